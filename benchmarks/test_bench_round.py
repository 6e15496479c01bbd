"""One Lim round by size and round: the floor, the core, its two Python faces, the reference, pairing-core.

The driver's rounds are timed in C; pytest-benchmark reads them from `seconds_in_c`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from measure import BATCHES, REFERENCE_SIZES, ROUNDS, SIZES, OutOfTime, repetitions, time_limit
from medianswiss import Tournament, pair
from medianswiss._core import PackedField
from native import Driver, pack
from rivals import HAS_PAIRING_CORE, reference, try_pairing_core
from simulated import Event

Benchmark = Any  # the fixture of pytest-benchmark, whose annotations are not complete

pytestmark = [
    pytest.mark.parametrize("number", ROUNDS, ids="round-{}".format),
    pytest.mark.parametrize("players", SIZES, ids="{}-players".format),
]


@lru_cache(maxsize=1)
def tournament_before(players: int, number: int) -> Tournament:
    return Event(players).before_round(number)


@lru_cache(maxsize=1)
def driver_of(players: int, number: int) -> Driver:
    return Driver(pack(tournament_before(players, number)))


class ClockInC:
    """The time spent in the driver's rounds, as a timer of pytest-benchmark."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def run(self, batch: Callable[[int], float], players: int) -> None:
        """Run one batch of rounds; the clock goes on by what one of them took."""
        self.seconds += batch(repetitions(players))


seconds_in_c = ClockInC()


def label(benchmark: Benchmark, players: int, number: int) -> None:
    benchmark.group = f"{players:,} participants, round {number}"


@pytest.mark.benchmark(timer=seconds_in_c)
def test_floor(benchmark: Benchmark, players: int, number: int) -> None:
    label(benchmark, players, number)
    driver = driver_of(players, number)
    benchmark.pedantic(seconds_in_c.run, (driver.floor, players), rounds=BATCHES)


@pytest.mark.benchmark(timer=seconds_in_c)
def test_core(benchmark: Benchmark, players: int, number: int) -> None:
    label(benchmark, players, number)
    driver = driver_of(players, number)
    benchmark.pedantic(seconds_in_c.run, (driver.engine, players), rounds=BATCHES)
    made = pair(tournament_before(players, number))
    assert driver.pair() == (made.pairs, made.bye)


def test_packed(benchmark: Benchmark, players: int, number: int) -> None:
    label(benchmark, players, number)
    benchmark(PackedField(tournament_before(players, number)).pair)


def test_objects(benchmark: Benchmark, players: int, number: int) -> None:
    label(benchmark, players, number)
    benchmark(pair, tournament_before(players, number))


def test_reference(benchmark: Benchmark, players: int, number: int) -> None:
    if players not in REFERENCE_SIZES:
        pytest.skip(f"the reference is timed up to {max(REFERENCE_SIZES):,} participants")
    label(benchmark, players, number)
    tournament = tournament_before(players, number)
    try:
        with time_limit():
            reply = benchmark.pedantic(reference, (tournament,), rounds=1)
    except OutOfTime as error:
        pytest.skip(f"the reference: {error}")
    made = pair(tournament)
    assert (reply.pairs, reply.bye) == (made.pairs, made.bye)


@pytest.mark.skipif(not HAS_PAIRING_CORE, reason="pairing-core is not installed")
def test_pairing_core(benchmark: Benchmark, players: int, number: int) -> None:
    label(benchmark, players, number)
    trial = try_pairing_core(players, number)
    if trial.call is None:
        pytest.skip(str(trial))
    benchmark.extra_info.update(seed=trial.seed, tried=trial.tried, failures=trial.failures)
    benchmark(trial.call)
