"""The command as a process: its encodings, its pipes, its bytes, what it loads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from touhu_music.render import FORMATS

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}


def touhu(*arguments: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "touhu_music", *arguments]
    return subprocess.run(command, env=PLAIN | variables, capture_output=True, timeout=120)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk", "utf-8", "cp949", "latin-1"])
def test_no_encoding_of_the_terminal_stops_a_command(encoding: str) -> None:
    done = touhu("show", "lu-1", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    marks = done.stdout.decode("utf-8" if encoding == "ascii" else encoding).splitlines()[1]
    assert marks in ("○□○□○○○□□○□○", "o#o#ooo##o#o")
    failed = touhu("show", "○x半□", PYTHONIOENCODING=encoding)
    assert failed.returncode == 1
    assert failed.stderr.count(b"\n") == 1


def test_json_stays_json_in_any_encoding() -> None:
    import json

    plain = json.loads(touhu("show", "lu-1", "--json", PYTHONIOENCODING="utf-8").stdout)
    for encoding in ("ascii", "cp1252", "gbk"):
        done = touhu("show", "lu-1", "--json", PYTHONIOENCODING=encoding)
        assert json.loads(done.stdout.decode(encoding)) == plain


def test_a_closed_pipe_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "touhu_music", "show", *["xue-2"] * 2000],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0
    process.stderr.close()


def test_the_same_input_gives_the_same_bytes_everywhere(tmp_path: Path) -> None:
    worlds = [
        {"LC_ALL": "C", "PYTHONHASHSEED": "1"},
        {"TZ": "Asia/Shanghai", "PYTHONHASHSEED": "2", "PYTHONUTF8": "1"},
        {"LC_ALL": "C.UTF-8", "TZ": "America/New_York", "SOURCE_DATE_EPOCH": "0"},
    ]
    made = []
    for number, world in enumerate(worlds):
        folder = tmp_path / str(number)
        formats = ",".join(FORMATS)
        for use in ("touhu", "archery"):
            arguments = (
                "lu-1",
                "xue-2@C",
                "--for",
                use,
                "--timing",
                "on-gu",
                "--cycles",
                "2",
                "--gap",
                "1/2",
            )
            done = touhu("render", *arguments, "--format", formats, "--into", str(folder), **world)
            assert done.returncode == 0, done.stderr
        made.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert len(made[0]) == 2 * 2 * len(FORMATS)
    assert made[0] == made[1] == made[2]


@pytest.mark.parametrize(
    "arguments, unwanted",
    [
        (["--help"], {"music21", "matplotlib", "numpy", "rich", "msgspec", "mido", "PIL", "pypdf"}),
        (["show", "lu-1"], {"music21", "matplotlib", "numpy", "rich", "msgspec", "mido", "PIL", "pypdf"}),
        (["list"], {"music21", "matplotlib", "numpy", "rich"}),
        (["read", "row.txt"], {"music21", "matplotlib", "numpy", "rich", "mido"}),
        (["render", "lu-1", "--format", "mid"], {"music21", "matplotlib", "numpy", "rich"}),
    ],
)
def test_a_command_loads_only_what_it_needs(tmp_path: Path, arguments: list[str], unwanted: set[str]) -> None:
    (tmp_path / "row.txt").write_text("鼓○□○○半○□○魯鼓", encoding="utf-8")
    code = (
        "import sys\nfrom touhu_music.cli import main\n"
        f"assert main({arguments!r}) == 0\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=PLAIN | {"PYTHONUTF8": "1"},
        capture_output=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stderr.decode().split()}
    assert not loaded & unwanted


@pytest.mark.skipif(os.name != "posix", reason="signals are sent on POSIX only")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("seconds", [0.7, 1.2, 1.9])
def test_a_command_that_is_stopped_leaves_whole_files_or_none(
    tmp_path: Path, name: str, seconds: float
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "touhu_music", "kit", "--minutes", "1/10", "--into", str(tmp_path / "kit")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(seconds)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) in ((130, b""), (0, f"{tmp_path / 'kit' / 'index.html'}\n".encode()))
    assert err.strip() == b""
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".") or path.suffix == ".tmp"]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent on POSIX only")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_stop_that_a_finalizer_swallows_comes_again(name: str) -> None:
    code = f"""
import signal, time
from touhu_music import cli
class Last:
    def __del__(self):
        signal.raise_signal(signal.{name})
def long(**given):
    Last()
    end = time.monotonic() + 15
    while time.monotonic() < end:
        pass
cli.touhu.main = long
cli.run()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=20)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [["show", "lu-1"], ["list"], ["--help"], ["--version"], ["render", "lu-1", "-o", "-", "--format", "mid"]],
)
def test_a_stdout_that_takes_nothing_is_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "touhu_music", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, done.stderr) == (1, b"touhu: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
@pytest.mark.parametrize(
    "closed, code", [("show lu-1 >&-", 0), ("show lu-9 2>&-", 1), ("show - <&-", 1), ("list >&- 2>&-", 0)]
)
def test_streams_that_are_closed_are_no_crash(closed: str, code: int) -> None:
    done = subprocess.run(
        f"{sys.executable} -m touhu_music {closed}", shell=True, capture_output=True, timeout=60
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("backend", ["bogus", "module://matplotlib_inline.backend_inline", "TkAgg"])
def test_the_window_system_of_a_notebook_is_not_needed(tmp_path: Path, backend: str) -> None:
    done = touhu("render", "xue-1", "-o", str(tmp_path / "x.timeline.svg"), MPLBACKEND=backend)
    assert (done.returncode, done.stderr) == (0, b"")


def test_broken_settings_of_a_library_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_bytes(b"\xff\xfe")
    command = [sys.executable, "-m", "touhu_music", "render", "xue-1", "--format", "timeline.svg"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert b"\ntouhu: format timeline.svg of " in b"\n" + done.stderr
    assert b"Traceback" not in done.stderr


def test_a_text_cannot_command_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("鼓○□○○(\x1b[2J\x07)半○□○魯鼓", encoding="utf-8")
    for command in ("read", "show"):
        out = touhu(command, str(tmp_path / "t"), PYTHONUTF8="1").stdout
        assert b"\x1b" not in out
        assert b"\\u001b[2J\\u0007" in out
