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
from typing import Any, Final

from ..errors import InvalidTournament, UnknownSystem
from ..simulation import read_ratings
from ..tournament import TEAM_SYSTEMS, Scoring, points_of
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
    unknown = given.keys() - _KINDS.keys()
    if unknown:
        raise TypeError(f"there is no setting {min(unknown)!r}")
    given = {name: value for name, value in given.items() if value is not None}
    said = _Config.read(config) if config is not None else None
    layers: list[dict[str, Any]] = [given]
    if said is not None:
        layers.append(said.values)
        model = said.values.pop("model", None) if model is None else model
    if model is not None:
        layers.append(_fitting(measured(model), layers, model))
    try:
        for layer in layers:
            _resolve(layer)
        return _made(layers)
    except (InvalidTournament, UnknownSystem) as error:
        if said is None:
            raise
        raise said.placed(error, given) from error


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
    if size is None and settings.get("ratings") is not None:
        settings["players"] = len(settings["ratings"])
    if isinstance(settings.get("scoring"), Mapping):
        settings["scoring"] = replace(Scoring.usual(settings.get("system")), **settings["scoring"])
    made = Recipe(**settings)
    if made.ratings is not None and size not in (None, made.size):
        raise InvalidTournament(f"players {size!r}, and there are {made.size} ratings")
    return made


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
    """A config: where it is, its text, its settings."""

    file: str
    text: str
    values: dict[str, Any]

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
        config = cls(file, text, {})
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
            value = os.path.join(os.path.dirname(self.file), value)
        self.values[name] = value

    def points(self, key: str, value: Any) -> dict[str, int]:
        texts = value if isinstance(value, str) else ",".join(f"{k}={v}" for k, v in value.items())
        try:
            return points_of(texts)
        except ValueError as error:
            raise self.error(key, f"scoring: {error}") from error

    def error(self, key: str, message: str) -> InvalidTournament:
        """The error about a key, which stands at the beginning of its line."""
        pattern = rf"^[ \t]*\[?[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[=.\]]"
        match = re.search(pattern, self.text, re.MULTILINE)
        line = None if match is None else self.text.count("\n", 0, match.start()) + 1
        return InvalidTournament(message, file=self.file, line=line)

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
    match = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    if match is None:
        return InvalidTournament(f"not TOML: {error}", file=file)
    line = int(match[2]) if match[2] else text.count("\n") + 1
    column = int(match[3]) if match[3] else None
    return InvalidTournament(f"not TOML: {match[1]}", file=file, line=line, column=column)


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
