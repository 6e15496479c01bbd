"""Lim (FIDE C.04.4.3) in plain Python, one function an article; older numbers in brackets.

The oracle of the property tests: slow, with nothing kept from one question to the next. Everything
is stated downward; upward pairing is the same with a reversed `Direction` (2.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..errors import ImpossiblePairing
from ..tournament import TENTHS, Floater, RoundPairing, Step, Tournament
from .decisions import ColourRule, Decided, Refusal, Said, first_to_decide, in_runs, left_over, of_the_bye
from .facts import Player, opposite, players_of
from .matching import can_all_be_paired, matching_size

__all__ = ["DOWN", "UP", "Direction", "Rules", "colours", "pair", "pair_group"]

Pair = tuple[Player, Player]


# ----------------------------------------------------------------------------- what may be paired


@dataclass(frozen=True)
class Rules:
    """The choices of one round: the kind of tournament and what "compatible" means in it."""

    initial_colour: str = "W"
    maxi: bool = False
    last_round: bool = False
    colours_ignored: bool = False

    def compatible(self, a: Player, b: Player) -> bool:
        """2.1 [9.1]: not met, and one allocation of colours keeps both within 5.1.1 and 5.1.2."""
        if b.number in a.met:
            return False
        if self.colours_ignored or self.duty_to_pair_equal_scores(a, b):
            return True
        return bool(legal_allocations(a, b))

    def duty_to_pair_equal_scores(self, a: Player, b: Player) -> bool:
        """6 [13]: in the last round equal scores come before the colour limits."""
        return self.last_round and a.score == b.score


def third_in_a_row(player: Player, colour: str) -> bool:
    """5.1.1 [12.1 a]: `colour` would be the third same one in a row."""
    return player.colours.endswith(colour * 2)


def three_more(player: Player, colour: str) -> bool:
    """5.1.2 [12.1 b]: there would be three more of `colour` than of the other. (A history from elsewhere
    may be beyond the limit already: the colour that leads back is within it.)
    """
    surplus = player.difference if colour == "W" else -player.difference
    return surplus + 1 >= 3


def within_limits(player: Player, colour: str) -> bool:
    """5.1.1, 5.1.2 [12.1 a, b]."""
    return not third_in_a_row(player, colour) and not three_more(player, colour)


def legal_allocations(a: Player, b: Player) -> list[str]:
    """The colours of `a` that keep both players within the limits."""
    return [c for c in "WB" if within_limits(a, c) and within_limits(b, opposite(c))]


def colours_suit(a: Player, b: Player) -> bool:
    """3.6, 5.2 [12.2]: either has no due colour, or they are due different ones."""
    return a.due is None or b.due is None or a.due != b.due


# ----------------------------------------------------------------------------- directions


@dataclass(frozen=True)
class Direction:
    """2.2: downward, or upward as downward with the numbers reversed."""

    name: str
    sign: int

    def by_number(self, player: Player) -> int:
        """Key of the direction's order of numbers."""
        return self.sign * player.number

    def by_rank(self, player: Player) -> tuple[int, int]:
        """Key of the direction's order of ranks: score first, then number."""
        return (-self.sign * player.score, self.sign * player.number)


DOWN = Direction("down", 1)
UP = Direction("up", -1)


# ----------------------------------------------------------------------------- the round


def pair(t: Tournament) -> RoundPairing:
    """Pair the next round of a validated tournament whose rounds and colour are known.

    Raises
    ------
    ImpossiblePairing
        No legal pairing exists.
    """
    present = {p.number for p in t.participants if p.present}
    players = [player for player in players_of(t) if player.number in present]
    last = t.rounds is not None and t.round >= t.rounds
    drawn = "B" if t.initial_colour == "black" else "W"
    rules = Rules(initial_colour=drawn, maxi=t.maxi, last_round=last)
    median = (t.round - 1) * t.scoring.white_win / 2
    try:
        return pair_round(players, t.round, median, rules)
    except ImpossiblePairing:
        if not last:
            raise
        # 6: then the whole round is paired anew with "compatible" = "not met".
        return pair_round(players, t.round, median, Rules(drawn, t.maxi, last, colours_ignored=True))


def pair_round(players: Sequence[Player], number: int, median: float, rules: Rules) -> RoundPairing:
    """One round of Lim: bye, groups (or round one), colours, board order."""
    bye, of_bye = pairing_allocated_bye(players, number, rules)
    to_pair = [p for p in players if p is not bye]
    if not can_all_be_paired(to_pair, rules.compatible):
        raise impossible(players, rules)
    if number == 1:
        pairs = round_one(to_pair, rules)
        boards = [round_one_colours(a, b, to_pair, rules) for a, b in pairs]
        made = Groups(median=pairs, said=told_round_one(pairs, rules))
        articles = OF_ROUND_ONE
    else:
        made = pair_groups(to_pair, median, rules)
        boards = [colours(a, b, rules, below) for a, b, below in made.boards()]
        articles = ARTICLES
    before = [said("colours ignored", [])] if rules.colours_ignored else []
    before += [said(rule, who, articles) for rule, who in of_bye]
    return as_round(number, boards, bye, made, before)


def as_round(
    number: int, boards: list[Decided], bye: Player | None, made: Groups, before: list[Step]
) -> RoundPairing:
    """The pairs in board order; the trace in the order in which they were made."""
    trace = (*before, *made.said, *(board.step for board in boards))
    boards.sort(key=lambda board: board_order(board.white, board.black))
    pairs = tuple((board.white.number, board.black.number) for board in boards)
    return RoundPairing(number, pairs, bye.number if bye else None, tuple(made.floaters), made.cracked, trace)


def board_order(a: Player, b: Player) -> tuple[int, int, int]:
    """Key: score of the higher ranked, score of the lower ranked, number of the higher ranked."""
    high, low = sorted((a, b), key=DOWN.by_rank)
    return (-high.score, -low.score, high.number)


def impossible(players: Sequence[Player], rules: Rules) -> ImpossiblePairing:
    """The error, with those that cannot be placed."""
    left_out = tuple(player.number for player in left_over(players, rules.compatible))
    return ImpossiblePairing("1.1" if len(left_out) == 1 else "2.1", left_out)


# ----------------------------------------------------------------------------- 1 and 7


def pairing_allocated_bye(
    players: Sequence[Player], number: int, rules: Rules
) -> tuple[Player | None, list[Said]]:
    """1.1 [8]: lowest score, then largest number, among the eligible whose bye leaves the rest a pairing."""
    if len(players) % 2 == 0:
        return None, []
    order = sorted(players, key=round_one_bye_order if number == 1 else bye_order)
    for player in order:
        rest = [p for p in players if p is not player]
        if may_have_bye(player) and can_all_be_paired(rest, rules.compatible):
            return player, of_the_bye(order, player, may_have_bye)
    raise impossible(players, rules)


def may_have_bye(player: Player) -> bool:
    """1.1 [8]: no bye, full-point bye or win by absence before."""
    return player.may_have_bye


def bye_order(player: Player) -> tuple[int, int]:
    """1.1 [8]: the lowest score first, then the largest number."""
    return (player.score, -player.number)


def round_one_bye_order(player: Player) -> tuple[int, int]:
    """7.1 [14.1]: the lowest rated first, unrated counting as lowest, then the largest number."""
    return (player.rating, -player.number)


def round_one(players: Sequence[Player], rules: Rules) -> list[Pair]:
    """7.2 [14.2]: the scrutiny of article 4 over the whole field by number, scores ignored."""
    return scrutiny(players, DOWN, rules)


def round_one_colours(a: Player, b: Player, players: Sequence[Player], rules: Rules) -> Decided:
    """7.2 [14.2]: the better placed decides: on an odd place the colour drawn for #1, else the other."""
    better, other = sorted((a, b), key=DOWN.by_number)
    place = sorted(players, key=DOWN.by_number).index(better) + 1
    drawn = rules.initial_colour if place % 2 == 1 else opposite(rules.initial_colour)
    white, black = (better, other) if drawn == "W" else (other, better)
    return Decided(white, black, "lot", "7.2 [14.2]")


# ----------------------------------------------------------------------------- 2: the groups


@dataclass
class Groups:
    """What has been made so far: pairs of each side in the order made, those of the median, floaters; and
    why.
    """

    above: list[Pair] = field(default_factory=list)
    below: list[Pair] = field(default_factory=list)
    median: list[Pair] = field(default_factory=list)
    floaters: list[Floater] = field(default_factory=list)
    cracked: int = 0
    said: list[Step] = field(default_factory=list)

    def boards(self) -> list[tuple[Player, Player, bool]]:
        """Each pair in the order made, with whether that was below the median group."""
        sides = ((self.above, False), (self.below, True), (self.median, False))
        return [(a, b, below) for pairs, below in sides for a, b in pairs]


def pair_groups(players: Sequence[Player], median: float, rules: Rules) -> Groups:
    """2.2 [9.2]: the groups above the median downward, those below it upward, the median last."""
    made = Groups()
    residents = [p for p in players if p.score == median]
    scores = {p.score for p in players}
    above = sorted((s for s in scores if s > median), reverse=True)
    below = sorted(s for s in scores if s < median)
    from_above = pair_side(players, above, median, DOWN, rules, made.above, made)
    from_below = pair_side(players, below, median, UP, rules, made.below, made)
    pair_median(residents, from_above, from_below, rules, made)
    return made


def pair_side(
    players: Sequence[Player],
    scores: Sequence[int],
    median: float,
    direction: Direction,
    rules: Rules,
    side: list[Pair],
    made: Groups,
) -> list[Player]:
    """Pair the groups of one side towards the median; return the floaters that reach it."""
    incoming: list[Player] = []
    for place, score in enumerate(scores):
        following = scores[place + 1] if place + 1 < len(scores) else median
        residents = [p for p in players if p.score == score]
        adjacent = [p for p in players if p.score == following]
        pairs, leaving = pair_group(residents, incoming, adjacent, direction, rules)
        made.said += told_group(residents, incoming, adjacent, leaving, pairs, direction, rules)
        side += pairs
        made.floaters += [
            Floater(p.number, score / TENTHS, following / TENTHS, direction.name) for p in leaving
        ]
        incoming = leaving
    return incoming


def pair_group(
    residents: Sequence[Player],
    incoming: Sequence[Player],
    adjacent: Sequence[Player],
    direction: Direction,
    rules: Rules,
) -> tuple[list[Pair], list[Player]]:
    """One group that is not the median: who floats on, then the pairs, in the order made."""
    leaving = choose_floaters(residents, incoming, adjacent, direction, rules)
    came_in = sorted((p for p in incoming if p not in leaving), key=direction.by_rank)
    staying = [p for p in residents if p not in leaving]
    return pair_staying(staying, came_in, direction, rules), leaving


def pair_staying(
    residents: Sequence[Player], came_in: Sequence[Player], direction: Direction, rules: Rules
) -> list[Pair]:
    """Those who stay in a group: the floaters that came in first (in their order), then scrutiny."""
    pairs, rest = pair_incoming(residents, came_in, direction, rules)
    return pairs + scrutiny(rest, direction, rules)


def pair_median(
    residents: Sequence[Player], above: list[Player], below: list[Player], rules: Rules, made: Groups
) -> None:
    """The median group, downward; 2.6 [9.6] pairings are cracked while it cannot be completed."""
    above, below = list(above), list(below)
    while not can_all_be_paired([*residents, *above, *below], rules.compatible):
        crack(above, below, made)
    came_in = sorted(above, key=DOWN.by_rank) + sorted(below, key=UP.by_rank)
    made.median = pair_staying(residents, came_in, DOWN, rules)
    made.said += told_median(residents, came_in, made.median, rules)


def crack(above: list[Player], below: list[Player], made: Groups) -> None:
    """2.6 [9.6]: take back the last pairing of the lower side when more floaters came from above
    than from below, else of the higher side; of the other side when that one has none left.
    """
    lower_first = len(above) > len(below)
    from_below = bool(made.below) if lower_first else not made.above
    made.cracked += 1
    side, pairs = (below, made.below) if from_below else (above, made.above)
    made.said.append(said("cracked", pairs[-1]))
    side.extend(pairs.pop())


# ----------------------------------------------------------------------------- 3: floaters


def choose_floaters(
    residents: Sequence[Player],
    incoming: Sequence[Player],
    adjacent: Sequence[Player],
    direction: Direction,
    rules: Rules,
) -> list[Player]:
    """2.3, 3.10.2, 4.4 [9.3, 10]: the group keeps as many pairings as it can; the others float on,
    one at a time, each the first in order whose leaving keeps that many.
    """
    staying = [*residents, *incoming]
    kept = matching_size(staying, rules.compatible)
    chosen: list[Player] = []
    while len(staying) > 2 * kept:
        order = floater_order(staying, chosen, incoming, adjacent, direction, rules)
        floater = next(p for p in order if _keeps(kept, [q for q in staying if q is not p], rules))
        staying.remove(floater)
        chosen.append(floater)
    return chosen


def _keeps(kept: int, staying: Sequence[Player], rules: Rules) -> bool:
    return matching_size(staying, rules.compatible) == kept


def floater_order(
    staying: Sequence[Player],
    chosen: Sequence[Player],
    incoming: Sequence[Player],
    adjacent: Sequence[Player],
    direction: Direction,
    rules: Rules,
) -> list[Player]:
    """3.9, 3.10, 3.2.2, 3.2.4 [10]: the order in which those staying are asked to float."""
    majority = colour_majority(staying)
    last = max(staying, key=direction.by_number)

    def key(p: Player) -> tuple[int, bool, bool, int]:
        return (
            -floater_type(p, chosen, incoming, adjacent, direction, rules),
            p.floated,
            not due_colour_preferred(p, majority, last, rules),
            -direction.by_number(p),
        )

    return sorted(staying, key=key)


def floater_type(
    player: Player,
    chosen: Sequence[Player],
    incoming: Sequence[Player],
    adjacent: Sequence[Player],
    direction: Direction,
    rules: Rules,
) -> int:
    """3.9 [10.9]: type a, b, c, d as 0, 1, 2, 3."""
    opponent = has_opponent_in_adjacent(player, chosen, adjacent, direction, rules)
    return (0 if player in incoming else 2) + opponent


def has_opponent_in_adjacent(
    player: Player, chosen: Sequence[Player], adjacent: Sequence[Player], direction: Direction, rules: Rules
) -> bool:
    """3.3, 3.4 [10.3, 10.4]: a compatible resident of the adjacent group is left after reserving
    opponents for the floaters already chosen that rank ahead.
    """
    ahead = [p for p in chosen if direction.by_rank(p) < direction.by_rank(player)]

    def joined(a: Player, b: Player) -> bool:
        return (a in adjacent) != (b in adjacent) and rules.compatible(a, b)

    return matching_size([*ahead, player, *adjacent], joined) > matching_size([*ahead, *adjacent], joined)


def colour_majority(staying: Sequence[Player]) -> str | None:
    """3.2.2 [10.2]: the due colour of more of those staying; None when equal."""
    white = sum(p.due == "W" for p in staying)
    black = sum(p.due == "B" for p in staying)
    return None if white == black else "W" if white > black else "B"


def due_colour_preferred(player: Player, majority: str | None, last: Player, rules: Rules) -> bool:
    """3.2.2; 3.2.3: in a maxi-tournament only within 100 points of the largest-numbered one staying."""
    if majority is None or player.due != majority:
        return False
    return not rules.maxi or abs(player.rating - last.rating) <= 100


# ----------------------------------------------------------------------------- 3.6 to 4: who meets whom


def pair_incoming(
    residents: Sequence[Player], came_in: Sequence[Player], direction: Direction, rules: Rules
) -> tuple[list[Pair], list[Player]]:
    """3.6 to 3.8 [10.6 to 10.8]: the floaters that came in take their opponents first, in order."""
    left = sorted([*residents, *came_in], key=direction.by_number)
    pairs: list[Pair] = []
    for floater in came_in:
        if floater in left:
            others = [p for p in left if p is not floater]
            opponent = first_suitable(floater, others, others, rules)
            pairs.append((floater, opponent))
            left = [p for p in others if p is not opponent]
    return pairs, left


def scrutiny(players: Sequence[Player], direction: Direction, rules: Rules) -> list[Pair]:
    """2.4, 4.2, 4.3 [9.4, 11]: the first takes an opponent; the rest is arranged afresh."""
    left = sorted(players, key=direction.by_number)
    pairs: list[Pair] = []
    while left:
        first, others = left[0], left[1:]
        opponent = first_suitable(first, exchange_order(left), others, rules)
        pairs.append((first, opponent))
        left = [p for p in others if p is not opponent]
    return pairs


def exchange_order(left: Sequence[Player]) -> list[Player]:
    """4.2 [11.2]: the bottom half from its top down, then the top half from its bottom up."""
    half = len(left) // 2
    return [*left[half:], *reversed(left[1:half])]


def first_suitable(
    player: Player, candidates: Sequence[Player], others: Sequence[Player], rules: Rules
) -> Player:
    """3.6, 5.2, 5.7 [10.6, 12.2, 12.7]: the first available who is due the other colour (in a
    maxi-tournament: and rated within 100 points of the first available one), else the first available.
    """
    first: Player | None = None
    for candidate in candidates:
        if not available(player, candidate, others, rules):
            continue
        if first is None:
            first = candidate
        near = not rules.maxi or abs(candidate.rating - first.rating) <= 100
        if near and colours_suit(player, candidate):
            return candidate
    assert first is not None, "those staying can be paired completely"
    return first


def available(player: Player, candidate: Player, others: Sequence[Player], rules: Rules) -> bool:
    """4.4 [11.4]: compatible, and all who remain after this pair can still be paired completely."""
    rest = [p for p in others if p is not candidate]
    return rules.compatible(player, candidate) and can_all_be_paired(rest, rules.compatible)


# ----------------------------------------------------------------------------- the trace of a group

ARTICLES = {
    "colours ignored": "6 [13]",
    "bye barred": "1.1 [8]",
    "bye needed": "1.1, 2.1 [8, 9.1]",
    "bye": "1.1 [8]",
    "round one": "7.2 [14.2]",
    "group down": "2.2 [9.2]",
    "group up": "2.2 [9.2]",
    "median": "2.2 [9.2]",
    "cracked": "2.6 [9.6]",
    "leaving costs a pair": "2.3, 4.4 [9.3, 11.4]",
    "floater a": "3.9 [10.9]",
    "floater b": "3.9 [10.9]",
    "floater c": "3.9 [10.9]",
    "floater d": "3.9 [10.9]",
    "floated before": "3.10 [10.10]",
    "due like most": "3.2.2 [10.2.2]",
    "largest number": "3.2.4 [10.2.4]",
    "pairs kept": "2.3 [9.3]",
    "met": "2.1 [9.1]",
    "colour limits": "2.1, 5.1 [9.1, 12.1]",
    "leaves others": "4.4 [11.4]",
}
OF_ROUND_ONE = ARTICLES | {"bye": "7.1 [14.1]"}
OF_MAXI = ARTICLES | {"due like most": "3.2.2, 3.2.3 [10.2.2, 10.2.3]"}
OF_SCRUTINY = ARTICLES | {
    "due the same colour": "5.2 [12.2]",
    "rating apart": "5.7 [12.7]",
    "opponent": "4.2, 5.2 [11.2, 12.2]",
    "first available": "4.2, 5.2 [11.2, 12.2]",
}
OF_MAXI_SCRUTINY = OF_SCRUTINY | dict.fromkeys(
    ("opponent", "first available"), "4.2, 5.2, 5.7 [11.2, 12.2, 12.7]"
)
OF_INCOMING = ARTICLES | dict.fromkeys(
    ("due the same colour", "rating apart", "opponent", "first available"), "3.6 [10.6]"
)


def said(rule: str, who: Sequence[Player], articles: dict[str, str] = ARTICLES) -> Step:
    """A step of the trace."""
    return Step(rule, articles[rule], tuple(player.number for player in who))


def told_round_one(pairs: Sequence[Pair], rules: Rules) -> list[Step]:
    """7.2 [14.2]: all by number, then the scrutiny."""
    everybody = sorted((player for pair in pairs for player in pair), key=DOWN.by_number)
    return [said("round one", everybody), *told_pairs(pairs, [], DOWN, rules)] if pairs else []


def told_group(
    residents: Sequence[Player],
    incoming: Sequence[Player],
    adjacent: Sequence[Player],
    leaving: Sequence[Player],
    pairs: Sequence[Pair],
    direction: Direction,
    rules: Rules,
) -> list[Step]:
    """2.2, 2.3 [9.2, 9.3]: the members, why some float, who stays, and how they found their opponents."""
    came_in = sorted(incoming, key=direction.by_rank)
    members = [*sorted(residents, key=direction.by_number), *came_in]
    staying = sorted((p for p in members if p not in leaving), key=direction.by_number)
    return [
        said(f"group {direction.name}", members),
        *told_floaters(members, leaving, incoming, adjacent, direction, rules),
        *([said("pairs kept", staying)] if staying else []),
        *told_pairs(pairs, came_in, direction, rules),
    ]


def told_floaters(
    members: Sequence[Player],
    leaving: Sequence[Player],
    incoming: Sequence[Player],
    adjacent: Sequence[Player],
    direction: Direction,
    rules: Rules,
) -> list[Step]:
    """2.3, 3 [9.3, 10]: why each floater is the one who floats, in the order chosen."""
    steps: list[Step] = []
    for place, floater in enumerate(leaving):
        chosen = leaving[:place]
        staying = [p for p in members if p not in chosen]
        asked = floater_order(staying, chosen, incoming, adjacent, direction, rules)
        types = {p: floater_type(p, chosen, incoming, adjacent, direction, rules) for p in staying}
        steps += told_floater(floater, asked, types, max(staying, key=direction.by_number), rules)
    return steps


def told_floater(
    floater: Player, asked: Sequence[Player], types: dict[Player, int], last: Player, rules: Rules
) -> list[Step]:
    """Those asked before it have to stay; those asked later are so by the first rule in which they differ."""
    place = asked.index(floater)
    before, later = list(asked[:place]), list(asked[place + 1 :])
    majority = colour_majority(asked)

    def preferred(p: Player) -> bool:
        return due_colour_preferred(p, majority, last, rules)

    by_type = [p for p in later if types[p] != types[floater]]
    later = [p for p in later if p not in by_type]
    by_float = [p for p in later if p.floated != floater.floated]
    later = [p for p in later if p not in by_float]
    by_colour = [p for p in later if preferred(p) != preferred(floater)]
    by_number = [p for p in later if p not in by_colour]
    reasons = (
        ("leaving costs a pair", before),
        (f"floater {'abcd'[types[floater]]}", by_type),
        ("floated before", by_float),
        ("due like most", by_colour),
        ("largest number", by_number),
    )
    articles = OF_MAXI if rules.maxi else ARTICLES
    return [
        said(rule, [floater, *others], articles)
        for rule, others in reasons
        if others or rule.startswith("floater")
    ]


def told_median(
    residents: Sequence[Player], came_in: Sequence[Player], pairs: Sequence[Pair], rules: Rules
) -> list[Step]:
    """2.2 [9.2]: the members of the median, and how they found their opponents."""
    members = [*sorted(residents, key=DOWN.by_number), *came_in]
    return [said("median", members), *told_pairs(pairs, came_in, DOWN, rules)] if members else []


def told_pairs(
    pairs: Sequence[Pair], came_in: Sequence[Player], direction: Direction, rules: Rules
) -> list[Step]:
    """3.6, 4, 5.2, 5.7 [10.6, 11, 12.2, 12.7]: of each pair, in the order made, whom the one who looked for
    an opponent tried, and why it was not them.
    """
    left = sorted((player for pair in pairs for player in pair), key=direction.by_number)
    of_scrutiny = OF_MAXI_SCRUTINY if rules.maxi else OF_SCRUTINY
    steps: list[Step] = []
    for player, opponent in pairs:
        others = [p for p in left if p is not player]
        if player in came_in:
            steps += told_search(player, opponent, others, others, rules, OF_INCOMING)
        else:
            steps += told_search(player, opponent, exchange_order(left), others, rules, of_scrutiny)
        left = [p for p in others if p is not opponent]
    return steps


def told_search(
    player: Player,
    opponent: Player,
    candidates: Sequence[Player],
    others: Sequence[Player],
    rules: Rules,
    articles: dict[str, str],
) -> list[Step]:
    """Those tried before the opponent; all of them where nobody available suits."""
    suits = colours_suit(player, opponent)
    tried = list(candidates[: candidates.index(opponent)] if suits else candidates)
    found = "opponent" if suits else "first available"
    first = first_available(player, candidates, others, rules) if rules.maxi or not suits else None
    refused = []
    for candidate in tried:
        waiting = first is not None and candidates.index(candidate) < candidates.index(first)
        if candidate is not opponent:
            refused.append(refusal(player, candidate, None if waiting else first, waiting, others, rules))
    steps = [said(reason, [player, *who], articles) for reason, who in in_runs(refused)]
    return [*steps, said(found, [player, opponent], articles)]


def first_available(
    player: Player, candidates: Sequence[Player], others: Sequence[Player], rules: Rules
) -> Player:
    """4.4 [11.4]: there is one, for those staying can be paired completely."""
    return next(c for c in candidates if available(player, c, others, rules))


def refusal(
    player: Player,
    candidate: Player,
    first: Player | None,
    waiting: bool,
    others: Sequence[Player],
    rules: Rules,
) -> Refusal:
    """Why one who was tried was not taken: the first reason that holds. While one is waiting for the `first`
    available one nobody is refused for due colours or ratings.
    """
    if candidate.number in player.met:
        return Refusal("met", candidate)
    if not rules.compatible(player, candidate):
        return Refusal("colour limits", candidate)
    if rules.maxi and first is not None and abs(candidate.rating - first.rating) > 100:
        return Refusal("rating apart", candidate)
    if not waiting and not colours_suit(player, candidate):
        return Refusal("due the same colour", candidate)
    stranded = left_over([p for p in others if p is not candidate], rules.compatible)
    assert stranded, "one who is available is passed over for due colours or ratings"
    return Refusal("leaves others", candidate, stranded)


# ----------------------------------------------------------------------------- 5: colours


def colours(a: Player, b: Player, rules: Rules, below_median: bool) -> Decided:
    """5 [12]: who has White, by the first rule that decides."""
    return first_to_decide(COLOUR_RULES, a, b, rules, below_median)


def colour_limits(a: Player, b: Player, rules: Rules, below_median: bool) -> str | None:
    """5.1.1, 5.1.2, 5.3 [12.1, 12.3]: the only allocation within the limits, as the colour of `a`."""
    legal = legal_allocations(a, b)
    return legal[0] if len(legal) == 1 else None


def article_of_limits(white: Player, black: Player) -> str:
    """The limits that forbid the other allocation."""
    run = third_in_a_row(white, "B") or third_in_a_row(black, "W")
    difference = three_more(white, "B") or three_more(black, "W")
    if run and difference:
        return "5.1.1, 5.1.2, 5.3 [12.1, 12.3]"
    return "5.1.1, 5.3 [12.1 a, 12.3]" if run else "5.1.2 [12.1 b]"


def due_colours(a: Player, b: Player, rules: Rules, below_median: bool) -> str | None:
    """5.1, 5.5, 5.6 [12.1, 12.5, 12.6]: each gets its due colour if they differ or only one has one."""
    if a.due == b.due:
        return None
    return a.due if a.due is not None else opposite(str(b.due))


def latest_difference(a: Player, b: Player, rules: Rules, below_median: bool) -> str | None:
    """5.4 [12.4]: at the latest place where the histories differ each gets the colour the other had."""
    for mine, theirs in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if mine != theirs:
            return theirs
    return None


def higher_ranked(a: Player, b: Player, rules: Rules, below_median: bool) -> str | None:
    """5.4 [12.4]: the same due colour: the higher ranked has it in the median group or above, below it
    the lower ranked.
    """
    due = a.due
    return due if due is None or decides(a, b, below_median) else opposite(due)


def drawn_colour(a: Player, b: Player, rules: Rules, below_median: bool) -> str:
    """5.4 [12.4]: the one who decides has no game: it has the colour drawn for #1."""
    return rules.initial_colour if decides(a, b, below_median) else opposite(rules.initial_colour)


def decides(a: Player, b: Player, below_median: bool) -> bool:
    """5.4 [12.4]: whether it is `a` who has its colour; rank is by number."""
    return (a.number > b.number) if below_median else (a.number < b.number)


COLOUR_RULES = (
    ColourRule("limits", article_of_limits, colour_limits),
    ColourRule("due colour", "5.1, 5.5, 5.6 [12.1, 12.5, 12.6]", due_colours),
    ColourRule("latest difference", "5.4 [12.4]", latest_difference),
    ColourRule("rank", "5.4 [12.4]", higher_ranked),
    ColourRule("drawn colour", "5.4 [12.4]", drawn_colour),
)
