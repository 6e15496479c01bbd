"""The core from many threads: nothing is shared but what is never changed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from threading import Barrier, local

from events import random_rounds
from medianswiss import Engine, Field, RoundPairing, Tournament
from medianswiss.pairing import prepared
from twins import core, outcome

THREADS = 8
ROUNDS = list(islice((t for seed in count(50) for t in random_rounds(seed)), 400))


def test_different_tournaments_in_parallel() -> None:
    alone = [outcome(core, t) for t in ROUNDS]
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(lambda t: outcome(core, t), ROUNDS)) == alone


def test_every_thread_with_an_engine_and_fields_of_its_own() -> None:
    """All start together, each pairs every round with one engine used again."""
    alone = [outcome(core, t) for t in ROUNDS]
    start, mine = Barrier(THREADS), local()

    def paired(t: Tournament) -> RoundPairing:
        return Field(prepared(t)).pair(mine.engine)

    def pair_all(_: int) -> bool:
        mine.engine = Engine()
        start.wait()
        return [outcome(paired, t) for t in ROUNDS] == alone

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(pool.map(pair_all, range(THREADS)))


def test_the_extension_keeps_the_lock_off_in_free_threaded_python() -> None:
    """Importing the package must not switch the interpreter's lock back on."""
    import sys

    import medianswiss  # noqa: F401

    enabled = getattr(sys, "_is_gil_enabled", None)
    if enabled is not None and "t" in sys.abiflags:
        assert not enabled()
