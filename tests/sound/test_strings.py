"""The plucked string as it is heard: its pitch, its loudness, and how it begins and ends.

The pitch is measured from the samples alone, in two ways: the lowest peak of the spectrum, and the
time after which the sound is most like itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy
import pyloudnorm
import pytest
from numpy.typing import NDArray

from touhu_music.song.sound import tuning
from touhu_music.sound import RATES, strings

if TYPE_CHECKING:
    from touhu_music.sound import Wave

RATE: Final = 48_000
TONES: Final = range(25)


def spectral_pitch(sound: NDArray[Any], rate: int, near: float) -> float:
    """Return the hertz of the highest point of the spectrum within a tone of where it should be."""
    frames = rate  # a second
    power = numpy.abs(numpy.fft.rfft(sound[rate // 20 :][:frames] * numpy.hanning(frames), 8 * frames))
    low, high = (round(near * by * 8) for by in (0.9, 1.1))
    top = low + int(power[low:high].argmax())
    before, at, after = numpy.log(power[top - 1 : top + 2])
    return float(top + (before - after) / (2 * (before - 2 * at + after))) / 8


def periodic_pitch(sound: NDArray[Any], rate: int, near: float) -> float:
    """Return the hertz of the period, by the likeness of the sound to itself some periods later."""
    part = sound[rate // 20 :][: rate // 2].astype(float)
    power = numpy.abs(numpy.fft.rfft(part, 4 * len(part))) ** 2
    likeness = numpy.fft.irfft(power)[: len(part)] / numpy.arange(len(part), 0, -1)
    periods = max(1, round(0.2 * near))
    middle, around = round(rate / near * periods), round(0.3 * rate / near)
    top = middle - around + int(likeness[middle - around : middle + around].argmax())
    before, at, after = likeness[top - 1 : top + 2]
    return float(rate * periods / (top + (before - after) / (2 * (before - 2 * at + after))))


def cents(found: float, wanted: float) -> float:
    return abs(float(1200 * numpy.log2(found / wanted)))


def loudness(wave: Wave) -> float:
    """Return the loudness of a pluck a second, in LUFS."""
    line = numpy.zeros(8 * RATE + len(wave))
    for second in range(8):
        line[second * RATE :][: len(wave)] += wave
    return float(pyloudnorm.Meter(RATE).integrated_loudness(line))


@pytest.mark.parametrize("temperament", tuning.Temperament)
@pytest.mark.parametrize("semitones", TONES)
def test_each_tone_has_its_pitch_to_a_hundredth_of_a_cent(
    semitones: int, temperament: tuning.Temperament
) -> None:
    hertz = tuning.tuning("C4", temperament).pitch(semitones)
    for rate in (44_100, RATE):
        wave = strings.pluck(hertz, rate)
        assert cents(spectral_pitch(wave, rate, hertz), hertz) < 0.01
        assert cents(periodic_pitch(wave, rate, hertz), hertz) < 1


def test_all_tones_are_equally_loud() -> None:
    heard = [loudness(strings.pluck(tuning.of_key(key), RATE)) for key in range(60, 85)]
    assert max(heard) - min(heard) < 1.6


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("hertz", [65.4, 261.6, 1046.5, 3950.0])
def test_a_pluck_begins_and_ends_without_a_click(hertz: float, rate: int) -> None:
    wave = strings.pluck(hertz, rate)
    peak = float(numpy.abs(wave).max())
    assert 0 < abs(wave[0]) < numpy.abs(numpy.diff(wave)).max()
    assert numpy.abs(wave[-round(0.001 * rate) :]).max() < 1e-4 * peak
    assert numpy.isfinite(wave).all()


def test_high_partials_die_before_low_ones() -> None:
    wave = strings.pluck(261.6, RATE)

    def share(second: float) -> float:
        power = (
            numpy.abs(numpy.fft.rfft(wave[round(second * RATE) :][: RATE // 4] * numpy.hanning(RATE // 4)))
            ** 2
        )
        return float(power[round(1500 / 4) :].sum() / power.sum())

    assert share(0) > 5 * share(0.5) > 25 * share(1.5)


def test_the_same_string_gives_the_same_samples() -> None:
    first = strings.pluck(300.0, RATE).copy()
    strings.pluck.cache_clear()
    assert numpy.array_equal(first, strings.pluck(300.0, RATE))


def test_a_finger_silences_a_string_without_a_click_and_leaves_what_was_heard_before() -> None:
    wave = strings.pluck(261.6, RATE)
    cut = strings.silenced(wave, RATE // 2, RATE)
    assert len(cut) == round(0.56 * RATE)
    assert numpy.array_equal(cut[: RATE // 2], wave[: RATE // 2])
    assert abs(cut[-1]) < 1e-6
    assert numpy.abs(numpy.diff(cut[RATE // 2 :])).max() <= 1.2 * numpy.abs(numpy.diff(wave)).max()
    assert strings.silenced(wave, 60 * RATE, RATE) is wave
