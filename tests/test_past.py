"""The past of a tournament: the state before a round is the one it was, and the absolute rules are those of
`legality`, which reads them anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import medianswiss as ms
from events import random_rounds
from legality import facts_of
from medianswiss import Tournament
from medianswiss.checking.past import before, recorded_rounds

every_system = pytest.mark.parametrize("system", ["lim", "ecu", "olympiad"])
seeds = st.integers(0, 2**32)


def played_rounds(seed: int, system: str) -> Iterator[tuple[Tournament, Tournament]]:
    """A random tournament before and after each of its rounds, legal or not."""
    for now, then in pairwise(random_rounds(seed, system)):
        if then.round == now.round + 1:
            yield now, then


@every_system
@given(seeds)
def test_the_state_before_a_round_is_what_it_was(system: str, seed: int) -> None:
    for now, then in played_rounds(seed, system):
        people = tuple(replace(p, points=None, requested=None) for p in now.participants)
        was = replace(now, participants=people, forbidden=then.forbidden, rounds=then.rounds)
        assert before(then, recorded_rounds(then)[-1]) == was


@every_system
@given(seeds)
def test_what_is_found_is_what_is_illegal(system: str, seed: int) -> None:
    for now, then in played_rounds(seed, system):
        if now.rounds is not None and now.round >= now.rounds:
            continue  # article 6 has tests of its own
        [checked] = ms.check(then, round=now.round).rounds
        facts = facts_of(replace(now, forbidden=then.forbidden))
        recorded = checked.recorded
        assert set(recorded.present) == set(facts.people)
        pairs = [m.pair for m in recorded.meetings]
        found = {f.who for f in checked.findings if f.rule in ("rematch", "forbidden pair")}
        assert found == {(min(p), max(p)) for p in pairs if not facts.leniently(*p)}

        barred = {f.who[0] for f in checked.findings if f.rule in ("second bye", "bye barred")}
        assert barred == set(recorded.byes) - set(facts.bye_candidates())
        others = {f.rule for f in checked.findings} & {"two byes", "bye in an even field", "left out"}
        assert not others

        beyond = {f.who[0] for f in checked.findings if f.rule in COLOURS}
        illegal = {
            number
            for m in recorded.meetings
            if m.coloured
            for number, colour in zip(m.pair, "wb", strict=True)
            if not facts.within_limits(number, colour)
        }
        assert beyond == illegal if system == "lim" else beyond <= illegal


COLOURS = ("third colour in a row", "colour difference")
