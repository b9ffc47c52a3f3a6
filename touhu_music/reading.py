"""What one text has for one row: each mark with its place, the glosses, the doubts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from touhu_music.notation import HALF, Cadence, Drum, School, Section, describe, marks

Texts = tuple[tuple[str, str], ...]
"""What a person wrote, by language: in one or several."""


def in_language(texts: Texts, language: str) -> str:
    """Give a text in a language, else in English, else in the first that it was written in."""
    found = dict(texts)
    return found.get(language) or found.get("en") or next(iter(found.values()), "")


class Place(NamedTuple):
    """Where a character stands: line and column from 1, byte from 0, and the page if the text marks it."""

    line: int
    column: int
    byte: int
    page: str | None = None


class PlacedMark(NamedTuple):
    """One stroke as printed; `place` counts from 1 within its section."""

    drum: Drum
    printed: str
    section: Section
    place: int
    where: Place
    doubtful: bool = False


class Note(NamedTuple):
    """A gloss that stands after the given number of marks of a section."""

    section: Section
    after: int
    text: str


class Book(NamedTuple):
    """What is known of a book that prints the rows; `unknown` where nothing is."""

    author: str
    work_date: str
    copy_date: str
    edition: str


class Reading(NamedTuple):
    """What one text has for one row.

    `set` counts the copies within the text from 1. Where they are known, `witness` is a siglum,
    `source` names the book in words, `book` tells more of it, and `file` is the text that the places
    count in. `label` is the school's name and `heading` the 鼓 before the row, both as printed;
    `foreword` are the glosses between these and the first mark, `notes` those from there to
    directly after the row. `doubts` are the reasons of a person who doubts strokes; the warnings have
    them in one language.
    """

    school: School | None
    record: int | None
    set: int
    marks: tuple[PlacedMark, ...]
    notes: tuple[Note, ...] = ()
    warnings: tuple[str, ...] = ()
    witness: str | None = None
    source: str = ""
    file: str = ""
    label: str = ""
    heading: str = ""
    foreword: tuple[Note, ...] = ()
    book: Book | None = None
    doubts: tuple[Texts, ...] = ()

    @property
    def name(self) -> str | None:
        """`lu-1`, `xue-1`, `lu-2`, `xue-2`; None where the text does not say."""
        return self.cadence.name

    @property
    def cadence(self) -> Cadence:
        """The row without its places."""
        before, after = (
            tuple(mark.drum for mark in self.marks if mark.section is section) for section in Section
        )
        return Cadence(before, after, self.school, self.record)

    @property
    def glosses(self) -> tuple[Note, ...]:
        """All glosses in the order of the text."""
        return self.foreword + self.notes

    @property
    def remarks(self) -> tuple[str, ...]:
        """The warnings that matter to who plays the row: where the book is known, its name is settled."""
        settled = "label-" if self.witness else "\0"
        return tuple(warning for warning in self.warnings if not warning.startswith(settled))

    @property
    def start(self) -> Place:
        """The place of the first mark."""
        return self.marks[0].where


def literal(row: str) -> Reading:
    """Read a row that stands by itself as a reading of no book.

    Raises NotationError as `notation.marks` does.
    """
    signs = marks(row)
    section, counted, placed = Section.BEFORE_HALF, 0, []
    for mark in signs:
        if mark.sign == HALF:
            section, counted = Section.AFTER_HALF, 0
            continue
        counted += 1
        line_start = row.rfind("\n", 0, mark.position) + 1
        where = Place(
            row.count("\n", 0, mark.position) + 1,
            mark.position - line_start + 1,
            len(row[: mark.position].encode("utf-8", "surrogatepass")),
        )
        placed.append(PlacedMark(Drum(mark.sign), mark.printed, section, counted, where))
    return Reading(None, None, 1, tuple(placed), warnings=tuple(glyph_variants(placed)))


def glyph_variants(placed: Iterable[PlacedMark]) -> Iterator[str]:
    """Say for each look-alike which mark it was read as, and at which places (line:column)."""
    folded: dict[str, list[PlacedMark]] = {}
    for mark in placed:
        if mark.printed != mark.drum:
            folded.setdefault(mark.printed, []).append(mark)
    for printed, same in folded.items():
        where = ", ".join(f"{mark.where.line}:{mark.where.column}" for mark in same)
        yield f"glyph-variant: {describe(printed)} read as {same[0].drum} at {where}"
