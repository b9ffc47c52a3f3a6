"""A listener: which drum is struck when, from the sound alone. It knows nothing of how sounds are made.

It hears what the speaker of a phone gives, from 350 Hz on, from one channel or the mean of all. Of
each stroke it takes only what is new: what rings on from the strokes before is no part of it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy
from numpy.typing import NDArray

LOOK: Final = 0.02
"""Seconds of sound that the listener takes in at once."""

STEP: Final = 0.005
"""Seconds from one such look to the next."""

NEAR: Final = 8
"""Looks within which there are no two strokes."""

SILENCE: Final = 2 * NEAR
"""Looks of silence that are put before a sound and after it."""

LOWEST, HIGHEST = 350, 4_000
DIVIDE: Final = 590
"""Hertz: the new sound of the lower drum has its middle below, that of the higher one above."""

FAINTEST: Final = 0.12
"""The least new sound that is a stroke, measured by the greatest: there is either twice as much or half."""


class Beat(NamedTuple):
    """A stroke that is heard: its beginning in seconds, the middle of its new sound in hertz."""

    seconds: float
    hertz: float


def hear(sound: NDArray[Any], rate: int, *, low: str = "○", high: str = "□") -> str:
    """Return the row that is heard, as the marks of the lower and of the higher drum."""
    return row(beats(sound, rate), low=low, high=high)


def row(heard: list[Beat], *, low: str = "○", high: str = "□") -> str:
    """Return strokes that are heard as the marks of the lower and of the higher drum."""
    return "".join(high if beat.hertz > DIVIDE else low for beat in heard)


def beats(sound: NDArray[Any], rate: int) -> list[Beat]:
    """Return the strokes that are heard, with the frames of a sound along its first axis."""
    power, hertz = looks(sound.mean(1) if sound.ndim == 2 else sound, rate)
    heard = []
    for look in beginnings(numpy.sqrt(power)):
        before, after = power[look - 6 : look - 1].mean(0), power[look + 2 : look + 8].mean(0)
        new = numpy.maximum(after - before, 0)
        # A look weighs most what is in its middle, and the stroke begins before the middle of this one.
        heard.append(Beat((look - SILENCE) * STEP + LOOK / 3, float(new @ hertz / new.sum())))
    return heard


def looks(sound: NDArray[Any], rate: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the power of each look at each frequency; SILENCE stands on either side."""
    frames = round(LOOK * rate)
    silence = numpy.zeros(round(SILENCE * STEP * rate))
    padded = numpy.concatenate([silence, sound, silence, numpy.zeros(frames)])
    starts = numpy.arange(0, len(padded) - frames, STEP * rate).astype(int)
    cut = numpy.lib.stride_tricks.sliding_window_view(padded, frames)[starts]
    hertz = numpy.fft.rfftfreq(frames, 1 / rate)
    band = (hertz >= LOWEST) & (hertz <= HIGHEST)
    return numpy.abs(numpy.fft.rfft(cut * numpy.hanning(frames).astype(sound.dtype))[:, band]) ** 2, hertz[
        band
    ]


def beginnings(size: NDArray[Any]) -> list[int]:
    """Return the looks at which the sound grows most, each against the look that ends where it begins."""
    before = round(LOOK / STEP)
    growth = numpy.zeros(len(size))
    growth[before:] = numpy.maximum(size[before:] - size[:-before], 0).sum(1)
    return [
        look
        for look in range(NEAR, len(size) - NEAR)
        if growth[look] > FAINTEST * growth.max()
        and growth[look] == growth[look - NEAR : look + NEAR + 1].max()
    ]
