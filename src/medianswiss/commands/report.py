"""``medianswiss report``: the next round as a page of HTML."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

from ..errors import InvalidTournament, MedianSwissError, UnknownTiebreak
from ..pairing import nothing_left
from .console import DONE, STANDARD, USAGE, Failure, refuse, write
from .standings import add_tiebreaks
from .tournament_file import (
    add_choices,
    add_file,
    add_system,
    contradiction,
    failure,
    read_tournament,
    same_file,
    warnings_caught,
)

__all__ = ["add_report"]

_HELP: Final = """\
Pair the next round, and make a page of it: one HTML file for a browser, a phone or a printer. It needs
nothing beside it, no script and no network. FILE is TRF or JSON; - is standard input. Where the last
round of a TRF file has pairs and no results yet, as pair --format trf writes it, the page is of that
round; its pairs must be those of the rules (medianswiss check shows where they are not).

On the page: the pairings with boards, colours, scores and ratings, the bye and who is absent; for teams
with their players every board; the round as a picture, its score groups as columns, floaters as arrows,
colour histories as small squares; the standings (see medianswiss standings --help for the tie-breaks);
and why each board is as it is, told by a click on it.
What is printed of it is chosen on the page.

It needs Jinja2: pip install 'medianswiss[report]'. The page is written whole or not at all.
"""

_EPILOG: Final = """\
examples:
  medianswiss report open.trf --system lim -o round.html
  medianswiss report teams.trf --system olympiad -o round.html
  medianswiss report - --system lim < open.trf > round.html
"""


def add_report(commands: Any) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "report", help="the next round as a page of HTML", description=_HELP, epilog=_EPILOG
    )
    add_file(command)
    add_system(command)
    add_choices(command)
    add_tiebreaks(command)
    command.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    command.set_defaults(run=_report, command="report")


def _report(options: argparse.Namespace) -> int:
    from ..page.report import report  # pairing a file needs none of it

    _refuse_contradictions(options)
    with warnings_caught() as warned:
        try:
            tournament = read_tournament(options)
            if over := nothing_left(tournament):
                raise InvalidTournament(f"{over}; the final table is that of medianswiss standings")
            page = report(tournament, tiebreaks=options.tiebreaks, time_limit=options.time_limit)
        except UnknownTiebreak as error:
            raise Failure(f"{options.file}: {error}", USAGE) from error
        except MedianSwissError as error:
            raise failure(error, options.file) from error
        finally:
            warned.take()
    write([page], options.output)
    return DONE


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """End with a usage error where options do not go together."""
    if options.system is not None and (reason := contradiction(options, options.system)):
        refuse(reason, options.command)
    if same_file(options.output, options.file):
        refuse(f"{options.output} is the tournament itself", options.command)
    if options.output == STANDARD and sys.stdout is not None and sys.stdout.isatty():
        refuse("a page is for a browser, not for a terminal: give -o OUT", options.command)
