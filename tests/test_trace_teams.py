"""The trace of the groups of teams: what it says of each worked case, on core and reference.

Every case is told in full, under the articles of chapter N; D.02 says the same under its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, islice

import pytest

from events import TEAM_SYSTEMS, event, rounds_from
from medianswiss import RoundPairing, Step, Tournament, explain, pair
from test_team_articles import CASES, everybody_met, lines, with_esb
from test_trace import COLOURS
from twins import both, trace_of

both_systems = pytest.mark.parametrize("system", TEAM_SYSTEMS)

OF_THE_ROUND = {"colours disregarded", "bye barred", "bye needed", "bye", "other boards"}
GROUPS = {"group down", "group up", "middle group"}
OLYMPIAD = {
    "N.5.3": "6.1",
    "N.5.5": "6.4",
    "N.6 1": "8.3",
    "N.6 2": "8.2",
    "N.6 3": "9.3",
    "N.6, N.5.3": "8.2, 6.1",
    "N.6, N.7.4": "7.4, 8.2",
    "N.7.3": "7.3",
    "N.7.4.1": "7.4",
    "N.7.4.2": "7.4",
}


def steps_of_groups(t: Tournament) -> list[Step]:
    return [step for step in trace_of(t) if step.rule not in OF_THE_ROUND and step.rule not in COLOURS]


def told(text: str, *, round: int | None = None, met: str = "") -> list[str]:
    """What is said of the groups, a line a step; the same in both rule sets but for the articles."""
    ecu, olympiad = (
        steps_of_groups(event(text, round=round, met=met, system=system)) for system in TEAM_SYSTEMS
    )
    assert [(step.rule, OLYMPIAD[step.article], step.who) for step in ecu] == [
        (step.rule, step.article, step.who) for step in olympiad
    ]
    return [f"{step.article} {step.rule}: {' '.join(map(str, step.who))}" for step in ecu]


def told_of(group: int, text: str, *, round: int | None = None, met: str = "") -> list[str]:
    """What is said of one group, in the order paired, after its members and its limits."""
    said = told(text, round=round, met=met)
    starts = [k for k, line in enumerate(said) if line.startswith("N.5.5 ")] + [len(said)]
    assert said[starts[group] + 1].startswith("N.7.")
    return said[starts[group] + 2 : starts[group + 1]]


def steps(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


# ----------------------------------------------------------------------------- the worked cases

WORKED = {
    "1 [8.2.1]": """
        N.5.5 group down: 1 2 3 4
        N.7.3 limits kept: 1 2 3 4
        N.6, N.7.4 pairs kept: 1 2 3 4
        N.6 3 opponent: 1 3
        N.6 3 opponent: 2 4
        N.5.5 group up: 8
        N.7.3 limits kept: 8
        N.6 2 floater: 8
        N.5.5 middle group: 5 6 7 8
        N.7.3 limits kept: 5 6 7 8
        N.5.3 met: 8 7
        N.6 1 opponent: 8 6
        N.6 3 opponent: 5 7
    """,
    "2 [8.2.2]": """
        N.5.5 group down: 1 2 3 4 5
        N.7.3 limits kept: 1 2 3 4 5
        N.6 2 floater: 5
        N.6 2 far end: 5 4 3 2 1
        N.6, N.7.4 pairs kept: 1 2 3 4
        N.6 3 opponent: 1 3
        N.6 3 opponent: 2 4
        N.5.5 group up: 12 11
        N.7.3 limits kept: 11 12
        N.6, N.7.4 pairs kept: 12 11
        N.6 3 opponent: 12 11
        N.5.5 group up: 10 9 8
        N.7.3 limits kept: 8 9 10
        N.6 2 leaving costs a pair: 9 8
        N.6 2 floater: 9
        N.6 2 far end: 9 10
        N.6, N.7.4 pairs kept: 10 8
        N.6 3 opponent: 10 8
        N.5.5 middle group: 6 7 5 9
        N.7.3 limits kept: 6 7 5 9
        N.6 1 opponent: 5 6
        N.6 1 opponent: 9 7
    """,
    "3 [8.2.3]": """
        N.5.5 group down: 1 2 3 4 5
        N.7.3 limits kept: 1 2 3 4 5
        N.6 2 floater: 5
        N.6 2 far end: 5 4 3 2 1
        N.6, N.7.4 pairs kept: 1 2 3 4
        N.6 3 opponent: 1 3
        N.6 3 opponent: 2 4
        N.5.5 group up: 12 11
        N.7.3 limits kept: 11 12
        N.6, N.7.4 pairs kept: 12 11
        N.6 3 opponent: 12 11
        N.5.5 group up: 10 9 8
        N.7.3 limits kept: 8 9 10
        N.6 2 floater: 9 8
        N.6 2 far end: 9 10
        N.6, N.7.4 pairs kept: 10 8
        N.6 3 opponent: 10 8
        N.5.5 middle group: 6 7 5 9
        N.7.3 limits kept: 6 7 5 9
        N.6 1 opponent: 5 6
        N.6 1 opponent: 9 7
    """,
    "4 [8.2.4]": """
        N.5.5 group down: 1 2 3 4 5
        N.7.3 limits kept: 1 2 3 4 5
        N.6 2 floater: 5
        N.6 2 far end: 5 4 3 2 1
        N.6, N.7.4 pairs kept: 1 2 3 4
        N.6 3 opponent: 1 3
        N.6 3 opponent: 2 4
        N.5.5 group up: 10 9 8
        N.7.3 limits kept: 8 9 10
        N.6 2 floater: 8
        N.6 2 far end: 8 9 10
        N.6, N.7.4 pairs kept: 10 9
        N.6 3 opponent: 10 9
        N.5.5 middle group: 6 7 5 8
        N.7.3 limits kept: 6 7 5 8
        N.6 1 keeps fewer pairs: 5 6 7
        N.6 1 opponent: 5 8
        N.6 3 opponent: 6 7
    """,
    "5 [8.3.1]": """
        N.5.5 group down: 1 2 3
        N.7.3 limits kept: 1 2 3
        N.6 2 floater: 3
        N.6 2 far end: 3 2 1
        N.6, N.7.4 pairs kept: 1 2
        N.6 3 opponent: 1 2
        N.5.5 group up: 8
        N.7.3 limits kept: 8
        N.6 2 floater: 8
        N.5.5 middle group: 4 5 6 7 3 8
        N.7.3 limits kept: 4 5 6 7 3 8
        N.5.3 met: 3 4
        N.6 1 opponent: 3 5
        N.6 1 opponent: 8 7
        N.6 3 opponent: 4 6
    """,
    "6 [9.4]": """
        N.5.5 group down: 1 2 3 4
        N.7.3 limits kept: 1 2 3 4
        N.6 2 floater: 4
        N.6 2 far end: 4 3 2 1
        N.6 2 leaving costs a pair: 1 3 2
        N.6 2 floater: 1
        N.6, N.7.4 pairs kept: 2 3
        N.6 3 opponent: 2 3
        N.5.5 middle group: 5 6 7 8 1 4
        N.7.3 limits kept: 5 6 7 8 1 4
        N.6 1 opponent: 1 5
        N.6 1 opponent: 4 6
        N.6 3 opponent: 7 8
    """,
}


@pytest.mark.parametrize("case", CASES)
def test_n_6_worked_case(case: str) -> None:
    """Cases 1 to 6 of D.02."""
    text, barred, _ = CASES[case]
    assert told(text, met=barred) == steps(WORKED[case])


def test_n_7_4_1_worked_case() -> None:
    assert told("1 4 WW\n2 4 WW\n3 2 BW\n4 2 WB") == steps("""
        N.5.5 group down: 1 2
        N.7.4.1 limits dropped: 1 2
        N.6, N.7.4 pairs kept: 1 2
        N.6 3 opponent: 1 2
        N.5.5 middle group: 3 4
        N.7.3 limits kept: 3 4
        N.6 3 opponent: 3 4
    """)


# ----------------------------------------------------------------------------- N.5.5 [6.4]: the groups


@both_systems
def test_n_5_5_eighty_eight_teams(system: str) -> None:
    """Places 43 and 44 have 10 points, 45 and 46 have 9: the middle group is that of 9, and comes last."""
    text = lines(1, 20, "12") + lines(21, 44, "10") + lines(45, 70, "9") + lines(71, 88, "6")
    groups = [step for step in steps_of_groups(event(text, round=8, system=system)) if step.rule in GROUPS]
    assert [(step.rule, step.who) for step in groups] == [
        ("group down", tuple(range(1, 21))),
        ("group down", tuple(range(21, 45))),
        ("group up", tuple(range(88, 70, -1))),
        ("middle group", tuple(range(45, 71))),
    ]


@pytest.mark.parametrize("case", ["down", "up"])
def test_n_5_5_residents_in_the_direction_then_those_that_came_in_as_they_are_paired(case: str) -> None:
    """Upward the largest number first; of floaters that came from below the lower ranked."""
    if case == "down":
        said = told(lines(1, 2, "8") + lines(3, 4, "6") + lines(5, 10, "2"), round=5, met="1-2")
        assert said[5:7] == ["N.5.5 group down: 3 4 1 2", "N.7.3 limits kept: 3 4 1 2"]
    else:
        said = told(lines(1, 6, "8") + lines(7, 8, "2") + lines(9, 10, "0"), round=5, met="9-10")
        assert said[5:7] == ["N.5.5 group up: 8 7 10 9", "N.7.3 limits kept: 7 8 10 9"]


def test_n_5_5_in_the_middle_those_from_above_before_those_from_below() -> None:
    said = told("1 6\n2 4\n3 4\n4 4\n5 4\n6 0", round=4)
    assert said[6:8] == ["N.5.5 middle group: 2 3 4 5 1 6", "N.7.3 limits kept: 2 3 4 5 1 6"]


@both_systems
def test_n_5_5_by_rank_where_that_is_by_sonneborn_berger(system: str) -> None:
    t = with_esb(event(lines(1, 4, "2 W") + lines(5, 6, "0 W"), system=system), 3, 1, 4, 2, 6, 5)
    groups = [step.who for step in steps_of_groups(t) if step.rule in GROUPS]
    assert groups == [(5, 6), (3, 1, 4, 2)]


@both_systems
@pytest.mark.parametrize("text", ["1 2 B", "1 2 B absent", "1 2 B absent\n2 2 W absent"])
def test_n_7_10_nothing_of_other_boards_where_nobody_plays(system: str, text: str) -> None:
    rules = [step.rule for step in trace_of(event(text, round=2, system=system))]
    assert rules == ["colours disregarded", *(["bye"] if "absent" not in text else [])]


# ----------------------------------------------------------------------------- N.6 1 [8.3]: who came in


def test_n_6_1_each_one_tried_before_and_why_not() -> None:
    """#1 has met #2 and #4; with #3, who has the same colour behind it, it is not within the limits."""
    text = "1 6 WW\n2 4 BB\n3 4 WW\n4 4 BB\n5 4 BB\n6 2 WB\n7 2 BW\n8 2 WB\n9 2 WB\n10 2 BW"
    assert told_of(1, text, met="1-2 1-4") == steps("""
        N.5.3 met: 1 2
        N.7.3 colour limits: 1 3
        N.5.3 met: 1 4
        N.6 1 opponent: 1 5
        N.6 2 floater: 4
        N.6 2 far end: 4 3 2
        N.6, N.7.4 pairs kept: 1 2 3 5
        N.6 3 opponent: 2 3
    """)


def test_n_6_1_with_the_limits_dropped_they_are_no_reason() -> None:
    """Of #1 to #3 none is within the limits with another."""
    text = "1 6 WW\n2 4 WW\n3 4 WW\n4 4 WW\n5 2 WB\n6 2 BW\n7 2 WB\n8 2 WB\n9 2 WB\n10 2 WB"
    assert told(text, met="1-2")[3:] == steps("""
        N.5.5 group down: 2 3 4 1
        N.7.4.1 limits dropped: 2 3 4 1
        N.5.3 met: 1 2
        N.6 1 opponent: 1 3
        N.6, N.7.4 pairs kept: 1 2 3 4
        N.6 3 opponent: 2 4
        N.5.5 middle group: 5 6 7 8 9 10
        N.7.3 limits kept: 5 6 7 8 9 10
        N.6 3 opponent: 5 8
        N.6 3 opponent: 6 9
        N.6 3 opponent: 7 10
    """)


def test_n_6_1_from_below_the_lowest_ranked_first() -> None:
    """Towards the middle, where the lowest ranked comes first anyway; in the middle it does not."""
    text = lines(1, 8, "4") + lines(9, 12, "2") + lines(13, 14, "0")
    assert told_of(1, text, round=4, met="13-14 14-12 14-11") == steps("""
        N.5.3 met: 14 12 11
        N.6 1 opponent: 14 10
        N.6 1 opponent: 13 12
        N.6, N.7.4 pairs kept: 14 13 12 11 10 9
        N.6 3 opponent: 11 9
    """)
    text = lines(1, 4, "4") + lines(5, 6, "0")
    assert told_of(1, text, round=4, met="5-6 6-4 5-3") == steps("""
        N.5.3 met: 6 4
        N.6 1 opponent: 6 3
        N.6 1 opponent: 5 4
        N.6 3 opponent: 1 2
    """)


def test_n_6_1_then_the_other_floaters_in_the_same_order() -> None:
    """#1 has met the residents #3 and #4, then #2; #6, which comes from below, looks the other way."""
    assert told_of(2, "1 6\n2 6\n3 4\n4 4\n5 0\n6 0", round=4, met="1-2 1-3 1-4 5-6 6-4") == steps("""
        N.5.3 met: 1 3 4 2
        N.6 1 opponent: 1 5
        N.6 1 keeps fewer pairs: 2 3
        N.6 1 opponent: 2 4
        N.6 1 opponent: 6 3
    """)


def test_n_6_1_such_that_the_rest_keeps_its_pairs() -> None:
    """#1 would take #2, but then #3 and #4, who have met, would be left."""
    text = "1 6\n" + lines(2, 4, "4") + lines(5, 10, "2")
    assert told_of(1, text, round=4, met="3-4") == steps("""
        N.6 1 keeps fewer pairs: 1 2
        N.6 1 opponent: 1 3
        N.6, N.7.4 pairs kept: 1 2 3 4
        N.6 3 opponent: 2 4
    """)


def test_n_6_1_a_floater_that_nobody_can_take_moves_on() -> None:
    """#1 has met all of the group; #1 moves on before another floater is chosen."""
    text = "1 6\n" + lines(2, 4, "4") + lines(5, 10, "2")
    assert told_of(1, text, round=4, met=everybody_met(1, 2, 3, 4)) == steps("""
        N.5.3 met: 1 2 3 4
        N.6 1 moves on: 1
        N.6 2 floater: 4
        N.6 2 far end: 4 3 2
        N.6, N.7.4 pairs kept: 2 3
        N.6 3 opponent: 2 3
    """)


def test_n_6_1_it_moves_on_where_the_rest_asks_for_it() -> None:
    """#1 could meet #2, but then #3, which has met all the others, would be left."""
    text = "1 6\n2 4\n3 4\n" + lines(4, 6, "2")
    assert told_of(1, text, round=4, met="1-3 3-4 3-5 3-6") == steps("""
        N.6 1 keeps fewer pairs: 1 2
        N.5.3 met: 1 3
        N.6 1 moves on: 1
        N.6, N.7.4 pairs kept: 2 3
        N.6 3 opponent: 2 3
    """)


# ----------------------------------------------------------------------------- N.6 2 [8.2]: who floats


def test_n_6_2_one_who_has_met_all_beyond_is_asked_later() -> None:
    text = lines(1, 3, "4") + lines(4, 6, "2")
    assert told_of(0, text, round=3, met=everybody_met(3, 4, 5, 6)) == steps("""
        N.6 2 floater: 2 3
        N.6 2 far end: 2 1
        N.6, N.7.4 pairs kept: 1 3
        N.6 3 opponent: 1 3
    """)


def test_n_6_2_below_the_middle_the_highest_ranked_first() -> None:
    text = lines(1, 5, "4") + lines(6, 8, "2")
    assert told_of(0, text, round=3, met=everybody_met(6, 1, 2, 3, 4, 5)) == steps("""
        N.6 2 floater: 7 6
        N.6 2 far end: 7 8
        N.6, N.7.4 pairs kept: 8 6
        N.6 3 opponent: 8 6
    """)


def test_n_6_2_who_has_met_all_beyond_floats_where_the_others_are_needed() -> None:
    """#1 and #2 have met, so #3 has to stay; #1 and #2 have met #4 to #6, and #2 is asked before #1."""
    text = lines(1, 3, "4") + lines(4, 6, "2") + lines(7, 8, "0")
    barred = f"1-2 {everybody_met(1, 4, 5, 6)} {everybody_met(2, 4, 5, 6)}"
    assert told_of(0, text, round=3, met=barred) == steps("""
        N.6 2 leaving costs a pair: 2 3
        N.6 2 floater: 2
        N.6 2 far end: 2 1
        N.6, N.7.4 pairs kept: 1 3
        N.6 3 opponent: 1 3
    """)


def test_n_6_2_for_whose_sake_a_group_keeps_fewer_pairs() -> None:
    """#1 and #2 could meet, but #3 and #4 have met. One that waits as a floater is named too."""
    assert told_of(0, "1 4 W\n2 4 B\n3 2 W\n4 2 B", met="3-4") == steps("""
        N.6, N.5.3 needed beyond: 4 3
        N.6 2 floater: 2
        N.6 2 far end: 2 1
        N.6 2 floater: 1
    """)
    text = lines(1, 3, "4") + lines(4, 6, "2") + lines(7, 8, "0")
    barred = f"1-2 {everybody_met(1, 4, 5, 6)} {everybody_met(2, 4, 5, 6)}"
    assert told_of(1, text, round=3, met=barred) == steps("""
        N.6, N.5.3 needed beyond: 6 2
        N.6 2 floater: 7
        N.6 2 far end: 7 8
        N.6 2 floater: 8
    """)


def test_n_6_2_all_who_were_asked_before() -> None:
    """Those not beyond their opponents first: #4, #3 and #2 have to stay, then #5 would have been asked."""
    text = lines(1, 5, "4") + lines(6, 10, "2")
    barred = everybody_met(5, 6, 7, 8, 9, 10) + " 1-2 1-3 1-5 2-5 3-5"
    assert told_of(0, text, round=3, met=barred) == steps("""
        N.6 2 leaving costs a pair: 1 4 3 2
        N.6 2 floater: 1 5
        N.6, N.7.4 pairs kept: 2 3 4 5
        N.6 3 leaves others: 2 4 5 3
        N.5.3 met: 2 5
        N.6 3 opponent: 2 3
        N.6 3 opponent: 4 5
    """)


def test_n_7_4_2_who_is_passed_over_for_the_limits_alone() -> None:
    """Without #3, whom both need, #1 and #2 would not be within the limits."""
    assert told_of(0, "1 4 WW\n2 4 WW\n3 4 BB\n4 2 WB\n5 2 BW\n6 2 WB") == steps("""
        N.7.4.2 another floater: 2 3
        N.6 2 floater: 2
        N.6 2 far end: 2 1
        N.6, N.7.4 pairs kept: 1 3
        N.6 3 opponent: 1 3
    """)


def test_n_7_4_2_and_who_is_needed_whatever_the_limits() -> None:
    """#3 has to stay anyway, for #1 and #2 have met; #2 for the limits."""
    text = "1 4 WW\n2 4 BB\n3 4 WW\n4 2 WB\n5 2 BW\n6 2 WB"
    assert told_of(0, text, met="1-2") == steps("""
        N.6 2 leaving costs a pair: 1 3
        N.7.4.2 another floater: 1 2
        N.6 2 floater: 1
        N.6, N.7.4 pairs kept: 2 3
        N.6 3 opponent: 2 3
    """)


def test_n_7_4_2_of_several_floaters_each_by_itself() -> None:
    text = "1 4 WW\n2 4 WW\n3 4 BB\n4 4 WB\n5 4 WB\n" + lines(6, 10, "2 WB")
    assert told_of(0, text, met="4-1 4-2 4-3 4-5 5-1 5-2 5-3") == steps("""
        N.6 2 floater: 5
        N.6 2 far end: 5 4 3 2 1
        N.6 2 floater: 4
        N.6 2 far end: 4 3 2 1
        N.7.4.2 another floater: 2 3
        N.6 2 floater: 2
        N.6 2 far end: 2 1
        N.6, N.7.4 pairs kept: 1 3
        N.6 3 opponent: 1 3
    """)


# ----------------------------------------------------------------------------- N.6 3 [9.3]: scrutiny


def test_n_6_3_the_bottom_half_then_the_top_half_from_its_bottom_up() -> None:
    """#1 has met #4 to #6, and takes #3."""
    assert told_of(0, lines(1, 6, "2"), round=2, met="1-4 1-5 1-6") == steps("""
        N.5.3 met: 1 4 5 6
        N.6 3 opponent: 1 3
        N.6 3 opponent: 2 5
        N.6 3 opponent: 4 6
    """)


def test_n_6_3_below_the_middle_in_the_reverse_order() -> None:
    text = lines(1, 8, "6") + lines(9, 14, "2")
    assert told_of(0, text, round=4, met="14-11 14-10 14-9") == steps("""
        N.6, N.7.4 pairs kept: 14 13 12 11 10 9
        N.5.3 met: 14 11 10 9
        N.6 3 opponent: 14 12
        N.6 3 opponent: 13 10
        N.6 3 opponent: 11 9
    """)


def test_n_6_3_one_step_for_those_refused_in_a_row_for_the_same_reason() -> None:
    text = "1 2 WW\n2 2 BB\n3 2 BB\n4 2 WB\n5 2 WW\n6 2 BB\n7 2 WW\n8 2 WW\n9 2 BB\n10 2 BB"
    assert told_of(0, text, met="1-6 1-9") == steps("""
        N.5.3 met: 1 6
        N.7.3 colour limits: 1 7 8
        N.5.3 met: 1 9
        N.6 3 opponent: 1 10
        N.7.3 colour limits: 2 6
        N.6 3 opponent: 2 7
        N.7.3 colour limits: 3 6
        N.6 3 opponent: 3 8
        N.6 3 opponent: 4 6
        N.6 3 opponent: 5 9
    """)


def test_n_6_3_such_that_the_others_can_be_paired() -> None:
    """Of the others those are named whom a largest pairing leaves over, from the largest number down."""
    assert told_of(0, lines(1, 6, "2"), round=2, met="2-3 2-5 2-6 5-6 3-6") == steps("""
        N.6 3 leaves others: 1 4 6 2
        N.6 3 leaves others: 1 5 6 3
        N.6 3 opponent: 1 6
        N.6 3 opponent: 2 4
        N.6 3 opponent: 3 5
    """)


@both_systems
def test_n_6_3_those_left_over_by_number_whatever_the_rank(system: str) -> None:
    """#4 is ranked before #2, with whom it has met."""
    t = with_esb(event(lines(1, 4, "2 W"), met="2-4", system=system), 1, 4, 3, 2)
    assert [(step.rule, step.who) for step in steps_of_groups(t)[2:]] == [
        ("leaves others", (1, 3, 4, 2)),
        ("opponent", (1, 2)),
        ("opponent", (4, 3)),
    ]


# ----------------------------------------------------------------------------- any round


def groups_of(trace: Sequence[Step]) -> Iterator[list[Step]]:
    """The steps of one group after the other."""
    group: list[Step] = []
    for step in trace:
        if step.rule in GROUPS and group:
            yield group
            group = []
        if step.rule in GROUPS or group:
            group.append(step)
    if group:
        yield group


OF_FLOATERS = ("leaving costs a pair", "another floater", "floater", "far end")


def examine_group(group: list[Step]) -> Counter[str]:
    """Everybody who stays and everybody who floats is accounted for; how often each rule is named."""
    staying = set(group[0].who)
    opponents: set[int] = set()
    for (of_floater, first), steps in groupby(group, lambda step: (step.rule in OF_FLOATERS, step.who[0])):
        if of_floater:
            others = [number for step in steps for number in step.who[1:]]
            assert sorted(others) == sorted(staying - {first})
            staying.remove(first)
            continue
        for step in steps:
            if step.rule in ("opponent", "moves on"):
                assert staying.issuperset(step.who)
                staying.difference_update(step.who)
            if step.rule == "opponent":
                opponents.update(step.who)
    assert not staying
    told = [set(step.who) for step in group if step.rule == "pairs kept"]
    assert told == ([opponents] if opponents and group[0].rule != "middle group" else [])
    return Counter(step.rule for step in group)


@both_systems
def test_everybody_of_a_group_is_accounted_for(system: str) -> None:
    """When one floats, every other member still there has one reason not to. All rules are told of."""
    named: Counter[str] = Counter()
    for t in islice(rounds_from(5, system), 400):
        if isinstance(both(t), RoundPairing):
            for group in groups_of(pair(t, trace=True).trace):
                named += examine_group(group)
    often = {
        "met",
        "colour limits",
        "leaves others",
        "keeps fewer pairs",
        "moves on",
        "pairs kept",
        "needed beyond",
    }
    assert min(named[rule] for rule in {*GROUPS, *OF_FLOATERS, *often} - {"another floater"}) > 20
    assert named["another floater"] > 5


@both_systems
def test_every_step_has_its_sentence(system: str) -> None:
    for t in islice(rounds_from(6, system), 60):
        if isinstance(both(t), RoundPairing):
            assert len(explain(t).of_round()) > len(t.participants) // 2


def test_n_6_2_for_whose_sake_a_group_keeps_fewer_pairs_is_told_to_its_members() -> None:
    t = event("1 4 W\n2 4 B\n3 2 W\n4 2 B", met="3-4", system="ecu")
    said = "Were the group to make as many pairs as it could, there would be no opponents for #4 or #3"
    assert all(f"{said} (N.6, N.5.3)." in explain(t).of(number) for number in (1, 2, 3, 4))
