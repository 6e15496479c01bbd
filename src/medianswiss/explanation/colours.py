"""Why a pair has its colours, in sentences: articles 5 [12] and 7.2 [14.2], chapter N.7, D.02 7.

Every function is told the facts, who has White and who has Black; the rule that decided is known.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Final

from ..reference.teams import rank, run
from .facts import COLOURS, Facts, listed, ordinal

__all__ = ["colours_of"]


def colours_of(facts: Facts, rule: str, white: int, black: int) -> str:
    """What is said of the colours of a pair that this rule decides."""
    sentence = _SENTENCES[str(facts.tournament.system)][rule]
    return sentence(facts, white, black) + beyond_limits(facts, white, black)


def limits(facts: Facts, white: int, black: int) -> str:
    """The allocation that is not given, and whom it would take beyond a limit."""
    hurt = {white: facts.barred(white).get("B"), black: facts.barred(black).get("W")}
    why = [f"{{{number}}} ({facts.history(number)}) {reason}" for number, reason in hurt.items() if reason]
    return f"{_given(white, black)}: the other way round would give {listed(why)}"


def beyond_limits(facts: Facts, white: int, black: int) -> str:
    """6 [13], N.7.4.1, 7.4: whom the colours given take beyond a limit, and why they may; else nothing."""
    given = {white: facts.barred(white).get("W"), black: facts.barred(black).get("B")}
    beyond = [f"{facts.with_history(number)} {reason}" for number, reason in given.items() if reason]
    if not beyond:
        return ""
    if facts.tournament.system == "lim":
        ignored = any(step.rule == "colours ignored" for step in facts.pairing.trace)
        why = (
            "by 6 [13] the round is paired as if there were no limits"
            if ignored
            else "by 6 [13], in the last round, equal scores go before the colour limits"
        )
    else:
        article = "N.7.4.1" if facts.tournament.system == "ecu" else "7.4"
        why = f"by {article} the group is paired without the colour limits"
    return f"; that gives {listed(beyond)}: {why}"


def due_colour(facts: Facts, white: int, black: int) -> str:
    """Different due colours, or only one."""
    return f"{_given(white, black)}: {due(facts, white, black)}"


def due(facts: Facts, a: int, b: int) -> str:
    """What the two are due."""

    def said(number: int) -> str:
        colour = facts.due(number)
        return f"due {COLOURS[colour]}" if colour else "due neither colour"

    if facts.due(a) == facts.due(b) is None:
        return "neither is due a colour"
    if facts.due(a) == facts.due(b):
        return f"{facts.with_history(a)} and {facts.with_history(b)} are both {said(a)}"
    return f"{facts.with_history(a)} is {said(a)}, {facts.with_history(b)} {said(b)}"


def latest_difference(facts: Facts, white: int, black: int) -> str:
    """Going back game by game to where the two histories differ."""
    both = (reversed(facts.players[n].colours) for n in (white, black))
    back = next(k for k, (one, other) in enumerate(zip_longest(*both), 1) if one != other)
    place = "in their last games" if back == 1 else f"in the {ordinal(back)} game from the end"
    return (
        f"{_given(white, black)}: going back game by game, {facts.with_history(white)} and "
        f"{facts.with_history(black)} first differ {place}, and each gets the colour that the other had there"
    )


def latest_round(facts: Facts, white: int, black: int) -> str:
    """Going back to the round in which both played with different colours."""
    both = (facts.players[n].by_round for n in (white, black))
    last = max(r for r, pair in enumerate(zip(*both, strict=True), 1) if set(pair) == {"W", "B"})
    return (
        f"{_given(white, black)}: round {last} is the latest in which both played with different colours, "
        f"{facts.with_history(white)} with Black and {facts.with_history(black)} with White, and each gets "
        "the colour that the other had"
    )


def decided_by_rank(facts: Facts, white: int, black: int) -> str:
    """Both are due the same, and nothing differs: who decides gets what it is due."""
    colour = str(facts.due(white))
    first = white if colour == "W" else black
    return (
        f"{_given(white, black)}: {due(facts, white, black)}, and going back game by game nothing differs as "
        f"far as the shorter history goes; {_who_decides(first, white, black)}, {{{first}}}, gets it"
    )


def drawn_colour(facts: Facts, white: int, black: int) -> str:
    """Nobody has a colour: who decides gets the one drawn for #1."""
    first, colour = (black, "Black") if facts.tournament.initial_colour == "black" else (white, "White")
    return (
        f"{_given(white, black)}: neither has had a colour, and {_who_decides(first, white, black)}, "
        f"{{{first}}}, gets the one drawn for #1, {colour}"
    )


def _who_decides(first: int, white: int, black: int) -> str:
    """5.4 [12.4]: the higher ranked in the median group or above it, else the lower ranked."""
    if first == min(white, black):
        return "in the median group or above it the one with the smaller number"
    return "below the median the one with the larger number"


def lot_of_players(facts: Facts, white: int, black: int) -> str:
    """7.2 [14.2]: the better placed decides, by its place among those paired."""
    better = min(white, black)
    place = facts.paired.index(better) + 1
    parity, drawn = ("odd", "the colour") if place % 2 else ("even", "the opposite of the colour")
    return (
        f"{_given(white, black)}: {{{better}}} is {ordinal(place)} by number of those paired, an {parity} "
        f"place, and gets {drawn} drawn for #1"
    )


def lot_of_teams(facts: Facts, white: int, black: int) -> str:
    """N.7.2 [7.2]: the higher ranked decides, by its number."""
    high = _higher(facts, white, black)
    parity, drawn = ("odd", "the colour") if high % 2 else ("even", "the opposite of the colour")
    return (
        f"{_given(white, black)}: neither has had a colour; {{{high}}} is the higher ranked, has an {parity} "
        f"number and gets {drawn} drawn for #1{facts.ranked_by(white, black)}"
    )


def equalisation(facts: Facts, white: int, black: int) -> str:
    """N.7.5.1 [7.5.1]: colour differences differ."""
    return (
        f"{_given(white, black)}: its colour difference, {_difference(facts, white)} "
        f"({facts.history(white)}), is smaller than the {_difference(facts, black)} of {{{black}}} "
        f"({facts.history(black)})"
    )


def fewer_whites(facts: Facts, white: int, black: int) -> str:
    """N.7.5.1: equal differences, and not as many Whites."""
    fewer, more = (facts.players[n].colours.count("W") for n in (white, black))
    had = f"has had White {_times(fewer)}" if fewer else "has never had White"
    return (
        f"{_given(white, black)}: the colour differences are both {_difference(facts, white)}, and "
        f"{facts.with_history(white)} {had}, {facts.with_history(black)} {_times(more)}"
    )


def alternation(facts: Facts, white: int, black: int) -> str:
    """N.7.6: opposite colours in the preceding round."""
    last = facts.tournament.round - 1
    return (
        f"{_given(white, black)}: the colour differences are equal, with equally many Whites, and in "
        f"round {last} {{{white}}} had Black and {{{black}}} White, and each alternates"
    )


def lowest_sequence(facts: Facts, white: int, black: int) -> str:
    """N.7.7: the smaller longer run, then the smaller sum."""

    def runs(of_white: str, of_black: str) -> str:
        return f"{run(facts.players[white], of_white)} and {run(facts.players[black], of_black)}"

    return (
        f"{_given(white, black)}: so {facts.with_history(white)} and {facts.with_history(black)} have the "
        f"same colour in a row {runs('W', 'B')} times, the other way round {runs('B', 'W')} times"
    )


def balance(facts: Facts, white: int, black: int) -> str:
    """N.7.8 a: the same sequence, and not as many Whites as Blacks in it."""
    high = _higher(facts, white, black)
    colour = "White" if high == white else "Black"
    return (
        f"{_given(white, black)}: {_same_colours(facts, white, black)}, and the higher ranked, {{{high}}}, "
        f"gets the one it had less often, {colour}{facts.ranked_by(white, black)}"
    )


def last_colour(facts: Facts, white: int, black: int) -> str:
    """N.7.8 b, N.7.9 [7.6]: the higher ranked alternates; the other where only that one has a colour."""
    first = _higher(facts, white, black)
    which = "the higher ranked"
    if not facts.players[first].colours:
        first, which = (black if first == white else white), "the only one with a colour"
    had = facts.players[first].colours[-1]
    alike = _same_colours if facts.tournament.system == "ecu" else _no_round_differs
    return (
        f"{_given(white, black)}: {alike(facts, white, black)}, and {which}, {{{first}}}, alternates from "
        f"its last colour, {COLOURS[had]}{facts.ranked_by(white, black)}"
    )


def _same_colours(facts: Facts, white: int, black: int) -> str:
    """N.7.8: the same sequence; rounds without a game are left out."""
    return (
        f"both have had the same colours in the games they played ({facts.history(white)} and "
        f"{facts.history(black)})"
    )


def _no_round_differs(facts: Facts, white: int, black: int) -> str:
    """7.6: equal colour differences, and no round that could decide."""
    return (
        f"the colour differences are both {_difference(facts, white)}, and in no round have both played with "
        f"different colours ({facts.history(white)} and {facts.history(black)})"
    )


def _given(white: int, black: int) -> str:
    return f"{{{white}}} has White against {{{black}}}"


def _difference(facts: Facts, number: int) -> str:
    return f"{facts.players[number].difference:+d}".replace("+0", "0")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _higher(facts: Facts, a: int, b: int) -> int:
    return min(a, b, key=lambda number: rank(facts.players[number]))


Sentence = Callable[[Facts, int, int], str]

_OF_PLAYERS: Final[dict[str, Sentence]] = {
    "limits": limits,
    "due colour": due_colour,
    "latest difference": latest_difference,
    "rank": decided_by_rank,
    "drawn colour": drawn_colour,
    "lot": lot_of_players,
}
_OF_ECU: Final[dict[str, Sentence]] = {
    "limits": limits,
    "lot": lot_of_teams,
    "equalisation": equalisation,
    "fewer whites": fewer_whites,
    "alternation": alternation,
    "lowest sequence": lowest_sequence,
    "latest difference": latest_difference,
    "balance": balance,
    "last colour": last_colour,
}
_SENTENCES: Final[dict[str, dict[str, Sentence]]] = {
    "lim": _OF_PLAYERS,
    "ecu": _OF_ECU,
    "olympiad": _OF_ECU | {"latest difference": latest_round},
}
"""What is said of the colours of a pair, by rule set and rule."""
