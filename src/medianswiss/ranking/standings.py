"""Standings: the participants in the order of their points and of the tie-breaks of FIDE C.07."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..errors import InvalidTournament, MedianSwissError, UnknownTiebreak
from ..pairing import check_kind
from ..tournament import TENTHS, Tournament
from ..trf_columns import blanked
from .codes import CRITERIA, Tiebreak, check_participants, parse_tiebreak
from .crosstable import C07_EDITIONS, CrossTable, crosstable, has_teams
from .tiebreaks import Value, values

__all__ = ["MATCHES", "PLAYERS", "TEAMS", "Standing", "Standings", "standings"]

PLAYERS: Final = ("BH/C1", "BH", "SB", "DE", "WIN")
"""The order where nobody says one: that of many opens."""

TEAMS: Final = ("EMGSB/C1", "GPTS", "BH:MP/C1")
"""The same for teams: that of the Olympiad."""

MATCHES: Final = ("EMMSB/C1", "BH:MP/C1")
"""The same for teams whose game points are not known."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    Parameters
    ----------
    rank : int
        From 1; those whom nothing parts share theirs, and the next one counts them all.
    number : int
        Pairing number.
    name : str
    points : float
        Points, or the primary score of teams; a multiple of 0.1.
    values : tuple of Fraction or None
        One for each tie-break, exact; None where there is none. DE, EDE, TBR and BBE give the place among
        those who are level, 0 where they decide nothing.
    """

    rank: int
    number: int
    name: str
    points: float
    values: tuple[Fraction | None, ...]

    def texts(self) -> tuple[str, ...]:
        """The values as they are printed: ``56.75``, at most three decimals, ``-`` where there is none."""
        return tuple(map(_text, self.values))


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament.

    Parameters
    ----------
    rows : tuple of Standing
        By rank; those who share one by their pairing numbers.
    tiebreaks : tuple of str
        Their codes, in the order they are looked at.
    after : int
        How many rounds are counted.
    """

    rows: tuple[Standing, ...]
    tiebreaks: tuple[str, ...]
    after: int


def standings(
    t: Tournament,
    tiebreaks: Sequence[str] | str | None = None,
    after: int | None = None,
    *,
    edition: int = C07_EDITIONS[-1],
) -> Standings:
    """The standings by points and tie-breaks (FIDE C.07), exact: no two are parted by a rounding.

    Parameters
    ----------
    t : Tournament
        A plain one or one of teams; what keeps it from being paired does not matter here.
    tiebreaks : sequence of str, optional
        Codes such as ``"BH/C1"``, or one text with commas between them, in the order they are looked at;
        `docs/standings.md` has them all. The points come first, unless ``PTS`` or ``MPTS`` is among them
        or ``GPTS`` is the first. By default what the file says (records 202 and 212), else `PLAYERS`,
        `TEAMS` or `MATCHES`.
    after : int, optional
        Only the first so many rounds count; all that were played by default.
    edition : {2026, 2024}
        C.07 in force from 2026-03-01, or the one before it, which bounds no virtual opponent (16.4).

    Returns
    -------
    Standings

    Raises
    ------
    MedianSwissError
        There is no such edition.
    UnknownTiebreak
        There is no such tie-break, or not for these participants.
    InvalidTournament
        The tournament contradicts itself, has players by rules for teams or teams by rules for players,
        has not had that many rounds, names no tie-break of these participants, or does not say what one
        needs (the game points of teams).

    Warns
    -----
    UserWarning
        A tie-break by ratings is left out because some participants have none (C.07 10).
    """
    if edition not in C07_EDITIONS:
        known = ", ".join(map(str, C07_EDITIONS))
        raise MedianSwissError(f"C.07 has no edition {edition!r}; there are {known}")
    Tournament.validate(t)
    if t.system is not None:
        check_kind(t, t.system)
    if tiebreaks is None:
        order = declared_tiebreaks(t) or _usual(crosstable(t, after, edition))
    else:
        order = _parsed(_codes(tiebreaks), teams=has_teams(t))
    first = "GP" if order and _is_game_points(order[0]) else "MP"
    order = order if first == "GP" else _after_points(order)
    return _ranked(crosstable(t, after, edition, first), order)


def _codes(tiebreaks: Sequence[str] | str) -> Sequence[str]:
    if isinstance(tiebreaks, str):
        return tiebreaks.split(",")
    if isinstance(tiebreaks, Sequence) and not isinstance(tiebreaks, bytes | bytearray | memoryview):
        return tiebreaks
    raise UnknownTiebreak(f"tie-breaks must be a list of codes or a text, not {type(tiebreaks).__name__}")


def _parsed(codes: Sequence[str], *, teams: bool) -> list[Tiebreak]:
    order = [parse_tiebreak(code) for code in codes]
    for tiebreak in order:
        check_participants(tiebreak, teams=teams)
    return order


def _is_game_points(tiebreak: Tiebreak) -> bool:
    return tiebreak.name == "GPTS" or (tiebreak.name, tiebreak.score) == ("PTS", "GP")


def _is_points(tiebreak: Tiebreak) -> bool:
    """Whether it says where the points come; game points further down are a tie-break as any other."""
    return tiebreak.name in ("PTS", "MPTS") and tiebreak.score != "GP"


def _after_points(order: list[Tiebreak]) -> list[Tiebreak]:
    """The points before all of them, unless they are in the list."""
    return order if any(map(_is_points, order)) else [Tiebreak("PTS"), *order]


def _usual(table: CrossTable) -> list[Tiebreak]:
    if not table.teams:
        return [parse_tiebreak(code) for code in PLAYERS]
    return [parse_tiebreak(code) for code in (TEAMS if table.has_game_points else MATCHES)]


def _ranked(table: CrossTable, order: Sequence[Tiebreak]) -> Standings:
    groups = [list(range(len(table.participants)))] if table.participants else []
    columns = []
    for tiebreak in order:
        found = values(table, tiebreak, [group for group in groups if len(group) > 1])
        highest = CRITERIA[tiebreak.name].lowest == tiebreak.reversed
        groups = [part for group in groups for part in _parted(group, found, highest=highest)]
        columns.append(found)
    leading = _is_points(order[0]) or _is_game_points(order[0])  # the points are a column of their own
    points = table.score().totals
    rows, rank = [], 1
    for group in groups:
        for index in group:
            p = table.participants[index]
            own = tuple(column[index] for column in columns[leading:])
            rows.append(Standing(rank, p.number, p.name, points[index] / TENTHS, own))
        rank += len(group)
    return Standings(tuple(rows), tuple(map(str, order[leading:])), table.after)


def _parted(group: Sequence[int], found: Sequence[Value], *, highest: bool) -> list[list[int]]:
    """The group parted by value, the best first; those without one come last."""
    by_value: dict[Value, list[int]] = {}
    for index in group:
        by_value.setdefault(found[index], []).append(index)
    known = sorted((value for value in by_value if value is not None), reverse=highest)
    return [by_value[value] for value in [*known, None] if value in by_value]


def declared_tiebreaks(t: Tournament) -> list[Tiebreak]:
    """The tie-breaks the file says; none where it says nothing.

    They are those of 202, which come after the points, or of 212, which has the points in it.

    Raises
    ------
    InvalidTournament
        One of them is not known, or not for these participants; with the line.
    """
    if t.source is None:
        return []
    found: dict[str, list[Tiebreak]] = {}
    for number, text in enumerate(t.source.lines, 1):
        code, words = text[:3], blanked(text)[4:].replace(",", " ").split()
        if code in ("202", "212") and words and not text[3:4].strip():
            try:
                found[code] = _parsed(words, teams=has_teams(t))
            except UnknownTiebreak as error:
                raise InvalidTournament(str(error), file=t.source.file, line=number, column=5) from None
    return _after_points(found["202"]) if "202" in found else found.get("212", [])


def _text(value: Fraction | None) -> str:
    if value is None:
        return "-"
    text = f"{float(value):.3f}".rstrip("0")
    return text.removesuffix(".")
