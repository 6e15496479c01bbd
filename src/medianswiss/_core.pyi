"""Types of the extension."""

from collections.abc import Sequence
from typing import Literal

from .tournament import RoundPairing, Tournament

class PackedField:
    """A validated tournament as the engine sees it; immutable, pairable from any number of threads."""

    def __init__(self, tournament: Tournament) -> None: ...
    def pair(self, trace: bool = False) -> RoundPairing:
        """Pair the round, with or without saying why; `ImpossiblePairing` when no legal pairing exists."""

    def pair_group(
        self,
        residents: Sequence[int],
        incoming: Sequence[int] = (),
        adjacent: Sequence[int] = (),
        direction: Literal["down", "up"] = "down",
        last_round: bool = False,
    ) -> tuple[list[tuple[int, int]], list[int]]:
        """One group step alone (articles 2.3 to 4): pairs in the order made, floaters in the order chosen."""
