"""Team rules on random tournaments: core and reference agree, rounds are legal, groups keep their pairs."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Set as AbstractSet
from ctypes import CDLL, c_bool, c_int32, c_int64, c_size_t, c_uint8, c_void_p, create_string_buffer
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from random import Random

import networkx as nx  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import ABSENCE, TEAM_SYSTEMS, Simulation, event, rounds_from, tournaments
from examine import examine, examine_many
from legality import TeamFacts, can_be_paired, check, facts_of
from medianswiss import Participant, RoundPairing, Tournament
from medianswiss.reference import teams
from medianswiss.reference.facts import Player
from medianswiss.reference.matching import matching_size
from twins import Refusal, both, colours_exchanged, core, outcome, renumbered, with_numbers

CSRC = Path(__file__).parents[1] / "csrc"
team_systems = pytest.mark.parametrize("system", TEAM_SYSTEMS)

# ----------------------------------------------------------------------------- core, reference, rules


@given(tournaments(systems=TEAM_SYSTEMS, largest=40))
def test_a_round_of_any_event(t: Tournament) -> None:
    examine(t)


@given(tournaments(systems=TEAM_SYSTEMS, largest=9))
def test_a_round_of_a_small_event(t: Tournament) -> None:
    examine(t)


@team_systems
def test_1000_random_rounds(system: str) -> None:
    assert 850 < examine_many(rounds_from(1, system), 1000) < 990


@pytest.mark.slow
@team_systems
def test_10000_random_rounds(system: str) -> None:
    assert 8500 < examine_many(rounds_from(1_000_000, system), 10_000) < 9900


@team_systems
def test_scores_far_apart_are_ranked_like_near_ones(system: str) -> None:
    """The core counts scores, and sorts those that lie too far apart to be counted."""
    for t in islice(rounds_from(7, system), 200):
        far = replace(t, participants=tuple(replace(p, points=100.0 * t.score(p)) for p in t.participants))
        near, same = outcome(core, t), outcome(core, far)
        if isinstance(near, RoundPairing):
            assert isinstance(same, RoundPairing)
            assert (same.pairs, same.bye) == (near.pairs, near.bye)
        else:
            assert same == near


@team_systems
def test_random_rounds_meet_every_part_of_the_rules(system: str) -> None:
    """The generator would be worth little if its rounds were easy."""
    answers = [(t, outcome(core, t)) for t in islice(rounds_from(1, system), 1000)]
    made = [(t, answer) for t, answer in answers if isinstance(answer, RoundPairing)]
    facts = [(facts_of(t), answer) for t, answer in made]
    assert sum(isinstance(answer, Refusal) for _, answer in answers) > 50
    assert sum(any(f.direction == "up" for f in answer.floaters) for _, answer in made) > 100
    assert sum(len({f.number for f in answer.floaters}) < len(answer.floaters) for _, answer in made) > 50
    assert sum(t.ranking == "esb" for t, _ in made) > 200
    assert sum(a.bye is not None and a.bye != known.bye_candidates()[0] for known, a in facts) > 10
    assert sum(any(not known.strictly(*pair) for pair in answer.pairs) for known, answer in facts) > 50
    assert sum(_beyond_the_limits(t) for t, _ in made) > 20


def _beyond_the_limits(t: Tournament) -> bool:
    """Whether a team has a history that no pairing by the rules gives."""
    histories = facts_of(t).colours.values()
    return any(abs(h.count("w") - h.count("b")) > 2 or "www" in h or "bbb" in h for h in histories)


# ----------------------------------------------------------------------------- what a group keeps (N.7.4)


def tight(random: Random, size: int, system: str) -> Tournament:
    """Few may meet: odd cliques held together by hubs. With members all over them a group can often not keep
    as many pairs as it could make, for the others would be left without opponents."""
    hubs = random.randint(size // 20 + 1, size // 4)
    clique = random.choice((1, 1, 3, 3, 5))
    drop = 0.6 * random.random()
    numbers = random.sample(range(1, size + 1), size)

    def may_meet(a: int, b: int) -> bool:
        if a < hubs:
            return random.random() >= drop
        return (a - hubs) // clique == (b - hubs) // clique or random.random() < 2 / size

    barred = [(numbers[a], numbers[b]) for a, b in combinations(range(size), 2) if not may_meet(a, b)]
    scores = random.randint(1, 4)
    histories = random.choice((("WW",), ("WW", "BB"), ("WB", "BW", "WW"), ("WB",)))
    lines = [f"{n} {2 * random.randint(1, scores)} {random.choice(histories)}" for n in range(1, size + 1)]
    return replace(event("\n".join(lines), system=system), forbidden=tuple(barred))


def test_groups_that_cannot_keep_the_pairs_they_could_make(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest matching of the members alone is more than can be kept: cheap bounds do not answer that."""
    short: list[int] = []
    exact = teams.kept

    def counting(members: list[Player], unpaired: list[Player], inside: teams.Joined) -> int:
        answer = exact(members, unpaired, inside)
        if 0 <= answer < matching_size(members, inside):
            short.append(answer)
        return answer

    monkeypatch.setattr(teams, "kept", counting)
    fields = [tight(Random(seed), 4 + seed % 23, TEAM_SYSTEMS[seed % 2]) for seed in range(500)]
    answers = [examine(t) for t in fields]
    assert sum(isinstance(answer, RoundPairing) for answer in answers) > 300
    assert len(short) > 100


@pytest.mark.slow
def test_tight_fields_of_100_to_200_teams() -> None:
    fields = [tight(Random(seed), 100 + seed % 101, TEAM_SYSTEMS[seed % 2]) for seed in range(60)]
    answers = [examine_large(t) for t in fields]
    assert sum(isinstance(answer, RoundPairing) for answer in answers) > 30


def test_limits_float_no_team_more_out_of_the_first_group() -> None:
    """N.7.4: as many leave the top group as if nobody had a colour."""
    left = [_leaving_the_top(Random(seed)) for seed in range(300)]
    assert all(plain == limited for plain, limited in left)
    assert sum(plain > 0 for plain, _ in left) > 50


def _leaving_the_top(random: Random) -> tuple[int, int]:
    """How many do without colours, and with colours that leave most teams one only."""
    size = random.choice((6, 8, 10, 12))
    lines = [f"{n} {8 if n <= size // 2 else 2} " for n in range(1, size + 1)]
    histories = [random.choice(("WW", "WW", "BB", "WB")) for _ in lines]
    barred = " ".join(f"{a}-{b}" for a, b in combinations(range(1, size + 1), 2) if random.random() < 0.3)
    limited = "\n".join(line + history for line, history in zip(lines, histories, strict=True))
    answers = [both(event(text, met=barred, round=3, system="ecu")) for text in ("\n".join(lines), limited)]
    plain, with_limits = (
        sum(f.from_score == 8 for f in answer.floaters) if isinstance(answer, RoundPairing) else -1
        for answer in answers
    )
    return plain, with_limits


# ----------------------------------------------------------------------------- the exact method alone


@pytest.fixture(scope="module")
def weighted(tmp_path_factory: pytest.TempPathFactory) -> CDLL:
    """csrc/weighted.c as a library of its own."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or not CSRC.is_dir():
        pytest.skip("no csrc, or no C compiler")
    library = tmp_path_factory.mktemp("weighted") / "weighted.so"
    command = [compiler, "-std=c11", "-O2", "-shared", "-fPIC", str(CSRC / "weighted.c"), "-o", str(library)]
    subprocess.run(command, check=True)
    loaded = CDLL(str(library))
    loaded.ms_weighted_bytes.restype = c_size_t
    loaded.ms_weighted_bytes.argtypes = [c_int32, c_int64]
    loaded.ms_weighted_init.argtypes = [c_void_p, c_void_p, c_int32, c_int64]
    loaded.ms_weighted_vertex.argtypes = [c_void_p, c_int32, c_uint8]
    loaded.ms_weighted_neighbour.argtypes = [c_void_p, c_int32, c_int32, c_bool]
    loaded.ms_weighted_match.argtypes = [c_void_p, c_void_p]
    loaded.ms_weighted_match.restype = c_int32
    loaded.ms_weighted_take_pair.argtypes = [c_void_p, c_int32, c_int32, c_int32]
    loaded.ms_weighted_leave.argtypes = [c_void_p, c_int32, c_int32]
    for asked in (loaded.ms_weighted_take_pair, loaded.ms_weighted_leave):
        asked.restype = c_bool
    return loaded


class Kept:
    """A graph in csrc/weighted.c, and the same question put to networkx. Two members whom `unfit` joins may
    not be an inside pair."""

    def __init__(
        self, weighted: CDLL, graph: nx.Graph, members: set[int], unfit: set[frozenset[int]]
    ) -> None:
        self.weighted, self.graph, self.members, self.unfit = weighted, graph.copy(), set(members), unfit
        n, ends = len(graph), 2 * graph.number_of_edges()
        self.struct = create_string_buffer(512)
        self.memory = (c_size_t * (weighted.ms_weighted_bytes(n, ends) // 8 + 2))()
        weighted.ms_weighted_init(self.struct, self.memory, n, ends)
        for v in range(n):
            weighted.ms_weighted_vertex(self.struct, v, 2 * (v in members))
            for u in graph[v]:
                weighted.ms_weighted_neighbour(self.struct, v, u, frozenset((u, v)) not in unfit)

    def match(self, start: nx.Graph) -> int:
        """The inside pairs, found when the edges of `start` are there already."""
        mate = (c_int32 * len(self.graph))(*[-1] * len(self.graph))
        for a, b in start.edges:
            mate[a], mate[b] = b, a
        return int(self.weighted.ms_weighted_match(self.struct, mate))

    def expected(
        self, left_out: AbstractSet[int] = frozenset(), not_members: AbstractSet[int] = frozenset()
    ) -> int:
        """The inside pairs without some vertices, or with fewer members."""
        members = self.members - left_out - not_members
        joined = nx.Graph()
        joined.add_nodes_from(set(self.graph) - left_out)
        for a, b in self.graph.edges:
            inside = {a, b} <= members
            if not left_out & {a, b} and not (inside and frozenset((a, b)) in self.unfit):
                joined.add_edge(a, b, weight=int(inside))
        matching = nx.max_weight_matching(joined, maxcardinality=True)
        return sum(joined[a][b]["weight"] for a, b in matching) if 2 * len(matching) == len(joined) else -1

    def take(self, a: int, others: list[int], pairs: int) -> bool:
        """Ask for the first of `others` who can be paired with a; if there is none a leaves the group."""
        for b in others:
            can = self.expected({a, b}) >= pairs
            assert self.weighted.ms_weighted_take_pair(self.struct, a, b, pairs) == can
            if can:
                self.graph.remove_nodes_from((a, b))
                self.members -= {a, b}
                return True
        assert self.weighted.ms_weighted_leave(self.struct, a, 0)
        self.members.remove(a)
        return False

    def leave(self, a: int, pairs: int) -> bool:
        """Ask a to leave the group."""
        can = self.expected(not_members={a}) >= pairs
        assert self.weighted.ms_weighted_leave(self.struct, a, pairs) == can
        if can:
            self.members.remove(a)
        return can


def random_kept(weighted: CDLL, random: Random, n: int) -> Kept:
    graph = nx.gnp_random_graph(
        n, random.choice((1, 1.5, 2, 3, 6)) / max(n - 1, 1), seed=random.randrange(2**32)
    )
    if random.random() < 0.7:  # a perfect matching hidden in it
        places = random.sample(range(n), n)
        graph.add_edges_from(zip(places[::2], places[1::2], strict=False))
    members = {v for v in graph if random.random() < random.choice((0.3, 0.5, 0.8, 1))}
    share = random.choice((0, 0, 0.2, 0.5))
    unfit = {frozenset(both) for both in graph.edges if random.random() < share}
    return Kept(weighted, graph, members, unfit)


def check_exact(weighted: CDLL, random: Random, n: int) -> bool:
    """One random graph; whether it had a perfect matching."""
    kept = random_kept(weighted, random, n)
    inside = [both for both in kept.graph.edges if kept.members.issuperset(both)]
    outside = [both for both in kept.graph.edges if kept.members.isdisjoint(both)]
    pure = nx.Graph([both for both in inside if frozenset(both) not in kept.unfit] + outside)
    start = nx.Graph(list(nx.maximal_matching(pure)) if random.random() < 0.7 else [])
    expected = kept.expected()
    assert kept.match(start) == expected
    return expected >= 0


def test_exact_method_on_random_graphs(weighted: CDLL) -> None:
    random = Random(1)
    perfect = sum(check_exact(weighted, random, random.randint(0, 24)) for _ in range(1500))
    assert 400 < perfect < 1400


@pytest.mark.parametrize("n", [62, 64, 66, 126, 128, 130])
def test_exact_method_on_larger_graphs(weighted: CDLL, n: int) -> None:
    random = Random(n)
    assert sum(check_exact(weighted, random, n) for _ in range(10)) >= 3


def check_steps(weighted: CDLL, random: Random, n: int) -> tuple[int, int]:
    """Take pairs out and let members leave until nobody is left; how often that was so, and refused."""
    kept = random_kept(weighted, random, n)
    pairs = kept.match(nx.Graph())
    done = refused = 0
    while pairs >= 0 and kept.members:
        a = random.choice(sorted(kept.members))
        if random.random() < 0.5:
            found = kept.leave(a, pairs)
        else:
            near = [b for b in kept.graph[a] if b in kept.members and frozenset((a, b)) not in kept.unfit]
            random.shuffle(near)
            pairs -= (found := kept.take(a, near, max(pairs - 1, 0)))
        done, refused = done + found, refused + (not found)
        pairs = min(pairs, kept.expected()) - (random.random() < 0.1)
    return done, refused


def test_exact_method_step_by_step(weighted: CDLL) -> None:
    random = Random(2)
    steps = [check_steps(weighted, random, random.randint(1, 12) * 2) for _ in range(400)]
    assert sum(done for done, _ in steps) > 1000
    assert sum(refused for _, refused in steps) > 600


def test_exact_method_out_of_range(weighted: CDLL) -> None:
    assert weighted.ms_weighted_bytes(-1, 0) == 0
    assert weighted.ms_weighted_bytes(2, -1) == 0
    assert weighted.ms_weighted_bytes(2, 2**31) == 0
    assert weighted.ms_weighted_bytes(1000, 4000) < weighted.ms_weighted_bytes(1000, 8000) < 2**20


# ----------------------------------------------------------------------------- sizes


def examine_large(t: Tournament) -> RoundPairing | Refusal:
    """A round of the core alone, legal; a refusal only of what cannot be paired."""
    answer = outcome(core, t)
    facts = facts_of(t)
    if isinstance(answer, RoundPairing):
        check(t, answer, kept=False)
    else:
        people = list(facts.people)
        byes = facts.bye_candidates() if len(people) % 2 else [None]
        assert not any(can_be_paired([n for n in people if n != bye], facts.leniently) for bye in byes)
    return answer


@team_systems
@pytest.mark.parametrize("size", [63, 64, 65, 127, 128, 129])
def test_fields_around_whole_words(size: int, system: str) -> None:
    """A set of teams is an array of 64-bit words; nothing may be lost at its edges."""
    *_, last = islice(Simulation(Random(size), size, 7, system), 7)
    examine_large(last)
    examine_large(tight(Random(size), size, system))


@team_systems
@pytest.mark.parametrize("size", [200, 1000])
def test_large_fields(size: int, system: str) -> None:
    for t in Simulation(Random(size), size, 6, system):
        assert isinstance(examine_large(t), RoundPairing)


@pytest.mark.slow
def test_2000_events_of_8_to_200_teams() -> None:
    """No round fails or is illegal where a legal pairing exists."""
    rounds = refused = 0
    for seed in range(2000):
        random = Random(seed)
        size = random.choice((random.randint(8, 40), random.randint(8, 40), random.randint(40, 200)))
        for t in Simulation(random, size, random.randint(1, 12), TEAM_SYSTEMS[seed % 2]):
            rounds += 1
            refused += isinstance(examine_large(t), Refusal)
    print(f"{rounds} rounds of 2000 events, {refused} of them without a legal pairing")
    assert rounds > 8000
    assert refused < rounds / 50


# ----------------------------------------------------------------------------- what must not matter


@given(tournaments(systems=TEAM_SYSTEMS, smallest=2, largest=20), st.randoms(use_true_random=False))
def test_the_order_of_teams_and_forbidden_pairs_does_not_matter(t: Tournament, random: Random) -> None:
    shuffled = replace(
        t,
        participants=tuple(random.sample(t.participants, len(t.participants))),
        forbidden=tuple((b, a) for a, b in random.sample(t.forbidden, len(t.forbidden))),
    )
    assert both(shuffled) == both(t)


@given(tournaments(systems=TEAM_SYSTEMS, largest=20), st.integers(0, 500), st.integers(0, 500))
def test_gaps_in_the_numbers_do_not_matter(t: Tournament, factor: int, shift: int) -> None:
    """As long as odd numbers stay odd: the lot goes by them (N.7.2)."""

    def new(number: int) -> int:
        return (2 * factor + 1) * number + 2 * shift

    assert both(with_numbers(t, new)) == renumbered(both(t), new)


@given(tournaments(systems=TEAM_SYSTEMS, largest=20))
def test_absent_teams_whom_nobody_met_do_not_matter(t: Tournament) -> None:
    stranger = Participant(10_000, games=(ABSENCE,) * (t.round - 1), points=3.3, present=False)
    assert both(replace(t, participants=(stranger, *t.participants))) == both(t)


@given(tournaments(systems=TEAM_SYSTEMS, largest=20))
def test_the_rules_treat_white_and_black_alike(t: Tournament) -> None:
    """But for one: with equal differences the team with fewer *whites* has White (N.7.5.1, ecu)."""
    answer, mirrored = both(t), both(colours_exchanged(t))
    if not isinstance(answer, RoundPairing) or not isinstance(mirrored, RoundPairing):
        assert mirrored == answer
        return
    history = TeamFacts(t).colours
    for (white, black), opposite in zip(answer.pairs, mirrored.pairs, strict=True):
        fewer_whites = t.system == "ecu" and len(history[white]) != len(history[black])
        assert opposite in ((black, white), (white, black) if fewer_whites else (black, white))
    assert replace(mirrored, pairs=answer.pairs) == answer
