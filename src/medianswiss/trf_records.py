"""The records of a TRF file other than the players': what each says, and which lines say it.

A record that would change a pairing is read strictly, or its text goes to `Records.unsupported`; a
header that would not is never looked at (decisions 10 and 15). A record without content says nothing.
In a file with teams the participants its records name are teams (decision 14).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeVar

from .tournament import MAX_ROUNDS, Scoring, Tournament
from .trf_columns import PLAYER, Line, parse_number, parse_tenths, shown

T = TypeVar("T")

SYSTEM_CODES: Final = {"lim": "FIDE_LIM", "ecu": "ECU_TEAM", "olympiad": "FIDE_OLYMPIAD"}
"""What 192 calls our rule sets; no official code exists (decision 11)."""

XXS_FIELDS: Final = {
    "WW": ("white_win",), "BW": ("black_win",), "WD": ("white_draw",), "BD": ("black_draw",),
    "WL": ("white_loss",), "BL": ("black_loss",), "ZPB": ("zero_bye",), "HPB": ("half_bye",),
    "FPB": ("full_bye",), "PAB": ("pairing_bye",), "FW": ("forfeit_win",), "FL": ("forfeit_loss",),
}  # fmt: skip
"""The codes of XXS by the fields of `Scoring`; together they say all of it."""

WIN: Final = ("white_win", "black_win", "forfeit_win", "full_bye")
DRAW: Final = ("white_draw", "black_draw", "half_bye")
LOSS: Final = ("white_loss", "black_loss")
XXS_SHORTCUTS: Final = {"W": WIN, "D": DRAW, "L": LOSS}
SYMBOLS_162: Final = {
    "W": WIN, "D": DRAW, "L": LOSS, "A": ("zero_bye", "forfeit_loss"), "P": ("pairing_bye",),
    "Z": ("zero_bye", "forfeit_loss"),  # what bbpPairings reads for A
    "X": (),  # the value of an unknown result, which no cell can have
}  # fmt: skip
BB_FIELDS: Final = {
    "BBW": WIN, "BBD": DRAW, "BBL": LOSS,
    "BBZ": ("zero_bye",), "BBF": ("forfeit_loss",), "BBU": ("pairing_bye",),
}  # fmt: skip

_DRAFT_CODES: Final = frozenset(["ACC", "TSE", "PAB", "FPB", "HPB", "ZPB", "MFO", "DFM", "OOO"])
"""Records of a superseded draft; their names head column rulers too, so a number must follow."""
_FREE_TEXT: Final = frozenset(["012", "092"])
_COLOUR_WORDS: Final = {"w": "white", "white": "white", "b": "black", "black": "black"}
_TOKEN: Final = re.compile(r"[^\s,;/]+")
_MOVED: Final = re.compile(r"[\s\ufeff]+(001\s+\d|XX[A-WYZ]\s|240\s+[FHZfhz]\s|250\s|260\s+\d|299\s)")
_MAX_FORBIDDEN: Final = 1_000_000
"""Pairs: what a thousand rules of fifty players each would give; a file with more would only fill memory."""


@dataclass(frozen=True, slots=True)
class Group:
    """Participants of whom no two may be paired in rounds `first` to `last` (decision 10)."""

    index: int
    first: int
    last: int
    numbers: frozenset[int]

    def active(self, round_: int) -> bool:
        """Whether it holds in that round."""
        return self.first <= round_ <= self.last

    def pairs(self) -> Iterable[tuple[int, int]]:
        """All pairs of the group, the smaller number first."""
        return combinations(sorted(self.numbers), 2)


@dataclass(slots=True)
class Records:
    """What the records say. An `index` counts the lines of the file from 0."""

    name: str = ""
    rounds: int | None = None
    initial_colour: str | None = None
    system: str | None = None
    other_system: str | None = None
    """The code of 192 where it is none of ours."""
    maxi: bool = False
    scoring: Scoring = field(default_factory=Scoring)
    groups: list[Group] = field(default_factory=list)
    absent: set[int] = field(default_factory=set)
    byes: dict[tuple[int, int], str] = field(default_factory=dict)
    """240: (round, number) to letter."""
    bye_rounds: dict[int, int] = field(default_factory=dict)
    """Index of each 240 to its round."""
    given: set[int] = field(default_factory=set)
    """299: whose points are not the sum of the results."""
    all_given: bool = False
    """Whether a 299 names nobody and so means all."""
    named: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    """Index of a line to the (start, end, number) of each participant it names."""
    unsupported: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    """The lines of what is in `unsupported`, where it has one."""

    def forbidden(self, round_: int) -> tuple[tuple[int, int], ...]:
        """The pairs not allowed in that round, sorted."""
        active = [group for group in self.groups if group.active(round_)]
        return tuple(sorted({pair for group in active for pair in group.pairs()}))


@dataclass(frozen=True, slots=True)
class TrfSource:
    """The lines a tournament was read from, kept for a round trip without loss.

    Parameters
    ----------
    file : str
        Name of the file.
    lines : tuple of str
        Without their line ends; those of the players with control characters as blanks.
    players : dict of int to int
        Pairing number to index in `lines`, in the order of the file.
    records : Records
    original : Tournament
        What the lines say; what differs from it is written anew.
    """

    file: str
    lines: tuple[str, ...]
    players: dict[int, int]
    records: Records
    original: Tournament


def code_of(text: str) -> str:
    """The record type: columns 1-3; the extensions in capitals however they are written."""
    code = text[:3]
    return code.upper() if code[:2] in ("xx", "Xx", "xX") else code


def read_records(lines: Sequence[Line], numbers: Iterable[int]) -> Records:
    """Read every record of `lines` but the players'.

    Parameters
    ----------
    lines : sequence of Line
    numbers : iterable of int
        The participants there are; no record may name another.

    Raises
    ------
    InvalidTournament
        With the line, and the column where one thing in it is wrong.
    """
    return _Reader(numbers).read(lines)


class _Reader:
    """One reading; each method reads one record and notes what it says."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.records = Records()
        self.numbers = frozenset(numbers)
        self.free_type: tuple[Line, str] | None = None
        self.coded_type: tuple[Line, str] | None = None
        self.points: dict[str, int] = {}
        self.implied_bye: int | None = None
        self.maxi: bool | None = None
        self.refused: set[tuple[str, str]] = set()
        self.readers: dict[str, Callable[[Line], None]] = {
            "012": self.name, "092": self.type_text, "192": self.type_code,
            "142": self.rounds, "XXR": self.rounds, "152": self.colour, "XXC": self.colour_words,
            "162": self.symbols, "XXS": self.codes, **dict.fromkeys(BB_FIELDS, self.bb_value),
            "240": self.bye_list, "XXZ": self.absentees, "260": self.restriction, "XXP": self.group,
            "250": self.acceleration, "XXA": self.acceleration, "299": self.abnormal,
            "XXM": self.maxi_flag, "XXW": self.width,
        }  # fmt: skip

    def read(self, lines: Sequence[Line]) -> Records:
        records = self.records
        for line in lines:
            if not line.text.startswith(PLAYER):
                self.record(line)
        named = self.coded_type or self.free_type
        if named is not None:
            self.set_system(*named)
        if self.implied_bye is not None:
            self.points.setdefault("pairing_bye", self.implied_bye)
        records.scoring = Scoring(**self.points)
        return records

    def record(self, line: Line) -> None:
        """Read one line, or see why it need not be read."""
        code = code_of(line.text)
        if code not in self.readers:
            self.unknown(line, code)
        elif line.text[3:4].strip() and code not in _FREE_TEXT:
            raise line.error(f"record {code} needs a blank in column 4", 4)
        elif line.text[4:].strip():
            self.readers[code](line)

    def unknown(self, line: Line, code: str) -> None:
        """Keep a line that says nothing to us, unless it might change the pairing (decision 10)."""
        text = line.text
        if text[:1].isspace() or text[:1] == "\ufeff":  # a mark where files were joined
            match = _MOVED.match(text)
            if match is not None:
                raise line.error(f"record {match[1][:3]} does not begin in column 1", match.start(1) + 1)
        elif code.startswith("XX") and code[2:].isalpha() and code != "XXX" and not text[3:4].strip():
            self.refuse(line, "an unknown extension")
        elif code in _DRAFT_CODES and _begins_with_number(text[3:40]):
            self.refuse(line, "a record of a superseded draft")
        elif text.startswith("### chesspairing:"):
            self.refuse(line, "a directive in a comment")

    def refuse(self, line: Line, what: str) -> None:
        """Note that the pairing would need `what`; once for each kind of record."""
        kind = (what, code_of(line.text))
        if kind not in self.refused:
            self.refused.add(kind)
            text = f"{what} ({kind[1]}) is not supported"
            self.records.unsupported.append(text)
            self.records.places[text] = line.number

    # Headers

    def name(self, line: Line) -> None:
        self.records.name = self.records.name or line.text[4:].strip()

    def type_text(self, line: Line) -> None:
        """092 is free text; some programs name the rule set in it, in words or by its code."""
        text = line.text[4:].strip()
        self.free_type = self.free_type or (line, "FIDE_LIM" if text.casefold() == "swiss lim" else text)

    def type_code(self, line: Line) -> None:
        code = line.text[4:].strip().upper()
        self.coded_type = line, _once(line, "the type", self.coded_type and self.coded_type[1], code)

    def set_system(self, line: Line, code: str) -> None:
        """Our rule set for a code of 192; any other code is none of ours (decision 11)."""
        plain = code.upper().removesuffix("_BAKU")
        self.records.system = next((s for s, known in SYSTEM_CODES.items() if known == plain), None)
        if self.records.system is None and line.text.startswith("192"):
            self.records.other_system = code
        if self.records.system is not None and plain != code.upper():
            self.acceleration(line)

    def rounds(self, line: Line) -> None:
        text = line.text[4:].strip()
        number = parse_number(text)
        if number is None or not 1 <= number <= MAX_ROUNDS:
            raise line.error(f"number of rounds {shown(text)} is not a number from 1 to {MAX_ROUNDS}", 5)
        self.records.rounds = _once(line, "the number of rounds", self.records.rounds, number)

    def colour(self, line: Line) -> None:
        text = line.text[4:].strip()
        colour = _COLOUR_WORDS.get(text.lower())
        if colour is None:
            raise line.error(f"initial colour {shown(text)} is neither W nor B", 5)
        self.records.initial_colour = _once(line, "the initial colour", self.records.initial_colour, colour)

    def colour_words(self, line: Line) -> None:
        for match in _TOKEN.finditer(line.text, 4):
            word = match[0].lower()
            if word == "rank":
                self.refuse(line, "naming players by their rank")
            elif word in ("white1", "black1"):
                self.records.initial_colour = _once(
                    line, "the initial colour", self.records.initial_colour, word[:5]
                )
            else:
                raise line.error(f"XXC {shown(match[0])} is none of white1, black1, rank", match.start() + 1)

    def maxi_flag(self, line: Line) -> None:
        text = line.text[4:].strip()
        if text.lower() not in ("true", "false"):
            raise line.error(f"XXM {shown(text)} is neither true nor false", 5)
        self.maxi = _once(line, "XXM", self.maxi, text.lower() == "true")
        self.records.maxi = self.maxi

    def width(self, line: Line) -> None:
        """Numbers wider than four columns would move every column after them."""
        if line.text[4:].strip() != "4":
            raise line.error("pairing numbers of another width than four (XXW) are not supported", 5)

    # Points (decision 12)

    def symbols(self, line: Line) -> None:
        tokens = (match for match in _TOKEN.finditer(line.text, 4))
        for match in tokens:
            symbol, value = match[0][0].upper(), match[0][1:]
            if symbol not in SYMBOLS_162:
                raise line.error(f"162 has no symbol {shown(match[0])}", match.start() + 1)
            if not value:
                following = next(tokens, None)
                value = following[0] if following else ""
            self.set_points(line, match.start(), SYMBOLS_162[symbol], value, bye_too=symbol == "W")

    def codes(self, line: Line) -> None:
        for match in _TOKEN.finditer(line.text, 4):
            code, _, value = match[0].partition("=")
            fields = XXS_FIELDS.get(code.upper()) or XXS_SHORTCUTS.get(code.upper())
            if fields is None:
                raise line.error(f"XXS has no code {shown(match[0])}", match.start() + 1)
            self.set_points(line, match.start(), fields, value)

    def bb_value(self, line: Line) -> None:
        code = line.text[:3]
        self.set_points(line, 4, BB_FIELDS[code], line.text[4:].strip(), bye_too=code == "BBW")

    def set_points(
        self, line: Line, start: int, fields: Iterable[str], value: str, *, bye_too: bool = False
    ) -> None:
        """Give `fields` a value; the last one wins. Where 162 is silent on P the bye is worth a win."""
        tenths = parse_tenths(value)
        if tenths is None:
            what = f"points {shown(value)} are not a multiple of 0.1" if value else "it is worth no points"
            raise line.error(what, start + 1)
        self.points.update(dict.fromkeys(fields, tenths))
        if bye_too:
            self.implied_bye = tenths

    # Who is absent, who may not meet, whose points are given

    def participants(self, line: Line, matches: Iterable[re.Match[str]]) -> list[int]:
        """The participants a record names, each of whom must exist."""
        found = []
        for match in matches:
            number = parse_number(match[0])
            if number not in self.numbers or number is None:
                raise line.error(
                    f"{code_of(line.text)} names participant {shown(match[0])[1:-1]}, who does not exist",
                    match.start() + 1,
                    number,
                )
            found.append(number)
            self.records.named.setdefault(line.number - 1, []).append((*match.span(), number))
        return found

    def round_number(self, line: Line, first: int, last: int, match: re.Match[str] | None) -> int:
        """The round `match` writes; blank columns would make another number look like it."""
        code = code_of(line.text)
        if match is None or not line.field(first, last):
            raise line.error(f"{code} does not name its round", first)
        number = parse_number(match[0])
        if number is None or not 1 <= number <= MAX_ROUNDS:
            raise line.error(
                f"{code}: round {shown(match[0])} is not a number from 1 to {MAX_ROUNDS}", match.start() + 1
            )
        return number

    def bye_list(self, line: Line) -> None:
        letter = line.text[4:5].upper()
        if letter not in ("F", "H", "Z"):
            raise line.error(f"240 has no type {shown(line.text[4])}", 5)
        tokens = _TOKEN.finditer(line.text, 5)
        round_ = self.round_number(line, 7, 9, next(tokens, None))
        self.records.bye_rounds[line.number - 1] = round_
        for number in self.participants(line, tokens):
            if self.records.byes.setdefault((round_, number), letter) != letter:
                raise line.error("240 gives two different byes", 5, number, round_)

    def absentees(self, line: Line) -> None:
        self.records.absent.update(self.participants(line, _TOKEN.finditer(line.text, 4)))

    def group(self, line: Line) -> None:
        self.add_group(line, 1, MAX_ROUNDS, _TOKEN.finditer(line.text, 4))

    def restriction(self, line: Line) -> None:
        tokens = _TOKEN.finditer(line.text, 4)
        first = self.round_number(line, 5, 7, next(tokens, None))
        last = self.round_number(line, 9, 11, next(tokens, None))
        if first > last:
            raise line.error(f"260 goes from round {first} back to round {last}", 5)
        self.add_group(line, first, last, tokens)

    def add_group(self, line: Line, first: int, last: int, tokens: Iterable[re.Match[str]]) -> None:
        numbers = frozenset(self.participants(line, tokens))
        if len(numbers) < 2:
            raise line.error(f"{code_of(line.text)} needs two different participants at least")
        self.records.groups.append(Group(line.number - 1, first, last, numbers))
        if sum(len(g.numbers) * (len(g.numbers) - 1) // 2 for g in self.records.groups) > _MAX_FORBIDDEN:
            raise line.error(f"more than {_MAX_FORBIDDEN} forbidden pairs")

    def abnormal(self, line: Line) -> None:
        """299: whose points are given; none named means all (decision 13)."""
        if line.text[4:5].upper() not in [*"WDLFHZ+- "]:
            raise line.error(f"299 has no type {shown(line.text[4])}", 5)
        start = 23 if _in_columns_299(line) else _fields_299(line)
        named = self.participants(line, _TOKEN.finditer(line.text, start))
        self.records.given.update(named or self.numbers)
        self.records.all_given = self.records.all_given or not named

    def acceleration(self, line: Line) -> None:
        self.refuse(line, "accelerated pairing")


def _once(line: Line, what: str, before: T | None, now: T) -> T:
    """`now`, unless an earlier line said something else."""
    if before is not None and before != now:
        raise line.error(f"{what} is {now} here, and {before} in an earlier line", 5)
    return now


def _begins_with_number(text: str) -> bool:
    words = text.split(maxsplit=1)
    return bool(words) and parse_tenths(words[0]) is not None


def _in_columns_299(line: Line) -> bool:
    """Whether the numbers stand in the columns of the table; the match points may be left out."""
    between = line.text[5:7] + line.text[11:13] + line.text[17:19] + line.text[22:23]
    match_points, round_ = line.field(8, 11), line.field(20, 22)
    return (
        not between.strip()
        and (not match_points or parse_tenths(match_points) is not None)
        and parse_tenths(line.field(14, 17)) is not None
        and (not round_ or parse_number(round_) is not None)
    )


def _fields_299(line: Line) -> int:
    """Where the participants begin when the fields are only parted by blanks: points, points, round."""
    tokens = list(_TOKEN.finditer(line.text, 5))[:3]
    points = [match[0] for match in tokens[:2]]
    if len(points) < 2 or any("." not in p or parse_tenths(p) is None for p in points):
        raise line.error("299: the points are neither in their columns nor two numbers such as 1.0", 6)
    if len(tokens) < 3:
        return len(line.text)
    if parse_number(tokens[2][0]) is None:
        raise line.error(f"299: round {shown(tokens[2][0])} is not a number", tokens[2].start() + 1)
    return tokens[2].end()
