"""The drum of `touhu rite run`: it starts and stops with the cue sheet, and tells where it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from touhu_music.errors import TouhuError
from touhu_music.live.control import Control, Player, Report
from touhu_music.rite.run import drum as running_drum
from touhu_music.rite.run.drum import Drummed
from touhu_music.rite.run.running import Run, planned

if TYPE_CHECKING:
    from touhu_music.performance import Performance

PATIENCE: Final = 3.0
"""Seconds in which what sounds must have come to its end."""


class Nowhere:
    """A port that sends nothing: so a drum keeps its time in silence."""

    def send(self, message: Any, /) -> None:
        """Send nothing."""

    def close(self) -> None:
        """Close nothing."""


def silent() -> Player:
    """Return a player that nobody hears."""
    from touhu_music.live.scheduler import MidiPlayer

    return MidiPlayer(Nowhere())


class Drum:
    """The drum that a run wishes, on a player; if that fails, the time goes on in silence.

    `tell` takes what the drum does: "on" or "off", or a cycle that begins.
    """

    def __init__(
        self,
        performances: Mapping[str, Performance],
        player: Player | None,
        tell: Callable[[str | int], None],
    ) -> None:
        self.performances = performances
        self.tell = tell
        self.silent = player is None
        self.notices: list[str] = []
        self.failure: Exception | None = None  # of the player
        self.first = 1  # the cycle with which it began
        self.on = False  # as the cue sheet wishes
        self.sounds = False
        self.cycle = 0  # that was told last
        self.open(player or silent())

    def open(self, player: Player) -> None:
        """Let a player wait for the drum to begin."""
        self.control = Control(running_drum.waiting(self.performances), stays=True)
        self.old: Report | None = None  # of what sounded before it began
        self.report: Report | None = None
        self.seen = time.monotonic()
        self.thread = Thread(target=player.play, args=(self.control,), daemon=True)
        self.thread.start()

    def follow(self, run: Run) -> None:
        """Start, stop or go on, as the run wishes."""
        if run.drummed and not self.on:
            if running_drum.starts(run):
                self.start(run, running_drum.first(run))
        elif run.drummed:
            settings = running_drum.settings(run, self.performances, self.first)
            if settings != self.control.settings:
                self.control.change(settings)
        elif self.on:
            self.control.play(False)
            self.on = False
            self.ended()

    def start(self, run: Run, first: int) -> None:
        """Begin with a cycle."""
        self.first, self.on, self.sounds, self.cycle = first, True, True, 0
        self.old, self.report = self.control.report, None
        self.control.change(running_drum.settings(run, self.performances, first))
        self.control.play(True)
        self.tell("on")

    def ended(self) -> None:
        """Tell once that nothing is drummed any more."""
        if self.sounds:
            self.sounds = False
            self.tell("off")

    def look(self, run: Run) -> Drummed | None:
        """Return where the drum is now, and tell what has come since the last look."""
        if not self.thread.is_alive() and not self.silent:
            self.fall_silent(run)
        self.notices += self.control.notices
        self.control.notices.clear()
        if self.control.report is not self.report and (not self.old or self.control.report is not self.old):
            before, self.report, self.seen = self.report, self.control.report, time.monotonic()
            if before and not self.report:
                self.ended()
        if not (self.on and self.sounds):
            return None
        if not self.report:  # it is about to begin
            return Drummed(self.first, 0.0)
        found = running_drum.drummed(self.report, time.monotonic() - self.seen, self.first)
        if found and found.cycle != self.cycle:
            self.cycle = found.cycle
            self.tell(found.cycle)
        return found

    def fall_silent(self, run: Run) -> None:
        """Go on without sound where the player failed."""
        self.failure = self.control.failure or TouhuError("the drum ended by itself")
        self.notices.append(str(self.failure))
        self.silent, again = True, self.on and self.sounds
        self.open(silent())
        if again:
            self.start(run, max(self.cycle, self.first))

    def beyond(self, run: Run) -> bool:
        """Tell whether the cycle that was told last is beyond the plan."""
        return self.cycle > planned(run)

    def close(self) -> None:
        """Be silent."""
        self.control.leave()
        self.thread.join(PATIENCE)
        self.failure = self.failure or self.control.failure
        self.ended()
