"""`pair_many`: every round as if paired alone, whatever the number of threads."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest

import medianswiss as ms
from as_arrays import arrays_of, by_objects, choices_of, gapless, outcome_of, outcome_of_objects
from events import event, rounds_from
from medianswiss import Batch, Field, Tournament
from twins import Refusal, core, outcome

THREADS = (1, 2, 3, 7)
SYSTEMS = ("lim", "ecu", "olympiad")
MIXED = [t for system in SYSTEMS for t in islice(rounds_from(3_000, system), 150)]


def said(answer: ms.RoundPairing | Exception) -> ms.RoundPairing | Refusal | str:
    if isinstance(answer, ms.ImpossiblePairing):
        return Refusal(answer.article, answer.numbers)
    return answer if isinstance(answer, ms.RoundPairing) else str(answer)


@pytest.mark.parametrize("threads", THREADS)
def test_any_number_of_threads_gives_the_same_rounds(threads: int) -> None:
    alone = [outcome(core, t) for t in MIXED]
    assert [said(answer) for answer in ms.pair_many(MIXED, threads=threads)] == alone


def test_fields_are_paired_and_stay_as_they_are() -> None:
    fields = [Field(t) for t in MIXED[:50]]
    answers = ms.pair_many(fields)
    assert [said(answer) for answer in answers] == [outcome(core, t) for t in MIXED[:50]]
    assert [field.round for field in fields] == [t.round for t in MIXED[:50]]


def test_a_field_without_a_round_left_is_not_paired() -> None:
    field = Field(event("1 .\n2 .\n3 .\n4 .", round=1, rounds=1))
    field.record([(1, 3, "1"), (4, 2, "1")])
    refused, paired = ms.pair_many([field, Field(event("1 .\n2 .", round=1))])
    assert str(refused) == "all rounds are played: round 1 was the last"
    assert isinstance(paired, ms.RoundPairing)


@pytest.mark.filterwarnings("error")
def test_a_warning_that_is_an_error_stops_no_other() -> None:
    good = event("1 .\n2 .\n3 .\n4 .", round=1)
    answers = ms.pair_many(
        [good, replace(good, initial_colour=None), replace(good, system="ecu", rounds=None), good]
    )
    assert [type(answer) for answer in answers] == [
        ms.RoundPairing,
        UserWarning,
        UserWarning,
        ms.RoundPairing,
    ]


def test_the_work_is_done_where_no_thread_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    alone = ms.pair_many(MIXED[:40], threads=1)
    monkeypatch.setattr(Thread, "start", refused)
    assert list(map(said, ms.pair_many(MIXED[:40], threads=3))) == list(map(said, alone))


def test_a_choice_that_does_not_exist_is_an_error_of_the_call() -> None:
    with pytest.raises(TypeError, match="sistem"):
        ms.pair_many(MIXED[:2], sistem="lim")  # type: ignore[call-overload]


def test_one_that_cannot_be_paired_does_not_stop_the_others() -> None:
    good = event("1 .\n2 .\n3 .\n4 .", round=1)
    wrong: Sequence[Any] = (
        good,
        replace(good, rounds=0),
        replace(good, system=None),
        event("1 .\n2 .", round=1, met="1-2"),
        "no tournament",
        good,
    )
    answers = ms.pair_many(wrong)
    kinds = [type(answer) for answer in answers]
    assert kinds == [
        ms.RoundPairing,
        ms.InvalidTournament,
        ms.UnknownSystem,
        ms.ImpossiblePairing,
        TypeError,
        ms.RoundPairing,
    ]
    assert answers[0] == answers[5] == ms.pair(good)


def test_nothing_to_pair() -> None:
    assert ms.pair_many([]) == []
    batch = Batch(system="lim", offsets=np.array([0]), round=1, rounds=5, rating=np.zeros(0, np.int32))
    assert len(ms.pair_many(batch)) == 0


def test_choices_hold_for_every_tournament() -> None:
    t = event("1 .\n2 .\n3 .\n4 .", round=1)
    assert ms.pair_many([t, t], "lim", initial_colour="black") == [ms.pair(t, initial_colour="black")] * 2


@pytest.mark.parametrize("threads", [0, -1, 1.0, True])
def test_a_number_of_threads_that_is_none(threads: Any) -> None:
    with pytest.raises(ValueError, match="there is one at least"):
        ms.pair_many([], threads=threads)


# ---- arrays ----


def alike(system: str, count: int) -> list[Tournament]:
    """Rounds whose choices as a whole are the same, with nothing forbidden."""
    usual = choices_of(event("1 .\n2 .", round=1, system=system))
    rounds = (
        replace(
            gapless(t),
            forbidden=(),
            maxi=False,
            initial_colour="white",
            scoring=usual["scoring"],
            ranking="number",
        )
        for t in rounds_from(4_000, system)
    )
    return list(islice(rounds, count))


def flat_arrays(rounds: Sequence[Tournament]) -> dict[str, Any]:
    """They as arrays, one behind the other."""
    each = [arrays_of(t) for t in rounds]
    most = max(t.round for t in rounds) - 1
    flat: dict[str, Any] = {
        name: np.concatenate([a[name] for a in each]) for name in ("rating", "present", "score")
    }
    for name, empty in (("opponents", -1), ("colours", 0), ("results", ord("Z"))):
        wide = [np.pad(a[name], ((0, 0), (0, most - a[name].shape[1])), constant_values=empty) for a in each]
        flat[name] = np.concatenate(wide)
    flat["offsets"] = np.cumsum([0, *(len(t.participants) for t in rounds)])
    flat["round"] = np.array([t.round for t in rounds])
    flat["rounds"] = np.array([t.rounds for t in rounds])
    return flat


def batch_of(rounds: Sequence[Tournament], system: str) -> Batch:
    """They as a batch."""
    return Batch(system=system, **flat_arrays(rounds))


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_batch_is_every_tournament_alone(system: str, threads: int) -> None:
    rounds = alike(system, 400)
    batch = batch_of(rounds, system)
    answer = ms.pair_many(batch, threads=threads)
    assert len(answer) == len(batch) == len(rounds)
    for k, t in enumerate(rounds):
        wanted = by_objects(t)
        if isinstance(wanted, Refusal):
            with pytest.raises(ms.ImpossiblePairing) as refused:
                answer[k]
            assert Refusal(refused.value.article, refused.value.numbers) == wanted
            assert answer.boards[k] == 0
            assert k in answer.errors
        else:
            assert outcome_of(answer[k]) == wanted
            assert outcome_of(batch.pair(k)) == wanted


def test_a_faulty_tournament_of_a_batch_has_its_error_and_the_others_their_round() -> None:
    rounds = [t for t in alike("lim", 300) if t.round > 1 and len(t.participants) > 3]
    sound = batch_of(rounds, "lim")
    wanted = ms.pair_many(sound)
    arrays = flat_arrays(rounds)
    offsets = np.cumsum([0, *(len(t.participants) for t in rounds)])
    arrays["results"][offsets[5]] = ord("?")
    answer = ms.pair_many(Batch(system="lim", **arrays), threads=2)
    with pytest.raises(ms.InvalidTournament, match="participant 1, round 1: unknown result"):
        answer[5]
    for k in range(len(rounds)):
        if k != 5 and k not in wanted.errors:
            assert outcome_of(answer[k]) == outcome_of(wanted[k])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"offsets": np.array([0, 3])}, "offsets end with 3, and there are 4"),
        ({"offsets": np.array([1, 4])}, "offsets must begin with 0"),
        ({"offsets": np.array([0, 4, 2, 4])}, "not descend"),
        ({"offsets": np.array([0.0, 4.0])}, "offsets must be integers"),
        ({"offsets": np.array([], int)}, "offsets must be integers"),
        ({"round": np.array([1, 2])}, "round must be an integer, or 1 of them"),
        ({"round": 65}, "round: integers from 1 to 64"),
        ({"rounds": 0}, "rounds: integers from 1 to 64"),
        ({"rounds": None}, "give rounds"),
        ({"round": 2}, "opponents and colours are needed"),
        ({"system": "x"}, "unknown system"),
    ],
)
def test_what_is_told_of_a_batch(changes: dict[str, Any], words: str) -> None:
    arrays: dict[str, Any] = {
        "system": "lim",
        "offsets": np.array([0, 4]),
        "round": 1,
        "rounds": 5,
        "rating": np.zeros(4, np.int32),
    }
    assert outcome_of(ms.pair_many(Batch(**arrays))[0])[1] == [(1, 3), (4, 2)]
    with pytest.raises(ms.MedianSwissError) as refused:
        Batch(**arrays | changes)
    assert words in str(refused.value)


def test_a_batch_says_its_choices_itself() -> None:
    batch = Batch(system="lim", offsets=np.array([0]), round=1, rounds=5, rating=np.zeros(0, np.int32))
    with pytest.raises(TypeError, match="itself"):
        ms.pair_many(batch, "ecu")  # type: ignore[call-overload]


def test_a_batch_that_was_never_built_says_so() -> None:
    with pytest.raises(ms.MedianSwissError, match="the Batch was never built"):
        ms.pair_many(Batch.__new__(Batch))


def test_arrays_that_change_while_they_are_paired_do_no_harm() -> None:
    """They must not be; what comes of it is an answer or an error, and no look outside of them."""
    rounds, stop = alike("lim", 3_000)[:400], Event()
    arrays = flat_arrays(rounds)
    opponents, sound = arrays["opponents"], arrays["opponents"].copy()
    batch = Batch(system="lim", **arrays)

    def spoil() -> None:
        while not stop.is_set():
            opponents[:] = 2**31 - 1
            opponents[:] = sound

    spoiler = Thread(target=spoil)
    spoiler.start()
    try:
        for _ in range(20):
            errors = ms.pair_many(batch, threads=2).errors.values()
            assert all(isinstance(error, ms.MedianSwissError) for error in errors)
    finally:
        stop.set()
        spoiler.join()


def test_floats_of_many_tournaments_keep_their_order() -> None:
    """More floats than participants, in pieces that different threads pair."""
    rounds = [t for t in alike("ecu", 3_000) if len(t.participants) >= 6 and t.round >= 4][:600]
    answer = ms.pair_many(batch_of(rounds, "ecu"), threads=3)
    assert answer.float_offsets[-1] == len(answer.floaters) > 0
    for k, t in enumerate(rounds):
        if k not in answer.errors:
            made = ms.pair(t)
            assert outcome_of(answer[k]) == outcome_of_objects(made)


def pair_on(batch: Batch) -> None:
    for _ in range(200):
        ms.pair_many(batch, threads=2)


def test_an_interrupt_ends_the_work() -> None:
    """Ctrl-C arrives while two threads are busy: it is raised, and soon."""
    size, count = 200, 3_000
    batch = Batch(
        system="lim",
        offsets=np.arange(count + 1) * size,
        round=1,
        rounds=9,
        rating=np.zeros(size * count, np.int32),
        initial_colour="white",
    )
    signal.setitimer(signal.ITIMER_REAL, 0.005)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            pair_on(batch)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
