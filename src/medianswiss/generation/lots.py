"""Random numbers of a generated tournament: each purpose and round has its own, of one seed.

They are halves of the words of a counter-based generator (Philox) whose words numpy promises to keep, and all
that is made of them are integers: the same seed is the same tournament on every machine. That every purpose
has its own stream leaves the players as they are when another rate is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, TypeVar

import numpy as np

from .._core import Model

__all__ = ["Lots", "Purpose", "below", "chance"]

T = TypeVar("T")

HALF: Final = 2**32


class Purpose(IntEnum):
    """What a stream is for. The values are part of every seed: a new purpose gets a new one."""

    COLOUR = 0
    RATING = 1
    STRENGTH = 2
    UNRATED = 3
    NAME = 4
    BIRTH = 5
    FEDERATION = 6
    TITLE = 7
    ARRIVAL = 8
    LEAVING = 9
    ABSENCE = 10
    RESULT = 11
    FORFEIT = 12
    UNRATED_GAME = 13
    FORBIDDEN = 14
    TEAM = 15
    LINE_UP = 16
    BOARD_FORFEIT = 17
    TEAM_PLAYER = 18
    TOWN = 19


class Lots:
    """The random numbers of one seed, and what a model of games makes of them."""

    def __init__(self, seed: int, model: Model) -> None:
        self.seed = seed
        self.model = model

    def halves(self, purpose: Purpose, count: int, round_: int = 0) -> list[int]:
        """`count` integers from 0 to below 2**32."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(int(purpose), round_))
        words = np.random.Philox(sequence).random_raw((count + 1) // 2)
        return np.column_stack((words & (HALF - 1), words >> 32)).ravel()[:count].tolist()  # type: ignore[no-any-return]

    def normal(self, purpose: Purpose, count: int, deviation: int) -> list[int]:
        """`count` normal deviates with this standard deviation."""
        return self.model.normal(self.halves(purpose, count), deviation)

    def games(self, purpose: Purpose, strengths: Sequence[tuple[int, int]], round_: int) -> list[int]:
        """Games between players of these strengths, White's first: 0 White won, 1 drawn, 2 Black won."""
        white, black = [white for white, _ in strengths], [black for _, black in strengths]
        return self.model.play(self.halves(purpose, len(strengths), round_), white, black)


def chance(p: float) -> int:
    """A chance in 2**-32; a half below it is a hit."""
    return round(p * HALF)


def below(half: int, count: int) -> int:
    """A number from 0 to below `count`."""
    return half * count >> 32


def one_of(half: int, choices: Sequence[T]) -> T:
    """One of the choices."""
    return choices[below(half, len(choices))]
