"""medianswiss: the engine for Swiss tournaments whose rules work towards the median score group."""

from importlib import import_module
from typing import TYPE_CHECKING

from ._core import ArrayPairing, Batch, Engine, Field, pair_arrays
from .errors import (
    ImpossiblePairing,
    InUse,
    InvalidTournament,
    MedianSwissError,
    OutOfTime,
    UnknownSystem,
    UnknownTiebreak,
)
from .tournament import Floater, Game, Participant, RoundPairing, Scoring, Step, Tournament

if TYPE_CHECKING:
    from .checking.check import CheckedRound, Difference, Finding, Report, check
    from .checking.past import Meeting, RecordedRound
    from .conversion import convert
    from .explanation.explain import Explanation, explain
    from .generation.generate import Recipe, generate
    from .json_lines import read_json, read_json_lines, write_json, write_json_lines
    from .many import BatchPairing, pair_many
    from .page.report import report
    from .pairing import pair
    from .ranking.standings import Standing, Standings, standings
    from .simulation import Settings, Simulation, simulate
    from .teams import Board, Team, TeamPlayer, TeamTournament, boards
    from .trf import read_trf, write_trf

__version__ = "0.1.0"

_LATER = {
    "checking.check": ("CheckedRound", "Difference", "Finding", "Report", "check"),
    "checking.past": ("Meeting", "RecordedRound"),
    "conversion": ("convert",),
    "explanation.explain": ("Explanation", "explain"),
    "generation.generate": ("Recipe", "generate"),
    "json_lines": ("read_json", "read_json_lines", "write_json", "write_json_lines"),
    "many": ("BatchPairing", "pair_many"),
    "page.report": ("report",),
    "pairing": ("pair",),
    "ranking.standings": ("Standing", "Standings", "standings"),
    "simulation": ("Settings", "Simulation", "simulate"),
    "teams": ("Board", "Team", "TeamPlayer", "TeamTournament", "boards"),
    "trf": ("read_trf", "write_trf"),
}
"""Names that are imported when they are first asked for: a server that pairs arrays reads no files."""


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            value: object = getattr(import_module(f".{module}", __name__), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "ArrayPairing",
    "Batch",
    "BatchPairing",
    "Board",
    "CheckedRound",
    "Difference",
    "Engine",
    "Explanation",
    "Field",
    "Finding",
    "Floater",
    "Game",
    "ImpossiblePairing",
    "InUse",
    "InvalidTournament",
    "MedianSwissError",
    "Meeting",
    "OutOfTime",
    "Participant",
    "Recipe",
    "RecordedRound",
    "Report",
    "RoundPairing",
    "Scoring",
    "Settings",
    "Simulation",
    "Standing",
    "Standings",
    "Step",
    "Team",
    "TeamPlayer",
    "TeamTournament",
    "Tournament",
    "UnknownSystem",
    "UnknownTiebreak",
    "__version__",
    "boards",
    "check",
    "convert",
    "explain",
    "generate",
    "pair",
    "pair_arrays",
    "pair_many",
    "read_json",
    "read_json_lines",
    "read_trf",
    "report",
    "simulate",
    "standings",
    "write_json",
    "write_json_lines",
    "write_trf",
]
