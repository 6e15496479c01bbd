"""What any legal round keeps, read anew from the rules, without code of the engine or the reference.

`check` looks at one round; `every_pairing` tries everything, for small fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations

import networkx as nx  # type: ignore[import-untyped]

from medianswiss import Participant, RoundPairing, Tournament

SMALL = 10
"""Fields up to this size are answered by enumeration."""

Joined = Callable[[int, int], bool]
Pairing = tuple[tuple[int, int], ...]


# ----------------------------------------------------------------------------- the facts


@dataclass
class Facts:
    """Who may meet whom, as the rules of Lim tell it."""

    tournament: Tournament
    people: dict[int, Participant] = field(init=False)
    score: dict[int, int] = field(init=False)
    colours: dict[int, str] = field(init=False)
    barred: set[frozenset[int]] = field(init=False)

    def __post_init__(self) -> None:
        t = self.tournament
        self.people = {p.number: p for p in t.participants if p.present}
        self.score = {p.number: t.score(p) for p in t.participants}
        self.colours = {p.number: "" for p in t.participants}
        self.barred = {frozenset(both) for both in t.forbidden}
        for p in t.participants:
            for game in p.games:
                if game.opponent is not None and game.result not in "+-":
                    self.colours[p.number] += str(game.colour)
                    self.barred.add(frozenset((p.number, game.opponent)))

    @property
    def last_round(self) -> bool:
        return self.tournament.rounds is not None and self.tournament.round >= self.tournament.rounds

    def within_limits(self, number: int, colour: str) -> bool:
        """5.1.1, 5.1.2: three in a row, and three more of one than of the other."""
        history = self.colours[number] + colour
        other = "b" if colour == "w" else "w"
        return history[-3:] != colour * 3 and history.count(colour) - history.count(other) < 3

    def legal(self, white: int, black: int) -> bool:
        return self.within_limits(white, "w") and self.within_limits(black, "b")

    def strictly(self, a: int, b: int) -> bool:
        """2.1, and the last round of article 6 for equal scores."""
        if frozenset((a, b)) in self.barred:
            return False
        equal = self.last_round and self.score[a] == self.score[b]
        return equal or self.legal(a, b) or self.legal(b, a)

    def leniently(self, a: int, b: int) -> bool:
        """Article 6, second attempt: not met."""
        return frozenset((a, b)) not in self.barred

    def attempts(self) -> tuple[Joined, ...]:
        """What "compatible" means: once, and once more in the last round."""
        return (self.strictly, self.leniently) if self.last_round else (self.strictly,)

    def bye_candidates(self) -> list[int]:
        """The eligible, in the order of 1.1 and 7.1."""
        first = self.tournament.round == 1
        eligible = [p for p in self.people.values() if not {game.result for game in p.games} & set("UF+")]
        eligible.sort(key=lambda p: (p.rating if first else self.score[p.number], -p.number))
        return [p.number for p in eligible]

    def rank(self, number: int) -> tuple[int, ...]:
        return (-self.score[number], number)

    def board(self, high: int, low: int) -> tuple[int, ...]:
        """The place of a pair in the order of the boards (common, N.8.4.1)."""
        return (-self.score[high], -self.score[low], *self.rank(high))

    def median(self, bye: int | None) -> float:
        """2.2: half the points possible."""
        return self.tournament.scoring.white_win * (self.tournament.round - 1) / 20


class TeamFacts(Facts):
    """The same by chapter N and D.02: colour limits make no pairing illegal."""

    @property
    def last_round(self) -> bool:
        return False

    def attempts(self) -> tuple[Joined, ...]:
        return (self.leniently,)

    def bye_candidates(self) -> list[int]:
        """The eligible, the lowest ranked first (N.5.4, D.02 4)."""
        eligible = [number for number, team in self.people.items() if not self._barred_from_bye(team)]
        return sorted(eligible, key=self.rank, reverse=True)

    def _barred_from_bye(self, team: Participant) -> bool:
        letters = [game.result for game in team.games]
        if self.tournament.system == "ecu":
            return any(letter in "UFH+" for letter in letters)
        return letters[:1] == ["Z"] or any(letter in "UF+" for letter in letters)

    def rank(self, number: int) -> tuple[int, ...]:
        tiebreak = self._sonneborn_berger(number) if self.tournament.ranking == "esb" else 0
        return (-self.score[number], -tiebreak, number)

    def _sonneborn_berger(self, number: int) -> int:
        """N.5.1, in hundredths."""
        played = [game for game in self.people[number].games if game.opponent and game.result not in "+-"]
        met = sorted((self.score[game.opponent or 0], int(10 * (game.game_points or 0))) for game in played)
        return sum(score * scored for score, scored in (met if len(met) < 2 else met[1:]))

    def board(self, high: int, low: int) -> tuple[int, ...]:
        if self.tournament.system == "ecu":
            return super().board(high, low)
        score, rating = self.score, self.people[high].rating
        return (-score[high], -score[high] - score[low], -rating, high)  # 11.1

    def median(self, bye: int | None) -> float:
        """N.5.5: the score at place n/2 + 1."""
        scores = sorted((self.score[number] for number in self.people if number != bye), reverse=True)
        return scores[len(scores) // 2] / 10 if scores else 0


def facts_of(t: Tournament) -> Facts:
    """The facts in the reading of the tournament's rule set."""
    return Facts(t) if t.system == "lim" else TeamFacts(t)


# ----------------------------------------------------------------------------- is there a pairing


def every_pairing(numbers: Sequence[int], joined: Joined) -> Iterator[Pairing]:
    """Every complete pairing of `numbers`, by trying all."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    for other in others:
        if joined(first, other):
            for rest in every_pairing([number for number in others if number != other], joined):
                yield ((first, other), *rest)


def most_pairs(numbers: Sequence[int], joined: Joined) -> int:
    """The largest number of pairs, by trying all."""
    if len(numbers) < 2:
        return 0
    first, *others = numbers
    with_first = (
        1 + most_pairs([number for number in others if number != other], joined)
        for other in others
        if joined(first, other)
    )
    return max(most_pairs(others, joined), *with_first, 0)


def can_be_paired(numbers: Sequence[int], joined: Joined) -> bool:
    """Whether a complete pairing exists: by enumeration, or by networkx where that takes too long."""
    if len(numbers) % 2:
        return False
    if len(numbers) <= SMALL:
        return next(every_pairing(numbers, joined), None) is not None
    graph = nx.Graph()
    graph.add_edges_from(both for both in combinations(numbers, 2) if joined(*both))
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(numbers)


def right_bye(facts: Facts, joined: Joined) -> int | None:
    """1.1, 7.1 for an odd number: the first whose bye leaves the others a complete pairing."""
    people = list(facts.people)
    for number in facts.bye_candidates():
        if can_be_paired([other for other in people if other != number], joined):
            return number
    return None


def meaning(facts: Facts) -> Joined | None:
    """The meaning of "compatible" under which the round is to be paired; None when it cannot be."""
    for joined in facts.attempts():
        if len(facts.people) % 2 == 0:
            possible = can_be_paired(list(facts.people), joined)
        else:
            possible = right_bye(facts, joined) is not None
        if possible:
            return joined
    return None


def unplaced(facts: Facts) -> tuple[int, ...]:
    """Of a small field that cannot be paired: from the largest number down, whoever can be left out."""
    joined = facts.attempts()[-1]
    staying = sorted(facts.people)
    most = most_pairs(staying, joined)
    left_out: list[int] = []
    for number in sorted(facts.people, reverse=True):
        rest = [other for other in staying if other != number]
        if len(staying) > 2 * most and most_pairs(rest, joined) == most:
            left_out.append(number)
            staying = rest
    return tuple(left_out)


# ----------------------------------------------------------------------------- one round


def check(t: Tournament, made: RoundPairing, *, kept: bool = True) -> None:
    """Assert everything that holds for every legal round, whoever paired it; `kept`: also that no group
    of teams floats one more than it must, which takes long for large fields."""
    facts = facts_of(t)
    _check_places(facts, made)
    joined = _check_compatible(facts, made)
    _check_bye(facts, made, joined)
    _check_colours(facts, made)
    _check_board_order(facts, made)
    _check_floaters(facts, made)
    if kept and isinstance(facts, TeamFacts):
        _check_kept(facts, made)


def _check_places(facts: Facts, made: RoundPairing) -> None:
    placed = [number for both in made.pairs for number in both]
    placed += [made.bye] if made.bye is not None else []
    assert sorted(placed) == sorted(facts.people)
    assert made.round == facts.tournament.round


def _check_compatible(facts: Facts, made: RoundPairing) -> Joined:
    """The pairs are compatible; colours are given up for all only where nothing else is left (6)."""
    for joined in facts.attempts():
        if all(joined(a, b) for a, b in made.pairs):
            break
    else:
        raise AssertionError("a pair has met, is forbidden, or is beyond the limits of colour")
    if len(facts.people) <= SMALL or joined != facts.attempts()[0]:
        assert joined == meaning(facts)
    return joined


def _check_bye(facts: Facts, made: RoundPairing, joined: Joined) -> None:
    assert (made.bye is not None) == (len(facts.people) % 2 == 1)
    if made.bye is not None:
        candidates = facts.bye_candidates()
        assert made.bye in candidates
        for passed_over in candidates[: candidates.index(made.bye)]:
            assert not can_be_paired([n for n in facts.people if n != passed_over], joined)


def _check_colours(facts: Facts, made: RoundPairing) -> None:
    for white, black in made.pairs:
        assert facts.legal(white, black) or not facts.legal(black, white)


def _check_board_order(facts: Facts, made: RoundPairing) -> None:
    places = [facts.board(*sorted(both, key=facts.rank)) for both in made.pairs]
    assert places == sorted(places)


def _check_floaters(facts: Facts, made: RoundPairing) -> None:
    """Each moves from its own score towards the median, step by step; without cracking everybody meets
    somebody who came to rest in the same group."""
    if facts.tournament.system == "lim" and facts.tournament.round == 1:
        assert (made.floaters, made.cracked) == ((), 0)
        return
    median = facts.median(made.bye)
    rest = {number: facts.score[number] / 10 for number in facts.people}
    for move in made.floaters:
        assert move.number != made.bye
        assert move.from_score == rest[move.number]
        if move.direction == "down":
            assert move.from_score > move.to_score >= median
        else:
            assert move.from_score < move.to_score <= median
        rest[move.number] = move.to_score
    directions = [move.direction for move in made.floaters]
    assert directions == sorted(directions)
    apart = sum(rest[a] != rest[b] for a, b in made.pairs)
    assert apart <= 2 * made.cracked


# ----------------------------------------------------------------------------- N.7.4: what a group keeps


def _check_kept(facts: TeamFacts, made: RoundPairing) -> None:
    """Each group keeps as many pairs as it can while all can be paired, and within the colour limits where
    these do not cost it a pair."""
    unpaired = set(facts.people) - {made.bye}
    place = {number: facts.score[number] / 10 for number in unpaired}
    for score, direction in _groups(place.values(), facts.median(made.bye)):
        members = {number for number in unpaired if place[number] == score}
        leaving = [f for f in made.floaters if f.from_score == score and f.direction == direction]
        staying = members - {f.number for f in leaving}
        inside = [both for both in made.pairs if staying.issuperset(both)]
        assert 2 * len(inside) == len(staying) == len(members) - len(leaving)

        without = most_inside(members, unpaired, facts.leniently, facts.leniently)
        within = most_inside(members, unpaired, facts.strictly, facts.leniently)
        assert len(inside) == without
        if within == without:
            assert all(facts.strictly(*both) for both in inside)
        unpaired -= staying
        place |= {f.number: f.to_score for f in leaving}


def _groups(scores: Iterable[float], median: float) -> list[tuple[float, str]]:
    """The groups in the order of N.5.5 with the direction of their floaters: the middle one has none."""
    above = sorted({score for score in scores if score > median}, reverse=True)
    below = sorted({score for score in scores if score < median})
    return [*((s, "down") for s in above), *((s, "up") for s in below), (median, "")]


def most_inside(members: Set[int], unpaired: Set[int], inside: Joined, outside: Joined) -> int:
    """The most pairs of two members in a complete pairing of `unpaired`, -1 when there is none: by
    enumeration, or by networkx where that takes too long."""

    def joined(a: int, b: int) -> bool:
        return inside(a, b) if {a, b} <= members else outside(a, b)

    if len(unpaired) <= SMALL:
        pairings = every_pairing(sorted(unpaired), joined)
        return max((sum({a, b} <= members for a, b in pairing) for pairing in pairings), default=-1)
    graph = nx.Graph()
    pairs = [both for both in combinations(sorted(unpaired), 2) if joined(*both)]
    graph.add_weighted_edges_from((a, b, len({a, b} & members) == 2) for a, b in pairs)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return sum({a, b} <= members for a, b in matching) if 2 * len(matching) == len(unpaired) else -1
