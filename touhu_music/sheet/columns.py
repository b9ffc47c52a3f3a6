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

from touhu_music.language import Language, chinese, word
from touhu_music.notation import HALF, School, Section
from touhu_music.reading import Reading
from touhu_music.render import Options

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


class Siglum(NamedTuple):
    """The name that we give to the book of a chart; it takes no place, and stands above its column."""

    text: str


class Placed(NamedTuple):
    """What stands at a place; columns count from the right and rows from the top, both from 0."""

    column: int
    row: int
    item: Sign | Gloss | Siglum


Chart = tuple[Sign | Gloss | Siglum, ...]


def charts(readings: Sequence[Reading], options: Options, *, glosses: bool) -> list[Chart]:
    """Return the signs of each chart, the names and headings as the text that was read prints them.

    Where several witnesses stand beside each other, a siglum above each chart names its own.
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
        head = (Siglum(str(witness)),) if several and witness else ()
        found.append((*head, *chart(rows, options, glosses=glosses)))
    return found


def chart_of(numbered: tuple[int, Reading]) -> tuple[object, ...]:
    """Tell rows of one chart from those of another; a row of no chart stands alone."""
    number, reading = numbered
    return reading.witness, reading.file, reading.set, reading.record or -number


def chart(rows: Sequence[tuple[Reading, str]], options: Options, *, glosses: bool) -> Iterator[Sign | Gloss]:
    """Give one chart; the first, if both rows are there, has its heading and the sentence about 半."""
    whole = is_first([reading for reading, _ in rows])
    if whole:
        yield from signs(heading(rows[0][0], options).text)
    for reading, name in rows:
        label = label_of(reading, options).text
        if reading.record != 1:
            yield from signs(label)
        yield from row(reading, name, glosses=glosses)
        if reading.record == 1:
            yield from signs(label)
    if whole:
        yield from signs(BELOW_HALF[chinese(options.language)])


class Words(NamedTuple):
    """Words of a chart beside its marks, and whether they are ours and not those of the text."""

    text: str
    supplied: bool


def is_first(rows: Sequence[Reading]) -> bool:
    """Tell whether rows of one text are its whole first chart."""
    return [reading.school for reading in rows] == list(School) and rows[0].record == 1


def heading(reading: Reading, options: Options) -> Words:
    """Give the heading of the first chart, 鼓."""
    return printed(reading.heading, "gu", options)


def label_of(reading: Reading, options: Options) -> Words:
    """Give the school's name beside a row; a row of no school has none."""
    return printed(reading.label, reading.school, options) if reading.school else Words("", False)


def printed(text: str, key: str, options: Options) -> Words:
    """Give what a text prints, or our word where it prints nothing, or what the font cannot draw."""
    if text and not options.font.missing(text):
        return Words(text, False)
    return Words(word(key, chinese(options.language)), True)


def supplied(readings: Sequence[Reading], options: Options) -> list[str]:
    """Return the words on the page that no text which was read prints so, each once."""
    found = []
    for _, group in groupby(enumerate(readings), chart_of):
        rows = [reading for _, reading in group]
        first = is_first(rows)
        words = [heading(rows[0], options)] if first else []
        words += [label_of(reading, options) for reading in rows]
        words += [Words(BELOW_HALF[chinese(options.language)], True)] if first else []
        found += [each.text for each in words if each.supplied]
    return list(dict.fromkeys(found))


def signs(text: str) -> Iterator[Sign]:
    """Give the characters of a text."""
    return map(Sign, text)


def row(reading: Reading, name: str, *, glosses: bool) -> Iterator[Sign | Gloss]:
    """Give the marks of a row with 半 between them, and each gloss where it stands among them."""
    notes = reading.glosses if glosses else ()

    def small(section: Section, after: int) -> Iterator[Gloss]:
        return (Gloss(unpunctuated(note.text)) for note in notes if note[:2] == (section, after))

    for section in Section:
        if section is Section.AFTER_HALF:
            yield Sign(HALF)
        yield from small(section, 0)
        for mark in reading.marks:
            if mark.section is section:
                yield Sign(mark.drum, f"{name}-{section}-{mark.place}", mark.doubtful)
                yield from small(section, mark.place)


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
            if not isinstance(item, Gloss):
                yield Placed(*divmod(place, rows), item)
                place += isinstance(item, Sign)
                continue
            rest = item.text
            while rest:
                room = 4 * (rows - place % rows)
                yield Placed(*divmod(place, rows), Gloss(rest[:room]))
                place += ceil(len(rest[:room]) / 4)
                rest = rest[room:]
