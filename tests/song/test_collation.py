from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

from touhu_music.errors import SongError
from touhu_music.language import Language
from touhu_music.song import songs
from touhu_music.song.comparison import apparatus, collation
from touhu_music.song.comparison.collation import Collation, collate, held
from touhu_music.song.songs import Song, Stanza, Sung, of_word

DIFFERENCES = {
    "caifan": [(3, 6, "夜", "林尺", "南工", "substitution"), (3, 7, "在", "南工", "林尺", "substitution")],
    "caipin": [
        (1, 13, "于", "黃合", "闕", "lost"),
        (2, 13, "維", "林尺", "南工", "substitution"),
        (3, 8, "下", "黃合", "缺", "lost"),
        (3, 16, "女", "黃六", "黃合", "substitution"),
    ],
    "zouyu-yu": [],
    "zouyu-jue": [],
}


def told(found: Collation) -> list[tuple[object, ...]]:
    return [
        (
            *(entry.stanza, entry.place, entry.lemma and entry.lemma.word),
            *(apparatus.signs(entry.lemma), apparatus.signs(each.sung), each.kind),
        )
        for entry in found.entries
        for each in entry.readings
    ]


@pytest.mark.parametrize("name, differences", DIFFERENCES.items(), ids=DIFFERENCES)
def test_the_prints_differ_where_the_tables_say(name: str, differences: list[tuple[object, ...]]) -> None:
    assert told(collate(name)) == differences


def test_another_form_of_a_word_is_told_apart_from_the_tones() -> None:
    (entry,) = collate("caipin").spellings
    assert (entry.stanza, entry.place, entry.lemma and entry.lemma.word) == (1, 8, "濱")
    assert [(each.kind, each.sung and each.sung.word, each.witnesses) for each in entry.readings] == [
        ("spelling", "濵", ("N",))
    ]


def test_any_print_may_be_the_base() -> None:
    assert told(collate("caipin", "N")) == [
        (1, 13, "于", "闕", "黃合", "supplied"),
        (2, 13, "維", "南工", "林尺", "substitution"),
        (3, 8, "下", "缺", "黃合", "supplied"),
        (3, 16, "女", "黃合", "黃六", "substitution"),
    ]


def test_a_song_without_a_tune_is_not_collated() -> None:
    with pytest.raises(SongError, match="lishou: the tune of 貍首 is lost"):
        collate("lishou")


# --- invented prints ------------------------------------------------------------------------------


def invented(witness: str, *stanzas: str) -> Song:
    """Make a print of words with their signs: `于黃合 以南工`."""
    made = (
        tuple(of_word(word[0], word[1:-1], word[-1], None) for word in stanza.split()) for stanza in stanzas
    )
    return songs.load("caifan")._replace(
        witness=witness, stanzas=tuple(Stanza(sung, (len(sung),)) for sung in made), warnings=()
    )


SAME = "于黃合 以南工 采林尺 蘩南工"
BASE = invented("A", SAME)


@pytest.mark.parametrize(
    "stanza, expected",
    [
        (SAME, []),
        ("于黃合 以南上 采林尺 蘩南工", [(1, 2, "以", "南工", "南上", "sign")]),
        ("于黃六 以南工 采林尺 蘩南工", [(1, 1, "于", "黃合", "黃六", "substitution")]),
        ("于黃合 采林尺 蘩南工", [(1, 2, "以", "南工", "", "omission")]),
        ("于黃合 以南工 采林尺 采林尺 蘩南工", [(1, 3, None, "", "林尺", "addition")]),
    ],
)
def test_every_kind_of_difference_is_named(stanza: str, expected: list[tuple[object, ...]]) -> None:
    assert told(held(BASE, [invented("B", stanza)])) == expected


def test_prints_with_the_same_reading_stand_together() -> None:
    other = "于黃合 以林尺 采林尺 蘩南工"
    found = held(
        BASE, [invented("B", other), invented("C", other), invented("D", "于黃合 以南工 采林尺 蘩南工")]
    )
    (entry,) = found.entries
    assert [each.witnesses for each in entry.readings] == [("B", "C")]
    assert found.same == ("D",)


def test_a_stanza_that_a_print_lacks_is_told_word_by_word() -> None:
    entries = held(BASE, [invented("B")]).entries
    assert [(entry.place, entry.lemma and entry.lemma.word) for entry in entries] == [
        *enumerate("于以采蘩", 1)
    ]
    assert {each.kind for entry in entries for each in entry.readings} == {"omission"}


def test_no_word_is_dropped_when_prints_meet() -> None:
    first = Stanza(tuple(map(Sung, "于以采蘩")), (4,))
    for text in ("", "于", "采于以", "于以采蘩于以采蘩", "蘩采以于"):
        second = Stanza(tuple(map(Sung, text)), (len(text),))
        met = [*collation.words(first, second)]
        assert [one.word for _, one, _ in met if one] == [*"于以采蘩"]
        assert [two.word for _, _, two in met if two] == [*text]


# --- as files -------------------------------------------------------------------------------------


def test_the_shape_of_a_collation_is_stable() -> None:
    shape = apparatus.shape(collate("caipin"), Language.ENGLISH)
    assert list(shape) == [
        *("song", "base", "witnesses", "sources", "same", "entries", "spellings", "warnings", "remarks")
    ]
    assert shape["entries"][0] == {
        "stanza": 1,
        "position": 13,
        "word": "于",
        "lemma": "黃合",
        "semitones": 0,
        "sentence": "stanza 1, word 13 于: X 黃合, N lost (闕)",
        "readings": [{"reading": "闕", "word": "于", "semitones": None, "kind": "lost", "witnesses": ["N"]}],
    }
    assert json.loads(apparatus.to_json(shape)) == shape


def test_the_table_has_a_line_for_each_reading() -> None:
    found = [collate(name) for name in DIFFERENCES]
    lines = [*csv.DictReader(StringIO(apparatus.to_csv(found).decode()))]
    assert [(line["song"], line["stanza"], line["position"], line["kind"]) for line in lines] == [
        ("caifan", "3", "6", "substitution"),
        ("caifan", "3", "7", "substitution"),
        ("caipin", "1", "13", "lost"),
        ("caipin", "2", "13", "substitution"),
        ("caipin", "3", "8", "lost"),
        ("caipin", "3", "16", "substitution"),
        ("caipin", "1", "8", "spelling"),
    ]


@pytest.mark.parametrize("language", Language)
def test_lines_and_page_tell_each_difference_and_what_must_be_said(language: Language) -> None:
    found = [collate("caifan"), collate("caipin")]
    lines = [*apparatus.lines(found, language)]
    page = apparatus.to_html(found, language).decode()
    for each in found:
        for entry in (*each.entries, *each.spellings):
            sentence = apparatus.sentence(entry, each, language)
            assert f"  {sentence}" in lines
            assert f"<li>{sentence}</li>" in page
    for remark in apparatus.remarks(found, language):
        assert remark in lines
        assert remark in page
    assert page.count("<mark>") == 6
    assert apparatus.to_html(found, language).decode() == page


def test_the_page_keeps_words_under_each_other_where_a_print_lacks_one() -> None:
    found = held(BASE, [invented("B", "于黃合 采林尺 蘩南工")])
    page = apparatus.to_html([found], Language.ENGLISH).decode()
    cells = "<td>黃合</td><td><mark>·</mark></td><td>林尺</td><td>南工</td>"
    assert f'<th scope="row">B</th>{cells}</tr>' in page
