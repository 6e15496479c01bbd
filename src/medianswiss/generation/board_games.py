"""The boards of generated tournaments of teams: who plays, with which result, and who rests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ..teams import TeamTournament, as_on_board_one
from ..tournament import FORFEITS, TENTHS, Game, Scoring
from .entries import Entries
from .lots import Lots, Purpose, below, chance
from .results import forfeited, results

if TYPE_CHECKING:
    from .generate import Recipe

__all__ = ["BoardGames"]

BOARD: Final = Scoring()
"""What the result of a board is worth."""


@dataclass(frozen=True, slots=True)
class _Board:
    """The players of a board; `turned` where the one with White is of the team that has Black on board 1."""

    white: int
    black: int
    turned: bool


class BoardGames:
    """The games of all players of all teams, round by round."""

    def __init__(self, r: Recipe, lots: Lots, entries: Entries) -> None:
        start = entries.tournament
        assert isinstance(start, TeamTournament)
        self.recipe = r
        self.lots = lots
        self.strength = entries.strength
        self.squads = {team.number: [p.number for p in team.players] for team in start.teams}
        self.colours = start.board_colours
        self.games: dict[int, list[Game]] = {p.number: [] for team in start.teams for p in team.players}

    def play(
        self, round_: int, pairs: Sequence[tuple[int, int]], forfeits: Sequence[str], byes: Mapping[int, str]
    ) -> tuple[list[str], list[tuple[float, ...]]]:
        """Play a round: the letters of every match, and the game points of both teams.

        Parameters
        ----------
        round_ : int
        pairs : sequence of (int, int)
            Teams; the first has White on board 1.
        forfeits : sequence of str
            The letters of each match that is forfeited as a whole, empty for the others. So is one of which
            no board is played; board 1 then says by whom.
        byes : mapping of int to str
            The letters of the teams that do not play.
        """
        line_ups = self._line_ups(round_)
        boards = [board for pair in pairs for board in self._boards(*(line_ups[team] for team in pair))]
        told = self._results(round_, boards)
        letters: list[str] = []
        points: list[tuple[float, ...]] = []
        for match, forfeit in enumerate(forfeits):
            its_boards = slice(match * self.recipe.boards, (match + 1) * self.recipe.boards)
            of_match, own = boards[its_boards], told[its_boards]
            both = forfeit or (own[0] if all(set(each) <= FORFEITS for each in own) else "")
            if both:
                own = [both[::-1] if board.turned else both for board in of_match]
            scored = self._enter(of_match, own)
            letters.append(
                both or ("==" if scored[0] == scored[1] else "10" if scored[0] > scored[1] else "01")
            )
            points.append((scored[0] / TENTHS, scored[1] / TENTHS))
        self._rest(round_, byes)
        return letters, points

    def _boards(self, home: Sequence[int], away: Sequence[int]) -> list[_Board]:
        """The boards of a match of two line-ups, the first that of the team with White on board 1."""
        return [
            _Board(a, b, False) if as_on_board_one(board, self.colours) else _Board(b, a, True)
            for board, (a, b) in enumerate(zip(home, away, strict=True), 1)
        ]

    def _line_ups(self, round_: int) -> dict[int, list[int]]:
        """Who plays for each team, in the order of the squad: for each reserve who does another one rests."""
        r = self.recipe
        halves = iter(self.lots.halves(Purpose.LINE_UP, 2 * r.reserves * r.size, round_))
        fielded = {}
        for team, squad in self.squads.items():
            left = list(squad)
            for _ in range(r.reserves):
                plays, who_rests = next(halves), next(halves)
                if plays < chance(r.reserve_games):
                    del left[below(who_rests, r.boards)]
            fielded[team] = left[: r.boards]
        return fielded

    def _results(self, round_: int, boards: Sequence[_Board]) -> list[str]:
        """White's and Black's letter on every board."""
        r, lots, count = self.recipe, self.lots, len(boards)
        played = results(
            r, lots, round_, [(self.strength[board.white], self.strength[board.black]) for board in boards]
        )
        halves = lots.halves(Purpose.BOARD_FORFEIT, 2 * count, round_)
        return [
            forfeited(halves[2 * k + 1], r) if halves[2 * k] < chance(r.board_forfeits) else both
            for k, both in enumerate(played)
        ]

    def _enter(self, boards: Sequence[_Board], told: Sequence[str]) -> tuple[int, int]:
        """Enter the boards of a match; what they bring the first team and the other, in tenths."""
        scored = [0, 0]
        for board, both in zip(boards, told, strict=True):
            white, black = Game(board.black, "w", both[0]), Game(board.white, "b", both[1])
            self.games[board.white].append(white)
            self.games[board.black].append(black)
            scored[board.turned] += BOARD.value(white)
            scored[not board.turned] += BOARD.value(black)
        return scored[0], scored[1]

    def _rest(self, round_: int, byes: Mapping[int, str]) -> None:
        """Enter those who do not play: of a team with a bye so many have it as there are boards."""
        for team, squad in self.squads.items():
            for place, number in enumerate(squad):
                if len(self.games[number]) < round_:
                    letter = byes.get(team, "Z") if place < self.recipe.boards else "Z"
                    self.games[number].append(Game(None, None, letter))

    def entered_in(self, t: TeamTournament) -> TeamTournament:
        """`t` with the games of its players."""
        teams = tuple(
            replace(team, players=tuple(replace(p, games=tuple(self.games[p.number])) for p in team.players))
            for team in t.teams
        )
        return replace(t, teams=teams)
