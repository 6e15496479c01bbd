"""A `Tournament` written as TRF (decision 2).

One way for every tournament: the lines it was read from are edited where the tournament differs from
what they say, and everything else stays as it was. A tournament that was not read from a file is the
same case with no lines. What TRF cannot say is an error, never left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TypeVar

from .atomic import write_text_atomically
from .errors import InvalidTournament
from .teams import Team, TeamPlayer, TeamTournament
from .tournament import MAX_ROUNDS, TEAM_SYSTEMS, TENTHS, Game, Participant, RoundPairing, Scoring, Tournament
from .trf_columns import (
    MAX_NUMBER,
    PLAYER,
    Line,
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
from .trf_records import BB_FIELDS, SYSTEM_CODES, Records, TrfSource
from .trf_write_teams import TeamLines, boards_of
from .validation import check_pairing, validate_header

__all__ = ["format_trf", "write_trf"]

T = TypeVar("T")
Named = TypeVar("Named", Participant, Team, TeamPlayer)

_NOTHING: Final = TrfSource("", (), {}, Records(), Tournament(participants=()))


def write_trf(
    tournament: Tournament, path: str | os.PathLike[str], *, pairing: RoundPairing | None = None
) -> None:
    """Write `tournament` to a TRF file: whole, or not at all.

    Parameters
    ----------
    tournament : Tournament
    path : str or PathLike
    pairing : RoundPairing, optional
        Its coming round, to be written as published: opponents and colours without results.

    Raises
    ------
    InvalidTournament
        When the tournament contradicts itself, or TRF cannot say it.
    OSError
        When the file cannot be written.
    """
    write_text_atomically(path, format_trf(tournament, pairing=pairing))


def format_trf(tournament: Tournament, *, pairing: RoundPairing | None = None) -> str:
    """The TRF text of `tournament`; see `write_trf`."""
    validate_header(tournament)  # a Tournament at all
    if pairing is not None:
        check_pairing(pairing)
    tournament.validate()
    source = tournament.source or _NOTHING
    _refuse_unspeakable(tournament, source)
    edit = _Edit(tournament, source)
    edit.forget_removed()
    edit.headers()
    if isinstance(tournament, TeamTournament):
        if pairing is not None:
            raise InvalidTournament(
                "TRF says a round of teams by its boards, and who plays on them is not known"
            )
        if _said_by_boards(tournament) != _said_by_boards(source.original):
            edit.teams(tournament)
            return _read_again(edit.text(), tournament)
    else:
        edit.players(edit.coming_column() if pairing is None else edit.published(pairing))
    return edit.text()


def _said_by_boards(t: Tournament) -> tuple[object, ...]:
    """What a file says of teams by their players, boards and matches."""
    names = ("participants", "teams", "round", "scoring", "board_count", "board_colours")
    return tuple(getattr(t, name, None) for name in names)


def _read_again(text: str, t: TeamTournament) -> str:
    """`text`, which says all of `t`: much of a team follows from its players and their boards."""
    from .trf import parse_trf

    try:
        said = parse_trf(text)
    except InvalidTournament as error:
        raise InvalidTournament(
            f"TRF says teams by their players and boards: {error.message}",
            participant=error.participant,
            round=error.round,
        ) from error
    for name in ("round", "board_count", "board_colours", "scoring", "teams", "participants"):
        if getattr(said, name) != _cut(getattr(t, name)):
            raise InvalidTournament(f"TRF says teams by their players and boards: the {name} cannot differ")
    return text


def _cut(value: object) -> object:
    """Participants, teams and players with their names as far as the columns go (decision 2)."""
    if not isinstance(value, tuple):
        return value
    return tuple(_with_names_cut(each) for each in value)


def _with_names_cut(each: Named) -> Named:
    width = 33 if isinstance(each, TeamPlayer) else 32
    name = cleaned(each.name)[:width].strip()
    if isinstance(each, Team):
        return replace(each, name=name, players=tuple(map(_with_names_cut, each.players)))
    return replace(each, name=name)


class _Edit(LineEdit):
    """The lines of a source on their way to those of a tournament."""

    def __init__(self, tournament: Tournament, source: TrfSource) -> None:
        super().__init__(source)
        self.new = tournament
        self.old = source.original
        self.before = {p.number: p for p in self.old.participants}
        self.numbers = {p.number for p in tournament.participants}
        self.last_met = _last_meeting(tournament)

    def forget_removed(self) -> None:
        """Take the participants who are no longer there out of the records that name them."""
        for index, spans in self.source.records.named.items():
            kept = [number for _, _, number in spans if number in self.numbers]
            if len(kept) == len(spans):
                continue
            needed = 2 if self.codes[index] in ("XXP", "260") else 1
            text = self.source.lines[index]
            for start, end, number in spans:
                if number not in self.numbers:
                    text = put(text, start + 1, end, "")
            self.out[index] = [text.rstrip()] if len(kept) >= needed else []

    # Headers

    def headers(self) -> None:
        """Write every header that changed, in the order of a new file."""
        new, old = self.new, self.old
        if new.name != old.name:
            name = cleaned(new.name)
            self.replace(self.lines_of("012"), [f"012 {name}"] if name else [])
        self.counts()
        if new.rounds != old.rounds:
            both = [f"142 {new.rounds}", f"XXR {new.rounds}"]  # TRF26 and JaVaFo know one each
            self.replace(self.lines_of("142", "XXR"), both if new.rounds else [])
        if new.initial_colour != old.initial_colour:
            self.initial_colour()
        if new.system != old.system:
            self.system()
        if new.maxi != old.maxi:
            self.replace(self.lines_of("XXM"), ["XXM true"] if new.maxi else [])
        if new.scoring != old.scoring and not isinstance(new, TeamTournament):
            self.replace(self.lines_of("162", "XXS", *BB_FIELDS), _scoring_lines(new.scoring))
        if new.forbidden != old.forbidden:
            self.forbidden()
        self.given_points()

    def counts(self) -> None:
        """062 and 082: how many players and teams there are."""
        for code, count in (("062", _players_of), ("082", _teams_of)):
            if count(self.new) != count(self.old):
                self.replace(self.lines_of(code), [f"{code} {count(self.new)}"])

    def initial_colour(self) -> None:
        """152, which TRF26 knows, and XXC, which JaVaFo knows; a ``rank`` in XXC stays."""
        colour = self.new.initial_colour
        ranked = any("rank" in self.source.lines[index].lower().split() for index in self.lines_of("XXC"))
        words = (["rank"] if ranked else []) + ([f"{colour}1"] if colour else [])
        lines = [f"152 {colour[0].upper()}"] if colour else []
        if words:
            lines.append(f"XXC {' '.join(words)}")
        self.replace(self.lines_of("152", "XXC"), lines)

    def system(self) -> None:
        """192; where nothing is to be said 092 must not say it either (decision 11)."""
        if self.new.system is None:
            self.replace(self.lines_of("192", "092"), [])
        else:
            self.replace(self.lines_of("192"), [f"192 {SYSTEM_CODES[self.new.system]}"])

    def forbidden(self) -> None:
        """Keep the groups that still hold, and write the pairs they leave out."""
        wanted = {(min(pair), max(pair)) for pair in self.new.forbidden}
        covered: set[tuple[int, int]] = set()
        for group in self.source.records.groups:
            pairs = set(replace(group, numbers=group.numbers & self.numbers).pairs())
            if not group.active(self.new.round):
                continue
            if pairs <= wanted:
                covered |= pairs
            else:
                self.out[group.index] = []
        self.replace([], [f"XXP {a} {b}" for a, b in sorted(wanted - covered)])

    def given_points(self) -> None:
        """299 for the points that are not the sum of the results (decision 13)."""
        given = {p.number for p in self.new.participants if p.points is not None}
        records = self.source.records
        if given == (self.numbers if records.all_given else records.given & self.numbers):
            return
        bonus = {p.number: self.new.score(p) - _total(self.new, p) for p in self.new.participants}
        lines = []
        for tenths, numbers in _by_value({number: bonus[number] for number in given}):
            points = _fitting(tenths, f"a bonus of {tenths_text(tenths)} points", numbers[0])
            lines.append(f"299     0.0  {points}    0 {_ids(numbers)}")
        self.replace(self.lines_of("299"), lines)

    # The coming round

    def coming_column(self) -> dict[int, str] | None:
        """The cells of the round to be paired; None to leave them, and the records about it, alone."""
        return self.absences() if self.coming_changed() else None

    def coming_changed(self) -> bool:
        """Whether the round to be paired is another one, or somebody else is absent from it."""
        now = {p.number: (p.present, p.requested) for p in self.new.participants}
        before = {p.number: (p.present, p.requested) for p in self.old.participants}
        return self.new.round != self.old.round or now != before

    def absences(self) -> dict[int, str]:
        """Say who is absent: letters in the column, which every engine reads, and XXZ where none was given.

        A column that is full of letters would count as played (decision 3), so when nobody is
        present the records 240 and XXZ say it instead.
        """
        absent = {p.number: p.requested for p in self.new.participants if not p.present}
        nobody = len(absent) == len(self.numbers)
        if nobody and set(absent.values()) == {"U"}:
            raise InvalidTournament("TRF cannot say that all have the bye of a round that is not played")
        if absent and self.new.round > MAX_ROUNDS:
            raise InvalidTournament(f"TRF cannot say who is absent after round {MAX_ROUNDS}")
        rounds = self.source.records.bye_rounds
        self.replace([index for index, round_ in rounds.items() if round_ == self.new.round], [])
        listed = {p: letter for p, letter in absent.items() if nobody and letter in ("F", "H", "Z")}
        lines = [f"240 {letter} {self.new.round:>3} {_ids(ids)}" for letter, ids in _by_value(listed)]
        self.replace([], lines)
        unsaid = [number for number, letter in absent.items() if letter is None]
        self.replace(self.lines_of("XXZ"), [f"XXZ {' '.join(map(str, sorted(unsaid)))}"] if unsaid else [])
        letters = {number: letter or "Z" for number, letter in absent.items() if not nobody or letter == "U"}
        return {p: cell_text(Game(None, None, letters[p])) if p in letters else "" for p in self.numbers}

    def published(self, pairing: RoundPairing) -> dict[int, str]:
        """The cells of a round that is paired and not yet played.

        XXZ goes: the column says who is absent, and the line would hold for the next round.
        """
        self.replace(self.lines_of("XXZ"), [])
        return {number: cell_text(game) for number, game in _published(self.new, pairing).items()}

    # Teams

    def teams(self, t: TeamTournament) -> None:
        """Write the rounds of the players, and the records of the teams, as far as they changed."""
        coming = self.coming_changed()
        bye_line = next((self.source.lines[index] for index in self.lines_of("320")), "")
        lines = TeamLines(t, self.source.records.scoring, _bye_points(bye_line, t))
        self.boards(coming)
        self.squads(lines)
        self.absent_teams(lines, coming)
        for code, texts, columns in (
            ("300", lines.line_ups(), slice(4, 7)),
            ("330", lines.forfeits(), slice(7, 10)),
        ):
            said = {i: parse_number(self.source.lines[i][columns].strip()) for i in self.lines_of(code)}
            self.replace([i for i, round_ in said.items() if round_ and (coming or round_ < t.round)], texts)
        self.replace(self.lines_of("320"), lines.byes())
        if t.scoring != self.old.scoring:
            self.replace(self.lines_of("362"), lines.points())
        if t.board_colours != getattr(self.old, "board_colours", ""):
            self.replace(self.lines_of("352"), [f"352 {t.board_colours}"] if t.board_colours else [])

    def boards(self, coming: bool) -> None:
        """Write the players of the teams as those of a tournament of their own."""
        scoring = self.source.records.scoring
        new, old = boards_of(self.new, scoring), boards_of(self.old, scoring)
        place = {number: place for place, number in enumerate(self.source.players)}
        in_order = sorted(new.participants, key=lambda p: (place.get(p.number, len(place)), p.number))
        inner = _Edit(replace(new, participants=tuple(in_order)), replace(self.source, original=old))
        inner.out, inner.first = self.out, self.first
        inner.players({p.number: "" for p in in_order} if coming else None)

    def squads(self, lines: TeamLines) -> None:
        """The teams: all anew where one changed, else their points."""
        if _rosters(self.new) != _rosters(self.old):
            for index in self.lines_of("013", "310"):
                self.out[index] = []
            self.last = lines.squads()
            return
        by_number = {p.number: p for p in self.new.participants}
        for index in self.lines_of("310"):
            text = self.source.lines[index]
            if text[54:67].strip():
                self.out[index] = [lines.pointed(text, by_number[int(text[4:7])])]

    def absent_teams(self, lines: TeamLines, coming: bool) -> None:
        """240 and XXZ: the byes that no cell shows, and who is absent from the coming round."""
        t, listed = self.new, lines.requested()
        rounds = self.source.records.bye_rounds
        last = t.round if coming else t.round - 1
        self.replace([i for i, round_ in rounds.items() if round_ <= last], [])
        if coming:
            absent = [p for p in t.participants if not p.present]
            for p in absent:
                if p.requested in ("F", "H", "Z"):
                    listed.setdefault((t.round, p.requested), []).append(p.number)
            unsaid = [str(p.number) for p in absent if p.requested is None]
            self.replace(self.lines_of("XXZ"), [f"XXZ {' '.join(unsaid)}"] if unsaid else [])
        self.replace(
            [], [f"240 {letter} {round_:>3} {_ids(ids)}" for (round_, letter), ids in listed.items()]
        )

    # Players

    def players(self, column: dict[int, str] | None) -> None:
        """Write the players in their order; who stays keeps the place of the line."""
        for number, index in self.source.players.items():
            if number in self.before and number not in self.numbers:
                self.out[index] = []
        places = iter([i for number, i in self.source.players.items() if number in self.numbers])
        target = self.first
        for participant in self.new.participants:
            text = self.player_line(participant, column)
            if participant.number in self.source.players:
                target = self.out[next(places)] = []
            target.append(text)

    def player_line(self, participant: Participant, column: dict[int, str] | None) -> str:
        number, old = participant.number, self.before.get(participant.number)
        if old is None:
            text = put(PLAYER, 5, 8, f"{number:>4}")
        else:
            text = self.source.lines[self.source.players[number]]
        name = cleaned(participant.name)[:33].strip()
        if old is None or name != cleaned(old.name):
            text = put(text, 15, 47, name)
        if old is None or participant.rating != old.rating:
            text = put(text, 49, 53, f"{participant.rating:>4}")
        if old is None or not self.same_points(participant, old):
            points = self.new.score(participant)
            text = put(text, 81, 84, _fitting(points, f"{tenths_text(points)} points", number))
        text = self.games(text, participant, old.games if old else ())
        return text if column is None else self.coming_cell(text, column[number])

    def same_points(self, participant: Participant, old: Participant) -> bool:
        """Whether the points column may stay: it may already count the bye of the coming round."""
        return self.new.scoring == self.old.scoring and (
            (participant.games, participant.points, participant.present, participant.requested)
            == (old.games, old.points, old.present, old.requested)
        )

    def games(self, text: str, participant: Participant, known: tuple[Game, ...]) -> str:
        """Write the rounds that changed.

        A blank may stand for ``Z`` (decision 6) only up to the last game: later it would not be played.
        """
        line = Line(self.source.file, 0, text)
        for round_, game in enumerate(participant.games, 1):
            same = round_ <= len(known) and known[round_ - 1] == game
            if same and (round_ <= self.last_met or read_cell(line, round_, participant.number).result):
                continue
            text = _put_cell(text, round_, cell_text(game))
        return text

    def coming_cell(self, text: str, cell: str) -> str:
        """Write the coming round, and blank what the source had played after it; later requests stay."""
        for round_ in range(self.new.round + 1, self.old.round + 1):
            text = _put_cell(text, round_, "")
        return _put_cell(text, self.new.round, cell)


def _last_meeting(tournament: Tournament) -> int:
    """The last round in which anybody had an opponent."""
    for round_ in range(tournament.round - 1, 0, -1):
        if any(p.games[round_ - 1].opponent is not None for p in tournament.participants):
            return round_
    return 0


def _put_cell(text: str, round_: int, cell: str) -> str:
    """`text` with the cell of `round_` replaced, if that changes anything but blanks at the end."""
    column = cell_column(round_)
    if not cell.strip() and len(text) < column:
        return text
    return put(text, column, column + 7, cell)


def _published(tournament: Tournament, pairing: RoundPairing) -> dict[int, Game]:
    """What each participant has in the round `pairing` pairs; games without a result."""
    if pairing.round != tournament.round:
        raise InvalidTournament(
            f"a pairing of round {pairing.round}, and round {tournament.round} is to be paired"
        )
    games = {p.number: Game(None, None, p.requested or "Z") for p in tournament.participants if not p.present}
    for white, black in pairing.pairs:
        games |= {white: Game(black, "w", ""), black: Game(white, "b", "")}
    if pairing.bye is not None:
        games[pairing.bye] = Game(None, None, "U")
    if games.keys() != {p.number for p in tournament.participants}:
        raise InvalidTournament("the pairing is not one of these participants", round=pairing.round)
    return games


def _refuse_unspeakable(tournament: Tournament, source: TrfSource) -> None:
    """Raise for what no line of TRF can say."""
    if not tournament.participants:
        raise InvalidTournament("TRF cannot say a tournament without participants")
    if tournament.ranking != source.original.ranking:
        raise InvalidTournament(f"TRF cannot say the ranking {tournament.ranking!r}")
    if (
        source is _NOTHING
        and not isinstance(tournament, TeamTournament)
        and tournament.system in TEAM_SYSTEMS
    ):
        raise InvalidTournament("TRF cannot say team tournaments without their players")
    for text in tournament.unsupported:
        if text not in source.original.unsupported:
            raise InvalidTournament(f"TRF cannot say what is not supported: {text}")
    for p in tournament.participants:
        if p.number > MAX_NUMBER:
            raise InvalidTournament(
                f"TRF has four columns for a number, up to {MAX_NUMBER}", participant=p.number
            )
        if p.rating > 99_999:
            raise InvalidTournament(f"TRF cannot say the rating {p.rating}", participant=p.number)
        if not isinstance(tournament, TeamTournament) and any(g.game_points is not None for g in p.games):
            raise InvalidTournament(
                "TRF cannot say the game points of a team without its players", participant=p.number
            )


def _players_of(t: Tournament) -> int:
    """How many players there are: those of the teams, where there are teams."""
    return (
        sum(len(team.players) for team in t.teams) if isinstance(t, TeamTournament) else len(t.participants)
    )


def _teams_of(t: Tournament) -> int:
    return len(t.participants) if isinstance(t, TeamTournament) else 0


def _rosters(t: Tournament) -> list[tuple[object, ...]]:
    """What 310 says of each team besides its points."""
    teams = t.teams if isinstance(t, TeamTournament) else ()
    return [(team.number, team.name, team.strength, [p.number for p in team.players]) for team in teams]


def _bye_points(line: str, t: Tournament) -> int | None:
    """The game points of the bye in a 320; 2 at an Olympiad, where nobody says (D.02 4)."""
    said = parse_tenths(line[9:13].strip().replace(",", "."))
    return 2 * TENTHS if said is None and t.system == "olympiad" else said


def _scoring_lines(scoring: Scoring) -> list[str]:
    """XXS, and 162 where its symbols suffice; none for the usual points."""
    return [] if scoring == Scoring() else [*lines_162(scoring), line_xxs(scoring)]


def _total(tournament: Tournament, participant: Participant) -> int:
    return sum(map(tournament.scoring.value, participant.games))


def _fitting(tenths: int, what: str, number: int) -> str:
    """`tenths` in four columns; a whole number may leave its ``.0`` out."""
    text = tenths_text(tenths)
    if len(text) > 4:
        text = text.removesuffix(".0")
    if len(text) > 4:
        raise InvalidTournament(f"TRF has four columns for {what}", participant=number)
    return f"{text:>4}"


def _ids(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:>4}" for number in sorted(numbers))


def _by_value(values: dict[int, T]) -> list[tuple[T, list[int]]]:
    """The numbers grouped by their value, in the order of the smallest number of each."""
    groups: dict[T, list[int]] = {}
    for number in sorted(values):
        groups.setdefault(values[number], []).append(number)
    return list(groups.items())
