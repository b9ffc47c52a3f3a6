"""`touhu rite cast` as it is called: lines, files, and what it refuses."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from conftest import run
from pypdf import PdfReader

from touhu_music.language import Language


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_cast_is_proposed_and_the_least_number_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "cast", "--people", "10")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == "投壺 touhu (pitch-pot) (禮記): cast"
    assert lines[2] == "  people: 10; roles: 12; at least 5 people"
    assert lines[3] == (
        "  at least 5: at R13 a person each is needed for guest, host, director, pot-bearer, assistant"
    )
    assert sum(line.startswith((" 1 ", " 2 ", "10 ")) for line in lines) == 3
    assert any("Who beats the drums, the books do not say" in line for line in lines)


@pytest.mark.parametrize("language", Language)
def test_the_cast_file_is_read_again_in_every_language(
    capsys: pytest.CaptureFixture[str], language: Language
) -> None:
    options = ["rite", "cast", "--people", "7", "--lang", str(language)]
    assert run(capsys, *options, "-o", "cast.toml") == (0, "cast.toml\n", "")
    assert run(capsys, *options, "-o", "cast.csv") == (0, "cast.csv\n", "")
    proposed = json.loads(run(capsys, *options, "--json")[1])["cast"]
    for name in ("cast.toml", "cast.csv"):
        code, out, err = run(capsys, "rite", "cast", "--cast", name, "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["cast"] == proposed


def test_names_that_are_written_into_the_file_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "rite", "cast", "--people", "5", "-o", "cast.toml")
    path = Path("cast.toml")
    path.write_text(path.read_text("utf-8").replace('"person 4"', '"김철수"'), encoding="utf-8")
    out = run(capsys, "rite", "cast", "--cast", "cast.toml")[1]
    assert "of both parties: 김철수, person 5" in out


def test_without_a_number_each_role_has_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    shape = json.loads(run(capsys, "rite", "cast", "--pairs", "2", "--herald", "--json")[1])
    assert len(shape["cast"]) == len(shape["roles"]) == 16
    assert all(len(person["roles"]) == 1 for person in shape["cast"])


def test_the_choices_of_the_rite_change_the_roles(capsys: pytest.CaptureFixture[str]) -> None:
    def roles(*options: str) -> set[str]:
        return {
            role["role"] for role in json.loads(run(capsys, "rite", "cast", *options, "--json")[1])["roles"]
        }

    usual = roles()
    assert roles("--text", "dadai") - usual == {"overseer"}
    assert usual - roles("--text", "dingzhai") == {"master"}
    assert usual - roles("--no-strings") == {"strings"}
    assert roles("--drummers", "2") ^ usual == {"drummer", "pi", "gu"}
    assert usual - roles("--results", "G,G,G") == {"pourer-host"}
    assert roles("--pairs", "2") - usual == {"servant", "guest-2", "host-2"}
    assert {"upper-3", "lower-3", "scorer", "target"} <= roles("--rite", "archery")


def test_files_hold_what_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "rite", "cast", "-o", "cast.json")
    assert json.loads(Path("cast.json").read_text("utf-8")) == json.loads(
        run(capsys, "rite", "cast", "--json")[1]
    )
    run(capsys, "rite", "cast", "-o", "cast.toml", "--quiet")
    people = tomllib.loads(Path("cast.toml").read_text("utf-8"))["people"]
    assert [person["name"] for person in people] == [f"person {n}" for n in range(1, 13)]


REFUSED = {
    ("--people", "4"): "too few people, 4; at least 5 are needed: R13 needs these at once, and some play "
    "nothing else: guest, host, director, pot-bearer, assistant",
    ("--people", "0"): "people must be in range 1..1000, not 0",
    ("--people", "-3"): "people must be in range 1..1000, not -3",
    ("--people", "1001"): "people must be in range 1..1000, not 1001",
    ("--people", "2.5"): "people must be a whole number, not 2.5",
    ("--people", "nan"): "people must be a number such as 72, 72.5 or 1/2, not 'nan'",
    ("--people", "many"): "people must be a number such as 72, 72.5 or 1/2, not 'many'",
    ("--drummers", "3"): "drummers must be 1 or 2, not 3",
    ("--pairs", "0"): "pairs must be in range 1..100, not 0",
    ("--rite", "chess"): "no rite 'chess'; there are archery touhu",
    ("--cast", "none.toml"): "none.toml: No such file or directory",
    (
        "--cast",
        "x.toml",
        "--people",
        "5",
    ): "--cast and --people exclude each other: the file says who there is",
    ("-o", "cast.xls"): "'cast.xls' must end in one of .toml .csv .json",
    ("-o", "none/cast.toml"): "none/cast.toml: no such folder",
}


@pytest.mark.parametrize("options, fault", REFUSED.items(), ids=lambda value: str(value)[:30])
def test_what_cannot_be_is_one_line(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], fault: str
) -> None:
    assert run(capsys, "rite", "cast", *options) == (1, "", f"touhu: {fault}\n")


def test_an_old_file_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cast.toml").write_text("mine", encoding="utf-8")
    assert run(capsys, "rite", "cast", "-o", "cast.toml") == (
        1,
        "",
        "touhu: cast.toml: exists; --force replaces it\n",
    )
    assert Path("cast.toml").read_text(encoding="utf-8") == "mine"
    assert run(capsys, "rite", "cast", "-o", "cast.toml", "--force")[0] == 0


def test_a_file_and_json_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "cast", "--json", "-o", "cast.toml")
    assert (code, out) == (2, "")
    assert "-o and --json exclude each other" in err


# --- the cue sheet with names -------------------------------------------------------------------


@pytest.fixture
def cast(capsys: pytest.CaptureFixture[str]) -> str:
    """Write a cast of seven with two names, and return its path."""
    run(capsys, "rite", "cast", "--people", "7", "-o", "cast.toml")
    path = Path("cast.toml")
    text = path.read_text("utf-8").replace('"person 1"', '"Anna"').replace('"person 2"', '"김철수"')
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_cue_sheet_names_who_plays_each_row(capsys: pytest.CaptureFixture[str], cast: str) -> None:
    rows = json.loads(run(capsys, "rite", "cues", "--cast", cast, "--json")[1])
    assert {row["people"] for row in rows if row["who"] == "賓"} == {"Anna"}
    assert {row["people"] for row in rows if row["who"] == "主人"} == {"김철수"}
    assert {row["people"] for row in rows if row["who"] == "勝者"} == {"Anna/김철수"}
    assert all(row["people"] for row in rows)
    assert "people" not in json.loads(run(capsys, "rite", "cues", "--json")[1])[0]
    out = run(capsys, "rite", "cues", "--cast", cast)[1]
    assert "R03  text        賓 guest          Anna · The guest declines." in out


@pytest.mark.parametrize("name", ["cues.csv", "cues.json", "cues.html", "cues.pdf"])
def test_files_of_the_cue_sheet_name_people_too(
    capsys: pytest.CaptureFixture[str], cast: str, name: str
) -> None:
    assert run(capsys, "rite", "cues", "--cast", cast, "--round", "1", "-o", name) == (0, f"{name}\n", "")
    data = Path(name).read_bytes()
    if name.endswith(".pdf"):
        assert "Anna" in "".join(page.extract_text() for page in PdfReader(name).pages[:1])
    else:
        assert "김철수" in data.decode()


@pytest.mark.parametrize(
    "options, fault",
    [
        (["--props"], "--cast is for the sheet, not --props"),
        (["--layout", "hongi"], "--cast is for the sheet, not the layout hongi"),
        (["-o", "cues.mid"], "--cast is for the sheet, not .mid, in which nobody is named"),
        (["--pairs", "2"], "cast.toml: nobody is servant, guest-2, host-2"),
    ],
)
def test_where_no_names_can_be_is_told(
    capsys: pytest.CaptureFixture[str], cast: str, options: list[str], fault: str
) -> None:
    assert run(capsys, "rite", "cues", "--cast", cast, *options) == (1, "", f"touhu: {fault}\n")
