"""Known rounds of an independent implementation: core and reference find each of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from medianswiss import RoundPairing, Tournament
from paths import SHARED, needs_shared
from twins import core, outcome, reference

FILES = [path.name for path in sorted((SHARED / "vectors").glob("*.jsonl.gz"))]


def as_recorded(answer: RoundPairing) -> dict[str, Any]:
    """The round in the words of the vectors."""
    return {
        "pairs": [list(both) for both in answer.pairs],
        "bye": answer.bye,
        "floaters": [[f.number, f.from_score, f.direction] for f in answer.floaters],
        "cracked": answer.cracked,
    }


def check_file(name: str, engine: Callable[[Tournament], RoundPairing]) -> None:
    with gzip.open(SHARED / "vectors" / name, "rt") as lines:
        known = [json.loads(line) for line in lines]
    assert len(known) >= 30
    for line, round_ in enumerate(known, 1):
        t = Tournament.from_dict(round_["state"])
        answer = outcome(engine, t)
        expected = round_["expected"]
        if isinstance(answer, RoundPairing):
            assert as_recorded(answer) == expected, f"{name}, line {line}"
        else:
            # The article of the vectors is informative: it is that of the bye for every odd field.
            assert expected["error"] == "ImpossiblePairing", f"{name}, line {line}"


@needs_shared
def test_the_vectors_are_there() -> None:
    kinds = {
        "ecu": ("large", "mid", "small"),
        "lim": ("large", "maxi_mid", "maxi_small", "mid", "small"),
        "olympiad": ("mid", "small"),
    }
    assert [f"{system}_{kind}.jsonl.gz" for system in kinds for kind in kinds[system]] == FILES


@pytest.mark.parametrize("name", FILES)
def test_core(name: str) -> None:
    check_file(name, core)


@pytest.mark.unsanitized(reason="there is no C in it, and it takes long")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if "large" in name else name for name in FILES]
)
def test_reference(name: str) -> None:
    check_file(name, reference)
