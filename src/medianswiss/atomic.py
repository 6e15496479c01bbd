"""Files written whole or not at all: a temporary file in the same directory, then a rename."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["check_writable", "write_bytes_atomically", "write_text_atomically", "written_together"]


def write_text_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write `text`, with its line ends as they are, to `path` as UTF-8; see `write_bytes_atomically`."""
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path`, so that nobody ever sees half of it.

    A file that exists keeps its mode, a new one gets what the umask leaves. A symbolic link is
    followed: its target is replaced, the link stays. What is no regular file (a pipe, a terminal,
    ``/dev/stdout``) has nothing to be renamed over and is written directly.

    Parameters
    ----------
    path : str or PathLike
    data : bytes

    Raises
    ------
    OSError
        When the file cannot be written, with `path` as its name; what was there before is then untouched.
    """
    with written_together() as put:
        put(path, data)


@contextlib.contextmanager
def written_together() -> Iterator[Callable[[str | os.PathLike[str], bytes], None]]:
    """Write several files as `write_bytes_atomically` does one: none takes its place before all are written.

    Yields
    ------
    callable
        ``put(path, data)``; raises OSError. An error in the block leaves every file as it was.

    Raises
    ------
    OSError
        At the end of the block, with the name of what could not take its place.
    """
    waiting: list[_Waiting] = []
    direct: list[tuple[str | os.PathLike[str], bytes]] = []

    def put(path: str | os.PathLike[str], data: bytes) -> None:
        with _naming(path):
            _check_name(path)
            mode = _mode(path)
            if _is_device(path) or (mode is not None and not stat.S_ISREG(mode)):
                direct.append((path, data))
                return
            target = Path(os.path.realpath(path))
            waiting.append(_Waiting(path, target.with_name(f".{secrets.token_hex(8)}.tmp"), target))
            _create(waiting[-1].temporary, data)
            if mode is not None:
                os.chmod(waiting[-1].temporary, stat.S_IMODE(mode))

    try:
        yield put
        for path, data in direct:
            with _naming(path), open(path, "wb") as device:
                device.write(data)
        while waiting:
            with _naming(waiting[0].path):
                os.replace(waiting[0].temporary, waiting[0].target)
            del waiting[0]
    finally:
        for file in waiting:
            with contextlib.suppress(OSError):
                file.temporary.unlink()


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A file written under another name, to take its place."""

    path: str | os.PathLike[str]
    temporary: Path
    target: Path


@contextlib.contextmanager
def _naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file that was to be written: nobody has heard of the temporary one."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the OSError now that `write_bytes_atomically` would raise for a directory, missing or closed.

    Nothing is written, and nothing promised: what happens until then nobody knows.
    """
    _check_name(path)
    if _is_device(path):
        return
    target = Path(os.path.realpath(path))
    reason = None
    if target.is_dir():
        reason = errno.EISDIR
    elif not target.parent.is_dir():
        reason = errno.ENOTDIR if target.parent.exists() else errno.ENOENT
    elif not os.access(target.parent, os.W_OK | os.X_OK):
        reason = errno.EACCES
    if reason is not None:
        raise OSError(reason, os.strerror(reason), os.fspath(path))


def _check_name(path: str | os.PathLike[str]) -> None:
    """Raise the OSError of a file without a name: as a path, it would be the directory we are in."""
    if not os.fspath(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))


def _mode(path: str | os.PathLike[str]) -> int | None:
    """The mode of the file `path` leads to; None where there is none."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _is_device(path: str | os.PathLike[str]) -> bool:
    """Whether `path` is another name of an open file: renaming over it would part the two."""
    return os.path.abspath(path).startswith(("/dev/", "/proc/"))


def _create(path: Path, data: bytes) -> None:
    """Write a new file; `os.open` (unlike `tempfile`) leaves the permissions to the umask."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with open(descriptor, "wb") as file:
        file.write(data)
