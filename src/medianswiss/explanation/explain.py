"""`explain`: why a round is paired as it is, in sentences an arbiter can check, with the article numbers."""

from __future__ import annotations

from dataclasses import replace
from operator import index
from typing import Any, Final

from .._core import Engine, field_of
from ..checking.published import pair_published
from ..errors import InvalidTournament
from ..names import one_line
from ..pairing import pair, prepared, with_choices
from ..teams import TeamTournament, with_exact_ratings
from ..tournament import RoundPairing, Tournament
from ..validation import check_pairing
from .facts import Facts, named
from .group import Focus
from .story import statements

__all__ = ["Explanation", "explain"]

_ANOTHER: Final = "the pairing to be explained is not the one of this tournament's next round"


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
        Else it is paired once more without the trace, to see that the choices are the same.
    system, rounds, initial_colour, maxi, ranking : optional
        As in `pair`; the same as `pairing` was made with.
    time_limit : float, optional
        As in `pair`.

    Returns
    -------
    Explanation

    Raises
    ------
    ImpossiblePairing, InvalidTournament, OutOfTime, UnknownSystem
        As in `pair`; where `pairing` is not of this tournament's next round, or the choices are others;
        and where the published round is not the one the rules make (`check` shows where).
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
    else:
        check_pairing(pairing)
    ready = with_choices(tournament, system, **choices)
    if pairing is not None and pairing.trace:
        if _paired_anew(ready, time_limit) != replace(pairing, trace=()):
            raise InvalidTournament(_ANOTHER)
    else:
        traced = pair(tournament, system, **choices, time_limit=time_limit, trace=True)
        if pairing is not None and replace(traced, trace=()) != pairing:
            raise InvalidTournament(_ANOTHER)
        pairing = traced
    return Explanation(ready, pairing)


def _paired_anew(ready: Tournament, time_limit: float | None) -> RoundPairing:
    """The pairing by the choices that are given now; what it warns of, it has when the round was paired."""
    if ready.system == "lim":
        ready = prepared(ready)
    elif isinstance(ready, TeamTournament):
        ready = with_exact_ratings(ready.validate())
    return field_of(ready).pair(Engine(time_limit=time_limit))


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
            raise InvalidTournament(_ANOTHER)
        known = self._facts.participants
        self._names = {n: one_line(p.name) for n, p in known.items()}
        self._statements = tuple(statements(self._facts))

    def of(self, number: int) -> tuple[str, ...]:
        """Everything that concerns one participant, from its score to its board, bye or absence.

        Raises
        ------
        InvalidTournament
            There is no such participant.
        """
        plain = _integer(number)
        if plain is None:
            raise InvalidTournament(f"there is no participant {number!r} to explain")
        if plain not in self._names:
            raise InvalidTournament("there is no such participant to explain", participant=plain)
        return self._told(frozenset({plain}))

    def of_pair(self, white: int, black: int) -> tuple[str, ...]:
        """Everything that concerns the two of one pair, each thing once.

        Raises
        ------
        InvalidTournament
            The two are not paired in this round.
        """
        two = _integer(white), _integer(black)
        if two not in self.pairing.pairs:
            raise InvalidTournament(f"#{white} and #{black} are no pair of this round, White first")
        return self._told(frozenset(filter(None, two)))

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


def _integer(number: object) -> int | None:
    """A number as Python has it, and None for what is none: True is no participant, nor is 6.0."""
    if isinstance(number, bool):
        return None
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        return None
