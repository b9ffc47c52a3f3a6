"""TEI P5 of rows in all their witnesses: marks as text, and each place that differs an `app` of readings.

The witnesses are told segment by segment (parallel segmentation); who takes the reading that names a
witness, and else the lemma, has its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, indent, tostring

from touhu_music.comparison.alignment import align
from touhu_music.edition import apparatus as told
from touhu_music.edition.collation import MIXED, Apparatus, Form
from touhu_music.edition.segments import (
    Reported,
    Segment,
    Variant,
    at_second_hand,
    holdings,
    names,
    rows,
    segments,
)
from touhu_music.errors import RenderError
from touhu_music.language import Language, word
from touhu_music.notation import HALF, Section
from touhu_music.reading import in_language
from touhu_music.render.mei import DECLARATION
from touhu_music.render.mei.header import LICENCE, PROGRAM, legible
from touhu_music.render.mei.hearing import ID
from touhu_music.witnessfile import EVIDENCE, Witness

NAMESPACE: Final = "http://www.tei-c.org/ns/1.0"
TEI: Final = f"{{{NAMESPACE}}}"
RESPONSIBLE: Final = f"#{PROGRAM}"
AUTHORITY: Final = "touhu_music contributors"
BREAK: Final = "\n      "
FIRST: Final = 1
"""The chart in which the name of a row stands after it."""

Ids = Mapping[Reported, str]


def render(apparatuses: Sequence[Apparatus], language: Language) -> bytes:
    """Write one row or several; raises RenderError for a text that cannot be printed."""
    ids = names(apparatuses)
    root = Element("TEI", {"xmlns": NAMESPACE, "xml:lang": language})
    root.append(header(apparatuses, ids, language))
    body = SubElement(SubElement(root, "text", {"xml:lang": "zh"}), "body")
    body.extend(division(apparatus) for apparatus in apparatuses)
    indent(root, " ")
    for apparatus, line in zip(apparatuses, root.iter("l"), strict=True):
        line.extend(line_of(apparatus, ids, language))  # after the rest was indented: here a space is text
    legible("".join(root.itertext()).replace("\n", ""))
    return f"{DECLARATION}\n{tostring(root, encoding='unicode')}\n".encode()


# --- the head ----------------------------------------------------------------------------------


def header(apparatuses: Sequence[Apparatus], ids: Ids, language: Language) -> Element:
    """Give title, responsibility, licence, witnesses, and how the edition was made."""
    head = Element("teiHeader")
    file = SubElement(head, "fileDesc")
    titles = SubElement(file, "titleStmt")
    rows = word("joined", language).join(told.heading(each, language) for each in apparatuses)
    SubElement(titles, "title").text = f"{word('collation', language)} · {rows}"
    ours = SubElement(titles, "respStmt", {"xml:id": PROGRAM})
    SubElement(ours, "resp").text = word("responsibility", language)
    SubElement(ours, "name").text = AUTHORITY
    published = SubElement(file, "publicationStmt")
    SubElement(published, "authority").text = AUTHORITY
    availability = SubElement(published, "availability")
    SubElement(availability, "licence", {"target": LICENCE}).text = "CC0 1.0"
    witnesses = SubElement(SubElement(file, "sourceDesc"), "listWit")
    witnesses.extend(listed(apparatuses, ids, language))
    encoding = SubElement(head, "encodingDesc")
    editorial = SubElement(encoding, "editorialDecl")
    for apparatus in apparatuses:
        for line in (*told.facts(apparatus, language), *told.counts(apparatus, language)):
            SubElement(editorial, "p").text = f"{told.heading(apparatus, language)}: {line}"
    SubElement(encoding, "variantEncoding", {"method": "parallel-segmentation", "location": "internal"})
    return head


def listed(apparatuses: Iterable[Apparatus], ids: Ids, language: Language) -> Iterator[Element]:
    """Yield the witnesses of all rows, each once, with what is known of it."""
    books: dict[str, Witness] = {}
    hearsay: dict[str, tuple[str, dict[str, None]]] = {}
    for apparatus in apparatuses:
        books |= {book.siglum: book for book in apparatus.books}
        for reported, form in at_second_hand(apparatus):
            _, sources = hearsay.setdefault(ids[reported], (in_language(reported[1], language), {}))
            sources.update(dict.fromkeys(told.hearsay(apparatus, form, language)))
    for siglum, book in books.items():
        described = Element("witness", {"xml:id": siglum})
        SubElement(described, "bibl").extend(bibliography(book))
        yield described
    for name, (whose, through) in hearsay.items():
        described = Element("witness", {"xml:id": name})
        bibl = SubElement(described, "bibl")
        SubElement(bibl, "title").text = whose
        SubElement(bibl, "note").text = word("joined", language).join(through)
        yield described


def bibliography(book: Witness) -> Iterator[Element]:
    """Yield what is known of a book."""
    known: tuple[tuple[str, dict[str, str], str], ...] = (
        ("title", {}, book.title),
        ("author", {}, book.author),
        ("date", {"type": "work"}, book.work_date),
        ("date", {"type": "copy"}, book.copy_date),
        ("edition", {}, book.edition),
        ("biblScope", {}, book.place),
        ("idno", {"type": "file"}, book.file),
        ("note", {"type": "evidence"}, EVIDENCE[book.evidence]),
    )
    for name, look, text in known:
        if text != "unknown":
            element = Element(name, look)
            element.text = text
            yield element


# --- the rows ----------------------------------------------------------------------------------


def division(apparatus: Apparatus) -> Element:
    """Frame a row, still empty, with its name where the base prints it."""
    base = next(book for book in apparatus.books if book.siglum == apparatus.base)
    reading = base.reading(apparatus.cadence)
    framed = Element("div", {"xml:id": apparatus.cadence, "type": "row", "n": apparatus.cadence})
    if opening := reading.heading if reading.record == FIRST else reading.label:
        SubElement(framed, "head").text = opening
    SubElement(framed, "l")
    if reading.record == FIRST and reading.label:
        SubElement(framed, "trailer").text = reading.label
    return framed


def line_of(apparatus: Apparatus, ids: Ids, language: Language) -> Iterator[Element]:
    """Yield the two sections of a row, and 半 between them."""
    for section in Section:
        if section is Section.AFTER_HALF:
            half = Element("seg", {"type": "half"})
            half.text = HALF
            yield half
        part = Element("seg", {"type": section})
        noted: set[Form] = set()
        for segment in segments(apparatus, section, ids):
            if len(segment) == 1:
                write(part, segment[0])
                continue
            forms = differing(apparatus, section, segment, ids)
            part.append(app(segment, judgements(apparatus, [f for f in forms if f not in noted], language)))
            noted.update(forms)
        for siglum, doubt in apparatus.doubts_apart:
            if doubt.section is section:
                look = {"type": "doubtful", "resp": RESPONSIBLE, "xml:lang": language}
                SubElement(part, "note", look).text = f"{siglum}: {told.doubt(doubt, language)}"
        for through, report in apparatus.rowless:
            if report.section is section:
                look = {"type": "second-hand", "resp": f"#{through}", "xml:lang": language}
                whose, remark = (in_language(each, language) for each in (report.whose, report.remark))
                SubElement(part, "note", look).text = f"{whose}: 「{report.note}」 {report.siglum}: {remark}"
        yield part


def app(segment: Segment, notes: Iterable[Element]) -> Element:
    """Write the readings of a place, a line each, and notes after them."""
    lemma = segment[0]
    written = Element("app")
    for place, variant in enumerate(segment):
        look = {"wit": " ".join(f"#{name}" for name in variant.witnesses)}
        if place and (kind := kind_of(lemma.row, variant.row)):
            look["type"] = kind
        if place and variant.second_hand:
            look["cert"] = "low"
        write(SubElement(written, "rdg" if place else "lem", look), variant)
    written.extend(notes)
    written.text = BREAK
    for child in written:
        child.tail = BREAK
    return written


def differing(apparatus: Apparatus, section: Section, segment: Segment, ids: Ids) -> list[Form]:
    """Return the forms of a section that have other strokes than the base in a segment, each once."""
    names = {name for variant in segment[1:] if variant.row != segment[0].row for name in variant.witnesses}
    held = (holding[section] for name, holding in holdings(apparatus, ids).items() if name in names)
    return list(dict.fromkeys(held))


def judgements(apparatus: Apparatus, forms: Iterable[Form], language: Language) -> Iterator[Element]:
    """Yield what is thought of forms, under our name."""
    for form in forms:
        note = Element("note", {"resp": RESPONSIBLE, "xml:lang": language})
        note.text = f"{told.sigla(apparatus, form, language)}: {told.judged(form, language)}"
        yield note


def kind_of(lemma: str, row: str) -> str:
    """Return the kind of the edits that lead from a lemma to a reading; nothing if only doubts differ."""
    kinds = {str(edit.kind) for edit in align(lemma, row).edits}
    return MIXED if len(kinds) > 1 else "".join(kinds)


def write(parent: Element, variant: Variant) -> None:
    """Add the marks of a variant as text; doubtful ones stand in elements of their own."""
    for doubtful, pairs in groupby(zip(variant.row, variant.doubtful, strict=True), lambda pair: pair[1]):
        marks = "".join(mark for mark, _ in pairs)
        if doubtful:
            SubElement(parent, "unclear", {"cert": "low"}).text = marks
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + marks
        else:
            parent.text = (parent.text or "") + marks


# --- read back ---------------------------------------------------------------------------------


def row(root: Element, cadence: str, witness: str) -> str:
    """Read the row of a witness out of a file, with 半 where it has it; nothing if there is no such row."""
    lines = (each.find(f"{TEI}l") for each in root.iter(f"{TEI}div") if each.get("n") == cadence)
    return "".join("".join(text(line, witness)).split()) if (line := next(lines, None)) is not None else ""


def text(element: Element, witness: str) -> Iterator[str]:
    """Yield the text that a witness has in an element."""
    yield element.text or ""
    for child in element:
        if child.tag == f"{TEI}app":
            named = (each for each in child if f"#{witness}" in each.get("wit", "").split())
            yield from text(next(named, child[0]), witness)
        elif child.tag != f"{TEI}note":
            yield from text(child, witness)
        yield child.tail or ""


def check(data: bytes, apparatuses: Sequence[Apparatus]) -> None:
    """Read a file back; raises RenderError unless it has the row of each witness."""
    try:
        root = fromstring(data)
    except ParseError as error:
        raise RenderError(f"tei: {error}") from error
    known = [each.get(ID) for each in root.iter(f"{TEI}witness")]
    ids = names(apparatuses)
    for apparatus in apparatuses:
        for name, holding in holdings(apparatus, ids).items():
            found, wanted = row(root, apparatus.cadence, name), HALF.join(rows(apparatus, holding))
            if known.count(name) != 1 or found != wanted:
                raise RenderError(f"tei: row {apparatus.cadence} of {name} is {found}, not {wanted}")
