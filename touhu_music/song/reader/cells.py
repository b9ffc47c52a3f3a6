"""A running text without its layout: every sign that is read, where it stands, what begins with it.

Line breaks, page marks and spaces fall anywhere in old e-texts, between a word and its signs too, so
they are taken out first and kept as what begins at the sign that follows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from touhu_music.signs import LOST_CHARACTER, TAG
from touhu_music.song.songs import UNCODED

LINE_END: Final = re.compile(r"\r\n?|\n")
LINE, INDENTED, PARAGRAPH = 1, 2, 3
"""What begins at a sign, the lesser first: a line, an indented one, one after an empty one."""

SPACE: Final = r"[\s¶\x00-\x1f\xad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
"""Spaces, seen or not, and what only chooses the form of the character before it."""

OF_HEADING: Final = r"[^A-Za-z\n]*[句宮宫商角徵羽]"
COMMENT: Final = rf"(?m:^#+(?={OF_HEADING})|^#.*)"
"""A line that begins with #: it speaks of the text, but for a heading of Markdown."""

LAYOUT: Final = re.compile(rf"(?:{SPACE}|{TAG}|{COMMENT})+")
INDENT: Final = re.compile(r"(?m)^[ \t\u3000]+\S")
ENTITY: Final = re.compile(LOST_CHARACTER)
OPENING, CLOSING = "(（〔［[【{〖﹝", ")）〕］]】}〗﹞"
BETWEEN: Final = "，。、；：！？,.;:!?·・‧•…‥「」『』《》〈〉“”‘’\"'/／|\uff5c-–—―~\uff5e"
"""Punctuation, which old prints have not: it ends a line of the verse and is no word.

/ parts the two columns of a note in some e-texts.
"""


class Note(NamedTuple):
    """A bracket of the text: where it opens and closes."""

    start: int
    end: int


class Cells(NamedTuple):
    """The signs of a text, their offsets in it, what begins at each, and its brackets, none in another.

    `lone` are the places of brackets whose other half is missing. A character that the text gives as an
    entity, having no code for it, is 〓; `entities` has it. `indented` tells whether any line is.
    """

    signs: str
    offsets: tuple[int, ...]
    begins: bytes
    notes: tuple[Note, ...]
    lone: tuple[int, ...]
    entities: dict[int, str]
    indented: bool

    def paragraphs(self, least: int, notes: Iterable[Note]) -> Iterator[range]:
        """Part the signs where something as great as `least` begins, but for within brackets."""
        start, inside = 0, chain(notes, [Note(len(self.signs), len(self.signs))])
        note = next(inside)
        for at in range(1, len(self.signs)):
            while note.end < at:
                note = next(inside)
            if self.begins[at] >= least and not note.start < at:
                yield range(start, at)
                start = at
        if self.signs:
            yield range(start, len(self.signs))

    def within(self, start: int, stop: int) -> tuple[Note, ...]:
        """Return the brackets that open between two places."""
        first, last = (bisect_left(self.notes, (at, 0)) for at in (start, stop))
        return self.notes[first:last]

    def lines(self, part: range) -> Iterator[tuple[int, ...]]:
        """Yield the places of the words of a part without brackets, line by line."""
        line: list[int] = []
        for at in part:
            if self.begins[at] and line:
                yield tuple(line)
                line = []
            if self.signs[at] not in BETWEEN:
                line.append(at)
        if line:
            yield tuple(line)


def cells(text: str) -> Cells:
    """Take the layout out of a text."""
    pieces: list[str] = []
    offsets: list[int] = []
    begins = bytearray()
    entities: dict[int, str] = {}
    at, beginning = 0, PARAGRAPH
    for layout in [*LAYOUT.finditer(text), None]:
        end = layout.start() if layout else len(text)
        for start, stretch in stretches(text, at, end):
            if entity := ENTITY.fullmatch(stretch):
                entities[len(offsets)] = entity[0]
                pieces.append(UNCODED)
                offsets.append(start)
            else:
                pieces.append(stretch)
                offsets.extend(range(start, start + len(stretch)))
        grown = len(offsets) - len(begins)
        begins += bytes([beginning] + [0] * (grown - 1)) if grown else b""
        if layout:
            at = layout.end()
            beginning = max(begun(layout[0]), beginning if not grown else 0)
    signs = "".join(pieces)
    return Cells(
        signs, tuple(offsets), bytes(begins), *brackets(signs), entities, INDENT.search(text) is not None
    )


def stretches(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the signs of a stretch of text with their offsets, entities apart."""
    for entity in ENTITY.finditer(text, start, end):
        if entity.start() > start:
            yield start, text[start : entity.start()]
        yield entity.start(), entity[0]
        start = entity.end()
    if start < end:
        yield start, text[start:end]


def begun(layout: str) -> int:
    """Tell what begins after a stretch of layout."""
    _, *lines = LINE_END.split(layout)
    if not lines:
        return 0
    if any(not line.strip("¶").strip() or line.lstrip().startswith("#") for line in lines[:-1]):
        return PARAGRAPH
    return INDENTED if lines[-1].strip("¶") else LINE


def brackets(signs: str) -> tuple[tuple[Note, ...], tuple[int, ...]]:
    """Find the brackets that close, outermost alone, and those whose other half is missing."""
    found: list[Note] = []
    lone: list[int] = []
    waiting: dict[str, list[int]] = {closer: [] for closer in CLOSING}
    closers = dict(zip(OPENING, CLOSING, strict=True))
    for at, sign in enumerate(signs):
        if sign in closers:
            waiting[closers[sign]].append(at)
        elif waiting.get(sign):
            start = waiting[sign].pop()
            while found and found[-1].start > start:
                found.pop()
            found.append(Note(start, at))
        elif sign in waiting:
            lone.append(at)
    return tuple(found), tuple(sorted(chain(lone, *waiting.values())))
