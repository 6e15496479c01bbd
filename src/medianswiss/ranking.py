"""What a rule set asks of a tournament before it is packed: the arrangement, and who may have the bye."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .errors import InvalidTournament
from .tournament import Game, Participant, Tournament

__all__ = ["arrangement", "bars_bye", "sonneborn_berger"]

Key = tuple[int, ...]


def arrangement(t: Tournament) -> Callable[[Participant], Key]:
    """The sort key of the order the engine arranges by: numbers for players, the ranking for teams."""
    if t.system == "lim":
        return lambda p: (p.number,)
    tiebreak = sonneborn_berger(t) if t.ranking == "esb" else {}
    return lambda p: (-t.score(p), -tiebreak.get(p.number, 0), p.number)


def bars_bye(system: str, games: Sequence[Game]) -> bool:
    """Whether the results so far bar the pairing-allocated bye (lim 1.1, N.5.4, D.02 4)."""
    results = {game.result for game in games}
    if system == "olympiad" and games and games[0].result == "Z":
        return True  # not paired from round one
    return bool(results & set("UF+H" if system == "ecu" else "UF+"))


def sonneborn_berger(t: Tournament) -> dict[int, int]:
    """Olympiad Sonneborn-Berger of each team before the round (N.5.1), in hundredths.

    Over the opponents met in played matches, but for the one with the fewest match points (one only, and
    none of fewer than two): the sum of its match points times the game points scored against it. Of
    opponents level with the fewest, the one against whom fewest game points were scored is left out.

    Raises
    ------
    InvalidTournament
        A played match has no game points.
    """
    score = {p.number: t.score(p) for p in t.participants}
    return {p.number: _sonneborn_berger_of(p, score) for p in t.participants}


def _sonneborn_berger_of(p: Participant, score: dict[int, int]) -> int:
    met: list[tuple[int, int]] = []
    for index, game in enumerate(p.games):
        if not game.played or game.opponent is None:
            continue
        if game.game_points is None:
            raise InvalidTournament(
                'no game points, and ranking "esb" needs them', participant=p.number, round=index + 1
            )
        met.append((score[game.opponent], round(game.game_points * 10)))
    counted = sorted(met)[1:] if len(met) > 1 else met
    return sum(match_points * game_points for match_points, game_points in counted)
