"""What the commands say and write: their exit statuses, one-line errors, standard output, whole files."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Final, NoReturn, TextIO

from ..atomic import write_text_atomically, written_together

__all__ = [
    "BAD_INPUT",
    "DIFFERENT",
    "DONE",
    "IMPOSSIBLE",
    "INTERNAL",
    "INTERRUPTED",
    "PIPE_CLOSED",
    "STANDARD",
    "TERMINATED",
    "USAGE",
    "Failure",
    "internal",
    "naming",
    "refuse",
    "say",
    "shows_progress",
    "styled",
    "terminable",
    "write",
    "write_out",
    "write_together",
]

DONE: Final = 0
IMPOSSIBLE: Final = 1
USAGE: Final = 2
BAD_INPUT: Final = 3
DIFFERENT: Final = 4
INTERNAL: Final = 70
INTERRUPTED: Final = 130  # 128 + SIGINT
PIPE_CLOSED: Final = 141  # 128 + SIGPIPE
TERMINATED: Final = 143  # 128 + SIGTERM

STYLES: Final = {"error": "1;31", "warning": "1;33", "heading": "1", "good": "32", "bad": "31"}
"""What colours mean on a terminal, as the parameters of its escape sequence."""

STANDARD: Final = "-"
"""The name of standard input and output among the arguments."""


class Failure(Exception):
    """What ends the command: a line for standard error, and the exit status."""

    def __init__(self, message: str, status: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.status = status


def refuse(message: str, command: str = "") -> NoReturn:
    """End `command` because of how it was called.

    Raises
    ------
    Failure
        With `USAGE`.
    """
    raise Failure(f"{message}; see {' '.join(['medianswiss', *command.split()])} --help", USAGE)


def internal(error: Exception, place: str = "") -> int:
    """Say that it is our own fault; the exit status."""
    say(f"{place}internal error, please report it: {type(error).__name__}: {error}")
    return INTERNAL


@contextmanager
def terminable() -> Iterator[list[int]]:
    """Let SIGTERM end the command as Ctrl-C does: nothing half-written stays behind.

    The list has it when it came. Where somebody else heeds SIGTERM, or in another thread, nothing changes.
    """
    heard: list[int] = []

    def terminate(number: int, _: object) -> NoReturn:
        heard.append(number)
        raise KeyboardInterrupt

    own = threading.current_thread() is threading.main_thread()
    if not own or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield heard
        return
    signal.signal(signal.SIGTERM, terminate)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def write(texts: Iterable[str], output: str) -> None:
    """Write `texts`: each at once on standard output, or all together to the file `output`."""
    if output == STANDARD:
        for text in texts:
            write_out(text)
    else:
        whole = "".join(texts)
        with naming("write", output):
            write_text_atomically(output, whole)


def write_together(texts: Mapping[str, str]) -> None:
    """Write each text to the output it is for: files all or none of them, and then standard output."""
    try:
        with written_together() as put:
            for output, text in texts.items():
                if output != STANDARD:
                    with naming("write", output):
                        put(output, text.encode())
    except OSError as error:  # of one that could not take its place
        with naming("write", error.filename):
            raise
    if STANDARD in texts:
        write_out(texts[STANDARD])


def write_out(text: str) -> None:
    """Write to standard output, in UTF-8 and with no line end translated, and flush."""
    with naming("write", STANDARD):
        if sys.stdout is None:
            raise OSError(errno.EBADF, "it is closed")
        try:
            sys.stdout.flush()
            left = memoryview(text.encode())
            while left:  # unbuffered, it may take a part only
                left = left[sys.stdout.buffer.write(left) :]
            sys.stdout.buffer.flush()
        except (OSError, KeyboardInterrupt):  # whoever interrupts us does not wait for a reader that sleeps
            _abandon(sys.stdout)
            raise


@contextmanager
def naming(action: str, name: str) -> Iterator[None]:
    """Say which file it was that could not be read or written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that cannot be one
        file = (
            {"read": "standard input", "write": "standard output"}[action]
            if name == STANDARD
            else name or "''"
        )
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(f"cannot {action} {file}: {reason}") from error


def styled(text: str, style: str, stream: TextIO | None) -> str:
    """`text` in a style of `STYLES` where `stream` is a terminal that shows one; else as it is.

    NO_COLOR in the environment and terminals that are "dumb" are heeded.
    """
    terminal = stream is not None and stream.isatty()
    if not terminal or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m"


def shows_progress() -> bool:
    """Whether a bar is shown where nobody says: standard error is a terminal, and tqdm is installed."""
    return sys.stderr is not None and sys.stderr.isatty() and find_spec("tqdm") is not None


def say(message: str) -> None:
    """One line on standard error, whatever is in `message`."""
    if sys.stderr is None:
        return
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)
    try:
        kind = "warning" if line.startswith("warning: ") else "error"
        print(f"{styled('medianswiss:', kind, sys.stderr)} {line}", file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def _abandon(stream: TextIO) -> None:
    """Let `stream` lead nowhere: the interpreter would complain when it flushes what is left in it."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
