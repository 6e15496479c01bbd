"""The 001 records of a TRF file, and what players and teams have in common: a line and a cell a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InvalidTournament
from .tournament import ABSENT, MAX_ROUNDS, Game
from .trf_columns import (
    BLANK,
    CELL_WIDTH,
    FIRST_CELL,
    MAX_LENGTH,
    PLAYER,
    Line,
    cell_column,
    parse_number,
    read_cell,
    shown,
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or a team of a file: its record, and its `cells`, `BLANK` where it has none."""

    line: Line
    number: int
    cells: tuple[Game, ...]

    def cell(self, round_: int) -> Game:
        """The cell of that round."""
        return self.cells[round_ - 1] if round_ <= len(self.cells) else BLANK

    def played(self, rounds: int) -> tuple[Game, ...]:
        """The first `rounds` cells as games: a blank is an absence (decision 6)."""
        return tuple(ABSENT if cell is BLANK else cell for cell in map(self.cell, range(1, rounds + 1)))

    def error(self, message: str, round_: int | None) -> InvalidTournament:
        """The error that says `message` about this entrant; only a player's cells have columns."""
        has_cells = round_ is not None and self.line.text.startswith(PLAYER)
        column = cell_column(round_) if has_cells and round_ else None
        return self.line.error(message, column, self.number, round_)


def read_players(lines: Sequence[Line], file: str) -> dict[int, Entrant]:
    """The players by number, in the order of the file."""
    players: dict[int, Entrant] = {}
    for line in lines:
        if line.text.startswith(PLAYER):
            player = _read_player(line)
            first = players.setdefault(player.number, player)
            if first is not player:
                raise line.error(
                    f"the number is there twice (lines {first.line.number} and {line.number})",
                    5,
                    player.number,
                )
    if not players:
        raise InvalidTournament(
            "no player (001 record) in it: not a tournament file, or an empty one", file=file
        )
    return players


def player_rating(line: Line) -> int:
    """The rating of a 001 record; 0 where it has none."""
    return parse_number(line.field(49, 53)) or parse_number(line.field(49, 52)) or 0


def _read_player(line: Line) -> Entrant:
    number = parse_number(line.field(5, 8))
    if not number or line.text[3:4].strip() or line.text[8:9].strip():
        found = line.field(4, 9)
        raise line.error(f"no pairing number in columns 5 to 8{found and f', but {shown(found)}'}", 5)
    text = line.text.rstrip()
    if text[FIRST_CELL - 3 : FIRST_CELL - 1].strip():
        raise line.error("text where columns 90 and 91 must be blank: the columns are shifted", 90, number)
    if len(text) > MAX_LENGTH:
        raise line.error(f"the line goes on after round {MAX_ROUNDS}", MAX_LENGTH + 1, number)
    count = -((FIRST_CELL - 1 - len(text)) // CELL_WIDTH)
    return Entrant(line, number, tuple(read_cell(line, round_, number) for round_ in range(1, count + 1)))
