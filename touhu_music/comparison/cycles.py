"""Rows as rhythms that go round: intervals, evenness and the chronotonic distance.

The source has no duration and does not say that a row is played round. So all of this holds under a
timing that is named, and calls each pass through a row a cycle.

Source: Toussaint, The Geometry of Musical Rhythm, 2013; A comparison of rhythmic similarity
measures, 2004.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from math import pi, sin, tan
from typing import NamedTuple

from touhu_music import library
from touhu_music.comparison.pairs import Row
from touhu_music.notation import HALF, Drum, Use, parse
from touhu_music.performance import Performance, Timing, perform


class Cycle(NamedTuple):
    """Onsets in beats, rising, on a circle that is so many beats round."""

    onsets: tuple[Fraction, ...]
    beats: Fraction


def cycle(performance: Performance, drum: Drum | None = None) -> Cycle:
    """Return the onsets of a drum, or of both, in one cycle without the gap after it."""
    onsets = (stroke.onset for stroke in performance.pattern if drum is None or stroke.drum is drum)
    return Cycle(tuple(onsets), performance.period - performance.plan.gap)


def intervals(cycle: Cycle) -> tuple[Fraction, ...]:
    """Return the beats from each onset to the next, from the last one round to the first."""
    if not cycle.onsets:
        return ()
    return tuple(after - before for before, after in pairwise([*cycle.onsets, cycle.onsets[0] + cycle.beats]))


def interval_vector(cycle: Cycle) -> dict[Fraction, int]:
    """Count the beats between any two onsets, the shorter way round."""
    ways = (after - before for before, after in combinations(cycle.onsets, 2))
    return dict(sorted(Counter(min(way, cycle.beats - way) for way in ways).items()))


def evenness(cycle: Cycle) -> float | None:
    """Return the sum of the chords between all onsets on the circle, as a share of the greatest possible.

    1 where the onsets are spread evenly; None for fewer than two.

    Source: Block and Douthett, Vector products and intervallic weighting, 1994, in Toussaint.
    """
    number = len(cycle.onsets)
    if number < 2:
        return None
    chords = sum(
        sin(pi * float((after - before) / cycle.beats)) for before, after in combinations(cycle.onsets, 2)
    )
    return chords / (number / tan(pi / (2 * number)) / 2)


def chronotonic(first: Cycle, second: Cycle) -> Fraction | None:
    """Return the area between two curves that have at each moment the length of the interval that it lies in.

    None where the cycles differ in length or one has no onset.

    Source: Gustafson, The graphical representation of rhythm, 1988, in Toussaint.
    """
    if first.beats != second.beats or not first.onsets or not second.onsets:
        return None
    moments = sorted({Fraction(0), first.beats, *first.onsets, *second.onsets})
    return sum(
        (
            (after - before) * abs(interval_at(first, before) - interval_at(second, before))
            for before, after in pairwise(moments)
        ),
        Fraction(0),
    )


def interval_at(cycle: Cycle, moment: Fraction) -> Fraction:
    """Return the length of the interval in which a moment lies."""
    place = sum(onset <= moment for onset in cycle.onsets) - 1
    return intervals(cycle)[place]


def of_rows(rows: Iterable[Row], use: Use, timing: str) -> dict[str, tuple[Cycle, ...]]:
    """Return the cycles of rows under a timing: of ○, of □, and of both, under their marks.

    Raises PlanError where the timing knows none, as on-gu for a row without □.
    """
    plan = library.plan().but("asked for", timing=Timing(timing))
    performances = [perform(parse(f"{row.before_half}{HALF}{row.after_half}"), use, plan) for row in rows]
    return {
        str(drum or "".join(Drum)): tuple(cycle(performance, drum) for performance in performances)
        for drum in (*Drum, None)
    }
