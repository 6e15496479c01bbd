"""What is answered for a round: the usual text of a pairing engine, and JSON.

The TRF reply, the tournament with the new round in it, is `trf.format_trf`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .errors import ImpossiblePairing, InvalidTournament, MedianSwissError
from .names import one_line
from .teams import TeamTournament, boards
from .tournament import RoundPairing, Tournament

__all__ = [
    "boards_reply",
    "error_reply",
    "internal_error_reply",
    "json_line",
    "pairing_reply",
    "text_reply",
    "trace_reply",
]


def text_reply(pairing: RoundPairing) -> str:
    """The reply tournament programs read.

    The number of lines that follow, then ``white black`` a line in board order, the bye last as
    ``number 0``.
    """
    lines = [f"{white} {black}" for white, black in pairing.pairs]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return "".join(f"{line}\n" for line in (len(lines), *lines))


def boards_reply(pairing: RoundPairing, tournament: Tournament, count: int | None = None) -> str:
    """Every board of a round of teams, one a line, its fields parted by tabs.

    ``match.board``, the team with White, the team with Black, and their names; matches in board order. The
    players are not named: who plays is not known before the teams say so.

    Parameters
    ----------
    pairing : RoundPairing
    tournament : Tournament
    count : int, optional
        Boards of a match; those of the tournament by default.

    Raises
    ------
    InvalidTournament
        Nobody says how many boards there are.
    """
    colours = ""
    if isinstance(tournament, TeamTournament):
        count, colours = count or tournament.board_count, tournament.board_colours
    if count is None:
        raise InvalidTournament("how many boards a match has is not known: give their number")
    names = {p.number: one_line(p.name) for p in tournament.participants}
    return "".join(
        f"{b.match}.{b.board}\t{b.white}\t{b.black}\t{names[b.white]}\t{names[b.black]}\n"
        for b in boards(pairing, count, colours)
    )


def pairing_reply(pairing: RoundPairing) -> dict[str, Any]:
    """The JSON reply of a paired round.

    Returns
    -------
    dict
        ``round``; ``pairs``, ``[white, black]`` in board order; ``bye``, a number or None;
        ``floaters``, ``[number, score of the group left, "down" or "up"]`` in the order made;
        ``cracked``, how many pairings were taken back for the median.
    """
    return {
        "round": pairing.round,
        "pairs": pairing.pairs,
        "bye": pairing.bye,
        "floaters": [(f.number, f.from_score, f.direction) for f in pairing.floaters],
        "cracked": pairing.cracked,
    }


def trace_reply(pairing: RoundPairing) -> dict[str, Any]:
    """What a JSON reply says of the trace.

    Returns
    -------
    dict
        ``trace``: a list of steps in the order of the decisions, each with ``rule``, ``article`` and ``who``,
        the numbers concerned; see `Step`.
    """
    return {"trace": [{"rule": s.rule, "article": s.article, "who": s.who} for s in pairing.trace]}


def error_reply(error: MedianSwissError, line: int | None = None) -> dict[str, Any]:
    """The JSON reply where a round could not be paired.

    Parameters
    ----------
    error : MedianSwissError
    line : int, optional
        Line of the state in the input, where the error does not know a better one.

    Returns
    -------
    dict
        ``error``, the name of the class, and ``line`` (None where it is not known). Then
        `ImpossiblePairing` has ``article``, ``numbers``; `InvalidTournament` has ``column``,
        ``participant``, ``round``, None where there is none. Last ``message``.
    """
    reply: dict[str, Any] = {"error": type(error).__name__, "line": line}
    message = str(error)
    if isinstance(error, ImpossiblePairing):
        reply |= {"article": error.article, "numbers": error.numbers}
    elif isinstance(error, InvalidTournament):
        message = error.message
        reply["line"] = line if error.line is None else error.line
        reply |= {"column": error.column, "participant": error.participant, "round": error.round}
    return reply | {"message": message}


def internal_error_reply(error: Exception, line: int) -> dict[str, Any]:
    """The JSON reply where the state in `line` met a fault of this package."""
    return {"error": "InternalError", "line": line, "message": f"{type(error).__name__}: {error}"}


def json_line(reply: Mapping[str, Any]) -> str:
    """`reply` as one line of ASCII, its end included."""
    return json.dumps(reply) + "\n"
