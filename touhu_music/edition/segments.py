"""A row in all its witnesses at once, cut where they differ: the parallel segmentation of TEI and MEI."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from touhu_music.edition.apparatus import NOTHING, columns
from touhu_music.edition.collation import Apparatus, Form
from touhu_music.notation import Section
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


def holdings(apparatus: Apparatus) -> dict[str, Holding]:
    """Return which form each witness has of each section: the base, the other books, those at second hand.

    These are named by their siglum if it is one and no book's, and if they have but one row; else
    `second-hand-1` and so on. They need not have every section.
    """
    sigla = sorted((book.siglum for book in apparatus.books), key=lambda siglum: siglum != apparatus.base)
    found: dict[str, Holding] = {siglum: {} for siglum in sigla}
    whose: dict[str, str] = {}
    for form in apparatus.forms:
        if not form.through:
            for siglum in form.witnesses:
                found[siglum][form.section] = form
            continue
        (siglum,) = form.witnesses
        free = [siglum] if is_siglum(siglum) and siglum not in sigla else []
        for name in (*free, *(f"second-hand-{number}" for number in range(1, len(apparatus.forms) + 1))):
            if whose.setdefault(name, siglum) == siglum and form.section not in found.get(name, {}):
                found.setdefault(name, {})[form.section] = form
                break
    return found


def rows(apparatus: Apparatus, holding: Holding) -> tuple[str, str]:
    """Return what a witness has before and after 半; what it has not of its own is as in the base."""
    before, after = ((holding.get(each) or apparatus.of(each)[0]).row for each in Section)
    return before, after


def segments(apparatus: Apparatus, section: Section) -> Iterator[Segment]:
    """Cut a section where forms differ, whole runs together, and where a stroke is doubtful."""
    forms = apparatus.of(section)
    cut = {
        form: [row.replace(NOTHING, "") for _, row in line]
        for form, line in zip(forms, columns(forms), strict=True)
    }
    held = {
        name: list(stretches(cut[form], doubts(apparatus, name, form), second_hand=bool(form.through)))
        for name, of in holdings(apparatus).items()
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
