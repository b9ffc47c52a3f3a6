"""What of a performance sounds at which moment: count-in, clicks, tempo ramp, strokes left out.

Practising is no part of the rite: 間若一 asks for cycles that are all alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from math import ceil
from typing import Final, NamedTuple

from touhu_music.errors import PlanError
from touhu_music.notation import Drum
from touhu_music.performance import Performance, Stroke, Timing, check_range, exact, perform


class Voice(StrEnum):
    """What sounds: a drum, or the click that counts."""

    PI = "pi"
    GU = "gu"
    CLICK = "click"

    @property
    def drum(self) -> Drum | None:
        """The drum, if it is one."""
        return None if self is Voice.CLICK else Drum[self.name]


class Ramp(NamedTuple):
    """Beats a minute of the first cycle, where the change ends, and what each cycle adds."""

    first: Fraction
    last: Fraction
    step: Fraction

    def tempo(self, cycle: int) -> Fraction:
        """Return the beats a minute of a cycle, counted from 1; beyond the end the last tempo stays."""
        if self.last >= self.first:
            return min(self.first + self.step * (cycle - 1), self.last)
        return max(self.first - self.step * (cycle - 1), self.last)

    @classmethod
    def parse(cls, text: str) -> Ramp:
        """Read a ramp written `60-120-5`; raises PlanError for anything else."""
        parts = text.split("-")
        if len(parts) != 3 or not all(parts):
            raise PlanError(f"ramp must be written FROM-TO-STEP, such as 60-120-5, not {text[:40]!r}")
        return cls(*(exact("ramp", part) for part in parts))


MOST_STEPS: Final = 500
"""Of a ramp: each tempo has a fraction of its own, and their sum must be held exactly."""


@dataclass(frozen=True, slots=True)
class Practice:
    """How a performance is practised; nothing of it changes the strokes, only what is heard of them.

    `ramp` takes the place of the plan's tempo. `muted` is a drum left out. `leave_strokes` and
    `leave_cycles` are the shares, from 0 to 1, of strokes and of whole cycles left out at random,
    drawn by `seed`. Under `respond` every second cycle is silent but for a soft click on each
    beat; under `click` the click sounds on each beat of all cycles. Raises PlanError for a value
    out of its range.
    """

    ramp: Ramp | None = None
    muted: Drum | None = None
    leave_strokes: Fraction = Fraction(0)
    leave_cycles: Fraction = Fraction(0)
    seed: int = 0
    respond: bool = False
    click: bool = False

    def __post_init__(self) -> None:
        if self.ramp:
            check_range("tempo", self.ramp.first, 1, 1000)
            check_range("tempo", self.ramp.last, 1, 1000)
            check_range("step of the ramp", self.ramp.step, 0, 1000)
            if not self.ramp.step and self.ramp.first != self.ramp.last:
                raise PlanError("step of the ramp must not be 0")
            if abs(self.ramp.last - self.ramp.first) > MOST_STEPS * self.ramp.step:
                raise PlanError(f"a ramp has at most {MOST_STEPS} steps")
        check_range("share of strokes left out", self.leave_strokes, 0, 1)
        check_range("share of cycles left out", self.leave_cycles, 0, 1)
        check_range("seed", self.seed, 0, 2**32)

    @property
    def changes(self) -> bool:
        """Tell whether anything else is heard than the performance; a seed alone changes nothing."""
        return replace(self, seed=0) != PLAIN

    @property
    def alike(self) -> bool:
        """Tell whether one cycle, or with `respond` each pair of cycles, sounds like the next."""
        return not self.ramp and not self.leave_strokes and not self.leave_cycles

    def tempo(self, performance: Performance, cycle: int) -> Fraction:
        """Return the beats a minute of a cycle, counted from 1."""
        return self.ramp.tempo(cycle) if self.ramp else performance.plan.beats_per_minute


PLAIN: Final = Practice()
"""No practice: the performance as it is."""


class Sounding(NamedTuple):
    """What sounds at one place of a cycle, in beats from its start; a click has no stroke.

    The stroke is that of the pattern, which is the first cycle.
    """

    beats: Fraction
    voice: Voice
    stroke: Stroke | None = None


class Moment(NamedTuple):
    """What sounds at one moment, in seconds from the first sound, the count-in included.

    `cycle` counts from 1; 0 is the count-in.
    """

    seconds: Fraction
    voice: Voice
    cycle: int
    stroke: Stroke | None = None


def sounding(performance: Performance, practice: Practice, cycle: int) -> tuple[Sounding, ...]:
    """Return what sounds in a cycle, in the order of sounding; a click stands before a stroke."""
    answers = practice.respond and cycle % 2 == 0
    silent = answers or left_out(practice.leave_cycles, practice.seed, cycle, 0)
    found = []
    if practice.click or answers:
        found += [Sounding(beat, Voice.CLICK) for beat in clicks(performance)]
    for stroke in () if silent else performance.pattern:
        left = left_out(practice.leave_strokes, practice.seed, cycle, stroke.number)
        if stroke.drum is not practice.muted and not left:
            found.append(Sounding(stroke.onset, Voice(stroke.drum.word), stroke))
    return tuple(sorted(found, key=lambda it: (it.beats, it.stroke is not None)))


def clicks(performance: Performance) -> list[Fraction]:
    """Return where a cycle has its beats: under on-gu each □ opens one."""
    opening = Fraction(0)
    if performance.plan.timing is Timing.ON_GU:
        opening = next(stroke.onset for stroke in performance.pattern if stroke.drum is Drum.GU) % 1
    return [opening + beat for beat in range(ceil(performance.period - opening))]


def left_out(share: Fraction, seed: int, cycle: int, number: int) -> bool:
    """Draw whether a stroke, or with number 0 a cycle, is left out; the same on every machine."""
    if not share:
        return False
    import hashlib

    digest = hashlib.sha256(f"{seed} {cycle} {number}".encode()).digest()
    return Fraction(int.from_bytes(digest[:8]), 2**64) < share


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A performance under a practice, in seconds."""

    performance: Performance
    practice: Practice = PLAIN

    def seconds_per_beat(self, cycle: int) -> Fraction:
        """Return the length of a beat in a cycle, counted from 1; the count-in has that of cycle 1."""
        return 60 / self.practice.tempo(self.performance, max(cycle, 1))

    @property
    def lead(self) -> Fraction:
        """Seconds of the count-in."""
        return self.performance.plan.count_in * self.seconds_per_beat(1)

    def starts(self) -> tuple[Fraction, ...]:
        """Return the second at which each cycle starts, and at the end that at which the last one ends."""
        cycles = range(1, self.performance.plan.cycles + 1)
        lengths = (self.performance.period * self.seconds_per_beat(cycle) for cycle in cycles)
        return tuple(accumulate(lengths, initial=self.lead))

    def moments(self) -> Iterator[Moment]:
        """Give what sounds, in the order of sounding: the count-in once, then the cycles."""
        beat = self.seconds_per_beat(1)
        for place in range(self.performance.plan.count_in):
            yield Moment(place * beat, Voice.CLICK, 0)
        alike: dict[int, tuple[Sounding, ...]] = {}  # calls, and answers
        for cycle, start in enumerate(self.starts()[:-1], 1):
            beat = self.seconds_per_beat(cycle)
            heard = alike.get(cycle % 2) or sounding(self.performance, self.practice, cycle)
            if self.practice.alike:
                alike[cycle % 2] = heard
            for it in heard:
                yield Moment(start + it.beats * beat, it.voice, cycle, it.stroke)


def filling(performance: Performance, practice: Practice, minutes: Fraction) -> Performance:
    """Return the performance with the fewest cycles that fill so many minutes.

    Raises PlanError for minutes that are none, and where there would be too many strokes.
    """
    check_range("minutes", minutes, Fraction(1, 1000), 600)
    left, cycles = minutes * 60, 0
    if practice.ramp:
        while left > 0 and practice.ramp.tempo(cycles + 1) != practice.ramp.last:
            cycles += 1
            left -= performance.period * 60 / practice.ramp.tempo(cycles)
    if left > 0:
        last = practice.ramp.last if practice.ramp else performance.plan.beats_per_minute
        cycles += ceil(left / (performance.period * 60 / last))
    plan = performance.plan.but(f"fills {minutes} minutes", cycles=cycles)
    return perform(performance.reading or performance.cadence, performance.use, plan)
