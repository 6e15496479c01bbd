"""The engine inside other programs: arrays, batches, threads, memory, the first call.

usage: python benchmarks/embedded.py [--tournaments N] [--sizes N ...]

Everything is a ratio inside this run. "C call" is the round alone, C to C, on the packed field.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from timeit import repeat
from typing import Any, Final
from unittest.mock import patch

import numpy as np

import medianswiss as ms
from measure import fastest_batches
from medianswiss._core import Run
from medianswiss.many import _work
from native import Driver, pack
from simulated import Event, event_of

COLOURS: Final = {"w": 1, "b": -1, None: 0}
TURNS: Final = 15
FRESH: Final = 15
"""Fresh processes a measurement."""


def arrays_of(t: ms.Tournament) -> dict[str, Any]:
    """What `pair_arrays` takes of the participants."""
    people = sorted(t.participants, key=lambda p: p.number)
    place = {p.number: k for k, p in enumerate(people)}
    return {
        "rating": np.array([p.rating for p in people], np.int32),
        "present": np.array([p.present for p in people]),
        "opponents": np.array(
            [[-1 if g.opponent is None else place[g.opponent] for g in p.games] for p in people], np.int32
        ),
        "colours": np.array([[COLOURS[g.colour] for g in p.games] for p in people], np.int8),
        "results": np.array([[ord(g.result) for g in p.games] for p in people], np.uint8),
    }


def seconds_of(call: Callable[[], object], calls: int = 200) -> float:
    """The fastest of several series of calls, a call."""
    return min(repeat(call, number=calls, repeat=15)) / calls


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|" + " ---: |" * len(headings)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


# ---- one round at a time ---------------------------------------------------------------------------


def one_round(system: str, participants: int, number: int) -> list[str]:
    """One round by every way in, in microseconds."""
    t = event_of(system, participants).before_round(number)
    driver, engine, field = Driver(pack(t)), ms.Engine(), ms.Field(t)
    arrays = arrays_of(t) | {"system": system, "round": t.round, "rounds": t.rounds}
    calls = max(5, 20_000 // participants)
    _, in_c = fastest_batches([driver.floor, driver.engine], participants)
    ways: list[Callable[[], object]] = [
        lambda: field.pair_arrays(engine),
        lambda: engine.pair_arrays(**arrays),
        lambda: ms.pair_arrays(**arrays),
        lambda: field.pair(engine),
        lambda: ms.pair(t),
    ]
    times = [in_c, *(seconds_of(way, calls) for way in ways)]
    return [system, f"{participants:,}", str(number), *(f"{1e6 * seconds:,.1f}" for seconds in times)]


# ---- many at once ----------------------------------------------------------------------------------


def batch_of(tournaments: int, participants: int, number: int) -> ms.Batch:
    """So many tournaments, of as many different events as are quickly made."""
    different = min(tournaments, 50)
    each = [
        arrays_of(Event(participants, seed=seed).before_round(number)) for seed in range(1, different + 1)
    ]
    copies = -(-tournaments // different)
    copied = {name: np.concatenate([a[name] for a in each] * copies) for name in each[0]}
    flat: dict[str, Any] = {name: array[: tournaments * participants] for name, array in copied.items()}
    return ms.Batch(
        system="lim",
        offsets=np.arange(tournaments + 1) * participants,
        round=number,
        rounds=9,
        **flat,
    )


def timed(batch: ms.Batch, threads: int) -> tuple[float, float]:
    """Seconds of one call, and those of it in which the threads are at work in C."""
    at_work = 0.0

    def work(run: Run, threads: int) -> None:
        nonlocal at_work
        begun = time.perf_counter()
        _work(run, threads)
        at_work = time.perf_counter() - begun

    with patch("medianswiss.many._work", work):
        begun = time.perf_counter()
        ms.pair_many(batch, threads=threads)
        return time.perf_counter() - begun, at_work


def many(tournaments: int, participants: int, number: int = 5) -> Iterator[str]:
    batch = batch_of(tournaments, participants, number)
    # By turns, so that a disturbance meets all.
    turns = [(timed(batch, 1), timed(batch, 2)) for _ in range(TURNS)]
    best = {1: min(one for one, _ in turns), 2: min(two for _, two in turns)}
    for threads, (seconds, _) in best.items():
        yield (
            f"- {tournaments:,} tournaments of {participants}, round {number}, {threads} thread(s): "
            f"{tournaments / seconds:,.0f} rounds/s, "
            f"{tournaments * participants / seconds:,.0f} participants/s."
        )
    seconds, at_work = best[1]
    yield f"- 2 threads against 1: {seconds / best[2][0]:.2f} times."
    yield f"- Python's part with 1 thread: {100 * (1 - at_work / seconds):.1f}% of the total."
    yield ""


# ---- memory, the first call ------------------------------------------------------------------------


def memory(sizes: Sequence[int]) -> Iterator[str]:
    for size in sizes:
        field = ms.Field(event_of("lim", size).before_round(5))
        engine = ms.Engine(size)
        yield (
            f"- {size:,} participants of 9 rounds: a Field holds {sys.getsizeof(field) / size:.0f} bytes a "
            f"participant, an Engine {sys.getsizeof(engine) / size:.0f}."
        )
    yield ""


def fresh(program: str) -> float:
    """The wall time of a fresh interpreter that runs a program."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - begun


def imports() -> Iterator[str]:
    first = (
        "import medianswiss as ms, time; "
        "t = ms.Tournament(tuple(ms.Participant(k) for k in range(1, 65)), 'lim', 9, 1, 'white'); "
        "begun = time.perf_counter(); ms.pair(t); print(time.perf_counter() - begun)"
    )
    programs = ("pass", "import numpy", "import medianswiss")
    best = dict.fromkeys(programs, float("inf"))
    for _ in range(FRESH):
        for program in programs:
            best[program] = min(best[program], fresh(program))
    bare, numpy, ours = (best[program] for program in programs)
    ratio = (ours - bare) / (numpy - bare)
    yield f"- import medianswiss: {ratio:.2f} times import numpy (the interpreter taken off)."
    calls = [
        float(subprocess.run([sys.executable, "-c", first], check=True, capture_output=True).stdout)
        for _ in range(FRESH)
    ]
    yield f"- The first ms.pair of a process, 64 players: {1e6 * min(calls):,.0f} us."
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tournaments", type=int, default=10_000)
    parser.add_argument("--sizes", type=int, nargs="*", default=[16, 64, 250, 2_000])
    options = parser.parse_args()
    headings = (
        "rule set",
        "n",
        "round",
        "C call, us",
        "Field.pair_arrays(engine)",
        "Engine.pair_arrays",
        "pair_arrays",
        "Field.pair(engine)",
        "pair(objects)",
    )
    rows = [one_round("lim", size, 5) for size in options.sizes]
    rows += [one_round("ecu", 200, 6)]
    for part in (table(headings, rows), many(options.tournaments, 64), memory(options.sizes), imports()):
        for line in part:
            print(line, flush=True)


if __name__ == "__main__":
    main()
