"""How high the tones are: the twelve lü by fifths or in equal temperament, from any 黃鐘.

The prints name tones and no pitch. 三分損益 takes and adds a third of a pipe or string in turn: two
thirds of the length are a fifth up, four thirds a fourth down, and so from 黃鐘 to 仲呂. As exact
fractions these are the ratios of frequencies, the inverse of the lengths.
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music.errors import SongError
from touhu_music.song.signs import OCTAVE

if TYPE_CHECKING:
    from touhu_music.song.songs import Singing

TAKEN: Final = Fraction(3, 2)
"""下生: a third of the length is taken away."""

ADDED: Final = Fraction(3, 4)
"""上生: a third of the length is added."""

BORN: Final = "黃林太南姑應蕤大夷夾無仲"
"""The order in which each lü bears the next. Source: 史記·律書."""

DOUBLE_RISING: Final = (TAKEN, ADDED, TAKEN, ADDED, TAKEN, ADDED, ADDED, TAKEN, ADDED, TAKEN, ADDED)
"""The steps by which all twelve stay in one octave: 蕤賓 too adds a third. Source: 鄭玄, 蕤賓重上生大呂."""

ALTERNATING: Final = (TAKEN, ADDED) * 5 + (TAKEN,)
"""The other way, taking and adding in turn to the end: 大呂, 夾鐘 and 仲呂 come an octave above.

They are brought back by doubling, and then are the same. Source: 漢書·律曆志, 蕤賓下生大呂.
"""

CONCERT: Final = (69, 440.0)
"""The MIDI key and the hertz from which notes by name are counted."""

NOTES: Final = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
LOWEST, HIGHEST = 36, 84
"""The range of 黃鐘, as MIDI keys: two octaves of tones above it must still sound."""


class Temperament(StrEnum):
    """How an octave is divided into twelve."""

    EQUAL = "equal"
    SANFEN = "sanfen"  # 三分損益


def by_fifths(steps: tuple[Fraction, ...] = DOUBLE_RISING) -> tuple[Fraction, ...]:
    """Return the ratios of the lü to 黃鐘 in the order in which they are born, as the steps bring them."""
    found = [Fraction(1)]
    for step in steps:
        found.append(found[-1] * step)
    return tuple(found)


SANFEN: Final = tuple(sorted(by_fifths()))
"""The ratios of the twelve lü to 黃鐘 by 三分損益, one a semitone."""


class Tuning(NamedTuple):
    """The hertz of 黃鐘, how that was said, and how the octave is divided."""

    hertz: float
    name: str
    temperament: Temperament = Temperament.EQUAL

    def ratio(self, semitones: int) -> Fraction | float:
        """Return the ratio of a tone to 黃鐘, semitones above it; by fifths it is exact."""
        octave, place = divmod(semitones, OCTAVE)
        if self.temperament is Temperament.SANFEN:
            return SANFEN[place] * Fraction(2) ** octave
        return float(2 ** (semitones / OCTAVE))

    def pitch(self, semitones: int) -> float:
        """Return the hertz of a tone."""
        return float(self.hertz * self.ratio(semitones))

    def key(self, semitones: int) -> tuple[int, float]:
        """Return the MIDI key that is nearest to a tone, and by how many semitones the tone is above it."""
        key, hertz = CONCERT
        exact = key + OCTAVE * log2(self.pitch(semitones) / hertz)
        return round(exact), exact - round(exact)


def tuning(huangzhong: str, temperament: str) -> Tuning:
    """Return a tuning of 黃鐘 as a note, such as `C4` or `Eb4`, or as hertz, such as `256` or `256 Hz`.

    C4 is the middle one; A4 has 440 Hz. Raises SongError for anything else, and beyond C2 to C6.
    """
    if temperament not in tuple(Temperament):
        raise SongError(f"no temperament {temperament[:40]!r}; there are {' '.join(Temperament)}")
    hertz = hertz_of(huangzhong)
    low, high = (of_key(key) for key in (LOWEST, HIGHEST))
    if not low - 0.01 <= hertz <= high + 0.01:
        raise SongError(f"huangzhong must be in range C2..C6, which is 65.4..1046.5 Hz, not {huangzhong}")
    return Tuning(hertz, huangzhong.strip(), Temperament(temperament))


def of(singing: Singing) -> Tuning:
    """Return the tuning that the choices of singing name; raises SongError where they name none."""
    return tuning(singing.huangzhong, singing.temperament)


def hertz_of(huangzhong: str) -> float:
    """Return the hertz of a note or number; raises SongError for what is neither."""
    key = note(huangzhong)
    if key is not None:
        return of_key(key)
    number = re.fullmatch(r"([0-9]{1,5}(?:\.[0-9]{1,6})?) ?(?:[Hh][Zz])?", huangzhong.strip())
    if number is None:
        raise SongError(f"huangzhong must be a note such as C4 or hertz such as 256, not {huangzhong[:40]!r}")
    return float(number[1])


def note(name: str) -> int | None:
    """Return the MIDI key of a note by name, such as `C4`, `F#3`, `Eb4`; None where it is none."""
    found = re.fullmatch(r"([A-Ga-g])(#|♯|b|♭|)([0-9])", name.strip())
    if found is None:
        return None
    altered = {"#": 1, "♯": 1, "b": -1, "♭": -1, "": 0}[found[2]]
    return OCTAVE * (int(found[3]) + 1) + NOTES[found[1].upper()] + altered


def of_key(key: int) -> float:
    """Return the hertz of a MIDI key in equal temperament."""
    at, hertz = CONCERT
    return float(hertz * 2 ** ((key - at) / OCTAVE))
