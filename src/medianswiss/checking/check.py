"""`check`: the recorded rounds of a tournament against the rules, and against our pairing of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from .._core import Engine, field_of
from ..errors import ImpossiblePairing, InvalidTournament
from ..extras import with_bar
from ..pairing import prepared
from ..tournament import MAX_ROUNDS, TEAM_SYSTEMS, RoundPairing, Tournament
from .absolute import Finding, findings
from .differences import Difference, Place, differ, differences
from .past import RecordedRound, before, colour_of_round_one, recorded_rounds

__all__ = ["CheckedRound", "Difference", "Finding", "Report", "check"]

_NAMES_SHOWN: Final = 10

ColourSource = Literal["given", "round one", "assumed"]


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """One recorded round.

    Parameters
    ----------
    recorded : RecordedRound
        As it was paired.
    ours : RoundPairing or None
        What the rules make of the tournament before it.
    impossible : ImpossiblePairing or None
        Why they make nothing of it.
    findings : tuple of Finding
        The absolute rules it breaks.
    differences : tuple of Difference
        Where the two pairings part.
    """

    recorded: RecordedRound
    ours: RoundPairing | None
    impossible: ImpossiblePairing | None
    findings: tuple[Finding, ...]
    differences: tuple[Difference, ...]

    @property
    def round(self) -> int:
        """Its number."""
        return self.recorded.round

    @property
    def clean(self) -> bool:
        """Whether it breaks no rule and is our pairing."""
        return not (self.findings or self.differences or self.impossible)

    def to_dict(self) -> dict[str, Any]:
        """As JSON (docs/check.md)."""
        recorded, ours, impossible = self.recorded, self.ours, self.impossible
        return {
            "round": self.round,
            "clean": self.clean,
            "recorded": {
                "pairs": [list(meeting.pair) for meeting in recorded.meetings],
                "colours_unknown": [list(m.pair) for m in recorded.meetings if not m.coloured],
                "byes": list(recorded.byes),
                "left_out": list(recorded.left_out),
                "published": recorded.published,
            },
            "ours": None if ours is None else {"pairs": [list(pair) for pair in ours.pairs], "bye": ours.bye},
            "impossible": impossible and {"article": impossible.article, "numbers": list(impossible.numbers)},
            "findings": [
                {"rule": f.rule, "article": f.article, "who": list(f.who), "text": f.text}
                for f in self.findings
            ],
            "differences": [
                {
                    "rule": d.rule,
                    "article": d.article,
                    "who": list(d.who),
                    "text": d.text,
                    "rows": [{"recorded": _listed(theirs), "ours": _listed(own)} for theirs, own in d.rows],
                }
                for d in self.differences
            ],
        }


def _listed(place: Place | None) -> list[int | None] | None:
    return None if place is None else list(place)


@dataclass(frozen=True, slots=True)
class Report:
    """What `check` finds.

    Parameters
    ----------
    system : {"lim", "ecu", "olympiad"}
        The rule set checked by.
    initial_colour : {"white", "black"}
        The colour drawn for #1.
    colour_source : {"given", "round one", "assumed"}
        Who says so: the caller or the file; the recorded round one; nobody, then it is White.
    rounds : tuple of CheckedRound
        Those that were asked for.
    notes : tuple of str
        What is not known of the past, and what was taken instead.
    """

    system: str
    initial_colour: str
    colour_source: ColourSource
    rounds: tuple[CheckedRound, ...]
    notes: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether every round breaks no rule and is our pairing."""
        return all(checked.clean for checked in self.rounds)

    def to_dict(self) -> dict[str, Any]:
        """As JSON (docs/check.md)."""
        return {
            "system": self.system,
            "initial_colour": self.initial_colour,
            "colour_source": self.colour_source,
            "clean": self.clean,
            "notes": list(self.notes),
            "rounds": [checked.to_dict() for checked in self.rounds],
        }


def check(
    tournament: Tournament,
    system: str | None = None,
    *,
    rounds: int | None = None,
    initial_colour: str | None = None,
    maxi: bool | None = None,
    ranking: str | None = None,
    round: int | None = None,
    time_limit: float | None = None,
    progress: bool = False,
) -> Report:
    """Check every recorded round: against the absolute rules, and against our pairing of the state before it.

    A recorded round is a fact: the rounds after it are checked on what was really played. What nobody wrote
    down of the past is decided as docs/check.md says.

    Parameters
    ----------
    tournament : Tournament
    system, rounds, initial_colour, maxi, ranking : optional
        As in `pair`; `rounds` are those planned (article 6). Where nobody says the colour drawn for #1, it
        is the one that most pairs of the recorded round one show.
    round : int, optional
        Check this one only.
    time_limit : float, optional
        Seconds each round may take.
    progress : bool
        Show a bar on standard error (tqdm) where it takes over a second.

    Returns
    -------
    Report

    Raises
    ------
    InvalidTournament
        The tournament contradicts itself, or `round` is not recorded.
    OutOfTime
        A round took longer.
    UnknownSystem
        No such rule set, or none named.
    """
    if not isinstance(tournament, Tournament):
        raise TypeError(f"a Tournament is needed, not {type(tournament).__name__}")
    tournament = _with_rounds(tournament.validate(), system, rounds)
    recorded = recorded_rounds(tournament)
    asked = _asked_for(recorded, round)
    named = system or tournament.system
    colour, source = _drawn_colour(tournament, initial_colour, recorded, named)
    choices: dict[str, Any] = {"initial_colour": colour, "maxi": maxi, "ranking": ranking}
    engine = Engine(time_limit=time_limit)
    checked = []
    for each in with_bar(asked, len(asked), "rounds", progress):
        state = prepared(before(tournament, each), system, **choices)
        checked.append(_checked(state, each, engine))
    if not checked:  # the choices are looked at all the same
        prepared(tournament, system, **choices)
    finished = any(not each.published for each in asked)
    notes = (
        (*_notes(tournament, colour, source, finished=finished), *_gone(asked, recorded)) if checked else ()
    )
    return Report(str(named), colour, source, tuple(checked), notes)


def _with_rounds(t: Tournament, system: str | None, rounds: int | None) -> Tournament:
    """`t` with the rounds planned; for teams they change nothing, and those recorded will do."""
    if rounds is None and t.rounds is None and (system or t.system) in TEAM_SYSTEMS:
        rounds = min(t.round, MAX_ROUNDS)
    return t if rounds is None else replace(t, rounds=rounds).validate()


def _asked_for(recorded: tuple[RecordedRound, ...], round_: int | None) -> tuple[RecordedRound, ...]:
    """All rounds, or that one."""
    if round_ is None:
        return recorded
    if type(round_) is not int or not 1 <= round_ <= len(recorded):
        there = f"there are rounds 1 to {len(recorded)}" if recorded else "no round is"
        raise InvalidTournament(f"round {round_!r} is not recorded; {there}")
    return (recorded[round_ - 1],)


def _drawn_colour(
    t: Tournament, given: str | None, recorded: tuple[RecordedRound, ...], system: str | None
) -> tuple[str, ColourSource]:
    """The colour drawn for #1, and who says so."""
    said = given if given is not None else t.initial_colour
    if said is not None:
        return said, "given"
    shown = colour_of_round_one(recorded[0], system or "") if recorded else None
    return (shown, "round one") if shown else ("white", "assumed")


def _checked(state: Tournament, recorded: RecordedRound, engine: Engine) -> CheckedRound:
    """One round: `state` is the tournament before it, in which all is chosen."""
    field = field_of(state)
    try:
        ours = field.pair(engine)
    except ImpossiblePairing as error:
        return CheckedRound(recorded, None, error, findings(state, recorded, None), ())
    parted: tuple[Difference, ...] = ()
    if differ(recorded, ours):
        ours = field.pair(engine, trace=True)
        parted = differences(state, recorded, ours)
    return CheckedRound(recorded, ours, None, findings(state, recorded, ours), parted)


def _notes(t: Tournament, colour: str, source: ColourSource, *, finished: bool) -> Iterator[str]:
    """What is not known of the past; `finished`: a round that is finished is among those checked."""
    if source == "round one":
        yield f"nobody says which colour was drawn for #1; round 1 shows {colour}"
    elif source == "assumed":
        yield "nobody says which colour was drawn for #1, and round 1 does not show it; white is assumed"
    given = [p.number for p in t.participants if t.score(p) != t.score(replace(p, points=None))]
    if given and finished:
        who = "all" if len(given) > _NAMES_SHOWN else ", ".join(f"#{number}" for number in given)
        yield f"since when the points given for {who} hold is not known: results alone are counted"
    if t.forbidden and t.source is None:
        yield "since when pairs are forbidden is not known: all rounds are checked for them"


def _gone(asked: tuple[RecordedRound, ...], recorded: tuple[RecordedRound, ...]) -> Iterator[str]:
    """Who was paired in the round before the last, and of whom the last has nothing: perhaps a lost pair."""
    for each in asked:
        if each.gone and each is recorded[-1]:
            who = ", ".join(f"#{number}" for number in each.gone[:_NAMES_SHOWN])
            more = " and others" if len(each.gone) > _NAMES_SHOWN else ""
            yield f"nothing is recorded of {who}{more} in round {each.round}: taken as absent"
