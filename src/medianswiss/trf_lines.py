"""Lines of TRF on their way to those of another file: of a tournament that changed, or in another format."""

from __future__ import annotations

from collections.abc import Collection

from .tournament import Scoring
from .trf_columns import blanked, tenths_text
from .trf_records import SYMBOLS_162, XXS_FIELDS, TrfSource, code_of

__all__ = ["LineEdit", "line_xxs", "lines_162"]


class LineEdit:
    """The lines of `source`, each to be kept, replaced or dropped."""

    def __init__(self, source: TrfSource) -> None:
        self.source = source
        self.out = [[line] for line in source.lines]
        self.codes = [code_of(blanked(line)) for line in source.lines]
        self.head: list[str] = []
        """Headers that had no line yet; they go before the first player."""
        self.first: list[str] = []
        """Players before the first one of the source."""
        self.last: list[str] = []
        """Teams that had no line yet; they go after everything."""

    def text(self) -> str:
        """All lines, each with its end."""
        anchor = min(self.source.players.values(), default=len(self.out))
        parts = (*self.out[:anchor], self.head, self.first, *self.out[anchor:], self.last)
        return "".join(f"{line}\n" for part in parts for line in part)

    def lines_of(self, *codes: str) -> list[int]:
        """The indices of these records."""
        return [index for index, code in enumerate(self.codes) if code in codes]

    def replace(self, indices: Collection[int], lines: list[str]) -> None:
        """Write `lines` where the first of `indices` is, and drop those."""
        for index in indices:
            self.out[index] = []
        if indices:
            self.out[min(indices)] = lines
        else:
            self.head += lines


def line_xxs(scoring: Scoring) -> str:
    """XXS, which says all of what results are worth."""
    values = {code: getattr(scoring, fields[0]) for code, fields in XXS_FIELDS.items()}
    return " ".join(["XXS", *(f"{code}={tenths_text(value)}" for code, value in values.items())])


def lines_162(scoring: Scoring) -> list[str]:
    """162, or no line where its symbols cannot say it."""
    symbols = {s: {getattr(scoring, field) for field in SYMBOLS_162[s]} for s in "WDLAP"}
    if any(len(values) > 1 or not 0 <= min(values) <= 999 for values in symbols.values()):
        return []
    fields = [f"{symbol}{tenths_text(min(values)):>4}" for symbol, values in symbols.items()]
    return [f"162  {'    '.join(fields)}"]
