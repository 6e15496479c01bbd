"""The checker of rounds finds fault: each way of spoiling a good round is noticed."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx  # type: ignore[import-untyped]
import pytest

from events import event
from legality import Facts, check, every_pairing, meaning, most_pairs, right_bye, unplaced
from medianswiss import Floater, RoundPairing

# Round 3: 2 points, 1 point, 0 points; #1 and #4 must have White, #7 has the bye.
FIELD = event("1 2 BB\n2 2 BW\n3 1 WB\n4 1 BB\n5 0 BW\n6 0 WB\n7 0 WB", met="1-3")
GOOD = RoundPairing(3, ((1, 2), (4, 3), (6, 5)), 7)


def test_a_good_round_passes() -> None:
    check(FIELD, GOOD)


@pytest.mark.parametrize(
    "spoiled",
    [
        replace(GOOD, pairs=((1, 2), (4, 3))),  # somebody is missing
        replace(GOOD, pairs=((1, 2), (4, 3), (6, 3))),  # somebody is there twice
        replace(GOOD, bye=None),
        replace(GOOD, pairs=((1, 3), (4, 2), (6, 5))),  # forbidden
        replace(GOOD, pairs=((2, 1), (4, 3), (6, 5))),  # the colour beyond the limit
        replace(GOOD, pairs=((4, 3), (1, 2), (6, 5))),  # the boards
        replace(GOOD, pairs=((1, 2), (4, 3), (7, 5)), bye=6),  # the bye of a smaller number
        replace(GOOD, round=4),
        replace(GOOD, floaters=(Floater(3, 1.0, 2.0, "up"),)),  # not towards the median
        replace(GOOD, floaters=(Floater(2, 2.0, 1.0, "down"),)),  # did not come to rest with #1
        replace(GOOD, floaters=(Floater(2, 1.0, 0.0, "down"),)),  # not from the own score
        replace(GOOD, floaters=(Floater(7, 0.0, 1.0, "up"),)),  # has the bye
    ],
)
def test_a_spoiled_round_does_not(spoiled: RoundPairing) -> None:
    with pytest.raises((AssertionError, KeyError)):
        check(FIELD, spoiled)


@pytest.mark.parametrize("had", ["U", "F", "+"])
def test_the_bye_of_one_who_may_not_have_it(had: str) -> None:
    t = event(f"1 1 W\n2 1 B\n3 0 {had}")
    with pytest.raises(AssertionError):
        check(t, RoundPairing(2, ((2, 1),), 3))


def test_limits_are_given_up_only_where_nothing_else_is_left() -> None:
    """Article 6: 1-3 and 2-4 keep the limits, 1-2 does not."""
    t = replace(event("1 2 WW\n2 1 WW\n3 1 BB\n4 0 BB"), rounds=3)
    floaters = (Floater(1, 2.0, 1.0, "down"), Floater(4, 0.0, 1.0, "up"))
    check(t, RoundPairing(3, ((3, 1), (4, 2)), floaters=floaters))
    with pytest.raises(AssertionError):
        check(t, RoundPairing(3, ((1, 2), (3, 4)), floaters=floaters))


@pytest.mark.parametrize("size", range(9))
def test_every_pairing_is_every_pairing(size: int) -> None:
    """(n - 1)!! of them, none for odd numbers; and most_pairs knows its own numbers."""
    pairings = list(every_pairing(range(size), lambda a, b: True))
    expected = 0 if size % 2 else [1, 1, 3, 15, 105][size // 2]
    assert len(set(pairings)) == len(pairings) == expected
    assert most_pairs(range(size), lambda a, b: True) == size // 2


@pytest.mark.parametrize(
    "graph", [nx.star_graph(5), nx.path_graph(7), nx.cycle_graph(5), nx.complete_bipartite_graph(2, 6)]
)
def test_most_pairs_on_known_graphs(graph: nx.Graph) -> None:
    expected = len(nx.max_weight_matching(graph, maxcardinality=True))
    assert most_pairs(list(graph), graph.has_edge) == expected


def test_questions_of_a_field() -> None:
    facts = Facts(event("1 1 W\n2 1 B\n3 0 B\n4 0 W\n5 0 W", met="4-1 4-2 4-3"))
    assert meaning(facts) == facts.strictly
    assert right_bye(facts, facts.strictly) == 4
    star = Facts(event("1 0\n2 0\n3 0\n4 0", round=2, met="1-2 1-3 1-4"))
    assert meaning(star) is None
    assert unplaced(star) == (4, 1)
