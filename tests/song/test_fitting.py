"""How song and drum go together: the laws of each way."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import library
from touhu_music.errors import PlanError, SongError
from touhu_music.language import Language
from touhu_music.notation import Use, parse
from touhu_music.performance import Performance, Timing, perform
from touhu_music.rite import rites
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Rendition

SINGING = songs.singing()
NAMES = [name for name in songs.songs() if songs.load(name).has_tune]
WITH_CYCLES = ("line", "stanza", "word")
TOGETHER = (*WITH_CYCLES, "three")

rows = st.tuples(st.text("○□", min_size=1, max_size=20), st.text("○□", min_size=1, max_size=20)).map(
    lambda sides: f"{sides[0]}半{sides[1]}"
)
every_song = st.sampled_from(songs.songs()).map(songs.load)
gaps = st.fractions(0, 8, max_denominator=4)


def drum(row: str = "○○○□□○○□", timing: Timing = Timing.EVEN, gap: Fraction = Fraction(0)) -> Performance:
    """Perform a row for archery."""
    return perform(
        parse(row if "半" in row else f"○半{row}"), Use.TOUHU, replace(library.plan(), timing=timing, gap=gap)
    )


def fitted(name: str, song: str = "caifan", row: str = "○○○□□○○□", **choices: int) -> Rendition:
    """Fit a song to a row."""
    return fitting.fit(songs.load(song), fitting.load(name), SINGING, drum(row), **choices)


def words(rendition: Rendition) -> str:
    """Return all words in order."""
    return "".join(word.sung.word for word in rendition.words)


@given(every_song, st.sampled_from(TOGETHER), rows, gaps, st.integers(1, 3))
def test_every_word_is_sung_in_order_and_none_is_dropped(
    song: songs.Song, name: str, row: str, gap: Fraction, times: int
) -> None:
    made = fitting.fit(song, fitting.load(name), SINGING, drum(row, gap=gap), times=times)
    assert [word.sung for word in made.words] == list(song.sung) * times
    assert all(before.end <= after.onset for before, after in pairwise(made.words))
    assert all(word.length > 0 for word in made.words)
    assert made.words[-1].end <= made.length
    assert made.broken_off is None


@given(every_song, st.sampled_from(WITH_CYCLES), rows, gaps, st.sampled_from(Timing))
def test_cycles_are_equally_spaced_and_words_lie_in_theirs(
    song: songs.Song, name: str, row: str, gap: Fraction, timing: Timing
) -> None:
    if timing is Timing.ON_GU and "□" not in row.partition("半")[2]:
        return
    made = fitting.fit(song, fitting.load(name), SINGING, drum(row, timing, gap))
    assert made.drum is not None
    starts = [stroke.onset for stroke in made.strokes if stroke.number == 1]
    assert starts == [cycle * made.drum.period for cycle in range(made.drum.plan.cycles)]
    assert made.period == made.drum.period
    assert made.length == made.drum.length
    for word in made.words:
        start = (word.cycle - 1) * made.drum.period
        assert start <= word.onset < word.end <= start + made.drum.cycle_beats


@given(every_song, st.sampled_from(("line", "word")), rows)
def test_where_strokes_suffice_a_word_begins_on_a_stroke_and_lasts_whole_strokes(
    song: songs.Song, name: str, row: str
) -> None:
    played = drum(row)
    longest = max(map(len, song.lines))
    if name == "line" and len(played.pattern) < longest:
        return
    made = fitting.fit(song, fitting.load(name), SINGING, played)
    onsets = {stroke.onset for stroke in made.strokes}
    assert all(word.onset in onsets for word in made.words)
    assert all(word.length.denominator == 1 for word in made.words)


@given(every_song, rows, st.sampled_from(Timing))
def test_with_line_word_i_of_k_begins_on_the_stroke_of_the_formula(
    song: songs.Song, row: str, timing: Timing
) -> None:
    side = row.partition("半")[2]
    if timing is Timing.ON_GU and "□" not in side:
        return
    made = fitting.fit(song, fitting.load("line"), SINGING, drum(row, timing))
    assert made.drum is not None
    for number, line in enumerate(made.lines()):
        for place, word in enumerate(line):
            stroke = made.drum.pattern[place * len(side) // len(line)]
            assert word.cycle == number + 1
            if len(side) >= len(line):
                assert word.onset == stroke.onset + number * made.drum.period


def test_four_words_take_twelve_strokes_three_each() -> None:
    made = fitted("line", row="○□○○□□○□○○□□")
    assert [word.onset for word in made.words[:5]] == [0, 3, 6, 9, 12]
    assert made.drum is not None
    assert made.drum.plan.cycles == 12


def test_five_words_take_twelve_strokes_by_rounding_down() -> None:
    made = fitted("line", "zouyu-yu", "○□○○□□○□○○□□")
    last = made.lines()[2]
    assert [word.onset - 24 for word in last] == [0, 2, 4, 7, 9]
    assert [word.length for word in last] == [2, 2, 3, 2, 3]


def test_words_share_a_stroke_where_a_stanza_has_more_of_them() -> None:
    made = fitted("stanza")
    assert [word.onset for word in made.words[:4]] == [0, Fraction(1, 2), 1, Fraction(3, 2)]
    assert made.drum is not None
    assert made.drum.plan.cycles == 3


def test_one_stroke_a_word_repeats_the_cadence_and_ends_it() -> None:
    made = fitted("word", row="○□○○□□○")
    assert made.drum is not None
    assert made.drum.plan.cycles == 7
    assert [word.onset for word in made.words] == list(range(48))
    assert len(made.strokes) == 49


def test_three_strokes_follow_each_line_through_the_cadence() -> None:
    made = fitted("three")
    heard = sorted(
        [(word.onset, word.sung.word) for word in made.words]
        + [(s.onset, s.drum.value) for s in made.strokes]
    )
    assert "".join(text for _, text in heard[:28]) == "于以采蘩○○○于沼于沚□□○于以用之○□○公侯之事○○□"
    assert len(made.strokes) == 36
    assert made.length == 84
    assert made.period is None


@given(st.sampled_from(NAMES), st.integers(1, 4))
def test_alone_each_word_takes_a_beat_with_a_breath_after_lines_and_stanzas(name: str, times: int) -> None:
    made = fitting.alone(songs.load(name), SINGING, times=times)
    assert all(word.length == 1 for word in made.words)
    for before, after in pairwise(made.words):
        silence = after.onset - before.end
        if before.verse == after.verse:
            assert silence == 0
        elif before.verse[:2] == after.verse[:2]:
            assert silence == SINGING.breath
        else:
            assert silence == SINGING.stanza_breath


def test_the_drum_that_ends_after_some_cycles_begins_the_song_again_or_breaks_it_off() -> None:
    short, long = fitted("line", cycles=5), fitted("line", cycles=14)
    assert short.broken_off == short.words[-1]
    assert words(short) == songs.load("caifan").stanzas[0].words + "于以采蘩"
    assert words(long)[48:] == "于以采蘩于沼于沚"
    assert long.times == 2
    assert fitted("line", cycles=12).broken_off is None
    assert fitted("line", cycles=24).broken_off is None


@pytest.mark.parametrize(
    "song, archery", [("zouyu-yu", 9), ("zouyu-jue", 9), ("lishou", 7), ("caipin", 5), ("caifan", 5)]
)
def test_the_jie_go_by_rank_and_are_five_in_touhu(song: str, archery: int) -> None:
    assert fitting.jie(songs.load(song), Use.ARCHERY) == archery
    assert fitting.jie(songs.load(song), Use.TOUHU) == 5


def test_the_jie_of_the_songs_are_those_of_the_ranks_of_the_rite() -> None:
    for rite in ("touhu", "archery"):
        for rank in rites.load(rite).ranks.values():
            assert fitting.JIE[rank.song] == rank.cycles


def test_every_song_has_its_jie() -> None:
    assert set(fitting.JIE) == set(songs.songs())


def test_lishou_is_recited_line_by_line_and_has_no_tune() -> None:
    made = fitted("line", "lishou")
    assert made.recited
    assert made.drum is not None
    assert made.drum.plan.cycles == 8
    with pytest.raises(SongError, match="the tune of 貍首 is lost and none is invented"):
        fitting.alone(songs.load("lishou"), SINGING)


def test_every_fitting_is_named_and_reasoned_in_four_languages() -> None:
    assert set(fitting.fittings()) == {"alone", "drum", *TOGETHER}
    for name in fitting.fittings():
        found = fitting.load(name)
        for texts in (found.label, found.reason):
            assert {language for language, _ in texts} == set(map(str, Language))


@pytest.mark.parametrize(
    "name, choices, said",
    [
        ("alone", {}, "alone is no fitting of song and drum; there are line stanza word three"),
        ("drum", {}, "drum is no fitting of song and drum; there are line stanza word three"),
        ("line", {"times": 0}, "times must be in range 1..1000, not 0"),
        ("line", {"cycles": 0}, "cycles must be in range 1..100000, not 0"),
        ("line", {"cycles": 2, "times": 2}, "times and cycles exclude each other"),
        ("line", {"cycles": 100_000}, "100000 cycles of the drum are more than 100000 strokes"),
        (
            "three",
            {"cycles": 2},
            "three strokes after each line make no cycles; say how often the song is sung",
        ),
    ],
)
def test_what_cannot_be_is_refused(name: str, choices: dict[str, Any], said: str) -> None:
    with pytest.raises((SongError, PlanError)) as error:
        fitting.fit(songs.load("caifan"), fitting.load(name), SINGING, drum(), **choices)
    assert str(error.value) == said


def test_an_unknown_fitting_names_those_that_there_are() -> None:
    with pytest.raises(SongError, match=r"^no fitting 'x'; there are alone drum line stanza three word$"):
        fitting.load("x")
