"""The statements of a round in the order of the decisions: the steps of its trace read one after another.

What a step says is in `group`, `opponents` and `colours`; here is what
surrounds it: which group is being paired, who of it is left, which steps belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from ..tournament import Step
from .colours import colours_of
from .facts import Facts, counted, have, several, verb
from .group import (
    FLOATER_TYPES,
    OF_BYE,
    OF_FLOATERS,
    Choice,
    Focus,
    Group,
    Statement,
    of_group,
    within,
)
from .opponents import FOUND, REFUSED, Search

__all__ = ["statements"]

_BYES: Final = {"F": "a full-point bye", "H": "a half-point bye", "Z": "a zero-point bye", "U": "the bye"}
_NONE_KEPT: Final = {"lim": "2.3 [9.3]", "ecu": "N.6, N.7.4", "olympiad": "7.4, 8.2"}
_BOARD_ORDER: Final = {"ecu": "N.8.4.1", "olympiad": "11.1"}


def statements(facts: Facts) -> Iterator[Statement]:
    """How things stand, every step of the trace, the boards."""
    yield Statement("", None, partial(_beginning, facts))
    for p in facts.tournament.participants:
        if not p.present:
            yield Statement("", frozenset({p.number}), partial(_absence, facts, p.number))
    yield from _Story(facts).told()
    article = _BOARD_ORDER.get(str(facts.tournament.system), "")
    for board, pair in enumerate(facts.pairing.pairs, 1):
        yield Statement(article, frozenset(pair), partial(_board, board, *pair))


def _beginning(facts: Facts, focus: Focus) -> str:
    t = facts.tournament
    if focus is None:
        bye = " and the bye" if facts.pairing.bye is not None else ""
        return f"Round {t.round}: {counted(len(facts.pairing.pairs), 'pair')}{bye}"
    return "; ".join(
        f"{{{n}}} has {facts.points(facts.score(n))} before round {t.round} ({facts.history(n)})"
        for n in sorted(focus)
    )


def _absence(facts: Facts, number: int, focus: Focus) -> str:
    letter = facts.participants[number].requested
    if letter is None:
        return f"{{{number}!}} is absent from this round"
    return f"{{{number}!}} is not paired in this round: {_BYES[letter]}"


def _board(board: int, white: int, black: int, focus: Focus) -> str:
    return f"Board {board}: {{{white}!}} has White, {{{black}!}} Black"


class _Story:
    """The steps of a trace being read: the group, who of it is still to be paired, how many have left it."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.steps = facts.pairing.trace
        self.group = Group("", 0.0)
        self.left: tuple[int, ...] = ()
        self.gone = 0
        self.none_kept = False
        self.cracked = {"above": 0, "below": 0}

    def told(self) -> Iterator[Statement]:
        """The statements of all steps."""
        place = 0
        while place < len(self.steps):
            together = self._together(place)
            steps = self.steps[place : place + together]
            yield from self.of_none_kept(steps[0])
            yield from self._of(steps)
            place += together

    def _together(self, place: int) -> int:
        """How many steps are one search for an opponent; any other step is by itself."""
        end, first = place, self.steps[place]
        while end < len(self.steps) and self.steps[end].rule in REFUSED and self._same_first(first, end):
            end += 1
        if end < len(self.steps) and self.steps[end].rule in FOUND and self._same_first(first, end):
            end += 1
        return max(end - place, 1)

    def _same_first(self, step: Step, place: int) -> bool:
        return self.steps[place].who[:1] == step.who[:1]

    def _of(self, steps: Sequence[Step]) -> Iterator[Statement]:
        step = steps[0]
        for rules, tell in _READERS:
            if step.rule in rules:
                return tell(self, steps)
        return iter([self._about(step, lambda focus: colours_of(self.facts, step.rule, *step.who))])

    def _about(self, step: Step, tell: Callable[[Focus], str]) -> Statement:
        return Statement(step.article, frozenset(step.who), tell)

    # ---- steps by what they are about

    def of_bye(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """1.1 [8], N.5.4, 4; who has the bye is told of all who were asked before."""
        step, bye = steps[0], self.facts.pairing.bye

        def tell(focus: Focus) -> str:
            asks_for_bye = focus is not None and bye in focus
            return OF_BYE[step.rule](self.facts, step, None if asks_for_bye else focus)

        yield Statement(step.article, frozenset({*step.who, bye or 0}), tell)

    def of_round(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """What holds for everybody."""
        rule, pairing = steps[0].rule, self.facts.pairing
        concerns = {*self.facts.paired, pairing.bye or 0} if rule == "colours ignored" else ()
        yield Statement(steps[0].article, frozenset(concerns), lambda focus: _OF_ROUND[rule])

    def of_group(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """A group begins."""
        self.group = Group.of(steps[0], self.facts)
        self.left, self.gone, self.none_kept = steps[0].who, 0, False
        yield self._about(steps[0], partial(of_group, self.group, self.facts))

    def of_floater(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """Who floats, who was asked before it, who would have been after it."""
        step = steps[0]
        floater, *others = step.who
        choice = Choice(self.facts, self.group, self._staying(floater))
        if step.rule in _LEAVES:
            yield Statement(
                step.article, frozenset({floater}), lambda focus: choice.leaves(step.rule, floater)
            )
            self.left = tuple(n for n in self.left if n != floater)
            self.gone += 1
        if others:
            sentence = partial(OF_FLOATERS[step.rule], choice, floater)
            yield self._about(step, lambda focus: sentence(_asked_about(floater, others, focus)))

    def _staying(self, floater: int) -> tuple[int, ...]:
        return self.left if floater in self.left else (*self.left, floater)

    def of_needed(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """N.6: why a group keeps fewer pairs than it could."""
        step = steps[0]
        text = (
            "Were the group to make as many pairs as it could, there would be no opponents for "
            f"{several(step.who, 'or')}"
        )
        yield Statement(step.article, frozenset({*step.who, *self.group.members}), lambda focus: text)

    def of_kept(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """2.3 [9.3], N.6, N.7.4: how many pairs the group keeps."""
        who = steps[0].who
        leaving = "" if self.gone else ", and nobody has to leave it"
        pairs = counted((len(self.group.members) - self.gone) // 2, "pair")
        yield self._about(
            steps[0],
            lambda focus: (
                f"{several(within(who, focus))} {verb(within(who, focus), 'stays', 'stay')}: "
                f"the group keeps {pairs}{leaving}"
            ),
        )

    def of_none_kept(self, following: Step) -> Iterator[Statement]:
        """2.3 [9.3], N.6, N.7.4: where all of a group have left it; the trace has no step for that."""
        members, facts = self.group.members, self.facts
        if len(members) < 2 or self.gone < len(members) or self.none_kept or following.rule in OF_FLOATERS:
            return
        self.none_kept = True
        text = "The group keeps no pair: nobody in it can be paired with another of it"
        if facts.of_teams and any(facts.not_met(a, b) for a, b in combinations(members, 2)):
            text = (
                "The group keeps no pair: were two of it to meet, the rest of the round could not be paired"
            )
        article = _NONE_KEPT[str(facts.tournament.system)]
        yield Statement(article, frozenset(members), lambda focus: text)

    def of_cracked(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """2.6 [9.6]: a pairing taken back, of the side from which fewer floaters came."""
        a, b = steps[0].who
        facts = self.facts
        side, other = ("above", "below") if facts.score(a) > facts.median else ("below", "above")
        came = {
            where: self.cracked[where]
            + sum(
                f.direction == way and round(f.to_score * 20) == 2 * facts.median
                for f in facts.pairing.floaters
            )
            for where, way in (("above", "down"), ("below", "up"))
        }
        asked_first = "below" if came["above"] > came["below"] else "above"
        none_left = "" if side == asked_first else f" (none is left {other} it)"
        text = (
            f"The median group cannot be paired completely: {came['above']} came from above and "
            f"{came['below']} from below, so the last pairing {side} it{none_left}, {{{a}}} and {{{b}}}, "
            "is taken back, and both join it"
        )
        self.cracked[side] += 2
        yield self._about(steps[0], lambda focus: text)

    def of_search(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """Somebody looks for an opponent."""
        found = steps[-1] if steps[-1].rule in FOUND else None
        refusals = tuple(step for step in steps if step is not found)
        yield from Search(self.facts, self.group, steps[0].who[0], self.left, refusals, found).statements()
        if found:
            self.left = tuple(n for n in self.left if n not in found.who)

    def of_others(self, steps: Sequence[Step]) -> Iterator[Statement]:
        """The rest."""
        yield self._about(steps[0], partial(_OTHERS[steps[0].rule], self.facts, steps[0]))


def _asked_about(floater: int, others: Sequence[int], focus: Focus) -> Sequence[int]:
    """Of the others all, where somebody asks about the floater."""
    return others if focus is None or floater in focus else within(others, focus)


# ---- other steps -----------------------------------------------------------------------------------

_OF_ROUND: Final = {
    "colours ignored": (
        "The round cannot be paired within the colour limits, so whom one may meet is asked as if there were "
        "no limits: only those who have met may not meet; colours are still given within the limits where "
        "that can be"
    ),
    "colours disregarded": "Teams are paired without regard to colours; only the colour limits count",
}


def _limits_kept(facts: Facts, step: Step, focus: Focus) -> str:
    if focus is not None:
        return ""
    return "In this group nobody gets one colour three times running, or three more of it than of the other"


def _limits_dropped(facts: Facts, step: Step, focus: Focus) -> str:
    return (
        "Within the colour limits this group would keep fewer pairs, or the round could not be paired, so it "
        "is paired without them"
    )


def _other_boards(facts: Facts, step: Step, focus: Focus) -> str:
    who = within(step.who, focus)
    if not who:
        return ""
    pattern = getattr(facts.tournament, "board_colours", "")
    if pattern:
        boards = f"the boards 1 to {len(pattern)}"
        return f"{several(who)} {have(who)} the colours {pattern} on {boards}, as the file says"
    return f"{several(who)} {have(who)} White on the boards 1, 3, 5, ... and Black on the boards 2, 4, 6, ..."


_OTHERS: Final[dict[str, Callable[[Facts, Step, Focus], str]]] = {
    "limits kept": _limits_kept,
    "limits dropped": _limits_dropped,
    "other boards": _other_boards,
}
_LEAVES: Final = frozenset({*FLOATER_TYPES, "floater", "moves on"})
_Reader = Callable[[_Story, Sequence[Step]], Iterator[Statement]]
_READERS: Final[tuple[tuple[frozenset[str], _Reader], ...]] = (
    (frozenset(OF_BYE), _Story.of_bye),
    (frozenset(_OF_ROUND), _Story.of_round),
    (frozenset({"round one", "group down", "group up", "median", "middle group"}), _Story.of_group),
    (frozenset(OF_FLOATERS) | _LEAVES, _Story.of_floater),
    (frozenset({"needed beyond"}), _Story.of_needed),
    (frozenset({"pairs kept"}), _Story.of_kept),
    (frozenset({"cracked"}), _Story.of_cracked),
    (frozenset(REFUSED) | FOUND, _Story.of_search),
    (frozenset(_OTHERS), _Story.of_others),
)
"""Which steps are read how; those of colours are what is left."""
