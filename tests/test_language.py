from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import NAMES, performance
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import Use, parse, perform, plan
from touhu_music.language import Language, choices, number, source, title, word, words
from touhu_music.words import every


def test_every_word_is_there_in_every_language_with_the_same_blanks() -> None:
    for key, spellings in every().items():
        assert all(spellings), key
        assert len({spelling.count("{0}") for spelling in spellings}) == 1, key


def test_the_simplified_words_are_not_the_traditional_ones() -> None:
    for traditional, simplified in (
        ("壺", "壶"),
        ("圖", "图"),
        ("魯", "鲁"),
        ("禮", "礼"),
        ("後", "后"),
        ("節", "节"),
    ):
        assert not any(traditional in word(key, Language.SIMPLIFIED) for key in every())
        assert not any(simplified in word(key, Language.TRADITIONAL) for key in every() if simplified != "后")


@pytest.mark.parametrize(
    "language, expected",
    [
        (Language.TRADITIONAL, "薛鼓 後圖 射禮（燕射）"),
        (Language.SIMPLIFIED, "薛鼓 后图 射礼（燕射）"),
        (Language.KOREAN, "薛鼓 後圖 射禮（燕射） · 설고, 후도, 사례(연사)"),
        (Language.ENGLISH, "薛鼓 後圖 射禮（燕射） · Xue, second chart, archery (燕射 after 鄭 and 孔)"),
    ],
)
def test_a_title_is_chinese_with_the_other_language_beside_it(language: Language, expected: str) -> None:
    assert title(performance("xue-2", Use.ARCHERY), language) == expected


def test_titles_of_all_rows_and_uses_differ() -> None:
    for language in Language:
        titles = {title(performance(name, use), language) for name in NAMES for use in Use}
        assert len(titles) == 8


def test_a_row_of_no_book_says_so() -> None:
    found = perform(parse("○□○○半○□○"), Use.TOUHU, plan())
    assert title(found, Language.ENGLISH) == "鼓節 投壺 · drum pattern, touhu (pitch-pot)"
    assert source(found, Language.ENGLISH) == "未據書 a row of no named source"


def test_choices_are_named_as_choices() -> None:
    changed = plan().but("test", gap=Fraction(1, 2), count_in=4, cycles=3)
    assert choices(changed, Language.ENGLISH) == (
        "演奏選擇（非原文） Our choices, not in the text: even, one mark a beat; 60 beats a minute;"
        " cycles: 3; gap of 0.5 after each; count-in of 4;"
        " shiwen: 鼙 low, 鼓 high (下 and 高 of the 釋文 read as pitch); no accents"
    )


def test_words_are_said_once_where_the_language_is_chinese() -> None:
    assert words("gu", Language.SIMPLIFIED) == "鼓"
    assert words("gu", Language.KOREAN) == "鼓 고"


@given(st.fractions(max_denominator=1000))
def test_numbers_are_printed_exactly(value: Fraction) -> None:
    assert Fraction(number(value)) == value
