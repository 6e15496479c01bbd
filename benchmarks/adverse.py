"""Rounds made to be hard: how many times the floor the core takes over each.

usage: python benchmarks/adverse.py [--players N] [--teams N] [--histories N]

None of them comes from play; each drives one part of the procedure as hard as the input format allows. Some
have no legal pairing, and finding that out is what is timed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from measure import repetitions
from native import PLAYER, PRESENT, RULE_SETS, Driver, Packed

Scores = npt.NDArray[np.int64]
Met = Sequence[Sequence[int]]

DUE_WHITE, MUST_WHITE, MUST_BLACK = "WBWB", "WWBB", "BBWW"
GROUPS: Final = 9
PLAYED: Final = 4
WIN: Final = 10
MEDIAN: Final = PLAYED * WIN // 2


def _word(colours: str) -> int:
    """The history whose oldest game comes first."""
    return int(colours.replace("W", "1").replace("B", "0"), 2)


def _field(
    score: Scores,
    colours: Sequence[str],
    met: Met | None = None,
    *,
    system: str = "lim",
    maxi: bool = False,
    last: bool = False,
) -> Packed:
    size = len(score)
    met = [[] for _ in range(size)] if met is None else met
    players = np.zeros(size, PLAYER)
    players["score"] = score
    players["rating"] = np.linspace(2800, 1000, size).astype(int)
    players["colours"] = [_word(history) for history in colours]
    players["games"] = PLAYED
    players["flags"] = PRESENT
    players["met_count"] = [len(numbers) for numbers in met]
    players["met_from"] = np.cumsum(players["met_count"]) - players["met_count"]
    flat = np.array([number for numbers in met for number in numbers], np.int32)
    numbers = np.arange(1, size + 1, dtype=np.int32)
    played = np.full(size, (1 << PLAYED) - 1, np.uint64)
    rule_set, rounds = RULE_SETS.index(system), PLAYED + 1 if last else 2 * PLAYED
    return Packed(players, numbers, played, flat, rule_set, PLAYED + 1, rounds, WIN, maxi)


# ---- scores, colours, meetings ---------------------------------------------------------------------


def _one_group(size: int, score: int) -> Scores:
    return np.full(size, score)


def _many_groups(size: int) -> Scores:
    return np.random.default_rng(1).integers(0, GROUPS, size) * 5


def _two_sides(size: int) -> Scores:
    return np.where(np.arange(size) < size // 2, MEDIAN + WIN, MEDIAN - WIN)


def _inward(score: Scores) -> list[str]:
    """Nobody can be paired before the median: White is a must above it, Black below."""
    return [MUST_WHITE if value >= MEDIAN else MUST_BLACK for value in score]


def _random_musts(size: int) -> list[str]:
    white = np.random.default_rng(2).integers(0, 2, size) == 1
    return [MUST_WHITE if one else MUST_BLACK for one in white]


def _all_but(size: int, few: int) -> Met:
    """Everybody has met all but about `few` others; a cycle through all is left."""
    rng = np.random.default_rng(3)
    ring = rng.permutation(size)
    left: list[set[int]] = [set() for _ in range(size)]
    pairs = [*zip(ring, np.roll(ring, 1), strict=True)]
    for _ in range(few - 2):
        mixed = rng.permutation(size // 2 * 2)
        pairs += zip(mixed[::2], mixed[1::2], strict=True)
    for a, b in pairs:
        left[a].add(int(b))
        left[b].add(int(a))
    return [[j for j in range(size) if j != i and j not in left[i]] for i in range(size)]


def _same_parity(size: int) -> Met:
    return [[j for j in range(i % 2, size, 2) if j != i] for i in range(size)]


# ---- the cases -------------------------------------------------------------------------------------


PLAYERS: Final[dict[str, Callable[[int], Packed]]] = {
    "one group, all due White": lambda n: _field(_one_group(n, MEDIAN), [DUE_WHITE] * n),
    "one group, all due White, maxi": lambda n: _field(_one_group(n, MEDIAN), [DUE_WHITE] * n, maxi=True),
    "one group, all due White, last round": lambda n: _field(
        _one_group(n, MEDIAN), [DUE_WHITE] * n, last=True
    ),
    "one group above the median, White a must for all": lambda n: _field(
        _one_group(n, MEDIAN + WIN), [MUST_WHITE] * n
    ),
    "two groups, White a must in the upper, Black in the lower": lambda n: _field(
        _two_sides(n), _inward(_two_sides(n))
    ),
    "nine groups, White a must for all": lambda n: _field(_many_groups(n), [MUST_WHITE] * n),
    "nine groups, White a must above, Black below": lambda n: _field(
        _many_groups(n), _inward(_many_groups(n))
    ),
    "nine groups, a random colour a must for each": lambda n: _field(_many_groups(n), _random_musts(n)),
    "nine groups, random musts, maxi": lambda n: _field(_many_groups(n), _random_musts(n), maxi=True),
}
"""Of histories alone, as any file can have them."""

PLAYERS_FORBIDDEN: Final[dict[str, Callable[[int], Packed]]] = {
    "one group, four opponents left for each": lambda n: _field(
        _one_group(n, MEDIAN), [DUE_WHITE] * n, _all_but(n, 4)
    ),
    "nine groups, four opponents left for each": lambda n: _field(
        _many_groups(n), [DUE_WHITE] * n, _all_but(n, 4)
    ),
    "nine groups, even numbers meet odd ones only": lambda n: _field(
        _many_groups(n), [DUE_WHITE] * n, _same_parity(n)
    ),
}
"""Forbidden pairs by the square of the players."""


def _ranked(size: int) -> Scores:
    """Nine groups in the order of rank, as teams are arranged."""
    return np.sort(np.random.default_rng(1).integers(0, GROUPS, size))[::-1] * WIN


def _halves_apart(size: int) -> Met:
    """Nobody can meet anyone of the own group but one."""
    score = _ranked(size)
    groups = [np.flatnonzero(score == value) for value in score]
    return [[int(j) for j in groups[i] if j != i and j // 2 != i // 2] for i in range(size)]


TEAMS: Final[dict[str, Callable[[int], Packed]]] = {
    "nine groups, Black a must for all": lambda n: _field(_ranked(n), [MUST_BLACK] * n, system="ecu"),
    "nine groups, a random colour a must for each": lambda n: _field(
        _ranked(n), _random_musts(n), system="ecu"
    ),
    "nine groups, even numbers meet odd ones only": lambda n: _field(
        _ranked(n), [DUE_WHITE] * n, _same_parity(n), system="ecu"
    ),
    "nine groups, even numbers meet odd ones only, random musts": lambda n: _field(
        _ranked(n), _random_musts(n), _same_parity(n), system="ecu"
    ),
    "nine groups, one opponent left in the own": lambda n: _field(
        _ranked(n), _random_musts(n), _halves_apart(n), system="ecu"
    ),
    "nine groups, twenty opponents left for each": lambda n: _field(
        _ranked(n), _random_musts(n), _all_but(n, 20), system="ecu"
    ),
    "nine groups, four opponents left for each": lambda n: _field(
        _ranked(n), [DUE_WHITE] * n, _all_but(n, 4), system="ecu"
    ),
}


# ---- what an event can come to ---------------------------------------------------------------------


def _by_rank(scores: Scores) -> Scores:
    return np.sort(scores)[::-1]


STEPS: Final = 10
"""Groups on either side of the median: about as many as eleven rounds can make."""


def _chain(size: int) -> Scores:
    """Groups of three towards the median from both ends; all others are at the median."""
    place = np.arange(size)
    above, below = STEPS - place // 3, STEPS - (size - 1 - place) // 3
    upper: Scores = np.where(place < size // 2, np.maximum(above, 0), 0)
    lower: Scores = np.where(place >= size // 2, np.maximum(below, 0), 0)
    return MEDIAN + upper - lower


def _own_group_met(score: Scores) -> Met:
    groups = {value: np.flatnonzero(score == value) for value in set(score.tolist())}
    return [
        [int(j) for j in groups[value] if j != i and value != MEDIAN]
        for i, value in enumerate(score.tolist())
    ]


def _small_median(size: int) -> Scores:
    """Ten at most in the median group, the others in one above it and one below it."""
    inside, place = min(10, size // 6 * 2), np.arange(size)
    return MEDIAN + WIN * ((place < (size - inside) // 2) * 1 - (place >= (size + inside) // 2) * 1)


def _all_met_in_the_median(score: Scores) -> Met:
    median = np.flatnonzero(score == MEDIAN)
    return [[int(j) for j in median if j != i and score[i] == MEDIAN] for i in range(len(score))]


POSSIBLE: Final[dict[str, Callable[[int, str], Packed]]] = {
    "one group, all due White": lambda n, system: _field(
        _one_group(n, MEDIAN), [DUE_WHITE] * n, system=system
    ),
    "nine groups, all due White": lambda n, system: _field(
        _by_rank(_many_groups(n)), [DUE_WHITE] * n, system=system
    ),
    "chain of floaters: those of a group have all met": lambda n, system: _field(
        _chain(n), [DUE_WHITE] * n, _own_group_met(_chain(n)), system=system
    ),
    "chain of floaters: White a must above the median, Black below": lambda n, system: _field(
        _chain(n), _inward(_chain(n)), system=system
    ),
    "cracked median: its ten have all met": lambda n, system: _field(
        _small_median(n), [DUE_WHITE] * n, _all_met_in_the_median(_small_median(n)), system=system
    ),
    "cracked median: White a must for its ten": lambda n, system: _field(
        _small_median(n),
        [MUST_WHITE if value == MEDIAN else DUE_WHITE for value in _small_median(n)],
        system=system,
    ),
}
"""Rounds as an event may come to them: worst.py counts them with those of simulated events."""


def rows(cases: dict[str, Callable[[int], Packed]], size: int, name: str) -> Iterator[str]:
    """One table."""
    yield f"| round of {size:,} {name} | core, ms | core / floor |\n| :--- | ---: | ---: |"
    for case, make in cases.items():
        driver = Driver(make(size))
        floor = min(driver.floor(repetitions(size)) for _ in range(5))
        core = min(driver.engine() for _ in range(3))
        yield f"| {case} | {core * 1e3:,.2f} | {core / floor:,.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=400)
    parser.add_argument("--teams", type=int, default=200)
    parser.add_argument("--histories", type=int, default=16_000, help="players without forbidden pairs")
    options = parser.parse_args()
    tables = (
        rows(PLAYERS | PLAYERS_FORBIDDEN, options.players, "players"),
        rows(TEAMS, options.teams, "teams (ecu)"),
        rows(PLAYERS, options.histories, "players"),
    )
    for table in tables:
        for line in table:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
