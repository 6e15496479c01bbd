"""``medianswiss check``: the recorded rounds of a file against the rules, and against our pairing of each."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from ..errors import MedianSwissError
from ..replies import error_reply, json_line
from ..tournament import MAX_ROUNDS
from ..trf_columns import shown
from .console import DIFFERENT, DONE, STANDARD, refuse, shows_progress, write, write_out
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

if TYPE_CHECKING:  # imported when it is asked for: pairing a file needs none of it
    from ..checking.check import CheckedRound, Report
    from ..checking.differences import Difference, Place

__all__ = ["add_check", "report_text", "round_number", "run_check"]

HELP: Final = """\
Check the recorded rounds: each against the rules that no round may break, and against the pairing of the
tournament as it was before it, with the byes, absences and late entries of then. A recorded round is a
fact: the rounds after it are checked on what was really played.

FILE is TRF or JSON, told apart by its first character; - is standard input. A round that is paired and not
finished is checked too. Of every round are shown the rules it breaks, and where it is not the pairing of the
rules: two columns, and the rule that decides. Where much differs only the beginning is shown; --round shows
all of one round. The order of the boards is in no file.
"""

EPILOG: Final = """\
examples:
  medianswiss check open.trf --system lim --rounds 9
  medianswiss check teams.trf --system olympiad --round 5
  medianswiss check open.trf --format json -o report.json
  medianswiss --lim open.trf -c

exit status:
  0 every round is clean   2 usage   3 input that cannot be used, output that cannot be written
  4 a rule is broken, or a round is another one
  70 a fault of this program   130 interrupted   141 the reader of the output has gone   143 terminated
"""

SHOWN: Final = 10
"""Rows of a round, unless one round is asked for."""


def add_check(commands: Any) -> None:
    """Add the command to the parsers of the program."""
    command = commands.add_parser("check", help="check the recorded rounds", description=HELP, epilog=EPILOG)
    add_file(command)
    command.add_argument(
        "--round", metavar="N", type=round_number, help="check this round only, and show all"
    )
    add_system(command)
    add_choices(command)
    command.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="of the report; text by default"
    )
    command.set_defaults(run=run_check, command="check")


def round_number(text: str) -> int:
    """The number of a round, as an argument."""
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MAX_ROUNDS:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a round from 1 to {MAX_ROUNDS}")
    return int(text)


def run_check(options: argparse.Namespace) -> int:
    """Check a file, and say what was found."""
    from ..checking.check import check

    if options.system is not None and (reason := contradiction(options, options.system)):
        refuse(reason, options.command)
    if same_file(options.output, options.file):
        refuse(f"{options.output} is the tournament itself", options.command)
    with warnings_caught() as warned:
        try:
            report = check(
                read_tournament(options),
                options.system,
                round=options.round,
                time_limit=options.time_limit,
                progress=shows_progress(),
            )
        except MedianSwissError as error:
            if options.format == "json" and options.output == STANDARD:
                write_out(json_line(error_reply(error)))
            raise failure(error, options.file) from error
        finally:
            warned.take()
    as_json = options.format == "json"
    most = SHOWN if options.round is None else None
    write([json_line(report.to_dict()) if as_json else report_text(report, most)], options.output)
    return DONE if report.clean else DIFFERENT


# ---- the report as text ----


def report_text(report: Report, most: int | None = None) -> str:
    """The report, `most` rows and rules of each round.

    Parameters
    ----------
    report : Report
    most : int, optional
        All by default.
    """
    return "".join(f"{line}\n" for line in _lines(report, most))


def _lines(report: Report, most: int | None) -> Iterator[str]:
    for note in report.notes:
        yield f"note: {note}"
    if not report.rounds:
        yield "no round is recorded"
        return
    for checked in report.rounds:
        yield f"round {checked.round}: {_verdict(checked)}"
        yield from _details(checked, most)
    if len(report.rounds) > 1:
        bad = [str(checked.round) for checked in report.rounds if not checked.clean]
        which = f"not clean: {', '.join(bad)}" if bad else "all clean"
        yield f"{len(report.rounds)} rounds checked by the rules of {report.system}: {which}"


def _verdict(checked: CheckedRound) -> str:
    """One line on a round."""
    if checked.clean:
        return "clean"
    parts = []
    if checked.impossible is not None:
        parts.append(str(checked.impossible))
    if checked.findings:
        parts.append(_counted(len(checked.findings), "broken rule"))
    if checked.differences:
        parts.append(_differing(checked))
    return "; ".join(parts)


def _differing(checked: CheckedRound) -> str:
    """How much of the record is not ours."""
    places = [place for d in checked.differences for place, _ in d.rows if place is not None]
    pairs = sum(black is not None for _, black in places)
    of_all = f"{pairs} of {_counted(len(checked.recorded.meetings), 'pair')}"
    if len(places) > pairs:
        return f"{of_all} and the bye differ"
    return f"{of_all} differ{'s' if pairs == 1 else ''}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _details(checked: CheckedRound, most: int | None) -> Iterator[str]:
    findings = [f"  {finding.rule}: {finding.text}: {finding.article}" for finding in checked.findings]
    rows = list(_rows(checked.differences))
    if rows:
        rows.insert(0, ("recorded", "ours", ""))
    yield from _first(findings, most, "broken rules", checked.round)
    lines = [f"  {theirs:<13} {ours:<13} {why}".rstrip() for theirs, ours, why in rows]
    yield from _first(lines, None if most is None else most + 1, "rows", checked.round)


def _first(lines: list[str], most: int | None, what: str, round_: int) -> Iterator[str]:
    """The first of `lines`; one more costs as much as saying that there is one more."""
    if most is None or len(lines) <= most + 1:
        yield from lines
        return
    yield from lines[:most]
    yield f"  and {len(lines) - most} more {what}: --round {round_} shows them"


def _rows(differences: Iterable[Difference]) -> Iterator[tuple[str, str, str]]:
    """Two columns, and beside the first row of each difference why."""
    for difference in differences:
        why = f"{difference.text}: {difference.article}"
        for recorded, ours in difference.rows:
            yield _place(recorded), _place(ours), why
            why = ""


def _place(place: Place | None) -> str:
    if place is None:
        return "-"
    white, black = place
    return f"bye {white}" if black is None else f"{white} - {black}"
