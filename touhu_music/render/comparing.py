"""What pictures that are read back have in common: their strokes by name, their size, one error."""

from __future__ import annotations

import io
from xml.etree.ElementTree import Element, ParseError, fromstring

from touhu_music.errors import RenderError


def svg(data: bytes) -> Element:
    """Return the root of an SVG; raises RenderError where it is not well-formed."""
    try:
        return fromstring(data)
    except ParseError as error:
        raise RenderError(f"the SVG is not well-formed: {error}") from error


def strokes(root: Element) -> list[str]:
    """Return the names of the elements that are strokes or 半, in their order."""
    names = (element.get("id", "") for element in root.iter())
    return [name for name in names if name == "half" or name.startswith("stroke-")]


def png(data: bytes, size: tuple[int, int]) -> None:
    """Compare the size of a whole file; raises RenderError where it is another, or the file is damaged."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=["png"]) as image:
            found = image.size
            image.verify()
    except (OSError, SyntaxError) as error:
        raise RenderError("the PNG cannot be read") from error
    same("PNG", "size", found, size)


def same(kind: str, what: str, found: object, wanted: object) -> None:
    """Raise RenderError unless two things are equal."""
    if found != wanted:
        raise RenderError(f"the {kind} has other {what} than the performance: {found}, not {wanted}")
