"""Packages that not everybody has: a test that asks for what needs one is skipped without it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

PACKAGES = {"--parquet": "pyarrow", "--plot": "matplotlib", "--dask": "distributed", "report": "jinja2"}


def skip_without_packages_for(arguments: Sequence[str]) -> None:
    """Skip where a word of the command line needs a package that is not installed."""
    for option, package in PACKAGES.items():
        if option in arguments:
            pytest.importorskip(package)
