"""The other implementations of one round: the reference in plain Python, and pairing-core from PyPI."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from measure import OutOfTime, time_limit
from medianswiss import Game, Tournament
from medianswiss.reference import lim, teams
from medianswiss.reference.facts import Player, players_of
from simulated import Event

HAS_PAIRING_CORE = find_spec("pairing_core") is not None
ENGINES: Final = {
    "lim": ("LIM_2026", "lim", "pair_lim"),
    "olympiad": ("OLYMPIAD_2022", "olympiad", "pair_olympiad"),
}
"""What pairing-core pairs: the names of a rule set, a module and a function. It has no `ecu`."""

SEEDS: Final = range(1, 6)
"""Events tried of each size, for it does not finish every round."""
MANY: Final = 2_000
"""With more participants one event is tried."""

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Reply:
    """What an implementation made of a round: pairs and bye, or why not."""

    pairs: Pairs = ()
    bye: int | None = None
    failure: str | None = None


def reference(tournament: Tournament) -> Reply:
    """The round by `medianswiss.reference`."""
    made = (lim if tournament.system == "lim" else teams).pair(tournament)
    return Reply(made.pairs, made.bye)


# ---- pairing-core ----------------------------------------------------------------------------------


def pairing_core_call(tournament: Tournament) -> Callable[[], Reply]:
    """The pairing of pairing-core alone, on a request built before the clock starts."""
    assert tournament.system is not None
    rule_set, module, function = ENGINES[tournament.system]
    errors, models, engine = (_part(name) for name in ("errors", "fide2026.models", f"fide2026.{module}"))
    # Resolved here: pair_2026 does it anew, and with it checks the whole request a second time.
    request = _request(tournament, models.resolve_2026_ruleset(getattr(models, rule_set)))
    pair = getattr(engine, function)

    def call() -> Reply:
        try:
            made = pair(request)
        except (errors.PairingError, RecursionError, ValueError) as error:
            return Reply(failure=f"{type(error).__name__}: {error}")
        return Reply(tuple((p.white_id, p.black_id) for p in made.pairs), made.bye_id)

    return call


def _part(name: str) -> Any:
    return import_module(f"pairing_core.{name}")


def _request(t: Tournament, ruleset: Any) -> Any:
    present = {p.number for p in t.participants if p.present}
    facts = {player.number: player for player in players_of(t)}
    return _part("fide2026").P26Request(
        players=tuple(_entrant(t, facts, number, present) for number in sorted(present)),
        ruleset=ruleset,
        round_number=t.round,
        total_rounds=t.rounds,
        is_last_round=t.round == t.rounds,
        initial_colour="W",
        maxi_tournament=t.maxi,
    )


def _entrant(t: Tournament, facts: dict[int, Player], number: int, present: set[int]) -> Any:
    """One who is present; opponents who are absent may not be named."""
    participant, player = t.participants[number - 1], facts[number]
    results = [game.result for game in participant.games]
    return _part("fide2026").P26Player(
        id=number,
        tpn=number,
        score=player.score / 10,
        rating=player.rating,
        colors="".join(_colour(game) for game in participant.games),
        opponents=tuple(player.met & present),
        unplayed=sum(not game.played for game in participant.games),
        last_float=_last_float(t, facts, number),
        got_pab="U" in results,
        forfeit_win="+" in results or "F" in results,
        played=len(player.colours),
        late_entry=player.results.startswith("Z"),
    )


def _colour(game: Game) -> str:
    return game.colour.upper() if game.played and game.colour is not None else "u"


def _last_float(t: Tournament, facts: dict[int, Player], number: int) -> str:
    """Which way the participant floated in the previous round."""
    if not facts[number].floated:
        return ""

    def before(who: int) -> int:
        return facts[who].score - t.scoring.value(t.participants[who - 1].games[-1])

    opponent = t.participants[number - 1].games[-1].opponent
    assert opponent is not None
    return "D" if before(number) > before(opponent) else "U"


@dataclass
class Trial:
    """The first of some events that pairing-core pairs legally, and what it said to the others tried."""

    tried: int = 0
    seed: int | None = None
    call: Callable[[], Reply] | None = None
    failures: dict[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        said = "; ".join(f"seed {seed}: {why}" for seed, why in self.failures.items())
        return f"pairing-core failed {len(self.failures)} of the {self.tried} events tried ({said})"


def try_pairing_core(event: Event, number: int) -> Trial:
    """Give pairing-core round `number` of events like this, of several seeds."""
    trial = Trial()
    for seed in SEEDS if event.participants <= MANY else SEEDS[:1]:
        tournament = replace(event, seed=seed).before_round(number)
        trial.tried += 1
        try:
            with time_limit():
                call = pairing_core_call(tournament)
                why = fault(tournament, call())
        except OutOfTime as error:
            why = str(error)
        if why is not None:
            trial.failures[seed] = why
        elif trial.call is None:
            trial.seed, trial.call = seed, call
    return trial


# ---- legality --------------------------------------------------------------------------------------


def fault(tournament: Tournament, reply: Reply) -> str | None:
    """Why `reply` is no legal round: its failure, somebody left out, a pair or a bye against the rules."""
    if reply.failure is not None:
        return reply.failure
    facts = {player.number: player for player in players_of(tournament)}
    present = sorted(p.number for p in tournament.participants if p.present)
    placed = [*_flat(reply.pairs), *([] if reply.bye is None else [reply.bye])]
    if sorted(placed) != present:
        return "not everybody is paired once"
    if reply.bye is not None and not _may_have_bye(tournament, facts[reply.bye]):
        return f"the bye goes to {reply.bye}, who may not have it"
    wrong = [pair for pair in reply.pairs if not _legal(tournament, facts[pair[0]], facts[pair[1]])]
    return f"{len(wrong)} pairs are not compatible, the first {wrong[0]}" if wrong else None


def _flat(pairs: Pairs) -> Iterable[int]:
    return (number for pair in pairs for number in pair)


def _may_have_bye(tournament: Tournament, participant: Player) -> bool:
    """1.1 of Lim, 4 of the Olympiad rules."""
    if tournament.system == "lim":
        return participant.may_have_bye
    return teams.OLYMPIAD.may_have_bye(participant)


def _legal(tournament: Tournament, white: Player, black: Player) -> bool:
    """Not met; in Lim the colours given within the limits or not bound by them (2.1, 6)."""
    if black.number in white.met:
        return False
    if tournament.system != "lim":
        return True
    rules = lim.Rules(last_round=tournament.round == tournament.rounds)
    return rules.duty_to_pair_equal_scores(white, black) or "W" in lim.legal_allocations(white, black)
