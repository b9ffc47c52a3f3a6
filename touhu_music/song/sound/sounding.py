"""A song as sound: every word on the string, every stroke of the drums, added up exact to the sample.

Each tone has a string of its own, as on the 瑟: it rings on under the next words until it dies away or is
plucked again. Whether a player of the time laid a finger on it no source says; `Ring.DAMPED` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from touhu_music.errors import RenderError
from touhu_music.practice import Moment, Voice
from touhu_music.song.sound import tuning
from touhu_music.song.sound.instrument import Ring, Sound, Stem
from touhu_music.sound import LONGEST, Audio, check_loop, strings
from touhu_music.sound.mixing import Hit, Mix, hit, levelling, wrapped
from touhu_music.sound.voices import placed, voices

if TYPE_CHECKING:
    from touhu_music.song.fitting import Rendition
    from touhu_music.song.sound.tuning import Tuning
    from touhu_music.sound import Wave


PLUCK: Final = 0.18
"""About the peak of a pluck, unnormalised: while four strings ring it is as loud as the drums."""

PLACE: Final = 0.0
"""The string is in the middle, between the drums."""


@lru_cache(maxsize=2)  # a file is mixed, levelled and checked
def mixed(rendition: Rendition, sound: Sound) -> Mix:
    """Place every word and stroke at its frame: round(seconds x rate), each by itself.

    A stem is as long as the whole. Raises RenderError for what is too long, or would be no loop.
    """
    audio = sound.audio
    length = rendition.seconds(rendition.count_in + rendition.length)
    if length > LONGEST:
        raise RenderError(f"sound is written for at most {LONGEST // 60} minutes")
    if rendition.drum:
        check_loop(rendition.drum.plan, audio)
    parts = {Stem.DRUMS: [*struck(rendition, audio)], Stem.STRING: [*plucked(rendition, sound)]}
    hits = [each for stem, found in parts.items() if sound.stem in (None, stem) for each in found]
    longest = max((len(wave) for found in parts.values() for _, wave in found), default=0)
    frames = round(length * audio.rate)
    if audio.loop:
        return Mix(tuple(wrapped(hits, frames)), frames, longest)
    ends = (frame + len(wave) for found in parts.values() for frame, wave in found)
    return Mix(tuple(sorted(hits, key=lambda it: it.frame)), max(frames, *ends, 0), longest)


def gain(rendition: Rendition, sound: Sound) -> float:
    """Return what brings the peak of the whole to -1 dBFS; a stem gets what the whole gets."""
    return levelling(mixed(rendition, sound._replace(stem=None))) if sound.audio.normalised else 1.0


def plucked(rendition: Rendition, sound: Sound) -> Iterator[Hit]:
    """Yield each word that has a tone, the last first; a lost or recited one is silence of its length."""
    rate, tuned = sound.audio.rate, tuning.of(rendition.singing)
    again = repeated(rendition) if sound.audio.loop else {}  # where a tone is plucked next
    made: dict[tuple[int, int], Wave] = {}  # of a tone, and the frame at which it is silenced
    for word in reversed(rendition.words):
        tone = word.sung.semitones
        if tone is None:
            continue
        ends = [*([word.end] if sound.ring is Ring.DAMPED else []), *([again[tone]] if tone in again else [])]
        again[tone] = word.onset
        wave = string(tuned, tone, rate)
        frame = frame_of(rendition, word.onset, rate)
        if ends:
            length = frame_of(rendition, min(ends), rate) - frame
            if (tone, length) not in made:
                made[tone, length] = strings.silenced(wave, length, rate)
            wave = made[tone, length]
        yield Hit(frame, wave)


def repeated(rendition: Rendition) -> dict[int, Fraction]:
    """Return where each tone is plucked first when the song begins again."""
    return {
        word.sung.semitones: word.onset + rendition.length
        for word in reversed(rendition.words)
        if word.sung.semitones is not None
    }


@lru_cache(maxsize=32)  # more than a song has tones
def string(tuned: Tuning, tone: int, rate: int) -> Wave:
    """Return a tone plucked on its string, left to ring, as stereo frames."""
    return placed(strings.pluck(tuned.pitch(tone), rate), PLUCK, PLACE)


def frame_of(rendition: Rendition, beats: Fraction, rate: int) -> int:
    """Return the frame that is nearest to a beat."""
    return round(rendition.seconds(rendition.count_in + beats) * rate)


def struck(rendition: Rendition, audio: Audio) -> Iterator[Hit]:
    """Yield the clicks of the count-in, and each stroke as in a file of the drums alone."""
    drum = rendition.drum
    if drum is None:
        return
    made, strokes = voices(drum.plan.sounds, audio, 0), len(drum.pattern)
    moments = [
        Moment(rendition.seconds(Fraction(beat)), Voice.CLICK, 0) for beat in range(rendition.count_in)
    ]
    moments += [
        Moment(
            rendition.seconds(rendition.count_in + it.onset),
            Voice(it.drum.word),
            it.cycle,
            drum.pattern[it.number - 1],
        )
        for it in rendition.strokes
    ]
    for moment in moments:
        yield hit(moment.seconds, audio.rate, made.wave(moment, strokes))
