"""`explain`: the words of every kind of sentence, and that all of them are true of random rounds.

Article numbers of Lim in both numberings; those of chapter N stand first, those of D.02 in brackets.
"""

from __future__ import annotations

import importlib
import io
import pkgutil
import re
import shlex
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import medianswiss as ms
from events import TEAM_SYSTEMS, event, rounds_from
from medianswiss import Explanation, InvalidTournament, Tournament, cli, explain
from paths import SHARED, needs_shared
from test_team_articles import with_esb
from test_trace import ECU, OLYMPIAD

pytest.importorskip("networkx")

from claims import Claims
from claims_teams import TeamClaims

pytestmark = pytest.mark.unsanitized(reason="no C of its own: traces are in the property tests")

both_systems = pytest.mark.parametrize("system", TEAM_SYSTEMS)


def named(t: Tournament) -> Tournament:
    """With names: A, B, C, ..."""
    names = {p.number: chr(64 + p.number) for p in t.participants if p.number <= 26}
    return replace(t, participants=tuple(replace(p, name=names.get(p.number, "")) for p in t.participants))


def told(t: Tournament, start: str) -> str:
    """The one sentence of the round that begins so."""
    (found,) = (s for s in explain(t).of_round() if s.startswith(start))
    return found


# ----------------------------------------------------------------------------- true of random rounds


def check_rounds(system: str, first: int, count: int) -> Counter[str]:
    """Every sentence of so many random rounds is of a known form and true; how many of each form."""
    seen: Counter[str] = Counter()
    claims = Claims if system == "lim" else TeamClaims
    for t in islice(rounds_from(first, system), count):
        try:
            explained = explain(t)
        except ms.ImpossiblePairing:
            continue
        of_round = claims(t, explained.pairing)
        of_round.check_round(explained.of_round())
        of_one = claims(t, explained.pairing)
        for p in t.participants:
            sentences = explained.of(p.number)
            for sentence in sentences:
                of_one.check(sentence)
            assert ends_as_it_should(sentences[-1], p.number, explained)
        assert tells_who_was_passed_over(explained)
        for pair in explained.pairing.pairs:
            sentences = explained.of_pair(*pair)
            assert all(a != b for a, b in pairwise(sentences))
            for sentence in sentences:
                of_one.check(sentence)
        seen.update(of_round.seen)
        seen.update(of_one.seen)
    return seen


def tells_who_was_passed_over(explained: Explanation) -> bool:
    """1.1 [8], N.5.4, 4: whoever has the bye is told why nobody asked before has it."""
    before = re.compile(r"(#\d+ may not have|With) the bye")
    told = [s for s in explained.of_round() if before.match(s)]
    return explained.pairing.bye is None or set(told) <= set(explained.of(explained.pairing.bye))


def ends_as_it_should(sentence: str, number: int, explained: Explanation) -> bool:
    """In the board, the bye, or the absence."""
    if any(number in pair for pair in explained.pairing.pairs):
        return sentence.startswith("Board ")
    if explained.pairing.bye == number and "has the bye" in sentence:
        return True
    return "is absent from this round" in sentence or "is not paired in this round" in sentence


@pytest.mark.parametrize(("system", "count"), [("lim", 120), ("ecu", 100), ("olympiad", 100)])
def test_every_sentence_of_random_rounds_is_true(system: str, count: int) -> None:
    seen = check_rounds(system, 1, count)
    assert sum(n > 0 for n in seen.values()) >= 20


@needs_shared
@pytest.mark.parametrize(
    ("file", "system", "rounds"),
    [
        ("open_169_r09", "lim", 11),
        ("javafo_style_trf16", "lim", 9),
        ("online_swiss", "lim", 15),
        ("many_unplayed", "lim", 9),
        ("late_entries", "lim", 9),
        ("forbidden_xxp", "lim", 9),
        ("team_6_olympiad", "olympiad", 9),
        ("team_forfeit_pab", "ecu", 9),
    ],
)
def test_every_sentence_of_a_real_file_is_true(file: str, system: str, rounds: int) -> None:
    t = ms.read_trf(SHARED / "events" / f"{file}.trf", system=system)
    nameless = tuple(replace(p, name="") for p in t.participants)
    t = replace(t, participants=nameless, rounds=rounds, initial_colour=t.initial_colour or "white")
    explained = explain(t)
    claims = Claims if system == "lim" else TeamClaims
    claims(t, explained.pairing).check_round(explained.of_round())


@needs_shared
def test_n_7_10_a_file_may_have_board_colours_of_its_own() -> None:
    t = ms.read_trf(SHARED / "events" / "team_forfeit_pab.trf", system="ecu", rounds=9)
    assert isinstance(t, ms.TeamTournament)
    explained = explain(replace(t, board_colours="WBBW", initial_colour="white"))
    assert any(
        "the colours WBBW on the boards 1 to 4, as the file says (N.7.5.2, N.7.10)." in s
        for s in explained.of_round()
    )


def test_a_long_order_of_trying_is_shown_so_far() -> None:
    t = event("".join(f"{n} 0\n" for n in range(1, 101)))
    sentence = told(t, "#1 is the first of")
    assert sentence == "#1 is the first of the 100 left in the group and tries #51 to #90 and so on."
    Claims(t, explain(t).pairing).check_round(explain(t).of_round())


LIM_ONLY = {
    *("round_one", "ignored", "cracked", "costs", "other_types", "floated_before", "due_like_most"),
    *("larger_number", "floater_looks", "due_the_same", "rating_apart", "takes_first"),
}
TEAMS_ONLY = {
    *("disregarded", "limits_kept", "limits_are_dropped", "other_boards", "needed_for_pairs", "passed_over"),
    *("have_met_all", "far_end", "moves_on", "floating_team_looks", "keeps_fewer"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "others"), [("lim", TEAMS_ONLY), ("ecu", LIM_ONLY), ("olympiad", LIM_ONLY)]
)
def test_every_sentence_of_many_random_rounds_is_true(system: str, others: set[str]) -> None:
    """And every form of sentence that the rule set has is among them."""
    seen = check_rounds(system, 1, 2500)
    assert {form for form, count in seen.items() if count == 0} == others


# ----------------------------------------------------------------------------- who asks what

SMALL = named(event("1 1 W\n2 1 B\n3 0 W\n4 0 B\n5 0 Z", round=2, met="1-3"))


class TestAsking:
    def test_of_one(self) -> None:
        assert explain(SMALL).of(4) == (
            "#4 D has 0 points before round 2 (B).",
            "#4 is in the group of 0 points, with 1 other of this score; the group is paired upward, towards "
            "the median of 0.5 points "
            "(2.2 [9.2]).",
            "#4 stays: the group keeps 1 pair, and nobody has to leave it (2.3 [9.3]).",
            "#4 is the first of the 2 left in the group and tries #3.",
            "#4 takes #3 C, the first it tries: #4 (B) is due White, #3 (W) due Black (4.2, 5.2 [11.2, "
            "12.2]).",
            "#4 has White against #3: #4 (B) is due White, #3 (W) due Black (5.1, 5.5, 5.6 [12.1, "
            "12.5, 12.6]).",
            "Board 2: #4 D has White, #3 C Black.",
        )

    def test_of_one_who_has_the_bye(self) -> None:
        assert explain(SMALL).of(5) == (
            "#5 E has 0 points before round 2 (no colour yet).",
            "#5 E, 0 points, has the bye: it is offered to the lowest score first, then to the largest "
            "number, "
            "and this is the first who can have it (1.1 [8]).",
        )

    def test_of_a_pair_what_concerns_either_once(self) -> None:
        of_pair = explain(SMALL).of_pair(2, 1)
        assert of_pair[:2] == (
            "#1 A has 1 point before round 2 (W); #2 B has 1 point before round 2 (B).",
            "#1 and #2 are in the group of 1 point, with nobody else of this score; the group is paired "
            "downward, towards the median of 0.5 points (2.2 [9.2]).",
        )
        assert len(set(of_pair)) == len(of_pair)
        assert of_pair[-1] == "Board 1: #2 B has White, #1 A Black."

    def test_of_the_round(self) -> None:
        of_round = [s for s in explain(SMALL).of_round() if "#1000" not in s]
        assert of_round[0] == "Round 2: 2 pairs and the bye."
        assert of_round[2] == (
            "The group of 1 point is paired downward, towards the median of 0.5 points: #1 A and #2 B "
            "(2.2 [9.2])."
        )

    def test_who_was_tried_and_not_taken_is_told_why_and_nothing_of_the_others(self) -> None:
        t = event(
            "1 1.5 4w1 5b0 Z\n2 1.5 ZZZ\n3 1.5 ZZZ\n4 1.5 1b0 ZZ\n5 1.5 Z 1w1 Z\n6 1.5 ZZZ",
            round=4,
            met="1-6",
        )
        assert told(t, "#1 does not take") == (
            "#1 does not take #4 and #5: they met in rounds 1 and 2; the arbiter does not allow #6 "
            "against #1 "
            "(2.1 [9.1])."
        )
        assert "#1 does not take #5: they met in round 2 (2.1 [9.1])." in explain(t).of(5)
        assert "The arbiter does not allow #6 against #1 (2.1 [9.1])." in explain(t).of(6)

    def test_nobody_of_that_number(self) -> None:
        with pytest.raises(InvalidTournament, match="participant 9: there is no such participant") as caught:
            explain(SMALL).of(9)
        assert caught.value.participant == 9

    @pytest.mark.parametrize("pair", [(1, 2), (1, 4), (2, 9), (5, 5)])
    def test_no_pair(self, pair: tuple[int, int]) -> None:
        with pytest.raises(InvalidTournament, match="are no pair of this round, White first"):
            explain(SMALL).of_pair(*pair)

    def test_a_pairing_with_its_trace_is_taken_as_it_is(self) -> None:
        pairing = ms.pair(SMALL, trace=True)
        explained = explain(SMALL, pairing)
        assert explained.pairing is pairing
        assert explained.of_round() == explain(SMALL).of_round()

    def test_a_pairing_without_a_trace_is_made_again(self) -> None:
        assert explain(SMALL, ms.pair(SMALL)).of_round() == explain(SMALL).of_round()

    def test_a_pairing_of_something_else(self) -> None:
        """Another round, others in it, another outcome."""
        other = replace(SMALL, forbidden=((1, 2),))
        for t in (event("1 1\n2 1"), event("1 1 W\n2 1 B\n3 0 W", round=2, rounds=9), other):
            with pytest.raises(InvalidTournament, match="not the one of this tournament's next round"):
                explain(SMALL, ms.pair(t, trace=t is not other))

    @pytest.mark.parametrize("number", [True, 6.0, "6", None, [], {}])
    def test_what_is_no_number(self, number: Any) -> None:
        with pytest.raises(InvalidTournament, match=r"there is no participant .* to explain"):
            explain(SMALL).of(number)
        for two in ((number, 1), (2, number)):
            with pytest.raises(InvalidTournament, match="are no pair of this round"):
                explain(SMALL).of_pair(*two)

    def test_a_number_of_numpy(self) -> None:
        explained = explain(SMALL)
        two: Any = np.array([2, 1])
        assert [explained.of(n) for n in two] == [explained.of(2), explained.of(1)]
        assert explained.of_pair(*two) == explained.of_pair(2, 1)

    @pytest.mark.parametrize("trace", [False, True])
    def test_a_pairing_by_other_choices(self, trace: bool) -> None:
        """It is refused where they make another round; else explained by its trace, or by these choices."""
        t = event("1 0\n2 0\n3 0\n4 0", rounds=5)
        pairing = ms.pair(t, trace=trace)
        with pytest.raises(InvalidTournament, match="not the one of this tournament's next round"):
            explain(t, pairing, initial_colour="black")
        as_made = pairing if trace else ms.pair(t, maxi=True, trace=True)
        assert explain(t, pairing, maxi=True).pairing == as_made
        with pytest.raises(InvalidTournament, match="the number of rounds is not known"):
            explain(replace(t, rounds=None), pairing)

    def test_the_choices_are_those_of_pair(self) -> None:
        bare = replace(event("1 0\n2 0\n3 0\n4 0"), system=None, rounds=None, initial_colour=None)
        explained = explain(bare, system="lim", rounds=5, initial_colour="black")
        assert explained.pairing == ms.pair(bare, "lim", rounds=5, initial_colour="black", trace=True)
        assert explained.of(1)[-1] == "Board 1: #3 has White, #1 Black."
        with pytest.raises(ms.UnknownSystem):
            explain(bare)

    def test_a_warning_is_given_once(self) -> None:
        bare = replace(event("1 0\n2 0", system="ecu"), rounds=None)
        with pytest.warns(UserWarning, match="number of rounds") as caught:
            pairing = explain(bare).pairing
        assert len(caught) == 1
        assert explain(bare, pairing).of_round()

    def test_a_name_cannot_break_a_line(self) -> None:
        bad = replace(SMALL.participants[0], name="A\n\x1b[31m  {2!}")
        t = replace(SMALL, participants=(bad, *SMALL.participants[1:]))
        assert explain(t).of(1)[0] == "#1 A \ufffd[31m {2!} has 1 point before round 2 (W)."

    def test_no_module_hides_a_function(self) -> None:
        """A module named as what it defines would take its place as soon as it is imported."""
        modules = {info.name for info in pkgutil.iter_modules(ms.__path__)}
        for name in modules - {"__main__"}:
            importlib.import_module(f"medianswiss.{name}")
        assert not [name for name in ms.__all__ if isinstance(getattr(ms, name), ModuleType)]


# ----------------------------------------------------------------------------- who is not paired


@pytest.mark.parametrize(
    ("requested", "words"),
    [
        (None, "#3 C is absent from this round."),
        ("H", "#3 C is not paired in this round: a half-point bye."),
        ("F", "#3 C is not paired in this round: a full-point bye."),
        ("Z", "#3 C is not paired in this round: a zero-point bye."),
        ("U", "#3 C is not paired in this round: the bye."),
    ],
)
def test_an_absence_and_a_requested_bye(requested: str | None, words: str) -> None:
    t = named(event("1 1 W\n2 1 B\n3 0 W absent", round=2))
    one, two, three = t.participants[:3]
    t = replace(t, participants=(one, two, replace(three, requested=requested), *t.participants[3:]))
    explained = explain(t)
    assert explained.pairing.bye == (3 if requested == "U" else None)
    assert explained.of(3)[1:] == (words,)
    assert words in explained.of_round()


# ----------------------------------------------------------------------------- the words

CASES = tomllib.loads((Path(__file__).parent / "explanations.toml").read_text("utf-8"))["case"]


def of_case(case: dict[str, Any]) -> Tournament:
    choices = {name: case[name] for name in ("met", "round", "rounds", "maxi", "system") if name in case}
    return event(case["event"], **choices)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_words(case: dict[str, Any]) -> None:
    """All that is said of a round, and that it is true."""
    explained = explain(of_case(case))
    said = [s for s in explained.of_round() if not s.startswith("Board ") and "#1000" not in s]
    assert said == case["says"].strip().splitlines()
    claims = Claims if of_case(case).system == "lim" else TeamClaims
    claims(of_case(case), explained.pairing).check_round(explained.of_round())


def test_every_kind_of_sentence_has_its_words() -> None:
    """Every rule that a trace can have is in one of the cases above."""
    rules = {(t.system, step.rule) for t in map(of_case, CASES) for step in ms.pair(t, trace=True).trace}
    random = {
        (t.system, step.rule)
        for system in ("lim", *TEAM_SYSTEMS)
        for t in islice(rounds_from(1, system), 150)
        for step in traced(t)
    }
    assert {rule for _, rule in random} <= {rule for _, rule in rules}


def traced(t: Tournament) -> tuple[ms.Step, ...]:
    try:
        return ms.pair(t, trace=True).trace
    except ms.ImpossiblePairing:
        return ()


TEAM_COLOURS = [("ecu", *case) for case in ECU] + [("olympiad", *case) for case in OLYMPIAD]


@pytest.mark.parametrize(("system", "first", "second", "white", "rule", "article"), TEAM_COLOURS)
def test_n_7_the_colours_of_teams(
    system: str, first: str, second: str, white: int, rule: str, article: str
) -> None:
    """Each worked case of the colours of board 1: true, and under its article."""
    t = event(f"1 2 {first}\n2 2 {second}", system=system)
    sentence = told(t, f"#{white} has White against #{3 - white}: ")
    assert sentence.endswith(f" ({article}).")
    TeamClaims(t, ms.pair(t, trace=True)).check(sentence)


@both_systems
def test_n_5_1_teams_level_on_points_are_told_their_sonneborn_berger_values(system: str) -> None:
    """#1, not #3, is the lowest ranked of those level; without that ranking nothing is said of it."""
    bare = event("1 4 W\n2 4 B\n3 4 W\n4 2\n5 2\n6 2", system=system, round=2)
    t = with_esb(bare, 3, 2, 1)
    sentence = told(t, "#2 and #3 are asked to float only after #1: ")
    assert sentence.startswith(
        "#2 and #3 are asked to float only after #1: #1 is ranked lower; teams level on points rank by "
        "Sonneborn-Berger (N.5.1): #1 1, #2 2, #3 3 ("
    )
    assert not any("Sonneborn-Berger" in s for s in explain(bare).of_round())


# ----------------------------------------------------------------------------- docs/explain.md

EXPLAIN = Path(__file__).parents[1] / "docs" / "explain.md"


@needs_shared
@pytest.mark.skipif(not EXPLAIN.is_file(), reason="the documents are not beside these tests")
def test_the_document_shows_what_the_program_says(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SHARED / "events")
    shown = re.findall(r"```console\n\$ (.*)\n([^`]*)```", EXPLAIN.read_text(encoding="utf-8"))
    assert len(shown) == 2
    for command, said in shown:
        state, _, call = command.rpartition("medianswiss ")
        stdin = state.removeprefix("echo '").removesuffix("' | ").encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        assert cli.main(shlex.split(call)) == 0
        assert capfd.readouterr() == (said, "")
