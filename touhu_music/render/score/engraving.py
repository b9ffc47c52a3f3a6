"""The music of a page as verovio engraves it: its shapes, and where its strokes are.

Lengths here are units of verovio; `MILLIMETRES` of the systems is one of them on the page.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, chain
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, fromstring, tostring

from touhu_music.canvas import BLACK
from touhu_music.notation import Drum
from touhu_music.performance import Performance, Timing
from touhu_music.render import Options
from touhu_music.render.measures import PARTS
from touhu_music.render.mei import encode
from touhu_music.render.mei.engraver import load
from touhu_music.render.score.shapes import (
    DASHES,
    HEAD_MIDDLE,
    SVG,
    classed,
    heights,
    needed,
    numbers,
    shapes,
    symbols,
)
from touhu_music.render.score.systems import MILLIMETRES, SYLLABLE, Systems, widest_beat

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
    toolkit = load(
        source(performance, options, systems),
        **OPTIONS,
        breaks="encoded" if len(systems.rows) > 1 else "none",
        spacingLinear=min(1.0, systems.beat / widest_beat(options.stroke)),
        lyricSize=max(2.0, SYLLABLE[options.syllables] / MILLIMETRES / 90),
    )
    drawn = fromstring(toolkit.renderToSVG(1))
    rows = [row(each) for each in classed(drawn, "system")]
    edge = max(each.end for each in rows)
    for place, bars in enumerate(systems.rows):
        if bars[-1].line == "invisible":
            rows[place] = lengthened(rows[place], edge)
    dash(rows, {stroke.id for stroke in performance.pattern if performance.doubtful(stroke)})
    return Engraving(symbols(drawn), tuple(rows))


def source(performance: Performance, options: Options, systems: Systems) -> str:
    """Return the MEI of a page, with its breaks, without its texts: the page sets them itself."""
    root = encode([bar for row in systems.rows for bar in row], performance, options)
    for definition in root.iter("scoreDef"):
        for name in ("meter.count", "meter.unit"):  # too high for one line
            definition.attrib.pop(name, None)
    for text in [*root.iter("label"), *root.iter("labelAbbr"), *root.iter("syl")]:
        text.text = "x" if text.tag == "syl" else None  # the line of a syllable is needed, not its width
    section = next(root.iter("section"))
    for measure in section:
        for text in [*measure.findall("dir"), *measure.findall("tempo")]:
            measure.remove(text)
    for place in list(accumulate(map(len, systems.rows)))[-2::-1]:
        section.insert(place, Element("sb"))
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


def place(note: Element) -> Place:
    """Find where a stroke is."""
    head = next(classed(note, "notehead"))
    x, y = numbers(needed(head, f"{SVG}use").get("transform", ""))[:2]
    verse = next(classed(note, "verse"))
    syllable = float(next(verse.iter(f"{SVG}text")).get("y", ""))
    return Place(note.get("id", ""), x + HEAD_MIDDLE, y, syllable)
