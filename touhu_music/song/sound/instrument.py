"""What a song is played on, as far as that can be chosen: no source says how a 瑟 of the time sounded."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from touhu_music.sound import USUAL, Audio

KOTO: Final = 107
"""The program of General MIDI, from 0, that is nearest to a 瑟: a long zither with movable bridges."""


class Stem(StrEnum):
    """What of a song can be heard by itself: the string, or the drums with their count-in."""

    STRING = "string"
    DRUMS = "drums"


class Ring(StrEnum):
    """How long a plucked string sounds."""

    OPEN = "open"  # until it dies away, or is plucked again
    DAMPED = "damped"  # as long as its word


class Sound(NamedTuple):
    """How a song becomes samples; `stem` is the only part that sounds, as loud as it is among the others."""

    audio: Audio = USUAL
    ring: Ring = Ring.OPEN
    stem: Stem | None = None


PLAIN: Final = Sound()
