"""The page of a round as a browser shows it: its layout, a click, the keyboard, by night, on paper."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jinja2")

import medianswiss as ms
from browser import DARK, measured, needs_chromium, painted, printed
from medianswiss import Participant, Tournament
from test_report import OPEN, hostile, palettes, teams

pytestmark = [
    needs_chromium,
    pytest.mark.unsanitized(reason="the browser is not ours, and large"),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("page"), ms.read_trf(OPEN))


def saved(folder: Path, tournament: Tournament) -> Path:
    path = folder / "round.html"
    path.write_text(ms.report(tournament), encoding="utf-8")
    return path


def large() -> Tournament:
    """A hundred players of round one, some with names as long as a file has room for."""
    long = "Wolfeschlegelsteinhausenbergerdorff"
    names = (f"{long[: 5 + n % 30]}, {'Hubert ' * (n % 4)}" for n in range(1, 101))
    players = tuple(Participant(n, name, 2700 - 7 * n) for n, name in enumerate(names, 1))
    return Tournament(players, "lim", 9, 1, "white", name="Long Names Open")


def bye_alone() -> Tournament:
    """One player, who has the bye."""
    return Tournament((Participant(1, "Adams, Ann", 2000),), "lim", 5, 1, "white")


LAYOUT = """
return {
  scroll: page.documentElement.scrollWidth,
  rows: [...page.querySelectorAll(".pairings tbody tr")].map((row) => {
    const texts = [...row.querySelectorAll(".plate, .name, .points")].filter((e) => e.textContent);
    const hidden = (e) => e.scrollWidth - e.clientWidth;
    return {id: row.id, box: box(row), texts: texts.map((e) => [e.textContent, box(e), hidden(e)])};
  }),
};
"""


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("made", [lambda: ms.read_trf(OPEN), teams, hostile, large])
def test_all_boards_are_seen_and_nothing_is_wider_than_the_window(
    made: Any, width: int, tmp_path: Path
) -> None:
    tournament = made()
    layout = measured(saved(tmp_path, tournament), LAYOUT, width=width)
    assert layout["scroll"] == width
    pairing = ms.pair(tournament)
    places = [f"board-{n}" for n in range(1, len(pairing.pairs) + 1)]
    assert [row["id"] for row in layout["rows"]] == places + ["board-bye"] * (pairing.bye is not None)
    for row in layout["rows"]:
        assert row["box"]["height"] > 10
        assert len(row["texts"]) >= 3
        for text, box, hidden in row["texts"]:
            assert 0 <= box["left"] <= box["right"] <= width, text
            assert box["height"] > 8
            assert hidden <= 0, text


def test_rows_do_not_lie_on_each_other(page: Path) -> None:
    rows = measured(page, LAYOUT, width=390)["rows"]
    assert all(a["box"]["bottom"] <= b["box"]["top"] + 1 for a, b in pairwise(rows))


@pytest.mark.parametrize("made", [lambda: ms.read_trf(OPEN), bye_alone])
def test_the_headings_of_the_pairings_stand_on_one_line(made: Any, tmp_path: Path) -> None:
    """Also where nobody is paired, and no result needs room."""
    page = saved(tmp_path, made())
    headings = measured(
        page, 'return [...page.querySelectorAll(".pairings thead th")].map((e) => box(e).height);'
    )
    assert len(headings) == 6
    assert all(height < 30 for height in headings)


CLICK = """
const where = page.querySelector("%s");
where.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, view: frame.contentWindow}));
const shown = page.querySelector(":target");
return {id: shown.id, position: style(shown).position, box: box(shown), text: shown.innerText,
        close: box(shown.querySelector(".close"))};
"""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("link", ["#board-3 a", "svg.round a[href='#why-3']"])
def test_a_click_on_a_pair_shows_its_explanation_where_one_looks(page: Path, link: str, width: int) -> None:
    shown = measured(page, CLICK % link, width=width, height=800)
    explained = ms.explain(ms.read_trf(OPEN))
    assert shown["id"] == "why-3"
    assert shown["position"] == "fixed"
    for box in (shown["box"], shown["close"]):
        assert 0 <= box["left"] < box["right"] <= width
        assert 0 <= box["top"] < box["bottom"] <= 800
    for sentence in explained.of_pair(*explained.pairing.pairs[2]):
        assert sentence in shown["text"]


def test_it_can_be_closed(page: Path) -> None:
    closing = (
        'page.querySelector("#board-3 a").click(); const why = page.querySelector("#why-3");'
        'why.querySelector(".close").click(); return style(why).position;'
    )
    assert measured(page, closing) == "relative"


@pytest.mark.parametrize("link", ["nav a", "#board-1 a", ".scroll", ".printing input", "a.skip"])
def test_the_focus_of_the_keyboard_is_seen(page: Path, link: str) -> None:
    focus = (
        f'const e = page.querySelector("{link}"); e.focus(); const s = style(e);'
        "return [page.activeElement === e, s.outlineStyle, parseFloat(s.outlineWidth), box(e).left];"
    )
    focused, kind, width, left = measured(page, focus)
    assert (focused, kind) == (True, "solid")
    assert width >= 2
    assert left >= 0


def test_the_focus_is_seen_in_the_picture(page: Path) -> None:
    focus = (
        'const e = page.querySelector("svg.round a"), paper = e.querySelector(".paper");'
        "const before = style(paper).strokeWidth; e.focus();"
        "return [page.activeElement === e, parseFloat(before), parseFloat(style(paper).strokeWidth)];"
    )
    focused, before, after = measured(page, focus)
    assert focused
    assert after >= before + 2


def test_the_picture_is_drawn_within_its_frame(page: Path) -> None:
    drawn = measured(
        page,
        """const svg = page.querySelector("svg.round");
        const parts = svg.querySelectorAll(".paper, .field, .ghost rect, .float, text");
        return {svg: box(svg), parts: [...parts].map(box)};""",
    )
    frame = drawn["svg"]
    assert len(drawn["parts"]) > 50
    for part in drawn["parts"]:
        assert part["left"] >= frame["left"] - 1
        assert part["right"] <= frame["right"] + 1
        assert part["top"] >= frame["top"] - 1
        assert part["bottom"] <= frame["bottom"] + 1


@pytest.mark.parametrize("made", [lambda: ms.read_trf(OPEN), large, hostile])
def test_names_stay_within_their_cards(made: Any, tmp_path: Path) -> None:
    over = measured(
        saved(tmp_path, made()),
        """return [...page.querySelectorAll("svg.round a")].flatMap((card) => {
            const paper = box(card.querySelector(".paper"));
            return [...card.querySelectorAll(".name, path")].map((e) => box(e).right - paper.right);
        });""",
    )
    assert over
    assert max(over) <= 0.5


def test_no_script_runs(tmp_path: Path) -> None:
    page = saved(tmp_path, hostile())
    text = page.read_text(encoding="utf-8")
    assert measured(page, 'return page.querySelectorAll("script, img, iframe").length') == 0
    page.write_text(text.replace("</main>", "<script>document.title = 'run'</script></main>"), "utf-8")
    assert measured(page, "return page.title") != "run"  # even if one got in


# ---- what is painted -----------------------------------------------------------------------------------


def share(picture: Any, colour: str) -> float:
    """How much of a picture has that very colour."""
    wanted = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return float((picture == wanted).all(axis=2).mean())


@pytest.mark.parametrize(
    ("options", "media"), [((), "day"), ((DARK,), "(prefers-color-scheme: dark)")], ids=["day", "night"]
)
def test_a_screenshot_has_the_colours_of_the_page(page: Path, options: tuple[str, ...], media: str) -> None:
    picture = painted(page, *options, width=1000, height=2400)
    assert picture.shape == (2400, 1000, 3)
    colours = palettes(page.read_text(encoding="utf-8"))[media]
    assert 0.5 < share(picture, colours["paper"]) < 0.95
    areas = {"field": 0.01, "median": 0.003, "ink": 0.002, "card": 0.005, "black": 0.002}
    for name, least in areas.items():
        assert share(picture, colours[name]) > least, name
    for name in ("float", "link", "arrived", "line", "soft"):
        assert share(picture, colours[name]) > 0, name


def test_an_empty_page_would_be_noticed(tmp_path: Path) -> None:
    empty = tmp_path / "empty.html"
    empty.write_text("<!doctype html><title>nothing</title>")
    assert share(painted(empty, width=300, height=200), "#ffffff") == 1


# ---- on paper ------------------------------------------------------------------------------------------

A4, A4_ACROSS = (210, 297), (297, 210)


def sizes(page: Path) -> list[tuple[int, int]]:
    return [(round(width), round(height)) for width, height in printed(page)]


def test_it_is_printed_on_a4_and_the_picture_across(page: Path) -> None:
    sheets = sizes(page)
    assert sheets[0] == A4
    assert sheets.count(A4_ACROSS) == 1
    assert sheets.count(A4) == len(sheets) - 1
    assert len(sheets) == 3


@pytest.mark.parametrize("players", [40, 150, 400])
def test_the_picture_and_its_legend_are_one_sheet(players: int, tmp_path: Path) -> None:
    t = ms.generate(players=players, rounds=11, played=8, seed=players)
    page = saved(tmp_path, t)
    assert "an exchange" in page.read_text(encoding="utf-8")
    assert sizes(page).count(A4_ACROSS) == 1


def test_what_is_not_wanted_is_not_printed(page: Path, tmp_path: Path) -> None:
    """The choices of the page, made here in a copy of it; the explanations are left out unless wanted."""
    text = page.read_text(encoding="utf-8")
    for what in ("picture", "standings"):
        assert f'id="print-{what}" checked' in text
        text = text.replace(f'id="print-{what}" checked', f'id="print-{what}"')
    copy = tmp_path / "copy.html"
    copy.write_text(text, encoding="utf-8")
    assert sizes(copy) == [A4]
    assert 'id="print-why">' in text
    copy.write_text(text.replace('id="print-why">', 'id="print-why" checked>'), encoding="utf-8")
    assert len(sizes(copy)) > 1
