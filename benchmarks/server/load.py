"""The server under load: wrk over loopback, a client that checks every answer, an overload, a restart.

usage: python benchmarks/server/load.py [--seconds S] [--port P]

Needs the extra `server` and the program wrk (Debian: wrk). Every reply is compared with what the engine says
alone; beside wrk one client lives through tournaments kept on the server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, Final

import medianswiss as ms
from medianswiss.replies import json_line, pairing_reply, text_reply

HERE: Final = Path(__file__).parent
SIZES: Final = {8: 8, 40: 8, 200: 4, 1_000: 1}
"""Participants of the requests: how often, of each rule set."""
LARGEST: Final = max(SIZES)
ROUNDS, PLAYED = 9, 5
CONNECTIONS, OVERLOAD = 4, 64
HOST: Final = "127.0.0.1"
MIB: Final = 2**20


def tournament(system: str, size: int, seed: int, played: int) -> ms.Tournament:
    """A tournament some rounds in."""
    random = Random(seed)
    games: list[list[ms.Game]] = [[] for _ in range(size)]
    for _ in range(played + 1):
        participants = tuple(
            ms.Participant(k + 1, f"Participant {k + 1}", 2_500 - k, tuple(games[k])) for k in range(size)
        )
        t = ms.Tournament(participants, system, ROUNDS, len(games[0]) + 1, "white")
        if len(games[0]) == played:
            break
        for white, black in ms.pair(t).pairs:
            result = random.choice("1=0")
            games[white - 1].append(ms.Game(black, "w", result))
            games[black - 1].append(ms.Game(white, "b", {"1": "0", "0": "1"}.get(result, result)))
    return t


def write_requests(directory: Path, sizes: Mapping[int, int]) -> None:
    """Bodies and the replies expected, for load.lua."""
    directory.mkdir()
    lines = []
    for size, often in sizes.items():
        for system in ("lim", "ecu", "olympiad"):
            t = tournament(system, size, size, PLAYED)
            name = f"{system}{size}"
            (directory / f"{name}.body").write_text(json.dumps(t.to_dict()))
            (directory / f"{name}.reply").write_text(json_line(pairing_reply(ms.pair(t))))
            lines.append(f"{name} /pair {often}")
            if system == "lim":
                ms.write_trf(t, directory / f"trf{size}.body")
                (directory / f"trf{size}.reply").write_text(text_reply(ms.pair(t)))
                lines.append(f"trf{size} /pair/trf?system=lim {often}")
    (directory / "list").write_text("\n".join(lines) + "\n")


# ---- the server ----


@dataclass
class Server:
    """The server as a process that can be ended and begun again."""

    port: int
    keep: Path
    process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        command = [sys.executable, str(HERE / "app.py"), "--port", str(self.port), "--keep", str(self.keep)]
        self.process = subprocess.Popen(command)
        for _ in range(200):
            try:
                self.ask("GET", "/health")
                return
            except OSError:
                sleep(0.05)
        raise RuntimeError("the server does not answer")

    def end(self) -> int:
        """As an operator ends it; the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self.process = None
        return status

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        try:
            connection.request(method, path, None if body is None else json.dumps(body))
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def health(self) -> dict[str, Any]:
        status, told = self.ask("GET", "/health?reset=1")
        assert status == 200
        return dict(told)


# ---- the client that knows ----


@dataclass
class Client:
    """Lives through tournaments on the server, and beside it with a field of its own."""

    server: Server
    end: Event = field(default_factory=Event)
    rounds: int = 0
    lives: int = 0
    waits: int = 0  # refused, or nobody there
    errors: list[str] = field(default_factory=list)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Again and again while the server is busy or away. Only what changes nothing may be asked twice."""
        while True:
            try:
                status, told = self.server.ask(method, path, body)
                if status != 503:
                    return status, told
            except (OSError, http.client.HTTPException):
                pass
            self.waits += 1
            sleep(0.05)

    def run(self) -> None:
        seed = 0
        while not self.end.is_set():
            seed += 1
            try:
                self.live(seed)
                self.lives += 1
            except Exception as error:
                self.errors.append(repr(error))
                sleep(0.1)

    def live(self, seed: int) -> None:
        random = Random(seed)
        t = tournament(random.choice(("lim", "ecu", "olympiad")), random.choice((16, 60, 200)), seed, 0)
        mine = ms.Field(t)
        status, told = self.ask("POST", "/tournaments", t.to_dict())
        assert status == 201, told
        path = f"/tournaments/{told['id']}"
        for _ in range(ROUNDS):
            answer = mine.pair()
            status, told = self.ask("POST", f"{path}/pair")
            assert (status, told) == (200, json.loads(json_line(pairing_reply(answer)))), told
            results = [(white, black, random.choice("1=0")) for white, black in answer.pairs]
            mine.record(results, {answer.bye: "U"})
            self.record(path, {"results": results}, mine.round)
            self.rounds += 1
        assert self.ask("DELETE", path)[0] in (204, 404)  # asked twice where the answer was lost

    def record(self, path: str, results: Any, round_: int) -> None:
        """What was recorded before the answer was lost is refused when it comes again: those two have met."""
        status, told = self.ask("POST", f"{path}/results", results)
        assert (status, told) == (200, {"round": round_}), told


# ---- the load ----


@dataclass
class Phase:
    """One run of wrk, and what the server and the client say of it."""

    name: str
    connections: int
    wrk: dict[str, float]
    before: int
    after: int
    latest: float
    refused: int

    HEAD = (
        "| load | connections | answered | a second | p50, ms | p99, ms | loop late by, ms | refused (503) "
        "| not connected, cut | wrong, other | MiB before, after |\n| :--- |" + " ---: |" * 10
    )

    def __str__(self) -> str:
        w = self.wrk
        cells = (
            self.name,
            self.connections,
            f"{w['ok']:,.0f}",
            f"{w['ok'] / w['seconds']:,.0f}",
            f"{w['p50']:.1f}",
            f"{w['p99']:.1f}",
            f"{self.latest:.1f}",
            f"{w['busy']:,.0f}",
            f"{w['unconnected']:,.0f}, {w['broken']:,.0f}",
            f"{w['wrong']:.0f}, {w['other'] + w['timeout']:.0f}",
            f"{self.before / MIB:.1f}, {self.after / MIB:.1f}",
        )
        return "| " + " | ".join(map(str, cells)) + " |"

    @property
    def is_sound(self) -> bool:
        return self.wrk["wrong"] == self.wrk["other"] == self.wrk["timeout"] == 0 < self.wrk["ok"]


@contextmanager
def _wrk(port: int, seconds: float, connections: int, directory: Path) -> Iterator[subprocess.Popen[str]]:
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:.0f}s", "--timeout", "30s"]
    command += ["-s", str(HERE / "load.lua"), f"http://{HOST}:{port}", "--", str(directory)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process


def phase(
    name: str, server: Server, seconds: float, connections: int, directory: Path, restart: bool = False
) -> Phase:
    before = server.health()
    with _wrk(server.port, seconds, connections, directory) as process:
        if restart:
            sleep(seconds / 2)
            status = server.end()
            server.begin()
            if status not in (0, -signal.SIGTERM):
                raise RuntimeError(f"the server ended with {status}")
        output, _ = process.communicate()
    after = server.health()
    told = json.loads(next(line for line in output.splitlines() if line.startswith("RESULT "))[7:])
    return Phase(
        name,
        connections,
        told,
        before["resident_bytes"],
        after["resident_bytes"],
        after["latest_ms"],
        after["refused"] - before["refused"],
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="of each load")
    parser.add_argument("--port", type=int, default=8123)
    options = parser.parse_args()
    if shutil.which("wrk") is None:
        parser.error("the program wrk is needed")
    sound = True
    with tempfile.TemporaryDirectory() as name:
        directory, large = Path(name, "all"), Path(name, "large")
        write_requests(directory, SIZES)
        write_requests(large, {LARGEST: 1})
        server = Server(options.port, Path(name, "kept"))
        server.begin()
        client = Client(server)
        thread = Thread(target=client.run)
        try:
            phase("warm-up", server, max(2.0, options.seconds / 4), CONNECTIONS, directory)
            sleep(max(2.0, options.seconds / 4))
            idle = server.health()
            print(Phase.HEAD)
            print(phase(f"{LARGEST:,} participants alone", server, options.seconds, 1, large), flush=True)
            thread.start()
            for title, connections, restart in (
                ("as it can", CONNECTIONS, False),
                ("too much", OVERLOAD, False),
                ("with a restart", CONNECTIONS, True),
            ):
                done = phase(title, server, options.seconds, connections, directory, restart)
                print(done, flush=True)
                sound = sound and done.is_sound
        finally:
            begun = monotonic()
            client.end.set()
            if thread.is_alive():
                thread.join(60)
            status = server.end() if server.process is not None else None
        print(
            f"\nIdle, the event loop was late by {idle['latest_ms']:.1f} ms at most.\n"
            f"Beside wrk one client lived through {client.lives} tournaments kept on the server, "
            f"{client.rounds} rounds; it had to come again {client.waits} times. "
            f"Errors: {len(client.errors)}. Shut down in {monotonic() - begun:.1f} s with status {status}."
        )
        for error in client.errors[:10]:
            print(error)
    return 0 if sound and not client.errors else 1


if __name__ == "__main__":
    raise SystemExit(main())
