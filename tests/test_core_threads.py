"""The core from many threads: a packed field is never changed, and every call has its own workspace."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from threading import Barrier

from events import random_rounds
from medianswiss import ImpossiblePairing, RoundPairing
from medianswiss._core import PackedField
from medianswiss.pairing import prepared
from twins import core, outcome

THREADS = 8
ROUNDS = list(islice((t for seed in count(50) for t in random_rounds(seed)), 400))


def paired(field: PackedField) -> RoundPairing | tuple[object, ...]:
    try:
        return field.pair()
    except ImpossiblePairing as error:
        return error.args


def test_one_field_from_many_threads() -> None:
    """Every thread pairs every field, all starting together."""
    fields = [PackedField(prepared(t)) for t in ROUNDS]
    alone = [paired(field) for field in fields]
    start = Barrier(THREADS)

    def pair_all(_: int) -> list[RoundPairing | tuple[object, ...]]:
        start.wait()
        return [paired(field) for field in fields]

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(pair_all, range(THREADS))) == [alone] * THREADS


def test_different_tournaments_in_parallel() -> None:
    alone = [outcome(core, t) for t in ROUNDS]
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(lambda t: outcome(core, t), ROUNDS)) == alone
