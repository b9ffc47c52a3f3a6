"""A row in all its witnesses at once, cut where they differ: the parallel segmentation of TEI and MEI."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import NamedTuple

from touhu_music.edition.apparatus import NOTHING, columns
from touhu_music.edition.collation import Apparatus, Form
from touhu_music.notation import Section
from touhu_music.reading import Texts
from touhu_music.witnessfile import is_siglum

Holding = dict[Section, Form]


class Variant(NamedTuple):
    """What some witnesses have in a segment: the strokes, and which of them are doubtful.

    `start` is the place of the first stroke, from 0 within the section, in the first of the witnesses.
    What is known at second hand, and is not as the base, stands apart from what was read.
    """

    row: str
    doubtful: tuple[bool, ...]
    start: int
    second_hand: bool
    witnesses: tuple[str, ...] = ()


Segment = tuple[Variant, ...]
"""The variants of a segment, that of the base first; one alone where no witness differs."""


Reported = tuple[str, Texts, int]
"""A book that is known at second hand, by siglum and name, and which of the rows that it may have."""


def holdings(apparatus: Apparatus, ids: Mapping[Reported, str] | None = None) -> dict[str, Holding]:
    """Return which form each witness has of each section: the base, the other books, those at second hand.

    These have the `ids` of the whole file, by default those of a file of this row alone. They need
    not have every section.
    """
    named = names([apparatus]) if ids is None else ids
    sigla = sorted((book.siglum for book in apparatus.books), key=lambda siglum: siglum != apparatus.base)
    found: dict[str, Holding] = {siglum: {} for siglum in sigla}
    for form in apparatus.forms:
        if not form.through:
            for siglum in form.witnesses:
                found[siglum][form.section] = form
    for reported, form in at_second_hand(apparatus):
        found.setdefault(named[reported], {})[form.section] = form
    return found


def names(apparatuses: Sequence[Apparatus]) -> dict[Reported, str]:
    """Give each book that is known at second hand in any row an id: its siglum if that is free.

    A siglum is not free if a book has it, whether or not it has a row here. The others, and further
    rows that the same report allows, are `second-hand-1` and so on.
    """
    taken = {siglum for apparatus in apparatuses for siglum in apparatus.sigla}
    found: dict[Reported, str] = {}
    numbers = count(1)
    for reported in (each for apparatus in apparatuses for each, _ in at_second_hand(apparatus)):
        siglum = reported[0]
        if reported not in found:
            free = is_siglum(siglum) and siglum not in taken
            found[reported] = siglum if free else f"second-hand-{next(numbers)}"
            taken.add(found[reported])
    return found


def at_second_hand(apparatus: Apparatus) -> Iterator[tuple[Reported, Form]]:
    """Yield the forms that are known at second hand, each with whose it is."""
    times: Counter[tuple[Section, str, Texts]] = Counter()
    for form in apparatus.forms:
        if form.report is not None:
            siglum, whose = form.report.siglum, form.report.whose
            yield (siglum, whose, times[form.section, siglum, whose]), form
            times[form.section, siglum, whose] += 1


def rows(apparatus: Apparatus, holding: Holding) -> tuple[str, str]:
    """Return what a witness has before and after 半; what it has not of its own is as in the base."""
    before, after = ((holding.get(each) or apparatus.of(each)[0]).row for each in Section)
    return before, after


def segments(
    apparatus: Apparatus, section: Section, ids: Mapping[Reported, str] | None = None
) -> Iterator[Segment]:
    """Cut a section where forms differ, whole runs together, and where a stroke is doubtful."""
    forms = apparatus.of(section)
    cut = {
        form: [row.replace(NOTHING, "") for _, row in line]
        for form, line in zip(forms, columns(forms), strict=True)
    }
    held = {
        name: list(stretches(cut[form], doubts(apparatus, name, form), second_hand=bool(form.through)))
        for name, of in holdings(apparatus, ids).items()
        if (form := of.get(section))
    }
    for variants in zip(*held.values(), strict=True):
        yield from split(dict(zip(held, variants, strict=True)))


def doubts(apparatus: Apparatus, name: str, form: Form) -> list[bool]:
    """Tell of each stroke of a witness whether it is doubtful; nothing is known of those at second hand."""
    if form.through:
        return [False] * len(form.row)
    book = next(book for book in apparatus.books if book.siglum == name)
    marks = book.reading(apparatus.cadence).marks
    return [mark.doubtful for mark in marks if mark.section is form.section]


def stretches(pieces: list[str], doubtful: list[bool], *, second_hand: bool) -> Iterator[Variant]:
    """Yield what a witness has in each column, with the place where it begins."""
    start = 0
    for row in pieces:
        yield Variant(row, tuple(doubtful[start : start + len(row)]), start, second_hand)
        start += len(row)


def split(variants: dict[str, Variant]) -> Iterator[Segment]:
    """Make segments of a column; where all have the same strokes, doubtful ones become their own."""
    if len({variant.row for variant in variants.values()}) > 1:
        yield grouped(variants)
        return
    shaky = [any(flags) for flags in zip(*(each.doubtful for each in variants.values()), strict=True)]
    for _, places in groupby(range(len(shaky)), lambda place: shaky[place]):
        first, *others = places
        yield grouped({name: part(each, first, 1 + len(others)) for name, each in variants.items()})


def part(variant: Variant, first: int, length: int) -> Variant:
    """Return some strokes of a variant."""
    cut = slice(first, first + length)
    return variant._replace(row=variant.row[cut], doubtful=variant.doubtful[cut], start=variant.start + first)


def grouped(variants: dict[str, Variant]) -> Segment:
    """Put witnesses that have the same together; the first is the base."""
    found: list[Variant] = []
    for name, variant in variants.items():
        for place, other in enumerate(found):
            alike = (variant.row, variant.doubtful) == (other.row, other.doubtful)
            if alike and (place == 0 or variant.second_hand == other.second_hand):
                found[place] = other._replace(witnesses=(*other.witnesses, name))
                break
        else:
            found.append(variant._replace(witnesses=(name,)))
    return tuple(found)
