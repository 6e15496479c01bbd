"""Real tournament files, from the text to the round: legal, the same from core and reference, as known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legality import check
from medianswiss import Tournament, read_trf
from paths import SHARED, needs_shared
from twins import Refusal, met, paired, refused

EVENTS = SHARED / "events"


def load(name: str, system: str = "lim") -> Tournament:
    """The tournament of a file; where it does not say so, one round is to come and White was drawn."""
    t = read_trf(EVENTS / name, system=system)
    return replace(t, rounds=t.rounds or t.round + 1, initial_colour=t.initial_colour or "white")


@needs_shared
@pytest.mark.parametrize(
    ("name", "present"),
    [
        ("announced_byes.trf", 4),
        ("bare_cr_209.trf", 209),
        ("club_trf16.trf", 284),
        ("forbidden_xxp.trf", 6),
        ("javafo_style_trf16.trf", 49),
        ("late_entries.trf", 13),
        ("many_unplayed.trf", 15),
        ("online_swiss.trf", 206),
        ("open_169_r09.trf", 169),
        ("open_357_r09.trf", 357),
    ],
)
def test_real_event(name: str, present: int) -> None:
    t = load(name)
    assert sum(p.present for p in t.participants) == present
    check(t, paired(t))


@needs_shared
@pytest.mark.parametrize("system", ["ecu", "olympiad"])
@pytest.mark.parametrize("name", ["team_6_olympiad.trf", "team_9_trf26.trf", "team_forfeit_pab.trf"])
def test_real_event_of_teams(name: str, system: str) -> None:
    t = load(name, system)
    t = replace(t, rounds=t.round + 1)
    check(t, paired(t))


@needs_shared
@pytest.mark.parametrize("name", ["javafo_style_trf16.trf", "many_unplayed.trf", "open_169_r09.trf"])
@pytest.mark.parametrize("last", [False, True])
def test_real_event_as_a_maxi_tournament(name: str, last: bool) -> None:
    t = load(name)
    t = replace(t, rounds=t.round + (not last), maxi=True)
    check(t, paired(t))


@needs_shared
def test_case_colour_block() -> None:
    """Article 6: in the last round 1-2 and 3-4, before it nothing."""
    assert met(load("cases/colour_block.trf")) == {(1, 2), (3, 4)}
    assert refused(load("cases/colour_block_not_last.trf")) == Refusal("2.1", (4, 3, 2, 1))


@needs_shared
def test_case_pod4() -> None:
    assert met(load("cases/pod4_r3.trf")) == {(1, 4), (2, 3)}


@needs_shared
@pytest.mark.parametrize(
    ("name", "numbers"), [("k33_r4", (6, 3)), ("leader_r6", (6, 1)), ("no_legal_odd", (5, 4, 3, 2, 1))]
)
def test_cases_without_a_legal_round(name: str, numbers: tuple[int, ...]) -> None:
    assert refused(load(f"cases/{name}.trf")) == Refusal("2.1", numbers)


@needs_shared
def test_forbidden_pairs_of_a_file() -> None:
    """One legal round; without the restriction there is a second one."""
    made = paired(load("forbidden_xxp.trf"))
    assert {(min(board), max(board)) for board in made.pairs} == {(1, 3), (2, 4), (5, 6)}
    assert (5, 6) in made.pairs


@needs_shared
def test_announced_byes_of_a_file() -> None:
    """The last column has a letter for everyone, so it is played."""
    made = paired(load("announced_byes.trf"))
    assert (made.round, made.pairs) == (6, ((4, 1), (2, 3)))
