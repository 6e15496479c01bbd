"""A round by its score groups, and where things stand in its picture."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, islice, pairwise

import pytest

import medianswiss as ms
from events import event, rounds_from
from medianswiss import Explanation, Step, Tournament
from medianswiss.page.picture import (
    CHIP,
    GHOST,
    MARGIN,
    NAME,
    WIDTH,
    Card,
    Ghost,
    Picture,
    draw,
    shortened,
    squares,
)
from medianswiss.page.score_groups import Group, Move, exchanged, groups_of

SYSTEMS = ("lim", "ecu", "olympiad")


def explained(text: str, **choices: object) -> Explanation:
    return ms.explain(event(text, **choices))  # type: ignore[arg-type]


def groups(text: str, **choices: object) -> tuple[Group, ...]:
    e = explained(text, **choices)
    return groups_of(e.tournament, e.pairing)


# ---- groups --------------------------------------------------------------------------------------------


def test_2_2_the_groups_from_the_top_down_and_their_side_of_the_median() -> None:
    found = groups("1 2\n2 2\n3 1\n4 1\n5 0\n6 0", round=3)
    assert [(g.score, g.residents, g.side) for g in found] == [
        (40, 2, "above"),
        (20, 2, "median"),
        (0, 2, "below"),
    ]
    assert [set(map(frozenset, g.pairs)) for g in found] == [{frozenset(p)} for p in ((1, 2), (3, 4), (5, 6))]


def test_2_2_the_median_is_there_without_anybody() -> None:
    found = groups("1 1\n2 1\n3 0\n4 0", round=2)
    assert [(g.score, g.residents, g.side, g.pairs) for g in found[1:2]] == [(10, 0, "median", ())]


def test_n_5_5_the_middle_group_of_teams_is_that_of_the_lower_of_the_two_in_the_middle() -> None:
    lines = "\n".join(f"{n} {4 if n <= 4 else 2} WB" for n in range(1, 9))
    assert [g.side for g in groups(lines, round=3, system="ecu")] == ["above", "median"]


def test_3_a_floater_leaves_its_group_and_is_paired_in_the_next() -> None:
    first, second, *_ = groups("1 2\n2 2\n3 2\n4 1\n5 1\n6 1\n7 0\n8 0", round=3)
    assert first.leaving == (Move(3, 40, 20),)
    assert {frozenset(p) for p in first.pairs} == {frozenset((1, 2))}
    assert any(3 in pair for pair in second.pairs)


def test_2_6_1_a_cracked_pairing_joins_the_median() -> None:
    found = groups("1 2 WB\n2 2 BW\n3 2 WB\n4 1 BW\n5 0 WB\n6 0 BW", rounds=5, met="4-1 4-2 4-3")
    above, median, below = found
    assert above.leaving == (Move(3, 40, 20),)
    assert {(m.number, m.source, m.target, m.cracked) for m in below.leaving} == {
        (5, 0, 20, True),
        (6, 0, 20, True),
    }
    assert below.pairs == ()
    assert {frozenset(p) for p in median.pairs} == {frozenset((3, 6)), frozenset((4, 5))}


def test_1_1_the_bye_is_in_the_group_of_its_score() -> None:
    found = groups("1 2\n2 2\n3 1\n4 1\n5 0", round=3)
    assert [(g.score, g.bye, g.residents) for g in found] == [(40, None, 2), (20, None, 2), (0, 5, 0)]


def test_7_2_round_one_is_one_group() -> None:
    (group,) = groups("1 0\n2 0\n3 0\n4 0\n5 0", round=1)
    assert (group.side, group.residents, group.bye) == ("all", 4, 5)
    assert len(group.pairs) == 2


def test_n_7_4_1_limits_dropped_are_told_of_their_group() -> None:
    found = groups("1 4 WW\n2 4 WW\n3 2 BW\n4 2 WB", system="ecu", round=3)
    assert [g.limits_dropped for g in found] == [True, False]


@pytest.mark.parametrize("system", SYSTEMS)
def test_everybody_is_once_in_one_group(system: str) -> None:
    seen = 0
    for e in explanations(system, 150):
        found = groups_of(e.tournament, e.pairing)
        assert sorted(pair for g in found for pair in g.pairs) == sorted(e.pairing.pairs)
        assert [g.bye for g in found if g.bye is not None] == ([e.pairing.bye] if e.pairing.bye else [])
        assert sum(g.residents for g in found) == 2 * len(e.pairing.pairs)
        if found[0].side == "all":
            continue
        home = {p.number: 2 * e.tournament.score(p) for p in e.tournament.participants}
        for g in found:
            assert all(move.source == g.score for move in g.leaving)
            for number in (n for pair in g.pairs for n in pair):
                assert walked(found, number, home[number]) == g.score
        seen += 1
    assert seen > 80


def walked(found: tuple[Group, ...], number: int, score: int) -> int:
    """Where somebody of that score is after all its moves."""
    moves = {m.source: m.target for g in found for m in g.leaving if m.number == number}
    while score in moves:
        score = moves.pop(score)
    assert moves == {}
    return score


def explanations(system: str, count: int) -> list[Explanation]:
    found = []
    for t in islice(rounds_from(3, system), count):
        try:
            found.append(ms.explain(t))
        except ms.ImpossiblePairing:
            continue
    return found


# ---- exchanges -----------------------------------------------------------------------------------------

DOWN = Step("group down", "2.2 [9.2]", (1, 2, 3, 4, 5, 6))
UP = Step("group up", "2.2 [9.2]", (6, 5, 4, 3, 2, 1))
SCRUTINY, CAME_IN = "4.2, 5.2 [11.2, 12.2]", "3.6 [10.6]"


def pairs(*steps: Step) -> set[frozenset[int]]:
    return exchanged(steps)


def test_4_2_who_gets_the_first_candidate_is_no_exchange() -> None:
    assert pairs(DOWN, Step("opponent", SCRUTINY, (1, 4))) == set()


@pytest.mark.parametrize(
    "refusal",
    [
        Step("met", "2.1 [9.1]", (1, 4)),
        Step("colour limits", "2.1, 5.1 [9.1, 12.1]", (1, 4)),
        Step("due the same colour", "5.2 [12.2]", (1, 4)),
        Step("leaves others", "4.4 [11.4]", (1, 4, 6)),
        Step("keeps fewer pairs", "N.6", (1, 4)),
    ],
)
def test_4_2_a_refusal_before_the_opponent_is_an_exchange(refusal: Step) -> None:
    assert pairs(DOWN, refusal, Step("opponent", SCRUTINY, (1, 5))) == {frozenset((1, 5))}


def test_5_2_the_first_available_is_an_exchange_where_it_was_not_tried_first() -> None:
    same = Step("due the same colour", "5.2 [12.2]", (1, 5, 6, 3, 2))
    assert pairs(DOWN, same, Step("first available", SCRUTINY, (1, 4))) == set()
    same = Step("due the same colour", "5.2 [12.2]", (1, 6, 3, 2))
    met = Step("met", "2.1 [9.1]", (1, 4))
    assert pairs(DOWN, met, same, Step("first available", SCRUTINY, (1, 5))) == {frozenset((1, 5))}


def test_5_2_upward_the_candidates_are_tried_the_other_way_round() -> None:
    same = Step("due the same colour", "5.2 [12.2]", (6, 2, 1, 4, 5))
    assert pairs(UP, same, Step("first available", SCRUTINY, (6, 3))) == set()
    same = Step("due the same colour", "5.2 [12.2]", (6, 3, 1, 4, 5))
    assert pairs(UP, same, Step("first available", SCRUTINY, (6, 2))) == {frozenset((2, 6))}


def test_3_6_who_came_in_tries_the_others_from_the_first() -> None:
    same = Step("due the same colour", CAME_IN, (6, 2, 3, 4, 5))
    assert pairs(DOWN, same, Step("first available", CAME_IN, (6, 1))) == set()
    same = Step("due the same colour", CAME_IN, (6, 1, 3, 4, 5))
    assert pairs(DOWN, same, Step("first available", CAME_IN, (6, 2))) == {frozenset((2, 6))}


def test_a_refusal_of_one_who_moves_on_is_no_exchange_of_the_next() -> None:
    steps = (
        Step("met", "N.5.3", (6, 1)),
        Step("moves on", "N.6", (6,)),
        Step("opponent", "N.6", (1, 3)),
    )
    assert pairs(DOWN, *steps) == set()


def test_2_6_of_a_pair_made_twice_the_second_time_counts() -> None:
    refused = Step("met", "2.1 [9.1]", (1, 4))
    again = Step("median", "2.2 [9.2]", (1, 5))
    found = Step("opponent", SCRUTINY, (1, 5))
    assert pairs(DOWN, refused, found, Step("cracked", "2.6 [9.6]", (1, 5)), again, found) == set()


def test_exchanges_of_a_real_round() -> None:
    """4.3: #1 has met its first two candidates, 4 and 5."""
    e = explained("1 2\n2 2\n3 2\n4 2\n5 2\n6 2", round=3, met="1-4 1-5")
    assert exchanged(e.pairing.trace) == {frozenset((1, 6))}


# ---- the picture ---------------------------------------------------------------------------------------


def picture_of(t: Tournament) -> Picture:
    e = ms.explain(t)
    return draw(groups_of(e.tournament, e.pairing))


def box(thing: Card | Ghost) -> tuple[float, float, float, float]:
    height = CHIP * len(thing.chips) if isinstance(thing, Card) else GHOST
    return thing.x, thing.y, thing.x + WIDTH, thing.y + height


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_in_a_picture_lies_on_anything_else(system: str) -> None:
    for e in explanations(system, 120):
        picture = draw(groups_of(e.tournament, e.pairing))
        for column in picture.columns:
            boxes = [*map(box, column.cards), *map(box, column.ghosts)]
            for left, top, right, bottom in boxes:
                assert column.x <= left < right <= column.x + column.width
                assert MARGIN <= top < bottom <= picture.height - MARGIN
            for one, other in combinations(boxes, 2):
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart
        for column, following in pairwise(picture.columns):
            assert column.x + column.width < following.x
        assert not picture.columns or picture.columns[-1].x + picture.columns[-1].width <= picture.width


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_arrow_leads_from_where_somebody_was_to_where_it_is(system: str) -> None:
    arrows = 0
    for e in explanations(system, 120):
        picture = draw(groups_of(e.tournament, e.pairing))
        chips = {
            chip.number: chip for column in picture.columns for card in column.cards for chip in card.chips
        }
        assert Counter(chips.keys()) == Counter(
            [*(n for pair in e.pairing.pairs for n in pair), *([e.pairing.bye] if e.pairing.bye else [])]
        )
        ghosts = [ghost for column in picture.columns for ghost in column.ghosts]
        assert [arrow.move for arrow in picture.arrows] == [ghost.move for ghost in ghosts]
        for arrow, ghost in zip(picture.arrows, ghosts, strict=True):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", arrow.path)]
            (x0, y0), (x1, y1) = numbers[:2], numbers[-2:]
            assert x0 in (ghost.x, ghost.x + WIDTH)
            assert y0 == ghost.y + GHOST / 2
            ends = [(chips[ghost.move.number].x, chips[ghost.move.number].y + CHIP / 2)]
            ends += [(g.x, g.y + GHOST / 2) for g in ghosts if g.move.number == ghost.move.number]
            assert any(y1 == y and x1 in (x - 3, x + WIDTH + 3) for x, y in ends)
            assert (x1 > x0) == (ghost.move.target < ghost.move.source)
            arrows += 1
    assert arrows > 100


def test_a_large_group_is_wrapped_into_even_columns() -> None:
    picture = picture_of(event("\n".join(f"{n} 0" for n in range(1, 201)), round=1))
    (column,) = picture.columns
    heights = Counter(card.x for card in column.cards)
    assert len(heights) > 4
    assert max(heights.values()) - min(heights.values()) <= len(heights)
    assert 1 < picture.width / picture.height < 2.5


def test_an_arrow_over_groups_between_stays_above_their_cards() -> None:
    """#5 has the bye, in a group of its own; #6 floats over it."""
    groups = [
        Group(40, 2, "above", ((1, 2),)),
        Group(20, 1, "median", ((3, 6),)),
        Group(10, 0, "below", (), bye=5),
        Group(0, 1, "below", (), (Move(6, 0, 20),)),
    ]
    picture = draw(groups)
    (arrow,) = picture.arrows
    (bye,) = picture.columns[2].cards
    straight = re.match(r"M([\d.]+) ([\d.]+)H([\d.]+)C", arrow.path)
    assert straight
    start, level, turn = map(float, straight.groups())
    assert turn <= bye.x < bye.x + WIDTH < start
    assert level < bye.y


def test_below_the_median_a_wrapped_group_begins_on_the_side_from_which_floaters_come() -> None:
    many = tuple((n, n + 100) for n in range(1, 41))
    for side, first in (("above", min), ("below", max)):
        (column,) = draw([Group(0, 80, side, many)]).columns
        lefts = [card.x for card in column.cards]
        assert len(set(lefts)) > 1
        assert lefts[0] == first(lefts)


@pytest.mark.parametrize("count", [1, 9, 64])
def test_a_colour_history_stays_in_its_room(count: int) -> None:
    paths = squares("WB-" * (count // 3 + 1), 10, 5, 5, NAME)
    starts = [float(x) for path in paths.values() for x in re.findall(r"M([\d.]+) ", path)]
    assert min(starts) == 10
    assert max(starts) < 10 + NAME
    assert {letter: path.count("M") for letter, path in paths.items()} == dict.fromkeys("WB-", count // 3 + 1)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Li", "Li"),
        ("Featherstonehaugh, Algernon", "Feathersto…"),
        ("Wijnaldum", "Wijnaldum"),
        ("Karman, Jan", "Karman"),
        ("", ""),
        ("李" * 20, "李" * 5 + "…"),
    ],
)
def test_a_name_is_cut_to_its_room(name: str, shown: str) -> None:
    assert shortened(name) == shown
