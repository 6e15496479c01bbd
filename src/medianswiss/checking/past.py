"""The rounds a tournament has behind it: what was recorded of each, and the tournament as it was before it.

A recorded round is a fact. What nobody wrote down of it (who was there, which colour was drawn) is decided
here, by plain sense and once for all who look back (docs/check.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ..tournament import TEAM_SYSTEMS, Game, Participant, Tournament
from ..trf import check_published, is_unfinished_text, read_cells
from ..trf_columns import BLANK
from ..trf_players import Entrant

__all__ = ["Meeting", "RecordedRound", "before", "colour_of_round_one", "recorded_rounds"]

_OTHER: Final = {"white": "black", "black": "white"}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who were paired; where not `coloured` nobody wrote the colours down: smaller number first."""

    white: int
    black: int
    coloured: bool = True

    @property
    def pair(self) -> tuple[int, int]:
        """White's number and Black's."""
        return self.white, self.black


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """What is recorded of one round.

    Parameters
    ----------
    round : int
    meetings : tuple of Meeting
        Forfeited games too; by the smaller number of each.
    byes : tuple of int
        Who has the pairing-allocated bye; one at most where all is well.
    left_out : tuple of int
        Who was there, as far as the source tells, and has neither an opponent nor a bye.
    published : bool
        The round is paired and not finished.
    gone : tuple of int
        Who was paired in the round before and has a blank from here on, so that nobody says why.
    """

    round: int
    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    published: bool = False
    gone: tuple[int, ...] = ()

    @property
    def present(self) -> frozenset[int]:
        """Who was to be paired."""
        paired = (number for meeting in self.meetings for number in meeting.pair)
        return frozenset((*paired, *self.byes, *self.left_out))


def recorded_rounds(t: Tournament) -> tuple[RecordedRound, ...]:
    """Every round of a validated tournament that was paired, the one that is not finished included.

    Raises
    ------
    InvalidTournament
        The round that is not finished contradicts itself.
    """
    games = {p.number: p.games for p in t.participants}
    cells = _cells(t)
    published = cells is not None and any(map(is_unfinished_text, t.unsupported))
    if cells is not None and published:
        check_published(t, cells)
        games = {number: (*played, cells[number].cell(t.round)) for number, played in games.items()}
    last = t.round if published else t.round - 1
    return tuple(
        _recorded(t, round_, games, cells, published=published and round_ == last)
        for round_ in range(1, last + 1)
    )


def _recorded(
    t: Tournament,
    round_: int,
    games: Mapping[int, tuple[Game, ...]],
    cells: Mapping[int, Entrant] | None,
    *,
    published: bool,
) -> RecordedRound:
    of_round = {number: played[round_ - 1] for number, played in games.items()}
    meetings = tuple(_meetings(of_round))
    byes = tuple(number for number, game in of_round.items() if game.opponent is None and game.result == "U")
    left_out: Iterator[int] = iter(())
    gone: Iterator[int] = iter(())
    if cells is not None and published:
        left_out = (p.number for p in t.participants if _is_left_out_now(p, cells[p.number]))
    elif cells is not None:
        left_out = (
            number
            for number in games
            if _was_left_out(round_, games[number], cells[number]) and not _is_listed(t, round_, number)
        )
        gone = (
            number
            for number in games
            if _is_gone(round_, games[number], cells[number]) and not _is_listed(t, round_, number)
        )
    return RecordedRound(round_, meetings, byes, tuple(left_out), published, tuple(gone))


def _meetings(of_round: Mapping[int, Game]) -> Iterator[Meeting]:
    """The pairs, each once."""
    for number in sorted(of_round):
        game = of_round[number]
        if game.opponent is None or game.opponent < number:
            continue
        back = of_round[game.opponent]
        has_black = game.colour == "b" or back.colour == "w"
        white, black = (game.opponent, number) if has_black else (number, game.opponent)
        yield Meeting(white, black, coloured=game.colour is not None or back.colour is not None)


# ---- who was left out: only a source with blanks tells ----


def _cells(t: Tournament) -> Mapping[int, Entrant] | None:
    """The cells of the source, blank where they are; None where there is none, or the rounds are others."""
    if t.source is None or t.participants != t.source.original.participants:
        return None
    return read_cells(t.source)


def _is_left_out_now(p: Participant, cells: Entrant) -> bool:
    """In a round that is published a blank is present (formats, decision 3), unless it was away before."""
    round_ = len(p.games) + 1
    was_away = round_ > 1 and cells.cell(round_ - 1) is BLANK
    return p.present and cells.cell(round_) is BLANK and not was_away


def _was_left_out(round_: int, games: tuple[Game, ...], cells: Entrant) -> bool:
    """A blank between two rounds it was paired in: it had come, had not left, and nobody says it was away."""
    if cells.cell(round_) is not BLANK:
        return False
    return round_ > 1 and _is_paired(games[round_ - 2]) and any(map(_is_paired, games[round_:]))


def _is_gone(round_: int, games: tuple[Game, ...], cells: Entrant) -> bool:
    """A blank after a round it was paired in, and it is in no later one."""
    if cells.cell(round_) is not BLANK:
        return False
    return round_ > 1 and _is_paired(games[round_ - 2]) and not any(map(_is_paired, games[round_:]))


def _is_listed(t: Tournament, round_: int, number: int) -> bool:
    """Whether a record (240) says that it was away."""
    return t.source is not None and (round_, number) in t.source.records.byes


def _is_paired(game: Game) -> bool:
    return game.opponent is not None or game.result == "U"


# ---- the tournament before a round ----


def before(t: Tournament, recorded: RecordedRound) -> Tournament:
    """The tournament as it was when that round was to be paired.

    Scores are the sums of the results: since when `Participant.points` holds is not known, except in the
    round that is not finished. Pairs are forbidden as the source says for that round, or as they are now.
    """
    present = recorded.present
    participants = tuple(
        replace(
            p,
            games=p.games[: recorded.round - 1],
            points=p.points if recorded.published else None,
            present=p.number in present,
            requested=p.requested if recorded.published and p.number not in present else None,
        )
        for p in t.participants
    )
    return replace(
        t,
        participants=participants,
        round=recorded.round,
        forbidden=_forbidden(t, recorded.round),
        unsupported=tuple(text for text in t.unsupported if not is_unfinished_text(text)),
    )


def _forbidden(t: Tournament, round_: int) -> tuple[tuple[int, int], ...]:
    """The pairs that were not allowed in that round; where the tournament was changed, those of now."""
    if t.source is None or t.forbidden != t.source.original.forbidden:
        return t.forbidden
    numbers = {p.number for p in t.participants}
    return tuple(pair for pair in t.source.records.forbidden(round_) if numbers.issuperset(pair))


def colour_of_round_one(recorded: RecordedRound, system: str) -> str | None:
    """The colour drawn for #1 as most pairs of round one have it (7.2, N.7.2); None where none has any."""
    places = {number: place for place, number in enumerate(sorted(_paired(recorded)), 1)}
    votes: Counter[str] = Counter()
    for meeting in recorded.meetings:
        if meeting.coloured:
            higher = min(meeting.pair)
            place = higher if system in TEAM_SYSTEMS else places[higher]
            colour = "white" if higher == meeting.white else "black"
            votes[colour if place % 2 else _OTHER[colour]] += 1
    return max(votes, key=votes.__getitem__) if votes else None


def _paired(recorded: RecordedRound) -> Iterator[int]:
    return (number for meeting in recorded.meetings for number in meeting.pair)
