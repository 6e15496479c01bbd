"""``medianswiss generate``, and ``medianswiss --lim -g`` as tournament programs call an engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import medianswiss as ms
from medianswiss.generation.generate import Recipe
from medianswiss.generation.recipe_options import OPTIONS
from medianswiss.generation.recipes import recipe
from medianswiss.trf import format_trf, parse_trf
from test_cli import call, run

SMALL = ("generate", "--players", "12", "--rounds", "4")


def text(system: str = "lim", **settings: Any) -> str:
    usual: dict[str, Any] = {"players": 12, "rounds": 4, "seed": 0}
    return format_trf(ms.generate(system, **usual | settings))


def test_it_writes_what_the_library_generates(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    reply = run(*SMALL, "--seed", "7")
    assert (reply.returncode, reply.stdout, reply.stderr) == (0, text(seed=7), "")
    call(capfd, *SMALL, "--seed", "7", "-o", tmp_path / "t.trf")
    assert (tmp_path / "t.trf").read_bytes() == text(seed=7).encode()


def test_every_option_reaches_the_recipe(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each with a value of its own; what is printed as a config says so."""
    (tmp_path / "ratings.txt").write_text("2200 2400\n2300 0\n")
    given: dict[str, object] = {
        "system": "olympiad", "rounds": 2, "played": 1, "seed": 3,
        "initial_colour": "black",
        "ranking": "esb", "forbidden": 2, "impossible": "stop", "ratings": str(tmp_path / "ratings.txt"),
        "rating_mean": 1900, "rating_deviation": 100, "rating_least": 1500, "unrated": 0.5, "noise": 10,
        "boards": 3, "board_noise": 20, "reserves": 2, "absences": 0.1, "half_byes": 0.4, "full_byes": 0.3,
        "late": 0.15, "withdrawals": 0.05, "reserve_games": 0.35, "expectation": "logistic",
        "draw_rate": 0.25, "draw_slope": 0.01, "white_advantage": -5, "forfeits": 0.12,
        "double_forfeits": 0.21, "unrated_games": 0.07, "board_forfeits": 0.08, "teams": 4,
    }  # fmt: skip
    options = {option.name for group in OPTIONS.values() for option in group}
    assert given.keys() == options - {"players", "maxi", "scoring"}
    for name, value in given.items():
        assert value != getattr(Recipe(), name, None)
    words = [word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    worth = ("--scoring", "white_win=3,black_win=3")
    reply = call(capfd, "generate", *words, *worth, "--print-config", "-o", tmp_path / "c.toml")
    assert (reply.returncode, reply.stdout, reply.stderr) == (0, "", "")
    r = recipe(config=tmp_path / "c.toml")
    for name, value in given.items():
        if name not in ("teams", "ratings"):
            assert getattr(r, name) == value
    assert (r.players, r.ratings, r.scoring) == (4, (2400, 2300, 2200, 0), r.scoring)
    assert r.scoring is not None
    assert (r.scoring.white_win, r.scoring.full_bye) == (30, 20)
    reply = call(capfd, "generate", "--maxi", "--players", "30", "--print-config")
    assert {"maxi = true", "players = 30"} < set(reply.stdout.splitlines())


def test_a_printed_config_gives_the_same_bytes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    ms.write_trf(ms.generate("ecu", players=9, rounds=5, seed=4), tmp_path / "model.trf")
    by_model = ("generate", "--model", tmp_path / "model.trf", "--seed", "9")
    call(capfd, *by_model, "--print-config", "-o", tmp_path / "c.toml")
    direct = call(capfd, *by_model)
    assert direct.returncode == 0
    assert call(capfd, "generate", "--config", tmp_path / "c.toml").stdout == direct.stdout
    assert run("generate", "--config", "-", stdin=(tmp_path / "c.toml").read_bytes()).stdout == direct.stdout


def test_a_model_from_standard_input() -> None:
    reply = run("generate", "--model", "-", "--seed", "5", stdin=text())
    assert reply.returncode == 0
    assert len(parse_trf(reply.stdout).participants) == 12


def test_many_into_a_directory(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, *SMALL, "--seed", "5", "--count", "3", "-o", tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["5.trf", "6.trf", "7.trf"]
    for seed in (5, 6, 7):
        assert (tmp_path / f"{seed}.trf").read_text() == text(seed=seed)


def test_many_as_json_one_a_line_are_paired(capfd: pytest.CaptureFixture[str]) -> None:
    reply = run(*SMALL, "--played", "2", "--count", "3", "--format", "json")
    states = [json.loads(line) for line in reply.stdout.splitlines()]
    assert [ms.Tournament.from_dict(state).round for state in states] == [3, 3, 3]
    paired = run("pair", "--format", "json", "-", stdin=reply.stdout)
    assert [json.loads(line)["round"] for line in paired.stdout.splitlines()] == [3, 3, 3]


@pytest.mark.parametrize("system", ["lim", "ecu", "olympiad"])
def test_generate_check_is_clean(system: str) -> None:
    made = run("generate", "--system", system, "--seed", "11", "--forfeits", "0.1", "--absences", "0.1")
    reply = run("check", "-", stdin=made.stdout)
    assert (reply.returncode, reply.stderr) == (0, "")


@pytest.mark.parametrize("system", ["lim", "ecu", "olympiad"])
def test_as_programs_call_an_engine(system: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.toml").write_text("players = 12\nrounds = 4\n")
    ms.write_trf(ms.generate(system, players=8, rounds=3), tmp_path / "model.trf")
    expected = text(system, seed=7)
    assert call(capfd, f"--{system}", "-g", tmp_path / "c.toml", "-s", "7").stdout == expected
    call(capfd, f"--{system}", "-g", tmp_path / "c.toml", "-o", tmp_path / "out.trf", "-s", "7")
    assert (tmp_path / "out.trf").read_text() == expected
    by_model = call(capfd, f"--{system}", tmp_path / "model.trf", "-g")
    assert len(parse_trf(by_model.stdout).participants) == 8
    assert call(capfd, f"--{system}", "-g").stdout == format_trf(ms.generate(system))


def test_a_failure_leaves_what_was_there(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "t.trf"
    out.write_text("before")
    reply = call(capfd, "generate", "--players", "3", "--late", "0", "--absences", "0", "-o", out)
    assert reply.returncode == 1
    assert reply.stderr.startswith("medianswiss: seed 0, round 4: no legal pairing of the round exists")
    assert out.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["t.trf"]


def test_a_config_nested_too_deeply_says_in_which_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "deep.toml"
    config.write_text(f"rounds = 3\n# [\nx = {'[' * 100_000}\n")
    reply = call(capfd, "generate", "--config", config)
    assert reply.returncode == 3
    assert reply.stderr.startswith(f"medianswiss: {config}:3: not TOML: ")
    assert "nested" in reply.stderr
