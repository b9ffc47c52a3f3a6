"""A picture opened again and compared with the performance: strokes, pages, size."""

from __future__ import annotations

import io
from collections.abc import Iterator
from xml.etree import ElementTree

from PIL import Image
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from touhu_music.errors import RenderError
from touhu_music.performance import Performance
from touhu_music.render.timeline.layout import WIDTH, Layout, follows_half, identifier


def check_svg(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the size, and the strokes and 半 in their order."""
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise RenderError(f"the SVG is not well-formed: {error}") from error
    compare("SVG", "size", (root.get("width"), root.get("height")), (f"{WIDTH}pt", f"{layout.height}pt"))
    found = [name for name in (element.get("id", "") for element in root.iter()) if is_ours(name)]
    compare("SVG", "strokes", found, list(identifiers(performance)))


def is_ours(name: str) -> bool:
    """Tell whether an element is a stroke or 半."""
    return name == "half" or name.startswith("stroke-")


def identifiers(performance: Performance) -> Iterator[str]:
    """Name the elements of the strokes and of 半, in the order of the text."""
    for stroke in performance.pattern:
        if follows_half(stroke):
            yield "half"
        yield identifier(stroke)


def check_pdf(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the number of pages and the size."""
    try:
        pages = PdfReader(io.BytesIO(data)).pages
        compare("PDF", "pages", len(pages), 1)
        box = pages[0].mediabox
        compare("PDF", "size", (float(box.width), float(box.height)), (WIDTH, layout.height))
    except PyPdfError as error:
        raise RenderError(f"the PDF cannot be read: {error}") from error


def check_png(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the size of a whole file."""
    try:
        with Image.open(io.BytesIO(data), formats=["png"]) as image:
            size = image.size
            image.verify()
    except (OSError, SyntaxError) as error:
        raise RenderError("the PNG cannot be read") from error
    compare("PNG", "size", size, layout.pixels)


def compare(kind: str, what: str, found: object, expected: object) -> None:
    """Raise RenderError unless two things are equal."""
    if found != expected:
        raise RenderError(f"the {kind} has other {what} than the performance: {found}, not {expected}")
