"""The two implementations of each rule set as one: every answer is asked of both, which must agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from medianswiss import Field, ImpossiblePairing, RoundPairing, Step, Tournament, pair
from medianswiss.pairing import prepared
from medianswiss.reference import facts, lim, teams

Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Refusal:
    """What `ImpossiblePairing` says."""

    article: str
    numbers: tuple[int, ...]


def outcome(engine: Callable[[Tournament], RoundPairing], t: Tournament) -> RoundPairing | Refusal:
    """The round, or the refusal."""
    try:
        return engine(t)
    except ImpossiblePairing as error:
        return Refusal(error.article, error.numbers)


def core(t: Tournament) -> RoundPairing:
    return pair(t)


def traced(t: Tournament) -> RoundPairing:
    return pair(t, trace=True)


def reference(t: Tournament) -> RoundPairing:
    ready = prepared(t)
    return lim.pair(ready) if ready.system == "lim" else teams.pair(ready)


def both(t: Tournament) -> RoundPairing | Refusal:
    """What core and reference answer alike, trace and all; the answer without the trace."""
    of_core, of_reference = outcome(traced, t), outcome(reference, t)
    assert of_core == of_reference, f"{of_core}\n!=\n{of_reference}\n{t.to_dict()}"
    plain = outcome(core, t)
    assert plain == (replace(of_core, trace=()) if isinstance(of_core, RoundPairing) else of_core)
    return plain


def paired(t: Tournament) -> RoundPairing:
    """The round; both find one."""
    answer = both(t)
    assert isinstance(answer, RoundPairing), answer
    return answer


def trace_of(t: Tournament) -> tuple[Step, ...]:
    """Why the round is as it is; both say the same."""
    paired(t)
    return traced(t).trace


def refused(t: Tournament) -> Refusal:
    """The refusal; neither finds a round."""
    answer = both(t)
    assert isinstance(answer, Refusal), answer
    return answer


def met(t: Tournament) -> set[tuple[int, int]]:
    """The pairs of the round, smaller number first."""
    return {(min(both), max(both)) for both in paired(t).pairs}


def group(
    t: Tournament,
    residents: Sequence[int],
    incoming: Sequence[int] = (),
    adjacent: Sequence[int] = (),
    direction: Literal["down", "up"] = "down",
    last_round: bool = False,
) -> tuple[Pairs, list[int]]:
    """One group step of Lim: pairs in the order made, who chose first; floaters in the order chosen."""
    ready = prepared(t, "lim")
    of_core = Field(ready).pair_group(residents, incoming, adjacent, direction, last_round)
    player = {p.number: p for p in facts.players_of(ready)}
    rules = lim.Rules("B" if ready.initial_colour == "black" else "W", ready.maxi, last_round)
    home, came, beyond = ([player[n] for n in numbers] for numbers in (residents, incoming, adjacent))
    pairs, leaving = lim.pair_group(home, came, beyond, lim.DOWN if direction == "down" else lim.UP, rules)
    of_reference = [(a.number, b.number) for a, b in pairs], [p.number for p in leaving]
    assert of_core == of_reference
    return of_core


def renumbered(answer: RoundPairing | Refusal, new: Callable[[int], int]) -> RoundPairing | Refusal:
    """The answer with other numbers."""
    if isinstance(answer, Refusal):
        return replace(answer, numbers=tuple(map(new, answer.numbers)))
    return replace(
        answer,
        pairs=tuple((new(white), new(black)) for white, black in answer.pairs),
        bye=None if answer.bye is None else new(answer.bye),
        floaters=tuple(replace(f, number=new(f.number)) for f in answer.floaters),
    )


def colours_exchanged(t: Tournament) -> Tournament:
    """White for Black everywhere."""
    other = {"w": "b", "b": "w", None: None}
    s = t.scoring
    return replace(
        t,
        initial_colour="white" if t.initial_colour == "black" else "black",
        scoring=replace(
            s,
            white_draw=s.black_draw,
            black_draw=s.white_draw,
            white_loss=s.black_loss,
            black_loss=s.white_loss,
        ),
        participants=tuple(
            replace(p, games=tuple(replace(game, colour=other[game.colour]) for game in p.games))
            for p in t.participants
        ),
    )


def with_numbers(t: Tournament, new: Callable[[int], int]) -> Tournament:
    """The same tournament with other pairing numbers."""
    return replace(
        t,
        forbidden=tuple((new(a), new(b)) for a, b in t.forbidden),
        participants=tuple(
            replace(
                p,
                number=new(p.number),
                games=tuple(
                    game if game.opponent is None else replace(game, opponent=new(game.opponent))
                    for game in p.games
                ),
            )
            for p in t.participants
        ),
    )
