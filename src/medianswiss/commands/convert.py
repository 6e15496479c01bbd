"""``medianswiss convert``: a tournament from one format into another."""

from __future__ import annotations

import argparse
from pathlib import PurePath
from typing import Any, Final

from ..errors import MedianSwissError
from ..json_lines import parse_json
from ..trf import parse_trf
from .console import DONE, refuse, write
from .tournament_file import (
    add_file,
    add_system,
    failure,
    is_json,
    lines_of,
    opened,
    same_file,
    warnings_caught,
    whole,
)

__all__ = ["add_convert"]

HELP: Final = """\
Say a tournament in another format. FILE is TRF or JSON, told apart by its first character; - is standard
input.

trf16  with the extension lines of pairing programs: XXR, XXC, XXS, XXZ, XXP, XXA
trf26  with the records of TRF26 in their place: 142, 152, 162, 192, 240, 250, 260
json   the state, which has what a pairing needs and no more

What the format has no record for is named on standard error, with the lines where it stood. What would pair
otherwise is an error, and nothing is written.
"""

EPILOG: Final = """\
examples:
  medianswiss convert open.trf -o open26.trf --to trf26
  medianswiss convert open.trf -o state.json
  medianswiss convert state.json --system lim -o open.trf --to trf16
"""


def add_convert(commands: Any) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "convert", help="TRF16, TRF26 and JSON into each other", description=HELP, epilog=EPILOG
    )
    add_file(command)
    add_system(command)
    command.add_argument(
        "--to",
        choices=("trf16", "trf26", "json"),
        help="the format; json without being said where OUT ends in .json or .jsonl",
    )
    command.add_argument(
        "-o", dest="output", metavar="OUT", required=True, help="write to OUT; - is standard output"
    )
    command.set_defaults(run=_convert, command="convert")


def _convert(options: argparse.Namespace) -> int:
    from ..conversion import convert

    to = options.to or _by_suffix(options.output)
    if same_file(options.output, options.file):
        refuse(f"{options.output} is the tournament itself", "convert")
    with opened(options.file) as file, warnings_caught() as warned:
        data = whole(lines_of(file, options.file))
        try:
            parse = parse_json if is_json(data) else parse_trf
            text = convert(parse(data, name=options.file, system=options.system), to)
        except MedianSwissError as error:
            raise failure(error, options.file) from error
        finally:
            warned.take(f"{options.file}: ")
    write([text], options.output)
    return DONE


def _by_suffix(output: str) -> str:
    if PurePath(output).suffix.lower() in (".json", ".jsonl"):
        return "json"
    refuse(f"{output} does not tell its format: say --to trf16, --to trf26 or --to json", "convert")
