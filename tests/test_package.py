"""What the source distribution and the wheel contain, and that the one builds from the other."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

PROJECT = Path(__file__).resolve().parent.parent
IGNORED = shutil.ignore_patterns(
    ".git", "build", "dist", "*.egg-info", "__pycache__", "*.so", ".*_cache", ".venv*"
)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str]]:
    """The file names in the source distribution and in the wheel built from it."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    shutil.copytree(PROJECT, source, ignore=IGNORED)
    out = folder / "dist"
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(out), str(source)],
        check=True,
        capture_output=True,
    )
    with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
        sdist = {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()}
    with zipfile.ZipFile(next(out.glob("*.whl"))) as wheel:
        return sdist, set(wheel.namelist())


def sources(*patterns: str) -> set[str]:
    """The files of the checkout, relative to it."""
    return {path.relative_to(PROJECT).as_posix() for pattern in patterns for path in PROJECT.glob(pattern)}


def test_the_source_distribution_has_all_that_a_build_and_the_tests_need(
    distributions: tuple[set[str], set[str]],
) -> None:
    sdist, _ = distributions
    needed = sources(
        "csrc/*.[ch]",
        "csrc/Makefile",
        "csrc/tests/*.[ch]",
        "src/medianswiss/**/*.p*",
        "tests/*.py",
        "examples/*",
        "LICENSE",
        "*.toml",
        "setup.py",
    )
    generated = {name for name in needed if "__pycache__" in name}
    assert needed - generated <= sdist
    assert "src/medianswiss/py.typed" in sdist


def test_the_source_distribution_has_nothing_built(distributions: tuple[set[str], set[str]]) -> None:
    sdist, _ = distributions
    built = [name for name in sdist if name.endswith((".so", ".o", ".pyc")) or "_core.c" in name.split("/")]
    assert built == []


def test_the_wheel_has_the_package_its_types_and_the_extension_and_nothing_else(
    distributions: tuple[set[str], set[str]],
) -> None:
    _, wheel = distributions
    package = {name for name in wheel if not name.split("/")[0].endswith(".dist-info")}
    python = {
        name.removeprefix("src/") for name in sources("src/medianswiss/**/*.py", "src/medianswiss/*.pyi")
    }
    extension = {
        name for name in package if name.startswith("medianswiss/_core.") and name.endswith((".so", ".pyd"))
    }
    assert len(extension) == 1
    assert package == python | extension | {"medianswiss/py.typed"}
    assert any(name.endswith("LICENSE") for name in wheel)


def test_every_public_name_is_there() -> None:
    import medianswiss

    assert all(getattr(medianswiss, name) is not None for name in medianswiss.__all__)
    assert set(medianswiss.__all__) <= set(dir(medianswiss))
    assert not hasattr(medianswiss, "pair_none")


def test_importing_the_package_does_not_import_what_reads_files() -> None:
    program = (
        "import sys, medianswiss\n"
        "assert not {'medianswiss.trf', 'medianswiss.json_lines', 'medianswiss.cli'} & set(sys.modules)\n"
        "medianswiss.read_trf\n"
        "assert 'medianswiss.trf' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
