"""`touhu rite parts` as it is called: lines, one file, a file a person, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import run
from pypdf import PdfReader


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_sheets_of_a_cast_file_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "rite", "cast", "--people", "8", "-o", "cast.toml")
    path = Path("cast.toml")
    path.write_text(path.read_text("utf-8").replace('"person 1"', '"Anna"'), encoding="utf-8")
    code, out, err = run(capsys, "rite", "parts", "--cast", "cast.toml", "--title", "Autumn rite")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == "Anna: Autumn rite"
    assert sum(line.endswith(": Autumn rite") for line in lines) == 8
    assert (
        "       (cue: R02 主人 host: 「某有枉矢哨壺，請以樂賓。」 mǒu yǒu wǎng shǐ qiào hú, qǐng yǐ lè bīn)"
        in lines
    )


def test_one_file_holds_all_and_a_folder_one_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["rite", "parts", "--people", "5"]
    assert run(capsys, *options, "-o", "parts.html") == (0, "parts.html\n", "")
    assert run(capsys, *options, "-o", "parts.txt") == (0, "parts.txt\n", "")
    assert Path("parts.txt").read_text("utf-8") == run(capsys, *options)[1]
    code, out, err = run(capsys, *options, "--into", "sheets", "--format", "txt")
    names = ["01_guest.txt", "02_host.txt", "03_director.txt"]
    names += [path.name for path in sorted(Path("sheets").glob("0[45]*.txt"))]
    assert (code, err) == (0, "")
    assert out.splitlines() == [str(Path("sheets", name)) for name in names]
    assert "\n".join(path.read_text("utf-8") for path in sorted(Path("sheets").iterdir())) == Path(
        "parts.txt"
    ).read_text("utf-8")


def test_the_print_has_a_page_of_the_cast_and_then_each_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rite", "parts", "--people", "5", "-o", "parts.pdf", "--round", "1")[0] == 0
    pages = [page.extract_text() for page in PdfReader("parts.pdf").pages[:2]]
    assert "at least 5" in pages[0]
    assert "person 1" in pages[0].replace("\n", " ")
    assert pages[1].replace("\n", " ").find("person 1") in range(20)


def test_sheets_of_archery_are_made_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "parts", "--rite", "archery", "--lang", "ko")
    assert (code, err) == (0, "")
    assert "上射第1耦 상사 1째 짝" in out


REFUSED = {
    ("--people", "3"): "too few people, 3; at least 5 are needed: R13 needs these at once, and some play "
    "nothing else: guest, host, director, pot-bearer, assistant",
    ("--title", " "): "title must be a text of at most 80 characters, not ' '",
    ("--title", "x" * 81): f"title must be a text of at most 80 characters, not '{'x' * 40}'",
    ("--title", "a\x1bb"): "title must be a text of at most 80 characters, not 'a\\x1bb'",
    ("-o", "parts.doc"): "'parts.doc' must end in one of .pdf .html .txt",
    ("-o", "-"): "'-' must end in one of .pdf .html .txt",
}


@pytest.mark.parametrize("options, fault", REFUSED.items(), ids=lambda value: str(value)[:20])
def test_what_cannot_be_is_one_line(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], fault: str
) -> None:
    assert run(capsys, "rite", "parts", *options) == (1, "", f"touhu: {fault}\n")


def test_nothing_is_begun_where_one_file_is_in_the_way(capsys: pytest.CaptureFixture[str]) -> None:
    Path("sheets").mkdir()
    Path("sheets/03_director.txt").write_text("mine", encoding="utf-8")
    options = ["rite", "parts", "--into", "sheets", "--format", "txt"]
    code, out, err = run(capsys, *options)
    assert (code, out) == (1, "")
    assert err == f"touhu: {Path('sheets/03_director.txt')}: exists; --force replaces it\n"
    assert [path.name for path in Path("sheets").iterdir()] == ["03_director.txt"]
    assert run(capsys, *options, "--force", "--quiet") == (0, "", "")


def test_a_file_and_a_folder_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "parts", "--into", "sheets", "-o", "parts.txt")
    assert (code, out) == (2, "")
    assert "-o and --into exclude each other" in err
