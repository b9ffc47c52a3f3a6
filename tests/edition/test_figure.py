"""The apparatus as a figure."""

from __future__ import annotations

from io import BytesIO
from xml.etree.ElementTree import Element, fromstring

import pytest
from edition.test_mei import replaced
from PIL import Image
from pypdf import PdfReader

from touhu_music import library
from touhu_music.edition import figure
from touhu_music.edition.collation import Apparatus, collate
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.notation import Section
from touhu_music.witnessfile import load

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("lu-1", "xue-1", "lu-2", "xue-2")


def held(*names: str, second_hand: bool = False) -> list[Apparatus]:
    books = [load(path) for path in library.witnesses().values()]
    return [collate(books, name, "A", second_hand=second_hand) for name in names or NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_every_stroke_of_every_form_is_a_drawn_shape(name: str) -> None:
    (apparatus,) = held(name)
    page = fromstring(figure.drawn([apparatus], Language.ENGLISH).svg())
    strokes = "".join(form.row for section in Section for form in apparatus.of(section))
    large = {"0.267"}  # the line of a mark; those within a text are finer
    circles = [each for each in page.iter(f"{SVG}circle") if each.get("stroke-width") in large]
    squares = [each for each in page.iter(f"{SVG}rect") if each.get("stroke-width") in large]
    assert (len(circles), len(squares)) == (strokes.count("○"), strokes.count("□"))


def test_what_differs_stands_in_a_frame_and_what_is_missing_is_a_point() -> None:
    page = fromstring(figure.drawn(held("lu-2"), Language.ENGLISH).svg())
    frames = [each for each in page.iter(f"{SVG}rect") if each.get("fill") == figure.DIFFERING["fill"]]
    points = [each for each in page.iter(f"{SVG}rect") if each.get("fill") == "#000000"]
    assert len(frames) == 2 * 1 + 3 * 2 + 1  # forms by places, and the one that explains
    assert len(points) == 1 + (2 + 3 + 1)


def marks(page: Element, *, dashed: bool = False) -> list[tuple[float, float]]:
    """Return the places of the strokes of all forms, or of those that are dashed."""
    found = []
    for each in page.iter():
        if each.get("stroke-width") == "0.267" and (each.get("stroke-dasharray") or not dashed):
            x, y = (float(each.get(f"c{key}") or float(each.attrib[key]) + 1.44) for key in "xy")
            found.append((y, x))
    return sorted(found)


def number(page: Element, mark: tuple[float, float]) -> int:
    """Return the place of a stroke in its line, from 1."""
    line = sorted(x for y, x in marks(page) if abs(y - mark[0]) < 1)
    return line.index(mark[1]) + 1


@pytest.mark.parametrize("base", ["A", "C"])
@pytest.mark.parametrize("name, doubted", [("xue-2", [11]), ("lu-1", [])])
def test_just_the_doubtful_strokes_are_dashed(name: str, base: str, doubted: list[int]) -> None:
    books = [load(path) for path in library.witnesses().values()]
    page = fromstring(figure.drawn([collate(books, name, base)], Language.ENGLISH).svg())
    assert [number(page, mark) for mark in marks(page, dashed=True)] == doubted
    legend = "dashed: a doubtful stroke"
    assert any(each.text == legend for each in page.iter(f"{SVG}text")) is bool(doubted)


@pytest.mark.parametrize("row", ["○□○○□□○□○○□", "○□○○○□□○□○○□", "○□□"])
@pytest.mark.parametrize("places", [{2}, {1, 3}])
def test_strokes_of_a_user_are_dashed_whether_they_differ_or_not(row: str, places: set[int]) -> None:
    book = replaced(load(library.witnesses()["A"]), "X", f"{row}半○□○□○○○□□○□○")
    reading = book.readings[0]
    shaky = (
        mark._replace(doubtful=mark.section is Section.BEFORE_HALF and mark.place in places)
        for mark in reading.marks
    )
    books = [load(library.witnesses()["A"]), book._replace(readings=(reading._replace(marks=tuple(shaky)),))]
    page = fromstring(figure.drawn([collate(books, "lu-1", "A")], Language.ENGLISH).svg())
    dashed = marks(page, dashed=True)
    assert len(dashed) == len(places)
    assert {number(page, mark) for mark in dashed} == places


@pytest.mark.parametrize("length", [20, 27, 28, 40, 120])
@pytest.mark.parametrize("number", [1, 40])
def test_long_rows_and_many_sigla_stay_on_the_page_in_letters_that_can_be_read(
    length: int, number: int
) -> None:
    own = [
        replaced(load(library.witnesses()["A"]), f"X{each}", f"{'○○□' * (length // 3)}半○□")
        for each in range(number)
    ]
    canvas = figure.drawn([collate([*own], "lu-1", "X0")], Language.ENGLISH)
    page = fromstring(canvas.svg())
    assert len(marks(page)) == length // 3 * 3 + 2
    assert all(x < figure.WIDTH - figure.MARGIN - figure.STEP for _, x in marks(page))
    for text in page.iter(f"{SVG}text"):
        size = float(text.attrib["font-size"])
        assert size >= 2
        end = float(text.attrib["x"]) + canvas.font.width((text.text or "").rstrip(), size)
        assert end <= figure.WIDTH - figure.MARGIN + 0.01
        assert float(text.attrib["y"]) < canvas.height
    assert all(book.siglum in "".join(page.itertext()) for book in own)


def test_what_no_page_can_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure, "HIGHEST", 100.0)
    with pytest.raises(
        RenderError, match=r"would be \d+ mm high, and a page at most 100; name one row, or fewer"
    ):
        figure.drawn(held(), Language.ENGLISH)


@pytest.mark.parametrize("language", Language)
def test_the_words_are_in_the_pdf(language: Language) -> None:
    data = figure.to_pdf(held("lu-2", second_hand=True), language)
    text = PdfReader(BytesIO(data)).pages[0].extract_text()
    assert "B K02 K03 K13" in text
    assert "K09" in text
    assert figure.to_pdf(held("lu-2", second_hand=True), language) == data


def test_the_pixels_are_three_hundred_to_an_inch() -> None:
    image = Image.open(BytesIO(figure.to_png(held("xue-1"), Language.ENGLISH)))
    assert image.width == pytest.approx(figure.WIDTH / 25.4 * 300, abs=1)
    assert figure.to_svg(held("xue-1"), Language.ENGLISH).startswith(b"<svg")
