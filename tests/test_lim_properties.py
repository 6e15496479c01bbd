"""Lim on random tournaments: core and reference agree, rounds are legal, what must not matter does not."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import event, rounds_from, tournaments
from examine import examine, examine_many
from legality import Facts, check
from medianswiss import Field, Floater, Game, Participant, RoundPairing, Tournament
from medianswiss.pairing import prepared
from twins import Refusal, both, colours_exchanged, core, group, outcome, renumbered, with_numbers

# ----------------------------------------------------------------------------- core, reference, rules


@given(tournaments())
def test_a_round_of_any_tournament(t: Tournament) -> None:
    examine(t)


@given(tournaments(largest=9))
def test_a_round_of_a_small_tournament(t: Tournament) -> None:
    examine(t)


@given(st.data())
def test_a_step_of_any_group(data: st.DataObject) -> None:
    """Groups where many have met, so that many must leave, some of them from group to group."""
    size = data.draw(st.integers(1, 12) | st.integers(1, 30))
    random = Random(data.draw(st.integers(0, 2**32)))
    group_of = {number: random.choice("rrria") for number in range(1, size + 1)}
    step = 1 if random.random() < 0.5 else -1
    points = {"r": 5, "i": 5 + step, "a": 5 - step}
    due = random.choice(("W", "WB", "WB", "ZWB"))
    lines = [
        f"{number} {points[kind] + step * (kind == 'i') * random.choice((0, 0, 1))} "
        f"{''.join(random.choice(due) for _ in range(3))} r{random.choice((2000, 2090, 2200))} "
        f"{'floated' * (random.random() < 0.3)}"
        for number, kind in group_of.items()
    ]
    share = random.choice((0.1, 0.5, 0.8, 1 - 1 / size))
    barred = [f"{a}-{b}" for a, b in combinations(group_of, 2) if random.random() < share]
    t = event("\n".join(lines).replace("Z floated", "Z"), met=" ".join(barred), maxi=random.random() < 0.3)
    residents, incoming, adjacent = (
        random.sample(numbers, len(numbers))
        for numbers in ([n for n, kind in group_of.items() if kind == wanted] for wanted in "ria")
    )
    group(t, residents, incoming, adjacent, "down" if step > 0 else "up", last_round=random.random() < 0.3)


def test_more_floaters_than_the_adjacent_group_has_residents() -> None:
    """3.3, 3.4: for those who rank ahead opponents are reserved, whom others then cannot have."""
    reserved = 0
    for seed in range(150):
        random = Random(seed)
        size = random.randint(8, 32)
        kinds = [random.choice("rrrrriia") for _ in range(size)]
        step = random.choice((1, -1))
        points = {"r": 5, "i": 5 + step, "a": 5 - step}
        histories = ("BWW", "BWW", "BWW", "BWB", "WBW")
        lines = [
            f"{n} {points[kind] + step * (kind == 'i') * random.choice((0, 1))} {random.choice(histories)} "
            f"{'floated' * (random.random() < 0.2)}"
            for n, kind in enumerate(kinds, 1)
        ]
        apart = random.choice((0.0, 0.1, 0.4, 0.8))
        met = [f"{a}-{b}" for a, b in combinations(range(1, size + 1), 2) if random.random() < apart]
        t = event("\n".join(lines), met=" ".join(met))
        residents, incoming, adjacent = (
            [n for n, kind in enumerate(kinds, 1) if kind == wanted] for wanted in "ria"
        )
        _, leaving = group(t, residents, incoming, adjacent, "down" if step > 0 else "up")
        reserved += 0 < len(adjacent) < len(leaving)
    assert reserved > 40


def last_round_of_few_colours(random: Random) -> Tournament:
    """A last round of small fields in which most must have the same colour: article 6 decides."""
    size = random.randint(2, 8)
    histories = ("BWW", "BWW", "BWW", "WBWW", "WBW", "WBB", "Z")
    lines = [f"{n} {random.choice((0, 1, 1.5, 2, 3))} {random.choice(histories)}" for n in range(1, size + 1)]
    barred = [f"{a}-{b}" for a, b in combinations(range(1, size + 1), 2) if random.random() < 0.2]
    t = event("\n".join(lines), met=" ".join(barred), round=5)
    return replace(t, rounds=5)


def test_last_rounds_beyond_the_limits_of_colour() -> None:
    rounds = [last_round_of_few_colours(Random(seed)) for seed in range(500)]
    answers = [(t, examine(t)) for t in rounds]
    assert sum(isinstance(answer, RoundPairing) and _second_attempt(t, answer) for t, answer in answers) > 100
    assert sum(isinstance(answer, Refusal) for _, answer in answers) > 20


def test_2000_random_rounds() -> None:
    assert 1700 < examine_many(rounds_from(1), 2000) < 1990


@pytest.mark.slow
def test_20000_random_rounds() -> None:
    assert 17000 < examine_many(rounds_from(1_000_000), 20_000) < 19_900


def test_random_rounds_meet_every_part_of_the_rules() -> None:
    """The generator would be worth little if its rounds were easy."""
    rounds = list(islice(rounds_from(1), 2000))
    answers = [(t, outcome(core, t)) for t in rounds]
    made = [(t, answer) for t, answer in answers if isinstance(answer, RoundPairing)]
    assert sum(isinstance(answer, Refusal) for _, answer in answers) > 50
    assert sum(answer.cracked > 0 for _, answer in made) > 100
    assert sum(answer.cracked > 1 for _, answer in made) > 30
    assert sum(any(f.direction == "up" for f in answer.floaters) for _, answer in made) > 300
    assert sum(len({f.number for f in answer.floaters}) < len(answer.floaters) for _, answer in made) > 200
    assert sum(_bye_passed_over(t, answer) for t, answer in made) > 20
    assert sum(t.maxi for t, _ in made) > 300


def _second_attempt(t: Tournament, made: RoundPairing) -> bool:
    return not all(Facts(t).strictly(a, b) for a, b in made.pairs)


def _bye_passed_over(t: Tournament, made: RoundPairing) -> bool:
    return made.bye is not None and made.bye != Facts(t).bye_candidates()[0]


# ----------------------------------------------------------------------------- what must not matter


@given(tournaments())
def test_the_same_input_gives_the_same_round(t: Tournament) -> None:
    assert outcome(core, t) == outcome(core, t)


@given(tournaments(smallest=2), st.randoms(use_true_random=False))
def test_the_order_of_participants_and_forbidden_pairs_does_not_matter(t: Tournament, random: Random) -> None:
    shuffled = replace(
        t,
        participants=tuple(random.sample(t.participants, len(t.participants))),
        forbidden=tuple((b, a) for a, b in random.sample(t.forbidden, len(t.forbidden))),
    )
    assert both(shuffled) == both(t)


@given(tournaments(), st.integers(1, 1000), st.integers(0, 1000))
def test_gaps_in_the_numbers_do_not_matter(t: Tournament, factor: int, shift: int) -> None:
    def new(number: int) -> int:
        return factor * number + shift

    assert both(with_numbers(t, new)) == renumbered(both(t), new)


@given(tournaments())
def test_absent_participants_whom_nobody_met_do_not_matter(t: Tournament) -> None:
    stranger = Participant(10_000, "", 0, (Game(None, None, "Z"),) * (t.round - 1), 3.3, present=False)
    assert both(replace(t, participants=(stranger, *t.participants))) == both(t)


# ----------------------------------------------------------------------------- mirrors


@given(tournaments())
def test_the_rules_treat_white_and_black_alike(t: Tournament) -> None:
    answer = both(t)
    if isinstance(answer, RoundPairing):
        answer = replace(answer, pairs=tuple((black, white) for white, black in answer.pairs))
    assert both(colours_exchanged(t)) == answer


def upside_down(t: Tournament) -> Tournament:
    """The last is the first (2.2): numbers reversed, scores mirrored at the median. Who met a higher score
    met a lower one: opponents exchange their results."""
    result = {(p.number, index): game.result for p in t.participants for index, game in enumerate(p.games)}
    last = 1 + max(p.number for p in t.participants)
    turned = replace(
        t,
        participants=tuple(
            replace(
                p,
                points=(t.round - 1) * t.scoring.white_win / 10 - t.score(p) / 10,
                games=tuple(
                    game if game.opponent is None else replace(game, result=result[game.opponent, index])
                    for index, game in enumerate(p.games)
                ),
            )
            for p in t.participants
        ),
    )
    return with_numbers(turned, lambda number: last - number)


@given(tournaments(smallest=2))
def test_upward_is_downward_with_the_numbers_reversed(t: Tournament) -> None:
    """2.2: the groups below the median do what those above it do in the mirror."""
    if sum(p.present for p in t.participants) % 2 or t.round == 1 or len(set(_values_of_a_loss(t))) > 1:
        return
    straight, turned = both(t), both(upside_down(t))
    assert isinstance(straight, RoundPairing) == isinstance(turned, RoundPairing)
    if isinstance(straight, RoundPairing) and isinstance(turned, RoundPairing):
        top, last = (t.round - 1) * t.scoring.white_win / 10, 1 + max(p.number for p in t.participants)

        def mirrored(move: Floater) -> tuple[int, float, float]:
            return (last - move.number, round(top - move.from_score, 2), round(top - move.to_score, 2))

        def plain(move: Floater) -> tuple[int, float, float]:
            return (move.number, round(move.from_score, 2), round(move.to_score, 2))

        for side, other in (("down", "up"), ("up", "down")):
            assert [mirrored(f) for f in straight.floaters if f.direction == side] == [
                plain(f) for f in turned.floaters if f.direction == other
            ]


def _values_of_a_loss(t: Tournament) -> tuple[int, ...]:
    """Where colours differ in worth, exchanged results do not mirror the scores before the last round."""
    s = t.scoring
    return (s.white_loss - s.black_loss, s.white_draw - s.black_draw, 0)


# ----------------------------------------------------------------------------- sizes


def one_group(size: int, *, meetings: int, maxi: bool = False) -> Tournament:
    """Everybody with one score, above the median; each has one colour behind it and some it may not meet."""
    random = Random(size)
    numbers = range(1, size + 1)
    lines = [f"{n} 2 {random.choice('WB')} r{random.choice((2000, 2090, 2200))}" for n in numbers]
    pairs = {(min(both), max(both)) for both in (random.sample(numbers, 2) for _ in range(meetings))}
    return event("\n".join(lines), met=" ".join(f"{a}-{b}" for a, b in sorted(pairs)), maxi=maxi)


@pytest.mark.parametrize("size", [63, 64, 65, 127, 128, 129])
def test_groups_around_whole_words(size: int) -> None:
    """A set of members is an array of 64-bit words; nothing may be lost at its edges."""
    examine(one_group(size, meetings=size * size))


@pytest.mark.parametrize("size", range(122, 136, 2))
def test_the_top_half_around_whole_words(size: int) -> None:
    """4.2: #1 has met the bottom half and takes the last of the top half, wherever its bit lies in a word."""
    half = size // 2
    t = event(
        "\n".join(f"{number} 2" for number in range(1, size + 1)),
        round=3,
        met=" ".join(f"1-{number}" for number in range(half + 1, size + 1)),
    )
    rest = [*range(2, half), *range(half + 1, size + 1)]
    expected = [(1, half), *zip(rest[: half - 1], rest[half - 1 :], strict=True)]
    assert Field(prepared(t)).pair_group(range(1, size + 1)) == (expected, [])


@pytest.mark.parametrize("maxi", [False, True])
@pytest.mark.parametrize("size", [512, 513, 514])
def test_groups_around_the_size_with_rows(size: int, maxi: bool) -> None:
    """Rows of compatible members are kept up to 512 members; larger groups make them when asked."""
    t = one_group(size, meetings=200 * size, maxi=maxi)
    made = outcome(core, t)
    assert isinstance(made, RoundPairing)
    check(t, made)


@pytest.mark.slow
def test_a_group_without_rows_against_the_reference() -> None:
    """Of a maxi-tournament, whose groups are always paired with a matching at hand."""
    examine(one_group(514, meetings=500 * 514, maxi=True))
