"""Sheets of paper, and lines of text on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from touhu_music.canvas import Canvas

LEADING: Final = 1.45  # from line to line, in sizes


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


def paragraph(canvas: Canvas, x: float, top: float, lines: Iterable[str], size: float) -> None:
    """Set lines below each other, the first with its top at `top`."""
    for place, line in enumerate(lines):
        canvas.write(x, top + (1 + LEADING * place) * size, line.rstrip(), size)
