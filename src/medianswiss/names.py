"""Names where people read them: on one line of a terminal, a table or a page, whatever is in them."""

from __future__ import annotations

import unicodedata
from typing import Final

__all__ = ["columns", "one_line", "shortened"]

_JOINERS: Final = "\u200c\u200d"
"""Characters that show nothing and belong to the spelling of names."""


def one_line(name: str) -> str:
    """`name` on one line, with a mark for every character that shows nothing or turns what follows round.

    So a name cannot break a line, steer a terminal or exchange what stands beside it.
    """
    letters = (c if c.isprintable() or c in _JOINERS else " " if c.isspace() else "\ufffd" for c in name)
    return " ".join(unicodedata.normalize("NFC", "".join(letters)).split())


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    return sum(map(_columns, text))


def shortened(name: str, most: int) -> str:
    """`name` in at most so many columns; one that is cut ends in dots."""
    if columns(name) <= most:
        return name
    room = most - len("...")
    end = 0
    while (room := room - _columns(name[end])) >= 0:
        end += 1
    return f"{name[:end].rstrip()}..."


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
