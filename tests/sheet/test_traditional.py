from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from render.test_golden import compare

from touhu_music import Reading, witness
from touhu_music.errors import RenderError
from touhu_music.language import Language, Syllables
from touhu_music.notation import HALF, Drum, Section
from touhu_music.reading import Note, literal
from touhu_music.render import Options
from touhu_music.sheet import traditional
from touhu_music.sheet.paper import A4, A5, LETTER, Paper
from touhu_music.sheet.traditional import SUPPLIED

SVG: Final = "{http://www.w3.org/2000/svg}"
GOLDEN: Final = Path(__file__).parents[1] / "golden"
CHINESE: Final = Options(language=Language.TRADITIONAL)
PAPERS: Final = [A4, A4.landscape, A5, A5.landscape, LETTER, LETTER.landscape]
BELOW_HALF: Final = "取半以下為投壺禮盡用之為射禮"
PRINTED: Final = {"A": ("鲁鼓", "薛鼓"), "B": ("鲁鼓", "辥鼓"), "C": ("鲁鼓", "薛鼓")}


def rows(siglum: str = "A") -> tuple[Reading, ...]:
    return witness(siglum).readings


def tree(
    readings: tuple[Reading, ...],
    paper: Paper = A4,
    options: Options = CHINESE,
    *,
    title: str = "",
    glosses: bool = False,
) -> ElementTree.Element:
    page = traditional.page(readings, paper, options, title=title, glosses=glosses)
    return ElementTree.fromstring(page.svg())


def signs(root: ElementTree.Element) -> list[tuple[str, float, float, float]]:
    """Return the characters and marks of the page as large as its rows: sign, middle, size."""
    found = []
    for element in root:
        if element.tag == f"{SVG}circle" and element.get("id"):
            x, y, r = (float(element.attrib[key]) for key in ("cx", "cy", "r"))
            found.append((Drum.PI.value, x, y, 2 * r))
        elif element.tag == f"{SVG}rect" and element.get("id"):
            x, y, size = (float(element.attrib[key]) for key in ("x", "y", "width"))
            found.append((Drum.GU.value, x + size / 2, y + size / 2, size / 0.9))
        elif element.tag == f"{SVG}text" and element.get("text-anchor") == "middle":
            x, y, size = (float(element.attrib[key]) for key in ("x", "y", "font-size"))
            found.append((element.text or "", x, y - 0.38 * size, size))
    large = max(size for *_, size in found)
    return [each for each in found if each[3] > 0.6 * large]


def text(root: ElementTree.Element) -> str:
    """Return what stands in the columns, without the title in the first one."""
    found = signs(root)
    right = max(x for _, x, *_ in found)
    return "".join(sign for sign, x, *_ in found if x < right - 0.1)


@pytest.mark.parametrize("siglum", "ABC")
@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_the_columns_are_the_text_of_both_charts(siglum: str, paper: Paper) -> None:
    readings = rows(siglum)
    (lu, xue), (lu_1, xue_1, lu_2, xue_2) = PRINTED[siglum], (reading.cadence for reading in readings)
    expected = f"鼓{lu_1}{lu}{xue_1}{xue}{BELOW_HALF}{lu}{lu_2}{xue}{xue_2}"
    assert text(tree(readings, paper)) == expected


@pytest.mark.parametrize("siglum", "ABC")
def test_ids_in_order_are_the_marks(siglum: str) -> None:
    found = [element.attrib["id"] for element in tree(rows(siglum)).iter() if element.get("id")]
    assert found == [
        f"{reading.name}-{mark.section}-{mark.place}" for reading in rows(siglum) for mark in reading.marks
    ]


@pytest.mark.parametrize(
    "place, expected", [(0, "{}鲁鼓"), (1, "{}薛鼓"), (2, "鲁鼓{}"), (3, "薛鼓{}")], ids=str
)
def test_a_name_stands_after_its_row_in_the_first_chart_and_before_it_in_the_second(
    place: int, expected: str
) -> None:
    reading = rows()[place]
    assert text(tree((reading,))) == expected.format(reading.cadence)


def test_a_row_of_no_chart_stands_alone() -> None:
    root = tree((literal("○□半○"), literal("○半□")))
    assert text(root) == "○□半○○半□"
    assert len({x for sign, x, *_ in signs(root) if sign == HALF}) == 2


def feet(root: ElementTree.Element) -> str:
    """Return the lines at the foot of the page."""
    lines = (each for each in root.iter(f"{SVG}text") if each.get("text-anchor") == "start")
    return "".join("".join(each.itertext()) for each in lines)


@pytest.mark.parametrize("language", [Language.TRADITIONAL, Language.ENGLISH])
def test_a_sentence_that_no_witness_gave_is_said_to_be_ours(language: Language) -> None:
    foot = feet(tree(rows("B"), options=Options(language=language)))
    assert foot.endswith(f"{SUPPLIED[language]}: {BELOW_HALF}")


def test_words_that_the_text_lacks_are_ours_in_the_kind_of_chinese_of_the_page() -> None:
    bare = tuple(reading._replace(label="", heading="") for reading in rows())
    root = tree(bare, options=Options(language=Language.SIMPLIFIED))
    assert text(root).count("鲁鼓") == 2
    assert feet(root).endswith("今补，非取自所据之文: 鼓 鲁鼓 薛鼓 取半以下为投壶礼尽用之为射礼")
    assert "魯鼓" in text(tree(bare))


def test_a_name_that_the_font_lacks_is_ours() -> None:
    root = tree((rows()[0]._replace(label="𫝊鼓"),))
    assert text(root).endswith("魯鼓")
    assert feet(root).endswith(f"{SUPPLIED[Language.TRADITIONAL]}: 魯鼓")


@pytest.mark.parametrize("readings", [rows("C")[:1], (literal("○□半○"),)], ids=["named", "literal"])
def test_a_page_without_words_of_ours_speaks_of_none(readings: tuple[Reading, ...]) -> None:
    assert "今補" not in feet(tree(readings))


def test_the_heading_is_written_as_in_the_text() -> None:
    first = rows()[0]._replace(heading="鼔")
    assert text(tree((first, rows()[1]))).startswith("鼔○")


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_columns_run_from_right_to_left_and_from_top_to_bottom(paper: Paper) -> None:
    columns = [
        (x, [y for *_, y, _ in column])
        for x, column in groupby(signs(tree(rows(), paper)), lambda sign: round(sign[1], 1))
    ]
    across = [x for x, _ in columns if x]
    assert across == sorted(across, reverse=True)
    assert all(down == sorted(down) for _, down in columns)
    heads = {round(down[0], 1) for _, down in columns}
    assert max(heads) - min(heads) < 1


@pytest.mark.parametrize("siglum", "ABC")
@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_no_sign_touches_another(siglum: str, paper: Paper) -> None:
    found = signs(tree(rows(siglum), paper, glosses=True))
    for number, (_, x, y, size) in enumerate(found):
        for _, other_x, other_y, _ in found[number + 1 :]:
            assert max(abs(x - other_x), abs(y - other_y)) > size


@pytest.mark.parametrize("paper", PAPERS, ids=str)
@pytest.mark.parametrize("language", Language)
def test_everything_lies_inside_the_page(paper: Paper, language: Language) -> None:
    options = Options(language=language)
    page = traditional.page(rows("B"), paper, options)
    for element in ElementTree.fromstring(page.svg()):
        if element.tag == f"{SVG}text" and element.get("text-anchor") == "start":
            size = float(element.attrib["font-size"])
            assert float(element.attrib["x"]) + page.font.width(element.text or "", size) < paper.width - 5
        for key in ("x", "x1", "x2", "cx"):
            assert 5 <= float(element.get(key, 5)) <= paper.width - 5
        for key in ("y", "y1", "y2", "cy"):
            assert 5 <= float(element.get(key, 5)) <= paper.height - 5


def test_a_gloss_stands_in_two_half_columns_below_its_mark() -> None:
    root = tree(rows("C")[:1], glosses=True)
    place = next(n for n, element in enumerate(root) if element.get("id") == "lu-1-before_half-1")
    mark, small, after = root[place], root[place + 1 : place + 5], root[place + 5]
    assert "".join(each.text or "" for each in small) == "音榻鼙声"
    assert after.get("id") == "lu-1-before_half-2"
    xs, ys = ([float(each.attrib[key]) for each in small] for key in ("x", "y"))
    middle, bottom = float(mark.attrib["cx"]), float(mark.attrib["cy"]) + float(mark.attrib["r"])
    assert xs[0] == xs[1] > middle > xs[2] == xs[3]
    assert (ys[0], ys[1]) == (ys[2], ys[3])
    assert bottom < ys[0] < ys[1] < float(after.attrib["y"])


def test_a_gloss_before_the_first_mark_stands_between_it_and_the_name() -> None:
    root = tree(rows("C")[2:3], glosses=True)
    place = next(n for n, element in enumerate(root) if element.get("id") == "lu-2-before_half-1")
    assert "".join(each.text or "" for each in root[place - 7 : place]) == "鲁鼓记两家之异"


def test_a_gloss_directly_behind_half_is_kept() -> None:
    note = Note(Section.AFTER_HALF, 0, "甲乙")
    root = tree((literal("○□半○")._replace(notes=(note,)),), glosses=True)
    assert "半甲乙" in "".join(each.text or "" for each in root.iter(f"{SVG}text"))


def test_a_gloss_that_reaches_the_foot_goes_on_in_the_next_column() -> None:
    note = rows("C")[0].notes[0]._replace(text="甲乙丙丁戊己庚辛壬癸" * 5, after=7)
    reading = rows("C")[0]._replace(notes=(note,))
    root = tree((reading,), glosses=True)
    small = [each for each in root.iter(f"{SVG}text") if (each.text or "") in note.text]
    assert len(small) == 50
    assert len({each.get("x") for each in small}) == 4
    thin = root.findall(f"{SVG}rect")[1]
    foot = float(thin.attrib["y"]) + float(thin.attrib["height"])
    assert max(float(each.attrib["y"]) for each in small) < foot


def test_only_a_doubtful_mark_is_dashed() -> None:
    dashed = [each.get("id") for each in tree(rows("C")).iter() if each.get("stroke-dasharray")]
    assert dashed == ["xue-2-after_half-11"]


def test_charts_of_several_witnesses_are_named_above_the_frame_and_their_ids_differ() -> None:
    root = tree(rows("A") + rows("B"))
    ids = [each.attrib["id"] for each in root.iter() if each.get("id")]
    assert len(set(ids)) == len(ids)
    sigla = [each for each in root.iter(f"{SVG}text") if each.text in tuple("AB")]
    assert [each.text for each in sigla] == list("AABB")
    frame = min(float(each.attrib["y"]) for each in root.iter(f"{SVG}rect"))
    assert all(float(each.attrib["y"]) < frame for each in sigla)


def test_a_hostile_title_is_a_title() -> None:
    title = "<script>&\"']]>魯"
    root = tree(rows()[:1], title=title)
    assert root.findtext(f"{SVG}title") == title
    assert "<script>&\"']]>" in [each.text for each in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("title", ["\a", "\n", "魯\u202e", "𫝊"], ids=ascii)
def test_a_title_that_cannot_be_drawn_is_refused(title: str) -> None:
    with pytest.raises(RenderError, match="is not in the font"):
        tree(rows(), title=title)


def test_a_gloss_that_the_font_lacks_is_refused() -> None:
    reading = rows("C")[0]
    note = reading.notes[0]._replace(text="𫝊")
    with pytest.raises(RenderError, match=r"^'𫝊' U\+2B74A is not in the font Noto Serif SC$"):
        tree((reading._replace(notes=(note,)),), glosses=True)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("syllables", list(Syllables))
def test_every_gloss_is_printed_in_every_language(language: Language, syllables: Syllables) -> None:
    root = tree(rows("C"), options=Options(language, syllables), glosses=True)
    assert set("镗记异仪") <= set("".join(root.itertext()))


@pytest.mark.parametrize("readings", [(), (literal("○" * 5000 + "半□"),)], ids=["none", "long"])
def test_too_few_or_too_many_marks_are_refused(readings: tuple[Reading, ...]) -> None:
    with pytest.raises(RenderError, match="a page"):
        tree(readings)


def test_the_page_is_that_of_the_golden_file() -> None:
    page = traditional.page(rows(), A4, CHINESE).svg()
    assert page == traditional.page(rows(), A4, CHINESE).svg()
    compare(page, GOLDEN / "A_traditional.svg")
