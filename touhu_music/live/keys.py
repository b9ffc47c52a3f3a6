"""What each key does while playing, and the keys as they are typed."""

from __future__ import annotations

import os
import re
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from touhu_music.live.control import Control
from touhu_music.live.transport import Settings
from touhu_music.notation import Drum, Use

if sys.platform != "win32":
    import termios
    import tty

SLOWEST: Final = 1
FASTEST: Final = 1000
"""The ends of what arrows and taps can set, in beats a minute, as in a plan."""

PAUSE: Final = 3.0
"""Seconds without a tap after which tapping begins anew."""

TAPS: Final = 8
"""So many of the last taps count."""

COUNT_IN: Final = 4
"""Beats of the count-in where the plan has none."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What keys work on: what is chosen, whether it plays, the tempo that sounds, the taps so far.

    Taps are seconds of any clock that never goes back.
    """

    settings: Settings
    playing: bool
    tempo: Fraction
    taps: tuple[float, ...] = ()
    leaving: bool = False

    def but(self, **choices: object) -> Desk:
        """Return the desk with other settings."""
        return replace(self, settings=replace(self.settings, **choices))  # type: ignore[arg-type]

    def at(self, beats_per_minute: Fraction) -> Desk:
        """Return the desk with another tempo, or with the nearest that can be set."""
        return self.but(beats_per_minute=min(max(beats_per_minute, Fraction(SLOWEST)), Fraction(FASTEST)))


Action = Callable[[Desk, float], Desk]
"""What a key does to a desk at a second."""


def toggle(desk: Desk, _: float) -> Desk:
    """Start or stop."""
    return replace(desk, playing=not desk.playing)


def leave(desk: Desk, _: float) -> Desk:
    """End."""
    return replace(desk, leaving=True)


def faster(step: int) -> Action:
    """Return what adds so many beats a minute."""
    return lambda desk, _: desk.at((desk.settings.beats_per_minute or desk.tempo) + step)


def tap(desk: Desk, seconds: float) -> Desk:
    """Take the tempo from the last taps, in whole beats a minute."""
    earlier = desk.taps if desk.taps and seconds - desk.taps[-1] <= PAUSE else ()
    taps = (*earlier, seconds)[-TAPS:]
    desk = replace(desk, taps=taps)
    if len(taps) == 1:
        return desk
    beat = median(later - sooner for sooner, later in pairwise(taps))
    return desk.at(Fraction(round(60 / max(beat, 60 / FASTEST))))


def row(number: int) -> Action:
    """Return what chooses a row; nothing happens where there is none, or none for this use."""

    def choose(desk: Desk, _: float) -> Desk:
        rows = desk.settings.rows
        there = number < len(rows) and desk.settings.use in rows[number]
        return desk.but(row=number) if there else desk

    return choose


def use(desk: Desk, _: float) -> Desk:
    """Take the other use, if the row can be played for it."""
    other = Use.ARCHERY if desk.settings.use is Use.TOUHU else Use.TOUHU
    return desk.but(use=other) if other in desk.settings.rows[desk.settings.row] else desk


def mute(desk: Desk, _: float) -> Desk:
    """Leave out the 鼙, then the 鼓, then none."""
    following = {None: Drum.PI, Drum.PI: Drum.GU, Drum.GU: None}
    return desk.but(muted=following[desk.settings.muted])


def sing(desk: Desk, _: float) -> Desk:
    """Leave the song out, or let it sound again; its words go on."""
    return desk.but(unsung=not desk.settings.unsung) if desk.settings.tune else desk


def loop(desk: Desk, _: float) -> Desk:
    """Go round, or end after the last cycle."""
    return desk.but(loop=not desk.settings.loop)


def count_in(desk: Desk, _: float) -> Desk:
    """Count before the next start, or do not."""
    usual = desk.settings.performance.plan.count_in or COUNT_IN
    return desk.but(count_in=0 if desk.settings.count_in else usual)


class Key(NamedTuple):
    """A key, or a pair of them, for one thing: what is on it, the word for what it does, what it sends.

    `cap` and `word` are looked up in the table of words; a cap that is not there is the same in
    all languages.
    """

    cap: str
    word: str
    actions: dict[str, Action]


def arrow(ansi: str, windows: str, action: Action) -> dict[str, Action]:
    """Return the spellings of an arrow: of terminals in both their modes, and of Windows."""
    return dict.fromkeys((f"\x1b[{ansi}", f"\x1bO{ansi}", f"\x00{windows}", f"\xe0{windows}"), action)


KEYS: Final = (
    Key("key-space", "does-play", {" ": toggle}),
    Key("key-up-down", "does-5", arrow("A", "H", faster(5)) | arrow("B", "P", faster(-5))),
    Key("key-right-left", "does-1", arrow("C", "M", faster(1)) | arrow("D", "K", faster(-1))),
    Key("t", "does-tap", {"t": tap}),
    Key("1-4", "does-row", {str(number): row(number) for number in range(1, 5)}),
    Key("0", "does-own", {"0": row(0)}),
    Key("u", "does-use", {"u": use}),
    Key("m", "does-mute", {"m": mute}),
    Key("l", "does-loop", {"l": loop}),
    Key("c", "does-count-in", {"c": count_in}),
    Key("q", "does-leave", {"q": leave, "\x1b": leave}),
)
"""Every key that does something, in the order of the help."""

OF_SONG: Final = Key("s", "does-sing", {"s": sing})
"""The key that does something only where a song is sung."""

ACTIONS: Final = {sent: action for key in KEYS for sent, action in key.actions.items()}

SENT: Final = re.compile(
    r"\x1b\[\[?[0-?]*[ -/]*[@-~]?"  # what terminals send for keys that have no letter
    r"|\x1bO."
    r"|[\x00\xe0]."  # the same on Windows
    r"|.",
    re.DOTALL,
)
HALVES: Final = re.compile(rb"\x1b(\[[0-?]*|O)?\Z")
"""The end of what was read, where it may be the beginning of one key."""


def split(typed: str) -> list[str]:
    """Return the keys of one reading, which may be several, typed fast or by a foot."""
    return SENT.findall(typed)


def press(key: str, desk: Desk, seconds: float) -> Desk:
    """Return the desk after a key; a key that means nothing changes nothing."""
    sent = key.lower() if len(key) == 1 else key
    action = ACTIONS.get(sent) or OF_SONG.actions.get(sent)
    return action(desk, seconds) if action else desk


def obey(control: Control, typed: str, taps: tuple[float, ...], seconds: float) -> tuple[float, ...]:
    """Do to what is playing what the keys of one reading say; take the taps before it, return those after."""
    for key in split(typed):
        report = control.report
        tempo = report.position.beats_per_minute if report else control.settings.tempo(1)
        before = Desk(control.settings, control.playing, tempo, taps)
        after = press(key, before, seconds)
        taps = after.taps
        if after.settings is not before.settings:
            control.change(after.settings)
        if after.playing is not before.playing:
            control.play(after.playing)
        if after.leaving:
            control.leave()
    return taps


def hands(control: Control) -> Callable[[str], None]:
    """Return what obeys the keys of one reading after the other."""
    taps: tuple[float, ...] = ()

    def typed(keys: str) -> None:
        nonlocal taps
        taps = obey(control, keys, taps, time.monotonic())

    return typed


# --- the keyboard ------------------------------------------------------------------------------


if sys.platform == "win32":

    @contextmanager
    def listening(control: Control, act: Callable[[str], None]) -> Iterator[None]:
        """Act on the keys that are typed while the body runs."""
        threading.Thread(target=listen, args=(control, act), daemon=True).start()
        yield

    def listen(control: Control, act: Callable[[str], None]) -> None:
        """Read keys until the playing is left."""
        import _thread

        import click

        while not control.leaving:
            try:
                typed = click.getchar()
            except (KeyboardInterrupt, EOFError):
                _thread.interrupt_main()
                return
            act(typed)

else:

    @contextmanager
    def listening(control: Control, act: Callable[[str], None]) -> Iterator[None]:
        """Act on the keys that are typed while the body runs, and leave the terminal as it was.

        `click.getchar` would do for one key; between two it throws away what is typed, and it
        changes how lines end on the screen.
        """
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        thread = threading.Thread(target=listen, args=(control, act, terminal), daemon=True)
        try:
            keys_at_once(terminal)
            thread.start()
            yield
        finally:
            control.leave()
            with suppress(termios.error):  # of a terminal that is gone
                termios.tcflush(terminal, termios.TCIFLUSH)  # what is typed too late is for no other program
                termios.tcsetattr(terminal, termios.TCSANOW, before)
            thread.join(1)

    def keys_at_once(terminal: int) -> None:
        """Let a terminal send each key as it is typed, unseen; only Ctrl-C still interrupts."""
        tty.setcbreak(terminal, termios.TCSANOW)
        attributes = termios.tcgetattr(terminal)
        for key in (termios.VSUSP, termios.VQUIT):  # a process that stops at once leaves notes on
            attributes[6][key] = os.fpathconf(terminal, "PC_VDISABLE").to_bytes()
        termios.tcsetattr(terminal, termios.TCSANOW, attributes)

    def listen(control: Control, act: Callable[[str], None], terminal: int) -> None:
        """Read keys until the playing is left, and leave it where the terminal goes away."""
        while not control.leaving:
            if waiting(terminal, 0.05):
                typed = read(terminal)
                if not typed:
                    control.leave()
                act(typed)

    def waiting(terminal: int, seconds: float) -> bool:
        """Wait for a key so long; tell whether there is one."""
        return bool(select.select([terminal], [], [], seconds)[0])

    def read(terminal: int) -> str:
        """Read what was typed, whole keys; nothing where the terminal is gone.

        Each byte is a character: every key that does something is ASCII.
        """
        try:
            typed = os.read(terminal, 1024)
            if HALVES.search(typed) and waiting(terminal, 0.05):  # a slow line sends an arrow in pieces
                typed += os.read(terminal, 1024)
        except OSError:
            return ""
        return typed.decode("latin-1")
