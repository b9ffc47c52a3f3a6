"""What keys, players and screen share while playing: the settings, and the place that was reached."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from touhu_music.live.transport import Position, Settings
from touhu_music.practice import Moment


class Report(NamedTuple):
    """What sounded last, and where: for the screen, which may look at any time."""

    position: Position
    moment: Moment | None


@dataclass(slots=True)
class Control:
    """The one mutable thing: each field is replaced as a whole, so every thread sees a sound value.

    `changed` is set with every change, to wake the player. `playing` is the wish of the person, and
    `beginnings` counts how often it was uttered, so that stop and start in one moment are seen.
    `stays` lets a player wait for the next beginning where all is over, instead of ending.
    `report` is None while nothing plays. `notices` are lines for the person, oldest first.
    `failure` is what ended the player against the wish of the person.
    """

    settings: Settings
    playing: bool = False
    leaving: bool = False
    report: Report | None = None
    notices: list[str] = field(default_factory=list)
    changed: threading.Event = field(default_factory=threading.Event)
    beginnings: int = 0
    failure: Exception | None = None
    stays: bool = False

    def change(self, settings: Settings) -> None:
        """Take other settings from the next stroke or cycle on."""
        self.settings = settings
        self.changed.set()

    def play(self, playing: bool) -> None:
        """Start from the first stroke (with its count-in), or stop at once."""
        self.beginnings += playing
        self.playing = playing
        self.changed.set()

    def leave(self) -> None:
        """Stop, and end the player."""
        self.leaving, self.playing = True, False
        self.changed.set()

    def heed(self) -> Settings:
        """Return the settings; whatever changes from here on sets `changed` again."""
        self.changed.clear()
        return self.settings


class Player(Protocol):
    """What plays: a sound card or a MIDI port."""

    def play(self, control: Control) -> None:
        """Play what is wished, until the person leaves, all is over, or it fails.

        Then it is silent and closed, and `control.leaving` is set, so that keys and screen end too.
        A failure is not raised, since this may be the only thing that a thread does: it is in
        `control.failure`, and is raised by who waits for the thread.
        """
