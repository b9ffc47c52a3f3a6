"""What is due next while playing: a pure function of where we are and of what the player has chosen.

A change of tempo or of a muted drum takes effect at the next stroke, a change of row, use or
practice at the next cycle; nothing ever loses its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from touhu_music.live.singing import Tune
from touhu_music.notation import Drum, Use
from touhu_music.performance import Performance
from touhu_music.practice import PLAIN, Moment, Practice, Sounding, Voice, sounding
from touhu_music.song.fitting import TimedWord

Row = dict[Use, Performance]
"""A row in each of its uses."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player can change: replaced as a whole, never changed in place.

    `beats_per_minute` is None as long as plan and ramp decide the tempo. `count_in` is in beats, for
    the next start. Without `loop` the playing ends after the cycles of the plan, or after the
    cycle that is sounding if it is beyond them. A `tune` is sung beside the drum unless it is `unsung`.
    """

    rows: tuple[Row, ...]
    row: int = 0
    use: Use = Use.TOUHU
    beats_per_minute: Fraction | None = None
    muted: Drum | None = None
    loop: bool = True
    count_in: int = 0
    practice: Practice = PLAIN
    tune: Tune | None = None
    unsung: bool = False

    @property
    def performance(self) -> Performance:
        """What the next cycle plays."""
        return self.rows[self.row][self.use]

    def tempo(self, cycle: int, performance: Performance | None = None) -> Fraction:
        """Return the beats a minute of a cycle, counted from 1, of a performance or of the next one."""
        return self.beats_per_minute or self.practice.tempo(performance or self.performance, cycle)


@dataclass(frozen=True, slots=True)
class Position:
    """Where we are: beat `beats` of a cycle falls at `seconds` after the start.

    From there the beat goes at `beats_per_minute`. `place` of the soundings of the cycle are over.
    Cycle 0 is the count-in, of `count_in` beats.
    """

    performance: Performance
    beats_per_minute: Fraction
    cycle: int
    count_in: int = 0
    place: int = 0
    seconds: Fraction = Fraction(0)
    beats: Fraction = Fraction(0)
    practice: Practice = PLAIN

    def at(self, beats: Fraction) -> Fraction:
        """Return the seconds at which a beat of this cycle falls, if nothing changes the tempo."""
        return self.seconds + (beats - self.beats) * 60 / self.beats_per_minute


class Due(NamedTuple):
    """What comes next: its seconds, what sounds, and where we are when it has come.

    A stroke or click is a moment, a word of the song a word. Where a drum is muted and where a cycle
    ends nothing sounds; where all ends, there is no position after it.
    """

    seconds: Fraction
    moment: Moment | None
    then: Position | None
    word: TimedWord | None = None


def start(settings: Settings) -> Position:
    """Return the position before the first sound."""
    tempo, cycle = settings.tempo(1), 0 if settings.count_in else 1
    return Position(settings.performance, tempo, cycle, settings.count_in, practice=settings.practice)


def due(position: Position, settings: Settings) -> Due:
    """Return what comes next from a position, under the settings of this moment.

    Ask again when the settings have changed: what is due keeps its time, what comes after it obeys.
    """
    performance, cycle = position.performance, position.cycle
    heard, length = soundings(performance, position.practice, cycle, position.count_in, settings.tune)
    if position.place < len(heard):
        coming = heard[position.place]
        beats = coming.onset if isinstance(coming, TimedWord) else coming.beats
        seconds, tempo = position.at(beats), settings.tempo(max(cycle, 1), performance)
        place = position.place + 1
        then = replace(position, place=place, seconds=seconds, beats=beats, beats_per_minute=tempo)
        if isinstance(coming, TimedWord):
            return Due(seconds, None, then, None if settings.unsung else coming)
        muted = coming.voice.drum is settings.muted is not None
        moment = Moment(seconds, coming.voice, cycle, coming.stroke)
        return Due(seconds, None if muted else moment, then)
    seconds = position.at(length)
    if not settings.loop and cycle >= performance.plan.cycles:
        return Due(seconds, None, None)
    tempo, practice = settings.tempo(cycle + 1), settings.practice
    then = Position(settings.performance, tempo, cycle + 1, seconds=seconds, practice=practice)
    return Due(seconds, None, then)


@lru_cache(maxsize=4)  # the same cycle is asked for at each of its strokes
def soundings(
    performance: Performance, practice: Practice, cycle: int, count_in: int, tune: Tune | None = None
) -> tuple[tuple[Sounding | TimedWord, ...], Fraction]:
    """Return what sounds in a cycle, and how many beats it has; a word stands after a stroke."""
    if cycle == 0:
        count = range(count_in)
        return tuple(Sounding(Fraction(beat), Voice.CLICK) for beat in count), Fraction(count_in)
    heard: list[tuple[Fraction, Sounding | TimedWord]] = [
        (it.beats, it) for it in sounding(performance, practice, cycle)
    ]
    heard += [(it.onset, it) for it in tune.words(performance, cycle)] if tune else []
    return tuple(it for _, it in sorted(heard, key=itemgetter(0))), performance.period
