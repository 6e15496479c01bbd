"""Where things stand in the picture of a round: score groups as columns, pairs as cards, floaters as arrows.

All lengths are in units of the picture, which are CSS pixels where it is shown in its own size. The
template draws what is laid out here; words and colours are its business.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

from .score_groups import Group, Move

__all__ = ["Arrow", "Card", "Chip", "Column", "Ghost", "Picture", "draw", "shortened", "squares"]

CHIP: Final = 24
"""Height of the row of one participant."""
CARD: Final = 2 * CHIP
CARD_PITCH: Final = CARD + 9
WIDTH: Final = 112
"""Of a card: board number, pairing number, name over colours."""
BOARD: Final = 15
PLATE: Final = 27
NAME: Final = WIDTH - BOARD - PLATE - 8
GHOST: Final = 16
GHOST_PITCH: Final = GHOST + 5
BESIDE: Final = 10
"""Between cards side by side in one group."""
GUTTER: Final = 32
"""Between groups, for the arrows."""
PADDING: Final = 6
HEADER: Final = 56
MARGIN: Final = 6
EMPTY: Final = 34
"""Width of a median without anybody in it."""
SHAPE: Final = 1.6
"""Width by height the picture comes near to, as a sheet across has."""
NAME_SIZE: Final = 9.5


@dataclass(frozen=True, slots=True)
class Chip:
    """One participant of a pair; `came` where it came from another group."""

    number: int
    x: float
    y: float
    came: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A pair, White above Black; or who has the bye, alone."""

    x: float
    y: float
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where somebody was before it left."""

    move: Move
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """From a ghost to where the participant is now, or moved on from."""

    move: Move
    path: str


@dataclass(frozen=True, slots=True)
class Column:
    """A score group; `x` and `width` are those of its field, its cards have some room in it."""

    group: Group
    x: float
    width: float
    cards: tuple[Card, ...]
    ghosts: tuple[Ghost, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A laid-out picture."""

    width: float
    height: float
    columns: tuple[Column, ...]
    arrows: tuple[Arrow, ...]


def draw(groups: Sequence[Group]) -> Picture:
    """Lay out the groups of a round, from the top down."""
    sizes = [len(group.pairs) + (group.bye is not None) for group in groups]
    rows = _rows([size for size in sizes if size])
    lane = _lane(groups, rows, sizes)
    top = MARGIN + HEADER + lane
    came = {(move.number, move.target) for group in groups for move in group.leaving}
    columns: list[Column] = []
    x = float(MARGIN)
    for group, size in zip(groups, sizes, strict=True):
        beside = _beside(group, size, rows)
        width = _column_width(beside)
        cards = _cards(group, came, x + PADDING, top, rows)
        ghosts = _ghosts(group, x + PADDING, MARGIN + HEADER, beside)
        columns.append(Column(group, x, width, cards, ghosts))
        x += width + GUTTER
    height = top + min(rows, max(sizes)) * CARD_PITCH + PADDING + MARGIN
    return Picture(x - GUTTER + MARGIN, height, tuple(columns), tuple(_arrows(columns)))


def _rows(sizes: Sequence[int]) -> int:
    """How many cards stand one below the other, so that the whole has its shape."""

    def off(rows: int) -> float:
        width = sum(_column_width(math.ceil(size / rows)) + GUTTER for size in sizes)
        return abs(math.log(width / (HEADER + rows * CARD_PITCH) / SHAPE))

    return min(range(1, max(sizes) + 1), key=off) if sizes else 1


def _beside(group: Group, size: int, rows: int) -> int:
    """How many cards stand side by side; none in a median without anybody."""
    return max(math.ceil(size / rows), 1 if group.leaving else 0)


def _column_width(beside: int) -> float:
    return beside * (WIDTH + BESIDE) - BESIDE + 2 * PADDING if beside else EMPTY


def _lane(groups: Sequence[Group], rows: int, sizes: Sequence[int]) -> float:
    """Height of the strip of those who leave, the same in all columns."""
    lines = [
        math.ceil(len(group.leaving) / max(1, _beside(group, size, rows)))
        for group, size in zip(groups, sizes, strict=True)
    ]
    return max(lines, default=0) * GHOST_PITCH + (PADDING if any(lines) else 0)


def _cards(group: Group, came: Set[tuple[int, int]], left: float, top: float, rows: int) -> tuple[Card, ...]:
    def chip(number: int, x: float, y: float) -> Chip:
        return Chip(number, x, y, (number, group.score) in came)

    cards: list[Card] = []
    taken: list[tuple[int, ...]] = [*group.pairs]
    if group.bye is not None:
        taken.append((group.bye,))
    beside = _beside(group, len(taken), rows)
    rows = math.ceil(len(taken) / max(1, beside))  # none much shorter than the others
    for place, numbers in enumerate(taken):
        column = place // rows
        if group.side == "below":  # whoever came in did so from the right, and is paired first
            column = beside - 1 - column
        x = left + column * (WIDTH + BESIDE)
        y = top + place % rows * CARD_PITCH
        chips = (chip(number, x, y + row * CHIP) for row, number in enumerate(numbers))
        cards.append(Card(x, y, tuple(chips)))
    return tuple(cards)


def _ghosts(group: Group, left: float, top: float, beside: int) -> tuple[Ghost, ...]:
    return tuple(
        Ghost(
            move,
            left + place % max(1, beside) * (WIDTH + BESIDE),
            top + place // max(1, beside) * GHOST_PITCH,
        )
        for place, move in enumerate(group.leaving)
    )


def _arrows(columns: Sequence[Column]) -> list[Arrow]:
    """From where everybody was to the group entered."""
    by_score = {column.group.score: column for column in columns}
    return [
        Arrow(ghost.move, _path(ghost, *_end(by_score[ghost.move.target], ghost.move.number)))
        for column in columns
        for ghost in column.ghosts
    ]


def _end(column: Column, number: int) -> tuple[float, float]:
    """The left end and the middle of the row a participant has in a column."""
    for ghost in column.ghosts:
        if ghost.move.number == number:
            return ghost.x, ghost.y + GHOST / 2
    chip = next(chip for card in column.cards for chip in card.chips if chip.number == number)
    return chip.x, chip.y + CHIP / 2


def _path(ghost: Ghost, x: float, y: float) -> str:
    """From the side of the ghost that looks at the end to the side of the end that looks back.

    Straight on above the cards of the groups between, then down in the gutter before the end.
    """
    sign = 1 if x > ghost.x else -1
    start, end = (ghost.x + WIDTH, x - 3) if sign > 0 else (ghost.x, x + WIDTH + 3)
    turn = end - sign * (GUTTER + 2 * PADDING - 3)
    bend = sign * GUTTER * 0.75
    level = ghost.y + GHOST / 2
    straight = f"H{turn:g}" if sign * (turn - start) > 0 else ""
    return f"M{start:g} {level:g}{straight}C{turn + bend:g} {level:g} {end - bend:g} {y:g} {end:g} {y:g}"


def squares(colours: str, x: float, y: float, size: float, room: float) -> dict[str, str]:
    """The paths of a colour history: squares for White (``W``) and Black (``B``), dashes for ``-``.

    Where there are too many for the room they get narrower.
    """
    pitch = min(size + 1.5, room / max(1, len(colours)))
    width = pitch * size / (size + 1.5)
    shapes = {
        "W": f"h{width:.3g}v{size:g}h-{width:.3g}z",
        "B": f"h{width:.3g}v{size:g}h-{width:.3g}z",
        "-": f"h{width:.3g}",
    }
    paths = dict.fromkeys(shapes, "")
    for place, letter in enumerate(colours):
        down = size / 2 if letter == "-" else 0
        paths[letter] += f"M{x + place * pitch:.4g} {y + down:.4g}{shapes[letter]}"
    return paths


def shortened(name: str, room: float = NAME, size: float = NAME_SIZE) -> str:
    """The surname of `name`, cut where it must be to what fits in `room` in any usual typeface."""
    name = name.partition(",")[0]
    room /= size
    if sum(map(_width, name)) <= room:
        return name
    room -= _width("…")
    for end, letter in enumerate(name):
        room -= _width(letter)
        if room < 0:
            return name[:end].rstrip(" ,.") + "…"
    return name


def _width(letter: str) -> float:
    """About the width of a letter, in its size."""
    if unicodedata.combining(letter):
        return 0.0
    if letter == "\ufffd" or unicodedata.east_asian_width(letter) in "WF":
        return 1.03
    if letter in " iIjlftr.,'’|-:;":
        return 0.38
    if letter in "mwMWĲŒ@%—…<>=+~#&":
        return 0.92
    return 0.69 if letter.isupper() else 0.59
