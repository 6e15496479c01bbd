"""A small pairing server: the engine inside Starlette, with limits on everything a client can send.

usage: python benchmarks/server/app.py [--port P] [--threads N] [--queue N] [--keep FILE] ...

    POST /pair                        a JSON state -> its pairing, as JSON
    POST /pair/trf?system=lim         a TRF file -> the reply tournament programs read
    POST /tournaments                 a JSON state -> {"id": ..., "round": ...}; the tournament is kept
    POST /tournaments/{id}/pair       -> the pairing of its round
    POST /tournaments/{id}/results    {"results": [[white, black, "1"], ...], "byes": {"7": "U"}}
    DELETE /tournaments/{id}
    GET /health                       what is at work, how late the event loop has been; ?reset=1 begins anew

The event loop only moves bytes. Whatever looks at a tournament is done by a few threads, each with an engine
of its own, and no more requests are taken in than these can answer soon: others are told to come again (503).
docs/servers.md says why each limit is there.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import pickle
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import Lock, local
from time import perf_counter
from typing import Any, Final, TypeVar
from uuid import uuid4

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

import medianswiss as ms
from medianswiss.pairing import prepared
from medianswiss.replies import error_reply, json_line, pairing_reply, text_reply

T = TypeVar("T")

SWITCH: Final = 0.0005
"""Seconds after which a thread at work in Python lets the event loop go on; Python has 0.005."""
BEAT: Final = 0.002
"""Seconds between two looks at how late the event loop is."""


@dataclass(frozen=True)
class Limits:
    """What a client can ask for."""

    threads: int = 2
    queue: int = 16  # requests taken in, those at work included
    body: int = 2**20  # bytes
    patience: float = 10.0  # seconds for a body to come
    tournaments: int = 10_000  # kept
    seconds: float = 2.0  # that the engine may work on one round


class Refused(Exception):
    """An answer that is not 200."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status = status
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class Server:
    """What the requests share. Everything but the methods `in_thread` calls runs in the event loop."""

    def __init__(self, limits: Limits, keep: Path | None = None) -> None:
        self.limits = limits
        self.keep = keep
        self.tournaments: dict[str, ms.Field] = {}
        self.taken_in = self.answered = self.refused = 0
        self.latest = 0.0
        self.mine = local()
        self.python = Lock()  # reading is work in Python, where threads only hinder each other
        self.pool = ThreadPoolExecutor(limits.threads, "pairing", self._begin)

    def _begin(self) -> None:
        self.mine.engine = ms.Engine(2_000, time_limit=self.limits.seconds)

    @property
    def engine(self) -> ms.Engine:
        """That of this thread."""
        engine: ms.Engine = self.mine.engine
        return engine

    async def in_thread(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, function, *arguments)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """From start to shutdown, which waits for the requests taken in; what is kept outlives it."""
        sys.setswitchinterval(SWITCH)
        if self.keep is not None and self.keep.exists():
            self.tournaments = pickle.loads(self.keep.read_bytes())
        gc.collect()
        gc.freeze()  # what is there for good is not looked at again
        beat = asyncio.create_task(self._beat())
        yield
        beat.cancel()
        self.pool.shutdown()
        if self.keep is not None:
            new = self.keep.with_suffix(".new")
            new.write_bytes(pickle.dumps(self.tournaments))
            new.replace(self.keep)

    async def _beat(self) -> None:
        while True:
            due = perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            self.latest = max(self.latest, perf_counter() - due)

    # ---- requests ----

    def route(
        self, path: str, answer: Callable[[Request, bytes], Awaitable[Response]], method: str = "POST"
    ) -> Route:
        """A route that takes in no more than the limits say, and says what is wrong in JSON."""

        async def endpoint(request: Request) -> Response:
            try:
                if self.taken_in >= self.limits.queue:
                    raise Refused(503, "too many requests at a time", Retry_After="1")
                self.taken_in += 1
                try:
                    response = await answer(request, await self._body(request))
                finally:
                    self.taken_in -= 1
                self.answered += 1
                return response
            except Refused as error:
                self.refused += 1
                return self._error(error.status, {"error": "Refused", "message": str(error)}, error.headers)
            except ms.OutOfTime as error:
                return self._error(503, error_reply(error), {"Retry-After": "60"})
            except ms.InUse as error:
                return self._error(409, error_reply(error), {"Retry-After": "1"})
            except ms.MedianSwissError as error:
                return self._error(422, error_reply(error))

        return Route(path, endpoint, methods=[method])

    def _error(self, status: int, reply: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
        return Response(json_line(reply), status, headers, "application/json")

    async def _body(self, request: Request) -> bytes:
        """The body, if it is no larger than allowed: told before it is read, or found out while it is."""
        told = request.headers.get("content-length", "0")
        if not told.isdecimal() or int(told[:20]) > self.limits.body:
            raise Refused(413, f"a body of more than {self.limits.body} bytes")
        parts, size = [], 0
        try:
            async with asyncio.timeout(self.limits.patience):
                async for part in request.stream():
                    size += len(part)
                    if size > self.limits.body:
                        raise Refused(413, f"a body of more than {self.limits.body} bytes")
                    parts.append(part)
        except ClientDisconnect:
            raise Refused(400, "the client has gone") from None
        except TimeoutError:  # else a few that never end keep all others out
            raise Refused(
                408, f"no whole body within {self.limits.patience} seconds", Connection="close"
            ) from None
        return b"".join(parts)

    def _field(self, request: Request) -> ms.Field:
        try:
            return self.tournaments[request.path_params["id"]]
        except KeyError:
            raise Refused(404, "there is no such tournament") from None

    async def pair(self, request: Request, body: bytes) -> Response:
        return Response(await self.in_thread(self._pair, body), media_type="application/json")

    def _pair(self, body: bytes) -> str:
        return json_line(pairing_reply(self._read(body).pair(self.engine)))

    def _read(self, body: bytes) -> ms.Field:
        with self.python:
            return _field_of(ms.read_json(BytesIO(body)))

    async def pair_trf(self, request: Request, body: bytes) -> Response:
        system = request.query_params.get("system")
        return Response(await self.in_thread(self._pair_trf, body, system), media_type="text/plain")

    def _pair_trf(self, body: bytes, system: str | None) -> str:
        with self.python:
            field = _field_of(ms.read_trf(BytesIO(body)), system)
        return text_reply(field.pair(self.engine))

    async def create(self, request: Request, body: bytes) -> Response:
        if len(self.tournaments) >= self.limits.tournaments:
            raise Refused(503, "too many tournaments", Retry_After="60")
        field = await self.in_thread(self._read, body)
        name = uuid4().hex
        self.tournaments[name] = field
        return Response(json_line({"id": name, "round": field.round}), 201, media_type="application/json")

    async def next_round(self, request: Request, body: bytes) -> Response:
        field = self._field(request)
        reply = await self.in_thread(lambda: json_line(pairing_reply(field.pair(self.engine))))
        return Response(reply, media_type="application/json")

    async def record(self, request: Request, body: bytes) -> Response:
        field = self._field(request)
        await self.in_thread(_record, field, body)
        return Response(json_line({"round": field.round}), media_type="application/json")

    async def delete(self, request: Request, body: bytes) -> Response:
        self._field(request)
        del self.tournaments[request.path_params["id"]]
        return Response(status_code=204)

    async def health(self, request: Request) -> Response:
        """Answered whatever the load."""
        reply = {
            "taken_in": self.taken_in,
            "answered": self.answered,
            "refused": self.refused,
            "tournaments": len(self.tournaments),
            "latest_ms": round(self.latest * 1e3, 2),
            "resident_bytes": _resident(),
        }
        if "reset" in request.query_params:
            self.latest = 0.0
        return Response(json_line(reply), media_type="application/json")


def _field_of(tournament: ms.Tournament, system: str | None = None) -> ms.Field:
    """The colour of #1 has to be drawn before a round is paired here: White is assumed, without a word."""
    return ms.Field(prepared(tournament, system, initial_colour=tournament.initial_colour or "white"))


def _record(field: ms.Field, body: bytes) -> None:
    """The results as JSON; `Field.record` checks all that stands in them."""
    try:
        told = json.loads(body)
        results, byes = (
            told["results"],
            {int(number): letter for number, letter in told.get("byes", {}).items()},
        )
        field.record(results, byes)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Refused(400, "the results are not as they should be: see the API") from None


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def application(limits: Limits | None = None, keep: Path | None = None) -> Starlette:
    """The ASGI application."""
    server = Server(limits or Limits(), keep)
    return Starlette(
        routes=[
            server.route("/pair", server.pair),
            server.route("/pair/trf", server.pair_trf),
            server.route("/tournaments", server.create),
            server.route("/tournaments/{id}/pair", server.next_round),
            server.route("/tournaments/{id}/results", server.record),
            server.route("/tournaments/{id}", server.delete, "DELETE"),
            Route("/health", server.health),
        ],
        lifespan=server.lifespan,
    )


def main() -> None:
    import uvicorn

    standard = Limits()
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--threads", type=int, default=standard.threads)
    parser.add_argument("--queue", type=int, default=standard.queue)
    parser.add_argument("--body", type=int, default=standard.body)
    parser.add_argument("--seconds", type=float, default=standard.seconds)
    parser.add_argument("--keep", type=Path, help="file for the tournaments between two runs")
    options = parser.parse_args()
    limits = Limits(options.threads, options.queue, options.body, seconds=options.seconds)
    uvicorn.run(
        application(limits, options.keep),
        port=options.port,
        log_level="warning",
        timeout_graceful_shutdown=10,
        limit_concurrency=1_000,
    )


if __name__ == "__main__":
    main()
