from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tables import EDITION, OTHERS, ROWS

from touhu_music import library
from touhu_music.errors import LibraryError, PlanError, TouhuError
from touhu_music.language import Language, doubts
from touhu_music.notation import Section
from touhu_music.passage import read
from touhu_music.performance import Timing
from touhu_music.reading import in_language
from touhu_music.witnessfile import draft, load, load_unread


@pytest.mark.parametrize("name", EDITION)
def test_a_packaged_witness_prints_its_row(name: str) -> None:
    cadence, siglum = name.split("@")
    reading = library.witness(siglum).reading(cadence)
    assert str(reading.cadence) == EDITION[name]
    assert (reading.witness, reading.set) == (siglum, 1)


def test_only_the_last_stroke_of_xue_2_in_c_is_doubtful() -> None:
    doubtful = [
        (siglum, reading.name, mark.section, mark.place)
        for siglum in library.witnesses()
        for reading in library.witness(siglum).readings
        for mark in reading.marks
        if mark.doubtful
    ]
    assert doubtful == [("C", "xue-2", Section.AFTER_HALF, 11)]


def test_doubtful_rows_are_no_measure_for_others() -> None:
    assert library.known_rows()["xue-2"] == {ROWS["xue-2@A"]}
    assert library.known_rows()["lu-2"] == {EDITION[name] for name in ("lu-2@A", "lu-2@B", "lu-2@K09")}


@pytest.mark.parametrize("name", library.plans())
def test_every_packaged_plan_loads_with_a_reason_for_each_choice(name: str) -> None:
    assert all(reason for _, reason in library.plan(name).reasons)
    assert len(library.plan(name).reasons) == 7


@pytest.mark.parametrize("name", library.sound_names())
def test_every_packaged_pair_of_sounds_is_named_as_its_file(name: str) -> None:
    assert library.sounds(name).name == name


def test_books_that_were_not_read_say_why_and_are_no_witnesses() -> None:
    unread = library.unread()
    assert [book.siglum for book in unread if book.siglum] == ["K16", "K18"]
    assert {book.siglum for book in unread}.isdisjoint(library.witnesses())
    titles = " ".join(f"{book.title} {book.edition}" for book in unread)
    assert all(name in titles for name in ("開成石經", "撫州", "八行本", "岳本", "阮刻本", "校勘記"))
    assert all(book.why for book in unread)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "no [[book]]"),
        ('[[book]]\ntitle = "t"\n', "author must be a text that is not empty"),
        (
            '[[book]]\ntitel = "t"\n',
            "unknown key 'titel'; expected author edition siglum title why work_date",
        ),
        ("[[books]]\n", "unknown key 'books'; expected book"),
    ],
)
def test_a_list_of_books_not_read_that_is_wrong_says_what(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LibraryError) as caught:
        load_unread(str(path))
    assert str(caught.value) == f"{path}: {message}"


def own(folder: Path, siglum: str = "X1", text: str | None = None) -> Path:
    """Write a user's witness of one row."""
    source = "鼓○□○○半○□○魯鼓"
    path = folder / f"{siglum}.toml"
    path.write_text(text or draft(siglum, "mine.txt", source, read(source)), encoding="utf-8")
    return path


def test_a_users_witness_stands_beside_the_packaged_ones(tmp_path: Path) -> None:
    own(tmp_path)
    assert list(library.witnesses(tmp_path)) == ["A", "B", "C", *OTHERS, "X1"]
    assert str(library.witness("X1", tmp_path).reading("lu-1").cadence) == "○□○○半○□○"


def test_a_draft_of_a_text_reads_as_the_text(tmp_path: Path) -> None:
    source = (
        '前言○\n鼓○□(音"鏜\\)○○□○○半○□○(一本作□)魯鼓○□○□□○○半□○□○薛鼓取半以下為投壺禮\n'
        "後又魯鼓(記異)○□□○半○□○○薛鼓○○○□半○□□○○。按詩曰\n○按此一節"
    )
    passage = read(source)
    found = load(str(own(tmp_path, "X2", draft("X2", "mine.txt", source, passage))))
    assert [(r.name, r.marks, r.foreword, r.notes) for r in found.readings] == [
        (r.name, r.marks, r.foreword, r.notes) for r in passage.readings
    ]
    assert sum(mark.doubtful for reading in found.readings for mark in reading.marks) == 1


GOOD = """\
siglum = "X1"
title = "t"
author = "a"
work_date = "w"
copy_date = "c"
edition = "e"
place = "p"
evidence = "etext"
file = "f"
[[printed]]
line = 1
column = 1
byte = 0
text = "鼓○□○○半○□○魯鼓"
"""


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"t"', '"t\\u0007"', "U+0007 in title cannot be printed"),
        ('"t"', '"\\u202eevil"', "U+202E in title cannot be printed"),
        ('"t"', '""', "title must be a text that is not empty"),
        ('"t"', "7", "title must be a text that is not empty"),
        ('title = "t"\n', "", "title must be a text that is not empty"),
        ('title = "t"', 'titel = "t"', "unknown key 'titel'"),
        ('"X1"', '"X2"', "siglum X2 must be the name of the file"),
        ('"X1"', '"../X1"', "siglum '../X1' must be a letter, then letters and digits, at most 16"),
        ('"etext"', '"rumour"', "unknown evidence 'rumour'; expected etext image"),
        ("line = 1", "line = -1", "line must be a whole number, not -1"),
        ("line = 1", "line = true", "line must be a whole number, not True"),
        ("[[printed]]", "[printed]", "printed must be written [[printed]]"),
        ("○□○○半", "○□x○半", "broken-row"),
        ("○□○○半", "○□●○半", "unreadable-mark: line 1, column 4: '●' U+25CF"),
        ("魯鼓", "魯鼓\\n鼓○□○○半○□○魯鼓", "more than one copy of the rows"),
        ('= "f"', '= "f', "Illegal character"),
        ('"鼓', '"鼓\\u0000', "U+0000 in text cannot be printed"),
    ],
)
def test_a_witness_file_that_is_wrong_says_what(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    path = own(tmp_path, text=GOOD.replace(old, new, 1))
    with pytest.raises(LibraryError) as caught:
        load(str(path))
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


@pytest.mark.parametrize("section, place", [("after_half", 4), ("before", 1), ("after_half", 0)])
def test_a_doubt_about_no_stroke_is_refused(tmp_path: Path, section: str, place: int) -> None:
    table = f'[[doubtful]]\ncadence = "lu-1"\nsection = "{section}"\nplace = {place}\n'
    table += 'code = "doubtful"\nreason = "r"\n'
    with pytest.raises(LibraryError, match=f"doubtful: no stroke {place} in {section} of lu-1"):
        load(str(own(tmp_path, text=GOOD + table)))


def test_a_doubt_is_called_one(tmp_path: Path) -> None:
    table = '[[doubtful]]\ncadence = "lu-1"\nsection = "after_half"\nplace = 1\ncode = "odd"\nreason = "r"\n'
    with pytest.raises(LibraryError, match="code 'odd' must begin with 'doubtful'"):
        load(str(own(tmp_path, text=GOOD + table)))


@pytest.mark.parametrize("siglum", ["", "1a", "a b", "é", "x" * 17, "../x"])
def test_what_is_no_siglum_is_refused_before_a_file_is_drafted(siglum: str) -> None:
    source = "鼓○□○○半○□○魯鼓"
    with pytest.raises(LibraryError, match="must be a letter, then letters and digits, at most 16"):
        draft(siglum, "mine.txt", source, read(source))


def test_a_siglum_that_is_taken_is_refused(tmp_path: Path) -> None:
    own(tmp_path, "A", GOOD.replace("X1", "A"))
    with pytest.raises(LibraryError, match="siglum A is taken by a packaged witness"):
        library.witnesses(tmp_path)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b"x" * 1_000_001,
        b"a = " + b"[" * 100_000,
        b"a = " + b"9" * 5_000,
        b"a = 0x" + b"f" * 5_000,
    ],
)
def test_a_data_file_of_any_bytes_is_one_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "X1.toml"
    path.write_bytes(data)
    with pytest.raises(LibraryError):
        load(str(path))
    with pytest.raises(TouhuError):
        library.plan(path)


def test_missing_things_are_named(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="no witness 'Z'; there are A B C"):
        library.witness("Z")
    with pytest.raises(LibraryError, match="witness X1 has no xue-2; it has lu-1"):
        load(str(own(tmp_path))).reading("xue-2")
    with pytest.raises(LibraryError, match="no plan 'fast'; there are default"):
        library.plan("fast")
    with pytest.raises(LibraryError, match="No such file or directory"):
        library.plan(tmp_path / "none.toml")
    with pytest.raises(LibraryError, match="No such file or directory"):
        library.witnesses(tmp_path / "none")


def test_a_folder_without_a_witness_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "X1.txt").write_text(GOOD, encoding="utf-8")
    with pytest.raises(LibraryError) as caught:
        library.witnesses(tmp_path)
    assert str(caught.value) == f"{tmp_path}: no .toml file in the folder"


def test_a_plan_file_changes_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "slow.toml"
    path.write_text('name = "slow"\n[timing]\nvalue = "on-gu"\nreason = "we like it"\n')
    found = library.plan(path)
    assert (found.name, found.timing) == ("slow", Timing.ON_GU)
    assert dict(found.reasons)["timing"] == "we like it"
    assert found.beats_per_minute == library.plan().beats_per_minute


@pytest.mark.parametrize(
    "text, message",
    [
        ('[timing]\nvalue = "swing"\nreason = "r"', "unknown timing 'swing'; expected one of even on-gu"),
        ('[accent]\nvalue = "loud"\nreason = "r"', "unknown accent 'loud'; expected one of none first gu"),
        (
            '[sounds]\nvalue = "piano"\nreason = "r"',
            "unknown sounds 'piano'; expected one of organology",
        ),
        (
            '[beats_per_minute]\nvalue = nan\nreason = "r"',
            "tempo must be a number such as 72, 72.5 or 1/2",
        ),
        ('[beats_per_minute]\nvalue = 0\nreason = "r"', "tempo must be in range 1..1000, not 0"),
        ('[cycles]\nvalue = 2.5\nreason = "r"', "cycles must be a whole number, not 2.5"),
        ('[cycles]\nvalue = 1000000000\nreason = "r"', "cycles must be in range 1..100000, not 1000000000"),
        ("[cycles]\nvalue = 2", "reason must be a text that is not empty"),
        ("cycles = 2", "cycles must be a table with value and reason"),
        ('[tempo]\nvalue = 2\nreason = "r"', "unknown key 'tempo'"),
        ('[cycles]\nvalue = 2\nreason = "r"\nwhy = "x"', "unknown key 'why'; expected reason value"),
    ],
)
def test_a_plan_file_that_is_wrong_says_what(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(f'name = "p"\n{text}\n' if not text.startswith("cycles") else f'{text}\nname = "p"\n')
    with pytest.raises((PlanError, LibraryError)) as caught:
        library.plan(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


def test_a_text_that_cannot_be_printed_is_not_drafted() -> None:
    source = "鼓○□(甲\x7f)○○半○□○魯鼓"
    with pytest.raises(LibraryError, match=r"t\.txt: U\+007F stands among the rows and cannot be printed"):
        draft("X1", "t.txt", source, read(source))


@pytest.mark.parametrize("field, length", [("title", 1_001), ("text", 100_001)])
def test_a_text_without_end_is_refused(tmp_path: Path, field: str, length: int) -> None:
    text = (
        GOOD.replace('"t"', f'"{"x" * length}"')
        if field == "title"
        else GOOD.replace("鼓○", "鼓○" + "甲" * length)
    )
    with pytest.raises(LibraryError, match=f"{field} is longer than any book prints"):
        load(str(own(tmp_path, text=text)))


def test_a_reason_is_shown_in_the_language_of_the_output_else_in_english(tmp_path: Path) -> None:
    assert in_language((("ko", "k"), ("en", "e")), "zh-Hant") == "e"
    assert in_language((("ko", "k"),), "zh-Hant") == "k"
    assert in_language((), "en") == ""
    reading = library.witness("C").reading("xue-2")
    for language, said in ((Language.KOREAN, "마지막 ○가"), (Language.ENGLISH, "the last ○")):
        (line,) = doubts(reading, language)
        assert f": {said}" in line


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "X1.toml")
    with pytest.raises(LibraryError, match=r"X1\.toml: not a regular file"):
        library.witnesses(tmp_path)


def test_a_link_to_a_witness_file_is_a_witness(tmp_path: Path) -> None:
    (tmp_path / "X1.toml").symlink_to(library.witnesses()["A"])
    assert list(library.witnesses(tmp_path))[-1] == "X1"
