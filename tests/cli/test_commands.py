"""Each command through the door: what it prints, what it says, how it exits."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from conftest import run
from tables import OTHERS, ROWS, SEEDS

from touhu_music import kit_rite, library
from touhu_music.cli import COMMANDS, main
from touhu_music.font import KOREAN
from touhu_music.kit import FOLDERS, SHEETS, SOUNDS
from touhu_music.render import FORMATS
from touhu_music.rite import rites


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOUHU_WITNESSES", raising=False)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert out.startswith(f"Usage: touhu {name}")
    code, out, _ = run(capsys, "--help")
    assert f"  {name} " in out


def test_without_arguments_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 0
    assert out.startswith("Usage: touhu ")


def test_list_names_all_that_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "list", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["cadences"] == ["lu-1", "xue-1", "lu-2", "xue-2"]
    assert [book["siglum"] for book in found["witnesses"]] == ["A", "B", "C", *OTHERS]
    assert found["plans"] == list(library.plans())
    assert found["rites"]["touhu"] == {"zh": "投壺", "ko": "투호", "en": "touhu (pitch-pot)"}
    assert list(found["rites"]) == list(rites.names())
    assert list(found["formats"]) == list(FORMATS)


def test_list_gives_each_rite_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "list")
    assert "rites      archery        鄉射 archery\n           touhu          投壺 touhu (pitch-pot)\n" in out


@pytest.mark.parametrize(
    "arguments, row, counts, seconds",
    [
        (["lu-1"], "○□○□○○○□□○□○", (7, 5), 12),
        (["lu-1", "--for", "archery"], ROWS["lu-1@A"].replace("半", ""), (13, 10), 23),
        (["lu-2@B"], "○□○□○○○○□○□○", (8, 4), 12),
        (["xue-2@C"], "○□○□○○○○□○○", (8, 3), 11),
        (["lu-1", "--timing", "on-gu"], "○□○□○○○□□○□○", (7, 5), 5),
        (["lu-1", "--bpm", "120"], "○□○□○○○□□○□○", (7, 5), 6),
        (["○□○○半○□○"], "○□○", (2, 1), 3),
    ],
)
def test_show_gives_row_counts_and_seconds(
    capsys: pytest.CaptureFixture[str], arguments: list[str], row: str, counts: tuple[int, int], seconds: int
) -> None:
    code, out, err = run(capsys, "show", "--json", *arguments)
    shape = json.loads(out)
    assert (code, err) == (0, "")
    assert (shape["row"], (shape["pi"], shape["gu"]), shape["seconds"]) == (row, counts, seconds)


def test_the_shape_of_show_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    shape = json.loads(run(capsys, "show", "--json", "xue-2@C")[1])
    assert set(shape) >= {
        *("name", "school", "record", "set", "before_half", "after_half", "strokes", "line", "column"),
        *(
            "marks",
            "foreword",
            "notes",
            "warnings",
            "use",
            "row",
            "pi",
            "gu",
            "syllables",
            "seconds",
            "witness",
            "source",
        ),
    }
    assert shape["marks"][-1] == {
        "mark": "○",
        "printed": "○",
        "section": "after_half",
        "place": 11,
        "line": 55,
        "column": 320,
        "byte": 14262,
        "page": None,
        "doubtful": True,
    }
    assert shape["warnings"][0].startswith("doubtful-final: ")


def test_several_rows_are_a_list_and_failures_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "show", "--json", "lu-1", "lu-9", "xue-1", "lu-1@Q")
    assert [shape["name"] for shape in json.loads(out)] == ["lu-1", "xue-1"]
    assert err.splitlines() == [
        "touhu: 'lu-9' is no name (lu-1 xue-1 lu-2 xue-2), no row of ○ and □ around 半, and no file",
        f"touhu: no witness 'Q'; there are A B C {' '.join(OTHERS)}",
    ]
    assert code == 1


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["show", "○□x半○"],
            "'○□x半○': character 3: 'x' U+0078 is no stroke; expected ○ □ or 半, in ○□[x]半○",
        ),
        (
            ["show", "○□○○"],
            "'○□○○': half-missing: no 半 in the row; expected ○ and □ on both sides of one 半",
        ),
        (["show", "○\x1b半□"], "'○\\u001b半□': character 2: 'unprintable' U+001B is no stroke"),
        (["show", "lu-1", "--bpm", "0"], "tempo must be in range 1..1000, not 0"),
        (["show", "lu-1", "--bpm", "nan"], "tempo must be a number such as 72, 72.5 or 1/2, not 'nan'"),
        (["show", "lu-1", "--bpm", "inf"], "tempo must be a number such as 72, 72.5 or 1/2, not 'inf'"),
        (["show", "lu-1", "--cycles", "1000000000"], "cycles must be in range 1..100000, not 1000000000"),
        (["show", "lu-1", "--cycles", "100000"], "100000 cycles of 12 strokes are more than 100000 strokes"),
        (["show", "lu-1", "--gap", "-1"], "gap must be in range 0..1000, not -1"),
        (["show", "lu-1", "--count-in", "1.5"], "count_in must be a whole number, not 1.5"),
        (["show", "lu-1", "--timing", "swing"], "unknown timing 'swing'; expected one of even on-gu"),
        (["show", "lu-1", "--sounds", "piano"], "unknown sounds 'piano'; expected one of organology shiwen"),
        (["show", "lu-1", "--keys", "pi=41"], "keys must be written pi=41,gu=48, not 'pi=41'"),
        (["show", "lu-1", "--keys", "pi=41,gu=999"], "key of gu must be in range 0..127, not 999"),
        (["show", "lu-1", "--plan", "fast"], "no plan 'fast'; there are default, or give a .toml file"),
        (["show", "lu-1", "--plan", "none.toml"], "none.toml: No such file or directory"),
        (["show", "lu-1", "--witnesses", "none"], "none: No such file or directory"),
        (["show", "lu-1", "--witnesses", "."], ".: no .toml file in the folder"),
        (["show", "○半○", "--timing", "on-gu"], "timing on-gu needs a □, and there is none in this row"),
        (["read", "none.txt"], "none.txt: No such file or directory"),
        (["read", ""], "'' names nothing"),
        (["scan", "--jobs", "1", ""], "'' names nothing"),
        (["show", ""], "'' is no name"),
        (["read", "."], ".: no file in the folder"),
        (["render", "lu-1"], "say --format, or -o with one of these suffixes: mid musicxml"),
        (["render", "lu-1", "--format", "wma"], "no format 'wma'; there are mid musicxml"),
        (["render", "lu-1", "-o", "x.wma"], "say --format, or -o with one of these suffixes: mid musicxml"),
        (["render", "lu-1", "-o", "none/x.mid"], "none/x.mid: no such folder"),
        (["render", "lu-1", "xue-1", "-o", "x.mid"], "-o takes one cadence and one format"),
        (["render", "lu-1", "-o", "-", "--format", "mid,txt"], "-o takes one cadence and one format"),
        (["render", "lu-1", "--format", "mid", "--stroke", "1/3"], "a stroke of 1/3 is no note value"),
        (["render", "○□x半○", "--format", "mid"], "'○□x半○': character 3: 'x' U+0078"),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(f"touhu: {message}")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"],
        ["show", "lu-1", "--for", "golf"],
        ["show", "lu-1", "--lang", "tlh"],
        ["show", "--nonsense", "lu-1"],
        ["dance"],
        ["kit"],
        ["read", "--toml", "x"],
        ["read", "--siglum", "X1", "x"],
        ["read", "--toml", "--siglum", "X1", "--json", "x"],
        ["render", "lu-1", "-o", "x.mid", "--into", "y"],
        ["render", "lu-1", "--bars", "four"],
    ],
)
def test_what_the_option_parser_refuses_exits_with_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "Error: " in err


def test_render_writes_a_file_a_format(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, "render", "lu-1", "xue-1@B", "--format", "mid,txt", "--format", "csv")
    names = [f"{row}_touhu.{name}" for row in ("lu-1", "xue-1@B") for name in ("mid", "txt", "csv")]
    assert (code, out.splitlines(), err) == (0, names, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)


@pytest.mark.parametrize("name", FORMATS)
def test_the_suffix_says_the_format(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    assert run(capsys, "render", "xue-1", "-o", f"a.{name}") == (0, f"a.{name}\n", "")
    assert run(capsys, "render", "xue-1", "--format", name, "--quiet") == (0, "", "")
    first, second = Path(f"a.{name}").read_bytes(), Path(f"xue-1_touhu.{name}").read_bytes()
    assert first == second


def test_nothing_is_overwritten_without_force(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    Path("lu-1_touhu.mid").write_bytes(b"old")
    code, out, err = run(capsys, "render", "lu-1", "--format", "txt,mid")
    assert (code, out, err) == (1, "", "touhu: lu-1_touhu.mid: exists; --force replaces it\n")
    assert [path.name for path in tmp_path.iterdir()] == ["lu-1_touhu.mid"]
    assert Path("lu-1_touhu.mid").read_bytes() == b"old"
    assert run(capsys, "render", "lu-1", "--format", "txt,mid", "--force")[0] == 0
    assert Path("lu-1_touhu.mid").read_bytes()[:4] == b"MThd"


def test_good_rows_are_written_beside_a_bad_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "render", "lu-1", "○半", "--format", "txt")
    assert (code, out) == (1, "lu-1_touhu.txt\n")
    assert err == "touhu: '○半': character 2: no stroke after 半, in ○[半]\n"


def test_a_lookalike_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "render", "○囗○半○□○", "--format", "txt")
    assert (code, out) == (0, "row-d0f26144_touhu.txt\n")
    assert err == "touhu: warning: row: glyph-variant: '囗' U+56D7 read as □ at 1:2\n"
    assert run(capsys, "render", "○囗○半○□○", "--format", "txt", "--quiet", "--force")[2] == ""


def test_stdout_takes_one_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["render", "lu-1", "-o", "-", "--format", "mid"]) == 0
    assert capfdbinary.readouterr().out[:4] == b"MThd"


def test_read_gives_every_row_of_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.txt").write_text("鼓○□○○半○□○魯鼓○○□□半□○○薛鼓", encoding="utf-8")
    code, out, err = run(capsys, "read", "t.txt", "--json")
    shape = json.loads(out)
    assert (code, err) == (0, "")
    assert (shape["file"], shape["encoding"]) == ("t.txt", "utf-8")
    assert [reading["name"] for reading in shape["readings"]] == ["lu-1", "xue-1"]
    assert shape["warnings"] == ["incomplete-set: 2 of 4 rows"]


def test_a_text_without_rows_is_an_error_and_no_empty_success(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.txt").write_text("投壺之禮", encoding="utf-8")
    code, out, err = run(capsys, "read", "t.txt", "--json")
    assert (code, out) == (1, "")
    assert err == "touhu: t.txt: no-notation: no row of ○ and □ on both sides of 半\n"


@pytest.mark.parametrize("siglum", SEEDS)
def test_read_gives_four_rows_of_a_real_text(
    capsys: pytest.CaptureFixture[str], texts: Path, siglum: str
) -> None:
    code, out, _ = run(capsys, "read", "--json", str(texts / "seeds" / SEEDS[siglum]))
    rows = {r["name"]: f"{r['before_half']}半{r['after_half']}" for r in json.loads(out)["readings"]}
    assert code == 0
    assert rows == {name: ROWS[f"{name}@{siglum}"] for name in ("lu-1", "xue-1", "lu-2", "xue-2")}


def test_a_file_or_standard_input_is_a_cadence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("row.txt").write_text(" ○□○○\n半○□○\n", encoding="utf-8")
    assert json.loads(run(capsys, "show", "--json", "row.txt")[1])["row"] == "○□○"
    text = "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓".encode()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
    assert [shape["name"] for shape in json.loads(run(capsys, "show", "--json", "-")[1])] == ["lu-1", "xue-1"]


def test_a_users_witness_comes_by_option_or_variable(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("t.txt").write_text("鼓○□○○半○□○魯鼓", encoding="utf-8")
    assert main(["read", "t.txt", "--toml", "--siglum", "X1"]) == 0
    Path("mine").mkdir()
    Path("mine/X1.toml").write_text(capfd.readouterr().out, encoding="utf-8")
    assert main(["render", "lu-1@X1", "--format", "txt", "--witnesses", "mine"]) == 0
    assert capfd.readouterr().out == "lu-1@X1-3eb1d82e_touhu.txt\n"
    monkeypatch.setenv("TOUHU_WITNESSES", "mine")
    assert main(["show", "lu-1@X1"]) == 0


def test_a_row_of_ten_megabytes_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("○" * 3_500_000, "○□" * 900_000 + "半" + "○□" * 900_000):
        Path("huge.txt").write_text(text, encoding="utf-8")
        code, out, err = run(capsys, "show", "huge.txt")
        assert (code, out) == (1, "")
        assert err == "touhu: huge.txt: a row of more than 10000 strokes\n"


def test_an_interrupt_exits_with_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("touhu_music.cli.showing.perform", interrupted)
    assert main(["show", "lu-1"]) == 130


def test_kit_fills_a_folder_with_links_that_lead_somewhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    import re
    from urllib.parse import unquote
    from xml.etree import ElementTree

    code, out, err = run(
        capsys,
        "kit",
        "lu-1",
        "lu-2@B",
        "--into",
        "kit",
        "--minutes",
        "1/10",
        "--bpm",
        "72",
        "--lang",
        "zh-Hant",
    )
    assert (code, out, err) == (0, f"{Path('kit/index.html')}\n", "")
    page = Path("kit/index.html").read_text(encoding="utf-8")
    links = [unquote(link) for link in re.findall(r'(?:href|src)="([^"#]+)"', page)]
    files = {str(path.relative_to("kit").as_posix()) for path in Path("kit").rglob("*") if path.is_file()}
    assert set(links) | {"index.html", "README.txt"} == files
    rows = 2 * 2 * (sum(map(len, FOLDERS.values())) + 3 * len(SOUNDS))
    assert len(files) == rows + len(SHEETS) + len(kit_rite.FILES) + 3
    assert re.search(r'<nav>\s*<a href="touhu.html">', page)
    assert "sound/lu-2@B_archery_72bpm.mid" in files
    assert set(re.findall(r'href="#(\w+)"', page)) == set(re.findall(r'id="(\w+)"', page))
    body = page.replace("<!DOCTYPE html>", "").replace("<br>", "<br/>").replace(" controls ", ' controls="" ')
    ElementTree.fromstring(re.sub(r"<(meta|img)([^>]*)>", r"<\1\2/>", body))
    code, out, err = run(capsys, "kit", "lu-1", "lu-2@B", "--into", "kit", "--minutes", "1/10", "--bpm", "72")
    assert (code, err) == (
        1,
        f"touhu: {Path('kit/sound/lu-1_touhu_72bpm.mid')}: exists; --force replaces it\n",
    )


def test_names_of_witnesses_are_escaped_in_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    import tomllib

    from touhu_music.passage import read
    from touhu_music.witnessfile import draft

    source = "鼓○□○○半○□○魯鼓"
    text = draft("X1", "t.txt", source, read(source)).replace('"t"', '"<script>&\'\\"]]>"')
    assert tomllib.loads(text)["title"] == "<script>&'\"]]>"
    Path("X1.toml").write_text(text, encoding="utf-8")
    assert run(capsys, "kit", "lu-1@X1", "--into", "kit", "--minutes", "1/10", "--witnesses", ".")[0] == 0
    assert "<script>" not in Path("kit/index.html").read_text(encoding="utf-8")


def test_a_kit_that_cannot_be_whole_is_not_begun(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("touhu_music.font.KOREAN", KOREAN._replace(package="no_such_package"))
    code, out, err = run(capsys, "kit", "--into", "kit", "--lang", "ko")
    assert (code, out) == (1, "")
    assert err == "touhu: pictures with Korean letters need the extra [ko]\n"
    assert list(tmp_path.iterdir()) == []


def test_rows_of_a_text_name_their_text(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.txt", "b.txt"):
        Path(name).write_text("鼓○□○○半○□○魯鼓", encoding="utf-8")
    code, out, err = run(capsys, "render", "a.txt", "b.txt", "--format", "csv,json", "--quiet")
    assert (code, out, err) == (0, "", "")
    tables = sorted(Path().glob("lu-1@text-*_touhu.csv"))
    assert len(tables) == 2
    files = {table.read_text(encoding="utf-8").splitlines()[1].split(",")[15] for table in tables}
    assert files == {"a.txt", "b.txt"}
    assert {json.loads(path.read_text("utf-8"))["source"] for path in Path().glob("*.json")} == files


def test_a_witness_file_is_read_as_a_witness(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(Path(__file__).parents[2] / "drums" / "C.toml")
    shapes = json.loads(run(capsys, "show", "--json", file)[1])
    assert [shape["name"] for shape in shapes] == ["lu-1", "xue-1", "lu-2", "xue-2"]
    assert shapes[3] == json.loads(run(capsys, "show", "--json", "xue-2@C")[1])


@pytest.mark.parametrize("mark", ["'", '"'])
def test_quotation_marks_that_a_shell_hands_on_are_no_strokes(
    capsys: pytest.CaptureFixture[str], mark: str
) -> None:
    assert json.loads(run(capsys, "show", "--json", f"{mark}○□○○半○□○{mark}")[1])["row"] == "○□○"


@pytest.mark.parametrize(
    "siglum, message",
    [
        ("A", "siglum A is taken by a packaged witness"),
        ("1a", "siglum '1a' must be a letter, then letters and digits, at most 16"),
    ],
)
def test_a_witness_file_is_not_written_for_a_siglum_that_cannot_be(
    capsys: pytest.CaptureFixture[str], siglum: str, message: str
) -> None:
    Path("t.txt").write_text("鼓○□○○半○□○魯鼓", encoding="utf-8")
    code, out, err = run(capsys, "read", "t.txt", "--toml", "--siglum", siglum, "-o", "x.toml")
    assert (code, out, err) == (1, "", f"touhu: {message}\n")
    assert not Path("x.toml").exists()


def test_show_speaks_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "show", "xue-2@C", "--lang", "zh-Hans", "--syllables", "hangul", "--bpm", "70")[1]
    assert out.splitlines()[2:5] == [
        "榻 鏜 榻 鏜 榻 榻 榻 榻 鏜 榻 榻",
        "탑 당 탑 당 탑 탑 탑 탑 당 탑 탑",
        "11击：鼙8，鼓3；每遍9.43秒",
    ]
    assert out.splitlines()[-1].startswith("存疑: ")


@pytest.mark.parametrize("package, name", [("verovio", "svg"), ("mido", "mid"), ("uharfbuzz", "svg")])
def test_a_package_that_is_missing_is_one_line(package: str, name: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\nfrom touhu_music.cli import main\n"
        f"sys.exit(main(['render', 'lu-1', '--format', {name!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("touhu: ")
    assert package in line
