"""The page of a round: what is on it, that it is safe, whole, accessible, and the same every time."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import medianswiss as ms
from events import event, rounds_from
from html_tree import Element, tree
from medianswiss import Game, Participant, Team, TeamPlayer, TeamTournament, Tournament
from test_cli import call, complaint

pytest.importorskip("jinja2")
from medianswiss.names import one_line
from medianswiss.page.report import group_points, points

pytestmark = pytest.mark.unsanitized(reason="no C of its own: traces are in the property tests")

OPEN = Path(__file__).parents[1] / "examples" / "open.trf"
SYSTEMS = ("lim", "ecu", "olympiad")


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    return ms.read_trf(OPEN)


@pytest.fixture(scope="module")
def explained(tournament: Tournament) -> Any:
    return ms.explain(tournament)


@pytest.fixture(scope="module")
def page(tournament: Tournament) -> Element:
    return tree(ms.report(tournament))


def teams() -> TeamTournament:
    """Four teams before round two; three of them have their players."""
    squads = [("Nord", 4), ("Ost", 4), ("Süd", 2), ("West", 0)]
    games = {1: (3, "w", "W"), 2: (4, "b", "D"), 3: (1, "b", "L"), 4: (2, "w", "D")}
    return TeamTournament(
        tuple(Participant(n, name, 2400 - n, (Game(*games[n]),)) for n, (name, _) in enumerate(squads, 1)),
        system="ecu",
        rounds=3,
        round=2,
        initial_colour="white",
        scoring=ms.Scoring.teams(),
        teams=tuple(
            Team(n, name, tuple(TeamPlayer(10 * n + k, f"{name} {k}", 2400) for k in range(1, size + 1)))
            for n, (name, size) in enumerate(squads, 1)
        ),
        board_count=4,
    )


def rows_of(table: Element) -> list[list[str]]:
    (body,) = table.all("tbody")
    return [[cell.text for cell in row.children if isinstance(cell, Element)] for row in body.all("tr")]


# ---- what is on it -------------------------------------------------------------------------------------


def test_every_pair_is_listed_in_board_order(tournament: Tournament, page: Element) -> None:
    pairing = ms.pair(tournament)
    who = {p.number: p for p in tournament.participants}

    def side(number: int) -> str:
        rating = f" {who[number].rating}" if who[number].rating else ""
        return f"{number} {who[number].name}{rating}"

    def score(number: int) -> str:
        return points(tournament.score(who[number]))

    listed = rows_of(page.one("table", class_="pairings"))
    assert listed[:-1] == [
        [str(board), side(white), score(white), "", score(black), side(black)]
        for board, (white, black) in enumerate(pairing.pairs, 1)
    ]
    assert pairing.bye is not None
    assert listed[-1] == [
        "bye",
        side(pairing.bye),
        score(pairing.bye),
        "",
        "",
        "pairing-allocated bye",
    ]
    plates = [plate.classes - {"plate"} for plate in page.one("table", class_="pairings").all(class_="plate")]
    assert plates == [{"w"}, {"b"}] * len(pairing.pairs) + [set()]


def test_the_head_says_what_was_paired_and_how(page: Element) -> None:
    assert page.one("head").one("title").children == ["Round 5 – Harbour Open"]
    assert page.one("h1").text == "Round 5 of 7"
    facts = {e.one("dt").text: e.one("dd").text for e in page.one("dl").all("div")}
    assert facts == {
        "Rules": "FIDE C.04.4.3, Lim system (in force from 2026-02-01)",
        "Paired": "22 of 23 players, and one has the bye",
        "Colour of #1": "White",
    }


def test_what_is_chosen_by_hand_is_said() -> None:
    t = event("1 0 r2400\n2 0\n3 0\n4 0", round=1, met="1-2 3-4", maxi=True)
    with pytest.warns(UserWarning, match="colour drawn"):
        head = tree(ms.report(replace(t, initial_colour=None))).one("dl").text
    assert "Kind maxi-tournament" in head
    assert "Not to be paired 1–2, 3–4" in head
    assert "Colour of #1 White, as nobody said" in head
    many = tuple((1, n) for n in range(2, 52))
    players = tuple(Participant(n) for n in range(1, 101))
    head = tree(ms.report(Tournament(players, "lim", 9, 1, "white", forbidden=many))).one("dl").text
    assert head.endswith("1–30, 1–31 and 20 more")
    with pytest.warns(UserWarning, match="number of rounds"):
        head = tree(ms.report(replace(teams(), rounds=None), ranking="number")).one("dl").text
    assert "Level on points by number" in head


def test_who_is_absent_is_said_with_the_reason() -> None:
    t = event("1 1 1\n2 1 1 absent\n3 0 0\n4 0 0 absent", round=1)
    requested = {2: "H", 4: None}
    t = replace(t, participants=tuple(replace(p, requested=requested.get(p.number)) for p in t.participants))
    absent = tree(ms.report(t)).one("ul", class_="absent")
    assert [item.text for item in absent.all("li")] == ["2 #2 (half-point bye)", "4 #4 (absent)"]


def test_each_board_has_its_explanation(page: Element, explained: Any) -> None:
    for board, (white, black) in enumerate(explained.pairing.pairs, 1):
        why = page.one("article", id=f"why-{board}")
        assert tuple(item.text for item in why.all("li")) == explained.of_pair(white, black)
    why = page.one("article", id="why-bye")
    assert tuple(item.text for item in why.all("li")) == explained.of(explained.pairing.bye)


def test_a_click_on_a_pair_leads_to_its_explanation(page: Element, explained: Any) -> None:
    places = [*range(1, len(explained.pairing.pairs) + 1), "bye"]
    for place in places:
        row = page.one("tr", id=f"board-{place}")
        assert [link["href"] for link in row.all("a")] == [f"#why-{place}"]
    picture = page.one("svg", class_="round")
    assert sorted(link["href"] for link in picture.all("a")) == sorted(f"#why-{place}" for place in places)


def test_the_standings_have_everybody_once_and_the_next_board(tournament: Tournament, page: Element) -> None:
    table = ms.standings(tournament)
    listed = rows_of(page.one("table", class_="standings"))
    assert [row[0] for row in listed] == [str(line.rank) for line in table.rows]
    assert [row[1].split()[0] for row in listed] == [str(line.number) for line in table.rows]
    assert [row[2] for row in listed] == [points(round(line.points * 10)) for line in table.rows]
    assert [tuple(row[3:-2]) for row in listed] == [line.texts() for line in table.rows]
    heads = page.one("table", class_="standings").one("thead").all("th", class_="tiebreak")
    assert tuple(head.text for head in heads) == table.tiebreaks
    assert heads[1].one("abbr")["title"] == "Buchholz"
    for row in page.one("table", class_="standings").one("tbody").all("tr"):
        number = row.one("th").text.split()[0]
        for link in row.all("a"):
            board = page.one("tr", id=link["href"].removeprefix("#"))
            colour = "w" if "w" in link.classes else "b"
            assert number in [plate.text for plate in board.all("span", class_=f"plate {colour}")]


def test_the_games_so_far_are_told_with_colour_and_result(page: Element) -> None:
    first = page.one("table", class_="standings").one("tbody").all("tr")[0]
    assert first.one("th").text.startswith("7 Gruber, Tilda")
    games = first.one("span", class_="games").all("i")
    assert [(game.text, game.get("class")) for game in games] == [
        ("1", "w"),
        ("1", "b"),
        ("1", "b"),
        ("1", "w"),
    ]
    assert games[1]["aria-label"] == "Round 2: Black against 23, won"


def test_the_tiebreaks_are_those_asked_for(tournament: Tournament) -> None:
    def codes(page: str) -> list[str]:
        heads = tree(page).one("table", class_="standings").one("thead").all("th", class_="tiebreak")
        return [head.text for head in heads]

    assert codes(ms.report(tournament, tiebreaks=["WIN", "SB"])) == ["WIN", "SB"]
    with pytest.raises(ms.UnknownTiebreak):
        ms.report(tournament, tiebreaks=["LUCK"])


def test_the_standings_of_teams_are_by_match_points() -> None:
    page = tree(ms.report(ms.generate("ecu", teams=20, rounds=7, played=3, seed=1)))
    standings = page.one("section", id="standings")
    points = [float(cell.text.replace("½", ".5")) for cell in standings.all("td", class_="points")]
    assert len(points) == 20
    assert points == sorted(points, reverse=True)


def test_tiebreaks_of_the_file_that_cannot_be_told_are_left_out_aloud() -> None:
    """They are no reason to have no page; those asked for are."""
    for codes, reason in {
        b"BH,LUCK": "unknown tie-break 'LUCK'",
        b"BH,EDE": "tie-break EDE is one of teams",
        b"BH:GP": "tie-break BH:GP: only teams have match points and game points",
    }.items():
        t = ms.read_trf(BytesIO(OPEN.read_bytes() + b"202 " + codes + b"\n"))
        standings = tree(ms.report(t)).one("section", id="standings")
        assert standings.one("p", class_="note").text.startswith(f"By points alone: {reason}")
        assert standings.all("th", class_="tiebreak") == []
    with pytest.raises(ms.InvalidTournament, match="game points"):
        ms.report(teams(), tiebreaks=["GPTS"])


def test_the_boards_of_teams_have_colours_and_players_as_far_as_they_are_known() -> None:
    t = teams()
    page = tree(ms.report(t))
    names = {team.number: team.name for team in t.teams}
    sizes = {team.number: len(team.players) for team in t.teams}
    tables = page.all("table", class_="match")
    assert len(tables) == 2
    for board, (one, other) in enumerate(ms.pair(t).pairs, 1):
        table = tables[board - 1]
        assert table.one("caption").text == f"{board} {names[one]} – {names[other]}"
        for k, row in enumerate(rows_of(table), 1):
            first, second = ("White", "Black") if k % 2 else ("Black", "White")
            players = [f"{names[n]} {k}" if k <= sizes[n] else "" for n in (one, other)]
            assert row == [str(k), f"{first} {players[0]}".strip(), f"{second} {players[1]}".strip()]


def test_players_have_no_boards_of_teams(page: Element) -> None:
    assert page.all("table", class_="match") == []
    without = replace(teams(), teams=tuple(replace(team, players=()) for team in teams().teams))
    assert tree(ms.report(without)).all("table", class_="match") == []


# ---- the picture ---------------------------------------------------------------------------------------


def test_the_picture_names_its_pairs_and_participants(tournament: Tournament, page: Element) -> None:
    picture = page.one("svg", class_="round")
    named = [link["aria-label"] for link in picture.all("a")]
    who = {p.number: p for p in tournament.participants}
    for board, (white, black) in enumerate(ms.pair(tournament).pairs, 1):
        text = f"Board {board}: White {white} {who[white].name}, Black {black} {who[black].name}"
        assert [label for label in named if label.startswith(text)]
    titles = [chip.one("title").children[0] for chip in picture.all("g", class_="chip")]
    assert any(
        str(title).startswith("7 Gruber, Tilda, 2269, 4 points; colours: White, Black, Black, White")
        for title in titles
    )
    assert len(titles) == 23


def test_the_median_is_marked(page: Element) -> None:
    picture = page.one("svg", class_="round")
    (median,) = [column for column in picture.all("g", class_="column") if "median" in column.classes]
    assert median.one("text", class_="score").text == "2"
    assert "median" in median.one("text", class_="count").text


def test_every_floater_is_an_arrow(tournament: Tournament, page: Element) -> None:
    picture = page.one("svg", class_="round")
    told = [str(g.one("title").children[0]) for g in picture.one("g", class_="arrows").all("g")]
    names = {p.number: p.name for p in tournament.participants}
    expected = [
        f"{f.number} {names[f.number]}: {group_points(round(f.from_score * 20))} to "
        f"{group_points(round(f.to_score * 20))}"
        for f in ms.pair(tournament).floaters
    ]
    assert expected
    assert sorted(told) == sorted(expected)


def test_round_one_is_one_column() -> None:
    t = event("\n".join(f"{n} 0" for n in range(1, 42)), round=1)
    picture = tree(ms.report(t)).one("svg", class_="round")
    (column,) = picture.all("g", class_="column")
    assert column.one("text", class_="score").text == "Round one"
    assert len(column.all("a")) == 21


@pytest.mark.parametrize("present", [0, 1])
def test_a_round_of_nobody_or_of_a_bye_alone(present: int) -> None:
    t = event("1 0 Z\n2 0 Z absent" if present else "1 0 Z absent", round=2)
    page = tree(ms.report(t))
    assert len(page.all("tr", id="board-bye")) == present
    assert page.all("tr", id="board-1") == []
    facts = {e.one("dt").text: e.one("dd").text for e in page.one("dl").all("div")}
    assert facts["Paired"] == ("0 of 2 players, and one has the bye" if present else "0 of 1 players")


# ---- that it is whole and safe -------------------------------------------------------------------------

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "</title></style></svg><b>",
    "&lt;&amp;&#60;",
    "a\x00b\x1b[31m\nc\u2028d",
    "\u202eesrever\u2066",
    "\ud800 alone",
    "نام\u200cخانوادگی",
    "-->]]>",
    "x" * 500,
)


def hostile() -> Tournament:
    names = [*HOSTILE, "Absent <i>", "Late <u>"]
    players = [Participant(n, name, 2000, (Game(None, None, "Z"),)) for n, name in enumerate(names, 1)]
    players[-2] = replace(players[-2], present=False)
    return Tournament(tuple(players), "lim", 9, 2, "white", name="Open <script> & \x07 friends")


def test_names_do_no_harm() -> None:
    text = ms.report(hostile())
    page = tree(text)
    assert text.isascii() or text.encode("utf-8")
    assert all(c.isprintable() or c in "\n\u200c\u200d" for c in text)
    shown = {bdi.text for bdi in page.all("bdi")}
    for name in HOSTILE:
        assert one_line(name) in shown
    assert page.all("script") == page.all("img") == page.all("b", onerror="x") == []
    plain = ms.report(
        replace(hostile(), name="", participants=tuple(replace(p, name="") for p in hostile().participants))
    )
    assert {e.tag for e in page.all()} <= {e.tag for e in tree(plain).all()} | {"p", "bdi"}
    assert all(not name.startswith("on") for e in page.all() for name in e.attributes)


@given(st.text(st.characters(codec=None), max_size=30))
@settings(max_examples=50)
def test_a_name_of_any_characters_can_be_written(name: str) -> None:
    t = Tournament((Participant(1, name), Participant(2, name)), "lim", 9, 1, "white", name=name)
    page = tree(ms.report(t))
    page_names = [bdi.text for bdi in page.one("table", class_="pairings").all("bdi")]
    assert page_names == [" ".join(one_line(name).split()) or f"#{n}" for n in (1, 2)]


def test_it_asks_for_nothing_beside_it(page: Element) -> None:
    for element in page.all():
        assert element.tag not in {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
        for name in ("src", "srcset", "data", "action", "poster", "xlink:href"):
            assert name not in element.attributes
        if "href" in element.attributes:
            assert element["href"].startswith("#")
        for value in element.attributes.values():
            assert all(url.startswith("#") for url in re.findall(r"url\(([^)]*)\)", value))
    css = str(page.one("style").children[0])
    assert "url(" not in css
    assert "@import" not in css
    policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"})["content"]
    assert "default-src 'none'" in policy


def pages() -> Iterator[tuple[str, Tournament]]:
    yield "open", ms.read_trf(OPEN)
    yield "teams", teams()
    yield "hostile", hostile()
    yield "nobody", event("1 0 Z absent", round=2)


@pytest.fixture(scope="module", params=list(pages()), ids=lambda both: both[0])
def any_page(request: pytest.FixtureRequest) -> Element:
    return tree(ms.report(request.param[1]))


def test_ids_are_unique_and_every_reference_resolves(any_page: Element) -> None:
    ids = [e["id"] for e in any_page.all() if "id" in e.attributes]
    assert len(set(ids)) == len(ids)
    for element in any_page.all():
        if "href" in element.attributes:
            assert element["href"].removeprefix("#") in ids
        for name in ("aria-labelledby", "aria-describedby", "for"):
            assert set(element.get(name).split()) <= set(ids)
        for value in element.attributes.values():
            assert set(re.findall(r"url\(#([^)]*)\)", value)) <= set(ids)


def test_the_same_tournament_gives_the_same_page(tournament: Tournament) -> None:
    assert ms.report(tournament) == ms.report(ms.read_trf(OPEN))


@pytest.mark.parametrize("system", SYSTEMS)
def test_any_round_has_its_page(system: str) -> None:
    """Among them: byes, absences, cracked pairings, negative scores, groups of floaters only."""
    written = cracked = 0
    for t in islice(rounds_from(11, system), 120):
        try:
            pairing = ms.pair(t)
        except ms.ImpossiblePairing:
            continue
        page = tree(ms.report(t))
        assert len(page.one("svg", class_="round").all("g", class_="chip")) == (
            2 * len(pairing.pairs) + (pairing.bye is not None)
        )
        moves = len(page.one("svg", class_="round").one("g", class_="arrows").all("g"))
        assert moves == len(pairing.floaters) + 2 * pairing.cracked
        written += 1
        cracked += pairing.cracked > 0
    assert written > 90
    assert cracked > 2 or system != "lim"


# ---- that everybody can read it ------------------------------------------------------------------------


def test_landmarks_headings_and_language(any_page: Element) -> None:
    assert any_page.one("html")["lang"] == "en"
    for landmark in ("header", "main", "nav", "footer"):
        any_page.one(landmark)
    levels = [int(e.tag[1]) for e in any_page.all() if re.fullmatch(r"h\d", e.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for section in any_page.all("section"):
        assert section["aria-labelledby"]


def test_tables_have_headers_with_a_scope(any_page: Element) -> None:
    for table in any_page.all("table"):
        headers = table.one("thead").all("th")
        assert headers
        assert all(th["scope"] == "col" and th.text for th in headers)
        for row in table.one("tbody").all("tr"):
            assert [th["scope"] for th in row.all("th")] == ["row"]
            assert len([c for c in row.children if isinstance(c, Element)]) == len(headers)


def test_everything_drawn_has_a_name(any_page: Element) -> None:
    for svg in any_page.all("svg"):
        named = svg.get("aria-label") or svg.get("aria-labelledby") or svg.get("aria-hidden") == "true"
        assert named, svg.attributes
    picture = any_page.one("svg", class_="round")
    assert picture.all("title")[0]["id"] == "picture-name"
    assert picture.one("desc").children
    for link in picture.all("a"):
        assert link["aria-label"]
    for kind in ("chip", "ghost"):
        for group in picture.all("g", class_=kind):
            assert group.one("title").children
    for game in any_page.all("i"):
        assert game.get("aria-label") or game.text


def palettes(css: str) -> dict[str, dict[str, str]]:
    """The colours by day, by night and on paper."""
    found = re.findall(r"(?:@media ([^{]*)\{\s*)?:root \{([^}]*--paper[^}]*)\}", css)
    colour = re.compile(r"--([\w-]+): (#\w{6});")
    named = {(media or "day").strip(): dict(colour.findall(body)) for media, body in found}
    assert set(named) == {"day", "(prefers-color-scheme: dark)", "print"}
    return named


def luminance(colour: str) -> float:
    channels = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


TEXTS = [
    ("ink", ("paper", "card", "field", "arrived")),
    ("soft", ("paper", "card", "field")),
    ("link", ("paper", "card", "field")),
    ("float", ("field",)),
    ("median-ink", ("median",)),
    ("cracked", ("field",)),
]
SHAPES = [
    ("edge", ("paper", "card", "field", "arrived")),
    ("float", ("field", "median", "card")),
    ("cracked", ("field", "median")),
    ("median-ink", ("card",)),
    ("link", ("card",)),
]


def test_contrast_is_known() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("media", ["day", "(prefers-color-scheme: dark)", "print"])
def test_colours_have_the_contrast_of_wcag_aa(page: Element, media: str) -> None:
    colours = palettes(str(page.one("style").children[0]))[media]
    for least, pairs in ((4.5, TEXTS), (3.0, SHAPES)):
        for front, backs in pairs:
            for back in backs:
                assert contrast(colours[front], colours[back]) >= least, (front, back)
    assert contrast("#1c1b19", colours["white"]) >= 4.5
    assert contrast("#ffffff", colours["black"]) >= 4.5
    assert contrast(colours["white"], colours["black"]) >= 4.5


def test_every_colour_has_a_name(page: Element) -> None:
    """So that the test of contrast knows them; but for what stands on the plates, and a shadow."""
    css = str(page.one("style").children[0])
    rest = re.sub(r":root \{[^}]*\}", "", css)
    assert set(re.findall(r"#[0-9a-f]{3,8}\b(?![\w-]*[ ,{:.])", rest)) <= {"#1c1b19", "#ffffff", "#4c4943"}
    used = set(re.findall(r"var\(--([\w-]+)\)", css)) - {"width"}
    for colours in palettes(css).values():
        assert used == set(colours)


# ---- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tenths", "text"), [(0, "0"), (5, "½"), (35, "3½"), (40, "4"), (37, "3.7"), (-5, "−½"), (-12, "−1.2")]
)
def test_points(tenths: int, text: str) -> None:
    assert points(tenths) == text


@pytest.mark.parametrize(
    ("twentieths", "text"), [(0, "0"), (50, "2½"), (45, "2.25"), (-10, "−½"), (-5, "−0.25")]
)
def test_group_points(twentieths: int, text: str) -> None:
    assert group_points(twentieths) == text


# ---- the command ---------------------------------------------------------------------------------------


def test_the_command_writes_the_page(
    tournament: Tournament, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    result = call(capfd, "report", OPEN, "-o", tmp_path / "round.html")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert (tmp_path / "round.html").read_text(encoding="utf-8") == ms.report(tournament)


def test_the_command_writes_to_standard_output_too(
    tournament: Tournament, capfd: pytest.CaptureFixture[str]
) -> None:
    assert call(capfd, "report", OPEN).stdout == ms.report(tournament)


def test_the_choices_of_the_command_win(capfd: pytest.CaptureFixture[str]) -> None:
    result = call(capfd, "report", OPEN, "--rounds", "9", "--initial-colour", "black", "--maxi")
    assert result.stdout == ms.report(ms.read_trf(OPEN), rounds=9, initial_colour="black", maxi=True)
    assert "of 9" in tree(result.stdout).one("h1").text


def test_a_terminal_is_no_browser(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    result = call(capfd, "report", OPEN)
    assert result.returncode == 2
    assert complaint(result) == (
        "medianswiss: a page is for a browser, not for a terminal: give -o OUT; see medianswiss report --help"
    )


def test_without_jinja2_it_says_so(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    result = call(capfd, "report", OPEN, "-o", tmp_path / "round.html")
    assert result.returncode == 3
    assert "jinja2 is not installed: pip install 'medianswiss[report]'" in complaint(result)
    assert list(tmp_path.iterdir()) == []
