"""A song as it is heard: each word at its frame and pitch, stems that add up, nothing beyond full scale."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from io import BytesIO
from math import log2
from typing import Any, Final

import numpy
import pyloudnorm
import pytest
import soundfile
from conftest import NAMES, performance
from numpy.typing import NDArray

from touhu_music import Use
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.notation import Drum
from touhu_music.performance import Accent, Timing
from touhu_music.practice import Rehearsal
from touhu_music.song import fitting, formats, songs
from touhu_music.song.fitting import UNITS, Rendition
from touhu_music.song.formats import Options
from touhu_music.song.sound import sounding
from touhu_music.song.sound.instrument import Ring, Sound, Stem
from touhu_music.sound import Audio, Recording
from touhu_music.sound.mixing import PEAK, mix

RATE: Final = 48_000
RAW: Final = Sound(Audio(normalised=False))
TUNES: Final = ("caifan", "caipin", "zouyu-yu", "zouyu-jue")
RATIOS: Final = {
    "equal": tuple(2 ** (place / 12) for place in range(12)),
    "sanfen": tuple(
        a / b
        for a, b in (
            *((1, 1), (2187, 2048), (9, 8), (19683, 16384), (81, 64), (177147, 131072)),
            *((729, 512), (3, 2), (6561, 4096), (27, 16), (59049, 32768), (243, 128)),
        )
    ),
}
"""Of the twelve lü to 黃鐘, written out here and not taken from the package."""


@cache
def alone(name: str, witness: str | None = None, temperament: str = "equal") -> Rendition:
    singing = songs.singing()._replace(temperament=temperament)
    return fitting.alone(songs.load(name, witness), singing)


def together(
    name: str, way: str = "line", row: str = "lu-1", use: Use = Use.TOUHU, **choices: Any
) -> Rendition:
    return fitting.fit(songs.load(name), fitting.load(way), songs.singing(), performance(row, use, **choices))


def heard(rendition: Rendition, sound: Sound = RAW) -> NDArray[Any]:
    mixed = sounding.mixed(rendition, sound)
    return mixed.stretch(0, mixed.frames)


def pitch(sound: NDArray[Any], near: float, rate: int) -> float:
    """Return the hertz of the strongest partial that is near, from samples alone."""
    power = numpy.abs(numpy.fft.rfft(sound * numpy.hanning(len(sound)), 8 * rate))
    low, high = round(near * 0.945 * 8), round(near * 1.055 * 8)
    top = low + int(power[low:high].argmax())
    before, at, after = numpy.log(power[top - 1 : top + 2])
    return float(top + (before - after) / (2 * (before - 2 * at + after))) / 8


# --- pitch and place --------------------------------------------------------------------------


@pytest.mark.parametrize("temperament", RATIOS)
@pytest.mark.parametrize("name", TUNES)
def test_every_word_is_heard_within_three_cents_of_its_tone(name: str, temperament: str) -> None:
    rendition, rate = alone(name, None, temperament), 22_050
    sound = heard(rendition, Sound(Audio(rate, normalised=False), Ring.DAMPED)).mean(1)
    for word in rendition.words:
        assert word.sung.semitones is not None
        octave, place = divmod(word.sung.semitones, 12)
        hertz = 440 * 2 ** (-9 / 12) * RATIOS[temperament][place] * 2**octave
        start = round(rendition.seconds(word.onset) * rate)
        part = sound[start + rate // 10 : start + rate]
        assert abs(1200 * log2(pitch(part, hertz, rate) / hertz)) < 3


@pytest.mark.parametrize("way", UNITS)
def test_a_word_changes_nothing_before_its_frame_and_sounds_from_it_on(way: str) -> None:
    rendition = together(
        "caifan", way, timing=Timing.ON_GU, gap=Fraction(1, 3), beats_per_minute=Fraction(133)
    )
    hits = sorted(sounding.plucked(rendition, RAW), key=lambda it: it.frame)
    expected = [round(rendition.seconds(it.onset) * RATE) for it in rendition.words]
    assert [it.frame for it in hits] == expected
    assert all(it.wave[0].any() for it in hits)


def test_a_string_is_silenced_where_its_tone_is_plucked_again_and_others_ring_on() -> None:
    rendition = together("caifan", "word", beats_per_minute=Fraction(240))
    hits = sorted(sounding.plucked(rendition, RAW), key=lambda it: it.frame)
    frames = [it.frame for it in hits]
    tones = [it.sung.semitones for it in rendition.words]
    for place, (frame, wave) in enumerate(hits):
        again = next((at for at in range(place + 1, len(hits)) if tones[at] == tones[place]), None)
        if again is not None:
            assert frame + len(wave) <= frames[again] + 0.061 * RATE
    assert max(len(wave) for _, wave in hits) > RATE


def test_damped_words_end_with_their_length() -> None:
    rendition = together("caifan")
    for hit in sounding.plucked(rendition, RAW._replace(ring=Ring.DAMPED)):
        assert len(hit.wave) <= 3.061 * RATE


def test_a_lost_tone_is_silence_of_its_length() -> None:
    rendition = alone("caipin", "N")
    sound = heard(rendition, RAW._replace(ring=Ring.DAMPED))
    lost = [it for it in rendition.words if it.sung.lost]
    assert [it.sung.word for it in lost] == ["于", "下"]
    for word in lost:
        start, end = (round(rendition.seconds(beat) * RATE) for beat in (word.onset, word.end))
        assert not sound[start + round(0.07 * RATE) : end].any()
    assert rendition.length == alone("caipin").length


# --- with the drums ---------------------------------------------------------------------------


@pytest.mark.parametrize("row", NAMES)
@pytest.mark.parametrize("way", ["line", "stanza", "word"])
def test_the_drums_are_the_same_as_in_a_file_of_the_drums(row: str, way: str) -> None:
    quick = Fraction(300)
    rendition = together(
        "zouyu-jue", way, row, count_in=2, gap=Fraction(1), accent=Accent.GU, beats_per_minute=quick
    )
    assert rendition.drum
    found = sounding.mixed(rendition, RAW._replace(stem=Stem.DRUMS))
    own = mix(Rehearsal(rendition.drum), RAW.audio)
    assert numpy.array_equal(found.stretch(0, own.frames), own.stretch(0, own.frames))
    assert not found.stretch(own.frames, found.frames).any()


@pytest.mark.parametrize("way", UNITS)
def test_stems_are_as_long_as_the_whole_and_add_up_to_it(way: str) -> None:
    rendition = together("caifan", way, count_in=2, beats_per_minute=Fraction(600))
    whole, *parts = (heard(rendition, RAW._replace(stem=stem)) for stem in (None, *Stem))
    assert len({len(it) for it in (whole, *parts)}) == 1
    assert numpy.abs(whole - sum(parts)).max() < 1e-6
    gains = {sounding.gain(rendition, Sound(stem=stem)) for stem in (None, *Stem)}
    assert len(gains) == 1


def test_stems_as_files_add_up_to_the_file_of_the_whole() -> None:
    rendition = together("zouyu-yu", beats_per_minute=Fraction(300))
    frames = [
        soundfile.read(
            BytesIO(formats.file_of("wav", rendition, Options(sound=Sound(stem=stem)))), dtype="int16"
        )[0]
        for stem in (None, *Stem)
    ]
    assert numpy.abs(frames[0].astype(int) - frames[1] - frames[2]).max() <= 1


@pytest.mark.parametrize("tempo", [120, 1000])
@pytest.mark.parametrize("way", UNITS)
@pytest.mark.parametrize("name", ["caifan", "zouyu-jue"])
def test_nothing_goes_beyond_full_scale_at_any_tempo_unnormalised_too(
    name: str, way: str, tempo: int
) -> None:
    rendition = together(name, way, beats_per_minute=Fraction(tempo), accent=Accent.GU)
    assert numpy.abs(heard(rendition, RAW._replace(audio=Audio(rate=22_050, normalised=False)))).max() < 1


@pytest.mark.parametrize("tempo", [90, 180])
def test_string_and_drums_are_about_equally_loud(tempo: int) -> None:
    rendition = together("caifan", beats_per_minute=Fraction(tempo))
    meter = pyloudnorm.Meter(RATE)
    string, drums = (
        meter.integrated_loudness(heard(rendition, RAW._replace(stem=stem)).astype(float)) for stem in Stem
    )
    assert abs(string - drums) < 4


def test_a_recited_song_is_the_drums_alone() -> None:
    rendition = together("lishou", beats_per_minute=Fraction(300))
    assert not heard(rendition, RAW._replace(stem=Stem.STRING)).any()
    assert numpy.array_equal(heard(rendition), heard(rendition, RAW._replace(stem=Stem.DRUMS)))


@pytest.mark.parametrize("ring", Ring)
def test_a_loop_sounds_as_the_second_of_three_singings(ring: Ring) -> None:
    drum, singing = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(300)), songs.singing()
    once, thrice = (
        fitting.fit(songs.load("caifan"), fitting.load("line"), singing, drum, times=times)
        for times in (1, 3)
    )
    loop = heard(once, Sound(Audio(22_050, normalised=False, loop=True), ring))
    assert len(loop) == round(once.seconds(once.length) * 22_050)
    straight = heard(thrice, Sound(Audio(22_050, normalised=False), ring))
    assert numpy.abs(loop - straight[len(loop) : 2 * len(loop)]).max() < 1e-6


def test_a_loop_with_a_count_in_and_a_sound_of_hours_are_refused() -> None:
    with pytest.raises(RenderError, match="a loop has no count-in"):
        sounding.mixed(together("caifan", count_in=1), Sound(Audio(loop=True)))
    long = fitting.alone(songs.load("caifan"), songs.singing(), times=1000)
    with pytest.raises(RenderError, match="sound is written for at most 120 minutes"):
        sounding.mixed(long, Sound())


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wav", "flac", "ogg", "mp3"])
def test_each_kind_of_file_holds_the_song_at_its_level_and_comes_out_the_same_twice(name: str) -> None:
    rendition = together("zouyu-jue", "word", beats_per_minute=Fraction(300))
    frames, rate = soundfile.read(BytesIO(formats.file_of(name, rendition)))
    mixed = sounding.mixed(rendition, Sound())
    assert (len(frames), rate) == (mixed.frames, RATE)
    wanted = mixed.stretch(0, mixed.frames) * sounding.gain(rendition, Sound())
    assert abs(numpy.abs(wanted).max() - PEAK) < 1e-3
    assert numpy.corrcoef(frames[:, 0], wanted[:, 0])[0, 1] > 0.99
    again, _ = soundfile.read(BytesIO(formats.file_of(name, rendition)))
    assert numpy.array_equal(frames, again)


@pytest.mark.parametrize("language", Language)
def test_a_player_shows_title_sources_and_choices(language: Language) -> None:
    rendition = together("caipin", beats_per_minute=Fraction(600))
    with soundfile.SoundFile(BytesIO(formats.file_of("flac", rendition, Options(language)))) as file:
        title, said = file.title, file.comment
    assert "采蘋" in title
    assert "lu-1 touhu" in title
    wanted = {
        Language.TRADITIONAL: ("譜不記節奏", "黃鐘 = C4", "十二平均律", "一音一弦", "朱熹", "復原"),
        Language.SIMPLIFIED: ("谱不记节奏", "黄钟 = C4", "十二平均律", "一音一弦", "朱熹", "复原"),
        Language.KOREAN: ("리듬", "황종 = C4", "십이평균율", "슬을 본뜬", "주희", "복원"),
        Language.ENGLISH: (
            "No rhythm is notated",
            "黃鐘 = C4",
            "Equal temperament",
            "瑟",
            "朱熹",
            "reconstruction",
        ),
    }[language]
    assert [part for part in wanted if part not in said] == []


def test_a_recorded_drum_is_told_by_its_name() -> None:
    take = numpy.full(100, 0.1, numpy.float32)
    recorded = Audio(recordings=((Drum.GU, Recording("barrel", "0" * 8, RATE, (take,))),))
    rendition = together("zouyu-jue", "word", beats_per_minute=Fraction(600))
    with soundfile.SoundFile(
        BytesIO(formats.file_of("flac", rendition, Options(sound=Sound(recorded))))
    ) as file:
        assert "鼓: barrel" in file.comment


def test_the_tuning_by_fifths_is_told() -> None:
    with soundfile.SoundFile(BytesIO(formats.file_of("flac", alone("zouyu-yu", None, "sanfen")))) as file:
        assert "Tuned by fifths from 黃鐘, 三分損益, our choice" in file.comment
        assert "the score writes" not in file.comment
