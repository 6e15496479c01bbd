"""A tournament in another format: record by record, what is lost named, and the same pairing from it."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

import medianswiss as ms
from medianswiss import InvalidTournament, MedianSwissError, Participant, TeamTournament, Tournament, cli
from medianswiss.conversion import convert
from medianswiss.json_lines import parse_json
from medianswiss.ranking.crosstable import with_game_points
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared
from test_trf_teams import CELLS, event, line_of, squad
from test_trf_write import tournaments
from trf_texts import after_two, player, trf

pytestmark = pytest.mark.unsanitized(reason="there is no C in it")

EVENTS = SHARED / "events"


def quietly(t: Tournament, to: str) -> Tournament:
    """`t`, said in another format and read again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = convert(t, to)
    return parse_json(text.encode()) if to == "json" else parse_trf(text)


def said(t: Tournament, to: str) -> tuple[list[str], list[str]]:
    """The lines of `t` in another format, and what is warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        text = convert(t, to)
    return text.splitlines(), [str(w.message) for w in caught]


def headers(text: str, to: str) -> list[str]:
    """The lines but the players' after conversion, in which nothing is lost."""
    lines, warned = said(parse_trf(text), to)
    assert warned == []
    return [line for line in lines if not line.startswith("001")]


# Real events ---------------------------------------------------------------------------------------------

FILES = sorted(path.name for path in EVENTS.glob("*.trf"))
NOT_IN_TRF16 = {
    "team_50_trf26.trf": r"points that are not the sum of the results \(299\)",
    "team_5_trf26.trf": "both colours on board 1",  # 300 named the boards
    "team_9_trf26.trf": "the rating would differ",  # 013 has no strengths
    "team_forfeit_pab.trf": "the rating would differ",
}


def paired(t: Tournament, system: str) -> ms.RoundPairing:
    """The next round, whatever the file does not say, or asks for that is not built."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ms.pair(replace(t, system=system, rounds=max(t.rounds or 0, t.round), unsupported=()))


@needs_shared
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", [("trf26",), ("trf16",), ("json",), ("trf26", "trf16"), ("trf26", "json")])
def test_a_real_event_pairs_the_same_in_another_format(name: str, way: tuple[str, ...]) -> None:
    t = ms.read_trf(EVENTS / name)
    if name in NOT_IN_TRF16 and "trf16" in way:
        with pytest.raises(InvalidTournament, match=f"TRF16 cannot say .*{NOT_IN_TRF16[name]}"):
            quietly(t, "trf16")
        return
    other = t
    for to in way:
        other = quietly(other, to)
    wanted = with_game_points(t) if isinstance(t, TeamTournament) and "json" in way else t.participants
    assert [p.games for p in other.participants] == [p.games for p in wanted]
    assert [other.score(p) for p in other.participants] == [t.score(p) for p in t.participants]
    assert len(other.unsupported) == len(t.unsupported)
    system = t.system or ("olympiad" if isinstance(t, TeamTournament) else "lim")
    assert paired(other, system) == paired(t, system)


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_a_real_event_comes_back_from_trf26_with_every_record(name: str) -> None:
    """What was not said by another record stands where it stood."""
    t = ms.read_trf(EVENTS / name)
    assert t.source is not None
    again, warned = said(t, "trf26")
    assert warned == []
    translated = ("XX", "142", "152", "162", "240", "250", "260", "192")
    kept = [line for line in t.source.lines if not line.startswith(translated)]
    assert [line for line in again if not line.startswith(translated)] == kept


# Record by record ----------------------------------------------------------------------------------------


def test_rounds_and_colour() -> None:
    text = trf("XXR 5", "XXC black1", player(1), player(2))
    assert headers(text, "trf26") == ["142 5", "152 B"]
    assert headers(trf("142 5", "152 W", player(1), player(2)), "trf16") == ["XXR 5", "XXC white1"]


def test_what_both_formats_say_is_said_once() -> None:
    text = trf("142 5", "XXR 5", "152 W", "XXC white1", player(1), player(2))
    assert headers(text, "trf26") == ["142 5", "152 W"]
    assert headers(text, "trf16") == ["XXR 5", "XXC white1"]


def test_points_of_results() -> None:
    text = trf("XXS W=3 D=1 L=0 FPB=3 HPB=1 PAB=1 FW=3", "BBZ 0.0", player(1), player(2))
    symbols = "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0"
    assert headers(text, "trf26") == [symbols]
    spelled = headers(trf(symbols, player(1), player(2)), "trf16")
    assert len(spelled) == 1
    assert parse_trf(trf(*spelled, player(1))).scoring == parse_trf(text).scoring


def test_points_that_162_cannot_say_stay_in_xxs() -> None:
    lines, warned = said(parse_trf(trf("XXR 5", "XXS WW=1.0 BW=1.1", player(1), player(2))), "trf26")
    assert lines[1] == "XXS WW=1.0 BW=1.1"
    assert warned == ["kept, though TRF26 does not know it: XXS (line 2)"]


def test_absent_players() -> None:
    text = after_two(third=("", "H", "", ""), extra=("XXZ 1 2", "XXP 3 4"))
    assert "240 Z   3    1" in headers(text, "trf26")
    t = parse_trf(text)
    assert [p.requested for p in quietly(t, "trf26").participants] == ["Z", "H", None, None]


def test_byes_of_240_in_the_cells_of_their_rounds() -> None:
    text = after_two(extra=("240 H   3    2", "240 Z   4    1    2"))
    lines, warned = said(parse_trf(text), "trf16")
    assert warned == []
    assert [line[90:].split() for line in lines if line.startswith("001")][:2] == [
        ["3", "w", "1", "2", "b", "=", "0000", "-", "Z"],
        ["4", "b", "1", "1", "w", "=", "0000", "-", "H", "0000", "-", "Z"],
    ]
    assert not any(line.startswith("240") for line in lines)


def test_forbidden_pairs() -> None:
    assert "260   1   5    1    2    4" in headers(after_two(extra=("XXP 4 1 2",)), "trf26")
    assert "XXP    1    2" in headers(after_two(extra=("260   2   5    1    2",)), "trf16")


def test_forbidden_pairs_of_some_rounds_are_named_where_the_format_knows_no_rounds() -> None:
    text = after_two(extra=("260   1   2    1    2", "260   3   4    3    4", "260   4   5    1    4"))
    lines, warned = said(parse_trf(text), "trf16")
    assert [line for line in lines if line.startswith("XXP")] == ["XXP    3    4"]
    assert warned == ["left out, for TRF16 cannot say it: 260 (lines 3 to 5)"]
    assert said(parse_trf(text), "json")[1][0].endswith("260 (lines 3 to 5), 001 (lines 6 to 9)")


def test_accelerated_points() -> None:
    extra = ("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5", "XXA    4  1.0  0.0  0.5")
    accelerated = [
        "250       1.0   1   2    1    2",
        "250       0.5   3   3    1    2",
        "250       1.0   1   1    4    4",
        "250       0.5   3   3    4    4",
    ]
    assert headers(after_two(extra=extra), "trf26")[2:] == accelerated
    assert headers(after_two(extra=tuple(accelerated)), "trf16")[2:] == list(extra)


def test_accelerated_points_that_cannot_be_read_are_kept_or_named() -> None:
    lines, warned = said(parse_trf(after_two(extra=("XXA one",))), "trf26")
    assert "XXA one" in lines
    assert warned == ["kept, though TRF26 does not know it: XXA (line 3)"]
    with pytest.raises(InvalidTournament, match="TRF16 cannot say it: the unsupported would differ"):
        convert(parse_trf(after_two(extra=("250 x",))), "trf16")


@needs_shared
def test_teams_of_013_by_310_and_back() -> None:
    t = ms.read_trf(EVENTS / "team_6_olympiad.trf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old = convert(t, "trf16")
    assert next(line[:27].rstrip() for line in old.splitlines() if line.startswith("013")) == "013 Alpha"
    lines, warned = said(parse_trf(old), "trf26")
    assert warned == []
    assert lines[-6].startswith("310   1 Alpha")
    assert lines[-6][47:].split() == ["2587.5", "2.0", "2.5", "1", "2", "3", "4"]
    assert quietly(parse_trf(old), "trf26").participants == t.participants


@needs_shared
def test_013_beside_310_is_not_written_twice() -> None:
    text = (EVENTS / "team_6_olympiad.trf").read_text("utf-8")
    both = f"{text}013 {'Alpha':<32}   1    2    3    4\n"
    assert said(parse_trf(both), "trf16")[0] == said(parse_trf(text), "trf16")[0]


def test_the_rule_set() -> None:
    assert headers(trf("092 Swiss Lim", player(1)), "trf26") == ["092 Swiss Lim", "192 FIDE_LIM"]
    assert headers(trf("192 FIDE_LIM", player(1)), "trf16") == ["092 FIDE_LIM"]
    lines, warned = said(parse_trf(trf("092 Swiss", "192 FIDE_LIM", player(1))), "trf16")
    assert lines[0] == "092 FIDE_LIM"
    assert warned == ["left out, for TRF16 cannot say it: 092 (line 1)"]
    other, warned = said(parse_trf(trf("192 FIDE_DUTCH_2026", player(1))), "trf16")
    assert len(other) == 1
    assert warned == ["left out, for TRF16 cannot say it: 192 (line 1)"]


def test_records_trf16_has_not_are_named_with_their_lines() -> None:
    headers_ = ("### a comment", "202 BH/C1,BH", "### another", "222 5400+30", "012 Open")
    lines, warned = said(parse_trf(trf(*headers_, player(1))), "trf16")
    assert [line[:3] for line in lines] == ["012", "001"]
    assert warned == [
        "left out, for TRF16 cannot say it: comments (lines 1 and 3), 202 (line 2), 222 (line 4)"
    ]


def test_extension_lines_trf26_has_no_record_for_are_kept_and_named() -> None:
    lines, warned = said(parse_trf(trf("XXM true", "XXC rank white1", player(1))), "trf26")
    assert lines[:3] == ["XXM true", "152 W", "XXC rank"]
    assert warned == ["kept, though TRF26 does not know it: XXM (line 1), XXC (line 2)"]


def test_given_points_are_an_error_in_trf16() -> None:
    text = after_two(points=("2.5", "", "", ""), extra=("299     0.0   1.0    0    1",))
    with pytest.raises(InvalidTournament, match=r"<string>:3: TRF16 cannot say points that are not the sum"):
        convert(parse_trf(text), "trf16")
    given_ = Tournament((Participant(1, points=1.0), Participant(2)))
    with pytest.raises(InvalidTournament, match=r"^TRF16 cannot say points that are not the sum"):
        convert(given_, "trf16")


def test_what_a_state_has_not_is_named() -> None:
    text = trf("012 Open", "142 5", "202 BH", "102 Arbiter", "", "1234567", "192 FIDE_LIM", player(1))
    _, warned = said(parse_trf(text), "json")
    named = "202 (line 3), 102 (line 4), free text (line 6), 001 (line 8)"
    assert warned == [f"left out, for a JSON state cannot say it: {named}"]
    plain = f"{'001    1      Player':48}2000{'':28} 0.0"
    assert said(parse_trf(trf("142 5", "XXS W=3", plain)), "json")[1] == []


def test_requests_of_later_rounds_are_not_in_a_state() -> None:
    first, second = (f"001    {n}      {'Player':33} 2000{'':28} 0.0{'':7}" for n in (1, 2))
    coming = trf(f"{first}0000 - Z", second)
    later = trf(f"{first}          0000 - Z", second)
    assert said(parse_trf(coming), "json")[1] == []
    assert said(parse_trf(later), "json")[1] == ["left out, for a JSON state cannot say it: 001 (line 1)"]


def test_a_state_in_trf() -> None:
    t = Tournament((Participant(1, "A", 2000), Participant(2, "B")), "lim", 5, initial_colour="white")
    assert said(t, "trf26")[0][:4] == ["062 2", "142 5", "152 W", "192 FIDE_LIM"]
    assert said(t, "trf16")[0][:4] == ["062 2", "XXR 5", "XXC white1", "092 FIDE_LIM"]
    assert json.loads(convert(t, "json")) == t.to_dict()


def test_names_that_are_cut_are_named() -> None:
    t = Tournament((Participant(1, "A" * 40), Participant(7, "B" * 34), Participant(8, "C" * 33)))
    assert said(t, "trf26")[1] == ["names cut to fit their columns: those of 1, 7"]


def test_teams_without_their_players_are_an_error() -> None:
    with pytest.raises(InvalidTournament, match="TRF cannot say team tournaments without their players"):
        convert(Tournament((Participant(1), Participant(2)), "ecu"), "trf26")


def test_an_unknown_format() -> None:
    with pytest.raises(MedianSwissError, match="no format 'trf06'; there are trf16, trf26, json"):
        convert(Tournament((Participant(1),)), "trf06")


@settings(max_examples=150, deadline=None)
@given(tournaments())
def test_any_tournament_is_the_same_in_another_format_or_refused(t: Tournament) -> None:
    assert as_said(quietly(t, "trf26")) == as_said(t)
    if not any(p.present for p in t.participants):
        return  # letters for all would be a round that was played, in TRF16
    if any(p.points is not None for p in t.participants):
        with pytest.raises(InvalidTournament, match="TRF16 cannot say points"):
            convert(t, "trf16")
    else:
        assert as_said(quietly(t, "trf16")) == as_said(t)


def as_said(t: Tournament) -> Tournament:
    """Absent without a letter is a zero-point bye (240 has no other word for it)."""
    return replace(
        t,
        participants=tuple(
            p if p.present else replace(p, requested=p.requested or "Z") for p in t.participants
        ),
    )


# Game points, rule sets, rounds that are not finished -----------------------------------------------------


def with_byes(system: str, seed: int) -> TeamTournament:
    """Teams of which some had a bye of every kind, were away, or forfeited."""
    t = ms.generate(
        system, rounds=7, played=3, seed=seed, teams=13, boards=4, forfeits=0.1, double_forfeits=0.2,
        absences=0.1, full_byes=0.2, half_byes=0.3, late=0.1, board_forfeits=0.05, impossible="stop",
    )  # fmt: skip
    assert isinstance(t, TeamTournament)
    letters = {game.result for p in t.participants for game in p.games if game.opponent is None}
    assert letters == {"F", "H", "U", "Z"}
    return t


@pytest.mark.parametrize("system", ["ecu", "olympiad"])
@pytest.mark.parametrize("seed", [6, 9])
def test_a_state_of_teams_has_the_game_points_of_byes_and_absences(system: str, seed: int) -> None:
    t = with_byes(system, seed)
    state = quietly(t, "json")
    games = [game for p in state.participants for game in p.games]
    assert all(game.game_points is not None for game in games)
    assert {game.game_points for game in games if game.result == "Z"} == {0.0}
    assert ms.standings(state) == ms.standings(t)
    assert ms.standings(state, "MPTS,GPTS") == ms.standings(t, "MPTS,GPTS")
    assert ms.pair(state, ranking="esb") == ms.pair(t, ranking="esb")


def test_D_02_4_a_bye_of_the_olympiad_has_two_game_points_in_a_state_and_320_says_otherwise() -> None:
    def in_a_state(*extra: str) -> float | None:
        """Game points of the bye of team 5 in round 1."""
        lone = squad(5, 9, 10)
        teams = (*(squad(n, 2 * n - 1, 2 * n) for n in range(1, 5)), lone)
        text = event(*extra, cells={9: ["U"], 10: ["U"]}, teams=teams)
        state = quietly(replace(parse_trf(text), system="olympiad"), "json")
        return state.participants[4].games[0].game_points

    assert in_a_state() == 2.0
    assert in_a_state("320  1.0  1.5") == 1.5


def test_a_state_of_teams_whose_boards_are_not_known_has_no_game_points_of_byes() -> None:
    t = with_byes("ecu", 6)
    unknown = tuple(
        replace(team, players=tuple(replace(p, games=()) for p in team.players), line_ups=())
        for team in t.teams
    )
    state = replace(t, teams=unknown, source=None).to_dict()
    games = [game for p in state["participants"] for game in p["games"]]
    assert {("game_points" in game) for game in games if game["opponent"] is None} == {False}


def test_game_points_that_trf16_cannot_say_are_named() -> None:
    """320 says what a bye is worth; without it the letter stands for every board."""
    t = parse_trf(format_trf(with_byes("ecu", 6)))
    had = [p.number for p in t.participants if any(game.result == "U" for game in p.games)]
    warned = said(t, "trf16")[1]
    assert f"left out, for TRF16 cannot say it: the game points of {', '.join(map(str, had))}" in warned
    assert not any("game points" in text for text in (*said(t, "trf26")[1], *said(t, "json")[1]))


def test_what_a_board_is_worth_is_named() -> None:
    t = parse_trf(event("162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0"))
    left_out = "left out, for a JSON state cannot say it: "
    assert said(t, "json")[1] == [
        f"{left_out}162 (line 4), 310 (lines 5 to 8), 001 (lines 9 to 16)",
        f"{left_out}what a match is worth in game points",
    ]


def test_a_state_without_a_rule_set_does_not_say_that_these_are_teams() -> None:
    t = replace(parse_trf(event()), system=None)
    expected = "the rule set is not known, and without one a JSON state does not say that these are teams"
    assert expected in said(t, "json")[1]
    assert expected not in said(parse_trf(event()), "json")[1]


@pytest.mark.parametrize("to", ["trf16", "trf26", "json"])
def test_players_are_not_said_to_be_teams(to: str) -> None:
    players = parse_trf(after_two(), system="ecu")
    with pytest.raises(InvalidTournament, match=r"^.*ecu pairs teams, and the file has none \(013 or 310\)$"):
        convert(players, to)
    teams = parse_trf(event(), system="lim")
    with pytest.raises(InvalidTournament, match="lim pairs players, and this is a tournament of teams"):
        convert(teams, to)


def test_a_rule_set_that_another_was_asked_for_in_place_of_is_not_called_unsaid() -> None:
    t = parse_trf(event(), system="olympiad")
    assert not any("192" in text for text in said(t, "json")[1])
    other = trf("092 Team Swiss", "092 ECU_TEAM", "192 FIDE_DUTCH_2026", player(1))
    assert said(parse_trf(other, system="lim"), "json")[1] == [
        "left out, for a JSON state cannot say it: 092 (line 1), 001 (line 4)"
    ]


def test_the_pairs_of_a_published_round_are_named() -> None:
    t = parse_trf(after_two())
    published = format_trf(replace(t, system="lim"), pairing=ms.pair(t, "lim"))
    left_out = "left out, for a JSON state cannot say it: "
    pairs = "the pairs of round 3, which is not finished, and their results"
    warned = said(parse_trf(published), "json")[1]
    assert f"{left_out}{pairs} (lines 4 to 7)" in warned
    assert parse_trf(published).round == 3
    for to in ("trf16", "trf26"):  # these say them
        assert "not finished" in quietly(parse_trf(published), to).unsupported[0]
        assert said(parse_trf(published), to)[0][-4:] == published.splitlines()[-4:]


def test_a_match_of_a_round_of_teams_that_is_not_finished_is_named() -> None:
    cells = {n: [*row, ""] for n, row in CELLS.items()} | {1: ["5w1", "3w"], 3: ["7w1", "1b"]}
    warned = said(parse_trf(event("330 +-   2   3   4", cells=cells)), "json")[1]
    assert "330 (line 4)" in warned[0]
    assert "the pairs of round 2, which is not finished, and their results (lines 9 and 11)" in warned[1]
    played = parse_trf(event("330 +-   1   1   3"))
    assert "330" not in said(played, "json")[1][0]


def test_what_the_next_bye_is_worth_in_game_points_is_named() -> None:
    assert "320 (line 4)" in said(parse_trf(event("320  1.0  1.5")), "json")[1][0]
    assert "320" not in said(parse_trf(event("320  1.0")), "json")[1][0]
    assert "320" not in said(parse_trf(event("320  1.0  1.5").replace("142 5", "142 1")), "json")[1][0]


def test_a_colour_by_rank_is_not_in_a_state() -> None:
    assert "XXC (line 1)" in said(parse_trf(trf("XXC rank white1", player(1))), "json")[1][0]


def test_teams_are_said_in_trf16_where_352_and_the_strengths_change_nothing() -> None:
    t = with_byes("ecu", 6)
    assert t.board_colours == "WBWB"
    other = quietly(t, "trf16")
    assert isinstance(other, TeamTournament)
    assert [team.strength for team in other.teams] != [team.strength for team in t.teams]
    for ranking in ("number", "esb"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert ms.pair(replace(other, rounds=7), ranking=ranking) == ms.pair(t, ranking=ranking)


def test_what_trf16_cannot_say_of_teams_has_its_line_and_what_can() -> None:
    def refused(text: str) -> str:
        with pytest.raises(InvalidTournament) as caught:
            quietly(parse_trf(text, "teams.trf"), "trf16")
        return str(caught.value)

    hint = "; trf26 and json say more"
    assert (
        refused(event("352 WW")) == f"teams.trf:4: TRF16 cannot say it: the board colours would differ{hint}"
    )
    assert refused(event("352 WBW")).startswith("teams.trf:4: TRF16 cannot say it: the board count")
    strong = tuple(squad(n, 2 * n - 1, 2 * n, strength="2500" if n == 4 else "") for n in range(1, 5))
    assert refused(event(teams=strong)).startswith(
        "teams.trf:7: participant 4: TRF16 cannot say it: the rating"
    )
    apart = tuple(squad(n, 2 * n - 1, 2 * n, strength="2000.5" if n == 4 else "") for n in range(1, 5))
    level = event(teams=apart, ratings=dict.fromkeys(range(1, 9), 2000))
    assert refused(level) == f"teams.trf:4: TRF16 cannot say it: the order of strengths would differ{hint}"


def test_lines_are_those_of_the_file_where_the_rule_set_was_asked_for() -> None:
    text = event("802 x").replace("192 ECU_TEAM\n", "")
    assert line_of(text, "310") == 4
    assert said(parse_trf(text, system="ecu"), "trf16")[1] == [
        "left out, for TRF16 cannot say it: 802 (line 3), 310 (lines 4 to 7)"
    ]


def test_many_lines_are_named_by_their_runs_and_the_first_of_them() -> None:
    def comments(*numbers: int) -> str:
        lines = [("### x" if n in numbers else "012 Open") for n in range(1, max(numbers) + 1)]
        return said(parse_trf(trf(*lines, player(1))), "trf16")[1][0].partition("comments (")[2][:-1]

    assert comments(1, 3, 4, 5, 9) == "lines 1, 3 to 5 and 9"
    assert comments(1, 2, 4, 5) == "lines 1, 2, 4 and 5"
    assert comments(*range(1, 16, 2)) == "lines 1, 3, 5, 7, 9, 11, 13 and 15"
    assert comments(*range(1, 100, 2)) == "lines 1, 3, 5, 7, 9, 11, 13, 15 and 42 more"


ONE = Tournament((Participant(1),))
NO_ARGUMENTS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: convert(None, "trf26"), TypeError, "a Tournament is needed, not NoneType"),  # type: ignore[arg-type]
    (lambda: convert(ONE, []), MedianSwissError, r"no format \[\]; there are trf16, trf26, json"),  # type: ignore[arg-type]
    (lambda: ms.read_trf(5), TypeError, "a path or a file object is needed, not int"),  # type: ignore[arg-type]
    (lambda: ms.read_trf(b"x"), TypeError, "a path or a file object is needed, not bytes"),  # type: ignore[arg-type]
    (lambda: ms.read_json(None), TypeError, "a path or a file object is needed, not NoneType"),  # type: ignore[arg-type]
    (lambda: list(ms.read_json_lines(5)), TypeError, "a path or a file object is needed, not int"),  # type: ignore[arg-type]
    (lambda: ms.write_trf(None, "x.trf"), TypeError, "a Tournament is needed, not NoneType"),  # type: ignore[arg-type]
    (lambda: ms.write_json(5, "x.json"), TypeError, "a Tournament is needed, not int"),  # type: ignore[arg-type]
    (lambda: ms.write_trf(ONE, "x.trf", pairing=5), TypeError, "a RoundPairing is needed, not int"),  # type: ignore[arg-type]
    (lambda: ms.boards(None, 4), TypeError, "a RoundPairing is needed, not NoneType"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "kind", "message"), NO_ARGUMENTS)
def test_an_argument_of_another_type_is_named(
    call: Callable[[], object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=f"^{message}$"):
        call()


# The command ---------------------------------------------------------------------------------------------


def test_the_suffix_tells_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "open.trf", tmp_path / "state.JSON"
    source.write_text(after_two(extra=("102 Arbiter",)))
    assert cli.main(["convert", str(source), "-o", str(target)]) == 0
    assert ms.read_json(target).round == 3
    assert capfd.readouterr().err == (
        f"medianswiss: warning: {source}: left out, for a JSON state cannot say it: "
        "102 (line 3), 001 (lines 4 to 7)\n"
    )


def test_standard_input_and_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "open.trf"
    source.write_text(trf("XXR 5", player(1)))
    assert cli.main(["convert", str(source), "--to", "trf26", "-o", "-"]) == 0
    assert capfd.readouterr().out == trf("142 5", player(1))
