"""A terminal for tests, and a command in it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

POSIX: Final = pytest.mark.skipif(os.name != "posix", reason="there are no terminals to make")
PATIENCE: Final = 30.0

OWN: Final = """
import os, sys
os.close(os.open(os.ttyname(0), os.O_RDWR))  # the first terminal that is opened sends Ctrl-C
os.execv(sys.argv[1], sys.argv[1:])
"""


class Terminal:
    """A terminal, and a command in it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        lines: int = 24,
        folder: Path | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        import termios

        self.hand, self.inside = os.openpty()
        self.resize(columns, lines)
        self.before = termios.tcgetattr(self.inside)
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWN, *command],
            cwd=folder,
            stdin=self.inside,
            stdout=self.inside,
            stderr=self.inside,
            env=os.environ | {"TERM": "xterm-256color"} | dict(variables or {}),
            start_new_session=True,
        )
        self.shown = ""
        self.new = b""

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.inside, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def look(self) -> bool:
        """Take what is shown next; tell whether something came."""
        if not select.select([self.hand], [], [], 0.05)[0]:
            return False
        self.new += os.read(self.hand, 2**16)
        return True

    def until(self, text: str) -> None:
        """Wait until a text is shown, after those that were waited for before."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.new:
            assert time.monotonic() < end, f"{text} never came:\n{self.new.decode(errors='replace')}"
            self.look()
        before, found, self.new = self.new.partition(text.encode())
        self.shown += (before + found).decode(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self.hand, keys.encode())

    def end(self) -> int:
        """Return the exit code, when the command has ended, with all that it showed."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end
            self.look()
        while self.look():
            pass
        self.shown += self.new.decode(errors="replace")
        return self.process.returncode

    @property
    def in_order(self) -> bool:
        """Tell whether the terminal is as it was, and nobody holds it any longer."""
        import termios

        same = termios.tcgetattr(self.inside) == self.before
        os.close(self.inside)
        left = select.select([self.hand], [], [], 5)[0]
        with suppress(OSError):  # so Linux says that nobody is at the other end, others by no byte
            return same and bool(left) and not os.read(self.hand, 1)
        return same
