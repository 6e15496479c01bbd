"""The worst case: of all rounds an event may come to, the one furthest above the floor.

usage: python benchmarks/worst.py [--events N] [--bar RATIO]

Every round of many simulated events, few participants over many rounds among them; and rounds that are made:
everybody due the same colour, cracked medians, chains of floaters. adverse.py has what is hostile beyond.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from adverse import POSSIBLE
from measure import repetitions
from native import RULE_SETS, Driver, Packed, pack
from simulated import Event

EVENTS: Final = (
    *(Event(players, rounds=rounds) for players, rounds in ((8, 7), (10, 9), (12, 9), (12, 11), (14, 11))),
    *(Event(players, rounds=11) for players in (20, 32, 64, 200, 1_000)),
    *(
        Event(teams, rounds=11, system=system)
        for system in ("ecu", "olympiad")
        for teams in (8, 10, 12, 16, 32, 64, 200, 1_000)
    ),
)
MANY: Final = 1_000
"""With so many participants a tenth of the events is played."""
MADE: Final = (12, 60, 400, 1_000)
"""Participants of the rounds that are made."""
BATCH: Final = 5
TIMED: Final = 5


@dataclass(frozen=True)
class Round:
    """One round: seconds a round, and what the engine entered."""

    name: str
    core: float
    floor: float
    group_care: int
    round_care: int
    exact: int

    @property
    def ratio(self) -> float:
        """How many times the floor the core takes."""
        return self.core / self.floor

    def __str__(self) -> str:
        return f"{self.name}: {self.ratio:,.0f} times the floor, {self.core * 1e6:,.1f} µs"


def measured(name: str, packed: Packed) -> Round:
    """One round in the fastest of its batches."""
    driver, size = Driver(packed), len(packed.players)
    core = min(driver.engine(BATCH) for _ in range(TIMED))
    floor = min(driver.floor(repetitions(size)) for _ in range(TIMED))
    counted = Driver(packed, counting=True).count()
    return Round(name, core, floor, counted.group, counted.round, counted.exact)


def rounds_of(kind: Event, events: int) -> Iterator[Round]:
    """Every round of the events of one kind, to the last one or one that cannot be paired."""
    for seed in range(1, (events // 10 if kind.participants >= MANY else events) + 1):
        event = replace(kind, seed=seed)
        for tournament in event.before_each_round():
            name = f"{event.system}, {event}, seed {seed}, round {tournament.round} of {event.rounds}"
            yield measured(name, pack(tournament))


def made_rounds(system: str, size: int) -> Iterator[Round]:
    """The rounds that are made, of one size."""
    for name, make in POSSIBLE.items():
        yield measured(f"{system}, {size:,}, {name}", make(size, system))


def row(name: str, rounds: Iterable[Round], bar: float) -> tuple[str, Round]:
    """What is to be said of rounds of one kind, and the worst of them."""
    rounds = sorted(rounds, key=lambda one: one.ratio)
    count, worst = len(rounds), rounds[-1]
    shares = (
        sum(bool(entered) for entered in column) / count
        for column in zip(*((r.group_care, r.round_care, r.exact) for r in rounds), strict=True)
    )
    care = " | ".join(f"{share:.1%}" for share in shares)
    over = sum(one.ratio > bar for one in rounds)
    mean = sum(one.ratio for one in rounds) / count
    return f"| {name} | {count:,} | {care} | {mean:,.0f} | {over} | {worst} |", worst


def kinds(events: int) -> Iterator[tuple[str, Iterable[Round]]]:
    """Every row of the table: its name and its rounds."""
    for kind in EVENTS:
        yield f"{kind.system}, {kind}, {kind.rounds} rounds", rounds_of(kind, events)
    for system in RULE_SETS:
        for size in MADE:
            yield f"{system}, {size:,}, made", made_rounds(system, size)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=200, help="of each kind")
    parser.add_argument("--bar", type=float, default=100, help="count the rounds above it")
    options = parser.parse_args()
    print(
        f"| | rounds | team groups with care | for the round | exact method | core / floor, mean "
        f"| above {options.bar:g} | worst |\n| :--- | ---: | ---: | ---: | ---: | ---: | ---: | :--- |"
    )
    found: list[Round] = []
    for name, rounds in kinds(options.events):
        line, worst = row(name, rounds, options.bar)
        found.append(worst)
        print(line, flush=True)
    print(f"\nThe worst of all is {max(found, key=lambda one: one.ratio)}.")


if __name__ == "__main__":
    main()
