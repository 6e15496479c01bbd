"""Writing TRF (decision 2): what was read comes back, what changed is written, the rest is refused."""

from __future__ import annotations

import errno
import os
import stat
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from medianswiss import (
    Game,
    InvalidTournament,
    Participant,
    RoundPairing,
    Scoring,
    Tournament,
    pair,
    read_trf,
    write_trf,
)
from medianswiss.atomic import write_text_atomically
from medianswiss.tournament import ABSENT
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared
from trf_texts import after_two, player, trf

WHITE_WINS = (Game(2, "w", "1"),)
BLACK_LOSES = (Game(1, "b", "0"),)


def two(**fields: object) -> Tournament:
    """Two players after a game."""
    people = (Participant(1, "A", 2000, WHITE_WINS), Participant(2, "B", 1900, BLACK_LOSES))
    return replace(Tournament(people, round=2), **fields)  # type: ignore[arg-type]


def written(tournament: Tournament, pairing: RoundPairing | None = None) -> list[str]:
    return format_trf(tournament, pairing=pairing).splitlines()


def changed(tournament: Tournament, number: int, **fields: object) -> Tournament:
    """`tournament` with one participant changed."""
    people = tuple(
        replace(p, **fields) if p.number == number else p  # type: ignore[arg-type]
        for p in tournament.participants
    )
    return replace(tournament, participants=people)


# A tournament that was not read from a file


def test_decision_2_columns_of_001() -> None:
    t = two(participants=(Participant(1, "Ann Other", 2345, WHITE_WINS), Participant(2, "B", 0, BLACK_LOSES)))
    first, second = written(t)[1:]
    assert first == f"001    1      {'Ann Other':<33} 2345{'':28} 1.0{'':10}2 w 1"
    assert (first[4:8], first[14:47].strip(), first[48:52], first[80:84]) == (
        "   1",
        "Ann Other",
        "2345",
        " 1.0",
    )
    assert (first[91:95], first[96], first[98]) == ("   2", "w", "1")
    assert second[48:52] == "   0"


def test_decision_2_line_feeds_and_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.trf"
    write_trf(two(name="Łódź"), path)
    data = path.read_bytes()
    assert b"\r" not in data
    assert data.decode("utf-8").startswith("012 Łódź\n")


def test_decision_2_names_are_cut_to_33_characters() -> None:
    text = format_trf(changed(two(), 1, name="é" * 40))
    assert parse_trf(text).participants[0].name == "é" * 33


@pytest.mark.parametrize("name", ["a\nb", "a\tb", "a\x85b", "a\u2028b", "a\0b", "a\ud800b"])
def test_decision_2_control_characters_become_blanks(name: str) -> None:
    t = parse_trf(format_trf(replace(changed(two(), 1, name=name), name=name)).encode())
    assert t.participants[0].name == "a b"
    assert t.name == "a b"


def test_canonical_headers_that_other_engines_know() -> None:
    t = two(name="Open", rounds=7, initial_colour="black", system="lim", maxi=True, forbidden=((1, 2),))
    assert written(t)[:-2] == [
        "012 Open",
        "062 2",
        "142 7",
        "XXR 7",
        "152 B",
        "XXC black1",
        "192 FIDE_LIM",
        "XXM true",
        "XXP 1 2",
    ]
    assert parse_trf(format_trf(t)) == t


def test_points_of_results_in_162_where_its_symbols_suffice() -> None:
    scoring = Scoring(30, 30, 10, 10, 0, 0, 30, 0, 30, 10, 0, 10)
    lines = written(two(scoring=scoring))
    assert "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0" in lines
    assert parse_trf(trf(*(line for line in lines if not line.startswith("XXS")))).scoring == scoring
    assert parse_trf(trf(*(line for line in lines if not line.startswith("162")))).scoring == scoring


def test_points_of_results_in_xxs_alone_where_162_cannot_say_them() -> None:
    scoring = Scoring(white_win=10, black_win=11)
    lines = written(two(scoring=scoring))
    assert not [line for line in lines if line.startswith("162")]
    assert parse_trf(format_trf(two(scoring=scoring))).scoring == scoring


def test_decision_13_given_points_are_written_as_a_bonus() -> None:
    t = changed(two(), 2, points=2.5)
    assert "299     0.0   2.5    0    2" in written(t)
    assert parse_trf(format_trf(t)) == t


@pytest.mark.parametrize(
    "absences",
    [
        [(False, None), (True, None)],
        [(False, "Z"), (False, "H"), (True, None)],
        [(False, "U"), (True, None), (False, None)],
        [(False, "F"), (False, None)],
        [(False, "Z"), (False, "H"), (False, "F"), (False, "U"), (False, None)],
        [(False, "U"), (False, None)],
    ],
)
@pytest.mark.parametrize("games", [(), (ABSENT,)])
def test_decision_3_absences(absences: list[tuple[bool, str | None]], games: tuple[Game, ...]) -> None:
    people = [
        Participant(i, games=games, present=present, requested=letter)
        for i, (present, letter) in enumerate(absences, 1)
    ]
    t = Tournament(tuple(people), round=1 + len(games))
    assert parse_trf(format_trf(t)) == t


def test_absent_without_a_letter_has_z_in_the_column_for_engines_that_do_not_read_xxz() -> None:
    lines = written(changed(two(), 2, present=False))
    assert "XXZ 2" in lines
    assert lines[-1].endswith("   1 b 0  0000 - Z")


def test_decision_3_a_round_without_games_has_a_letter_for_everybody() -> None:
    t = Tournament((Participant(1, games=(ABSENT,)), Participant(2, games=(Game(None, None, "H"),))), round=2)
    assert parse_trf(format_trf(t)) == t


@pytest.mark.parametrize(
    ("tournament", "words"),
    [
        (Tournament(()), "without participants"),
        (Tournament((Participant(10_000),)), "four columns for a number"),
        (Tournament(tuple(Participant(n) for n in range(1, 100_001))), "four columns for a number"),
        (Tournament((Participant(1, rating=100_000),)), "rating"),
        (Tournament((Participant(1, points=100.5),)), "four columns"),
        (Tournament((Participant(1, points=-10.5),)), "four columns"),
        (two(ranking="esb"), "ranking"),
        (two(unsupported=("accelerated pairing",)), "accelerated pairing"),
        (two(system="ecu"), "team tournaments"),
        (two(system="olympiad"), "team tournaments"),
        (Tournament((Participant(1, present=False, requested="U"),)), "all have the bye"),
        (
            two(
                participants=(
                    Participant(1, games=(Game(2, "w", "1", 2.5),)),
                    Participant(2, games=(Game(1, "b", "0", 1.5),)),
                )
            ),
            "game points",
        ),
        (two(round=5), "rounds played: 4"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_trf_cannot_say_is_refused_and_nothing_written(
    tournament: Tournament, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidTournament, match=words):
        write_trf(tournament, tmp_path / "a.trf")
    assert list(tmp_path.iterdir()) == []


def test_100_points_fit_without_their_tenths() -> None:
    t = Tournament((Participant(1, points=100.0), Participant(2, points=-9.5)))
    assert parse_trf(format_trf(t)) == t


LETTERS = ["F", "H", "Z", "U"]
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=33).map(str.strip)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Any tournament of players: histories need not be those of a Swiss."""
    numbers = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=8, unique=True))
    played = draw(st.integers(0, 5))
    games: dict[int, list[Game]] = {number: [] for number in numbers}
    for _ in range(played):
        order = draw(st.permutations(numbers))
        boards = draw(st.integers(0, len(numbers) // 2))
        for white, black in zip(order[:boards], order[boards : 2 * boards], strict=True):
            results = draw(st.sampled_from(["10", "01", "==", "00", "0=", "WL", "DD", "LL", "+-", "--"]))
            games[white].append(Game(black, "w", results[0]))
            games[black].append(Game(white, "b", results[1]))
        for number in order[2 * boards :]:
            games[number].append(Game(None, None, draw(st.sampled_from(LETTERS))))
    people = []
    for number in numbers:
        present = draw(st.booleans())
        people.append(
            Participant(
                number,
                draw(NAMES),
                draw(st.integers(0, 4000)),
                tuple(games[number]),
                draw(st.none() | st.integers(0, 100).map(lambda tenths: tenths / 10)),
                present,
                None if present else draw(st.sampled_from([*LETTERS[:3], None])),
            )
        )
    pairs = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers))
    forbidden = {(min(p), max(p)) for p in draw(st.lists(pairs, max_size=4)) if p[0] != p[1]}
    tournament = Tournament(
        tuple(people),
        system=draw(st.sampled_from([None, "lim"])),
        rounds=draw(st.none() | st.integers(max(played, 1), 64)),
        round=played + 1,
        initial_colour=draw(st.sampled_from([None, "white", "black"])),
        maxi=draw(st.booleans()),
        forbidden=tuple(sorted(forbidden)),
        scoring=draw(st.just(Scoring()) | st.builds(Scoring, *[st.integers(0, 30)] * 12)),
        name=draw(NAMES),
    )
    plain = [replace(p, points=None) for p in people]
    bonuses = [tournament.score(p) - tournament.score(q) for p, q in zip(people, plain, strict=True)]
    assume(min(bonuses) > -100)  # 299 has no more columns
    return tournament


@settings(max_examples=200, deadline=None)
@given(tournaments())
def test_reading_what_was_written_is_the_identity(tournament: Tournament) -> None:
    text = format_trf(tournament)
    again = parse_trf(text)
    assert again == tournament
    assert format_trf(again) == text


@settings(max_examples=200, deadline=None)
@given(tournaments(), tournaments())
def test_any_change_of_a_read_tournament_is_written(before: Tournament, after: Tournament) -> None:
    source = parse_trf(format_trf(before)).source
    assert parse_trf(format_trf(replace(after, source=source))) == after


# A tournament that was read from a file and changed

FULL = trf(
    "012 Old",
    "### a comment",
    "XXR 5",
    "XXC rank white1",
    "092 Swiss Lim",
    "XXP 1 2 3",
    "260   1   2    3    4",
    "260   4   5    1    4",
    "001    1 wWGM First                             2000 FRA      123456 1990/01/02  1.0    7     2 w 1"
    "  0000 - H",
    "stray line",
    "001    2 m GM Second                            1900 GER       98765 1980/00/00  0.0    9     1 b 0",
    "001    3 m    Third                             1800 ITA           1 1970/00/00  0.0    8",
    "001    4 m    Fourth                            1700 ESP           2 1960/00/00  0.0    9",
)


def test_fixture_reads_as_meant() -> None:
    t = parse_trf(FULL)
    assert (t.round, t.forbidden) == (2, ((1, 2), (1, 3), (2, 3), (3, 4)))
    assert [p.requested for p in t.participants] == ["H", None, None, None]
    assert format_trf(t) == FULL


def lines_that_differ(tournament: Tournament) -> list[str]:
    return [line for line in written(tournament) if line not in FULL.splitlines()]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"name": "New"}, ["012 New"]),
        ({"rounds": 9}, ["142 9", "XXR 9"]),
        ({"initial_colour": "black"}, ["152 B", "XXC rank black1"]),
        ({"initial_colour": None}, ["XXC rank"]),
        ({"system": None}, []),
        ({"maxi": True}, ["XXM true"]),
        ({"forbidden": ((1, 2), (1, 3), (2, 3))}, []),
        ({"forbidden": ((1, 2), (1, 3), (2, 3), (2, 4), (3, 4))}, ["XXP 2 4"]),
        ({"forbidden": ((1, 2), (3, 4))}, ["XXP 1 2"]),
        ({"forbidden": ()}, []),
    ],
    ids=str,
)
def test_a_changed_header_is_written_and_nothing_else(change: dict[str, object], expected: list[str]) -> None:
    t = replace(parse_trf(FULL), **change)  # type: ignore[arg-type]
    assert lines_that_differ(t) == expected
    assert parse_trf(format_trf(t)) == t


def test_a_changed_system_wins_over_the_free_text() -> None:
    t = replace(parse_trf(FULL), system="ecu")
    assert lines_that_differ(t) == ["192 ECU_TEAM"]
    assert parse_trf(format_trf(t)) == t


@pytest.mark.parametrize(
    ("change", "column", "text"),
    [
        ({"name": "Zweiter"}, 15, "Zweiter" + " " * 26),
        ({"rating": 1950}, 49, "1950"),
        ({"rating": 12345}, 49, "12345"),
    ],
)
def test_a_changed_field_keeps_the_rest_of_the_line(
    change: dict[str, object], column: int, text: str
) -> None:
    t = changed(parse_trf(FULL), 2, **change)
    (line,) = lines_that_differ(t)
    old = FULL.splitlines()[10]
    end = column - 1 + len(text)
    assert line == old[: column - 1] + text + old[end:]


def test_a_new_round_is_written_in_its_column_with_the_points() -> None:
    t = parse_trf(FULL)
    new = [Game(None, None, "H"), Game(3, "w", "="), Game(2, "b", "="), ABSENT]
    people = tuple(
        replace(p, games=(*p.games, g), present=True, requested=None)
        for p, g in zip(t.participants, new, strict=True)
    )
    t = replace(t, participants=people, round=3, forbidden=((1, 2), (1, 3), (2, 3)))
    lines = written(t)
    assert lines[8].endswith(" 1.5    7     2 w 1  0000 - H")
    assert lines[10].endswith("GER       98765 1980/00/00  0.5    9     1 b 0     3 w =")
    assert lines[12].endswith(" 0.0    9            0000 - Z")
    assert lines[9] == "stray line"
    assert parse_trf(format_trf(t)) == t


@needs_shared
def test_a_round_taken_back_is_blanked() -> None:
    t = read_trf(SHARED / "events/open_169_r09.trf")
    people = tuple(replace(p, games=p.games[:5]) for p in t.participants)
    back = replace(t, participants=people, round=6)
    assert parse_trf(format_trf(back)) == back


def test_requests_of_later_rounds_stay() -> None:
    text = trf(
        player(1, "2w1", "", "H", points="1.0"), player(2, "1b0", points="0.0"), player(3, "Z", points="0.0")
    )
    t = changed(parse_trf(text), 3, present=False, requested="F")
    lines = written(t)
    assert lines[0].endswith("   2 w 1            0000 - H")
    assert lines[2].rstrip().endswith("0000 - Z  0000 - F")
    assert parse_trf(format_trf(t)) == t


def test_absences_of_the_file_are_replaced() -> None:
    text = after_two(third=("", "H", "", ""), extra=("XXZ 1", "240 F   3    4", "240 F   4    4"))
    t = changed(parse_trf(text), 1, present=True)
    lines = written(t)
    assert "XXZ 1" not in lines
    assert "240 F   3    4" not in lines
    assert "240 F   4    4" in lines
    assert parse_trf(format_trf(t)) == t


def test_participants_added_removed_and_reordered() -> None:
    t = parse_trf(FULL)
    by_number = {p.number: p for p in t.participants}
    new = Participant(9, "Ninth", games=(ABSENT,))
    for people in ([1, 9, 2, 4], [9, 2, 1], [4, 2, 1, 9]):
        chosen = tuple(by_number.get(number, new) for number in people)
        forbidden = tuple(pair for pair in t.forbidden if set(pair) <= set(people))
        u = replace(t, participants=chosen, forbidden=forbidden)
        text = format_trf(u)
        assert parse_trf(text) == u
        assert f"062 {len(people)}" in text or len(people) == 4
        assert "stray line" in text


def test_removed_participants_leave_the_records_that_name_them() -> None:
    extra = (
        "XXP 2 3 4",
        "260   4   5    3    4",
        "240 H   5    3    4",
        "XXZ 3 4",
        "299      0.0  1.0   0    4",
    )
    text = trf(*extra, player(1), player(2), player(3), player(4, points="1.0"))
    t = parse_trf(text)
    u = replace(t, participants=t.participants[:3], forbidden=((2, 3),))
    lines = written(u)
    assert lines[:3] == ["XXP 2 3", "240 H   5    3", "XXZ 3"]
    assert parse_trf(format_trf(u)) == u


def test_unfinished_round_is_written_back_until_it_changes() -> None:
    text = after_two(third=("4w", "3w1", "2b0", "1b"))
    t = parse_trf(text)
    assert format_trf(t) == text
    assert format_trf(replace(t, name="New")) == "012 New\n".join(
        ["XXR 5\n152 W\n", text.split("152 W\n")[1]]
    )


def test_points_are_written_anew_when_their_values_change() -> None:
    t = replace(parse_trf(FULL), scoring=Scoring(white_win=30))
    assert written(t)[-5][80:84] == " 3.0"


def test_given_points_added_and_taken_back() -> None:
    t = parse_trf(FULL)
    given = changed(t, 2, points=3.0)
    again = parse_trf(format_trf(given))
    assert again == given
    assert parse_trf(format_trf(changed(again, 2, points=None))) == t


def test_points_given_to_all_are_not_given_to_who_comes_later() -> None:
    text = trf("299     0.0   1.0    0", player(1, points="1.0"), player(2, points="1.0"))
    t = parse_trf(text)
    u = replace(t, participants=(*t.participants, Participant(3)))
    assert "299     0.0   1.0    0    1    2" in written(u)
    assert parse_trf(format_trf(u)) == u


# A round that is paired and not yet played


def test_published_round() -> None:
    t = parse_trf(after_two(third=("", "", "", "H"), extra=("XXZ 4",)))
    pairing = RoundPairing(3, ((2, 3),), bye=1)
    lines = written(t, pairing)
    column = [line[111:] for line in lines if line.startswith("001")]
    assert column == ["0000 - U", "   3 w  ", "   2 b  ", "0000 - H"]
    assert "XXZ 4" not in lines
    again = parse_trf(trf(*lines))
    assert again.unsupported == ("round 3 is not finished: 2 and 3 have no result",)
    assert {p.number: p.requested for p in again.participants if not p.present} == {1: "U", 4: "H"}


@needs_shared
def test_published_round_of_a_real_event_gets_its_results() -> None:
    t = read_trf(SHARED / "events/forbidden_xxp.trf")
    lines = written(t, pair(t, system="lim"))
    players = [line for line in lines if line.startswith("001")]
    assert [line[121:125].strip() for line in players] == ["3", "4", "1", "2", "6", "5"]
    drawn = [f"{line[:80]}    {line[84:128]}=" if line in players else line for line in lines]
    after = parse_trf(trf(*drawn))
    assert (after.round, after.unsupported) == (5, ())
    assert {p.games[-1].result for p in after.participants} == {"="}


@pytest.mark.parametrize(
    "pairing",
    [RoundPairing(2, ((1, 2), (3, 4))), RoundPairing(3, ((1, 2),)), RoundPairing(3, ((1, 2), (3, 9)))],
)
def test_published_round_of_other_participants_is_refused(pairing: RoundPairing) -> None:
    with pytest.raises(InvalidTournament):
        format_trf(parse_trf(after_two()), pairing=pairing)


# Files whole or not at all


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_text_atomically(tmp_path / "a", "x")
    finally:
        os.umask(old)
    assert mode(tmp_path / "a") == 0o640


def test_an_old_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o604)
    write_text_atomically(path, "new")
    assert (path.read_text(), mode(path)) == ("new", 0o604)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to("target")
    for text in ("one", "two"):
        write_text_atomically(link, text)
        assert link.is_symlink()
        assert target.read_text() == text


@pytest.mark.parametrize("name", ["os.replace", "os.chmod"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "disk full", "a temporary file")

    path = tmp_path / "a"
    path.write_text("old")
    monkeypatch.setattr(name, fail)
    with pytest.raises(OSError, match="disk full") as error:
        write_text_atomically(path, "new")
    assert (error.value.filename, error.value.filename2) == (str(path), None)
    assert [p.name for p in tmp_path.iterdir()] == ["a"]
    assert path.read_text() == "old"


def test_a_directory_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    missing = tmp_path / "none" / "a"
    with pytest.raises(FileNotFoundError) as error:
        write_text_atomically(missing, "x")
    assert error.value.filename == str(missing)
    with pytest.raises(IsADirectoryError):
        write_text_atomically(tmp_path, "x")


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(path.read_text()))
    reader.start()
    write_text_atomically(path, "through")
    reader.join()
    assert received == ["through"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_standard_output_is_written_directly(capfd: pytest.CaptureFixture[str]) -> None:
    write_text_atomically("/dev/stdout", "hello\n")
    assert capfd.readouterr().out == "hello\n"
