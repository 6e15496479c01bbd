"""Tournaments as the arrays `pair_arrays` and `Batch` take, made from their objects one entry at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

import medianswiss as ms
from medianswiss import ImpossiblePairing, RoundPairing, Tournament
from medianswiss.pairing import prepared
from medianswiss.reference.facts import players_of
from twins import Refusal

COLOURS = {"w": 1, "b": -1, None: 0}


def gapless(t: Tournament) -> Tournament:
    """The same tournament with the numbers 1, 2, ... in the same order: arrays have no others."""
    from twins import with_numbers

    new = {number: place for place, number in enumerate(sorted(p.number for p in t.participants), 1)}
    return with_numbers(t, lambda number: new[number])


def arrays_of(t: Tournament, *, with_results: bool = True) -> dict[str, Any]:
    """What the participants of a tournament with numbers 1, 2, ... are, row by row."""
    people = sorted(t.participants, key=lambda p: p.number)
    shape = (len(people), t.round - 1)
    games = [game for p in people for game in p.games]
    given: dict[str, Any] = {
        "rating": np.array([p.rating for p in people], np.int32),
        "opponents": np.array([(g.opponent or 0) - 1 for g in games], np.int32).reshape(shape),
        "colours": np.array([COLOURS[g.colour] for g in games], np.int8).reshape(shape),
        "present": np.array([p.present for p in people], np.bool_),
    }
    if with_results:
        given["results"] = np.array([ord(g.result) for g in games], np.uint8).reshape(shape)
        given["score"] = np.array(
            [ms._core.NO_SCORE if p.points is None else t.score(p) for p in people], np.int32
        )
    else:
        facts = players_of(t)
        barred = {"lim": "UF+", "ecu": "UF+H", "olympiad": "UF+"}[str(t.system)]
        late = t.system == "olympiad"
        given["score"] = np.array([t.score(p) for p in people], np.int32)
        given["floated"] = np.array([fact.floated for fact in facts])
        given["bye_barred"] = np.array(
            [bool(set(fact.results) & set(barred)) or (late and fact.results[:1] == "Z") for fact in facts]
        )
        played = np.array([g.played for g in games]).reshape(shape)
        given["colours"] = np.where(played, given["colours"], 0).astype(np.int8)
        given["opponents"] = np.where(played, given["opponents"], -1).astype(np.int32)
    if t.ranking == "esb" and t.system != "lim":
        given["tiebreak"] = np.array([fact.tiebreak for fact in players_of(t)], np.int64)
    return given


def choices_of(t: Tournament) -> dict[str, Any]:
    """What a tournament chooses as a whole."""
    return {
        "system": t.system,
        "rounds": t.rounds,
        "initial_colour": t.initial_colour or "white",
        "maxi": t.maxi,
        "scoring": t.scoring,
    }


def keywords(t: Tournament, *, with_results: bool = True) -> dict[str, Any]:
    """All that `pair_arrays` takes."""
    forbidden = np.array(t.forbidden, np.int32).reshape(-1, 2) - 1
    return (
        arrays_of(t, with_results=with_results) | choices_of(t) | {"round": t.round, "forbidden": forbidden}
    )


def outcome_of(answer: ms.ArrayPairing) -> tuple[object, ...]:
    """What arrays say, in numbers."""
    floaters = [
        (
            int(f["participant"]) + 1,
            f["from_twice"] / 20,
            f["to_twice"] / 20,
            ["down", "up"][f["direction"]],
        )
        for f in answer.floaters
    ]
    pairs = [(int(white) + 1, int(black) + 1) for white, black in answer.pairs]
    return answer.round, pairs, answer.bye if answer.bye is None else answer.bye + 1, floaters, answer.cracked


def outcome_of_objects(answer: RoundPairing) -> tuple[object, ...]:
    """The same of a RoundPairing."""
    floaters = [(f.number, f.from_score, f.to_score, f.direction) for f in answer.floaters]
    return answer.round, list(answer.pairs), answer.bye, floaters, answer.cracked


def by_objects(t: Tournament) -> tuple[object, ...] | Refusal:
    """What the engine answers, by way of objects."""
    try:
        return outcome_of_objects(ms.Field(prepared(t)).pair())
    except ImpossiblePairing as error:
        return Refusal(error.article, error.numbers)


def by_arrays(t: Tournament, engine: ms.Engine | None = None, **changes: Any) -> tuple[object, ...] | Refusal:
    """What it answers by way of arrays."""
    try:
        return outcome_of(ms.pair_arrays(engine=engine, **keywords(t) | changes))
    except ImpossiblePairing as error:
        return Refusal(error.article, error.numbers)
