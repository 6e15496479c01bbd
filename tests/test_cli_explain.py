"""`medianswiss pair --explain N` and `--trace FILE`; what cannot be asked is in tests/bad."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import medianswiss as ms
from medianswiss.replies import pairing_reply, text_reply, trace_reply
from test_cli import NEW_REPLY, NEW_TEXT, call, new, run, text, written

__all__ = ["new"]

STATE: dict[str, Any] = {
    "system": "lim",
    "rounds": 5,
    "initial_colour": "white",
    "participants": [
        {"number": n, "name": f"Player {n}", "games": [{"opponent": o, "colour": c, "result": r}]}
        for n, o, c, r in [
            (1, 4, "w", "1"),
            (2, 5, "b", "1"),
            (3, 6, "w", "1"),
            (4, 1, "b", "0"),
            (5, 2, "w", "0"),
            (6, 3, "b", "0"),
        ]
    ],
}
TOURNAMENT = ms.Tournament.from_dict(STATE)
TOLD = ms.explain(TOURNAMENT)
PAIRING = TOLD.pairing
TRACE = trace_reply(PAIRING)["trace"]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return written(tmp_path / "state.json", text(STATE))


def lines(sentences: tuple[str, ...]) -> str:
    return "".join(f"{sentence}\n" for sentence in sentences)


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_the_sentences_take_the_place_of_the_pairing(state: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done = call(capfd, "pair", state, "--explain", "3")
    assert (done.returncode, done.stdout, done.stderr) == (0, lines(TOLD.of(3)), "")


def test_several_are_told_in_the_order_asked_a_blank_line_between_them(
    state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = call(capfd, "pair", state, "--explain", "5", "--explain", "1")
    assert done.stdout == f"{lines(TOLD.of(5))}\n{lines(TOLD.of(1))}"


@pytest.mark.parametrize("order", [("--explain", "3", "FILE"), ("FILE", "--explain", "3")])
def test_the_file_may_stand_before_and_after(
    order: tuple[str, ...], state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = call(capfd, "pair", *(state if word == "FILE" else word for word in order))
    assert done.stdout == lines(TOLD.of(3))


@pytest.mark.parametrize("reply", ["text", "trf"])
def test_an_output_has_the_pairing_and_standard_output_the_sentences(
    reply: str, state: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    plain, out = tmp_path / "plain", tmp_path / "out"
    assert call(capfd, "pair", state, "--format", reply, "-o", plain).returncode == 0
    done = call(capfd, "pair", state, "--format", reply, "-o", out, "--explain", "3")
    assert (done.returncode, done.stdout) == (0, lines(TOLD.of(3)))
    assert out.read_bytes() == plain.read_bytes()


def test_the_json_reply_has_the_sentences_by_number(state: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done = call(capfd, "pair", "--format", "json", state, "--explain", "3", "--explain", "4")
    explained = {"explanation": {"3": TOLD.of(3), "4": TOLD.of(4)}}
    assert json.loads(done.stdout) == as_json(pairing_reply(PAIRING) | explained)


def test_a_stream_of_states_has_the_trace_in_each_reply() -> None:
    done = run("pair", "--format", "json", "--trace", "-", "-", stdin=text(STATE) * 2)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        as_json(pairing_reply(PAIRING) | {"trace": TRACE})
    ] * 2


def test_a_trace_is_json_where_its_name_says_so(
    state: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("why.json", "WHY.JSON"):
        done = call(capfd, "pair", state, "--trace", tmp_path / name)
        assert (done.returncode, done.stdout) == (0, text_reply(PAIRING))
        told = json.loads((tmp_path / name).read_text())
        assert told == as_json(pairing_reply(PAIRING) | {"trace": TRACE})
        assert all(step.keys() == {"rule", "article", "who"} for step in told["trace"])


def test_a_trace_is_otherwise_in_sentences(
    state: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = call(capfd, "pair", state, "-o", tmp_path / "pairs", "--trace", tmp_path / "why.txt")
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "pairs").read_text() == text_reply(PAIRING)
    assert (tmp_path / "why.txt").read_text() == lines(TOLD.of_round())


def test_a_trace_on_standard_output_takes_the_place_of_the_pairing(
    state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert call(capfd, "pair", state, "--trace", "-").stdout == lines(TOLD.of_round())


def test_sentences_and_a_trace_at_once(
    state: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = call(capfd, "pair", state, "--explain", "3", "--trace", tmp_path / "why.txt")
    assert done.stdout == lines(TOLD.of(3))
    assert (tmp_path / "why.txt").read_text() == lines(TOLD.of_round())


def test_the_choices_of_the_command_line_are_explained_too(
    new: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    t = ms.read_json(new)
    done = call(capfd, "pair", new, "--system", "olympiad", "--initial-colour", "black", "--explain", "1")
    assert done.stdout == lines(ms.explain(t, system="olympiad", initial_colour="black").of(1))
    assert "(7.2)" in done.stdout


def test_who_asks_nothing_gets_what_there_was_before(new: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "pair", new).stdout == NEW_TEXT
    assert json.loads(call(capfd, "pair", new, "--format", "json").stdout) == NEW_REPLY


def test_two_outputs_of_which_the_second_cannot_take_its_place(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The disk is full at the second: the first is not there either."""
    import medianswiss.atomic

    create = medianswiss.atomic._create

    def full(path: Path, data: bytes) -> None:
        create(path, data)
        if b"Round" in data:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(medianswiss.atomic, "_create", full)
    done = call(capfd, "pair", state, "-o", tmp_path / "pairs", "--trace", tmp_path / "why.txt")
    assert done.returncode == 3
    assert done.stderr == f"medianswiss: cannot write {tmp_path / 'why.txt'}: No space left on device\n"
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]
