"""The books that print a row, section by section against one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement
from typing import Final, NamedTuple

from touhu_music.comparison.alignment import Alignment, Edit, Kind, align, path, tables, told
from touhu_music.errors import LibraryError
from touhu_music.notation import Drum, Section, Use
from touhu_music.witnessfile import Count, Judgement, Report, Verdict, Witness

MIXED: Final = "mixed"
Meeting = tuple[tuple[int, int], ...]


class Form(NamedTuple):
    """What some books have for a section, against the base.

    `meeting` are the places, from 0, that meet in the way that `alignment` tells; `doubtful` says
    that the difference rests on doubted strokes, here or in the base. A form at second hand has the
    `report` and the siglum of the book `through` which it is known.
    """

    section: Section
    row: str
    witnesses: tuple[str, ...]
    alignment: Alignment
    meeting: Meeting
    doubtful: bool = False
    judgements: tuple[Judgement, ...] = ()
    through: str = ""
    report: Report | None = None

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What was done to the base to get this form: nothing to the base itself."""
        return self.alignment.edits

    @property
    def kind(self) -> str:
        """The kind of all edits, or `mixed`."""
        kinds = {str(edit.kind) for edit in self.edits}
        return kinds.pop() if len(kinds) == 1 else MIXED


class Entry(NamedTuple):
    """The forms that begin to differ from the base at one place, from 1, of a section."""

    section: Section
    position: int
    lemma: str
    readings: tuple[Form, ...]


class Check(NamedTuple):
    """The number of ○ and □ that a row or its part should have, and which books have others.

    It is what an old note counts in the whole row, or what the base has after 半, where there is no `note`.
    """

    pi: int
    gu: int
    siglum: str
    note: Count | None
    failing: tuple[tuple[str, int, int], ...]


class Apparatus(NamedTuple):
    """A row in all its books against one of them.

    `lacking` are books without this row, `rowless` the reports at second hand that imply no row,
    each with the siglum of the book that makes it.
    """

    cadence: str
    base: str
    books: tuple[Witness, ...]
    lacking: tuple[str, ...]
    forms: tuple[Form, ...]
    checks: tuple[Check, ...]
    rowless: tuple[tuple[str, Report], ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The places that differ, in the order of the row."""
        sections = tuple(Section)
        found: dict[tuple[int, int, str], list[Form]] = {}
        for form in self.forms:
            for edit in form.edits[:1]:
                key = (sections.index(form.section), edit.place, edit.first)
                found.setdefault(key, []).append(form)
        return tuple(Entry(sections[key[0]], *key[1:], tuple(found[key])) for key in sorted(found))

    @property
    def same(self) -> tuple[str, ...]:
        """The books, beside the base, that differ nowhere from it."""
        others = {siglum for form in self.forms if form.edits for siglum in form.witnesses}
        return tuple(book.siglum for book in self.books if book.siglum not in {*others, self.base})

    @property
    def distances(self) -> dict[str, int]:
        """How many edits each book is away from the base, where it is."""
        totals = {book.siglum: 0 for book in self.books}
        for form in self.forms:
            for siglum in () if form.through else form.witnesses:
                totals[siglum] += form.alignment.distance
        return {siglum: total for siglum, total in totals.items() if total}

    def of(self, section: Section) -> list[Form]:
        """Return the forms of a section, that of the base first."""
        return [form for form in self.forms if form.section is section]


def collate(
    books: Sequence[Witness],
    cadence: str,
    base: str,
    *,
    only: Collection[str] = (),
    second_hand: bool = False,
) -> Apparatus:
    """Hold what books print for a row against one of them; `only` some of them, where any are named.

    Judgements are of rows, and so hold for every book that prints the same. Raises LibraryError for
    a siglum that is none, and where the base has no such row.
    """
    known = named(books, (base, *only))
    known[base].reading(cadence)
    chosen = [book for book in books if not only or book.siglum in {base, *only}]
    having = tuple(book for book in chosen if has(book, cadence))
    reports = [
        (book.siglum, report)
        for book in having
        for report in book.reports
        if second_hand and report.cadence == cadence
    ]
    judgements = tuple(judged(books, cadence))
    found = (forms(section, cadence, base, having, reports, judgements) for section in Section)
    return Apparatus(
        cadence,
        base,
        having,
        tuple(book.siglum for book in chosen if book not in having),
        tuple(chain.from_iterable(found)),
        tuple(checks(books, cadence, known[base], having)),
        tuple((siglum, report) for siglum, report in reports if not report.rows),
    )


def named(books: Iterable[Witness], sigla: Iterable[str]) -> dict[str, Witness]:
    """Return the books by their sigla; raises LibraryError for the first of `sigla` that is none of them."""
    found = {book.siglum: book for book in books}
    for siglum in sigla:
        if siglum not in found:
            raise LibraryError(f"no witness {siglum!r}; there are {' '.join(found)}")
    return found


def has(book: Witness, cadence: str) -> bool:
    """Tell whether a book prints a row."""
    return any(reading.name == cadence for reading in book.readings)


def side(book: Witness, cadence: str, section: Section) -> tuple[str, bool]:
    """Return what a book has for a section, and whether strokes of it are doubtful."""
    marks = [mark for mark in book.reading(cadence).marks if mark.section is section]
    return "".join(mark.drum for mark in marks), any(mark.doubtful for mark in marks)


def judged(books: Iterable[Witness], cadence: str) -> Iterator[tuple[str, bool, Judgement]]:
    """Return each judgement with the row that it is of, and whether it is one of doubtful strokes."""
    for book in books:
        for judgement in book.judgements:
            if judgement.cadence == cadence:
                yield side(book, cadence, judgement.section)[0], False, judgement
        for section in Section if has(book, cadence) else ():
            row, doubtful = side(book, cadence, section)
            for remark in book.reading(cadence).remarks if doubtful else ():
                code, _, reason = remark.partition(": ")
                if code.startswith(Verdict.DOUBTFUL):
                    yield row, True, Judgement(cadence, section, Verdict.DOUBTFUL, (("en", reason),))


def forms(
    section: Section,
    cadence: str,
    base: str,
    books: Iterable[Witness],
    reports: Iterable[tuple[str, Report]],
    judgements: Collection[tuple[str, bool, Judgement]],
) -> Iterator[Form]:
    """Return what there is for a section, each once, that of the base first."""
    printed = {book.siglum: side(book, cadence, section) for book in books}
    ground, shaky = printed[base]
    rows: dict[tuple[str, bool], list[str]] = {printed[base]: []}
    for siglum, found in printed.items():
        rows.setdefault(found, []).append(siglum)
    for (row, doubtful), sigla in rows.items():
        own = dict.fromkeys(
            judgement
            for judged_row, of_strokes, judgement in judgements
            if (judged_row, judgement.section) == (row, section) and (doubtful or not of_strokes)
        )
        unsure = doubtful or (shaky and row != ground)
        yield Form(section, row, tuple(sigla), *against(ground, row), unsure, tuple(own))
    for through, report in reports:
        for row in report.rows if report.section is section else ():
            held = against(ground, row)
            yield Form(section, row, (report.siglum,), *held, shaky and row != ground, (), through, report)


def against(first: str, second: str) -> tuple[Alignment, Meeting]:
    """Align two rows so that with the rows exchanged the same strokes meet, and every edit turns round.

    Of the ways that are found from either side, that one is told which needs fewer words.
    """
    forth = tuple(path(first, second, tables(first, second)[0]))
    back = exchanged(path(second, first, tables(second, first)[0]))

    def words(meeting: Meeting) -> int:
        return len([*told(first, second, [*meeting]), *told(second, first, [*exchanged(meeting)])])

    meeting = forth if (words(forth), first) <= (words(back), second) else back
    return align(first, second)._replace(edits=joined(told(first, second, [*meeting]))), meeting


def exchanged(meeting: Iterable[tuple[int, int]]) -> Meeting:
    """Return the places that meet as the other row sees them."""
    return tuple((j, i) for i, j in meeting)


def joined(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Tell whole runs that are missing one after the other as one edit, as runs that are added are told."""
    found: list[Edit] = []
    for edit in edits:
        last = found[-1] if found else edit
        missing = last.kind is edit.kind is Kind.OMISSION and not last.second and not edit.second
        if missing and last.place + len(last.first) == edit.place:
            found[-1] = last._replace(first=last.first + edit.first)
        else:
            found.append(edit)
    return tuple(found)


def checks(
    books: Iterable[Witness], cadence: str, base: Witness, having: Sequence[Witness]
) -> Iterator[Check]:
    """Hold old counts of whole rows, and what the base has after 半, against all books."""
    whole = {book.siglum: strokes(book, cadence, Use.ARCHERY) for book in having}
    half = {book.siglum: strokes(book, cadence, Use.TOUHU) for book in having}
    for book in books:
        for count in book.counts:
            if count.cadence == cadence:
                yield Check(count.pi, count.gu, book.siglum, count, failing(whole, (count.pi, count.gu)))
    measured = strokes(base, cadence, Use.TOUHU)
    yield Check(*measured, base.siglum, None, failing(half, measured))


def strokes(book: Witness, cadence: str, use: Use) -> tuple[int, int]:
    """Return how many ○ and □ a book has."""
    struck = book.reading(cadence).cadence.strokes(use)
    return struck.count(Drum.PI), struck.count(Drum.GU)


def failing(found: dict[str, tuple[int, int]], expected: tuple[int, int]) -> tuple[tuple[str, int, int], ...]:
    """Return the books that have other numbers, with these."""
    return tuple((siglum, *numbers) for siglum, numbers in found.items() if numbers != expected)


def shared(apparatuses: Iterable[Apparatus], *, with_doubtful: bool = False) -> dict[tuple[str, str], int]:
    """Count the edits against the base that each two books have in common, and those of each book.

    Doubtful ones count only where asked for, those at second hand never.
    """
    found: dict[str, set[tuple[str, Section, Edit]]] = {}
    for apparatus in apparatuses:
        for book in apparatus.books:
            found.setdefault(book.siglum, set())
        for form in apparatus.forms:
            if not form.through and (with_doubtful or not form.doubtful):
                for siglum in form.witnesses:
                    found[siglum] |= {(apparatus.cadence, form.section, edit) for edit in form.edits}
    deviating = [siglum for siglum, edits in found.items() if edits]
    return {
        (one, other): len(found[one] & found[other])
        for one, other in combinations_with_replacement(deviating, 2)
    }
