"""What is written as MusicXML of a song, and what other readers hear and see in it."""

from __future__ import annotations

import base64
import io
import os
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import mido
import pytest
import verovio
from conftest import heard, need
from lxml import etree
from music21 import converter
from render.test_musicxml_readers import schema as schema  # a fixture
from song.renditions import TUNES, alone, together

from touhu_music import Use
from touhu_music.errors import RenderError, SongError
from touhu_music.language import Language
from touhu_music.performance import Timing
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import LINES, Options, file_of
from touhu_music.song.score import musicxml, pitches

TICK: Final = Fraction(1, 30)  # readers round onsets to their ticks
ALL: Final = Options(lines=LINES)
CASES: Final[dict[str, Callable[[], Rendition]]] = {
    "alone": lambda: alone("caifan"),
    "lost tones": lambda: alone("caipin", "N"),
    "line": lambda: together("caifan"),
    "lost tones with the drum": lambda: together("caipin", siglum="N"),
    "five words to a line": lambda: together("zouyu-yu", "xue-2", use=Use.ARCHERY),
    "on-gu with gap and count-in": lambda: together(
        "zouyu-jue", "lu-1", timing=Timing.ON_GU, gap=Fraction(3, 2), count_in=2
    ),
    "words that share a stroke": lambda: together("caifan", "xue-1", "stanza"),
    "words that share a stroke on-gu": lambda: together("caifan", "xue-1", "stanza", timing=Timing.ON_GU),
    "word": lambda: together("zouyu-yu", "lu-1", "word"),
    "three": lambda: together("zouyu-yu", "lu-2", "three"),
    "recited": lambda: together("lishou"),
    "broken off": lambda: together("caifan", cycles=5),
    "sung again": lambda: together("zouyu-yu", times=2),
}


@pytest.fixture(scope="module")
def written() -> Callable[[str], bytes]:
    """Return the file of a case, written once."""
    made: dict[str, bytes] = {}

    def of(name: str) -> bytes:
        if name not in made:
            made[name] = bytes(file_of("musicxml", CASES[name](), ALL))
        return made[name]

    return of


Written = Callable[[str], bytes]


def sounds(rendition: Rendition) -> list[tuple[Fraction, int, int]]:
    """Return what a reader should play: the tones on channel 1, the strokes on the drum channel."""
    base, lead = pitches.huangzhong(rendition.singing).key, rendition.count_in
    tones = [
        (lead + word.onset, 0, base + word.sung.semitones)
        for word in rendition.words
        if word.sung.semitones is not None
    ]
    drum = rendition.drum
    strokes = [
        (lead + stroke.onset, 9, drum.plan.sounds.key(stroke.drum)) for stroke in rendition.strokes if drum
    ]
    return sorted(tones + strokes)


def audible(file: mido.MidiFile) -> list[tuple[Fraction, int, int]]:
    """Return the notes that can be heard; what has no tone is played with a velocity of 1."""
    for track in file.tracks:
        for message in track:
            if message.type == "note_on" and message.velocity == 1:
                message.velocity = 0
    return heard(file)


def assert_plays(found: list[tuple[Fraction, int, int]], rendition: Rendition) -> None:
    wanted = sounds(rendition)
    by_key = sorted(found, key=lambda it: (it[1], it[2], it[0]))
    expected = sorted(wanted, key=lambda it: (it[1], it[2], it[0]))
    assert [it[1:] for it in by_key] == [it[1:] for it in expected]
    assert all(abs(it[0] - other[0]) < TICK for it, other in zip(by_key, expected, strict=True))


# --- other readers -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_verovio_plays_every_tone_and_stroke(name: str, written: Written) -> None:
    toolkit = verovio.toolkit()
    assert toolkit.loadData(written(name).decode())
    file = mido.MidiFile(file=io.BytesIO(base64.b64decode(toolkit.renderToMIDI())))
    assert_plays(audible(file), CASES[name]())


MUSESCORE: Final = ("lost tones with the drum", "on-gu with gap and count-in", "recited")


@pytest.mark.parametrize("name", MUSESCORE)
def test_musescore_plays_every_tone_and_stroke(name: str, written: Written, tmp_path: Path) -> None:
    program = need("musescore3")
    (tmp_path / "in.musicxml").write_bytes(written(name))
    subprocess.run(
        [program, "-o", "out.mid", "in.musicxml"],
        cwd=tmp_path,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        capture_output=True,
    )
    assert_plays(audible(mido.MidiFile(tmp_path / "out.mid")), CASES[name]())


@pytest.mark.parametrize("name", CASES)
def test_music21_reads_every_word_on_its_tone(name: str, written: Written) -> None:
    rendition, base = CASES[name](), 60
    score: Any = converter.parseData(written(name), format="musicxml")
    part = score.parts[0]
    notes = [note for note in part.recurse().notes if note.lyrics]
    assert [note.lyrics[0].text for note in notes] == [word.sung.word for word in rendition.words]
    keys = [note.pitch.midi if note.isNote else None for note in notes]
    tones = [word.sung.semitones for word in rendition.words]
    assert keys == [None if tone is None else base + tone for tone in tones]


@pytest.mark.parametrize("name", ["lost tones", "line"])
def test_musicxml2ly_compiles_with_the_words(name: str, written: Written, tmp_path: Path) -> None:
    importer, program = need("musicxml2ly"), need("lilypond")
    (tmp_path / "it.musicxml").write_bytes(written(name))
    for command in ([importer, "it.musicxml"], [program, "-dno-print-pages", "it.ly"]):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    text = (tmp_path / "it.ly").read_text(encoding="utf-8")
    first = text[text.index("VoiceOneLyricsOne") :]
    found = re.findall(r'"(.)"', first[: first.index("}")])
    assert found == [word.sung.word for word in CASES[name]().words]


# --- what is written -----------------------------------------------------------------------------


@pytest.mark.parametrize("name, siglum", TUNES)
def test_every_print_of_every_tune_is_written(name: str, siglum: str) -> None:
    root = ElementTree.fromstring(file_of("musicxml", alone(name, siglum)))
    song = songs.load(name, siglum)
    assert [text.text for text in root.iterfind("part/measure/note/lyric/text")] == [
        each.word for each in song.sung
    ]


def test_nothing_is_measured(written: Written) -> None:
    root = ElementTree.fromstring(written("line"))
    assert root.find(".//time") is None


def test_dashed_lines_part_the_lines_and_double_ones_the_stanzas(written: Written) -> None:
    lines = bar_styles(ElementTree.fromstring(written("alone")))
    assert lines == (["dashed"] * 3 + ["light-light"]) * 2 + ["dashed"] * 3 + ["light-heavy"]


def bar_styles(root: Element) -> list[str | None]:
    part = root.find("part")
    assert part is not None
    return [style.text for style in part.iterfind("measure/barline/bar-style")]


def test_a_line_that_ends_between_note_values_has_a_breath_instead_of_a_barline() -> None:
    """MuseScore rounds the length of measures."""
    data = file_of("musicxml", together("caifan", "lu-1", "stanza", timing=Timing.ON_GU))
    voice = ElementTree.fromstring(data).find("part")
    assert voice is not None
    lines = [""]
    for note in voice.iterfind("measure/note[lyric]"):
        lines[-1] += note.findtext("lyric/text", "")
        if note.find("notations/articulations/breath-mark") is not None:
            lines.append("")
    assert "于以采蘩" in lines


def test_signs_and_numbers_stand_under_the_words(written: Written) -> None:
    first = ElementTree.fromstring(written("alone")).find("part/measure/note[lyric]")
    assert first is not None
    assert [text.text for text in first.iterfind("lyric/text")] == ["于", "黃清", "六", "2", "yú", "우"]


def test_a_lost_tone_is_a_cross_without_pitch_and_says_so(written: Written) -> None:
    root = ElementTree.fromstring(written("lost tones"))
    crosses = [note for note in root.iter("note") if note.find("unpitched") is not None]
    assert [note.findtext("notehead") for note in crosses] == ["x", "x"]
    assert [note.findtext("lyric/text") for note in crosses] == ["于", "下"]
    words = [words.text for words in root.iter("words")]
    assert [text for text in words if text in ("闕", "缺")] == ["闕", "缺"]
    assert all(note.find("lyric[@number='2']/text").text in "闕缺" for note in crosses)  # type: ignore[union-attr,operator]


def test_a_doubtful_tone_has_a_question_mark_above_it() -> None:
    """In X 大 is printed at 行, and 太 is read."""
    root = ElementTree.fromstring(file_of("musicxml", alone("caipin", "X")))
    measure = next(each for each in root.iter("measure") if "行" in [t.text for t in each.iter("text")])
    order = [each.findtext("direction-type/words") or each.findtext("lyric/text") for each in measure]
    assert order[order.index("行") - 1] == "?"
    assert [words.text for words in root.iter("words")].count("?") == 1


def test_the_file_says_what_is_late_doubted_and_chosen(written: Written) -> None:
    rights = ElementTree.fromstring(written("line")).findtext("identification/rights", "")
    assert "No rhythm is notated" in rights
    assert "朱熹 doubted" in rights.replace("\n", " ")
    assert "One cycle of the drum to one line (reconstruction, in no source)" in rights
    assert "黃鐘 = C4, our choice" in rights
    assert max(map(len, rights.splitlines())) <= 150  # what programs print on one line


def test_every_choice_stands_in_the_head_with_its_reason(written: Written) -> None:
    root = ElementTree.fromstring(written("line"))
    fields = root.findall("identification/miscellaneous/miscellaneous-field")
    choices = " ".join(field.text or "" for field in fields if field.get("name") == "choice")
    assert "No source fits strokes to words" in choices
    assert "1 = 無射 (B♭4), the 宮 of the mode" in choices


def test_a_song_that_is_broken_off_says_where(written: Written) -> None:
    rights = ElementTree.fromstring(written("broken off")).findtext("identification/rights", "")
    assert "The drum ends after cycle 5, and the song with it, at stanza 2, line 1: not its end." in rights


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_valid(name: str, written: Written, schema: Any) -> None:
    schema.assertValid(etree.fromstring(written(name)))


@pytest.mark.parametrize("language", Language)
def test_every_language_has_its_words(language: Language) -> None:
    root = ElementTree.fromstring(file_of("musicxml", together(), Options(language)))
    assert root.findtext("work/work-title", "").startswith("采")
    assert [name.text for name in root.iter("part-abbreviation")] == ["歌", "鼓", "鼙"]


@pytest.mark.parametrize(
    "huangzhong, first, flat",
    [
        ("C4", "C5", "B♭4"),
        ("D4", "D5", "C5"),
        ("Eb4", "E♭5", "D♭5"),
        ("F#3", "F♯4", "E4"),
        ("256", "C5", "B♭4"),
    ],
)
def test_huangzhong_moves_every_tone_and_keeps_each_lu_on_its_letter(
    huangzhong: str, first: str, flat: str
) -> None:
    singing = songs.singing()._replace(huangzhong=huangzhong)
    rendition = alone("caifan", singing=singing)
    base = pitches.huangzhong(singing)
    names = [pitches.pitch(word.sung.semitones or 0, base).name for word in rendition.words]
    assert names[0] == first
    assert names[14] == flat  # 無
    file_of("musicxml", rendition)


def test_a_huangzhong_out_of_range_is_refused() -> None:
    with pytest.raises(SongError, match=r"^huangzhong must be in range C2\.\.C6"):
        file_of("musicxml", alone(singing=songs.singing()._replace(huangzhong="C7")))


def test_the_same_song_gives_the_same_bytes(written: Written) -> None:
    assert file_of("musicxml", CASES["lost tones with the drum"](), ALL) == written(
        "lost tones with the drum"
    )


TOO_MANY: Final = 300


def test_too_many_notes_are_refused_in_a_line() -> None:
    rendition = fitting.alone(songs.load("caifan"), songs.singing(), times=TOO_MANY)
    with pytest.raises(RenderError, match=r"^[0-9]+ notes and rests are more than the 10000 of a score$"):
        file_of("musicxml", rendition)


# --- the check finds what is wrong ---------------------------------------------------------------

DAMAGE: Final[dict[str, tuple[str, str]]] = {
    "another tone": ("<octave>5</octave>", "<octave>4</octave>"),
    "another word": (">蘩<", ">蘋<"),
    "another sign": (">六<", ">五<"),
    "another length": ("<duration>3</duration>", "<duration>4</duration>"),
    "another key of a drum": ("<midi-unpitched>51</midi-unpitched>", "<midi-unpitched>43</midi-unpitched>"),
    "another channel": ("<midi-channel>10</midi-channel>", "<midi-channel>9</midi-channel>"),
    "another tempo": ('tempo="60"', 'tempo="61"'),
    "a cross instead of a tone": ("<step>A</step>", "<step>B</step>"),
    "no XML": ("</score-partwise>", ""),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_the_check_finds(kind: str, written: Written) -> None:
    old, new = DAMAGE[kind]
    text = written("line").decode()
    assert old in text
    with pytest.raises(RenderError, match=r"^musicxml: "):
        musicxml.check(text.replace(old, new, 1).encode(), CASES["line"](), ALL)
