"""Small phones in a real browser: while it plays, all that leads the eye stands above the bar."""

from __future__ import annotations

from typing import Any, Final

import pytest
from player.visiting import MEASURE, TABS, until

SMALL: Final = (
    *((568, 320), (320, 480), (375, 553), (320, 568), (360, 640)),
    *((640, 360), (667, 331), (667, 375), (740, 360)),
)


def remembering(page: Any, large: bool) -> None:
    if large:
        page.evaluate("localStorage.setItem('touhu-large', 'true')")
        page.reload()


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_mark_syllable_and_what_comes_next_stand_above_the_bar(
    visit: Any, size: tuple[int, int], large: bool
) -> None:
    with visit("#lu-1/archery/60", size, has_touch=True) as page:
        remembering(page, large)
        page.tap("#start")
        until(page, "document.querySelector('.giant.struck')")
        for full, song in ((False, False), (False, True), (True, True), (True, False)):
            if song != page.is_visible("#sung"):
                page.evaluate(f"location.hash = '#lu-1/archery/60{'/song-zouyu-yu' if song else ''}'")
                until(page, f"document.querySelector('#sung').hidden === {'false' if song else 'true'}")
            if full != page.evaluate("document.body.classList.contains('full')"):
                page.evaluate("document.querySelector('[data-toggle=full]').click()")
            page.evaluate("scrollTo(0, 0)")
            bar = page.locator(".bar").bounding_box()["y"]
            for part in ("#giant", "#said", "#lane", *(["#sung"] if song else [])):
                box = page.locator(part).bounding_box()
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= bar + 0.5, (part, full, song)
            assert page.locator("#giant").bounding_box()["height"] >= 60
            assert page.evaluate(MEASURE) == []


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_part_of_the_page_scrolls_sideways(visit: Any, size: tuple[int, int], large: bool) -> None:
    with visit("#lu-1/archery/60", size, has_touch=True) as page:
        remembering(page, large)
        for tab in TABS:
            page.click(f"[data-value={tab}]")
            assert page.evaluate(MEASURE) == [], tab
