"""The engine and the floor from C to C: packed arrays, and a small library around csrc."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from medianswiss import Tournament
from medianswiss.reference import teams
from medianswiss.reference.facts import Player, players_of
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
"""ms_player of csrc/field.h, checked against the compiler's."""

PRESENT, BYE_BARRED, FLOATED = 1, 2, 4
OK: Final = 0
NOBODY: Final = -1
RULE_SETS: Final = ("lim", "ecu", "olympiad")
"""ms_rule_set of csrc/round.h."""

Indices = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]


# ---- compiling -------------------------------------------------------------------------------------


def compile_c(name: str, sources: Sequence[str], *flags: str, without: Sequence[str] = ()) -> Path:
    """Compile `sources` of the floor with csrc into build/benchmarks, if anything is newer; the path."""
    engine = [path for path in sorted((ROOT / "csrc").glob("*.c")) if path.name not in without]
    inputs = [*(FLOOR / source for source in sources), *engine]
    read = [path for folder in (FLOOR, ROOT / "csrc") for path in folder.glob("*.[ch]")]
    target = BUILD / name
    if target.exists() and target.stat().st_mtime > max(path.stat().st_mtime for path in read):
        return target
    BUILD.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which("cc") or "gcc"
    includes = (f"-I{ROOT / 'csrc'}", f"-I{FLOOR}")
    subprocess.run([compiler, *FLAGS, *flags, *includes, "-o", target, *inputs], check=True)
    return target


@cache
def library() -> ctypes.CDLL:
    """The driver's library, its prototypes declared."""
    return _open(compile_c("driver.so", ["floor.c", "driver.c"], "-shared", "-fPIC"))


@cache
def counting_library() -> ctypes.CDLL:
    """The same with the counters of floor/counted.c, and not for timing."""
    sources = ["floor.c", "driver.c", "counted.c"]
    lib = _open(compile_c("counting.so", sources, "-shared", "-fPIC", without=["teams.c", "kept.c"]))
    lib.counted_take.restype = Counted
    return lib


def _open(path: Path) -> ctypes.CDLL:
    lib = ctypes.CDLL(str(path))
    pointer = ctypes.c_void_p
    lib.driver_open.argtypes = [pointer, pointer]
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
    layout = (ctypes.c_int32 * 10)()
    lib.driver_layout(layout)
    assert PLAYER.fields is not None
    ours = [PLAYER.fields[name][1] for name in PLAYER.names or ()]
    if list(layout) != [*ours, PLAYER.itemsize, ctypes.sizeof(_Field), ctypes.sizeof(_Event)]:
        raise RuntimeError("the structs of csrc have changed")


# ---- packing ---------------------------------------------------------------------------------------


class _Field(ctypes.Structure):
    """ms_field of csrc/field.h."""

    _fields_ = (
        ("size", ctypes.c_int32),
        ("players", ctypes.c_void_p),
        ("numbers", ctypes.c_void_p),
        ("played", ctypes.c_void_p),
        ("met", ctypes.c_void_p),
        ("met_size", ctypes.c_int32),
        ("low_score", ctypes.c_int32),
        ("high_score", ctypes.c_int32),
    )


class _Event(ctypes.Structure):
    """ms_event of csrc/round.h."""

    _fields_ = (
        ("rule_set", ctypes.c_int),
        ("round", ctypes.c_int32),
        ("rounds", ctypes.c_int32),
        ("win", ctypes.c_int32),
        ("drawn", ctypes.c_int),
        ("maxi", ctypes.c_bool),
    )


class Counted(ctypes.Structure):
    """`counted` of floor/counted.h: groups with care for the group, for the round; exact graphs."""

    _fields_ = (("group", ctypes.c_int64), ("round", ctypes.c_int64), ("exact", ctypes.c_int64))

    group: int
    round: int
    exact: int


@dataclass(frozen=True)
class Packed:
    """A tournament as the engine's structs see it."""

    players: npt.NDArray[np.void]
    numbers: Indices
    played: Words
    met: Indices
    rule_set: int
    round: int
    rounds: int
    win: int
    maxi: bool = False

    def field(self) -> _Field:
        """It points into the arrays, and does not keep them."""
        players, numbers, played, met = (
            array.ctypes.data for array in (self.players, self.numbers, self.played, self.met)
        )
        return _Field(len(self.players), players, numbers, played, met, len(self.met))

    def event(self) -> _Event:
        white = 1
        return _Event(self.rule_set, self.round, self.rounds, self.win, white, self.maxi)

    def write(self, path: Path) -> None:
        """The file that floor/once.c reads."""
        event = [self.rule_set, self.round, self.rounds, self.win, int(self.maxi)]
        head = np.array([len(self.players), len(self.met), *event], np.int32)
        path.parent.mkdir(parents=True, exist_ok=True)
        blocks = (head, self.players, self.numbers, self.played, self.met)
        path.write_bytes(b"".join(block.tobytes() for block in blocks))


def pack(tournament: Tournament) -> Packed:
    """Pack a tournament whose drawn colour is White."""
    assert tournament.system is not None
    assert tournament.initial_colour == "white"
    people = players_of(tournament)
    if tournament.system != "lim":
        people.sort(key=teams.rank)
    place = {p.number: index for index, p in enumerate(people)}
    present = {p.number for p in tournament.participants if p.present}
    met = [[place[number] for number in sorted(p.met)] for p in people]
    players = np.zeros(len(people), PLAYER)
    players["score"] = [p.score for p in people]
    players["rating"] = [p.rating for p in people]
    players["colours"] = [_word(p.colours, "W") for p in people]
    players["games"] = [len(p.colours) for p in people]
    players["met_count"] = [len(numbers) for numbers in met]
    players["met_from"] = np.cumsum(players["met_count"]) - players["met_count"]
    players["flags"] = [
        PRESENT * (p.number in present)
        + BYE_BARRED * (not MAY_HAVE_BYE[tournament.system](p))
        + FLOATED * p.floated
        for p in people
    ]
    return Packed(
        players,
        np.array([p.number for p in people], np.int32),
        np.array([_word(p.by_round, "WB") for p in people], np.uint64),
        np.array([index for indices in met for index in indices], np.int32),
        RULE_SETS.index(tournament.system),
        tournament.round,
        tournament.rounds or 0,
        tournament.scoring.white_win,
        tournament.maxi,
    )


MAY_HAVE_BYE: Final[dict[str, Callable[[Player], bool]]] = {
    "lim": lambda p: p.may_have_bye,
    "ecu": teams.ECU.may_have_bye,
    "olympiad": teams.OLYMPIAD.may_have_bye,
}


def _word(rounds: str, ones: str) -> int:
    """A bit a round, the last one in bit 0."""
    word = 0
    for letter in rounds:
        word = word << 1 | (letter in ones)
    return word


# ---- running ---------------------------------------------------------------------------------------


class Driver:
    """One packed round in C, with everything it needs allocated."""

    def __init__(self, packed: Packed, *, counting: bool = False) -> None:
        self.packed = packed
        self._library = counting_library() if counting else library()
        self._handle = self._library.driver_open(ctypes.byref(packed.field()), ctypes.byref(packed.event()))
        if not self._handle:
            raise RuntimeError("the driver refuses the round")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.driver_close(self._handle)

    def engine(self, repetitions: int = 1) -> float:
        """Seconds a round of the engine."""
        return float(self._library.driver_time_engine(self._handle, repetitions))

    def floor(self, repetitions: int = 1) -> float:
        """Seconds a round of the floor."""
        return float(self._library.driver_time_floor(self._handle, repetitions))

    def count(self) -> Counted:
        """What one round of the engine enters, of a driver that counts."""
        self.engine()
        self._library.counted_take()
        self.engine()
        counted: Counted = self._library.counted_take()
        return counted

    def pair(self) -> tuple[tuple[tuple[int, int], ...], int | None]:
        """The engine's boards as pairing numbers, and the bye."""
        room = len(self.packed.players) // 2 + 1
        white, black = np.zeros(room, np.int32), np.zeros(room, np.int32)
        boards, bye = ctypes.c_int32(), ctypes.c_int32()
        status = self._library.driver_pair(
            self._handle, white.ctypes.data, black.ctypes.data, ctypes.byref(boards), ctypes.byref(bye)
        )
        if status != OK:
            raise RuntimeError(f"the engine answers {status}")
        count = boards.value
        numbers = self.packed.numbers
        pairs = zip(numbers[white[:count]].tolist(), numbers[black[:count]].tolist(), strict=True)
        return tuple(pairs), None if bye.value == NOBODY else int(numbers[bye.value])


@cache
def executable() -> Path:
    """The program that pairs a packed round in a file, with symbols for the profilers."""
    return compile_c("once", ["floor.c", "driver.c", "once.c"], "-g")


def packed_file(packed: Packed, name: str) -> Path:
    """Write `packed` for `executable`; the path."""
    path = BUILD / "packed" / engine_version() / name
    packed.write(path)
    return path
