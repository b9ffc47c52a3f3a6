"""The tones of a song as notes on a staff, and as numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from touhu_music.song import signs
from touhu_music.song.songs import Singing, Song
from touhu_music.song.sound import tuning

LETTERS: Final = "CDEFGAB"
STEPS: Final = (0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6)
"""How many letters each of the twelve lü lies above 黃鐘: 大 is a second, 蕤 a fourth, 夷 a sixth."""

LOW: Final = 53
"""Where 黃鐘 is lower than this key, the staff has a bass clef."""

CHOIR: Final = 52  # Choir Aahs of General MIDI, from 0

NEAREST: Final = (0, 1, 0, -1, 0, 0, 1, 0, -1, 0, -1, 0)
"""How the twelve keys are raised where no note is named: C C♯ D E♭ E F F♯ G A♭ A B♭ B."""

DEGREES: Final = ("1", "#1", "2", "b3", "3", "4", "#4", "5", "b6", "6", "b7", "7")
ABOVE, BELOW = "\u0307", "\u0323"  # dots that join the digit before them


class Pitch(NamedTuple):
    """A note: its letter, by how many semitones it is raised, and its octave; C4 is the middle one."""

    letter: str
    alter: int
    octave: int

    @property
    def key(self) -> int:
        """Its MIDI key."""
        return signs.OCTAVE * (self.octave + 1) + tuning.NOTES[self.letter] + self.alter

    @property
    def name(self) -> str:
        """Its name, such as B♭4."""
        return self.letter + ("♯" * self.alter if self.alter > 0 else "♭" * -self.alter) + str(self.octave)


def huangzhong(singing: Singing) -> Pitch:
    """Return 黃鐘 as a note, the nearest where it is given in hertz; raises SongError for what is none."""
    tuned = tuning.tuning(singing.huangzhong, singing.temperament)
    if tuning.note(singing.huangzhong) is None:
        octave, place = divmod(tuned.key(0)[0], signs.OCTAVE)
        return Pitch("CCDEEFFGAABB"[place], NEAREST[place], octave - 1)
    written = singing.huangzhong.strip()
    alter = {"#": 1, "♯": 1, "b": -1, "♭": -1}.get(written[1], 0)
    return Pitch(written[0].upper(), alter, int(written[-1]))


def pitch(semitones: int, base: Pitch) -> Pitch:
    """Return a tone as a note, so many semitones above 黃鐘, each lü on a letter of its own."""
    octaves, place = divmod(semitones, signs.OCTAVE)
    more, at = divmod(LETTERS.index(base.letter) + STEPS[place], len(LETTERS))
    natural = Pitch(LETTERS[at], 0, base.octave + octaves + more)
    return natural._replace(alter=base.key + semitones - natural.key)


# --- numbers ----------------------------------------------------------------------------------


def first(song: Song) -> int:
    """Return the tone that is 1 in numbers, semitones above 黃鐘: the 宮 of the mode, else 黃鐘 itself.

    Source: 瑟譜, whose modes are named by the lü on which the scale is built.
    """
    return signs.root(song.mode) or 0


class Number(NamedTuple):
    """A tone in numbers: the digit with its sharp or flat, and how many octaves above the first, or below."""

    digit: str
    octave: int

    def __str__(self) -> str:
        return self.digit + (ABOVE * self.octave if self.octave > 0 else BELOW * -self.octave)


def number(semitones: int, first: int) -> Number:
    """Return a tone as a number; dots stand above it in higher octaves, below it in lower ones."""
    octave, place = divmod(semitones - first, signs.OCTAVE)
    return Number(DEGREES[place], octave)
