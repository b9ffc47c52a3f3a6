"""The strokes of a cycle as boxes as long as their time: lines that break evenly, and their drawing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.notation import HALF, Drum, Section
from touhu_music.performance import Performance, Stroke

COLOR: Final = {Drum.GU: "#0b3d6e", Drum.PI: "#ee8c14"}  # dark and light, also in grey print
TINT: Final = {Drum.GU: "#dbe7f3", Drum.PI: "#fdecd2"}
EDGE: Final = "#1a1a1a"
GREY: Final = "#8a8a8a"
NAME: Final = {Drum.GU: "鼓", Drum.PI: "鼙"}


class Box(NamedTuple):
    """A stroke from its onset to the next one, in beats."""

    stroke: Stroke
    start: Fraction
    end: Fraction

    @property
    def length(self) -> Fraction:
        """The time until the next stroke."""
        return self.end - self.start

    @property
    def follows_half(self) -> bool:
        """Tell whether 半 stands before it."""
        return self.stroke.section is Section.AFTER_HALF and self.stroke.place == 1


Line = tuple[Box, ...]


def boxes(performance: Performance) -> Line:
    """Return the boxes of one cycle; together they fill it."""
    pattern = performance.pattern
    starts = [stroke.onset for stroke in pattern]
    return tuple(map(Box, pattern, starts, [*starts[1:], performance.cycle_beats]))


def length(line: Line) -> Fraction:
    """Return the length of a line in beats."""
    return line[-1].end - line[0].start


def lines(cycle: Line, most: Fraction) -> list[Line]:
    """Break a cycle into lines of at most so many beats, and first of all at 半.

    Raises RenderError where the strokes lie too unevenly for that.
    """
    if length(cycle) <= most:
        return [cycle]
    sides = groupby(cycle, lambda box: box.stroke.section)
    return [line for _, side in sides for line in broken(tuple(side), most)]


def broken(side: Line, most: Fraction) -> list[Line]:
    """Break boxes into the fewest about equal lines of at most so many beats."""
    for parts in range(1, len(side) + 1):
        pieces = equal_parts(side, parts)
        if all(length(piece) <= most for piece in pieces):
            return pieces
    raise RenderError("the strokes lie too unevenly for a page")


def equal_parts(side: Line, parts: int) -> list[Line]:
    """Break boxes into at most so many lines, each begun by the first box in its share of time."""

    def share(box: Box) -> int:
        return (box.start - side[0].start) * parts // length(side)

    return [tuple(group) for _, group in groupby(side, share)]


class Pen(NamedTuple):
    """What the boxes of a page share; `size` is that of the shortest box, `beat` that of a beat."""

    canvas: Canvas
    performance: Performance
    syllables: Mapping[Drum, str]
    size: float
    beat: float

    def span(self, line: Line, box: Box) -> tuple[float, float]:
        """Return where a box of a line begins and how long it is, in millimetres."""
        return float(box.start - line[0].start) * self.beat, float(box.length) * self.beat

    def letter(self, x: float, y: float, text: str, size: float) -> None:
        """Write a text around a point, its size in that of the shortest box."""
        self.canvas.write(x, y + 0.36 * size * self.size, text, size * self.size, align="middle")

    def box(self, x: float, y: float, width: float, height: float, drum: Drum, *, struck: bool) -> None:
        """Draw a box, tinted where its drum is struck."""
        look = {"fill": TINT[drum] if struck else "none", "stroke": GREY}
        self.canvas.box(x, y, width, height, **look, **{"stroke-width": f"{0.02 * self.size:.3f}"})

    def syllable(self, x: float, y: float, drum: Drum, room: float) -> None:
        """Write the syllable of a drum around a point, so small that the longest one has room."""
        widest = max(self.canvas.font.width(each, 1) for each in self.syllables.values())
        self.letter(x, y, self.syllables[drum], min(0.52, room / widest))

    def stroke(self, box: Box, x: float, y: float) -> None:
        """Draw the mark of a stroke around a point; with a wedge at its shoulder if it is accented."""
        drum, size = box.stroke.drum, self.size
        doubtful = self.performance.doubtful(box.stroke)
        self.canvas.mark(
            drum,
            x,
            y,
            0.64 * size,
            doubtful=doubtful,
            id=box.stroke.id,
            line=0.045 * size,
            fill="#ffffff" if doubtful else COLOR[drum],
            color=EDGE,
        )
        if box.stroke.accent:
            left, right, top = x - 0.46 * size, x - 0.31 * size, y - 0.39 * size
            for end in (top - 0.06 * size, top + 0.06 * size):
                self.canvas.line(left, end, right, top, 0.04 * size)


def draw_across(pen: Pen, line: Line, left: float, top: float) -> None:
    """Draw a line from left to right: numbers, 鼓 above 鼙, syllables; the names stand before it."""
    size = pen.size
    rows = {Drum.GU: top + 0.65 * size, Drum.PI: top + 1.65 * size}
    for drum, y in rows.items():
        pen.letter(left - 0.55 * size, y + 0.5 * size, NAME[drum], 0.62)
    for box in line:
        start, width = pen.span(line, box)
        x, drum = left + start + 0.5 * size, box.stroke.drum
        for each, y in rows.items():
            pen.box(left + start, y, width, size, each, struck=each is drum)
        pen.stroke(box, x, rows[drum] + 0.5 * size)
        pen.letter(x, top + 0.33 * size, str(box.stroke.number), 0.36)
        pen.syllable(x, top + 3.02 * size, drum, 0.88)
    for box in line:
        if box.follows_half:
            x = left + pen.span(line, box)[0]
            pen.canvas.line(x, rows[Drum.GU] - 0.07 * size, x, top + 2.72 * size, 0.12 * size)
            pen.letter(x, top + 0.31 * size, HALF, 0.46)


def draw_down(pen: Pen, line: Line, right: float, top: float) -> None:
    """Draw a line from top to bottom: numbers, boxes, syllables."""
    size = pen.size
    left = right - 1.75 * size
    for box in line:
        start, height = pen.span(line, box)
        y, drum = top + start + 0.5 * size, box.stroke.drum
        pen.box(left, top + start, size, height, drum, struck=True)
        pen.box(left + size, top + start, 0.75 * size, height, drum, struck=False)
        pen.stroke(box, left + 0.5 * size, y)
        pen.letter(left - 0.3 * size, y, str(box.stroke.number), 0.34)
        pen.syllable(left + 1.375 * size, y, drum, 0.64)
    for box in line:
        if box.follows_half:
            y = top + pen.span(line, box)[0]
            pen.canvas.line(left - 0.06 * size, y, right, y, 0.12 * size)
            pen.letter(left - 0.34 * size, y, HALF, 0.44)
