"""How many rounds until the strongest of 100 is among the first three in nine tournaments of ten?

usage: python benchmarks/studies/rounds.py [--tournaments N] [--seed N] [-o PICTURE]

Lim against pairing at random, and the European team Swiss for matches on four boards. Ratings are normal
(mean 2000, deviation 200), strengths lie around them (deviation 80), 35% of the games between equals are
drawn, White is worth 35 points: the defaults of `medianswiss.simulate`. All boards of a team are equally
strong here, so that the strongest team is the one whose boards are. Prints a Markdown table and the answer,
and draws the picture.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import medianswiss as ms
from medianswiss.plots import convergence, write_figure
from medianswiss.simulation import Estimate

PLAYERS: Final = 100
TOP: Final = 3
WANTED: Final = 0.9
USUAL: Final = (3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
ROUNDS: Final = {"lim": USUAL, "random": (*USUAL, *range(35, 64, 4)), "ecu": USUAL[:7]}
NAMES: Final = {"lim": "Lim", "random": "at random", "ecu": "European team Swiss"}
BUILD: Final = Path(__file__).parents[2] / "build" / "benchmarks"


def among_the_first_three(run: ms.Simulation) -> Estimate:
    """The chance of the strongest, and its standard error."""
    return run.in_top(TOP)


def simulated(system: str, tournaments: int, seed: int) -> list[ms.Simulation]:
    """A simulation for every number of rounds."""
    return [
        ms.simulate(
            system,
            players=PLAYERS,
            rounds=rounds,
            tournaments=tournaments,
            seed=seed,
            board_noise=0,
            keep="sums",
        )
        for rounds in ROUNDS[system]
    ]


def table(runs: dict[str, list[ms.Simulation]]) -> Iterator[str]:
    """A row for every number of rounds."""
    yield "| rounds | " + " | ".join(NAMES[system] for system in runs) + " |"
    yield "| ---: |" + " ---: |" * len(runs)
    by_rounds = {system: {run.settings.rounds: run.in_top(TOP) for run in of} for system, of in runs.items()}
    for rounds in max(ROUNDS.values(), key=len):
        cells = [
            f"{100 * chance.mean:.1f} ± {100 * chance.error:.1f} %"
            if (chance := by_rounds[system].get(rounds)) is not None
            else ""
            for system in runs
        ]
        yield f"| {rounds} | " + " | ".join(cells) + " |"


def answer(system: str, runs: list[ms.Simulation]) -> str:
    """The fewest rounds that reach what is wanted; and from where on two standard errors do not say no."""
    chances = {run.settings.rounds: run.in_top(TOP) for run in runs}
    reached = next((rounds for rounds, chance in chances.items() if chance.mean >= WANTED), None)
    if reached is None:
        return f"- {NAMES[system]}: not within {max(chances)} rounds."
    possibly = next(rounds for rounds, chance in chances.items() if chance.mean + 2 * chance.error >= WANTED)
    line = f"- {NAMES[system]}: {reached} rounds"
    return line + (f" (perhaps {possibly})." if possibly < reached else ".")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tournaments", type=int, default=6_000, help="for every number of rounds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", dest="output", type=Path, default=BUILD / "rounds.png")
    options = parser.parse_args()
    runs = {system: simulated(system, options.tournaments, options.seed) for system in ROUNDS}
    print(f"The strongest of {PLAYERS} is among the first {TOP} (seed {options.seed}, ± a standard error):\n")
    print("\n".join(table(runs)))
    print(f"\nIn {100 * WANTED:.0f} % of the tournaments, of {options.tournaments:,} each:")
    print("\n".join(answer(system, of) for system, of in runs.items()))
    options.output.parent.mkdir(parents=True, exist_ok=True)
    named = {NAMES[system]: of for system, of in runs.items()}
    figure = convergence(named, among_the_first_three, level=WANTED)
    figure.axes[0].set(ylabel=f"chance of the strongest of {PLAYERS} to be among the first {TOP}")
    write_figure(figure, options.output)
    print(f"\nPicture: {options.output}")


if __name__ == "__main__":
    main()
