"""What the page and the README of a kit say."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from typing import Any

import pytest
from conftest import performance

from touhu_music import Use, font
from touhu_music.kit import contents
from touhu_music.language import Language
from touhu_music.render import Options


def texts(language: Language = Language.ENGLISH, **choices: Any) -> tuple[str, str]:
    """Return the page and the README of a kit."""
    drawn = [performance("lu-1", use, **choices) for use in Use]
    made = contents(drawn, Options(language), Fraction(10))
    return bytes(made["index.html"]()).decode(), bytes(made["README.txt"]()).decode()


@pytest.mark.parametrize("language", Language)
def test_files_that_loop_without_a_gap_are_said_to(language: Language) -> None:
    for text in texts(language, cycles=3):
        assert re.search("without a gap|循環無縫|循环无缝|이음매 없이", text)


@pytest.mark.parametrize("choices", [{"gap": Fraction(4), "cycles": 3}, {"count_in": 2}])
@pytest.mark.parametrize("language", Language)
def test_files_that_do_not_are_not(language: Language, choices: dict[str, Any]) -> None:
    for text in texts(language, **choices):
        assert not re.search("without a gap|循環無縫|循环无缝|이음매 없이", text)


def test_the_silence_between_cycles_is_named_instead() -> None:
    page, readme = texts(gap=Fraction(4), cycles=3)
    assert "<p>MIDI: 3遍 cycles: 3; 間隔4拍 gap of 4 after each</p>" in page
    assert "\n             MIDI: cycles: 3; gap of 4 after each\n" in readme


@pytest.mark.parametrize("language", Language)
def test_the_marks_of_the_page_are_shapes_with_a_name(language: Language) -> None:
    page, _ = texts(language)
    assert not re.search("[○□]", re.sub("<[^>]*>", "", page))
    shapes = re.findall(r'<svg class="mark" [^>]* role="img" aria-label="([○□])"><(circle|rect) ', page)
    assert set(shapes) == {("○", "circle"), ("□", "rect")}


@pytest.mark.parametrize("language", Language)
def test_the_page_has_its_letters_inside(language: Language) -> None:
    page, _ = texts(language)
    assert f"@font-face {{ font-family: '{font.of(language).name}'" in page
    assert not re.search(r"\bfont:", page)  # which would name other letters


def test_without_the_converter_no_pages_are_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    page, readme = texts()
    assert 'id="print"' in page
    assert "\nprint/ " in readme
    assert "svg2pdf" not in readme
    monkeypatch.setitem(sys.modules, "svg2pdf_py", None)
    page, readme = texts()
    assert "print" not in page
    assert "print/" not in readme
    assert readme.count("svg2pdf-py") == 1
