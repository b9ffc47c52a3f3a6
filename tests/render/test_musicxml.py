"""What is written as MusicXML, and what our own check and music21 read back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from conftest import performance
from music21 import converter

from touhu_music import Performance, Reading, Use, parse, perform, plan
from touhu_music.errors import NotationError, RenderError
from touhu_music.language import Language, Syllables, title
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Accent, Timing
from touhu_music.reading import literal
from touhu_music.render import Options, musicxml, render


def written(it: Performance, options: Options | None = None) -> ElementTree.Element:
    """Return the file of a performance, checked."""
    return ElementTree.fromstring(render("musicxml", it, options))


def words(root: ElementTree.Element) -> list[str | None]:
    return [element.text for element in root.iter("words")]


# --- what music21 does wrong by itself -----------------------------------------------------------


def test_every_drum_stays_on_channel_10() -> None:
    assert [element.text for element in written(performance()).iter("midi-channel")] == ["10"] * 4


def test_every_part_has_both_drums() -> None:
    for part in written(performance()).iter("score-part"):
        names = [element.text for element in part.iter("instrument-name")]
        assert sorted(map(str, names)) == ["鼓 gu, the large drum", "鼙 pi, the small drum"]


def test_every_stroke_has_an_instrument() -> None:
    root = written(performance("lu-1"))
    kinds = [element.get("id") for element in root.iterfind("part/measure/note/instrument")]
    assert kinds == ["gu-gu"] * 10 + ["pi-pi"] * 13


def test_keys_are_written_from_1() -> None:
    it = performance()
    sounds = it.plan.sounds
    keys = [int(element.text or "") for element in written(it).iter("midi-unpitched")]
    assert keys == [sounds.gu + 1, sounds.pi + 1, sounds.pi + 1, sounds.gu + 1]


def test_no_id_is_given_twice() -> None:
    root = written(performance(cycles=3))
    named = (
        root.findall(".//score-part") + root.findall(".//score-instrument") + root.findall("part/*/note[@id]")
    )
    names = [element.get("id") for element in named]
    assert len(set(names)) == len(names) == 2 + 4 + 3 * 23


def test_no_metre_is_written() -> None:
    assert written(performance()).find(".//time") is None


def test_the_date_and_the_name_of_music21_as_composer_are_left_out() -> None:
    root = written(performance())
    assert root.find(".//encoding-date") is None
    assert [creator.text for creator in root.iter("creator")] == [
        "據 source: A 禮記正義 卷五十九 投壺第四十 (e-text)"
    ]


def test_the_tempo_stands_above() -> None:
    (direction,) = written(performance()).iterfind(".//direction[sound]")
    assert direction.get("placement") == "above"


@pytest.mark.parametrize("character", ["\0", "\v", "\ufffe", "\ud800"])
def test_a_control_character_is_refused(character: str) -> None:
    it = literal("○□半○")
    source = Reading(None, None, 1, it.marks, source=f"a{character}b")
    with pytest.raises(RenderError, match=rf"^U\+{ord(character):04X} in .* cannot be printed$"):
        render("musicxml", perform(source, Use.TOUHU, plan()))


def test_markup_in_a_title_is_text() -> None:
    it = literal("○□半○")
    reading = Reading(None, None, 1, it.marks, source='<b>&"')
    root = written(perform(reading, Use.TOUHU, plan()))
    assert root.findtext("identification/creator") == '據 source: <b>&"'


def test_an_eleventh_of_a_beat_is_exact() -> None:
    it = perform(parse("○半□" + "○" * 10), Use.TOUHU, plan().but("test", timing=Timing.ON_GU))
    root = written(it)
    assert root.findtext("part/measure/attributes/divisions") == "11"
    assert {element.text for element in root.iter("duration")} == {"1"}


def test_what_music21_writes_by_itself_has_both_drums_on_the_drum_channel(tmp_path: Path) -> None:
    score: Any = musicxml.to_score(performance())
    file = score.write("musicxml", tmp_path / "by-itself.musicxml")
    root = ElementTree.parse(file).getroot()
    assert [element.text for element in root.iter("midi-channel")] == ["10"] * 4
    assert len(root.findall("part/measure/note/instrument")) == 23


@pytest.mark.parametrize("choices", [{}, {"timing": Timing.ON_GU}], ids=["even", "on-gu"])
def test_the_same_bytes_come_in_every_locale_zone_and_process(choices: dict[str, Any]) -> None:
    code = (
        "from hashlib import sha256; from conftest import performance; from touhu_music.render import render;"
        "from touhu_music.performance import Timing;"
        f"it = performance(timing=Timing('{choices.get('timing', 'even')}'));"
        "print(sha256(render('musicxml', it)).hexdigest())"
    )
    environment = {
        **os.environ,
        "LC_ALL": "C",
        "TZ": "Asia/Shanghai",
        "PYTHONHASHSEED": "1",
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    assert ran.stdout.strip() == sha256(render("musicxml", performance(**choices))).hexdigest()


# --- what is written -----------------------------------------------------------------------------


def test_the_large_drum_stands_above_the_small_one() -> None:
    root = written(performance())
    assert [element.text for element in root.iter("part-name")] == [
        "鼓 gu, the large drum",
        "鼙 pi, the small drum",
    ]
    assert [element.text for element in root.iter("part-abbreviation")] == ["鼓", "鼙"]
    assert [element.text for element in root.iter("staff-lines")] == ["1", "1"]


def test_a_section_is_a_measure_without_a_number() -> None:
    measures = written(performance("lu-1")).findall("part[1]/measure")
    assert [len(measure.findall("note")) for measure in measures] == [11, 12]
    assert [measure.get("implicit") for measure in measures] == ["yes", "yes"]
    assert [measure.findtext("barline/bar-style") for measure in measures] == ["light-light", "light-heavy"]


def test_touhu_is_the_section_after_half_alone() -> None:
    root = written(performance("lu-1", Use.TOUHU))
    assert len(root.findall("part[1]/measure")) == 1
    assert words(root) == []


def test_half_stands_above_the_first_stroke_after_it() -> None:
    root = written(performance("lu-1"))
    assert words(root) == [HALF]
    assert root.findtext("part[1]/measure[2]/direction/direction-type/words") == HALF


def test_a_half_within_a_beat_ends_no_measure() -> None:
    root = written(performance("lu-1", timing=Timing.ON_GU))
    assert len(root.findall("part[1]/measure")) == 1
    assert words(root) == [HALF]


def test_rests_are_there_and_not_printed() -> None:
    root = written(performance(gap=Fraction(6)))
    rests = root.findall(".//note[rest]")
    assert len(rests) == 23 + 2 * 2  # a half and a whole rest for the gap
    assert {rest.get("print-object") for rest in rests} == {"no"}


def test_a_count_in_is_a_measure_of_printed_rests() -> None:
    first = written(performance(count_in=3)).find("part[1]/measure[1]")
    assert first is not None
    assert words(first) == ["預備3拍 count-in of 3"]
    rests = first.findall("note[rest]")
    assert [rest.get("print-object") for rest in rests] == [None] * 3
    assert [first.findtext("barline/bar-style")] == ["regular"]


def test_cycles_are_written_out_and_numbered() -> None:
    root = written(performance("xue-1", Use.TOUHU, cycles=2), Options(language=Language.SIMPLIFIED))
    assert words(root) == ["第1遍", "第2遍"]
    lines = [line.text for line in root.iterfind("part[1]/measure/barline/bar-style")]
    assert lines == ["dashed", "light-heavy"]


def test_editorial_bars_say_so() -> None:
    root = written(performance("lu-1", cycles=2), Options(editorial_bars=True))
    assert words(root) == [
        "小節線為編者所加 bars are editorial",
        "第1遍 cycle 1",
        HALF,
        "第2遍 cycle 2",
        HALF,
    ]
    assert [(time.findtext("beats"), time.findtext("beat-type")) for time in root.iter("time")] == [
        ("23", "4")
    ] * 2
    assert len(root.findall("part[1]/measure")) == 2


@pytest.mark.parametrize(
    "gap, stroke, signature",
    [
        (Fraction(0), Fraction(1, 4), ("12", "4")),
        (Fraction(1, 2), Fraction(1, 4), ("25", "8")),
        (Fraction(4), Fraction(1, 8), ("16", "8")),
    ],
)
def test_an_editorial_bar_is_a_cycle_with_its_gap(
    gap: Fraction, stroke: Fraction, signature: tuple[str, str]
) -> None:
    root = written(performance("lu-1", Use.TOUHU, gap=gap), Options(stroke=stroke, editorial_bars=True))
    assert (root.findtext(".//beats"), root.findtext(".//beat-type")) == signature


def test_accents_are_written_above() -> None:
    it = performance(accent=Accent.GU)
    assert [accent.get("placement") for accent in written(it).iter("accent")] == ["above"] * it.count(Drum.GU)


@pytest.mark.parametrize(
    "syllables, both",
    [(Syllables.HANZI, {"榻", "鏜"}), (Syllables.PINYIN, {"tà", "tāng"}), (Syllables.HANGUL, {"탑", "당"})],
)
def test_every_stroke_has_its_syllable(syllables: Syllables, both: set[str]) -> None:
    texts = [text.text for text in written(performance(), Options(syllables=syllables)).iter("text")]
    assert len(texts) == 23
    assert set(texts) == both


def test_the_heads_of_the_large_drum_are_square() -> None:
    heads = [head.text for head in written(performance("lu-1")).iter("notehead")]
    assert heads == ["la"] * 10


def test_a_doubtful_mark_is_shown_as_such() -> None:
    it = literal("○□○半○□○")
    marks = tuple(mark._replace(doubtful=number == 4) for number, mark in enumerate(it.marks, 1))
    root = written(perform(Reading(None, None, 1, marks), Use.TOUHU, plan()))
    assert words(root.findall("part")[1]) == ["?"]
    assert [head.get("parentheses") for head in root.iter("notehead")] == ["no", "yes"]


@pytest.mark.parametrize(
    "stroke, name, quarters", [(Fraction(1, 8), "eighth", "36"), (Fraction(1), "whole", "288")]
)
def test_the_tempo_counts_beats(stroke: Fraction, name: str, quarters: str) -> None:
    root = written(performance(beats_per_minute=Fraction(72)), Options(stroke=stroke))
    assert (root.findtext(".//beat-unit"), root.findtext(".//per-minute")) == (name, "72")
    assert [sound.get("tempo") for sound in root.iter("sound")] == [quarters]


def test_title_source_and_choices_are_printed() -> None:
    it = performance()
    root = written(it)
    assert root.findtext("work/work-title") == title(it, Language.ENGLISH)
    rights = root.findtext("identification/rights")
    assert rights is not None
    assert rights.startswith("演奏選擇（非原文） Our choices, not in the text:\neven")


# --- refusals and damage -------------------------------------------------------------------------


def refusal(it: Performance, options: Options | None = None) -> str:
    with pytest.raises(RenderError) as caught:
        render("musicxml", it, options)
    return str(caught.value)


def test_too_many_strokes_are_refused() -> None:
    assert refusal(performance("lu-1", cycles=500)) == (
        "500 cycles of 23 notes and rests are more than the 10000 that a score is written for;"
        " use fewer cycles"
    )


def test_a_gap_shorter_than_every_note_is_refused() -> None:
    assert refusal(performance(gap=Fraction(999_999_999, 1_000_000_000))) == (
        "no note is 1/1000000000 beats long where a beat is 0.25 of a whole note;"
        " choose another timing, gap or stroke"
    )


def test_an_editorial_bar_of_thirds_is_refused() -> None:
    assert refusal(performance(gap=Fraction(1, 3)), Options(editorial_bars=True)) == (
        "a bar of 70/3 beats has no time signature; choose another gap"
    )


DAMAGE: Final = {
    "a stroke less": (r"<note id=.*?</note>", "", "stroke 1 of gu is"),
    "another key": ("<midi-unpitched>51", "<midi-unpitched>50", "stroke 1 of gu is"),
    "another channel": ("<midi-channel>10", "<midi-channel>1", "stroke 1 of gu is"),
    "another syllable": ("鏜", "榻", "stroke 1 of gu is"),
    "another length": ("<duration>1<", "<duration>2<", "stroke 1 of gu is"),
    "a longer last rest": (r"(.*)<duration>1<", r"\1<duration>2<", "length of pi is 24, not 23"),
    "no instrument": ('<instrument id="gu-gu" />', "", "no instrument in note"),
    "another instrument": ('<instrument id="gu-gu" />', '<instrument id="x" />', "no instrument x"),
    "no 半": (HALF, "x", "onsets of 半 is"),
    "another tempo": ('tempo="60"', 'tempo="61"', "tempo is 61.0 quarters a minute, not 60 beats"),
    "a part less": (r'<part id="pi">.*</part>', "", "parts is ['gu'], not ['gu', 'pi']"),
    "no number": ("<duration>1<", "<duration>x<", "invalid literal"),
    "half a file": (r"</part>.*", "", "no element found"),
}


@pytest.mark.parametrize("pattern, replacement, message", DAMAGE.values(), ids=DAMAGE)
def test_check_finds(pattern: str, replacement: str, message: str) -> None:
    it = performance("lu-1")
    whole = render("musicxml", it).decode()
    damaged = re.sub(pattern, replacement, whole, count=1, flags=re.DOTALL)
    assert damaged != whole
    with pytest.raises(RenderError, match=f"^musicxml: .*{re.escape(message)}"):
        musicxml.check(damaged.encode(), it, Options())


# --- music21 reads our rows ----------------------------------------------------------------------


def strokes(score: Any) -> str:
    """Return the drums of a music21 score in the order of sounding."""
    notes = sorted(score.recurse().notes, key=lambda note: note.getOffsetInHierarchy(score))
    return "".join(note.storedInstrument.drum for note in notes)


def test_music21_reads_a_row() -> None:
    assert strokes(converter.parse("○□○○半○□○", format="touhu")) == "○□○○○□○"


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with BOM"])
def test_music21_reads_a_file_of_one_row(mark: str, tmp_path: Path) -> None:
    file = tmp_path / "row.touhu"
    file.write_bytes(f"{mark}○□○○半○□○\n".encode())
    assert strokes(converter.parse(file)) == "○□○○○□○"


def test_music21_hands_on_our_messages(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"^character 2: 'x' U\+0078 is no stroke; expected ○ □ or 半"):
        converter.parse("○x半○□○", format="touhu")
    file = tmp_path / "row.touhu"
    file.write_bytes("○□半○".encode("gb18030"))
    with pytest.raises(NotationError, match=r"^byte 0 is not UTF-8$"):
        converter.parse(file)
