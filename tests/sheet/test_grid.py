from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from conftest import NAMES, performance
from render.test_golden import compare

from touhu_music import Performance, Use, perform, plan
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, Language, Syllables
from touhu_music.notation import HALF
from touhu_music.performance import Accent, Timing
from touhu_music.reading import literal
from touhu_music.render import Options
from touhu_music.sheet import grid
from touhu_music.sheet.paper import A4, A5, LETTER, Paper

SVG: Final = "{http://www.w3.org/2000/svg}"
GOLDEN: Final = Path(__file__).parents[1] / "golden"
PAPERS: Final = [A4, A4.landscape, A5, A5.landscape, LETTER, LETTER.landscape]
LONG: Final = "○□○○" * 50 + HALF + "○□○" * 20


def trees(
    it: Performance, paper: Paper = A4, options: Options | None = None, *, vertical: bool = False
) -> list[ElementTree.Element]:
    pages = grid.page(it, paper, options or Options(), vertical=vertical)
    return [ElementTree.fromstring(page.svg()) for page in pages]


def marks(pages: list[ElementTree.Element]) -> dict[str, tuple[float, float, float]]:
    """Return the middle and size of each stroke by its id, in the order of the pages."""
    found = {}
    for element in (element for page in pages for element in page if element.get("id")):
        if element.tag == f"{SVG}circle":
            x, y, r = (float(element.attrib[key]) for key in ("cx", "cy", "r"))
            found[element.attrib["id"]] = (x, y, 2 * r)
        else:
            x, y, size = (float(element.attrib[key]) for key in ("x", "y", "width"))
            found[element.attrib["id"]] = (x + size / 2, y + size / 2, size / 0.9)
    return found


@pytest.mark.parametrize("vertical", [False, True], ids=["across", "down"])
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("siglum", "ABC")
@pytest.mark.parametrize("name", NAMES)
def test_ids_in_order_are_the_strokes(name: str, siglum: str, use: Use, vertical: bool) -> None:
    it = performance(name, use, siglum)
    pages = trees(it, vertical=vertical)
    assert list(marks(pages)) == [f"stroke-{stroke.number}-{stroke.drum.word}" for stroke in it.pattern]
    assert len(pages) == 1
    (page,) = pages
    shapes = [element.tag for element in page if element.get("id")]
    assert shapes == [f"{SVG}circle" if stroke.drum == "○" else f"{SVG}rect" for stroke in it.pattern]
    texts = [each.text for each in page.iter(f"{SVG}text") if each.get("text-anchor") == "middle"]
    assert texts.count(HALF) == 1
    assert [each for each in texts if each and each.isdigit()] == [str(n + 1) for n in range(len(it.pattern))]
    sung = tuple(SYLLABLES[Syllables.HANZI].values())
    assert [each for each in texts if each in sung] == [
        SYLLABLES[Syllables.HANZI][stroke.drum] for stroke in it.pattern
    ]


@pytest.mark.parametrize("vertical", [False, True], ids=["across", "down"])
@pytest.mark.parametrize("timing", Timing)
@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_marks_are_large_and_apart_and_inside_the_page(paper: Paper, timing: Timing, vertical: bool) -> None:
    for name in NAMES:
        pages = grid.page(performance(name, timing=timing), paper, Options(), vertical=vertical)
        for page in pages:
            root = ElementTree.fromstring(page.svg())
            found = list(marks([root]).values())
            for number, (x, y, size) in enumerate(found):
                assert size > 6 * paper.scale
                assert all(max(abs(x - a), abs(y - b)) > size for a, b, _ in found[number + 1 :])
            for element in root:
                if element.tag == f"{SVG}text" and element.get("text-anchor") == "start":
                    width = page.font.width(element.text or "", float(element.attrib["font-size"]))
                    assert float(element.attrib["x"]) + width < paper.width - 5
                for key, wide in (("x", "width"), ("x1", ""), ("x2", ""), ("cx", "r")):
                    x = float(element.get(key, 5))
                    assert 5 <= x <= x + float(element.get(wide, 0)) <= paper.width - 5
                for key, high in (("y", "height"), ("y1", ""), ("y2", ""), ("cy", "r")):
                    y = float(element.get(key, 5))
                    assert 5 <= y <= y + float(element.get(high, 0)) <= paper.height - 5


def test_gu_stands_above_pi() -> None:
    heights = {
        name[-2:]: y for name, (_, y, _) in marks(trees(performance(use=Use.TOUHU), A4.landscape)).items()
    }
    assert heights["gu"] < heights["pi"]


def test_columns_run_down_and_from_right_to_left() -> None:
    found = [(-round(x, 1), y) for x, y, _ in marks(trees(performance(), vertical=True)).values()]
    assert found == sorted(found)


@pytest.mark.parametrize("vertical", [False, True], ids=["across", "down"])
def test_places_are_proportional_to_time(vertical: bool) -> None:
    it = perform(literal("○半□○○□○"), Use.TOUHU, plan().but("test", timing=Timing.ON_GU))
    paper = A4 if vertical else A4.landscape
    along = [place[1 if vertical else 0] for place in marks(trees(it, paper, vertical=vertical)).values()]
    beat = (along[-1] - along[0]) / float(it.pattern[-1].onset)
    assert along == pytest.approx([along[0] + beat * float(stroke.onset) for stroke in it.pattern], abs=0.01)


def test_only_a_doubtful_mark_is_dashed_and_its_doubt_is_told() -> None:
    (page,) = trees(performance("xue-2", Use.TOUHU, "C"))
    dashed = [each.get("id") for each in page.iter() if each.get("stroke-dasharray")]
    assert dashed == ["stroke-11-pi"]
    assert "存疑 doubtful: the last " in [each.text for each in page.iter(f"{SVG}text")]


def test_each_accent_is_a_wedge() -> None:
    def lines(accent: Accent) -> int:
        (page,) = trees(performance(accent=accent))
        return len(page.findall(f"{SVG}line"))

    assert lines(Accent.FIRST) - lines(Accent.NONE) == 2
    assert lines(Accent.GU) - lines(Accent.NONE) == 2 * 10


def test_a_korean_page_has_hangul() -> None:
    (page,) = trees(performance(), options=Options(Language.KOREAN, Syllables.HANGUL))
    assert page.get("font-family") == "'Noto Serif KR', 'Noto Serif SC'"
    assert {"탑", "당"} <= {each.text for each in page.iter(f"{SVG}text")}


@pytest.mark.parametrize("vertical", [False, True], ids=["across", "down"])
def test_a_long_row_takes_several_numbered_pages(vertical: bool) -> None:
    it = perform(literal(LONG), Use.ARCHERY, plan())
    pages = trees(it, vertical=vertical)
    assert len(pages) > 1
    assert list(marks(pages)) == [f"stroke-{stroke.number}-{stroke.drum.word}" for stroke in it.pattern]
    for number, page in enumerate(pages, 1):
        foot = next(each for each in page.iter(f"{SVG}text") if (each.text or "").startswith("未據書"))
        assert all(y + size / 2 < float(foot.attrib["y"]) - 5 for _, y, size in marks([page]).values())
        assert all(x > size for x, _, size in marks([page]).values())
        assert f"{number}/{len(pages)}" in [each.text for each in page.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    "row, timing, message",
    [
        ("○" * 400 + "半□", Timing.EVEN, "a grid holds at most 400 strokes, not 401"),
        ("○半" + "□□" + "○" * 300, Timing.ON_GU, "the strokes lie too unevenly for a page"),
    ],
    ids=["long", "uneven"],
)
def test_what_no_page_can_hold_is_refused(row: str, timing: Timing, message: str) -> None:
    it = perform(literal(row), Use.ARCHERY, plan().but("test", timing=timing))
    with pytest.raises(RenderError, match=f"^{message}$"):
        trees(it)


def test_a_hostile_title_is_a_title() -> None:
    title = "<script>&\"']]>"
    (page,) = grid.page(performance(), A4, Options(), title=title)
    root = ElementTree.fromstring(page.svg())
    assert title in [each.text for each in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("title", ["\a", "\n", "魯\u202e", "𫝊"], ids=ascii)
def test_a_title_that_cannot_be_drawn_is_refused(title: str) -> None:
    with pytest.raises(RenderError, match="is not in the font"):
        grid.page(performance(), A4, Options(), title=title)


def test_the_page_is_that_of_the_golden_file() -> None:
    it = performance("lu-1")
    (page,), (again,) = (grid.page(it, A4.landscape, Options()) for _ in range(2))
    assert page.svg() == again.svg()
    compare(page.svg(), GOLDEN / "lu-1_archery_grid.svg")
