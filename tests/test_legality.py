"""The checker of rounds finds fault: each way of spoiling a good round is noticed."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx  # type: ignore[import-untyped]
import pytest

from events import event
from legality import (
    Facts,
    check,
    every_pairing,
    meaning,
    most_inside,
    most_pairs,
    right_bye,
    unplaced,
)
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


# Three groups: 4 points, of whom one must float, 2 points and 0 points. #9 has the bye.
TEAMS = event("1 4 WB\n2 4 BW\n3 4 WB\n4 2 BW\n5 2 WB\n6 2 BW\n7 0 WB\n8 0 BW\n9 0 WZ", system="ecu")
GOOD_TEAMS = RoundPairing(3, ((1, 2), (4, 3), (5, 6), (8, 7)), 9, (Floater(3, 4.0, 2.0, "down"),))


def test_a_good_round_of_teams_passes() -> None:
    check(TEAMS, GOOD_TEAMS)
    check(replace(TEAMS, system="olympiad"), GOOD_TEAMS)


@pytest.mark.parametrize(
    "spoiled",
    [
        replace(GOOD_TEAMS, pairs=((1, 2), (4, 3), (5, 6))),
        replace(GOOD_TEAMS, pairs=((1, 2), (4, 3), (5, 6), (9, 7)), bye=8),
        replace(GOOD_TEAMS, pairs=((1, 2), (5, 6), (4, 3), (8, 7))),
        replace(GOOD_TEAMS, floaters=()),
        replace(GOOD_TEAMS, floaters=(Floater(3, 4.0, 0.0, "down"),)),
        replace(  # three float where one would do
            GOOD_TEAMS,
            pairs=((4, 1), (2, 5), (6, 3), (8, 7)),
            floaters=tuple(Floater(number, 4.0, 2.0, "down") for number in (3, 2, 1)),
        ),
        replace(  # a group below that could be paired floats
            GOOD_TEAMS,
            pairs=((1, 2), (4, 3), (8, 5), (6, 7)),
            floaters=(*GOOD_TEAMS.floaters, Floater(7, 0.0, 2.0, "up"), Floater(8, 0.0, 2.0, "up")),
        ),
    ],
)
def test_a_spoiled_round_of_teams_does_not(spoiled: RoundPairing) -> None:
    with pytest.raises(AssertionError):
        check(TEAMS, spoiled)


def test_teams_keep_the_limits_where_they_cost_no_pair() -> None:
    """N.7.4: 1-3 and 2-4 are within the limits, 1-2 and 3-4 are not."""
    t = event("1 2 WW\n2 2 WW\n3 2 BB\n4 2 BB", system="ecu")
    check(t, RoundPairing(3, ((3, 1), (4, 2))))
    with pytest.raises(AssertionError):
        check(t, RoundPairing(3, ((2, 1), (3, 4))))


@pytest.mark.parametrize("letter", ["U", "F", "+", "H"])
def test_the_bye_of_a_team_that_scored_without_playing(letter: str) -> None:
    t = event(f"1 2 W\n2 2 B\n3 0 {letter}", system="ecu")
    with pytest.raises(AssertionError):
        check(t, RoundPairing(2, ((2, 1),), 3))


def test_boards_by_the_rule_set() -> None:
    """N.8.4.1: by number. 11.1: by the rating of the higher ranked first."""
    t = event("1 4 r1\n2 4 r1\n3 4 r2\n4 4 r2", round=3, system="ecu")
    by_number, by_rating = RoundPairing(3, ((1, 2), (3, 4))), RoundPairing(3, ((3, 4), (1, 2)))
    check(t, by_number)
    check(replace(t, system="olympiad"), by_rating)
    with pytest.raises(AssertionError):
        check(t, by_rating)
    with pytest.raises(AssertionError):
        check(replace(t, system="olympiad"), by_number)


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


@pytest.mark.parametrize("spare", [0, 6])
def test_most_inside_of_a_known_field(spare: int) -> None:
    """Of the cycle 1 2 3 4 5 6 the pairs 1-2, 3-4, 5-6 are all inside, or one of the others if 1-2 is not
    joined; by enumeration, and with more numbers by networkx."""
    others = {number: number + 1 if number % 2 else number - 1 for number in range(7, 7 + spare)}

    def around(a: int, b: int) -> bool:
        return abs(a - b) in (1, 5) if max(a, b) <= 6 else others.get(a) == b

    def open_at_1(a: int, b: int) -> bool:
        return around(a, b) and {a, b} != {1, 2}

    def open_twice(a: int, b: int) -> bool:
        return open_at_1(a, b) and {a, b} != {2, 3}

    unpaired = set(range(1, 7 + spare))
    assert most_inside({1, 2, 3, 4}, unpaired, around, around) == 2
    assert most_inside({1, 2, 3, 4}, unpaired, open_at_1, around) == 1
    assert most_inside({1, 2, 3, 4}, unpaired, open_twice, around) == -1


def test_questions_of_a_field() -> None:
    facts = Facts(event("1 1 W\n2 1 B\n3 0 B\n4 0 W\n5 0 W", met="4-1 4-2 4-3"))
    assert meaning(facts) == facts.strictly
    assert right_bye(facts, facts.strictly) == 4
    star = Facts(event("1 0\n2 0\n3 0\n4 0", round=2, met="1-2 1-3 1-4"))
    assert meaning(star) is None
    assert unplaced(star) == (4, 1)
