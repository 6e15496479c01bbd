"""Two threads with live fields of every size: the same answers as alone, no error, no more memory.

usage: python benchmarks/soak.py [--minutes M] [--threads N] [--live N] [--seed S]

First every life of a field is lived once by one thread, and a digest of all its answers is kept. Then the
threads live them again and again, many at a time and in an order of their own, and every digest has to be the
same. Memory is what the system says the process holds; it is looked at once a second.
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final

import medianswiss as ms

SYSTEMS: Final = ("lim", "ecu", "olympiad")
LIVES: Final = {8: 12, 20: 12, 64: 8, 200: 4, 600: 2, 2_000: 1}
"""Size of a field: how many different lives of each rule set."""
ROUNDS: Final = 9
WARM: Final = 0.2
"""Share of the time after which memory has to be flat."""
MANY: Final = 20
"""Every so many lives a thread calls `pair_many` and `simulate` too."""
FLAT: Final = 2 * 2**20
"""Bytes that an allocator may move by from one end to the other."""

Kind = tuple[str, int, int]
"""Rule set, size, seed."""


def kinds(lives: dict[int, int]) -> list[Kind]:
    return [(s, size, k) for size, count in lives.items() for s in SYSTEMS for k in range(count)]


# ---- one life ----


class Times:
    """Durations in buckets five per cent apart: a sample of any length in constant memory."""

    LEAST: Final = 1e-6
    STEP: Final = math.log(1.05)

    def __init__(self) -> None:
        self.buckets = array("q", [0]) * 420
        self.largest = 0.0

    def add(self, seconds: float) -> None:
        place = int(math.log(max(seconds, self.LEAST) / self.LEAST) / self.STEP)
        self.buckets[min(place, len(self.buckets) - 1)] += 1
        self.largest = max(self.largest, seconds)

    def __iadd__(self, other: Times) -> Times:
        for place, count in enumerate(other.buckets):
            self.buckets[place] += count
        self.largest = max(self.largest, other.largest)
        return self

    @property
    def count(self) -> int:
        return sum(self.buckets)

    def below(self, share: float) -> float:
        """Seconds that this share of all took at most."""
        left = share * self.count
        for place, count in enumerate(self.buckets):
            left -= count
            if left <= 0:
                return min(self.largest, self.LEAST * math.exp(self.STEP * (place + 1)))
        return self.largest


def live(kind: Kind, engine: ms.Engine, times: Times | None) -> Iterator[bytes]:
    """A field from its entry to its last round, a step a round; last the digest of all its answers."""
    system, size, _ = kind
    random = Random(f"{kind}")
    participants = tuple(ms.Participant(k, "", random.randint(1_000, 2_800)) for k in range(1, size + 1))
    t = ms.Tournament(participants, system, ROUNDS, initial_colour=random.choice(("white", "black")))
    played, told = ms.Field(t), blake2b(digest_size=16)
    for _ in range(ROUNDS):
        absent = random.sample(range(1, size + 1), size // 20)
        played.set_present(range(1, size + 1))
        played.set_present(absent, False)
        forbidden = [
            tuple(random.sample(range(1, size + 1), 2)) for _ in range(random.choice((0, 0, size // 8)))
        ]
        played.forbid(forbidden)  # type: ignore[arg-type]
        match random.randrange(3):
            case 0:
                played = played.copy()
            case 1:
                played = pickle.loads(pickle.dumps(played))
        begun = perf_counter()
        try:
            answer = played.pair(engine)
        except ms.ImpossiblePairing as error:
            told.update(repr(error).encode())
            break
        if times is not None:
            times.add(perf_counter() - begun)
        told.update(repr(answer).encode())
        refuse(played, answer)
        results: list[Any] = [(white, black, random.choice("110==")) for white, black in answer.pairs]
        played.record(results, {answer.bye: "U"})
        told.update(played.scores.tobytes())
        yield b""
    yield told.digest()


def refuse(played: ms.Field, answer: ms.RoundPairing) -> None:
    """What a client gets wrong; the field has to be as it was."""
    before = played.round
    try:
        played.record([*answer.pairs[1:], (1, 1, "1")])  # type: ignore[list-item]
    except ms.InvalidTournament:
        assert played.round == before
        return
    raise AssertionError("a round with a result missing was recorded")


def many(engine: ms.Engine) -> bytes:
    """Many rounds in one call, and whole tournaments in C."""
    fields = [
        ms.Field(ms.Tournament(tuple(ms.Participant(k) for k in range(1, n)), s, 5, initial_colour="white"))
        for s in SYSTEMS
        for n in range(6, 40, 3)
    ]
    told = blake2b(digest_size=16)
    answers = ms.pair_many(fields, threads=2)
    assert answers == [each.pair(engine) for each in fields]
    told.update(repr(answers).encode())
    for system in SYSTEMS:
        run = ms.simulate(system, players=30, rounds=7, tournaments=20, seed=1, threads=2)
        told.update(repr(run.summary()).encode())
    return told.digest()


# ---- all of them ----


@dataclass
class Work:
    """What one thread has done."""

    rounds: int = 0
    lives: int = 0
    times: dict[int, Times] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


def expected(all_kinds: Sequence[Kind]) -> dict[Kind | str, bytes]:
    """The digest of every life, by one thread with one engine."""
    engine = ms.Engine()
    known: dict[Kind | str, bytes] = {kind: list(live(kind, engine, None))[-1] for kind in all_kinds}
    known["many"] = many(engine)
    return known


def work(
    all_kinds: Sequence[Kind], known: dict[Kind | str, bytes], at_once: int, seed: int, end: Event, done: Work
) -> None:
    """Live and let live, until the end."""
    random, engine = Random(seed), ms.Engine()

    def begin() -> tuple[Kind, Iterator[bytes]]:
        kind = random.choice(all_kinds)
        return kind, live(kind, engine, done.times.setdefault(kind[1], Times()))

    lives = [begin() for _ in range(at_once)]
    while not end.is_set():
        k = random.randrange(at_once)
        kind, one = lives[k]
        try:
            digest = next(one)
            done.rounds += 1
            if not digest:
                continue
            done.rounds -= 1
            done.lives += 1
            if digest != known[kind]:
                done.errors.append(f"{kind}: another answer than alone")
            if done.lives % MANY == 0 and many(engine) != known["many"]:
                done.errors.append("pair_many or simulate: another answer than alone")
        except Exception as error:
            done.errors.append(f"{kind}: {error!r}")
        lives[k] = begin()


def resident() -> int:
    """Bytes of memory that the process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Soak:
    """What was seen."""

    seconds: float
    works: tuple[Work, ...]
    memory: tuple[int, ...]  # once a second, the first before the threads

    @property
    def errors(self) -> list[str]:
        return [error for each in self.works for error in each.errors]

    @property
    def warm(self) -> tuple[int, ...]:
        return self.memory[1 + int(WARM * (len(self.memory) - 1)) :]

    def growth(self) -> float:
        """Bytes a second after warming up, by the straight line that fits best."""
        n, middle = len(self.warm), (len(self.warm) - 1) / 2
        mean = sum(self.warm) / n
        squares = sum((k - middle) ** 2 for k in range(n))
        return sum((k - middle) * (m - mean) for k, m in enumerate(self.warm)) / (squares or 1)

    def is_flat(self) -> bool:
        return self.growth() * len(self.warm) < FLAT

    def __str__(self) -> str:
        mib = 2**20
        rounds, lives = (sum(getattr(w, name) for w in self.works) for name in ("rounds", "lives"))
        lines = [
            "| participants | rounds | p50, ms | p99, ms | max, ms |",
            "| ---: | ---: | ---: | ---: | ---: |",
        ]
        for size in sorted({size for w in self.works for size in w.times}):
            times = Times()
            for w in self.works:
                times += w.times.get(size, Times())
            cells = (times.below(0.5), times.below(0.99), times.largest)
            lines.append(
                f"| {size:,} | {times.count:,} | " + " | ".join(f"{c * 1e3:.3f}" for c in cells) + " |"
            )
        return "\n".join(
            [
                *lines,
                "",
                f"{len(self.works)} threads, {self.seconds:,.0f} seconds: {rounds:,} rounds, "
                f"{rounds / self.seconds:,.0f} a second; {lives:,} fields lived from entry to end.",
                f"Memory, MiB: {self.memory[0] / mib:.1f} before, {self.warm[0] / mib:.1f} warm, "
                f"{self.memory[-1] / mib:.1f} at the end, {max(self.memory) / mib:.1f} at most; "
                f"{self.growth() * 60 / 1024:+.1f} KiB a minute once warm.",
                f"Errors: {len(self.errors)}",
                *self.errors[:10],
            ]
        )


def soak(seconds: float, threads: int, at_once: int, seed: int, lives: dict[int, int]) -> Soak:
    """All of it; see the module."""
    all_kinds = kinds(lives)
    known, end, works = expected(all_kinds), Event(), tuple(Work() for _ in range(threads))
    workers = [
        Thread(target=work, args=(all_kinds, known, at_once, seed + k, end, each))
        for k, each in enumerate(works)
    ]
    memory, begun = [resident()], perf_counter()
    for worker in workers:
        worker.start()
    try:
        while not end.wait(max(0.0, min(1.0, begun + seconds - perf_counter()))):
            memory.append(resident())
            if perf_counter() >= begun + seconds:
                break
    finally:
        end.set()
        for worker in workers:
            worker.join()
    return Soak(perf_counter() - begun, works, tuple(memory))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--live", type=int, default=32, help="fields alive in each thread at any time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    seen = soak(options.minutes * 60, options.threads, options.live, options.seed, LIVES)
    print(seen)
    return 1 if seen.errors or not seen.is_flat() else 0


if __name__ == "__main__":
    raise SystemExit(main())
