"""Sizes and rates of a tournament that was played, for tournaments like it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Final

from ..errors import InvalidTournament
from ..rating_tables import expected_hundredths
from ..teams import TeamTournament
from ..tournament import FORFEITS, Game, Participant, Tournament
from ..trf import read_trf

__all__ = ["measured"]

MOST_ADVANTAGE: Final = 500
POINTS: Final = {"1": 100, "W": 100, "=": 50, "D": 50, "0": 0, "L": 0}
"""Of a player, in hundredths, as expectations are."""


def measured(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The settings of generated tournaments that are like the one of a TRF file.

    Raises
    ------
    InvalidTournament
        The file is none, or has no game to take a rate of.
    OSError
        It cannot be read.
    """
    name = os.fspath(path)
    try:
        t = read_trf(path)
    except InvalidTournament as error:
        if error.line is None:  # it is no such file at all
            raise InvalidTournament(f"a model must be TRF: {error.message}", file=error.file) from error
        raise
    games = [*_games(t)]
    if not any(game.played for game in games):
        raise InvalidTournament("no game in it was played: there is nothing to take rates of", file=name)
    settings: dict[str, Any] = {"players": len(t.participants), "rounds": t.rounds or t.round - 1}
    if t.system is not None:
        settings["system"] = t.system
    if t.maxi:
        settings["maxi"] = True
    settings |= (
        _ratings(t) | _results([game for game in games if game.played]) | _forfeits(t) | _attendance(t)
    )
    return settings | _boards(t) if isinstance(t, TeamTournament) else settings


def _share(part: int, whole: int) -> float:
    """A rate as it is written: six digits."""
    return round(part / whole, 6) if whole else 0.0


def _rounded(total: int, count: int) -> int:
    return (2 * total + count) // (2 * count)


# ---- ratings ---------------------------------------------------------------------------------------


def _ratings(t: Tournament) -> dict[str, Any]:
    """Of teams: those of the teams, and how far the players are from their team's."""
    teams = t.teams if isinstance(t, TeamTournament) else ()
    players = [p.rating for team in teams for p in team.players] or [p.rating for p in t.participants]
    found: dict[str, Any] = {"unrated": _share(players.count(0), len(players))}
    rated = [p.rating for p in t.participants if p.rating]
    if rated:
        mean = _rounded(sum(rated), len(rated))
        found |= {
            "rating_mean": mean,
            "rating_deviation": _deviation(rating - mean for rating in rated),
            "rating_least": min(filter(None, players)),
        }
    apart = [p.rating - int(team.strength) for team in teams for p in team.players if p.rating]
    return found | ({"board_noise": _deviation(apart)} if apart else {})


def _deviation(apart: Iterable[int]) -> int:
    squares = [d * d for d in apart]
    return isqrt(_rounded(sum(squares), len(squares)))


# ---- results ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Board:
    """A game from White's side, of teams that of a board; unrated players count as equals of the other."""

    result: str
    apart: int

    @property
    def played(self) -> bool:
        return self.result not in FORFEITS


def _games(t: Tournament) -> Iterator[_Board]:
    """Every game once, forfeited ones with colours too."""
    players: list[Any] = (
        [p for team in t.teams for p in team.players]
        if isinstance(t, TeamTournament)
        else list(t.participants)
    )
    rating = {p.number: p.rating for p in players}
    for p in players:
        for game in p.games:
            if game.opponent is not None and game.colour == "w" and game.result in (*POINTS, *FORFEITS):
                other = rating[game.opponent]
                yield _Board(game.result, p.rating - other if p.rating and other else 0)


def _results(games: Sequence[_Board]) -> dict[str, Any]:
    """White's advantage that makes the expected score the real one, and then the rate of draws."""
    scored = sum(POINTS[game.result] for game in games)
    low, high = -MOST_ADVANTAGE, MOST_ADVANTAGE
    while low < high:  # the least that is enough
        middle = (low + high) // 2
        low, high = (low, middle) if _expected(games, middle) >= scored else (middle + 1, high)
    closest = (
        min((low - 1, low), key=lambda a: abs(_expected(games, a) - scored)) if low > -MOST_ADVANTAGE else low
    )
    drawable = sum(2 * min(e, 100 - e) for e in (expected_hundredths(game.apart + closest) for game in games))
    drawn = sum(game.result in ("=", "D") for game in games)
    return {
        "white_advantage": closest,
        "draw_rate": min(1.0, _share(100 * drawn, drawable)),
        "unrated_games": _share(sum(game.result in "WDL" for game in games), len(games)),
    }


def _expected(games: Sequence[_Board], advantage: int) -> int:
    return sum(expected_hundredths(game.apart + advantage) for game in games)


def _forfeits(t: Tournament) -> dict[str, Any]:
    """Of games, of teams of matches: those with an opponent, once each."""
    results = [
        (game.result, game)
        for p in t.participants
        for game in p.games
        if game.opponent is not None and p.number < game.opponent
    ]
    by_number = {p.number: p for p in t.participants}
    both = 0
    for p in t.participants:
        for round_, game in enumerate(p.games):
            if game.opponent is not None and p.number < game.opponent and game.result == "-":
                both += by_number[game.opponent].games[round_].result == "-"
    forfeited = sum(result in FORFEITS for result, _ in results)
    return {"forfeits": _share(forfeited, len(results)), "double_forfeits": _share(both, forfeited)}


# ---- who comes -------------------------------------------------------------------------------------


def _attendance(t: Tournament) -> dict[str, Any]:
    """Late entries, withdrawals, and of the rounds between them the absences.

    Who is absent from the last rounds has left; who never played was not there.
    """
    stays = [stay for p in t.participants if (stay := _stay(p)) is not None]
    left = sum(stay.left for stay in stays)
    rounds = sum(len(stay.letters) for stay in stays)
    away = [letter for stay in stays for letter in stay.letters if letter]
    return {
        "late": _share(sum(stay.late for stay in stays), len(stays)),
        "withdrawals": _share(left, rounds - len(stays) + left),
        "absences": _share(len(away), rounds),
        "half_byes": _share(away.count("H"), len(away)),
        "full_byes": _share(away.count("F"), len(away)),
    }


@dataclass(frozen=True, slots=True)
class _Stay:
    """From the first to the last round in which somebody was not away without points; empty where paired."""

    late: bool
    left: bool
    letters: tuple[str, ...]


def _stay(p: Participant) -> _Stay | None:
    there = [k for k, game in enumerate(p.games) if game != Game(None, None, "Z")]
    if not there:
        return None
    first, last = there[0], there[-1]
    letters = tuple(
        game.result if game.opponent is None and game.result != "U" else ""
        for game in p.games[first : last + 1]
    )
    return _Stay(first > 0, last < len(p.games) - 1, letters)


# ---- boards of teams -------------------------------------------------------------------------------


def _boards(t: TeamTournament) -> dict[str, Any]:
    """Boards, reserves and how often these play, boards that are forfeited in matches that are not."""
    count = t.board_count or 1
    squads = [len(team.players) for team in t.teams]
    reserves = max(0, _rounded(sum(squads), len(squads)) - count)
    fielded = forfeited = played = matches = 0
    for p, team in zip(t.participants, t.teams, strict=True):
        for round_, match in enumerate(p.games):
            if not match.played:
                continue
            matches += 1
            boards = [(place, q.games[round_]) for place, q in enumerate(team.players)]
            fielded += sum(game.opponent is not None and place >= count for place, game in boards)
            forfeited += sum(game.opponent is not None and game.result in FORFEITS for _, game in boards)
            played += sum(game.played for _, game in boards)
    return {
        "boards": count,
        "reserves": reserves,
        "reserve_games": min(1.0, _share(fielded, reserves * matches)),
        "board_forfeits": _share(forfeited, forfeited + played),
    }
