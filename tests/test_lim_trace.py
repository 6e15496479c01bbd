"""What the trace of Lim says of groups, floaters and opponents: the worked cases, on core and reference.

What it says of colours and of the bye is in test_trace.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest

from events import event, rounds_from
from medianswiss import RoundPairing, Tournament, pair
from twins import both, trace_of

ARTICLES = {
    "bye barred": {"1.1 [8]"},
    "bye needed": {"1.1, 2.1 [8, 9.1]"},
    "bye": {"1.1 [8]", "7.1 [14.1]"},
    "colours ignored": {"6 [13]"},
    "round one": {"7.2 [14.2]"},
    "group down": {"2.2 [9.2]"},
    "group up": {"2.2 [9.2]"},
    "median": {"2.2 [9.2]"},
    "cracked": {"2.6 [9.6]"},
    "leaving costs a pair": {"2.3, 4.4 [9.3, 11.4]"},
    "floater a": {"3.9 [10.9]"},
    "floater b": {"3.9 [10.9]"},
    "floater c": {"3.9 [10.9]"},
    "floater d": {"3.9 [10.9]"},
    "floated before": {"3.10 [10.10]"},
    "due like most": {"3.2.2 [10.2.2]", "3.2.2, 3.2.3 [10.2.2, 10.2.3]"},
    "largest number": {"3.2.4 [10.2.4]"},
    "pairs kept": {"2.3 [9.3]"},
    "met": {"2.1 [9.1]"},
    "colour limits": {"2.1, 5.1 [9.1, 12.1]"},
    "rating apart": {"5.7 [12.7]", "3.6 [10.6]"},
    "due the same colour": {"5.2 [12.2]", "3.6 [10.6]"},
    "leaves others": {"4.4 [11.4]"},
    "opponent": {"4.2, 5.2 [11.2, 12.2]", "4.2, 5.2, 5.7 [11.2, 12.2, 12.7]", "3.6 [10.6]"},
    "first available": {"4.2, 5.2 [11.2, 12.2]", "4.2, 5.2, 5.7 [11.2, 12.2, 12.7]", "3.6 [10.6]"},
}
IN_SCRUTINY = {
    "rating apart": "5.7 [12.7]",
    "due the same colour": "5.2 [12.2]",
    "opponent": "4.2, 5.2 [11.2, 12.2]",
    "first available": "4.2, 5.2 [11.2, 12.2]",
}
OF_MAXI = dict.fromkeys(("opponent", "first available"), "4.2, 5.2, 5.7 [11.2, 12.2, 12.7]")


def told(t: Tournament) -> list[str]:
    """What is said but of colours: the rule and whom it concerns; after ``3.6`` of one that came in."""
    lines = []
    for step in trace_of(t):
        if step.rule in ARTICLES:
            assert step.article in ARTICLES[step.rule]
            in_scrutiny = (OF_MAXI if t.maxi else {}).get(step.rule, IN_SCRUTINY.get(step.rule))
            came_in = step.rule in IN_SCRUTINY and step.article != in_scrutiny
            lines.append(f"{'3.6 ' * came_in}{step.rule}: {' '.join(map(str, step.who))}".rstrip(": "))
    return lines


def told_of(t: Tournament, group: str) -> list[str]:
    """What is said of the group with these members."""
    lines = told(t)
    start = next(k for k, line in enumerate(lines) if line.endswith(f": {group}"))
    groups = [k for k, line in enumerate(lines) if line.split(":")[0] in ("group down", "group up", "median")]
    return lines[start + 1 : min((k for k in groups if k > start), default=len(lines))]


def six(met: Sequence[str]) -> Tournament:
    """Six players of one group in round three, who have met these."""
    return event("\n".join(f"{number} 2" for number in range(1, 7)), round=3, met=" ".join(met))


# ----------------------------------------------------------------------------- 2: groups


class TestGroups:
    def test_2_2_the_order_of_groups_and_of_members(self) -> None:
        """From above downward, from below upward, the median last; whoever came in stands last."""
        t = event("1 4\n2 3\n3 3\n4 2\n5 2\n6 1\n7 1\n8 0", round=5)
        assert [line for line in told(t) if line.startswith(("group", "median"))] == [
            "group down: 1",
            "group down: 2 3 1",
            "group up: 8",
            "group up: 7 6 8",
            "median: 4 5 3 6",
        ]

    def test_2_3_who_finds_an_opponent_inside_the_group(self) -> None:
        """In the direction's order; of a group where nobody does nothing is said."""
        t = event("1 4\n2 3\n3 3\n4 2\n5 2\n6 1\n7 1\n8 0", round=5)
        assert [line for line in told(t) if line.startswith("pairs kept")] == [
            "pairs kept: 1 2",
            "pairs kept: 8 7",
        ]

    def test_2_6_1_cracking(self) -> None:
        t = event("1 2 WB\n2 2 BW\n3 2 WB\n4 1 BW\n5 0 WB\n6 0 BW", rounds=5, met="4-1 4-2 4-3")
        assert told(t) == [
            "group down: 1 2 3",
            "floater c: 3",
            "due like most: 3 2",
            "largest number: 3 1",
            "pairs kept: 1 2",
            "opponent: 1 2",
            "group up: 6 5",
            "pairs kept: 6 5",
            "opponent: 6 5",
            "cracked: 6 5",
            "median: 4 3 6 5",
            "met: 3 4",
            "3.6 due the same colour: 3 5",
            "3.6 opponent: 3 6",
            "3.6 opponent: 5 4",
        ]

    def test_2_6_every_pairing_taken_back_in_its_order(self) -> None:
        """From above the last one made; then, as two came from there, from below."""
        barred = "7-8 1-7 2-7 3-7 4-7 1-8 2-8 3-8 4-8"
        t = event("1 2\n2 2\n3 2\n4 2\n7 1\n8 1\n9 0\n10 0", round=3, met=barred)
        lines = told(t)
        start = lines.index("cracked: 2 4")
        assert lines[start : start + 3] == ["cracked: 2 4", "cracked: 10 9", "median: 7 8 2 4 10 9"]

    def test_nothing_of_a_median_without_members(self) -> None:
        assert told(event("1 2\n2 2", round=3)) == ["group down: 1 2", "pairs kept: 1 2", "opponent: 1 2"]

    def test_nothing_of_nobody(self) -> None:
        assert told(event("1 2 absent", round=3)) == []
        assert told(event("1 0 absent", round=1)) == []


# ----------------------------------------------------------------------------- 3: floaters


class TestFloaters:
    def test_4_4_a_complete_pairing_is_impossible(self) -> None:
        t = event(
            "\n".join(f"{number} 2" for number in range(1, 7)) + "\n7 1\n8 1\n9 1\n10 1",
            round=3,
            met="1-2 1-3 1-4 1-5 2-3 2-4 2-5",
        )
        assert told_of(t, "1 2 3 4 5 6") == [
            "leaving costs a pair: 5 6",
            "floater d: 5",
            "largest number: 5 4 3 2 1",
            "leaving costs a pair: 2 6 4 3",
            "floater d: 2",
            "largest number: 2 1",
            "pairs kept: 1 3 4 6",
            "met: 1 4",
            "opponent: 1 6",
            "opponent: 3 4",
        ]

    def test_4_4_1_the_one_without_an_opponent_floats(self) -> None:
        t = event(
            "\n".join(f"{number} 2" for number in range(1, 8)) + "\n8 1",
            round=3,
            met="1-2 1-3 1-4 1-5 2-3 2-4 2-5 2-6 2-7",
        )
        assert told_of(t, "1 2 3 4 5 6 7")[:4] == [
            "leaving costs a pair: 2 7 6 5 4 3",
            "floater d: 2",
            "largest number: 2 1",
            "pairs kept: 1 3 4 5 6 7",
        ]

    def test_3_9_one_with_an_opponent_beyond_before_one_without(self) -> None:
        """#3 has met both residents of the next group."""
        t = event("1 2\n2 2\n3 2\n4 1\n5 1\n6 0", round=3, met="3-4 3-5")
        assert told_of(t, "1 2 3")[:3] == ["floater d: 2 3", "largest number: 2 1", "pairs kept: 1 3"]

    def test_3_9_every_type_and_in_which_order_the_later_ones_are_asked(self) -> None:
        """#1 and #2 came in; #1, #5 and #6 have met everybody beyond. In turn d, c, b and a leave."""
        rest = "3-4 3-5 3-6 4-5 4-6 5-6 1-2 1-3 1-4 1-5 1-6 2-3 2-4 2-5 2-6"
        beyond = "1-7 1-8 1-9 1-10 5-7 5-8 5-9 5-10 6-7 6-8 6-9 6-10"
        tail = "11 1.5\n12 1.5\n13 1.5\n14 1.5"
        text = f"1 4\n2 4\n3 3\n4 3\n5 3\n6 3\n7 2\n8 2\n9 2\n10 2\n{tail}"
        assert told_of(event(text, round=4, met=f"{rest} {beyond}"), "3 4 5 6 1 2") == [
            "floater d: 4 6 5 2 1",
            "largest number: 4 3",
            "floater d: 3 6 5 2 1",
            "floater c: 6 2 1",
            "largest number: 6 5",
            "floater c: 5 2 1",
            "floater b: 2 1",
            "floater a: 1",
        ]

    def test_3_10_one_who_floated_in_the_previous_round_stays(self) -> None:
        t = event("1 2 ZW\n2 2 ZW\n3 2 ZW\n4 2 ZW\n5 2 ZW floated\n6 1 ZB")
        assert told_of(t, "1 2 3 4 5")[:3] == [
            "floater d: 4",
            "floated before: 4 5",
            "largest number: 4 3 2 1",
        ]

    COLOURS = "1 {0} B\n2 {0} W\n3 {0} B\n4 {0} B\n5 {0} W\n6 {1} Z"

    def test_3_2_2_due_the_colour_of_the_majority(self) -> None:
        """Due White, Black, White, White, Black; downward and upward."""
        assert told_of(event(self.COLOURS.format(2, 1)), "1 2 3 4 5")[:3] == [
            "floater d: 4",
            "due like most: 4 5 2",
            "largest number: 4 3 1",
        ]
        assert told_of(event(self.COLOURS.format(0, 0.5)), "5 4 3 2 1")[:3] == [
            "floater d: 1",
            "due like most: 1 2 5",
            "largest number: 1 3 4",
        ]

    def test_3_2_2_nobody_is_preferred_when_equal(self) -> None:
        t = event("1 2 B\n2 2 W\n3 2 Z\n4 2 B\n5 2 W\n6 1 Z")
        assert told_of(t, "1 2 3 4 5")[:2] == ["floater d: 5", "largest number: 5 4 3 2 1"]

    MAXI = "1 2 B r2500\n2 2 W r2400\n3 2 B r2300\n4 2 B r{}\n5 2 W r2050\n6 1 Z"

    def test_3_2_3_maxi_only_near_the_last_one(self) -> None:
        """#4 is due White like most, but is it within 100 points of #5? #3 and #1 never are."""
        assert told_of(event(self.MAXI.format(2200), maxi=True), "1 2 3 4 5")[:2] == [
            "floater d: 5",
            "largest number: 5 4 3 2 1",
        ]
        t = event(self.MAXI.format(2150), maxi=True)
        assert told_of(t, "1 2 3 4 5")[:2] == ["floater d: 4", "due like most: 4 5 3 2 1"]
        assert {step.article for step in trace_of(t) if step.rule == "due like most"} == {
            "3.2.2, 3.2.3 [10.2.2, 10.2.3]"
        }

    def test_3_2_4_the_largest_number_first(self) -> None:
        text = "1 {0}\n2 {0}\n3 {0}\n4 {1}"
        assert told_of(event(text.format(2, 1), round=3), "1 2 3")[1] == "largest number: 3 2 1"
        assert told_of(event(text.format(0, 1), round=3), "3 2 1")[1] == "largest number: 1 2 3"

    def test_3_9_before_3_10_before_3_2_2(self) -> None:
        """Each rule speaks of those whom none before it has spoken of."""
        text = "1 2 ZB floated\n2 2 ZB\n3 2 ZW floated\n4 2 ZW\n5 2 ZB\n6 1 ZB\n7 1 ZW\n8 0 ZW"
        assert told_of(event(text, met="5-6 5-7"), "1 2 3 4 5")[:4] == [
            "floater d: 2 5",
            "floated before: 2 1 3",
            "due like most: 2 4",
            "pairs kept: 1 3 4 5",
        ]


# ----------------------------------------------------------------------------- 3.6, 4, 5: opponents


class TestOpponents:
    def test_3_6_those_that_came_in_look_from_the_smallest_number(self) -> None:
        """#6 has met #1, is due Black like #2 and #3 are, and takes #4."""
        t = event("1 2 B\n2 2 W\n3 2 W\n4 2 B\n5 2 B\n6 3 W\n7 3 B\n8 3 W", met="6-1 6-7 6-8")
        assert told_of(t, "1 2 3 4 5 6") == [
            "pairs kept: 1 2 3 4 5 6",
            "met: 6 1",
            "3.6 due the same colour: 6 2 3",
            "3.6 opponent: 6 4",
            "opponent: 1 3",
            "opponent: 2 5",
        ]

    def test_3_6_3_in_the_median_from_below_too(self) -> None:
        """Both look from #2 on; scrutiny follows."""
        t = event("1 2\n2 1\n3 1\n4 1\n5 1\n6 0", round=3, met="1-2 6-2")
        assert told_of(t, "2 3 4 5 1 6") == [
            "met: 1 2",
            "3.6 opponent: 1 3",
            "met: 6 2",
            "3.6 opponent: 6 4",
            "opponent: 2 5",
        ]

    def test_3_6_maxi_near_the_first_available_one(self) -> None:
        """#1, the first available one, is due the same colour, #2 the other, but rated 101 points less."""
        text = "1 2 B r2100\n2 2 W r1999\n3 2 W r2000\n4 3 B r2000\n5 3 Z\n6 3 Z"
        t = event(text, maxi=True, met="4-5 4-6")
        assert told_of(t, "1 2 3 4") == [
            "pairs kept: 1 2 3 4",
            "3.6 due the same colour: 4 1",
            "3.6 rating apart: 4 2",
            "3.6 opponent: 4 3",
            "opponent: 1 2",
        ]

    def test_3_6_nobody_suits(self) -> None:
        t = event("1 2 B\n2 2 B\n3 2 B\n4 3 B\n5 3 Z\n6 3 Z", met="4-1 4-5 4-6")
        assert told_of(t, "1 2 3 4")[1:4] == [
            "met: 4 1",
            "3.6 due the same colour: 4 3",
            "3.6 first available: 4 2",
        ]

    @pytest.mark.parametrize(
        ("first_met", "lines"),
        [
            ("", "opponent: 1 4, opponent: 2 5, opponent: 3 6"),
            ("4", "met: 1 4, opponent: 1 5, opponent: 2 4, opponent: 3 6"),
            ("4 5", "met: 1 4 5, opponent: 1 6, opponent: 2 4, opponent: 3 5"),
            ("4 5 6", "met: 1 4 5 6, opponent: 1 3, opponent: 2 5, opponent: 4 6"),
            ("4 5 6 3", "met: 1 4 5 6 3, opponent: 1 2, opponent: 3 5, opponent: 4 6"),
        ],
    )
    def test_4_2_exchanges_of_the_first(self, first_met: str, lines: str) -> None:
        t = six([f"1-{other}" for other in first_met.split()])
        assert told_of(t, "1 2 3 4 5 6")[1:] == lines.split(", ")

    @pytest.mark.parametrize(
        ("second_met", "lines"),
        [
            ("", "opponent: 1 6, opponent: 2 4, opponent: 3 5"),
            ("4", "opponent: 1 6, met: 2 4, opponent: 2 5, opponent: 3 4"),
            ("4 5", "opponent: 1 6, met: 2 4 5, opponent: 2 3, opponent: 4 5"),
            # #1 with #6 would leave #2, who has met the three others, and #5, the largest number of these
            ("4 5 3", "leaves others: 1 6 5 2, opponent: 1 3, met: 2 5, opponent: 2 6, opponent: 4 5"),
            (
                "4 5 3 6",
                "leaves others: 1 6 5 2, leaves others: 1 3 6 2, opponent: 1 2, opponent: 3 5, opponent: 4 6",
            ),
        ],
    )
    def test_4_3_exchanges_of_the_second(self, second_met: str, lines: str) -> None:
        t = six(["1-4", "1-5", *(f"2-{other}" for other in second_met.split())])
        assert told_of(t, "1 2 3 4 5 6")[1:] == ["met: 1 4 5", *lines.split(", ")]

    def test_4_2_upward_with_the_numbers_reversed(self) -> None:
        t = event("\n".join(f"{number} 0" for number in range(1, 7)), round=3, met="6-3 6-2 6-1")
        assert told_of(t, "6 5 4 3 2 1") == [
            "pairs kept: 6 5 4 3 2 1",
            "met: 6 3 2 1",
            "opponent: 6 4",
            "opponent: 5 2",
            "opponent: 3 1",
        ]

    def test_4_4_the_largest_numbers_that_can_be_left_over(self) -> None:
        """#1-#4 leaves 2, 3, 5 and 6, of whom only #6 may meet others: 5, and then 3, can be without one."""
        t = six(["2-3", "2-5", "3-5"])
        assert told_of(t, "1 2 3 4 5 6")[1:] == [
            "leaves others: 1 4 5 3",
            "opponent: 1 5",
            "opponent: 2 4",
            "opponent: 3 6",
        ]

    def test_4_4_comes_before_the_due_colour(self) -> None:
        """#3 alone is due the other colour, but #2 and #4, who have met, would be left."""
        t = event("1 2 B\n2 2 B\n3 2 W\n4 2 B", met="2-4")
        assert told_of(t, "1 2 3 4")[1:] == [
            "leaves others: 1 3 4 2",
            "due the same colour: 1 2",
            "first available: 1 4",
            "opponent: 2 3",
        ]

    def test_5_1_colour_limits(self) -> None:
        """Both must have Black; that of a pair that has met is not said."""
        t = event("1 4 BBWW\n2 4 WBWB\n3 4 BBWW\n4 4 BBWW\n5 4 WBWB\n6 4 WBWB", met="1-4")
        assert told_of(t, "1 2 3 4 5 6")[1:] == [
            "met: 1 4",
            "opponent: 1 5",
            "opponent: 2 4",
            "opponent: 3 6",
        ]
        t = event("1 4 BBWW\n2 4 WBWB\n3 4 BBWW\n4 4 BBWW\n5 4 WBWB\n6 4 WBWB")
        assert told_of(t, "1 2 3 4 5 6")[1:3] == ["colour limits: 1 4", "opponent: 1 5"]

    def test_5_2_the_first_in_the_order_who_is_due_the_other_colour(self) -> None:
        t = event("1 2 B\n2 2 W\n3 2 W\n4 2 B\n5 2 B\n6 2 W")
        assert told_of(t, "1 2 3 4 5 6")[1:] == [
            "due the same colour: 1 4 5",
            "opponent: 1 6",
            "opponent: 2 4",
            "opponent: 3 5",
        ]

    def test_5_2_else_the_first_available_and_all_are_tried(self) -> None:
        t = event("1 2 B\n2 2 B\n3 2 B\n4 2 B\n5 2 B\n6 2 B", met="1-4 1-6")
        assert told_of(t, "1 2 3 4 5 6")[1:] == [
            "met: 1 4 6",
            "due the same colour: 1 3 2",
            "first available: 1 5",
            "due the same colour: 2 6 3",
            "first available: 2 4",
            "first available: 3 6",
        ]

    def test_5_7_maxi_exchange_within_100_points(self) -> None:
        """#4 is the first available one, near it is #6 only; of #2 nobody near #4 suits."""
        text = "1 2 B\n2 2 B\n3 2 B\n4 2 B r2000\n5 2 W r2101\n6 2 W r2000"
        assert told_of(event(text, maxi=True), "1 2 3 4 5 6")[1:] == [
            "due the same colour: 1 4",
            "rating apart: 1 5",
            "opponent: 1 6",
            "rating apart: 2 5 3",
            "first available: 2 4",
            "opponent: 3 5",
        ]

    def test_5_7_maxi_nobody_is_refused_for_colours_before_the_first_available_one(self) -> None:
        """#1 with #3 would leave #2 and #4, who have met. Elsewhere the due colour is the reason."""
        text = "1 2 B\n2 2 W\n3 2 B\n4 2 Z"
        assert told_of(event(text, maxi=True, met="2-4"), "1 2 3 4")[1:] == [
            "leaves others: 1 3 4 2",
            "opponent: 1 4",
            "opponent: 2 3",
        ]
        assert told_of(event(text, met="2-4"), "1 2 3 4")[1:] == [
            "due the same colour: 1 3",
            "opponent: 1 4",
            "opponent: 2 3",
        ]


# ----------------------------------------------------------------------------- 6, 7


class TestLastRoundAndRoundOne:
    def test_6_equal_scores_are_compatible(self) -> None:
        """Told as in any round; #1 and #2 must both have Black."""
        assert told(event("1 2 ZBWW\n2 2 WBWW", rounds=5)) == ["median: 1 2", "first available: 1 2"]

    def test_6_paired_anew_is_said_first_and_once(self) -> None:
        assert told(event("1 2 BWW\n2 1 BWW", rounds=4)) == [
            "colours ignored",
            "group down: 1",
            "floater c: 1",
            "group up: 2",
            "floater c: 2",
            "median: 1 2",
            "3.6 first available: 1 2",
        ]

    def test_6_before_the_bye(self) -> None:
        t = event("1 3 UWW\n2 1 +WW\n3 0 BWB", rounds=4)
        assert told(t)[:2] == ["colours ignored", "bye: 3"]

    def test_7_2_round_one(self) -> None:
        """By number; a forbidden pair is told like one that has met."""
        t = event("".join(f"{number} 0\n" for number in range(1, 8)), met="1-4")
        assert told(t) == [
            "bye: 7",
            "round one: 1 2 3 4 5 6",
            "met: 1 4",
            "opponent: 1 5",
            "opponent: 2 4",
            "opponent: 3 6",
        ]


# ----------------------------------------------------------------------------- all of them


def test_random_rounds_say_everything_there_is_to_say() -> None:
    """Every rule, under each of its articles; core and reference alike."""
    said: Counter[tuple[str, str]] = Counter()
    for t in islice(rounds_from(1), 900):
        if isinstance(both(t), RoundPairing):
            said.update((step.rule, step.article) for step in pair(t, trace=True).trace)
    wanted = {(rule, article) for rule, articles in ARTICLES.items() for article in articles}
    assert wanted <= said.keys()
