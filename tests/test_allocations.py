"""Every allocation of the extension fails once: each time it is a MemoryError that changes nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from allocation_program import SCENARIOS

HERE = Path(__file__).resolve().parent

pytestmark = [
    pytest.mark.unsanitized(reason="a sanitizer has an allocator of its own"),
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or shutil.which("gcc") is None, reason="Linux and gcc are needed"
    ),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is loaded before the C library."""
    built = tmp_path_factory.mktemp("allocations") / "failing_allocations.so"
    command = ["gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([*command, str(HERE / "failing_allocations.c"), "-o", str(built)], check=True)
    return built


# How many allocations a call makes at least; none where nothing but Python's own memory is asked for.
EXPECTED = {
    "pair": 10,
    "pair with its trace": 13,
    "pair_arrays": 4,
    "pair_arrays by the exact method": 5,
    "an engine that grows for teams": 4,
    "a field": 11,
    "Field.record": 1,
    "Field.record_arrays": 1,
    "Field.set_present": 0,
    "pair_many of a batch": 6,
    "pair_many of fields": 24,
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_allocation_is_checked(library: Path, scenario: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::UserWarning", str(HERE / "allocation_program.py"), scenario],
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert told["made"] >= EXPECTED.get(scenario, 1)
    assert told["failed"] >= told["made"]  # threads make more or fewer as they share the work
