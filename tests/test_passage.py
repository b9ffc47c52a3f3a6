from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from passage_cases import CASES, Case

from touhu_music import library
from touhu_music.errors import PassageError
from touhu_music.excerpts import Excerpt
from touhu_music.passage import Passage, read
from touhu_music.reading import Place


def codes(passage: Passage) -> set[str]:
    every = [*passage.warnings, *(warning for reading in passage.readings for warning in reading.warnings)]
    return {warning.partition(":")[0] for warning in every}


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_small_text_reads_as_its_row_in_the_table_says(case: Case) -> None:
    if case.error is not None:
        with pytest.raises(PassageError) as caught:
            read(case.text, known=library.known_rows())
        assert caught.value.code == case.error
        if case.place:
            assert "line {}, column {}".format(*case.place) in str(caught.value)
        return
    passage = read(case.text, known=library.known_rows())
    found = tuple(
        (
            reading.set,
            reading.name,
            str(reading.cadence),
            tuple((str(section), after, text) for section, after, text in reading.notes),
        )
        for reading in passage.readings
    )
    assert found == case.readings
    assert codes(passage) == case.warnings


def test_names_and_the_heading_are_kept_as_printed() -> None:
    found = read("鼔○□○○半○□○鲁鼓○○□□半□○○《辥》鼓取半以下魯鼔○□□○半○□○○薛鼓○○○□半○□□○").readings
    assert [reading.label for reading in found] == ["鲁鼓", "辥鼓", "魯鼔", "薛鼓"]
    assert [reading.heading for reading in found] == ["鼔", "", "", ""]


@pytest.mark.parametrize(
    "name, expected", [("n15", [["記兩家之異"], []]), ("n16", [["音古"], []]), ("c1", [[]])]
)
def test_glosses_before_the_first_mark_are_a_foreword(name: str, expected: list[list[str]]) -> None:
    found = read(next(case.text for case in CASES if case.name == name)).readings
    assert [[note.text for note in reading.foreword] for reading in found] == expected
    assert all(reading.glosses == reading.foreword + reading.notes for reading in found)


def test_places_are_given_by_line_column_and_byte() -> None:
    text = next(case.text for case in CASES if case.name == "n1")
    starts = [reading.start for reading in read(text).readings]
    assert [(start.line, start.column) for start in starts] == [(1, 2), (1, 12), (1, 38), (1, 49)]
    assert [start.byte for start in starts] == [3, 33, 111, 144]


def test_a_page_mark_gives_the_page_of_what_follows() -> None:
    (reading,) = read("鼓○□¶\n<pb:KR1x0000_WYG_001-1a>¶\n○○半○□○魯鼓").readings
    assert [mark.where.page for mark in reading.marks] == [None] * 2 + ["KR1x0000_WYG_001-1a"] * 5


@pytest.mark.parametrize("text", ["\ufeff鼓○□○○半○□○魯鼓", "鼓○□\r\n○○半○□○魯鼓\r\n"])
def test_a_byte_order_mark_or_windows_line_ends_change_nothing(text: str) -> None:
    (reading,) = read(text).readings
    assert (reading.name, str(reading.cadence)) == ("lu-1", "○□○○半○□○")


@pytest.mark.parametrize("text", ["○" * 3_000_000, "○□" * 600_000 + "半" + "○□" * 600_000, "(" * 1_000_000])
def test_a_huge_text_is_bounded_work(text: str) -> None:
    with pytest.raises(PassageError):
        read(text)


@given(st.text("○□半〇口●?魯薛鼓注：‘’「」()（）〈〉/。，\n ¶<pb:x>&KR1;#按取以下甲", max_size=80))
def test_any_text_is_readings_or_one_error(text: str) -> None:
    try:
        passage = read(text)
    except PassageError:
        return
    for reading in passage.readings:
        for mark in reading.marks:
            line = text.split("\n")[mark.where.line - 1]
            assert line[mark.where.column - 1] == mark.printed
            assert text.encode()[mark.where.byte :].startswith(mark.printed.encode())
    for start, end in passage.spans:
        assert text[start:end].strip() == text[start:end]


@given(st.sampled_from([case for case in CASES if case.readings]))
def test_excerpts_read_as_the_whole(case: Case) -> None:
    passage = read(case.text)
    lines = case.text
    starts = {}
    for start, _ in passage.spans:
        before = lines[:start]
        starts[start] = Place(before.count("\n") + 1, start - before.rfind("\n"), len(before.encode("utf-8")))
    excerpts = [Excerpt(lines[start:end], starts[start]) for start, end in passage.spans]
    again = read(excerpts)
    assert [str(reading.cadence) for reading in again.readings] == [
        str(reading.cadence) for reading in passage.readings
    ]
    marks = [mark.where[:3] for reading in again.readings for mark in reading.marks]
    assert marks == [mark.where[:3] for reading in passage.readings for mark in reading.marks]


def test_a_text_of_more_marks_than_any_book_is_refused() -> None:
    with pytest.raises(PassageError, match="too-many-marks: more than 200000 marks in the rows of one text"):
        read("鼓○□○半○□○魯鼓" * 40_000)


def test_several_thousand_copies_are_all_read() -> None:
    passage = read("鼓○□○半○□○按○按" * 5_000)
    assert len(passage.readings) == 5_000
    assert passage.readings[-1].set == 5_000
    assert all(reading.marks[-1].doubtful for reading in passage.readings)


UNSEEN = "\u00ad\u2060\u200c\u200d\u200e\u202f\u2009\u2003\ufe0e\ufe0f\x0b\u2028"
STRANGE = [
    *"\u0301\x00\x1b—–-…~/|・‧•◻⬜▢△◇⚪\u041e\u039f⼝x9甲#>",
    *("<br>", "<!-- -->", "<lb/>", '<pb n="3"/>', "&nbsp;", "甲乙", "\n#"),
]


@pytest.mark.parametrize("sign", UNSEEN)
def test_a_sign_that_nobody_sees_changes_no_row(sign: str) -> None:
    (reading,) = read(f"鼓○{sign}□○○半{sign}○□{sign}○魯鼓").readings
    assert str(reading.cadence) == "○□○○半○□○"


@pytest.mark.parametrize("sign", STRANGE)
def test_a_strange_sign_in_a_row_never_makes_a_shorter_row_in_silence(sign: str) -> None:
    sides = ("○□○○□□○□○○□", "○□○□○○○□□○□○")
    for cut, whole in ((0, sides[0]), (1, sides[1])):
        for place in range(1, len(whole)):
            spoilt = [*sides]
            spoilt[cut] = whole[:place] + sign + whole[place:]
            passage = read(f"鼓{'半'.join(spoilt)}魯鼓○○□□半□○○薛鼓取半以下")
            assert [str(reading.cadence) for reading in passage.readings] == ["○○□□半□○○"], spoilt
            assert "broken-row" in codes(passage)


@pytest.mark.parametrize(
    "text",
    ["魯" + " " * 50_000, "魯" + "\n" * 50_000, "#魯" + " " * 50_000, "○□□半○□" + "(甲)" * 30_000 + "○"],
)
def test_long_gaps_are_read_once(text: str) -> None:
    try:
        read(text)
    except PassageError as error:
        assert error.code in ("no-notation", "broken-row")  # noqa: PT017
