"""Pictures of simulations: what they show is what was summed. No pixels are looked at."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import medianswiss as ms
from medianswiss import MedianSwissError, Simulation

matplotlib = pytest.importorskip("matplotlib")
from medianswiss import plots  # noqa: E402


@pytest.fixture(scope="module")
def run() -> Simulation:
    return ms.simulate("lim", tournaments=300, players=21, rounds=5, seed=5, absences=0.05)


def heights(axes: Any) -> list[float]:
    return [bar.get_height() for bar in axes.patches]


def test_the_overview_shows_the_sums(run: Simulation) -> None:
    figure = plots.overview(run)
    places, scores, colours, floats = figure.axes[:4]
    assert figure.get_suptitle() == "lim: 300 tournaments of 21 players, 5 rounds, seed 5"
    assert [axes.get_title() for axes in figure.axes[:4]] == [
        "Rank against strength",
        "Score",
        "Colour differences",
        "Floats",
    ]
    share = run.sums["place_of"] / 300
    (image,) = places.images
    assert np.allclose(image.get_array(), 100 * share.T)
    assert places.lines[0].get_ydata() == pytest.approx(share @ np.arange(1, 22))
    (line,) = scores.lines
    assert line.get_xdata().tolist() == list(range(1, 22))
    assert line.get_ydata() == pytest.approx(run.sums["score"] / 10 / 300)
    assert np.sum(heights(colours)) == pytest.approx(100)
    shown = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in colours.patches}
    total = run.sums["colours"].sum()
    assert shown == {
        k: pytest.approx(100 * run.sums["colours"][k + 8] / total) for k in range(min(shown), max(shown) + 1)
    }
    assert heights(floats) == pytest.approx(100 * run.sums["floats"] / run.sums["floats"].sum())
    for axes in figure.axes[:4]:
        assert axes.get_xlabel()
        assert axes.get_ylabel()


def test_nothing_simulated_can_be_drawn_too() -> None:
    figure = plots.overview(ms.simulate("ecu", tournaments=0, players=4, rounds=2))
    assert figure.get_suptitle() == "ecu: 0 tournaments of 4 teams, 2 rounds, seed 0"


def test_convergence_shows_means_and_two_standard_errors() -> None:
    runs = [
        ms.simulate(system, tournaments=100, players=20, rounds=rounds, keep="sums")
        for system in ("lim", "random")
        for rounds in (7, 3, 5)
    ]
    figure = plots.convergence(runs, "spearman", level=0.8)
    (axes,) = figure.axes
    assert axes.get_xlabel() == "rounds"
    assert axes.get_ylabel() == "rank correlation of strength and score (Spearman's rho)"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["lim", "random"]
    for container, of in zip(axes.containers, (runs[:3], runs[3:]), strict=True):
        data, _, (bars,) = container.lines
        expected = {run.settings.rounds: run.summary()["spearman"] for run in of}
        assert data.get_xdata().tolist() == [3, 5, 7]
        for rounds, mean, (low, high) in zip(*data.get_data(), bars.get_segments(), strict=True):
            assert mean == expected[rounds].mean
            assert high[1] - low[1] == pytest.approx(4 * expected[rounds].error)
    assert list(axes.lines[-1].get_ydata()) == [0.8, 0.8]


def test_convergence_takes_names_and_any_estimate(run: Simulation) -> None:
    def chance(run: Simulation) -> Any:
        return run.in_top(3)

    figure = plots.convergence({"mine": [run]}, chance)
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["mine"]
    assert axes.containers[0].lines[0].get_ydata().tolist() == [run.chance_of_top(3)]


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_picture_is_the_same_every_time_and_opens_nothing(
    kind: str, run: Simulation, tmp_path: Path
) -> None:
    run.plot(tmp_path / f"a.{kind}")
    run.plot(tmp_path / f"b.{kind}")
    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"a.{kind}", f"b.{kind}"]
    assert "matplotlib.pyplot" not in sys.modules


def test_a_picture_is_written_whole_or_not_at_all(
    run: Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"before")
    with pytest.raises(MedianSwissError, match="does not end like a picture"):
        run.plot(tmp_path / "a.xyz")

    def half(self: Any, file: Any, **_: Any) -> None:
        file.write(b"half of")
        raise RuntimeError

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", half)
    with pytest.raises(RuntimeError):
        run.plot(path)
    assert path.read_bytes() == b"before"
    assert [each.name for each in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize(
    ("package", "extra", "call"),
    [
        ("matplotlib.figure", "plot", lambda run: run.plot()),
        ("pandas", "frames", lambda run: run.to_frame()),
        ("pyarrow", "frames", lambda run: run.to_parquet("never.parquet")),
        ("tqdm", "simulate", lambda _: ms.simulate("lim", tournaments=1, progress=True)),
    ],
)
def test_what_is_not_installed_is_said(
    package: str, extra: str, call: Any, run: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MedianSwissError) as refused:
        call(run)
    name = package.partition(".")[0]
    assert str(refused.value) == f"{name} is not installed: pip install 'medianswiss[{extra}]'"
