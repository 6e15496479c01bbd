"""`check`: planted faults are named, and what the rules paired is clean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import medianswiss as ms
from medianswiss import Finding, Game, Participant, Settings, Step, Tournament
from medianswiss.generation.generate import Recipe, generated
from medianswiss.simulation import simulated
from medianswiss.trf import format_trf, parse_trf
from recorded import (
    after_rounds,
    clean,
    colours_exchanged,
    events,
    exchanged,
    histories,
    last_by_the_rules,
    last_round,
    pairs_of,
    two_pairs,
    with_last_round,
)
from trf_texts import player, trf

SYSTEMS = ("lim", "ecu", "olympiad")
MET = {"lim": "2.1 [9.1]", "ecu": "N.5.3", "olympiad": "6.1"}
BYE = {"lim": "1.1 [8]", "ecu": "N.5.4", "olympiad": "4"}

every_system = pytest.mark.parametrize("system", SYSTEMS)
team_systems = pytest.mark.parametrize("system", ["ecu", "olympiad"])


def last_of(t: Tournament) -> ms.CheckedRound:
    """The last round, checked; those before it are clean."""
    *before, last = ms.check(t).rounds
    assert all(checked.clean for checked in before)
    return last


def found(t: Tournament) -> dict[str, Finding]:
    """The broken rules of the last round by their names."""
    return {finding.rule: finding for finding in last_of(t).findings}


@st.composite
def some_settings(draw: st.DrawFn, system: str) -> Settings:
    """Tournaments with everything that a simulation offers."""
    chance = st.sampled_from((0.0, 0.0, 0.05, 0.2))
    return Settings(
        system=system,
        players=draw(st.integers(2, 40)),
        rounds=draw(st.integers(1, 11)),
        seed=draw(st.integers(0, 2**64)),
        absences=draw(chance),
        half_byes=draw(st.sampled_from((0.0, 0.5, 1.0))),
        late=draw(chance),
        withdrawals=draw(chance),
        forfeits=draw(chance),
        maxi=system == "lim" and draw(st.booleans()),
        ranking="number" if system == "lim" else draw(st.sampled_from(("number", "esb"))),
    )


# ---- ten planted faults and more: each is named ----


@every_system
def test_2_1_a_rematch(system: str) -> None:
    t = clean(system)
    met = {
        p.number: {g.opponent: r for r, g in enumerate(p.games[:-1], 1) if g.played} for p in t.participants
    }
    a, b, planted = next(
        (a, d, exchanged(t, b, d)) for (a, b), (c, d) in two_pairs(t) if d in met[a] and b not in met[c]
    )
    finding = found(planted)["rematch"]
    low, high = min(a, b), max(a, b)
    assert (finding.article, finding.who) == (MET[system], (low, high))
    assert finding.text == f"#{low} and #{high} met in round {met[a][b]}"


@every_system
def test_2_1_a_forbidden_pair(system: str) -> None:
    """Whom the arbiter does not allow to meet, recorded against each other."""
    a, b = pairs_of(clean(system))[0]
    t = replace(clean(system), forbidden=((a, b),))
    finding = found(t)["forbidden pair"]
    assert (finding.article, finding.who) == (MET[system], (min(a, b), max(a, b)))
    assert last_of(t).differences


def test_5_1_1_a_third_colour_in_a_row() -> None:
    def planted() -> Iterator[Tournament]:
        for t in events("lim"):
            of = histories(t)
            for white, black in pairs_of(t):
                if of[black].endswith("ww") and of[black].count("w") - of[black].count("b") < 2:
                    yield colours_exchanged(t, white)

    t = next(planted())
    finding = found(t)["third colour in a row"]
    assert finding.article == "5.1.1 [12.1 a]"
    assert finding.text == f"#{finding.who[0]} has White for the third time in a row"
    assert "colour difference" not in found(t)


def test_5_1_2_a_colour_difference_of_three() -> None:
    def planted() -> Iterator[Tournament]:
        for t in events("lim", rounds=9, players=20):
            of = histories(t)
            for white, _black in pairs_of(t):
                if of[white].count("b") - of[white].count("w") == 2 and not of[white].endswith("bb"):
                    yield colours_exchanged(t, white)

    t = next(planted())
    finding = found(t)["colour difference"]
    assert finding.article == "5.1.2 [12.1 b]"
    assert finding.text == f"#{finding.who[0]} has Black 3 times more than White"
    assert finding.who[0] not in [f.who[0] for f in last_of(t).findings if f.rule == "third colour in a row"]


@every_system
def test_5_4_wrong_colours(system: str) -> None:
    """The same pair with the other colours: the rule is that of the colours of the pair."""
    t = clean(system)
    white, black = pairs_of(t)[2]
    [difference] = last_of(colours_exchanged(t, white)).differences
    assert difference.rows == (((black, white), (white, black)),)
    step = next(s for s in reversed(last_by_the_rules(t).trace) if s.who == (white, black))
    assert (difference.rule, difference.article) == (step.rule, step.article)
    assert difference.text == f"#{white} should have White against #{black} ({step.rule})"


@every_system
def test_1_1_a_second_bye(system: str) -> None:
    t = after_rounds(clean(system), 4)
    had = [p.number for p in t.participants for g in p.games[:-1] if g.result == "U"]
    has = next(n for n, g in last_round(t).items() if g.result == "U")
    planted = exchanged(t, had[0], has)
    finding = found(planted)["second bye"]
    assert (finding.article, finding.who) == (BYE[system], (had[0],))
    round_ = next(r for r, g in enumerate(t.participants[had[0] - 1].games, 1) if g.result == "U")
    assert finding.text == f"the bye is given to #{had[0]}, who had it in round {round_}"
    [difference, *_] = last_of(planted).differences
    assert (difference.rule, difference.article) == ("bye", BYE[system])
    assert difference.text == f"the bye belongs to #{has}, not to #{had[0]}"


@pytest.mark.parametrize(
    ("system", "letter", "why"),
    [
        *((system, "F", "had a full-point bye in round 1") for system in SYSTEMS),
        *((system, "+", "won by forfeit in round 1") for system in SYSTEMS),
        ("ecu", "H", "had a half-point bye in round 1"),
        ("olympiad", "Z", "was not paired from round 1"),
    ],
)
def test_1_1_the_bye_of_one_who_may_not_have_it(system: str, letter: str, why: str) -> None:
    t = small(system, letter)
    finding = found_in(t, 2)["bye barred"]
    assert (finding.article, finding.who) == (BYE[system], (1,))
    assert finding.text == f"the bye is given to #1, who {why}"


@pytest.mark.parametrize(("system", "letter"), [("lim", "H"), ("lim", "Z"), ("olympiad", "H"), ("ecu", "Z")])
def test_1_1_the_bye_of_one_who_may_have_it(system: str, letter: str) -> None:
    assert found_in(small(system, letter), 2) == {}


def found_in(t: Tournament, round_: int) -> dict[str, Finding]:
    [checked] = ms.check(t, round=round_).rounds
    return {finding.rule: finding for finding in checked.findings}


def small(system: str, letter: str) -> Tournament:
    """#1 has that letter in round one and the bye in round two; three others."""
    games = {
        1: (Game(2, "w", "+") if letter == "+" else Game(None, None, letter), Game(None, None, "U")),
        2: (Game(1, "b", "-") if letter == "+" else Game(None, None, "Z"), Game(4, "w", "=")),
        3: (Game(4, "w", "="), Game(None, None, "Z")),
        4: (Game(3, "b", "="), Game(2, "b", "=")),
    }
    people = tuple(Participant(n, games=of) for n, of in games.items())
    return Tournament(people, system, 5, 3, "white")


@every_system
def test_1_1_the_bye_for_the_wrong_one(system: str) -> None:
    t = after_rounds(clean(system), 4)
    has = next(n for n, g in last_round(t).items() if g.result == "U")
    free = [p.number for p in t.participants if not {g.result for g in p.games} & set("UF+")]
    planted = exchanged(t, free[0], has)
    checked = last_of(planted)
    assert not [f for f in checked.findings if f.article == BYE[system]]
    assert checked.differences[0].text == f"the bye belongs to #{has}, not to #{free[0]}"
    assert ((free[0], None), (has, None)) in checked.differences[0].rows


@every_system
def test_1_1_two_byes_in_an_even_field(system: str) -> None:
    t = after_rounds(clean(system, players=16), 1)
    white, black = pairs_of(t)[3]
    planted = with_last_round(t, last_round(t) | dict.fromkeys((white, black), Game(None, None, "U")))
    low, high = min(white, black), max(white, black)
    findings = found(planted)
    assert findings["two byes"].text == f"#{low} and #{high} have the bye of one round"
    assert findings["bye in an even field"].text == (
        f"#{low} and #{high} have the bye, and the number to be paired is even"
    )
    assert {f.article for f in findings.values()} == {BYE[system]}


@team_systems
def test_7_3_limits_broken_while_they_could_be_kept(system: str) -> None:
    def planted() -> Iterator[Tournament]:
        for t in events(system):
            of = histories(t)
            for white, black in pairs_of(t):
                if of[black].endswith("ww") and of[white][-2:] != "bb":
                    yield colours_exchanged(t, white)

    t = next(planted())
    finding = found(t)["third colour in a row"]
    assert finding.article == {"ecu": "N.7.3.2", "olympiad": "7.3"}[system]


@team_systems
def test_7_4_limits_broken_where_they_cannot_be_kept(system: str) -> None:
    """Two with WW, who must meet: limits never make a pairing illegal."""
    games = {
        1: (Game(3, "w", "="), Game(4, "w", "="), Game(2, "w", "=")),
        2: (Game(4, "w", "="), Game(3, "w", "="), Game(1, "b", "=")),
        3: (Game(1, "b", "="), Game(2, "b", "="), Game(4, "w", "=")),
        4: (Game(2, "b", "="), Game(1, "b", "="), Game(3, "b", "=")),
    }
    t = Tournament(tuple(Participant(n, games=of) for n, of in games.items()), system, 3, 4, "white")
    [checked] = ms.check(t, round=3).rounds
    assert checked.findings == ()
    assert checked.ours is not None
    assert {frozenset(pair) for pair in checked.ours.pairs} == {frozenset((1, 2)), frozenset((3, 4))}


# ---- where the record leaves the procedure: the first decision it does not follow ----


def floating(system: str, rule: str) -> Iterator[tuple[int, int, Tournament]]:
    """Where a rule makes one float before another, who then stays: both, and a record in which they changed
    places."""
    for t in events(system, players=30 if system == "lim" else 16, rounds=9):
        made = last_by_the_rules(t)
        floaters = {floater.number for floater in made.floaters}
        for step in made.trace if made.cracked == 0 else ():
            if step.rule == rule and len(step.who) > 1 and step.who[1] not in floaters:
                floater, other = step.who[:2]
                yield floater, other, exchanged(t, floater, other)


@pytest.mark.parametrize(
    ("system", "rule", "article", "why"),
    [
        ("lim", "leaving costs a pair", "2.3, 4.4 [9.3, 11.4]", "the leaving of #{1} would cost a pair"),
        ("lim", "floater d", "3.9 [10.9]", "floaters of type d come first"),
        ("lim", "floated before", "3.10 [10.10]", "#{1} floated in the previous round"),
        ("lim", "due like most", "3.2.2 [10.2.2]", "#{0} is due the colour that most are due"),
        ("lim", "largest number", "3.2.4 [10.2.4]", "the number decides"),
        ("ecu", "leaving costs a pair", "N.6 2", "the leaving of #{1} would cost a pair"),
        ("ecu", "floater", "N.6 2", "#{1} has met all of the next group"),
        ("ecu", "far end", "N.6 2", "the rank decides"),
        ("olympiad", "leaving costs a pair", "8.2", "the leaving of #{1} would cost a pair"),
        ("olympiad", "floater", "8.2", "#{1} has met all of the next group"),
        ("olympiad", "far end", "8.2", "the rank decides"),
    ],
)
def test_3_a_wrong_floater(system: str, rule: str, article: str, why: str) -> None:
    """3.9, 3.10, 3.2, 2.3; N.6, 8.2: one floats who should have stayed, and the rule is that which parts the
    two."""
    floater, other, planted = next(floating(system, rule))
    [difference, *_] = last_of(planted).differences
    assert (difference.rule, difference.article) == (rule, article)
    assert difference.text == f"#{floater} should float, not #{other} ({why.format(floater, other)})"


GROUPS = ("round one", "group down", "group up", "median", "middle group")


def searches(t: Tournament) -> Iterator[tuple[str, list[int], list[Step], Step]]:
    """Everybody who looks for an opponent: the kind of group, who is left, who was passed over, the pair."""
    kind, left, passed = "", list[int](), list[Step]()
    made = last_by_the_rules(t)
    for step in made.trace if made.cracked == 0 else ():
        if step.rule in GROUPS:
            kind, left, passed = step.rule, list(step.who), []
        elif step.rule.startswith("floater ") or step.rule in ("floater", "moves on"):
            left.remove(step.who[0])
        elif step.rule in ("opponent", "first available"):
            left = [n for n in left if n not in step.who]
            yield kind, left, [s for s in passed if s.who[0] == step.who[0]], step
        else:
            passed.append(step)


@pytest.mark.parametrize("where", ["group down", "group up", "median"])
def test_4_2_an_exchange_in_the_wrong_order(where: str) -> None:
    """4 [11]: the first one of a group, scrutinised, meets somebody who is asked later than its opponent."""
    for t in events("lim", players=30):
        for kind, left, passed, step in searches(t):
            if kind == where and step.article[:3] == "4.2" and len(left) > 2 and not passed:
                a, b = step.who
                [difference, *_] = last_of(exchanged(t, b, left[0])).differences
                assert (difference.rule, difference.article) == (step.rule, "4.2, 5.2 [11.2, 12.2]")
                assert difference.text == f"#{a} should meet #{b}, not #{left[0]} (who is asked later)"
                return
    raise AssertionError("no such group")


def passed_over(system: str, rule: str, found: str, players: int = 14) -> tuple[Step, Step, int, Tournament]:
    """One refused for that reason, who is still free: its step, that of the pair, and a record in which the
    one who looked meets it."""
    for t in events(system, players=players, rounds=9, seeds=200):
        for _, left, passed, step in searches(t):
            for refusal in passed:
                other = refusal.who[1]
                if (refusal.rule, step.rule) == (rule, found) and other in left:
                    return refusal, step, other, exchanged(t, step.who[1], other)
    raise AssertionError("nobody is passed over so")


@pytest.mark.parametrize(
    ("system", "rule", "article", "why"),
    [
        ("lim", "met", "2.1 [9.1]", "they may not meet"),
        ("lim", "colour limits", "2.1, 5.1 [9.1, 12.1]", "the colours of both do not allow it"),
        ("lim", "due the same colour", "5.2 [12.2]", "both are due the same colour"),
        ("lim", "leaves others", "4.4 [11.4]", "others would stay without an opponent"),
        ("ecu", "met", "N.5.3", "they may not meet"),
        ("ecu", "colour limits", "N.7.3", "the colours of both do not allow it"),
        ("ecu", "leaves others", "N.6 3", "others would stay without an opponent"),
        ("olympiad", "met", "6.1", "they may not meet"),
        ("olympiad", "colour limits", "7.3", "the colours of both do not allow it"),
        ("olympiad", "leaves others", "9.3", "others would stay without an opponent"),
        ("olympiad", "keeps fewer pairs", "8.3", "the group would keep fewer pairs"),
    ],
)
def test_4_2_an_opponent_who_is_passed_over(system: str, rule: str, article: str, why: str) -> None:
    """One meets somebody who was refused: the rule is the reason."""
    refusal, step, other, planted = passed_over(system, rule, "opponent")
    (a, b), [difference, *_] = step.who, last_of(planted).differences
    assert (difference.rule, difference.article) == (rule, refusal.article)
    assert article in refusal.article or refusal.article == "3.6 [10.6]"
    assert difference.text == f"#{a} should meet #{b}, not #{other} ({why})"


def test_5_2_nobody_suits() -> None:
    """Two are due the same colour, and so are all: the order decides."""
    _, step, other, planted = passed_over("lim", "due the same colour", "first available")
    (a, b), [difference, *_] = step.who, last_of(planted).differences
    assert (difference.rule, difference.article) == ("first available", step.article)
    assert difference.text == f"#{a} should meet #{b}, not #{other} (nobody suits, and #{b} is asked first)"


def test_3_6_a_wrong_opponent_in_the_median() -> None:
    """3.6 [10.6]: one who floated into the median meets somebody who is asked later."""
    for t in events("lim", players=30):
        for kind, left, passed, step in searches(t):
            if kind == "median" and step.article == "3.6 [10.6]" and left and not passed:
                a, b = step.who
                [difference, *_] = last_of(exchanged(t, b, left[-1])).differences
                assert (difference.rule, difference.article) == (step.rule, "3.6 [10.6]")
                assert difference.text == f"#{a} should meet #{b}, not #{left[-1]} (who is asked later)"
                return
    raise AssertionError("nobody floated into the median")


@every_system
@given(st.data())
def test_the_columns_are_what_is_in_one_pairing_only(system: str, data: st.DataObject) -> None:
    """Whoever changes places; and every rule that is named is a step of our pairing."""
    t = simulated(data.draw(some_settings(system)), 0)
    assume(t.round > 1)
    there = [n for n, g in last_round(t).items() if g.opponent is not None or g.result == "U"]
    assume(len(there) > 1)
    planted = t
    for _ in range(data.draw(st.integers(1, 3))):
        a, b = data.draw(st.permutations(there))[:2]
        if last_round(planted)[a].opponent != b:
            planted = exchanged(planted, a, b)
    checked = last_of(planted)
    steps = {(s.rule, s.article, s.who) for s in last_by_the_rules(planted).trace}
    for d in checked.differences:
        assert (d.rule, d.article, d.who) in steps
        assert d.text
    rows = [row for d in checked.differences for row in d.rows]
    recorded, ours = places_of(planted), places_of(t)
    assert sorted(map(str, (r for r, _ in rows if r is not None))) == sorted(map(str, recorded - ours))
    assert sorted(map(str, (o for _, o in rows if o is not None))) == sorted(map(str, ours - recorded))
    for r, o in rows:
        assert r is None or o is None or set(r) & set(o)


def places_of(t: Tournament) -> set[tuple[int, int | None]]:
    """White and Black of the last round, and who has the bye and None."""
    return {*pairs_of(t), *((n, None) for n, g in last_round(t).items() if g.result == "U")}


# ---- what only a file tells: who was there ----


def four_rounds(third: dict[int, str], *extra: str) -> str:
    """Six players after four rounds, of whom some have another cell in round 3."""
    games = {
        1: ("4w1", "2b1", "3w1", "5b1"),
        2: ("5b1", "1w0", "4b1", "3w1"),
        3: ("6w1", "5b1", "1b0", "2b0"),
        4: ("1b0", "6w1", "2w0", "6b1"),
        5: ("2w0", "3w0", "6b1", "1w0"),
        6: ("3b0", "4b0", "5w0", "4w0"),
    }
    lines = [
        player(n, *(third.get(n, cell) if r == 2 else cell for r, cell in enumerate(of)))
        for n, of in games.items()
    ]
    return trf("XXR 5", "152 W", *extra, *lines)


def without_round_four(*gone: int, after: tuple[str, ...] = ()) -> Tournament:
    """Four rounds, and of some the last is deleted."""
    lines = four_rounds({}).splitlines(keepends=True)
    width = len(max(lines, key=len)) - 1
    cut = {f"001 {n:>4}" for n in gone}
    kept = (f"{line[: width - 10]}\n" if line[:8] in cut else line for line in lines)
    return replace(parse_trf("".join((*kept, *after))), system="lim")


def test_a_pair_deleted_from_the_last_round_is_noted() -> None:
    """Two who left, or a game that was lost: nobody can tell."""
    note = "nothing is recorded of #4, #6 in round 4: taken as absent"
    assert ms.check(without_round_four(4, 6)).notes == (note,)
    assert ms.check(without_round_four(4, 6), round=4).notes == (note,)
    assert ms.check(without_round_four(4, 6), round=3).notes == ()
    assert ms.check(without_round_four()).notes == ()


def test_who_is_said_to_be_away_from_the_last_round_is_not_noted() -> None:
    said = ("240 Z   4    4    6\n",)
    assert ms.check(without_round_four(4, 6, after=said)).notes == ()


def test_a_player_is_missing() -> None:
    """A blank between two rounds it was paired in: it was there."""
    t = replace(parse_trf(four_rounds({5: "", 6: ""})), system="lim")
    [checked] = ms.check(t, round=3).rounds
    assert checked.recorded.left_out == (5, 6)
    findings = [(f.rule, f.article, f.who) for f in checked.findings]
    assert findings == [("left out", "1.1 [8]", (5,)), ("left out", "1.1 [8]", (6,))]
    assert checked.findings[0].text == "#5 was there, and has neither an opponent nor the bye"
    assert any((None, ours) in d.rows for d in checked.differences for ours in [(5, 6), (6, 5)])


def test_a_bye_beside_a_missing_player() -> None:
    """The number is even, and one of a pair has the bye, the other nothing."""
    t = replace(parse_trf(four_rounds({5: "U", 6: ""})), system="lim")
    findings = found_in(t, 3)
    assert findings["bye in an even field"].who == (5,)
    assert findings["left out"].who == (6,)


@pytest.mark.parametrize("cell", ["Z", "H", "F"])
def test_a_letter_says_that_it_was_away(cell: str) -> None:
    t = replace(parse_trf(four_rounds({5: cell, 6: "Z"})), system="lim")
    assert "left out" not in found_in(t, 3)


@pytest.mark.parametrize("letter", ["Z", "H"])
def test_240_says_that_it_was_away(letter: str) -> None:
    t = replace(parse_trf(four_rounds({5: "", 6: ""}, f"240 {letter}   3    5    6")), system="lim")
    assert "left out" not in found_in(t, 3)


def test_who_has_left_or_has_not_come_is_away() -> None:
    """Blanks at the beginning and at the end."""
    text = trf(
        "XXR 5",
        "152 W",
        player(1, "2w1", "3b1", "4w1"),
        player(2, "1b0", "", ""),
        player(3, "4w1", "1w0", ""),
        player(4, "3b0", "", "1b0"),
    )
    t = replace(parse_trf(text), system="lim")
    assert [r.recorded.left_out for r in ms.check(t).rounds] == [(), (4,), ()]


# ---- a recorded round is a fact ----


@every_system
def test_rounds_after_a_fault_are_checked_on_what_was_played(system: str) -> None:
    """The fault is in round 3; what is paired on it is clean."""
    t = exchanged(after_rounds(clean(system), 3), *planted_in_round_3(system))
    t = replace(t, system=system)
    for _ in range(2):
        made = ms.pair(t)
        t = played(t, made)
    assert [checked.clean for checked in ms.check(t).rounds] == [True, True, False, True, True]


def planted_in_round_3(system: str) -> tuple[int, int]:
    (_, b), (_, d) = next(two_pairs(after_rounds(clean(system), 3)))
    return b, d


def played(t: Tournament, made: ms.RoundPairing) -> Tournament:
    """`t` with that round, all games drawn."""
    games = {p.number: Game(None, None, "Z") for p in t.participants}
    for white, black in made.pairs:
        games |= {white: Game(black, "w", "="), black: Game(white, "b", "=")}
    if made.bye is not None:
        games[made.bye] = Game(None, None, "U")
    people = tuple(replace(p, games=(*p.games, games[p.number])) for p in t.participants)
    return replace(t, participants=people, round=t.round + 1)


# ---- article 6, and rounds that the rules cannot pair ----


def match(*rounds: str, system: str = "lim", planned: int = 5, **choices: Any) -> Tournament:
    """Rounds such as ``"1-2 4-3"``, White first: all games drawn, ``5-`` the bye, ``1-2+`` and ``1-2-``
    forfeits with colours, ``1?2`` one without."""
    numbers = sorted({int(n) for text in rounds for n in re.findall(r"\d+", text)})
    games: dict[int, list[Game]] = {n: [] for n in numbers}
    for text in rounds:
        for white, how, black, forfeit in re.findall(r"(\d+)([-?])(\d*)([+-]?)", text):
            if not black:
                games[int(white)].append(Game(None, None, "U"))
                continue
            colours = ("w", "b") if how == "-" else (None, None)
            results = {"": "==", "+": "+-", "-": "-+"}[forfeit or "+" * (how == "?")]
            games[int(white)].append(Game(int(black), colours[0], results[0]))
            games[int(black)].append(Game(int(white), colours[1], results[1]))
        for of in games.values():
            of += [Game(None, None, "Z")] * (max(map(len, games.values())) - len(of))
    people = tuple(Participant(n, games=tuple(of)) for n, of in games.items())
    return Tournament(people, system, planned, len(rounds) + 1, "white", **choices).validate()


TWICE = ("1-3 2-4", "1-4 2-3")
"""#1 and #2 had White twice, #3 and #4 Black; all have one point."""


def test_6_equal_scores_have_no_limits_in_the_last_round() -> None:
    last = (*TWICE, "1-2 3-4")
    assert "third colour in a row" in found_in(match(*last), 3)
    assert found_in(match(*last, planned=3), 3) == {}


def test_6_limits_hold_where_one_allocation_keeps_them() -> None:
    """5.1.1 in the last round: 3-1 would keep both within the limits, 1-3 breaks them."""
    t = match("1-3 2-4", "1-4 2-3", "1-2 3-4", "3-1 4-2", planned=4, forbidden=())
    assert found_in(t, 4).keys() == {"rematch"}
    t = match("1-3 2-4", "1-4 2-3", "1-2 3-4", "1-3 4-2", planned=4)
    assert found_in(t, 4)["third colour in a row"].who == (1,)


def test_6_different_scores_have_limits_unless_the_round_needs_it() -> None:
    """#1 has beaten all: with colours ignored 1-2 is legal, for nobody else is left."""
    games = {
        1: ("3w1", "4w1", "2w1"),
        2: ("4w=", "3w=", "1b0"),
        3: ("1b0", "2b=", "4b="),
        4: ("2b=", "1b0", "3w="),
    }
    t = replace(parse_trf(trf("XXR 3", "152 W", *(player(n, *of) for n, of in games.items()))), system="lim")
    assert found_in(t, 3) == {}
    assert "third colour in a row" in found_in(replace(t, rounds=4), 3)


@every_system
def test_a_round_that_cannot_be_paired(system: str) -> None:
    """Four have met each other: the rules pair nothing, and the record breaks one."""
    t = match("1-2 3-4", "3-1 4-2", "1-4 2-3", "2-1 3-4", system=system, planned=9)
    checked = ms.check(t).rounds[3]
    assert checked.ours is None
    assert checked.impossible is not None
    assert (
        checked.impossible.article == MET[system].split(" [")[0] or checked.impossible.article in MET[system]
    )
    assert [f.rule for f in checked.findings][:2] == ["rematch", "rematch"]
    assert checked.differences == ()
    assert not checked.clean
    assert checked.to_dict()["impossible"] == {
        "article": checked.impossible.article,
        "numbers": list(checked.impossible.numbers),
    }


# ---- forfeits ----


def test_a_forfeited_game_is_no_meeting() -> None:
    t = match("1-2+ 3-4", "2-1 4-3")
    assert "rematch" in found_in(t, 2)
    assert found_in(t, 2)["rematch"].who == (3, 4)


def test_a_forfeited_game_without_colours_is_compared_by_opponents() -> None:
    t = match("1-3 4-2", "1?2 3?4")
    [checked] = ms.check(t, round=2).rounds
    assert not any(meeting.coloured for meeting in checked.recorded.meetings)
    assert checked.clean
    assert checked.to_dict()["recorded"]["colours_unknown"] == [[1, 2], [3, 4]]
    t = match(*TWICE, "1?2 3?4")
    finding = found_in(t, 3)["colour limits"]
    assert finding.text == "whatever the colours of #3 and #4, one breaks the limits"
    assert found_in(match(*TWICE, "1?2 3?4", planned=3), 3) == {}


def test_a_forfeited_game_is_compared_by_its_colours() -> None:
    clean_, turned = match("1-3 4-2", "3-2+ 1-4"), match("1-3 4-2", "2-3- 1-4")
    assert [d.rows for d in ms.check(clean_, round=2).rounds[0].differences] != [
        d.rows for d in ms.check(turned, round=2).rounds[0].differences
    ]


# ---- what a record does not say ----


def test_the_colour_drawn_is_what_most_of_round_one_show() -> None:
    """One pair of round one has the wrong colours, and is the only one that is told."""
    t = after_rounds(clean("lim", 20), 1)
    drawn = t.initial_colour
    white, _ = min(pairs_of(t), key=min)
    t = colours_exchanged(replace(t, initial_colour=None), white)
    report = ms.check(t)
    assert (report.initial_colour, report.colour_source) == (drawn, "round one")
    assert [d.rule for d in report.rounds[0].differences] == ["lot"]
    assert report.notes == (f"nobody says which colour was drawn for #1; round 1 shows {drawn}",)


def test_the_colour_drawn_is_assumed_where_round_one_shows_none() -> None:
    report = ms.check(replace(match("1?2"), initial_colour=None))
    assert (report.initial_colour, report.colour_source) == ("white", "assumed")
    assert report.notes[0].endswith("white is assumed")


@every_system
def test_the_colour_drawn_is_that_of_the_first_place(system: str) -> None:
    """By place for players, by number for teams: #1 is away."""
    people = tuple(Participant(n, rating=2000 - n, present=n != 1) for n in range(1, 8))
    for colour in ("white", "black"):
        t = played(
            Tournament(people, system, 5, 1, colour), ms.pair(Tournament(people, system, 5, 1, colour))
        )
        report = ms.check(replace(t, initial_colour=None))
        assert (report.initial_colour, report.clean) == (colour, True)


def test_points_that_are_given_are_those_of_now() -> None:
    t = clean("lim")
    given = replace(t, participants=(replace(t.participants[0], points=90.0), *t.participants[1:]))
    report = ms.check(given)
    assert report.clean
    assert report.notes == (
        "since when the points given for #1 hold is not known: results alone are counted",
    )
    same = tuple(replace(p, points=t.score(p) / 10) for p in t.participants)
    assert ms.check(replace(t, participants=same)).notes == ()


def test_260_holds_in_its_rounds() -> None:
    def rounds(*extra: str) -> list[list[str]]:
        t = replace(parse_trf(four_rounds({}, *extra)), system="lim")
        return [[f.rule for f in checked.findings] for checked in ms.check(t).rounds]

    before = rounds()
    assert not any("forbidden pair" in rules for rules in before)
    assert [("forbidden pair" in rules) for rules in rounds("260   1   9    1    3")] == [
        False,
        False,
        True,
        False,
    ]
    assert not any("forbidden pair" in rules for rules in rounds("260   1   2    1    3"))
    assert not any("forbidden pair" in rules for rules in rounds("260   4   9    1    3"))
    assert "forbidden pair" in rounds("XXP 1 3")[2]


def test_forbidden_pairs_without_rounds_hold_in_all() -> None:
    a, b = pairs_of(after_rounds(clean("lim"), 2))[0]
    report = ms.check(replace(clean("lim"), forbidden=((a, b),)))
    assert report.notes == ("since when pairs are forbidden is not known: all rounds are checked for them",)
    assert [f.rule for f in report.rounds[1].findings] == ["forbidden pair"]


# ---- what is asked for ----


def test_one_round() -> None:
    t = clean("lim")
    assert ms.check(t, round=3).rounds == ms.check(t).rounds[2:3]
    for wrong in (0, 8, -1, True, 1.0, "3"):
        with pytest.raises(ms.InvalidTournament, match="is not recorded; there are rounds 1 to 7"):
            ms.check(t, round=wrong)  # type: ignore[arg-type]
    with pytest.raises(ms.InvalidTournament, match="no round is"):
        ms.check(after_rounds(t, 0), round=1)


def test_choices_win_and_are_looked_at() -> None:
    t = clean("lim")
    assert not ms.check(t, initial_colour="black" if t.initial_colour == "white" else "white").clean
    with pytest.raises(ms.InvalidTournament, match="fewer rounds planned"):
        ms.check(t, rounds=6)
    with pytest.raises(ms.InvalidTournament, match="number of rounds is not known"):
        ms.check(replace(t, rounds=None))
    with pytest.raises(ms.UnknownSystem):
        ms.check(replace(t, system=None))
    with pytest.raises(ms.UnknownSystem):
        ms.check(after_rounds(replace(t, system=None), 0))
    with pytest.raises(TypeError):
        ms.check("open.trf")  # type: ignore[arg-type]


@team_systems
def test_teams_need_no_rounds(system: str) -> None:
    assert ms.check(replace(clean(system), rounds=None)).clean


def test_a_tournament_that_contradicts_itself_is_refused() -> None:
    t = clean("lim")
    games = last_round(t)
    white, black = pairs_of(t)[0]
    games[black] = Game(None, None, "U")
    with pytest.raises(ms.InvalidTournament, match=f"participant {white}"):
        ms.check(with_last_round(t, games))


# ---- what the rules paired is clean ----


@every_system
@given(st.data())
def test_simulated_tournaments_are_clean(system: str, data: st.DataObject) -> None:
    t = simulated(data.draw(some_settings(system)), 0)
    assert ms.check(t).clean
    unsaid = ms.check(replace(t, initial_colour=None))
    assert unsaid.clean or unsaid.colour_source == "assumed"


@given(st.data())
def test_what_is_written_and_read_again_is_clean(data: st.DataObject) -> None:
    """TRF, in which an absence may be a blank."""
    t = simulated(data.draw(some_settings("lim")), 0)
    assume(t.round > 1 and any(g.opponent for p in t.participants for g in p.games))
    again = parse_trf(format_trf(t))
    assert ms.check(again).rounds == ms.check(t).rounds
    assert ms.check(again).clean


def some_recipe(random: Random, system: str) -> Recipe:
    """Everything that a generated tournament can have."""
    rare = (0.0, 0.0, 0.05, 0.2)
    return Recipe(
        system=system,
        players=random.randint(2, 40),
        rounds=random.randint(1, 11),
        seed=random.randrange(2**32),
        absences=random.choice(rare),
        half_byes=random.choice((0.0, 0.5, 0.8)),
        full_byes=random.choice((0.0, 0.2)),
        late=random.choice(rare),
        withdrawals=random.choice(rare),
        forfeits=random.choice(rare),
        unrated=random.choice(rare),
        unrated_games=random.choice((0.0, 0.1)),
        forbidden=random.choice((0, 0, 1)),
        maxi=system == "lim" and random.random() < 0.3,
        impossible="stop",
    )


def written_and_read(t: Tournament) -> Tournament:
    return parse_trf(format_trf(t))


@every_system
@settings(max_examples=30)
@given(random=st.randoms(use_true_random=False))
def test_generated_tournaments_are_clean(system: str, random: Random) -> None:
    """As a file; where nobody says the colour of #1 it is that of round one."""
    t = generated(some_recipe(random, system))
    assert ms.check(t).clean
    assert ms.check(written_and_read(t)).rounds == ms.check(t).rounds


@pytest.mark.slow
@every_system
def test_a_thousand_generated_tournaments_are_clean(system: str) -> None:
    random = Random(system)
    for k in range(1000):
        recipe = some_recipe(random, system)
        assert ms.check(written_and_read(generated(recipe))).clean, (k, recipe)


@pytest.mark.slow
@every_system
def test_a_thousand_simulated_tournaments_are_clean(system: str) -> None:
    for k in range(1000):
        hard = k % 2 * 0.05
        s = Settings(
            system=system,
            players=2 + k % 50,
            rounds=1 + k % 11,
            seed=k,
            absences=hard,
            half_byes=0.5,
            late=hard,
            withdrawals=hard,
            forfeits=hard,
            maxi=system == "lim" and k % 3 == 0,
            ranking="esb" if system != "lim" and k % 3 == 0 else "number",
        )
        assert ms.check(simulated(s, k)).clean, k
