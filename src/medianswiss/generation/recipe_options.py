"""The settings of a generated tournament: names, as options and in a config, and what each is in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..tournament import SYSTEMS

__all__ = ["OPTIONS", "Option"]


@dataclass(frozen=True, slots=True)
class Option:
    """A setting as the command line and a config name it.

    `kind` is its type or its choices, `default` what it is where nobody says: that of a `Recipe`.
    """

    name: str
    kind: str | tuple[str, ...]
    words: str
    default: str | int | float | None = None

    @property
    def help(self) -> str:
        """What it is, with its default."""
        return self.words if self.default is None else f"{self.words}; {self.default}"


OPTIONS: Final = {
    "the tournament": (
        Option("system", SYSTEMS, "rule set", "lim"),
        Option("players", "integer", "players", 100),
        Option("teams", "integer", "teams, of a rule set for them"),
        Option("rounds", "integer", "rounds planned, 1 to 64", 9),
        Option("played", "integer", "rounds played; by default all of them"),
        Option("seed", "integer", "of the random numbers. The same seed gives the same tournament", 0),
        Option("initial_colour", ("lot", "white", "black"), "colour of #1 in round one", "lot"),
        Option("maxi", "flag", "it is a maxi-tournament"),
        Option("ranking", ("number", "esb"), "teams: how those level on points are ranked", "number"),
        Option(
            "scoring",
            "scoring",
            "what results are worth, the rest as usual, for example white_win=3,black_win=3",
        ),
        Option("forbidden", "integer", "pairs the arbiter does not allow", 0),
        Option("impossible", ("error", "stop"), "what to do about a round without a legal pairing", "error"),
    ),
    "who plays": (
        Option("ratings", "ratings", "the ratings, one a line, 0 for none; else they are drawn"),
        Option("rating_mean", "integer", "mean of the ratings drawn", 2000),
        Option("rating_deviation", "integer", "and their standard deviation", 200),
        Option("rating_least", "integer", "less than this becomes this", 1400),
        Option("unrated", "chance", "share of the players without a rating", 0.05),
        Option("noise", "integer", "standard deviation of strength around rating", 80),
        Option("boards", "integer", "teams: boards of a match", 4),
        Option("board_noise", "integer", "teams: standard deviation of the players around their team", 100),
        Option("reserves", "integer", "teams: players beyond the boards", 1),
        Option("absences", "chance", "chance of a participant to be absent from a round", 0.02),
        Option("half_byes", "chance", "chance of an absence to be worth half a point", 0.5),
        Option("full_byes", "chance", "chance of an absence to be worth a whole point", 0.0),
        Option("late", "chance", "chance of a participant to come after round one", 0.03),
        Option(
            "withdrawals",
            "chance",
            "chance of a participant to leave for good, in a round after the first",
            0.005,
        ),
        Option("reserve_games", "chance", "teams: chance of a reserve to play in a match", 0.25),
    ),
    "results": (
        Option(
            "expectation",
            ("fide", "logistic"),
            "expected score: FIDE's table (B.02) or the logistic curve",
            "fide",
        ),
        Option("draw_rate", "chance", "share of drawn games between equals of 2000", 0.35),
        Option("draw_slope", "number", "how much it grows with every 100 points of level, -1 to 1", 0.0),
        Option("white_advantage", "integer", "what White is worth, in rating points", 35),
        Option("forfeits", "chance", "chance of a game (of teams, a match) to be forfeited", 0.01),
        Option("double_forfeits", "chance", "chance of a forfeit to be one of both sides", 0.1),
        Option("unrated_games", "chance", "chance of a game to count and not to be rated", 0.0),
        Option("board_forfeits", "chance", "teams: chance of a board to be forfeited", 0.005),
    ),
}
"""All settings, in groups."""
