"""The round that is published and has no results yet: how the rules make it, for those who ask why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..errors import ImpossiblePairing, InvalidTournament
from ..pairing import pair, with_choices
from ..tournament import RoundPairing, Tournament
from .differences import differ
from .past import RecordedRound, before, colour_of_round_one, recorded_rounds

__all__ = ["pair_published"]


def pair_published(
    tournament: Tournament, system: str | None = None, *, time_limit: float | None = None, **choices: Any
) -> tuple[Tournament, RoundPairing] | None:
    """The tournament before the round that is published, and the pairing of that round, with its trace.

    Parameters
    ----------
    tournament : Tournament
    system, time_limit, **choices : optional
        As in `pair`. Where nobody says the colour drawn for #1, it is the one that round one shows.

    Returns
    -------
    (Tournament, RoundPairing) or None
        The tournament with every choice made; None where no round is published.

    Raises
    ------
    InvalidTournament
        As in `pair`; or the published round is not the one the rules make.
    OutOfTime, UnknownSystem
        As in `pair`.
    """
    ready = with_choices(tournament, system, **choices)
    if not ready.unsupported:  # what is not finished is said there
        return None
    recorded = recorded_rounds(ready.validate())
    if not recorded or not recorded[-1].published:
        return None
    published = recorded[-1]
    state = before(ready, published)
    shown = colour_of_round_one(recorded[0], str(ready.system))
    if state.initial_colour is None and shown is not None:
        state = replace(state, initial_colour=shown)
    try:
        pairing = pair(state, trace=True, time_limit=time_limit)
    except ImpossiblePairing as error:
        raise _other_pairs(published) from error
    if differ(published, pairing):
        raise _other_pairs(published)
    return state, pairing


def _other_pairs(published: RecordedRound) -> InvalidTournament:
    return InvalidTournament(
        f"round {published.round} is published with a pairing that is not the one of the rules; "
        "medianswiss check shows where"
    )
