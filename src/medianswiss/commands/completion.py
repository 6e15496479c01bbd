"""``medianswiss completion``: what a shell has to know to complete our commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..errors import MedianSwissError
from ..extras import imported
from .console import DONE, Failure, write_out

__all__ = ["completion_command"]

SHELLS: Final = ("bash", "fish", "powershell", "tcsh", "zsh")

FILES: Final = ("FILE", "OUT", "RUN")
"""How the names of options and arguments that are files begin."""

_HELP: Final = """\
Print a script that lets a shell complete the commands, options and files of medianswiss.
"""

_EPILOG: Final = """\
examples:
  medianswiss completion bash > ~/.local/share/bash-completion/completions/medianswiss
  medianswiss completion zsh > ~/.zfunc/_medianswiss        (where ~/.zfunc is in fpath)
  medianswiss completion fish > ~/.config/fish/completions/medianswiss.fish

It needs shtab: pip install 'medianswiss[completion]'.
"""


def completion_command(parser_of_all: Callable[[], argparse.ArgumentParser]) -> Callable[[Any], None]:
    """What adds the command to the command line, whose whole parser `parser_of_all` makes."""

    def add_completion(commands: Any) -> None:
        command = commands.add_parser(
            "completion", help="let a shell complete our options", description=_HELP, epilog=_EPILOG
        )
        command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
        command.set_defaults(run=run_completion, command="completion")

    def run_completion(options: argparse.Namespace) -> int:
        try:
            shtab = imported("shtab")
        except MedianSwissError as error:
            raise Failure(str(error)) from error
        parser = parser_of_all()
        for action in _actions(parser):
            if str(action.metavar or "").startswith(FILES):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        write_out(shtab.complete(parser, shell=options.shell) + "\n")
        return DONE

    return add_completion


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Everything a parser takes, and the parsers of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
