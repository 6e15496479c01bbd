"""Tournament report files: TRF16 with the XX extensions, and TRF26, read into a `Tournament`.

This module owns what follows from the cells of a round, of players and of teams alike: which round is to be
paired, who is absent from it, what is unfinished (decisions 3 to 7 of the format notes). `trf_columns` has
the layout, `trf_players` the players, `trf_teams` the team records, `trf_matches` the rounds of the teams,
`trf_records` the other records, `trf_write` the way back.

Why not a library: ``trf`` and ``FIDE-TRF`` are under the GPL and stop at TRF16; ``py4swiss`` (MIT) drops the
lines it does not know, ``pairing-core`` (MIT) guesses at blank-separated words where the columns do not
fit and ignores restrictions it does not know; ``gacrux`` (MIT) reads TRF26 but into a model of its own
that does not give the file back. None names the column of a fault, none writes back what it read.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import IO, Final

from .errors import InvalidTournament
from .teams import TeamTournament
from .tournament import ABSENT, MAX_ROUNDS, TENTHS, Game, Participant, Tournament
from .trf_columns import (
    BLANK,
    MAX_BYTES,
    NO_RESULT,
    PLAYER,
    Line,
    blanked,
    parse_tenths,
    shown,
    split_lines,
    tenths_text,
)
from .trf_matches import Matches
from .trf_players import Entrant, player_rating, read_players
from .trf_records import Records, TrfSource, read_records
from .trf_teams import read_match_records, read_squads
from .trf_write import format_trf, write_trf
from .validation import check_readable, validate_header

__all__ = ["TrfSource", "format_trf", "parse_trf", "read_trf", "write_trf"]

POINTS_COLUMN: Final = 81
MATCH_POINTS_COLUMN: Final = 55
GAME_POINTS_COLUMN: Final = 62
_NAMES_SHOWN: Final = 10
_UNFINISHED: Final = re.compile(r"round \d+ is not finished: ")


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
    check_readable(path_or_file)
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
    players = read_players(lines, name)
    squads = read_squads(lines, players)
    records = read_records(lines, squads or players)
    matches = read_match_records(lines, squads, players)
    if squads:
        _check_boards(players, records, name)
        original: Tournament = _teams(Matches(squads, players, matches, records), records, name)
    else:
        original = _individuals(players, records, name)
    asked_for = replace(
        original,
        rounds=original.rounds if rounds is None else rounds,
        system=original.system if system is None else system,
    )
    _validate(asked_for, {}, name, validate_header)
    kept = (
        line.text if line.text.startswith(PLAYER) else text for line, text in zip(lines, raw, strict=True)
    )
    indices = {number: player.line.number - 1 for number, player in players.items()}
    return replace(asked_for, source=TrfSource(name, tuple(kept), indices, records, original))


def matches_of(source: TrfSource) -> Matches:
    """The matches of the team file that `source` holds, board by board."""
    lines = [Line(source.file, index, blanked(text)) for index, text in enumerate(source.lines, 1)]
    players = read_players(lines, source.file)
    squads = read_squads(lines, players)
    return Matches(squads, players, read_match_records(lines, squads, players), source.records)


def read_cells(source: TrfSource) -> dict[int, Entrant]:
    """Every participant's cells as they stand in the lines of `source`: `BLANK` where there is nothing.

    A `Tournament` has no blanks: it says what they mean for the round to be paired.
    """
    if isinstance(source.original, TeamTournament):
        return matches_of(source).entrants()
    lines = (Line(source.file, index, blanked(text)) for index, text in enumerate(source.lines, 1))
    return read_players(tuple(lines), source.file)


def check_published(t: Tournament, cells: Mapping[int, Entrant]) -> None:
    """Raise where two sides of a pair differ in the round that is not finished, but for their results.

    `read_trf` does not: a round that is not finished is not part of the `Tournament`.
    """

    def game(number: int) -> Game:
        cell = cells[number].cell(t.round)
        if cell.opponent is not None:
            return replace(cell, result="=")
        return ABSENT if cell is BLANK else cell

    people = tuple(replace(p, games=(*p.games, game(p.number))) for p in t.participants)
    _validate(Tournament(people, round=t.round + 1), dict(cells), t.source.file if t.source else "")


def is_unfinished_text(text: str) -> bool:
    """Whether `text`, of `Tournament.unsupported`, says that the last round is not finished."""
    return _UNFINISHED.match(text) is not None


def _individuals(players: dict[int, Entrant], records: Records, file: str) -> Tournament:
    """The tournament of a file without teams."""
    coming = _coming_round(list(players.values()), records.rounds)
    _check_lengths(players, coming)
    participants = []
    for player in players.values():
        points = (_read_points(player) if player.number in records.given else None, POINTS_COLUMN)
        name = player.line.field(15, 47)
        rating = player_rating(player.line)
        participants.append(_participant(player, coming.round, records, name, rating, points))
    tournament = _tournament(participants, coming, records)
    _validate(tournament, players, file)
    for participant in participants:
        _check_points(players[participant.number], participant, tournament)
    return tournament


def _teams(matches: Matches, records: Records, file: str) -> TeamTournament:
    """The tournament of a file with teams: the rules for players, applied to the matches (decision 14)."""
    entrants = matches.entrants()
    coming = _coming_round(list(entrants.values()), records.rounds)
    line_ups = matches.records.line_ups
    teams = [squad.team(matches.players, line_ups, coming.round - 1) for squad in matches.squads.values()]
    participants = []
    for team in teams:
        entrant, squad = entrants[team.number], matches.squads[team.number]
        points = (squad.match_points, MATCH_POINTS_COLUMN)
        rating = int(team.strength)
        participants.append(_participant(entrant, coming.round, records, team.name, rating, points))
    plain = replace(_tournament(participants, coming, records), scoring=matches.records.scoring())
    tournament = TeamTournament(
        **{f.name: getattr(plain, f.name) for f in fields(plain)},
        teams=tuple(teams),
        board_count=matches.board_count,
        board_colours=matches.records.board_colours,
    )
    _validate(tournament, entrants, file)
    for participant in participants:
        if participant.points is None:  # decision 13: 299 changes either
            _check_team_points(matches, participant, tournament)
    return tournament


def _tournament(participants: list[Participant], coming: _Coming, records: Records) -> Tournament:
    return Tournament(
        participants=tuple(participants),
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


def _check_boards(players: dict[int, Entrant], records: Records, file: str) -> None:
    """The boards of the finished rounds agree with each other (decision 7)."""
    last, waiting = _last_round(list(players.values()), records.rounds)
    finished = last - 1 if waiting else last
    games = tuple(Participant(n, games=player.played(finished)) for n, player in players.items())
    boards = Tournament(games, round=finished + 1)
    _validate(boards, players, file)


@dataclass(frozen=True, slots=True)
class _Coming:
    """The round to be paired, whether an earlier one was played, and what keeps it from being paired."""

    round: int
    met: bool
    unfinished: tuple[str, ...] = ()


def _coming_round(players: Sequence[Entrant], planned: int | None) -> _Coming:
    """Which round is to be paired (decisions 3 and 4)."""
    met, waiting = _last_round(players, planned)
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


def _last_round(players: Sequence[Entrant], planned: int | None) -> tuple[int, list[int]]:
    """The last round with a game, and who has no result in it (decision 4)."""
    met = max((_last_meeting(player) for player in players), default=0)
    for player in players:
        _check_meetings(player, met, planned)
    return met, [p.number for p in players if met and _awaits_result(p.cell(met))]


def _last_meeting(player: Entrant) -> int:
    rounds = range(len(player.cells), 0, -1)
    return next((round_ for round_ in rounds if player.cell(round_).opponent is not None), 0)


def _awaits_result(cell: Game) -> bool:
    return cell.opponent is not None and cell.result in NO_RESULT


def _check_meetings(player: Entrant, last: int, planned: int | None) -> None:
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


def _check_lengths(players: dict[int, Entrant], coming: _Coming) -> None:
    """Once a round was played a line that ends before the points has lost something."""
    if not coming.met:
        return
    for player in players.values():
        length = len(player.line.text)
        if length < POINTS_COLUMN:
            raise player.line.error(
                "the line ends before the points (columns 81 to 84)", length + 1, player.number
            )


def _participant(
    entrant: Entrant, round_: int, records: Records, name: str, rating: int, points: tuple[int | None, int]
) -> Participant:
    """What the engine knows of a player or a team; `points` are the column's, and its place."""
    present, requested = _attendance(entrant, round_, records)
    return Participant(
        number=entrant.number,
        name=name,
        rating=rating,
        games=tuple(_played_cell(entrant, played, records) for played in range(1, round_)),
        points=_given_points(entrant, *points) if entrant.number in records.given else None,
        present=present,
        requested=requested,
    )


def _played_cell(player: Entrant, round_: int, records: Records) -> Game:
    """The game of a played round: a blank is a late entry (decision 6), unless 240 says what it is."""
    cell = player.cell(round_)
    if cell is not BLANK:
        return cell
    letter = records.byes.get((round_, player.number))
    return ABSENT if letter is None else Game(None, None, letter)


def _attendance(player: Entrant, round_: int, records: Records) -> tuple[bool, str | None]:
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


def _read_points(player: Entrant) -> int | None:
    """Tenths of the points column; None where it is blank."""
    text = player.line.field(81, 84).replace(",", ".")
    if not text:
        return None
    tenths = parse_tenths(text.removesuffix(".") if text[0] != "." else f"0{text}")
    if tenths is None:
        raise player.line.error(
            f"points {shown(text)} are not a number of tenths", POINTS_COLUMN, player.number
        )
    return tenths


def _given_points(entrant: Entrant, tenths: int | None, column: int) -> float:
    if tenths is None:
        raise entrant.line.error("299 changes the points, and they are blank", column, entrant.number)
    return tenths / TENTHS


def _check_points(player: Entrant, participant: Participant, tournament: Tournament) -> None:
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


def _check_team_points(matches: Matches, participant: Participant, tournament: Tournament) -> None:
    """310: match points and game points are what the rounds give, with or without the coming one.

    Of a round that is not finished the boards that have a result may be counted (decision 7).
    """
    squad = matches.squads[participant.number]
    if (tournament.round, squad.number) in matches.opponents:
        coming = matches.standing(squad.number, tournament.round)
    else:
        coming = Game(None, None, participant.requested or "Z")
    games = participant.games
    by_boards: list[Callable[[Game], int]] = [matches.game_points]
    if matches.olympiad:
        by_boards.append(matches.olympiad_game_points)
    columns: list[tuple[str, int, int | None, list[Callable[[Game], int]]]] = [
        ("match", MATCH_POINTS_COLUMN, squad.match_points, [tournament.scoring.value]),
        ("game", GAME_POINTS_COLUMN, squad.game_points, by_boards),
    ]
    for what, column, points, ways in columns:
        totals = [sum(map(value, games)) for value in ways]
        with_coming = [total + value(coming) for total, value in zip(totals, ways, strict=True)]
        if points is not None and points not in (*totals, *with_coming):
            raise squad.error(
                f"{tenths_text(points)} {what} points, and the results give {tenths_text(totals[-1])}", column
            )


def _validate(
    tournament: Tournament,
    entrants: dict[int, Entrant],
    file: str,
    check: Callable[[Tournament], object] = Tournament.validate,
) -> None:
    """Validate, and tell where in the file the fault is."""
    try:
        check(tournament)
    except InvalidTournament as error:
        entrant = entrants.get(error.participant or 0)
        if entrant is None:
            raise InvalidTournament(error.message, file=file, round=error.round) from None
        raise entrant.error(error.message, error.round) from None
