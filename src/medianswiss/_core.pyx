"""The border between Python and csrc: tournaments are packed, the engine is called without the GIL.

Nothing here knows files or rules; nothing in csrc knows Python.
"""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from .errors import ImpossiblePairing, MedianSwissError
from .ranking import arrangement, bars_bye
from .tournament import Floater, RoundPairing, Step
from .validation import validate

# The articles of "no eligible team or player can have the bye" and of "not all can be paired".
cdef tuple ARTICLES = (("1.1", "2.1"), ("N.5.4", "N.5.3"), ("4", "6.1"))

# How a step of each rule set is told: the rule, and its articles as an arbiter cites them. Of D.02 "7" is the
# chapter as a whole.
cdef dict STEPS = {
    MS_LIM: {
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


cdef class PackedField:
    """A tournament as the engine sees it.

    Immutable once built, so any number of threads may pair it at the same time; each call has its
    own workspace.

    Parameters
    ----------
    tournament : Tournament
        With `system` set, and `rounds` where that is ``"lim"``. It is validated here, whatever was
        done before: nothing unchecked crosses the border.
    """

    cdef ms_field field
    cdef ms_event event
    cdef int32_t *numbers
    cdef int32_t *met
    cdef uint64_t *played
    cdef bint built

    def __cinit__(self):
        memset(&self.field, 0, sizeof(ms_field))
        self.numbers = NULL
        self.met = NULL
        self.played = NULL
        self.built = False

    def __dealloc__(self):
        free(self.field.players)
        free(self.numbers)
        free(self.met)
        free(self.played)

    def __init__(self, tournament):
        if self.numbers != NULL:
            raise TypeError("a PackedField is built once")
        validate(tournament)
        if tournament.system is None or (tournament.rounds is None and tournament.system == "lim"):
            raise MedianSwissError("system and rounds have to be chosen first")
        participants = sorted(tournament.participants, key=arrangement(tournament))
        cdef Py_ssize_t size = len(participants)
        if size > MS_MAX_PLAYERS:
            raise MedianSwissError(f"{size} participants are more than the {MS_MAX_PLAYERS} the engine can take")
        # One more than needed: malloc(0) may answer NULL.
        self.numbers = <int32_t *>calloc(size + 1, sizeof(int32_t))
        self.field.players = <ms_player *>calloc(size + 1, sizeof(ms_player))
        self.played = <uint64_t *>calloc(size + 1, sizeof(uint64_t))
        if self.numbers == NULL or self.field.players == NULL or self.played == NULL:
            raise MemoryError
        self.field.numbers = self.numbers
        self.field.played = self.played
        self.field.size = <int32_t>size
        _pack_event(&self.event, tournament)
        index = {p.number: i for i, p in enumerate(participants)}
        meetings = _pack_players(self, participants, tournament.scoring, tournament.system)
        self._pack_met(participants, index, tournament.forbidden, meetings)
        _mark_floated(self, participants, index, tournament.scoring)
        cdef ms_status status
        with nogil:
            status = ms_field_prepare(&self.field)
        if status != MS_OK:
            raise MedianSwissError("the tournament is out of the engine's range")
        self.built = True

    cdef _check_built(self):
        if not self.built:
            raise MedianSwissError("the PackedField was never built")

    cdef _pack_met(self, list participants, dict index, forbidden, Py_ssize_t meetings):
        cdef Py_ssize_t total = meetings + 2 * len(forbidden)
        cdef int32_t at = 0
        if total > 0x7fffffff:
            raise MedianSwissError("the tournament has more games than the engine can take")
        self.met = <int32_t *>calloc(total + 1, sizeof(int32_t))
        if self.met == NULL:
            raise MemoryError
        barred = _forbidden_by_number(forbidden)
        cdef ms_player *player
        for i, p in enumerate(participants):
            player = &self.field.players[i]
            player.met_from = at
            for game in p.games:
                if game.opponent is not None and _is_played(game.result):
                    at = self._add_met(at, total, index[game.opponent])
            for number in barred.get(p.number, ()):
                at = self._add_met(at, total, index[number])
            player.met_count = at - player.met_from
        self.field.met = self.met
        self.field.met_size = at

    cdef int32_t _add_met(self, int32_t at, Py_ssize_t total, int32_t opponent) except -1:
        if at >= total:
            raise MedianSwissError("the tournament changed while it was packed")
        self.met[at] = opponent
        return at + 1

    def pair(self, bint trace=False):
        """Pair the round.

        Parameters
        ----------
        trace : bool
            Whether the answer says why.

        Returns
        -------
        RoundPairing

        Raises
        ------
        ImpossiblePairing
            No legal pairing exists.
        """
        self._check_built()
        cdef Reply reply = Reply(self.field.size)
        cdef ms_status status
        if trace:
            reply.lend_trace(self.field.size + 16, 4 * <int64_t>self.field.size + 16)
        while True:
            with nogil:
                status = ms_pair_round(&reply.workspace, &self.field, &self.event, &reply.result)
            if status == MS_MORE_FLOATS:
                reply.enlarge()
            elif status == MS_MORE_MEMORY:
                reply.lend_memory()
            elif status == MS_MORE_TRACE:
                reply.lend_trace(reply.trace.step_count, reply.trace.who_count)
            else:
                break
        if status == MS_IMPOSSIBLE:
            raise self._impossible(reply)
        if status != MS_OK:
            raise MedianSwissError("the tournament is out of the engine's range")
        return self._round_pairing(reply)

    cdef _impossible(self, Reply reply):
        cdef int32_t k
        numbers = tuple([self.numbers[reply.result.unplaced[k]] for k in range(reply.result.unplaced_count)])
        bye, complete = ARTICLES[self.event.rule_set]
        return ImpossiblePairing(bye if reply.result.article == MS_ARTICLE_BYE else complete, numbers)

    cdef _round_pairing(self, Reply reply):
        cdef ms_result *result = &reply.result
        cdef int32_t k
        pairs = tuple([
            (self.numbers[result.white[k]], self.numbers[result.black[k]]) for k in range(result.boards)
        ])
        floaters = tuple([
            Floater(
                self.numbers[result.floats[k].participant],
                result.floats[k].from_twice / 20.0,
                result.floats[k].to_twice / 20.0,
                "down" if result.floats[k].direction == MS_DOWN else "up",
            )
            for k in range(result.float_count)
        ])
        bye = None if result.bye == MS_NONE else self.numbers[result.bye]
        return RoundPairing(self.event.round, pairs, bye, floaters, result.cracked, self._steps(&reply.trace))

    cdef tuple _steps(self, const ms_trace *trace):
        cdef int64_t s, k
        told = STEPS[self.event.rule_set]
        steps = []
        for s in range(trace.step_count):
            step = &trace.steps[s]
            who = tuple([self.numbers[trace.who[k]] for k in range(step.first, step.first + step.count)])
            steps.append(Step(*told[step.reason], who))
        return tuple(steps)

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
        self._check_built()
        if len({*residents, *incoming}) != len(residents) + len(incoming) or len({*adjacent}) != len(adjacent):
            raise MedianSwissError("a participant stands in a group twice")
        cdef Reply reply = Reply(self.field.size)
        cdef ms_direction way = MS_DOWN if direction == "down" else MS_UP
        cdef ms_rules rules = ms_rules(self.event.drawn, True, self.event.maxi, last_round, False)
        cdef int32_t[::1] home = self._indices(residents)
        cdef int32_t[::1] came = self._indices(incoming)
        cdef int32_t[::1] beyond = self._indices(adjacent)
        cdef ms_members members = ms_members(
            &home[0], <int32_t>(home.shape[0] - 1), &came[0], <int32_t>(came.shape[0] - 1)
        )
        cdef ms_pair *pairs = <ms_pair *>calloc(self.field.size + 1, sizeof(ms_pair))
        cdef int32_t made = 0, k
        if pairs == NULL:
            raise MemoryError
        try:
            with nogil:
                ms_sort_by_rank(&reply.workspace.step, &self.field, &came[0], members.incoming_count, way)
                ms_pair_group(
                    &reply.workspace.step, &self.field, &rules, &members, &beyond[0],
                    <int32_t>(beyond.shape[0] - 1), way, pairs, &made,
                )
            chosen = &reply.workspace.step.leaving
            return (
                [(self.numbers[pairs[k].a], self.numbers[pairs[k].b]) for k in range(made)],
                [self.numbers[chosen.chosen[k]] for k in range(chosen.count)],
            )
        finally:
            free(pairs)

    cdef _indices(self, numbers):
        """Indices of pairing numbers, ascending, with one entry to spare."""
        from array import array

        place = {self.numbers[i]: i for i in range(self.field.size)}
        unknown = [number for number in numbers if number not in place]
        if unknown:
            raise MedianSwissError(f"there is no participant {unknown[0]!r}")
        return array("i", [*sorted([place[number] for number in numbers]), 0])


cdef class Reply:
    """Workspace and result of one call; owns their memory."""

    cdef ms_workspace workspace
    cdef ms_result result
    cdef void *memory
    cdef void *exact
    cdef ms_trace trace

    def __cinit__(self, int32_t size):
        self.exact = NULL
        memset(&self.trace, 0, sizeof(ms_trace))
        memset(&self.result, 0, sizeof(ms_result))
        self.memory = malloc(ms_workspace_bytes(size) + 1)
        self.result.white = <int32_t *>malloc((size // 2 + 1) * sizeof(int32_t))
        self.result.black = <int32_t *>malloc((size // 2 + 1) * sizeof(int32_t))
        self.result.unplaced = <int32_t *>malloc((size + 1) * sizeof(int32_t))
        self.result.float_room = size + 16
        self.result.floats = <ms_float *>malloc(self.result.float_room * sizeof(ms_float))
        if (
            self.memory == NULL or self.result.white == NULL or self.result.black == NULL
            or self.result.unplaced == NULL or self.result.floats == NULL
        ):
            raise MemoryError
        ms_workspace_init(&self.workspace, self.memory, size)

    def __dealloc__(self):
        free(self.memory)
        free(self.exact)
        free(self.result.white)
        free(self.result.black)
        free(self.result.unplaced)
        free(self.result.floats)
        free(self.trace.steps)
        free(self.trace.who)

    cdef lend_memory(self):
        """Give the exact method of the team rules the scratch it asked for."""
        cdef size_t wanted = self.result.memory_wanted
        if wanted == <size_t>-1:
            raise MedianSwissError("more teams than the exact method can take")
        free(self.exact)
        self.exact = malloc(wanted)
        if self.exact == NULL:
            raise MemoryError
        self.workspace.kept.memory = self.exact
        self.workspace.kept.memory_bytes = wanted

    cdef enlarge(self):
        """Make room for the floats the last call counted."""
        cdef int64_t count = self.result.float_count
        if count > 0x7fffffff:
            raise MedianSwissError("the round has more floaters than the engine can list")
        free(self.result.floats)
        self.result.floats = <ms_float *>malloc(<size_t>count * sizeof(ms_float))
        if self.result.floats == NULL:
            raise MemoryError
        self.result.float_room = <int32_t>count

    cdef lend_trace(self, int64_t steps, int64_t who):
        """Ask for a trace, with room for so many steps and participants."""
        if steps > 0x7fffffff or who > 0x7fffffff:
            raise MedianSwissError("the trace of the round is longer than the engine can list")
        free(self.trace.steps)
        free(self.trace.who)
        self.trace.steps = <ms_trace_step *>malloc(<size_t>steps * sizeof(ms_trace_step))
        self.trace.who = <int32_t *>malloc(<size_t>who * sizeof(int32_t))
        if self.trace.steps == NULL or self.trace.who == NULL:
            raise MemoryError
        self.trace.step_room, self.trace.who_room = <int32_t>steps, <int32_t>who
        self.result.trace = &self.trace


cdef _pack_event(ms_event *event, tournament):
    event.rule_set = {"lim": MS_LIM, "ecu": MS_ECU, "olympiad": MS_OLYMPIAD}[tournament.system]
    event.round = tournament.round
    event.rounds = tournament.rounds or 0  # only lim asks, and always knows
    event.win = tournament.scoring.white_win
    event.drawn = MS_BLACK if tournament.initial_colour == "black" else MS_WHITE
    event.maxi = tournament.maxi


cdef Py_ssize_t _pack_players(PackedField packed, list participants, scoring, system) except -1:
    """Fill histories, scores and flags; the number of meetings of played games, both sides counted."""
    cdef Py_ssize_t meetings = 0, i
    cdef ms_player *player
    cdef Values values
    cdef int32_t score
    cdef bint white
    cdef Py_UCS4 result
    _fill_values(&values, scoring)
    for i, p in enumerate(participants):
        player = &packed.field.players[i]
        packed.numbers[i] = p.number
        player.rating = p.rating
        player.flags = MS_PRESENT if p.present else 0
        score = 0
        for game in p.games:
            result = game.result
            if result >= 128:  # the one index that is not a Python one
                raise MedianSwissError(f"unknown result {game.result!r}")
            white = game.colour == "w"
            score += values.of[white][result]
            packed.played[i] <<= 1
            if game.opponent is not None and _is_played(result):
                player.colours = player.colours << 1 | white
                player.games += 1
                packed.played[i] |= 1
                meetings += 1
        if bars_bye(system, p.games):
            player.flags |= MS_BYE_BARRED
        player.score = score if p.points is None else round(p.points * 10)
    return meetings


cdef struct Values:
    # What each result brings in tenths of a point: by colour (1 = White) and letter, all ASCII.
    int32_t of[2][128]


cdef _fill_values(Values *values, scoring):
    from .tournament import RESULTS, Game

    cdef Py_UCS4 letter
    memset(values, 0, sizeof(Values))
    for name in RESULTS:
        letter = name
        values.of[0][letter] = scoring.value(Game(None, "b", name))
        values.of[1][letter] = scoring.value(Game(None, "w", name))


cdef inline bint _is_played(Py_UCS4 result):
    return result in (u"1", u"=", u"0", u"W", u"D", u"L")


cdef dict _forbidden_by_number(forbidden):
    barred = {}
    for a, b in forbidden:
        barred.setdefault(a, []).append(b)
        barred.setdefault(b, []).append(a)
    return barred


cdef _mark_floated(PackedField packed, list participants, dict index, scoring):
    """3.10: played the previous round against an opponent whose score before it differed."""
    if packed.event.round == 1:
        return
    last = [game for p in participants for game in p.games[packed.event.round - 2 :]]
    if len(last) != len(participants):
        raise MedianSwissError("the tournament changed while it was packed")
    before = [packed.field.players[i].score - scoring.value(game) for i, game in enumerate(last)]
    for i, game in enumerate(last):
        if game.played and before[i] != before[index[game.opponent]]:
            packed.field.players[i].flags |= MS_FLOATED
