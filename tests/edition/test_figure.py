"""The apparatus as a figure."""

from __future__ import annotations

from io import BytesIO
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image
from pypdf import PdfReader

from touhu_music import library
from touhu_music.edition import figure
from touhu_music.edition.collation import Apparatus, collate
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


def test_a_doubtful_reading_is_dashed() -> None:
    page = fromstring(figure.drawn(held("xue-2"), Language.ENGLISH).svg())
    dashed = [each for each in page.iter(f"{SVG}circle") if each.get("stroke-dasharray")]
    assert len(dashed) == 2  # which of both is the doubtful one is not said
    assert not any(each.get("stroke-dasharray") for each in page.iter(f"{SVG}rect"))


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
