from __future__ import annotations

import pytest

from touhu_music.errors import PassageError
from touhu_music.song.reader import texts
from touhu_music.song.signs import Da

INLINE = "某一章一句無射清商\n\n于(黃清六)以(南工)采(林尺)蘩(南工)\n"
CODECS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "big5", "cp950")


@pytest.mark.parametrize("codec", CODECS)
def test_a_song_is_found_in_any_encoding(codec: str) -> None:
    found = texts.read(INLINE.encode(codec)).found
    assert [(song.title, song.stanzas[0].lulu) for song in found.songs] == [("某", "黃南林南")]


@pytest.mark.parametrize("codec, name", [("gb18030", "gb18030"), ("gbk", "gb18030"), ("big5", "big5")])
def test_an_encoding_may_be_named(codec: str, name: str) -> None:
    assert texts.read(INLINE.encode(codec), codec).encoding == name


@pytest.mark.parametrize(
    "text",
    [
        "于以采蘩\n\n(黄南林南)\n\n<pb:KR1i0004_WYG_003-6b>¶\n　　(六工尺工)\n",
        "于以采蘩\n(黄、南、林、南；六、工、尺、工)",
        "于(黄清 六)以(南/工)采(林¶\n尺)蘩(南<pb:1>工)",
        "于以采蘩\n(黄南林闕闕工尺工)",
    ],
)
def test_signs_are_found_whatever_stands_between_them(text: str) -> None:
    for codec in ("utf-8", "gb18030"):
        (song,) = texts.read(text.encode(codec)).found.songs
        assert song.stanzas[0].words == "于以采蘩"


def test_what_an_xml_text_shows_is_read_with_places_in_its_source() -> None:
    source = '<TEI><text><p>于<note place="inline">大四</note>以<note>&#x5357;工</note></p></text></TEI>'
    (song,) = texts.read(source.encode()).found.songs
    assert song.stanzas[0].words == "于以"
    assert song.warnings[0].startswith("da-undecided: song 1, stanza 1, word 1 于 (line 1, column 15): ")


def test_what_a_page_shows_is_read() -> None:
    source = "<!DOCTYPE html><html><body><h2>某一章一句無射商</h2><p>于以<p>（黄大六四）</body></html>"
    (song,) = texts.read(source.encode(), da=Da.DALU).found.songs
    assert (song.title, song.stanzas[0].semitones) == ("某", (12, 2))


def test_a_song_that_cannot_be_read_is_no_text_without_songs() -> None:
    found = texts.read("于(黃六)以(南X)".encode("big5")).found
    assert found.songs == ()
    assert len(found.faults) == 1


@pytest.mark.parametrize(
    "data, encoding, message",
    [
        (b"", None, "no-song: no words with their lülü and gongche in brackets"),
        ("鼓○□○○半○□○魯鼓".encode(), None, "no-song: no words with their lülü and gongche in brackets"),
        (INLINE.encode("gb18030"), "utf-8", "undecodable: byte 4 is not utf-8"),
        (INLINE.encode(), "ebcdic", "undecodable: no encoding 'ebcdic'; there are utf-8"),
        (b"\xff\x00\xff" * 9, None, "undecodable: not UTF-8, and no song appears under utf-8"),
    ],
)
def test_what_has_no_song_says_so(data: bytes, encoding: str | None, message: str) -> None:
    with pytest.raises(PassageError) as found:
        texts.read(data, encoding)
    assert str(found.value).startswith(message)


def test_a_document_type_is_refused() -> None:
    hostile = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>于(黃六)以(南工)</a>'
    with pytest.raises(PassageError, match="hostile-markup"):
        texts.read(hostile.encode())
