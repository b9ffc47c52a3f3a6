"""The cue sheet as files for the stage: the drum to the sample, the markers, the printed pages."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from typing import Any, Final

import mido
import numpy
import pytest
import soundfile
from pypdf import PdfReader

from touhu_music import Use, perform, plan, witness
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.performance import Performance
from touhu_music.practice import Rehearsal
from touhu_music.rite import rites
from touhu_music.rite.cues import Choices, Sheet, cadences, cue_sheet
from touhu_music.rite.cuesheet import printing as cue_print
from touhu_music.rite.cuesheet import sound as cue_sound
from touhu_music.sheet.paper import A4
from touhu_music.sound import Audio
from touhu_music.sound.mixing import mix

TOUHU: Final = rites.load("touhu")
ARCHERY: Final = rites.load("archery")
PLAIN: Final = Audio(rate=22_050, normalised=False)


def made(
    rite: rites.Rite = TOUHU, tempo: Fraction = Fraction(240), **given: Any
) -> tuple[Sheet, dict[str, Performance]]:
    """Return a sheet and one cycle of each cadence, at a tempo that is soon over."""
    choices = Choices(**given)
    chosen = plan().but("test", beats_per_minute=tempo, gap=choices.gap)
    performances = {
        name: perform(witness("A").reading(name), rite.drum.use, chosen) for name in cadences(rite, choices)
    }
    lengths = {name: each.cycle_beats for name, each in performances.items()}
    return cue_sheet(rite, choices, lengths), performances


# --- sound --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["exchange", "throw"])
@pytest.mark.parametrize("gap, tempo", [(0, 240), (Fraction(1, 2), 240), (1, Fraction(721, 3))])
def test_cues_last_as_long_as_the_rendered_sound_to_the_sample(
    mode: str, gap: Fraction, tempo: Fraction
) -> None:
    sheet, performances = made(school="xue", mode=mode, gap=Fraction(gap), tempo=Fraction(tempo), round=1)
    wave = soundfile.read(BytesIO(cue_sound.to_wav(sheet, performances, Language.ENGLISH, PLAIN)))[0]
    (passage,) = cue_sound.passages(sheet, performances)
    rendered = mix(Rehearsal(passage.performance), PLAIN)
    assert len(wave) == rendered.frames
    assert numpy.allclose(wave, rendered.stretch(0, rendered.frames), atol=2**-15)
    last = [cue.beat for cue in sheet.drums if cue.beat][-1]
    spoken = passage.performance.seconds(last.start + last.length + sheet.choices.gap)
    assert spoken == Rehearsal(passage.performance).starts()[-1]


def test_each_cue_lies_on_the_first_stroke_of_its_cycle() -> None:
    sheet, performances = made(school="xue", record="by-round", pairs=2, mode="throw")
    found = cue_sound.passages(sheet, performances)
    data = cue_sound.to_wav(sheet, performances, Language.ENGLISH, PLAIN)
    marked = cue_sound.cues_of(data)
    strokes = {
        round((passage.start + stroke.onset) * passage.performance.plan.seconds_per_beat * PLAIN.rate)
        for passage in found
        for stroke in passage.performance.strokes
        if stroke.number == 1
    }
    assert {at for at, _ in marked} == strokes
    assert len(marked) == 3 * 16
    assert marked[0] == (0, "round 1, pair 1, cycle 1: guest 1")
    assert marked[-1][1] == "round 3, pair 2, cycle 8: host 4"


def test_rounds_follow_each_other_after_a_rest() -> None:
    sheet, performances = made(record="by-round")
    found = cue_sound.passages(sheet, performances)
    assert [passage.start for passage in found] == [0, 60 + 8, 60 + 8 + 65 + 8]
    assert [passage.performance.cadence.name for passage in found] == ["lu-1", "lu-2", "lu-2"]
    (alone,) = cue_sound.passages(*made(round=2))
    assert (alone.round, alone.performance.plan.cycles) == (2, 5)
    assert alone.start == 0


def test_a_free_drum_sounds_as_long_as_for_an_exchange() -> None:
    (passage,) = cue_sound.passages(*made(mode="free", round=1, pairs=2))
    assert passage.performance.plan.cycles == 10
    assert [cue_sound.label(marker) for marker in cue_sound.markers([passage])] == [
        "round 1, cycle 1: drum alone"
    ]


def test_a_silent_round_has_no_sound() -> None:
    with pytest.raises(RenderError, match="the drum is silent here"):
        cue_sound.passages(*made(ARCHERY, round=2))


# --- MIDI ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(Language))
def test_midi_has_the_strokes_and_a_marker_at_each_cycle(language: Language) -> None:
    sheet, performances = made(ARCHERY, round=3, pairs=1, gap=Fraction(1, 3))
    data = cue_sound.to_midi(sheet, performances, language)
    file = mido.MidiFile(file=BytesIO(data), charset="utf-8")
    (passage,) = cue_sound.passages(sheet, performances)
    assert passage.performance.use is Use.ARCHERY
    notes = [message for track in file.tracks for message in track if message.type == "note_on"]
    assert len(notes) == 5 * 23
    assert {message.channel for message in notes} == {9}
    now, at = 0, []
    for message in file.tracks[0]:
        now += message.time
        if message.type == "marker":
            at.append(Fraction(now, file.ticks_per_beat))
    assert at == [cycle * (23 + Fraction(1, 3)) for cycle in range(6)]


def test_midi_says_what_is_text_and_what_is_ours() -> None:
    data = cue_sound.to_midi(*made(mode="throw"), Language.ENGLISH)
    file = mido.MidiFile(file=BytesIO(data), charset="utf-8")
    said = "\n".join(message.text for message in file.tracks[0] if message.type == "text")
    assert "In the text: the order of ○ and □" in said
    assert "one cycle for each arrow [our choice]" in said
    assert "8 beats of silence between rounds (our choice)" in said


# --- paper --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(Language))
def test_pages_hold_every_row_in_large_letters(language: Language) -> None:
    sheet, performances = made(results=("G", "T", "H"))
    drawn = cue_print.pages(sheet, performances, language, A4)
    steps = [element.text for page in drawn for element in page.root.iter("text") if element.get("x") == "14"]
    assert [text for text in steps if text and text.startswith("R")] == [cue.step for cue in sheet.cues]
    assert cue_print.TEXT >= 14 / 72 * 25.4 - 0.1  # 14 points
    for page in drawn:
        places = [float(element.get("y", 0)) for element in page.root.iter("text")]
        assert max(places) <= A4.height - cue_print.MARGIN


def test_no_line_of_korean_begins_with_a_stop() -> None:
    sheet, performances = made(pairs=2, text="dingzhai")
    for page in cue_print.pages(sheet, performances, Language.KOREAN, A4):
        texts = [element.text or "" for element in page.root.iter("text")]
        assert not [text for text in texts if text.startswith((".", ","))]


def test_a_heading_stands_on_the_page_of_its_first_row() -> None:
    sheet, performances = made(pairs=2)
    for page in cue_print.pages(sheet, performances, Language.ENGLISH, A4):
        lowest = max(page.root.iter("text"), key=lambda element: float(element.get("y", 0)))
        assert lowest.get("font-size") != "6"
        assert lowest.get("fill") == "#000000"


def test_the_pdf_can_be_searched() -> None:
    pages = PdfReader(BytesIO(cue_print.to_pdf(*made(round=1), Language.ENGLISH))).pages
    text = "\n".join(page.extract_text() for page in pages)
    assert "drum on [our choice]" in text
    assert "請奏貍首" in text
