"""The codes of the tie-breaks of FIDE C.07, such as ``BH/C1``: which there are, and what may follow a code.

What they are worth is `tiebreaks`; what is written here and nowhere else is read by the parsers, the help
and the test of the document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..errors import UnknownTiebreak
from ..tournament import MAX_RATING, MAX_ROUNDS
from ..trf_columns import shown

__all__ = ["CRITERIA", "Criterion", "Tiebreak", "check_participants", "parse_tiebreak", "written"]


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a code means.

    Parameters
    ----------
    article : str
        Of C.07.
    meaning : str
    modifiers : str
        The letters it may have after a slash.
    who : {"players", "teams", "both"}
    scores : bool
        Whether ``:MP`` and ``:GP`` may follow.
    lowest : bool
        Whether the lowest value is the best.
    """

    article: str
    meaning: str
    modifiers: str = ""
    who: str = "both"
    scores: bool = False
    lowest: bool = False

    @property
    def of_players(self) -> bool:
        """Whether players have it."""
        return self.who != "teams"

    @property
    def of_teams(self) -> bool:
        """Whether teams have it."""
        return self.who != "players"


def _esb(meaning: str) -> Criterion:
    return Criterion("13.2", meaning, "CP", "teams")


def _ede(meaning: str) -> Criterion:
    return Criterion("13.3", meaning, "P", "teams", lowest=True)


CRITERIA: Final[dict[str, Criterion]] = {
    "PTS": Criterion("11.1", "points; of teams the primary score", scores=True),
    "DE": Criterion("6", "direct encounter", "P", "players", lowest=True),
    "WIN": Criterion("7.1", "wins, byes and forfeits that bring as much included"),
    "WON": Criterion("7.2", "games won over the board"),
    "BPG": Criterion("7.3", "games played with Black"),
    "BWG": Criterion("7.4", "games won with Black"),
    "PS": Criterion("7.5", "progressive scores", "C", scores=True),
    "REP": Criterion("7.6", "rounds one elected to play"),
    "STD": Criterion("7.7", "standard points: 1, 1/2, 0"),
    "TPN": Criterion("7.8", "pairing number, the smallest first", "R", lowest=True),
    "BH": Criterion("8.1", "Buchholz", "CMPF", scores=True),
    "AOB": Criterion("8.2", "average of the opponents' Buchholz", "F", scores=True),
    "FB": Criterion("8.3", "fore Buchholz", "CMP", scores=True),
    "SB": Criterion("9.1", "Sonneborn-Berger", "CP", "players"),
    "ARO": Criterion("10.1", "average rating of the opponents", "CMU", "players"),
    "TPR": Criterion("10.2", "tournament performance rating", "U", "players"),
    "PTP": Criterion("10.3", "perfect tournament performance", "U", "players"),
    "APRO": Criterion("10.4", "average performance of the opponents", "U", "players"),
    "APPO": Criterion("10.5", "average perfect performance of the opponents", "U", "players"),
    "RTNG": Criterion("10.6", "rating", "UR", "players"),
    "MPTS": Criterion("11.1", "match points", who="teams"),
    "GPTS": Criterion("11.1", "game points", who="teams"),
    "BC": Criterion("12.1", "board count, the lowest first", who="teams", lowest=True),
    "TBR": Criterion("12.2", "top board results", who="teams", lowest=True),
    "BBE": Criterion("12.3", "bottom board elimination", who="teams", lowest=True),
    "MPVGP": Criterion("13.1", "the other of match points and game points", who="teams"),
    "EMMSB": _esb("Sonneborn-Berger: opponents' match points times match points"),
    "EMGSB": _esb("Olympiad Sonneborn-Berger: opponents' match points times game points"),
    "EGMSB": _esb("Sonneborn-Berger: opponents' game points times match points"),
    "EGGSB": _esb("Sonneborn-Berger: opponents' game points times game points"),
    "EDE": _ede("extended direct encounter: primary, then secondary score"),
    "EDET": _ede("EDE, then top board results of the match of two"),
    "EDEB": _ede("EDE, then bottom board elimination in the match of two"),
    "EDEBT": _ede("EDE, then board count and top board results of the match of two"),
    "EDEBB": _ede("EDE, then board count and bottom board elimination in the match of two"),
}


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One tie-break of a list: its code and its modifiers (14, and record 202 of TRF26).

    Parameters
    ----------
    name : str
        The acronym, such as ``"BH"``.
    score : {"", "MP", "GP"}
        Of teams: the score it is about; the primary one where nothing is said.
    cut, cut_high : int
        How many of the lowest and of the highest values are left out (``/C1``, ``/M1``).
    forfeits : bool
        Forfeits count as games (``/P``).
    fore : bool
        Whoever is paired in the final round draws (``/F``).
    reversed : bool
        The order is turned round (``/R``).
    unrated : int or None
        What rating the unrated have (``/U1400``).
    """

    name: str
    score: str = ""
    cut: int = 0
    cut_high: int = 0
    forfeits: bool = False
    fore: bool = False
    reversed: bool = False
    unrated: int | None = None

    def __str__(self) -> str:
        """The code as C.07 writes it."""
        text = _WRITTEN.get(self.name, self.name) + (self.score and f":{self.score}")
        if self.cut_high:
            text += f"/M{self.cut_high}"
        elif self.cut:
            text += f"/C{self.cut}"
        flags = {"P": self.forfeits, "F": self.fore, "R": self.reversed}
        text += "".join(f"/{letter}" for letter, given in flags.items() if given)
        return text if self.unrated is None else f"{text}/U{self.unrated}"


_WRITTEN: Final = {"MPVGP": "MPvGP"}
_CODE: Final = re.compile(r"([A-Z]{2,5})(?::([A-Z]+))?((?:/[^/]*)*)")
_MODIFIER: Final = re.compile(r"([CMU])([1-9][0-9]{0,4})|([PFR])")


def parse_tiebreak(text: str) -> Tiebreak:
    """The tie-break that `text` names, such as ``"BH/C1"`` or ``"BH:GP"``; capitals or not.

    Raises
    ------
    UnknownTiebreak
        There is none of that name, or it has no such modifier.
    """
    if not isinstance(text, str):
        raise UnknownTiebreak(f"a tie-break must be a text, not {text!r}")
    match = _CODE.fullmatch(text.strip().upper())
    criterion = CRITERIA.get(match[1]) if match else None
    if match is None or criterion is None:
        raise UnknownTiebreak(f"unknown tie-break {shown(text)}; there are {', '.join(written())}")
    score = match[2] or ""
    if score and (score not in ("MP", "GP") or not criterion.scores):
        raise UnknownTiebreak(f"tie-break {shown(text)}: {match[1]} has no score {shown(score)}")
    modifiers: dict[str, int] = {}
    for word in match[3].split("/")[1:]:
        modifier = _MODIFIER.fullmatch(word)
        letter = (modifier[1] or modifier[3]) if modifier else ""
        if modifier is None or letter not in criterion.modifiers or letter in modifiers:
            known = ", ".join(f"/{_SHOWN[letter]}" for letter in criterion.modifiers) or "none"
            raise UnknownTiebreak(f"tie-break {shown(text)}: no modifier /{word}; {match[1]} has {known}")
        modifiers[letter] = int(modifier[2] or 1)
    cut_high = modifiers.get("M", 0)
    if "C" in modifiers and cut_high:
        raise UnknownTiebreak(f"tie-break {shown(text)}: /C or /M, not both")
    if max(modifiers.get("C", 0), cut_high) > MAX_ROUNDS or modifiers.get("U", 0) > MAX_RATING:
        raise UnknownTiebreak(f"tie-break {shown(text)}: the number is too large")
    return Tiebreak(
        name=match[1],
        score=score,
        cut=modifiers.get("C", cut_high),
        cut_high=cut_high,
        forfeits="P" in modifiers,
        fore="F" in modifiers,
        reversed="R" in modifiers,
        unrated=modifiers.get("U"),
    )


_SHOWN: Final = {"C": "C1", "M": "M1", "P": "P", "F": "F", "R": "R", "U": "U1400"}


def check_participants(tiebreak: Tiebreak, *, teams: bool) -> None:
    """Whether teams, or players, have such a tie-break.

    Raises
    ------
    UnknownTiebreak
        It is one of the others, or is about a score that they do not have.
    """
    criterion = CRITERIA[tiebreak.name]
    if not (criterion.of_teams if teams else criterion.of_players):
        own, other = ("teams", "players") if teams else ("players", "teams")
        known = ", ".join(written(teams=teams))
        raise UnknownTiebreak(f"tie-break {tiebreak} is one of {other}; those of {own} are {known}")
    if tiebreak.score and not teams:
        raise UnknownTiebreak(f"tie-break {tiebreak}: only teams have match points and game points")


def written(*, teams: bool | None = None) -> list[str]:
    """The codes there are, as C.07 writes them; those of teams, of players, or all."""
    known = [name for name, c in CRITERIA.items() if teams is None or (c.of_teams if teams else c.of_players)]
    return [_WRITTEN.get(name, name) for name in known]
