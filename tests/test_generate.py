"""Random tournaments: the same bytes for a seed, every round our pairing, every rate seen in the outcome."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from hashlib import sha256
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

import medianswiss as ms
from medianswiss import Game, InvalidTournament, Participant, Recipe, TeamTournament, Tournament
from medianswiss._core import EXPECTED_UNIT, NORMAL_STEPS, NORMAL_UNIT
from medianswiss.generation.generate import generated
from medianswiss.generation.lots import Lots, Purpose
from medianswiss.generation.measured import measured
from medianswiss.generation.recipe_options import OPTIONS
from medianswiss.generation.recipes import config_text, recipe
from medianswiss.simulation import expectation, model_of, odds
from medianswiss.teams import as_on_board_one, average_of_best, initial_ranking
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared

SYSTEMS = ("lim", "ecu", "olympiad")
EVENTFUL: dict[str, Any] = {
    "forfeits": 0.05, "double_forfeits": 0.3, "unrated_games": 0.05, "absences": 0.06, "half_byes": 0.4,
    "full_byes": 0.2, "late": 0.15, "withdrawals": 0.02, "forbidden": 3, "board_forfeits": 0.05,
    "unrated": 0.2,
}  # fmt: skip
"""Everything happens."""


def hash_of(r: Recipe) -> str:
    return sha256(format_trf(generated(r)).encode()).hexdigest()


# ---- the same seed is the same file ----------------------------------------------------------------

PINNED = {
    "lim": (Recipe(seed=7), "5607903ed84d561bfe61c21403d157979f451f6dffa722e3568549f744da12e9"),
    "lim_eventful": (
        Recipe(seed=1, players=57, rounds=11, maxi=True, **EVENTFUL),
        "97b8f6c5c64f216734d230e0f78b1c0d3d3e764150d6ddb15e14acdd7fd71873",
    ),
    "lim_logistic": (
        Recipe(seed=2**127, players=40, expectation="logistic", draw_slope=0.02),
        "af75e095899bc43871a2cb70547ff25819016ecc5802c03388c4d50840954d52",
    ),
    "ecu": (
        Recipe(system="ecu", seed=7, players=24, rounds=7),
        "65c8bdaf16a5776b01f7e96c70413fbc2b5367cd6948143d1174651a19612e10",
    ),
    "ecu_eventful": (
        Recipe(system="ecu", seed=2, players=31, rounds=9, boards=6, reserves=2, **EVENTFUL),
        "1e8f29cb3027ebbe459f87ea4ec5bc3c7efb788b4893022422849d2eaf2c3144",
    ),
    "olympiad": (
        Recipe(system="olympiad", seed=7, players=50, rounds=11),
        "86c03fde265e3bd5e95551cd7bbed6b9153b79f8909a98eec616430aaafce83a",
    ),
}
"""SHA-256 of the files as CPython 3.11 with numpy 2.4 on x86-64 Linux wrote them: a promise."""


@pytest.mark.parametrize("name", PINNED)
def test_a_seed_is_the_same_bytes_everywhere(name: str) -> None:
    r, expected = PINNED[name]
    assert hash_of(r) == expected


def test_the_words_are_those_of_philox() -> None:
    """Of the seed, the purpose and the round; numpy promises to keep them."""
    lots = Lots(7, model_of(Recipe()))
    assert lots.halves(Purpose.RATING, 3) == [1385414931, 1566740095, 2190253821]
    assert lots.halves(Purpose.RESULT, 3, 2) == [3744806971, 2740473898, 492967171]
    assert lots.halves(Purpose.RATING, 2) == lots.halves(Purpose.RATING, 5)[:2]
    assert len(set(Purpose)) == len(Purpose.__members__)


def test_no_last_digit_of_a_logarithm_decides_anything() -> None:
    """The tables that need one are rounded, and nothing in them is near the middle between two integers."""

    inside = [NormalDist().inv_cdf(k / NORMAL_STEPS) * NORMAL_UNIT for k in range(1, NORMAL_STEPS)]
    curve = [expectation(d, "logistic") * EXPECTED_UNIT for d in range(-1500, 1501)]
    for table in (inside, curve):
        assert min(abs(value % 1 - 0.5) for value in table) > 1e-6


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_rate_changes_what_it_must_and_not_who_plays(system: str) -> None:
    one = ms.generate(system, players=20, rounds=5, seed=3, absences=0.0)
    other = ms.generate(system, players=20, rounds=5, seed=3, absences=0.3, draw_rate=0.7, late=0.2)

    def who(t: Tournament) -> list[tuple[int, str, int]]:
        return [(p.number, p.name, p.rating) for p in t.participants]

    assert who(one) == who(other)
    assert [p.games for p in one.participants] != [p.games for p in other.participants]


def test_seeds_differ() -> None:
    assert len({hash_of(Recipe(players=8, rounds=3, seed=seed)) for seed in range(20)}) == 20


# ---- what is written is what was played ------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("eventful", [{}, EVENTFUL], ids=["plain", "eventful"])
def test_reading_it_back_is_the_identity(system: str, eventful: dict[str, Any], tmp_path: Path) -> None:
    for seed in range(8):
        t = ms.generate(system, players=15 + seed, rounds=6, seed=seed, impossible="stop", **eventful)
        ms.write_trf(t, tmp_path / "t.trf")
        again = ms.read_trf(tmp_path / "t.trf")
        assert again == t
        assert isinstance(again, TeamTournament) == (system != "lim")
        assert t.source is not None
        assert t.source.original == t, "what others read in its lines is what it says"


def before(t: Tournament, round_: int) -> Tournament:
    """`t` before that round, as an arbiter has it."""
    return replace(
        t, participants=tuple(_before(p, round_) for p in t.participants), round=round_, source=None
    )


def _before(p: Participant, round_: int) -> Participant:
    game = p.games[round_ - 1]
    there = game.opponent is not None or game.result == "U"
    return replace(p, games=p.games[: round_ - 1], present=there, requested=None if there else game.result)


def recorded(t: Tournament, round_: int) -> tuple[set[tuple[int, int]], list[int]]:
    """Pairs and bye of a round."""
    games = {p.number: p.games[round_ - 1] for p in t.participants}
    pairs = {
        (n, game.opponent) for n, game in games.items() if game.opponent is not None and game.colour == "w"
    }
    return pairs, [n for n, game in games.items() if game.result == "U"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_round_is_our_pairing_of_the_state_before(system: str) -> None:
    stopped = 0
    for seed in range(12):
        options = EVENTFUL if seed % 2 else {}
        maxi = system == "lim" and seed % 3 == 0
        t = ms.generate(
            system, players=9 + 3 * seed, rounds=7, seed=seed, maxi=maxi, impossible="stop", **options
        )
        stopped += t.round <= 7
        for round_ in range(1, t.round):
            ours = ms.pair(before(t, round_))
            pairs, bye = recorded(t, round_)
            assert (set(ours.pairs), [ours.bye] if ours.bye else []) == (pairs, bye)
    assert stopped < 6


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_checker_finds_no_difference(system: str) -> None:
    for seed in range(10):
        t = ms.generate(system, players=20, rounds=6, seed=seed, impossible="stop", **EVENTFUL)
        assert ms.check(parse_trf(format_trf(t))).clean


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("part", range(4))
def test_a_thousand_tournaments_are_clean(system: str, part: int) -> None:
    """Of all sizes, with and without all that can happen; what was written is what is checked."""
    for seed in range(250 * part, 250 * part + 250):
        players, rounds = 2 + seed % 61, 1 + seed % 11
        options = EVENTFUL | {"forbidden": min(3, players - 1)} if seed % 3 else {}
        maxi = system == "lim" and seed % 5 == 0
        r = recipe(
            system=system, players=players, rounds=rounds, seed=seed, maxi=maxi, impossible="stop", **options
        )
        t = generated(r)
        text = format_trf(t)
        assert parse_trf(text) == t
        if t.round > 1:
            report = ms.check(parse_trf(text))
            assert report.clean, (seed, report)
            assert len(report.rounds) == t.round - 1


# ---- every option is seen --------------------------------------------------------------------------


def games_of(t: Tournament) -> Iterator[Game]:
    """Every game with an opponent, from White's side."""
    return (g for p in t.participants for g in p.games if g.colour == "w")


def within(hits: int, trials: int, chance: float) -> bool:
    """Whether so many hits are no surprise: within five standard deviations and a half."""
    return abs(hits - trials * chance) <= 5.5 * sqrt(trials * chance * (1 - chance)) + 0.5


def many(**settings: Any) -> list[Tournament]:
    """Some tournaments without anything unusual but what is asked for."""
    quiet = dict.fromkeys(
        ("unrated", "forfeits", "absences", "late", "withdrawals", "board_forfeits", "unrated_games"), 0.0
    )
    made = {"players": 60, "rounds": 7} | quiet | settings
    return [generated(recipe(seed=seed, **made)) for seed in range(8)]


def test_quiet_tournaments_have_nothing_unusual() -> None:
    for t in many():
        assert {g.result for p in t.participants for g in p.games} == {"1", "=", "0"}
        assert all(p.rating and len(p.games) == 7 for p in t.participants)


def test_forfeits() -> None:
    results = Counter(g.result for t in many(forfeits=0.1, double_forfeits=0.25) for g in games_of(t))
    games = sum(results.values())
    forfeited = results["+"] + results["-"]
    assert games == 8 * 7 * 30
    assert within(forfeited, games, 0.1)
    both = forfeited - 2 * results["+"]
    assert within(results["+"], forfeited, 0.375), "the half of those of one side"
    assert both > 0


def test_unrated_games_and_players() -> None:
    events = many(unrated_games=0.2, unrated=0.3)
    letters = Counter(g.result for t in events for g in games_of(t))
    assert within(sum(letters[x] for x in "WDL"), sum(letters.values()), 0.2)
    ratings = [p.rating for t in events for p in t.participants]
    assert within(ratings.count(0), len(ratings), 0.3)
    for t in events:
        assert [p.rating for p in t.participants] == sorted((p.rating for p in t.participants), reverse=True)


def test_absences_and_their_letters() -> None:
    letters = Counter(
        g.result
        for t in many(absences=0.1, half_byes=0.3, full_byes=0.2)
        for p in t.participants
        for g in p.games
    )
    away = letters["H"] + letters["F"] + letters["Z"]
    assert within(away, 8 * 60 * 7, 0.1)
    for letter, share in (("H", 0.3), ("F", 0.2), ("Z", 0.5)):
        assert within(letters[letter], away, share)


def test_late_entries() -> None:
    firsts = [
        next(k for k, g in enumerate(p.games) if g.result != "Z")
        for t in many(late=0.25)
        for p in t.participants
    ]
    assert within(sum(first > 0 for first in firsts), len(firsts), 0.25)
    assert set(firsts) == set(range(7))


def test_withdrawals_are_for_good() -> None:
    left = stayed = 0
    for t in many(withdrawals=0.05):
        for p in t.participants:
            there = [g.result != "Z" for g in p.games]
            assert there == sorted(there, reverse=True)
            left += not there[-1]
            stayed += sum(there[1:])
    assert within(left, left + stayed, 0.05)


def test_a_pairing_allocated_bye_of_an_odd_field() -> None:
    for t in many(players=21):
        for round_ in range(7):
            assert [p.games[round_].result for p in t.participants].count("U") == 1


@pytest.mark.parametrize("count", [1, 5, 40])
def test_forbidden_pairs_are_different_ones_that_never_meet(count: int) -> None:
    t = ms.generate(players=30, rounds=5, seed=1, forbidden=count)
    assert len(set(t.forbidden)) == len(t.forbidden) == count
    met = {(p.number, g.opponent) for p in t.participants for g in p.games}
    assert met.isdisjoint(t.forbidden)


def test_all_pairs_but_one_can_be_forbidden() -> None:
    t = ms.generate(players=4, rounds=1, played=0, forbidden=6)
    assert t.forbidden == tuple((a, b) for a in range(1, 4) for b in range(a + 1, 5))


def test_ratings_are_drawn_or_given(tmp_path: Path) -> None:
    drawn = [p.rating for t in many(rating_mean=2200, rating_deviation=100) for p in t.participants]
    assert abs(np.mean(drawn) - 2200) < 5 * 100 / np.sqrt(len(drawn))
    assert abs(np.std(drawn) / 100 - 1) < 0.15
    assert min(many(rating_least=1990)[0].participants, key=lambda p: p.rating).rating == 1990
    (tmp_path / "club.txt").write_text("2000\n0\n2300\n1900\n")
    for ratings in ((2300, 2000, 1900, 0), tmp_path / "club.txt"):
        t = ms.generate(ratings=ratings, rounds=2, seed=1)
        assert [p.rating for p in t.participants] == [2300, 2000, 1900, 0]


def test_initial_colour_and_maxi() -> None:
    assert {t.initial_colour for t in many(initial_colour="black")} == {"black"}
    assert {t.initial_colour for t in many()} == {"white", "black"}
    assert {t.maxi for t in many(maxi=True)} == {True}


@pytest.mark.parametrize("kind", ["fide", "logistic"])
def test_results_come_of_the_strengths(kind: Any) -> None:
    """Between equals, for White stronger by 100, and for Black: the model of `simulate`, B.02."""
    s = Recipe(expectation=kind, noise=0, draw_rate=0.4, white_advantage=30)
    lots = Lots(5, model_of(s))
    for apart in (0, 100, -300):
        win, draw = odds(apart + 30, 2000 + apart / 2, s)
        told = Counter(lots.games(Purpose.RESULT, [(2000 + apart, 2000)] * 40_000, 1))
        assert within(told[0], 40_000, win)
        assert within(told[1], 40_000, draw)


def test_white_advantage_and_draws_are_seen() -> None:
    same: dict[str, Any] = {"rating_deviation": 0, "noise": 0}
    results = Counter(g.result for t in many(draw_rate=0.6, white_advantage=0, **same) for g in games_of(t))
    assert within(results["="], sum(results.values()), 0.6)
    assert within(results["1"], sum(results.values()), 0.2)
    results = Counter(g.result for t in many(draw_rate=0.0, white_advantage=100, **same) for g in games_of(t))
    assert within(results["1"], sum(results.values()), 0.64)


def test_the_stronger_are_first() -> None:
    t = ms.generate(players=64, rounds=6, seed=1, rating_deviation=300)
    scores = {p.number: t.score(p) for p in t.participants}
    assert sum(scores[n] for n in range(1, 17)) > 1.5 * sum(scores[n] for n in range(49, 65))


def test_scoring() -> None:
    t = generated(recipe(players=20, rounds=4, scoring={"white_win": 30, "black_win": 30, "white_draw": 10}))
    assert (t.scoring.white_win, t.scoring.white_draw, t.scoring.black_draw) == (30, 10, 5)
    assert parse_trf(format_trf(t)) == t


def test_people_are_made_up() -> None:
    text = format_trf(ms.generate(players=200, rounds=1, seed=1))
    lines = [line for line in text.splitlines() if line.startswith("001")]
    assert {line[57:68].strip() for line in lines} == {""}, "no FIDE number"
    assert all(re.fullmatch(r"[A-Z]{3}", line[53:56]) for line in lines)
    assert all(re.fullmatch(r"(19|20)\d\d/(0[1-9]|1[0-2])/[0-2]\d", line[69:79]) for line in lines)
    assert all(re.fullmatch(r"[A-Z][a-z]+, [A-Z][a-z]+ *", line[14:47]) for line in lines)
    assert len({line[14:47] for line in lines}) > 195
    assert {line[9] for line in lines} == {"m", "w"}
    assert {line[10:13].strip() for line in lines} >= {"", "FM", "CM", "WFM"}


def test_ranks_are_by_points_then_number() -> None:
    t = ms.generate(players=30, rounds=5, seed=2)
    lines = [line for line in format_trf(t).splitlines() if line.startswith("001")]
    rank = {int(line[4:8]): int(line[85:89]) for line in lines}
    order = sorted(t.participants, key=lambda p: (-t.score(p), p.number))
    assert [rank[p.number] for p in order] == list(range(1, 31))


# ---- how far it is played --------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_round_after_those_played_can_be_paired(system: str) -> None:
    whole = ms.generate(system, players=20, rounds=7, seed=5, **EVENTFUL)
    part = ms.generate(system, players=20, rounds=7, seed=5, played=3, **EVENTFUL)
    assert (part.round, part.rounds) == (4, 7)
    assert [p.games for p in part.participants] == [p.games[:3] for p in whole.participants]
    assert part == parse_trf(format_trf(part))
    assert any(not p.present for p in part.participants)
    assert (set(ms.pair(part).pairs), [b for b in [ms.pair(part).bye] if b]) == recorded(whole, 4)


def test_nothing_played_is_a_list_of_entries() -> None:
    t = ms.generate(players=12, rounds=5, played=0, late=0.3, seed=2)
    assert t.round == 1
    assert {p.requested for p in t.participants} == {None, "Z"}
    assert parse_trf(format_trf(t)) == t


def test_a_round_without_a_legal_pairing_is_an_error_that_names_it() -> None:
    with pytest.raises(ms.ImpossiblePairing, match=r"^seed 0, round 4: no legal pairing of the") as caught:
        ms.generate(players=3, rounds=9, late=0.0, absences=0.0, withdrawals=0.0, forfeits=0.0)
    assert (caught.value.article, caught.value.numbers) == ("2.1", (3, 2, 1))
    assert caught.value.where == "seed 0, round 4"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("system", SYSTEMS)
def test_or_the_tournament_stops_before_it(system: str) -> None:
    t = ms.generate(system, players=4, rounds=9, impossible="stop", seed=1, **NONE)
    assert (t.round, t.rounds) == (4, 9)
    assert parse_trf(format_trf(t)) == t
    with pytest.raises(ms.ImpossiblePairing):
        ms.pair(t)


NONE: dict[str, Any] = dict.fromkeys(("late", "absences", "withdrawals", "forfeits", "board_forfeits"), 0.0)


# ---- teams -----------------------------------------------------------------------------------------


def teams(**settings: Any) -> TeamTournament:
    usual: dict[str, Any] = {"system": "ecu", "players": 20, "rounds": 5, "seed": 4}
    t = generated(recipe(**usual | settings))
    assert isinstance(t, TeamTournament)
    return t


@pytest.mark.parametrize("system", ["ecu", "olympiad"])
@pytest.mark.parametrize("boards", [1, 2, 4, 5])
def test_N_7_10_boards_have_the_colours_of_board_1_in_turn(system: str, boards: int) -> None:
    t = teams(system=system, boards=boards, board_forfeits=0.1)
    assert t.board_colours == "WBWBWBWB"[:boards]
    for p, team in zip(t.participants, t.teams, strict=True):
        for round_, match in enumerate(p.games):
            on = [q.games[round_] for q in team.players if q.games[round_].opponent is not None]
            if match.opponent is None:
                assert not on
                continue
            assert len(on) == boards
            for board, game in enumerate(on, 1):
                assert (game.colour == match.colour) == as_on_board_one(board, t.board_colours)


def test_game_points_are_those_of_the_boards_and_the_match_goes_to_more() -> None:
    t = teams(board_forfeits=0.05, forfeits=0.1)
    worth = {"1": 1, "W": 1, "+": 1, "=": 0.5, "D": 0.5}
    seen = Counter[str]()
    for p, team in zip(t.participants, t.teams, strict=True):
        for round_, match in enumerate(p.games):
            if match.opponent is None:
                continue
            games = [q.games[round_] for q in team.players if q.games[round_].opponent is not None]
            assert match.game_points == sum(worth.get(game.result, 0) for game in games)
            if match.played:
                assert match.result == (
                    "1" if match.game_points > 2 else "=" if match.game_points == 2 else "0"
                )
            else:
                assert {game.result for game in games} == {match.result}
            seen[match.result] += 1
    assert set(seen) >= {"1", "=", "0", "+", "-"}


def test_squads_reserves_and_the_initial_ranking() -> None:
    t = teams(players=40, reserves=2, reserve_games=0.3, unrated=0.0)
    assert [len(team.players) for team in t.teams] == [6] * 40
    fielded = Counter(
        place
        for p, team in zip(t.participants, t.teams, strict=True)
        for round_, match in enumerate(p.games)
        if match.opponent is not None
        for place, q in enumerate(team.players)
        if q.games[round_].opponent is not None
    )
    matches = sum(g.opponent is not None for p in t.participants for g in p.games)
    assert within(fielded[4] + fielded[5], 2 * matches, 0.3)
    assert sum(fielded.values()) == 4 * matches
    for team in t.teams:
        ratings = [q.rating for q in team.players]
        assert ratings == sorted(ratings, reverse=True)
        assert abs(team.strength - average_of_best(ratings)) < 0.051, "to a tenth, as 310 has it"
    order = initial_ranking([(team.name, [q.rating for q in team.players]) for team in t.teams])
    assert order == list(range(40))
    assert len({team.name for team in t.teams}) == 40
    numbers = sorted(chain(*([q.number for q in team.players] for team in t.teams)))
    assert numbers == list(range(1, 241))


def test_reserves_who_never_play_and_none_at_all() -> None:
    for settings in ({"reserves": 2, "reserve_games": 0.0}, {"reserves": 0, "reserve_games": 1.0}):
        t = teams(**settings)
        for team in t.teams:
            for q in team.players[4:]:
                assert {game.opponent for game in q.games} <= {None}


def test_board_forfeits() -> None:
    t = teams(players=60, rounds=7, board_forfeits=0.1, forfeits=0.0, absences=0.0, late=0.0, withdrawals=0.0)
    letters = Counter(g.result for team in t.teams for q in team.players for g in q.games if g.colour == "w")
    assert within(letters["+"] + letters["-"], sum(letters.values()), 0.1)


def test_forfeited_matches_have_a_330() -> None:
    t = teams(forfeits=0.2, double_forfeits=0.5, rounds=7, impossible="stop")
    lines = {line[4:] for line in format_trf(t).splitlines() if line.startswith("330")}
    whites = [
        (p.number, round_, g)
        for p in t.participants
        for round_, g in enumerate(p.games, 1)
        if g.colour == "w" and g.result in "+-"
    ]
    both = {p.number: p.games for p in t.participants}
    assert lines == {
        f"{g.result}{both[g.opponent or 0][round_ - 1].result} {round_:>3} {number:>3} {g.opponent:>3}"
        for number, round_, g in whites
    }
    assert {line[:2] for line in lines} == {"+-", "-+", "--"}


@pytest.mark.parametrize("boards", [1, 3])
def test_a_match_of_which_no_board_is_played_is_forfeited(boards: int) -> None:
    """By the team that board 1 says, on all boards; both sides tell the same."""
    t = teams(boards=boards, board_forfeits=1.0, double_forfeits=0.3, rounds=2)
    letters = set()
    for p, team in zip(t.participants, t.teams, strict=True):
        for round_, match in enumerate(p.games):
            on = {q.games[round_].result for q in team.players if q.games[round_].opponent is not None}
            assert on == ({match.result} if match.opponent is not None else set())
            letters |= on
    assert letters == {"+", "-"}


def test_the_bye_of_a_team_is_in_320_and_on_its_boards() -> None:
    t = teams(players=9, reserves=1, **NONE)
    [line] = [line for line in format_trf(t).splitlines() if line.startswith("320")]
    byes = [next(p.number for p in t.participants if p.games[r].result == "U") for r in range(5)]
    assert line == "320  1.0  2.0 " + " ".join(f"{number:>3}" for number in byes)
    first = t.teams[byes[0] - 1]
    assert [q.games[0].result for q in first.players] == ["U"] * 4 + ["Z"]


def test_teams_are_ranked_by_match_points_game_points_number() -> None:
    t = teams()
    text = format_trf(t)
    rank = {int(line[4:7]): int(line[68:71]) for line in text.splitlines() if line.startswith("310")}
    points = {
        int(line[4:7]): (float(line[54:60]), float(line[61:67]))
        for line in text.splitlines()
        if line.startswith("310")
    }
    order = sorted(rank, key=lambda n: (-points[n][0], -points[n][1], n))
    assert points == {p.number: (t.score(p) / 10, points[p.number][1]) for p in t.participants}
    assert rank[order[0]] == 1


def test_the_ranking_of_teams_by_esb_is_paired_and_not_written_as_trf() -> None:
    t = teams(ranking="esb", **NONE)
    for round_ in range(2, 6):
        assert set(ms.pair(before(t, round_)).pairs) == recorded(t, round_)[0]
    with pytest.raises(InvalidTournament, match="TRF cannot say the ranking 'esb'"):
        format_trf(t)
    assert Tournament.from_dict(t.to_dict()).ranking == "esb"


# ---- settings --------------------------------------------------------------------------------------


def test_the_options_are_all_settings_with_their_defaults() -> None:
    told = {option.name: option.default for group in OPTIONS.values() for option in group}
    assert told.keys() - {"teams"} == {f.name for f in fields(Recipe)} - {"top"}
    for name, default in told.items():
        if default is not None:
            assert getattr(Recipe(), name) == default, name


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 1}, "players 1 is not an integer from 2 to 9999"),
        ({"players": 10_000}, "players 10000 is not an integer from 2 to 9999"),
        ({"players": True}, "players True is not an integer from 2 to 9999"),
        ({"system": "ecu", "teams": 1000}, "teams 1000: there can be up to 999"),
        (
            {"system": "ecu", "teams": 900, "boards": 20},
            "teams 900: with 21 players each they are more than 9999 players",
        ),
        ({"teams": 4}, "teams 4: the rule sets for teams are ecu and olympiad"),
        ({"system": "ecu", "teams": 4, "players": 4}, "teams 4 and players 4 are both given"),
        ({"played": 10}, "played 10 is not an integer from 0 to 9"),
        ({"rounds": 65}, "rounds 65 is not an integer from 1 to 64"),
        ({"seed": -1}, "seed -1 is not an integer from 0"),
        ({"unrated": 1.1}, "unrated 1.1 is not a chance from 0 to 1"),
        ({"forfeits": "0.1"}, "forfeits '0.1' is not a chance from 0 to 1"),
        ({"half_byes": 0.7, "full_byes": 0.7}, "full_byes 0.7 and half_byes 0.7 are more than 1"),
        ({"forbidden": 4, "players": 3}, "forbidden 4 is not an integer from 0 to 3"),
        ({"impossible": "ignore"}, "impossible 'ignore' is none of error, stop"),
        ({"reserves": 65}, "reserves 65 is not an integer from 0 to 64"),
        ({"system": "ecu", "maxi": True}, "teams have no maxi-tournaments"),
        ({"ranking": "esb"}, "players are ranked by number"),
        ({"ratings": (2000, 1900), "players": 3}, "players 3, and there are 2 ratings"),
        ({"ratings": (1900, 2000)}, "ratings must descend"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidTournament, match=re.escape(message)):
        ms.generate(**settings)


def test_unknown_settings_and_systems() -> None:
    for system in ("random", "dutch"):
        with pytest.raises(ms.UnknownSystem):
            ms.generate(system)
    with pytest.raises(TypeError, match="there is no setting 'plaers'"):
        ms.generate(plaers=3)


@pytest.mark.parametrize(
    "r",
    [
        Recipe(),
        Recipe(system="olympiad", players=12, rounds=5, seed=2**100, ranking="esb", **EVENTFUL),
        Recipe(players=3, ratings=(2400, 2300, 0), draw_slope=-1e-05, maxi=True, played=2),
        recipe(scoring={"white_win": 30, "black_win": 30, "half_bye": 15}),
    ],
)
def test_the_config_of_a_recipe_is_that_recipe(r: Recipe, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(config_text(r))
    assert recipe(config=tmp_path / "c.toml") == r


def test_options_win_over_the_config_and_that_over_the_model(tmp_path: Path) -> None:
    model = tmp_path / "model.trf"
    ms.write_trf(ms.generate(players=30, rounds=4, seed=1), model)
    config = tmp_path / "c.toml"
    config.write_text("rounds = 6\nrating-mean = 1500\nplayers = 8\n")
    r = recipe(model=model, config=config, players=10)
    assert (r.players, r.rounds, r.rating_mean) == (10, 6, 1500)
    assert recipe(model=model).size == 30
    config.write_text('model = "model.trf"\nseed = 3\n')
    assert recipe(config=config) == replace(recipe(model=model), seed=3)
    (tmp_path / "club.txt").write_text("2000 1900 1800\n")
    config.write_text('ratings = "club.txt"\nrounds = 2')
    assert recipe(config=config).ratings == (2000, 1900, 1800)
    assert recipe(config=config, model=model).size == 3


# ---- measured of a tournament that was played ------------------------------------------------------


def test_rates_are_found_again(tmp_path: Path) -> None:
    """Of a large tournament: every rate it was generated with, within what chance allows."""
    asked: dict[str, Any] = {
        "forfeits": 0.08, "double_forfeits": 0.3, "unrated_games": 0.1, "absences": 0.1, "half_byes": 0.3,
        "full_byes": 0.2, "late": 0.2, "withdrawals": 0.03, "unrated": 0.25,
    }  # fmt: skip
    t = ms.generate(players=1500, rounds=9, seed=1, noise=0, rating_mean=1900, rating_deviation=150, **asked)
    ms.write_trf(t, tmp_path / "t.trf")
    found = measured(tmp_path / "t.trf")
    assert (found["players"], found["rounds"], found["system"]) == (1500, 9, "lim")
    games = 1500 * 9 // 2
    trials = {"double_forfeits": 400, "half_byes": 1000, "full_byes": 1000, "late": 1500, "unrated": 1500}
    for name, rate in asked.items():
        assert within(round(found[name] * 1000), 1000, rate), name
        n = trials.get(name, games)
        slack = 0.012 if name in ("late", "withdrawals", "absences") else 0.0
        assert abs(found[name] - rate) < 5.5 * np.sqrt(rate * (1 - rate) / n) + slack, name
    assert abs(found["rating_mean"] - 1900) < 25
    assert abs(found["rating_deviation"] - 150) < 15


def test_draws_and_whites_score_are_found_again(tmp_path: Path) -> None:
    t = ms.generate(players=2000, rounds=9, seed=1, noise=0, unrated=0.0, draw_rate=0.5, white_advantage=60)
    ms.write_trf(t, tmp_path / "t.trf")
    found = measured(tmp_path / "t.trf")
    assert abs(found["draw_rate"] - 0.5) < 0.03
    assert abs(found["white_advantage"] - 60) < 15


def test_teams_are_found_again(tmp_path: Path) -> None:
    asked: dict[str, Any] = {
        "boards": 6,
        "reserves": 2,
        "reserve_games": 0.3,
        "board_forfeits": 0.06,
        "board_noise": 80,
    }
    t = teams(system="olympiad", players=100, rounds=9, **asked)
    ms.write_trf(t, tmp_path / "t.trf")
    found = measured(tmp_path / "t.trf")
    assert (found["system"], found["players"], found["boards"], found["reserves"]) == ("olympiad", 100, 6, 2)
    assert abs(found["reserve_games"] - 0.3) < 0.04
    assert abs(found["board_forfeits"] - 0.06) < 0.012
    assert abs(found["board_noise"] - 80) < 40
    assert recipe(model=tmp_path / "t.trf").system == "olympiad"


@needs_shared
@pytest.mark.parametrize(
    "name", ["open_169_r09", "club_trf16", "online_swiss", "many_unplayed", "team_50_trf26"]
)
def test_real_events_are_models(name: str) -> None:
    system = "ecu" if name.startswith("team") else None
    t = ms.generate(system, model=SHARED / "events" / f"{name}.trf", seed=1, impossible="stop")
    assert parse_trf(format_trf(t)) == t
    assert ms.check(t).clean


@needs_shared
def test_what_is_measured_of_a_real_event() -> None:
    """Counted by hand: 15 players, 7 of them unrated; 4 forfeits of 22 games, one of both sides."""
    found = measured(SHARED / "events" / "many_unplayed.trf")
    assert (found["players"], found["rounds"], found["unrated"]) == (15, 7, 0.466667)
    assert (found["forfeits"], found["double_forfeits"]) == (0.181818, 0.25)


# ---- from one file to another ----------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(3))
def test_a_file_becomes_that_of_any_other_time_of_the_tournament(system: str, seed: int) -> None:
    """Rounds are added to a file and taken back; another file altogether, and none."""
    at = [
        ms.generate(system, players=11, rounds=5, seed=seed, played=k, impossible="stop", **EVENTFUL)
        for k in range(6)
    ]
    other = ms.generate(system, players=8, rounds=5, seed=99)
    for t in at:
        for file in (*at, other, replace(other, source=None)):
            changed = replace(t, source=file.source)
            assert parse_trf(format_trf(changed)) == changed
