"""Simulated tournaments a second: by threads, against their pairing rounds alone, and the memory they leave.

usage: python benchmarks/simulation.py [--tournaments N] [--turns N]

Everything is a ratio inside this run; what is compared takes turns, and the fastest turn of each counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Final

import medianswiss as ms
from embedded import table
from medianswiss._core import field_of, run_of_fields
from medianswiss.many import _work
from medianswiss.simulation import _play, played, simulated

RUNS: Final = (
    ms.Settings(system="lim", players=100, rounds=9, seed=1),
    ms.Settings(system="ecu", players=40, rounds=9, seed=1),
)
COMPARED: Final = 400
"""Tournaments whose rounds are paired again: so many that a processor does not learn their branches by
heart; of a few dozen it does."""


def fastest(calls: Sequence[Callable[[], object]], turns: int) -> list[float]:
    """The fastest turn of each call, in seconds."""
    best = [float("inf")] * len(calls)
    for _ in range(turns):
        for k, call in enumerate(calls):
            begun = time.perf_counter()
            call()
            best[k] = min(best[k], time.perf_counter() - begun)
    return best


def by_threads(s: ms.Settings, tournaments: int, turns: int, pool: Executor) -> list[str]:
    """Tournaments a second by one thread and by two, and by two processes that share nothing, half each.

    The processes are what the machine has to give at the time: other programs take from both.
    """
    half = tournaments // 2

    def processes() -> None:
        for future in [pool.submit(_play, s, first, half, "sums") for first in (0, half)]:
            future.result()

    one, two, apart = fastest(
        [
            lambda: played(s, 0, 2 * half, keep="sums", threads=1),
            lambda: played(s, 0, 2 * half, keep="sums", threads=2),
            processes,
        ],
        turns,
    )
    return [
        s.system,
        f"{s.size}",
        f"{s.rounds}",
        *(f"{2 * half / seconds:,.0f}" for seconds in (one, two, apart)),
        f"{one / two:.2f}",
        f"{one / apart:.2f}",
    ]


def before_each_round(t: ms.Tournament) -> Iterator[ms.Tournament]:
    """A played tournament as it was before each of its rounds."""
    for number in range(1, t.round):
        people = tuple(replace(p, games=p.games[: number - 1]) for p in t.participants)
        yield replace(t, round=number, participants=people)


def against_pairing(s: ms.Settings, turns: int) -> list[str]:
    """A simulated tournament, and its rounds paired from packed fields, by one thread in C."""
    fields = [field_of(t) for k in range(COMPARED) for t in before_each_round(simulated(s, k))]
    whole = rounds = float("inf")
    for _ in range(turns):
        run = run_of_fields(fields, 1)  # in the memory of the one before: no page of it is new
        calls: list[Callable[[], object]] = [
            partial(_play, s, 0, COMPARED, "sums"),
            partial(_work, run, 1),
        ]
        whole, rounds = map(min, zip((whole, rounds), fastest(calls, 1), strict=True))
        del run, calls
    return [
        s.system,
        f"{s.size}",
        f"{s.rounds}",
        f"{1e6 * whole / COMPARED:,.1f}",
        f"{1e6 * rounds / COMPARED:,.1f}",
        f"{whole / rounds:.2f}",
    ]


def kept(s: ms.Settings) -> Iterator[str]:
    """Bytes a tournament of what a simulation holds."""
    run = ms.simulate(s.system, tournaments=500, players=s.players, rounds=s.rounds, keep="players")
    assert run.measures is not None
    assert run.finals is not None
    sums = sum(total.nbytes for total in run.sums.values())
    finals = sum(column.nbytes for column in run.finals.values())
    yield (
        f"- {s.system}, {s.size} participants: sums {sums:,} bytes, however many tournaments; measures "
        f'{run.measures.nbytes / len(run):.0f} bytes a tournament (keep="tournaments"), what all ended with '
        f'{finals / len(run):,.0f} more (keep="players").'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tournaments", type=int, default=40_000)
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    what = ("rule set", "n", "rounds")
    with ProcessPoolExecutor(2) as pool:
        threads = [by_threads(s, options.tournaments, options.turns, pool) for s in RUNS]
    costs = [against_pairing(s, 40 * options.turns) for s in RUNS]
    parts = (
        table(
            (
                *what,
                "tournaments/s, 1 thread",
                "2 threads",
                "2 processes",
                "2 threads against 1",
                "2 processes against 1",
            ),
            threads,
        ),
        table((*what, "tournament, us", "its rounds paired alone, us", "ratio"), costs),
        (line for s in RUNS for line in kept(s)),
    )
    for part in parts:
        for line in part:
            print(line, flush=True)


if __name__ == "__main__":
    main()
