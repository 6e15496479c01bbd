"""`pair_arrays`: NumPy in, NumPy out, and the same rules."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import medianswiss as ms
from as_arrays import arrays_of, by_arrays, by_objects, gapless, keywords, outcome_of
from events import rounds_from, tournaments
from medianswiss import Scoring, Tournament

SYSTEMS = ("lim", "ecu", "olympiad")


@pytest.mark.parametrize("system", SYSTEMS)
def test_arrays_and_objects_give_the_same_round(system: str) -> None:
    engine = ms.Engine()
    for t in islice(rounds_from(7_000, system), 600):
        t = gapless(t)
        assert by_arrays(t, engine) == by_objects(t)


@given(tournaments(systems=SYSTEMS))
def test_arrays_without_results_say_the_rest_themselves(t: Tournament) -> None:
    t = gapless(t)
    changes: dict[str, Any] = {"results": None}
    assert by_arrays(t, **arrays_of(t, with_results=False) | changes) == by_objects(t)


@pytest.mark.parametrize("most", [2**28, 2**28 + 1, 2**31 - 1])
def test_game_points_are_bounded_so_that_their_sums_are(most: int) -> None:
    """Sums over 63 matches of scores times game points stay in 64 bits, or are refused."""
    rounds, turns = 63, np.arange(63) % 2 * 2 - 1
    arrays: dict[str, Any] = {
        "score": np.array([2**28, -(2**28)], np.int32),
        "opponents": np.array([[1] * rounds, [0] * rounds], np.int32),
        "colours": np.array([turns, -turns], np.int8),
        "bye_barred": np.zeros(2, np.bool_),
        "game_points": np.full((2, rounds), most, np.int32),
    }
    refusal = ms.ImpossiblePairing if most == 2**28 else ms.InvalidTournament  # they have met
    with pytest.raises(refusal, match=None if most == 2**28 else "game points are missing or out of range"):
        ms.pair_arrays(system="ecu", round=64, **arrays)


def test_sonneborn_berger_from_game_points() -> None:
    """N.5.1: the ranking from the game points of every match is that of the tie-breaks it makes."""
    rounds = (gapless(t) for t in rounds_from(9_000, "ecu") if t.ranking == "esb" and t.round > 1)
    for t in islice(rounds, 200):
        games = [g for p in sorted(t.participants, key=lambda p: p.number) for g in p.games]
        points = np.array(
            [-1 if g.game_points is None else round(g.game_points * 10) for g in games], np.int32
        )
        shape = (len(t.participants), t.round - 1)
        assert by_arrays(t, tiebreak=None, game_points=points.reshape(shape)) == by_objects(t)


def four() -> dict[str, Any]:
    """Four players after one round: 1-3, 4-2."""
    return {
        "system": "lim",
        "rounds": 5,
        "round": 2,
        "opponents": np.array([[2], [3], [0], [1]], np.int32),
        "colours": np.array([[1], [-1], [-1], [1]], np.int8),
        "results": np.array([[b"1"], [b"="], [b"0"], [b"="]], "S1"),
    }


def test_round_one_needs_only_to_know_how_many() -> None:
    answer = ms.pair_arrays(system="lim", rounds=5, round=1, rating=np.zeros(5, np.int32))
    assert outcome_of(answer) == (1, [(1, 3), (4, 2)], 5, [], 0)
    assert answer.pairs.dtype == np.int32
    assert answer.floaters.dtype.names == ("participant", "from_twice", "to_twice", "direction")


def test_nobody_at_all_is_an_empty_round() -> None:
    answer = ms.pair_arrays(system="lim", rounds=5, round=1, rating=np.zeros(0, np.int32))
    assert outcome_of(answer) == (1, [], None, [], 0)


def test_other_dtypes_and_layouts_are_converted() -> None:
    wanted = outcome_of(ms.pair_arrays(**four()))
    other = four()
    other["opponents"] = np.asfortranarray(np.repeat(other["opponents"].astype(np.int64), 3, axis=1))
    other["colours"] = other["colours"].tolist()
    other["results"] = np.array([["1"], ["="], ["0"], ["="]])
    other["present"] = [True] * 4
    assert outcome_of(ms.pair_arrays(**other)) == wanted
    wide = four()
    wide["opponents"] = np.hstack([wide["opponents"], np.full((4, 4), 99, np.int32)])
    wide["opponents"].setflags(write=False)
    assert outcome_of(ms.pair_arrays(**wide)) == wanted, "columns of rounds to come are not read"
    wide["opponents"] = wide["opponents"][::-1][::-1].astype(">i4")
    assert outcome_of(ms.pair_arrays(**wide)) == wanted


def test_what_fits_is_read_in_place() -> None:
    """No copy: a reader of the array's own memory sees the change."""
    arrays = four()
    engine = ms.Engine(4)
    first = outcome_of(engine.pair_arrays(**arrays))
    arrays["results"][:] = [[b"="], [b"0"], [b"="], [b"1"]]
    assert outcome_of(engine.pair_arrays(**arrays)) != first


def test_the_answer_outlives_the_engine_and_its_next_call() -> None:
    engine = ms.Engine()
    answer = engine.pair_arrays(**four())
    before = answer.pairs.copy(), answer.floaters.copy()
    engine.pair_arrays(system="ecu", round=1, rating=np.zeros(300, np.int32))
    del engine
    assert (answer.pairs == before[0]).all()
    assert (answer.floaters == before[1]).all()


def test_a_forbidden_pair_is_not_paired() -> None:
    free = ms.pair_arrays(system="lim", rounds=5, round=1, rating=np.zeros(4, np.int32))
    assert outcome_of(free)[1] == [(1, 3), (4, 2)]
    barred = ms.pair_arrays(
        system="lim", rounds=5, round=1, rating=np.zeros(4, np.int32), forbidden=np.array([[0, 2]], np.int32)
    )
    assert outcome_of(barred)[1] == [(1, 4), (3, 2)]


def test_an_impossible_round_names_numbers() -> None:
    with pytest.raises(ms.ImpossiblePairing) as refused:
        ms.pair_arrays(
            system="lim",
            rounds=5,
            round=1,
            rating=np.zeros(2, np.int32),
            forbidden=np.array([[0, 1]], np.int32),
        )
    assert refused.value.numbers == (2, 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"system": "dutch"}, "unknown system 'dutch'"),
        ({"round": 0}, "round 0 is not an integer from 1"),
        ({"round": 1.5}, "round 1.5"),
        ({"round": 65}, "round 65"),
        ({"round": 3}, "opponents has 1 columns, and 2 rounds are played"),
        ({"rounds": None}, "give rounds"),
        ({"rounds": 1}, "all rounds are played: round 1 was the last"),
        ({"rounds": 65}, "rounds 65"),
        ({"opponents": None, "rating": np.zeros(4, np.int32)}, "opponents and colours are needed"),
        ({"results": None}, "without results, score is needed"),
        ({"results": None, "score": np.zeros(4, np.int32)}, "bye_barred is needed"),
        (
            {"results": None, "score": np.zeros(4, np.int32), "bye_barred": np.zeros(4, bool)},
            "floated is needed",
        ),
        ({"score": np.zeros(5, np.int32)}, "opponents has 4 rows, and there are 5 participants"),
        ({"score": np.int64(5)}, "score must have an entry a participant, and is np.int64(5)"),
        ({"score": np.array(5)}, "score must have an entry a participant, and is array(5)"),
        ({"score": np.array([1.5, 0, 0, 0])}, "score must be of int32, not float64"),
        ({"score": np.array([2**40, 0, 0, 0])}, "score has values that int32 cannot hold"),
        (
            {"score": np.array([2**30, 0, 0, 0], np.int32)},
            "participant 1, round 2: the score is out of range",
        ),
        ({"rating": np.array([-1, 0, 0, 0])}, "participant 1, round 1: the rating is out of range"),
        ({"rating": None, "opponents": np.zeros(4, np.int32)}, "opponents must have 2 dimension(s), not 1"),
        ({"results": np.full((4, 1), 1.0)}, "results must hold letters as uint8 or S1"),
        ({"results": np.array([["é"]] * 4)}, "results must hold letters of TRF"),
        ({"results": np.array([[b"x"], [b"="], [b"0"], [b"="]])}, "participant 1, round 1: unknown result"),
        ({"opponents": [[7], [3], [0], [1]]}, "participant 1, round 1: the opponent does not exist"),
        ({"opponents": [[-2], [3], [0], [1]]}, "participant 1, round 1: the opponent does not exist"),
        ({"opponents": [[0], [3], [0], [1]]}, "participant 1, round 1: plays itself"),
        ({"opponents": [[3], [3], [0], [1]]}, "participant 1, round 1: its opponent tells of another one"),
        ({"opponents": [[-1], [3], [-1], [1]]}, "participant 1, round 1: the result of a game without"),
        (
            {"colours": [[1], [-1], [1], [1]]},
            "participant 1, round 1: it and its opponent have the same colour",
        ),
        ({"colours": [[0], [-1], [-1], [1]]}, "participant 1, round 1: the colour is not"),
        ({"colours": [[7], [-1], [-1], [1]]}, "participant 1, round 1: the colour is not"),
        (
            {"results": np.array([[b"1"], [b"="], [b"1"], [b"="]])},
            "participant 1, round 1: its result contradicts",
        ),
        (
            {"results": np.array([[b"U"], [b"="], [b"0"], [b"="]])},
            "participant 1, round 1: a bye with an opponent",
        ),
        ({"forbidden": [[0, 0]]}, "a forbidden pair is of somebody unknown, or of one participant twice"),
        ({"forbidden": [[0, 9]]}, "a forbidden pair is of somebody unknown"),
        ({"forbidden": [[0, 1, 2]]}, "forbidden must have two columns"),
        ({"forbidden": [[0]]}, "forbidden must have two columns: its shape is (1, 1)"),
        ({"results": np.array([["1abc"], ["=..."], ["0..."], ["=..."]], "S4")}, "not |S4"),
        ({"opponents": [[2], [3, 1], [0], [1]]}, "opponents is no array"),
        (
            {"opponents": np.ma.masked_array([[2], [3], [0], [1]], dtype=np.int32, mask=True)},
            "opponents is a masked array",
        ),
        ({"maxi": "no"}, "maxi 'no' is neither True nor False"),
        ({"initial_colour": np.array(["white", "black"])}, "initial colour array"),
        ({"present": [True, False, True, 2]}, "present has values that bool cannot hold"),
        ({"initial_colour": "red"}, "initial colour 'red'"),
        ({"scoring": Scoring(white_win=30)}, "needs one value"),
        ({"scoring": Scoring(white_win=10**9, black_win=10**9)}, "white_win 1000000000"),
    ],
)
def test_what_is_told_of_arrays(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ms.MedianSwissError) as refused:
        ms.pair_arrays(**four() | changes)
    assert words in str(refused.value)


@pytest.mark.parametrize("layout", ["reversed", "every second", "columns", "Fortran"])
def test_letters_and_forbidden_pairs_may_lie_anyhow(layout: str) -> None:
    def laid(array: Any) -> Any:
        if layout == "reversed":
            return array[::-1].copy()[::-1]
        if layout == "every second":
            return np.repeat(array, 2, axis=0)[::2]
        return np.repeat(array, 2, axis=1)[:, ::2] if layout == "columns" else np.asfortranarray(array)

    arrays = four() | {"round": 1, "forbidden": np.array([[0, 2], [1, 3]], np.int32)}
    assert ms.pair_arrays(**arrays).pairs.tolist() == [[0, 3], [2, 1]]
    assert ms.pair_arrays(**arrays | {"forbidden": laid(arrays["forbidden"])}).pairs.tolist() == [
        [0, 3],
        [2, 1],
    ]
    twice = {name: np.repeat(four()[name], 2, axis=1) for name in ("opponents", "colours", "results")}
    wanted = ms.pair_arrays(**four()).pairs.tolist()
    letters = laid(twice["results"].view(np.uint8))
    assert ms.pair_arrays(**four() | twice | {"results": letters}).pairs.tolist() == wanted


def test_how_many_must_be_said() -> None:
    with pytest.raises(ms.InvalidTournament, match="how many participants there are is not said"):
        ms.pair_arrays(system="lim", rounds=5, round=1)


@given(tournaments(smallest=4, systems=SYSTEMS))
def test_a_random_change_is_refused_or_paired_but_never_worse(t: Tournament) -> None:
    """One entry of one array changed: an answer, or one of our errors."""
    t = gapless(t)
    random = np.random.default_rng(len(t.participants) * 100 + t.round)
    arrays = keywords(t)
    for name in ("opponents", "colours", "results", "score", "rating"):
        if arrays[name].size == 0:
            continue
        changed = arrays[name].copy()
        changed.flat[random.integers(changed.size)] = (
            random.integers(-128, 127) % 256 if name == "results" else (random.integers(-128, 127))
        )
        try:
            answer = ms.pair_arrays(**arrays | {name: changed})
        except ms.MedianSwissError:
            continue
        everybody = [*answer.pairs.ravel().tolist(), *([] if answer.bye is None else [answer.bye])]
        assert sorted(everybody) == np.flatnonzero(arrays["present"]).tolist()
