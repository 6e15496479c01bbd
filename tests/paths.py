"""Where things lie that the tests share: known rounds and real files beside the project, and its programs."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(os.environ.get("MEDIANSWISS_SHARED", Path(__file__).parents[2] / "shared"))

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"no known rounds and real files at {SHARED} (MEDIANSWISS_SHARED)"
)


def program(path: str) -> Any:
    """A program of the project, which is in no package, as a module."""
    spec = importlib.util.spec_from_file_location(
        f"program_{Path(path).stem}", Path(__file__).parents[1] / path
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module
