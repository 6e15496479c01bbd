"""Where the settings of a generated tournament come from: options, a TOML file, a tournament played."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from typing import Any, Final

from ..errors import InvalidTournament, UnknownSystem
from ..simulation import read_ratings
from ..tournament import RESULT_NAMES, TEAM_SYSTEMS, Scoring, points_of
from ..trf_columns import MAX_NUMBER, shown
from .generate import Recipe
from .measured import measured
from .recipe_options import OPTIONS

__all__ = ["config_text", "read_config", "recipe"]

MOST_CONFIG_BYTES: Final = 2**20

_KINDS: Final = {option.name: option.kind for group in OPTIONS.values() for option in group} | {
    "model": "file"
}

_TYPES: Final[Mapping[str, tuple[tuple[type, ...], str]]] = {
    "integer": ((int,), "an integer"),
    "chance": ((int, float), "a number"),
    "number": ((int, float), "a number"),
    "flag": ((bool,), "true or false"),
    "scoring": ((str, dict), "a text or a table of points by results"),
    "ratings": ((str, list), "the name of a file or a list of ratings"),
    "file": ((str,), "the name of a file"),
}


def recipe(
    *, config: str | os.PathLike[str] | None = None, model: str | os.PathLike[str] | None = None, **given: Any
) -> Recipe:
    """The recipe of what is given, which wins over the config, which wins over the model.

    Parameters
    ----------
    config, model : path, optional
        A TOML file of settings, and a TRF file to take sizes and rates of; ``"-"`` is standard input.
    **given
        Settings by their names; `ratings` may be the name of a file, `scoring` a mapping of results to
        tenths of a point, and `teams` is another name of `players`.

    Raises
    ------
    InvalidTournament, UnknownSystem
        A setting cannot be: with the file and the line where it is one of the config.
    TypeError
        There is no such setting.
    OSError
        A file cannot be read.
    """
    for name, path in (("config", config), ("model", model)):
        if not isinstance(path, str | os.PathLike | None):
            raise TypeError(f"{name} must be a path, not {type(path).__name__}")
    unknown = given.keys() - _KINDS.keys()
    if unknown:
        raise TypeError(f"there is no setting {min(unknown)!r}")
    given = {name: value for name, value in given.items() if value is not None}
    said = _Config.read(config) if config is not None else None
    layers: list[dict[str, Any]] = [given]
    if said is not None:
        layers.append(said.values)
        model = said.values.pop("model", None) if model is None else model
    try:
        if model is not None:
            layers.append(_fitting(measured(model), layers, model))
        for layer in layers:
            _resolve(layer)
        return _made(layers)
    except (InvalidTournament, UnknownSystem) as error:
        if said is None:
            raise
        raise said.placed(error, given) from error
    except OSError as error:
        if said is None or error.filename not in said.files:
            raise
        raise said.unreadable(error) from error


def _fitting(
    rates: dict[str, Any], layers: list[dict[str, Any]], model: str | os.PathLike[str]
) -> dict[str, Any]:
    """What was measured of a model, where it is of players for players, or of teams for teams."""
    system = next((layer["system"] for layer in (*layers, rates) if "system" in layer), "lim")
    of_teams = "boards" in rates
    if system in TEAM_SYSTEMS and not of_teams:
        raise InvalidTournament(f"players play in it, and {system} pairs teams", file=os.fspath(model))
    if of_teams and system not in TEAM_SYSTEMS:
        asked = (
            f"and {system} pairs players" if any("system" in each for each in layers) else "give its system"
        )
        raise InvalidTournament(f"teams play in it, {asked}", file=os.fspath(model))
    return rates


def _resolve(layer: dict[str, Any]) -> None:
    """Read the ratings a layer names, and give `teams` its other name."""
    if isinstance(layer.get("ratings"), str | os.PathLike):
        layer["ratings"] = read_ratings(layer["ratings"], MAX_NUMBER)
    if "teams" in layer:
        if "players" in layer:
            raise InvalidTournament(
                f"teams {layer['teams']!r} and players {layer['players']!r} are both given"
            )
        layer["players"] = layer.pop("teams")
        layer["of_teams"] = True


def _made(layers: list[dict[str, Any]]) -> Recipe:
    settings: dict[str, Any] = {}
    for layer in reversed(layers):
        if "ratings" in layer and "players" not in layer:
            settings.pop("players", None)
        settings |= layer
    size = settings.get("players")
    if settings.pop("of_teams", False) and settings.get("system") not in TEAM_SYSTEMS:
        raise InvalidTournament(f"teams {size!r}: the rule sets for teams are {' and '.join(TEAM_SYSTEMS)}")
    if isinstance(settings.get("scoring"), Mapping):
        settings["scoring"] = _scoring(settings["scoring"], settings.get("system"))
    made = Recipe(**settings)
    if made.ratings is not None and size not in (None, made.size):
        raise InvalidTournament(f"players {size!r}, and there are {made.size} ratings")
    return replace(made, players=made.size)


def _scoring(tenths: Mapping[str, int], system: str | None) -> Scoring:
    """What results are worth: those given, the rest as usual."""
    unknown = [name for name in tenths if name not in RESULT_NAMES]
    if unknown:
        raise InvalidTournament(f"scoring: there is no result {unknown[0]!r}")
    return replace(Scoring.usual(system), **tenths)


# ---- a config --------------------------------------------------------------------------------------


def read_config(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The settings of a TOML file, of the right types.

    Raises
    ------
    InvalidTournament
        With the file and the line.
    OSError
        It cannot be read.
    """
    return _Config.read(path).values


@dataclass(frozen=True, slots=True)
class _Config:
    """A config: where it is, its text, its settings, and by which keys it names other files."""

    file: str
    text: str
    values: dict[str, Any]
    files: dict[str, str]

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> _Config:
        file = os.fspath(path)
        with nullcontext(sys.stdin.buffer) if file == "-" else open(path, "rb") as stream:
            data = stream.read(MOST_CONFIG_BYTES + 1)
        if len(data) > MOST_CONFIG_BYTES:
            raise InvalidTournament(f"larger than {MOST_CONFIG_BYTES >> 20} MiB: not a config", file=file)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise InvalidTournament("not UTF-8", file=file, line=line) from error
        try:
            told = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise _not_toml(error, text, file) from error
        config = cls(file, text, {}, {})
        for key, value in told.items():
            config.enter(key, value)
        return config

    def enter(self, key: str, value: Any) -> None:
        name = key.replace("-", "_")
        if name not in _KINDS:
            raise self.error(key, f"there is no setting {shown(key)}")
        if name in self.values:
            raise self.error(key, f"{name} is there twice")
        kind = _KINDS[name]
        types, meant = _TYPES[kind] if isinstance(kind, str) else ((str,), f"one of {', '.join(kind)}")
        if type(value) not in types or (isinstance(kind, tuple) and value not in kind):
            said = shown(value) if isinstance(value, str) else json.dumps(value, default=str)[:40]
            raise self.error(key, f"{name} {said} is not {meant}")
        if kind == "scoring":
            value = self.points(key, value)
        elif kind in ("ratings", "file") and isinstance(value, str):
            value = self.path(key, value)
        self.values[name] = value

    def path(self, key: str, name: str) -> str:
        """The file a key names, from where the config is."""
        if not name or "\0" in name:
            raise self.error(key, f"{key} {shown(name)} is not the name of a file")
        path = os.path.join(os.path.dirname(self.file), name)
        self.files[path] = key
        return path

    def unreadable(self, error: OSError) -> InvalidTournament:
        """What to say of a file it names that cannot be read."""
        key = self.files[error.filename]
        return self.error(key, f"{key}: cannot read {error.filename}: {error.strerror}")

    def points(self, key: str, value: Any) -> dict[str, int]:
        entries = {None: value} if isinstance(value, str) else {k: f"{k}={v}" for k, v in value.items()}
        worth: dict[str, int] = {}
        for name, text in entries.items():
            try:
                worth |= points_of(text)
            except ValueError as error:
                raise self.error(key, f"scoring: {error}", name) from error
        return worth

    def error(self, key: str, message: str, inner: str | None = None) -> InvalidTournament:
        """The error about a key, which stands at the beginning of its line, or one in its table."""
        return InvalidTournament(message, file=self.file, line=self.line(key, inner))

    def line(self, key: str, inner: str | None) -> int | None:
        """The line of a key, or of one in its table; None where it is written in some way of its own."""
        pattern = rf"^[ \t]*\[?[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[=.\]]"
        match = re.search(pattern, self.text, re.MULTILINE)
        if match is not None and inner is not None:
            told = rf"^(?:[^#\n]*[ \t{{,.\"'])?{re.escape(inner)}[\"']?[ \t]*="
            match = re.compile(told, re.MULTILINE).search(self.text, match.start()) or match
        return None if match is None else self.text.count("\n", 0, match.start()) + 1

    def placed(self, error: InvalidTournament | UnknownSystem, given: Mapping[str, Any]) -> Exception:
        """`error` with its place, where the setting it begins with is one of the config."""
        if isinstance(error, UnknownSystem) or error.file is not None:
            return error
        named = re.match(r"\w+", error.message)
        name = named[0] if named else ""
        own = {"teams": "players"}.get(name, name)
        if own in given or own not in self.values:
            return error
        keys = [key for key in (name, name.replace("_", "-"), "teams") if self.error(key, "").line]
        return self.error(keys[0] if keys else name, error.message)


def _not_toml(error: Exception, text: str, file: str) -> InvalidTournament:
    """The error of the parser, its place taken out of its words."""
    if isinstance(error, RecursionError):
        return InvalidTournament("not TOML: nested too deeply", file=file, line=_deepest_line(text))
    match = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    if match is None:
        return InvalidTournament(f"not TOML: {error}", file=file)
    line = int(match[2]) if match[2] else text.count("\n") + 1
    column = int(match[3]) if match[3] else None
    return InvalidTournament(f"not TOML: {match[1]}", file=file, line=line, column=column)


def _deepest_line(text: str) -> int:
    """The line with the innermost of the brackets."""
    steps = {"[": 1, "{": 1, "]": -1, "}": -1}
    depths = list(accumulate(steps.get(c, 0) for c in text))
    return text.count("\n", 0, depths.index(max(depths))) + 1


def config_text(r: Recipe) -> str:
    """The config that says all of a recipe."""
    lines: list[str] = []
    for title, group in OPTIONS.items():
        lines += ["", f"# {title}"] if lines else [f"# {title}"]
        for option in group:
            if option.name == "teams":
                continue
            value = getattr(r, option.name)
            if option.name == "players":
                value = r.size
            if value is not None:
                lines.append(f"{option.name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Scoring):
        points = ",".join(f"{name}={tenths / 10:g}" for name, tenths in asdict(value).items())
        return json.dumps(points)
    if isinstance(value, tuple):
        return json.dumps(list(value))
    return json.dumps(value)
