"""The fonts, and what they cannot draw."""

from __future__ import annotations

import pytest

from touhu_music.errors import RenderError
from touhu_music.font import CHINESE, KOREAN, of
from touhu_music.language import SYLLABLES, WORDS, Language, Syllables


def test_the_file_is_there() -> None:
    assert CHINESE.path.name == "NotoSerifSC-Regular.otf"
    assert CHINESE.path.is_file()


@pytest.mark.parametrize("text", ["鼙鼓半榻鏜镗魯鲁薛辥壺壶", "○□◯〇囗口", "tà tāng", "(e-text); ：，。"])
def test_what_pictures_say_can_be_drawn(text: str) -> None:
    assert CHINESE.missing(text) == ""


@pytest.mark.parametrize("language", [each for each in Language if each is not Language.KOREAN])
def test_every_word_of_a_language_can_be_drawn(language: Language) -> None:
    place = tuple(Language).index(language)
    assert CHINESE.missing("".join(row[place] for row in WORDS.values())) == ""


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
    assert of(Language.KOREAN) is of(Language.ENGLISH, Syllables.HANGUL) is KOREAN
    assert KOREAN.path.is_file()
    korean, traditional = (tuple(Language).index(each) for each in (Language.KOREAN, Language.TRADITIONAL))
    assert KOREAN.missing("".join(row[korean] + row[traditional] for row in WORDS.values())) == ""
    assert KOREAN.missing("".join("".join(spelling.values()) for spelling in SYLLABLES.values())) == ""


def test_without_its_package_the_korean_font_names_the_extra() -> None:
    with pytest.raises(RenderError, match=r"pictures with Korean letters need the extra \[ko\]"):
        KOREAN._replace(package="no_such_package_of_fonts").check("가")


def test_a_hanzi_is_as_wide_as_its_size() -> None:
    assert CHINESE.width("鼙鼓", 8) == 16


def test_a_letter_is_narrower() -> None:
    assert 0 < CHINESE.width("i", 8) < CHINESE.width("m", 8) < 8
