"""Rows in all witnesses as TEI: read back for each, and held against what TEI allows."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from edition.test_mei import replaced
from hypothesis import given, settings
from strategies import cadences

import touhu_music
from touhu_music import library, markup
from touhu_music.cli import main
from touhu_music.edition import tei
from touhu_music.edition.collation import Apparatus, collate
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.notation import Cadence, School
from touhu_music.witnessfile import Witness, load

NAMES = ("lu-1", "xue-1", "lu-2", "xue-2")
BOOKS = [load(path) for path in library.witnesses().values()]
SIGLA = [book.siglum for book in BOOKS]
TEI: Final = "{http://www.tei-c.org/ns/1.0}"
XML: Final = "{http://www.w3.org/XML/1998/namespace}"

# element: the elements that may stand in it here, in their order; attributes
MODEL: Final[dict[str, tuple[str, str]]] = {
    "TEI": ("teiHeader text", "xml:lang"),
    "teiHeader": ("fileDesc encodingDesc", ""),
    "fileDesc": ("titleStmt publicationStmt sourceDesc", ""),
    "titleStmt": ("title respStmt", ""),
    "respStmt": ("resp name", "xml:id"),
    "publicationStmt": ("authority availability", ""),
    "availability": ("licence", ""),
    "licence": ("", "target"),
    "sourceDesc": ("listWit", ""),
    "listWit": ("witness*", ""),
    "witness": ("bibl", "xml:id"),
    "bibl": ("title author? date? date? edition? biblScope? idno? note?", ""),
    "date": ("", "type"),
    "idno": ("", "type"),
    "encodingDesc": ("editorialDecl variantEncoding", ""),
    "editorialDecl": ("p*", ""),
    "variantEncoding": ("", "method location"),
    "text": ("body", "xml:lang"),
    "body": ("div*", ""),
    "div": ("head? l trailer?", "xml:id type n"),
    "l": ("seg seg seg", ""),
    "seg": ("(app|unclear|note)*", "type"),
    "app": ("lem rdg* note*", ""),
    "lem": ("unclear*", "wit"),
    "rdg": ("unclear*", "wit type? cert?"),
    "unclear": ("", "cert"),
    "note": ("", "type? resp? xml:lang?"),
    **dict.fromkeys(("title", "resp", "name", "authority", "author", "edition"), ("", "")),
    **dict.fromkeys(("biblScope", "p", "head", "trailer"), ("", "")),
}
MIXED: Final = frozenset(("seg", "lem", "rdg"))
"""The elements with marks between their elements."""


def written(apparatuses: list[Apparatus], language: Language = Language.ENGLISH) -> bytes:
    data = tei.render(apparatuses, language)
    tei.check(data, apparatuses)
    return data


def held(*cadences: str, base: str = "A", **choices: Any) -> list[Apparatus]:
    return [collate(BOOKS, cadence, base, **choices) for cadence in cadences or NAMES]


def root_of(*cadences: str, base: str = "A", **choices: Any) -> Element:
    return ElementTree.fromstring(written(held(*cadences, base=base, **choices)))


def printed(siglum: str, cadence: str) -> str:
    return str(next(book for book in BOOKS if book.siglum == siglum).reading(cadence).cadence)


# --- the rows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("base", SIGLA)
def test_each_witness_has_its_rows_whichever_is_the_base(base: str) -> None:
    root = root_of(base=base)
    for cadence in NAMES:
        assert {siglum: tei.row(root, cadence, siglum) for siglum in SIGLA} == {
            siglum: printed(siglum, cadence) for siglum in SIGLA
        }


@settings(max_examples=50, deadline=None)
@given(cadences, cadences, cadences)
def test_rows_of_any_kind_are_kept(first: Cadence, second: Cadence, third: Cadence) -> None:
    rows = {"A": first, "A1": second, "row": third}
    books = [replaced(BOOKS[0], siglum, str(row)) for siglum, row in rows.items()]
    assert written([collate(books, "lu-1", "A")])


@pytest.mark.parametrize("cadences", [*((name,) for name in NAMES), NAMES])
@pytest.mark.parametrize("base", ["A", "K09"])
def test_our_own_reader_of_pages_finds_the_rows_of_the_base(cadences: tuple[str, ...], base: str) -> None:
    found = markup.read(written(held(*cadences, base=base, second_hand=True)).decode())
    assert {each.name: str(each.cadence) for each in found.readings} == {
        name: printed(base, name) for name in cadences
    }


# --- the apparatus -----------------------------------------------------------------------------


def readings(root: Element) -> list[tuple[str, str, str | None]]:
    return [
        (each.attrib["wit"], "".join(each.itertext()), each.get("type")) for each in root.iter(f"{TEI}rdg")
    ]


def test_each_difference_is_a_reading_of_its_kind() -> None:
    assert readings(root_of()) == [
        ("#K02", "○○○", "addition"),
        ("#K11", "○□", "substitution"),
        ("#K09", "", "omission"),
        ("#B #K02 #K03 #K09 #K13", "○", "omission"),
        ("#K09", "□○", "addition"),
        ("#C", "○○", "addition"),
    ]


def test_a_doubtful_mark_is_unclear() -> None:
    (unclear,) = root_of("xue-2").iter(f"{TEI}unclear")
    assert (unclear.text, unclear.tail, unclear.get("cert")) == ("○", None, "low")


def test_each_form_is_judged_once_under_our_name() -> None:
    notes = [note for note in root_of().iter(f"{TEI}note") if note.get("resp") == "#touhu_music"]
    texts = [str(note.text).partition(";")[0] for note in notes]
    assert texts == [
        *("K02: addition", "K11: substitution", "K09: omission", "B K02 K03 K13: omission"),
        *("K09: mixed", "C: addition"),
    ]


def test_second_hand_is_shown_where_asked_for_and_is_not_certain() -> None:
    assert "Wu" not in written(held()).decode()
    root = root_of(second_hand=True)
    assert {each.attrib["wit"] for each in root.iter(f"{TEI}rdg") if each.get("cert") == "low"} == {"#Wu"}
    assert tei.row(root, "lu-1", "Wu") == "○□○○□□○○○○□半○□○○○□□○□○"
    (note,) = (each for each in root.iter(f"{TEI}note") if each.get("resp") == "#K07")
    assert str(note.text).startswith("大戴禮, which 朱熹 follows: ")


def reporting(*reports: tuple[str, str, str]) -> list[Witness]:
    """Return the books, some of which report what others have: siglum and name of these, and the row."""
    (first, *_) = next(book for book in BOOKS if book.siglum == "K07").reports
    made = {
        cadence: first._replace(siglum=siglum, whose=(("en", whose),), cadence=cadence, rows=("○□○",))
        for siglum, whose, cadence in reports
    }
    return [
        book._replace(reports=tuple(made.values())) if book.siglum == "K08" else book._replace(reports=())
        for book in BOOKS
    ]


@pytest.mark.parametrize(
    "sigla", [("吳", "或"), ("A", "B"), ("Wu", "Wu"), ("吳", "Wu"), ("Z", "Z"), ("second", "二")]
)
@pytest.mark.parametrize("lacking", [False, True])
def test_each_reported_book_is_one_witness_with_an_id_of_its_own(
    sigla: tuple[str, str], lacking: bool
) -> None:
    one, other = sigla
    books = reporting((one, "first", "lu-1"), (other, "second", "xue-1"), (one, "first", "xue-2"))
    if lacking:  # a book of that siglum that has none of these rows
        own = replaced(BOOKS[0], "Z", "○□半○□").readings[0]._replace(school=School.LU, record=2)
        books.append(BOOKS[0]._replace(siglum="Z", readings=(own,), judgements=(), counts=()))
    apparatuses = [collate(books, name, "A", second_hand=True) for name in NAMES]
    root = ElementTree.fromstring(written(apparatuses))
    witnesses = {
        each.attrib[f"{XML}id"]: each.findtext(f"{TEI}bibl/{TEI}title") for each in root.iter(f"{TEI}witness")
    }
    ours = {name: title for name, title in witnesses.items() if title in ("first", "second")}
    assert sorted(map(str, ours.values())) == ["first", "second"]
    assert not {*ours} & {book.siglum for book in books}
    for division, title in (("lu-1", "first"), ("xue-1", "second"), ("xue-2", "first")):
        (name,) = (name for name in ours if ours[name] == title)
        assert tei.row(root, division, name).startswith("○□○半")
        told = next(each for each in root.iter(f"{TEI}div") if each.get("n") == division)
        named = {pointer[1:] for each in told.iter() for pointer in each.get("wit", "").split()}
        assert named & {*ours} == {name}


def test_a_reading_at_second_hand_is_kept_apart_from_books_that_have_the_same() -> None:
    books = [*BOOKS, replaced(BOOKS[0], "X", "○□○○□□○○○○□半○□○○○□□○□○")]
    root = ElementTree.fromstring(written([collate(books, "lu-1", "A", second_hand=True)]))
    assert [wit for wit, _, _ in readings(root)] == ["#K02", "#K11", "#X", "#Wu", "#X", "#Wu"]


# --- what TEI allows ---------------------------------------------------------------------------


def local(element: Element) -> str:
    assert element.tag.startswith(TEI)
    return element.tag.removeprefix(TEI)


@pytest.mark.parametrize("cadences", [*((name,) for name in NAMES), NAMES])
@pytest.mark.parametrize("second_hand", [False, True])
def test_elements_and_attributes_stand_where_they_may(cadences: tuple[str, ...], second_hand: bool) -> None:
    for element in root_of(*cadences, second_hand=second_hand).iter():
        inside, attributes = MODEL[local(element)]
        pattern = re.sub(r"[a-zA-Z]+", r"(?:\g<0>;)", inside).replace(" ", "")
        assert re.fullmatch(pattern, "".join(f"{local(child)};" for child in element)), local(element)
        has = {name.replace(XML, "xml:") for name in element.attrib}
        assert {name for name in attributes.split() if not name.endswith("?")} <= has
        assert has <= {name.rstrip("?") for name in attributes.split()}
        if inside and local(element) not in MIXED:
            assert not "".join((element.text or "", *(child.tail or "" for child in element))).strip()


@pytest.mark.parametrize("second_hand", [False, True])
def test_ids_are_unique_and_every_pointer_leads_to_one(second_hand: bool) -> None:
    root = root_of(second_hand=second_hand)
    ids = Counter(each.attrib[f"{XML}id"] for each in root.iter() if f"{XML}id" in each.attrib)
    assert max(ids.values()) == 1
    pointers = {
        pointer for each in root.iter() for name in ("wit", "resp") for pointer in each.get(name, "").split()
    }
    assert {pointer[1:] for pointer in pointers} <= set(ids)
    assert {pointer[0] for pointer in pointers} == {"#"}


def test_each_place_names_each_witness_once() -> None:
    for app in root_of().iter(f"{TEI}app"):
        named = [pointer for each in app for pointer in each.get("wit", "").split()]
        assert sorted(named) == [f"#{siglum}" for siglum in sorted(SIGLA)]


def test_the_head_has_each_witness_with_its_bibliography() -> None:
    witnesses = {each.attrib[f"{XML}id"]: each for each in root_of().iter(f"{TEI}witness")}
    assert list(witnesses) == SIGLA
    assert witnesses["K09"].findtext(f"{TEI}bibl/{TEI}author") == "朱熹 (1130-1200)"


@pytest.mark.parametrize("language", Language)
def test_each_language_can_be_written_and_is_the_same_every_time(language: Language) -> None:
    assert written(held(second_hand=True), language) == written(held(second_hand=True), language)


def test_texts_are_escaped_and_what_cannot_be_printed_is_refused() -> None:
    book = BOOKS[0]._replace(title='<b>&"]]>')
    root = ElementTree.fromstring(written([collate([book], "lu-1", "A")]))
    assert root.findtext(f".//{TEI}witness/{TEI}bibl/{TEI}title") == '<b>&"]]>'
    with pytest.raises(RenderError, match=r"U\+0000"):
        tei.render([collate([book._replace(title="\0")], "lu-1", "A")], Language.ENGLISH)


@pytest.mark.parametrize(
    "old, new", [("#B #K02 ", "#K02 "), (">○○</lem>", ">○</lem>"), (">半<", "><"), ("</TEI>", "")]
)
def test_a_file_that_lost_something_is_refused(old: str, new: str) -> None:
    data = written(held()).decode()
    assert old in data
    with pytest.raises(RenderError, match=r"^tei: "):
        tei.check(data.replace(old, new).encode(), held())


# --- through the door --------------------------------------------------------------------------


@pytest.mark.parametrize("cadences", [("lu-2",), NAMES])
def test_collate_writes_one_row_or_all_and_read_finds_them(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cadences: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOUHU_WITNESSES", raising=False)
    named = cadences if len(cadences) == 1 else ()
    assert main(["collate", *named, "-o", "touhu.tei.xml"]) == 0
    assert capsys.readouterr() == ("touhu.tei.xml\n", "")
    assert (tmp_path / "touhu.tei.xml").read_bytes() == written(held(*cadences))
    assert main(["read", "touhu.tei.xml"]) == 0
    found = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in found if line.startswith(NAMES)] == [
        [name, printed("A", name)] for name in cadences
    ]


def test_another_xml_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["collate", "-o", "touhu.xml"]) == 1
    assert (
        "'touhu.xml' must end in one of .json .csv .html .svg .pdf .png .mei .tei.xml"
        in capsys.readouterr().err
    )


# --- how to cite -------------------------------------------------------------------------------


def test_the_citation_file_has_the_version_and_what_is_required() -> None:
    lines = (Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    top = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z-]+: ", line))
    assert (top["cff-version"], top["version"]) == ("1.2.0", touhu_music.__version__)
    assert {"message", "title", "type"} <= set(top)
    assert [lines[lines.index(f"{key}:") + 1] for key in ("authors", "license")] == [
        "  - name: touhu_music contributors",
        "  - MIT",
    ]
    assert "  - CC0-1.0" in lines
