"""The claims of explanations of team rounds: `claims`, and what only chapter N and D.02 know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from networkx import Graph, max_weight_matching  # type: ignore[import-untyped]

from claims import ONE, OTHER, Claims, form, listed

KEEPS_FEWER = "the group would keep fewer pairs, or the rest of the round could not be paired"


class TeamClaims(Claims):
    """A tournament of teams and its round, to be compared with what is said of them."""

    limits_dropped = False
    gone: frozenset[int] = frozenset()  # those paired in earlier groups

    def compatible(self, a: int, b: int) -> bool:
        if not self.not_met(a, b):
            return False
        return self.limits_dropped or self.colours_allow(a, b)

    def bye_compatible(self, a: int, b: int) -> bool:
        return self.not_met(a, b)

    def middle(self) -> float:
        ranking = sorted(map(self.score, self.paired), reverse=True)
        return ranking[len(ranking) // 2]

    def begin(self, *group: Any) -> None:
        if self.whole:
            self.gone |= {*self.residents, *self.came} - set(self.chosen)
        self.limits_dropped = False
        super().begin(*group)

    def arranged(self) -> list[int]:
        return sorted(self.left, key=self.rank)

    def sonneborn_berger(self, n: int) -> float:
        if self.t.ranking != "esb":
            return 0
        met = [g for g in self.of[n].games if g.opponent is not None and g.result in "1=0WDL"]
        values = sorted((self.score(g.opponent or 0), round(10 * (g.game_points or 0))) for g in met)
        return sum(a * b for a, b in values[len(values) > 1 :])

    def check_pair(self, a: int, b: int) -> None:
        """Of the floaters, that they may meet; what the rest then keeps is not counted here."""
        if a in self.came:
            assert self.compatible(a, b)
        else:
            self.check_available(a, b)

    @form("The group keeps no pair: were two of it to meet, the rest of the round could not be paired")
    def none_can_be_kept(self) -> None:
        if self.whole:
            assert not self.left
            assert self.most_pairs(self.chosen, self.not_met) > 0
            assert self.most_kept(self.chosen, self.unpaired(), False) == 0
            self.told_kept = True

    def check_kept(self, pairs: int) -> None:
        assert pairs == (len(self.residents + self.came) - len(self.chosen)) // 2

    def check_why_beyond(self, white: int, black: int, told: str) -> None:
        """N.7.4.1: the group is paired without the limits; both are of one such group."""
        article = {"ecu": "by N.7.4.1", "olympiad": "by 7.4"}[str(self.t.system)]
        assert f"{article} the group is paired without the colour limits" in told
        dropped = [set(s.who) for s in self.pairing.trace if s.rule == "limits dropped"]
        assert any({white, black} <= members for members in dropped)

    # ---- N.6, N.7.4: the pairs a group keeps, where all the others can be paired too

    def most_kept(self, members: Iterable[int], unpaired: Iterable[int], limits: bool) -> int:
        """The most pairs of two members over all ways of pairing everybody unpaired; -1 if there is none."""
        inside, everybody = set(members), sorted(unpaired)
        graph = Graph()
        graph.add_nodes_from(everybody)
        for a, b in combinations(everybody, 2):
            both = {a, b} <= inside
            if self.not_met(a, b) and not (both and limits and not self.colours_allow(a, b)):
                graph.add_edge(a, b, weight=int(both))
        made = max_weight_matching(graph, maxcardinality=True)
        return -1 if 2 * len(made) < len(everybody) else sum({*pair} <= inside for pair in made)

    def unpaired(self) -> set[int]:
        """Everybody of the round who is not yet paired, those who leave this group too."""
        members = {*self.residents, *self.came}
        return self.paired - self.gone - (members - {*self.left, *self.chosen})

    def still_to_keep(self) -> int:
        """The pairs that those left have to make."""
        score = self.group_score
        leaving = [f.number for f in self.pairing.floaters if f.from_score == score != self.middle()]
        members = {*self.residents, *self.came}
        made = (len(members) - len({*self.left, *self.chosen})) // 2
        return (len(members) - len(leaving)) // 2 - made

    def check_needed(self, who: Iterable[int], floater: int, limits: bool) -> None:
        """N.6 2: without any one of them fewer pairs are kept; the floater has just been taken out."""
        staying = [*self.left, floater]
        for number in who:
            rest = [n for n in staying if n != number]
            assert self.most_kept(rest, self.unpaired(), limits) < self.still_to_keep()

    # ---- the round, the groups

    @form("Teams are paired without regard to colours; only the colour limits count")
    def disregarded(self) -> None:
        pass

    @form("In this group nobody gets one colour three times running, or three more of it than of the other")
    def limits_kept(self) -> None:
        assert not self.limits_dropped
        within, beyond = (self.most_kept(self.left, self.unpaired(), limits) for limits in (True, False))
        assert within == beyond == self.still_to_keep()

    @form(
        "Within the colour limits this group would keep fewer pairs, or the round could not be paired, so it "
        "is paired without them"
    )
    def limits_are_dropped(self) -> None:
        if self.whole:
            within, beyond = (self.most_kept(self.left, self.unpaired(), limits) for limits in (True, False))
            assert within < beyond == self.still_to_keep()
        self.limits_dropped = True

    @form("{many} (?:has|have) White on the boards 1, 3, 5, ... and Black on the boards 2, 4, 6, ...")
    def other_boards(self, who: str) -> None:
        assert set(listed(who)) <= {white for white, _ in self.pairing.pairs}

    # ---- floaters

    @form("Were the group to make as many pairs as it could, there would be no opponents for {many}")
    def needed_beyond(self, who: str) -> None:
        if not self.whole:
            return
        over, members = listed(who), [*self.residents, *self.came]
        beyond = self.paired - self.gone - set(members)
        rest = beyond - set(over)
        assert beyond.issuperset(over)
        assert len(beyond) - 2 * self.most_pairs(beyond, self.not_met) == len(over) > 0
        assert len(rest) == 2 * self.most_pairs(rest, self.not_met)
        floaters = [f for f in self.pairing.floaters if f.from_score == self.group_score]
        assert len(members) - len(floaters) < 2 * self.most_pairs(members)

    @form(f"{{before}}{KEEPS_FEWER}")
    def needed_for_pairs(self, who: str, floater: str, without: str) -> None:
        self.check_without(who, without)
        if self.whole:
            self.check_needed(listed(who), int(floater), not self.limits_dropped)
            assert set(listed(who)) < set(self.left)
            self.needed_here |= set(listed(who))

    @form(f"{{before}}within the colour limits, and only within them, {KEEPS_FEWER}")
    def passed_over(self, who: str, floater: str, without: str) -> None:
        self.check_without(who, without)
        if self.whole:
            self.check_needed(listed(who), int(floater), True)
            for number in listed(who):
                rest = [n for n in [*self.left, int(floater)] if n != number]
                assert self.most_kept(rest, self.unpaired(), False) >= self.still_to_keep()
            assert not self.limits_dropped
            assert set(listed(who)) < set(self.left)
            self.needed_here |= set(listed(who))

    @form("{after}(?:it has|they have) met every team of the next group, and {one} has not")
    def have_met_all(self, who: str, floater: str, again: str) -> None:
        if self.whole:
            assert any(self.not_met(int(floater), n) for n in self.next_group)
            assert not any(self.not_met(a, b) for a in listed(who) for b in self.next_group)
        self.asked_later(listed(who))

    @form(
        "{after}{one} is ranked (higher|lower)"
        "(?:; teams level on points rank by Sonneborn-Berger \\(N.5.1\\): (.*))?"
    )
    def far_end(self, who: str, floater: str, again: str, which: str, values: str | None) -> None:
        self.check_values([int(floater), *listed(who)], values)
        if self.whole:
            assert (which == "higher") == (self.way == "up")
            assert all(self.rank(n) < self.rank(int(floater)) for n in listed(who))
        self.asked_later(listed(who))

    @form("{one} came in, can take nobody in this group, and moves (up|down) to the group of {points}")
    def moves_on(self, who: str, way: str, points: str) -> None:
        moves = [(f.number, f.direction, f.to_score) for f in self.pairing.floaters]
        assert (int(who), way, float(points)) in moves
        if self.whole:
            assert int(who) in self.came
            assert self.tried == self.order_of_floater(int(who))
            self.tried = []
            self.left.remove(int(who))
            self.chosen.append(int(who))

    # ---- opponents

    def order_of_floater(self, who: int) -> list[int]:
        """N.6 1: the group's own teams from the nearest, then the other floaters, alike."""
        down = self.score(who) > self.group_score
        order = sorted(self.left, key=self.rank, reverse=down != (self.way == "down"))
        return [n for n in order if n not in self.came] + [n for n in order if n in self.came and n != who]

    @form(
        "{one} came into the group of {points} and looks for an opponent before those of it do; it tries the "
        "group's own teams from the (lowest|highest) ranked, then the other floaters"
    )
    def floating_team_looks(self, who: str, points: str, end: str) -> None:
        assert self.score(int(who)) != float(points)
        assert (end == "highest") == (self.score(int(who)) > float(points))
        if self.whole:
            assert int(who) in self.came
            self.order = self.order_of_floater(int(who))
            self.tried = []

    @form(f"Were {{one}} to take {{many}}, {KEEPS_FEWER}")
    def keeps_fewer(self, a: str, who: str) -> None:
        if self.whole:
            for number in listed(who):
                assert self.compatible(int(a), number)
                members, rest = (set(side) - {int(a), number} for side in (self.left, self.unpaired()))
                kept = self.most_kept(members, rest, not self.limits_dropped)
                assert kept < max(self.still_to_keep() - 1, 0)
        self.not_taken(listed(who))

    # ---- colours

    def check_colours(self, white: int, black: int, why: str) -> None:
        """N.7, 7: differences, rounds, runs, who is the higher ranked."""
        ours, theirs = self.colours(white), self.colours(black)
        mine, other = (c.count("W") - c.count("B") for c in (ours, theirs))
        if match := re.search(r"difference, ([-+\d]+) .*, is smaller than the ([-+\d]+) of", why):
            assert (mine, other) == (int(match[1]), int(match[2]))
            assert mine < other
        elif match := re.search(
            r"differences are both ([-+\d]+), .* has (?:(never) had White|had White ([\w ]+)), "
            r".*\) (\w+( times)?)$",
            why,
        ):
            assert mine == other == int(match[1])
            assert ours.count("W") < theirs.count("W")
            assert times(match[2] or match[3]) == ours.count("W")
            assert times(match[4]) == theirs.count("W")
        elif match := re.search(
            r"equally many Whites, and in round (\d+) #\d+ had Black and #\d+ White", why
        ):
            assert mine == other
            assert ours.count("W") == theirs.count("W")
            assert int(match[1]) == self.t.round - 1
            assert (self.history(white)[-1], self.history(black)[-1]) == ("B", "W")
        elif match := re.search(r"round (\d+) is the latest in which both played", why):
            pairs = list(zip(self.history(white), self.history(black), strict=True))
            last = int(match[1])
            assert pairs[last - 1] == ("B", "W")
            assert not any({*both} == {"W", "B"} for both in pairs[last:])
        elif match := re.search(r"same colour in a row (\d+) and (\d+) times, .* (\d+) and (\d+) times", why):
            runs = [running(ours, "W"), running(theirs, "B"), running(ours, "B"), running(theirs, "W")]
            assert list(map(int, match.groups())) == runs
            assert (max(runs[:2]), sum(runs[:2])) < (max(runs[2:]), sum(runs[2:]))
        else:
            self.check_who_decides(white, black, why)

    def check_who_decides(self, white: int, black: int, why: str) -> None:
        """N.7.2, N.7.8, 7.2, 7.6: the higher ranked, or the only one with a colour."""
        why, _, values = why.partition("; teams level on points rank by Sonneborn-Berger (N.5.1): ")
        self.check_values([white, black], values)
        self.check_nothing_differs(white, black, why)
        higher = min(white, black, key=lambda n: (-self.score(n), -self.sonneborn_berger(n), n))
        match = re.search(rf"(?:higher ranked|only one with a colour), {ONE}, (gets|alternates)", why)
        first = int(match[1]) if match else listed(why)[0]
        colour = "W" if first == white else "B"
        had = self.colours(first)
        assert first == higher or not self.colours(higher)
        if match is None:
            assert not had
            assert ("an odd" in why) == (first % 2 == 1) == ("opposite" not in why)
            assert (colour == "W") == ((first % 2 == 1) == (self.t.initial_colour == "white"))
        elif match[2] == "gets":
            assert had.count(colour) < had.count(OTHER[colour])
        else:
            assert had[-1] == OTHER[colour]

    def check_nothing_differs(self, white: int, black: int, why: str) -> None:
        """What the two have had alike."""
        ours, theirs = self.colours(white), self.colours(black)
        both = list(zip(self.history(white), self.history(black), strict=True))
        if "same colours in the games they played" in why:
            assert ours == theirs
        elif "in no round have both played with different colours" in why:
            assert not any({*pair} == {"W", "B"} for pair in both)
            match = re.search(r"the colour differences are both ([-+\d]+)", why)
            assert match
            assert {c.count("W") - c.count("B") for c in (ours, theirs)} == {int(match[1])}
        else:
            assert "neither has had a colour" in why
            assert not ours + theirs

    def check_values(self, who: Sequence[int], told: str | None) -> None:
        """N.5.1: they are told where they rank, and are right."""
        level = [n for n in who if self.score(n) == self.score(who[0])]
        values = {n: self.sonneborn_berger(n) for n in level}
        shown = {int(n): float(v) for n, v in re.findall(rf"{ONE} ([-\d.]+)", told or "")}
        assert bool(shown) == (len(set(values.values())) > 1)
        assert all(shown[n] == values[n] / 10 for n in shown)
        assert len(shown) in (0, min(len(level), 12))


def running(colours: str, colour: str) -> int:
    """How many times running, with one more."""
    return len(colours) - len(colours.rstrip(colour)) + 1


def times(text: str) -> int:
    """How many times, in words."""
    return {"never": 0, "once": 1, "twice": 2}[text] if text[0].isalpha() else int(text.split()[0])
