"""csrc compiles without a warning by the compilers of other systems, too."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

CSRC = Path(__file__).resolve().parents[1] / "csrc"


@pytest.mark.unsanitized("compilers run here, and nothing of ours")
@pytest.mark.skipif(
    not CSRC.is_dir() or shutil.which("make") is None, reason="no sources of C here, or no make"
)
@pytest.mark.parametrize(
    "compiler",
    [
        pytest.param(
            name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed")
        )
        for name in ("clang", "x86_64-w64-mingw32-gcc")
    ],
)
def test_no_compiler_has_anything_to_say(compiler: str, tmp_path: Path) -> None:
    shutil.copytree(CSRC, tmp_path / "csrc", ignore=shutil.ignore_patterns("build"))
    command = ["make", "-s", "-C", str(tmp_path / "csrc"), f"CC={compiler}", "CFLAGS=-O1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
