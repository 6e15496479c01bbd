"""`simulate`: whole tournaments, the same however they are played, legal, and drawn as the model says."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import medianswiss as ms
from legality import check
from medianswiss import Scoring, Settings, Simulation, Tournament, simulate, simulation
from medianswiss.simulation import expectation, odds, simulated

SYSTEMS = ("lim", "ecu", "olympiad")
HARD: dict[str, Any] = {
    "forfeits": 0.03,
    "absences": 0.05,
    "half_byes": 0.5,
    "late": 0.1,
    "withdrawals": 0.02,
}


def before_each_round(t: Tournament) -> list[Tournament]:
    """A played tournament before each of its rounds, present who was paired or had the bye then."""
    states = []
    for played in range(t.round - 1):
        people = tuple(
            replace(
                p,
                games=p.games[:played],
                present=p.games[played].opponent is not None or p.games[played].result == "U",
            )
            for p in t.participants
        )
        states.append(replace(t, round=played + 1, participants=people))
    return states


def as_played(t: Tournament, number: int) -> tuple[set[tuple[int, int]], int | None]:
    """The pairs of a round, White first, and the bye."""
    last = {p.number: p.games[number - 1] for p in t.participants}
    pairs = {
        (k, game.opponent) for k, game in last.items() if game.opponent is not None and game.colour == "w"
    }
    return pairs, next((k for k, game in last.items() if game.result == "U"), None)


@pytest.mark.parametrize("settings", [{}, HARD], ids=["plain", "hard"])
@pytest.mark.parametrize("size", [2, 3, 9, 40, 65])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_round_is_that_of_the_engine(system: str, size: int, settings: dict[str, Any]) -> None:
    """The state kept in C from round to round pairs as the same state made anew from objects, and legally."""
    s = Settings(system=system, players=size, rounds=min(11, size + 1), seed=size, ranking="esb", **settings)
    for k in range(12 if size < 10 else 4):
        t = simulated(s, k)
        for state in before_each_round(t):
            made = ms.pair(state)
            assert (set(made.pairs), made.bye) == as_played(t, state.round)
            check(state, made)
        if t.round <= s.rounds:  # it stopped because the next round has no pairing; who was there is not told
            assert t.round > 1 or size == 2


@pytest.mark.parametrize("system", ["ecu", "olympiad"])
def test_more_floats_than_the_list_holds_leave_a_round_of_teams_as_it_is(system: str) -> None:
    """Rounds 10 to 12 of 12 teams float more often than an engine's list holds: they came back by rank."""
    run = simulate(system, tournaments=50, players=12, rounds=12)
    assert run.moments["rematches"] == (50, 0, 0)
    for k in range(12):
        t = simulated(run.settings, k)
        for state in before_each_round(t):
            made = ms.pair(state)
            assert (set(made.pairs), made.bye) == as_played(t, state.round)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_round_of_ten_thousand_tournaments_is_legal(system: str) -> None:
    """Checked without the engine: nobody meets twice, the colours, the byes."""
    s = Settings(system=system, players=30, rounds=7, seed=11, **HARD)
    for k in range(10_000):
        check_legal(simulated(s, k))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_round_is_legal(system: str) -> None:
    s = Settings(system=system, players=30, rounds=7, seed=12, **HARD)
    for k in range(200):
        check_legal(simulated(s, k))


def check_legal(t: Tournament) -> None:
    barring = {"lim": "UF+", "ecu": "UFH+", "olympiad": "UF+"}[str(t.system)]
    for p in t.participants:
        met = [game.opponent for game in p.games if game.played]
        assert len(met) == len(set(met)), "nobody is met twice"
        for r, game in enumerate(p.games):
            if game.result == "U":
                before = {earlier.result for earlier in p.games[:r]}
                assert not before & set(barring), "no bye for one who had points without playing"
    for r in range(t.round - 1):
        idle = [p.games[r].result for p in t.participants if p.games[r].opponent is None]
        assert idle.count("U") <= 1, "one bye a round"
    if t.system == "lim":
        for p in t.participants:
            colours = "".join(str(game.colour) for game in p.games[: t.round - 2] if game.played)
            assert "www" not in colours
            assert "bbb" not in colours
            assert abs(colours.count("w") - colours.count("b")) < 3


# ---- the same, whoever plays ----


def same(a: Simulation, b: Simulation) -> bool:
    assert a.measures is not None
    assert b.measures is not None
    assert a.finals is not None
    assert b.finals is not None
    return (
        a.ranges == b.ranges
        and a.moments == b.moments
        and a.measures.tobytes() == b.measures.tobytes()
        and all((a.sums[name] == b.sums[name]).all() for name in a.sums)
        and all((a.finals[name] == b.finals[name]).all() for name in a.finals)
    )


FEW: dict[str, Any] = {"players": 21, "rounds": 5, "seed": 5, "keep": "players", **HARD}


@pytest.mark.parametrize("system", [*SYSTEMS, "random"])
def test_any_number_of_threads_and_any_cut_gives_the_same(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "ENTRIES_A_PIECE", 21 * 5 * 100)  # many pieces
    whole = simulate(system, tournaments=3_000, threads=1, **FEW)
    assert whole.ranges == ((0, 3_000),)
    for threads in (2, 7):
        assert same(simulate(system, tournaments=3_000, threads=threads, **FEW), whole)
    first = simulate(system, tournaments=1_234, **FEW)
    rest = simulate(system, tournaments=3_000 - 1_234, first=1_234, **FEW)
    assert same(first + rest, whole)
    assert same(rest + first, whole)


EXECUTORS = ("threads", "processes", "dask-threads", "dask-processes")


def threads() -> AbstractContextManager[Executor]:
    return ThreadPoolExecutor(3)


def process_pool() -> AbstractContextManager[Executor]:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@contextmanager
def dask_cluster(processes: bool = False) -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=processes, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client, client.get_executor() as executor:
        yield executor


@pytest.mark.parametrize(
    "make", [threads, process_pool, dask_cluster, lambda: dask_cluster(processes=True)], ids=EXECUTORS
)
def test_any_executor_gives_the_same(
    make: Callable[[], AbstractContextManager[Executor]], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate("lim", tournaments=2_500, threads=1, **FEW)
    monkeypatch.setattr(simulation, "ENTRIES_A_PIECE", 21 * 5 * 100)  # many pieces
    with make() as executor:
        assert same(simulate("lim", tournaments=2_500, executor=executor, **FEW), whole)


def test_the_example_on_dask_runs() -> None:
    pytest.importorskip("distributed")
    example = Path(__file__).parents[1] / "examples" / "dask_simulation.py"
    path = os.pathsep.join([str(Path(ms.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, example], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "the same as by threads: True"


def test_other_seeds_and_settings_are_other_tournaments() -> None:
    one = simulate("lim", tournaments=50, **FEW)
    assert not same(simulate("lim", tournaments=50, **FEW | {"seed": 6}), one)
    with pytest.raises(ms.MedianSwissError, match="same settings"):
        one + simulate("lim", tournaments=50, first=50, **FEW | {"seed": 6})
    with pytest.raises(ms.MedianSwissError, match="tournament 20 is in both"):
        one + simulate("lim", tournaments=50, first=20, **FEW)


@pytest.mark.unsanitized(reason="a matter of time")
def test_an_interrupt_gives_what_is_done() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        part = simulate("lim", tournaments=10**9, threads=2, seed=1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert part.interrupted
    assert part.ranges == ((0, len(part)),)
    assert 0 < len(part) < 10**9
    assert part.measures is not None
    assert len(part.measures) == len(part) == part.moments["games"][0]
    again = [simulate("lim", tournaments=stop - start, first=start, seed=1) for start, stop in part.ranges]
    assert sum(len(each) for each in again) == len(part)
    assert {name: sum(each.moments[name][1] for each in again) for name in part.moments} == {
        name: moment[1] for name, moment in part.moments.items()
    }


def test_pieces_are_added_up_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million tournaments do not hold the sums of their pieces: here 1,000 pieces of 80 kB each."""
    monkeypatch.setattr(simulation, "ENTRIES_A_PIECE", 100)
    tracemalloc.start()
    run = simulate("random", tournaments=1_000, players=100, rounds=1, keep="sums", threads=1)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(run) == 1_000
    assert most < 100 * run.sums["place_of"].nbytes


class OneAtATime(Executor):
    """Does the work when it is handed out; interrupted at some moment of adding up."""

    def submit(self, call: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(call(*arguments))
        return future


@pytest.mark.parametrize("calls", range(2, 12))
def test_an_interrupt_while_adding_up_adds_whole_pieces(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "ENTRIES_A_PIECE", 21 * 5 * 20)
    left, added = 9 * calls, simulation._added

    def interrupted(*moments: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return added(*moments)

    monkeypatch.setattr(simulation, "_added", interrupted)
    part = simulate("lim", tournaments=200, executor=OneAtATime(), **FEW)
    assert part.interrupted
    assert part.measures is not None
    assert part.finals is not None
    done = len(part)
    assert part.moments["games"][0] == done
    assert part.sums["place_of"].sum() == 21 * done == part.finals["place"].size
    assert len(part.measures) == done
    monkeypatch.undo()
    assert same(
        part + simulate("lim", tournaments=200 - done, first=done, **FEW),
        simulate("lim", tournaments=200, **FEW),
    )


def test_what_is_kept_does_not_change_what_is_measured() -> None:
    few = {name: value for name, value in FEW.items() if name != "keep"}
    sums, rows, all_ = (
        simulate("lim", tournaments=400, keep=keep, **few) for keep in ("sums", "tournaments", "players")
    )
    assert sums.measures is None
    assert rows.finals is None
    assert sums.moments == rows.moments == all_.moments
    with pytest.raises(ms.MedianSwissError, match="not kept"):
        sums.columns()


@pytest.mark.parametrize("keep", ["sums", "tournaments", "players"])
def test_a_saved_simulation_is_read_back_and_extended(keep: Any, tmp_path: Path) -> None:
    few = FEW | {"keep": keep, "scoring": Scoring(), "ratings": tuple(range(2300, 2090, -10))}
    first = simulate("lim", tournaments=300, **few)
    first.save(tmp_path / "run.npz")
    again = Simulation.load(tmp_path / "run.npz")
    assert again.settings == first.settings
    assert (again + simulate("lim", tournaments=100, first=300, **few)).moments == simulate(
        "lim", tournaments=400, **few
    ).moments
    (tmp_path / "other.npz").write_bytes(b"PK nothing of the kind")
    with pytest.raises(ms.MedianSwissError, match="not a saved simulation"):
        Simulation.load(tmp_path / "other.npz")


# ---- what is measured ----


def brute_force(t: Tournament, strength: npt.NDArray[np.int32]) -> tuple[float, float]:
    """Kendall's tau-b and Spearman's rho of strength places and scores of those who have played."""
    played = [p.number - 1 for p in t.participants if any(game.played for game in p.games)]
    order = sorted(played, key=lambda k: (-strength[k], k))
    score = [sum(t.scoring.value(game) for game in t.participants[k].games) for k in order]
    pairs = [(i, j) for j in range(len(order)) for i in range(j)]
    signs = [np.sign(score[i] - score[j]) for i, j in pairs]
    tau = sum(signs) / np.sqrt(len(pairs) * sum(sign != 0 for sign in signs))
    ranks = [np.mean([i for i, s in enumerate(sorted(score)) if s == mine]) for mine in score]
    rho = -np.corrcoef(ranks, range(len(order)))[0, 1]
    return float(tau), float(rho)


@pytest.mark.parametrize("settings", [{}, HARD], ids=["plain", "hard"])
def test_what_is_measured_is_what_the_tournament_shows(settings: dict[str, Any]) -> None:
    s = Settings(system="lim", players=24, rounds=6, seed=3, **settings)
    run = simulate("lim", tournaments=40, keep="players", players=24, rounds=6, seed=3, **settings)
    columns, finals = run.columns(), run.finals
    assert finals is not None
    for k in range(40):
        t = simulated(s, k)
        people = t.participants
        score = {p.number: t.score(p) for p in people}
        assert finals["score"][k].tolist() == list(score.values())
        assert finals["rating"][k].tolist() == [p.rating for p in people]
        tau, rho = brute_force(t, finals["strength"][k])
        assert columns["kendall"][k] == pytest.approx(tau, abs=1e-12)
        assert columns["spearman"][k] == pytest.approx(rho, abs=1e-12)
        met = {p.number: [g.opponent for g in p.games if g.played and g.opponent] for p in people}
        buchholz = {number: sum(score[o] for o in opponents) for number, opponents in met.items()}
        ranking = sorted(score, key=lambda number: (-score[number], -buchholz[number], number))
        assert finals["place"][k].tolist() == [ranking.index(p.number) for p in people]
        assert finals["games"][k].tolist() == [len(met[p.number]) for p in people]
        assert finals["opponents"][k].tolist() == [
            sum(people[o - 1].rating for o in met[p.number]) for p in people
        ]
        colours = [[g.colour for g in p.games if g.played] for p in people]
        assert finals["colours"][k].tolist() == [c.count("w") - c.count("b") for c in colours]
        floats = [
            sum(
                g.played
                and sum(map(t.scoring.value, p.games[:r]))
                != sum(map(t.scoring.value, people[(g.opponent or 0) - 1].games[:r]))
                for r, g in enumerate(p.games)
            )
            for p in people
        ]
        assert finals["floats"][k].tolist() == floats
        assert columns["floats"][k] == sum(floats)
        strongest = max(range(24), key=lambda i: (finals["strength"][k][i], -i))
        assert columns["best_place"][k] == finals["place"][k][strongest] + 1
        assert columns["rematches"][k] == 0
        assert columns["byes"][k] == sum(g.result == "U" for p in people for g in p.games)


def test_sums_are_those_of_the_finals() -> None:
    run = simulate("lim", tournaments=300, **FEW)
    assert run.finals is not None
    strength, size = run.finals["strength"], run.settings.size
    order = np.argsort(-strength.astype(np.int64) * size + np.arange(size), axis=1)
    place = np.take_along_axis(run.finals["place"], order, axis=1)
    expected = np.zeros((size, size), np.int64)
    np.add.at(expected, (np.tile(np.arange(size), len(run)), place.ravel()), 1)
    assert (run.sums["place_of"] == expected).all()
    assert (run.sums["score"] == np.take_along_axis(run.finals["score"], order, axis=1).sum(axis=0)).all()
    assert (run.sums["floats"] == np.bincount(run.finals["floats"].ravel(), minlength=6)).all()
    assert (run.sums["colours"] == np.bincount(run.finals["colours"].ravel() + 8, minlength=17)).all()
    assert run.chance_of_top(size) == 1.0
    assert run.chance_of_top(1) == pytest.approx(run.summary()["best_wins"].mean)


# ---- as the model says ----


def chi_square(counts: npt.NDArray[np.int64], chances: npt.NDArray[np.float64]) -> float:
    expected = counts.sum() * chances
    return float(((counts - expected)[expected > 0] ** 2 / expected[expected > 0]).sum())


@pytest.mark.parametrize("kind", ["fide", "logistic"])
@pytest.mark.parametrize(("white", "slope"), [(0, 0.0), (40, 0.03)])
def test_wins_draws_and_losses_are_drawn_as_the_model_says(kind: Any, white: int, slope: float) -> None:
    """Chi-square for every common difference of strength; ratings are tens, and strength is rating."""
    ratings = tuple(range(2400, 1800, -10))
    run = simulate(
        "lim",
        tournaments=3_000,
        rounds=7,
        seed=8,
        ratings=ratings,
        noise=0,
        expectation=kind,
        draw_rate=0.4,
        draw_slope=0.0 if slope == 0 else slope,
        white_advantage=white,
    )
    outcomes = run.sums["outcomes"]
    assert outcomes.sum() == run.moments["games"][1]
    tested = 0
    statistic = 0.0
    if slope:
        return check_levels(ratings, white, slope, kind)
    for k in np.flatnonzero(outcomes.sum(axis=1) > 3_000):
        win, draw = odds(int(k) * 10 - 1000 + white, 2000, run.settings)
        statistic += chi_square(outcomes[k], np.array([win, draw, 1 - win - draw]))
        tested += 1
    assert tested > 30
    freedom = 2 * tested
    assert abs(statistic - freedom) < 5 * np.sqrt(2 * freedom)


def check_levels(ratings: tuple[int, ...], white: int, slope: float, kind: Any) -> None:
    """Draws by level: two players of one rating, at three levels."""
    for level in (1450, 2050, 2650):
        run = simulate(
            "lim",
            tournaments=20_000,
            rounds=1,
            seed=level,
            ratings=(level, level),
            noise=0,
            expectation=kind,
            draw_rate=0.4,
            draw_slope=slope,
            white_advantage=white,
        )
        win, draw = odds(white, level, run.settings)
        assert draw == pytest.approx(
            (0.4 + slope * (level - 2000) / 100) * 2 * (1 - expectation(white, kind))
        )
        counts = run.sums["outcomes"][100]
        assert chi_square(counts, np.array([win, draw, 1 - win - draw])) < 25


def test_the_expectation_is_fides_table() -> None:
    """B.02 8.1.2: a few of its lines."""
    table = {
        0: 0.50,
        3: 0.50,
        4: 0.51,
        50: 0.57,
        100: 0.64,
        197: 0.75,
        200: 0.76,
        278: 0.83,
        279: 0.84,
        291: 0.85,
        303: 0.86,
        316: 0.87,
        329: 0.88,
        400: 0.92,
        735: 0.99,
        736: 1.0,
    }
    assert {d: expectation(d, "fide") for d in table} == table
    assert all(expectation(-d, "fide") == pytest.approx(1 - p) for d, p in table.items())
    assert all(abs(expectation(d, "fide") - expectation(d, "logistic")) < 0.02 for d in range(-800, 801))


def test_ratings_and_strengths_are_normal() -> None:
    """Mean, deviation, and the share within one and two deviations."""
    run = simulate(
        "random",
        tournaments=2_000,
        players=60,
        rounds=1,
        seed=2,
        keep="players",
        rating_mean=2000,
        rating_deviation=150,
        rating_least=0,
        noise=100,
    )
    assert run.finals is not None
    rating, strength = (run.finals[name].astype(float).ravel() for name in ("rating", "strength"))
    for values, mean, deviation in ((rating, 2000, 150), (strength - rating, 0, 100)):
        n = len(values)
        assert abs(values.mean() - mean) < 5 * deviation / np.sqrt(n) + 0.5
        assert abs(values.std() / deviation - 1) < 0.01
        for within in (deviation // 2, deviation, 2 * deviation, 3 * deviation):
            share = 1 - 2 * NormalDist().cdf(-(within + 0.5) / deviation)  # whole points
            seen = (np.abs(values - mean) <= within).mean()
            assert abs(seen - share) < 5 * np.sqrt(share * (1 - share) / n)


@pytest.mark.parametrize(
    ("name", "letters", "chance"),
    [("forfeits", "+", 0.1), ("absences", "ZH", 0.1), ("late", "Z", 0.3), ("withdrawals", "Z", 0.1)],
)
def test_forfeits_absences_and_the_rest_come_as_often_as_asked(
    name: str, letters: str, chance: float
) -> None:
    s = Settings(system="random", players=40, rounds=5, seed=4, half_byes=0.5, **{name: chance})  # type: ignore[arg-type]
    played = [simulated(s, k) for k in range(200)]
    last = [p.games[-1].result for t in played for p in t.participants]
    if name == "forfeits":
        seen = 2 * sum(result in "+" for result in last) / sum(result in "+-10=" for result in last)
        expected = chance
    elif name == "late":
        seen = sum(p.games[0].result == "Z" for t in played for p in t.participants) / len(last)
        expected = chance
    else:
        seen = sum(result in letters for result in last) / len(last)
        expected = chance if name == "absences" else 1 - (1 - chance) ** 4
    assert abs(seen - expected) < 5 * np.sqrt(expected * (1 - expected) / (len(last) / 2))
    if name == "absences":
        halves = last.count("H") / (last.count("H") + last.count("Z"))
        assert abs(halves - 0.5) < 0.06


def test_the_colour_of_number_one_is_drawn() -> None:
    run = simulate("lim", tournaments=2_000, players=4, rounds=1, seed=1)
    assert run.measures is not None
    white = (run.measures["drawn"] == 1).mean()
    assert abs(white - 0.5) < 0.06
    run = simulate("lim", tournaments=20, players=4, rounds=1, seed=1, initial_colour="black")
    assert run.measures is not None
    assert (run.measures["drawn"] == 2).all()


# ---- what is refused ----

ONE: dict[str, Any] = {"system": "lim", "tournaments": 1}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"system": "dutch"}, "unknown system 'dutch'"),
        ({"players": 1}, "players 1"),
        ({"players": 10.0}, "players 10.0"),
        ({"rounds": 65}, "rounds 65"),
        ({"seed": -1}, "seed -1"),
        ({"draw_rate": 1.5}, "draw_rate 1.5"),
        ({"forfeits": True}, "forfeits True"),
        ({"absences": float("nan")}, "absences nan"),
        ({"expectation": "elo"}, "expectation 'elo'"),
        ({"initial_colour": "red"}, "initial_colour 'red'"),
        ({"ranking": "x"}, "ranking 'x'"),
        ({"top": 101}, "top 101"),
        ({"ratings": [2000]}, "ratings must be 2 to 2000 integers"),
        ({"players": 3, "ratings": [2000, 1900]}, "players 3, and there are 2 ratings"),
        ({"players": 2001}, "players 2001 is not an integer from 2 to 2000"),
        ({"ratings": [2000, 2100]}, "descend"),
        ({"tournaments": -1}, "tournaments -1"),
        ({"first": 1.5}, "first 1.5"),
        ({"threads": 0}, "0 threads"),
        ({"keep": "all"}, "keep 'all'"),
        ({"scoring": Scoring(white_win=20)}, "the median (2.2) needs one value"),
        ({"scoring": Scoring(white_win=2000, black_win=2000)}, "out of the engine's range"),
    ],
)
def test_what_is_told_of_settings(settings: dict[str, Any], words: str) -> None:
    with pytest.raises((ms.MedianSwissError, ValueError)) as refused:
        simulate(**ONE | settings)
    assert words in str(refused.value)


def test_numbers_of_numpy_are_numbers() -> None:
    """A study loops over the numbers of arange, and looks again at tournaments that flatnonzero found."""
    numbers: dict[str, Any] = {"tournaments": np.int64(4), "first": np.int64(1), "players": np.int64(10)}
    run = simulate(**numbers, rounds=np.int32(3), draw_rate=np.float32(0.5))
    assert run.settings == Settings(players=10, rounds=3, draw_rate=0.5)
    assert simulated(run.settings, np.int64(2)) == simulated(run.settings, 2)  # type: ignore[arg-type]
    given = Settings(ratings=np.array([2100, 2000]), rounds=1)  # type: ignore[arg-type]
    assert simulated(given, 0) == simulated(Settings(ratings=(2100, 2000), rounds=1), 0)


@pytest.mark.parametrize("ratings", [5, [2000.7, 1900], ["2000", 1900], [None, 1900], [float("nan"), 1900]])
def test_ratings_that_are_none_are_refused(ratings: Any) -> None:
    """Not cut to whole numbers, and not with an error of Python."""
    with pytest.raises(ms.InvalidTournament, match="integers from 0 to 4000"):
        simulate(tournaments=1, rounds=1, ratings=ratings)


@pytest.mark.parametrize("k", [-1, 1.5, 10**40])
def test_a_tournament_that_has_no_such_number(k: Any) -> None:
    with pytest.raises(ms.InvalidTournament, match="is not an integer from 0"):
        simulated(Settings(), k)


def test_ratings_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "ratings.txt").write_text("2000\n2400\n2200\n1800\n")
    run = simulate("lim", tournaments=3, rounds=2, ratings=tmp_path / "ratings.txt")
    assert run.settings.ratings == (2400, 2200, 2000, 1800)
    (tmp_path / "ratings.txt").write_text("2000\nabc\n")
    with pytest.raises(ms.InvalidTournament, match=r"ratings.txt:2: 'abc' is not a rating from 0 to 4000"):
        simulate("lim", tournaments=3, rounds=2, ratings=tmp_path / "ratings.txt")


def test_tables_for_pandas_and_parquet(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    run = simulate("lim", tournaments=30, **FEW)
    assert len(run.to_frame()) == 30
    frame = run.to_frame("players")
    assert len(frame) == 30 * 21
    run.to_parquet(tmp_path / "players.parquet", "players")
    assert pandas.read_parquet(tmp_path / "players.parquet").equals(frame)


def test_no_tournament_at_all() -> None:
    nothing = simulate("lim", tournaments=0)
    assert len(nothing) == 0
    assert nothing.ranges == ()
    assert len(nothing + nothing) == 0


@pytest.mark.parametrize(("k", "place"), [(-1, 1), (5, 1), (1, 0), (1, 5)])
def test_a_chance_of_nobody_is_refused(k: int, place: int) -> None:
    run = simulate("lim", tournaments=2, players=4, rounds=1)
    with pytest.raises(ValueError, match="there are 4 participants"):
        run.chance_of_top(k, place)
