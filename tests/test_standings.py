"""Standings and tie-breaks, article by article of C.07; the comparison with another program is elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import medianswiss as ms
from medianswiss import Game, Participant, Tournament

DOCUMENT = Path(__file__).parents[1] / "docs" / "standings.md"


def crossed(rounds: list[str], **header: object) -> Tournament:
    """A tournament of which each text is one round: ``1-2:=`` a game and White's result, ``3:H`` a bye.

    Who is not named was absent.
    """
    other = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    found = [re.findall(r"(\d+)(?:-(\d+))?:([-10=+HFZU])", text) for text in rounds]
    count = max(int(n) for games in found for pair in games for n in pair[:2] if n)
    history: dict[int, list[Game]] = {number: [] for number in range(1, count + 1)}
    for games in found:
        column = dict.fromkeys(history, Game(None, None, "Z"))
        for white, black, result in games:
            column[int(white)] = Game(int(black) if black else None, "w" if black else None, result)
            if black:
                column[int(black)] = Game(int(white), "b", other[result])
        for number, game in column.items():
            history[number].append(game)
    players = tuple(Participant(n, f"Player {n}", 2000 + 10 * n, tuple(g)) for n, g in history.items())
    return Tournament(players, round=len(rounds) + 1, **header)  # type: ignore[arg-type]


def values(t: Tournament, code: str, **options: int) -> dict[int, Fraction | None]:
    return {row.number: row.values[0] for row in ms.standings(t, [code], **options).rows}


FOUR = crossed(["1-2:1 3-4:=", "4-1:= 2-3:1", "1-3:1 2-4:0"])
"""Four players, all games: 1 has 2.5, 4 has 2, 2 has 1, 3 has a half."""


def test_ranks_by_points_then_by_each_tie_break_in_turn() -> None:
    table = ms.standings(FOUR, ["BH", "SB"])
    assert [(row.rank, row.number, row.points) for row in table.rows] == [
        (1, 1, 2.5), (2, 4, 2.0), (3, 2, 1.0), (4, 3, 0.5),
    ]  # fmt: skip
    assert table.tiebreaks == ("BH", "SB")
    assert table.after == 3
    assert table.rows[0].values == (Fraction(7, 2), Fraction(5, 2))


def test_who_is_level_in_everything_shares_a_rank_and_the_next_counts_them() -> None:
    table = ms.standings(crossed(["1-2:= 3-4:=", "5:F"]), ["WIN"])
    assert [(row.rank, row.number) for row in table.rows] == [(1, 5), (2, 1), (2, 2), (2, 3), (2, 4)]


def test_points_come_first_unless_they_are_in_the_list() -> None:
    assert [row.number for row in ms.standings(FOUR, ["TPN", "PTS"]).rows] == [1, 2, 3, 4]
    assert ms.standings(FOUR, ["PTS", "TPN"]) == ms.standings(FOUR, ["TPN"])


def test_standings_after_an_earlier_round_know_nothing_of_the_later_ones() -> None:
    table = ms.standings(FOUR, ["BH", "SB", "WIN"], after=1)
    first = crossed(["1-2:1 3-4:="])
    assert table == ms.standings(first, ["BH", "SB", "WIN"])
    assert [row.points for row in ms.standings(FOUR, after=0).rows] == [0.0] * 4


def test_given_points_are_the_score_and_those_of_later_rounds_are_taken_from_it() -> None:
    first, *others = FOUR.participants
    t = replace(FOUR, participants=(replace(first, points=5.5), *others))
    assert ms.standings(t).rows[0].points == 5.5
    assert values(t, "BH")[4] == 4 + 3
    assert ms.standings(t, after=1).rows[0].points == 4.0
