"""Songs as they are sung, for the tests of what is made of them."""

from __future__ import annotations

from typing import Final

from touhu_music import Use, perform, plan, witness
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Rendition
from touhu_music.song.songs import Singing

TUNES: Final = [
    (name, siglum) for name in songs.songs() for siglum in songs.load(name).known if songs.load(name).has_tune
]
"""Every print of every tune."""


def alone(name: str = "caifan", siglum: str | None = None, singing: Singing | None = None) -> Rendition:
    """Return a song without the drum."""
    return fitting.alone(songs.load(name, siglum), singing or songs.singing())


def together(
    name: str = "caifan",
    row: str = "lu-1",
    fit: str = "line",
    *,
    siglum: str | None = None,
    use: Use = Use.TOUHU,
    singing: Singing | None = None,
    cycles: int | None = None,
    times: int = 1,
    **choices: object,
) -> Rendition:
    """Return a song with the drum, under the default plan with some choices changed."""
    drum = perform(witness("A").reading(row), use, plan().but("test", **choices))
    way = fitting.load(fit)
    chosen = singing or songs.singing()
    return fitting.fit(songs.load(name, siglum), way, chosen, drum, times=times, cycles=cycles)
