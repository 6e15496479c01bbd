"""The articles of Lim one by one: each worked case and each reading, on core and reference alike.

`event` describes the tournament, `twins` ask both implementations and have them agree first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import pytest

from events import event
from medianswiss import Floater, Scoring, Tournament
from twins import Pairs, Refusal, group, met, paired, refused


def players(size: int, rest: str = "0", **header: object) -> Tournament:
    """`size` participants who all have the same line."""
    return event("\n".join(f"{number} {rest}" for number in range(1, size + 1)), **header)  # type: ignore[arg-type]


def unordered(pairs: Pairs) -> set[tuple[int, int]]:
    return {(min(both), max(both)) for both in pairs}


# ----------------------------------------------------------------------------- 1.1, 7.1: the bye


class TestBye:
    def test_1_1_lowest_score_then_largest_number(self) -> None:
        assert paired(event("1 1 W\n2 0 B\n3 0 B\n4 1 B\n5 1 W")).bye == 3

    @pytest.mark.parametrize(("had", "bye"), [("U", 2), ("+", 2), ("F", 2), ("H", 3), ("Z", 3), ("-", 3)])
    def test_1_1_who_may_have_it(self, had: str, bye: int) -> None:
        """A bye, a full-point bye and a forfeit win bar it; the others do not."""
        assert paired(event(f"1 1 W\n2 0 B\n3 0 {had}")).bye == bye

    def test_1_1_a_bar_from_long_ago_holds(self) -> None:
        assert paired(event("1 1 BWB\n2 0 WBW\n3 0 UBW")).bye == 2

    def test_1_1_passed_over_when_the_others_could_not_be_paired(self) -> None:
        """R: #5 would have the bye, but then #4, who has met all the others, would be alone."""
        assert paired(event("1 1 W\n2 1 B\n3 0 B\n4 0 W\n5 0 W", met="4-1 4-2 4-3")).bye == 4

    def test_1_1_nobody_may_have_it(self) -> None:
        assert refused(event("1 1 U\n2 1 F\n3 1 +")) == Refusal("1.1", (3,))

    def test_1_1_of_those_who_can_be_left_out_nobody_may_have_it(self) -> None:
        """#1 to #3 have met each other: one of them is left, and each had a bye; #4 may not meet #5."""
        t = event("1 1 U\n2 1 U\n3 1 U\n4 0 B\n5 0 W", met="1-2 1-3 2-3 4-5")
        assert refused(t) == Refusal("1.1", (3,))

    def test_a_field_of_one_has_the_bye(self) -> None:
        for t in (event("7 0"), event("7 0.5 H"), event("7 1 B\n8 1 W absent")):
            made = paired(t)
            assert (made.pairs, made.bye) == ((), 7)

    def test_a_field_of_one_that_may_not_have_it(self) -> None:
        assert refused(event("7 1 U")) == Refusal("1.1", (7,))

    def test_nobody_to_pair(self) -> None:
        for t in (event("", round=1), event("", round=4), event("1 1 W absent"), event("1 0 absent")):
            made = paired(t)
            assert (made.pairs, made.bye, made.floaters) == ((), None, ())

    def test_7_1_the_lowest_rated_of_39(self) -> None:
        lines = [f"{n} 0 r{1500 if n == 11 else 2600 - 10 * n}" for n in range(1, 40)]
        assert paired(event("\n".join(lines))).bye == 11

    def test_7_1_unrated_counts_as_lowest_and_ties_go_to_the_largest_number(self) -> None:
        assert paired(event("1 0 r2000\n2 0\n3 0 r1000\n4 0\n5 0 r1000")).bye == 4
        assert paired(event("1 0 r2000\n2 0 r1000\n3 0 r1000")).bye == 3

    def test_7_1_is_of_round_one_only(self) -> None:
        assert paired(event("1 1 W r1000\n2 1 B r2000\n3 1 U r2100")).bye == 2


# ----------------------------------------------------------------------------- 7.2: round one


class TestRoundOne:
    def test_7_2_forty_players(self) -> None:
        white = tuple((i, i + 20) if i % 2 else (i + 20, i) for i in range(1, 21))
        assert white[:4] == ((1, 21), (22, 2), (3, 23), (24, 4))
        assert paired(players(40)).pairs == white
        black = tuple((b, a) for a, b in white)
        assert paired(players(40, initial_colour="black")).pairs == black

    def test_7_2_places_are_counted_without_the_bye(self) -> None:
        """R: #2 has the bye, so #3 is on place 2 and has not the colour of #1."""
        made = paired(event("1 0 r9\n2 0 r1\n3 0 r9\n4 0 r9\n5 0 r9"))
        assert (made.bye, made.pairs) == (2, ((1, 4), (5, 3)))

    def test_7_2_places_are_counted_among_those_present(self) -> None:
        """R: #1 and #3 are not there: #2 is on place 1, #4 on place 2."""
        t = event("1 0 absent\n2 0\n3 0 absent\n4 0\n5 0\n6 0")
        assert paired(t).pairs == ((2, 5), (6, 4))

    def test_7_2_a_forbidden_pair_is_exchanged_as_in_article_4(self) -> None:
        """R: #1 tries 4, then 5. The better placed of 2-4 is on place 2: White is for #4."""
        assert paired(players(6, met="1-4")).pairs == ((1, 5), (4, 2), (3, 6))

    def test_7_2_a_pair_within_the_top_half(self) -> None:
        """R: #1 may meet #3 or #2 only; the lot goes by the place of the better of each pair."""
        assert paired(players(6, met="1-4 1-5 1-6")).pairs == ((1, 3), (5, 2), (6, 4))

    def test_7_2_scores_are_ignored(self) -> None:
        t = event("1 0\n2 2\n3 1\n4 3")
        assert paired(t).pairs == ((4, 2), (1, 3))

    def test_7_2_forbidden_pairs_can_make_it_impossible(self) -> None:
        assert refused(players(4, met="1-2 1-3 1-4")) == Refusal("2.1", (4, 1))


# ----------------------------------------------------------------------------- 2.1: compatible


class TestCompatible:
    def test_2_1_they_have_met(self) -> None:
        assert met(event("1 . 3w1\n2 . 4b1\n3 . 1b0\n4 . 2w0", met="1-2")) == {(1, 4), (2, 3)}

    @pytest.mark.parametrize("results", ["10", "==", "00", "0=", "WL", "DD", "LL"])
    def test_2_1_played_games_are_meetings(self, results: str) -> None:
        a, b = results[0], results[1]
        assert refused(event(f"1 . 2w{a}\n2 . 1b{b}")) == Refusal("2.1", (2, 1))

    @pytest.mark.parametrize("results", ["+-", "-+", "--"])
    def test_2_1_a_forfeit_is_no_meeting_and_no_colour(self, results: str) -> None:
        a, b = results[0], results[1]
        assert paired(event(f"1 1 2w{a}\n2 1 1b{b}")).pairs == ((1, 2),)
        assert paired(event(f"1 1 2b{a}\n2 1 1w{b}")).pairs == ((1, 2),)

    def test_2_1_a_forbidden_pair_is_as_good_as_met(self) -> None:
        assert refused(event("1 1 W\n2 1 B", met="2-1")) == Refusal("2.1", (2, 1))

    @pytest.mark.parametrize("history", ["WW", "BWW", "WWBWZW", "WZHW", "WBWZBWW"])
    def test_5_1_1_no_third_same_colour_in_a_row(self, history: str) -> None:
        """Unplayed rounds are left out: a bye between two Whites does not break the row."""
        t = event(f"1 1 {history}\n2 1 {history}")
        assert refused(t) == Refusal("2.1", (2, 1))

    @pytest.mark.parametrize("history", ["WWBW", "WBWWBW", "WWBZW"])
    def test_5_1_2_no_difference_of_three(self, history: str) -> None:
        assert history.replace("Z", "")[-2:] != "WW"
        t = event(f"1 1 {history}\n2 1 {history}")
        assert refused(t) == Refusal("2.1", (2, 1))

    @pytest.mark.parametrize("history", ["WWB", "WBBW", "WBW", "WZ+W-B"])
    def test_5_1_within_the_limits(self, history: str) -> None:
        assert met(event(f"1 1 {history}\n2 1 {history}")) == {(1, 2)}

    def test_5_1_2_the_colour_that_leads_back_is_within_the_limit(self) -> None:
        """A history from elsewhere may be beyond the limit already, here by a difference of four."""
        assert paired(event("1 1 BBWBBWBB\n2 1 WBWBWBWB", rounds=11)).pairs == ((1, 2),)
        assert refused(event("1 1 BBWBBWBB\n2 1 BBWBBBWB", rounds=11)) == Refusal("2.1", (2, 1))

    def test_2_1_not_1_1_when_more_than_the_bye_is_missing(self) -> None:
        assert refused(event("1 1 W\n2 1 B\n3 1 W", met="1-2 1-3 2-3")) == Refusal("2.1", (3, 2, 1))

    def test_2_1_who_cannot_be_placed(self) -> None:
        """From the largest number down, whoever can be left out without losing a pair: only #4 may
        meet the others, and #1 is left for it."""
        t = event("1 1 B\n2 1 W\n3 1 W\n4 1 B\n5 1 B\n6 1 B", met="1-2 1-3 1-5 1-6 2-3 2-5 2-6 3-5 3-6 5-6")
        assert refused(t) == Refusal("2.1", (6, 5, 3, 2))


# ----------------------------------------------------------------------------- 2.2: the groups


class TestGroups:
    def test_2_2_above_downward_then_below_upward_then_the_median(self) -> None:
        """After four rounds the median is 2. Each group is odd, so one moves on from each."""
        scores = [4, 4, 4, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0]
        made = paired(event("\n".join(f"{n} {score}" for n, score in enumerate(scores, 1)), round=5))
        assert made.floaters == (
            Floater(3, 4.0, 3.0, "down"),
            Floater(7, 3.0, 2.0, "down"),
            Floater(12, 0.0, 1.0, "up"),
            Floater(10, 1.0, 2.0, "up"),
        )
        assert made.pairs == ((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (12, 11), (14, 13))

    def test_2_2_upward_the_largest_number_chooses_first(self) -> None:
        """Below the median the order is reversed: #6 tries 3 first."""
        assert group(players(6, "0"), range(1, 7))[0] == [(1, 4), (2, 5), (3, 6)]
        assert group(players(6, "0"), range(1, 7), direction="up")[0] == [(6, 3), (5, 2), (4, 1)]

    def test_2_2_after_an_odd_number_of_rounds_the_median_is_a_half(self) -> None:
        """1.5 after three rounds: two points float down, one floats up."""
        made = paired(event("1 2\n2 1", round=4))
        assert made.floaters == (Floater(1, 2.0, 1.5, "down"), Floater(2, 1.0, 1.5, "up"))

    def test_2_2_an_empty_median_holds_the_floaters_only(self) -> None:
        """R: groups without residents do not exist, except the median."""
        made = paired(event("1 2\n2 2\n3 2\n4 0\n5 0\n6 0", round=3))
        assert made.floaters == (Floater(3, 2.0, 1.0, "down"), Floater(4, 0.0, 1.0, "up"))
        assert met(event("1 2\n2 2\n3 2\n4 0\n5 0\n6 0", round=3)) == {(1, 2), (3, 4), (5, 6)}

    def test_2_2_groups_without_residents_do_not_exist(self) -> None:
        """R: from 4 points straight to 2.5."""
        made = paired(event("1 4\n2 4\n3 4\n4 2.5\n5 2\n6 2", round=5))
        assert made.floaters == (Floater(3, 4.0, 2.5, "down"),)

    def test_2_2_the_bye_is_taken_out_first(self) -> None:
        """With #5 the group of 0 points would be even, without it is odd."""
        made = paired(event("1 2\n2 0\n3 0\n4 0\n5 0", round=3))
        assert made.bye == 5
        assert made.floaters == (Floater(1, 2.0, 1.0, "down"), Floater(2, 0.0, 1.0, "up"))

    def test_2_2_median_of_another_scoring(self) -> None:
        """Rounds played times points for a win, halved: 3 points for a win put it at 3 after two rounds."""
        t = replace(
            event("1 6\n2 3\n3 1\n4 1\n5 1\n6 0", round=3),
            scoring=Scoring(30, 30, 10, 10, 0, 0, 30, 0, 30, 10, 0, 30),
        )
        assert paired(t).floaters == (
            Floater(1, 6.0, 3.0, "down"),
            Floater(6, 0.0, 1.0, "up"),
        )

    def test_points_given_win_over_the_sum_of_the_results(self) -> None:
        """The sum would put #1 and #2 into one group."""
        assert paired(event("1 1 W\n2 0 B\n3 1 B\n4 0 W")).pairs == ((3, 1), (2, 4))
        assert paired(event("1 . W\n2 . B\n3 . B\n4 . W")).pairs == ((3, 1), (2, 4))


# ----------------------------------------------------------------------------- 2.3, 3, 4.4: who floats


def floater_of(
    t: Tournament, direction: Literal["down", "up"] = "down", adjacent: Sequence[int] = ()
) -> list[int]:
    """The floaters of a group of all but those of the adjacent one."""
    residents = [p.number for p in t.participants if p.present and p.number not in adjacent]
    return group(t, residents, (), adjacent, direction)[1]


class TestFloaters:
    def test_4_4_a_complete_pairing_is_impossible(self) -> None:
        t = players(6, "2", round=3, met="1-2 1-3 1-4 1-5 2-3 2-4 2-5")
        pairs, floaters = group(t, range(1, 7))
        assert (unordered(pairs), floaters) == ({(1, 6), (3, 4)}, [5, 2])

    def test_4_4_1_the_one_without_an_opponent_floats(self) -> None:
        t = players(7, "2", round=3, met="1-2 1-3 1-4 1-5 2-3 2-4 2-5 2-6 2-7")
        assert floater_of(t) == [2]

    def test_3_2_4_the_largest_number_first(self) -> None:
        t = players(5, "2", round=3)
        assert (floater_of(t), floater_of(t, "up")) == ([5], [1])

    def test_3_10_one_who_floated_in_the_previous_round_stays(self) -> None:
        t = event("1 2 W\n2 2 W\n3 2 W\n4 2 W\n5 2 W floated", rounds=9)
        assert floater_of(t) == [4]
        t = event("1 2 B floated\n2 2 B\n3 2 B\n4 2 B\n5 2 B", rounds=9)
        assert floater_of(t, "up") == [2]

    def test_3_10_by_rounds_as_they_were_played(self) -> None:
        """#5 with half a point met #6 with one; where that was a forfeit, #5 did not float."""
        lines = "1 2 ZB\n2 2 ZW\n3 2 ZB\n4 2 ZW\n5 . W 6{}\n6 . + 5{}"
        assert group(event(lines.format("w1", "b0")), [1, 2, 3, 4, 5])[1] == [4]
        assert group(event(lines.format("+", "-")), [1, 2, 3, 4, 5])[1] == [5]

    def test_3_10_the_score_before_is_the_given_one_less_the_last_result(self) -> None:
        """By their results #5 and #6 had 0 and 1; by the points given both had 1: nobody floated."""
        lines = "1 2 ZB\n2 2 ZW\n3 2 ZB\n4 2 ZW\n5 {} Z 6w1\n6 {} H 5b0"
        assert group(event(lines.format("2", "1")), [1, 2, 3, 4, 5])[1] == [5]
        assert group(event(lines.format("2", "0.5")), [1, 2, 3, 4, 5])[1] == [4]
        assert group(event(lines.format(".", ".")), [1, 2, 3, 4, 5])[1] == [4]

    def test_3_10_only_the_previous_round_counts(self) -> None:
        """#5 floated two rounds ago."""
        t = event("1 1 HW\n2 1 HW\n3 1 HW\n4 1 HW\n5 1 6w1 W\n6 7 5b0 Z")
        assert group(t, [1, 2, 3, 4, 5])[1] == [5]

    COLOURS = "1 2 B\n2 2 W\n3 2 B\n4 2 B\n5 2 W"

    def test_3_2_2_due_the_colour_of_the_majority(self) -> None:
        """Due White, Black, White, White, Black."""
        t = event(self.COLOURS)
        assert (floater_of(t), floater_of(t, "up")) == ([4], [1])

    def test_3_2_2_no_preference_when_equal(self) -> None:
        """Two are due White, two Black, #3 neither: it does not count."""
        t = event("1 2 B\n2 2 W\n3 2 Z\n4 2 B\n5 2 W")
        assert (floater_of(t), floater_of(t, "up")) == ([5], [1])

    def test_3_2_2_the_candidate_itself_counts(self) -> None:
        """Only with #4 itself is White the colour of more."""
        t = event("1 2 B\n2 2 W\n3 2 Z\n4 2 B\n5 2 Z")
        assert floater_of(t) == [4]

    def test_3_2_2_incoming_floaters_count(self) -> None:
        """Of the residents as many are due White as Black; with #1, which came in, more are due Black."""
        t = event("1 3 W\n2 2 B\n3 2 W\n4 2 W\n5 2 B", rounds=9)
        assert group(t, [2, 3, 4, 5], [1])[1] == [4]

    def test_3_2_2_is_evaluated_afresh_before_each_choice(self) -> None:
        """Seven who all have met but 1-2 and 3-4: three leave. More are due White, so #7 goes; then as
        many are due the one as the other: by number #6, though due Black; then #5 for White."""
        allowed = {(1, 2), (3, 4)}
        barred = " ".join(f"{a}-{b}" for a in range(1, 8) for b in range(a + 1, 8) if (a, b) not in allowed)
        t = event("1 2 W\n2 2 B\n3 2 W\n4 2 B\n5 2 B\n6 2 W\n7 2 B", met=barred)
        assert floater_of(t) == [7, 6, 5]

    def test_3_2_3_maxi_within_100_points_of_the_largest_number(self) -> None:
        rated = "1 2 B r2500\n2 2 W r2400\n3 2 B r2300\n4 2 B r2200\n5 2 W r{}"
        assert floater_of(event(rated.format(2050), maxi=True)) == [5]
        assert floater_of(event(rated.format(2050))) == [4]
        assert floater_of(event(rated.format(2099), maxi=True)) == [5]
        assert floater_of(event(rated.format(2100), maxi=True)) == [4]
        assert floater_of(event(rated.format(2300), maxi=True)) == [4]
        assert floater_of(event(rated.format(2301), maxi=True)) == [3]

    def test_3_2_3_upward_it_is_the_smallest_number(self) -> None:
        rated = "1 2 W r2300\n2 2 B r{}\n3 2 B r2100\n4 2 B r2200\n5 2 W r2000"
        assert floater_of(event(rated.format(2200), maxi=True), "up") == [2]
        assert floater_of(event(rated.format(2199), maxi=True), "up") == [4]

    def test_3_2_3_the_largest_number_is_one_of_those_staying(self) -> None:
        """Only #1 may meet the others, and nobody may meet #7: five leave. #7 is far from all of them; when
        it has left, #6 is the one to be near, and #5 is."""
        barred = " ".join(f"{a}-{b}" for a in range(1, 7) for b in range(a + 1, 8) if a > 1 or b == 7)
        t = event("1 2 B\n2 2 B\n3 2 B\n4 2 W\n5 2 B\n6 2 W\n7 2 Z r1000", maxi=True, met=barred)
        assert floater_of(t) == [7, 5, 3, 6, 2]

    def test_3_2_3_an_unrated_player_counts_as_0(self) -> None:
        rated = "1 2 B r2500\n2 2 W r2400\n3 2 B r100\n4 2 B r101\n5 2 W"
        assert floater_of(event(rated, maxi=True)) == [3]

    def test_3_9_one_with_an_opponent_in_the_adjacent_group_first(self) -> None:
        """Type d before type c: #3 has met both residents of the next group."""
        t = event("1 2\n2 2\n3 2\n4 1\n5 1", round=3, met="3-4 3-5")
        assert floater_of(t, "down", [4, 5]) == [2]

    def test_3_9_a_resident_before_one_that_came_in(self) -> None:
        """Type c before type b: #5 came in and has an opponent in the next group, #1 to #4 have none."""
        t = event("1 2\n2 2\n3 2\n4 2\n5 3\n6 1", round=3, met="1-6 2-6 3-6 4-6")
        assert group(t, [1, 2, 3, 4], [5], [6])[1] == [4]

    def test_3_9_of_those_that_came_in_one_with_an_opponent_first(self) -> None:
        """Type b before type a: #3 must stay, for #1 and #2 have met; #2 has met the only one next door."""
        t = event("1 3\n2 3\n3 2\n4 1", round=3, met="1-2 2-4")
        assert group(t, [3], [1, 2], [4])[1] == [1]

    def test_3_9_before_3_10(self) -> None:
        """#3 floated last round and is of type d, the others of type c."""
        t = event("1 2 W\n2 2 W\n3 2 W floated\n4 1 B", met="1-4 2-4")
        assert floater_of(t, "down", [4]) == [3]

    def test_3_10_before_3_2_2(self) -> None:
        """#3 is due the colour of the majority and floated last round."""
        t = event("1 2 B floated\n2 2 W\n3 2 B floated")
        assert floater_of(t) == [2]

    # Only #4 and #5 may meet each other, so the others leave; next door is #7 alone.
    LEAVING = "1-2 1-3 1-4 1-5 1-6 2-3 2-4 2-5 2-6 3-4 3-5 3-6 4-6 5-6"

    def test_3_3_an_opponent_is_reserved_for_one_ahead(self) -> None:
        """#1 goes first, as #2 and #3 floated last round. #7 is then reserved for #1, so #2 has no more of an
        opponent than #3, who has met #7: the largest number first."""
        t = event("1 2 W\n2 2 W floated\n3 2 W floated\n4 2 W\n5 2 W\n6 9\n7 1 B", met=f"{self.LEAVING} 3-7")
        assert group(t, [1, 2, 3, 4, 5], (), [7])[1] == [1, 3, 2]

    def test_3_3_nothing_is_reserved_for_one_behind(self) -> None:
        """#3 goes first; #1 ranks ahead of it, so #7 is there for #1. #2 has met #7."""
        t = event("1 2\n2 2\n3 2\n4 2\n5 2\n6 9\n7 1", round=3, met=f"{self.LEAVING} 2-7")
        assert group(t, [1, 2, 3, 4, 5], (), [7])[1] == [3, 1, 2]

    def test_3_3_ahead_is_by_score_before_number(self) -> None:
        """#6 goes first and ranks ahead of #2 by its score: #7 is reserved for it. #3 has met #7."""
        t = event("2 3\n3 3\n4 2\n5 2\n6 4\n7 1\n1 9", round=5, met=f"{self.LEAVING} 3-7")
        assert group(t, [4, 5], [2, 3, 6], [7])[1] == [6, 3, 2]

    def test_3_10_2_the_group_keeps_as_many_pairs_as_it_can(self) -> None:
        """#5 would float, but without #5, whom alone #1 may meet, only one pair were left."""
        t = players(5, "2", round=3, met="1-2 1-3 1-4")
        assert floater_of(t) == [4]

    def test_2_3_floaters_move_on_with_the_others(self) -> None:
        """#1 came in, and nobody of the group may meet it: it floats on with its own score."""
        made = paired(event("1 4\n2 3\n3 3\n4 2.5\n5 2\n6 2", round=5, met="1-2 1-3"))
        assert made.floaters == (
            Floater(1, 4.0, 3.0, "down"),
            Floater(1, 3.0, 2.5, "down"),
        )
        assert made.pairs == ((1, 4), (2, 3), (5, 6))

    def test_2_3_nobody_floats_out_of_the_median(self) -> None:
        """The median's three are one too many; nobody of them is listed, the group below gives one."""
        made = paired(event("1 1\n2 1\n3 1\n4 0\n5 0\n6 0", round=3))
        assert made.floaters == (Floater(4, 0.0, 1.0, "up"),)

    def test_3_9_the_group_adjacent_to_the_last_is_the_median(self) -> None:
        """#3 has met the two of the median, so #2 floats into it; an empty median gives nobody an opponent,
        and then it is #3."""
        assert paired(event("1 2\n2 2\n3 2\n4 1\n5 1\n6 0", round=3, met="3-4 3-5")).floaters[0].number == 2
        assert paired(event("1 2\n2 2\n3 2\n4 0\n5 0\n6 0", round=3)).floaters[0].number == 3


# ----------------------------------------------------------------------------- 3.6 to 3.8: who came in


class TestIncoming:
    def test_3_6_they_are_paired_first(self) -> None:
        """#4, which came in, takes #1 before #1 looks for anybody."""
        t = event("1 2\n2 2\n3 2\n4 3", round=3)
        assert group(t, [1, 2, 3], [4])[0] == [(4, 1), (2, 3)]

    def test_3_6_the_first_who_is_due_the_other_colour(self) -> None:
        t = event("1 2 B\n2 2 B\n3 2 W\n4 3 B")
        assert group(t, [1, 2, 3], [4])[0] == [(4, 3), (1, 2)]

    def test_3_6_due_colours_suit_when_either_has_none(self) -> None:
        """#2 has no due colour; #4 has none and takes the first."""
        assert group(event("1 2 B\n2 2 Z\n3 2 W\n4 3 B"), [1, 2, 3], [4])[0][0] == (4, 2)
        assert group(event("1 2 B\n2 2 Z\n3 2 W\n4 3 Z"), [1, 2, 3], [4])[0][0] == (4, 1)

    def test_3_6_else_the_first_one(self) -> None:
        t = event("1 2 B\n2 2 B\n3 2 B\n4 3 B", met="1-4")
        assert group(t, [1, 2, 3], [4])[0][0] == (4, 2)

    def test_3_6_the_others_must_still_be_paired(self) -> None:
        """4.4: #4 would take #1, but then #2 and #3, who have met, were left; likewise for colours: only #3
        is due the other colour, and #1 and #2 have met."""
        assert group(event("1 2\n2 2\n3 2\n4 3", round=3, met="2-3"), [1, 2, 3], [4])[0] == [(4, 2), (1, 3)]
        t = event("1 2 B\n2 2 B\n3 2 W\n4 3 B", met="1-2")
        assert group(t, [1, 2, 3], [4])[0] == [(4, 1), (2, 3)]

    def test_3_6_higher_score_then_smaller_number(self) -> None:
        t = event("1 2\n2 2\n3 2\n4 4\n5 3\n6 3", round=5, rounds=9)
        assert group(t, [1, 2, 3], [6, 5, 4])[0] == [(4, 1), (5, 2), (6, 3)]

    def test_3_6_upward_lower_score_then_larger_number(self) -> None:
        t = event("6 1\n5 1\n4 1\n3 -1\n2 0\n1 0", round=5, rounds=9)
        assert group(t, [4, 5, 6], [1, 2, 3], direction="up")[0] == [(3, 6), (2, 5), (1, 4)]

    def test_3_6_one_may_take_another_that_came_in(self) -> None:
        """From everyone else still in the group: #2, due the other colour, came in as well."""
        t = event("1 3 W\n2 3 B\n3 2 W\n4 2 B")
        assert group(t, [3, 4], [1, 2])[0] == [(1, 2), (3, 4)]

    def test_3_6_3_in_the_median_those_from_above_before_those_from_below(self) -> None:
        """#1 takes #2, and #3 is left for #4; the other way round #4 would have taken #2."""
        assert met(event("1 2\n2 1\n3 1\n4 0", round=3, met="2-3")) == {(1, 2), (3, 4)}

    def test_3_6_3_in_the_median_everyone_looks_from_the_smallest_number(self) -> None:
        """The one from below too: #4 takes #1, not #3."""
        assert met(event("1 1\n2 1\n3 1\n4 0", round=3)) == {(1, 4), (2, 3)}

    def test_3_6_3_in_the_median_from_below_lower_score_then_larger_number(self) -> None:
        """#7 to #9 have met each other: #9, the lowest, takes #1, then #8 takes #2, and #7 #3."""
        t = event("1 2\n2 2\n3 2\n7 1\n8 1\n9 0", round=5, met="1-2 1-3 2-3 7-8 7-9 8-9")
        made = paired(t)
        assert [f.number for f in made.floaters] == [9, 7, 8, 9]
        assert met(t) == {(1, 9), (2, 8), (3, 7)}

    RATED = "1 2 B r{}\n2 2 B r2000\n3 2 W r{}\n4 2 W r{}\n5 2 W r2000\n6 3 B r2000"

    @pytest.mark.parametrize(
        ("first", "third", "fourth", "taken"),
        [
            (2300, 2199, 2200, 4),  # #3 is passed over, the search goes on
            (2300, 2200, 2200, 3),
            (2300, 2400, 2200, 3),
            (2300, 2401, 2199, 1),  # nobody is near: the first available one
            (2000, 2300, 1899, 5),
        ],
    )
    def test_3_6_maxi_within_100_points_of_the_first_available(
        self, first: int, third: int, fourth: int, taken: int
    ) -> None:
        lines = self.RATED.format(first, third, fourth)
        assert group(event(lines, maxi=True), [1, 2, 3, 4, 5], [6])[0][0] == (6, taken)
        assert group(event(lines), [1, 2, 3, 4, 5], [6])[0][0] == (6, 3)

    def test_3_6_maxi_the_first_available_not_the_first_compatible(self) -> None:
        """4.4: #1 is compatible with #4, but then #2 and #3, who have met, were left. #2 is the first
        available one, and #3 is near #2, not near #1."""
        t = event("1 2 B r2500\n2 2 B r2000\n3 2 W r2050\n4 3 B r2000", maxi=True, met="2-3")
        assert group(t, [1, 2, 3], [4])[0] == [(4, 3), (1, 2)]


# ----------------------------------------------------------------------------- 2.4, 4: scrutiny and exchange


class TestExchange:
    @pytest.mark.parametrize(
        ("first_met", "pairs"),
        [
            ("", "1-4 2-5 3-6"),
            ("4", "1-5 2-4 3-6"),
            ("4 5", "1-6 2-4 3-5"),
            ("4 5 6", "1-3 2-5 4-6"),
            ("4 5 6 3", "1-2 3-5 4-6"),
        ],
    )
    def test_4_2_exchanges_of_the_first(self, first_met: str, pairs: str) -> None:
        t = players(6, "2", round=3, met=" ".join(f"1-{other}" for other in first_met.split()))
        assert " ".join(f"{a}-{b}" for a, b in group(t, range(1, 7))[0]) == pairs

    @pytest.mark.parametrize(
        ("second_met", "pairs"),
        [
            ("", "1-6 2-4 3-5"),
            ("4", "1-6 2-5 3-4"),
            ("4 5", "1-6 2-3 4-5"),
            ("4 5 3", "1-3 2-6 4-5"),
            ("4 5 3 6", "1-2 3-5 4-6"),
        ],
    )
    def test_4_3_exchanges_of_the_second(self, second_met: str, pairs: str) -> None:
        barred = ["1-4", "1-5", *(f"2-{other}" for other in second_met.split())]
        t = players(6, "2", round=3, met=" ".join(barred))
        assert " ".join(f"{a}-{b}" for a, b in group(t, range(1, 7))[0]) == pairs

    def test_4_2_upward_with_the_numbers_reversed(self) -> None:
        t = players(6, "2", round=3, met="6-3 6-2 6-1")
        assert group(t, range(1, 7), direction="up")[0] == [(6, 4), (5, 2), (3, 1)]

    def test_5_2_the_first_in_the_order_who_is_due_the_other_colour(self) -> None:
        """#1 tries 4, 5, 6, 3, 2: #6 is the first due Black."""
        t = event("1 2 B\n2 2 W\n3 2 W\n4 2 B\n5 2 B\n6 2 W")
        assert group(t, range(1, 7))[0] == [(1, 6), (2, 4), (3, 5)]

    def test_5_2_in_the_top_half_from_the_bottom_up(self) -> None:
        """Nobody of the bottom half is due Black: #3 before #2."""
        t = event("1 2 B\n2 2 W\n3 2 W\n4 2 B\n5 2 B\n6 2 B")
        assert group(t, range(1, 7))[0][0] == (1, 3)

    def test_5_2_else_the_first_available(self) -> None:
        t = event("1 2 B\n2 2 B\n3 2 B\n4 2 B\n5 2 B\n6 2 B", met="1-4")
        assert group(t, range(1, 7))[0] == [(1, 5), (2, 4), (3, 6)]

    def test_4_4_the_others_must_still_be_paired(self) -> None:
        """#1-#3 would leave #2 and #4, who have met: completeness comes before the due colour too."""
        assert group(players(4, "2", round=3, met="2-4"), range(1, 5))[0] == [(1, 4), (2, 3)]
        t = event("1 2 B\n2 2 B\n3 2 W\n4 2 B", met="2-4")
        assert group(t, range(1, 5))[0] == [(1, 4), (2, 3)]

    @pytest.mark.parametrize(
        ("fourth", "fifth", "taken"), [(2000, 2100, 5), (2000, 2101, 6), (2050, 2150, 5), (2000, 1899, 6)]
    )
    def test_5_7_maxi_exchange_within_100_points(self, fourth: int, fifth: int, taken: int) -> None:
        """#1 tries 4, the first available; an exchange for #5, due the other colour, only when rated near."""
        lines = f"1 2 B\n2 2 B\n3 2 B\n4 2 B r{fourth}\n5 2 W r{fifth}\n6 2 W r2000"
        assert group(event(lines, maxi=True), range(1, 7))[0][0] == (1, taken)
        assert group(event(lines), range(1, 7))[0][0] == (1, 5)

    def test_5_7_maxi_else_the_first_available(self) -> None:
        lines = "1 2 B\n2 2 B\n3 2 B\n4 2 B r2000\n5 2 W r2101\n6 2 W r1899"
        assert group(event(lines, maxi=True), range(1, 7))[0][0] == (1, 4)


# ----------------------------------------------------------------------------- 2.6: cracking


class TestCracking:
    def test_2_6_1_one_pairing_is_cracked(self) -> None:
        """#4 has met 1, 2, 3: of the lower side 6-5 is taken back, for more came from above."""
        t = event("1 2 WB\n2 2 BW\n3 2 WB\n4 1 BW\n5 0 WB\n6 0 BW", rounds=5, met="4-1 4-2 4-3")
        made = paired(t)
        assert made.cracked == 1
        assert met(t) == {(1, 2), (3, 6), (4, 5)}
        assert made.floaters == (Floater(3, 2.0, 1.0, "down"),)

    def test_2_6_else_the_higher_side(self) -> None:
        """As many from above (none) as from below: 1-2, the last pairing above, is taken back."""
        t = event("1 2\n2 2\n3 1\n4 1\n5 0\n6 0", round=3, met="3-4")
        assert paired(t).cracked == 1
        assert met(t) == {(1, 3), (2, 4), (5, 6)}

    def test_2_6_the_other_side_when_that_one_has_no_pairing_left(self) -> None:
        """As many from above as from below, but nothing was made above; then more from above, and nothing was
        made below."""
        assert met(event("3 1\n4 1\n5 0\n6 0", round=3, met="3-4")) == {(3, 6), (4, 5)}
        t = event("1 2\n2 2\n3 2\n4 2\n5 2\n6 1\n7 1\n8 1", round=3, met="6-7 6-8 7-8")
        assert paired(t).cracked == 1
        assert met(t) == {(1, 3), (2, 6), (4, 7), (5, 8)}

    def test_2_6_in_the_reverse_of_the_order_in_which_they_were_made(self) -> None:
        """Above 1-3 and 2-4 were made in this order."""
        t = event("1 2\n2 2\n3 2\n4 2\n5 1\n6 1", round=3, met="5-6")
        assert met(t) == {(1, 3), (2, 5), (4, 6)}

    def test_2_6_the_counts_are_compared_afresh_and_cracked_players_count(self) -> None:
        """#7 and #8 may meet #9 and #10 only. Nobody floated in: 2-4 is cracked, the last pairing above; now
        two came from above, so 10-9 is next."""
        barred = "7-8 1-7 2-7 3-7 4-7 1-8 2-8 3-8 4-8"
        t = event("1 2\n2 2\n3 2\n4 2\n7 1\n8 1\n9 0\n10 0", round=3, met=barred)
        assert paired(t).cracked == 2
        assert met(t) == {(1, 3), (2, 4), (7, 10), (8, 9)}

    def test_2_6_floaters_listed_are_not_those_of_cracked_pairings(self) -> None:
        assert paired(event("1 2\n2 2\n3 1\n4 1\n5 0\n6 0", round=3, met="3-4")).floaters == ()

    def test_2_6_nobody_is_cracked_when_the_field_cannot_be_paired(self) -> None:
        """2.2: found before anything is made."""
        t = event("1 2\n2 2\n3 1\n4 1\n5 0\n6 0", round=3, met="1-4 2-4 3-4 4-5 4-6")
        assert refused(t) == Refusal("2.1", (6, 4))


# ----------------------------------------------------------------------------- 5: colours


def white_of(a: str, b: str, points: float = 2, **header: object) -> int:
    """Who of #3 and #7 with these histories has White; after them there is nobody else."""
    t = event(f"3 {points} {a}\n7 {points} {b}", rounds=20, **header)  # type: ignore[arg-type]
    ((white, _),) = paired(t).pairs
    return white


class TestColours:
    @pytest.mark.parametrize(
        ("a", "b", "white"),
        [
            ("BWW", "WBB", 7),
            ("WBWBB", "BWBWB", 3),
            ("BWBWWBWBWW", "WWBBWBWBW", 7),
        ],
    )
    def test_5_3_the_only_allocation_within_the_limits(self, a: str, b: str, white: int) -> None:
        assert white_of(a, b) == white

    def test_5_3_the_limits_come_before_the_due_colour(self) -> None:
        """#3 is due White and #7 Black, but #3 has just had White twice; and the other way round."""
        assert white_of("BBWBBWW", "WBWBWBW") == 7
        assert white_of("WWBWWBB", "BWBWBWB") == 3
        assert white_of("BBWBBWW", "Z") == 7

    @pytest.mark.parametrize(
        ("a", "b", "white"),
        [
            ("WBW", "BWB", 7),  # each the colour had less often (5.5, 5.6)
            ("BW", "WB", 7),  # level: the opposite of the last one
            ("WB", "BW", 3),
            ("WZ", "Z", 7),  # only one has one
            ("Z", "W", 3),
            ("B", "Z", 3),
        ],
    )
    def test_5_1_due_colours(self, a: str, b: str, white: int) -> None:
        assert white_of(a, b) == white
        assert white_of(a, b, points=0) == white

    @pytest.mark.parametrize(
        ("a", "b", "white"),
        [
            ("BWB", "WBB", 7),  # the second last differs: #7 gets the White that #3 had
            ("WBB", "BWB", 3),
            ("WBBW", "BWBW", 3),
            ("BBWB", "BWWB", 3),
            ("BWZB", "WBB", 7),  # R: unplayed rounds are left out
            ("BW-ZHB", "WBB", 7),
        ],
    )
    def test_5_4_the_latest_difference(self, a: str, b: str, white: int) -> None:
        points = (1 + max(len(a), len(b))) / 2
        assert white_of(a, b, points) == white
        assert white_of(a, b, 0) == white

    def test_5_4_the_latest_difference_of_the_longest_histories(self) -> None:
        """63 games, the most before the last round there can be; they differ in the first two."""
        same = "WB" * 30 + "W"
        long = event(f"3 32 WB{same}\n7 32 BW{same}", rounds=64)
        assert paired(long).pairs == ((3, 7),)
        assert paired(event(f"3 32 BW{same}\n7 32 WB{same}", rounds=64)).pairs == ((7, 3),)

    def test_5_4_example(self) -> None:
        """#4 with BWB against #8 with WBB: 8-4."""
        assert paired(event("4 2 BWB\n8 2 WBB")).pairs == ((8, 4),)

    def test_5_4_no_difference_above_and_below_the_median(self) -> None:
        assert white_of("WB", "WB", 2) == 3
        assert white_of("WB", "WB", 1) == 3
        assert white_of("WB", "WB", 0) == 7
        assert white_of("BW", "BW", 2) == 7
        assert white_of("BW", "BW", 0) == 3

    def test_5_4_the_shorter_history_is_all_that_is_compared(self) -> None:
        """R: nothing of B and BWB differs as far as the shorter one goes."""
        assert white_of("BWB", "B", 3) == 3
        assert white_of("BWB", "B", 0) == 7

    def test_5_4_the_due_colour_after_an_odd_and_after_an_even_number_of_games(self) -> None:
        """R: in every round: after one White it equalises, after WB it alternates."""
        assert white_of("W", "W", 1) == 7
        assert white_of("WWB", "WWB", 3) == 7
        assert white_of("WB", "WB", 2) == 3
        assert white_of("ZW", "ZW", 2) == 7

    def test_5_4_without_a_game_the_colour_drawn_for_the_first(self) -> None:
        """The one who decides has it: above and in the median #3, below #7."""
        assert white_of("Z", "Z", 1) == 3
        assert white_of("Z", "Z", 0) == 7
        assert white_of("Z", "Z", 1, initial_colour="black") == 7
        assert white_of("Z", "Z", 0, initial_colour="black") == 3

    def test_5_4_rank_across_groups_is_by_number(self) -> None:
        """R: #7 has the higher score, #3 the smaller number: above the median #3 gets its due White."""
        assert paired(event("3 2 WB\n7 3 WB", rounds=9)).pairs == ((3, 7),)
        assert paired(event("3 0 WBWB\n7 0.5 WBWB", rounds=9)).pairs == ((7, 3),)

    def test_5_4_with_players_of_a_cracked_pairing_it_is_the_median(self) -> None:
        """R: 6-5 was below the median; in it #3 and #4, ranked higher, decide."""
        t = event("3 1 WB\n4 1 WB\n5 0 WB\n6 0 WB", met="3-4")
        made = paired(t)
        assert made.cracked == 1
        assert made.pairs == ((3, 6), (4, 5))


# ----------------------------------------------------------------------------- 6: the last round


class TestLastRound:
    SAME = "1 2 ZBWW\n2 2 WBWW"

    def test_6_equal_scores_before_the_colour_limits(self) -> None:
        t = event(self.SAME, rounds=9)
        assert t.round == 5
        assert refused(t) == Refusal("2.1", (2, 1))
        assert paired(replace(t, rounds=5)).pairs == ((2, 1),)

    def test_6_group_step(self) -> None:
        """Two who are both due Black for the third time: they float, but not in the last round."""
        t = event("1 2 WW\n2 2 WW")
        assert group(t, [1, 2]) == ([], [2, 1])
        assert group(t, [1, 2], last_round=True) == ([(1, 2)], [])

    def test_6_the_limits_stay_for_different_scores(self) -> None:
        """#4 came in and must have Black like #1, so it takes #2, though due Black too."""
        t = event("1 2 ZWW\n2 2 WBW\n3 2 WBW\n4 3 ZWW")
        assert group(t, [1, 2, 3], [4], last_round=True)[0] == [(4, 2), (1, 3)]

    def test_6_then_the_whole_round_anew_without_colours(self) -> None:
        """R: only then may different scores break the limits."""
        t = event("1 2 BWW\n2 1 BWW", rounds=9)
        assert refused(t) == Refusal("2.1", (2, 1))
        assert met(replace(t, rounds=4)) == {(1, 2)}

    def test_6_the_bye_is_part_of_what_must_be_possible(self) -> None:
        """R: #3 alone may have the bye; 1-2 of different scores break the limits, so all is paired anew."""
        t = event("1 3 UWW\n2 1 +WW\n3 0 BWB", rounds=4)
        made = paired(t)
        assert (made.bye, met(t)) == (3, {(1, 2)})

    def test_6_anew_the_groups_and_the_cracking_are_those_without_colours(self) -> None:
        """R: with #2-#3 forbidden equal scores do not suffice. Anew 1-4 is made, and cracked for the two."""
        t = event("1 2 BWW\n2 1 BWW\n3 1 BWW\n4 2 BWW", rounds=4)
        assert met(t) == {(1, 4), (2, 3)}
        anew = replace(t, forbidden=((2, 3),))
        assert paired(anew).cracked == 1
        assert met(anew) == {(1, 2), (3, 4)}

    def test_6_anew_only_a_meeting_is_in_the_way(self) -> None:
        """R: #1-#3 breaks the limits, and no other opponent of #1 would keep them."""
        t = event("1 2 BWW\n2 2 WBB\n3 1 BWW\n4 0 BWW", rounds=4, met="1-2")
        assert met(t) == {(1, 3), (2, 4)}

    def test_6_only_then_it_is_impossible(self) -> None:
        assert refused(event("1 2 BWW\n2 1 BWW", rounds=4, met="1-2")) == Refusal("2.1", (2, 1))

    def test_6_the_only_allocation_within_the_limits_is_taken_in_the_last_round_too(self) -> None:
        assert paired(event("1 2 BBWW\n2 2 WBW", rounds=5)).pairs == ((2, 1),)

    def test_6_when_neither_is_within_the_limits_the_next_rules_decide(self) -> None:
        """5.4: BWW and WBWW are the same as far as the shorter one goes, so #1 decides, and is due Black."""
        assert paired(event(self.SAME, rounds=5)).pairs == ((2, 1),)


# ----------------------------------------------------------------------------- the board order


def test_boards_by_higher_score_then_lower_score() -> None:
    """2 against 1 point comes before 2 against 0, whatever the numbers."""
    t = event("1 2\n2 2\n3 1\n4 1\n5 0\n6 0", round=3, met="1-2 1-3 1-4 1-6 2-4 2-5 2-6")
    assert [set(board) for board in paired(t).pairs] == [{2, 3}, {1, 5}, {4, 6}]


def test_boards_of_the_same_scores_by_the_number_of_the_higher_ranked() -> None:
    t = event("1 1\n3 2\n7 2\n8 1", round=3, met="3-7 1-8 1-3")
    assert [set(board) for board in paired(t).pairs] == [{3, 8}, {1, 7}]
