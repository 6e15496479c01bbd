"""The fewest inputs that reach as much: ``python tests/fuzz/minimise.py TARGET FROM TO``.

An input is kept where it takes a step from one line to another that no smaller one takes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import medianswiss
from fuzz.targets import replay

TRACED = (str(Path(medianswiss.__file__).parent), str(Path(__file__).parent))


def steps_of(name: str, data: bytes) -> set[tuple[str, int, int]]:
    """Every step within a function, as its file and both lines."""
    steps: set[tuple[str, int, int]] = set()

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        file, last = frame.f_code.co_filename, 0
        if not file.startswith(TRACED) or "reference" in file:
            return None

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            steps.add((file, last, frame.f_lineno))
            last = frame.f_lineno
            return step

        return step

    sys.settrace(enter)
    try:
        replay(name, data)
    finally:
        sys.settrace(None)
    return steps


def minimise(name: str, source: Path, goal: Path) -> None:
    known: set[tuple[str, int, int]] = set()
    goal.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.iterdir(), key=lambda path: (path.stat().st_size, path.name)):
        data = path.read_bytes()
        steps = steps_of(name, data)
        if not steps <= known:
            (goal / path.name[:12]).write_bytes(data)
        known |= steps


if __name__ == "__main__":
    minimise(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
