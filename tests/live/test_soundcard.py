"""Frames for the sound card: exact whatever is asked for, quiet at a stop, and one line where it fails."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy
import pytest
from conftest import performance
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from live.instruments import Listening, settings
from strategies import cadences, plans, practices

from touhu_music import Use, library, perform
from touhu_music.errors import TouhuError
from touhu_music.live import soundcard
from touhu_music.live.control import Control
from touhu_music.live.soundcard import FADE, GAIN, LINEAR, Mixer, SoundPlayer, guarded, open_device
from touhu_music.live.transport import Settings
from touhu_music.notation import Cadence
from touhu_music.performance import Accent, Plan
from touhu_music.practice import PLAIN, Practice, Ramp, Rehearsal
from touhu_music.sound import USUAL, Audio
from touhu_music.sound.mixing import Hit, Mix, mix
from touhu_music.sound.voices import voices

if TYPE_CHECKING:
    from touhu_music.performance import Performance
    from touhu_music.sound import Wave

ODD = (1, 960, 7, 441, 4_096, 333, 48_000)


def pulled(mixer: Mixer, frames: int) -> Wave:
    """Ask for blocks of odd sizes, so many frames in all."""
    blocks, left, turn = [], frames, 0
    while left:
        size = min(ODD[turn % len(ODD)], left)
        blocks.append(mixer.block(size))
        left, turn = left - size, turn + 1
    return numpy.concatenate(blocks)


def all_frames(played: Performance, practice: Practice, audio: Audio) -> tuple[Wave, Wave]:
    """Return all frames of a rehearsal, as the card gets them and as files hold them."""
    use = played.use
    count = played.plan.count_in
    chosen = Settings(({use: played},), use=use, loop=False, count_in=count, practice=practice)
    whole = mix(Rehearsal(played, practice), audio)
    mixer = Mixer(Control(chosen, playing=True), audio)
    live = pulled(mixer, whole.frames)
    assert not numpy.any(mixer.block(2))
    assert mixer.over(whole.frames)
    return live, whole.stretch(0, whole.frames)


# --- every frame -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choices, practice",
    [
        ({}, PLAIN),
        ({"count_in": 4, "accent": Accent.GU, "cycles": 3, "gap": Fraction(3, 7)}, PLAIN),
        ({"cycles": 4}, Practice(Ramp(Fraction(100), Fraction(130), Fraction(10)), click=True)),
        ({"cycles": 3}, Practice(respond=True, leave_strokes=Fraction(1, 3), seed=2)),
    ],
)
@pytest.mark.parametrize("rate", [48_000, 44_100])
def test_the_card_gets_every_bit_of_a_file(rate: int, choices: dict[str, Any], practice: Practice) -> None:
    audio = Audio(rate=rate)
    played = performance("lu-1", Use.ARCHERY, **{"beats_per_minute": Fraction("133.3")} | choices)
    live, file = all_frames(played, practice, audio)
    assert numpy.array_equal(live, file)


@hypothesis_settings(max_examples=40)
@given(cadences, plans(), practices(), st.sampled_from(Use))
def test_the_card_gets_every_bit_of_any_file(
    cadence: Cadence, plan: Plan, practice: Practice, use: Use
) -> None:
    audio = Audio(rate=22_050)
    quick = plan.but("drawn", beats_per_minute=600 + plan.beats_per_minute, cycles=min(plan.cycles, 2))
    live, file = all_frames(perform(cadence, use, quick), replace(practice, ramp=None), audio)
    assert numpy.array_equal(live, file)


def expected(hits: list[tuple[int, Any]], frames: int) -> Wave:
    """Add up the strokes of the first row at frames that are worked out by hand."""
    made = voices(library.sounds("shiwen"), USUAL, 0)
    strokes = len(performance("lu-1", Use.TOUHU).pattern)
    waves = tuple(Hit(frame, made.wave(moment, strokes)) for frame, moment in hits)
    return Mix(waves, frames, made.longest).stretch(0, frames)


def test_another_tempo_lands_on_the_very_frame() -> None:
    chosen = settings("lu-1", tempo=120)
    control = Control(chosen, playing=True)
    mixer = Mixer(control)
    first = pulled(mixer, 30_001)
    control.change(replace(chosen, beats_per_minute=Fraction("133.3")))
    frames = 5 * 48_000
    live = numpy.concatenate([first, pulled(mixer, frames - 30_001)])
    beat = 60 / Fraction("133.3")
    seconds = [Fraction(0), Fraction(1, 2), *(1 + place * beat for place in range(9))]
    moments = list(Rehearsal(chosen.performance).moments())
    hits = [(round(at * 48_000), moment) for at, moment in zip(seconds, moments, strict=False)]
    assert hits[3][0] == 48_000 + 21_605  # 48000 × 60 / 133.3 = 21605.4
    assert numpy.array_equal(live, expected(hits, frames))


def test_another_row_comes_without_a_seam_where_the_cycle_ends() -> None:
    chosen = settings("lu-1", "xue-1", tempo=240)
    control = Control(chosen, playing=True)
    mixer = Mixer(control)
    first = pulled(mixer, 20_000)
    control.change(replace(chosen, row=1))
    live = numpy.concatenate([first, pulled(mixer, 300_000)])
    heard = [report.moment for _, report in mixer.heard if report and report.moment]
    assert [it.seconds for it in heard] == [Fraction(place, 4) for place in range(len(heard))]
    rows = [row[Use.TOUHU].pattern for row in chosen.rows]
    drums = [stroke.drum for stroke in (*rows[0], *rows[1], *rows[1])]
    assert [it.voice.drum for it in heard] == drums[: len(heard)]
    onsets = [frame for frame, report in mixer.heard if report and report.moment]
    assert onsets == [12_000 * place for place in range(len(onsets))]
    assert all(numpy.any(live[frame : frame + 2]) for frame in onsets)


# --- start and stop ----------------------------------------------------------------------------


def test_nothing_sounds_before_the_start_and_the_first_stroke_is_its_first_frame() -> None:
    control = Control(settings("lu-1"))
    mixer = Mixer(control)
    assert not numpy.any(pulled(mixer, 5_000))
    control.play(True)
    assert numpy.all(mixer.block(1))


def test_a_stop_fades_in_a_hundredth_of_a_second_without_a_click() -> None:
    frames = round(FADE * USUAL.rate)
    control = Control(settings("lu-1", tempo=480), playing=True)
    mixer, as_it_was = Mixer(control), Mixer(control)
    before = pulled(mixer, 20_000)
    unstopped = as_it_was.block(20_000 + frames)
    control.play(False)
    after = pulled(mixer, 2 * frames)
    assert numpy.abs(before[-100:]).max() > 0.01
    assert numpy.abs(after[0] - unstopped[20_000]).max() < 1e-6
    assert numpy.all(numpy.abs(after[:frames]) <= numpy.abs(unstopped[20_000:]))
    assert not numpy.any(after[frames - 1 :])
    assert not mixer.over(mixer.frame)  # another start may come
    control.play(True)
    assert numpy.array_equal(mixer.block(20_000), before)


def test_a_new_start_in_one_moment_fades_the_old_and_begins_with_the_first_stroke() -> None:
    control = Control(settings("lu-1", tempo=480), playing=True)
    mixer = Mixer(control)
    first = pulled(mixer, 20_000)
    control.play(False)
    control.play(True)
    again = pulled(mixer, 20_000)
    assert numpy.array_equal(again[480:], first[480:])
    assert not numpy.array_equal(again[:480], first[:480])


def test_in_the_end_what_rings_rings_out() -> None:
    chosen = settings("lu-1", tempo=480, loop=False)
    mixer = Mixer(Control(chosen, playing=True))
    end = 12 * 48_000 // 8
    mixer.block(end + 1)
    longest = voices(library.sounds("shiwen"), USUAL, 0).longest
    assert not mixer.over(end + 1)
    assert mixer.heard[-1] == (end, None)
    rest = mixer.block(2 * longest)
    assert numpy.any(rest[: longest // 2])
    assert not numpy.any(rest[longest:])
    assert mixer.over(mixer.frame)


# --- how loud ----------------------------------------------------------------------------------


def test_what_is_loud_is_bent_and_never_beyond_one() -> None:
    ramp = numpy.linspace(-5, 5, 10_001, dtype=numpy.float32)
    mixed = numpy.column_stack([ramp, ramp[::-1]])
    found = guarded(mixed)
    assert found.dtype == numpy.float32
    assert numpy.abs(found).max() <= 1
    assert numpy.all(numpy.diff(found[:, 0]) >= 0)
    assert numpy.abs(numpy.diff(found[:, 0])).max() < GAIN * 0.0011  # there is no step
    low = numpy.abs(mixed) * GAIN <= LINEAR
    assert numpy.array_equal(found[low], (mixed * numpy.float32(GAIN))[low])


@pytest.mark.parametrize("sounds", ["shiwen", "organology"])
def test_the_drums_of_the_package_are_hardly_ever_bent(sounds: str) -> None:
    played = performance(
        "xue-2",
        Use.ARCHERY,
        sounds=library.sounds(sounds),
        accent=Accent.GU,
        beats_per_minute=Fraction(400),
    )
    mixer = Mixer(Control(Settings(({Use.ARCHERY: played},), use=Use.ARCHERY), playing=True))
    size = numpy.abs(mixer.block(20 * 48_000)) * GAIN
    assert size.max() > 0.5
    assert (size > LINEAR).mean() < 0.001


# --- devices -----------------------------------------------------------------------------------


class FakeDevice:
    """A device that asks for a number of blocks at once, then for no more."""

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self.closed = False

    def start(self, feed: Generator[Any, int, None]) -> None:
        for _ in range(self.blocks):
            feed.send(960)

    def close(self) -> None:
        self.closed = True


def test_a_failure_while_mixing_reaches_who_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised in the thread of the card is printed and lost."""

    def fails(self: Mixer, frames: int) -> Wave:
        raise ZeroDivisionError(f"at {frames}")

    monkeypatch.setattr(Mixer, "block", fails)
    control, device = Control(settings("lu-1"), playing=True), open_device("null")
    device.play(control)
    assert repr(control.failure) == "ZeroDivisionError('at 960')"
    assert control.leaving
    assert device.device._device is None  # it is closed


def test_a_device_that_asks_no_more_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soundcard, "PATIENCE", 5)
    control, device = Control(settings("lu-1"), playing=True), FakeDevice(3)
    SoundPlayer(device).play(control)
    assert str(control.failure) == "the sound device failed: it asks for no more sound"
    assert device.closed


def test_a_device_that_does_not_start_is_one_line() -> None:
    class Stuck(FakeDevice):
        def start(self, feed: Generator[Any, int, None]) -> None:
            raise RuntimeError("failed to start audio device", -200)

    control, device = Control(settings("lu-1"), playing=True), Stuck(0)
    SoundPlayer(device).play(control)
    assert str(control.failure) == "the sound device failed: failed to start audio device -200"
    assert device.closed


def test_a_performance_on_a_device_ends_by_itself() -> None:
    control = Listening(settings("lu-1", tempo=900, loop=False, count_in=2), playing=True)
    open_device("null").play(control)
    assert control.failure is None
    assert len(control.reports) == 14
    assert (control.playing, control.leaving, control.report) == (False, True, None)


def test_leaving_ends_a_device_that_plays_and_one_that_does_not() -> None:
    for playing in (False, True):
        control = Control(settings("lu-1"), playing=playing)
        thread = threading.Thread(target=open_device("null").play, args=(control,))
        thread.start()
        threading.Timer(0.2, control.leave).start()
        thread.join(5)
        assert not thread.is_alive()
        assert control.failure is None


def miniaudio_with(monkeypatch: pytest.MonkeyPatch, *names: str) -> Any:
    """Pretend a system with some devices, which do not open."""
    miniaudio = pytest.importorskip("miniaudio")

    def fails(*_: object, **__: object) -> None:
        raise miniaudio.MiniaudioError("failed to init device", -401)

    class Devices:
        def __init__(self, backends: list[Any]) -> None: ...

        def get_playbacks(self) -> list[dict[str, Any]]:
            return [{"name": name, "id": None} for name in names]

    backends = {miniaudio.Backend.JACK, miniaudio.Backend.ALSA, miniaudio.Backend.NULL}
    monkeypatch.setattr(miniaudio, "get_enabled_backends", lambda: backends)
    monkeypatch.setattr(miniaudio, "PlaybackDevice", fails)
    monkeypatch.setattr(miniaudio, "Devices", Devices)
    return miniaudio


@pytest.mark.parametrize(
    "name, what", [(None, "no sound device opens"), ("Hall", "sound device 'Hall' does not open")]
)
def test_where_no_device_opens_it_is_said_what_was_looked_for(
    monkeypatch: pytest.MonkeyPatch, name: str | None, what: str
) -> None:
    miniaudio_with(monkeypatch, "The Hall", "HDMI")
    with pytest.raises(TouhuError) as caught:
        open_device(name)
    assert str(caught.value) == (
        f"{what}, looked for in ALSA, JACK (failed to init device -401);"
        " --device null plays to nobody, --port NAME plays on a MIDI port"
    )


def test_a_device_that_is_not_there_is_told_with_all_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    miniaudio_with(monkeypatch, "The Hall,\nleft", "HDMI")
    with pytest.raises(TouhuError) as caught:
        open_device("Cellar")
    assert str(caught.value) == "there is no sound device 'Cellar'; there are: The Hall, left; HDMI"


def test_where_miniaudio_is_missing_it_is_said_what_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(TouhuError) as caught:
        open_device()
    assert str(caught.value) == (
        "sound needs miniaudio, which some systems do not have (import of miniaudio halted; None in"
        " sys.modules); --port NAME plays on a MIDI port"
    )


def test_opening_a_device_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """ALSA tells stderr of every card that it does not find."""
    with suppress(TouhuError):
        open_device().device.close()
    assert capfd.readouterr() == ("", "")
