"""MEI of one cycle, read by its elements and by verovio."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from typing import Final
from xml.etree import ElementTree

import pytest
from conftest import NAMES, performance
from hypothesis import given, settings
from render.test_golden import GOLDEN, compare
from strategies import cadences, plans

from touhu_music import Performance, Reading, School, Use, library, perform, plan, witness
from touhu_music.errors import RenderError
from touhu_music.language import Language, Syllables, choices, reasons, title
from touhu_music.notation import Cadence, Drum
from touhu_music.performance import Accent, Plan, Timing
from touhu_music.reading import literal
from touhu_music.render import Options, find, render
from touhu_music.render.mei.music import CHECKED_HEADS, HEADS

MEI: Final = "{http://www.music-encoding.org/ns/mei}"
ID: Final = "{http://www.w3.org/XML/1998/namespace}id"


def mei(it: Performance, options: Options | None = None) -> ElementTree.Element:
    """Return the file as a tree."""
    return ElementTree.fromstring(render("mei", it, options))


def named(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """Return the elements of a name in document order."""
    return list(root.iter(MEI + name))


def words(root: ElementTree.Element) -> Iterator[str]:
    """Yield the texts of the head, a line each."""
    yield from filter(None, (text.strip() for text in named(root, "meiHead")[0].itertext()))


def sourced(source: str) -> Performance:
    """Return a performance of a row that stands in the given source."""
    marks = literal("○□半□○").marks
    return perform(Reading(School.LU, 1, 1, marks, witness="X", source=source), Use.TOUHU, plan())


# --- the music --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("siglum", ["A", "B", "C"])
@pytest.mark.parametrize("timing", Timing)
def test_each_reading_is_written_and_read_back(name: str, use: Use, siglum: str, timing: Timing) -> None:
    assert render("mei", performance(name, use, siglum, timing=timing))


@settings(max_examples=40, deadline=None)
@given(cadences, plans())
def test_what_can_be_performed_can_be_read_back(cadence: Cadence, drawn: Plan) -> None:
    assert render("mei", perform(cadence, Use.ARCHERY, drawn))


def test_the_golden_file() -> None:
    compare(render("mei", performance("lu-1")).decode(), GOLDEN / "lu-1_archery.mei")


def test_the_gu_is_the_upper_of_two_staves_of_one_line() -> None:
    staves = named(mei(performance()), "staffDef")
    assert [staff.findtext(f"{MEI}labelAbbr") for staff in staves] == ["鼓", "鼙"]
    assert [staff.get("lines") for staff in staves] == ["1", "1"]


def test_both_drums_are_on_the_drum_channel() -> None:
    assert {each.get("midi.channel") for each in named(mei(performance()), "instrDef")} == {"9"}


def test_each_note_has_the_key_of_its_drum() -> None:
    root = mei(performance(sounds=library.sounds("organology")))
    keys = {(note.attrib[ID][-2:], note.get("pnum")) for note in named(root, "note")}
    assert keys == {("pi", "50"), ("gu", "41")}


def test_strokes_are_named_by_number_and_drum() -> None:
    names = [note.get(ID) for note in named(mei(perform(literal("○□半□○"), Use.ARCHERY, plan())), "note")]
    assert sorted(map(str, names)) == ["stroke-1-pi", "stroke-2-gu", "stroke-3-gu", "stroke-4-pi"]


def test_there_is_no_metre_and_no_number_of_a_measure() -> None:
    root = mei(performance())
    assert not re.search("meter", " ".join(named(root, "scoreDef")[0].keys()))
    assert [measure.attrib for measure in named(root, "measure")] == [
        {"metcon": "false", "right": "dbl"},
        {"metcon": "false", "right": "end"},
    ]


@pytest.mark.parametrize("timing", Timing)
def test_each_side_of_half_is_a_measure(timing: Timing) -> None:
    sides = [len(named(measure, "note")) for measure in named(mei(performance(timing=timing)), "measure")]
    assert sides == [11, 12]


def test_half_stands_above_the_stroke_after_it() -> None:
    (half,) = (each for each in named(mei(performance()), "dir") if each.get(ID) == "half")
    assert (half.text, half.get("startid")) == ("半", "#stroke-12-pi")


def test_touhu_has_no_half() -> None:
    assert named(mei(performance(use=Use.TOUHU)), "dir") == []


def test_the_other_drum_s_time_and_the_gap_are_spaces_and_no_rests() -> None:
    root = mei(performance(use=Use.TOUHU, gap=Fraction(3)))
    assert named(root, "rest") == []
    assert len(named(root, "space")) == 12 + 2 * 2  # the gap is a half and a quarter


def test_one_cycle_is_written_and_the_others_are_said() -> None:
    root = mei(performance(cycles=4))
    assert len(named(root, "note")) == 23
    assert any("cycles: 4" in line for line in words(root))


@pytest.mark.parametrize("syllables", [Syllables.HANZI, Syllables.PINYIN, Syllables.HANGUL])
def test_each_stroke_has_its_syllable(syllables: Syllables) -> None:
    drawn = perform(literal("○□半□○"), Use.TOUHU, plan())
    texts = [each.text for each in named(mei(drawn, Options(syllables=syllables)), "syl")]
    assert (
        texts
        == {
            "hanzi": ["鏜", "榻"],
            "pinyin": ["tāng", "tà"],
            "hangul": ["당", "탑"],
            "romaja": ["tang", "tap"],
        }[syllables]
    )


def test_the_header_tells_what_is_known_of_the_book() -> None:
    known = [(each.tag, each.get("type"), each.text) for each in named(mei(performance("lu-1")), "bibl")[0]]
    book = witness("A")
    tags = [(tag.rpartition("}")[2], kind) for tag, kind, _ in known]
    assert tags[:6] == [
        ("identifier", "siglum"),
        ("title", None),
        ("author", None),
        ("date", "work"),
        ("date", "copy"),
        ("edition", None),
    ]
    assert [text for *_, text in known[2:6]] == [book.author, book.work_date, book.copy_date, book.edition]
    assert named(mei(perform(literal("○□半□○"), Use.TOUHU, plan())), "author") == []


@pytest.mark.parametrize("accent, count", [(Accent.NONE, 0), (Accent.FIRST, 1), (Accent.GU, 10)])
def test_accents_are_articulations(accent: Accent, count: int) -> None:
    assert len(named(mei(performance(accent=accent)), "artic")) == count


def test_a_doubtful_stroke_is_unclear_and_has_a_question_mark() -> None:
    root = mei(performance("xue-2", siglum="C"))
    (unclear,) = named(root, "unclear")
    assert [note.get(ID) for note in unclear] == ["stroke-32-pi"]
    assert [(each.text, each.get("startid")) for each in named(root, "dir")][-1] == ("?", "#stroke-32-pi")


def test_the_tempo_is_in_quarters_for_verovio_and_in_beats_for_readers() -> None:
    root = mei(performance(beats_per_minute=Fraction(72)), Options(stroke=Fraction(1, 8)))
    assert named(root, "scoreDef")[0].get("midi.bpm") == "36"
    assert named(root, "tempo")[0].attrib.items() >= {("mm", "72"), ("mm.unit", "8")}


def test_on_gu_divides_a_beat_into_a_tuplet() -> None:
    drawn = perform(literal("○半□○○□"), Use.TOUHU, plan().but("test", timing=Timing.ON_GU))
    assert {each.get("num") for each in named(mei(drawn), "tuplet")} == {"3"}


def test_editorial_bars_have_a_metre_and_say_so() -> None:
    root = mei(performance(use=Use.TOUHU), Options(editorial_bars=True))
    assert named(root, "scoreDef")[0].attrib.items() >= {("meter.count", "12"), ("meter.unit", "4")}
    assert [each.text for each in named(root, "dir")] == ["小節線為編者所加 bars are editorial"]


# --- the head ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.TRADITIONAL, Language.KOREAN])
def test_the_head_has_the_title_and_every_choice_with_its_reason(language: Language) -> None:
    drawn = performance()
    lines = set(words(mei(drawn, Options(language))))
    assert {title(drawn, language), choices(drawn.plan, language), *reasons(drawn.plan, language)} <= lines


def test_the_head_names_the_source_and_the_place_in_it() -> None:
    bibl = named(mei(performance()), "bibl")[0]
    texts = [each.text for each in bibl]
    assert texts[:2] == ["A", "禮記正義 卷五十九 投壺第四十 (e-text)"]
    assert texts[-2:] == ["001_2364a3ecf29526b5.txt", "line 21, column 7"]


def test_a_row_of_no_book_has_no_source() -> None:
    assert named(mei(perform(literal("○半□").cadence, Use.TOUHU, plan())), "source") == []


def test_what_is_text_stands_apart_from_what_is_choice() -> None:
    statement = named(mei(performance()), "editorialDecl")[0]
    assert "In the text" in "".join(named(statement, "normalization")[0].itertext())
    assert "Our choices" in "".join(named(statement, "interpretation")[0].itertext())


def test_the_notation_is_in_the_public_domain_and_has_no_date() -> None:
    head = named(mei(performance()), "meiHead")[0]
    assert named(head, "useRestrict")[0].text == "CC0 1.0"
    assert named(named(head, "pubStmt")[0], "date") == []


def test_glosses_and_doubts_are_annotations() -> None:
    note = "".join(named(mei(performance("xue-2", siglum="C")), "annot")[0].itertext())
    assert "存疑 doubtful: the last ○" in note


def test_a_hostile_source_is_escaped() -> None:
    hostile = "a <b> & ]]> \"'"
    assert hostile in set(words(mei(sourced(hostile))))


@pytest.mark.parametrize("character", ["\x07", "\n", "\u202e", "\u200f", "\ud800", "\uffff"])
def test_a_character_that_cannot_be_printed_is_named(character: str) -> None:
    with pytest.raises(RenderError, match=rf"^U\+{ord(character):04X} "):
        render("mei", sourced(f"鼓{character}"))


# --- verovio ----------------------------------------------------------------------------------

READING: Final = """
import sys, verovio
toolkit = verovio.toolkit()
toolkit.setOptions({"expandNever": True})
assert toolkit.loadData(sys.stdin.buffer.read().decode())
assert toolkit.renderToSVG(1)
"""


def engraved(data: bytes) -> subprocess.CompletedProcess[bytes]:
    """Let a process of its own engrave a file: verovio can crash."""
    return subprocess.run([sys.executable, "-c", READING], input=data, capture_output=True, check=False)


@pytest.mark.parametrize("timing", Timing)
def test_verovio_engraves_it_without_a_word(timing: Timing) -> None:
    done = engraved(render("mei", performance("xue-2", siglum="C", timing=timing, accent=Accent.GU)))
    assert (done.returncode, done.stderr) == (0, b"")


def test_only_checked_heads_are_written() -> None:
    root = mei(performance("xue-2", siglum="C", accent=Accent.GU))
    assert {note.get("head.shape") for note in named(root, "note")} == set(HEADS.values())
    assert set(HEADS.values()) <= CHECKED_HEADS


def with_head(head: str) -> bytes:
    """Return a file with stems, whose squares have another head."""
    written = render("mei", performance(use=Use.TOUHU, timing=Timing.ON_GU))
    return written.replace(HEADS[Drum.GU].encode(), head.encode())


@pytest.mark.parametrize("head", sorted(CHECKED_HEADS))
def test_verovio_survives_each_checked_head(head: str) -> None:
    assert engraved(with_head(head)).returncode == 0


def test_a_crash_of_verovio_on_a_head_that_it_lacks_is_seen() -> None:
    assert engraved(with_head("U+E113")).returncode not in (0, 1)


def test_verovio_is_not_loaded_with_the_writer() -> None:
    script = (
        "import sys, touhu_music.render.mei; assert not {'verovio', 'mido', 'music21'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# --- reading back -----------------------------------------------------------------------------

DAMAGES: Final = {
    "emptied": ("(?s).*", ""),
    "cut": ("(?s)</section>.*", ""),
    "stroke renamed": ("stroke-3-pi", "stroke-3-gu"),
    "stroke lost": ('<note xml:id="stroke-3-pi"', '<space xml:id="x"'),
    "note lengthened": ('(stroke-2-gu" dur=)"4"', r'\1"2"'),
    "length of no note": ('(stroke-2-gu" dur=)"4"', r'\1"0"'),
    "key changed": ('pnum="50"', 'pnum="41"'),
    "key lost": (' pnum="50"', ""),
    "syllable changed": ("<syl>榻", "<syl>鏜"),
    "half moved": ("#stroke-12-pi", "#stroke-13-gu"),
    "half lost": ('xml:id="half"', ""),
    "off the drum channel": ('midi.channel="9"', 'midi.channel="3"'),
    "staves exchanged": ('<staff n="1">', '<staff n="2">'),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_found_out(damage: str) -> None:
    drawn = performance()
    whole = render("mei", drawn).decode()
    other = re.sub(*DAMAGES[damage], whole)
    assert other != whole
    with pytest.raises(RenderError):
        find("mei").renderer().check(other.encode(), drawn, Options())


def test_a_lost_half_is_named_in_the_error() -> None:
    data = render("mei", performance()).replace(b'xml:id="half"', b"")
    with pytest.raises(RenderError, match=r"^mei: 半 is \[\], not \['#stroke-12-pi'\]$"):
        find("mei").renderer().check(data, performance(), Options())


def test_the_bytes_are_the_same_in_another_process() -> None:
    script = (
        "from hashlib import sha256; from touhu_music import Use, perform, plan, witness;"
        "from touhu_music.render import render;"
        "it = perform(witness('C').reading('xue-2'), Use.ARCHERY, plan());"
        "print(sha256(render('mei', it)).hexdigest())"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout
    assert printed.strip() == sha256(render("mei", performance("xue-2", siglum="C"))).hexdigest()
