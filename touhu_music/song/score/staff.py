"""The engraved score of a song as SVG, PDF and pixels.

Black is what the print has; grey is what we chose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from touhu_music import vector
from touhu_music.render import comparing
from touhu_music.render.comparing import same
from touhu_music.render.score.checking import PIXELS_PER_INCH
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.score import mei
from touhu_music.song.score.page import Pages, draw

POINTS: Final = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Staff:
    """The score as one kind of file: how pages become it, and how it is compared when read back.

    `paged` tells whether it stands on sheets of A4, or on one page that is as long as it needs.
    """

    write: Callable[[Pages], bytes]
    compare: Callable[[bytes, Rendition, Pages], None]
    paged: bool = False

    def render(self, rendition: Rendition, options: Options) -> bytes:
        """Engrave a song; raises RenderError for what no page can hold or the font cannot draw."""
        return self.write(draw(rendition, options, paged=self.paged))

    def check(self, data: Any, rendition: Rendition, options: Options) -> None:
        """Open it again; raises RenderError where its words, strokes, pages or size are others."""
        self.compare(data, rendition, draw(rendition, options, paged=self.paged))


def write_svg(drawn: Pages) -> bytes:
    """Write a page as SVG that brings its letters."""
    (page,) = drawn.pages
    return vector.with_letters(page.svg, drawn.font, page.letters).encode()


def check_svg(data: bytes, rendition: Rendition, drawn: Pages) -> None:
    """Compare the size, and the words and strokes by their names."""
    root, (page,) = comparing.svg(data), drawn.pages
    size = (root.get("width", ""), root.get("height", ""))
    wanted = (round(page.width * POINTS), round(page.height * POINTS))
    same("SVG", "size", tuple(round(float(length)) for length in size), wanted)
    names = {*map(mei.id_of_word, rendition.words), *map(mei.id_of, rendition.strokes)}
    found = [each.get("id") for each in root.iter() if each.get("id") in names]
    same("SVG", "words and strokes", len(found), len(names))


def write_pdf(drawn: Pages) -> bytes:
    """Write pages as PDF, with letters that can be selected."""
    return vector.to_pdf([page.svg for page in drawn.pages], drawn.font, title=drawn.title)


def check_pdf(data: bytes, rendition: Rendition, drawn: Pages) -> None:
    """Compare the pages, their sizes and their letters."""
    sizes = [(page.width, page.height) for page in drawn.pages]
    vector.check_pdf(data, sizes, "".join(page.letters for page in drawn.pages))


def write_png(drawn: Pages) -> bytes:
    """Write a page as pixels on white."""
    (page,) = drawn.pages
    return vector.to_png(page.svg, drawn.font, pixels_per_inch=PIXELS_PER_INCH)


def check_png(data: bytes, rendition: Rendition, drawn: Pages) -> None:
    """Compare the size of a whole file."""
    (page,) = drawn.pages
    scale = PIXELS_PER_INCH / 25.4
    comparing.png(data, (round(page.width * scale), round(page.height * scale)))


SVG: Final = Staff(write_svg, check_svg)
PDF: Final = Staff(write_pdf, check_pdf, paged=True)
PNG: Final = Staff(write_png, check_png)
