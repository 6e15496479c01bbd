"""Tournaments built by hand: what cannot be is refused with a clear error, by every way to the engine."""

from __future__ import annotations

import contextlib
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest

import medianswiss as ms
from medianswiss import Field
from medianswiss.tournament import Game, Participant, Scoring, Tournament

FOUR = Tournament(tuple(Participant(n) for n in (1, 2, 3, 4)), "lim", 5, initial_colour="white")


def played(*games: tuple[Any, ...]) -> Tournament:
    """Two rounds of four players; each argument replaces the games of the next of them."""
    first = [Game(2, "w", "1"), Game(1, "b", "0"), Game(4, "w", "="), Game(3, "b", "=")]
    second = [Game(3, "b", "1"), Game(4, "w", "1"), Game(1, "w", "0"), Game(2, "b", "0")]
    usual = [(a, b) for a, b in zip(first, second, strict=True)]
    mine = [*games, *usual[len(games) :]]
    return replace(
        FOUR,
        round=3,
        participants=tuple(Participant(n, games=g) for n, g in zip((1, 2, 3, 4), mine, strict=True)),
    )


def with_first(**changes: Any) -> Tournament:
    """The four, with something else about #1."""
    return replace(FOUR, participants=(replace(FOUR.participants[0], **changes), *FOUR.participants[1:]))


def refusals(t: Any) -> list[str]:
    """What both ways to the engine say: the public one, and the border itself."""
    said = []
    for way in (lambda: ms.pair(t, "lim"), lambda: Field(t)):
        with pytest.raises((ms.MedianSwissError, TypeError)) as refused:
            way()
        said.append(str(refused.value))
    return said


def test_the_tournaments_here_are_sound_unless_spoiled() -> None:
    assert len(ms.pair(FOUR).pairs) == len(ms.pair(played()).pairs) == 2


@pytest.mark.parametrize(
    "number", [1.0, 1.5, True, Decimal(1), Fraction(1), np.int64(1), "1", None, 0, -1, 2**31]
)
def test_a_pairing_number_is_a_plain_integer(number: Any) -> None:
    assert all("pairing number" in said for said in refusals(with_first(number=number)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rating": 2400.5}, "rating 2400.5"),
        ({"rating": True}, "rating True"),
        ({"rating": -1}, "rating -1"),
        ({"rating": 10**9}, "rating 1000000000"),
        ({"points": float("nan")}, "points nan"),
        ({"points": float("inf")}, "points inf"),
        ({"points": 0.25}, "points 0.25"),
        ({"points": 1e300}, "points 1e+300"),
        ({"points": "1"}, "points '1'"),
        ({"points": True}, "points True"),
        ({"name": 5}, "name 5"),
        ({"present": "no"}, "present 'no'"),
        ({"present": 1}, "present 1"),
        ({"present": False, "requested": "Q"}, "unknown bye 'Q'"),
        ({"requested": "H"}, "by one who is present"),
        ({"games": []}, "games must be a tuple"),
        ({"games": ""}, "games must be a tuple"),
        ({"games": (Game(None, None, "Z"),)}, "games: 1, rounds played: 0"),
    ],
)
def test_what_is_told_of_a_participant(changes: dict[str, Any], words: str) -> None:
    assert all(
        said.startswith("participant 1: ") and words in said for said in refusals(with_first(**changes))
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"participants": list(FOUR.participants)}, "participants must be a tuple, not list"),
        ({"participants": iter(FOUR.participants)}, "participants must be a tuple"),
        ({"participants": (1, 2)}, "a participant must be a Participant, not int"),
        ({"participants": (*FOUR.participants, Participant(2))}, "participant 2: the number is there twice"),
        ({"rounds": 1.5}, "1.5 rounds"),
        ({"rounds": True}, "True rounds"),
        ({"rounds": 65}, "65 rounds"),
        ({"round": 0}, "round 0"),
        ({"round": -100_000}, "round -100000"),
        ({"round": 2**31 - 1}, "round 2147483647"),
        ({"round": 50, "rounds": 60}, "games: 0, rounds played: 49"),
        ({"initial_colour": "green"}, "initial colour 'green'"),
        ({"ranking": "rating"}, "ranking 'rating'"),
        ({"maxi": "no"}, "maxi 'no'"),
        ({"maxi": 1}, "maxi 1"),
        ({"name": None}, "name None"),
        ({"system": "dutch"}, "unknown system 'dutch'"),
        ({"scoring": None}, "scoring must be a Scoring"),
        ({"scoring": Scoring(white_win=10.5, black_win=10.5)}, "white_win 10.5"),  # type: ignore[arg-type]
        ({"scoring": Scoring(full_bye=2**31 - 1)}, "full_bye 2147483647"),
        ({"scoring": Scoring(10**30, 10**30)}, "white_win 1000000000"),
        ({"forbidden": [(1, 2)]}, "forbidden must be a tuple"),
        ({"forbidden": ((1, 2, 3),)}, "is not a pair of pairing numbers"),
        ({"forbidden": ((1, 1.0),)}, "is not a pair of pairing numbers"),
        ({"forbidden": ((1, 77),)}, "there is no participant 77"),
        ({"forbidden": ((3, 3),)}, "participant 3: forbidden pair 3-3: one participant twice"),
    ],
)
def test_what_is_told_of_a_tournament(changes: dict[str, Any], words: str) -> None:
    t = replace(FOUR, **changes)
    with pytest.raises((ms.MedianSwissError, TypeError), match=r".") as refused:
        Field(t)
    assert words in str(refused.value)
    if "system" not in changes:
        with pytest.raises((ms.MedianSwissError, TypeError)) as refused:
            ms.pair(t)
        assert words in str(refused.value)


@pytest.mark.parametrize(
    ("t", "words"),
    [
        (played((Game(2, "w", "é"), Game(3, "b", "1"))), "unknown result 'é'"),
        (played((Game(2, "w", "11"), Game(3, "b", "1"))), "unknown result '11'"),
        (played((Game(2, "w", ["1"]), Game(3, "b", "1"))), "unknown result ['1']"),  # type: ignore[arg-type]
        (played((Game(2.0, "w", "1"), Game(3, "b", "1"))), "opponent 2.0"),  # type: ignore[arg-type]
        (played((Game(99, "w", "1"), Game(3, "b", "1"))), "opponent 99 does not exist"),
        (played((Game(1, "w", "1"), Game(3, "b", "1"))), "plays itself"),
        (played((Game(2, "x", "1"), Game(3, "b", "1"))), "unknown colour 'x'"),
        (played((Game(2, None, "1"), Game(3, "b", "1"))), "a game without a colour"),
        (played((Game(2, "b", "1"), Game(3, "b", "1"))), "both have Black"),
        (played((Game(2, "w", "0"), Game(3, "b", "1"))), None),  # 0/0 is a result two can have
        (played((Game(2, "w", "U"), Game(3, "b", "1"))), "bye 'U' with an opponent"),
        (played((Game(None, None, "1"), Game(3, "b", "1"))), "result '1' without an opponent"),
        (played((Game(None, "w", "Z"), Game(3, "b", "1"))), "a colour without an opponent"),
        (played((Game(2, "w", "1", 0.25), Game(3, "b", "1"))), "game points 0.25"),
        (played((Game(3, "w", "1"), Game(3, "b", "1"))), "says it met 3, and 3 says it met 4"),
        (played(((2, "w", "1"), Game(3, "b", "1"))), "a game must be a Game, not tuple"),
        (played((Game(2, "w", "1"), None)), "a game must be a Game, not NoneType"),
    ],
)
def test_what_is_told_of_a_game(t: Tournament, words: str | None) -> None:
    if words is None:
        ms.pair(t)
    else:
        assert all(said.startswith("participant 1, round ") and words in said for said in refusals(t))


def test_one_sided_meetings_are_refused_and_do_not_hang() -> None:
    t = replace(
        FOUR,
        round=3,
        participants=(
            Participant(1, games=(Game(1, "b", "0"), Game(1, "b", "1"))),
            Participant(2, games=(Game(1, "w", "="), Game(2, "w", "0"))),
        ),
    )
    assert all("participant 1, round 1: plays itself" in said for said in refusals(t))


class Lax(Tournament):
    """A subclass that does not look."""

    def validate(self) -> Tournament:
        return self


def test_a_subclass_that_does_not_validate_is_validated_all_the_same() -> None:
    assert all(
        "games: 0, rounds played: 49" in said for said in refusals(Lax(FOUR.participants, "lim", 60, 50))
    )


class Longer(list[tuple[int, int]]):
    """A list that denies its length."""

    def __len__(self) -> int:
        return 0


def test_a_container_that_denies_its_length_is_refused() -> None:
    lying: Any = Longer([(1, 2)] * 300)
    assert all("forbidden must be a tuple" in said for said in refusals(replace(FOUR, forbidden=lying)))


@pytest.mark.parametrize("thing", [None, 1, "lim", {}, FOUR.participants])
def test_what_is_no_tournament(thing: Any) -> None:
    with pytest.raises(TypeError, match="a Tournament is needed"):
        ms.pair(thing, "lim")
    with pytest.raises(TypeError, match="a Tournament is needed"):
        Field(thing)


def test_a_field_whose_building_failed_is_not_paired() -> None:
    field = Field.__new__(Field)
    with pytest.raises(ms.InvalidTournament):
        field.__init__(replace(FOUR, forbidden=((1, 2), (2, 77))))  # type: ignore[misc]
    with pytest.raises(ms.MedianSwissError, match="never built"):
        field.pair()
    with pytest.raises(ms.MedianSwissError, match="never built"):
        field.pair_group([1, 2])


def test_a_field_is_built_once() -> None:
    field = Field(FOUR)
    with pytest.raises(TypeError, match="built once"):
        field.__init__(FOUR)  # type: ignore[misc]


@pytest.mark.parametrize(
    "members",
    [([1] * 1000, (), ()), ([1, 2], (2,), ()), ([1, 2], (), (3, 3))],
)
def test_a_group_has_nobody_twice(members: tuple[Any, Any, Any]) -> None:
    with pytest.raises(ms.MedianSwissError, match="twice"):
        Field(FOUR).pair_group(*members)


def test_a_group_has_nobody_unknown() -> None:
    with pytest.raises(ms.MedianSwissError, match="no participant 99"):
        Field(FOUR).pair_group([1, 99])


def test_forbidding_one_pair_many_times_is_forbidding_it_once() -> None:
    assert ms.pair(replace(FOUR, forbidden=((1, 3),) * 5000)) == ms.pair(replace(FOUR, forbidden=((3, 1),)))


def test_a_tournament_that_changes_between_two_looks_is_read_once() -> None:
    """The memory made for its forbidden pairs holds those that are entered."""
    many = tuple((a, b) for a in (1, 2, 3, 4) for b in (1, 2, 3, 4) if a != b) * 1_000

    class Moody(Tournament):
        __slots__ = ()
        looks: ClassVar[list[Any]] = []

        @property
        def forbidden(self) -> Any:
            return self.looks.pop() if self.looks else many

    for sober in range(6):
        t = Moody.__new__(Moody)
        Moody.looks = [()] * sober
        for field in fields(FOUR):
            if field.name != "forbidden":
                object.__setattr__(t, field.name, getattr(FOUR, field.name))
        with contextlib.suppress(ms.ImpossiblePairing):
            assert len(Field(t).pair().pairs) == 2


def test_a_tournament_of_teams_that_says_nothing_of_scoring_scores_as_teams_do() -> None:
    """N.5.2: match points 2, 1, 0, and 1 for the bye; not those of players."""
    people = (
        Participant(1, games=(Game(None, None, "U"),)),
        Participant(2, games=(Game(3, "w", "1"),)),
        Participant(3, games=(Game(2, "b", "0"),)),
    )
    teams = Tournament(people, "ecu", rounds=5, round=2, initial_colour="white")
    unnamed = Tournament(people, rounds=5, round=2, initial_colour="white")
    assert [teams.score(p) for p in people] == [10, 20, 0]
    assert ms.pair(teams) == ms.pair(unnamed, "ecu") == ms.Field(unnamed, "ecu").pair()
    assert [unnamed.score(p) for p in people] == [10, 10, 0]
    players = Scoring()
    assert Tournament(people, "ecu", scoring=players).scoring is players, "who says so gets it"
    assert replace(unnamed, system="ecu").scoring == Scoring.teams()
