from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from conftest import run
from song.tunes import TUNES, Verse

from touhu_music.cli import song
from touhu_music.song import songs

UNDER = "于以采蘩\n\n(黄南林南六工尺工)\n\n某一章一句無射商\n"
INLINE = "某一章一句無射清商\n\n于(黄清六)以(南工)采(林尺)蘩(南工)\n"
NO_TUNE = (
    "lishou: the tune of 貍首 is lost and none is invented; its words can be recited;"
    " tunes that survive: caifan caipin zouyu-jue zouyu-yu"
)


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", song.COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, "song", name, "--help")
    assert code == 0
    assert out.startswith(f"Usage: touhu song {name}")


# --- list and show -----------------------------------------------------------------------------


def test_the_list_has_every_song_with_its_prints(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "song", "list", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert {each["song"]: [of["witness"] for of in each["prints"]] for each in found["songs"]} == {
        name: [*songs.load(name).known] for name in songs.songs()
    }
    assert [each["song"] for each in found["songs"] if not each["has_tune"]] == ["lishou"]
    assert [each["witness"] for each in found["unread"]] == ["Z"]
    lines = run(capsys, "song", "list")[1].splitlines()
    assert len(lines) == 5 + 8 + 1
    assert (
        lines[0]
        == "caifan     采蘩 · Cǎi fán, Gathering artemisia; sung for: 士, officers of the lowest rank"
    )


def test_touhu_list_has_the_songs(capsys: pytest.CaptureFixture[str]) -> None:
    assert "songs      caifan         采蘩 Gathering artemisia; X N\n" in run(capsys, "list")[1]
    assert [*json.loads(run(capsys, "list", "--json")[1])["songs"]] == [*songs.songs()]


@pytest.mark.parametrize("name, verses", TUNES.items(), ids=TUNES)
def test_a_song_is_shown_as_the_table_has_it(
    capsys: pytest.CaptureFixture[str], name: str, verses: tuple[Verse, ...]
) -> None:
    title, _, witness = name.partition("@")
    code, out, err = run(capsys, "song", "show", title, "--witness", witness, "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["song"], found["witness"]) == (title, witness)
    assert [(of["words"], of["lulu"], of["gongche"], tuple(of["semitones"])) for of in found["stanzas"]] == [
        *verses
    ]
    assert run(capsys, "song", "show", name, "--json") == (code, out, err)


def test_the_shape_of_a_song_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "song", "show", "caipin", "--json")[1])
    assert [*found] == [
        *("song", "witness", "title", "mode", "heading", "sung_for", "stanzas", "warnings"),
        *("sources", "remarks"),
    ]
    assert [*found["stanzas"][0]] == ["words", "lulu", "gongche", "semitones", "lines", "printed"]
    assert found["stanzas"][0]["printed"][0][14] == "大"
    assert found["warnings"] == [*songs.load("caipin").warnings]
    assert len(json.loads(run(capsys, "song", "show", "caifan", "caipin", "--json")[1])) == 2


def test_lishou_is_shown_as_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "song", "show", "lishou")
    assert code == 0
    assert "  word  曾 孫 侯 氏   四 正 具 舉   大 夫 君 子   凡 以 庶 士\n" in out
    assert "The tune is lost and none is invented: these are words to recite.\n" in out
    shape = json.loads(run(capsys, "song", "show", "lishou", "--json")[1])
    assert (shape["stanzas"][0]["lulu"], {*shape["stanzas"][0]["semitones"]}) == ("", {None})


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ko", "en"])
@pytest.mark.parametrize("name", songs.songs())
def test_every_song_is_shown_with_what_must_be_said(
    capsys: pytest.CaptureFixture[str], name: str, language: str
) -> None:
    code, out, err = run(capsys, "song", "show", name, "--lang", language)
    remarks = json.loads(run(capsys, "song", "show", name, "--lang", language, "--json")[1])["remarks"]
    assert (code, err) == (0, "")
    assert {*remarks} <= {*out.splitlines()}
    assert len(remarks) == (2 if songs.load(name).has_tune else 1)
    assert name == "lishou" or "朱熹" in remarks[1] or "주희" in remarks[1]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("song", "show", "x"), "no song 'x'; there are caifan caipin lishou zouyu-jue zouyu-yu"),
        (("song", "show", "caifan", "--witness", "Q"), "caifan: no print 'Q'; there are X N"),
        (("song", "show", "caifan@"), "caifan: no print ''; there are X N"),
        (("song", "show", "caifan@X", "--witness", "N"), "'caifan@X' and --witness N name two prints"),
        (("song", "collate", "lishou"), NO_TUNE),
        (("song", "collate", "--base", "Q"), "no print 'Q'; there are X N"),
        (("song", "collate", "zouyu-yu", "--base", "N"), "zouyu-yu: no print 'N'; there are X"),
        (("song", "collate", "-o", "x.svg"), "'x.svg' must end in one of .json .csv .html"),
        (("song", "collate", "-o", "no/x.csv"), "no/x.csv: no such folder"),
        (("song", "compare", "caifan", "lishou"), NO_TUNE),
        (
            ("song", "compare", "caifan", "x"),
            "no song 'x'; there are caifan caipin lishou zouyu-jue zouyu-yu",
        ),
        (("song", "compare", "caifan", "caipin", "-o", "x.html"), "'x.html' must end in one of .json .csv"),
        (("song", "read", "x.txt"), "x.txt: No such file or directory"),
    ],
)
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(capsys, *arguments) == (1, "", f"touhu: {message}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("show",),
        ("read",),
        ("read", "--json", "--text", "x"),
        ("read", "--da", "x", "x"),
        ("compare", "caifan"),
        ("collate", "--json", "-o", "x.json"),
        ("compare", "caifan", "caipin", "--json", "-o", "x.json"),
        ("x",),
    ],
)
def test_a_wrong_command_line_is_of_the_option_parser(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(capsys, "song", *arguments)[0] == 2


def test_what_is_right_is_shown_beside_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "song", "show", "x", "caifan", "--json")
    assert (code, json.loads(out)["song"], err.count("\n")) == (1, "caifan", 1)


# --- read ---------------------------------------------------------------------------------------


def test_the_shape_of_a_reading_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    Path("song.txt").write_text(UNDER, encoding="utf-8")
    code, out, err = run(capsys, "song", "read", "song.txt", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "file": "song.txt",
        "encoding": "utf-8",
        "songs": [
            {
                "title": "某",
                "mode": "無射商",
                "layout": "under",
                "heading": "某一章一句無射商",
                "stanzas": [
                    {
                        "words": "于以采蘩",
                        "lulu": "黃南林南",
                        "gongche": "六工尺工",
                        "semitones": [12, 9, 7, 9],
                        "lines": None,
                        "printed": ["黄南林南", "六工尺工"],
                    }
                ],
                "warnings": [],
            }
        ],
        "warnings": [],
        "faults": [],
    }


def test_files_of_every_kind_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    Path("texts").mkdir()
    Path("texts/a.txt").write_text(UNDER, encoding="utf-8")
    Path("texts/b.txt").write_bytes(INLINE.encode("gb18030"))
    Path("texts/c.txt.gz").write_bytes(gzip.compress(INLINE.encode()))
    Path("texts/none.txt").write_text("鼓○□○○半○□○", encoding="utf-8")
    Path("texts/picture.bin").write_bytes(b"\x89\0\xff" * 20)
    code, out, err = run(capsys, "song", "read", "texts", "--json")
    assert (code, err) == (0, "")
    assert [(one["file"], one["encoding"], one["songs"][0]["layout"]) for one in json.loads(out)] == [
        ("texts/a.txt", "utf-8", "under"),
        ("texts/b.txt", "gb18030", "inline"),
        ("texts/c.txt.gz", "utf-8", "inline"),
    ]
    assert run(capsys, "song", "read", "texts/*.txt")[0] == 0


def test_standard_input_is_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(INLINE.encode())))
    code, out, _ = run(capsys, "song", "read", "-", "--text")
    assert (code, out) == (0, INLINE)


def test_da_is_chosen_where_nothing_tells(capsys: pytest.CaptureFixture[str]) -> None:
    Path("song.txt").write_text("于(大四)以(南工)", encoding="utf-8")
    for chosen, tone in (("dalu", 1), ("taicu", 2)):
        _, out, _ = run(capsys, "song", "read", "song.txt", "--da", chosen, "--json")
        assert json.loads(out)["songs"][0]["stanzas"][0]["semitones"] == [tone, 9]


def test_a_song_that_cannot_be_read_is_one_line_beside_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong = INLINE.replace("某", "誤").replace("林尺", "林X")
    Path("song.txt").write_text(f"{wrong}\n{INLINE}", encoding="utf-8")
    code, out, err = run(capsys, "song", "read", "song.txt", "--json")
    assert (code, [each["title"] for each in json.loads(out)["songs"]]) == (1, ["某"])
    assert err == (
        "touhu: song.txt: 誤: unknown-sign: line 3, column 15, word 3 采: 'X' U+0058 is no gongche;"
        " expected one of 合四一上勾尺工凡六五, or 闕 缺 阙\n"
    )


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "no-song: no words with their lülü and gongche in brackets"),
        ("采蘩三章章四句無射商".encode(), "no-song: no words with their lülü and gongche in brackets"),
        (b"\xff\xfe\x00\xd8\x00\xd8", "undecodable: byte 2 is not utf-16-le"),
        (b"\x89PNG\0\xff\xff", "undecodable: not UTF-8, and no song appears under"),
        (b"<a><b></a>(", "no-song: no words with their lülü and gongche in brackets"),
    ],
)
def test_a_file_without_songs_is_one_line(
    capsys: pytest.CaptureFixture[str], data: bytes, message: str
) -> None:
    Path("song.txt").write_bytes(data)
    code, out, err = run(capsys, "song", "read", "song.txt")
    assert (code, out) == (1, "")
    assert err.startswith(f"touhu: song.txt: {message}")
    assert err.count("\n") == 1


def test_a_folder_without_songs_says_how_many_texts_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    Path("texts").mkdir()
    for name in "ab":
        Path("texts", name).write_text("no", encoding="utf-8")
    assert run(capsys, "song", "read", "texts") == (0, "", "touhu: no songs in 2 texts\n")
    assert run(capsys, "song", "read", "texts", "--json") == (0, "[]\n", "touhu: no songs in 2 texts\n")


def test_a_text_commands_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Path("song.txt").write_text("于(黄六)\x1b(南工)采(林尺)", encoding="utf-8")
    _, out, err = run(capsys, "song", "read", "song.txt")
    assert "\x1b" not in out + err


# --- collate and compare --------------------------------------------------------------------------


def test_one_song_is_an_object_and_all_are_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    one = json.loads(run(capsys, "song", "collate", "caipin", "--json")[1])
    every = json.loads(run(capsys, "song", "collate", "--json")[1])
    assert one in every
    assert [each["song"] for each in every] == ["caifan", "caipin", "zouyu-jue", "zouyu-yu"]
    of_n = json.loads(run(capsys, "song", "collate", "--base", "N", "--json")[1])
    assert [each["song"] for each in of_n] == ["caifan", "caipin"]


@pytest.mark.parametrize(
    "arguments",
    [
        *(("collate", "-o", f"c{suffix}") for suffix in (".json", ".csv", ".html")),
        *(("compare", "caifan", "caipin@N", "-o", f"d{suffix}") for suffix in (".json", ".csv")),
    ],
)
def test_a_file_is_written_whole_and_never_over_another(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    name = arguments[-1]
    assert run(capsys, "song", *arguments) == (0, f"{name}\n", "")
    data = Path(name).read_bytes()
    assert run(capsys, "song", *arguments) == (1, "", f"touhu: {name}: exists; --force replaces it\n")
    assert run(capsys, "song", *arguments, "--force", "--quiet") == (0, "", "")
    assert Path(name).read_bytes() == data


def test_what_is_written_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "song", "compare", "caifan", "caipin", "-o", "c.json")
    printed = run(capsys, "song", "compare", "caifan", "caipin", "--json")[1]
    assert json.loads(Path("c.json").read_bytes()) == json.loads(printed)


def test_a_closed_pipe_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "touhu_music", "song", "show", "caifan"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_songs_are_shown_without_what_draws_and_sounds() -> None:
    script = (
        "import sys; from touhu_music.cli import main; main(['song', 'show', 'caifan']);"
        "print(*{'numpy', 'music21', 'verovio', 'matplotlib', 'mido'} & {*sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""
