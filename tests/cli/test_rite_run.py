"""`touhu rite run`: through a terminal from beginning to end, killed and resumed, and through a pipe."""

from __future__ import annotations

import csv
import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Final

import mido
import pytest
from cli.terminals import PATIENCE, POSIX, Terminal
from conftest import run as command
from rite.runs import at_step, begun, threw, throwing, until

from touhu_music import plan
from touhu_music.cli.rite.keeping import Keeping
from touhu_music.cli.rite.keys import KEYS, Hand
from touhu_music.errors import OutputError
from touhu_music.notation import Drum
from touhu_music.rite.counting.counting import Side
from touhu_music.rite.run import drum as running_drum
from touhu_music.rite.run import log as run_log
from touhu_music.rite.run import running
from touhu_music.rite.run import state as run_state
from touhu_music.rite.run.running import Key, Run, awaited

TOUHU: Final = [sys.executable, "-m", "touhu_music", "rite", "run"]

DRIVER: Final = """
import os, sys
from touhu_music import cli
from touhu_music.cli import playing
from touhu_music.live.scheduler import MidiPlayer

class Port:
    def __init__(self, path):
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    def send(self, message):
        os.write(self.file, (message.hex("") + "\\n").encode())
    def close(self):
        os.close(self.file)

path = sys.argv[1]
playing.chosen_player = lambda settings, given: MidiPlayer(Port(path))
sys.argv[1:] = ["rite", "run", *sys.argv[2:]]
cli.run()
"""
"""The command, with a MIDI port that writes down what is sent to it."""


def driven(folder: Path, *arguments: str) -> list[str]:
    """Return the command with a port that writes into the folder."""
    return [sys.executable, "-c", DRIVER, str(folder / "port.txt"), *arguments]


def sent(folder: Path) -> list[mido.Message]:
    """Return what came to the port."""
    if not (folder / "port.txt").exists():
        return []
    return [mido.Message.from_hex(line) for line in (folder / "port.txt").read_text().splitlines()]


def strokes(folder: Path) -> int:
    """Return how many strokes came to the port."""
    return sum(message.type == "note_on" for message in sent(folder))


def on(messages: Sequence[mido.Message]) -> set[int]:
    """Return the keys whose notes are on in the end."""
    keys: set[int] = set()
    for message in messages:
        if message.type == "note_on":
            keys.add(message.note)
        elif message.type == "note_off":
            keys.discard(message.note)
        elif message.is_cc(120) or message.is_cc(123):
            keys.clear()
    return keys


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Return what makes terminals, which are closed in the end."""
    made: list[Terminal] = []

    def make(command: Sequence[str], **choices: Any) -> Terminal:
        made.append(Terminal(command, **choices))
        return made[-1]

    yield make
    for each in made:
        each.process.kill()
        each.process.wait()
        os.close(each.hand)


def kept(folder: Path) -> run_state.State:
    """Return what is kept in a folder."""
    (path,) = folder.glob("rite-run_*.json")
    return run_state.from_bytes(path.read_bytes(), "kept")


def typed(there: Terminal, folder: Path, run: Run, key: Key, sent: str) -> Run:
    """Type a key, wait until what it led to is kept, and return that; it is what it should be."""
    expected = running.press(run, key)
    wanted = run_state.state(expected, kept(folder).choices)
    there.type(sent)
    end = time.monotonic() + PATIENCE
    while kept(folder) != wanted:
        assert time.monotonic() < end, f"{kept(folder)} is not {wanted}"
        there.look()
    return expected


SENT: Final = {Key.GUEST: "g", Key.HOST: "h", Key.MISS: "m", Key.UNDO: "u", Key.BACK: "b"}
FORWARD: Final = (" ", "\r", "\x1b[C", "\x1b[6~")
"""Keys that go on, each other than the one before, as a hand that holds none down."""


# --- through a terminal -------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("school", ["lu", "xue"])
def test_the_whole_rite_goes_from_its_first_step_to_its_last(
    terminal: Callable[..., Terminal], tmp_path: Path, school: str
) -> None:
    options = ["--school", school, "--pairs", "2", "--bpm", "1000", "--log", "rehearsal.jsonl"]
    there = terminal(driven(tmp_path, *options), folder=tmp_path)
    there.until("kept in")
    run, seen, after = begun(school=school, pairs=2), ["R01"], 0
    while not run.over:
        before = strokes(tmp_path)
        if run.stop.throws and (turn := awaited(run)) and turn.pair == run.stop.cue.pair:
            hits = turn.side is Side.GUEST or turn.throw < (run.round or 0)
            key = Key(turn.side) if hits else Key.MISS
            run = typed(there, tmp_path, run, key, SENT[key])
        else:
            run = typed(there, tmp_path, run, Key.NEXT, FORWARD[run.place % len(FORWARD)])
        if run.stop.cue.step != seen[-1]:
            seen.append(run.stop.cue.step)
            if seen[-1] == "R22":
                assert before == after  # there was no stroke since the counting
            if seen[-1] == "R24":
                there.until("drum on")
            if seen[-1] == "R25":
                there.until("drum off")
                after = strokes(tmp_path)
    there.type("q")
    assert there.end() == 0
    assert there.in_order
    assert "Traceback" not in there.shown
    assert list(dict.fromkeys(seen)) == [f"R{number:02}" for number in range(1, 33)]
    assert kept(tmp_path).results == ("G", "G", "G")
    assert kept(tmp_path).over
    messages = sent(tmp_path)
    assert on(messages) == set()
    assert {message.note for message in messages if message.type == "note_on"} == {
        plan().sounds.key(drum) for drum in Drum
    }
    (recorded,) = run_log.read((tmp_path / "rehearsal.jsonl").read_bytes(), "log")
    first = begun(school=school, pairs=2)
    assert list(run_log.replayed(first, recorded, "log"))[-1][1] == run
    drums = [event.drum for event in recorded.events if event.drum]
    assert drums == ["on", "off"] * 3


def left(folder: Path, run: Run) -> None:
    """Keep a run in a folder, as a command does that was left there."""
    chosen = run_state.chosen(run, "A")
    name = f"rite-run_touhu_lu_{run.sheet.pairs}-pair{'s' * (run.sheet.pairs > 1)}.json"
    (folder / name).write_bytes(run_state.to_bytes(run_state.state(run, chosen)))


def second_pair() -> Run:
    return threw(throwing(threw(throwing(begun(pairs=2)), "++-+", "----"), 1, 2), "+", "-")


def third_round() -> Run:
    run = at_step(threw(throwing(begun(pairs=2)), "++++", "----"), "R25", 1)
    return threw(throwing(at_step(run, "R28", 1), 3), "-+", "++")


@POSIX
@pytest.mark.parametrize(
    "run, said",
    [
        (begun(pairs=2), "resumed at R01;"),
        (at_step(begun(pairs=2), "R18"), "resumed at R18;"),
        (at_step(begun(pairs=2), "R21"), "resumed at R21;"),
        (second_pair(), "resumed at R23, round 1, pair 2, throws told: 10;"),
        (at_step(second_pair(), "R26", 1), "resumed at R26, round 1, throws told: 10;"),
        (third_round(), "resumed at R23, round 3, pair 1, throws told: 4;"),
    ],
    ids=["first", "law", "armed", "throws", "counted", "third"],
)
def test_a_kill_at_any_step_loses_nothing(
    terminal: Callable[..., Terminal], tmp_path: Path, run: Run, said: str
) -> None:
    left(tmp_path, run)
    options = ["--pairs", "2", "--bpm", "1000", "--log", "log.jsonl"]
    there = terminal(driven(tmp_path, *options), folder=tmp_path, columns=100)
    there.until(said)
    turn = awaited(run)
    key = Key(turn.side) if turn and run.stop.throws else Key.NEXT
    after = typed(there, tmp_path, run, key, SENT.get(key, " "))
    if after.drummed:
        there.until("drum on")
    there.process.kill()
    there.process.wait()
    again = terminal(driven(tmp_path, *options), folder=tmp_path, columns=100)
    again.until("resumed at")
    if after.drummed:
        again.until("drum on: cycle")
    again.type("q")
    assert again.end() == 0
    assert kept(tmp_path) == run_state.state(after, run_state.chosen(after, "A"))
    sessions = run_log.read((tmp_path / "log.jsonl").read_bytes(), "log")
    assert [each.begin.state.place for each in sessions] == [run.place, after.place]
    logged = list(run_log.replayed(begun(pairs=2), sessions[0], "log"))[-1][1]
    assert logged in (run, after)  # the kill may come between what is kept and the log
    begins = [event.cycle for event in sessions[1].events if event.drum == "on"]
    assert begins == ([running_drum.first(after)] if after.drummed else [])
    assert on(sent(tmp_path)) == set()


@POSIX
@pytest.mark.parametrize("end, code", [("q", 0), ("\x03", 130), ("SIGTERM", 130), ("SIGHUP", 130)])
def test_every_end_leaves_no_note_on_and_the_terminal_in_order(
    terminal: Callable[..., Terminal], tmp_path: Path, end: str, code: int
) -> None:
    left(tmp_path, throwing(begun()))
    there = terminal(driven(tmp_path, "--bpm", "300"), folder=tmp_path)
    there.until("drum on: cycle 1")
    while strokes(tmp_path) < 2:
        there.look()
    if end.startswith("SIG"):
        there.process.send_signal(getattr(signal, end))
    else:
        there.type(end)
    assert there.end() == code
    assert there.in_order
    assert "Traceback" not in there.shown
    messages = sent(tmp_path)
    assert any(message.type == "note_on" for message in messages)
    assert on(messages) == set()
    assert [message.control for message in messages[-2:]] == [123, 120]


@POSIX
def test_a_terminal_that_is_closed_ends_the_run_and_what_is_kept_stays(tmp_path: Path) -> None:
    run = throwing(begun())
    left(tmp_path, run)
    there = Terminal(driven(tmp_path, "--bpm", "300"), folder=tmp_path)
    there.until("drum on")
    os.close(there.inside)
    os.close(there.hand)
    assert there.process.wait(PATIENCE) in (0, 130)
    assert kept(tmp_path) == run_state.state(run, run_state.chosen(run, "A"))
    assert on(sent(tmp_path)) == set()


@POSIX
@pytest.mark.parametrize("options", [[], ["--big"]])
def test_any_size_of_terminal_shows_who_throws(
    terminal: Callable[..., Terminal], tmp_path: Path, options: list[str]
) -> None:
    left(tmp_path, throwing(begun()))
    there = terminal([*TOUHU, "--silent", *options], folder=tmp_path)
    there.until("silent: no")
    for columns, lines, key, side in ((40, 20, "g", "host"), (20, 8, "m", "guest"), (200, 60, "g", "host")):
        there.resize(columns, lines)
        there.until("R23")
        there.type(key)
        there.until(f"{side} throws" if columns > 30 else side)
    there.type("q")
    assert there.end() == 0
    assert "Traceback" not in there.shown


@POSIX
def test_where_the_screen_goes_away_the_rite_goes_on_in_lines(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    script = DRIVER.replace(
        "sys.argv[1:] =", "from touhu_music.cli.rite import run\nrun.DRAW = ('false',)\nsys.argv[1:] ="
    )
    there = terminal([sys.executable, "-c", script, str(tmp_path / "port.txt"), "--silent"], folder=tmp_path)
    there.until("R01 請賓 inviting the guest · 1/107")
    there.type(" ")
    there.until("R01 請賓 inviting the guest · 2/107")
    there.type("q")
    assert there.end() == 0
    assert there.in_order


@POSIX
def test_a_terminal_of_ascii_is_printed_to(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    variables = {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    left(tmp_path, at_step(begun(), "R03"))
    there = terminal([*TOUHU, "--silent", "--big"], folder=tmp_path, variables=variables)
    there.until("resumed at R03")
    there.type("q")
    assert there.end() == 0
    assert there.shown.isascii()


# --- through a pipe -----------------------------------------------------------------------------


def piped(folder: Path, keys: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command with keys from a pipe."""
    return subprocess.run(
        [*TOUHU, *options],
        input=keys,
        capture_output=True,
        cwd=folder,
        timeout=120,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
    )


def test_keys_may_come_through_a_pipe_a_line_each(tmp_path: Path) -> None:
    done = piped(tmp_path, " \n \n \nb\n", "--silent")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if line.startswith("R")] == [
        "R01 請賓 inviting the guest · 1/107",
        "R01 請賓 inviting the guest · 2/107",
        "R01 請賓 inviting the guest · 3/107",
        "R02 請賓 inviting the guest · 4/107",
        "R01 請賓 inviting the guest · 3/107",
    ]
    assert kept(tmp_path).place == 2


def test_no_keys_at_all_end_at_once_at_the_first_step(tmp_path: Path) -> None:
    done = subprocess.run(
        [*TOUHU, "--silent"], stdin=subprocess.DEVNULL, capture_output=True, cwd=tmp_path, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert kept(tmp_path).place == 0


def test_quiet_says_nothing_and_keeps_all(tmp_path: Path) -> None:
    done = piped(tmp_path, "   ", "--silent", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert kept(tmp_path).place == 3


def test_a_rite_that_was_ended_begins_anew_and_says_so(tmp_path: Path) -> None:
    left(tmp_path, until(begun(), lambda run: run.over))
    done = piped(tmp_path, "", "--silent")
    assert "the rite of rite-run_touhu_lu_1-pair.json was over; this one begins anew" in done.stdout
    assert kept(tmp_path).place == 0


def test_restart_begins_anew(tmp_path: Path) -> None:
    left(tmp_path, at_step(begun(), "R18"))
    assert "R01" in piped(tmp_path, "", "--silent", "--restart").stdout
    assert kept(tmp_path).place == 0


def test_without_a_sound_device_the_strokes_are_shown_and_silence_is_told(tmp_path: Path) -> None:
    missing = "import sys; sys.modules['miniaudio'] = None; from touhu_music.cli import run; run()"
    left(tmp_path, throwing(begun()))
    done = subprocess.run(
        [sys.executable, "-c", missing, "rite", "run"],
        input=b"g",
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "sound needs miniaudio" in done.stdout.decode()
    assert kept(tmp_path).throws == ("M", "", "")


def test_a_stdout_that_is_closed_ends_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*TOUHU, "--silent"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    process.stdin.write(b" " * 200)
    process.stdin.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@POSIX
def test_a_folder_that_goes_away_does_not_stop_the_rite(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    process = subprocess.Popen(
        [*TOUHU, "--silent"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    while not process.stdout.readline().startswith("  kept in"):
        pass
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    out, err = process.communicate("   ", timeout=60)
    assert process.returncode == 1
    assert "R02 請賓 inviting the guest · 4/107" in out
    assert err == f"touhu: {folder}/rite-run_touhu_lu_1-pair.json: no such folder\n"


# --- through the door ---------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of one's own, in which the command runs without keys."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", None)
    return tmp_path


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--rite", "tea"], "no rite 'tea'; there are archery touhu"),
        (["--pairs", "0"], "pairs must be in range 1..100, not 0"),
        (["--pairs", "x"], "pairs must be a number such as 72, 72.5 or 1/2, not 'x'"),
        (["--bpm", "0"], "tempo must be in range 1..1000, not 0"),
        (["--text", "tea"], "no text 'tea'; there are liji dingben dadai dingzhai"),
        (["--sounds", "tea"], None),
        (["--device", "no such device"], None),
        (["--state", "no/such/folder.json"], "no/such/folder.json: no such folder"),
        (["--state", "."], ".: is no file"),
        (["--state", ""], ".: is no file"),
        (["--log", "no/such/folder.jsonl"], "no/such/folder.jsonl: no such folder"),
        (["--log", "s", "--state", "s"], "s: the log and what is kept need two files"),
    ],
)
def test_a_mistake_is_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str | None
) -> None:
    silent = [] if "--device" in arguments else ["--silent"]
    code, out, err = command(capsys, "rite", "run", *silent, *arguments)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err == f"touhu: {message}\n" if message else err.startswith("touhu: ")


@pytest.mark.parametrize(
    "arguments",
    [["--silent", "--port", "x"], ["--silent", "--device", "null"], ["--port", "x", "--device", "null"]],
)
def test_options_that_exclude_each_other_are_told(here: Path, arguments: list[str]) -> None:
    assert subprocess.run([*TOUHU, *arguments], cwd=here, capture_output=True).returncode == 2
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("restart", [[], ["--restart"]])
def test_a_file_that_is_no_state_is_never_written_over(
    here: Path, capsys: pytest.CaptureFixture[str], restart: list[str]
) -> None:
    (here / "thesis.json").write_text('{"title": "a thesis"}')
    code, _, err = command(capsys, "rite", "run", "--silent", "--state", "thesis.json", *restart)
    assert code == 1
    assert err == "touhu: thesis.json: no state of a run, but another file; --state names another\n"
    assert (here / "thesis.json").read_text() == '{"title": "a thesis"}'


def test_a_damaged_state_is_told_and_restart_replaces_it(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left(here, at_step(begun(), "R18"))
    (path,) = here.glob("*.json")
    path.write_bytes(path.read_bytes()[:200])
    code, _, err = command(capsys, "rite", "run", "--silent")
    assert code == 1
    assert err == (
        f"touhu: {path.name}: a damaged state: Input data was truncated; "
        "--restart begins anew, --state names another file\n"
    )
    assert command(capsys, "rite", "run", "--silent", "--restart")[0] == 0
    assert kept(here).place == 0


def test_a_run_of_other_choices_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(capsys, "rite", "run", "--silent", "--state", "s")[0] == 0
    code, _, err = command(capsys, "rite", "run", "--silent", "--state", "s", "--mode", "throw")
    assert code == 1
    assert err == (
        "touhu: s: of mode exchange, not throw; --restart begins anew, --state names another file\n"
    )


def test_a_log_that_is_there_is_gone_on_with_or_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ("rite", "run", "--silent", "--log", "l")
    assert command(capsys, *run)[0] == 0
    assert command(capsys, *run)[0] == 0
    assert len(run_log.read((here / "l").read_bytes(), "l")) == 2
    code, _, err = command(capsys, *run, "--restart")
    assert (code, err) == (1, "touhu: l: exists; --force replaces it\n")
    assert command(capsys, *run, "--restart", "--force")[0] == 0
    assert len(run_log.read((here / "l").read_bytes(), "l")) == 1
    (here / "l").write_text("a diary\n")
    code, _, err = command(capsys, *run)
    assert code == 1
    assert err.startswith("touhu: l, line 1: no line of a log of touhu rite run: JSON is malformed")
    assert (here / "l").read_text() == "a diary\n"


def test_a_cycle_beyond_the_plan_is_marked_in_the_log(here: Path) -> None:
    run = begun()
    chosen = run_state.chosen(run, "A")
    keeping = Keeping(here / "s", run, chosen, "l", resumed=False, force=False)
    for told in ("on", 5, 6, "off"):
        keeping.drummed(told, 1, running.planned(run))
    keeping.close()
    (recorded,) = run_log.read((here / "l").read_bytes(), "l")
    found = [(event.drum, event.cycle, event.beyond) for event in recorded.events[:-1]]
    assert found == [("on", 1, False), (None, 5, False), (None, 6, True), ("off", None, False)]
    assert recorded.events[-1].end


def test_a_second_run_in_the_same_file_is_not_written_over(here: Path) -> None:
    run = begun()
    chosen = run_state.chosen(run, "A")
    one, other = (Keeping(here / "s", run, chosen, None, resumed=False, force=False) for _ in "12")
    later = running.press(run, Key.NEXT)
    other.pressed(run, Key.NEXT, later)
    one.pressed(run, Key.NEXT, running.press(later, Key.NEXT))
    assert other.failed is None
    assert str(one.failed) == f"{here}/s: another run is kept here now, and this one no more"
    assert run_state.from_bytes((here / "s").read_bytes(), "s").place == 1


@POSIX
def test_a_log_has_one_run_at_a_time(here: Path) -> None:
    run = begun()
    chosen = run_state.chosen(run, "A")
    one = Keeping(here / "s", run, chosen, "l", resumed=False, force=False)
    with pytest.raises(OutputError, match=r"^l: another run writes its log here now$"):
        Keeping(here / "s", run, chosen, "l", resumed=True, force=False)
    one.close()
    Keeping(here / "s", run, chosen, "l", resumed=True, force=False).close()
    assert len(run_log.read((here / "l").read_bytes(), "l")) == 2


def logged(folder: Path) -> Run:
    """Return the run to which the last session of a log leads; all sessions follow."""
    recorded = run_log.read((folder / "l").read_bytes(), "l")
    return [list(run_log.replayed(begun(), each, "l"))[-1][1] for each in recorded][-1]


@pytest.mark.parametrize("full", range(12))
def test_a_log_that_missed_something_goes_on_with_another_session(
    here: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    run = throwing(begun())
    keeping = Keeping(here / "s", run, run_state.chosen(run, "A"), "l", resumed=False, force=False)
    count, write = 0, os.write

    def tight(descriptor: int, data: bytes) -> int:
        nonlocal count
        if descriptor != keeping.log:
            return write(descriptor, data)
        count += 1
        if count == full + 1:
            return write(descriptor, data[:9])
        if full < count < full + 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", tight)
    for key in (Key.GUEST, Key.MISS, Key.UNDO, Key.NEXT, Key.BACK, Key.MISS, Key.NEXT, Key.NEXT):
        before, run = run, running.press(run, key)
        keeping.pressed(before, key, run)
        keeping.drummed(1, 1, 5)
    keeping.close()
    assert str(keeping.failed) == "the log: No space left on device"
    assert logged(here) == run


def test_a_run_that_cannot_be_kept_is_logged_to_its_end(here: Path) -> None:
    run = begun()
    (here / "stick").mkdir()
    path = here / "stick" / "s"
    keeping = Keeping(path, run, run_state.chosen(run, "A"), "l", resumed=False, force=False)
    path.unlink()
    path.parent.rmdir()
    for _ in range(3):
        before, run = run, running.press(run, Key.NEXT)
        keeping.pressed(before, Key.NEXT, run)
    keeping.close()
    assert str(keeping.failed) == f"{here}/stick/s: no such folder"
    assert logged(here) == run


def test_a_link_to_what_is_kept_is_no_log(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "l").symlink_to("s")
    code, _, err = command(capsys, "rite", "run", "--silent", "--state", "s", "--log", "l", "--force")
    assert (code, err) == (1, "touhu: l: the log and what is kept need two files\n")
    assert not (here / "s").exists()


@pytest.mark.parametrize("arguments", [["rite", "--help"], ["rite", "run", "--help"]])
def test_the_run_is_listed_without_what_it_sounds_and_draws_with(arguments: list[str]) -> None:
    script = "import sys; from touhu_music.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, check=True)
    loaded = set(done.stdout.decode(errors="replace").splitlines()[-1].split())
    assert not loaded & {"numpy", "mido", "miniaudio", "rich", "PIL", "uharfbuzz"}


def test_a_key_that_is_held_down_moves_once() -> None:
    hand = Hand(typed=True)
    assert hand.keys("    ") == [Key.NEXT]
    assert hand.keys("\x1b[6~\x1b[6~\x1b[6~") == [Key.NEXT]
    assert hand.keys("mm") == [Key.MISS, Key.MISS]
    assert hand.keys(" b \r") == [Key.NEXT, Key.BACK, Key.NEXT, Key.NEXT]
    assert hand.keys("xq") == [None]
    assert Hand(typed=False).keys("    ") == [Key.NEXT] * 4


def test_the_help_has_the_keys_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = command(capsys, "rite", "run", "--help")
    assert code == 0
    assert "\n    b, left, up, PageUp                  back\n" in out
    assert "\n    q, Ctrl-C                            leave; the next run goes on from here\n" in out


def test_a_pedal_moves_on_and_back_on_every_system() -> None:
    for sent in ("\x1b[6~", "\x1b[C", "\x1bOC", "\x1b[B", "\xe0Q", "\xe0M", "\x00Q", " ", "\r"):
        assert KEYS[sent] is Key.NEXT
    for sent in ("\x1b[5~", "\x1b[D", "\x1bOD", "\x1b[A", "\xe0I", "\xe0K", "\x00I", "b"):
        assert KEYS[sent] is Key.BACK


# --- the times of a rehearsal -------------------------------------------------------------------

BEGIN: Final = "2026-01-01T12:00:00+00:00"


@pytest.fixture
def log(here: Path) -> Path:
    """Return a log of a rite in which every step took ten seconds."""
    run = begun()
    lines = [run_log.line(run_log.session(run, run_state.chosen(run, "A"), BEGIN))]
    seconds = 0.0
    while not run.over:
        seconds += 10
        after = running.press(run, Key.NEXT)
        lines.append(
            run_log.line(
                run_log.Event(seconds, Key.NEXT)
                if after.over
                else run_log.pressed(run, Key.NEXT, after, seconds)
            )
        )
        run = after
    (here / "log.jsonl").write_bytes(b"".join(lines))
    return here / "log.jsonl"


def test_the_minutes_of_a_rehearsal_are_added_to_each_step_and_in_all(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = command(capsys, "rite", "cues", "--timings", log.name, "--json")
    rows = json.loads(out)
    timed = [row for row in rows if row["minutes"] is not None]
    assert code == 0
    assert len(timed) == len(begun().stops)
    assert {row["minutes"] for row in timed} == {0.167}
    assert rows[-1]["minutes_so_far"] == pytest.approx(len(timed) / 6, abs=0.001)
    assert all("minutes" not in row["action"] for row in rows)
    assert {row["start_beats"] for row in rows if row["cycle"] is None} == {None}
    command(capsys, "rite", "cues", "--timings", log.name, "-o", "c.csv")
    table = list(csv.DictReader(StringIO(Path("c.csv").read_text("utf-8"))))
    assert [row["minutes"] for row in table] == [
        "" if row["minutes"] is None else str(row["minutes"]) for row in rows
    ]
    _, out, _ = command(capsys, "rite", "cues", "--timings", log.name)
    whole = 10 * len(timed)
    assert (
        f"  rehearsed: {whole // 60}:{whole % 60:02} min:s in all, sessions: 1, begun 2026-01-01 12:00 UTC; "
        "by the clock, no source gives lengths\n" in out
    )
    assert out.count("  0:10  ") == len(timed)


@pytest.mark.parametrize("suffix, language", [("html", "en"), ("html", "zh-Hans"), ("pdf", "ko")])
def test_the_minutes_are_printed_too(
    log: Path, capsys: pytest.CaptureFixture[str], suffix: str, language: str
) -> None:
    name = f"c.{suffix}"
    assert command(capsys, "rite", "cues", "--timings", log.name, "--lang", language, "-o", name)[0] == 0
    if suffix == "html":
        page = Path(name).read_text("utf-8")
        assert page.count('<td class="time">0:10</td>') == len(begun().stops)
        return
    from pypdf import PdfReader

    text = "".join(page.extract_text() for page in PdfReader(name).pages)
    assert text.count("0:10") >= len(begun().stops)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--timings", "none"], "none: no such file"),
        (["--timings", "."], ".: is no file"),
        (["--pairs", "2"], "log.jsonl: of pairs 1, not 2; expected the log of a rite with these choices"),
        (["--props"], "--timings is for the sheet, not --props"),
        (["--layout", "hongi"], "--timings is for the sheet, not the layout hongi"),
        (["-o", "c.mid"], "--timings is for the sheet, not .mid: a rehearsal has minutes and no beats"),
    ],
)
def test_timings_that_cannot_be_are_told_in_one_line(
    log: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = command(capsys, "rite", "cues", "--timings", log.name, *arguments)
    assert (code, out, err) == (1, "", f"touhu: {message}\n")


@pytest.mark.parametrize(
    "line, other, message",
    [
        (b'"place":5', b'"place":6', "at 50.0 s R04 does not follow; the rite is another now"),
        (b'"place":0', b'"place":5', "kept at R01, where R04 is now; the rite is another now\n"),
        (b"12:00:00", b"12:00:00\\u001b[31m", "no line of a log of touhu rite run: Expected `str` matching"),
    ],
)
def test_a_log_that_does_not_follow_is_told_in_one_line(
    log: Path, capsys: pytest.CaptureFixture[str], line: bytes, other: bytes, message: str
) -> None:
    log.write_bytes(log.read_bytes().replace(line, other, 1))
    code, out, err = command(capsys, "rite", "cues", "--timings", log.name)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert message in err


def test_a_sheet_without_a_rehearsal_has_no_minutes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = command(capsys, "rite", "cues", "--json")
    assert not any("minutes" in key for row in json.loads(out) for key in row)
