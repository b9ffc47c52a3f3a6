"""The engraved score of one cycle: 鼓 above 鼙, heads as drawn □ and ○, as SVG, PDF and pixels.

Black is what the text has; grey is what the plan chose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from touhu_music import vector
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.score.checking import PIXELS_PER_INCH, check_pdf, check_png, check_svg
from touhu_music.render.score.page import Page, draw


@dataclass(frozen=True, slots=True)
class Score:
    """The score as one kind of file: how a page becomes it, and how it is compared when read back."""

    write: Callable[[Page], bytes]
    compare: Callable[[bytes, Performance, Page], None]

    def render(self, performance: Performance, options: Options) -> bytes:
        """Engrave one cycle of a performance.

        Raises RenderError for what no page can hold, and for what the font cannot draw.
        """
        return self.write(draw(performance, options))

    def check(self, data: bytes, performance: Performance, options: Options) -> None:
        """Open the score again; raises RenderError where its strokes, pages, size or title are others."""
        self.compare(data, performance, draw(performance, options))


def write_svg(page: Page) -> bytes:
    """Write a page as SVG that brings its letters."""
    return vector.with_letters(page.svg, page.font, page.letters).encode()


def write_pdf(page: Page) -> bytes:
    """Write a page as PDF, with letters that can be selected."""
    return vector.to_pdf([page.svg], page.font, title=page.title)


def write_png(page: Page) -> bytes:
    """Write a page as pixels on white."""
    return vector.to_png(page.svg, page.font, pixels_per_inch=PIXELS_PER_INCH)


SVG = Score(write_svg, check_svg)
PDF = Score(write_pdf, check_pdf)
PNG = Score(write_png, check_png)
