"""The layout of TRF: lines, columns, numbers and round cells, for the reader and the writer alike.

Columns are 1-based and count characters (decision 1). Every error made here knows its file, line and
column. Nothing here knows what a record means, except the cell of one round.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from .errors import InvalidTournament
from .tournament import MAX_ROUNDS, PLAYED, RESULTS, Game

MAX_BYTES: Final = 16 * 2**20
"""Far more than 9999 players after 64 rounds need; more is no tournament, or a pipe without an end."""
MAX_LINES: Final = 1_000_000
MAX_NUMBER: Final = 9999
"""A pairing number has four columns."""

PLAYER: Final = "001"
FIRST_CELL: Final = 92
CELL_WIDTH: Final = 10
"""Eight columns of a cell, and two blanks before the next."""
MAX_LENGTH: Final = FIRST_CELL - 1 + CELL_WIDTH * MAX_ROUNDS

BLANK: Final = Game(None, None, "")
"""A cell without opponent and letter: what it means depends on the column (decisions 3 and 6)."""

NO_RESULT: Final = ("", "Z")
"""What stands beside an opponent before the result is known; some sites write ``Z`` (decision 4)."""

_COLOURS: Final = {"w": "w", "b": "b", "-": None, " ": None, "": None}
_BYES_ALONE: Final = frozenset("FHU")
_CONTROLS: Final = dict.fromkeys([*range(32), *range(127, 160)], " ")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_TENTHS: Final = re.compile(r"([+-]?)(\d{1,6})(?:\.(\d)0*)?")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: its place, and its text with every control character as a blank."""

    file: str
    number: int
    text: str

    def field(self, first: int, last: int) -> str:
        """The text of columns `first` to `last`, without blanks around it."""
        return self.text[first - 1 : last].strip()

    def error(
        self,
        message: str,
        column: int | None = None,
        participant: int | None = None,
        round_: int | None = None,
    ) -> InvalidTournament:
        """The error that says `message` about this line."""
        return InvalidTournament(
            message, file=self.file, line=self.number, column=column, participant=participant, round=round_
        )


def shown(text: str) -> str:
    """`text` quoted for a message, however long it is."""
    return repr(text if len(text) <= 20 else text[:17] + "...")


def split_lines(data: bytes | str, file: str) -> list[str]:
    """The lines of a file, of whatever encoding and line ends (decision 1)."""
    text = _decode(data, file)
    if "\0" in text:
        if _is_utf_16(text):
            raise InvalidTournament("UTF-16 or UTF-32: save the file as UTF-8", file=file, line=1, column=1)
        before = _LINE_END.split(text[: text.index("\0")])
        raise InvalidTournament(
            "a NUL character: not a text file in UTF-8 or Latin-1",
            file=file,
            line=len(before),
            column=len(before[-1]) + 1,
        )
    lines = _LINE_END.split(text, MAX_LINES)
    if len(lines) > MAX_LINES:
        raise InvalidTournament(f"more than {MAX_LINES} lines: not a tournament file", file=file)
    if not lines[-1]:
        lines.pop()
    return lines


def _is_utf_16(text: str) -> bool:
    """Whether `text` looks like UTF-16 read octet by octet: by its mark or its first letters."""
    head = text[:8]
    return head[:2] in ("\xff\xfe", "\xfe\xff") or {head[::2], head[1::2]} & {"\0\0\0\0"} != set()


def _decode(data: bytes | str, file: str) -> str:
    if len(data) > MAX_BYTES:
        raise InvalidTournament(f"larger than {MAX_BYTES >> 20} MiB: not a tournament file", file=file)
    if isinstance(data, str):
        try:
            data.encode("utf-8")
        except UnicodeEncodeError:
            raise InvalidTournament("a lone surrogate: not a text", file=file) from None
        return data.lstrip("\ufeff")
    while data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def blanked(text: str) -> str:
    """`text` with its control characters as blanks, tabs too: they are never expanded (decision 1)."""
    return text if text.isprintable() else text.translate(_CONTROLS)


def cleaned(text: str) -> str:
    """`text` fit to stand inside a line: control characters and line separators as blanks (decision 2)."""
    if text.isprintable():
        return text.strip()
    bad = ("Cc", "Cs", "Zl", "Zp")
    return "".join(" " if unicodedata.category(c) in bad else c for c in text).strip()


def parse_number(text: str) -> int | None:
    """The number `text` writes in at most nine ASCII digits; None where it does not."""
    return int(text) if len(text) <= 9 and text.isascii() and text.isdigit() else None


def parse_tenths(text: str) -> int | None:
    """The tenths of ``1``, ``1.5`` or ``-1.50``; None where `text` is none, as ``.5`` (decision 13)."""
    match = _TENTHS.fullmatch(text) if text.isascii() else None
    if match is None:
        return None
    sign, whole, tenth = match.groups()
    value = 10 * int(whole) + int(tenth or 0)
    return -value if sign == "-" else value


def tenths_text(tenths: int) -> str:
    """`tenths` of a point as ``1.5``: exact, without a detour through floats."""
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def put(text: str, first: int, last: int, value: str) -> str:
    """`text` with columns `first` to `last` replaced by `value`."""
    width = last - first + 1
    return text[: first - 1].ljust(first - 1) + value[:width].ljust(width) + text[last:]


def cell_column(round_: int) -> int:
    """The column the cell of `round_` begins in."""
    return FIRST_CELL + CELL_WIDTH * (round_ - 1)


def read_cell(line: Line, round_: int, participant: int) -> Game:
    """The cell of one round; its result is empty where the file has none.

    ``0000 - +`` reads as a full-point bye (decision 5) and ``0000 - -``, in the same way, as a
    zero-point bye.
    """
    column = cell_column(round_)
    text = line.text[column - 1 : column - 1 + CELL_WIDTH]
    if not text or text.isspace():
        return BLANK

    def fail(message: str, offset: int) -> InvalidTournament:
        return line.error(message, column + offset, participant, round_)

    for offset in (4, 6, 8, 9):
        if text[offset : offset + 1].strip():
            raise fail(f"{shown(text[offset])} where a blank belongs: the columns are shifted", offset)
    colour, result = text[5:6].lower(), text[7:8].strip().upper()
    if colour not in _COLOURS:
        raise fail(f"unknown colour {shown(text[5])}", 5)
    if result and result not in RESULTS:
        raise fail(f"unknown result {shown(text[7])}", 7)
    number = text[:4].strip()
    if number.strip("0"):
        opponent = parse_number(number)
        if opponent is None:
            raise fail(f"opponent {shown(number)} is not a number", 0)
        if result in _BYES_ALONE:
            raise fail(f"bye {result!r} with an opponent", 7)
        if result in PLAYED and _COLOURS[colour] is None:
            raise fail("a game without a colour", 5)
        return Game(opponent, _COLOURS[colour], result)
    if result in PLAYED:
        raise fail(f"result {result!r} without an opponent", 7)
    if not result:
        if _COLOURS[colour] is not None:
            raise fail("a colour without an opponent", 5)
        return BLANK
    return Game(None, None, {"+": "F", "-": "Z"}.get(result, result))


def cell_text(game: Game) -> str:
    """The eight columns of `game`."""
    opponent = "0000" if game.opponent is None else f"{game.opponent:>4}"
    return f"{opponent} {game.colour or '-'} {game.result or ' '}"
