"""The trace: what every article says of the cases worked for it, on core and reference.

Article numbers of chapter N stand first, those of D.02 in brackets; those of Lim in both numberings.
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from events import TEAM_SYSTEMS, event
from medianswiss import RoundPairing, Step, Tournament, pair
from twins import both, paired, trace_of

both_systems = pytest.mark.parametrize("system", TEAM_SYSTEMS)

RUN = Step("limits", "5.1.1, 5.3 [12.1 a, 12.3]", ())
DIFFERENCE = Step("limits", "5.1.2 [12.1 b]", ())
BOTH = Step("limits", "5.1.1, 5.1.2, 5.3 [12.1, 12.3]", ())
DUE = Step("due colour", "5.1, 5.5, 5.6 [12.1, 12.5, 12.6]", ())
LATEST = Step("latest difference", "5.4 [12.4]", ())
RANK = Step("rank", "5.4 [12.4]", ())
DRAWN = Step("drawn colour", "5.4 [12.4]", ())

OF_GROUPS = {
    "ecu": {"limits kept": "N.7.3", "limits dropped": "N.7.4.1", "another floater": "N.7.4.2"},
    "olympiad": {"limits kept": "7.3", "limits dropped": "7.4", "another floater": "7.4"},
}


def of_groups(t: Tournament) -> list[tuple[str, tuple[int, ...]]]:
    """What is said of the groups of teams, each under its article."""
    articles = OF_GROUPS[str(t.system)]
    steps = [step for step in trace_of(t) if step.rule in articles]
    assert all(step.article == articles[step.rule] for step in steps)
    return [(step.rule, step.who) for step in steps]


COLOURS = {
    "limits",
    "due colour",
    "latest difference",
    "rank",
    "drawn colour",
    "lot",
    "equalisation",
    "fewer whites",
    "alternation",
    "lowest sequence",
    "balance",
    "last colour",
}


def of_colours(t: Tournament) -> list[Step]:
    """What is said of the colours of the pairs."""
    return [step for step in trace_of(t) if step.rule in COLOURS]


OF_BYE = {
    "lim": {"bye barred": "1.1 [8]", "bye needed": "1.1, 2.1 [8, 9.1]", "bye": "1.1 [8]"},
    "ecu": {"bye barred": "N.5.4", "bye needed": "N.5.4, N.5.3", "bye": "N.5.4"},
    "olympiad": {"bye barred": "4", "bye needed": "4, 6.1", "bye": "4"},
}


def of_bye(t: Tournament) -> list[tuple[str, tuple[int, ...]]]:
    """What is said of the bye, each under its article: before the groups, after what is said of all."""
    articles = OF_BYE[str(t.system)]
    steps = [step for step in trace_of(t) if step.rule != "colours disregarded"]
    steps = steps[: next((k for k, step in enumerate(steps) if step.rule not in articles), None)]
    assert all(step.article == articles[step.rule] for step in steps)
    return [(step.rule, step.who) for step in steps]


# ----------------------------------------------------------------------------- 1.1, 7.1, N.5.4, 4: the bye


@pytest.mark.parametrize("system", ["lim", *TEAM_SYSTEMS])
class TestBye:
    def test_1_1_n_5_4_the_first_asked_has_it(self, system: str) -> None:
        t = event("1 2 W\n2 0 B\n3 0 B\n4 2 B\n5 2 W", system=system)
        assert of_bye(t) == [("bye", (3,))]

    def test_1_1_n_5_4_even_numbers_have_none(self, system: str) -> None:
        assert of_bye(event("1 2 W\n2 2 B\n3 0 W absent", system=system)) == []

    def test_common_a_field_of_one(self, system: str) -> None:
        assert of_bye(event("7 0 B", system=system)) == [("bye", (7,))]

    def test_1_1_n_5_4_4_1_who_may_not_have_it(self, system: str) -> None:
        """Case 7 of D.02: #6 and #7 had it; they are asked in the order of their places."""
        text = "1 2 W\n2 2 W\n3 2 W\n4 2 W\n5 2 W\n6 2 U\n7 2 U\n8 4 B\n9 4 B"
        assert of_bye(event(text, system=system)) == [("bye barred", (7, 6)), ("bye", (5,))]

    def test_1_1_n_5_4_whose_bye_leaves_somebody_without_an_opponent(self, system: str) -> None:
        """Without #5 there is nobody for #4."""
        t = event("1 2 W\n2 2 B\n3 0 B\n4 0 W\n5 0 W", met="4-1 4-2 4-3", system=system)
        assert of_bye(t) == [("bye needed", (5,)), ("bye", (4,))]

    def test_1_1_n_5_4_both(self, system: str) -> None:
        """Asked are #7, which had it, #6, the only one for #1, #5, which had it, and #4."""
        text = "1 4 W\n2 4 B\n3 2 B\n4 2 W\n5 2 U\n6 0 W\n7 0 U"
        t = event(text, met="1-2 1-3 1-4 1-5 1-7", system=system)
        assert of_bye(t) == [("bye barred", (7, 5)), ("bye needed", (6,)), ("bye", (4,))]


class TestByeOfRoundOne:
    def test_7_1_by_rating(self) -> None:
        """The lowest rated, unrated counting as lowest, ties to the largest number: under its own article."""
        t = event("1 0 r2400\n2 0 r2100\n3 0 r2100\n4 0 r2200\n5 0 r2300")
        assert trace_of(t)[0] == Step("bye", "7.1 [14.1]", (3,))
        t = event("1 0 r2400\n2 0\n3 0 r2100\n4 0\n5 0 r2300")
        assert trace_of(t)[0] == Step("bye", "7.1 [14.1]", (4,))

    def test_7_1_whose_bye_leaves_somebody_without_an_opponent(self) -> None:
        """In the order of ratings: #5 is the only one for #1, #2 the only one for #3."""
        text = "1 0 r2400\n2 0 r2100\n3 0 r2300\n4 0 r2200\n5 0 r2000"
        t = event(text, met="1-2 1-3 1-4")
        assert trace_of(t)[:2] == (
            Step("bye needed", "1.1, 2.1 [8, 9.1]", (5,)),
            Step("bye", "7.1 [14.1]", (2,)),
        )
        t = event(text, met="1-2 1-3 1-4 3-4 3-5")
        assert trace_of(t)[:2] == (
            Step("bye needed", "1.1, 2.1 [8, 9.1]", (5, 2)),
            Step("bye", "7.1 [14.1]", (4,)),
        )


def test_n_5_4_a_half_point_bye_bars_it_in_ecu_alone() -> None:
    text = "1 2 WB\n2 0 BW\n3 0 HB"
    assert of_bye(event(text, system="ecu")) == [("bye barred", (3,)), ("bye", (2,))]
    assert of_bye(event(text, system="olympiad")) == [("bye", (3,))]


def test_4_a_late_entry_is_barred_in_olympiad_alone() -> None:
    text = "1 2 WB\n2 0 BW\n3 0 ZB"
    assert of_bye(event(text, system="ecu")) == [("bye", (3,))]
    assert of_bye(event(text, system="olympiad")) == [("bye barred", (3,)), ("bye", (2,))]


def test_n_5_4_by_rank_where_that_is_by_sonneborn_berger() -> None:
    """#3 has more of it than #2, and is asked after it."""
    text = "1 4 9w1/3\n2 2 8w1/1\n3 2 7w1/4\n7 1 3b0/0 absent\n8 1 2b0/3 absent\n9 1 1b0/1 absent"
    t = event(text, met="1-3", system="ecu", ranking="esb")
    assert of_bye(t) == [("bye needed", (2,)), ("bye", (3,))]


# ----------------------------------------------------------------------------- lim: 5, 7.2


class TestLim:
    @pytest.mark.parametrize(
        ("a", "b", "white", "expected"),
        [
            # 5.1.1 [12.1 a], 5.3: two games running with White
            ("WBBWW", "WBBWB", 7, RUN),
            ("BWBWW", "WBWBW", 7, RUN),
            # 5.1.2 [12.1 b]: two more Whites than Blacks, the last one Black
            ("WWBWWBWB", "BWBWBWBW", 7, DIFFERENCE),
            ("BWBWBWBW", "BBWBBWBW", 7, DIFFERENCE),
            ("BWW", "WBB", 7, RUN),
            # both of one player, and one of each
            ("BWBWW", "ZZZZZ", 7, RUN),
            ("WBWWBWW", "WBWBWBW", 7, BOTH),
            ("WWBWWB", "WBB", 7, BOTH),
            # 5.1, 5.5, 5.6: different due colours, and only one
            ("WBW", "BWB", 7, DUE),
            ("WB", "BW", 3, DUE),
            ("WZ", "Z", 7, DUE),
            ("Z", "W", 3, DUE),
            # 5.4: where the histories differ last
            ("WBBW", "BWBW", 3, LATEST),
            ("WB-ZHBW", "BWBW", 3, LATEST),
            # 5.4: nothing differs
            ("WB", "WB", 3, RANK),
            ("BWB", "B", 3, RANK),
            # 5.4: nobody has a due colour
            ("Z", "Z", 3, DRAWN),
        ],
    )
    def test_5_colours(self, a: str, b: str, white: int, expected: Step) -> None:
        t = event(f"3 40 {a}\n7 40 {b}", rounds=20)
        assert of_colours(t) == [replace(expected, who=(white, 10 - white))]

    def test_5_4_example(self) -> None:
        """#4 with BWB against #8 with WBB: going back gives 8-4, and so did the limits before it."""
        assert of_colours(event("4 2 BWB\n8 2 WBB")) == [replace(RUN, who=(8, 4))]

    def test_5_4_below_the_median(self) -> None:
        """The lower ranked decides, with a due colour and without."""
        assert of_colours(event("3 0 WB\n7 0 WB", rounds=9)) == [replace(RANK, who=(7, 3))]
        assert of_colours(event("3 0 Z\n7 0 Z", rounds=9)) == [replace(DRAWN, who=(7, 3))]

    def test_7_2_round_one(self) -> None:
        assert of_colours(event("".join(f"{n} 0\n" for n in range(1, 7)))) == [
            Step("lot", "7.2 [14.2]", (1, 4)),
            Step("lot", "7.2 [14.2]", (5, 2)),
            Step("lot", "7.2 [14.2]", (3, 6)),
        ]

    def test_6_the_second_try_says_what_the_first_would_have(self) -> None:
        """No legal pairing within the limits: the round is paired anew, and told once."""
        t = event("1 2 BWW\n2 1 BWW", rounds=4)
        assert of_colours(t) == [replace(RANK, who=(2, 1))]

    def test_in_the_order_in_which_the_pairs_were_made(self) -> None:
        """From above, from below, the median last; boards are in another order."""
        t = event("1 2\n2 2\n3 1\n4 1\n5 0\n6 0", round=3)
        assert [step.who for step in of_colours(t)] == [(1, 2), (6, 5), (3, 4)]
        assert paired(t).pairs == ((1, 2), (3, 4), (6, 5))

    def test_of_a_cracked_pairing_no_colours_are_told(self) -> None:
        t = event("3 1 WB\n4 1 WB\n5 0 WB\n6 0 WB", met="3-4")
        assert paired(t).cracked == 1
        assert of_colours(t) == [replace(RANK, who=(3, 6)), replace(RANK, who=(4, 5))]


# ----------------------------------------------------------------------------- N.7 [7]: colours


ECU = [
    # N.7.3.1, N.7.3.2: the limit that forbids the other allocation
    ("BBBWW", "WB", 2, "limits", "N.7.3.2"),
    ("WB", "WWWBB", 2, "limits", "N.7.3.2"),
    ("WWBWWB", "WBWB", 2, "limits", "N.7.3.1"),
    ("BBWBBW", "WBWB", 1, "limits", "N.7.3.1"),
    ("BWW", "WWB", 2, "limits", "N.7.3.2"),
    ("WW", "WB", 2, "limits", "N.7.3.1, N.7.3.2"),
    ("WWBWWB", "WBB", 2, "limits", "N.7.3.1, N.7.3.2"),
    # N.7.2
    ("HH", "HH", 1, "lot", "N.7.2"),
    # N.7.5.1
    ("WW-B", "BWBW", 2, "equalisation", "N.7.5.1"),
    ("BWW", "WW", 1, "equalisation", "N.7.5.1"),  # either way a third White: the limits do not decide
    ("BWWB", "ZZBW", 2, "fewer whites", "N.7.5.1"),
    # N.7.6
    ("BW", "WB", 2, "alternation", "N.7.6"),
    ("WB", "BW", 1, "alternation", "N.7.6"),
    # N.7.7: the runs, and going back game by game
    ("WB-", "B-W", 1, "lowest sequence", "N.7.7"),
    ("WBBW", "BWBW", 1, "latest difference", "N.7.7"),
    # N.7.8, N.7.9
    ("WWB", "WWB", 2, "balance", "N.7.8 a"),
    ("BBW", "BBW", 1, "balance", "N.7.8 a"),
    ("WB", "WB", 1, "last colour", "N.7.8 b, N.7.9"),
    ("BW", "BW", 2, "last colour", "N.7.8 b, N.7.9"),
]
OLYMPIAD = [
    ("BBBWW", "WB", 2, "limits", "7.3"),
    ("WWBWWB", "WBWB", 2, "limits", "7.3"),
    ("WW", "WB", 2, "limits", "7.3"),
    ("WW-B", "BWBW", 2, "equalisation", "7.5.1"),
    ("WBWB", "BWWB", 1, "latest difference", "7.5.2, 7.6"),
    ("BW", "BW", 2, "last colour", "7.6"),
    ("ZZ", "WB", 2, "last colour", "7.6"),
    ("HH", "HH", 1, "lot", "7.2"),
]
CASES = [("ecu", *case) for case in ECU] + [("olympiad", *case) for case in OLYMPIAD]


@pytest.mark.parametrize(("system", "first", "second", "white", "rule", "article"), CASES)
def test_n_7_colours_of_board_1(
    system: str, first: str, second: str, white: int, rule: str, article: str
) -> None:
    """Each worked case of the colours of board 1, under the article that decides it."""
    t = event(f"1 2 {first}\n2 2 {second}", system=system)
    assert of_colours(t) == [Step(rule, article, (white, 3 - white))]


class TestTeams:
    @pytest.mark.parametrize(("system", "article"), [("ecu", "N.7.1"), ("olympiad", "7")])
    def test_n_7_1_first_of_all(self, system: str, article: str) -> None:
        t = event("1 2 W\n2 2 B\n3 2 W\n4 2 B", system=system)
        assert trace_of(t)[0] == Step("colours disregarded", article, ())

    @pytest.mark.parametrize(("system", "article"), [("ecu", "N.7.2"), ("olympiad", "7.2")])
    def test_n_7_2_round_one(self, system: str, article: str) -> None:
        t = event("".join(f"{n} 0\n" for n in range(1, 9)), system=system)
        assert of_colours(t) == [Step("lot", article, who) for who in ((1, 5), (6, 2), (3, 7), (8, 4))]

    @both_systems
    def test_n_7_3_of_every_group(self, system: str) -> None:
        """In the order paired: from above, from below, the middle."""
        t = event("1 4\n2 4\n3 2\n4 2\n5 0\n6 0", round=3, system=system)
        assert of_groups(t) == [("limits kept", who) for who in ((1, 2), (5, 6), (3, 4))]

    @both_systems
    def test_n_7_3_the_floaters_of_a_group_stand_last(self, system: str) -> None:
        """#1 comes from above, #6 from below; ranks are not numbers."""
        t = event("1 6\n3 4\n2 4\n5 4\n4 4\n6 2", round=4, system=system)
        assert of_groups(t) == [("limits kept", who) for who in ((1,), (6,), (2, 3, 4, 5, 1, 6))]

    @both_systems
    def test_n_7_4_1_worked_case(self, system: str) -> None:
        t = event("1 4 WW\n2 4 WW\n3 2 BW\n4 2 WB", system=system)
        assert of_groups(t) == [("limits dropped", (1, 2)), ("limits kept", (3, 4))]

    @both_systems
    def test_n_7_4_1_in_an_odd_group_names_no_other_floater(self, system: str) -> None:
        t = event("1 4 WW\n2 4 WW\n3 4 WW\n4 2 WB\n5 2 WB\n6 2 WB", system=system)
        assert of_groups(t) == [("limits dropped", (1, 2, 3)), ("limits kept", (4, 5, 6, 3))]

    @both_systems
    def test_n_7_4_2_another_floater(self, system: str) -> None:
        """#2 floats, for without #3 the others would not be within the limits."""
        t = event("1 4 WW\n2 4 WW\n3 4 BB\n4 2 WB\n5 2 BW\n6 2 WB", system=system)
        assert of_groups(t) == [
            ("limits kept", (1, 2, 3)),
            ("another floater", (2, 3)),
            ("limits kept", (4, 5, 6, 2)),
        ]

    @both_systems
    def test_n_7_4_2_from_below(self, system: str) -> None:
        """Upward #4 would float, but #5 and #6 are not within the limits. Numbers are not ranks."""
        t = event("11 4 WB\n2 4 BW\n3 4 WB\n7 4 BW\n8 4 WB\n4 2 BB\n5 2 WW\n6 2 WW", system=system)
        assert of_groups(t) == [
            ("limits kept", (4, 5, 6)),
            ("another floater", (5, 4)),
            ("limits kept", (2, 3, 7, 8, 11, 5)),
        ]

    @both_systems
    def test_n_7_4_2_names_nobody_who_had_to_stay_anyway(self, system: str) -> None:
        """#3 has to stay whatever the limits, for #1 and #2 have met; #2 for the limits."""
        t = event("1 4 WW\n2 4 BB\n3 4 WW\n4 2 WB\n5 2 BW\n6 2 WB", met="1-2", system=system)
        assert of_groups(t)[:2] == [("limits kept", (1, 2, 3)), ("another floater", (1, 2))]

    @both_systems
    def test_n_7_4_2_several_floaters(self, system: str) -> None:
        """Of five who have hardly anybody to meet three float: each is told by itself."""
        text = "1 4 WW\n2 4 WW\n3 4 BB\n4 4 WB\n5 4 WB\n6 2 WB\n7 2 WB\n8 2 WB\n9 2 WB\n10 2 WB"
        met = "4-1 4-2 4-3 4-5 5-1 5-2 5-3"
        t = event(text, met=met, system=system)
        assert of_groups(t)[:2] == [("limits kept", (1, 2, 3, 4, 5)), ("another floater", (2, 3))]
        assert [f.number for f in paired(t).floaters] == [5, 4, 2]

    @both_systems
    def test_a_group_trusted_wrongly_is_not_told(self, system: str) -> None:
        """#1 and #2 are paired at first, and then #3 and #4, who have met, cannot be: all starts anew."""
        t = event("1 4 W\n2 4 B\n3 2 W\n4 2 B", met="3-4", system=system)
        assert of_groups(t) == [("limits kept", (1, 2)), ("limits kept", (3, 4, 1, 2))]

    @pytest.mark.parametrize(("system", "article"), [("ecu", "N.7.5.2, N.7.10"), ("olympiad", "7")])
    def test_n_7_5_2_n_7_10_the_other_boards_last(self, system: str, article: str) -> None:
        """The teams named first, in the order of boards."""
        t = event("1 4 W\n2 4 B\n3 2 W\n4 2 B\n5 0 WB\n6 0 BW", system=system)
        assert paired(t).pairs == ((2, 1), (4, 3), (5, 6))
        assert trace_of(t)[-1] == Step("other boards", article, (2, 4, 5))

    @both_systems
    def test_the_whole_of_a_round(self, system: str) -> None:
        """The round, its groups as paired, the colours in the same order, the boards."""
        t = event("1 4 W\n2 4 B\n3 2 W\n4 2 B\n5 0 W\n6 0 B", system=system)
        steps = [(step.rule, step.who) for step in trace_of(t)]
        assert steps == [
            ("colours disregarded", ()),
            ("group down", (1, 2)),
            ("limits kept", (1, 2)),
            ("pairs kept", (1, 2)),
            ("opponent", (1, 2)),
            ("group up", (6, 5)),
            ("limits kept", (5, 6)),
            ("pairs kept", (6, 5)),
            ("opponent", (6, 5)),
            ("middle group", (3, 4)),
            ("limits kept", (3, 4)),
            ("opponent", (3, 4)),
            ("equalisation", (2, 1)),
            ("equalisation", (6, 5)),
            ("equalisation", (4, 3)),
            ("other boards", (2, 4, 6)),
        ]

    @both_systems
    def test_nobody_to_pair(self, system: str) -> None:
        assert of_groups(event("1 2 absent", system=system)) == []


def crowded(random: Random, system: str) -> Tournament:
    """Few scores, colours that hardly let anybody meet, and pairs that have met."""
    size = 2 * random.randint(3, 7)
    lines = [
        f"{n} {2 * random.randint(1, 3)} {random.choice(('WW', 'WW', 'BB', 'WB'))}"
        for n in range(1, size + 1)
    ]
    met = [f"{a}-{b}" for a, b in combinations(range(1, size + 1), 2) if random.random() < 0.2]
    return event("\n".join(lines), met=" ".join(met), system=system)


def test_n_7_4_on_random_fields() -> None:
    """Core and reference say the same of limits dropped and of other floaters, and have much to say."""
    said: Counter[str] = Counter()
    for seed in range(300):
        t = crowded(Random(seed), TEAM_SYSTEMS[seed % 2])
        if isinstance(both(t), RoundPairing):
            said.update(step.rule for step in pair(t, trace=True).trace)
    assert said["limits dropped"] > 50
    assert said["another floater"] > 20


# ----------------------------------------------------------------------------- asked for, and not


class TestAsking:
    def test_without_asking_there_is_none(self) -> None:
        t = event("1 2 W\n2 2 B\n3 2 W\n4 2 B", system="ecu")
        assert pair(t).trace == ()
        assert pair(t, trace=False).trace == ()

    @pytest.mark.parametrize("system", ["lim", *TEAM_SYSTEMS])
    def test_it_changes_nothing_else(self, system: str) -> None:
        t = event("1 4 WW\n2 4 WW\n3 4 BB\n4 2 WB\n5 2 BW\n6 2 WB\n7 2 ZZ", system=system, rounds=9)
        assert replace(pair(t, trace=True), trace=()) == pair(t)

    @both_systems
    def test_longer_than_the_first_room(self, system: str) -> None:
        """Everybody has a score of its own: more steps than there is room for at first."""
        t = event("".join(f"{n} {100 - 2 * n}\n" for n in range(1, 41)), round=60, rounds=64, system=system)
        assert len(trace_of(t)) > 40 + 16

    @both_systems
    def test_of_more_participants_than_the_first_room(self, system: str) -> None:
        """Twenty teams in eleven groups have all met: they float, the first ten through all the groups."""
        met = " ".join(f"{a}-{b}" for b in range(2, 21) for a in range(1, b))
        scores = [60] * 10 + [58 - 2 * k for k in range(10)] + [20] * 20
        text = "".join(f"{number} {score}\n" for number, score in enumerate(scores, 1))
        t = event(text, met=met, round=40, rounds=64, system=system)
        assert sum(len(step.who) for step in trace_of(t)) > 4 * 40 + 16

    def test_a_colour_that_decides_nothing_is_not_warned_about(self) -> None:
        t = replace(event("1 2 W\n2 2 B", system="ecu"), initial_colour=None)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert len(pair(t, trace=True).trace) == 6
        with pytest.warns(UserWarning, match="White is assumed"):
            pair(replace(event("1 2 Z\n2 2 Z", system="ecu"), initial_colour=None), trace=True)


def test_the_articles_of_chapter_n_from_7_1_to_7_10_each_have_a_line() -> None:
    """Every numbered rule of N.7 can be found in a trace."""
    told = {article for *_, article in ECU}
    told |= {"N.7.1", "N.7.5.2, N.7.10", *OF_GROUPS["ecu"].values()}
    cited = {article.split(" ")[0] for articles in told for article in articles.split(", ")}
    assert {f"N.7.{k}" for k in (1, 2, 3, 6, 7, 8, 9, 10)} <= cited
    assert {"N.7.3.1", "N.7.3.2", "N.7.4.1", "N.7.4.2", "N.7.5.1", "N.7.5.2"} <= cited
