"""How one participant comes to its opponent, in sentences: those it tries, why not, and whom it takes.

Articles 2.1, 3.6, 4 and 5.2, 5.7 [9.1, 10.6, 11, 12.2, 12.7] of Lim; N.5.3, N.6 and N.7.3 of chapter N;
6.1, 7.3, 8 and 9 of D.02.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

from ..reference.lim import exchange_order
from ..tournament import Step
from .colours import due
from .facts import (
    COLOURS,
    Facts,
    are,
    capital,
    in_rounds,
    listed,
    numbers,
    ordinal,
    several,
    verb,
)
from .group import KEEPS_FEWER, Focus, Group, Statement, within

__all__ = ["FOUND", "REFUSED", "Search"]

FOUND: Final = frozenset({"opponent", "first available"})

_WITH_HISTORIES: Final = 6
"""So many candidates are shown with their colours."""

_LONG: Final = 40
"""An order of trying is shown so far."""


@dataclass(frozen=True)
class Search:
    """Somebody looks for an opponent.

    `left` are those of the group not yet paired, in its order; `refusals` the steps of those who were tried
    and not taken, in the order tried; `found` the step of the pair, or None where nobody could be taken.
    """

    facts: Facts
    group: Group
    number: int
    left: tuple[int, ...]
    refusals: tuple[Step, ...]
    found: Step | None

    @property
    def came_in(self) -> bool:
        """Whether it is a floater who looks, before the scrutiny."""
        return self.number in self.group.came_in

    def statements(self) -> Iterator[Statement]:
        """Whose turn it is, those refused, the one taken."""
        of_pair = frozenset(self.found.who if self.found else [self.number])
        yield Statement("", frozenset({self.number}), lambda focus: self.turn())
        for rule, article, candidates, others in self.runs():
            concerns = frozenset([self.number, *candidates])
            yield Statement(article, concerns, partial(self.refused, rule, candidates, others))
        if self.found:
            yield Statement(self.found.article, of_pair, lambda focus: self.taken())

    def runs(self) -> Iterator[tuple[str, str, tuple[int, ...], tuple[int, ...]]]:
        """The refusals: rule, article, candidates, and those left over; what follows alike put together."""

        def reason(step: Step) -> tuple[str, str, tuple[int, ...]]:
            return step.rule, step.article, step.who[2:] if step.rule == "leaves others" else ()

        for (rule, article, others), steps in groupby(self.refusals, reason):
            who = (step.who[1:2] if rule == "leaves others" else step.who[1:] for step in steps)
            yield rule, article, tuple(n for run in who for n in run), others

    # ---- the sentences

    def turn(self) -> str:
        """Who looks, and in which order it tries the others."""
        if self.came_in:
            group = f"the group of {self.facts.points(self.group.score)}"
            return (
                f"{{{self.number}}} came into {group} and looks for an opponent before those of it do; "
                f"it tries {self._order_of_floater()}"
            )
        players = self.facts.players
        order = [player.number for player in exchange_order([players[n] for n in self.left])]
        first = f"{{{self.number}}} is the first of the {len(self.left)} left in the group"
        if len(order) > _LONG:
            return f"{first} and tries {', '.join(numbers(order[:_LONG]))} and so on"
        return f"{first} and tries {', '.join(numbers(order))}"

    def _order_of_floater(self) -> str:
        if self.facts.of_teams:
            below = self.facts.score(self.number) < self.group.score
            first = "lowest" if below else "highest"
            return f"the group's own teams from the {first} ranked, then the other floaters"
        return f"the others of the group from the {'largest' if self.group.upward else 'smallest'} number"

    def refused(self, rule: str, candidates: Sequence[int], others: Sequence[int], focus: Focus) -> str:
        """Some who were tried, and why they were not taken."""
        asked = candidates if focus is None or self.number in focus else within(candidates, focus)
        if rule == "leaves others":
            return self.leaves_others(asked, others)
        return REFUSED[rule](self, asked)

    def met(self, candidates: Sequence[int]) -> str:
        """2.1 [9.1], N.5.3, 6.1: met before, or forbidden."""
        rounds = {n: self.facts.rounds_met(self.number, n) for n in candidates}
        met = [n for n in candidates if rounds[n]]
        forbidden = [n for n in candidates if not rounds[n]]
        words = []
        if met:
            words.append(f"{{{self.number}}} does not take {several(met)}: {self._when(met, rounds)}")
        if forbidden:
            words.append(f"the arbiter does not allow {several(forbidden, 'or')} against {{{self.number}}}")
        return capital("; ".join(words))

    @staticmethod
    def _when(met: Sequence[int], rounds: Mapping[int, Sequence[int]]) -> str:
        """In which rounds it met them, in the order told; whom when, where one was met more than once."""
        if len(met) == 1:
            return f"they met in {in_rounds(rounds[met[0]])}"
        if all(len(rounds[n]) == 1 for n in met):
            return f"they met in rounds {listed([str(rounds[n][0]) for n in met])}"
        return f"it met {listed([f'#{n} in {in_rounds(rounds[n])}' for n in met])}"

    def colour_limits(self, candidates: Sequence[int]) -> str:
        """2.1, 5.1 [9.1, 12.1], N.7.3, 7.3: no colours for the two within the limits."""
        mine = self.facts.barred(self.number)
        if len(mine) == 2:
            return f"{self._not(candidates)}: {self._neither(self.number)}"
        words = []
        neither = [n for n in candidates if len(self.facts.barred(n)) == 2]
        alike = [n for n in candidates if n not in neither]
        if alike:
            (colour,) = mine
            which = verb(alike, "neither", "none of them")
            why = self._why([self.number, *alike], colour)
            words.append(f"{self._not(alike)}: {which} may have {COLOURS[colour]} ({why})")
        words += [f"{self._not([n])}: {self._neither(n)}" for n in neither]
        return "; ".join(words)

    def _why(self, who: Sequence[int], colour: str) -> str:
        """What bars them from the colour; of many the colours they have had."""
        if len(who) == 2:
            reasons = [f"#{n} {self.facts.history(n)}: {self.facts.barred(n)[colour]}" for n in who]
            return "; ".join(reasons)
        shown = who[:_WITH_HISTORIES]
        more = [f"{len(who) - len(shown)} more"] if len(who) > len(shown) else []
        return listed([f"#{n} {self.facts.history(n)}" for n in shown] + more)

    def _neither(self, number: int) -> str:
        why = listed(list(self.facts.barred(number).values()))
        return f"{self.facts.with_history(number)} may have neither colour ({why})"

    def due_the_same(self, candidates: Sequence[int]) -> str:
        """3.6, 5.2 [10.6, 12.2]: due the colour that the one who looks is due."""
        colour = COLOURS[str(self.facts.due(self.number))]
        shown = len(candidates) <= _WITH_HISTORIES
        who = listed([self.facts.with_history(n) for n in candidates]) if shown else several(candidates)
        return (
            f"{{{self.number}}} ({self.facts.history(self.number)}), due {colour}, looks for one who is not: "
            f"{who} {are(candidates)} due {colour} too"
        )

    def rating_apart(self, candidates: Sequence[int]) -> str:
        """3.6, 5.7 [10.6, 12.7]: in a maxi-tournament too far from the first one it could take."""
        first = self.first_available()
        shown = len(candidates) <= _WITH_HISTORIES
        who = (
            listed([f"{{{n}}} ({self.facts.rating(n)})" for n in candidates])
            if shown
            else several(candidates)
        )
        return (
            f"{{{self.number}}} passes over {who}, rated more than 100 points from {{{first}}} "
            f"({self.facts.rating(first)}), the first it could take"
        )

    def first_available(self) -> int:
        """In a maxi-tournament the first who could be taken: refused for its colour alone, or taken."""
        taken = self.found.who[1] if self.found else 0
        if self.found and self.found.rule == "first available":
            return taken
        passed = (step.who[1] for step in self.refusals if step.rule == "due the same colour")
        return next(passed, taken)

    def leaves_others(self, candidates: Sequence[int], others: Sequence[int]) -> str:
        """4.4 [11.4], N.6 3, 9: the rest could not be paired."""
        return (
            f"Were {{{self.number}}} to take {several(candidates, 'or')}, the rest could not all be paired: "
            f"{several(others)} would be left over"
        )

    def keeps_fewer(self, candidates: Sequence[int]) -> str:
        """N.6 1, 8: the rest would not reach the pairs to keep."""
        return f"Were {{{self.number}}} to take {several(candidates, 'or')}, {KEEPS_FEWER}"

    def taken(self) -> str:
        """The pair, and what speaks for it."""
        assert self.found is not None
        a, b = self.found.who
        teams, maxi = self.facts.of_teams, self.facts.tournament.maxi
        colours = "" if teams or self.group.rule == "round one" else f": {due(self.facts, a, b)}"
        if self.found.rule == "first available":
            due_another = "is due another colour"
            if maxi:
                due_another = f"is both due another colour and rated within 100 points of {{{b}}}"
            why = f"the first it can take, for nobody it can take {due_another}"
        else:
            tried = sum(len(candidates) for _, _, candidates, _ in self.runs()) + 1
            why = f"the {ordinal(tried)} it tries"
        return f"{{{a}}} takes {{{b}!}}, {why}{colours}{self._near_enough(b)}{self._beyond_limits(a, b)}"

    def _near_enough(self, taken: int) -> str:
        """5.7 [12.7]: in a maxi-tournament, how far it is from the first it could take."""
        first = self.first_available()
        if self.facts.of_teams or not self.facts.tournament.maxi or taken == first:
            return ""
        return (
            f"; {{{taken}}} is {self.facts.rated(taken)}, within 100 points of {{{first}}} "
            f"({self.facts.rating(first)}), the first it could take"
        )

    def _beyond_limits(self, a: int, b: int) -> str:
        """6 [13]: in the last round equal scores go before the colour limits."""
        equal = self.facts.score(a) == self.facts.score(b)
        if self.facts.of_teams or not (self.facts.last_round and equal) or self.facts.colours_allow(a, b):
            return ""
        return "; by 6 [13], in the last round, equal scores go before the colour limits"

    def _not(self, candidates: Sequence[int]) -> str:
        return f"{{{self.number}}} cannot take {several(candidates, 'or')}"


REFUSED: Final[dict[str, Callable[[Search, Sequence[int]], str]]] = {
    "met": Search.met,
    "colour limits": Search.colour_limits,
    "rating apart": Search.rating_apart,
    "due the same colour": Search.due_the_same,
    "keeps fewer pairs": Search.keeps_fewer,
    "leaves others": partial(Search.leaves_others, others=()),
}
"""What is said of candidates who were not taken, by the rule that refuses them."""
