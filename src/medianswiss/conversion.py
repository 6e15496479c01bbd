"""A tournament said in another format: TRF16 with its extension lines, TRF26, or the JSON state.

Every record that one of the formats has and the other has not is here. What can be said by another record
is said so; what cannot is named in a warning, with its lines; what a pairing would need is an error: the text
is read again, and must be the same tournament.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Final

from .errors import InvalidTournament, MedianSwissError
from .json_lines import format_json, parse_json
from .pairing import check_kind
from .ranking.crosstable import crosstable
from .teams import MAX_BOARDS, TeamTournament, as_on_board_one, with_exact_ratings
from .tournament import MAX_ROUNDS, Game, Participant, Tournament
from .trf import is_unfinished_text, matches_of, parse_trf
from .trf_columns import (
    Line,
    blanked,
    cell_column,
    cell_text,
    cleaned,
    parse_number,
    parse_tenths,
    put,
    read_cell,
    tenths_text,
)
from .trf_lines import LineEdit, line_xxs, lines_162
from .trf_records import BB_FIELDS, SYSTEM_CODES, Group, TrfSource, code_of
from .trf_write import format_trf
from .trf_write_teams import TeamLines
from .validation import validate_header

__all__ = ["FORMATS", "convert"]


def convert(tournament: Tournament, to: str) -> str:
    """The text of `tournament` in another format.

    Parameters
    ----------
    tournament : Tournament
    to : {"trf16", "trf26", "json"}
        TRF16 with the extension lines of pairing programs (``XXR``, ``XXC``, ``XXS``, ``XXZ``, ``XXP``,
        ``XXA``); TRF26; or the JSON state, which has what a pairing needs and no more.

    Returns
    -------
    str
        Lines, the last with its end.

    Raises
    ------
    InvalidTournament
        The tournament contradicts itself or its rule set, or the format cannot say what pairs it.
    MedianSwissError
        There is no such format.

    Warns
    -----
    UserWarning
        What the format has no record for: with the lines where it stood.
    """
    if not isinstance(to, str) or to not in FORMATS:
        raise MedianSwissError(f"no format {to!r}; there are {', '.join(FORMATS)}")
    validate_header(tournament)  # a Tournament at all
    if tournament.system is not None:
        check_kind(tournament, tournament.system)
    tournament.validate()
    return FORMATS[to](tournament)


class _Rewrite(LineEdit):
    """The lines of a tournament on their way to another format."""

    def __init__(self, t: Tournament, named: str) -> None:
        self.named = named
        self.wanted = t
        self.file = t.source.file if t.source else ""
        self.t = parse_trf(format_trf(t), self.file)
        assert self.t.source is not None
        super().__init__(self.t.source)
        self.teams = isinstance(self.t, TeamTournament)
        self.lost: list[int] = []
        self.kept: list[int] = []
        own = zip(t.participants, self.t.participants, strict=True)
        cut = [p.number for p, q in own if cleaned(p.name) != q.name]
        if cut:
            warnings.warn(
                f"names cut to fit their columns: those of {', '.join(map(str, cut))}", stacklevel=4
            )

    def lines_of(self, *codes: str) -> list[int]:
        """The indices of these records where they say something."""
        return [index for index in super().lines_of(*codes) if self.source.lines[index][3:].strip()]

    def say(self, old: Collection[str], new: str, lines: list[str]) -> None:
        """Say by `lines` what the records `old` say, unless a record `new` does already."""
        found = self.lines_of(*old)
        if found:
            self.replace(found, [] if self.lines_of(new) else lines)

    def lose(self, *codes: str) -> None:
        """Leave out these records, and remember it."""
        for index in self.lines_of(*codes):
            self.out[index] = []
            self.lost.append(index)

    def keep(self, *codes: str) -> None:
        """Remember that these records stay, which the format does not know."""
        self.kept += self.lines_of(*codes)

    def converted(self) -> str:
        """The text: the same tournament, or an error."""
        text = self.text()
        said = _check_same(self.wanted, text, self.named)
        before = self.wanted.source
        _warn(f"left out, for {self.named} cannot say it", self.source, self.lost, before)
        _warn(f"kept, though {self.named} does not know it", self.source, self.kept, before)
        _warn_of_game_points(self.wanted, said, f"left out, for {self.named} cannot say it")
        return text


def _warn(what: str, source: TrfSource, indices: Iterable[int], before: TrfSource | None = None) -> None:
    """Name the records in `indices`, each code once with its lines, those of the file `before` the edit."""
    shift, start = 0, len(source.lines)
    if before is not None:  # such as the rule set of the command line, written before the players
        shift = len(source.lines) - len(before.lines)
        both = zip(source.lines, before.lines, strict=False)
        start = next((index for index, (new, old) in enumerate(both) if new != old), start)
    lines: dict[str, list[int]] = {}
    for index in sorted(indices):
        text = blanked(source.lines[index])
        code = code_of(text) if text[:3].isalnum() and not text[3:4].strip() else "free text"
        number = index + 1 - (shift if index >= start else 0)
        lines.setdefault("comments" if text.startswith("###") else code, []).append(number)
    if lines:
        named = ", ".join(f"{code} ({_places(numbers)})" for code, numbers in lines.items())
        warnings.warn(f"{what}: {named}", stacklevel=4)


_PLACES_SHOWN: Final = 8
"""So many lines, or runs of lines, are named one by one."""


def _places(numbers: list[int]) -> str:
    """``line 3``, ``lines 3 and 4``, ``lines 3 to 9``, ``lines 1, 3 to 5 and 9``; of very many the first."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        follows = bool(runs) and runs[-1][1] == number - 1
        runs[-1:] = [(runs[-1][0], number)] if follows else [*runs[-1:], (number, number)]
    named = [text for first, last in runs[:_PLACES_SHOWN] for text in _run(first, last)]
    if rest := sum(last - first + 1 for first, last in runs[_PLACES_SHOWN:]):
        named.append(f"{rest} more")
    if len(named) == 1:
        return f"{'line' if len(numbers) == 1 else 'lines'} {named[0]}"
    return f"lines {', '.join(named[:-1])} and {named[-1]}"


def _run(first: int, last: int) -> list[str]:
    """The numbers of a run as they are named: two one by one."""
    return [f"{first} to {last}"] if last - first > 1 else sorted({str(first), str(last)}, key=int)


# TRF26 ------------------------------------------------------------------------------------------------------


def _trf26(t: Tournament) -> str:
    r = _Rewrite(t, "TRF26")
    t = r.t
    r.say(["XXR"], "142", [f"142 {t.rounds}"])
    _say_colour(r)
    _say_points(r)
    _say_absences(r)
    last = max(t.rounds or MAX_ROUNDS, t.round)
    for group in r.source.records.groups:
        if r.codes[group.index] == "XXP":
            r.out[group.index] = [f"260 {1:>3} {last:>3} {_ids(group.numbers)}"]
    _say_accelerations(r)
    _say_squads(r)
    if t.system is not None and not r.lines_of("192"):
        r.replace([], [f"192 {SYSTEM_CODES[t.system]}"])
    r.keep("XXM", "XXW", "DAT")
    return r.converted()


def _say_colour(r: _Rewrite) -> None:
    """XXC by 152; the word ``rank`` in it stays, for it is not known there."""
    lines = r.lines_of("XXC")
    ranked = [index for index in lines if "rank" in r.source.lines[index].lower().split()]
    colour = r.t.initial_colour
    r.say(["XXC"], "152", [f"152 {colour[0].upper()}"] if colour else [])
    for index in ranked:
        r.out[index] = [*r.out[index], "XXC rank"]
    r.kept += ranked


def _say_points(r: _Rewrite) -> None:
    """XXS, and the lines of bbpPairings, by 162, where its symbols suffice."""
    extensions = r.lines_of("XXS", *BB_FIELDS)
    said = lines_162(r.source.records.scoring)
    if said and extensions:
        r.replace(r.lines_of("162", "XXS", *BB_FIELDS), said)
    else:
        r.kept += extensions


def _say_absences(r: _Rewrite) -> None:
    """XXZ by 240; who has another letter already keeps that."""
    indices = r.lines_of("XXZ")
    if indices:
        absent = [p.number for p in r.t.participants if not p.present and p.requested is None]
        r.replace(indices, [f"240 Z {r.t.round:>3} {_ids(absent)}"] if absent else [])


def _say_squads(r: _Rewrite) -> None:
    """013 by 310, with the numbers teams have and their points."""
    if isinstance(r.t, TeamTournament) and not r.lines_of("310"):
        bye = matches_of(r.source).records.bye_game_points
        r.replace(r.lines_of("013"), TeamLines(r.t, r.source.records.scoring, bye).squads())


def _say_accelerations(r: _Rewrite) -> None:
    """XXA by 250: participants one after the other who have the same points in the same rounds."""
    indices = r.lines_of("XXA")
    points: dict[int, tuple[int, ...]] = {}
    for index in indices:
        line = r.source.lines[index]
        number = parse_number(line[4:8].strip())
        tenths = [parse_tenths(line[start : start + 4].strip()) for start in range(9, len(line.rstrip()), 5)]
        if number is None or None in tenths:
            r.kept += indices
            return
        points[number] = tuple(tenth or 0 for tenth in tenths)
    lines = []
    for first, last in _runs(points):
        for start, end, tenths_ in _spans(points[first]):
            lines.append(f"250      {tenths_text(tenths_):>4} {start:>3} {end:>3} {first:>4} {last:>4}")
    if indices:
        r.replace(indices, lines)


def _runs(points: dict[int, tuple[int, ...]]) -> list[tuple[int, int]]:
    """The first and last number of those who follow each other and have the same points."""
    runs: list[tuple[int, int]] = []
    for number in sorted(points):
        if runs and runs[-1][1] == number - 1 and points[number] == points[number - 1]:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _spans(points: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """The first and last round of every stretch with the same points, and these; none where they are 0."""
    spans: list[tuple[int, int, int]] = []
    for round_, tenths in enumerate(points, 1):
        if spans and spans[-1][1:] == (round_ - 1, tenths):
            spans[-1] = (spans[-1][0], round_, tenths)
        elif tenths:
            spans.append((round_, round_, tenths))
    return spans


# TRF16 ------------------------------------------------------------------------------------------------------


def _trf16(t: Tournament) -> str:
    r = _Rewrite(t, "TRF16")
    t = r.t
    if points := r.lines_of("299"):
        raise InvalidTournament(
            f"TRF16 cannot say points that are not the sum of the results (299); {_OTHERS}",
            file=r.file or None,
            line=points[0] + 1 if r.file else None,
        )
    r.say(["142"], "XXR", [f"XXR {t.rounds}"])
    r.say(["152"], "XXC", [f"XXC {t.initial_colour}1"])
    r.say(["162"], "XXS", [line_xxs(r.source.records.scoring)])
    _say_system(r)
    _write_byes(r)
    _say_groups(r)
    _spell_accelerations(r)
    _say_teams(r)
    r.lose("172", "182", "202", "212", "222", "300", "320", "330", "352", "362", "801", "802", "###")
    return r.converted()


def _say_system(r: _Rewrite) -> None:
    """192 by the free text of 092, which then cannot say what it said."""
    if r.t.system is None or not r.lines_of("192"):
        r.lose("192")
        return
    code = SYSTEM_CODES[r.t.system]
    others = [index for index in r.lines_of("092") if r.source.lines[index][4:].strip() != code]
    r.lost += others
    r.replace(r.lines_of("192", "092"), [f"092 {code}"])


def _write_byes(r: _Rewrite) -> None:
    """240 by letters in the cells of its round: of a team in those of all its players."""
    members = {n: [n] for n in r.source.players}
    if r.teams:
        members = {n: list(squad.members) for n, squad in matches_of(r.source).squads.items()}
    for (round_, number), letter in r.source.records.byes.items():
        for player in members[number]:
            index = r.source.players[player]
            text = r.out[index][0]
            cell = read_cell(Line(r.file, index + 1, text), round_, player)
            if cell.opponent is None and not cell.result:
                column = cell_column(round_)
                r.out[index] = [put(text, column, column + 7, cell_text(Game(None, None, letter)))]
    r.replace(r.lines_of("240"), [])


def _say_groups(r: _Rewrite) -> None:
    """260 by XXP, which holds until it is taken out: what is no more, or not yet, is left out."""
    for group in r.source.records.groups:
        if r.codes[group.index] != "260":
            continue
        r.out[group.index] = [f"XXP {_ids(group.numbers)}"] if group.active(r.t.round) else []
        if not _is_for_good(r.t, group):
            r.lost.append(group.index)


def _spell_accelerations(r: _Rewrite) -> None:
    """250 by XXA, a line a participant."""
    indices = r.lines_of("250")
    points: dict[int, dict[int, int]] = {}
    for index in indices:
        line = Line(r.file, index + 1, r.source.lines[index])
        tenths = parse_tenths(line.field(10, 13) or line.field(5, 8))
        start, end, first, last = (parse_number(line.field(*place)) for place in _PLACES_250)
        if tenths is None or start is None or first is None:
            r.lose("250")
            return
        for number in range(first, (last or first) + 1):
            points.setdefault(number, {}).update(dict.fromkeys(range(start, (end or start) + 1), tenths))
    known = {p.number for p in r.t.participants}
    lines = []
    for number in sorted(points.keys() & known):
        by_round = points[number]
        rounds = range(1, max(by_round) + 1)
        cells = " ".join(f"{tenths_text(by_round.get(round_, 0)):>4}" for round_ in rounds)
        lines.append(f"XXA {number:>4} {cells}")
    if indices:
        r.replace(indices, lines)


_PLACES_250: Final = ((15, 17), (19, 21), (23, 26), (28, 31))
"""Columns of the first and last round and of the first and last participant."""


def _say_teams(r: _Rewrite) -> None:
    """310 by 013: the name and the players, and no number; a 013 beside a 310 was never read."""
    indices = r.lines_of("310")
    if not r.teams or not indices:
        return
    r.replace(r.lines_of("013"), [])
    squads = {squad.line.number - 1: squad for squad in matches_of(r.source).squads.values()}
    for index in indices:
        members = " ".join(f"{member:>4}" for member in squads[index].members)
        r.out[index] = [f"013 {squads[index].name:<32}{members}"]
    r.lost += indices


# JSON -------------------------------------------------------------------------------------------------------


_NOT_IN_JSON: Final = "left out, for a JSON state cannot say it"


def _json(t: Tournament) -> str:
    text = f"{format_json(t)}\n"
    if t.source is not None:
        lost = [
            i for i, line in enumerate(t.source.lines) if line.strip() and not _is_in_json(t, t.source, i)
        ]
        _warn(_NOT_IN_JSON, t.source, lost)
        if _is_unfinished(t):
            warnings.warn(f"{_NOT_IN_JSON}: {_published(t, t.source)}", stacklevel=3)
    if isinstance(t, TeamTournament):
        if t.system is None:
            warnings.warn(
                "the rule set is not known, and without one a JSON state does not say that these are teams",
                stacklevel=3,
            )
        else:
            _warn_of_game_points(t, parse_json(text.encode()), _NOT_IN_JSON)
    return text


def _is_unfinished(t: Tournament) -> bool:
    return any(map(is_unfinished_text, t.unsupported))


def _published(t: Tournament, source: TrfSource) -> str:
    """The pairs of the round that is not finished, and the lines of those who have one."""
    cells = {
        index + 1: read_cell(Line(source.file, index + 1, blanked(source.lines[index])), t.round, player)
        for player, index in source.players.items()
    }
    paired = sorted(line for line, cell in cells.items() if cell.opponent is not None)
    where = f" ({_places(paired)})" if paired else ""
    return f"the pairs of round {t.round}, which is not finished, and their results{where}"


_IN_JSON: Final = frozenset(
    ["012", "062", "072", "082", "142", "152", "299", "362", "802", "XXR", "XXZ", "XXP", "XXM", "XXW"]
)
"""Records a state says, or that count what it has."""
_RESULTS: Final = frozenset(["162", "XXS"]).union(BB_FIELDS)
"""What a game is worth: in a file of teams that of a board, in a state that of a match."""


def _is_in_json(t: Tournament, source: TrfSource, index: int) -> bool:
    """Whether a state says what a line does."""
    text = blanked(source.lines[index])
    code, content = code_of(text), text[4:].strip()
    records = source.records
    match code:
        case "001":  # sex and title; federation, FIDE number and birth; rank; requests of later rounds
            later = text[cell_column(t.round + 1) - 1 :]
            unsaid = (text[9:13] + text[53:79] + text[85:89] + later).strip()
            return not (unsaid or isinstance(t, TeamTournament))
        case "092":  # free text, unless it names a rule set
            return t.system is not None and content.upper() in (*SYSTEM_CODES.values(), "SWISS LIM")
        case "192":  # where another was asked for, that is said
            return t.system is not None
        case "XXC":
            return "rank" not in content.lower().split()
        case "320":  # what the next bye is worth
            return not text[9:13].strip() or t.round > (t.rounds or MAX_ROUNDS)
        case "330":
            return (parse_number(text[7:10].strip()) or 0) < t.round
        case "240":
            return records.bye_rounds.get(index, 0) <= t.round
        case "260":
            return all(_is_for_good(t, group) for group in records.groups if group.index == index)
    if code in _RESULTS:
        return not isinstance(t, TeamTournament)
    return code in _IN_JSON or not content


# What was written is the same tournament --------------------------------------------------------------------


def _check_same(wanted: Tournament, text: str, named: str) -> Tournament:
    """The tournament that `text` says; an error where it is not what pairs `wanted`."""

    def unsaid(message: str, line: int | None = None, number: int | None = None) -> InvalidTournament:
        file = wanted.source.file if wanted.source is not None and line is not None else None
        hint = f"; {_OTHERS}" if named == "TRF16" else ""
        return InvalidTournament(
            f"{named} cannot say it: {message}{hint}", file=file, line=line, participant=number
        )

    try:
        said = parse_trf(text)
    except InvalidTournament as error:
        raised = unsaid(error.message, number=error.participant)
        raised.round = error.round
        raise raised from error
    for own, other in zip(wanted.participants, said.participants, strict=False):
        for field in ("number", "rating", "games", "points", "present", "requested"):
            if getattr(_as_said(own), field) != getattr(_as_said(other), field):
                raise unsaid(f"the {field} would differ", _line_of(wanted, own.number), own.number)
    for name in _SAME:
        if _comparable(wanted, name) != _comparable(said, name):
            raise unsaid(f"the {name.replace('_', ' ')} would differ", _line_with(wanted, _SAID_BY.get(name)))
    return said


_OTHERS: Final = "trf26 and json say more"
_SAID_BY: Final = {
    "board_colours": "352", "board_count": "352",
    "teams": "310", "order of strengths": "310",
    "unsupported": "250",
}  # fmt: skip
"""The records TRF16 lacks by what they say."""


def _warn_of_game_points(t: Tournament, said: Tournament, what: str) -> None:
    """Name the teams whose game points are others in what was written: they rank, and do not pair."""
    table, other = crosstable(t), crosstable(said)
    if not table.teams or not table.has_game_points:
        return
    points, others = table.game_points, other.game_points
    rows = zip(table.participants, points.rounds, others.rounds, strict=True)
    if differing := [str(p.number) for p, own, new in rows if own != new]:
        warnings.warn(f"{what}: the game points of {', '.join(differing)}", stacklevel=4)
    if (points.win, points.draw) != (others.win, others.draw):
        warnings.warn(f"{what}: what a match is worth in game points", stacklevel=4)


def _line_with(t: Tournament, code: str | None) -> int | None:
    """The first line of the record; None where there is none."""
    lines = enumerate(t.source.lines if t.source is not None else (), 1)
    return next((number for number, line in lines if code_of(line) == code), None)


def _line_of(t: Tournament, number: int) -> int | None:
    """The line of a participant; None where it was not read from one."""
    if t.source is None:
        return None
    if isinstance(t, TeamTournament):
        squad = matches_of(t.source).squads.get(number)
        return None if squad is None else squad.line.number
    index = t.source.players.get(number)
    return None if index is None else index + 1


_SAME: Final = (
    "round", "rounds", "system", "initial_colour", "maxi", "ranking", "forbidden", "scoring", "unsupported",
    "participants", "board_count", "board_colours", "teams", "order of strengths",
)  # fmt: skip
"""What a pairing is made from."""


def _comparable(t: Tournament, name: str) -> object:
    value = getattr(t, name, None)
    if name == "unsupported":  # accelerated pairing by 250 is that by XXA
        return sorted(text.replace("(XXA)", "(250)") for text in t.unsupported)
    if name == "forbidden":
        return sorted({tuple(sorted(pair)) for pair in t.forbidden})
    if name == "board_colours" and value is not None:  # without 352 White is on the odd boards
        return [as_on_board_one(board, value) for board in range(1, MAX_BOARDS + 1)]
    if name == "participants":
        return len(t.participants)
    if isinstance(t, TeamTournament) and name == "teams":
        return [(team.number, tuple(p.number for p in team.players)) for team in t.teams]
    if isinstance(t, TeamTournament) and name == "order of strengths":  # D.02 11.1 compares no more
        return [p.rating for p in with_exact_ratings(t).participants]
    return value


def _as_said(p: Participant) -> Participant:
    """The participant without its name; absent without a letter is a zero-point bye."""
    requested = None if p.present else p.requested or "Z"
    return replace(p, name="", requested=requested)


def _is_for_good(t: Tournament, group: Group) -> bool:
    """Whether a group of 260 holds in the coming round and all after it."""
    return group.first <= t.round and group.last >= (t.rounds or MAX_ROUNDS)


def _ids(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:>4}" for number in sorted(numbers))


FORMATS: Final[dict[str, Callable[[Tournament], str]]] = {"trf16": _trf16, "trf26": _trf26, "json": _json}
