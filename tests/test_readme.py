"""The commands of the READMEs and of the pages in docs are run, and their output compared."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from pathlib import Path

import numpy
import pytest
from PIL import Image

from touhu_music import Use, library
from touhu_music.cli import main
from touhu_music.language import Language, word
from touhu_music.live.keys import KEYS
from touhu_music.live.view import cap

ROOT = Path(__file__).parents[1]
READMES = ("README.md", "README.zh.md")
RITES = ("docs/rite.md", "docs/rite.zh.md")
SONGS = ("docs/songs.md", "docs/songs.zh.md")


def blocks(readme: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / readme).read_text("utf-8"), re.M | re.S)


@pytest.mark.parametrize("readme", READMES + RITES + SONGS)
def test_every_command_gives_the_output_that_is_shown(
    readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks("README.md", "toml"):
        if block.startswith("# courtyard.toml"):
            Path("courtyard.toml").write_text(block, encoding="utf-8")
    commands = [
        part for block in blocks(readme, "console") for part in re.split(r"^\$ ", block, flags=re.M)[1:]
    ]
    assert len(commands) >= 4
    for part in commands:
        command, _, shown = part.partition("\n")
        program, *arguments = shlex.split(command)
        if program == "mkdir":
            Path(*arguments).mkdir()
        elif program == "echo":
            text, _, target = arguments
            Path(target).write_text(f"{text}\n", encoding="utf-8")
        else:
            assert (program, main(arguments)) == ("touhu", 0), command
            assert capfdbinary.readouterr().out.decode() == shown, command


@pytest.mark.parametrize("readme", READMES + RITES + SONGS)
def test_every_command_of_the_table_works(
    readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FILE").write_text("鼓○□○○半○□○魯鼓\n", encoding="utf-8")
    Path("THROWS").write_text("12.5 guest M\n", encoding="utf-8")
    Path("SONG").write_text("于(黄清六)以(南工)采(林尺)蘩(南工)\n", encoding="utf-8")
    commands = re.findall(r"^\| .* \| `touhu (.*)` \|$", (ROOT / readme).read_text("utf-8"), re.M)
    assert len(commands) >= 9
    for command in commands:
        shorter = ["--minutes", "1/10"] if command.startswith("kit") else []  # than a gigabyte of sound
        assert main([*shlex.split(command), *shorter]) == 0, command


@pytest.mark.parametrize(
    "readme, language", [("README.md", Language.ENGLISH), ("README.zh.md", Language.TRADITIONAL)]
)
def test_the_keys_are_those_that_do_something(readme: str, language: Language) -> None:
    rows = [f"| {cap(key.cap, language)} | {word(key.word, language)} |" for key in KEYS]
    assert "\n".join(["|---|---|", *rows, ""]) in (ROOT / readme).read_text("utf-8")


@pytest.mark.parametrize("readme", READMES)
def test_the_commands_that_play_are_understood(readme: str) -> None:
    commands = re.findall(r"^touhu (play [^#\n]*)", (ROOT / readme).read_text("utf-8"), re.M)
    assert len(commands) == 4
    for command in commands:
        arguments = [each for each in shlex.split(command) if each not in ("--device", "null")]
        if "--port" not in arguments:
            assert main([*arguments, "--device", "null", "--cycles", "1", "--bpm", "1000"]) == 0, command


@pytest.mark.parametrize("readme", READMES)
def test_the_commands_that_run_the_rite_are_understood(
    readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = re.findall(r"^touhu (rite run[^#\n]*)", (ROOT / readme).read_text("utf-8"), re.M)
    assert len(commands) == 2
    monkeypatch.chdir(tmp_path)
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        for command in commands:
            assert main([*shlex.split(command), "--silent"]) == 0, command
            assert "R01" in capsys.readouterr().out


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("README.md", "python")
    exec(example, {})
    assert capsys.readouterr().out == "['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']\n"


def test_the_plan_example_changes_what_it_says() -> None:
    example = next(block for block in blocks("README.md", "toml") if block.startswith("# courtyard.toml"))
    assert set(tomllib.loads(example)) <= {"name", *library.CHOICES}


def test_the_picture_is_the_picture_that_is_drawn_today(tmp_path: Path) -> None:
    name = f"lu-1_{Use.ARCHERY}.timeline.png"
    assert (
        main(["render", "lu-1", "--for", "archery", "--format", "timeline.png", "--into", str(tmp_path)]) == 0
    )
    shown, drawn = (numpy.asarray(Image.open(folder / name), float) for folder in (ROOT / "docs", tmp_path))
    assert shown.shape == drawn.shape
    assert numpy.abs(shown - drawn).mean() < 1  # of 255: another release of the drawing library may differ


@pytest.mark.parametrize("english, chinese", [READMES, RITES, SONGS])
def test_both_languages_have_the_same_commands(english: str, chinese: str) -> None:
    def commands(readme: str) -> set[str]:
        shown = re.findall(r"^\$ (.*)$|^\| .* \| `(touhu .*)` \|$", (ROOT / readme).read_text("utf-8"), re.M)
        return {re.sub(r" --lang \S+", "", shell or table) for shell, table in shown}

    assert commands(english) == commands(chinese)


@pytest.mark.parametrize("readme", READMES + RITES + SONGS)
def test_every_link_leads_to_a_file(readme: str) -> None:
    for target in re.findall(r"\]\(([^)]*)\)", (ROOT / readme).read_text("utf-8")):
        assert (ROOT / readme).parent.joinpath(target).is_file()
