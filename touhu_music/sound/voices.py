"""The voices of a performance: every stroke that can be heard, as stereo frames in their place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy

from touhu_music.notation import Drum
from touhu_music.practice import Moment, Voice
from touhu_music.sound import Audio, membrane
from touhu_music.sounds import Sounds

if TYPE_CHECKING:
    from touhu_music.sound import Wave

STROKE: Final = 0.25
"""About the peak of a stroke of 0 dB, unnormalised: no row comes near full scale, accents and all."""

CLICK: Final = 0.08
ACCENT: Final = 5.0
"""Decibels by which an accented stroke is louder."""

ROUND: Final = 4
"""After so many cycles the small differences between strokes come again."""


@dataclass(frozen=True, slots=True)
class Voices:
    """The takes of each voice, each an array of frames with a left and a right column."""

    takes: dict[Voice, tuple[Wave, ...]]
    accented: dict[tuple[Voice, int], Wave] = field(default_factory=dict)

    @property
    def longest(self) -> int:
        """The frames of the longest take."""
        return max(len(take) for takes in self.takes.values() for take in takes)

    def wave(self, moment: Moment, strokes: int) -> Wave:
        """Return what is heard of a moment of a row of so many strokes, from its first frame on.

        Neighbouring strokes of a drum are different takes.
        """
        takes = self.takes[moment.voice]
        if moment.stroke is None:
            return takes[0]
        number = 3 * (moment.stroke.number + moment.cycle % ROUND * strokes) % len(takes)
        if not moment.stroke.accent:
            return takes[number]
        key = (moment.voice, number)
        if key not in self.accented:
            self.accented[key] = takes[number] * numpy.float32(10 ** (ACCENT / 20))
        return self.accented[key]


def voices(sounds: Sounds, audio: Audio, seed: int, place: float | None = None) -> Voices:
    """Make the voices: each drum synthesised, or as it was recorded, and the click in the middle.

    Both drums are at `place` if it is given, from -1, left, to 1, right, and else where their tones are.
    """
    recorded = dict(audio.recordings)
    takes: dict[Voice, tuple[Wave, ...]] = {Voice.CLICK: (placed(membrane.click(audio.rate), CLICK, 0.0),)}
    for drum in Drum:
        tone = sounds.tone(drum)
        if drum in recorded:
            strokes, gain = recorded[drum].takes, STROKE
        else:
            strokes, gain = membrane.strokes(tone, audio.rate, seed), STROKE * 10 ** (tone.level / 20)
        side = tone.place if place is None else place
        takes[Voice(drum.word)] = tuple(placed(stroke, gain, side) for stroke in strokes)
    return Voices(takes)


def placed(wave: Wave, gain: float, place: float) -> Wave:
    """Put a mono wave between left (-1) and right (1), equally loud everywhere."""
    angle = (place + 1) * numpy.pi / 4
    sides = gain * numpy.sqrt(2) * numpy.array([numpy.cos(angle), numpy.sin(angle)])
    return numpy.asarray(wave[:, None] * sides.astype(numpy.float32))
