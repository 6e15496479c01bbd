"""What no round may break, whoever paired it: the absolute rules, asked of a recorded round.

What a rule says of one participant is taken from the plain-Python rule sets (`reference`): nothing here
depends on the engine whose pairing the round is compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ..reference import lim, teams
from ..reference.facts import Player, players_of
from ..tournament import TEAM_SYSTEMS, RoundPairing, Tournament
from .past import Meeting, RecordedRound

__all__ = ["Finding", "findings"]

ARTICLES: Final = {
    "met": {"lim": "2.1 [9.1]", "ecu": "N.5.3", "olympiad": "6.1"},
    "run": {"lim": "5.1.1 [12.1 a]", "ecu": "N.7.3.2", "olympiad": "7.3"},
    "difference": {"lim": "5.1.2 [12.1 b]", "ecu": "N.7.3.1", "olympiad": "7.3"},
    "bye": {"lim": "1.1 [8]", "ecu": "N.5.4", "olympiad": "4"},
}
BARS: Final = {
    "U": "had it in round {}",
    "F": "had a full-point bye in round {}",
    "+": "won by forfeit in round {}",
    "H": "had a half-point bye in round {}",
    "Z": "was not paired from round {}",
}
"""Why somebody may not have the bye, by the result that bars it."""
BARRING: Final = {"lim": "UF+", "ecu": "UF+H", "olympiad": "UF+Z"}
"""Those results; a ``Z`` in round one alone, which is then the first of them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An absolute rule that a recorded round breaks.

    Parameters
    ----------
    rule : str
        One of ``"rematch"``, ``"forbidden pair"``, ``"third colour in a row"``, ``"colour difference"``,
        ``"colour limits"``, ``"second bye"``, ``"bye barred"``, ``"two byes"``, ``"bye in an even field"``,
        ``"left out"``.
    article : str
        As an arbiter cites it; that of `lim` in both numberings.
    who : tuple of int
        The pairing numbers concerned.
    text : str
        The same as a sentence.
    """

    rule: str
    article: str
    who: tuple[int, ...]
    text: str


def findings(before: Tournament, recorded: RecordedRound, ours: RoundPairing | None) -> tuple[Finding, ...]:
    """Every absolute rule that the recorded round breaks.

    Parameters
    ----------
    before : Tournament
        As it was before the round, with every choice made.
    recorded : RecordedRound
    ours : RoundPairing or None
        What the rules make of the round; None where it cannot be paired.
    """
    facts = _Facts(before, recorded, ours)
    return (*facts.meetings(), *facts.colours(), *facts.byes())


class _Facts:
    """One round, and what is asked of it."""

    def __init__(self, before: Tournament, recorded: RecordedRound, ours: RoundPairing | None) -> None:
        self.recorded = recorded
        self.ours = ours
        self.system = before.system or ""
        self.games = {p.number: p.games for p in before.participants}
        self.forbidden = {frozenset(pair) for pair in before.forbidden}
        self.players = {p.number: p for p in players_of(replace(before, forbidden=()))}
        self.last_round = before.rounds is not None and before.round >= before.rounds
        self.colours_ignored = self.system == "lim" and self.last_round and self._colours_are_ignored()

    def finding(self, rule: str, kind: str, who: tuple[int, ...], text: str) -> Finding:
        return Finding(rule, ARTICLES[kind][self.system], who, text)

    # ---- who met before ----

    def meetings(self) -> Iterator[Finding]:
        """2.1 [9.1], N.5.3, 6.1."""
        for meeting in self.recorded.meetings:
            a, b = sorted(meeting.pair)
            if b in self.players[a].met:
                rounds = [r for r, g in enumerate(self.games[a], 1) if g.played and g.opponent == b]
                met = " and ".join(map(str, rounds))
                text = f"#{a} and #{b} met in round{'s' * (len(rounds) > 1)} {met}"
                yield self.finding("rematch", "met", (a, b), text)
            elif {a, b} in self.forbidden:
                yield self.finding("forbidden pair", "met", (a, b), f"#{a} and #{b} are a forbidden pair")

    # ---- colours ----

    def colours(self) -> Iterator[Finding]:
        """5.1.1, 5.1.2 [12.1 a, b], with article 6 [13]; N.7.3, 7.3 where they could be kept."""
        could_keep = self._team_could_keep if self.system in TEAM_SYSTEMS else self._player_could_keep
        for meeting in self.recorded.meetings:
            white, black = (self.players[number] for number in meeting.pair)
            possible = lim.legal_allocations(white, black)
            if not meeting.coloured:
                if not possible and self.system == "lim" and could_keep(meeting):
                    text = f"whatever the colours of #{white.number} and #{black.number}"
                    yield self.finding("colour limits", "met", meeting.pair, f"{text}, one breaks the limits")
                continue
            if "W" not in possible and (possible or could_keep(meeting)):
                yield from self._beyond(white, "W")
                yield from self._beyond(black, "B")

    def _beyond(self, player: Player, colour: str) -> Iterator[Finding]:
        """The limits that a player with this colour breaks."""
        name = {"W": "White", "B": "Black"}
        if lim.third_in_a_row(player, colour):
            text = f"#{player.number} has {name[colour]} for the third time in a row"
            yield self.finding("third colour in a row", "run", (player.number,), text)
        if lim.three_more(player, colour):
            more = abs(player.difference) + 1
            other = {"W": "Black", "B": "White"}[colour]
            text = f"#{player.number} has {name[colour]} {more} times more than {other}"
            yield self.finding("colour difference", "difference", (player.number,), text)

    def _player_could_keep(self, meeting: Meeting) -> bool:
        """Whether the limits hold for a pair: article 6 [13] lifts them in the last round."""
        white, black = (self.players[number] for number in meeting.pair)
        return not self.last_round or (white.score != black.score and not self.colours_ignored)

    def _colours_are_ignored(self) -> bool:
        """6 [13]: the last round could not be paired within the limits, so they hold for nobody."""
        rules = lim.Rules(last_round=True)
        return self.ours is None or not all(
            rules.compatible(replace(self.players[a], met=frozenset()), self.players[b])
            for a, b in self.ours.pairs
        )

    def _team_could_keep(self, meeting: Meeting) -> bool:
        """N.7.4, 7.4: limits never make a pairing illegal; here the rules give both a match within them."""
        return self.ours is not None and not {
            number
            for pair in self.ours.pairs
            for number, colour in zip(pair, "WB", strict=True)
            if number in meeting.pair and not teams.within_limits(self.players[number], colour)
        }

    # ---- byes ----

    def byes(self) -> Iterator[Finding]:
        """1.1 [8], N.5.4, 4: one where the number is odd, for one who may have it; nobody is left out."""
        byes, left_out = self.recorded.byes, self.recorded.left_out
        for number in byes:
            yield from self._barred(number)
        if len(byes) > 1:
            who = " and ".join(f"#{number}" for number in byes)
            yield self.finding("two byes", "bye", byes, f"{who} have the bye of one round")
        if byes and len(self.recorded.present) % 2 == 0:
            who = " and ".join(f"#{number}" for number in byes)
            text = f"{who} {'have' if len(byes) > 1 else 'has'} the bye, and the number to be paired is even"
            yield self.finding("bye in an even field", "bye", byes, text)
        for number in left_out:
            text = f"#{number} was there, and has neither an opponent nor the bye"
            yield self.finding("left out", "bye", (number,), text)

    def _barred(self, number: int) -> Iterator[Finding]:
        """Why this one may not have the bye, if so."""
        player = self.players[number]
        if _MAY_HAVE_BYE[self.system](player):
            return
        rounds = enumerate(player.results, 1)
        barring = [(r, letter) for r, letter in rounds if letter in BARRING[self.system]]
        round_, letter = min(barring, key=lambda each: (each[1] != "U", each[0]))
        rule = "second bye" if letter == "U" else "bye barred"
        text = f"the bye is given to #{number}, who {BARS[letter].format(round_)}"
        yield self.finding(rule, "bye", (number,), text)


_MAY_HAVE_BYE: Final[dict[str, Callable[[Player], bool]]] = {
    "lim": lambda player: player.may_have_bye,
    "ecu": teams.ecu_may_have_bye,
    "olympiad": teams.olympiad_may_have_bye,
}
