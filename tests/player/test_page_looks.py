"""How the page looks, in a real browser: sizes, themes, languages, without script; and its policy."""

from __future__ import annotations

import re
import subprocess
from typing import Any, Final

import pytest
from conftest import need
from player.visiting import MEASURE, TABS, checked

from touhu_music.language import Language
from touhu_music.player.building import to_html
from touhu_music.witnessfile import Witness

SIZES: Final = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900))
THEMES: Final = ("light", "dark", "contrast")


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_or_overlaps_and_all_can_be_touched(
    visit: Any, size: tuple[int, int], large: bool
) -> None:
    with visit("#lu-2/archery/120", size) as page:
        if large:
            page.evaluate("document.documentElement.classList.add('large')")
        for tab in TABS:
            page.click(f"[data-value={tab}]")
            page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
            if tab == "play":
                page.click("[data-choice=picture] [data-value=all]")
                page.evaluate("document.querySelector('[data-toggle=ramp]').click()")
            if tab == "check":
                checked(page, "○□○○□□○○半○□○□○○○○□○□○")
            assert page.evaluate(MEASURE) == [], tab
        page.click("[data-value=play]")
        page.evaluate("scrollTo(0, 0)")
        assert page.locator("#giant").bounding_box()["y"] < size[1] / 2
        start = page.locator("#start").bounding_box()
        assert start["y"] + start["height"] <= size[1]
        assert start["width"] * start["height"] > 5000


@pytest.mark.parametrize("size", SIZES[:3], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", list(Language))
def test_words_of_every_language_have_room(visit: Any, language: Language, size: tuple[int, int]) -> None:
    with visit("#xue-2/archery/120/song-lishou", size) as page:
        page.click("#display summary")
        page.click(f"[data-choice=language] [data-value={language}]")
        sheet = page.locator(".sheet").bounding_box()
        assert sheet["x"] >= 0
        assert sheet["x"] + sheet["width"] <= size[0]
        page.click("#display summary")
        for tab in TABS:
            page.click(f"[data-value={tab}]")
            assert page.evaluate(MEASURE) == [], tab


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    npm = need("npm")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(
        [npm, "install", "--silent", "--no-save", "--prefix", str(folder), "axe-core@4.14.1"],
        capture_output=True,
        timeout=300,
    )
    if done.returncode:
        pytest.skip("axe-core cannot be fetched")
    return (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(visit: Any, axe: str, theme: str, scheme: str) -> None:
    with visit(
        "#xue-2@C/archery/120/song-zouyu-yu/all/rite-liji.exchange.2.3.33.0.ggh__",
        bypass_csp=True,
        color_scheme=scheme,
    ) as page:
        page.evaluate(axe)
        page.click("#display summary")
        page.click(f"[data-choice=theme] [data-value={theme}]")
        for tab in TABS:
            page.evaluate("document.getElementById('display').open = false")
            page.click(f"[data-value={tab}]")
            if tab == "check":
                checked(page, "○□○○半○□○")
            page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
            found = page.evaluate(
                """async () => (await axe.run(document)).violations.map(({id, nodes}) =>
                  `${id}: ${nodes.map(({html}) => html).join(" ").slice(0, 300)}`)"""
            )
            assert found == [], tab


def test_the_theme_of_the_system_is_followed(visit: Any) -> None:
    colors = []
    for scheme in ("light", "dark"):
        with visit(color_scheme=scheme) as page:
            colors.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(set(colors)) == 2


def test_without_script_the_rows_are_shown_with_their_sources(
    browser: Any, address: str, books: tuple[Witness, ...]
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(address)
    rows = [reading for book in books for reading in book.readings if reading.name]
    forms = {(reading.name, str(reading.cadence)) for reading in rows}
    assert page.locator("#plain figure").count() == len(forms)
    printed = page.inner_text("#plain")
    assert all(f"{reading.witness} {reading.source}" in printed for reading in rows)
    assert page.locator("#plain .plain-row").first.bounding_box()["width"] > 200
    assert page.locator("#plain p[lang]").count() == len(Language)
    assert "Sound needs JavaScript" in page.inner_text("#plain")
    assert not page.is_visible("#app")
    context.close()


def test_what_can_be_run_is_named_by_its_hash_alone(books: tuple[Witness, ...]) -> None:
    text = to_html(books, Language.ENGLISH).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert "default-src &#39;none&#39;" in policy[1]
    assert "unsafe" not in policy[1]
    body = text[text.index("<body>") : text.index('<script type="application/json"')]
    assert not re.search(r"\s(?:style|on[a-z]+)=", body)
    assert len(text.encode()) < 1_000_000
