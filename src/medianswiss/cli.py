"""The command line: its commands, and the two ways to call it.

``medianswiss COMMAND ...``, and ``medianswiss --lim FILE -p [OUT]``, the convention tournament programs
know. Every command is a module of its own in `commands`; it reads and writes, and what a pairing is,
`pair` alone knows.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, NoReturn

from .commands.check import add_check, round_number, run_check
from .commands.completion import completion_command
from .commands.console import (
    INTERRUPTED,
    PIPE_CLOSED,
    STANDARD,
    TERMINATED,
    USAGE,
    Failure,
    internal,
    refuse,
    say,
    terminable,
    write_out,
)
from .commands.convert import add_convert
from .commands.generate import add_engine_generate, add_generate
from .commands.pair import add_pair, add_pair_options, run_pair
from .commands.report import add_report
from .commands.simulate import add_simulate
from .commands.standings import add_standings
from .commands.tournament_file import add_file
from .tournament import EDITIONS, SYSTEMS
from .trf_columns import shown

__all__ = ["main"]

COMMANDS: Final = {
    "pair": add_pair,
    "check": add_check,
    "report": add_report,
    "standings": add_standings,
    "convert": add_convert,
    "generate": add_generate,
    "simulate": add_simulate,
    "completion": completion_command(lambda: _parser()),
}
"""What adds each command to the command line, in the order of the help."""

_EPILOG: Final = """\
examples:
  medianswiss pair open.trf --system lim            the pairing on standard output
  medianswiss pair open.trf --format trf -o next.trf
                                                    the tournament with the new round in it
  medianswiss pair --format json - < states.jsonl   one JSON state a line in, one reply a line out
  medianswiss --lim open.trf -p pairs.txt           as tournament programs call an engine
  medianswiss --ecu teams.trf -p --boards           teams, with the colours of every board
  medianswiss check open.trf --system lim           each recorded round against the rules
  medianswiss report open.trf --system lim -o round.html
                                                    a page for the wall, the phone and the arbiter
  medianswiss generate --rounds 9 --seed 7 -o random.trf
                                                    a whole random tournament
  medianswiss standings open.trf --tiebreaks BH/C1,BH,SB
                                                    points and tie-breaks
  medianswiss convert open.trf -o state.json        TRF16, TRF26 and JSON into each other
  medianswiss simulate --players 100 --rounds 9     how often the strongest wins, and much more

exit status:
  0 done   1 no legal pairing   2 usage   3 input that cannot be used, output that cannot be written
  4 check found differences
  70 a fault of this program   130 interrupted   141 the reader of the output has gone   143 terminated
"""


_ALONE: Final = ("-h", "--help", "--version")
"""Options that need no command."""

_ENGINE_ACTIONS: Final = frozenset(("-p", "-c", "-g"))
"""What an engine is asked for, after ``--lim FILE``."""


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
        cannot be written; 4 check found differences; 70 a fault of this program; 130 interrupted; 141 the
        reader of our output has gone; 143 terminated.
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
        return internal(error)


def _run(argv: list[str]) -> int:
    try:
        options = _options(argv)
    except SystemExit as exit_:  # argparse has said all there is to say
        return exit_.code if isinstance(exit_.code, int) else USAGE
    status: int = options.run(options)
    return status


# ---- arguments -------------------------------------------------------------------------------------


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help with room for the names of our options, in lines of at most 106."""

    def __init__(self, prog: str) -> None:
        width = min(shutil.get_terminal_size().columns, 108) - 2
        super().__init__(prog, max_help_position=32, width=width)

    def add_argument(self, action: argparse.Action) -> None:
        """As always, and with the room that the names of commands need where they stand, further in."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all of ours."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Help, **settings)

    def error(self, message: str) -> NoReturn:
        say(f"{message}; see {self.prog} --help")
        self.exit(USAGE)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help and version as we write all; what argparse cannot write it says nothing of."""
        if message:
            write_out(message)


def _options(argv: list[str]) -> argparse.Namespace:
    """The arguments of either way to call it, under the same names."""
    named = bool(argv) and argv[0] in COMMANDS
    engine_style = not named and any(f"--{system}" in argv for system in SYSTEMS)
    if argv and not (named or engine_style or argv[0].startswith("-")):
        refuse(_no_such_command(argv[0]))
    if not (named or engine_style) and (reason := _no_such_beginning(argv)):
        refuse(reason)
    engine_parser = _engine_generate_parser if "-g" in argv else _engine_parser
    parser = engine_parser() if engine_style else _parser()
    options, unknown = parser.parse_known_args(argv)
    if unknown:
        refuse(f"unrecognized arguments: {' '.join(unknown)}", options.command)
    return options


def _no_such_command(name: str) -> str:
    if os.path.exists(name):
        return f"what is to be done with {name}? for its next round: medianswiss pair {name}"
    near = get_close_matches(name, COMMANDS, n=1)
    hint = f"do you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
    return f"there is no command {shown(name)}: {hint}"


def _no_such_beginning(argv: list[str]) -> str | None:
    """What is wrong where the first argument is an option; None where nothing is."""
    if not argv or argv[0] in _ALONE:
        return None
    rule_sets = ", ".join(f"--{system}" for system in SYSTEMS)
    if _ENGINE_ACTIONS.isdisjoint(argv):
        return f"the command comes before {argv[0]}: there are {', '.join(COMMANDS)}"
    if argv[0] in _ENGINE_ACTIONS:
        return f"the rule set comes before {argv[0]}: there are {rule_sets}"
    return f"there is no rule set {shown(argv[0])}: there are {rule_sets}"


def _parser() -> _Parser:
    parser = _Parser(
        prog="medianswiss",
        usage="medianswiss COMMAND [options]\n       medianswiss --lim FILE -p [OUT] [options]\n"
        "       medianswiss --lim FILE -c [ROUND] [options]\n"
        "       medianswiss --lim [MODEL] -g [CONFIG] [-o OUT] [-s SEED]",
        description="Pair the rounds of Swiss tournaments whose rules work towards the median score group,\n"
        "check rounds that were paired, and simulate such tournaments by the thousands.",
        epilog=_EPILOG,
    )
    _add_version(parser)
    commands = parser.add_subparsers(prog="medianswiss", title="commands", metavar="COMMAND", required=True)
    for add in COMMANDS.values():
        add(commands)
    return parser


def _engine_parser() -> _Parser:
    parser = _Parser(
        prog="medianswiss",
        usage="medianswiss --lim FILE -p [OUT] [options]\n       medianswiss --lim FILE -c [ROUND] [options]",
        description='Pair the next round: the number of lines, then "white black" a line, "number 0" last.\n'
        "Or check the recorded rounds, as medianswiss check does.",
    )
    _add_version(parser)
    systems = parser.add_mutually_exclusive_group(required=True)
    for system in SYSTEMS:
        flag = f"--{system}"
        systems.add_argument(flag, dest="system", action="store_const", const=system, help="rule set")
    add_file(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("-p", dest="output", metavar="OUT", nargs="?", const=STANDARD, help="pair, into OUT")
    what.add_argument(
        "-c", dest="round", metavar="ROUND", nargs="?", const=0, type=round_number, help="check the rounds"
    )
    add_pair_options(parser)
    parser.set_defaults(format="text", run=_run_engine, command="", explain=[], trace=None)
    return parser


def _run_engine(options: argparse.Namespace) -> int:
    """Pair, or with ``-c`` check."""
    if options.round is None:
        return run_pair(options)
    if options.boards or options.board_count:
        refuse("boards are listed with -p")
    options.round, options.output = options.round or None, STANDARD
    return run_check(options)


def _engine_generate_parser() -> _Parser:
    parser = _Parser(
        prog="medianswiss",
        usage="medianswiss --lim [MODEL] -g [CONFIG] [-o OUT] [-s SEED]",
        description="Generate a random tournament.",
    )
    _add_version(parser)
    add_engine_generate(parser)
    return parser


def _add_version(parser: _Parser) -> None:
    from . import __version__  # not there yet while the package is being imported

    editions = (f"{system:<8}  {edition}" for system, edition in EDITIONS.items())
    parser.add_argument(
        "--version",
        action="version",
        version="\n".join([f"medianswiss {__version__}", *editions]),
        help="show the version, and the rule sets with the texts they follow",
    )
