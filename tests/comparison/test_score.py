"""The engraved score of rows under each other, read from its picture."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import combinations, pairwise
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, fromstring

import pytest
from pypdf import PdfReader

from touhu_music import Use, font, library
from touhu_music.comparison import score
from touhu_music.comparison.lanes import lanes
from touhu_music.comparison.pairs import Comparison, Row, compare
from touhu_music.errors import RenderError
from touhu_music.language import Language, word
from touhu_music.render.score.systems import MILLIMETRES

SVG: Final = "{http://www.w3.org/2000/svg}"
NAMES: Final = ("lu-1", "xue-1", "lu-2", "xue-2")
COMMAND: Final = "touhu compare lu-1 xue-1 -o pair.score.svg"
TINT: Final = "#fff3bf"
HEAD: Final = 4.2


@cache
def compared(names: tuple[str, ...] = ("lu-1", "xue-1"), use: Use = Use.TOUHU) -> tuple[Comparison, ...]:
    rows = [library.witness("A").reading(name) for name in names]
    return tuple(compare(a, b, use=use, samples=1) for a, b in combinations(rows, 2))


def named(*rows: str) -> list[Comparison]:
    """Compare each row with the first, by what they have after 半."""
    made = [Row(f"r{number}", "○", row) for number, row in enumerate(rows)]
    return [compare(made[0], other, samples=1) for other in made[1:]]


def svg(comparisons: Sequence[Comparison], language: Language = Language.ENGLISH) -> Element:
    return fromstring(score.to_svg(comparisons, language, COMMAND))


def texts(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


class Seen(NamedTuple):
    """A head as it is seen, in millimetres of the page."""

    x: float
    y: float
    mark: str


def move(element: Element) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", element.get("transform", ""))]


def heads(root: Element) -> dict[str, Seen]:
    """Return the heads by their ids; a circle is ○ and a rectangle □."""
    drawn = {
        symbol.get("id"): {f"{SVG}circle": "○", f"{SVG}rect": "□"}.get(symbol[0].tag, "?")
        for symbol in root.findall(f"{SVG}defs/{SVG}g")
    }
    found = {}
    for music in root.findall(f"{SVG}g"):
        left, top, scale = move(music)
        assert scale == MILLIMETRES
        for group in music.iter(f"{SVG}g"):
            for used in group.findall(f"{SVG}use"):
                x, y, *_ = move(used)
                mark = drawn[used.get("href", "").removeprefix("#")]
                x += 150 * 0.72
                found[group.get("id", "")] = Seen(left + x * scale, top + y * scale, mark)
    return found


def rows(root: Element) -> list[list[Seen]]:
    """Return the heads of each row in the order of reading."""
    found: dict[int, list[Seen]] = {}
    for name, seen in heads(root).items():
        found.setdefault(int(name.rpartition("-")[2]), []).append(seen)
    return [sorted(found[row], key=lambda seen: (round(seen.y), seen.x)) for row in sorted(found)]


def boxes(root: Element) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of what is tinted, but for the key below."""
    found = []
    for box in root.iter(f"{SVG}rect"):
        if box.get("fill") == TINT:
            x, y, width, height = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
            found.append((x, y, x + width, y + height))
    return found[:-1]


# --- the rows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("names", [*combinations(NAMES, 2), NAMES])
def test_each_line_has_the_strokes_of_its_row_in_their_order(names: tuple[str, ...], use: Use) -> None:
    comparisons = compared(names, use)
    wanted = dict.fromkeys(row for each in comparisons for row in (each.a, each.b))
    found = rows(svg(comparisons))
    assert ["".join(seen.mark for seen in row) for row in found] == [row.strokes(use) for row in wanted]


@pytest.mark.parametrize("names", [("lu-1", "xue-1"), ("lu-2", "xue-2"), NAMES])
def test_strokes_that_meet_stand_under_each_other_and_gaps_are_empty(names: tuple[str, ...]) -> None:
    comparisons = compared(names)
    strokes = [library.witness("A").reading(name).cadence.after_half for name in names]
    aligned = lanes(["".join(row) for row in strokes])
    found = rows(svg(comparisons))
    step = min(after.x - before.x for row in found for before, after in pairwise(row))
    first = min(row[0].x for row in found)
    places = [[round((seen.x - first) / step) for seen in row] for row in found]
    assert places == [[at for at, cell in enumerate(row) if cell] for row in aligned.rows]
    for row in found:
        for seen in row:
            assert (seen.x - first) / step == pytest.approx(round((seen.x - first) / step), abs=0.02)


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("names", [*combinations(NAMES, 2), NAMES])
def test_heads_keep_their_distance(names: tuple[str, ...], use: Use) -> None:
    for row in rows(svg(compared(names, use))):
        close = [after.x - before.x for before, after in pairwise(row) if abs(after.y - before.y) < 1]
        assert min(close) > HEAD + 1.5


def test_a_row_may_have_no_stroke() -> None:
    root = svg(named("○□○", ""))
    assert ["".join(seen.mark for seen in row) for row in rows(root)] == ["○□○"]
    assert "r1" in texts(root)


def test_a_row_that_comes_twice_is_drawn_once_but_for_a_pair_of_equal_ones() -> None:
    assert len(rows(svg(compared(NAMES)))) == 4
    assert len(rows(svg(named("○□○", "○□○")))) == 2
    same = library.witness("A").reading("lu-1")
    assert len(rows(svg([compare(same, same, samples=1)]))) == 2


# --- what differs ------------------------------------------------------------------------------


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("names", [("lu-1", "xue-1"), ("lu-2", "xue-2"), NAMES])
def test_a_box_lies_behind_each_column_that_differs_and_no_other(names: tuple[str, ...], use: Use) -> None:
    comparisons = compared(names, use)
    readings = [library.witness("A").reading(name).cadence for name in names]
    sections = ("before_half", "after_half")[0 if use is Use.ARCHERY else 1 :]
    expected: dict[tuple[int, int], bool] = {}  # by row and number of the stroke
    counts = [0] * len(names)
    for section in sections:
        aligned = lanes(["".join(getattr(reading, section)) for reading in readings])
        for at, differs in enumerate(aligned.differing):
            for row, cells in enumerate(aligned.rows):
                if cells[at]:
                    counts[row] += 1
                    expected[row, counts[row]] = differs
    root = svg(comparisons)
    tinted = boxes(root)
    found = {}
    for name, seen in heads(root).items():
        _, number, _, _, row_number = name.split("-")
        inside = [left < seen.x < right and top < seen.y < bottom for left, top, right, bottom in tinted]
        found[int(row_number) - 1, int(number)] = any(inside)
    assert found == expected


def test_each_box_has_a_bracket_above_it() -> None:
    root = svg(compared(use=Use.ARCHERY))
    lines = [
        [float(line.get(name, "")) for name in ("x1", "y1", "x2", "y2")] for line in root.iter(f"{SVG}line")
    ]
    for left, top, right, _ in boxes(root):
        (bracket,) = (
            line
            for line in lines
            if line[0] == pytest.approx(left, abs=0.01) and line[1] == line[3]
            if 0 < top - line[1] < 3
        )
        assert bracket[2] == pytest.approx(right, abs=0.01)


def test_equal_rows_have_neither_boxes_nor_a_key() -> None:
    root = svg(named("○□○", "○□○"))
    assert not [box for box in root.iter(f"{SVG}rect") if box.get("fill") == TINT]
    assert not list(root.iter(f"{SVG}line"))


# --- 半, and what no text has -------------------------------------------------------------------


@pytest.mark.parametrize("names", [("lu-1", "lu-2"), ("lu-1", "xue-1"), NAMES])
def test_half_stands_in_each_row_between_its_sides(names: tuple[str, ...]) -> None:
    root = svg(compared(names, Use.ARCHERY))
    halves = [each for each in root.iter(f"{SVG}text") if each.text == "半"]
    assert [each.get("id") for each in halves] == [f"half-row-{row + 1}" for row in range(len(names))]
    for row, half, name in zip(rows(root), halves, names, strict=True):
        place = (float(half.get("y", "")), float(half.get("x", "")))
        before = sum((round(seen.y) + 4, seen.x) < place or seen.y + 5 < place[0] for seen in row)
        after = [seen for seen in row if seen.x > place[1] and abs(seen.y - place[0]) < 4]
        reading = library.witness("A").reading(name).cadence
        assert len(after) == len(reading.after_half)
        assert before == len(reading.before_half)


def test_touhu_has_no_half() -> None:
    assert "半" not in texts(svg(compared()))


@pytest.mark.parametrize("use", Use)
def test_there_are_no_bars_no_clef_and_no_metre(use: Use) -> None:
    root = svg(compared(NAMES, use))
    (music,) = root.findall(f"{SVG}g")
    for path in music.iter(f"{SVG}path"):
        (_, top), (_, bottom) = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d", ""))
        assert top == bottom  # the lines of the rows, and nothing that crosses them
    assert len(list(music.iter(f"{SVG}use"))) == len(heads(root))
    assert not [text for text in texts(root) if re.fullmatch(r"\d+/\d+", text)]


def test_a_doubtful_stroke_is_dashed_and_its_reason_is_told() -> None:
    reading = library.witness("C").reading("xue-2")
    root = svg([compare(reading, library.witness("A").reading("xue-2"), use=Use.ARCHERY, samples=1)])
    dashed = [
        each.get("id") for each in root.iter(f"{SVG}g") if each.find("*[@stroke-dasharray]") is not None
    ]
    assert dashed == ["stroke-32-pi-row-1"]
    assert texts(root).count("?") == 1
    assert any("存疑 doubtful: the last" in text for text in texts(root))


# --- what is said ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_the_caption_names_sources_text_choices_and_the_command(language: Language) -> None:
    said = " ".join(texts(svg(compared(), language)))
    said = re.sub(r"\s+", " ", said)
    assert "A 禮記正義" in said
    assert "lu-1" in said
    assert "24" in said
    assert word("aligned-differ", language) in said
    assert COMMAND in said
    for key in ("text", "choices"):
        assert re.split("[○□{：]", word(key, language))[0] in said


def test_an_alignment_of_many_says_to_which_row() -> None:
    said = " ".join(texts(svg(compared(NAMES))))
    assert "aligned to lu-1, one by one" in said
    assert "one of 48 equally good" in said


@pytest.mark.parametrize(
    "language, names",
    [
        (Language.ENGLISH, ["魯鼓前圖", "lu-1 · Lu, first chart", "薛鼓前圖", "xue-1 · Xue, first chart"]),
        (Language.KOREAN, ["魯鼓前圖", "lu-1 · 노고, 전도", "薛鼓前圖", "xue-1 · 설고, 전도"]),
        (Language.TRADITIONAL, ["魯鼓前圖", "lu-1", "薛鼓前圖", "xue-1"]),
        (Language.SIMPLIFIED, ["鲁鼓前图", "lu-1", "薛鼓前图", "xue-1"]),
    ],
)
def test_rows_are_named_in_chinese_and_the_reader_s_language(language: Language, names: list[str]) -> None:
    found = texts(svg(compared(), language))
    at = found.index(names[0])
    assert found[at : at + 4] == names


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("use", Use)
def test_all_stays_on_the_page(use: Use, language: Language) -> None:
    for comparisons in (compared(NAMES, use), named("○" * 30, "□" * 3), named("○", "□")):
        root = svg(comparisons, language)
        width, height = (float(number) for number in root.get("viewBox", "").split()[2:])
        assert width <= 210
        for each in root.iter(f"{SVG}text"):
            size = float(each.get("font-size", ""))
            x, y = float(each.get("x", "")), float(each.get("y", ""))
            wide = font.of(language).width(each.text or "", size)
            start = x - (wide / 2 if each.get("text-anchor") == "middle" else 0)
            assert start >= 5
            assert start + wide <= width - 5
            assert 5 < y < height - 5
        for row in rows(root):
            assert all(5 < seen.x < width - 5 for seen in row)


def test_a_long_name_is_set_smaller_and_a_strange_one_is_escaped() -> None:
    names = ("eine sehr lange Reihe mit einem langen Namen", "a <b> & \"'")
    root = svg([compare(*(Row(name, "○", "○□") for name in names), samples=1)])
    first = min(seen.x for seen in heads(root).values())
    for each in root.iter(f"{SVG}text"):
        if each.text in names:
            wide = font.CHINESE.width(each.text or "", float(each.get("font-size", "")))
            assert float(each.get("x", "")) + wide < first - HEAD / 2
    assert set(names) <= set(texts(root))


# --- systems, and what no page holds -----------------------------------------------------------


def test_what_is_too_wide_is_broken_at_half_and_then_evenly() -> None:
    def systems(root: Element) -> int:
        return len({round(seen.y) for seen in rows(root)[0]})

    assert systems(svg(compared())) == 1
    assert systems(svg(compared(use=Use.ARCHERY))) == 2
    assert systems(svg(compared(NAMES, Use.ARCHERY))) == 3
    long = named("○□○○□" * 40, "○□○□□" * 40)
    broken = score.drawn(long, Language.ENGLISH, COMMAND).systems
    lengths = [len(system.columns) for system in broken]
    assert max(lengths) - min(lengths) <= 1
    assert max(lengths) <= 17


def test_many_rows_of_many_systems_are_drawn() -> None:
    many = [("○□" * 14)[shift:] + "○" * shift for shift in range(24)]
    assert len(rows(svg(named(*many)))) == 24


def test_what_no_page_can_hold_is_refused() -> None:
    with pytest.raises(RenderError, match="no stroke"):
        svg(named("", ""))
    with pytest.raises(RenderError, match="at most 400 columns, not 401"):
        svg(named("○" * 401, "○"))
    with pytest.raises(RenderError, match="at most 24 rows, not 25"):
        svg(named(*("○" * length for length in range(1, 26))))
    with pytest.raises(RenderError, match="one use"):
        svg([*compared(), *compared(use=Use.ARCHERY)])
    with pytest.raises(RenderError, match=r"U\+0007"):
        svg([compare(Row("a\x07", "○", "○"), Row("b", "○", "○"), samples=1)])


def test_a_page_that_would_be_too_high_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score, "HIGHEST", 90)
    with pytest.raises(RenderError, match="higher than any page"):
        svg(compared(NAMES))


# --- the file ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_the_pdf_has_one_page_with_its_title_as_text(language: Language) -> None:
    reader = PdfReader(BytesIO(score.to_pdf(compared(NAMES), language, COMMAND)))
    (page,) = reader.pages
    title = "鲁鼓前图、薛鼓前图" if language is Language.SIMPLIFIED else "魯鼓前圖、薛鼓前圖"
    assert title in page.extract_text()
    assert reader.metadata
    assert str(reader.metadata.title).startswith(title)


@pytest.mark.parametrize(
    "damage",
    [
        (b'id="stroke-3-pi-row-1"', b""),
        (b"stroke-3-pi-row-1", b"stroke-3-gu-row-1"),
        (b'id="half-row-2"', b""),
        (b'href="#E0A3"', b'href="#E0B8"'),
        (b'href="#E0B8"', b""),
        (b"</svg>", b""),
    ],
)
def test_a_damaged_score_is_found_out(damage: tuple[bytes, bytes]) -> None:
    comparisons = compared(use=Use.ARCHERY)
    page = score.drawn(comparisons, Language.ENGLISH, COMMAND)
    data = score.to_svg(comparisons, Language.ENGLISH, COMMAND)
    score.check(data, page)
    assert damage[0] in data
    with pytest.raises(RenderError):
        score.check(data.replace(*damage, 1), page)


def test_a_stroke_that_is_moved_is_found_out() -> None:
    page = score.drawn(compared(), Language.ENGLISH, COMMAND)
    data = page.canvas.svg()
    (used,) = re.findall(r'id="stroke-5-pi-row-1">\s*<use [^>]*translate\((\d+)', data)
    with pytest.raises(RenderError):
        score.check(data.replace(f"translate({used}", f"translate({int(used) + 40}", 1).encode(), page)


SCRIPT: Final = """
from hashlib import sha256
from touhu_music import library
from touhu_music.comparison.pairs import compare
from touhu_music.comparison import score
from touhu_music.language import Language
a, b = (library.witness("A").reading(name) for name in ("lu-1", "xue-1"))
for write in (score.to_svg, score.to_pdf):
    print(sha256(write([compare(a, b, use="archery", samples=1)], Language.ENGLISH, "command")).hexdigest())
"""


def test_the_surroundings_change_no_byte() -> None:
    surroundings = {"LC_ALL": "C", "TZ": "Asia/Shanghai", "PYTHONHASHSEED": "1"}
    call = [sys.executable, "-c", SCRIPT]
    printed = subprocess.run(call, check=True, capture_output=True, text=True, env=os.environ | surroundings)
    here = [
        sha256(write(compared(use=Use.ARCHERY), Language.ENGLISH, "command")).hexdigest()
        for write in (score.to_svg, score.to_pdf)
    ]
    assert printed.stdout.split() == here
    assert printed.stderr == ""
