# Many tournaments at once, by any number of threads: each takes a piece after the other until none is left.

from cpython.pythread cimport WAIT_LOCK

cdef enum:
    PIECES = 16  # a thread, so that all end together


cdef class Batch:
    """Many tournaments as arrays, one behind the other, for `pair_many`.

    The arrays are those of `pair_arrays`, with the rows of all tournaments; they are read where they are when
    the rounds are paired, and must not be changed meanwhile. `opponents` are rows of their own tournament, from
    0. System, colour, maxi and scoring are the same for all; no pairs are forbidden.

    Parameters
    ----------
    system : {"lim", "ecu", "olympiad"}
    offsets : (count + 1,) int64
        Tournament k has the rows ``offsets[k]`` to ``offsets[k + 1]``.
    round, rounds : int or (count,) int32
        Of all tournaments, or of each. Tournament k has ``round[k] - 1`` columns; further ones are not looked at.
    score, rating, opponents, colours, results, present, bye_barred, floated, tiebreak, game_points : optional
    initial_colour, maxi, scoring : optional
        As in `pair_arrays`.

    Raises
    ------
    InvalidTournament, UnknownSystem
        An array is of the wrong kind or shape, a round is out of range. What a single tournament contradicts is its own error.

    Attributes
    ----------
    count : int
        How many tournaments there are; ``len(batch)`` too.
    rows : (count + 1,) int64
        The offsets.
    round : (count,) int32
        The round to be paired, a tournament.
    """

    cdef Given given
    cdef ms_event *events
    cdef const int64_t *offsets
    cdef readonly int count
    cdef readonly object rows
    cdef readonly object round

    def __cinit__(self, *args, **arrays):
        self.events = NULL

    def __dealloc__(self):
        free(self.events)

    def __init__(
        self,
        *,
        system,
        offsets,
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
        tiebreak=None,
        game_points=None,
        initial_colour="white",
        maxi=False,
        scoring=None,
    ):
        cdef Given given = Given.__new__(Given)
        cdef ptrdiff_t row
        offsets = _as_array(offsets, "offsets")
        if offsets.ndim != 1 or len(offsets) == 0 or offsets.dtype.kind not in "iu":
            raise InvalidTournament("offsets must be integers, one more than there are tournaments")
        if len(offsets) > 0x7fffffff:
            raise MedianSwissError("the batch is more than the engine can take")
        offsets = offsets.astype(np.int64)  # a copy: nobody else can change it
        sizes = np.diff(offsets)
        if offsets[0] != 0 or (sizes < 0).any():
            raise InvalidTournament("offsets must begin with 0 and not descend")
        count = len(sizes)
        if count and sizes.max() > MS_MAX_PLAYERS:
            raise MedianSwissError("the batch is more than the engine can take")
        round_of = _a_tournament(round, "round", count)
        rounds_of = None if rounds is None else _a_tournament(rounds, "rounds", count)
        given.read(
            system, max(round_of) - 1 if count else 0, rounds, opponents, colours, results, score, rating,
            present, bye_barred, floated, tiebreak, game_points, initial_colour, maxi, scoring,
        )
        if given.arrays.size != offsets[count]:
            raise InvalidTournament(f"offsets end with {offsets[count]}, and there are {given.arrays.size} participants")
        if self.given is not None:
            raise TypeError("a Batch is built once")
        free(self.events)  # of an attempt that failed
        self.events = <ms_event *>malloc((<size_t>count + 1) * sizeof(ms_event))
        if self.events == NULL:
            raise MemoryError
        for k in range(count):
            self.events[<Py_ssize_t>k] = given.event
            self.events[<Py_ssize_t>k].round = round_of[k]
            _set_rounds(&self.events[<Py_ssize_t>k], None if rounds_of is None else rounds_of[k])
        self.offsets = <const int64_t *>cnp.PyArray_DATA(<cnp.ndarray>offsets)
        self.rows = offsets
        self.round = np.array(round_of, np.int32)
        self.given = given
        self.count = <int>count

    def __len__(self):
        return self.count

    def pair(self, k, Engine engine=None):
        """Pair tournament `k` alone: an `ArrayPairing`, or the error of that tournament."""
        if not _is_integer(k) or not 0 <= k < self.count:
            raise IndexError(f"there is no tournament {k!r}: there are {self.count}, from 0")
        if engine is None:
            engine = Engine()
        engine.enter()
        try:
            return self._pair(k, engine)
        finally:
            engine.leave()

    cdef _pair(self, int32_t k, Engine engine):
        cdef ms_batch batch
        cdef ms_tournament t
        cdef ms_fault fault
        self.fill(&batch)
        cdef int32_t size = <int32_t>(self.offsets[k + 1] - self.offsets[k]), room = self.events[k].round - 1
        engine.reserve(size, 0)
        cdef void *memory = engine.room_for(size, room, batch.level_order)
        with nogil:
            fault = ms_batch_load(&batch, k, memory, engine.engine.scratch, &t)
        if fault.kind != MS_SOUND:
            raise _as_error(fault)
        cdef const ms_result *answer = engine.run(&t)
        return _array_pairing(&t, answer)

    cdef int fill(self, ms_batch *batch) except -1:
        if self.given is None:
            raise MedianSwissError("the Batch was never built")
        batch.tournaments = NULL
        batch.events = self.events
        batch.values = self.given.values
        batch.level_order = self.given.level_order
        batch.offsets = self.offsets
        batch.arrays = self.given.arrays
        return 0


cdef _a_tournament(value, str name, Py_ssize_t count):
    """An integer for each tournament, of one for all or an array."""
    array = _as_array(value, name)
    if array.dtype.kind not in "iu" or array.ndim > 1 or (array.ndim == 1 and len(array) != count):
        raise InvalidTournament(f"{name} must be an integer, or {count} of them")
    if array.size and not (1 <= int(array.min()) and int(array.max()) <= MS_MAX_GAMES):
        raise InvalidTournament(f"{name}: integers from 1 to {MS_MAX_GAMES} are needed")
    return np.broadcast_to(array.astype(np.int32), (count,)).tolist() if array.ndim == 0 else array.tolist()


cdef class Run:
    """The pairing of many tournaments: what its threads share."""

    cdef ms_batch batch
    cdef ms_answers answers
    cdef const ms_tournament **tournaments
    cdef list owners  # of what the pointers point into
    cdef PyThread_type_lock lock
    cdef int32_t count, next_, piece, most, room
    cdef int64_t met
    cdef bint stopped
    cdef readonly object pairs, pair_offsets, boards, bye, cracked, float_count, status
    cdef list blocks

    def __cinit__(self, *args):
        self.tournaments = NULL
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.tournaments)
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef _prepare(self, sizes, int threads):
        """Room for the answers of tournaments of these sizes."""
        self.count = <int32_t>len(sizes)
        self.next_ = 0
        self.stopped = False
        self.piece = max(1, self.count // (threads * PIECES))
        self.blocks = []
        self.pair_offsets = np.zeros(self.count + 1, np.int64)
        np.cumsum(sizes // 2, out=self.pair_offsets[1:])
        self.pairs = np.empty((int(self.pair_offsets[self.count]), 2), np.int32)
        self.boards, self.bye, self.cracked, self.float_count, self.status = (
            np.zeros(self.count, np.int32) for _ in range(5)
        )
        self.answers.pairs = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>self.pairs)
        self.answers.pair_offsets = <const int64_t *>cnp.PyArray_DATA(<cnp.ndarray>self.pair_offsets)
        self.answers.boards = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>self.boards)
        self.answers.bye = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>self.bye)
        self.answers.cracked = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>self.cracked)
        self.answers.float_count = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>self.float_count)
        self.answers.status = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>self.status)
        self.most = <int32_t>(sizes.max() if self.count else 0)

    def stop(self):
        """Let every thread end after the piece in hand."""
        self.stopped = True

    cdef int32_t _claim(self) noexcept:
        """The first of the next piece."""
        PyThread_acquire_lock(self.lock, WAIT_LOCK)
        cdef int32_t first = self.count if self.stopped else self.next_
        self.next_ = first + min(self.piece, self.count - first)
        PyThread_release_lock(self.lock)
        return first

    def work(self):
        """Pair piece after piece until none is left; any number of threads may do so."""
        cdef Engine engine = Engine()
        cdef ms_worker worker
        cdef int32_t first, end, begun
        cdef Floats floats = Floats()
        engine.given_up = &self.stopped
        engine.reserve(self.most, self.met)
        worker.engine = &engine.engine
        worker.memory = NULL
        if self.batch.tournaments == NULL:
            worker.memory = engine.room_for(self.most, self.room, self.batch.level_order)
        while True:
            PyErr_CheckSignals()
            first = begun = self._claim()
            end = first + min(self.piece, self.count - first)
            if first >= end:
                return
            worker.floats, worker.float_room, worker.float_count = floats.list, floats.room, 0
            while first < end:
                with nogil:
                    first += ms_batch_pair(&self.batch, &self.answers, &worker, first, end)
                if worker.wants == MS_MORE_FLOATS:
                    floats.enlarge(worker.float_count, engine.engine.result.float_count)
                    worker.floats, worker.float_room = floats.list, floats.room
                elif worker.wants == MS_MORE_MEMORY:
                    engine._lend_memory()
                elif worker.wants == MS_STOPPED:
                    engine._raise_reason()
            if worker.float_count > 0:
                block = np.empty(worker.float_count, FLOAT)
                memcpy(
                    cnp.PyArray_DATA(<cnp.ndarray>block), worker.floats, <size_t>worker.float_count * sizeof(ms_float)
                )
                self.blocks.append((begun, block))

    def floats(self):
        """The floats of all tournaments in their order."""
        blocks = [block for _, block in sorted(self.blocks, key=_first_of)]
        return np.concatenate(blocks) if blocks else NO_FLOATS


def _first_of(block):
    return block[0]


cdef class Floats:
    """A list that grows."""

    cdef ms_float *list
    cdef int64_t room

    def __cinit__(self):
        self.room = 0
        self.list = NULL

    def __dealloc__(self):
        free(self.list)

    cdef int enlarge(self, int64_t used, int64_t more) except -1:
        cdef int64_t room = 2 * (used + more) + 64
        cdef void *longer = realloc(self.list, <size_t>room * sizeof(ms_float))
        if longer == NULL:
            raise MemoryError
        self.list = <ms_float *>longer
        self.room = room
        return 0


def run_of_batch(Batch batch, int threads):
    """A `Run` over a batch."""
    cdef Run run = Run()
    batch.fill(&run.batch)
    sizes = np.diff(batch.rows)
    run._prepare(sizes, threads)
    run.owners = [batch]
    run.room = batch.given.arrays.rounds.rounds
    run.met = <int64_t>run.most * run.room if batch.given.event.rule_set != MS_LIM else 0
    return run


def ready_to_pair(Field field):
    """The field, which nobody else uses, if it has a round left to pair."""
    field._check_ready()
    return field


def run_of_fields(list fields, int threads):
    """A `Run` over fields that nobody else uses meanwhile."""
    cdef Run run = Run()
    cdef Field field
    cdef Py_ssize_t k
    run._prepare(np.array([len(field) for field in fields], np.int64), threads)
    run.owners = fields
    run.tournaments = <const ms_tournament **>malloc((<size_t>len(fields) + 1) * sizeof(void *))
    if run.tournaments == NULL:
        raise MemoryError
    run.met = 0
    for k in range(len(fields)):
        field = fields[k]
        run.tournaments[k] = &field.t
        if ms_is_ranked(&field.t):
            run.met = max(run.met, <int64_t>field.t.field.met_size)
    run.batch.tournaments = run.tournaments
    return run


def answer_of_field(Run run, Field field, int32_t k, floats):
    """What `run` answers for its field k: a RoundPairing, or None when there is an error to ask `field.pair` for."""
    if run.answers.status[k] != MS_OK:
        return None
    cdef ms_result result
    cdef Py_ssize_t boards = run.answers.boards[k], b
    cdef const int32_t *pair = run.answers.pairs + 2 * run.answers.pair_offsets[k]
    cdef const int32_t *numbers = field.t.numbers
    pairs = tuple([(numbers[pair[2 * b]], numbers[pair[2 * b + 1]]) for b in range(boards)])
    result.trace = NULL
    result.bye = run.answers.bye[k]
    if field.requested:
        field._name_bye_given(&result)
    result.cracked = run.answers.cracked[k]
    result.floats = <ms_float *>cnp.PyArray_DATA(<cnp.ndarray>floats)
    result.float_count = run.answers.float_count[k]
    return _as_round_pairing(&field.t, pairs, &result)
