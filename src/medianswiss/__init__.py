"""medianswiss: the engine for Swiss tournaments whose rules work towards the median score group."""

from .errors import ImpossiblePairing, InvalidTournament, MedianSwissError, UnknownSystem
from .json_lines import read_json, read_json_lines, write_json, write_json_lines
from .pairing import pair
from .teams import Board, Team, TeamPlayer, TeamTournament, boards
from .tournament import Floater, Game, Participant, RoundPairing, Scoring, Step, Tournament
from .trf import read_trf, write_trf

__version__ = "0.1.0"

__all__ = [
    "Board",
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
    "read_json",
    "read_json_lines",
    "read_trf",
    "write_json",
    "write_json_lines",
    "write_trf",
]
