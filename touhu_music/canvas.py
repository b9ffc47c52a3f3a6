"""A page to draw on: shapes and letters at millimetres from its top left corner, as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, fromstring, indent, tostring

from touhu_music.font import Font
from touhu_music.notation import Drum

POINTS_PER_MILLIMETRE: Final = 72 / 25.4
BLACK: Final = "#000000"


class Canvas:
    """A page of one size in one font; what is drawn later lies above.

    Lengths and sizes of letters are millimetres, `y` of a text is its baseline. Letters that the
    font lacks raise RenderError.
    """

    def __init__(self, width: float, height: float, font: Font, *, title: str) -> None:
        self.width, self.height, self.font, self.title = width, height, font, title
        points = (short(length * POINTS_PER_MILLIMETRE) for length in (width, height))
        size = dict(zip(("width", "height"), points, strict=True))
        box = f"0 0 {short(width)} {short(height)}"
        self.root: Final = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "viewBox": box})
        self.root.set("font-family", font.family)
        SubElement(self.root, "title").text = title
        self.letters = ""  # all that was written, for the font inside

    def mark(
        self,
        drum: Drum,
        x: float,
        y: float,
        size: float,
        *,
        doubtful: bool = False,
        id: str = "",
        line: float = 0.0,
        fill: str = "none",
        color: str = BLACK,
    ) -> None:
        """Draw ○ or □ around a point, both as large to the eye; a doubtful one is dashed."""
        width = line or size / 12
        look = {"fill": fill, "stroke": color, "stroke-width": short(width)}
        if doubtful:
            look["stroke-dasharray"] = " ".join(short(part * width * 2) for part in (1.4, 1.0))
        if id:
            look["id"] = id
        if drum is Drum.PI:
            SubElement(self.root, "circle", {"cx": short(x), "cy": short(y), "r": short(size / 2), **look})
        else:
            self.box(x - 0.45 * size, y - 0.45 * size, 0.9 * size, 0.9 * size, **look)

    def box(self, x: float, y: float, width: float, height: float, **look: str) -> None:
        """Draw a rectangle; `look` are attributes of SVG, such as fill."""
        place = {"x": x, "y": y, "width": width, "height": height}
        numbers = {key: short(value) for key, value in place.items()}
        SubElement(
            self.root, "rect", numbers | {"fill": "none", "stroke": BLACK, "stroke-width": "0.2"} | look
        )

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float = 0.2, **look: str) -> None:
        """Draw a line; `look` are attributes of SVG."""
        numbers = {"x1": short(x), "y1": short(y), "x2": short(to_x), "y2": short(to_y)}
        SubElement(self.root, "line", numbers | {"stroke": BLACK, "stroke-width": short(width)} | look)

    def dot(self, x: float, y: float, radius: float, color: str = BLACK) -> None:
        """Fill a circle."""
        numbers = {"cx": short(x), "cy": short(y), "r": short(radius)}
        SubElement(self.root, "circle", numbers | {"fill": color})

    def polygon(self, points: Sequence[tuple[float, float]], color: str = BLACK) -> None:
        """Fill the area between points."""
        corners = " ".join(f"{short(x)},{short(y)}" for x, y in points)
        SubElement(self.root, "polygon", {"points": corners, "fill": color})

    def write(
        self, x: float, y: float, text: str, size: float, *, align: str = "start", color: str = BLACK
    ) -> None:
        """Set a line of text; `align` is start, middle or end. A ○ or □ in it is drawn as a shape."""
        pieces = [piece for piece in re.split("([○□])", text) if piece]
        if len(pieces) > 1 or text in tuple(Drum):
            x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[align] * self.font.width(text, size)
            align = "start"
        for piece in pieces:
            if piece in tuple(Drum):
                middle = (x + 0.5 * size, y - 0.38 * size)
                self.mark(Drum(piece), *middle, 0.72 * size, line=size / 16, color=color)
            else:
                self.letter(x, y, piece, size, align, color)
            x += self.font.width(piece, size)

    def letter(self, x: float, y: float, text: str, size: float, align: str, color: str) -> Element:
        """Set letters that the font must have."""
        self.font.check(text)
        self.letters += text
        place = {"x": short(x), "y": short(y), "font-size": short(size), "fill": color}
        element = SubElement(self.root, "text", place | {"text-anchor": align})
        element.text = text
        if text != text.strip():
            element.set("xml:space", "preserve")
        return element

    def write_down(self, x: float, y: float, text: str, size: float, *, leading: float = 1.08) -> None:
        """Set hanzi below each other, centred on `x`, the first with its top at `y`."""
        for place, character in enumerate(text):
            self.write(x, y + (0.88 + leading * place) * size, character, size, align="middle")

    def write_turned(self, x: float, y: float, text: str, size: float) -> None:
        """Set letters that read downward from `y`, turned by a quarter, centred on `x`."""
        x -= 0.36 * size
        element = self.letter(x, y, text, size, "start", BLACK)
        element.set("transform", f"rotate(90 {short(x)} {short(y)})")

    def place(self, svg: str, letters: str, x: float, y: float, width: float, height: float) -> None:
        """Draw another page within this one; `letters` are those that are written on it."""
        other = fromstring(svg)
        frame = {"x": short(x), "y": short(y), "width": short(width), "height": short(height)}
        inner = SubElement(self.root, "svg", frame | {"viewBox": other.get("viewBox", "")})
        for element in other.iter():
            element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        inner.extend([child for child in other if child.tag != "title"])
        self.letters += letters

    def svg(self) -> str:
        """Return the page as text."""
        indent(self.root, " ")
        return tostring(self.root, encoding="unicode") + "\n"


def short(number: float) -> str:
    """Print a length to a thousandth, without needless digits."""
    return f"{number:.3f}".rstrip("0").rstrip(".")
