"""The head of an MEI file: title, source, licence, and what is text and what is choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from touhu_music.datafile import unprintable
from touhu_music.errors import RenderError
from touhu_music.language import choices, reasons, remarks, title, words
from touhu_music.performance import Performance
from touhu_music.render import Options

LICENCE: Final = "https://creativecommons.org/publicdomain/zero/1.0/"
PROGRAM: Final = "touhu_music"


def header(performance: Performance, options: Options) -> Element:
    """Describe the file, its source, and how the one was made from the other."""
    head = Element("meiHead")
    head.append(description(performance, options))
    encoding = SubElement(head, "encodingDesc")
    application = SubElement(SubElement(encoding, "appInfo"), "application", {"xml:id": PROGRAM})
    SubElement(application, "name").text = PROGRAM
    encoding.append(statement(performance, options))
    return head


def description(performance: Performance, options: Options) -> Element:
    """Give title, licence, glosses and doubts, and the source."""
    file = Element("fileDesc")
    SubElement(SubElement(file, "titleStmt"), "title").text = title(performance, options.language)
    availability = SubElement(SubElement(file, "pubStmt"), "availability")
    SubElement(availability, "useRestrict", {"auth.uri": LICENCE}).text = "CC0 1.0"
    if found := remarks(performance, options.language):
        paragraphs(SubElement(SubElement(file, "notesStmt"), "annot"), found)
    if performance.reading is not None:
        file.append(source(performance, options))
    return file


def source(performance: Performance, options: Options) -> Element:
    """Name the book with what is known of it, the text file that was read, and the place in it."""
    reading = performance.reading
    assert reading is not None
    described = Element("sourceDesc")
    book = SubElement(SubElement(described, "source", {"xml:id": "source"}), "bibl")
    if reading.witness:
        SubElement(book, "identifier", {"type": "siglum"}).text = reading.witness
    SubElement(book, "title").text = reading.source or words("no-witness", options.language)
    for name, text in reading.book._asdict().items() if reading.book else ():
        if text != "unknown":
            kind, _, tag = name.rpartition("_")  # such as work_date
            SubElement(book, tag, {"type": kind} if kind else {}).text = text
    if reading.file:
        SubElement(book, "identifier", {"type": "file"}).text = reading.file
    line, column, _, page = reading.start
    place = f"line {line}, column {column}" + (f", page {page}" if page else "")
    SubElement(book, "biblScope").text = place
    return described


def statement(performance: Performance, options: Options) -> Element:
    """Say what is text and what is our choice, each choice with its reason."""
    editorial = Element("editorialDecl")
    normalization = SubElement(editorial, "normalization")
    paragraphs(normalization, [words("text", options.language)])
    lines = [choices(performance.plan, options.language)]
    if options.editorial_bars:
        lines.append(words("editorial-bars", options.language))
    interpretation = SubElement(editorial, "interpretation", {"resp": f"#{PROGRAM}"})
    paragraphs(interpretation, [*lines, *reasons(performance.plan, options.language)])
    return editorial


def paragraphs(parent: Element, lines: Iterable[str]) -> None:
    """Write texts, a paragraph each."""
    for line in lines:
        SubElement(parent, "p").text = line


def legible(text: str) -> None:
    """Raise RenderError for a character that cannot be printed."""
    for character in text:
        if unprintable(character):
            raise RenderError(f"U+{ord(character):04X} in the texts of the score cannot be printed")
