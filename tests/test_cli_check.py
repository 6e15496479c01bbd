"""``medianswiss check``: what it says, writes and answers with, and ``medianswiss --lim FILE -c``."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import medianswiss as ms
from medianswiss import Tournament, cli
from paths import SHARED, needs_shared
from recorded import after_rounds, clean, colours_exchanged, exchanged, pairs_of
from trf_texts import player, trf

OPEN = Path(__file__).resolve().parents[1] / "examples" / "open.trf"
HEAD = "round 4: 1 broken rule; 3 of 7 pairs differ"


def call(capfd: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    status = cli.main([str(argument) for argument in arguments])
    captured = capfd.readouterr()
    return status, captured.out, captured.err


def written(path: Path, t: Tournament) -> Path:
    ms.write_trf(t, path)
    return path


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return written(tmp_path / "good.trf", clean("lim"))


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A wrong colour and two pairs that changed places in round 4; five rounds."""
    t = after_rounds(clean("lim"), 4)
    (white, _), (_, b), (_, d) = pairs_of(t)[:3]
    return written(tmp_path / "faulty.trf", exchanged(colours_exchanged(t, white), b, d))


def test_a_clean_file(capfd: pytest.CaptureFixture[str], good: Path) -> None:
    rounds = "".join(f"round {r}: clean\n" for r in range(1, 8))
    total = "7 rounds checked by the rules of lim: all clean\n"
    assert call(capfd, "check", good) == (0, rounds + total, "")
    assert call(capfd, "--lim", good, "-c") == (0, rounds + total, "")
    assert call(capfd, "--lim", good, "-c", "3") == (0, "round 3: clean\n", "")


def test_the_example(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd, "check", OPEN, "--system", "lim", "--round", "1")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "round 1: clean"


def test_the_example_of_the_document(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two of round 4 changed places, and two colours."""
    t = ms.read_trf(OPEN)
    path = written(tmp_path / "open.trf", colours_exchanged(exchanged(t, 3, 13), 17))
    status, out, err = call(capfd, "check", path)
    assert (status, err) == (4, "")
    document = OPEN.parents[1] / "docs" / "check.md"
    if document.is_file():
        assert f"```\n$ medianswiss check open.trf\n{out}```\n" in document.read_text(encoding="utf-8")


def test_a_faulty_file(capfd: pytest.CaptureFixture[str], faulty: Path) -> None:
    status, out, err = call(capfd, "check", faulty)
    assert (status, err) == (4, "")
    t = ms.read_trf(faulty)
    [checked] = ms.check(t, round=4).rounds
    lines = out.splitlines()
    assert lines[:4] == [*(f"round {r}: clean" for r in (1, 2, 3)), HEAD]
    assert lines[4:6] == [
        "  third colour in a row: #7 has White for the third time in a row: 5.1.1 [12.1 a]",
        "  recorded      ours",
    ]
    assert lines[-1] == "4 rounds checked by the rules of lim: not clean: 4"
    shown = []
    for difference in checked.differences:
        why = f"{difference.text}: {difference.article}"
        for recorded, ours in difference.rows:
            assert recorded is not None
            assert ours is not None
            columns = f"{recorded[0]} - {recorded[1]}", f"{ours[0]} - {ours[1]}"
            shown.append(f"  {columns[0]:<13} {columns[1]:<13} {why}".rstrip())
            why = ""
    assert lines[6:-1] == shown


def test_json(capfd: pytest.CaptureFixture[str], faulty: Path) -> None:
    status, out, err = call(capfd, "check", faulty, "--format", "json")
    assert (status, err) == (4, "")
    report = ms.check(ms.read_trf(faulty)).to_dict()
    assert json.loads(out) == report
    assert out.count("\n") == 1
    *before, last = report["rounds"]
    assert [checked["clean"] for checked in before] == [True] * 3
    assert report["clean"] is last["clean"] is False
    [finding] = last["findings"]
    assert (finding["rule"], finding["article"], finding["who"]) == (
        "third colour in a row",
        "5.1.1 [12.1 a]",
        [7],
    )
    assert last["ours"]["bye"] == last["recorded"]["byes"][0]
    rows = [row for difference in last["differences"] for row in difference["rows"]]
    assert [row["recorded"] for row in rows] != [row["ours"] for row in rows]
    assert {tuple(row["recorded"]) for row in rows} <= {tuple(pair) for pair in last["recorded"]["pairs"]}
    assert {tuple(row["ours"]) for row in rows} <= {tuple(pair) for pair in last["ours"]["pairs"]}


def test_one_round_of_a_faulty_file(capfd: pytest.CaptureFixture[str], faulty: Path) -> None:
    assert call(capfd, "check", faulty, "--round", "3") == (0, "round 3: clean\n", "")
    status, out, _ = call(capfd, "--lim", faulty, "-c", "4")
    assert status == 4
    assert out.splitlines()[0] == HEAD


def test_output_is_a_file(capfd: pytest.CaptureFixture[str], faulty: Path) -> None:
    out = faulty.with_name("report.txt")
    assert call(capfd, "check", faulty, "-o", out) == (4, "", "")
    assert out.read_text() == call(capfd, "check", faulty)[1]


def test_output_never_replaces_the_tournament(capfd: pytest.CaptureFixture[str], good: Path) -> None:
    before = good.read_bytes()
    status, out, err = call(capfd, "check", good, "-o", good)
    assert (status, out) == (2, "")
    assert err == f"medianswiss: {good} is the tournament itself; see medianswiss check --help\n"
    assert good.read_bytes() == before


def test_a_round_that_is_not_recorded(capfd: pytest.CaptureFixture[str], good: Path) -> None:
    status, out, err = call(capfd, "check", good, "--round", "8")
    assert (status, out) == (3, "")
    assert err == f"medianswiss: {good}: round 8 is not recorded; there are rounds 1 to 7\n"


def test_no_round_is_recorded(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path / "new.trf", after_rounds(clean("lim"), 0))
    assert call(capfd, "check", path) == (0, "no round is recorded\n", "")
    assert call(capfd, "check", path, "--round", "1")[0] == 3


def test_lim_needs_the_rounds(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path / "unsaid.trf", replace(clean("lim"), rounds=None))
    status, out, err = call(capfd, "check", path)
    assert (status, out) == (3, "")
    assert "the number of rounds is not known" in err
    assert call(capfd, "check", path, "--rounds", "7")[0] == 0
    status, _, err = call(capfd, "check", path, "--rounds", "6")
    assert (status, err) == (3, f"medianswiss: {path}: fewer rounds planned (6) than played (7)\n")


def test_errors_are_answered_in_json_too(capfd: pytest.CaptureFixture[str], good: Path) -> None:
    status, out, err = call(capfd, "check", good, "--format", "json", "--round", "9")
    assert status == 3
    assert json.loads(out)["error"] == "InvalidTournament"
    assert err


def test_the_round_that_pair_publishes_is_clean(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """And with one pair the other way round it is not."""
    path = written(tmp_path / "t.trf", after_rounds(clean("lim"), 4))
    next_ = tmp_path / "next.trf"
    assert call(capfd, "pair", path, "--format", "trf", "-o", next_)[0] == 0
    status, out, _ = call(capfd, "check", next_)
    assert (status, out.splitlines()[4]) == (0, "round 5: clean")

    white, black = ms.pair(ms.read_trf(path)).pairs[0]
    lines = next_.read_text().splitlines()
    for k, line in enumerate(lines):
        if line.startswith((f"001 {white:>4}", f"001 {black:>4}")):
            colour = {"w": "b", "b": "w"}[line[136]]
            lines[k] = f"{line[:136]}{colour}{line[137:]}"
    next_.write_text("\n".join(lines) + "\n")
    status, out, _ = call(capfd, "check", next_)
    assert (status, out.splitlines()[4]) == (4, "round 5: 1 of 7 pairs differs")


def test_who_is_left_out_of_a_published_round(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A blank is present (decision 3); with Z it is away, and who was away before is still."""
    played = [("3w1", "1"), ("4w1", "1"), ("1b0", "0"), ("2b0", "0"), ("", ""), ("U", "1")]
    for third, there in (("", (4, 6)), ("Z", (6,))):
        cells = ["2w", "1b", "Z", third, "", ""]
        lines = [player(n, of[0], cells[n - 1], points=of[1]) for n, of in enumerate(played, 1)]
        path = tmp_path / "published.trf"
        path.write_text(trf("XXR 5", "152 W", "192 FIDE_LIM", *lines))
        [checked] = ms.check(ms.read_trf(path), round=2).rounds
        assert checked.recorded.published
        assert checked.recorded.left_out == there
        _, out, _ = call(capfd, "check", path)
        for number in there:
            assert f"  left out: #{number} was there, and has neither an opponent nor the bye: 1.1 [8]" in out


def test_only_the_beginning_of_a_long_list_is_shown(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    t = after_rounds(clean("lim", 60, 7), 5)
    for white, _ in pairs_of(t)[:20]:
        t = colours_exchanged(t, white)
    path = written(tmp_path / "t.trf", t)
    _, out, _ = call(capfd, "check", path)
    [more] = [line for line in out.splitlines() if "more rows" in line]
    assert more == "  and 10 more rows: --round 5 shows them"
    _, out, _ = call(capfd, "check", path, "--round", "5")
    assert "more rows" not in out
    assert sum("should have White" in line for line in out.splitlines()) == 20


def test_the_colour_of_round_one_is_told(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = clean("lim").initial_colour
    path = written(tmp_path / "t.trf", replace(clean("lim"), initial_colour=None))
    status, out, err = call(capfd, "check", path)
    assert (status, err) == (0, "")
    assert out.startswith(
        f"note: nobody says which colour was drawn for #1; round 1 shows {drawn}\nround 1: clean\n"
    )
    other = "black" if drawn == "white" else "white"
    assert call(capfd, "check", path, "--initial-colour", other)[0] == 4


@needs_shared
def test_a_published_round_of_teams(capfd: pytest.CaptureFixture[str]) -> None:
    """Its matches have opponents and no results; the bye should be another's."""
    path = SHARED / "events" / "team_5_trf26.trf"
    status, out, err = call(capfd, "check", path, "--system", "ecu", "--format", "json")
    assert (status, err) == (4, "")
    first, second = json.loads(out)["rounds"]
    assert (first["clean"], first["recorded"]["published"]) == (True, False)
    assert second["recorded"] == {
        "pairs": [[4, 1], [2, 5]],
        "colours_unknown": [],
        "byes": [3],
        "left_out": [],
        "published": True,
    }
    assert [d["text"] for d in second["differences"]] == ["the bye belongs to #4, not to #3"]


@needs_shared
@pytest.mark.parametrize("name", ["open_357_r09", "open_169_r09", "club_trf16", "many_unplayed"])
def test_files_of_other_systems(capfd: pytest.CaptureFixture[str], name: str) -> None:
    path = SHARED / "events" / f"{name}.trf"
    status, out, err = call(capfd, "check", path, "--system", "lim", "--rounds", "9")
    assert (status, err) == (4, "")
    assert len(out.splitlines()) < 9 * 25
