"""How exactly strokes are played, as a ratio to `mido.MidiFile.play` under the same load.

`live.py [SECONDS [NULL-SECONDS]]`: both play 8 strokes a second to the same port in turn, so many
seconds each, while another process redraws a screen; then the device that plays to nobody, for so
many seconds, shows how long it waits for its blocks. Exits with 1 where the ratio is above its
limit. A pause of the machine looks like a late stroke: let it do nothing else.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from threading import Thread
from typing import Any

import mido

from touhu_music import Use, perform, plan, witness
from touhu_music.live.clock import urgent
from touhu_music.live.control import Control
from touhu_music.live.scheduler import MidiPlayer
from touhu_music.live.soundcard import LATENCY, PERIOD, open_device
from touhu_music.live.transport import Settings
from touhu_music.performance import Performance
from touhu_music.render import render

LIMIT = 0.1
TURN = 6  # seconds that one plays before the other does
TEMPO = 480
SCREEN = """
import os, time
from rich.console import Console
from rich.live import Live
from rich.text import Text
with open(os.devnull, "w") as nowhere, Live(
    console=Console(file=nowhere, force_terminal=True, width=120, height=40), auto_refresh=False
) as live:
    shown = 0
    while True:
        live.update(Text("\\n".join(f"{'○□' * 40} {shown}" for _ in range(30))), refresh=True)
        shown += 1
        time.sleep(1 / 30)
"""


class Port:
    """Keeps the key of each stroke, and when it came."""

    def __init__(self) -> None:
        self.strokes: list[tuple[float, int]] = []

    def send(self, message: Any) -> None:
        """Keep a stroke."""
        now = time.perf_counter()
        if message.type == "note_on":
            self.strokes.append((now, message.note))

    def close(self) -> None:
        """Do nothing: it is only a list."""


def performance(seconds: float) -> Performance:
    reading = witness("A").reading("lu-1")
    length = len(reading.cadence.strokes(Use.ARCHERY))
    cycles = max(1, round(seconds * TEMPO / 60 / length))
    chosen = plan().but("measured", beats_per_minute=Fraction(TEMPO), cycles=cycles)
    return perform(reading, Use.ARCHERY, chosen)


def ours(played: Performance, port: Port) -> None:
    control = Control(Settings(({Use.ARCHERY: played},), use=Use.ARCHERY, loop=False), playing=True)
    thread = Thread(target=MidiPlayer(port).play, args=(control,))
    thread.start()
    thread.join()
    if control.failure:
        raise control.failure


def theirs(played: Performance, port: Port) -> None:
    for message in mido.MidiFile(file=BytesIO(render("mid", played))).play():
        port.send(message)


def late(strokes: list[tuple[float, int]]) -> list[float]:
    """Return the milliseconds by which each stroke is later than the earliest of them."""
    against = [at - stroke * 60 / TEMPO for stroke, (at, _) in enumerate(strokes)]
    return [(it - min(against)) * 1000 for it in against]


def share(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) * percent // 100, len(values) - 1)]


def on_a_port(seconds: float) -> bool:
    """Play both in turn; tell whether ours is as exact as it must be."""
    players: dict[str, Callable[[Performance, Port], None]] = {"mido play": theirs, "touhu": ours}
    errors: dict[str, list[float]] = {name: [] for name in players}
    drifts: dict[str, list[float]] = {name: [] for name in players}
    played = performance(min(TURN, seconds))
    for _ in range(max(1, round(seconds / TURN))):
        for name, play in players.items():
            port = Port()
            play(played, port)
            keys = [played.plan.sounds.key(stroke.drum) for stroke in played.strokes]
            assert [key for _, key in port.strokes] == keys, f"{name} lost, doubled or moved a stroke"
            found = late(port.strokes)
            errors[name] += found
            drifts[name].append(min(found[-20:]) - min(found[:20]))
    print(f"  {'milliseconds late':12} {'p50':>8} {'p99':>8} {'max':>8}  drift in a turn, most")
    for name, found in errors.items():
        drift = max(drifts[name], key=abs)
        print(
            f"  {name:17} {statistics.median(found):8.3f} {share(found, 99):8.3f} {max(found):8.3f}"
            f" {drift:8.3f}  n={len(found)}"
        )
    ratio = share(errors["touhu"], 99) / share(errors["mido play"], 99)
    print(f"p99 of the onsets: {ratio:.3f} x mido.MidiFile.play, at most {LIMIT}")
    return ratio <= LIMIT


def on_the_device_for_nobody(seconds: float) -> None:
    """Play without a card, and say how long it waited for its blocks."""
    asked, taken = [], []

    def timed(feed: Generator[Any, int, None]) -> Generator[Any, int, None]:
        block = None
        while True:
            frames = yield block
            begin = time.perf_counter()
            block = feed.send(frames)
            asked.append(begin)
            taken.append(time.perf_counter() - begin)

    player = open_device("null")
    start = player.device.start

    def start_timed(feed: Generator[Any, int, None]) -> None:
        timing = timed(feed)
        next(timing)
        start(timing)

    player.device.start = start_timed
    control = Control(Settings(({Use.ARCHERY: performance(1)},), use=Use.ARCHERY), playing=True)
    thread = Thread(target=player.play, args=(control,))
    thread.start()
    time.sleep(seconds)
    control.leave()
    thread.join()
    if control.failure:
        raise control.failure
    gaps = [later - sooner for sooner, later in pairwise(asked[2:])]
    print(f"the device for nobody, {len(taken)} blocks of {PERIOD} ms in {seconds} s:")
    print(
        f"  mixing one {statistics.median(taken) * 1000:.3f} ms (p99 {share(taken, 99) * 1000:.3f},"
        f" max {max(taken) * 1000:.3f}); between two at most {max(gaps) * 1000:.1f} ms;"
        f" {sum(gap > PERIOD / 1000 + LATENCY for gap in gaps)} came too late"
    )


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    for_nobody = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    screen = subprocess.Popen([sys.executable, "-c", SCREEN])
    try:
        time.sleep(1)
        load = f"load {os.getloadavg()[0]:.2f}; " if hasattr(os, "getloadavg") else ""
        with urgent():
            first = sys.platform == "linux" and os.sched_getscheduler(0) == os.SCHED_FIFO
        print(f"{load}touhu {'goes first' if first else 'waits like all others'}")
        exact = on_a_port(seconds)
        if for_nobody:
            on_the_device_for_nobody(for_nobody)
        assert screen.poll() is None, "the screen went away"
    finally:
        screen.kill()
        screen.wait()
    return int(not exact)


if __name__ == "__main__":
    raise SystemExit(main())
