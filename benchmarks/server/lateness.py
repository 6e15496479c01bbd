"""How late an event loop is while worker threads read and pair states of 1,000 players.

usage: python benchmarks/server/lateness.py [--players N] [--seconds S] [--threads N]

By the interval after which a thread hands the interpreter's lock over, and by whether threads read at the
same time or one after the other. Where others use the machine too, `chrt -r 1 python ...` keeps them away.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO
from threading import Lock
from time import perf_counter

from load import PLAYED, tournament

import medianswiss as ms
from medianswiss.replies import json_line, pairing_reply

BEAT = 0.002


async def lateness(body: bytes, seconds: float, threads: int, reading: AbstractContextManager[object]) -> str:
    """Rounds a second, and how late the loop was: the median, the 99th of a hundred, the worst, in ms."""
    loop, late, rounds, end = asyncio.get_running_loop(), [], 0, perf_counter() + seconds

    def work(engine: ms.Engine) -> str:
        with reading:
            field = ms.Field(ms.read_json(BytesIO(body)))
        return json_line(pairing_reply(field.pair(engine)))

    async def keep_at_work(pool: ThreadPoolExecutor) -> None:
        nonlocal rounds
        engine = ms.Engine()
        while perf_counter() < end:
            await loop.run_in_executor(pool, work, engine)
            rounds += 1

    async def beat() -> None:
        while perf_counter() < end:
            due = perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            late.append(perf_counter() - due)

    with ThreadPoolExecutor(max(1, threads)) as pool:
        await asyncio.gather(beat(), *(keep_at_work(pool) for _ in range(threads)))
    late.sort()
    cells = (late[len(late) // 2], late[len(late) * 99 // 100], late[-1])
    return f"{rounds / seconds:,.0f} | " + " | ".join(f"{cell * 1e3:.2f}" for cell in cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    body = json.dumps(tournament("lim", options.players, 1, PLAYED).to_dict()).encode()
    gc.collect()
    gc.freeze()
    print(
        "| switch interval, ms | threads at work | reading | rounds a second | p50, ms | p99, ms | max, ms |"
    )
    print("| ---: | ---: | :--- |" + " ---: |" * 4)
    for interval in (0.005, 0.0005):
        sys.setswitchinterval(interval)
        for threads, how in (
            (0, "none"),
            (options.threads, "at the same time"),
            (options.threads, "one at a time"),
        ):
            reading: AbstractContextManager[object] = Lock() if how == "one at a time" else nullcontext()
            cells = asyncio.run(lateness(body, options.seconds, threads, reading))
            print(f"| {interval * 1e3} | {threads} | {how} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
