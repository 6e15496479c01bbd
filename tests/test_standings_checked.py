"""Standings against gacrux, the tie-break checker of FIDE's Technical Commission: values and ranks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

import medianswiss as ms
from checker import checked, in_force
from medianswiss import Game, Scoring, Settings, Tournament
from medianswiss.simulation import simulated
from medianswiss.trf import format_trf
from paths import SHARED

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


def assert_as_checked(t: Tournament, text: str, edition: int) -> None:
    """Every value of every code, and the ranks by all of them; the points too."""
    after = t.round - 1
    theirs = checked(in_force(text, edition), ["PTS", *CODES], after)
    own = ms.standings(t, CODES, edition=edition)
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


def test_every_individual_event_is_compared() -> None:
    if EVENTS.is_dir():
        teams = {path.name for path in EVENTS.glob("team_*.trf")}
        assert {path.name for path in EVENTS.glob("*.trf")} - teams == set(INDIVIDUAL)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", INDIVIDUAL)
def test_values_of_a_real_event_are_those_of_the_checker(name: str, edition: int) -> None:
    if not EVENTS.is_dir():
        pytest.skip("no real files beside the project")
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
