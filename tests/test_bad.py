"""The bad-input catalogue: `tests/bad/INDEX.toml`, and the states no file can show.

Every case has the exact message and exit status expected, and leaves every file as it was.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

import medianswiss as ms
from bad_made import MADE, state
from medianswiss import cli, read_trf
from optional import skip_without_packages_for
from test_cli import COMMAND, environment
from test_cli_simulate import hear_interrupts

BAD = Path(__file__).parent / "bad"
CASES: list[dict[str, Any]] = tomllib.loads((BAD / "INDEX.toml").read_text("utf-8"))["case"]
POSIX = os.name == "posix"


INLINE: dict[str, bytes] = {c["file"]: c["holds"].encode() for c in CASES if "holds" in c}


def cases(how: str) -> list[Any]:
    """The cases that are shown so; one that needs a device is skipped where there is none."""
    found = [c for c in CASES if how in c]
    return [pytest.param(c, id=c["name"], marks=lacking(c)) for c in found]


def lacking(case: dict[str, Any]) -> pytest.MarkDecorator:
    device = case.get("needs", os.devnull)
    return pytest.mark.skipif(not os.path.exists(device), reason=f"no {device}")


def content(name: str) -> bytes:
    """A file of the catalogue: as it lies there, as it stands in the index, or as it is made."""
    if name in INLINE:
        return INLINE[name]
    return MADE[name]() if name in MADE else (BAD / name).read_bytes()


def files_of(case: dict[str, Any]) -> list[str]:
    """The files a case needs, the first of them the bad one."""
    return [*filter(None, [case.get("file")]), *case.get("also", [])]


def snapshot(directory: Path) -> dict[str, bytes | None]:
    """Every name in a directory, and what lies there."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in directory.iterdir()}


def laid_out(case: dict[str, Any], directory: Path) -> None:
    for name in files_of(case):
        (directory / name).write_bytes(content(name))
    for name in case.get("directories", []):
        (directory / name).mkdir()


def plain(line: str) -> str:
    """The choices of argparse are quoted by some versions of Python only."""
    return re.sub(r"[(]choose from .*?[)]", lambda match: match[0].replace("'", ""), line)


def told(status: int, out: str, err: str) -> dict[str, Any]:
    lines = err.splitlines()
    assert all(line.startswith("medianswiss: ") for line in lines), err
    return {
        "status": status,
        "says": [plain(line.removeprefix("medianswiss: ")) for line in lines],
        "out": out,
    }


def expected(case: dict[str, Any]) -> dict[str, Any]:
    return {"status": case["status"], "says": case.get("says", []), "out": case.get("out", "")}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", cases("call"))
def test_call(
    case: dict[str, Any], place: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    arguments = shlex.split(case["call"])
    skip_without_packages_for(arguments)
    laid_out(case, place)
    before = snapshot(place)
    given = content(case["stdin"]) if "stdin" in case else b""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    status = cli.main(arguments)
    captured = capfd.readouterr()
    assert told(status, captured.out, captured.err) == expected(case)
    assert snapshot(place) == before


def shell(script: str, *, powerless: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `script`, in which $M is the command, in a process of its own."""
    command = " ".join(map(shlex.quote, COMMAND))
    return subprocess.run(
        ["bash", "-c", script.replace("$M", command)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment() | {"PYTHONDONTWRITEBYTECODE": "1"},
        timeout=60,
        preexec_fn=give_up_power if powerless else None,
    )


def give_up_power() -> None:
    """Files whose mode forbids it are closed to root too (its capabilities to override modes are dropped)."""
    if os.geteuid() == 0:
        drop, dac_override, dac_read_search = 24, 1, 2
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (dac_override, dac_read_search):
            if libc.prctl(drop, capability, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "the capability stays")


@pytest.mark.skipif(not POSIX or shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize("case", cases("shell"))
def test_process(case: dict[str, Any], place: Path) -> None:
    skip_without_packages_for(shlex.split(case["shell"]))
    laid_out(case, place)
    before = snapshot(place)
    done = shell(case["shell"], powerless=case.get("powerless", False))
    assert told(done.returncode, done.stdout, done.stderr) == expected(case)
    assert snapshot(place) == before


def test_every_case_is_there_once() -> None:
    names = [case["name"] for case in CASES]
    assert len(set(names)) == len(names) >= 600
    used = {"INDEX.toml"} | {name for case in CASES for name in files_of(case)}
    assert {path.name for path in BAD.iterdir()} <= used
    assert all(
        {"kind", "wrong", "status"} <= case.keys() and ("call" in case) != ("shell" in case) for case in CASES
    )


# ---- outputs that are links, or go on after an error ------------------------------------------------


@pytest.mark.skipif(not POSIX, reason="links of POSIX")
def test_an_output_that_is_a_link_stays_one_and_its_target_is_replaced(place: Path) -> None:
    (place / "four.trf").write_bytes(content("four.trf"))
    (place / "target").write_text("old\n")
    (place / "link").symlink_to("target")
    assert cli.main(["pair", "four.trf", "--system", "lim", "-o", "link"]) == 0
    assert (place / "link").is_symlink()
    assert (place / "target").read_text() == "2\n3 2\n1 4\n"
    assert sorted(path.name for path in place.iterdir()) == ["four.trf", "link", "target"]


@pytest.mark.parametrize("reply", ["text", "json"])
def test_trf_alone_may_take_the_place_of_its_input(reply: str, place: Path) -> None:
    (place / "four.trf").write_bytes(content("four.trf"))
    assert cli.main(["pair", "four.trf", "--system", "lim", "--format", reply, "-o", "four.trf"]) == 2
    assert (place / "four.trf").read_bytes() == content("four.trf")
    assert cli.main(["pair", "four.trf", "--system", "lim", "--format", "trf", "-o", "four.trf"]) == 0
    assert read_trf(place / "four.trf").unsupported == (
        "round 3 is not finished: 1, 2, 3 and 4 have no result",
    )


# ---- interrupts: what is half done is gone, the old file as it was ----------------------------------

SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
HALF = [("_create", "before"), ("_create", "in the middle"), ("os.replace", "before")]


@pytest.mark.parametrize(("step", "when"), HALF)
@pytest.mark.parametrize(
    "call", ["pair four.trf --system lim -o old.txt", "simulate --tournaments 9 -o old.txt"]
)
def test_an_interrupt_while_a_file_is_written(
    call: str,
    step: str,
    when: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def interrupted(path: Path, *rest: Any) -> None:
        if when == "in the middle":
            path.write_bytes(rest[0][: len(rest[0]) // 2])
        raise KeyboardInterrupt

    (place / "four.trf").write_bytes(content("four.trf"))
    (place / "old.txt").write_bytes(content("old.txt"))
    before = snapshot(place)
    monkeypatch.setattr(f"medianswiss.atomic.{step}", interrupted)
    status = cli.main(call.split())
    assert (status, *capfd.readouterr()) == (130, "", "")
    assert snapshot(place) == before


class Running:
    """The command in a process of its own, which hears Ctrl-C."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            preexec_fn=hear_interrupts,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        for stream in (self.stdin, self.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):  # what it did not read
                stream.close()

    def ended_by(self, number: signal.Signals) -> tuple[int, bytes, bytes]:
        """Send a signal; the exit status, what was left on standard output, and what was said."""
        self.process.send_signal(number)
        self.process.wait(60)
        assert self.process.stderr is not None
        return self.process.returncode, self.stdout.read(), self.process.stderr.read()


needs_posix = pytest.mark.skipif(not POSIX, reason="signals of POSIX")


@needs_posix
@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_a_signal_while_a_stream_waits(number: signal.Signals, status: int) -> None:
    with Running("pair", "--format", "json", "-") as running:
        running.stdin.write(MADE["many.jsonl"]().splitlines(keepends=True)[0])
        running.stdin.flush()
        assert running.stdout.readline().startswith(b'{"round": 1')
        assert running.ended_by(number) == (status, b"", b"")


def swallow(running: Running, data: bytes) -> None:
    """Write more than a pipe holds: when all is written the reader is at work."""
    assert len(data) > 2**20
    running.stdin.write(data)
    running.stdin.flush()


@needs_posix
@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_a_signal_while_a_file_is_read(number: signal.Signals, status: int, place: Path) -> None:
    (place / "old.txt").write_bytes(b"old\n")
    with Running("pair", "-", "--system", "lim", "-o", "old.txt") as running:
        swallow(running, b"### a comment\n" * 100_000)
        assert running.ended_by(number) == (status, b"", b"")
    assert snapshot(place) == {"old.txt": b"old\n"}


@needs_posix
@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_a_signal_while_a_large_field_is_paired(number: signal.Signals, status: int, place: Path) -> None:
    (place / "old.txt").write_bytes(b"old\n")
    field = state(participants=[{"number": n, "rating": 2000} for n in range(1, 100_001)])
    with Running("pair", "-", "-o", "old.txt") as running:
        swallow(running, field)
        running.stdin.close()
        assert running.ended_by(number) == (status, b"", b"")
    assert snapshot(place) == {"old.txt": b"old\n"}


@needs_posix
@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_a_signal_while_tournaments_are_simulated(number: signal.Signals, status: int, place: Path) -> None:
    """What is done until then is told and saved."""
    pytest.importorskip("tqdm")
    run = ("--tournaments", str(10**9), "--format", "json", "--threads", "2", "-o", "run.npz")
    with Running("simulate", *run, "--progress") as running:
        assert running.process.stderr is not None
        seen = b""
        while not re.search(rb" [1-9]\d*/1000000000", seen):
            seen += running.process.stderr.read(1)
        ended, out, said = running.ended_by(number)
    assert ended == status
    assert b"Traceback" not in said
    reply = json.loads(out)
    assert reply["interrupted"] is True
    assert 0 < reply["tournaments"] == len(ms.Simulation.load("run.npz"))
    assert [path.name for path in place.iterdir()] == ["run.npz"]


@needs_posix
@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_a_signal_while_nobody_opens_the_output(number: signal.Signals, status: int, place: Path) -> None:
    os.mkfifo(place / "pipe")
    with Running("pair", "-", "--system", "lim", "-o", "pipe") as running:
        swallow(running, content("four.trf") + b"### a comment\n" * 100_000)
        running.stdin.close()
        time.sleep(2)  # nothing shows that it has come to the pipe; before that it is to end the same way
        assert running.ended_by(number) == (status, b"", b"")


@needs_posix
@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_a_signal_while_nobody_reads_the_replies(number: signal.Signals, status: int, place: Path) -> None:
    """More of them than a pipe holds: it waits for its reader, and does not when it is to end."""
    (place / "many.jsonl").write_bytes(content("many.jsonl"))
    with Running("pair", "--format", "json", "many.jsonl") as running:
        assert running.stdout.readline().startswith(b'{"round": 1')
        time.sleep(0.5)  # the pipe fills
        ended, _, said = running.ended_by(number)
    assert (ended, said) == (status, b"")


def test_who_heeds_sigterm_already_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that calls `main` in its own process: its handler stays."""
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        assert cli.main(["--version"]) == 0
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
    assert cli.main(["--version"]) == 0
    assert signal.getsignal(signal.SIGTERM) is before
