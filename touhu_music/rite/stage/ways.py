"""The ways on the stage: over which points a person goes from one place to the next; all of them ours.

They run over nothing that stands or lies there, and between hall and court over stairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from touhu_music.rite.stage.stage import FREE, Figure, Scene

Point = tuple[float, float]  # 尺

VIA: Final[dict[tuple[str, str], tuple[Point, ...]]] = {
    ("stairs-W", "centre"): ((-1, -1.7),),
    ("stairs-E", "centre"): ((8.2, -10.5), (1, -1.7)),
    ("stairs-E", "mat-host"): ((8.2, -10.5),),
    ("stairs-W", "pot"): ((-10.28, -11.3), (-10.28, -9.6)),
    ("mat-host", "below-hall"): (
        (2.6, -9.85), (-7, -9.85), (-7.2, -12.4), (-8.9, -13), (-8.9, -14.7),
    ),
    ("below-hall", FREE): ((-8.9, -14.7), (-8.9, -13), (-7.6, -12.4)),
    ("below-hall", "stand"): ((-10.9, -15.8), (-11, -13.1), (-12.1, -12.2), (-12.1, -1)),
    ("wash", "stand"): ((11, -15.1), (-11.3, -15.1), (-11.3, -13.1), (-12.6, -12.1), (-12.6, 1)),
    ("shooter", "horse-guest"): ((-10.4, -9.7), (-7, -9.7), (-6.8, -11.6)),
}  # fmt: skip
"""Where a way bends, and the way back likewise; any other is straight."""


class Way(NamedTuple):
    """A way between two persons' places, as numbers of figures of the scene."""

    start: int
    to: int
    back: bool  # he also goes back
    points: tuple[Point, ...]  # with both ends


def ways(scene: Scene) -> Iterator[Way]:
    """Yield each way once, in the order in which it is first gone."""
    gone = list(dict.fromkeys((each.start, each.to) for each in scene.moves))
    for place, (start, to) in enumerate(gone):
        if (to, start) not in gone[:place]:
            points = route(scene.figures[start], scene.figures[to])
            yield Way(start, to, (to, start) in gone, points)


def route(start: Figure, end: Figure) -> tuple[Point, ...]:
    """Return the points of a way from one to the other, in 尺."""
    there, back = VIA.get((start.place, end.place), ()), VIA.get((end.place, start.place), ())
    return (float(start.x), float(start.y)), *(there or back[::-1]), (float(end.x), float(end.y))
