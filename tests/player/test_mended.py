"""Faults that were mended in the player: in public, focus, long rows and texts, interruptions, print."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any, Final
from urllib.parse import quote

import pypdf
import pytest
from player.visiting import checked, fragment_of, playing, until

ALL_OPEN: Final = "document.querySelectorAll('details.card').forEach((it) => { it.open = true; })"


def slid(page: Any, slider: str, value: int) -> None:
    page.evaluate(
        """([slider, value]) => {
          const it = document.querySelector(slider);
          it.value = value;
          it.dispatchEvent(new Event("input", {bubbles: true}));
        }""",
        [slider, value],
    )


def test_in_public_everything_is_as_at_first_for_who_comes_next(visit: Any) -> None:
    with visit("#kiosk") as page:
        page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
        for slider in ("#volume-pi", "#volume-gu", "#volume-click"):
            slid(page, slider, 0)
        slid(page, "#delay", 500)
        slid(page, "#input-delay", 300)
        for button in (
            "[data-choice=theme] [data-value=contrast]",
            "[data-toggle=large]",
            "[data-toggle=flash]",
            "[data-toggle=full]",
        ):
            page.evaluate(f'document.querySelector("{button}").click()')
        page.clock.install()
        page.evaluate("document.body.dispatchEvent(new Event('pointerdown', {bubbles: true}))")
        page.clock.fast_forward(61_000)
        assert [page.input_value(f"#volume-{voice}") for voice in ("pi", "gu", "click")] == ["100"] * 3
        assert page.input_value("#delay") == page.input_value("#input-delay") == "0"
        assert page.get_attribute("html", "data-theme") == "system"
        assert not page.get_attribute("html", "class")
        assert page.get_attribute("body", "class") == "kiosk"
        assert page.locator("details[open]").count() == 1
        assert page.evaluate("Object.keys(localStorage)") == []


def test_what_had_the_focus_keeps_it_or_the_page_has_it(visit: Any) -> None:
    with visit("#lu-1/archery/60", (1200, 900)) as page:
        page.focus(".leaf .stroke[tabindex='0']")
        for _ in range(2):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("m")
        place = """[...document.querySelectorAll(".leaf .stroke")].indexOf(document.activeElement)"""
        assert page.evaluate(place) == 2
        assert page.locator(".leaf .stroke[tabindex='0']").count() == 1
        page.keyboard.press("3")
        assert page.evaluate(place) == 2
        page.click("[data-choice=tab] [data-value=compare]")
        page.focus(".variant")
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.className") == "variant"
        page.click("[data-choice=tab] [data-value=check]")
        checked(page, "○□○○□□○○半○□○□○○○○□○□○")
        page.focus("#answer button")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_a_long_row_goes_into_a_link_and_back(visit: Any) -> None:
    before, after = "○□" * 2400, "○□○" * 60
    with visit("#lu-1/touhu/60/check") as page:
        checked(page, f"{before}半{after}")
        page.click("#answer button")
        fragment = fragment_of(page)
        assert fragment.startswith(f"#{quote(before)}")
        page.reload()
        assert page.inner_text("#row-title") == "Your own row · Touhu"
        assert page.locator(".leaf .stroke").count() == len(before + after)
        assert not page.is_visible("#notice")


def test_the_message_of_an_interruption_stays_and_stop_stops(visit: Any) -> None:
    with visit() as page:
        page.click("#start")
        until(page, "document.querySelector('.lit')")
        page.evaluate(
            "contexts[0].resume = () => Promise.reject(new Error('not now')), contexts[0].suspend()"
        )
        until(page, "!document.getElementById('notice').hidden")
        page.click("#faster")
        page.keyboard.press("4")
        assert "paused the sound" in page.inner_text("#notice-text")
        assert page.is_visible("#notice-act")
        page.click("#start")
        assert not playing(page)
        assert not page.is_visible("#notice")


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_it_is_printed_black_on_white_and_the_leaf_on_one_sheet(visit: Any, theme: str) -> None:
    with visit("#xue-2/archery/60", color_scheme="dark") as page:
        page.click("#display summary")
        page.click(f"[data-choice=theme] [data-value={theme}]")
        page.emulate_media(media="print", color_scheme="dark")
        style = page.evaluate(
            """() => {
              const {color, backgroundColor} = getComputedStyle(document.body);
              const {stroke} = getComputedStyle(document.querySelector(".leaf .mark.pi"));
              return [color, backgroundColor, stroke];
            }"""
        )
        assert style == ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        assert page.is_visible(".leaf")
        assert not page.is_visible(".options")
        sheets = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
        assert len(sheets) == 1


@pytest.mark.parametrize("practice", ["leave-cycles-90", "leave-strokes-99"])
def test_the_cursor_follows_what_is_left_out(visit: Any, practice: str) -> None:
    with visit(f"#xue-1/touhu/240/{practice}") as page:
        page.click("#start")
        until(page, "document.getElementById('where').textContent.startsWith('cycle 1')")
        until(page, "document.querySelector('#pictures .lit[data-number=\"3\"]')")
        assert page.inner_text("#where").startswith("cycle 1")


def test_too_long_a_text_is_told_and_a_long_one_leaves_no_hole(visit: Any) -> None:
    with visit("#lu-1/touhu/240/check") as page:
        page.evaluate("document.getElementById('pasted').value = '○□'.repeat(100001)")
        page.click("#check")
        assert "at most 200000 characters" in page.inner_text("#answer")
        page.evaluate("document.getElementById('pasted').value = ''")
        page.click("#start")
        until(page, "heard.length > 5")
        page.evaluate("document.getElementById('pasted').value = '○□\\n'.repeat(20000)")
        page.evaluate("document.getElementById('check').click()")
        until(page, "heard.length > 60")
        times = sorted(page.evaluate("heard.map(({when}) => when)"))
        assert max(later - sooner for sooner, later in pairwise(times)) < 0.251


def test_steppers_go_as_far_as_an_address(visit: Any) -> None:
    with visit("#lu-1/touhu/60/gap-99/count-in-64/cycles-999/leave-strokes-99/leave-cycles-99") as page:
        page.evaluate(ALL_OPEN)
        for step in ("gap", "countIn", "cycles", "leaveStrokes", "leaveCycles"):
            shown = page.inner_text(f"[data-step={step}] output")
            page.click(f"[data-step={step}] [data-value='1']")
            assert page.inner_text(f"[data-step={step}] output") == shown
            assert shown.rstrip("%") in ("99", "64", "999")


def test_what_is_told_of_a_bad_link_goes_with_it(visit: Any) -> None:
    with visit("#lu-1/touhu/60") as page:
        page.keyboard.press("2")
        good = fragment_of(page)
        page.evaluate("location.hash = '#bad'")
        until(page, "!document.getElementById('notice').hidden")
        page.evaluate(f"location.hash = '{good}'")
        until(page, "document.getElementById('notice').hidden")


def test_a_browser_without_sound_is_told(visit: Any) -> None:
    with visit() as page:
        page.evaluate(
            """window.AudioContext = class {
              constructor() { throw new DOMException("", "NotSupportedError"); }
            }; 0"""
        )
        page.click("#start")
        assert page.inner_text("#notice-text") == "This browser gives no sound."
        assert not playing(page)
        page.click(".leaf .stroke")
        page.click("[data-value=tap]")
        page.click("#pad-pi")


def test_what_was_kept_and_is_broken_is_as_usual(visit: Any) -> None:
    with visit() as page:
        kept = {"delay": "abc", "volume-pi": "NaN", "volume-gu": "", "input-delay": "-1e9", "rate": "1e99"}
        for key, value in kept.items():
            page.evaluate(f"localStorage.setItem('touhu-{key}', '{value}')")
        page.reload()
        assert page.input_value("#delay") == page.input_value("#input-delay") == "0"
        assert page.input_value("#volume-pi") == page.input_value("#volume-gu") == "100"
        page.click("#start")
        until(page, "document.querySelector('.giant.struck')")
        assert page.evaluate("localStorage.getItem('touhu-rate') === String(contexts[0].sampleRate)")


def test_cycles_are_said_though_the_hour_is_put_back(visit: Any) -> None:
    with visit("#%E2%97%8B%E5%8D%8A%E2%96%A1/touhu/60") as page:
        page.evaluate("(() => { const now = Date.now; Date.now = () => now() - 3600e3; })()")
        page.click("#start")
        first = until(page, "document.getElementById('cycles-said').textContent")
        until(page, f"document.getElementById('cycles-said').textContent !== '{first}'")
