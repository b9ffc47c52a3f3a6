"""What is written as TEI and MEI, held against the schemas of both."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import pytest
from conftest import ALL_CHOICES, NAMES, performance
from edition import schemas
from hypothesis import given, settings
from lxml import etree
from strategies import cadences, plans

from touhu_music import Cadence, Plan, Use, library, perform, plan
from touhu_music.edition import mei, tei
from touhu_music.edition.collation import Apparatus, collate
from touhu_music.language import Language, Syllables
from touhu_music.performance import Timing
from touhu_music.render import STROKES, Options, render
from touhu_music.witnessfile import load

BOOKS: Final = [load(path) for path in library.witnesses().values()]
TEI: Final = f"{{{tei.NAMESPACE}}}"
MEI: Final = "{http://www.music-encoding.org/ns/mei}"


def faults(schema: Any, root: Any) -> list[str]:
    """Return what a schema has against a file, given as bytes or as its root."""
    schema.validate(etree.fromstring(root) if isinstance(root, bytes) else root)
    return [f"line {each.line}: {each.message}" for each in schema.error_log]


def faults_of_tei(*rows: Apparatus, language: Language = Language.ENGLISH) -> list[str]:
    return faults(schemas.tei(), tei.render(rows, language))


def faults_of_mei(row: Apparatus, options: Options | None = None) -> list[str]:
    return faults(schemas.mei(), mei.render(row, plan(), options or Options()))


# --- the apparatus -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("second_hand", [False, True])
@pytest.mark.parametrize("base", ["A", "B"])
@pytest.mark.parametrize("name", NAMES)
def test_each_row_is_valid(name: str, base: str, second_hand: bool, language: Language) -> None:
    row = collate(BOOKS, name, base, second_hand=second_hand)
    assert faults_of_tei(row, language=language) == []
    assert faults_of_mei(row, Options(language)) == []


@pytest.mark.parametrize("second_hand", [False, True])
def test_all_rows_in_one_file_are_valid(second_hand: bool) -> None:
    assert faults_of_tei(*(collate(BOOKS, name, "A", second_hand=second_hand) for name in NAMES)) == []


@pytest.mark.parametrize("stroke", STROKES, ids=str)
def test_each_note_value_is_valid(stroke: Fraction) -> None:
    options = Options(stroke=stroke)
    assert faults_of_mei(collate(BOOKS, "lu-2", "A"), options) == []
    assert faults(schemas.mei(), render("mei", performance("lu-2"), options)) == []


@pytest.mark.parametrize("field", ["title", "short", "author", "work_date", "copy_date", "edition", "place"])
@pytest.mark.parametrize("text", ["<b>&\"']]>", "", " "])
def test_a_book_is_valid_whatever_is_told_of_it(field: str, text: str) -> None:
    told: dict[str, Any] = {field: text}
    row = collate([BOOKS[0]._replace(**told), *BOOKS[1:]], "lu-2", "A", second_hand=True)
    assert faults_of_tei(row) == []
    assert faults_of_mei(row) == []


# --- the performance ---------------------------------------------------------------------------

PLANS: Final[dict[str, dict[str, Any]]] = {
    "default": {},
    "on-gu": {"timing": Timing.ON_GU},
    "all": ALL_CHOICES,
}


@pytest.mark.parametrize("choices", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("siglum", ["A", "B"])
@pytest.mark.parametrize("name", NAMES)
def test_each_performance_is_valid(name: str, siglum: str, use: Use, choices: dict[str, Any]) -> None:
    assert faults(schemas.mei(), render("mei", performance(name, use, siglum, **choices))) == []


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("syllables", Syllables)
def test_each_language_and_spelling_is_valid(language: Language, syllables: Syllables) -> None:
    options = Options(language, syllables, editorial_bars=True)
    assert faults(schemas.mei(), render("mei", performance("xue-2", Use.TOUHU), options)) == []


@settings(max_examples=40, deadline=None)
@given(cadences, plans())
def test_what_can_be_performed_is_valid(cadence: Cadence, drawn: Plan) -> None:
    assert faults(schemas.mei(), render("mei", perform(cadence, Use.ARCHERY, drawn))) == []


# --- what the schemas refuse -------------------------------------------------------------------

Change = Callable[[Any, str], object]

REFUSED: Final[dict[str, Change]] = {
    "an unknown attribute": lambda app, _: app.set("foo", "1"),
    "an unknown element": lambda app, space: etree.SubElement(app, f"{space}foo"),
    "lem after rdg": lambda app, space: app.append(app.find(f"{space}lem")),
    "text between readings": lambda app, _: setattr(app, "text", "○"),
    "a value that there is not": lambda app, space: app.find(f"{space}rdg").set("cert", "sure"),
}
REFUSED_BY_MEI: Final[dict[str, Change]] = {
    **REFUSED,
    "app without rdg": lambda app, space: [app.remove(each) for each in app.findall(f"{space}rdg")],
    "a duration of 5": lambda app, space: app.find(f"{space}lem/{space}note").set("dur", "5"),
    "a pointer that is no URI": lambda app, space: app.find(f"{space}rdg").set("source", "% ["),
    "a measure in a layer": lambda app, space: etree.SubElement(app.getparent(), f"{space}measure"),
}
REFUSED_BY_TEI: Final[dict[str, Change]] = {
    **REFUSED,
    "a pointer that is no URI": lambda app, space: app.find(f"{space}rdg").set("wit", "% ["),
    "a head in a reading": lambda app, space: etree.SubElement(app[-1], f"{space}teiHeader"),
}


@pytest.mark.parametrize("change", REFUSED_BY_TEI.values(), ids=REFUSED_BY_TEI)
def test_the_schema_of_tei_refuses(change: Change) -> None:
    schema = schemas.tei()
    root = etree.fromstring(tei.render([collate(BOOKS, "lu-2", "A")], Language.ENGLISH))
    assert faults(schema, root) == []
    change(next(root.iter(f"{TEI}app")), TEI)
    assert faults(schema, root) != []


@pytest.mark.parametrize("change", REFUSED_BY_MEI.values(), ids=REFUSED_BY_MEI)
def test_the_schema_of_mei_refuses(change: Change) -> None:
    schema = schemas.mei()
    root = etree.fromstring(mei.render(collate(BOOKS, "lu-2", "A"), plan(), Options()))
    assert faults(schema, root) == []
    change(next(root.iter(f"{MEI}app")), MEI)
    assert faults(schema, root) != []
