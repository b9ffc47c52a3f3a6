"""The music of an MEI file: two staves, and a measure for each bar that it is given."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from touhu_music.language import SYLLABLES, chinese, number, word, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance, Stroke, Timing
from touhu_music.render import Options
from touhu_music.render.measures import (
    DRUM_CHANNEL,
    NOTE_TYPES,
    PARTS,
    Bar,
    Slot,
    note_value,
    time_signature,
)

CHECKED_HEADS: Final = frozenset({"U+E0A2", "U+E0A3", "U+E0B8", "U+E0B9"})
"""SMuFL codes of heads that verovio has; it crashes on others."""

HEADS: Final = {Drum.GU: "U+E0B8", Drum.PI: "U+E0A3"}  # a white square, a white round one
DURATIONS: Final = {name: str(value.denominator) for value, name in NOTE_TYPES.items()}
LINES: Final = {"double": "dbl", "final": "end", "invisible": "invis"}


def music(bars: list[Bar], performance: Performance, options: Options) -> Element:
    """Write the body: how the staves are, then the measures."""
    body = Element("body")
    score = SubElement(SubElement(body, "mdiv"), "score")
    score.append(definition(bars, performance, options))
    section = SubElement(score, "section")
    for place, bar in enumerate(bars):
        section.append(measure(bar, performance, options))
        if place == 0:
            section[0].extend(opening(performance, options))
    return body


def definition(bars: list[Bar], performance: Performance, options: Options) -> Element:
    """Say what the staves are called, how they sound, and how fast; a metre only where it is asked for."""
    plan = performance.plan
    look = {"midi.bpm": decimal(plan.beats_per_minute * options.stroke * 4), "mnum.visible": "false"}
    if options.editorial_bars:
        beats = sum((bar.beats for bar in bars), Fraction(0))
        count, _, unit = time_signature(beats, options.stroke).partition("/")
        look |= {"meter.count": count, "meter.unit": unit}
    defined = Element("scoreDef", look)
    group = SubElement(defined, "staffGrp", {"symbol": "bracket", "bar.thru": "true"})
    for place, drum in enumerate(PARTS, 1):
        staff = SubElement(group, "staffDef", {"n": str(place), "lines": "1", "clef.shape": "perc"})
        SubElement(staff, "label").text = words(drum.word, options.language)
        SubElement(staff, "labelAbbr").text = word(drum.word, chinese(options.language))
        SubElement(staff, "instrDef", {"midi.channel": str(DRUM_CHANNEL)})
    return defined


def decimal(value: Fraction) -> str:
    """Print a number to six places at most."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def opening(performance: Performance, options: Options) -> Iterator[Element]:
    """Yield what stands above the first stroke: the tempo, and a word about bars that the text has not."""
    plan, first = performance.plan, performance.pattern[0]
    text = words("tempo", options.language).replace("{0}", number(plan.beats_per_minute))
    mark = direction(first, text, {"staff": "1"})
    mark.tag = "tempo"
    mark.attrib |= {"mm": decimal(plan.beats_per_minute), "mm.unit": str(options.stroke.denominator)}
    yield mark
    if options.editorial_bars:
        yield direction(first, words("editorial-bars", options.language), {"type": "editorial", "staff": "1"})


def measure(bar: Bar, performance: Performance, options: Options) -> Element:
    """Write a measure of both staves, and what stands above them."""
    look = {} if options.editorial_bars else {"metcon": "false"}
    written = Element("measure", look | {"right": LINES[bar.line]})
    for place, drum in enumerate(PARTS, 1):
        staff = SubElement(written, "staff", {"n": str(place)})
        layer = SubElement(staff, "layer", {"n": "1"})
        for run in bar.runs:
            layer.extend(notes(run, drum, performance, options))
    written.extend(signs(bar, performance))
    return written


def notes(run: list[Slot], drum: Drum, performance: Performance, options: Options) -> Iterator[Element]:
    """Yield the notes and spaces of a staff for neighbours of one length, in a tuplet if they are of one."""
    value = note_value(run[0].length, options.stroke)
    duration = DURATIONS[value.name]
    written = [event(slot, duration, drum, performance, options) for slot in run]
    sounding = sum(element.tag != "space" for element in written)
    if sounding > 1 and int(duration) > 4 and performance.plan.timing is not Timing.EVEN:
        written = beamed(written)
    if value.actual == value.normal:
        yield from written
        return
    look = {"num": str(value.actual), "numbase": str(value.normal)}
    if sounding < 2:
        look["bracket.visible"] = "false"
    if sounding < 1:
        look["num.visible"] = "false"
    tuplet = Element("tuplet", look)
    tuplet.extend(written)
    yield tuplet


def beamed(written: list[Element]) -> list[Element]:
    """Join the notes of a drum within a beat by a beam: the other drum is silent between them."""
    spaces = [element for element in written if element.tag == "space"]
    beam = Element("beam")
    beam.extend(element for element in written if element.tag != "space")
    return [*spaces, beam]  # a □ opens the beat, and the ○ follow


def event(slot: Slot, duration: str, drum: Drum, performance: Performance, options: Options) -> Element:
    """Return the note of a stroke, or the space where this drum is silent."""
    stroke = slot.stroke
    if stroke is None or stroke.drum is not drum:
        return Element("space", {"dur": duration})
    written = note(stroke, duration, performance, options)
    if not performance.doubtful(stroke):
        return written
    unclear = Element("unclear", {"cert": "low"})
    unclear.append(written)
    return unclear


def note(stroke: Stroke, duration: str, performance: Performance, options: Options) -> Element:
    """Return a stroke as a note on the line, with its key, its accent and its syllable."""
    look = {
        "xml:id": stroke.id,
        "dur": duration,
        "loc": "0",
        "pnum": str(performance.plan.sounds.key(stroke.drum)),
        "head.shape": HEADS[stroke.drum],
        "stem.dir": "up",
    }
    if performance.plan.timing is Timing.EVEN:
        look["stem.visible"] = "false"  # the text has no durations
    written = Element("note", look)
    if stroke.accent:
        SubElement(written, "artic", {"artic": "acc", "place": "above"})
    verse = SubElement(written, "verse", {"n": "1"})
    SubElement(verse, "syl").text = SYLLABLES[options.syllables][stroke.drum]
    return written


def signs(bar: Bar, performance: Performance) -> Iterator[Element]:
    """Yield 半 where it stands, and a question mark above each doubtful stroke."""
    half = performance.half
    for stroke in (slot.stroke for slot in bar.slots if slot.stroke):
        if stroke.onset == half:
            yield direction(stroke, HALF, {"xml:id": "half", "type": "half", "staff": "1"})
        if performance.doubtful(stroke):
            yield direction(stroke, "?", {"type": "doubtful"})


def direction(stroke: Stroke, text: str, look: dict[str, str]) -> Element:
    """Return a text above a stroke."""
    written = Element("dir", look | {"place": "above", "startid": f"#{stroke.id}"})
    written.text = text
    return written
