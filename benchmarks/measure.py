"""How things are timed: repetitions, limits, and the memory of a fresh process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

PLAYERS: Final = (16, 64, 250, 1_000, 2_000, 16_000, 64_000, 100_000)
TEAMS: Final = (32, 64, 200, 1_000)
SIZES: Final = {"lim": PLAYERS, "ecu": TEAMS, "olympiad": TEAMS}
"""Participants, by rule set."""
ROUNDS: Final = {"lim": (2, 5, 9), "ecu": (3, 6, 9), "olympiad": (3, 6, 9)}
REFERENCE_UP_TO: Final = {"lim": 2_000, "ecu": 200, "olympiad": 200}
"""Participants of the largest rounds the reference is given."""
LIMIT: Final = float(os.environ.get("BENCH_LIMIT", "30"))
"""Seconds one round of the reference or of pairing-core may take."""

BATCHES: Final = 200
BATCH_OF: Final = 20_000
"""Participants handled in one batch of rounds: long for the clock, short beside spells of other work."""

Value = TypeVar("Value")


class OutOfTime(Exception):
    """A measurement went over its limit."""


@contextmanager
def time_limit() -> Iterator[None]:
    """Interrupt Python code after `LIMIT` seconds with `OutOfTime`."""

    def interrupt(*_: object) -> None:
        raise OutOfTime(f"not finished in {LIMIT:g} s")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def repetitions(players: int) -> int:
    """Rounds in one batch."""
    return max(1, BATCH_OF // players)


def fastest_batches(timed: Sequence[Callable[[int], float]], players: int) -> list[float]:
    """Seconds a round of each in its fastest batch; a call runs one batch and says what a round took.

    They take turns, so that a busy spell of the machine meets all of them.
    """
    turns = [[batch(repetitions(players)) for batch in timed] for _ in range(BATCHES)]
    return [min(times) for times in zip(*turns, strict=True)]


def fastest_call(function: Callable[[], Value], at_most: float = 3.0) -> tuple[float, Value]:
    """Seconds of the fastest of some calls, and what the last returned.

    One call at least, and others until all have taken `at_most`.
    """
    fastest, spent = float("inf"), 0.0
    while True:
        seconds, value = timed_call(function)
        fastest, spent = min(fastest, seconds), spent + seconds
        if spent >= at_most:
            return fastest, value


def timed_call(function: Callable[[], Value]) -> tuple[float, Value]:
    """Seconds of one call, and what it returned."""
    start = time.perf_counter()
    value = function()
    return time.perf_counter() - start, value


@dataclass(frozen=True)
class Usage:
    """What a process took from its start to its end."""

    seconds: float
    peak_bytes: int


def usage_of(command: Sequence[str]) -> Usage:
    """Run `command` in a fresh process, its output thrown away, and see what it took.

    A process inherits the peak of the one that starts it, so a small one (peak.py) stands between.
    """
    between = [sys.executable, "-I", str(Path(__file__).with_name("peak.py"))]
    said = subprocess.run([*between, *command], check=True, capture_output=True, text=True).stdout.split()
    return Usage(float(said[0]), int(said[1]))
