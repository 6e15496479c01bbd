"""The command line: what it reads, what it answers, and its exit status when it cannot."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

import pytest

import medianswiss
from medianswiss import (
    Floater,
    InvalidTournament,
    RoundPairing,
    Tournament,
    UnknownSystem,
    cli,
    json_lines,
    pair,
)
from medianswiss.commands import console
from medianswiss.commands import pair as cli_pair
from medianswiss.replies import error_reply, json_line, pairing_reply, text_reply
from medianswiss.trf import format_trf
from paths import SHARED, needs_shared

NEW: dict[str, Any] = {
    "system": "lim",
    "rounds": 3,
    "initial_colour": "white",
    "participants": [{"number": number} for number in (1, 2, 3)],
}
"""Three players before the first round."""

MET: dict[str, Any] = {
    "system": "lim",
    "rounds": 3,
    "initial_colour": "white",
    "participants": [
        {"number": 1, "games": [{"opponent": 2, "colour": "w", "result": "1"}]},
        {"number": 2, "games": [{"opponent": 1, "colour": "b", "result": "0"}]},
    ],
}
"""Two players who have met: no legal pairing."""

CONTRADICTS = MET | {"participants": [MET["participants"][0], {"number": 2, "games": [{"result": "U"}]}]}

NEW_TEXT = "2\n1 2\n3 0\n"
NEW_REPLY = {"round": 1, "pairs": [[1, 2]], "bye": 3, "floaters": [], "cracked": 0}
TRF = "012 Open\nXXR 3\n152 W\n" + "".join(
    f"{f'001 {number:4}      Player {number}':80}{0.0:4}{'':5}\n" for number in (1, 2, 3)
)

Result = subprocess.CompletedProcess[str]


def environment() -> dict[str, str]:
    """What a process needs to run this very package, its output buffered as usual."""
    path = [str(Path(medianswiss.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return kept | {"PYTHONPATH": os.pathsep.join(path)}


COMMAND = [sys.executable, "-m", "medianswiss"]


def run(*arguments: str | Path, stdin: str | bytes = "") -> Result:
    """Run the command line in a process of its own; no run may show a traceback."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], input=data, capture_output=True, env=environment(), timeout=60
    )
    result = Result(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.stderr
    assert all(line.startswith("medianswiss: ") for line in result.stderr.splitlines())
    return result


def call(capfd: pytest.CaptureFixture[str], *arguments: str | Path) -> Result:
    """The same within this process."""
    status = cli.main([str(argument) for argument in arguments])
    captured = capfd.readouterr()
    return Result(arguments, status, captured.out, captured.err)


def text(value: Any) -> str:
    return json.dumps(value) + "\n"


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return written(tmp_path / "new.json", text(NEW))


@pytest.fixture
def met(tmp_path: Path) -> Path:
    return written(tmp_path / "met.json", text(MET))


def written(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def paired(monkeypatch: pytest.MonkeyPatch, *messages: str) -> list[Tournament]:
    """Replace `pair` by one that warns of `messages`; return the list its tournaments go to."""
    calls: list[Tournament] = []

    def pair(tournament: Tournament, trace: bool, time_limit: float | None) -> RoundPairing:
        calls.append(tournament)
        for message in messages:
            warnings.warn(message, UserWarning, stacklevel=2)
        return RoundPairing(1, ((1, 2),), 3)

    monkeypatch.setattr(cli_pair, "pair", pair)
    return calls


# Replies ------------------------------------------------------------------------------------------


def test_text_reply_counts_its_lines_and_has_the_bye_last() -> None:
    assert text_reply(RoundPairing(1, ((7, 2), (3, 8)), 5)) == "3\n7 2\n3 8\n5 0\n"
    assert text_reply(RoundPairing(1, ((7, 2),))) == "1\n7 2\n"
    assert text_reply(RoundPairing(1, ())) == "0\n"


def test_json_reply_has_the_fields_of_the_batch_interface() -> None:
    floaters = (Floater(4, 3.0, 2.5, "down"), Floater(9, 0.5, 1.0, "up"))
    reply = json.loads(json_line(pairing_reply(RoundPairing(5, ((1, 21),), None, floaters, 1))))
    assert reply == {
        "round": 5,
        "pairs": [[1, 21]],
        "bye": None,
        "floaters": [[4, 3.0, "down"], [9, 0.5, "up"]],
        "cracked": 1,
    }


def test_error_reply_says_where() -> None:
    error = InvalidTournament("bad", participant=4, round=2)
    assert error_reply(error, 7) == {
        "error": "InvalidTournament",
        "line": 7,
        "column": None,
        "participant": 4,
        "round": 2,
        "message": "bad",
    }
    assert error_reply(UnknownSystem("none")) == {"error": "UnknownSystem", "line": None, "message": "none"}


# What is read, what is answered --------------------------------------------------------------------


def test_pair_answers_a_json_state_in_text(new: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for result in (run("pair", new), call(capfd, "pair", new)):
        assert (result.returncode, result.stdout, result.stderr) == (0, NEW_TEXT, "")


def test_engine_convention_answers_the_same(new: Path, tmp_path: Path) -> None:
    assert run("--lim", new, "-p").stdout == NEW_TEXT
    out = tmp_path / "out.txt"
    for arguments in (("--lim", new, "-p", out), (new, "--lim", "-p", out), ("-p", out, "--lim", new)):
        out.unlink(missing_ok=True)
        result = run(*arguments)
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
        assert out.read_bytes() == NEW_TEXT.encode()


def test_trf_and_json_are_told_apart_by_their_content(tmp_path: Path) -> None:
    trf = written(tmp_path / "a.json", TRF)
    assert run("--lim", trf, "-p").stdout == NEW_TEXT
    state = written(tmp_path / "a.trf", "\n \n" + text(NEW))
    assert run("--lim", state, "-p").stdout == NEW_TEXT


def test_standard_input_is_read_like_a_file() -> None:
    for content in (text(NEW), TRF, json.dumps(NEW, indent=2)):
        assert run("pair", "-", "--system", "lim", stdin=content).stdout == NEW_TEXT


def test_a_trf_file_gives_one_json_reply(tmp_path: Path) -> None:
    result = run("pair", "--format", "json", "--system", "lim", written(tmp_path / "new.trf", TRF))
    assert json.loads(result.stdout) == NEW_REPLY
    assert result.stdout.count("\n") == 1


def test_a_json_state_gives_a_trf_reply(new: Path, tmp_path: Path) -> None:
    result = run("pair", new, "--format", "trf", "-o", tmp_path / "next.trf")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    lines = [x for x in (tmp_path / "next.trf").read_text("utf-8").splitlines() if x.startswith("001")]
    assert [line[91:].split()[:2] for line in lines] == [["2", "w"], ["1", "b"], ["0000", "-"]]


def test_names_of_any_language_are_written_whatever_the_locale(tmp_path: Path) -> None:
    named = written(tmp_path / "n.json", text(NEW | {"participants": [{"number": 1, "name": "Łukasz 棋"}]}))
    done = subprocess.run(
        [*COMMAND, "pair", str(named), "--format", "trf"],
        capture_output=True,
        env=environment() | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert "Łukasz 棋" in done.stdout.decode()


def test_the_flags_reach_the_pairing(
    new: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    calls = paired(monkeypatch)
    styles: list[list[str | Path]] = [["pair", new, "--system", "lim"], ["--lim", new, "-p"]]
    for style in styles:
        assert call(capfd, *style).returncode == 0
        assert call(capfd, *style, "--rounds", "9", "--initial-colour", "black", "--maxi").returncode == 0
    no_flag, flags = calls[0], calls[1]
    assert (no_flag.system, no_flag.rounds, no_flag.initial_colour, no_flag.maxi) == (
        "lim",
        3,
        "white",
        False,
    )
    assert (flags.system, flags.rounds, flags.initial_colour, flags.maxi) == ("lim", 9, "black", True)
    assert calls[2:] == calls[:2]


def test_the_rule_set_of_the_flag_wins(tmp_path: Path) -> None:
    team = written(tmp_path / "team.json", text(NEW | {"system": "ecu"}))
    assert run("pair", team, "--system", "lim").stdout == NEW_TEXT


ONE_PLAYED = MET | {
    "rounds": 1,
    "participants": [*MET["participants"], *({"number": n, "games": [{"result": "H"}]} for n in (3, 4))],
}
"""The only round planned is played."""


@pytest.fixture(params=["json", "trf"])
def one_played(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    state = Tournament.from_dict(ONE_PLAYED)
    return written(tmp_path / "one", text(ONE_PLAYED) if request.param == "json" else format_trf(state))


def test_the_rounds_of_the_flag_win(one_played: Path) -> None:
    refused = run("pair", one_played)
    assert refused.returncode == 3
    assert complaint(refused) == f"medianswiss: {one_played}: all rounds are played: round 1 was the last"
    for format in ("text", "json", "trf"):
        assert run("pair", one_played, "--rounds", "2", "--format", format).returncode == 0


def test_no_flag_makes_up_for_a_file_that_contradicts_itself(tmp_path: Path) -> None:
    two = [{**p, "games": [*p["games"], {"result": "H"}]} for p in ONE_PLAYED["participants"]]
    state = written(tmp_path / "two.json", text(ONE_PLAYED | {"participants": two}))
    trf = written(
        tmp_path / "two.trf", format_trf(Tournament.from_dict(ONE_PLAYED)).replace("XXR 1", "XXR 9")
    )
    for bad, named in (
        (state, "fewer rounds planned (1) than played (2)"),
        (trf, ":3:5: the number of rounds"),
    ):
        result = run("pair", bad, "--rounds", "9")
        assert result.returncode == 3
        assert f"{bad}" in complaint(result)
        assert named in complaint(result)


@pytest.mark.parametrize("suffix", ["json", "trf"])
def test_the_choices_made_are_in_the_trf_reply(suffix: str, tmp_path: Path) -> None:
    plain = {"participants": NEW["participants"]}
    state = format_trf(Tournament.from_dict(plain)) if suffix == "trf" else text(plain)
    path = written(tmp_path / f"plain.{suffix}", state)
    flags = ("--system", "lim", "--rounds", "5", "--initial-colour", "black", "--maxi")
    lines = run("pair", path, *flags, "--format", "trf").stdout.splitlines()
    assert {"142 5", "XXR 5", "152 B", "XXC black1", "192 FIDE_LIM", "XXM true"} <= set(lines)
    assert [line[91:].split()[:2] for line in lines if line.startswith("001")] == [
        ["2", "b"],
        ["1", "w"],
        ["0000", "-"],
    ]


# JSON lines ---------------------------------------------------------------------------------------


def replies(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_one_state_a_line_gets_one_reply_a_line_in_order(tmp_path: Path) -> None:
    bye = NEW | {"participants": [{"number": 8}]}
    stream = text(NEW) + text(bye) + text(NEW)
    lines = written(tmp_path / "s.jsonl", stream)
    command = ("pair", "--format", "json")
    for result in (run(*command, "-", stdin=stream), run(*command, lines)):
        assert (result.returncode, result.stderr) == (0, "")
        assert replies(result) == [NEW_REPLY, NEW_REPLY | {"pairs": [], "bye": 8}, NEW_REPLY]


def test_a_bad_line_gets_an_error_line_and_does_not_stop_the_rest() -> None:
    stream = text(NEW) + text(CONTRADICTS) + "\n" + text(MET) + text(NEW)
    result = run("pair", "--format", "json", "-", stdin=stream)
    first, contradicts, impossible, last = replies(result)
    assert first == last == NEW_REPLY
    assert next(iter(contradicts)) == "error"
    assert contradicts["error"] == "InvalidTournament"
    assert (contradicts["line"], contradicts["participant"], contradicts["round"]) == (2, 1, 1)
    assert impossible["error"] == "ImpossiblePairing"
    assert (impossible["line"], impossible["article"]) == (4, "2.1")
    assert impossible["numbers"] == [2, 1]
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "first",
    [
        *("nonsense", "not json", "001 hello", "012 Open", "null", "[]", "3", '"x"', "}", "\ufeff{}", "\0"),
        *("{", '{"round": 1,', '{"participants":[', '{"participants": [{"number": 1},'),
    ],
)
def test_a_bad_first_line_does_not_stop_the_rest(first: str) -> None:
    error, reply = replies(run("pair", "--format", "json", "-", stdin=f"{first}\n{text(NEW)}"))
    assert (error["error"], error["line"]) == ("InvalidTournament", 1)
    assert reply == NEW_REPLY


def test_no_line_gets_no_reply() -> None:
    for nothing in ("", "\n \n"):
        result = run("pair", "--format", "json", "-", stdin=nothing)
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_state_spread_over_lines_is_one_state_in_a_file_and_many_bad_ones_in_a_stream(
    tmp_path: Path,
) -> None:
    content = json.dumps(NEW, indent=1)
    assert replies(run("pair", "--format", "json", written(tmp_path / "s.json", content))) == [NEW_REPLY]
    stream = replies(run("pair", "--format", "json", "-", stdin=content))
    assert [reply["line"] for reply in stream] == list(range(1, len(content.splitlines()) + 1))
    assert {reply["error"] for reply in stream} == {"InvalidTournament"}


def test_a_fault_in_a_state_spread_over_lines_has_its_place(tmp_path: Path) -> None:
    spread = written(tmp_path / "s.json", '\n{"rounds": 3,\n "participants": [\n  {"number" 1}]}')
    [reply] = replies(run("pair", "--format", "json", spread))
    assert (reply["line"], reply["column"]) == (4, 13)


def test_a_file_of_lines_whose_first_is_bad_is_still_lines(tmp_path: Path) -> None:
    lines = written(tmp_path / "s.jsonl", '{"participants": [\n' + text(NEW) * 2)
    error, *rest = replies(run("pair", "--format", "json", lines))
    assert (error["line"], error["column"]) == (1, 19)
    assert rest == [NEW_REPLY] * 2


def test_a_line_too_long_gets_an_error_and_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(json_lines, "MAX_BYTES", len(text(NEW)))
    long = ["x" * 10_000, " " * 10_000, text(NEW).strip() + " " * 10_000]
    lines = written(tmp_path / "s.jsonl", text(NEW) + "".join(f"{line}\n{text(NEW)}" for line in long))
    for name in (lines, "-"):
        with lines.open() as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            first, *rest = replies(call(capfd, "pair", "--format", "json", name))
        assert [first, *rest[1::2]] == [NEW_REPLY] * 4
        assert [(reply["line"], reply["message"]) for reply in rest[::2]] == [
            (line, "a state of more than 64 MiB") for line in (2, 4, 6)
        ]


def test_a_fault_of_our_own_in_one_state_does_not_stop_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def faulty(tournament: Tournament, trace: bool, time_limit: float | None) -> RoundPairing:
        return pair(tournament) if tournament.name != "faulty" else RoundPairing(1 // 0, ())

    monkeypatch.setattr(cli_pair, "pair", faulty)
    lines = written(tmp_path / "s.jsonl", text(NEW) + text(NEW | {"name": "faulty"}) + text(NEW))
    result = call(capfd, "pair", "--format", "json", lines)
    first, fault, last = replies(result)
    assert first == last == NEW_REPLY
    assert fault == {
        "error": "InternalError",
        "line": 2,
        "message": "ZeroDivisionError: integer division or modulo by zero",
    }
    assert result.returncode == console.INTERNAL
    assert complaint(result).startswith(f"medianswiss: {lines}:2: internal error, please report it: Zero")


@pytest.mark.parametrize("bad", ["nonsense\n", "001 hello\n", '{"participants":[\n', "{\n", "[\n"])
def test_a_reply_arrives_before_the_next_state_is_sent(bad: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "pair", "--format", "json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog = threading.Timer(60, process.kill)
        watchdog.start()
        try:
            for line, first in ((bad, "error"), (text(NEW), "round"), (text(MET), "error"), (bad, "error")):
                process.stdin.write(line)
                process.stdin.flush()
                assert first in json.loads(process.stdout.readline())
            process.stdin.close()
            assert process.stdout.read() == ""
            assert process.wait() == 0
        finally:
            watchdog.cancel()


def test_replies_to_a_file_are_written_whole(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = run("pair", "--format", "json", "-", "-o", out, stdin=text(NEW) + "bad\n")
    assert (result.returncode, result.stdout) == (0, "")
    first, second = map(json.loads, out.read_text().splitlines())
    assert first == NEW_REPLY
    assert second["error"] == "InvalidTournament"


def test_a_file_of_many_states_has_no_text_reply(tmp_path: Path) -> None:
    lines = written(tmp_path / "s.jsonl", text(NEW) * 2)
    result = run("pair", lines)
    assert (result.returncode, result.stdout) == (3, "")
    assert "several states" in result.stderr


@needs_shared
def test_known_rounds_of_lim_get_the_known_replies() -> None:
    with gzip.open(SHARED / "vectors" / "lim_small.jsonl.gz") as file:
        known = [json.loads(line) for line in file][:400]
    result = run("pair", "--format", "json", "-", stdin="".join(text(one["state"]) for one in known))
    assert result.returncode == 0
    for reply, one in zip(replies(result), known, strict=True):
        expected = one["expected"]
        assert reply.get("error") == expected.get("error")
        if "error" not in expected:
            assert {key: reply[key] for key in expected} == expected


# Exit status and errors ---------------------------------------------------------------------------


def complaint(result: Result) -> str:
    """The one line on standard error."""
    [line] = result.stderr.splitlines()
    return line


def test_no_legal_pairing_is_1(met: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for result in (run("pair", met), run("--lim", met, "-p"), call(capfd, "pair", met)):
        assert (result.returncode, result.stdout) == (1, "")
        assert "2.1" in complaint(result)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["pair"],
        ["repair", "x"],
        ["check"],
        ["check", "x", "--round", "0"],
        ["check", "x", "-p"],
        ["check", "x", "--boards"],
        ["check", "x", "--system", "lim", "--ranking", "esb"],
        ["x", "-p"],
        ["pair", "x", "y"],
        ["pair", "x", "--explained", "3"],
        ["pair", "x", "--sys", "lim"],
        ["pair", "x", "--system", "dutch"],
        ["pair", "x", "--format", "xml"],
        ["pair", "x", "--initial-colour", "red"],
        ["pair", "x", "-o"],
        ["--lim", "x"],
        ["--lim", "-p"],
        ["--lim", "x", "-c", "0"],
        ["--lim", "x", "-c", "-p"],
        ["--lim", "x", "-c", "--boards"],
        ["--ecu", "x", "-c", "--maxi"],
        ["--lim", "-g", "-s", "x"],
        ["--lim", "--ecu", "x", "-p"],
        *(["pair", "x", "--rounds", rounds] for rounds in ("0", "65", "-1", "nine", "1.0", "٣", "9" * 5000)),
    ],
)
def test_usage_is_2(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    result = call(capfd, *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert complaint(result).startswith("medianswiss: ")


def test_no_rule_set_named_is_2(tmp_path: Path) -> None:
    for content in (text({"rounds": 3, "participants": []}), TRF):
        nameless = written(tmp_path / "nameless", content)
        result = run("pair", nameless)
        assert result.returncode == 2
        assert complaint(result).startswith(
            f"medianswiss: {nameless}: the tournament does not name its rule set"
        )


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (text(CONTRADICTS), "participant 1, round 1"),
        ('{"rounds": 5,\n "participants": ]}', ":2:18: not JSON"),
        ("", ""),
        ("nonsense", ""),
        ("[]", "must be an object"),
        ('{"participants": [], "participants": []}', "twice"),
        ('{"rounds": NaN, "participants": []}', "NaN"),
        ('{"rounds": ' + "9" * 9999 + "}", "digits"),
        ('{"a":' * 99_999, "deeply"),
        ("\ufeff" + text(NEW), ":1:1: a byte order mark"),
        (text(MET | {"rounds": 1}), "all rounds are played: round 1 was the last"),
        (text(NEW | {"system": "foo"}), "unknown system 'foo'"),
        (text(NEW | {"unsupported": ["x"]}), ": not supported: x"),
        (TRF + "XXA    1  1.0\n", ":7:1: accelerated pairing (XXA) is not supported"),
        ('{"participants": [{"number": 1}\n', ":1:32: not JSON"),
    ],
)
def test_bad_input_is_3_and_names_the_file(content: str, named: str, tmp_path: Path) -> None:
    bad = written(tmp_path / "bad.json", content)
    for arguments in (("pair", bad, "--system", "lim"), ("--lim", bad, "-p")):
        result = run(*arguments)
        assert (result.returncode, result.stdout) == (3, "")
        assert complaint(result).startswith(f"medianswiss: {bad}:")
        assert named in result.stderr


def test_bad_trf_in_json_is_answered_and_3(tmp_path: Path) -> None:
    result = run("pair", "--format", "json", written(tmp_path / "t.trf", "012 Nobody\n"))
    assert result.returncode == 3
    assert json.loads(result.stdout)["error"] == "InvalidTournament"


def test_a_name_cannot_break_the_line_or_the_terminal() -> None:
    result = run("pair", "no\n\x1b[31mfile")
    assert result.returncode == 3
    assert "no\\n\\x1b[31mfile" in complaint(result)


@pytest.mark.parametrize("style", [["pair"], ["--lim", "-p", "-"]])
def test_what_cannot_be_read_is_3(
    style: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in (tmp_path, tmp_path / "none", "", "nul\0", "x" * 5000):
        result = call(capfd, *style, name)
        assert (result.returncode, result.stdout) == (3, "")
        assert complaint(result).startswith("medianswiss: cannot read")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_we_may_not_read_is_3(new: Path) -> None:
    new.chmod(0)
    assert "Permission denied" in complaint(run("pair", new))


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that fails when it is read")
def test_a_file_that_fails_while_it_is_read_is_3() -> None:
    result = run("pair", "/proc/self/mem")
    assert result.returncode == 3
    assert "cannot read /proc/self/mem" in complaint(result)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file")
def test_a_file_without_end_is_3() -> None:
    for arguments in (["--lim", "/dev/zero", "-p"], ["pair", "--format", "json", "/dev/zero"]):
        result = run(*arguments)
        assert result.returncode == 3
        assert complaint(result) == "medianswiss: /dev/zero: larger than 16 MiB: not a tournament file"


def test_what_cannot_be_written_is_3(new: Path, tmp_path: Path) -> None:
    for out in (tmp_path, tmp_path / "none" / "out", new / "out"):
        for arguments in (("pair", new, "-o", out), ("--lim", new, "-p", out)):
            result = run(*arguments)
            assert (result.returncode, result.stdout) == (3, "")
            assert complaint(result).startswith(f"medianswiss: cannot write {out}: ")
    assert list(tmp_path.iterdir()) == [new]


def test_an_error_leaves_the_old_output_file_alone(new: Path, met: Path, tmp_path: Path) -> None:
    out = written(tmp_path / "out", "old")
    bad = written(tmp_path / "bad", "bad")
    before = sorted(tmp_path.iterdir())
    for arguments in (("pair", met, "-o", out), ("--lim", met, "-p", out), ("pair", bad, "-o", out)):
        assert run(*arguments).returncode in (1, 3)
        assert out.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == before
    assert run("pair", new, "-o", out).returncode == 0
    assert out.read_text() == NEW_TEXT


def test_a_fault_of_our_own_is_one_line(
    new: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_pair, "pair", lambda *_, **__: 1 / 0)
    result = call(capfd, "pair", new)
    assert result.returncode == console.INTERNAL
    assert "internal error" in complaint(result)


def test_an_interrupt_is_130(
    new: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_pair, "pair", interrupted)
    result = call(capfd, "pair", new)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


# Streams that are closed, full or not there --------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("arguments", [["--help"], ["pair", "-"], ["pair", "--format", "json", "-"]])
def test_a_reader_that_has_gone_ends_us_quietly(arguments: list[str]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=text(NEW).encode(),
            stdout=write_end,
            stderr=subprocess.PIPE,
            env=environment(),
        )
    finally:
        os.close(write_end)
    assert (done.returncode, done.stderr) == (141, b"")


def shell(script: str, stdin: str = "") -> Result:
    """Run `script` with $M for the command."""
    command = " ".join(f"'{word}'" for word in COMMAND)
    return subprocess.run(
        ["sh", "-c", script.replace("$M", command)],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
    )


TOLD = ("--help", "--version", "pair --help", "--lim --help", "--lim -g --version")
"""What is answered while the arguments are read."""


@pytest.mark.skipif(os.name != "posix", reason="redirections of POSIX")
@pytest.mark.parametrize("arguments", TOLD)
def test_help_has_nowhere_to_go_but_standard_output(arguments: str) -> None:
    result = shell(f"$M {arguments} >&-")
    assert result.returncode == 3
    assert result.stderr == "medianswiss: cannot write standard output: it is closed\n"


@pytest.mark.skipif(os.name != "posix", reason="redirections of POSIX")
@pytest.mark.parametrize(
    ("redirection", "named"),
    [(">&-", "cannot write standard output"), ("<&-", "cannot read standard input"), ("2>&- >&-", "")],
)
def test_a_stream_that_is_closed_is_3(redirection: str, named: str) -> None:
    result = shell(f"$M pair - {redirection}", text(NEW))
    assert result.returncode == 3
    assert named in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
@pytest.mark.parametrize("arguments", [*TOLD, "pair -", "pair - --format json"])
def test_a_full_device_is_3(arguments: str) -> None:
    result = shell(f"$M {arguments} > /dev/full", text(NEW))
    assert result.returncode == 3
    assert re.fullmatch("medianswiss: cannot write standard output: .*\n", result.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_complaints_nobody_can_hear_do_not_change_the_status(met: Path) -> None:
    assert shell(f"$M pair '{met}' 2> /dev/full").returncode == 1


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout")
def test_a_device_is_written_to_not_replaced(new: Path) -> None:
    assert shell(f"$M pair '{new}' -o /dev/stdout | cat").stdout == NEW_TEXT


# Warnings -----------------------------------------------------------------------------------------


def test_a_warning_is_a_line_on_standard_error(
    new: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    paired(monkeypatch, "White assumed")
    result = call(capfd, "pair", new)
    assert (result.returncode, result.stdout) == (0, NEW_TEXT)
    assert result.stderr == "medianswiss: warning: White assumed\n"


def test_a_warning_is_said_once_for_a_stream_and_is_in_each_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    paired(monkeypatch, "White assumed")
    lines = written(tmp_path / "s.jsonl", "{}\n" + text(NEW) * 2)
    result = call(capfd, "pair", "--format", "json", lines)
    assert result.stderr == f"medianswiss: warning: {lines}:2: White assumed\n"
    said = ["White assumed"]
    assert [reply.get("warnings") for reply in replies(result)] == [None, said, said]


# Help ---------------------------------------------------------------------------------------------


@pytest.fixture(
    params=[["--help"], ["pair", "--help"], ["--lim", "--help"], ["--ecu", "--help"]], ids=" ".join
)
def help_text(request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]) -> str:
    result = call(capfd, *request.param)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def test_help_names_the_program_and_fits_a_terminal(help_text: str) -> None:
    assert help_text.startswith("usage: medianswiss ")
    assert max(map(len, help_text.splitlines())) <= 110


def test_help_teaches_with_examples(capfd: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["pair", "--help"]):
        assert "examples:\n  medianswiss pair" in call(capfd, *arguments).stdout


def test_version_with_the_rule_sets_and_their_editions() -> None:
    first, *editions = run("--version").stdout.splitlines()
    assert first == f"medianswiss {medianswiss.__version__}"
    assert [line.split()[0] for line in editions] == ["lim", "ecu", "olympiad"]
    assert "C.04.4.3" in editions[0]
    assert "D.02" in editions[2]


def test_ranking_of_the_command_line_wins(tmp_path: Path) -> None:
    """N.5.1: all have drawn, so Sonneborn-Berger ranks by game points: 4, 2, 1, 3."""
    results = {1: (2, "w", "="), 2: (1, "b", "="), 3: (4, "w", "="), 4: (3, "b", "=")}
    points = {1: 1.5, 2: 2.5, 3: 1, 4: 3}
    teams = [
        {"number": n, "games": [{"opponent": o, "colour": c, "result": r, "game_points": points[n]}]}
        for n, (o, c, r) in results.items()
    ]
    path = tmp_path / "teams.json"
    path.write_text(
        json.dumps({"system": "ecu", "rounds": 5, "initial_colour": "white", "participants": teams})
    )
    for ranking, expected in (("number", "2\n3 1\n2 4\n"), ("esb", "2\n4 1\n2 3\n")):
        command = [sys.executable, "-m", "medianswiss", "pair", str(path), "--ranking", ranking]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == expected
