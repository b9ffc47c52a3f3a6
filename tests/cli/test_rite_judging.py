"""`touhu rite judge` as it is called: lines, JSON, tables, keys, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import pytest
from conftest import run

from touhu_music.language import Language
from touhu_music.rite import rites
from touhu_music.rite.scoring.judging import Mode

ROUND = """\
# a round, on the courtyard clock
12.1 guest M
14 host E
24.5 guest X
25 host P
36 guest M
37 guest M
38 host
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("round.txt").write_text(ROUND, encoding="utf-8")


def judge(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, out, err = run(capsys, "rite", "judge", *arguments)
    assert (code, err) == (0, "")
    return out


def shape(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(judge(capsys, *arguments, "--json"))


def test_every_throw_is_told_with_its_cycle(capsys: pytest.CaptureFixture[str]) -> None:
    said = judge(capsys, "round.txt").splitlines()
    assert said[0] == "魯鼓 前圖 投壺 · Lu, first chart, touhu (pitch-pot)"
    assert said[2] == (
        "exchange: guest and host in each cycle, by analogy with archery; tolerance 0.25 s, our choice; "
        "off the drum is only noted"
    )
    assert said[4:] == [
        "  1  guest 1  M  12.100 s  cycle 2  +0.000 s  counters 1",
        "  2  host 1  E  14.000 s  cycle 2  +0.000 s  counters 1",
        "  3  guest 2  X  24.500 s  cycle 3  +0.000 s  counters 0  not in the pot",
        "  4  host 2  P  25.000 s  cycle 3  +0.000 s  counters 0  末 end first",
        "  5  guest 3  M  36.000 s  cycle 4  +0.000 s  counters 1",
        "  6  guest 4  M  37.000 s  cycle 4  +0.000 s  counters 0  比投 out of turn",
        "  7  host 3  -  38.000 s  cycle 4  +0.000 s  counters ?",
        "",
        "counters: guest 2, host ?",
    ]


def test_in_mode_throw_the_offset_is_from_the_last_stroke(capsys: pytest.CaptureFixture[str]) -> None:
    Path("throws.txt").write_text("11.1 guest M\n22.5 host M\n", encoding="utf-8")
    said = judge(capsys, "throws.txt", "--mode", "throw", "--off-beat", "void", "--tolerance", "0.2")
    assert said.splitlines()[4:] == [
        "  1  guest 1  M  11.100 s  cycle 1  stroke 12 of cycle 1  +0.100 s  counters 1",
        "  2  host 1  M  22.500 s  cycle 2  stroke 12 of cycle 2  -0.500 s  counters 0  off the drum, void",
        "",
        "counters: guest 1, host 0",
    ]


def test_a_judgement_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = shape(capsys, "round.txt", "--cadence", "lu-1@A", "--pairs", "2")
    assert {key: found[key] for key in ("cadence", "use", "mode", "basis", "pairs", "listen", "cycles")} == {
        "cadence": "lu-1",
        "use": "touhu",
        "mode": "exchange",
        "basis": "analogy",
        "pairs": 2,
        "listen": 1,
        "cycles": 10,
    }
    assert found["counters"] == {"guest": 2, "host": None}
    assert found["throws"][5] == {
        "number": 6,
        "pair": 1,
        "party": "guest",
        "arrow": 4,
        "throw": "M",
        "seconds": 37.0,
        "due": 4,
        "cycle": 4,
        "stroke": {"cycle": 4, "number": 2},
        "offset": 0.0,
        "from_stroke": 0.0,
        "on_drum": True,
        "in_turn": False,
        "order": None,
        "stays_in": True,
        "base_first": True,
        "void": False,
        "counters": 0,
        "flags": ["out-of-turn"],
    }


def test_the_performance_is_the_one_that_sounded(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--cadence", "xue-1", "--bpm", "120", "--gap", "1", "--count-in", "2", "--mode", "throw")
    Path("throws.txt").write_text("4.5 guest\n9 host\n", encoding="utf-8")  # 1 + 3.5, and 4.5 a cycle
    assert [each["offset"] for each in shape(capsys, "throws.txt", *arguments)["throws"]] == [0, 0]
    Path("late.txt").write_text("104.5 guest\n109 host\n", encoding="utf-8")
    late = shape(capsys, "late.txt", *arguments, "--start", "100")
    assert [each["offset"] for each in late["throws"]] == [0, 0]


def test_the_whole_row_sounds_in_archery(capsys: pytest.CaptureFixture[str]) -> None:
    Path("throws.txt").write_text("22 guest\n", encoding="utf-8")
    (found,) = shape(capsys, "throws.txt", "--for", "archery", "--mode", "throw")["throws"]
    assert (found["offset"], found["stroke"]) == (0, {"cycle": 1, "number": 23})


OFF = "11 guest M\n30 host M\n"


@pytest.mark.parametrize(
    "arguments, void, said",
    [
        ([], False, "off the drum is only noted"),
        (["--off-beat", "void"], True, "off the drum is void, by analogy with archery"),
        (["--for", "archery"], True, "off the drum is void (儀禮 不鼓不釋)"),
        (
            ["--for", "archery", "--off-beat", "flag"],
            False,
            "off the drum is only noted; 儀禮 has it void (不鼓不釋)",
        ),
        (["--for", "archery", "--mode", "free"], False, "and voids none unless that is asked"),
        (["--for", "archery", "--mode", "free", "--off-beat", "void"], True, "the nearest stroke is taken"),
    ],
)
def test_in_archery_what_is_off_the_drum_is_void_unless_told_otherwise(
    capsys: pytest.CaptureFixture[str], arguments: list[str], void: bool, said: str
) -> None:
    Path("throws.txt").write_text(OFF.replace("30", "30.5"), encoding="utf-8")
    mode = [] if "--mode" in arguments else ["--mode", "throw"]
    found = shape(capsys, "throws.txt", *arguments, *mode)
    assert any(each["void"] for each in found["throws"]) is void
    assert all(each["void"] is (void and not each["on_drum"]) for each in found["throws"])
    assert found["off_beat"] == ("void" if void else "flag")
    assert said in judge(capsys, "throws.txt", *arguments, *mode)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_mode_has_one_basis_on_the_cue_sheet_and_before_the_judge(
    capsys: pytest.CaptureFixture[str], mode: Mode
) -> None:
    for rite in ("touhu", "archery"):
        found = shape(capsys, "round.txt", "--for", rite, "--mode", str(mode))
        assert found["basis"] == rites.load(rite).modes[mode].basis


def test_a_slip_condemns_no_later_throw(capsys: pytest.CaptureFixture[str]) -> None:
    Path("throws.txt").write_text(
        "12 guest M\n13 guest M\n14 host M\n24 guest M\n25 host M\n36 guest M\n37 host M\n", encoding="utf-8"
    )
    found = shape(capsys, "throws.txt", "--off-beat", "void")
    assert [each["flags"] for each in found["throws"]] == [[], ["out-of-turn"], [], [], [], [], []]
    assert found["counters"] == {"guest": 3, "host": 3}


def test_free_throws_go_with_as_many_cycles_as_there_were(capsys: pytest.CaptureFixture[str]) -> None:
    Path("throws.txt").write_text("30 guest\n", encoding="utf-8")
    for cycles, offset in (([], 0), (["--cycles", "2"], 7)):
        found = shape(capsys, "throws.txt", "--mode", "free", *cycles)
        assert [each["offset"] for each in found["throws"]] == [offset]


def test_a_table_of_judgements_is_read_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(capsys, "round.txt", "-o", "round.csv") == "round.csv\n"
    assert judge(capsys, "round.csv") == judge(capsys, "round.txt")
    with open("round.csv", encoding="utf-8", newline="") as file:
        line = list(csv.DictReader(file))[5]
    assert (line["due"], line["cycle"], line["offset"], line["flags"]) == (
        "4",
        "4",
        "0.0",
        "out-of-turn",
    )
    judge(capsys, "round.txt", "-o", "round.json", "--quiet")
    assert json.loads(Path("round.json").read_text(encoding="utf-8")) == shape(capsys, "round.txt")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("mode", ["exchange", "throw", "free"])
def test_judgements_are_told_in_every_language(
    capsys: pytest.CaptureFixture[str], language: Language, mode: str
) -> None:
    said = judge(
        capsys, "round.txt", "--lang", str(language), "--mode", mode, "--pairs", "2", "--off-beat", "void"
    )
    assert len(said.splitlines()) == 13


REFUSED = [
    (
        "1 guest Q\n",
        [],
        "round.txt: line 1: 'Q' U+0051 is no throw; expected one of M E X R r L l S V v D P T",
    ),
    ("2 guest\n1 host\n", [], "round.txt: line 2: 1 s after a later throw; expected the order of time"),
    ("1 guest\n" * 5, [], "round.txt: throw 5: guest throws arrow 5; expected 4 of 1 pair"),
    ("", [], "round.txt: no throw; expected lines such as 12.5 guest M"),
    (ROUND, ["--cycles", "5"], "round.txt: cycles are 5 in mode exchange; leave them"),
    (
        ROUND,
        ["--mode", "throw", "--listen", "1"],
        "listen: the mode throw has no cycles to listen to; leave it",
    ),
    (
        ROUND,
        ["--mode", "free", "--listen", "2"],
        "listen: the mode free has no cycles to listen to; leave it",
    ),
    (
        ROUND,
        ["--live", "--start", "1"],
        "start: keys are counted from the first stroke that was told; leave it",
    ),
    (ROUND, ["--tolerance", "-1"], "tolerance must be in range 0..60 seconds, not -1"),
    (ROUND, ["--tolerance", "nan"], "tolerance must be a number such as 72, 72.5 or 1/2, not 'nan'"),
    (ROUND, ["--pairs", "0"], "pairs must be in range 1..100, not 0"),
    (
        ROUND,
        ["--cadence", "none"],
        "'none' is no name (lu-1 xue-1 lu-2 xue-2), no row of ○ and □ around 半, and no file",
    ),
    (ROUND, ["-o", "round.pdf"], "'round.pdf' must end in one of .json .csv"),
    (ROUND, ["-o", "round.txt.csv/x.csv"], "round.txt.csv/x.csv: no such folder"),
    (
        "86400 guest\n",
        ["--mode", "free", "--bpm", "1000"],
        "cycles must be in range 1..100000, not 120002",
    ),
]


@pytest.mark.parametrize("text, arguments, message", REFUSED, ids=[each[2][:30] for each in REFUSED])
def test_what_cannot_be_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], text: str, arguments: list[str], message: str
) -> None:
    Path("round.txt").write_text(text, encoding="utf-8")
    assert run(capsys, "rite", "judge", "round.txt", *arguments) == (1, "", f"touhu: {message}\n")


def test_there_must_be_throws(capsys: pytest.CaptureFixture[str]) -> None:
    message = "touhu: no throws to judge; name a file of them, or --live\n"
    assert run(capsys, "rite", "judge") == (1, "", message)


# --- keys --------------------------------------------------------------------------------------


def test_keys_need_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdin", nobody)
        message = "touhu: --live reads keys, and standard input is no terminal\n"
        assert run(capsys, "rite", "judge", "--live") == (1, "", message)


@contextmanager
def live(monkeypatch: pytest.MonkeyPatch, typed: str) -> Iterator[TextIO]:
    """Let a terminal be typed into, a key each fiftieth of a second."""
    keyboard, inside = os.openpty()

    def hand() -> None:
        time.sleep(0.2)  # until the keys are listened to
        for key in typed:
            os.write(keyboard, key.encode())
            time.sleep(0.02)

    with os.fdopen(inside) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        hands = threading.Thread(target=hand)
        hands.start()
        yield terminal
        hands.join()
    os.close(keyboard)


@pytest.mark.skipif(os.name != "posix", reason="there are no terminals to make")
def test_throws_are_typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import termios

    with live(monkeypatch, " gMhgu\x1b[AXq") as terminal:
        before = termios.tcgetattr(terminal)
        code, out, err = run(capsys, "rite", "judge", "--live", "typed.txt", "--mode", "free")
        assert termios.tcgetattr(terminal) == before
    assert code == 0
    assert err.startswith("space: the first stroke is now")
    words = [line.split() for line in Path("typed.txt").read_text(encoding="utf-8").splitlines()]
    assert [line[1:] for line in words] == [["guest", "M"], ["host", "X"]]
    assert 0 < float(words[0][0]) < float(words[1][0]) < 5
    assert out.splitlines()[-1] == "counters: guest 1, host 0"
    assert judge(capsys, "typed.txt", "--mode", "free") == out


@pytest.mark.skipif(os.name != "posix", reason="there are no terminals to make")
def test_without_a_throw_nothing_is_judged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with live(monkeypatch, "g q"):
        found = run(capsys, "rite", "judge", "--live", "--quiet")
    assert found == (1, "", "touhu: no throw was typed\n")


def test_what_was_kept_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    message = "touhu: round.txt: exists; --force replaces it\n"
    assert run(capsys, "rite", "judge", "--live", "round.txt") == (1, "", message)
