"""How the two drums sound: keys of the General MIDI drum set, and drums to be synthesised."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from touhu_music.errors import PlanError
from touhu_music.notation import Drum


class Tone(NamedTuple):
    """A drum to be synthesised; its fields are in the order of RANGES."""

    fundamental: float  # hertz, of the lowest mode of the membrane
    ring: float  # seconds until the lowest mode has fallen by 60 dB
    brightness: float  # hertz, above which the beater excites the membrane less and less
    level: float  # decibels, so that both drums of a pair are equally loud (ITU-R BS.1770)
    place: float  # from -1, left, to 1, right


RANGES: Final = {
    "fundamental": (20, 2_000),
    "ring": (0.02, 8),
    "brightness": (50, 20_000),
    "level": (-60, 20),
    "place": (-1, 1),
}
"""The least and the greatest value of each field of a Tone."""


CLICK_KEY: Final = 37  # side stick; for the count-in and for practice


@dataclass(frozen=True, slots=True)
class Sounds:
    """The voices of the two drums, as General MIDI percussion keys and as tones, and why they are so.

    `tones` names the pair from which the tones are; `name` is another where the keys are one's own.
    """

    name: str
    tones: str
    pi: int
    gu: int
    pi_tone: Tone
    gu_tone: Tone
    reason: str

    def __post_init__(self) -> None:
        for drum, key in (("pi", self.pi), ("gu", self.gu)):
            if not 0 <= key <= 127:
                raise PlanError(f"key of {drum} must be in range 0..127, not {key}")
            if key == CLICK_KEY:
                raise PlanError(f"key of {drum} must not be {CLICK_KEY}, which is that of the click")
        if self.pi == self.gu:
            raise PlanError(f"keys of pi and gu must differ, both are {self.pi}")
        for drum, tone in (("pi", self.pi_tone), ("gu", self.gu_tone)):
            for (field, (low, high)), value in zip(RANGES.items(), tone, strict=True):
                if not low <= value <= high:
                    raise PlanError(f"{field} of {drum} must be in range {low}..{high}, not {value}")

    def key(self, drum: Drum) -> int:
        """Return the MIDI key of a drum."""
        return self.pi if drum is Drum.PI else self.gu

    def tone(self, drum: Drum) -> Tone:
        """Return how a drum is synthesised."""
        return self.pi_tone if drum is Drum.PI else self.gu_tone

    def with_keys(self, pi: int, gu: int) -> Sounds:
        """Return the same tones on other keys; raises PlanError if they are none, or the same."""
        if (pi, gu) == (self.pi, self.gu):
            return self
        reason = "The keys are the player's own choice."
        return replace(self, name=f"keys{pi}-{gu}", pi=pi, gu=gu, reason=reason)
