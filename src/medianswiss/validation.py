"""What a tournament has to be before it is paired: types, ranges, one story told by both sides of a game.

`validate` is asked by every reader and again at the border to the engine, so that whatever a caller built by
hand is looked at before C sees it. The common case is one quick pass; only a fault is looked at closely.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

from .errors import InvalidTournament, UnknownSystem
from .tournament import (
    BYES,
    CONSISTENT,
    FORFEITS,
    MAX_NUMBER,
    MAX_POINTS,
    MAX_RATING,
    MAX_ROUNDS,
    RESULTS,
    SYSTEMS,
    TENTHS,
    Game,
    Participant,
    RoundPairing,
    Scoring,
    Tournament,
)

__all__ = [
    "are_game_points",
    "check_pairing",
    "check_readable",
    "is_tenths",
    "validate",
    "validate_header",
    "validate_scoring",
]

MAX_VALUE: Final = 100_000
"""The most a result can be worth, in tenths: sums of 64 of them fit 32 bits."""


def validate(t: Tournament) -> None:
    """Raise `InvalidTournament` for the first thing found that cannot be.

    Parameters
    ----------
    t : Tournament

    Raises
    ------
    InvalidTournament
        With `participant` and `round` where there are any.
    UnknownSystem
        `t.system` is none of the rule sets.
    TypeError
        `t` is no tournament at all.
    """
    validate_header(t)
    by_number: dict[int, Participant] = {}
    for participant in t.participants:
        _validate_participant(t, participant)
        if participant.number in by_number:
            raise InvalidTournament("the number is there twice", participant=participant.number)
        by_number[participant.number] = participant
    _validate_forbidden(t, by_number)
    for participant in t.participants:
        for index, game in enumerate(participant.games):
            if not _is_plain(participant, game, index, by_number):
                _validate_game(participant.number, index + 1, game)
                if game.opponent is not None:
                    _validate_meeting(participant, by_number, index)


def is_tenths(points: object) -> bool:
    """Whether `points` is a number that can be held exactly as an integer of tenths."""
    if isinstance(points, bool) or not isinstance(points, int | float) or not abs(points) <= MAX_POINTS:
        return False  # NaN too
    tenths = points * TENTHS
    return abs(tenths - round(tenths)) <= 1e-6


def are_game_points(points: float) -> bool:
    """Whether `points` can be the game points of a match: a multiple of 0.1 from 0 on."""
    return is_tenths(points) and points >= 0


def check_readable(source: object) -> None:
    """Raise `TypeError` where `source` is neither a path nor a file object."""
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        raise TypeError(f"a path or a file object is needed, not {type(source).__name__}")


def check_pairing(pairing: object) -> None:
    """Raise `TypeError` where `pairing` is none."""
    if not isinstance(pairing, RoundPairing):
        raise TypeError(f"a RoundPairing is needed, not {type(pairing).__name__}")


# ---- the tournament ----


def validate_header(t: Tournament) -> None:
    """Everything but participants, games and forbidden pairs; see `validate`."""
    if not isinstance(t, Tournament):
        raise TypeError(f"a Tournament is needed, not {type(t).__name__}")
    if t.system is not None and not _is_one_of(t.system, SYSTEMS):
        raise UnknownSystem(f"unknown system {t.system!r}; there are {', '.join(SYSTEMS)}")
    if not _is_int(t.round, 1, MAX_ROUNDS + 1):
        raise InvalidTournament(f"round {t.round!r}: rounds go from 1 to {MAX_ROUNDS}")
    if t.rounds is not None:
        if not _is_int(t.rounds, 1, MAX_ROUNDS):
            raise InvalidTournament(f"{t.rounds!r} rounds planned: there can be 1 to {MAX_ROUNDS}")
        if t.rounds < t.round - 1:
            raise InvalidTournament(f"fewer rounds planned ({t.rounds}) than played ({t.round - 1})")
    if t.initial_colour is not None and not _is_one_of(t.initial_colour, ("white", "black")):
        raise InvalidTournament(f"initial colour {t.initial_colour!r} is neither white nor black")
    if not _is_one_of(t.ranking, ("number", "esb")):
        raise InvalidTournament(f"ranking {t.ranking!r} is neither number nor esb")
    if not isinstance(t.maxi, bool):
        raise InvalidTournament(f"maxi {t.maxi!r} is neither True nor False")
    if not isinstance(t.name, str):
        raise InvalidTournament(f"name {t.name!r} is not a text")
    for field in ("participants", "forbidden", "unsupported"):
        if type(getattr(t, field)) is not tuple:
            raise InvalidTournament(f"{field} must be a tuple, not {type(getattr(t, field)).__name__}")
    for entry in t.unsupported:
        if not isinstance(entry, str):
            raise InvalidTournament(f"unsupported {entry!r} is not a text")
    validate_scoring(t.scoring)


def _is_one_of(value: object, choices: tuple[str, ...]) -> bool:
    """Whether `value` is one of these texts; an array, which compares with each of its entries, is not."""
    return isinstance(value, str) and value in choices


def _is_int(value: object, low: int, high: int) -> bool:
    """Whether `value` is a plain integer of that range; True and 1.0 are not."""
    return type(value) is int and low <= value <= high


def validate_scoring(scoring: Scoring) -> None:
    """Raise `InvalidTournament` when results are worth what the engine cannot hold."""
    if not isinstance(scoring, Scoring):
        raise InvalidTournament(f"scoring must be a Scoring, not {type(scoring).__name__}")
    for field in Scoring.__dataclass_fields__:
        value = getattr(scoring, field)
        if not _is_int(value, -MAX_VALUE, MAX_VALUE):
            raise InvalidTournament(f"scoring: {field} {value!r} is not a number of tenths up to {MAX_VALUE}")


def _validate_forbidden(t: Tournament, by_number: Mapping[int, Participant]) -> None:
    for pair in t.forbidden:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or {type(number) for number in pair} != {int}:
            raise InvalidTournament(f"forbidden pair {pair!r} is not a pair of pairing numbers")
        a, b = pair
        for number in pair:
            if number not in by_number:
                raise InvalidTournament(f"forbidden pair {a}-{b}: there is no participant {number}")
        if a == b:
            raise InvalidTournament(f"forbidden pair {a}-{b}: one participant twice", participant=a)


# ---- participants and games ----


def _validate_participant(t: Tournament, p: Participant) -> None:
    if not isinstance(p, Participant):
        raise InvalidTournament(f"a participant must be a Participant, not {type(p).__name__}")
    if not _is_int(p.number, 1, MAX_NUMBER):
        raise InvalidTournament(f"pairing number {p.number!r} is not an integer from 1 to {MAX_NUMBER}")
    if not _is_int(p.rating, 0, MAX_RATING):
        raise InvalidTournament(
            f"rating {p.rating!r} is not an integer from 0 to {MAX_RATING}", participant=p.number
        )
    if type(p.games) is not tuple:
        raise InvalidTournament(f"games must be a tuple, not {type(p.games).__name__}", participant=p.number)
    if len(p.games) != t.round - 1:
        raise InvalidTournament(f"games: {len(p.games)}, rounds played: {t.round - 1}", participant=p.number)
    if p.points is not None and not is_tenths(p.points):
        raise InvalidTournament(f"points {p.points!r} are not a multiple of 0.1", participant=p.number)
    if not isinstance(p.name, str):
        raise InvalidTournament(f"name {p.name!r} is not a text", participant=p.number)
    if not isinstance(p.present, bool):
        raise InvalidTournament(f"present {p.present!r} is neither True nor False", participant=p.number)
    if p.requested is not None:
        if not isinstance(p.requested, str) or p.requested not in BYES:
            raise InvalidTournament(f"unknown bye {p.requested!r} asked for", participant=p.number)
        if p.present:
            raise InvalidTournament(
                f"bye {p.requested!r} asked for by one who is present", participant=p.number
            )


def _is_plain(p: Participant, game: Any, index: int, by_number: Mapping[int, Participant]) -> bool:
    """Whether nothing at all is odd about a game; a quick look that errs on the side of False."""
    if type(game) is not Game or type(game.result) is not str:
        return False
    if game.game_points is not None and not are_game_points(game.game_points):
        return False
    opponent, colour = game.opponent, game.colour
    if opponent is None:
        return colour is None and game.result in BYES
    if type(opponent) is not int or opponent not in by_number or colour not in ("w", "b"):
        return False
    back = by_number[opponent].games[index]
    return (
        type(back) is Game
        and back.opponent == p.number != opponent
        and colour != back.colour
        and (game.result, back.result) in CONSISTENT
    )


def _validate_game(number: int, round_: int, game: Game) -> None:
    """One round of one participant, looked at alone."""

    def refuse(message: str) -> InvalidTournament:
        return InvalidTournament(message, participant=number, round=round_)

    if not isinstance(game, Game):
        raise refuse(f"a game must be a Game, not {type(game).__name__}")
    if type(game.result) is not str or game.result not in RESULTS:
        raise refuse(f"unknown result {game.result!r}")
    if game.game_points is not None and not are_game_points(game.game_points):
        raise refuse(f"game points {game.game_points!r} are not a multiple of 0.1 from 0 on")
    if game.opponent is None:
        if game.result not in BYES:
            raise refuse(f"result {game.result!r} without an opponent")
        if game.colour is not None:
            raise refuse("a colour without an opponent")
        return
    if type(game.opponent) is not int:
        raise refuse(f"opponent {game.opponent!r} is not a pairing number")
    if game.result in BYES:
        raise refuse(f"bye {game.result!r} with an opponent")
    if game.opponent == number:
        raise refuse("plays itself")
    if game.colour not in ("w", "b") and not (game.colour is None and game.result in FORFEITS):
        raise refuse("a game without a colour" if game.colour is None else f"unknown colour {game.colour!r}")


def _validate_meeting(p: Participant, by_number: Mapping[int, Participant], index: int) -> None:
    """Both sides of one game must tell the same story."""

    def refuse(message: str) -> InvalidTournament:
        return InvalidTournament(message, participant=p.number, round=index + 1)

    game = p.games[index]
    other = by_number.get(game.opponent) if game.opponent is not None else None
    if other is None:
        raise refuse(f"opponent {game.opponent} does not exist")
    back = other.games[index]
    _validate_game(other.number, index + 1, back)
    if back.opponent != p.number:
        theirs = "nobody" if back.opponent is None else f"{back.opponent}"
        raise refuse(f"says it met {other.number}, and {other.number} says it met {theirs}")
    if game.colour is not None and game.colour == back.colour:
        both = "White" if game.colour == "w" else "Black"
        raise refuse(f"it and its opponent {other.number} both have {both}")
    if (game.result, back.result) not in CONSISTENT:
        raise refuse(f"its result {game.result!r} contradicts {back.result!r} of its opponent {other.number}")
