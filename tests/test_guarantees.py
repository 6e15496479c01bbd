"""docs/guarantees.md: the tests it names are there."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
GUARANTEES = TESTS.parent / "docs" / "guarantees.md"

pytestmark = pytest.mark.skipif(not GUARANTEES.is_file(), reason="the documents are not beside these tests")


def test_every_test_named_by_the_guarantees_is_there() -> None:
    named = re.findall(r"`([a-z_]+|…)::([a-z_*]+)(\[[^`]*\])?`", GUARANTEES.read_text(encoding="utf-8"))
    file = ""
    for stem, name, _ in named:
        file = file if stem == "…" else f"test_{stem}.py"
        there = re.findall(r"^def (test_\w+)", (TESTS / file).read_text(encoding="utf-8"), re.MULTILINE)
        assert any(fnmatchcase(test, name) for test in there), f"{file}::{name}"
    assert len(named) > 40


@pytest.mark.skipif(
    not (GUARANTEES.parents[1] / ".ci").is_dir(), reason="a distribution has no continuous integration"
)
def test_every_file_named_by_the_guarantees_is_there() -> None:
    text = GUARANTEES.read_text(encoding="utf-8")
    named = re.findall(r"`((?:benchmarks|tools|tests|\.ci)/[\w./]+)`", text)
    assert len(named) > 3
    for path in named:
        assert (GUARANTEES.parents[1] / path).exists(), path
