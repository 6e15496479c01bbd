"""The files of the bad-input catalogue that are too large, or too odd, to lie in `tests/bad`."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numpy as np

import medianswiss as ms
from trf_texts import after_two, player, trf

MEGABYTE: Final = 2**20
DIGITS: Final = "9" * 10_000_000

ALIKE: Final = {"system": "lim", "rounds": 5, "initial_colour": "white"}


def state(**changes: Any) -> bytes:
    """A JSON state of two players before round one, but for the changes."""
    return json.dumps(ALIKE | {"participants": [{"number": 1}, {"number": 2}]} | changes).encode()


@lru_cache(maxsize=1)
def saved_run() -> bytes:
    """A simulation of ten tournaments, as it is saved."""
    run = ms.simulate(tournaments=10, players=6, rounds=3, seed=1, keep="players", threads=1)
    return simulation_bytes(run)


def simulation_bytes(run: ms.Simulation) -> bytes:
    """What `Simulation.save` writes."""
    from medianswiss.simulation import _as_npz

    return _as_npz(run)


def without_places() -> bytes:
    """The same with nothing kept but the sums."""
    return simulation_bytes(ms.simulate(tournaments=10, players=6, rounds=3, seed=1, keep="sums", threads=1))


def changed_run(**changes: Any) -> bytes:
    """The saved run with other arrays; None leaves one out."""
    with np.load(io.BytesIO(saved_run())) as file:
        arrays = {name: file[name] for name in file.files}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **{k: v for k, v in (arrays | changes).items() if v is not None})
    return buffer.getvalue()


def changed_head(change: Callable[[dict[str, Any]], Any]) -> bytes:
    """The saved run with something else in its head."""
    with np.load(io.BytesIO(saved_run())) as file:
        head = json.loads(str(file["head"]))
    change(head)
    return changed_run(head=np.array(json.dumps(head)))


class Trap:
    """What tells the world when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (open, ("unpickled", "w"))


def pickled_array() -> bytes:
    """A saved run, one array of which is pickled objects."""
    with np.load(io.BytesIO(saved_run())) as file:
        arrays = {name: file[name] for name in file.files}
    arrays["sums_score"] = np.array([Trap()], dtype=object)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=True, **arrays)
    return buffer.getvalue()


def bomb() -> bytes:
    """A saved run whose `sums_score` says it has 2^40 entries, and has none of them."""
    buffer = io.BytesIO(saved_run())
    with zipfile.ZipFile(buffer) as old:
        members = {name: old.read(name) for name in old.namelist()}
    header = io.BytesIO()
    shape = {"descr": "<i8", "fortran_order": False, "shape": (2**40,)}
    np.lib.format.write_array_header_1_0(header, shape)
    members["sums_score.npy"] = header.getvalue()
    return zipped(members)


def inflated() -> bytes:
    """A saved run with 200 MB of zeros in it, which lie in 200 kB."""
    return changed_run(sums_score=np.zeros(25_000_000, np.int64))


def zipped(members: dict[str, bytes]) -> bytes:
    """A zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in members.items():
            new.writestr(name, data)
    return buffer.getvalue()


def array_alone() -> bytes:
    """An .npy file."""
    buffer = io.BytesIO()
    np.save(buffer, np.zeros(3))
    return buffer.getvalue()


MADE: Final[dict[str, Callable[[], bytes]]] = {
    # huge fields and lines
    "digits_alone.trf": lambda: DIGITS.encode(),
    "digits_number.trf": lambda: f"001 {DIGITS}\n".encode(),
    "digits_rounds.trf": lambda: trf(f"XXR {DIGITS}", player(1), player(2)).encode(),
    "digits_opponent.trf": lambda: trf(player(1) + f"{DIGITS} w 1").encode(),
    "digits_forbidden.trf": lambda: trf("XXR 5", player(1), player(2), f"XXP 1 {DIGITS}").encode(),
    "digits_points.trf": lambda: trf("XXR 5", player(1), player(2), f"162  W {DIGITS}").encode(),
    "digits.json": lambda: state().replace(b'"rounds": 5', b'"rounds": ' + DIGITS.encode()),
    "digits_name.json": lambda: state(name=DIGITS, system="dutch"),
    "digits_unknown_key.json": lambda: state(**{DIGITS: 1}),
    "digits_system.json": lambda: state(system=DIGITS),
    "blanks_then_text.trf": lambda: trf(player(1) + " " * 10_000_000 + "x").encode(),
    "rounds_without_end.trf": lambda: trf(player(1, *["Z"] * 70)).encode(),
    "many_lines.trf": lambda: b"\r" * 1_100_000,
    "larger.trf": lambda: trf(player(1)).encode() + b"x" * (16 * MEGABYTE),
    "forbidden_by_the_million.trf": lambda: trf(
        "XXR 5", "XXP " + " ".join(map(str, range(1, 1601))), *map(player, range(1, 1601))
    ).encode(),
    "nested.json": lambda: b'{"participants": ' + b"[" * 200_000,
    "nested_objects.json": lambda: b'{"a": ' * 200_000,
    "nested_extra.json": lambda: state(unsupported=[]).replace(b"[]", b"[" * 500 + b"]" * 500),
    "larger.json": lambda: state(name="x" * (65 * MEGABYTE)),
    "line_too_long.jsonl": lambda: (
        state() + b"\n" + state(name="x" * (65 * MEGABYTE)) + b"\n" + state() + b"\n"
    ),
    # saved simulations
    "run.npz": saved_run,
    "sums.npz": without_places,
    "truncated.npz": lambda: saved_run()[:-200],
    "half.npz": lambda: saved_run()[: len(saved_run()) // 2],
    "one_octet_changed.npz": lambda: saved_run()[:400] + b"\xff\xfe" + saved_run()[402:],
    "pickled.npz": pickled_array,
    "pickle.npz": lambda: pickle.dumps(Trap()),
    "bomb.npz": bomb,
    "inflated.npz": inflated,
    "array.npz": array_alone,
    "foreign.npz": lambda: zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}),
    "no_head.npz": lambda: changed_run(head=None),
    "head_no_json.npz": lambda: changed_run(head=np.array("{")),
    "head_list.npz": lambda: changed_run(head=np.array("[1, 2]")),
    "head_rounds.npz": lambda: changed_head(lambda head: head["settings"].update(rounds=99)),
    "head_other_size.npz": lambda: changed_head(lambda head: head["settings"].update(players=8)),
    "head_unknown.npz": lambda: changed_head(lambda head: head["settings"].update(colour="green")),
    "head_ranges.npz": lambda: changed_head(lambda head: head.update(ranges=[[0, 12]])),
    "head_ranges_back.npz": lambda: changed_head(lambda head: head.update(ranges=[[10, 0]])),
    "head_ranges_overlap.npz": lambda: changed_head(lambda head: head.update(ranges=[[0, 6], [2, 6]])),
    "head_ranges_text.npz": lambda: changed_head(lambda head: head.update(ranges=[["a", "b"]])),
    "head_moments.npz": lambda: changed_head(lambda head: head["moments"].pop("kendall")),
    "head_moments_text.npz": lambda: changed_head(lambda head: head["moments"].update(kendall=["x", 1, 2])),
    "no_sums.npz": lambda: changed_run(sums_place_of=None),
    "sums_shape.npz": lambda: changed_run(sums_place_of=np.zeros((2, 2), np.int64)),
    "sums_float.npz": lambda: changed_run(sums_score=np.zeros(6)),
    "finals_shape.npz": lambda: changed_run(finals_rating=np.zeros((3, 6), np.int32)),
    "measures_other.npz": lambda: changed_run(measures=np.zeros(10)),
    "measures_short.npz": lambda: changed_run(measures=np.load(io.BytesIO(saved_run()))["measures"][:3]),
    # what others of the catalogue need beside them
    "many.jsonl": lambda: 5_000 * (state() + b"\n"),
    "200.trf": lambda: trf("XXR 5", "152 W", *map(player, range(1, 201))).encode(),
    "four.trf": lambda: after_two().encode(),
}
"""By the name of the file."""
