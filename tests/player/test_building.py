"""The player put together: one file and a site, the same each time, with nothing in them that can run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from conftest import run
from lxml import html
from tables import EDITION

from touhu_music import library
from touhu_music.language import Language
from touhu_music.notation import Use
from touhu_music.player import building
from touhu_music.player.data import player_data
from touhu_music.witnessfile import Witness, load


@pytest.fixture(scope="module")
def books() -> tuple[Witness, ...]:
    return tuple(load(path) for path in library.witnesses().values())


@dataclass
class Page:
    """A page and what is in it."""

    text: str
    data: dict[str, Any]
    style: str
    script: str
    policy: dict[str, str]


def opened(page: bytes) -> Page:
    text = page.decode()
    document = html.document_fromstring(page.decode())
    scripts = document.xpath("//script")
    data, *_ = [script for script in scripts if script.get("type") == "application/json"]
    (script,) = [script for script in scripts if script.get("type") != "application/json"]
    (style,) = document.xpath("//style")
    (policy,) = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    return Page(text, json.loads(data.text), style.text, script.text, rules)


@pytest.fixture(scope="module")
def page(books: tuple[Witness, ...]) -> Page:
    return opened(building.to_html(books, Language.ENGLISH))


def test_one_file_is_under_a_megabyte_and_the_same_each_time(books: tuple[Witness, ...], page: Page) -> None:
    assert len(page.text.encode()) < 1_000_000
    assert building.to_html(books, Language.ENGLISH).decode() == page.text


def test_the_page_has_every_row_of_every_book(page: Page) -> None:
    rows = {f"{row['name']}@{row['siglum']}": f"{row['before']}半{row['after']}" for row in page.data["rows"]}
    assert rows == EDITION
    assert {book["siglum"] for book in page.data["witnesses"]} == {row.split("@")[1] for row in EDITION}
    assert set(page.data["staves"]) == {f"{row}|{use}" for row in EDITION.values() for use in Use}


def test_the_stave_of_each_row_has_its_strokes(page: Page) -> None:
    for key, stave in page.data["staves"].items():
        row, use = key.split("|")
        strokes = row.split("半")[1] if use == "touhu" else row.replace("半", "")
        found = re.findall(r'id="stroke-(\d+)-(pi|gu)"', stave)
        drums = {int(number): drum for number, drum in found}
        assert "".join("○" if drums[place] == "pi" else "□" for place in sorted(drums)) == strokes


def test_only_its_own_style_and_script_may_run(page: Page) -> None:
    for text, rule in ((page.style, "style-src"), (page.script, "script-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert page.policy[rule] == f"'sha256-{digest}'"
    assert page.policy["default-src"] == "'none'"
    assert page.policy["connect-src"] == "'none'"
    assert "unsafe" not in " ".join(page.policy.values())
    assert not re.search(r"\son\w+\s*=|\sstyle\s*=|javascript:", page.text.partition("<script")[0])


def test_no_text_of_a_book_can_end_the_data_or_write_into_the_page(books: tuple[Witness, ...]) -> None:
    hostile = '</script><script>alert("x")</script>\u2028\u2029&lt;"\'<!--'
    reading = books[0].readings[0]._replace(source=hostile)
    book = books[0]._replace(title=hostile, short=hostile, readings=(reading, *books[0].readings[1:]))
    page = opened(building.to_html((book, *books[1:]), Language.ENGLISH))
    assert page.text.count("<script") == 4
    assert page.data["witnesses"][0]["title"] == hostile
    assert page.data["rows"][0]["source"] == hostile
    assert "\u2028" not in page.text.partition('type="application/json"')[2].partition("</script>")[0]


def test_a_books_own_rows_take_part(books: tuple[Witness, ...]) -> None:
    own = books[0]._replace(
        siglum="X1", readings=tuple(it._replace(witness="X1") for it in books[0].readings)
    )
    data = player_data((*books, own))
    assert sum(row["siglum"] == "X1" for row in data["rows"]) == 4


def test_without_scripts_the_rows_are_there_to_read(page: Page) -> None:
    (plain,) = html.document_fromstring(page.text).xpath("//*[@id='plain']")
    labels = [label for label in plain.xpath(".//@aria-label") if "半" in label]
    assert sorted(labels) == sorted(set(EDITION.values()))  # each form once, with all who print it
    figures = {
        figure.xpath(".//@aria-label")[0]: figure.text_content() for figure in plain.xpath(".//figure")
    }
    for row in page.data["rows"]:
        assert f"{row['siglum']} {row['source']}" in figures[f"{row['before']}半{row['after']}"]


def test_the_page_asks_for_nothing_from_elsewhere(page: Page) -> None:
    outside = re.findall(r"""(?:src|href)\s*=\s*["']([^"'#][^"']*)""", page.text.partition("<script")[0])
    assert all(link.startswith("data:") for link in outside), outside
    assert "http://" not in re.sub(r"http://www\.w3\.org/\S+", "", unescape(page.text))


def test_a_site_is_the_page_and_what_keeps_it(books: tuple[Witness, ...]) -> None:
    found = building.to_site(books, Language.KOREAN)
    assert list(found) == ["index.html", "manifest.webmanifest", "icon.svg", "worker.js"]
    page = opened(found["index.html"])
    assert page.policy["worker-src"] == "'self' blob:"
    assert '<html lang="ko">' in page.text
    manifest = json.loads(found["manifest.webmanifest"])
    assert {manifest["start_url"], manifest["scope"]} == {"./"}
    assert re.search(r"const CACHE = `touhu-[0-9a-f]{16} ", found["worker.js"].decode())
    assert building.to_site(books, Language.KOREAN) == found
    assert building.to_site(books, Language.ENGLISH)["worker.js"] != found["worker.js"]


def test_files_are_written_whole_and_never_over_another(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "player", "-o", "touhu.html") == (0, "touhu.html\n", "")
    assert run(capsys, "player", "-o", "touhu.html")[2] == "touhu: touhu.html: exists; --force replaces it\n"
    assert run(capsys, "player", "-o", "touhu.html", "--force", "--quiet") == (0, "", "")
    code, out, err = run(capsys, "player", "--site", "site")
    assert (code, err) == (0, "")
    assert [Path(line).name for line in out.splitlines()] == sorted(
        ["index.html", "manifest.webmanifest", "icon.svg", "worker.js"], key=out.index
    )
    assert run(capsys, "player")[0] == 2
    assert run(capsys, "player", "-o", "a.html", "--site", "b")[0] == 2
