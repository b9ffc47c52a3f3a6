"""The music of a page as verovio engraves it: its shapes, and where its strokes are.

Lengths here are units of verovio; `MILLIMETRES` is one of them on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from touhu_music.canvas import BLACK
from touhu_music.errors import RenderError
from touhu_music.notation import Drum
from touhu_music.performance import Performance, Timing
from touhu_music.render import Options
from touhu_music.render.measures import PARTS
from touhu_music.render.mei import encode
from touhu_music.render.mei.engraver import load
from touhu_music.render.mei.music import HEADS, identifier
from touhu_music.render.score.systems import SYLLABLE, Systems

MILLIMETRES: Final = 0.0194  # a head is 4.2 mm wide
SVG: Final = "{http://www.w3.org/2000/svg}"
SHAPES: Final = ("path", "use", "rect", "polygon", "polyline", "ellipse")
UNDRAWN: Final = {"verse", "grpSym", "label", "labelAbbr", "placeholder"}
SYMBOL: Final = 0.72  # how verovio scales the units of a symbol
SYMBOL_HEIGHT: Final = 200
DASHES: Final = "62 44"
HEAD_MIDDLE: Final = 150 * SYMBOL

OPTIONS: Final = {
    "header": "none",
    "footer": "none",
    "noJustification": True,
    "adjustPageWidth": True,
    "adjustPageHeight": True,
    "pageWidth": 60000,
    "pageHeight": 60000,
    **{f"pageMargin{side}": 0 for side in ("Left", "Right", "Top", "Bottom")},
    "spacingNonLinear": 1.0,  # room in proportion to time
    "spacingStaff": 6,
    "spacingSystem": 7,
    "lyricTopMinMargin": 2.0,
    "measureMinWidth": 1,
    "svgRemoveXlink": True,
}


class Place(NamedTuple):
    """Where a stroke is: the middle of its head, and the baseline of its syllable."""

    id: str
    x: float
    y: float
    syllable: float


class Row(NamedTuple):
    """One system: what verovio drew, its top and bottom, its lines and their ends, barlines, strokes."""

    shapes: tuple[Element, ...]
    top: float
    bottom: float
    lines: dict[Drum, float]
    start: float
    end: float
    bars: tuple[float, ...]
    strokes: tuple[Place, ...]


class Engraving(NamedTuple):
    """The systems of a page, and the symbols that their shapes use."""

    symbols: Element
    rows: tuple[Row, ...]


def engrave(performance: Performance, options: Options, systems: Systems) -> Engraving:
    """Let verovio place everything; raises RenderError if it cannot."""
    if performance.plan.timing is Timing.EVEN:
        options = replace(options, stroke=Fraction(1, 4))  # no note value is seen
    widest = 102_400 * float(options.stroke)  # how verovio sets a beat where spacingLinear is 1
    toolkit = load(
        source(performance, options, systems),
        **OPTIONS,
        breaks="encoded" if len(systems.rows) > 1 else "none",
        spacingLinear=min(1.0, systems.beat / MILLIMETRES / widest),
        lyricSize=max(2.0, SYLLABLE[options.syllables] / MILLIMETRES / 90),
    )
    drawn = fromstring(toolkit.renderToSVG(1))
    page = next(each for each in drawn if each.get("class") == "definition-scale")
    rows = [row(each) for each in page.iter() if each.get("class") == "system"]
    widest = max(each.end for each in rows)
    rows = [
        each if bars[-1].line != "invisible" else lengthened(each, widest)
        for each, bars in zip(rows, systems.rows, strict=True)
    ]
    dash(rows, {identifier(stroke) for stroke in performance.pattern if performance.doubtful(stroke)})
    return Engraving(symbols(drawn), tuple(rows))


def source(performance: Performance, options: Options, systems: Systems) -> str:
    """Return the MEI of a page: with its breaks, without the texts: the page sets them itself."""
    root = encode([bar for row in systems.rows for bar in row], performance, options)
    for definition in root.iter("scoreDef"):
        for name in ("meter.count", "meter.unit"):  # too high for one line; the page says it in words
            definition.attrib.pop(name, None)
    for label in [*root.iter("label"), *root.iter("labelAbbr")]:
        label.text = None
    for syllable in root.iter("syl"):
        syllable.text = "x"  # its line is needed, not its width
    for section in root.iter("section"):
        measures = list(section)
        for measure in measures:
            for text in [*measure.findall("dir"), *measure.findall("tempo")]:
                measure.remove(text)
        start = 0
        for place, each in enumerate(systems.rows[:-1]):
            start += len(each)
            section.insert(start + place, Element("sb"))
    return tostring(root, encoding="unicode")


def lengthened(each: Row, end: float) -> Row:
    """Lead the lines of a system that the next one continues on to the edge of the widest."""
    look = {"stroke": BLACK, "stroke-width": "13"}
    more = [Element("path", {"d": f"M{each.end} {y} L{end} {y}", **look}) for y in each.lines.values()]
    return each._replace(shapes=(*each.shapes, *more), end=end)


def dash(rows: list[Row], doubtful: set[str]) -> None:
    """Dash the heads of doubtful strokes."""
    for group in chain.from_iterable(each.shapes for each in rows):
        if group.get("id") in doubtful:
            next(group.iter("use")).set("stroke-dasharray", DASHES)


def row(system: Element) -> Row:
    """Read a system of verovio's SVG."""
    staves = [list(classed(measure, "staff")) for measure in classed(system, "measure")]
    paths = [[numbers(needed(staff, f"{SVG}path").get("d", "")) for staff in pair] for pair in staves]
    ends = [path[0][2] for path in paths]
    drawn = tuple(shapes(system))
    strokes = sorted(map(place, classed(system, "note")), key=lambda stroke: stroke.x)
    return Row(
        drawn,
        min(chain.from_iterable(map(heights, drawn))),
        max(stroke.syllable for stroke in strokes),
        {drum: path[1] for drum, path in zip(PARTS, paths[0], strict=True)},
        paths[0][0][0],
        ends[-1],
        tuple(ends[:-1]),
        tuple(strokes),
    )


def heights(drawn: Element) -> Iterator[float]:
    """Yield how high the shapes of a group reach, about."""
    for each in drawn.iter():
        if each.tag == "use":
            yield numbers(each.get("transform", ""))[1] - SYMBOL_HEIGHT
        yield from numbers(each.get("d", ""))[1::2] if each.tag == "path" else ()


def place(note: Element) -> Place:
    """Find where a stroke is."""
    head = next(classed(note, "notehead"))
    x, y = numbers(needed(head, f"{SVG}use").get("transform", ""))[:2]
    verse = next(classed(note, "verse"))
    syllable = float(next(verse.iter(f"{SVG}text")).get("y", ""))
    return Place(note.get("id", ""), x + HEAD_MIDDLE, y, syllable)


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
    heights: dict[tuple[float, str], list[float]] = {}
    for path in line.iter(f"{SVG}path"):
        x, top, _, bottom = numbers(path.get("d", ""))
        heights.setdefault((x, path.get("stroke-width", "")), []).extend((top, bottom))
    for (x, width), ends in heights.items():
        d = f"M{x} {min(ends)} L{x} {max(ends)}"
        yield Element("path", {"d": d, "stroke": BLACK, "stroke-width": width})


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
