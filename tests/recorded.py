"""Clean tournaments to plant faults in: cut after a round, and that round recorded otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

from medianswiss import Game, RoundPairing, Settings, Tournament, pair
from medianswiss.simulation import simulated

OTHER = {"w": "b", "b": "w", None: None}


@cache
def clean(system: str, players: int = 15, rounds: int = 7, seed: int = 1) -> Tournament:
    """A tournament paired by the rules."""
    return simulated(Settings(system=system, players=players, rounds=rounds, seed=seed), 0)


def after_rounds(t: Tournament, played: int) -> Tournament:
    """`t` as it was after so many rounds, everybody present."""
    people = tuple(replace(p, games=p.games[:played]) for p in t.participants)
    return replace(t, participants=people, round=played + 1)


def events(system: str, *, players: int = 15, rounds: int = 7, seeds: int = 40) -> Iterator[Tournament]:
    """Clean tournaments after each of their rounds but the first."""
    for seed in range(seeds):
        t = clean(system, players, rounds, seed)
        for played in range(2, t.round):
            yield after_rounds(t, played)


def before_last(t: Tournament) -> Tournament:
    """Before the last round, present who was paired in it."""
    there = {n for n, g in last_round(t).items() if g.opponent is not None or g.result == "U"}
    t = after_rounds(t, t.round - 2)
    return replace(t, participants=tuple(replace(p, present=p.number in there) for p in t.participants))


def last_by_the_rules(t: Tournament) -> RoundPairing:
    """The last round as the rules pair it, and why."""
    return pair(before_last(t), trace=True)


def last_round(t: Tournament) -> dict[int, Game]:
    """What everybody has in the last round."""
    return {p.number: p.games[-1] for p in t.participants}


def with_last_round(t: Tournament, games: dict[int, Game]) -> Tournament:
    """`t` with another last round."""
    people = tuple(replace(p, games=(*p.games[:-1], games[p.number])) for p in t.participants)
    return replace(t, participants=people)


def exchanged(t: Tournament, a: int, b: int) -> Tournament:
    """`a` and `b` change places in the last round: opponent, colour and result, or the bye."""
    names = {a: b, b: a}
    games = {
        names.get(number, number): replace(game, opponent=names.get(game.opponent, game.opponent))
        if game.opponent is not None
        else game
        for number, game in last_round(t).items()
    }
    return with_last_round(t, games)


def colours_exchanged(t: Tournament, a: int) -> Tournament:
    """The last game of `a` with the other colours."""
    games = last_round(t)
    for number in (a, games[a].opponent):
        assert number is not None
        games[number] = replace(games[number], colour=OTHER[games[number].colour])
    return with_last_round(t, games)


def pairs_of(t: Tournament) -> list[tuple[int, int]]:
    """White and Black of every pair of the last round."""
    return [(n, g.opponent) for n, g in last_round(t).items() if g.opponent is not None and g.colour == "w"]


def histories(t: Tournament) -> dict[int, str]:
    """The colours of everybody before the last round."""
    return {p.number: "".join(str(g.colour) for g in p.games[:-1] if g.played) for p in t.participants}


def two_pairs(t: Tournament) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Every two pairs of the last round."""
    return combinations(pairs_of(t), 2)
