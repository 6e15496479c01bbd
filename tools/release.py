"""The release wheel of this interpreter, made and tried as cibuildwheel does it, without its containers.

``python tools/release.py build OUT`` makes the source distribution and the wheel from it with the pinned
tools; on Linux the wheel is stripped and gets the tag of the oldest one it runs on.
``python tools/release.py check WHEEL`` installs a wheel in a fresh environment where no compiler is to be
found, pairs a file and uninstalls it; with ``--tests`` it runs the tests there, too, from a copy outside of
the checkout.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PINNED = PROJECT / "tools" / "requirements.txt"
COMPILERS = ("cc", "gcc", "clang", "c99", "cl")
REPLY = "12\n6 7\n17 10\n"  # how the reply to examples/open.trf begins


def run(*command: str | Path, cwd: Path = PROJECT, env: dict[str, str] | None = None) -> str:
    """Run a command that must succeed; what it answered."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}{done.stderr}failed: {' '.join(map(str, command))}")
    return done.stdout


def build(out: Path, source: Path = PROJECT) -> Path:
    """Make the source distribution and, from it, the wheel that is released; the wheel."""
    os.umask(0o022)  # auditwheel packs folders with the modes it made them with
    with tempfile.TemporaryDirectory() as folder:
        programs = environment(Path(folder, "venv"))
        python, made, wheels = programs / "python", Path(folder, "made"), Path(folder, "wheels")
        env = {**os.environ, "PATH": os.pathsep.join([str(programs), os.environ["PATH"]])}
        run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", PINNED, env=env)
        run(python, "-m", "build", "--no-isolation", "--outdir", made, source, env=env)
        if sys.platform == "linux":  # strip, and find the oldest Linux the wheel runs on
            repair: list[str | Path] = [
                python,
                "-m",
                "auditwheel",
                "repair",
                "--strip",
                "--wheel-dir",
                wheels,
            ]
            run(*repair, *made.glob("*.whl"), env=env)
        else:
            shutil.copytree(made, wheels)
        out.mkdir(parents=True, exist_ok=True)
        shutil.copy2(next(made.glob("*.tar.gz")), out)
        return Path(shutil.copy2(next(wheels.glob("*.whl")), out))


def environment(folder: Path) -> Path:
    """A fresh virtual environment; where its programs are."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts" if sys.platform == "win32" else "bin")


def check(wheel: Path, *, tests: bool = False) -> None:
    """Install a wheel where there is no compiler, pair a file, and run the tests."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        programs = environment(place / "venv")
        env = clean_environment(programs)
        python = programs / "python"
        install: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--only-binary=:all:"]
        run(*install, wheel.resolve(), cwd=place, env=env)
        shutil.copy2(PROJECT / "examples" / "open.trf", place)
        reply = run(programs / "medianswiss", "pair", "open.trf", cwd=place, env=env)
        if not reply.startswith(REPLY):
            raise SystemExit(f"{wheel.name} answers {reply!r}")
        print(f"{wheel.name}: installed without a compiler, pairs examples/open.trf")
        if tests:
            settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
            run(*install, *settings["test-requires"], cwd=place, env=env)
            env["PATH"] = os.pathsep.join([str(programs), os.environ["PATH"]])  # the tests use a shell
            run_tests(python, settings["test-sources"], place / "tests", env)
        run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "medianswiss", cwd=place, env=env)
        if left := [
            path for path in place.joinpath("venv").rglob("*medianswiss*") if path.name != "__pycache__"
        ]:
            raise SystemExit(f"left after uninstalling: {left}")


def clean_environment(programs: Path) -> dict[str, str]:
    """The environment of a machine that has nothing but the virtual environment."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env["PATH"] = str(programs)
    env.pop("CC", None)
    if found := [name for name in COMPILERS if shutil.which(name, path=env["PATH"])]:
        raise SystemExit(f"there are compilers: {found}")
    return env


def run_tests(python: Path, sources: Sequence[str], copy: Path, env: dict[str, str]) -> None:
    """Run the tests from a copy of what they need, so that they find the installed package and no other."""
    for name in sources:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(PROJECT / name, target)
    subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=copy, env=env, check=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build").add_argument("out", type=Path)
    checking = commands.add_parser("check")
    checking.add_argument("wheel", type=Path)
    checking.add_argument("--tests", action="store_true", help="run the tests as well")
    asked = parser.parse_args()
    if asked.command == "build":
        print(build(asked.out.resolve()))
    else:
        check(asked.wheel, tests=asked.tests)


if __name__ == "__main__":
    main()
