"""`Field`: a tournament kept from round to round, which pairs as the tournament packed anew does."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import textwrap
from random import Random
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import medianswiss as ms
from as_arrays import COLOURS, outcome_of
from events import Simulation, event, random_size, random_team_size
from medianswiss import Field, Game, Participant, Tournament
from medianswiss.pairing import prepared
from twins import core, outcome

SYSTEMS = ("lim", "ecu", "olympiad")


def simulated(seed: int, system: str) -> list[Tournament]:
    """Every round of a random tournament whose points are the sum of its results."""
    random = Random(seed)
    size = random_size(random) if system == "lim" else random_team_size(random)
    simulation = Simulation(random, size, random.randint(1, min(size + 2, 12)), system)
    simulation.given_points = 0.0
    return list(simulation)


def update(field: Field, t: Tournament) -> None:
    """Who is present, and who may not meet, before the round of `t`."""
    field.set_present([p.number for p in t.participants if p.present])
    field.set_present([p.number for p in t.participants if not p.present], False)
    field.forbid(t.forbidden)


def record(field: Field, t: Tournament) -> None:
    """The last round of `t`."""
    results: list[Any] = []
    byes = {}
    last = {p.number: p.games[-1] for p in t.participants}
    for number, game in last.items():
        if game.opponent is None:
            byes[number] = game.result
        elif game.colour == "w" or (game.colour is None and number < game.opponent):
            back = last[game.opponent]
            scored = [] if game.game_points is None else [game.game_points, back.game_points]
            results.append((number, game.opponent, game.result + back.result, *scored))
    field.record(results, byes)


def record_as_arrays(field: Field, t: Tournament) -> None:
    """The same by arrays."""
    people = sorted(t.participants, key=lambda p: p.number)
    place = {p.number: k for k, p in enumerate(people)} | {None: -1}
    last = [p.games[-1] for p in people]
    points = [-1 if game.game_points is None else round(game.game_points * 10) for game in last]
    field.record_arrays(
        np.array([place[game.opponent] for game in last], np.int32),
        np.array([COLOURS[game.colour] for game in last], np.int8),
        np.array([ord(game.result) for game in last], np.uint8),
        np.array(points, np.int32),
    )


@pytest.mark.parametrize("adds", [record, record_as_arrays])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_field_kept_is_as_good_as_one_packed_anew(system: str, adds: Any) -> None:
    engine = ms.Engine()
    for seed in range(150):
        rounds = simulated(seed, system)
        field = Field(rounds[0])
        for t in rounds:
            if t.round > 1:
                adds(field, t)
                update(field, t)
            assert field.round == t.round
            assert outcome(lambda _: field.pair(engine), t) == outcome(core, t)  # noqa: B023
            people = sorted(t.participants, key=lambda p: p.number)
            assert field.scores.tolist() == [t.score(p) for p in people]
            assert field.present.tolist() == [p.present for p in people]
            assert field.numbers.tolist() == [p.number for p in people]


@given(st.integers(0, 10_000), st.sampled_from(SYSTEMS), st.data())
def test_copies_and_pickles_are_the_same_field_and_another(
    seed: int, system: str, data: st.DataObject
) -> None:
    rounds = simulated(seed, system)
    k = data.draw(st.integers(0, len(rounds) - 1))
    field = Field(rounds[k])
    before = outcome(lambda _: field.pair(), rounds[k])
    for twin in (field.copy(), copy.deepcopy(field), pickle.loads(pickle.dumps(field))):
        assert outcome(lambda _: twin.pair(), rounds[k]) == before  # noqa: B023
        assert (twin.round, twin.rounds, twin.system, len(twin)) == (
            field.round,
            field.rounds,
            system,
            len(field),
        )
        if k + 1 < len(rounds):
            record(twin, rounds[k + 1])
            update(twin, rounds[k + 1])
            assert outcome(lambda _: twin.pair(), rounds[k + 1]) == outcome(core, rounds[k + 1])  # noqa: B023
            assert field.round == rounds[k].round
            assert outcome(lambda _: field.pair(), rounds[k]) == before


def test_the_arrays_of_a_field_are_places() -> None:
    t = event("7 .\n3 .\n9 .\n5 .", round=1)
    answer = Field(t).pair_arrays()
    numbers = Field(t).numbers
    assert [(numbers[white], numbers[black]) for white, black in answer.pairs] == list(ms.pair(t).pairs)
    assert outcome_of(answer)[1] == [(1, 3), (4, 2)]


TWO = event("1 .\n2 .\n3 .", round=1)


@pytest.mark.parametrize(
    ("results", "byes", "words"),
    [
        ([(1, 2, "1")], {}, "participant 3, round 1: is present and has no result"),
        ([(1, 2, "1")], {3: "U", 1: "H"}, "participant 1, round 1: has two results"),
        ([(1, 2, "1"), (3, 1, "1")], {}, "participant 1, round 1: has two results"),
        ([(1, 2, "11")], {3: "U"}, "its result contradicts"),
        ([(1, 2, "2")], {3: "U"}, "unknown result '2'"),
        ([(1, 2, "x0")], {3: "U"}, "participant 1, round 1: unknown result"),
        ([(1, 2, None)], {3: "U"}, "unknown result None"),
        ([(1, 1, "1")], {3: "U", 2: "Z"}, "has two results"),
        ([(1, 4, "1")], {3: "U"}, "there is no participant 4"),
        ([(1, 2, "1")], {3: "1"}, "participant 3, round 1: the result of a game without an opponent"),
        ([(1, 2, "1")], {3: ""}, "unknown result ''"),
        ([(1, 2, "1", 2.55, 1)], {3: "U"}, "game points 2.55"),
        ([(1, 2, "1", 2)], {3: "U"}, "is not (white, black, result)"),
        ([(1, 2)], {3: "U"}, "is not (white, black, result)"),
        ([(1, 2, ["1", "0"])], {3: "U"}, "unknown result ['1', '0']"),
    ],
)
def test_what_is_told_of_results_and_nothing_is_half_recorded(results: Any, byes: Any, words: str) -> None:
    field = Field(TWO)
    before = pickle.dumps(field)
    with pytest.raises(ms.InvalidTournament) as refused:
        field.record(results, byes)
    assert words in str(refused.value)
    assert pickle.dumps(field) == before


def test_who_is_absent_needs_no_result() -> None:
    field = Field(TWO)
    field.set_present(3, False)
    field.record([(1, 2, "=")])
    assert field.scores.tolist() == [5, 5, 0]


def test_a_recorded_round_is_a_fact_whatever_the_engine_would_have_paired() -> None:
    field = Field(TWO)
    field.record([(3, 1, "10")], {2: "H"})
    again = Tournament(
        (
            Participant(1, games=(Game(3, "b", "0"),)),
            Participant(2, games=(Game(None, None, "H"),)),
            Participant(3, games=(Game(1, "w", "1"),)),
        ),
        "lim",
        rounds=9,
        round=2,
        initial_colour="white",
    )
    assert field.pair() == ms.pair(again)


def with_given(**requested: str) -> Tournament:
    """Five players before round one, some of whom are absent and have something for it already."""
    people = tuple(
        Participant(k, present=f"n{k}" not in requested, requested=requested.get(f"n{k}"))
        for k in range(1, 6)
    )
    return Tournament(people, "lim", rounds=5, initial_colour="white")


def test_what_is_given_already_is_named_and_recorded() -> None:
    """A bye given for the coming round is the round's, and byes asked for are not lost."""
    t = with_given(n5="U")
    assert ms.pair(t) == Field(t).pair() == ms.pair_many([t])[0] == ms.pair_many([Field(t)])[0]
    assert Field(t).pair().bye == 5
    assert Field(t).pair_arrays().bye == 4
    field = pickle.loads(pickle.dumps(Field(with_given(n4="H", n5="U", n3="Z")).copy()))
    field.record([(1, 2, "1")])
    assert field.scores.tolist() == [10, 0, 0, 5, 10]
    field.set_present([3, 4, 5])
    assert field.pair().bye == 3, "it has no bye yet, and what was given was for one round"


def test_who_comes_after_all_has_nothing_given() -> None:
    field = Field(with_given(n5="U"))
    field.set_present(5)
    assert field.pair() == ms.pair(with_given())


@pytest.mark.parametrize(
    ("requested", "words"),
    [
        ({"n4": "U", "n5": "U"}, "participant 5: round 1 already has two byes, of 4 and 5"),
        (
            {"n4": "H", "n5": "U"},
            "participant 5: has the bye of round 1, which leaves an odd number to pair: 3",
        ),
    ],
)
def test_two_byes_are_refused_whoever_is_asked(requested: dict[str, str], words: str) -> None:
    t = with_given(**requested)
    for ask in (lambda: ms.pair(t), Field(t).pair, Field(t).pair_arrays):
        with pytest.raises(ms.InvalidTournament) as refused:
            ask()
        assert str(refused.value) == words
    assert [str(answer) for answer in ms.pair_many([t, Field(t)])] == [words] * 2


def test_all_rounds_played_is_an_error() -> None:
    field = Field(event("1 .\n2 .\n3 .\n4 .", round=1, rounds=1))
    field.record([(1, 3, "1"), (4, 2, "1")])
    for ask in (field.pair, field.pair_arrays):
        with pytest.raises(ms.InvalidTournament, match="all rounds are played: round 1 was the last"):
            ask()


def test_a_round_without_a_bye_is_recorded_as_one_with_it() -> None:
    field = Field(event("1 .\n2 .", round=1))
    pairing = field.pair()
    field.record([(1, 2, "1")], {pairing.bye: "U"})
    assert pairing.bye is None
    assert field.scores.tolist() == [10, 0]


def test_byes_are_a_mapping() -> None:
    field = Field(TWO)
    with pytest.raises(TypeError, match="byes must be a mapping of numbers to letters, not list"):
        field.record([(1, 2, "1")], [3])  # type: ignore[arg-type]
    assert field.round == 1


def test_pairing_numbers_may_be_integers_of_numpy() -> None:
    """Those that `numbers` gives, above all."""
    field = Field(TWO)
    one, two, three = field.numbers
    field.forbid(np.array([[1, 3]]))
    field.set_present(field.numbers[:2], False)
    field.set_present(two)
    assert field.present.tolist() == [False, True, True]
    field.set_present(field.numbers)
    assert field.pair().pairs == ((1, 2),)
    field.record([(one, two, "1")], {three: "U"})
    assert field.scores.tolist() == [10, 0, 10]
    assert pickle.loads(pickle.dumps(field)).pair() == field.pair()


def test_results_may_be_worked_out_from_the_field_itself() -> None:
    field = Field(TWO)
    field.record(((white, black, "=") for white, black in field.pair().pairs), {3: "U"})
    field.set_present(number for number in field.numbers if field.scores[number - 1] > 5)
    assert field.round == 2


def test_an_exception_of_what_is_given_changes_nothing() -> None:
    class Undecided:
        def __bool__(self) -> bool:
            self.asked = getattr(self, "asked", 0) + 1
            if self.asked > 1:
                raise RuntimeError("asked again")
            return False

    def results() -> Any:
        yield 1, 2, "1"
        raise RuntimeError("the line broke")

    field = Field(TWO)
    before = pickle.dumps(field)
    with pytest.raises(RuntimeError):
        field.record(results(), {3: "U"})
    assert pickle.dumps(field) == before
    field.set_present([1, 2, 3], Undecided())  # type: ignore[arg-type]
    assert not field.present.any()


def test_arrays_that_change_while_they_are_recorded_leave_no_half_round() -> None:
    """What is looked at is what is entered: another thread may write meanwhile."""
    size, stop = 20_000, Event()
    field = Field(event("\n".join(f"{number} ." for number in range(1, size + 1)), round=1, rounds=64))
    nobody, neither = np.full(size, -1, np.int32), np.zeros(size, np.int8)
    letters = np.full(size, ord("F"), np.uint8)

    def spoil() -> None:
        while not stop.is_set():
            letters[size // 2 :] = 1
            letters[size // 2 :] = ord("F")

    spoiler = Thread(target=spoil)
    spoiler.start()
    try:
        for _ in range(60):
            played = field.round - 1
            try:
                field.record_arrays(nobody, neither, letters)
            except ms.InvalidTournament:
                assert field.round == played + 1
            assert (field.scores == 10 * (field.round - 1)).all()
    finally:
        stop.set()
        spoiler.join()


def test_sixty_four_rounds_and_no_more() -> None:
    field = Field(event("1 .\n2 .", round=1, rounds=64))
    for _ in range(64):
        field.record([(1, 2, "=")])  # a fact, if an odd one
    with pytest.raises(ms.InvalidTournament, match="64 rounds at most"):
        field.record([(1, 2, "=")])
    assert field.scores.tolist() == [320, 320]


def test_forbidding_replaces_what_was_forbidden() -> None:
    field = Field(event("1 .\n2 .\n3 .\n4 .", round=1, met="1-3"))
    assert field.pair().pairs == ((1, 4), (3, 2))
    field.forbid([])
    assert field.pair().pairs == ((1, 3), (4, 2))
    with pytest.raises(ms.InvalidTournament):
        field.forbid([(1, 1)])
    with pytest.raises(ms.InvalidTournament):
        field.forbid([(1, 9)])
    assert field.pair().pairs == ((1, 3), (4, 2))
    field.forbid([(1, 3)] * 50)
    assert field.pair().pairs == ((1, 4), (3, 2))


@pytest.mark.parametrize("ask", ["pair", "pair_arrays", "copy", "__reduce__"])
def test_a_field_that_was_never_built_says_so(ask: str) -> None:
    with pytest.raises(ms.MedianSwissError, match="never built"):
        getattr(Field.__new__(Field), ask)()


def test_a_field_whose_building_failed_shows_nothing_of_it() -> None:
    """What was read so far is given back, and not looked at again."""
    contradicts = Tournament(
        (Participant(1, games=(Game(2, "w", "1"),)), Participant(2, games=(Game(1, "b", "1"),))),
        "lim",
        rounds=5,
        round=2,
        initial_colour="white",
    )
    field = Field.__new__(Field)
    with pytest.raises(ms.InvalidTournament):
        field.__init__(contradicts)  # type: ignore[misc]
    assert len(field) == 0
    for ask in ("numbers", "scores", "present", "tiebreaks"):
        with pytest.raises(ms.MedianSwissError, match="never built"):
            getattr(field, ask)
    field.__init__(TWO)  # type: ignore[misc]
    assert field.numbers.tolist() == [1, 2, 3]


def test_a_field_is_built_by_one_call_at_a_time() -> None:
    field, said = Field.__new__(Field), set()

    class Builder(Participant):
        __slots__ = ()

        @property
        def rating(self) -> int:
            with pytest.raises(ms.MedianSwissError) as refused:
                field.__init__(TWO)  # type: ignore[misc]
            said.add(str(refused.value))
            return 0

    builder = Builder.__new__(Builder)
    for name in ("number", "name", "games", "points", "present", "requested"):
        object.__setattr__(builder, name, getattr(Participant(4), name))
    field.__init__(Tournament((*TWO.participants, builder), "lim", rounds=9, initial_colour="white"))  # type: ignore[misc]
    assert said == {"this Field is in use elsewhere: it serves one call at a time"}
    assert len(field) == 4


def test_a_state_that_is_none_is_refused() -> None:
    reduced: Any = Field(TWO).__reduce__()
    restore, (state,) = reduced
    changes: list[dict[str, Any]] = [
        {"version": 99},
        {"players": [(1, 0, 0, 0, 0, 1)] * 3},
        {"players": [(0, 0, 0, 1, 1, 1)] * 3, "entries": [(7, 0)] * 3},
        {"players": [(0, 0, 0, 9, 9, 1)] * 3, "entries": [(1, 0)] * 27},
        {"players": [(0, 0, 0)] * 3},
        {"players": [(0, 0, 0, -1, 0, 1), (0, 0, 0, 1, 0, 1), (0, 0, 0, 0, 0, 1)]},
        {"players": None},
        {"event": (7, 1, 9, 10, 1, False)},
        {"event": (0, 0, 9, 10, 1, False)},
        {"event": (0, 1, 2**70, 10, 1, False)},
        {"event": (0, 1, 9, 10, 3, False)},
        {"event": (0, 1, 9)},
        {"values": []},
        {"values": [[0] * 12, [2**31 - 1] * 12]},
        {"level_order": 2},
        {"level_order": 1},
        {"numbers": [1, 2]},
        {"numbers": [1, 1, 2]},
        {"numbers": [1, 1.5, 2]},
        {"numbers": [0, 1, 2]},
        {"played": [-1, 0, 0]},
        {"entries": [(1, 0)]},
        {"forbidden": None, "entries": "x"},
    ]
    for change in changes:
        with pytest.raises(ms.MedianSwissError, match=r"not the state of a Field|of version 99"):
            restore(state | change)
    for key in state.keys() - {"tiebreak"}:  # by number there is none
        with pytest.raises(ms.MedianSwissError, match="not the state of a Field"):
            restore({name: value for name, value in state.items() if name != key})


def test_a_field_in_use_elsewhere_is_an_error_and_not_a_race() -> None:
    """Two threads pair and record one field: each call is done as if alone, or refused."""
    t = event("\n".join(f"{number} ." for number in range(1, 2001)), round=1)
    field, stop = Field(t), Event()
    seen: list[Exception] = []
    wanted = field.pair()

    def pair_on() -> None:
        while not stop.is_set():
            try:
                assert field.pair() == wanted
            except ms.MedianSwissError as error:
                seen.append(error)

    threads = [Thread(target=pair_on) for _ in range(4)]
    for thread in threads:
        thread.start()
    while len(seen) < 5 and any(thread.is_alive() for thread in threads):
        stop.wait(0.01)
    stop.set()
    for thread in threads:
        thread.join()
    assert {str(error) for error in seen} == {"this Field is in use elsewhere: it serves one call at a time"}


# ----------------------------------------------------------------------------- what a pickle holds

TEAMS_BY_GAME_POINTS = """
    from medianswiss import Field, Game, Participant, Tournament
    games = [Game(2, "w", "1", 2.5), Game(1, "b", "0", 1.5), Game(4, "w", "=", 2), Game(3, "b", "=", 2)]
    people = tuple(Participant(k, games=(game,)) for k, game in enumerate(games, 1))
    field = Field(Tournament(people, "ecu", 9, 2, "white", ranking="esb", forbidden=((1, 3),)))
"""


def test_a_pickle_holds_nothing_that_was_never_written() -> None:
    """Against who is only forbidden there are no game points: what lies there in memory is nobody's."""
    program = textwrap.dedent(TEAMS_BY_GAME_POINTS) + "print(field.__reduce__()[1][0]['entries'])"
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "MALLOC_PERTURB_": perturbed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for perturbed in ("1", "165")
    ]
    assert told == ["[(1, 25), (2, 0), (0, 15), (3, 20), (0, 0), (2, 20)]\n"] * 2


@pytest.mark.parametrize("scored", [-1, 2**28 + 1, 2**31, -(2**31)])
def test_a_pickle_with_game_points_out_of_range_is_refused(scored: int) -> None:
    names: dict[str, Any] = {}
    exec(textwrap.dedent(TEAMS_BY_GAME_POINTS), names)
    restore, (state,) = names["field"].__reduce__()
    assert restore(state).pair() == names["field"].pair()
    state["entries"][0] = (1, scored)
    with pytest.raises(ms.MedianSwissError, match="not the state of a Field"):
        restore(state)


class LiveField(RuleBasedStateMachine):
    """One field driven beside the tournament it stands for."""

    @initialize(size=st.integers(1, 12), system=st.sampled_from(SYSTEMS))
    def start(self, size: int, system: str) -> None:
        people = tuple(Participant(number, rating=2400 - number) for number in range(1, size + 1))
        plain = Tournament(people, system, rounds=12, initial_colour="white")
        self.t = prepared(Tournament(people, "lim", rounds=12, initial_colour="white"), system)
        assert self.t.participants == plain.participants
        self.field = Field(self.t)

    @precondition(lambda self: self.t.round < 12)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        made = outcome(core, self.t)
        if not isinstance(made, ms.RoundPairing):
            return
        results = [
            (white, black, data.draw(st.sampled_from(("1", "=", "0", "+", "-", "--", "00"))))
            for white, black in made.pairs
        ]
        self.field.record(results, {} if made.bye is None else {made.bye: "U"})
        games = {p.number: Game(None, None, "Z") for p in self.t.participants}
        for white, black, letters in results:
            both = {"1": "10", "=": "==", "0": "01", "+": "+-", "-": "-+"}.get(letters, letters)
            games[white], games[black] = Game(black, "w", both[0]), Game(white, "b", both[1])
        if made.bye is not None:
            games[made.bye] = Game(None, None, "U")
        self._change(lambda p: {"games": (*p.games, games[p.number])}, round=self.t.round + 1)

    @rule(data=st.data(), present=st.booleans())
    def enter_or_leave(self, data: st.DataObject, present: bool) -> None:
        number = data.draw(st.sampled_from([p.number for p in self.t.participants]))
        self.field.set_present(number, present)
        self._change(lambda p: {"present": present} if p.number == number else {})

    @rule(data=st.data())
    def forbid(self, data: st.DataObject) -> None:
        numbers = [p.number for p in self.t.participants]
        pairs = [(a, b) for a in numbers for b in numbers if a < b]
        chosen = data.draw(st.lists(st.sampled_from(pairs), max_size=4)) if pairs else []
        self.field.forbid(chosen)
        self._change(lambda p: {}, forbidden=tuple(chosen))

    @rule()
    def go_on_with_a_pickle(self) -> None:
        self.field = pickle.loads(pickle.dumps(self.field))

    def _change(self, changes: Any, **header: Any) -> None:
        from dataclasses import replace

        people = tuple(replace(p, **changes(p)) for p in self.t.participants)
        self.t = replace(self.t, participants=people, **header)

    @invariant()
    def pairs_as_the_tournament(self) -> None:
        if hasattr(self, "t"):
            assert outcome(lambda _: self.field.pair(), self.t) == outcome(core, self.t)


LiveField.TestCase.settings = settings(max_examples=60, stateful_step_count=20)
TestLiveField = LiveField.TestCase
