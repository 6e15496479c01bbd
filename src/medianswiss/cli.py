"""The command line: a file in, the pairing of its next round out.

Two ways to call it: ``medianswiss pair FILE``, and ``medianswiss --lim FILE -p [OUT]``, the convention
tournament programs know. It reads and writes; what a pairing is, `pair` alone knows.
"""

from __future__ import annotations

import argparse
import codecs
import errno
import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from itertools import chain
from typing import Any, BinaryIO, Final, NoReturn

from .cli_simulate import add_simulate
from .console import (
    BAD_INPUT,
    DONE,
    IMPOSSIBLE,
    INTERNAL,
    INTERRUPTED,
    PIPE_CLOSED,
    STANDARD,
    TERMINATED,
    USAGE,
    Failure,
    flush,
    naming,
    say,
    terminable,
    write,
    write_out,
)
from .errors import ImpossiblePairing, InvalidTournament, MedianSwissError, UnknownSystem
from .json_lines import (
    MAX_BYTES,
    bounded_lines,
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
from .tournament import MAX_ROUNDS, SYSTEMS, TEAM_SYSTEMS, Tournament
from .trf import format_trf, parse_trf
from .trf_columns import shown

__all__ = ["main"]

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


def _failure(error: MedianSwissError, file: str) -> Failure:
    """The failure because of `error`, with the file in its message."""
    if isinstance(error, InvalidTournament):
        error.file = error.file or file
        return Failure(str(error))
    statuses = {ImpossiblePairing: IMPOSSIBLE, UnknownSystem: USAGE}
    return Failure(f"{file}: {error}", statuses.get(type(error), BAD_INPUT))


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
    named = argv[:1] in (["pair"], ["simulate"])
    engine_style = not named and any(f"--{system}" in argv for system in SYSTEMS)
    parser = _engine_parser() if engine_style else _parser()
    options = parser.parse_args(argv)
    if options.run is not _pair:
        return options
    if options.format != "text" and (options.boards or options.board_count):
        parser.error("boards are listed in the text reply only")
    if options.system is not None and (reason := _contradiction(options, options.system)):
        parser.error(reason)
    if options.format != "trf" and _same_file(options.output, options.file):
        parser.error(f"{options.output} is the tournament itself, which only --format trf may replace")
    return options


def _contradiction(options: argparse.Namespace, system: str | None) -> str | None:
    """Why the options do not go with the rule set; None where they do."""
    if system == "lim" and (options.boards or options.board_count):
        return "players have no boards: --boards goes with ecu and olympiad"
    if system == "lim" and options.ranking is not None:
        return "players are ranked by number: --ranking goes with ecu and olympiad"
    if system in TEAM_SYSTEMS and options.maxi:
        return "teams have no maxi-tournaments: --maxi goes with lim"
    return None


def _same_file(output: str, file: str) -> bool:
    """Whether what is written would take the place of what is read."""
    if STANDARD in (output, file):
        return False
    try:
        return os.path.samefile(output, file) and os.path.isfile(file)
    except (OSError, ValueError):  # one of them does not exist
        return False


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
    _add_choices(command)
    command.add_argument(
        "-o", dest="output", metavar="OUT", default=STANDARD, help="write to OUT, not to standard output"
    )
    command.add_argument(
        "--format", choices=("text", "trf", "json"), default="text", help="of the reply; text by default"
    )
    command.set_defaults(run=_pair)
    add_simulate(commands)
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
    _add_choices(parser)
    parser.set_defaults(format="text", run=_pair)
    return parser


def _add_version(parser: _Parser) -> None:
    from . import __version__  # not there yet while the package is being imported

    parser.add_argument("--version", action="version", version=f"medianswiss {__version__}")


def _add_choices(parser: argparse.ArgumentParser) -> None:
    """What the file may leave open."""
    parser.add_argument("--rounds", metavar="N", type=_rounds, help="rounds planned; wins over the file's")
    parser.add_argument(
        "--initial-colour", choices=("white", "black"), help="colour drawn for #1; wins over the file's"
    )
    parser.add_argument("--maxi", action="store_true", default=None, help="it is a maxi-tournament")
    parser.add_argument(
        "--ranking", choices=("number", "esb"), help="teams: how those level on points are ranked"
    )
    parser.add_argument("--boards", action="store_true", help="teams: list the boards after the pairs")
    parser.add_argument(
        "--board-count", metavar="N", type=_boards, help="list N boards a match; wins over the file's"
    )
    parser.add_argument(
        "--time-limit", metavar="SECONDS", type=_seconds, help="a round that takes longer is an error"
    )


def _boards(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MAX_BOARDS:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of boards from 1 to {MAX_BOARDS}")
    return int(text)


def _rounds(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MAX_ROUNDS:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of rounds from 1 to {MAX_ROUNDS}")
    return int(text)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of seconds")
    return float(text)


# Pairing -------------------------------------------------------------------------------------------


def _pair(options: argparse.Namespace) -> int:
    with _opened(options.file) as file, _warnings_caught() as warned:
        lines = _lines(file, options.file)
        if options.format != "json":
            return _answer_one(_whole(lines), options, warned)
        if options.file == STANDARD:  # a server waits for its answer: no looking ahead
            return _answer_states(numbered_lines(lines), options, warned)
        head = leading_lines(lines)
        lines = chain(head, lines)
        if head and _is_json(head[-1]):
            return _answer_states(numbered_states(lines), options, warned)
        return _answer_one(_whole(lines), options, warned)


def _answer_one(data: bytes, options: argparse.Namespace, warned: _Warnings) -> int:
    """Answer the one tournament of a file; an error ends the command."""
    try:
        parse = parse_json if _is_json(data) else parse_trf
        tournament = _chosen(parse(data, name=options.file, system=options.system), options)
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
        raise _failure(error, options.file) from error
    finally:
        warned.take()
    write([reply], options.output)
    return DONE


def _answer_states(
    states: Iterable[tuple[int, bytes]], options: argparse.Namespace, warned: _Warnings
) -> int:
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
        return pairing_reply(pair(_chosen(state, options), time_limit=options.time_limit))
    except MedianSwissError as error:
        return error_reply(error, line)


def _chosen(tournament: Tournament, options: argparse.Namespace) -> Tournament:
    """`tournament` with what the command line says of it, which wins."""
    if reason := _contradiction(options, tournament.system):
        raise InvalidTournament(reason)
    choices = {name: getattr(options, name) for name in ("rounds", "initial_colour", "maxi", "ranking")}
    return replace(tournament, **{name: value for name, value in choices.items() if value is not None})


class _Warnings:
    """What `pair` warns of: said on standard error, each only once, and handed out for the reply."""

    def __init__(self, caught: list[warnings.WarningMessage]) -> None:
        self._caught = caught
        self._said: set[str] = set()

    def take(self, place: str = "") -> list[str]:
        """The warnings since the last call."""
        messages = [str(w.message) for w in self._caught if issubclass(w.category, UserWarning)]
        self._caught.clear()
        for message in messages:
            if message not in self._said:
                self._said.add(message)
                say(f"warning: {place}{message}")
        return messages


@contextmanager
def _warnings_caught() -> Iterator[_Warnings]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield _Warnings(caught)


# Input ---------------------------------------------------------------------------------------------


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    with naming("read", name):
        if name != STANDARD:
            return open(name, "rb")
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return nullcontext(sys.stdin.buffer)


def _lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of `file` as they arrive."""
    with naming("read", name):
        yield from bounded_lines(file)


def _whole(lines: Iterable[bytes]) -> bytes:
    """All of `lines`, or more than any reader takes."""
    data = bytearray()
    for line in lines:
        data += line
        if len(data) > MAX_BYTES:
            break
    return bytes(data)


def _is_json(data: bytes) -> bool:
    """Whether what begins with `data` is JSON, and not TRF."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"{", b"[", b'"'))
