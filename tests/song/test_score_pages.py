"""The pages of songs: engraved staves, columns of old books, and the book of all."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader
from song.renditions import TUNES, alone, together

from touhu_music import Use, parse, perform, plan
from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import Language
from touhu_music.performance import Timing
from touhu_music.render.score.page import Block
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import LINES, Options, file_of
from touhu_music.song.score import book, mei, page, staff, vertical
from touhu_music.song.score.engraving import Row, engrave
from touhu_music.song.score.systems import arrange

SVG: Final = "{http://www.w3.org/2000/svg}"
CASES: Final[dict[str, tuple[Callable[[], Rendition], Options]]] = {
    "words alone": (lambda: alone("caifan"), Options()),
    "all lines, lost tones": (lambda: alone("caipin", "N"), Options(lines=LINES)),
    "with the drum": (lambda: together("caifan"), Options(Language.KOREAN)),
    "whole row": (
        lambda: together("zouyu-jue", "xue-2", use=Use.ARCHERY),
        Options(Language.TRADITIONAL, LINES),
    ),
    "on-gu": (
        lambda: together("zouyu-yu", timing=Timing.ON_GU),
        Options(Language.SIMPLIFIED, ("words", "lulu")),
    ),
    "stanza": (lambda: together("caifan", "xue-1", "stanza"), Options(lines=("words", "jianpu"))),
    "word": (lambda: together("zouyu-yu", "xue-1", "word"), Options()),
    "three": (lambda: together("caipin", "lu-2", "three"), Options(lines=("gongche", "words"))),
    "readings": (lambda: together("caipin"), Options(Language.KOREAN, ("words", "pinyin", "hangul"))),
    "numbers above the words": (lambda: together("caifan"), Options(lines=("jianpu", "words", "lulu"))),
    "recited": (lambda: together("lishou", "xue-2", use=Use.ARCHERY), Options(lines=("words", "lulu"))),
}


class Box(NamedTuple):
    """Where a text stands on a page, in millimetres."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Tell whether two texts overlap by more than a hair."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.1 and down > 0.05


@cache
def drawn(name: str, *, paged: bool = False) -> page.Pages:
    """Return the pages of a case, drawn once."""
    make, options = CASES[name]
    return page.draw(make(), options, paged=paged)


def boxes(svg: str, font: Font) -> list[Box]:
    """Return where the texts of a page stand, as high as their capitals or hanzi."""
    found = []
    for each in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        text, size = each.text or "", float(each.get("font-size", ""))
        x, y = float(each.get("x", "")), float(each.get("y", ""))
        wide = font.width(text, size)
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[each.get("text-anchor", "start")]
        found.append(Box(text, left, y - 0.86 * size, left + wide, y + 0.1 * size))
    return found


@pytest.mark.parametrize("name", CASES)
def test_no_text_overlaps_another_or_leaves_the_page(name: str) -> None:
    pages = drawn(name)
    (only,) = pages.pages
    found = boxes(only.svg, pages.font)
    assert [(a.text, b.text) for a, b in combinations(found, 2) if a.meets(b)] == []
    assert [it for it in found if it.left < 0 or it.right > only.width or it.bottom > only.height] == []


@pytest.mark.parametrize("name", CASES)
def test_texts_keep_a_millimetre_from_the_lines_between_measures(name: str) -> None:
    svg, font = drawn(name).pages[0].svg, drawn(name).font
    texts, seen = boxes(svg, font), 0
    for x, top, bottom in bars(svg):
        seen += 1
        beside = [it for it in texts if it.bottom > top and it.top < bottom]
        assert [it.text for it in beside if it.left < x + 1 and it.right > x - 1] == []
    assert seen


@pytest.mark.parametrize("row", ["lu-1", "xue-1", "lu-2"])
@pytest.mark.parametrize("way", ["line", "stanza", "word"])
def test_half_stands_on_no_stem_and_no_beam(row: str, way: str) -> None:
    rendition = together("zouyu-yu", row, way, use=Use.ARCHERY, timing=Timing.ON_GU)
    only = page.draw(rendition, Options(), paged=False).pages[0]
    halves = [box for box in boxes(only.svg, Options().font) if box.text == "半"]
    assert halves
    for left, right, top, bottom in drawn_lines(only.svg):
        line = Box("", left - 0.2, top - 0.2, right + 0.2, bottom + 0.2)
        assert [half for half in halves if half.meets(line)] == []


def drawn_lines(svg: str) -> Iterator[tuple[float, float, float, float]]:
    """Yield the left, right, top and bottom of each stem and beam, in millimetres."""
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        moved = re.fullmatch(
            r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)", group.get("transform", "")
        )
        for each in group.iter() if moved else ():
            ends = each.get("d") or each.get("points")
            if moved and ends and each.tag in (f"{SVG}path", f"{SVG}polygon") and "c" not in ends.lower():
                x, y, scale = map(float, moved.groups())
                numbers = [float(it) for it in re.findall(r"-?[\d.]+", ends)]
                across, down = numbers[::2], numbers[1::2]
                yield (
                    x + min(across) * scale,
                    x + max(across) * scale,
                    y + min(down) * scale,
                    y + max(down) * scale,
                )


def bars(svg: str) -> list[tuple[float, float, float]]:
    """Return where the upright lines through a system are, with their ends, in millimetres."""
    found = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        moved = re.fullmatch(
            r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)", group.get("transform", "")
        )
        for path in group.iter(f"{SVG}path") if moved else ():
            ends = re.fullmatch(r"M([\d.]+) ([\d.]+) L([\d.]+) ([\d.]+)", path.get("d", ""))
            if moved and ends and ends[1] == ends[3]:
                x, y, scale = map(float, moved.groups())
                top, bottom = (y + float(ends[at]) * scale for at in (2, 4))
                found.append((x + float(ends[1]) * scale, top, bottom))
    return [bar for bar in found if bar[2] - bar[1] > 8]


def test_the_dots_of_numbers_keep_away_from_all_texts() -> None:
    pages = drawn("numbers above the words")
    root, found = ElementTree.fromstring(pages.pages[0].svg), boxes(pages.pages[0].svg, pages.font)
    dots = [each for each in root.iter(f"{SVG}circle") if each.get("fill") == "#000000"]
    assert dots
    for dot in dots:
        x, y, r = (float(dot.get(name, "")) for name in ("cx", "cy", "r"))
        around = Box("·", x - r, y - r, x + r, y + r)
        assert [it.text for it in found if it.meets(around) and it.text not in "1234567#"] == []


@pytest.mark.parametrize("name", CASES)
def test_every_word_stands_under_its_note(name: str) -> None:
    make, _ = CASES[name]
    rendition, root = make(), ElementTree.fromstring(drawn(name).pages[0].svg)
    heads = {}
    for group in root.iter(f"{SVG}g"):
        scale = re.fullmatch(r"translate\(([-\d.]+) [-\d.]+\) scale\(([\d.]+)\)", group.get("transform", ""))
        for note in group.iter(f"{SVG}g") if scale else ():
            use = note.find(f"{SVG}use")
            if scale and use is not None and note.get("id"):
                x = float(re.findall(r"-?[\d.]+", use.get("transform", ""))[0]) + 108
                heads[note.get("id")] = float(scale[1]) + x * float(scale[2])
    texts = [(each.text, float(each.get("x", ""))) for each in root.iter(f"{SVG}text")]
    for word in rendition.words:
        x = heads[mei.id_of_word(word)]
        assert any(text == word.sung.word and abs(at - x) < 0.1 for text, at in texts)


@pytest.mark.parametrize("name", CASES)
def test_words_follow_each_other_from_left_to_right(name: str) -> None:
    make, options = CASES[name]
    rendition = make()
    for row in engrave(rendition, options, arrange(rendition, options.lines)).rows:
        places = [note.x for note in row.notes if "word-" in note.id]
        assert places == sorted(places)


def test_the_pdf_has_all_words_and_fits_a4() -> None:
    data = file_of("pdf", together("caifan"), Options(lines=LINES))
    reader = PdfReader(io.BytesIO(data))
    assert {tuple(round(float(side)) for side in each.mediabox[2:]) for each in reader.pages} == {(595, 842)}
    text = "".join(each.extract_text() for each in reader.pages)
    for word in songs.load("caifan").sung:
        assert word.word in text
    assert "朱熹" in text


@pytest.mark.parametrize("language", Language)
def test_a_pdf_in_every_language_keeps_all_letters_of_all_lines(language: Language) -> None:
    file_of("pdf", together("zouyu-yu"), Options(language, LINES))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["caifan", "caipin"])
def test_a_song_with_the_drum_stands_with_its_notes_on_one_sheet(name: str, language: Language) -> None:
    drawn = page.draw(together(name), Options(language), paged=True)
    (only,) = drawn.pages
    assert (only.width, only.height) == (210, 297)
    nested = ElementTree.fromstring(only.svg).find(f"{SVG}svg")
    assert nested is not None
    width, height = map(float, nested.get("viewBox", "").split()[2:])
    assert 1 < width / 210 <= 1.2
    found = boxes(only.svg, drawn.font)
    assert [it for it in found if it.left < 0 or it.right > width or it.bottom > height] == []
    assert [(a.text, b.text) for a, b in combinations(found, 2) if a.meets(b)] == []


@pytest.mark.parametrize("times, stanzas", [(1, [[1, 2], [3]]), (2, [[1, 2], [3, 1], [2, 3]])])
def test_no_stanza_is_parted_between_sheets(times: int, stanzas: list[list[int]]) -> None:
    drum = together("caifan").drum
    assert drum is not None
    rendition = fitting.fit(songs.load("caifan"), fitting.load(), songs.singing(), drum, times=times)
    pages = page.draw(rendition, Options(lines=("words", "pinyin")), paged=True).pages
    found = [[int(each) for each in re.findall(r"stanza (\d)", it.svg)] for it in pages]
    assert [each for each in found if each] == stanzas
    firsts = [[*re.finditer(r'id="(?:time-\d-)?word-(\d)-(\d)-1"', it.svg)] for it in pages]
    assert {it[0][2] for it in firsts if it} == {"1"}


SYSTEM: Final = Row((), 0, 0, (), 0, 0, None, ())
ITEM: Final = st.builds(
    page.Item,
    st.integers(1, 60).map(float),
    st.sampled_from([SYSTEM, SYSTEM, Block((), 1.0)]),
    st.booleans(),
)


@given(st.lists(ITEM, min_size=1, max_size=30), st.integers(40, 300))
def test_all_is_on_some_sheet_in_order_and_no_sheet_is_too_full(items: list[page.Item], room: int) -> None:
    found = list(page.sheets(items, room))
    assert [item for sheet in found for item in sheet] == items
    assert all(len(sheet) == 1 or sum(item.height for item in sheet) <= room for sheet in found)


def test_a_stanza_that_no_sheet_holds_is_parted() -> None:
    rendition = together("caifan", "lu-1", "word", use=Use.ARCHERY)
    pages = page.draw(rendition, Options(lines=LINES), paged=True).pages
    words = [text for it in pages for text in re.findall(r'id="(word-\d-\d-\d)"', it.svg)]
    assert words == [each.id for each in rendition.words]


def test_a_song_that_one_sheet_holds_is_not_made_smaller() -> None:
    svg = page.draw(together("zouyu-yu"), Options(), paged=True).pages[0].svg
    assert ElementTree.fromstring(svg).find(f"{SVG}svg") is None


@pytest.mark.parametrize("kind", ["svg", "png", "traditional.svg", "traditional.pdf", "traditional.png"])
def test_the_same_song_gives_the_same_bytes(kind: str) -> None:
    first = file_of(kind, together("zouyu-yu"))
    page.draw.cache_clear()
    vertical.drawn.cache_clear()
    assert file_of(kind, together("zouyu-yu")) == first


def test_a_png_is_opened_again() -> None:
    data = bytes(file_of("png", alone("zouyu-yu")))
    assert Image.open(io.BytesIO(data)).size[0] == 2500
    with pytest.raises(RenderError, match="PNG"):
        staff.PNG.check(data[:5000], alone("zouyu-yu"), Options())


def test_the_check_of_an_svg_misses_a_word_that_is_not_drawn() -> None:
    data = staff.SVG.render(alone("caifan"), Options())
    with pytest.raises(RenderError, match="words and strokes"):
        staff.SVG.check(data.replace(b'id="word-2-3-1"', b'id="x"'), alone("caifan"), Options())


def test_the_drum_may_go_on_alone_for_a_system() -> None:
    drum = perform(parse("○半" + "○□" * 60), Use.TOUHU, plan())
    rendition = fitting.fit(songs.load("zouyu-yu"), fitting.load("word"), songs.singing(), drum)
    rows = engrave(rendition, Options(), arrange(rendition, ("words",))).rows
    assert not any("word" in note.id for note in rows[-1].notes)
    pages = page.draw(rendition, Options(lines=LINES), paged=False)
    found = boxes(pages.pages[0].svg, pages.font)
    assert [(a.text, b.text) for a, b in combinations(found, 2) if a.meets(b)] == []


def test_too_many_systems_are_refused() -> None:
    rendition = fitting.alone(songs.load("caifan"), songs.singing(), times=41)
    with pytest.raises(
        RenderError, match=r"^a score holds at most 120 systems, not 123; let it be sung fewer"
    ):
        file_of("pdf", rendition)


def test_a_note_says_what_a_lost_tone_is() -> None:
    letters = drawn("all lines, lost tones").pages[0].letters
    assert "the tone is lost in this print (闕缺) and is not filled in" in letters


# --- the page of the old books -------------------------------------------------------------------


def texts(svg: str) -> str:
    """Return what stands in the columns, in the order of drawing."""
    return "".join(
        each.text or ""
        for each in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if each.get("text-anchor") == "middle"
    )


def test_the_signs_stand_below_the_verse_as_in_se_pu() -> None:
    printed = texts(vertical.page(songs.load("caifan"), Options()).svg())
    verse, lulu, gongche = (
        "于以采蘩于沼于沚于以用之公侯之事",
        "黄南林南林姑太姑黄姑太姑黄南無黄",
        "六工尺工尺一四一合一四一六工凡合",
    )
    assert printed.startswith("采蘩" + verse + lulu + gongche)
    assert printed.endswith("采蘩三章章四句無射商俗呼越調")


def test_the_signs_stand_after_each_word_as_in_zhonglu_tongkao() -> None:
    printed = texts(vertical.page(songs.load("caifan", "N"), Options()).svg())
    assert printed.startswith("采蘩采蘩三章章四句無射清商俗呼為越調于黄清六以南工采林尺蘩南工")


def test_a_tone_that_is_lost_is_printed_as_it_is() -> None:
    printed = texts(vertical.page(songs.load("caipin", "N"), Options()).svg())
    assert "于闕彼姑一" in printed
    assert "下缺誰仲上" in printed


def test_the_row_of_the_drum_stands_last() -> None:
    rendition = together("zouyu-yu")
    canvas = vertical.page(rendition.song, Options(), rendition)
    marks = [each for each in canvas.root.iter() if each.tag in ("circle", "rect") and each.get("id")]
    assert len(marks) == 23
    assert texts(canvas.svg()).endswith("鲁鼓")  # as the e-text of A has it


@pytest.mark.parametrize("name, siglum", [*TUNES, ("lishou", "S"), ("lishou", "L")])
@pytest.mark.parametrize("layout", ["under", "inline"])
def test_every_print_has_its_page_in_both_layouts(name: str, siglum: str, layout: str) -> None:
    song = songs.load(name, siglum)
    canvas = vertical.page(song, Options(layout=layout))
    found = texts(canvas.svg())
    assert [each.word for each in song.sung if found.count(each.word) < 1] == []
    assert [
        (a.text, b.text) for a, b in combinations(boxes(canvas.svg(), canvas.font), 2) if a.meets(b)
    ] == []


# --- the book ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def printed() -> Any:
    """Return the book of all songs with the drum, opened."""
    drum = together().drum
    return PdfReader(io.BytesIO(book.to_pdf(songs.singing(), Options(), drum)))


def test_the_book_has_every_song_of_every_print_where_its_contents_say(printed: Any) -> None:
    front = printed.pages[0].extract_text()
    for song in book.every_print():
        name = songs.load(song.name).title.pinyin.split(" (")[0]
        found = re.search(rf"{name}.*\({song.witness}\): (\d+)", front)
        assert found is not None
        assert song.title.hant[0] in printed.pages[int(found[1]) - 1].extract_text()


def test_the_book_names_sources_unread_books_and_every_fitting(printed: Any) -> None:
    last = "".join(each.extract_text() for each in printed.pages[-2:])
    for word in ("瑟譜", "鐘律通考", "儀禮經傳通解", "One stroke to one word", "equal", "The drum alone"):
        assert word in last
