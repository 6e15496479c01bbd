"""One round held against everything known: core and reference agree, and the answer keeps the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from legality import SMALL, check, facts_of, meaning, right_bye, unplaced
from medianswiss import RoundPairing, Tournament
from twins import Refusal, both

ARTICLES = {"lim": ("1.1", "2.1"), "ecu": ("N.5.4", "N.5.3"), "olympiad": ("4", "6.1")}
"""That of the bye, and that of the complete pairing."""


def examine(t: Tournament) -> RoundPairing | Refusal:
    """Pair with core and reference, which must agree, and hold the answer against the rules."""
    answer = both(t)
    if isinstance(answer, RoundPairing):
        check(t, answer)
    facts = facts_of(t)
    if len(facts.people) <= SMALL:
        joined = meaning(facts)
        assert (joined is not None) == isinstance(answer, RoundPairing)
        if isinstance(answer, RoundPairing):
            odd = len(facts.people) % 2 == 1
            assert joined is not None
            assert answer.bye == (right_bye(facts, joined) if odd else None)
        else:
            numbers = unplaced(facts)
            of_bye, of_pairing = ARTICLES[str(t.system)]
            assert answer == Refusal(of_bye if len(numbers) == 1 else of_pairing, numbers)
    return answer


def examine_many(rounds: Iterator[Tournament], wanted: int) -> int:
    """Examine so many rounds; the number that could be paired."""
    examined = [examine(t) for t in islice(rounds, wanted)]
    assert len(examined) == wanted
    return sum(isinstance(answer, RoundPairing) for answer in examined)
