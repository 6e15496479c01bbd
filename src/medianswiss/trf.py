"""Tournament report files: TRF16 with the XX extensions, and TRF26, read into a `Tournament`.

This module owns the reading of players and rounds: which round is to be paired, who is absent from
it, what is unfinished (decisions 3 to 7 of the format notes). `trf_columns` has the layout, `trf_records` the
other records, `trf_write` the way back.

Why not a library: ``trf`` and ``FIDE-TRF`` are under the GPL and stop at TRF16; ``py4swiss`` (MIT) drops the
lines it does not know, ``pairing-core`` (MIT) guesses at blank-separated words where the columns do not
fit and ignores restrictions it does not know; ``gacrux`` (MIT) reads TRF26 but into a model of its own
that does not give the file back. None names the column of a fault, none writes back what it read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import IO, Final

from .errors import InvalidTournament
from .tournament import ABSENT, MAX_ROUNDS, Game, Participant, Tournament
from .trf_columns import (
    BLANK,
    CELL_WIDTH,
    FIRST_CELL,
    MAX_BYTES,
    MAX_LENGTH,
    PLAYER,
    Line,
    blanked,
    cell_column,
    parse_number,
    parse_tenths,
    read_cell,
    shown,
    split_lines,
    tenths_text,
)
from .trf_records import Records, TrfSource, read_records
from .trf_write import format_trf, write_trf

__all__ = ["TrfSource", "format_trf", "parse_trf", "read_trf", "write_trf"]

POINTS_COLUMN: Final = 81
NO_RESULT: Final = ("", "Z")
"""What stands beside an opponent before the result is known; some sites write ``Z`` (decision 4)."""
_NAMES_SHOWN: Final = 10


def read_trf(
    path_or_file: str | os.PathLike[str] | IO[bytes] | IO[str],
    *,
    name: str | None = None,
    system: str | None = None,
    rounds: int | None = None,
) -> Tournament:
    """Read a tournament from a TRF16 or TRF26 file.

    Parameters
    ----------
    path_or_file : str, PathLike or file object
        ``"-"`` is standard input.
    name : str, optional
        What errors call the file; its own name otherwise.
    system : {"lim", "ecu", "olympiad"}, optional
        The rule set; wins over the file's (decision 11).
    rounds : int, optional
        Rounds planned; wins over the file's (decision 8).

    Returns
    -------
    Tournament
        Validated. What the file asks for and is not built, and an unfinished round, is in its
        `unsupported`: such a tournament can be read and written, not paired.

    Raises
    ------
    InvalidTournament
        With file, line, column, participant and round where there are any.
    UnknownSystem
        When `system` is none of the rule sets.
    OSError
        When the file cannot be read.
    """
    data: bytes | str
    if isinstance(path_or_file, str) and path_or_file == "-":
        data, own = sys.stdin.buffer.read(MAX_BYTES + 1), "-"
    elif isinstance(path_or_file, (str, os.PathLike)):
        own = os.fsdecode(path_or_file)
        with open(path_or_file, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    else:
        data, own = path_or_file.read(MAX_BYTES + 1), str(getattr(path_or_file, "name", "<file>"))
    return parse_trf(data, own if name is None else name, system=system, rounds=rounds)


def parse_trf(
    data: bytes | str, name: str = "<string>", *, system: str | None = None, rounds: int | None = None
) -> Tournament:
    """Read a tournament from the content of a TRF file; see `read_trf`."""
    raw = split_lines(data, name)
    lines = [Line(name, index, blanked(text)) for index, text in enumerate(raw, 1)]
    players = _read_players(lines, name)
    records = read_records(lines, players)
    planned = records.rounds if rounds is None else rounds
    coming = _coming_round(list(players.values()), records.rounds)
    _check_lengths(players, records, coming)
    original = Tournament(
        participants=tuple(_participant(player, coming.round, records) for player in players.values()),
        system=records.system,
        rounds=records.rounds,
        round=coming.round,
        initial_colour=records.initial_colour,
        maxi=records.maxi,
        forbidden=records.forbidden(coming.round),
        scoring=records.scoring,
        name=records.name,
        unsupported=(*records.unsupported, *coming.unfinished),
    )
    asked_for = replace(original, rounds=planned, system=original.system if system is None else system)
    _validate(asked_for, players, name)
    if not records.teams:
        for participant in original.participants:
            _check_points(players[participant.number], participant, original)
    kept = (
        line.text if line.text.startswith(PLAYER) else text for line, text in zip(lines, raw, strict=True)
    )
    indices = {number: player.line.number - 1 for number, player in players.items()}
    return replace(asked_for, source=TrfSource(name, tuple(kept), indices, records, original))


@dataclass(frozen=True, slots=True)
class _Player:
    """One 001 record; `cells` are those of the file, `BLANK` where it has none."""

    line: Line
    number: int
    cells: tuple[Game, ...]

    def cell(self, round_: int) -> Game:
        return self.cells[round_ - 1] if round_ <= len(self.cells) else BLANK

    def error(self, message: str, round_: int) -> InvalidTournament:
        return self.line.error(message, cell_column(round_), self.number, round_)


@dataclass(frozen=True, slots=True)
class _Coming:
    """The round to be paired, whether an earlier one was played, and what keeps it from being paired."""

    round: int
    met: bool
    unfinished: tuple[str, ...] = ()


def _read_players(lines: Sequence[Line], file: str) -> dict[int, _Player]:
    """The players by number, in the order of the file."""
    players: dict[int, _Player] = {}
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


def _read_player(line: Line) -> _Player:
    number = parse_number(line.field(5, 8))
    if not number or line.text[3:4].strip() or line.text[8:9].strip():
        raise line.error(f"no pairing number in columns 5 to 8, but {shown(line.text[3:].strip())}", 5)
    text = line.text.rstrip()
    if text[FIRST_CELL - 3 : FIRST_CELL - 1].strip():
        raise line.error("text where columns 90 and 91 must be blank: the columns are shifted", 90, number)
    if len(text) > MAX_LENGTH:
        raise line.error(f"the line goes on after round {MAX_ROUNDS}", MAX_LENGTH + 1, number)
    count = -((FIRST_CELL - 1 - len(text)) // CELL_WIDTH)
    return _Player(line, number, tuple(read_cell(line, round_, number) for round_ in range(1, count + 1)))


def _coming_round(players: Sequence[_Player], planned: int | None) -> _Coming:
    """Which round is to be paired (decisions 3 and 4)."""
    met = max((_last_meeting(player) for player in players), default=0)
    for player in players:
        _check_meetings(player, met, planned)
    waiting = [p.number for p in players if met and _awaits_result(p.cell(met))]
    round_ = met if waiting else met + 1
    while (
        not waiting
        and round_ <= (planned or MAX_ROUNDS)
        and all(p.cell(round_) is not BLANK for p in players)
    ):
        round_ += 1
    for player in players:
        for later in range(round_ + 1, len(player.cells) + 1):
            if player.cell(later).result == "U":
                raise player.error(f"has the bye of this round, and round {round_} is not played", later)
    return _Coming(round_, met > 0, (_unfinished_text(round_, waiting),) if waiting else ())


def _last_meeting(player: _Player) -> int:
    rounds = range(len(player.cells), 0, -1)
    return next((round_ for round_ in rounds if player.cell(round_).opponent is not None), 0)


def _awaits_result(cell: Game) -> bool:
    return cell.opponent is not None and cell.result in NO_RESULT


def _check_meetings(player: _Player, last: int, planned: int | None) -> None:
    """Only the last round may lack results, no game lies beyond the rounds planned (decisions 4, 7)."""
    for round_, cell in enumerate(player.cells, 1):
        if cell.opponent is not None and planned is not None and round_ > planned:
            raise player.error(f"a game in round {round_}, and fewer rounds are planned ({planned})", round_)
        if round_ < last and _awaits_result(cell):
            raise player.error(f"no result against {cell.opponent}, and a later round was played", round_)


def _unfinished_text(round_: int, numbers: Sequence[int]) -> str:
    names = [str(number) for number in numbers]
    if len(numbers) > _NAMES_SHOWN + 1:  # "1 others" is longer than its name
        names[_NAMES_SHOWN:] = [f"{len(numbers) - _NAMES_SHOWN} others"]
    who = f"{', '.join(names[:-1])} and {names[-1]} have" if len(names) > 1 else f"{names[0]} has"
    return f"round {round_} is not finished: {who} no result"


def _check_lengths(players: dict[int, _Player], records: Records, coming: _Coming) -> None:
    """Once a round was played a line that ends before the points has lost something."""
    if not coming.met or records.teams:
        return
    for player in players.values():
        length = len(player.line.text)
        if length < POINTS_COLUMN:
            raise player.line.error(
                "the line ends before the points (columns 81 to 84)", length + 1, player.number
            )


def _participant(player: _Player, round_: int, records: Records) -> Participant:
    line, number = player.line, player.number
    present, requested = _attendance(player, round_, records)
    return Participant(
        number=number,
        name=line.field(15, 47),
        rating=parse_number(line.field(49, 53)) or parse_number(line.field(49, 52)) or 0,
        games=tuple(_played_cell(player, played, records) for played in range(1, round_)),
        points=_given_points(player) if number in records.given else None,
        present=present,
        requested=requested,
    )


def _played_cell(player: _Player, round_: int, records: Records) -> Game:
    """The game of a played round: a blank is a late entry (decision 6), unless 240 says what it is."""
    cell = player.cell(round_)
    if cell is not BLANK:
        return cell
    letter = records.byes.get((round_, player.number))
    return ABSENT if letter is None else Game(None, None, letter)


def _attendance(player: _Player, round_: int, records: Records) -> tuple[bool, str | None]:
    """Whether the player is to be paired, and what the file already gives where not (decision 3).

    A name in XXZ says absent and no more; so does a ``Z`` beside it.
    """
    cell = player.cell(round_)
    if cell.opponent is not None:
        return True, None
    listed = records.byes.get((round_, player.number))
    letter = cell.result or listed
    if listed is not None and listed != letter:
        raise player.error(f"{letter} here, and {listed} in its 240 record", round_)
    absent = player.number in records.absent
    return not (absent or letter), None if absent and letter == "Z" else letter or None


def _read_points(player: _Player) -> int | None:
    """Tenths of the points column; None where it is blank."""
    text = player.line.field(81, 84).replace(",", ".")
    if not text:
        return None
    tenths = parse_tenths(text.removesuffix(".") if text[0] != "." else f"0{text}")
    if tenths is None:
        raise player.line.error(f"points {shown(text)} are not a number", POINTS_COLUMN, player.number)
    return tenths


def _given_points(player: _Player) -> float:
    tenths = _read_points(player)
    if tenths is None:
        raise player.line.error("299 changes the points, and they are blank", POINTS_COLUMN, player.number)
    return tenths / 10


def _check_points(player: _Player, participant: Participant, tournament: Tournament) -> None:
    """The points are the sum of the results, with or without the coming round's cell (decision 7)."""
    points = _read_points(player)
    if points is None or participant.points is not None:
        return
    total = tournament.score(participant)
    cell = player.cell(tournament.round)
    coming = cell if cell.result else Game(None, None, participant.requested or "Z")
    if points not in (total, total + tournament.scoring.value(coming)):
        raise player.line.error(
            f"{tenths_text(points)} points, and the results give {tenths_text(total)}",
            POINTS_COLUMN,
            player.number,
        )


def _validate(tournament: Tournament, players: dict[int, _Player], file: str) -> None:
    """Validate, and tell where in the file the fault is."""
    try:
        tournament.validate()
    except InvalidTournament as error:
        player = players.get(error.participant or 0)
        if player is None:
            raise InvalidTournament(error.message, file=file, round=error.round) from None
        column = None if error.round is None else cell_column(error.round)
        raise player.line.error(error.message, column, player.number, error.round) from None
