"""What is written as MEI of a song: checked by its elements and by what verovio plays."""

from __future__ import annotations

import re
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from edition import schemas
from lxml import etree
from music21 import converter
from song.renditions import TUNES, alone, together
from song.test_score_musicxml import CASES

from touhu_music import Use
from touhu_music.errors import RenderError
from touhu_music.song import songs
from touhu_music.song.formats import LINES, Options, file_of
from touhu_music.song.score import mei

ALL: Final = Options(lines=LINES)
MEI: Final = "{http://www.music-encoding.org/ns/mei}"
ID: Final = "{http://www.w3.org/XML/1998/namespace}id"


@pytest.fixture(scope="module")
def line() -> bytes:
    """Return a song with the drum, a cycle to a line."""
    return bytes(file_of("mei", together(), ALL))


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_read_back_by_its_elements_and_as_verovio_plays_it(name: str) -> None:
    file_of("mei", CASES[name](), ALL)


@pytest.mark.parametrize("name", CASES)
def test_every_case_follows_the_schema_of_mei(name: str) -> None:
    schemas.mei().assertValid(etree.fromstring(bytes(mei.render(CASES[name](), ALL))))


@pytest.mark.parametrize("name, siglum", TUNES)
def test_every_print_of_every_tune_is_written(name: str, siglum: str) -> None:
    root = ElementTree.fromstring(file_of("mei", alone(name, siglum)))
    words = "".join(syllable.text or "" for syllable in root.iter(f"{MEI}syl"))
    assert words == "".join(each.word for each in songs.load(name, siglum).sung)


def test_music21_reads_every_word_on_its_tone() -> None:
    score: Any = converter.parseData(file_of("mei", alone("caifan")).decode(), format="mei")  # type: ignore[union-attr]
    notes = list(score.parts[0].recurse().notes)
    song = songs.load("caifan")
    assert [note.pitch.midi - 60 for note in notes] == [each.semitones for each in song.sung]
    assert [note.lyric for note in notes] == [each.word for each in song.sung]


def test_no_id_is_given_twice(line: bytes) -> None:
    found = [name for each in ElementTree.fromstring(line).iter() if (name := each.get(ID))]
    assert len(found) == len(set(found))


def test_directions_lead_to_notes_that_there_are(line: bytes) -> None:
    root = ElementTree.fromstring(line)
    names = {each.get(ID) for each in root.iter()}
    starts = [each.get("startid", "")[1:] for each in root.iter(f"{MEI}dir")]
    assert starts
    assert set(starts) <= names


def test_the_head_names_the_print_the_drum_and_what_is_chosen(line: bytes) -> None:
    text = line.decode()
    assert "瑟譜, 熊朋來" in text
    assert "禮記正義" in text
    interpretation = re.findall(r"<interpretation.*?</interpretation>", text, re.DOTALL)
    assert len(interpretation) == 1
    assert "reconstruction, in no source" in interpretation[0]
    assert "朱熹" not in re.sub("（朱載堉|朱載堉", "", interpretation[0])


DAMAGE: Final[dict[str, tuple[str, str]]] = {
    "another tone": ('pname="a"', 'pname="b"'),
    "another octave": ('oct="5"', 'oct="4"'),
    "another word": ("<syl>蘩</syl>", "<syl>蘋</syl>"),
    "another length": ('dur="2" dots="1"', 'dur="2"'),
    "no tie": (' tie="t"', ""),
    "a stroke less": ('<note xml:id="stroke-2-gu"', '<space xml:id="stroke-2-gu"'),
    "another key of a drum": ('pnum="50"', 'pnum="51"'),
    "no XML": ("</mei>", ""),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_the_check_finds(kind: str) -> None:
    rendition = together(use=Use.ARCHERY) if kind == "no tie" else together()
    old, new = DAMAGE[kind]
    text = bytes(mei.render(rendition, ALL)).decode()
    assert old in text
    damaged = text.replace(old, new, 1)
    if "space" in new:
        damaged = re.sub(
            r'(<space xml:id="stroke-2-gu".*?)</note>', r"\1</space>", damaged, count=1, flags=re.DOTALL
        )
    with pytest.raises(RenderError, match=r"^mei: "):
        mei.check(damaged.encode(), rendition, ALL)


def test_the_same_song_gives_the_same_bytes(line: bytes) -> None:
    assert file_of("mei", together(), ALL) == line
