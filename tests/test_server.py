"""The example server of benchmarks/server: what it answers, what it refuses, and what it keeps."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import medianswiss as ms
from events import random_rounds
from medianswiss.replies import error_reply, json_line, pairing_reply, text_reply
from paths import program

pytest.importorskip("starlette", reason="the extra `server` is not installed")
pytest.importorskip("httpx2", reason="Starlette's test client is not installed")

from starlette.testclient import TestClient

OPEN = Path(__file__).parent.parent / "examples" / "open.trf"


app = program("benchmarks/server/app.py")
LIMITS = app.Limits(threads=2, queue=4, body=100_000, tournaments=3, seconds=2.0)
STATE = {"system": "lim", "rounds": 3, "participants": [{"number": k} for k in range(1, 6)]}


@pytest.fixture
def client() -> Iterator[Any]:
    interval = sys.getswitchinterval()
    with TestClient(app.application(LIMITS)) as client:
        yield client
    sys.setswitchinterval(interval)


def test_a_state_is_paired(client: Any) -> None:
    for t in random_rounds(3):
        reply = client.post("/pair", json=t.to_dict())
        expected: tuple[int, Any]
        try:
            expected = 200, json.loads(json_line(pairing_reply(ms.pair(t))))
        except ms.ImpossiblePairing as error:
            expected = 422, json.loads(json_line(error_reply(error)))
        assert (reply.status_code, reply.json()) == expected


def test_a_file_is_paired(client: Any) -> None:
    reply = client.post("/pair/trf?system=lim", content=OPEN.read_bytes())
    assert (reply.status_code, reply.text) == (200, text_reply(ms.pair(ms.read_trf(OPEN), "lim")))


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("/pair", b"{", "not JSON: Expecting property name enclosed in double quotes"),
        ("/pair", b"\xff", "not UTF-8"),
        ("/pair", b"{}", "participants is missing"),
        ("/pair", b"[" * 50_000, "nested too deeply"),
        ("/pair/trf?system=lim", b"001", "no pairing number in columns 5 to 8"),
        ("/pair/trf?system=swiss", OPEN.read_bytes(), "unknown system 'swiss'; there are lim, ecu, olympiad"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_message_of_the_package(
    client: Any, path: str, body: bytes, message: str
) -> None:
    reply = client.post(path, content=body)
    assert reply.status_code == 422
    assert message in reply.json()["message"]


def test_a_kept_tournament_from_entry_to_end(client: Any) -> None:
    mine = ms.Field(ms.Tournament.from_dict(STATE), initial_colour="white")
    told = client.post("/tournaments", json=STATE)
    assert told.status_code == 201
    path = f"/tournaments/{told.json()['id']}"
    for _ in range(3):
        answer = mine.pair()
        assert client.post(f"{path}/pair").json() == json.loads(json_line(pairing_reply(answer)))
        results = [(white, black, "=") for white, black in answer.pairs]
        mine.record(results, {answer.bye: "U"})
        reply = client.post(f"{path}/results", json={"results": results, "byes": {str(answer.bye): "U"}})
        assert reply.json() == {"round": mine.round}
    over = client.post(f"{path}/pair")
    assert (over.status_code, over.json()["message"]) == (422, "all rounds are played: round 3 was the last")
    assert client.delete(path).status_code == 204
    assert client.post(f"{path}/pair").status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b'{"results": 1}', 400),
        (b'{"results": [], "byes": {"x": "U"}}', 400),
        (b'{"results": []}', 422),
        (b'{"results": [[1, 99, "1"]]}', 422),
    ],
)
def test_results_that_cannot_be_recorded_change_nothing(client: Any, body: bytes, status: int) -> None:
    path = f"/tournaments/{client.post('/tournaments', json=STATE).json()['id']}"
    before = client.post(f"{path}/pair").json()
    assert client.post(f"{path}/results", content=body).status_code == status
    assert client.post(f"{path}/pair").json() == before


def test_a_tournament_in_use_is_told_from_bad_input(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: Any, **__: Any) -> None:
        raise ms.InUse("this Field is in use elsewhere")

    monkeypatch.setattr(app, "prepared", busy)
    reply = client.post("/tournaments", json=STATE)
    assert (reply.status_code, reply.json()["error"]) == (409, "InUse")


def test_a_body_too_large_is_not_read(client: Any) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1_000):
            yield b" " * 1_000

    assert client.post("/pair", content=b" " * 100_001).status_code == 413
    assert client.post("/pair", content=endless()).status_code == 413
    assert client.get("/health").json()["taken_in"] == 0


def test_a_body_that_never_ends_is_given_up() -> None:
    """Else a few clients that send no more would keep all others out."""
    server = app.application(app.Limits(queue=1, patience=0.05))
    scope = {"type": "http", "method": "POST", "path": "/pair", "query_string": b"", "headers": []}

    async def answer() -> dict[str, Any]:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if len(parts) > 0:
                return parts.pop()
            await asyncio.sleep(60)
            raise AssertionError("waited for the body to its end")

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        parts = [{"type": "http.request", "body": b"{", "more_body": True}]
        await server(scope, receive, send)
        return sent[0]

    for _ in range(2):  # the second is not kept out by the first
        start = asyncio.run(answer())
        assert start["status"] == 408
        assert (b"connection", b"close") in start["headers"]


def test_no_more_tournaments_than_allowed_are_kept(client: Any) -> None:
    answers = [client.post("/tournaments", json=STATE) for _ in range(4)]
    assert [a.status_code for a in answers] == [201, 201, 201, 503]
    assert answers[3].headers["retry-after"] == "60"


def test_too_many_requests_are_told_to_come_again(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four are taken in and wait for two threads; the fifth is refused, and the event loop goes on."""
    go_on, begun = threading.Event(), threading.Semaphore(0)
    names = []

    def wait(*_: Any) -> str:
        names.append(threading.current_thread().name)
        begun.release()
        assert go_on.wait(30)
        return "done"

    monkeypatch.setattr(app.Server, "_pair", wait)
    answers: list[Any] = []
    waiting = [
        threading.Thread(target=lambda: answers.append(client.post("/pair", json=STATE))) for _ in range(4)
    ]
    for thread in waiting:
        thread.start()
    assert begun.acquire(timeout=30)
    assert begun.acquire(timeout=30)
    while client.get("/health").json()["taken_in"] < 4:
        pass
    refused = client.post("/pair", json=STATE)
    go_on.set()
    for thread in waiting:
        thread.join(30)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert [a.status_code for a in answers] == [200] * 4
    assert all(name.startswith("pairing") for name in names)
    assert client.post("/pair", json=STATE).status_code == 200


def test_a_round_that_takes_too_long_is_refused() -> None:
    from test_interrupts import hostile_arrays

    limits = app.Limits(body=10**8, seconds=0.01)
    arrays = hostile_arrays(8_000)
    participants = [
        {
            "number": k + 1,
            "points": arrays["score"][k] / 10,
            "games": [
                {"opponent": o + 1, "colour": "w" if c == 1 else "b", "result": "="}
                if o >= 0
                else {"opponent": None, "colour": None, "result": "Z"}
                for o, c in zip(arrays["opponents"][k].tolist(), arrays["colours"][k].tolist(), strict=True)
            ],
        }
        for k in range(8_000)
    ]
    interval = sys.getswitchinterval()
    with TestClient(app.application(limits)) as client:
        reply = client.post("/pair", json={"system": "lim", "rounds": 9, "participants": participants})
    sys.setswitchinterval(interval)
    assert (reply.status_code, reply.json()["error"]) == (503, "OutOfTime")


def test_what_is_kept_outlives_the_server(tmp_path: Path) -> None:
    keep, interval = tmp_path / "kept", sys.getswitchinterval()
    with TestClient(app.application(LIMITS, keep)) as client:
        path = f"/tournaments/{client.post('/tournaments', json=STATE).json()['id']}"
        before = client.post(f"{path}/pair").json()
    with TestClient(app.application(LIMITS, keep)) as client:
        assert client.post(f"{path}/pair").json() == before
    sys.setswitchinterval(interval)
