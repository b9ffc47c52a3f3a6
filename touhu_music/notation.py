"""The marks ○ □ 半, the strokes they stand for, and one printed row as a value."""

from __future__ import annotations

import unicodedata
import warnings
from dataclasses import dataclass
from enum import StrEnum
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music.errors import GlyphVariant, NotationError

if TYPE_CHECKING:
    import pandas


class Drum(StrEnum):
    """A drum, written as the mark that is printed for it.

    Source: 鄭玄 on 禮記·投壺, 圜者擊鼙方者擊鼓.
    """

    PI = "○"  # 鼙, the small drum
    GU = "□"  # 鼓, the large drum

    @property
    def word(self) -> str:
        """The drum's name in file names, JSON and option values: `pi` or `gu`."""
        return self.name.lower()


class School(StrEnum):
    """One of the two houses whose drum patterns the text records."""

    LU = "lu"  # 魯
    XUE = "xue"  # 薛


class Section(StrEnum):
    """The part of a row on one side of 半."""

    BEFORE_HALF = "before_half"
    AFTER_HALF = "after_half"


class Use(StrEnum):
    """What a row is drummed for.

    Source: 禮記·投壺, 取半以下為投壺禮，盡用之為射禮.
    """

    TOUHU = "touhu"  # 投壺: the strokes after 半
    ARCHERY = "archery"  # 射禮: all strokes


HALF: Final = "半"

LOOKALIKES: Final = {
    "〇": Drum.PI,  # U+3007 ideographic number zero
    "◯": Drum.PI,  # U+25EF large circle
    "囗": Drum.GU,  # U+56D7 "enclosure"
    "口": Drum.GU,  # U+53E3 "mouth", where an edition lacks □
    "◍": Drum.GU,  # U+25CD round, yet it is the square of the 纂圖互註 print
    "◛": Drum.GU,  # U+25DB the same
}
"""Glyphs that stand for a mark inside a row; nothing else does."""

MARKS: Final = {str(drum): drum for drum in Drum} | LOOKALIKES
"""Every glyph that is a stroke inside a row, and its drum."""

SPACES: Final = frozenset(" \t\r\n\u00a0\u3000\u200b\ufeff")
"""Layout that may stand in a row without being read."""

LONGEST_ROW: Final = 10_000
"""More strokes than this are refused; the longest row that any book prints has 32."""


@dataclass(frozen=True, slots=True)
class Cadence:
    """One row as the classic prints it: the strokes on either side of 半, in text order.

    Raises NotationError if a side is empty, or if school or record are unknown.
    """

    before_half: tuple[Drum, ...]
    after_half: tuple[Drum, ...]
    school: School | None = None
    record: int | None = None

    def __post_init__(self) -> None:
        for section in Section:
            if not getattr(self, section):
                raise NotationError(f"no stroke {section.replace('_', ' ')} 半")
        if self.school is not None and self.school not in tuple(School):
            raise NotationError(f"unknown school {self.school!r}; expected lu or xue")
        if self.record not in (None, 1, 2):
            raise NotationError(f"unknown record {self.record!r}; expected 1 or 2")

    def __str__(self) -> str:
        return "".join(self.before_half) + HALF + "".join(self.after_half)

    @property
    def name(self) -> str | None:
        """`lu-1`, `xue-1`, `lu-2`, `xue-2`; None where school or record is not known."""
        return f"{self.school}-{self.record}" if self.school and self.record else None

    def _repr_svg_(self) -> str:
        """Show the row in a notebook."""
        return str(resolve_name("touhu_music.notebook:row")(self))

    def to_frame(self) -> pandas.DataFrame:
        """Return a line a stroke as a table of pandas; raises TouhuError where that is not installed."""
        table: pandas.DataFrame = resolve_name("touhu_music.notebook:strokes_of_row")(self)
        return table

    def strokes(self, use: Use) -> tuple[Drum, ...]:
        """Return the strokes of a use; 半 is none of them.

        Source: 禮記·投壺, 取半以下為投壺禮，盡用之為射禮.
        """
        return self.after_half if use is Use.TOUHU else self.before_half + self.after_half


class Mark(NamedTuple):
    """A printed sign of a row: what it means, the glyph itself, and its character from 0."""

    sign: str
    printed: str
    position: int


def marks(row: str) -> tuple[Mark, ...]:
    """Read a row that stands by itself, sign by sign, 半 included.

    Raises NotationError for any character that is no mark, and unless exactly one 半 stands
    between strokes.
    """
    found: list[Mark] = []
    half: int | None = None
    for position, glyph in enumerate(row):
        if glyph in SPACES:
            continue
        if glyph == HALF:
            if half is not None:
                raise NotationError(f"character {position + 1}: a second 半, in {bracket(row, position)}")
            half = position
            found.append(Mark(HALF, glyph, position))
        elif glyph in MARKS:
            found.append(Mark(MARKS[glyph], glyph, position))
            if len(found) - (half is not None) > LONGEST_ROW:
                raise NotationError(f"a row of more than {LONGEST_ROW} strokes")
        else:
            raise NotationError(
                f"character {position + 1}: {describe(glyph)} is no stroke;"
                f" expected ○ □ or 半, in {bracket(row, position)}"
            )
    if half is None:
        raise NotationError("half-missing: no 半 in the row; expected ○ and □ on both sides of one 半")
    for side, edge in (("before", found[0]), ("after", found[-1])):
        if edge.sign == HALF:
            raise NotationError(f"character {half + 1}: no stroke {side} 半, in {bracket(row, half)}")
    return tuple(found)


def parse(row: str, *, school: School | None = None, record: int | None = None) -> Cadence:
    """Read a row that stands by itself, such as `○□○○半○□○`.

    Printing the result gives the row again. A look-alike is read as its mark, and a GlyphVariant
    warning names it. Raises NotationError with the place and code point of anything else.

    >>> str(parse("○□○○半○□○"))
    '○□○○半○□○'
    """
    signs = marks(row)
    for mark in signs:
        if mark.printed != mark.sign:
            warnings.warn(f"character {mark.position + 1}: {folding(mark)}", GlyphVariant, stacklevel=2)
    half = next(place for place, mark in enumerate(signs) if mark.sign == HALF)
    return Cadence(
        tuple(Drum(mark.sign) for mark in signs[:half]),
        tuple(Drum(mark.sign) for mark in signs[half + 1 :]),
        school,
        record,
    )


def folding(mark: Mark) -> str:
    """Say which glyph was read as which mark."""
    return f"{describe(mark.printed)} read as {mark.sign}"


def describe(glyph: str) -> str:
    """Name a character so that it can be told from its look-alikes: `'x' U+0078`."""
    shown = glyph if glyph.isprintable() else unicodedata.name(glyph, "unprintable")
    return f"'{shown}' U+{ord(glyph):04X}"


def bracket(row: str, position: int) -> str:
    """Quote the neighbourhood of a character with the character in brackets.

    A caret below the line cannot do this: ○ and □ are one column wide on some terminals and two
    on others.
    """
    before, after = row[max(0, position - 8) : position], row[position + 1 : position + 9]
    return visible(f"{before}[{row[position]}]{after}")


def visible(text: str) -> str:
    """Spell out the characters of a text that cannot be printed, so that it stays one line."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\u3000" else f"\\u{ord(c):04x}" for c in text)
