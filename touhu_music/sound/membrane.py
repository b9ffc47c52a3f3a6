"""A stroke on a drum, synthesised: the modes of a struck membrane and the thud of the beater.

All is a sum of partials: a partial keeps its pitch and dies away at its own pace, so it is the real
part of c·exp(pt) with two complex numbers, its strength c and its pace p. A drum is thus the same
drum at every rate.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import numpy

from touhu_music.sounds import Tone

if TYPE_CHECKING:
    import numpy.typing

    from touhu_music.sound import Wave

    Reals = numpy.typing.NDArray[numpy.float64]
    Complexes = numpy.typing.NDArray[numpy.complex128]

TAKES: Final = 8
"""How many strokes that differ a little are made of each drum."""

ZEROS: Final = (
    (2.4048, 5.5201, 8.6537, 11.7915, 14.9309),
    (3.8317, 7.0156, 10.1735, 13.3237),
    (5.1356, 8.4172, 11.6198, 14.7960),
    (6.3802, 9.7610, 13.0152),
    (7.5883, 11.0647, 14.3725),
    (8.7715, 12.3386, 15.7002),
    (9.9361, 13.5893),
    (11.0864, 14.8213),
    (12.2251,),
    (13.3543,),
    (14.4755,),
    (15.5898,),
)
"""Where the Bessel functions of order 0, 1, 2 ... are zero, up to 16: each is a mode of a round membrane."""

SPOT: Final = 0.55
"""Where the beater falls, from 0, the middle, to 1, the rim."""

STRAY: Final = 0.03
"""How far beside that spot it may fall."""

FORCE: Final = 0.7
"""Decibels by which a stroke may be stronger or weaker than the others are in the mean."""

ENERGY: Final = 0.0023
"""The energy of a stroke, in seconds of a square wave of 1: by it the peaks of our drums are about 1."""

TENSE: Final = 1.03
"""How much higher the head sounds while it is stretched by the stroke."""

SLACKENING: Final = 0.04
"""Seconds in which that falls to a third."""

NOISE: Final = 0.2
"""How strong the noise of the beater is, measured by all modes together."""

THUD: Final = 0.012
"""Seconds in which it falls to a third."""

PARTIALS: Final = 64
"""Of how many partials it is made: too many and too short to be told apart."""


def strokes(tone: Tone, rate: int, seed: int) -> tuple[Wave, ...]:
    """Return TAKES strokes on a drum, each mono, its first sample already sounding, its last one 0.

    All have the same ENERGY but for the FORCE. The same arguments give the same samples.
    """
    drawn = chances(f"{seed} {tone.fundamental}", TAKES, 2 + PARTIALS)
    modes, struck = head(tone, SPOT + STRAY * drawn[:, :1])
    hiss, beaten = beater(tone, numpy.abs(struck).sum(1, keepdims=True) * drawn[:, 2:])
    dying = numpy.log(1000) / tone.ring * modes / tone.fundamental
    length = 1.1 * tone.ring + 0.03
    wave, *brief = (
        ringing(*pushed(tone, strengths, hertz, damping, rate), round(min(seconds, length) * rate), rate)
        for strengths, hertz, damping, seconds in (
            (struck, modes, dying, length),
            # The modes of the stretched head as well: as these die first, the pitch glides down.
            (struck, modes * TENSE, dying + 1 / SLACKENING, 10 * SLACKENING),
            (beaten, hiss, numpy.full(PARTIALS, 1 / THUD), 10 * THUD),
        )
    )
    for part in brief:
        wave[:, : part.shape[1]] += part
    end = round(0.03 * rate)
    wave[:, -end:] *= numpy.sin(numpy.linspace(numpy.pi / 2, 0, end)) ** 2
    force = FORCE * (drawn[:, 1:2] - drawn[:, 1].mean())
    wave *= 10 ** (force / 20) * (ENERGY * rate) ** 0.5 / numpy.linalg.norm(wave, axis=1, keepdims=True)
    return tuple(wave.astype(numpy.float32))


def head(tone: Tone, radius: Reals) -> tuple[Reals, Complexes]:
    """Return the modes of the head in hertz, and for each stroke how it sets them off."""
    order = numpy.array([order for order, zeros in enumerate(ZEROS) for _ in zeros])
    zero = numpy.array([zero for zeros in ZEROS for zero in zeros])
    hertz = tone.fundamental * zero / zero.min()
    swing = bessel(order, zero * radius) / bessel(order + 1, zero)
    pairs = numpy.where(order, 2, 1)  # all but the round modes come in two, one a turn of the other
    # They arrive a quarter turn apart: all at once they would click. Together they still begin
    # above 0, so that a stroke sounds from its first sample on.
    turns = 1j ** numpy.arange(-1, len(zero) - 1)
    struck = turns * pairs * swing**2 / numpy.hypot(1, hertz / tone.brightness)
    return hertz, numpy.asarray(struck, numpy.complex128)


def beater(tone: Tone, strength: Reals) -> tuple[Reals, Complexes]:
    """Return the partials of the beater's noise in hertz, and for each stroke how it sets them off."""
    # Spaced unevenly, as partials at even distances would fall together again and again.
    hertz = tone.brightness * (0.6 + 6 * (numpy.arange(PARTIALS) / PARTIALS) ** 1.5)
    share = 1 / numpy.hypot(1, hertz / tone.brightness)
    share *= NOISE / numpy.sqrt((share**2).sum())
    return hertz, numpy.asarray(1j * strength * share, numpy.complex128)


def pushed(
    tone: Tone, strengths: Complexes, hertz: Reals, damping: Reals, rate: int
) -> tuple[Complexes, Complexes]:
    """Return strengths and paces of partials set off by a beater that pushes for a moment.

    The push is one more partial, without pitch. By it they begin softly, from 0, and the high ones
    are the weaker for it. Those that the rate cannot hold are left out.
    """
    heard = hertz < 0.45 * rate
    paces = 2j * numpy.pi * hertz[heard] - damping[heard]
    push = 2 * numpy.pi * tone.brightness
    strengths = strengths[:, heard] / (1 + paces / push)
    return numpy.append(strengths, -strengths.sum(1, keepdims=True), 1), numpy.append(paces, -push)


def ringing(strengths: Complexes, paces: Complexes, frames: int, rate: int) -> Reals:
    """Add up partials: a row of frames for each row of strengths, the first at 1 / rate.

    Time is cut into steps, as exp(p(step + rest)) is exp(p step) exp(p rest): few powers make all
    frames. Each step is a product by itself, too small for a BLAS to divide among threads, which
    wait long for each other where other programs work too.
    """
    step = 256
    rest = numpy.exp(numpy.outer(paces, numpy.arange(1, step + 1) / rate))
    steps = numpy.exp(numpy.outer(numpy.arange(0, frames, step) / rate, paces))
    begun = strengths * steps[:, None]
    wave = numpy.append(begun.real, -begun.imag, 2) @ numpy.append(rest.real, rest.imag, 0)
    return numpy.asarray(wave.swapaxes(0, 1).reshape(len(strengths), -1)[:, :frames])


def bessel(order: numpy.typing.NDArray[numpy.int_], x: Reals) -> Reals:
    """Return Bessel functions of whole orders, by the integral that defines them."""
    angle = (numpy.arange(32) + 0.5) * (numpy.pi / 32)
    return numpy.asarray(numpy.cos(order[:, None] * angle - x[..., None] * numpy.sin(angle)).mean(-1))


def chances(seed: str, rows: int, columns: int) -> Reals:
    """Draw numbers from -1 to 1, the same on every machine."""
    drawn = hashlib.shake_256(seed.encode()).digest(8 * rows * columns)
    return numpy.frombuffer(drawn, "<u8").reshape(rows, columns) / 2**63 - 1


def click(rate: int) -> Wave:
    """Return the click that counts: short and wooden, like neither drum; its peak is 1."""
    frames = round(0.06 * rate)
    time = numpy.arange(1, frames + 1) / rate
    wave = numpy.sin(2 * numpy.pi * 1800 * time) * numpy.exp(-time / 0.008)
    wave *= numpy.minimum(1, numpy.arange(frames - 1, -1, -1) / (0.01 * rate))
    return numpy.asarray(wave / numpy.abs(wave).max(), numpy.float32)
