"""Standings and tie-breaks, article by article of C.07; the comparison with another program is elsewhere."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import medianswiss as ms
from medianswiss import Game, InvalidTournament, Participant, Scoring, Tournament, UnknownTiebreak, cli
from medianswiss.ranking.codes import CRITERIA, parse_tiebreak, written
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared

pytestmark = pytest.mark.unsanitized(reason="there is no C in it")

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


# The articles ----------------------------------------------------------------------------------------------


def test_article_6_2_direct_encounter_of_those_who_have_all_met() -> None:
    t = crossed(["1-2:1 3-4:1", "2-3:1 4-1:1", "3-1:1 2-4:1"])
    assert [t.score(p) for p in t.participants] == [10, 20, 20, 10]
    assert values(t, "DE") == {1: 2, 2: 1, 3: 2, 4: 1}


def test_article_6_2_parts_that_are_level_start_again_and_a_cycle_decides_nothing() -> None:
    assert values(crossed(["1-2:1", "2-3:1", "3-1:1"]), "DE") == {1: 0, 2: 0, 3: 0}


def test_article_6_3_only_who_is_sure_of_the_place_where_not_all_have_met() -> None:
    """Two points have 1, who beat 2 and 3, and these, who have not met."""
    t = crossed(["1-2:1 3-5:1", "1-3:1 2-5:1", "6-1:1 2-4:1 3-7:1"])
    assert {number: values(t, "DE")[number] for number in (1, 2, 3)} == {1: 1, 2: 2, 3: 2}


def test_article_6_3_nothing_is_decided_where_nobody_is_sure() -> None:
    """A point have 6, who beat 1, who beat 2, and 3, who met none of them."""
    t = crossed(["1-2:1 3-5:1", "2-5:1 6-1:1"])
    assert {number: values(t, "DE")[number] for number in (1, 2, 3, 6)} == {1: 0, 2: 0, 3: 0, 6: 0}


def test_article_6_1_1_forfeits_are_no_encounter_unless_asked_for() -> None:
    t = crossed(["1-2:+ 3-4:=", "2-3:1 4-1:1"])
    assert [values(t, "DE")[number] for number in (1, 2)] == [0, 0]
    assert [values(t, "DE/P")[number] for number in (1, 2)] == [1, 2]


def test_article_6_1_2_the_average_of_two_encounters() -> None:
    """1 had one and a half against 2, which is 3/4: with nothing against 3 less than 3 and 2 have."""
    t = crossed(["1-2:1", "2-1:=", "3-1:1", "2-3:1"])
    level = replace(t, participants=tuple(replace(p, points=3.0) for p in t.participants))
    assert values(level, "DE") == {1: 3, 2: 1, 3: 2}


COUNTED = crossed(["1-2:1 3-4:+ 5:U", "2-3:0 4-1:0 5:H", "1-5:= 2:F 3-4:1"])
"""1 won twice, once with Black; 3 once by forfeit; 5 had a bye of each kind; 4 lost by forfeit."""


def test_article_7_1_wins_with_and_without_playing() -> None:
    assert values(COUNTED, "WIN") == {1: 2, 2: 1, 3: 3, 4: 0, 5: 1}


def test_article_7_2_games_won() -> None:
    assert values(COUNTED, "WON") == {1: 2, 2: 0, 3: 2, 4: 0, 5: 0}


def test_article_7_3_and_7_4_games_played_and_won_with_black() -> None:
    assert values(COUNTED, "BPG") == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    assert values(COUNTED, "BWG") == {1: 1, 2: 0, 3: 1, 4: 0, 5: 0}


def test_article_7_5_progressive_scores_and_14_1_1_their_first_rounds_cut() -> None:
    assert values(COUNTED, "PS")[5] == 1 + Fraction(3, 2) + 2
    assert values(COUNTED, "PS/C1")[5] == Fraction(3, 2) + 2
    assert values(COUNTED, "PS/C9")[5] == 0


def test_article_7_6_rounds_one_elected_to_play() -> None:
    assert values(COUNTED, "REP") == {1: 3, 2: 3, 3: 3, 4: 2, 5: 2}


def test_article_7_7_standard_points() -> None:
    t = replace(COUNTED, scoring=Scoring(30, 30, 10, 10, 0, 0, 30, 0, 30, 10, 0, 30))
    assert values(t, "STD") == {1: Fraction(5, 2), 2: 1, 3: 3, 4: 0, 5: 2}


def test_article_7_8_pairing_numbers_and_lots_turned_round() -> None:
    assert [row.number for row in ms.standings(crossed(["1-2:="]), ["TPN"]).rows] == [1, 2]
    assert [row.number for row in ms.standings(crossed(["1-2:="]), ["TPN/R"]).rows] == [2, 1]


def test_article_8_2_average_of_the_buchholz_of_the_opponents() -> None:
    """The Buchholz of 2, 4 and 3, whom 1 met, is 5, 4 and 5 1/2."""
    assert values(FOUR, "AOB")[1] == Fraction(29, 6)


def test_article_8_3_fore_buchholz_is_as_if_the_final_round_were_drawn() -> None:
    t = replace(FOUR, rounds=3)
    drawn = crossed(["1-2:1 3-4:=", "4-1:= 2-3:1", "1-3:= 2-4:="])
    assert values(t, "FB") == values(drawn, "BH")
    assert values(replace(FOUR, rounds=4), "FB") == values(FOUR, "BH")
    assert values(t, "FB", after=2) == values(t, "BH", after=2)


def test_article_9_1_sonneborn_berger() -> None:
    assert values(FOUR, "SB") == {1: Fraction(5, 2), 2: Fraction(1, 2), 3: 1, 4: Fraction(5, 2)}


def test_article_10_1_the_average_rating_rounds_a_half_upwards() -> None:
    """1 met 2 (2020), 4 (2040) and 3 (2030)."""
    assert values(FOUR, "ARO")[1] == 2030
    assert values(FOUR, "ARO/C1")[1] == 2035
    assert values(FOUR, "ARO/M1")[1] == 2030
    assert values(FOUR, "ARO", after=2)[1] == 2030
    assert values(crossed(["1-2:1", "1-3:1"]), "ARO")[1] == 2025


def test_article_10_2_tournament_performance() -> None:
    """2.5 of 3 are 0.83, which is 273 more than the average."""
    assert values(FOUR, "TPR")[1] == 2030 + 273
    assert values(crossed(["1-2:1"]), "TPR") == {1: 2820, 2: 2010 - 800}


def test_article_10_3_perfect_performance() -> None:
    assert values(crossed(["1-2:1"]), "PTP") == {1: 2020 + 736, 2: 2010 - 800}
    assert values(crossed(["1-2:="]), "PTP") == {1: 2017, 2: 2007}


def test_article_10_4_and_10_5_averages_of_the_opponents_performances() -> None:
    assert values(crossed(["1-2:1"]), "APRO") == {1: 1210, 2: 2820}
    assert values(crossed(["1-2:1"]), "APPO") == {1: 1210, 2: 2756}


def test_article_10_a_tie_break_of_ratings_is_left_out_where_some_have_none() -> None:
    t = crossed(["1-2:1 3-4:="])
    first, *others = t.participants
    t = replace(t, participants=(replace(first, rating=0), *others))
    with pytest.warns(
        UserWarning, match=r"TPR is left out \(C.07 10\): unrated are 1; TPR/U1400 counts them"
    ):
        assert set(values(t, "TPR").values()) == {None}
    assert values(t, "TPR/U1500")[2] == 1500 - 800
    assert ms.standings(t, ["RTNG/U1"]).rows[-1].texts() == ("2020",)


def test_article_14_cuts_of_buchholz_and_sonneborn_berger() -> None:
    """The opponents of 1 have 1, 2 and a half; the last was beaten, so the product cut is a half too."""
    assert values(FOUR, "BH/C1")[1] == 3
    assert values(FOUR, "BH/C2")[1] == 2
    assert values(FOUR, "BH/M1")[1] == 1
    assert values(FOUR, "BH/C5")[1] == 0
    assert values(FOUR, "SB/C1")[1] == 2


def test_article_16_2_5_a_bye_of_one_who_does_not_come_back_is_a_draw_to_the_opponents() -> None:
    """After the first round neither 2, who had nothing, nor 4, who had half a point, was seen again."""
    t = crossed(["1-2:1 3-4:=", "1-3:1"])
    assert values(t, "BH")[1] == Fraction(1, 2) + Fraction(1, 2)
    assert values(t, "BH")[3] == 1 + 2


def test_article_16_2_3_a_bye_of_one_who_comes_back_is_what_it_brought() -> None:
    t = crossed(["1-2:1", "1-3:1", "2-3:="])
    assert values(t, "BH")[1] == Fraction(1, 2) + Fraction(1, 2) + Fraction(3, 2)


def test_article_16_4_the_virtual_opponent_has_ones_own_score_and_since_2026_a_bound() -> None:
    t = crossed(["1-2:= 3:U"])
    assert values(t, "BH", edition=2024)[3] == 1
    assert values(t, "BH")[3] == Fraction(1, 2)


def test_article_16_4_1_the_bound_of_a_forfeit_is_the_score_of_the_opponent() -> None:
    t = crossed(["1-2:+ 3-4:1", "1-3:1 2-4:="])
    assert values(t, "BH", edition=2024)[1] == 2 + 1
    assert values(t, "BH")[1] == Fraction(1, 2) + 1
    assert values(t, "BH/P")[1] == Fraction(1, 2) + 1


def test_article_16_5_a_cut_takes_a_voluntary_unplayed_round_first() -> None:
    """3 asked for a bye of half a point: that round adds 1, and 2 added less."""
    t = crossed(["1-2:1 3:H", "3-2:1 1:F", "1-3:1"])
    own = values(t, "BH")[3]
    assert own == Fraction(3, 2) + 0.5 + 3
    assert values(t, "BH/C1")[3] == own - Fraction(3, 2)


# Teams -----------------------------------------------------------------------------------------------------


def teams(**header: object) -> Tournament:
    """Three teams on four boards after two rounds; the bye is worth two game points."""

    def team(number: int, *games: Game) -> Participant:
        return Participant(number, f"Team {number}", games=games)

    return Tournament(
        (
            team(1, Game(2, "w", "1", 3.5), Game(None, None, "U", 2.0)),
            team(2, Game(1, "b", "0", 0.5), Game(3, "w", "=", 2.0)),
            team(3, Game(None, None, "U", 2.0), Game(2, "b", "=", 2.0)),
        ),
        "olympiad",
        round=3,
        **header,  # type: ignore[arg-type]
    )


def test_article_13_2_olympiad_sonneborn_berger() -> None:
    """Match points 3, 1, 2; the bye is a round against a team of one's own score, at most of two draws."""
    assert values(teams(), "EMGSB") == {1: 1 * 3.5 + 2 * 2, 2: 3 * 0.5 + 2 * 2, 3: 2 * 2 + 1 * 2}
    assert values(teams(), "EMMSB") == {1: 1 * 2 + 2 * 1, 2: 3 * 0 + 2 * 1, 3: 2 * 1 + 1 * 1}
    assert values(teams(), "EMGSB", edition=2024)[1] == 1 * 3.5 + 3 * 2


def test_article_11_match_points_game_points_and_which_come_first() -> None:
    assert [row.number for row in ms.standings(teams(), ["MPTS"]).rows] == [1, 3, 2]
    table = ms.standings(teams(), ["GPTS", "MPvGP"])
    assert [(row.number, row.points, *row.values) for row in table.rows] == [
        (1, 5.5, 3),
        (3, 4, 2),
        (2, 2.5, 1),
    ]
    assert values(teams(), "BH")[1] == 1 + 2
    assert values(teams(), "BH:GP")[1] == 2.5 + 4


def test_the_usual_order_of_teams_is_that_of_the_olympiad() -> None:
    assert ms.standings(teams()).tiebreaks == ("EMGSB/C1", "GPTS", "BH:MP/C1")
    plain = tuple(
        replace(p, games=tuple(replace(g, game_points=None) for g in p.games)) for p in teams().participants
    )
    assert ms.standings(replace(teams(), participants=plain)).tiebreaks == ("EMMSB/C1", "BH:MP/C1")


def sonneborn_berger_against_match_points() -> Tournament:
    """Team 4 has a match point less than team 1, and more of all that the usual tie-breaks count."""

    def team(number: int, *games: Game) -> Participant:
        return Participant(number, f"Team {number}", games=games)

    return Tournament(
        (
            team(1, Game(2, "w", "1", 2.5), Game(3, "b", "1", 2.5)),
            team(2, Game(1, "b", "0", 1.5), Game(4, "w", "=", 2.0)),
            team(3, Game(4, "w", "0", 0.0), Game(1, "w", "0", 1.5)),
            team(4, Game(3, "b", "1", 4.0), Game(2, "b", "=", 2.0)),
        ),
        "ecu",
        round=3,
    )


def test_match_points_come_before_the_usual_tie_breaks_of_teams() -> None:
    """Game points among the tie-breaks do not take the place of the points: the fault of the first lists."""
    t = sonneborn_berger_against_match_points()
    table = ms.standings(t)
    assert [(row.number, row.points) for row in table.rows] == [(1, 4), (4, 3), (2, 1), (3, 0)]
    assert table.rows[0].values[1] < table.rows[1].values[1]  # type: ignore[operator]
    assert table == ms.standings(t, ["PTS", *table.tiebreaks]) == ms.standings(t, ["MPTS", *table.tiebreaks])


@pytest.mark.parametrize(
    ("codes", "order"),
    [
        (["EMGSB", "GPTS"], [1, 4, 2, 3]),
        (["EMGSB", "PTS:GP"], [1, 4, 2, 3]),
        (["TPN/R", "GPTS"], [1, 4, 2, 3]),
        (["GPTS", "EMGSB"], [4, 1, 2, 3]),
        (["PTS:GP"], [4, 1, 2, 3]),
        (["GPTS", "MPTS"], [4, 1, 2, 3]),
        (["TPN/R", "GPTS", "MPTS"], [4, 3, 2, 1]),
        (["TPN/R", "PTS"], [4, 3, 2, 1]),
        (["TPN/R", "PTS:MP"], [4, 3, 2, 1]),
    ],
)
def test_which_score_comes_first_is_said_by_the_list(codes: list[str], order: list[int]) -> None:
    """Points are in the list, game points begin it, or match points come before it."""
    t = sonneborn_berger_against_match_points()
    assert [row.number for row in ms.standings(t, codes).rows] == order


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("system", ["ecu", "olympiad"])
def test_the_usual_standings_of_generated_teams_are_by_match_points(system: str, seed: int) -> None:
    table = ms.standings(ms.generate(system, teams=20, rounds=7, played=3, seed=seed))
    assert table.tiebreaks == ("EMGSB/C1", "GPTS", "BH:MP/C1")
    points = [row.points for row in table.rows]
    assert points == sorted(points, reverse=True)


def test_wins_of_boards_are_not_built() -> None:
    with pytest.raises(
        UnknownTiebreak, match="WIN counts matches: where game points come first it is not built"
    ):
        ms.standings(teams(), ["GPTS", "WIN"])


def test_boards_of_a_tournament_of_teams_that_comes_from_no_file() -> None:
    t = ms.generate("ecu", teams=12, rounds=4, seed=3)
    written_ = parse_trf(format_trf(t))
    codes = ["EDEBT", "BC", "TBR", "GPTS"]
    assert ms.standings(t, codes) == ms.standings(written_, codes)
    renamed = replace(written_, name="another")
    assert ms.standings(renamed, codes) == ms.standings(t, codes)


# Lists, codes and errors -----------------------------------------------------------------------------------

LINES = "001    1      One\n001    2      Two\n"


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ("", ("BH/C1", "BH", "SB", "DE", "WIN")),
        ("202 DE, BH/M1,sb\n", ("DE", "BH/M1", "SB")),
        ("212 PTS,WIN,BH\n", ("WIN", "BH")),
        ("212 PTS,WIN\n202 BH\n", ("BH",)),
        ("202\n", ("BH/C1", "BH", "SB", "DE", "WIN")),
    ],
)
def test_the_list_of_the_file(records: str, expected: tuple[str, ...]) -> None:
    t = parse_trf(records + LINES)
    assert ms.standings(t).tiebreaks == expected
    assert ms.standings(t, ["WON"]).tiebreaks == ("WON",)


def test_an_unknown_tie_break_of_the_file_is_named_with_its_line() -> None:
    t = parse_trf("012 Open\n202 BH,LOTS\n" + LINES, "open.trf")
    with pytest.raises(InvalidTournament, match=r"open.trf:2:5: unknown tie-break 'LOTS'; there are PTS, DE"):
        ms.standings(t)
    assert ms.standings(t, "BH,SB").tiebreaks == ("BH", "SB")


@pytest.mark.parametrize("code", [*written(), "BH/C1", "BH/M2/P", "BH:GP/C1", "ARO/C1/U1400", "TPN/R"])
def test_every_code_is_read_as_it_is_written_capitals_or_not(code: str) -> None:
    assert str(parse_tiebreak(code)) == code
    assert parse_tiebreak(f" {code.lower()} ") == parse_tiebreak(code)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "unknown tie-break ''; there are PTS, DE, "),
        ("BH:", "unknown tie-break 'BH:'"),
        ("BH/C0", "no modifier /C0; BH has /C1, /M1, /P, /F"),
        ("BH/C1/C2", "no modifier /C2; BH has"),
        ("BH/C1/M1", "/C or /M, not both"),
        ("BH/C65", "the number is too large"),
        ("ARO/U99999999", "no modifier /U99999999; ARO has /C1, /M1, /U1400"),
        ("WIN/C1", "no modifier /C1; WIN has none"),
        ("DE:MP", "DE has no score 'MP'"),
        ("BH:XP", "BH has no score 'XP'"),
        (None, "a tie-break must be a text, not None"),
        (7, "a tie-break must be a text, not 7"),
    ],
)
def test_codes_that_are_none(code: str, message: str) -> None:
    with pytest.raises(UnknownTiebreak, match=re.escape(message)):
        ms.standings(FOUR, [code])


def test_tie_breaks_of_the_others() -> None:
    with pytest.raises(UnknownTiebreak, match="tie-break EDE is one of teams; those of players are PTS, DE"):
        ms.standings(FOUR, ["EDE"])
    with pytest.raises(UnknownTiebreak, match="tie-break DE is one of players; those of teams are PTS, WIN"):
        ms.standings(teams(), ["DE"])


@pytest.mark.parametrize("code", ["BH:GP", "BH:MP/C1", "PTS:GP", "PS:MP", "AOB:GP", "FB:MP"])
def test_players_have_no_match_points_and_no_game_points(code: str) -> None:
    """What follows the colon was ignored."""
    message = re.escape(f"tie-break {code}: only teams have match points and game points")
    with pytest.raises(UnknownTiebreak, match=message):
        ms.standings(FOUR, [code])
    with pytest.raises(InvalidTournament, match=f"open.trf:1:5: {message}"):
        ms.standings(parse_trf(f"202 {code}\n" + LINES, "open.trf"))


def test_a_tie_break_of_the_others_in_the_file_is_named_with_its_line() -> None:
    with pytest.raises(InvalidTournament, match=r"open.trf:1:5: tie-break EDE is one of teams"):
        ms.standings(parse_trf("202 EDE\n" + LINES, "open.trf"))


@pytest.mark.parametrize("tiebreaks", [{}, {"BH": 1}, {"BH"}, b"BH", 5, True, iter(["BH"])])
def test_tie_breaks_that_are_no_list(tiebreaks: object) -> None:
    kind = type(tiebreaks).__name__
    with pytest.raises(UnknownTiebreak, match=f"must be a list of codes or a text, not {kind}"):
        ms.standings(FOUR, tiebreaks)  # type: ignore[arg-type]


def test_standings_are_by_the_rules_for_those_who_play() -> None:
    """Of the players of a file there was a table as of teams; of teams that of players was asked for."""
    players = parse_trf(LINES)
    for system in ("ecu", "olympiad"):
        with pytest.raises(InvalidTournament, match=f"{system} pairs teams, and the file has none"):
            ms.standings(replace(players, system=system))
    with pytest.raises(InvalidTournament, match="lim pairs players, and this is a tournament of teams"):
        ms.standings(replace(ms.generate("ecu", teams=6, rounds=3, seed=1), system="lim"))
    assert len(ms.standings(replace(players, system="lim")).rows) == 2


@pytest.mark.parametrize("after", [-1, 4, 1.0, "2", True])
def test_a_round_that_was_not_played(after: int) -> None:
    with pytest.raises(InvalidTournament, match=f"standings after round {after!r}, and 3 were played"):
        ms.standings(FOUR, after=after)


def test_an_edition_that_is_none() -> None:
    with pytest.raises(ms.MedianSwissError, match=r"C.07 has no edition 2023; there are 2024, 2026"):
        ms.standings(FOUR, edition=2023)


def test_a_tournament_that_contradicts_itself() -> None:
    with pytest.raises(InvalidTournament, match="participant 1, round 1: says it met 2"):
        ms.standings(
            replace(FOUR, participants=(FOUR.participants[0], Participant(2, games=(Game(3, "w", "1"),) * 3)))
        )


def test_nobody_at_all() -> None:
    assert ms.standings(Tournament(())).rows == ()


def test_one_who_is_alone() -> None:
    assert ms.standings(Tournament((Participant(5, "Only"),))).rows[0].rank == 1


# The table -------------------------------------------------------------------------------------------------


def test_values_are_printed_with_three_decimals_at_most() -> None:
    row = ms.standings(crossed(["1-2:1 3-4:1", "1-3:1 2-5:=", "1-4:1 5-3:="]), ["AOB", "SB", "BH"]).rows[0]
    assert row.values[0] == Fraction(13, 3)
    assert row.texts() == ("4.333", "2.5", "2.5")


def test_the_document_has_every_code_with_its_article_and_meaning() -> None:
    text = DOCUMENT.read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| (.+?) \| (\w+) \| (.*) \|$", text, re.MULTILINE)
    assert [row[0] for row in rows] == written()
    for (_, article, meaning, who, after), criterion in zip(rows, CRITERIA.values(), strict=True):
        assert (article, meaning, who) == (criterion.article, criterion.meaning, criterion.who)
        assert "".join(re.findall(r"/([A-Z])", after)) == criterion.modifiers
        assert (":GP" in after) == criterion.scores


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "open.trf"
    path.write_text(format_trf(replace(FOUR, rounds=3)))
    return path


def table(path: Path, *options: str) -> str:
    out = path.parent / "out"
    assert cli.main(["standings", str(path), "-o", str(out), *options]) == 0
    return out.read_text("utf-8")


def test_the_command_as_text(file: Path) -> None:
    assert table(file, "--tiebreaks", "BH,SB") == (
        "rank  number  name      points   BH   SB\n"
        "   1       1  Player 1     2.5  3.5  2.5\n"
        "   2       4  Player 4       2    4  2.5\n"
        "   3       2  Player 2       1    5  0.5\n"
        "   4       3  Player 3     0.5  5.5    1\n"
    )


def test_the_command_as_csv(file: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(table(file, "--format", "csv", "--after", "1"))))
    assert [row["number"] for row in rows] == ["1", "3", "4", "2"]
    assert rows[0]["points"] == "1"
    assert list(rows[0])[4:] == ["BH/C1", "BH", "SB", "DE", "WIN"]


def test_the_command_as_json(file: Path) -> None:
    answer = json.loads(table(file, "--format", "json", "--tiebreaks", "SB,ARO/U1400", "--edition", "2024"))
    assert answer["after"] == 3
    assert answer["tiebreaks"] == ["SB", "ARO/U1400"]
    assert answer["standings"][0] == {
        "rank": 1, "number": 1, "name": "Player 1", "points": 2.5, "values": [2.5, 2030.0],
    }  # fmt: skip


@needs_shared
def test_the_command_of_a_state_is_that_of_its_file(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    ms.write_json(ms.read_trf(SHARED / "events" / "many_unplayed.trf"), state)
    source = tmp_path / "open.trf"
    source.write_bytes((SHARED / "events" / "many_unplayed.trf").read_bytes())
    assert table(state) == table(source)
