"""`medianswiss simulate`: its answers are those of `simulate`, its files whole, its errors one line."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import medianswiss as ms
from medianswiss import Settings, Simulation, cli, simulation
from medianswiss.commands import console
from optional import skip_without_packages_for
from test_cli import COMMAND, call, complaint, environment

SMALL = ("simulate", "--players", "20", "--rounds", "5", "--tournaments", "400", "--seed", "7")
ASKED: dict[str, Any] = {"players": 20, "rounds": 5, "seed": 7, "keep": "sums"}


def simulated(**choices: Any) -> Simulation:
    return ms.simulate(**({"tournaments": 400} | ASKED | choices))


def test_the_table_says_what_was_measured(capfd: pytest.CaptureFixture[str]) -> None:
    result = call(capfd, *SMALL)
    assert (result.returncode, result.stderr) == (0, "")
    heading, empty, head, *rows = result.stdout.splitlines()
    assert heading == "lim, 20 players, 5 rounds, seed 7: 400 tournaments"
    assert empty == ""
    assert re.split(r"\s{2,}", head) == ["of a tournament", "mean", "standard error"]
    assert len({len(row) for row in rows}) == 1, "columns stand below each other"
    told = {label: (mean, error) for label, mean, error in (re.split(r"\s{2,}", row) for row in rows)}
    run = simulated()
    summary = run.summary()
    wins, kendall, floats = (summary[name] for name in ("best_wins", "kendall", "floats"))
    assert told["the strongest wins"] == (f"{100 * wins.mean:.2f} %", f"{100 * wins.error:.2f} %")
    assert told["the strongest is among the first 3"][0] == f"{100 * run.chance_of_top(3):.2f} %"
    correlation = "rank correlation of strength and score, Kendall (1: in full accord)"
    assert told[correlation] == (f"{kendall.mean:.4f}", f"{kendall.error:.4f}")
    each = "games against another score (floats), of each of the players"
    assert told[each][0] == f"{floats.mean / 20:.4f}"
    assert told["games"] == ("50.0000", "0.0000")
    assert told["pairs who had met before"][0] == "0.0000"


def test_json_says_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    reply = json.loads(call(capfd, *SMALL, "--format", "json").stdout)
    run = simulated()
    assert reply["tournaments"] == 400
    assert reply["ranges"] == [[0, 400]]
    assert reply["interrupted"] is False
    assert Settings(**reply["settings"]) == run.settings
    assert reply["measures"] == {
        name: {"mean": each.mean, "error": each.error} for name, each in run.summary().items()
    }
    assert {k: each["mean"] for k, each in reply["strongest_in_top"].items()} == {
        str(k): run.chance_of_top(k) for k in (1, 3, 10)
    }


def test_no_tournament_has_no_means(capfd: pytest.CaptureFixture[str]) -> None:
    nothing = ("simulate", "--tournaments", "0", "--players", "2", "--rounds", "1")
    reply = json.loads(call(capfd, *nothing, "--format", "json").stdout)
    assert reply["measures"]["kendall"] == {"mean": None, "error": None}
    assert list(reply["strongest_in_top"]) == ["1"]
    assert "the strongest wins" in call(capfd, *nothing).stdout


def test_every_parameter_of_simulate_can_be_given(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ratings.txt").write_text("2500\n2300\n2400\n2200\n")
    given = {
        "system": "olympiad",
        "players": 4,
        "rounds": 2,
        "seed": 3,
        "ratings": tmp_path / "ratings.txt",
        "rating_mean": 1900,
        "rating_deviation": 100,
        "rating_least": 1500,
        "noise": 10,
        "expectation": "logistic",
        "draw_rate": 0.25,
        "draw_slope": 0.01,
        "white_advantage": -5,
        "forfeits": 0.1,
        "absences": 0.1,
        "half_byes": 0.4,
        "late": 0.1,
        "withdrawals": 0.05,
        "boards": 3,
        "board_noise": 20,
        "initial_colour": "black",
        "ranking": "esb",
        "top": 3,
    }
    assert {f.name for f in fields(Settings)} == {*given, "maxi", "scoring"}
    options = [word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    worth = ["--maxi", "--scoring", "white_win=3,black_win=3,white_draw=1,black_draw=1,half_bye=0.5"]
    reply = call(capfd, "simulate", "--tournaments", "5", "--format", "json", *options, *worth)
    assert (reply.returncode, reply.stderr) == (0, "")
    settings = json.loads(reply.stdout)["settings"]
    scoring = settings.pop("scoring")
    assert scoring["white_win"] == 30
    assert scoring["black_draw"] == 10
    assert scoring["half_bye"] == 5
    assert scoring["full_bye"] == 20, "the rest is as usual for teams"
    assert settings == given | {"ratings": [2500, 2400, 2300, 2200], "maxi": True}


def test_first_is_part_of_a_larger_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    call(capfd, *SMALL, "-o", tmp_path / "a.npz")
    later = ("--tournaments", "100", "--first", "400")
    call(capfd, *SMALL[:5], "--seed", "7", *later, "-o", tmp_path / "b.npz")
    joined = Simulation.load(tmp_path / "a.npz") + Simulation.load(tmp_path / "b.npz")
    assert joined.moments == simulated(tournaments=500).moments


@pytest.mark.parametrize("keep", ["sums", "tournaments", "players"])
def test_a_saved_run_is_continued(keep: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, other = tmp_path / "run.npz", tmp_path / "other.npz"
    call(capfd, *SMALL, "-o", path, "--keep", keep)
    before = path.read_bytes()
    more = call(capfd, "simulate", "--continue", path, "--tournaments", "100", "-o", other, "--speed")
    assert path.read_bytes() == before
    assert re.fullmatch(r"medianswiss: 100 tournaments in [0-9.]+ s: [0-9,]+ a second\n", more.stderr)
    assert "500 tournaments" in more.stdout
    call(capfd, "simulate", "--continue", path, "--tournaments", "100")
    whole = simulated(tournaments=500, keep=keep)
    for run in (Simulation.load(path), Simulation.load(other)):
        assert run.moments == whole.moments
        assert run.ranges == ((0, 500),)
        assert run.keep == keep
        assert all((run.sums[name] == whole.sums[name]).all() for name in whole.sums)


def test_a_process_pool_and_dask_give_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    by_threads = call(capfd, *SMALL, "--threads", "2", "--format", "json")
    assert call(capfd, *SMALL, "--processes", "2", "--format", "json").stdout == by_threads.stdout
    pytest.importorskip("distributed")
    result = subprocess.run(
        [*COMMAND, *SMALL, "--dask", "--format", "json"], capture_output=True, env=environment(), text=True
    )
    assert (result.stdout, result.stderr) == (by_threads.stdout, "")


@pytest.mark.parametrize("of", ["tournaments", "players"])
def test_a_table_and_a_picture(of: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    pytest.importorskip("matplotlib")
    files = ("--parquet", tmp_path / "each.parquet", "--of", of, "--plot", tmp_path / "all.png")
    result = call(capfd, *SMALL, *files)
    assert (result.returncode, result.stderr) == (0, "")
    assert pandas.read_parquet(tmp_path / "each.parquet").equals(simulated(keep=of).to_frame(of))  # type: ignore[arg-type]
    assert (tmp_path / "all.png").read_bytes().startswith(b"\x89PNG")
    assert len(list(tmp_path.iterdir())) == 2


def test_progress_is_a_bar_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    result = call(capfd, *SMALL, "--progress")
    assert "400/400" in result.stderr
    assert result.stdout == call(capfd, *SMALL, "--no-progress").stdout


def hear_interrupts() -> None:
    """Whoever runs the tests in the background ignores them, and would hand that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("who", [("--threads", "2"), ("--processes", "2")])
def test_an_interrupt_tells_what_is_done(who: tuple[str, ...], tmp_path: Path) -> None:
    """Ctrl-C goes to all processes of a terminal; when it comes, something is done."""
    pytest.importorskip("tqdm")
    saved = ("-o", str(tmp_path / "run.npz"))
    process = subprocess.Popen(
        [*COMMAND, "simulate", "--tournaments", str(10**9), "--format", "json", "--progress", *who, *saved],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    with process:
        try:
            assert process.stderr is not None
            seen = b""
            while not re.search(rb" [1-9]\d*/1000000000", seen):
                seen += process.stderr.read(1)
            os.killpg(process.pid, signal.SIGINT)
            out, said = process.communicate(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert b"Traceback" not in said
    reply, run = json.loads(out), Simulation.load(tmp_path / "run.npz")
    assert reply["interrupted"] is True
    assert 0 < reply["tournaments"] == len(run) < 10**9
    assert reply["ranges"] == [[0, len(run)]]


# What is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--system", "dutch"], 2, "invalid choice: 'dutch'"),
        (["--players", "x"], 2, "--players: 'x' is not an integer"),
        (["--players", "1"], 2, "players 1 is not an integer from 2"),
        (["--draw-rate", "2"], 2, "draw_rate 2.0 is not a chance from 0 to 1"),
        (["--tournaments", "-1"], 2, "--tournaments -1"),
        (["--first", "-1"], 2, "first -1"),
        (["--threads", "0"], 2, "--threads 0"),
        (["--processes", "0"], 2, "--processes 0"),
        (["--threads", "1", "--processes", "1"], 2, "not allowed with argument"),
        (["--scoring", "win=1"], 2, "there is no result 'win'"),
        (["--scoring", "white_win=0.55"], 2, "'0.55' is not a number of points"),
        (["--scoring", "white_win=3"], 2, "the median (2.2) needs one value"),
        (["--of", "players"], 2, "--of goes with --parquet"),
        (
            ["--parquet", "a.parquet", "--keep", "sums"],
            2,
            "the table of tournaments needs --keep tournaments",
        ),
        (["--parquet", "a.parquet", "--of", "players", "--keep", "tournaments"], 2, "needs --keep players"),
        (["--continue", "run.npz", "--rounds", "3"], 2, "--rounds is that of the run which is continued"),
        (["--continue", "run.npz", "--first", "3"], 2, "--first is that of the run"),
        (["--continue", "none.npz"], 3, "cannot read none.npz: No such file"),
        (["--continue", "bad.npz"], 3, "bad.npz is not a saved simulation"),
        (
            ["--continue", "run.npz", "--parquet", "a.parquet"],
            3,
            "run.npz: the table of tournaments was not kept",
        ),
        (["--ratings", "none.txt"], 3, "cannot read none.txt: No such file"),
        (["--ratings", "bad.txt"], 3, "bad.txt:2: 'x' is not a rating from 0 to 4000"),
        (["-o", "no/run.npz"], 3, "cannot write no/run.npz: No such file"),
        (["-o", "bad.txt/run.npz"], 3, "cannot write bad.txt/run.npz: Not a directory"),
        (["-o", "."], 3, "cannot write .: Is a directory"),
        (["--plot", "no/a.png"], 3, "cannot write no/a.png: No such file"),
        (["--plot", "a.xyz"], 3, "a.xyz does not end like a picture"),
    ],
)
def test_what_cannot_be_done_is_one_line_before_the_work(
    arguments: list[str],
    status: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    skip_without_packages_for(arguments)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text("2000\nx\n")
    (tmp_path / "bad.npz").write_text("not one")
    simulated(tournaments=1).save("run.npz")
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(simulation, "_run", lambda *_: pytest.fail("it worked"))
    result = call(capfd, "simulate", *arguments)
    assert (result.returncode, result.stdout) == (status, "")
    assert words in complaint(result)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("package", "extra", "options"),
    [
        ("matplotlib.backend_bases", "plot", ("--plot", "a.png")),
        ("pyarrow.parquet", "frames", ("--parquet", "a.parquet")),
        ("tqdm", "simulate", ("--progress",)),
        ("distributed", "dask", ("--dask",)),
    ],
)
def test_an_extra_that_is_missing_is_named(
    package: str,
    extra: str,
    options: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    result = call(capfd, *SMALL, *options)
    assert result.returncode == 3
    name = package.partition(".")[0]
    assert complaint(result) == f"medianswiss: {name} is not installed: pip install 'medianswiss[{extra}]'"


def test_without_tqdm_there_is_no_bar_and_no_complaint(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(console, "find_spec", lambda _: None)
    assert call(capfd, *SMALL).stderr == ""


def test_a_scheduler_that_is_not_there(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    result = call(capfd, *SMALL, "--dask", "nonsense://x")
    assert result.returncode == 3
    assert "cannot reach the Dask scheduler nonsense://x" in complaint(result)


def test_the_command_line_starts_without_the_simulation() -> None:
    program = (
        "import sys; from medianswiss import cli\n"
        "try: cli.main(['simulate', '--help'])\n"
        "except SystemExit: pass\n"
        "late = {'medianswiss.simulation', 'medianswiss.plots', 'concurrent.futures', 'statistics', 'tqdm'}\n"
        "assert not late & set(sys.modules), late & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=environment(), stdout=subprocess.DEVNULL)


def test_the_help_names_every_option(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "--help"]) == 0
    said = capfd.readouterr().out
    for f in fields(Settings):
        assert f"--{f.name.replace('_', '-')} " in said
    assert "simulate whole tournaments" in call(capfd, "--help").stdout
