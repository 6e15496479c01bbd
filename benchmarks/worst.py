"""The hardest team rounds of many simulated events, and how often the team rules leave the common case.

usage: python benchmarks/worst.py [--events N] [--over MS]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from native import Driver, pack
from simulated import Event

KINDS: Final = tuple(
    Event(teams, rounds=11, system=system)
    for system in ("ecu", "olympiad")
    for teams in (12, 32, 64, 200, 1_000)
)
MANY: Final = 1_000
"""With so many teams a tenth of the events is played."""
TIMED: Final = 3


@dataclass(frozen=True)
class Round:
    """One round of one event: seconds, and what the engine entered."""

    event: Event
    number: int
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
        return f"seed {self.event.seed}, round {self.number}"


def rounds_of(event: Event) -> Iterator[Round]:
    """Every round of one event, to the last one or one that cannot be paired."""
    for tournament in event.before_each_round():
        packed = pack(tournament)
        driver = Driver(packed)
        core = min(driver.engine() for _ in range(TIMED))
        floor = min(driver.floor(100) for _ in range(TIMED))
        counted = Driver(packed, counting=True).count()
        yield Round(event, tournament.round, core, floor, counted.group, counted.round, counted.exact)


def rounds_like(kind: Event, events: int) -> list[Round]:
    """Every round of the events of one kind."""
    seeds = range(1, (events // 10 if kind.participants >= MANY else events) + 1)
    return [one for seed in seeds for one in rounds_of(replace(kind, seed=seed))]


def row(kind: Event, rounds: Sequence[Round]) -> str:
    """What is to be said of one kind of event."""
    care = sum(one.group_care > 0 for one in rounds) / len(rounds)
    round_care = sum(one.round_care > 0 for one in rounds) / len(rounds)
    exact = sum(one.exact > 0 for one in rounds) / len(rounds)
    steep = max(rounds, key=lambda one: one.ratio)
    slow = max(rounds, key=lambda one: one.core)
    return (
        f"| {kind.system} | {kind.participants:,} | {len(rounds):,} "
        f"| {care:.1%} | {round_care:.1%} | {exact:.1%} | {max(one.exact for one in rounds):,} "
        f"| {steep.ratio:,.0f} ({steep}) | {slow.core * 1e3:,.2f} ({slow}) |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=200, help="of each kind")
    parser.add_argument("--over", type=float, default=50, help="milliseconds of the rounds to be named")
    options = parser.parse_args()
    print(
        "| rule set | teams | rounds | with care for a group | for the round | exact method "
        "| weighted matchings, most in a round | worst core / floor | slowest, ms |\n"
        "| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )
    slow: list[Round] = []
    for kind in KINDS:
        rounds = rounds_like(kind, options.events)
        slow += [one for one in rounds if one.core * 1e3 > options.over]
        print(row(kind, rounds), flush=True)
    print(f"\n{len(slow)} rounds take more than {options.over:g} ms.")
    for one in sorted(slow, key=lambda one: -one.core):
        print(f"- {one.event.system}, {one.event}, {one}: {one.core * 1e3:,.0f} ms")


if __name__ == "__main__":
    main()
