"""The page around the music: title, source and tempo above, names, numbers and 半, what is chosen below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from math import ceil
from typing import Final, NamedTuple
from xml.etree.ElementTree import SubElement

from touhu_music.canvas import BLACK, POINTS_PER_MILLIMETRE, Canvas, short
from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import (
    SYLLABLES,
    Language,
    chinese,
    choices,
    number,
    source,
    struck_doubts,
    title,
    word,
    words,
)
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import time_signature
from touhu_music.render.score.engraving import Engraving, Row, engrave
from touhu_music.render.score.systems import MILLIMETRES, SYLLABLE, arrange

LONGEST_TEXT: Final = 1000
"""A text of more characters is refused: it fits no page."""

POINTS: Final = 6  # points that are whole pixels at 300 an inch
MARGIN: Final = 8.0
NARROWEST, WIDEST = 124.0, 174.0  # the width of the texts where the music is short
NAME: Final = 6.4  # the Chinese names of the drums
TITLE, TEXT, NUMBER, HALF_SIZE = 5.0, 2.9, 2.7, 4.6  # sizes of letters
LEADING: Final = 1.42  # from line to line, in sizes
GREY: Final = "#5a5a5a"  # what is our choice


class Block(NamedTuple):
    """A text in lines of one size."""

    lines: tuple[str, ...]
    size: float
    color: str = BLACK

    @property
    def height(self) -> float:
        """The height of the lines."""
        return len(self.lines) * self.size * LEADING


class Page(NamedTuple):
    """A finished page: its SVG without letters, the letters, and its size in millimetres."""

    svg: str
    letters: str
    font: Font
    title: str
    width: float
    height: float

    def size(self, dots_per_inch: int) -> tuple[int, int]:
        """Return width and height in points (72 an inch) or pixels."""
        return round(self.width * dots_per_inch / 25.4), round(self.height * dots_per_inch / 25.4)


@lru_cache(maxsize=4)
def draw(performance: Performance, options: Options) -> Page:
    """Draw one cycle.

    Raises RenderError for what no page can hold, and for what the font cannot draw.
    """
    face = options.font
    face.check("".join(SYLLABLES[options.syllables].values()))
    engraved = engrave(performance, options, arrange(performance, options, face))
    left = names_width(face, options.language) - engraved.rows[0].start * MILLIMETRES
    end = left + max(row.end for row in engraved.rows) * MILLIMETRES
    name = title(performance, options.language)
    room = max(end, NARROWEST, min(face.width(name, TITLE), WIDEST))
    above = [wrap(text, size, face, room, color) for text, size, color in heading(performance, options)]
    below = [wrap(text, TEXT, face, room, color) for text, color in legend(performance, options)]
    first, last = engraved.rows[0].top * MILLIMETRES, engraved.rows[-1].bottom * MILLIMETRES
    top = MARGIN + sum(block.height for block in above) + 5 + HALF_SIZE
    bottom = top + last - first + 6
    height = bottom + sum(block.height for block in below) + MARGIN - 2
    canvas = Canvas(whole(room + 2 * MARGIN), whole(height), face, title=name)
    paragraphs(canvas, MARGIN, above)
    draw_systems(canvas, MARGIN + left, top - first, engraved, performance, options)
    paragraphs(canvas, bottom, below)
    return Page(canvas.svg(), canvas.letters, face, name, canvas.width, canvas.height)


def draw_bare(performance: Performance, options: Options) -> str:
    """Draw the music of one cycle as SVG, nothing around it, its letters left to the reader's fonts."""
    engraved = engrave(performance, options, arrange(performance, options, options.font))
    left = names_width(options.font, options.language) - engraved.rows[0].start * MILLIMETRES
    end = left + max(row.end for row in engraved.rows) * MILLIMETRES
    first, last = engraved.rows[0].top * MILLIMETRES, engraved.rows[-1].bottom * MILLIMETRES
    top = HALF_SIZE + 2
    canvas = Canvas(
        end + 2 * MARGIN, top + last - first + 2, options.font, title=title(performance, options.language)
    )
    draw_systems(canvas, MARGIN + left, top - first, engraved, performance, options)
    return canvas.svg()


def draw_systems(
    canvas: Canvas, x: float, y: float, engraved: Engraving, performance: Performance, options: Options
) -> None:
    """Put all systems on a page, with what belongs to their lines and strokes."""
    draw_music(canvas, x, y, engraved)
    for row in engraved.rows:
        draw_names(canvas, y, row, options.language)
        draw_texts(canvas, x, y, row, performance, options)


def whole(millimetres: float) -> float:
    """Return the next longer length that is whole points, and whole pixels at 300 an inch."""
    points = ceil(millimetres * POINTS_PER_MILLIMETRE / POINTS) * POINTS
    return points / POINTS_PER_MILLIMETRE


def heading(performance: Performance, options: Options) -> Iterator[tuple[str, float, str]]:
    """Yield what stands above the music, with size and colour."""
    yield title(performance, options.language), TITLE, BLACK
    yield source(performance, options.language), TEXT, BLACK
    tempo = number(performance.plan.beats_per_minute)
    choice = words("tempo", options.language).replace("{0}", tempo)
    if options.editorial_bars:
        signature = time_signature(performance.period, options.stroke)
        choice += f"; {signature}: {words('editorial-bars', options.language)}"
    yield choice, TEXT, GREY


def legend(performance: Performance, options: Options) -> Iterator[tuple[str, str]]:
    """Yield what stands below the music, with its colour: what is text, doubtful, and our choice."""
    yield words("text", options.language), BLACK
    if doubts := struck_doubts(performance, options.language):
        yield "; ".join(doubts), BLACK
    yield choices(performance.plan, options.language), GREY


def wrap(text: str, size: float, face: Font, room: float, color: str) -> Block:
    """Break a text into lines; raises RenderError if it is too long or the font cannot draw it."""
    if len(text) > LONGEST_TEXT:
        raise RenderError(f"a score holds texts of at most {LONGEST_TEXT} characters, not {len(text)}")
    return Block(tuple(line.rstrip() for line in face.lines(text, size, room)), size, color)


def paragraphs(canvas: Canvas, top: float, blocks: list[Block]) -> None:
    """Set texts below each other."""
    for block in blocks:
        for place, line in enumerate(block.lines):
            canvas.write(
                MARGIN, top + (1 + LEADING * place) * block.size, line, block.size, color=block.color
            )
        top += block.height


def names_width(face: Font, language: Language) -> float:
    """Return the room that the names of the drums need before the lines."""
    lines = list(chain.from_iterable(other_names(drum, language) for drum in Drum))
    return NAME + 1.5 + max((face.width(line, NUMBER) + 1.5 for line in lines), default=0.0)


def other_names(drum: Drum, language: Language) -> list[str]:
    """Return the name of a drum in a language that is not Chinese, in lines."""
    return [] if language is chinese(language) else word(drum.word, language).split(", ")


def draw_music(canvas: Canvas, x: float, y: float, engraved: Engraving) -> None:
    """Put what verovio drew on the page."""
    canvas.root.append(engraved.symbols)
    move = f"translate({short(x)} {short(y)}) scale({MILLIMETRES})"
    group = SubElement(canvas.root, "g", {"transform": move})
    for row in engraved.rows:
        group.extend(row.shapes)


def draw_names(canvas: Canvas, y: float, row: Row, language: Language) -> None:
    """Name the two lines of a system, in Chinese and small in the other language."""
    for drum, line in row.lines.items():
        middle = y + line * MILLIMETRES
        canvas.write(MARGIN, middle + 0.36 * NAME, word(drum.word, chinese(language)), NAME)
        names = other_names(drum, language)
        for place, name in enumerate(names):
            lower = (place - (len(names) - 1) / 2) * 1.2 + 0.36
            canvas.write(MARGIN + NAME + 1.5, middle + lower * NUMBER, name, NUMBER)


def draw_texts(
    canvas: Canvas, x: float, y: float, row: Row, performance: Performance, options: Options
) -> None:
    """Write what belongs to the strokes: syllables, numbers, doubts, and 半 where it stands."""
    strokes = {stroke.id: stroke for stroke in performance.pattern}
    baseline, half = y + row.top * MILLIMETRES - 2.2, performance.half
    before = row.start
    for place in row.strokes:
        stroke, across = strokes[place.id], x + place.x * MILLIMETRES
        size = SYLLABLE[options.syllables]
        syllable = SYLLABLES[options.syllables][stroke.drum]
        canvas.write(across, y + place.syllable * MILLIMETRES, syllable, size, align="middle")
        if stroke.number % 5 == 0 or stroke.place == 1:
            canvas.write(across, baseline, str(stroke.number), NUMBER, align="middle")
        if performance.doubtful(stroke):
            canvas.write(across, y + place.y * MILLIMETRES + 1.15, "?", 3.4, align="middle")
        if stroke.onset == half:
            line = max((bar for bar in row.bars if bar < place.x), default=(before + place.x) / 2)
            canvas.write(x + line * MILLIMETRES, baseline, HALF, HALF_SIZE, align="middle")
            canvas.root[-1].set("id", "half")
        before = place.x
