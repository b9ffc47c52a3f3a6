"""The books that print a row, section by section against one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement
from typing import Final, NamedTuple

from touhu_music.comparison.alignment import Alignment, Edit, Kind, align, path, tables, told
from touhu_music.errors import LibraryError
from touhu_music.notation import Drum, Section, Use
from touhu_music.witnessfile import Count, Doubt, Judgement, Report, Verdict, Witness

MIXED: Final = "mixed"
Meeting = tuple[tuple[int, int], ...]
Deviation = tuple[str, Section, Kind, int, str, int]


class Opinion(NamedTuple):
    """A judgement of a row, and the books that print it.

    It speaks of `books`, of some of which, `etexts`, no page was seen, and not of the `others`.
    """

    judgement: Judgement
    books: tuple[str, ...]
    etexts: tuple[str, ...]
    others: tuple[str, ...]


class Form(NamedTuple):
    """What some books have for a section, against the base, and the strokes of it that they doubt.

    `meeting` are the places, from 0, that meet in the way that `alignment` tells. What is doubted and
    thought of the base is here too, if the row is another. A form at second hand has the `report` and
    the siglum of the book `through` which it is known.
    """

    section: Section
    row: str
    witnesses: tuple[str, ...]
    alignment: Alignment
    meeting: Meeting
    doubts: tuple[Doubt, ...] = ()
    doubts_of_base: tuple[Doubt, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    opinions_of_base: tuple[Opinion, ...] = ()
    through: str = ""
    report: Report | None = None

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What was done to the base to get this form: nothing to the base itself."""
        return self.alignment.edits

    @property
    def kind(self) -> str:
        """The kind of all edits, or `mixed`; nothing where there is none."""
        kinds = {str(edit.kind) for edit in self.edits}
        return MIXED if len(kinds) > 1 else "".join(kinds)

    def touched(self, *edits: Edit) -> tuple[tuple[Doubt, ...], tuple[Doubt, ...]]:
        """Return the doubts of this form and those of the base that edits rest on."""
        own, of_base, shift = set[int](), set[int](), 0
        for edit in self.edits:
            if edit in edits:
                of_base.update(range(edit.place, edit.place + len(edit.first)))
                own.update(range(edit.place + shift, edit.place + shift + len(edit.second)))
            shift += len(edit.second) - len(edit.first)
        return (
            tuple(doubt for doubt in self.doubts if doubt.place in own),
            tuple(doubt for doubt in self.doubts_of_base if doubt.place in of_base),
        )

    @property
    def doubtful(self) -> bool:
        """Whether a difference from the base rests on a doubted stroke, here or in the base."""
        return any(self.touched(*self.edits))

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What is thought of the form, leaving out what was thought of fewer books."""
        judged = [opinion.judgement.verdict for opinion in self.opinions if not opinion.others]
        return tuple(dict.fromkeys([*judged, *([Verdict.DOUBTFUL] if self.touched(*self.edits)[0] else [])]))


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
    each with the siglum of the book that makes it. `sigla` are those of all books that there are.
    """

    cadence: str
    base: str
    books: tuple[Witness, ...]
    lacking: tuple[str, ...]
    forms: tuple[Form, ...]
    checks: tuple[Check, ...]
    rowless: tuple[tuple[str, Report], ...] = ()
    sigla: tuple[str, ...] = ()

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
        differing = (form for form in self.forms if form.edits and not form.through)
        others = {siglum for form in differing for siglum in form.witnesses}
        return tuple(book.siglum for book in self.books if book.siglum not in {*others, self.base})

    @property
    def distances(self) -> dict[str, int]:
        """How many strokes each book is away from the base, where it is."""
        totals = {book.siglum: 0 for book in self.books}
        for form in self.forms:
            for siglum in () if form.through else form.witnesses:
                totals[siglum] += form.alignment.distance
        return {siglum: total for siglum, total in totals.items() if total}

    @property
    def doubts(self) -> tuple[tuple[str, Doubt], ...]:
        """The strokes that are doubtful, each with the siglum of the book in which it is."""
        return tuple((book.siglum, doubt) for book in self.books for doubt in book.doubted(self.cadence))

    @property
    def doubts_apart(self) -> tuple[tuple[str, Doubt], ...]:
        """The doubtful strokes on which no difference rests."""
        resting: set[tuple[str, Doubt]] = set()
        for form in self.forms:
            own, of_base = form.touched(*form.edits)
            resting |= {(siglum, doubt) for siglum in form.witnesses for doubt in own}
            resting |= {(self.base, doubt) for doubt in of_base}
        return tuple(each for each in self.doubts if each not in resting)

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

    Judgements are of rows, and so are told of every book that prints the same. Raises LibraryError for
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
    found = (
        forms(section, cadence, base, having, reports, tuple(judged(books, cadence, section)))
        for section in Section
    )
    return Apparatus(
        cadence,
        base,
        having,
        tuple(book.siglum for book in chosen if book not in having),
        tuple(chain.from_iterable(found)),
        tuple(checks(books, cadence, known[base], having)),
        tuple((siglum, report) for siglum, report in reports if not report.rows),
        tuple(known),
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


def side(book: Witness, cadence: str, section: Section) -> str:
    """Return what a book has for a section."""
    return "".join(mark.drum for mark in book.reading(cadence).marks if mark.section is section)


def judged(books: Sequence[Witness], cadence: str, section: Section) -> Iterator[tuple[str, Opinion]]:
    """Return each judgement of a section with the row that it is of."""
    rows = {book.siglum: side(book, cadence, section) for book in books if has(book, cadence)}
    etexts = {book.siglum for book in books if book.evidence == "etext"}
    for book in books:
        for judgement in book.judgements:
            if (judgement.cadence, judgement.section) == (cadence, section):
                row = rows[book.siglum]
                alike = [siglum for siglum in rows if rows[siglum] == row]
                known = [siglum for siglum in alike if siglum in (judgement.witnesses or alike)]
                unseen = (siglum for siglum in known if siglum in etexts)
                others = (siglum for siglum in alike if siglum not in known)
                yield row, Opinion(judgement, tuple(known), tuple(unseen), tuple(others))


def forms(
    section: Section,
    cadence: str,
    base: str,
    books: Iterable[Witness],
    reports: Iterable[tuple[str, Report]],
    opinions: Collection[tuple[str, Opinion]],
) -> Iterator[Form]:
    """Return what there is for a section, each once, that of the base first.

    Where books have the same strokes and doubt others of them, they have each a form.
    """
    found: dict[str, tuple[str, tuple[Doubt, ...]]] = {}
    for book in books:
        doubts = tuple(doubt for doubt in book.doubted(cadence) if doubt.section is section)
        found[book.siglum] = side(book, cadence, section), doubts
    ground, shaky = found[base]
    alike: dict[tuple[str, frozenset[int]], list[str]] = {}
    for siglum in (base, *(siglum for siglum in found if siglum != base)):
        row, doubts = found[siglum]
        alike.setdefault((row, frozenset(doubt.place for doubt in doubts)), []).append(siglum)
    thought = {row: tuple(opinion for of, opinion in opinions if of == row) for row, _ in alike}
    for (row, _), sigla in alike.items():
        own = tuple(dict.fromkeys(doubt for siglum in sigla for doubt in found[siglum][1]))
        other = row != ground
        yield Form(
            section,
            row,
            tuple(siglum for siglum in found if siglum in sigla),
            *against(ground, row),
            doubts=own,
            doubts_of_base=shaky if other else (),
            opinions=thought[row],
            opinions_of_base=thought[ground] if other else (),
        )
    for through, report in reports:
        for row in report.rows if report.section is section else ():
            of_base = shaky if row != ground else ()
            held = against(ground, row)
            yield Form(
                section,
                row,
                (report.siglum,),
                *held,
                doubts_of_base=of_base,
                through=through,
                report=report,
            )


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
    found: dict[str, set[Deviation]] = {}
    for apparatus in apparatuses:
        for book in apparatus.books:
            found.setdefault(book.siglum, set())
        for form in apparatus.forms:
            ground = apparatus.of(form.section)[0].row
            for edit in () if form.through else form.edits:
                if with_doubtful or not any(form.touched(edit)):
                    deviation = (apparatus.cadence, form.section, *of_run(edit, ground))
                    for siglum in form.witnesses:
                        found[siglum].add(deviation)
    deviating = [siglum for siglum, edits in found.items() if edits]
    return {
        (one, other): len(found[one] & found[other])
        for one, other in combinations_with_replacement(deviating, 2)
    }


def of_run(edit: Edit, row: str) -> tuple[Kind, int, str, int]:
    """Give an edit as it is shared: what is missing in or added to a run by the whole run and the number.

    Books that lack a stroke of a run share this, also where one of them has another stroke in the run.
    """
    more = len(edit.second) - len(edit.first)
    if edit.kind is Kind.SUBSTITUTION or len(set(edit.first)) != 1:
        return edit.kind, edit.place, f"{edit.first}>{edit.second}", more
    start = len(row[: edit.place - 1].rstrip(edit.first[0]))
    return edit.kind, start + 1, edit.first[0], more
