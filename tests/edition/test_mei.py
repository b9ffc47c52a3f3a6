"""Rows in all witnesses as MEI, read back by elements and as verovio plays and draws them."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from strategies import cadences

from touhu_music import library, plan
from touhu_music.cli import main
from touhu_music.edition import mei
from touhu_music.edition.collation import Apparatus, collate
from touhu_music.edition.segments import holdings, segments
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.notation import HALF, Cadence, School, Section, Use
from touhu_music.performance import Timing
from touhu_music.reading import literal
from touhu_music.render import Options
from touhu_music.render.mei.engraver import load as engraved
from touhu_music.render.mei.hearing import played
from touhu_music.witnessfile import Report, Witness, load

NAMES = ("lu-1", "xue-1", "lu-2", "xue-2")
BOOKS = [load(path) for path in library.witnesses().values()]
SIGLA = [book.siglum for book in BOOKS]
MEI: Final = "{http://www.music-encoding.org/ns/mei}"
ID: Final = "{http://www.w3.org/XML/1998/namespace}id"
OPTIONS: Final = Options()
KEYS: Final = {plan().sounds.gu: "□", plan().sounds.pi: "○"}


def written(apparatus: Apparatus, options: Options = OPTIONS) -> bytes:
    data = mei.render(apparatus, plan(), options)
    mei.check(data, apparatus, plan(), options)
    return data


def root_of(cadence: str = "lu-2", base: str = "A", **choices: Any) -> Element:
    return ElementTree.fromstring(written(collate(BOOKS, cadence, base, **choices)))


def printed(siglum: str, cadence: str) -> str:
    return str(next(book for book in BOOKS if book.siglum == siglum).reading(cadence).cadence)


def test_the_packaged_witnesses_are_all_here() -> None:
    assert len(SIGLA) == 12


# --- the rows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cadence", NAMES)
@pytest.mark.parametrize("base", ["A", "B", "C", "K09", "K11"])
def test_each_witness_has_its_row_whichever_is_the_base(cadence: str, base: str) -> None:
    root = root_of(cadence, base)
    assert {siglum: mei.row(root, siglum, OPTIONS) for siglum in SIGLA} == {
        siglum: printed(siglum, cadence) for siglum in SIGLA
    }


@pytest.mark.parametrize("cadence", NAMES)
@pytest.mark.parametrize("siglum", SIGLA)
def test_verovio_plays_and_draws_each_witness(cadence: str, siglum: str) -> None:
    data, row = written(collate(BOOKS, cadence, "A")).decode(), printed(siglum, cadence)
    toolkit = engraved(data, breaks="none", **mei.choice(siglum))
    strokes = row.replace(HALF, "")
    notes = sorted(played(toolkit.renderToMIDI()))
    assert "".join(KEYS[key] for _, _, key in notes) == strokes
    assert [tick for tick, _, _ in notes] == [120 * number for number in range(len(strokes))]
    assert {channel for _, channel, _ in notes} == {9}
    found = toolkit.renderToTimemap()
    timemap = found if isinstance(found, list) else json.loads(found)
    names = [name for moment in timemap for name in moment.get("on", [])]
    assert "".join({"gu": "□", "pi": "○"}[name.split("-")[2]] for name in names) == strokes
    drawn = re.findall(r'<g id="([^"]+)" class="note"', toolkit.renderToSVG(1))
    assert sorted(drawn) == sorted(names)


def test_without_a_choice_verovio_has_the_base() -> None:
    notes = sorted(played(engraved(written(collate(BOOKS, "lu-2", "A")).decode()).renderToMIDI()))
    assert "".join(KEYS[key] for _, _, key in notes) == printed("A", "lu-2").replace(HALF, "")


def test_a_siglum_is_not_taken_for_a_longer_one() -> None:
    rows = {"A": "○□半○□", "A1": "○半□□", "A11": "□□半○"}
    books = [replaced(BOOKS[0], siglum, row) for siglum, row in rows.items()]
    root = ElementTree.fromstring(written(collate(books, "lu-1", "A")))
    assert {siglum: mei.row(root, siglum, OPTIONS) for siglum in rows} == rows


def replaced(book: Witness, siglum: str, row: str) -> Witness:
    """Return a book that prints one row, under another siglum."""
    reading = literal(row)._replace(school=School.LU, record=1, witness=siglum)
    return book._replace(siglum=siglum, readings=(reading,), judgements=(), counts=())


@settings(max_examples=30, deadline=None)
@given(cadences, cadences, cadences)
def test_rows_of_any_kind_are_kept(first: Cadence, second: Cadence, third: Cadence) -> None:
    rows = {"A": first, "half": second, "stroke": third}
    books = [replaced(BOOKS[0], siglum, str(row)) for siglum, row in rows.items()]
    assert written(collate(books, "lu-1", "A"))


# --- the encoding ------------------------------------------------------------------------------


def test_a_place_that_differs_is_told_on_both_staves() -> None:
    apps = list(root_of().iter(f"{MEI}app"))
    told = [[(each.tag.removeprefix(MEI), each.get("source")) for each in app] for app in apps]
    assert told[:2] == [[("lem", "#A #B #C #K01 #K02 #K03 #K07 #K08 #K11 #K13 #N01"), ("rdg", "#K09")]] * 2
    assert len(apps) == 6


def test_an_omission_is_an_empty_reading_with_its_source() -> None:
    omission = next(root_of().iter(f"{MEI}rdg"))
    assert (omission.get("source"), len(omission)) == ("#K09", 0)


@pytest.mark.parametrize("cadence", NAMES)
@pytest.mark.parametrize("second_hand", [False, True])
def test_ids_are_unique_and_every_pointer_leads_to_one(cadence: str, second_hand: bool) -> None:
    root = root_of(cadence, second_hand=second_hand)
    ids = Counter(each.attrib[ID] for each in root.iter() if ID in each.attrib)
    assert max(ids.values()) == 1
    pointers = [
        pointer
        for each in root.iter()
        for name in ("source", "startid", "resp")
        for pointer in each.get(name, "").split()
    ]
    assert {pointer[1:] for pointer in pointers} <= set(ids)
    assert {pointer[0] for pointer in pointers} == {"#"}


@pytest.mark.parametrize("cadence", NAMES)
def test_each_reading_of_a_place_names_each_witness_once(cadence: str) -> None:
    for app in root_of(cadence).iter(f"{MEI}app"):
        named = [pointer for each in app for pointer in each.attrib["source"].split()]
        assert sorted(named) == [f"#{siglum}" for siglum in sorted(SIGLA)]


def test_every_note_has_id_key_place_and_syllable() -> None:
    notes = list(root_of().iter(f"{MEI}note"))
    assert all({ID, "pnum", "loc", "dur", "head.shape"} <= set(note.keys()) for note in notes)
    assert {note.findtext(f"{MEI}verse/{MEI}syl") for note in notes} == {"榻", "鏜"}


def test_the_head_has_each_witness_with_its_bibliography() -> None:
    sources = {each.attrib[ID]: each for each in root_of().iter(f"{MEI}source")}
    assert list(sources) == SIGLA
    assert sources["K09"].findtext(f"{MEI}bibl/{MEI}author") == "朱熹 (1130-1200)"
    texts = " ".join(root_of().find(f"{MEI}meiHead").itertext())  # type: ignore[union-attr]
    assert "breaks the opening ○□○" in texts


def test_a_doubtful_stroke_is_unclear_and_has_a_question_mark_where_it_is_read() -> None:
    root = root_of("xue-2")
    (unclear,) = root.iter(f"{MEI}unclear")
    (mark,) = (each for each in root.iter(f"{MEI}dir") if each.get("type") == "doubtful")
    assert mark.attrib["startid"] == f"#{unclear[0].attrib[ID]}"
    assert not list(mei.resolved(root, "A").iter(f"{MEI}unclear"))


def test_a_doubt_alone_is_a_reading() -> None:
    reading = BOOKS[0].reading("lu-1")
    shaky = reading._replace(marks=(reading.marks[0]._replace(doubtful=True), *reading.marks[1:]))
    books = [BOOKS[0], BOOKS[0]._replace(siglum="X", readings=(shaky,))]
    found = list(segments(collate(books, "lu-1", "A"), Section.BEFORE_HALF))
    assert [(len(segment), segment[0].row) for segment in found] == [(2, "○"), (1, "□○○□□○□○○□")]
    assert written(collate(books, "lu-1", "A"))


def test_what_is_known_at_second_hand_is_labelled_and_can_be_played() -> None:
    root = root_of("lu-1", second_hand=True)
    labelled = {each.attrib["source"] for each in root.iter(f"{MEI}rdg") if each.get("type")}
    assert labelled == {"#Wu"}
    assert mei.row(root, "Wu", OPTIONS) == "○□○○□□○○○○□半○□○○○□□○□○"
    (source,) = (each for each in root.iter(f"{MEI}source") if each.get("type") == "second-hand")
    assert source.findtext(f"{MEI}bibl/{MEI}title") == "吳澄 (second hand, through 義疏 K07)"


def test_a_report_of_two_rows_or_of_a_book_that_is_here_gets_an_id_of_its_own() -> None:
    k07 = next(book for book in BOOKS if book.siglum == "K07")
    note = k07.reports[0]
    reports: tuple[Report, ...] = (note._replace(rows=("○□○", "○□□")), note._replace(siglum="B"))
    books = [BOOKS[0], BOOKS[1], k07._replace(reports=reports)]
    apparatus = collate(books, "lu-1", "A", second_hand=True)
    assert list(holdings(apparatus)) == ["A", "B", "K07", "Wu", "second-hand-1", "second-hand-2"]
    assert written(apparatus)


@pytest.mark.parametrize("language", Language)
def test_each_language_can_be_written_and_is_the_same_every_time(language: Language) -> None:
    apparatus = collate(BOOKS, "lu-1", "A", second_hand=True)
    assert written(apparatus, Options(language)) == written(apparatus, Options(language))


def test_texts_are_escaped() -> None:
    book = replaced(BOOKS[0], "A", "○□半○□")
    reading = book.readings[0]._replace(source='<b>&"', file="]]>")
    root = ElementTree.fromstring(written(collate([book._replace(readings=(reading,))], "lu-1", "A")))
    assert root.findtext(f".//{MEI}source/{MEI}bibl/{MEI}title") == '<b>&"'


# --- the check ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "old, new",
    [
        ("#B #K02 ", "#K02 "),
        ('pnum="50"', 'pnum="51"'),
        ('<rdg source="#K09" />', '<rdg source="#K09"><space dur="4" /></rdg>'),
        (">半<", "><"),
        ("</mei>", ""),
    ],
)
def test_a_file_that_lost_something_is_refused(old: str, new: str) -> None:
    apparatus = collate(BOOKS, "lu-2", "A")
    data = written(apparatus).decode()
    assert old in data
    with pytest.raises(RenderError, match=r"^mei: "):
        mei.check(data.replace(old, new).encode(), apparatus, plan(), OPTIONS)


def test_a_plan_that_is_not_even_is_refused() -> None:
    apparatus, uneven = collate(BOOKS, "lu-2", "A"), replace(plan(), timing=Timing.ON_GU)
    with pytest.raises(RenderError):
        mei.check(mei.render(apparatus, uneven, OPTIONS), apparatus, uneven, OPTIONS)


def test_all_strokes_of_a_row_are_performed() -> None:
    performances = mei.performed(collate(BOOKS, "lu-2", "A"), plan())
    assert {each.use for each in performances.values()} == {Use.ARCHERY}


# --- through the door --------------------------------------------------------------------------


def test_collate_writes_one_row(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOUHU_WITNESSES", raising=False)
    assert main(["collate", "lu-2", "-o", "lu-2.mei"]) == 0
    assert capsys.readouterr() == ("lu-2.mei\n", "")
    assert (tmp_path / "lu-2.mei").read_bytes() == written(collate(BOOKS, "lu-2", "A"))
    assert main(["collate", "-o", "all.mei"]) == 1
    message = "touhu: 'all.mei' would hold one row; name it: lu-1 xue-1 lu-2 xue-2\n"
    assert capsys.readouterr() == ("", message)
