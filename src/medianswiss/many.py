"""`pair_many`: many rounds in one call, by several threads.

The engine works without the interpreter's lock, on pieces of the work that the threads take one after the
other. Each round is paired by itself: the number of threads changes nothing but the time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from ._core import (
    ArrayPairing,
    Batch,
    Field,
    Run,
    answer_of_field,
    array_pairing,
    field_of,
    ready_to_pair,
    run_of_batch,
    run_of_fields,
)
from .errors import MedianSwissError
from .pairing import prepared, warn_if_the_colour_decides
from .threads import number_of_threads
from .tournament import RoundPairing, Tournament

__all__ = ["BatchPairing", "pair_many"]

WORTH_A_THREAD = 8
"""With fewer tournaments than this a thread more only costs."""


@dataclass(frozen=True, slots=True, eq=False)
class BatchPairing:
    """The rounds of a `Batch` as arrays; ``answer[k]`` is that of tournament k, or raises its error.

    Parameters
    ----------
    round : (count,) int32
        The round paired, a tournament.
    pairs : (room, 2) int32
        White and Black in board order, as rows of their own tournament. Those of tournament k begin at
        ``pair_offsets[k]``, and there are ``boards[k]`` of them; what lies between has no meaning.
    pair_offsets : (count + 1,) int64
    boards : (count,) int32
    bye : (count,) int32
        Who has the pairing-allocated bye, -1 where nobody has.
    cracked : (count,) int32
        How many pairings were taken back for the median (`lim`, 2.6).
    floaters : (floats,) structured
        As in `ArrayPairing`; those of tournament k are ``float_offsets[k]`` to ``float_offsets[k + 1]``.
    float_offsets : (count + 1,) int64
    errors : mapping of int to Exception
        Of the tournaments that could not be paired.
    """

    round: npt.NDArray[np.int32]
    pairs: npt.NDArray[np.int32]
    pair_offsets: npt.NDArray[np.int64]
    boards: npt.NDArray[np.int32]
    bye: npt.NDArray[np.int32]
    cracked: npt.NDArray[np.int32]
    floaters: npt.NDArray[np.void]
    float_offsets: npt.NDArray[np.int64]
    errors: Mapping[int, Exception]

    def __len__(self) -> int:
        return len(self.boards)

    def __getitem__(self, k: int) -> ArrayPairing:
        if not 0 <= k < len(self):
            raise IndexError(k)
        if k in self.errors:
            raise self.errors[k]
        first = self.pair_offsets[k]
        pairs = self.pairs[first : first + self.boards[k]]
        floaters = self.floaters[self.float_offsets[k] : self.float_offsets[k + 1]]
        return array_pairing(int(self.round[k]), pairs, int(self.bye[k]), floaters, int(self.cracked[k]))


@overload
def pair_many(tournaments: Batch, system: None = None, *, threads: int | None = None) -> BatchPairing: ...


@overload
def pair_many(
    tournaments: Iterable[Tournament | Field],
    system: str | None = None,
    *,
    threads: int | None = None,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
) -> list[RoundPairing | Exception]: ...


def pair_many(
    tournaments: Batch | Iterable[Tournament | Field],
    system: str | None = None,
    *,
    threads: int | None = None,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
) -> BatchPairing | list[RoundPairing | Exception]:
    """Pair the next round of every tournament.

    Parameters
    ----------
    tournaments : Batch, or iterable of Tournament and Field
        A `Batch` holds them as arrays. A `Field` is copied first, and stays as it is.
    system, rounds, initial_colour, maxi, ranking : optional
        For tournaments: as in `pair`. A `Batch` and a `Field` say all that themselves.
    threads : int, optional
        How many threads the engine may use; by default as many as there are processors for this process.
        The answers are the same for any number.

    Returns
    -------
    BatchPairing or list of (RoundPairing or Exception)
        In the order of the tournaments. One that cannot be paired does not stop the others: its place in
        the list (`errors` of a `BatchPairing`) has the exception that `pair` would raise.

    Raises
    ------
    TypeError
        System or choices beside a `Batch`.
    ValueError
        `threads` is not an int from 1 on.
    """
    allowed = number_of_threads(threads)
    choices: dict[str, Any] = {
        "rounds": rounds,
        "initial_colour": initial_colour,
        "maxi": maxi,
        "ranking": ranking,
    }
    if isinstance(tournaments, Batch):
        if system is not None or any(choice is not None for choice in choices.values()):
            raise TypeError("a Batch says its system and choices itself")
        return _pair_batch(tournaments, allowed)
    return _pair_tournaments(list(tournaments), system, choices, allowed)


def _work(run: Run, threads: int) -> None:
    """Let so many threads work, this one and others; an interrupt ends them after the piece in hand."""
    if threads == 1:
        run.work()
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(threads - 1) as pool:
        futures: list[Future[None]] = []
        with contextlib.suppress(RuntimeError):  # no more threads to be had: the work is done all the same
            for _ in range(threads - 1):
                futures.append(pool.submit(run.work))
        try:
            run.work()
            for future in futures:
                future.result()
        except BaseException:
            run.stop()
            raise


def _offsets(counts: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


# ---- arrays ----


def _pair_batch(batch: Batch, allowed: int) -> BatchPairing:
    threads = min(allowed, max(1, len(batch) // WORTH_A_THREAD))
    run = run_of_batch(batch, threads)
    _work(run, threads)
    return BatchPairing(
        batch.round,
        run.pairs,
        run.pair_offsets,
        run.boards,
        run.bye,
        run.cracked,
        run.floats(),
        _offsets(run.float_count),
        {int(k): _error_of(batch, int(k)) for k in np.flatnonzero(run.status)},
    )


def _error_of(batch: Batch, k: int) -> Exception:
    """Why tournament k could not be paired: it is asked for alone."""
    try:
        batch.pair(k)
    except MedianSwissError as error:
        return error
    return MedianSwissError(f"the arrays of tournament {k} changed while it was paired")


# ---- tournaments ----


def _pair_tournaments(
    items: list[Tournament | Field], system: str | None, choices: dict[str, Any], allowed: int
) -> list[RoundPairing | Exception]:
    answers: list[RoundPairing | Exception | None] = [None] * len(items)
    ready: list[tuple[int, Tournament | None, Field]] = []
    for k, item in enumerate(items):
        try:
            ready.append((k, *_ready(item, system, choices)))
        except (MedianSwissError, TypeError, UserWarning) as error:  # a warning, where those are errors
            answers[k] = error
    threads = min(allowed, max(1, len(ready) // WORTH_A_THREAD))
    run = run_of_fields([field for _, _, field in ready], threads)
    _work(run, threads)
    floats, offsets = run.floats(), _offsets(run.float_count)
    for place, (k, tournament, field) in enumerate(ready):
        try:
            result = answer_of_field(run, field, place, floats[offsets[place] :])
            if result is None:
                result = field.pair()  # says why not
            if tournament is not None and tournament.initial_colour is None:
                warn_if_the_colour_decides(field, result)
            answers[k] = result
        except (MedianSwissError, UserWarning) as error:
            answers[k] = error
    return [answer for answer in answers if answer is not None]


def _ready(
    item: Tournament | Field, system: str | None, choices: dict[str, Any]
) -> tuple[Tournament | None, Field]:
    if isinstance(item, Field):
        return None, ready_to_pair(item.copy())
    tournament = prepared(item, system, **choices)
    return tournament, ready_to_pair(field_of(tournament))
