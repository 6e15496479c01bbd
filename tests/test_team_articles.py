"""The articles of chapter N and of D.02 one by one: each worked case and each reading, on core and reference.

Article numbers of chapter N stand first, those of D.02 in brackets where the two rule sets share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from events import FIRST_DUMMY, TEAM_SYSTEMS, event
from medianswiss import Field, Floater, InvalidTournament, Tournament, pair
from medianswiss.pairing import prepared
from medianswiss.reference.facts import players_of
from twins import Refusal, met, paired, refused

both_systems = pytest.mark.parametrize("system", TEAM_SYSTEMS)
ARTICLE_OF_BYE = {"ecu": "N.5.4", "olympiad": "4"}
ARTICLE_OF_MEETING = {"ecu": "N.5.3", "olympiad": "6.1"}


def lines(first: int, last: int, rest: str) -> str:
    """Teams `first` to `last`, all with the same line."""
    return "".join(f"{number} {rest}\n" for number in range(first, last + 1))


def pairs_of(text: str) -> set[tuple[int, int]]:
    """``"1-3 2-4"``, smaller numbers first."""
    return {(int(a), int(b)) for a, b in (both.split("-") for both in text.split())}


def everybody_met(number: int, *others: int) -> str:
    return " ".join(f"{number}-{other}" for other in others)


def down(number: int, score: float, to: float) -> Floater:
    return Floater(number, score, to, "down")


def up(number: int, score: float, to: float) -> Floater:
    return Floater(number, score, to, "up")


def with_esb(t: Tournament, *order: int) -> Tournament:
    """Ranked by Sonneborn-Berger: of teams with the same score, in this order.

    All opponents have one match point; the earlier in the order, the more game points against them.
    """
    scored = {number: float(len(order) - place) for place, number in enumerate(order)}
    teams = (
        replace(
            p,
            points=1.0 if p.number >= FIRST_DUMMY else p.points,
            games=tuple(replace(game, game_points=scored.get(p.number, 0.0)) for game in p.games),
        )
        for p in t.participants
    )
    return replace(t, participants=tuple(teams), ranking="esb").validate()


# ----------------------------------------------------------------------------- N.5.3 [6.1], N.5.4 [4]


class TestMeeting:
    @both_systems
    @pytest.mark.parametrize("results", ["10", "==", "0=", "WL", "DD"])
    def test_n_5_3_no_opponent_twice(self, system: str, results: str) -> None:
        a, b = results[0], results[1]
        t = event(f"1 2 2w{a}\n2 0 1b{b}", system=system)
        assert refused(t) == Refusal(ARTICLE_OF_MEETING[system], (2, 1))

    @both_systems
    @pytest.mark.parametrize("results", ["+-", "-+", "--"])
    def test_a_forfeit_is_no_meeting_and_no_colour(self, system: str, results: str) -> None:
        a, b = results[0], results[1]
        assert paired(event(f"1 2 2b{a}\n2 2 1w{b}", system=system)).pairs == ((1, 2),)

    @both_systems
    def test_a_forbidden_pair_is_as_good_as_met(self, system: str) -> None:
        t = event("1 2 W\n2 2 B", met="2-1", system=system)
        assert refused(t) == Refusal(ARTICLE_OF_MEETING[system], (2, 1))

    @both_systems
    def test_n_5_3_who_cannot_be_placed(self, system: str) -> None:
        """From the largest number down, whatever the rank: only #4 may meet the others."""
        t = event("1 0 B\n2 2 W\n3 4 W\n4 6 B", met="1-2 1-3 2-3", system=system)
        assert refused(t) == Refusal(ARTICLE_OF_MEETING[system], (3, 2))

    @both_systems
    def test_colour_limits_make_no_pairing_illegal(self, system: str) -> None:
        for history in ("WW", "WWBW", "WWWW"):
            assert met(event(f"1 2 {history}\n2 0 {history}", system=system)) == {(1, 2)}


class TestBye:
    @both_systems
    def test_n_5_4_fewest_points_then_the_largest_number(self, system: str) -> None:
        assert paired(event("1 2 W\n2 0 B\n3 0 B\n4 2 B\n5 2 W", system=system)).bye == 3
        assert paired(event("1 0 W\n2 2 B\n3 2 B", system=system)).bye == 1

    @pytest.mark.parametrize(
        ("had", "bye"), [("U", 2), ("F", 2), ("+", 2), ("H", 2), ("Z", 3), ("-", 3), ("B", 3)]
    )
    def test_n_5_4_not_for_a_team_that_scored_without_playing(self, had: str, bye: int) -> None:
        assert paired(event(f"1 2 WB\n2 0 BW\n3 0 {had}B", system="ecu")).bye == bye
        assert paired(event(f"1 2 WB\n2 0 BW\n3 0 B{had}", system="ecu")).bye == bye

    @pytest.mark.parametrize(
        ("had", "bye"), [("U", 2), ("F", 2), ("+", 2), ("H", 3), ("Z", 2), ("-", 3), ("B", 3)]
    )
    def test_4_who_may_have_it(self, had: str, bye: int) -> None:
        """A half-point bye does not bar it, not to have been paired in round one does."""
        assert paired(event(f"1 2 WB\n2 0 BW\n3 0 {had}B", system="olympiad")).bye == bye

    def test_4_an_absence_after_round_one_is_no_late_entry(self) -> None:
        assert paired(event("1 2 WB\n2 0 BW\n3 0 BZ", system="olympiad")).bye == 3

    def test_4_1_worked_case(self) -> None:
        """Case 7: #6 and #7 are not eligible."""
        t = event(lines(1, 5, "2 W") + lines(6, 7, "2 U") + lines(8, 9, "4 B"), system="olympiad")
        assert paired(t).bye == 5
        assert paired(replace(t, system="ecu")).bye == 5

    @both_systems
    def test_n_5_4_passed_over_when_the_others_could_not_be_paired(self, system: str) -> None:
        """Without #5 there is nobody for #4."""
        t = event("1 2 W\n2 2 B\n3 0 B\n4 0 W\n5 0 W", met="4-1 4-2 4-3", system=system)
        assert paired(t).bye == 4

    @both_systems
    def test_n_5_4_nobody_may_have_it(self, system: str) -> None:
        t = event("1 1 U\n2 2 F\n3 2 +", system=system)
        assert refused(t) == Refusal(ARTICLE_OF_BYE[system], (3,))

    @both_systems
    def test_a_field_of_one_has_the_bye(self, system: str) -> None:
        for text in ("7 0", "7 0 B", "7 1 B\n8 1 W absent"):
            made = paired(event(text, system=system))
            assert (made.pairs, made.bye) == ((), 7)

    @both_systems
    def test_a_field_of_one_that_may_not_have_it(self, system: str) -> None:
        assert refused(event("7 1 U", system=system)) == Refusal(ARTICLE_OF_BYE[system], (7,))

    @both_systems
    def test_nobody_to_pair(self, system: str) -> None:
        for t in (event("", round=4, system=system), event("1 1 W absent", system=system)):
            made = paired(t)
            assert (made.pairs, made.bye, made.floaters) == ((), None, ())


# ----------------------------------------------------------------------------- N.5.1: the ranking


class TestRanking:
    """Where a rank is asked, by number and by Sonneborn-Berger."""

    @both_systems
    def test_n_5_1_of_the_bye(self, system: str) -> None:
        t = event("1 0 W\n2 0 B\n3 0 W", system=system)
        assert paired(t).bye == 3
        assert paired(with_esb(t, 3, 1, 2)).bye == 2

    @both_systems
    def test_n_5_1_of_scrutiny(self, system: str) -> None:
        t = event("1 2 W\n2 2 B\n3 2 W\n4 2 B", system=system)
        assert met(t) == pairs_of("1-3 2-4")
        assert met(with_esb(t, 4, 3, 1, 2)) == pairs_of("1-4 2-3")

    @both_systems
    def test_n_5_1_of_the_team_that_floats(self, system: str) -> None:
        t = event("1 4 W\n2 4 B\n3 4 W\n4 2 B\n5 2 W\n6 2 B", system=system)
        assert paired(t).floaters == (down(3, 4, 2),)
        assert paired(with_esb(t, 2, 3, 1, 4, 5, 6)).floaters == (down(1, 4, 2),)

    @both_systems
    def test_n_5_1_of_the_resident_it_takes(self, system: str) -> None:
        t = event("1 4 W\n2 4 B\n3 4 W\n4 2 B\n5 2 W\n6 2 B", system=system)
        assert met(t) == pairs_of("1-2 3-4 5-6")
        assert met(with_esb(t, 1, 2, 3, 6, 5, 4)) == pairs_of("1-2 3-6 4-5")

    @both_systems
    def test_n_5_1_of_floaters_that_came_in(self, system: str) -> None:
        """#1 and #2 have met: the higher ranked takes #3."""
        t = event("1 4 W\n2 4 B\n3 2 B\n4 2 W\n5 2 W\n6 2 B", met="1-2", system=system)
        assert met(t) == pairs_of("1-3 2-4 5-6")
        assert met(with_esb(t, 2, 1, 3, 4, 5, 6)) == pairs_of("2-3 1-4 5-6")

    @both_systems
    def test_n_5_1_of_colours(self, system: str) -> None:
        """The higher ranked of two with the same history decides."""
        t = event("1 2 WB\n2 2 WB", system=system)
        assert paired(t).pairs == ((1, 2),)
        assert paired(with_esb(t, 2, 1)).pairs == ((2, 1),)

    def test_n_5_1_of_the_boards(self) -> None:
        t = event("1 2 W\n2 2 W\n3 2 B\n4 2 B", system="ecu")
        assert paired(t).pairs == ((3, 1), (4, 2))
        assert paired(with_esb(t, 2, 1, 4, 3)).pairs == ((4, 2), (3, 1))

    def test_11_1_asks_the_number_whatever_the_ranking(self) -> None:
        t = event("1 2 W\n2 2 W\n3 2 B\n4 2 B", system="olympiad")
        assert paired(with_esb(t, 2, 1, 4, 3)).pairs == ((3, 1), (4, 2))

    @both_systems
    def test_n_5_1_match_points_before_sonneborn_berger(self, system: str) -> None:
        assert paired(with_esb(event("1 2 W\n2 1 B\n3 2 W", system=system), 2, 3, 1)).bye == 2

    @both_systems
    def test_n_5_1_missing_game_points(self, system: str) -> None:
        t = event("1 2 2w1/3\n2 0 1b0", ranking="esb", system=system)
        with pytest.raises(InvalidTournament, match="participant 2, round 1: no game points"):
            pair(t)

    @both_systems
    def test_n_5_1_only_played_matches_need_game_points(self, system: str) -> None:
        assert paired(event("1 2 2w+\n2 0 1b-", ranking="esb", system=system)).pairs == ((1, 2),)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            # All but the opponent with the fewest match points.
            ("1 . 2w1/2.5 3b1/3 4w1/4\n2 6 1b0/1 Z Z\n3 4 Z 1w0/1 Z\n4 2 Z Z 1b0/1", 6 * 2.5 + 4 * 3),
            # A forfeit is no match: #3 is left out.
            ("1 . 2w1/2.5 4b+/4 3w1/3\n2 6 1b0/1 Z Z\n3 4 Z Z 1b0/1\n4 2 Z 1w-/0 Z", 6 * 2.5),
            # None is left out of fewer than two.
            ("1 . 2w1/2.5\n2 6 1b0/1", 6 * 2.5),
            # One only, of #3 and #4 the one against whom less was scored.
            ("1 . 4w1/4 3b1/1.5 2w1/2.5\n2 6 Z Z 1b0/1\n3 2 Z 1w0/1 Z\n4 2 1b0/0 Z Z", 2 * 4 + 6 * 2.5),
            ("1 . ZHU\n2 6", 0),
        ],
    )
    def test_n_5_1_sonneborn_berger(self, text: str, expected: float) -> None:
        t = prepared(event(text, ranking="esb", system="ecu"))
        tiebreaks = Field(t).tiebreaks
        assert tiebreaks is not None
        assert tiebreaks[0] == 100 * expected
        assert players_of(t)[0].tiebreak == 100 * expected


# ----------------------------------------------------------------------------- N.5.5 [6.4]: the groups


class TestGroups:
    @both_systems
    def test_n_5_5_eighty_eight_teams(self, system: str) -> None:
        """Places 43 and 44 have 10 points, 45 and 46 have 9: the middle group is that of 9. So #43 and #44,
        who have met, float down to it."""
        text = lines(1, 42, "12") + lines(43, 44, "10") + lines(45, 50, "9") + lines(51, 88, "8")
        made = paired(event(text, round=8, met="43-44", system=system))
        assert made.floaters == (down(44, 10, 9), down(43, 10, 9))
        assert {(min(a), max(a)) for a in made.pairs} >= pairs_of("43-45 44-46 47-49 48-50")

    @both_systems
    def test_n_5_5_places_are_counted_without_the_bye(self, system: str) -> None:
        """R: only #1 may have it. Of the others the fourth has 2 points, so #4 floats down and none up."""
        text = "1 4 W\n" + lines(2, 4, "4 U") + lines(5, 7, "2 U")
        made = paired(event(text, system=system))
        assert (made.bye, made.floaters) == (1, (down(4, 4, 2),))

    @both_systems
    def test_n_5_5_above_downward_then_below_upward_then_the_middle(self, system: str) -> None:
        sizes = ((1, 3, "6"), (4, 7, "5"), (8, 9, "4"), (10, 11, "3"), (12, 14, "2"))
        text = "".join(lines(first, last, points) for first, last, points in sizes)
        made = paired(event(text, round=5, system=system))
        assert made.floaters == (down(3, 6, 5), down(7, 5, 4), up(12, 2, 3), up(10, 3, 4))
        assert {(min(a), max(a)) for a in made.pairs} == pairs_of("1-2 3-4 5-6 7-8 9-10 11-12 13-14")

    @both_systems
    def test_n_5_2_round_one_is_a_round_like_others(self, system: str) -> None:
        """Points that were given make groups in round one too."""
        assert met(event("1 2\n2 0\n3 2\n4 0", system=system)) == pairs_of("1-3 2-4")


# ----------------------------------------------------------------------------- N.7.1, N.7.3, N.7.4


class TestLimits:
    @both_systems
    def test_n_7_1_no_exchange_for_a_due_colour(self, system: str) -> None:
        assert met(event("1 2 W\n2 2 B\n3 2 W\n4 2 B", system=system)) == pairs_of("1-3 2-4")

    @both_systems
    @pytest.mark.parametrize("history", ["WWBW", "WBWWBW", "WWB-W", "BBWB"])
    def test_n_7_3_1_no_difference_of_three(self, system: str, history: str) -> None:
        """#1 and #3 cannot both have the other colour."""
        t = event(f"1 2 {history}\n2 2 WB\n3 2 {history}\n4 2 WB", system=system)
        assert met(t) == pairs_of("1-4 2-3")

    @both_systems
    @pytest.mark.parametrize("history", ["WW", "BWW", "BWZW", "BWW-", "WBB"])
    def test_n_7_3_2_no_third_same_colour_running(self, system: str, history: str) -> None:
        """Rounds not played are left out."""
        t = event(f"1 2 {history}\n2 2 WB\n3 2 {history}\n4 2 WB", system=system)
        assert met(t) == pairs_of("1-4 2-3")

    @both_systems
    @pytest.mark.parametrize("history", ["WWB", "WBW", "WBBW", "WZ+W-B"])
    def test_n_7_3_within_the_limits(self, system: str, history: str) -> None:
        t = event(f"1 2 {history}\n2 2 WB\n3 2 {history}\n4 2 WB", system=system)
        assert met(t) == pairs_of("1-3 2-4")

    @both_systems
    def test_n_7_3_a_floater_that_came_in_keeps_them_too(self, system: str) -> None:
        t = event("1 4 WW\n2 2 WW\n3 2 BW\n4 2 WB", system=system)
        assert met(t) == pairs_of("1-3 2-4")

    @both_systems
    def test_n_7_4_1_worked_case(self, system: str) -> None:
        made = paired(event("1 4 WW\n2 4 WW\n3 2 BW\n4 2 WB", system=system))
        assert {(min(a), max(a)) for a in made.pairs} == pairs_of("1-2 3-4")
        assert made.floaters == ()

    @both_systems
    def test_n_7_4_1_dropped_for_the_whole_group(self, system: str) -> None:
        """R: #4 alone could meet another within the limits, and two would float: so scrutiny is without."""
        t = event(lines(1, 3, "4 WW") + "4 4 BB\n" + lines(5, 10, "2 WB"), system=system)
        assert met(t) == pairs_of("1-3 2-4 5-8 6-9 7-10")

    @both_systems
    def test_n_7_4_1_dropped_for_that_group_only(self, system: str) -> None:
        t = event("1 4 WW\n2 4 WW\n3 2 WW\n4 2 BB\n5 2 WW\n6 2 BB", system=system)
        assert met(t) == pairs_of("1-2 3-6 4-5")

    @both_systems
    def test_n_7_4_1_dropped_where_floaters_came_in(self, system: str) -> None:
        """Nobody may meet #1 within the limits, and it cannot move on from the middle group."""
        assert met(event("1 4 WW\n2 2 WW\n3 2 WW\n4 2 WW", system=system)) == pairs_of("1-2 3-4")

    @both_systems
    def test_n_7_4_limits_of_other_groups_are_not_asked(self, system: str) -> None:
        """R: #5 and #6 cannot be paired within the limits; the top group keeps them all the same."""
        t = event("1 4 WW\n2 4 BB\n3 4 WW\n4 4 BB\n" + lines(5, 10, "2 WW"), system=system)
        assert met(t) == pairs_of("1-4 2-3 5-8 6-9 7-10")

    @both_systems
    def test_n_7_4_2_another_floater(self, system: str) -> None:
        """#3, the lowest ranked, would float, but #1 and #2 are not within the limits."""
        made = paired(event("1 4 WW\n2 4 WW\n3 4 BB\n4 2 WB\n5 2 BW\n6 2 WB", system=system))
        assert made.floaters == (down(2, 4, 2),)
        assert {(min(a), max(a)) for a in made.pairs} == pairs_of("1-3 2-4 5-6")

    @both_systems
    def test_n_7_4_2_where_no_choice_helps_the_limits_are_dropped(self, system: str) -> None:
        """N.7.4.1 of an odd group: one floats, not three."""
        made = paired(event(lines(1, 3, "4 WW") + lines(4, 6, "2 WB"), system=system))
        assert made.floaters == (down(3, 4, 2),)

    @both_systems
    def test_n_7_4_kept_while_the_others_can_be_paired(self, system: str) -> None:
        """#3 and #4 have met: they need #1 and #2, who float though they could meet."""
        made = paired(event("1 4 W\n2 4 B\n3 2 W\n4 2 B", met="3-4", system=system))
        # The middle group is that of 2 points.
        assert made.floaters == (down(2, 4, 2), down(1, 4, 2))
        assert {(min(a), max(a)) for a in made.pairs} == pairs_of("1-3 2-4")


# ----------------------------------------------------------------------------- N.6 [8, 9]: floaters

CASES = {
    "1 [8.2.1]": (
        "1 4 W\n2 4 B\n3 4 W\n4 4 B\n5 2 W\n6 2 B\n7 2 W\n8 0 B",
        "7-8",
        "1-3 2-4 6-8 5-7",
    ),
    "2 [8.2.2]": (
        "1 6 W\n2 6 B\n3 6 W\n4 6 B\n5 6 W\n6 4 B\n7 4 W\n8 2 B\n9 2 W\n10 2 B\n11 0 W\n12 0 B",
        "9-10",
        "1-3 2-4 5-6 11-12 8-10 7-9",
    ),
    "3 [8.2.3]": (
        "1 6 W\n2 6 B\n3 6 W\n4 6 B\n5 6 W\n6 4 BW\n7 4 WB\n8 2 WB\n9 2 W\n10 2 B\n11 0 W\n12 0 B",
        "6-8 7-8",
        "1-3 2-4 5-6 11-12 8-10 7-9",
    ),
    "4 [8.2.4]": (
        "1 6 W\n2 6 B\n3 6 W\n4 6 B\n5 6 W\n6 4 WB\n7 4 BW\n8 2 BW\n9 2 WB\n10 2 B",
        "6-8 6-9 6-10 7-8 7-9 7-10",
        "1-3 2-4 9-10 5-8 6-7",
    ),
    "5 [8.3.1]": (
        "1 6 W\n2 6 B\n3 6 W\n4 4 B\n5 4 W\n6 4 B\n7 4 W\n8 0 B",
        "3-4",
        "1-2 3-5 7-8 4-6",
    ),
    "6 [9.4]": (
        "1 6 WBW\n2 6 BWB\n3 6 WBW\n4 6 BWB\n5 4 W\n6 4 B\n7 4 W\n8 4 B",
        "1-2 1-3 1-4",
        "2-3 1-5 4-6 7-8",
    ),
}


class TestFloaters:
    @both_systems
    @pytest.mark.parametrize("case", CASES)
    def test_n_6_worked_case(self, system: str, case: str) -> None:
        text, barred, expected = CASES[case]
        assert met(event(text, met=barred, system=system)) == pairs_of(expected)

    @both_systems
    def test_n_6_1_from_above_the_higher_ranked_first_and_upmost(self, system: str) -> None:
        text = lines(1, 2, "6") + lines(3, 6, "4") + lines(7, 12, "2")
        t = event(text, round=4, met="1-2", system=system)
        assert met(t) == pairs_of("1-3 2-4 5-6 7-10 8-11 9-12")

    @both_systems
    def test_n_6_1_from_below_the_lower_ranked_first_and_lowest(self, system: str) -> None:
        text = lines(1, 8, "4") + lines(9, 12, "2") + lines(13, 14, "0")
        made = paired(event(text, round=4, met="13-14", system=system))
        assert made.floaters == (up(13, 0, 2), up(14, 0, 2))
        assert {(min(a), max(a)) for a in made.pairs} >= pairs_of("12-14 11-13 9-10")

    @both_systems
    def test_n_6_1_from_above_before_from_below(self, system: str) -> None:
        """Both want #4: #1 has met #2 and #3, #6 has met #5."""
        text = "1 6\n" + lines(2, 5, "4") + "6 0"
        t = event(text, round=4, met="1-2 1-3 5-6", system=system)
        assert met(t) == pairs_of("1-4 3-6 2-5")

    @both_systems
    def test_n_6_1_in_the_middle_from_below_the_lowest_ranked(self, system: str) -> None:
        t = event("1 4\n2 4\n3 4\n4 4\n5 0\n6 0", round=4, met="5-6", system=system)
        assert met(t) == pairs_of("4-6 3-5 1-2")

    @both_systems
    def test_n_6_1_then_the_other_floaters(self, system: str) -> None:
        """#1 has met the residents #3 and #4: of the floaters it takes the highest ranked it has not met."""
        t = event("1 6\n2 6\n3 4\n4 4\n5 0\n6 0", round=4, met="1-2 1-3 1-4 5-6", system=system)
        assert met(t) == pairs_of("1-5 2-3 4-6")

    @both_systems
    def test_n_6_1_another_floater_where_the_rest_asks_for_it(self, system: str) -> None:
        """#2 would take #4, then #5, but #6 has met #3 to #5."""
        text = "1 6\n2 6\n3 4\n4 4\n5 2\n6 2"
        t = event(text, round=4, met="1-2 3-6 4-6 5-6", system=system)
        assert met(t) == pairs_of("1-3 2-6 4-5")

    @both_systems
    def test_n_6_1_such_that_the_rest_keeps_its_pairs(self, system: str) -> None:
        """#1 would take #2, but then #3 and #4, who have met, would be left."""
        text = "1 6\n" + lines(2, 4, "4") + lines(5, 10, "2")
        made = paired(event(text, round=4, met="3-4", system=system))
        assert {(min(a), max(a)) for a in made.pairs} >= pairs_of("1-3 2-4")
        assert made.floaters == (down(1, 6, 4),)

    @both_systems
    def test_n_6_1_a_floater_that_nobody_can_take_moves_on(self, system: str) -> None:
        t = event("1 6\n2 4\n3 4\n4 2\n5 2\n6 2", round=4, met="1-2 1-3", system=system)
        assert paired(t).floaters == (down(1, 6, 4), down(1, 4, 2))
        assert met(t) == pairs_of("2-3 1-4 5-6")

    @both_systems
    def test_n_6_1_it_moves_on_before_others_are_chosen(self, system: str) -> None:
        """#1 moves on, and of #2 to #4 one leaves: the group is odd without #1."""
        text = "1 6\n" + lines(2, 4, "4") + lines(5, 10, "2")
        made = paired(event(text, round=4, met=everybody_met(1, 2, 3, 4), system=system))
        assert made.floaters == (down(1, 6, 4), down(1, 4, 2), down(4, 4, 2))
        assert {(min(a), max(a)) for a in made.pairs} == pairs_of("2-3 1-5 4-6 7-9 8-10")

    @both_systems
    def test_n_6_1_upward_it_moves_on_too(self, system: str) -> None:
        t = event("1 4\n2 4\n3 4\n4 2\n5 2\n6 0", round=4, met="6-4 6-5", system=system)
        # Place 4 of 6 has 2 points: one more team above moves the middle up.
        t = replace(t, participants=(*t.participants, *event("7 4\n8 4", round=4).participants))
        made = paired(t)
        assert made.floaters == (up(6, 0, 2), up(6, 2, 4))
        assert {(min(a), max(a)) for a in made.pairs} >= pairs_of("4-5 6-8")

    @both_systems
    def test_n_6_2_one_who_has_met_all_beyond_stays(self, system: str) -> None:
        text = lines(1, 3, "4") + lines(4, 6, "2")
        t = event(text, round=3, met=everybody_met(3, 4, 5, 6), system=system)
        assert paired(t).floaters == (down(2, 4, 2),)

    @both_systems
    def test_n_6_2_only_residents_of_the_adjacent_group_count(self, system: str) -> None:
        """#3 has met #4 to #6, not #7 of the group after that."""
        text = lines(1, 3, "6") + lines(4, 6, "4") + lines(7, 12, "2")
        t = event(text, round=4, met=everybody_met(3, 4, 5, 6), system=system)
        assert paired(t).floaters[0] == down(2, 6, 4)

    @both_systems
    def test_n_6_2_limits_are_not_asked(self, system: str) -> None:
        """#3 cannot meet #4 to #6 within the limits, and floats all the same."""
        t = event("1 4 WB\n2 4 BW\n3 4 WW\n" + lines(4, 6, "2 WW"), system=system)
        assert paired(t).floaters == (down(3, 4, 2),)

    @both_systems
    def test_n_6_2_it_may_be_all_who_have_met_those_beyond(self, system: str) -> None:
        """Then the order is as ever: #3 leaves, and goes on to the last group."""
        text = lines(1, 3, "6") + lines(4, 5, "4") + lines(6, 12, "2")
        barred = " ".join(everybody_met(n, 4, 5) for n in (1, 2, 3))
        assert paired(event(text, round=4, met=barred, system=system)).floaters == (
            down(3, 6, 4),
            down(3, 4, 2),
        )

    @both_systems
    def test_n_6_2_below_the_middle_the_highest_ranked_first(self, system: str) -> None:
        text = lines(1, 5, "4") + lines(6, 8, "2")
        assert paired(event(text, round=3, system=system)).floaters == (up(6, 2, 4),)
        t = event(text, round=3, met=everybody_met(6, 1, 2, 3, 4, 5), system=system)
        assert paired(t).floaters == (up(7, 2, 4),)

    @both_systems
    def test_n_6_2_the_first_whose_leaving_keeps_the_pairs(self, system: str) -> None:
        """#1 and #2 have met: #3 must stay."""
        text = lines(1, 3, "4") + lines(4, 6, "2")
        assert paired(event(text, round=3, met="1-2", system=system)).floaters == (down(2, 4, 2),)


# ----------------------------------------------------------------------------- N.6 3 [9.3]: scrutiny

FIFTEEN = (
    "14 25 36; 14 26 35; 14 23 56; 15 24 36; 15 26 34; 15 23 46; 16 24 35; 16 25 34; 16 23 45; 13 25 46; "
    "13 26 45; 13 24 56; 12 35 46; 12 36 45; 12 34 56"
)
PAIRINGS = [
    frozenset((int(both[0]), int(both[1])) for both in pairing.split()) for pairing in FIFTEEN.split("; ")
]


def only(allowed: frozenset[tuple[int, int]], group: Sequence[int]) -> str:
    """Places of six in `group` that may meet, as forbidden pairs of all others."""
    places = [(a, b) for a in range(1, 7) for b in range(a + 1, 7)]
    return " ".join(f"{group[a - 1]}-{group[b - 1]}" for a, b in places if (a, b) not in allowed)


class TestScrutiny:
    @both_systems
    def test_n_6_3_fifteen_pairings_in_their_order(self, system: str) -> None:
        """Of all that the pairs of any two make up the first is made: in the order of rank above the middle
        and in the middle group, in the reverse below it."""
        sides = (
            (lines(1, 6, "2"), range(1, 7)),
            (lines(1, 6, "6") + lines(7, 14, "2"), range(1, 7)),
            (lines(1, 8, "6") + lines(9, 14, "2"), range(14, 8, -1)),
        )
        for one, other in combinations_with_replacement(PAIRINGS, 2):
            expected = next(pairing for pairing in PAIRINGS if pairing <= one | other)
            for text, group in sides:
                t = event(text, round=4, met=only(one | other, group), system=system)
                wanted = {tuple(sorted((group[a - 1], group[b - 1]))) for a, b in expected}
                assert wanted <= met(t)


# ----------------------------------------------------------------------------- N.7 [7]: colours


def white(first: str, second: str, system: str, initial_colour: str = "white") -> int:
    """Who of two teams with these histories has White; #1 is the higher ranked."""
    t = event(f"1 2 {first}\n2 2 {second}", system=system, initial_colour=initial_colour)
    return paired(t).pairs[0][0]


class TestColours:
    @both_systems
    def test_n_7_2_eight_teams(self, system: str) -> None:
        t = event(lines(1, 8, "0"), system=system)
        assert paired(t).pairs == ((1, 5), (6, 2), (3, 7), (8, 4))
        assert paired(replace(t, initial_colour="black")).pairs == ((5, 1), (2, 6), (7, 3), (4, 8))

    @both_systems
    def test_n_7_2_by_number_not_by_place(self, system: str) -> None:
        """R: #2 is on the first place, and its number is even."""
        assert paired(event("1 0 absent\n2 0\n4 0\n5 0\n7 0", system=system)).pairs == ((5, 2), (7, 4))

    @both_systems
    def test_n_7_2_two_teams_without_a_colour_later(self, system: str) -> None:
        """R: as in round one; unplayed rounds give no colour."""
        assert paired(event("1 2 HZ\n3 2 ZF", system=system)).pairs == ((1, 3),)
        assert paired(event("2 2 +Z\n3 2 Z-", system=system)).pairs == ((3, 2),)
        assert white("HH", "HH", system, "black") == 2

    @both_systems
    def test_n_7_2_of_the_higher_ranked_not_of_the_smaller_number(self, system: str) -> None:
        """#2 has more points: it has not the lot colour."""
        assert paired(event("1 0\n2 2", system=system)).pairs == ((1, 2),)
        assert paired(event("2 0\n3 2", system=system)).pairs == ((3, 2),)

    @both_systems
    def test_n_7_0_limits_first(self, system: str) -> None:
        """R: by differences, -1 against 0, the first would have White, its third running."""
        assert white("BBBWW", "WB", system) == 2
        assert white("WB", "WWWBB", system) == 2

    @both_systems
    def test_n_7_0_beyond_the_limits_either_way_the_other_rules_decide(self, system: str) -> None:
        """A third White for either: difference +1 against +2."""
        assert white("BWW", "WW", system) == 1
        assert white("WW", "BWW", system) == 2

    @both_systems
    def test_n_7_5_1_equalisation(self, system: str) -> None:
        """+1 against 0, and -1 against +1."""
        assert white("WW-B", "BWBW", system) == 2
        assert white("WBB", "WBW", system) == 1
        assert white("WBW", "WBB", system) == 2

    def test_n_7_5_1_fewer_whites(self) -> None:
        """R: by the colours of the last round the first would have White, and by D.02 it has."""
        assert white("BWWB", "ZZBW", "ecu") == 2
        assert white("ZZBW", "BWWB", "ecu") == 1
        assert white("BWWB", "ZZBW", "olympiad") == 1

    @pytest.mark.parametrize(("first", "second"), [("BW", "WB"), ("WBBW", "BWWB"), ("ZWB", "ZBW")])
    def test_n_7_6_opposite_colours_in_the_last_round_alternate(self, first: str, second: str) -> None:
        expected = 1 if first[-1] == "B" else 2
        assert white(first, second, "ecu") == expected
        assert white(second, first, "ecu") == 3 - expected

    def test_n_7_7_lowest_sequence(self) -> None:
        """Runs of 1 and 1, the other way of 2 and 2; by rounds (D.02) they differ in the first."""
        assert white("WB-", "B-W", "ecu") == 1
        assert white("WB-", "B-W", "olympiad") == 2

    def test_n_7_7_the_smaller_longer_run(self) -> None:
        """Histories from elsewhere: a third White running for the first, a fourth for the second."""
        assert white("WBBBWW", "BBBWWW", "ecu") == 1
        assert white("BBBWWW", "WBBBWW", "ecu") == 2

    def test_n_7_7_going_back_game_by_game(self) -> None:
        """Runs tie; they first differ at the second game, B against W."""
        assert white("WBBW", "BWBW", "ecu") == 1
        assert white("BWBW", "WBBW", "ecu") == 2

    def test_n_7_7_by_game_not_by_round(self) -> None:
        """R: the same games; of the rounds in which both played they differ in the first only (D.02)."""
        assert white("WBZBW", "BZWBW", "ecu") == 1
        assert white("WBZBW", "BZWBW", "olympiad") == 2

    def test_n_7_8_a_the_colour_it_had_less_often(self) -> None:
        assert white("WWB", "WWB", "ecu") == 2
        assert white("BBW", "BBW", "ecu") == 1

    def test_n_7_8_a_goes_before_alternation(self) -> None:
        """R: #1 had Black last and Black less often. D.02 only alternates."""
        assert white("WWB", "WWB", "ecu") == 2
        assert white("WWB", "WWB", "olympiad") == 1

    def test_n_7_9_alternation_of_the_higher_ranked(self) -> None:
        assert white("WB", "WB", "ecu") == 1
        assert white("BW", "BW", "ecu") == 2

    def test_7_5_2_at_the_latest_round_of_different_colours(self) -> None:
        assert white("WBWB", "BWWB", "olympiad") == 1
        assert white("BWWB", "WBWB", "olympiad") == 2

    def test_7_6_the_higher_ranked_alternates(self) -> None:
        assert white("BW", "BW", "olympiad") == 2
        assert white("WB", "WB", "olympiad") == 1

    def test_7_6_rounds_in_which_one_did_not_play_are_not_compared(self) -> None:
        """Game by game they differ in the third, B against W."""
        assert white("W-WBBW", "WBWZBW", "olympiad") == 2

    def test_7_6_the_lower_ranked_alternates_if_only_it_has_a_colour(self) -> None:
        assert white("ZZ", "WB", "olympiad") == 2
        assert white("ZZ", "BW", "olympiad") == 1
        assert white("ZZ", "BW", "ecu") == 1  # fewer whites


# ----------------------------------------------------------------------------- N.8.4.1, 11.1: boards


class TestBoards:
    CASE = "1 4\n2 4\n3 4\n4 2\n5 2 r2500\n6 2 r2800\n7 2 r2700\n8 2"
    BARRED = "5-7 5-8"

    def order(self, t: Tournament) -> list[tuple[int, int]]:
        return [(min(pair), max(pair)) for pair in paired(t).pairs]

    def test_11_1_worked_case(self) -> None:
        t = event(self.CASE, round=3, met=self.BARRED, system="olympiad")
        assert self.order(t) == [(1, 2), (3, 4), (7, 8), (5, 6)]

    def test_n_8_4_1_of_the_same_field(self) -> None:
        t = event(self.CASE, round=3, met=self.BARRED, system="ecu")
        assert self.order(t) == [(1, 2), (3, 4), (5, 6), (7, 8)]

    def test_11_1_the_number_last(self) -> None:
        t = event(self.CASE.replace("2700", "2500"), round=3, met=self.BARRED, system="olympiad")
        assert self.order(t) == [(1, 2), (3, 4), (5, 6), (7, 8)]

    @both_systems
    def test_the_sum_goes_before_the_rating_and_the_number(self, system: str) -> None:
        """#1 floats to #4; #2 and #3, both of 4 points, come before it."""
        text = "1 4 r2900\n2 4\n3 4\n4 2\n5 2\n6 2"
        t = event(text, round=3, met="1-2 1-3", system=system)
        assert self.order(t) == [(2, 3), (1, 4), (5, 6)]

    @both_systems
    def test_the_higher_score_goes_first_whatever_the_sum(self, system: str) -> None:
        """6 and 0 before 4 and 4."""
        t = event("1 4\n2 4\n3 6\n4 0", round=4, met="3-1 3-2", system=system)
        assert self.order(t) == [(3, 4), (1, 2)]
