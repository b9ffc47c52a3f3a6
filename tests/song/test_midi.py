"""A song as MIDI, read back by other programs: its tones, words, strokes and choices."""

from __future__ import annotations

import os
import subprocess
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import log2
from pathlib import Path
from typing import Any

import mido
import music21
import numpy
import pytest
import soundfile
from conftest import need, performance
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import plans

from touhu_music import Use, parse, perform
from touhu_music.errors import PlanError, RenderError
from touhu_music.language import Language
from touhu_music.performance import Timing
from touhu_music.song import fitting, formats, songs
from touhu_music.song.fitting import UNITS, Rendition
from touhu_music.song.formats import Options
from touhu_music.song.sound import midi, tuning
from touhu_music.song.sound.instrument import KOTO

TUNES = ("caifan", "caipin", "zouyu-yu", "zouyu-jue")


@cache
def alone(
    name: str, witness: str | None = None, huangzhong: str = "C4", temperament: str = "equal"
) -> Rendition:
    singing = songs.singing()._replace(huangzhong=huangzhong, temperament=temperament)
    return fitting.alone(songs.load(name, witness), singing)


def together(name: str, way: str = "line", **choices: Any) -> Rendition:
    drum = performance("lu-1", choices.pop("use", Use.TOUHU), **choices)
    return fitting.fit(songs.load(name), fitting.load(way), songs.singing(), drum)


def written(rendition: Rendition, options: Options | None = None) -> mido.MidiFile:
    data = formats.file_of("mid", rendition, options)
    return mido.MidiFile(file=BytesIO(bytes(data)), charset="utf-8")


def tones(rendition: Rendition) -> list[int]:
    return [it.sung.semitones for it in rendition.words if it.sung.semitones is not None]


# --- tones ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TUNES)
def test_music21_reads_the_same_tones_at_the_same_beats(name: str, tmp_path: Path) -> None:
    rendition = alone(name)
    path = tmp_path / "song.mid"
    path.write_bytes(bytes(formats.file_of("mid", rendition)))
    score = music21.converter.parse(path)
    heard = sorted((Fraction(it.getOffsetInHierarchy(score)), it.pitch.midi) for it in score.recurse().notes)
    expected = [(it.onset, 60 + it.sung.semitones) for it in rendition.words if it.sung.semitones is not None]
    assert heard == sorted(expected)


@pytest.mark.parametrize("huangzhong", ["C4", "256", "F#3", "300.7 Hz"])
@pytest.mark.parametrize("name", TUNES)
def test_by_fifths_each_tone_is_bent_to_the_nearest_step_and_never_while_it_rings(
    name: str, huangzhong: str
) -> None:
    rendition = alone(name, None, huangzhong, "sanfen")
    tuned = tuning.of(rendition.singing)
    bends: dict[int, int] = {}
    found = []
    for message in written(rendition).tracks[1]:
        if message.type == "pitchwheel":
            assert message.channel not in bends, "bent a second time"
            bends[message.channel] = message.pitch
        elif message.type == "note_on":
            found.append(message.note + bends.get(message.channel, 0) * 2 / 8192)
    for key, semitones in zip(found, tones(rendition), strict=True):
        cents = 100 * (key - 69) - 1200 * log2(tuned.pitch(semitones) / 440)
        assert abs(cents) <= 100 * 2 / 8192 / 2 + 1e-9


def test_tones_that_lie_on_keys_are_not_bent_and_share_a_channel() -> None:
    messages = written(alone("caifan")).tracks[1]
    assert not [it for it in messages if it.type in ("pitchwheel", "control_change")]
    assert {it.channel for it in messages if it.type == "note_on"} == {0}


def test_the_string_is_the_koto_of_general_midi_on_every_channel_that_sounds() -> None:
    messages = written(alone("caifan", None, "C4", "sanfen")).tracks[1]
    programs = {it.channel: it.program for it in messages if it.type == "program_change"}
    assert set(programs.values()) == {KOTO} == {107}
    assert set(programs) == {it.channel for it in messages if it.type == "note_on"}
    assert 9 not in programs


def test_fluidsynth_plays_by_fifths_at_the_pitch_of_the_fractions(tmp_path: Path) -> None:
    program = need("fluidsynth")
    found = [*Path("/usr/share/sounds/sf2").glob("*.sf2"), *Path("/usr/share/soundfonts").glob("*.sf2")]
    if not found:
        pytest.skip("no SoundFont is installed")
    rendition = alone("caifan", None, "C4", "sanfen")
    score, sound = tmp_path / "song.mid", tmp_path / "song.wav"
    score.write_bytes(bytes(formats.file_of("mid", rendition)))
    command = [program, "-n", "-i", "-q", "-R", "0", "-C", "0", "-F", str(sound), str(found[0]), str(score)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    frames, rate = soundfile.read(sound)
    heard = []
    for word, other in (
        (0, 1),
        (3, 2),
        (5, 4),
    ):  # 南 against 黃, and so on: what the font is tuned to is left out
        heard.append(pitch_at(frames, rate, rendition, word) / pitch_at(frames, rate, rendition, other))
    tuned = tuning.of(rendition.singing)
    for (word, other), ratio in zip(((0, 1), (3, 2), (5, 4)), heard, strict=True):
        a, b = (rendition.words[at].sung.semitones or 0 for at in (word, other))
        assert abs(1200 * log2(ratio / (tuned.pitch(a) / tuned.pitch(b)))) < 3


def pitch_at(frames: Any, rate: int, rendition: Rendition, word: int) -> float:
    """Return the hertz of the strongest low partial while a word sounds."""
    it = rendition.words[word]
    start = round(float(rendition.seconds(it.onset) + Fraction(1, 10)) * rate)
    part = frames[start : start + round(0.8 * rate)].mean(1)
    power = numpy.abs(numpy.fft.rfft(part * numpy.hanning(len(part)), 8 * rate))
    near = tuning.of(rendition.singing).pitch(it.sung.semitones or 0)
    low, high = round(near * 0.95 * 8), round(near * 1.05 * 8)
    top = low + int(power[low:high].argmax())
    before, at, after = numpy.log(power[top - 1 : top + 2])
    return float(top + (before - after) / (2 * (before - 2 * at + after))) / 8


def test_musescore_reads_each_word_on_a_note_of_its_tone(tmp_path: Path) -> None:
    program = need("musescore3")
    rendition = together("caifan")
    score, found = tmp_path / "song.mid", tmp_path / "song.musicxml"
    score.write_bytes(bytes(formats.file_of("mid", rendition)))
    display = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(
        [program, "-o", str(found), str(score)], check=True, capture_output=True, timeout=120, env=display
    )
    read: Any = music21.converter.parse(found)
    string = read.parts[0].flatten().notes
    assert [(it.lyric, it.pitch.midi) for it in string if it.lyric] == [
        (it.sung.word, 60 + it.sung.semitones) for it in rendition.words if it.sung.semitones is not None
    ]


# --- words ------------------------------------------------------------------------------------


def test_every_word_is_a_lyric_at_its_beat_and_a_lost_tone_is_a_lyric_without_a_note() -> None:
    rendition = alone("caipin", "N")
    file = written(rendition)
    now, lyrics, notes = 0, [], set()
    for message in file.tracks[1]:
        now += message.time
        beat = Fraction(now, file.ticks_per_beat)
        if message.type == "lyrics":
            lyrics.append((beat, message.text))
        elif message.type == "note_on":
            notes.add(beat)
    assert lyrics == [(it.onset, it.sung.word) for it in rendition.words]
    silent = [word for beat, word in lyrics if beat not in notes]
    assert silent == ["于", "下"]
    said = [it.text for it in file.tracks[0] if it.type == "text"]
    assert "Stanza 1, word 13 于: its tone is lost in N; it is silence of its length." in said
    assert "Stanza 3, word 8 下: its tone is lost in N; it is silence of its length." in said


def test_a_tone_that_the_print_leaves_open_is_told_apart_from_one_that_is_lost() -> None:
    song = songs.load("zouyu-yu")
    first, *rest = song.stanzas
    open_ = first.sung[0]._replace(semitones=None, doubts=("da-undecided: 大 is 大呂 or 太簇",))
    undecided = song._replace(stanzas=(first._replace(sung=(open_, *first.sung[1:])), *rest))
    said = [
        it.text for it in written(fitting.alone(undecided, songs.singing())).tracks[0] if it.type == "text"
    ]
    assert "Stanza 1, word 1 彼: X leaves its tone open; it is silence of its length." in said


def test_lishou_is_words_with_the_drum_and_no_tone() -> None:
    file = written(together("lishou"))
    notes = [it for track in file.tracks for it in track if it.type == "note_on"]
    assert {it.channel for it in notes} == {9}
    words = "".join(it.text for it in file.tracks[1] if it.type == "lyrics")
    assert words == "曾孫侯氏四正具舉大夫君子凡以庶士小大莫處御于君所以燕以射則燕則譽"


def test_markers_name_stanza_line_and_words() -> None:
    markers = [it.text for it in written(alone("caifan")).tracks[0] if it.type == "marker"]
    assert markers[:5] == ["1.1 于以采蘩", "1.2 于沼于沚", "1.3 于以用之", "1.4 公侯之事", "2.1 于以采蘩"]


@pytest.mark.parametrize("language", Language)
def test_the_file_says_that_the_notation_is_late_and_what_is_chosen(language: Language) -> None:
    said = {
        Language.TRADITIONAL: ("譜不記節奏", "黃鐘 = C4", "十二平均律", "朱熹", "koto", "句"),
        Language.SIMPLIFIED: ("谱不记节奏", "黄钟 = C4", "十二平均律", "朱熹", "koto", "句"),
        Language.KOREAN: ("리듬", "황종 = C4", "십이평균율", "주희", "고토", "구"),
        Language.ENGLISH: ("No rhythm is notated", "黃鐘 = C4", "Equal", "朱熹", "koto", "reconstruction"),
    }[language]
    told = "\n".join(
        it.text for it in written(together("caifan"), Options(language)).tracks[0] if it.type == "text"
    )
    assert [part for part in said if part not in told] == []


# --- with the drum ----------------------------------------------------------------------------


@pytest.mark.parametrize("way", UNITS)
@pytest.mark.parametrize("timing", Timing)
def test_strokes_words_and_clicks_are_at_their_beats_on_channel_ten(way: str, timing: Timing) -> None:
    rendition = together(
        "caifan",
        way,
        use=Use.ARCHERY,
        timing=timing,
        gap=Fraction(3, 2),
        count_in=3,
        beats_per_minute=Fraction(90),
    )
    file = written(rendition)
    found = []
    for track in file.tracks:
        now = 0
        for message in track:
            now += message.time
            if message.type == "note_on" and message.channel == 9:
                found.append((Fraction(now, file.ticks_per_beat) - 3, message.note))
    assert rendition.drum
    keys = rendition.drum.plan.sounds
    expected = [(it.onset, keys.key(it.drum)) for it in rendition.strokes]
    assert sorted(found) == sorted([*expected, *((Fraction(beat), 37) for beat in (-3, -2, -1))])


@given(plans(), st.sampled_from(sorted(UNITS)), st.sampled_from(TUNES), st.sampled_from(Use))
@settings(max_examples=20, deadline=None)
def test_every_plan_is_read_back_or_refused(plan: Any, way: str, name: str, use: Use) -> None:
    try:
        drum = perform(parse("○□○○半○□○"), use, plan.but("as drawn", cycles=1))
        rendition = fitting.fit(songs.load(name), fitting.load(way), songs.singing(), drum)
        data = formats.file_of("mid", rendition)
    except (PlanError, RenderError):
        return
    assert data == formats.file_of("mid", rendition)


def test_a_file_that_lost_something_is_refused() -> None:
    rendition = together("caifan")
    data = bytes(formats.file_of("mid", rendition))

    def broken(**changed: Any) -> bytes:
        file = mido.MidiFile(file=BytesIO(data), charset="utf-8")
        number, kind = changed.pop("track"), changed.pop("type")
        place = next(at for at, it in enumerate(file.tracks[number]) if it.type == kind)
        file.tracks[number][place] = file.tracks[number][place].copy(**changed)
        out = BytesIO()
        file.save(file=out)
        return out.getvalue()

    cases = {
        "the MIDI file does not give back the words": {"track": 1, "type": "lyrics", "text": "其"},
        "the MIDI file does not give back the tones and strokes": {"track": 1, "type": "note_on", "note": 1},
        "the MIDI file does not give back lines and 半": {"track": 0, "type": "marker", "text": "1"},
        "the MIDI file does not give back tempo and length": {"track": 0, "type": "set_tempo", "tempo": 5},
    }
    for said, change in cases.items():
        with pytest.raises(RenderError, match=said):
            midi.check(broken(**change), rendition, Options())
    with pytest.raises(RenderError, match="the MIDI file cannot be read back"):
        midi.check(b"MThd", rendition, Options())
