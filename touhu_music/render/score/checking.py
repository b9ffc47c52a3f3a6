"""A score opened again and compared with the performance and the page that was drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final

from touhu_music.errors import RenderError
from touhu_music.performance import Performance
from touhu_music.render import comparing
from touhu_music.render.comparing import same
from touhu_music.render.score.page import Page
from touhu_music.vector import POINTS_PER_INCH, letters

PIXELS_PER_INCH: Final = 300


def check_svg(data: bytes, performance: Performance, page: Page) -> None:
    """Compare the size, the strokes and 半."""
    root = comparing.svg(data)
    width, height = page.size(POINTS_PER_INCH)
    same("SVG", "size", (root.get("width"), root.get("height")), (str(width), str(height)))
    same("SVG", "strokes", sorted(comparing.strokes(root)), sorted(identifiers(performance)))


def identifiers(performance: Performance) -> Iterator[str]:
    """Name the elements of the strokes, and of 半 where it is drawn."""
    yield from (stroke.id for stroke in performance.pattern)
    if performance.half is not None:
        yield "half"


def check_pdf(data: bytes, performance: Performance, page: Page) -> None:
    """Compare the number of pages, the size, and the title as text."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data))
        same("PDF", "pages", len(reader.pages), 1)
        box = reader.pages[0].mediabox
        same("PDF", "size", (float(box.width), float(box.height)), page.size(POINTS_PER_INCH))
        same("PDF", "title", reader.metadata and reader.metadata.title, page.title)
        lost = set(page.letters) - set("".join(letters(reader.pages[0]))) - {" "}
    except (PyPdfError, KeyError) as error:
        raise RenderError(f"the PDF cannot be read: {error}") from error
    same("PDF", "lost letters", "".join(sorted(lost)), "")


def check_png(data: bytes, performance: Performance, page: Page) -> None:
    """Compare the size of a whole file."""
    comparing.png(data, page.size(PIXELS_PER_INCH))
