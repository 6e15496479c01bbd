"""The results of generated games: of the strengths of both players, and of what is forfeited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .lots import Lots, Purpose, chance

if TYPE_CHECKING:
    from .generate import Recipe

__all__ = ["forfeited", "forfeits", "results"]

PLAYED: Final = ("10", "==", "01")
UNRATED: Final = ("WL", "DD", "LW")


def results(r: Recipe, lots: Lots, round_: int, strengths: Sequence[tuple[int, int]]) -> list[str]:
    """White's and Black's letter of games between players of these strengths (FIDE B.02)."""
    outcomes = lots.games(Purpose.RESULT, strengths, round_)
    unrated = lots.halves(Purpose.UNRATED_GAME, len(strengths), round_)
    return [
        (UNRATED if half < chance(r.unrated_games) else PLAYED)[outcome]
        for outcome, half in zip(outcomes, unrated, strict=True)
    ]


def forfeits(r: Recipe, lots: Lots, round_: int, count: int) -> list[str]:
    """White's and Black's letter of each game (of teams, match) that is forfeited, empty for the others."""
    halves = lots.halves(Purpose.FORFEIT, 2 * count, round_)
    return [
        forfeited(halves[2 * k + 1], r) if halves[2 * k] < chance(r.forfeits) else "" for k in range(count)
    ]


def forfeited(half: int, r: Recipe) -> str:
    """Who did not come: both, or one of the two with equal chance."""
    if half < chance(r.double_forfeits):
        return "--"
    return "+-" if half % 2 else "-+"
