"""A short soak: the long one is `python benchmarks/soak.py`."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from paths import program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")


soak = program("benchmarks/soak.py")
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
