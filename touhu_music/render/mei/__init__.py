"""MEI 5.0 of one cycle: two one-line percussion staves, 鼓 above 鼙, unmetered, one measure a section.

The header says what is text and what is our choice, each choice with its reason. It is the source
of the engraved scores.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, indent, tostring

from touhu_music.errors import RenderError
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import Bar, Slot, slots
from touhu_music.render.mei.header import header, legible
from touhu_music.render.mei.hearing import compare, hear
from touhu_music.render.mei.music import music

NAMESPACE: Final = "http://www.music-encoding.org/ns/mei"
DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>'


def render(performance: Performance, options: Options) -> bytes:
    """Write one cycle as an MEI file.

    Raises RenderError if a length has no note value, if there are too many notes, or if a text
    cannot be printed.
    """
    root = encode(sections(one_cycle(performance), options), performance, options)
    indent(root, " ")
    return f"{DECLARATION}\n{tostring(root, encoding='unicode')}\n".encode()


def encode(bars: list[Bar], performance: Performance, options: Options) -> Element:
    """Write measures of a performance as MEI; raises RenderError for a text that cannot be printed."""
    root = Element("mei", {"xmlns": NAMESPACE, "meiversion": "5.0"})
    root.append(header(performance, options))
    SubElement(root, "music").append(music(bars, performance, options))
    legible("".join(root.itertext()))
    return root


def one_cycle(performance: Performance) -> Performance:
    """Return the first cycle with its gap: all cycles are equal, and the header says how many there are."""
    return performance._replace(plan=replace(performance.plan, cycles=1, count_in=0))


def sections(performance: Performance, options: Options) -> list[Bar]:
    """Divide a cycle at 半, wherever in a beat that is; an editorial bar holds both sides.

    Raises RenderError if the gap has no note value, or if there are too many notes.
    """
    found, filling = list[Bar](), list[Slot]()
    for slot in slots(performance, options):
        filling.append(slot)
        if slot.line:
            found.append(Bar(tuple(filling), slot.line))
            filling = []
    return found


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read a file back twice, by its elements and as verovio plays it.

    Raises RenderError unless its strokes have the ids, order, drums and onsets of the performance,
    and 半 its place.
    """
    try:
        root = fromstring(data)
    except ParseError as error:
        raise RenderError(f"mei: {error}") from error
    compare(root, performance, options)
    hear(data, performance, options)
