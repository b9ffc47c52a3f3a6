"""The rite in the kit: what is there, for whom, under which choices, and what is left out if it must be."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import mido
import pytest
from conftest import heard, performance

from touhu_music import Use, font, kit, kit_rite
from touhu_music.errors import LibraryError, RenderError, RiteError
from touhu_music.kit_rite import Staging
from touhu_music.language import Language
from touhu_music.render import Data, Options
from touhu_music.rite.measures.measures import Venue


def made(
    language: Language = Language.ENGLISH, plan: dict[str, Any] | None = None, **given: Any
) -> dict[str, Callable[[], Data]]:
    """Return what makes the files of a kit."""
    drawn = [performance("lu-1", use, **plan or {}) for use in Use]
    return kit.contents(drawn, Options(language), Fraction(10), (), Staging(**given))


def text(files: dict[str, Callable[[], Data]], name: str) -> str:
    return bytes(files[name]()).decode()


@pytest.mark.parametrize("language", Language)
def test_three_links_come_first(language: Language) -> None:
    page = text(made(language), "index.html")
    nav = re.search(r"<nav>\n(.*?)\n</nav>", page, re.S)
    assert nav is not None
    assert re.findall(r'href="([^"]*)"', nav[1]) == ["touhu.html", "#print", "#rite"]


@pytest.mark.parametrize("language", Language)
def test_every_file_is_linked_and_named(language: Language) -> None:
    files = made(language)
    names = [name for name in files if name.startswith("rite/")]
    assert names == [f"rite/{each.name}" for each in kit_rite.FILES]
    page, readme = text(files, "index.html"), text(files, "README.txt")
    for name in names:
        assert page.count(f'href="{name}"') == 1
        assert readme.count(f"  {name} ") == 1


def test_every_venue_has_its_plans() -> None:
    assert tuple(Venue) == kit_rite.VENUES


def test_files_for_paper_are_left_out_without_the_converter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "svg2pdf_py", None)
    files = made()
    names = [name for name in files if name.startswith("rite/")]
    assert names == [f"rite/{each.name}" for each in kit_rite.FILES if not each.name.endswith(".pdf")]
    assert not any(name.endswith(".pdf") for name in files)
    assert ".pdf" not in text(files, "index.html")


def test_the_herald_has_no_order_without_the_korean_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font, "KOREAN", font.KOREAN._replace(package="no_such_package"))
    files = made()
    assert "rite/hongi.html" not in files
    assert "hongi" not in text(files, "index.html")
    assert text(files, "rite/cues.html").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("school, warning", [("lu", "偝立踰言有常爵"), ("xue", "若是者浮")])
def test_the_school_is_that_of_drum_and_warning(school: str, warning: str) -> None:
    files = made(school=school)
    rows = list(csv.DictReader(StringIO(text(files, "rite/cues.csv"))))
    assert {row["cadence"] for row in rows} == {"", f"{school}-1"}
    assert any(row["step"] == "R20" and warning in row["words"] for row in rows)
    for name in ("rite/parts.html", "rite/cues.html", "rite/hongi.html"):
        assert warning in text(files, name)


def test_the_drum_is_as_the_plan_of_the_kit_has_it() -> None:
    gap, tempo = Fraction(4), Fraction(72)
    files = made(plan={"gap": gap, "beats_per_minute": tempo, "count_in": 3, "cycles": 7})
    rows = list(csv.DictReader(StringIO(text(files, "rite/cues.csv"))))
    starts = dict.fromkeys(row["start_beats"] for row in rows if row["start_beats"])
    assert list(starts) == ["0", "16", "32", "48", "64"]
    notes = heard(mido.MidiFile(file=BytesIO(bytes(files["rite/cues.mid"]()))))
    assert notes[0][0] == 0
    assert len(notes) == 3 * 5 * 12
    assert "72 beats a minute" in text(files, "rite/parts.html")


def test_as_many_people_as_there_are_have_a_sheet() -> None:
    files = made(people=6, pairs=1)
    assert re.findall(r"<h2>(.*?)</h2>", text(files, "rite/parts.html")) == [
        f"person {n}" for n in range(1, 7)
    ]
    assert text(files, "rite/cast.toml").count("[[people]]") == 6
    assert "people: 6; roles: 12; at least 5 people" in text(files, "README.txt")


@pytest.mark.parametrize("people, pairs, least", [(4, 1, 5), (7, 2, 8)])
def test_too_few_people_are_refused_before_anything_is_made(people: int, pairs: int, least: int) -> None:
    with pytest.raises(RiteError, match=f"too few people, {people}; at least {least} are needed"):
        made(people=people, pairs=pairs)


def test_the_names_of_a_cast_file_are_on_sheets_and_cues(tmp_path: Path) -> None:
    path = tmp_path / "cast.toml"
    path.write_text(text(made(people=5), "rite/cast.toml").replace('"person 1"', '"Anna"'), encoding="utf-8")
    files = made(cast=str(path))
    assert "<h2>Anna</h2>" in text(files, "rite/parts.html")
    assert "Anna · The guest declines." in text(files, "rite/cues.html")
    assert "people" in text(files, "rite/cues.csv").partition("\n")[0].split(",")
    assert text(files, "rite/cast.toml") == path.read_text("utf-8")
    path.write_text("", encoding="utf-8")
    with pytest.raises(LibraryError, match=r"no \[\[people\]\]"):
        made(cast=str(path))


def test_a_title_heads_what_the_troupe_reads() -> None:
    title = "Autumn rite & <feast>"
    files = made(title=title)
    escaped = "Autumn rite &amp; &lt;feast&gt;"
    for name in ("index.html", "rite/parts.html"):
        assert f"<h1>{escaped}</h1>" in text(files, name)
        assert "<feast>" not in text(files, name)
    assert text(files, "README.txt").startswith(f"touhu_music: {title}\n")


def test_a_title_that_the_font_lacks_is_refused_before_anything_is_made() -> None:
    with pytest.raises(RenderError, match="1F941"):
        made(title="\U0001f941")


@pytest.mark.parametrize("language", Language)
def test_names_that_no_font_has_are_refused_before_anything_is_made(
    tmp_path: Path, language: Language
) -> None:
    path = tmp_path / "cast.toml"
    path.write_bytes(bytes(made(people=6)["rite/cast.toml"]()))
    named = path.read_text(encoding="utf-8")
    path.write_text(
        named.replace('"person 2"', '"김철수"').replace('"person 3"', '"王小明"'), encoding="utf-8"
    )
    assert made(language, cast=str(path))
    path.write_text(named.replace('"person 2"', '"Zoë \U0001f3ad"'), encoding="utf-8")
    with pytest.raises(RenderError, match=r"^Zoë \U0001f3ad: .*U\+1F3AD is not in the font"):
        made(language, cast=str(path))


def test_the_same_choices_are_the_same_bytes() -> None:
    one, other = made(people=5), made(people=5)
    for name in one:
        if name.startswith("rite/") and not name.endswith(".pdf"):
            assert bytes(one[name]()) == bytes(other[name]())
