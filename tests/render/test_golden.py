"""Stable texts of the formats beside the files in tests/golden; `make golden` rewrites those."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from difflib import unified_diff
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Final

import mido
import pytest
from conftest import performance
from render.pictures import centres, svg

from touhu_music import Performance, Use
from touhu_music.performance import Timing
from touhu_music.render import render

GOLDEN: Final = Path(__file__).parents[1] / "golden"


def score(it: Performance) -> str:
    """Return the MusicXML without the version of music21."""
    return re.sub(r"music21 v\.[\d.]+", "music21", render("musicxml", it).decode())


def places(it: Performance) -> str:
    """Return the size of the picture, then the middle of each stroke and of 半, in points."""
    picture = svg(it)
    lines = [f"picture {picture.get('width')} {picture.get('height')}"]
    lines += [f"{name} {x:.1f} {y:.1f}" for name, (x, y) in centres(picture).items()]
    return "\n".join(lines) + "\n"


def messages(it: Performance) -> str:
    """Return the MIDI file, one line a message, each with its ticks after the one before."""
    file = mido.MidiFile(file=BytesIO(render("mid", it)), charset="utf-8")
    lines = [f"type {file.type}, {file.ticks_per_beat} ticks a quarter"]
    for number, track in enumerate(file.tracks, 1):
        lines += ["", f"track {number}", *map(str, track)]
    return "\n".join(lines) + "\n"


CASES: Final[dict[str, Callable[[], str]]] = {
    "lu-1_archery.musicxml": lambda: score(performance("lu-1")),
    "xue-2@C_touhu.musicxml": lambda: score(performance("xue-2", Use.TOUHU, "C")),
    "lu-1_touhu_on-gu.timeline.svg.txt": lambda: places(performance("lu-1", Use.TOUHU, timing=Timing.ON_GU)),
    "lu-1_archery_2-cycles_gap.mid.txt": lambda: messages(performance("lu-1", cycles=2, gap=Fraction(4))),
}


def compare(text: str, file: Path) -> None:
    """Fail with the differences between a text and its golden file, or rewrite the file if asked to."""
    if os.environ.get("TOUHU_GOLDEN") == "update":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
        return
    if not file.is_file():
        pytest.fail(f"{file.name} is missing; `make golden` writes it", pytrace=False)
    golden = file.read_text(encoding="utf-8")
    if golden != text:
        lines = unified_diff(golden.splitlines(), text.splitlines(), file.name, "now", lineterm="")
        pytest.fail("\n".join([*lines, "`make golden` accepts this"]), pytrace=False)


@pytest.mark.parametrize("name", CASES)
def test_the_text_is_that_of_the_golden_file(name: str) -> None:
    compare(CASES[name](), GOLDEN / name)


def test_a_missing_golden_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOUHU_GOLDEN", raising=False)
    with pytest.raises(pytest.fail.Exception, match=r"^new\.txt is missing"):
        compare("○\n", tmp_path / "new.txt")


def test_a_difference_is_shown_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOUHU_GOLDEN", raising=False)
    (tmp_path / "old.txt").write_text("○\n□\n", encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match=r"\n-□\n\+○\n"):
        compare("○\n○\n", tmp_path / "old.txt")


def test_an_update_rewrites_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUHU_GOLDEN", "update")
    compare("○\n", tmp_path / "golden" / "new.txt")
    assert (tmp_path / "golden" / "new.txt").read_text(encoding="utf-8") == "○\n"
