"""`pair`: the one entry from a `Tournament` to a `RoundPairing`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ._core import Engine, Field, field_of
from .errors import InvalidTournament, UnknownSystem
from .teams import TeamTournament, with_exact_ratings
from .tournament import SYSTEMS, TEAM_SYSTEMS, RoundPairing, Scoring, Tournament
from .trf_columns import shown
from .trf_records import TrfSource
from .validation import validate_header
from .warned import warn

__all__ = ["check_kind", "nothing_left", "pair", "prepared", "warn_if_the_colour_decides", "with_choices"]


def pair(
    tournament: Tournament,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
    trace: bool = False,
    time_limit: float | None = None,
) -> RoundPairing:
    """Pair the next round of `tournament`.

    Parameters
    ----------
    tournament : Tournament
    system : {"lim", "ecu", "olympiad"}, optional
        The rule set; wins over the tournament's own. Needed where that says none.
    rounds : int, optional
        Rounds planned; wins over the tournament's own. Needed by `lim` where that says none, for its
        last round has a rule of its own (article 6).
    initial_colour : {"white", "black"}, optional
        The colour drawn for #1; wins over the tournament's own. White when nobody says, with a
        `UserWarning` when it decides something.
    maxi : bool, optional
        Whether it is a maxi-tournament; wins over the tournament's own.
    ranking : {"number", "esb"}, optional
        How teams level on match points are ranked (N.5.1); wins over the tournament's own.
    trace : bool
        Whether to say why: `RoundPairing.trace` then has a `Step` for everything that was decided. The
        pairing is the same.
    time_limit : float, optional
        Seconds the engine may take, for tournaments that anybody can send. By default there is no limit.

    Returns
    -------
    RoundPairing
        Its bye is the one the tournament already gives for this round, where it does.

    Raises
    ------
    ImpossiblePairing
        No legal pairing of the round exists.
    InvalidTournament
        The tournament contradicts itself, is not finished, or all its rounds are played.
    OutOfTime
        The time limit has passed.
    UnknownSystem
        No such rule set, or none named.
    """
    engine = Engine(time_limit=time_limit)
    ready = prepared(
        tournament, system, rounds=rounds, initial_colour=initial_colour, maxi=maxi, ranking=ranking
    )
    field = field_of(ready)
    result = field.pair(engine, trace=trace)
    if ready.initial_colour is None:
        warn_if_the_colour_decides(field, result, engine)
    return result


def prepared(
    tournament: Tournament,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
) -> Tournament:
    """`tournament` with every choice made that the pairing needs; see `pair`.

    What can be said without looking at the participants is checked; the rest is when it is packed.
    """
    ready = with_choices(
        tournament, system, rounds=rounds, initial_colour=initial_colour, maxi=maxi, ranking=ranking
    )
    validate_header(ready)
    if ready.unsupported:
        raise _not_supported(ready)
    _check_rounds(ready)
    if ready.system == "lim" and ready.scoring.white_win != ready.scoring.black_win:
        raise InvalidTournament(
            "a win with White and one with Black differ, and the median (2.2) needs one value"
        )
    return with_exact_ratings(ready.validate()) if isinstance(ready, TeamTournament) else ready


def with_choices(
    tournament: Tournament,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
) -> Tournament:
    """`tournament` with every choice made, and nothing checked but what kind of tournament it is."""
    if not isinstance(tournament, Tournament):
        raise TypeError(f"a Tournament is needed, not {type(tournament).__name__}")
    chosen = _chosen(system if system is not None else tournament.system, tournament.source)
    check_kind(tournament, chosen)
    choices: dict[str, Any] = {
        "system": chosen,
        "scoring": _scoring(tournament, chosen),
        "rounds": rounds,
        "initial_colour": initial_colour,
        "maxi": maxi,
        "ranking": ranking,
    }
    changes = {
        name: value
        for name, value in choices.items()
        if value is not None and value is not getattr(tournament, name)
    }
    return replace(tournament, **changes) if changes else tournament


def _scoring(tournament: Tournament, system: str) -> Scoring:
    """What results are worth: as usual in the rule set paired by, unless the tournament says otherwise."""
    if tournament.system == system or isinstance(tournament, TeamTournament):
        return tournament.scoring
    usual = tournament.scoring == Scoring.usual(tournament.system)
    return Scoring.usual(system) if usual else tournament.scoring


def check_kind(tournament: Tournament, system: str) -> None:
    """Teams are paired by the rules for teams; a file says which of the two it has."""
    if isinstance(tournament, TeamTournament):
        if system not in TEAM_SYSTEMS:
            raise InvalidTournament(f"{system} pairs players, and this is a tournament of teams")
    elif tournament.source is not None and system in TEAM_SYSTEMS:
        raise InvalidTournament(f"{system} pairs teams, and the file has none (013 or 310)")


def _not_supported(tournament: Tournament) -> InvalidTournament:
    """The error that says what the source asks for, and where in it where that is known."""
    texts = [text if " not " in text else f"not supported: {text}" for text in tournament.unsupported]
    error = InvalidTournament("; ".join(texts))
    source = tournament.source
    if source is not None and texts[0] in source.original.unsupported:
        error.file, error.line = source.file, source.records.places.get(texts[0])
        error.column = None if error.line is None else 1
    return error


def nothing_left(tournament: Tournament) -> str | None:
    """What is said where all its rounds are played; None where one is left, or nobody knows."""
    if tournament.rounds is None or tournament.round <= tournament.rounds:
        return None
    return f"all rounds are played: round {tournament.rounds} was the last"


def _check_rounds(tournament: Tournament) -> None:
    """There is a round left to pair (formats, decision 8)."""
    if tournament.rounds is not None:
        if over := nothing_left(tournament):
            raise InvalidTournament(over)
    elif tournament.system == "lim":
        raise InvalidTournament(
            "the number of rounds is not known, and the last has a rule of its own (article 6): give rounds"
        )
    else:
        warn("the number of rounds is not known")


def _chosen(system: str | None, source: TrfSource | None) -> str:
    if system is None:
        named = "does not name its rule set"
        if source is not None and source.records.other_system is not None:
            named = f"names a rule set that is none of ours, {shown(source.records.other_system)}"
        raise UnknownSystem(f"the tournament {named}; give one of {', '.join(SYSTEMS)}")
    if not isinstance(system, str) or system not in SYSTEMS:
        raise UnknownSystem(f"unknown system {system!r}; there are {', '.join(SYSTEMS)}")
    return system


def warn_if_the_colour_decides(field: Field, with_white: RoundPairing, engine: Engine | None = None) -> None:
    """Warn where nobody has said the colour drawn for #1, and with Black the round is another one."""
    field.initial_colour = "black"
    if field.pair(engine) != replace(with_white, trace=()):
        warn("the colour drawn for #1 is not known; White is assumed")
