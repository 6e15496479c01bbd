"""What is not needed to pair: packages of the extras, imported when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Final, TypeVar

from .errors import MedianSwissError

__all__ = ["imported", "with_bar"]

T = TypeVar("T")

EXTRAS: Final = {
    "distributed": "dask",
    "jinja2": "report",
    "matplotlib": "plot",
    "pandas": "frames",
    "pyarrow": "frames",
    "shtab": "completion",
    "tqdm": "simulate",
}
"""Which extra of ours brings a package."""


def imported(name: str) -> ModuleType:
    """Import a module of an optional package.

    Raises
    ------
    MedianSwissError
        It is not installed; the message says how to.
    """
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise MedianSwissError(
            f"{package} is not installed: pip install 'medianswiss[{EXTRAS[package]}]'"
        ) from error


def with_bar(items: Iterable[T], total: int, unit: str, shown: bool) -> Iterable[T]:
    """`items`, with a bar on standard error where it is `shown` and they take over a second.

    Raises
    ------
    MedianSwissError
        tqdm is not installed.
    """
    if not shown:
        return items
    bar: Iterable[T] = imported("tqdm").tqdm(items, total=total, unit=f" {unit}", delay=1, leave=False)
    return bar
