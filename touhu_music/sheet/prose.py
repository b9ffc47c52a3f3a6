"""Pages of text: a heading, then paragraphs, on as many sheets as they need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from touhu_music.canvas import Canvas
from touhu_music.font import Font
from touhu_music.sheet.paper import LEADING, Paper, paragraph

MARGIN, HEADING, TEXT = 18.0, 7.0, 4.0  # a margin and sizes of letters, on A4
SPACE: Final = 0.6  # between paragraphs, in sizes


def pages(heading: str, paragraphs: Iterable[str], paper: Paper, font: Font) -> list[Canvas]:
    """Set a text; raises RenderError for letters that the font lacks."""
    scale = paper.scale
    margin, size = MARGIN * scale, TEXT * scale
    room, bottom = paper.width - 2 * margin, paper.height - margin
    found: list[Canvas] = []
    y = bottom
    for text in paragraphs:
        lines = font.lines(text, size, room) if text else [""]
        if y + len(lines) * LEADING * size > bottom:
            found.append(Canvas(paper.width, paper.height, font, title=heading))
            top = font.lines(heading, HEADING * scale, room)
            paragraph(found[-1], margin, margin, top, HEADING * scale)
            y = margin + (len(top) * LEADING + 0.5) * HEADING * scale
        paragraph(found[-1], margin, y, lines, size)
        y += (len(lines) * LEADING + SPACE) * size
    return found
