"""The cross table as C.07 reads it: whom each met, what each round brought, what an unplayed round is.

Articles 15 and 16 live here: forfeits and byes, the score a participant has for its opponents (16.3) and
the opponent an unplayed round is counted as (16.4). All scores are integers of tenths of a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from ..errors import InvalidTournament
from ..teams import TeamTournament
from ..tournament import TEAM_SYSTEMS, TENTHS, Game, Participant, Scoring, Tournament
from ..trf import format_trf, matches_of, parse_trf
from ..trf_matches import Matches

__all__ = ["Cell", "CrossTable", "Score", "crosstable", "has_teams", "with_game_points"]

C07_EDITIONS: Final = (2024, 2026)
"""C.07 in force from 2024-08-01 and from 2026-03-01: the latter bounds the opponent of 16.4."""

_HALVES: Final = {"1": 2, "W": 2, "=": 1, "D": 1}


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one participant.

    Parameters
    ----------
    rival : int or None
        Index of the one it was paired with, whether or not they played.
    played : bool
        Whether a game (a match) was played.
    black : bool
        Whether it was played with Black.
    requested : bool
        A half-point or zero-point bye (16.1.1).
    voluntary : bool
        Unplayed of one's own will: a requested bye or a loss by forfeit (16.1.2).
    halves : int
        What the game counts for ratings, in half points: 2, 1, 0.
    """

    rival: int | None
    played: bool
    black: bool
    requested: bool
    voluntary: bool
    halves: int

    @classmethod
    def of(cls, game: Game, places: dict[int, int]) -> Cell:
        """The cell of `game`; `places` are the indices of the pairing numbers."""
        alone = game.opponent is None
        requested = alone and game.result in ("H", "Z")
        return cls(
            rival=None if game.opponent is None else places[game.opponent],
            played=game.played,
            black=game.played and game.colour == "b",
            requested=requested,
            voluntary=requested or (not alone and game.result == "-"),
            halves=_HALVES.get(game.result, 0) if game.played else 0,
        )


@dataclass(frozen=True, slots=True)
class Score:
    """One score of all participants: the points of players, the match points or game points of teams.

    Parameters
    ----------
    rounds : tuple of tuple of int
        What each round brought, by participant and round.
    totals : tuple of int
        By participant: the sum of the rounds, unless the source gives the points.
    win, draw : int
        What a game (a match) is worth that is won, drawn.
    """

    rounds: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    win: int
    draw: int


@dataclass(frozen=True)
class CrossTable:
    """All participants, in the order of their pairing numbers, after `after` rounds.

    Parameters
    ----------
    participants : tuple of Participant
    cells : tuple of tuple of Cell
        By participant and round.
    after : int
        How many rounds are counted.
    final : bool
        Whether the last of them is the last of the tournament.
    edition : int
        That of C.07.
    teams : bool
    points : Score
        Points, or the match points of teams.
    first : {"MP", "GP"}
        The primary score of teams (11.1).
    """

    participants: tuple[Participant, ...]
    cells: tuple[tuple[Cell, ...], ...]
    after: int
    final: bool
    edition: int
    teams: bool
    points: Score
    first: str
    tournament: Tournament = field(repr=False)

    @cached_property
    def game_points(self) -> Score:
        """The game points of teams; an error where they are not known."""
        return _game_points(self.tournament, self.participants, self.after)

    @property
    def has_game_points(self) -> bool:
        """Whether the game points of teams are known."""
        try:
            return self.game_points is not None
        except InvalidTournament:
            return False

    @cached_property
    def boards(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """What each team scored in each round on each board (12); an error where it is not known."""
        return _boards(self.tournament, self.participants, self.after)

    def score(self, name: str = "") -> Score:
        """The points of players; of teams match points (MP), game points (GP), or their primary score."""
        return self.game_points if self.teams and (name or self.first) == "GP" else self.points

    @property
    def second(self) -> str:
        """The secondary score of teams (11.1)."""
        return "MP" if self.first == "GP" else "GP"

    @cached_property
    def returned(self) -> tuple[int, ...]:
        """The last round in which each was available to play (16.2.3); 0 where there is none."""
        return tuple(
            max((round_ for round_, cell in enumerate(cells, 1) if not cell.voluntary), default=0)
            for cells in self.cells
        )

    def is_late(self, index: int, round_: int) -> bool:
        """Whether that round is a bye requested and not followed by one available to play (16.2.5)."""
        return self.cells[index][round_ - 1].requested and round_ > self.returned[index]

    def adjusted(self, score: Score) -> list[int]:
        """The scores participants have for their opponents (16.3): byes of 16.2.5 count as draws."""
        totals = list(score.totals)
        for index, results in enumerate(score.rounds):
            for round_ in range(self.returned[index] + 1, self.after + 1):
                if self.is_late(index, round_):
                    totals[index] += score.draw - results[round_ - 1]
        return totals

    def dummy(self, score: Score, adjusted: Sequence[int], index: int, rival: int | None) -> int:
        """The score of the opponent an unplayed round is counted as (16.4).

        It is one's own; from 2026 on not more than that of the opponent who was paired (16.4.1), or
        than draws in all rounds would give (16.4.2).
        """
        own = score.totals[index]
        if self.edition < 2026:
            return own
        return min(own, score.draw * self.after if rival is None else adjusted[rival])

    def drawn_at_last(self, score: Score) -> tuple[CrossTable, Score]:
        """The table in which whoever was paired in the final round drew (8.3)."""
        if not self.final or not self.after:
            return self, score
        drawn = {"played": True, "voluntary": False}
        cells, rounds, totals = list(self.cells), list(score.rounds), list(score.totals)
        for index, row in enumerate(self.cells):
            if row[-1].rival is not None:
                cells[index] = (*row[:-1], replace(row[-1], **drawn))
                totals[index] += score.draw - rounds[index][-1]
                rounds[index] = (*rounds[index][:-1], score.draw)
        new = replace(score, rounds=tuple(rounds), totals=tuple(totals))
        return replace(self, cells=tuple(cells)), new


def crosstable(
    t: Tournament, after: int | None = None, edition: int = C07_EDITIONS[-1], first: str = "MP"
) -> CrossTable:
    """The cross table of a validated tournament.

    Parameters
    ----------
    t : Tournament
    after : int, optional
        How many rounds count; all that were played by default.
    edition : {2026, 2024}
        That of C.07.
    first : {"MP", "GP"}
        The primary score of teams.

    Raises
    ------
    InvalidTournament
        When that many rounds were not played.
    """
    played = t.round - 1
    if after is not None and (type(after) is not int or not 0 <= after <= played):
        were = "1 was" if played == 1 else f"{played} were"
        raise InvalidTournament(f"standings after round {after!r}, and {were} played")
    after = played if after is None else after
    participants = tuple(sorted(t.participants, key=lambda p: p.number))
    places = {p.number: index for index, p in enumerate(participants)}
    return CrossTable(
        participants=participants,
        cells=tuple(tuple(Cell.of(game, places) for game in p.games[:after]) for p in participants),
        after=after,
        final=after == (t.rounds or played),
        edition=edition,
        teams=has_teams(t),
        points=_points(t, participants, after),
        first=first,
        tournament=t,
    )


def has_teams(t: Tournament) -> bool:
    """Whether the participants are teams."""
    return isinstance(t, TeamTournament) or t.system in TEAM_SYSTEMS


def _points(t: Tournament, participants: Sequence[Participant], after: int) -> Score:
    values = [[t.scoring.value(game) for game in p.games] for p in participants]
    return _score(
        [row[:after] for row in values],
        [t.score(p) - sum(row[after:]) for p, row in zip(participants, values, strict=True)],
        max(t.scoring.white_win, t.scoring.black_win),
        max(t.scoring.white_draw, t.scoring.black_draw),
    )


def _score(rounds: Sequence[Sequence[int]], totals: Sequence[int], win: int, draw: int) -> Score:
    return Score(tuple(map(tuple, rounds)), tuple(totals), win, draw)


# Teams ---------------------------------------------------------------------------------------------


def _matches(t: Tournament) -> Matches | None:
    """The matches of teams board by board; None where their boards are not known."""
    if not isinstance(t, TeamTournament):
        return None
    source = t.source
    if source is None or (t.participants, t.teams) != _said(source.original):
        if not any(player.games for team in t.teams for player in team.players):
            return None
        plain = replace(t, ranking="number", forbidden=(), unsupported=())
        source = parse_trf(format_trf(plain)).source  # where boards are read is one place
    return None if source is None else matches_of(source)


def _said(original: Tournament) -> tuple[object, object]:
    return original.participants, getattr(original, "teams", None)


def _game_points(t: Tournament, participants: Sequence[Participant], after: int) -> Score:
    matches = _matches(t)
    rounds = {
        p.number: [
            _match_game_points(t, matches, p.number, n, game) for n, game in enumerate(p.games[:after], 1)
        ]
        for p in participants
    }
    scoring = Scoring() if matches is None else matches.scoring
    count = _board_count(t, participants, rounds)
    totals = list(map(sum, rounds.values()))
    return _score([*rounds.values()], totals, scoring.white_win * count, scoring.white_draw * count)


def with_game_points(t: TeamTournament) -> tuple[Participant, ...]:
    """The participants of `t`, the game points of byes and absences said too where they are known.

    A file says them by records of its own and by its boards: what has neither needs them on each round.
    """
    if all(game.game_points is not None for p in t.participants for game in p.games):
        return t.participants
    try:
        matches = _matches(t)
    except InvalidTournament:  # its boards cannot be said
        matches = None
    if matches is None:
        return t.participants

    def said(number: int, round_: int, game: Game) -> Game:
        tenths = _match_game_points(t, matches, number, round_, game)
        return replace(game, game_points=tenths / TENTHS)

    return tuple(
        replace(p, games=tuple(said(p.number, round_, game) for round_, game in enumerate(p.games, 1)))
        for p in t.participants
    )


def _match_game_points(t: Tournament, matches: Matches | None, number: int, round_: int, game: Game) -> int:
    if matches is not None:  # in the Olympiad a bye of which the file says nothing has two (D.02 4)
        return matches.olympiad_game_points(game) if t.system == "olympiad" else matches.game_points(game)
    if game.game_points is None:
        raise InvalidTournament("the game points are not known", participant=number, round=round_)
    return round(game.game_points * TENTHS)


def _board_count(t: Tournament, participants: Sequence[Participant], rounds: dict[int, list[int]]) -> int:
    """The boards of a match: those of the file, else what the two sides of a match have together."""
    if isinstance(t, TeamTournament) and t.board_count is not None:
        return t.board_count
    together = (
        own + rounds[game.opponent][index]
        for p in participants
        for index, (own, game) in enumerate(zip(rounds[p.number], p.games, strict=False))
        if game.opponent is not None
    )
    return max(together, default=0) // TENTHS


def _boards(
    t: Tournament, participants: Sequence[Participant], after: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    matches = _matches(t)
    if matches is None:
        raise InvalidTournament("what was scored on each board is not known")
    return tuple(
        tuple(matches.board_points(p.number, round_, game) for round_, game in enumerate(p.games[:after], 1))
        for p in participants
    )
