"""The two files of `touhu rite run`: where the run is kept, and the log of what happened."""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from touhu_music import output
from touhu_music.errors import OutputError, RiteError
from touhu_music.rite.run import log as run_log
from touhu_music.rite.run import state as run_state
from touhu_music.rite.run.log import Event, Session
from touhu_music.rite.run.running import Key, Run
from touhu_music.rite.run.state import Chosen

LONGEST: Final = 100_000_000
"""No more bytes of a file are looked at."""


def usual(run: Run) -> Path:
    """Return where a run is kept unless said otherwise: in this folder, named by what is chosen."""
    pairs = f"{run.sheet.pairs}-pair{'s' * (run.sheet.pairs > 1)}"
    return Path(f"rite-run_{run.rite.name}_{run.choices.school}_{pairs}.json")


def content(path: Path) -> bytes | None:
    """Return what is in a file, None where there is none; raises OutputError where it cannot be read."""
    with output.named(path):
        mode = output.mode_of(path)
        if mode is None:
            return None
        if not stat.S_ISREG(mode):
            raise OutputError(f"{output.shown(path)}: is no file")
        with path.open("rb") as file:
            return file.read(LONGEST)


def left(path: Path, begun: Run, chosen: Chosen, *, restart: bool) -> Run | None:
    """Return the run as it was left, None where nothing is kept; raises RiteError where that does not fit.

    With `restart` what is kept is left out; only a file that is no state at all is still refused.
    """
    data, name = content(path), output.shown(path)
    if data is None:
        if not path.parent.is_dir():
            raise OutputError(f"{name}: no such folder")
        return None
    if restart:
        if not run_state.ours(data):
            raise RiteError(f"{name}: no state of a run, but another file; --state names another")
        return None
    return run_state.resumed(begun, run_state.from_bytes(data, name), chosen, name)


def claimed(descriptor: int) -> bool:
    """Keep other runs from a file as long as it is open; tell whether none of them has it.

    A pipe, or a file system that knows no locks, keeps nobody from it.
    """
    if sys.platform == "win32" or not stat.S_ISREG(os.fstat(descriptor).st_mode):
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def append(descriptor: int, lines: bytes) -> None:
    """Write whole lines at the end of a file, or nothing of them; raises OSError."""
    end = os.fstat(descriptor).st_size
    left = lines
    try:
        while left:
            left = left[os.write(descriptor, left) :]
    except OSError:
        with suppress(OSError):  # of a pipe
            os.ftruncate(descriptor, end)
        raise


class Keeping:
    """Keeps a run after each key, and writes down what happens.

    A disk that takes no more is noticed once, and the rite goes on; `failed` is what went wrong.
    A log that has missed something goes on with another session as soon as it can.
    """

    def __init__(
        self, path: Path, run: Run, chosen: Chosen, log: str | None, *, resumed: bool, force: bool
    ) -> None:
        """Keep where the run begins; raises OutputError or RiteError where a file cannot be written."""
        self.path, self.chosen = Path(os.path.abspath(path)), chosen
        self.failed: OutputError | None = None
        self.written: bytes | None = None
        self.run, self.began = run, time.monotonic()
        self.torn = False  # something is missing in the log
        self.log = None if log is None else self.opened(Path(log), resumed=resumed, force=force)
        try:
            self.save(run)
        except OutputError:
            self.close()
            raise

    def opened(self, log: Path, *, resumed: bool, force: bool) -> int:
        """Open the log for the lines of a session; a run that goes on goes on in its log."""
        if os.path.realpath(log) == os.path.realpath(self.path):
            raise OutputError(f"{output.shown(log)}: the log and what is kept need two files")
        with output.named(log):
            data, mode = None, output.mode_of(log)
            if mode is None or not output.is_stream(mode):
                data = content(log) if resumed else None
                if data is None:
                    output.write(log, b"", force=force)
                else:
                    self.check(log, data)
            descriptor = os.open(log, os.O_WRONLY | os.O_APPEND)
            if not claimed(descriptor):
                os.close(descriptor)
                raise OutputError(f"{output.shown(log)}: another run writes its log here now")
            if data:
                os.ftruncate(descriptor, len(run_log.whole(data)))
            append(descriptor, run_log.line(self.session()))
        return descriptor

    def session(self) -> Session:
        """Return the begin of a session, which is now."""
        self.began = time.monotonic()
        wall = datetime.now(UTC).isoformat(timespec="seconds")
        return run_log.session(self.run, self.chosen, wall)

    def check(self, log: Path, data: bytes) -> None:
        """Raise RiteError for a file that is no log, or that of another rite."""
        if not data:
            return
        name = output.shown(log)
        kept = run_log.read(data, name)[-1].begin.state.choices
        run_state.check(kept, self.chosen, name, "--log names another file")

    @property
    def now(self) -> float:
        """Seconds since the begin of the session."""
        return round(time.monotonic() - self.began, 3)

    def save(self, run: Run) -> None:
        """Keep a run, whole or not at all; raises OutputError, also where another run keeps itself there."""
        if self.written and content(self.path) not in (self.written, None):
            raise OutputError(
                f"{output.shown(self.path)}: another run is kept here now, and this one no more"
            )
        data = run_state.to_bytes(run_state.state(run, self.chosen))
        output.write(self.path, data, force=True)
        self.written = data

    def pressed(self, before: Run, key: Key, after: Run) -> None:
        """Keep what a key did."""
        self.run = after
        try:
            self.save(after)
        except OutputError as error:
            self.failed = self.failed or error
        if not after.over and not before.over:
            self.note(run_log.pressed(before, key, after, self.now))
        elif after.over != before.over:
            self.note(Event(self.now, key))

    def drummed(self, what: str | int, first: int, planned: int) -> None:
        """Write down that the drum begins or ends, or a cycle begins."""
        if isinstance(what, int):
            self.note(Event(self.now, cycle=what, beyond=what > planned))
        elif what == "on":
            self.note(Event(self.now, drum="on", cycle=first))
        else:
            self.note(Event(self.now, drum="off"))

    def note(self, event: Event) -> None:
        """Write down what happened."""
        if self.log is None:
            return
        entries: list[Session | Event] = [event]
        if self.torn:  # a session begins where a key has led, so the key is not in it
            again = [] if event.key else [msgspec.structs.replace(event, at=0.0)]
            entries = [self.session(), *again]
        try:
            append(self.log, b"".join(map(run_log.line, entries)))
            self.torn = False
        except OSError as error:
            self.torn = True
            self.failed = self.failed or OutputError(f"the log: {error.strerror or error}")

    def close(self) -> None:
        """Write the end of the session down to the disk."""
        if self.log is None:
            return
        self.note(Event(self.now, end=True))
        with suppress(OSError):  # of a pipe
            os.fsync(self.log)
        with suppress(OSError):
            os.close(self.log)
        self.log = None
