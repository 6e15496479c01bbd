"""Fuzz one target through Python: ``python tests/fuzz/run.py TARGET [CORPUS ...] [libFuzzer's options]``.

Needs atheris. An input that is a finding is written to crash-*, timeout-* or slow-unit-*.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import atheris  # type: ignore[import-not-found, unused-ignore]

with atheris.instrument_imports(include=["medianswiss"]):
    import medianswiss.cli
    import medianswiss.trf  # noqa: F401

from fuzz.targets import TARGETS, replay

LIMITS = ["-timeout=10", "-rss_limit_mb=2048"]


def main() -> None:
    name = sys.argv[1]
    if name not in TARGETS:
        raise SystemExit(f"no target {name}; there are {', '.join(TARGETS)}")
    dictionary = Path(__file__).parent / "dictionaries" / f"{name}.dict"
    options = [f"-dict={dictionary}"] if dictionary.exists() else []
    atheris.Setup([sys.argv[0], *LIMITS, *options, *sys.argv[2:]], lambda data: replay(name, bytes(data)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
