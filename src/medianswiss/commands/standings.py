"""``medianswiss standings``: the participants by points and tie-breaks, as a table, CSV or JSON."""

from __future__ import annotations

import argparse
import csv
import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..errors import MedianSwissError, UnknownTiebreak
from ..json_lines import parse_json
from ..names import columns, one_line, shortened
from ..ranking.codes import CRITERIA, parse_tiebreak, written
from ..replies import json_line
from ..tournament import MAX_ROUNDS
from ..trf import parse_trf
from ..trf_columns import shown
from .console import DONE, STANDARD, USAGE, Failure, refuse, write
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

if TYPE_CHECKING:  # imported when it is asked for: pairing a file needs none of it
    from ..ranking.standings import Standings

__all__ = ["add_standings", "add_tiebreaks"]

HELP: Final = """\
The participants by their points and the tie-breaks of FIDE C.07. FILE is TRF or JSON, told apart by its
first character; - is standard input.

The tie-breaks are looked at one after the other. Where none are named they are those of the file (202,
212), else BH/C1, BH, SB, DE, WIN for players and those of the Olympiad, EMGSB/C1, GPTS, BH:MP/C1, for
teams (EMMSB/C1, BH:MP/C1 where their game points are not known). The points come before them, unless PTS
or MPTS is in the list; a list that begins with GPTS makes game points of teams the primary score. Who is
still level shares a rank.
"""

EPILOG: Final = """\
examples:
  medianswiss standings open.trf
  medianswiss standings open.trf --tiebreaks DE,BH/C1,BH,ARO/U1400 --after 5
  medianswiss standings teams.trf --tiebreaks MPTS,EDE,EMGSB/C1,GPTS --format csv -o table.csv
"""


def add_standings(commands: Any) -> None:
    """Add the command to the parsers of the program."""
    command = commands.add_parser(
        "standings", help="points and tie-breaks", description=f"{HELP}\n{_codes()}", epilog=EPILOG
    )
    add_file(command)
    add_system(command)
    add_tiebreaks(command)
    command.add_argument("--after", metavar="ROUND", type=_round, help="count the rounds up to this one only")
    command.add_argument(
        "--edition",
        choices=("2026", "2024"),
        default="2026",
        help="of C.07, by the year it came into force; 2026 by default",
    )
    command.add_argument(
        "--format", choices=tuple(_FORMATS), default="text", help="of the table; text by default"
    )
    command.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    command.set_defaults(run=_standings, command="standings")


def add_tiebreaks(parser: argparse.ArgumentParser) -> None:
    """Add what the standings are by."""
    parser.add_argument(
        "--tiebreaks",
        metavar="LIST",
        type=_tiebreaks,
        help="of the standings: codes with commas between them, such as BH/C1,BH,SB",
    )


def _codes() -> str:
    """The codes and what they mean, for the help."""
    lines = [
        f"  {code:<6} {criterion.meaning} ({criterion.article})"
        for code, criterion in zip(written(), CRITERIA.values(), strict=True)
    ]
    return "\n".join(["the tie-breaks, and their articles:", *lines, "", _MODIFIERS])


_MODIFIERS: Final = """\
with, where it applies: /C1 without the lowest value, /M1 without the lowest and the highest, /P forfeits
count as games, /F as if the final round were drawn, /R turned round, /U1400 the unrated count as 1400;
:MP, :GP of teams by match points, by game points
"""


def _tiebreaks(text: str) -> list[str]:
    codes = [code for code in text.split(",") if code.strip()]
    if not codes:
        raise argparse.ArgumentTypeError("no tie-break is named")
    try:
        return [str(parse_tiebreak(code)) for code in codes]
    except UnknownTiebreak as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _round(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > MAX_ROUNDS:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a round from 0 to {MAX_ROUNDS}")
    return int(text)


def _standings(options: argparse.Namespace) -> int:
    from ..ranking.standings import standings

    if same_file(options.output, options.file):
        refuse(f"{options.output} is the tournament itself", "standings")
    with opened(options.file) as file, warnings_caught() as warned:
        data = whole(lines_of(file, options.file))
        try:
            parse = parse_json if is_json(data) else parse_trf
            tournament = parse(data, name=options.file, system=options.system)
            table = standings(tournament, options.tiebreaks, options.after, edition=int(options.edition))
        except UnknownTiebreak as error:
            raise Failure(f"{options.file}: {error}", USAGE) from error
        except MedianSwissError as error:
            raise failure(error, options.file) from error
        finally:
            warned.take()
    write([_FORMATS[options.format](table)], options.output)
    return DONE


# Formats -----------------------------------------------------------------------------------------------

LONGEST_NAME: Final = 40
"""Columns of a name in the text; TRF has room for 33 characters, the other formats have names whole."""


def _rows(table: Standings) -> list[list[str]]:
    head = ["rank", "number", "name", "points", *table.tiebreaks]
    return [head] + [
        [str(row.rank), str(row.number), one_line(row.name), f"{row.points:g}", *row.texts()]
        for row in table.rows
    ]


def _text(table: Standings) -> str:
    """Columns of blanks: the names to the left, the numbers to the right."""
    rows = [[*row[:2], shortened(row[2], LONGEST_NAME), *row[3:]] for row in _rows(table)]
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            _padded(cell, width, to_the_left=column == 2)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _padded(cell: str, width: int, *, to_the_left: bool) -> str:
    blanks = " " * (width - columns(cell))
    return cell + blanks if to_the_left else blanks + cell


def _csv(table: Standings) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(_rows(table))
    return out.getvalue()


def _json(table: Standings) -> str:
    rows = [
        {
            "rank": row.rank,
            "number": row.number,
            "name": row.name,
            "points": row.points,
            "values": [None if value is None else float(value) for value in row.values],
        }
        for row in table.rows
    ]
    return json_line({"after": table.after, "tiebreaks": list(table.tiebreaks), "standings": rows})


_FORMATS: Final[dict[str, Callable[[Standings], str]]] = {"text": _text, "csv": _csv, "json": _json}
