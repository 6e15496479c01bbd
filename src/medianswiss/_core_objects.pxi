# From the objects of a Tournament to arrays: one pass that looks at every type on its way. What a game says, csrc
# knows (tournament.c); what is odd here or there, `validate` puts into words.

from .tournament import BYES, MAX_NUMBER, MAX_RATING, Game, Participant
from .validation import MAX_VALUE, are_game_points, is_tenths, validate, validate_header, validate_scoring


cdef class Sheet:
    """The participants of a tournament in the order of their numbers, as arrays. Its header is validated."""

    cdef Py_ssize_t size, rounds
    cdef ms_arrays arrays
    cdef int32_t *number
    cdef int32_t *rating
    cdef int32_t *score
    cdef int32_t *scratch
    cdef uint8_t *present
    cdef int32_t *opponent
    cdef int32_t *game_points
    cdef int8_t *colour
    cdef uint8_t *result
    cdef int32_t *forbidden
    cdef object tournament
    cdef tuple given      # its participants and forbidden pairs, read once: memory is made for so many
    cdef tuple excluded
    cdef list people
    cdef dict requested  # number -> letter: what is given already for the coming round
    cdef dict places  # of numbers; None where number k + 1 is at place k
    cdef bint approved  # `validate` had a look: subclasses are welcome

    def __cinit__(self, tournament):
        self.tournament = tournament
        self.given = tournament.participants
        self.excluded = tournament.forbidden
        self.size = len(self.given)
        self.rounds = _round_number(tournament.round, "round", MS_MAX_GAMES + 1) - 1
        self.approved = False
        if self.size > MS_MAX_PLAYERS:
            raise MedianSwissError(f"{self.size} participants are more than the {MS_MAX_PLAYERS} the engine can take")
        _check_forbidden_count(len(self.excluded))
        cdef size_t n = <size_t>self.size + 1, entries = <size_t>(self.size * self.rounds) + 1
        self.number = <int32_t *>malloc(n * sizeof(int32_t))
        self.rating = <int32_t *>malloc(n * sizeof(int32_t))
        self.score = <int32_t *>malloc(n * sizeof(int32_t))
        self.scratch = <int32_t *>malloc(n * sizeof(int32_t))
        self.present = <uint8_t *>malloc(n)
        self.opponent = <int32_t *>malloc(entries * sizeof(int32_t))
        self.game_points = <int32_t *>malloc(entries * sizeof(int32_t))
        self.colour = <int8_t *>malloc(entries)
        self.result = <uint8_t *>malloc(entries)
        self.forbidden = <int32_t *>malloc((2 * <size_t>len(self.excluded) + 1) * sizeof(int32_t))
        if (
            self.number == NULL or self.rating == NULL or self.score == NULL or self.scratch == NULL
            or self.present == NULL or self.opponent == NULL or self.game_points == NULL or self.colour == NULL
            or self.result == NULL or self.forbidden == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.number)
        free(self.rating)
        free(self.score)
        free(self.scratch)
        free(self.present)
        free(self.opponent)
        free(self.game_points)
        free(self.colour)
        free(self.result)
        free(self.forbidden)

    cdef read(self):
        """Read everything; raise `InvalidTournament` where it is not what it should be."""
        if not self._read_all():
            validate(self.tournament)  # says what is wrong, or approves of what the quick look did not know
            self.approved = True
            if not self._read_all():
                raise MedianSwissError("the tournament changed while it was packed")
        cdef ptrdiff_t row = self.rounds
        self.arrays.size = <int32_t>self.size
        self.arrays.rounds = ms_rounds(
            <int32_t>self.rounds, self.opponent, self.colour, self.result, self.game_points, self.score,
            row, row, row, row,
        )
        self.arrays.rating = self.rating
        self.arrays.present = self.present
        self.arrays.bye_barred = self.arrays.floated = NULL
        self.arrays.tiebreak = NULL
        self.arrays.forbidden = self.forbidden

    cdef bint _read_all(self) except -1:
        return self._read_numbers() and self._read_people() and self._read_forbidden()

    cdef bint _read_numbers(self) except -1:
        cdef Py_ssize_t k
        cdef bint ascending = True, gapless = True
        cdef int64_t number, before = 0
        cdef list people = list(self.given), numbers = []
        for p in people:
            if not self._is_participant(p):
                return False
            value = p.number
            if type(value) is not int or not 1 <= value <= MAX_NUMBER:
                return False
            number = value
            ascending = ascending and number > before
            gapless = gapless and number == before + 1
            before = number
            numbers.append(value)
        if not ascending:
            order = sorted(range(self.size), key=numbers.__getitem__)
            people = [people[k] for k in order]
            numbers = [numbers[k] for k in order]
        self.people = people
        self.places = None if gapless else {value: place for place, value in enumerate(numbers)}
        if not gapless and len(self.places) != self.size:
            return False
        for k in range(self.size):
            self.number[k] = numbers[k]
        return True

    cdef bint _is_participant(self, p) except -1:
        return type(p) is Participant or (self.approved and isinstance(p, Participant))

    cdef int32_t _place(self, number) except -2:
        """The place of a number, or MS_NONE."""
        if type(number) is not int:
            return MS_NONE
        if self.places is None:
            return <int32_t>(number - 1) if 1 <= number <= self.size else MS_NONE
        return self.places.get(number, MS_NONE)

    cdef bint _read_people(self) except -1:
        cdef Py_ssize_t place, at = 0
        self.requested = {}
        for place in range(self.size):
            p = self.people[place]
            if not self._read_participant(place, p):
                return False
            games = p.games
            if type(games) is not tuple or len(games) != self.rounds:
                return False
            for game in <tuple>games:
                if not self._read_game(at, game):
                    return False
                at += 1
        return True

    cdef bint _read_participant(self, Py_ssize_t place, p) except -1:
        rating, points, present, requested = p.rating, p.points, p.present, p.requested
        if type(rating) is not int or not 0 <= rating <= MAX_RATING or type(present) is not bool:
            return False
        if not isinstance(p.name, str) or (points is not None and not is_tenths(points)):
            return False
        if requested is not None and (present or not isinstance(requested, str) or requested not in BYES):
            return False
        if requested is not None:
            self.requested[self.number[place]] = requested
        self.rating[place] = rating
        self.present[place] = present
        self.score[place] = MS_NO_SCORE if points is None else round(points * 10)
        return True

    cdef bint _read_game(self, Py_ssize_t at, game) except -1:
        if type(game) is not Game and not (self.approved and isinstance(game, Game)):
            return False
        opponent, colour, result, scored = game.opponent, game.colour, game.result, game.game_points
        if type(result) is not str or len(<str>result) != 1 or (<str>result)[0] > 127:
            return False
        if scored is not None and not are_game_points(scored):
            return False
        cdef int32_t place = MS_NONE
        if opponent is not None:
            place = self._place(opponent)
            if place == MS_NONE:
                return False
        self.opponent[at] = place
        self.result[at] = <uint8_t>(<str>result)[0]
        self.game_points[at] = -1 if scored is None else round(scored * 10)
        if colour is None:
            self.colour[at] = 0
        elif colour == "w":
            self.colour[at] = 1
        elif colour == "b":
            self.colour[at] = -1
        else:
            return False
        return True

    cdef bint _read_forbidden(self) except -1:
        cdef Py_ssize_t at = 0
        cdef int32_t a, b
        for pair in self.excluded:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                return False
            a, b = self._place(pair[0]), self._place(pair[1])
            if a == MS_NONE or b == MS_NONE or a == b:
                return False
            self.forbidden[at] = a
            self.forbidden[at + 1] = b
            at += 2
        self.arrays.forbidden_count = <int32_t>(at // 2)
        return True

    cdef refuse(self, ms_fault fault):
        """Raise what csrc found wrong."""
        validate(self.tournament)  # knows the words, but not what only the ranking asks
        number = self.number[fault.participant]
        if fault.kind == MS_FAULT_GAME_POINTS:
            raise InvalidTournament(
                'no game points, and ranking "esb" needs them', participant=number, round=fault.round
            )
        raise InvalidTournament(FAULTS[<int>fault.kind], participant=number, round=fault.round)


cdef ms_event _event_of(tournament) except *:
    cdef ms_event event
    event.rule_set = RULE_SETS[tournament.system]
    event.round = 1
    event.rounds = tournament.rounds or 0  # only lim asks, and always knows
    event.win = tournament.scoring.white_win
    event.drawn = MS_BLACK if tournament.initial_colour == "black" else MS_WHITE
    event.maxi = tournament.maxi
    return event


cdef ms_values _values_of(scoring, system=None) except *:
    """What results are worth; quickly so where it is what is usual in a rule set."""
    cdef ms_values values
    if system is not None and scoring == USUAL[system]:
        return USUAL_VALUES[<int>RULE_SETS[system]]
    cdef Py_ssize_t white, k
    for white in range(2):
        for k, letter in enumerate(LETTERS):
            values.of[white][k] = scoring.value(Game(None, "w" if white else "b", letter))
    return values
