"""The round that is published: it has pairs and no results, and one may ask for its page and why it is so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import medianswiss as ms
from medianswiss import InvalidTournament, Tournament
from medianswiss.trf import format_trf, parse_trf
from test_cli import call, complaint

OPEN = Path(__file__).parents[1] / "examples" / "open.trf"
OTHER_PAIRS = (
    "round 5 is published with a pairing that is not the one of the rules; medianswiss check shows where"
)


def published(t: Tournament) -> Tournament:
    """With the pairs of its next round in its file."""
    return parse_trf(format_trf(t, pairing=ms.pair(t)))


def published_teams(system: str, seed: int) -> tuple[Tournament, Tournament]:
    """Teams before round three, and with the boards of that round beside: who meets whom, and the colours."""
    size: Any = {"teams": 12, "boards": 4, "rounds": 5, "seed": seed, "absences": 0, "half_byes": 0}
    before, after = (ms.generate(system, played=played, **size) for played in (2, 3))
    cells = {line[4:8]: line[111:118] for line in format_trf(after).splitlines() if line.startswith("001")}
    lines = (
        line[:111].ljust(111) + cells[line[4:8]] if line.startswith("001") else line
        for line in format_trf(before).splitlines()
    )
    return before, parse_trf("\n".join(lines))


@pytest.fixture(scope="module")
def before() -> Tournament:
    return ms.read_trf(OPEN)


@pytest.fixture(scope="module")
def after(before: Tournament) -> Tournament:
    return published(before)


@pytest.fixture
def file(after: Tournament, tmp_path: Path) -> Path:
    path = tmp_path / "published.trf"
    path.write_text(format_trf(after), encoding="utf-8")
    return path


# ---- it is the round it was ----------------------------------------------------------------------------


@pytest.mark.parametrize("played", [0, 1, 4])
def test_its_page_is_the_one_before_it_was_published(played: int) -> None:
    """Who asked for a bye, and who is absent, is said on both."""
    pytest.importorskip("jinja2")
    t = ms.generate("lim", players=31, rounds=7, played=played, seed=1, absences=0.2, half_byes=0.5)
    assert any(not p.present for p in t.participants)
    page = ms.report(published(t))
    assert page == ms.report(t)
    assert f"<title>Round {played + 1}" in page


@pytest.mark.parametrize("system", ["ecu", "olympiad"])
def test_its_page_of_teams(system: str) -> None:
    pytest.importorskip("jinja2")
    for seed in range(3):
        t, after = published_teams(system, seed)
        assert "round 3 is not finished" in after.unsupported[0]
        assert ms.report(after) == ms.report(t)


def test_it_is_explained_as_before_it_was_published(before: Tournament, after: Tournament) -> None:
    why, then = ms.explain(after), ms.explain(before)
    assert why.pairing == then.pairing
    assert why.tournament.round == after.round == 5
    assert why.of_round() == then.of_round()


def test_the_colour_drawn_is_the_one_round_one_shows(before: Tournament) -> None:
    """Nobody says it: the round would not be the one of White."""
    players = tuple(replace(p, games=(), present=True, requested=None) for p in before.participants)
    t = Tournament(players, "lim", 7, 1, "black")
    after = parse_trf(format_trf(t, pairing=ms.pair(t)))
    why = ms.explain(replace(after, initial_colour=None))
    assert why.pairing.pairs == ms.pair(t).pairs
    assert why.tournament.initial_colour == "black"


def test_points_that_are_given_hold_in_it(before: Tournament) -> None:
    """They are in the file that was paired (299), so they are known to hold."""
    name = "Castellan, Otto".ljust(34) + "2302".ljust(33)
    text = format_trf(before).replace(f"{name}2.0", f"{name}9.5")
    t = parse_trf("299     20.0  9.5   0    3\n" + text)
    after = published(t)
    assert t.participants[2].points == 9.5
    assert ms.pair(t) != ms.pair(before)
    assert ms.explain(after).of_round() == ms.explain(t).of_round()
    report = ms.check(after, round=5)
    assert report.clean
    assert report.notes == ()
    assert "points given for #3" in "".join(ms.check(after).notes)


# ---- where it is not the round of the rules ------------------------------------------------------------


def test_other_pairs_are_an_error_and_the_checker_shows_them(after: Tournament) -> None:
    (white, black), *_ = ms.explain(after).pairing.pairs
    other = {f"{white:>4} b": f"{white:>4} w", f"{black:>4} w": f"{black:>4} b"}
    lines = format_trf(after).splitlines()
    for number in (white, black):
        (place,) = (k for k, line in enumerate(lines) if line.startswith(f"001 {number:>4}"))
        kept, cell = lines[place][:131], lines[place][131:137]
        lines[place] = kept + other[cell]
    turned = parse_trf("\n".join(lines))
    with pytest.raises(InvalidTournament) as error:
        ms.explain(turned)
    assert error.value.message == OTHER_PAIRS
    assert [len(checked.differences) for checked in ms.check(turned, round=5).rounds] == [1]


# ---- the commands --------------------------------------------------------------------------------------


def test_the_command_report(file: Path, after: Tournament, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jinja2")
    done = call(capfd, "report", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, ms.report(after), "")


@pytest.mark.parametrize(
    "asked",
    [["--explain", "3"], ["--trace", "-"], ["--trace", "-", "--explain", "3", "--format", "json"]],
)
def test_pair_says_why_it_is_so(
    asked: list[str], file: Path, after: Tournament, capfd: pytest.CaptureFixture[str]
) -> None:
    done = call(capfd, "pair", file, *asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == call(capfd, "pair", OPEN, *asked).stdout
    told = ms.explain(after).of(3)
    if "--format" in asked:
        assert json.loads(done.stdout)["explanation"]["3"] == list(told)
    else:
        assert set(told) & set(done.stdout.splitlines())


@pytest.mark.parametrize("asked", [[], ["--format", "trf"], ["--format", "trf", "--trace", "why.txt"]])
def test_pair_does_not_pair_it_again(
    asked: list[str], file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    done = call(capfd, "pair", file, *asked)
    assert (done.returncode, done.stdout) == (3, "")
    assert complaint(done).startswith(f"medianswiss: {file}: round 5 is not finished: ")
    assert list(file.parent.iterdir()) == [file]
