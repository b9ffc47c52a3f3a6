"""How a cycle is broken into systems, and how wide a beat is.

All systems of a page have one width of a beat, so that strokes stand below each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import SYLLABLES, Syllables, number
from touhu_music.performance import Performance, Timing
from touhu_music.render import Options
from touhu_music.render.measures import Bar, Slot, slots
from touhu_music.render.mei import one_cycle

MOST_STROKES: Final = 400
MOST_SYSTEMS: Final = 40
"""More strokes or systems are refused: they fit no page."""

MILLIMETRES: Final = 0.0194  # of a unit of verovio; a head is 4.2 mm wide
WHOLE_NOTE: Final = 102_400  # units that verovio gives a whole note where spacingLinear is 1
ROOM: Final = 142.0  # millimetres for the beats of a system
BARLINE: Final = 6.0  # millimetres that a barline takes
NARROWEST, READABLE, WIDEST = 6.5, 8.6, 11.0  # millimetres between the two closest strokes
SYLLABLE: Final = {Syllables.HANZI: 4.0, Syllables.PINYIN: 2.8, Syllables.HANGUL: 4.0, Syllables.ROMAJA: 2.8}


Row = tuple[Slot, ...]


class Systems(NamedTuple):
    """The measures of each system, and the width of a beat in millimetres."""

    rows: tuple[tuple[Bar, ...], ...]
    beat: float


def arrange(performance: Performance, options: Options, face: Font) -> Systems:
    """Break a cycle into systems: at 半 if there should be two, else evenly; the gap is not drawn.

    Raises RenderError for what no page can hold.
    """
    if len(performance.pattern) > MOST_STROKES:
        raise RenderError(f"a score holds at most {MOST_STROKES} strokes, not {len(performance.pattern)}")
    once = one_cycle(performance)
    filled = tuple(slots(once._replace(plan=replace(once.plan, gap=Fraction(0))), options))
    shortest = min(slot.length for slot in filled)
    narrow = narrowest(performance, options, face)
    readable = max(narrow, READABLE) if performance.plan.timing is Timing.EVEN else narrow
    rows = broken(filled, performance, ROOM / narrow, ROOM / readable)
    beat = min(
        WIDEST / float(shortest), *((ROOM - BARLINE * lines_in(row)) / float(length(row)) for row in rows)
    )
    if performance.plan.timing is not Timing.EVEN:
        beat = min(beat, widest_beat(options.stroke))
        if beat < narrow - BARLINE:
            raise RenderError(
                f"the strokes lie too close where a beat is {number(options.stroke)} of a whole note"
            )
    return Systems(tuple(tuple(bars(row)) for row in rows), beat)


def lines_in(row: Row) -> int:
    """Count the barlines within a row."""
    return sum(slot.line != "" for slot in row[:-1])


def widest_beat(stroke: Fraction) -> float:
    """Return how wide verovio can set a beat of that note value, in millimetres."""
    return WHOLE_NOTE * float(stroke) * MILLIMETRES


def narrowest(performance: Performance, options: Options, face: Font) -> float:
    """Return how wide a beat must be for heads, and the syllables of each drum, to stay apart."""
    strokes, size = performance.pattern, SYLLABLE[options.syllables]
    needed = [NARROWEST / float(after.onset - before.onset) for before, after in pairwise(strokes)]
    for drum, syllable in SYLLABLES[options.syllables].items():
        own = [stroke.onset for stroke in strokes if stroke.drum is drum]
        room = face.width(syllable, size) + 0.9
        needed += [room / float(after - before) for before, after in pairwise(own)]
    return max(needed, default=NARROWEST)


def broken(filled: Row, performance: Performance, most: float, readable: float) -> list[Row]:
    """Break slots into rows of at most so many beats, and more than is readable only if 半 asks for it."""
    if length(filled) <= readable:
        return [filled]
    if performance.half is not None:
        place = next(at for at, slot in enumerate(filled) if slot.line != "") + 1
        sides = [filled[:place], filled[place:]]
        if all(length(side) <= most for side in sides):
            return sides
    return equal_rows(filled, readable)


def equal_rows(filled: Row, most: float) -> list[Row]:
    """Break slots into the fewest rows that are about equal and hold at most so many beats.

    A row begins with a beat where it can. Raises RenderError where there would be too many.
    """
    anywhere = range(1, len(filled))
    on_beats = [place for place in anywhere if opens_beat(filled[place - 1], filled[place])]
    for places in (on_beats, anywhere):
        for parts in range(1, min(MOST_SYSTEMS, len(places) + 1) + 1):
            rows = parted(filled, parts, places)
            if all(length(row) <= most for row in rows):
                return rows
    raise RenderError("the strokes lie too unevenly for a score")


def opens_beat(before: Slot, slot: Slot) -> bool:
    """Tell whether a slot does not share its beat with the one before it."""
    return slot.length == 1 or slot.group != before.group


def parted(filled: Row, parts: int, places: Sequence[int]) -> list[Row]:
    """Break slots at those of the places that lie nearest to equal shares of time."""
    onsets = [Fraction(0)]
    for slot in filled:
        onsets.append(onsets[-1] + slot.length)
    shares = [onsets[-1] * part / parts for part in range(1, parts)]
    chosen = {min(places, key=lambda place: abs(onsets[place] - share)) for share in shares}
    return [filled[start:end] for start, end in pairwise([0, *sorted(chosen), len(filled)])]


def length(row: Row) -> Fraction:
    """Return the length of a row in beats."""
    return sum((slot.length for slot in row), Fraction(0))


def bars(row: Row) -> Iterator[Bar]:
    """Divide a row into measures; where it ends within a section, no line is drawn."""
    filling = list[Slot]()
    for place, slot in enumerate(row, 1):
        filling.append(slot)
        if slot.line or place == len(row):
            yield Bar(tuple(filling), slot.line or "invisible")
            filling = []
