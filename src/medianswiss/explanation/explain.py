"""`explain`: why a round is paired as it is, in sentences an arbiter can check, with the article numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..checking.published import pair_published
from ..errors import InvalidTournament
from ..pairing import pair, with_choices
from ..tournament import RoundPairing, Tournament
from .facts import Facts, named
from .group import Focus
from .story import statements

__all__ = ["Explanation", "explain"]


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
    """Explain the pairing of the next round of `tournament`, or of the one that is published.

    Where the last round of its file has pairs and no results yet, it is that round: `Explanation.tournament`
    is then the tournament before it.

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
        As in `pair`; where `pairing` is not of this tournament's next round; and where the published round is
        not the one the rules make (`check` shows where).
    """
    choices: dict[str, Any] = {
        "rounds": rounds,
        "initial_colour": initial_colour,
        "maxi": maxi,
        "ranking": ranking,
    }
    if pairing is None:
        published = pair_published(tournament, system, time_limit=time_limit, **choices)
        if published is not None:
            return Explanation(*published)
    ready = with_choices(tournament, system, **choices)
    if pairing is None or not pairing.trace:
        traced = pair(tournament, system, **choices, time_limit=time_limit, trace=True)
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
        if not _is_of(pairing, tournament):
            raise InvalidTournament(
                "the pairing to be explained is not the one of this tournament's next round"
            )
        known = self._facts.participants
        self._names = {n: _one_line(p.name) for n, p in known.items()}
        self._statements = tuple(statements(self._facts))

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
        return named(filter(None, sentences), self._names)


def _is_of(pairing: RoundPairing, tournament: Tournament) -> bool:
    """Whether it is the pairing of that round, and of those who are there."""
    present = {p.number for p in tournament.participants if p.present}
    given = {p.number for p in tournament.participants if p.requested == "U"}
    paired = {number for pair in pairing.pairs for number in pair}
    bye = {pairing.bye} - {None} - given
    told = {number for step in pairing.trace for number in step.who}
    return pairing.round == tournament.round and paired | bye == present and told <= present


def _one_line(name: str) -> str:
    """A name without what would break a line or a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())
