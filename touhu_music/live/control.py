"""What keys, players and screen share while playing: the settings, and the place that was reached."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import NamedTuple

from touhu_music.live.transport import Position, Settings
from touhu_music.practice import Moment


class Report(NamedTuple):
    """What sounded last, and where: for the screen, which may look at any time."""

    position: Position
    moment: Moment | None


@dataclass(slots=True)
class Control:
    """The one mutable thing: each field is replaced as a whole, so every thread sees a sound value.

    `changed` is set with every change, to wake whoever waits. `playing` is the wish of the player;
    `report` is None while nothing plays. `notices` are lines for the person, oldest first.
    """

    settings: Settings
    playing: bool = False
    leaving: bool = False
    report: Report | None = None
    notices: list[str] = field(default_factory=list)
    changed: threading.Event = field(default_factory=threading.Event)

    def change(self, settings: Settings) -> None:
        """Take other settings from the next stroke or cycle on."""
        self.settings = settings
        self.changed.set()

    def play(self, playing: bool) -> None:
        """Start from the first stroke (with its count-in), or stop at once."""
        self.playing = playing
        self.changed.set()

    def leave(self) -> None:
        """Stop, and end the players."""
        self.leaving, self.playing = True, False
        self.changed.set()
