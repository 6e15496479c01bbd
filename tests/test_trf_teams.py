"""Team files: decision 14, and the other decisions where the participants are teams."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medianswiss import (
    Game,
    InvalidTournament,
    MedianSwissError,
    Participant,
    Scoring,
    Team,
    TeamTournament,
    Tournament,
    pair,
    read_trf,
)
from medianswiss.pairing import prepared
from medianswiss.teams import average_of_best, initial_ranking, with_exact_ratings
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared
from trf_texts import after_two, player, trf

EVENTS = SHARED / "events"
FILES = sorted(EVENTS.glob("team*.trf"))


def squad(number: int, *members: int, name: str = "", strength: str = "", mp: str = "", gp: str = "") -> str:
    """A 310 record."""
    start = (
        f"310 {number:>3} {name or f'Team {number}':<32} {'':5} {strength:>6} {mp:>6} {gp:>6} {number:>3}  "
    )
    return start + " ".join(f"{member:>4}" for member in members)


CELLS = {1: ["5w1"], 2: ["6b="], 3: ["7w1"], 4: ["8b0"], 5: ["1b0"], 6: ["2w="], 7: ["3b0"], 8: ["4w1"]}
"""Teams 1-4 of two players: team 1 beats team 3 by 1.5, teams 2 and 4 draw 1-1."""


def event(
    *extra: str,
    cells: dict[int, list[str]] | None = None,
    teams: tuple[str, ...] | None = None,
    ratings: dict[int, int] | None = None,
) -> str:
    """Four teams of two after one round of five; `cells` replace those of some players."""
    rows = CELLS | (cells or {})
    if teams is None:
        teams = tuple(squad(n, 2 * n - 1, 2 * n) for n in range(1, 5))
    players = [player(n, *rows[n], rating=(ratings or {}).get(n, 2000 - n)) for n in rows]
    return trf("142 5", "152 W", "192 ECU_TEAM", *extra, *teams, *players)


def read(*extra: str, **parts: object) -> TeamTournament:
    tournament = parse_trf(event(*extra, **parts))  # type: ignore[arg-type]
    assert isinstance(tournament, TeamTournament)
    return tournament


def games(t: Tournament, round_: int = 1) -> list[tuple[int | None, str | None, str, float | None]]:
    all_of = [p.games[round_ - 1] for p in t.participants]
    return [(game.opponent, game.colour, game.result, game.game_points) for game in all_of]


def refused(text: str) -> InvalidTournament:
    with pytest.raises(InvalidTournament) as caught:
        parse_trf(text, "teams.trf")
    assert caught.value.file == "teams.trf"
    return caught.value


def line_of(text: str, start: str) -> int:
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start))


FIRST = [(3, "w", "1", 1.5), (4, "w", "=", 1.0), (1, "b", "0", 0.5), (2, "b", "=", 1.0)]


# The model ----------------------------------------------------------------------------------------


def test_a_team_file_becomes_a_tournament_of_teams() -> None:
    t = read()
    assert (t.system, t.round, t.rounds, t.unsupported) == ("ecu", 2, 5, ())
    assert games(t) == FIRST
    assert [t.score(p) for p in t.participants] == [20, 10, 0, 10]
    assert [p.name for p in t.participants] == [f"Team {n}" for n in range(1, 5)]
    assert [[q.number for q in team.players] for team in t.teams] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert (t.board_count, t.board_colours) == (2, "")
    assert pair(t).pairs


def test_the_model_says_what_cannot_be() -> None:
    t = read()
    for wrong in ({"teams": t.teams[:2]}, {"board_count": 0}, {"board_colours": "WX"}):
        with pytest.raises(InvalidTournament):
            replace(t, **wrong).validate()


@needs_shared
def test_the_json_state_of_a_team_file_pairs_the_same() -> None:
    t = read_trf(EVENTS / "team_6_olympiad.trf", rounds=11)
    assert pair(Tournament.from_dict(t.to_dict())) == pair(t)
    assert t.to_dict()["participants"][0]["games"] == [
        {"opponent": 4, "colour": "w", "result": "1", "game_points": 2.5}
    ]


@needs_shared
def test_olympiad_sonneborn_berger_comes_from_the_boards() -> None:
    t = replace(read_trf(EVENTS / "team_6_olympiad.trf"), ranking="esb")
    assert pair(t).pairs


# Strength and initial ranking ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ratings", "average"),
    [
        ((), 0),
        ((0, 0), 0),
        ((2400,), 2400),
        ((2400, 0, 2500), 2450),
        ((1, 5, 4, 3, 2), 3.5),
        ((1, 1, 2), 4 / 3),
    ],
)
def test_D_02_3_1_strength_is_the_average_of_the_four_best(ratings: tuple[int, ...], average: float) -> None:
    assert average_of_best(ratings) == average


def test_N_5_1_initial_ranking_average_then_fifth_then_name() -> None:
    four = (2400, 2400, 2400, 2400)
    squads = [("D", (2399,)), ("C", four), ("B", four), ("A", (*four, 2000)), ("E", (2500,))]
    assert initial_ranking(squads) == [4, 3, 2, 1, 0]
    assert initial_ranking([("B", (0,)), ("A", ())]) == [0, 1]  # nothing known: the order of the file


def test_N_5_1_teams_of_013_have_the_numbers_of_the_ranking() -> None:
    teams = tuple(f"013 {f'Team {n}':<32}{2 * n - 1:>4} {2 * n:>4}" for n in range(1, 5))
    t = read(teams=teams, ratings={7: 2600, 8: 2600, 1: 2500, 2: 2400})
    assert [(p.number, p.name) for p in t.participants] == [
        (2, "Team 1"),
        (3, "Team 2"),
        (4, "Team 3"),
        (1, "Team 4"),
    ]
    assert games(t)[0] == (4, "w", "1", 1.5)
    assert format_trf(t) == event(teams=teams, ratings={7: 2600, 8: 2600, 1: 2500, 2: 2400})


def test_013_is_not_read_where_there_is_310() -> None:
    assert read("013 Nonsense                           99  100") == read()


def test_310_gives_the_strength_or_the_players_do() -> None:
    teams = (squad(1, 1, 2, strength="2401.5"), squad(2, 3, 4, strength="0"), squad(3, 5, 6), squad(4, 7, 8))
    t = read(teams=teams, ratings={3: 2401, 4: 2402, 5: 2300, 6: 0})
    assert [team.strength for team in t.teams] == [2401.5, 2401.5, 2300, 1992.5]
    assert [p.rating for p in t.participants] == [2401, 2401, 2300, 1992]


def test_D_02_11_1_half_points_of_a_strength_decide_the_board_order() -> None:
    teams = [Team(n, strength=s) for n, s in enumerate((2400.25, 2400.5, 2400.75, 2400.5), 1)]
    t = TeamTournament(
        tuple(Participant(n, rating=2400) for n in range(1, 5)),
        system="olympiad",
        rounds=3,
        initial_colour="white",
        teams=tuple(teams),
    )
    assert [p.rating for p in with_exact_ratings(t).participants] == [1, 2, 3, 2]
    assert pair(t).pairs == ((4, 2), (1, 3))
    assert pair(replace(t, teams=tuple(Team(n, strength=1) for n in range(1, 5)))).pairs == ((1, 3), (4, 2))


# Matches ------------------------------------------------------------------------------------------


def test_decision_14_a_match_is_played_when_one_board_was() -> None:
    one = read(cells={1: ["5w+"], 5: ["1b-"]})
    assert games(one)[0] == (3, "w", "1", 1.5)
    assert one.participants[0].games[0].played
    none = read(cells={1: ["5w+"], 2: ["6b+"], 5: ["1b-"], 6: ["2w-"]})
    assert games(none)[0] == (3, "w", "+", 2.0)
    assert games(none)[2] == (1, "b", "-", 0.0)


def test_decision_5_a_board_won_without_an_opponent_counts() -> None:
    t = read(cells={2: ["+"], 6: ["-"]})
    assert games(t)[0] == (3, "w", "1", 2.0)
    assert games(t)[2] == (1, "b", "0", 0.0)


def test_a_team_that_won_boards_without_any_opponent_has_a_full_point_bye() -> None:
    t = read(cells={1: ["+"], 2: ["+"], 5: ["-"], 6: ["-"]})
    assert [g[2] for g in games(t)] == ["F", "=", "Z", "="]


@pytest.mark.parametrize("result", ["W", "1"])
def test_unrated_results_are_results(result: str) -> None:
    assert games(read(cells={1: [f"5w{result}"], 5: ["1bL" if result == "W" else "1b0"]})) == FIRST


@pytest.mark.parametrize(
    ("line", "first", "third"),
    [
        ("330 +-   1   1   3", (3, "w", "1", 2.0), (1, "b", "0", 0.0)),
        ("330 -+   1   1   3", (3, "w", "0", 0.0), (1, "b", "1", 2.0)),
        ("330 +-   1   3   1", (3, "w", "0", 0.0), (1, "b", "1", 2.0)),
        ("330 --   1   1   3", (3, "w", "0", 0.0), (1, "b", "0", 0.0)),
    ],
)
def test_330_wins_over_boards_that_were_played(line: str, first: object, third: object) -> None:
    t = read(line)
    assert (games(t)[0], games(t)[2]) == (first, third)


@pytest.mark.parametrize("sign", ["+-", "-+", "--"])
def test_330_alone_makes_a_match_that_was_not_played(sign: str) -> None:
    t = read(f"330 {sign}   1   1   3", cells={n: ["-"] for n in CELLS})
    assert [g[:3] for g in (games(t)[0], games(t)[2])] == [(3, "w", sign[0]), (1, "b", sign[1])]
    assert not t.participants[0].games[0].played
    assert (1, 3) in {
        tuple(sorted(p)) for p in pair(replace(t, participants=only(t, 1, 3), teams=rosters(t, 1, 3))).pairs
    }


def only(t: TeamTournament, *numbers: int) -> tuple[Participant, ...]:
    return tuple(p for p in t.participants if p.number in numbers)


def rosters(t: TeamTournament, *numbers: int) -> tuple[Team, ...]:
    return tuple(team for team in t.teams if team.number in numbers)


def test_362_says_what_a_match_is_worth_and_the_bye_is_a_draw() -> None:
    t = read("362 TW 3.0   TD 1.5   TL 0.5")
    assert [t.score(p) for p in t.participants] == [30, 15, 5, 15]
    assert (t.scoring.pairing_bye, t.scoring.full_bye, t.scoring.half_bye, t.scoring.zero_bye) == (
        15,
        30,
        15,
        0,
    )
    assert read("362 TW 2     TD 1     TL 0").scoring == read().scoring == Scoring.teams()
    assert read("320  2.0  1.5").scoring.pairing_bye == 20


def test_the_points_of_a_tournament_of_teams_are_not_taken_for_those_of_players() -> None:
    t = read("362 TW 1.0   TD 0.5   TL 0.0", "320  1.0  1.0")
    assert replace(t, system=None).scoring == Scoring()
    assert prepared(replace(t, system=None), "ecu").scoring == Scoring()


def test_162_says_what_a_board_is_worth() -> None:
    assert [g[3] for g in games(read("162  W 3.0    D 1.0    L 0.0"))] == [4.0, 3.0, 1.0, 3.0]


# Colours and boards -------------------------------------------------------------------------------


def test_team_colour_is_that_of_board_1() -> None:
    t = read(cells={1: ["5b1"], 5: ["1w0"], 2: ["6w="], 6: ["2b="]})
    assert [g[1] for g in games(t)] == ["b", "w", "w", "b"]


def test_board_1_decides_whatever_352_makes_of_the_others() -> None:
    assert games(read("352 WW")) == FIRST


@pytest.mark.parametrize(
    ("pattern", "colour"),
    [((), "w"), (("352 WB",), "w"), (("352 WW",), "b"), (("352 BW",), "w"), (("352 BB",), "b")],
)
def test_board_1_without_an_opponent_has_its_colour_from_the_others(
    pattern: tuple[str, ...], colour: str
) -> None:
    t = read(*pattern, cells={1: ["+"], 5: ["-"]})
    assert games(t)[0] == (3, colour, "1", 1.5)


def test_300_names_the_boards() -> None:
    swapped = read("300   1   1   3    2    1", "300   1   3   1    6    5")
    assert games(swapped)[0] == (3, "b", "1", 1.5)
    assert games(read("300   1   1   3    2    1")) == games(swapped)  # one side is enough


def test_an_empty_board_of_300_keeps_its_place() -> None:
    t = read("300   1   1   3 0000    2", cells={1: ["-"], 5: ["+"]})
    assert games(t)[0] == (3, "w", "0", 0.5)
    assert games(t)[2] == (1, "b", "1", 1.5)


def test_a_reserve_whom_no_310_names_joins_by_300() -> None:
    teams = (squad(1, 1), *(squad(n, 2 * n - 1, 2 * n) for n in range(2, 5)))
    t = read("300   1   1   3    1    2", teams=teams)
    assert games(t) == FIRST
    assert [q.number for q in t.teams[0].players] == [1, 2]


@pytest.mark.parametrize(
    ("extra", "count"),
    [((), 2), (("352 WBWB",), 4), (("300   1   1   3    1    2 0000",), 3), (("352 W",), 1)],
)
def test_decision_14_board_count(extra: tuple[str, ...], count: int) -> None:
    assert read(*extra).board_count == count
    assert read(cells={n: [] for n in CELLS}).board_count is None


# Byes, absences, the coming round -----------------------------------------------------------------


@pytest.mark.parametrize("letter", ["F", "H", "Z", "U"])
def test_a_bye_is_the_letter_of_all_its_players(letter: str) -> None:
    t = read(cells={1: [letter], 2: [letter], 5: ["-"], 6: [""]})
    assert [g[:3] for g in games(t)[:3:2]] == [(None, None, letter), (None, None, "Z")]


@pytest.mark.parametrize(("code", "game_points"), [("FIDE_OLYMPIAD", "2.0"), ("ECU_TEAM", "1.0")])
def test_D_02_4_the_game_points_of_a_bye_without_320(code: str, game_points: str) -> None:
    """An Olympiad bye is worth 2; elsewhere its letter counts on each of the two boards."""
    each = "162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5"
    squads = [squad(n, 2 * n - 1, 2 * n) for n in (2, 3, 4)]
    cells = {1: ["U"], 2: ["U"], 5: ["-"], 6: ["-"]}

    def text(gp: str) -> str:
        teams = (squad(1, 1, 2, mp="1.0", gp=gp), *squads)
        return event(each, cells=cells, teams=teams).replace("192 ECU_TEAM", f"192 {code}")

    assert parse_trf(text(game_points)).participants[0].games[0].result == "U"
    assert "game points" in refused(text("3.0")).message


@pytest.mark.parametrize("letter", ["F", "H", "Z"])
def test_240_names_teams(letter: str) -> None:
    t = read(f"240 {letter}   1    1", "240 Z   1    3", cells={n: ["-"] for n in (1, 2, 5, 6)})
    assert games(t)[0][2] == letter
    coming = read(f"240 {letter}   2    4    2")
    assert [(p.number, p.requested) for p in coming.participants if not p.present] == [
        (2, letter),
        (4, letter),
    ]


def test_320_says_who_had_the_bye_and_wins_over_240() -> None:
    cells = {n: ["-"] for n in (1, 2, 5, 6)}
    t = read("320  1.0  1.5   1", "240 H   1    1", "240 Z   1    3", cells=cells)
    assert [g[2] for g in games(t)[:3:2]] == ["U", "Z"]


def test_decision_3_the_column_of_the_coming_round() -> None:
    asked = read(cells={1: ["5w1", "H"], 2: ["6b=", "H"]})
    assert (asked.round, [p.requested for p in asked.participants]) == (2, ["H", None, None, None])
    has_bye = read("320  1.0  1.0 000   2", "240 Z   2    4")
    assert [(p.present, p.requested) for p in has_bye.participants] == [
        (True, None),
        (False, "U"),
        (True, None),
        (False, "Z"),
    ]
    everybody = read(cells={n: [*CELLS[n], "H"] for n in CELLS})
    assert (everybody.round, [p.games[1].result for p in everybody.participants]) == (3, ["H"] * 4)


@pytest.mark.parametrize("letter", ["H", "Z", "-"])
def test_a_player_who_is_away_leaves_the_team_present(letter: str) -> None:
    t = read(cells={1: ["5w1", letter]})
    assert t.round == 2
    assert all(p.present for p in t.participants)


def test_a_reserve_without_a_letter_does_not_bring_a_team_back() -> None:
    teams = (squad(1, 1, 2, 9), *(squad(n, 2 * n - 1, 2 * n) for n in range(2, 5)))
    t = read(teams=teams, cells={1: ["5w1", "U"], 2: ["6b=", "U"], 9: [], 7: ["3b0", "Z"], 8: ["4w1", "Z"]})
    assert [p.requested for p in t.participants] == ["U", None, None, "Z"]


def test_a_match_forfeited_in_advance_is_a_round_that_is_not_finished_by_the_others() -> None:
    t = read("330 +-   2   1   2")
    assert (t.round, [p.games[1].result for p in t.participants]) == (3, ["+", "-", "Z", "Z"])


@pytest.mark.parametrize(
    ("extra", "cells", "waiting"),
    [
        ((), {1: ["5w"], 5: ["1b"]}, "1 and 3"),
        ((), {1: ["5wZ"], 5: ["1b"]}, "1 and 3"),
        (("300   2   1   2    1    2",), {}, "1 and 2"),
    ],
)
def test_decision_4_an_unfinished_round_is_not_paired(
    extra: tuple[str, ...], cells: dict[int, list[str]], waiting: str
) -> None:
    t = read(*extra, cells=cells)
    assert t.unsupported == (f"round {2 if extra else 1} is not finished: {waiting} have no result",)
    with pytest.raises(InvalidTournament, match="not finished"):
        pair(t)


def test_decision_6_a_late_team_is_absent_before() -> None:
    t = read(cells={n: [""] for n in (1, 2, 5, 6)})
    assert [g[2] for g in games(t)] == ["Z", "=", "Z", "="]


def test_restrictions_name_teams() -> None:
    t = read("260   1   3    1    2", "XXP 3 4", "XXZ 1", "260   3   4    1    4")
    assert t.forbidden == ((1, 2), (3, 4))
    assert not t.participants[0].present
    assert refused(event("XXP 4 5")).line == 4
    assert "accelerated" in read("250  2.0        1   1    1    2").unsupported[0]


# Points -------------------------------------------------------------------------------------------


def pointed(mp: str, gp: str) -> tuple[str, ...]:
    return (squad(1, 1, 2, mp=mp, gp=gp), *(squad(n, 2 * n - 1, 2 * n) for n in range(2, 5)))


def test_decision_7_match_points_and_game_points_are_what_the_rounds_give() -> None:
    assert games(read(teams=pointed("2.0", "1.5"))) == FIRST
    assert games(read(teams=pointed("2", "1,5"))) == FIRST
    for mp, gp, column in (("2.5", "1.5", 55), ("2.0", "2.0", 62), ("x", "1.5", 55)):
        text = event(teams=pointed(mp, gp))
        error = refused(text)
        assert (error.line, error.column) == (line_of(text, "310   1"), column)
        assert (error.participant == 1) is (mp != "x")


def test_decision_7_points_may_count_the_bye_of_the_coming_round() -> None:
    for letter, mp, gp in (("F", "4.0", "3.5"), ("H", "3.0", "2.5"), ("Z", "2.0", "1.5")):
        assert read(f"240 {letter}   2    1", teams=pointed(mp, gp)).round == 2
    assert read("320  1.0  0.5   0   1", "240 Z   2    2", teams=pointed("3.0", "2.0")).round == 2


@pytest.mark.parametrize(
    "line", ["299 W     1.0   1.0   1    1", "299 -  1.0  1.5   1    1", "299    -1.0   0.0   0"]
)
def test_decision_13_299_exempts(line: str) -> None:
    teams = tuple(
        squad(n, 2 * n - 1, 2 * n, mp=mp, gp="9.0" if n == 1 else "") for n, mp in enumerate("3101", 1)
    )
    t = read(line, teams=teams)
    assert t.score(t.participants[0]) == 30
    assert refused(event(line, teams=(squad(1, 1, 2), *teams[1:]))).column == 55


# Contradictions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extra", "cells", "at", "words"),
    [
        ([], {2: ["7b="], 7: ["2w="], 3: [""], 6: [""]}, "001    2", "its player 2 meets team 4"),
        ([], {1: ["2w1"], 2: ["1b0"], 5: [""], 6: [""]}, "001    1", "in team 1 too"),
        ([], {1: ["5w1"], 5: ["1w0"]}, "001    1", "both have White"),
        ([], {1: ["5w1"], 5: ["1b1"]}, "001    1", "contradicts"),
        ([], {1: ["9w1"]}, "001    1", "opponent 9 does not exist"),
        ([], {1: ["5w1"], 5: [""]}, "001    1", "says it met 5"),
        ([], {1: ["5w", "6w1"], 6: ["2w=", "1b0"]}, "001    1", "a later round was played"),
        (["330 +-   1   1   2"], {}, "330", "meets team 2, and in the same round it meets team 3"),
        (["300   1   1   2    1    2"], {}, "300", "meets team 2, and in the same round it meets team 3"),
        (["320  1.0  1.0   1"], {}, "320", "320, and it meets team 3"),
        (["240 H   1    1"], {}, "310   1", "240, and it meets team 3"),
        (["300   1   1   3    1    3"], {}, "300", "player 3 is in team 2"),
        (["300   1   1   3    1    1"], {}, "300", "two boards"),
        (["300   1   1   3    1   77"], {}, "300", "77 does not exist"),
        (["300   1   1   1    1    2"], {}, "300", "plays itself"),
        (["300   1   1   3    1"], {}, "300", "player 2 plays and has no board"),
        (["300   1   1   9    1"], {}, "300", "names team 9"),
        (["300  65   1   3    1"], {}, "300", "round '65'"),
        (
            ["300   1   1   3    1    2", "300   1   3   1    6    5"],
            {},
            "310   1",
            "different boards in 300",
        ),
        (["330 +-   1   1   3", "330 +-   1   3   4"], {}, "330 +-   1   3", "in line 4 already"),
        (["330 ++   1   1   3"], {}, "330", "no result '++'"),
        (["330 +-   1   1   1"], {}, "330", "plays itself"),
        (["320  1.0  1.0   9"], {}, "320", "names team 9"),
        (["320  1.0", "320  1.0"], {}, "320", "there is one"),
        (["352 WXW"], {}, "352", "not all W or B"),
        (["352 WB", "352 WW"], {}, "352 WW", "earlier line"),
        (["362 TX 2.0"], {}, "362", "no symbol"),
        (["362 TW x"], {}, "362", "not a multiple"),
        ([], {1: ["H"], 2: ["F"], 5: [""], 6: [""]}, "310   1", "different byes"),
        (["320  1.0  1.0   1"], {1: ["H"], 2: ["H"], 5: [""], 6: [""]}, "310   1", "different byes"),
        ([], {1: ["5w+"], 2: ["6b-"], 5: ["1b-"], 6: ["2w+"]}, "310   1", "330 must say"),
        ([], {1: ["6w1"], 2: ["5b="], 5: ["2w="], 6: ["1b0"]}, "310   1", "both colours on board 1"),
    ],
)
def test_contradictions_name_their_line(
    extra: list[str], cells: dict[int, list[str]], at: str, words: str
) -> None:
    text = event(*extra, cells=cells)
    error = refused(text)
    lines = [i for i, line in enumerate(text.splitlines(), 1) if line.startswith(at)]
    assert words in error.message
    assert error.line in lines


def test_both_participants_are_named() -> None:
    error = refused(event(cells={2: ["7b="], 7: ["2w="], 3: [""], 6: [""]}))
    assert (error.participant, error.round) == (1, 1)
    assert error.message == "its player 2 meets team 4, and in the same round it meets team 3"


@pytest.mark.parametrize(
    ("teams", "words"),
    [
        ((squad(1, 1, 2), squad(1, 3, 4)), "there twice"),
        ((squad(1, 1, 2), squad(2, 2, 3)), "player 2 is in team 1 too"),
        ((squad(1, 1, 1),), "a player twice"),
        ((squad(1, 1, 99),), "player 99 does not exist"),
        ((squad(1, 1, 2),), "player 5 is in no team"),
        (("310 abc Team",), "no team number"),
        (("310   1 Team".ljust(73) + "   1x   2",), "shifted"),
        (("310   1 Team".ljust(73) + "  a1",), "not a number"),
    ],
)
def test_teams_that_cannot_be(teams: tuple[str, ...], words: str) -> None:
    assert words in refused(event(teams=teams)).message


@pytest.mark.parametrize("line", ["300   1   1   3    1", "330 +-   1   1   3", "320  1.0  1.0   1"])
def test_a_team_record_without_teams_is_refused(line: str) -> None:
    assert "which does not exist" in refused(after_two(extra=(line,))).message


def test_teams_and_players_are_not_paired_by_each_others_rules() -> None:
    with pytest.raises(InvalidTournament, match="lim pairs players"):
        pair(read(), "lim")
    for system in ("ecu", "olympiad"):
        with pytest.raises(InvalidTournament, match="the file has none"):
            pair(parse_trf(after_two()), system)


# Writing ------------------------------------------------------------------------------------------


def test_headers_may_change() -> None:
    t = read()
    changed = replace(t, rounds=9, name="Cup", initial_colour="black", system="olympiad", forbidden=((1, 2),))
    again = parse_trf(format_trf(changed))
    assert again == changed


def written(t: TeamTournament) -> str:
    """The text of `t`, which reads back equal."""
    text = format_trf(t)
    assert parse_trf(text) == t
    return text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda t: replace(t, participants=t.participants[:2], teams=t.teams[:2], round=1),
            "games: 1, rounds",
        ),
        (lambda t: replace(t, scoring=replace(t.scoring, half_bye=7)), "the scoring cannot differ"),
        (lambda t: replace(t, board_count=9), "the board_count cannot differ"),
        (lambda t: with_games(t, 1, Game(3, "w", "1", 2.0)), "the participants cannot differ"),
        (lambda t: with_games(t, 1, Game(4, "w", "1", 1.5)), "it met"),
    ],
)
def test_what_the_boards_do_not_say_is_not_written(
    change: Callable[[TeamTournament], TeamTournament], words: str
) -> None:
    with pytest.raises(InvalidTournament, match=words):
        format_trf(change(read()))


def with_games(t: TeamTournament, number: int, *games: Game) -> TeamTournament:
    """`t` with other matches of one team."""
    return replace(
        t, participants=tuple(replace(p, games=games) if p.number == number else p for p in t.participants)
    )


def test_what_a_match_is_worth_is_written_in_362_and_320() -> None:
    scoring = Scoring(30, 30, 10, 10, 0, 0, 30, 0, 30, 10, 0, 20)
    text = written(replace(read(), scoring=scoring))
    assert "\n362 TW 3.0   TD 1.0   TL 0.0\n" in text
    assert "\n320  2.0  1.0\n" in text  # and half of two boards


@pytest.mark.parametrize(
    ("letter", "line"),
    [("H", "240 H   2    1"), ("Z", "240 Z   2    1"), ("U", "320  1.0  1.0 000   1"), (None, "XXZ 1")],
)
def test_absent_teams_of_the_coming_round_are_written(letter: str | None, line: str) -> None:
    t = read()
    first = replace(t.participants[0], present=False, requested=letter)
    assert f"\n{line}\n" in written(replace(t, participants=(first, *t.participants[1:])))


def with_a_round(t: TeamTournament) -> TeamTournament:
    """`t` after a second round: team 1 beats team 2 by two boards, team 4 forfeits to team 3."""
    match = {
        1: Game(2, "b", "1", 2.0),
        2: Game(1, "w", "0", 0.0),
        3: Game(4, "w", "+", 2.0),
        4: Game(3, "b", "-", 0.0),
    }
    board = {1: Game(3, "b", "1"), 2: Game(4, "w", "1"), 3: Game(1, "w", "0"), 4: Game(2, "b", "0")}
    absent = Game(None, None, "Z")
    return replace(
        t,
        round=3,
        participants=tuple(replace(p, games=(*p.games, match[p.number])) for p in t.participants),
        teams=tuple(
            replace(
                team,
                players=tuple(
                    replace(q, games=(*q.games, board.get(q.number, absent))) for q in team.players
                ),
            )
            for team in t.teams
        ),
    )


def test_a_new_round_of_teams_is_written_by_its_boards() -> None:
    text = written(with_a_round(read(teams=tuple(pointed("2.0", "1.5")))))
    assert "   5 w 1     3 b 1\n" in text
    assert "\n330 +-   2   3   4\n" in text
    assert squad(1, 1, 2, mp="4.0", gp="3.5") in text.splitlines()


def test_records_that_say_nothing_stay() -> None:
    text = written(with_a_round(read("300", "330", "320", "310", "240 H   5    1")))
    assert {"300", "330", "310", "240 H   5    1", "330 +-   2   3   4"} <= {*text.splitlines()}


def test_a_round_of_teams_taken_back_is_blanked() -> None:
    before, text = read(), format_trf(with_a_round(read()))
    after = parse_trf(text)
    assert isinstance(after, TeamTournament)
    taken_back = format_trf(replace(after, round=2, participants=before.participants, teams=before.teams))
    assert parse_trf(taken_back) == before
    assert "330" not in taken_back


@pytest.mark.parametrize(
    "extra",
    [
        (),
        ("300   1   1   3    2    1", "300   1   3   1    6    5", "352 WB"),
        ("330 -+   1   1   3",),
        ("240 H   2    1",),
    ],
)
def test_teams_without_a_file_are_written_by_their_players_and_boards(extra: tuple[str, ...]) -> None:
    t = read(*extra)
    text = written(replace(t, source=None))
    assert text.count("\n310 ") == 4
    assert text.count("\n001 ") == 8
    assert {"062 8", "082 4"} < {*text.splitlines()}
    assert [line for line in text.splitlines() if line[:3] in ("300", "330", "240")] == [
        line for line in extra if not line.startswith("352")
    ]


def test_boards_that_are_not_known_are_not_written() -> None:
    t = read()
    bare = tuple(replace(team, players=tuple(replace(q, games=()) for q in team.players)) for team in t.teams)
    with pytest.raises(InvalidTournament, match="player 1 has 0 games, and 1 rounds are played"):
        format_trf(replace(t, teams=bare, source=None))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_real_teams_are_written_without_their_file(path: Path) -> None:
    t = read_trf(path)
    assert isinstance(t, TeamTournament)
    if t.unsupported:
        with pytest.raises(InvalidTournament, match="TRF cannot say what is not supported"):
            format_trf(replace(t, source=None))
    else:
        written(replace(t, source=None))


def test_a_round_of_teams_is_not_written_as_trf() -> None:
    t = read()
    with pytest.raises(InvalidTournament, match="who plays on them is not known"):
        format_trf(t, pairing=pair(t))


# Mutations ----------------------------------------------------------------------------------------

SEEDS = [path.read_text() for path in FILES if path.stat().st_size < 6000]
SEEDS += [
    event("300   1   1   3    2    1", "352 WB", "362 TW 2.0   TD 1.0   TL 0.0", "260   1   9    1    2"),
    event("320  1.0  1.0   0   1", "240 H   2    2", "330 +-   1   1   3", "299 W     1.0   1.0   1    1"),
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A team file with characters changed, and lines dropped or doubled, mostly those of teams."""
    lines = draw(st.sampled_from(SEEDS)).splitlines()
    for _ in range(draw(st.integers(1, 5))):
        index = draw(st.integers(0, len(lines) - 1))
        line = lines[index]
        match draw(st.sampled_from(["change", "change", "change", "drop", "double", "shift"])):
            case "change" if line:
                at = draw(st.integers(0, len(line) - 1))
                lines[index] = line[:at] + draw(st.sampled_from("0123456789wb+-=FHZU W.")) + line[at + 1 :]
            case "drop" if len(lines) > 1:
                del lines[index]
            case "double":
                lines.append(line)
            case _:
                at = draw(st.integers(0, len(line)))
                lines[index] = line[:at] + " " + line[at:]
    return trf(*lines)


@settings(max_examples=600, deadline=None)
@given(mutated(), st.sampled_from(["ecu", "olympiad"]))
def test_mutated_team_files_are_refused_or_round_trip_and_pair(text: str, system: str) -> None:
    try:
        t = parse_trf(text, system=system)
    except InvalidTournament:
        return
    assert parse_trf(format_trf(t), system=system) == t
    bare = replace(t, source=None)
    with contextlib.suppress(InvalidTournament):  # all of it is said, or nothing is
        assert parse_trf(format_trf(bare)) == bare
    with contextlib.suppress(MedianSwissError):
        pair(t, rounds=64, initial_colour="white")
