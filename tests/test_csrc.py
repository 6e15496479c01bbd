"""The tests that csrc has of its own in C: built and run plainly, under sanitizers and under valgrind."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

CSRC = Path(__file__).resolve().parent.parent / "csrc"

pytestmark = [
    pytest.mark.unsanitized(reason="they bring sanitizers of their own"),
    pytest.mark.skipif(
        os.name != "posix"
        or not CSRC.is_dir()
        or shutil.which("make") is None
        or shutil.which("gcc") is None,
        reason="csrc, make and gcc are needed",
    ),
]


def surroundings() -> dict[str, str]:
    """Without what this process itself was started with to be watched."""
    return {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "CFLAGS", "CC")}


def make(*words: str, build: Path) -> str:
    done = subprocess.run(
        ["make", "-C", str(CSRC), f"BUILD={build}", "CC=gcc", "EFFORT=1", *words],
        env=surroundings(),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    return done.stdout + done.stderr


def needs_sanitizer(name: str, folder: Path) -> None:
    """Skip where the compiler cannot make programs that are watched, or these cannot run."""
    source = folder / "nothing.c"
    source.write_text("int main(void) { return 0; }\n")
    program = folder / "nothing"
    command = ["gcc", f"-fsanitize={name}", str(source), "-o", str(program)]
    for words in (command, [str(program)]):
        if subprocess.run(words, env=surroundings(), capture_output=True).returncode != 0:
            pytest.skip(f"no programs with -fsanitize={name} here")


def suites(output: str) -> dict[str, int]:
    """How many checks each suite has made."""
    return {name: int(count) for name, count in re.findall(r"^(\w+) +(\d+) checks$", output, re.MULTILINE)}


SUITES = {path.stem.removeprefix("test_") for path in (CSRC / "tests").glob("test_*.c")}


def test_the_checks_pass(tmp_path: Path) -> None:
    made = suites(make("check", build=tmp_path))
    assert set(made) == SUITES
    assert min(made.values()) > 30


def test_addresses_and_undefined_behaviour_and_leaks(tmp_path: Path) -> None:
    needs_sanitizer("address,undefined", tmp_path)
    assert set(suites(make("check", "SANITIZE=1", build=tmp_path))) == SUITES


def test_threads_on_a_shared_field_do_not_race(tmp_path: Path) -> None:
    needs_sanitizer("thread", tmp_path)
    assert set(suites(make("threads", build=tmp_path))) == {"threads"}


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is needed")
def test_valgrind_finds_nothing(tmp_path: Path) -> None:
    assert set(suites(make("valgrind", build=tmp_path))) == SUITES


def test_a_check_that_fails_is_told_with_its_seed(tmp_path: Path) -> None:
    """Of a copy in which a rule is broken: the tests can fail."""
    copy = tmp_path / "csrc"
    shutil.copytree(CSRC, copy, ignore=shutil.ignore_patterns("build"))
    history = copy / "history.h"
    broken = history.read_text().replace("difference >= 2", "difference >= 3")
    assert broken != history.read_text()
    history.write_text(broken)
    done = subprocess.run(
        ["make", "-C", str(copy), "CC=gcc", "EFFORT=1", "SUITES=history", "check"],
        env=surroundings(),
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert re.search(r"test_history\.c:\d+: history: not so: .* \(seed \d+\)", done.stderr)
