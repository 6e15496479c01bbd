"""The package in processes that fork, end early, have little memory, or hold more than one interpreter."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import medianswiss as ms

OPEN = Path(__file__).parent.parent / "examples" / "open.trf"
WAIT = 60.0

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
needs_limits = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit of memory to set")


def run(code: str, *arguments: str) -> str:
    """What a process of its own prints; a crash of it is a failure."""
    process = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code, str(OPEN), *arguments],
        capture_output=True,
        text=True,
        timeout=WAIT,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def the_field() -> ms.Field:
    return ms.Field(ms.read_trf(OPEN), "lim")


def paired_anew(_: int) -> Any:
    return the_field().pair()


# ---- fork ----


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_fork_while_another_thread_is_inside_the_engine() -> None:
    """The child can pair with what was not in use; what was in use says so, and nothing waits for ever."""
    busy, free, engine, end = the_field(), the_field(), ms.Engine(), threading.Event()
    expected = free.pair()

    def work() -> None:
        while not end.is_set():
            busy.pair(engine)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        statuses = [_status_of_child(busy, free, expected) for _ in range(20)]
    finally:
        end.set()
        thread.join()
    assert set(statuses) == {0}


def _status_of_child(busy: ms.Field, free: ms.Field, expected: Any) -> int:
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            if free.pair() == expected and ms.pair_many([free] * 20, threads=2) == [expected] * 20:
                try:
                    status = 0 if busy.pair() == expected else 2
                except ms.MedianSwissError as error:
                    status = 0 if "in use elsewhere" in str(error) else 3
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.parametrize("way", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_pools_of_processes_of_every_kind(way: str) -> None:
    """After use in the parent; fields and answers go to and fro."""
    field = the_field()
    expected = field.pair()
    with ProcessPoolExecutor(2, multiprocessing.get_context(way)) as pool:
        assert list(pool.map(paired_anew, range(4))) == [expected] * 4
        assert list(pool.map(ms.Field.pair, [field] * 4)) == [expected] * 4


# ---- interpreters ----

INTERPRETERS = """
import sys
import medianswiss as ms
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
expected = ms.pair(ms.read_trf(sys.argv[1]), "lim")
other = interpreters.create()
told = interpreters.run_string(other, '''
try:
    import medianswiss
    print("no error")
except ImportError as error:
    print("ImportError:", error)
''')
assert told is None, told
interpreters.destroy(other)
assert ms.pair(ms.read_trf(sys.argv[1]), "lim") == expected
"""


def test_a_second_interpreter_is_refused() -> None:
    """With an error, and the first one goes on."""
    pytest.importorskip("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    assert run(INTERPRETERS).startswith("ImportError:")


# ---- the end of a process ----

DAEMONS = """
import sys, threading, time
import medianswiss as ms
from medianswiss import Engine, Field, pair_many, read_trf, simulate

t, begun = read_trf(sys.argv[1]), threading.Barrier(7)
def pairing():
    engine = Engine()
    begun.wait()
    while True:
        Field(t, "lim").pair(engine)
def many():
    begun.wait()
    while True:
        pair_many([t] * 50, "lim", threads=2)
def simulating():
    begun.wait()
    while True:
        simulate("lim", players=100, rounds=9, tournaments=50, seed=1, threads=1)
for work in (pairing, pairing, pairing, pairing, many, simulating):
    threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep(0.2)
print("end")
"""


def test_the_process_can_end_while_daemon_threads_are_inside_the_engine() -> None:
    for _ in range(2):
        assert run(DAEMONS) == "end\n"


SEARCHING = """
import ctypes, threading, time
import medianswiss as ms
from test_interrupts import hostile_arrays

arrays = hostile_arrays(16_000)
for _ in range(4):
    threading.Thread(target=lambda: ms.Engine().pair_arrays(**arrays), daemon=True).start()
time.sleep(0.3)
libc = ctypes.CDLL(None)
libc.__cxa_atexit(libc.usleep, ctypes.c_void_p(700_000), None)  # the process lives on without an interpreter
print("end")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="__cxa_atexit of glibc or musl")
def test_a_long_search_does_not_ask_an_interpreter_that_is_no_more() -> None:
    for _ in range(3):  # a crash where it is asked: three times of four
        assert run(SEARCHING) == "end\n"


# ---- threads ----


def test_two_hundred_threads_with_fields_of_their_own() -> None:
    t = ms.read_trf(OPEN)
    expected, start = ms.pair(t, "lim"), threading.Barrier(200)
    answers: list[ms.RoundPairing] = []

    def work() -> None:
        field, engine = ms.Field(t, "lim"), ms.Engine()
        start.wait()
        answers.extend(field.pair(engine) for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 1_000


def test_one_field_in_many_threads_answers_or_says_that_it_is_in_use() -> None:
    field = the_field()
    expected, start, wrong = field.pair(), threading.Barrier(20), []

    def work(k: int) -> None:
        start.wait()
        for _ in range(50):
            try:
                if k % 4 == 0 and field.pair() != expected:
                    wrong.append("another answer")
                elif k % 4 == 1 and field.copy().pair() != expected:
                    wrong.append("another answer of a copy")
                elif k % 4 == 2 and pickle.loads(pickle.dumps(field)).pair() != expected:
                    wrong.append("another answer of a pickle")
                elif k % 4 == 3:
                    field.set_present([1, 2])
            except ms.MedianSwissError as error:
                if str(error) != "this Field is in use elsewhere: it serves one call at a time":
                    wrong.append(str(error))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert field.pair() == expected


# ---- pickles ----


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_the_state_of_another_version_is_refused(version: Any) -> None:
    reduced: Any = the_field().__reduce__()
    restore, (state,) = reduced
    assert state["version"] == 1
    state["version"] = version
    with pytest.raises(ms.MedianSwissError, match=f"a Field of version {version!r} cannot be read"):
        restore(state)


# ---- memory ----

LITTLE = """
import resource, sys
import numpy as np
import medianswiss as ms

n = 20_000
participants = tuple(ms.Participant(k) for k in range(1, n + 1))
field = ms.Field(ms.Tournament(participants, "lim", 9, initial_colour="white"))
expected = field.pair_arrays().pairs
ms.pair_many([field])
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
calls = [
    lambda: ms.Engine(5 * n), lambda: field.pair(), lambda: field.copy(), lambda: ms.pair_many([field] * 3),
    lambda: ms.pair_arrays(system="olympiad", round=1, rating=np.zeros(5 * n, np.int32)),
    lambda: field.record([(a + 1, b + 1, "2") for a, b in expected.tolist()]),
]
done = refused = 0
for more in range(0, 40_000_000, 1_000_000):
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
    for call in calls:
        try:
            call()
            done += 1
        except MemoryError:
            refused += 1
        except ms.InvalidTournament as error:
            assert "unknown result" in str(error), error
            done += 1
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert done > 10 and refused > 10, (done, refused)
assert (field.pair_arrays().pairs == expected).all() and field.round == 1
print("sound")
"""


# A thread that cannot begin for want of memory is waited for by Python for ever: no calls with threads here.


@needs_limits
@pytest.mark.unsanitized(reason="a sanitizer has an allocator of its own")
def test_little_memory_is_a_memory_error_and_never_a_crash() -> None:
    assert run(LITTLE) == "sound\n"


# ---- leaks ----

NOTHING_LEFT = """
import gc, sys
import numpy as np
import medianswiss as ms

t = ms.read_trf(sys.argv[1])
others = [ms.Tournament(tuple(ms.Participant(k) for k in range(1, 40)), s, 5, initial_colour="white")
          for s in ("lim", "ecu", "olympiad")]
two = ms.Tournament((ms.Participant(1), ms.Participant(2)), "lim", 3, forbidden=((1, 2),))

def once():
    engine = ms.Engine(100)
    for each in (t, *others):
        field = ms.Field(each, "lim" if each is t else None)
        pairing = field.copy().pair(engine, trace=True)
        field.record([(a, b, "=") for a, b in pairing.pairs], {pairing.bye: "U"})
        field.__reduce__()
        for wrong in (lambda: field.record([(1, 1, "1")]), lambda: field.forbid([(1, 999)]),
                      lambda: field.set_present([999]), lambda: ms.pair(two),
                      lambda: ms.pair_arrays(system="lim", round=2, rounds=3, rating=[1, 2])):
            try:
                wrong()
            except ms.MedianSwissError:
                pass
    ms.pair_many([*others, two] * 8, threads=2)
    ms.pair_arrays(system="ecu", round=1, rating=np.zeros(50, np.int32), engine=engine)
    ms.simulate("lim", players=20, rounds=5, tournaments=4, seed=1, threads=1)

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

for _ in range(300):
    once()
gc.collect()
blocks, bytes_ = sys.getallocatedblocks(), resident()
for _ in range(400):
    once()
gc.collect()
print(sys.getallocatedblocks() - blocks, resident() - bytes_)
"""


@needs_limits
@pytest.mark.unsanitized(reason="a sanitizer has an allocator of its own")
def test_nothing_is_left_of_thousands_of_fields_rounds_and_errors() -> None:
    """400 times all of it: were one of each left behind there would be 400 objects more, or 6 MB."""
    blocks, resident = map(int, run(NOTHING_LEFT).split())
    assert blocks < 200
    assert resident < 4 * 2**20
