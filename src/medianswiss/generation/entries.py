"""Who enters a generated tournament: ratings, strengths, numbers, and the head of its file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import isqrt
from typing import TYPE_CHECKING, Any, Final

from ..teams import Team, TeamPlayer, TeamTournament, average_of_best, initial_ranking
from ..tournament import Participant, Scoring, Tournament
from ..trf import parse_trf
from ..trf_columns import PLAYER, cell_column, put
from ..trf_write import format_trf
from ..trf_write_teams import boards_of
from .lots import Lots, Purpose, below, chance, one_of
from .people import Person, people, town

if TYPE_CHECKING:
    from .generate import Recipe

__all__ = ["FILE", "Entries", "entered", "with_ranks"]

FIRST_DAY: Final = date(2026, 1, 3)
FILE: Final = "<generated>"


@dataclass(frozen=True, slots=True)
class Entries:
    """A tournament before round one, and the strengths of its players by number."""

    tournament: Tournament
    strength: dict[int, int]


def entered(r: Recipe, lots: Lots) -> Entries:
    """The entries of a tournament."""
    return _teams(r, lots) if r.teams else _players(r, lots)


def _players(r: Recipe, lots: Lots) -> Entries:
    rated = _ratings(r, lots)
    shown = _shown(r, lots, rated) if r.ratings is None else list(r.ratings)
    field = _numbered(rated, shown, r, lots)
    entrants = tuple(Participant(p.number, p.person.name, p.rating) for p in field)
    return _entries(Tournament(entrants, **_event(r, lots)), field, r, lots)


def _teams(r: Recipe, lots: Lots) -> Entries:
    """Teams of players around a rating of their own; reserves are the weakest of a team."""
    size = r.boards + r.reserves
    around = [rating for rating in _ratings(r, lots) for _ in range(size)]
    apart = lots.normal(Purpose.TEAM_PLAYER, len(around), r.board_noise)
    rated = [max(rating + d, r.rating_least) for rating, d in zip(around, apart, strict=True)]
    field = _numbered(rated, _shown(r, lots, rated), r, lots)
    squads: list[list[TeamPlayer]] = [[] for _ in range(r.size)]
    for p in field:
        squads[p.place // size].append(TeamPlayer(p.number, p.person.name, p.rating))
    names = _team_names(r, lots)
    order = initial_ranking(
        [(name, [p.rating for p in squad]) for name, squad in zip(names, squads, strict=True)]
    )
    teams = tuple(
        Team(
            number, names[k], tuple(squads[k]), round(10 * average_of_best(p.rating for p in squads[k])) / 10
        )
        for number, k in enumerate(order, 1)
    )
    entrants = tuple(Participant(team.number, team.name, int(team.strength)) for team in teams)
    colours = "".join("WB"[board % 2] for board in range(r.boards))
    bare = TeamTournament(
        entrants, **_event(r, lots), teams=teams, board_count=r.boards, board_colours=colours
    )
    return _entries(bare, field, r, lots)


def _event(r: Recipe, lots: Lots) -> dict[str, Any]:
    """What a tournament is, whoever plays in it."""
    return {
        "system": r.system,
        "rounds": r.rounds,
        "initial_colour": _colour(r, lots),
        "maxi": r.maxi,
        "forbidden": _forbidden(r, lots),
        "scoring": Scoring.usual(r.system) if r.scoring is None else r.scoring,
        "name": f"Random tournament, seed {r.seed}",
    }


@dataclass(frozen=True, slots=True)
class _Entrant:
    """A player with the number of the initial ranking; `place` is that in the order drawn."""

    number: int
    place: int
    person: Person
    rating: int
    strength: int


def _numbered(rated: list[int], shown: list[int], r: Recipe, lots: Lots) -> list[_Entrant]:
    """The players by number: by rating, then name."""
    persons = people(lots, shown)
    noise = lots.normal(Purpose.STRENGTH, len(rated), r.noise)
    order = sorted(range(len(rated)), key=lambda k: (-shown[k], persons[k].name, k))
    return [
        _Entrant(number, k, persons[k], shown[k], rated[k] + noise[k]) for number, k in enumerate(order, 1)
    ]


def _entries(bare: Tournament, field: list[_Entrant], r: Recipe, lots: Lots) -> Entries:
    """The entries, with the file they would be in."""
    text = _with_particulars(format_trf(bare), {p.number: p.person for p in field}, r, lots)
    start = replace(parse_trf(text, FILE), ranking=r.ranking)
    return Entries(start, {p.number: p.strength for p in field})


def _team_names(r: Recipe, lots: Lots) -> list[str]:
    """A town each; the second team of a town is so named."""
    seen: Counter[str] = Counter()
    names = []
    for half in lots.halves(Purpose.TEAM, r.size):
        name = town(half)
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return names


def _ratings(r: Recipe, lots: Lots) -> list[int]:
    """What every participant is rated, or would be: the largest first where they are drawn."""
    count = r.size
    deviations = lots.normal(Purpose.RATING, count, r.rating_deviation)
    drawn = sorted((max(r.rating_mean + d, r.rating_least) for d in deviations), reverse=True)
    return [given or own for given, own in zip(r.ratings or [0] * count, drawn, strict=True)]


def _shown(r: Recipe, lots: Lots, ratings: list[int]) -> list[int]:
    """The ratings, 0 for those who have none."""
    halves = lots.halves(Purpose.UNRATED, len(ratings))
    return [0 if half < chance(r.unrated) else rating for half, rating in zip(halves, ratings, strict=True)]


def _colour(r: Recipe, lots: Lots) -> str:
    if r.initial_colour != "lot":
        return r.initial_colour
    return one_of(lots.halves(Purpose.COLOUR, 1)[0], ("white", "black"))


def _forbidden(r: Recipe, lots: Lots) -> tuple[tuple[int, int], ...]:
    """So many different pairs: the first of a shuffle of them all, made as far as it is looked at."""
    halves = lots.halves(Purpose.FORBIDDEN, r.forbidden)
    count = r.size * (r.size - 1) // 2
    moved: dict[int, int] = {}
    pairs = []
    for k, half in enumerate(halves):
        at = k + below(half, count - k)
        pairs.append(_pair(moved.get(at, at)))
        moved[at] = moved.get(k, k)
    return tuple(sorted(pairs))


def _pair(index: int) -> tuple[int, int]:
    """Pairs of numbers in the order 1-2, 1-3, 2-3, 1-4, ..., from 0."""
    larger = (1 + isqrt(8 * index + 1)) // 2
    return index - larger * (larger - 1) // 2 + 1, larger + 1


# ---- the head of the file --------------------------------------------------------------------------


def _with_particulars(text: str, persons: dict[int, Person], r: Recipe, lots: Lots) -> str:
    """`text` with what a file says besides of the event and of its players."""
    lines = text.splitlines()
    head = [line for line in lines if not line.startswith((PLAYER, "310"))]
    rest = [line for line in lines if line.startswith((PLAYER, "310"))]
    rated = sum(1 for line in rest if line.startswith(PLAYER) and int(line[48:53]))
    head += [f"072 {rated}", *_headers(r, lots)]
    body = [_with_person(line, persons[int(line[4:8])]) if line.startswith(PLAYER) else line for line in rest]
    return "".join(f"{line}\n" for line in (*sorted(head, key=lambda line: line[:3]), *body))


def _headers(r: Recipe, lots: Lots) -> list[str]:
    days = [FIRST_DAY + timedelta(days=k) for k in range(r.rounds)]
    dates = "132"
    for round_, day in enumerate(days, 1):
        dates = put(dates, cell_column(round_), cell_column(round_) + 7, f"{day:%y/%m/%d}")
    kind = "Team: Swiss-System" if r.teams else "Individual: Swiss-System"
    return [
        f"022 {town(lots.halves(Purpose.TOWN, 1)[0])}",
        f"042 {days[0]:%Y/%m/%d}",
        f"052 {days[-1]:%Y/%m/%d}",
        f"092 {kind}",
        "122 90 min + 30 s a move",
        dates,
    ]


def _with_person(line: str, person: Person) -> str:
    line = put(line, 10, 10, person.sex)
    line = put(line, 11, 13, f"{person.title:>3}")
    line = put(line, 54, 56, person.federation)
    return put(line, 70, 79, person.birth)


def with_ranks(t: Tournament) -> Tournament:
    """`t`, to be written with the ranks of players and teams: by points, game points, number."""
    source = t.source
    assert source is not None
    people = boards_of(t, Scoring()) if isinstance(t, TeamTournament) else t
    places = {PLAYER: _places(people)}
    columns = {PLAYER: (5, 8, 86, 89)}
    if isinstance(t, TeamTournament):
        places["310"], columns["310"] = _places(t), (5, 7, 69, 71)
    lines = list(source.lines)
    for index, line in enumerate(lines):
        code = line[:3]
        if code in places:
            first, last, left, right = columns[code]
            rank = places[code][int(line[first - 1 : last])]
            lines[index] = put(line, left, right, f"{rank:>{right - left + 1}}")
    return replace(t, source=replace(source, lines=tuple(lines)))


def _places(t: Tournament) -> dict[int, int]:
    order = sorted(
        t.participants, key=lambda p: (-t.score(p), -sum(g.game_points or 0 for g in p.games), p.number)
    )
    return {p.number: rank for rank, p in enumerate(order, 1)}
