"""The border between Python and csrc: tournaments become structs, and the engine is called without the GIL.

Nothing here knows files or rules; nothing in csrc knows Python.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport (
    NOWAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_free_lock,
    PyThread_release_lock,
    PyThread_type_lock,
)
from libc.stdlib cimport calloc, free, malloc, realloc

from libc.string cimport memcpy, memset

from collections.abc import Mapping
from reprlib import repr as short_repr
from time import monotonic

from .errors import ImpossiblePairing, InUse, InvalidTournament, MedianSwissError, OutOfTime, UnknownSystem
from .tournament import Floater, RoundPairing, Scoring, Step

cdef dict RULE_SETS = {"lim": MS_LIM, "ecu": MS_ECU, "olympiad": MS_OLYMPIAD}

# The articles of "no eligible team or player can have the bye" and of "not all can be paired".
cdef tuple ARTICLES = (("1.1", "2.1"), ("N.5.4", "N.5.3"), ("4", "6.1"))

# The letters of results, in the order of ms_outcome.
cdef str LETTERS = "1=0WDL+-FHZU"

# ms_fault_kind in words.
cdef tuple FAULTS = (
    "",
    "unknown result",
    "the colour is not 1, -1 or 0, is missing in a played game, or stands without an opponent",
    "the opponent does not exist",
    "plays itself",
    "the result of a game without an opponent",
    "a bye with an opponent",
    "its opponent tells of another one",
    "it and its opponent have the same colour",
    "its result contradicts that of its opponent",
    "its game points are missing or out of range, and the ranking needs them",
    "the score is out of range",
    "more rounds than a colour history holds",
    "the rating is out of range",
    "a forbidden pair is of somebody unknown, or of one participant twice",
)

# What one letter of a result says of both.
cdef dict ADDS_UP = {"1": "10", "=": "==", "0": "01", "W": "WL", "D": "DD", "L": "LW", "+": "+-", "-": "-+"}

STATE_VERSION = 1
NO_SCORE = MS_NO_SCORE  # in an array of scores: the sum of the results

# How a step of each rule set is told: the rule, and its articles as an arbiter cites them. Of D.02 "7" is the
# chapter as a whole.
cdef dict STEPS = {
    MS_LIM: {
        MS_COLOURS_IGNORED: ("colours ignored", "6 [13]"),
        MS_BYE_NOT_ALLOWED: ("bye barred", "1.1 [8]"),
        MS_BYE_NOT_POSSIBLE: ("bye needed", "1.1, 2.1 [8, 9.1]"),
        MS_BYE: ("bye", "1.1 [8]"),
        MS_BYE_BY_RATING: ("bye", "7.1 [14.1]"),
        MS_ROUND_ONE: ("round one", "7.2 [14.2]"),
        MS_GROUP_DOWN: ("group down", "2.2 [9.2]"),
        MS_GROUP_UP: ("group up", "2.2 [9.2]"),
        MS_MIDDLE_GROUP: ("median", "2.2 [9.2]"),
        MS_CRACKED: ("cracked", "2.6 [9.6]"),
        MS_PAIRS_KEPT: ("pairs kept", "2.3 [9.3]"),
        MS_LEAVING_COSTS_A_PAIR: ("leaving costs a pair", "2.3, 4.4 [9.3, 11.4]"),
        MS_FLOATER_A: ("floater a", "3.9 [10.9]"),
        MS_FLOATER_B: ("floater b", "3.9 [10.9]"),
        MS_FLOATER_C: ("floater c", "3.9 [10.9]"),
        MS_FLOATER_D: ("floater d", "3.9 [10.9]"),
        MS_FLOATED_BEFORE: ("floated before", "3.10 [10.10]"),
        MS_DUE_LIKE_MOST: ("due like most", "3.2.2 [10.2.2]"),
        MS_DUE_LIKE_MOST_NEAR: ("due like most", "3.2.2, 3.2.3 [10.2.2, 10.2.3]"),
        MS_LARGEST_NUMBER: ("largest number", "3.2.4 [10.2.4]"),
        MS_MET: ("met", "2.1 [9.1]"),
        MS_BEYOND_LIMITS: ("colour limits", "2.1, 5.1 [9.1, 12.1]"),
        MS_RATING_APART: ("rating apart", "5.7 [12.7]"),
        MS_SAME_DUE: ("due the same colour", "5.2 [12.2]"),
        MS_LEAVES_OTHERS: ("leaves others", "4.4 [11.4]"),
        MS_INCOMING_RATING_APART: ("rating apart", "3.6 [10.6]"),
        MS_INCOMING_SAME_DUE: ("due the same colour", "3.6 [10.6]"),
        MS_OPPONENT: ("opponent", "4.2, 5.2 [11.2, 12.2]"),
        MS_FIRST_AVAILABLE: ("first available", "4.2, 5.2 [11.2, 12.2]"),
        MS_OPPONENT_NEAR: ("opponent", "4.2, 5.2, 5.7 [11.2, 12.2, 12.7]"),
        MS_FIRST_AVAILABLE_NEAR: ("first available", "4.2, 5.2, 5.7 [11.2, 12.2, 12.7]"),
        MS_INCOMING_OPPONENT: ("opponent", "3.6 [10.6]"),
        MS_INCOMING_FIRST_AVAILABLE: ("first available", "3.6 [10.6]"),
        MS_BY_RUN_LIMIT: ("limits", "5.1.1, 5.3 [12.1 a, 12.3]"),
        MS_BY_DIFFERENCE_LIMIT: ("limits", "5.1.2 [12.1 b]"),
        MS_BY_BOTH_LIMITS: ("limits", "5.1.1, 5.1.2, 5.3 [12.1, 12.3]"),
        MS_BY_DUE_COLOUR: ("due colour", "5.1, 5.5, 5.6 [12.1, 12.5, 12.6]"),
        MS_BY_LATEST_DIFFERENCE: ("latest difference", "5.4 [12.4]"),
        MS_BY_RANK: ("rank", "5.4 [12.4]"),
        MS_BY_DRAWN_COLOUR: ("drawn colour", "5.4 [12.4]"),
        MS_BY_LOT: ("lot", "7.2 [14.2]"),
    },
    MS_ECU: {
        MS_COLOURS_DISREGARDED: ("colours disregarded", "N.7.1"),
        MS_BYE_NOT_ALLOWED: ("bye barred", "N.5.4"),
        MS_BYE_NOT_POSSIBLE: ("bye needed", "N.5.4, N.5.3"),
        MS_BYE: ("bye", "N.5.4"),
        MS_GROUP_DOWN: ("group down", "N.5.5"),
        MS_GROUP_UP: ("group up", "N.5.5"),
        MS_MIDDLE_GROUP: ("middle group", "N.5.5"),
        MS_MET: ("met", "N.5.3"),
        MS_BEYOND_LIMITS: ("colour limits", "N.7.3"),
        MS_INCOMING_KEEPS_FEWER: ("keeps fewer pairs", "N.6 1"),
        MS_INCOMING_OPPONENT: ("opponent", "N.6 1"),
        MS_MOVES_ON: ("moves on", "N.6 1"),
        MS_LEAVING_COSTS_A_PAIR: ("leaving costs a pair", "N.6 2"),
        MS_FLOATER: ("floater", "N.6 2"),
        MS_FAR_END: ("far end", "N.6 2"),
        MS_NEEDED_BEYOND: ("needed beyond", "N.6, N.5.3"),
        MS_PAIRS_KEPT: ("pairs kept", "N.6, N.7.4"),
        MS_LEAVES_OTHERS: ("leaves others", "N.6 3"),
        MS_OPPONENT: ("opponent", "N.6 3"),
        MS_LIMITS_KEPT: ("limits kept", "N.7.3"),
        MS_LIMITS_DROPPED: ("limits dropped", "N.7.4.1"),
        MS_ANOTHER_FLOATER: ("another floater", "N.7.4.2"),
        MS_BY_RUN_LIMIT: ("limits", "N.7.3.2"),
        MS_BY_DIFFERENCE_LIMIT: ("limits", "N.7.3.1"),
        MS_BY_BOTH_LIMITS: ("limits", "N.7.3.1, N.7.3.2"),
        MS_BY_LOT: ("lot", "N.7.2"),
        MS_BY_EQUALISATION: ("equalisation", "N.7.5.1"),
        MS_BY_FEWER_WHITES: ("fewer whites", "N.7.5.1"),
        MS_BY_ALTERNATION: ("alternation", "N.7.6"),
        MS_BY_LOWEST_SEQUENCE: ("lowest sequence", "N.7.7"),
        MS_BY_LATEST_DIFFERENCE: ("latest difference", "N.7.7"),
        MS_BY_BALANCE: ("balance", "N.7.8 a"),
        MS_BY_LAST_COLOUR: ("last colour", "N.7.8 b, N.7.9"),
        MS_OTHER_BOARDS: ("other boards", "N.7.5.2, N.7.10"),
    },
    MS_OLYMPIAD: {
        MS_COLOURS_DISREGARDED: ("colours disregarded", "7"),
        MS_BYE_NOT_ALLOWED: ("bye barred", "4"),
        MS_BYE_NOT_POSSIBLE: ("bye needed", "4, 6.1"),
        MS_BYE: ("bye", "4"),
        MS_GROUP_DOWN: ("group down", "6.4"),
        MS_GROUP_UP: ("group up", "6.4"),
        MS_MIDDLE_GROUP: ("middle group", "6.4"),
        MS_MET: ("met", "6.1"),
        MS_BEYOND_LIMITS: ("colour limits", "7.3"),
        MS_INCOMING_KEEPS_FEWER: ("keeps fewer pairs", "8.3"),
        MS_INCOMING_OPPONENT: ("opponent", "8.3"),
        MS_MOVES_ON: ("moves on", "8.3"),
        MS_LEAVING_COSTS_A_PAIR: ("leaving costs a pair", "8.2"),
        MS_FLOATER: ("floater", "8.2"),
        MS_FAR_END: ("far end", "8.2"),
        MS_NEEDED_BEYOND: ("needed beyond", "8.2, 6.1"),
        MS_PAIRS_KEPT: ("pairs kept", "7.4, 8.2"),
        MS_LEAVES_OTHERS: ("leaves others", "9.3"),
        MS_OPPONENT: ("opponent", "9.3"),
        MS_LIMITS_KEPT: ("limits kept", "7.3"),
        MS_LIMITS_DROPPED: ("limits dropped", "7.4"),
        MS_ANOTHER_FLOATER: ("another floater", "7.4"),
        MS_BY_RUN_LIMIT: ("limits", "7.3"),
        MS_BY_DIFFERENCE_LIMIT: ("limits", "7.3"),
        MS_BY_BOTH_LIMITS: ("limits", "7.3"),
        MS_BY_EQUALISATION: ("equalisation", "7.5.1"),
        MS_BY_LATEST_DIFFERENCE: ("latest difference", "7.5.2, 7.6"),
        MS_BY_LAST_COLOUR: ("last colour", "7.6"),
        MS_BY_LOT: ("lot", "7.2"),
        MS_OTHER_BOARDS: ("other boards", "7"),
    },
}

include "_core_objects.pxi"
include "_core_arrays.pxi"


cdef class Guarded:
    """What one thread at a time may use; a second one is told so."""

    cdef PyThread_type_lock lock

    def __cinit__(self, *args, **choices):
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef int enter(self) except -1:
        if not PyThread_acquire_lock(self.lock, NOWAIT_LOCK):
            raise InUse(f"this {type(self).__name__} is in use elsewhere: it serves one call at a time")
        return 0

    cdef int leave(self) except -1:
        PyThread_release_lock(self.lock)
        return 0


cdef class Engine(Guarded):
    """All that is needed to pair rounds, made once and used again: a call with one allocates nothing but its answer.

    It grows to the largest tournament it has paired. One call at a time may use it: give every thread its
    own.

    Parameters
    ----------
    participants : int
        How many to make room for at once.
    time_limit : float, optional
        Seconds a round may take; `OutOfTime` is raised soon after them. By default there is no limit. No round of
        a tournament that was played comes near a second: it is for input that anybody can send.
    """

    cdef ms_engine engine
    cdef void *memory
    cdef void *floats  # a longer list than the engine's own
    cdef void *exact   # scratch of the exact method of the team rules
    cdef ms_trace trace
    cdef void *loaded  # a tournament given as arrays
    cdef size_t loaded_bytes
    cdef readonly object time_limit
    cdef double deadline
    cdef const bint *given_up  # by whom it works for, or NULL
    cdef object reason         # why the round in hand was stopped

    def __cinit__(self, participants=0, *, time_limit=None):
        self.memory = self.floats = self.exact = self.loaded = NULL
        self.loaded_bytes = 0
        self.given_up = NULL
        memset(&self.trace, 0, sizeof(ms_trace))
        self.engine.capacity = -1
        self.engine.met_capacity = 0
        if not _is_integer(participants) or not 0 <= participants <= MS_MAX_PLAYERS:
            raise MedianSwissError(f"{participants!r} participants: an engine has room for 0 to {MS_MAX_PLAYERS}")
        if time_limit is not None and not (
            isinstance(time_limit, float) and time_limit >= 0 or isinstance(time_limit, int) and 0 <= time_limit < 2**63
        ):
            raise MedianSwissError(f"a time limit of {short_repr(time_limit)} is not a number of seconds")
        self.time_limit = time_limit
        self.reserve(participants, 0)

    def __dealloc__(self):
        free(self.memory)
        free(self.floats)
        free(self.exact)
        free(self.loaded)
        free(self.trace.steps)
        free(self.trace.who)

    cdef int reserve(self, int32_t participants, int64_t met) except -1:
        """Room for so many participants and, for teams, entries of `met`."""
        cdef ms_engine *engine = &self.engine
        if participants <= engine.capacity and met <= engine.met_capacity:
            return 0
        participants = max(participants, engine.capacity)
        met = max(met, <int64_t>engine.met_capacity)
        cdef size_t wanted = ms_engine_bytes(participants, met)
        if wanted == 0:
            raise MedianSwissError("the tournament is out of the engine's range")
        cdef void *memory = malloc(wanted)
        if memory == NULL:
            raise MemoryError
        free(self.memory)
        free(self.floats)
        free(self.exact)
        self.floats = self.exact = NULL
        self.memory = memory
        ms_engine_init(engine, memory, participants, <int32_t>met)
        engine.asker.wanted = _is_still_wanted
        engine.asker.who = <void *>self
        return 0

    cdef _start_the_clock(self):
        if self.time_limit is not None:
            self.deadline = monotonic() + self.time_limit

    cdef int _look_up(self) except -1:
        """Raise what ends the round in hand, if anything does. Called while it takes long."""
        PyErr_CheckSignals()
        if self.time_limit is not None and monotonic() >= self.deadline:
            raise OutOfTime(f"the round was not paired within {self.time_limit} seconds")
        if self.given_up != NULL and self.given_up[0]:
            raise MedianSwissError("the work was given up")
        return 0

    cdef _raise_reason(self):
        """The round was left in its middle: the engine begins with new memory, when it is used again."""
        free(self.memory)
        self.memory = NULL
        self.engine.capacity = -1
        self.engine.met_capacity = 0
        reason, self.reason = self.reason, None
        raise reason

    def __sizeof__(self):
        """Bytes held, those of csrc included."""
        held = <size_t>self.engine.result.float_room * sizeof(ms_float) if self.floats != NULL else 0
        held += self.engine.workspace.kept.memory_bytes if self.exact != NULL else 0
        held += self.trace.step_room * sizeof(ms_trace_step) + self.trace.who_room * sizeof(int32_t)
        return (
            object.__sizeof__(self) + held + self.loaded_bytes
            + ms_engine_bytes(self.engine.capacity, self.engine.met_capacity)
        )

    def pair_arrays(
        self,
        *,
        system,
        round,
        rounds=None,
        score=None,
        rating=None,
        opponents=None,
        colours=None,
        results=None,
        present=None,
        bye_barred=None,
        floated=None,
        forbidden=None,
        tiebreak=None,
        game_points=None,
        initial_colour="white",
        maxi=False,
        scoring=None,
    ):
        """Pair one round given as arrays; see `medianswiss.pair_arrays`."""
        cdef Given given = Given.__new__(Given)
        cdef const ms_result *answer
        cdef ms_tournament t
        cdef ms_fault fault
        cdef int32_t room, size
        cdef void *memory
        cdef Py_ssize_t before = _round_number(round, "round", MS_MAX_GAMES) - 1
        given.read(
            system, before, rounds, opponents, colours, results, score, rating, present, bye_barred,
            floated, tiebreak, game_points, initial_colour, maxi, scoring,
        )
        given.event.round = <int32_t>before + 1
        _set_rounds(&given.event, rounds)
        if forbidden is not None:
            given.read_forbidden(forbidden)
        size = given.arrays.size
        self.enter()
        try:
            self.reserve(size, 0)
            room = ms_arrays_room(&given.arrays, self.engine.scratch)
            if room == MS_NONE:
                raise InvalidTournament(FAULTS[<int>MS_FAULT_FORBIDDEN])
            memory = self.room_for(size, room, given.level_order)
            t.event = given.event
            t.values = given.values
            with nogil:
                ms_tournament_init(&t, memory, size, room, given.level_order)
                fault = ms_arrays_fill(&given.arrays, &t, self.engine.scratch)
            if fault.kind != MS_SOUND:
                raise _as_error(fault)
            answer = self.run(&t)
            return _array_pairing(&t, answer)
        finally:
            self.leave()

    cdef void *room_for(self, int32_t size, int32_t room, ms_level_order level_order) except NULL:
        """Memory for a tournament given as arrays."""
        cdef size_t wanted = ms_tournament_bytes(size, room, level_order)
        if wanted == 0:
            raise MedianSwissError("the tournament is out of the engine's range")
        if wanted > self.loaded_bytes:
            free(self.loaded)
            self.loaded_bytes = 0
            self.loaded = malloc(wanted)
            if self.loaded == NULL:
                raise MemoryError
            self.loaded_bytes = wanted
        return self.loaded

    cdef ms_result *run(self, const ms_tournament *t, bint trace=False) except NULL:
        """Pair the round; the answer stands until the next call."""
        cdef ms_status status
        cdef int64_t met = t.field.met_size if ms_is_ranked(t) else 0
        self.reserve(t.field.size, met)
        self._start_the_clock()
        self.engine.result.trace = &self.trace if trace else NULL
        while True:
            with nogil:
                status = ms_engine_pair(&self.engine, t)
            if status == MS_MORE_FLOATS:
                self._enlarge()
            elif status == MS_MORE_MEMORY:
                self._lend_memory()
            elif status == MS_MORE_TRACE:
                self._lend_trace()
            elif status == MS_STOPPED:
                self._raise_reason()
            else:
                break
        if status == MS_IMPOSSIBLE:
            raise self._impossible(t)
        if status != MS_OK:
            raise MedianSwissError("the tournament is out of the engine's range")
        return &self.engine.result

    cdef int _enlarge(self) except -1:
        """Make room for the floats the last call counted."""
        cdef int64_t count = self.engine.result.float_count
        if count > 0x7fffffff:
            raise MedianSwissError("the round has more floaters than the engine can list")
        cdef void *floats = malloc(<size_t>count * sizeof(ms_float))
        if floats == NULL:
            raise MemoryError
        free(self.floats)
        self.floats = floats
        self.engine.result.floats = <ms_float *>floats
        self.engine.result.float_room = <int32_t>count
        return 0

    cdef int _lend_memory(self) except -1:
        """Give the exact method of the team rules the scratch it asked for."""
        cdef size_t wanted = self.engine.result.memory_wanted
        if wanted == <size_t>-1:
            raise MedianSwissError("more teams than the exact method can take")
        cdef void *exact = malloc(wanted)
        if exact == NULL:
            raise MemoryError
        free(self.exact)
        self.exact = exact
        self.engine.workspace.kept.memory = exact
        self.engine.workspace.kept.memory_bytes = wanted
        return 0

    cdef int _lend_trace(self) except -1:
        """Make room for the steps and participants the last call counted."""
        cdef ms_trace *trace = &self.trace
        cdef int64_t steps = trace.step_count, who = trace.who_count
        if steps > 0x7fffffff or who > 0x7fffffff:
            raise MedianSwissError("the trace of the round is longer than the engine can list")
        free(trace.steps)
        free(trace.who)
        trace.step_room = trace.who_room = 0
        trace.steps = <ms_trace_step *>malloc(<size_t>steps * sizeof(ms_trace_step) + 1)
        trace.who = <int32_t *>malloc(<size_t>who * sizeof(int32_t) + 1)
        if trace.steps == NULL or trace.who == NULL:
            raise MemoryError
        trace.step_room, trace.who_room = <int32_t>steps, <int32_t>who
        return 0

    cdef _impossible(self, const ms_tournament *t):
        cdef ms_result *result = &self.engine.result
        cdef int32_t k
        numbers = tuple([t.numbers[result.unplaced[k]] for k in range(result.unplaced_count)])
        bye, complete = ARTICLES[t.event.rule_set]
        return ImpossiblePairing(bye if result.article == MS_ARTICLE_BYE else complete, numbers)


cdef extern from "Python.h":
    int Py_IsInitialized() noexcept nogil


cdef truth _is_still_wanted(void *engine) noexcept nogil:
    """Asked without the lock. A daemon thread may still search where the interpreter is no more: there is none to ask."""
    return not Py_IsInitialized() or _is_wanted_by_python(engine)


cdef truth _is_wanted_by_python(void *engine) noexcept with gil:
    try:
        (<Engine>engine)._look_up()
        return True
    except BaseException as reason:
        (<Engine>engine).reason = reason
        return False


def pair_arrays(*, Engine engine=None, **arrays):
    """Pair one round given as NumPy arrays: the same rules, without a Python object a participant.

    Participants are rows, from 0, in the order of their pairing numbers; row k has the number k + 1. Who
    is not in the tournament any more, or not yet, is a row that is not `present`. An array of the dtype named
    whose rows are contiguous is read where it is; others are converted, or refused where values would change.

    Parameters
    ----------
    engine : Engine, optional
        One to use again (``engine.pair_arrays(...)`` is the same); made for this call by default.
    system : {"lim", "ecu", "olympiad"}
    round : int
        The round to be paired, from 1.
    rounds : int
        Rounds planned; teams may leave it out.
    opponents : (n, played) int32
        Row of the opponent in each round played, -1 where there was none. Needed from round two on; further
        columns are not looked at.
    colours : (n, played) int8
        1 White, -1 Black (board 1's of a team), 0 neither. Needed from round two on.
    results : (n, played) uint8 or S1, optional
        TRF letters (see `Game`), from which score, bye and floats follow. Without them an entry with opponent
        and colour was played, and `score`, `bye_barred` and, for `lim`, `floated` are needed.
    score : (n,) int32, optional
        Scores before the round, in tenths of a point; the sum of the results by default (of one
        participant where the entry is `NO_SCORE`).
    rating : (n,) int32, optional
        0 is unrated, and so is everybody by default. It matters in round one and in a maxi-tournament of
        `lim`, and for the boards of `olympiad`.
    present : (n,) bool, optional
        Who is to be paired; everybody by default.
    bye_barred, floated : (n,) bool, optional
        Who may not have the bye, and who floated in the previous round (lim 3.10), in place of what the
        results say.
    forbidden : (m, 2) int32, optional
        Rows that are not to be paired.
    tiebreak : (n,) int64, optional
        Teams: ranks those level on points, the larger first.
    game_points : (n, played) int32, optional
        Teams: game points of each match in tenths; those level on points are then ranked by Olympiad
        Sonneborn-Berger (N.5.1), unless `tiebreak` is given.
    initial_colour : {"white", "black"}
        The colour drawn for #1.
    maxi : bool
        A maxi-tournament (`lim`).
    scoring : Scoring, optional
        What results are worth; what is usual in the rule set by default.

    Returns
    -------
    ArrayPairing

    Raises
    ------
    ImpossiblePairing
        No legal pairing exists.
    InvalidTournament
        An array is of the wrong kind or shape, contradicts itself, or is missing; `participant` is the number.
    UnknownSystem
        No such rule set.

    Examples
    --------
    >>> import numpy as np, medianswiss as ms
    >>> answer = ms.pair_arrays(system="lim", round=1, rounds=9, rating=np.zeros(6, np.int32))
    >>> answer.pairs.tolist()
    [[0, 3], [4, 1], [2, 5]]
    """
    return (Engine() if engine is None else engine).pair_arrays(**arrays)


cdef _as_error(ms_fault fault):
    """What is wrong with arrays, whose participants are called by their numbers: rows from 1."""
    return InvalidTournament(FAULTS[<int>fault.kind], participant=fault.participant + 1, round=fault.round)


cdef _round_pairing(const ms_tournament *t, const ms_result *result):
    cdef int32_t k
    pairs = tuple([(t.numbers[result.white[k]], t.numbers[result.black[k]]) for k in range(result.boards)])
    return _as_round_pairing(t, pairs, result)


cdef _as_round_pairing(const ms_tournament *t, pairs, const ms_result *result):
    cdef int32_t k
    floaters = tuple([
        Floater(
            t.numbers[result.floats[k].participant],
            result.floats[k].from_twice / 20.0,
            result.floats[k].to_twice / 20.0,
            "down" if result.floats[k].direction == MS_DOWN else "up",
        )
        for k in range(result.float_count)
    ])
    bye = None if result.bye == MS_NONE else t.numbers[result.bye]
    trace = () if result.trace == NULL else _steps(t, result.trace)
    return RoundPairing(t.event.round, pairs, bye, floaters, result.cracked, trace)


cdef tuple _steps(const ms_tournament *t, const ms_trace *trace):
    cdef int64_t s, k
    cdef const ms_trace_step *step
    told = STEPS[t.event.rule_set]
    steps = []
    for s in range(trace.step_count):
        step = &trace.steps[s]
        who = tuple([t.numbers[trace.who[k]] for k in range(step.first, step.first + step.count)])
        steps.append(Step(*told[step.reason], who))
    return tuple(steps)


cdef class Field(Guarded):
    """A tournament packed for the engine, and kept from round to round.

    It holds what the rules ask of each participant and nothing else, in about ``40 + 4 * rounds`` bytes
    each: a server keeps thousands. Results are added by `record`; nothing is packed again. It can be
    copied (`copy`) and pickled, a subclass as a plain Field. One call at a time may use it.

    What a tournament already gives somebody absent for the coming round (`Participant.requested`) is kept until
    that round is recorded.

    Parameters
    ----------
    tournament : Tournament
    system, rounds, initial_colour, maxi, ranking : optional
        As in `pair`.

    Raises
    ------
    InvalidTournament, UnknownSystem
        As in `pair`.
    """

    cdef ms_tournament t
    cdef void *memory
    cdef list forbidden  # (number, number), as given
    cdef dict places     # of numbers, made when it is needed first
    cdef dict requested  # number -> letter: what somebody absent is given already for the coming round

    def __cinit__(self, *args, **choices):
        self.memory = NULL

    def __dealloc__(self):
        free(self.memory)

    def __init__(self, tournament, system=None, *, rounds=None, initial_colour=None, maxi=None, ranking=None):
        from .pairing import prepared

        self._build(
            prepared(
                tournament, system, rounds=rounds, initial_colour=initial_colour, maxi=maxi, ranking=ranking
            )
        )

    cdef _build(self, tournament):
        self.enter()
        try:
            self._build_alone(tournament)
        finally:
            self.leave()

    cdef _build_alone(self, tournament):
        if self.memory != NULL:
            raise TypeError("a Field is built once")
        cdef ms_tournament t  # becomes the field's own when it is sound
        validate_header(tournament)
        if tournament.system is None or (tournament.rounds is None and tournament.system == "lim"):
            raise MedianSwissError("system and rounds have to be chosen first")
        cdef Sheet sheet = Sheet(tournament)
        sheet.read()
        by_game_points = tournament.ranking == "esb" and tournament.system != "lim"
        t.event = _event_of(tournament)
        t.values = _values_of(tournament.scoring, tournament.system)
        t.level_order = MS_BY_SONNEBORN_BERGER if by_game_points else MS_BY_NUMBER
        cdef int32_t room = max(
            ms_arrays_room(&sheet.arrays, sheet.scratch),
            <int32_t>min(max(tournament.rounds or 0, tournament.round), MS_MAX_GAMES),
        )
        cdef list forbidden = list(sheet.excluded)
        cdef void *memory = _tournament_memory(<int32_t>sheet.size, room, t.level_order)
        cdef ms_fault fault
        cdef Py_ssize_t k
        with nogil:
            ms_tournament_init(&t, memory, <int32_t>sheet.size, room, t.level_order)
            for k in range(sheet.size):
                t.numbers[k] = sheet.number[k]
            fault = ms_arrays_fill(&sheet.arrays, &t, sheet.scratch)
        if fault.kind != MS_SOUND:
            free(memory)
            sheet.refuse(fault)
        self.forbidden = forbidden
        self.requested = sheet.requested
        self.t = t
        self.memory = memory

    cdef int _enter(self) except -1:
        """Take the field for one call; it is there."""
        self.enter()
        if self.memory == NULL:
            self.leave()
            raise MedianSwissError("the Field was never built")
        return 0

    def __sizeof__(self):
        """Bytes held, those of csrc included."""
        held = 0 if self.memory == NULL else ms_tournament_bytes(self.t.field.size, self.t.room, self.t.level_order)
        return object.__sizeof__(self) + held

    def __len__(self):
        """How many participants there are, present or not."""
        return self.t.field.size

    @property
    def round(self):
        """The round to be paired, from 1."""
        return self.t.event.round

    @property
    def rounds(self):
        """Rounds planned, or None."""
        return self.t.event.rounds or None

    @property
    def system(self):
        """The rule set."""
        return ("lim", "ecu", "olympiad")[<int>self.t.event.rule_set]

    @property
    def initial_colour(self):
        """The colour drawn for #1, ``"white"`` or ``"black"``; it can be set."""
        return "black" if self.t.event.drawn == MS_BLACK else "white"

    @initial_colour.setter
    def initial_colour(self, colour):
        cdef ms_colour drawn = _drawn(colour)
        self._enter()
        self.t.event.drawn = drawn
        self.leave()

    cdef _answer(self, Engine engine, bint as_arrays, bint trace=False):
        """Pair the round with an engine that nobody else uses meanwhile."""
        cdef const ms_result *result
        if engine is None:
            engine = Engine()
        self._enter()
        try:
            self._check_ready()
            engine.enter()
            try:
                result = engine.run(&self.t, trace)
                if self.requested:
                    self._name_bye_given(<ms_result *>result)
                return _array_pairing(&self.t, result) if as_arrays else _round_pairing(&self.t, result)
            finally:
                engine.leave()
        finally:
            self.leave()

    cdef int _check_ready(self) except -1:
        """There is a round left to pair, and it has one pairing-allocated bye at most (formats, decision 3)."""
        cdef int32_t last = self.t.event.rounds or MS_MAX_GAMES, round_ = self.t.event.round, left = 0, k
        if round_ > last:
            raise InvalidTournament(f"all rounds are played: round {last} was the last")
        given = [number for number, letter in self.requested.items() if letter == "U"] if self.requested else []
        if len(given) > 1:
            raise InvalidTournament(
                f"round {round_} already has two byes, of {given[0]} and {given[1]}", participant=given[1]
            )
        if given:
            for k in range(self.t.field.size):
                left += (self.t.players[k].flags & MS_PRESENT) != 0
            if left % 2 == 1:
                raise InvalidTournament(
                    f"has the bye of round {round_}, which leaves an odd number to pair: {left}", participant=given[0]
                )
        return 0

    cdef int _name_bye_given(self, ms_result *result) except -1:
        for number, letter in self.requested.items():
            if letter == "U":
                result.bye = self._place(number)
        return 0

    def pair(self, Engine engine=None, *, bint trace=False):
        """Pair the round.

        Parameters
        ----------
        engine : Engine, optional
            One to use again; made for this call by default.
        trace : bool
            Whether the answer says why (`RoundPairing.trace`).

        Returns
        -------
        RoundPairing

        Raises
        ------
        ImpossiblePairing
            No legal pairing exists.
        InvalidTournament
            All rounds are played.
        """
        return self._answer(engine, False, trace)

    def pair_arrays(self, Engine engine=None):
        """Pair the round; the answer as arrays of places, in the order of pairing numbers (see `numbers`).

        Parameters, returns and raises as `pair`, but that an `ArrayPairing` is returned.
        """
        return self._answer(engine, True)

    def record(self, results, byes=None):
        """Add the results of the round, and go on to the next one.

        A recorded round is a fact: it need not be the pairing of the engine.

        Parameters
        ----------
        results : iterable of (white, black, result) or (white, black, result, points, points)
            Pairing numbers, and the letter of White and that of Black: ``"10"``, ``"=="``, ``"+-"``,
            ``"00"``, ... (TRF letters, see `Game`). One letter is White's of a result that adds up:
            ``"1"``, ``"="``, ``"0"``, ``"W"``, ``"D"``, ``"L"``, ``"+"``, ``"-"``. For teams the game
            points of both may follow (``ranking="esb"`` needs them).
        byes : mapping of int to str, optional
            ``"U"``, ``"F"``, ``"H"`` or ``"Z"`` of those who did not play, by number. Whoever is present
            has to be named here or in a result; the others have what the tournament gave them already, else
            a ``"Z"``. None is nobody, so that ``{pairing.bye: "U"}`` will do.

        Raises
        ------
        InvalidTournament
            Something contradicts itself, or the result of somebody present is missing. The field is
            then as it was.
        """
        if byes is None:
            byes = {}
        elif not isinstance(byes, Mapping):
            raise TypeError(f"byes must be a mapping of numbers to letters, not {type(byes).__name__}")
        results = [tuple(told) for told in results]  # before the field is taken
        byes = [(number, letter) for number, letter in byes.items() if number is not None]
        self._enter()
        try:
            self._record(results, byes)
        finally:
            self.leave()

    cdef _record(self, list results, list byes):
        cdef Py_ssize_t size = self.t.field.size, k
        opponent = np.full(size, -1, np.int32)
        colour = np.zeros(size, np.int8)
        result = np.zeros(size, np.uint8)
        points = np.full(size, -1, np.int32)
        round_ = self.t.event.round

        def enter(number, place, letter):
            if result[place] != 0:
                raise InvalidTournament("has two results", participant=number, round=round_)
            if type(letter) is not str or len(letter) != 1 or not 0 < ord(letter) < 128:
                raise InvalidTournament(f"unknown result {letter!r}", participant=number, round=round_)
            result[place] = ord(letter)

        for told in results:
            if len(told) not in (3, 5):
                raise InvalidTournament(
                    f"{told!r} is not (white, black, result), with the game points of both or without", round=round_
                )
            white, black, letters, *scored = told
            a, b = self._place(white), self._place(black)
            if type(letters) is str:
                letters = ADDS_UP.get(letters, letters)
            if type(letters) is not str or len(letters) != 2:
                raise InvalidTournament(f"unknown result {short_repr(letters)}", participant=white, round=round_)
            enter(white, a, letters[0])
            enter(black, b, letters[1])
            opponent[a], opponent[b] = b, a
            colour[a], colour[b] = 1, -1
            for place, value in zip((a, b), scored):
                if not are_game_points(value):
                    raise InvalidTournament(
                        f"game points {value!r} are not a multiple of 0.1 from 0 on",
                        participant=white, round=round_,
                    )
                points[place] = round(value * 10)
        for number, letter in byes:
            enter(number, self._place(number), letter)
        for k in range(size):
            if result[k] == 0:
                if self.t.players[k].flags & MS_PRESENT:
                    raise InvalidTournament(
                        "is present and has no result", participant=self.t.numbers[k], round=round_
                    )
                result[k] = ord(self.requested.get(self.t.numbers[k], "Z"))
        self._record_arrays(opponent, colour, result, points)

    def record_arrays(self, opponent, colour, result, game_points=None):
        """Add the results of the round given as arrays, an entry a participant in the order of numbers.

        Parameters
        ----------
        opponent : (n,) int32
            Place of the opponent, -1 for none.
        colour : (n,) int8
            1 White, -1 Black, 0 neither.
        result : (n,) uint8 or S1
            TRF letters.
        game_points : (n,) int32, optional
            In tenths.

        Raises
        ------
        InvalidTournament
            Something contradicts itself. The field is then as it was.
        """
        opponent, colour, result = (
            _as_array(value, name)
            for value, name in ((opponent, "opponent"), (colour, "colour"), (result, "result"))
        )
        if game_points is not None:
            game_points = _as_array(game_points, "game_points")
        self._enter()
        try:
            self._record_arrays(
                self._copied(opponent, "opponent"),
                self._copied(colour, "colour"),
                self._copied(result, "result"),
                None if game_points is None else self._copied(game_points, "game_points"),
            )
        finally:
            self.leave()

    cdef _copied(self, array, str name):
        """A copy: looked at and then entered, it must be the same both times."""
        _check_shape(array, name, self.t.field.size, -1)
        return np.array(array)

    cdef _record_arrays(self, opponent, colour, result, game_points):
        cdef list keep = []
        cdef Py_ssize_t size = self.t.field.size
        cdef ms_rounds rounds
        cdef ptrdiff_t row
        rounds.rounds = 1
        rounds.opponent = <const int32_t *>_data(opponent, "opponent", INT32, size, -1, &row, keep)
        rounds.colour = <const int8_t *>_data(colour, "colour", INT8, size, -1, &row, keep)
        rounds.result = <const uint8_t *>_data(result, "result", LETTER, size, -1, &row, keep)
        rounds.game_points = NULL
        if game_points is not None:
            rounds.game_points = <const int32_t *>_data(game_points, "game_points", INT32, size, -1, &row, keep)
        rounds.score = NULL
        rounds.opponent_row = rounds.colour_row = rounds.result_row = rounds.game_points_row = 1
        if self.t.event.round > MS_MAX_GAMES:
            raise InvalidTournament(f"there can be {MS_MAX_GAMES} rounds at most")
        self._grow(ms_tournament_room_used(&self.t) + 1)
        cdef ms_fault fault
        with nogil:
            fault = ms_tournament_add(&self.t, &rounds)
        if fault.kind != MS_SOUND:
            raise InvalidTournament(
                FAULTS[<int>fault.kind], participant=self.t.numbers[fault.participant], round=fault.round
            )
        self.requested = {}

    cdef int _grow(self, int32_t room) except -1:
        """Room for so many opponents a participant."""
        if room <= self.t.room:
            return 0
        room = min(room + 4, room * 2)
        cdef void *memory = _tournament_memory(self.t.field.size, room, self.t.level_order)
        cdef ms_tournament grown
        with nogil:
            ms_tournament_copy(&self.t, &grown, memory, room)
        free(self.memory)
        self.memory = memory
        self.t = grown
        return 0

    cdef int32_t _place(self, number) except -1:
        if self.places is None:
            self.places = {self.t.numbers[k]: k for k in range(self.t.field.size)}
        place = self.places.get(int(number)) if _is_integer(number) else None
        if place is None:
            raise InvalidTournament(f"there is no participant {number!r}", round=self.t.event.round)
        return place

    def set_present(self, numbers, present=True):
        """Say who is to be paired from now on, or is not: entries, absences, withdrawals.

        Who is to be paired has nothing given any more for the coming round.

        Parameters
        ----------
        numbers : int or iterable of int
        present : bool
        """
        cdef bint here = present
        numbers = [numbers] if _is_integer(numbers) else list(numbers)
        self._enter()
        try:
            for place in [self._place(number) for number in numbers]:
                if here:
                    self.t.players[<Py_ssize_t>place].flags |= MS_PRESENT
                    self.requested.pop(self.t.numbers[<Py_ssize_t>place], None)
                else:
                    self.t.players[<Py_ssize_t>place].flags &= <uint8_t>~MS_PRESENT
        finally:
            self.leave()

    def forbid(self, pairs):
        """Say which pairs (of pairing numbers) are not allowed from now on, in place of those forbidden before."""
        pairs = [tuple(pair) for pair in pairs]
        self._enter()
        try:
            self._forbid(pairs)
        finally:
            self.leave()

    cdef _forbid(self, list pairs):
        for pair in pairs:
            if len(pair) != 2:
                raise InvalidTournament(f"forbidden pair {pair!r} is not a pair of pairing numbers")
        _check_forbidden_count(len(pairs))
        places = np.array([[self._place(a), self._place(b)] for a, b in pairs], np.int32).reshape(-1)
        forbidden = [(int(a), int(b)) for a, b in pairs]
        scratch = np.empty(self.t.field.size + 1, np.int32)
        cdef const int32_t *data = <const int32_t *>cnp.PyArray_DATA(<cnp.ndarray>places)
        cdef int32_t *room = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>scratch)
        cdef int32_t needed = ms_tournament_forbid(&self.t, data, <int32_t>len(pairs), room)
        if needed == MS_NONE:
            raise InvalidTournament("a forbidden pair is of one participant twice")
        if needed > self.t.room:
            self._grow(needed)
            ms_tournament_forbid(&self.t, data, <int32_t>len(pairs), room)
        self.forbidden = forbidden

    @property
    def numbers(self):
        """Pairing numbers, ascending: (n,) int32, a copy."""
        self._enter()
        try:
            return np.array([self.t.numbers[k] for k in range(self.t.field.size)], np.int32)
        finally:
            self.leave()

    @property
    def scores(self):
        """Scores before the round in tenths of a point, in the order of numbers: (n,) int32, a copy."""
        self._enter()
        try:
            return np.array([self.t.players[k].score for k in range(self.t.field.size)], np.int32)
        finally:
            self.leave()

    @property
    def tiebreaks(self):
        """Olympiad Sonneborn-Berger in hundredths, in the order of numbers: (n,) int64, a copy; None without."""
        self._enter()
        try:
            if self.t.tiebreak == NULL:
                return None
            return np.array([self.t.tiebreak[k] for k in range(self.t.field.size)], np.int64)
        finally:
            self.leave()

    @property
    def present(self):
        """Who is to be paired, in the order of numbers: (n,) bool, a copy."""
        self._enter()
        try:
            return np.array([self.t.players[k].flags & MS_PRESENT for k in range(self.t.field.size)], np.bool_)
        finally:
            self.leave()

    def copy(self):
        """An independent field in the same state."""
        cdef Field other = Field.__new__(Field)
        self._enter()
        try:
            other.memory = _tournament_memory(self.t.field.size, self.t.room, self.t.level_order)
            ms_tournament_copy(&self.t, &other.t, other.memory, self.t.room)
            other.forbidden = self.forbidden
            other.requested = self.requested.copy()
        finally:
            self.leave()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        self._enter()
        try:
            return _restored, (self._state(),)
        finally:
            self.leave()

    cdef dict _state(self):
        cdef ms_tournament *t = &self.t
        cdef Py_ssize_t size = t.field.size, k, m
        cdef ms_event *event = &t.event
        players = [t.players[k] for k in range(size)]
        entries = [
            (t.met[p["met_from"] + m], _scored_against(t, p["met_from"] + m, m < p["games"]))
            for p in players for m in range(p["met_count"])
        ]
        return {
            "version": STATE_VERSION,
            "event": (<int>event.rule_set, event.round, event.rounds, event.win, <int>event.drawn, bool(event.maxi)),
            "values": [[t.values.of[w][k] for k in range(12)] for w in range(2)],
            "level_order": <int>t.level_order,
            "numbers": [t.numbers[k] for k in range(size)],
            "players": [
                (p["colours"], p["score"], p["rating"], p["met_count"], p["games"], p["flags"]) for p in players
            ],
            "played": [t.played[k] for k in range(size)],
            "entries": entries,
            "tiebreak": [t.tiebreak[k] for k in range(size)] if t.tiebreak != NULL else None,
            "forbidden": self.forbidden,
            "requested": self.requested,
        }

    cdef _restore(self, state):
        """A pickle may come from anywhere: what the engine relies on is looked at before it is told."""
        try:
            if state["version"] != STATE_VERSION:
                raise MedianSwissError(f"a Field of version {state['version']!r} cannot be read by this package")
            sound = self._read_state(state)
        except (LookupError, TypeError, ValueError, OverflowError, AttributeError) as error:
            raise MedianSwissError("this is not the state of a Field") from error
        if not sound:
            raise MedianSwissError("this is not the state of a Field")

    @cython.boundscheck(True)
    cdef bint _read_state(self, state) except -1:
        cdef ms_tournament *t = &self.t
        cdef list players = state["players"], numbers = state["numbers"], played = state["played"]
        cdef list entries = state["entries"], forbidden = state["forbidden"]
        cdef dict requested = state["requested"]
        cdef Py_ssize_t size = len(players), k, m, w, at = 0
        rule_set, round_, rounds, win, drawn, maxi = state["event"]
        level_order = state["level_order"]
        counts = [player[3] for player in players]
        if rule_set not in (<int>MS_LIM, <int>MS_ECU, <int>MS_OLYMPIAD) or drawn not in (<int>MS_WHITE, <int>MS_BLACK):
            return False
        if level_order not in (<int>MS_BY_NUMBER, <int>MS_BY_SONNEBORN_BERGER) or not -MAX_VALUE <= win <= MAX_VALUE:
            return False
        if not 1 <= round_ <= MS_MAX_GAMES + 1 or not 0 <= rounds <= MS_MAX_GAMES:
            return False
        if not len(numbers) == len(played) == size <= MS_MAX_PLAYERS or min(counts, default=0) < 0:
            return False
        if sum(counts) != len(entries):
            return False
        cdef int32_t room = max(counts + [min(max(rounds, round_), MS_MAX_GAMES)])
        cdef ms_level_order order = level_order
        self.memory = _tournament_memory(<int32_t>size, room, order)
        ms_tournament_init(t, self.memory, <int32_t>size, room, order)
        t.event = ms_event(rule_set, round_, rounds, win, drawn, maxi)
        for w in range(2):
            for k in range(12):
                value = state["values"][w][k]
                if not -MAX_VALUE <= value <= MAX_VALUE:
                    return False
                t.values.of[w][k] = value
        for k in range(size):
            t.numbers[k] = numbers[k]
            if t.numbers[k] <= (0 if k == 0 else t.numbers[k - 1]):
                return False
            t.played[k] = played[k]
            if t.tiebreak != NULL:
                t.tiebreak[k] = state["tiebreak"][k]
            player = &t.players[k]
            player.colours, player.score, player.rating, player.met_count, player.games, player.flags = players[k]
            if not player.games <= player.met_count <= room:
                return False
            for m in range(player.met_count):
                t.met[player.met_from + m], scored = entries[at]
                if t.game_points != NULL and m < player.games:
                    t.game_points[player.met_from + m] = scored
                    if not 0 <= t.game_points[player.met_from + m] <= MS_MAX_SCORE:
                        return False
                at += 1
        self.forbidden = forbidden
        self.requested = {number: letter for number, letter in requested.items() if letter in BYES}
        return ms_field_prepare(&t.field) == MS_OK

    def pair_group(self, residents, incoming=(), adjacent=(), direction="down", last_round=False):
        """One group step alone (articles 2.3 to 4), for tests of the articles.

        Parameters
        ----------
        residents, incoming, adjacent : sequence of int
            Pairing numbers: members with the group's own score, floaters that came in, and the
            residents of the next group on the way to the median.
        direction : {"down", "up"}
        last_round : bool

        Returns
        -------
        pairs : list of (int, int)
            In the order made, the one who chose first.
        floaters : list of int
            In the order chosen.
        """
        if direction not in ("down", "up"):
            raise MedianSwissError(f"direction {direction!r} is neither down nor up")
        self._enter()
        try:
            return self._pair_group(list(residents), list(incoming), list(adjacent), direction, last_round)
        finally:
            self.leave()

    cdef _pair_group(self, list residents, list incoming, list adjacent, direction, bint last_round):
        if len({*residents, *incoming}) != len(residents) + len(incoming) or len({*adjacent}) != len(adjacent):
            raise MedianSwissError("a participant stands in a group twice")
        cdef Engine engine = Engine(<int>self.t.field.size)
        cdef ms_step *step = &engine.engine.workspace.step
        cdef ms_direction way = MS_DOWN if direction == "down" else MS_UP
        cdef ms_rules rules = ms_rules(self.t.event.drawn, True, self.t.event.maxi, last_round, False)
        cdef int32_t[::1] home = self._indices(residents)
        cdef int32_t[::1] came = self._indices(incoming)
        cdef int32_t[::1] beyond = self._indices(adjacent)
        cdef ms_members members = ms_members(
            &home[0], <int32_t>(home.shape[0] - 1), &came[0], <int32_t>(came.shape[0] - 1)
        )
        cdef ms_pair *pairs = <ms_pair *>calloc(self.t.field.size + 1, sizeof(ms_pair))
        cdef int32_t made = 0, k
        if pairs == NULL:
            raise MemoryError
        try:
            with nogil:
                ms_sort_by_rank(step, &self.t.field, &came[0], members.incoming_count, way)
                ms_pair_group(
                    step, &self.t.field, &rules, &members, &beyond[0],
                    <int32_t>(beyond.shape[0] - 1), way, pairs, &made,
                )
            chosen = step.leaving
            return (
                [(self.t.numbers[pairs[k].a], self.t.numbers[pairs[k].b]) for k in range(made)],
                [self.t.numbers[chosen.chosen[k]] for k in range(chosen.count)],
            )
        finally:
            free(pairs)

    cdef _indices(self, numbers):
        """Indices of pairing numbers, ascending, with one entry to spare."""
        from array import array

        place = {self.t.numbers[i]: i for i in range(self.t.field.size)}
        unknown = [number for number in numbers if number not in place]
        if unknown:
            raise MedianSwissError(f"there is no participant {unknown[0]!r}")
        return array("i", [*sorted([place[number] for number in numbers]), 0])


cdef int32_t _scored_against(const ms_tournament *t, Py_ssize_t at, bint played) noexcept:
    """Game points of a match; 0 against who is only forbidden, where nothing is kept."""
    return t.game_points[at] if played and t.game_points != NULL else 0


def _restored(state):
    """A Field from what pickle kept of it."""
    cdef Field field = Field.__new__(Field)
    field._restore(state)
    return field


def field_of(tournament):
    """The field of a tournament in which all is chosen (`pairing.prepared`)."""
    cdef Field field = Field.__new__(Field)
    field._build(tournament)
    return field


cdef void *_tournament_memory(int32_t size, int32_t room, ms_level_order level_order) except NULL:
    cdef size_t wanted = ms_tournament_bytes(size, room, level_order)
    if wanted == 0:
        raise MedianSwissError("the tournament is out of the engine's range")
    cdef void *memory = malloc(wanted)
    if memory == NULL:
        raise MemoryError
    return memory


include "_core_batch.pxi"
include "_core_simulate.pxi"
