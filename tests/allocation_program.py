"""One scenario in which every allocation of the extension fails once.

It is a program of its own, for failing_allocations.c has to be loaded before it. It prints how many
allocations a sound call makes, and how many were made to fail.
"""

from __future__ import annotations

import ctypes
import gc
import json
import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

import medianswiss as ms
from medianswiss import _core

SHIM = ctypes.CDLL(None)


def watch_the_extension() -> None:
    for name in ("failures", "allocations", "blocks"):
        getattr(SHIM, name).restype = ctypes.c_int64
    SHIM.watch.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
    SHIM.fail_after.argtypes = [ctypes.c_int64, ctypes.c_int]
    lines = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
    ranges = [line[0].split("-") for line in lines if line[-1] == str(_core.__file__)]
    SHIM.watch(min(int(first, 16) for first, _ in ranges), max(int(end, 16) for _, end in ranges))


class Scenario(NamedTuple):
    """`make` makes what is called, `act` calls it, `state` says all of it that can be seen."""

    make: Callable[[], Any]
    act: Callable[[Any], Any]
    state: Callable[[Any], Any]


# ----------------------------------------------------------------------------- what is called


def people(n: int, *, esb: bool = False, rounds: int | None = 9, **header: Any) -> ms.Tournament:
    """n participants after one round in which k has met k + n / 2."""
    half = n // 2
    games = [
        ms.Game(k + half, "w", "1", 2.5 if esb else None)
        if k <= half
        else ms.Game(k - half, "b", "0", 1.5 if esb else None)
        for k in range(1, n + 1)
    ]
    everybody = tuple(ms.Participant(k, games=(game,)) for k, game in enumerate(games, 1))
    system = "ecu" if esb else "lim"
    return ms.Tournament(everybody, system, rounds, 2, "white", ranking="esb" if esb else "number", **header)


def dense_teams(seed: int) -> dict[str, Any]:
    """Teams in groups that can hardly be paired among themselves: the exact method is asked."""
    random = Random(seed)
    n = random.randrange(16, 44, 2)
    score = [20 * random.randrange(3) for _ in range(n)]
    met = [
        (a, b)
        for a in range(n)
        for b in range(a)
        if random.random() < (0.85 if score[a] == score[b] else 0.4)
    ]
    none = np.zeros((n, 1), np.int32) - 1
    return {
        "system": "ecu",
        "round": 2,
        "score": np.array(score, np.int32),
        "opponents": none,
        "colours": np.zeros((n, 1), np.int8),
        "bye_barred": np.zeros(n, np.bool_),
        "forbidden": np.array(met, np.int32),
    }


def many_floats() -> dict[str, Any]:
    """Players of whom the upper half have all met: each floats through group after group."""
    n = 40
    met = [(a, b) for a in range(n // 2) for b in range(a)]
    return {
        "system": "lim",
        "round": 2,
        "rounds": 9,
        "score": np.array([1000 - 10 * k for k in range(n)], np.int32),
        "opponents": np.zeros((n, 1), np.int32) - 1,
        "colours": np.zeros((n, 1), np.int8),
        "bye_barred": np.zeros(n, np.bool_),
        "floated": np.zeros(n, np.bool_),
        "forbidden": np.array(met, np.int32),
    }


def batch_of(arrays: dict[str, Any], count: int) -> ms.Batch:
    """The same tournament again and again; a batch has no forbidden pairs."""
    n = len(arrays["score"])
    again: dict[str, Any] = {
        name: np.concatenate([value] * count) if isinstance(value, np.ndarray) else value
        for name, value in arrays.items()
        if name != "forbidden"
    }
    return ms.Batch(offsets=np.arange(count + 1) * n, **again)


def as_lists(answer: Any) -> Any:
    """An answer in a form that can be compared."""
    if isinstance(answer, ms.ArrayPairing):
        return answer.pairs.tolist(), answer.bye, answer.floaters.tolist(), answer.cracked
    if isinstance(answer, ms.BatchPairing):
        return answer.pairs.tolist(), answer.bye.tolist(), answer.floaters.tolist(), answer.boards.tolist()
    if isinstance(answer, ms.Field):
        return pickle.dumps(answer)
    return None if isinstance(answer, ms.Engine | ms.Batch) else answer


def of_field(field: ms.Field) -> Any:
    return pickle.dumps(field), field.pair() if field.round <= (field.rounds or 64) else None


def nothing(_: Any) -> None:
    return None


def of_engine(engine: ms.Engine) -> Any:
    return as_lists(engine.pair_arrays(system="ecu", round=1, rating=np.zeros(7, np.int32)))


def full_field() -> ms.Field:
    """One that has no room left for another round."""
    field = ms.Field(TEAMS)
    field.record(RESULTS)
    return field


TOURNAMENT = people(12, forbidden=((1, 2), (3, 4)))
TEAMS = people(12, esb=True, rounds=None)
RESULTS = [(k, k % 6 + 7, "10", 2.5, 1.5) for k in range(1, 7)]


def field_scenario(act: Callable[[ms.Field], Any], t: ms.Tournament = TOURNAMENT) -> Scenario:
    return Scenario(lambda: ms.Field(t), act, of_field)


def record_arrays(field: ms.Field) -> None:
    opponent = np.arange(12).reshape(-1, 2)[:, ::-1].ravel()  # 0 - 1, 2 - 3, ...
    field.record_arrays(opponent, np.array([1, -1] * 6), np.array([b"1", b"0"] * 6), np.array([25, 15] * 6))


def simulate(_: Any) -> Any:
    simulation = ms.simulate(
        system="ecu",
        players=8,
        rounds=7,
        tournaments=300,
        seed=3,
        threads=1,
        rating_mean=2000,
        progress=False,
    )
    return {name: column.tolist() for name, column in simulation.columns().items()}


SCENARIOS = {
    "pair": Scenario(lambda: None, lambda _: ms.pair(TOURNAMENT), nothing),
    "pair with its trace": Scenario(lambda: None, lambda _: ms.pair(TEAMS, trace=True), nothing),
    "pair_arrays": Scenario(lambda: None, lambda _: ms.pair_arrays(**many_floats()), nothing),
    "pair_arrays by the exact method": Scenario(
        lambda: None, lambda _: ms.pair_arrays(**dense_teams(EXACT)), nothing
    ),
    "an engine": Scenario(lambda: None, lambda _: ms.Engine(100), nothing),
    "an engine that grows": Scenario(
        lambda: ms.Engine(4), lambda engine: engine.pair_arrays(**many_floats()), of_engine
    ),
    "an engine that grows for teams": Scenario(
        lambda: ms.Engine(4), lambda engine: engine.pair_arrays(**dense_teams(EXACT)), of_engine
    ),
    "an engine that tells why": Scenario(
        lambda: ms.Engine(12), lambda engine: ms.Field(TEAMS).pair(engine, trace=True), of_engine
    ),
    "a field": Scenario(lambda: None, lambda _: ms.Field(TOURNAMENT), nothing),
    "a field of teams": Scenario(lambda: None, lambda _: ms.Field(TEAMS), nothing),
    "Field.pair": field_scenario(lambda field: field.pair(trace=True)),
    "Field.pair_arrays": field_scenario(lambda field: field.pair_arrays(), TEAMS),
    "Field.record": Scenario(full_field, lambda field: field.record(RESULTS), of_field),
    "Field.record_arrays": Scenario(full_field, record_arrays, of_field),
    "Field.forbid": field_scenario(lambda field: field.forbid([(1, k) for k in range(2, 13)])),
    "Field.set_present": field_scenario(lambda field: field.set_present([1, 2], False)),
    "Field.copy": field_scenario(lambda field: field.copy()),
    "Field by pickle": field_scenario(lambda field: pickle.loads(pickle.dumps(field)), TEAMS),
    "Field.pair_group": field_scenario(lambda field: field.pair_group([1, 2, 3], [7], [8, 9])),
    "a batch": Scenario(lambda: None, lambda _: batch_of(many_floats(), 3), nothing),
    "Batch.pair": Scenario(lambda: batch_of(many_floats(), 3), lambda batch: batch.pair(1), len),
    "pair_many of a batch": Scenario(
        lambda: batch_of(many_floats(), 80), lambda batch: ms.pair_many(batch, threads=2), len
    ),
    "pair_many of tournaments": Scenario(
        lambda: None, lambda _: ms.pair_many([TOURNAMENT] * 3 + [TEAMS] * 3, threads=2), nothing
    ),
    "pair_many of fields": Scenario(
        lambda: [ms.Field(TEAMS) for _ in range(24)],
        lambda fields: ms.pair_many(fields, threads=2),
        lambda fields: pickle.dumps(fields),
    ),
    "simulate": Scenario(lambda: None, simulate, nothing),
}
EXACT = 206  # one that asks for scratch


# ----------------------------------------------------------------------------- every one fails once


def attempt(scenario: Scenario, subject: Any, count: int, for_ever: bool) -> tuple[Any, bool]:
    """The answer where no allocation failed, and whether one did."""
    SHIM.fail_after(count, for_ever)
    try:
        answer, raised = as_lists(scenario.act(subject)), False
    except MemoryError:
        answer, raised = None, True
    finally:
        failures = SHIM.failures()
        SHIM.fail_after(-1, False)
    assert raised == (failures > 0), "an allocation that fails is a MemoryError, and nothing else is"
    return answer, raised


def run(scenario: Scenario) -> dict[str, int]:
    subject = scenario.make()
    SHIM.fail_after(-1, False)
    expected = as_lists(scenario.act(subject))
    made, failed = SHIM.allocations(), 0
    del subject
    for for_ever in (False, True):
        for count in range(10 * made + 10):
            gc.collect()
            before = SHIM.blocks()
            subject = scenario.make()
            seen = scenario.state(subject)
            answer, raised = attempt(scenario, subject, count, for_ever)
            if raised:
                failed += 1
                assert scenario.state(subject) == seen, "what was called is as it was"
                answer = as_lists(scenario.act(subject))
            assert answer == expected, "called again, it answers as ever"
            del subject, answer
            gc.collect()
            assert SHIM.blocks() == before, "nothing is left over"
            if not raised:
                break
        else:
            raise AssertionError("the call never succeeds")
    return {"made": made, "failed": failed}


if __name__ == "__main__":
    watch_the_extension()
    assert threading.active_count() == 1
    print(json.dumps(run(SCENARIOS[sys.argv[1]])))
