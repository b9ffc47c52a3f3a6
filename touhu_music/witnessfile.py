"""A book that prints the rows: what is known of it, and what it prints, from its file in `drums/`."""

from __future__ import annotations

import os.path
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeVar

from touhu_music import datafile
from touhu_music.errors import LibraryError, PassageError
from touhu_music.excerpts import Excerpt, places
from touhu_music.notation import Drum, Section
from touhu_music.passage import Passage, read
from touhu_music.reading import Book, Place, Reading, Texts, in_language

T = TypeVar("T", bound=str)


class Report(NamedTuple):
    """What one book says that another has, at second hand.

    The gloss `note` stands after that many marks of a section; `rows` are the marks of the section
    that it implies: none where it does not say enough.
    """

    siglum: str
    whose: Texts
    cadence: str
    section: Section
    after: int
    note: str
    rows: tuple[str, ...]
    remark: Texts


class Verdict(StrEnum):
    """What is thought of a row that differs from others."""

    VARIANT = "variant"
    FAULT = "fault"
    DOUBTFUL = "doubtful"


class Judgement(NamedTuple):
    """What is thought of the row that a book prints in a section, and why.

    It speaks of the books `witnesses` that print the row, where it names them, else of all that do.
    """

    cadence: str
    section: Section
    verdict: Verdict
    reasons: Texts
    witnesses: tuple[str, ...] = ()

    def reason(self, language: str) -> str:
        """Give the reason in a language."""
        return in_language(self.reasons, language)


class Doubt(NamedTuple):
    """A stroke that is doubtful, `place` counted from 1 within its section, and why."""

    cadence: str
    section: Section
    place: int
    code: str
    reasons: Texts

    def reason(self, language: str) -> str:
        """Give the reason in a language; nothing where none is known."""
        return in_language(self.reasons, language)


class Count(NamedTuple):
    """The strokes of a whole row, as a note in a book counts them."""

    cadence: str
    pi: int
    gu: int
    whose: str
    note: str


class Witness(NamedTuple):
    """A book that prints the rows, and what it prints.

    `short` is its title in citations; `work_date` is the date of the work, `copy_date` that of the
    copy which was read; `evidence` says what was seen of it (`etext`: an electronic text, no page).
    """

    siglum: str
    title: str
    short: str
    author: str
    work_date: str
    copy_date: str
    edition: str
    place: str
    script: str
    evidence: str
    file: str
    readings: tuple[Reading, ...]
    warnings: tuple[str, ...]
    reports: tuple[Report, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    counts: tuple[Count, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    def doubted(self, name: str) -> Iterator[Doubt]:
        """Yield the doubtful strokes of a row, with the reasons of persons, else with those of the reader."""
        reading = self.reading(name)
        persons = [doubt for doubt in self.doubts if doubt.cadence == name]
        told = {f"{doubt.code}: {doubt.reason('en')}" for doubt in persons}
        warnings = (
            each for each in reading.warnings if each.startswith(Verdict.DOUBTFUL) and each not in told
        )
        readers = [warning.partition(": ")[::2] for warning in warnings] or [(str(Verdict.DOUBTFUL), "")]
        for mark in reading.marks:
            if mark.doubtful:
                place = (mark.section, mark.place)
                yield from [each for each in persons if (each.section, each.place) == place] or [
                    Doubt(name, *place, code, (("en", reason),)) for code, reason in readers
                ]

    def reading(self, name: str) -> Reading:
        """Return the reading of a cadence; raises LibraryError with the names that it has."""
        for reading in self.readings:
            if reading.name == name:
                return reading
        names = " ".join(str(reading.name) for reading in self.readings)
        raise LibraryError(f"witness {self.siglum} has no {name}; it has {names}")


class Unread(NamedTuple):
    """A book that prints the rows, or should, and why none of its rows is known; most have no siglum."""

    siglum: str | None
    title: str
    author: str
    work_date: str
    edition: str
    why: str


WORDS: Final = ("title", "author", "work_date", "copy_date", "edition", "place", "evidence", "file")
USUAL: Final = {"short": "title", "script": None}
"""What may be left out, and then is as something else, or unknown."""

EVIDENCE: Final = {"etext": "e-text", "image": "page image"}


NO_SIGLUM: Final = "siglum {!r} must be a letter, then letters and digits, at most 16"


def is_siglum(siglum: str) -> bool:
    """Tell whether a text can name a witness, and so a file on every system."""
    return siglum.isascii() and siglum.isalnum() and siglum[0].isalpha() and len(siglum) <= 16


def load(path: str) -> Witness:
    """Read a witness file; raises LibraryError that names the file and what is wrong."""
    data = datafile.load(path)
    allowed = {"siglum", *WORDS, *USUAL, "printed", "doubtful", "reported", "judgement", "counted"}
    datafile.only(data, allowed, path)
    fields = {name: datafile.text(data, name, path) for name in ("siglum", *WORDS)}
    for name, other in USUAL.items():
        said = datafile.text(data, name, path) if name in data else None
        fields[name] = said or (fields[other] if other else "unknown")
    siglum = fields["siglum"]
    if not is_siglum(siglum):
        raise LibraryError(f"{path}: {NO_SIGLUM.format(siglum)}")
    if f"{siglum}.toml" != os.path.basename(path):
        raise LibraryError(f"{path}: siglum {siglum} must be the name of the file")
    try:
        passage = read([excerpt(table, path) for table in datafile.tables(data, "printed", path)])
    except PassageError as error:
        raise LibraryError(f"{path}: {error}") from error
    if fields["evidence"] not in EVIDENCE:
        raise LibraryError(f"{path}: unknown evidence {fields['evidence']!r}; expected {' '.join(EVIDENCE)}")
    if passage.readings[-1].set > 1:
        raise LibraryError(f"{path}: more than one copy of the rows; give each its own siglum")
    shown = f"{fields['title']} {fields['place']} ({EVIDENCE[fields['evidence']]})"
    book = Book(*(fields[name] for name in Book._fields))
    readings = tuple(
        each._replace(witness=siglum, source=shown, file=fields["file"], book=book)
        for each in passage.readings
    )
    doubts = tuple(
        doubt(table, readings, path) for table in datafile.tables(data, "doubtful", path, needed=False)
    )
    readings = tuple(
        doubtful(each, [doubt for doubt in doubts if doubt.cadence == each.name]) for each in readings
    )
    reports = tuple(
        report(table, readings, path) for table in datafile.tables(data, "reported", path, needed=False)
    )
    names = [str(each.name) for each in readings]
    judgements, counts = (datafile.tables(data, key, path, needed=False) for key in ("judgement", "counted"))
    return Witness(
        **fields,
        readings=readings,
        warnings=passage.warnings,
        reports=reports,
        judgements=tuple(judgement(table, names, path) for table in judgements),
        counts=tuple(count(table, names, path) for table in counts),
        doubts=doubts,
    )


def load_unread(path: str) -> tuple[Unread, ...]:
    """Read a list of books that could not be read; raises LibraryError that names what is wrong."""
    data, fields = datafile.load(path), Unread._fields
    datafile.only(data, {"book"}, path)
    found = []
    for table in datafile.tables(data, "book", path):
        datafile.only(table, set(fields), path)
        siglum = datafile.text(table, "siglum", path) if "siglum" in table else None
        found.append(Unread(siglum, *(datafile.text(table, field, path) for field in fields[1:])))
    return tuple(found)


def excerpt(table: Mapping[str, Any], path: str) -> Excerpt:
    """Return a stretch of printed text with the place where it begins in the source."""
    datafile.only(table, {"line", "column", "byte", "page", "text"}, path)
    page = datafile.text(table, "page", path) if "page" in table else None
    line, column, byte = (datafile.whole(table, key, path) for key in ("line", "column", "byte"))
    return Excerpt(datafile.text(table, "text", path, lines=True), Place(line, column, byte, page))


def report(table: Mapping[str, Any], readings: tuple[Reading, ...], path: str) -> Report:
    """Return what a gloss reports of another book; raises LibraryError where there is no such gloss."""
    datafile.only(table, set(Report._fields), path)
    siglum, cadence, section, note = (
        datafile.text(table, key, path) for key in ("siglum", "cadence", "section", "note")
    )
    whose, remark = (texts(table, key, path) for key in ("whose", "remark"))
    after, rows = datafile.whole(table, "after", path), table.get("rows")
    if not isinstance(rows, list) or not all(
        isinstance(row, str) and row and not set(row) - {*Drum} for row in rows
    ):
        raise LibraryError(f"{path}: reported: rows must be a list of texts of ○ and □")
    glosses = [(each.name, *gloss) for each in readings for gloss in each.notes]
    if (cadence, section, after, note) not in glosses:
        raise LibraryError(
            f"{path}: reported: no gloss {note!r} after {after} marks of {section} of {cadence}"
        )
    return Report(siglum, whose, cadence, Section(section), after, note, tuple(rows), remark)


def texts(table: Mapping[str, Any], key: str, path: str) -> Texts:
    """Return a text that may be written in several languages, `reason.ko` beside `reason.en`."""
    value = table.get(key)
    languages = value if isinstance(value, dict) and value else {"en": value}
    named = {f"{key}.{language}": text for language, text in languages.items()}
    return tuple((name.removeprefix(f"{key}."), datafile.text(named, name, path)) for name in named)


def judgement(table: Mapping[str, Any], names: list[str], path: str) -> Judgement:
    """Return a judgement of a row of this book; raises LibraryError for a word that is none."""
    datafile.only(table, {"cadence", "section", "verdict", "reason", "witnesses"}, path)
    section = one_of(Section, datafile.text(table, "section", path), f"{path}: judgement")
    verdict = one_of(Verdict, datafile.text(table, "verdict", path), f"{path}: judgement")
    cadence = one_of(names, datafile.text(table, "cadence", path), f"{path}: judgement")
    sigla = table.get("witnesses", [])
    if not isinstance(sigla, list) or not all(isinstance(each, str) and is_siglum(each) for each in sigla):
        raise LibraryError(f"{path}: judgement: witnesses must be a list of sigla")
    return Judgement(cadence, section, verdict, texts(table, "reason", path), tuple(sigla))


def count(table: Mapping[str, Any], names: list[str], path: str) -> Count:
    """Return what the book counts of one of its rows."""
    datafile.only(table, set(Count._fields), path)
    cadence = one_of(names, datafile.text(table, "cadence", path), f"{path}: counted")
    pi, gu = (datafile.whole(table, key, path) for key in ("pi", "gu"))
    whose, note = (datafile.text(table, key, path) for key in ("whose", "note"))
    return Count(cadence, pi, gu, whose, note)


def one_of(choices: Iterable[T], value: str, where: str) -> T:
    """Return the choice that is written so; raises LibraryError if none is."""
    expected = tuple(choices)
    for choice in expected:
        if choice == value:
            return choice
    raise LibraryError(f"{where}: {value!r} is none of {' '.join(expected)}")


def doubt(table: Mapping[str, Any], readings: Iterable[Reading], path: str) -> Doubt:
    """Return a doubt of a stroke of this book; raises LibraryError where there is no such stroke."""
    datafile.only(table, {"cadence", "section", "place", "code", "reason"}, path)
    name, section, code = (datafile.text(table, key, path) for key in ("cadence", "section", "code"))
    place = table.get("place")
    if not code.startswith(Verdict.DOUBTFUL):
        raise LibraryError(f"{path}: doubtful: code {code!r} must begin with 'doubtful'")
    for reading in readings:
        for mark in reading.marks if reading.name == name else ():
            if (mark.section, mark.place) == (section, place) and type(place) is int:
                return Doubt(name, mark.section, place, code, texts(table, "reason", path))
    raise LibraryError(f"{path}: doubtful: no stroke {place} in {section} of {name}")


def doubtful(reading: Reading, doubts: Collection[Doubt]) -> Reading:
    """Mark the strokes of a reading that a person doubts, each reason as a warning."""
    if not doubts:
        return reading
    places = {(doubt.section, doubt.place) for doubt in doubts}
    marks = tuple(
        mark._replace(doubtful=True) if (mark.section, mark.place) in places else mark
        for mark in reading.marks
    )
    codes = tuple(f"{doubt.code}:" for doubt in doubts)
    if any(mark.doubtful and (mark.section, mark.place) not in places for mark in reading.marks):
        codes = ()  # the reader doubts another stroke, and its reason stays
    others = tuple(warning for warning in reading.warnings if not warning.startswith(codes))
    added = dict.fromkeys(f"{doubt.code}: {doubt.reason('en')}" for doubt in doubts)
    reasons = tuple(dict.fromkeys(doubt.reasons for doubt in doubts))
    return reading._replace(marks=marks, warnings=(*others, *added), doubts=reasons)


def draft(siglum: str, file: str, source: str, passage: Passage, *, encoding: str = "utf-8") -> str:
    """Write the witness file of a text, with what only a person can know left as `unknown`.

    It holds the stretches that print the rows, verbatim, with their places in the text; `passage`
    is what `read` found there, places in bytes of `encoding`.
    """
    if not is_siglum(siglum):
        raise LibraryError(NO_SIGLUM.format(siglum))
    lines = [
        "# A book that prints the rows. Say of it what you know; the printed text stays as it is.",
        f"siglum = {quoted(siglum)}",
        f"title = {quoted(os.path.splitext(file)[0])}",
        *(f'{name} = "unknown"' for name in ("author", "work_date", "copy_date", "edition", "place")),
        'evidence = "etext"  # an electronic text was read, no page was seen',
        f"file = {quoted(file)}",
    ]
    where = places([Excerpt(source)], [start for start, _ in passage.spans], encoding)
    for start, end in passage.spans:
        line, column, byte, page = where[start]
        lines += ["", "[[printed]]", f"line = {line}", f"column = {column}", f"byte = {byte}"]
        lines += [f"page = {quoted(page)}"] if page else []
        stretch = source[start:end]
        if character := datafile.unprintables(stretch, lines=True):
            raise LibraryError(f"{file}: U+{ord(character):04X} stands among the rows and cannot be printed")
        lines += [f"text = {quoted(stretch)}"]
    for reading in passage.readings:
        reasons = [w.partition(": ") for w in reading.warnings if w.startswith("doubtful")]
        for mark in reading.marks:
            if mark.doubtful and reading.name:
                lines += ["", "[[doubtful]]", f"cadence = {quoted(reading.name)}"]
                lines += [f"section = {quoted(mark.section)}", f"place = {mark.place}"]
                lines += [f"code = {quoted(reasons[0][0])}", f"reason = {quoted(reasons[0][2])}"]
    return "\n".join(lines) + "\n"


def quoted(value: str) -> str:
    """Write a text as a TOML string."""
    import json  # JSON's escapes are TOML's

    return json.dumps(value, ensure_ascii=False)
