"""Songs out of a running text, in either of the two layouts that the books have.

Under: below a verse a bracket with the lülü of all its words and then the gongche of all. Inline:
after each word a bracket with its own two signs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from touhu_music.song import signs
from touhu_music.song.reader import headings
from touhu_music.song.reader.assigning import Group, assigned, joined, merit
from touhu_music.song.reader.brackets import Signs, bracketed
from touhu_music.song.reader.cells import BETWEEN, INDENTED, LINE, LINE_END, PARAGRAPH, Cells, cells
from touhu_music.song.reader.headings import Heading
from touhu_music.song.reader.stanzas import Layout as Layout
from touhu_music.song.reader.stanzas import Places, Raw, Where, inline, is_inline, under
from touhu_music.song.signs import Da, Decision
from touhu_music.song.songs import Stanza, of_word, warnings


class Notated(NamedTuple):
    """A song as a text has it.

    `heading_first` tells whether the heading is printed before the stanzas or after them. `apart` are the
    stanzas, from 0, whose lülü and gongche stand in a bracket each.
    """

    title: str
    mode: str
    heading: str
    heading_first: bool
    layout: Layout
    stanzas: tuple[Stanza, ...]
    warnings: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()


class Found(NamedTuple):
    """The songs of a text, and what is wrong with those that cannot be read, a sentence each."""

    songs: tuple[Notated, ...]
    faults: tuple[str, ...]


def read(text: str, where: Where | None = None, da: Da | None = None) -> Found:
    """Read every song of a text; `da` is what 大 stands for where the mode does not tell.

    `where` says where a character stands, else its line and column are told.
    """
    parted = cells(text)
    rows = tuple(bracketed(parted))
    if not any(row.is_pair or row.is_row for row in rows):
        return Found((), ())
    place = Places(parted, where or line_and_column(text))
    best = arranged(parted, rows, place)
    songs: list[Notated] = []
    faults: list[str] = []
    for number, group in enumerate((group for group in best if group.raws), 1):
        name = group.heading.title if group.heading and group.heading.title else f"song {number}"
        wrong = [f"{name}: {raw.fault}" for raw in group.raws if raw.fault]
        faults += wrong
        if not wrong:
            songs.append(notated(parted, group, name, place, da))
    return Found(tuple(songs), tuple(faults))


def line_and_column(text: str) -> Where:
    """Return what tells the line and column of a character."""
    begins = [0, *(end.end() for end in LINE_END.finditer(text))]

    def where(offset: int) -> str:
        line = bisect_right(begins, offset)
        return f"line {line}, column {offset - begins[line - 1] + 1}"

    return where


# --- stanzas and headings in the order of the text --------------------------------------------


def arranged(text: Cells, rows: Sequence[Signs], place: Places) -> list[Group]:
    """Part a text into paragraphs in that way that makes most of it, the likeliest of those that are alike.

    Where paragraphs are indented and lines within them are not, single lines are no stanzas unless
    something can be read in no other way.
    """

    def best(*levels: int) -> list[Group]:
        return max((assigned([*joined(events(text, rows, level, place))]) for level in levels), key=merit)

    if PARAGRAPH not in text.begins[1:]:
        return best(INDENTED, LINE, PARAGRAPH)
    if not text.indented:
        return best(PARAGRAPH, LINE)
    usual, by_line = best(PARAGRAPH, INDENTED), best(LINE)
    return by_line if merit(by_line).words > merit(usual).words else usual


Lines = list[tuple[int, ...]]
"""The places of words, line by line."""


def events(text: Cells, rows: Sequence[Signs], level: int, place: Places) -> Iterator[Heading | Raw]:
    """Yield headings and stanzas as they follow each other."""
    waiting = iter(rows)
    row = next(waiting, None)
    verse: Lines = []
    words = before = ""
    for part in text.paragraphs(level, (row.note for row in rows)):
        within: list[Signs] = []
        while row is not None and row.note.start < part.stop:
            within.append(row)
            row = next(waiting, None)
        words, before = "" if within else text.signs[part.start : part.stop], words
        if is_inline(text, part, within):
            verse = []
            heading, part = headed(text, part, within)
            if heading is not None:
                yield heading
                within = [each for each in within if each.note.start in part]
            yield inline(text, part, within, place)
            continue
        if not any(each.is_row for each in within):
            heading = headings.find(text.signs[part.start : part.stop])
            if heading is not None:
                verse = []
                yield headings.titled(heading, before)
                continue
        raws, verse = below(text, part, within, verse, place)
        yield from raws


def below(
    text: Cells, part: range, within: Sequence[Signs], verse: Lines, place: Places
) -> tuple[list[Raw], Lines]:
    """Read the stanzas of a paragraph that have their signs below them, and return the lines left over.

    `verse` are the lines before the paragraph.
    """
    raws: list[Raw] = []
    at = part.start
    alone = len(within) == 1 and within[0].note.end - within[0].note.start + 1 == len(part)
    for each in within:
        verse = [*verse, *text.lines(range(at, each.note.start))][-LONGEST_VERSE:]
        at = each.note.end + 1
        signs_alone = alone and (each.is_pair or (each.is_notation and len(each.kinds) > 3))
        if each.is_row or signs_alone:
            raws.append(under(text, verse, each, place))
            verse = []
    return raws, [*verse, *text.lines(range(at, part.stop))][-LONGEST_VERSE:]


def headed(text: Cells, part: range, within: Sequence[Signs]) -> tuple[Heading | None, range]:
    """Part a heading from the words with signs that follow it in the same line."""
    word = next((each.note.start - 1 for each in within if each.is_pair), part.start)
    before = text.signs[part.start : word]
    heading = headings.find(before)
    if heading is None or len(heading.printed) < sum(sign not in BETWEEN for sign in before):
        return None, part
    return heading, range(word, part.stop)


LONGEST_VERSE: Final = 100
"""Lines; no verse has more."""


# --- songs --------------------------------------------------------------------------------------


def notated(text: Cells, group: Group, name: str, place: Places, da: Da | None) -> Notated:
    """Make a song of its stanzas and its heading."""
    heading, raws, heading_first = group
    stanzas = tuple(
        stanza(text, raw, decided(heading.of(number) if heading else "", da))
        for number, raw in enumerate(raws, 1)
    )
    where = [[place.where(text.offsets[at]) for at in raw.words] for raw in raws]
    told = [*warnings(stanzas, name, where), *passed_over(text, raws, name, place)]
    told += missing(heading, len(raws), name)
    return Notated(
        heading.title if heading else "",
        heading.mode if heading else "",
        heading.printed if heading else "",
        heading_first,
        raws[0].layout,
        stanzas,
        tuple(told),
        tuple(number for number, raw in enumerate(raws) if raw.apart),
    )


def missing(heading: Heading | None, stanzas: int, name: str) -> Iterator[str]:
    """Tell what a heading does not say, and where it counts other stanzas than there are."""
    if heading is None:
        yield f"no-heading: {name}: no line names song and mode"
        return
    if not heading.title:
        yield f"no-title: {name}: its heading names a mode and no song"
    if not heading.modes:
        yield f"no-mode: {name}: its heading names no mode"
    if heading.stanzas not in (0, stanzas):
        yield f"stanza-count: {name}: its heading counts {heading.stanzas}, {stanzas} were read"


def passed_over(text: Cells, raws: Sequence[Raw], name: str, place: Places) -> Iterator[str]:
    """Tell each bracket among words and signs that is no notation."""
    for number, raw in enumerate(raws, 1):
        for note in raw.remarks:
            there = place.where(text.offsets[note.start])
            said = text.signs[note.start : note.end + 1]
            yield f"remark: {name}, stanza {number} ({there}): {said} is no notation"


def decided(mode: str, da: Da | None) -> Decision | None:
    """Tell what 大 is by the mode, else as the reader was told."""
    return signs.decide(mode) or (Decision(da, "as was asked") if da else None)


def stanza(text: Cells, raw: Raw, da: Decision | None) -> Stanza:
    """Make a stanza of what was read; where no punctuation parts the lines they are not known."""
    sung = []
    for at, (lulu, gongche) in zip(raw.words, raw.pairs, strict=True):
        sung.append(of_word(text.entities.get(at, text.signs[at]), lulu, gongche, da))
    ends = [
        number
        for number, at in enumerate(raw.words, 1)
        if number == len(raw.words) or text.signs[after(text, at)] in BETWEEN
    ]
    return Stanza(tuple(sung), tuple(b - a for a, b in pairwise([0, *ends])))


def after(text: Cells, word: int) -> int:
    """Return the place after a word and its bracket."""
    at = word + 1
    first = bisect_left(text.notes, (at, 0))
    if first < len(text.notes) and text.notes[first].start == at:
        return text.notes[first].end + 1
    return at
