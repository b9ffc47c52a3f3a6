"""What fills the measures: parts, slots and note values, before anything is written.

The text has no metre and no rests: a section is one measure without a time signature or a number,
and rests fill a drum's part while the other sounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from touhu_music.errors import RenderError
from touhu_music.language import number, words
from touhu_music.notation import Drum
from touhu_music.performance import Performance, Stroke
from touhu_music.render import Options

DRUM_CHANNEL: Final = 9  # from 0; MusicXML counts channels and keys from 1
PARTS: Final = (Drum.GU, Drum.PI)  # from the top
MOST_NOTES: Final = 10_000
"""A part of more notes and rests is refused: music21 needs seconds for these already."""

NOTE_TYPES: Final = {
    Fraction(1, 2**power): name
    for power, name in enumerate(
        ("whole", "half", "quarter", "eighth", "16th", "32nd", "64th", "128th", "256th", "512th", "1024th")
    )
}
"""The note values as parts of a whole note, by the names of MusicXML."""


class Slot(NamedTuple):
    """The time of one note or rest; the stroke that sounds then, if one does.

    `length` is in beats. Neighbours of one length and one `group` share a tuplet. `line` is the
    barline that should stand after it.
    """

    length: Fraction
    group: int
    stroke: Stroke | None = None
    line: str = ""


class NoteValue(NamedTuple):
    """A note value; where it is of a tuplet, `actual` of them stand in the time of `normal`."""

    name: str
    actual: int
    normal: int


class Bar(NamedTuple):
    """A measure: its slots, and the line that closes it.

    `count_in` is what stands above a count-in, whose rests are printed.
    """

    slots: tuple[Slot, ...]
    line: str
    count_in: str = ""

    @property
    def beats(self) -> Fraction:
        """The length of the measure."""
        return sum((slot.length for slot in self.slots), Fraction(0))

    @property
    def runs(self) -> Iterator[list[Slot]]:
        """The slots in runs of neighbours that share a tuplet, where they are of one."""
        for _, run in groupby(self.slots, lambda slot: (slot.length, slot.group)):
            yield list(run)


def bars(performance: Performance, options: Options) -> list[Bar]:
    """Divide a performance into measures: the count-in, then one a section, or one a cycle if editorial.

    What would end between two note values, as sections do under on-gu, shares a measure with what
    follows: MuseScore rounds the length of such a measure. Raises RenderError if the gap has no
    note value, or if there are too many notes.
    """
    found, filling = list[Bar](), list[Slot]()
    if count := performance.plan.count_in:
        label = words("count-in", options.language).format(count)
        found.append(Bar((Slot(Fraction(1), 0),) * count, "regular", label))
    for slot in slots(performance, options):
        filling.append(slot)
        if slot.line:
            ending = Bar(tuple(filling), slot.line)
            if slot.line == "final" or dyadic(ending.beats):
                found.append(ending)
                filling = []
    return found


def slots(performance: Performance, options: Options) -> Iterator[Slot]:
    """Fill all cycles, one slot a stroke, then the gap.

    Raises RenderError if the gap has no note value, or if there are too many slots.
    """
    cycles, pattern, half = performance.plan.cycles, performance.pattern, performance.half
    gap = list(rests(performance.plan.gap, options.stroke))
    if (len(pattern) + len(gap)) * cycles > MOST_NOTES:
        raise RenderError(
            f"{cycles} cycles of {len(pattern) + len(gap)} notes and rests are more than the {MOST_NOTES}"
            " that a score is written for; use fewer cycles"
        )
    ends = [*(stroke.onset for stroke in pattern[1:]), performance.cycle_beats]
    filled, group = list[Slot](), 0
    for stroke, end in zip(pattern, ends, strict=True):
        group += stroke.drum is Drum.GU
        line = "double" if end == half and not options.editorial_bars else ""
        filled.append(Slot(end - stroke.onset, group, stroke, line))
    filled += [Slot(length, group + 1) for length in gap]
    for cycle in range(1, cycles + 1):
        *others, last = (in_cycle(slot, cycle) for slot in filled)
        yield from others
        yield last._replace(line="final" if cycle == cycles else "dashed")


def in_cycle(slot: Slot, cycle: int) -> Slot:
    """Return the slot of the first cycle as it is in another."""
    return slot._replace(stroke=slot.stroke._replace(cycle=cycle)) if slot.stroke else slot


def rests(length: Fraction, stroke: Fraction) -> Iterator[Fraction]:
    """Divide a silence into lengths that have a note value; raises RenderError if none has."""
    beats, part = divmod(length, 1)
    while beats:
        longest = min(int(1 / stroke), 2 ** (beats.bit_length() - 1))
        yield Fraction(longest)
        beats -= longest
    if part:
        piece = Fraction(1, part.denominator)
        note_value(piece, stroke)  # none: the fraction would divide into no end of pieces
        yield from [piece] * part.numerator


def note_value(length: Fraction, stroke: Fraction) -> NoteValue:
    """Return a length in beats as a note value, of a tuplet (such as 3 in the time of 2) if need be.

    Raises RenderError if it has none.
    """
    actual = length.denominator
    normal = 2 ** (actual.bit_length() - 1)
    name = NOTE_TYPES.get(stroke * length.numerator / normal)
    if name is None:
        raise RenderError(
            f"no note is {number(length)} beats long where a beat is {number(stroke)} of a whole note;"
            " choose another timing, gap or stroke"
        )
    return NoteValue(name, actual, normal)


def dyadic(length: Fraction) -> bool:
    """Tell whether a length is a sum of halves, quarters, eighths and so on."""
    return length.denominator.bit_count() == 1


def time_signature(beats: Fraction, stroke: Fraction) -> str:
    """Return the time signature of a measure of that many beats; raises RenderError if it has none."""
    length = beats * stroke
    lower = max(length.denominator, stroke.denominator)
    if not dyadic(length) or lower > 128:
        raise RenderError(f"a bar of {number(beats)} beats has no time signature; choose another gap")
    return f"{length * lower}/{lower}"
