"""The tie-breaks of FIDE C.07 by their codes (``BH/C1``), one function each; all of it in exact numbers.

A tie-break gives every participant a value; `standings` puts them in order. What an unplayed round counts
is `crosstable`'s.

Why not a library: ``tiebreak-core`` (MIT) holds scores and products as floats and knows no scoring but
1, 1/2, 0; ``gacrux`` (MIT), the Technical Commission's checker, reads files of its own model only and
brings networkx. The tests compare with it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from ..errors import UnknownTiebreak
from ..rating_tables import expected_hundredths, performance_difference
from ..tournament import TENTHS
from .codes import Tiebreak
from .crosstable import Cell, CrossTable, Score

__all__ = ["Value", "values"]

Value = Fraction | None
Group = Sequence[int]
"""Indices of participants who are level so far."""


def values(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """The value of every participant; `tied` are the groups of those who are level before it.

    Raises
    ------
    UnknownTiebreak
        It is not built where game points come first.
    InvalidTournament
        The tournament does not say what it needs.
    """
    if table.first == "GP" and tiebreak.name in _OF_MATCHES:
        raise UnknownTiebreak(
            f"tie-break {tiebreak} counts matches: where game points come first it is not built"
        )
    return _COMPUTED[tiebreak.name](table, tiebreak, tied)


_OF_MATCHES: Final = ("WIN", "WON", "BPG", "BWG", "REP", "STD")


def _tenths(numbers: Iterable[int]) -> list[Value]:
    return [Fraction(number, TENTHS) for number in numbers]


def _whole(numbers: Iterable[int]) -> list[Value]:
    return [Fraction(number) for number in numbers]


def _half_up(value: Fraction) -> int:
    """Rounded to the nearest integer, a half upwards (10.1)."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


# Points and counts (7, 11, 13.1) --------------------------------------------------------------------


def _points(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    return _tenths(table.score(tiebreak.score).totals)


def _match_points(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """11.1.1."""
    return _tenths(table.score("MP").totals)


def _game_points(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """11.1.2."""
    return _tenths(table.score("GP").totals)


def _secondary_score(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """13.1: game points where match points come first, and the other way round."""
    return _tenths(table.score(table.second).totals)


def _wins(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """7.1: rounds that brought as much as a win, played or not."""
    score = table.points
    return _whole(sum(points == score.win for points in row) for row in score.rounds)


def _counted(table: CrossTable, *, black: bool, won: bool) -> list[Value]:
    """Games (matches) played: with Black only, or won only, or both."""
    score = table.points
    return _whole(
        sum(
            cell.played and (cell.black or not black) and (points == score.win or not won)
            for cell, points in zip(cells, rounds, strict=True)
        )
        for cells, rounds in zip(table.cells, score.rounds, strict=True)
    )


def _games_won(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """7.2."""
    return _counted(table, black=False, won=True)


def _games_with_black(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """7.3."""
    return _counted(table, black=True, won=False)


def _games_won_with_black(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """7.4."""
    return _counted(table, black=True, won=True)


def _progressive(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """7.5: the sum of the scores after each round; a cut leaves out the first rounds (14.1.1)."""
    first = tiebreak.cut
    count = table.after
    score = table.score(tiebreak.score)
    return _tenths(
        sum(points * max(0, count - max(round_, first)) for round_, points in enumerate(row))
        for row in score.rounds
    )


def _elected_to_play(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """7.6: the rounds without requested byes and losses by forfeit."""
    return _whole(sum(not cell.voluntary for cell in cells) for cells in table.cells)


def _standard_points(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """7.7: one for a round that brought more than a draw, a half for one that brought as much."""
    score = table.points
    halves = (sum((p >= score.draw) + (p > score.draw) for p in row) for row in score.rounds)
    return [Fraction(number, 2) for number in halves]


def _pairing_number(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """7.8."""
    return _whole(p.number for p in table.participants)


# Buchholz and Sonneborn-Berger (8, 9, 13.2) -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """What one round adds: `value`, which is the opponent's `score` or its product with the result."""

    score: int
    value: int
    voluntary: bool


def _parts(table: CrossTable, score: Score, results: Score | None, *, forfeits: bool) -> list[list[_Part]]:
    """What each round of each adds: the opponent's score, times the result where there are `results`."""
    adjusted = table.adjusted(score)
    rows = []
    for index, cells in enumerate(table.cells):
        row = []
        for round_, cell in enumerate(cells):
            if cell.rival is not None and (cell.played or forfeits):
                theirs, voluntary = adjusted[cell.rival], False
            else:
                theirs, voluntary = table.dummy(score, adjusted, index, cell.rival), cell.voluntary
            value = theirs if results is None else theirs * results.rounds[index][round_]
            row.append(_Part(theirs, value, voluntary))
        rows.append(row)
    return rows


def _without(row: list[_Part], low: int, high: int) -> list[_Part]:
    """14.1 to 14.4: without the `low` least and then the `high` most significant values."""
    left = list(row)
    for _ in range(min(low, len(left))):
        left.remove(_least(left))
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda part: (part.score, part.value)))
    return left


def _least(row: list[_Part]) -> _Part:
    """14.1.1: what the lowest opponent added; or the least of 16.5, where that is not less."""
    least = min(row, key=lambda part: (part.score, part.value))
    voluntary = min(
        (part for part in row if part.voluntary), key=lambda part: (part.value, part.score), default=None
    )
    return least if voluntary is None or voluntary.value < least.value else voluntary


def _buchholz(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """8.1: the sum of the opponents' scores."""
    score = table.score(tiebreak.score)
    if tiebreak.fore:
        table, score = table.drawn_at_last(score)
    rows = _parts(table, score, None, forfeits=tiebreak.forfeits)
    return _tenths(sum(p.value for p in _without(row, tiebreak.cut, tiebreak.cut_high)) for row in rows)


def _average_buchholz(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """8.2: the average Buchholz of the opponents played."""
    return _averages(table, _buchholz(table, tiebreak, tied))


def _fore_buchholz(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """8.3: Buchholz where whoever is paired in the final round draws."""
    return _buchholz(table, replace(tiebreak, fore=True), tied)


def _met(cells: Iterable[Cell]) -> list[int]:
    """The opponents played."""
    return [cell.rival for cell in cells if cell.played and cell.rival is not None]


def _averages(table: CrossTable, of: Sequence[Value]) -> list[Value]:
    """The average over the opponents played of those who have a value."""
    found: list[Value] = []
    for cells in table.cells:
        known = [value for rival in _met(cells) if (value := of[rival]) is not None]
        found.append(sum(known, Fraction()) / len(known) if known else None)
    return found


def _sonneborn_berger(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """9.1: the sum of the opponents' scores, each times the result against them."""
    return _products(table, tiebreak, table.points, table.points)


def _extended_sonneborn_berger(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """13.2: EMGSB is the match points of the opponents, each times the game points against them."""
    theirs, own = (table.score(f"{letter}P") for letter in tiebreak.name[1:3])
    return _products(table, tiebreak, theirs, own)


def _products(table: CrossTable, tiebreak: Tiebreak, theirs: Score, own: Score) -> list[Value]:
    rows = _parts(table, theirs, own, forfeits=tiebreak.forfeits)
    return [
        Fraction(sum(part.value for part in _without(row, tiebreak.cut, 0)), TENTHS * TENTHS) for row in rows
    ]


# Ratings (10) -----------------------------------------------------------------------------------------


def _ratings(table: CrossTable, tiebreak: Tiebreak) -> list[int] | None:
    """The ratings of all; None, and a warning, where some have none and nobody says what they count as."""
    unrated = [p.number for p in table.participants if not p.rating]
    if unrated and tiebreak.unrated is None:
        names = ", ".join(map(str, unrated[:5])) + (
            f" and {len(unrated) - 5} more" if len(unrated) > 5 else ""
        )
        warnings.warn(
            f"{tiebreak} is left out (C.07 10): unrated are {names}; {tiebreak}/U1400 counts them as 1400",
            stacklevel=2,
        )
        return None
    return [p.rating or (tiebreak.unrated or 0) for p in table.participants]


def _performances(
    table: CrossTable, tiebreak: Tiebreak, performance: Callable[[list[int], int], int]
) -> list[Value]:
    """`performance` of the ratings of the opponents played and the half points scored against them."""
    ratings = _ratings(table, tiebreak)
    found: list[Value] = []
    for cells in table.cells:
        theirs = [ratings[rival] for rival in _met(cells)] if ratings else []
        halves = sum(cell.halves for cell in cells)
        found.append(Fraction(performance(theirs, halves)) if theirs else None)
    return found


def _average_rating(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """10.1: of the opponents played; cuts leave out the lowest, and the highest (14.1.1, 14.3)."""
    ratings = _ratings(table, tiebreak)
    found: list[Value] = []
    for cells in table.cells:
        theirs = sorted(ratings[rival] for rival in _met(cells)) if ratings else []
        theirs = theirs[tiebreak.cut :]
        theirs = theirs[: max(0, len(theirs) - tiebreak.cut_high)]
        found.append(Fraction(_average(theirs)) if theirs else None)
    return found


def _average(ratings: Sequence[int]) -> int:
    return _half_up(Fraction(sum(ratings), len(ratings)))


def _tournament_performance(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """10.2: the average rating of the opponents, and what B.02 8.1 adds for the score."""

    def performance(theirs: list[int], halves: int) -> int:
        hundredths = _half_up(Fraction(100 * halves, 2 * len(theirs)))
        return _average(theirs) + performance_difference(hundredths)

    return _performances(table, tiebreak, performance)


def _perfect_performance(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """10.3: the lowest rating that is expected to score as much; without points 800 below the lowest."""

    def performance(theirs: list[int], halves: int) -> int:
        low, high = min(theirs) - 800, max(theirs) + 800
        while low < high and halves:
            middle = (low + high) // 2
            if sum(expected_hundredths(middle - rating) for rating in theirs) >= 50 * halves:
                high = middle
            else:
                low = middle + 1
        return low

    return _performances(table, tiebreak, performance)


def _average_performance(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """10.4: the average tournament performance of the opponents."""
    return _rounded(_averages(table, _tournament_performance(table, tiebreak, tied)))


def _average_perfect_performance(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """10.5: the average perfect performance of the opponents."""
    return _rounded(_averages(table, _perfect_performance(table, tiebreak, tied)))


def _rounded(averages: Iterable[Value]) -> list[Value]:
    return [None if value is None else Fraction(_half_up(value)) for value in averages]


def _rating(table: CrossTable, tiebreak: Tiebreak, _: Sequence[Group]) -> list[Value]:
    """10.6."""
    ratings = _ratings(table, tiebreak)
    return [None] * len(table.participants) if ratings is None else _whole(ratings)


# Among those who are level (6, 12, 13.3) ----------------------------------------------------------------

Stage = Callable[[Group], list[list[int]]]
"""What parts a group, the best first; one part where it decides nothing."""


def _places(table: CrossTable, tied: Sequence[Group], stages: Sequence[Stage]) -> list[Value]:
    """The place each gets among those it is level with, from 1; 0 where nothing is decided."""
    places = [0] * len(table.participants)
    for group in tied:
        parts = _parted(group, stages)
        place = 1
        for part in parts if len(parts) > 1 else ():
            for index in part:
                places[index] = place
            place += len(part)
    return _whole(places)


def _parted(group: Group, stages: Sequence[Stage]) -> list[list[int]]:
    """The first stage that parts the group does; every part starts again (6.2, 13.3)."""
    if len(group) > 1:
        for stage in stages:
            parts = stage(group)
            if len(parts) > 1:
                return [smaller for part in parts for smaller in _parted(part, stages)]
    return [list(group)]


def _encounter(table: CrossTable, score: Score, *, forfeits: bool) -> Stage:
    """6: what those who are level scored against each other.

    Where not all have met, only who is sure of the first place, then of the second, ..., gets it (6.3).
    """

    def stage(group: Group) -> list[list[int]]:
        own = {index: _own_results(table, score, group, index, forfeits=forfeits) for index in group}
        sure = {index: sum(results, Fraction()) for index, results in own.items()}
        most = {index: sure[index] + score.win * (len(group) - 1 - len(own[index])) for index in group}
        order = sorted(group, key=lambda index: (-sure[index], -most[index], index))
        if sure == most:
            return _split(order, lambda index: sure[index])
        firsts: list[list[int]] = []
        while len(order) > 1 and sure[order[0]] > max(most[index] for index in order[1:]):
            firsts.append([order.pop(0)])
        return [*firsts, order]

    return stage


def _own_results(
    table: CrossTable, score: Score, group: Group, index: int, *, forfeits: bool
) -> list[Fraction]:
    """The result against each of the group met: the average where they met more often (6.1.2)."""
    members = set(group)
    met: dict[int, list[int]] = {}
    for cell, points in zip(table.cells[index], score.rounds[index], strict=True):
        if cell.rival in members and cell.rival is not None and (cell.played or forfeits):
            met.setdefault(cell.rival, []).append(points)
    return [Fraction(sum(points), len(points)) for points in met.values()]


def _split(order: Iterable[int], key: Callable[[int], object]) -> list[list[int]]:
    """Those in order, parted where the key changes."""
    parts: list[list[int]] = []
    for index in order:
        if parts and key(parts[-1][0]) == key(index):
            parts[-1].append(index)
        else:
            parts.append([index])
    return parts


def _direct_encounter(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """6."""
    return _places(table, tied, [_encounter(table, table.points, forfeits=tiebreak.forfeits)])


def _extended_direct_encounter(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """13.3: by the primary score, then the secondary; two teams also by the boards of their match."""
    first, second = table.score(), table.score(table.second)
    stages = [_encounter(table, score, forfeits=tiebreak.forfeits) for score in (first, second)]
    stages += [_match(table, key, forfeits=tiebreak.forfeits) for key in _BOARD_KEYS[tiebreak.name]]
    return _places(table, tied, stages)


Key = Callable[[Sequence[int]], tuple[int, ...]]
"""What the points of the boards, the first first, are compared by: the larger is the better."""


def _board_count(boards: Sequence[int]) -> tuple[int, ...]:
    """12.1: each board's points times its number; the lower sum is the better."""
    return (-sum(number * points for number, points in enumerate(boards, 1)),)


def _top_boards(boards: Sequence[int]) -> tuple[int, ...]:
    """12.2: the first board, then the next."""
    return tuple(boards)


def _bottom_boards(boards: Sequence[int]) -> tuple[int, ...]:
    """12.3: all boards but the last, then all but the last two."""
    return tuple(sum(boards[:count]) for count in range(len(boards) - 1, 0, -1))


_BOARD_KEYS: Final[dict[str, tuple[Key, ...]]] = {
    "EDE": (),
    "EDET": (_top_boards,),
    "EDEB": (_bottom_boards,),
    "EDEBT": (_board_count, _top_boards),
    "EDEBB": (_board_count, _bottom_boards),
}


def _match(table: CrossTable, key: Key, *, forfeits: bool) -> Stage:
    """13.3.2: the boards of the match of exactly two teams."""

    def stage(group: Group) -> list[list[int]]:
        if len(group) != 2:
            return [list(group)]

        def against(index: int) -> tuple[int, ...]:
            matches = [
                table.boards[index][round_]
                for round_, cell in enumerate(table.cells[index])
                if cell.rival in group and (cell.played or forfeits)
            ]
            return key(_added(matches))

        return _split(sorted(group, key=against, reverse=True), against)

    return stage


def _added(boards: Sequence[Sequence[int]]) -> list[int]:
    """Board by board, what several matches brought."""
    count = max(map(len, boards), default=0)
    return [sum(points[board] for points in boards if board < len(points)) for board in range(count)]


def _boards_added(table: CrossTable, _: Tiebreak, __: Sequence[Group]) -> list[Value]:
    """12.1."""
    return [Fraction(-_board_count(_added(boards))[0], TENTHS) for boards in table.boards]


def _board_by_board(table: CrossTable, tiebreak: Tiebreak, tied: Sequence[Group]) -> list[Value]:
    """12.2 and 12.3: the place by the boards, one after the other."""
    key = {"TBR": _top_boards, "BBE": _bottom_boards}[tiebreak.name]
    keys = [key(_added(boards)) for boards in table.boards]

    def stage(group: Group) -> list[list[int]]:
        return _split(sorted(group, key=lambda i: keys[i], reverse=True), lambda i: keys[i])

    return _places(table, tied, [stage])


_COMPUTED: Final[dict[str, Callable[[CrossTable, Tiebreak, Sequence[Group]], list[Value]]]] = {
    "PTS": _points,
    "DE": _direct_encounter,
    "WIN": _wins,
    "WON": _games_won,
    "BPG": _games_with_black,
    "BWG": _games_won_with_black,
    "PS": _progressive,
    "REP": _elected_to_play,
    "STD": _standard_points,
    "TPN": _pairing_number,
    "BH": _buchholz,
    "AOB": _average_buchholz,
    "FB": _fore_buchholz,
    "SB": _sonneborn_berger,
    "ARO": _average_rating,
    "TPR": _tournament_performance,
    "PTP": _perfect_performance,
    "APRO": _average_performance,
    "APPO": _average_perfect_performance,
    "RTNG": _rating,
    "MPTS": _match_points,
    "GPTS": _game_points,
    "BC": _boards_added,
    "TBR": _board_by_board,
    "BBE": _board_by_board,
    "MPVGP": _secondary_score,
    "EMMSB": _extended_sonneborn_berger,
    "EMGSB": _extended_sonneborn_berger,
    "EGMSB": _extended_sonneborn_berger,
    "EGGSB": _extended_sonneborn_berger,
    "EDE": _extended_direct_encounter,
    "EDET": _extended_direct_encounter,
    "EDEB": _extended_direct_encounter,
    "EDEBT": _extended_direct_encounter,
    "EDEBB": _extended_direct_encounter,
}
