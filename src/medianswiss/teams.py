"""Teams: who plays in them, how strong they are, and who has which colour on which board.

A `TeamTournament` is a `Tournament` whose participants are teams, and what a team file says besides.
The engine pairs it as any other; boards and players do not change a pairing, but for the strength of the
teams (D.02 11.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .errors import InvalidTournament
from .tournament import Game, RoundPairing, Tournament
from .validation import check_pairing

__all__ = ["Board", "Team", "TeamPlayer", "TeamTournament", "average_of_best", "boards", "with_exact_ratings"]

MAX_BOARDS = 256
"""Of a match; more are no match, but would be listed one by one."""

BEST = 4
"""How many players a team is rated by (D.02 3.1)."""


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A player of a team.

    Parameters
    ----------
    number : int
        Starting rank.
    name : str
    rating : int
        0 is unrated.
    games : tuple of Game
        One for each round already played, its opponents players; empty where the boards are not known.
    """

    number: int
    name: str = ""
    rating: int = 0
    games: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """What a team is made of.

    Parameters
    ----------
    number : int
        Pairing number, that of its `Participant`.
    name : str
    players : tuple of TeamPlayer
        The squad in its default board order, reserves included.
    strength : float
        What the source gives, else the average of the four best: a multiple of 1/10 or of 1/12, which
        floats compare exactly. The participant's `rating` is this rounded down.
    line_ups : tuple of tuple of (int or None)
        Who played on each board in each round; empty for a round in the order of `players`, and
        empty itself where all were.
    """

    number: int
    name: str = ""
    players: tuple[TeamPlayer, ...] = ()
    strength: float = 0.0
    line_ups: tuple[tuple[int | None, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TeamTournament(Tournament):
    """A `Tournament` of teams.

    Parameters
    ----------
    teams : tuple of Team
        In the order of `participants`.
    board_count : int or None
        Boards of a match, where the source says or shows it.
    board_colours : str
        Colours of the team designated White, board by board, such as ``"WBWB"``; empty where the source
        says none, and then White on the odd boards (N.7.5.2, N.7.10).
    """

    teams: tuple[Team, ...] = ()
    board_count: int | None = None
    board_colours: str = ""

    def validate(self) -> TeamTournament:
        """Check the tournament and its teams; see `Tournament.validate`."""
        Tournament.validate(self)  # no super(): a class with slots is made anew
        if [team.number for team in self.teams] != [p.number for p in self.participants]:
            raise InvalidTournament("the teams are not the participants, in their order")
        if self.board_count is not None and not 1 <= self.board_count <= MAX_BOARDS:
            raise InvalidTournament(f"{self.board_count} boards: there can be 1 to {MAX_BOARDS}")
        if set(self.board_colours) - set("WB"):
            raise InvalidTournament(f"board colours {self.board_colours!r} are not all W or B")
        return self


@dataclass(frozen=True, slots=True)
class Board:
    """One board of one match: place of the match in board order, the board, the teams; both from 1."""

    match: int
    board: int
    white: int
    black: int


def boards(pairing: RoundPairing, count: int, colours: str = "") -> tuple[Board, ...]:
    """Every board of a round, match by match.

    Parameters
    ----------
    pairing : RoundPairing
        Of teams: the first of each pair has White on board 1.
    count : int
        Boards of a match.
    colours : str
        As in `TeamTournament`: where a team file has a pattern of its own, that holds (352).

    Returns
    -------
    tuple of Board
        The team named first has White on the boards 1, 3, 5, ... (N.7.5.2, N.7.10).
    """
    check_pairing(pairing)
    return tuple(
        Board(match, board, *(pair if as_on_board_one(board, colours) else pair[::-1]))
        for match, pair in enumerate(pairing.pairs, 1)
        for board in range(1, count + 1)
    )


def as_on_board_one(board: int, colours: str = "") -> bool:
    """Whether a team has the colour of its board 1 on `board`: by `colours`, beyond them on odd boards."""
    return colours[board - 1] == colours[0] if board <= len(colours) else board % 2 == 1


def average_of_best(ratings: Iterable[int]) -> float:
    """The average of the four best (D.02 3.1); the unrated do not count, a team of them has 0."""
    best = sorted(filter(None, ratings), reverse=True)[:BEST]
    return sum(best) / len(best) if best else 0.0


def initial_ranking(squads: Sequence[tuple[str, Sequence[int]]]) -> list[int]:
    """The initial ranking of teams that have no numbers (N.5.1, D.02 3.1).

    Parameters
    ----------
    squads : sequence of (str, sequence of int)
        Name and ratings of each team.

    Returns
    -------
    list of int
        Indices of the teams: by the average of the four best, then the fifth, then the name; in the
        order given where no rating is known at all.
    """
    if not any(any(ratings) for _, ratings in squads):
        return list(range(len(squads)))

    def key(index: int) -> tuple[float, int, str]:
        name, ratings = squads[index]
        fifth = sorted(ratings, reverse=True)[BEST : BEST + 1]
        return -average_of_best(ratings), -sum(fifth), name

    return sorted(range(len(squads)), key=key)


def with_exact_ratings(t: TeamTournament) -> TeamTournament:
    """`t` with ratings that compare as the strengths do, for an engine that only compares them (D.02 11.1).

    A rating is an integer, a strength of 2587.5 is none: each team gets the place of its strength among
    all strengths, the weakest 1.
    """
    place = {strength: i for i, strength in enumerate(sorted({team.strength for team in t.teams}), 1)}
    rated = zip(t.participants, t.teams, strict=True)
    return replace(t, participants=tuple(replace(p, rating=place[team.strength]) for p, team in rated))
