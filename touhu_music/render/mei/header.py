"""The head of an MEI file: title, source, licence, and what is text and what is choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from touhu_music.datafile import unprintable
from touhu_music.errors import RenderError
from touhu_music.language import choices, reasons, remarks, title, words
from touhu_music.performance import Performance
from touhu_music.reading import Reading
from touhu_music.render import Options

LICENCE: Final = "https://creativecommons.org/publicdomain/zero/1.0/"
PROGRAM: Final = "touhu_music"


def header(performance: Performance, options: Options) -> Element:
    """Describe the file, its source, and how the one was made from the other."""
    heading = title(performance, options.language)
    found = remarks(performance, options.language)
    readings = {"source": performance.reading} if performance.reading else {}
    return described(heading, found, readings, performance, options)


def described(
    heading: str,
    found: Iterable[str],
    readings: Mapping[str, Reading],
    performance: Performance,
    options: Options,
) -> Element:
    """Write a head with a title, remarks, and the sources by the ids that they get."""
    head = Element("meiHead")
    head.append(description(heading, found, readings, options))
    encoding = SubElement(head, "encodingDesc")
    application = SubElement(SubElement(encoding, "appInfo"), "application", {"xml:id": PROGRAM})
    SubElement(application, "name").text = PROGRAM
    encoding.append(statement(performance, options))
    return head


def description(
    heading: str, found: Iterable[str], readings: Mapping[str, Reading], options: Options
) -> Element:
    """Give title, licence, glosses and doubts, and the sources."""
    file = Element("fileDesc")
    SubElement(SubElement(file, "titleStmt"), "title").text = heading
    availability = SubElement(SubElement(file, "pubStmt"), "availability")
    SubElement(availability, "useRestrict", {"auth.uri": LICENCE}).text = "CC0 1.0"
    if lines := list(found):
        paragraphs(SubElement(SubElement(file, "notesStmt"), "annot"), lines)
    if readings:
        sources = SubElement(file, "sourceDesc")
        sources.extend(source(name, reading, options) for name, reading in readings.items())
    return file


def source(name: str, reading: Reading, options: Options) -> Element:
    """Name the book with what is known of it, the text file that was read, and the place in it."""
    written = Element("source", {"xml:id": name})
    book = SubElement(written, "bibl")
    if reading.witness:
        SubElement(book, "identifier", {"type": "siglum"}).text = reading.witness
    SubElement(book, "title").text = reading.source or words("no-witness", options.language)
    for field, text in reading.book._asdict().items() if reading.book else ():
        if text != "unknown":
            kind, _, tag = field.rpartition("_")  # such as work_date
            SubElement(book, tag, {"type": kind} if kind else {}).text = text
    if reading.file:
        SubElement(book, "identifier", {"type": "file"}).text = reading.file
    line, column, _, page = reading.start
    place = f"line {line}, column {column}" + (f", page {page}" if page else "")
    SubElement(book, "biblScope").text = place
    return written


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
