"""An MEI file read back, by its elements and as verovio plays it, compared with the performance."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import DRUM_CHANNEL, PARTS
from touhu_music.render.mei.engraver import load

MEI: Final = "{http://www.music-encoding.org/ns/mei}"
ID: Final = "{http://www.w3.org/XML/1998/namespace}id"
TICKS_PER_QUARTER: Final = 120  # of verovio
ROUNDING: Final = 2  # ticks: verovio cuts what is no whole tick, once a measure and once a note


class Heard(NamedTuple):
    """A stroke as the file has it; the onset is in beats."""

    id: str
    onset: Fraction
    staff: int
    key: int
    syllable: str | None
    accent: bool
    doubtful: bool


def compare(root: Element, performance: Performance, options: Options) -> None:
    """Raise RenderError unless the elements of a file are those of the performance."""
    try:
        heard = sorted(listen(root, options.stroke), key=lambda stroke: stroke.onset)
    except (KeyError, ValueError, ZeroDivisionError) as error:
        raise RenderError(f"mei: {error!r}") from error
    for found, wanted in zip_longest(heard, expected(performance, options)):
        same(f"stroke {(wanted or found).id}", found, wanted)
    halves = [each.get("startid", "") for each in root.iter(f"{MEI}dir") if each.get(ID) == "half"]
    half = performance.half
    wanted = [f"#{stroke.id}" for stroke in performance.pattern if stroke.onset == half]
    same("半", halves, wanted)


def expected(performance: Performance, options: Options) -> list[Heard]:
    """Return the strokes as a file should have them."""
    return [
        Heard(
            stroke.id,
            stroke.onset,
            PARTS.index(stroke.drum) + 1,
            performance.plan.sounds.key(stroke.drum),
            SYLLABLES[options.syllables][stroke.drum],
            stroke.accent,
            performance.doubtful(stroke),
        )
        for stroke in performance.pattern
    ]


def listen(root: Element, beat: Fraction) -> Iterator[Heard]:
    """Yield the strokes of a file, staff by staff in each measure."""
    start = Fraction(0)
    for measure in root.iter(f"{MEI}measure"):
        ends = set()
        for staff in measure.findall(f"{MEI}staff"):
            now = start
            for element, length, doubtful in events(staff, Fraction(1), False):
                if element.tag == f"{MEI}note":
                    yield Heard(
                        element.attrib[ID],
                        now / beat,
                        int(staff.attrib["n"]),
                        int(element.attrib["pnum"]),
                        element.findtext(f"{MEI}verse/{MEI}syl"),
                        element.find(f"{MEI}artic") is not None,
                        doubtful,
                    )
                now += length
            ends.add(now)
        if len(ends) != 1:
            raise ValueError("the staves of a measure are not equally long")
        start = ends.pop()


def events(parent: Element, factor: Fraction, doubtful: bool) -> Iterator[tuple[Element, Fraction, bool]]:
    """Yield the notes and spaces of a staff with their lengths as parts of a whole note."""
    for element in parent:
        if element.tag in (f"{MEI}note", f"{MEI}space"):
            yield element, factor / int(element.attrib["dur"]), doubtful
        elif element.tag == f"{MEI}tuplet":
            ratio = Fraction(int(element.attrib["numbase"]), int(element.attrib["num"]))
            yield from events(element, factor * ratio, doubtful)
        elif element.tag in (f"{MEI}layer", f"{MEI}beam", f"{MEI}unclear"):
            yield from events(element, factor, doubtful or element.tag == f"{MEI}unclear")


def hear(data: bytes, performance: Performance, options: Options, **choices: object) -> None:
    """Raise RenderError unless verovio plays the strokes on the drum channel, in order, on time.

    `choices` are options of verovio, such as which readings it takes.
    """
    heard = sorted(played(load(data.decode(), breaks="none", **choices).renderToMIDI()))
    ticks = options.stroke * 4 * TICKS_PER_QUARTER  # in a beat
    wanted = [
        (stroke.onset * ticks, DRUM_CHANNEL, performance.plan.sounds.key(stroke.drum))
        for stroke in performance.pattern
    ]
    same("number of strokes in verovio", len(heard), len(wanted))
    for place, (found, exact) in enumerate(zip(heard, wanted, strict=True), 1):
        same(f"stroke {place} in verovio", found[1:], exact[1:])
        if abs(found[0] - exact[0]) > ROUNDING:
            raise RenderError(f"mei: stroke {place} in verovio is at tick {found[0]}, not {exact[0]}")


def played(midi: str) -> Iterator[tuple[int, int, int]]:
    """Yield the tick, channel and key of each note of a MIDI file."""
    import mido

    file = mido.MidiFile(file=io.BytesIO(base64.b64decode(midi)))
    same("ticks in verovio", file.ticks_per_beat, TICKS_PER_QUARTER)
    for track in file.tracks:
        now = 0
        for message in track:
            now += message.time
            if message.type == "note_on" and message.velocity:
                yield now, message.channel, message.note


def same(what: str, found: object, wanted: object) -> None:
    """Raise RenderError unless the file has what the performance has."""
    if found != wanted:
        raise RenderError(f"mei: {what} is {found}, not {wanted}")
