"""The fonts, and what they cannot draw."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader

from touhu_music import font, vector
from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.font import CHINESE, KOREAN, of, own, subset
from touhu_music.language import SYLLABLES, Language, Syllables
from touhu_music.words import every


def test_the_file_is_there() -> None:
    assert CHINESE.path.name == "NotoSerifSC-Regular.otf"
    assert CHINESE.path.is_file()


@pytest.mark.parametrize("text", ["鼙鼓半榻鏜镗魯鲁薛辥壺壶", "○□◯〇囗口", "tà tāng", "(e-text); ：，。"])
def test_what_pictures_say_can_be_drawn(text: str) -> None:
    assert CHINESE.missing(text) == ""


@pytest.mark.parametrize("language", [each for each in Language if each is not Language.KOREAN])
def test_every_word_of_a_language_can_be_drawn(language: Language) -> None:
    place = tuple(Language).index(language)
    assert CHINESE.missing("".join(row[place] for row in every().values())) == ""


def test_missing_characters_come_once_and_in_text_order() -> None:
    assert CHINESE.missing("鼓𫝊주鼙𫝊") == "𫝊주"


def test_nothing_is_missing_in_no_text() -> None:
    CHINESE.check("")


@pytest.mark.parametrize(
    "character", ["\x00", "\t", "\n", "\x1b", "\x85", "\u202e", "\ud800", "\uffff", "\ue000"]
)
def test_what_cannot_be_printed_is_missing(character: str) -> None:
    assert CHINESE.missing(f"鼓{character}") == character


def test_an_error_names_the_first_missing_character() -> None:
    with pytest.raises(RenderError) as raised:
        CHINESE.check("鼓𫝊◍")
    assert str(raised.value) == "'𫝊' U+2B74A is not in the font Noto Serif SC"


def test_an_error_names_what_cannot_be_printed() -> None:
    with pytest.raises(RenderError, match=r"U\+0007 is not in the font"):
        CHINESE.check("\a")


def test_an_error_over_hangul_names_the_language() -> None:
    with pytest.raises(RenderError) as raised:
        CHINESE.check("주")
    assert str(raised.value) == "'주' U+C8FC is not in the font Noto Serif SC; --lang ko draws it"


def test_korean_pages_are_set_in_a_font_that_has_hangul_and_hanja() -> None:
    assert of(Language.KOREAN) is of(Language.KOREAN, Syllables.HANGUL) is KOREAN
    assert KOREAN.path.is_file()
    korean, traditional = (tuple(Language).index(each) for each in (Language.KOREAN, Language.TRADITIONAL))
    assert KOREAN.missing("".join(row[korean] + row[traditional] for row in every().values())) == ""
    assert KOREAN.missing("".join("".join(spelling.values()) for spelling in SYLLABLES.values())) == ""


@pytest.mark.parametrize("language", list(Language))
def test_hangul_and_simplified_hanzi_stand_on_one_page(language: Language) -> None:
    font, text = of(language, Syllables.HANGUL), "记 镗 탑 鼓 tà"
    assert font.missing(text) == ""
    assert "".join(letters for _, letters in font.runs(text)) == text
    assert {each.name for each, _ in font.runs(text)} == {CHINESE.name, KOREAN.name}
    assert sum(each.width(letters, 1) for each, letters in font.runs(text)) == pytest.approx(
        font.width(text, 1)
    )


def test_without_its_package_the_korean_font_names_the_extra() -> None:
    with pytest.raises(RenderError, match=r"pictures with Korean letters need the extra \[ko\]"):
        KOREAN._replace(package="no_such_package_of_fonts").check("가")
    with pytest.raises(RenderError, match="pictures need the package no_such_package_of_fonts, which is not"):
        CHINESE._replace(package="no_such_package_of_fonts").check("鼓")


def changed(change: Callable[[TTFont], None]) -> bytes:
    """Return a small font that something was done to."""
    font, data = TTFont(io.BytesIO(subset(CHINESE, frozenset("0鼙鼓")))), io.BytesIO()
    change(font)
    font.save(data)
    return data.getvalue()


def called(name: str) -> bytes:
    """Return a small font of that name."""

    def rename(font: TTFont) -> None:
        for record in font["name"].names:
            if record.nameID in (1, 16):
                record.string = name

    return changed(rename)


@pytest.mark.parametrize("name", ["I.Ming", "EB Garamond 12", "2Song", "serif", "Song (old)", "明體"])
def test_a_font_of_any_name_draws_its_letters(name: str, tmp_path: Path) -> None:
    file = tmp_path / "own.otf"
    file.write_bytes(called(name))
    canvas = Canvas(50, 20, own(str(file)), title="t")
    canvas.write(5, 10, "鼙鼓", 8)
    page = PdfReader(io.BytesIO(vector.to_pdf([canvas.svg()], canvas.font, title="t"))).pages[0]
    assert page.extract_text().strip() == "鼙鼓"
    drawn = Image.open(io.BytesIO(vector.to_png(canvas.svg(), canvas.font, pixels_per_inch=72))).convert("L")
    assert min(drawn.tobytes()) < 128


@pytest.mark.parametrize("name", ["A, B", "Mr'X", 'a"b', "a<b", "a;}b"])
def test_a_font_that_no_page_can_call_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "own.otf"
    file.write_bytes(called(name))
    with pytest.raises(RenderError, match="pages cannot call a font"):
        own(str(file))


def without_widths(font: TTFont) -> None:
    """Make all glyphs so wide as nothing."""
    for glyph, (_, side) in font["hmtx"].metrics.items():
        font["hmtx"].metrics[glyph] = (0, side)


@pytest.mark.parametrize(
    "data, said",
    [
        (b"no font", "no font with a name and outlines"),
        (b"", "no font with a name and outlines"),
        (changed(without_widths), "the font has no digits"),
        (CHINESE.path.read_bytes()[: 6 << 20], "damaged"),
    ],
    ids=["text", "empty", "no widths", "cut"],
)
def test_a_file_that_is_no_whole_font_is_refused(data: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "own.otf"
    file.write_bytes(data)
    with pytest.raises(RenderError, match=said):
        own(str(file)).check("鼓")


@pytest.mark.parametrize("file", [os.devnull, ".", "no such file", "/dev/zero", "nul\0"])
def test_what_is_no_file_is_no_font(file: str) -> None:
    with pytest.raises(RenderError):
        own(file)


def test_a_file_too_large_for_a_font_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large.otf").open("wb") as file:
        file.truncate(3_000_000_000)
    with pytest.raises(RenderError, match="no file of at most 64 megabytes"):
        own(str(tmp_path / "large.otf"))


def test_a_hanzi_is_as_wide_as_its_size() -> None:
    assert CHINESE.width("鼙鼓", 8) == 16


def test_a_letter_is_narrower() -> None:
    assert 0 < CHINESE.width("i", 8) < CHINESE.width("m", 8) < 8


@given(st.text("W김王 ab", max_size=80), st.floats(12, 80), st.sampled_from(list(Language)))
def test_no_line_is_wider_than_its_room_and_no_character_is_lost(
    text: str, room: float, language: Language
) -> None:
    face = font.of(language, Syllables.HANGUL)
    lines = face.lines(text, 9.0, room)
    assert "".join(lines) == text
    assert all(face.width(line.rstrip(), 9.0) <= room for line in lines)
