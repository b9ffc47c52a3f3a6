"""The filter loses no row that the reader finds, and what is large is read as if it were whole."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import decoding, markup
from touhu_music.decoding import CODECS
from touhu_music.edition import scanning
from touhu_music.edition.scanning import NEEDLES, Fault, Found, Hit, read_large, scan, sift
from touhu_music.errors import PassageError
from touhu_music.notation import HALF
from touhu_music.passage import read
from touhu_music.reading import Place

ROW = "鼓○□○○半○□○魯鼓"
PROSE = "投壺之禮主人奉矢口徑二寸半"


def kept(data: bytes, encoding: str = "utf-8") -> list[int]:
    return [hit.byte for hit in sift(BytesIO(data)) if hit.encoding == encoding]


def test_the_needles_are_half_in_every_encoding() -> None:
    assert {needle.encoding: needle.half for needle in NEEDLES} == {
        name: HALF.encode(codec) for name, codec in CODECS.items()
    }
    for needle in NEEDLES:
        assert needle.rare in needle.half


@pytest.mark.parametrize("encoding", CODECS)
def test_a_row_is_found_in_every_encoding(encoding: str) -> None:
    data = f"主人奉矢\n{ROW.replace('魯', '')}半○□○".encode(CODECS[encoding], "ignore")
    wanted = len("主人奉矢\n鼓○□○○".encode(CODECS[encoding], "ignore"))
    assert wanted in kept(data, encoding)


@pytest.mark.parametrize(
    "text",
    ["口徑二寸半，", "取半以下為投壺禮", "一口半口", "○半○", "○□半□○", "二矢半。", "○□○半，。其"],
)
def test_prose_is_passed_over(text: str) -> None:
    assert kept(f"投{text}壺".encode()) == []


@pytest.mark.parametrize(
    "text",
    [
        "○□○(音榻)半○□○",
        "○□○\n半\n○□○",
        "○□○（半）○□○",
        "<p>○□○</p><p>半</p>○□○",
        "&#9675;&#9633;&#9675;半&#9675;&#9633;○",
        "○□○&#x534A;○□○",
        "○□○&#21322;○□○",
        "&#9675;&#9633;&#9675;&#21322;&#9675;&#9633;&#9675;",
        "○□○半注：「圜」○□○",
        "○□○\n# 其二\n半○□○",
        "○□○\ufe00半\u2060○□○",
        "○□○<pb:X_1a>¶\n半○□○",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "gb18030"])
def test_what_may_stand_in_a_row_is_passed_through(text: str, encoding: str) -> None:
    assert len({hit.byte for hit in sift(BytesIO(text.encode(CODECS[encoding])))}) == 1


@pytest.mark.parametrize("half", ["半", "&#21322;", "&#x534A;", "&#X534a;", "&#0021322;", f"&#{0:029}21322;"])
@pytest.mark.parametrize("encoding", CODECS)
def test_a_page_gives_what_the_reader_finds_however_half_is_written(
    tmp_path: Path, half: str, encoding: str
) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(f"<!DOCTYPE html>\n<p>鼓○□○○{half}○□○</p>".encode(CODECS[encoding], "xmlcharrefreplace"))
    (found,) = scan(scanning.File(str(path), 1))
    assert isinstance(found, Found)
    assert found.readings == decoding.read(decoding.decode(path.read_bytes())).readings


@given(
    st.text("○□〇口◍囗◯半半半 \n　。，(（)）音鼓魯薛#<>?", max_size=60),
    st.sampled_from(["utf-8", "utf-16-le", "utf-16-be", "gb18030"]),
)
def test_the_filter_loses_no_row(drawn: str, encoding: str) -> None:
    text = f"投○□○{drawn}○□○壺"
    try:
        readings = markup.read(text, encoding=CODECS[encoding]).readings
    except PassageError:
        return
    hits = kept(text.encode(CODECS[encoding]), encoding)
    for reading in readings:
        assert any(reading.marks[0].where.byte < hit < reading.marks[-1].where.byte for hit in hits)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "big5"])
def test_no_row_is_lost_where_blocks_or_segments_meet(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.setattr(scanning, "BLOCK", 256)
    data = "".join(f"{PROSE[:-1] * (number % 7)}\n{ROW}" for number in range(120)).encode(CODECS[encoding])
    half = HALF.encode(CODECS[encoding])
    whole = kept(data, encoding)
    assert len(whole) == 120
    assert all(data.startswith(half, byte) for byte in whole)
    parts = [hit for start in range(0, len(data), 500) for hit in sift(BytesIO(data), start, start + 500)]
    assert [hit.byte for hit in parts if hit.encoding == encoding] == whole


LAYOUTS = {"many lines": "\n", "one line": "", "pages": "\n<pb:X_1a>¶\n"}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5"])
def test_a_large_file_has_the_places_of_the_whole(tmp_path: Path, encoding: str, layout: str) -> None:
    apart = (PROSE + LAYOUTS[layout]) * 9000
    text = f"{apart}{ROW}{apart}{ROW.replace('□', '口')}{apart}"
    path = tmp_path / "large.txt"
    path.write_bytes(text.encode(CODECS[encoding], "ignore"))  # Big5 has no ¶
    with open(path, "rb", buffering=0) as stream:
        (found,) = read_large(str(path), sift(stream))
    assert isinstance(found, Found)
    assert found.encoding == encoding
    whole = decoding.read(decoding.decode(path.read_bytes())).readings
    assert [reading.name for reading in found.readings] == ["lu-1", "lu-1"]
    assert [[mark.where._replace(page="") for mark in each.marks] for each in found.readings] == [
        [mark.where._replace(page="") for mark in each.marks] for each in whole
    ]


def test_a_byte_order_mark_decides_in_a_large_file(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text(ROW, encoding="utf-8-sig")
    (found,) = read_large(str(path), [Hit("utf-8", 18), Hit("gb18030", 4)])
    assert isinstance(found, Found)
    assert found.readings[0].start == Place(1, 2, 6)


def test_a_large_file_that_went_away_is_a_fault(tmp_path: Path) -> None:
    path = str(tmp_path / "gone.txt")
    assert read_large(path, [Hit("utf-8", 0)]) == [Fault(f"{path}: No such file or directory")]
    assert scan(scanning.File(path, 1)) == [Fault(f"{path}: No such file or directory")]


LONG = "註" * 9000


@pytest.mark.parametrize(
    "row",
    [
        f"鼓○□○○({LONG})半○□○魯鼓",
        f"鼓○□○○半○□○({LONG})魯鼓",
        f"鼓○({LONG})□○○半○□○魯鼓",
        f"鼓○□○○半○（{LONG}）□○魯鼓",
        f"鼓○【{LONG}】□○({LONG})○半○〔{LONG}〕□({LONG})○魯鼓",
        f"鼓○□○○{chr(0x3000) * 9000}半{chr(10) * 9000}○□○魯鼓",
        f"鼓({LONG})○□○○半○□○魯鼓",
        f"(如{ROW}之類{LONG})",
        f"({LONG}如{ROW}之類)鼓○□○○半○□○魯鼓",
        f"鼓{'○□' * 2000}半{'□○' * 2000}魯鼓",
    ],
    ids=[
        "before half",
        "behind",
        "after one mark",
        "after half",
        "many",
        "layout",
        "ahead",
        "quoted",
        "quoted ahead",
        "marks",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "gb18030"])
def test_a_large_file_is_read_as_if_it_were_whole(tmp_path: Path, row: str, encoding: str) -> None:
    prose = "主人奉矢司射奉中\n" * 4000
    path = tmp_path / "large.txt"
    path.write_bytes(f"{prose}{row}\n{prose}{ROW}\n".encode(CODECS[encoding]))
    with open(path, "rb", buffering=0) as stream:
        found = [each for each in read_large(str(path), sift(stream)) if isinstance(each, Found)]
    whole = decoding.read(decoding.decode(path.read_bytes())).readings
    assert [(str(each.cadence), each.notes, each.start) for text in found for each in text.readings] == [
        (str(each.cadence), each.notes, each.start) for each in whole
    ]


@pytest.mark.parametrize("row", [f"鼓○□({'註' * 9000})○半○□○魯鼓", f"鼓○□○半○{'註 ' * 9000}魯鼓"])
def test_what_is_cut_at_the_bound_is_a_fault_and_no_short_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str
) -> None:
    monkeypatch.setattr(scanning, "MARGIN", 100)
    monkeypatch.setattr(scanning, "WIDEST", 1000)
    prose = "主人奉矢司射奉中\n" * 400
    path = tmp_path / "large.txt"
    path.write_text(f"{prose}{row}\n{prose}{ROW}\n{prose}", encoding="utf-8")
    with open(path, "rb", buffering=0) as stream:
        results = read_large(str(path), sift(stream))
    rows = [str(each.cadence) for text in results if isinstance(text, Found) for each in text.readings]
    assert rows[-1] == "○□○○半○□○"
    assert len(rows) == 1 or not any(isinstance(each, Fault) for each in results)


@given(
    st.lists(
        st.sampled_from([ROW, "○□○○半○□○", "薛鼓", "\n", "甲", "(注)", "鼓", "（", "）", "註" * 50]),
        max_size=60,
    )
)
def test_no_row_is_cut_wherever_windows_end(drawn: list[str]) -> None:
    text = "".join(drawn) + PROSE
    path = "text"
    data = text.encode()
    try:
        whole = {str(each.cadence) for each in markup.read(text).readings}
    except PassageError:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning, "MARGIN", 40)
        patch.setattr(scanning, "TOGETHER", 100)
        patch.setattr(scanning, "LARGEST_WINDOW", 400)
        hits = [hit.byte for hit in sift(BytesIO(data)) if hit.encoding == "utf-8"]
        found, _ = scanning.read_windows(BytesIO(data), path, "utf-8", hits, 0)
    assert {str(each.cadence) for each in found.readings} <= whole


def test_windows_never_meet() -> None:
    halves = [0, 10, 70_000, 70_001, 140_000, 9_000_000]
    spans = list(scanning.windows(halves))
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert all(any(start <= half < stop for start, stop in spans) for half in halves)


@pytest.mark.parametrize("unseen", ["\u200b", "\u2060", "\ufe0f", "\U00013430", "\U0001343f", "\U000e0001"])
def test_what_nobody_sees_beside_half_hides_no_row(unseen: str) -> None:
    text = f"鼓○□○○{unseen * 3}半{unseen * 3}○□○魯鼓"
    assert [str(reading.cadence) for reading in read(text).readings] == ["○□○○半○□○"]
    assert len(sift(BytesIO(text.encode()))) == 1
