"""A group as the trace tells of it, what a statement is, and what is said of the bye, groups and floaters.

Articles 1 to 3 [8 to 10] of Lim, N.5, N.6 and N.7.4 of chapter N, 4, 6.4, 7.4 and 8 of D.02.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..reference.lim import DOWN, UP
from ..reference.matching import maximum_matching
from ..tournament import Game, Step
from .facts import (
    COLOURS,
    OTHER,
    Facts,
    are,
    capital,
    counted,
    have,
    listed,
    several,
    they,
    verb,
)

__all__ = [
    "FLOATER_TYPES",
    "KEEPS_FEWER",
    "OF_BYE",
    "OF_FLOATERS",
    "Focus",
    "Group",
    "Statement",
    "of_group",
    "within",
]

KEEPS_FEWER: Final = "the group would keep fewer pairs, or the rest of the round could not be paired"
"""N.6, N.7.4 [8]: pairs are kept where all others can be paired too; which of the two fails is not told."""

Focus = frozenset[int] | None
"""The numbers somebody asks about; None is everybody."""


@dataclass(frozen=True)
class Statement:
    """Something said of the round: under which article, whom it concerns (None: everybody), and the words.

    The words depend on who asks: of others only those asked about are mentioned.
    """

    article: str
    concerns: Focus
    tell: Callable[[Focus], str]

    def told(self, focus: Focus) -> str:
        """The sentence for those who ask; empty where it does not concern them."""
        if focus is not None and self.concerns is not None and not focus & self.concerns:
            return ""
        text = self.tell(focus)
        return text and f"{text}{f' ({self.article})' if self.article else ''}."


def within(who: Sequence[int], focus: Focus) -> Sequence[int]:
    """Those of `who` that are asked about."""
    return who if focus is None else [number for number in who if number in focus]


@dataclass(frozen=True)
class Group:
    """A group that is being paired; `members` are first the residents, then those that came in."""

    rule: str
    score: float
    members: tuple[int, ...] = ()
    came_in: tuple[int, ...] = ()

    @property
    def upward(self) -> bool:
        """Whether it is paired from the largest number, or the lowest ranked."""
        return self.rule == "group up"

    @property
    def residents(self) -> tuple[int, ...]:
        """Those whose own group it is."""
        return tuple(n for n in self.members if n not in self.came_in)

    @classmethod
    def of(cls, step: Step, facts: Facts) -> Group:
        """The group a step of the trace begins with."""
        score = facts.median if step.rule == "median" else float(facts.score(step.who[0]))
        came_in = tuple(n for n in step.who if facts.score(n) != score and step.rule != "round one")
        return cls(step.rule, score, step.who, came_in)


# ----------------------------------------------------------------------------- the groups

_WAYS: Final = {
    "group down": "is paired downward, towards the {middle}",
    "group up": "is paired upward, towards the {middle}",
    "median": "is the median group and is paired last, downward",
    "middle group": "is the middle group, for it holds place {place} in the ranking of the {teams} to be "
    "paired, and is paired last, downward",
}


def of_group(group: Group, facts: Facts, focus: Focus) -> str:
    """Who is in a group, and which way it is paired."""
    if group.rule == "round one":
        who = within(group.members, focus)
        return f"Round one: {several(who)} {are(who)} paired by number, whatever the scores"
    middle = "middle group of" if facts.of_teams else "median of"
    middle += f" {facts.points(facts.middle_score if facts.of_teams else facts.median)}"
    teams = len(facts.paired)
    way = _WAYS[group.rule].format(middle=middle, place=teams // 2 + 1, teams=counted(teams, "team"))
    name = f"the group of {facts.points(group.score)}"
    residents, came = within(group.residents, focus), within(group.came_in, focus)
    if focus is None:
        own = several(residents) if residents else "nobody has this score"
        return f"{capital(name)} {way}: {own}{f'; {several(came)} came in' if came else ''}"
    parts = []
    if residents:
        others = len(group.residents) - len(residents)
        company = f"with {counted(others, 'other') if others else 'nobody else'} of this score"
        parts.append(f"{several(residents)} {are(residents)} in {name}, {company}")
    if came:
        own = "" if residents else f", which has {len(group.residents) or 'nobody'} of this score"
        parts.append(f"{several(came)} {have(came)} come into {name}{own}")
    if also := [n for n in group.came_in if n not in came]:
        parts.append(f"{several(also)} came in{' too' if came else ''}")
    return f"{'; '.join(parts)}; the group {way}"


# ----------------------------------------------------------------------------- the bye


def barred(facts: Facts, step: Step, focus: Focus) -> str:
    """Those who may not have the bye."""
    who = within(step.who, focus)
    return "; ".join(f"{{{number}}} may not have the bye: {_reason(facts, number)}" for number in who)


def _reason(facts: Facts, number: int) -> str:
    """What bars one from the bye: the first round that does."""
    for round_, game in enumerate(facts.participants[number].games, 1):
        if words := _bars(facts, round_, game):
            return words.format(round=round_)
    return "the rules bar it"


def _bars(facts: Facts, round_: int, game: Game) -> str:
    words = {
        "U": "it had the bye in round {round}",
        "F": "it had a full-point bye in round {round}",
        "+": "it won by the opponent's absence in round {round}",
    }
    if facts.tournament.system == "ecu":
        words["H"] = "it scored without playing, by a half-point bye, in round {round}"
    if facts.tournament.system == "olympiad" and round_ == 1:
        words["Z"] = "it was not paired from round one"
    return words.get(game.result, "")


def needed(facts: Facts, step: Step, focus: Focus) -> str:
    """Those without whom the others could not all be paired."""
    who = within(step.who, focus)
    return f"With the bye for {several(who, 'or')} the others could not all be paired"


def taker(facts: Facts, step: Step, focus: Focus) -> str:
    """Who has the bye, and the order in which it is offered."""
    (number,) = step.who
    if facts.of_teams:
        order = "it is offered from the lowest ranked team up"
    elif facts.tournament.round == 1:
        order = "in round one it is offered to the lowest rated first, then to the largest number"
    else:
        order = "it is offered to the lowest score first, then to the largest number"
    own = facts.points(facts.score(number))
    if not facts.of_teams and facts.tournament.round == 1:
        own = facts.rated(number)
    return f"{{{number}!}}, {own}, has the bye: {order}, and this is the first who can have it"


OF_BYE: Final[dict[str, Callable[[Facts, Step, Focus], str]]] = {
    "bye barred": barred,
    "bye needed": needed,
    "bye": taker,
}

# ----------------------------------------------------------------------------- floaters

FLOATER_TYPES: Final = {
    "floater a": "it came in as a floater and has no opponent left in the next group (type a)",
    "floater b": "it came in as a floater and has an opponent left in the next group (type b)",
    "floater c": "it is of this group and has no opponent left in the next one (type c)",
    "floater d": "it is of this group and has an opponent left in the next one (type d)",
}
"""3.9 [10.9]: an opponent left for it, after those reserved for floaters already chosen that rank ahead."""


@dataclass(frozen=True)
class Choice:
    """One floater being chosen: the group, and those of it who are still staying, the floater included."""

    facts: Facts
    group: Group
    staying: tuple[int, ...]

    # Every sentence: the floater, and those others who are asked about, or all of them.

    def costs(self, floater: int, others: Sequence[int]) -> str:
        """2.3, 4.4 [9.3, 11.4]; N.6 2, 8: asked before, and needed."""
        need = KEEPS_FEWER if self.facts.of_teams else "the group would lose a pair"
        return f"{self._before(floater, others)}, but {_without(others)} {need}"

    def _before(self, floater: int, others: Sequence[int]) -> str:
        return f"{several(others)} {are(others)} asked to float before {{{floater}}}"

    def _after(self, floater: int, others: Sequence[int]) -> str:
        return f"{several(others)} {are(others)} asked to float only after {{{floater}}}"

    def other_types(self, floater: int, others: Sequence[int]) -> str:
        """3.9 [10.9]: the other types, asked later."""
        residents = [n for n in others if n not in self.group.came_in]
        came = [n for n in others if n in self.group.came_in]
        words = []
        if residents:
            have_none = f"{they(residents)} {have(residents)} no opponent left in the next group (type c)"
            words.append(f"{self._after(floater, residents)}: {have_none}")
        if came:
            which = "type a" if floater in self.group.came_in else "type a or b"
            came_in = f"{they(came)} came in as {verb(came, 'a floater', 'floaters')} ({which})"
            words.append(f"{self._after(floater, came)}: {came_in}")
        return "; ".join(words)

    def floated_before(self, floater: int, others: Sequence[int]) -> str:
        """3.10 [10.10]: they floated in the previous round."""
        facts = []
        for number in others[:3]:
            opponent, own, other = self.facts.last_float(number)
            facts.append(
                f"#{number} with {self.facts.points(own)} met #{opponent} with {self.facts.points(other)}"
            )
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        return (
            f"{self._after(floater, others)}: {they(others)} floated in round "
            f"{self.facts.tournament.round - 1} ({'; '.join(facts)}{more}), and {{{floater}}} did not"
        )

    def due_like_most(self, floater: int, others: Sequence[int]) -> str:
        """3.2.2, 3.2.3 [10.2.2, 10.2.3]: the due colour of most of those staying."""
        due = [self.facts.due(n) for n in self.staying]
        colour = str(self.facts.due(floater))
        most, fewest = due.count(colour), len(due) - due.count(colour) - due.count(None)
        other = COLOURS[OTHER[colour]]
        other_due = [n for n in others if self.facts.due(n) != colour]
        too_far = [n for n in others if n not in other_due]
        words = [f"{self.facts.with_history(floater)} is due {COLOURS[colour]}"]
        for who, lack in ((other_due, "not"), (too_far, f"rated {self._too_far_away()}")):
            if who:
                words.append(f"{several(who)} {are(who)} {lack}")
        return (
            f"{self._after(floater, others)}: more of those staying are due {COLOURS[colour]} than {other} "
            f"({most} against {fewest}), {listed(words)}"
        )

    def _too_far_away(self) -> str:
        """3.2.3 [10.2.3]."""
        last = (min if self.group.upward else max)(self.staying)
        return f"more than 100 points from {{{last}}} ({self.facts.rating(last)})"

    def largest_number(self, floater: int, others: Sequence[int]) -> str:
        """3.2.4 [10.2.4]: the largest number first; upward the smallest."""
        which = "smaller" if self.group.upward else "larger"
        later = f"{self._after(floater, others)}: {{{floater}}} has the {which} number"
        return later + self._too_far(floater, others)

    def _too_far(self, floater: int, others: Sequence[int]) -> str:
        """3.2.3 [10.2.3]: those who would go first for their due colour, were it not a maxi-tournament."""
        due = [self.facts.due(n) for n in self.staying]
        most = max("WB", key=due.count)
        tie = due.count("W") == due.count("B")
        if not self.facts.tournament.maxi or tie or self.facts.due(floater) == most:
            return ""
        far = [n for n in others if self.facts.due(n) == most]
        if not far:
            return ""
        return (
            f"; that {several(far)} {are(far)} due {COLOURS[most]}, as more of those staying are than "
            f"{COLOURS[OTHER[most]]}, does not count, for {several(far)} {are(far)} rated "
            f"{self._too_far_away()}"
        )

    def have_met_all(self, floater: int, others: Sequence[int]) -> str:
        """N.6 2: a team that has not met every team of the next group before one that has."""
        return (
            f"{self._after(floater, others)}: {they(others)} {have(others)} met every team of the next "
            f"group, and {{{floater}}} has not"
        )

    def far_end(self, floater: int, others: Sequence[int]) -> str:
        """N.6 2: from the far end of the ranking."""
        which = "higher" if self.group.upward else "lower"
        ranked_by = self.facts.ranked_by(floater, *others)
        return f"{self._after(floater, others)}: {{{floater}}} is ranked {which}{ranked_by}"

    def but_for_limits(self, floater: int, others: Sequence[int]) -> str:
        """N.7.4.2 [7.4]: passed over for the limits alone."""
        return (
            f"{self._before(floater, others)}, but {_without(others)}, within the colour limits, and only "
            f"within them, {KEEPS_FEWER}"
        )

    def destination(self, floater: int) -> str:
        """Where it goes."""
        for f in self.facts.pairing.floaters:
            if f.number == floater and round(f.from_score * 10) == self.group.score:
                return f"{f.direction} to the group of {self.facts.points(f.to_score * 10)}"
        return "on"

    def leaves(self, rule: str, floater: int) -> str:
        """That it floats, where to, and as which type."""
        if rule == "moves on":  # N.6 1
            return (
                f"{{{floater}}} came in, can take nobody in this group, and moves {self.destination(floater)}"
            )
        reason = FLOATER_TYPES.get(rule)
        if rule in ("floater a", "floater c"):
            reason = f"{reason}, {self.why_none(floater)}"
        return f"{{{floater}}} floats {self.destination(floater)}{f': {reason}' if reason else ''}"

    def why_none(self, floater: int) -> str:
        """3.3, 3.4, 3.9 [10.3, 10.4, 10.9]: why it has no opponent left in the next group."""
        following = self._next_group(floater)
        could = [n for n in following if self.facts.compatible(floater, n)]
        if not following:
            return "for nobody has that score"
        if not could:
            return "for it can meet nobody there"
        return (
            f"for by 3.3, 3.4 [10.3, 10.4] {several(could)}, whom it could meet there, {are(could)} reserved "
            f"for {several(self._reserved_for(floater, could, following))}"
        )

    def _next_group(self, floater: int) -> list[int]:
        """The residents of the group it floats to."""
        scores = {
            f.to_score * 10
            for f in self.facts.pairing.floaters
            if f.number == floater and round(f.from_score * 10) == self.group.score
        }
        return [n for n in self.facts.paired if self.facts.score(n) in scores]

    def _reserved_for(self, floater: int, could: Sequence[int], following: Sequence[int]) -> list[int]:
        """Of the floaters already chosen that rank ahead those who can have no other opponents than these and
        each other's.
        """
        ahead = [n for n in self.group.members if n not in self.staying and self._ranks_ahead(n, floater)]
        mates = maximum_matching(
            [*ahead, *following],
            lambda a, b: (a in ahead) != (b in ahead) and self.facts.compatible(a, b),
        )
        reached, owners = list(could), []
        for opponent in reached:
            owner = mates[opponent]
            owners.append(owner)
            reached += [n for n in following if n not in reached and self.facts.compatible(owner, n)]
        return [n for n in ahead if n in owners]

    def _ranks_ahead(self, a: int, b: int) -> bool:
        """In the direction of pairing."""
        by_rank = (UP if self.group.upward else DOWN).by_rank
        return by_rank(self.facts.players[a]) < by_rank(self.facts.players[b])


def _without(others: Sequence[int]) -> str:
    """Each of them by itself."""
    one = f"without {{{others[0]}}}"
    return {1: one, 2: "without either of them"}.get(len(others), "without any one of them")


OF_FLOATERS: Final[dict[str, Callable[[Choice, int, Sequence[int]], str]]] = {
    "leaving costs a pair": Choice.costs,
    **dict.fromkeys(FLOATER_TYPES, Choice.other_types),
    "floated before": Choice.floated_before,
    "due like most": Choice.due_like_most,
    "largest number": Choice.largest_number,
    "floater": Choice.have_met_all,
    "far end": Choice.far_end,
    "another floater": Choice.but_for_limits,
}
"""What is said of a floater and those others whom a step names with it."""
