"""`touhu compare` as it is called: lines, JSON, files, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
import soundfile
from conftest import run
from lxml import html
from tables import XUE_1

from touhu_music.language import Language


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_two_rows_are_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "compare", "lu-1", "xue-1")
    assert (code, err) == (0, "")
    assert (
        out
        == """\
lu-1 and xue-1: touhu (pitch-pot)
  lu-1: Lu, first chart; 禮記正義 卷五十九 投壺第四十 (e-text)
  xue-1: Xue, first chart; 禮記正義 卷五十九 投壺第四十 (e-text)

after 半
  lu-1   ○□○□○○○□□○□○  12 strokes: 7 ○ 5 □
  xue-1  ○□○·○○·□□○··  8 strokes: 5 ○ 3 □
         ───▲──▲───▲▲
  edit distance 4; at least 4 by the lengths, 4 by the numbers of ○ and □
  the shorter is contained in the longer: the distance is the difference in length, by itself no closeness
  alignments that cost as little: 24; shown is that with gaps at the ends of runs (our choice)
  - □ missing at stroke 4 after 半
  - one ○ fewer in the run of strokes 5-7 after 半
  - □ missing at stroke 11 after 半
  - ○ missing at stroke 12 after 半
  longest common subsequence: 8 strokes in the same order, others may stand between
  1 - distance / longer length: 0.667 (all costs 1; lengths of the two weigh in)
  run distance: 4 (a run counts as one, however long)
  longest shared stretch ○□○○○□□○: from stroke 3 of lu-1, 1 of xue-1
  best of all shifts: stroke 1 of xue-1 laid on stroke 3 of lu-1, 8 of 8 agree
  null counts, as many ○ and □: p = 0.518 of all 56 rows, smallest attainable 0.518, Holm 1.000; \
no verdict, no row could come below 0.05
  null runs, the same runs in any order: p = 0.500 of all 6 rows, smallest attainable 0.500, Holm 1.000; \
no verdict, no row could come below 0.05
  null transitions, the same first stroke and successions: p = 0.583 of all 12 rows, \
smallest attainable 0.583, Holm 1.000; no verdict, no row could come below 0.05
  shift, against the best shift of each row of the same counts: p = 0.054 of all 56 rows, \
smallest attainable 0.054, Holm 0.536; no verdict, no row could come below 0.05

before 半: distance 9, least 9 by length, 9 by counts, alignments 523, p (counts) 0.500
after 半: distance 4, least 4 by length, 4 by counts, alignments 24, p (counts) 0.518
whole, without 半: distance 7, least 5 by length, 5 by counts, alignments 72, p (counts) 0.062

lu-1 = ○□ + xue-1 + □○
lu-1: runs 1-1-1-1-3-2-1-1-1; cells up to □: ○□ ○□ ○○○□ □ ○□ ○
lu-1: longest repeat □○□○ from strokes 2, 9
xue-1: runs 1-1-3-2-1; cells up to □: ○□ ○○○□ □ ○
xue-1: what stands after 半 is the opening, 8 strokes, of what stands before it
xue-1: longest repeat ○□ from strokes 1, 5
xue-1: longest repeat □○ from strokes 2, 7
xue-1: longest repeat ○○ from strokes 3, 4

p: the share of rows in place of xue-1 that are as near to lu-1; 12 tests were made, Holm adjusts to all. \
Exploratory: no hypothesis was fixed before the rows were seen
"""
    )


def test_json_has_the_shape_that_others_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    shape = json.loads(run(capsys, "compare", "lu-1", "xue-1", "--json")[1])
    assert {key: shape[key] for key in ("a", "b", "use", "distance", "least_possible")} == {
        "a": "lu-1",
        "b": "xue-1",
        "use": "touhu",
        "distance": 4,
        "least_possible": 4,
    }
    assert (shape["least_possible_counts"], shape["alignments"]) == (4, 24)
    assert shape["p_value"] == pytest.approx(29 / 56)
    test = shape["tests"][0]
    assert {key: test[key] for key in ("null", "method", "support", "error")} == {
        "null": "counts",
        "method": "exact",
        "support": 56,
        "error": 0,
    }
    assert test["p"] == test["p_min"] == pytest.approx(29 / 56)
    assert [each["kind"] for each in shape["edits"]] == ["omission"] * 4
    assert (
        shape["before_half"]["distance"],
        shape["after_half"]["distance"],
        shape["whole"]["distance"],
    ) == (9, 4, 7)
    assert shape["after_half"]["alignments"] == 24
    assert shape["tests_made"] == 12


@pytest.mark.parametrize(
    "pair, distance, alignments",
    [
        (("lu-1", "xue-1"), 7, 72),
        (("lu-2", "xue-2"), 11, 2684),
        (("lu-1", "lu-2"), 3, 1),
        (("xue-1", "xue-2"), 6, 4),
    ],
)
def test_for_archery_whole_rows_are_meant(
    capsys: pytest.CaptureFixture[str], pair: tuple[str, str], distance: int, alignments: int
) -> None:
    shape = json.loads(run(capsys, "compare", *pair, "--for", "archery", "--json")[1])
    assert (shape["distance"], shape["alignments"]) == (distance, alignments)


def test_several_rows_lie_under_each_other_and_are_compared_each_with_each(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = ("lu-1", "xue-1", "lu-2", "xue-2")
    out = run(capsys, "compare", *names)[1]
    assert out.startswith("after 半\n  lu-1   ○□")
    assert "all are aligned to lu-1, which is nearest to all together (our choice)" in out
    assert sum(line.endswith(": touhu (pitch-pot)") for line in out.splitlines()) == 6
    shapes = json.loads(run(capsys, "compare", *names, "--json")[1])
    assert [(each["a"], each["b"]) for each in shapes] == [
        ("lu-1", "xue-1"),
        ("lu-1", "lu-2"),
        ("lu-1", "xue-2"),
        ("xue-1", "lu-2"),
        ("xue-1", "xue-2"),
        ("lu-2", "xue-2"),
    ]
    assert {each["tests_made"] for each in shapes} == {72}


def test_nothing_is_called_contained_that_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    for pair in (("lu-1", "lu-2"), ("xue-1", "xue-2")):
        assert "contained" not in run(capsys, "compare", *pair)[1]
    assert "both are equal" in run(capsys, "compare", "lu-1", "lu-1@B")[1]
    assert "contained" not in run(capsys, "compare", "lu-1", "lu-1@B")[1]


def test_all_alignments_are_listed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "compare", "lu-2", "lu-2@B", "--alignments", "9", "--grams", "2")[1]
    ways = [line.strip() for line in out.splitlines() if line.strip()[:2] in ("1.", "2.", "3.")]
    assert ways == [
        "1. ○□○○□○○○○□○□○",
        "1. ○□○·□○○○○□○□○",
        "2. ○□○○□○○○○□○□○",
        "2. ○□·○□○○○○□○□○",
    ]
    assert "lu-2: stretches of 2: □○ 4, ○□ 4, ○○ 4" in out


def test_costs_are_told_where_they_are_not_equal(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "compare", "lu-1", "lu-2", "--costs", "1,1,3")[1]
    assert "costs: missing 1, added 1, other 3" in out
    assert "edit distance 3; at least 1 by the lengths, 3 by the numbers of ○ and □" in out


def test_cyclic_measures_name_their_timing_and_what_is_not_defined(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = run(capsys, "compare", "lu-1", "xue-1", "--cyclic", "even")[1]
    assert "cyclic measures under even, one mark a beat: that rows go round is our assumption" in out
    assert "□: chronotonic distance not defined: cycles of 12 and 8 beats, or no stroke" in out
    assert (
        "lu-1 □: intervals 2-4-1-2-3; interval vector 1: 1, 2: 2, 3: 2, 4: 1, 5: 3, 6: 1; evenness 0.967"
        in out
    )
    out = run(capsys, "compare", "lu-1", "lu-2@B", "--cyclic", "even")[1]
    assert "□: chronotonic distance 8\n" in out
    code, _, err = run(capsys, "compare", "○○半○○", "○□半○□", "--cyclic", "on-gu")
    assert code == 1
    assert err.startswith("touhu: ")


def test_a_file_of_several_rows_and_rows_in_quotes_are_compared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text(XUE_1, encoding="utf-8")
    shape = json.loads(run(capsys, "compare", "xue-1", "mine.txt", "--json")[1])
    assert (shape["distance"], shape["b"][:4]) == (0, "row-")
    shape = json.loads(run(capsys, "compare", "xue-1", "○□○半○□○", "--json")[1])
    assert shape["second"] == "○□○"


@pytest.mark.parametrize("name", ["a.json", "a.csv"])
def test_numbers_are_written_as_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    assert run(capsys, "compare", "lu-1", "xue-1", "-o", name) == (0, f"{name}\n", "")
    text = (tmp_path / name).read_text(encoding="utf-8")
    if name.endswith("json"):
        assert text.rstrip() == run(capsys, "compare", "lu-1", "xue-1", "--json")[1].rstrip()
    else:
        table = list(csv.DictReader(io.StringIO(text)))
        assert [(line["part"], line["meant"], line["distance"]) for line in table] == [
            ("before_half", "False", "9"),
            ("after_half", "True", "4"),
            ("whole", "False", "7"),
        ]
    assert (
        run(capsys, "compare", "lu-1", "xue-1", "-o", name)[2]
        == f"touhu: {name}: exists; --force replaces it\n"
    )
    assert run(capsys, "compare", "lu-1", "xue-1", "-o", name, "--force", "--quiet") == (0, "", "")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["lu-1"], "1 row to compare; name two, such as lu-1 xue-1"),
        ([], "no row to compare; name two, such as lu-1 xue-1"),
        (["lu-1", "xue-1", "--costs", "1,2"], "costs must be written M,A,O, such as 1,1,2, not '1,2'"),
        (["lu-1", "xue-1", "--costs", "0,1,1"], "costs must be whole numbers from 1 to 1000, not 0, 1, 1"),
        (["lu-1", "xue-1", "--samples", "0"], "samples must be from 1 to 10000000, not 0"),
        (["lu-1", "xue-1", "--seed", "x"], "seed must be a number such as 72, 72.5 or 1/2, not 'x'"),
        (["lu-1", "xue-1", "--bpm", "72"], "--bpm is of sound; -o must end in one of .wav .flac .ogg .mp3"),
        (
            ["lu-1", "xue-1", "--alternate"],
            "--alternate is of sound; -o must end in one of .wav .flac .ogg .mp3",
        ),
        (
            ["lu-1", "xue-1", "--alignments", "-1"],
            "alignments must be 0 or more, and stretches have a stroke or more",
        ),
        (["lu-1", "xue-1", "lu-2", "-o", "a.wav"], "sound is of two rows, not 3 pairs"),
        (
            ["lu-1", "xue-1", "-o", "a.doc"],
            "'a.doc' must end in one of .json .csv .html .score.svg .score.pdf .svg .pdf .png"
            " .wav .flac .ogg .mp3",
        ),
        (
            ["--all", "-o", "a.svg"],
            "'a.svg' must end in one of .json .csv: distances of many rows are numbers",
        ),
        (["○□○", "lu-1"], "'○□○': half-missing: no 半 in the row; expected ○ and □ on both sides of one 半"),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(capsys, "compare", *arguments) == (1, "", f"touhu: {message}\n")


def test_what_is_nearest_to_each_row_of_each_witness(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "compare", "--all")
    assert (code, err, len(out.splitlines())) == (0, "", 48)
    assert (
        "lu-2@K09: distance 2 to lu-1 (2), lu-1@B (2), lu-2@B (2), lu-1@C (2), lu-1@K01 (2) +11 (least" in out
    )
    shapes = json.loads(run(capsys, "compare", "--all", "--for", "archery", "--json")[1])
    assert len(shapes) == 48
    assert run(capsys, "compare", "--all", "-o", "m.csv")[0] == 0
    table = list(csv.reader((tmp_path / "m.csv").read_text("utf-8").splitlines()))
    assert len(table) == 49
    assert {len(line) for line in table} == {49}


def test_a_file_of_a_few_rows_shows_its_matrix(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("a ○□○○半○□○\nb ○□○半○□○\n", encoding="utf-8")
    assert run(capsys, "compare", "--rows", "mine.txt", "--for", "archery") == (
        0,
        "distances\n   a b\na  0 1\nb  1 0\n\n"
        "a: distance 1 to b (1) (least by the lengths)\n"
        "b: distance 1 to a (1) (least by the lengths)\n",
        "",
    )


def test_all_formats_show_the_alignment_that_the_costs_make(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("compare", "lu-1", "lu-2", "--costs", "1,1,3")
    out = run(capsys, *arguments)[1]
    lanes = [
        line.split()[1] for line in out.splitlines() if line.startswith("  lu-") and ":" not in line[:8]
    ][:2]
    assert lanes == ["○□○·□○○○□·□○□○", "○□○○□○○○·○□○□○"]
    assert run(capsys, *arguments, "-o", "pair.html")[0] == 0
    page = html.document_fromstring((tmp_path / "pair.html").read_text("utf-8"))
    rows = [
        "".join(cell.text for cell in line.iter("td")) for line in page.xpath("//table[@class='lanes']//tr")
    ]
    assert rows == lanes
    assert run(capsys, *arguments, "-o", "pair.flac")[0] == 0
    assert (
        "costs: missing 1, added 1, other 3"
        in soundfile.SoundFile(tmp_path / "pair.flac").copy_metadata()["comment"]
    )


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["lu-1", "xue-1", "--cyclic", "even", "-o", "a.svg"],
            "--cyclic is told in the terminal and in JSON, not in .svg",
        ),
        (
            ["lu-1", "xue-1", "--grams", "2", "-o", "a.csv"],
            "--grams is told in the terminal and in JSON, not in .csv",
        ),
        (["--all", "--samples", "9"], "--samples is of pairs, not of many rows"),
        (["--all", "--cyclic", "even"], "--cyclic is of pairs, not of many rows"),
    ],
)
def test_no_option_is_lost_in_silence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(capsys, "compare", *arguments) == (1, "", f"touhu: {message}\n")


def test_cyclic_measures_and_alignments_stand_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("compare", "lu-1", "lu-2@B", "--cyclic", "even", "--alignments", "2", "--json")
    shape = json.loads(run(capsys, *arguments)[1])
    assert shape["cyclic"]["□"]["intervals"][0] == ["2", "4", "1", "2", "3"]
    assert shape["cyclic"]["□"]["chronotonic"] == "8"
    assert [len(ways) for ways in shape["ways"].values()] == [2, 1, 2]


def test_a_row_that_is_named_twice_is_compared_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for folder, row in (("a", "○□半○"), ("b", "○□□半○")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "t.txt").write_text(f"魯鼓{row * 1}○□薛鼓", encoding="utf-8")
    files = [f"{folder}/t.txt" for folder in "abb"]
    for folder in "ab":
        (tmp_path / folder / "t.txt").write_text(f"鼓○□○{'□' * (folder == 'b')}半○□○魯鼓", encoding="utf-8")
    shape = json.loads(run(capsys, "compare", *files, "--json")[1])
    assert [row["name"] for row in shape["rows"]] == ["lu-1@t.txt", "lu-1@t.txt#2"]
    assert shape["tests_made"] == 12


def test_long_rows_have_a_defined_answer_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    row = "○□○○□" * 800
    shape = json.loads(run(capsys, "compare", f"{row}半{row}", f"{row}半○{row}", "--json")[1])
    assert (shape["distance"], shape["alignments"], shape["p_value"]) == (1, None, None)
    assert shape["rows"][0]["structure"] is None


@pytest.mark.parametrize("language", tuple(Language))
def test_reports_are_told_in_every_language(capsys: pytest.CaptureFixture[str], language: Language) -> None:
    code, out, err = run(capsys, "compare", "lu-1", "xue-1", "--lang", str(language), "--cyclic", "even")
    assert (code, err) == (0, "")
    assert ("contained" in out) == (language is Language.ENGLISH)
    assert "{" not in out
