"""What the sentences of an explanation mention: facts of the tournament, and how they are put into words.

The facts are read as the plain-Python reference reads them. Of a participant a sentence says ``{12}``, which
becomes its number, with its name where it is mentioned first, or ``{12!}``, which always has the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from ..reference.facts import Player, players_of
from ..reference.lim import Rules, legal_allocations, third_in_a_row, three_more
from ..reference.teams import rank
from ..tournament import TEAM_SYSTEMS, Participant, RoundPairing, Tournament

__all__ = [
    "COLOURS",
    "OTHER",
    "Facts",
    "are",
    "capital",
    "counted",
    "have",
    "in_rounds",
    "listed",
    "named",
    "numbers",
    "ordinal",
    "several",
    "they",
    "verb",
]

COLOURS: Final = {"W": "White", "B": "Black"}
OTHER: Final = {"W": "B", "B": "W"}

_SHOWN_BY_THEMSELVES: Final = 12
"""So many numbers are listed one by one; of more those that follow each other are put together."""

_NAMED: Final = 2
"""So many are listed with their names."""

_VALUES: Final = 12
"""So many Sonneborn-Berger values are shown."""

_MENTION: Final = re.compile(r"\{(\d+)(!?)\}")


@dataclass(frozen=True)
class Facts:
    """A tournament and the pairing of its next round, as far as sentences mention them."""

    tournament: Tournament
    pairing: RoundPairing

    @cached_property
    def players(self) -> dict[int, Player]:
        """What the rules ask of each participant, by number."""
        return {player.number: player for player in players_of(self.tournament)}

    @cached_property
    def participants(self) -> dict[int, Participant]:
        """The participants by number."""
        return {p.number: p for p in self.tournament.participants}

    @cached_property
    def forbidden(self) -> frozenset[frozenset[int]]:
        """The pairs that the arbiter does not allow."""
        return frozenset(map(frozenset, self.tournament.forbidden))

    @cached_property
    def board(self) -> dict[int, int]:
        """The place in board order of everybody paired, from 1."""
        return {n: board for board, pair in enumerate(self.pairing.pairs, 1) for n in pair}

    @cached_property
    def paired(self) -> tuple[int, ...]:
        """Everybody paired, by number."""
        return tuple(sorted(self.board))

    @property
    def of_teams(self) -> bool:
        """Whether the participants are teams."""
        return self.tournament.system in TEAM_SYSTEMS

    @property
    def median(self) -> float:
        """2.2 [9.2]: the median score, in tenths."""
        return (self.tournament.round - 1) * self.tournament.scoring.white_win / 2

    def points(self, tenths: float) -> str:
        """A score in words."""
        word = "match point" if self.of_teams else "point"
        return f"{amount(tenths)} {word}{'' if tenths == 10 else 's'}"

    def score(self, number: int) -> int:
        """Score before the round, in tenths."""
        return self.players[number].score

    def rating(self, number: int) -> str:
        """A rating in words."""
        rating = self.participants[number].rating
        return str(rating) if rating else "unrated, counted as 0"

    def rated(self, number: int) -> str:
        """How it is rated."""
        return f"{'rated ' * (self.participants[number].rating > 0)}{self.rating(number)}"

    @cached_property
    def middle_score(self) -> int:
        """N.5.5 [6.4]: the score of the team at place n/2 + 1 of those to be paired."""
        ranking = sorted((self.players[n] for n in self.paired), key=rank)
        return ranking[len(ranking) // 2].score

    def ranked_by(self, *numbers: int) -> str:
        """N.5.1: of teams level on points their Sonneborn-Berger values, where these rank them."""
        level = [n for n in numbers if self.score(n) == self.score(numbers[0])]
        values = {n: self.players[n].tiebreak for n in level}
        if self.tournament.ranking != "esb" or len(set(values.values())) < 2:
            return ""
        shown = ", ".join(f"#{n} {amount(value / 10)}" for n, value in list(values.items())[:_VALUES])
        return f"; teams level on points rank by Sonneborn-Berger (N.5.1): {shown}"

    def history(self, number: int) -> str:
        """The colours round by round, ``-`` where no game was played."""
        by_round = self.players[number].by_round
        return by_round if by_round.strip("-") else "no colour yet"

    def with_history(self, number: int) -> str:
        """A participant and its colours."""
        return f"{{{number}}} ({self.history(number)})"

    def due(self, number: int) -> str | None:
        """The due colour, as ``W`` or ``B``."""
        return self.players[number].due

    def rounds_met(self, a: int, b: int) -> list[int]:
        """The rounds in which the two played against each other."""
        games = self.participants[a].games
        return [r for r, game in enumerate(games, 1) if game.played and game.opponent == b]

    def barred(self, number: int) -> dict[str, str]:
        """The colours that the limits do not let the participant have, and why."""
        player = self.players[number]
        reasons = {}
        for colour, name in COLOURS.items():
            why = [f"a third {name} running"] * third_in_a_row(player, colour)
            if three_more(player, colour):
                surplus = abs(player.difference) + 1
                why.append(f"{surplus} {name}s more than {COLOURS[OTHER[colour]]}s")
            if why:
                reasons[colour] = " and ".join(why)
        return reasons

    def colours_allow(self, a: int, b: int) -> bool:
        """Whether an allocation of colours keeps both within the limits."""
        return bool(legal_allocations(self.players[a], self.players[b]))

    def not_met(self, a: int, b: int) -> bool:
        """2.1 [9.1], N.5.3, 6.1: neither met nor forbidden to meet."""
        return b not in self.players[a].met

    def compatible(self, a: int, b: int) -> bool:
        """2.1 [9.1]; in the last round by 6 [13]."""
        return self._rules.compatible(self.players[a], self.players[b])

    @cached_property
    def _rules(self) -> Rules:
        ignored = any(step.rule == "colours ignored" for step in self.pairing.trace)
        return Rules(last_round=self.last_round, colours_ignored=ignored)

    @property
    def last_round(self) -> bool:
        """Whether it is the last round."""
        return self.tournament.rounds is not None and self.tournament.round >= self.tournament.rounds

    def last_float(self, number: int) -> tuple[int, int, int]:
        """Of one who floated in the previous round: the opponent, and both scores before it."""
        game = self.participants[number].games[-1]
        assert game.opponent is not None
        return game.opponent, self._before(number), self._before(game.opponent)

    def _before(self, number: int) -> int:
        return self.score(number) - self.tournament.scoring.value(self.participants[number].games[-1])


def amount(tenths: float) -> str:
    """Tenths of a point in figures: ``2``, ``2.5``; exact, for an odd median is a half of tenths."""
    hundredths = round(tenths * 10)
    text = f"{abs(hundredths) // 100}.{abs(hundredths) % 100:02}".rstrip("0").rstrip(".")
    return f"-{text}" if hundredths < 0 else text


def listed(parts: Sequence[str], word: str = "and") -> str:
    """The parts as a sentence lists them."""
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def several(who: Sequence[int], word: str = "and") -> str:
    """Participants in their order: few with their names, many by number, very many put together."""
    if len(who) <= _NAMED:
        return listed([f"{{{number}}}" for number in who], word)
    return listed(numbers(who), word)


def numbers(who: Sequence[int]) -> list[str]:
    """The numbers of many; where they follow each other, the first and the last of them."""
    if len(who) <= _SHOWN_BY_THEMSELVES:
        return [f"#{number}" for number in who]
    return [
        text
        for run in _runs(who)
        for text in ([f"#{run[0]} to #{run[-1]}"] if len(run) > 2 else [f"#{number}" for number in run])
    ]


def _runs(who: Sequence[int]) -> list[list[int]]:
    """The numbers parted where the next is not the neighbour, upward or downward, as those before it."""
    runs: list[list[int]] = [[who[0]]]
    for before, number in pairwise(who):
        run, step = runs[-1], number - before
        if abs(step) == 1 and (len(run) == 1 or run[1] - run[0] == step):
            run.append(number)
        else:
            runs.append([number])
    return runs


def in_rounds(rounds: Iterable[int]) -> str:
    """Rounds in words."""
    inside = sorted(rounds)
    return f"round{'s' if len(inside) > 1 else ''} {listed([str(r) for r in inside])}"


def verb(who: Sequence[object], one: str, more: str) -> str:
    """The form of the verb that goes with them."""
    return one if len(who) == 1 else more


def are(who: Sequence[object]) -> str:
    """Is or are."""
    return verb(who, "is", "are")


def have(who: Sequence[object]) -> str:
    """Has or have."""
    return verb(who, "has", "have")


def they(who: Sequence[object]) -> str:
    """It or they."""
    return verb(who, "it", "they")


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def counted(count: int, noun: str) -> str:
    """So many of what the noun names."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def ordinal(place: int) -> str:
    """First, second, third, then in figures."""
    if place <= 3:
        return ("first", "second", "third")[place - 1]
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def named(sentences: Iterable[str], names: Mapping[int, str]) -> tuple[str, ...]:
    """The sentences with every participant mentioned as its number, the first time with its name."""
    seen: set[int] = set()

    def mention(match: re.Match[str]) -> str:
        number = int(match[1])
        name = "" if number in seen and not match[2] else names.get(number, "")
        seen.add(number)
        return f"#{number} {name}" if name else f"#{number}"

    return tuple(_MENTION.sub(mention, sentence) for sentence in sentences)
