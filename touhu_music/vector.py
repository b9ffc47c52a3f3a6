"""Vector pages in other shapes: SVG with its letters inside, PDF, and pixels.

A page is an SVG text whose size is in points and whose letters are of one font.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from touhu_music.errors import RenderError
from touhu_music.font import Font

POINTS_PER_INCH: Final = 72
MILLIMETRES_PER_INCH: Final = 25.4


def to_pdf(pages: Sequence[str], font: Font, *, title: str) -> bytes:
    """Join pages to a PDF with text that can be selected; each page keeps its own size.

    Raises RenderError where the converter has no build for this system.
    """
    converter = needed("svg2pdf_py", "svg2pdf-py", "pdf")
    from pypdf import PdfWriter

    fonts = converter.FontDatabase()
    fonts.load_font_file(str(font.path))
    writer = PdfWriter()
    for page in converter.svg_pages_to_pdfs(list(pages), fonts):
        writer.append(BytesIO(page))
    writer.add_metadata({"/Title": title, "/Creator": "touhu_music"})
    data = BytesIO()
    writer.write(data)
    return data.getvalue()


def check_pdf(data: bytes, sizes: Sequence[tuple[float, float]]) -> None:
    """Open a PDF again; raises RenderError unless its pages are of these millimetres."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        boxes = [page.mediabox for page in PdfReader(BytesIO(data)).pages]
    except PyPdfError as error:
        raise RenderError(f"the PDF cannot be read back: {error}") from error
    found = [(float(box.width) / POINTS_PER_INCH, float(box.height) / POINTS_PER_INCH) for box in boxes]
    wanted = [(width / MILLIMETRES_PER_INCH, height / MILLIMETRES_PER_INCH) for width, height in sizes]
    differing = [
        abs(a - b) for one, other in zip(found, wanted, strict=False) for a, b in zip(one, other, strict=True)
    ]
    if len(found) != len(wanted) or max(differing, default=0) > 0.02:
        raise RenderError(f"the PDF has other pages than were drawn: {len(found)}, not {len(wanted)}")


def to_png(page: str, font: Font, *, pixels_per_inch: int) -> bytes:
    """Draw a page on white; raises RenderError where the converter has no build for this system."""
    converter = needed("resvg_py", "resvg-py", "png")
    return bytes(
        converter.svg_to_bytes(
            svg_string=page,
            font_files=[str(font.path)],
            skip_system_fonts=True,
            zoom=pixels_per_inch / POINTS_PER_INCH,
            background="white",
        )
    )


def with_letters(page: str, font: Font, text: str) -> str:
    """Put the letters of a text into an SVG, so that it looks the same on every system."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    subsetter = Subsetter(Options(layout_features=[], name_IDs=[0, 7, 13, 14], notdef_outline=True))
    subsetter.populate(text=text)
    data = BytesIO()
    with TTFont(font.path, lazy=True, recalcTimestamp=False) as opened:
        subsetter.subset(opened)
        opened.flavor = "woff"
        opened.save(data)
    address = f"data:font/woff;base64,{base64.b64encode(data.getvalue()).decode()}"
    style = f'<style>@font-face {{ font-family: "{font.name}"; src: url({address}) }}</style>'
    head, tag, rest = page.partition(">")
    return f"{head}{tag}{style}{rest}"


def needed(module: str, package: str, what: str) -> Any:
    """Import a converter that has no build for some systems; raises RenderError where it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise RenderError(f"{what} needs the package {package}, which is not installed here") from error
