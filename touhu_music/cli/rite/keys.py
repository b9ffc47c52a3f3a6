"""The keyboard of `touhu rite run`: what each key asks for, from a hand, a foot pedal or a pipe."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Queue
from threading import Thread
from typing import Final

from touhu_music.cli import playing
from touhu_music.errors import TouhuError
from touhu_music.live.control import Control
from touhu_music.live.keys import split
from touhu_music.rite.run.running import Key

HELD: Final = 0.12
"""Seconds. A key that moves and comes again sooner is held down, or a pedal is: it does not move again."""

AHEAD: Final = 1_000
"""So many keys wait at most; a pipe without end is read no faster."""

LEAVE: Final = "q"

KEYS: Final[dict[str, Key]] = {
    **dict.fromkeys((" ", "\r", "\n"), Key.NEXT),
    **dict.fromkeys(("\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB", "\x1b[6~"), Key.NEXT),
    **dict.fromkeys(("\x00M", "\xe0M", "\x00P", "\xe0P", "\x00Q", "\xe0Q"), Key.NEXT),  # of Windows
    **dict.fromkeys(("b", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA", "\x1b[5~"), Key.BACK),
    **dict.fromkeys(("\x00K", "\xe0K", "\x00H", "\xe0H", "\x00I", "\xe0I"), Key.BACK),
    "g": Key.GUEST,
    "h": Key.HOST,
    "m": Key.MISS,
    "u": Key.UNDO,
}
"""What each key asks for, as it is sent: arrows and pages in the spellings of terminals."""


class Hand:
    """What is typed as what it asks for; None leaves.

    A key that is held down moves once, and once more when its repetition sets in, which looks like
    a hand. What comes through a pipe is not held by anybody.
    """

    def __init__(self, *, typed: bool) -> None:
        self.typed = typed
        self.last, self.at = "", 0.0

    def keys(self, typed: str) -> list[Key | None]:
        """Return what a reading asks for; keys that mean nothing are left out."""
        found: list[Key | None] = []
        for each in split(typed):
            sent = each.lower() if len(each) == 1 else each
            if sent == LEAVE:
                found.append(None)
            elif sent in KEYS and not self.held(sent):
                found.append(KEYS[sent])
        return found

    def held(self, sent: str) -> bool:
        """Tell whether a key that moves comes again as fast as it does while it is held down."""
        before, self.last = self.last, sent
        then, self.at = self.at, time.monotonic()
        moves = self.typed and KEYS[sent] in (Key.NEXT, Key.BACK)
        return moves and sent == before and self.at - then < HELD


@contextmanager
def listening(keyboard: Control, typed: Queue[str]) -> Iterator[None]:
    """Put what is typed into a queue while the body runs; what is piped is read to its end, and leaves.

    Line ends of a pipe mean nothing, so that keys may be written a line each.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        if not playing.at_hand(sys.stdin):
            raise TouhuError("the keys cannot be read from the background")
        from touhu_music.live import keys

        with keys.listening(keyboard, typed.put):
            yield
        return
    Thread(target=piped, args=(typed,), daemon=True).start()
    yield


def piped(typed: Queue[str]) -> None:
    """Read keys from standard input until it ends."""
    with suppress(OSError, ValueError):
        while sys.stdin is not None and (data := os.read(sys.stdin.fileno(), 1024)):
            for each in split(data.decode("latin-1").replace("\n", "").replace("\r", "")):
                typed.put(each)
    typed.put(LEAVE)
