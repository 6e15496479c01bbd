"""A round as one page of HTML: the pairings, the standings, the round as a picture, and why it is so.

The page needs nothing but itself: no script, no file beside it, no network. It is written by Jinja2 (the
extra ``report``) from the templates in ``templates/``; everything from a tournament is escaped there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final

from ..errors import InvalidTournament
from ..explanation.explain import Explanation, explain
from ..extras import imported
from ..names import one_line
from ..ranking.codes import CRITERIA, parse_tiebreak
from ..ranking.standings import Standings, standings
from ..teams import Team, TeamTournament, boards
from ..tournament import EDITIONS, TEAM_SYSTEMS, TENTHS, Game, Participant, Tournament
from . import picture as page_picture
from .score_groups import exchanged, groups_of

__all__ = ["report"]

REQUESTED: Final = {
    "F": "full-point bye",
    "H": "half-point bye",
    "Z": "absent",
    "U": "pairing-allocated bye",
    None: "absent",
}

OUTCOMES: Final = {
    "1": "won",
    "W": "won",
    "=": "drew",
    "D": "drew",
    "0": "lost",
    "L": "lost",
    "+": "won by forfeit",
    "-": "lost by forfeit",
    "F": "full-point bye",
    "H": "half-point bye",
    "Z": "absent",
    "U": "pairing-allocated bye",
}

SIGNS: Final = {"W": "1", "D": "½", "L": "0", "=": "½", "H": "½", "F": "1", "U": "1", "Z": "–", "-": "–"}
"""What stands in the square of a game, where it is not the result's own letter."""

MOST_LISTED: Final = 30
"""So many forbidden pairs are told one by one."""


def report(
    tournament: Tournament,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
    tiebreaks: Sequence[str] | str | None = None,
    time_limit: float | None = None,
) -> str:
    """Pair the next round of `tournament`, and make a page of it; or one of the round that is published.

    Where the last round of its file has pairs and no results yet, the page is of that round.

    Parameters
    ----------
    tournament : Tournament
    system, rounds, initial_colour, maxi, ranking, time_limit : optional
        As in `pair`.
    tiebreaks : sequence of str, optional
        As in `standings`. Where those of the file cannot be told they are left out, and the page says why.

    Returns
    -------
    str
        A whole HTML document: the pairings, the standings, the round as a picture, and why each board is as
        it is. The same tournament gives the same page.

    Raises
    ------
    MedianSwissError
        As in `pair` and `standings`; or Jinja2 (the extra ``report``) is not installed.
    """
    template = _template(imported("jinja2"))
    choices: dict[str, Any] = {
        "rounds": rounds,
        "initial_colour": initial_colour,
        "maxi": maxi,
        "ranking": ranking,
    }
    explanation = explain(tournament, None, system, **choices, time_limit=time_limit)
    page: str = template.render(_variables(_Page(explanation, tiebreaks)))
    return page


@cache
def _template(jinja2: ModuleType) -> Any:
    """The template of a page, which escapes whatever is put into it."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("medianswiss.page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"points": points, "group_points": group_points}
    return environment.get_template("page.html")


# ---- who and what is on the page -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant as the page shows it; the score in tenths of a point."""

    number: int
    name: str
    rating: int
    score: int
    colours: str
    games: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Square:
    """One round of a participant: its colour (``w``, ``b`` or nothing), what came of it, both in words."""

    colour: str
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One board of the pairing list."""

    place: int
    white: Entry
    black: Entry
    exchanged: bool
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of the standings; the points in tenths, the tie-breaks as they are printed."""

    rank: int
    entry: Entry
    points: int
    tiebreaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """The boards of one match: who would sit there in the order of the teams' lists."""

    place: int
    white: Entry
    black: Entry
    boards: tuple[Seats, ...]


@dataclass(frozen=True, slots=True)
class Seats:
    """One board of a match: colour and player of the team named first, then of the other."""

    board: int
    colour: str
    player: str
    other_colour: str
    other_player: str


class _Page:
    """What the template is told."""

    def __init__(self, explanation: Explanation, tiebreaks: Sequence[str] | str | None = None) -> None:
        self.explanation = explanation
        self.tournament, self.pairing = explanation.tournament, explanation.pairing
        self.entries = {p.number: _entry(p, self.tournament.score(p)) for p in self.tournament.participants}
        self.standings, self.without_tiebreaks = _standings(self.tournament, tiebreaks)

    def rows(self) -> list[Row]:
        others = exchanged(self.pairing.trace)
        return [
            Row(
                place,
                self.entries[white],
                self.entries[black],
                frozenset((white, black)) in others,
                self.explanation.of_pair(white, black),
            )
            for place, (white, black) in enumerate(self.pairing.pairs, 1)
        ]

    def absent(self) -> list[tuple[Entry, str]]:
        """Who is not paired, and why."""
        return [
            (self.entries[p.number], REQUESTED[p.requested])
            for p in self.tournament.participants
            if not p.present and p.number != self.pairing.bye
        ]

    def facts(self) -> list[tuple[str, str]]:
        """What was chosen."""
        t = self.tournament
        bye = "" if self.pairing.bye is None else ", and one has the bye"
        who = "teams" if t.system in TEAM_SYSTEMS else "players"
        facts = [
            ("Rules", EDITIONS[str(t.system)]),
            ("Paired", f"{2 * len(self.pairing.pairs)} of {len(t.participants)} {who}{bye}"),
            ("Colour of #1", f"{t.initial_colour or 'white, as nobody said'}".capitalize()),
        ]
        if t.maxi:
            facts.append(("Kind", "maxi-tournament"))
        if t.system in TEAM_SYSTEMS:
            level = {"number": "by number", "esb": "by Olympiad Sonneborn-Berger"}[t.ranking]
            facts.append(("Level on points", level))
        if t.forbidden:
            facts.append(("Not to be paired", _listed(t.forbidden)))
        return facts

    def ranks(self) -> list[Rank]:
        """The lines of the standings."""
        return [
            Rank(row.rank, self.entries[row.number], round(row.points * TENTHS), row.texts())
            for row in self.standings.rows
        ]

    def matches(self) -> list[Match]:
        """The boards of teams whose squads are known."""
        t = self.tournament
        if not isinstance(t, TeamTournament) or not t.board_count:
            return []
        teams = {team.number: team for team in t.teams if team.players}
        seats: dict[int, list[Seats]] = {}
        for b in boards(self.pairing, t.board_count, t.board_colours):
            one, other = self.pairing.pairs[b.match - 1]
            colours = ("w", "b") if b.white == one else ("b", "w")
            players = (_player(teams.get(number), b.board) for number in (one, other))
            first, second = zip(colours, players, strict=True)
            seats.setdefault(b.match, []).append(Seats(b.board, *first, *second))
        return [
            Match(place, self.entries[one], self.entries[other], tuple(seats[place]))
            for place, (one, other) in enumerate(self.pairing.pairs, 1)
            if {one, other} & teams.keys()
        ]


def _variables(page: _Page) -> dict[str, Any]:
    """The variables of the template."""
    from .. import __version__ as version  # not there yet while the package is being imported

    t, pairing = page.tournament, page.pairing
    rows = page.rows()
    return {
        "name": one_line(t.name),
        "round": pairing.round,
        "rounds": t.rounds,
        "teams": t.system in TEAM_SYSTEMS,
        "facts": page.facts(),
        "rows": rows,
        "board_of": {entry.number: row for row in rows for entry in (row.white, row.black)},
        "bye": None if pairing.bye is None else page.entries[pairing.bye],
        "absent": page.absent(),
        "ranks": page.ranks(),
        "tiebreaks": [(code, meaning(code)) for code in page.standings.tiebreaks],
        "without_tiebreaks": page.without_tiebreaks,
        "matches": page.matches(),
        "entries": page.entries,
        "picture": page_picture.draw(groups_of(t, pairing)),
        "measures": page_picture,
        "colour_words": colour_words,
        "pairing_cracked": pairing.cracked,
        "why_bye": () if pairing.bye is None else page.explanation.of(pairing.bye),
        "version": version,
    }


def _entry(participant: Participant, score: int) -> Entry:
    games = participant.games
    return Entry(
        participant.number,
        one_line(participant.name) or f"#{participant.number}",
        participant.rating,
        score,
        "".join((game.colour or "-").upper() if game.played else "-" for game in games),
        tuple(_square(place, game) for place, game in enumerate(games, 1)),
    )


def _square(round_: int, game: Game) -> Square:
    outcome = OUTCOMES[game.result]
    if game.opponent is None:
        words = f"Round {round_}: {outcome}"
    else:
        colour = {"w": "White ", "b": "Black ", None: ""}[game.colour]
        words = f"Round {round_}: {colour}against {game.opponent}, {outcome}"
    colour = game.colour or "" if game.played else ""
    return Square(colour, SIGNS.get(game.result, game.result), words)


def _standings(t: Tournament, tiebreaks: Sequence[str] | str | None) -> tuple[Standings, str]:
    """The standings; where the tie-breaks of the file cannot be told by points alone, and why."""
    try:
        return standings(t, tiebreaks), ""
    except InvalidTournament as error:
        if tiebreaks is not None:
            raise
        return standings(t, "PTS"), error.message


def _player(team: Team | None, board: int) -> str:
    known = team is not None and board <= len(team.players)
    return one_line(team.players[board - 1].name) if known and team else ""


# ---- words ---------------------------------------------------------------------------------------------


def _listed(forbidden: Sequence[tuple[int, int]]) -> str:
    """Pairs, as many as a head has room for."""
    told = ", ".join(f"{a}–{b}" for a, b in forbidden[:MOST_LISTED])
    more = len(forbidden) - MOST_LISTED
    return f"{told} and {more} more" if more > 0 else told


def points(tenths: int) -> str:
    """A score as players read it: ``4½``."""
    whole, rest = divmod(abs(tenths), TENTHS)
    sign = "−" if tenths < 0 else ""
    if rest == TENTHS // 2:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def group_points(twentieths: int) -> str:
    """The score of a group, which may be a quarter: the median after three rounds of 1½ points a win."""
    whole, odd = divmod(twentieths, 2)
    return f"{twentieths / (2 * TENTHS):g}".replace("-", "−") if odd else points(whole)


def colour_words(colours: str) -> str:
    """A colour history in words."""
    names = {"W": "White", "B": "Black", "-": "none"}
    return ", ".join(names[letter] for letter in colours) or "no game yet"


def meaning(code: str) -> str:
    """What a tie-break is, in words."""
    return CRITERIA[parse_tiebreak(code).name].meaning
