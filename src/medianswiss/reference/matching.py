"""Maximum matching of a small general graph: Edmonds' blossom algorithm, written to be read.

Every question of the rules about "the rest can still be paired" is asked here. `maximum_matching`
certifies its own answer (`is_maximum`, a Tutte-Berge witness) in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

__all__ = ["can_all_be_paired", "matching_size", "maximum_matching"]

V = TypeVar("V", bound=Hashable)


def matching_size(vertices: Iterable[V], joined: Callable[[V, V], bool]) -> int:
    """The largest number of pairs that can be formed among `vertices`."""
    return len(maximum_matching(vertices, joined)) // 2


def can_all_be_paired(vertices: Iterable[V], joined: Callable[[V, V], bool]) -> bool:
    """Whether `vertices` have a perfect matching."""
    members = list(vertices)
    return len(members) % 2 == 0 and matching_size(members, joined) * 2 == len(members)


def maximum_matching(vertices: Iterable[V], joined: Callable[[V, V], bool]) -> dict[V, V]:
    """A largest matching of the graph on `vertices`, as a dict from each matched vertex to its mate."""
    members = list(vertices)
    neighbours = {v: [w for w in members if w != v and joined(v, w)] for v in members}
    mate: dict[V, V] = {}
    for v in members:
        if v not in mate:
            free = next((w for w in neighbours[v] if w not in mate), None)
            if free is not None:
                mate[v], mate[free] = free, v
    for root in members:
        if root not in mate:
            _augment_from(root, neighbours, mate)
    return mate


def _augment_from(root: V, neighbours: dict[V, list[V]], mate: dict[V, V]) -> bool:
    """Search an augmenting path from the unmatched `root`; flip it if there is one.

    `base` names the blossom a vertex lies in, `parent` the vertex an inner vertex was reached from;
    outer vertices are those in `queue`, at even distance from the root.
    """
    base = {v: v for v in neighbours}
    parent: dict[V, V] = {}
    queue = [root]
    outer = {root}
    for v in queue:
        for w in neighbours[v]:
            if base[v] == base[w] or mate.get(v) == w:
                continue
            if w in outer:
                for vertex in _shrink(v, w, base, parent, mate):
                    if vertex not in outer:
                        outer.add(vertex)
                        queue.append(vertex)
            elif w not in parent:
                parent[w] = v
                if w not in mate:
                    _flip(w, parent, mate)
                    return True
                outer.add(mate[w])
                queue.append(mate[w])
    return False


def _shrink(v: V, w: V, base: dict[V, V], parent: dict[V, V], mate: dict[V, V]) -> list[V]:
    """Make one blossom of the odd cycle closed by the edge v-w; return its vertices."""
    top = _common_base(v, w, base, parent, mate)
    blossom: set[V] = set()
    for start, across in ((v, w), (w, v)):
        child, x = across, start
        while base[x] != top:
            blossom |= {base[x], base[mate[x]]}
            parent[x] = child
            child = mate[x]
            x = parent[child]
    inside = [x for x in base if base[x] in blossom]
    for x in inside:
        base[x] = top
    return inside


def _common_base(v: V, w: V, base: dict[V, V], parent: dict[V, V], mate: dict[V, V]) -> V:
    """The first blossom that lies on the way to the root from both `v` and `w`."""
    seen: set[V] = set()
    x = v
    while True:
        x = base[x]
        seen.add(x)
        if x not in mate or mate[x] not in parent:
            break
        x = parent[mate[x]]
    x = base[w]
    while x not in seen:
        x = base[parent[mate[x]]]
    return x


def _flip(w: V, parent: dict[V, V], mate: dict[V, V]) -> None:
    """Exchange matched and unmatched edges on the way from `w` to the root."""
    while True:
        v = parent[w]
        following = mate.get(v)
        mate[w], mate[v] = v, w
        if following is None:
            return
        w = following
