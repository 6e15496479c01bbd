"""TRF that must be refused: `InvalidTournament` with the place, never another error, never a hang."""

from __future__ import annotations

import contextlib
import io
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from medianswiss import InvalidTournament, Tournament, read_trf
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared
from trf_texts import after_two, player, trf

BAD = SHARED / "events" / "bad"

# line, column, participant, round, and words of the message
FAULTS = {
    "binary": (1, 1, None, None, "NUL"),
    "colour_unknown": (4, 97, 1, 1, "unknown colour 'q'"),
    "colours_clash": (4, 92, 1, 1, "its opponent 3 both have White"),
    "empty": (None, None, None, None, "no player"),
    "forbidden_unknown": (8, 7, 77, None, "XXP names participant 77, who does not exist"),
    "header_only": (None, None, None, None, "no player"),
    "huge_number": (6, 5, None, None, "no pairing number in columns 5 to 8"),
    "initial_colour": (3, 5, None, None, "'green1'"),
    "not_mutual": (4, 92, 1, 1, "met 3, and 3 says it met 4"),
    "not_trf": (None, None, None, None, "not a tournament file"),
    "nul": (4, 19, None, None, "NUL"),
    "number_twice": (8, 5, 2, None, "twice (lines 5 and 8)"),
    "opponent_missing": (4, 92, 1, 1, "opponent 99 does not exist"),
    "points_text": (4, 81, 1, None, "'ab.c' are not a number"),
    "points_wrong": (4, 81, 1, None, "3.5 points, and the results give 1.5"),
    "rematch_and_no_rounds": (4, 102, 1, 2, "fewer rounds are planned (1)"),
    "result_unknown": (4, 99, 1, 1, "unknown result 'X'"),
    "results_contradict": (4, 92, 1, 1, "'1' contradicts '1' of its opponent 3"),
    "rounds_text": (2, 5, None, None, "'five'"),
    "self_play": (4, 102, 1, 2, "plays itself"),
    "truncated_line": (5, 41, 3, None, "ends before the points"),
}


def fault(text: str | bytes, name: str = "a.trf") -> InvalidTournament:
    with pytest.raises(InvalidTournament) as caught:
        parse_trf(text, name)
    return caught.value


@needs_shared
def test_every_bad_file_is_known() -> None:
    assert {path.stem for path in BAD.glob("*.trf")} == set(FAULTS)


@needs_shared
@pytest.mark.parametrize("name", FAULTS)
def test_bad_file(name: str) -> None:
    path = BAD / f"{name}.trf"
    with pytest.raises(InvalidTournament) as caught:
        read_trf(path)
    error = caught.value
    assert error.file == str(path)
    assert (error.line, error.column, error.participant, error.round) == FAULTS[name][:4]
    assert FAULTS[name][4] in error.message


# Contradictions (decision 7)


@pytest.mark.parametrize(
    "pair", ["11", "1=", "=1", "1L", "W0", "WW", "D=", "+0", "+1", "++", "1-", "DL", "+L"]
)
def test_decision_7_results_that_contradict(pair: str) -> None:
    error = fault(trf("012 x", player(1, f"2w{pair[0]}"), player(2, f"1b{pair[1]}")))
    assert (error.line, error.column, error.participant, error.round) == (2, 92, 1, 1)
    assert "opponent 2" in error.message


@pytest.mark.parametrize("pair", ["10", "==", "00", "+-", "--", "WL", "DD", "LL", "0=", "=0"])
def test_decision_7_results_that_fit(pair: str) -> None:
    assert parse_trf(trf(player(1, f"2w{pair[0]}"), player(2, f"1b{pair[1]}"))).round == 2


@pytest.mark.parametrize(
    ("cells", "column", "words"),
    [
        (("2b1", "1b0"), 92, "both have Black"),
        (("2w1", "Z"), 92, "2 says it met nobody"),
        (("9w1", "1b0"), 92, "opponent 9 does not exist"),
        (("2w1", "1b?"), 99, "unknown result '?'"),
        (("2w1", "1?0"), 97, "without a colour"),
        (("2wF", "1b0"), 99, "bye 'F' with an opponent"),
        (("2wU", "1b0"), 99, "bye 'U' with an opponent"),
        (("1", "Z"), 99, "result '1' without an opponent"),
        (("w", "Z"), 97, "a colour without an opponent"),
    ],
)
def test_decision_7_other_contradictions(cells: tuple[str, str], column: int, words: str) -> None:
    replaced = {"1": ("U", "- U", "- 1"), "1?0": ("1b0", "b 0", "- 0")}
    lines = []
    for number, cell in enumerate(cells, 1):
        plain, old, new = replaced.get(cell, (cell, "", ""))
        lines.append(player(number, plain).replace(old, new))
    error = fault(trf(*lines))
    assert (error.column, error.round) == (column, 1)
    assert words in error.message


def test_decision_7_game_beyond_the_declared_rounds() -> None:
    error = fault(trf("XXR 1", player(1, "2w1", "2b"), player(2, "1b0", "1w")))
    assert (error.line, error.column, error.round) == (2, 102, 2)


def test_decision_7_rounds_given_do_not_mend_a_file_that_contradicts_itself() -> None:
    text = trf("XXR 1", player(1, "2w1", "2b"), player(2, "1b0", "1w"))
    with pytest.raises(InvalidTournament, match="fewer rounds are planned"):
        parse_trf(text, rounds=9)


def test_decision_7_points_that_no_bye_explains() -> None:
    text = after_two(third=("H", "", "", "")).splitlines()
    text[2] = text[2][:80] + " 2.5" + text[2][84:]
    assert "2.5 points, and the results give 1.5" in fault(trf(*text)).message


def test_a_bye_after_the_round_to_be_paired() -> None:
    error = fault(trf(player(1, "2w1", "", "U"), player(2, "1b0")))
    assert (error.participant, error.round, error.column) == (1, 3, 112)


def test_240_that_says_another_letter_than_the_cell() -> None:
    error = fault(after_two(third=("H", "", "", ""), extra=("240 F   3    1",)))
    assert (error.line, error.participant, error.round) == (4, 1, 3)


# Columns that are not where they belong


@pytest.mark.parametrize("shift", range(1, 10))
def test_shifted_columns(shift: int) -> None:
    """Columns count characters; a line that is too short by a few before the games has moved them."""
    line = player(1, "2w1", points="1.0")
    moved = line[: 80 - shift] + line[80:]
    assert fault(trf(moved, player(2, "1b0"))).line == 1


def test_a_record_that_does_not_begin_in_column_1() -> None:
    for line in (" " + player(5), "\tXXP 1 2", "  260   1   9    1    2", " 240 H   3    1"):
        error = fault(after_two(extra=(line,)))
        assert error.line == 3
        assert "column 1" in error.message


@pytest.mark.parametrize("line", ["XXP1 2", "2401 2", "0011", "001", "001    x", "001    0", "001    5x"])
def test_a_code_or_number_that_runs_into_its_neighbour(line: str) -> None:
    assert fault(after_two(extra=(line,))).line == 3


def test_more_rounds_than_a_history_holds() -> None:
    assert fault(trf(player(1, *["Z"] * 65))).column == 92 + 640


# Records


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("142 0", 5),
        ("142 65", 5),
        ("XXR -1", 5),
        ("XXR ９", 5),
        ("XXR 99999999999999999999", 5),
        ("152 green", 5),
        ("XXC white1 blue", 12),
        ("XXM perhaps", 5),
        ("162  Q 1.0", 6),
        ("162  W", 6),
        ("162  W .5", 6),
        ("162  W 0.25", 6),
        ("XXS WW", 5),
        ("XXS WW=one", 5),
        ("XXS XX=1", 5),
        ("BBW x", 5),
        ("XXP 1", None),
        ("XXP 1 1", None),
        ("XXP 1 x", 7),
        ("XXZ 99", 5),
        ("240 Q   3    1", 5),
        ("240 H        1", 7),
        ("240 H   x    1", 9),
        ("240 H   3   99", 13),
        ("240 H", 7),
        ("260        3    1    2", 5),
        ("260   1         1    2", 9),
        ("260   3   1    1    2", 5),
        ("260   1   3    1", None),
        ("260   1   3    1   99", 20),
        ("299      0.0  1.0   0   99", 25),
    ],
)
def test_a_record_that_says_nothing_possible(line: str, column: int | None) -> None:
    error = fault(after_two(extra=(line,)).replace("XXR 5\n", "012 x\n", 1))
    assert (error.line, error.column) == (3, column)
    assert len(str(error)) < 200


def test_240_that_says_two_things() -> None:
    error = fault(after_two(extra=("240 H   3    1", "240 F   3    1")))
    assert (error.line, error.participant, error.round) == (4, 1, 3)


# Files that are no tournament


@pytest.mark.unsanitized(reason="a matter of time")
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe0\x000\x001\x00",
        b"\xef\xbb\xbf",
        b"\n" * 100,
        b"9" * 10_000_000,
        b"001 " + b"9" * 10_000_000,
        b"001    1 " + b" " * 10_000_000 + b"x",
        b"001    1" + b" " * 83 + b"1" * 10_000_000,
        b"001    1\nXXR " + b"9" * 10_000_000,
        b"001    1\nXXP " + b"9" * 10_000_000,
        b"001    1\nXXP " + b"1 " * 1_000_000,
        b"001    1\nXXS " + b" " * 10_000_000 + b"=",
        b"001    1\n162  W" + b" " * 10_000_000 + b"x",
        b"001    1\n" + b" " * 10_000_000 + b"001",
        b"\r" * 5_000_000,
        b"x" * 17_000_000,
        b"(" * 1_000_000,
    ],
    ids=range(17),
)
def test_hostile_files_are_refused_at_once(data: bytes) -> None:
    start = time.perf_counter()
    if data.endswith(b" 001"):  # a line of blanks with a code behind them says nothing
        assert parse_trf(data).participants
    else:
        assert len(str(fault(data))) < 200
    assert time.perf_counter() - start < 5


def test_an_endless_file_is_refused() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert size > 0, "nobody reads it to its end"
            return b"x" * size

    with pytest.raises(InvalidTournament, match="larger than"):
        read_trf(Endless())  # type: ignore[arg-type]


def test_too_many_forbidden_pairs_are_refused() -> None:
    everybody = " ".join(str(n) for n in range(1, 2001))
    error = fault(trf(f"XXP {everybody}", *(player(n) for n in range(1, 2001))))
    assert "forbidden pairs" in error.message


def test_a_lone_surrogate_is_refused() -> None:
    assert "surrogate" in fault("012 \ud800\n001    1\n").message


def test_a_missing_file_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_trf(tmp_path / "none.trf")


# Mutations of real files

SEEDS = [
    path.read_bytes()
    for path in sorted((SHARED / "events").glob("*.trf")) + sorted((SHARED / "events/cases").glob("*.trf"))
    if path.stat().st_size < 6000
]
SEEDS += [
    after_two(third=("4w", "H", "U", "1b"), extra=("XXP 1 2", "240 H   3    2", "XXZ 4")).encode(),
    after_two(
        third=("", "H", "", ""),
        points=("3.0", "2.0", "1.0", "0.0"),
        extra=("XXZ 1", "260   1   9    1    2    3", "299      0.0  1.5   0    1", "162  W 1.0    P 0.5"),
    ).encode(),
]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A real file with bytes changed, lines cut, swapped, doubled or joined."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 4))):
        data[draw(st.integers(0, len(data) - 1))] = draw(
            st.sampled_from(b"0123456789wb=+-FHZUX \t\n\r.\x85\xc3")
        )
    lines = bytes(data).split(b"\n")
    for _ in range(draw(st.integers(0, 3))):
        i, j = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["cut", "swap", "double", "drop", "shift"])):
            case "cut":
                lines[i] = lines[i][: draw(st.integers(0, len(lines[i])))]
            case "swap":
                lines[i], lines[j] = lines[j], lines[i]
            case "double":
                lines.insert(i, lines[j])
            case "drop" if len(lines) > 1:
                del lines[i]
            case "shift":
                at = draw(st.integers(0, len(lines[i])))
                lines[i] = lines[i][:at] + b" " + lines[i][at:]
    return b"\n".join(lines)


def read_or_refused(data: bytes) -> Tournament | InvalidTournament:
    try:
        return parse_trf(data, "mutated.trf")
    except InvalidTournament as error:
        return error


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_mutated_files_are_read_or_refused_and_what_is_read_round_trips(data: bytes) -> None:
    tournament = read_or_refused(data)
    if isinstance(tournament, InvalidTournament):
        assert tournament.file == "mutated.trf"
        return
    text = format_trf(tournament)
    assert parse_trf(text) == tournament
    assert format_trf(parse_trf(text)) == text


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_any_bytes_and_any_text_are_read_or_refused(data: bytes | str) -> None:
    with contextlib.suppress(InvalidTournament):
        parse_trf(data)
