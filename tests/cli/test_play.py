"""`touhu play`: through a terminal, through a pipe, and through the door."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from cli.terminals import POSIX
from cli.terminals import Terminal as AnyTerminal
from live.instruments import RecordingPort

from touhu_music import Use
from touhu_music.cli import main, playing
from touhu_music.errors import TouhuError
from touhu_music.live.control import Control
from touhu_music.live.transport import Settings
from touhu_music.notation import Drum
from touhu_music.practice import Practice

PLAY: Final = [sys.executable, "-m", "touhu_music", "play"]
PATIENCE: Final = 30.0


# --- through a terminal ------------------------------------------------------------------------


class Terminal(AnyTerminal):
    """A terminal in which a row is played to nobody."""

    def __init__(self, *arguments: str, columns: int = 80, **variables: str) -> None:
        command = [*PLAY, "lu-1", "--device", "null", "--bpm", "600", *arguments]
        super().__init__(command, columns=columns, variables=variables)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Return what makes terminals, which are closed in the end."""
    made: list[Terminal] = []

    def make(*arguments: str, **choices: Any) -> Terminal:
        made.append(Terminal(*arguments, **choices))
        return made[-1]

    yield make
    for each in made:
        each.process.kill()
        each.process.wait()
        os.close(each.hand)


@POSIX
def test_keys_change_what_the_screen_says(terminal: Callable[..., Terminal]) -> None:
    there = terminal()
    there.until("600 beats a minute")
    for keys, said in (
        ("\x1b[A", "605 beats a minute"),
        ("\x1bOD\x1b[D", "603 beats a minute"),
        ("2u", "next: xue-1 archery"),
        ("", "xue-1 archery   薛鼓 前圖"),  # at the next cycle it is the row that sounds
        ("m", "without the 鼙"),
        ("l", "ends after cycle"),
        ("c", "count-in of 4"),
        (" ", "stopped"),
    ):
        there.type(keys)
        there.until(said)
    there.type("q")
    assert there.end() == 0
    assert "Traceback" not in there.shown
    assert there.shown.rindex("\x1b[?1049l") > there.shown.rindex("\x1b[?1049h")
    assert there.shown.rindex("\x1b[?25h") > there.shown.rindex("\x1b[?25l")
    assert there.in_order


@POSIX
@pytest.mark.parametrize(
    "end, code",
    [
        ("q", 0),
        ("\x1b", 0),
        ("\x1a\x1cq", 0),  # Ctrl-Z and Ctrl-\ would leave notes on, and do nothing
        ("\x03", 130),
        ("\x03\x03\x03", 130),
        ("SIGTERM", 130),
        ("SIGHUP", 130),
    ],
)
def test_every_end_leaves_the_terminal_in_order(
    terminal: Callable[..., Terminal], end: str, code: int
) -> None:
    there = terminal()
    there.until("loops")
    if end.startswith("SIG"):
        there.process.send_signal(getattr(signal, end))
    else:
        there.type(end)
    assert there.end() == code
    assert "Traceback" not in there.shown
    assert there.in_order


@POSIX
def test_a_terminal_that_is_closed_ends_the_playing() -> None:
    there = Terminal()
    there.until("loops")
    os.close(there.inside)
    os.close(there.hand)
    assert there.process.wait(PATIENCE) in (
        0,
        130,
    )  # as the keyboard or the hang-up is noticed first


@POSIX
def test_the_screen_goes_when_the_command_is_killed(terminal: Callable[..., Terminal]) -> None:
    there = terminal()
    there.until("loops")
    there.process.kill()
    there.until("\x1b[?25h\x1b[?1049l")


@POSIX
def test_what_ends_by_itself_ends_the_command(terminal: Callable[..., Terminal]) -> None:
    there = terminal("--bpm", "900", "--no-loop")
    there.until("ends after cycle 1")
    assert there.end() == 0
    assert there.in_order


@POSIX
def test_a_terminal_without_the_marks_is_narrow_or_grey_and_still_read(
    terminal: Callable[..., Terminal],
) -> None:
    there = terminal("--for", "archery", columns=40, NO_COLOR="1", PYTHONIOENCODING="ascii")
    there.until("[o]")
    there.until("[#]")
    there.type("q")
    assert there.end() == 0
    assert there.shown.isascii()
    assert "38;" not in there.shown


@POSIX
@pytest.mark.parametrize("options, variables", [(["--quiet"], {}), ([], {"TERM": "dumb"})])
def test_without_a_screen_keys_work_too(
    terminal: Callable[..., Terminal], options: list[str], variables: dict[str, str]
) -> None:
    there = terminal(*options, **variables)
    if not options:
        there.until("Our choices")
    end = time.monotonic() + PATIENCE
    while there.process.poll() is None and time.monotonic() < end:
        there.type("q")  # again, until the keyboard is read
        time.sleep(0.05)
    assert there.end() == 0
    assert "\x1b[" not in there.shown
    assert there.in_order


@POSIX
def test_a_broken_library_of_the_screen_is_told_and_the_playing_goes_on(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "__init__.py").touch()
    (tmp_path / "rich" / "console.py").write_text("from rich import nothing")
    there = terminal(PYTHONPATH=str(tmp_path))
    there.until("touhu: no screen: cannot import name 'nothing' from 'rich'")
    there.type("q")
    assert there.end() == 0
    assert "Traceback" not in there.shown
    assert there.in_order


# --- through a pipe ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "console, said",
    [
        ("import nothing_of_the_name", "No module named 'nothing_of_the_name'"),
        ("from rich import nothing", "cannot import name 'nothing' from 'rich' ("),
        ("class Console: pass", "No module named 'rich.live'"),
        ("broken = (", "'(' was never closed (console.py, line 1)"),
    ],
)
def test_a_broken_library_of_the_screen_is_one_line(tmp_path: Path, console: str, said: str) -> None:
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "__init__.py").touch()
    (tmp_path / "rich" / "console.py").write_text(console)
    found = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    done = subprocess.run(playing.DRAW, input="", capture_output=True, timeout=60, env=found, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (0, "", 1)
    assert done.stderr.startswith(f"touhu: no screen: {said}")


def test_without_a_terminal_one_line_says_what_is_played() -> None:
    command = [*PLAY, "lu-1@B", "--device", "null", "--bpm", "900", "--no-loop", "--mute", "gu"]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    said = done.stdout.decode()
    assert said.count("\n") == 1
    assert said.startswith("魯鼓 前圖 投壺 · Lu, first chart, touhu (pitch-pot); 據 source: B 禮記訓纂")
    assert "900 beats a minute" in said
    assert "without the 鼓" in said


def test_a_row_may_come_through_the_pipe() -> None:
    command = [*PLAY, "-", "--device", "null", "--bpm", "900", "--no-loop", "--quiet"]
    done = subprocess.run(command, input="○□半□○".encode(), capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# --- through the door --------------------------------------------------------------------------


class Silent:
    """A player that keeps what it was asked to play, and does something instead of playing it."""

    def __init__(self, act: Callable[[Control], object]) -> None:
        self.act = act
        self.control: Control | None = None

    def play(self, control: Control) -> None:
        self.control = control
        self.act(control)
        control.leave()


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Silent:
    """Return the player that plays instead of the sound card."""
    player = Silent(lambda control: None)
    monkeypatch.setattr(playing, "chosen_player", lambda settings, given: player)
    return player


@pytest.fixture
def chosen(silent: Silent) -> Callable[..., Settings]:
    """Return what gives the settings that arguments amount to."""

    def settings(*arguments: str) -> Settings:
        assert main(["play", *arguments]) == 0
        assert silent.control is not None
        return silent.control.settings

    return settings


def names(settings: Settings) -> list[str]:
    """Name the rows as they are typed; a row that is not there has no name."""
    found = []
    for row in settings.rows:
        of = next((each.reading for each in row.values()), None)
        found.append(f"{of.name}@{of.witness}" if of else "")
    return found


@pytest.mark.parametrize(
    "argument, expected",
    [
        ("lu-1", ["lu-1@A", "lu-1@A", "xue-1@A", "lu-2@A", "xue-2@A"]),
        ("lu-2@B", ["lu-2@B", "lu-1@B", "xue-1@B", "lu-2@B", "xue-2@B"]),
        ("○□○○半○□○", ["None@None", "lu-1@A", "xue-1@A", "lu-2@A", "xue-2@A"]),
    ],
)
def test_the_row_asked_for_is_first_and_those_of_its_book_are_at_hand(
    chosen: Callable[..., Settings], argument: str, expected: list[str]
) -> None:
    found = chosen(argument)
    assert names(found) == expected
    assert (found.row, found.use) == (0, Use.TOUHU)
    assert all(set(row) == set(Use) for row in found.rows)


def test_the_same_row_in_two_places_is_the_same(chosen: Callable[..., Settings]) -> None:
    rows = chosen("lu-2@B").rows
    assert rows[0] is rows[3]


def test_a_book_of_its_own_may_lack_rows(chosen: Callable[..., Settings], tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("鼓○□○○半○□○魯鼓", encoding="utf-8")
    toml = subprocess.run(
        [sys.executable, "-m", "touhu_music", "read", "--toml", "--siglum", "X1", str(tmp_path / "t.txt")],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONUTF8": "1"},
        check=True,
    ).stdout
    (tmp_path / "X1.toml").write_bytes(toml)
    assert names(chosen("lu-1@X1", "--witnesses", str(tmp_path))) == ["lu-1@X1", "lu-1@X1", "", "", ""]
    assert names(chosen(str(tmp_path / "X1.toml"))) == ["lu-1@X1", "lu-1@A", "xue-1@A", "lu-2@A", "xue-2@A"]
    assert names(chosen(str(tmp_path / "t.txt")))[0] == "lu-1@None"


@pytest.mark.parametrize(
    "options, expected",
    [
        ([], (True, 1)),
        (["--cycles", "3"], (False, 3)),
        (["--minutes", "1"], (False, 5)),
        (["--cycles", "3", "--loop"], (True, 3)),
        (["--no-loop"], (False, 1)),
    ],
)
def test_it_loops_unless_an_end_was_asked_for(
    chosen: Callable[..., Settings], options: list[str], expected: tuple[bool, int]
) -> None:
    found = chosen("lu-1", *options)
    assert (found.loop, found.performance.plan.cycles) == expected


def test_the_plan_and_the_practice_are_what_was_asked_for(chosen: Callable[..., Settings]) -> None:
    found = chosen(
        *("xue-1", "--for", "archery", "--bpm", "72", "--count-in", "3", "--mute", "gu"),
        *("--respond", "--leave-strokes", "25%", "--seed", "7"),
    )
    assert found.use is Use.ARCHERY
    assert found.tempo(1) == 72
    assert found.count_in == 3
    assert found.muted is Drum.GU  # where a key can bring it back
    assert found.practice == Practice(leave_strokes=Fraction(1, 4), seed=7, respond=True)


def test_a_use_that_the_plan_does_not_suit_is_left_out_unless_it_is_asked_for(
    chosen: Callable[..., Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(chosen("○□半○", "--for", "archery", "--timing", "on-gu").rows[0]) == {Use.ARCHERY}
    capsys.readouterr()
    assert main(["play", "○□半○", "--timing", "on-gu"]) == 1
    assert capsys.readouterr().err == "touhu: timing on-gu needs a □, and there is none in this row\n"


def test_notices_are_told_on_stderr(silent: Silent, capsys: pytest.CaptureFixture[str]) -> None:
    silent.act = lambda control: control.notices.extend(["0.7 s were lost", "again"])
    assert main(["play", "lu-1"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    assert err == "touhu: 0.7 s were lost\ntouhu: again\n"


def test_a_missing_library_of_the_screen_is_one_line(
    silent: Silent, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "at_hand", lambda stream: True)
    monkeypatch.setattr(playing, "find_spec", lambda name: None)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["play", "lu-1"]) == 1
    assert capsys.readouterr() == ("", "touhu: the package rich is not installed\n")
    assert silent.control is None


def test_a_player_that_fails_is_one_line(silent: Silent, capsys: pytest.CaptureFixture[str]) -> None:
    silent.act = lambda control: setattr(control, "failure", TouhuError("the MIDI port failed: unplugged"))
    assert main(["play", "lu-1", "--quiet"]) == 1
    assert capsys.readouterr() == ("", "touhu: the MIDI port failed: unplugged\n")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_leaves_no_note_on(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if not hasattr(signal, name):
        pytest.skip(f"there is no {name}")
    number = getattr(signal, name)
    port = RecordingPort()
    monkeypatch.setattr("touhu_music.live.midiport.open_port", lambda name: port)
    before = signal.getsignal(number)
    threading.Timer(0.3, signal.raise_signal, [number]).start()
    assert main(["play", "lu-1", "--port", "any", "--bpm", "960", "--midi-clock", "--quiet"]) == 130
    assert port.keys
    assert not port.on
    assert port.closed
    assert port.times("clock")
    assert signal.getsignal(number) is before


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["lu-9"], "'lu-9' is no name"),
        (["rows.txt"], "rows.txt: 2 rows, and one can be played at a time"),
        (["lu-1", "--device", "no such device"], ""),
        (["lu-1", "--port", "no such port"], ""),
        (["lu-1", "--bpm", "nan"], "tempo must be a number such as 72, 72.5 or 1/2, not 'nan'"),
        (["lu-1", "--bpm", "0"], "tempo must be in range 1..1000, not 0"),
        (["lu-1", "--ramp", "60"], "ramp must be written FROM-TO-STEP, such as 60-120-5, not '60'"),
        (["lu-1", "--ramp", "60-120-5", "--bpm", "60"], "--ramp and --bpm exclude each other"),
        (["lu-1", "--minutes", "0"], "minutes must be in range"),
        (["lu-1", "--minutes", "1", "--cycles", "2"], "--minutes and --cycles exclude each other"),
        (["lu-1", "--sample-pi", "none.wav"], "none.wav: "),
        (["lu-1", "--witnesses", "none"], "none: No such file or directory"),
    ],
)
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rows.txt").write_text("鼓○□○○半○□○魯鼓○○□□半□○○薛鼓", encoding="utf-8")
    capsys.readouterr()
    code = main(["play", *arguments])
    out, err = capsys.readouterr()
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith(f"touhu: {message}")
    assert all(line.startswith("touhu: warning: ") for line in err.splitlines()[:-1])


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["lu-1", "xue-1"],
        ["lu-1", "--midi-clock"],
        ["lu-1", "--port", "x", "--device", "null"],
        ["lu-1", "--port", "x", "--soundfont", "x.sf2"],
        ["lu-1", "--for", "golf"],
        ["lu-1", "--mute", "both"],
    ],
)
def test_what_the_option_parser_refuses_exits_with_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(["play", *arguments]) == 2
    assert "Error: " in capsys.readouterr().err
