"""The matches of a team file: the cells of its players and its team records, put together (decision 14).

Each team becomes an `Entrant` with a cell a round, as a player is: opponent, colour of board 1, match
result, game points. Which round is to be paired, what is unfinished and which cells contradict each
other is then read from teams as it is from players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from .teams import as_on_board_one
from .tournament import FORFEITS, TENTHS, Game
from .trf_columns import BLANK, NO_RESULT, Line
from .trf_players import Entrant
from .trf_records import Records
from .trf_teams import LineUp, MatchRecords, Squad

_OTHER: Final = {"w": "b", "b": "w"}


class Matches:
    """The matches of one file.

    Parameters
    ----------
    squads, players : mapping
        By their numbers.
    records : MatchRecords
    others : Records
        Its `byes` are those of 240, its `scoring` is what the result of a board is worth (162).
    """

    def __init__(
        self,
        squads: Mapping[int, Squad],
        players: Mapping[int, Entrant],
        records: MatchRecords,
        others: Records,
    ) -> None:
        self.squads = squads
        self.players = players
        self.records = records
        self.byes = others.byes
        self.olympiad = others.system == "olympiad"
        self.scoring = others.scoring
        self.team_of = {member: squad.number for squad in squads.values() for member in squad.members}
        named = [round_ for round_, _ in (*records.line_ups, *records.forfeits, *records.byes)]
        self.rounds = max([*named, *(len(player.cells) for player in players.values())], default=0)
        self._boards: dict[tuple[int, int], dict[int, int]] = {}
        self.opponents = self._opponents()
        self.board_count = self._board_count()

    def entrants(self) -> dict[int, Entrant]:
        """The teams, each with its cells."""
        rounds = range(1, self.rounds + 1)
        return {
            number: Entrant(squad.line, number, tuple(self.cell(number, round_) for round_ in rounds))
            for number, squad in self.squads.items()
        }

    def cell(self, team: int, round_: int) -> Game:
        """The round of a team; the result is empty while a board has none (decision 4)."""
        if (round_, team) not in self.opponents:
            return self._bye(team, round_)
        game = self.standing(team, round_)
        return replace(game, result="", game_points=None) if self._awaits_result(team, round_) else game

    # Who met whom

    def _opponents(self) -> dict[tuple[int, int], int]:
        """(round, team) to the opponent: by the boards, by 330 and by 300, which must not differ."""
        found: dict[tuple[int, int], int] = {}

        def meet(round_: int, team: int, opponent: int, line: Line, member: int | None = None) -> None:
            known = found.setdefault((round_, team), opponent)
            if known != opponent:
                who = "" if member is None else f"its player {member} "
                message = f"{who}meets team {opponent}, and in the same round it meets team {known}"
                raise line.error(message, None, team, round_)

        for number, player in self.players.items():
            for round_, cell in enumerate(player.cells, 1):
                if cell.opponent is not None:
                    team, opponent = self._teams_of(number, cell.opponent, round_)
                    meet(round_, team, opponent, player.line, number)
        for (round_, team), forfeit in self.records.forfeits.items():
            meet(round_, team, forfeit.opponent, forfeit.line)
        for (round_, team), line_up in self.records.line_ups.items():
            meet(round_, team, line_up.opponent, line_up.line)
            meet(round_, line_up.opponent, team, line_up.line)
        for (round_, team), line in self.records.byes.items():
            if (round_, team) in found:
                raise line.error(
                    f"has the bye by 320, and it meets team {found[round_, team]}", None, team, round_
                )
        for round_, team in self.byes:
            if (round_, team) in found:
                message = f"has a bye by 240, and it meets team {found[round_, team]}"
                raise self.squads[team].error(message, None, round_)
        return found

    def _teams_of(self, player: int, opponent: int, round_: int) -> tuple[int, int]:
        entrant = self.players[player]
        if opponent not in self.players:
            raise entrant.error(f"opponent {opponent} does not exist", round_)
        for number in (player, opponent):
            if number not in self.team_of:
                raise entrant.error(f"meets {opponent}, and player {number} is in no team", round_)
        teams = self.team_of[player], self.team_of[opponent]
        if teams[0] == teams[1]:
            raise entrant.error(f"meets {opponent}, who is in team {teams[0]} too", round_)
        return teams

    def _cells(self, team: int, round_: int) -> Iterable[tuple[int, Game]]:
        """The cells of the team's players, in the order of the squad."""
        return ((number, self.players[number].cell(round_)) for number in self.squads[team].members)

    # Matches

    def standing(self, team: int, round_: int) -> Game:
        """A match by the boards that have a result, unless 330 says otherwise."""
        opponent = self.opponents[round_, team]
        boards = [cell for _, cell in self._cells(team, round_) if cell.opponent is not None]
        played = any(cell.result not in FORFEITS for cell in boards)
        forfeit = self.records.forfeits.get((round_, team))
        if forfeit is None:
            own, theirs = self._game_points(team, round_), self._game_points(opponent, round_)
            result = self._result(team, round_, own - theirs, theirs, played)
        else:
            own = self.whole_match(self.scoring.forfeit_win) if forfeit.result == "+" else 0
            result = {"+": "1", "-": "0"}[forfeit.result] if played else forfeit.result
        colour = forfeit.colour if forfeit is not None and not played else self._colour(team, round_)
        return Game(opponent, colour, result, own / TENTHS)

    def whole_match(self, tenths: int) -> int:
        """What all boards of a match give when each is worth `tenths`."""
        return tenths * (self.board_count or 0)

    def _game_points(self, team: int, round_: int) -> int:
        """The sum over the boards; a board won without an opponent counts (decision 5)."""
        boards = (cell for _, cell in self._cells(team, round_) if cell.opponent is not None or _won(cell))
        return sum(self.scoring.value(cell) for cell in boards if cell.result not in NO_RESULT)

    def _result(self, team: int, round_: int, more: int, theirs: int, played: bool) -> str:
        if played:
            return "=" if more == 0 else "1" if more > 0 else "0"
        if more == 0 and theirs:
            opponent = self.opponents[round_, team]
            message = (
                f"no board against team {opponent} was played, and both won as many: 330 must say who won"
            )
            raise self.squads[team].error(message, None, round_)
        return "+" if more > 0 else "-"

    def _awaits_result(self, team: int, round_: int) -> bool:
        if (round_, team) in self.records.forfeits:
            return False
        ours = [cell for _, cell in self._cells(team, round_)]
        theirs = [cell for _, cell in self._cells(self.opponents[round_, team], round_)]
        boards = [cell for cell in ours if cell.opponent is not None]
        if not boards:  # a line-up without a board: nothing is known until a cell says something
            return all(cell is BLANK for cell in (*ours, *theirs))
        return any(cell.result in NO_RESULT for cell in boards)

    # Colours and boards

    def _colour(self, team: int, round_: int) -> str | None:
        """The colour of board 1; where that was not played, what the other boards make it."""
        seen = [
            (self._board(number, cell.opponent, round_), cell.colour)
            for number, cell in self._cells(team, round_)
            if cell.opponent is not None and cell.colour is not None
        ]
        first = [colour for board, colour in seen if board == 1]
        pattern = self.records.board_colours
        rest = [colour if as_on_board_one(board, pattern) else _OTHER[colour] for board, colour in seen]
        colours = set(first or rest)
        if len(colours) > 1:
            message = (
                f"its boards against team {self.opponents[round_, team]} give it both colours on board 1"
            )
            raise self.squads[team].error(message, None, round_)
        return colours.pop() if colours else None

    def _board(self, player: int, opponent: int, round_: int) -> int:
        """The board two players met on.

        300 names it; in default order a player who is missing moves those below up, so the side that
        counts more boards is right.
        """
        sides = [(player, self.team_of[player]), (opponent, self.team_of[opponent])]
        named = {
            self._boards_of(team, round_)[number]
            for number, team in sides
            if (round_, team) in self.records.line_ups
        }
        if len(named) > 1:
            team, other = sides[0][1], sides[1][1]
            message = f"its player {player} and {opponent} of team {other} are on different boards in 300"
            raise self.squads[team].error(message, None, round_)
        if named:
            return named.pop()
        # in a round that is not finished the cells may be one-sided
        return max(self._boards_of(team, round_).get(number, 0) for number, team in sides)

    def _boards_of(self, team: int, round_: int) -> dict[int, int]:
        """Player to board: of 300, else those who have a board in the order of the squad."""
        known = self._boards.get((round_, team))
        if known is None:
            line_up = self.records.line_ups.get((round_, team))
            order = self._default_order(team, round_) if line_up is None else line_up.players
            known = {number: board for board, number in enumerate(order, 1) if number is not None}
            self._boards[round_, team] = known
            if line_up is not None:
                self._check_line_up(line_up, known, team, round_)
        return known

    def _check_line_up(self, line_up: LineUp, known: dict[int, int], team: int, round_: int) -> None:
        for number, cell in self._cells(team, round_):
            if cell.opponent is not None and number not in known:
                raise line_up.line.error(f"its player {number} plays and has no board", 17, team, round_)

    def _default_order(self, team: int, round_: int) -> list[int]:
        cells = self._cells(team, round_)
        return [number for number, cell in cells if cell.opponent is not None or _won(cell)]

    def _board_count(self) -> int | None:
        """The length of 352, else the largest number of boards seen."""
        if self.records.board_colours:
            return len(self.records.board_colours)
        seen = [len(self._default_order(team, round_)) for round_, team in self.opponents]
        seen += [len(line_up.players) for line_up in self.records.line_ups.values()]
        return max(seen, default=0) or None

    def board_points(self, team: int, round_: int, game: Game) -> tuple[int, ...]:
        """What a team scored on each board of a round, in tenths (C.07 12); `game` is what it has in it.

        Where there are no boards to look at, a bye of 320 is won on each, and any other result holds on each.
        """
        boards = [
            (n, cell) for n, cell in self._cells(team, round_) if cell.opponent is not None or _won(cell)
        ]
        if not boards or (round_, team) not in self.opponents:
            each = self.scoring.white_win if game.result == "U" else self.scoring.value(game)
            return (each,) * (self.board_count or 0)
        points = dict.fromkeys(range(1, (self.board_count or 0) + 1), 0)
        for number, cell in boards:
            if cell.opponent is None:
                board = self._boards_of(team, round_)[number]
            else:
                board = self._board(number, cell.opponent, round_)
            points[board] = points.get(board, 0) + self.scoring.value(cell)
        return tuple(points[board] for board in sorted(points))

    # Byes

    def _bye(self, team: int, round_: int) -> Game:
        """A round without an opponent: 320, or the letters of the players where they have any.

        ``0000 - +`` on the boards of a team without an opponent is a full-point bye, as for players. Where
        240 speaks the cell is left blank, and the record is read as it is for players; 320, which
        says what happened, wins over a 240 of before.
        """
        cells = [cell for _, cell in self._cells(team, round_)]
        letters = {cell.result for cell in cells if _won(cell)} if self._all_speak(cells) else set()
        named = "U" if (round_, team) in self.records.byes else self.byes.get((round_, team))
        if len(letters) > 1 or (named and not letters <= {named, "F"}):
            raise self.squads[team].error("its players and 240 or 320 give it different byes", None, round_)
        if named in ("U", None) and (named or letters):
            return Game(None, None, named or letters.pop())
        return BLANK if named or not self._all_speak(cells) else Game(None, None, "Z")

    def _all_speak(self, cells: Sequence[Game]) -> bool:
        """Whether the cells of its players speak for a team: one who is away leaves the team present.

        All have one, or as many have a bye as there are boards.
        """
        byes = sum(map(_won, cells))
        return bool(cells) and (BLANK not in cells or byes >= (self.board_count or len(cells)))

    def game_points(self, game: Game) -> int:
        """The game points of a round, in tenths; a bye has those of 320, or its letter on all boards."""
        if game.game_points is not None:
            return round(game.game_points * TENTHS)
        if game.result == "U" and self.records.bye_game_points is not None:
            return self.records.bye_game_points
        return self.whole_match(self.scoring.value(game))

    def olympiad_game_points(self, game: Game) -> int:
        """The same by D.02 4: the bye is worth 2 where 320 is silent."""
        silent = game.result == "U" and self.records.bye_game_points is None
        return 2 * TENTHS if silent else self.game_points(game)


def _won(cell: Game) -> bool:
    """Whether a cell without an opponent brought points."""
    return cell.opponent is None and cell.result in ("F", "H", "U")
