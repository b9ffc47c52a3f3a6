"""An apparatus in words: rows under each other, sentences as in a printed edition, numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from touhu_music import __version__
from touhu_music.comparison.alignment import Edit
from touhu_music.edition.collation import Apparatus, Check, Entry, Form, Opinion, shared
from touhu_music.language import Language, word
from touhu_music.notation import Section
from touhu_music.reading import in_language
from touhu_music.witnessfile import Doubt, Verdict, Witness

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
            yield f"  {row} {len(form.witnesses):3} {sigla(apparatus, form, language)}{flag}"
    yield from [word("signs", language).format("[ ]")] if apparatus.entries else []
    yield ""
    for entry in apparatus.entries:
        yield sentence(apparatus, entry, language)
        for form in entry.readings:
            yield f"  {sigla(apparatus, form, language)}: {judged(form, language)}"
    yield from [] if apparatus.entries else [word("no-difference", language)]
    yield from doubted(apparatus, language)
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
    told += unsure(form, first, language)
    for edit in others:
        key = "also-more" if not edit.first else "also" if edit.second else "also-not"
        place = where(edit.place, edit.first, language)
        told += word(key, language).format(place, *(quoted(row, language) for row in edit[2:]))
        told += unsure(form, edit, language)
    return told + "".join(aside(said, language) for said in hearsay(apparatus, form, language))


def unsure(form: Form, edit: Edit, language: Language) -> str:
    """Say in brackets of an edit that rests on a doubted stroke that it is doubtful."""
    return aside(word("doubtful", language), language) if any(form.touched(edit)) else ""


def aside(said: str, language: Language) -> str:
    """Put something in brackets, as the language does."""
    return word("aside", language).format(said)


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
    """Name the books of a form by their short titles, those of which no page was seen as e-texts."""
    if form.report:
        return in_language(form.report.whose, language)
    seen: list[str] = []
    unseen: list[str] = []
    for book in apparatus.books:
        if book.siglum in form.witnesses:
            named = word("named", language).format(book.short, book.siglum)
            (unseen if book.evidence == "etext" else seen).append(named)
    listed = word("listed", language)
    if unseen:
        etexts = word("etexts" if len(unseen) > 1 else "etext", language)
        seen.append(etexts.format(listed.join(unseen)))
    return listed.join(seen)


def sigla(apparatus: Apparatus, form: Form, language: Language) -> str:
    """Name the books of a form by their sigla, one at second hand in words if its siglum is another's."""
    if form.report and form.report.siglum in apparatus.sigla:
        return in_language(form.report.whose, language)
    return " ".join(form.witnesses)


def flags(form: Form, apparatus: Apparatus, language: Language) -> str:
    """Say of a form in brackets which strokes of it are doubtful, and that it is known at second hand."""
    places = sorted({doubt.place for doubt in form.doubts})
    strokes = word("listed", language).join(where(place, form.row[place - 1], language) for place in places)
    doubts = [word("doubted", language).format(strokes)] if places else []
    return "".join(aside(said, language) for said in (*doubts, *hearsay(apparatus, form, language)))


def hearsay(apparatus: Apparatus, form: Form, language: Language) -> Iterator[str]:
    """Say of a form that it is known at second hand, and through which book."""
    if form.through:
        short = next(book.short for book in apparatus.books if book.siglum == form.through)
        yield word("second-hand", language).format(f"{short} {form.through}")


# --- judgements --------------------------------------------------------------------------------


def judged(form: Form, language: Language) -> str:
    """Say of which kind a difference is, what is thought of it and why, and what cannot be known."""
    said = [word(form.kind, language), judgement(form, language)]
    if form.alignment.ways > 1:
        said.append(word("ways", language).format(form.alignment.ways))
    return word("joined", language).join(said)


def judgement(form: Form, language: Language) -> str:
    """Say what is thought of a form and why, and what of the base, from which it differs."""
    if form.report:
        label, remark = word("second-hand", language).format(form.through), form.report.remark
        said = f"「{form.report.note}」; {in_language(remark, language).rstrip('.')}"
        return word("because", language).format(label, said)
    doubts, doubts_of_base = form.touched(*form.edits)
    found = [thought(each, language) for each in form.opinions]
    found += dict.fromkeys(doubt(each, language) for each in doubts)
    told = [thought(each, language) for each in form.opinions_of_base]
    told += dict.fromkeys(doubt(each, language) for each in doubts_of_base)
    found += map(word("of-base", language).format, told)
    return word("joined", language).join(found) or word("unjudged", language)


def thought(opinion: Opinion, language: Language) -> str:
    """Tell one judgement, and which books it does not speak of, although they print the same.

    A fault may be that of the book or of its transcription, unless a page was seen.
    """
    key = str(opinion.judgement.verdict)
    if opinion.judgement.verdict is Verdict.FAULT and opinion.etexts:
        key = "fault-etext" if opinion.etexts == opinion.books else "fault-etexts"
    label = word(key, language).format(" ".join(opinion.etexts))
    said = word("because", language).format(label, opinion.judgement.reason(language))
    if opinion.others:
        sigla = (" ".join(each) for each in (opinion.books, opinion.others))
        return word("judged-without", language).format(*sigla, said)
    return said


def doubt(doubt: Doubt, language: Language) -> str:
    """Tell which stroke is doubtful, and why."""
    place = word("stroke-at", language).format(numeral(doubt.place, language), word(doubt.section, language))
    label, reason = word("doubtful", language) + aside(place, language), doubt.reason(language)
    return word("because", language).format(label, reason) if reason else label


def doubted(apparatus: Apparatus, language: Language) -> Iterator[str]:
    """Tell the doubtful strokes on which no difference rests, a line each."""
    found: dict[str, list[str]] = {}
    for siglum, each in apparatus.doubts_apart:
        found.setdefault(doubt(each, language), []).append(siglum)
    for told, sigla in found.items():
        yield f"{' '.join(sigla)}: {told}"


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
        label = aside(word("second-hand", language).format(through), language)
        place = f"{word(report.section, language)} {where(report.after + 1, '', language)}"
        yield f"{place}: {in_language(report.whose, language)}{label}: 「{report.note}」"
        yield f"  {report.siglum}: {in_language(report.remark, language)}"


def agreement(apparatuses: Sequence[Apparatus], *, with_doubtful: bool) -> list[list[str]]:
    """Return the table of shared deviations, sigla above and at the left; none unless two books have any."""
    found = shared(apparatuses, with_doubtful=with_doubtful)
    books = list(dict.fromkeys(one for one, _ in found))
    number = {
        pair: str(count) for (one, other), count in found.items() for pair in ((one, other), (other, one))
    }
    table = [[one, *(number[one, other] for other in books)] for one in books]
    return [["", *books], *table] if len(books) > 1 else []
