"""A card for the pocket: a few rows in large marks, and which drum each mark strikes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, choices, grounds, title, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance, Stroke
from touhu_music.render import Options
from touhu_music.sheet.paper import LEADING, Paper, paragraph

A6: Final = Paper("a6", 148, 105)  # across, whatever paper it is printed on
MARGIN, HEAD, TEXT, FOOT = 6.0, 4.4, 4.2, 2.1  # a margin and sizes of letters
WIDEST: Final = 11.3  # from mark to mark
SMALLEST: Final = 2.5  # of a mark
ROWS: Final = 2  # on a side


def pages(performances: Sequence[Performance], options: Options, *, title: str = "") -> list[Canvas]:
    """Draw two rows a side, below a title if there is one.

    Raises RenderError for rows that are too long, and for letters that the font lacks.
    """
    firsts = range(0, len(performances), ROWS)
    return [side(performances[first : first + ROWS], options, title) for first in firsts]


def side(performances: Sequence[Performance], options: Options, heading: str) -> Canvas:
    """Draw one side of a card."""
    language = options.language
    face = options.font
    canvas = Canvas(
        A6.width, A6.height, face, title=" · ".join(title(each, language) for each in performances)
    )
    room = A6.width - 2 * MARGIN
    above = [heading] * bool(heading) + [strike(drum, options) for drum in (Drum.PI, Drum.GU)]
    key = [line for text in above for line in face.lines(text, TEXT, room)]
    paragraph(canvas, MARGIN, MARGIN, key, TEXT)
    top = MARGIN + len(key) * LEADING * TEXT + 2
    said = [*grounds(performances, language), choices(performances[0].plan, language)]
    foot = [line for text in said for line in face.lines(text, FOOT, room)]
    foot_top = A6.height - MARGIN - len(foot) * LEADING * FOOT
    paragraph(canvas, MARGIN, foot_top, foot, FOOT)
    band = (foot_top - top - 1) / ROWS
    for place, performance in enumerate(performances):
        draw_row(canvas, performance, options, top + place * band, band)
    return canvas


def strike(drum: Drum, options: Options) -> str:
    """Say which drum a mark strikes, by its size and its syllable."""
    return f"{drum} {words(drum.word, options.language)}, {SYLLABLES[options.syllables][drum]}"


def draw_row(canvas: Canvas, performance: Performance, options: Options, top: float, height: float) -> None:
    """Draw a row with its name, in several lines if long; raises RenderError for marks that are too small."""
    room = canvas.width - 2 * MARGIN
    name = title(performance, options.language)
    canvas.write(MARGIN, top + HEAD, name, min(HEAD, room / canvas.font.width(name, 1)))
    cells: list[Stroke | None] = list(performance.pattern)
    if performance.half is not None:
        cells.insert(len(performance.cadence.before_half), None)
    lines = -(-len(cells) // 18)
    most = -(-len(cells) // lines)
    step = min(WIDEST, room / most)
    depth = min((height - 1.8 * HEAD) / lines, 1.5 * step)
    size = min(0.72 * step, 0.52 * depth)
    if size < SMALLEST:
        raise RenderError(
            f"a card has no room for {len(performance.pattern)} strokes; marks would be under {SMALLEST} mm"
        )
    for number, stroke in enumerate(cells):
        x = MARGIN + (number % most + 0.5) * step
        y = top + 1.7 * HEAD + number // most * depth + size / 2
        if stroke is None:
            canvas.write(x, y + 0.36 * size, HALF, size, align="middle")
            continue
        canvas.mark(stroke.drum, x, y, size, doubtful=performance.doubtful(stroke), line=size / 9)
        syllable = SYLLABLES[options.syllables][stroke.drum]
        letters = min(0.27 * depth, 0.42 * step)
        canvas.write(x, y + 0.5 * size + 1.15 * letters, syllable, letters, align="middle")
