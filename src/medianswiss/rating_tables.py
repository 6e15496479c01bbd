"""The conversion tables of the FIDE Rating Regulations (B.02 8.1), which C.07 10 uses. Exact integers."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

__all__ = ["expected_hundredths", "performance_difference"]

_DIFFERENCES: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""8.1.1: the rating difference of a fractional score of 0.50, 0.51, ..., 1.00."""

_EXPECTED_FROM: Final = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154,
    163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358,
    375, 392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
"""8.1.2: the smallest rating difference that is expected to score 0.50, 0.51, ..., 1.00."""


def performance_difference(hundredths: int) -> int:
    """How much better or worse than its opponents one is who scored so many hundredths of the points."""
    if hundredths < 50:
        return -_DIFFERENCES[50 - hundredths]
    return _DIFFERENCES[hundredths - 50]


def expected_hundredths(difference: int) -> int:
    """The expected score, in hundredths, of one whose rating is higher by `difference`."""
    higher = 49 + bisect_right(_EXPECTED_FROM, abs(difference))
    return higher if difference >= 0 else 100 - higher
