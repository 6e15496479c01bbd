"""``medianswiss simulate``: whole tournaments by the thousands, and what was measured of them."""

from __future__ import annotations

import argparse
import logging
import math
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any, Final

from ..atomic import check_writable
from ..errors import InvalidTournament, MedianSwissError, UnknownSystem
from ..extras import imported
from ..replies import json_line
from ..tournament import RESULT_NAMES, SYSTEMS, Scoring, points_of
from ..trf_columns import shown
from .console import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    STANDARD,
    USAGE,
    Failure,
    naming,
    refuse,
    say,
    shows_progress,
    write_out,
)

if TYPE_CHECKING:  # imported when it is asked for: pairing a file needs none of it
    from concurrent.futures import Executor

    from ..simulation import Estimate, Settings, Simulation

__all__ = ["add_simulate", "number", "scoring", "whole"]

HELP: Final = """\
Simulate whole Swiss tournaments, and say how often the strongest wins, how well the final ranking follows
strength, how fair the colours are, and more.

Every tournament has its own participants. Their ratings are drawn (or given), and their strengths lie
around the ratings; nobody sees these, but they decide the games: a game is drawn with a chance that depends
on the difference, or won as the expected score says. The rules see ratings and results only.

Tournament number I of a seed is always the same, whatever else is asked for: with any number of threads,
processes or machines, in one run or in several. So a run can be extended (--continue) and repeated.
"""

EPILOG: Final = """\
examples:
  medianswiss simulate --players 100 --rounds 9 --tournaments 100000 --seed 1 --plot lim.png
  medianswiss simulate --system random --seed 1       the baseline: paired without any rule
  medianswiss simulate --system olympiad --players 60 --rounds 11 --boards 4
  medianswiss simulate --ratings club.txt --rounds 5 --absences 0.03 --half-byes 0.5
  medianswiss simulate --parquet each.parquet --of players --format json
  medianswiss simulate --tournaments 50000 -o run.npz
  medianswiss simulate --tournaments 50000 --continue run.npz       50,000 more of them
  medianswiss simulate --tournaments 1000000 --dask tcp://scheduler:8786

Ctrl-C ends the run; what is done until then is told and written, and --continue goes on with it.

exit status:
  0 done   2 usage   3 input that cannot be used, output that cannot be written
  70 a fault of this program   130 interrupted   141 the reader of the output has gone   143 terminated
"""

MOST_WORKERS: Final = 1024
KEPT: Final = ("sums", "tournaments", "players")
"""What can be kept, the least first."""


# ---- arguments -------------------------------------------------------------------------------------


def add_simulate(commands: Any) -> None:
    """Add the command to the parsers of the program."""
    command = commands.add_parser(
        "simulate", help="simulate whole tournaments", description=HELP, epilog=EPILOG
    )
    command.set_defaults(run=_simulate, command="simulate")
    _add_run(command.add_argument_group("the run"))
    # What is not given is not there: the defaults stand in one place, and a saved run can keep its own.
    suppressed: dict[str, Any] = {"default": argparse.SUPPRESS}
    _add_tournament(_Group(command, "the tournament", suppressed))
    _add_participants(_Group(command, "who plays", suppressed))
    _add_results(_Group(command, "results", suppressed))
    _add_output(command.add_argument_group("output"))


class _Group:
    """A group of options that are all added with the same choices."""

    def __init__(self, command: argparse.ArgumentParser, title: str, choices: dict[str, Any]) -> None:
        self._group = command.add_argument_group(title)
        self._choices = choices

    def add(self, flag: str, help_: str, metavar: str = "N", **choices: Any) -> None:
        if "action" not in choices and "choices" not in choices:
            choices |= {"metavar": metavar, "type": choices.get("type", whole)}
        self._group.add_argument(flag, help=help_, **self._choices, **choices)


def _add_run(group: Any) -> None:
    group.add_argument(
        "--tournaments", type=whole, default=1_000, metavar="N", help="how many tournaments; 1000 by default"
    )
    group.add_argument(
        "--first",
        type=whole,
        metavar="K",
        help="the number of the first one, from 0 (0): part of a larger run",
    )
    group.add_argument(
        "--continue",
        dest="extended",
        metavar="RUN.npz",
        help="simulate N more of a saved run, interrupted or not, on from its end; its "
        "settings are kept, and the whole is written back (to -o, where it is given)",
    )
    who = group.add_mutually_exclusive_group()
    who.add_argument("--threads", type=whole, metavar="N", help="threads; as many as processors by default")
    who.add_argument("--processes", type=whole, metavar="N", help="a pool of N processes")
    who.add_argument(
        "--dask",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="the Dask cluster whose scheduler has this address; without one, a local cluster for this run",
    )
    group.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        help="a bar on standard error; by default where that is a terminal",
    )


def _add_tournament(group: _Group) -> None:
    group.add(
        "--system",
        "rule set; random pairs without any rule, as a baseline; lim by default",
        choices=(*SYSTEMS, "random"),
    )
    group.add("--players", "participants: players, or teams with ecu and olympiad; 100 by default")
    group.add("--rounds", "rounds of a tournament, 1 to 64; 9 by default")
    group.add("--seed", "of the random numbers; 0 by default. The same seed gives the same tournaments")
    group.add(
        "--initial-colour",
        "colour of #1 in round one; by lot in each tournament by default",
        choices=("lot", "white", "black"),
    )
    group.add("--maxi", "they are maxi-tournaments", action="store_true")
    group.add(
        "--ranking",
        "teams: how those level on points are ranked: by number (default) or Sonneborn-Berger",
        choices=("number", "esb"),
    )
    group.add(
        "--scoring",
        "what results are worth, the rest as usual, for example white_win=3,black_win=3,white_draw=1,"
        f"black_draw=1; of {', '.join(RESULT_NAMES)}",
        "NAME=POINTS,...",
        type=scoring,
    )
    group.add("--top", "how many of the strongest are the top whose games are counted; a tenth by default")


def _add_participants(group: _Group) -> None:
    group.add(
        "--ratings",
        "the ratings, one a line; everybody in it plays every tournament, and --players is not needed",
        "FILE",
        type=str,
    )
    group.add("--rating-mean", "else they are drawn from a normal distribution with this mean; 2000")
    group.add("--rating-deviation", "and this standard deviation, in rating points; 200")
    group.add("--rating-least", "less than this becomes this; 1400")
    group.add("--noise", "standard deviation of strength around rating, in rating points; 80. 0: none")
    group.add("--boards", "teams: boards of a match; 4")
    group.add("--board-noise", "teams: standard deviation of the boards' strengths around the team's; 100")
    for flag, help_ in (
        ("--absences", "of a participant to be absent from a round"),
        ("--half-byes", "of such an absence to be worth half a point"),
        ("--late", "of a participant to come after round one, any later round being as likely"),
        ("--withdrawals", "of a participant to leave for good, in every round after the first"),
    ):
        group.add(flag, f"chance {help_}, 0 to 1; 0", "P", type=number)


def _add_results(group: _Group) -> None:
    group.add(
        "--expectation",
        "expected score by difference of strength: FIDE's table (B.02; default), or the logistic curve",
        choices=("fide", "logistic"),
    )
    group.add("--draw-rate", "share of drawn games between equals of 2000, 0 to 1; 0.35", "P", type=number)
    group.add(
        "--draw-slope",
        "how much it grows with every 100 points of level, -1 to 1; 0",
        "X",
        type=number,
    )
    group.add("--white-advantage", "what White is worth, in rating points; 35")
    group.add(
        "--forfeits", "chance that a game (of teams, a match) is forfeited, 0 to 1; 0", "P", type=number
    )


def _add_output(group: Any) -> None:
    group.add_argument("-o", dest="output", metavar="RUN.npz", help="save the run, to be continued or read")
    group.add_argument(
        "--keep",
        choices=KEPT,
        help="what is kept: sums over all, the measures of each tournament (80 bytes each), or also what "
        "everybody ended with (23 bytes a participant); by default what --parquet needs",
    )
    group.add_argument(
        "--plot",
        metavar="OUT.png",
        help="draw rank against strength, score, colours, floats (or .svg, .pdf)",
    )
    group.add_argument("--parquet", metavar="OUT.parquet", help="write a table with a row for each of --of")
    group.add_argument("--of", choices=("tournaments", "players"), help="tournaments by default")
    group.add_argument(
        "--format", choices=("text", "json"), default="text", help="of the reply; text by default"
    )
    group.add_argument("--speed", action="store_true", help="say on standard error how long it took")


def whole(text: str) -> int:
    """An integer among the arguments."""
    if not re.fullmatch("-?[0-9]{1,39}", text):  # a seed has 39 digits at most
        raise argparse.ArgumentTypeError(f"{shown(text)} is not an integer")
    return int(text)


def number(text: str) -> float:
    """A number among the arguments."""
    if not re.fullmatch("-?[0-9]{0,9}[.]?[0-9]{0,30}(e-?[0-9]{1,2})?", text) or not re.search("[0-9]", text):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number")
    return float(text)


def scoring(text: str) -> dict[str, int]:
    """The worth of some results in tenths of a point, by name."""
    try:
        return points_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


# ---- the command -----------------------------------------------------------------------------------


def _simulate(options: argparse.Namespace) -> int:
    """Simulate, write the files, and say what was measured."""
    with _named():
        before, settings = _begun(options)
        _check_files(options)
        seconds = -time.perf_counter()
        with _executor(options) as executor:
            run = _run(options, settings, before, executor)
        seconds += time.perf_counter()
        _write_files(run, options)
    write_out(json_line(_reply(run)) if options.format == "json" else _table(run))
    if options.speed:
        done = len(run) - len(before or ())
        say(f"{done:,} tournaments in {seconds:,.1f} s: {done / seconds:,.0f} a second")
    return INTERRUPTED if run.interrupted else DONE


@contextmanager
def _named() -> Iterator[None]:
    """What our own errors end the command with."""
    try:
        yield
    except (InvalidTournament, UnknownSystem) as error:  # a file that is wrong says its name
        in_file = isinstance(error, InvalidTournament) and error.file is not None
        raise Failure(str(error), BAD_INPUT if in_file else USAGE) from error
    except MedianSwissError as error:
        raise Failure(str(error)) from error


def _begun(options: argparse.Namespace) -> tuple[Simulation | None, Settings]:
    """The saved run that is to go on, if any, and the settings."""
    from ..simulation import Settings, Simulation, read_ratings

    given = {f.name: getattr(options, f.name) for f in fields(Settings) if hasattr(options, f.name)}
    _check_options(options, given)
    if options.extended is not None:
        with naming("read", options.extended):
            before = Simulation.load(options.extended)
        return before, before.settings
    if "ratings" in given:
        with naming("read", given["ratings"]):
            given["ratings"] = read_ratings(given["ratings"])
        if given.get("players") not in (None, len(given["ratings"])):
            refuse(f"--players {given['players']}, and there are {len(given['ratings'])} ratings", "simulate")
    if "scoring" in given:
        given["scoring"] = replace(Scoring.usual(given.get("system")), **given["scoring"])
    return None, Settings(**given)


def _check_options(options: argparse.Namespace, settings: dict[str, Any]) -> None:
    """End with a usage error where options contradict each other."""
    if options.extended is not None:
        own = [*settings, *(name for name in ("first", "keep") if getattr(options, name) is not None)]
        if own:
            refuse(f"--{own[0].replace('_', '-')} is that of the run which is continued", "simulate")
    elif options.keep is not None and KEPT.index(options.keep) < KEPT.index(_needed(options)):
        refuse(f"the table of {_needed(options)} needs --keep {_needed(options)}", "simulate")
    if options.of is not None and options.parquet is None:
        refuse("--of goes with --parquet", "simulate")
    for name in ("threads", "processes"):
        number = getattr(options, name)
        if number is not None and not 1 <= number <= MOST_WORKERS:
            refuse(f"--{name} {number}: there can be 1 to {MOST_WORKERS}", "simulate")
    if options.tournaments < 0:
        refuse(f"--tournaments {options.tournaments}: there is none at least", "simulate")
    _check_outputs(options, settings.get("ratings"))


def _check_outputs(options: argparse.Namespace, ratings: str | None) -> None:
    """End with a usage error where one file would take the place of another."""
    names = [("-o", options.output), ("--plot", options.plot), ("--parquet", options.parquet)]
    outputs = [(flag, path) for flag, path in names if path is not None]
    inputs = [
        (flag, path) for flag, path in (("--ratings", ratings), ("--continue", options.extended)) if path
    ]
    for k, (flag, path) in enumerate(outputs):
        if path == STANDARD:
            refuse(f"{flag} {path}: it needs a file", "simulate")
        for other, taken in (*outputs[:k], *inputs):
            if os.path.realpath(path) == os.path.realpath(taken) and (flag, other) != ("-o", "--continue"):
                refuse(f"{flag} {path} is the file of {other}", "simulate")


def _needed(options: argparse.Namespace) -> str:
    """What has to be kept for the files asked for."""
    return "sums" if options.parquet is None else options.of or "tournaments"


def _check_files(options: argparse.Namespace) -> None:
    """What cannot be written is said before hours of work, not after them."""
    if options.plot is not None:
        from ..plots import picture_kind

        picture_kind(options.plot)
    if options.parquet is not None:
        imported("pyarrow.parquet")
    if options.progress:
        imported("tqdm")
    for path in (options.output, options.plot, options.parquet):
        if path is not None:
            with naming("write", path):
                check_writable(path)


# ---- who does the work -----------------------------------------------------------------------------


@contextmanager
def _executor(options: argparse.Namespace) -> Iterator[Executor | None]:
    """The pool of processes or the cluster that was asked for; None: threads."""
    if options.processes is not None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        with ProcessPoolExecutor(
            options.processes,
            mp_context=get_context("spawn"),
            initializer=signal.signal,
            initargs=(signal.SIGINT, signal.SIG_IGN),
        ) as pool:
            yield pool
    elif options.dask is not None:
        distributed = imported("distributed")
        with _cluster(distributed, options.dask) as cluster, _client(distributed, cluster) as client:
            yield client.get_executor()
    else:
        yield None


@contextmanager
def _deaf() -> Iterator[None]:
    """Who is started here does not hear Ctrl-C, which goes to all of a terminal: we end them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _cluster(distributed: Any, address: str) -> Any:
    """The cluster of that scheduler, or a local one for this run."""
    if address:
        return nullcontext(address)
    with _deaf():
        return distributed.LocalCluster(
            threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        )


def _client(distributed: Any, cluster: Any) -> Any:
    try:
        return distributed.Client(cluster)
    except (OSError, ValueError) as error:
        raise Failure(f"cannot reach the Dask scheduler {cluster}: {error}") from error


def _run(
    options: argparse.Namespace, settings: Settings, before: Simulation | None, executor: Executor | None
) -> Simulation:
    """The tournaments asked for, and those of the run which is continued."""
    from ..simulation import played

    shown = options.progress
    if shown is None:
        shown = shows_progress()
    how: dict[str, Any] = {"executor": executor, "threads": options.threads, "progress": shown}
    if before is None:
        keep: Any = options.keep or _needed(options)
        return played(settings, options.first or 0, options.tournaments, keep=keep, **how)
    if KEPT.index(before.keep) < KEPT.index(_needed(options)):
        raise MedianSwissError(f"{options.extended}: the table of {_needed(options)} was not kept")
    end = before.ranges[-1][1] if before.ranges else 0
    more = played(settings, end, options.tournaments, keep=before.keep, **how)
    return replace(before, interrupted=False) + more


# ---- what is said and written ----------------------------------------------------------------------


def _write_files(run: Simulation, options: argparse.Namespace) -> None:
    output = options.output or options.extended
    if run.interrupted and len(run) == 0:
        return
    for path, write in (
        (output, run.save),
        (options.parquet, lambda path: run.to_parquet(path, options.of or "tournaments")),
        (options.plot, run.plot),
    ):
        if path is not None:
            with naming("write", path):
                write(path)


def _chances(run: Simulation) -> dict[int, Estimate]:
    """Of the strongest to be first, in the top 3, in the top 10."""
    return {k: run.in_top(k) for k in (1, 3, 10) if k <= run.settings.size}


def _reply(run: Simulation) -> dict[str, Any]:
    """What was measured, as JSON: numbers that do not exist are null."""
    return {
        "settings": asdict(run.settings),
        "tournaments": len(run),
        "ranges": [list(each) for each in run.ranges],
        "interrupted": run.interrupted,
        "measures": {name: _as_json(estimate) for name, estimate in run.summary().items()},
        "strongest_in_top": {str(k): _as_json(estimate) for k, estimate in _chances(run).items()},
    }


def _as_json(estimate: Estimate) -> dict[str, float | None]:
    return {
        name: value if math.isfinite(value) else None
        for name, value in (("mean", estimate.mean), ("error", estimate.error))
    }


def _table(run: Simulation) -> str:
    """What was measured, in words, and with the standard errors."""
    lines = [_heading(run), ""]
    if run.interrupted:
        lines.insert(1, "interrupted: this is what was done until then")
    rows = [("of a tournament", "mean", "standard error"), *_rows(run)]
    width = max(len(label) for label, _, _ in rows)
    lines += [f"{label:<{width}}  {mean:>10}  {error:>14}" for label, mean, error in rows]
    return "\n".join(lines) + "\n"


def _heading(run: Simulation) -> str:
    s = run.settings
    who = "teams" if s.teams else "players"
    return f"{s.system}, {s.size} {who}, {s.rounds} rounds, seed {s.seed}: {len(run):,} tournaments"


def _rows(run: Simulation) -> Iterator[tuple[str, str, str]]:
    s, of = run.settings, run.summary()
    who = "teams" if s.teams else "players"
    for k, chance in _chances(run).items():
        yield _row("the strongest wins" if k == 1 else f"the strongest is among the first {k}", chance, "%")
    yield _row("place of the strongest", of["best_place"])
    yield _row("place by strength of the winner", of["winner_strength_place"])
    yield _row("rank correlation of strength and score, Kendall (1: in full accord)", of["kendall"])
    yield _row("rank correlation of strength and score, Spearman", of["spearman"])
    yield _row(f"games between the {s.top_size} strongest", of["top_games"])
    yield _row(f"games against another score (floats), of each of the {who}", of["floats"], per=s.size)
    yield _row(f"{who} with two or more games more of one colour", of["colours_unbalanced"], "%", s.size)
    yield _row("games" if not s.teams else "matches", of["games"])
    yield _row("pairing-allocated byes", of["byes"])
    yield _row("pairs who had met before", of["rematches"])
    yield _row("pairings taken back for the median", of["cracked"])
    yield _row("ended early, without a legal pairing", of["stopped"], "%")


def _row(label: str, estimate: Estimate, unit: str = "", per: int = 1) -> tuple[str, str, str]:
    def shown(value: float) -> str:
        if not math.isfinite(value):
            return "-"
        return f"{100 * value / per:,.2f} %" if unit else f"{value / per:,.4f}"

    return label, shown(estimate.mean), shown(estimate.error)
