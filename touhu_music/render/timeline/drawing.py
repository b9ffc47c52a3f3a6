"""The picture as a matplotlib figure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import count, takewhile
from math import ceil
from typing import Any, Final

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from touhu_music.font import Font
from touhu_music.language import SYLLABLES, Language, both, chinese, number, word
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance, Stroke
from touhu_music.render import Options
from touhu_music.render.timeline.layout import (
    FIRST,
    KEY,
    LEADING,
    MARGIN,
    POINTS_PER_INCH,
    SYSTEM,
    TEXT,
    TITLE,
    WIDTH,
    Block,
    Layout,
    System,
    follows_half,
)

LEAD: Final = 13  # from the start of the lanes to the first stroke
HALF_AT, NUMBERS_AT, GU_AT, PI_AT, RULER_AT = 9, 20, 44, 67, 92  # below the top of a system
LANES: Final = {Drum.GU: GU_AT, Drum.PI: PI_AT}
LABEL, SMALL = 6.5, 6  # sizes of letters

BLACK, GREY = "black", "0.4"
THIN, PLAIN, HEAVY = 0.5, 1.0, 4.0  # widths of lines
DOTTED: Final = (0, (0.6, 1.8))
DASHED: Final = (0, (1.8, 1.2))


@cache
def typeface(font: Font) -> FontProperties:
    """Return a font as matplotlib calls it."""
    return FontProperties(fname=str(font.path))


class Sheet:
    """A figure on which things are drawn at points from its top left corner, the later above."""

    def __init__(self, height: float, font: Font) -> None:
        self.figure: Final = Figure((WIDTH / POINTS_PER_INCH, height / POINTS_PER_INCH))
        inches = Affine2D().translate(0, -height).scale(1 / POINTS_PER_INCH, -1 / POINTS_PER_INCH)
        self.points: Final = inches + self.figure.dpi_scale_trans
        self.font: Final = font

    def write(
        self, x: float, y: float, text: str, size: float, align: str = "left", color: str = BLACK
    ) -> None:
        """Set a text on the baseline `y`; a ○ or □ in it is drawn as a shape."""
        runs = [run for piece in re.split("([○□])", text) for run in self.font.runs(piece)]
        if len(runs) > 1:
            x -= {"left": 0.0, "center": 0.5, "right": 1.0}[align] * self.font.width(text, size)
            align = "left"
        for font, piece in runs:
            if piece in tuple(Drum):
                middle = (x + 0.5 * size, y - 0.38 * size)
                self.shape(Drum(piece), *middle, 0.72 * size, lw=size / 16, ec=color)
            else:
                look: dict[str, Any] = {"font": typeface(font), "size": size, "color": color}
                self.figure.text(x, y, piece, transform=self.points, ha=align, **look)
            x += self.font.width(piece, size)

    def stack(self, x: float, middle: float, lines: Iterable[str], size: float, color: str = BLACK) -> None:
        """Set lines above each other around the height `middle`, so small that they end before the lanes."""
        lines = tuple(lines)
        size = min(size, *((FIRST - LEAD - 3 - x) / self.font.width(line, 1) for line in lines))
        for place, line in enumerate(lines):
            lower = place - (len(lines) - 1) / 2
            self.write(x, middle + (0.36 + 1.15 * lower) * size, line, size, color=color)

    def paragraph(self, x: float, top: float, block: Block, color: str = BLACK) -> None:
        """Set the lines of a text below `top`."""
        for place, line in enumerate(block.lines):
            self.write(x, top + (1 + LEADING * place) * block.size, line.rstrip(), block.size, color=color)

    def rule(self, lines: Iterable[tuple[float, float, float, float]], **look: Any) -> None:
        """Draw lines, each from (x, y) to (x, y), as one path."""
        corners = [corner for x, y, to_x, to_y in lines for corner in ((x, y), (to_x, to_y))]
        path = Path(corners, [Path.MOVETO, Path.LINETO] * (len(corners) // 2))
        self.figure.add_artist(PathPatch(path, fill=False, transform=self.points, **look))

    def shape(self, drum: Drum, x: float, y: float, size: float, **look: Any) -> None:
        """Draw a ○, or a □ that looks as large."""
        plain: dict[str, Any] = {"fc": "white", "ec": BLACK, "lw": PLAIN, "transform": self.points}
        if drum is Drum.PI:
            self.figure.add_artist(Circle((x, y), size / 2, **plain | look))
        else:
            side = 0.9 * size
            corner = (x - side / 2, y - side / 2)
            self.figure.add_artist(Rectangle(corner, side, side, **plain | look))

    def ruler(self, left: float, right: float, y: float, ticks: Iterable[float]) -> None:
        """Draw a line with ticks."""
        self.rule([(left, y, right, y), *((x, y - 3, x, y + 3) for x in ticks)], lw=THIN, ec=GREY)


def draw(performance: Performance, options: Options, layout: Layout) -> Figure:
    """Draw the picture."""
    sheet = Sheet(layout.height, layout.font)
    sheet.paragraph(MARGIN, MARGIN, layout.title)
    sheet.paragraph(MARGIN, MARGIN + layout.title.height, layout.source)
    for place, system in enumerate(layout.systems):
        top = layout.top + place * SYSTEM
        draw_names(sheet, top, options.language)
        if place == 0:
            draw_labels(sheet, top, performance, options.language)
        draw_lanes(sheet, top, system, performance, layout)
        draw_strokes(sheet, top, system, performance, options, layout)
    draw_legend(sheet, layout)
    return sheet.figure


def draw_names(sheet: Sheet, top: float, language: Language) -> None:
    """Name the two lanes in Chinese."""
    for drum, lane in LANES.items():
        sheet.stack(MARGIN, top + lane, [word(drum.word, chinese(language))], TITLE)


def draw_labels(sheet: Sheet, top: float, performance: Performance, language: Language) -> None:
    """Name the two lanes in the reader's language, and say how long a beat is."""
    languages = both(language)
    if len(languages) > 1:
        for drum, lane in LANES.items():
            sheet.stack(MARGIN + 16, top + lane, word(drum.word, language).split(", "), LABEL)
    tempo = number(performance.plan.beats_per_minute)
    sheet.stack(
        MARGIN, top + RULER_AT, (word("tempo", each).format(tempo) for each in languages), LABEL, GREY
    )


def draw_lanes(sheet: Sheet, top: float, system: System, performance: Performance, layout: Layout) -> None:
    """Draw the two lanes, and in grey the beats between them and on a ruler below."""
    start, end = FIRST - LEAD, layout.across(system, system.end)
    ticks = [layout.across(system, beat) for beat in beats(system, performance)]
    if ticks:  # a few strokes before 半 can lie within one beat
        sheet.rule(((x, top + GU_AT, x, top + PI_AT) for x in ticks), lw=THIN, ec=GREY, ls=DOTTED)
    sheet.ruler(start, end, top + RULER_AT, ticks)
    sheet.rule(((start, top + lane, end, top + lane) for lane in LANES.values()), lw=THIN, ec=BLACK)


def beats(system: System, performance: Performance) -> Iterator[Fraction]:
    """Return the beats of a system; a □ is on a beat whatever the timing."""
    on_beat = (stroke.onset for stroke in performance.pattern if stroke.drum is Drum.GU)
    phase = next(on_beat, Fraction(0)) % 1
    first = ceil(system.start - phase)
    return takewhile(lambda beat: beat <= system.end, (beat + phase for beat in count(first)))


def draw_strokes(
    sheet: Sheet,
    top: float,
    system: System,
    performance: Performance,
    options: Options,
    layout: Layout,
) -> None:
    """Draw the strokes of a system with their numbers and syllables, and 半 where it stands."""
    size = min(13, 0.76 * layout.closest)
    before = FIRST - 2.0 * LEAD
    for stroke in system.strokes:
        x, y = layout.across(system, stroke.onset), top + LANES[stroke.drum]
        if follows_half(stroke):
            draw_half(sheet, (before + x) / 2, top)
        if stroke.accent:
            sheet.shape(stroke.drum, x, y, size, ec=GREY, lw=HEAVY)
        doubtful = performance.doubtful(stroke)
        draw_stroke(sheet, stroke.drum, x, y, size, doubtful=doubtful, gid=stroke.id)
        syllable = y - size / 2 - 4.5 if stroke.drum is Drum.GU else y + size / 2 + 10
        sheet.write(x, syllable, SYLLABLES[options.syllables][stroke.drum], TEXT, "center")
        if is_numbered(stroke, len(performance.pattern)):
            sheet.write(x, top + NUMBERS_AT, str(stroke.number), SMALL, "center")
        before = x


def draw_half(sheet: Sheet, x: float, top: float) -> None:
    """Draw 半 with a line down through the lanes."""
    sheet.write(x, top + HALF_AT, HALF, 10, "center")
    sheet.rule([(x, top + HALF_AT + 3, x, top + RULER_AT - 6)], lw=PLAIN, ec=BLACK, gid="half")


def draw_stroke(
    sheet: Sheet,
    drum: Drum,
    x: float,
    y: float,
    size: float,
    *,
    doubtful: bool = False,
    gid: str | None = None,
) -> None:
    """Draw a stroke; a doubtful one is dashed, with a question mark."""
    sheet.shape(drum, x, y, size, ls=DASHED if doubtful else "solid", gid=gid)
    if doubtful:
        sheet.write(x, y + 2.6, "?", 7, "center")


def is_numbered(stroke: Stroke, strokes: int) -> bool:
    """Tell whether a stroke shows its number: all where they are few, else every fifth."""
    return strokes <= 16 or stroke.number % 5 == 0 or stroke.place == 1


def draw_legend(sheet: Sheet, layout: Layout) -> None:
    """Write what is text, what is choice and what is doubtful, each with its sign before it."""
    top = layout.bottom
    for key, block in layout.legend.items():
        middle = top + 0.64 * TEXT
        if key == "choices":
            sheet.ruler(MARGIN, MARGIN + 22, middle, (MARGIN + 1, MARGIN + 11, MARGIN + 21))
        else:
            draw_stroke(sheet, Drum.PI, MARGIN + 5, middle, 8.5, doubtful=key == "doubtful")
        if key == "text":
            draw_stroke(sheet, Drum.GU, MARGIN + 17, middle, 8.5)
        sheet.paragraph(MARGIN + KEY, top, block, GREY if key == "choices" else BLACK)
        top += block.height
