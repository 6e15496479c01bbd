"""What a tournament says about each participant before a round (rules: common to all rule sets).

Read from the tournament's games alone; the engine has its own packing of the same facts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..tournament import TENTHS, Participant, Tournament

__all__ = ["Player", "players_of"]


@dataclass(frozen=True)
class Player:
    """One participant before the round.

    `score` is in tenths of a point; `colours` the colours of the played games, oldest first, as
    letters ``W`` and ``B``; `met` the numbers met in played games, and those of forbidden pairs.
    """

    number: int
    rating: int = 0
    score: int = 0
    colours: str = ""
    met: frozenset[int] = frozenset()
    floated: bool = False
    may_have_bye: bool = True
    by_round: str = ""
    results: str = ""
    tiebreak: int = 0

    def __hash__(self) -> int:
        return self.number

    @property
    def difference(self) -> int:
        """Colour difference: whites less blacks over the played games."""
        return self.colours.count("W") - self.colours.count("B")

    @property
    def due(self) -> str | None:
        """Due colour (5.1, 5.5, 5.6): the one had less often, else the opposite of the last one."""
        if self.difference != 0:
            return "B" if self.difference > 0 else "W"
        return opposite(self.colours[-1]) if self.colours else None


def opposite(colour: str) -> str:
    """The other colour."""
    return "B" if colour == "W" else "W"


def players_of(t: Tournament) -> list[Player]:
    """The facts of every participant, in the order of their numbers."""
    score = {p.number: t.score(p) for p in t.participants}
    before = {
        p.number: score[p.number] - (t.scoring.value(p.games[-1]) if p.games else 0) for p in t.participants
    }
    players = []
    for p in t.participants:
        played = [game for game in p.games if game.played]
        last = p.games[-1] if p.games else None
        players.append(
            Player(
                number=p.number,
                rating=p.rating,
                score=score[p.number],
                colours="".join(str(game.colour).upper() for game in played),
                met=frozenset(game.opponent for game in played if game.opponent is not None),
                floated=last is not None
                and last.played
                and last.opponent is not None
                and before[last.opponent] != before[p.number],
                by_round="".join(str(g.colour).upper() if g.played else "-" for g in p.games),
                results="".join(g.result for g in p.games),
                tiebreak=sonneborn_berger(p, score) if t.ranking == "esb" else 0,
                may_have_bye=not any(game.result in "UF+" for game in p.games),
            )
        )
    return [_with_forbidden(player, t.forbidden) for player in sorted(players, key=lambda x: x.number)]


def _with_forbidden(player: Player, forbidden: tuple[tuple[int, int], ...]) -> Player:
    """Forbidden pairs are treated exactly like a pair that has met."""
    barred = {b if a == player.number else a for a, b in forbidden if player.number in (a, b)}
    return replace(player, met=player.met | barred) if barred else player


def sonneborn_berger(p: Participant, score: dict[int, int]) -> int:
    """N.5.1: match points of each opponent met times game points scored against it.

    The opponent with the fewest match points is left out, of several the one against whom least was scored.
    """
    played = [game for game in p.games if game.played]
    met = [(score[game.opponent or 0], round((game.game_points or 0) * TENTHS)) for game in played]
    if len(met) >= 2:
        met.remove(min(met))
    return sum(match_points * game_points for match_points, game_points in met)
