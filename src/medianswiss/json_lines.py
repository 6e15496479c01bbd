"""The JSON state of a tournament: one object, or one a line.

Strict on purpose. A state is written by a program, and a value that is not what it should be (a
number as text, a misspelt key, ``true`` for 1) would otherwise change a pairing without a word.
`tournament` owns what may stand in a tournament, this file how it is written in JSON.
"""

from __future__ import annotations

import codecs
import json
import os
import reprlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from functools import lru_cache
from itertools import chain
from typing import IO, Any, Final, NoReturn

from .atomic import write_text_atomically
from .errors import InvalidTournament, MedianSwissError
from .teams import TeamTournament
from .tournament import (
    BYES,
    MAX_POINTS,
    RESULTS,
    SYSTEMS,
    TENTHS,
    Game,
    Participant,
    Scoring,
    Tournament,
)
from .validation import check_readable, is_tenths, validate_header

__all__ = [
    "bounded_lines",
    "format_json",
    "leading_lines",
    "numbered_lines",
    "numbered_states",
    "parse_json",
    "parse_json_lines",
    "read_json",
    "read_json_lines",
    "tournament_from_state",
    "tournament_to_state",
    "write_json",
    "write_json_lines",
]

Path = str | os.PathLike[str]

_SCORING_KEYS: Final = frozenset(f.name for f in fields(Scoring))
_GAME_KEYS: Final = frozenset({"opponent", "colour", "result", "game_points"})
_PARTICIPANT_KEYS: Final = frozenset({"number", "name", "rating", "points", "present", "requested", "games"})
_STATE_KEYS: Final = frozenset(
    {"name", "system", "rounds", "round", "initial_colour", "maxi", "ranking", "scoring"}
    | {"forbidden", "unsupported", "participants"}
)

_HUGE: Final = 2**63
"""No integer of a state is as large; Python refuses to print those of thousands of digits."""

MAX_BYTES: Final = 64 * 2**20
"""The longest state read or written; what has no end must not fill the memory."""
_TOO_LONG: Final = f"a state of more than {MAX_BYTES >> 20} MiB"
_BLANKS: Final = b" \t\r\n"
"""The white space of JSON; what ends too soon is reported at the end of its text."""


# Files ---------------------------------------------------------------------------------------------


def read_json(source: Path | IO[bytes] | IO[str], *, system: str | None = None) -> Tournament:
    """Read a file that holds the state of one tournament.

    Parameters
    ----------
    source : path or file object
    system : {"lim", "ecu", "olympiad"}, optional
        The rule set; wins over the state's own.

    Raises
    ------
    InvalidTournament
        With `file`, and `line`, `column`, `participant`, `round` where there are any.
    UnknownSystem
        When `system` is none of the rule sets.
    OSError
        When the file cannot be read.
    """
    with _opened(source) as (file, name):
        return parse_json(_bytes(file.read(MAX_BYTES + 1)), name=name, system=system)


def read_json_lines(
    source: Path | IO[bytes] | IO[str], *, system: str | None = None
) -> Iterator[tuple[int, Tournament | MedianSwissError]]:
    """Read one state a line, as the lines arrive; blank lines are skipped.

    Parameters
    ----------
    source : path or file object
    system : {"lim", "ecu", "olympiad"}, optional
        The rule set of all of them; wins over the states' own.

    Yields
    ------
    line : int
        1-based number of the line in the file.
    tournament : Tournament or MedianSwissError
        The error is yielded, not raised: the lines after a bad one are read like any other.
    """
    with _opened(source) as (file, name):
        yield from parse_json_lines(bounded_lines(file), name=name, system=system)


def write_json(tournament: Tournament, path: Path) -> None:
    """Write the state of `tournament` as one line of JSON, the whole file or nothing.

    Raises
    ------
    InvalidTournament, UnknownSystem
        When the tournament contradicts itself: what is written can be read again.
    OSError
        When the file cannot be written.
    """
    write_json_lines([tournament], path)


def write_json_lines(tournaments: Iterable[Tournament], path: Path) -> None:
    """Write the states of `tournaments`, one a line, the whole file or nothing; see `write_json`."""
    write_text_atomically(path, "".join(f"{format_json(t)}\n" for t in tournaments))


@contextmanager
def _opened(source: Path | IO[bytes] | IO[str]) -> Iterator[tuple[IO[bytes] | IO[str], str | None]]:
    """The open file and its name; a file that was given open stays open."""
    check_readable(source)
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield file, os.fspath(source)
    else:
        name = getattr(source, "name", None)
        yield source, name if isinstance(name, str) else None


def _bytes(text: bytes | str) -> bytes:
    """What was read, as bytes; half a surrogate pair, which is no text, becomes what is not UTF-8."""
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


def bounded_lines(file: IO[bytes] | IO[str]) -> Iterator[bytes]:
    """The lines of `file` as they arrive. Of one too long, its beginning comes, and the rest is skipped."""
    while line := file.readline(MAX_BYTES + 1):
        yield _bytes(line)
        while len(line) > MAX_BYTES and _bytes(line[-1:]) != b"\n":
            line = file.readline(MAX_BYTES + 1)


# Text ----------------------------------------------------------------------------------------------


def format_json(tournament: Tournament) -> str:
    """The state of `tournament` as one line of ASCII, without the line's end."""
    text = json.dumps(tournament_to_state(tournament), separators=(",", ":"), allow_nan=False)
    if len(text) >= MAX_BYTES:
        raise InvalidTournament(_TOO_LONG)
    return text


def parse_json(
    data: bytes, *, name: str | None = None, line: int | None = None, system: str | None = None
) -> Tournament:
    """The tournament whose state is `data`; see `read_json`.

    Parameters
    ----------
    data : bytes
        UTF-8 without a byte order mark.
    name : str, optional
        Name of the file, for the errors.
    line : int, optional
        The line of the file that `data` begins in, where that is not the first.
    system : {"lim", "ecu", "olympiad"}, optional
    """
    try:
        return tournament_from_state(_decoded(data), system=system)
    except InvalidTournament as error:
        error.file = name
        if line is not None:
            error.line = line + (error.line or 1) - 1
        raise


def parse_json_lines(
    lines: Iterable[bytes], *, name: str | None = None, system: str | None = None
) -> Iterator[tuple[int, Tournament | MedianSwissError]]:
    """`read_json_lines` on lines at hand, or on their way: one is answered before the next is asked for."""
    for number, line in numbered_lines(lines):
        try:
            yield number, parse_json(line, name=name, line=number, system=system)
        except MedianSwissError as error:
            yield number, error


def numbered_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, each of which is one state, by their numbers."""
    return ((n, line) for n, line in enumerate(lines, 1) if line.strip() or len(line) > MAX_BYTES)


def numbered_states(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The states of a file of JSON by the lines they begin in: one a line, or one spread over all lines.

    Where the first line is no object of its own, the whole file is read. It is one state, unless it is no
    object either and one of its lines is a state: then it is lines, the first of them a bad one.
    """
    lines = iter(lines)
    head = leading_lines(lines)
    if head and _object(head[-1]) is None:
        first, size = len(head), sum(map(len, head))
        while size <= MAX_BYTES and (line := next(lines, b"")):
            head.append(line)
            size += len(line)
        whole = b"".join(head[first - 1 :])
        are_lines = _object(whole) is None and any("participants" in (_object(line) or ()) for line in head)
        if size <= MAX_BYTES and not are_lines:
            yield first, whole
            return
    yield from numbered_lines(chain(head, lines))


def leading_lines(lines: Iterator[bytes]) -> list[bytes]:
    """Take `lines` up to the first that is not blank."""
    head = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    return head


def _object(data: bytes) -> dict[str, Any] | None:
    """The JSON object that `data` is, whatever is in it; None where it is none."""
    try:
        value = json.loads(data.decode())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _decoded(data: bytes) -> Any:
    """The JSON value that `data` is, no key twice and every number finite."""
    if len(data) > MAX_BYTES:
        raise InvalidTournament(_TOO_LONG)
    if data.startswith(codecs.BOM_UTF8):
        raise InvalidTournament("a byte order mark before the state; leave it out", line=1, column=1)
    try:
        return _DECODER.decode(data.rstrip(_BLANKS).decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start)
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InvalidTournament("not UTF-8", line=line + 1, column=column) from None
    except json.JSONDecodeError as error:
        raise InvalidTournament(_reason(error), line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InvalidTournament("nested too deeply") from None
    except ValueError:  # Python's limit of digits
        raise InvalidTournament("an integer of thousands of digits") from None


def _reason(error: json.JSONDecodeError) -> str:
    if error.msg == "Extra data" and error.doc.lstrip().startswith("{"):
        return "more after the end of the state; several states stand one a line"
    if not error.doc.strip():
        return "empty: there is no state"
    if "\0" in error.doc:
        return "a NUL character: not JSON in UTF-8"
    return f"not JSON: {error.msg.removesuffix(' at').removesuffix(' starting')}"


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        [(twin, _)] = Counter(key for key, _ in pairs).most_common(1)
        number = members.get("number")
        raise InvalidTournament(
            f"the key {_shown(twin)} is there twice",
            participant=number if type(number) is int and number < _HUGE else None,
        )
    return members


def _not_a_number(text: str) -> NoReturn:
    raise InvalidTournament(f"not JSON: {text}")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_twins, parse_constant=_not_a_number)


# State ---------------------------------------------------------------------------------------------


def tournament_from_state(state: Mapping[str, Any], *, system: str | None = None) -> Tournament:
    """The validated tournament of one JSON state; see `Tournament.from_dict`.

    Parameters
    ----------
    state : mapping
        `participants` and the `number` of each are required. What may be left out: `round` is then
        one more than the games, `points` the sum of the results, `scoring` that of the rule set,
        and the rest as in `Tournament` and `Participant`. Any other key is an error.
    system : {"lim", "ecu", "olympiad"}, optional
        The rule set; wins over the state's own.
    """
    _check_keys(state, _STATE_KEYS, "the state")
    named = _choice(state.get("system"), "system", SYSTEMS)
    system = named if system is None else system
    entries = _array(_required(state, "participants"), "participants")
    participants = tuple(_participant(entry, index) for index, entry in enumerate(entries, 1))
    played = max((len(p.games) for p in participants), default=0)
    return Tournament(
        participants=participants,
        system=system,
        rounds=None if state.get("rounds") is None else _integer(state["rounds"], "rounds"),
        round=_integer(state.get("round", played + 1), "round"),
        initial_colour=_choice(state.get("initial_colour"), "initial_colour", ("white", "black")),
        maxi=_boolean(state.get("maxi", False), "maxi"),
        ranking=_choice(state.get("ranking", "number"), "ranking", ("number", "esb")),
        forbidden=tuple(map(_forbidden, _array(state.get("forbidden", ()), "forbidden"))),
        scoring=_scoring(state.get("scoring", {}), system),
        name=_text(state.get("name", ""), "name"),
        unsupported=tuple(
            _text(entry, "unsupported") for entry in _array(state.get("unsupported", ()), "unsupported")
        ),
    ).validate()


def _participant(entry: Any, index: int) -> Participant:
    try:
        _check_object(entry, "a participant")
        number = _integer(_required(entry, "number"), "number")
    except InvalidTournament as error:
        error.message = f"participants[{index - 1}]: {error.message}"
        raise
    try:
        _check_keys(entry, _PARTICIPANT_KEYS, "a participant")
        return Participant(
            number=number,
            name=_text(entry.get("name", ""), "name"),
            rating=_integer(entry.get("rating", 0), "rating"),
            games=_games(entry.get("games", ())),
            points=None if entry.get("points") is None else _points(entry["points"], "points"),
            present=_boolean(entry.get("present", True), "present"),
            requested=_choice(entry.get("requested"), "requested", BYES),
        )
    except InvalidTournament as error:
        error.participant = number
        raise


def _games(entries: Any) -> tuple[Game, ...]:
    games = []
    for round_, entry in enumerate(_array(entries, "games"), 1):
        try:
            games.append(_game(entry))
        except InvalidTournament as error:
            error.round = round_
            raise
    return tuple(games)


def _game(entry: Any) -> Game:
    _check_keys(entry, _GAME_KEYS, "a game")
    get = entry.get
    try:
        return _game_of(get("opponent"), get("colour"), get("result"), get("game_points"))
    except TypeError:  # unhashable
        raise InvalidTournament("an array or an object in a game, where a value belongs") from None


@lru_cache(maxsize=2**16, typed=True)
def _game_of(opponent: Any, colour: Any, result: Any, game_points: Any) -> Game:
    """One game, its values checked: games are values, so equal ones are checked and made only once."""
    if result is None:
        raise InvalidTournament("result is missing")
    return Game(
        opponent=None if opponent is None else _integer(opponent, "opponent"),
        colour=_choice(colour, "colour", ("w", "b")),
        result=_choice(result, "result", RESULTS),
        game_points=None if game_points is None else _points(game_points, "game_points"),
    )


def _forbidden(entry: Any) -> tuple[int, int]:
    pair = _array(entry, "a forbidden pair")
    if len(pair) != 2:
        raise InvalidTournament(f"a forbidden pair has two numbers, not {len(pair)}")
    return _integer(pair[0], "a forbidden number"), _integer(pair[1], "a forbidden number")


def _scoring(entry: Any, system: str | None) -> Scoring:
    _check_keys(entry, _SCORING_KEYS, "scoring")
    tenths = {key: round(_points(value, key) * TENTHS) for key, value in entry.items()}
    return replace(Scoring.usual(system), **tenths)


def tournament_to_state(tournament: Tournament) -> dict[str, Any]:
    """The JSON state of `tournament`; see `Tournament.to_dict`. What is not known is null or left out."""
    validate_header(tournament)  # a Tournament at all
    t = tournament.validate()
    state: dict[str, Any] = {
        "system": t.system,
        "rounds": t.rounds,
        "round": t.round,
        "initial_colour": t.initial_colour,
        "maxi": t.maxi,
        "ranking": t.ranking,
        "forbidden": [list(pair) for pair in t.forbidden],
    }
    if t.name:
        state["name"] = _text(t.name, "name")
    if t.scoring != Scoring.usual(t.system):
        state["scoring"] = {key: tenths / TENTHS for key, tenths in asdict(t.scoring).items()}
    if t.unsupported:
        state["unsupported"] = [_text(entry, "unsupported") for entry in t.unsupported]
    state["participants"] = [_participant_state(p) for p in _participants(t)]
    return state


def _participants(t: Tournament) -> tuple[Participant, ...]:
    """The participants; of teams with the game points of byes, which only their file has elsewhere."""
    if not isinstance(t, TeamTournament):
        return t.participants
    from .ranking.crosstable import with_game_points  # what a bye is worth is one place

    return with_game_points(t)


def _participant_state(p: Participant) -> dict[str, Any]:
    state: dict[str, Any] = {"number": p.number}
    if p.name:
        state["name"] = _text(p.name, f"the name of participant {p.number}")
    state["rating"] = p.rating
    if p.points is not None:
        state["points"] = float(p.points)
    state["present"] = p.present
    if p.requested is not None:
        state["requested"] = p.requested
    state["games"] = [_game_state(game) for game in p.games]
    return state


def _game_state(game: Game) -> dict[str, Any]:
    state: dict[str, Any] = {"opponent": game.opponent, "colour": game.colour, "result": game.result}
    if game.game_points is not None:
        state["game_points"] = float(game.game_points)
    return state


# Values --------------------------------------------------------------------------------------------


def _check_object(entry: Any, what: str) -> None:
    if type(entry) is not dict and not isinstance(entry, Mapping):  # the first question is the quick one
        raise InvalidTournament(f"{what} must be an object, not {_shown(entry)}")


def _check_keys(entry: Any, known: frozenset[str], what: str) -> None:
    _check_object(entry, what)
    if not known.issuperset(entry):
        unknown = next(key for key in entry if key not in known)
        raise InvalidTournament(
            f"unknown key {_shown(unknown)} in {what}; there are {', '.join(sorted(known))}"
        )


def _required(entry: Mapping[str, Any], key: str) -> Any:
    if key not in entry:
        raise InvalidTournament(f"{key} is missing")
    return entry[key]


def _integer(value: Any, what: str) -> int:
    """Only what is written as an integer: a 2450.0 comes from a calculation whose rounding is not ours."""
    if type(value) is not int:  # bool is another type
        raise InvalidTournament(f"{what} must be an integer, not {_shown(value)}")
    if abs(value) >= _HUGE:
        raise InvalidTournament(f"{what} is out of range")
    return value


def _boolean(value: Any, what: str) -> bool:
    if type(value) is not bool:
        raise InvalidTournament(f"{what} must be true or false, not {_shown(value)}")
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise InvalidTournament(f"{what} must be a string, not {_shown(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidTournament(f"{what} holds half of a surrogate pair") from None
    return value


def _array(value: Any, what: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise InvalidTournament(f"{what} must be an array, not {_shown(value)}")
    return value


def _choice(value: Any, what: str, choices: Collection[str]) -> Any:
    """`value`, one of `choices` or None."""
    if value is None or (isinstance(value, str) and value in choices):
        return value
    if not isinstance(value, str):
        raise InvalidTournament(f"{what} must be a string, not {_shown(value)}")
    raise InvalidTournament(f"unknown {what} {_shown(value)}; there are {', '.join(sorted(choices))}")


def _points(value: Any, what: str) -> float:
    if type(value) is not int and type(value) is not float:
        raise InvalidTournament(f"{what} must be a number, not {_shown(value)}")
    if not is_tenths(value):
        raise InvalidTournament(f"{what} {_shown(value)}: not a multiple of 0.1 up to {MAX_POINTS:.0f}")
    return float(value)


def _shown(value: Any) -> str:
    """`value` for a message: short, and on one line."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "an array"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int) and abs(value) >= _HUGE:
        return "a huge integer"
    return reprlib.repr(value)
