"""The song beside the drum, live: the same words at the same moments as in a file, with its own mute."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

import numpy
import pytest
from conftest import performance
from live.instruments import RecordingPort, SimulatedClock
from live.test_soundcard import pulled
from live.test_transport import unrolled

from touhu_music import Use
from touhu_music.errors import SongError
from touhu_music.language import Language
from touhu_music.live import keys, view
from touhu_music.live.control import Control, Report
from touhu_music.live.scheduler import LEAD, MidiPlayer
from touhu_music.live.singing import WITH_CYCLES, Tune, told
from touhu_music.live.soundcard import Mixer
from touhu_music.live.transport import Settings, start
from touhu_music.notation import Drum
from touhu_music.performance import Timing
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Rendition
from touhu_music.song.sound import sounding, tuning
from touhu_music.song.sound.instrument import Sound
from touhu_music.sound import Audio

PLAN: dict[str, Any] = {"beats_per_minute": Fraction(600), "gap": Fraction(1, 2), "count_in": 2}


def tune(name: str = "caifan", way: str = "line", **choices: Any) -> Tune:
    return Tune(songs.load(name), fitting.load(way), songs.singing()._replace(**choices))


def settings(sung: Tune, use: Use = Use.TOUHU, **choices: Any) -> Settings:
    """Return a row with a song, of as many cycles as that has, which ends by itself."""
    plan = PLAN | choices
    cycles = sung.cycles(performance("lu-1", use, **plan))
    row = {use: performance("lu-1", use, **plan, cycles=cycles)}
    return Settings((row,), use=use, loop=False, count_in=plan["count_in"], tune=sung)


def filed(sung: Tune, use: Use = Use.TOUHU, **choices: Any) -> Rendition:
    """Return the same as it is written into files."""
    drum = performance("lu-1", use, **(PLAN | choices))
    return fitting.fit(sung.song, sung.fitting, sung.singing, drum)


# --- what is due --------------------------------------------------------------------------------


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("timing", Timing)
@pytest.mark.parametrize("way", WITH_CYCLES)
@pytest.mark.parametrize("name", songs.songs())
def test_words_are_due_at_the_moments_of_a_file(name: str, way: str, timing: Timing, use: Use) -> None:
    sung = tune(name, way)
    found = [coming for coming in unrolled(settings(sung, use, timing=timing)) if coming.word]
    rendition = filed(sung, use, timing=timing)
    wanted = [(rendition.seconds(2 + it.onset), it.sung, it.verse) for it in rendition.words]
    assert [(it.seconds, it.word.sung, it.word.verse) for it in found if it.word] == wanted


def test_the_drum_is_due_as_without_a_song_and_cycles_stay_equally_spaced() -> None:
    sung = settings(tune())
    alone = [it.moment for it in unrolled(replace(sung, tune=None)) if it.moment]
    assert [it.moment for it in unrolled(sung) if it.moment] == alone
    first = [it.seconds for it in alone if it.stroke and it.stroke.number == 1]
    assert len({after - before for before, after in pairwise(first)}) == 1


def test_in_a_loop_the_song_begins_again_after_its_last_line() -> None:
    sung = tune()
    found = [it.word for it in islice(unrolled(replace(settings(sung), loop=True)), 400) if it.word]
    words = "".join(it.sung.word for it in found)
    whole = "".join(it.word for it in sung.song.sung)
    assert words.startswith(whole + whole[:8])


def test_the_mute_of_the_song_leaves_the_drum_and_that_of_a_drum_leaves_the_song() -> None:
    sung = settings(tune())
    both = [*unrolled(sung)]
    without = [*unrolled(replace(sung, unsung=True))]
    assert not [it for it in without if it.word]
    assert [it.moment for it in without] == [it.moment for it in both]
    assert [it.seconds for it in without] == [it.seconds for it in both]
    muted = [*unrolled(replace(sung, muted=Drum.PI))]
    assert [it.word for it in muted] == [it.word for it in both]


def test_a_fitting_without_cycles_cannot_be_played_live() -> None:
    with pytest.raises(SongError) as refused:
        tune("caifan", "three")
    said = "the fitting three has no cycles to be played live; there are line stanza word"
    assert str(refused.value) == said


# --- keys and screen ----------------------------------------------------------------------------


def test_the_key_s_mutes_the_song_and_does_nothing_without_one() -> None:
    desk = keys.Desk(settings(tune()), playing=True, tempo=Fraction(60))
    off = keys.press("s", desk, 0.0)
    assert off.settings.unsung
    assert not keys.press("s", off, 0.0).settings.unsung
    alone = replace(desk, settings=replace(desk.settings, tune=None))
    assert keys.press("s", alone, 0.0) == alone


def seen(chosen: Settings, beats: Fraction, cycle: int = 1) -> view.View:
    there = replace(start(chosen), cycle=cycle, beats=beats)
    return view.view(chosen, Report(there, None), 0.0, [], Language.ENGLISH)


@pytest.mark.parametrize(
    "beats, shown",
    [
        (0, "1.1  [于] 以  采  蘩   : 于沼于沚"),
        (2, "1.1  [于] 以  采  蘩   : 于沼于沚"),
        (3, "1.1   于 [以] 采  蘩   : 于沼于沚"),
        (11, "1.1   于  以  采 [蘩]  : 于沼于沚"),
    ],
)
def test_the_screen_shows_the_line_the_word_and_what_comes(beats: int, shown: str) -> None:
    assert seen(settings(tune()), Fraction(beats)).song == shown


def test_the_last_line_has_nothing_after_it_unless_it_goes_round() -> None:
    chosen = settings(tune())
    assert seen(chosen, Fraction(0), 12).song == "3.4  [薄] 言  還  歸 "
    assert seen(replace(chosen, loop=True), Fraction(0), 12).song.endswith(": 于以采蘩")


def test_before_the_start_the_first_line_is_shown_and_without_a_song_nothing() -> None:
    chosen = settings(tune("lishou"))
    shown = view.view(chosen, None, 0.0, [], Language.ENGLISH)
    assert shown.song == "1.1   曾  孫  侯  氏   : 四正具舉"
    assert "s mute the song" in shown.keys
    alone = view.view(replace(chosen, tune=None), None, 0.0, [], Language.ENGLISH)
    assert alone.song == ""
    assert "s mute the song" not in alone.keys


@pytest.mark.parametrize("language", Language)
def test_what_is_late_and_what_is_chosen_is_told(language: Language) -> None:
    (line,) = told(tune(temperament="sanfen"), language)
    assert "采蘩" in line
    assert "C4" in line
    assert "sanfen" in line
    (recited,) = told(tune("lishou"), language)
    assert "C4" not in recited
    assert told(None, language) == []


# --- the sound card -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", WITH_CYCLES)
def test_the_card_gets_every_bit_of_a_file_with_the_song(way: str) -> None:
    sung, audio = tune("zouyu-jue", way), Audio(22_050, normalised=False)
    control = Control(settings(sung, beats_per_minute=Fraction(300)))
    mixer = Mixer(control, audio)
    control.play(True)
    mixed = sounding.mixed(filed(sung, beats_per_minute=Fraction(300)), Sound(audio))
    found = pulled(mixer, mixed.frames)
    assert numpy.array_equal(found, mixed.stretch(0, mixed.frames))


# --- the MIDI port ------------------------------------------------------------------------------


@pytest.mark.parametrize("temperament", tuning.Temperament)
def test_a_port_gets_each_word_at_its_moment_bent_as_in_a_file(temperament: str) -> None:
    sung = tune("caifan", "line", temperament=temperament)
    clock = SimulatedClock()
    port = RecordingPort(clock.now)
    control = Control(settings(sung))
    control.play(True)
    MidiPlayer(port, clock=clock).play(control)
    assert control.failure is None
    rendition, tuned = filed(sung), tuning.of(sung.singing)
    bends: dict[int, int] = {}
    found: list[tuple[float, float]] = []
    for seconds, message in port.sent:
        if message.type == "pitchwheel":
            assert not found
            bends[message.channel] = message.pitch
        elif message.type == "note_on" and message.channel != 9:
            found.append((seconds - 1000 - LEAD, message.note + bends.get(message.channel, 0) / 4096))
    wanted = []
    for word in rendition.words:
        assert word.sung.semitones is not None
        key, above = tuned.key(word.sung.semitones)
        wanted.append((float(rendition.seconds(2 + word.onset)), key + above))
    assert numpy.allclose(found, wanted, atol=2e-4)
    on = set()
    for _, message in port.sent:
        if message.type == "note_on":
            assert (message.channel, message.note) not in on
            on.add((message.channel, message.note))
        elif message.type == "note_off":
            on.discard((message.channel, message.note))
    assert not on
    silenced = {message.channel for _, message in port.sent[-40:] if message.is_cc(123)}
    assert {9, *bends} <= silenced
