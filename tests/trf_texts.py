"""Small TRF files for tests, written by their columns."""

from __future__ import annotations

import re


def cell(short: str) -> str:
    """``3w1``, ``3w`` (no result yet), ``U`` or nothing, as the ten columns of one round."""
    match = re.fullmatch(r"(\d*)([wb]?)(.?)", short)
    assert match is not None, short
    opponent, colour, result = match.groups()
    if not short:
        return " " * 10
    return f"  {opponent or '0000':>4} {colour or '-'} {result or ' '}"


def player(number: int, *cells: str, points: str = "", name: str = "Player", rating: int = 2000) -> str:
    """A 001 record; without `points` the column is blank."""
    start = f"001 {number:>4} m    {name:<33} {rating:>4} FID {number:>11} 1990/00/00 {points:>4} {number:>4}"
    return start + "".join(map(cell, cells))


def trf(*lines: str, end: str = "\n") -> str:
    return "".join(line + end for line in lines)


def after_two(
    *,
    third: tuple[str, str, str, str] = ("", "", "", ""),
    points: tuple[str, str, str, str] = ("", "", "", ""),
    extra: tuple[str, ...] = (),
) -> str:
    """Four players after two rounds of five; `third` are their cells of round 3."""
    played = [("3w1", "2b="), ("4b1", "1w="), ("1b0", "4w1"), ("2w0", "3b0")]
    lines = [player(i + 1, *games, third[i], points=points[i]) for i, games in enumerate(played)]
    return trf("XXR 5", "152 W", *extra, *lines)
