"""What is seen is what is heard: rows, books and uses that are switched while they play."""

from __future__ import annotations

from typing import Any, Final

import pytest
from conftest import performance
from player.visiting import playing, until

from touhu_music import Use

WATCH: Final = """() => {
  window.seen = [];
  const look = () => {
    const lit = document.querySelector("#pictures .lit");
    const giant = document.getElementById("giant");
    const title = document.getElementById("row-title").textContent;
    const said = document.getElementById("where").textContent;
    if (lit && giant.classList.contains("struck")) {
      const drum = lit.classList.contains("pi") ? "pi" : "gu";
      const number = Number(lit.dataset.number);
      const now = [said.split(" ·")[0], title, number, drum, giant.dataset.drum].join("|");
      if (seen.at(-1) !== now) seen.push(now);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes each stroke as it is seen: cycle, title, the number and drum that are lit, and the giant drum."""

SWITCHES: Final = (
    ("page.keyboard.press('4')", "Xue, second chart A · Archery", ("xue-2", Use.ARCHERY, "A")),
    ("page.keyboard.press('u')", "Lu, second chart A · Touhu", ("lu-2", Use.TOUHU, "A")),
    ("page.select_option('#witness', 'B')", "Lu, second chart B · Archery", ("lu-2", Use.ARCHERY, "B")),
)


def changed(page: Any, how: str) -> None:
    if "press" in how:
        page.keyboard.press(how.split("'")[1])
    else:
        page.select_option("#witness", how.split("'")[3])


@pytest.mark.parametrize("how, title, row", SWITCHES, ids=["row", "use", "witness"])
@pytest.mark.parametrize("picture", ["", "/boxes"], ids=["old", "boxes"])
def test_pictures_title_and_giant_change_with_the_sound(
    visit: Any, how: str, title: str, row: tuple[str, Use, str], picture: str
) -> None:
    with visit(f"#lu-2/archery/240{picture}", (1200, 900)) as page:
        page.evaluate(WATCH)
        page.click("#start")
        until(page, "document.querySelector('.lit[data-number=\"5\"]')")
        changed(page, how)
        assert page.inner_text("#row-title") == "Lu, second chart A · Archery"
        assert page.inner_text("#next") == f"next: {title}"
        until(page, "seen.some((it) => it.startsWith('cycle 2|') && it.split('|')[2] === '4')")
        assert not page.is_visible("#next")
        seen = [each.split("|") for each in page.evaluate("seen")]
    old = performance("lu-2", Use.ARCHERY).pattern
    new = performance(row[0], row[1], row[2]).pattern
    for cycle, shown, number, lit, giant in seen:
        pattern = old if cycle == "cycle 1" else new
        assert shown == ("Lu, second chart A · Archery" if cycle == "cycle 1" else title)
        assert lit == giant == pattern[int(number) - 1].drum.word


def test_in_a_comparison_the_columns_change_with_the_sound(visit: Any) -> None:
    with visit("#lu-1/touhu/240/compare", (1200, 900)) as page:
        page.click("[data-hear=first]")
        until(page, "document.querySelector('.pair.lit')")
        columns = page.locator(".pair").count()
        page.select_option("#compare-b", "xue-2")
        page.keyboard.press("u")
        assert page.locator(".pair").count() == columns
        assert "Xue, second chart" in page.inner_text("#next")
        until(page, f"document.querySelectorAll('.pair').length > {columns}")
        assert not page.is_visible("#next")
        until(page, "document.querySelector('.pair.lit')")


def test_what_is_chosen_is_drawn_at_once_where_nothing_sounds_of_the_old(visit: Any) -> None:
    with visit("#lu-1/touhu/60/count-in-16") as page:
        page.click("#start")
        until(page, "document.getElementById('beat').textContent")
        page.keyboard.press("4")
        assert page.inner_text("#row-title") == "Xue, second chart A · Touhu"
        page.keyboard.press(" ")
        page.keyboard.press("1")
        assert page.inner_text("#row-title") == "Lu, first chart A · Touhu"


def test_at_a_stop_what_is_chosen_is_drawn(visit: Any) -> None:
    with visit("#lu-1/touhu/60") as page:
        page.click("#start")
        until(page, "document.querySelector('.lit')")
        page.keyboard.press("4")
        page.keyboard.press(" ")
        assert not playing(page)
        assert page.inner_text("#row-title") == "Xue, second chart A · Touhu"
        assert page.locator(".leaf [data-number]").count() == len(performance("xue-2", Use.TOUHU).pattern)
        assert not page.is_visible("#next")


def test_taps_of_an_earlier_playing_do_not_count(visit: Any) -> None:
    with visit("#lu-1/touhu/120/tap") as page:
        for _ in range(2):
            page.click("#start")
            until(page, "document.querySelector('.giant.struck')")
            page.keyboard.press("d")
            until(page, "document.querySelectorAll('.tap').length >= 3")
            assert "extra" not in page.inner_text("#taps-said")
            assert page.inner_text("#taps-said").count("missed 2") <= 1
            page.click("#start")


SLOW_LOCKS: Final = """
window.held = 0;
Object.defineProperty(navigator, "wakeLock", {value: {request: () => new Promise((give) => setTimeout(() => {
  held += 1;
  const lock = new EventTarget();
  lock.release = async () => { held -= 1; lock.dispatchEvent(new Event("release")); };
  give(lock);
}, 150))}});
"""


def test_no_lock_of_the_screen_is_left_after_quick_changes(visit: Any) -> None:
    with visit("#lu-1/touhu/60/compare") as page:
        page.evaluate(SLOW_LOCKS)
        page.click("#start")
        page.click("#start")
        page.wait_for_timeout(400)
        assert page.evaluate("held") == 0
        for hearing in ("first", "second", "ears"):
            page.click(f"[data-hear={hearing}]")
        page.wait_for_timeout(400)
        assert page.evaluate("held") == 1
        page.click("#start")
        page.wait_for_timeout(400)
        assert page.evaluate("held") == 0
