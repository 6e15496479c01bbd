"""The records of teams on their way to TRF (decision 14): what the cells of the players do not say.

What the cells do say is asked of `trf_matches`, which reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from .errors import InvalidTournament
from .teams import Team, TeamTournament
from .tournament import FORFEITS, TENTHS, Game, Participant, Scoring, Tournament
from .trf_columns import MAX_NUMBER, Line, cleaned, put, tenths_text
from .trf_matches import Matches
from .trf_players import Entrant
from .trf_records import Records
from .trf_teams import MATCH_SYMBOLS, LineUp, MatchRecords, Squad

__all__ = ["TeamLines", "boards_of"]

MAX_TEAM: Final = 999
"""A team number has three columns."""

_NOWHERE: Final = Line("", 0, "")


def boards_of(t: Tournament, scoring: Scoring) -> Tournament:
    """The players of `t` and their games as a tournament of their own; empty where `t` has no teams."""
    players = [player for team in t.teams for player in team.players] if isinstance(t, TeamTournament) else []
    participants = tuple(Participant(p.number, p.name, p.rating, p.games) for p in players)
    return Tournament(participants, round=t.round, scoring=scoring)


@dataclass(frozen=True)
class TeamLines:
    """The team records of a tournament.

    Parameters
    ----------
    tournament : TeamTournament
    scoring : Scoring
        What the result of a board is worth.
    bye_points : int or None
        Game points of the bye, in tenths; those of a draw on all boards where nobody says.
    """

    tournament: TeamTournament
    scoring: Scoring
    bye_points: int | None = None
    teams: dict[int, Team] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "teams", {team.number: team for team in self.tournament.teams})
        played = self.tournament.round - 1
        for team in self.tournament.teams:
            if team.number > MAX_TEAM:
                raise InvalidTournament(
                    f"TRF has three columns for a team, up to {MAX_TEAM}", participant=team.number
                )
            for player in team.players:
                if not 1 <= player.number <= MAX_NUMBER:
                    raise InvalidTournament(
                        f"TRF has four columns for a player, up to {MAX_NUMBER}: {player.number}",
                        participant=team.number,
                    )
                if len(player.games) != played:
                    raise InvalidTournament(
                        "TRF says teams by their players and boards: "
                        f"player {player.number} has {len(player.games)} games, and {played} rounds "
                        "are played",
                        participant=team.number,
                    )

    @cached_property
    def said(self) -> Matches:
        """What the cells of the players, and line-ups, say of the matches."""
        line_ups = {
            (round_, number): LineUp(_NOWHERE, opponent, players)
            for round_, number, opponent, players in self._named()
        }
        squads = {
            team.number: Squad(_NOWHERE, team.number, team.name, tuple(p.number for p in team.players))
            for team in self.teams.values()
        }
        players = {
            p.number: Entrant(_NOWHERE, p.number, p.games) for t in self.teams.values() for p in t.players
        }
        records = MatchRecords(line_ups, board_colours=self.tournament.board_colours)
        try:
            return Matches(squads, players, records, Records(scoring=self.scoring))
        except InvalidTournament as error:
            raise _unsaid(error.message, error.participant, error.round) from error

    def _named(self) -> Iterator[tuple[int, int, int, tuple[int | None, ...]]]:
        """Round, team, opponent and players of every line-up that is no default order."""
        for p in self.tournament.participants:
            for round_, players in enumerate(self.teams[p.number].line_ups, 1):
                if players and round_ < self.tournament.round:
                    opponent = p.games[round_ - 1].opponent
                    if opponent is None:
                        raise _unsaid("a line-up without a match", p.number, round_)
                    yield round_, p.number, opponent, players

    def _rounds(self) -> Iterator[tuple[int, Participant, Game]]:
        for round_ in range(1, self.tournament.round):
            for p in self.tournament.participants:
                yield round_, p, p.games[round_ - 1]

    def _bye_points(self) -> int:
        if self.bye_points is not None:
            return self.bye_points
        return (self.tournament.board_count or 0) * self.scoring.white_draw

    def squads(self) -> list[str]:
        """310: the teams, with their points."""
        lines = []
        for p in self.tournament.participants:
            team = self.teams[p.number]
            strength = round(team.strength * TENTHS)
            text = put(f"310 {team.number:>3}", 9, 40, cleaned(team.name)[:32].strip())
            if strength and strength / TENTHS == team.strength:
                text = put(text, 48, 53, f"{tenths_text(strength).removesuffix('.0'):>6}")
            members = " ".join(f"{player.number:>4}" for player in team.players)
            lines.append(put(self.pointed(text, p), 74, 73 + len(members), members).rstrip())
        return lines

    def pointed(self, text: str, p: Participant) -> str:
        """A 310 with the points of a team in it."""
        game_points = sum(
            self._bye_points() if game.result == "U" else self.said.game_points(game) for game in p.games
        )
        text = put(text, 55, 60, f"{tenths_text(self.tournament.score(p)):>6}")
        return put(text, 62, 67, f"{tenths_text(game_points):>6}")

    def line_ups(self) -> list[str]:
        """300: who played on which board, where it is not the default order."""
        return [
            f"300 {round_:>3} {team:>3} {opponent:>3} {' '.join(f'{n:>4}' if n else '0000' for n in players)}"
            for round_, team, opponent, players in sorted(self._named())
        ]

    def byes(self) -> list[str]:
        """320: what the bye is worth and who had it, or is given that of the coming round."""
        t = self.tournament
        had = {round_: p.number for round_, p, game in self._rounds() if game.result == "U"}
        had.update((t.round, p.number) for p in t.participants if p.requested == "U")
        if not had and t.scoring.pairing_bye == t.scoring.white_draw:
            return []
        numbers = " ".join(f"{had.get(round_, '000'):>3}" for round_ in range(1, max(had, default=0) + 1))
        points = f"{tenths_text(t.scoring.pairing_bye):>4} {tenths_text(self._bye_points()):>4}"
        return [f"320 {points} {numbers}".rstrip()]

    def requested(self) -> dict[tuple[int, str], list[int]]:
        """240: (round, letter) to those whose bye their players' cells do not show."""
        found: dict[tuple[int, str], list[int]] = {}
        for round_, p, game in self._rounds():
            cells = [player.games[round_ - 1] for player in self.teams[p.number].players]
            shown = {cell.result for cell in cells if cell.opponent is None}
            if game.opponent is None and game.result in "FH" and game.result not in shown:
                found.setdefault((round_, game.result), []).append(p.number)
        return found

    def forfeits(self) -> list[str]:
        """330: the matches that were forfeited, and those of which the boards do not say who won.

        Where the boards say more than 330 can, such as a forfeit by two boards to one, they alone say it.
        """
        lines = []
        participants = {p.number: p for p in self.tournament.participants}
        for round_, p, game in self._rounds():
            if game.opponent is None or game.colour == "b":
                continue
            other = participants[game.opponent].games[round_ - 1]
            said = self._is_said(round_, p.number, game)
            if not said or self._is_whole(game, other):
                signs = "".join("+" if each.result in ("+", "1") else "-" for each in (game, other))
                lines.append(f"330 {signs} {round_:>3} {p.number:>3} {game.opponent:>3}")
        return lines

    def _is_whole(self, game: Game, other: Game) -> bool:
        """Whether a match was forfeited on all boards, as 330 means it."""
        if game.result not in FORFEITS or game.colour is None:
            return False
        whole = self.said.whole_match(self.scoring.forfeit_win) / TENTHS
        return all(each.game_points == (whole if each.result == "+" else 0) for each in (game, other))

    def _is_said(self, round_: int, team: int, game: Game) -> bool:
        """Whether the boards say this of a match."""
        if self.said.opponents.get((round_, team)) != game.opponent:
            return False
        try:
            return self.said.standing(team, round_) == game
        except InvalidTournament:  # boards that do not say who won
            return False

    def points(self) -> list[str]:
        """362: what a match is worth, where it is not the usual."""
        scoring, usual = self.tournament.scoring, Scoring.teams()
        worth = {symbol: getattr(scoring, fields[0]) for symbol, fields in MATCH_SYMBOLS.items()}
        if worth == {symbol: getattr(usual, fields[0]) for symbol, fields in MATCH_SYMBOLS.items()}:
            return []
        return ["362 " + "   ".join(f"{symbol}{tenths_text(tenths):>4}" for symbol, tenths in worth.items())]


def _unsaid(message: str, participant: int | None, round_: int | None) -> InvalidTournament:
    return InvalidTournament(
        f"TRF says teams by their players and boards: {message}", participant=participant, round=round_
    )
