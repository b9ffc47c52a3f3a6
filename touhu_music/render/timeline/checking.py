"""A picture opened again and compared with the performance: strokes, pages, size."""

from __future__ import annotations

import io
from collections.abc import Iterator

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from touhu_music.errors import RenderError
from touhu_music.performance import Performance
from touhu_music.render import comparing
from touhu_music.render.comparing import same
from touhu_music.render.timeline.layout import WIDTH, Layout, follows_half


def check_svg(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the size, and the strokes and 半 in their order."""
    root = comparing.svg(data)
    same("SVG", "size", (root.get("width"), root.get("height")), (f"{WIDTH}pt", f"{layout.height}pt"))
    same("SVG", "strokes", comparing.strokes(root), list(identifiers(performance)))


def identifiers(performance: Performance) -> Iterator[str]:
    """Name the elements of the strokes and of 半, in the order of the text."""
    for stroke in performance.pattern:
        if follows_half(stroke):
            yield "half"
        yield stroke.id


def check_pdf(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the number of pages and the size."""
    try:
        pages = PdfReader(io.BytesIO(data)).pages
        same("PDF", "pages", len(pages), 1)
        box = pages[0].mediabox
        same("PDF", "size", (float(box.width), float(box.height)), (WIDTH, layout.height))
    except PyPdfError as error:
        raise RenderError(f"the PDF cannot be read: {error}") from error


def check_png(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the size of a whole file."""
    comparing.png(data, layout.pixels)
