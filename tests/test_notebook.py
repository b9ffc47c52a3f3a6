"""What a notebook shows; the notebook in docs/ is run cell by cell and compared."""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import uharfbuzz
from conftest import performance

from touhu_music import Drum, Use, parse
from touhu_music.errors import TouhuError

NOTEBOOK = Path(__file__).parents[1] / "docs" / "drum-patterns.ipynb"


def run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell as a notebook does, and return its outputs in the notebook's own form."""
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        shown = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            shown = {"image/svg+xml": value._repr_svg_().splitlines(keepends=True), **shown}
        outputs.append(
            {"data": shown, "execution_count": None, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def test_the_notebook_shows_what_its_cells_give() -> None:
    written = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in written["cells"]:
        if cell["cell_type"] == "code":
            outputs = run("".join(cell["source"]), names)
            if os.environ.get("TOUHU_GOLDEN") == "update":
                cell["outputs"] = outputs
            for found, shown in zip(outputs, cell["outputs"], strict=True):
                assert plain(found) == plain(shown), cell["source"]
    if os.environ.get("TOUHU_GOLDEN") == "update":
        text = json.dumps(written, ensure_ascii=False, indent=1)
        NOTEBOOK.write_text(f"{text}\n", encoding="utf-8")


def plain(output: dict[str, Any]) -> Any:
    """Return what must be the same whatever release of the engraver and of the fonts draws it."""
    data = output.get("data", {})
    return {key: text for key, text in data.items() if key != "image/svg+xml"} or output.get("text")


def test_every_picture_of_the_notebook_is_drawn() -> None:
    outputs = [
        out for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] for out in cell.get("outputs", [])
    ]
    pictures = [
        output["data"]["image/svg+xml"] for output in outputs if "image/svg+xml" in output.get("data", {})
    ]
    assert len(pictures) == 2
    assert all("<svg" in "".join(picture) for picture in pictures)


def test_a_row_shows_its_marks_as_shapes() -> None:
    svg = parse("○□○○半○□○")._repr_svg_()
    assert (svg.count("<circle"), svg.count("<rect"), svg.count("<text")) == (5, 2, 1)


def test_a_row_brings_its_letter() -> None:
    svg = parse("○□○○半○□○")._repr_svg_()
    (data,) = re.findall(r"@font-face [^}]*data:font/otf;base64,([^)\s]+)\)", svg)
    face = uharfbuzz.Face(base64.b64decode(data))
    assert "半" in map(chr, face.unicodes)


def test_onsets_are_an_array_of_beats() -> None:
    found = performance("lu-1", Use.TOUHU, cycles=2)
    assert found.onsets(Drum.GU).tolist() == [1, 3, 7, 8, 10, 13, 15, 19, 20, 22]
    assert found.onsets().tolist() == list(range(24))


@pytest.mark.parametrize("drum", Drum)
def test_a_drum_may_be_given_as_its_mark(drum: Drum) -> None:
    found = performance("lu-1", Use.TOUHU)
    assert found.onsets(str(drum)).tolist() == found.onsets(drum).tolist() != []


@pytest.mark.parametrize("drum", ["gu", "", "○□", 1])
def test_a_drum_that_is_none_is_refused(drum: Any) -> None:
    with pytest.raises(TouhuError, match=f"^unknown drum '{drum}'; expected ○ or □$"):
        performance().onsets(drum)


def test_a_frame_has_one_line_a_stroke() -> None:
    found = performance("xue-2", Use.ARCHERY, "C")
    table = found.to_frame()
    assert len(table) == 32
    assert table["doubtful"].tolist() == [False] * 31 + [True]
    assert table["byte"].iloc[-1] == 14262
    assert "".join(found.cadence.to_frame()["mark"]) == str(found.cadence).replace("半", "")


def test_without_pandas_a_frame_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(TouhuError, match="tables of strokes need the package pandas"):
        parse("○□○○半○□○").to_frame()


def test_a_comparison_shows_its_figure_its_numbers_and_its_sound() -> None:
    from touhu_music import witness
    from touhu_music.comparison import compare

    shown = compare(witness("A").reading("lu-1"), witness("A").reading("xue-1"))._repr_html_()
    assert shown.count("<svg") == 1
    assert "edit distance 4; at least 4 by the lengths" in shown
    (sound,) = re.findall(r'src="data:audio/ogg;base64,([^"]+)"', shown)
    assert base64.b64decode(sound)[:4] == b"OggS"


def test_a_comparison_is_a_table_of_its_parts() -> None:
    from touhu_music.comparison import compare

    table = compare("○□○○半○□○", "○□○半○○").to_frame()
    assert table["part"].tolist() == ["before_half", "after_half", "whole"]
    assert table["distance"].tolist() == [1, 1, 2]
    assert table["p_counts"].tolist()[1] == 1.0
