"""The clock that playing goes by: nobody can set it, and it is waited for to the microsecond."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event
from typing import Final, Protocol

SPIN: Final = 0.001
"""Seconds before a moment at which sleep ends and looking begins: sleep is late by a tenth of that."""

SLICE: Final = 0.01
"""Seconds that are slept at once.

Not the event is waited for: some systems time that by the clock on the wall, or 15 ms late.
"""


class Clock(Protocol):
    """What tells the time and waits for it."""

    def now(self) -> float:
        """Return seconds that never go back."""

    def wait(self, changed: Event, until: float) -> bool:
        """Wait until a moment, and return False; as soon as something has changed, return True."""


class SteadyClock:
    """The clock of this machine since it was started."""

    def now(self) -> float:
        """Return seconds that never go back."""
        return time.perf_counter()

    def wait(self, changed: Event, until: float) -> bool:
        """Wait until a moment, and return False; as soon as something has changed, return True."""
        while not changed.is_set():
            left = until - time.perf_counter()
            if left > SPIN:
                time.sleep(min(left - SPIN, SLICE))
            elif left <= 0:
                return False
        return True


@contextmanager
def urgent() -> Iterator[None]:
    """Let this thread go before others where that is allowed: on Linux, to whom plays music there.

    It sleeps nearly all the time. Else a busy machine lets it wait for 4 ms now and then.
    """
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getscheduler(0), os.sched_getparam(0)
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    try:
        yield
    finally:
        os.sched_setscheduler(0, *before)
