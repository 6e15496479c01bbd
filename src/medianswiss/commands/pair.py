"""``medianswiss pair``: the pairing of the next round."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

from ..checking.published import pair_published
from ..errors import MedianSwissError
from ..json_lines import leading_lines, numbered_lines, numbered_states, parse_json
from ..pairing import pair
from ..replies import (
    boards_reply,
    error_reply,
    internal_error_reply,
    json_line,
    text_reply,
)
from ..teams import MAX_BOARDS
from ..tournament import RoundPairing, Tournament
from ..trf import format_trf
from ..trf_columns import shown
from .console import DONE, STANDARD, internal, refuse, write, write_out, write_together
from .explain import (
    EXPLAIN_HELP,
    add_explain_options,
    explained_reply,
    refuse_explain_contradictions,
    refuse_trace_of_states,
    told_besides,
    wants_trace,
)
from .tournament_file import (
    Warnings,
    add_choices,
    add_file,
    add_system,
    chosen,
    contradiction,
    failure,
    is_json,
    lines_of,
    opened,
    parse,
    same_file,
    warnings_caught,
    whole,
)

__all__ = ["add_pair", "add_pair_options", "run_pair"]

_HELP: Final = """\
Pair the next round. FILE is TRF or JSON, told apart by its first character; - is standard input.
--system, --rounds and --initial-colour win over the file's; a file that contradicts itself is refused
even so.

text   the number of lines, then "white black" a line in board order, the bye last as "number 0"
trf    the tournament with the new round in it
json   one object a line; for JSON input one a state, each as soon as its state has arrived. A state
       that cannot be paired is answered {"error": ...} and the next is read; blank lines are skipped.
       For JSON input the exit status is then 0 once every state has its answer, or 70 when one met a
       fault of this program ("error": "InternalError").

With json, standard input is always JSON, and each of its lines one whole state. A JSON file may also
hold one state spread over its lines.

With --boards the text goes on with every board of every match, its fields parted by tabs:
match.board, team with White, team with Black, their names. The colours are those of the file (352),
or the team named first has White on boards 1, 3, 5, ... Teams are not written as TRF: their round is
said by who plays on each board.

{explain}
An output file is written whole or not at all.
"""

_EPILOG: Final = """\
examples:
  medianswiss pair open.trf --system lim --rounds 9 --initial-colour white
  medianswiss pair state.json --format trf -o next.trf
  medianswiss pair teams.trf --system olympiad --boards
  medianswiss pair --format json - < states.jsonl > replies.jsonl
  medianswiss pair open.trf --explain 7 --explain 12
  medianswiss pair open.trf -o pairs.txt --trace why.txt
"""


def add_pair(commands: Any) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "pair",
        help="pair the next round",
        description=_HELP.replace("{explain}", EXPLAIN_HELP),
        epilog=_EPILOG,
    )
    add_file(command)
    add_system(command)
    add_pair_options(command)
    command.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    command.add_argument(
        "--format", choices=("text", "trf", "json"), default="text", help="of the reply; text by default"
    )
    add_explain_options(command)
    command.set_defaults(run=run_pair, command="pair")


def add_pair_options(parser: argparse.ArgumentParser) -> None:
    """Add what either way to pair takes."""
    add_choices(parser)
    parser.add_argument("--boards", action="store_true", help="teams: list the boards after the pairs")
    parser.add_argument(
        "--board-count", metavar="N", type=_boards, help="list N boards a match; wins over the file's"
    )


def _boards(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MAX_BOARDS:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of boards from 1 to {MAX_BOARDS}")
    return int(text)


# ---- the command -----------------------------------------------------------------------------------


def run_pair(options: argparse.Namespace) -> int:
    """Pair what the options name, and answer.

    Raises
    ------
    Failure
        With its exit status.
    """
    _refuse_contradictions(options)
    with opened(options.file) as file, warnings_caught() as warned:
        lines = lines_of(file, options.file)
        if options.format != "json":
            return _answer_one(whole(lines), options, warned)
        if options.file == STANDARD:  # a server waits for its answer: no looking ahead
            refuse_trace_of_states(options)
            return _answer_states(numbered_lines(lines), options, warned)
        head = leading_lines(lines)
        lines = chain(head, lines)
        if head and is_json(head[-1]):
            refuse_trace_of_states(options)
            return _answer_states(numbered_states(lines), options, warned)
        return _answer_one(whole(lines), options, warned)


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """End with a usage error where options do not go together."""
    if options.format != "text" and (options.boards or options.board_count):
        refuse("boards are listed in the text reply only", options.command)
    if options.system is not None and (reason := contradiction(options, options.system)):
        refuse(reason, options.command)
    if options.format != "trf" and same_file(options.output, options.file):
        reason = f"{options.output} is the tournament itself, which only --format trf may replace"
        refuse(reason, options.command)
    refuse_explain_contradictions(options)


def _answer_one(data: bytes, options: argparse.Namespace, warned: Warnings) -> int:
    """Answer the one tournament of a file; an error ends the command."""
    try:
        tournament = parse(data, options)
        tournament, pairing = _paired(tournament, options)
        if options.format == "trf":
            reply = format_trf(tournament, pairing=pairing)
        elif options.format == "json":
            reply = json_line(explained_reply(tournament, pairing, options))
        else:
            reply = text_reply(pairing)
            if options.boards or options.board_count:
                reply += boards_reply(pairing, tournament, options.board_count)
        texts = {options.output: reply} | told_besides(tournament, pairing, options)
    except MedianSwissError as error:
        if options.format == "json" and options.output == STANDARD:
            write_out(json_line(error_reply(error)))
        raise failure(error, options.file) from error
    finally:
        warned.take()
    write_together(texts)
    return DONE


def _paired(tournament: Tournament, options: argparse.Namespace) -> tuple[Tournament, RoundPairing]:
    """The tournament and its next round; where one asks why, it may be the round that is published."""
    if wants_trace(options) and options.format != "trf":
        published = pair_published(tournament, time_limit=options.time_limit)
        if published is not None:
            return published
    return tournament, pair(tournament, trace=wants_trace(options), time_limit=options.time_limit)


def _answer_states(states: Iterable[tuple[int, bytes]], options: argparse.Namespace, warned: Warnings) -> int:
    """Answer JSON states one by one; an error is an answer, even a fault of our own."""
    status = DONE

    def replies() -> Iterator[str]:
        nonlocal status
        for line, data in states:
            try:
                reply = _state_reply(line, data, options)
            except Exception as error:
                status = internal(error, f"{options.file}:{line}: ")
                reply = internal_error_reply(error, line)
            messages = warned.take(f"{options.file}:{line}: ")
            yield json_line(reply | {"warnings": messages} if messages else reply)

    write(replies(), options.output)
    return status


def _state_reply(line: int, data: bytes, options: argparse.Namespace) -> dict[str, Any]:
    try:
        state = chosen(parse_json(data, name=options.file, line=line, system=options.system), options)
        pairing = pair(state, trace=wants_trace(options), time_limit=options.time_limit)
        return explained_reply(state, pairing, options)
    except MedianSwissError as error:
        return error_reply(error, line)
