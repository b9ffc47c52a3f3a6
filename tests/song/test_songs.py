from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from song.tunes import MODES, TUNES, Verse

from touhu_music import library
from touhu_music.errors import LibraryError, SongError
from touhu_music.language import Language
from touhu_music.song import signs, songs
from touhu_music.song.songs import Song


def named(name: str) -> Song:
    song, _, witness = name.partition("@")
    return songs.load(song, witness)


@pytest.mark.parametrize("name, verses", TUNES.items(), ids=TUNES)
def test_every_print_has_the_words_signs_and_tones_of_the_table(name: str, verses: tuple[Verse, ...]) -> None:
    song = named(name)
    assert [(each.words, each.lulu, each.gongche, each.semitones) for each in song.stanzas] == [*verses]
    assert song.mode == MODES[name]


@pytest.mark.parametrize("name", TUNES)
def test_every_tone_is_of_its_mode_and_its_signs_agree(name: str) -> None:
    song = named(name)
    tones = signs.scale(song.mode)
    assert tones is not None
    assert {each.semitones % 12 for each in song.sung if each.semitones is not None} <= tones
    assert not [warning for warning in song.warnings if warning.startswith("signs-disagree")]


def test_the_songs_are_sung_in_lines_of_the_verse() -> None:
    assert [stanza.lines for stanza in songs.load("caifan").stanzas] == [(4, 4, 4, 4)] * 3
    assert [stanza.lines for stanza in songs.load("zouyu-yu").stanzas] == [(4, 4, 5)] * 2
    assert ["".join(each.word for each in line) for line in songs.load("zouyu-jue").lines[:3]] == [
        "彼茁者葭",
        "一發五豝",
        "于嗟乎騶虞",
    ]


def test_the_first_print_is_the_one_that_is_taken() -> None:
    assert {name: songs.load(name).known for name in songs.songs()} == {
        "caifan": ("X", "N"),
        "caipin": ("X", "N"),
        "lishou": ("S", "L"),
        "zouyu-jue": ("X",),
        "zouyu-yu": ("X",),
    }
    assert songs.load("caifan") == songs.load("caifan", "X")


def test_what_is_doubtful_is_told_with_word_and_print() -> None:
    assert songs.load("caipin", "X").warnings == (
        "da-read-as-taicu: X, stanza 1, word 15 行: 大 is printed, 太簇 is read:"
        " 無射商 has no 大呂, and N prints 太 there",
    )
    assert songs.load("caipin", "N").warnings == (
        "tone-lost: N, stanza 1, word 13 于: 闕 is printed",
        "tone-lost: N, stanza 3, word 8 下: 缺 is printed",
    )
    assert all(not songs.load(name).warnings for name in songs.songs() if name != "caipin")


def test_lishou_has_words_and_no_tune() -> None:
    verses, couplet = songs.prints("lishou")
    assert [len(line) for line in verses.lines] == [4] * 8
    assert verses.stanzas[0].words.startswith("曾孫侯氏四正具舉")
    assert couplet.stanzas[0].words == "貍首之斑然兮執女手之卷然"
    assert not verses.has_tune
    assert {*verses.stanzas[0].semitones} == {None}


def test_a_tune_of_lishou_is_refused_with_what_there_is_instead() -> None:
    with pytest.raises(SongError) as found:
        songs.tune(songs.load("lishou"))
    assert str(found.value) == (
        "lishou: the tune of 貍首 is lost and none is invented; its words can be recited;"
        " tunes that survive: caifan caipin zouyu-jue zouyu-yu"
    )


def test_a_song_with_a_tune_is_its_tune() -> None:
    assert songs.tune(songs.load("caifan")) == songs.load("caifan")


@pytest.mark.parametrize(
    "name, witness, message",
    [
        ("x", None, "no song 'x'; there are caifan caipin lishou zouyu-jue zouyu-yu"),
        ("caifan", "Z", "caifan: no print 'Z'; there are X N"),
        ("zouyu-yu", "N", "zouyu-yu: no print 'N'; there are X"),
    ],
)
def test_a_name_that_is_none_is_told_with_those_that_are(
    name: str, witness: str | None, message: str
) -> None:
    with pytest.raises(SongError) as found:
        songs.load(name, witness)
    assert str(found.value) == message


def test_zhu_xi_is_a_print_that_was_not_read() -> None:
    (book,) = songs.unread()
    assert (book.siglum, book.title, book.author) == ("Z", "儀禮經傳通解", "朱熹 (1130-1200)")


@pytest.mark.parametrize("name", songs.songs())
def test_what_is_said_of_a_song_is_said_in_every_language(name: str) -> None:
    languages = {str(language) for language in Language}
    for song in songs.prints(name):
        assert {language for language, _ in song.sung_for} == languages
        assert {language for language, _ in song.notes} in (set(), languages)
    for _, texts in songs.singing().reasons:
        assert {language for language, _ in texts} == languages


def test_every_choice_of_singing_has_its_reason() -> None:
    choices = songs.singing()
    assert (choices.huangzhong, choices.temperament) == ("C4", "equal")
    assert [field for field, _ in choices.reasons] == [
        *("huangzhong", "temperament", "words_per_minute", "breath", "stanza_breath")
    ]
    with pytest.raises(SongError, match="no singing 'x'; there are default"):
        songs.singing("x")


def test_a_song_is_a_value() -> None:
    song = songs.load("caipin", "N")
    assert copy.deepcopy(song) == pickle.loads(pickle.dumps(song)) == song
    assert hash(song) == hash(copy.deepcopy(song))


VERSE = """
title = { hant = "a", hans = "a", pinyin = "a", korean = "a", en = "a" }
sung_for = { en = "x" }
[[prints]]
witness = "X"
place = "1"
[[prints.stanzas]]
"""
UNEVEN = "words, lulu and gongche differ in length, at 于以"


@pytest.mark.parametrize(
    "stanza, message",
    [
        ('words="于以"\nlulu="黃"\ngongche="合工"', UNEVEN),
        (
            'words="于以 采"\nlulu="黃南林"\ngongche="合工 尺"',
            UNEVEN,
        ),
        ('words="于以"\nlulu="黃X"\ngongche="合工"', "unknown sign X, at 于以"),
        ('words="于以"\nlulu="黃南"\ngongche="合黃"', "unknown sign 黃, at 于以"),
        (
            'words="于以"\nlulu="黃清清南"\ngongche="合工工"',
            UNEVEN,
        ),
        ('words="于"\nlulu="清"\ngongche="合"', "unknown sign 清, at 于"),
        ('words="于"\nlulu="姑清"\ngongche="一"', "清 on 姑洗, which has no upper octave, at 于"),
        ('words=""', "Expected `str` of length >= 1 - at `$.prints[0].stanzas[0].words`"),
        ('word="于"', "Object contains unknown field `word` - at `$.prints[0].stanzas[0]`"),
    ],
)
def test_a_file_that_is_wrong_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stanza: str, message: str
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(VERSE + stanza, encoding="utf-8")
    real = library.files

    def files(directory: str) -> dict[str, str]:
        found = real(directory)
        return {"wrong": str(path)} if "caifan" in found else found

    monkeypatch.setattr(library, "files", files)
    with pytest.raises(LibraryError) as found:
        songs.load("wrong")
    assert str(found.value) == f"{path}: {message}"
