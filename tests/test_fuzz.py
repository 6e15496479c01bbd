"""The fuzzers' corpora and past findings replayed; and each fuzzer run for a moment, where its tools are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import medianswiss
from fuzz.targets import TARGETS, replay

FUZZ = Path(__file__).parent / "fuzz"
CSRC = Path(__file__).resolve().parents[1] / "csrc"
C_TARGETS = sorted(path.stem.removeprefix("fuzz_") for path in (FUZZ / "c").glob("fuzz_*.c"))
PATIENCE = 20.0
"""Seconds no input may take, on a machine that is busy."""

C_RUNS = {"round": 1000, "tournament": 3000, "simulation": 1000, "matching": 6000}
RUNS = {
    **{"trf": 1500, "json_state": 15000, "json_stream": 250, "command_line": 250},
    **{"pairing": 60, "arrays": 250, "batch": 200, "field": 120},
}

unsanitized = pytest.mark.unsanitized(reason="what they run or build brings what it needs")


def inputs(name: str) -> list[Path]:
    """What a target was found to be worth trying with, and what once was a fault."""
    return sorted(path for kind in ("corpus", "regressions") for path in (FUZZ / kind / name).glob("*"))


def test_every_target_has_a_corpus_and_a_number_of_runs() -> None:
    assert set(C_TARGETS) == set(C_RUNS)
    assert set(TARGETS) == set(RUNS)
    assert {name for name in (*C_TARGETS, *TARGETS) if len(inputs(name)) < 10} == set()
    known = {path.name for kind in ("corpus", "regressions") for path in (FUZZ / kind).iterdir()}
    assert known == {*C_TARGETS, *TARGETS}


# ---- through Python ----


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_found_through_python(name: str) -> None:
    for path in inputs(name):
        before = time.monotonic()
        replay(name, path.read_bytes())
        assert time.monotonic() - before < PATIENCE, path


@unsanitized
@pytest.mark.parametrize("name", TARGETS)
def test_fuzz_through_python(name: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris is not installed (the extra `fuzz`)")
    path = [str(Path(medianswiss.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path)}
    run([sys.executable, FUZZ / "run.py", name], name, RUNS[name], tmp_path, environment)


def run(command: list[str | Path], name: str, runs: int, place: Path, environment: dict[str, str]) -> None:
    """So many executions from a fixed seed: the same ones each time."""
    new = place / "new"
    new.mkdir()
    options = [
        f"-runs={runs}",
        "-seed=1",
        "-max_len=512",
        "-len_control=0",
        "-timeout=20",
        f"-artifact_prefix={place}/",
    ]
    done = subprocess.run(
        [*command, new, FUZZ / "corpus" / name, *options], env=environment, capture_output=True, cwd=place
    )
    said = done.stderr.decode(errors="replace")
    assert done.returncode == 0, said[-5000:]
    assert f"Done {runs} runs" in said


# ---- csrc ----


def made(goal: str, build: Path, **variables: str) -> Path:
    done = subprocess.run(
        [
            "make",
            "-s",
            "-j2",
            "-C",
            FUZZ,
            goal,
            f"BUILD={build}",
            *(f"{k}={v}" for k, v in variables.items()),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-5000:]
    return build


def has_compiler(command: str) -> bool:
    """Whether csrc is here (it is not beside an installed package), and what compiles it."""
    return CSRC.is_dir() and shutil.which("make") is not None and shutil.which(command) is not None


def has_libfuzzer() -> bool:
    program = "int LLVMFuzzerTestOneInput(const char *d, long n) { return d != 0 && n < 0; }"
    flags = ["-fsanitize=fuzzer,address,undefined", "-x", "c", "-", "-o", os.devnull]
    return (
        has_compiler("clang")
        and not subprocess.run(["clang", *flags], input=program.encode(), capture_output=True).returncode
    )


@pytest.fixture(scope="module")
def replayers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not has_compiler("cc"):
        pytest.skip("there is no csrc, no make, or no C compiler")
    return made("replay", tmp_path_factory.mktemp("replay"))


@pytest.fixture(scope="module")
def fuzzers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not has_libfuzzer():
        pytest.skip("there is no csrc, no make, no clang, or clang has no libFuzzer")
    return made("fuzz", tmp_path_factory.mktemp("fuzz"))


@unsanitized
@pytest.mark.parametrize("name", C_TARGETS)
def test_what_was_found_in_csrc(name: str, replayers: Path) -> None:
    found = inputs(name)
    done = subprocess.run(
        [replayers / f"replay_{name}", *found], capture_output=True, text=True, timeout=PATIENCE * 5
    )
    assert done.returncode == 0, [*done.stdout.splitlines()[-1:], done.stderr[-5000:]]
    assert len(done.stdout.splitlines()) == len(found)


@unsanitized
@pytest.mark.parametrize("name", C_TARGETS)
def test_fuzz_csrc(name: str, fuzzers: Path, tmp_path: Path) -> None:
    run([fuzzers / f"fuzz_{name}"], name, C_RUNS[name], tmp_path, dict(os.environ))
