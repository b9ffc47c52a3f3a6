"""Plain text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import NAMES, performance
from hypothesis import given
from strategies import cadences, plans
from tables import ROWS

from touhu_music import Use, perform
from touhu_music.errors import RenderError
from touhu_music.notation import Cadence
from touhu_music.performance import Plan
from touhu_music.render import FORMATS, Options, find, formats, render

TEXT = """\
魯鼓 前圖 射禮（燕射） · Lu, first chart, archery (燕射 after 鄭 and 孔)
據 source: A 禮記正義 卷五十九 投壺第四十 (e-text)

○□○○□□○□○○□半○□○□○○○□□○□○
榻 鏜 榻 榻 鏜 鏜 榻 鏜 榻 榻 鏜 榻 鏜 榻 鏜 榻 榻 榻 鏜 鏜 榻 鏜 榻

gu 鼓  . # . . # # . # . . # | . # . # . . . # # . # .
pi 鼙  o . o o . . o . o o . | o . o . o o o . . o . o
       1       5         10          15        20

原文所有：○□之次與半 In the text: the order of ○ and □, and 半
演奏選擇（非原文） Our choices, not in the text: even, one mark a beat; 60 beats a minute; cycles: 1; \
no gap; no count-in; shiwen: 鼙 low, 鼓 high (下 and 高 of the 釋文 read as pitch); no accents
"""


def test_the_text_has_row_syllables_and_a_grid_of_narrow_signs() -> None:
    assert render("txt", performance("lu-1", Use.ARCHERY)).decode() == TEXT


def test_the_numbers_stand_below_their_strokes() -> None:
    lines = render("txt", performance("lu-1", Use.ARCHERY)).decode().splitlines()
    lane, ruler = lines[7], lines[8]
    # a label has one wide character, so the ruler is one column ahead of the lane
    assert {ruler.index(str(n)) - 1 for n in (10, 15, 20)} <= {at for at, c in enumerate(lane) if c in ".o"}


def test_glosses_and_doubts_are_told() -> None:
    text = render("txt", performance("xue-2", Use.TOUHU, "C")).decode()
    assert "存疑 doubtful: the last ○ stands before 按" in text
    assert "注 gloss before 半 1: 音榻。鼙声。" in render("txt", performance("lu-1", Use.TOUHU, "C")).decode()


@pytest.mark.parametrize("name", NAMES)
def test_the_json_gives_every_stroke_and_every_reason(name: str) -> None:
    shape = json.loads(render("json", performance(name, Use.TOUHU, cycles=2)))
    row = ROWS[f"{name}@A"].partition("半")[2]
    assert shape["row"] == row
    assert "".join(stroke["mark"] for stroke in shape["performed"]) == row * 2
    assert shape["plan"]["cycles"] == {"value": 2, "reason": "test"}
    assert shape["seconds"] == len(row)
    assert shape["witness"] == "A"


def test_the_csv_gives_the_place_of_every_stroke_in_the_source() -> None:
    table = list(csv.DictReader(io.StringIO(render("csv", performance("xue-2", Use.TOUHU, "C")).decode())))
    assert [line["mark"] for line in table] == list("○□○□○○○○□○○")
    last = table[-1]
    assert (last["line"], last["column"], last["byte"], last["doubtful"]) == ("55", "320", "14262", "yes")
    assert last["onset_beats"] == "10"


def test_a_row_of_no_book_has_no_place() -> None:
    from touhu_music import parse, plan

    found = perform(parse("○□○○半○□○"), Use.ARCHERY, plan())
    table = list(csv.DictReader(io.StringIO(render("csv", found).decode())))
    assert [line["line"] for line in table] == [""] * 7
    assert json.loads(render("json", found))["witness"] is None


@pytest.mark.parametrize("name", ["txt", "json", "csv"])
@given(cadence=cadences, chosen=plans())
def test_any_performance_is_read_back(name: str, cadence: Cadence, chosen: Plan) -> None:
    for use in Use:
        render(name, perform(cadence, use, chosen))


@pytest.mark.parametrize(
    "name, old, new",
    [("txt", "o . o o", "o . o ."), ("json", '"row": "○', '"row": "□'), ("csv", ",○,", ",□,")],
)
def test_a_damaged_table_is_seen(name: str, old: str, new: str) -> None:
    found = performance("lu-1", Use.ARCHERY)
    damaged = render(name, found).decode().replace(old, new, 1).encode()
    with pytest.raises(RenderError, match="does not give back the strokes"):
        find(name).renderer().check(damaged, found, Options())


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Return a function that installs a format of another package: its entry point and its code."""
    monkeypatch.syspath_prepend(str(tmp_path))
    info = tmp_path / "beats-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: beats\nVersion: 1\n")

    def install(entry: str, code: str) -> None:
        (info / "entry_points.txt").write_text(f"[touhu.formats]\n{entry}\n")
        name = f"beats_{tmp_path.name}"  # another module in each test
        (tmp_path / f"{name}.py").write_text(code)
        (info / "entry_points.txt").write_text(f"[touhu.formats]\n{entry.format(name)}\n")

    return install


ONSETS = """
def render(performance, options):
    return "".join(f"{stroke.onset}\\n" for stroke in performance.strokes).encode()
def check(data, performance, options):
    if len(data.splitlines()) != len(performance.strokes):
        raise ValueError("strokes are lost")
"""


def test_a_format_of_another_package_is_found_by_its_entry_point(plugin: Callable[[str, str], None]) -> None:
    plugin("beats = {0}", ONSETS)
    assert formats()["beats"].summary.startswith("from beats")
    assert render("beats", performance("xue-1", Use.TOUHU)) == b"0\n1\n2\n3\n4\n5\n6\n7\n"


@pytest.mark.parametrize(
    "entry, code, message",
    [
        ("beats = {0}", ONSETS.replace("encode()", "encode()[2:]"), "ValueError: strokes are lost"),
        ("beats = {0}:nothing", ONSETS, "AttributeError: "),
        ("beats = nowhere.at_all", "", "ModuleNotFoundError: No module named 'nowhere'"),
        ("beats = {0}", "1/0", "ZeroDivisionError: division by zero"),
    ],
)
def test_what_goes_wrong_in_another_package_is_one_error(
    plugin: Callable[[str, str], None], entry: str, code: str, message: str
) -> None:
    plugin(entry, code)
    with pytest.raises(RenderError, match="format beats of ") as caught:
        render("beats", performance("xue-1", Use.TOUHU))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    render("txt", performance("xue-1", Use.TOUHU))


@pytest.mark.parametrize(
    "entry, message",
    [
        ("mid = {0}", "format mid of beats_.* is already taken"),
        ("../x = {0}", r"format '../x' of beats_.* is no suffix"),
    ],
)
def test_another_package_cannot_take_a_name_or_a_path(
    plugin: Callable[[str, str], None], entry: str, message: str
) -> None:
    plugin(entry, ONSETS)
    with pytest.raises(RenderError, match=message):
        formats()


def test_an_unknown_format_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(RenderError) as caught:
        find("wma")
    assert str(caught.value) == f"no format 'wma'; there are {' '.join(FORMATS)}"
