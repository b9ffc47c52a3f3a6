from __future__ import annotations

from xml.etree import ElementTree

import pytest

from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.font import CHINESE
from touhu_music.notation import Drum

SVG = "{http://www.w3.org/2000/svg}"


def page() -> Canvas:
    return Canvas(210, 297, CHINESE, title="魯鼓")


def test_a_page_is_as_large_as_its_paper() -> None:
    root = ElementTree.fromstring(page().svg())
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "595.276",
        "841.89",
        "0 0 210 297",
    )
    assert root.findtext(f"{SVG}title") == "魯鼓"


def test_marks_are_shapes_with_their_ids() -> None:
    drawn = page()
    drawn.mark(Drum.PI, 10, 20, 8, id="stroke-1-pi")
    drawn.mark(Drum.GU, 30, 20, 8, id="stroke-2-gu", doubtful=True)
    root = ElementTree.fromstring(drawn.svg())
    circle, square = root.find(f"{SVG}circle"), root.find(f"{SVG}rect")
    assert circle is not None
    assert square is not None
    assert (circle.get("id"), circle.get("cx"), circle.get("r")) == ("stroke-1-pi", "10", "4")
    assert (square.get("id"), square.get("x"), square.get("width")) == ("stroke-2-gu", "26.4", "7.2")
    assert circle.get("stroke-dasharray") is None
    assert square.get("stroke-dasharray")
    assert root.find(f"{SVG}text") is None


@pytest.mark.parametrize("text", ["<script>&\"']]>", "魯鼓 & 薛鼓", "a\u00a0b"])
def test_any_letters_of_the_font_are_escaped(text: str) -> None:
    drawn = page()
    drawn.write(10, 10, text, 4)
    assert ElementTree.fromstring(drawn.svg()).findtext(f"{SVG}text") == text


@pytest.mark.parametrize("text", ["\a", "\u202e", "𫝊", "\ud800"])
def test_letters_that_the_font_lacks_are_refused(text: str) -> None:
    with pytest.raises(RenderError, match="is not in the font"):
        page().write(10, 10, text, 4)


def test_hanzi_stand_below_each_other() -> None:
    drawn = page()
    drawn.write_down(10, 20, "魯鼓", 5, leading=1)
    texts = ElementTree.fromstring(drawn.svg()).findall(f"{SVG}text")
    assert [(each.text, each.get("y")) for each in texts] == [("魯", "24.4"), ("鼓", "29.4")]


@pytest.mark.parametrize("align", ["start", "middle", "end"])
def test_a_mark_in_a_text_is_a_shape_in_its_place(align: str) -> None:
    drawn = page()
    drawn.write(100, 10, "鼓□鼙○", 5, align=align)
    root = ElementTree.fromstring(drawn.svg())
    texts = [(each.text, float(each.get("x", ""))) for each in root.iter(f"{SVG}text")]
    left = {"start": 100, "middle": 90, "end": 80}[align]
    assert texts == [("鼓", left), ("鼙", left + 10)]
    (circle,), (square,) = root.findall(f"{SVG}circle"), root.findall(f"{SVG}rect")
    assert float(circle.get("cx", "")) == left + 17.5
    assert float(square.get("x", "")) + float(square.get("width", "")) / 2 == left + 7.5


def test_a_turned_text_reads_downward_and_an_area_is_filled() -> None:
    drawn = page()
    drawn.write_turned(20, 30, "Lu & Xue", 10)
    drawn.polygon([(0, 0), (1.5, 0), (0, 1)])
    root = ElementTree.fromstring(drawn.svg())
    text, area = root.find(f"{SVG}text"), root.find(f"{SVG}polygon")
    assert text is not None
    assert area is not None
    assert (text.text, text.get("transform")) == ("Lu & Xue", "rotate(90 16.4 30)")
    assert (area.get("points"), area.get("fill")) == ("0,0 1.5,0 0,1", "#000000")
