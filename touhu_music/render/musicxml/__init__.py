"""MusicXML by music21: two one-line percussion parts, 鼓 above 鼙, both on the drum channel.

Importing this package also teaches `music21.converter.parse` the format `touhu`: one row as it is
printed.
"""
# mypy: disable-error-code="no-untyped-call"
# (half of music21 has no type information)

from __future__ import annotations

from fractions import Fraction
from math import lcm
from xml.etree.ElementTree import Element, ParseError, fromstring

from music21.converter import registerSubConverter
from music21.musicxml.m21ToXml import ScoreExporter

from touhu_music.errors import RenderError
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import bars
from touhu_music.render.musicxml.converter import TouhuConverter
from touhu_music.render.musicxml.hearing import compare, needed
from touhu_music.render.musicxml.score import engrave, to_score

__all__ = ["check", "render", "to_score"]

registerSubConverter(TouhuConverter)


def render(performance: Performance, options: Options) -> bytes:
    """Write a MusicXML 4.0 file.

    Raises RenderError if a length has no note value, if there are too many notes, or if a text
    cannot be printed.
    """
    measures = bars(performance, options)
    exporter = ScoreExporter(engrave(measures, performance, options), makeNotation=False)
    root = exporter.parse()
    encoding = needed(root, "identification/encoding")
    encoding.remove(needed(encoding, "encoding-date"))  # the same input gives the same bytes
    write_lengths(root, [slot.length * options.stroke * 4 for each in measures for slot in each.slots])
    return bytes(exporter.asBytes())


def write_lengths(root: Element, quarters: list[Fraction]) -> None:
    """Write the lengths of notes and rests exactly: music21 rounds an eleventh of a quarter."""
    divisions = lcm(*(length.denominator for length in quarters))
    for part in root.iter("part"):
        needed(part, "measure/attributes/divisions").text = str(divisions)
        for written, length in zip(part.iter("note"), quarters, strict=True):
            needed(written, "duration").text = str(length * divisions)


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read a file back without music21; raises RenderError if it is not the performance.

    Compared are the strokes of each part, the lengths, the tempo, and where 半 stands.
    """
    try:
        compare(fromstring(data), performance, options)
    except (ParseError, ValueError) as error:
        raise RenderError(f"musicxml: {error}") from error
