"""The engine and the floor from C to C: packed arrays, and a small library around csrc."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from medianswiss import Participant, Tournament
from simulated import BUILD, engine_version

ROOT: Final = Path(__file__).parents[1]
FLOOR: Final = ROOT / "benchmarks" / "floor"
FLAGS: Final = ("-std=c11", "-O3", "-DNDEBUG", "-fvisibility=hidden")
"""Those of the extension (setup.py)."""

PLAYER: Final = np.dtype(
    {
        "names": ["colours", "score", "rating", "met_from", "met_count", "games", "flags"],
        "formats": ["u8", "i4", "i4", "i4", "i4", "u1", "u1"],
        "offsets": [0, 8, 12, 16, 20, 24, 25],
        "itemsize": 32,
    }
)
"""ms_player of csrc/field.h; `library` checks it against the compiler's."""

PRESENT, BYE_BARRED, FLOATED = 1, 2, 4
OK: Final = 0
NOBODY: Final = -1

Indices = npt.NDArray[np.int32]


# ---- compiling -------------------------------------------------------------------------------------


def compile_c(name: str, sources: Sequence[Path], *flags: str) -> Path:
    """Compile `sources` with csrc and the floor into build/benchmarks, if they are newer; the path."""
    inputs = [*sources, *sorted((ROOT / "csrc").glob("*.c"))]
    headers = [*FLOOR.glob("*.h"), *(ROOT / "csrc").glob("*.h")]
    target = BUILD / name
    if target.exists() and target.stat().st_mtime > max(path.stat().st_mtime for path in [*inputs, *headers]):
        return target
    BUILD.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which("cc") or "gcc"
    includes = (f"-I{ROOT / 'csrc'}", f"-I{FLOOR}")
    subprocess.run([compiler, *FLAGS, *flags, *includes, "-o", target, *inputs], check=True)
    return target


@cache
def library() -> ctypes.CDLL:
    """The driver's library, its prototypes declared."""
    sources = [FLOOR / "floor.c", FLOOR / "driver.c"]
    lib = ctypes.CDLL(str(compile_c("driver.so", sources, "-shared", "-fPIC")))
    integer, pointer = ctypes.c_int32, ctypes.c_void_p
    lib.driver_open.argtypes = [integer, pointer, integer, pointer, pointer]
    lib.driver_open.restype = pointer
    lib.driver_close.argtypes = [pointer]
    lib.driver_close.restype = None
    lib.driver_pair.argtypes = [pointer] * 5
    for timed in (lib.driver_time_engine, lib.driver_time_floor):
        timed.argtypes = [pointer, ctypes.c_int64]
        timed.restype = ctypes.c_double
    _check_layout(lib)
    return lib


def _check_layout(lib: ctypes.CDLL) -> None:
    layout = (ctypes.c_int32 * 8)()
    lib.driver_layout(layout)
    assert PLAYER.fields is not None
    ours = [PLAYER.fields[name][1] for name in PLAYER.names or ()]
    if list(layout) != [*ours, PLAYER.itemsize]:
        raise RuntimeError("PLAYER is not ms_player of csrc/field.h")


# ---- packing ---------------------------------------------------------------------------------------


class _Event(ctypes.Structure):
    """ms_event of csrc/round.h."""

    _fields_ = (
        ("round", ctypes.c_int32),
        ("rounds", ctypes.c_int32),
        ("win", ctypes.c_int32),
        ("drawn", ctypes.c_int),
        ("maxi", ctypes.c_bool),
    )


@dataclass(frozen=True)
class Packed:
    """A tournament as the engine's structs see it."""

    players: npt.NDArray[np.void]
    met: Indices
    round: int
    rounds: int
    win: int
    maxi: bool

    def event(self) -> _Event:
        white = 1
        return _Event(self.round, self.rounds, self.win, white, self.maxi)

    def write(self, path: Path) -> None:
        """The file that floor/once.c reads."""
        head = [len(self.players), len(self.met), self.round, self.rounds, self.win, int(self.maxi)]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(np.array(head, np.int32).tobytes() + self.players.tobytes() + self.met.tobytes())


def pack(tournament: Tournament) -> Packed:
    """Pack a tournament whose pairing numbers are 1, 2, 3, ... and whose drawn colour is White."""
    people = tournament.participants
    assert [p.number for p in people] == list(range(1, len(people) + 1))
    assert tournament.initial_colour == "white"
    assert tournament.rounds is not None
    met = [_met(p) for p in people]
    for a, b in tournament.forbidden:
        met[a - 1].append(b - 1)
        met[b - 1].append(a - 1)
    players = np.zeros(len(people), PLAYER)
    players["score"] = [tournament.score(p) for p in people]
    players["rating"] = [p.rating for p in people]
    players["colours"] = [_colours(p) for p in people]
    players["games"] = [sum(game.played for game in p.games) for p in people]
    players["met_count"] = [len(numbers) for numbers in met]
    players["met_from"] = np.cumsum(players["met_count"]) - players["met_count"]
    players["flags"] = [_flags(p) for p in people]
    players["flags"] |= _floated(tournament, players["score"])
    flat = np.array([index for numbers in met for index in numbers], np.int32)
    win = tournament.scoring.white_win
    return Packed(players, flat, tournament.round, tournament.rounds, win, tournament.maxi)


def _met(p: Participant) -> list[int]:
    return [game.opponent - 1 for game in p.games if game.played and game.opponent is not None]


def _colours(p: Participant) -> int:
    word = 0
    for game in p.games:
        if game.played:
            word = word << 1 | (game.colour == "w")
    return word


def _flags(p: Participant) -> int:
    barred = any(game.result in "UF+" for game in p.games)
    return PRESENT * p.present | BYE_BARRED * barred


def _floated(tournament: Tournament, score: Indices) -> npt.NDArray[np.uint8]:
    """3.10: played the previous round against somebody of another score."""
    flags = np.zeros(len(score), np.uint8)
    if tournament.round > 1:
        last = [p.games[-1] for p in tournament.participants]
        before = score - np.array([tournament.scoring.value(game) for game in last], np.int32)
        opponent = np.array([(game.opponent or 1) - 1 for game in last])
        played = np.array([game.played for game in last])
        flags[played & (before != before[opponent])] = FLOATED
    return flags


# ---- running ---------------------------------------------------------------------------------------


class Driver:
    """One packed round in C, with everything it needs allocated."""

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        lib = library()
        players, met = packed.players, packed.met
        self._handle = lib.driver_open(
            len(players), players.ctypes.data, len(met), met.ctypes.data, ctypes.byref(packed.event())
        )
        if not self._handle:
            raise RuntimeError("the driver refuses the round")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            library().driver_close(self._handle)

    def engine(self, repetitions: int = 1) -> float:
        """Seconds a round of the engine."""
        return float(library().driver_time_engine(self._handle, repetitions))

    def floor(self, repetitions: int = 1) -> float:
        """Seconds a round of the floor."""
        return float(library().driver_time_floor(self._handle, repetitions))

    def pair(self) -> tuple[tuple[tuple[int, int], ...], int | None]:
        """The engine's boards as pairing numbers, and the bye."""
        room = len(self.packed.players) // 2 + 1
        white, black = np.zeros(room, np.int32), np.zeros(room, np.int32)
        boards, bye = ctypes.c_int32(), ctypes.c_int32()
        status = library().driver_pair(
            self._handle, white.ctypes.data, black.ctypes.data, ctypes.byref(boards), ctypes.byref(bye)
        )
        if status != OK:
            raise RuntimeError(f"the engine answers {status}")
        count = boards.value
        pairs = zip((white[:count] + 1).tolist(), (black[:count] + 1).tolist(), strict=True)
        return tuple(pairs), None if bye.value == NOBODY else bye.value + 1


@cache
def executable() -> Path:
    """The program that pairs a packed round in a file, with symbols for the profilers."""
    return compile_c("once", [FLOOR / f"{name}.c" for name in ("floor", "driver", "once")], "-g")


def packed_file(packed: Packed, name: str) -> Path:
    """Write `packed` for `executable`; the path."""
    path = BUILD / "packed" / engine_version() / name
    packed.write(path)
    return path
