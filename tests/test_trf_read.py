"""Reading TRF: one test a decision or a quirk of real files, named after it."""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import pytest

from medianswiss import Game, InvalidTournament, Scoring, Tournament, UnknownSystem, pair, read_trf
from medianswiss.tournament import ABSENT
from medianswiss.trf import format_trf, parse_trf
from paths import SHARED, needs_shared
from trf_texts import after_two, player, trf

EVENTS = sorted((SHARED / "events").glob("*.trf")) + sorted((SHARED / "events/cases").glob("*.trf"))

# name: participants, round to be paired, rounds planned, initial colour
FACTS = {
    "acceleration_xxa": (8, 3, 5, "white"),
    "announced_byes": (4, 6, 9, "white"),
    "bare_cr_209": (209, 6, None, None),
    "club_trf16": (284, 8, None, None),
    "forbidden_xxp": (6, 4, 4, "white"),
    "javafo_style_trf16": (52, 5, 9, None),
    "late_entries": (13, 5, 5, "white"),
    "many_unplayed": (15, 8, None, None),
    "online_swiss": (206, 14, 14, "black"),
    "open_169_r09": (169, 9, 9, "black"),
    "open_357_r09": (357, 9, 9, "white"),
    "colour_block": (4, 3, 3, "white"),
    "no_legal_odd": (5, 4, 5, "white"),
}


def event(name: str) -> Tournament:
    return read_trf(SHARED / "events" / f"{name}.trf")


def absent(tournament: Tournament) -> dict[int, str | None]:
    return {p.number: p.requested for p in tournament.participants if not p.present}


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_every_event_reads_and_round_trips(path: Path) -> None:
    tournament = read_trf(path)
    text = format_trf(tournament)
    again = parse_trf(text)
    assert again == tournament
    assert format_trf(again) == text


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_what_is_written_back_are_the_lines_that_were_read(path: Path) -> None:
    text = path.read_bytes().decode().replace("\r\n", "\n").replace("\r", "\n")
    assert format_trf(read_trf(path)) == text + "\n" * (not text.endswith("\n"))


@needs_shared
@pytest.mark.parametrize("name", FACTS)
def test_facts_of_the_events(name: str) -> None:
    path = next(path for path in EVENTS if path.stem == name)
    t = read_trf(path)
    assert (len(t.participants), t.round, t.rounds, t.initial_colour) == FACTS[name]


# What a file may look like (decision 1)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_decision_1_line_ends(end: str) -> None:
    assert parse_trf(after_two().replace("\n", end)) == parse_trf(after_two())


def test_decision_1_line_ends_mixed() -> None:
    first, *rest = after_two().split("\n")
    assert parse_trf(first + "\r" + "\r\n".join(rest)) == parse_trf(after_two())


def test_decision_1_byte_order_mark() -> None:
    t = parse_trf(b"\xef\xbb\xbf" + after_two().encode())
    assert t.rounds == 5
    assert not format_trf(t).startswith("\ufeff")


def test_decision_1_utf_8_and_columns_of_characters() -> None:
    t = parse_trf(
        trf("012 Łódź", player(1, "2w1", name="Čuček Žižka", points="1.0"), player(2, "1b0")).encode()
    )
    assert t.name == "Łódź"
    assert t.participants[0].name == "Čuček Žižka"
    assert t.participants[0].games == (Game(2, "w", "1"),)


def test_decision_1_latin_1() -> None:
    t = parse_trf(trf(player(1, name="Müller"), player(2)).encode("latin-1"))
    assert t.participants[0].name == "Müller"
    assert "Müller" in format_trf(t)


def test_decision_1_tabs_are_blanks() -> None:
    t = parse_trf(after_two(extra=("XXP\t1\t4",)).replace("Player ", "Pla\tyer"))
    assert t.forbidden == ((1, 4),)
    assert t.participants[0].name == "Pla yer"


def test_decision_1_short_lines() -> None:
    """Trailing blanks may be stripped; before the first round so may everything after the number."""
    text = trf("XXR 5", "001    1", "001    2      Only a name", player(3))
    assert [p.name for p in parse_trf(text).participants] == ["", "Only a name", "Player"]


def test_decision_1_unknown_lines_rulers_comments_and_blanks_are_kept() -> None:
    noise = (
        "",
        "### a comment",
        "         1         2",
        "1234567890",
        "DDD SSSS sTTT NNNN",
        "OOO RRR TT1",
        "FRA    1 m",
    )
    text = after_two(extra=noise)
    assert parse_trf(text) == parse_trf(after_two())
    assert format_trf(parse_trf(text)) == text


def test_lines_out_of_order() -> None:
    lines = after_two(extra=("XXP 1 4",)).splitlines(keepends=True)
    t = parse_trf("".join(reversed(lines)))
    assert (t.rounds, t.forbidden) == (5, ((1, 4),))
    assert [p.number for p in t.participants] == [4, 3, 2, 1]


def test_decision_15_headers_that_do_not_matter() -> None:
    extra = (
        "042 some day",
        "052 Dec 10, 2020",
        "062 15 (12)",
        "102",
        "122 ?",
        "132 x",
        "172 FIDON",
        "352 xyz",
        "802 a",
    )
    assert parse_trf(after_two(extra=extra)) == parse_trf(after_two())


def test_missing_optional_fields() -> None:
    t = parse_trf(trf("001    7" + " " * 76, "001    9      A name" + " " * 60))
    assert [(p.number, p.name, p.rating) for p in t.participants] == [(7, "", 0), (9, "A name", 0)]


def test_rating_of_five_digits_overflows_into_column_53() -> None:
    line = player(1)
    t = parse_trf(trf(line[:48] + "12345" + line[53:], player(2)))
    assert t.participants[0].rating == 12345


@pytest.mark.parametrize("rating", ["0000", "   0", "    ", "xyz "])
def test_unrated(rating: str) -> None:
    line = player(1)
    assert parse_trf(trf(line[:48] + rating + line[52:])).participants[0].rating == 0


def test_gaps_in_the_numbers_are_fine() -> None:
    t = parse_trf(trf(player(3, "900w1"), player(900, "3b0")))
    assert [p.number for p in t.participants] == [3, 900]


def test_letters_in_either_case_and_one_zero_for_nobody() -> None:
    line = player(1, "2w1", "U").replace("0000 - U", "   0 - u").replace("w 1", "W 1")
    t = parse_trf(trf(line, player(2, "1b0", "Z")))
    assert t.participants[0].games == (Game(2, "w", "1"), Game(None, None, "U"))


def test_sources_path_text_bytes_file_and_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = after_two().encode()
    path = tmp_path / "a.trf"
    path.write_bytes(data)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    expected = parse_trf(data)
    for source in (path, str(path), io.BytesIO(data), io.StringIO(after_two()), "-"):
        assert read_trf(source) == expected


def test_name_of_the_file_in_errors() -> None:
    with pytest.raises(InvalidTournament, match=r"^open\.trf: no player"):
        read_trf(io.BytesIO(b""), name="open.trf")


# Which round is paired (decisions 3 to 6)


def test_decision_3_next_round_after_the_last_game() -> None:
    t = parse_trf(after_two())
    assert (t.round, absent(t)) == (3, {})


def test_decision_3_letters_of_the_round_to_be_paired() -> None:
    t = parse_trf(after_two(third=("", "H", "Z", "F")))
    assert (t.round, absent(t)) == (3, {2: "H", 3: "Z", 4: "F"})
    assert all(len(p.games) == 2 for p in t.participants)


def test_decision_3_a_letter_for_everybody_is_a_played_round() -> None:
    t = parse_trf(after_two(third=("H", "Z", "Z", "Z")))
    assert (t.round, absent(t)) == (4, {})
    assert t.participants[0].games[-1] == Game(None, None, "H")


def test_decision_3_bye_of_the_round_to_be_paired() -> None:
    t = parse_trf(after_two(third=("", "", "U", "")))
    assert (t.round, absent(t)) == (3, {3: "U"})


def test_decision_3_bye_and_letters_for_all_is_a_played_round() -> None:
    assert parse_trf(after_two(third=("Z", "Z", "U", "H"))).round == 4


def test_decision_3_letters_before_round_one() -> None:
    t = parse_trf(trf(player(1), player(2, "H"), player(3)))
    assert (t.round, absent(t)) == (1, {2: "H"})


def test_decision_3_letters_of_later_rounds_wait() -> None:
    t = parse_trf(trf(player(1, "2w1", "", "H"), player(2, "1b0")))
    assert (t.round, absent(t)) == (2, {})


def test_decision_3_a_cell_with_neither_opponent_nor_letter_is_blank() -> None:
    text = after_two(third=("", "H", "", "")).splitlines()
    text[2] = text[2].rstrip() + "  0000 -  "
    t = parse_trf(trf(*text))
    assert (t.round, absent(t)) == (3, {2: "H"})


def test_decision_3_xxz_adds_absences() -> None:
    t = parse_trf(after_two(third=("", "H", "", ""), extra=("XXZ 1,2/4",)))
    assert absent(t) == {1: None, 2: "H", 4: None}


def test_decision_3_240_of_the_round_to_be_paired_adds_absences() -> None:
    t = parse_trf(after_two(extra=("240 H   3    1    4", "240 F   4    2")))
    assert absent(t) == {1: "H", 4: "H"}


def test_240_fills_a_blank_of_a_played_round() -> None:
    extra = ("240 H   1    3",)
    t = parse_trf(trf(*extra, player(1, "2w1"), player(2, "1b0"), player(3, points="0.5")))
    assert t.participants[2].games == (Game(None, None, "H"),)


def test_decision_4_unfinished_blank_result() -> None:
    t = parse_trf(after_two(third=("4w", "3w1", "2b0", "1b")))
    assert (t.round, absent(t)) == (3, {})
    assert t.unsupported == ("round 3 is not finished: 1 and 4 have no result",)


def test_decision_4_unfinished_z_beside_an_opponent() -> None:
    t = parse_trf(after_two(third=("4wZ", "3w1", "2b0", "1b1")))
    assert t.unsupported == ("round 3 is not finished: 1 has no result",)


def test_decision_4_many_waiting_are_counted() -> None:
    pairs = range(1, 31, 2)
    lines = [line for n in pairs for line in (player(n, f"{n + 1}w"), player(n + 1, f"{n}b"))]
    (text,) = parse_trf(trf(*lines)).unsupported
    assert text.endswith("8, 9, 10 and 20 others have no result")


def test_decision_4_unfinished_keeps_letters() -> None:
    t = parse_trf(after_two(third=("4w", "U", "H", "1b")))
    assert absent(t) == {2: "U", 3: "H"}


def test_decision_4_in_an_earlier_round_it_is_an_error() -> None:
    with pytest.raises(InvalidTournament) as caught:
        parse_trf(trf(player(1, "2w", "2w1"), player(2, "1b0", "1b0")))
    assert (caught.value.line, caught.value.participant, caught.value.round) == (1, 1, 1)


def test_decision_5_played_and_forfeited() -> None:
    pairs = [("1", "0"), ("=", "="), ("W", "L"), ("D", "D"), ("+", "-"), ("-", "-")]
    lines = []
    for n, (one, other) in enumerate(pairs):
        lines += [player(2 * n + 1, f"{2 * n + 2}w{one}"), player(2 * n + 2, f"{2 * n + 1}b{other}")]
    played = [p.games[0].played for p in parse_trf(trf(*lines)).participants]
    assert played == [True] * 8 + [False] * 4


@needs_shared
def test_decision_5_forfeit_win_without_opponent_is_a_full_point_bye() -> None:
    t = event("club_trf16")
    games = [game for p in t.participants if p.number == 282 for game in p.games]
    assert games[4] == Game(None, None, "F")


def test_forfeit_loss_without_opponent_is_a_zero_point_bye() -> None:
    t = parse_trf(trf(player(1, "2w1"), player(2, "1b0"), player(3, "-", points="0.0")))
    assert t.participants[2].games == (ABSENT,)


def test_forfeit_without_colours() -> None:
    assert parse_trf(trf(player(1, "2+"), player(2, "1-"))).participants[0].games == (Game(2, None, "+"),)


def test_decision_6_late_entry() -> None:
    t = parse_trf(trf(player(1, "2w1", "3b1"), player(2, "1b0"), player(3, "", "1w0")))
    assert [p.games[0] for p in t.participants] == [Game(2, "w", "1"), Game(1, "b", "0"), ABSENT]
    assert t.participants[1].games[1] == ABSENT


# Points (decisions 7, 12, 13)


@pytest.mark.parametrize("points", ["1.5", "1,5", " 1.5", "2.5"])
def test_decision_7_points_may_count_the_bye_of_the_round_to_be_paired(points: str) -> None:
    text = after_two(third=("F", "", "", "")).splitlines()
    text[2] = text[2][:80] + f"{points:>4}" + text[2][84:]
    t = parse_trf(trf(*text))
    assert t.participants[0].points is None
    assert t.score(t.participants[0]) == 15


def test_decision_7_points_may_count_the_results_of_an_unfinished_round() -> None:
    text = after_two(third=("4w1", "3w", "2b", "1b0")).splitlines()
    text[2] = text[2][:80] + " 2.5" + text[2][84:]
    assert parse_trf(trf(*text)).unsupported


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("162  W 3.0    D 1.0    L 0.0", Scoring(30, 30, 10, 10, 0, 0, 30, 0, 30, 10, 0, 30)),
        ("162  W 3.0    P 1.0", Scoring(30, 30, 5, 5, 0, 0, 30, 0, 30, 5, 0, 10)),
        ("162  A 0.5    X 0.5", Scoring(forfeit_loss=5, zero_bye=5)),
        ("XXS W=2 D=1.0 PAB=1", Scoring(20, 20, 10, 10, 0, 0, 20, 0, 20, 10, 0, 10)),
        ("XXS WW=1.1 BW=1.2 WD=0.4 BD=0.6 WL=0.1 BL=0.2", Scoring(11, 12, 4, 6, 1, 2)),
        ("XXS ZPB=0.1 HPB=0.2 FPB=0.3 PAB=0.4 FW=0.6 FL=0.7", Scoring(10, 10, 5, 5, 0, 0, 6, 7, 3, 2, 1, 4)),
        ("XXS W=2 FW=1 W=3", Scoring(white_win=30, black_win=30, forfeit_win=30, full_bye=30)),
        ("XXS L=0.5", Scoring(white_loss=5, black_loss=5)),
        ("BBW  3.0", Scoring(white_win=30, black_win=30, forfeit_win=30, full_bye=30, pairing_bye=30)),
        ("BBU  0.5", Scoring(pairing_bye=5)),
        ("BBZ  0.5", Scoring(zero_bye=5)),
        ("BBF  0.5", Scoring(forfeit_loss=5)),
    ],
)
def test_decision_12_points_of_results(line: str, expected: Scoring) -> None:
    assert parse_trf(trf(line, player(1), player(2))).scoring == expected


def test_decision_12_letters_keep_their_meaning() -> None:
    t = parse_trf(trf("BBU 0.5", player(1, "2w1"), player(2, "1b0"), player(3, "U", points="0.5")))
    assert t.participants[2].games == (Game(None, None, "U"),)


@pytest.mark.parametrize(
    "line",
    ["299      0.0  2.5   0    1    2", "299           2.5        1    2", "299 +  2.0  2.5   1    1    2"],
)
def test_decision_13_given_points_in_columns_or_parted_by_blanks(line: str) -> None:
    t = parse_trf(trf(line, player(1, "2w1", points="3.5"), player(2, "1b0", points="-1.0")))
    assert [p.points for p in t.participants] == [3.5, -1.0]


def test_decision_13_nobody_named_means_all() -> None:
    t = parse_trf(
        trf("299      0.0  1.0   0", player(1, "2w1", points="2.0"), player(2, "1b0", points="1.0"))
    )
    assert [p.points for p in t.participants] == [2.0, 1.0]


def test_decision_13_who_is_not_named_is_checked() -> None:
    with pytest.raises(InvalidTournament, match=r"participant 2: 1\.0 points, and the results give 0\.0"):
        parse_trf(
            trf("299      0.0  1.0   0    1", player(1, "2w1", points="2.0"), player(2, "1b0", points="1.0"))
        )


@pytest.mark.parametrize(
    "line", ["299 +  2.0 .5  1 1", "299 + 2 1 1", "299   x", "299 Q     0.0  2.5   0    1"]
)
def test_decision_13_never_a_silent_half(line: str) -> None:
    with pytest.raises(InvalidTournament, match="299"):
        parse_trf(trf(line, player(1), player(2)))


def test_decision_13_blank_points_cannot_be_given() -> None:
    with pytest.raises(InvalidTournament, match="blank"):
        parse_trf(trf("299      0.0  1.0   0    1", player(1), player(2)))


# Headers (decisions 8, 9, 11)


@pytest.mark.parametrize("header", ["142 7", "XXR 7", "142 7\nXXR 7", "xxr 7", "XXR  7 "])
def test_decision_8_rounds(header: str) -> None:
    assert parse_trf(trf(header, player(1))).rounds == 7


def test_decision_8_rounds_both_and_different() -> None:
    with pytest.raises(InvalidTournament, match=r":2:5: the number of rounds is 9 here, and 7"):
        parse_trf(trf("142 7", "XXR 9", player(1)))


def test_decision_8_rounds_overridden() -> None:
    t = parse_trf(after_two(), rounds=9)
    assert t.rounds == 9
    assert parse_trf(format_trf(t)) == t


@pytest.mark.parametrize(
    ("header", "colour"),
    [
        ("152 W", "white"),
        ("152 b", "black"),
        ("XXC black1", "black"),
        ("XXC white1\n152 W", "white"),
        ("XXC", None),
    ],
)
def test_decision_9_initial_colour(header: str, colour: str | None) -> None:
    assert parse_trf(trf(header, player(1))).initial_colour == colour


def test_decision_9_initial_colour_both_and_different() -> None:
    with pytest.raises(InvalidTournament, match="initial colour is black here"):
        parse_trf(trf("152 W", "XXC black1", player(1)))


@pytest.mark.parametrize(
    ("header", "system"),
    [
        ("192 FIDE_LIM", "lim"),
        ("192 ECU_TEAM", "ecu"),
        ("192 FIDE_OLYMPIAD", "olympiad"),
        ("192 FIDE_DUTCH_2026", None),
        ("092 Swiss Lim", "lim"),
        ("092 FIDE_LIM", "lim"),
        ("092 Individual: Swiss System", None),
        ("092 Swiss Lim\n192 FIDE_DUTCH", None),
    ],
)
def test_decision_11_system(header: str, system: str | None) -> None:
    assert parse_trf(trf(header, player(1))).system == system


def test_decision_11_the_argument_wins() -> None:
    assert parse_trf(trf("192 FIDE_OLYMPIAD", player(1)), system="lim").system == "lim"
    with pytest.raises(UnknownSystem):
        parse_trf(trf(player(1)), system="dutch")


@pytest.mark.parametrize(("header", "maxi"), [("XXM true", True), ("XXM false", False), ("012 x", False)])
def test_decision_11_maxi(header: str, maxi: bool) -> None:
    assert parse_trf(trf(header, player(1))).maxi is maxi


# Restrictions and what is not supported (decisions 10, 14)


def test_decision_10_groups_are_all_pairs() -> None:
    assert parse_trf(after_two(extra=("XXP 4 1 2", "XXP 2 1"))).forbidden == ((1, 2), (1, 4), (2, 4))


@pytest.mark.parametrize(
    ("line", "holds"), [("260   1   3    1    4", 1), ("260   4   5    1    4", 0), ("260 1 2 1 4", 0)]
)
def test_decision_10_260_only_in_its_rounds(line: str, holds: int) -> None:
    assert parse_trf(after_two(extra=(line,))).forbidden == ((1, 4),) * holds


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("XXA    1  1.0  1.0", "XXA"),
        ("250       1.0   1   2    1    4", "250"),
        ("192 FIDE_LIM_BAKU", "accelerated pairing (192) is not supported"),
        ("XXC rank", "rank"),
        ("XXQ 3", "XXQ"),
        ("HPB   3    1", "HPB"),
        ("### chesspairing:withdrawn 3", "directive"),
    ],
)
def test_decision_10_what_would_change_the_pairing_is_never_ignored(line: str, word: str) -> None:
    t = parse_trf(after_two(extra=(line,)))
    (text,) = t.unsupported
    assert word in text
    assert format_trf(t) == after_two(extra=(line,))
    with pytest.raises(InvalidTournament, match=r"^<string>:3:1: .* is not supported$"):
        pair(t, "lim", rounds=9)


def test_wide_numbers_are_refused() -> None:
    with pytest.raises(InvalidTournament, match="XXW"):
        parse_trf(after_two(extra=("XXW 6",)))
    assert parse_trf(after_two(extra=("XXW 4",))).unsupported == ()


@needs_shared
@pytest.mark.unsanitized(reason="a matter of time")
def test_a_large_open_reads_in_a_moment() -> None:
    path = SHARED / "events/open_357_r09.trf"
    times = []
    for _ in range(5):
        start = time.perf_counter()
        read_trf(path)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05
