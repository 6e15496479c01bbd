"""``--explain`` and ``--trace`` of ``medianswiss pair``: why the round is paired as it is."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from typing import Any, Final

from ..explanation.explain import explain
from ..replies import json_line, pairing_reply, trace_reply
from ..tournament import MAX_NUMBER, RoundPairing, Tournament
from ..trf_columns import shown
from .console import STANDARD, refuse
from .tournament_file import same_file

__all__ = [
    "EXPLAIN_HELP",
    "add_explain_options",
    "explained_reply",
    "refuse_explain_contradictions",
    "refuse_trace_of_states",
    "told_besides",
    "wants_trace",
]

EXPLAIN_HELP: Final = """\
With --explain N standard output has, instead of the pairing, everything that concerns participant N:
its score and group, whether it floats and why, whom it tries and why not, its opponent, colour and
board, each with its article. Several --explain are told one after another. With -o the pairing is
written as well; with json the reply has the sentences under "explanation", by number.

With --trace FILE, FILE has why the whole round is as it is: as JSON where its name ends in .json (the
reply, and under "trace" its steps with rule, article and numbers), otherwise in sentences. With
--trace - they are on standard output instead of the pairing; with json the reply has "trace".

Where the last round of FILE has pairs and no results yet, --explain and --trace tell of that round (not
with --format trf); its pairs must be those of the rules (medianswiss check shows where they are not).
"""


def add_explain_options(parser: argparse.ArgumentParser) -> None:
    """Add what asks why."""
    parser.add_argument(
        "--explain",
        metavar="N",
        type=_number,
        action="append",
        default=[],
        help="tell all that concerns participant N, in sentences",
    )
    parser.add_argument(
        "--trace", metavar="FILE", help="write to FILE why the whole round is so (.json: as JSON)"
    )


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not 1 <= int(text) <= MAX_NUMBER:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not the number of a participant")
    return int(text)


def wants_trace(options: argparse.Namespace) -> bool:
    """Whether anybody asks why."""
    return bool(options.explain) or options.trace is not None


def refuse_explain_contradictions(options: argparse.Namespace) -> None:
    """End with a usage error where options do not go together."""
    if options.trace is not None and same_file(options.trace, options.file):
        refuse(f"{options.trace} is the tournament itself", options.command)
    if options.trace not in (None, STANDARD) and _leads_to(options.trace) == _leads_to(options.output):
        refuse(f"{options.trace} cannot have both the pairing and its trace", options.command)
    if options.format == "json" or not (options.explain or options.trace == STANDARD):
        return
    asked = "--explain" if options.explain else "--trace -"
    if options.explain and options.trace == STANDARD:
        refuse("standard output has either --explain or --trace -", options.command)
    if options.output == STANDARD and (options.format == "trf" or options.boards or options.board_count):
        refuse(f"{asked} takes the place of the pairing on standard output: give -o OUT too", options.command)


def _leads_to(name: str) -> str:
    try:
        return os.path.realpath(name)
    except ValueError:  # a name that cannot be one
        return name


def refuse_trace_of_states(options: argparse.Namespace) -> None:
    """End with a usage error where a file is to have the trace of many."""
    if options.trace not in (None, STANDARD):
        refuse("of JSON states each reply can have its trace: give --trace -", options.command)


# ---- what is answered ------------------------------------------------------------------------------


def explained_reply(
    tournament: Tournament, pairing: RoundPairing, options: argparse.Namespace
) -> dict[str, Any]:
    """The JSON reply, with what was asked of it besides."""
    reply = pairing_reply(pairing)
    if options.explain:
        told = explain(tournament, pairing)
        reply["explanation"] = {str(number): told.of(number) for number in options.explain}
    return reply | trace_reply(pairing) if options.trace == STANDARD else reply


def told_besides(
    tournament: Tournament, pairing: RoundPairing, options: argparse.Namespace
) -> dict[str, str]:
    """What is written besides the reply, or instead of it, by where to."""
    texts: dict[str, str] = {}
    if options.format != "json" and options.explain:
        told = explain(tournament, pairing)
        texts[STANDARD] = "\n".join(_lines(told.of(number)) for number in options.explain)
    if options.trace is None or (options.format == "json" and options.trace == STANDARD):
        return texts
    if options.trace.lower().endswith(".json"):
        texts[options.trace] = json_line(pairing_reply(pairing) | trace_reply(pairing))
    else:
        texts[options.trace] = _lines(explain(tournament, pairing).of_round())
    return texts


def _lines(sentences: Sequence[str]) -> str:
    return "".join(f"{sentence}\n" for sentence in sentences)
