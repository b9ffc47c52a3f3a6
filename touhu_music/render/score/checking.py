"""A score opened again and compared with the performance and the page that was drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import ParseError, fromstring

from touhu_music.errors import RenderError
from touhu_music.performance import Performance
from touhu_music.render.mei.music import identifier
from touhu_music.render.score.page import Page
from touhu_music.vector import POINTS_PER_INCH, letters

PIXELS_PER_INCH: Final = 300


def check_svg(data: bytes, performance: Performance, page: Page) -> None:
    """Compare the size, the strokes and 半."""
    try:
        root = fromstring(data)
    except ParseError as error:
        raise RenderError(f"the SVG is not well-formed: {error}") from error
    width, height = page.size(POINTS_PER_INCH)
    same("SVG", "size", (root.get("width"), root.get("height")), (str(width), str(height)))
    found = sorted(each.get("id", "") for each in root.iter() if is_ours(each.get("id", "")))
    same("SVG", "strokes", found, sorted(identifiers(performance)))


def is_ours(name: str) -> bool:
    """Tell whether an element is a stroke or 半."""
    return name == "half" or name.startswith("stroke-")


def identifiers(performance: Performance) -> Iterator[str]:
    """Name the elements of the strokes, and of 半 where it is drawn."""
    yield from map(identifier, performance.pattern)
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
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=["png"]) as image:
            size = image.size
            image.verify()
    except (OSError, SyntaxError) as error:
        raise RenderError("the PNG cannot be read") from error
    same("PNG", "size", size, page.size(PIXELS_PER_INCH))


def same(kind: str, what: str, found: object, wanted: object) -> None:
    """Raise RenderError unless two things are equal."""
    if found != wanted:
        raise RenderError(f"the {kind} has other {what} than the performance: {found}, not {wanted}")
