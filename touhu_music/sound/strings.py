"""A plucked string in the manner of the 瑟: silk over a long hollow body, with a movable bridge.

No 瑟 of the time can be heard, so all that is not pitch is a choice. As a drum is, a string is a sum of
partials that keep their pitch and die away, each at its own pace; it is the same string at every rate.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy

from touhu_music.sound import membrane

if TYPE_CHECKING:
    from touhu_music.sound import Wave
    from touhu_music.sound.membrane import Complexes

PARTIALS: Final = 40
PLUCKED: Final = 0.17
"""Where the finger plucks, from 0, the bridge, to 1, the far end."""

SOFTNESS: Final = 3_200
"""Hertz above which the tip of a finger excites the string less and less."""

STIFFNESS: Final = 2e-5
"""By how much the partials are stretched; silk hardly is stiff."""

RING: Final = 4.2
"""Seconds until the lowest partial of middle C has fallen by 60 dB, left to ring."""

SILK: Final = 4e-6
"""By how much a partial dies faster, in a second, for the square of its hertz: silk swallows high ones."""

FAST: Final = (0.6, 3.0)
"""The share of a pluck that moves towards the belly, and how many times as fast it dies as the rest."""

BODY: Final = ((97.0, 0.05), (171.0, 0.045), (263.0, 0.04), (389.0, 0.03), (557.0, 0.02))
"""The hollow body: hertz, and seconds in which its knock falls to a third."""

KNOCK: Final = 0.12
"""How strong that knock is, measured by the lowest partial."""

ENERGY: Final = 0.01
"""The energy of a pluck of middle C, in seconds of a square wave of 1: by it the peaks are about 1.

A higher one gets less, by the root of its hertz, and so is as loud (ITU-R BS.1770).
"""

MIDDLE: Final = 261.6
"""Hertz of middle C."""

SILENCED: Final = 0.06
"""Seconds in which a finger that is laid on the string silences it."""


@lru_cache(maxsize=64)
def pluck(hertz: float, rate: int) -> Wave:
    """Return a string of so many hertz plucked once, mono, from its first sound until it has died away.

    Plucks of all pitches have about the same loudness. The same arguments give the same samples.
    """
    ring = RING * min(2.0, (MIDDLE / hertz) ** 0.5)
    strengths, paces = (numpy.concatenate(each) for each in zip(string(hertz, ring), body(), strict=True))
    audible = paces.imag < 2 * numpy.pi * 0.45 * rate
    strengths, paces = softened(strengths[audible], paces[audible])
    wave = membrane.ringing(strengths[None], paces, round(1.05 * ring * rate), rate)[0]
    end = round(0.05 * rate)
    wave[-end:] *= numpy.sin(numpy.linspace(numpy.pi / 2, 0, end)) ** 2
    wave *= (ENERGY * rate * (MIDDLE / hertz) ** 0.5) ** 0.5 / numpy.linalg.norm(wave)
    found: Wave = wave.astype(numpy.float32)
    found.flags.writeable = False  # it is kept
    return found


def string(hertz: float, ring: float) -> tuple[Complexes, Complexes]:
    """Return strengths and paces of the partials of the string, the lowest one of so many hertz."""
    number = numpy.arange(1, PARTIALS + 1)
    partial = hertz * number * numpy.sqrt((1 + STIFFNESS * number**2) / (1 + STIFFNESS))
    struck = numpy.sin(numpy.pi * number * PLUCKED) / number
    dying = numpy.log(1000) / ring + SILK * partial**2
    share, faster = FAST
    strengths = -1j * numpy.concatenate([struck * share, struck * (1 - share)])
    damping = numpy.concatenate([dying * faster, dying])
    return strengths, 2j * numpy.pi * numpy.tile(partial, 2) - damping


def body() -> tuple[Complexes, Complexes]:
    """Return strengths and paces of the knock of the body."""
    hertz, seconds = numpy.array(BODY).T
    turned = 1j ** numpy.arange(-1, len(BODY) - 1)  # all at once they would click
    return numpy.asarray(KNOCK * turned), numpy.asarray(2j * numpy.pi * hertz - 1 / seconds)


def softened(strengths: Complexes, paces: Complexes) -> tuple[Complexes, Complexes]:
    """Return partials let go by a soft fingertip, so that they begin at 0 and high ones are weaker."""
    push = 2 * numpy.pi * SOFTNESS
    weaker = strengths / (1 + paces / push)
    return numpy.append(weaker, -weaker.sum()), numpy.append(paces, -push)


def silenced(wave: Wave, begin: int, rate: int) -> Wave:
    """Return a pluck on which a finger is laid at a frame; one that has died away by then stays."""
    fade = round(SILENCED * rate)
    if begin + fade >= len(wave):
        return wave
    falling = numpy.cos(numpy.linspace(0, numpy.pi / 2, fade)) ** 2
    cut = wave[: begin + fade].copy()
    cut[begin:] *= falling.astype(numpy.float32).reshape(-1, *[1] * (wave.ndim - 1))
    return cut
