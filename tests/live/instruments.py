"""What stands in for clocks, ports and drummers in these tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from math import inf
from threading import Event
from typing import Any

import mido
from conftest import performance

from touhu_music import Use
from touhu_music.live.control import Control, Report
from touhu_music.live.transport import Settings
from touhu_music.performance import Accent


def settings(
    *names: str, tempo: int = 60, accent: Accent = Accent.NONE, gap: Fraction = Fraction(0), **choices: Any
) -> Settings:
    """Return rows to play from, each stroke a beat, of one cycle, with some choices changed."""
    plan: dict[str, Any] = {"beats_per_minute": Fraction(tempo), "cycles": 1, "accent": accent, "gap": gap}
    rows = [{use: performance(name, use, **plan) for use in Use} for name in names or ("lu-1", "xue-1")]
    return Settings(tuple(rows), **choices)


class SimulatedClock:
    """Time that passes only while somebody waits; who waits may come late, and others act meanwhile."""

    def __init__(self, late: Callable[[], float] = lambda: 0.0) -> None:
        self.seconds = 1000.0
        self.late = late
        self.acts: list[tuple[float, Callable[[], object]]] = []

    def after(self, seconds: float, act: Callable[[], object]) -> None:
        self.acts.append((self.seconds + seconds, act))
        self.acts.sort(key=lambda it: it[0])

    def suspend(self, after: float, seconds: float) -> None:
        """Let the first wait that begins so late last longer, once."""
        begin, waits = self.seconds + after, 0

        def late() -> float:
            nonlocal waits
            waits += self.seconds > begin
            return seconds if waits == 1 else 0.0

        self.late = late

    def now(self) -> float:
        return self.seconds

    def wait(self, changed: Event, until: float) -> bool:
        while self.acts and self.acts[0][0] <= until and not changed.is_set():
            at, act = self.acts.pop(0)
            self.seconds = max(self.seconds, at)
            act()
        if changed.is_set():
            return True
        assert until != inf, "nobody would ever wake the player"
        if until > self.seconds:
            self.seconds = until + self.late()
        return False


class RecordingPort:
    """A port that keeps what is sent, and when; `fails` may raise before something is sent."""

    def __init__(
        self, now: Callable[[], float] = time.perf_counter, fails: Callable[[int], object] = lambda _: None
    ) -> None:
        self.now = now
        self.fails = fails
        self.calls = 0
        self.sent: list[tuple[float, mido.Message]] = []
        self.closed = False

    def send(self, message: mido.Message) -> None:
        self.calls += 1
        self.fails(self.calls)
        assert not self.closed
        self.sent.append((self.now(), message))

    def close(self) -> None:
        self.closed = True

    def times(self, kind: str) -> list[float]:
        return [seconds for seconds, message in self.sent if message.type == kind]

    @property
    def keys(self) -> list[int]:
        return [message.note for _, message in self.sent if message.type == "note_on"]

    @property
    def on(self) -> set[int]:
        """The keys whose notes are on after all that was sent."""
        keys: set[int] = set()
        for _, message in self.sent:
            if message.type == "note_on":
                keys.add(message.note)
            elif message.type == "note_off":
                keys.discard(message.note)
            elif message.is_cc(123) or message.is_cc(120):
                keys.clear()
        return keys


class Listening(Control):
    """A control that remembers each report, and when it came."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "report":
            self.__dict__.setdefault("heard", []).append((time.perf_counter(), value))

    @property
    def reports(self) -> list[tuple[float, Report]]:
        """What sounded, and when that was told."""
        return [it for it in self.__dict__["heard"] if it[1] and it[1].moment]
