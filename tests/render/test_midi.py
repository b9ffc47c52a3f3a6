from __future__ import annotations

import io
from fractions import Fraction
from typing import Any

import mido
import pytest
from conftest import NAMES, heard, performance
from hypothesis import given, settings
from strategies import cadences, plans, practices
from tables import COUNTS

from touhu_music import Performance, Use, library, parse, perform, plan
from touhu_music.errors import RenderError
from touhu_music.language import Language, Syllables
from touhu_music.notation import Cadence, Drum
from touhu_music.performance import Accent, Plan, Timing
from touhu_music.practice import Practice, Ramp, Rehearsal
from touhu_music.render import Options, midi, render
from touhu_music.sounds import CLICK_KEY

MARKER = b"\xff\x06\x03"


def opened(performance: Performance, options: Options | None = None) -> Any:
    return mido.MidiFile(file=io.BytesIO(render("mid", performance, options)), charset="utf-8")


def timed(track: Any) -> list[tuple[int, Any]]:
    now, found = 0, []
    for message in track:
        now += message.time
        found.append((now, message))
    return found


def notes(file: Any) -> list[tuple[int, int]]:
    """Return (tick, key) of every stroke in order."""
    every = [(tick, m) for track in file.tracks for tick, m in timed(track) if m.type == "note_on"]
    assert all(message.channel == 9 for _, message in every)
    return sorted((tick, message.note) for tick, message in every)


def texts(file: Any, kind: str) -> list[tuple[int, str]]:
    every = [(tick, m) for track in file.tracks for tick, m in timed(track) if m.type == kind]
    return [(tick, getattr(m, "text", getattr(m, "name", ""))) for tick, m in every]


@pytest.mark.parametrize("name", NAMES)
def test_the_lower_key_is_the_small_drum_and_strokes_are_evenly_spaced(name: str) -> None:
    _, _, (count, pi, gu) = COUNTS[f"{name}@A"]
    file = opened(performance(name, Use.ARCHERY))
    keys = [key for _, key in notes(file)]
    low, high = sorted(set(keys))
    assert (len(keys), keys.count(low), keys.count(high)) == (count, pi, gu)
    ticks = [tick for tick, _ in notes(file)]
    assert ticks == [number * file.ticks_per_beat for number in range(count)]


def test_half_is_a_marker_at_the_twelfth_stroke_of_lu_1() -> None:
    file = opened(performance("lu-1", Use.ARCHERY, cycles=2))
    halves = [tick for tick, text in texts(file, "marker") if text == "半"]
    ticks = [tick for tick, _ in notes(file)]
    assert halves == [ticks[11], ticks[23 + 11]]


def test_each_cycle_is_a_marker() -> None:
    file = opened(performance("lu-1", Use.TOUHU, cycles=2, gap=Fraction(3)))
    assert texts(file, "marker") == [(0, "第1遍 cycle 1"), (15 * 480, "第2遍 cycle 2")]


@pytest.mark.parametrize("gap", [Fraction(0), Fraction(4), Fraction(1, 2)])
def test_every_track_ends_with_the_last_cycle(gap: Fraction) -> None:
    file = opened(performance("lu-1", Use.ARCHERY, cycles=3, gap=gap))
    ends = {timed(track)[-1][0] for track in file.tracks}
    assert ends == {int(3 * (23 + gap) * file.ticks_per_beat)}


def test_a_file_is_of_type_1_with_a_conductor_and_a_track_a_drum() -> None:
    file = opened(performance("lu-1", Use.TOUHU))
    assert file.type == 1
    assert [name for _, name in texts(file, "track_name")] == [
        "魯鼓 前圖 投壺 · Lu, first chart, touhu (pitch-pot)",
        "鼓 gu, the large drum",
        "鼙 pi, the small drum",
    ]


def test_note_ons_and_note_offs_alternate() -> None:
    for track in opened(performance("lu-1", Use.ARCHERY, cycles=2)).tracks[1:]:
        kinds = [message.type for message in track if message.type.startswith("note")]
        assert kinds == ["note_on", "note_off"] * (len(kinds) // 2)


def test_there_is_no_time_signature_unless_bars_are_asked_for() -> None:
    assert texts(opened(performance("lu-1")), "time_signature") == []
    file = opened(performance("lu-1", Use.TOUHU, gap=Fraction(1)), Options(editorial_bars=True))
    (signature,) = [message for message in file.tracks[0] if message.type == "time_signature"]
    assert (signature.numerator, signature.denominator) == (13, 4)
    assert "小節線為編者所加 bars are editorial" in [text for _, text in texts(file, "text")]


def test_a_bar_of_half_a_beat_is_refused() -> None:
    with pytest.raises(RenderError, match=r"a bar of 12\.5 beats cannot be written in MIDI"):
        opened(performance("lu-1", Use.TOUHU, gap=Fraction(1, 2)), Options(editorial_bars=True))


@pytest.mark.parametrize(
    "syllables, pi, gu", [(Syllables.HANZI, "榻", "鏜"), (Syllables.PINYIN, "tà", "tāng")]
)
def test_each_stroke_has_its_syllable(syllables: Syllables, pi: str, gu: str) -> None:
    file = opened(performance("xue-1", Use.TOUHU), Options(syllables=syllables))
    lyrics = sorted(texts(file, "lyrics"))
    assert [text for _, text in lyrics] == [pi, gu, pi, pi, pi, gu, gu, pi]
    assert [tick for tick, _ in lyrics] == [tick for tick, _ in notes(file)]


def test_texts_say_what_is_text_and_what_is_choice() -> None:
    told = [text for _, text in texts(opened(performance("lu-1")), "text")]
    assert told[0] == "據 source: A 禮記正義 卷五十九 投壺第四十 (e-text)"
    assert told[1].startswith("原文所有")
    assert told[2].startswith("演奏選擇（非原文）")
    assert any(text.startswith("timing: ") for text in told)


@pytest.mark.parametrize(
    "stroke, ticks, tempo", [("1/4", 480, 1_000_000), ("1/8", 240, 2_000_000), ("1/2", 960, 500_000)]
)
def test_a_stroke_is_the_note_value_that_is_asked_for(stroke: str, ticks: int, tempo: int) -> None:
    file = opened(performance("lu-1", Use.TOUHU), Options(stroke=Fraction(stroke)))
    assert [tick for tick, _ in notes(file)] == [ticks * number for number in range(12)]
    assert [message.tempo for message in file.tracks[0] if message.type == "set_tempo"] == [tempo]
    assert file.length == pytest.approx(12)


def test_on_gu_falls_on_whole_ticks() -> None:
    file = opened(performance("lu-1", Use.TOUHU, timing=Timing.ON_GU))
    beats = " ".join(str(Fraction(tick, file.ticks_per_beat)) for tick, _ in notes(file))
    assert beats == "0 1/3 5/6 4/3 19/12 11/6 25/12 7/3 10/3 23/6 13/3 14/3"


def test_organology_and_keys_change_the_keys() -> None:
    assert notes(opened(performance("lu-1", Use.TOUHU, sounds=library.sounds("organology"))))[0][1] == 50
    keyed = performance("lu-1", Use.TOUHU, sounds=library.sounds("shiwen").with_keys(36, 38))
    assert {key for _, key in notes(opened(keyed))} == {36, 38}


def test_an_accent_is_louder() -> None:
    file = opened(performance("lu-1", Use.TOUHU, accent=Accent.FIRST))
    loud = [tick for t in file.tracks for tick, m in timed(t) if m.type == "note_on" and m.velocity > 80]
    assert loud == [0]


def test_the_count_in_is_once_at_the_tempo_before_the_first_stroke() -> None:
    file = opened(performance("lu-1", Use.TOUHU, cycles=2, count_in=3))
    clicks = [tick for tick, key in notes(file) if key == 37]
    assert clicks == [0, 480, 960]
    assert min(tick for tick, key in notes(file) if key != 37) == 3 * 480


@pytest.mark.parametrize(
    "stroke, tempo, message",
    [
        ("1/4", "2", "MIDI cannot hold 2 beats a minute of 1/4 notes"),
        ("1/32", "20", "MIDI cannot hold 20 beats a minute of 1/32 notes"),
    ],
)
def test_a_tempo_that_does_not_fit_is_refused(stroke: str, tempo: str, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        opened(performance("lu-1", beats_per_minute=Fraction(tempo)), Options(stroke=Fraction(stroke)))
    assert str(caught.value) == message


def test_a_division_that_does_not_fit_is_refused() -> None:
    row = parse("○半" + "".join("□" + "○" * count for count in (10, 12, 16, 18, 22)))
    with pytest.raises(RenderError, match="MIDI cannot divide a quarter into the"):
        opened(perform(row, Use.TOUHU, plan().but("test", timing=Timing.ON_GU)))


@given(cadences, plans())
def test_any_performance_is_read_back(cadence: Cadence, chosen: Plan) -> None:
    for use in Use:
        found = perform(cadence, use, chosen)
        try:
            file = opened(found, Options(Language.KOREAN))
        except RenderError as error:
            assert "MIDI cannot divide" in str(error)  # noqa: PT017
            continue
        keys = [key for _, key in notes(file) if key != CLICK_KEY]
        assert keys == [chosen.sounds.key(drum) for drum in cadence.strokes(use)] * chosen.cycles


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda data: data.replace(b"\x99\x29", b"\x99\x2a", 1), "does not give back the strokes"),
        (lambda data: data.replace(b"\x99\x29", b"\x98\x29", 1), "does not give back the strokes"),
        (
            lambda data: data.replace(b"\xff\x06\x03" + "半".encode(), b"\xff\x06\x03???", 1),
            "does not give back 半",
        ),
        (lambda data: data[:-10], "cannot be read back"),
        (lambda data: b"RIFF" + data[4:], "cannot be read back"),
    ],
)
def test_a_damaged_file_is_seen(change: Any, message: str) -> None:
    found = performance("lu-1", Use.ARCHERY)
    data = change(render("mid", found))
    with pytest.raises(RenderError, match=message):
        midi.check(data, found, Options())


def test_a_file_that_ends_too_early_is_seen() -> None:
    longer = performance("lu-1", Use.TOUHU, gap=Fraction(1))
    with pytest.raises(RenderError, match="does not end with the last cycle"):
        midi.check(render("mid", performance("lu-1", Use.TOUHU)), longer, Options())


def test_drum_words() -> None:
    assert [drum.word for drum in Drum] == ["pi", "gu"]


@pytest.mark.parametrize(
    "name, said",
    [("shiwen", "that 下 and 高 mean pitch is our reading"), ("organology", "A modern inference")],
)
def test_where_it_sounds_it_says_why_the_drums_sound_so(name: str, said: str) -> None:
    file = opened(performance("lu-1", Use.TOUHU, sounds=library.sounds(name)))
    assert any(said in text for _, text in texts(file, "text"))


def test_keys_of_ones_own_are_not_called_by_another_name() -> None:
    file = opened(performance("lu-1", Use.TOUHU, sounds=library.sounds("shiwen").with_keys(50, 41)))
    told = " ".join(text for _, text in texts(file, "text"))
    assert "MIDI keys: 鼙 50, 鼓 41" in told
    assert "shiwen" not in told


def test_a_silence_that_does_not_fit_is_refused() -> None:
    row = parse("○□○○□□○半○○○")  # the 鼓 rests for the whole performance
    long = plan().but("test", cycles=600, gap=Fraction(1000))
    with pytest.raises(RenderError, match="MIDI cannot hold so long a silence"):
        opened(perform(row, Use.TOUHU, long))


# --- practice ----------------------------------------------------------------------------------


def practised(practice: Practice, **choices: Any) -> Any:
    """Write and open lu-1 for touhu under a practice."""
    return opened(performance("lu-1", Use.TOUHU, **choices), Options(practice=practice))


def test_a_ramp_is_a_tempo_at_each_cycle_and_the_seconds_are_those_of_the_sound() -> None:
    ramp = Practice(ramp=Ramp.parse("60-120-30"))
    file = practised(ramp, cycles=4, count_in=2)
    tempi = [mido.tempo2bpm(message.tempo) for message in file if message.type == "set_tempo"]
    assert tempi == pytest.approx([60, 90, 120], abs=1e-3)
    now, sounds = 0.0, []
    for message in file:  # mido gives seconds here
        now += message.time
        if message.type == "note_on":
            sounds.append(now)
    it = performance("lu-1", Use.TOUHU, cycles=4, count_in=2)
    assert sounds == pytest.approx([float(each.seconds) for each in Rehearsal(it, ramp).moments()], abs=1e-3)


def test_a_muted_drum_is_silent_and_an_answer_is_clicked() -> None:
    keys = [key for _, _, key in heard(practised(Practice(muted=Drum.GU, respond=True), cycles=2))]
    assert keys == [41] * 7 + [CLICK_KEY] * 12
    names = [track.name for track in practised(Practice(respond=True), cycles=2).tracks]
    assert names[3] == (
        "練習（非禮所有） Practice, not the rite: every second cycle silent but for a soft click"
    )


def test_a_practice_is_said_in_the_file() -> None:
    told = " ".join(
        m.text
        for m in practised(Practice(leave_strokes=Fraction(1, 4), seed=5)).tracks[0]
        if m.type == "text"
    )
    assert "Practice, not the rite: 25% of the strokes left out at random (seed 5)" in told


@given(plans(), practices())
@settings(deadline=None)
def test_any_practice_is_read_back(plan: Plan, practice: Practice) -> None:
    render("mid", perform(parse("○□○○半○□○"), Use.ARCHERY, plan), Options(practice=practice))
