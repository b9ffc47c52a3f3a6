from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.errors import SongError
from touhu_music.language import Language
from touhu_music.song import songs
from touhu_music.song.comparison import contour_lines
from touhu_music.song.comparison.contours import Tones, alike, compare, profile, stretch

tones = st.lists(st.none() | st.integers(0, 15), max_size=12).map(tuple)


def test_a_contour_goes_up_down_or_stays() -> None:
    found = profile(songs.load("caifan"))
    assert found.contours == ("--+---+-+-++-+-", "--+--++=+-++-+-", "+--+-++-+-+++++")
    assert found.intervals[0] == (-3, -2, 2, -2, -3, -2, 2, -4, 4, -2, 2, 8, -3, 1, -10)
    assert (found.lowest, found.highest, found.finals) == (0, 14, (0, 12, 12))


def test_a_lost_tone_has_no_interval_on_either_side() -> None:
    found = profile(songs.load("caipin", "N"))
    assert found.contours[0] == "+-+-++-=-++??--"
    assert found.finals == (0, 0, 0)
    assert sum(count for _, count in found.tones) == 46


def test_caifan_and_caipin_begin_alike() -> None:
    found = compare(songs.load("caifan"), songs.load("caipin"))
    assert (found.opening, found.opening_lulu, found.opening_steps) == (0, 4, 0)
    assert found.longest == (6, (1, 1), (2, 5))
    assert contour_lines.common(found) == "黃南林南林姑"
    assert (found.chance_opening, found.chance_longest, found.shuffles) == (3, 25, 999)


def test_in_n_they_begin_alike_too() -> None:
    found = compare(songs.load("caifan", "N"), songs.load("caipin", "N"))
    assert found.opening_lulu == 4


def test_a_song_is_alike_to_itself() -> None:
    song = songs.load("zouyu-yu")
    found = compare(song, song)
    assert (found.opening, found.opening_lulu, found.opening_steps) == (13, 13, 12)
    assert found.longest == (13, (1, 1), (1, 1))


def test_what_is_alike_goes_both_ways() -> None:
    one, other = songs.load("caifan"), songs.load("zouyu-yu")
    there, back = compare(one, other), compare(other, one)
    assert there[2:5] == back[2:5]
    assert there.longest.length == back.longest.length


def test_a_song_without_a_tune_is_compared_with_none() -> None:
    with pytest.raises(SongError, match="the tune of 貍首 is lost"):
        compare(songs.load("caifan"), songs.load("lishou"))


@given(st.lists(tones, max_size=3), st.lists(tones, max_size=3))
def test_the_longest_stretch_is_that_of_a_slow_search(first: list[Tones], second: list[Tones]) -> None:
    found = stretch(first, second)
    pieces = {
        row[start:end]
        for row in first
        for start in range(len(row))
        for end in range(start + 1, len(row) + 1)
        if None not in row[start:end]
    }
    longest = max(
        (len(p) for p in pieces for row in second if any(row[i : i + len(p)] == p for i in range(len(row)))),
        default=0,
    )
    assert found.length == longest
    if longest:
        (a, at), (b, there) = found.first, found.second
        assert first[a - 1][at - 1 :][:longest] == second[b - 1][there - 1 :][:longest]


@given(tones, tones)
def test_what_begins_alike_is_the_same_up_to_there(first: Tones, second: Tones) -> None:
    count = alike(first, second)
    assert first[:count] == second[:count]
    assert None not in first[:count]
    assert (
        first[count : count + 1] != second[count : count + 1]
        or None in first[count : count + 1]
        or (count == min(len(first), len(second)))
    )


@pytest.mark.parametrize("language", Language)
def test_lines_tell_what_is_alike_chance_and_what_must_be_said(language: Language) -> None:
    found = compare(songs.load("caifan"), songs.load("caipin"))
    lines = [*contour_lines.lines(found, language)]
    assert "  caifan@X  1  --+---+-+-++-+-" in lines
    assert any("黃南林南林姑" in line for line in lines)
    assert any("999" in line for line in lines)
    assert (
        lines[-4:] == contour_lines.said(found, language)[-4:] or len(contour_lines.said(found, language)) < 4
    )
    assert {*contour_lines.said(found, language)} <= {*lines}


def test_the_shape_of_a_comparison_is_stable() -> None:
    shape = contour_lines.shape(compare(songs.load("caifan"), songs.load("caipin")), Language.ENGLISH)
    assert list(shape) == ["a", "b", "opening", "longest", "chance", "songs", "warnings", "remarks"]
    assert shape["longest"] == {
        "length": 6,
        "signs": "黃南林南林姑",
        "a": {"stanza": 1, "word": 1},
        "b": {"stanza": 2, "word": 5},
    }
    assert shape["songs"][0]["contours"][0] == "--+---+-+-++-+-"


def test_the_table_counts_intervals_and_tones() -> None:
    found = compare(songs.load("caifan"), songs.load("caipin"))
    rows = [*csv.DictReader(StringIO(contour_lines.to_csv(found).decode()))]
    for song in ("caifan@X", "caipin@X"):
        assert sum(int(row[song]) for row in rows if row["table"] == "tones") == 48
        assert sum(int(row[song]) for row in rows if row["table"] == "intervals") == 45
