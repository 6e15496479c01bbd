"""What the command line teaches: its help, completion in a shell, and colours on a terminal only."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from medianswiss import cli
from medianswiss.commands import console
from medianswiss.extras import with_bar

PROGRAM = (sys.executable, "-m", "medianswiss")
COMMANDS = tuple(cli.COMMANDS)

needs_shtab = pytest.mark.skipif(find_spec("shtab") is None, reason="needs shtab")


def help_of(capfd: pytest.CaptureFixture[str], *command: str) -> str:
    assert cli.main([*command, "--help"]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    return said.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_does_with_examples(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    text = help_of(capfd, command)
    assert f"\nexamples:\n  medianswiss {command}" in text
    assert max(map(len, text.splitlines())) <= 110


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_is(command: str) -> None:
    parser = cli._parser()
    commands = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    for action in commands.choices[command]._actions:
        assert action.help, action.option_strings or action.dest


def test_the_help_names_every_command(capfd: pytest.CaptureFixture[str]) -> None:
    text = help_of(capfd)
    for command in COMMANDS:
        assert f"\n    {command}" in text


def test_an_unknown_command_is_answered_with_those_there_are(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["xyzzy"]) == 2
    assert capfd.readouterr().err == (
        f"medianswiss: there is no command 'xyzzy': there are {', '.join(COMMANDS)}; see medianswiss --help\n"
    )


# ---- completion ------------------------------------------------------------------------------------


@needs_shtab
@pytest.mark.parametrize("shell", ["bash", "fish", "powershell", "tcsh", "zsh"])
def test_completion_names_the_commands(shell: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    assert all(command in said.out for command in COMMANDS)
    assert "--initial-colour" in said.out


@needs_shtab
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["medianswiss", "pa"], ["pair"]),
        (["medianswiss", "pair", "--init"], ["--initial-colour"]),
        (["medianswiss", "pair", "--system", "o"], ["olympiad"]),
        (["medianswiss", "pair", "op"], ["open.trf"]),
        (["medianswiss", "pair", "x", "-o", "op"], ["open.trf"]),
    ],
)
def test_completion_in_bash(
    words: list[str], expected: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["completion", "bash"]) == 0
    (tmp_path / "complete.sh").write_text(capfd.readouterr().out, encoding="utf-8")
    (tmp_path / "open.trf").touch()
    ask = (
        f"source complete.sh; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
        'eval "$(complete -p medianswiss | grep -o -- "-F [^ ]*" | cut -c4-)"; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", ask], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == expected


# ---- colours ---------------------------------------------------------------------------------------


def on_a_terminal(*arguments: str, **environment: str) -> bytes:
    """What the command says where its standard error is a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    subprocess.run(
        [*PROGRAM, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env=kept | environment,
        timeout=60,
    )
    os.close(theirs)
    said: bytes = os.read(ours, 10_000)
    os.close(ours)
    return said


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals to be had")
class TestColours:
    def test_on_a_terminal(self) -> None:
        assert b"\x1b[1;31mmedianswiss:\x1b[0m cannot read missing" in on_a_terminal(
            "pair", "missing", TERM="xterm"
        )

    @pytest.mark.parametrize("environment", [{"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}])
    def test_not_where_nobody_wants_them(self, environment: dict[str, str]) -> None:
        assert b"\x1b" not in on_a_terminal("pair", "missing", **environment)

    def test_not_in_a_file(self) -> None:
        done = subprocess.run([*PROGRAM, "pair", "missing"], capture_output=True, timeout=60)
        assert done.stderr.startswith(b"medianswiss: cannot read missing")


# ---- progress --------------------------------------------------------------------------------------


@pytest.mark.skipif(find_spec("tqdm") is None, reason="needs tqdm")
def test_a_bar_is_shown_where_it_takes_over_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    def slow() -> Iterator[int]:
        for item in range(3):
            time.sleep(0.6)
            yield item

    assert list(with_bar(slow(), 3, "rounds", True)) == [0, 1, 2]
    assert " rounds" in capsys.readouterr().err
    assert list(with_bar(range(3), 3, "rounds", True)) == [0, 1, 2]
    assert capsys.readouterr().err.strip("\r ") == ""
    assert list(with_bar(slow(), 3, "rounds", False)) == [0, 1, 2]
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(find_spec("tqdm") is None, reason="needs tqdm")
def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not console.shows_progress()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert console.shows_progress()
    monkeypatch.setattr(sys, "stderr", None)
    assert not console.shows_progress()
