"""Standings against gacrux, the tie-break checker of FIDE's Technical Commission: values and ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

import medianswiss as ms
from checker import Row, checked, in_force
from medianswiss import Game, Scoring, Settings, Tournament
from medianswiss.ranking.standings import TEAMS
from medianswiss.simulation import simulated
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared
from test_standings import crossed

pytestmark = pytest.mark.unsanitized(reason="there is no C in it")

EVENTS = SHARED / "events"

CODES = (
    "DE", "BH/C1", "BH", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "SB", "SB/C1", "SB/C2", "SB/P", "AOB",
    "PS", "PS/C1", "PS/C2", "WIN", "WON", "BPG", "BWG", "REP", "STD", "ARO/U1400", "ARO/C1/U1400",
    "ARO/M1/U1400", "TPR/U1400", "PTP/U1400", "APRO/U1400", "APPO/U1400", "RTNG/U1400",
    # gacrux keeps what these change of a final round that was lost by forfeit: they come last
    "FB", "FB/C1", "FB/M1", "BH/F", "AOB/F", "TPN",
)  # fmt: skip

EDITIONS = (2024, 2026)

AVERAGES = ("AOB", "AOB/F")
"""8.2 rounds nothing; gacrux does, to as many decimals as keep different averages apart."""


def same(code: str, own: Fraction | None, theirs: Fraction | None) -> bool:
    if code in AVERAGES and own is not None and theirs is not None:
        return abs(own - theirs) <= Fraction(1, 200)
    return own == theirs


def assert_as_checked(t: Tournament, text: str, edition: int, codes: Sequence[str] = CODES) -> None:
    """Every value of every code, and the ranks by all of them; the points too."""
    after = t.round - 1
    codes = codes if codes[0] == "GPTS" else ("PTS", *codes)
    theirs = checked(in_force(text, edition), codes, after)
    own = ms.standings(t, codes, edition=edition)
    assert {row.number for row in own.rows} == theirs.keys()
    for row in own.rows:
        rank, (points, *values) = theirs[row.number]
        assert Fraction(row.points).limit_denominator(10) == points, row.number
        for code, mine, value in zip(own.tiebreaks, row.values, values, strict=True):
            assert same(code, mine, value), (row.number, code)
        assert row.rank == rank, row.number


# Real events ---------------------------------------------------------------------------------------------

INDIVIDUAL = (
    "acceleration_xxa.trf", "announced_byes.trf", "bare_cr_209.trf", "club_trf16.trf", "forbidden_xxp.trf",
    "javafo_style_trf16.trf", "late_entries.trf", "many_unplayed.trf", "online_swiss.trf", "open_169_r09.trf",
    "open_357_r09.trf",
)  # fmt: skip


@needs_shared
def test_every_individual_event_is_compared() -> None:
    teams = {path.name for path in EVENTS.glob("team_*.trf")}
    assert {path.name for path in EVENTS.glob("*.trf")} - teams == set(INDIVIDUAL)


@needs_shared
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", INDIVIDUAL)
def test_values_of_a_real_event_are_those_of_the_checker(name: str, edition: int) -> None:
    t = ms.read_trf(EVENTS / name)
    assert t.source is not None
    text = "\n".join(t.source.lines)
    if name == "club_trf16.trf":
        text = with_colours(text)
    assert_as_checked(t, text, edition)


def with_colours(text: str) -> str:
    """Forfeits in club_trf16.trf have no colours (``153 - -``): gacrux takes both sides for White's.

    A colour nobody played with is in none of the tie-breaks (7.3, 7.4: games played).
    """
    lines = []
    for line in text.splitlines():
        if line.startswith("001"):
            for column in range(91, len(line), 10):
                opponent, colour = line[column : column + 4].strip(), line[column + 5 : column + 6]
                if opponent not in ("", "0000") and colour == "-":
                    new = "w" if int(line[4:8]) < int(opponent) else "b"
                    line = f"{line[: column + 5]}{new}{line[column + 6 :]}"
        lines.append(line)
    return "\n".join(lines)


# Generated events ----------------------------------------------------------------------------------------


def spoiled(t: Tournament, random: Random) -> Tournament:
    """`t` with forfeits, byes, late entries, withdrawals and unrated games in it."""
    games = {p.number: list(p.games) for p in t.participants}
    rate = random.choice([0.0, 0.05, 0.3])
    for round_ in range(t.round - 1):
        for number in games:
            game = games[number][round_]
            rival = game.opponent
            if rival is not None and number < rival and random.random() < rate:
                games[number][round_], games[rival][round_] = unplayed(game, games[rival][round_], random)
    for number in games:
        if random.random() < rate / 2:
            first = random.randrange(t.round)
            away = range(first) if random.random() < 0.4 else range(first, t.round - 1)
            for round_ in away:
                rival = games[number][round_].opponent
                if rival is not None:
                    games[rival][round_] = Game(None, None, random.choice("UFZ"))
                games[number][round_] = Game(None, None, "Z")
    return replace(
        t, participants=tuple(replace(p, games=tuple(games[p.number])) for p in t.participants)
    ).validate()


def unplayed(own: Game, other: Game, random: Random) -> tuple[Game, Game]:
    kind = random.choice(["forfeit", "byes", "unrated", "both lost"])
    if kind == "byes":
        first, second = (Game(None, None, random.choice("HZFU")) for _ in range(2))
        return first, second
    both = {
        "forfeit": random.choice(["+-", "-+", "--"]),
        "unrated": {"1": "WL", "0": "LW", "=": "DD"}[own.result],
        "both lost": "00",
    }[kind]
    return replace(own, result=both[0]), replace(other, result=both[1])


SCORINGS = (
    Scoring(),
    Scoring(pairing_bye=5),
    Scoring(30, 30, 10, 10, 0, 0, 30, 0, 30, 10, 0, 30),
)
"""The usual one, half a point for the bye of the pairing, and three points for a win (162)."""


def generated(count: int) -> Iterator[tuple[int, Tournament]]:
    for k in range(count):
        random = Random(f"standings {k}")
        players = random.choice([5, 8, 16, 31, 60])
        rounds = random.randint(1, min(9, players - 2))
        settings = Settings(players=players, rounds=rounds, seed=k, system=random.choice(["lim", "random"]))
        t = spoiled(simulated(settings, k), random)
        unrated = {p.number for p in t.participants if random.random() < 0.1}
        yield (
            k,
            replace(
                t,
                scoring=random.choice(SCORINGS),
                rounds=random.choice([t.round - 1, t.round + 2]) or None,
                participants=tuple(
                    replace(p, rating=0) if p.number in unrated else p for p in t.participants
                ),
            ),
        )


def assert_generated(count: int) -> None:
    for k, t in generated(count):
        edition = EDITIONS[k % 2]
        try:
            assert_as_checked(t, format_trf(t), edition)
        except AssertionError as error:
            raise AssertionError(f"event {k}: {error}") from error


def test_values_of_generated_events_are_those_of_the_checker() -> None:
    assert_generated(40)


@pytest.mark.slow
def test_values_of_200_generated_events_are_those_of_the_checker() -> None:
    assert_generated(200)


# Teams ---------------------------------------------------------------------------------------------------

TEAM_CODES = (
    "EDE", "EDET", "EDEB", "EDEBT", "EDEBB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EMMSB/C1", "EMGSB/C1",
    "EGMSB/C1", "EGGSB/C1", "EMGSB/C1/P", "BH:MP", "BH:MP/C1", "BH:MP/C1/P", "BH:GP", "BH:GP/C1", "AOB", "PS",
    "PS:GP", "WIN", "WON", "BPG", "BWG", "REP", "STD", "MPVGP", "GPTS", "BC", "TBR", "BBE", "FB", "TPN",
)  # fmt: skip

GAME_POINTS_FIRST = ("GPTS", "EDE", "EDET", "EMGSB", "BH", "BH:MP", "BH/C1", "AOB", "PS", "MPVGP", "MPTS")
"""Not FB: that a final round lost by forfeit was to be played (16.2.3) gacrux minds by match points only."""


@needs_shared
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["team_6_olympiad.trf", "team_9_trf26.trf", "team_forfeit_pab.trf"])
def test_values_of_a_real_team_event_are_those_of_the_checker(name: str, edition: int) -> None:
    """Not team_5_trf26.trf, which gacrux refuses: two players' points are not the sum of their results."""
    t = ms.read_trf(EVENTS / name)
    text = (EVENTS / name).read_text("utf-8")
    assert_as_checked(t, text, edition, TEAM_CODES)


def sample() -> str:
    """The Technical Commission's sample; its 240 names team 50 for the bye that 47 had (docs/formats.md)."""
    text = (EVENTS / "team_50_trf26.trf").read_text("utf-8")
    wrong, right = "240 H   3   26   50", "240 H   3   26   47"
    assert wrong in text
    return text.replace(wrong, right)


@needs_shared
@pytest.mark.parametrize("edition", EDITIONS)
def test_values_of_the_sample_of_50_teams_are_those_of_the_checker(edition: int) -> None:
    text = sample()
    assert_as_checked(parse_trf(text), text, edition, TEAM_CODES)


@needs_shared
def test_ranks_of_the_sample_of_50_teams_by_its_own_list() -> None:
    """All its tie-breaks are built, and the ranks by them are those of the checker.

    The ranks it states are others, by the checker too: they follow Buchholz with the virtual opponents of
    before 2023, not its list.
    """
    text = sample()
    t = parse_trf(text)
    own = ms.standings(t)
    assert own.tiebreaks == ("EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPvGP")
    ranks = {row.number: row.rank for row in own.rows}
    theirs = checked(in_force(text, 2026), ["PTS", *own.tiebreaks], 14)
    assert ranks == {number: rank for number, (rank, _) in theirs.items()}
    stated = {int(line[4:7]): int(line[68:71]) for line in text.splitlines() if line.startswith("310")}
    assert sum(ranks[number] == rank for number, rank in stated.items()) == 19
    assert sorted(stated.values()) == sorted(ranks.values()) == list(range(1, 51))


def generated_teams(count: int) -> Iterator[tuple[int, Tournament]]:
    for k in range(count):
        random = Random(f"standings of teams {k}")
        teams = random.choice([6, 9, 14, 25])
        yield (
            k,
            ms.generate(
                random.choice(["ecu", "olympiad"]),
                seed=k,
                teams=teams,
                rounds=random.randint(2, min(9, teams - 2)),
                boards=random.choice([2, 3, 4]),
                absences=random.choice([0.02, 0.1]),
                forfeits=random.choice([0.0, 0.1]),
                board_forfeits=random.choice([0.0, 0.1]),
                impossible="stop",
            ),
        )


def assert_generated_teams(count: int) -> None:
    for k, t in generated_teams(count):
        text, edition = format_trf(t), EDITIONS[k % 2]
        try:
            assert_as_checked(t, text, edition, TEAM_CODES)
            assert_as_checked(t, text, edition, GAME_POINTS_FIRST)
        except AssertionError as error:
            raise AssertionError(f"event {k}: {error}") from error


def test_values_of_generated_team_events_are_those_of_the_checker() -> None:
    assert_generated_teams(20)


def test_the_order_of_teams_where_nobody_says_one_is_that_of_the_checker() -> None:
    for k, t in generated_teams(20):
        text = in_force(format_trf(t), 2026)
        assert_same_ranks(ms.standings(t), checked(text, ["PTS", *TEAMS], t.round - 1), k)


@pytest.mark.parametrize(
    "record",
    ["202 GPTS,EMGSB/C1", "202 EMGSB/C1,GPTS", "212 GPTS,EMGSB/C1", "212 MPTS,GPTS", "212 PTS,BH"],
)
def test_the_order_by_the_list_of_the_file_is_that_of_the_checker(record: str) -> None:
    """The list of 202 comes after the points, that of 212 has them in it."""
    for k, t in generated_teams(8):
        text = in_force(format_trf(t), 2026) + f"{record}\n"
        assert_same_ranks(ms.standings(parse_trf(text)), checked(text, [], t.round - 1), k)


def assert_same_ranks(own: ms.Standings, theirs: dict[int, Row], event: int) -> None:
    ranks = {number: rank for number, (rank, _) in theirs.items()}
    assert {row.number: row.rank for row in own.rows} == ranks, event


@pytest.mark.slow
def test_values_of_100_generated_team_events_are_those_of_the_checker() -> None:
    assert_generated_teams(100)


# Known differences -----------------------------------------------------------------------------------------


def test_15_a_short_swiss_is_a_round_robin_to_the_checker_unless_it_is_told() -> None:
    """A round robin has no opponent at all for who is absent; in a Swiss there is the virtual one of 16.4."""
    t = crossed(["1-2:1 3:U", "3-1:1 2:H", "2-3:= 1:H"])
    text, own = in_force(format_trf(t), 2026), ms.standings(t, ["BH"])
    values = {row.number: (row.rank, list(row.values)) for row in own.rows}
    as_swiss = checked(text, ["PTS", "BH"], 3)
    assert {number: (rank, found[1:]) for number, (rank, found) in as_swiss.items()} == values
    assert checked(text, ["PTS", "BH"], 3, swiss=False) != as_swiss


@needs_shared
def test_the_checker_refuses_points_of_players_that_are_not_the_sum_of_their_results() -> None:
    """Of teams they are informative (formats, 001), and we go on."""
    text = (EVENTS / "team_5_trf26.trf").read_text("utf-8")
    refused = pytest.importorskip("gacrux.gacruxexeptions").GacruxInputError
    with pytest.raises(refused, match=r"player\(s\) 9, 18"):
        checked(text, ["MPTS"], 1)
    assert len(ms.standings(parse_trf(text), ["WIN", "BH", "AOB"]).rows) == 5
