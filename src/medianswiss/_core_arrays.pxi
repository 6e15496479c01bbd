# NumPy in, NumPy out: a tournament, or many, without a Python object a participant.

import numpy as np
cimport numpy as cnp

cnp.import_array()

cdef enum Kind:
    INT8, INT32, INT64, LETTER, FLAG

# What each kind of array is held as, and a dtype that says so.
cdef tuple DTYPES = (np.dtype(np.int8), np.dtype(np.int32), np.dtype(np.int64), np.dtype("S1"), np.dtype(np.bool_))

FLOAT = np.dtype(
    [("participant", np.int32), ("from_twice", np.int32), ("to_twice", np.int32), ("direction", np.int32)]
)

cdef object NO_FLOATS = np.empty(0, FLOAT)
NO_FLOATS.flags.writeable = False


cdef inline bint _is_kind(cnp.ndarray array, Kind kind) noexcept:
    cdef int typenum = cnp.PyArray_TYPE(array)
    if kind == INT8:
        return typenum == cnp.NPY_INT8
    if kind == INT32:
        return typenum == cnp.NPY_INT32
    if kind == INT64:
        return typenum == cnp.NPY_INT64
    if kind == LETTER:
        return typenum == cnp.NPY_UINT8 or (typenum == cnp.NPY_STRING and cnp.PyArray_ITEMSIZE(array) == 1)
    return typenum == cnp.NPY_BOOL or typenum == cnp.NPY_UINT8


cdef bint _fits(object value, Kind kind, int ndim) except -1:
    """Whether an array can be read where it is."""
    if not cnp.PyArray_CheckExact(value) and (not cnp.PyArray_Check(value) or isinstance(value, np.ma.MaskedArray)):
        return False
    cdef cnp.ndarray array = <cnp.ndarray>value
    if cnp.PyArray_NDIM(array) != ndim or not _is_kind(array, kind) or not cnp.PyArray_ISBEHAVED_RO(array):
        return False
    cdef Py_ssize_t item = cnp.PyArray_ITEMSIZE(array)
    if cnp.PyArray_STRIDE(array, ndim - 1) != item:
        return cnp.PyArray_DIM(array, ndim - 1) <= 1
    return ndim == 1 or cnp.PyArray_STRIDE(array, 0) % item == 0


cdef const void *_data(
    object value, str name, Kind kind, Py_ssize_t rows, Py_ssize_t columns, ptrdiff_t *row, list keep
) except? NULL:
    """The entries of an array, converted only where its dtype or layout does not fit.

    `rows` entries, or rows of `columns` or more where that is not -1; `row` is told how far rows lie
    apart. What is read is kept alive in `keep`.
    """
    cdef int ndim = 1 if columns < 0 else 2
    cdef bint fits = _fits(value, kind, ndim)
    cdef cnp.ndarray array = <cnp.ndarray>(value if fits else _as_array(value, name))
    _check_shape(array, name, rows, columns)
    if not fits:  # only what is looked at: there may be more columns than memory has room for
        array = <cnp.ndarray>_converted(array if ndim == 1 else array[:, :columns], name, kind)
    row[0] = 1 if ndim == 1 else cnp.PyArray_STRIDE(array, 0) // cnp.PyArray_ITEMSIZE(array)
    keep.append(array)
    return cnp.PyArray_DATA(array)


cdef int _check_shape(cnp.ndarray array, str name, Py_ssize_t rows, Py_ssize_t columns) except -1:
    cdef int ndim = 1 if columns < 0 else 2
    if cnp.PyArray_NDIM(array) != ndim:
        raise InvalidTournament(f"{name} must have {ndim} dimension(s), not {cnp.PyArray_NDIM(array)}")
    if cnp.PyArray_DIM(array, 0) != rows:
        raise InvalidTournament(f"{name} has {cnp.PyArray_DIM(array, 0)} rows, and there are {rows} participants")
    if ndim == 2 and cnp.PyArray_DIM(array, 1) < columns:
        raise InvalidTournament(f"{name} has {cnp.PyArray_DIM(array, 1)} columns, and {columns} rounds are played")
    return 0


cdef _as_array(value, str name):
    """What was given, as an array of whatever dtype; a copy where it is none."""
    if isinstance(value, np.ma.MaskedArray):
        raise InvalidTournament(f"{name} is a masked array, and what a masked entry means is not said")
    try:
        return np.asarray(value)
    except ValueError as error:  # rows of unequal length
        raise InvalidTournament(f"{name} is no array: {error}") from None


cdef _converted(array, str name, Kind kind):
    """A new array of the right dtype with the same values; an error where there is none."""
    wanted = DTYPES[<int>kind]
    if kind == LETTER:
        return _letters(array, name)
    if array.dtype.kind not in ("biu" if kind == FLAG or array.size == 0 else "iu") and array.size > 0:
        raise InvalidTournament(f"{name} must be of {wanted}, not {array.dtype}")
    low, high = (0, 1) if kind == FLAG else (np.iinfo(wanted).min, np.iinfo(wanted).max)
    if array.size > 0 and not (low <= int(array.min()) and int(array.max()) <= high):
        raise InvalidTournament(f"{name} has values that {wanted} cannot hold")
    return np.ascontiguousarray(array.astype(wanted))


cdef _letters(array, str name):
    """A new array of letters, an octet each."""
    if array.dtype == np.uint8:
        return np.ascontiguousarray(array)
    one_letter = array.dtype in (np.dtype("S1"), np.dtype("U1"), np.dtype("U1").newbyteorder())
    if not one_letter and array.size > 0:
        raise InvalidTournament(f"{name} must hold letters as uint8 or S1, not {array.dtype}")
    try:
        return np.ascontiguousarray(array.astype("S1"))
    except UnicodeEncodeError:
        raise InvalidTournament(f"{name} must hold letters of TRF") from None


cdef class ArrayPairing:
    """The pairing of one round as arrays; participants are rows of the arrays given, from 0.

    Attributes
    ----------
    round : int
    pairs : (boards, 2) int32
        White and Black in board order.
    bye : int or None
        Who has the pairing-allocated bye.
    floaters : (floats,) structured, int32
        Every move out of a group in the order made: ``participant``; ``from_twice``, ``to_twice``, twice the
        scores of the groups left and entered, in tenths of a point (the median may lie between two scores);
        ``direction``, 0 down and 1 up.
    cracked : int
        How many pairings were taken back for the median (`lim`, 2.6).
    """

    cdef readonly int round
    cdef readonly object pairs
    cdef readonly object bye
    cdef readonly object floaters
    cdef readonly int cracked

    def __repr__(self):
        return f"ArrayPairing(round={self.round}, pairs={self.pairs.tolist()}, bye={self.bye})"


def array_pairing(int32_t round_, pairs, int32_t bye, floaters, int32_t cracked):
    """An `ArrayPairing` of what is already there; `bye` is -1 where nobody has it."""
    cdef ArrayPairing answer = ArrayPairing.__new__(ArrayPairing)
    answer.round = round_
    answer.pairs = pairs
    answer.bye = None if bye == MS_NONE else bye
    answer.floaters = floaters
    answer.cracked = cracked
    return answer


cdef _array_pairing(const ms_tournament *t, const ms_result *result):
    cdef cnp.npy_intp[2] shape
    cdef int32_t k
    shape[0], shape[1] = result.boards, 2
    pairs = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_INT32)
    cdef int32_t *pair = <int32_t *>cnp.PyArray_DATA(<cnp.ndarray>pairs)
    for k in range(result.boards):
        pair[2 * k] = result.white[k]
        pair[2 * k + 1] = result.black[k]
    floaters = NO_FLOATS
    if result.float_count > 0:
        floaters = np.empty(result.float_count, FLOAT)
        memcpy(cnp.PyArray_DATA(<cnp.ndarray>floaters), result.floats, <size_t>result.float_count * sizeof(ms_float))
    return array_pairing(t.event.round, pairs, result.bye, floaters, result.cracked)


cdef class Given:
    """Tournaments as arrays: what was given, looked at, and where it lies."""

    cdef ms_arrays arrays
    cdef ms_event event  # the round, unless there is one a tournament
    cdef ms_values values
    cdef ms_level_order level_order
    cdef list keep
    cdef Py_ssize_t rows, before

    cdef read(
        self, system, Py_ssize_t before, rounds, opponents, colours, results, score, rating, present, bye_barred,
        floated, tiebreak, game_points, initial_colour, maxi, scoring,
    ):
        """`before`: the most rounds played before the one to be paired."""
        cdef ms_arrays *a = &self.arrays
        cdef ms_rounds *r = &a.rounds
        cdef Py_ssize_t n = _count_rows(score, rating, present, opponents)
        self.keep = []
        self.rows = n
        self.before = before
        self._read_event(system, rounds, initial_colour, maxi, scoring)
        _check_given(system, before, opponents, colours, results, score, bye_barred, floated)
        a.size = <int32_t>n
        r.rounds = <int32_t>before
        r.opponent = <const int32_t *>self._table(opponents, "opponents", INT32, &r.opponent_row)
        r.colour = <const int8_t *>self._table(colours, "colours", INT8, &r.colour_row)
        r.result = <const uint8_t *>self._table(results, "results", LETTER, &r.result_row)
        r.game_points = <const int32_t *>self._table(game_points, "game_points", INT32, &r.game_points_row)
        r.score = <const int32_t *>self._list(score, "score", INT32)
        a.rating = <const int32_t *>self._list(rating, "rating", INT32)
        a.present = <const uint8_t *>self._list(present, "present", FLAG)
        a.bye_barred = <const uint8_t *>self._list(bye_barred, "bye_barred", FLAG)
        a.floated = <const uint8_t *>self._list(floated, "floated", FLAG)
        a.tiebreak = <const int64_t *>self._list(tiebreak, "tiebreak", INT64)
        a.forbidden = NULL
        a.forbidden_count = 0
        self.level_order = MS_BY_NUMBER
        if tiebreak is not None:
            self.level_order = MS_BY_TIEBREAK
        elif game_points is not None:
            self.level_order = MS_BY_SONNEBORN_BERGER

    cdef const void *_list(self, value, str name, Kind kind) except? NULL:
        """An entry a participant, or NULL where nothing is given."""
        cdef ptrdiff_t row
        cdef list keep = self.keep
        if value is None:
            return NULL
        return _data(value, name, kind, self.rows, -1, &row, keep)

    cdef const void *_table(self, value, str name, Kind kind, ptrdiff_t *row) except? NULL:
        """An entry a participant a round played, or NULL where nothing is given."""
        cdef list keep = self.keep
        row[0] = 0
        if value is None or self.before == 0:
            return NULL
        return _data(value, name, kind, self.rows, self.before, row, keep)

    cdef read_forbidden(self, forbidden):
        """The pairs are copied: they are counted before they are entered, and must be the same both times."""
        cdef list keep = self.keep
        cdef ptrdiff_t row
        pairs = _as_array(forbidden, "forbidden")
        if pairs.size == 0:
            return
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise InvalidTournament(f"forbidden must have two columns: its shape is {pairs.shape}")
        cdef Py_ssize_t count = len(pairs)
        _check_forbidden_count(count)
        pairs = np.array(pairs, order="C")
        self.arrays.forbidden = <const int32_t *>_data(pairs, "forbidden", INT32, count, 2, &row, keep)
        self.arrays.forbidden_count = <int32_t>count

    cdef _read_event(self, system, rounds, initial_colour, maxi, scoring):
        if not isinstance(system, str) or system not in RULE_SETS:
            raise UnknownSystem(f"unknown system {system!r}; there are {', '.join(RULE_SETS)}")
        if not isinstance(maxi, (bool, np.bool_)):
            raise InvalidTournament(f"maxi {maxi!r} is neither True nor False")
        if scoring is None:
            scoring = USUAL[system]
        else:
            validate_scoring(scoring)
        if system == "lim" and scoring.white_win != scoring.black_win:
            raise InvalidTournament(
                "a win with White and one with Black differ, and the median (2.2) needs one value"
            )
        self.values = _values_of(scoring, system)
        self.event.win = scoring.white_win
        self.event.rule_set = RULE_SETS[system]
        self.event.drawn = _drawn(initial_colour)
        self.event.maxi = bool(maxi)
        self.event.rounds = 0


# Made once, and only read from then on.
cdef dict USUAL = {system: Scoring.usual(system) for system in RULE_SETS}
cdef ms_values[3] USUAL_VALUES
for _system, _scoring in USUAL.items():
    USUAL_VALUES[<int>RULE_SETS[_system]] = _values_of(_scoring)


cdef Py_ssize_t _count_rows(score, rating, present, opponents) except -1:
    for name, array in (("score", score), ("rating", rating), ("present", present), ("opponents", opponents)):
        if array is not None:
            try:
                rows = len(array)
            except TypeError:  # a number, an array without dimensions, an iterator
                raise InvalidTournament(
                    f"{name} must have an entry a participant, and is {short_repr(array)}"
                ) from None
            if rows > MS_MAX_PLAYERS:
                raise MedianSwissError(f"{rows} participants are more than the {MS_MAX_PLAYERS} the engine can take")
            return rows
    raise InvalidTournament("how many participants there are is not said: give score, rating or present")


cdef int _check_forbidden_count(Py_ssize_t count) except -1:
    if count > MS_MAX_FORBIDDEN:
        raise MedianSwissError(f"{count} forbidden pairs are more than the {MS_MAX_FORBIDDEN} the engine can take")
    return 0


cdef _check_given(system, Py_ssize_t before, opponents, colours, results, score, bye_barred, floated):
    """What cannot be known otherwise has been said."""
    if before == 0:
        return
    if opponents is None or colours is None:
        raise InvalidTournament(f"{before} rounds are played: opponents and colours are needed")
    if results is None:
        if score is None:
            raise InvalidTournament("without results, score is needed")
        if bye_barred is None:
            raise InvalidTournament("without results, bye_barred is needed: who may not have the bye")
        if floated is None and system == "lim":
            raise InvalidTournament("without results, floated is needed: who floated in the previous round (3.10)")


cdef ms_colour _drawn(initial_colour) except *:
    if not isinstance(initial_colour, str) or initial_colour not in ("white", "black"):
        raise InvalidTournament(f"initial colour {initial_colour!r} is neither white nor black")
    return MS_BLACK if initial_colour == "black" else MS_WHITE


cdef bint _is_integer(value) except -1:
    """Whether it is a plain integer, Python's or NumPy's; True is not."""
    return type(value) is int or isinstance(value, np.integer)


cdef int32_t _round_number(value, str name, int high) except -1:
    if not _is_integer(value) or not 1 <= value <= high:
        raise InvalidTournament(f"{name} {value!r} is not an integer from 1 to {high}")
    return value


cdef int _set_rounds(ms_event *event, rounds) except -1:
    if rounds is not None:
        event.rounds = _round_number(rounds, "rounds", MS_MAX_GAMES)
    elif event.rule_set == MS_LIM:
        raise InvalidTournament("the last round has a rule of its own (article 6): give rounds")
    if event.rounds and event.round > event.rounds:
        raise InvalidTournament(f"all rounds are played: round {event.rounds} was the last")
    return 0
