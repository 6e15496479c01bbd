"""The settings of a generated tournament: names, as options and in a config, and what each is in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .tournament import SYSTEMS

__all__ = ["OPTIONS", "Option"]


@dataclass(frozen=True, slots=True)
class Option:
    """A setting as the command line and a config name it; `kind` is its type or its choices."""

    name: str
    kind: str | tuple[str, ...]
    help: str


OPTIONS: Final = {
    "the tournament": (
        Option("system", SYSTEMS, "rule set; lim"),
        Option("players", "integer", "players"),
        Option("teams", "integer", "teams, of a rule set for them"),
        Option("rounds", "integer", "rounds planned, 1 to 64"),
        Option("played", "integer", "rounds played; by default all of them"),
        Option("seed", "integer", "of the random numbers. The same seed gives the same tournament"),
        Option("initial_colour", ("lot", "white", "black"), "colour of #1 in round one"),
        Option("maxi", "flag", "it is a maxi-tournament"),
        Option("ranking", ("number", "esb"), "teams: how those level on points are ranked"),
        Option(
            "scoring",
            "scoring",
            "what results are worth, the rest as usual, for example white_win=3,black_win=3",
        ),
        Option("forbidden", "integer", "pairs the arbiter does not allow"),
        Option("impossible", ("error", "stop"), "what to do about a round without a legal pairing"),
    ),
    "who plays": (
        Option("ratings", "ratings", "the ratings, one a line, 0 for none; else they are drawn"),
        Option("rating_mean", "integer", "mean of the ratings drawn"),
        Option("rating_deviation", "integer", "and their standard deviation"),
        Option("rating_least", "integer", "less than this becomes this"),
        Option("unrated", "chance", "share of the players without a rating"),
        Option("noise", "integer", "standard deviation of strength around rating"),
        Option("boards", "integer", "teams: boards of a match"),
        Option("board_noise", "integer", "teams: standard deviation of the players around their team"),
        Option("reserves", "integer", "teams: players beyond the boards"),
        Option("absences", "chance", "chance of a participant to be absent from a round"),
        Option("half_byes", "chance", "chance of an absence to be worth half a point"),
        Option("full_byes", "chance", "chance of an absence to be worth a whole point"),
        Option("late", "chance", "chance of a participant to come after round one"),
        Option(
            "withdrawals", "chance", "chance of a participant to leave for good, in a round after the first"
        ),
        Option("reserve_games", "chance", "teams: chance of a reserve to play in a match"),
    ),
    "results": (
        Option(
            "expectation", ("fide", "logistic"), "expected score: FIDE's table (B.02) or the logistic curve"
        ),
        Option("draw_rate", "chance", "share of drawn games between equals of 2000"),
        Option("draw_slope", "number", "how much it grows with every 100 points of level, -1 to 1"),
        Option("white_advantage", "integer", "what White is worth, in rating points"),
        Option("forfeits", "chance", "chance of a game (of teams, a match) to be forfeited"),
        Option("double_forfeits", "chance", "chance of a forfeit to be one of both sides"),
        Option("unrated_games", "chance", "chance of a game to count and not to be rated"),
        Option("board_forfeits", "chance", "teams: chance of a board to be forfeited"),
    ),
}
"""All settings, in groups."""
