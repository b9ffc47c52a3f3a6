"""The part of one drum: its strokes in large marks, the other drum's as small cues above."""

from __future__ import annotations

from functools import partial
from typing import Final

from touhu_music.canvas import Canvas
from touhu_music.language import title, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.sheet.boxes import Line, Pen
from touhu_music.sheet.grid import Way, boxed
from touhu_music.sheet.paper import Paper

CUE: Final = "#777777"


def page(
    performance: Performance, drum: Drum, paper: Paper, options: Options, *, large: bool = False
) -> list[Canvas]:
    """Draw one cycle of a part, as large as a page allows.

    Raises RenderError for strokes that no page can hold, and for letters that the font lacks.
    """
    heading = f"{words(drum.word, options.language)}: {title(performance, options.language)}"
    return boxed(
        performance,
        paper,
        options,
        heading,
        Way(partial(draw, drum), head=0.2, depth=3.2, colored=False),
        large=large,
    )


def draw(drum: Drum, pen: Pen, line: Line, left: float, top: float) -> None:
    """Draw a line of a part: numbers, cues, the large marks, their syllables."""
    size, canvas = pen.size, pen.canvas
    own, cue = top + 1.75 * size, top + 0.95 * size
    end = left + float(line[-1].end - line[0].start) * pen.beat
    canvas.line(left, own, end, own, 0.02 * size)
    for box in line:
        start, _ = pen.span(line, box)
        x, stroke = left + start + 0.5 * size, box.stroke
        name, doubtful = stroke.id, pen.performance.doubtful(stroke)
        if box.follows_half:
            canvas.line(x - 0.5 * size, top + 0.6 * size, x - 0.5 * size, own + 0.55 * size, 0.08 * size)
            pen.letter(x - 0.5 * size, top + 0.3 * size, HALF, 0.46)
        if stroke.drum is drum:
            pen.letter(x, top + 0.3 * size, str(stroke.number), 0.34)
            width = 0.085 * size
            canvas.mark(drum, x, own, 0.78 * size, id=name, doubtful=doubtful, line=width, fill="#ffffff")
            pen.syllable(x, own + 0.85 * size, drum, 0.9)
            if stroke.accent:
                pen.letter(x, own - 0.6 * size, ">", 0.4)
        else:
            canvas.mark(stroke.drum, x, cue, 0.42 * size, id=name, doubtful=doubtful, color=CUE)
