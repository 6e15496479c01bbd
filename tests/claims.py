"""What the sentences of an explanation claim, checked against the tournament by small means of its own.

Nothing here asks the package but for scores and games. Every sentence must be of a known form, and all
that it says must be so; told in their order for a whole round they must also fit each other: whom a group
still has, who has been tried, how many pairs are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from networkx import Graph, max_weight_matching  # type: ignore[import-untyped]

from medianswiss import Participant, RoundPairing, Tournament

FORMS: list[tuple[re.Pattern[str], Callable[..., None]]] = []
ONE = r"#(\d+)"
MANY = r"(#\d+(?:(?: to |, | and | or )#\d+)*)"
POINTS = r"(-?[\d.]+) (?:match )?points?"
RATING = r"(\d+|unrated, counted as 0)"
HISTORY = r"\(([WB-]+|no colour yet)\)"
AFTER = f"{MANY} (?:is|are) asked to float only after {ONE}: "
BEFORE = (
    f"{MANY} (?:is|are) asked to float before {ONE}, but without (#\\d+|either of them|any one of them),? "
)
COLOUR = {"White": "W", "Black": "B"}
OTHER = {"W": "B", "B": "W"}
ORDINALS = {"first": 1, "second": 2, "third": 3}


def form(pattern: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A form of sentences, and what checks them; curly names are pieces above."""
    pieces = {
        "one": ONE,
        "many": MANY,
        "points": POINTS,
        "history": HISTORY,
        "before": BEFORE,
        "after": AFTER,
        "rating": RATING,
    }
    whole = re.sub(r"\{([a-z]+)\}", lambda match: pieces[match[1]], pattern)

    def keep(check: Callable[..., None]) -> Callable[..., None]:
        FORMS.append((re.compile(whole), check))
        return check

    return keep


def rated(text: str) -> int:
    """A rating in words."""
    return 0 if text == "unrated, counted as 0" else int(text)


def place_of(text: str) -> int:
    """An ordinal in words or figures."""
    return ORDINALS.get(text) or int(re.sub(r"\D", "", text))


def listed(text: str) -> list[int]:
    """The numbers of a list in words."""
    found: list[int] = []
    for first, last in re.findall(r"#(\d+)(?: to #(\d+))?", text):
        a, b = int(first), int(last or first)
        found += range(a, b + 1) if a <= b else range(a, b - 1, -1)
    return found


class Claims:
    """A tournament and its round, to be compared with what is said of them."""

    def __init__(self, t: Tournament, pairing: RoundPairing) -> None:
        self.t, self.pairing = t, pairing
        self.of = {p.number: p for p in t.participants}
        self.paired = {n for pair in pairing.pairs for n in pair}
        self.seen = dict.fromkeys((check.__name__ for _, check in FORMS), 0)
        self.whole = False
        self.limits_ignored = False
        self.taken_back: list[str] = []
        self.made: dict[str, list[set[int]]] = {"above": [], "below": []}
        self.begin([], [], 0.0, "down")

    # ---- facts

    def score(self, n: int) -> float:
        return self.t.score(self.of[n]) / 10

    def history(self, n: int) -> str:
        games = self.of[n].games
        played = [g.opponent is not None and g.result in "1=0WDL" for g in games]
        return "".join(str(g.colour).upper() if was else "-" for g, was in zip(games, played, strict=True))

    def colours(self, n: int) -> str:
        return self.history(n).replace("-", "")

    def due(self, n: int) -> str | None:
        colours = self.colours(n)
        surplus = colours.count("W") - colours.count("B")
        if surplus:
            return "B" if surplus > 0 else "W"
        return OTHER[colours[-1]] if colours else None

    def barred(self, n: int, colour: str) -> bool:
        colours = self.colours(n)
        surplus = colours.count(colour) - colours.count(OTHER[colour])
        return colours[-2:] == 2 * colour or surplus >= 2

    def rounds_met(self, a: int, b: int) -> list[int]:
        games = self.of[a].games
        return [r for r, g in enumerate(games, 1) if g.opponent == b and g.result in "1=0WDL"]

    def forbidden(self, a: int, b: int) -> bool:
        return {a, b} in map(set, self.t.forbidden)

    def compatible(self, a: int, b: int) -> bool:
        if not self.not_met(a, b):
            return False
        last = self.t.rounds is not None and self.t.round >= self.t.rounds
        if self.limits_ignored or (last and self.score(a) == self.score(b)):
            return True
        return self.colours_allow(a, b)

    def colours_allow(self, a: int, b: int) -> bool:
        return any(not self.barred(a, c) and not self.barred(b, OTHER[c]) for c in "WB")

    def not_met(self, a: int, b: int) -> bool:
        return not self.rounds_met(a, b) and not self.forbidden(a, b)

    def bye_compatible(self, a: int, b: int) -> bool:
        """As for the whole round."""
        return self.compatible(a, b)

    def floated(self, n: int) -> bool:
        games = self.of[n].games
        if not games or games[-1].opponent is None or games[-1].result not in "1=0WDL":
            return False
        return self.before(n) != self.before(games[-1].opponent)

    def before(self, n: int) -> float:
        return (self.t.score(self.of[n]) - self.t.scoring.value(self.of[n].games[-1])) / 10

    def most_pairs(self, who: Iterable[int], joined: Callable[[int, int], bool] | None = None) -> int:
        ask = joined or self.compatible
        graph = Graph([(a, b) for a, b in combinations(who, 2) if ask(a, b)])
        return len(max_weight_matching(graph, maxcardinality=True))

    def can_all_be_paired(self, who: Sequence[int]) -> bool:
        return 2 * self.most_pairs(who) == len(who)

    # ---- the group being told of

    def begin(self, residents: Sequence[int], came: Sequence[int], score: float, way: str) -> None:
        self.residents, self.came, self.group_score, self.way = list(residents), list(came), score, way
        self.left = [*residents, *came]
        self.tried: list[int] = []
        self.order: list[int] | None = None
        self.chosen: list[int] = []
        self.needed_here: set[int] = set()
        self.next_group: list[int] = []
        self.to_be_asked: set[int] = set()
        self.most = self.most_pairs(self.left)
        self.told_kept = len(self.left) < 2

    def nearer(self, n: int) -> int:
        return n if self.way == "down" else -n

    def rank(self, n: int) -> tuple[float, ...]:
        """Key of the direction's order of ranks."""
        key = (-self.score(n), -self.sonneborn_berger(n), n)
        return key if self.way == "down" else tuple(-part for part in key)

    def sonneborn_berger(self, n: int) -> float:
        """What ranks before the number."""
        return 0

    def arranged(self) -> list[int]:
        """4.2: those left as scrutiny arranges them."""
        return sorted(self.left, key=self.nearer)

    # ---- sentences

    def check_round(self, sentences: Sequence[str]) -> None:
        """Those of a whole round, in their order."""
        self.whole = True
        for sentence in sentences:
            self.check(sentence)
        assert not self.left or not self.pairing.pairs

    def check(self, sentence: str) -> None:
        """One sentence: its form is known, and what it says is so."""
        text = re.sub(r" \((?:N\.)?\d[^()]*\)\.$", "", sentence)
        text = text if text != sentence else text.removesuffix(".")
        found = [(match, check) for pattern, check in FORMS if (match := pattern.fullmatch(text))]
        assert len(found) == 1, (sentence, [check.__name__ for _, check in found])
        match, check = found[0]
        self.seen[check.__name__] += 1
        check(self, *match.groups())
        for who, history in re.findall(rf"{ONE} {HISTORY}", text):
            assert history == (self.history(int(who)) if self.colours(int(who)) else "no colour yet")

    # ---- before the round, the bye, the boards

    @form(r"Round (\d+): (\d+) pairs?( and the bye)?")
    def beginning(self, number: str, pairs: str, bye: str | None) -> None:
        assert (int(number), int(pairs)) == (self.t.round, len(self.pairing.pairs))
        assert bool(bye) == (self.pairing.bye is not None)

    @form(r"(#\d+ has [-\d.]+ (?:match )?points? before round \d+ .*)")
    def score_told(self, text: str) -> None:
        for part in text.split("; "):
            match = re.fullmatch(rf"{ONE} has {POINTS} before round (\d+) {HISTORY}", part)
            assert match, part
            assert self.score(int(match[1])) == float(match[2])
            assert int(match[3]) == self.t.round

    @form("{one} is (absent from this round|not paired in this round: (.*))")
    def absence(self, who: str, _: str, bye: str | None) -> None:
        words = {"a full-point bye": "F", "a half-point bye": "H", "a zero-point bye": "Z", "the bye": "U"}
        p: Participant = self.of[int(who)]
        assert not p.present
        assert p.requested == (words[bye] if bye else None)

    @form(
        "The round cannot be paired within the colour limits, so whom one may meet is asked as if there were "
        "no limits: only those who have met may not meet; colours are still given within the limits where "
        "that can be"
    )
    def ignored(self) -> None:
        if self.limits_ignored:
            return
        present = [n for n, p in self.of.items() if p.present]
        assert self.t.rounds is not None
        assert self.t.round >= self.t.rounds
        eligible = [n for n in present if not set("UF+") & {g.result for g in self.of[n].games}]
        outs: list[int | None] = [*eligible] if len(present) % 2 else [None]
        assert not any(self.can_all_be_paired([n for n in present if n != out]) for out in outs)
        self.limits_ignored = True

    @form(r"(#\d+ may not have the bye: .*)")
    def barred_from_bye(self, text: str) -> None:
        words = {
            "it had the bye in": "U",
            "it had a full-point bye in": "F",
            "it won by the opponent's absence in": "+",
            "it scored without playing, by a half-point bye, in": "H",
        }
        for part in text.split("; "):
            match = re.fullmatch(rf"{ONE} may not have the bye: (.*?)(?: round (\d+))?", part)
            assert match, part
            games = self.of[int(match[1])].games
            if match[2] == "it was not paired from round one":
                assert (self.t.system, games[0].result) == ("olympiad", "Z")
            else:
                assert games[int(match[3]) - 1].result == words[match[2]]

    @form("With the bye for {many} the others could not all be paired")
    def needed(self, who: str) -> None:
        present = [n for n, p in self.of.items() if p.present]
        for number in listed(who):
            rest = [n for n in present if n != number]
            assert 2 * self.most_pairs(rest, self.bye_compatible) < len(rest)

    @form(
        "{one}, (unrated, counted as 0|rated (\\d+)|{points}), has the bye: .*, "
        "and this is the first who can have it"
    )
    def bye(self, who: str, _: str, rating: str | None, points: str | None) -> None:
        assert self.pairing.bye == int(who)
        assert points is None or float(points) == self.score(int(who))
        if points is None:
            assert self.t.round == 1
            assert self.of[int(who)].rating == int(rating or 0)

    @form("Board (\\d+): {one} has White, {one} Black")
    def board(self, number: str, white: str, black: str) -> None:
        assert self.pairing.pairs[int(number) - 1] == (int(white), int(black))

    # ---- groups

    @form("Round one: {many} (?:is|are) paired by number, whatever the scores")
    def round_one(self, who: str) -> None:
        assert self.t.round == 1
        if self.whole:
            assert listed(who) == sorted(self.paired)
            self.begin(listed(who), [], 0.0, "down")

    @form(
        "The group of {points} is (?:"
        "paired (downward|upward), towards the (?:median|middle group) of {points}"
        "|the median group and is paired last, downward"
        "|the middle group, for it holds place (\\d+) in the ranking of the (\\d+) teams? to be paired, "
        "and is paired last, downward"
        "): (?:{many}|nobody has this score)(?:; {many} came in)?"
    )
    def group(
        self,
        points: str,
        way: str | None,
        median: str | None,
        place: str | None,
        teams: str | None,
        residents: str | None,
        came: str | None,
    ) -> None:
        score, own, others = float(points), listed(residents or ""), listed(came or "")
        assert not self.to_be_asked
        assert self.told_kept or not self.whole
        assert sorted(own) == sorted(n for n in self.paired if self.score(n) == score)
        assert all(self.score(n) != score for n in others)
        assert median is None or float(median) == self.middle()
        assert (way == "downward") == (score > self.middle())
        assert (way == "upward") == (score < self.middle())
        assert all(self.score(n) > score for n in others) or way != "downward"
        assert all(self.score(n) < score for n in others) or way != "upward"
        if place:
            assert (int(place), int(teams or 0)) == (len(self.paired) // 2 + 1, len(self.paired))
        if self.whole:
            self.begin(own, others, score, "up" if way == "upward" else "down")

    def middle(self) -> float:
        """2.2: the median score."""
        return (self.t.round - 1) * self.t.scoring.white_win / 20

    @form(
        "(?:{many} (?:is|are) in the group of {points}, with (\\d+|nobody) (?:others?|else) of this score)?"
        "(?:; )?"
        "(?:{many} (?:has|have) come into the group of {points}(?:, which has (\\d+|nobody) of this score)?)?"
        "(?:; {many} came in( too)?)?; the group is (?:the )?(?:median|middle|paired) (.*)"
    )
    def in_group(
        self,
        own: str | None,
        score: str | None,
        others: str | None,
        came: str | None,
        entered: str | None,
        of_it: str | None,
        also: str | None,
        too: str | None,
        way: str,
    ) -> None:
        inside, points = listed(own or ""), float(score or entered or 0)
        everybody = [n for n in self.paired if self.score(n) == points]
        assert set(inside) <= set(everybody)
        counted = of_it if others is None else others
        assert len(everybody) - len(inside) == int((counted or "").replace("nobody", "0"))
        assert float(entered or points) == points
        assert bool(too) == bool(also and came)
        assert {*listed(came or ""), *listed(also or "")} == self.came_into(points)
        self.check_middle(way)

    def came_into(self, points: float) -> set[int]:
        """Those who came into the group of this score, by the floaters and the pairings taken back."""
        cracked = [step.who for step in self.pairing.trace if step.rule == "cracked"]
        back = {n for who in cracked for n in who} if points == self.middle() else set()
        return back | {f.number for f in self.pairing.floaters if f.to_score == points}

    def check_middle(self, told: str) -> None:
        """Where the middle is."""
        for points in re.findall(f"(?:median|middle group) of {POINTS}", told):
            assert float(points) == self.middle()

    @form("{many} stays?: the group keeps (\\d+) pairs?(, and nobody has to leave it)?")
    def kept(self, who: str, pairs: str, nobody: str | None) -> None:
        if not self.whole:
            return
        assert not self.to_be_asked
        assert {*listed(who)} == {*self.residents, *self.came} - {*self.chosen}
        assert bool(nobody) == (not self.chosen)
        self.told_kept = True
        self.check_kept(int(pairs))

    @form("The group keeps no pair: nobody in it can be paired with another of it")
    def none_kept(self) -> None:
        if self.whole:
            assert not self.left
            assert not self.told_kept
            assert self.most_pairs(self.chosen) == 0
            self.told_kept = True

    def check_kept(self, pairs: int) -> None:
        """2.3: as many pairs as can be."""
        assert pairs == self.most == self.most_pairs(self.left)

    @form(
        "The median group cannot be paired completely: (\\d+) came from above and (\\d+) from below, "
        "so the last pairing (above|below) it( \\(none is left (?:above|below) it\\))?, {one} and {one}, "
        "is taken back, and both join it"
    )
    def cracked(self, above: str, below: str, side: str, none: str | None, a: str, b: str) -> None:
        assert self.pairing.cracked > 0
        higher = [self.score(int(n)) > self.middle() for n in (a, b)]
        assert higher == [side == "above"] * 2
        if not self.whole:
            return
        ways = [f.direction for f in self.pairing.floaters if f.to_score == self.middle()]
        assert int(above) == ways.count("down") + 2 * self.taken_back.count("above")
        assert int(below) == ways.count("up") + 2 * self.taken_back.count("below")
        assert ((side == "below") == (int(above) > int(below))) != bool(none)
        mine = {int(a), int(b)}
        assert self.made[side].pop() == mine
        assert not none or not self.made["below" if side == "above" else "above"]
        self.taken_back.append(side)

    # ---- floaters

    @form(
        "{one} floats (down|up) to the group of {points}"
        "(?:: it (is|came) .*has (no|an) opponent left .* \\(type [a-d]\\)(?:, for (.*))?)?"
    )
    def floats(
        self, who: str, way: str, points: str, comes: str | None, opponent: str | None, why: str | None
    ) -> None:
        number = int(who)
        assert any(
            (f.number, f.direction, f.to_score) == (number, way, float(points)) for f in self.pairing.floaters
        )
        if comes and self.whole:
            assert (comes == "came") == (number in self.came)
            assert (opponent == "an") == self.has_opponent(number, float(points))
            assert (opponent == "no") == bool(why)
            self.check_none_left(number, float(points), why or "")
        if self.whole:
            assert not self.to_be_asked
            self.next_group = [n for n in self.paired if self.score(n) == float(points)]
            self.left.remove(number)
            self.chosen.append(number)
            self.to_be_asked = set(self.left) - self.needed_here
            self.needed_here = set()

    def check_none_left(self, number: int, next_score: float, why: str) -> None:
        """3.3, 3.4, 3.9: nobody is there, nobody it can meet, or as many as are reserved for these."""
        if not why:
            return
        next_group = [n for n in self.paired if self.score(n) == next_score]
        could = [n for n in next_group if self.compatible(number, n)]
        match = re.fullmatch(
            r"by 3\.3, 3\.4 \[10\.3, 10\.4\] "
            rf"{MANY}, whom it could meet there, (?:is|are) reserved for {MANY}",
            why,
        )
        if match is None:
            assert why == ("it can meet nobody there" if next_group else "nobody has that score")
            assert not could
            return
        owners = listed(match[2])
        assert listed(match[1]) == could
        assert could
        assert all(n in self.chosen and self.rank(n) < self.rank(number) for n in owners)
        there = {n for n in next_group if any(self.compatible(n, owner) for owner in owners)}
        assert set(could) <= there
        assert len(there) == len(owners) == self.most_across(owners, next_group)

    def most_across(self, who: Iterable[int], next_group: Iterable[int]) -> int:
        """The most of them who can have each an opponent there."""
        beyond = set(next_group)
        return self.most_pairs(
            [*who, *beyond], lambda a, b: (a in beyond) != (b in beyond) and self.compatible(a, b)
        )

    def has_opponent(self, number: int, next_score: float) -> bool:
        """3.9: one is left beside those reserved for floaters already chosen that rank ahead."""
        next_group = [n for n in self.paired if self.score(n) == next_score]
        ahead = [n for n in self.chosen if self.rank(n) < self.rank(number)]

        before = self.most_across(ahead, next_group)
        return self.most_across([*ahead, number], next_group) > before

    def asked_later(self, who: Iterable[int]) -> None:
        """Everybody of a group is asked before the one who floats, or would have been after it."""
        if self.whole:
            assert set(who) <= self.to_be_asked
            self.to_be_asked -= set(who)

    def check_without(self, who: str, without: str) -> None:
        """Whom "without" means."""
        several = {2: "either of them"}.get(len(listed(who)), "any one of them")
        assert without == (who if len(listed(who)) == 1 else several)

    @form("{before}the group would lose a pair")
    def costs(self, who: str, floater: str, without: str) -> None:
        self.check_without(who, without)
        if self.whole:
            self.needed_here = set(listed(who))
            for number in self.needed_here:
                assert self.most_pairs([n for n in self.left if n != number]) < self.most

    @form(
        "(?:{after}(?:it has|they have) no opponent left in the next "
        "group \\(type c\\))?(?:; )?(?:{after}(?:it|they) came in as "
        "(?:a floater|floaters) \\(type (?:a|a or b)\\))?"
    )
    def other_types(self, residents: str | None, _: str | None, came: str | None, again: str | None) -> None:
        if self.whole:
            assert set(listed(residents or "")) <= set(self.residents)
            assert set(listed(came or "")) <= set(self.came)
        self.asked_later(listed(residents or "") + listed(came or ""))

    @form("{after}(?:it|they) floated in round (\\d+) \\((.*)\\), and {one} did not")
    def floated_before(self, who: str, floater: str, number: str, met: str, again: str) -> None:
        assert int(number) == self.t.round - 1
        assert not self.floated(int(floater))
        assert all(map(self.floated, listed(who)))
        for one, own, other, others in re.findall(f"{ONE} with {POINTS} met {ONE} with {POINTS}", met):
            assert self.of[int(one)].games[-1].opponent == int(other)
            assert (self.before(int(one)), self.before(int(other))) == (float(own), float(others))
        self.asked_later(listed(who))

    @form(
        "{after}more of those staying are due (White|Black) than (White|Black) "
        "\\((\\d+) against (\\d+)\\), {one} {history} is due (White|Black)"
        "(?:(?:,| and) {many} (?:is|are) not)?"
        "(?: and {many} (?:is|are) rated more than 100 points from {one} \\({rating}\\))?"
    )
    def due_like_most(
        self,
        who: str,
        floater: str,
        colour: str,
        other: str,
        most: str,
        fewest: str,
        again: str,
        _: str,
        its: str,
        others: str | None,
        far: str | None,
        last: str | None,
        rating: str | None,
    ) -> None:
        due = COLOUR[colour]
        assert self.due(int(floater)) == due == OTHER[COLOUR[other]]
        assert (again, its) == (floater, colour)
        not_due, too_far = listed(others or ""), listed(far or "")
        assert {*not_due, *too_far} == {*listed(who)}
        assert all(self.due(n) != due for n in not_due)
        assert all(self.due(n) == due for n in too_far)
        if last:
            limit = self.of[int(last)].rating
            assert limit == rated(rating or "")
            assert all(abs(self.of[n].rating - limit) > 100 for n in too_far)
        if self.whole:  # the floater was told of before, and is gone
            staying = [*self.left, int(floater)]
            assert sum(self.due(n) == due for n in staying) == int(most)
            assert sum(self.due(n) == OTHER[due] for n in staying) == int(fewest)
            assert int(most) > int(fewest)
        self.asked_later(listed(who))

    @form(
        "{after}{one} has the (smaller|larger) number"
        "(?:; that {many} (?:is|are) due (White|Black), as more of those staying are than (?:White|Black), "
        "does not count, for {many} (?:is|are) rated more than 100 points from {one} \\({rating}\\))?"
    )
    def larger_number(
        self,
        who: str,
        floater: str,
        again: str,
        which: str,
        far: str | None,
        colour: str | None,
        same: str | None,
        last: str | None,
        rating: str | None,
    ) -> None:
        if far and colour and last:
            assert self.t.maxi
            assert same == far
            assert self.of[int(last)].rating == rated(rating or "")
            for number in listed(far):
                assert number in listed(who)
                assert self.due(number) == COLOUR[colour] != self.due(int(floater))
                assert abs(self.of[number].rating - self.of[int(last)].rating) > 100
            if self.whole:
                due = [self.due(n) for n in [*self.left, int(floater)]]
                assert due.count(COLOUR[colour]) > due.count(OTHER[COLOUR[colour]])
                assert int(last) == max([*self.left, int(floater)], key=self.nearer)
        if self.whole:
            assert which == ("smaller" if self.way == "up" else "larger")
        for number in listed(who):
            assert (number > int(floater)) if which == "smaller" else (number < int(floater))
        self.asked_later(listed(who))

    # ---- opponents

    @form(
        "{one} came into the group of {points} and looks for an opponent before those of it do; it tries the "
        "others of the group from the (smallest|largest) number"
    )
    def floater_looks(self, who: str, points: str, end: str) -> None:
        assert self.score(int(who)) != float(points)
        if self.whole:
            assert int(who) in self.came
            self.order = sorted((n for n in self.left if n != int(who)), reverse=end == "largest")
            assert (end == "largest") == (self.way == "up")
            self.tried = []

    @form("{one} is the first of the (\\d+) left in the group and tries (.*?)( and so on)?")
    def scrutinised(self, who: str, count: str, order: str, more: str | None) -> None:
        if not self.whole:
            return
        arranged = self.arranged()
        half = len(arranged) // 2
        assert int(count) == len(arranged)
        assert arranged[0] == int(who)
        assert not set(self.came) & set(arranged)
        self.order = [*arranged[half:], *reversed(arranged[1:half])]
        self.tried = []
        assert listed(order) == self.order[:40]
        assert bool(more) == (len(self.order) > 40)

    def not_taken(self, candidates: Sequence[int]) -> None:
        self.tried += candidates

    @form(
        "(?:{one} does not take {many}: (?:they met in (rounds? [\\d, and]+)|it met (#.*?)))?(?:; )?"
        "(?:[Tt]he arbiter does not allow {many} against {one})?"
    )
    def met(
        self,
        a: str | None,
        who: str | None,
        rounds: str | None,
        each: str | None,
        barred: str | None,
        other: str | None,
    ) -> None:
        told = [int(r) for r in re.findall(r"\d+", rounds or "")]
        really = {n: self.rounds_met(int(a or 0), n) for n in listed(who or "")}
        if each:
            parts = re.findall(rf"{ONE} in rounds? ((?:\d+(?:, | and )?(?!#))+)", each)
            assert {int(n): [int(r) for r in re.findall(r"\d+", when)] for n, when in parts} == really
            assert len(really) > 1
        else:
            assert told == [r for rounds_of in really.values() for r in rounds_of]
            assert len(told) == len(really) or len(really) <= 1
        assert all(self.rounds_met(int(a or 0), n) for n in listed(who or ""))
        for n in listed(barred or ""):
            assert self.forbidden(int(other or 0), n)
            assert not self.rounds_met(int(other or 0), n)
        if self.whole:
            both = {*listed(who or ""), *listed(barred or "")}
            self.not_taken([n for n in self.order or [] if n in both])

    @form("{one} cannot take {many}: (.*)")
    def colour_limits(self, a: str, who: str, why: str) -> None:
        parts = re.split(r"; #\d+ cannot take ", why)
        others = [n for m in re.finditer(rf"; {ONE} cannot take {MANY}:", why) for n in listed(m[2])]
        for number in [*listed(who), *others]:
            assert not any(not self.barred(int(a), c) and not self.barred(number, OTHER[c]) for c in "WB"), (
                parts
            )
        assert ") and #" not in why
        assert not re.search(r"running and #|Whites and #|Blacks and #", why)
        for number, colour in re.findall(rf"{ONE}[^#]*? a third (White|Black) running", why):
            assert self.colours(int(number))[-2:] == 2 * COLOUR[colour]
        if self.whole:
            both = {*listed(who), *others}
            self.not_taken([n for n in self.order or [] if n in both])

    @form(
        "{one} \\(([WB-]+)\\), due (White|Black), looks for one who is not: "
        "(.*) (?:is|are) due (White|Black) too"
    )
    def due_the_same(self, a: str, history: str, colour: str, who: str, again: str) -> None:
        assert colour == again
        assert self.history(int(a)) == history
        assert {self.due(n) for n in [int(a), *listed(who)]} == {COLOUR[colour]}
        self.not_taken(listed(who))

    @form(
        "{one} passes over (.*), rated more than 100 points from {one} \\({rating}\\), "
        "the first it could take"
    )
    def rating_apart(self, a: str, who: str, first: str, _: str) -> None:
        assert self.t.maxi
        first_rating = self.of[int(first)].rating
        for number, rating in re.findall(rf"{ONE} \({RATING}\)", who):
            assert self.of[int(number)].rating == rated(rating)
        assert all(abs(self.of[n].rating - first_rating) > 100 for n in listed(who))
        if self.whole:
            self.check_available(int(a), int(first))
        self.not_taken(listed(who))

    @form("Were {one} to take {many}, the rest could not all be paired: {many} would be left over")
    def leaves_others(self, a: str, who: str, others: str) -> None:
        over = listed(others)
        for number in listed(who):
            assert self.compatible(int(a), number) or not self.whole
            if self.whole:
                rest = [n for n in self.left if n not in (int(a), number)]
                assert set(over) <= set(rest)
                assert len(rest) - 2 * self.most_pairs(rest) == len(over) > 0
                assert self.can_all_be_paired([n for n in rest if n not in over])
        self.not_taken(listed(who))

    def check_pair(self, a: int, b: int) -> None:
        """3.6, 4.4: they may meet, and the rest can be paired."""
        self.check_available(a, b)

    def check_available(self, a: int, b: int) -> None:
        assert self.compatible(a, b)
        assert self.can_all_be_paired([n for n in self.left if n not in (a, b)])

    @form(
        "{one} takes {one}, the (\\w+) it tries(?:: ([^;]*))?"
        "(?:; {one} is (?:rated )?{rating}, within 100 points of {one} \\({rating}\\), "
        "the first it could take)?"
        "(; by 6 \\[13\\], in the last round, equal scores go before the colour limits)?"
    )
    def takes(
        self,
        a: str,
        b: str,
        place: str,
        due: str | None,
        taken: str | None,
        rating: str | None,
        first: str | None,
        its: str | None,
        last: str | None,
    ) -> None:
        assert {int(a), int(b)} in map(set, self.pairing.pairs) or self.pairing.cracked
        if due:
            self.check_due(int(a), int(b), due)
            assert None in (mine := (self.due(int(a)), self.due(int(b)))) or mine[0] != mine[1]
        if rating and first and its:
            assert taken == b
            ratings = [rated(r) for r in (rating, its)]
            assert ratings == [self.of[int(b)].rating, self.of[int(first)].rating]
            assert abs(ratings[0] - ratings[1]) <= 100
            if self.whole:
                self.check_available(int(a), int(first))
                assert int(first) in self.tried
        self.check_last_round(int(a), int(b), last)
        if self.whole:
            tried = len(self.tried)
            assert place_of(place) == tried + 1
            assert self.order is not None
            assert [*self.tried, int(b)] == self.order[: tried + 1]
            self.pair(int(a), int(b))

    @form(
        "{one} takes {one}, the first it can take, for nobody it can take is "
        "(?:due another colour|both due another colour and rated within 100 points of {one}): ([^;]*)"
        "(; by 6 \\[13\\], in the last round, equal scores go before the colour limits)?"
    )
    def takes_first(self, a: str, b: str, near: str | None, due: str, last: str | None) -> None:
        assert (near is not None) == self.t.maxi
        self.check_due(int(a), int(b), due)
        assert self.due(int(a)) == self.due(int(b)) is not None
        self.check_last_round(int(a), int(b), last)
        if self.whole:
            assert self.order is not None
            assert self.tried == [n for n in self.order if n != int(b)]
            self.pair(int(a), int(b))

    def check_last_round(self, a: int, b: int, told: str | None) -> None:
        """6: equal scores, though no colours are within the limits."""
        last = self.t.rounds is not None and self.t.round >= self.t.rounds
        equal = last and self.score(a) == self.score(b)
        assert bool(told) == (equal and not self.colours_allow(a, b) and self.t.system == "lim")

    def pair(self, a: int, b: int) -> None:
        self.check_pair(a, b)
        if self.group_score != self.middle():
            self.made["above" if self.group_score > self.middle() else "below"].append({a, b})
        self.left = [n for n in self.left if n not in (a, b)]
        self.order, self.tried = None, []

    def check_due(self, a: int, b: int, text: str) -> None:
        """What two are due, in words."""
        if text == "neither is due a colour":
            assert self.due(a) is self.due(b) is None
        elif match := re.fullmatch(f"{ONE} {HISTORY} and {ONE} {HISTORY} are both due (White|Black)", text):
            assert {int(match[1]), int(match[3])} == {a, b}
            assert self.due(a) == self.due(b) == COLOUR[match[5]]
        else:
            match = re.fullmatch(
                f"{ONE} {HISTORY} is due (White|Black|neither colour), "
                f"{ONE} {HISTORY} due (White|Black|neither colour)",
                text,
            )
            assert match, text
            assert {int(match[1]), int(match[4])} == {a, b}
            assert self.due(int(match[1])) == COLOUR.get(match[3])
            assert self.due(int(match[4])) == COLOUR.get(match[6])
            assert self.due(a) != self.due(b)

    # ---- colours

    @form("{one} has White against {one}: (.*)")
    def colours_of_pair(self, a: str, b: str, why: str) -> None:
        white, black = int(a), int(b)
        assert (white, black) in self.pairing.pairs
        why, _, beyond = why.partition("; that gives ")
        self.check_beyond_limits(white, black, beyond)
        if why.startswith("the other way round would give"):
            assert self.barred(white, "B") or self.barred(black, "W")
            assert not self.barred(white, "W")
            assert not self.barred(black, "B")
            for number, colour in re.findall(rf"{ONE} \([WB-]*\) a third (White|Black) running", why):
                assert self.colours(int(number))[-2:] == 2 * COLOUR[colour]
                assert COLOUR[colour] == ("B" if int(number) == white else "W")
            for number, many, colour in re.findall(rf"{ONE}[^#]*? (\d+) (White|Black)s more", why):
                mine = self.colours(int(number))
                surplus = mine.count(COLOUR[colour]) - mine.count(OTHER[COLOUR[colour]])
                assert surplus + 1 == int(many) >= 3
        elif " due " in why and "nothing differs" not in why:
            self.check_due(white, black, why)
            assert self.due(white) != "B"
            assert self.due(black) != "W"
        elif match := re.search(r"first differ in (their last games|the (\w+) game from the end)", why):
            back = place_of(match[2] or "first")
            ours, theirs = self.colours(white), self.colours(black)
            assert (ours[-back], theirs[-back]) == ("B", "W")
            assert back == 1 or ours[1 - back :] == theirs[1 - back :]
        else:
            self.check_colours(white, black, why)

    def check_beyond_limits(self, white: int, black: int, told: str) -> None:
        """5.1, 6; N.7.4.1: it is said of whom it is so, and by what."""
        hurt = {n for n, colour in ((white, "W"), (black, "B")) if self.barred(n, colour)}
        assert {int(n) for n in re.findall(r"#(\d+) \([WB-]+\) (?:a third|\d+)", told)} == hurt
        assert not hurt or not self.colours_allow(white, black)
        for number, colour in re.findall(rf"{ONE} \([WB-]*\) a third (White|Black) running", told):
            assert self.colours(int(number))[-2:] == 2 * COLOUR[colour]
            assert COLOUR[colour] == ("W" if int(number) == white else "B")
        if hurt:
            self.check_why_beyond(white, black, told)

    def check_why_beyond(self, white: int, black: int, told: str) -> None:
        """6 [13]: the last round."""
        assert "by 6 [13]" in told
        assert self.t.rounds is not None
        assert self.t.round >= self.t.rounds
        assert "equal scores" not in told or self.score(white) == self.score(black)
        ignored = any(step.rule == "colours ignored" for step in self.pairing.trace)
        assert ignored == ("as if there were no limits" in told)

    def check_colours(self, white: int, black: int, why: str) -> None:
        """5.4, 7.2: who decides, which place it has."""
        if match := re.search(
            rf"{ONE} is (\w+) by number of those paired, an (odd|even) place, and gets the (opposite|colour)",
            why,
        ):
            better = min(white, black)
            place = sorted(self.paired).index(better) + 1
            assert int(match[1]) == better
            assert place_of(match[2]) == place
            assert match.group(3, 4) == (("odd", "colour") if place % 2 else ("even", "opposite"))
            drawn = self.t.initial_colour == "white"
            assert (better == white) == (drawn == (place % 2 == 1))
            return
        match = re.search(rf"the one with the (smaller|larger) number, {ONE}, gets", why)
        assert match, why
        first = int(match[2])
        assert first == (min(white, black) if match[1] == "smaller" else max(white, black))
        if "drawn for #1" in why:
            assert not self.colours(white)
            assert not self.colours(black)
            assert (first == white) == (self.t.initial_colour == "white")
        else:
            assert self.due(first) == ("W" if first == white else "B")
            assert self.due(white) == self.due(black)
            ours, theirs = self.colours(white), self.colours(black)
            shorter = min(len(ours), len(theirs))
            assert ours[len(ours) - shorter :] == theirs[len(theirs) - shorter :]
