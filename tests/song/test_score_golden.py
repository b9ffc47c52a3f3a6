"""Stable texts of a song as a score beside the files in tests/golden; `make golden` rewrites those."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from xml.etree import ElementTree

import pytest
from render.test_golden import GOLDEN, compare
from song.renditions import alone, together

from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import SIGNS, Options, file_of
from touhu_music.song.score import page, vertical

SVG: Final = "{http://www.w3.org/2000/svg}"


HEADS: Final = re.compile(r" *<(identification|meiHead)>.*?</\1>\n", re.DOTALL)
"""What is said beside the music, which other tests read."""


def written(name: str, rendition: Rendition) -> str:
    """Return the music of a file."""
    text = bytes(file_of(name, rendition, Options(lines=SIGNS))).decode()
    assert HEADS.search(text)
    return HEADS.sub("", text)


def places(svg: str) -> str:
    """Return the words and signs of a page with their places, in millimetres."""
    return "".join(
        f"{float(each.get('x', '')):.1f} {float(each.get('y', '')):.1f} {each.text}\n"
        for each in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if each.get("text-anchor") == "middle"
    )


CASES: Final[dict[str, Callable[[], str]]] = {
    "zouyu-yu_xue-1_touhu_stanza.musicxml": lambda: written(
        "musicxml", together("zouyu-yu", "xue-1", "stanza")
    ),
    "zouyu-yu_xue-1_touhu_stanza.mei": lambda: written("mei", together("zouyu-yu", "xue-1", "stanza")),
    "caipin@N.svg.txt": lambda: places(
        page.draw(alone("caipin", "N"), Options(lines=SIGNS), paged=False).pages[0].svg
    ),
    "caipin@N.traditional.svg.txt": lambda: places(vertical.page(alone("caipin", "N").song, Options()).svg()),
}


@pytest.mark.parametrize("name", CASES)
def test_the_song_is_that_of_the_golden_file(name: str) -> None:
    compare(CASES[name](), GOLDEN / name)
