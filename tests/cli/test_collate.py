"""`touhu collate` through the door."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from conftest import run

from touhu_music.passage import read
from touhu_music.witnessfile import draft


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOUHU_WITNESSES", raising=False)


def test_the_shape_of_json_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "collate", "lu-2", "--json")
    shape = json.loads(out)
    assert (code, err, shape["cadence"], shape["base"]) == (0, "", "lu-2", "A")
    entry = shape["entries"][1]
    assert [entry[key] for key in ("section", "position", "lemma")] == ["after_half", 3, "○○"]
    reading = entry["readings"][0]
    assert {key: reading[key] for key in ("row", "witnesses", "kind", "doubtful", "edits")} == {
        "row": "○□○□○○○○□○□○",
        "witnesses": ["B", "K02", "K03", "K13"],
        "kind": "omission",
        "doubtful": False,
        "edits": [{"kind": "omission", "place": 3, "first": "○○", "second": "○"}],
    }
    assert reading["judgement"].startswith("real variant: ")
    assert [form["count"] for form in shape["forms"] if form["section"] == "after_half"] == [7, 4, 1]


def test_without_a_row_all_four_are_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    shapes = json.loads(run(capsys, "collate", "--json")[1])
    assert [(shape["cadence"], len(shape["entries"])) for shape in shapes] == [
        ("lu-1", 2),
        ("xue-1", 0),
        ("lu-2", 2),
        ("xue-2", 1),
    ]


def test_the_terminal_shows_all_four_and_what_agreement_does_not_prove(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "collate")
    assert (code, err) == (0, "")
    assert [line for line in out.splitlines() if line.startswith(("lu-", "xue-"))] == [
        "lu-1: first chart, Lu",
        "xue-1: first chart, Xue",
        "lu-2: second chart, Lu",
        "xue-2: second chart, Xue",
    ]
    assert "\n   K09   1   1   1   3   0   1\n" in out
    assert "\nAgreement is no stemma: " in out
    assert "Wu" not in out


def test_doubtful_strokes_count_only_where_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(run(capsys, "collate", "xue-2", "--json")[1])["shared"] == []
    assert json.loads(run(capsys, "collate", "xue-2", "--json", "--with-doubtful")[1])["shared"] == [
        {"witnesses": ["C"], "edits": 1}
    ]


def test_reports_at_second_hand_are_labelled(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "collate", "lu-1", "--second-hand")[1]
    assert "stroke 8 □: 吳澄 has ○ (second hand, through 義疏 K07)." in out
    shape = json.loads(run(capsys, "collate", "lu-2", "--second-hand", "--json")[1])
    assert [(each["siglum"], each["through"]) for each in shape["second_hand"]] == [("Dadai", "K07")]


def test_only_some_books_are_held_together(capsys: pytest.CaptureFixture[str]) -> None:
    shape = json.loads(run(capsys, "collate", "lu-2", "--only", "B,K03", "--json")[1])
    assert [form["witnesses"] for form in shape["forms"]] == [["A", "B", "K03"], ["A"], ["B", "K03"]]


def test_a_users_book_takes_part_and_may_be_the_base(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = "鼓○□○○半○□○魯鼓"
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "X1.toml").write_text(draft("X1", "mine.txt", source, read(source)), encoding="utf-8")
    shape = json.loads(run(capsys, "collate", "lu-1", "--witnesses", "own", "--json")[1])
    assert ["X1"] in [reading["witnesses"] for entry in shape["entries"] for reading in entry["readings"]]
    assert json.loads(run(capsys, "collate", "lu-2", "--witnesses", "own", "--json")[1])["lacking"] == ["X1"]
    code, out, err = run(capsys, "collate", "--witnesses", "own", "--base", "X1", "--json")
    assert code == 1
    assert [shape["base"] for shape in json.loads(out)] == ["X1"]
    assert err.splitlines() == [
        f"touhu: witness X1 has no {name}; it has lu-1" for name in ("xue-1", "lu-2", "xue-2")
    ]


@pytest.mark.parametrize("arguments", [["lu-2"], []])
def test_files_are_written_whole_and_never_over_another(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str]
) -> None:
    for name in ("a.json", "a.csv", "a.html"):
        assert run(capsys, "collate", *arguments, "-o", name) == (0, f"{name}\n", "")
        assert run(capsys, "collate", *arguments, "-o", name) == (
            1,
            "",
            f"touhu: {name}: exists; --force replaces it\n",
        )
        assert run(capsys, "collate", *arguments, "-o", name, "--force", "--quiet") == (0, "", "")
    assert json.loads((tmp_path / "a.json").read_bytes()) == json.loads(
        run(capsys, "collate", *arguments, "--json")[1]
    )
    lines = list(csv.DictReader((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()))
    assert len(lines) == (3 if arguments else 6)
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["lu-9"], "no row 'lu-9'; there are lu-1 xue-1 lu-2 xue-2"),
        (["--only", "A,Z"], "no witness 'Z'; there are A B C K01"),
        (["--base", "Z"], "no witness 'Z'; there are A B C K01"),
        (["lu-1", "-o", "a.txt"], "'a.txt' must end in one of .json .csv .html"),
        (["lu-1", "-o", "none/a.json"], "none/a.json: no such folder"),
        (["lu-2", "--witnesses", "."], ".: no .toml file in the folder"),
    ],
)
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = run(capsys, "collate", *arguments)
    assert (code, out, len(err.splitlines())) == (1, "", 1)
    assert err.startswith(f"touhu: {message}")


def test_a_file_and_json_on_the_terminal_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "collate", "lu-1", "--json", "-o", "a.json")
    assert (code, out) == (2, "")
    assert "-o and --json exclude each other" in err
