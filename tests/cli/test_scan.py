"""`touhu scan` through the door: what is found in a corpus, and what stops nothing."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from conftest import run
from tables import ROWS

from touhu_music.cli import main
from touhu_music.edition import scanning

ROW = "鼓○□○○□□○□○○□半○□○□○○○□□○□○魯鼓"
OTHER = "鼓○□○○○□□○□○○□半○□○□○○○□□○□○魯鼓"
SCAN = ("scan", "--jobs", "1")
SAID = "lu-1  ○□○○□□○□○○□半○□○□○○○□□○□○  line {}, column {}: = A\n"


@pytest.fixture(autouse=True)
def _corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t/in").mkdir(parents=True)
    Path("t/none.txt").write_text("投壺之禮，二矢半。", encoding="utf-8")
    Path("t/picture.jpg").write_bytes(b"\xff\xd8\0\xff\xfe\0\xff")
    Path("t/big5.txt").write_text(f"投壺\n{OTHER}", encoding="cp950")
    Path("t/row.txt.gz").write_bytes(gzip.compress(ROW.encode()))
    with zipfile.ZipFile("t/z.zip", "w") as archive:
        archive.writestr("v/1.txt", ROW)
        archive.writestr("v/2.txt", "投壺之禮")
    Path("t/in/page.html").write_text(f"<!DOCTYPE html>\n<p>{ROW}</p>", encoding="gb18030")


TOLD = (
    "t/big5.txt (big5): 1 row\nlu-1  ○□○○○□□○□○○□半○□○□○○○□□○□○  line 2, column 2: "
    "against A: one ○ more in the run of strokes 3-4 before 半; = K02\n"
    f"t/row.txt.gz (utf-8): 1 row\n{SAID.format(1, 2)}"
    f"t/z.zip!v/1.txt (utf-8): 1 row\n{SAID.format(1, 2)}"
    f"t/in/page.html (gb18030): 1 row\n{SAID.format(2, 5)}"
)


def test_a_corpus_gives_its_rows_against_the_base(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *SCAN, "t") == (0, TOLD, "")


def test_several_processes_say_the_same_in_the_same_order() -> None:
    command = [sys.executable, "-m", "touhu_music", "scan", "--jobs", "3", "t", "t/z.zip"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    again = f"t/z.zip!v/1.txt (utf-8): 1 row\n{SAID.format(1, 2)}"
    assert (done.stdout, done.stderr) == (TOLD + again, "")


def test_nothing_found_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *SCAN, "t/none.txt", "t/picture.jpg") == (0, "", "")


def test_json_is_an_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *SCAN, "--json", "t")
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, [text["file"] for text in found]) == (
        0,
        ["t/big5.txt", "t/row.txt.gz", "t/z.zip!v/1.txt", "t/in/page.html"],
    )
    row = found[0]["readings"][0]
    assert (row["name"], row["agrees"], row["line"], row["column"]) == ("lu-1", ["K02"], 2, 2)
    against = row["against"]
    assert (against["witness"], against["cadence"], against["distance"]) == ("A", "lu-1", 1)
    assert [(edit["section"], edit["place"]) for edit in against["edits"]] == [("before_half", 3)]


DOUBTFUL = "鼓{}魯鼓{}薛鼓取半以下為投壺禮盡用之為射禮魯鼓{}薛鼓{}。按射義曰\n○按此一節"


def test_what_is_doubtful_is_told_on_its_line_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("lu-1@A", "xue-1@A", "lu-2@A", "xue-2@C")
    Path("c.txt").write_text(DOUBTFUL.format(*(ROWS[name] for name in names)), encoding="utf-8")
    code, out, _ = run(capsys, *SCAN, "c.txt")
    *others, last = out.splitlines()
    assert (code, [line.count("doubtful") for line in others]) == (0, [0] * 4)
    assert "; = C (doubtful); doubtful-final: the last ○ stands before 按, as a dividing ○" in last
    rows = json.loads(run(capsys, *SCAN, "--json", "c.txt")[1])["readings"]
    assert [(row["name"], row["doubtful"], "C" in row["agrees"]) for row in rows] == [
        ("lu-1", [], True),
        ("xue-1", [], True),
        ("lu-2", [], True),
        ("xue-2", ["C"], False),
    ]


def test_a_row_that_may_have_lost_its_last_mark_is_told_on_its_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("short.txt").write_text(ROW.replace("○魯", "。魯"), encoding="utf-8")
    _, out, _ = run(capsys, *SCAN, "short.txt")
    assert "; final-mark-check: one ○ shorter than a known reading" in out.splitlines()[1]


def test_what_cannot_be_read_is_a_line_and_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    os.symlink("a", "t/b")
    os.symlink("b", "t/a")
    os.symlink("..", "t/in/up")
    os.symlink("gone", "t/dangling.txt")
    os.mkfifo("t/pipe")
    Path("t/lost.txt").write_text("鼓：半魯鼓；半薛鼓。", encoding="utf-8")
    Path("t/cut.gz").write_bytes(gzip.compress(ROW.encode())[:-9])
    code, out, err = run(capsys, *SCAN, "t", "absent.txt")
    assert (code, out) == (1, TOLD)
    assert [line.partition(":")[2].partition(":")[0].strip() for line in err.splitlines()] == [
        "t/a",
        "t/b",
        "t/cut.gz",
        "t/dangling.txt",
        "t/lost.txt",
        "t/pipe",
        "t/in/up",
        "absent.txt",
    ]


def test_a_large_file_is_read_around_its_rows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "LARGEST_TEXT", 1000)
    monkeypatch.setattr(scanning, "SEGMENT", 1000)
    prose = "主人奉矢司射奉中\n" * 9000
    Path("large.txt").write_text(f"{prose}甲{ROW}\n{prose}{OTHER}{prose}", encoding="gb18030")
    code, out, err = run(capsys, *SCAN, "large.txt")
    assert (code, err) == (0, "")
    assert out.startswith(f"large.txt (gb18030): 2 rows\n{SAID.format(9001, 3)}lu-1 (set 2)  ")
    assert "  line 18002, column 2: against A: " in out


def test_a_wrong_number_of_jobs_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", "--jobs", "0", "t"]) == 1
    assert capsys.readouterr().err == "touhu: jobs must be from 1 to 256, not 0\n"


def test_an_interrupt_ends_all_processes() -> None:
    os.mkfifo("pipe")
    command = [sys.executable, "-m", "touhu_music", "scan", "--jobs", "2", "pipe"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as scan:
        writer = os.open("pipe", os.O_WRONLY)  # waits for the process that reads it
        time.sleep(0.1)
        os.killpg(scan.pid, signal.SIGINT)
        assert scan.wait(10) == 130
        assert scan.stderr is not None
        assert scan.stderr.read() == b"\n"  # it ends where no process has it open any more
        os.close(writer)


def readings(shapes: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    own = ("agrees", "doubtful", "against")
    return {
        text["file"]: [{key: row[key] for key in row if key not in own} for row in text["readings"]]
        for text in shapes
    }


def test_the_readings_are_those_of_read(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [str(texts / "witnesses"), str(texts / "seeds")]
    code, out, err = run(capsys, *SCAN, "--json", *folders)
    found = readings([json.loads(line) for line in out.splitlines()])
    assert main(["read", "--json", *folders]) == code
    read = capsys.readouterr()
    assert (found, err) == (readings(json.loads(read.out)), read.err)
    named = [Path(name).name for name in found]
    assert all(any(name.startswith(siglum) for name in named) for siglum in ("K02", "K11"))
    assert all(len(rows) == 4 for rows in found.values())
