"""When each stroke sounds: the choices of a plan, and a cadence performed under them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music.errors import PlanError
from touhu_music.notation import Cadence, Drum, Section, Use
from touhu_music.reading import PlacedMark, Reading
from touhu_music.sounds import Sounds

if TYPE_CHECKING:
    import numpy
    import pandas


class Timing(StrEnum):
    """How long the strokes take; the source does not say."""

    EVEN = "even"  # each mark takes one beat
    ON_GU = "on-gu"  # each □ opens a beat, which the ○ after it divide evenly


class Accent(StrEnum):
    """Which strokes are struck harder; the source does not say."""

    NONE = "none"
    FIRST = "first"  # the first stroke of each cycle
    GU = "gu"  # each stroke of the 鼓


LONGEST_PERFORMANCE: Final = 100_000
"""A performance of more strokes than this is refused."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a performance needs and the source does not say.

    Tempo in beats a minute, `gap` in beats after each cycle, `count_in` in beats before the first
    stroke. `reasons` gives (field, reason) for each choice. Raises PlanError for a value out of
    its range.
    """

    name: str
    timing: Timing
    beats_per_minute: Fraction
    cycles: int
    gap: Fraction
    count_in: int
    sounds: Sounds
    accent: Accent
    reasons: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        check_range("tempo", self.beats_per_minute, 1, 1000)
        check_range("cycles", self.cycles, 1, 100_000)
        check_range("gap", self.gap, 0, 1000)
        check_range("count_in", self.count_in, 0, 64)

    def but(self, reason: str, **choices: object) -> Plan:
        """Return the plan with other choices, all for one reason.

        Fields are those of the class. Raises PlanError for a value out of its range.
        """
        reasons = dict(self.reasons) | dict.fromkeys(choices, reason)
        return replace(self, **choices, reasons=tuple(reasons.items()))  # type: ignore[arg-type]

    @property
    def seconds_per_beat(self) -> Fraction:
        """The length of a beat."""
        return 60 / self.beats_per_minute


def exact(name: str, value: object) -> Fraction:
    """Return a number such as `72`, `72.5` or `1/2` without rounding.

    Raises PlanError for anything else, `nan` and `inf` included.
    """
    if type(value) is int:
        return Fraction(value)
    match = re.fullmatch(r"(-?[0-9]{1,15}(?:\.[0-9]{1,9})?)(?:/([1-9][0-9]{0,8}))?", str(value).strip())
    if match is None:
        raise PlanError(f"{name} must be a number such as 72, 72.5 or 1/2, not {str(value)[:40]!r}")
    return Fraction(match[1]) / int(match[2] or 1)


def check_range(name: str, value: Fraction | int, low: Fraction | int, high: int) -> None:
    """Raise PlanError unless a choice lies in its range, both ends included."""
    if not low <= value <= high:
        raise PlanError(f"{name} must be in range {low}..{high}, not {value}")


class Stroke(NamedTuple):
    """One stroke of a performance; the onset is in beats from the first stroke of all."""

    onset: Fraction
    drum: Drum
    cycle: int  # from 1
    number: int  # from 1, within the cycle
    section: Section
    place: int  # from 1, within the section
    accent: bool

    @property
    def id(self) -> str:
        """The name of the stroke in encodings and pictures of one cycle, such as `stroke-3-gu`."""
        return f"stroke-{self.number}-{self.drum.word}"


class Performance(NamedTuple):
    """A cadence under a plan.

    `pattern` is the first cycle, one stroke a mark in text order; `cycle_beats` is its length
    without the gap. `reading` is where the marks were read, if they were read in a book.
    """

    cadence: Cadence
    use: Use
    plan: Plan
    pattern: tuple[Stroke, ...]
    cycle_beats: Fraction
    reading: Reading | None = None

    @property
    def period(self) -> Fraction:
        """Beats from the start of one cycle to the start of the next.

        Source: 禮記·投壺, 間若一: the cycles are equally spaced.
        """
        return self.cycle_beats + self.plan.gap

    @property
    def length(self) -> Fraction:
        """Beats from the first stroke to the end of the last cycle, its gap included."""
        return self.period * self.plan.cycles

    @property
    def half(self) -> Fraction | None:
        """The onset of the first stroke after 半 in a cycle; None where the use begins there."""
        if self.use is Use.TOUHU:
            return None
        return self.pattern[len(self.cadence.before_half)].onset

    @property
    def row(self) -> str:
        """The marks of the use; with 半 for archery, which takes both sides of it."""
        return str(self.cadence) if self.use is Use.ARCHERY else "".join(self.cadence.after_half)

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The strokes of all cycles in the order of sounding."""
        return tuple(
            stroke._replace(onset=stroke.onset + cycle * self.period, cycle=cycle + 1)
            for cycle in range(self.plan.cycles)
            for stroke in self.pattern
        )

    def mark(self, stroke: Stroke) -> PlacedMark | None:
        """Return the printed mark of a stroke; None where no text was read."""
        if self.reading is None:
            return None
        before = len(self.reading.marks) - len(self.pattern)  # a use is the end of the row, or all of it
        return self.reading.marks[before + stroke.number - 1]

    def doubtful(self, stroke: Stroke) -> bool:
        """Tell whether the text leaves a doubt about the mark of a stroke."""
        mark = self.mark(stroke)
        return mark is not None and mark.doubtful

    def onsets(self, drum: Drum | str | None = None) -> numpy.typing.NDArray[numpy.float64]:
        """Return the onsets of a drum, or of both, in all cycles, as an array of beats.

        A drum may be given as its mark; raises NotationError for anything else.
        """
        beats: numpy.typing.NDArray[numpy.float64] = resolve_name("touhu_music.notebook:onsets")(self, drum)
        return beats

    def to_frame(self) -> pandas.DataFrame:
        """Return a line a stroke as a table of pandas; raises TouhuError where that is not installed."""
        table: pandas.DataFrame = resolve_name("touhu_music.notebook:strokes_of_performance")(self)
        return table

    def _repr_svg_(self) -> str:
        """Show the score in a notebook."""
        return str(resolve_name("touhu_music.notebook:score")(self))

    def count(self, drum: Drum) -> int:
        """Count the strokes of a drum in one cycle."""
        return sum(stroke.drum is drum for stroke in self.pattern)

    def seconds(self, beats: Fraction) -> Fraction:
        """Turn a length in beats into seconds."""
        return beats * self.plan.seconds_per_beat


def perform(cadence: Cadence | Reading, use: Use, plan: Plan) -> Performance:
    """Place each stroke of a use in time.

    One onset a stroke, in text order; 半 takes no time. Raises PlanError if the timing does not
    suit the strokes, or if there would be too many.

    Source: 禮記·投壺, 取半以下為投壺禮，盡用之為射禮.
    """
    reading = cadence if isinstance(cadence, Reading) else None
    row = cadence.cadence if isinstance(cadence, Reading) else cadence
    drums = row.strokes(use)
    if len(drums) * plan.cycles > LONGEST_PERFORMANCE:
        raise PlanError(
            f"{plan.cycles} cycles of {len(drums)} strokes are more than {LONGEST_PERFORMANCE} strokes"
        )
    onsets, cycle_beats = TIMINGS[plan.timing](drums)
    places = [(Section.AFTER_HALF, place) for place in range(1, len(row.after_half) + 1)]
    if use is Use.ARCHERY:
        before = [(Section.BEFORE_HALF, place) for place in range(1, len(row.before_half) + 1)]
        places = before + places
    pattern = tuple(
        Stroke(onset, drum, 1, number, section, place, accented(plan.accent, drum, number))
        for number, (onset, drum, (section, place)) in enumerate(zip(onsets, drums, places, strict=True), 1)
    )
    return Performance(row, use, plan, pattern, cycle_beats, reading)


def accented(accent: Accent, drum: Drum, number: int) -> bool:
    """Tell whether the stroke of that number in its cycle is struck harder."""
    return (accent is Accent.FIRST and number == 1) or (accent is Accent.GU and drum is Drum.GU)


Onsets = tuple[tuple[Fraction, ...], Fraction]  # one onset a stroke, and the length of the cycle


def even(drums: tuple[Drum, ...]) -> Onsets:
    """Give each mark one beat."""
    return tuple(Fraction(number) for number in range(len(drums))), Fraction(len(drums))


def on_gu(drums: tuple[Drum, ...]) -> Onsets:
    """Let each □ open a beat that the ○ before the next □ divide evenly.

    The cycle is a ring: the ○ that close it and the ○ that open it divide the last beat together.
    Raises PlanError where there is no □.
    """
    gu = [place for place, drum in enumerate(drums) if drum is Drum.GU]
    if not gu:
        raise PlanError("timing on-gu needs a □, and there is none in this row")
    ring = [*gu, gu[0] + len(drums)]
    from_first_gu = [
        beat + Fraction(step, following - place)
        for beat, (place, following) in enumerate(pairwise(ring))
        for step in range(following - place)
    ]
    rest = len(drums) - gu[0]
    onsets = [onset - len(gu) for onset in from_first_gu[rest:]] + from_first_gu[:rest]
    return tuple(onset - onsets[0] for onset in onsets), Fraction(len(gu))


TIMINGS: Final = {Timing.EVEN: even, Timing.ON_GU: on_gu}
