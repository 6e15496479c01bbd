"""medianswiss: the engine for Swiss tournaments whose rules work towards the median score group."""

from ._core import ArrayPairing, Batch, Engine, Field, pair_arrays
from .errors import ImpossiblePairing, InvalidTournament, MedianSwissError, UnknownSystem
from .json_lines import read_json, read_json_lines, write_json, write_json_lines
from .many import BatchPairing, pair_many
from .pairing import pair
from .teams import Board, Team, TeamPlayer, TeamTournament, boards
from .tournament import Floater, Game, Participant, RoundPairing, Scoring, Step, Tournament
from .trf import read_trf, write_trf

__version__ = "0.1.0"

__all__ = [
    "ArrayPairing",
    "Batch",
    "BatchPairing",
    "Board",
    "Engine",
    "Field",
    "Floater",
    "Game",
    "ImpossiblePairing",
    "InvalidTournament",
    "MedianSwissError",
    "Participant",
    "RoundPairing",
    "Scoring",
    "Step",
    "Team",
    "TeamPlayer",
    "TeamTournament",
    "Tournament",
    "UnknownSystem",
    "__version__",
    "boards",
    "pair",
    "pair_arrays",
    "pair_many",
    "read_json",
    "read_json_lines",
    "read_trf",
    "write_json",
    "write_json_lines",
    "write_trf",
]
