"""The exceptions of the package. Each message stands on its own: it names what is wrong and where."""

from __future__ import annotations

__all__ = [
    "ImpossiblePairing",
    "InUse",
    "InvalidTournament",
    "MedianSwissError",
    "OutOfTime",
    "UnknownSystem",
    "UnknownTiebreak",
]


class MedianSwissError(Exception):
    """Base class of every error this package raises on purpose."""


class UnknownSystem(MedianSwissError):
    """The rule set asked for does not exist, or none was named."""


class UnknownTiebreak(MedianSwissError):
    """A tie-break asked for does not exist, or not for these participants."""


class InUse(MedianSwissError):
    """A `Field` or `Engine` serves one call at a time, and another thread is at it."""


class OutOfTime(MedianSwissError):
    """The round took longer than the time limit of its `Engine`."""


class InvalidTournament(MedianSwissError):
    """The tournament, or the file it comes from, says something that cannot be.

    Parameters
    ----------
    message : str
        What is wrong, without the place.
    file : str, optional
        Name of the file, ``"-"`` for standard input.
    line, column : int, optional
        1-based place in the file.
    participant : int, optional
        Pairing number of the participant concerned.
    round : int, optional
        The round concerned, from 1.

    ``str(error)`` is ``file:line:column: participant N, round R: message`` as far as these are known.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        participant: int | None = None,
        round: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.participant = participant
        self.round = round

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        if self.file is None:
            names = (("line", self.line), ("column", self.column))
            place = [f"{name} {value}" for name, value in names if value is not None]
        who = (("participant", self.participant), ("round", self.round))
        whom = ", ".join(f"{name} {value}" for name, value in who if value is not None)
        where = (":" if self.file is not None else ", ").join(place)
        return ": ".join(part for part in (where, whom, self.message) if part)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.message, self.__dict__.copy()))


def _rebuild(message: str, attributes: dict[str, object]) -> InvalidTournament:
    """Rebuild a pickled `InvalidTournament` (its places are keyword arguments)."""
    error = InvalidTournament(message)
    error.__dict__.update(attributes)
    return error


class ImpossiblePairing(MedianSwissError):
    """No legal pairing of the round exists.

    Parameters
    ----------
    article : str
        The article that cannot be kept (that of the bye when all but at most one could be paired).
    numbers : tuple of int
        Pairing numbers that cannot be placed: from the largest number down, whoever can be left
        out without losing a pair (rules, "Legal and complete").
    where : str, optional
        Which round it is, of a tournament that is being generated.
    """

    def __init__(self, article: str, numbers: tuple[int, ...], where: str = "") -> None:
        super().__init__(article, numbers, *filter(None, [where]))
        self.article = article
        self.numbers = numbers
        self.where = where

    def __str__(self) -> str:
        who = ", ".join(f"#{number}" for number in self.numbers)
        place = f"{self.where}: " if self.where else ""
        return (
            f"{place}no legal pairing of the round exists (article {self.article}); cannot be placed: {who}"
        )
