"""The matching of the reference: as large as networkx finds, and certified by the Tutte-Berge formula."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from random import Random

import networkx as nx  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medianswiss.reference.matching import can_all_be_paired, matching_size, maximum_matching

Edges = frozenset[frozenset[int]]


def edges_of(pairs: Iterable[tuple[int, int]]) -> Edges:
    return frozenset(map(frozenset, pairs))


def matched(size: int, edges: Edges) -> dict[int, int]:
    """A maximum matching, checked to be a matching at all."""
    mate = maximum_matching(range(size), lambda a, b: frozenset((a, b)) in edges)
    for a, b in mate.items():
        assert mate[b] == a
        assert frozenset((a, b)) in edges
    return mate


def deficiency_bound(size: int, edges: Edges) -> int:
    """Tutte-Berge: the most vertices that any set leaves without a mate (odd components less the set)."""
    graph = nx.Graph([tuple(edge) for edge in edges])
    graph.add_nodes_from(range(size))

    def alone(barrier: tuple[int, ...]) -> int:
        rest = graph.subgraph(set(graph) - set(barrier))
        return sum(len(component) % 2 for component in nx.connected_components(rest)) - len(barrier)

    return max(alone(barrier) for count in range(size + 1) for barrier in combinations(range(size), count))


@st.composite
def graphs(draw: st.DrawFn, largest: int) -> tuple[int, Edges]:
    size = draw(st.integers(0, largest))
    pairs = list(combinations(range(size), 2))
    return size, edges_of(draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])


@given(graphs(7))
def test_a_barrier_proves_that_no_matching_is_larger(graph: tuple[int, Edges]) -> None:
    size, edges = graph
    assert size - len(matched(size, edges)) == deficiency_bound(size, edges)


@pytest.mark.parametrize("seed", range(300))
def test_as_large_as_networkx(seed: int) -> None:
    """Sparse graphs, where long augmenting paths run through blossoms, more often than dense ones."""
    random = Random(seed)
    size = random.randint(2, 40)
    share = random.choice((1.0, 1.5, 2.0, 3.0, size / 2)) / size
    edges = edges_of(both for both in combinations(range(size), 2) if random.random() < share)
    expected = nx.max_weight_matching(nx.Graph([tuple(edge) for edge in edges]), maxcardinality=True)
    assert len(matched(size, edges)) == 2 * len(expected)


@given(st.integers(1, 6), st.integers(0, 2**32))
def test_flowers(petals: int, seed: int) -> None:
    """Odd cycles hanging on a path, in any order of numbers: all but the parity can be matched."""
    cycles = [[3 * k, 3 * k + 1, 3 * k + 2] for k in range(petals)]
    pairs = [both for cycle in cycles for both in combinations(cycle, 2)]
    pairs += [(cycle[0], following[1]) for cycle, following in pairwise(cycles)]
    new = Random(seed).sample(range(3 * petals), 3 * petals)
    edges = edges_of((new[a], new[b]) for a, b in pairs)
    assert len(matched(3 * petals, edges)) == 3 * petals - petals % 2


def test_size_and_perfection() -> None:
    path = edges_of([(0, 1), (1, 2), (2, 3)])

    def joined(a: int, b: int) -> bool:
        return frozenset((a, b)) in path

    assert matching_size(range(4), joined) == 2
    assert can_all_be_paired(range(4), joined)
    assert not can_all_be_paired([0, 2], joined)
    assert not can_all_be_paired(range(3), joined)
    assert can_all_be_paired([], joined)
