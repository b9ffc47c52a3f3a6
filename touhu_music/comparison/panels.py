"""What the panels of a figure share: rows with their names, sizes and colours, texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from touhu_music.comparison.aligned import label
from touhu_music.comparison.pairs import Comparison, Row
from touhu_music.font import Font
from touhu_music.language import Language, word
from touhu_music.notation import Drum, Section, Use, visible
from touhu_music.render.timeline.drawing import BLACK, Sheet
from touhu_music.render.timeline.layout import LEADING, MARGIN, WIDTH, Block, block

HEADING, LABEL, TEXT, SMALL, TINY = 8.5, 7.5, 7.0, 6.0, 5.0  # sizes of letters
SMALLEST: Final = 3.5  # letters that can be read; smaller ones are left out
MIXED: Final = re.compile("[○□]|[^ \u00a0○□\u2000-\U0010ffff]+|[^\0-\u1fff○□]+|[ \u00a0]+")
"""What keeps its place in a line with drawn marks: a mark, a word, hanzi, spaces."""

FIRST: Final = MARGIN + 92  # where lanes begin, after the names of the rows
END: Final = WIDTH - MARGIN
GREY, FAINT = "0.35", "0.65"
ACCENT, TINT = "#a63c06", "#fde4cf"  # what differs or was found
DARK, PALE = "#1f4e79", "#b7c6d6"  # □, and □ where it is not meant


@dataclass(frozen=True, slots=True)
class Subject:
    """What a figure shows: rows, all pairs of them compared, and the language of its words."""

    rows: tuple[Row, ...]
    comparisons: tuple[Comparison, ...]
    language: Language
    font: Font

    @property
    def pair(self) -> Comparison | None:
        """The comparison, if it is only one."""
        return self.comparisons[0] if len(self.comparisons) == 1 else None

    @property
    def use(self) -> Use:
        """The use that all comparisons are of."""
        return self.comparisons[0].use

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sides of 半 that the use takes."""
        return (Section.AFTER_HALF,) if self.use is Use.TOUHU else tuple(Section)

    def say(self, key: str, *values: object) -> str:
        """Return a word of the figure with its blanks filled."""
        return word(f"figure-{key}", self.language).format(*values)

    def name(self, place: int, room: float = FIRST - MARGIN - 4, size: float = LABEL) -> str:
        """Name a row, from 0, in so much room; a longer name is cut, with the number of the row."""
        name = visible(self.rows[place].name)
        self.font.check(name)
        if self.font.width(name, size) <= room:
            return name
        kept = f"({place + 1}) {name}"
        while self.font.width(f"{kept}…", size) > room:
            kept = kept[:-1]
        return f"{kept}…"

    def label(self, place: int, language: Language) -> str:
        """Say whose row it is and in which chart; nothing where its text does not say."""
        row = self.rows[place]
        said = label(row, language)
        return "" if said == row.name else said


class Panel(NamedTuple):
    """A part of the figure: how high it is, and what draws it below a height."""

    height: float
    draw: Callable[[Sheet, float], None]


def texts(subject: Subject, lines: Sequence[str], size: float, width: float = WIDTH) -> list[Block]:
    """Break texts into lines for the width of the page, or a part of it."""
    return [block(line, size, subject.font, WIDTH - width) for line in lines]


def paragraph(sheet: Sheet, x: float, top: float, text: Block, color: str = BLACK) -> None:
    """Set the lines of a text below `top`.

    Where marks stand between words each word is set by itself: letters that are moved closer to each
    other, as matplotlib does it, would move away from the marks.
    """
    for place, line in enumerate(text.lines):
        y, right = top + (1 + LEADING * place) * text.size, x
        for piece in MIXED.findall(line) if set(line) & set(Drum) else [line.rstrip()]:
            if piece.strip():
                sheet.write(right, y, piece, text.size, color=color)
            right += sheet.font.width(piece, text.size)


def headed(sheet: Sheet, x: float, top: float, letter: str, heading: str, notes: Sequence[Block]) -> None:
    """Draw the letter and the heading of a panel, and in grey what belongs to them."""
    sheet.write(x, top + 9, letter, 10.5)
    sheet.write(x + 13, top + 9, heading, HEADING)
    top += 13
    for note in notes:
        paragraph(sheet, x, top, note, GREY)
        top += note.height


def head(notes: Sequence[Block]) -> float:
    """Return how high a heading with its notes is."""
    return 16 + sum(note.height for note in notes)


def counted(number: int) -> str:
    """Print a number, however large."""
    return f"{number:,}".replace(",", "\u00a0") if number < 10**9 else f"{number:.2e}"


def wedge(sheet: Sheet, x: float, y: float, size: float = 4.2) -> None:
    """Draw a wedge that points down to a place."""
    corners = [(x - size / 2, y - size * 0.9), (x + size / 2, y - size * 0.9), (x, y), (x, y)]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    sheet.figure.add_artist(PathPatch(Path(corners, codes), fc=ACCENT, ec="none", transform=sheet.points))


def box(sheet: Sheet, x: float, y: float, width: float, height: float, **look: Any) -> None:
    """Fill a rectangle."""
    plain: dict[str, Any] = {"fc": TINT, "ec": "none", "transform": sheet.points}
    sheet.figure.add_artist(Rectangle((x, y), width, height, **plain | look))
