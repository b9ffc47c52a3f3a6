"""Strokes at their frames, added up: any stretch of a rehearsal, exact to the sample."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy

from touhu_music.practice import Rehearsal, Voice
from touhu_music.sound import Audio
from touhu_music.sound.voices import ROUND, voices

if TYPE_CHECKING:
    from touhu_music.sound import Wave

PEAK: Final = 10 ** (-1 / 20)
"""-1 dBFS, the peak of what is normalised."""

BLOCK: Final = 2**17
"""Frames that are mixed at once."""


class Hit(NamedTuple):
    """A wave that begins at a frame."""

    frame: int
    wave: Wave


class Part(NamedTuple):
    """Frames that follow each other so many times."""

    wave: Wave
    times: int = 1


@dataclass(frozen=True)
class Mix:
    """All hits in the order of their frames, and how many frames there are.

    Where the hits come again after `period` frames, between `begin` and `end`, it is given.
    """

    hits: tuple[Hit, ...]
    frames: int
    longest: int  # frames of a wave
    period: int = 0
    begin: int = 0
    end: int = 0

    def stretch(self, start: int, stop: int) -> Wave:
        """Add up what sounds from one frame to another."""
        mixed = numpy.zeros((stop - start, 2), numpy.float32)
        first = bisect_left(self.hits, start - self.longest, key=lambda hit: hit.frame)
        for frame, wave in self.hits[first:]:
            if frame >= stop:
                break
            low, high = max(frame, start), min(frame + len(wave), stop)
            if low < high:
                mixed[low - start : high - start] += wave[low - frame : high - frame]
        return mixed

    def parts(self) -> Iterable[Part]:
        """Give all frames; what comes again is mixed once."""
        return self.repeated or self.blocks(0, self.frames)

    @cached_property
    def repeated(self) -> tuple[Part, ...]:
        """All frames, where a part of them comes again; kept, since they are asked for twice."""
        steady = self.begin + self.longest  # from here on all that sounds comes again
        times = (self.end - steady) // self.period if self.period else 0
        if times < 2:
            return ()
        again = Part(self.stretch(steady, steady + self.period), times)
        rest = self.blocks(steady + times * self.period, self.frames)
        return (*self.blocks(0, steady), again, *rest)

    def blocks(self, start: int, stop: int) -> Iterator[Part]:
        """Give the frames of a stretch block by block."""
        for begin in range(start, stop, BLOCK):
            yield Part(self.stretch(begin, min(begin + BLOCK, stop)))


@lru_cache(maxsize=2)
def mix(rehearsal: Rehearsal, audio: Audio) -> Mix:
    """Place what is heard of a rehearsal at its frames: round(seconds x rate), each by itself.

    A stem is as long as the whole. The last mixes are kept, since a file is mixed, levelled and checked.
    """
    made = voices(rehearsal.performance.plan.sounds, audio, rehearsal.practice.seed)
    strokes, beat = len(rehearsal.performance.pattern), rehearsal.seconds_per_beat(1)
    hits = [
        (moment.voice, hit(moment.seconds, audio.rate, made.wave(moment, strokes)))
        for moment in rehearsal.moments()
    ]
    period = rehearsal.performance.period * beat if rehearsal.practice.alike else None
    return laid(hits, rehearsal.starts(), period, made.longest, audio)


def laid(
    struck: Sequence[tuple[Voice, Hit]],
    starts: Sequence[Fraction],
    period: Fraction | None,
    longest: int,
    audio: Audio,
) -> Mix:
    """Make a mix of hits that are in the order of their frames.

    `starts` are the seconds at which each cycle starts, and at which the last one ends; `period` are
    those from one to the next, or None where cycles differ. No wave has more frames than `longest`.
    """
    begin, *_, end = starts
    wanted = {audio.stem} if audio.stem else set(Voice)
    hits = [each for voice, each in struck if voice in wanted]
    if audio.loop:
        frames = round(end * audio.rate)
        return Mix(tuple(wrapped(hits, frames)), frames, longest)
    ends = (frame + len(wave) for _, (frame, wave) in struck)
    found = Mix(tuple(hits), max(round(end * audio.rate), *ends, 0), longest)
    again = period and period * audio.rate * ROUND
    if not again or again.denominator != 1:
        return found
    if again % 2:  # half a frame is rounded to the even one, which an odd period would make odd
        again *= 2
    first, last = round(begin * audio.rate) + 1, int(end * audio.rate)
    return replace(found, period=int(again), begin=first, end=last)


def gain(rehearsal: Rehearsal, audio: Audio) -> float:
    """Return what brings the peak of the whole to PEAK; a stem gets what the whole gets."""
    return levelling(mix(rehearsal, replace(audio, stem=None))) if audio.normalised else 1.0


def levelling(whole: Mix) -> float:
    """Return what brings the peak of a mix to PEAK."""
    peak = max((float(numpy.abs(part.wave).max()) for part in whole.parts()), default=0.0)
    return PEAK / peak if peak else 1.0


def hit(seconds: Fraction, rate: int, wave: Wave) -> Hit:
    """Place a wave at the frame that is nearest to a moment."""
    return Hit(round(seconds * rate), wave)


def wrapped(hits: Iterable[Hit], frames: int) -> list[Hit]:
    """Return the hits of a loop: what rings beyond its end sounds at its start as well."""
    found = []
    for frame, wave in hits:
        while frame + len(wave) > 0:
            found.append(Hit(frame, wave))
            frame -= frames
    return sorted(found, key=lambda each: each.frame)
