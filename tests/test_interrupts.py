"""A round that takes long is left when its caller wants the thread back: an interrupt, a limit of time."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import numpy as np
import pytest

import medianswiss as ms
from medianswiss import cli

LATE = 5.0
"""Seconds after which an answer is no answer; the rounds below would take from ten seconds to minutes."""

needs_a_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer to interrupt with")


def hostile_arrays(size: int) -> dict[str, Any]:
    """Nobody can be paired before the median: White is a must for all above it, Black for all below.

    The time grows with the third power of the size: 8,000 take seconds.
    """
    score = np.random.default_rng(1).integers(0, 9, size) * 5
    above = score >= 20
    few = min(np.count_nonzero(above), np.count_nonzero(~above))
    upper, lower = np.flatnonzero(above)[:few], np.flatnonzero(~above)[:few]
    opponents, colours = np.empty((size, 4), np.int32), np.zeros((size, 4), np.int8)
    opponents[:] = -1
    for k, colour in enumerate((1, 1, -1, -1)):
        others = np.roll(lower, 7 * k)
        opponents[upper, k], opponents[others, k] = others, upper
        colours[upper, k], colours[others, k] = colour, -colour
    nobody = np.zeros(size, np.bool_)
    return {
        "system": "lim",
        "round": 5,
        "rounds": 9,
        "score": score.astype(np.int32),
        "opponents": opponents,
        "colours": colours,
        "bye_barred": nobody,
        "floated": nobody,
    }


def hostile_tournament(size: int) -> ms.Tournament:
    """The same as objects."""
    arrays = hostile_arrays(size)
    colour_of = {1: "w", -1: "b"}

    def game(opponent: int, colour: int) -> ms.Game:
        if opponent < 0:
            return ms.Game(None, None, "Z")
        return ms.Game(opponent + 1, colour_of[colour], "=")

    people = tuple(
        ms.Participant(
            p + 1,
            games=tuple(
                game(opponent, colour)
                for opponent, colour in zip(
                    arrays["opponents"][p].tolist(), arrays["colours"][p].tolist(), strict=True
                )
            ),
            points=score / 10,
        )
        for p, score in enumerate(arrays["score"].tolist())
    )
    return ms.Tournament(people, "lim", rounds=9, round=5, initial_colour="white")


def met_nearly_all(size: int) -> dict[str, Any]:
    """Teams of which each has met all but a few others: the exact method of the team rules at work."""
    random = np.random.default_rng(3)
    may_meet = np.zeros((size, size), np.bool_)
    ring = random.permutation(size)
    may_meet[ring, np.roll(ring, 1)] = True
    for _ in range(2):
        mixed = random.permutation(size // 2 * 2)
        may_meet[mixed[::2], mixed[1::2]] = True
    may_meet |= may_meet.T
    return {
        "system": "ecu",
        "round": 1,
        "score": np.sort(random.integers(0, 9, size).astype(np.int32) * 10)[::-1],
        "forbidden": np.argwhere(np.triu(~may_meet, 1)).astype(np.int32),
    }


def still_pairs(engine: ms.Engine) -> bool:
    answer = engine.pair_arrays(system="lim", round=1, rounds=3, rating=np.zeros(4, np.int32))
    return bool(answer.pairs.tolist() == [[0, 2], [3, 1]])


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Ctrl-C, as far as the process can tell."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupted)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("hostile", [lambda: hostile_arrays(10_000), lambda: met_nearly_all(1_500)])
def test_a_round_beyond_the_limit_of_time_is_left(hostile: Callable[[], dict[str, Any]]) -> None:
    arrays, engine = hostile(), ms.Engine(time_limit=0.05)
    begun = monotonic()
    with pytest.raises(ms.OutOfTime, match=r"not paired within 0\.05 seconds"):
        engine.pair_arrays(**arrays)
    assert monotonic() - begun < LATE
    assert still_pairs(engine)


def all_due_the_same(size: int) -> ms.Field:
    """In one group, after one White each: nobody suits, so everybody is paired with the first one tried. Who
    asks why is told of all the others too.
    """
    away = ms.Game(None, None, "Z")
    games = [(ms.Game(size + k, "w", "="), ms.Game(k, "b", "=")) for k in range(1, size + 1)]
    people = [ms.Participant(k, games=(away, game), points=2) for k, (game, _) in enumerate(games, 1)]
    gone = [
        ms.Participant(size + k, games=(away, game), present=False) for k, (_, game) in enumerate(games, 1)
    ]
    return ms.Field(ms.Tournament((*people, *gone), "lim", rounds=9, round=3, initial_colour="white"))


def test_a_trace_beyond_the_limit_of_time_is_left() -> None:
    """The round itself takes a few milliseconds, its trace would name a hundred million."""
    field, engine = all_due_the_same(20_000), ms.Engine(time_limit=0.1)
    begun = monotonic()
    with pytest.raises(ms.OutOfTime, match=r"not paired within 0\.1 seconds"):
        field.pair(engine, trace=True)
    assert monotonic() - begun < LATE
    assert still_pairs(engine)


def test_a_limit_of_time_changes_no_answer() -> None:
    arrays = hostile_arrays(500)
    assert ms.Engine(time_limit=60).pair_arrays(**arrays).pairs.tolist() == (
        ms.Engine().pair_arrays(**arrays).pairs.tolist()
    )


@pytest.mark.parametrize("limit", ["1", -1, float("nan"), [1], 10**400])
def test_a_limit_is_a_number_of_seconds(limit: Any) -> None:
    with pytest.raises(ms.MedianSwissError, match="not a number of seconds"):
        ms.Engine(time_limit=limit)


def test_a_limit_holds_in_any_thread() -> None:
    seen: list[Exception] = []

    def work() -> None:
        try:
            ms.Engine(time_limit=0.05).pair_arrays(**hostile_arrays(10_000))
        except ms.OutOfTime as error:
            seen.append(error)

    thread = Thread(target=work)
    thread.start()
    thread.join(LATE)
    assert len(seen) == 1


@pytest.mark.unsanitized(reason="a matter of time")
@needs_a_timer
def test_ctrl_c_ends_a_long_round() -> None:
    arrays, engine = hostile_arrays(10_000), ms.Engine()
    begun = monotonic()
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.2):
        engine.pair_arrays(**arrays)
    assert monotonic() - begun < LATE
    assert still_pairs(engine)


@pytest.mark.unsanitized(reason="a matter of time")
@needs_a_timer
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_long_rounds_of_many(threads: int) -> None:
    """The other threads end too, in the middle of their rounds."""
    one, copies = hostile_arrays(10_000), 16
    many: dict[str, Any] = {
        name: np.concatenate([value] * copies) if isinstance(value, np.ndarray) else value
        for name, value in one.items()
    }
    batch = ms.Batch(**many, offsets=np.arange(copies + 1) * 10_000)
    begun = monotonic()
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.2):
        ms.pair_many(batch, threads=threads)
    assert monotonic() - begun < LATE


@pytest.mark.unsanitized(reason="a matter of time")
@needs_a_timer
def test_ctrl_c_ends_a_simulation_of_the_largest_tournaments() -> None:
    """What was played until then is kept; see `test_simulation`."""
    begun = monotonic()
    with interrupt_after(0.2):
        run = ms.simulate(
            "ecu", players=2_000, rounds=64, tournaments=1_000_000, boards=4, seed=1, keep="sums"
        )
    assert monotonic() - begun < LATE
    assert len(run) < 1_000_000


def test_a_limit_of_one_call_and_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    t = hostile_tournament(8_000)
    with pytest.raises(ms.OutOfTime, match=r"not paired within 0\.001 seconds"):
        ms.pair(t, time_limit=0.001)
    state = tmp_path / "state.json"
    ms.write_json(t, state)
    command = ["pair", str(state), "--time-limit", "0.001"]
    assert cli.main(command) == 3
    assert capsys.readouterr() == (
        "",
        f"medianswiss: {state}: the round was not paired within 0.001 seconds\n",
    )
    assert cli.main([*command, "--format", "json"]) == 0
    assert '"error": "OutOfTime"' in capsys.readouterr().out
