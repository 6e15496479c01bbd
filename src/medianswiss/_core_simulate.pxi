# Whole tournaments without Python in the loop: a piece of a simulation is one call.

from cpython.pycapsule cimport PyCapsule_GetPointer

# Not from numpy.random: that would import it, and most programs draw nothing.
cdef extern from "numpy/random/bitgen.h" nogil:
    ctypedef struct bitgen_t:
        void *state
        uint64_t (*next_uint64)(void *state) noexcept nogil


NORMAL_STEPS = MS_NORMAL_STEPS
NORMAL_UNIT = MS_NORMAL_UNIT
EXPECTED_UNIT = MS_EXPECTED_UNIT
MOST_APART = MS_MOST_APART
APART_STEP = MS_APART_STEP
COLOUR_BOUND = MS_COLOUR_BOUND

MEASURES = np.dtype(
    [(name, np.int64) for name in ("agreement", "tied", "covariance", "variance")]
    + [
        (name, np.int32)
        for name in (
            "ranked", "winner", "best", "floats", "cracked", "rematches", "top_games", "unbalanced", "byes",
            "games", "stopped", "drawn",
        )
    ],
    align=True,
)

# What each participant ends with, and the dtype of its column.
cdef tuple FINALS = (
    ("rating", np.int32), ("strength", np.int32), ("score", np.int32), ("place", np.int32),
    ("opponents", np.int32), ("games", np.int8), ("colours", np.int8), ("floats", np.int8),
)


cdef class Model:
    """What all tournaments of a simulation have in common; see ms_model of csrc/simulate.h."""

    cdef ms_model model
    cdef object arrays  # what its pointers point into

    def __init__(
        self, *, system, rounds, size, boards, at_random, by_lot, initial_colour, maxi, scoring, by_game_points,
        rating, rating_mean, rating_deviation, rating_least, noise, board_noise, normal, expected, draw_rate,
        draw_slope, forfeit, absence, half_bye, late, leaving, top,
    ):
        cdef ms_model *m = &self.model
        cdef list keep = []
        cdef ptrdiff_t row
        cdef Py_ssize_t rows = size
        m.event.rule_set = RULE_SETS[system]
        m.event.round = 1
        m.event.rounds = rounds
        m.event.win = scoring.white_win
        m.event.drawn = MS_BLACK if initial_colour == "black" else MS_WHITE
        m.event.maxi = maxi
        m.values = _values_of(scoring, system)
        m.level_order = MS_BY_SONNEBORN_BERGER if by_game_points else MS_BY_NUMBER
        m.at_random, m.by_lot, m.size, m.boards, m.top = at_random, by_lot, size, boards, top
        m.rating = NULL
        if rating is not None:
            m.rating = <const int32_t *>_data(rating, "ratings", INT32, rows, -1, &row, keep)
        m.rating_mean, m.rating_deviation, m.rating_least = rating_mean, rating_deviation, rating_least
        m.noise, m.board_noise = noise, board_noise
        m.normal = <const int32_t *>_data(normal, "normal", INT32, MS_NORMAL_STEPS + 1, -1, &row, keep)
        m.expected = <const uint32_t *>_data(expected, "expected", INT32, 2 * MS_MOST_APART + 1, -1, &row, keep)
        m.draw_rate, m.draw_slope = draw_rate, draw_slope
        m.forfeit, m.absence, m.half_bye, m.late, m.leaving = forfeit, absence, half_bye, late, leaving
        self.arrays = keep
        if ms_simulation_bytes(m) == 0:
            raise InvalidTournament("the simulation is out of the engine's range")

    @property
    def words(self):
        """Random words a tournament uses; a multiple of 4."""
        return ms_simulation_words(&self.model)

    def normal(self, halves, deviation):
        """Normal deviates with this standard deviation, one of each half of a word.

        Parameters
        ----------
        halves : iterable of int
            From 0 to below 2**32.
        deviation : int

        Returns
        -------
        list of int
        """
        cdef int32_t standard = deviation
        cdef uint32_t half
        return [ms_normal(&self.model, half, standard) for half in halves]

    def play(self, halves, white, black):
        """Games between players of these strengths, one of each half of a word.

        Parameters
        ----------
        halves, white, black : iterables of int

        Returns
        -------
        list of int
            0 White won, 1 drawn, 2 Black won.
        """
        cdef uint32_t half
        cdef int32_t a, b
        return [ms_play_game(&self.model, half, a, b) for half, a, b in zip(halves, white, black, strict=True)]


cdef class Simulator:
    """What one thread simulates with."""

    cdef Model model
    cdef ms_simulation simulation
    cdef void *memory
    cdef void *exact

    def __cinit__(self, Model model not None):
        self.model = model
        self.exact = NULL
        self.memory = malloc(ms_simulation_bytes(&model.model))
        if self.memory == NULL:
            raise MemoryError
        ms_simulation_init(&self.simulation, self.memory, &model.model)

    def __dealloc__(self):
        free(self.memory)
        free(self.exact)

    cdef int lend_memory(self) except -1:
        cdef size_t wanted = self.simulation.engine.result.memory_wanted
        if wanted == <size_t>-1:
            raise MedianSwissError("more teams than the exact method can take")
        cdef void *exact = malloc(wanted)
        if exact == NULL:
            raise MemoryError
        free(self.exact)
        self.exact = exact
        self.simulation.engine.workspace.kept.memory = exact
        self.simulation.engine.workspace.kept.memory_bytes = wanted
        return 0


def simulate_piece(Model model, bit_generator, Py_ssize_t count, bint with_finals, bint with_history=False):
    """Play `count` tournaments with the next words of a bit generator.

    Returns
    -------
    measures : (count,) structured
    sums : dict of str to int64 arrays
    finals : dict of str to (count, n) arrays, or None
    history : dict of str to (count, n, rounds) arrays, or None
        Every round, with entries as in `pair_arrays`; of rounds not played the result is 0.
    """
    cdef Simulator simulator = Simulator(model)
    cdef ms_simulation *simulation = &simulator.simulation
    cdef bitgen_t *bitgen = <bitgen_t *>PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")
    cdef ms_source source
    cdef ms_sums totals
    cdef ms_finals ends
    cdef ms_history table
    cdef const ms_finals *told = &ends if with_finals else NULL
    cdef const ms_history *tables = &table if with_history else NULL
    cdef int64_t done = 0, played, n = model.model.size
    cdef ms_status status = MS_OK
    source.next = bitgen.next_uint64
    source.state = bitgen.state
    measures = np.empty(count, MEASURES)
    cdef ms_measures *measured = <ms_measures *>cnp.PyArray_DATA(<cnp.ndarray>measures)
    if MEASURES.itemsize != sizeof(ms_measures):
        raise AssertionError("MEASURES is not ms_measures")
    sums = {
        "place_of": np.zeros((n, n), np.int64),
        "score": np.zeros(n, np.int64),
        "floats": np.zeros(model.model.event.rounds + 1, np.int64),
        "colours": np.zeros(2 * MS_COLOUR_BOUND + 1, np.int64),
        "opponents": np.zeros(n, np.int64),
        "games": np.zeros(n, np.int64),
        "outcomes": np.zeros((MS_APARTS, 3), np.int64),
    }
    totals.place_of = _sums_of(sums["place_of"])
    totals.score = _sums_of(sums["score"])
    totals.floats = _sums_of(sums["floats"])
    totals.colours = _sums_of(sums["colours"])
    totals.opponents = _sums_of(sums["opponents"])
    totals.games = _sums_of(sums["games"])
    totals.outcomes = _sums_of(sums["outcomes"])
    finals = {name: np.empty((count, n), dtype) for name, dtype in FINALS} if with_finals else None
    history = None
    if with_history:
        shape = (count, n, model.model.event.rounds)
        history = {
            "opponents": np.full(shape, -1, np.int32),
            "colours": np.zeros(shape, np.int8),
            "results": np.zeros(shape, np.uint8),
            "game_points": np.full(shape, -1, np.int32),
        }
    with bit_generator.lock:
        while done < count:
            if with_finals:
                _point_finals(&ends, finals, done)
            if with_history:
                _point_history(&table, history, done)
            with nogil:
                played = ms_simulate(
                    simulation, &source, count - done, measured + done, &totals, told, tables, &status
                )
            done += played
            if status == MS_MORE_MEMORY:
                simulator.lend_memory()
            elif status != MS_OK:
                raise MedianSwissError("the simulation is out of the engine's range")
    return measures, sums, finals, history


cdef int64_t *_sums_of(array) noexcept:
    return <int64_t *>cnp.PyArray_DATA(<cnp.ndarray>array)


cdef int _point_finals(ms_finals *ends, dict finals, Py_ssize_t k) except -1:
    ends.rating = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["rating"][k])
    ends.strength = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["strength"][k])
    ends.score = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["score"][k])
    ends.place = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["place"][k])
    ends.opponents = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["opponents"][k])
    ends.games = <int8_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["games"][k])
    ends.colours = <int8_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["colours"][k])
    ends.floats = <int8_t *>cnp.PyArray_DATA(<cnp.ndarray>finals["floats"][k])
    return 0


cdef int _point_history(ms_history *table, dict history, Py_ssize_t k) except -1:
    table.opponent = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>history["opponents"][k])
    table.colour = <int8_t *>cnp.PyArray_DATA(<cnp.ndarray>history["colours"][k])
    table.result = <uint8_t *>cnp.PyArray_DATA(<cnp.ndarray>history["results"][k])
    table.game_points = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>history["game_points"][k])
    return 0
