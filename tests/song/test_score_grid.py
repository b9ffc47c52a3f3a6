"""The grid of time on which voice and drums are written, and the tones as notes and numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from song.renditions import alone, together

from touhu_music import Use
from touhu_music.performance import Timing
from touhu_music.render.measures import note_value
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Rendition
from touhu_music.song.score import grid, pitches
from touhu_music.song.score.systems import arrange

renditions = st.builds(
    together,
    st.sampled_from(songs.songs()),
    st.sampled_from(("lu-1", "xue-1", "lu-2", "xue-2")),
    st.sampled_from(tuple(fitting.UNITS)),
    use=st.sampled_from(Use),
    timing=st.sampled_from(Timing),
    gap=st.sampled_from((Fraction(0), Fraction(1), Fraction(3, 2))),
    count_in=st.integers(0, 2),
)


@given(renditions)
def test_cells_fill_the_whole_length_without_a_hole(rendition: Rendition) -> None:
    cells = grid.cells(rendition)
    assert cells[0].onset == 0
    assert all(before.onset + before.length == after.onset for before, after in pairwise(cells))
    assert cells[-1].onset + cells[-1].length == rendition.length


@given(renditions)
def test_every_word_and_stroke_begins_once_where_it_sounds(rendition: Rendition) -> None:
    cells = grid.cells(rendition)
    assert [cell.word for cell in cells if cell.begins] == list(rendition.words)
    assert [cell.stroke for cell in cells if cell.stroke] == list(rendition.strokes)
    for word in rendition.words:
        assert sum(cell.length for cell in cells if cell.word == word) == word.length


@given(renditions, st.booleans())
def test_measures_keep_the_cells_and_begin_with_a_line(rendition: Rendition, rounded: bool) -> None:
    measures = grid.measures(rendition, rounded=rounded)
    bars = [each for each in measures if not each.count_in]
    assert [cell for each in bars for cell in each.cells] == grid.cells(rendition)
    for each in bars:
        first = next(each.words)
        assert first.place == 1
    assert [each.line for each in measures][-1] == "final"


@given(renditions)
def test_the_notes_of_the_voice_add_up_to_the_words(rendition: Rendition) -> None:
    for measure in grid.measures(rendition):
        notes = [note for run in grid.voice(measure) for note in run]
        assert sum(note.length for note in notes) == measure.beats
        for word in measure.words:
            own = [note for note in notes if note.word == word]
            assert sum(note.length for note in own) == word.length
            assert [note.begins for note in own] == [True] + [False] * (len(own) - 1)
            assert [note.continues for note in own] == [True] * (len(own) - 1) + [False]


@given(st.integers(1, 400))
def test_a_length_is_divided_into_note_values(eighths: int) -> None:
    length = Fraction(eighths, 8)
    values = list(grid.values(length))
    assert sum(values) == length
    for value in values:
        plain = value / grid.DOT if value.numerator % 3 == 0 else value
        found = note_value(plain, grid.BEAT)
        assert found.actual == found.normal


@given(renditions)
def test_a_measure_is_a_line_unless_its_length_is_rounded(rendition: Rendition) -> None:
    lines = [tuple(each.words) for each in grid.measures(rendition) if not each.count_in]
    assert lines == list(rendition.lines())
    for each in grid.measures(rendition, rounded=True)[:-1]:
        assert (each.beats * 4096).denominator == 1


def test_a_word_of_three_beats_is_one_dotted_note() -> None:
    first = grid.measures(together())[0]
    notes = [note for run in grid.voice(first) for note in run]
    assert [(note.length, note.value.name, note.dotted) for note in notes] == [
        (Fraction(3), "half", True)
    ] * 4


def test_alone_a_stanza_is_one_system() -> None:
    assert [[each.line for each in system] for system in arrange(alone(), ("words",))] == [
        ["dashed", "dashed", "dashed", "double"],
        ["dashed", "dashed", "dashed", "double"],
        ["dashed", "dashed", "dashed", "final"],
    ]


@given(renditions)
def test_systems_keep_every_word_and_stroke(rendition: Rendition) -> None:
    cells = [cell for system in arrange(rendition, ("words",)) for each in system for cell in each.cells]
    assert [cell.word for cell in cells if cell.word] == list(rendition.words)
    assert [cell.stroke for cell in cells if cell.stroke] == list(rendition.strokes)


# --- tones ---------------------------------------------------------------------------------------

NOTES = [
    name + alter + str(octave) for name in "CDEFGAB" for alter in ("", "#", "b") for octave in (2, 3, 4, 5)
]


@given(st.sampled_from(NOTES), st.integers(0, 23))
def test_a_tone_lies_its_semitones_above_huangzhong(name: str, semitones: int) -> None:
    singing = songs.singing()._replace(huangzhong=name)
    if name.startswith("Cb2"):  # below the range
        return
    base = pitches.huangzhong(singing)
    assert base.name == name.replace("#", "♯").replace("b", "♭")
    assert pitches.pitch(semitones, base).key == base.key + semitones


def test_the_twelve_lu_are_spelled_above_c() -> None:
    base = pitches.huangzhong(songs.singing())
    names = [pitches.pitch(semitones, base).name for semitones in range(13)]
    assert names == ["C4", "D♭4", "D4", "E♭4", "E4", "F4", "F♯4", "G4", "A♭4", "A4", "B♭4", "B4", "C5"]


@pytest.mark.parametrize(
    "name, numbers",
    [("caifan", "2 7̣ 6̣ 7̣ 6̣ #4̣ 3̣ #4̣"), ("zouyu-yu", "6 7 5 #4 3 #4 6 #4"), ("zouyu-jue", "3 5 #4 6̣ 5 3 1̇ 6̣")],
)
def test_in_numbers_1_is_the_gong_of_the_mode(name: str, numbers: str) -> None:
    song = songs.load(name)
    first = pitches.first(song)
    found = [str(pitches.number(each.semitones or 0, first)) for each in song.sung[:8]]
    assert " ".join(found) == numbers


@given(st.integers(0, 23), st.integers(0, 11))
def test_a_number_gives_back_its_tone(semitones: int, first: int) -> None:
    number = pitches.number(semitones, first)
    assert pitches.DEGREES.index(number.digit) + 12 * number.octave + first == semitones
