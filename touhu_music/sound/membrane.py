"""A stroke on a drum, synthesised: the modes of a struck membrane and the thud of the beater."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy

from touhu_music.sounds import Tone

if TYPE_CHECKING:
    from touhu_music.sound import Wave

TAKES: Final = 8
"""How many strokes that differ a little are made of each drum."""

MODES: Final = (1.0, 1.593, 2.136, 2.295, 2.653, 2.917, 3.155, 3.5, 3.598, 4.059, 4.15, 4.23)
"""Frequencies of the modes of a circular membrane, as multiples of the lowest."""


def strokes(tone: Tone, rate: int, seed: int) -> tuple[Wave, ...]:
    """Return TAKES strokes on a drum, each mono, its first sample already sounding, its last one 0.

    The highest peak of all is 1. The same arguments give the same samples.
    """
    frames = round(tone.ring * 1.1 * rate)
    time = numpy.arange(1, frames + 1) / rate
    wave = sum(
        numpy.sin(2 * numpy.pi * tone.fundamental * ratio * time)
        * numpy.exp(-6.9 * time / tone.ring * ratio)
        / (1 + (tone.fundamental * ratio / tone.brightness) ** 2)
        for ratio in MODES
    )
    fade = numpy.minimum(1, numpy.arange(1, frames + 1) / (0.001 * rate))
    fade *= numpy.minimum(1, numpy.arange(frames - 1, -1, -1) / (0.02 * rate))
    wave = (wave * fade / numpy.abs(wave).max()).astype(numpy.float32)
    return tuple(wave * numpy.float32(1 - 0.05 * take / TAKES) for take in range(TAKES))


def click(rate: int) -> Wave:
    """Return the click that counts: short and wooden, like neither drum; its peak is 1."""
    frames = round(0.06 * rate)
    time = numpy.arange(1, frames + 1) / rate
    wave = numpy.sin(2 * numpy.pi * 1800 * time) * numpy.exp(-time / 0.008)
    wave *= numpy.minimum(1, numpy.arange(frames - 1, -1, -1) / (0.01 * rate))
    return numpy.asarray(wave / numpy.abs(wave).max(), numpy.float32)
