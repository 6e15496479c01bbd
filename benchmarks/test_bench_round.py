"""One round by rule set and size: the floor, the core, its two Python faces, the reference, pairing-core.

The driver's rounds are timed in C; pytest-benchmark reads them from `seconds_in_c`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from embedded import arrays_of
from measure import BATCHES, REFERENCE_UP_TO, ROUNDS, SIZES, OutOfTime, repetitions, time_limit
from medianswiss import Engine, Field, Tournament, pair
from native import Driver, pack
from rivals import ENGINES, HAS_PAIRING_CORE, reference, try_pairing_core
from simulated import Event, event_of

Benchmark = Any  # the fixture of pytest-benchmark, whose annotations are not complete

EVENTS = [event_of(system, size) for system in SIZES for size in SIZES[system]]

pytestmark = pytest.mark.parametrize(
    ("event", "number"),
    [
        pytest.param(event, number, id=f"{event.system}-{event.participants}-round-{number}")
        for event in EVENTS
        for number in ROUNDS[event.system]
    ],
)


@lru_cache(maxsize=1)
def tournament_before(event: Event, number: int) -> Tournament:
    return event.before_round(number)


@lru_cache(maxsize=1)
def driver_of(event: Event, number: int) -> Driver:
    return Driver(pack(tournament_before(event, number)))


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


def label(benchmark: Benchmark, event: Event, number: int) -> None:
    benchmark.group = f"{event.system}, {event}, round {number}"


@pytest.mark.benchmark(timer=seconds_in_c)
def test_floor(benchmark: Benchmark, event: Event, number: int) -> None:
    label(benchmark, event, number)
    driver = driver_of(event, number)
    benchmark.pedantic(seconds_in_c.run, (driver.floor, event.participants), rounds=BATCHES)


@pytest.mark.benchmark(timer=seconds_in_c)
def test_core(benchmark: Benchmark, event: Event, number: int) -> None:
    label(benchmark, event, number)
    driver = driver_of(event, number)
    benchmark.pedantic(seconds_in_c.run, (driver.engine, event.participants), rounds=BATCHES)
    made = pair(tournament_before(event, number))
    assert driver.pair() == (made.pairs, made.bye)


def test_packed(benchmark: Benchmark, event: Event, number: int) -> None:
    label(benchmark, event, number)
    benchmark(Field(tournament_before(event, number)).pair)


def test_field_arrays(benchmark: Benchmark, event: Event, number: int) -> None:
    label(benchmark, event, number)
    field, engine = Field(tournament_before(event, number)), Engine()
    benchmark(field.pair_arrays, engine)


def test_engine_arrays(benchmark: Benchmark, event: Event, number: int) -> None:
    label(benchmark, event, number)
    t, engine = tournament_before(event, number), Engine()
    given = arrays_of(t) | {"system": t.system, "round": t.round, "rounds": t.rounds}
    benchmark(lambda: engine.pair_arrays(**given))


def test_objects(benchmark: Benchmark, event: Event, number: int) -> None:
    label(benchmark, event, number)
    benchmark(pair, tournament_before(event, number))


def test_reference(benchmark: Benchmark, event: Event, number: int) -> None:
    if event.participants > REFERENCE_UP_TO[event.system]:
        pytest.skip("too many participants for the reference")
    label(benchmark, event, number)
    tournament = tournament_before(event, number)
    try:
        with time_limit():
            reply = benchmark.pedantic(reference, (tournament,), rounds=1)
    except OutOfTime as error:
        pytest.skip(f"the reference: {error}")
    made = pair(tournament)
    assert (reply.pairs, reply.bye) == (made.pairs, made.bye)


@pytest.mark.skipif(not HAS_PAIRING_CORE, reason="pairing-core is not installed")
def test_pairing_core(benchmark: Benchmark, event: Event, number: int) -> None:
    label(benchmark, event, number)
    if event.system not in ENGINES:
        pytest.skip("pairing-core has no such rule set")
    trial = try_pairing_core(event, number)
    if trial.call is None:
        pytest.skip(str(trial))
    benchmark.extra_info.update(seed=trial.seed, tried=trial.tried, failures=trial.failures)
    benchmark(trial.call)
