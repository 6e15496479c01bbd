"""What the fuzzers start from: ``python tests/fuzz/seeds.py DIRECTORY`` writes a directory a target."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from events import rounds_from
from fuzz.targets import TARGETS
from medianswiss import MedianSwissError
from medianswiss.json_lines import format_json
from medianswiss.trf import format_trf
from trf_texts import after_two, player, trf

MOST = 6
"""Participants of a seed: a small file is soon gone through."""

EXTRAS = (
    *("XXP 1 3\n260 1 5 1 4", "XXZ 2", "240 H   3    1", "299     0.0   0.5    0    1", "XXM true"),
    *("162  W 1.0    D 0.5    L 0.0", "XXS W=1.0 D=0.5 PAB=0.5", "XXA    1  0.5", "XXC black1"),
    *("250 0.5      1   2    1    2", "192 FIDE_LIM", "### comment\nDDD SSSS", "142 5"),
)
TEAM_EXTRAS = (
    "320  1.0   2.0   1   2",
    "330    1   1   2 -",
    "352 WB",
    "362  TW 2.0  TD 1.0",
    "801   1",
    "XXP 1 2",
)


def squads() -> str:
    """Four teams of two after one round."""
    cells = {1: "5w1", 2: "6b=", 3: "7w1", 4: "8b0", 5: "1b0", 6: "2w=", 7: "3b0", 8: "4w1"}
    teams = [f"310 {n:>3} {f'Team {n}':<61} {n:>3}  {2 * n - 1:>4} {2 * n:>4}" for n in range(1, 5)]
    return trf("142 5", "152 W", "192 ECU_TEAM", *teams, *(player(n, cells[n]) for n in cells))


def trf_seeds() -> Iterator[bytes]:
    yield after_two().encode()
    yield from (after_two(extra=(extra,)).encode() for extra in EXTRAS)
    yield squads().encode()
    yield from (f"{extra}\n{squads()}".encode() for extra in TEAM_EXTRAS)
    for t in islice(rounds_from(1), 60):
        if 0 < len(t.participants) <= MOST:
            try:
                yield format_trf(replace(t, forbidden=t.forbidden[:2])).encode()
            except MedianSwissError:
                continue


def json_seeds() -> Iterator[bytes]:
    for system in ("lim", "ecu", "olympiad"):
        for t in islice(rounds_from(2, system), 40):
            if len(t.participants) <= MOST:
                yield format_json(replace(t, forbidden=t.forbidden[:2])).encode()


def seeds(name: str) -> Iterator[bytes]:
    random = Random(name)
    if name == "trf":
        yield from trf_seeds()
    elif name == "json_state":
        yield from json_seeds()
    elif name == "json_stream":
        states = list(json_seeds())
        yield from (b"\n".join(random.sample(states, 3)) for _ in range(12))
    else:
        texts = [*trf_seeds(), *json_seeds()] if name == "command_line" else [b""]
        for size in (8, 32, 64, 64, 128, 128, 256):
            yield bytes(random.randrange(256) for _ in range(size))
        for text in random.sample(texts, min(len(texts), 24)):
            yield bytes([0, random.randrange(256), 0]) + text


def write(directory: Path) -> None:
    for name in TARGETS:
        place = directory / name
        place.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds(name), 1):
            (place / f"seed-{number:03}").write_bytes(seed)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
