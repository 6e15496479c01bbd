"""What is fuzzed through Python: each target takes any bytes, and raises only where the package is at fault.

A fault is any exception that is not the package's own, a round trip that changes something, a pairing that is
not legal or not the reference's. None of this needs a fuzzer: `test_fuzz` replays files.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import pickle
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

import medianswiss as ms
from as_arrays import arrays_of, by_arrays, by_objects, choices_of, gapless, keywords, outcome_of
from examine import examine
from fuzz.choices import BYES, Choices, drawn_round, drawn_tournament
from legality import check
from medianswiss import Game, MedianSwissError, RoundPairing, Tournament
from medianswiss.cli import main
from medianswiss.json_lines import bounded_lines, format_json, parse_json, parse_json_lines
from medianswiss.pairing import prepared
from medianswiss.trf import format_trf, parse_trf
from twins import outcome, reference, traced

T = TypeVar("T")

SLOW_REFERENCE = 24
"""Participants beyond which the plain reference is not asked."""


def refused(error: MedianSwissError) -> None:
    """An error of the package says something, on one line, and can be pickled."""
    text = str(error)
    assert text
    assert "\n" not in text, error
    assert str(pickle.loads(pickle.dumps(error))) == text


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """What the package may raise."""
    try:
        yield
    except MedianSwissError as error:
        refused(error)


def hold_against_the_rules(t: Tournament) -> RoundPairing | None:
    """Pair it, if it can be: legal, and as the reference says."""
    asked = replace(t, system=t.system or "lim", rounds=t.rounds or min(t.round + 3, 64))
    try:
        answer = outcome(traced, asked)
    except MedianSwissError as error:
        refused(error)
        return None
    given = next((p.number for p in t.participants if p.requested == "U"), None)
    if given is not None and isinstance(
        answer, RoundPairing
    ):  # no matter of the rules: the others are paired
        assert answer.bye == given
        answer = replace(answer, bye=None)
    if len(t.participants) <= SLOW_REFERENCE:
        assert answer == outcome(reference, asked), t
    if not isinstance(answer, RoundPairing):
        return None
    check(prepared(asked), answer, kept=len(t.participants) <= SLOW_REFERENCE)
    return answer if given is None else replace(answer, bye=given)


# ---- files and texts ----


def trf(data: bytes) -> None:
    """Any text as TRF: read, written and read again the same; paired."""
    with refusals():
        t = parse_trf(data)
        text = format_trf(t)
        again = parse_trf(text)
        assert again == t, text
        assert format_trf(again) == text
        made = hold_against_the_rules(t)
        if made is not None:
            with refusals():
                published = format_trf(t, pairing=made)
                # a round in which nobody plays counts as played (decision 3)
                assert parse_trf(published).round == t.round + (not made.pairs)
        with refusals():
            states_stay_the_same(t)


def states_stay_the_same(t: Tournament) -> None:
    """As JSON, and back."""
    text = format_json(t)
    again = parse_json(text.encode())
    assert format_json(again) == text
    if type(t) is Tournament:
        assert again == t


def json_state(data: bytes) -> None:
    """Any text as a JSON state."""
    with refusals():
        t = parse_json(data)
        states_stay_the_same(t)
        hold_against_the_rules(t)
        with refusals():
            text = format_trf(t)
            again = parse_trf(text)
            assert format_trf(again) == text
            assert said_by_trf(again) == said_by_trf(t), text


def said_by_trf(t: Tournament) -> tuple[object, ...]:
    """What both know of a tournament of players, whatever names and defaults the file has."""
    people = [(p.number, p.rating, p.games, t.score(p), p.present) for p in t.participants]
    return t.round, t.scoring, t.maxi, t.initial_colour, people


def json_stream(data: bytes) -> None:
    """Any bytes as states, one a line: each has its answer, whatever the others are."""
    for _, answer in parse_json_lines(bounded_lines(io.BytesIO(data))):
        if isinstance(answer, MedianSwissError):
            refused(answer)
        else:
            states_stay_the_same(answer)
    status, replies, _ = run(["pair", "--format", "json", "-"], data)
    lines = [line for line in data.split(b"\n") if line.strip(b" \t\r\n")]
    assert status == 0
    assert replies.count("\n") == len(lines)
    for line in replies.splitlines():
        assert isinstance(json.loads(line), dict)


# ---- the command line ----

TOKENS = (
    *(
        "FILE",
        "-",
        "pair",
        "--lim",
        "--ecu",
        "--olympiad",
        "-p",
        "-o",
        "out",
        "--system",
        "lim",
        "ecu",
        "olympiad",
    ),
    *(
        "--rounds",
        "9",
        "0",
        "64",
        "65",
        "--initial-colour",
        "white",
        "black",
        "--maxi",
        "--ranking",
        "number",
    ),
    *(
        "esb",
        "--boards",
        "--board-count",
        "4",
        "--format",
        "text",
        "trf",
        "json",
        "--version",
        "--help",
        "--",
    ),
    *("", "gone", ".", "\udcff", "a\nb"),
)
USUAL: tuple[list[str], ...] = (
    ["pair", "FILE"],
    ["pair", "FILE", "--system", "lim", "--rounds", "9"],
    ["pair", "FILE", "--format", "json", "--system", "ecu"],
    ["pair", "-", "--format", "json"],
    ["pair", "FILE", "--format", "trf", "-o", "out"],
    ["--olympiad", "FILE", "-p", "out", "--boards"],
    ["--lim", "FILE", "-p"],
    [],
)


def command_line(data: bytes) -> None:
    """Any arguments and any file: a status that is documented, one line for each thing said, no traceback."""
    choices = Choices(data)
    argv = [*choices.pick(USUAL), *(choices.pick(TOKENS) for _ in range(choices.below(5)))]
    status, replies, said = run(argv, choices.rest())
    assert status in (0, 1, 2, 3), (argv, status, said)
    assert all(line.startswith("medianswiss: ") for line in said.splitlines()), said
    assert status == 0 or said or replies.startswith('{"error"'), argv


def run(argv: list[str], data: bytes) -> tuple[int, str, str]:
    """The command line in this process and a directory of its own: status, standard output and error."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    streams = sys.stdin, sys.stdout, sys.stderr
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "FILE").write_bytes(data)
        os.chdir(directory)
        sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(data)), out, err
        try:
            status = main(argv)
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
            os.chdir(before)
    for stream in (out, err):
        stream.seek(0)
    return status, out.read(), err.read()


# ---- sound tournaments of any kind ----


def pairing(data: bytes) -> None:
    """Any tournament: examined, and said in every way there is."""
    t = drawn_tournament(Choices(data))
    states_stay_the_same(t)
    if len(t.participants) <= SLOW_REFERENCE:
        examine(t)
    else:
        hold_against_the_rules(t)
    dense = gapless(t)
    assert by_arrays(dense) == by_objects(dense)
    if t.system == "lim":
        json_state(format_json(t).encode())


# ---- arrays ----

DTYPES = (
    "int8",
    "uint8",
    "int16",
    "int32",
    "int64",
    "uint64",
    "float64",
    "bool",
    "S1",
    "S2",
    "U1",
    "object",
    ">i4",
)


def odd_array(choices: Choices, array: Any) -> Any:
    """Something like it that may not be what is asked for."""
    what = choices.below(10)
    if what == 0:
        return None
    if what == 1:
        with contextlib.suppress(ValueError, TypeError, OverflowError):
            return array.astype(choices.pick(DTYPES))
        return array
    if what == 2:
        return array[: choices.below(len(array) + 1)]
    if what == 3:
        return array.reshape(-1)
    if what == 4:
        return np.asfortranarray(array)
    if what == 5:
        return array[::-1]
    if what == 6:
        return np.repeat(array, 2, axis=array.ndim - 1)[..., ::2]
    if what == 7:
        return np.ma.masked_array(array)
    if what == 8:
        return array.tolist()
    odd = array.astype(np.int64) if array.dtype.kind in "iu" else array.copy()
    if odd.size:
        with contextlib.suppress(OverflowError):
            odd.reshape(-1)[choices.below(odd.size)] = choices.any_integer()
    return odd


def arrays(data: bytes) -> None:
    """Any arrays: refused, or paired legally."""
    choices = Choices(data)
    t = gapless(drawn_tournament(choices))
    given = keywords(t, with_results=not choices.chance(3))
    for name in [choices.pick(list(given)) for _ in range(choices.below(4))]:
        given[name] = odd_value(choices, given[name])
    with refusals():
        answer = ms.pair_arrays(**given, engine=choices.pick((None, ms.Engine())))
        check_places(answer, given)
        assert outcome_of(ms.pair_arrays(**given)) == outcome_of(answer)


def odd_value(choices: Choices, value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return odd_array(choices, value)
    if isinstance(value, bool):
        return choices.pick((True, False, 1, None, np.True_))
    if isinstance(value, int) or value is None:
        return choices.pick((choices.any_integer(), np.int64(choices.below(70)), None, "1", 1.0))
    return (
        choices.pick(("lim", "ecu", "olympiad", "white", "black", "", None, 1))
        if isinstance(value, str)
        else value
    )


def check_places(answer: ms.ArrayPairing, given: dict[str, Any]) -> None:
    """Everybody present once, and nobody with somebody met or forbidden."""
    placed = [int(p) for p in answer.pairs.reshape(-1)] + ([] if answer.bye is None else [answer.bye])
    rows = next(
        len(given[name]) for name in ("score", "rating", "present", "opponents") if given[name] is not None
    )
    present = (
        range(rows) if given["present"] is None else np.flatnonzero(np.asarray(given["present"])).tolist()
    )
    assert sorted(placed) == list(present)
    barred = (
        {(int(a), int(b)) for a, b in np.asarray(given["forbidden"]).reshape(-1, 2)}
        if given["forbidden"] is not None
        else set()
    )
    for white, black in answer.pairs.tolist():
        assert (white, black) not in barred
        assert (black, white) not in barred


def batch(data: bytes) -> None:
    """Any tournaments one behind the other: each as alone, whatever the others and the threads."""
    choices = Choices(data)
    first = gapless(drawn_tournament(choices, 8))
    ts = [replace(first, forbidden=())]
    for _ in range(choices.below(12)):
        t = gapless(replace(drawn_tournament(choices, 8), forbidden=()))
        if (t.system, t.ranking) == (first.system, first.ranking) and t.round >= first.round:
            people = (replace(p, games=p.games[: first.round - 1]) for p in t.participants)
            ts.append(replace(t, participants=tuple(people), round=first.round))
    tables = [arrays_of(t) for t in ts]
    given: dict[str, Any] = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
    given |= choices_of(first) | {"round": first.round}
    given["offsets"] = np.cumsum([0, *(len(t.participants) for t in ts)])
    if choices.chance(2):
        name = choices.pick(list(given))
        given[name] = odd_value(choices, given[name])
    with refusals():
        made = ms.Batch(**given)
        answers = ms.pair_many(made, threads=1 + choices.below(2))
        for k in range(len(made)):
            of_batch, of_one = answer_of(partial(answers.__getitem__, k)), answer_of(partial(made.pair, k))
            assert type(of_batch) is type(of_one)
            if isinstance(of_batch, ms.ArrayPairing) and isinstance(of_one, ms.ArrayPairing):
                assert outcome_of(of_batch) == outcome_of(of_one)
            else:
                assert of_batch == of_one


def answer_of(attempt: Callable[[], T]) -> T | tuple[type, str]:
    """What it answers, or how it is refused."""
    try:
        return attempt()
    except MedianSwissError as error:
        return type(error), str(error)


# ---- a field kept from round to round ----


class Kept:
    """A `Field`, and beside it the tournament it must be."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        t = replace(drawn_tournament(choices, 9), rounds=64)
        self.t: Tournament | None = t
        self.field = ms.Field(t)
        self.numbers = [p.number for p in t.participants]

    def unchanged(self, attempt: Callable[[], object]) -> None:
        """An attempt that may be refused; then nothing has changed."""
        before = pickle.dumps(self.field)
        try:
            attempt()
        except MedianSwissError as error:
            refused(error)
            assert pickle.dumps(self.field) == before
        else:
            self.t = None  # what it is now, nobody has foreseen

    def pair(self) -> None:
        answer = answer_of(self.field.pair)
        engine = ms.Engine(self.choices.below(4))
        assert answer_of(lambda: self.field.pair(engine)) == answer
        if self.t is not None:
            t = self.t
            assert answer_of(lambda: ms.Field(t).pair()) == answer
            if isinstance(answer, RoundPairing) and all(p.requested != "U" for p in self.t.participants):
                check(self.t, answer)

    def record(self) -> None:
        games = self.round()
        results: Any = [
            (n, g.opponent, g.result + games[g.opponent].result, g.game_points, games[g.opponent].game_points)
            for n, g in games.items()
            if g.opponent is not None and g.colour == "w"
        ]
        if any(g.game_points is None for g in games.values() if g.opponent is not None):
            results = [told[:3] for told in results]
        byes = {n: g.result for n, g in games.items() if g.opponent is None}
        if self.field.round > 64:
            return
        self.field.record(results, byes)
        self.remember(games)

    def round(self) -> dict[int, Game]:
        games = drawn_round(self.choices, self.numbers)
        for n, g in games.items():  # `record` gives colours to forfeits as well
            if g.opponent is not None and g.colour is None:
                games[n] = replace(g, colour="w" if n < g.opponent else "b")
            if self.field.system == "lim":
                games[n] = replace(games[n], game_points=None)
        return games

    def remember(self, games: dict[int, Game]) -> None:
        if self.t is None:
            return
        people = []
        for p in self.t.participants:
            game = games[p.number]
            given = None if p.points is None else (self.t.score(p) + self.t.scoring.value(game)) / 10
            people.append(replace(p, games=(*p.games, game), points=given, requested=None))
        self.t = replace(self.t, participants=tuple(people), round=self.t.round + 1)

    def record_odd(self) -> None:
        pick, numbers = self.choices.pick, [*self.numbers, 0, -1, 2**31, "1", None, 1.0, True]
        results = [
            tuple(
                pick((pick(numbers), pick(("1", "10", "==", "x", "", "1U", 1))))
                for _ in range(pick((3, 3, 3, 5, 2)))
            )
            for _ in range(self.choices.below(4))
        ]
        byes = {pick(numbers): pick((*BYES, "1", "", "ZZ", 1)) for _ in range(self.choices.below(4))}
        self.unchanged(lambda: self.field.record(results, byes))  # type: ignore[arg-type]

    def record_odd_arrays(self) -> None:
        size = len(self.numbers)
        opponent = np.full(size, -1, np.int32)
        columns: list[Any] = [opponent, np.zeros(size, np.int8), np.full(size, ord("Z"), np.uint8)]
        for k in range(3):
            if self.choices.chance(2):
                columns[k] = odd_array(self.choices, columns[k])
        self.unchanged(lambda: self.field.record_arrays(*columns))

    def set_present(self) -> None:
        if not self.numbers:
            return
        number, present = self.choices.pick(self.numbers), self.choices.chance(2)
        self.field.set_present(number, present)
        if self.t is not None:
            people = [
                replace(p, present=present, requested=None if present else p.requested)
                if p.number == number
                else p
                for p in self.t.participants
            ]
            self.t = replace(self.t, participants=tuple(people))

    def forbid(self) -> None:
        pick, numbers = self.choices.pick, self.numbers
        pairs = [(pick(numbers), pick(numbers)) for _ in range(self.choices.below(5))] if numbers else []
        pairs = [both for both in pairs if both[0] != both[1]]
        self.field.forbid(pairs)
        if self.t is not None:
            self.t = replace(self.t, forbidden=tuple(pairs))

    def forbid_odd(self) -> None:
        numbers = [*self.numbers, 0, -5, 2**40, "2", None]
        pairs = [
            tuple(self.choices.pick(numbers) for _ in range(2)) for _ in range(1 + self.choices.below(3))
        ]
        self.unchanged(lambda: self.field.forbid(pairs))  # type: ignore[arg-type]

    def exchange(self) -> None:
        """Another field in the same state."""
        before = pickle.dumps(self.field)
        other: ms.Field = pickle.loads(before)
        self.field = self.choices.pick((self.field.copy(), copy.deepcopy(self.field), other))
        assert pickle.dumps(self.field) == before

    def restore_odd(self) -> None:
        """A pickled state of which a part is something else: refused, or a field that can be paired."""
        reduced: Any = self.field.__reduce__()
        restored, (state,) = reduced
        state = copy.deepcopy(state)
        spoil(self.choices, state)
        with contextlib.suppress(MedianSwissError):
            restored(state).pair()


def spoil(choices: Choices, state: Any) -> None:
    """Change one value somewhere within."""
    while True:
        keys = list(state) if isinstance(state, dict) else list(range(len(state)))
        if not keys:
            return
        key = choices.pick(keys)
        if isinstance(state[key], dict | list) and state[key] and not choices.chance(6):
            state = state[key]
            continue
        if isinstance(state[key], tuple) and state[key]:
            changed = list(state[key])
            changed[choices.below(len(changed))] = choices.any_integer()
            state[key] = tuple(changed)
        else:
            state[key] = choices.pick((choices.any_integer(), choices.any_integer(), None, [], ""))
        return


def field(data: bytes) -> None:
    """Anything done to a field: it stays the field of the tournament that had all this."""
    choices = Choices(data)
    kept = Kept(choices)
    steps = (
        kept.pair, kept.record, kept.record, kept.set_present, kept.forbid, kept.exchange, kept.record_odd,
        kept.record_odd_arrays, kept.forbid_odd, kept.restore_odd,
    )  # fmt: skip
    for _ in range(2 + choices.below(12)):
        choices.pick(steps)()
    kept.pair()


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (trf, json_state, json_stream, command_line, pairing, arrays, batch, field)
}


def replay(name: str, data: bytes) -> None:
    """One input of a target."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        TARGETS[name](data)
