"""`touhu rite score` as it is called: lines, JSON, tables, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import run

from touhu_music.language import Language

LETTERS = "M E X R r L l S V v D P T"
FULL = "M" * 12


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def score(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, out, err = run(capsys, "rite", "score", *arguments)
    assert (code, err) == (0, "")
    return out


def shape(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(score(capsys, *arguments, "--json"))


# --- lines -------------------------------------------------------------------------------------


def test_every_arrow_is_told_with_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        score(capsys, "--rules", "sima", "MLVMM+2out", "--option", "knocked=fall")
        == """\
sima: 司馬溫公投壺格, as quoted by 朴泰輔
options: knocked=fall

pot 1 MLVMM+2out
   1 M          10  有初 first arrow, mouth
   2 L           0  墜地 fell to the ground
   3 V           5  橫壺·連中 lies across the mouth, no miss before, mouth
   4 M           5  連中 no miss before, mouth
   5 M+2out      1  敗箭 after a miss, mouth
  total 21
  unfinished: 5 arrows of 12
"""
    )


def test_two_sides_are_told_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    said = score(capsys, "--rules", "dingzhai", "MMEL", "ElSV", "--against", "RMMM", "MXEl")
    assert (
        said
        == """\
dingzhai: 朴泰輔's own, in 定齋集

guest pot 1 MMEL
   1 M           2  壺 mouth
   2 M           2  壺 mouth
   3 E           1  耳 ear, so half of the mouth
   4 L           1  倚竿 leans in the mouth
  total 6

guest pot 2 ElSV
   1 E           1  耳 ear, so half of the mouth
   2 l         0.5  耳倚竿 leans in an ear
   3 S           1  帶劍 hangs through an ear
   4 V           0  橫壺 lies across the mouth
  total 2.5

guest total of all pots 8.5

host pot 1 RMMM
   1 R           0  驍箭 caught on the rebound and thrown in
   2 M           2  壺 mouth
   3 M           2  壺 mouth
   4 M           2  壺 mouth
  total 6

host pot 2 MXEl
   1 M           2  壺 mouth
   2 X           0  不中 missed
   3 E           1  耳 ear, so half of the mouth
   4 l         0.5  耳倚竿 leans in an ear
  total 3.5

host total of all pots 9.5

round 1: 6 : 6; even; 左右鈞
round 2: 2.5 : 3.5; host wins; 某賢於某一奇
"""
    )


@pytest.mark.parametrize(
    "guest, host, verdict",
    [
        ([FULL], ["X" * 12], "80 : 0; a full pot, pot 1; guest wins"),
        (
            ["MMMMMMMMMMMX"] * 2,
            ["MMMMMMMMMMMX"] * 2,
            "120 : 120; both reached 120 with pot 2 and the same surplus: the text does not say who wins",
        ),
        (["M"], ["E"], "10 : 20; still open"),
    ],
)
def test_the_race_is_told(
    capsys: pytest.CaptureFixture[str], guest: list[str], host: list[str], verdict: str
) -> None:
    said = score(capsys, "--rules", "sima", *guest, "--against", *host)
    assert said.splitlines()[-1] == verdict


def test_three_finished_rounds_give_horses_and_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    def horses(guest: str, host: str) -> list[str]:
        said = score(capsys, *guest.split(), "--against", *host.split()).splitlines()
        return [line for line in said if line.startswith("horses: ")]

    (told,) = horses("MMMM MXXX MMXX", "MXXX MMXX MMXX")
    assert told == "horses: touhu rite horses G H T"
    assert run(capsys, *told.removeprefix("horses: touhu ").split())[0] == 0
    assert horses("MMMM MXXX", "MXXX MMXX") == []
    assert horses("MMMM MXXX MM", "MXXX MMXX MMXX") == []
    assert horses("MMMM MXXX MMXX MMXX", "MXXX MMXX MMXX MMXX") == []


def test_an_unfinished_round_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    said = score(capsys, "MMM", "--against", "MXXX").splitlines()
    assert said[-1] == "round 1: 3 : 1; still open"
    found = shape(capsys, "MMMM", "M", "--against", "MMMX", "XXXX")
    assert [(each["winner"], each["announcement"], each["complete"]) for each in found["rounds"]] == [
        ("guest", "某賢於某一奇", True),
        (None, None, False),
    ]
    assert "  unfinished: 1 arrow of 4" in score(capsys, "M").splitlines()


@pytest.mark.parametrize("language", Language)
def test_scores_are_told_in_every_language(capsys: pytest.CaptureFixture[str], language: Language) -> None:
    said = score(
        capsys, "--rules", "sima", FULL, "EEEEEEEEEEEE", "--against", FULL, FULL, "--lang", str(language)
    )
    first = {
        "zh-Hant": "有初",
        "zh-Hans": "有初",
        "ko": "有初 유초: 첫 화살, 호",
        "en": "有初 first arrow, mouth",
    }
    assert said.splitlines()[3].split("  ")[-1] == first[language]


# --- JSON --------------------------------------------------------------------------------------


def test_a_pot_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = shape(capsys, "--rules", "sima", FULL)
    assert (found["total"], found["outright"], found["rules"]) == (80, "win", "sima")
    assert "as quoted by 朴泰輔" in found["label"]
    assert found["arrows"][0] == {"throw": "M", "counters": 10, "rule": "有初", "events": []}
    assert [arrow["counters"] for arrow in found["arrows"]] == [10, *[5] * 10, 20]


def test_several_pots_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = shape(capsys, "--rules", "sima", FULL, "MMMXMMMMMMMM")
    assert [pot["total"] for pot in found["pots"]] == [80, 47]
    assert (found["total"], found["reached_120_at"]) == (127, 2)
    assert shape(capsys, "MMMM", "MMXX")["reached_120_at"] is None


def test_halves_are_exact_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = shape(capsys, "--rules", "dingzhai", "ElSV")
    assert found["total"] == 2.5
    assert [arrow["counters"] for arrow in found["arrows"]] == [1, 0.5, 1, 0]


def test_two_sides_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = shape(capsys, "--rules", "dingzhai", "MMEl", "--against", "MMXX")
    assert (found["winner"], found["by"], found["pot"]) == ("guest", "counters", 1)
    assert found["rounds"] == [
        {"winner": "guest", "difference": 1.5, "announcement": "某賢於某三半算", "complete": True}
    ]
    assert (found["guest"]["total"], found["host"]["total"]) == (5.5, 4)


def test_liji_is_what_is_counted_by_unless_said_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    found = shape(capsys, "MPTX")
    assert (found["rules"], found["total"], found["outright"]) == ("liji", 1, None)
    assert found["options"] == {"ear": "1", "leaning": "1"}


# --- files -------------------------------------------------------------------------------------


def test_a_table_that_was_written_is_read_again(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--rules", "sima", "MLMM+2out", "XE", "--against", "MV", "RrT")
    assert score(capsys, *arguments, "-o", "game.csv") == "game.csv\n"
    assert score(capsys, "--rules", "sima", "--csv", "game.csv") == score(capsys, *arguments)
    with open("game.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert lines[1] == {
        "party": "guest",
        "pot": "1",
        "arrow": "2",
        "throw": "L",
        "events": "",
        "counters": "0",
        "rule": "墜地",
    }


def test_one_side_alone_has_no_party(capsys: pytest.CaptureFixture[str]) -> None:
    score(capsys, "MLMM+2out", "-o", "alone.csv")
    assert score(capsys, "--csv", "alone.csv") == score(capsys, "MLMM+2out")
    Path("host.csv").write_text("party,throw\nhost,M\n", encoding="utf-8")
    assert score(capsys, "--csv", "host.csv") == score(capsys, "M")


def test_json_is_written_too(capsys: pytest.CaptureFixture[str]) -> None:
    score(capsys, "MM", "-o", "score.json", "--quiet")
    assert json.loads(Path("score.json").read_text(encoding="utf-8")) == shape(capsys, "MM")


# --- the rules ---------------------------------------------------------------------------------


def test_the_rules_of_sima_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    said = score(capsys, "--rules", "sima", "--table").splitlines()
    assert said[0] == "sima: 司馬溫公投壺格, as quoted by 朴泰輔"
    assert said[1] == "  10  有初 first arrow, mouth  「有初十算」"
    assert "  全壺 full pot: wins, whatever the counters  「全壶无算」" in said
    assert "    crossing=place|5  an arrow that lies across: as a hit at its place, or 5" in said
    assert sum("the first value is the default" in line for line in said) == 1


def test_the_rules_that_leave_nothing_open_say_nothing_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "default" not in score(capsys, "--rules", "dingzhai", "--table")
    score(capsys, "--table", "-o", "rules.html")
    page = Path("rules.html").read_text(encoding="utf-8")
    assert page.count("<ul>") == page.count("the first value is the default") == 2


def test_all_rules_are_printed_where_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    said = score(capsys, "--table")
    assert [line.partition(":")[0] for line in said.splitlines() if line[:1].isalpha()] == [
        "liji",
        "sima",
        "dingzhai",
    ]
    assert "  1  貫耳 ear  in no text, our choice" in said.splitlines()


@pytest.mark.parametrize("language", Language)
def test_the_rules_are_printed_in_every_language(
    capsys: pytest.CaptureFixture[str], language: Language
) -> None:
    assert "「有初十算」" in score(capsys, "--table", "--lang", str(language))


def test_the_rules_as_a_table_and_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    score(capsys, "--table", "-o", "rules.csv")
    lines = list(csv.reader(io.StringIO(Path("rules.csv").read_text(encoding="utf-8"))))
    assert lines[0] == ["rules", "throw", "counters", "text"]
    assert ["dingzhai", "壺 mouth", "2", "「壶二算」"] in lines
    score(capsys, "--table", "--rules", "sima", "-o", "rules.html")
    page = Path("rules.html").read_text(encoding="utf-8")
    assert "<td>有初 first arrow, mouth</td><td>10</td><td>「有初十算」</td>" in page


# --- what it refuses ---------------------------------------------------------------------------

REFUSED = [
    (["Q"], f"pot 1, arrow 1, character 1: 'Q' U+0051 is no throw; expected one of {LETTERS}, in [Q]"),
    (["MMMM", "MMMMM"], "pot 2, arrow 5: expected at most 4 under liji"),
    (["--rules", "sima", "M" * 13], "pot 1, arrow 13: expected at most 12 under sima"),
    (["M", "--against", "MMMMM"], "host pot 1, arrow 5: expected at most 4 under liji"),
    (
        ["M", "--against", "M+2in"],
        "host pot 1, arrow 1, character 2: '+2in' names a later arrow; expected no event on the first arrow",
    ),
    (
        ["LM+2in"],
        "pot 1, arrow 2, character 3: '+2in' is this arrow itself; "
        "expected an earlier one, else another letter",
    ),
    (
        ["XM+1out"],
        "pot 1, arrow 2, character 3: '+1out': arrow 1 lies on the ground; expected one on the pot",
    ),
    ([""], f"pot 1: no throw; expected letters of {LETTERS}"),
    ([], "no pot to count; give one such as MMXE, or --csv FILE"),
    (["M", "M", "--against", "M"], "2 pots of the guest against 1 of the host; expected as many of both"),
    (["M", "--option", "wind=1"], "liji: 'wind' is no option; expected ear leaning"),
    (["--csv", "none.csv"], "none.csv: No such file or directory"),
    (["M", "-o", "score.pdf"], "'score.pdf' must end in one of .json .csv"),
    (["--table", "-o", "rules.json"], "'rules.json' must end in one of .csv .html"),
]


@pytest.mark.parametrize("arguments, message", REFUSED, ids=[" ".join(each)[:24] for each, _ in REFUSED])
def test_what_cannot_be_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(capsys, "rite", "score", *arguments) == (1, "", f"touhu: {message}\n")


@pytest.mark.parametrize(
    "text, message",
    [
        (
            "party,throw\nguest,M\nhost,M\nguest,X\nguest,E\nhost,E\n",
            "line 5: guest throws out of turn; expected the other side, or T or X",
        ),
        ("throw\nQ\n", f"line 2: 'Q' is no throw; expected one of {LETTERS}"),
        ("throw\n" + "M\n" * 5, None),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_name(
    capsys: pytest.CaptureFixture[str], text: str, message: str | None
) -> None:
    Path("game.csv").write_text(text, encoding="utf-8")
    told = f"game.csv: {message}" if message else "pot 1, arrow 5: expected at most 4 under liji"
    assert run(capsys, "rite", "score", "--csv", "game.csv") == (1, "", f"touhu: {told}\n")


def test_turns_are_not_asked_for_under_sima(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.csv").write_text("party,throw\nguest,M\nhost,M\nhost,E\nguest,X\n", encoding="utf-8")
    assert "10 : 30; still open" in score(capsys, "--rules", "sima", "--csv", "game.csv")


def test_a_file_that_is_no_utf_8_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.csv").write_bytes(b"throw\n\xff\n")
    assert run(capsys, "rite", "score", "--csv", "game.csv") == (
        1,
        "",
        "touhu: game.csv: byte 6 is not UTF-8\n",
    )


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("score.csv").write_text("mine", encoding="utf-8")
    code, _, err = run(capsys, "rite", "score", "M", "-o", "score.csv")
    assert (code, err) == (1, "touhu: score.csv: exists; --force replaces it\n")
    score(capsys, "M", "-o", "score.csv", "--force")


@pytest.mark.parametrize(
    "arguments",
    [
        ["M", "--csv", "game.csv"],
        ["M", "--table"],
        ["M", "--json", "-o", "score.json"],
        ["--table", "--json"],
        ["M", "--rules", "wu"],
    ],
)
def test_options_that_exclude_each_other_are_a_wrong_call(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(capsys, "rite", "score", *arguments)[0] == 2
