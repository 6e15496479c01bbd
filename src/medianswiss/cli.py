"""The command line: a file in, the pairing of its next round out.

Two ways to call it: ``medianswiss pair FILE``, and ``medianswiss --lim FILE -p [OUT]``, the convention
tournament programs know. It reads and writes; what a pairing is, `pair` alone knows.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NoReturn

from .cli_simulate import add_simulate
from .cli_tournament import (
    Warnings,
    add_choices,
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
from .console import (
    DONE,
    INTERNAL,
    INTERRUPTED,
    PIPE_CLOSED,
    STANDARD,
    TERMINATED,
    USAGE,
    Failure,
    flush,
    say,
    terminable,
    write,
    write_out,
)
from .errors import MedianSwissError
from .json_lines import (
    leading_lines,
    numbered_lines,
    numbered_states,
    parse_json,
)
from .pairing import pair
from .replies import (
    boards_reply,
    error_reply,
    internal_error_reply,
    json_line,
    pairing_reply,
    text_reply,
)
from .teams import MAX_BOARDS
from .tournament import SYSTEMS
from .trf import format_trf
from .trf_columns import shown

__all__ = ["main"]

_COMMANDS: Final = {"simulate": add_simulate}
"""The commands beside `pair`, each with what adds it to the parsers."""

_EPILOG: Final = """\
examples:
  medianswiss pair open.trf --system lim            the pairing on standard output
  medianswiss pair open.trf --format trf -o next.trf
                                                    the tournament with the new round in it
  medianswiss pair --format json - < states.jsonl   one JSON state a line in, one reply a line out
  medianswiss --lim open.trf -p pairs.txt           as tournament programs call an engine
  medianswiss --ecu teams.trf -p --boards           teams, with the colours of every board
  medianswiss simulate --players 100 --rounds 9     how often the strongest wins, and much more

exit status:
  0 done   1 no legal pairing   2 usage   3 input that cannot be used, output that cannot be written
  70 a fault of this program   130 interrupted   141 the reader of the output has gone   143 terminated
"""

_PAIR_HELP: Final = """\
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

An output file is written whole or not at all.
"""

_PAIR_EPILOG: Final = """\
examples:
  medianswiss pair open.trf --system lim --rounds 9 --initial-colour white
  medianswiss pair state.json --format trf -o next.trf
  medianswiss pair teams.trf --system olympiad --boards
  medianswiss pair --format json - < states.jsonl > replies.jsonl
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process by default.

    Returns
    -------
    int
        Exit status: 0 done; 1 no legal pairing; 2 usage; 3 input that cannot be used or output that
        cannot be written; 70 a fault of this program; 130 interrupted; 141 the reader of our output
        has gone; 143 terminated.
    """
    with terminable() as heard:
        status = _main(argv)
    return TERMINATED if heard and status == INTERRUPTED else status


def _main(argv: Sequence[str] | None) -> int:
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return PIPE_CLOSED
    except Failure as failure:
        say(str(failure))
        return failure.status
    except Exception as error:
        return _internal(error)


def _run(argv: list[str]) -> int:
    try:
        options = _options(argv)
    except SystemExit as exit_:  # argparse has said all there is to say
        flush()
        return exit_.code if isinstance(exit_.code, int) else USAGE
    status: int = options.run(options)
    return status


def _internal(error: Exception, place: str = "") -> int:
    say(f"{place}internal error, please report it: {type(error).__name__}: {error}")
    return INTERNAL


# Arguments -----------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all of ours."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        say(f"{message}; see {self.prog} --help")
        self.exit(USAGE)


def _options(argv: list[str]) -> argparse.Namespace:
    """The arguments of either way to call it, under the same names."""
    named = bool(argv) and argv[0] in ("pair", *_COMMANDS)
    engine_style = not named and any(f"--{system}" in argv for system in SYSTEMS)
    parser = _engine_parser() if engine_style else _parser()
    options = parser.parse_args(argv)
    if options.run is not _pair:
        return options
    if options.format != "text" and (options.boards or options.board_count):
        parser.error("boards are listed in the text reply only")
    if options.system is not None and (reason := contradiction(options, options.system)):
        parser.error(reason)
    if options.format != "trf" and same_file(options.output, options.file):
        parser.error(f"{options.output} is the tournament itself, which only --format trf may replace")
    return options


def _parser() -> _Parser:
    parser = _Parser(
        prog="medianswiss",
        usage="medianswiss pair FILE [options]\n       medianswiss --lim FILE -p [OUT] [options]\n"
        "       medianswiss simulate [options]",
        description="Pair the rounds of Swiss tournaments whose rules work towards the median score group,\n"
        "and simulate such tournaments by the thousands.",
        epilog=_EPILOG,
    )
    _add_version(parser)
    commands = parser.add_subparsers(prog="medianswiss", title="commands", metavar="COMMAND", required=True)
    command = commands.add_parser(
        "pair", help="pair the next round", description=_PAIR_HELP, epilog=_PAIR_EPILOG
    )
    command.add_argument("file", metavar="FILE", help="TRF or JSON; - is standard input")
    command.add_argument("--system", choices=SYSTEMS, help="rule set; wins over the file's")
    add_choices(command)
    _add_boards(command)
    command.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    command.add_argument(
        "--format", choices=("text", "trf", "json"), default="text", help="of the reply; text by default"
    )
    command.set_defaults(run=_pair)
    for add_command in _COMMANDS.values():
        add_command(commands)
    return parser


def _engine_parser() -> _Parser:
    parser = _Parser(
        prog="medianswiss",
        usage="medianswiss --lim FILE -p [OUT] [options]",
        description='Pair the next round: the number of lines, then "white black" a line, "number 0" last.',
    )
    _add_version(parser)
    systems = parser.add_mutually_exclusive_group(required=True)
    for system in SYSTEMS:
        flag = f"--{system}"
        systems.add_argument(flag, dest="system", action="store_const", const=system, help="rule set")
    parser.add_argument("file", metavar="FILE", help="TRF or JSON; - is standard input")
    parser.add_argument(
        "-p", dest="output", metavar="OUT", nargs="?", const=STANDARD, required=True, help="pair, into OUT"
    )
    add_choices(parser)
    _add_boards(parser)
    parser.set_defaults(format="text", run=_pair)
    return parser


def _add_version(parser: _Parser) -> None:
    from . import __version__  # not there yet while the package is being imported

    parser.add_argument("--version", action="version", version=f"medianswiss {__version__}")


def _add_boards(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--boards", action="store_true", help="teams: list the boards after the pairs")
    parser.add_argument(
        "--board-count", metavar="N", type=_boards, help="list N boards a match; wins over the file's"
    )


def _boards(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MAX_BOARDS:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of boards from 1 to {MAX_BOARDS}")
    return int(text)


# Pairing -------------------------------------------------------------------------------------------


def _pair(options: argparse.Namespace) -> int:
    with opened(options.file) as file, warnings_caught() as warned:
        lines = lines_of(file, options.file)
        if options.format != "json":
            return _answer_one(whole(lines), options, warned)
        if options.file == STANDARD:  # a server waits for its answer: no looking ahead
            return _answer_states(numbered_lines(lines), options, warned)
        head = leading_lines(lines)
        lines = chain(head, lines)
        if head and is_json(head[-1]):
            return _answer_states(numbered_states(lines), options, warned)
        return _answer_one(whole(lines), options, warned)


def _answer_one(data: bytes, options: argparse.Namespace, warned: Warnings) -> int:
    """Answer the one tournament of a file; an error ends the command."""
    try:
        tournament = parse(data, options)
        pairing = pair(tournament, time_limit=options.time_limit)
        if options.format == "trf":
            reply = format_trf(tournament, pairing=pairing)
        elif options.format == "json":
            reply = json_line(pairing_reply(pairing))
        else:
            reply = text_reply(pairing)
            if options.boards or options.board_count:
                reply += boards_reply(pairing, tournament, options.board_count)
    except MedianSwissError as error:
        if options.format == "json" and options.output == STANDARD:
            write_out(json_line(error_reply(error)))
        raise failure(error, options.file) from error
    finally:
        warned.take()
    write([reply], options.output)
    return DONE


def _answer_states(states: Iterable[tuple[int, bytes]], options: argparse.Namespace, warned: Warnings) -> int:
    """Answer JSON states one by one; an error is an answer, even a fault of our own."""
    status = DONE

    def replies() -> Iterator[str]:
        nonlocal status
        for line, data in states:
            try:
                reply = _state_reply(line, data, options)
            except Exception as error:
                status = _internal(error, f"{options.file}:{line}: ")
                reply = internal_error_reply(error, line)
            messages = warned.take(f"{options.file}:{line}: ")
            yield json_line(reply | {"warnings": messages} if messages else reply)

    write(replies(), options.output)
    return status


def _state_reply(line: int, data: bytes, options: argparse.Namespace) -> dict[str, Any]:
    try:
        state = parse_json(data, name=options.file, line=line, system=options.system)
        return pairing_reply(pair(chosen(state, options), time_limit=options.time_limit))
    except MedianSwissError as error:
        return error_reply(error, line)
