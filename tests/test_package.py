"""What the source distribution and the wheel contain, that one builds from the other, how it installs."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath

import pytest

import medianswiss
from medianswiss import extras

PROJECT = Path(__file__).resolve().parent.parent
RELEASE = PROJECT / "tools" / "release.py"
IGNORED = shutil.ignore_patterns(
    ".git", "build", "dist", "*.egg-info", "__pycache__", "*.so", ".*_cache", ".hypothesis", ".venv*"
)

builds = pytest.mark.skipif(not RELEASE.exists(), reason="what a distribution is built from is not here")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution and the wheel built from it, in isolation."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    shutil.copytree(PROJECT, source, ignore=IGNORED)
    out = folder / "dist"
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(out), str(source)],
        check=True,
        capture_output=True,
    )
    return out


@pytest.fixture(scope="module")
def wheel_file(dist: Path) -> Path:
    return next(dist.glob("*.whl"))


@pytest.fixture(scope="module")
def sdist(dist: Path) -> set[str]:
    """The names of the files in the source distribution."""
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        return {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()}


@pytest.fixture(scope="module")
def wheel(wheel_file: Path) -> set[str]:
    """The names of the files in the wheel."""
    with zipfile.ZipFile(wheel_file) as archive:
        return set(archive.namelist())


def sources(*patterns: str) -> set[str]:
    """The files of the checkout, relative to it."""
    return {path.relative_to(PROJECT).as_posix() for pattern in patterns for path in PROJECT.glob(pattern)}


@builds
def test_the_source_distribution_has_all_that_a_build_and_the_tests_need(sdist: set[str]) -> None:
    needed = sources(
        "csrc/*.[ch]",
        "csrc/Makefile",
        "csrc/tests/*.[ch]",
        "src/medianswiss/**/*.p*",
        "src/medianswiss/page/templates/*",
        "tests/*.py",
        "tools/*.*",
        "examples/*",
        "LICENSE",
        "*.toml",
        "setup.py",
    )
    generated = {name for name in needed if "__pycache__" in name}
    assert needed - generated <= sdist
    assert "src/medianswiss/py.typed" in sdist


@builds
def test_the_source_distribution_has_nothing_built(sdist: set[str]) -> None:
    built = [name for name in sdist if name.endswith((".so", ".o", ".pyc")) or "_core.c" in name.split("/")]
    assert built == []


@builds
def test_the_wheel_has_the_package_its_types_and_the_extension_and_nothing_else(wheel: set[str]) -> None:
    package = {name for name in wheel if not name.split("/")[0].endswith(".dist-info")}
    python = {
        name.removeprefix("src/") for name in sources("src/medianswiss/**/*.py", "src/medianswiss/*.pyi")
    }
    extension = {
        name for name in package if name.startswith("medianswiss/_core.") and name.endswith((".so", ".pyd"))
    }
    assert len(extension) == 1
    templates = {name.removeprefix("src/") for name in sources("src/medianswiss/page/templates/*")}
    assert templates
    assert package == python | extension | templates | {"medianswiss/py.typed"}
    assert any(name.endswith("LICENSE") for name in wheel)


@builds
def test_the_wheel_says_what_it_needs_and_what_it_was_built_with(wheel_file: Path) -> None:
    with zipfile.ZipFile(wheel_file) as archive:
        name = next(name for name in archive.namelist() if ".dist-info/sboms/" in name and name[-1] != "/")
        bill = json.loads(archive.read(name))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    product = bill["metadata"]["component"]
    assert (product["name"], product["version"]) == ("medianswiss", medianswiss.__version__)
    by_scope: dict[str, set[str]] = {"required": set(), "excluded": set()}
    for component in bill["components"]:
        by_scope[component["scope"]].add(component["name"])
        assert ("version" in component) == (component["scope"] == "excluded")
    assert by_scope == {"required": {"numpy"}, "excluded": {"Cython", "numpy", "setuptools"}}
    refs = {component["bom-ref"] for component in bill["components"]}
    assert all(ref in refs for entry in bill["dependencies"] for ref in entry["dependsOn"])


@builds
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere debug information is not in the extension")
def test_the_extension_does_not_tell_where_it_was_built(wheel_file: Path, dist: Path) -> None:
    with zipfile.ZipFile(wheel_file) as archive:
        name = next(name for name in archive.namelist() if "/_core." in name and name.endswith(".so"))
        extension = archive.read(name)
    assert b"/build-env-" not in extension
    assert b"/build-via-sdist-" not in extension
    assert os.fsencode(dist.parent) not in extension


@builds
def test_the_wheel_pairs_a_file_where_there_is_no_compiler(wheel_file: Path) -> None:
    done = subprocess.run([sys.executable, RELEASE, "check", wheel_file], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{wheel_file.name}: installed without a compiler, pairs examples/open.trf\n"


def setup_in(prepared: str) -> subprocess.CompletedProcess[str]:
    """setup.py, run after some lines that spoil its environment."""
    program = f"import runpy, sys\n{prepared}\nrunpy.run_path('setup.py')"
    return subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True)


@builds
@pytest.mark.parametrize("missing", ["Cython", "numpy"])
def test_a_build_without_what_it_needs_says_what_is_missing(missing: str) -> None:
    done = setup_in(f"import setuptools; setuptools.__version__ = '80.0'; sys.modules[{missing!r}] = None")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "medianswiss is built with Cython and numpy" in done.stderr
    assert f"{missing} is not installed" in done.stderr


@builds
def test_a_build_with_an_old_setuptools_says_so() -> None:
    done = setup_in("import setuptools; setuptools.__version__ = '65.5.0'")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "built with setuptools 80 or newer, and this is 65.5.0" in done.stderr


@pytest.mark.slow
@builds
def test_the_same_bytes_wherever_whenever_and_by_whomever_they_are_built(tmp_path: Path) -> None:
    def built(source: Path, umask: int) -> dict[str, str]:
        program, out = source / "tools" / "release.py", tmp_path / f"dist {source.name}"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run([sys.executable, program, "build", out], env=environment, umask=umask, check=True)
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in out.iterdir()}

    here, there = tmp_path / "source", tmp_path / "in a place" / "with a longer name"
    shutil.copytree(PROJECT, here, ignore=IGNORED)
    shutil.copytree(here, there)
    for path in there.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    first = built(here, 0o022)
    assert len(first) == 2
    assert built(there, 0o077) == first


@pytest.mark.slow
@builds
def test_an_editable_install_works_and_goes_without_a_trace(tmp_path: Path) -> None:
    source, programs = tmp_path / "source", tmp_path / "venv" / "bin"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def python(*words: str | Path) -> str:
        command = [programs / "python", *words]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    shutil.copytree(PROJECT, source, ignore=IGNORED)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python("-m", "pip", "install", "-q", "-e", source)
    module = source / "src" / "medianswiss" / "__init__.py"
    assert python("-c", "import medianswiss; print(medianswiss.__file__)") == f"{module}\n"
    assert python("-m", "medianswiss", "pair", source / "examples" / "open.trf").startswith("12\n6 7\n")
    python("-m", "pip", "uninstall", "-q", "-y", "medianswiss")
    assert list((tmp_path / "venv").rglob("*medianswiss*")) == []


def test_the_tests_are_found_beside_an_installed_package(tmp_path: Path) -> None:
    """Nothing but what cibuildwheel copies: a test that asks for more skips, and does not fail."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    for name in settings["test-sources"]:
        copy = shutil.copytree if (PROJECT / name).is_dir() else shutil.copy2
        copy(PROJECT / name, tmp_path / name)
    path = [str(Path(medianswiss.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "MEDIANSWISS_SHARED": str(tmp_path / "none")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_versions_agree() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert medianswiss.__version__ == project["version"]


def test_none_of_the_extras_is_needed_to_pair_and_to_read() -> None:
    missing = dict.fromkeys(extras.EXTRAS)
    program = (
        "import sys\n"
        f"sys.modules.update({missing!r})\n"
        "import medianswiss, medianswiss.cli\n"
        "for name in medianswiss.__all__: getattr(medianswiss, name)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_public_name_is_there() -> None:
    assert all(getattr(medianswiss, name) is not None for name in medianswiss.__all__)
    assert set(medianswiss.__all__) <= set(dir(medianswiss))
    assert not hasattr(medianswiss, "pair_none")


def test_no_module_has_the_name_of_something_public() -> None:
    """Importing it, even from within the package, would put the module in the place of what it defines."""
    modules = {path.stem for path in Path(medianswiss.__file__).parent.glob("*.py")}
    assert modules & set(medianswiss.__all__) == set()


def test_importing_the_package_does_not_import_what_reads_files() -> None:
    program = (
        "import sys, medianswiss\n"
        "assert not {'medianswiss.trf', 'medianswiss.json_lines', 'medianswiss.cli'} & set(sys.modules)\n"
        "medianswiss.read_trf\n"
        "assert 'medianswiss.trf' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
