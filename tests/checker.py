"""Standings by gacrux, the tie-break checker of FIDE's Technical Commission, to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

Row = tuple[int, list[Fraction | None]]


def checked(text: str, codes: Sequence[str], after: int, *, swiss: bool = True) -> dict[int, Row]:
    """Rank and values of every participant by gacrux, after so many rounds of the TRF file `text`.

    Unless it is told that it is a Swiss, it takes an event of as many rounds as a round robin has for one.
    """
    trf2json = pytest.importorskip("gacrux.trf2json")
    tiebreak = pytest.importorskip("gacrux.tiebreak")
    reader = trf2json.trf2json()
    reader.parse_file(text, 0)
    status = reader.chessjson["status"]
    assert status["code"] == 0, status
    tournament = reader.get_tournament(1)
    parameters: dict[str, Any] = {"tiebreak": list(codes), "check": False, "swiss": swiss}
    result = tiebreak.tiebreak(tournament, after, parameters).compute_tiebreaks(tournament, parameters)
    return {c["cid"]: (c["rank"], [_exact(v) for v in c["tiebreakScore"]]) for c in result["competitors"]}


def _exact(value: Decimal | int | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def in_force(text: str, edition: int) -> str:
    """The file with a first day on which `edition` of C.07 was in force: gacrux goes by it."""
    day = {2024: "2025/01/01", 2026: "2026/10/01"}[edition]
    lines = [line for line in text.splitlines() if not line.startswith("042")]
    return "\n".join([f"042 {day}", *lines, ""])
