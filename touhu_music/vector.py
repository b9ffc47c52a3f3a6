"""Vector pages in other shapes: SVG with its letters inside, PDF, and pixels.

A page is an SVG text whose size is in points and whose letters are of one font.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import fromstring

from touhu_music.errors import RenderError
from touhu_music.font import Font, subset

if TYPE_CHECKING:
    from PIL import Image

POINTS_PER_INCH: Final = 72
MILLIMETRES_PER_INCH: Final = 25.4


def to_pdf(pages: Sequence[str], font: Font, *, title: str) -> bytes:
    """Join pages to a PDF with text that can be selected; each page keeps its own size.

    Raises RenderError where the converter has no build for this system.
    """
    found = converted(tuple(pages), font)
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    for page in found:
        reader = PdfReader(BytesIO(page))
        for each in reader.pages:
            sort_fonts(each)
        writer.append(reader)
    writer.add_metadata({"/Title": title, "/Creator": "touhu_music"})
    data = BytesIO()
    writer.write(data)
    return data.getvalue()


def sort_fonts(page: Any) -> None:
    """Put the fonts of a page in the order of their names: the converter has them in any order."""
    fonts = page.get("/Resources", {}).get("/Font", {})
    ordered = sorted(fonts.items())
    fonts.clear()
    fonts.update(ordered)


@lru_cache(maxsize=1)  # the same page is often wanted as PDF and as pixels
def converted(pages: tuple[str, ...], font: Font) -> tuple[bytes, ...]:
    """Make a PDF of each page."""
    converter = needed("svg2pdf_py", "svg2pdf-py", "pdf")
    with font_files(pages, font) as files:
        fonts = converter.FontDatabase()
        for file in files:
            fonts.load_font_file(file)
        return tuple(converter.svg_pages_to_pdfs(list(pages), fonts))


@contextmanager
def font_files(pages: Sequence[str], font: Font) -> Iterator[list[str]]:
    """Give files of the fonts with the letters of the pages: the converter reads them anew for each page."""
    letters = {letter for page in pages for text in fromstring(page).itertext() for letter in text}
    with TemporaryDirectory() as folder:
        files: list[str] = []
        for each, part in divided(font, letters):
            file = Path(folder, f"{len(files)}.otf")
            file.write_bytes(subset(each, part))
            files.append(str(file))
        yield files


def divided(font: Font, letters: Iterable[str]) -> list[tuple[Font, frozenset[str]]]:
    """Return which letters a font and the one behind it draw; what has no glyph is with none."""
    found: dict[Font, set[str]] = {}
    for letter in letters:
        if drawing := font.drawing(letter):
            found.setdefault(drawing, set()).add(letter)
    return [(each, frozenset(found[each])) for each in sorted(found, key=lambda each: each.name)]


def to_png(page: str, font: Font, *, pixels_per_inch: int) -> bytes:
    """Draw a page in greys on white.

    Raises RenderError where this system lacks what draws it.
    """
    draw = drawn_from_pdf if can_write_pdf() else drawn_from_svg  # the first is much faster
    data = BytesIO()
    dots = (pixels_per_inch, pixels_per_inch)
    draw(page, font, pixels_per_inch / POINTS_PER_INCH).convert("L").save(data, "png", dpi=dots)
    return data.getvalue()


def drawn_from_pdf(page: str, font: Font, scale: float) -> Image.Image:
    """Draw a page by way of PDF."""
    converter = needed("pypdfium2", "pypdfium2", "png")
    scale *= 1 - 1e-6  # it rounds up, and whole pixels come out a little longer
    with closing(converter.PdfDocument(converted((page,), font)[0])) as document:
        picture: Image.Image = document[0].render(scale=scale, grayscale=True).to_pil()
        return picture.copy()


def drawn_from_svg(page: str, font: Font, scale: float) -> Image.Image:
    """Draw a page where there is no converter to PDF."""
    from PIL import Image

    converter = needed("resvg_py", "resvg-py", "png")
    with font_files([page], font) as files:
        data = converter.svg_to_bytes(
            svg_string=page, font_files=files, skip_system_fonts=True, zoom=scale, background="white"
        )
    return Image.open(BytesIO(bytes(data)))


def check_pdf(data: bytes, sizes: Sequence[tuple[float, float]], written: str) -> None:
    """Open a PDF again.

    Raises RenderError unless its pages are of these millimetres and have the letters that were written.
    """
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        pages = list(PdfReader(BytesIO(data)).pages)
        boxes = [page.mediabox for page in pages]
        lost = set(written) - {letter for page in pages for letter in letters(page)} - {" ", "\u3000"}
    except (PyPdfError, KeyError) as error:
        raise RenderError(f"the PDF cannot be read back: {error}") from error
    found = [(float(box.width) / POINTS_PER_INCH, float(box.height) / POINTS_PER_INCH) for box in boxes]
    wanted = [(width / MILLIMETRES_PER_INCH, height / MILLIMETRES_PER_INCH) for width, height in sizes]
    differing = [
        abs(a - b) for one, other in zip(found, wanted, strict=False) for a, b in zip(one, other, strict=True)
    ]
    if len(found) != len(wanted) or max(differing, default=0) > 0.02:
        raise RenderError(f"the PDF has other pages than were drawn: {len(found)}, not {len(wanted)}")
    if lost:
        raise RenderError(f"the PDF has lost the letters {''.join(sorted(lost))}")


def letters(page: Any) -> Iterator[str]:
    """Yield the letters that can be copied out of a page: those to which its fonts give a character."""
    for font in page.get("/Resources", {}).get("/Font", {}).values():
        codes = font.get_object()["/ToUnicode"].get_data()
        for _, character in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*\n", codes):
            yield from bytes.fromhex(character.decode()).decode("utf-16-be")  # a ligature is several


def with_letters(page: str, font: Font, text: str) -> str:
    """Put the letters of a text into an SVG, so that it looks the same on every system."""
    faces = []
    for each, letters in divided(font, text):
        data = base64.b64encode(subset(each, letters)).decode()
        faces.append(f'@font-face {{ font-family: "{each.name}"; src: url(data:font/otf;base64,{data}) }}')
    head, tag, rest = page.partition(">")
    return f"{head}{tag}<style>{' '.join(faces)}</style>{rest}"


def can_write_pdf() -> bool:
    """Tell whether this system has the converter to PDF."""
    try:
        needed("svg2pdf_py", "svg2pdf-py", "pdf")
    except RenderError:
        return False
    return True


def needed(module: str, package: str, what: str) -> Any:
    """Import a converter that has no build for some systems; raises RenderError where it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise RenderError(f"{what} needs the package {package}, which is not installed here") from error
