"""A MusicXML file as a reader hears it, compared with the performance; without music21."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from math import isclose
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES
from touhu_music.notation import HALF
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import DRUM_CHANNEL, PARTS

STEPS: Final = {"note": 1, "forward": 1, "backup": -1}  # which way an element moves in time


class Heard(NamedTuple):
    """A stroke as a reader of the file hears it; the onset is in beats from the start of the file."""

    onset: Fraction
    channel: int
    key: int
    syllable: str | None
    accent: bool


def compare(root: Element, performance: Performance, options: Options) -> None:
    """Raise RenderError unless a file is the performance, ValueError if a number in it is none."""
    plan, quarters = performance.plan, options.stroke * 4  # in a beat
    parts = root.findall("part")
    same("parts", [part.get("id") for part in parts], [drum.word for drum in PARTS])
    for drum, part in zip(PARTS, parts, strict=True):
        heard, halves, end = listen(part, instruments(root), quarters)
        expected = [
            Heard(
                plan.count_in + stroke.onset,
                DRUM_CHANNEL,
                plan.sounds.key(drum),
                SYLLABLES[options.syllables][drum],
                stroke.accent,
            )
            for stroke in performance.strokes
            if stroke.drum is drum
        ]
        for place, (found, wanted) in enumerate(zip_longest(heard, expected), 1):
            same(f"stroke {place} of {drum.word}", found, wanted)
        same(f"length of {drum.word}", end, plan.count_in + performance.length)
        if drum is PARTS[0]:
            same("onsets of 半", halves, list(half_onsets(performance)))
    tempo = float(needed(root, ".//sound").get("tempo", ""))
    if not isclose(tempo, plan.beats_per_minute * quarters):
        raise RenderError(f"musicxml: tempo is {tempo} quarters a minute, not {plan.beats_per_minute} beats")


def instruments(root: Element) -> dict[str | None, tuple[int, int]]:
    """Return the channel and the key of each instrument, both from 0."""
    return {
        each.get("id"): (
            int(each.findtext("midi-channel", "")) - 1,
            int(each.findtext("midi-unpitched", "")) - 1,
        )
        for each in root.iter("midi-instrument")
    }


def listen(
    part: Element, kit: dict[str | None, tuple[int, int]], quarters: Fraction
) -> tuple[list[Heard], list[Fraction], Fraction]:
    """Return the strokes of a part, the onsets of 半, and the end, in beats of so many quarters."""
    beat = int(needed(part, "measure/attributes/divisions").text or "") * quarters
    heard, halves, now = [], [], Fraction(0)
    for element in part.iterfind("measure/*"):
        if element.tag == "direction" and element.findtext("direction-type/words") == HALF:
            halves.append(now)
        if element.tag == "note" and element.find("rest") is None:
            instrument = needed(element, "instrument").get("id")
            if instrument not in kit:
                raise RenderError(f"musicxml: no instrument {instrument}")
            accent = element.find("notations/articulations/accent") is not None
            heard.append(Heard(now, *kit[instrument], element.findtext("lyric/text"), accent))
        if element.tag in STEPS:
            now += STEPS[element.tag] * int(element.findtext("duration", "")) / beat
    return heard, halves, now


def half_onsets(performance: Performance) -> Iterator[Fraction]:
    """Yield the onset of 半 in each cycle, in beats from the start of the file."""
    if performance.half is not None:
        for cycle in range(performance.plan.cycles):
            yield performance.plan.count_in + performance.half + cycle * performance.period


def same(what: str, found: object, expected: object) -> None:
    """Raise RenderError unless the file has what the performance has."""
    if found != expected:
        raise RenderError(f"musicxml: {what} is {found}, not {expected}")


def needed(element: Element, path: str) -> Element:
    """Return an element of the file; raises RenderError if it is missing."""
    found = element.find(path)
    if found is None:
        raise RenderError(f"musicxml: no {path} in {element.tag}")
    return found
