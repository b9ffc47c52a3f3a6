"""The one font, and what it cannot draw."""

from __future__ import annotations

import pytest

from touhu_music import font
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, WORDS, Language, Syllables


def test_the_file_is_there() -> None:
    assert font.path().name == "NotoSerifSC-Regular.otf"
    assert font.path().is_file()


@pytest.mark.parametrize("text", ["鼙鼓半榻鏜镗魯鲁薛辥壺壶", "○□◯〇囗口", "tà tāng", "(e-text); ：，。"])
def test_what_pictures_say_can_be_drawn(text: str) -> None:
    assert font.missing(text) == ""


@pytest.mark.parametrize("language", [each for each in Language if each is not Language.KOREAN])
def test_every_word_of_a_language_can_be_drawn(language: Language) -> None:
    place = tuple(Language).index(language)
    assert font.missing("".join(row[place] for row in WORDS.values())) == ""


def test_missing_characters_come_once_and_in_text_order() -> None:
    assert font.missing("鼓𫝊주鼙𫝊") == "𫝊주"


def test_nothing_is_missing_in_no_text() -> None:
    font.check("")


@pytest.mark.parametrize(
    "character", ["\x00", "\t", "\n", "\x1b", "\x85", "\u202e", "\ud800", "\uffff", "\ue000"]
)
def test_what_cannot_be_printed_is_missing(character: str) -> None:
    assert font.missing(f"鼓{character}") == character


def test_an_error_names_the_first_missing_character() -> None:
    with pytest.raises(RenderError) as raised:
        font.check("鼓𫝊◍")
    assert str(raised.value) == "'𫝊' U+2B74A is not in the font Noto Serif SC"


def test_an_error_names_what_cannot_be_printed() -> None:
    with pytest.raises(RenderError, match=r"U\+0007 is not in the font"):
        font.check("\a")


def test_an_error_over_hangul_names_the_extra() -> None:
    with pytest.raises(RenderError) as raised:
        font.check("주")
    assert (
        str(raised.value)
        == "'주' U+C8FC is not in the font Noto Serif SC; choose --lang en, zh-Hant or zh-Hans for pictures"
    )


def test_hangul_syllables_are_missing_for_now() -> None:
    assert font.missing("".join(SYLLABLES[Syllables.HANGUL].values())) == "탑당"


def test_a_hanzi_is_as_wide_as_its_size() -> None:
    assert font.width("鼙鼓", 8) == 16


def test_a_letter_is_narrower() -> None:
    assert 0 < font.width("i", 8) < font.width("m", 8) < 8
