"""The rows as running text: signs and glosses that fill columns from right to left.

Source: 禮記·投壺 in its editions. In the first chart the name stands after its row, in the second
before it, and the rows run on from column to column (欽定四庫全書 禮記注疏 卷五十八).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Final, NamedTuple

from touhu_music.language import Language, word
from touhu_music.notation import HALF, School, Section
from touhu_music.reading import Reading

BELOW_HALF: Final = {
    Language.TRADITIONAL: "取半以下為投壺禮盡用之為射禮",
    Language.SIMPLIFIED: "取半以下为投壶礼尽用之为射礼",
}
"""Source: 禮記·投壺; it closes the first chart."""


class Sign(NamedTuple):
    """A hanzi or a mark; it takes one place of a column."""

    text: str
    id: str = ""
    doubtful: bool = False


class Gloss(NamedTuple):
    """Small characters in two half columns, four to a place (雙行夾注)."""

    text: str


class Placed(NamedTuple):
    """What stands at a place; columns count from the right and rows from the top, both from 0."""

    column: int
    row: int
    item: Sign | Gloss


Chart = tuple[Sign | Gloss, ...]


def charts(readings: Sequence[Reading], script: Language, *, glosses: bool) -> list[Chart]:
    """Return the signs of each chart, the names and headings in one kind of Chinese.

    Where several witnesses stand beside each other, a gloss at the head of each chart names its own.
    """
    several = len({reading.witness for reading in readings}) > 1
    counted: Counter[str] = Counter()
    found = []
    for (witness, *_), group in groupby(enumerate(readings), chart_of):
        rows = []
        for _, reading in group:
            name = reading.name or "row"
            counted[name] += 1
            copy = "" if counted[name] == 1 else f"-{counted[name]}"
            rows.append((reading, name + copy))
        head = (Gloss(f"{witness}本"),) if several and witness else ()
        found.append((*head, *chart(rows, script, glosses=glosses)))
    return found


def chart_of(numbered: tuple[int, Reading]) -> tuple[object, ...]:
    """Tell rows of one chart from those of another; a row of no chart stands alone."""
    number, reading = numbered
    return reading.witness, reading.file, reading.set, reading.record or -number


def chart(rows: Sequence[tuple[Reading, str]], script: Language, *, glosses: bool) -> Iterator[Sign | Gloss]:
    """Give one chart; the first, if both rows are there, has its heading and the sentence about 半."""
    schools = [reading.school for reading, _ in rows]
    whole = schools == list(School) and rows[0][0].record == 1
    if whole:
        yield from signs(word("gu", script))
    for reading, name in rows:
        label = word(reading.school, script) if reading.school else ""
        if reading.record != 1:
            yield from signs(label)
        yield from row(reading, name, glosses=glosses)
        if reading.record == 1:
            yield from signs(label)
    if whole:
        yield from signs(BELOW_HALF[script])


def signs(text: str) -> Iterator[Sign]:
    """Give the characters of a text."""
    return map(Sign, text)


def row(reading: Reading, name: str, *, glosses: bool) -> Iterator[Sign | Gloss]:
    """Give the marks of a row with 半 between them, and each gloss behind its mark."""
    notes = reading.notes if glosses else ()
    for section in Section:
        if section is Section.AFTER_HALF:
            yield Sign(HALF)
        for mark in reading.marks:
            if mark.section is section:
                yield Sign(mark.drum, f"{name}-{section}-{mark.place}", mark.doubtful)
                here = (note for note in notes if note[:2] == (section, mark.place))
                yield from (Gloss(unpunctuated(note.text)) for note in here)


def unpunctuated(text: str) -> str:
    """Return a text without the punctuation and spaces of modern editors, which no old book prints."""
    return "".join(character for character in text if unicodedata.category(character)[0] not in "PZ")


def flow(texts: Iterable[Chart], rows: int) -> Iterator[Placed]:
    """Fill columns of so many rows, one text after another, each from the head of a column.

    A gloss that reaches the foot of its column goes on in the next one.
    """
    place = 0
    for text in texts:
        place = ceil(place / rows) * rows
        for item in text:
            if isinstance(item, Sign):
                yield Placed(*divmod(place, rows), item)
                place += 1
                continue
            rest = item.text
            while rest:
                room = 4 * (rows - place % rows)
                yield Placed(*divmod(place, rows), Gloss(rest[:room]))
                place += ceil(len(rest[:room]) / 4)
                rest = rest[room:]
