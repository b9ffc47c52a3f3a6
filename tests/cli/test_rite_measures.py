"""`touhu rite measures` and `touhu rite stage` through the door."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from conftest import run

from touhu_music import vector
from touhu_music.language import Language


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_venue_is_told_with_its_sources(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "measures", "--venue", "hall")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "投壺度數 measures of touhu",
        "1 尺 is 10 寸; no source gives its modern length",
        "",
        "矢與遠近 arrows and distances",
        "  堂上，日晚 hall, late in the day",
        "    arrow in 扶: 7 扶  [text, 禮記訓纂, 「堂上七扶」]",
        "    arrow: 28 寸 = 2 尺 8 寸  [commentary, 禮記訓纂, 「铺四指曰扶」]",
        "    aslant from each seat: 70 寸 = 7 尺  [commentary, 禮記訓纂, 禮記義疏, 「邪行」]",
        "    due south of midway between the seats: √4000 = 63.2456 寸 = √40 尺 = 6.3246 尺  [layout]",
    ]


def test_the_shape_of_the_measures_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "measures", "--venue", "hall", "--foot", "23.1", "--json")
    shape = json.loads(out)
    assert (code, err) == (0, "")
    assert shape["foot_cm"] == 23.1
    assert shape["measures"][3] == {
        "group": "venue",
        "item": "hall",
        "quantity": "depth",
        "exact": "√4000",
        "value": 63.2456,
        "unit": "寸",
        "cm": 146.1,
        "basis": "layout",
        "sources": [],
        "quote": "",
    }
    assert list(shape) == ["foot_cm", "ears", "measures"]
    whole = json.loads(run(capsys, "rite", "measures", "--json")[1])
    assert list(whole) == ["foot_cm", "ears", "measures", "volume", "zhu", "slips", "modern"]
    assert whole["ears"] == {"liji": "none", "dadai": "none", "dingzhai": "kept", "sima": "measured"}
    assert whole["volume"][6]["slip"]
    assert all(each["cm"] is None for each in whole["measures"])


@pytest.mark.parametrize("language", Language)
def test_every_language_tells_the_volume_with_its_slips(
    capsys: pytest.CaptureFixture[str], language: Language
) -> None:
    code, out, err = run(capsys, "rite", "measures", "--pot", "liji", "--lang", str(language))
    assert (code, err) == (0, "")
    assert "并前六十六寸八分，得八十六寸八分也" in out
    assert "66.8 + 21.6 = 88.4 ≠ 86.8" in out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("--cm",), "no centimetres without --foot CM: the sources give no modern length of the 尺"),
        (("--foot", "x"), "foot must be a number such as 72, 72.5 or 1/2, not 'x'"),
        (("--foot", "-1"), "foot: -1 cm; expected the length of a 尺, 10 to 100"),
        (("--foot", "nan"), "foot must be a number such as 72, 72.5 or 1/2, not 'nan'"),
        (("-o", "props.png"), "'props.png' must end in one of .csv .json .html .svg .pdf"),
        (("-o", "p.svg", "--pot", "sima"), ".svg draws all props: leave out --venue and --pot"),
        (("-o", "p.pdf", "--venue", "hall"), ".pdf draws all props: leave out --venue and --pot"),
        (("-o", "nowhere/props.svg"), "nowhere/props.svg: no such folder"),
    ],
)
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(capsys, "rite", "measures", *arguments) == (1, "", f"touhu: {message}\n")


@pytest.mark.parametrize(
    "arguments", [("--venue", "sea"), ("--pot", "x"), ("--json", "-o", "a.json"), ("x",), ("--foo",)]
)
def test_a_wrong_command_line_is_of_the_option_parser(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(capsys, "rite", "measures", *arguments)[0] == 2


@pytest.mark.parametrize(
    "name",
    [
        "props.csv",
        "props.json",
        "props.html",
        "props.svg",
        pytest.param(
            "props.pdf",
            marks=pytest.mark.skipif(not vector.can_write_pdf(), reason="no converter to PDF here"),
        ),
    ],
)
def test_a_file_is_written_whole_and_never_over_another(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    assert run(capsys, "rite", "measures", "-o", name) == (0, f"{name}\n", "")
    data = (tmp_path / name).read_bytes()
    refused = run(capsys, "rite", "measures", "-o", name)
    assert refused == (1, "", f"touhu: {name}: exists; --force replaces it\n")
    assert run(capsys, "rite", "measures", "-o", name, "--force", "--quiet") == (0, "", "")
    if not name.endswith(".pdf"):
        assert (tmp_path / name).read_bytes() == data


def test_the_table_has_a_line_for_each_measure(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "rite", "measures", "--foot", "20", "-o", "m.csv")
    with (tmp_path / "m.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    (court,) = [row for row in rows if (row["item"], row["quantity"]) == ("court", "arrow")]
    assert (court["exact"], court["unit"], court["cm"]) == ("36", "寸", "72")
    assert [row["exact"] for row in rows if row["item"] == "square"] == ["432/5"]
    slips = {row["item"]: (row["quote"], row["zhushu"]) for row in rows if row["slip"]}
    assert slips["square"] == ("并前六十六寸八分，得八十六寸八分也", "并前六十四寸八分得八十六寸四分也")
    assert set(slips) == {"sheng", "square", "nine"}


# --- stage ---------------------------------------------------------------------------------------


def test_the_terminal_lists_places_with_numbers_and_basis(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "stage", "--section", "請投")
    assert (code, err) == (0, "")
    assert (
        "  pot           (0, -6.3246)     the place of the pot  [text, 禮記訓纂, 「壶去席二矢半」]\n" in out
    )
    assert "  pillar-W      (-8, 0)          west pillar  [layout]\n" in out
    assert "  司射 director: west of the counter-box (-11, -11) E  R22-R24  [text]\n" in out
    assert "\n5 請投 the throws\n" in out
    assert "\n6 視算" not in out


def test_the_shape_of_the_stage_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "stage", "--venue", "court", "--section", "5", "--json")
    shape = json.loads(out)
    assert (code, err) == (0, "")
    keys = ["venue", "unit", "foot_cm", "distance", "depth", "places", "relations", "sections"]
    assert list(shape) == keys
    assert shape["foot_cm"] is None
    assert (shape["venue"], shape["unit"], shape["distance"], shape["depth"]) == ("court", "尺", 9, "√72")
    assert shape["places"][3] == {
        "id": "pot",
        "x": 0,
        "y": -8.4853,
        "cm": None,
        "facing": None,
        "basis": "text",
        "numbers": "measured",
        "sources": ["003"],
        "quote": "壶去席二矢半",
    }
    (section,) = shape["sections"]
    assert section["moves"][0] == {"step": "R24", "who": "賓", "from": "mat-guest", "to": "side-W"}
    assert len(json.loads(run(capsys, "rite", "stage", "--json")[1])["sections"]) == 10


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ("--section", "x"),
            "no section 'x'; there are 請賓 就位 告法 作樂 請投 視算 行觴 再投 三投 慶禮, or 1 to 10",
        ),
        (("-o", "s.svg"), ".svg has one section: name it with --section, or write .pdf with all"),
        (("--foot", "-1"), "foot: -1 cm; expected the length of a 尺, 10 to 100"),
        (("--foot", "inf", "--json"), "foot must be a number such as 72, 72.5 or 1/2, not 'inf'"),
        (("-o", "s.html"), "'s.html' must end in one of .svg .pdf .png"),
        (("--section", "1", "-o", "nowhere/s.svg"), "nowhere/s.svg: no such folder"),
    ],
)
def test_what_is_wrong_with_a_plan_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(capsys, "rite", "stage", *arguments) == (1, "", f"touhu: {message}\n")


def test_with_a_foot_the_stage_is_laid_out_in_centimetres(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("rite", "stage", "--foot", "23.1", "--section", "5")
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert "138.6 cm from seat to seat, 161.7 cm to the pot, 146.1 cm due south to it\n" in out
    assert "  mat-guest     (-3, 0) S        (-69.3, 0) cm          the guest's throwing mat" in out
    places = {each["id"]: each["cm"] for each in json.loads(run(capsys, *arguments, "--json")[1])["places"]}
    assert (places["mat-host"], places["pot"], places["musicians"]) == ([69.3, 0], [0, -146.1], None)
    assert run(capsys, "rite", "measures", "--venue", "hall", "--foot", "23.1")[1].count("146.1 cm") == 1


@pytest.mark.parametrize("arguments", [("--venue", "sea"), ("--json", "-o", "s.pdf"), ("x",), ("--foo",)])
def test_a_wrong_command_line_of_the_stage_is_of_the_option_parser(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(capsys, "rite", "stage", *arguments)[0] == 2


@pytest.mark.skipif(not vector.can_write_pdf(), reason="no converter to PDF here")
@pytest.mark.parametrize("name, head", [("s.svg", b"<svg"), ("s.png", b"\x89PNG"), ("s.pdf", b"%PDF")])
def test_a_plan_is_written_whole_and_never_over_another(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, head: bytes
) -> None:
    arguments = ("rite", "stage", "--section", "7", "-o", name)
    assert run(capsys, *arguments) == (0, f"{name}\n", "")
    assert (tmp_path / name).read_bytes().startswith(head)
    assert run(capsys, *arguments) == (1, "", f"touhu: {name}: exists; --force replaces it\n")
    assert run(capsys, *arguments, "--force", "--quiet") == (0, "", "")
