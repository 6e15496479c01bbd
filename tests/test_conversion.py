"""A tournament in another format: record by record, what is lost named, and the same pairing from it."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

import medianswiss as ms
from medianswiss import InvalidTournament, MedianSwissError, Participant, TeamTournament, Tournament, cli
from medianswiss.conversion import convert
from medianswiss.json_lines import parse_json
from medianswiss.trf import parse_trf
from paths import SHARED, needs_shared
from test_trf_write import tournaments
from trf_texts import after_two, player, trf

EVENTS = SHARED / "events"


def quietly(t: Tournament, to: str) -> Tournament:
    """`t`, said in another format and read again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = convert(t, to)
    return parse_json(text.encode()) if to == "json" else parse_trf(text)


def said(t: Tournament, to: str) -> tuple[list[str], list[str]]:
    """The lines of `t` in another format, and what is warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        text = convert(t, to)
    return text.splitlines(), [str(w.message) for w in caught]


def headers(text: str, to: str) -> list[str]:
    """The lines but the players' after conversion, in which nothing is lost."""
    lines, warned = said(parse_trf(text), to)
    assert warned == []
    return [line for line in lines if not line.startswith("001")]


# Real events ---------------------------------------------------------------------------------------------

FILES = sorted(path.name for path in EVENTS.glob("*.trf"))
NOT_IN_TRF16 = {
    "team_50_trf26.trf": r"points that are not the sum of the results \(299\)",
    "team_5_trf26.trf": "both colours on board 1",  # 300 named the boards
    "team_9_trf26.trf": "the rating would differ",  # 013 has no strengths
    "team_forfeit_pab.trf": "the rating would differ",
}


def paired(t: Tournament, system: str) -> ms.RoundPairing:
    """The next round, whatever the file does not say, or asks for that is not built."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ms.pair(replace(t, system=system, rounds=max(t.rounds or 0, t.round), unsupported=()))


@needs_shared
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", [("trf26",), ("trf16",), ("json",), ("trf26", "trf16"), ("trf26", "json")])
def test_a_real_event_pairs_the_same_in_another_format(name: str, way: tuple[str, ...]) -> None:
    t = ms.read_trf(EVENTS / name)
    if name in NOT_IN_TRF16 and "trf16" in way:
        with pytest.raises(InvalidTournament, match=f"TRF16 cannot say .*{NOT_IN_TRF16[name]}"):
            quietly(t, "trf16")
        return
    other = t
    for to in way:
        other = quietly(other, to)
    assert [p.games for p in other.participants] == [p.games for p in t.participants]
    assert [other.score(p) for p in other.participants] == [t.score(p) for p in t.participants]
    assert len(other.unsupported) == len(t.unsupported)
    system = t.system or ("olympiad" if isinstance(t, TeamTournament) else "lim")
    assert paired(other, system) == paired(t, system)


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_a_real_event_comes_back_from_trf26_with_every_record(name: str) -> None:
    """What was not said by another record stands where it stood."""
    t = ms.read_trf(EVENTS / name)
    assert t.source is not None
    again, warned = said(t, "trf26")
    assert warned == []
    translated = ("XX", "142", "152", "162", "240", "250", "260", "192")
    kept = [line for line in t.source.lines if not line.startswith(translated)]
    assert [line for line in again if not line.startswith(translated)] == kept


# Record by record ----------------------------------------------------------------------------------------


def test_rounds_and_colour() -> None:
    text = trf("XXR 5", "XXC black1", player(1), player(2))
    assert headers(text, "trf26") == ["142 5", "152 B"]
    assert headers(trf("142 5", "152 W", player(1), player(2)), "trf16") == ["XXR 5", "XXC white1"]


def test_what_both_formats_say_is_said_once() -> None:
    text = trf("142 5", "XXR 5", "152 W", "XXC white1", player(1), player(2))
    assert headers(text, "trf26") == ["142 5", "152 W"]
    assert headers(text, "trf16") == ["XXR 5", "XXC white1"]


def test_points_of_results() -> None:
    text = trf("XXS W=3 D=1 L=0 FPB=3 HPB=1 PAB=1 FW=3", "BBZ 0.0", player(1), player(2))
    symbols = "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0"
    assert headers(text, "trf26") == [symbols]
    spelled = headers(trf(symbols, player(1), player(2)), "trf16")
    assert len(spelled) == 1
    assert parse_trf(trf(*spelled, player(1))).scoring == parse_trf(text).scoring


def test_points_that_162_cannot_say_stay_in_xxs() -> None:
    lines, warned = said(parse_trf(trf("XXR 5", "XXS WW=1.0 BW=1.1", player(1), player(2))), "trf26")
    assert lines[1] == "XXS WW=1.0 BW=1.1"
    assert warned == ["kept, though TRF26 does not know it: XXS (line 2)"]


def test_absent_players() -> None:
    text = after_two(third=("", "H", "", ""), extra=("XXZ 1 2", "XXP 3 4"))
    assert "240 Z   3    1" in headers(text, "trf26")
    t = parse_trf(text)
    assert [p.requested for p in quietly(t, "trf26").participants] == ["Z", "H", None, None]


def test_byes_of_240_in_the_cells_of_their_rounds() -> None:
    text = after_two(extra=("240 H   3    2", "240 Z   4    1    2"))
    lines, warned = said(parse_trf(text), "trf16")
    assert warned == []
    assert [line[90:].split() for line in lines if line.startswith("001")][:2] == [
        ["3", "w", "1", "2", "b", "=", "0000", "-", "Z"],
        ["4", "b", "1", "1", "w", "=", "0000", "-", "H", "0000", "-", "Z"],
    ]
    assert not any(line.startswith("240") for line in lines)


def test_forbidden_pairs() -> None:
    assert "260   1   5    1    2    4" in headers(after_two(extra=("XXP 4 1 2",)), "trf26")
    assert "XXP    1    2" in headers(after_two(extra=("260   2   5    1    2",)), "trf16")


def test_forbidden_pairs_of_some_rounds_are_named_where_the_format_knows_no_rounds() -> None:
    text = after_two(extra=("260   1   2    1    2", "260   3   4    3    4", "260   4   5    1    4"))
    lines, warned = said(parse_trf(text), "trf16")
    assert [line for line in lines if line.startswith("XXP")] == ["XXP    3    4"]
    assert warned == ["left out, for TRF16 cannot say it: 260 (lines 3 to 5)"]
    assert said(parse_trf(text), "json")[1][0].endswith("260 (lines 3 to 5), 001 (lines 6 to 9)")


def test_accelerated_points() -> None:
    extra = ("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5", "XXA    4  1.0  0.0  0.5")
    accelerated = [
        "250       1.0   1   2    1    2",
        "250       0.5   3   3    1    2",
        "250       1.0   1   1    4    4",
        "250       0.5   3   3    4    4",
    ]
    assert headers(after_two(extra=extra), "trf26")[2:] == accelerated
    assert headers(after_two(extra=tuple(accelerated)), "trf16")[2:] == list(extra)


def test_accelerated_points_that_cannot_be_read_are_kept_or_named() -> None:
    lines, warned = said(parse_trf(after_two(extra=("XXA one",))), "trf26")
    assert "XXA one" in lines
    assert warned == ["kept, though TRF26 does not know it: XXA (line 3)"]
    with pytest.raises(InvalidTournament, match="TRF16 cannot say it: the unsupported would differ"):
        convert(parse_trf(after_two(extra=("250 x",))), "trf16")


@needs_shared
def test_teams_of_013_by_310_and_back() -> None:
    t = ms.read_trf(EVENTS / "team_6_olympiad.trf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old = convert(t, "trf16")
    assert next(line[:27].rstrip() for line in old.splitlines() if line.startswith("013")) == "013 Alpha"
    lines, warned = said(parse_trf(old), "trf26")
    assert warned == []
    assert lines[-6].startswith("310   1 Alpha")
    assert lines[-6][47:].split() == ["2587.5", "2.0", "2.5", "1", "2", "3", "4"]
    assert quietly(parse_trf(old), "trf26").participants == t.participants


@needs_shared
def test_013_beside_310_is_not_written_twice() -> None:
    text = (EVENTS / "team_6_olympiad.trf").read_text("utf-8")
    both = f"{text}013 {'Alpha':<32}   1    2    3    4\n"
    assert said(parse_trf(both), "trf16")[0] == said(parse_trf(text), "trf16")[0]


def test_the_rule_set() -> None:
    assert headers(trf("092 Swiss Lim", player(1)), "trf26") == ["092 Swiss Lim", "192 FIDE_LIM"]
    assert headers(trf("192 FIDE_LIM", player(1)), "trf16") == ["092 FIDE_LIM"]
    lines, warned = said(parse_trf(trf("092 Swiss", "192 FIDE_LIM", player(1))), "trf16")
    assert lines[0] == "092 FIDE_LIM"
    assert warned == ["left out, for TRF16 cannot say it: 092 (line 1)"]
    other, warned = said(parse_trf(trf("192 FIDE_DUTCH_2026", player(1))), "trf16")
    assert len(other) == 1
    assert warned == ["left out, for TRF16 cannot say it: 192 (line 1)"]


def test_records_trf16_has_not_are_named_with_their_lines() -> None:
    headers_ = ("### a comment", "202 BH/C1,BH", "### another", "222 5400+30", "012 Open")
    lines, warned = said(parse_trf(trf(*headers_, player(1))), "trf16")
    assert [line[:3] for line in lines] == ["012", "001"]
    assert warned == [
        "left out, for TRF16 cannot say it: comments (lines 1 and 3), 202 (line 2), 222 (line 4)"
    ]


def test_extension_lines_trf26_has_no_record_for_are_kept_and_named() -> None:
    lines, warned = said(parse_trf(trf("XXM true", "XXC rank white1", player(1))), "trf26")
    assert lines[:3] == ["XXM true", "152 W", "XXC rank"]
    assert warned == ["kept, though TRF26 does not know it: XXM (line 1), XXC (line 2)"]


def test_given_points_are_an_error_in_trf16() -> None:
    text = after_two(points=("2.5", "", "", ""), extra=("299     0.0   1.0    0    1",))
    with pytest.raises(InvalidTournament, match=r"<string>:3: TRF16 cannot say points that are not the sum"):
        convert(parse_trf(text), "trf16")
    given_ = Tournament((Participant(1, points=1.0), Participant(2)))
    with pytest.raises(InvalidTournament, match=r"^TRF16 cannot say points that are not the sum"):
        convert(given_, "trf16")


def test_what_a_state_has_not_is_named() -> None:
    text = trf("012 Open", "142 5", "202 BH", "102 Arbiter", "", "1234567", "192 FIDE_LIM", player(1))
    _, warned = said(parse_trf(text), "json")
    named = "202 (line 3), 102 (line 4), free text (line 6), 001 (line 8)"
    assert warned == [f"left out, for a JSON state cannot say it: {named}"]
    plain = f"{'001    1      Player':48}2000{'':28} 0.0"
    assert said(parse_trf(trf("142 5", "XXS W=3", plain)), "json")[1] == []


def test_requests_of_later_rounds_are_not_in_a_state() -> None:
    first, second = (f"001    {n}      {'Player':33} 2000{'':28} 0.0{'':7}" for n in (1, 2))
    coming = trf(f"{first}0000 - Z", second)
    later = trf(f"{first}          0000 - Z", second)
    assert said(parse_trf(coming), "json")[1] == []
    assert said(parse_trf(later), "json")[1] == ["left out, for a JSON state cannot say it: 001 (line 1)"]


def test_a_state_in_trf() -> None:
    t = Tournament((Participant(1, "A", 2000), Participant(2, "B")), "lim", 5, initial_colour="white")
    assert said(t, "trf26")[0][:4] == ["062 2", "142 5", "152 W", "192 FIDE_LIM"]
    assert said(t, "trf16")[0][:4] == ["062 2", "XXR 5", "XXC white1", "092 FIDE_LIM"]
    assert json.loads(convert(t, "json")) == t.to_dict()


def test_names_that_are_cut_are_named() -> None:
    t = Tournament((Participant(1, "A" * 40), Participant(7, "B" * 34), Participant(8, "C" * 33)))
    assert said(t, "trf26")[1] == ["names cut to fit their columns: those of 1, 7"]


def test_teams_without_their_players_are_an_error() -> None:
    with pytest.raises(InvalidTournament, match="TRF cannot say team tournaments without their players"):
        convert(Tournament((Participant(1), Participant(2)), "ecu"), "trf26")


def test_an_unknown_format() -> None:
    with pytest.raises(MedianSwissError, match="no format 'trf06'; there are trf16, trf26, json"):
        convert(Tournament((Participant(1),)), "trf06")


@settings(max_examples=150, deadline=None)
@given(tournaments())
def test_any_tournament_is_the_same_in_another_format_or_refused(t: Tournament) -> None:
    assert as_said(quietly(t, "trf26")) == as_said(t)
    if not any(p.present for p in t.participants):
        return  # letters for all would be a round that was played, in TRF16
    if any(p.points is not None for p in t.participants):
        with pytest.raises(InvalidTournament, match="TRF16 cannot say points"):
            convert(t, "trf16")
    else:
        assert as_said(quietly(t, "trf16")) == as_said(t)


def as_said(t: Tournament) -> Tournament:
    """Absent without a letter is a zero-point bye (240 has no other word for it)."""
    return replace(
        t,
        participants=tuple(
            p if p.present else replace(p, requested=p.requested or "Z") for p in t.participants
        ),
    )


# The command ---------------------------------------------------------------------------------------------


def test_the_suffix_tells_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "open.trf", tmp_path / "state.JSON"
    source.write_text(after_two(extra=("102 Arbiter",)))
    assert cli.main(["convert", str(source), "-o", str(target)]) == 0
    assert ms.read_json(target).round == 3
    assert capfd.readouterr().err == (
        f"medianswiss: warning: {source}: left out, for a JSON state cannot say it: "
        "102 (line 3), 001 (lines 4 to 7)\n"
    )


def test_standard_input_and_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "open.trf"
    source.write_text(trf("XXR 5", player(1)))
    assert cli.main(["convert", str(source), "--to", "trf26", "-o", "-"]) == 0
    assert capfd.readouterr().out == trf("142 5", player(1))
