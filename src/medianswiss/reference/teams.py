"""European team Swiss (chapter N) and Olympiad rules (D.02) in plain Python, one function an article.

The procedure is one; what differs between the two is a `TeamRules` (rules: ecu, olympiad). Article
numbers of chapter N stand first, those of D.02 in brackets. The oracle of the property tests: slow, and
it asks networkx for its weighted matchings, so pairing here needs that package.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..errors import ImpossiblePairing
from ..tournament import TENTHS, Floater, RoundPairing, Step, Tournament
from .decisions import ColourRule, Decided, Refusal, Said, first_to_decide, in_runs, left_over, of_the_bye
from .facts import Player, opposite, players_of
from .matching import can_all_be_paired, matching_size

__all__ = ["ECU", "OLYMPIAD", "TeamRules", "colours", "pair", "pair_group"]

Pair = tuple[Player, Player]
Joined = Callable[[Player, Player], bool]


# ----------------------------------------------------------------------------- rank and compatibility


def rank(team: Player) -> tuple[int, int, int]:
    """N.5.1 [3.1]: match points, then Sonneborn-Berger where the ranking asks for it, then number."""
    return (-team.score, -team.tiebreak, team.number)


def not_met(a: Player, b: Player) -> bool:
    """N.5.3 [6.1]: no opponent twice."""
    return b.number not in a.met


def difference_beyond_two(team: Player, colour: str) -> bool:
    """N.7.3.1 [7.3]: `colour` would take the colour difference beyond two."""
    surplus = team.difference if colour == "W" else -team.difference
    return surplus + 1 > 2


def third_running(team: Player, colour: str) -> bool:
    """N.7.3.2 [7.3]: `colour` would be the third same one running."""
    return team.colours.endswith(colour * 2)


def within_limits(team: Player, colour: str) -> bool:
    """N.7.3.1, N.7.3.2 [7.3]."""
    return not difference_beyond_two(team, colour) and not third_running(team, colour)


def legal_allocations(a: Player, b: Player) -> list[str]:
    """The colours of `a` that keep both teams within the limits."""
    return [c for c in "WB" if within_limits(a, c) and within_limits(b, opposite(c))]


def not_met_within_limits(a: Player, b: Player) -> bool:
    """N.5.3 and N.7.3: compatible inside a group."""
    return not_met(a, b) and bool(legal_allocations(a, b))


# ----------------------------------------------------------------------------- the round


def pair(t: Tournament) -> RoundPairing:
    """Pair the next round of a validated team tournament whose colour is known.

    Raises
    ------
    ImpossiblePairing
        No legal pairing exists.
    """
    rules = OLYMPIAD if t.system == "olympiad" else ECU
    present = {p.number for p in t.participants if p.present}
    teams = [team for team in players_of(t) if team.number in present]
    drawn = "B" if t.initial_colour == "black" else "W"
    bye, of_bye = pairing_allocated_bye(teams, rules)
    to_pair = sorted((team for team in teams if team is not bye), key=rank)
    if not can_all_be_paired(to_pair, not_met):
        raise impossible(teams, rules)
    made = pair_groups(to_pair)
    boards = [colours(a, b, drawn, rules) for a, b in made.pairs]
    in_order = [rules.step(rule, who) for rule, who in (*of_bye, *made.said)]
    of_colours = [board.step for board in boards]
    boards.sort(key=lambda board: rules.board_order(*sorted((board.white, board.black), key=rank)))
    trace = (
        rules.step("colours disregarded", []),
        *in_order,
        *of_colours,
        *([rules.step("other boards", [board.white for board in boards])] if boards else []),
    )
    pairs = tuple((board.white.number, board.black.number) for board in boards)
    return RoundPairing(t.round, pairs, bye.number if bye else None, tuple(made.floaters), trace=trace)


def pairing_allocated_bye(teams: Sequence[Player], rules: TeamRules) -> tuple[Player | None, list[Said]]:
    """N.5.4 [4]: the lowest ranked eligible team whose bye leaves the others pairable, and why it."""
    if len(teams) % 2 == 0:
        return None, []
    order = sorted(teams, key=rank, reverse=True)
    for team in order:
        rest = [other for other in teams if other is not team]
        if rules.may_have_bye(team) and can_all_be_paired(rest, not_met):
            return team, of_the_bye(order, team, rules.may_have_bye)
    raise impossible(teams, rules)


def ecu_may_have_bye(team: Player) -> bool:
    """N.5.4: not for a team that scored without playing."""
    return not set(team.results) & set("UF+H")


def olympiad_may_have_bye(team: Player) -> bool:
    """4: not for one that had it or a full-point bye, won by absence, or came after round one."""
    return not set(team.results) & set("UF+") and not team.results.startswith("Z")


def impossible(teams: Sequence[Player], rules: TeamRules) -> ImpossiblePairing:
    """The error, with those that cannot be placed."""
    left_out = tuple(team.number for team in left_over(teams, not_met))
    return ImpossiblePairing(rules.bye_article if len(left_out) == 1 else rules.met_article, left_out)


# ----------------------------------------------------------------------------- N.5.5: the groups


@dataclass
class Made:
    """The pairs in the order made, the floaters, and what is to be said of the groups."""

    pairs: list[Pair] = field(default_factory=list)
    floaters: list[Floater] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)


def middle_score(ranking: Sequence[Player]) -> int:
    """N.5.5 [6.4]: the score of the team at place n/2 + 1 of the ranking of the teams to be paired."""
    return ranking[len(ranking) // 2].score


def pair_groups(ranking: Sequence[Player]) -> Made:
    """N.5.5: from the top down to the middle group, from the bottom up to it, the middle group last."""
    made = Made()
    if not ranking:
        return made
    middle = middle_score(ranking)
    scores = sorted({team.score for team in ranking}, reverse=True)
    unpaired = list(ranking)
    from_above = pair_side([s for s in scores if s >= middle], ranking, unpaired, True, made)
    from_below = pair_side([s for s in reversed(scores) if s <= middle], ranking, unpaired, False, made)
    residents = [team for team in ranking if team.score == middle]
    pairs, _, said = pair_group(residents, from_above, from_below, [], unpaired, True)
    made.pairs += pairs
    made.said += said
    return made


def pair_side(
    scores: Sequence[int], ranking: Sequence[Player], unpaired: list[Player], downward: bool, made: Made
) -> list[Player]:
    """The groups of one side up to, not including, the last of `scores`; the floaters that reach it."""
    incoming: list[Player] = []
    for score, following in pairwise(scores):
        residents = [team for team in ranking if team.score == score]
        adjacent = [team for team in ranking if team.score == following]
        above, below = (incoming, []) if downward else ([], incoming)
        pairs, incoming, said = pair_group(residents, above, below, adjacent, unpaired, downward)
        made.pairs += pairs
        made.said += said
        remove_pairs(unpaired, pairs)
        way = "down" if downward else "up"
        made.floaters += [Floater(t.number, score / TENTHS, following / TENTHS, way) for t in incoming]
    return incoming


def remove_pairs(teams: list[Player], pairs: Sequence[Pair]) -> None:
    """Take the paired out of `teams`."""
    gone = {team.number for a_pair in pairs for team in a_pair}
    teams[:] = [team for team in teams if team.number not in gone]


# ----------------------------------------------------------------------------- N.6, N.7.4: one group


def pair_group(
    residents: Sequence[Player],
    from_above: Sequence[Player],
    from_below: Sequence[Player],
    adjacent: Sequence[Player],
    unpaired: Sequence[Player],
    downward: bool,
) -> tuple[list[Pair], list[Player], list[Said]]:
    """N.6 [8, 9]: the pairs of one group in the order made, who floats on, in the order chosen, and why."""
    group = Group(list(residents), list(unpaired))
    floaters = sorted(from_above, key=rank) + sorted(from_below, key=rank, reverse=True)
    group.members += floaters
    found = sorted(residents, key=rank, reverse=not downward) + floaters
    middle = not adjacent
    group.said.append(("middle group" if middle else "group down" if downward else "group up", found))
    apply_limits(group)
    say_who_needs_them(group)
    moving = pair_incoming(group, floaters, {team.number for team in from_below})
    moving += choose_floaters(group, adjacent, downward)
    staying = sorted((team for team in found if team not in moving), key=rank, reverse=not downward)
    if staying and not middle:
        group.said.append(("pairs kept", staying))
    pairs = group.pairs + scrutiny(group, downward)
    return pairs, moving, group.said


@dataclass
class Group:
    """The members still there, every team of the round still unpaired, and the pairs still to keep."""

    members: list[Player]
    unpaired: list[Player]
    pairs: list[Pair] = field(default_factory=list)
    inside: Joined = not_met
    keep: int = 0
    said: list[Said] = field(default_factory=list)

    def without(self, *teams: Player) -> list[Player]:
        """The members but for these."""
        return [member for member in self.members if member not in teams]

    def say_of(self, team: Player, rule: str, others: Sequence[Player]) -> None:
        """What concerns `team`, and these."""
        self.said.append((rule, [team, *others]))

    def say_of_any(self, team: Player, rule: str, others: Sequence[Player]) -> None:
        """The same, if there are any."""
        if others:
            self.say_of(team, rule, others)

    def say_refused(self, team: Player, refused: Sequence[Refusal]) -> None:
        """Whom `team` tried before, and why it was not them."""
        for rule, others in in_runs(refused):
            self.say_of(team, rule, others)

    def barred(self, a: Player, b: Player) -> str | None:
        """N.5.3, N.7.3: why the two cannot meet in this group, whatever becomes of the others."""
        return "met" if not not_met(a, b) else "colour limits" if not self.inside(a, b) else None


def kept(members: Sequence[Player], unpaired: Sequence[Player], inside: Joined) -> int:
    """The largest number of pairs of two members over all ways of pairing everybody; -1 for none."""
    from networkx import Graph, max_weight_matching  # type: ignore[import-untyped]

    graph = Graph()
    graph.add_nodes_from(team.number for team in unpaired)
    within = {team.number for team in members}
    for place, a in enumerate(unpaired):
        for b in unpaired[:place]:
            both = a.number in within and b.number in within
            if inside(a, b) if both else not_met(a, b):
                graph.add_edge(a.number, b.number, weight=int(both))
    matching = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(unpaired):
        return -1
    return sum(a in within and b in within for a, b in matching)


def apply_limits(group: Group) -> None:
    """N.7.4.1, N.7.4.2 [7.4]: the limits never make a group float a team more."""
    with_limits = kept(group.members, group.unpaired, not_met_within_limits)
    without = kept(group.members, group.unpaired, not_met)
    group.inside = not_met if without > with_limits else not_met_within_limits
    group.keep = max(with_limits, without)
    group.said.append(("limits dropped" if without > with_limits else "limits kept", list(group.members)))


def say_who_needs_them(group: Group) -> None:
    """N.6: where the group keeps fewer pairs than it could, those who have nobody but its members."""
    if matching_size(group.members, group.inside) > group.keep:
        others = [team for team in group.unpaired if team not in group.members]
        if alone := left_over(others, not_met):
            group.said.append(("needed beyond", alone))


def pair_incoming(group: Group, floaters: Sequence[Player], from_below: set[int]) -> list[Player]:
    """N.6 1: each floater takes the nearest resident it can, else another floater, else moves on."""
    moving: list[Player] = []
    waiting = list(floaters)
    while waiting:
        floater = waiting.pop(0)
        up = floater.number in from_below
        residents = sorted((m for m in group.members if m not in floaters), key=rank, reverse=up)
        others = sorted(waiting, key=rank, reverse=up)
        candidates = [*residents, *others]
        opponent = next((c for c in candidates if can_meet(group, floater, c)), None)
        tried = candidates if opponent is None else candidates[: candidates.index(opponent)]
        reasons = [Refusal(group.barred(floater, c) or "keeps fewer pairs", c) for c in tried]
        group.say_refused(floater, reasons)
        if opponent is None:
            group.say_of(floater, "moves on", [])
            group.members.remove(floater)
            moving.append(floater)
            continue
        group.say_of(floater, "opponent of a floater", [opponent])
        if opponent in waiting:
            waiting.remove(opponent)
        group.pairs.append((floater, opponent))
        group.members = group.without(floater, opponent)
        group.unpaired = [team for team in group.unpaired if team not in (floater, opponent)]
        group.keep -= 1
    return moving


def can_meet(group: Group, a: Player, b: Player) -> bool:
    """The two can be paired, and the rest still reaches the pairs to keep."""
    rest = [team for team in group.unpaired if team not in (a, b)]
    still = max(group.keep - 1, 0)  # -1 is "cannot be paired at all"
    return group.inside(a, b) and kept(group.without(a, b), rest, group.inside) >= still


def choose_floaters(group: Group, adjacent: Sequence[Player], downward: bool) -> list[Player]:
    """N.6 2: those who must leave: who can be paired beyond first, then from the far end of the ranking."""
    leaving: list[Player] = []
    while len(group.members) > 2 * group.keep:
        ordered = sorted(group.members, key=rank, reverse=downward)
        ordered.sort(key=lambda team: has_met_all(team, adjacent))
        place = next(k for k, team in enumerate(ordered) if may_leave(group, team, group.inside))
        floater, passed_over, later = ordered[place], ordered[:place], ordered[place + 1 :]
        but_for_limits = [team for team in passed_over if may_leave(group, team, not_met)]
        like_it = [t for t in later if has_met_all(t, adjacent) == has_met_all(floater, adjacent)]
        costly = [team for team in passed_over if team not in but_for_limits]
        group.say_of_any(floater, "leaving costs a pair", costly)
        group.say_of_any(floater, "another floater", but_for_limits)  # N.7.4.2
        group.say_of(floater, "floater", [team for team in later if team not in like_it])
        group.say_of_any(floater, "far end", like_it)
        group.members.remove(floater)
        leaving.append(floater)
    return leaving


def has_met_all(team: Player, adjacent: Sequence[Player]) -> bool:
    """N.6 2: it has met every resident of the adjacent group; limits are not asked."""
    return not any(not_met(team, other) for other in adjacent)


def may_leave(group: Group, team: Player, inside: Joined) -> bool:
    """The team can float, and the rest still reaches the pairs to keep."""
    return kept(group.without(team), group.unpaired, inside) >= group.keep


def scrutiny(group: Group, downward: bool) -> list[Pair]:
    """N.6 3 [9.3]: the first tries the bottom half, then the top half from its bottom up."""
    left = sorted(group.members, key=rank, reverse=not downward)
    pairs: list[Pair] = []
    while left:
        first, half = left[0], len(left) // 2
        refused: list[Refusal] = []
        for candidate in [*left[half:], *reversed(left[1:half])]:
            rest = [team for team in left if team not in (first, candidate)]
            barred = group.barred(first, candidate)
            stranded = [] if barred else left_over(rest, group.inside)
            if not barred and not stranded:
                break
            refused.append(Refusal(barred or "leaves others", candidate, stranded))
        group.say_refused(first, refused)
        group.say_of(first, "opponent", [candidate])
        pairs.append((first, candidate))
        left = rest
    return pairs


# ----------------------------------------------------------------------------- N.7 [7]: colours


def colours(a: Player, b: Player, drawn: str, rules: TeamRules) -> Decided:
    """Who has White by the first rule that decides, asked of the higher ranked team."""
    high, low = sorted((a, b), key=rank)
    return first_to_decide(rules.colour_rules, high, low, drawn)


def limits(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.3 [7.3]: the only allocation within the limits."""
    legal = legal_allocations(high, low)
    return legal[0] if len(legal) == 1 else None


def article_of_limits(white: Player, black: Player) -> str:
    """N.7.3: the limits that forbid the other allocation."""
    limits = {"N.7.3.1": difference_beyond_two, "N.7.3.2": third_running}
    return ", ".join(
        article for article, broken in limits.items() if broken(white, "B") or broken(black, "W")
    )


def lot(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.2 [7.2]: without any colour the higher ranked has the lot colour when its number is odd."""
    if high.colours or low.colours:
        return None
    return drawn if high.number % 2 == 1 else opposite(drawn)


def equalisation(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.5.1 [7.5.1]: the smaller colour difference has White."""
    if high.difference == low.difference:
        return None
    return "W" if high.difference < low.difference else "B"


def fewer_whites(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.5.1: with equal differences the team with fewer whites has White."""
    mine, theirs = high.colours.count("W"), low.colours.count("W")
    return None if mine == theirs else "W" if mine < theirs else "B"


def alternation(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.6: both played the preceding round, with opposite colours: each alternates."""
    mine, theirs = high.by_round[-1:], low.by_round[-1:]
    return theirs if {mine, theirs} == {"W", "B"} else None


def lowest_sequence(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.7: the smaller longer run, then the smaller sum of both."""

    def runs(colour: str) -> tuple[int, int]:
        mine, theirs = run(high, colour), run(low, opposite(colour))
        return (max(mine, theirs), mine + theirs)

    white, black = runs("W"), runs("B")
    return None if white == black else "W" if white < black else "B"


def run(team: Player, colour: str) -> int:
    """How many times running `team` has `colour`, the new one counted."""
    before = team.colours[len(team.colours.rstrip(colour)) :]
    return len(before) + 1


def latest_difference(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.7: going back game by game, each gets the colour the other had where they first differ."""
    both = zip(reversed(high.colours), reversed(low.colours), strict=False)
    return next((theirs for mine, theirs in both if mine != theirs), None)


def latest_different_round(high: Player, low: Player, drawn: str) -> str | None:
    """7.5.2, 7.6: the same by rounds in which both played."""
    both = zip(reversed(high.by_round), reversed(low.by_round), strict=True)
    return next((theirs for mine, theirs in both if {mine, theirs} == {"W", "B"}), None)


def less_often(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.8 a: the higher ranked team gets the colour it had less often."""
    return None if high.difference == 0 else "B" if high.difference > 0 else "W"


def alternate_from_last(high: Player, low: Player, drawn: str) -> str | None:
    """N.7.8 b, N.7.9 [7.6]: the higher ranked alternates; the lower ranked if only it has a colour."""
    if high.colours:
        return opposite(high.colours[-1])
    return low.colours[-1] if low.colours else None


# ----------------------------------------------------------------------------- the two rule sets


def ecu_board_order(high: Player, low: Player) -> tuple[int, ...]:
    """N.8.4.1: score of the higher ranked, score of the lower ranked, rank of the higher ranked."""
    return (-high.score, -low.score, *rank(high))


def olympiad_board_order(high: Player, low: Player) -> tuple[int, ...]:
    """11.1: score of the higher ranked, sum of scores, rating of the higher ranked, its number."""
    return (-high.score, -(high.score + low.score), -high.rating, high.number)


@dataclass(frozen=True)
class TeamRules:
    """What differs between chapter N and D.02."""

    may_have_bye: Callable[[Player], bool]
    colour_rules: tuple[ColourRule, ...]
    board_order: Callable[[Player, Player], tuple[int, ...]]
    bye_article: str
    met_article: str
    articles: dict[str, str]

    def step(self, rule: str, who: Sequence[Player]) -> Step:
        """As the trace tells it; whether a floater takes an opponent is told by the article."""
        name = "opponent" if rule == "opponent of a floater" else rule
        return Step(name, self.articles[rule], tuple(team.number for team in who))


ECU = TeamRules(
    ecu_may_have_bye,
    (
        ColourRule("limits", article_of_limits, limits),
        ColourRule("lot", "N.7.2", lot),
        ColourRule("equalisation", "N.7.5.1", equalisation),
        ColourRule("fewer whites", "N.7.5.1", fewer_whites),
        ColourRule("alternation", "N.7.6", alternation),
        ColourRule("lowest sequence", "N.7.7", lowest_sequence),
        ColourRule("latest difference", "N.7.7", latest_difference),
        ColourRule("balance", "N.7.8 a", less_often),
        ColourRule("last colour", "N.7.8 b, N.7.9", alternate_from_last),
    ),
    ecu_board_order,
    "N.5.4",
    "N.5.3",
    {
        "colours disregarded": "N.7.1",
        "bye barred": "N.5.4",
        "bye needed": "N.5.4, N.5.3",
        "bye": "N.5.4",
        "group down": "N.5.5",
        "group up": "N.5.5",
        "middle group": "N.5.5",
        "met": "N.5.3",
        "colour limits": "N.7.3",
        "keeps fewer pairs": "N.6 1",
        "opponent of a floater": "N.6 1",
        "moves on": "N.6 1",
        "leaving costs a pair": "N.6 2",
        "floater": "N.6 2",
        "far end": "N.6 2",
        "needed beyond": "N.6, N.5.3",
        "pairs kept": "N.6, N.7.4",
        "leaves others": "N.6 3",
        "opponent": "N.6 3",
        "limits kept": "N.7.3",
        "limits dropped": "N.7.4.1",
        "another floater": "N.7.4.2",
        "other boards": "N.7.5.2, N.7.10",
    },
)
OLYMPIAD = TeamRules(
    olympiad_may_have_bye,
    (
        ColourRule("limits", "7.3", limits),
        ColourRule("equalisation", "7.5.1", equalisation),
        ColourRule("latest difference", "7.5.2, 7.6", latest_different_round),
        ColourRule("last colour", "7.6", alternate_from_last),
        ColourRule("lot", "7.2", lot),
    ),
    olympiad_board_order,
    "4",
    "6.1",
    {
        "colours disregarded": "7",
        "bye barred": "4",
        "bye needed": "4, 6.1",
        "bye": "4",
        "group down": "6.4",
        "group up": "6.4",
        "middle group": "6.4",
        "met": "6.1",
        "colour limits": "7.3",
        "keeps fewer pairs": "8.3",
        "opponent of a floater": "8.3",
        "moves on": "8.3",
        "leaving costs a pair": "8.2",
        "floater": "8.2",
        "far end": "8.2",
        "needed beyond": "8.2, 6.1",
        "pairs kept": "7.4, 8.2",
        "leaves others": "9.3",
        "opponent": "9.3",
        "limits kept": "7.3",
        "limits dropped": "7.4",
        "another floater": "7.4",
        "other boards": "7",
    },
)
