"""A book that prints the rows: what is known of it, and what it prints, from its file in `drums/`."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeVar

from touhu_music import datafile
from touhu_music.errors import LibraryError, PassageError
from touhu_music.excerpts import Excerpt, places
from touhu_music.notation import Drum, Section
from touhu_music.passage import Passage, read
from touhu_music.reading import Book, Place, PlacedMark, Reading

T = TypeVar("T", bound=str)


class Report(NamedTuple):
    """What one book says that another has, at second hand.

    The gloss `note` stands after that many marks of a section; `rows` are the marks of the section
    that it implies: none where it does not say enough.
    """

    siglum: str
    whose: str
    cadence: str
    section: Section
    after: int
    note: str
    rows: tuple[str, ...]
    remark: str


class Verdict(StrEnum):
    """What is thought of a row that differs from others."""

    VARIANT = "variant"
    FAULT = "fault"
    DOUBTFUL = "doubtful"


class Judgement(NamedTuple):
    """What is thought of the row that a book prints in a section, and why, in one language or several."""

    cadence: str
    section: Section
    verdict: Verdict
    reasons: tuple[tuple[str, str], ...]

    def reason(self, language: str) -> str:
        """Give the reason in a language, else in the first that it was written in."""
        return dict(self.reasons).get(language, self.reasons[0][1])


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
    for table in datafile.tables(data, "doubtful", path, needed=False):
        readings = doubt(readings, table, path)
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
    siglum, whose, cadence, section, note, remark = (
        datafile.text(table, key, path) for key in ("siglum", "whose", "cadence", "section", "note", "remark")
    )
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


def judgement(table: Mapping[str, Any], names: list[str], path: str) -> Judgement:
    """Return a judgement of a row of this book; raises LibraryError for a word that is none."""
    datafile.only(table, {"cadence", "section", "verdict", "reason"}, path)
    section = one_of(Section, datafile.text(table, "section", path), f"{path}: judgement")
    verdict = one_of(Verdict, datafile.text(table, "verdict", path), f"{path}: judgement")
    cadence = one_of(names, datafile.text(table, "cadence", path), f"{path}: judgement")
    reason = table.get("reason")
    told = reason if isinstance(reason, dict) and reason else {"en": reason}
    reasons = tuple((language, datafile.text(told, language, path)) for language in told)
    return Judgement(cadence, section, verdict, reasons)


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


def doubt(readings: tuple[Reading, ...], table: Mapping[str, Any], path: str) -> tuple[Reading, ...]:
    """Mark one stroke as doubtful, with the reason as a warning."""
    datafile.only(table, {"cadence", "section", "place", "code", "reason"}, path)
    name, section, reason, code = (
        datafile.text(table, key, path) for key in ("cadence", "section", "reason", "code")
    )

    def doubted(mark: PlacedMark) -> PlacedMark:
        here = mark.section == section and mark.place == table.get("place")
        return mark._replace(doubtful=True) if here else mark

    if not code.startswith("doubtful"):
        raise LibraryError(f"{path}: doubtful: code {code!r} must begin with 'doubtful'")
    changed = []
    for reading in readings:
        if reading.name == name:
            marks = tuple(doubted(mark) for mark in reading.marks)
            if marks == reading.marks and not any(mark.doubtful for mark in marks):
                break
            warnings = tuple(w for w in reading.warnings if not w.startswith(f"{code}:"))
            reading = reading._replace(marks=marks, warnings=(*warnings, f"{code}: {reason}"))
        changed.append(reading)
    if len(changed) < len(readings) or all(reading.name != name for reading in readings):
        raise LibraryError(f"{path}: doubtful: no stroke {table.get('place')} in {section} of {name}")
    return tuple(changed)


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
