"""`touhu sheet`: every kind of page through the door."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import performance
from pypdf import PdfReader

from touhu_music import Use, parse, perform, plan
from touhu_music.canvas import Canvas
from touhu_music.cli import main
from touhu_music.errors import RenderError
from touhu_music.font import KOREAN
from touhu_music.language import Language, Syllables
from touhu_music.notation import Drum
from touhu_music.performance import Accent
from touhu_music.render import Options
from touhu_music.sheet import KINDS, Order, card, classroom, pages, parts, to_pdf
from touhu_music.sheet.boxes import COLOR
from touhu_music.sheet.paper import A4, A5, LETTER, Paper

ROWS = tuple(performance(name, Use.TOUHU) for name in ("lu-1", "xue-1", "lu-2"))


def order(paper: Paper = A4, **changes: Any) -> Order:
    return Order(ROWS, paper, Options())._replace(**changes)


def ids(svg: str, kind: str) -> list[str]:
    found = (element.get("id", "") for element in ElementTree.fromstring(svg).iter())
    return [name for name in found if name.startswith(kind)]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(
    "paper", [A4, A4.landscape, A5, LETTER], ids=lambda paper: f"{paper.name}-{paper.width}"
)
def test_every_kind_of_page_fits_every_paper(name: str, paper: Paper) -> None:
    drawn = pages([name], order(paper))
    assert drawn
    for canvas in drawn:
        for element in ElementTree.fromstring(canvas.svg()).findall("{http://www.w3.org/2000/svg}text"):
            x, y, size = (float(element.get(key, "")) for key in ("x", "y", "font-size"))
            width = canvas.font.width(element.text or "", size)
            left = x - {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "")] * width
            if element.get("transform") is None:
                assert left >= 0
                assert left + width <= canvas.width, element.text
            assert 0 <= y <= canvas.height


@pytest.mark.parametrize("name", [name for name in KINDS if name != "booklet"])
def test_pages_say_where_the_rows_come_from(name: str) -> None:
    pdf = PdfReader(io.BytesIO(to_pdf([name], order())))
    text = "".join("".join(page.extract_text().split()) for page in pdf.pages)
    assert "禮記正義" in text


def test_no_mark_is_a_letter_of_a_font() -> None:
    for canvas in pages(list(KINDS), order()):
        assert not {"○", "□"} & set(canvas.letters)


def test_the_booklet_lists_and_numbers_its_pages() -> None:
    pdf = PdfReader(io.BytesIO(to_pdf(["booklet"], order())))
    first = pdf.pages[0].extract_text()
    assert "目次 Contents" in first
    for line in first.splitlines():
        number, _, name = line.partition("　")
        if number.isdigit():
            page = pdf.pages[int(number) - 1].extract_text().splitlines()
            assert number in page, name


def test_a_part_has_every_stroke_of_its_drum_large_and_the_others_small() -> None:
    (canvas,) = parts.page(ROWS[0], Drum.GU, A4, Options())
    assert not any(color in canvas.svg() for color in COLOR.values())  # the key is as hollow as the marks
    marks = {
        element.get("id"): element
        for element in ElementTree.fromstring(canvas.svg()).iter()
        if element.get("id", "").startswith("stroke-")
    }
    assert list(marks) == [f"stroke-{stroke.number}-{stroke.drum.word}" for stroke in ROWS[0].pattern]
    large = {float(mark.get("width", "0")) for name, mark in marks.items() if (name or "").endswith("gu")}
    small = {2 * float(mark.get("r", "0")) for name, mark in marks.items() if (name or "").endswith("pi")}
    assert min(large) > 1.4 * max(small)


def test_large_marks_are_at_least_sixteen_millimetres() -> None:
    for canvas in pages(["grid", "parts"], order(A4.landscape, large=True)):
        marks = [
            float(element.get("width", "0"))
            for element in ElementTree.fromstring(canvas.svg()).iter("{http://www.w3.org/2000/svg}rect")
            if element.get("id", "").startswith("stroke-")
        ]
        assert all(width >= 9 for width in marks)
        assert not marks or max(marks) >= 14.5


def test_a_card_has_two_rows_on_a_side() -> None:
    sides = card.pages(ROWS, Options())
    assert [(side.width, side.height) for side in sides] == [(148, 105)] * 2
    circles = [side.svg().count("<circle") for side in sides]
    assert circles[0] == 1 + ROWS[0].count(Drum.PI) + ROWS[1].count(Drum.PI)


def test_the_key_of_a_class_sheet_is_right() -> None:
    texts = [canvas.letters for canvas in classroom.pages(ROWS[:2], A4, Options())]
    differ = next(text for text in texts if "Find the differences" in text)
    assert "Key: 4, 6, 7, 8, 9, 10, 11, 12" in differ


ARCHERY = (performance("lu-1"), performance("xue-2", Use.ARCHERY, "C"))
DASHES = "stroke-dasharray"


def doubted(canvas: Canvas) -> bool:
    """Tell whether a page says why a mark is doubtful."""
    return "stands before 按, as a dividing" in canvas.letters


@pytest.mark.parametrize("paper", [A4, A4.landscape, A5, LETTER], ids=lambda paper: str(paper.name))
def test_class_sheets_show_half_and_doubt_wherever_they_show_the_row(paper: Paper) -> None:
    copies, blanks, (differ,), claps = in_kinds(classroom.pages(ARCHERY, paper, Options()))
    for canvas in (copies[1], blanks[1], differ, claps[1]):
        assert canvas.svg().count(DASHES) == 1
        assert doubted(canvas)
    for canvas, halves in ((copies[0], 2), (copies[1], 2), (blanks[0], 1), (differ, 2), (claps[0], 1)):
        assert len(half_places(canvas)) == halves
    assert not doubted(copies[0])


def test_half_stands_between_its_neighbours_on_a_class_sheet() -> None:
    canvas = classroom.pages(ARCHERY[:1], A4, Options())[0]
    (x, y), _ = half_places(canvas)
    boxes = [
        (float(box.get("x", "")), float(box.get("y", "")))
        for box in ElementTree.fromstring(canvas.svg()).iter("{http://www.w3.org/2000/svg}rect")
        if box.get("stroke") == "#777777"
    ]
    left, top = boxes[len(ARCHERY[0].cadence.before_half)]
    assert x == left
    assert 0 < top - y < 4


def test_no_half_stands_on_a_class_sheet_for_touhu() -> None:
    assert not half_places(classroom.pages(ROWS[:1], A4, Options())[0])


@pytest.mark.parametrize("paper", [A4, A4.landscape, A5, A5.landscape, LETTER, LETTER.landscape])
def test_the_boxes_of_a_class_sheet_end_above_its_foot(paper: Paper) -> None:
    for canvas in classroom.pages((ARCHERY[1], ARCHERY[1]), paper, Options())[:5]:
        drawn = list(ElementTree.fromstring(canvas.svg()))
        boxes = [box for box in drawn if box.get("stroke") == "#777777"]
        foot = min(float(text.get("y", "")) for text in drawn if "source" in (text.text or ""))
        assert max(float(box.get("y", "")) + float(box.get("height", "")) for box in boxes) < foot
        assert min(float(box.get("width", "")) for box in boxes) >= 14 * paper.scale


def test_a_single_row_has_no_sheet_to_compare() -> None:
    assert not any("differences" in canvas.title for canvas in classroom.pages(ROWS[:1], A4, Options()))


def test_a_card_says_why_a_mark_is_doubtful() -> None:
    plain, doubtful = (card.pages((row,), Options())[0] for row in ARCHERY)
    assert not doubted(plain)
    assert DASHES not in plain.svg()
    assert doubted(doubtful)
    assert doubtful.svg().count(DASHES) == 1


def test_a_long_score_does_not_shrink_the_one_beside_it() -> None:
    long = perform(parse("○□" * 45 + "半" + "○□○○" * 22), Use.ARCHERY, plan())
    widths = [frame_width(canvas) for canvas in pages(["score"], order(performances=(ROWS[0], long)))]
    assert widths[0] == frame_width(pages(["score"], order(performances=ROWS[:1]))[0])
    assert widths[1] < widths[0]


def in_kinds(canvases: list[Canvas]) -> list[list[Canvas]]:
    """Return the class sheets to copy, to complete, to compare and to clap."""
    keys = ("Copy", "Fill", "Find", "Clap")
    return [[canvas for canvas in canvases if f" {key} " in f"{canvas.title} "] for key in keys]


def half_places(canvas: Canvas) -> list[tuple[float, float]]:
    """Return where 半 is written on a page, alone."""
    texts = ElementTree.fromstring(canvas.svg()).iter("{http://www.w3.org/2000/svg}text")
    return [(float(text.get("x", "")), float(text.get("y", ""))) for text in texts if text.text == "半"]


def frame_width(canvas: Canvas) -> float:
    """Return how wide the first score on a page is."""
    frames = ElementTree.fromstring(canvas.svg()).findall("{http://www.w3.org/2000/svg}svg")
    return float(frames[0].get("width", ""))


@pytest.mark.parametrize(
    "language, syllables", [(Language.KOREAN, Syllables.HANGUL), (Language.SIMPLIFIED, Syllables.PINYIN)]
)
def test_every_page_speaks_every_language(language: Language, syllables: Syllables) -> None:
    options = Options(language=language, syllables=syllables)
    drawn = pages([name for name in KINDS if name != "booklet"], order(options=options))
    assert {canvas.font for canvas in drawn} == {options.font}
    assert (options.font is KOREAN) is (language is Language.KOREAN)


def test_accents_and_doubts_are_drawn_in_parts() -> None:
    found = performance("xue-2", Use.TOUHU, "C", accent=Accent.GU)
    (canvas,) = parts.page(found, Drum.PI, A4, Options())
    assert canvas.svg().count("stroke-dasharray") == 1


@pytest.mark.parametrize(
    "changes, names, message",
    [
        ({}, ["poster"], "no page 'poster'; there are score parts"),
        ({"large": True}, ["card"], "the page card has no large form; these have one: parts grid"),
        (
            {"performances": (perform(parse("○□○○半○□○"), Use.TOUHU, plan()),)},
            ["traditional"],
            "a row that was read in no text has no traditional page",
        ),
        (
            {"performances": (perform(parse("○□○半" + "○□" * 20), Use.TOUHU, plan()),)},
            ["class"],
            "a class sheet holds rows of at most 32 strokes",
        ),
        (
            {"performances": (perform(parse("○□" * 60 + "半" + "○□" * 30), Use.ARCHERY, plan()),)},
            ["card"],
            r"^a card has no room for 180 strokes; marks would be under 2\.5 mm$",
        ),
        (
            {"performances": (ROWS[0], perform(parse("○□" * 130 + "半" + "○□" * 70), Use.ARCHERY, plan()))},
            ["score"],
            "^a score of 400 strokes is too small to read on a4 paper$",
        ),
    ],
)
def test_what_cannot_be_printed_is_one_error(changes: dict[str, Any], names: list[str], message: str) -> None:
    with pytest.raises(RenderError, match=message):
        pages(names, order(**changes))


def test_the_same_order_gives_the_same_bytes() -> None:
    names = [name for name in KINDS if name != "booklet"]
    assert to_pdf(names, order()) == to_pdf(names, order())


def test_the_command_prints_a_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = "sheet lu-1 xue-1 --pages grid,card --paper a5 --landscape --title 鼓節 -o a.pdf"
    assert main(shlex.split(command)) == 0
    assert capfdbinary.readouterr().out == b"a.pdf\n"
    pdf = PdfReader("a.pdf")
    assert pdf.metadata is not None
    assert pdf.metadata.title == "鼓節"
    assert main(shlex.split(command)) == 1
    assert capfdbinary.readouterr().err == b"touhu: a.pdf: exists; --force replaces it\n"
    assert main(shlex.split("sheet lu-1 -o -")) == 0
    assert capfdbinary.readouterr().out[:5] == b"%PDF-"


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_title_is_printed_on_pages_of_every_kind(kind: str) -> None:
    plain, titled = (pages([kind], Order(ROWS, A4, Options(), title)) for title in ("", "拍手歌"))
    assert all("拍手歌" not in canvas.letters for canvas in plain)
    with_title = [canvas for canvas in titled if "拍手歌" in canvas.letters]
    assert with_title == titled or (kind == "booklet" and titled[0] in with_title)


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize(
    "title, said",
    [
        ("a\x01b", "U+0001"),
        ("a\nb", "U+000A"),
        ("\udcff", "U+DCFF"),
        ("\u202e", "U+202E"),
        ("壺" * 101, "101"),
    ],
    ids=["control", "line", "surrogate", "turned", "long"],
)
def test_a_title_that_no_page_can_print_is_refused(kind: str, title: str, said: str) -> None:
    with pytest.raises(RenderError, match=re.escape(said)):
        pages([kind], Order(ROWS, A4, Options(), title))


def test_a_font_of_ones_own_sets_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    font = tmp_path / "mine.otf"
    font.write_bytes(KOREAN.path.read_bytes())
    target = tmp_path / "a.pdf"
    assert main(["sheet", "lu-1", "--font", str(font), "--pages", "card", "-o", str(target)]) == 0
    fonts = PdfReader(target).pages[0]["/Resources"]["/Font"].values()  # type: ignore[index]
    assert {each.get_object()["/BaseFont"].partition("+")[2] for each in fonts} == {
        "NotoSerifKR-Regular-Identity-H"
    }
    (tmp_path / "bad.otf").write_bytes(b"no font")
    assert main(["sheet", "lu-1", "--font", str(tmp_path / "bad.otf"), "-o", str(tmp_path / "b.pdf")]) == 1
    assert "bad.otf: no font with a name and outlines" in capsys.readouterr().err


def test_without_its_converter_the_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "svg2pdf_py", None)
    assert main(["sheet", "lu-1", "--pages", "card", "-o", str(tmp_path / "a.pdf")]) == 1
    assert capsys.readouterr().err == "touhu: pdf needs the package svg2pdf-py, which is not installed here\n"
    assert list(tmp_path.iterdir()) == []
