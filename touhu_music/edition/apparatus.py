"""An apparatus in words: rows under each other, sentences as in a printed edition, numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from touhu_music import __version__
from touhu_music.edition.collation import Apparatus, Check, Entry, Form, shared
from touhu_music.language import Language, word
from touhu_music.notation import Section
from touhu_music.witnessfile import Judgement, Verdict, Witness

Piece = tuple[bool, str]
DIGITS: Final = "〇一二三四五六七八九"
NOTHING: Final = "·"


def lines(apparatuses: Sequence[Apparatus], language: Language, *, with_doubtful: bool) -> Iterator[str]:
    """Print rows for the terminal, and at the end what deviations the books share."""
    for apparatus in apparatuses:
        yield from row_lines(apparatus, language)
        yield ""
    table = agreement(apparatuses, with_doubtful=with_doubtful)
    if table:
        yield word("shared", language).format(apparatuses[0].base)
        width = max(len(siglum) for siglum in table[0]) + 1
        for line in table:
            yield "  " + "".join(cell.rjust(width) for cell in line)
        yield word("no-stemma", language)
    yield from ["", citation(apparatuses, language)] if apparatuses else []


def citation(apparatuses: Sequence[Apparatus], language: Language) -> str:
    """Return a line to cite the collation by: its tool, its rows, its base."""
    first = apparatuses[0]
    base = next(book for book in first.books if book.siglum == first.base)
    rows = " ".join(apparatus.cadence for apparatus in apparatuses)
    return word("cite", language).format(__version__, rows, base.title, base.place, base.siglum)


def row_lines(apparatus: Apparatus, language: Language) -> Iterator[str]:
    """Print one row: its forms under each other, its entries, its counts."""
    yield f"{apparatus.cadence}: {heading(apparatus, language)}"
    yield from facts(apparatus, language)
    for section in Section:
        yield word(section, language)
        forms = apparatus.of(section)
        for form, pieces in zip(forms, columns(forms), strict=True):
            row = "".join(f"[{text}]" if differs else text for differs, text in pieces)
            flag = flags(form, apparatus, language)
            yield f"  {row} {len(form.witnesses):3} {' '.join(form.witnesses)}{flag}"
    yield from [word("signs", language).format("[ ]")] if apparatus.entries else []
    yield ""
    for entry in apparatus.entries:
        yield sentence(apparatus, entry, language)
        for form in entry.readings:
            yield f"  {' '.join(form.witnesses)}: {judged(apparatus, form, language)}"
    yield from [] if apparatus.entries else [word("no-difference", language)]
    yield from reported(apparatus, language)
    yield ""
    yield from counts(apparatus, language)


CHINESE: Final = (Language.TRADITIONAL, Language.SIMPLIFIED)


def heading(apparatus: Apparatus, language: Language) -> str:
    """Name the row: its chart and its house."""
    school, record = apparatus.cadence.split("-")
    between = "" if language in CHINESE else " " if language is Language.KOREAN else ", "
    return between.join((word(f"chart-{record}", language), word(school, language)))


def facts(apparatus: Apparatus, language: Language) -> Iterator[str]:
    """Say which book is the base, which are equal to it, which have no such row, and what was seen."""
    base = next(book for book in apparatus.books if book.siglum == apparatus.base)
    equal = [book for book in apparatus.books if book.siglum in apparatus.same and same_work(book, base)]
    named = (f"{book.short} ({book.siglum})" for book in (base, *equal))
    yield word("base", language).format(" = ".join(named))
    etexts = [book.siglum for book in apparatus.books if book.evidence == "etext"]
    listed = {"same": apparatus.same, "lacking": apparatus.lacking, "only-etexts": etexts}
    for key, found in listed.items():
        if found:
            yield word(key, language).format(" ".join(found))


def same_work(book: Witness, other: Witness) -> bool:
    """Tell whether two books are copies of one work, so that both are cited where they agree."""
    return book.author == other.author != "unknown" and book.work_date == other.work_date


# --- rows under each other ---------------------------------------------------------------------


def columns(forms: Sequence[Form]) -> list[list[Piece]]:
    """Set the forms of a section under each other, that of the base first: the same pieces for each.

    A piece says whether forms differ in it, and what this form has there; · stands for no stroke.
    """
    places = range(2 * len(forms[0].row) + 1)  # even: what stands before a stroke of the base; odd: for it
    rows = [list(cells(form, len(forms[0].row))) for form in forms]
    widths = [max(len(row[place]) for row in rows) for place in places]
    edits = [edit for form in forms for edit in form.edits]
    spans = [range(edit.place - 1, edit.place - 1 + len(edit.first)) for edit in edits]
    told = {2 * place + 1 for span in spans for place in span}
    filled = (place for place in places if widths[place])
    groups = groupby(filled, lambda place: place in told or not place % 2)
    parts = [(differs, list(group)) for differs, group in groups]
    return [
        [(differs, "".join(row[at].ljust(widths[at], NOTHING) for at in part)) for differs, part in parts]
        for row in rows
    ]


def cells(form: Form, length: int) -> Iterator[str]:
    """Return by turns what a form has before each stroke of the base, and what for it."""
    meeting = dict(form.meeting)
    after = 0
    for place in range(length):
        there = meeting.get(place)
        yield "" if there is None else form.row[after:there]
        yield NOTHING if there is None else form.row[there]
        after = after if there is None else there + 1
    yield form.row[after:]


# --- sentences ---------------------------------------------------------------------------------


def sentence(apparatus: Apparatus, entry: Entry, language: Language) -> str:
    """Tell an entry as a printed edition does."""
    school, record = apparatus.cadence.split("-")
    lead = word("lead", language).format(
        word(f"chart-{record}", language),
        word(school, language),
        word(entry.section, language),
        where(entry.position, entry.lemma, language),
        quoted(entry.lemma, language),
    )
    told = word("joined", language).join(clause(apparatus, form, language) for form in entry.readings)
    line = word("sentence", language).format(lead.strip(), told)
    return line[:1].upper() + line[1:]


def clause(apparatus: Apparatus, form: Form, language: Language) -> str:
    """Say what some books have at the place of an entry, and where else they differ in the section."""
    first, *others = form.edits
    many = len(form.witnesses) > 1
    what = "-more" if not first.first else "" if first.second else "-not"
    told = word(f"{'have' if many else 'has'}{what}", language)
    told = told.format(bearers(apparatus, form, language), quoted(first.second, language))
    for edit in others:
        key = "also-more" if not edit.first else "also" if edit.second else "also-not"
        place = where(edit.place, edit.first, language)
        told += word(key, language).format(place, *(quoted(row, language) for row in edit[2:]))
    return told + flags(form, apparatus, language)


def where(place: int, lemma: str, language: Language) -> str:
    """Name the strokes of the base that a lemma stands for, or the place between two of them."""
    last = place + len(lemma) - 1
    if not lemma:
        key = "stroke-after" if place > 1 else "stroke-before"
        return word(key, language).format(numeral(max(last, 1), language))
    key = {1: "stroke-1", 2: "stroke-2"}.get(len(lemma), "stroke-run")
    return word(key, language).format(numeral(place, language), numeral(last, language))


def numeral(number: int, language: Language) -> str:
    """Write a number: in hanzi up to 99 where the language is Chinese."""
    if language not in CHINESE or number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    return (DIGITS[tens] if tens > 1 else "") + ("十" if tens else "") + (DIGITS[ones] if ones else "")


def quoted(row: str, language: Language) -> str:
    """Quote strokes as the language does; nothing stays nothing."""
    return word("quoted", language).format(row) if row else ""


def bearers(apparatus: Apparatus, form: Form, language: Language) -> str:
    """Name the books of a form by their short titles, as e-texts where no page of any was seen."""
    if form.report:
        return form.report.whose
    books = [book for book in apparatus.books if book.siglum in form.witnesses]
    named = word("listed", language).join(
        word("named", language).format(book.short, book.siglum) for book in books
    )
    if any(book.evidence != "etext" for book in books):
        return named
    return word("etexts" if len(books) > 1 else "etext", language).format(named)


def flags(form: Form, apparatus: Apparatus, language: Language) -> str:
    """Say of a form that it is doubtful, or known at second hand, in brackets."""
    said = [word("doubtful", language)] if form.doubtful else []
    if form.through:
        short = next(book.short for book in apparatus.books if book.siglum == form.through)
        said.append(word("second-hand", language).format(f"{short} {form.through}"))
    return "".join(word("aside", language).format(each) for each in said)


# --- judgements --------------------------------------------------------------------------------


def judged(apparatus: Apparatus, form: Form, language: Language) -> str:
    """Say of which kind a difference is, what is thought of it and why, and what cannot be known."""
    said = [word(form.kind, language), judgement(apparatus, form, language)]
    if form.alignment.ways > 1:
        said.append(word("ways", language).format(form.alignment.ways))
    return word("joined", language).join(said)


def judgement(apparatus: Apparatus, form: Form, language: Language) -> str:
    """Say what is thought of a form and why, and what of the base, from which it differs."""
    if form.report:
        label = word("second-hand", language).format(form.through)
        return word("because", language).format(
            label, f"「{form.report.note}」; {form.report.remark.rstrip('.')}"
        )
    base, of_base = apparatus.of(form.section)[0], word("of-base", language)
    found = [opinion(apparatus, form, each, language) for each in form.judgements]
    found += [of_base.format(opinion(apparatus, base, each, language)) for each in base.judgements]
    return word("joined", language).join(found) or word("unjudged", language)


def opinion(apparatus: Apparatus, form: Form, judgement: Judgement, language: Language) -> str:
    """Tell one judgement; a fault may be that of the book or of its transcription, unless a page was seen."""
    key = str(judgement.verdict)
    seen = any(book.evidence != "etext" for book in apparatus.books if book.siglum in form.witnesses)
    if judgement.verdict is Verdict.FAULT and not seen:
        key = "fault-etext"
    return word("because", language).format(word(key, language), judgement.reason(language))


# --- numbers -----------------------------------------------------------------------------------


def counts(apparatus: Apparatus, language: Language) -> Iterator[str]:
    """Say which books have the strokes that old notes count, and how far each is from the base."""
    for check in apparatus.checks:
        yield checked(check, language)
    yield word("no-proof", language)
    if apparatus.distances:
        told = (f"{siglum} {distance}" for siglum, distance in apparatus.distances.items())
        yield word("distances", language).format(apparatus.base, word("listed", language).join(told))


def checked(check: Check, language: Language) -> str:
    """Say which books fail a count."""
    failing = word("listed", language).join(f"{siglum} {pi}·{gu}" for siglum, pi, gu in check.failing)
    result = word("counts-fail" if failing else "counts-hold", language).format(failing)
    if not check.note:
        return word("measured", language).format(check.pi, check.gu, check.siglum, result)
    told = (check.pi, check.gu, check.note.whose, check.siglum, check.note.note, result)
    return word("counted", language).format(*told)


def reported(apparatus: Apparatus, language: Language) -> Iterator[str]:
    """Tell what is known at second hand and implies no row."""
    for through, report in apparatus.rowless:
        label = word("aside", language).format(word("second-hand", language).format(through))
        place = f"{word(report.section, language)} {where(report.after + 1, '', language)}"
        yield f"{place}: {report.whose}{label}: 「{report.note}」"
        yield f"  {report.siglum}: {report.remark}"


def agreement(apparatuses: Sequence[Apparatus], *, with_doubtful: bool) -> list[list[str]]:
    """Return the table of shared deviations, sigla above and at the left; none unless two books have any."""
    found = shared(apparatuses, with_doubtful=with_doubtful)
    books = list(dict.fromkeys(one for one, _ in found))
    number = {
        pair: str(count) for (one, other), count in found.items() for pair in ((one, other), (other, one))
    }
    table = [[one, *(number[one, other] for other in books)] for one in books]
    return [["", *books], *table] if len(books) > 1 else []
