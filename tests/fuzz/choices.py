"""The bytes of a fuzzer as a supply of choices, and tournaments of these; in C: c/input.h, c/record.h."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from medianswiss import Game, Participant, Scoring, Tournament
from medianswiss.tournament import SYSTEMS

T = TypeVar("T")

RESULTS = ("10", "01", "==", "10", "01", "==", "00", "0=", "=0", "WL", "LW", "DD", "LL", "+-", "-+", "--")
BYES = "ZUHF"


class Choices:
    """Where the bytes end all that follow are 0, or, where the first byte says so, drawn from them."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 1
        self.random = Random(data) if data and data[0] % 2 else None

    def byte(self) -> int:
        self.at += 1
        if self.at <= len(self.data):
            return self.data[self.at - 1]
        return self.random.randrange(256) if self.random else 0

    def below(self, count: int) -> int:
        """From 0 to below `count`."""
        value, most = self.byte(), 256
        while most < count:
            value, most = value << 8 | self.byte(), most << 8
        return value % max(count, 1)

    def chance(self, once_in: int) -> bool:
        return self.below(once_in) == once_in - 1

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def any_integer(self) -> int:
        """Usual ones, and those at which ranges end."""
        if not self.chance(4):
            return self.below(256) - 64
        value = 1 << self.below(70)
        return self.pick((1, -1)) * value + self.below(3) - 1

    def rest(self) -> bytes:
        return self.data[self.at :]


def drawn_round(choices: Choices, numbers: Sequence[int]) -> dict[int, Game]:
    """A round on record: byes, and games of anybody with anybody."""
    games: dict[int, Game] = {}
    idle = list(numbers)
    while idle:
        number, choice = idle.pop(0), choices.byte()
        if choice >= 244 or not idle:
            games[number] = Game(None, None, BYES[choice % 4])
            continue
        other = idle.pop(choice // 2 % len(idle))
        white, black = (number, other) if choice % 2 == 0 else (other, number)
        games |= dict(zip((white, black), drawn_game(choices, white, black), strict=True))
    return games


def drawn_game(choices: Choices, white: int, black: int) -> tuple[Game, Game]:
    both, points = choices.pick(RESULTS), choices.below(41)
    colourless = both[0] in "+-" and choices.chance(2)
    colours: tuple[str | None, str | None] = (None, None) if colourless else ("w", "b")
    one = Game(black, colours[0], both[0], points / 10)
    return one, Game(white, colours[1], both[1], (40 - points) / 10)


def drawn_scoring(choices: Choices, system: str) -> Scoring:
    """As usual, or anything the engine takes; a win is worth the same with both colours."""
    usual = Scoring.usual(system)
    if not choices.chance(12):
        return usual
    values = {name: choices.below(31) for name in Scoring.__dataclass_fields__}
    if choices.chance(2):
        values = {name: choices.below(200_001) - 100_000 for name in values}
        values["white_win"] = abs(values["white_win"])
    return Scoring(**values | {"black_win": values["white_win"]})


def drawn_tournament(choices: Choices, most: int = 14) -> Tournament:
    """A sound tournament before any of its rounds; no more than `most` participants, most often."""
    size = 14 + choices.below(40) if choices.chance(32) else choices.below(most + 1)
    system = choices.pick(SYSTEMS)
    step = choices.pick((1, 1, 1, 2, 1000))
    numbers = [1 + step * k for k in range(size)]
    rounds = choices.below(64) if choices.chance(32) else choices.below(8)
    played = [drawn_round(choices, numbers) for _ in range(rounds)]
    absences, points = choices.chance(3), choices.chance(8)
    participants = []
    for number in numbers:
        present = not absences or not choices.chance(4)
        given = (choices.below(600) - 100) / 10 if points and choices.chance(2) else None
        games = tuple(games[number] for games in played)
        if system == "lim":
            games = tuple(replace(game, game_points=None) for game in games)
        requested = None if present else choices.pick((None, "Z", "H", "F"))
        participants.append(Participant(number, "", choices.below(256) * 8, games, given, present, requested))
    forbidden = (
        tuple(
            (a, b)
            for a, b in ((choices.pick(numbers), choices.pick(numbers)) for _ in range(choices.below(6)))
            if a != b
        )
        if size and choices.chance(4)
        else ()
    )
    return Tournament(
        tuple(participants),
        system,
        min(rounds + 1 + choices.pick((0, 0, 1, 3)), 64),
        rounds + 1,
        choices.pick(("white", "black")),
        choices.chance(4),
        choices.pick(("number", "esb")) if system != "lim" else "number",
        forbidden,
        drawn_scoring(choices, system),
    ).validate()
