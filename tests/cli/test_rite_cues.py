"""`touhu rite cues` as it is called: lines, rows, files, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import mido
import pytest
from conftest import run
from pypdf import PdfReader

from touhu_music.language import Language
from touhu_music.rite.cues import COLUMNS


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rows(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    code, out, err = run(capsys, "rite", "cues", *options, "--json")
    assert (code, err) == (0, "")
    found: list[dict[str, Any]] = json.loads(out)
    return found


def lines(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    code, out, err = run(capsys, "rite", "cues", *options)
    assert (code, err) == (0, "")
    return out.splitlines()


def test_the_sheet_says_what_is_text_and_what_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "--round", "1")
    assert told[0] == "投壺 touhu (pitch-pot) (禮記): cue sheet"
    assert told[2] == (
        "  lu-1@A: touhu (pitch-pot); ○□○□○○○□□○□○; 12 beats a cycle; no gap; 60 beats a minute"
    )
    assert any(line.startswith("  >> music ready [text]") for line in told)
    assert any(line.startswith("  >> drum on [our choice]") for line in told)
    assert any(line.startswith("  >> drum off [our choice]") for line in told)
    order = "R21  text        司射 director     The 司射 gives the string players the order."
    assert any(line.startswith(order) for line in told)
    assert any(
        "by analogy  賓 guest          cycle 2, from beat 12, 0:12, 四正具舉; The guest's side throws" in line
        for line in told
    )


def test_rows_are_printed_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, "--mode", "throw", "--results", "g,t,h")
    assert all(tuple(row) == COLUMNS for row in found)
    assert [row["start_beats"] for row in found if row["round"] == 1 and row["cadence"]][:2] == ["0", "12"]
    assert {row["source"] for row in found if row["step"] == "R02"} == {"003_1c4aa93e5bb2a11e"}
    assert not [row for row in found if row["round"] == 2 and row["step"] == "R27"]


def test_the_witness_of_the_drum_can_be_another(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--record", "2", "--witness", "B", "--round", "1"]
    starts = [row["start_beats"] for row in rows(capsys, *options) if row["cadence"]]
    assert list(dict.fromkeys(starts)) == ["0", "12", "24", "36", "48"]
    assert any("lu-2@B" in line for line in lines(capsys, *options))


def test_the_tempo_changes_the_clock_and_no_beat(capsys: pytest.CaptureFixture[str]) -> None:
    assert rows(capsys, "--bpm", "72.5") == rows(capsys)
    assert any("from beat 12, 0:08, 四正具舉;" in line for line in lines(capsys, "--bpm", "90"))


def test_a_gap_keeps_cycles_equally_spaced(capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, "--gap", "1/2", "--round", "1")
    assert [row["start_beats"] for row in found if row["throw"] == 1] == ["25/2", "25/2"]


def test_archery_is_silent_in_its_second_round(capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, "--rite", "archery", "--round", "2")
    assert {row["music"] for row in found} == {"off"}
    assert {row["cadence"] for row in found} == {None}
    assert any(
        line.startswith("  no drum at all: ") for line in lines(capsys, "--rite", "archery", "--round", "2")
    )


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("text", ["liji", "dadai", "dingzhai", "dingben"])
def test_every_book_is_told_in_every_language(
    capsys: pytest.CaptureFixture[str], language: Language, text: str
) -> None:
    told = lines(capsys, "--lang", str(language), "--text", text, "--junior", "guest", "--pairs", "2")
    assert len(told) > 100
    assert not any("{" in line for line in told)


@pytest.mark.parametrize("rite", ["touhu", "archery"])
def test_short_characters_stand_alone(capsys: pytest.CaptureFixture[str], rite: str) -> None:
    told = "".join(lines(capsys, "--lang", "zh-Hans", "--rite", rite, "--mode", "throw", "--pairs", "2"))
    told += "".join(lines(capsys, "--lang", "zh-Hans", "--rite", rite, "--props"))
    in_long = lines(capsys, "--lang", "zh-Hant", "--rite", rite, "--mode", "throw", "--pairs", "2")
    assert not set(told) & set("壺馬賓禮樂節階實豐勝請諾從慶")
    assert not set("".join(in_long)) & set("壶马宾礼乐节阶实丰胜请诺从庆")


def test_a_mixture_of_books_is_said_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    mixed = "  a mixture: the drum of 薛, the warning of another book"
    assert mixed in lines(capsys, "--school", "xue", "--text", "dadai")
    assert mixed not in lines(capsys, "--school", "xue")


def test_two_horses_without_a_third_are_said_to_be_disputed(capsys: pytest.CaptureFixture[str]) -> None:
    assert any("strictly nobody" in line for line in lines(capsys, "--results", "G,T,G"))
    assert not any("strictly nobody" in line for line in lines(capsys, "--results", "G,H,G"))


def test_the_head_says_for_which_results_and_junior_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    open_ = "  no results are known yet: rows that hang on them say on which"
    assert open_ in lines(capsys)
    told = lines(capsys, "--results", "G,T", "--junior", "host")
    assert "  results: round 1 the guest's side; round 2 tied; round 3 open" in told
    assert "  the host is the junior (少儀)" in told
    assert open_ in lines(capsys, "--rite", "archery", "--round", "2")
    assert open_ not in lines(capsys, "--rite", "archery", "--round", "1")


def test_each_layout_says_where_alone_a_row_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    english, korean = "unless the round is tied: The 司射 orders", "비기지 않았으면: 사사가 술을 따르도록"
    assert any(english in line for line in lines(capsys))
    assert not any(english in line for line in lines(capsys, "--results", "G,G,G"))
    assert any(korean in line for line in lines(capsys, "--layout", "hongi"))
    run(capsys, "rite", "cues", "-o", "cues.html")
    assert english in Path("cues.html").read_text(encoding="utf-8")
    run(capsys, "rite", "cues", "-o", "hongi.html", "--layout", "hongi")
    assert korean in Path("hongi.html").read_text(encoding="utf-8")
    run(capsys, "rite", "cues", "-o", "cues.csv")
    with open("cues.csv", encoding="utf-8", newline="") as file:
        assert {row["only"] for row in csv.DictReader(file)} == {
            *("", "won", "tied", "merged", "celebrated", "horses")
        }
    run(capsys, "rite", "cues", "-o", "cues.pdf", "--round", "1")
    pages = PdfReader("cues.pdf").pages
    assert "unless the round is tied" in "\n".join(page.extract_text() for page in pages)


@pytest.mark.parametrize("junior", ["guest", "host"])
def test_a_junior_does_not_have_the_horse_of_the_senior_in_the_conditions(
    capsys: pytest.CaptureFixture[str], junior: str
) -> None:
    told = "\n".join(lines(capsys, "--junior", junior))
    senior = {"guest": "host", "host": "guest"}[junior]
    assert f"only if the {senior}'s side has two horses and the {junior}'s one" in told
    assert f"or the junior {junior}'s two to one, nobody: Guest and host" in told


def test_the_song_of_a_rank_is_told_beside_the_words_of_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "--rank", "daifu", "--round", "1")
    assert (
        "  song: 采蘋 (a minister or 大夫) [by analogy]; its tune is in late notation, without rhythm;"
        " a line to a cycle, from the first again with each pair [our choice]"
    ) in told
    note = "(the words name 貍首, as the text has them; what is sung is 采蘋, by rank [by analogy])"
    assert [line.strip() for line in told].count(note) == 1
    assert not any("the words name" in line for line in lines(capsys, "--round", "1"))
    assert not any(
        "the words name" in line for line in lines(capsys, "--rank", "daifu", "--text", "dingzhai")
    )


@pytest.mark.parametrize("language", list(Language))
def test_the_objection_to_the_song_is_told_where_it_is_sung(
    capsys: pytest.CaptureFixture[str], language: Language
) -> None:
    words = {"zh-Hant": "定齋以曾孫侯氏", "zh-Hans": "定斋以曾孙侯氏", "ko": "정재는", "en": "定齋 objects"}
    told = lines(capsys, "--lang", str(language), "--round", "1")
    assert any(words[language] in line for line in told)
    other = lines(capsys, "--lang", str(language), "--round", "1", "--rank", "shi")
    assert not any(words[language] in line for line in other)


def test_no_bare_number_of_a_text_reaches_the_reader(capsys: pytest.CaptureFixture[str]) -> None:
    for rite in ("touhu", "archery"):
        for more in ([], ["--props"]):
            told = "\n".join(lines(capsys, "--rite", rite, "--mode", "throw", *more))
            assert not re.search(r"\b00[0-4]\b", told)
            assert all(row["book"] or row["basis"] == "reconstruction" for row in rows(capsys, *more))


def test_a_herald_knows_pair_and_cycle_and_after_which_book_he_calls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = lines(capsys, "--layout", "hongi", "--pairs", "2", "--text", "dadai", "--bpm", "72")
    head = "\n".join(told[: told.index("")])
    for said in ("대대례기(大戴禮記)", "노(魯)", "魯鼓 前圖", "○□○□○○○□□○□○", "분당 72박", "우리가 지은 것"):
        assert said in head
    assert any("[2째 짝, 3째 절, 大夫君子] 賓投第二矢" in line for line in told)
    assert any("[1째 짝] 使者取矢進於次耦" in line for line in told)
    one = lines(capsys, "--layout", "hongi")
    assert any("[2째 절, 四正具舉] 賓投第一矢" in line for line in one)
    run(capsys, "rite", "cues", "-o", "hongi.html", "--layout", "hongi", "--pairs", "2", "--text", "dadai")
    page = Path("hongi.html").read_text(encoding="utf-8")
    assert "대대례기(大戴禮記)" in page
    assert "2째 짝, 3째 절" in page


def test_a_herald_gets_one_act_a_line_with_its_reading(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "--layout", "hongi", "--round", "1")
    assert told[0] == "투호 홀기(投壺笏記)"
    assert "  1. 主人奉矢(주인봉시) 주인이 화살을 받든다." in told
    assert " 11. 主人般還(주인반선) 주인이 몸을 돌려 피한다. — 主人: 「辟。」(피) 피합니다." in told
    assert any(
        "[2째 절, 四正具舉] 賓投第一矢(빈투제일시)* 손님 편이 첫 번째 화살을 던진다." in line for line in told
    )
    numbers = [int(line.split(".")[0]) for line in told if line[:3].strip().isdigit()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_list_of_what_is_needed_grows_with_the_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    (arrows,) = (row for row in rows(capsys, "--props", "--pairs", "3") if row["object"] == "矢")
    assert arrows["count"] == 24
    (strings,) = (row for row in rows(capsys, "--props") if row["object"] == "瑟")
    assert strings["count"] is None
    assert "矢  text        8 arrows; four a person; 柘 or 棘, bark on" in lines(capsys, "--props")


def test_files_hold_the_rows_that_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    expected = rows(capsys)
    assert run(capsys, "rite", "cues", "-o", "cues.json") == (0, "cues.json\n", "")
    assert json.loads(Path("cues.json").read_bytes()) == expected
    assert run(capsys, "rite", "cues", "-o", "cues.csv", "--quiet") == (0, "", "")
    table = list(csv.DictReader(io.StringIO(Path("cues.csv").read_text(encoding="utf-8"))))
    assert table == [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in expected
    ]


@pytest.mark.parametrize("options", [[], ["--layout", "hongi"], ["--props"], ["--lang", "ko"]])
def test_a_page_has_every_row(capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    assert run(capsys, "rite", "cues", "-o", "cues.html", *options)[0] == 0
    page = Path("cues.html").read_text(encoding="utf-8")
    items = page.count("<li>") if {"hongi", "--props"} & set(options) else page.count('<td class="step">')
    expected = len(rows(capsys, *(["--props"] if "--props" in options else [])))
    assert items == expected + ("--props" in options)
    assert "@font-face" in page


def test_a_page_shows_what_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "rite", "cues", "-o", "cues.html", "--mode", "throw")
    page = Path("cues.html").read_text(encoding="utf-8")
    assert page.count('<span class="basis reconstruction">our choice</span>') >= 24
    assert page.count('<p class="turn">') == 7


@pytest.mark.parametrize(
    "options, message",
    [
        (["--rite", "polo"], "no rite 'polo'; there are archery touhu"),
        (["--rank", "emperor"], "no rank 'emperor'; there are tianzi 天子"),
        (["--pairs", "1000000000"], "pairs must be in range 1..100, not 1000000000"),
        (["--pairs", "x"], "pairs must be a number such as 72"),
        (["--round", "4"], "round must be in range 1..3, not 4"),
        (["--results", "G,Z"], "no result 2: 'Z'; there are G T H ?"),
        (["--text", "zhouli"], "no text 'zhouli'; there are liji"),
        (["--gap", "inf"], "gap must be a number such as 72"),
        (["--bpm", "0"], "tempo must be in range 1..1000, not 0"),
        (["--witness", "ZZ"], "no witness 'ZZ'"),
        (["-o", "cues.doc"], "'cues.doc' must end in one of .csv .json .html .pdf .mid .wav"),
        (["-o", "cues.csv", "--layout", "hongi"], "the layout hongi is for"),
        (["--json", "--layout", "hongi"], "the layout hongi is for the terminal and .html, not --json"),
        (["--props", "--layout", "hongi"], "the layout hongi is for the terminal and .html, not --props"),
        (["--by-song", "--mode", "throw"], "by-song: the mode throw has no cycles to listen to"),
        (["--by-song", "--mode", "free"], "by-song: the mode free has no cycles to listen to"),
        (["-o", "cues.pdf", "--props"], "the list of what is needed is for"),
        (["-o", "cues.wav", "--rite", "archery", "--round", "2"], "the drum is silent here: "),
        (["-o", "cues.mid", "--rite", "archery", "--round", "1"], "the drum is silent here: "),
        (["-o", "cues.wav", "--bpm", "1", "--pairs", "40"], "sound is written for at most 120 minutes"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    code, out, err = run(capsys, "rite", "cues", *options)
    assert (code, out) == (1, "")
    assert err.startswith(f"touhu: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("suffix", ["pdf", "mid", "wav"])
def test_files_for_the_stage_are_written(capsys: pytest.CaptureFixture[str], suffix: str) -> None:
    options = ["--school", "xue", "--bpm", "120", "--round", "1", "-o", f"cues.{suffix}"]
    assert run(capsys, "rite", "cues", *options) == (0, f"cues.{suffix}\n", "")
    first = Path(f"cues.{suffix}").read_bytes()
    assert run(capsys, "rite", "cues", *options, "--force")[0] == 0
    assert Path(f"cues.{suffix}").read_bytes() == first


def test_no_file_is_replaced_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cues.csv").write_text("mine")
    assert run(capsys, "rite", "cues", "-o", "cues.csv")[0] == 1
    assert Path("cues.csv").read_text() == "mine"
    assert run(capsys, "rite", "cues", "-o", "cues.csv", "--force")[0] == 0


# --- the song -----------------------------------------------------------------------------------


def test_every_output_names_the_line_that_goes_with_a_cycle(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ("--round", "1", "--song", "caifan", "--rank", "shi")
    told = rows(capsys, *asked)
    by_cycle = {row["cycle"]: row["song_line"] for row in told if row["cycle"]}
    assert by_cycle == {1: "于以采蘩", 2: "于沼于沚", 3: "于以用之", 4: "公侯之事", 5: "于以采蘩"}
    assert {row["song_line_basis"] for row in told} == {None, "reconstruction"}
    assert any("公侯之事" in line for line in lines(capsys, *asked))
    assert any("公侯之事" in line for line in lines(capsys, *asked, "--layout", "hongi"))
    for kind in ("csv", "html", "pdf", "mid", "json"):
        path = tmp_path / f"cues.{kind}"
        assert run(capsys, "rite", "cues", *asked, "-o", str(path))[0] == 0
        if kind == "mid":
            tracks = mido.MidiFile(path, charset="utf-8").tracks
            found = "\n".join(it.text for it in tracks[0] if it.type == "marker")
        elif kind == "pdf":
            found = "".join(page.extract_text() for page in PdfReader(path).pages)
        else:
            found = path.read_text("utf-8")
        assert found.count("公侯之事") >= 1, kind


def test_a_song_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "cues", "--song", "greensleeves")
    there = "lishou lu-couplet zouyu-yu zouyu-jue caipin caifan"
    assert (code, out, err) == (1, "", f"touhu: no song 'greensleeves' of touhu; there are {there}\n")


def test_in_short_characters_the_lines_are_short_too(capsys: pytest.CaptureFixture[str]) -> None:
    told = "\n".join(
        lines(capsys, "--lang", "zh-Hans", "--song", "caipin", "--mode", "throw", "--round", "1")
    )
    assert "南涧之滨" in told
