"""What the README shows runs, and prints what it says."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from medianswiss import cli

PROJECT = Path(__file__).resolve().parent.parent
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    exec(compile(blocks("python")[0], "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "6 - 7"
    assert "bye: 19" in printed


def test_the_other_python_examples_print_what_they_say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROJECT)
    first, *others = blocks("python")
    names: dict[str, object] = {}
    exec(compile(first, "README.md", "exec"), names)
    capsys.readouterr()
    for block in others:
        exec(compile(block, "README.md", "exec"), names)
        said = block.splitlines()[-1].partition("  # ")[2]
        assert said
        assert said in capsys.readouterr().out.splitlines()


def test_the_stream_answers_what_the_readme_says() -> None:
    question = next(block for block in blocks("sh") if block.startswith("echo"))
    state = re.fullmatch(r"echo '(.*)' \| medianswiss (.*)\n", question)
    assert state is not None
    reply = subprocess.run(
        [sys.executable, "-m", "medianswiss", *state[2].split()],
        input=state[1],
        capture_output=True,
        text=True,
    )
    assert reply.stdout == blocks("json")[0]


def test_the_state_is_paired_as_the_readme_says(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, state, reply = blocks("json")
    monkeypatch.chdir(tmp_path)
    Path("state.json").write_text(state, encoding="utf-8")
    command = "medianswiss pair --format json state.json"
    assert f"`{command}` answers\n" in README
    assert cli.main(command.split()[1:]) == 0
    assert capfd.readouterr() == (reply, "")


def test_both_commands_of_the_readme_are_there() -> None:
    assert "python -m pip install . && medianswiss pair examples/open.trf\n" in blocks("sh")
    assert "python -m pip install '.[test]' && python -m pytest\n" in blocks("sh")


@pytest.mark.skipif(not (PROJECT / ".ci").is_dir(), reason="a distribution has no continuous integration")
def test_the_tests_of_the_readme_are_those_of_every_change() -> None:
    assert "python -m pip install '.[test]' && python -m pytest\n" in (PROJECT / ".ci/run").read_text()


def test_the_synopsis_names_every_command_and_what_it_takes() -> None:
    """But for generate and simulate, whose help has it all."""
    synopsis = blocks("text")[0]
    lines = re.findall(r"^(medianswiss .*(?:\n .*)*)", synopsis, flags=re.MULTILINE)
    said = {line.split()[1]: line for line in lines}
    choices = synopsis.partition("choices: ")[2]
    for name, command in commands().items():
        assert name in said
        if name in ("generate", "simulate"):
            continue
        known = said[name] + (choices if "[choices]" in said[name] else "")
        for action in command._actions:
            for option in action.option_strings:
                assert option in ("-h", "--help") or re.search(rf"{option}\b", known), (name, option)
        for option in re.findall(r"(?<=[\[ ])--?[a-z-]+", said[name]):
            assert any(option in action.option_strings for action in command._actions), (name, option)


def commands() -> dict[str, argparse.ArgumentParser]:
    parser = cli._parser()
    choices = next(a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return dict(choices)


def test_the_explanation_is_what_the_readme_says(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROJECT)
    command = next(block for block in blocks("sh") if "--explain" in block)
    assert cli.main(command.split()[1:]) == 0
    assert capfd.readouterr() == (blocks("text")[1], "")
