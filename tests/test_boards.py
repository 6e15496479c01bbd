"""Colours on every board: the team named first has White on the odd boards (N.7.5.2, N.7.10)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from medianswiss import Board, InvalidTournament, RoundPairing, Tournament, boards, cli
from medianswiss.replies import boards_reply
from medianswiss.tournament import Participant
from paths import SHARED, needs_shared

EVENTS = SHARED / "events"
ROUND = RoundPairing(1, ((3, 1), (2, 4)), 5)
FIVE = Tournament(tuple(Participant(n, f"Team {n}") for n in range(1, 6)), system="ecu")


@pytest.mark.parametrize("count", [1, 2, 4, 7, 20])
def test_N_7_10_the_team_named_first_has_white_on_the_odd_boards(count: int) -> None:
    listed = boards(ROUND, count)
    assert [(b.match, b.board) for b in listed] == [(m, b) for m in (1, 2) for b in range(1, count + 1)]
    for b in listed:
        first = ROUND.pairs[b.match - 1][0]
        assert (b.white == first) == (b.board % 2 == 1)
        assert {b.white, b.black} == set(ROUND.pairs[b.match - 1])


@pytest.mark.parametrize(
    ("colours", "white"),
    [
        ("", [3, 1, 3, 1]),
        ("WBWB", [3, 1, 3, 1]),
        ("WBBW", [3, 1, 1, 3]),
        ("WWWW", [3, 3, 3, 3]),
        ("BWBW", [3, 1, 3, 1]),  # board 1 is the team's colour, so its team is named first
        ("WW", [3, 3, 3, 1]),  # beyond the pattern the odd boards
    ],
)
def test_a_pattern_of_the_file_holds(colours: str, white: list[int]) -> None:
    assert [b.white for b in boards(ROUND, 4, colours)[:4]] == white


def test_the_bye_has_no_boards() -> None:
    assert boards(RoundPairing(1, (), 1), 4) == ()
    assert 5 not in {number for b in boards(ROUND, 4) for number in (b.white, b.black)}
    assert boards(ROUND, 1)[0] == Board(1, 1, 3, 1)


def test_the_reply_is_one_board_a_line() -> None:
    assert boards_reply(ROUND, FIVE, 2) == (
        "1.1\t3\t1\tTeam 3\tTeam 1\n1.2\t1\t3\tTeam 1\tTeam 3\n"
        "2.1\t2\t4\tTeam 2\tTeam 4\n2.2\t4\t2\tTeam 4\tTeam 2\n"
    )
    with pytest.raises(InvalidTournament, match="how many boards"):
        boards_reply(ROUND, FIVE)


def call(capfd: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    status = cli.main([str(argument) for argument in arguments])
    return status, *capfd.readouterr()


def finished(tmp_path: Path) -> Path:
    """team_5 with draws on the boards of round 2, which waits for its results, and blank points of teams."""
    text = (EVENTS / "team_5_trf26.trf").read_text()
    text = re.sub(r"^(001.* [wb])$", r"\1 =", text, flags=re.M)
    text = re.sub(r"^(310 .{50}).{13}", r"\1" + " " * 13, text, flags=re.M)
    path = tmp_path / "team_5.trf"
    path.write_text(text)
    return path


def without_acceleration(tmp_path: Path) -> Path:
    """team_50 without its 250 records."""
    lines = (EVENTS / "team_50_trf26.trf").read_text().splitlines(keepends=True)
    path = tmp_path / "team_50.trf"
    path.write_text("".join(line for line in lines if not line.startswith("250")))
    return path


@needs_shared
@pytest.mark.parametrize("system", ["ecu", "olympiad"])
@pytest.mark.parametrize(
    ("name", "teams", "count"),
    [
        ("team_5_trf26.trf", 5, 4),
        ("team_6_olympiad.trf", 6, 4),
        ("team_9_trf26.trf", 9, 2),
        ("team_forfeit_pab.trf", 5, 2),
        ("team_50_trf26.trf", 50, 4),
    ],
)
def test_the_team_files_are_paired_with_boards(
    name: str, teams: int, count: int, system: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    made = {"team_5_trf26.trf": finished, "team_50_trf26.trf": without_acceleration}
    path = made[name](tmp_path) if name in made else EVENTS / name
    status, out, _ = call(capfd, "pair", path, "--system", system, "--boards", "--rounds", "15")
    assert status == 0
    first, *lines = out.splitlines()
    pairs = [tuple(map(int, line.split())) for line in lines[: int(first)]]
    matches = [pair for pair in pairs if 0 not in pair]
    numbers = [number for pair in pairs for number in pair if number]
    assert len(numbers) == len(set(numbers)) == teams
    rest = [line.split("\t") for line in lines[int(first) :]]
    assert len(rest) == count * len(matches)
    whites = {(int(m), int(b)): int(row[1]) for row in rest for m, b in [row[0].split(".")]}
    assert [whites[m, 1] for m in range(1, len(matches) + 1)] == [white for white, _ in matches]
    assert all(len(row) == 5 and all(row[3:]) for row in rest)
    assert call(capfd, f"--{system}", path, "-p", "--rounds", "15")[1].splitlines() == [
        first,
        *lines[: int(first)],
    ]


@needs_shared
def test_352_of_a_file_reaches_the_reply(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capfd, "--ecu", finished(tmp_path), "-p", "--boards", "--rounds", "3")
    assert status == 0
    first, second, third, fourth = (line.split("\t")[1] for line in out.splitlines()[4:8])
    assert first == fourth != second == third


def test_boards_that_cannot_be_listed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state.json"
    state.write_text('{"system": "ecu", "rounds": 3, "participants": [{"number": 1}, {"number": 2}]}')
    assert call(capfd, "pair", state, "--boards")[::2] == (
        3,
        "medianswiss: warning: the colour drawn for #1 is not known; White is assumed\n"
        f"medianswiss: {state}: how many boards a match has is not known: give their number\n",
    )
    assert call(capfd, "pair", state, "--board-count", "3", "--initial-colour", "white")[:2] == (
        0,
        "1\n1 2\n1.1\t1\t2\t\t\n1.2\t2\t1\t\t\n1.3\t1\t2\t\t\n",
    )
    for wrong in (["--format", "json"], ["--system", "lim"], ["--board-count", "0"], ["--board-count", "x"]):
        status, out, err = call(capfd, "pair", state, "--boards", *wrong)
        assert (status, out) == (2, "")
        assert "board" in err


@needs_shared
@pytest.mark.parametrize("output", [(), ("-o", "OUT")])
def test_an_output_file_has_the_boards_too(
    output: tuple[str, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out.txt"
    arguments = [str(target) if a == "OUT" else a for a in output]
    status, out, _ = call(capfd, "pair", EVENTS / "team_6_olympiad.trf", "--boards", *arguments)
    assert status == 0
    assert (target.read_text() if output else out).count("\n") == 1 + 3 + 12
