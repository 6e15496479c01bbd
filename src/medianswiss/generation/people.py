"""Who plays in generated tournaments: names, federations, birth dates and titles, all made up.

Nobody is meant: the names are put together from parts, and there are no identity numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .lots import Lots, Purpose, below, one_of

__all__ = ["Person", "people", "town"]

_GIVEN: Final = {
    "m": (
        *("Adrian", "Alan", "Anton", "Aron", "Bela", "Boris", "Carl", "Daniel", "Dario", "Edgar", "Emil"),
        *(
            "Felix",
            "Georg",
            "Hugo",
            "Igor",
            "Ivan",
            "Jakob",
            "Jan",
            "Jonas",
            "Karim",
            "Leon",
            "Luca",
            "Marek",
        ),
        *("Marten", "Milan", "Nils", "Oleg", "Omar", "Pavel", "Pedro", "Rafael", "Ravi", "Robin", "Samuel"),
        *("Simon", "Stefan", "Tomas", "Viktor", "Yusuf", "Zoran"),
    ),
    "w": (
        *("Alba", "Amira", "Anja", "Bianca", "Clara", "Dora", "Elena", "Emma", "Hanna", "Ines", "Irina"),
        *("Jana", "Julia", "Katja", "Lara", "Lea", "Lina", "Maja", "Marta", "Mira", "Nadia", "Nora", "Olga"),
        *("Petra", "Rosa", "Sara", "Sofia", "Talia", "Vera", "Zoe"),
    ),
}
_STEMS: Final = (
    *("Al", "Ar", "Bal", "Bar", "Ber", "Bor", "Bran", "Cor", "Dal", "Dor", "Eber", "El", "Fal", "Fer", "Gal"),
    *("Gor", "Hal", "Har", "Hol", "Il", "Kal", "Kar", "Kor", "Lan", "Lem", "Lor", "Mal", "Mar", "Mor", "Nor"),
    *("Or", "Pal", "Per", "Quin", "Ral", "Ros", "Sal", "Ser", "Sol", "Tal", "Tor", "Ul", "Val", "Ver", "Wal"),
    *("Wer", "Yar", "Zal"),
)
_ENDINGS: Final = (
    *("ano", "berg", "dahl", "der", "enko", "eri", "ers", "es", "eski", "etti", "ev", "gren", "ic", "in"),
    *(
        "ini",
        "ins",
        "kamp",
        "land",
        "len",
        "lund",
        "man",
        "mark",
        "mont",
        "nik",
        "ov",
        "quist",
        "rand",
        "sen",
    ),
    *("ski", "son", "stad", "stein", "ton", "vic", "wood", "yan"),
)
_TOWN_ENDINGS: Final = ("bach", "bridge", "burg", "dorf", "feld", "ford", "haven", "mere", "mouth", "stead")
_FEDERATIONS: Final = (
    *(
        "ARG",
        "ARM",
        "AUS",
        "AUT",
        "BEL",
        "BRA",
        "BUL",
        "CAN",
        "CHN",
        "CRO",
        "CUB",
        "CZE",
        "DEN",
        "EGY",
        "ENG",
    ),
    *(
        "ESP",
        "EST",
        "FIN",
        "FRA",
        "GEO",
        "GER",
        "GRE",
        "HUN",
        "IND",
        "IRL",
        "ISL",
        "ISR",
        "ITA",
        "JPN",
        "KAZ",
    ),
    *(
        "LAT",
        "LTU",
        "MEX",
        "NED",
        "NOR",
        "PER",
        "PHI",
        "POL",
        "POR",
        "ROU",
        "RSA",
        "SCO",
        "SLO",
        "SRB",
        "SUI",
    ),
    *("SVK", "SWE", "TUR", "UKR", "USA", "UZB", "VIE"),
)
_TITLES: Final = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))
"""From that rating on most have one; women the title 200 points lower, with a W."""

_HOME_SHARE: Final = 2**31
_WOMEN_SHARE: Final = 2**32 // 8
_TITLED_SHARE: Final = 3 * 2**30


@dataclass(frozen=True, slots=True)
class Person:
    """What a file says of a player besides number, rating and games."""

    name: str
    sex: str
    title: str
    federation: str
    birth: str


def people(lots: Lots, ratings: list[int]) -> list[Person]:
    """One person for each rating; half of them are of the federation that plays at home."""
    count = len(ratings)
    names = lots.halves(Purpose.NAME, 4 * count)
    births = lots.halves(Purpose.BIRTH, 3 * count)
    federations = lots.halves(Purpose.FEDERATION, 2 * count + 1)
    titles = lots.halves(Purpose.TITLE, count)
    home = one_of(federations[-1], _FEDERATIONS)
    made = []
    for k, rating in enumerate(ratings):
        sex = "w" if names[4 * k] < _WOMEN_SHARE else "m"
        surname = one_of(names[4 * k + 1], _STEMS) + one_of(names[4 * k + 2], _ENDINGS)
        at_home = federations[2 * k] < _HOME_SHARE
        made.append(
            Person(
                f"{surname}, {one_of(names[4 * k + 3], _GIVEN[sex])}",
                sex,
                _title(rating, sex) if titles[k] < _TITLED_SHARE else "",
                home if at_home else one_of(federations[2 * k + 1], _FEDERATIONS),
                _birth(*births[3 * k : 3 * k + 3]),
            )
        )
    return made


def _birth(year: int, month: int, day: int) -> str:
    return f"{1950 + below(year, 65)}/{1 + below(month, 12):02}/{1 + below(day, 28):02}"


def _title(rating: int, sex: str) -> str:
    for least, title in _TITLES:
        if rating >= least:
            return title
        if sex == "w" and rating >= least - 200:
            return f"W{title}"
    return ""


def town(half: int) -> str:
    """A town that is on no map."""
    k = below(half, len(_STEMS) * len(_TOWN_ENDINGS))
    return _STEMS[k // len(_TOWN_ENDINGS)] + _TOWN_ENDINGS[k % len(_TOWN_ENDINGS)]
