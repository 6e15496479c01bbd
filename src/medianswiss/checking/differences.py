"""Where a recorded round and our pairing of it part, and the rule that decides.

Both pairings together are chains of participants: recorded against somebody, who by the rules meets another,
who is recorded against yet another. A chain is one `Difference`. Its rule is that of the first decision of
our pairing which the record does not follow; the rest of a chain may be no more than the consequence.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..tournament import RoundPairing, Step, Tournament
from .past import RecordedRound

__all__ = ["Difference", "Place", "Row", "differ", "differences"]

Place = tuple[int, int | None]
"""White and Black, or who has the bye and None."""
Row = tuple[Place | None, Place | None]
"""What is recorded and what is ours, about one participant."""

GROUPS: Final = ("round one", "group down", "group up", "median", "middle group")
"""Steps that begin a group: its members."""
FLOATERS: Final = {
    **{f"floater {kind}": f"floaters of type {kind} come first" for kind in "abcd"},
    "floater": "#{other} has met all of the next group",
    "moves on": "nobody of the group can take #{floater}",
}
"""Steps that make one float; those after it stay because of the rule."""
FLOATS: Final = FLOATERS | {
    "leaving costs a pair": "the leaving of #{other} would cost a pair",
    "floated before": "#{other} floated in the previous round",
    "due like most": "#{floater} is due the colour that most are due",
    "largest number": "the number decides",
    "far end": "the rank decides",
    "another floater": "for the colour limits",
}
"""All steps about a floater, who is named first."""
OPPONENTS: Final = ("opponent", "first available")
"""Steps that make a pair: who looks, and who is found."""
REFUSALS: Final = {
    "met": "they may not meet",
    "colour limits": "the colours of both do not allow it",
    "rating apart": "their ratings are too far apart",
    "due the same colour": "both are due the same colour",
    "leaves others": "others would stay without an opponent",
    "keeps fewer pairs": "the group would keep fewer pairs",
}
"""Steps about one who looks, who is named first, and those who are passed over."""
UNSUITED: Final = ("due the same colour", "rating apart")
"""Those who are passed over for one who suits; where nobody does they say nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Some participants who should have been paired otherwise.

    Parameters
    ----------
    rows : tuple of (recorded, ours)
        Side by side what is about the same participant: White and Black of a pair, or who has the bye and
        None; None where the other side has no more. A single row of the same two is about colours.
    rule, article : str
        What decides, as in `Step`.
    who : tuple of int
        Whom the decision concerns.
    text : str
        The decision in words.
    """

    rows: tuple[Row, ...]
    rule: str
    article: str
    who: tuple[int, ...]
    text: str


def differ(recorded: RecordedRound, ours: RoundPairing) -> bool:
    """Whether the two pairings part at all."""
    return bool(_Columns(recorded, ours).keys) or any(_other_colours(recorded, ours))


def differences(before: Tournament, recorded: RecordedRound, ours: RoundPairing) -> tuple[Difference, ...]:
    """Every difference, in the order of the decisions; the order of the boards is in no record.

    Parameters
    ----------
    before : Tournament
        As it was before the round.
    recorded : RecordedRound
    ours : RoundPairing
        With its trace.
    """
    score = {p.number: before.score(p) for p in before.participants}
    chains = list(_Columns(recorded, ours).chains(lambda number: (-score[number], number)))
    decisions = list(_Reading(recorded, ours).decisions()) if chains else []
    found = sorted((_of_chain(rows, decisions) for rows in chains), key=lambda each: each[0])
    colours = (_of_colours(ours, *both) for both in _other_colours(recorded, ours))
    return (*(difference for _, difference in found), *colours)


# ---- the columns ----


def _other_colours(
    recorded: RecordedRound, ours: RoundPairing
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs that are in both, with other colours: as recorded, and ours."""
    by_members = {frozenset(pair): pair for pair in ours.pairs}
    for meeting in recorded.meetings:
        pair = by_members.get(frozenset(meeting.pair))
        if meeting.coloured and pair is not None and pair != meeting.pair:
            yield meeting.pair, pair


def _of_colours(ours: RoundPairing, recorded: tuple[int, int], pair: tuple[int, int]) -> Difference:
    """The decision on the colours of a pair is the last that names both."""
    step = next(step for step in reversed(ours.trace) if step.who == pair)
    text = f"#{pair[0]} should have White against #{pair[1]} ({step.rule})"
    return Difference(((recorded, pair),), step.rule, step.article, pair, text)


class _Columns:
    """The places that are in one of the two pairings only; the bye is a place with 0."""

    def __init__(self, recorded: RecordedRound, ours: RoundPairing) -> None:
        theirs: dict[frozenset[int], Place] = {frozenset(m.pair): m.pair for m in recorded.meetings}
        theirs |= {frozenset((number, 0)): (number, None) for number in recorded.byes}
        own: dict[frozenset[int], Place] = {frozenset(pair): pair for pair in ours.pairs}
        if ours.bye is not None:
            own[frozenset((ours.bye, 0))] = (ours.bye, None)
        self.recorded = {key: place for key, place in theirs.items() if key not in own}
        self.ours = {key: place for key, place in own.items() if key not in theirs}
        self.keys: dict[int, list[frozenset[int]]] = {}
        for key in (*self.recorded, *self.ours):
            for number in key:
                self.keys.setdefault(number, []).append(key)

    def chains(self, rank: Callable[[int], tuple[int, int]]) -> Iterator[tuple[Row, ...]]:
        """The rows of every chain: the bye first, then from the highest ranked on."""
        left = set(self.keys)
        for leader in sorted(left - {0}, key=rank):
            if leader in left:
                chain = self._chain(leader)
                left -= chain
                order = (*chain & {0}, *sorted(chain - {0}, key=rank))
                yield tuple(row for number in order for row in self._walk(number))

    def _chain(self, leader: int) -> set[int]:
        """Everybody who hangs together with `leader`."""
        chain, coming = {leader}, [leader]
        while coming:
            near = {number for key in self.keys[coming.pop()] for number in key} - chain
            chain |= near
            coming += near
        return chain

    def _walk(self, number: int) -> Iterator[Row]:
        """Take the places from `number` on: recorded against somebody, by the rules against one who is
        recorded against another, who comes next.
        """
        while True:
            (recorded, _), (ours, other) = self._take(self.recorded, number), self._take(self.ours, number)
            if recorded is None and ours is None:
                return
            yield recorded, ours
            key = next((key for key in self.keys.get(other, ()) if key in self.recorded), frozenset((other,)))
            number = _other_of(key, other)

    def _take(self, places: dict[frozenset[int], Place], number: int) -> tuple[Place | None, int]:
        """The place of `number`, which is then taken, and who else is in it."""
        for key in self.keys[number]:
            if key in places:
                return places.pop(key), _other_of(key, number)
        return None, number


def _other_of(key: frozenset[int], number: int) -> int:
    return next(iter(key - {number}), number)


# ---- the decisions ----


@dataclass(frozen=True, slots=True)
class _Decision:
    """One decision of our pairing that the record does not follow: `about` whom, and what is said of it."""

    step: Step
    about: frozenset[int]
    text: str


def _of_chain(rows: tuple[Row, ...], decisions: Sequence[_Decision]) -> tuple[int, Difference]:
    """The chain with the first decision about one of it, and the place of that."""
    chain = {number for row in rows for place in row if place is not None for number in place}
    place, decision = next((k, d) for k, d in enumerate(decisions) if d.about & chain)
    step = decision.step
    return place, Difference(rows, step.rule, step.article, step.who, decision.text)


class _Reading:
    """The trace of our pairing, read beside the record."""

    def __init__(self, recorded: RecordedRound, ours: RoundPairing) -> None:
        self.byes = recorded.byes
        self.trace = ours.trace
        self.opponent: dict[int, int] = {}
        """Who is recorded against whom."""
        for meeting in recorded.meetings:
            white, black = meeting.pair
            self.opponent |= {white: black, black: white}
        self.cracked = {frozenset(step.who) for step in self.trace if step.rule == "cracked"}
        self.of_cracked = frozenset(number for pair in self.cracked for number in pair)

    def decisions(self) -> Iterator[_Decision]:
        """The decisions that the record does not follow, in their order."""
        starts = [k for k, step in enumerate(self.trace) if step.rule in GROUPS]
        head = self.trace[: starts[0]] if starts else self.trace
        yield from self.bye(head)
        for start, end in pairwise((*starts, len(self.trace))):
            yield from self.group(self.trace[start], self.trace[start + 1 : end])

    def bye(self, steps: Sequence[Step]) -> Iterator[_Decision]:
        """1.1 [8], N.5.4, 4."""
        for step in steps:
            if step.rule != "bye" or step.who[0] in self.byes:
                continue
            text = f"the bye belongs to #{step.who[0]}"
            if self.byes:
                text += f", not to #{self.byes[0]}"
            yield _Decision(step, frozenset((*step.who, *self.byes)), text)

    def group(self, group: Step, steps: Sequence[Step]) -> Iterator[_Decision]:
        """What was decided in one group: who floats, who stays, who meets whom."""
        members = frozenset(group.who)
        staying = members if group.rule == "median" else members - self.of_cracked
        leaving, refusals = _by_first(steps, FLOATS), _by_first(steps, REFUSALS)
        for step in steps:
            if step.rule == "cracked":
                yield from self.cracking(step)
            elif step.rule in FLOATS and leaving[step.who[0]][0] is step:
                yield from self.floater(leaving[step.who[0]], staying, leaving)
            elif step.rule == "pairs kept":
                yield from self.kept(staying, step)
            elif step.rule in OPPONENTS and frozenset(step.who) not in self.cracked:
                yield from self.pair(step, members, refusals.get(step.who[0], ()))

    def floater(
        self, steps: Sequence[Step], members: frozenset[int], leaving: Container[int]
    ) -> Iterator[_Decision]:
        """2.3, 3 [9.3, 10], N.6, 8: one who floats is recorded against a member.

        Two floaters may meet in the next group; unless others float, who should have stayed.
        """
        floater = steps[0].who[0]
        opponent = self.opponent.get(floater)
        wrong = {n for n in members if n not in leaving and self.opponent.get(n) not in members}
        if opponent not in members or (opponent in leaving and not wrong):
            return
        text = f"#{floater} should float"
        for step in steps:
            for other in step.who[1:]:
                if other in wrong:
                    text += f", not #{other} ({FLOATS[step.rule].format(floater=floater, other=other)})"
                    yield _Decision(step, frozenset((floater,)), text)
                    return
        step = next(step for step in steps if step.rule in FLOATERS)
        yield _Decision(step, frozenset((floater,)), text)

    def kept(self, members: frozenset[int], step: Step) -> Iterator[_Decision]:
        """2.3 [9.3]: who finds an opponent inside the group stays."""
        leaving = [n for n in step.who if n in members and self.opponent.get(n) not in members]
        for number in leaving:
            yield _Decision(step, frozenset((number,)), f"#{number} should find its opponent in its group")

    def cracking(self, step: Step) -> Iterator[_Decision]:
        """2.6 [9.6]."""
        a, b = step.who
        if self.opponent.get(a) == b:
            text = f"the pairing of #{a} and #{b} should be taken back for the median"
            yield _Decision(step, frozenset(step.who), text)

    def pair(self, step: Step, members: frozenset[int], refusals: Sequence[Step]) -> Iterator[_Decision]:
        """4 [11], 3.6 [10.6], N.6, 9, 8: who looks is recorded against another."""
        a, b = step.who
        other = self.opponent.get(a)
        if other == b:
            return
        decides = next((refusal for refusal in refusals if other in _refused(refusal)), step)
        text = f"#{a} should meet #{b}"
        if step.rule == "first available" and decides.rule in UNSUITED:
            decides = step
            text += f", not #{other} (nobody suits, and #{b} is asked first)"
        elif decides is not step:
            text += f", not #{other} ({REFUSALS[decides.rule]})"
        elif other in members:
            text += f", not #{other} (who is asked later)"
        elif other is not None:
            text += f", not #{other} (of another group)"
        yield _Decision(decides, frozenset(step.who), text)


def _by_first(steps: Sequence[Step], rules: Container[str]) -> dict[int, list[Step]]:
    """The steps of those rules, by the one each is about."""
    found: dict[int, list[Step]] = {}
    for step in steps:
        if step.rule in rules:
            found.setdefault(step.who[0], []).append(step)
    return found


def _refused(step: Step) -> tuple[int, ...]:
    """Who is passed over; `leaves others` goes on with the others."""
    return step.who[1:2] if step.rule == "leaves others" else step.who[1:]
