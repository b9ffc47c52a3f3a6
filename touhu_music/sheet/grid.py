"""Boxes for people who read no notes: one box a stroke, told apart by colour and by shape.

Lines run across with a row for each drum, or down and from right to left in the manner of the
Korean 井間譜. A box is as long as the time to the next stroke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import SYLLABLES, choices, source, struck_doubts, words
from touhu_music.language import title as title_of
from touhu_music.notation import Drum
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.sheet.boxes import COLOR, EDGE, Line, Pen, boxes, draw_across, draw_down, length, lines
from touhu_music.sheet.paper import LEADING, Paper, paragraph

MOST_STROKES: Final = 400

MARGIN: Final = 14.0  # lengths are those of A4
TITLE, KEY, TEXT = 8.0, 5.5, 3.6  # sizes of letters
SHRUNK: Final = 0.7  # a long title is set that much smaller before it is broken
LARGEST, COMFORTABLE, SMALLEST, STEP = 30.0, 14.0, 10.0, 0.25  # sizes of the shortest box
HUGE, LARGE = 44.0, 26.0  # to be read from three metres


class Way(NamedTuple):
    """How a line is drawn, and the room it takes besides its boxes, in sizes of the shortest one."""

    draw: Callable[[Pen, Line, float, float], None]
    head: float  # before the first box
    depth: float  # from line to line
    down: bool = False
    colored: bool = True


ACROSS: Final = Way(draw_across, head=1.0, depth=3.8)
DOWN: Final = Way(draw_down, head=0.3, depth=2.6, down=True)


class Frame(NamedTuple):
    """What stands around the boxes of every page; lengths are millimetres."""

    paper: Paper
    font: Font
    title: list[str]
    title_size: float
    key: dict[Drum, str]
    key_size: float
    foot: list[str]
    foot_size: float

    @property
    def margin(self) -> float:
        """The distance of everything from the edges of the paper."""
        return MARGIN * self.paper.scale

    @property
    def width(self) -> float:
        """The room between the margins."""
        return self.paper.width - 2 * self.margin

    @property
    def key_top(self) -> float:
        """The top of the line that says which mark is which drum."""
        return self.margin + len(self.title) * self.title_size * LEADING

    @property
    def top(self) -> float:
        """The top of the boxes."""
        return self.key_top + 2 * self.key_size

    @property
    def foot_top(self) -> float:
        """The top of the lines below the boxes."""
        return self.paper.height - self.margin - len(self.foot) * self.foot_size * LEADING

    @property
    def height(self) -> float:
        """The room for the boxes."""
        return self.foot_top - self.top - 2 * self.foot_size


def page(
    performance: Performance,
    paper: Paper,
    options: Options,
    *,
    title: str = "",
    vertical: bool = False,
    large: bool = False,
) -> list[Canvas]:
    """Draw one cycle, as large as a page allows, or on several pages where one would make it small.

    Raises RenderError for what no page can hold, and for what the font cannot draw.
    """
    heading = title or title_of(performance, options.language)
    return boxed(performance, paper, options, heading, DOWN if vertical else ACROSS, large=large)


def boxed(
    performance: Performance, paper: Paper, options: Options, title: str, way: Way, *, large: bool = False
) -> list[Canvas]:
    """Draw one cycle in lines of boxes of any way; raises RenderError as `page` does."""
    if len(performance.pattern) > MOST_STROKES:
        raise RenderError(f"a grid holds at most {MOST_STROKES} strokes, not {len(performance.pattern)}")
    frame, cycle = framed(performance, paper, options, title), boxes(performance)
    along, across = (frame.height, frame.width) if way.down else (frame.width, frame.height)
    size, found = arranged(cycle, along, across, way, paper.scale, large=large)
    sheets = shared(found, int(across / (way.depth * size)))
    most = max(map(len, sheets))
    step = min(across / most, 1.3 * way.depth * size)
    inset = 0.4 * (across - (most - 1) * step - way.depth * size)
    pages = []
    for number, sheet in enumerate(sheets, 1):
        canvas = Canvas(paper.width, paper.height, frame.font, title="".join(frame.title))
        write(canvas, frame, f"{number}/{len(sheets)}" if len(sheets) > 1 else "", colored=way.colored)
        beat = size / float(min(box.length for box in cycle))
        pen = Pen(canvas, performance, SYLLABLES[options.syllables], size, beat)
        for place, line in enumerate(sheet):
            past = inset + place * step
            if way.down:
                way.draw(pen, line, paper.width - frame.margin - past, frame.top + way.head * size)
            else:
                way.draw(pen, line, frame.margin + way.head * size, frame.top + past)
        pages.append(canvas)
    return pages


def framed(performance: Performance, paper: Paper, options: Options, title: str) -> Frame:
    """Choose the texts of a page and their sizes, and break them into lines."""
    language, face = options.language, options.font
    syllables, room = SYLLABLES[options.syllables], paper.width - 2 * MARGIN * paper.scale
    key = {drum: f"{words(drum.word, language)} {syllables[drum]}" for drum in (Drum.GU, Drum.PI)}
    foot = [source(performance, language), words("text", language), choices(performance.plan, language)]
    foot += struck_doubts(performance, language)
    shrunk = min(1, max(SHRUNK, 0.999 * room / (face.width(title, TITLE * paper.scale) or room)))
    title_size, text_size = shrunk * TITLE * paper.scale, TEXT * paper.scale
    key_size = min(KEY * paper.scale, room / sum(face.width(text, 1) + 2.5 for text in key.values()))
    broken = [line for text in foot for line in face.lines(text, text_size, room)]
    headings = face.lines(title, title_size, room)
    return Frame(paper, face, headings, title_size, key, key_size, broken, text_size)


def arranged(
    cycle: Line, along: float, across: float, way: Way, scale: float, *, large: bool = False
) -> tuple[float, list[Line]]:
    """Find the size of the shortest box, and the lines.

    All lines fit a page, at the largest size or one little smaller that makes them more even; or
    else they fit several pages. Raises RenderError where the boxes differ so much that none of it
    can be read.
    """
    if large:
        for found in fitting(cycle, along, across, way, sizes(HUGE, LARGE, scale), pages=MOST_STROKES):
            return found
    whole = list(fitting(cycle, along, across, way, sizes(LARGEST, SMALLEST, scale), pages=1))
    if whole:
        near = (each for each in whole if each[0] > 0.85 * whole[0][0])
        return max(near, key=lambda each: evenness(each[1]))
    for found in fitting(
        cycle, along, across, way, sizes(COMFORTABLE, SMALLEST / 2, scale), pages=MOST_STROKES
    ):
        return found
    raise RenderError("the strokes lie too unevenly for a page")


def sizes(largest: float, smallest: float, scale: float) -> list[float]:
    """Return sizes to try, from large to small."""
    return [(largest - step * STEP) * scale for step in range(int((largest - smallest) / STEP) + 1)]


def fitting(
    cycle: Line, along: float, across: float, way: Way, tried: Sequence[float], *, pages: int
) -> Iterator[tuple[float, list[Line]]]:
    """Give the sizes at which the lines fit at most so many pages, with the lines."""
    shortest, longest = (choose(box.length for box in cycle) for choose in (min, max))
    for size in tried:
        most = Fraction(along / size - way.head).limit_denominator(1000) * shortest
        room = pages * int(across / (way.depth * size))
        if most >= longest and most * room >= length(cycle):
            found = lines(cycle, most)
            if len(found) <= room:
                yield size, found


def evenness(found: Sequence[Line]) -> Fraction:
    """Compare the shortest line with the longest; 1 if all are of one length."""
    return min(map(length, found)) / max(map(length, found))


def shared(found: Sequence[Line], most: int) -> list[Sequence[Line]]:
    """Share lines among the fewest pages of at most so many, evenly."""
    pages = ceil(len(found) / most)
    return [found[len(found) * page // pages : len(found) * (page + 1) // pages] for page in range(pages)]


def write(canvas: Canvas, frame: Frame, number: str, *, colored: bool) -> None:
    """Write the texts around the boxes, and the number of the page."""
    x, y, size = frame.margin, frame.key_top + 1.25 * frame.key_size, frame.key_size
    paragraph(canvas, frame.margin, frame.margin, frame.title, frame.title_size)
    for drum, text in frame.key.items():
        middle = (x + 0.5 * size, y - 0.38 * size)
        fill = COLOR[drum] if colored else "none"
        canvas.mark(drum, *middle, 0.9 * size, line=0.06 * size, fill=fill, color=EDGE)
        canvas.write(x + 1.3 * size, y, text, size)
        x += canvas.font.width(text, size) + 2.5 * size
    paragraph(canvas, frame.margin, frame.foot_top, frame.foot, frame.foot_size)
    if number:
        right, bottom = frame.paper.width - frame.margin, frame.paper.height - 0.5 * frame.margin
        canvas.write(right, bottom, number, frame.foot_size, align="end")
