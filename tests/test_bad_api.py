"""Bad input by the Python interface: hostile arrays and objects, the exact error, and nothing changed."""

from __future__ import annotations

import itertools
import pickle
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import medianswiss as ms
from events import event
from medianswiss import Batch, Field, Scoring
from test_arrays import four

NOTHING_BEHIND = np.broadcast_to(np.int32(0), 2**40)
"""Four terabytes of zeros in four octets."""


class Liar(np.ndarray[Any, Any]):
    """An array that denies what is in it."""

    def min(self, *_: Any, **__: Any) -> Any:
        return 0

    def max(self, *_: Any, **__: Any) -> Any:
        return 0


class Sub(np.ndarray[Any, Any]):
    """An array all the same."""


def error_of(call: Callable[[], object]) -> tuple[type[BaseException], str]:
    with pytest.raises(Exception) as refused:
        call()
    return refused.type, str(refused.value)


# ---- pair_arrays -----------------------------------------------------------------------------------

OPPONENTS = np.array([[2], [3], [0], [1]], np.int32)

INT32 = "must be of int32, not"
ROWS: dict[str, tuple[Any, str]] = {
    "floats": (np.zeros(4), f"rating {INT32} float64"),
    "half floats": (np.zeros(4, np.float16), f"rating {INT32} float16"),
    "NaN": (np.full(4, np.nan), f"rating {INT32} float64"),
    "complex": (np.zeros(4, complex), f"rating {INT32} complex128"),
    "objects": (np.array([0, 0, 0, 0], object), f"rating {INT32} object"),
    "None": ([None] * 4, f"rating {INT32} object"),
    "a huge integer": ([2**70, 0, 0, 0], f"rating {INT32} object"),
    "times": (np.zeros(4, "M8[s]"), f"rating {INT32} datetime64[s]"),
    "spans of time": (np.zeros(4, "m8[s]"), f"rating {INT32} timedelta64[s]"),
    "texts": (np.array(["1"] * 4), f"rating {INT32} <U1"),
    "a text": ("2000", "rating must have 1 dimension(s), not 0"),
    "octets": (b"1234", "rating must have 1 dimension(s), not 0"),
    "records": (np.zeros(4, [("a", "i4")]), f"rating {INT32} [('a', '<i4')]"),
    "flags": (np.zeros(4, bool), f"rating {INT32} bool"),
    "a set": ({1, 2, 3, 4}, "rating must have 1 dimension(s), not 0"),
    "too large": (np.full(4, 2**64 - 1, np.uint64), "rating has values that int32 cannot hold"),
    "too small": (np.full(4, -(2**40)), "rating has values that int32 cannot hold"),
    "a liar": (np.full(4, 2**40).view(Liar), "rating has values that int32 cannot hold"),
    "negative": (np.full(4, -1, np.int8), "participant 1, round 1: the rating is out of range"),
    "no dimension": (np.array(5), "rating must have an entry a participant, and is array(5)"),
    "a number": (5, "rating must have an entry a participant, and is 5"),
    "an iterator": (itertools.count(), "rating must have an entry a participant, and is count(0)"),
    "two dimensions": (np.zeros((4, 2), np.int32), "rating must have 1 dimension(s), not 2"),
    "masked": (
        np.ma.masked_array([1, 2, 3, 4], mask=[False, True, False, False]),
        "rating is a masked array, and what a masked entry means is not said",
    ),
    "too many": (np.zeros(5, np.int32), "opponents has 4 rows, and there are 5 participants"),
    "nothing behind": (
        NOTHING_BEHIND,
        "1099511627776 participants are more than the 67108864 the engine can take",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_an_array_of_ratings(name: str) -> None:
    rating, message = ROWS[name]
    kind = ms.MedianSwissError if "more than" in message else ms.InvalidTournament
    assert error_of(lambda: ms.pair_arrays(**four() | {"rating": rating})) == (kind, message)


UNTOLD = "its opponent tells of another one"
CHANGES: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "out of range": (
        {"opponents": [[1], [99], [3], [2]]},
        ms.InvalidTournament,
        "participant 2, round 1: the opponent does not exist",
    ),
    "out of range, negative": (
        {"opponents": [[1], [-7], [3], [2]]},
        ms.InvalidTournament,
        "participant 2, round 1: the opponent does not exist",
    ),
    "one opponent of all": (
        {"opponents": np.broadcast_to(np.int32(2), (4, 1))},
        ms.InvalidTournament,
        f"participant 1, round 1: {UNTOLD}",
    ),
    "three dimensions": (
        {"opponents": OPPONENTS[:, :, None]},
        ms.InvalidTournament,
        "opponents must have 2 dimension(s), not 3",
    ),
    "no columns": (
        {"opponents": np.zeros((4, 0), np.int32)},
        ms.InvalidTournament,
        "opponents has 0 columns, and 1 rounds are played",
    ),
    "columns with nothing behind": (
        {"opponents": np.broadcast_to(np.int32(-1), (4, 2**40))},
        ms.InvalidTournament,
        "participant 1, round 1: the result of a game without an opponent",
    ),
    "rows with nothing behind": (
        {"score": np.zeros(4, np.int32), "opponents": np.broadcast_to(np.int32(-1), (2**40, 1))},
        ms.InvalidTournament,
        "opponents has 1099511627776 rows, and there are 4 participants",
    ),
    "letters of four": (
        {"results": np.array([["1111"]] * 4)},
        ms.InvalidTournament,
        "results must hold letters as uint8 or S1, not <U4",
    ),
    "letters as objects": (
        {"results": np.array([["1"], ["="], ["0"], ["="]], object)},
        ms.InvalidTournament,
        "results must hold letters as uint8 or S1, not object",
    ),
    "no letters": (
        {"results": np.array([[b""]] * 4, "S1")},
        ms.InvalidTournament,
        "participant 1, round 1: unknown result",
    ),
    "game points of floats": (
        {"game_points": [[0.5]] * 4, "system": "ecu"},
        ms.InvalidTournament,
        f"game_points {INT32} float64",
    ),
    "flags of floats": (
        {"present": np.ones(4)},
        ms.InvalidTournament,
        "present must be of bool, not float64",
    ),
    "a third flag": (
        {"present": np.full(4, 2, np.int8)},
        ms.InvalidTournament,
        "present has values that bool cannot hold",
    ),
    "forbidden text": (
        {"forbidden": "12"},
        ms.InvalidTournament,
        "forbidden must have two columns: its shape is ()",
    ),
    "forbidden floats": ({"forbidden": [[0.0, 1.0]]}, ms.InvalidTournament, f"forbidden {INT32} float64"),
    "forbidden NaN": (
        {"forbidden": np.full((1, 2), np.nan)},
        ms.InvalidTournament,
        f"forbidden {INT32} float64",
    ),
    "forbidden, negative": (
        {"forbidden": [[-1, 0]]},
        ms.InvalidTournament,
        "a forbidden pair is of somebody unknown, or of one participant twice",
    ),
    "forbidden, nothing behind": (
        {"forbidden": np.broadcast_to(np.int32(0), (2**40, 2))},
        ms.MedianSwissError,
        "1099511627776 forbidden pairs are more than the 1073741823 the engine can take",
    ),
    "round NaN": ({"round": float("nan")}, ms.InvalidTournament, "round nan is not an integer from 1 to 64"),
    "round True": ({"round": True}, ms.InvalidTournament, "round True is not an integer from 1 to 64"),
    "round in an array": (
        {"round": np.array([2, 3])},
        ms.InvalidTournament,
        "round array([2, 3]) is not an integer from 1 to 64",
    ),
    "rule sets": (
        {"system": np.array(["lim", "ecu"])},
        ms.UnknownSystem,
        "unknown system array(['lim', 'ecu'], dtype='<U3'); there are lim, ecu, olympiad",
    ),
    "a list of rule sets": (
        {"system": ["lim"]},
        ms.UnknownSystem,
        "unknown system ['lim']; there are lim, ecu, olympiad",
    ),
    "maxi 1": ({"maxi": 1}, ms.InvalidTournament, "maxi 1 is neither True nor False"),
    "scoring NaN": (
        {"scoring": Scoring(white_win=float("nan"))},  # type: ignore[arg-type]
        ms.InvalidTournament,
        "scoring: white_win nan is not a number of tenths up to 100000",
    ),
    "a tiebreak of floats": (
        {"tiebreak": np.zeros(4)},
        ms.InvalidTournament,
        "tiebreak must be of int64, not float64",
    ),
    "an unknown array": (
        {"titles": 1},
        TypeError,
        "pair_arrays() got an unexpected keyword argument 'titles'",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_other_arrays(name: str) -> None:
    change, kind, message = CHANGES[name]
    assert error_of(lambda: ms.pair_arrays(**four() | change)) == (kind, message)


def strided(entries: list[int], shape: tuple[int, int], strides: tuple[int, int]) -> Any:
    return np.lib.stride_tricks.as_strided(np.array(entries, np.int32), shape, strides)


def read_only() -> Any:
    array = OPPONENTS.copy()
    array.flags.writeable = False
    return array


LAID: dict[str, Any] = {
    "read-only": read_only(),
    "big-endian": OPPONENTS.astype(">i4"),
    "the other way round": OPPONENTS[::-1].copy()[::-1],
    "columns the other way round": np.hstack([OPPONENTS + 9, OPPONENTS])[:, ::-1],
    "overlapping rows": strided([2, 3, 0, 1, 1], (4, 2), (4, 4)),
    "not aligned": np.frombuffer(b"x" + OPPONENTS.tobytes(), np.int32, offset=1).reshape(4, 1),
    "of a subclass": OPPONENTS.view(Sub),
    "of a liar": OPPONENTS.view(Liar),
    "a matrix": OPPONENTS.view(np.matrix),
    "unsigned": OPPONENTS.astype(np.uint64),
    "Fortran's": np.asfortranarray(np.hstack([OPPONENTS, OPPONENTS])),
    "more columns than memory": np.hstack([OPPONENTS] * 9)[:, ::-1],
}


@pytest.mark.parametrize("name", LAID)
def test_however_they_lie_arrays_are_read(name: str) -> None:
    before = LAID[name].copy()
    assert ms.pair_arrays(**four() | {"opponents": LAID[name]}).pairs.tolist() == [[1, 0], [2, 3]]
    assert (LAID[name] == before).all()


# ---- batches ---------------------------------------------------------------------------------------

NOT_OFFSETS = "offsets must be integers, one more than there are tournaments"
BATCHES: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "no dimension": ({"offsets": np.array(0)}, ms.InvalidTournament, NOT_OFFSETS),
    "floats": ({"offsets": [0.0, 4.0, 8.0]}, ms.InvalidTournament, NOT_OFFSETS),
    "none": ({"offsets": []}, ms.InvalidTournament, NOT_OFFSETS),
    "texts": ({"offsets": "048"}, ms.InvalidTournament, NOT_OFFSETS),
    "descending": ({"offsets": [0, 8, 4]}, ms.InvalidTournament, "offsets must begin with 0 and not descend"),
    "negative": ({"offsets": [-4, 0, 8]}, ms.InvalidTournament, "offsets must begin with 0 and not descend"),
    "wrapped around": (
        {"offsets": np.array([0, 2**63], np.uint64)},
        ms.InvalidTournament,
        "offsets must begin with 0 and not descend",
    ),
    "beyond the end": (
        {"offsets": [0, 4, 9]},
        ms.InvalidTournament,
        "offsets end with 9, and there are 8 participants",
    ),
    "masked": (
        {"offsets": np.ma.masked_array([0, 4, 8])},
        ms.InvalidTournament,
        "offsets is a masked array, and what a masked entry means is not said",
    ),
    "nothing behind": (
        {"offsets": NOTHING_BEHIND},
        ms.MedianSwissError,
        "the batch is more than the engine can take",
    ),
    "rounds with nothing behind": (
        {"round": NOTHING_BEHIND},
        ms.InvalidTournament,
        "round must be an integer, or 2 of them",
    ),
    "round 0": ({"round": 0}, ms.InvalidTournament, "round: integers from 1 to 64 are needed"),
    "round True": ({"round": True}, ms.InvalidTournament, "round must be an integer, or 2 of them"),
    "rounds wrapped around": (
        {"rounds": np.array([2**63, 1], np.uint64)},
        ms.InvalidTournament,
        "rounds: integers from 1 to 64 are needed",
    ),
}


@pytest.mark.parametrize("name", BATCHES)
def test_a_batch(name: str) -> None:
    change, kind, message = BATCHES[name]
    arrays: dict[str, Any] = {
        "system": "lim",
        "offsets": [0, 4, 8],
        "round": 1,
        "rounds": 5,
        "rating": np.zeros(8, np.int32),
    }
    assert error_of(lambda: Batch(**arrays | change)) == (kind, message)


# ---- results ---------------------------------------------------------------------------------------

THREE = event("1 .\n2 .\n3 .", round=1)
BYE = {3: "U"}
UNKNOWN = "participant 1, round 1: unknown result"
RECORDS: dict[str, tuple[Any, Any, type[Exception], str]] = {
    "nothing": (None, BYE, TypeError, "'NoneType' object is not iterable"),
    "a number": ([5], BYE, TypeError, "'int' object is not iterable"),
    "a text": (["12="], BYE, ms.InvalidTournament, "round 1: there is no participant '1'"),
    "floats": ([(1.0, 2.0, "1")], BYE, ms.InvalidTournament, "round 1: there is no participant 1.0"),
    "True": ([(True, 2, "1")], BYE, ms.InvalidTournament, "round 1: there is no participant True"),
    "NaN": ([(float("nan"), 2, "1")], BYE, ms.InvalidTournament, "round 1: there is no participant nan"),
    "negative": ([(-1, 2, "1")], BYE, ms.InvalidTournament, "round 1: there is no participant -1"),
    "huge": ([(2**80, 2, "1")], BYE, ms.InvalidTournament, f"round 1: there is no participant {2**80}"),
    "itself": ([(1, 1, "1")], BYE, ms.InvalidTournament, "participant 1, round 1: has two results"),
    "octets": ([(1, 2, b"1")], BYE, ms.InvalidTournament, f"{UNKNOWN} b'1'"),
    "half a surrogate": ([(1, 2, "\ud800")], BYE, ms.InvalidTournament, f"{UNKNOWN} '\\ud800'"),
    "NUL": ([(1, 2, "\0\0")], BYE, ms.InvalidTournament, f"{UNKNOWN} '\\x00'"),
    "a bye of NUL": (
        [(1, 2, "1")],
        {3: "\0"},
        ms.InvalidTournament,
        "participant 3, round 1: unknown result '\\x00'",
    ),
    "a million letters": (
        [(1, 2, "1" * 10**6)],
        BYE,
        ms.InvalidTournament,
        f"{UNKNOWN} '{'1' * 12}...{'1' * 13}'",
    ),
    "a round again and again": (
        [(1, 2, "1")] * 3,
        BYE,
        ms.InvalidTournament,
        "participant 1, round 1: has two results",
    ),
    "game points NaN": (
        [(1, 2, "1", float("nan"), 1.0)],
        BYE,
        ms.InvalidTournament,
        "participant 1, round 1: game points nan are not a multiple of 0.1 from 0 on",
    ),
    "game points as text": (
        [(1, 2, "1", "1", "0")],
        BYE,
        ms.InvalidTournament,
        "participant 1, round 1: game points '1' are not a multiple of 0.1 from 0 on",
    ),
    "byes in a list": (
        [(1, 2, "1")],
        [(3, "U")],
        TypeError,
        "byes must be a mapping of numbers to letters, not list",
    ),
    "a bye of 1": ([(1, 2, "1")], {3: 1}, ms.InvalidTournament, "participant 3, round 1: unknown result 1"),
    "a bye of 3.0": ([(1, 2, "1")], {3.0: "U"}, ms.InvalidTournament, "round 1: there is no participant 3.0"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_results_change_nothing_where_they_are_refused(name: str) -> None:
    results, byes, kind, message = RECORDS[name]
    field = Field(THREE)
    before = pickle.dumps(field)
    assert error_of(lambda: field.record(results, byes)) == (kind, message)
    assert pickle.dumps(field) == before


ARRAYS: dict[str, tuple[dict[str, Any], str]] = {
    "no dimension": ({"opponent": np.int32(1)}, "opponent must have 1 dimension(s), not 0"),
    "nothing": ({"opponent": None}, "opponent must have 1 dimension(s), not 0"),
    "too short": ({"opponent": [1, 0]}, "opponent has 2 rows, and there are 3 participants"),
    "nothing behind": (
        {"opponent": NOTHING_BEHIND},
        "opponent has 1099511627776 rows, and there are 3 participants",
    ),
    "floats": ({"opponent": [1.0, 0.0, -1.0]}, f"opponent {INT32} float64"),
    "NaN": ({"colour": np.full(3, np.nan)}, "colour must be of int8, not float64"),
    "too small": ({"opponent": [-(2**63), 0, -1]}, "opponent has values that int32 cannot hold"),
    "out of range": ({"opponent": [1, 7, -1]}, "participant 2, round 1: the opponent does not exist"),
    "masked": (
        {"result": np.ma.masked_array([49, 48, 85])},
        "result is a masked array, and what a masked entry means is not said",
    ),
    "objects": (
        {"result": np.array(["1", "0", "U"], object)},
        "result must hold letters as uint8 or S1, not object",
    ),
    "game points too short": ({"game_points": [1]}, "game_points has 1 rows, and there are 3 participants"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_results_change_nothing_where_they_are_refused(name: str) -> None:
    change, message = ARRAYS[name]
    field = Field(THREE)
    before = pickle.dumps(field)
    round_: dict[str, Any] = {
        "opponent": np.array([1, 0, -1], np.int32),
        "colour": np.array([1, -1, 0], np.int8),
        "result": np.array(["1", "0", "U"], "S1"),
    }
    assert error_of(lambda: field.record_arrays(**round_ | change)) == (ms.InvalidTournament, message)
    assert pickle.dumps(field) == before
    swapped = {name: array[::-1].copy()[::-1] for name, array in round_.items()}
    field.record_arrays(**swapped | {"opponent": round_["opponent"].astype(">i8")})
    assert field.round == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda field: field.set_present(np.array([1.5])),
            "round 1: there is no participant np.float64(1.5)",
        ),
        (lambda field: field.set_present("1"), "round 1: there is no participant '1'"),
        (lambda field: field.set_present([1, 9]), "round 1: there is no participant 9"),
        (lambda field: field.forbid([(1, 9)]), "round 1: there is no participant 9"),
        (lambda field: field.forbid([(1, 1)]), "a forbidden pair is of one participant twice"),
        (lambda field: field.forbid([(1.0, 2)]), "round 1: there is no participant 1.0"),
        (
            lambda field: field.forbid([(1, 2, 3)]),
            "forbidden pair (1, 2, 3) is not a pair of pairing numbers",
        ),
        (
            lambda field: setattr(field, "initial_colour", np.array(["white"])),
            "initial colour array(['white'], dtype='<U5') is neither white nor black",
        ),
    ],
)
def test_a_field_stays_as_it_is(change: Callable[[Field], None], message: str) -> None:
    field = Field(THREE)
    before = pickle.dumps(field)
    assert error_of(lambda: change(field)) == (ms.InvalidTournament, message)
    assert pickle.dumps(field) == before


# ---- objects ---------------------------------------------------------------------------------------

BOTH = np.array(["white", "black"])
NOBODY = Batch(system="lim", offsets=np.zeros(1, int), round=1, rounds=3, rating=np.zeros(0))
TOURNAMENTS: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "none": (lambda: ms.pair(None), TypeError, "a Tournament is needed, not NoneType"),  # type: ignore[arg-type]
    "rule sets": (
        lambda: ms.pair(THREE, np.array(["lim"])),  # type: ignore[arg-type]
        ms.UnknownSystem,
        "unknown system array(['lim'], dtype='<U3'); there are lim, ecu, olympiad",
    ),
    "rounds 5.0": (
        lambda: ms.pair(THREE, rounds=5.0),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "5.0 rounds planned: there can be 1 to 64",
    ),
    "rounds True": (
        lambda: ms.pair(THREE, rounds=True),
        ms.InvalidTournament,
        "True rounds planned: there can be 1 to 64",
    ),
    "maxi 1": (
        lambda: ms.pair(THREE, maxi=1),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "maxi 1 is neither True nor False",
    ),
    "both colours": (
        lambda: ms.pair(THREE, initial_colour=BOTH),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "initial colour array(['white', 'black'], dtype='<U5') is neither white nor black",
    ),
    "a ranking in an array": (
        lambda: ms.pair(THREE, ranking=np.array(["esb", "number"])),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "ranking array(['esb', 'number'], dtype='<U6') is neither number nor esb",
    ),
    "numbers as participants": (
        lambda: ms.pair(replace(THREE, participants=(1, 2))),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "a participant must be a Participant, not int",
    ),
    "a number as unsupported": (
        lambda: ms.pair(replace(THREE, unsupported=(1,))),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "unsupported 1 is not a text",
    ),
    "a check of no colour": (
        lambda: ms.check(THREE, initial_colour=""),
        ms.InvalidTournament,
        "initial colour '' is neither white nor black",
    ),
    "a check of colour 0": (
        lambda: ms.check(THREE, initial_colour=0),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "initial colour 0 is neither white nor black",
    ),
    "a check of colours": (
        lambda: ms.check(event("1 0\n2 0"), initial_colour=[]),  # type: ignore[arg-type]
        ms.InvalidTournament,
        "initial colour [] is neither white nor black",
    ),
    "a check of no rule set": (
        lambda: ms.check(THREE, ""),
        ms.UnknownSystem,
        "unknown system ''; there are lim, ecu, olympiad",
    ),
    "a number explained": (
        lambda: ms.explain(THREE, 5),  # type: ignore[arg-type]
        TypeError,
        "a RoundPairing is needed, not int",
    ),
    "no pairing explained": (
        lambda: ms.explain(THREE, False),  # type: ignore[arg-type]
        TypeError,
        "a RoundPairing is needed, not bool",
    ),
    "a number read": (lambda: ms.read_trf(5), TypeError, "a path or a file object is needed, not int"),  # type: ignore[arg-type]
    "a list read": (
        lambda: ms.read_json([]),  # type: ignore[arg-type]
        TypeError,
        "a path or a file object is needed, not list",
    ),
    "nothing written": (
        lambda: ms.write_trf(None, "none.trf"),  # type: ignore[arg-type]
        TypeError,
        "a Tournament is needed, not NoneType",
    ),
    "a number written as pairing": (
        lambda: ms.write_trf(THREE, "none.trf", pairing=5),  # type: ignore[arg-type]
        TypeError,
        "a RoundPairing is needed, not int",
    ),
    "many of one": (
        lambda: ms.pair_many(THREE),  # type: ignore[call-overload]
        TypeError,
        "'Tournament' object is not iterable",
    ),
    "a batch with a system": (
        lambda: ms.pair_many(NOBODY, "lim"),  # type: ignore[call-overload]
        TypeError,
        "a Batch says its system and choices itself",
    ),
}


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_tournaments_and_choices(name: str) -> None:
    call, kind, message = TOURNAMENTS[name]
    assert error_of(call) == (kind, message)


def test_what_is_no_tournament_does_not_stop_the_others() -> None:
    first, second, last = ms.pair_many([None, {}, THREE])  # type: ignore[list-item]
    assert [repr(first), repr(second)] == [
        "TypeError('a Tournament is needed, not NoneType')",
        "TypeError('a Tournament is needed, not dict')",
    ]
    assert last == ms.pair(THREE)


# ---- simulations -----------------------------------------------------------------------------------

RATINGS = "ratings must be 2 to 2000 integers from 0 to 4000"
SIMULATIONS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "maxi 1": ({"maxi": 1}, ms.InvalidTournament, "maxi 1 is none of False, True"),
    "maxi 0.0": ({"maxi": 0.0}, ms.InvalidTournament, "maxi 0.0 is none of False, True"),
    "players of an array": (
        {"players": np.array([6, 7])},
        ms.InvalidTournament,
        "players array([6, 7]) is not an integer from 2 to 2000",
    ),
    "a rate of NaN": (
        {"draw_rate": float("nan")},
        ms.InvalidTournament,
        "draw_rate nan is not a chance from 0 to 1",
    ),
    "a colour in an array": (
        {"initial_colour": BOTH},
        ms.InvalidTournament,
        "initial_colour array(['white', 'black'], dtype='<U5') is none of lot, white, black",
    ),
    "rule sets": (
        {"system": np.array(["lim"])},
        ms.UnknownSystem,
        "unknown system array(['lim'], dtype='<U3'); there are lim, ecu, olympiad, random",
    ),
    "a rating": ({"ratings": np.array(2000)}, ms.InvalidTournament, RATINGS),
    "ratings of NaN": ({"ratings": [float("nan")] * 6}, ms.InvalidTournament, RATINGS),
    "ratings of two columns": ({"ratings": np.zeros((6, 2))}, ms.InvalidTournament, RATINGS),
    "ratings without end": ({"ratings": itertools.repeat(2000)}, ms.InvalidTournament, RATINGS),
    "ratings as octets": ({"ratings": b"zzzzyy"}, ms.InvalidTournament, RATINGS),
    "ratings with nothing behind": ({"ratings": NOTHING_BEHIND}, ms.InvalidTournament, RATINGS),
    "ratings masked": (
        {"ratings": np.ma.masked_array([2400] * 6, mask=True)},
        ms.InvalidTournament,
        RATINGS,
    ),
    "tournaments True": (
        {"tournaments": True},
        ms.InvalidTournament,
        "tournaments True is not an integer from 0 to 1000000000000000",
    ),
    "keep in an array": (
        {"keep": np.array(["sums"])},
        ms.InvalidTournament,
        "keep array(['sums'], dtype='<U4') is none of sums, tournaments, players",
    ),
    "an executor that is none": ({"executor": 5}, TypeError, "executor must be an Executor, not int"),
    "threads 2.0": ({"threads": 2.0}, ValueError, "2.0 threads: there is one at least"),
}


@pytest.mark.parametrize("name", SIMULATIONS)
def test_settings_of_simulations(name: str) -> None:
    change, kind, message = SIMULATIONS[name]
    asked: dict[str, Any] = {"tournaments": 1, "players": 6, "rounds": 3}
    assert error_of(lambda: ms.simulate(**asked | change)) == (kind, message)


def test_a_run_of_no_tournaments_says_so() -> None:
    run = ms.simulate(tournaments=0, players=6, rounds=3, keep="players")
    assert error_of(run.columns) == (
        ms.MedianSwissError,
        "no tournament was simulated: there are no measures",
    )
    assert error_of(lambda: run._table("players")) == (
        ms.MedianSwissError,
        "no tournament was simulated: nobody ended with anything",
    )


# ---- generated tournaments ----

GENERATED: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "no name of a rule set": (
        {"system": ""},
        ms.UnknownSystem,
        "unknown system ''; there are lim, ecu, olympiad",
    ),
    "rule sets": (
        {"system": np.array(["lim"])},
        ms.UnknownSystem,
        "unknown system array(['lim'], dtype='<U3'); there are lim, ecu, olympiad",
    ),
    "at random": (
        {"system": "random"},
        ms.UnknownSystem,
        "a tournament is generated by a rule set, not at random",
    ),
    "a number as model": ({"model": 5}, TypeError, "model must be a path, not int"),
    "octets as model": ({"model": b"t.trf"}, TypeError, "model must be a path, not bytes"),
    "a list as config": ({"config": []}, TypeError, "config must be a path, not list"),
    "a number as ratings": (
        {"ratings": 5},
        ms.InvalidTournament,
        "ratings must be 2 to 9999 integers from 0 to 4000",
    ),
    "a result there is not": (
        {"scoring": {"win": 30}},
        ms.InvalidTournament,
        "scoring: there is no result 'win'",
    ),
}


@pytest.mark.parametrize("name", GENERATED)
def test_settings_of_generated_tournaments(name: str) -> None:
    settings, kind, message = GENERATED[name]
    assert error_of(lambda: ms.generate(**settings)) == (kind, message)


# ---- warnings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda t: ms.pair(t),
        lambda t: Field(t),
        lambda t: ms.pair_many([t]),
        lambda t: ms.pair_many(t for _ in range(2)),
    ],
)
def test_a_warning_points_at_the_caller(call: Callable[[ms.Tournament], object]) -> None:
    t = event("1 .\n2 .\n3 .", round=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(replace(t, system="ecu", rounds=None, initial_colour=None))
    assert caught
    assert {warning.filename for warning in caught} == {__file__}
