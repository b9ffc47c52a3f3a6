"""Every stroke at its frame: what is added up, and the short way against the long one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy
import pytest
from conftest import NAMES, performance
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import plans, practices

from touhu_music import Drum, Use, parse, perform
from touhu_music.performance import Accent, Performance, Plan, Timing
from touhu_music.practice import PLAIN, Practice, Ramp, Rehearsal, Voice
from touhu_music.sound import Audio
from touhu_music.sound.mixing import PEAK, Hit, Mix, gain, mix

if TYPE_CHECKING:
    from touhu_music.sound import Wave

RAW = Audio(normalised=False)


def whole(mixed: Mix) -> Wave:
    """Return all frames in the way that files are made."""
    parts = [part.wave for part in mixed.parts() for _ in range(part.times)]
    return numpy.concatenate(parts) if parts else numpy.zeros((0, 2), numpy.float32)


def without(mixed: Mix, number: int) -> Mix:
    """Return the mix without one of its hits."""
    return replace(mixed, hits=mixed.hits[:number] + mixed.hits[number + 1 :])


# --- where a stroke begins ---------------------------------------------------------------------


@pytest.mark.parametrize("tempo", [20, 60, 133, 400])
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("name", NAMES)
def test_a_stroke_changes_nothing_before_its_frame_and_all_from_it_on(
    name: str, use: Use, tempo: int
) -> None:
    it = performance(name, use, beats_per_minute=Fraction(tempo), accent=Accent.GU)
    mixed = mix(Rehearsal(it), RAW)
    full = mixed.stretch(0, mixed.frames)
    for number, stroke in enumerate(it.pattern):
        onset = round(it.seconds(stroke.onset) * RAW.rate)
        changed = full - without(mixed, number).stretch(0, mixed.frames)
        assert not changed[:onset].any()
        assert changed[onset].any()


def test_the_frame_is_the_nearest_one_however_long_it_goes_on() -> None:
    it = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(133), cycles=200, timing=Timing.ON_GU)
    frames = [hit.frame for hit in mix(Rehearsal(it), RAW).hits]
    exact = [it.seconds(stroke.onset) * 48_000 for stroke in it.strokes]
    assert max(abs(frame - moment) for frame, moment in zip(frames, exact, strict=True)) <= Fraction(1, 2)


# --- the short way -----------------------------------------------------------------------------


@given(plans(), practices(), st.sampled_from([22_050, 48_000]), st.integers(1, 40))
@settings(max_examples=25, deadline=None)
def test_what_comes_again_is_what_would_be_mixed_again(
    plan: Plan, practice: Practice, rate: int, cycles: int
) -> None:
    quick = plan.but("as drawn", cycles=cycles, beats_per_minute=max(plan.beats_per_minute, Fraction(240)))
    it = perform(parse("○□○○半○□○"), Use.ARCHERY, quick)
    mixed = mix(Rehearsal(it, practice), replace(RAW, rate=rate))
    assert numpy.array_equal(whole(mixed), mixed.stretch(0, mixed.frames))


@pytest.mark.parametrize("rate", [22_050, 44_100, 48_000])
@pytest.mark.parametrize("tempo", [32, 64, 96, 128, 192])
def test_what_is_repeated_is_rounded_as_it_would_be(tempo: int, rate: int) -> None:
    it = performance("lu-2", Use.TOUHU, beats_per_minute=Fraction(tempo), cycles=20)
    mixed = mix(Rehearsal(it), replace(RAW, rate=rate))
    assert numpy.array_equal(whole(mixed), mixed.stretch(0, mixed.frames))


@pytest.mark.parametrize("practice", [PLAIN, Practice(respond=True, click=True), Practice(muted=Drum.PI)])
@pytest.mark.parametrize("count_in", [0, 3])
def test_the_short_way_is_taken_where_every_cycle_is_alike(practice: Practice, count_in: int) -> None:
    it = performance("lu-1", Use.TOUHU, cycles=40, count_in=count_in, beats_per_minute=Fraction(240))
    mixed = mix(Rehearsal(it, practice), RAW)
    assert max(part.times for part in mixed.parts()) >= 8
    assert numpy.array_equal(whole(mixed), mixed.stretch(0, mixed.frames))


@pytest.mark.parametrize(
    "practice", [Practice(ramp=Ramp.parse("240-300-1")), Practice(leave_strokes=Fraction(1, 4))]
)
def test_it_is_not_taken_where_cycles_differ(practice: Practice) -> None:
    it = performance("lu-1", Use.TOUHU, cycles=40, beats_per_minute=Fraction(240))
    assert {part.times for part in mix(Rehearsal(it, practice), RAW).parts()} == {1}


@given(st.integers(0, 400_000), st.integers(0, 400_000))
@settings(max_examples=25, deadline=None)
def test_a_stretch_is_cut_from_the_whole(one: int, other: int) -> None:
    mixed = mix(Rehearsal(performance("xue-1", Use.TOUHU)), RAW)
    start, stop = sorted((min(one, mixed.frames), min(other, mixed.frames)))
    assert numpy.array_equal(mixed.stretch(start, stop), mixed.stretch(0, mixed.frames)[start:stop])


# --- the whole ---------------------------------------------------------------------------------


@pytest.mark.parametrize("use", Use)
def test_the_last_stroke_rings_to_its_end(use: Use) -> None:
    for name in NAMES:
        mixed = mix(Rehearsal(performance(name, use, beats_per_minute=Fraction(400))), RAW)
        frame, wave = mixed.hits[-1]
        assert mixed.frames >= frame + len(wave)
        assert not mixed.stretch(mixed.frames - 1, mixed.frames).any()


def stems(it: Performance, practice: Practice, audio: Audio) -> dict[Voice, Wave]:
    made = {}
    for voice in Voice:
        alone = replace(audio, stem=voice)
        rehearsal = Rehearsal(it, practice)
        made[voice] = whole(mix(rehearsal, alone)) * numpy.float32(gain(rehearsal, alone))
    return made


@pytest.mark.parametrize("audio", [RAW, Audio(), Audio(loop=True)])
@pytest.mark.parametrize("practice", [PLAIN, Practice(click=True, ramp=Ramp.parse("200-240-20"))])
def test_the_stems_add_up_to_the_whole(audio: Audio, practice: Practice) -> None:
    it = performance("lu-2", Use.ARCHERY, beats_per_minute=Fraction(220), cycles=3)
    rehearsal = Rehearsal(it, practice)
    full = whole(mix(rehearsal, audio)) * numpy.float32(gain(rehearsal, audio))
    made = stems(it, practice, audio)
    assert {len(stem) for stem in made.values()} == {len(full)}
    assert numpy.abs(sum(made.values()) - full).max() < 1e-6
    assert made[Voice.PI].any()
    assert made[Voice.GU].any()
    assert made[Voice.CLICK].any() is numpy.bool_(practice.click)


@pytest.mark.parametrize(
    "choices", [{}, {"accent": Accent.GU}, {"beats_per_minute": Fraction(1000)}, {"count_in": 4, "cycles": 2}]
)
def test_the_peak_is_at_minus_one_decibel(choices: dict[str, Any]) -> None:
    rehearsal = Rehearsal(performance("lu-1", Use.ARCHERY, **choices))
    loudest = numpy.abs(whole(mix(rehearsal, Audio()))).max() * gain(rehearsal, Audio())
    assert loudest == pytest.approx(PEAK, rel=1e-6)
    assert 20 * numpy.log10(loudest) == pytest.approx(-1, abs=1e-3)


def test_silence_stays_silence() -> None:
    rehearsal = Rehearsal(performance("lu-1"), Practice(leave_strokes=Fraction(1)))
    assert gain(rehearsal, Audio()) == 1
    assert not whole(mix(rehearsal, Audio())).any()


def test_each_drum_has_its_place() -> None:
    made = stems(performance("lu-1"), PLAIN, RAW)
    left, right = ({voice: numpy.square(made[voice][:, side]).sum() for voice in Voice} for side in (0, 1))
    assert left[Voice.PI] > 1.5 * right[Voice.PI]
    assert right[Voice.GU] > 1.5 * left[Voice.GU]


def test_an_accent_is_louder_and_nothing_else() -> None:
    plain, accented = (
        mix(Rehearsal(performance("lu-1", accent=accent)), RAW).hits for accent in (Accent.NONE, Accent.FIRST)
    )
    ratios = {
        round(float(numpy.abs(loud.wave).max() / numpy.abs(soft.wave).max()), 3)
        for soft, loud in zip(plain, accented, strict=True)
    }
    assert ratios == {1.0, round(10 ** (5 / 20), 3)}
    assert [hit.frame for hit in plain] == [hit.frame for hit in accented]


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("name", NAMES)
def test_neighbouring_strokes_of_a_drum_are_never_the_same_sound(name: str, use: Use) -> None:
    it = performance(name, use, cycles=5)
    hits = mix(Rehearsal(it), RAW).hits
    for drum in Drum:
        waves = [hit.wave for hit, stroke in zip(hits, it.strokes, strict=True) if stroke.drum is drum]
        assert not any(one is other for one, other in pairwise(waves))
        assert len({id(wave) for wave in waves}) >= 3


# --- loops -------------------------------------------------------------------------------------


def looped(it: Performance, times: int = 1) -> Wave:
    """Return a loop, played so many times."""
    return numpy.tile(whole(mix(Rehearsal(it), replace(RAW, loop=True))), (times, 1))


@pytest.mark.parametrize("tempo", [20, 60, 133, 400])
@pytest.mark.parametrize("name", NAMES)
def test_a_loop_is_a_whole_number_of_frames_and_the_nearest_one(name: str, tempo: int) -> None:
    it = performance(name, Use.TOUHU, beats_per_minute=Fraction(tempo), gap=Fraction(1, 2))
    assert abs(len(looped(it)) - it.seconds(it.length) * 48_000) <= Fraction(1, 2)


@pytest.mark.parametrize("tempo", [60, 120, 400])
@pytest.mark.parametrize("use", Use)
def test_a_loop_that_goes_on_sounds_as_if_it_were_played_on(use: Use, tempo: int) -> None:
    it = performance("lu-2", use, beats_per_minute=Fraction(tempo))
    period, times = len(looped(it)), 6
    hits = mix(Rehearsal(it), RAW).hits
    later = [Hit(hit.frame + period * cycle, hit.wave) for cycle in range(times) for hit in hits]
    played = Mix(tuple(later), period * times, max(len(hit.wave) for hit in hits)).stretch(0, period * times)
    steady = 4 * period  # what rang in has been heard by then
    assert numpy.abs(looped(it, times)[steady:] - played[steady:]).max() < 1e-6


@pytest.mark.parametrize("tempo", [60, 133, 400])
def test_the_seam_of_a_loop_is_no_larger_step_than_any_other(tempo: int) -> None:
    it = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(tempo))
    loop = looped(it)
    steps = numpy.abs(numpy.diff(loop, axis=0)).max(axis=1)
    seam = numpy.abs(loop[0] - loop[-1]).max()
    assert seam <= steps.max()


def test_what_rings_longer_than_the_loop_comes_round_more_than_once() -> None:
    it = perform(parse("○半□"), Use.TOUHU, performance(beats_per_minute=Fraction(1000)).plan)
    loop = whole(mix(Rehearsal(it), replace(RAW, loop=True)))
    (hit,) = mix(Rehearsal(it), RAW).hits
    expected = numpy.zeros_like(loop)
    for start in range(0, len(hit.wave), len(loop)):
        piece = hit.wave[start : start + len(loop)]
        expected[: len(piece)] += piece
    assert numpy.abs(loop - expected).max() < 1e-5
