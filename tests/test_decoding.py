from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from passage_cases import CASES

from touhu_music.decoding import CODECS, decode
from touhu_music.errors import PassageError
from touhu_music.excerpts import Excerpt
from touhu_music.passage import read
from touhu_music.reading import Place

FULL = next(case for case in CASES if case.name == "n1")


@pytest.mark.parametrize("name", [name for name in CODECS if name != "euc-kr"])
def test_the_notation_tells_the_encoding(name: str) -> None:
    data = FULL.text.encode(CODECS[name])
    decoded = decode(data)
    assert (decoded.encoding, decoded.text, decoded.offset) == (name, FULL.text, 0)
    passage = read([Excerpt(decoded.text, Place(1, 1, 0))], encoding=decoded.codec)
    for reading in passage.readings:
        for mark in reading.marks:
            assert data[mark.where.byte :].startswith(mark.printed.encode(decoded.codec))


def test_korean_lacks_one_character_of_the_text() -> None:
    text = FULL.text.replace("為", "爲")
    assert decode(text.encode("cp949")).encoding == "euc-kr"


@pytest.mark.parametrize("codec, name", [("utf-8-sig", "utf-8"), ("utf-16", "utf-16-le")])
def test_a_byte_order_mark_decides(codec: str, name: str) -> None:
    data = FULL.text.encode(codec)
    decoded = decode(data)
    assert (decoded.encoding, decoded.text) == (name, FULL.text)
    excerpt = Excerpt(decoded.text, Place(1, 1, decoded.offset))
    mark = read([excerpt], encoding=decoded.codec).readings[0].marks[0]
    assert data[mark.where.byte :].startswith("○".encode(decoded.codec))


def test_a_text_without_the_notation_in_no_utf_8_is_undecodable() -> None:
    with pytest.raises(PassageError) as caught:
        decode("投壺之禮主人奉矢".encode("cp950"))
    assert caught.value.code == "undecodable"


def test_a_lost_byte_is_undecodable_and_not_three_rows() -> None:
    half = "半".encode()
    data = FULL.text.encode()
    second = data.index(half, data.index(half) + 1)
    with pytest.raises(PassageError) as caught:
        decode(data[:second] + data[second + 1 :])
    assert caught.value.code == "undecodable"


def test_a_named_encoding_is_used_as_it_is() -> None:
    assert decode(FULL.text.encode("cp950"), "big5").text == FULL.text
    with pytest.raises(PassageError, match="undecodable: byte 0 is not utf-8"):
        decode(FULL.text.encode("cp950"), "utf-8")
    with pytest.raises(PassageError, match="undecodable: no encoding 'klingon'"):
        decode(b"", "klingon")
    with pytest.raises(PassageError, match="undecodable: no encoding 'base64'"):
        decode(b"aaaa", "base64")


@given(st.binary(max_size=200))
def test_any_bytes_are_a_text_or_one_error(data: bytes) -> None:
    try:
        decoded = decode(data)
    except PassageError:
        return
    assert decoded.text.encode(decoded.codec) == data[decoded.offset :]


@pytest.mark.parametrize(
    "given, codec, name",
    [
        ("utf-16", "utf-16", "utf-16-le"),
        ("UTF-8-SIG", "utf-8-sig", "utf-8"),
        ("gbk", "gb18030", "gb18030"),
        ("shift_jis", "cp932", "shift-jis"),
        ("big5", "cp950", "big5"),
    ],
)
def test_a_name_of_an_encoding_that_is_within_another_is_taken_for_it(
    given: str, codec: str, name: str
) -> None:
    data = f"序\n{FULL.text}".encode(codec)
    decoded = decode(data, given)
    assert decoded.encoding == name
    excerpt = Excerpt(decoded.text, Place(1, 1, decoded.offset))
    for reading in read([excerpt], encoding=decoded.codec).readings:
        for mark in reading.marks:
            assert data[mark.where.byte :].startswith(mark.printed.encode(decoded.codec))


@pytest.mark.parametrize("given", ["utf-7", "iso2022_jp", "utf-32", "latin-1", "base64", "x\0"])
def test_an_encoding_whose_bytes_cannot_be_counted_is_refused(given: str) -> None:
    with pytest.raises(PassageError, match="undecodable: no encoding"):
        decode(b"", given)


def test_utf_16_without_a_mark_does_not_say_which() -> None:
    with pytest.raises(PassageError, match="no byte order mark"):
        decode("○".encode("utf-16-le"), "utf-16")


@pytest.mark.parametrize("codec", [*CODECS.values(), "utf-16", "utf-8-sig"])
@pytest.mark.parametrize("name", ["K01_liji_zhushu_WYG", "K08_shuzhu_WYG", "K13_chenyang_yueshu_035"])
def test_a_real_text_has_the_same_readings_in_every_encoding(texts: Path, name: str, codec: str) -> None:
    text = (texts / "witnesses" / f"{name}.txt").read_text(encoding="utf-8").replace("¶", "")
    data = text.encode(codec, "ignore")  # Korean and Japanese encodings lack some of its characters
    decoded = decode(data)
    assert decoded.text == data.decode(codec).removeprefix("\ufeff")
    assert decoded.codec == {"utf-16": "utf-16-le", "utf-8-sig": "utf-8"}.get(codec, codec)
    expected = [str(reading.cadence) for reading in read(text).readings]
    assert [str(reading.cadence) for reading in read(decoded.text).readings] == expected


@pytest.mark.parametrize("change", [lambda text: text.replace("鼓", "鼓\r\n"), lambda text: f"\ufeff{text}"])
@pytest.mark.parametrize("name", ["utf-8", "utf-16-be", "gb18030"])
def test_windows_line_ends_and_a_mark_in_front_hide_no_encoding(
    name: str, change: Callable[[str], str]
) -> None:
    decoded = decode(change(FULL.text).encode(CODECS[name]))
    assert decoded.encoding == name
    assert [str(reading.cadence) for reading in read(decoded.text).readings] == [
        str(reading.cadence) for reading in read(FULL.text).readings
    ]


HANZI = st.text(
    st.characters(codec="cp950", min_codepoint=0x4E00, max_codepoint=0x9FA5, exclude_characters="半口囗"),
    max_size=60,
)


@given(HANZI, HANZI, st.sampled_from(["utf-8", "utf-16-le", "utf-16-be", "gb18030", "cp950"]))
def test_a_decoding_is_the_right_one_or_one_error(before: str, after: str, codec: str) -> None:
    text = f"{before}。{FULL.text}。{after}"
    try:
        decoded = decode(text.encode(codec))
    except PassageError as error:
        assert error.code == "ambiguous-encoding"  # noqa: PT017
        return
    assert (decoded.text.removeprefix("\ufeff"), decoded.codec) == (text.removeprefix("\ufeff"), codec)


def test_rows_under_two_encodings_are_ambiguous() -> None:
    data = "○□○○半○□○\n".encode("gb18030") + "○○□□半□○○\n".encode("cp950")
    with pytest.raises(PassageError) as caught:
        decode(data)
    assert str(caught.value) == "ambiguous-encoding: rows appear under gb18030 big5; name the encoding"
    assert decode(data, "big5").encoding == "big5"
