"""What was copied: the rows of a text, their places, and what could not be read as a row."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from conftest import NAMES
from tables import LU_1, XUE_1, page

from touhu_music.edition.copying import copied
from touhu_music.errors import PassageError
from touhu_music.notation import HALF


def test_each_row_has_its_line_and_column() -> None:
    rows, _ = copied(f"投壺\n鼓{LU_1}\n魯鼓 {XUE_1.replace(HALF, '')}薛鼓")
    assert [(row.where.line, row.where.column) for row in rows] == [(2, 2), (3, 4)]


def test_look_alikes_are_read_and_told() -> None:
    rows, _ = copied(page(lu_1=LU_1.replace("□", "囗", 1)))
    assert [row.remarks for row in rows] == [("glyph-variant: '囗' U+56D7 read as □ at 1:3",), (), (), ()]
    assert rows[0].sides == tuple(LU_1.split(HALF))


def test_a_web_page_is_read_as_it_is_shown_with_places_in_its_source() -> None:
    shown, lost = LU_1.replace("○", "&#9675;", 1), XUE_1.replace("□", "?", 1)
    source = f"<html><body>\n<p>鼓<b>{shown}</b>魯鼓\n<p>{lost}薛鼓"
    rows, errors = copied(source)
    assert [(row.name, row.where.line, row.where.column) for row in rows] == [("lu-1", 2, 8)]
    assert rows[0].sides == tuple(LU_1.split(HALF))
    assert errors == (
        "unreadable-mark: line 3, column 5: '?' U+003F stands between two marks; expected ○ □ or 半",
    )


@pytest.mark.parametrize(
    "text, names, error",
    [
        (
            page(lu_1="○□甲○半○□○"),
            NAMES[1:],
            "broken-row: line 1, column 5: 1 marks before 半 and 3 after it;"
            " expected three or more, and both ○ and □",
        ),
        (
            page(lu_1="○□?○半○□○"),
            NAMES[1:],
            "unreadable-mark: line 1, column 4: '?' U+003F stands between two marks; expected ○ □ or 半",
        ),
        (f"{page()}(注", NAMES, "unclosed-gloss: line 1, column 131: the bracket never closes"),
        (
            f"鼓{LU_1.split(HALF)[1]}魯鼓○□○○半○□○半○薛鼓",
            NAMES[:1],
            "half-repeated: line 1, column 16: more than one 半 in a row",
        ),
    ],
    ids=["broken", "unreadable", "unclosed", "half repeated"],
)
def test_what_cannot_be_read_is_told_beside_the_rows(text: str, names: Sequence[str], error: str) -> None:
    rows, errors = copied(text)
    assert errors == (error,)
    assert [row.name for row in rows] == list(names)


@pytest.mark.parametrize(
    "text, code",
    [
        ("", "no-notation"),
        ("○□○", "no-notation"),
        ("第三題○□○□□○○□", "no-notation"),
        ("鼓：半魯鼓；半薛鼓。", "marks-lost"),
        ("鼓○□?○半○□○魯鼓", "unreadable-mark"),
    ],
)
def test_a_text_without_rows_is_refused_as_the_reader_does(text: str, code: str) -> None:
    with pytest.raises(PassageError) as raised:
        copied(text)
    assert raised.value.code == code


def test_a_number_or_a_name_of_ours_ahead_of_a_row_without_half_joins_no_rows() -> None:
    rows, errors = copied(f"1. {LU_1.replace(HALF, '')}\n2. {XUE_1.replace(HALF, '')}\nLu-1: {LU_1}\n")
    assert errors == ()
    assert [row.where.line for row in rows] == [1, 2, 3]
    assert ["".join(row.sides) for row in rows] == [row.replace(HALF, "") for row in (LU_1, XUE_1, LU_1)]


@pytest.mark.parametrize("label", ["第三題", "12345. ", "Luther: ", "1", "見2. "])
def test_other_words_ahead_of_marks_without_half_are_no_label(label: str) -> None:
    with pytest.raises(PassageError, match="no-notation"):
        copied(f"{label}{LU_1.replace(HALF, '')}")
