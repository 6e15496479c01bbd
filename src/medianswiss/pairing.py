"""`pair`: the one entry from a `Tournament` to a `RoundPairing`."""

from __future__ import annotations

import warnings
from dataclasses import replace

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
    from .reference import lim  # placeholder until the core

    if trace:
        raise MedianSwissError("trace=True is not built yet")
    ready = prepared(tournament, system, rounds=rounds, initial_colour=initial_colour, maxi=maxi)
    return lim.pair(ready)
