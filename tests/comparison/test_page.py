"""The page of a comparison: whole by itself, every number as the terminal tells it, nothing hostile in it."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from lxml import html

from touhu_music import witness
from touhu_music.comparison import Comparison, compare
from touhu_music.comparison.page import to_html
from touhu_music.comparison.pairs import named, together
from touhu_music.comparison.report import facts
from touhu_music.language import Language


def pair(first: str, second: str, use: str = "touhu") -> Comparison:
    return compare(witness("A").reading(first), witness("A").reading(second), use=use)


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.TRADITIONAL])
@pytest.mark.parametrize("use", ["touhu", "archery"])
def test_a_page_tells_all_that_the_terminal_tells(language: Language, use: str) -> None:
    found = pair("lu-1", "xue-1", use)
    page = html.document_fromstring(to_html([found], language, "touhu compare lu-1 xue-1"))
    told = [" ".join(item.text_content().split()) for item in page.iter("li")]
    for name in ("after_half",) if use == "touhu" else found.parts:
        for line in facts(found, name, language):
            assert " ".join(line.removeprefix("- ").split()) in told
    assert page.get("lang") == str(language)
    assert "touhu compare lu-1 xue-1" in page.text_content()


def test_a_page_needs_nothing_beside_it() -> None:
    text = to_html([pair("lu-1", "xue-1")], Language.ENGLISH, "touhu compare").decode()
    links = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)""", text)
    assert links
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "<script" not in text


def test_the_rows_of_a_page_are_those_that_are_compared() -> None:
    page = html.document_fromstring(to_html([pair("lu-1", "xue-1")], Language.ENGLISH, ""))
    lanes = [
        "".join(cell.text_content() for cell in line.iter("td"))
        for line in page.xpath("//table[@class='lanes']//tr")
    ]
    assert lanes == ["○□○□○○○□□○□○", "○□○·○○·□□○··"]
    assert len(page.xpath("//td[@class='differs']")) == 8


def test_names_and_sources_cannot_write_into_a_page() -> None:
    hostile = '</li><script>alert("x")</script>&amp;'
    rows = [replace(named(witness("A").reading(name)), source=hostile) for name in ("lu-1", "xue-1")]
    text = to_html(together([compare(*rows)]), Language.ENGLISH, hostile).decode()
    assert "<script" not in text
    assert unescape(text).count(hostile) >= 3


def test_the_same_comparison_gives_the_same_bytes() -> None:
    first, second = (to_html([pair("lu-2", "xue-2")], Language.KOREAN, "x") for _ in range(2))
    assert first == second
