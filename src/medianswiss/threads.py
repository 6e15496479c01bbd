"""How many threads do the work where the caller leaves it open."""

from __future__ import annotations

import os

__all__ = ["number_of_threads"]


def number_of_threads(asked: int | None) -> int:
    """The number asked for; by default as many as there are processors for this process.

    Raises
    ------
    ValueError
        The number is none.
    """
    if asked is None:
        usable = getattr(os, "sched_getaffinity", None)
        return len(usable(0)) if usable is not None else os.cpu_count() or 1
    if type(asked) is not int or asked < 1:
        raise ValueError(f"{asked!r} threads: there is one at least")
    return asked
