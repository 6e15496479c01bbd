"""The tournament a command is about: its file, what the command line says of it, what is warned of."""

from __future__ import annotations

import argparse
import codecs
import errno
import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import BinaryIO

from ..errors import ImpossiblePairing, InvalidTournament, MedianSwissError, UnknownSystem
from ..json_lines import MAX_BYTES, bounded_lines, parse_json
from ..tournament import MAX_ROUNDS, SYSTEMS, TEAM_SYSTEMS, Tournament
from ..trf import parse_trf
from ..trf_columns import shown
from .console import BAD_INPUT, IMPOSSIBLE, STANDARD, USAGE, Failure, naming, say

__all__ = [
    "Warnings",
    "add_choices",
    "add_file",
    "add_system",
    "chosen",
    "contradiction",
    "failure",
    "is_json",
    "lines_of",
    "opened",
    "parse",
    "read_tournament",
    "same_file",
    "warnings_caught",
    "whole",
]


# What the command line says --------------------------------------------------------------------------


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the file of the tournament."""
    parser.add_argument("file", metavar="FILE", help="TRF or JSON; - is standard input")


def add_system(parser: argparse.ArgumentParser) -> None:
    """Add the rule set."""
    parser.add_argument("--system", choices=SYSTEMS, help="rule set; wins over the file's")


def add_choices(parser: argparse.ArgumentParser) -> None:
    """Add what the file may leave open, and what may win over it."""
    parser.add_argument("--rounds", metavar="N", type=_rounds, help="rounds planned; wins over the file's")
    parser.add_argument(
        "--initial-colour", choices=("white", "black"), help="colour drawn for #1; wins over the file's"
    )
    parser.add_argument("--maxi", action="store_true", default=None, help="it is a maxi-tournament")
    parser.add_argument(
        "--ranking", choices=("number", "esb"), help="teams: how those level on points are ranked"
    )
    parser.add_argument(
        "--time-limit", metavar="SECONDS", type=_seconds, help="a round that takes longer is an error"
    )


def _rounds(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MAX_ROUNDS:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of rounds from 1 to {MAX_ROUNDS}")
    return int(text)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of seconds")
    return float(text)


def contradiction(options: argparse.Namespace, system: str | None) -> str | None:
    """Why the options do not go with the rule set; None where they do."""
    if system == "lim" and (getattr(options, "boards", False) or getattr(options, "board_count", None)):
        return "players have no boards: --boards goes with ecu and olympiad"
    if system == "lim" and options.ranking is not None:
        return "players are ranked by number: --ranking goes with ecu and olympiad"
    if system in TEAM_SYSTEMS and options.maxi:
        return "teams have no maxi-tournaments: --maxi goes with lim"
    return None


def chosen(tournament: Tournament, options: argparse.Namespace) -> Tournament:
    """`tournament` with what the command line says of it, which wins."""
    if reason := contradiction(options, tournament.system):
        raise InvalidTournament(reason)
    choices = {name: getattr(options, name) for name in ("rounds", "initial_colour", "maxi", "ranking")}
    return replace(tournament, **{name: value for name, value in choices.items() if value is not None})


# The file ----------------------------------------------------------------------------------------------


def read_tournament(options: argparse.Namespace) -> Tournament:
    """The one tournament of `options.file`, TRF or JSON, with what the options say of it.

    Raises
    ------
    InvalidTournament, UnknownSystem
        For `failure` to name the file.
    Failure
        The file cannot be read.
    """
    with opened(options.file) as file:
        data = whole(lines_of(file, options.file))
    return parse(data, options)


def parse(data: bytes, options: argparse.Namespace) -> Tournament:
    """The tournament that `data`, the content of `options.file`, is; with what the options say of it."""
    parse_data = parse_json if is_json(data) else parse_trf
    return chosen(parse_data(data, name=options.file, system=options.system), options)


def same_file(output: str, file: str) -> bool:
    """Whether what is written would take the place of what is read."""
    if STANDARD in (output, file):
        return False
    try:
        return os.path.samefile(output, file) and os.path.isfile(file)
    except (OSError, ValueError):  # one of them does not exist
        return False


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """The file of that name, or standard input, to be read."""
    with naming("read", name):
        if name != STANDARD:
            return open(name, "rb")
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return nullcontext(sys.stdin.buffer)


def lines_of(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of `file` as they arrive."""
    with naming("read", name):
        yield from bounded_lines(file)


def whole(lines: Iterable[bytes]) -> bytes:
    """All of `lines`, or more than any reader takes."""
    data = bytearray()
    for line in lines:
        data += line
        if len(data) > MAX_BYTES:
            break
    return bytes(data)


def is_json(data: bytes) -> bool:
    """Whether what begins with `data` is JSON, and not TRF."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"{", b"[", b'"'))


# What is said of it ------------------------------------------------------------------------------------


def failure(error: MedianSwissError, file: str) -> Failure:
    """The failure because of `error`, with the file in its message."""
    if isinstance(error, InvalidTournament):
        error.file = error.file or file
        return Failure(str(error))
    statuses = {ImpossiblePairing: IMPOSSIBLE, UnknownSystem: USAGE}
    return Failure(f"{file}: {error}", statuses.get(type(error), BAD_INPUT))


class Warnings:
    """What the package warns of: said on standard error, each only once, and handed out for the reply."""

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
def warnings_caught() -> Iterator[Warnings]:
    """Take what is warned of, to be said as our own lines."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield Warnings(caught)
