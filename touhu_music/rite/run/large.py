"""Hanzi so large that they are read from afar: each point of a letter is half a place of the terminal."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from touhu_music.font import CHINESE

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

SIZES: Final = (40, 32, 24, 20, 16)
"""Points of a hanzi, each way, from large to the smallest that can still be read."""

INKED: Final = 90
"""Of 255; a point as dark as that is drawn."""

HALVES: Final = " ▀▄█"
BASELINE: Final = 0.86
"""Of the height of a hanzi, from above."""


@cache
def face(size: int) -> FreeTypeFont:
    """Open the font in a size."""
    from PIL import ImageFont

    return ImageFont.truetype(str(CHINESE.path), size)


@cache
def drawn(text: str, size: int) -> tuple[str, ...]:
    """Draw a text in lines of half the size."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (size * len(text), size))
    ImageDraw.Draw(image).text((0, size * BASELINE), text, font=face(size), fill=255, anchor="ls")
    wide, points = image.width, image.tobytes()

    def dark(x: int, y: int) -> bool:
        return points[y * wide + x] > INKED

    return tuple(
        "".join(HALVES[dark(x, y) + 2 * dark(x, y + 1)] for x in range(wide)) for y in range(0, size, 2)
    )


def fitted(text: str, width: int, height: int, *, parted: bool = True) -> list[str]:
    """Draw a text as large as there is room for; nothing where there is too little.

    It may be `parted` into lines. A line may not begin with what closes or ends a clause.
    """
    for size in SIZES:
        lines = broken(text, width // size)
        if lines and len(lines) * size // 2 <= height and (parted or len(lines) == 1):
            return [each for line in lines for each in drawn(line, size)]
    return []


def broken(text: str, most: int) -> list[str]:
    """Break a text into lines of so many hanzi; nothing where the closing signs leave no room."""
    lines: list[str] = []
    for piece in pieces(text):
        if len(piece) > most:
            return []
        if not lines or len(lines[-1]) + len(piece) > most:
            lines.append("")
        lines[-1] += piece
    return lines


CLOSING: Final = "，。、；：！？）」』"
OPENING: Final = "「『（"


def pieces(text: str) -> list[str]:
    """Part a text into hanzi, each with the signs that stay with it."""
    found: list[str] = []
    for letter in text:
        if found and (letter in CLOSING or found[-1][-1] in OPENING):
            found[-1] += letter
        else:
            found.append(letter)
    return found
