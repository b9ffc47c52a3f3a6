"""The staves of a song as verovio engraves them: their shapes, and where words and strokes are.

Lengths here are units of verovio; `MILLIMETRES` is one of them on the page.
"""

from __future__ import annotations

from itertools import accumulate, chain
from math import ceil
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from touhu_music.performance import Timing
from touhu_music.render.mei.engraver import load
from touhu_music.render.score.shapes import (
    HEAD_MIDDLE,
    SVG,
    classed,
    heights,
    needed,
    numbers,
    shapes,
    symbols,
)
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.score import mei
from touhu_music.song.score.lines import below, offsets
from touhu_music.song.score.systems import BARLINE, CLEF, NONLINEAR, ROOM, System, share

MILLIMETRES: Final = 0.0118  # a staff is 8.5 mm high
LINE: Final = 4.16  # millimetres from one line of text to the next, as verovio sets them
APART: Final = 1.0  # millimetres from the last line to the drums, at least
USUAL, ROOMY = 7, 9
"""From staff to staff; more where numbers stand above the drums."""

QUARTER: Final = 7800.0
"""Units that verovio then gives a quarter where spacingLinear is 1."""

OPTIONS: Final = {
    "header": "none",
    "footer": "none",
    "adjustPageHeight": True,
    "pageHeight": 60000,
    **{f"pageMargin{side}": 0 for side in ("Left", "Right", "Top", "Bottom")},
    "spacingNonLinear": NONLINEAR,
    "rightMarginBarLine": 2.0,
    "leftMarginNote": 2.0,
    "spacingSystem": 12,
    "lyricTopMinMargin": 6.0,
    "measureMinWidth": 1,
    "minLastJustification": 0,
    "svgRemoveXlink": True,
}


class Place(NamedTuple):
    """Where a word or a stroke is: the middle of its head."""

    id: str
    x: float
    y: float


class Row(NamedTuple):
    """One system: what verovio drew, its top and bottom, the middles of its staves, its ends, its notes.

    `baseline` is that of the first line of text, None where the drum goes on alone.
    """

    shapes: tuple[Element, ...]
    top: float
    bottom: float
    staves: tuple[float, ...]
    start: float
    end: float
    baseline: float | None
    notes: tuple[Place, ...]


class Engraving(NamedTuple):
    """The systems of a song, and the symbols that their shapes use."""

    symbols: Element
    rows: tuple[Row, ...]


def engrave(
    rendition: Rendition, options: Options, systems: tuple[System, ...], room: float = ROOM
) -> Engraving:
    """Let verovio place everything in so many millimetres across; raises RenderError if it cannot."""
    toolkit = load(
        source(rendition, options, systems),
        **OPTIONS,
        breaks="encoded" if len(systems) > 1 else "none",
        pageWidth=round(room / MILLIMETRES / 10),
        spacingStaff=ROOMY if on_gu(rendition) else USUAL,
        spacingLinear=min(spacing(each, room) for each in systems),
        lyricSize=LINE / MILLIMETRES / 90,
    )
    drawn = fromstring(toolkit.renderToSVG(1))
    return Engraving(symbols(drawn), tuple(row(each) for each in classed(drawn, "system")))


def on_gu(rendition: Rendition) -> bool:
    """Tell whether beats are divided, so that the drums have numbers above them."""
    return rendition.drum is not None and rendition.drum.plan.timing is Timing.ON_GU


def spacing(system: System, room: float) -> float:
    """Return the spacing that nearly fills a system, so that it need not be stretched unevenly."""
    shares = sum(share(cell.length) for each in system for cell in each.cells)
    left = (room - CLEF - BARLINE * len(system)) / MILLIMETRES
    return min(0.25, 0.95 * left / shares / QUARTER)


def source(rendition: Rendition, options: Options, systems: tuple[System, ...]) -> str:
    """Return the MEI of a page, with its breaks, without its texts: the page sets them itself."""
    root = mei.encode(list(chain.from_iterable(systems)), rendition, options)
    for text in [*root.iter("label"), *root.iter("labelAbbr")]:
        text.text = None
    room = 1
    if rendition.drum and len(options.lines) > 1:
        room += ceil((offsets(options.lines)[-1] + below(options.lines) + APART) / LINE)
    for staff in root.iter("staff"):
        for note in staff.iter("note"):
            if staff.get("n") == mei.VOICE:
                note.attrib.pop("tie", None)
                note.set("stem.visible", "false")
            sung = note.find("verse") is not None and staff.get("n") == mei.VOICE
            for verse in note.findall("verse"):
                note.remove(verse)
            for number in range(
                1, room + 1 if sung else 1
            ):  # the room of the lines is needed, not their texts
                SubElement(SubElement(note, "verse", {"n": str(number)}), "syl").text = "x"
    section = next(root.iter("section"))
    for measure in section:
        for text in measure.findall("dir"):
            measure.remove(text)
    for place in list(accumulate(map(len, systems)))[-2::-1]:
        section.insert(place, Element("sb"))
    return tostring(root, encoding="unicode")


def row(system: Element) -> Row:
    """Read a system of verovio's SVG."""
    first, *_ = measures = list(classed(system, "measure"))
    lines = [lines_of(staff) for staff in classed(first, "staff")]
    ends = [lines_of(next(classed(each, "staff")))[0][2] for each in measures]
    drawn = tuple(shapes(system))
    notes = tuple(place(note) for note in classed(system, "note"))
    texts = (float(next(verse.iter(f"{SVG}text")).get("y", "")) for verse in classed(system, "verse"))
    baseline = min(texts, default=None)
    return Row(
        drawn,
        min(chain.from_iterable(map(heights, drawn))),
        max(chain.from_iterable(map(heights, drawn))),
        tuple((staff[0][1] + staff[-1][1]) / 2 for staff in lines),
        lines[0][0][0],
        max(ends),
        baseline,
        notes,
    )


def lines_of(staff: Element) -> list[list[float]]:
    """Return the ends of the lines of a staff: left, height, right, height."""
    return [numbers(path.get("d", "")) for path in staff.iterfind(f"{SVG}path")]


def place(note: Element) -> Place:
    """Find where a note is."""
    head = next(classed(note, "notehead"))
    x, y = numbers(needed(head, f"{SVG}use").get("transform", ""))[:2]
    return Place(note.get("id", ""), x + HEAD_MIDDLE, y)
