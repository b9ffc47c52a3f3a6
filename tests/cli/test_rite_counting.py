"""`touhu rite count` and `touhu rite horses` through the door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import run

from touhu_music import vector
from touhu_music.language import Language


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- count -------------------------------------------------------------------------------------


def test_the_shape_of_a_count_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rite", "count", "10", "1", "--json")
    shape = json.loads(out)
    assert (code, err) == (0, "")
    assert shape == {
        "right": {"bundles": 0, "pairs": 5, "single": 0},
        "left": {"bundles": 0, "pairs": 0, "single": 1},
        "announcement": "某賢於某四純一奇",
        "winner": "guest",
        "difference": 9,
        "pinyin": "mǒu xián yú mǒu sì quán yī jī",
        "hangul": "모현어모사전일기",
        "held": {"right": 9, "left": 0},
    }


@pytest.mark.parametrize(
    "arguments, announcement",
    [
        (("10", "1", "--wording", "kong"), "某賢於某九奇"),
        (("10", "1", "--wording", "suan"), "某賢於某九算"),
        (("1", "10", "--form", "parties"), "主黨賢於賓黨四純一奇"),
        (("12", "9", "--form", "archery"), "右賢於左一純一奇"),
        (("8", "8"), "左右鈞"),
        (("10", "1", "--lang", "zh-Hans"), "某贤于某四纯一奇"),
        (("10", "1", "--lang", "ko"), "某賢於某四純一奇"),
        (("2.5", "1"), "某賢於某三半算"),
    ],
)
def test_the_announcement_follows_the_options(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], announcement: str
) -> None:
    assert json.loads(run(capsys, "rite", "count", *arguments, "--json")[1])["announcement"] == announcement
    options = [*arguments] if "--lang" in arguments else [*arguments, "--lang", "zh-Hant"]
    assert run(capsys, "rite", "count", *options)[1].splitlines()[0] == announcement


def test_halves_and_ties_have_their_place_in_the_shape(capsys: pytest.CaptureFixture[str]) -> None:
    shape = json.loads(run(capsys, "rite", "count", "2½", "1", "--json", "--held", "one")[1])
    assert shape["right"] == {"bundles": 0, "pairs": 1, "single": 0, "half": 1}
    assert (shape["difference"], shape["held"]) == (1.5, {"right": 1, "left": 0})
    shape = json.loads(run(capsys, "rite", "count", "8", "8", "--json")[1])
    assert (shape["winner"], shape["difference"], shape["held"]) == (None, 0, {"right": 1, "left": 1})


def test_the_terminal_tells_the_text_draws_the_heaps_and_notes_disputes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "rite", "count", "10", "1")
    assert (code, err) == (0, "")
    assert out.splitlines()[:11] == [
        "某賢於某四純一奇",
        "mǒu xián yú mǒu sì quán yī jī",
        "So-and-so is ahead of so-and-so by 4 pairs and an odd 1",
        "",
        "主人，左，北 host, left, north: 1 = an odd 1",
        "                   -------",
        "",
        "司射東面 >                    [中，首東>",
        "",
        "            || || || || ||",
        "            || || || || ||",
    ]
    assert "(一純以取，實于左手)" in out
    assert "(兼斂算，實于左手)" in out
    assert "九奇 孔穎達 (kong)" in out


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("odd", ["west", "south"])
def test_every_language_tells_and_draws(
    capsys: pytest.CaptureFixture[str], language: Language, odd: str
) -> None:
    code, out, err = run(
        capsys, "rite", "count", "45", "27.5", "--lang", str(language), "--odd", odd, "--pairs", "3"
    )
    assert (code, err) == (0, "")
    assert "{" not in out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("-1", "3"), "right heap (guest): -1 counters; counters cannot be fewer than none"),
        (("3", "-1"), "left heap (host): -1 counters; counters cannot be fewer than none"),
        (("1000000000", "3"), "right heap (guest): 1000000000 counters; expected 0 to 800, or halves"),
        (("3", "x"), "left heap (host): 'x' is no number of counters"),
        (("3", "3", "--pairs", "0"), "pairs must be in range 1..100, not 0"),
        (("3", "3", "--pairs", "x"), "pairs must be a number such as 72, 72.5 or 1/2, not 'x'"),
        (("3", "3", "-o", "heaps.jpg"), "'heaps.jpg' must end in one of .svg .pdf"),
        (("3", "3", "-o", ".svg"), "'.svg' must end in one of .svg .pdf"),
        (("3", "3", "-o", "nowhere/heaps.svg"), "nowhere/heaps.svg: no such folder"),
    ],
)
def test_a_malformed_count_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(capsys, "rite", "count", *arguments) == (1, "", f"touhu: {message}\n")


@pytest.mark.parametrize(
    "arguments",
    [("3",), ("3", "2", "1"), ("3", "2", "--json", "-o", "a.svg"), ("3", "2", "--pairs", "3", "-o", "a.svg")],
)
def test_a_wrong_command_line_is_of_the_option_parser(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(capsys, "rite", "count", *arguments)[0] == 2


@pytest.mark.parametrize(
    "name",
    [
        "heaps.svg",
        pytest.param(
            "heaps.pdf",
            marks=pytest.mark.skipif(not vector.can_write_pdf(), reason="no converter to PDF here"),
        ),
    ],
)
def test_a_map_is_written_whole_and_never_over_another(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    assert run(capsys, "rite", "count", "27", "9", "-o", name) == (0, f"{name}\n", "")
    data = (tmp_path / name).read_bytes()
    refused = run(capsys, "rite", "count", "27", "9", "-o", name)
    assert refused == (1, "", f"touhu: {name}: exists; --force replaces it\n")
    assert run(capsys, "rite", "count", "27", "9", "-o", name, "--force", "--quiet") == (0, "", "")
    if name.endswith(".svg"):
        assert (tmp_path / name).read_bytes() == data


# --- horses ------------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", [("G", "H", "G"), ("G,H,G",)])
def test_the_shape_of_horses_is_stable(capsys: pytest.CaptureFixture[str], letters: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "rite", "horses", *letters, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "before": {"guest": 2, "host": 1},
        "horses": {"guest": 3, "host": 0},
        "merged": True,
        "celebrate": "guest",
        "flags": [],
        "rounds": ["G", "H", "G"],
    }


@pytest.mark.parametrize(
    "arguments, celebrate, flags",
    [
        (("G", "T", "G"), "guest", ["no-third-horse"]),
        (("G", "T", "G", "--strict"), None, ["no-third-horse"]),
        (("T", "T", "T"), None, []),
        (("T", "T", "T", "--mutual"), "both", []),
        (("G", "G", "H", "--junior", "guest"), None, []),
        (("G", "G", "H", "--junior", "host"), "guest", []),
    ],
)
def test_the_options_settle_what_is_disputed(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], celebrate: str | None, flags: list[str]
) -> None:
    shape = json.loads(run(capsys, "rite", "horses", *arguments, "--json")[1])
    assert (shape["celebrate"], shape["flags"]) == (celebrate, flags)


def test_each_pair_has_its_own_horses(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "rite", "horses", "--level", "pair", "G,H,G", "H,H,T", "--json")[1]
    assert [shape["celebrate"] for shape in json.loads(out)] == ["guest", "host"]
    lines = run(capsys, "rite", "horses", "--level", "pair", "G,H,G", "H,H,T")[1].splitlines()
    assert [line for line in lines if line.startswith("pair")] == ["pair 1", "pair 2"]
    assert run(capsys, "rite", "horses", "--level", "pair", "G", "H", "G")[0] == 0


def test_the_terminal_tells_the_rounds_and_the_horses(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rite", "horses", "G", "H", "G") == (
        0,
        "round 1: the guest's side wins and sets a horse; guest 馬, host -\n"
        "round 2: the host's side wins and sets a horse; guest 馬, host 馬\n"
        "round 3: the guest's side wins and sets a horse; guest 馬馬, host 馬\n"
        "One horse goes to the two (一馬從二馬), from the host to the guest: guest 馬馬馬, host -\n"
        "Congratulated (請慶多馬): the guest.\n"
        "Then the horses are taken away (請徹馬).\n",
        "",
    )


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("G", "X", "G"), "round 2: 'X' is none of G (guest), H (host), T (tie)"),
        (("G", "H"), "2 rounds, not 3; expected G, H or T for each"),
        (("G", "H", "G", "T"), "4 rounds, not 3; expected G, H or T for each"),
        (("G,,G",), "round 2: '' is none of G (guest), H (host), T (tie)"),
        (
            ("G,H,G", "H,H,T"),
            "2 records; the parties have one, or --level pair has one for each pair",
        ),
        (("--level", "pair", "G,H,G", "H,H"), "pair 2: 2 rounds, not 3; expected G, H or T for each"),
        (
            ("--level", "pair", "G,H,G", "H,H,x"),
            "pair 2, round 3: 'x' is none of G (guest), H (host), T (tie)",
        ),
    ],
)
def test_a_malformed_record_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(capsys, "rite", "horses", *arguments) == (1, "", f"touhu: {message}\n")


@pytest.mark.parametrize("pairs, number", [("1", 16), ("3", 24), ("4", 32), ("10", 80), ("11", 80)])
def test_a_set_is_as_large_as_the_list_of_things_has_it(
    capsys: pytest.CaptureFixture[str], pairs: str, number: int
) -> None:
    code, out, _ = run(capsys, "rite", "count", "3", "2", "--pairs", pairs, "--json")
    assert (code, json.loads(out)["set"]) == (0, number)
    _, out, _ = run(capsys, "rite", "cues", "--props", "--pairs", pairs, "--json")
    assert [each["count"] for each in json.loads(out) if each["object"] == "算"] == [number]


def test_a_tie_in_archery_has_a_counter_of_each_side_and_no_horse(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rite", "count", "9", "9", "--form", "archery")
    assert "One counter from each side is held up; archery has no horses" in out
    _, out, _ = run(capsys, "rite", "count", "9", "9")
    assert "no horse, no cup" in out


def test_a_half_counter_is_laid_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rite", "count", "3.5", "2.5")
    assert out.count("The half counter of 定齋 beside the odd one") == 2
    assert "All counters into the left hand: 2.5" in out
