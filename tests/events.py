"""Tournaments for the tests: a compact notation for small ones, and whole random ones round by round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from random import Random

from hypothesis import strategies as st

from medianswiss import Game, ImpossiblePairing, Participant, Scoring, Tournament, pair

# ----------------------------------------------------------------------------- the notation

GAME = re.compile(r"(\d+)([wb]?)([-10=+WDL])(?:/([\d.]+))?")
ABSENCE = Game(None, None, "Z")
FIRST_DUMMY = 100_001


def event(
    text: str,
    *,
    met: str = "",
    round: int | None = None,
    rounds: int = 9,
    initial_colour: str = "white",
    maxi: bool = False,
    system: str = "lim",
    ranking: str = "number",
) -> Tournament:
    """A tournament in which each line is a participant: number, points, rounds, and words about it.

    Rounds are letters, ``W`` and ``B`` a drawn game with that colour against somebody who is no longer
    there, ``F H Z U`` byes, ``+ -`` forfeits; or ``3w1``, White against #3 and won, ``3w1/2.5`` with so many
    game points. The shorter histories lack their first rounds. Points ``.`` are the sum of the results.
    Words: ``r2400`` the rating, ``absent``, ``floated`` (in the last round, which is a letter).
    ``met="1-2 1-3"`` are forbidden pairs.
    """
    lines = [line.split() for line in text.strip().splitlines()]
    if round is None:
        round = 1 + max((len(_rounds_of(words)) for words in lines), default=0)
    participants: list[Participant] = []
    dummies: list[Participant] = []
    for words in lines:
        number, points = int(words[0]), None if words[1] == "." else float(words[1])
        tokens = _rounds_of(words)
        tokens = ["Z"] * (round - 1 - len(tokens)) + tokens
        games: list[Game] = []
        for index, token in enumerate(tokens):
            if token in "WB+-":
                dummy = FIRST_DUMMY + len(dummies)
                before = (points or 0) + ("floated" in words)
                dummies.append(_dummy(dummy, number, token, index, round, before))
                games.append(_against(dummy, token))
            elif explicit := GAME.fullmatch(token):
                opponent, colour, result, scored = explicit.groups()
                games.append(Game(int(opponent), colour or None, result, float(scored) if scored else None))
            else:
                games.append(Game(None, None, token))
        rating = next((int(word[1:]) for word in words if re.fullmatch(r"r\d+", word)), 0)
        participants.append(
            Participant(number, "", rating, tuple(games), points, present="absent" not in words)
        )
    forbidden = tuple((int(a), int(b)) for a, b in (both.split("-") for both in met.split()))
    everybody = (*participants, *dummies)
    return Tournament(
        everybody,
        system,
        rounds,
        round,
        initial_colour,
        maxi,
        ranking,
        forbidden,
        Scoring.usual(system),
    ).validate()


def _rounds_of(words: list[str]) -> list[str]:
    tokens: list[str] = []
    for word in words[2:]:
        if GAME.fullmatch(word):
            tokens.append(word)
        elif re.fullmatch(r"[WBFHZU+-]+", word):
            tokens += word
    return tokens


def _against(opponent: int, token: str) -> Game:
    """The one round a letter stands for."""
    return Game(opponent, None, token) if token in "+-" else Game(opponent, token.lower(), "=")


def _dummy(dummy: int, number: int, token: str, index: int, round: int, before: float) -> Participant:
    """Who was met in the round at `index`."""
    back = {"W": "B", "B": "W", "+": "-", "-": "+"}[token]
    games = [ABSENCE] * (round - 1)
    games[index] = _against(number, back)
    return Participant(dummy, games=tuple(games), points=before, present=False)


# ----------------------------------------------------------------------------- random tournaments

FOOTBALL = Scoring(30, 30, 10, 10, 0, 0, 30, 0, 30, 10, 0, 30)
SCORINGS = (
    FOOTBALL,
    Scoring(pairing_bye=5),
    Scoring(black_draw=6, black_loss=1),
    Scoring(white_loss=1, forfeit_loss=-5),
)
TEAM_SCORINGS = (
    FOOTBALL,
    replace(Scoring.teams(), pairing_bye=20),
    replace(Scoring.teams(), forfeit_loss=-10),
)
TEAM_SYSTEMS = ("ecu", "olympiad")
BOARDS = 4
UNUSUAL = (("0", "0"), ("0", "="), ("=", "0"), ("W", "L"), ("L", "W"), ("D", "D"), ("L", "L"))
FORFEITS = (("+", "-"), ("-", "+"), ("-", "-"))


@dataclass
class Entrant:
    """One participant of a random tournament."""

    number: int
    rating: int
    arrives: int = 1
    leaves: int = 1000
    games: list[Game] = field(default_factory=list)


class Simulation:
    """One random tournament: every choice comes from `random`, so one seed is one tournament.

    Iterating gives the `Tournament` before each round; that round is then paired, by the engine or at random
    (which leaves repeated meetings, streaks and differences that the engine would never make), and played.
    """

    def __init__(self, random: Random, size: int, rounds: int, system: str = "lim") -> None:
        self.random = random
        self.system = system
        self.rounds = rounds
        self.entrants = self._enter(size)
        scorings = SCORINGS if system == "lim" else TEAM_SCORINGS
        self.scoring = random.choice(scorings) if self.chance(0.12) else Scoring.usual(system)
        self.maxi = self.chance(0.3)
        self.initial_colour = random.choice(("white", "black"))
        self.foreign = random.choice((0.0, 0.0, 0.0, 0.3, 1.0))
        self.spread = random.choice((0.0, size / 4, float(size)))
        self.white_first = random.choice((0.5, 0.5, 0.9))
        self.absences = random.choice((0.0, 0.0, 0.03, 0.2))
        self.forfeits = random.choice((0.0, 0.02, 0.2))
        self.unusual = random.choice((0.0, 0.0, 0.1))
        self.forbidden_share = random.choice((0.0, 0.0, 0.0, 0.02, 0.15, 0.4))
        self.given_points = random.choice((0.0, 0.0, 0.0, 0.0, 0.2))
        self.ranking = "number" if system == "lim" else random.choice(("number", "number", "esb"))

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _enter(self, size: int) -> list[Entrant]:
        random = self.random
        numbers = range(1, size + 1)
        if self.chance(0.2):
            numbers = sorted(random.sample(range(1, 3 * size + 2), size))  # type: ignore[assignment]
        ratings = [random.randint(1200, 2600) for _ in numbers]
        order = random.random()
        if order < 0.8:
            ratings.sort(reverse=True)
        elif order < 0.9:
            ratings = [2000] * size
        entrants = [Entrant(*both) for both in zip(numbers, ratings, strict=True)]
        unrated, late, leaving = (random.choice((0.0, 0.0, 0.1, 0.3)) for _ in range(3))
        for entrant in entrants:
            if self.chance(unrated):
                entrant.rating = 0
            if self.chance(late):
                entrant.arrives = random.randint(1, self.rounds)
            if self.chance(leaving):
                entrant.leaves = random.randint(2, self.rounds + 1)
        return entrants

    def __iter__(self) -> Iterator[Tournament]:
        for round in range(1, self.rounds + 1):
            tournament = self._before(round)
            yield tournament
            if round < self.rounds and not self._play(tournament):
                return

    # ---- before a round

    def _before(self, round: int) -> Tournament:
        random = self.random
        numbers = [entrant.number for entrant in self.entrants]
        pairs = [(a, b) for a in numbers for b in numbers if a < b] if self.forbidden_share else []
        forbidden = tuple(random.sample(both, 2) for both in pairs if self.chance(self.forbidden_share))
        return Tournament(
            tuple(self._participant(entrant, round) for entrant in self.entrants),
            self.system,
            self.rounds,
            round,
            self.initial_colour,
            self.maxi,
            self.ranking,
            forbidden,  # type: ignore[arg-type]
            self.scoring,
        ).validate()

    def _participant(self, entrant: Entrant, round: int) -> Participant:
        present = entrant.arrives <= round < entrant.leaves and not self.chance(self.absences)
        requested = None if present else self.random.choice(("H", "Z", "Z", "F", None))
        points = None
        if self.chance(self.given_points):
            earned = sum(map(self.scoring.value, entrant.games))
            points = (earned + self.random.choice((-10, -5, 1, 5, 10))) / 10
        games = tuple(entrant.games)
        return Participant(entrant.number, "", entrant.rating, games, points, present, requested)

    # ---- the round

    def _play(self, tournament: Tournament) -> bool:
        """Pair and play it; False when the tournament ends here because it cannot be paired."""
        entrants = {entrant.number: entrant for entrant in self.entrants}
        pairs, bye = self._foreign_pairing(tournament)
        if not self.chance(self.foreign):
            try:
                made = pair(tournament)
                pairs, bye = list(made.pairs), made.bye
            except ImpossiblePairing:
                if self.chance(0.5):
                    return False
        for p in tournament.participants:
            if not p.present:
                entrants[p.number].games.append(Game(None, None, p.requested or "Z"))
        if bye is not None:
            entrants[bye].games.append(Game(None, None, "U"))
        for white, black in pairs:
            self._meet(entrants[white], entrants[black])
        return True

    def _foreign_pairing(self, tournament: Tournament) -> tuple[list[tuple[int, int]], int | None]:
        """Neighbours in an order that is more or less that of the numbers, with any colours."""
        random = self.random
        present = [p.number for p in tournament.participants if p.present]
        present.sort(key=lambda number: number + self.spread * random.random())
        bye = present.pop(random.randrange(len(present))) if len(present) % 2 else None
        halves = zip(present[::2], present[1::2], strict=True)
        return [(a, b) if self.chance(self.white_first) else (b, a) for a, b in halves], bye

    def _meet(self, white: Entrant, black: Entrant) -> None:
        random = self.random
        expected = 1 / (1 + 10 ** ((black.rating - white.rating) / 400))
        luck = random.random()
        results = ("=", "=") if self.chance(0.3) else ("1", "0") if luck < expected else ("0", "1")
        colours: tuple[str | None, str | None] = ("w", "b")
        if self.chance(self.unusual):
            results = random.choice(UNUSUAL)
        elif self.chance(self.forfeits):
            results = random.choice(FORFEITS)
            if self.chance(0.3):
                colours = (None, None)
        scored = self._game_points(results[0])
        white.games.append(Game(black.number, colours[0], results[0], scored[0]))
        black.games.append(Game(white.number, colours[1], results[1], scored[1]))

    def _game_points(self, result: str) -> tuple[float, float] | tuple[None, None]:
        """What the boards of a match brought to both teams: more than half of the points to who won."""
        if self.system == "lim":
            return None, None
        half = BOARDS / 2
        margin = 0.0 if result in "=D" else self.random.randint(1, BOARDS) / 2
        white = half + margin if result in "1W+" else half - margin
        return white, BOARDS - white


def random_size(random: Random) -> int:
    """0 to 60 participants, small fields more often: there most rules meet."""
    return random.randint(*random.choice(((0, 5), (4, 10), (4, 10), (8, 18), (8, 18), (15, 34), (30, 60))))


def random_team_size(random: Random) -> int:
    """2 to 40 teams, some 80."""
    if random.random() < 0.01:
        return 80
    return random.randint(*random.choice(((2, 6), (2, 6), (4, 10), (4, 10), (8, 16), (14, 24), (24, 40))))


def random_rounds(seed: int, system: str = "lim") -> Iterator[Tournament]:
    """Every round of one random tournament, and in `lim` now and then the same one as the last round.

    Small tournaments have more rounds than they can pair.
    """
    random = Random(seed)
    size = random_size(random) if system == "lim" else random_team_size(random)
    for tournament in Simulation(random, size, random.randint(1, min(size + 2, 12)), system):
        yield tournament
        if system == "lim" and random.random() < 0.2:
            yield replace(tournament, rounds=tournament.round)


def rounds_from(seed: int, system: str = "lim") -> Iterator[Tournament]:
    """The rounds of one random tournament after another."""
    return (tournament for each in count(seed) for tournament in random_rounds(each, system))


@st.composite
def tournaments(
    draw: st.DrawFn, smallest: int = 0, largest: int = 60, systems: Sequence[str] = ("lim",)
) -> Tournament:
    """A tournament before one of its rounds; shrinks to fewer players and fewer rounds."""
    system = draw(st.sampled_from(systems))
    size = draw(st.integers(smallest, min(largest, 14)) | st.integers(smallest, largest))
    played = draw(st.integers(0, min(size + 1, 11)))
    rounds = played + draw(st.integers(1, 3))
    simulation = Simulation(Random(draw(st.integers(0, 2**32))), size, rounds, system)
    *_, last = islice(simulation, played + 1)
    return last
