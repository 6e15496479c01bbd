"""Names in lines of text: what is shown of them, and that they do no harm wherever they are printed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medianswiss import Participant, RoundPairing, Tournament, cli
from medianswiss.names import columns, one_line, shortened
from medianswiss.replies import boards_reply

NAMES = (
    "a\x1b[31mb\x1b]0;title\x07",
    "\u202eesrever\u2066",
    "two\nlines\r\u2028or\tmore",
    "\x9b31m and \x7f",
    "x" * 10_000,
    "王小明",
    "Zoe\u0301",
    "نام\u200cخانوادگی",
    "=1+1",
    "",
)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Two\twords\n", "Two words"),
        ("a\x00b", "a\ufffdb"),
        ("\x1b[31mred", "\ufffd[31mred"),
        ("\x9b31mred", "\ufffd31mred"),
        ("\u202eabc", "\ufffdabc"),
        ("e\u0301", "é"),
        ("a\u200cb", "a\u200cb"),
        ("\ud800", "\ufffd"),
        ("\u00a0", ""),
    ],
)
def test_a_name_on_one_line(name: str, shown: str) -> None:
    assert one_line(name) == shown


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("short", 5, "short"),
        ("longer", 5, "lo..."),
        ("two words", 7, "two..."),
        ("王小明", 6, "王小明"),
        ("王小明", 5, "王..."),
        ("王小明", 4, "..."),
        ("Zoe\u0301e", 4, "Zoe\u0301e"),
        ("", 3, ""),
    ],
)
def test_a_name_that_is_too_long_for_its_columns(name: str, most: int, shown: str) -> None:
    assert shortened(name, most) == shown
    assert columns(shown) <= most


@given(st.text(st.characters(codec=None), max_size=60))
@settings(max_examples=200)
def test_any_name_is_one_line_of_what_can_be_shown(name: str) -> None:
    line = one_line(name)
    assert all(c.isprintable() or c in "\u200c\u200d" for c in line)
    assert one_line(line) == line
    assert columns(shortened(line, 40)) <= 40


@pytest.fixture
def out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command prints of a state with these names."""

    players = [{"number": number, "name": name} for number, name in enumerate(NAMES, 1)]
    state = {"system": "lim", "rounds": 9, "initial_colour": "white", "participants": players}

    def run(command: str, *arguments: str) -> str:
        (tmp_path / "state.json").write_text(json.dumps(state))
        assert cli.main([command, str(tmp_path / "state.json"), *arguments]) == 0
        return capfd.readouterr().out

    return run


def assert_harmless(text: str, but: str = "") -> None:
    assert {c for c in text if not c.isprintable()} <= {"\n", "\u200c", *but}


def test_names_do_no_harm_in_the_table_of_the_standings(out: Callable[..., str]) -> None:
    """An escape of a name coloured the terminal, a line break parted the row, a long name was a padding."""
    text = out("standings")
    assert_harmless(text)
    head, *rows = text.splitlines()
    assert len(rows) == len(NAMES)
    assert len(head) < 100
    assert {columns(row) for row in rows} == {columns(head)}
    assert "x" * 37 + "..." in text
    assert "x" * 38 not in text


def test_names_do_no_harm_in_the_standings_as_csv(out: Callable[..., str]) -> None:
    text = out("standings", "--format", "csv")
    assert_harmless(text)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(text.splitlines()) == 1 + len(NAMES)
    assert [row["name"] for row in rows] == [one_line(name) for name in NAMES]


def test_names_are_as_they_were_in_the_standings_as_json(out: Callable[..., str]) -> None:
    text = out("standings", "--format", "json")
    assert_harmless(text)
    assert [row["name"] for row in json.loads(text)["standings"]] == list(NAMES)


def test_names_do_no_harm_in_the_list_of_boards() -> None:
    teams = Tournament(tuple(Participant(n, name) for n, name in enumerate(NAMES, 1)), "ecu")
    text = boards_reply(RoundPairing(1, ((1, 2), (3, 4), (5, 6)), None), teams, 2)
    assert_harmless(text, but="\t")
    assert [line.count("\t") for line in text.splitlines()] == [4] * 6


def test_names_do_no_harm_in_explanations(out: Callable[..., str]) -> None:
    text = out("pair", "--trace", "-") + "".join(out("pair", "--explain", str(n)) for n in (1, 2, 3))
    assert_harmless(text)
    assert "\ufffdesrever\ufffd" in text
