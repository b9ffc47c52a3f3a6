"""`touhu verify` through the door: what it prints, and when it exits 0."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import perf_counter

import pytest
from conftest import NAMES, run
from tables import LU_1, LU_2, ROWS, SEEDS, XUE_1, XUE_2, page

from touhu_music import library
from touhu_music.cli import main
from touhu_music.notation import HALF


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOUHU_WITNESSES", raising=False)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    """Verify and return the exit code and the lines of stdout and stderr."""
    code, out, err = run(capsys, "verify", *arguments)
    return code, out.splitlines(), err.splitlines()


def printers(name: str, siglum: str = "A") -> str:
    """Return the witnesses that print a row as one of them does, and do not doubt it."""
    books = [library.witness(siglum) for siglum in library.witnesses()]
    return " ".join(
        book.siglum
        for book in books
        if str(book.reading(name).cadence) == ROWS[f"{name}@{siglum}"]
        and not any(mark.doubtful for mark in book.reading(name).marks)
    )


def clean(first: int, *columns: int) -> list[str]:
    """Return what is said of the four rows of a true copy on one line, its columns given."""
    return [
        f"line {first}, column {column}: this is {name}; agrees with {printers(name)}"
        for name, column in zip(NAMES, columns, strict=True)
    ]


# --- what it says ------------------------------------------------------------------------------


def test_a_true_copy_agrees_and_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    Path("page.txt").write_text(page(), encoding="utf-8")
    assert told(capsys, "page.txt") == (
        0,
        ["page.txt (utf-8): 4 of 4 rows agree", *clean(1, 2, 28, 75, 99)],
        [],
    )


def test_a_damaged_copy_beside_a_clean_one_is_told_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    damaged = page(lu_1=XUE_1, xue_1="○□○○半□□○", lu_2=LU_2.replace(HALF, ""))
    Path("page.txt").write_text(f"{page()}\n{damaged}", encoding="utf-8")
    code, out, err = told(capsys, "page.txt")
    assert (code, err) == (1, [])
    assert out == [
        "page.txt (utf-8): 7 of 8 rows agree",
        *clean(1, 2, 28, 75, 99),
        "line 2, column 2 (copy 2): named lu-1 in the text, but it is xue-1;"
        f" agrees with {printers('xue-1')}",
        "line 2, column 33 (copy 2): no known row;"
        f" nearest is lu-2 ({printers('lu-2', 'B')}): 13 strokes off,"
        " 4 missing before 半, 9 missing after 半;"
        f" against its name xue-1 ({printers('xue-1')}): 21 strokes off,"
        " 16 missing before 半, 5 missing after 半",
        f"line 2, column 59 (copy 2): without 半; this is the whole of lu-2; agrees with {printers('lu-2')}",
        f"line 2, column 82 (copy 2): this is xue-2; agrees with {printers('xue-2')}",
    ]


def test_look_alikes_are_told_below_their_row(capsys: pytest.CaptureFixture[str]) -> None:
    Path("page.txt").write_text(f"鼓{LU_1.replace('□', '囗', 1)}魯鼓", encoding="utf-8")
    assert told(capsys, "page.txt") == (
        0,
        [
            "page.txt (utf-8): 1 of 1 rows agree",
            f"line 1, column 2: this is lu-1; agrees with {printers('lu-1')}",
            "  glyph-variant: '囗' U+56D7 read as □ at 1:3",
        ],
        [],
    )


def test_what_cannot_be_read_is_told_with_its_place_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    Path("page.txt").write_text(f"鼓{LU_1}魯鼓○□甲○半○□○薛鼓", encoding="utf-8")
    code, out, err = told(capsys, "page.txt")
    assert (code, err) == (1, [])
    assert out == [
        "page.txt (utf-8): 1 of 1 rows agree",
        f"line 1, column 2: this is lu-1; agrees with {printers('lu-1')}",
        "  broken-row: line 1, column 31: 1 marks before 半 and 3 after it;"
        " expected three or more, and both ○ and □",
    ]


@pytest.mark.parametrize(
    "argument, code, line",
    [
        (LU_2, 0, "this is lu-2; agrees with {lu-2}"),
        (f"'{LU_2}'", 0, "this is lu-2; agrees with {lu-2}"),
        (XUE_1.split(HALF)[1], 0, "without 半; this is the touhu half of xue-1; agrees with {xue-1}"),
        (
            ROWS["xue-2@C"],
            0,
            "this is xue-2; agrees with C, whose stroke 11 after 半 is doubtful;"
            " against {xue-2}: one ○ more beside stroke 10 after 半",
        ),
        (f"{XUE_1}□", 1, "this is xue-1; against {xue-1}: □ added after stroke 8 after 半"),
    ],
)
def test_a_row_in_quotes_is_verified(
    capsys: pytest.CaptureFixture[str], argument: str, code: int, line: str
) -> None:
    said = line.format(**{name: printers(name) for name in NAMES})
    row = argument.strip("'")
    agreeing = 0 if code else 1
    assert told(capsys, argument) == (
        code,
        [f"'{row}': {agreeing} of 1 rows agree", f"line 1, column 1: {said}"],
        [],
    )


def test_standard_input_is_verified(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(page().encode("big5"))))
    code, out, err = told(capsys, "-", "--encoding", "big5", "--lang", "zh-Hant")
    assert (code, err) == (0, [])
    assert out[:2] == [
        "standard input (big5): 4行，4行相合",
        f"第1行第2字: 此為lu-1; 與{printers('lu-1')}合",
    ]


@pytest.mark.parametrize(
    "text, error",
    [
        ("投壺之禮主人奉矢", "no-notation: no row of ○ and □ on both sides of 半"),
        ("鼓：半魯鼓；半薛鼓。", "marks-lost: line 1, column 3: 半 beside a school's name, and no marks"),
        (
            "鼓○□?○半○□○魯鼓",
            "unreadable-mark: line 1, column 4: '?' U+003F stands between two marks; expected ○ □ or 半",
        ),
    ],
)
def test_a_text_without_rows_is_refused_as_read_refuses_it(
    capsys: pytest.CaptureFixture[str], text: str, error: str
) -> None:
    Path("page.txt").write_text(text, encoding="utf-8")
    assert told(capsys, "page.txt") == (1, [], [f"touhu: page.txt: {error}"])
    assert main(["read", "page.txt"]) == 1
    assert capsys.readouterr().err == f"touhu: page.txt: {error}\n"
    code, out, _ = told(capsys, "page.txt", "--json")
    assert (code, json.loads("\n".join(out))) == (1, {"file": "page.txt", "rows": [], "errors": [error]})


def test_a_text_in_another_encoding_than_the_given_one_is_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("page.txt").write_bytes(page().encode("big5"))
    error = "undecodable: byte 0 is not utf-8"
    assert told(capsys, "page.txt", "--encoding", "utf-8") == (1, [], [f"touhu: page.txt: {error}"])
    code, out, _ = told(capsys, "page.txt", "--encoding", "utf-8", "--json")
    assert (code, json.loads("\n".join(out))["errors"]) == (1, [error])


@pytest.mark.parametrize(
    "argument, error",
    [
        ("missing.txt", "missing.txt: No such file or directory"),
        ("", "'' names nothing"),
        ("○x□", "'○x□': character 2: 'x' U+0078 is no stroke; expected ○ □ or 半, in ○[x]□"),
        (f"{HALF}○□", f"'{HALF}○□': character 1: no stroke before 半, in [半]○□"),
    ],
)
def test_a_wrong_argument_is_one_line(capsys: pytest.CaptureFixture[str], argument: str, error: str) -> None:
    assert told(capsys, argument) == (1, [], [f"touhu: {error}"])


# --- a user's own witnesses --------------------------------------------------------------------


def test_own_witnesses_take_part(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = f"{LU_1}○"
    Path("page.txt").write_text(page(lu_1=own), encoding="utf-8")
    mine = tmp_path / "mine"
    mine.mkdir()
    assert main(["read", "--toml", "--siglum", "X1", "page.txt", "-o", str(mine / "X1.toml")]) == 0
    capsys.readouterr()
    code, out, _ = told(capsys, own)
    assert (code, out[1]) == (
        1,
        f"line 1, column 1: this is lu-1; against {printers('lu-1')}: one ○ more beside stroke 12 after 半",
    )
    code, out, _ = told(capsys, own, "--witnesses", str(mine))
    assert (code, out[1]) == (0, "line 1, column 1: this is lu-1; agrees with X1")
    code, out, _ = told(capsys, str(mine / "X1.toml"), "--witnesses", str(mine))
    assert (code, out[:2]) == (
        0,
        [f"{mine / 'X1.toml'}: 4 of 4 rows agree", "line 1, column 2: this is lu-1; agrees with X1"],
    )


# --- JSON --------------------------------------------------------------------------------------


def test_the_shape_of_json_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    Path("page.txt").write_text(page(xue_2=f"{XUE_2}○", lu_1=f"{LU_1}□"), encoding="utf-8")
    code, out, err = told(capsys, "page.txt", "--json")
    shape = json.loads("\n".join(out))
    assert (code, err) == (1, [])
    assert (shape["file"], shape["errors"], len(shape["rows"])) == ("page.txt", [], 4)
    first, _, _, last = shape["rows"]
    edit = {"section": "after_half", "place": 13, "kind": "addition", "first": "", "second": "□"}
    nearest = first.pop("nearest")
    assert first == {
        "name": "lu-1",
        "is": "lu-1",
        "line": 1,
        "column": 2,
        "set": 1,
        "half": True,
        "use": "archery",
        "agrees": [],
        "doubtful": [],
        "said": f"this is lu-1; against {printers('lu-1')}: □ added after stroke 12 after 半",
        "remarks": [],
    }
    assert [each["witness"] for each in nearest] == printers("lu-1").split()
    assert nearest[0] == {
        "witness": "A",
        "cadence": "lu-1",
        "use": "archery",
        "distance": 1,
        "edits": [edit],
    }
    assert (last["is"], last["agrees"], last["doubtful"]) == ("xue-2", [], ["C"])


def test_json_of_several_is_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, LU_1, "○□○□○○○□□○□○", "○□○", "--json")
    rows = [shape["rows"][0] for shape in json.loads("\n".join(out))]
    assert code == 1
    assert [(row["name"], row["is"], row["half"], row["use"]) for row in rows] == [
        (None, "lu-1", True, "archery"),
        (None, "lu-1", False, "touhu"),
        (None, None, False, None),
    ]


# --- the whole texts ---------------------------------------------------------------------------

WITNESS_TEXTS = ("K01", "K02", "K03", "K07", "K08", "K09", "K11", "K13", "N01")


@pytest.mark.parametrize("siglum", [*SEEDS, *WITNESS_TEXTS])
def test_each_witness_agrees_with_itself(
    texts: Path, capsys: pytest.CaptureFixture[str], siglum: str
) -> None:
    seed = SEEDS.get(siglum)
    path = texts / "seeds" / seed if seed else next((texts / "witnesses").glob(f"{siglum}_*"))
    code, out, err = told(capsys, str(path), "--json")
    shape = json.loads("\n".join(out))
    assert (code, err, shape["errors"]) == (0, [], [])
    assert [(row["name"], row["is"], row["set"]) for row in shape["rows"]] == [
        (name, name, 1) for name in NAMES
    ]
    assert all(siglum in row["agrees"] + row["doubtful"] for row in shape["rows"])


@pytest.mark.parametrize("siglum, code", [("K16", "marks-lost"), ("K18", "no-notation")])
def test_a_text_without_marks_exits_1(
    texts: Path, capsys: pytest.CaptureFixture[str], siglum: str, code: str
) -> None:
    (path,) = (texts / "witnesses").glob(f"{siglum}_*")
    exit_code, out, err = told(capsys, str(path))
    assert (exit_code, out) == (1, [])
    assert err[0].startswith(f"touhu: {path}: {code}: ")


def test_comparing_is_not_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    damaged = page(f"□{LU_1}", f"□{XUE_1}", f"□{LU_2}", f"□{XUE_2}")
    Path("page.txt").write_text(damaged, encoding="utf-8")
    start = perf_counter()
    assert told(capsys, "page.txt")[0] == 1
    assert perf_counter() - start < 1


# --- a paste in quotes -------------------------------------------------------------------------

PASTES = [
    *("魯鼓：{}", "{}魯鼓", "1. {}", "1、{}", "(2) {}", "Lu: {}", "lu-1 {}", "• {}", "“{}”", "{}。"),
    *("《{}》", "前圖 {}", "{} (lu-1)", "鼓{}", "投壺之禮，{}", "\n\n{}\n"),
]
WITHOUT_HALF = ["{}", "{}。", "1. {}", "2) {}", "(3) {}", "Lu: {}", "Xue-2: {}", "“{}”", "魯鼓：{}"]


def alike(row: str) -> str:
    return row.translate(str.maketrans("○□", "〇囗"))


@pytest.mark.parametrize("paste", PASTES)
@pytest.mark.parametrize(
    "row", [LU_1, alike(LU_1), LU_1.replace(HALF, f"({HALF})"), LU_1.replace(HALF, f"，{HALF}。")]
)
def test_an_ordinary_paste_is_read_as_piped_text_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, paste: str, row: str
) -> None:
    text = paste.format(row)
    code, out, err = told(capsys, text)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode())))
    assert (code, err) == (0, [])
    assert told(capsys, "-")[1][1:] == out[1:]


@pytest.mark.parametrize(
    "rows", [(LU_1, XUE_1), (LU_1, "", XUE_1, f"{LU_2} "), tuple(map(alike, (LU_1, LU_2)))]
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_rows_on_lines_are_told_one_by_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, rows: tuple[str, ...], end: str
) -> None:
    text = end.join(rows)
    code, out, err = told(capsys, text)
    count = sum(map(bool, rows))
    assert (code, out[0], err) == (0, f"text: {count} of {count} rows agree", [])
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode()), newline=""))
    assert told(capsys, "-")[1][1:] == out[1:]


@pytest.mark.parametrize("after", [9, 11, 12])
@pytest.mark.parametrize("paste", ["{}", "\n{}\n"])
def test_a_row_that_is_broken_over_lines_is_one_row(
    capsys: pytest.CaptureFixture[str], after: int, paste: str
) -> None:
    code, out, err = told(capsys, paste.format(f"{LU_1[:after]}\n{LU_1[after:]}"))
    assert (code, len(out), err) == (0, 2, [])
    assert "this is lu-1; agrees with A B" in out[1]


@pytest.mark.parametrize("paste", WITHOUT_HALF)
@pytest.mark.parametrize("change", [str, alike])
def test_a_paste_without_half_is_held_against_whole_rows(
    capsys: pytest.CaptureFixture[str], paste: str, change: Callable[[str], str]
) -> None:
    code, out, err = told(capsys, paste.format(change(LU_1.replace(HALF, ""))))
    assert (code, err) == (0, [])
    assert "the whole of lu-1; agrees with A B" in out[1]


@pytest.mark.parametrize("text", ["hello ○□○", "第三題□○□○○□□□□", "Q: □○□○○□□□□", "○。", "見○□之譜"])
def test_a_paste_without_a_row_says_what_is_expected(capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, out, err = told(capsys, text)
    assert (code, out) == (1, [])
    assert err == [
        f"touhu: '{text}': no-notation: no row; expected three or more ○ and □ on either side of 半,"
        " or six or more without 半 and without words"
    ]
    assert json.loads(run(capsys, "verify", "--json", text)[1])["errors"] == [err[0].partition("': ")[2]]


@pytest.mark.parametrize("row", ["○□○?○半○□○", "●□○半○□○", "O□OO半O□O", "半", "○□半○半□", "半○□", "○□x○半○□"])
def test_what_can_only_be_meant_as_a_row_is_read_strictly(
    capsys: pytest.CaptureFixture[str], row: str
) -> None:
    assert told(capsys, row)[0] == 1
    assert told(capsys, row)[2] == [
        line.replace("show: ", "") for line in run(capsys, "show", row)[2].splitlines()
    ]


@pytest.mark.parametrize("command", ["show", "render"])
@pytest.mark.parametrize("paste", ["魯鼓：{}", "1. {}", "{}。"])
def test_a_row_that_is_played_stays_strict(
    capsys: pytest.CaptureFixture[str], command: str, paste: str
) -> None:
    code, out, err = run(
        capsys, command, paste.format(LU_1), *(["--format", "txt"] if command == "render" else [])
    )
    assert (code, out) == (1, "")
    assert " is no stroke; expected ○ □ or 半, in " in err


def test_a_file_with_marks_in_its_name_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    for name in (f"{LU_1}.txt", "〇囗〇〇囗囗.txt", "○.txt"):
        Path(name).write_text(f"鼓{LU_1}魯鼓", encoding="utf-8")
        assert told(capsys, name)[1][0] == f"{name} (utf-8): 1 of 1 rows agree"
