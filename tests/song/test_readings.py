"""How the words of the songs are read in other scripts."""

from __future__ import annotations

import re

import pytest

from touhu_music.language import Language
from touhu_music.song import readings, songs
from touhu_music.song.formats import READINGS
from touhu_music.song.songs import NOTHING

LINES = [
    pytest.param("".join(each.word for each in line), id=f"{name}@{song.witness}-{number}")
    for name in songs.songs()
    for song in songs.prints(name)
    for number, line in enumerate(song.lines, 1)
]


def test_the_spellings_are_those_of_the_files() -> None:
    assert set(readings.spellings()) == set(READINGS)


@pytest.mark.parametrize("spelling", READINGS)
@pytest.mark.parametrize("line", LINES)
def test_every_word_of_every_print_has_a_reading(line: str, spelling: str) -> None:
    found = readings.of_line(line, spelling)
    assert len(found) == len(line)
    assert NOTHING not in found
    kind = "[가-힣]" if spelling == "hangul" else "[a-zāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]{2,6}"
    assert all(re.fullmatch(kind, each) for each in found)


@pytest.mark.parametrize(
    "line, spelling, said",
    [
        ("于以采蘩", "pinyin", "yú yǐ cǎi fán"),
        ("于嗟乎騶虞", "pinyin", "xū jiē hū zōu yú"),
        ("有齊季女", "pinyin", "yǒu zhāi jì nǚ"),
        ("于以盛之", "pinyin", "yú yǐ chéng zhī"),
        ("執女手之卷然", "pinyin", "zhí rǔ shǒu zhī quán rán"),
        ("四正具舉", "hangul", "사 정 구 거"),
        ("則燕則譽", "hangul", "즉 연 즉 예"),
        ("南澗之濵", "hangul", "남 간 지 빈"),
    ],
)
def test_a_word_is_read_as_its_line_asks(line: str, spelling: str, said: str) -> None:
    assert " ".join(readings.of_line(line, spelling)) == said


def test_a_word_that_is_not_known_is_not_guessed() -> None:
    assert readings.of_line("于龘", "pinyin") == ("yú", NOTHING)


@pytest.mark.parametrize("spelling", READINGS)
def test_readings_are_reasoned_in_four_languages(spelling: str) -> None:
    assert {language for language, _ in readings.reason(spelling)} == set(map(str, Language))
