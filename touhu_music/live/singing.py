"""The song beside the drum: which word of it begins on which beat of a cycle.

A unit of the song, a line unless said otherwise, goes with each cycle, and after the last one the first
comes again: 間若一, the cycles stay equally spaced. That a unit goes with a cycle is our choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from touhu_music.errors import SongError
from touhu_music.language import Language, word
from touhu_music.performance import Performance
from touhu_music.reading import in_language
from touhu_music.song import fitting, telling
from touhu_music.song.fitting import Fitting, TimedWord, Unit
from touhu_music.song.songs import Singing, Song

WITH_CYCLES: Final = tuple(name for name in fitting.UNITS if name != "three")
"""The fittings in which the drum goes round beneath the song."""


@dataclass(frozen=True, slots=True)
class Tune:
    """A song that is sung while a drum is played; raises SongError for a fitting that has no cycles."""

    song: Song
    fitting: Fitting
    singing: Singing

    def __post_init__(self) -> None:
        if self.fitting.name not in WITH_CYCLES:
            there = " ".join(WITH_CYCLES)
            raise SongError(
                f"the fitting {self.fitting.name} has no cycles to be played live; there are {there}"
            )

    def cycles(self, performance: Performance) -> int:
        """Return after how many cycles the song is at its end."""
        return len(units(self, len(performance.pattern)))

    def words(self, performance: Performance, cycle: int) -> tuple[TimedWord, ...]:
        """Return the words of a cycle, counted from 1, their onsets in beats from its start."""
        found = units(self, len(performance.pattern))
        return spread(found[(cycle - 1) % len(found)], performance, self.fitting.name == "word")


@lru_cache(maxsize=8)
def units(tune: Tune, strokes: int) -> tuple[Unit, ...]:
    """Return what of a song goes with each cycle of so many strokes."""
    return tuple(fitting.UNITS[tune.fitting.name](tune.song, strokes, 1))


@lru_cache(maxsize=8)
def spread(unit: Unit, performance: Performance, stroke_each: bool) -> tuple[TimedWord, ...]:
    """Spread the words of a unit over the strokes of a cycle, as in a file."""
    strokes = len(unit) if stroke_each else len(performance.pattern)
    return tuple(fitting.spread(unit, performance, strokes))


def told(tune: Tune | None, language: Language) -> list[str]:
    """Say in a line what of a song is late and what is a choice; nothing without one."""
    if tune is None:
        return []
    song, singing = tune.song, tune.singing
    parts = [telling.name(song, language), in_language(tune.fitting.label, language)]
    parts[-1] += f" ({word('sung-reconstruction', language)})"
    if not song.has_tune:
        return ["; ".join([*parts, word("heard-recited", language)])]
    parts.append(word("live-late", language))
    parts.append(word("live-tuned", language).format(singing.huangzhong, singing.temperament))
    return ["; ".join(parts)]
