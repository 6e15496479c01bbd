"""A short soak: the long one is `python benchmarks/soak.py`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

PLACE = Path(__file__).parent.parent / "benchmarks" / "soak.py"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")


def _module() -> Any:
    spec = importlib.util.spec_from_file_location("medianswiss_soak", PLACE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


soak = _module()
LIVES = {8: 6, 20: 6, 64: 3, 200: 1}


def test_two_threads_with_live_fields_answer_as_one_thread_alone() -> None:
    seen = soak.soak(4.0, 2, 8, 1, LIVES)
    assert seen.errors == []
    assert all(each.lives > 0 for each in seen.works)


def test_another_answer_than_alone_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    known = soak.expected

    def wrong(kinds: Any) -> Any:
        return dict.fromkeys(known(kinds), b"something else")

    monkeypatch.setattr(soak, "expected", wrong)
    seen = soak.soak(0.5, 2, 4, 1, {8: 2})
    assert any("another answer than alone" in error for error in seen.errors)
