"""``medianswiss generate``: whole random tournaments, each paired round by round."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from ..errors import ImpossiblePairing, InvalidTournament, MedianSwissError, UnknownSystem
from ..extras import with_bar
from ..generation.recipe_options import OPTIONS, Option
from ..replies import json_line
from ..tournament import SYSTEMS
from .console import (
    BAD_INPUT,
    DONE,
    IMPOSSIBLE,
    STANDARD,
    USAGE,
    Failure,
    naming,
    refuse,
    shows_progress,
    write,
)
from .simulate import number, scoring, whole
from .tournament_file import same_file

if TYPE_CHECKING:  # imported when it is asked for: pairing a file needs none of it
    from ..generation.generate import Recipe

__all__ = ["add_engine_generate", "add_generate"]

HELP: Final = """\
Generate whole random tournaments: who plays, every round paired by the rules, and the results.

The same seed and settings give the same file, byte for byte, on every machine. Names, federations and
birth dates are made up. A config is a TOML file with the settings by their names here (rounds = 9); a model
is a TRF file of a tournament that was played, whose sizes and rates are taken. An option wins over the
config, the config over the model.
"""

EPILOG: Final = """\
examples:
  medianswiss generate --players 100 --rounds 9 --seed 7 -o open.trf
  medianswiss generate --system olympiad --teams 60 --rounds 11 --reserves 1 -o teams.trf
  medianswiss generate --model club.trf --seed 3        a tournament like that one
  medianswiss generate --model club.trf --print-config -o club.toml
  medianswiss generate --config club.toml --count 1000 -o tournaments
                                                        seeds 0 to 999, into tournaments/0.trf, ...
  medianswiss generate --played 4 | medianswiss pair -  the fifth round of one

exit status:
  0 done   1 a round had no legal pairing   2 usage
  3 input that cannot be used, output that cannot be written
"""

MOST_TOURNAMENTS: Final = 100_000
SUPPRESSED: Final[dict[str, Any]] = {"default": argparse.SUPPRESS}
"""What is not given is not there: a config or a model may say it, and the defaults stand in one place."""


# ---- arguments -------------------------------------------------------------------------------------


def add_generate(commands: Any) -> None:
    """Add the command to the parsers of the program."""
    command = commands.add_parser(
        "generate", help="generate random tournaments", description=HELP, epilog=EPILOG
    )
    output = command.add_argument_group("output")
    output.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    output.add_argument("--format", choices=("trf", "json"), default="trf", help="trf by default")
    output.add_argument(
        "--count",
        type=whole,
        metavar="N",
        help="N tournaments, of N seeds from --seed on: into the directory OUT, which must be there, a file "
        "each named by its seed; as json without OUT, one a line",
    )
    output.add_argument(
        "--print-config", action="store_true", help="write the config that says all of it instead"
    )
    _add_sources(output)
    for title, options in OPTIONS.items():
        group = command.add_argument_group(title)
        size = [group] if title != "the tournament" else [group.add_mutually_exclusive_group()]
        for option in options:
            _add(size[0] if option.name in ("players", "teams") else group, option)
    command.set_defaults(run=_generate, command="generate")


def _add_sources(group: Any) -> None:
    group.add_argument("--config", metavar="FILE.toml", help="a config")
    group.add_argument("--model", metavar="FILE", help="a TRF file to take sizes and rates of")


def _add(group: Any, option: Option) -> None:
    flag = f"--{option.name.replace('_', '-')}"
    if option.kind == "flag":
        group.add_argument(flag, help=option.help, action=argparse.BooleanOptionalAction, **SUPPRESSED)
    elif isinstance(option.kind, tuple):
        group.add_argument(flag, help=option.help, choices=option.kind, **SUPPRESSED)
    else:
        metavar, type_ = _ARGUMENTS[option.kind]
        group.add_argument(flag, help=option.help, metavar=metavar, type=type_, **SUPPRESSED)


_ARGUMENTS: Final = {
    "integer": ("N", whole),
    "chance": ("P", number),
    "number": ("X", number),
    "scoring": ("NAME=POINTS,...", scoring),
    "ratings": ("FILE", str),
}


def add_engine_generate(parser: argparse.ArgumentParser) -> None:
    """Add what an engine is asked by: ``--lim [MODEL] -g [CONFIG] [-o OUT] [-s SEED]``."""
    systems = parser.add_mutually_exclusive_group(required=True)
    for system in SYSTEMS:
        flag = f"--{system}"
        systems.add_argument(
            flag, dest="system", action="store_const", const=system, help="rule set", **SUPPRESSED
        )
    parser.add_argument("model", metavar="MODEL", nargs="?", help="a TRF file to take sizes and rates of")
    parser.add_argument(
        "-g", dest="config", metavar="CONFIG", nargs="?", required=True, help="generate, by CONFIG"
    )
    parser.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    parser.add_argument(
        "-s", dest="seed", metavar="SEED", type=whole, help="of the random numbers", **SUPPRESSED
    )
    parser.set_defaults(run=_generate, format="trf", count=None, print_config=False, command="")


# ---- the command -----------------------------------------------------------------------------------


def _generate(options: argparse.Namespace) -> int:
    """Generate, and write."""
    _check_options(options)
    with _named(options):
        recipe = _recipe(options)
        paths = _paths(recipe, options)
        _check_outputs(paths, options)
        if options.print_config:
            from ..generation.recipes import config_text

            write([config_text(recipe)], options.output)
        elif options.output == STANDARD:
            write(_texts(recipe, options), STANDARD)
        else:
            for path, text in zip(paths, _texts(recipe, options), strict=True):
                write([text], path)
    return DONE


def _check_options(options: argparse.Namespace) -> None:
    """End with a usage error where options contradict each other."""
    if options.count is not None:
        if not 1 <= options.count <= MOST_TOURNAMENTS:
            refuse(f"--count {options.count}: there can be 1 to {MOST_TOURNAMENTS}", options.command)
        if options.print_config:
            refuse("--print-config goes without --count", options.command)
        if options.output == STANDARD and options.format == "trf":
            refuse("--count needs -o and a directory: TRF has one tournament a file", options.command)


def _paths(recipe: Recipe, options: argparse.Namespace) -> list[str]:
    """The files that are written: OUT, or those of many tournaments in OUT."""
    if options.count is None or options.output == STANDARD:
        return [options.output]
    seeds = range(recipe.seed, recipe.seed + options.count)
    return [os.path.join(options.output, f"{seed}.{options.format}") for seed in seeds]


def _check_outputs(paths: Sequence[str], options: argparse.Namespace) -> None:
    """End with a usage error where a file would take the place of one that is read."""
    ratings = getattr(options, "ratings", None)
    for flag, source in (("--config", options.config), ("--model", options.model), ("--ratings", ratings)):
        own = [path for path in paths if source is not None and same_file(path, source)]
        if own:
            refuse(f"{own[0]} is the file of {flag}", options.command)


@contextmanager
def _named(options: argparse.Namespace) -> Iterator[None]:
    """What our own errors end the command with."""
    try:
        yield
    except ImpossiblePairing as error:
        sources = " and ".join(filter(None, (options.model, options.config)))
        where = f"{sources}: " if sources else ""
        raise Failure(f"{where}{error}; --impossible stop ends it before that round", IMPOSSIBLE) from error
    except (InvalidTournament, UnknownSystem) as error:  # a file that is wrong says its name
        in_file = isinstance(error, InvalidTournament) and error.file is not None
        raise Failure(str(error), BAD_INPUT if in_file else USAGE) from error
    except MedianSwissError as error:
        raise Failure(str(error)) from error


def _recipe(options: argparse.Namespace) -> Recipe:
    from ..generation.recipes import recipe

    names = [option.name for group in OPTIONS.values() for option in group]
    given = {name: getattr(options, name) for name in names if hasattr(options, name)}
    try:
        return recipe(config=options.config, model=options.model, **given)
    except OSError as error:
        with naming("read", os.fsdecode(error.filename or STANDARD)):
            raise


def _texts(recipe: Recipe, options: argparse.Namespace) -> Iterator[str]:
    """The tournaments, one after the other."""
    from dataclasses import replace

    count = options.count or 1
    for k in with_bar(range(count), count, "tournaments", shows_progress()):
        yield _text(replace(recipe, seed=recipe.seed + k), options.format)


def _text(recipe: Recipe, format_: str) -> str:
    from ..generation.generate import generated
    from ..trf_write import format_trf

    t = generated(recipe)
    return format_trf(t) if format_ == "trf" else json_line(t.to_dict())
