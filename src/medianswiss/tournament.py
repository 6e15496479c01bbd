"""The tournament as the package sees it: frozen dataclasses, their validation, and the JSON state.

A `Tournament` is everything known before the round to be paired. Readers (`trf`, `json_lines`) make
one, the engine packs one, writers print one. What is played, what a letter is worth and which
contradictions are errors is written once, here (rules: "What counts as played").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from .errors import InvalidTournament

if TYPE_CHECKING:
    from .trf import TrfSource

__all__ = ["Floater", "Game", "Participant", "RoundPairing", "Scoring", "Step", "Tournament"]

SYSTEMS: Final = ("lim", "ecu", "olympiad")
"""The rule sets by their names in the API and the command line."""

EDITIONS: Final = {
    "lim": "FIDE C.04.4.3, Lim system (in force from 2026-02-01)",
    "ecu": "European Chess Union tournament rules, chapter N, European team Swiss",
    "olympiad": "FIDE D.02, Olympiad pairing rules (2022)",
}
"""Which text each of them follows (rules, common)."""

TEAM_SYSTEMS: Final = ("ecu", "olympiad")
"""Those that pair teams."""

PLAYED: Final = frozenset("1=0WDL")
"""Results of games that were played: with an opponent they give colour and meeting."""
FORFEITS: Final = frozenset("+-")
BYES: Final = frozenset("FHZU")
RESULTS: Final = PLAYED | FORFEITS | BYES

CONSISTENT: Final = frozenset(
    tuple(both) for both in ("10", "01", "==", "00", "0=", "=0", "WL", "LW", "DD", "LL", "+-", "-+", "--")
)
"""The pairs of results two opponents can have (formats, decision 7)."""

TENTHS: Final = 10
"""Scores are held as integers of tenths of a point: exact, and enough for every format."""

MAX_ROUNDS: Final = 64
"""Colour histories are one 64-bit word a participant."""

MAX_NUMBER: Final = 2**31 - 1
MAX_RATING: Final = 100_000
MAX_POINTS: Final = 1_000_000.0


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one participant.

    Parameters
    ----------
    opponent : int or None
        Pairing number of the opponent; None where there was none (bye, absence).
    colour : {"w", "b", None}
        Colour of the participant (board 1's for a team).
    result : str
        TRF letter from the participant's side: ``1 = 0`` played, ``W D L`` played and unrated,
        ``+ -`` forfeited, ``F H Z U`` full-, half-, zero-point and pairing-allocated bye.
    game_points : float or None
        What a team's boards scored in the match, a multiple of 0.1 (``ranking="esb"`` needs it).
    """

    opponent: int | None
    colour: str | None
    result: str
    game_points: float | None = None

    @property
    def played(self) -> bool:
        """Whether it gives a colour and a meeting: an opponent, and no forfeit."""
        return self.opponent is not None and self.result in PLAYED


ABSENT: Final = Game(None, None, "Z")


@dataclass(frozen=True, slots=True)
class Scoring:
    """What each result is worth, in tenths of a point. The defaults are those of players."""

    white_win: int = 10
    black_win: int = 10
    white_draw: int = 5
    black_draw: int = 5
    white_loss: int = 0
    black_loss: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0
    full_bye: int = 10
    half_bye: int = 5
    zero_bye: int = 0
    pairing_bye: int = 10

    @classmethod
    def teams(cls) -> Scoring:
        """Match points 2, 1, 0; the pairing-allocated bye is worth 1 (rules, common)."""
        return cls(20, 20, 10, 10, 0, 0, 20, 0, 20, 10, 0, 10)

    @classmethod
    def usual(cls, system: str | None) -> Scoring:
        """What results are worth in a rule set where nobody says otherwise."""
        return cls.teams() if system in TEAM_SYSTEMS else cls()

    def value(self, game: Game) -> int:
        """Tenths of a point that `game` brought."""
        white = game.colour == "w"
        match game.result:
            case "1" | "W":
                return self.white_win if white else self.black_win
            case "=" | "D":
                return self.white_draw if white else self.black_draw
            case "0" | "L":
                return self.white_loss if white else self.black_loss
            case "+":
                return self.forfeit_win
            case "-":
                return self.forfeit_loss
            case "F":
                return self.full_bye
            case "H":
                return self.half_bye
            case "Z":
                return self.zero_bye
            case "U":
                return self.pairing_bye
        raise InvalidTournament(f"unknown result {game.result!r}")


RESULT_NAMES: Final = tuple(f.name for f in fields(Scoring))


def points_of(text: str) -> dict[str, int]:
    """What some results are worth, in tenths of a point by name; of ``white_win=3,black_win=3``.

    Raises
    ------
    ValueError
        `text` says no such thing.
    """
    tenths: dict[str, int] = {}
    for entry in text.split(","):
        name, _, value = entry.partition("=")
        if name not in RESULT_NAMES:
            raise ValueError(f"{entry!r}: there is no result {name!r}")
        if not re.fullmatch("[0-9]{1,4}([.][0-9])?", value):
            raise ValueError(f"{entry!r}: {value!r} is not a number of points")
        if name in tenths:
            raise ValueError(f"{name} is there twice")
        tenths[name] = round(10 * float(value))
    return tenths


@dataclass(frozen=True, slots=True)
class Participant:
    """A player, or a team in a team tournament.

    Parameters
    ----------
    number : int
        Pairing number, 1 or more; gaps are fine.
    name : str
    rating : int
        0 is unrated; a team's is the average of its four best.
    games : tuple of Game
        One for each round already played.
    points : float or None
        Score before the round to be paired, a multiple of 0.1, where it is not the sum of the results.
    present : bool
        Whether the participant is to be paired in the coming round.
    requested : {"F", "H", "Z", "U", None}
        What the file already gives an absent participant for the coming round.
    """

    number: int
    name: str = ""
    rating: int = 0
    games: tuple[Game, ...] = ()
    points: float | None = None
    present: bool = True
    requested: str | None = None


@dataclass(frozen=True, slots=True)
class Floater:
    """One move out of a score group.

    `from_score` is the score of the group left, `to_score` that of the group entered (points);
    `direction` is ``"down"`` or ``"up"``.
    """

    number: int
    from_score: float
    to_score: float
    direction: str


@dataclass(frozen=True, slots=True)
class Step:
    """Why the round is as it is: one thing that was decided.

    Parameters
    ----------
    rule : str
        What decided, in a word or two that do not change: ``"equalisation"``, ``"limits dropped"``.
    article : str
        Its number or numbers as an arbiter cites them; those of `lim` in both numberings: ``"5.4 [12.4]"``.
    who : tuple of int
        The pairing numbers concerned, see below; nobody where it is the whole round.

    Notes
    -----
    Steps come in the order of the decisions; those that would name nobody are left out. Who is named:

    The bye
        ``"bye barred"``: those asked before who may not have it. ``"bye needed"``: those asked before whose
        bye would leave the others without a complete pairing. ``"bye"``: who has it.
    Groups
        ``"group down"``, ``"group up"``, ``"median"`` (of teams ``"middle group"``), ``"round one"``: the
        members, residents in the order of the direction, then those that came in as they are paired.
        ``"cracked"``: the two whose pairing is taken back. ``"limits kept"``, ``"limits dropped"`` (teams):
        the members. ``"needed beyond"`` (teams): those of other groups who would have no opponent, if this
        one made as many pairs as it could. ``"pairs kept"``: those who find their opponents inside the group.
    Floaters
        The one who floats, then others of those still staying. ``"leaving costs a pair"``: asked before, but
        the group has to keep its pairs. ``"floater a"`` to ``"floater d"``: asked later for their type,
        ``"floated before"`` for their float in the previous round, ``"due like most"`` for their due colour,
        ``"largest number"`` for their number. Teams: ``"another floater"``: asked before, but within the
        colour limits they are needed; ``"floater"``: asked later, for they have met everybody of the next
        group and the one who floats has not; ``"far end"``: asked later by rank. ``"moves on"``: one that
        came in, and that nobody of the group can take.
    Opponents
        The one who looks for an opponent, then those tried before and refused one after the other: ``"met"``,
        ``"colour limits"``, ``"rating apart"``, ``"due the same colour"``, ``"keeps fewer pairs"`` (for teams
        that came in: with them the rest would keep fewer pairs, or could not be paired);
        ``"leaves others"``: one tried, then those who would stay without an opponent. At last
        ``"opponent"`` or, where nobody available is due another colour, ``"first available"``: the two who
        meet.
    Colours
        The two of a pair, White first. ``"other boards"`` (teams): the teams named first.
    """

    rule: str
    article: str
    who: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The pairing of one round.

    Parameters
    ----------
    round : int
        Number of the round paired, from 1.
    pairs : tuple of (int, int)
        Pairing numbers (white, black) in board order.
    bye : int or None
        Who has the pairing-allocated bye.
    floaters : tuple of Floater
        Every move out of a group, in the order made.
    cracked : int
        How many pairings of the neighbouring sides were taken back for the median (`lim`, 2.6).
    trace : tuple of Step
        Why, in the order of the decisions: the bye, the groups, the colours; empty unless asked for.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    floaters: tuple[Floater, ...] = ()
    cracked: int = 0
    trace: tuple[Step, ...] = ()


_UNSAID: Final = Scoring()
"""That of a tournament which says nothing of scoring: of teams it becomes what is usual for them."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything known before a round is paired.

    Parameters
    ----------
    participants : tuple of Participant
        In any order; numbers are unique.
    system : {"lim", "ecu", "olympiad", None}
        The rule set, where the source says.
    rounds : int or None
        Rounds planned.
    round : int
        The round to be paired, from 1. Every participant has ``round - 1`` games.
    initial_colour : {"white", "black", None}
        The colour drawn for #1.
    maxi : bool
        A maxi-tournament (`lim`).
    ranking : {"number", "esb"}
        How teams of one score are ranked (`ecu`, `olympiad`).
    forbidden : tuple of (int, int)
        Pairs the arbiter does not allow in the round to be paired.
    scoring : Scoring
        What each result is worth: by default what it is to players, whatever the system. For teams give
        `Scoring.teams()`.
    name : str
    unsupported : tuple of str
        What the source asks for that would change the pairing and is not built; `pair` refuses.
    source : TrfSource or None
        The lines the tournament was read from, for a round trip without loss.
    """

    participants: tuple[Participant, ...]
    system: str | None = None
    rounds: int | None = None
    round: int = 1
    initial_colour: str | None = None
    maxi: bool = False
    ranking: str = "number"
    forbidden: tuple[tuple[int, int], ...] = ()
    scoring: Scoring = _UNSAID
    name: str = ""
    unsupported: tuple[str, ...] = ()
    source: TrfSource | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.scoring is _UNSAID and self.system in TEAM_SYSTEMS:
            object.__setattr__(self, "scoring", Scoring.teams())

    def score(self, participant: Participant) -> int:
        """Score of `participant` before the round to be paired, in tenths of a point."""
        if participant.points is not None:
            return round(participant.points * TENTHS)
        return sum(map(self.scoring.value, participant.games))

    def validate(self) -> Tournament:
        """Check everything that would change a pairing; return the tournament itself.

        Raises
        ------
        InvalidTournament
            With `participant` set, and `round` (an attribute, the round concerned) where there is one.
        """
        from .validation import validate

        validate(self)
        return self

    @classmethod
    def from_dict(cls, state: Mapping[str, Any]) -> Tournament:
        """Build a validated tournament from the JSON state of one tournament.

        Raises
        ------
        InvalidTournament
            When a field is missing, of the wrong type, out of range, unknown, or contradicts another.
        """
        from .json_lines import tournament_from_state

        return tournament_from_state(state)

    def to_dict(self) -> dict[str, Any]:
        """The JSON state; ``Tournament.from_dict(t.to_dict())`` pairs the same.

        Of teams the state has neither players nor boards, only the game points of each round, and their
        ratings rounded down: where two ratings differ by less than a point the order of boards (D.02 11.1)
        may differ.

        Raises
        ------
        InvalidTournament, UnknownSystem
            When the tournament contradicts itself, or JSON cannot say it: what is given can be read.
        """
        from .json_lines import tournament_to_state

        return tournament_to_state(self)
