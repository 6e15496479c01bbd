"""Pictures of simulations (matplotlib, the extra ``plot``); nothing here opens a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._core import COLOUR_BOUND

if TYPE_CHECKING:
    from .simulation import Simulation

__all__ = ["overview"]


def overview(simulation: Simulation) -> Any:
    """Rank against strength, scores, colour differences and floats of a simulation, as one matplotlib Figure.

    Parameters
    ----------
    simulation : Simulation

    Returns
    -------
    matplotlib.figure.Figure
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 8), layout="constrained")
    axes = figure.subplots(2, 2)
    s = simulation.settings
    figure.suptitle(
        f"{s.system}: {len(simulation):,} tournaments of {s.size}, {s.rounds} rounds, seed {s.seed}"
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
    image = axes.imshow(share.T, origin="lower", cmap="viridis", extent=(0.5, size + 0.5, 0.5, size + 0.5))
    axes.figure.colorbar(image, ax=axes, label="share of tournaments")
    places = np.arange(1, size + 1)
    axes.plot(places, share @ places, color="white", linewidth=1.5, label="mean")
    axes.set(xlabel="place by strength", ylabel="place in the final ranking", title="Rank against strength")
    axes.legend(loc="upper left")


def draw_scores(axes: Any, simulation: Simulation) -> None:
    """The mean score of each strength place."""
    score = simulation.sums["score"] / 10 / max(1, len(simulation))
    axes.plot(np.arange(1, len(score) + 1), score)
    axes.set(xlabel="place by strength", ylabel="mean score", title="Score")
    axes.grid(alpha=0.3)


def draw_colours(axes: Any, simulation: Simulation) -> None:
    """The share of participants by colour difference."""
    colours = simulation.sums["colours"]
    shown = np.flatnonzero(colours)
    axes.bar(shown - COLOUR_BOUND, colours[shown] / max(1, colours.sum()))
    axes.set(xlabel="games with White less games with Black", ylabel="share of participants")
    axes.set(title="Colour differences")


def draw_floats(axes: Any, simulation: Simulation) -> None:
    """The share of participants by the number of their floats."""
    floats = simulation.sums["floats"]
    axes.bar(np.arange(len(floats)), floats / max(1, floats.sum()))
    axes.set(xlabel="games against another score", ylabel="share of participants", title="Floats")
