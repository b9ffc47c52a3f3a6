"""The house itself: what is shipped, imported and depended on, and how make begins."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest
from conftest import need

import touhu_music
from touhu_music import library
from touhu_music.rite import rites
from touhu_music.song import fitting, readings, songs
from touhu_music.witnessfile import load, load_unread

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "touhu_music"
MODULES: Final = sorted(PACKAGE.rglob("*.py"))
DATA: Final = sorted(
    path for name in ("drums", "scores") for path in (ROOT / name).rglob("*") if path.is_file()
)
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tracked() -> list[str]:
    """Return the files that git knows, or skip the test outside a checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    command = [need("git"), "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode()
    return [name for name in listed.split("\0") if (ROOT / name).is_file()]


# --- what is shipped ---------------------------------------------------------------------------


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "--no-deps", "--no-build-isolation", "-w", tmp_path, "."], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    homes = {"touhu_music": "", "drums": "touhu_music/data/", "scores": "touhu_music/data/"}
    assert held == {
        homes[name.partition("/")[0]] + name for name in tracked() if name.partition("/")[0] in homes
    }
    assert "touhu_music/py.typed" in held
    assert {f"touhu_music/data/{relative(path)}" for path in DATA} <= held


@pytest.mark.parametrize("path", DATA, ids=relative)
def test_every_data_file_loads(path: Path) -> None:
    match path.parent.name:
        case "drums":
            assert load(str(path)).readings
        case "unread":
            assert load_unread(str(path))
        case "plans":
            assert library.plan(path).reasons
        case "sounds":
            assert library.sounds(path.stem).reason
        case "rites":
            assert rites.load(path.stem).steps
        case "songs":
            assert [song.stanzas for song in songs.prints(path.stem)]
        case "songbooks":
            assert songs.books()[path.stem].title
        case "fittings":
            assert fitting.load(path.stem).reason
        case "readings":
            assert readings.reason(path.stem)
        case "singing":
            assert songs.singing(path.stem).reasons
        case other:
            pytest.fail(f"nothing loads the files of {other}")


def test_no_file_names_a_machine() -> None:
    words = re.compile(
        "|".join(("/" + "work/", "/" + "tmp/", "/" + "home/", "pypi" + r"\.org", "python" + "hosted"))
    )
    found = [
        f"{name}: {match.group()}"
        for name in tracked()
        if (match := words.search((ROOT / name).read_text(encoding="utf-8", errors="ignore")))
    ]
    assert found == []


# --- what is imported --------------------------------------------------------------------------


def test_the_import_is_light() -> None:
    heavy = {"music21", "matplotlib", "numpy", "mido", "rich", "click"}
    script = "import sys, touhu_music; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert "touhu_music.errors" in loaded.split()
    assert heavy.isdisjoint(loaded.split())


def test_what_the_package_offers_is_sorted_and_complete() -> None:
    public = {
        name
        for name, value in vars(touhu_music).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert touhu_music.__all__ == sorted(public - {"annotations"})


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_every_module_says_in_a_sentence_what_it_is(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = docstring.partition("\n")[0]
    assert first.endswith(".")
    assert len(first.split()) >= 3


# --- what is depended on -----------------------------------------------------------------------

HOMES: Final = {"PIL": "pillow", "rtmidi": "python-rtmidi"}  # else a package is named like its import


def imported(path: Path) -> set[str]:
    """Return the top-level modules that a file imports anywhere, or takes data from."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=aliases):
                found |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=str(module), level=0):
                found.add(module)
            case ast.Call(func=ast.Name("Font"), args=[_, ast.Constant(value=str(package)), *_]) if package:
                found.add(package)
            case ast.Call(func=ast.Name("needed"), args=[ast.Constant(value=str(module)), _, _]):
                found.add(module)
    return {name.partition(".")[0] for name in found}


def names(requirements: list[str]) -> set[str]:
    """Return the names of the packages, without versions."""
    return {re.split(r"[<>=!~;\[ ]", requirement)[0] for requirement in requirements}


def test_the_dependencies_are_what_the_package_imports() -> None:
    outside = set().union(*map(imported, MODULES)) - sys.stdlib_module_names - {"touhu_music"}
    needed = {HOMES.get(name, name).replace("_", "-") for name in outside}
    extras = PROJECT["optional-dependencies"]
    optional = {name for extra in extras if extra != "dev" for name in names(extras[extra])}
    assert names(PROJECT["dependencies"]) | optional == needed


def test_every_dependency_has_its_reason() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| ([a-z0-9-]+) \| \S", text, re.MULTILINE)
    explained = [name for name in explained if name not in ("package", "room")]
    wanted = names(PROJECT["dependencies"]) | names(PROJECT["optional-dependencies"]["dev"])
    assert sorted(explained) == sorted(wanted)


# --- make --------------------------------------------------------------------------------------


BROKEN: Final = {
    "no venv": (
        '[ "$1" != -m ] || { mkdir -p .venv/bin; echo half-made; exit 1; }',
        "python3 -m venv fails: install the package python3-venv (Debian, Ubuntu), "
        "elsewhere the venv part of your Python; then run make again",
    ),
    "old Python": (
        '[ "$1" != -c ]',
        "touhu_music needs Python 3.11 or later, and python3 is older or missing; "
        "name another: make PYTHON=python3.12",
    ),
}


@pytest.mark.parametrize("target", ["kit", "test"])
@pytest.mark.parametrize("script, message", BROKEN.values(), ids=BROKEN)
def test_make_says_what_is_missing_and_leaves_nothing(
    tmp_path: Path, script: str, message: str, target: str
) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    python3 = tmp_path / "bin" / "python3"
    python3.parent.mkdir()
    python3.write_text(f"#!/bin/sh\n{script}\n")
    python3.chmod(0o755)
    done = subprocess.run(
        [need("make"), target],
        cwd=tmp_path,
        env={"PATH": f"{python3.parent}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    )
    said, of_make = done.stderr.splitlines()
    assert said == message
    assert "Error 1" in of_make
    assert done.stdout == ""
    assert done.returncode != 0
    assert not (tmp_path / ".venv").exists()
