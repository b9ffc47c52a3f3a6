"""What somebody copied: the rows of a text or page, also those without 半, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from touhu_music.errors import PassageError
from touhu_music.excerpts import Excerpt, places
from touhu_music.markup import Page, extract, relocated
from touhu_music.markup import language as language_of
from touhu_music.notation import HALF, MARKS, Section
from touhu_music.passage import Label, copies, labels
from touhu_music.reading import Place, PlacedMark, Reading, glyph_variants
from touhu_music.rows import Row, fault_of, offsets, refuse_unreadable, rows, runs, would_be_row
from touhu_music.signs import SCHOOLS, Signs, fill

MOST: Final = 500
"""A row of more marks is held against no book; the longest in any has 32."""

LEAST: Final = 6  # marks of a row without 半, where a text has nothing but rows
BARE: Final = b"csh \npqf:"  # the kinds of signs in such a text
LABEL: Final = re.compile(
    r"^[^\S\n]*(?:\(?\d{1,3}\)?[.:：、．)]|\(\d{1,3}\)|(?:Lu|Xue)(?:[- ]?[12])?[:：]?(?=\W))", re.M | re.I
)
TAKEN: Final = ("half-missing", "no-notation")  # what the reader says of rows without 半, which are taken


class Copied(NamedTuple):
    """A row as somebody copied it: the strokes on both sides of 半, or one side where there is no 半.

    `name` is what the text calls it, None where no name touches it; `remarks` say which look-alikes
    stand in it.
    """

    name: str | None
    sides: tuple[str, ...]
    where: Place
    set: int = 1
    remarks: tuple[str, ...] = ()


def copied(source: str) -> tuple[tuple[Copied, ...], tuple[str, ...]]:
    """Return the rows of a text or page, also those without 半, and what could not be read as a row.

    Raises PassageError, as `markup.read` does, for a text that has neither.
    """
    kind = language_of(source)
    page = extract(source, kind) if kind else Page(source, (0,), (0,))
    signs = joined(Signs.of(page.text))
    lost, spoiled = without_half(signs), unreadable(signs)
    try:
        found, faults = rows(without(signs, spoiled))
    except PassageError as error:
        if not lost:
            first = next(iter(spoiled.values()), error)
            first.args = tuple(relocated([str(first)], page, source))
            raise first from None
        found, faults = [], [str(error)]
    faults += map(str, spoiled.values())
    every = sorted([*found, *lost, *spoiled])
    origins = {at: page.origin(at) for row in every for at in offsets(signs, row)}
    there = places([Excerpt(source)], sorted(set(origins.values())), "utf-8")
    where = {at: there[origin] for at, origin in origins.items()}
    named = [label for label in labels(signs, list(copies(signs, every))) if label.row not in spoiled]
    errors = [fault for fault in faults if fault.partition(":")[0] not in TAKEN]
    return tuple(copied_row(signs, label, where) for label in named), tuple(relocated(errors, page, source))


def joined(signs: Signs) -> Signs:
    """Return a text of nothing but one row, which is broken over lines, as one line."""
    if not bare(signs) or signs.kinds.count("h") != 1:
        return signs
    if any(run.half >= 0 and would_be_row(signs, run) for run in runs(signs)):
        return signs
    return signs._replace(kinds=signs.kinds.replace("\n", " "))


def without_half(signs: Signs) -> list[Row]:
    """Return the runs without 半 beside a name or heading, or anywhere in a text of nothing but rows."""
    least = LEAST if bare(signs) else len(signs.text)
    found = []
    for run in runs(signs):
        count = signs.marks(run.start, run.end)
        if run.half < 0 and (fault_of(signs, run) or count >= least):
            if count > MOST:
                raise PassageError("row-too-long", f"{signs.place(run.start)}: {count} marks; at most {MOST}")
            found.append(run)
    return found


def unreadable(signs: Signs) -> dict[Row, PassageError]:
    """Return the rows with a sign that cannot be read, and what the reader says of it."""
    found: dict[Row, PassageError] = {}
    for run in runs(signs):
        if run.half >= 0 and "u" in signs.kinds[run.start : run.end] and would_be_row(signs, run):
            try:
                refuse_unreadable(signs, run)
            except PassageError as error:
                found[run] = error
    return found


def without(signs: Signs, taken: Iterable[Row]) -> Signs:
    """Return a text in which some rows are no more than words."""
    kinds = bytearray(signs.kinds, "ascii")
    for row in taken:
        fill(kinds, row.start, row.end, b"t")
    return signs._replace(kinds=kinds.decode())


def bare(signs: Signs) -> bool:
    """Tell whether a text has nothing but rows, perhaps each with a number or a name of ours ahead."""
    kinds = bytearray(signs.kinds, "ascii")
    for label in LABEL.finditer(signs.text):
        fill(kinds, *label.span(), b" ")
    return not kinds.translate(None, BARE)


def copied_row(signs: Signs, label: Label, where: dict[int, Place]) -> Copied:
    """Put together what a text has for one row."""
    half, placed = label.row.half, []
    for at in offsets(signs, label.row):
        glyph, section = signs.text[at], Section.AFTER_HALF if at > half else Section.BEFORE_HALF
        placed.append(PlacedMark(MARKS[glyph], glyph, section, 0, where[at]))
    name = f"{SCHOOLS[label.printed[0]]}-{label.record}" if label.printed else None
    sides = tuple(
        "".join(mark.drum for mark in placed if mark.section is section)
        for section in (Section if half >= 0 else (Section.AFTER_HALF,))
    )
    return Copied(name, sides, placed[0].where, label.set, tuple(glyph_variants(placed)))


def of_reading(reading: Reading) -> Copied:
    """Return a row that was read elsewhere."""
    variants = tuple(warning for warning in reading.warnings if warning.startswith("glyph-variant"))
    return Copied(reading.name, tuple(str(reading.cadence).split(HALF)), reading.start, reading.set, variants)
