"""`explain`: why a round is paired as it is, in sentences an arbiter can check, with the article numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from .errors import InvalidTournament
from .explanation_colours import SENTENCES
from .explanation_facts import Facts, named, several
from .explanation_group import (
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
from .explanation_opponents import FOUND, REFUSED, Search
from .pairing import pair, with_choices
from .tournament import RoundPairing, Step, Tournament

__all__ = ["Explanation", "explain"]

_GROUPS: Final = frozenset({"round one", "group down", "group up", "median", "middle group"})
_WHOLE_ROUND: Final = {
    "colours ignored": (
        "The round cannot be paired within the colour limits, so it is paired as if there were none: "
        "only those who have met may not meet"
    ),
    "colours disregarded": "Teams are paired without regard to colours; only the colour limits count",
}
_BYES: Final = {"F": "a full-point bye", "H": "a half-point bye", "Z": "a zero-point bye", "U": "the bye"}
_BOARD_ORDER: Final = {"ecu": "N.8.4.1", "olympiad": "11.1"}


def explain(
    tournament: Tournament,
    pairing: RoundPairing | None = None,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
    time_limit: float | None = None,
) -> Explanation:
    """Explain the pairing of the next round of `tournament`.

    Parameters
    ----------
    tournament : Tournament
    pairing : RoundPairing, optional
        Of its next round, made with ``trace=True``; where it is missing, or its trace, the round is paired.
    system, rounds, initial_colour, maxi, ranking : optional
        As in `pair`; the same as `pairing` was made with.
    time_limit : float, optional
        As in `pair`, where the round is paired.

    Returns
    -------
    Explanation

    Raises
    ------
    ImpossiblePairing, InvalidTournament, OutOfTime, UnknownSystem
        As in `pair`; and where `pairing` is not of this tournament's next round.
    """
    ready = with_choices(
        tournament, system, rounds=rounds, initial_colour=initial_colour, maxi=maxi, ranking=ranking
    )
    if pairing is None or not pairing.trace:
        traced = pair(
            tournament,
            system,
            rounds=rounds,
            initial_colour=initial_colour,
            maxi=maxi,
            ranking=ranking,
            time_limit=time_limit,
            trace=True,
        )
        if pairing is not None and replace(traced, trace=()) != pairing:
            raise InvalidTournament(
                "the pairing to be explained is not the one of this tournament's next round"
            )
        pairing = traced
    return Explanation(ready, pairing)


class Explanation:
    """Why a round is paired as it is; made by `explain`.

    Sentences stand in the order of the decisions, each with its article, those of `lim` in both numberings. A
    participant is ``#12``, with its name where it is mentioned first. Colours are told round by round,
    ``WBW-B``, with ``-`` where no game was played.

    Attributes
    ----------
    tournament : Tournament
    pairing : RoundPairing
        With its trace.
    """

    def __init__(self, tournament: Tournament, pairing: RoundPairing) -> None:
        self.tournament = tournament
        self.pairing = pairing
        self._facts = Facts(tournament, pairing)
        known = self._facts.participants
        if pairing.round != tournament.round or any(n not in known for s in pairing.trace for n in s.who):
            raise InvalidTournament(
                "the pairing to be explained is not the one of this tournament's next round"
            )
        self._names = {n: _one_line(p.name) for n, p in known.items()}
        self._statements = tuple(_statements(self._facts))

    def of(self, number: int) -> tuple[str, ...]:
        """Everything that concerns one participant, from its score to its board, bye or absence.

        Raises
        ------
        InvalidTournament
            There is no such participant.
        """
        if number not in self._names:
            raise InvalidTournament("there is no such participant to explain", participant=number)
        return self._told(frozenset({number}))

    def of_pair(self, white: int, black: int) -> tuple[str, ...]:
        """Everything that concerns the two of one pair, each thing once.

        Raises
        ------
        InvalidTournament
            The two are not paired in this round.
        """
        if (white, black) not in self.pairing.pairs:
            raise InvalidTournament(f"#{white} and #{black} are no pair of this round, White first")
        return self._told(frozenset({white, black}))

    def of_round(self) -> tuple[str, ...]:
        """Everything that was decided."""
        return self._told(None)

    def _told(self, focus: Focus) -> tuple[str, ...]:
        sentences = (statement.told(focus) for statement in self._statements)
        return named(dict.fromkeys(filter(None, sentences)), self._names)


def _one_line(name: str) -> str:
    """A name without what would break a line or a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


# ----------------------------------------------------------------------------- the statements, in their order


def _statements(facts: Facts) -> Iterator[Statement]:
    yield from _before(facts)
    yield from _Story(facts).told()
    yield from _after(facts)


def _before(facts: Facts) -> Iterator[Statement]:
    """How things stand before the round, and who is not paired."""
    t = facts.tournament
    yield Statement("", None, partial(_beginning, facts))
    for p in t.participants:
        if not p.present:
            yield Statement("", frozenset({p.number}), partial(_absence, facts, p.number))


def _beginning(facts: Facts, focus: Focus) -> str:
    t = facts.tournament
    if focus is None:
        byes = " and the bye" if facts.pairing.bye is not None else ""
        return f"Round {t.round}: {len(facts.pairing.pairs)} pairs{byes}"
    return "; ".join(
        f"{{{n}}} has {facts.points(facts.score(n))} before round {t.round} ({facts.history(n)})"
        for n in sorted(focus)
    )


def _absence(facts: Facts, number: int, focus: Focus) -> str:
    letter = facts.participants[number].requested
    if letter is None:
        return f"{{{number}!}} is absent from this round"
    return f"{{{number}!}} is not paired in this round: {_BYES[letter]}"


def _after(facts: Facts) -> Iterator[Statement]:
    """The boards."""
    article = _BOARD_ORDER.get(str(facts.tournament.system), "")
    for board, (white, black) in enumerate(facts.pairing.pairs, 1):
        text = f"Board {board}: {{{white}!}} has White, {{{black}!}} Black"
        yield Statement(article, frozenset({white, black}), lambda focus, text=text: text)  # type: ignore[misc]


class _Story:
    """The steps of a trace, read in their order."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.steps = facts.pairing.trace
        self.place = 0
        self.group = Group("", 0.0)
        self.left: list[int] = []

    def told(self) -> Iterator[Statement]:
        """The statements of all steps."""
        while self.place < len(self.steps):
            step = self.steps[self.place]
            yield from self._of(step)
            self.place += 1

    def _of(self, step: Step) -> Iterator[Statement]:
        facts, who = self.facts, frozenset(step.who)
        colours = SENTENCES[str(facts.tournament.system)]
        if step.rule in OF_BYE:
            yield Statement(step.article, who, partial(OF_BYE[step.rule], facts, step))
        elif step.rule in _WHOLE_ROUND:
            concerns = None if step.rule == "colours ignored" else frozenset[int]()
            yield Statement(step.article, concerns, lambda focus: _WHOLE_ROUND[step.rule])
        elif step.rule in _GROUPS:
            self.group = Group.of(step, facts, self._next_is("limits dropped"))
            self.left = list(step.who)
            yield Statement(step.article, who, partial(of_group, self.group, facts))
        elif step.rule in OF_FLOATERS or step.rule in FLOATER_TYPES or step.rule == "moves on":
            yield from self._floater(step)
        elif step.rule in REFUSED or step.rule in FOUND:
            yield from self._search()
        elif step.rule in colours:
            yield Statement(step.article, who, lambda focus: colours[step.rule](facts, *step.who))
        elif step.rule in _OTHERS:
            yield Statement(step.article, who, partial(_OTHERS[step.rule], facts, step))
        else:
            yield Statement(
                step.article, who, lambda focus: f"{step.rule}: {several(within(step.who, focus))}"
            )

    def _next_is(self, rule: str) -> bool:
        following = self.steps[self.place + 1 : self.place + 2]
        return bool(following) and following[0].rule == rule

    def _floater(self, step: Step) -> Iterator[Statement]:
        """One step of a floater being chosen."""
        floater, *others = step.who
        choice = Choice(self.facts, self.group, tuple(self.left))
        concerns = frozenset(step.who)
        if step.rule == "moves on":
            yield Statement(step.article, concerns, lambda focus: choice.moves_on(floater))
        elif step.rule in FLOATER_TYPES or step.rule == "floater":
            yield Statement(
                step.article, frozenset({floater}), lambda focus: choice.floats(step.rule, floater)
            )
        if others:
            sentence = OF_FLOATERS.get(step.rule, Choice.later_by_type)
            tell = partial(_of_others, partial(sentence, choice), floater, others)
            if step.rule in FLOATER_TYPES:
                tell = partial(_of_others, partial(choice.later_by_type, step.rule), floater, others)
            yield Statement(step.article, concerns, tell)
        if not self._same_floater_follows(floater):
            self.left = [n for n in self.left if n != floater]

    def _same_floater_follows(self, floater: int) -> bool:
        following = self.steps[self.place + 1 : self.place + 2]
        return any(
            step.who[:1] == (floater,) and (step.rule in OF_FLOATERS or step.rule in FLOATER_TYPES)
            for step in following
        )

    def _search(self) -> Iterator[Statement]:
        """All steps of one who looks for an opponent."""
        start = self.place
        number = self.steps[start].who[0]
        end = start
        while end < len(self.steps) and self.steps[end].rule in REFUSED and self.steps[end].who[0] == number:
            end += 1
        last = self.steps[end] if end < len(self.steps) else None
        found = last if last is not None and last.rule in FOUND and last.who[0] == number else None
        yield from Search(
            self.facts, self.group, number, tuple(self.left), self.steps[start:end], found
        ).statements()
        gone = found.who if found else ()
        self.left = [n for n in self.left if n not in gone]
        self.place = end if found else end - 1


def _of_others(
    sentence: Callable[[int, Sequence[int]], str], floater: int, others: Sequence[int], focus: Focus
) -> str:
    """What is said of a floater and the others: all of them, or those asked about."""
    return sentence(floater, others if focus is None or floater in focus else within(others, focus))


# ----------------------------------------------------------------------------- other steps


def _kept(facts: Facts, step: Step, focus: Focus) -> str:
    return f"{several(within(step.who, focus))} stay: the group keeps {len(step.who) // 2} pairs"


def _cracked(facts: Facts, step: Step, focus: Focus) -> str:
    a, b = step.who
    return (
        f"The median group cannot be paired completely: the pairing of {{{a}}} and {{{b}}} is taken back, "
        "and both join it"
    )


def _limits_kept(facts: Facts, step: Step, focus: Focus) -> str:
    if focus is not None:
        return ""
    return "In this group nobody gets one colour three times running, or three more of it than of the other"


def _limits_dropped(facts: Facts, step: Step, focus: Focus) -> str:
    return "Within the colour limits this group would keep fewer pairs, so it is paired without them"


def _other_boards(facts: Facts, step: Step, focus: Focus) -> str:
    who = within(step.who, focus)
    pattern = getattr(facts.tournament, "board_colours", "")
    if pattern:
        return f"{several(who)} have the colours {pattern} on boards 1 to {len(pattern)}, as the file says"
    return f"{several(who)} have White on the boards 1, 3, 5, ... and Black on the boards 2, 4, 6, ..."


_OTHERS: Final[dict[str, Callable[[Facts, Step, Focus], str]]] = {
    "pairs kept": _kept,
    "cracked": _cracked,
    "limits kept": _limits_kept,
    "limits dropped": _limits_dropped,
    "other boards": _other_boards,
}
