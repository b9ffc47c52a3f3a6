"""Comparisons as figures: what is drawn is what was compared, told without a word too much."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from io import BytesIO
from itertools import combinations, product
from xml.etree.ElementTree import Element, fromstring

import matplotlib
import numpy
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.transforms import Bbox
from PIL import Image
from pypdf import PdfReader

from touhu_music import library
from touhu_music.comparison import figure
from touhu_music.comparison.alignment import Costs
from touhu_music.comparison.lanes import lanes
from touhu_music.comparison.nulls import Null
from touhu_music.comparison.pairs import Comparison, Row, compare, together
from touhu_music.comparison.panels import ACCENT, DARK
from touhu_music.comparison.plots import LIGHT, SHADES
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.notation import Drum, Section, Use

SVG = "{http://www.w3.org/2000/svg}"
COMMAND = "touhu compare lu-1 xue-1 -o pair.svg"
NAMES = ("lu-1", "xue-1", "lu-2", "xue-2")
LONG = Row("a name that goes on and on " * 8, "○□" * 30, "○○□" * 20, "a source " * 80)
WIDE = Row("魯" * 60, "○" * 60, "□○○○" * 15)
ODD: dict[str, tuple[str | Row, str | Row]] = {
    "equal rows": ("○□○半□○", "○□○半□○"),
    "rows of one stroke": ("○半□", "○半○"),
    "rows without 半": (Row("x", "", "○□○"), Row("y", "", "□")),
    "rows that end at 半": (Row("x", "○", ""), Row("y", "○□", "")),
    "a row of no stroke": (Row("x", "", ""), Row("y", "○□", "○")),
    "rows as long as can be": (LONG, WIDE),
}


@cache
def pair(a: str = "lu-1", b: str = "xue-1", use: Use = Use.TOUHU) -> tuple[Comparison, ...]:
    readings = [
        library.witness(name.partition("@")[2] or "A").reading(name[:5].strip("@")) for name in (a, b)
    ]
    return (compare(*readings, use=use, samples=999),)


@cache
def odd(case: str, use: Use = Use.ARCHERY) -> tuple[Comparison, ...]:
    return (compare(*ODD[case], use=use, samples=99),)


@cache
def many(*names: str, use: Use = Use.TOUHU) -> tuple[Comparison, ...]:
    readings = [library.witness("A").reading(name) for name in names or NAMES]
    return together([compare(a, b, use=use, samples=99) for a, b in combinations(readings, 2)])


def said(comparisons: tuple[Comparison, ...], language: Language = Language.ENGLISH) -> str:
    """Return the caption."""
    return figure.described(figure.arranged(comparisons, language, COMMAND))


def drawing(comparisons: tuple[Comparison, ...], language: Language = Language.ENGLISH) -> Figure:
    with matplotlib.rc_context():
        matplotlib.rcParams.update(figure.UNHINTED)
        return figure.drawn(figure.arranged(comparisons, language, COMMAND))


def written(comparisons: tuple[Comparison, ...], language: Language = Language.ENGLISH) -> list[str]:
    return [text.get_text() for text in drawing(comparisons, language).texts]


def patches(drawn: Figure) -> list[Patch]:
    return [each for each in drawn.artists if isinstance(each, Patch)]


def strokes(data: bytes) -> dict[str, Element]:
    """Return the drawn strokes of the lanes by name."""
    groups = [each for each in fromstring(data).iter(f"{SVG}g") if each.get("id", "").startswith("lane-")]
    found = {group.attrib["id"]: next(group.iter(f"{SVG}path")) for group in groups}
    assert len(found) == len(groups)
    return found


def centre(path: Element) -> tuple[float, float]:
    numbers = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", path.attrib["d"])]
    xs, ys = numbers[::2], numbers[1::2]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


# --- the strokes --------------------------------------------------------------------------------


@pytest.mark.parametrize("use", Use)
def test_every_stroke_of_the_use_is_in_the_lanes_as_its_shape(use: Use) -> None:
    comparisons = many("lu-1", "xue-1", "lu-2", use=use)
    drawn = strokes(figure.to_svg(comparisons, Language.ENGLISH, COMMAND))
    rows = [comparisons[0].a, comparisons[0].b, comparisons[1].b]
    sections = [Section.AFTER_HALF] if use is Use.TOUHU else list(Section)
    wanted = {
        f"lane-{at}-{section}-{place}-{Drum(mark).word}"
        for at, row in enumerate(rows, 1)
        for section in sections
        for place, mark in enumerate(getattr(row, section), 1)
    }
    assert set(drawn) == wanted
    assert all(("C" in path.attrib["d"]) == name.endswith("-pi") for name, path in drawn.items())


def test_strokes_that_meet_stand_in_one_column_on_their_side_of_half() -> None:
    (comparison,) = pair(use=Use.ARCHERY)
    drawn = strokes(figure.to_svg([comparison], Language.ENGLISH, COMMAND))
    at = {re.sub("-[a-z]+$", "", name): centre(path) for name, path in drawn.items()}
    for section in Section:
        places = [0, 0]
        for cells in zip(
            *lanes([getattr(row, section) for row in (comparison.a, comparison.b)]).rows, strict=True
        ):
            places = [place + bool(cell) for place, cell in zip(places, cells, strict=True)]
            if all(cells):
                (x, above), (other, below) = (at[f"lane-{n}-{section}-{p}"] for n, p in enumerate(places, 1))
                assert x == pytest.approx(other)
                assert above < below
    before, after = ([x for name, (x, _) in at.items() if section in name] for section in Section)
    assert max(before) < min(after)


def test_a_stroke_that_is_another_one_or_missing_is_heavy_and_in_colour() -> None:
    drawn = strokes(figure.to_svg(pair(), Language.ENGLISH, COMMAND))
    marked = [name for name, path in drawn.items() if ACCENT in path.attrib["style"]]
    assert len(marked) == 4  # the distance
    assert all("stroke-width: 1.5" in drawn[name].attrib["style"] for name in marked)


def test_a_lost_stroke_is_found_when_the_figure_is_opened_again() -> None:
    page = figure.arranged(pair(), Language.ENGLISH, COMMAND)
    data = figure.to_svg(pair(), Language.ENGLISH, COMMAND)
    with pytest.raises(RenderError, match="the SVG has other strokes than the rows"):
        figure.check_svg(data.replace(b'id="lane-1-after_half-3-pi"', b""), page)
    with pytest.raises(RenderError, match="the SVG has other strokes than the rows"):
        figure.check_svg(data.replace(b"lane-1-after_half-3-pi", b"lane-1-after_half-3-gu"), page)


def test_a_doubtful_stroke_is_dashed_and_told() -> None:
    comparisons = pair("xue-2", "xue-2@C")
    drawn = strokes(figure.to_svg(comparisons, Language.ENGLISH, COMMAND))
    dashed = [name for name, path in drawn.items() if "stroke-dasharray" in path.attrib["style"]]
    assert dashed == ["lane-2-after_half-11-pi"]
    assert "Dashed where aligned: 存疑 doubtful: the last ○ stands before 按" in said(comparisons)
    assert "Dashed" not in said(pair())


def test_the_dots_are_where_both_rows_have_the_stroke() -> None:
    (comparison,) = pair()
    first, second = comparison.whole.first, comparison.whole.second
    met = [
        numpy.size(line.get_xdata()) for line in drawing((comparison,)).artists if isinstance(line, Line2D)
    ]
    both = {drum: first.count(drum) * second.count(drum) for drum in Drum}
    beside = {drum: first.count(drum) + second.count(drum) for drum in Drum}
    assert met == [number for drum in Drum for number in (both[drum], beside[drum])]
    assert "19 of 21" in written((comparison,))


# --- the numbers --------------------------------------------------------------------------------


def test_the_number_of_equally_good_ways_is_told() -> None:
    assert "after 半: one of 24 equally good ways" in written(pair())
    assert any("before 半: one of 523" in text for text in written(pair(use=Use.ARCHERY)))
    assert "after 半: the only best way" in written(odd("equal rows", Use.TOUHU))
    assert "after 半: all to lu-1, one by one" in written(many())


def test_each_null_has_a_bar_for_each_distance_and_those_of_p_are_dark() -> None:
    (comparison,) = pair()
    bars = Counter(to_hex(patch.get_facecolor()) for patch in patches(drawing((comparison,))))
    tests = comparison.part.tests
    near = sum(distance <= test.observed for test in tests for distance, _ in test.spread)
    runs = len(re.findall("□+", comparison.a.after_half)) + len(re.findall("□+", comparison.b.after_half))
    assert near == 3
    assert bars[DARK] == near + runs
    pale = sum(len(re.findall("□+", row.before_half)) for row in (comparison.a, comparison.b))
    assert bars[LIGHT] == sum(len(test.spread) for test in tests) - near + pale


def test_p_stands_with_the_least_attainable_and_no_verdict_where_there_can_be_none() -> None:
    texts = "\n".join(written(pair()))
    assert "p\u00a00.518; least attainable 0.518; no verdict" in texts
    decided = "\n".join(written(pair(use=Use.ARCHERY)))
    assert re.search(r"p\u00a00\.\d+\u00a0±\u00a00\.\d+; least attainable 0\.\d+; Holm [01]\.\d+", decided)
    assert "No verdict where p" in said(pair())
    assert "No verdict" not in said(pair(use=Use.ARCHERY))


def test_the_matrix_is_tinted_by_what_is_above_the_least_possible() -> None:
    comparisons = many()
    texts = written(comparisons)
    tints = Counter(to_hex(patch.get_facecolor()) for patch in patches(drawing(comparisons)))
    beyond = Counter(each.part.distance - each.part.least_possible_counts for each in comparisons)
    assert beyond == {0: 5, 1: 1}
    for more, tint in enumerate(SHADES[1:], 1):
        assert tints[tint] == 1 + beyond[more]  # one explains
    for each in comparisons:
        part, test = each.part, each.part.test(Null.COUNTS)
        assert str(part.distance) in texts
        assert f"≥ {part.least_possible} · {part.least_possible_counts}" in texts
        assert test
        p = f"p {float(test.p):.3f}"
        assert (p if test.decides else f"({p})") in texts


def test_containment_is_told_only_where_it_is_and_never_as_closeness() -> None:
    sentence = "The shorter has all its strokes in the longer"
    assert sentence in said(pair())
    assert "by itself that is no proof of closeness" in said(pair())
    assert sentence not in said(pair(use=Use.ARCHERY))
    assert sentence not in said(pair("xue-1", "xue-2"))
    assert "Both are the same." in said(odd("equal rows"))
    assert sentence not in said(odd("equal rows"))


def test_the_caption_names_sources_tests_draw_choice_and_command() -> None:
    caption = said(pair(use=Use.ARCHERY))
    assert "lu-1, xue-1: A 禮記正義 卷五十九" in caption
    assert "Exploratory: 12 tests were made together" in caption
    assert "999 were drawn, seed 0" in caption
    assert "the one shown is a choice" in caption
    assert caption.endswith(f"made by: {COMMAND}")
    assert "a row of no named source" in said(odd("rows of one stroke"))
    assert "were drawn" not in said(odd("rows of one stroke"))


def test_costs_are_told_where_they_are_not_equal() -> None:
    dear = (compare("○□半○○□", "○□半○□□□", costs=Costs(997, 1000, 500)),)
    assert "Costs: a stroke missing 997, added 1000, another one 500." in said(dear)
    assert "Costs" not in said(pair())
    assert figure.to_svg(dear, Language.ENGLISH, COMMAND)


@pytest.mark.parametrize(
    "language, title",
    [
        (Language.TRADITIONAL, "魯鼓前圖 · 薛鼓前圖：投壺"),
        (Language.SIMPLIFIED, "鲁鼓前图 · 薛鼓前图：投壶"),
        (Language.KOREAN, "魯鼓前圖 · 薛鼓前圖：投壺 · 노고, 전도 · 설고, 전도: 투호"),
        (
            Language.ENGLISH,
            "魯鼓前圖 · 薛鼓前圖：投壺 · Lu, first chart · Xue, first chart: touhu (pitch-pot)",
        ),
    ],
)
def test_the_title_is_chinese_with_the_other_language_below(language: Language, title: str) -> None:
    assert figure.titled(figure.arranged(pair(), language, COMMAND)) == title


def test_the_title_tells_the_books_apart() -> None:
    page = figure.arranged(pair("lu-2", "lu-2@B", Use.ARCHERY), Language.TRADITIONAL, COMMAND)
    assert figure.titled(page) == "魯鼓後圖 · 魯鼓後圖 B：射禮（燕射）"


# --- the page -----------------------------------------------------------------------------------


def boxes(drawn: Figure) -> list[tuple[str, Bbox]]:
    """Return the texts of a figure and the points that each takes."""
    with matplotlib.rc_context():
        matplotlib.rcParams.update(figure.UNHINTED)
        drawn.set_dpi(288)
        renderer = FigureCanvasAgg(drawn).get_renderer()  # type: ignore[no-untyped-call]
        return [(text.get_text(), in_points(text.get_window_extent(renderer))) for text in drawn.texts]


def in_points(box: Bbox) -> Bbox:
    return Bbox(box.get_points() / 4)


def shown(case: str) -> tuple[Comparison, ...]:
    """Return the comparisons of a case by name."""
    if case in ODD:
        return odd(case)
    use = Use(case.partition(" ")[2])
    return many(use=use) if case.startswith("rows") else pair("xue-2", "xue-2@C", use)


@pytest.mark.parametrize(
    "case, language",
    [
        *product(["pair touhu", "pair archery", "rows archery"], Language),
        *((case, Language.ENGLISH) for case in ODD),
        ("rows as long as can be", Language.KOREAN),
    ],
)
def test_no_text_is_cut_or_lies_on_another_or_on_a_stroke(case: str, language: Language) -> None:
    drawn = drawing(shown(case), language)
    found = boxes(drawn)
    width, height = drawn.get_size_inches() * 72
    for text, box in found:
        assert box.x0 >= 17, text
        assert box.x1 <= width - 13, text  # letters may be a little wider than they are measured
        assert box.y0 >= 12, text
        assert box.y1 <= height - 12, text
    tight = [(text, box.padded(-0.5, -1.5)) for text, box in found if box.width > 1]
    for (text, box), (other, another) in combinations(tight, 2):
        assert not box.overlaps(another), (text, other)
    lane = [
        in_points(patch.get_window_extent())
        for patch in patches(drawn)
        if str(patch.get_gid()).startswith("lane-")
    ]
    assert lane or case == "rows that end at 半"
    for text, box in tight:
        assert text == "?" or not any(box.overlaps(stroke) for stroke in lane), text


@pytest.mark.parametrize("case", ODD)
def test_odd_rows_are_drawn_in_every_format(case: str) -> None:
    assert figure.to_svg(odd(case), Language.ENGLISH, COMMAND)
    assert figure.to_pdf(odd(case, Use.TOUHU), Language.ENGLISH, COMMAND)


def test_letters_are_outlines_in_svg_and_letters_in_pdf() -> None:
    root = fromstring(figure.to_svg(pair(), Language.ENGLISH, COMMAND))
    assert not list(root.iter(f"{SVG}text"))
    (page,) = PdfReader(BytesIO(figure.to_pdf(pair(), Language.ENGLISH, COMMAND))).pages
    text = page.extract_text()
    assert all(word in text for word in (COMMAND, "禮記正義", "Strokes aligned", "魯鼓前圖"))
    assert float(page.mediabox.width) == pytest.approx(180 / 25.4 * 72, abs=8)


def test_the_pixels_are_three_hundred_to_an_inch() -> None:
    image = Image.open(BytesIO(figure.to_png(many(), Language.KOREAN, COMMAND)))
    assert image.width == 504 / 72 * 300
    assert image.mode == "RGB"
    assert round(image.info["dpi"][0]) == 300


def test_the_same_comparison_gives_the_same_bytes_in_every_run() -> None:
    script = (
        "import hashlib; from touhu_music import library;"
        "from touhu_music.comparison import figure, pairs;"
        "from touhu_music.language import Language; read = library.witness('A').reading;"
        "found = [pairs.compare(read('lu-1'), read('xue-1'), samples=999)];"
        f"print(*(hashlib.sha256(make(found, Language.KOREAN, {COMMAND!r})).hexdigest()"
        " for make in (figure.to_svg, figure.to_pdf, figure.to_png)))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": place, "TZ": zone},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout.split()
        for seed, place, zone in (("1", "C", "UTC"), ("2", "C.UTF-8", "Asia/Seoul"))
    ]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 3


# --- what no page holds -------------------------------------------------------------------------


def test_more_than_a_page_holds_is_refused() -> None:
    long = (compare("○" * 61 + "半○", "○半○", samples=9),)
    with pytest.raises(RenderError, match="at most 60 strokes on a side of 半, not 61: row-"):
        figure.to_svg(long, Language.ENGLISH, COMMAND)
    (one,) = odd("rows of one stroke")
    with pytest.raises(RenderError, match="at most 12 rows, not 13"):
        figure.to_svg([one] * 78, Language.ENGLISH, COMMAND)
    with pytest.raises(RenderError, match="no pair of rows"):
        figure.to_svg([], Language.ENGLISH, COMMAND)


def test_pairs_that_are_not_all_or_not_alike_are_refused() -> None:
    with pytest.raises(RenderError, match="each once and in order"):
        figure.to_svg(many()[:2], Language.ENGLISH, COMMAND)
    with pytest.raises(RenderError, match="each once and in order"):
        figure.to_svg(many()[::-1], Language.ENGLISH, COMMAND)
    mixed = (*many("lu-1", "xue-1", "lu-2")[:2], *many("xue-1", "lu-2", use=Use.ARCHERY))
    with pytest.raises(RenderError, match="of one use"):
        figure.to_svg(mixed, Language.ENGLISH, COMMAND)


def test_a_letter_that_no_font_has_is_named_and_a_control_character_is_spelled_out() -> None:
    with pytest.raises(RenderError, match=r"U\+13000 is not in the font"):
        figure.to_svg(pair(), Language.ENGLISH, "touhu compare 𓀀")
    page = figure.arranged(pair(), Language.ENGLISH, "touhu\ncompare")
    assert figure.described(page).endswith("made by: touhu\\u000acompare")
