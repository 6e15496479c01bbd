"""Where the material lies that the tests share: known rounds and real files, beside the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("MEDIANSWISS_SHARED", Path(__file__).parents[2] / "shared"))

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"no known rounds and real files at {SHARED} (MEDIANSWISS_SHARED)"
)
