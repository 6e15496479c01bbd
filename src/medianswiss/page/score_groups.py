"""A paired round by its score groups: which pair was made in which group, who left it and for where.

Everything is read from a `RoundPairing` and its trace; nothing is paired here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..explanation.opponents import FOUND, REFUSED
from ..tournament import TEAM_SYSTEMS, TENTHS, RoundPairing, Step, Tournament

__all__ = ["Group", "Move", "exchanged", "groups_of"]


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who left a group: as a floater, or because its pairing was taken back (2.6).

    `source` and `target` are the groups' scores, in twentieths of a point.
    """

    number: int
    source: int
    target: int
    cracked: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """One score group of a round.

    Parameters
    ----------
    score : int
        In twentieths of a point: the median may lie between two scores.
    residents : int
    side : {"above", "median", "below", "all"}
        Of the median; all is round one of `lim`, which asks for no scores.
    pairs : tuple of (int, int)
        White and Black, in the order made.
    leaving : tuple of Move
    bye : int or None
        Who has the bye, in the group of its score; nobody else need be in it.
    limits_dropped : bool
        Whether its teams were paired without colour limits.
    """

    score: int
    residents: int
    side: str
    pairs: tuple[tuple[int, int], ...]
    leaving: tuple[Move, ...] = ()
    bye: int | None = None
    limits_dropped: bool = False


def groups_of(tournament: Tournament, pairing: RoundPairing) -> tuple[Group, ...]:
    """The score groups of a round, from the top down.

    Parameters
    ----------
    tournament : Tournament
        With every choice made, as `Explanation.tournament`.
    pairing : RoundPairing
        With its trace.
    """
    scores = {
        p.number: 2 * tournament.score(p)
        for p in tournament.participants
        if p.present or p.number == pairing.bye
    }
    home = {number: score for number, score in scores.items() if number != pairing.bye}
    if tournament.system == "lim" and pairing.round == 1:
        return (Group(0, len(home), "all", pairing.pairs, bye=pairing.bye),)
    median = _median(tournament, list(home.values()))
    moves = _moves(home, median, pairing)
    place = home | {move.number: move.target for move in moves}
    made = _places_made(pairing.trace)
    pairs = sorted(pairing.pairs, key=lambda pair: made.get(frozenset(pair), 0))
    return tuple(
        Group(
            score,
            list(home.values()).count(score),
            "above" if score > median else "below" if score < median else "median",
            tuple(pair for pair in pairs if place[pair[0]] == score),
            tuple(move for move in moves if move.source == score),
            pairing.bye if scores.get(pairing.bye or 0) == score else None,
            _limits_dropped(pairing.trace, score, home),
        )
        for score in sorted({median, *scores.values(), *(move.target for move in moves)}, reverse=True)
    )


def _median(tournament: Tournament, scores: Sequence[int]) -> int:
    """The score of the group paired last: 2.2 [9.2]; of teams N.5.5, 6.4."""
    if tournament.system not in TEAM_SYSTEMS:
        return (tournament.round - 1) * tournament.scoring.white_win
    return sorted(scores, reverse=True)[len(scores) // 2] if scores else 0


def _moves(home: dict[int, int], median: int, pairing: RoundPairing) -> list[Move]:
    moves = [
        Move(f.number, round(f.from_score * 2 * TENTHS), round(f.to_score * 2 * TENTHS))
        for f in pairing.floaters
    ]
    place = home | {move.number: move.target for move in moves}
    taken_back = [number for step in pairing.trace if step.rule == "cracked" for number in step.who]
    return moves + [Move(number, place[number], median, cracked=True) for number in taken_back]


def _places_made(trace: Iterable[Step]) -> dict[frozenset[int], int]:
    """Each pair's place in the order made; of one made twice (2.6) the second."""
    made = (step.who for step in trace if step.rule in FOUND)
    return {frozenset(pair): place for place, pair in enumerate(made)}


def _limits_dropped(trace: Iterable[Step], score: int, home: dict[int, int]) -> bool:
    return any(step.rule == "limits dropped" and home[step.who[0]] == score for step in trace)


def exchanged(trace: Iterable[Step]) -> set[frozenset[int]]:
    """The pairs in which the one who looked for an opponent did not get its first candidate."""
    found: set[frozenset[int]] = set()
    refused: set[int] = set()
    upward = False
    for step in trace:
        if step.rule in REFUSED:
            # Of "leaves others" only the second is a candidate: the rest are those left.
            refused.update(step.who[1:2] if step.rule == "leaves others" else step.who[1:])
            continue
        if step.rule in FOUND:
            pair = frozenset(step.who)
            found.discard(pair)  # taken back, and made again in the median
            first = _first_candidate(step, refused, upward)
            if refused and (step.rule == "opponent" or first != step.who[1]):
                found.add(pair)
        elif step.rule in ("group down", "group up", "median"):
            upward = step.rule == "group up"
        refused = set()
    return found


def _first_candidate(step: Step, refused: Iterable[int], upward: bool) -> int:
    """Who was tried first, where all were tried: 3.6 [10.6] of those that came in, 4.2 [11.2] in scrutiny."""
    arranged = sorted({*step.who, *refused}, reverse=upward)
    if step.article.startswith("3.6"):
        arranged.remove(step.who[0])
        return arranged[0]
    return arranged[len(arranged) // 2]
