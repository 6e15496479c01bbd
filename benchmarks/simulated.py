"""Simulated events of players and of teams: the inputs of the benchmarks, the same on every machine.

Ratings are drawn from a normal distribution, results from the rating expectation with draws, about one
game in a hundred is forfeited, and a few participants sit a round out. The result of a match of teams is
made like that of a game. Every round is paired by medianswiss itself. `before_round` keeps what it made
under ``build/benchmarks``, named by its parameters and the engine.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from medianswiss import Game, ImpossiblePairing, Participant, RoundPairing, Scoring, Tournament, pair
from medianswiss import _core as core

BUILD: Final = Path(__file__).parents[1] / "build" / "benchmarks"
"""Everything the benchmarks make: libraries, events, profiles. Safe to delete."""

PLANNED: Final = 9
PLANNED_FOR_TEAMS: Final = 11
SEED: Final = 1
FORFEITED: Final = 0.01
DRAWN: Final = 0.6  # share of the weaker side's expectation that comes as draws
LEFT_OUT: Final = 0.01  # of the participants, each round
ASKED_FOR: Final = "HZ"


@dataclass(frozen=True)
class Event:
    """What tells one simulated event from another."""

    participants: int
    seed: int = SEED
    rounds: int = PLANNED
    maxi: bool = False
    system: str = "lim"

    def __str__(self) -> str:
        return f"{self.participants:,} {'players' if self.system == 'lim' else 'teams'}"

    def before_round(self, number: int) -> Tournament:
        """The tournament with rounds 1 to `number` - 1 played."""
        path = self._path(number)
        if not path.exists():
            for played in self.before_each_round():
                _keep(self._path(played.round), played)
                if played.round == number:
                    break
        tournament: Tournament = pickle.loads(path.read_bytes())
        return tournament

    def _path(self, number: int) -> Path:
        kind = f"{self.system}{'-maxi' * self.maxi}-{self.participants}-of-{self.rounds}-seed-{self.seed}"
        return BUILD / "events" / engine_version() / f"{kind}-round-{number}.pickle"

    def before_each_round(self) -> Iterator[Tournament]:
        """The tournament before each round, up to the last one or one that cannot be paired."""
        rng = Random(self.seed)
        tournament = self._start(rng)
        while True:
            yield tournament
            if tournament.round == self.rounds:
                return
            try:
                pairing = pair(tournament)
            except ImpossiblePairing:
                return
            tournament = _next_round(rng, tournament, pairing)

    def _start(self, rng: Random) -> Tournament:
        ratings = sorted(
            (max(1000, round(rng.gauss(2000, 300))) for _ in range(self.participants)), reverse=True
        )
        return Tournament(
            tuple(Participant(number, rating=rating) for number, rating in enumerate(ratings, 1)),
            system=self.system,
            scoring=Scoring.usual(self.system),
            rounds=self.rounds,
            initial_colour="white",
            maxi=self.maxi,
        )


def event_of(system: str, participants: int) -> Event:
    """The first event of a size, with the rounds usual in a rule set."""
    rounds = PLANNED if system == "lim" else PLANNED_FOR_TEAMS
    return Event(participants, rounds=rounds, system=system)


@cache
def engine_version() -> str:
    """A name for the engine that pairs the events."""
    return hashlib.sha256(Path(core.__file__).read_bytes()).hexdigest()[:16]


def _keep(path: Path, tournament: Tournament) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_bytes(pickle.dumps(tournament, pickle.HIGHEST_PROTOCOL))
    unfinished.replace(path)


def _next_round(rng: Random, tournament: Tournament, pairing: RoundPairing) -> Tournament:
    games = _games(rng, tournament, pairing)
    participants = tuple(
        replace(p, games=(*p.games, games[p.number]), present=rng.random() >= LEFT_OUT)
        for p in tournament.participants
    )
    return replace(tournament, participants=participants, round=tournament.round + 1)


def _games(rng: Random, tournament: Tournament, pairing: RoundPairing) -> dict[int, Game]:
    """The round of everybody, by number."""
    ratings = {p.number: p.rating for p in tournament.participants}
    games = {
        p.number: Game(None, None, rng.choice(ASKED_FOR)) for p in tournament.participants if not p.present
    }
    for white, black in pairing.pairs:
        result = _result(rng, ratings[white] - ratings[black])
        games[white], games[black] = Game(black, "w", result[0]), Game(white, "b", result[1])
    if pairing.bye is not None:
        games[pairing.bye] = Game(None, None, "U")
    return games


def _result(rng: Random, lead: int) -> str:
    """The letters of White and Black; `lead` is White's rating less Black's."""
    if rng.random() < FORFEITED:
        return rng.choice(("+-", "-+"))
    expectation = 1 / (1 + 10 ** (-lead / 400))
    draw = DRAWN * min(expectation, 1 - expectation)
    drawn = rng.random()
    if drawn < draw:
        return "=="
    return "10" if drawn < draw / 2 + expectation else "01"
