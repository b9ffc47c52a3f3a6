"""Sheets of paper, and texts broken into lines that fit them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from touhu_music.canvas import Canvas
from touhu_music.font import Font

LEADING: Final = 1.45  # from line to line, in sizes

PIECE: Final = re.compile(
    r"[!-\u2bff]{1,30} *"  # a word, or as much of it as surely fits a line
    r"|[（「『《〈〔【]{0,3}.[，。、；：！？）」』》〉〕】),.;:]{0,3} *"  # a hanzi and its punctuation
)


class Paper(NamedTuple):
    """A sheet of paper; width and height are in millimetres."""

    name: str
    width: float
    height: float

    @property
    def landscape(self) -> Paper:
        """The same sheet with its long side across."""
        return self._replace(width=max(self[1:]), height=min(self[1:]))

    @property
    def scale(self) -> float:
        """How large things are drawn on it; 1 on A4."""
        return min(self.width, self.height) / A4.width


A4: Final = Paper("a4", 210, 297)
A5: Final = Paper("a5", 148, 210)
LETTER: Final = Paper("letter", 215.9, 279.4)


def wrapped(text: str, size: float, font: Font, room: float) -> list[str]:
    """Break a text into lines at spaces and beside hanzi; raises RenderError for what cannot be drawn."""
    font.check(text)
    lines = [""]
    for piece in PIECE.findall(text):
        if lines[-1] and font.width(lines[-1] + piece.rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def paragraph(canvas: Canvas, x: float, top: float, lines: Iterable[str], size: float) -> None:
    """Set lines below each other, the first with its top at `top`."""
    for place, line in enumerate(lines):
        canvas.write(x, top + (1 + LEADING * place) * size, line, size)
