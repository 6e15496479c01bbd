"""Types of the extension."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from .tournament import RoundPairing, Scoring, Tournament

_Array = npt.NDArray[Any]

FLOAT: Final[np.dtype[np.void]]
STATE_VERSION: Final[int]
NO_SCORE: Final[int]

@disjoint_base
class ArrayPairing:
    """The pairing of one round as arrays; participants are rows of the arrays given, from 0.

    Attributes
    ----------
    round : int
    pairs : (boards, 2) int32
        White and Black in board order.
    bye : int or None
        Who has the pairing-allocated bye.
    floaters : (floats,) structured, int32
        Every move out of a group in the order made: ``participant``; ``from_twice``, ``to_twice``, twice the
        scores of the groups left and entered, in tenths of a point (the median may lie between two scores);
        ``direction``, 0 down and 1 up.
    cracked : int
        How many pairings were taken back for the median (`lim`, 2.6).
    """

    @property
    def round(self) -> int: ...
    @property
    def pairs(self) -> npt.NDArray[np.int32]: ...
    @property
    def bye(self) -> int | None: ...
    @property
    def floaters(self) -> npt.NDArray[np.void]: ...
    @property
    def cracked(self) -> int: ...

@disjoint_base
class Engine:
    """All that is needed to pair rounds, made once and used again.

    `participants` to make room for; `time_limit`, seconds a round may take (`OutOfTime`).
    """

    time_limit: float | None
    def __new__(cls, participants: int = 0, *, time_limit: float | None = None) -> Engine: ...
    def pair_arrays(
        self,
        *,
        system: str,
        round: int,
        rounds: int | None = None,
        score: _Array | None = None,
        rating: _Array | None = None,
        opponents: _Array | None = None,
        colours: _Array | None = None,
        results: _Array | None = None,
        present: _Array | None = None,
        bye_barred: _Array | None = None,
        floated: _Array | None = None,
        forbidden: _Array | None = None,
        tiebreak: _Array | None = None,
        game_points: _Array | None = None,
        initial_colour: str = "white",
        maxi: bool = False,
        scoring: Scoring | None = None,
    ) -> ArrayPairing:
        """Pair one round given as arrays; see `medianswiss.pair_arrays`."""

def pair_arrays(
    *,
    engine: Engine | None = None,
    system: str,
    round: int,
    rounds: int | None = None,
    score: _Array | None = None,
    rating: _Array | None = None,
    opponents: _Array | None = None,
    colours: _Array | None = None,
    results: _Array | None = None,
    present: _Array | None = None,
    bye_barred: _Array | None = None,
    floated: _Array | None = None,
    forbidden: _Array | None = None,
    tiebreak: _Array | None = None,
    game_points: _Array | None = None,
    initial_colour: str = "white",
    maxi: bool = False,
    scoring: Scoring | None = None,
) -> ArrayPairing:
    """Pair one round given as NumPy arrays: the same rules, no Python object a participant."""

@disjoint_base
class Field:
    """A tournament packed for the engine, and kept from round to round."""

    def __init__(
        self,
        tournament: Tournament,
        system: str | None = None,
        *,
        rounds: int | None = None,
        initial_colour: str | None = None,
        maxi: bool | None = None,
        ranking: str | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Field: ...
    def __deepcopy__(self, memo: object) -> Field: ...
    @property
    def round(self) -> int: ...
    @property
    def rounds(self) -> int | None: ...
    @property
    def system(self) -> str: ...
    @property
    def initial_colour(self) -> str: ...
    @initial_colour.setter
    def initial_colour(self, colour: str) -> None: ...
    @property
    def numbers(self) -> npt.NDArray[np.int32]: ...
    @property
    def scores(self) -> npt.NDArray[np.int32]: ...
    @property
    def tiebreaks(self) -> npt.NDArray[np.int64] | None: ...
    @property
    def present(self) -> npt.NDArray[np.bool_]: ...
    def pair(self, engine: Engine | None = None, *, trace: bool = False) -> RoundPairing:
        """Pair the round; `ImpossiblePairing` when no legal pairing exists."""

    def pair_arrays(self, engine: Engine | None = None) -> ArrayPairing:
        """Pair the round; the answer as arrays of places, in the order of pairing numbers."""

    def record(
        self,
        results: Iterable[tuple[int, int, str] | tuple[int, int, str, float, float]],
        byes: Mapping[int, str] | Mapping[int | None, str] | None = None,
    ) -> None:
        """Add the results of the round, and go on to the next one."""

    def record_arrays(
        self, opponent: _Array, colour: _Array, result: _Array, game_points: _Array | None = None
    ) -> None:
        """Add the results of the round given as arrays."""

    def set_present(self, numbers: int | Iterable[int], present: bool = True) -> None:
        """Say who is to be paired from now on, or is not."""

    def forbid(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Say which pairs are not allowed from now on, in place of those forbidden before."""

    def copy(self) -> Field:
        """An independent field in the same state."""

    def pair_group(
        self,
        residents: Sequence[int],
        incoming: Sequence[int] = (),
        adjacent: Sequence[int] = (),
        direction: Literal["down", "up"] = "down",
        last_round: bool = False,
    ) -> tuple[list[tuple[int, int]], list[int]]:
        """One group step alone (articles 2.3 to 4): pairs in the order made, floaters in the order chosen."""

@disjoint_base
class Batch:
    """Many tournaments as arrays, one behind the other."""

    def __init__(
        self,
        *,
        system: str,
        offsets: _Array,
        round: int | _Array,
        rounds: int | _Array | None = None,
        score: _Array | None = None,
        rating: _Array | None = None,
        opponents: _Array | None = None,
        colours: _Array | None = None,
        results: _Array | None = None,
        present: _Array | None = None,
        bye_barred: _Array | None = None,
        floated: _Array | None = None,
        tiebreak: _Array | None = None,
        game_points: _Array | None = None,
        initial_colour: str = "white",
        maxi: bool = False,
        scoring: Scoring | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def count(self) -> int: ...
    @property
    def rows(self) -> npt.NDArray[np.int64]: ...
    @property
    def round(self) -> npt.NDArray[np.int32]: ...
    def pair(self, k: int, engine: Engine | None = None) -> ArrayPairing:
        """Pair tournament `k` alone: its pairing, or its error."""

@disjoint_base
class Run:
    """The pairing of many tournaments: what its threads share."""

    pairs: npt.NDArray[np.int32]
    pair_offsets: npt.NDArray[np.int64]
    boards: npt.NDArray[np.int32]
    bye: npt.NDArray[np.int32]
    cracked: npt.NDArray[np.int32]
    float_count: npt.NDArray[np.int32]
    status: npt.NDArray[np.int32]
    def work(self) -> None: ...
    def stop(self) -> None: ...
    def floats(self) -> npt.NDArray[np.void]: ...

def array_pairing(
    round_: int, pairs: npt.NDArray[np.int32], bye: int, floaters: npt.NDArray[np.void], cracked: int
) -> ArrayPairing: ...
def ready_to_pair(field: Field) -> Field: ...
def field_of(tournament: Tournament) -> Field: ...
def run_of_batch(batch: Batch, threads: int) -> Run: ...
def run_of_fields(fields: list[Field], threads: int) -> Run: ...
def answer_of_field(run: Run, field: Field, k: int, floats: npt.NDArray[np.void]) -> RoundPairing | None: ...

MEASURES: Final[np.dtype[np.void]]
NORMAL_STEPS: Final[int]
NORMAL_UNIT: Final[int]
EXPECTED_UNIT: Final[int]
MOST_APART: Final[int]
APART_STEP: Final[int]
COLOUR_BOUND: Final[int]

@disjoint_base
class Model:
    """What all tournaments of a simulation have in common; see ms_model of csrc/simulate.h."""

    def __init__(self, **settings: Any) -> None: ...
    @property
    def words(self) -> int: ...
    def normal(self, halves: Iterable[int], deviation: int) -> list[int]: ...
    def play(self, halves: Iterable[int], white: Iterable[int], black: Iterable[int]) -> list[int]: ...

def simulate_piece(
    model: Model,
    bit_generator: np.random.BitGenerator,
    count: int,
    with_finals: bool,
    with_history: bool = False,
) -> tuple[
    npt.NDArray[np.void],
    dict[str, npt.NDArray[np.int64]],
    dict[str, npt.NDArray[Any]] | None,
    dict[str, npt.NDArray[Any]] | None,
]: ...
