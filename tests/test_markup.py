from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from passage_cases import CASES

from touhu_music.decoding import CODECS, decode
from touhu_music.decoding import read as read_decoded
from touhu_music.errors import PassageError
from touhu_music.markup import declared, extract, language, read
from touhu_music.passage import Passage
from touhu_music.passage import read as read_plain

FULL = next(case.text for case in CASES if case.name == "n1")
HTML = (
    "<!DOCTYPE html>\n<html><head><meta charset='{}'><title>○</title></head>\n<body><p>{}</p></body></html>"
)
XML = "<?xml version='1.0' encoding='{}'?>\n<TEI><teiHeader>○</teiHeader>\n<text><p>{}</p></text></TEI>"


def rows(passage: Passage) -> list[tuple[str | None, str]]:
    return [(reading.name, str(reading.cadence)) for reading in passage.readings]


# --- what is a page ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, kind",
    [
        ("<!DOCTYPE html><p>", "html"),
        ("\ufeff \n<!-- saved -->\n<HTML lang=zh>", "html"),
        ("<p>鼓", "html"),
        ("<div class='a'>鼓", "html"),
        ("鼓<br>○</p>", "html"),
        ("<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x' 'y'><html/>", "html"),
        ("<?xml version='1.0'?>\n<!-- a -->\n<html xmlns='x'>", "html"),
        ("<?xml version='1.0'?><text/>", "xml"),
        ("<TEI>", "xml"),
        ("<text xmlns='http://www.tei-c.org/ns/1.0'>", "xml"),
        ("<!DOCTYPE TEI.2 SYSTEM 'x'><TEI.2>", "xml"),
        ("<pb:KR1d0053_WYG_058-25a>¶\n鼓○", None),
        ("鼓○<pb:KR1d0053_WYG_058-25a>¶\n○", None),
        ("a < b > c", None),
        ("鼓○<br>○", None),
        ("<甲>", None),
        ("<author@example.org>", None),
        ("", None),
    ],
)
def test_a_page_is_known_by_its_content(text: str, kind: str | None) -> None:
    assert language(text) == kind


@pytest.mark.parametrize(
    "data, name",
    [
        (b"<?xml version='1.0' encoding=\"GB18030\"?>", "GB18030"),
        (b"<meta charset=big5>", "big5"),
        (b"<META http-equiv='Content-Type' content='text/html; charset=Shift_JIS'>", "Shift_JIS"),
        (b"<meta name='author'>", None),
        (b"charset=big5", None),
    ],
)
def test_a_page_says_which_encoding_it_has(data: bytes, name: str | None) -> None:
    assert declared(data) == name


# --- what it shows -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind, source, text",
    [
        ("html", "<p>鼓&#9675;&#x25A1;&#X25a1&nbsp;&KR0001;&amp;&cir;</p>", "\n鼓○□□\xa0&KR0001;&○\n"),
        ("html", "○<b>□</b><i class='<p>'>○</i>", "○□○"),
        ("html", "甲<br>乙<td>丙", "甲\n乙\n丙"),
        ("html", "甲\n乙<pre>丙\n丁</pre>戊\n", "甲 乙\n丙\n丁\n戊 "),
        ("html", "a<script>if (a < b) '○'</script><style>○</style><title>○</title>b", "a\n\nb"),
        ("html", "a<!-- ○ --><![if !IE]><![CDATA[x]]>b<? ○ >c", "abc"),
        ("html", "鼓<ruby>鼓<rp>(</rp><rt>gu<rt>ku</ruby>魯", "鼓鼓（gu）（ku）魯"),
        ("html", "○<img src='square.png' alt='□'>○", "○〓○"),
        ("html", "&#foo &#; & &#0; &#xD800; &#1; &" + "x" * 50, "&#foo &#; & \ufffd \ufffd 〓 〓"),
        ("html", "a<script src='x'/>b", "ab"),
        ("html", "a < b <○> c", "a < b <○> c"),
        ("xml", "<a>○<b>□</b>&#9675;&nbsp;&KR0001;<![CDATA[<○>]]></a>", "○□○\xa0&KR0001;<○>"),
        ("xml", "<t:p xmlns:t='x'>甲<t:lb/>乙\r\n丙</t:p>", "\n甲\n\n乙 丙\n"),
        ("xml", "<a>○<note>音<hi>榻</hi></note>□<fw>禮記</fw></a>", "○（音榻）□"),
        (
            "xml",
            "<a><app><lem>○</lem><rdg>□</rdg></app><choice><sic>口</sic><corr>□</corr></choice></a>",
            "○口",
        ),
        ("xml", "<a>○<corr>□</corr><gap/><g ref='#x'/><g>囗</g></a>", "○□〓〓囗"),
        ("xml", "<a><pb n='25a'/>○<pb n='a b'/></a>", "\n<pb:25a>\n\n○\n\n"),
        ("xml", "<a><head>投壺</head><title>禮記</title></a>", "\n投壺\n\n禮記\n"),
    ],
)
def test_what_a_page_shows(kind: Literal["html", "xml"], source: str, text: str) -> None:
    assert extract(source, kind).text == text


@pytest.mark.parametrize(
    "source, message",
    [
        (
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b '○'><!ENTITY c '&b;&b;'>]>\n<a>&c;</a>",
            "hostile-markup: line 2, column 1: a document type declaration; delete it: "
            "entities and files that it names are never read",
        ),
        (
            "<?xml version='1.0'?><!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
            "hostile-markup: line 1, column 22: a document type declaration; delete it: "
            "entities and files that it names are never read",
        ),
        (
            "<!DOCTYPE html [<!ENTITY b '○'>]>\n<p>&b;",
            "hostile-markup: line 1, column 1: the document type declares entities, which are never "
            "expanded; delete the declaration",
        ),
        ("<TEI>\n<p>○</TEI>", "broken-markup: line 2, column 7: mismatched tag"),
        ("<TEI>", "broken-markup: line 1, column 6: no element found"),
        ("<p>鼓<a href='○□○半○□○", "broken-markup: line 1, column 5: a tag that never closes"),
        ("<p>鼓<!-- ○□○半○□○", "broken-markup: line 1, column 5: a tag that never closes"),
        (
            "<p>鼓○□<br>\n<b>?</b>○半○□○魯鼓</p>",
            "unreadable-mark: line 2, column 4: '?' U+003F stands between two marks; expected ○ □ or 半",
        ),
        (
            "<p>鼓○<img alt='□'>○○半○□○魯鼓</p>",
            "unreadable-mark: line 1, column 6: '〓' U+3013 stands between two marks; expected ○ □ or 半",
        ),
        ("<p>鼓&#9675;□○○○□○魯鼓</p>", "half-missing: line 1, column 5: 7 marks and no 半"),
        ("<p>甲</p>", "no-notation: no row of ○ and □ on both sides of 半"),
    ],
)
def test_what_is_wrong_with_a_page_is_said_with_its_place(source: str, message: str) -> None:
    with pytest.raises(PassageError) as caught:
        read(source)
    assert str(caught.value) == message


def test_a_billion_laughs_are_not_expanded() -> None:
    entities = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 30))
    with pytest.raises(PassageError, match="hostile-markup"):
        read(f"<!DOCTYPE l [<!ENTITY l0 '○'>{entities}]><l>&l29;</l>")


# --- its rows ----------------------------------------------------------------------------------


def test_a_page_is_read_with_its_pages_notes_and_alternatives() -> None:
    passage = read(
        "<TEI>\n<pb n='1a'/>鼓○<note>音榻</note>&#9633;○○<pb n='1b'/>半○\n"
        "<app><lem>囗</lem><rdg>○</rdg></app>○魯鼓</TEI>"
    )
    (reading,) = passage.readings
    assert rows(passage) == [("lu-1", "○□○○半○□○")]
    assert [mark.where[:2] for mark in reading.marks] == [
        *((2, 14), (2, 30), (2, 37), (2, 38), (2, 52), (3, 11), (3, 36))
    ]
    assert [mark.where.page for mark in reading.marks] == ["1a"] * 4 + ["1b"] * 3
    assert [note.text for note in reading.notes] == ["音榻"]
    assert reading.warnings == (
        "glyph-variant: '囗' U+56D7 read as □ at 3:11",
        "gloss-inside: a gloss stands between the marks of the row",
    )
    assert passage.warnings == (
        "incomplete-set: 1 of 4 rows",
        "alternatives: line 3, column 18: only the first of several is read",
    )


def page(rows: str) -> st.SearchStrategy[str]:
    """Draw ways to write a text in HTML that are XML too."""

    def written(sign: str) -> st.SearchStrategy[str]:
        forms = ["{}", "<b>{}</b>", "<!-- ○ -->{}", "{}\n", "<br/>{}", "<i\nid='○'>{}</i>", " {}"]
        entities = ["{}", "&#{:d};", "&#x{:X};"]
        return st.builds(
            lambda form, entity: form.format(entity.format(sign if entity == "{}" else ord(sign))),
            st.sampled_from(forms),
            st.sampled_from(entities),
        )

    return st.tuples(*map(written, rows)).map("".join)


@given(page(FULL), st.sampled_from([HTML, XML]), st.sampled_from(["utf-8", "cp950", "gb18030", "utf-16"]))
def test_a_page_reads_as_its_plain_text_and_each_mark_leads_back_to_its_source(
    body: str, frame: str, codec: str
) -> None:
    data = frame.format(codec, body).encode(codec)
    decoded = decode(data)
    passage = read_decoded(decoded)
    assert rows(passage) == rows(read_plain(FULL))
    lines = decoded.text.split("\n")
    for reading in passage.readings:
        for mark in reading.marks:
            here = lines[mark.where.line - 1][mark.where.column - 1 :]
            assert here.startswith((mark.printed, f"&#{ord(mark.printed)};", f"&#x{ord(mark.printed):X};"))
            assert data[mark.where.byte :].startswith(here.encode(decoded.codec))


@pytest.mark.parametrize("codec", [codec for name, codec in CODECS.items() if name != "euc-kr"])
@pytest.mark.parametrize("said", ["utf-8", "gb2312", "big5", "windows-1252", "klingon"])
def test_a_declared_encoding_is_never_believed_against_the_notation(codec: str, said: str) -> None:
    decoded = decode(HTML.format(said, FULL).encode(codec))
    assert (decoded.codec, rows(read_decoded(decoded))) == (codec, rows(read_plain(FULL)))


@pytest.mark.parametrize("codec, said", [("cp950", "big5"), ("gb18030", "gbk"), ("cp932", "shift_jis")])
def test_a_declared_encoding_decides_where_marks_are_entities(codec: str, said: str) -> None:
    body = "".join(f"&#{ord(sign)};" if sign in "○□半" else sign for sign in FULL)
    decoded = decode(HTML.format(said, f"投壺之禮主人奉矢{body}").encode(codec))
    assert decoded.codec == codec


def test_names_tell_the_encoding_of_a_page_whose_marks_are_entities() -> None:
    body = "".join(f"&#{ord(sign)};" if sign in "○□半" else sign for sign in FULL)
    assert decode(HTML.format("gb2312", body).encode("cp950")).encoding == "big5"


@pytest.mark.parametrize(
    "mark", ["<!--", "<!", "<a ", "</", "&#", "<?", "<![x[", "&a", "<rt>", "<note></rt>"]
)
@pytest.mark.parametrize("begin", ["<p>", "<TEI>"])
def test_a_hostile_page_is_bounded_work(begin: str, mark: str) -> None:
    try:
        read(begin + mark * 100_000)
    except PassageError as error:
        assert error.code in ("broken-markup", "no-notation", "unclosed-gloss")  # noqa: PT017


PAGES = [frame.format("utf-8", f"{FULL}<note>&#9675;</note>").encode() for frame in (HTML, XML)]
EDITS = st.lists(
    st.tuples(
        st.integers(0, 600), st.integers(0, 9), st.binary(max_size=4) | st.sampled_from([b"<", b"&#x"])
    ),
    max_size=5,
)


def edited(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    """Replace some bytes."""
    for at, length, new in edits:
        data = data[:at] + new + data[at + length :]
    return data


@given(st.sampled_from(PAGES), EDITS)
def test_a_damaged_page_is_readings_or_one_error(data: bytes, edits: list[tuple[int, int, bytes]]) -> None:
    data = edited(data, edits)
    try:
        decoded = decode(data)
        passage = read_decoded(decoded)
    except PassageError:
        return
    for reading in passage.readings:
        for mark in reading.marks:
            here = data[mark.where.byte :].decode(decoded.codec)
            assert here.startswith((mark.printed, "&"))


@given(
    st.text("<>/!-?[]&;#x9675○□半鼓魯pbr \n\"'=", max_size=60), st.sampled_from(["<p>", "<TEI>", "<?xml ?>"])
)
def test_any_page_is_readings_or_one_error(text: str, begin: str) -> None:
    try:
        read(begin + text)
    except PassageError:
        return


def test_a_plain_text_is_read_as_ever() -> None:
    text = f"<pb:KR1x0000_WYG_001-1a>¶\n{FULL}"
    assert read(text) == read_plain(text)


def test_a_wrong_decoding_of_a_page_with_some_marks_as_entities_is_never_taken() -> None:
    body = FULL.replace("○○□□半□○○", "○&#9675;&#9633;&#9633;&#21322;&#9633;&#9675;&#9675;")
    assert decode(HTML.format("big5", body).encode("cp950")).encoding == "big5"
    with pytest.raises(PassageError) as caught:
        decode(f"<p>{body}</p>".encode("cp950"))
    assert str(caught.value) == "ambiguous-encoding: rows appear under big5 gb18030; name the encoding"
