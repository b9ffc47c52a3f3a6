"""The screen of a rite that is done: what fits, what is left out first, and what the page shows of it."""

from __future__ import annotations

import json
import re
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final

import pytest
from rich.cells import cell_len
from rich.console import Console
from rite.runs import at_step, begun, performances, threw, throwing, until

from touhu_music.language import Language, word
from touhu_music.rite.run.drum import Drummed
from touhu_music.rite.run.large import SIZES, broken, drawn, fitted
from touhu_music.rite.run.running import Key, Run, press
from touhu_music.rite.run.screen import frame, picture
from touhu_music.rite.run.view import Seen, seen

DOCS: Final = Path(__file__).parents[2] / "docs"
SIZES_OF_TERMINALS: Final = [(80, 24), (40, 20), (20, 8), (160, 48), (1, 1)]


def scenes() -> list[tuple[Run, Drummed | None]]:
    """Return what a screen has to show in the course of a rite."""
    run = begun(pairs=2)
    thrown = threw(throwing(run), "+-", "-+")
    return [
        (run, None),
        (at_step(run, "R18"), None),
        (throwing(run), Drummed(1, 3.2)),
        (thrown, Drummed(3, 5.7)),
        (press(thrown, Key.HOST), Drummed(12, 0.2)),
        (at_step(thrown, "R26", 1), None),
        (until(run, lambda run: run.over), None),
    ]


def shown(found: Seen, width: int, height: int) -> list[str]:
    """Return the lines of a terminal, without what is empty at their ends."""
    console = Console(file=StringIO(), width=width, height=height, record=True)
    console.print(frame(found, width, height))
    return [line.rstrip() for line in console.export_text().splitlines()]


def of(run: Run, drummed: Drummed | None, language: Language = Language.ENGLISH, **more: Any) -> Seen:
    return seen(run, drummed, performances(pairs=2), language, **more)


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("language", Language)
def test_every_scene_fits_every_terminal(language: Language, big: bool) -> None:
    for run, drummed in scenes():
        for width, height in SIZES_OF_TERMINALS:
            text = frame(of(run, drummed, language, big=big), width, height)
            lines = text.plain.split("\n")
            assert len(lines) <= height
            assert width < 20 or max(map(cell_len, lines)) <= max(width, 20)


def test_where_there_is_little_room_who_throws_is_left_in() -> None:
    run = press(throwing(begun(pairs=2)), Key.GUEST)
    lines = shown(of(run, Drummed(2, 0.2)), 40, 12)
    assert lines[0].startswith("R23   請投 the throws")
    assert "drum on: cycle 2 of 10" in lines
    assert "pair 1, host throws arrow 1: h hit, m" in lines


@pytest.mark.parametrize("size", SIZES)
def test_a_large_hanzi_is_as_wide_as_it_is_high(size: int) -> None:
    lines = drawn("鼓", size)
    assert len(lines) == size // 2
    assert {len(line) for line in lines} == {size}
    assert set("".join(lines)) <= set(" ▀▄█")
    assert any(line.strip() for line in lines)


def test_large_hanzi_are_as_large_as_there_is_room_for() -> None:
    assert len(fitted("司射", 80, 24)) == 20
    assert len(fitted("司射", 40, 24, parted=False)) == 10
    assert len(fitted("司射", 40, 24)) == 24
    assert fitted("司射", 31, 7) == []
    assert len(fitted("請慶多馬", 40, 40)) == 2 * 10
    assert fitted("", 80, 24) == []


def test_no_large_line_begins_with_what_ends_a_clause() -> None:
    assert broken("三馬既備，請慶多馬。", 4) == ["三馬既", "備，請慶", "多馬。"]
    assert broken("諾。", 1) == []


def test_big_shows_who_and_what_is_said_in_large_hanzi_where_they_fit() -> None:
    run = at_step(begun(pairs=2), "R03")
    small, large = (shown(of(run, None, big=big), 160, 48) for big in (False, True))
    assert not any("█" in line for line in small)
    assert sum("█" in line for line in large) > 16
    assert "賓 guest" in large


def test_a_terminal_that_has_no_blocks_gets_none() -> None:
    stream = TextIOWrapper(BytesIO(), encoding="ascii", errors="replace")
    line = json.dumps(of(begun(pairs=2), None, big=True)).encode()
    assert picture(line, stream, 80, 24).plain.isascii()


def test_the_screen_of_the_page_is_the_screen() -> None:
    run = threw(throwing(begun()), "+", "-")
    for page, language in (("rite.md", Language.ENGLISH), ("rite.zh.md", Language.TRADITIONAL)):
        found = seen(run, Drummed(3, 5.2), performances(), language)
        lines = "\n".join(shown(found, 72, 24))
        text = (DOCS / page).read_text("utf-8")
        (block,) = re.findall(r"^```text\n(.*?)\n```$", text, re.M | re.S)
        assert block == lines


@pytest.mark.parametrize("language", Language)
def test_the_end_is_told_once(language: Language) -> None:
    over = until(begun(pairs=2), lambda run: run.over)
    for run in (over, press(over, Key.NEXT)):
        assert "\n".join(shown(of(run, None, language), 80, 24)).count(word("run-over", language)) == 1
