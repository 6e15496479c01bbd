"""The team records of a TRF file: 013 and 310 (teams), 300, 320, 330, 352 and 362 (decision 14).

Here each record is read alone, and may name only teams and players there are. What they say together
with the cells of the players is `trf_matches`. 801 and 802 are informative: kept and never read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from .errors import InvalidTournament
from .teams import MAX_BOARDS, Team, TeamPlayer, average_of_best, initial_ranking
from .tournament import MAX_ROUNDS, Scoring
from .trf_columns import Line, parse_number, parse_tenths, shown
from .trf_players import Entrant, player_rating
from .trf_records import DRAW, LOSS, WIN

MATCH_SYMBOLS: Final = {"TW": WIN, "TD": DRAW, "TL": LOSS}
"""362: what a match won, drawn and lost is worth; 2, 1 and 0 where it is silent."""

_FORFEITS: Final = ("+-", "-+", "--")
_SYMBOL_362: Final = re.compile(r"\s*(T[WDL])\s*(\S+)")
_MAX_TEAMS: Final = 9999
"""A team identifier has four columns at most."""


@dataclass(frozen=True, slots=True)
class Squad:
    """One team of the file; points in tenths, None where the record has none."""

    line: Line
    number: int
    name: str
    members: tuple[int, ...]
    strength: int = 0
    match_points: int | None = None
    game_points: int | None = None

    def error(self, message: str, column: int | None = None, round_: int | None = None) -> InvalidTournament:
        """The error that says `message` about this team."""
        return self.line.error(message, column, self.number, round_)

    def team(
        self, players: Mapping[int, Entrant], line_ups: Mapping[tuple[int, int], LineUp], rounds: int
    ) -> Team:
        """The team as the model has it, after `rounds` rounds."""
        squad = tuple(_team_player(players[number], rounds) for number in self.members)
        average = average_of_best(player.rating for player in squad)
        named = [line_ups.get((round_, self.number)) for round_ in range(1, rounds + 1)]
        fielded = tuple(() if line_up is None else line_up.players for line_up in named)
        strength = self.strength / 10 if self.strength else average
        return Team(self.number, self.name, squad, strength, fielded if any(fielded) else ())


def _team_player(player: Entrant, rounds: int) -> TeamPlayer:
    line = player.line
    return TeamPlayer(player.number, line.field(15, 47), player_rating(line), player.played(rounds))


@dataclass(frozen=True, slots=True)
class LineUp:
    """300: who played for a team, board by board; None on an empty board."""

    line: Line
    opponent: int
    players: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """330, from the side of one team."""

    line: Line
    opponent: int
    colour: str
    result: str


@dataclass(slots=True)
class MatchRecords:
    """What 300, 320, 330, 352 and 362 say; the keys are (round, team)."""

    line_ups: dict[tuple[int, int], LineUp] = field(default_factory=dict)
    byes: dict[tuple[int, int], Line] = field(default_factory=dict)
    forfeits: dict[tuple[int, int], Forfeit] = field(default_factory=dict)
    bye_match_points: int | None = None
    bye_game_points: int | None = None
    board_colours: str = ""
    points: dict[str, int] = field(default_factory=dict)

    def scoring(self) -> Scoring:
        """What a match is worth: 2, 1, 0 and the bye as much as a draw, unless 362 and 320 say otherwise."""
        scoring = replace(Scoring.teams(), **self.points)
        bye = scoring.white_draw if self.bye_match_points is None else self.bye_match_points
        return replace(scoring, pairing_bye=bye)


# Teams ---------------------------------------------------------------------------------------------


def read_squads(lines: Sequence[Line], players: Mapping[int, Entrant]) -> dict[int, Squad]:
    """The teams by number, in the order of the file: those of 310, or where there are none those of 013."""
    squads = [_squad_310(line) for line in _records(lines, "310")]
    if not squads:
        squads = _numbered([_squad_013(line) for line in _records(lines, "013")], players)
    by_number: dict[int, Squad] = {}
    owner: dict[int, Squad] = {}
    for squad in squads:
        first = by_number.setdefault(squad.number, squad)
        if first is not squad:
            raise squad.error(f"the team is there twice (lines {first.line.number} and {squad.line.number})")
        for member in squad.members:
            if member not in players:
                raise squad.error(f"its player {member} does not exist")
            other = owner.setdefault(member, squad)
            if other is not squad:
                raise squad.error(f"its player {member} is in team {other.number} too")
        if len(set(squad.members)) < len(squad.members):
            raise squad.error("it names a player twice")
    return by_number


def _records(lines: Sequence[Line], code: str) -> Iterator[Line]:
    """The lines of one record that say something."""
    for line in lines:
        if line.text.startswith(code) and line.text[3:].strip():
            if line.text[3:4].strip():
                raise line.error(f"record {code} needs a blank in column 4", 4)
            yield line


def _squad_310(line: Line) -> Squad:
    number = parse_number(line.field(5, 7))
    if not number:
        raise line.error(f"no team number in columns 5 to 7, but {shown(line.field(5, 7))}", 5)
    return Squad(
        line,
        number,
        line.field(9, 40),
        _members(line, 74),
        _tenths(line, 48, 53) or 0,
        _tenths(line, 55, 60),
        _tenths(line, 62, 67),
    )


def _squad_013(line: Line) -> Squad:
    return Squad(line, 0, line.field(5, 36), _members(line, 37))


def _numbered(squads: Sequence[Squad], players: Mapping[int, Entrant]) -> list[Squad]:
    """Teams without numbers get those of the initial ranking (N.5.1)."""
    if len(squads) > _MAX_TEAMS:
        raise squads[_MAX_TEAMS].error(f"more than {_MAX_TEAMS} teams")
    ratings = {number: player_rating(player.line) for number, player in players.items()}
    order = initial_ranking([(s.name, [ratings.get(number, 0) for number in s.members]) for s in squads])
    number_of = {index: number for number, index in enumerate(order, 1)}
    return [replace(squad, number=number_of[index]) for index, squad in enumerate(squads)]


def _members(line: Line, first: int) -> tuple[int, ...]:
    members = (_number(line, column, text) for column, text in _fields(line, first, 4))
    return tuple(number for number in members if number)


def _fields(line: Line, first: int, width: int) -> Iterator[tuple[int, str]]:
    """Column and text of the fields from column `first` on, one blank between two."""
    for column in range(first, len(line.text.rstrip()) + 1, width + 1):
        if column > first and line.text[column - 2].strip():
            raise line.error("text where a blank belongs: the columns are shifted", column - 1)
        yield column, line.field(column, column + width - 1)


def _number(line: Line, column: int, text: str) -> int:
    """The number in a field; 0 where it is blank."""
    number = parse_number(text) if text else 0
    if number is None:
        raise line.error(f"{shown(text)} is not a number", column)
    return number


def _tenths(line: Line, first: int, last: int) -> int | None:
    text = line.field(first, last).replace(",", ".")
    tenths = parse_tenths(text) if text else None
    if text and tenths is None:
        raise line.error(f"{shown(text)} is not a multiple of 0.1", first)
    return tenths


# Matches -------------------------------------------------------------------------------------------


def read_match_records(
    lines: Sequence[Line], squads: dict[int, Squad], players: Mapping[int, Entrant]
) -> MatchRecords:
    """What the other team records say; who is in no team and plays for one by 300 joins it in `squads`.

    Raises
    ------
    InvalidTournament
        With the line; a record names a team that does not exist, or contradicts another of its kind.
    """
    reader = _Reader(squads, players)
    for code, read in reader.readers.items():
        if squads or code not in ("352", "362"):  # headers that say nothing about players (decision 15)
            for line in _records(lines, code):
                read(line)
    return reader.records


class _Reader:
    """One reading; each method reads one record and notes what it says."""

    def __init__(self, squads: dict[int, Squad], players: Mapping[int, Entrant]) -> None:
        self.squads = squads
        self.players = players
        self.team_of = {member: squad.number for squad in squads.values() for member in squad.members}
        self.records = MatchRecords()
        self.bye_line: Line | None = None
        self.readers: dict[str, Callable[[Line], None]] = {
            "300": self.line_up,
            "320": self.team_byes,
            "330": self.forfeit,
            "352": self.board_colours,
            "362": self.match_points,
        }

    def team(self, line: Line, column: int, text: str) -> int:
        number = _number(line, column, text)
        if number not in self.squads:
            named = f"team {text}, which does not exist" if text else "no team here"
            raise line.error(f"{line.text[:3]} names {named}", column)
        return number

    def round(self, line: Line, first: int, last: int) -> int:
        text = line.field(first, last)
        number = parse_number(text)
        if number is None or not 1 <= number <= MAX_ROUNDS:
            raise line.error(f"round {shown(text)} is not a number from 1 to {MAX_ROUNDS}", first)
        return number

    def line_up(self, line: Line) -> None:
        round_ = self.round(line, 5, 7)
        team = self.team(line, 9, line.field(9, 11))
        opponent = self.team(line, 13, line.field(13, 15))
        players: list[int | None] = []
        nominated: set[int] = set()
        for column, text in _fields(line, 17, 4):
            if len(players) == MAX_BOARDS:
                raise line.error(f"more than {MAX_BOARDS} boards", column, team, round_)
            number = _number(line, column, text)
            players.append(number or None)
            if number in nominated:
                raise line.error(f"player {number} is on two boards", column, team, round_)
            if number:
                nominated.add(number)
                self.nominate(line, column, number, team, round_)
        if team == opponent:
            raise line.error("plays itself", 13, team, round_)
        known = self.records.line_ups.setdefault((round_, team), LineUp(line, opponent, tuple(players)))
        if known.line is not line:
            raise line.error(f"its boards are in line {known.line.number} already", 5, team, round_)

    def nominate(self, line: Line, column: int, player: int, team: int, round_: int) -> None:
        """A player of the team, or a reserve whom no team has yet."""
        if player not in self.players:
            raise line.error(f"its player {player} does not exist", column, team, round_)
        owner = self.team_of.get(player)
        if owner is None:
            squad = self.squads[team]
            self.squads[team] = replace(squad, members=(*squad.members, player))
            self.team_of[player] = team
        elif owner != team:
            raise line.error(f"player {player} is in team {owner}", column, team, round_)

    def team_byes(self, line: Line) -> None:
        """320: what the pairing-allocated bye is worth, and who had it."""
        if self.bye_line is not None:
            raise line.error(f"320 is in line {self.bye_line.number} already: there is one", 1)
        self.bye_line = line
        self.records.bye_match_points = _tenths(line, 5, 8)
        self.records.bye_game_points = _tenths(line, 10, 13)
        for round_, (column, text) in enumerate(_fields(line, 15, 3), 1):
            if _number(line, column, text):
                if round_ > MAX_ROUNDS:
                    raise line.error(f"320 goes on after round {MAX_ROUNDS}", column)
                self.records.byes[round_, self.team(line, column, text)] = line

    def forfeit(self, line: Line) -> None:
        results = line.field(5, 6)
        if results not in _FORFEITS:
            raise line.error(f"330 has no result {shown(results)}", 5)
        round_ = self.round(line, 8, 10)
        white = self.team(line, 12, line.field(12, 14))
        black = self.team(line, 16, line.field(16, 18))
        if white == black:
            raise line.error("plays itself", 16, white, round_)
        sides = (white, black, "w", results[0]), (black, white, "b", results[1])
        for team, opponent, colour, result in sides:
            new = Forfeit(line, opponent, colour, result)
            known = self.records.forfeits.setdefault((round_, team), new)
            if known is not new:
                raise line.error(f"its match is in line {known.line.number} already", 5, team, round_)

    def board_colours(self, line: Line) -> None:
        colours = line.text[4:].strip().upper()
        if set(colours) - set("WB"):
            raise line.error(f"board colours {shown(colours)} are not all W or B", 5)
        if len(colours) > MAX_BOARDS:
            raise line.error(f"more than {MAX_BOARDS} boards", 5 + MAX_BOARDS)
        if self.records.board_colours not in ("", colours):
            raise line.error("the board colours differ from those of an earlier line", 5)
        self.records.board_colours = colours

    def match_points(self, line: Line) -> None:
        start, end = 4, len(line.text.rstrip())
        while start < end:
            match = _SYMBOL_362.match(line.text, start)
            if match is None:
                raise line.error(f"362 has no symbol {shown(line.text[start:].strip())}", start + 1)
            tenths = parse_tenths(match[2])
            if tenths is None:
                raise line.error(f"points {shown(match[2])} are not a multiple of 0.1", match.start(2) + 1)
            self.records.points.update(dict.fromkeys(MATCH_SYMBOLS[match[1]], tenths))
            start = match.end()
