"""The two voices of a score that is written as text: what fills them, and how a text gives it back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from string import Template
from typing import Final, NamedTuple

from touhu_music.datafile import unprintable
from touhu_music.errors import RenderError
from touhu_music.language import (
    SYLLABLES,
    chinese,
    choices,
    number,
    source,
    struck_doubts,
    title,
    word,
    words,
)
from touhu_music.notation import Drum
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import PARTS, Slot, dyadic, slots, time_signature

SLOWEST: Final = 4
"""Quarters a minute: a MIDI file has 24 bits for the microseconds of one, and LilyPond whole numbers."""

ROW: Final = 12
"""A line of source text has no more notes and rests than this, where no barline ends it before."""


COUNT_IN: Final = -1  # the group of its beats


class Item(NamedTuple):
    """The time of a note or a silence in one voice, and what stands around it.

    `length` is in beats. `labels` stand above it, a time signature and 半 before it, a barline
    (`double`, `dashed`, `final`) after it. Neighbours of one length and one `group`
    share a tuplet.
    """

    length: Fraction
    group: int = 0
    stroke: bool = False
    accent: bool = False
    doubtful: bool = False
    labels: tuple[str, ...] = ()
    half: bool = False
    time: str = ""
    line: str = ""


def voice(drum: Drum, performance: Performance, options: Options) -> list[Item]:
    """Fill the voice of one drum, one item a stroke of either drum; the upper voice has what is for both.

    Raises RenderError if there are too many notes, or if a gap or an editorial bar cannot be written.
    """
    items = count_in(drum, performance.plan.count_in, options)
    for place, slot in enumerate(slots(performance, options)):
        time = "" if place else signature(performance.period, options)
        items.append(item(slot, drum, performance, options)._replace(time=time))
    return items


def count_in(drum: Drum, beats: int, options: Options) -> list[Item]:
    """Return the silent beats before the first stroke."""
    if not beats:
        return []
    items = [Item(Fraction(1), COUNT_IN)] * beats
    label = words("count-in", options.language).format(beats)
    items[0] = items[0]._replace(labels=upper(drum, label), time=signature(Fraction(beats), options))
    items[-1] = items[-1]._replace(line="dashed")
    return items


def signature(beats: Fraction, options: Options) -> str:
    """Return the time signature of an editorial bar; none where bars are not asked for."""
    return time_signature(beats, options.stroke) if options.editorial_bars else ""


def upper(drum: Drum, *labels: str) -> tuple[str, ...]:
    """Return labels if the voice is the upper one."""
    return labels if drum is PARTS[0] else ()


def item(slot: Slot, drum: Drum, performance: Performance, options: Options) -> Item:
    """Write a slot as the voice of one drum has it."""
    stroke = slot.stroke
    if stroke is None:
        return Item(slot.length, slot.group, line=slot.line)
    sounding = stroke.drum is drum
    return Item(
        slot.length,
        slot.group,
        sounding,
        sounding and stroke.accent,
        sounding and performance.doubtful(stroke),
        upper(drum, *labels(stroke.cycle, stroke.number, performance, options)),
        drum is PARTS[0] and performance.half == performance.pattern[stroke.number - 1].onset,
        line=slot.line,
    )


def labels(cycle: int, number: int, performance: Performance, options: Options) -> Iterator[str]:
    """Yield what stands above a stroke for both drums."""
    if number == 1 and cycle == 1 and options.editorial_bars:
        yield words("editorial-bars", options.language)
    if number == 1 and performance.plan.cycles > 1:
        yield words("cycle", options.language).format(cycle)


def lines(items: list[Item]) -> Iterator[list[Item]]:
    """Divide a voice into lines of source text: up to a barline of the strokes, or full, and in no tuplet."""
    line = list[Item]()
    for item, following in zip(items, [*items[1:], None], strict=True):
        line.append(item)
        inside = following and not dyadic(item.length) and following[:2] == item[:2]
        ends = item.line and item.group != COUNT_IN
        if ends or following is None or (len(line) >= ROW and not inside):
            yield line
            line = []


def quarters(performance: Performance, options: Options) -> Fraction:
    """Return the quarters in a minute; raises RenderError if they are too slow for a MIDI file."""
    found = performance.plan.beats_per_minute * options.stroke * 4
    if found < SLOWEST:
        raise RenderError(
            f"readers cannot play {number(performance.plan.beats_per_minute)} beats a minute"
            f" of 1/{options.stroke.denominator} notes"
        )
    return found


def name(drum: Drum, options: Options) -> str:
    """Return the name of a drum at the left of its voice, in Chinese and in Latin letters."""
    return f"{word(drum.word, chinese(options.language))} {drum.word}"


def headings(performance: Performance, options: Options) -> tuple[str, str]:
    """Return the title in Chinese, and in the other language or empty."""
    first, _, second = title(performance, options.language).partition(" · ")
    return first, second


def remarks(performance: Performance, options: Options) -> list[str]:
    """Return the source, what is text, what is choice, and what is doubtful, a line each."""
    language = options.language
    lines = [source(performance, language), words("text", language), choices(performance.plan, language)]
    return [*lines, *struck_doubts(performance, language)]


def legible(line: str) -> str:
    """Return a line of text; raises RenderError for a character that cannot be printed."""
    for character in line:
        if unprintable(character):
            raise RenderError(f"U+{ord(character):04X} in {line!r} cannot be printed")
    return line


def fill(template: str, fields: Mapping[str, str]) -> bytes:
    """Write a text: a template with its `$fields` filled."""
    return Template(template).substitute(fields).encode()


def fields(template: str, data: bytes) -> dict[str, str]:
    """Return what fills the fields of a template; raises RenderError if anything else differs from it."""
    text = data.decode(errors="replace")
    start, *rest = re.split(r"\$(\w+)", template)
    if not (text.startswith(start) and text.endswith(rest[-1])):
        raise RenderError("the text does not begin and end as it should")
    position, end, found = len(start), len(text) - len(rest[-1]), dict[str, str]()
    for name, fixed in zip(rest[:-2:2], rest[1:-2:2], strict=True):
        field, fixed_found, _ = text[position:end].partition(fixed)
        if not fixed_found:
            raise RenderError(f"the text does not have {fixed.strip()[:40]!r} at its place")
        found[name] = field
        position += len(field) + len(fixed)
    return found | {rest[-2]: text[position:end]}


def same(what: str, found: object, expected: object) -> None:
    """Raise RenderError unless the text has what the performance has."""
    if found != expected:
        raise RenderError(f"the text does not give back {what}")


def compare(
    drum: Drum, items: list[Item], syllables: list[str], performance: Performance, options: Options
) -> None:
    """Raise RenderError unless a voice that was read has the strokes, 半, the length and the rest."""
    plan = performance.plan
    onsets = list(accumulate((item.length for item in items), initial=Fraction(-plan.count_in)))
    heard = [
        (onset, item.accent, item.doubtful) for onset, item in zip(onsets, items, strict=False) if item.stroke
    ]
    expected = [
        (stroke.onset, stroke.accent, performance.doubtful(stroke))
        for stroke in performance.strokes
        if stroke.drum is drum
    ]
    same(f"the strokes of {drum.word}", heard, expected)
    same(f"the syllables of {drum.word}", syllables, [SYLLABLES[options.syllables][drum]] * len(expected))
    same(f"the length of {drum.word}", onsets[-1], performance.length)
    if drum is PARTS[0] and performance.half is not None:
        halves = [onset for onset, item in zip(onsets, items, strict=False) if item.half]
        same("半", halves, [performance.half + cycle * performance.period for cycle in range(plan.cycles)])
    written = [item._replace(group=0) for item in voice(drum, performance, options)]
    same(f"what stands around the strokes of {drum.word}", items, written)
