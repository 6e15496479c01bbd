"""`pair`: the one entry from a `Tournament` to a `RoundPairing`."""

from __future__ import annotations

import warnings
from dataclasses import replace

from ._core import PackedField
from .errors import InvalidTournament, MedianSwissError, UnknownSystem
from .tournament import SYSTEMS, RoundPairing, Tournament

__all__ = ["pair", "prepared"]


def pair(
    tournament: Tournament,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    trace: bool = False,
) -> RoundPairing:
    """Pair the next round of `tournament`.

    Parameters
    ----------
    tournament : Tournament
    system : {"lim"}, optional
        The rule set; wins over the tournament's own. Needed where that says none.
    rounds : int, optional
        Rounds planned, where the tournament does not say.
    initial_colour : {"white", "black"}, optional
        The colour drawn for #1; wins over the tournament's own. White when nobody says, with a
        `UserWarning` when it decides something.
    maxi : bool, optional
        Whether it is a maxi-tournament; wins over the tournament's own.

    Returns
    -------
    RoundPairing

    Raises
    ------
    ImpossiblePairing
        No legal pairing of the round exists.
    InvalidTournament
        The tournament contradicts itself, or `rounds` contradicts it.
    UnknownSystem
        No such rule set, or none named.
    """
    if trace:
        raise MedianSwissError("trace=True is not built yet")
    ready = prepared(tournament, system, rounds=rounds, initial_colour=initial_colour, maxi=maxi)
    return PackedField(ready).pair()


BUILT = ("lim",)
"""The rule sets the engine has so far."""


def prepared(
    tournament: Tournament,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
) -> Tournament:
    """`tournament` with every choice made that the pairing needs, validated; see `pair`."""
    chosen = system if system is not None else tournament.system
    if chosen is None:
        raise UnknownSystem(f"the tournament does not name its rule set; give one of {', '.join(SYSTEMS)}")
    if chosen not in BUILT:
        known = "is not built yet" if chosen in SYSTEMS else "is unknown"
        raise UnknownSystem(f"the rule set {chosen!r} {known}; there is {', '.join(BUILT)}")
    if tournament.unsupported:
        raise InvalidTournament(f"not supported: {'; '.join(tournament.unsupported)}")
    if rounds is not None and tournament.rounds is not None and rounds != tournament.rounds:
        raise InvalidTournament(
            f"{rounds} rounds asked for, but the tournament plans {tournament.rounds}"
        )
    ready = replace(
        tournament,
        system=chosen,
        rounds=tournament.rounds if rounds is None else rounds,
        initial_colour=initial_colour or tournament.initial_colour,
        maxi=tournament.maxi if maxi is None else maxi,
    ).validate()
    if ready.rounds is None:
        raise InvalidTournament(
            "the number of rounds is not known, and the last round of lim has a rule of its own (article 6); give rounds"
        )
    if ready.round > ready.rounds:
        raise InvalidTournament(f"all {ready.rounds} rounds are played")
    return ready
