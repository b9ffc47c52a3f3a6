"""The shapes of verovio's SVG, copied without its texts and styles, and the heads drawn anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from touhu_music.canvas import BLACK
from touhu_music.errors import RenderError
from touhu_music.notation import Drum
from touhu_music.render.mei.music import HEADS

SVG: Final = "{http://www.w3.org/2000/svg}"
SHAPES: Final = ("path", "use", "rect", "polygon", "polyline", "ellipse")
UNDRAWN: Final = {"verse", "grpSym", "label", "labelAbbr", "placeholder"}
SYMBOL: Final = 0.72  # how verovio scales the units of a symbol
SYMBOL_HEIGHT: Final = 240
HEAD_MIDDLE: Final = 150 * SYMBOL
DASHES: Final = "62 44"


def shapes(parent: Element) -> Iterator[Element]:
    """Yield what verovio drew without its texts; strokes keep their groups and ids."""
    for element in parent:
        names = set(element.get("class", "").split())
        tag = element.tag.removeprefix(SVG)
        if names & UNDRAWN:
            continue
        if "barLine" in names:
            yield from joined(element)
        elif tag in SHAPES:
            yield shape(element, tag)
        elif "note" in names:
            group = Element("g", {"id": element.get("id", "")})
            group.extend(shapes(element))
            yield group
        else:
            yield from shapes(element)


def joined(line: Element) -> Iterator[Element]:
    """Yield the strokes of a barline in one piece each: verovio's are three, with seams."""
    heights: dict[tuple[float, str, str], list[float]] = {}
    for path in line.iter(f"{SVG}path"):
        x, top, _, bottom = numbers(path.get("d", ""))
        look = (path.get("stroke-width", ""), path.get("stroke-dasharray", ""))
        heights.setdefault((x, *look), []).extend((top, bottom))
    for (x, width, dashes), ends in heights.items():
        d = f"M{x} {min(ends)} L{x} {max(ends)}"
        dashed = {"stroke-dasharray": dashes} if dashes else {}
        yield Element("path", {"d": d, "stroke": BLACK, "stroke-width": width} | dashed)


def shape(element: Element, tag: str) -> Element:
    """Copy a shape; symbols are called by their codes alone."""
    kept = {name: value for name, value in element.items() if name not in ("id", "class")}
    if tag == "use":
        kept["href"] = kept["href"].partition("-")[0]
    else:
        kept.setdefault("stroke", BLACK)
    return Element(tag, kept)


def symbols(drawn: Element) -> Element:
    """Copy the symbols of verovio's SVG, with a drawn circle and square for the heads."""
    copied = Element("defs")
    for symbol in needed(drawn, f"{SVG}defs"):
        code = symbol.get("id", "").partition("-")[0]
        group = SubElement(copied, "g", {"id": code})
        drums = [drum for drum, head in HEADS.items() if head.removeprefix("U+") == code]
        group.extend(head(drum) for drum in drums)
        group.extend(shape(each, "path") for each in symbol if not drums)
    return copied


def head(drum: Drum) -> Element:
    """Draw a head in units of a symbol, as wide as verovio's: a circle, or a square that looks as large."""
    look = {"fill": "#ffffff", "stroke": BLACK, "stroke-width": "28"}
    if drum is Drum.PI:
        return Element("circle", {"cx": "150", "cy": "0", "r": "143"} | look)
    return Element("rect", {"x": "16", "y": "-134", "width": "268", "height": "268"} | look)


def heights(drawn: Element) -> Iterator[float]:
    """Yield how high the shapes of a group reach, about."""
    for each in drawn.iter():
        if each.tag == "use":
            yield numbers(each.get("transform", ""))[1] - SYMBOL_HEIGHT
        yield from numbers(each.get("d", ""))[1::2] if each.tag == "path" else ()


def classed(parent: Element, name: str) -> Iterator[Element]:
    """Yield the groups of a class."""
    return (each for each in parent.iter(f"{SVG}g") if name in each.get("class", "").split())


def needed(element: Element, path: str) -> Element:
    """Return an element of verovio's SVG; raises RenderError if it is missing."""
    found = element.find(path)
    if found is None:
        raise RenderError(f"verovio's picture has no {path.removeprefix(SVG)}")
    return found


def numbers(text: str) -> list[float]:
    """Return the numbers in an attribute."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
