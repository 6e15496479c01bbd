"""Mass simulation: hundreds of thousands of tournaments, each the same whoever plays it, and when.

Tournament i of a seed has words of its own from a counter-based generator (Philox), whatever piece of the
work it is in. What is summed up are integers, so sums do not depend on an order either.
"""

from __future__ import annotations

import codecs
import json
import math
import os
import stat
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from io import BytesIO
from itertools import islice, pairwise
from pathlib import Path
from statistics import NormalDist
from typing import Any, ClassVar, Final, Literal

import numpy as np
import numpy.typing as npt

from ._core import EXPECTED_UNIT, MEASURES, MOST_APART, NORMAL_STEPS, NORMAL_UNIT, Model, simulate_piece
from .errors import InvalidTournament, MedianSwissError, UnknownSystem
from .extras import imported
from .rating_tables import expected_hundredths
from .threads import number_of_threads
from .tournament import MAX_ROUNDS, SYSTEMS, TEAM_SYSTEMS, Game, Participant, Scoring, Tournament
from .validation import validate_scoring

__all__ = ["Settings", "Simulation", "simulate", "simulated"]

Arrays = Mapping[str, npt.NDArray[Any]]

Kept = Literal["sums", "tournaments", "players"]
"""What is kept of every tournament, the least first."""

RANDOM: Final = "random"
"""The baseline: paired without any rule."""

LEVEL: Final = 2000
"""Where `draw_rate` is meant."""

UNIT: Final = 1 << 20
"""Correlations are summed as integers of this unit."""
MOST_PLAYERS: Final = 2_000
"""`place_of` grows with their square: 32 MB a piece of work."""
ENTRIES_A_PIECE: Final = 250_000
"""Participants times rounds of one piece of work."""
MOST_RATING: Final = 4000
MOST_HEAD: Final = 16 * 2**20
"""Bytes of the settings of a saved run."""
MOST_RATINGS_BYTES: Final = 2**20
MOST_TOURNAMENTS: Final = 10**15
"""Of a run, and before it."""
UNKNOWN_WORKERS: Final = 64
"""How many an executor is taken to have that does not say: a cluster."""
AHEAD: Final = 4
"""Pieces a worker that are handed out before the first is back."""


# ---- the model -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What all tournaments of a simulation have in common; the parameters of `simulate`."""

    systems: ClassVar[tuple[str, ...]] = (*SYSTEMS, RANDOM)
    most_players: ClassVar[int] = MOST_PLAYERS

    system: str = "lim"
    players: int = 100
    rounds: int = 9
    seed: int = 0
    ratings: Sequence[int] | None = None  # kept as a tuple
    rating_mean: int = 2000
    rating_deviation: int = 200
    rating_least: int = 1400
    noise: int = 80
    expectation: Literal["fide", "logistic"] = "fide"
    draw_rate: float = 0.35
    draw_slope: float = 0.0
    white_advantage: int = 35
    forfeits: float = 0.0
    absences: float = 0.0
    half_byes: float = 0.0
    late: float = 0.0
    withdrawals: float = 0.0
    boards: int = 4
    board_noise: int = 100
    initial_colour: Literal["lot", "white", "black"] = "lot"
    maxi: bool = False
    ranking: Literal["number", "esb"] = "number"
    scoring: Scoring | None = None
    top: int | None = None

    def __post_init__(self) -> None:
        for name, value in list(vars(self).items()):
            object.__setattr__(self, name, _plain(value))
        if isinstance(self.ratings, Iterable) and not isinstance(self.ratings, str | bytes):
            object.__setattr__(
                self, "ratings", tuple(map(_plain, islice(self.ratings, self.most_players + 1)))
            )
        _check(self)

    @property
    def teams(self) -> bool:
        """Whether participants are teams."""
        return self.system in TEAM_SYSTEMS

    @property
    def size(self) -> int:
        """How many participants a tournament has."""
        return self.players if self.ratings is None else len(self.ratings)

    @property
    def top_size(self) -> int:
        """How many of the strongest are the top: a tenth by default, two at least."""
        return self.top if self.top is not None else max(2, self.size // 10)


def _plain(value: Any) -> Any:
    """Numbers of NumPy, over which studies loop, as those of Python."""
    scalar = isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0)
    return value.item() if scalar else value


def simulated(s: Settings, k: int) -> Tournament:
    """Tournament `k` of a simulation, whole: before the round after its last.

    Parameters
    ----------
    s : Settings
        Of a rule set; for ``"random"`` the tournament names none.
    k : int
        From 0.

    Returns
    -------
    Tournament
        With all rounds played (fewer where it had to stop); everybody is present, and `rounds` is what was
        planned.
    """
    k = _plain(k)
    _check_number("k", k, 2 * MOST_TOURNAMENTS)
    model = model_of(s)
    measures, _, finals, history = simulate_piece(model, _generator(s, model, k), 1, True, True)
    assert finals is not None
    assert history is not None
    stopped = int(measures["stopped"][0])
    played = stopped - 1 if stopped else s.rounds
    opponents, colours, results, points = (
        history[name][0].tolist() for name in ("opponents", "colours", "results", "game_points")
    )

    def game(p: int, r: int) -> Game:
        opponent, scored = opponents[p][r], points[p][r]
        return Game(
            None if opponent < 0 else opponent + 1,
            {1: "w", -1: "b", 0: None}[colours[p][r]],
            chr(results[p][r]),
            None if scored < 0 else scored / 10,
        )

    return Tournament(
        tuple(
            Participant(p + 1, rating=rating, games=tuple(game(p, r) for r in range(played)))
            for p, rating in enumerate(finals["rating"][0].tolist())
        ),
        None if s.system == RANDOM else s.system,
        s.rounds,
        played + 1,
        "white" if measures["drawn"][0] == 1 else "black",
        s.maxi,
        s.ranking,
        scoring=Scoring.usual(s.system) if s.scoring is None else s.scoring,
    )


def _check(s: Settings) -> None:
    def refuse(name: str, why: str) -> InvalidTournament:
        return InvalidTournament(f"{name} {getattr(s, name)!r} {why}")

    if not isinstance(s.system, str) or s.system not in s.systems:
        raise UnknownSystem(f"unknown system {s.system!r}; there are {', '.join(s.systems)}")
    whole = {
        "players": (2, s.most_players),
        "rounds": (1, MAX_ROUNDS),
        "seed": (0, 2**128 - 1),
        "rating_mean": (0, MOST_RATING),
        "rating_deviation": (0, 2000),
        "rating_least": (0, MOST_RATING),
        "noise": (0, 2000),
        "white_advantage": (-500, 500),
        "boards": (1, 64),
        "board_noise": (0, 2000),
    }
    for name, (low, high) in whole.items():
        check_integer(name, getattr(s, name), low, high)
    for name in ("draw_rate", "forfeits", "absences", "half_byes", "late", "withdrawals"):
        check_chance(name, getattr(s, name))
    if (
        isinstance(s.draw_slope, bool)
        or not isinstance(s.draw_slope, int | float)
        or not abs(s.draw_slope) <= 1
    ):
        raise refuse("draw_slope", "is not a number from -1 to 1")
    for name, values in (
        ("expectation", ("fide", "logistic")),
        ("initial_colour", ("lot", "white", "black")),
        ("ranking", ("number", "esb")),
        ("maxi", (False, True)),
    ):
        check_choice(name, getattr(s, name), values)
    if s.top is not None and (type(s.top) is not int or not 1 <= s.top <= s.size):
        raise refuse("top", f"is not an integer from 1 to {s.size}")
    if s.ratings is not None:
        of_integers = type(s.ratings) is tuple and all(type(rating) is int for rating in s.ratings)
        sized = of_integers and 2 <= len(s.ratings) <= s.most_players
        if not sized or not 0 <= min(s.ratings) <= max(s.ratings) <= MOST_RATING:
            raise InvalidTournament(f"ratings must be 2 to {s.most_players} integers from 0 to {MOST_RATING}")
        if list(s.ratings) != sorted(s.ratings, reverse=True):
            raise InvalidTournament("ratings must descend: numbers go by rating")
    if s.scoring is not None:
        validate_scoring(s.scoring)
        if s.system == "lim" and s.scoring.white_win != s.scoring.black_win:
            raise InvalidTournament(
                "a win with White and one with Black differ, and the median (2.2) needs one value"
            )


def check_integer(name: str, value: object, low: int, high: int) -> None:
    """Raise `InvalidTournament` where a setting is no integer of that range."""
    if type(value) is not int or not low <= value <= high:
        raise InvalidTournament(f"{name} {value!r} is not an integer from {low} to {high}")


def check_chance(name: str, value: object) -> None:
    """Raise `InvalidTournament` where a setting is no chance."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidTournament(f"{name} {value!r} is not a chance from 0 to 1")


def check_choice(name: str, value: object, values: Sequence[object]) -> None:
    """Raise `InvalidTournament` where a setting is none of the values it can have."""
    if type(value) is not type(values[0]) or value not in values:
        raise InvalidTournament(f"{name} {value!r} is none of {', '.join(map(str, values))}")


@lru_cache(maxsize=4)
def model_of(s: Settings) -> Model:
    """The model in C; kept, for a worker plays many pieces of one simulation."""
    rule_set = "lim" if s.system == RANDOM else s.system
    return Model(
        system=rule_set,
        rounds=s.rounds,
        size=s.size,
        boards=s.boards if s.teams else 0,
        at_random=s.system == RANDOM,
        by_lot=s.initial_colour == "lot",
        initial_colour=s.initial_colour,
        maxi=s.maxi,
        scoring=Scoring.usual(rule_set) if s.scoring is None else s.scoring,
        by_game_points=s.teams and s.ranking == "esb",
        rating=None if s.ratings is None else np.array(s.ratings, np.int32),
        rating_mean=s.rating_mean,
        rating_deviation=s.rating_deviation,
        rating_least=s.rating_least,
        noise=s.noise,
        board_noise=s.board_noise,
        normal=_normal_quantiles(),
        expected=_expected(s),
        draw_rate=round((s.draw_rate - s.draw_slope * LEVEL / 100) * 2**32),
        draw_slope=round(s.draw_slope / 200 * 2**32),
        forfeit=_chance(s.forfeits),
        absence=_chance(s.absences),
        half_bye=_chance(s.half_byes),
        late=_chance(s.late),
        leaving=_chance(s.withdrawals),
        top=s.top_size,
    )


def _chance(p: float) -> int:
    """A chance in 2^-32, the most that are told apart: a certain one is one less."""
    return min(round(p * 2**32), 2**32 - 1)


@lru_cache(maxsize=1)
def _normal_quantiles() -> npt.NDArray[np.int32]:
    """Quantiles of the normal distribution; the outermost are those in the middle of their steps."""
    inside = [NormalDist().inv_cdf(k / NORMAL_STEPS) for k in range(1, NORMAL_STEPS)]
    end = NormalDist().inv_cdf(1 - 1 / (4 * NORMAL_STEPS))
    return np.round(np.array([-end, *inside, end]) * NORMAL_UNIT).astype(np.int32)


def expectation(difference: int, kind: str) -> float:
    """The expected score of one whose rating is higher by `difference`.

    ``"fide"`` is FIDE's table (B.02, 8.1.2), ``"logistic"`` the curve it is near to.
    """
    if kind == "logistic":
        return 1 / (1 + 10 ** (-difference / 400))
    return expected_hundredths(difference) / 100


def odds(difference: int, level: float, s: Settings) -> tuple[float, float]:
    """The chances of White to win and to draw.

    Parameters
    ----------
    difference : int
        White's strength less Black's, the advantage of White included.
    level : float
        The average of both.
    s : Settings
        At equal strength and a level of 2000 `draw_rate` of the games are drawn, for every hundred
        points more `draw_slope` more of them; the rate falls with the expectation of the weaker side.
    """
    expected = expectation(difference, s.expectation)
    rate = min(1.0, max(0.0, s.draw_rate + s.draw_slope * (level - LEVEL) / 100))
    draw = rate * 2 * min(expected, 1 - expected)
    return expected - draw / 2, draw


def _expected(s: Settings) -> npt.NDArray[np.int32]:
    """White's expectation by its strength less Black's, in 1 / EXPECTED_UNIT; its advantage is included.

    It is rounded, so that no last digit of a logarithm decides a game.
    """
    apart = np.arange(-MOST_APART, MOST_APART + 1)
    table = [expectation(d + s.white_advantage, s.expectation) for d in apart.tolist()]
    return np.round(np.array(table) * EXPECTED_UNIT).astype(np.int32)


# ---- pieces of the work ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Rows:
    """What is kept of the tournaments `first` to `first + count` of a simulation."""

    first: int
    count: int
    measures: npt.NDArray[np.void] | None
    finals: dict[str, npt.NDArray[Any]] | None


@dataclass(frozen=True)
class Piece:
    """What comes of a piece of the work."""

    rows: Rows
    moments: dict[str, tuple[int, int, int]]
    sums: dict[str, npt.NDArray[np.int64]]


def _generator(s: Settings, model: Model, first: int) -> np.random.Philox:
    """The words of tournament `first` and those after it."""
    generator = np.random.Philox(s.seed)
    generator.advance(first * model.words // 4)  # it counts blocks of four
    return generator


def _play(s: Settings, first: int, count: int, keep: str) -> Piece:
    """Play a piece: what every worker does, in whatever thread, process or machine."""
    model = model_of(s)
    generator = _generator(s, model, first)
    measures, sums, finals, _ = simulate_piece(model, generator, count, keep == "players")
    kept = measures if keep != "sums" else None
    return Piece(Rows(first, count, kept, finals), _moments(measures, s), sums)


@dataclass(frozen=True)
class _Work:
    """A run: what is to be done, and how it is shown."""

    settings: Settings
    first: int
    tournaments: int
    keep: str
    progress: bool

    def pieces(self) -> Iterator[tuple[int, int]]:
        """First tournament and number of each piece."""
        most = max(1, min(2_000, ENTRIES_A_PIECE // (self.settings.size * self.settings.rounds)))
        stop = self.first + self.tournaments
        for first in range(self.first, stop, most):
            yield first, min(most, stop - first)


# ---- what is measured ------------------------------------------------------------------------------


def _ratio(numerator: npt.NDArray[Any], square: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Of correlations: NaN where one side has no order at all."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(numerator / np.sqrt(square.astype(np.float64)), np.float64)


def _kendall(m: npt.NDArray[np.void]) -> npt.NDArray[np.float64]:
    pairs = m["ranked"].astype(np.int64) * (m["ranked"] - 1) // 2
    return _ratio(m["agreement"], (pairs - m["tied"]).astype(np.float64) * pairs)


def _spearman(m: npt.NDArray[np.void]) -> npt.NDArray[np.float64]:
    n = m["ranked"].astype(np.float64)
    return _ratio(m["covariance"], m["variance"].astype(np.float64) * (n * (n * n - 1) / 3))


def _columns(m: npt.NDArray[np.void], s: Settings) -> dict[str, npt.NDArray[Any]]:
    """What is told of each tournament; places from 1."""
    return {
        "kendall": _kendall(m),
        "spearman": _spearman(m),
        "best_wins": m["best"] == 0,
        "best_in_top_3": m["best"] < 3,
        "best_place": m["best"] + 1,
        "winner_strength_place": m["winner"] + 1,
        "floats": m["floats"],
        "colours_unbalanced": m["unbalanced"],
        "top_games": m["top_games"],
        "games": m["games"],
        "byes": m["byes"],
        "rematches": m["rematches"],
        "cracked": m["cracked"],
        "stopped": m["stopped"] > 0,
    }


def _moments(m: npt.NDArray[np.void], s: Settings) -> dict[str, tuple[int, int, int]]:
    """Number, sum and sum of squares of each column, in integers."""
    moments = {}
    for name, column in _columns(m, s).items():
        if column.dtype.kind == "f":
            column = np.round(column[np.isfinite(column)] * UNIT)
        whole = column.astype(np.int64)
        moments[name] = (len(whole), int(whole.sum()), int((whole * whole).sum()))
    return moments


@dataclass(frozen=True)
class Estimate:
    """A mean over tournaments, and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, eq=False)
class Simulation:
    """What was measured of simulated tournaments. Two of the same settings are added by ``+``.

    Parameters
    ----------
    settings : Settings
    ranges : tuple of (int, int)
        Which tournaments: ``start`` to ``stop``, ascending.
    moments : dict
        Number, sum and sum of squares of every measure, in integers.
    sums : dict of int64 arrays
        Over all tournaments; n participants by strength place, the strongest first: ``place_of`` (n, n), how
        often each ended at each place; ``score`` (n,), in tenths; ``opponents`` (n,), sum of the opponents'
        ratings; ``games`` (n,). And ``floats`` (rounds + 1,), participants by the number of their
        games against somebody of another score; ``colours`` (17,), participants by whites less blacks, from
        -8 to 8; ``outcomes`` (201, 3), games by White's strength less Black's, from -1000 to 1000 in steps of
        ten: won, drawn, lost (of teams, of boards).
    measures : structured array or None
        An entry a tournament, in the order of `ranges`.
    finals : dict of (tournaments, n) arrays, or None
        By number: ``rating``, ``strength``, ``score`` (tenths), ``place`` (from 0), ``opponents`` (sum of
        their ratings), ``games``, ``colours`` (whites less blacks), ``floats``.
    interrupted : bool
        Whether it was ended before all was done.
    """

    settings: Settings
    ranges: tuple[tuple[int, int], ...]
    moments: dict[str, tuple[int, int, int]]
    sums: dict[str, npt.NDArray[np.int64]]
    measures: npt.NDArray[np.void] | None = None
    finals: dict[str, npt.NDArray[Any]] | None = None
    interrupted: bool = field(default=False)

    def __len__(self) -> int:
        return sum(stop - start for start, stop in self.ranges)

    def __add__(self, other: Simulation) -> Simulation:
        if not isinstance(other, Simulation):
            return NotImplemented
        if self.settings != other.settings:
            raise MedianSwissError("only simulations of the same settings can be added")
        both = sorted(self.ranges + other.ranges)
        for (_, stop), (start, _) in pairwise(both):
            if start < stop:
                raise MedianSwissError(f"tournament {start} is in both simulations")
        totals = _Totals(self.moments, self.sums).plus(other.moments, other.sums)
        rows = [*self._rows(), *other._rows()]
        return _collected(self.settings, rows, totals, self.interrupted or other.interrupted)

    @property
    def keep(self) -> Kept:
        """What is kept of every tournament."""
        return "players" if self.finals is not None else "sums" if self.measures is None else "tournaments"

    def _rows(self) -> Iterator[Rows]:
        """What was kept of each of the ranges."""
        before = 0
        for start, stop in self.ranges:
            rows = slice(before, before := before + stop - start)
            yield Rows(
                start,
                stop - start,
                None if self.measures is None else self.measures[rows],
                None if self.finals is None else {name: column[rows] for name, column in self.finals.items()},
            )

    def summary(self) -> dict[str, Estimate]:
        """Mean and standard error of every measure, a tournament.

        ``kendall`` and ``spearman`` are the rank correlations of strength and score (tau-b and rho).
        """
        return {name: _estimate(name, *moment) for name, moment in self.moments.items()}

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The measures of each tournament, by name.

        Raises
        ------
        MedianSwissError
            They were not kept.
        """
        if self.measures is None:
            if len(self) == 0:
                raise MedianSwissError("no tournament was simulated: there are no measures")
            raise MedianSwissError('the measures of each tournament were not kept: keep="tournaments"')
        return {"tournament": self.numbers(), **_columns(self.measures, self.settings)}

    def numbers(self) -> npt.NDArray[np.int64]:
        """The tournaments simulated, ascending: (tournaments,) int64."""
        return np.concatenate([np.arange(*r, dtype=np.int64) for r in self.ranges] or [np.zeros(0, np.int64)])

    def chance_of_top(self, k: int, strength_place: int = 1) -> float:
        """How often the one of a strength place (from 1, the strongest) ended among the first k."""
        size = self.settings.size
        if not 1 <= strength_place <= size or not 0 <= k <= size:
            raise ValueError(f"there are {size} participants: place {strength_place} among the first {k}?")
        return float(self.sums["place_of"][strength_place - 1, :k].sum() / max(1, len(self)))

    def in_top(self, k: int, strength_place: int = 1) -> Estimate:
        """`chance_of_top`, and its standard error."""
        n = len(self)
        if n == 0:
            return Estimate(math.nan, math.nan)
        chance = self.chance_of_top(k, strength_place)
        return Estimate(chance, math.sqrt(chance * (1 - chance) / max(1, n - 1)))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to an ``.npz`` file, whole or not at all."""
        from .atomic import write_bytes_atomically

        write_bytes_atomically(path, _as_npz(self))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Simulation:
        """Read what `save` wrote.

        Raises
        ------
        MedianSwissError
            The file is none of them.
        """
        return _from_npz(Path(path))

    def to_frame(self, of: Literal["tournaments", "players"] = "tournaments") -> Any:
        """A pandas DataFrame: a row a tournament, or a row a participant of each (``keep="players"``)."""
        pandas = imported("pandas")
        return pandas.DataFrame(self._table(of))

    def to_parquet(
        self, path: str | os.PathLike[str], of: Literal["tournaments", "players"] = "tournaments"
    ) -> None:
        """Write the table of `to_frame` as a Parquet file (pyarrow), whole or not at all."""
        from .atomic import write_bytes_atomically

        table = imported("pyarrow").table(self._table(of))
        buffer = BytesIO()
        imported("pyarrow.parquet").write_table(table, buffer)
        write_bytes_atomically(path, buffer.getvalue())

    def _table(self, of: str) -> dict[str, Any]:
        if of == "tournaments":
            return self.columns()
        if of != "players":
            raise ValueError(f"{of!r}: a table is of tournaments or of players")
        if self.finals is None:
            if len(self) == 0:
                raise MedianSwissError("no tournament was simulated: nobody ended with anything")
            raise MedianSwissError('what every participant ended with was not kept: keep="players"')
        size = self.settings.size
        table = {
            "tournament": np.repeat(self.numbers(), size),
            "number": np.tile(np.arange(1, size + 1, dtype=np.int32), len(self)),
        }
        return table | {name: column.reshape(-1) for name, column in self.finals.items()}

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """The picture of `plots.overview`, written to `path` where one is given; a matplotlib Figure.

        The end of the name says what kind of picture it is. It is written whole or not at all.
        """
        from .plots import overview, write_figure

        figure = overview(self)
        if path is not None:
            write_figure(figure, path)
        return figure


def _estimate(name: str, count: int, total: int, squares: int) -> Estimate:
    unit = UNIT if name in ("kendall", "spearman") else 1
    if count == 0:
        return Estimate(math.nan, math.nan)
    mean = total / count
    variance = max(0.0, squares / count - mean * mean) * count / max(1, count - 1)
    return Estimate(mean / unit, math.sqrt(variance / count) / unit)


@dataclass(frozen=True)
class _Totals:
    """What is summed over tournaments, added up as the pieces come: no piece is held for it.

    It is replaced, not changed, so that an interrupt never sees half of a piece.
    """

    moments: dict[str, tuple[int, int, int]]
    sums: dict[str, npt.NDArray[np.int64]]
    pieces: int = 0

    def plus(
        self, moments: Mapping[str, tuple[int, int, int]], sums: Mapping[str, npt.NDArray[np.int64]]
    ) -> _Totals:
        return _Totals(
            {name: _added(moment, moments[name]) for name, moment in self.moments.items()},
            {name: total + sums[name] for name, total in self.sums.items()},
            self.pieces + 1,
        )


def _added(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _ranges(rows: Sequence[Rows]) -> tuple[tuple[int, int], ...]:
    """Where the rows, which ascend, are without a gap they are one range."""
    ranges: list[tuple[int, int]] = []
    for each in rows:
        if ranges and ranges[-1][1] == each.first:
            ranges[-1] = (ranges[-1][0], each.first + each.count)
        else:
            ranges.append((each.first, each.first + each.count))
    return tuple(ranges)


def _collected(s: Settings, rows: Sequence[Rows], totals: _Totals, interrupted: bool) -> Simulation:
    rows = sorted(rows, key=lambda each: each.first)
    measures = [each.measures for each in rows if each.measures is not None]
    finals = [each.finals for each in rows if each.finals is not None]
    return Simulation(
        s,
        _ranges(rows),
        totals.moments,
        totals.sums,
        np.concatenate(measures) if len(measures) == len(rows) > 0 else None,
        {name: np.concatenate([f[name] for f in finals]) for name in finals[0]}
        if len(finals) == len(rows) > 0
        else None,
        interrupted,
    )


# ---- running ---------------------------------------------------------------------------------------


def simulate(
    system: str = "lim",
    *,
    tournaments: int = 1_000,
    first: int = 0,
    executor: Executor | None = None,
    threads: int | None = None,
    progress: bool = False,
    keep: Kept = "tournaments",
    ratings: Sequence[int] | str | os.PathLike[str] | None = None,
    **settings: Any,
) -> Simulation:
    """Simulate whole tournaments.

    Parameters
    ----------
    system : {"lim", "ecu", "olympiad", "random"}
        ``"random"`` pairs without any rule: the baseline.
    players, rounds : int
        Participants (teams by `ecu` and `olympiad`) and rounds of a tournament; 100 and 9 by default.
    tournaments : int
        How many.
    seed : int
        Tournament i of a seed and settings is the same in every run.
    first : int
        The number of the first one: a run is continued by another with a later `first`, and ``+`` joins
        the two.
    executor : concurrent.futures.Executor, optional
        Who does the work: a process pool, Dask's ``Client.get_executor()``, ...; threads by default. Its
        workers need this package, of the same version.
    threads : int, optional
        How many threads without an executor; as many as there are processors by default.
    progress : bool
        Show a bar on standard error (tqdm).
    keep : {"sums", "tournaments", "players"}
        What is kept: sums over all, the measures of every tournament too (about 80 bytes each), or also
        what every participant ended with (about 23 bytes each).
    ratings : sequence of int, or path, optional
        Given ratings, descending, or a text file of them, one a line; else they are drawn anew for every
        tournament from a normal distribution.
    rating_mean, rating_deviation, rating_least : int
        That distribution: 2000, 200, and 1400 for what would be less.
    noise : int
        Standard deviation of a player's strength around the rating; 80. What is drawn normally is never
        further off than 3.84 deviations.
    expectation : {"fide", "logistic"}
        Expected score by difference of strength: FIDE's table (B.02) or the logistic curve.
    draw_rate, draw_slope : float
        Share of drawn games between equals of 2000 (0.35), and how much it grows with every 100 points of
        level (0).
    white_advantage : int
        Rating points (35).
    forfeits : float
        Chance that a game (of teams, a match) is forfeited, by either side.
    absences, half_byes : float
        Chance of a participant to be absent from a round, and of that to be with half a point.
    late, withdrawals : float
        Chance to come after round one, and in every later round to leave for good.
    boards, board_noise : int
        Boards of a match of teams (4), and the deviation of their strengths around the team's (100).
    initial_colour : {"lot", "white", "black"}
        The colour of #1; drawn for each tournament by default.
    maxi, ranking, scoring : optional
        As in `Tournament`.
    top : int, optional
        How many of the strongest count as the top (``top_games``); a tenth.

    Returns
    -------
    Simulation
        After an interrupt (Ctrl-C) of what was done until then, from `first` on without a gap, with
        `interrupted` set.

    Raises
    ------
    InvalidTournament, UnknownSystem
        A setting is out of range.
    ValueError
        `threads` is no number of threads.
    """
    if isinstance(ratings, str | os.PathLike):
        ratings = read_ratings(ratings)
    s = Settings(system=system, ratings=ratings, **settings)
    if s.ratings is not None and settings.get("players", s.size) != s.size:
        raise InvalidTournament(f"players {settings['players']!r}, and there are {s.size} ratings")
    return played(s, first, tournaments, executor=executor, threads=threads, progress=progress, keep=keep)


def played(
    s: Settings,
    first: int,
    tournaments: int,
    *,
    executor: Executor | None = None,
    threads: int | None = None,
    progress: bool = False,
    keep: Kept = "tournaments",
) -> Simulation:
    """Play tournaments `first` to `first` + `tournaments` of a simulation; see `simulate`."""
    first, tournaments = _plain(first), _plain(tournaments)
    _check_run(tournaments, first, keep)
    work = _Work(s, first, tournaments, keep, progress)
    if executor is not None:
        if not callable(getattr(executor, "submit", None)):
            raise TypeError(f"executor must be an Executor, not {type(executor).__name__}")
        return _run(work, executor, getattr(executor, "_max_workers", None) or UNKNOWN_WORKERS)
    workers = number_of_threads(threads)
    with ThreadPoolExecutor(workers) as pool:
        return _run(work, pool, workers)


def _check_number(name: str, value: Any, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise InvalidTournament(f"{name} {value!r} is not an integer from 0 to {most}")


def _check_run(tournaments: int, first: int, keep: str) -> None:
    _check_number("tournaments", tournaments, MOST_TOURNAMENTS)
    _check_number("first", first, MOST_TOURNAMENTS)
    if not isinstance(keep, str) or keep not in ("sums", "tournaments", "players"):
        raise InvalidTournament(f"keep {keep!r} is none of sums, tournaments, players")


def read_ratings(path: str | os.PathLike[str], most: int = MOST_PLAYERS) -> tuple[int, ...]:
    """The ratings of a text file, one a line, `most` of them; descending, in whatever order they stand.

    Raises
    ------
    InvalidTournament
        With the file, and the line of what is no rating.
    OSError
        The file cannot be read.
    """
    name = os.fspath(path)
    with open(path, "rb") as file:
        data = file.read(MOST_RATINGS_BYTES + 1)
    if len(data) > MOST_RATINGS_BYTES:
        raise InvalidTournament(
            f"larger than {MOST_RATINGS_BYTES >> 20} MiB: not a list of ratings", file=name
        )
    ratings = []
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).splitlines(), 1):
        for word in line.split():
            if not word.isdigit() or len(word) > 4 or int(word) > MOST_RATING:
                shown = ascii(word[:20].decode("latin-1"))
                raise InvalidTournament(
                    f"{shown} is not a rating from 0 to {MOST_RATING}", file=name, line=number
                )
            ratings.append(int(word))
    if not 2 <= len(ratings) <= most:
        raise InvalidTournament(f"{len(ratings)} ratings: there can be 2 to {most}", file=name)
    return tuple(sorted(ratings, reverse=True))


def _run(work: _Work, executor: Executor, workers: int) -> Simulation:
    """Hand out the pieces, some ahead, and take them back in order: an interrupt leaves no gap."""
    running: deque[Future[Piece]] = deque()
    done: list[Rows] = []
    nothing = _play(work.settings, 0, 0, "sums")
    totals = _Totals(nothing.moments, nothing.sums)
    interrupted = False
    try:
        with _bar(work.tournaments, work.progress) as bar:
            left = work.pieces()
            while True:
                while len(running) < AHEAD * workers and (next_ := next(left, None)) is not None:
                    running.append(executor.submit(_play, work.settings, *next_, work.keep))
                if not running:
                    break
                piece = running.popleft().result()
                done.append(piece.rows)
                totals = totals.plus(piece.moments, piece.sums)
                if bar is not None:
                    bar.update(piece.rows.count)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        for future in running:
            future.cancel()
    return _collected(work.settings, done[: totals.pieces], totals, interrupted)


def _bar(total: int, progress: bool) -> AbstractContextManager[Any]:
    if not progress:
        return nullcontext()
    tqdm = imported("tqdm").tqdm
    bar: AbstractContextManager[Any] = tqdm(total=total, unit=" tournaments", smoothing=0.1)
    return bar


# ---- files -----------------------------------------------------------------------------------------


def _as_npz(simulation: Simulation) -> bytes:
    settings = asdict(simulation.settings)
    head = {
        "settings": settings,
        "ranges": simulation.ranges,
        "moments": simulation.moments,
        "interrupted": simulation.interrupted,
    }
    arrays: dict[str, Any] = {f"sums_{name}": total for name, total in simulation.sums.items()}
    if simulation.measures is not None:
        arrays["measures"] = simulation.measures
    if simulation.finals is not None:
        arrays |= {f"finals_{name}": column for name, column in simulation.finals.items()}
    buffer = BytesIO()
    np.savez_compressed(buffer, head=np.array(json.dumps(head)), **arrays)
    return buffer.getvalue()


def _from_npz(path: Path) -> Simulation:
    """Whatever is in the file: what is not what `_as_npz` writes is refused, and nothing is unpickled."""
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISDIR(mode):  # which says so when it is opened
            if not stat.S_ISREG(mode):  # the end of a device is never reached
                raise MedianSwissError("it is no regular file")
            if not zipfile.is_zipfile(path):
                raise MedianSwissError("it is no .npz file, or its end is missing")
        with zipfile.ZipFile(path) as archive:
            return _from_archive(archive)
    except _OtherVersion as error:
        raise MedianSwissError(f"{path} was saved by another version") from error
    except OSError:
        raise
    except Exception as error:
        why = str(error) if isinstance(error, MedianSwissError | json.JSONDecodeError) else "it is damaged"
        raise MedianSwissError(f"{path} is not a saved simulation: {why}") from error


class _OtherVersion(MedianSwissError):
    """The measures are others."""


def _from_archive(archive: zipfile.ZipFile) -> Simulation:
    head = _head_of(archive)
    settings = _settings_of(head["settings"])
    # What is in it for a run of no tournament at all says what must be there for one of many.
    measures, sums, finals, _ = simulate_piece(model_of(settings), np.random.Philox(0), 0, True)
    assert finals is not None
    ranges = _ranges_of(head["ranges"])
    count = sum(stop - start for start, stop in ranges)
    names = {name.removesuffix(".npy") for name in archive.namelist()}
    has_finals = any(f"finals_{name}" in names for name in finals)
    if "measures" in names and _header_of(archive, "measures")[1] != MEASURES:
        raise _OtherVersion
    return Simulation(
        settings,
        ranges,
        _moments_of(head["moments"], _moments(measures, settings)),
        {name: _array_of(archive, f"sums_{name}", like.shape, like.dtype) for name, like in sums.items()},
        _array_of(archive, "measures", (count,), MEASURES) if "measures" in names else None,
        {
            name: _array_of(archive, f"finals_{name}", (count, settings.size), like.dtype)
            for name, like in finals.items()
        }
        if has_finals
        else None,
        head["interrupted"] is True,
    )


def _head_of(archive: zipfile.ZipFile) -> dict[str, Any]:
    shape, dtype = _header_of(archive, "head")
    if shape != () or dtype.kind != "U" or dtype.itemsize > MOST_HEAD:
        raise MedianSwissError("head is not a text")
    head = json.loads(str(_array_of(archive, "head", shape, dtype)))
    if not isinstance(head, dict) or not head.keys() >= {"settings", "ranges", "moments", "interrupted"}:
        raise MedianSwissError("its head does not say what was simulated")
    return head


def _settings_of(told: Any) -> Settings:
    if not isinstance(told, dict) or told.keys() != {f.name for f in fields(Settings)}:
        raise MedianSwissError("its settings are not those of a simulation")
    scoring = told["scoring"]
    if scoring is not None and (not isinstance(scoring, dict) or scoring.keys() != asdict(Scoring()).keys()):
        raise MedianSwissError("its scoring is none")
    return Settings(**told | {"scoring": scoring and Scoring(**scoring)})


def _ranges_of(told: Any) -> tuple[tuple[int, int], ...]:
    """Ranges that ascend and do not overlap."""
    ends = [end for each in told for end in each] if _is_table(told, 2) else [-1]
    if ends != sorted(ends) or not all(0 <= end <= 2 * MOST_TOURNAMENTS for end in (*ends[:1], *ends[-1:])):
        raise MedianSwissError("its ranges of tournaments are no ascending integers")
    return tuple((start, stop) for start, stop in told)


def _moments_of(told: Any, like: Mapping[str, object]) -> dict[str, tuple[int, int, int]]:
    if not isinstance(told, dict) or told.keys() != like.keys() or not _is_table([*told.values()], 3):
        raise MedianSwissError("its moments are not those of all measures")
    return {name: tuple(moment) for name, moment in told.items()}


def _is_table(told: Any, columns: int) -> bool:
    """Whether it is a list of lists of so many integers."""
    return isinstance(told, list) and all(
        isinstance(row, list) and len(row) == columns and all(type(entry) is int for entry in row)
        for row in told
    )


def _header_of(archive: zipfile.ZipFile, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and dtype of an array, which is not read for it."""
    if f"{name}.npy" not in archive.namelist():
        raise MedianSwissError(f"it has no {name}")
    with archive.open(f"{name}.npy") as file:
        if np.lib.format.read_magic(file) != (1, 0):
            raise _OtherVersion
        shape, _, dtype = np.lib.format.read_array_header_1_0(file)
    return shape, dtype


def _array_of(
    archive: zipfile.ZipFile, name: str, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> npt.NDArray[Any]:
    """An array, which must be of that shape and dtype: only then is memory made for it."""
    if _header_of(archive, name) != (shape, dtype):
        raise MedianSwissError(f"{name} is not what belongs there")
    with archive.open(f"{name}.npy") as file:
        array: npt.NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    return array
