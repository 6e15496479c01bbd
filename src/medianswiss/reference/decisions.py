"""What is decided alike for players and for teams, and how the trace tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..tournament import Step
from .facts import Player
from .matching import matching_size

__all__ = [
    "ColourRule",
    "Decided",
    "Refusal",
    "Said",
    "first_to_decide",
    "in_runs",
    "left_over",
    "of_the_bye",
]

Said = tuple[str, list[Player]]
"""A rule as the trace names it, and whom it concerns; the article is the rule set's."""


def of_the_bye(order: Sequence[Player], taker: Player, may_have_it: Callable[[Player], bool]) -> list[Said]:
    """Who was asked before the one who has the bye and may not have it, whose bye would have left the others
    without a complete pairing, and who has it.
    """
    asked = order[: order.index(taker)]
    barred = [player for player in asked if not may_have_it(player)]
    needed = [player for player in asked if may_have_it(player)]
    said = (("bye barred", barred), ("bye needed", needed), ("bye", [taker]))
    return [(rule, who) for rule, who in said if who]


def left_over(players: Sequence[Player], joined: Callable[[Player, Player], bool]) -> list[Player]:
    """Those who stay without an opponent: from the largest number down, whoever can be left out without
    losing a pair.
    """
    most = matching_size(players, joined)
    staying = sorted(players, key=lambda player: -player.number)
    left_out: list[Player] = []
    for player in list(staying):
        rest = [other for other in staying if other is not player]
        if len(staying) > 2 * most and matching_size(rest, joined) == most:
            left_out.append(player)
            staying = rest
    return left_out


@dataclass(frozen=True)
class ColourRule:
    """`colour(a, b, ...)` is the colour of `a`, or None where the rule does not decide.

    The article may depend on who of the two has White.
    """

    rule: str
    article: str | Callable[[Player, Player], str]
    colour: Callable[..., str | None]


@dataclass(frozen=True)
class Decided:
    """Who has White and who has Black, and by what."""

    white: Player
    black: Player
    rule: str
    article: str

    @property
    def step(self) -> Step:
        """As the trace tells it."""
        return Step(self.rule, self.article, (self.white.number, self.black.number))


def first_to_decide(rules: Sequence[ColourRule], a: Player, b: Player, *choices: object) -> Decided:
    """The colours of `a` and `b` by the first rule that decides."""
    asked = ((rule, rule.colour(a, b, *choices)) for rule in rules)
    rule, colour = next((rule, colour) for rule, colour in asked if colour is not None)
    white, black = (a, b) if colour == "W" else (b, a)
    article = rule.article if isinstance(rule.article, str) else rule.article(white, black)
    return Decided(white, black, rule.rule, article)


@dataclass(frozen=True)
class Refusal:
    """Why a candidate was not taken, and who would stay without an opponent if that is why."""

    reason: str
    candidate: Player
    stranded: Sequence[Player] = ()


def in_runs(refused: Iterable[Refusal]) -> Iterator[tuple[str, list[Player]]]:
    """As the trace tells them: those refused one after the other for the same reason together, but each by
    itself of whom others would be stranded.
    """
    for (reason, _), run in groupby(refused, key=lambda r: (r.reason, r.candidate if r.stranded else None)):
        refusals = list(run)
        yield reason, [*(r.candidate for r in refusals), *refusals[0].stranded]
