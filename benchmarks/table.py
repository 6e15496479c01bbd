"""Print two Markdown tables of one run, players and teams: every implementation on the same rounds, ratios.

usage: python benchmarks/table.py [--systems S ...] [--sizes N ...]
"""

from __future__ import annotations

import argparse
import math
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from measure import (
    LIMIT,
    REFERENCE_UP_TO,
    ROUNDS,
    SIZES,
    OutOfTime,
    fastest_batches,
    fastest_call,
    time_limit,
    usage_of,
)
from medianswiss import Field, Tournament, pair, write_json
from native import Driver, pack
from rivals import ENGINES, HAS_PAIRING_CORE, Trial, reference, try_pairing_core
from simulated import BUILD, SEED, Event, engine_version, event_of

HEADINGS: Final = (
    "rule set", "participants", "round",
    "floor", "core (C)", "packed", "objects", "reference", "pairing-core",
    "core / floor", "reference / core", "reference / packed", "reference / objects",
    "pairing-core / core", "pairing-core / packed", "pairing-core / objects",
)  # fmt: skip
NONE: Final = "–"


@dataclass(frozen=True)
class Time:
    """Seconds of one round; `bound`: stopped then, so it takes longer."""

    seconds: float
    bound: bool = False

    def __str__(self) -> str:
        return ("> " if self.bound else "") + _seconds(self.seconds)

    def times(self, other: float) -> str:
        """The ratio to another time."""
        return ("> " if self.bound else "") + _short(self.seconds / other)


@dataclass
class Row:
    """One round of one event."""

    event: Event
    number: int
    floor: float
    core: float
    packed: float
    objects: float
    reference: Time | None = None
    pairing_core: Time | None = None
    notes: list[str] = field(default_factory=list)

    def cells(self) -> list[str]:
        ours = (self.core, self.packed, self.objects)
        rivals = (self.reference, self.pairing_core)
        return [
            self.event.system,
            f"{self.event.participants:,}",
            str(self.number),
            *(_seconds(t) for t in (self.floor, *ours)),
            *(NONE if rival is None else str(rival) for rival in rivals),
            _short(self.core / self.floor),
            *(NONE if rival is None else rival.times(t) for rival in rivals for t in ours),
        ]


def _seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if value >= size:
            return f"{_short(value / size)} {unit}"
    return f"{value:.1e} s"


def _short(value: float) -> str:
    """Three digits that count."""
    decimals = max(0, 2 - math.floor(math.log10(value)))
    return f"{value:,.{decimals}f}"


# ---- one row ---------------------------------------------------------------------------------------


def measure_row(event: Event, number: int) -> Row:
    trial = try_pairing_core(event, number) if HAS_PAIRING_CORE and event.system in ENGINES else Trial()
    if trial.seed is not None:
        event = replace(event, seed=trial.seed)
    tournament = event.before_round(number)
    driver, packed = Driver(pack(tournament)), Field(tournament)
    made = pair(tournament)
    if driver.pair() != (made.pairs, made.bye):
        raise RuntimeError(f"{event}, round {number}: driver and package differ")
    floor, core = fastest_batches([driver.floor, driver.engine], event.participants)
    from_packed, _ = fastest_call(packed.pair)
    from_objects, _ = fastest_call(lambda: pair(tournament))
    row = Row(event, number, floor, core, from_packed, from_objects)
    if event.participants <= REFERENCE_UP_TO[event.system]:
        row.reference = _time_reference(tournament, (made.pairs, made.bye))
    _time_pairing_core(row, trial)
    return row


def _time_reference(tournament: Tournament, expected: tuple[object, object]) -> Time:
    try:
        with time_limit():
            seconds, reply = fastest_call(lambda: reference(tournament), at_most=LIMIT / 4)
    except OutOfTime:
        return Time(LIMIT, bound=True)
    if (reply.pairs, reply.bye) != expected:
        raise RuntimeError("the reference and the engine differ")
    return Time(seconds)


def _time_pairing_core(row: Row, trial: Trial) -> None:
    if trial.call is not None:
        row.pairing_core = Time(fastest_call(trial.call)[0])
        if trial.seed != SEED:
            row.notes.append(f"the event is that of seed {trial.seed}, the first that pairing-core pairs")
    if trial.failures:
        row.notes.append(str(trial))


# ---- printing --------------------------------------------------------------------------------------


def write_rows(rows: Sequence[Row]) -> Iterator[str]:
    yield "| " + " | ".join(HEADINGS) + " |"
    yield "|" + " ---: |" * len(HEADINGS)
    for row in rows:
        yield "| " + " | ".join(row.cells()) + " |"
    yield ""
    for row in rows:
        for note in row.notes:
            yield f"- {row.event.system}, {row.event}, round {row.number}: {note}."


def write_growth(rows: Sequence[Row]) -> Iterator[str]:
    """The exponent of the time in the number of players."""
    by_key = {(row.event.participants, row.number): row for row in rows}
    small = 1_000
    for number, large in product(ROUNDS["lim"], (64_000, 100_000)):
        if (small, number) in by_key and (large, number) in by_key:
            a, b = by_key[small, number], by_key[large, number]
            grown = {
                name: math.log(getattr(b, name) / getattr(a, name), large / small)
                for name in ("floor", "core", "packed", "objects")
            }
            powers = ", ".join(f"{power:.2f} ({name})" for name, power in grown.items())
            yield f"- Round {number}, {small:,} to {large:,} players, power of growth: {powers}."


def write_memory(players: int = 100_000, number: int = 5) -> Iterator[str]:
    """Fresh processes that read one big state and pair it."""
    path = BUILD / "events" / engine_version() / f"state-{players}-round-{number}.json"
    if not path.exists():
        write_json(event_of("lim", players).before_round(number), path)
    program = "import sys, medianswiss as ms; ms.pair(ms.read_json(sys.argv[1]))"
    ways = {
        "`ms.pair(ms.read_json(path))`": ["-c", program],
        "`medianswiss pair --format json FILE`": ["-m", "medianswiss", "pair", "--format", "json"],
    }
    for name, arguments in ways.items():
        usage = usage_of([sys.executable, *arguments, str(path)])
        yield (
            f"- {name}, {players:,} players, round {number}, in a process of its own: "
            f"{_seconds(usage.seconds)}, peak {usage.peak_bytes / 2**20:,.0f} MiB."
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--systems", nargs="+", choices=SIZES, default=[*SIZES])
    parser.add_argument("--sizes", type=int, nargs="+", help="participants")
    options = parser.parse_args()
    rows = []
    for system in options.systems:
        for size in options.sizes or SIZES[system]:
            for number in ROUNDS[system]:
                rows.append(measure_row(event_of(system, size), number))
                print(f"{system}, {rows[-1].event}, round {number}: done", file=sys.stderr)
    print(f"{platform.machine()}, Python {platform.python_version()}, engine {engine_version()}\n")
    if players := [row for row in rows if row.event.system == "lim"]:
        for part in (write_rows(players), write_growth(players), write_memory()):
            print(*part, sep="\n", end="\n\n")
    if teams := [row for row in rows if row.event.system != "lim"]:
        print(*write_rows(teams), sep="\n")


if __name__ == "__main__":
    main()
