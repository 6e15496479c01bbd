"""Pictures of simulations (matplotlib, the extra ``plot``); nothing here opens a window.

The same simulation is the same picture: nothing depends on the settings of the machine or on the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ._core import COLOUR_BOUND
from .atomic import write_bytes_atomically
from .errors import MedianSwissError
from .extras import imported

if TYPE_CHECKING:
    from .simulation import Estimate, Simulation

__all__ = ["convergence", "overview", "write_figure"]

LINE: Final = "#1f4e79"
"""The colour of everything that is of one system."""

MEASURED: Final = {
    "best_in_top_3": "chance of the strongest to be in the top 3",
    "best_place": "place of the strongest",
    "best_wins": "chance of the strongest to win",
    "colours_unbalanced": "participants with a colour difference over 1",
    "floats": "games against another score, both sides counted",
    "kendall": "rank correlation of strength and score (Kendall's tau-b)",
    "spearman": "rank correlation of strength and score (Spearman's rho)",
    "top_games": "games between the top",
    "winner_strength_place": "strength place of the winner",
}
"""What stands at an axis; other measures go by their own name."""


def overview(simulation: Simulation) -> Any:
    """Rank against strength, scores, colour differences and floats of a simulation, as one Figure.

    Parameters
    ----------
    simulation : Simulation

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = _figure((11.5, 8.5))
    axes = figure.subplots(2, 2)
    s = simulation.settings
    who = "teams" if s.teams else "players"
    figure.suptitle(
        f"{s.system}: {len(simulation):,} tournaments of {s.size} {who}, {s.rounds} rounds, seed {s.seed}"
    )
    draw_places(axes[0, 0], simulation)
    draw_scores(axes[0, 1], simulation)
    draw_colours(axes[1, 0], simulation)
    draw_floats(axes[1, 1], simulation)
    return figure


def draw_places(axes: Any, simulation: Simulation) -> None:
    """How often each strength place ended at each place; the mean as a line."""
    place_of = simulation.sums["place_of"]
    size = len(place_of)
    share = place_of / max(1, len(simulation))
    around = (0.5, size + 0.5, 0.5, size + 0.5)
    shades = imported("matplotlib.colors").PowerNorm(0.5, vmin=0)  # rare places are seen too
    image = axes.imshow(100 * share.T, origin="lower", cmap="Blues", extent=around, norm=shades)
    axes.figure.colorbar(image, ax=axes, label="% of tournaments")
    places = np.arange(1, size + 1)
    axes.plot(places, share @ places, color="#c0392b", linewidth=1.8, label="mean place")
    axes.plot(places, places, color="#888888", linewidth=0.8, linestyle=":", label="as strong")
    axes.set(xlabel="place by strength (1 the strongest)", ylabel="place in the final ranking")
    axes.set(title="Rank against strength", xlim=around[:2], ylim=around[2:])
    axes.legend(loc="upper left")


def draw_scores(axes: Any, simulation: Simulation) -> None:
    """The mean score of each strength place."""
    score = simulation.sums["score"] / 10 / max(1, len(simulation))
    axes.plot(np.arange(1, len(score) + 1), score, color=LINE)
    axes.set(xlabel="place by strength (1 the strongest)", ylabel="mean score", title="Score")
    axes.grid(alpha=0.3)


def draw_colours(axes: Any, simulation: Simulation) -> None:
    """The share of participants by colour difference."""
    colours = simulation.sums["colours"]
    shown = np.arange(len(colours)) - COLOUR_BOUND
    used = np.abs(shown) <= max([1, *np.abs(shown[colours > 0])])
    axes.bar(shown[used], 100 * colours[used] / max(1, colours.sum()), color=LINE)
    axes.set(xlabel="games with White less games with Black", ylabel="% of participants")
    axes.set(title="Colour differences", xticks=shown[used])
    axes.grid(axis="y", alpha=0.3)


def draw_floats(axes: Any, simulation: Simulation) -> None:
    """The share of participants by the number of their floats."""
    floats = simulation.sums["floats"]
    axes.bar(np.arange(len(floats)), 100 * floats / max(1, floats.sum()), color=LINE)
    axes.set(xlabel="games against somebody of another score", ylabel="% of participants", title="Floats")
    axes.grid(axis="y", alpha=0.3)


def convergence(
    simulations: Mapping[str, Iterable[Simulation]] | Iterable[Simulation],
    measure: str | Callable[[Simulation], Estimate] = "kendall",
    *,
    level: float | None = None,
) -> Any:
    """A measure against the number of rounds, with twice its standard error either way.

    Parameters
    ----------
    simulations : mapping of str to iterables of Simulation, or iterable of Simulation
        One curve a name; without names, one a system. Each simulation has its own number of rounds.
    measure : str or callable
        One of `Simulation.summary`, or what gives an `Estimate` of a simulation.
    level : float, optional
        A horizontal line: what is wanted.

    Returns
    -------
    matplotlib.figure.Figure
    """
    curves = _curves(simulations)
    figure = _figure((8.5, 5.5))
    axes = figure.subplots()
    for name, runs in curves.items():
        points = sorted((run.settings.rounds, _estimated(run, measure)) for run in runs)
        rounds = [rounds for rounds, _ in points]
        means = [mean for _, (mean, _) in points]
        errors = [2 * error for _, (_, error) in points]
        axes.errorbar(rounds, means, yerr=errors, marker="o", markersize=4, capsize=3, label=name)
    if level is not None:
        axes.axhline(level, color="#888888", linestyle="--", linewidth=1)
    named = measure if isinstance(measure, str) else getattr(measure, "__name__", "")
    axes.set(xlabel="rounds", ylabel=MEASURED.get(named, named.replace("_", " ")))
    axes.set(title="By number of rounds (bars: two standard errors either way)")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _curves(
    simulations: Mapping[str, Iterable[Simulation]] | Iterable[Simulation],
) -> dict[str, list[Simulation]]:
    if isinstance(simulations, Mapping):
        return {name: list(runs) for name, runs in simulations.items()}
    curves: dict[str, list[Simulation]] = {}
    for run in simulations:
        curves.setdefault(run.settings.system, []).append(run)
    return curves


def _estimated(run: Simulation, measure: str | Callable[[Simulation], Estimate]) -> tuple[float, float]:
    estimate = run.summary()[measure] if isinstance(measure, str) else measure(run)
    return estimate.mean, estimate.error


def _figure(size: tuple[float, float]) -> Any:
    """An empty figure that belongs to no window."""
    return imported("matplotlib.figure").Figure(figsize=size, layout="constrained")


def picture_kind(path: str | os.PathLike[str]) -> str:
    """The kind of picture the end of a name asks for: ``"png"``, ``"svg"``, ``"pdf"``, ...

    Raises
    ------
    MedianSwissError
        There is no such kind.
    """
    kinds = imported("matplotlib.backend_bases").FigureCanvasBase.get_supported_filetypes()
    kind = Path(path).suffix[1:].lower()
    if kind not in kinds:
        raise MedianSwissError(f"{os.fspath(path)} does not end like a picture: {', '.join(sorted(kinds))}")
    return kind


def write_figure(figure: Any, path: str | os.PathLike[str]) -> None:
    """Write a figure to a file, whole or not at all; the end of its name says what kind of picture it is."""
    kind = picture_kind(path)
    undated = {"svg": {"Date": None}, "svgz": {"Date": None}, "pdf": {"CreationDate": None}}
    buffer = BytesIO()
    with imported("matplotlib").rc_context({"svg.hashsalt": "medianswiss"}):
        figure.savefig(buffer, format=kind, dpi=120, metadata=undated.get(kind))
    write_bytes_atomically(path, buffer.getvalue())
