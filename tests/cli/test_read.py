"""`touhu read` through the door: what a path means, and what is said of each text."""

from __future__ import annotations

import gzip
import json
import sys
import zipfile
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from conftest import run

from touhu_music.cli import main

ROW = "鼓○□○○半○□○魯鼓"
PAGE = f"<!DOCTYPE html>\n<title>○</title>\n<p>{ROW.replace('○', '&#9675;', 1)}</p>"
SHOWN = "lu-1  ○□○○半○□○  4+3 strokes, line {}, column {}\n  incomplete-set: 1 of 4 rows\n"


@pytest.fixture(autouse=True)
def _texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t/in").mkdir(parents=True)
    Path("t/none.txt").write_text("投壺之禮", encoding="utf-8")
    Path("t/in/none.txt").write_text("投壺之禮", encoding="utf-8")
    Path("t/picture.jpg").write_bytes(b"\xff\xd8\0\xff\xfe\0\xff")
    Path("t/in/page.html").write_text(PAGE, encoding="gb18030")
    Path("t/row.txt.gz").write_bytes(gzip.compress(ROW.encode()))
    with zipfile.ZipFile("t/z.zip", "w") as archive:
        archive.writestr("v/1.txt", ROW)
        archive.writestr("v/2.txt", "投壺之禮")


def test_a_folder_gives_the_texts_that_have_rows(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "read", "t")
    assert (code, err) == (0, "")
    assert out == (
        f"t/row.txt.gz (utf-8): 1 row\n{SHOWN.format(1, 2)}"
        f"t/z.zip!v/1.txt (utf-8): 1 row\n{SHOWN.format(1, 2)}"
        f"t/in/page.html (gb18030): 1 row\n{SHOWN.format(3, 5)}"
    )


NONE = "no-notation: no row of ○ and □ on both sides of 半\n"


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (["t/none.txt"], 1, f"touhu: t/none.txt: {NONE}"),
        (["t/none.txt", "t/in/none.txt"], 1, f"touhu: t/none.txt: {NONE}touhu: t/in/none.txt: {NONE}"),
        (["t/*.txt"], 1, f"touhu: t/none.txt: {NONE}"),
        (["t/**/*.txt"], 0, "touhu: no rows in 2 texts\n"),
        (["t/z.zip!v/2.txt"], 1, f"touhu: t/z.zip!v/2.txt: {NONE}"),
        (["t/z.zip!v/3.txt"], 1, "touhu: t/z.zip: no file v/3.txt in the archive\n"),
        (["t/*.md"], 1, "touhu: t/*.md: no such file, and none that matches\n"),
    ],
)
def test_a_text_without_rows_is_told_if_it_is_named_or_alone(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    assert run(capsys, "read", *arguments) == (code, "", said)


def test_what_fails_in_a_folder_is_a_line_and_the_rest_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t/bomb.xml").write_text("<!DOCTYPE a [<!ENTITY b '○'>]><a>&b;</a>", encoding="utf-8")
    Path("t/cut.txt").write_bytes(ROW.encode().replace("半".encode(), "半".encode()[1:]))
    code, out, err = run(capsys, "read", "t")
    assert (code, out.count("1 row\n")) == (1, 3)
    assert err == (
        "touhu: t/bomb.xml: hostile-markup: line 1, column 1: a document type declaration; delete it: "
        "entities and files that it names are never read\n"
        "touhu: t/cut.txt: undecodable: not UTF-8, and no row appears under "
        "utf-8 utf-16-le utf-16-be gb18030 big5 shift-jis euc-kr euc-jp\n"
    )


@pytest.mark.parametrize("arguments, listed", [(["t/in/page.html"], False), (["t/in"], True)])
def test_json_of_a_folder_is_a_list(
    capsys: pytest.CaptureFixture[str], arguments: list[str], listed: bool
) -> None:
    shape = json.loads(run(capsys, "read", "--json", *arguments)[1])
    assert isinstance(shape, list) == listed
    found = shape[0] if listed else shape
    mark = found["readings"][0]["marks"][0]
    assert (found["file"], mark["line"], mark["column"]) == ("t/in/page.html", 3, 5)
    assert Path("t/in/page.html").read_bytes()[mark["byte"] :].startswith(b"&#9675;")


@pytest.mark.parametrize("path", ["t/in/page.html", "t/row.txt.gz", "t/z.zip"])
def test_standard_input_is_read_packed_or_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(Path(path).read_bytes())))
    code, out, err = run(capsys, "read", "-")
    assert (code, out.count("lu-1  ○□○○半○□○"), err) == (0, 1, "")


@pytest.mark.parametrize(
    "argument, said",
    [
        (
            "t/in/page.html",
            "page.html: tags or entities stand in the rows; save the page as plain text first",
        ),
        ("t", "t: 3 texts have rows; a witness file is of one"),
    ],
)
def test_a_witness_file_is_of_one_plain_text(
    capsys: pytest.CaptureFixture[str], argument: str, said: str
) -> None:
    assert run(capsys, "read", "--toml", "--siglum", "X1", argument) == (1, "", f"touhu: {said}\n")


def test_a_page_without_tags_in_its_rows_makes_a_witness_file(capfd: pytest.CaptureFixture[str]) -> None:
    Path("p.html").write_text(f"<p>投壺</p>\n<p>{ROW}</p>", encoding="utf-8")
    assert main(["read", "--toml", "--siglum", "X1", "p.html"]) == 0
    assert 'line = 2\ncolumn = 4\nbyte = 17\ntext = "鼓○□○○半○□○魯鼓"\n' in capfd.readouterr().out


@pytest.mark.parametrize(
    "argument, said",
    [
        ("t/z.zip", "t/z.zip: several files; name one of them, such as t/z.zip!v/1.txt"),
        ("t", "t: Is a directory"),
        ("t/z.zip!v/2.txt", f"t/z.zip!v/2.txt: {NONE.strip()}"),
    ],
)
def test_another_command_takes_one_text(capsys: pytest.CaptureFixture[str], argument: str, said: str) -> None:
    assert main(["show", argument]) == 1
    assert capsys.readouterr() == ("", f"touhu: {said}\n")
    for path in ("t/z.zip!v/1.txt", "t/row.txt.gz", "t/in/page.html"):
        assert main(["show", path]) == 0
        assert "○□○\n" in capsys.readouterr().out
