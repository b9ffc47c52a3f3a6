"""The two drums as they are heard: 鼙 low, dull, soon gone; 鼓 higher, open, ringing; equally loud."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Final

import numpy
import pyloudnorm
import pytest
from conftest import NAMES, performance
from numpy.typing import NDArray
from scipy import signal, special
from sound.hearing import beats, hear, row

from touhu_music import Drum, Use, library, parse, perform, plan
from touhu_music.performance import Accent, Performance
from touhu_music.practice import PLAIN, Practice, Rehearsal, Voice
from touhu_music.sound import RATES, Audio, membrane
from touhu_music.sound.mixing import mix
from touhu_music.sound.voices import voices
from touhu_music.sounds import RANGES, Tone

if TYPE_CHECKING:
    from touhu_music.sound import Wave

RATE: Final = 48_000
SEEDS: Final = (0, 1, 2**32)
BOTH: Final = {"shiwen": (Drum.PI, Drum.GU), "organology": (Drum.GU, Drum.PI)}
"""For each pair of sounds the low drum and the high one."""


def played(it: Performance, rate: int = RATE, practice: Practice = PLAIN, stem: Voice | None = None) -> Wave:
    """Return all frames of a performance, not normalised."""
    mixed = mix(Rehearsal(it, practice), Audio(rate=rate, normalised=False, stem=stem))
    return mixed.stretch(0, mixed.frames)


def beaten(drum: Drum, strokes: int, tempo: int, name: str = "shiwen") -> Performance:
    """Return so many strokes on one drum."""
    row = parse(f"{Drum.PI}半{drum * strokes}")
    return perform(
        row, Use.TOUHU, plan().but("test", beats_per_minute=Fraction(tempo), sounds=library.sounds(name))
    )


def takes(drum: Drum, rate: int = RATE, seed: int = 0) -> tuple[Wave, ...]:
    return membrane.strokes(library.sounds("shiwen").tone(drum), rate, seed)


def small(sound: Wave, rate: int = RATE) -> NDArray[Any]:
    """Return what is left of a sound on the speaker of a phone."""
    sections = signal.butter(4, 300, "highpass", fs=rate, output="sos")
    return numpy.asarray(signal.sosfilt(sections, sound, axis=0))


def power(sound: NDArray[Any]) -> NDArray[Any]:
    return numpy.abs(numpy.fft.rfft(sound, axis=0)) ** 2


def middle(sound: Wave, rate: int = RATE) -> float:
    """Return the middle of the spectrum in hertz."""
    weights = power(sound.mean(1))
    return float(weights @ numpy.fft.rfftfreq(len(sound), 1 / rate) / weights.sum())


def decay(sound: Wave, rate: int = RATE) -> float:
    """Return the seconds in which the energy that is still to come falls by 60 dB, as 30 dB of it do."""
    left = numpy.cumsum((sound.mean(1) ** 2)[::-1])[::-1]
    return 2 * float(numpy.sum((left < left[0] * 10**-0.5) & (left > left[0] * 10**-3.5)) / rate)


def loudness(sound: NDArray[Any], rate: int = RATE) -> float:
    return float(pyloudnorm.Meter(rate).integrated_loudness(sound))


# --- low and high, dull and ringing ------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_the_high_drum_is_brighter_and_rings_longer(name: str) -> None:
    low, high = (played(beaten(drum, 1, 60, name)) for drum in BOTH[name])
    assert 1.4 * middle(low) < middle(high)
    assert 1.2 * middle(small(low)) < middle(small(high))
    assert 3 * decay(low) < decay(high) < 1.2


def test_organology_exchanges_the_voices_as_wholes() -> None:
    one, other = library.sounds("shiwen"), library.sounds("organology")
    for drum, exchanged in zip(Drum, reversed(Drum), strict=True):
        assert one.tone(drum)._replace(place=0) == other.tone(exchanged)._replace(place=0)
        assert one.tone(drum).place == other.tone(drum).place


# --- equally loud ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tempo", [60, 240])
def test_both_drums_are_equally_loud_on_large_speakers_and_on_small_ones(tempo: int, seed: int) -> None:
    pi, gu = (played(beaten(drum, tempo // 10, tempo), practice=Practice(seed=seed)) for drum in Drum)
    assert loudness(pi) == pytest.approx(loudness(gu), abs=0.5)
    assert loudness(small(pi)) == pytest.approx(loudness(small(gu)), abs=2)


@pytest.mark.parametrize("name", NAMES)
def test_both_drums_of_a_row_are_equally_loud(name: str) -> None:
    pi, gu = (played(performance(name), stem=voice) for voice in (Voice.PI, Voice.GU))
    assert loudness(pi) == pytest.approx(loudness(gu), abs=0.5)
    assert loudness(small(pi)) == pytest.approx(loudness(small(gu)), abs=2)


@pytest.mark.parametrize("accent", Accent)
@pytest.mark.parametrize("name", NAMES)
def test_the_fastest_row_stays_below_full_scale(name: str, accent: Accent) -> None:
    sound = played(performance(name, beats_per_minute=Fraction(400), accent=accent, cycles=3))
    assert 0.2 < numpy.abs(sound).max() < 0.8


# --- the row can be heard ----------------------------------------------------------------------


@pytest.mark.parametrize("tempo", [20, 60, 133, 400])
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("cadence", NAMES)
@pytest.mark.parametrize("name", BOTH)
def test_a_listener_hears_the_row(name: str, cadence: str, use: Use, tempo: int) -> None:
    it = performance(cadence, use, beats_per_minute=Fraction(tempo), sounds=library.sounds(name))
    low, high = BOTH[name]
    sound = played(it).mean(1)
    for heard in beats(sound, RATE), beats(small(sound), RATE):
        assert row(heard, low=low, high=high) == "".join(stroke.drum for stroke in it.strokes)
        onsets = [float(it.seconds(stroke.onset)) for stroke in it.strokes]
        assert [beat.seconds for beat in heard] == pytest.approx(onsets, abs=0.006)


@pytest.mark.parametrize("accent", Accent)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_listener_hears_the_row_whatever_is_drawn_and_accented(seed: int, accent: Accent) -> None:
    it = performance("xue-2", beats_per_minute=Fraction(400), accent=accent)
    sound = played(it, practice=Practice(seed=seed))
    assert hear(sound, RATE) == "".join(stroke.drum for stroke in it.strokes)


@pytest.mark.parametrize("drum", Drum)
def test_a_listener_hears_one_drum_alone(drum: Drum) -> None:
    it = performance("lu-1")
    (other,) = set(Drum) - {drum}
    assert hear(played(it, practice=Practice(muted=other)), RATE) == drum * it.count(drum)


# --- nothing clicks ----------------------------------------------------------------------------


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("drum", Drum)
def test_a_stroke_is_nowhere_steeper_than_a_tone_of_1500_hertz(drum: Drum, rate: int) -> None:
    for wave in takes(drum, rate):
        around = numpy.pad(wave, 1)
        assert numpy.abs(numpy.diff(around)).max() * rate < 2 * numpy.pi * 1500 * numpy.abs(wave).max()


@pytest.mark.parametrize("drum", Drum)
def test_a_stroke_has_next_to_nothing_above_8000_hertz_and_below_20(drum: Drum) -> None:
    for wave in takes(drum):
        spectrum, hertz = power(wave), numpy.fft.rfftfreq(len(wave), 1 / RATE)
        assert spectrum[hertz > 8000].sum() < 3e-5 * spectrum.sum()
        assert spectrum[hertz < 20].sum() < 3e-3 * spectrum.sum()
        assert abs(wave.mean()) < 2e-3


@pytest.mark.parametrize("drum", Drum)
def test_a_stroke_fades_to_nothing(drum: Drum) -> None:
    for wave in takes(drum):
        assert wave[-1] == 0
        assert numpy.abs(wave[-RATE // 100 :]).max() < 1e-4


# --- no stroke is quite like another -----------------------------------------------------------


@pytest.mark.parametrize("drum", Drum)
def test_takes_differ_a_little(drum: Drum) -> None:
    waves = takes(drum)
    for one, other in combinations(waves, 2):
        assert 0.7 < numpy.corrcoef(one, other)[0, 1] < 0.9999
    levels = [20 * numpy.log10(numpy.linalg.norm(wave)) for wave in waves]
    assert 0.5 < max(levels) - min(levels) < 3
    assert {len(wave) for wave in waves} == {len(waves[0])}
    assert len(waves) == membrane.TAKES


@pytest.mark.parametrize("drum", Drum)
def test_the_same_seed_gives_the_same_bytes_and_another_one_others(drum: Drum) -> None:
    one, same, other = (b"".join(map(bytes, takes(drum, seed=seed))) for seed in (1, 1, 2))
    assert one == same != other


def test_what_is_drawn_is_the_same_on_every_machine() -> None:
    assert membrane.chances("0 185", 1, 3)[0] == pytest.approx([0.41023005, 0.39748916, -0.91875187])


# --- every tone, every rate --------------------------------------------------------------------


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("name", BOTH)
def test_a_stroke_sounds_from_its_first_frame_on_in_16_bits(name: str, rate: int) -> None:
    for seed in SEEDS:
        made = voices(library.sounds(name), Audio(rate=rate), seed)
        assert all(numpy.rint(take[0] * 2**15).all() for found in made.takes.values() for take in found)


@pytest.mark.parametrize("drum", Drum)
def test_a_drum_is_the_same_at_every_rate(drum: Drum) -> None:
    usual = played(beaten(drum, 3, 60))
    for rate in RATES:
        sound = played(beaten(drum, 3, 60), rate)
        assert middle(sound, rate) == pytest.approx(middle(usual), rel=0.02)
        assert decay(sound, rate) == pytest.approx(decay(usual), rel=0.02)
        assert loudness(sound, rate) == pytest.approx(loudness(usual), abs=0.1)


@pytest.mark.parametrize("corner", list(product(*list(RANGES.values())[:3])), ids=str)
def test_every_tone_sounds(corner: tuple[float, float, float]) -> None:
    for wave in membrane.strokes(Tone(*corner, level=0, place=0), 22_050, 0):
        assert numpy.isfinite(wave).all()
        assert wave[0] > 1e-5
        assert wave[-1] == 0
        assert 0.1 < numpy.abs(wave).max() < 5


def test_the_modes_are_those_of_a_membrane() -> None:
    for order, zeros in enumerate(membrane.ZEROS):
        known = special.jn_zeros(order, len(zeros) + 1)
        assert list(zeros) == pytest.approx(known[:-1], abs=1e-4)
        assert known[-1] > 16
    assert special.jn_zeros(len(membrane.ZEROS), 1) > 16
    orders, x = numpy.arange(13), numpy.linspace(0, 16, 13)
    assert membrane.bessel(orders, x) == pytest.approx(special.jv(orders, x), abs=1e-12)
