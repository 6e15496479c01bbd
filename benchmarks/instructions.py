"""Instruction counts of one round under callgrind: the measure that does not depend on a quiet machine.

usage: python benchmarks/instructions.py [--system S] [--sizes N ...] [--rounds R ...] [--functions N]
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from measure import ROUNDS, SIZES
from native import executable, pack, packed_file
from simulated import BUILD, Event, event_of

LINE: Final = re.compile(r"^\s*([\d,]+) \(\s*[\d.]+%\)\s+(\S.*)$")
NAME: Final = re.compile(r":(?P<function>[\w.']+)(?: \[.*\])?$")


@dataclass(frozen=True)
class Profile:
    """Instructions of one call of a function, and of each function below it."""

    total: int
    functions: dict[str, int]


def profile(packed: Path, entry: str) -> Profile:
    """Run the round once; count what happens inside `entry`."""
    out = BUILD / "callgrind.out"
    options = [f"--toggle-collect={entry}", f"--callgrind-out-file={out}"]
    command = ["valgrind", "--tool=callgrind", *options, str(executable()), str(packed)]
    subprocess.run(command, check=True, capture_output=True)
    annotate = ["callgrind_annotate", "--threshold=100", "--auto=no", str(out)]
    return _parse(subprocess.run(annotate, check=True, capture_output=True, text=True).stdout)


def _parse(annotated: str) -> Profile:
    total, functions = 0, dict[str, int]()
    for line in annotated.splitlines():
        if (match := LINE.match(line)) is None:
            continue
        count, where = int(match[1].replace(",", "")), match[2]
        if where.startswith("PROGRAM TOTALS"):
            total = count
        elif (name := NAME.search(where)) is not None:
            # gcc's parts and copies of a function belong to it
            function = name["function"].split(".")[0]
            functions[function] = functions.get(function, 0) + count
    return Profile(total, functions)


def lines(event: Event, number: int, shown: int) -> Iterator[str]:
    """One row of the table."""
    size = event.participants
    packed = packed_file(pack(event.before_round(number)), f"{event.system}-{size}-round-{number}")
    core, floor = profile(packed, "ms_pair_round"), profile(packed, "floor_pair")
    hottest = sorted(core.functions.items(), key=lambda item: -item[1])[:shown]
    shares = ", ".join(f"{name} {count / core.total:.0%}" for name, count in hottest)
    yield (
        f"| {size:,} | {number} | {floor.total:,} | {core.total:,} | {core.total / floor.total:.1f} "
        f"| {core.total / size:.0f} | {shares} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--system", choices=SIZES, default="lim")
    parser.add_argument("--sizes", type=int, nargs="+", help="participants")
    parser.add_argument("--rounds", type=int, nargs="+")
    parser.add_argument("--functions", type=int, default=6, help="how many functions to show")
    options = parser.parse_args()
    print("| participants | round | floor | core | core / floor | core, each | by function |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | :--- |")
    for size in options.sizes or SIZES[options.system]:
        for number in options.rounds or ROUNDS[options.system]:
            print(*lines(event_of(options.system, size), number, options.functions), sep="\n", flush=True)


if __name__ == "__main__":
    main()
