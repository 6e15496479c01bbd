"""The JSON state: what it says, what it refuses, and that writing and reading it changes nothing."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medianswiss import (
    Game,
    InvalidTournament,
    MedianSwissError,
    Participant,
    Scoring,
    Tournament,
    UnknownSystem,
    json_lines,
    read_json,
    read_json_lines,
    write_json,
    write_json_lines,
)
from medianswiss.json_lines import format_json, numbered_states, parse_json, parse_json_lines
from paths import SHARED, needs_shared

BOTH_SIDES = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+"}


def state(**changes: Any) -> dict[str, Any]:
    """Four players after one round; `changes` to the state, with ... for a key that is left out."""
    games = [(3, "w", "1"), (4, "b", "="), (1, "b", "0"), (2, "w", "=")]
    good = {
        "system": "lim",
        "rounds": 5,
        "round": 2,
        "initial_colour": "white",
        "participants": [
            {"number": number, "games": [{"opponent": opponent, "colour": colour, "result": result}]}
            for number, (opponent, colour, result) in enumerate(games, 1)
        ],
    }
    return {key: value for key, value in (good | changes).items() if value is not ...}


def participant(**changes: Any) -> dict[str, Any]:
    """A state whose participant 2 has `changes`."""
    changed = state()
    changed["participants"][1] |= changes
    return changed


def game(**changes: Any) -> dict[str, Any]:
    """A state whose participant 2 has `changes` in its only game."""
    changed = state()
    changed["participants"][1]["games"][0] |= changes
    return changed


def refused(value: Any) -> InvalidTournament:
    """The error of a state, which reading it from text and from Python objects agree on."""
    with pytest.raises(InvalidTournament) as from_text:
        parse_json(json.dumps(value).encode(), name="t.json", line=7)
    with pytest.raises(InvalidTournament) as from_objects:
        Tournament.from_dict(value)
    assert from_text.value.message == from_objects.value.message
    assert (from_text.value.file, from_text.value.line) == ("t.json", 7)
    return from_text.value


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Any tournament that does not contradict itself."""
    numbers = draw(st.lists(st.integers(1, 300), unique=True, max_size=9))
    tenths = st.none() | st.integers(-50, 500).map(lambda value: value / 10)
    game_points = st.none() | st.integers(0, 500).map(lambda value: value / 10)
    rounds_played = draw(st.integers(0, 4)) if numbers else 0
    games: dict[int, list[Game]] = {number: [] for number in numbers}
    for _ in range(rounds_played):
        left = draw(st.permutations(numbers))
        meetings = draw(st.integers(0, len(left) // 2))
        for _ in range(meetings):
            white, black = left.pop(), left.pop()
            result = draw(st.sampled_from(sorted(BOTH_SIDES)))
            games[white].append(Game(black, "w", result, draw(game_points)))
            games[black].append(Game(white, "b", BOTH_SIDES[result], draw(game_points)))
        for number in left:
            games[number].append(Game(None, None, draw(st.sampled_from("FHZU"))))
    participants = []
    for number in numbers:
        present = draw(st.booleans())
        participants.append(
            Participant(
                number=number,
                name=draw(st.text(max_size=5)),
                rating=draw(st.integers(0, 3000)),
                games=tuple(games[number]),
                points=draw(tenths),
                present=present,
                requested=None if present else draw(st.sampled_from([None, *"FHZU"])),
            )
        )
    pairs = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers)) if numbers else st.nothing()
    return Tournament(
        participants=tuple(participants),
        system=draw(st.sampled_from([None, "lim", "ecu", "olympiad"])),
        rounds=draw(st.none() | st.integers(max(1, rounds_played), 64)),
        round=rounds_played + 1,
        initial_colour=draw(st.sampled_from([None, "white", "black"])),
        maxi=draw(st.booleans()),
        ranking=draw(st.sampled_from(["number", "esb"])),
        forbidden=tuple(draw(st.lists(pairs.filter(lambda pair: pair[0] != pair[1]), max_size=3)))
        if len(numbers) > 1
        else (),
        scoring=draw(
            st.sampled_from([Scoring(), Scoring.teams(), Scoring(white_win=33)])
            | st.builds(Scoring, half_bye=st.integers(0, 30), black_loss=st.integers(-10, 10))
        ),
        name=draw(st.text(max_size=5)),
        unsupported=tuple(draw(st.lists(st.text(max_size=5), max_size=2))),
    )


# Writing and reading ------------------------------------------------------------------------------


@given(tournaments())
def test_to_dict_then_from_dict_is_the_identity(t: Tournament) -> None:
    assert Tournament.from_dict(t.to_dict()) == t


@given(tournaments())
def test_text_then_tournament_is_the_identity(t: Tournament) -> None:
    text = format_json(t)
    assert text.isascii()
    assert "\n" not in text
    assert parse_json(text.encode()) == t


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        (Tournament((), name="\ud800"), "name holds half of a surrogate pair"),
        (Tournament((Participant(7, name="a\udfff"),)), "the name of participant 7 holds half"),
        (Tournament((), unsupported=("\ud800",)), "unsupported holds half"),
        (Tournament((), unsupported=(1,)), "unsupported 1 is not a text"),  # type: ignore[arg-type]
        (Tournament((Participant(1, points=True),)), "points"),
        (Tournament((Participant(1, points=float("inf")),)), "points"),
        (Tournament((Participant(1, rating=2450.0),)), "rating"),  # type: ignore[arg-type]
        (Tournament((Participant(1), Participant(1))), "twice"),
        (Tournament((), scoring=Scoring(white_win=10**9)), "white_win"),
    ],
)
def test_what_could_not_be_read_is_not_written(bad: Tournament, named: str, tmp_path: Path) -> None:
    for write in (Tournament.to_dict, lambda t: write_json(t, tmp_path / "t.json")):
        with pytest.raises(InvalidTournament, match=named):
            write(bad)
    assert list(tmp_path.iterdir()) == []


def test_numbers_of_numpy_are_written_as_plain_ones() -> None:
    t = Tournament((Participant(1, points=np.float64(2.5)),))
    assert Tournament.from_dict(t.to_dict()) == t


def test_file_then_tournament_is_the_identity(tmp_path: Path) -> None:
    t = replace(Tournament.from_dict(state()), name="Zürich 棋")
    write_json(t, tmp_path / "t.json")
    assert read_json(tmp_path / "t.json") == t
    for mode, encoding in (("rb", None), ("r", "utf-8")):
        with open(tmp_path / "t.json", mode, encoding=encoding) as file:
            assert read_json(file) == t
        with open(tmp_path / "t.json", mode, encoding=encoding) as file:
            assert list(read_json_lines(file)) == [(1, t)]


def test_a_text_that_is_not_utf_8_is_an_error_of_ours() -> None:
    with pytest.raises(InvalidTournament, match="line 1, column 11: not UTF-8"):
        read_json(io.StringIO('{"name": "\udcff"}'))


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none" / "t.json"
    with pytest.raises(FileNotFoundError) as error:
        write_json(Tournament(()), path)
    assert error.value.filename == str(path)


def test_a_file_of_lines_gives_the_same_tournaments(tmp_path: Path) -> None:
    ts = [Tournament.from_dict(state(rounds=rounds)) for rounds in (3, 4, 5)]
    write_json_lines(ts, tmp_path / "t.jsonl")
    assert list(read_json_lines(tmp_path / "t.jsonl")) == list(enumerate(ts, 1))


def test_what_contradicts_itself_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text("old")
    with pytest.raises(InvalidTournament):
        write_json(Tournament((Participant(1, rating=-5),)), path)
    with pytest.raises(InvalidTournament):
        write_json(Tournament((Participant(1, points=float("nan")),)), path)
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["t.json"]


@needs_shared
@pytest.mark.parametrize("name", ["lim_small", "lim_maxi_small", "ecu_small", "olympiad_small"])
def test_the_states_of_the_known_rounds_go_through(name: str) -> None:
    with gzip.open(SHARED / "vectors" / f"{name}.jsonl.gz") as file:
        for line in file:
            given_state = json.loads(line)["state"]
            t = Tournament.from_dict(given_state)
            assert t.to_dict() | given_state == t.to_dict()


# What a state may leave out -----------------------------------------------------------------------


def test_all_but_participants_and_their_numbers_may_be_left_out() -> None:
    t = Tournament.from_dict({"participants": [{"number": 4}]})
    assert t == Tournament((Participant(4),))


def test_nobody_at_all_is_a_tournament() -> None:
    assert Tournament.from_dict({"participants": []}) == Tournament(())


def test_a_round_left_out_is_one_more_than_the_games() -> None:
    assert Tournament.from_dict(state(round=...)).round == 2


def test_null_is_left_out_where_the_model_has_none() -> None:
    nulls = state(system=None, rounds=None, initial_colour=None)
    nulls["participants"][0] |= {"points": None, "requested": None}
    assert Tournament.from_dict(nulls) == Tournament.from_dict(
        state(system=..., rounds=..., initial_colour=...)
    )


def test_opponent_and_colour_may_be_left_out_where_there_was_none() -> None:
    alone = {"participants": [{"number": 1, "games": [{"result": "U"}]}]}
    assert Tournament.from_dict(alone).participants[0].games == (Game(None, None, "U"),)


def test_points_are_taken_as_numbers_of_either_kind() -> None:
    for points, tenths in ((3, 30), (3.5, 35), (0.1 + 0.2, 3), (-1, -10)):
        t = Tournament.from_dict(participant(points=points))
        assert t.score(t.participants[1]) == tenths


def test_points_left_out_are_the_sum_of_the_results() -> None:
    t = Tournament.from_dict(state())
    assert [t.score(p) for p in t.participants] == [10, 5, 0, 5]


def test_results_are_worth_what_the_rule_set_says() -> None:
    for system, tenths in (("lim", 10), ("ecu", 20), ("olympiad", 20)):
        t = Tournament.from_dict(state(system=system))
        assert t.score(t.participants[0]) == tenths


def test_the_rule_set_asked_for_wins_and_its_values_with_it() -> None:
    t = parse_json(json.dumps(state()).encode(), system="ecu")
    assert t.system == "ecu"
    assert t.scoring == Scoring.teams()


def test_scoring_changes_what_it_names() -> None:
    t = Tournament.from_dict(state(scoring={"white_win": 3, "half_bye": 0.2}))
    assert t.scoring == Scoring(white_win=30, half_bye=2)


def test_game_points_are_kept() -> None:
    t = Tournament.from_dict(game(game_points=2.5))
    assert t.participants[1].games[0].game_points == 2.5


# What a state may not say -------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, [], "lim", 3, True, 1.5])
def test_a_state_is_an_object(value: Any) -> None:
    assert "must be an object" in refused(value).message


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        (state(presnet=True), "'presnet'"),
        (participant(presnet=True), "'presnet'"),
        (game(color="w"), "'color'"),
        (state(scoring={"win": 1}), "'win'"),
        (state(participants=...), "participants"),
        (state(participants={}), "participants"),
        (state(participants=None), "participants"),
        (state(participants=[3]), "participants[0]"),
        (state(participants=[{"name": "A"}]), "participants[0]: number"),
        (state(participants=[{"number": True}]), "participants[0]: number"),
        (state(participants=[{"number": "1"}]), "participants[0]: number"),
        (state(rounds="5"), "rounds"),
        (state(rounds=5.0), "rounds"),
        (state(rounds=True), "rounds"),
        (state(rounds=0), "0 rounds"),
        (state(rounds=65), "65 rounds"),
        (state(round=None), "round"),
        (state(round=2.0), "round"),
        (state(round=10**4000), "round"),
        (state(system=5), "system"),
        (state(maxi="false"), "maxi"),
        (state(maxi=0), "maxi"),
        (state(ranking="elo"), "ranking"),
        (state(ranking=None), "ranking"),
        (state(initial_colour="w"), "initial_colour"),
        (state(initial_colour=["white"]), "initial_colour"),
        (state(forbidden=[[1, 2, 3]]), "forbidden"),
        (state(forbidden=[[1]]), "forbidden"),
        (state(forbidden=[1, 2]), "forbidden"),
        (state(forbidden=[[1, "2"]]), "forbidden"),
        (state(forbidden=[[1, 9]]), "forbidden pair 1-9"),
        (state(forbidden=[[1, 1]]), "forbidden pair 1-1"),
        (state(name=7), "name"),
        (state(name="\ud800"), "name"),
        (state(unsupported="all"), "unsupported"),
        (state(unsupported=[1]), "unsupported"),
        (state(scoring={"white_win": "1"}), "white_win"),
        (state(scoring={"white_win": 0.33}), "white_win"),
        (state(scoring=[1]), "scoring"),
    ],
)
def test_an_error_names_the_key(bad: dict[str, Any], named: str) -> None:
    assert named in refused(bad).message


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        (participant(rating=2450.0), "rating"),
        (participant(rating="2450"), "rating"),
        (participant(rating=-1), "rating"),
        (participant(rating=10**30), "rating"),
        (participant(rating=None), "rating"),
        (participant(points="3.5"), "points"),
        (participant(points=True), "points"),
        (participant(points=0.25), "points 0.25"),
        (participant(points=10**400), "points"),
        (participant(present=1), "present"),
        (participant(present=None), "present"),
        (participant(name=None), "name"),
        (participant(games=None), "games"),
        (participant(games={}), "games"),
        (participant(games=[]), "games: 0, rounds played: 1"),
        (participant(requested="X"), "requested"),
        (participant(requested="H"), "'H'"),
        (participant(other=1), "'other'"),
    ],
)
def test_an_error_names_the_participant(bad: dict[str, Any], named: str) -> None:
    error = refused(bad)
    assert error.participant == 2
    assert named in error.message


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        (game(opponent=True), "opponent"),
        (game(opponent="4"), "opponent"),
        (game(opponent=4.0), "opponent"),
        (game(opponent=[4]), "an array or an object"),
        (game(opponent=99), "opponent 99"),
        (game(opponent=2), "plays itself"),
        (game(colour="white"), "colour"),
        (game(colour="wb"), "colour"),
        (game(colour=""), "colour"),
        (game(colour=0), "colour"),
        (game(result="x"), "result 'x'"),
        (game(result="h"), "result 'h'"),
        (game(result="1" * 10_000), "result"),
        (game(result=1), "result"),
        (game(result=None), "result is missing"),
        (game(result="1"), "contradicts"),
        (game(game_points="2"), "game_points"),
        (game(game_points=0.55), "game_points"),
        (game(game_points=-3), "game points -3"),
    ],
)
def test_an_error_names_the_round_of_the_participant(bad: dict[str, Any], named: str) -> None:
    error = refused(bad)
    assert error.participant == 2
    assert error.round == 1
    assert named in error.message
    assert len(str(error)) < 300


def test_true_is_not_one_after_one_was_seen() -> None:
    Tournament.from_dict(state())
    with pytest.raises(InvalidTournament, match="opponent must be an integer, not true"):
        Tournament.from_dict({"participants": [{"number": 3, "games": [state_game(True)]}]})


def state_game(opponent: Any) -> dict[str, Any]:
    return {"opponent": opponent, "colour": "b", "result": "0"}


def test_a_rule_set_nobody_knows() -> None:
    for system in ("swiss", "x" * 10_000, ""):
        assert len(str(refused(state(system=system)))) < 200
        with pytest.raises(InvalidTournament, match="unknown system"):
            parse_json(json.dumps(state(system=system)).encode(), system="lim")
    with pytest.raises(UnknownSystem):
        parse_json(json.dumps(state()).encode(), system="swiss")


# What is not a state at all -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "named"),
    [
        (b"", 1, 1, "empty"),
        (b"  \n ", 1, 1, "empty"),
        (b'{"rounds": 5,\n "round": }', 2, 11, "not JSON"),
        (b"{}{}", 1, 3, "more after the end"),
        (b'{"rounds": NaN}', None, None, "NaN"),
        (b'{"rounds": -Infinity}', None, None, "-Infinity"),
        (b'{"rounds": 5, "rounds": 6}', None, None, "'rounds' is there twice"),
        (b'{"participants": [{"number": 1, "points": 1e999}]}', None, None, "points"),
        (b'{"rounds": ' + b"9" * 5000 + b"}", None, None, "digits"),
        (b'{"name": ' * 100_000, None, None, "deeply"),
        (b"[" * 100_000 + b"]" * 100_000, None, None, "deeply"),
        (b'\xef\xbb\xbf{"participants": []}', 1, 1, "byte order mark"),
        (b'{\n "name": "\xff"}', 2, 11, "UTF-8"),
        (b'{"name": "\xed\xa0\x80"}', 1, 11, "UTF-8"),
        (b'{"name": "a\nb"}', 1, 12, "not JSON"),
        ('{"participants": []}'.encode("utf-16"), 1, 1, "UTF-8"),
        (b"\x00", 1, 1, "not JSON"),
        (b"001    1", 1, 2, "not JSON"),
    ],
)
def test_an_error_names_the_place_in_the_file(
    text: bytes, line: int | None, column: int | None, named: str
) -> None:
    with pytest.raises(InvalidTournament) as error:
        read_json(io.BytesIO(text))
    assert named in error.value.message
    assert (error.value.line, error.value.column) == (line, column)


def test_a_key_that_is_there_twice_names_the_participant() -> None:
    with pytest.raises(InvalidTournament) as error:
        parse_json(b'{"participants": [{"number": 8, "rating": 1, "rating": 2}]}')
    assert error.value.participant == 8


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_json(tmp_path / "none.json")
    with pytest.raises(FileNotFoundError):
        next(read_json_lines(tmp_path / "none.json"))


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
VALUES = st.recursive(
    SCALARS | st.sampled_from("1wbFHZU+-="),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["number", "games", "opponent", "colour", "result", "points", "rating", "x"]),
            inner,
        )
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(["participants", "rounds", "round", "system", "forbidden", "scoring", "maxi", "name"])


@given(st.dictionaries(KEYS, VALUES) | VALUES)
@settings(max_examples=400)
def test_no_value_gives_another_error_than_ours(value: Any) -> None:
    for read in (Tournament.from_dict, lambda v: parse_json(json.dumps(v).encode())):
        with suppress(MedianSwissError):
            assert isinstance(read(value), Tournament)


@given(st.binary(max_size=40))
def test_no_bytes_give_another_error_than_ours(data: bytes) -> None:
    for line in (data, b'{"participants":' + data):
        for _, result in parse_json_lines(io.BytesIO(line)):
            assert str(result) if isinstance(result, MedianSwissError) else isinstance(result, Tournament)


@given(st.data())
def test_no_broken_state_gives_another_error_than_ours(data: st.DataObject) -> None:
    text = bytearray(json.dumps(state()).encode())
    at = data.draw(st.integers(0, len(text) - 1))
    text[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=3))
    with suppress(MedianSwissError):
        parse_json(bytes(text))


# Lines --------------------------------------------------------------------------------------------

GOOD = json.dumps(state()).encode() + b"\n"


def answers(*lines: bytes) -> list[tuple[int, str | None]]:
    """Line and kind of error of each state in `lines`."""
    results = parse_json_lines(lines, name="s.jsonl")
    return [(n, None if isinstance(r, Tournament) else type(r).__name__) for n, r in results]


def test_a_bad_line_does_not_stop_the_rest() -> None:
    bad = "InvalidTournament"
    assert answers(GOOD, b"{\n", GOOD, b"\xff\n") == [(1, None), (2, bad), (3, None), (4, bad)]
    assert answers(b"nonsense\n", GOOD) == [(1, bad), (2, None)]
    assert answers(b'{"system": "swiss", "participants": []}\n', GOOD) == [(1, bad), (2, None)]


def test_an_error_names_its_line() -> None:
    bad = json.dumps(participant(rating=-1)).encode()
    [_, (number, error)] = parse_json_lines([GOOD, bad], name="s.jsonl")
    assert number == 2
    assert str(error) == "s.jsonl:2: participant 2: rating -1 is not an integer from 0 to 100000"


def test_blank_lines_are_skipped_and_counted() -> None:
    assert answers(b"\n", b" \r\n", GOOD, b"\n", GOOD[:-1]) == [(3, None), (5, None)]
    assert answers() == []
    assert answers(b"\n", b"\n") == []


@pytest.mark.parametrize("cut", ["{", '"participants": [', ",", ":"])
def test_a_first_line_that_is_cut_off_does_not_stop_the_rest(cut: str) -> None:
    first = GOOD[: GOOD.index(cut.encode()) + len(cut)] + b"\n"
    assert answers(first, GOOD, GOOD) == [(1, "InvalidTournament"), (2, None), (3, None)]
    assert answers(first) == [(1, "InvalidTournament")]


def states(text: bytes) -> list[tuple[int, bytes]]:
    return list(numbered_states(io.BytesIO(text)))


@pytest.mark.parametrize("indent", [0, 1, 4])
def test_a_file_may_hold_one_state_spread_over_lines(indent: int) -> None:
    text = json.dumps(state(), indent=indent).encode()
    assert states(b"\n\n" + text) == [(3, text)]
    broken = text[:-9] + b"oops" + text[-9:]  # no line of it is a state
    assert states(broken) == [(1, broken)]


def test_a_file_of_one_state_a_line_is_read_so_whatever_its_first_line() -> None:
    for first in (GOOD, b"{}\n", b"[1]\n", b"{\n", b'{"participants": [\n', b"nonsense\n", b"\xff\n"):
        assert states(b"\n" + first + b" \n" + GOOD) == [(2, first), (4, GOOD)]
    assert states(b"") == []


def test_what_is_too_large_for_one_state_is_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_BYTES", 10)
    assert states(b"{\n" * 20) == [(line, b"{\n") for line in range(1, 21)]


def test_a_line_too_long_is_skipped_and_never_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_BYTES", 10)
    for lines in (io.BytesIO(b"{}\n" + b" " * 99 + b"\n[]\n"), io.StringIO("{}\n" + " " * 99 + "\n[]\n")):
        assert list(json_lines.bounded_lines(lines)) == [b"{}\n", b" " * 11, b"[]\n"]
        lines.seek(0)
        assert [str(error) for _, error in read_json_lines(lines)][1] == "line 2: a state of more than 64 MiB"
    with pytest.raises(InvalidTournament, match="more than 64 MiB"):
        format_json(Tournament(()))


def test_what_ends_too_soon_says_so_at_its_end() -> None:
    for text, place in ((b'{"participants": [{"number": 1}\n', (7, 32)), (b'{\n "rounds":\r\n\n', (8, 11))):
        with pytest.raises(InvalidTournament) as error:
            parse_json(text, line=7)
        assert (error.value.line, error.value.column) == place


def test_a_line_is_answered_before_the_next_is_read() -> None:
    read = 0

    def arriving() -> Iterator[bytes]:
        nonlocal read
        for read in (1, 2, 3):  # noqa: B007
            yield GOOD

    for number, _ in parse_json_lines(arriving()):
        assert read == number
