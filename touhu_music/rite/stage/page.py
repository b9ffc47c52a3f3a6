"""The page of a stage plan: its measures and colors, and which pieces of the ground are on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 12.0  # millimetres, A4
TITLE, LABEL, SMALL = 5.0, 3.0, 2.5
SCALE, LARGER = 6.0, 13.5  # millimetres a 尺, on the plan and around the box
LEADING: Final = 1.5
BLACK, GREY, PALE, HALL, COURT, WHITE = "#111111", "#8a8a8a", "#555555", "#f6f2e9", "#ffffff", "#ffffff"
DASHED: Final = {"stroke-dasharray": "1.1 0.8"}
RADIUS: Final = 0.4  # of a person, in 尺: so large is our drawing
MAT: Final = (2.0, 1.7)  # of a mat, in 尺: ours
EDGE: Final = -13  # of the hall in the south, in 尺: ours
POINTER: Final = 0.9  # how far the point of a person reaches beyond the circle, in millimetres


class Frame(NamedTuple):
    """A piece of the ground on the page: millimetres of its north-west corner, 尺 of its edges."""

    left: float
    top: float
    scale: float
    west: float
    east: float
    south: float
    north: float

    def at(self, x: float | Fraction, y: float | Fraction) -> tuple[float, float]:
        """Return where a point of the ground is on the page."""
        return self.left + (float(x) - self.west) * self.scale, self.top + (
            self.north - float(y)
        ) * self.scale

    @property
    def size(self) -> tuple[float, float]:
        """How large it is on the page."""
        return (self.east - self.west) * self.scale, (self.north - self.south) * self.scale

    def holds(self, x: float | Fraction, y: float | Fraction, room: float = 0.6) -> bool:
        """Tell whether a point is inside with some room around it."""
        return self.west + room <= x <= self.east - room and self.south + room <= y <= self.north - room


PLAN: Final = Frame(MARGIN + 3, 30.0, SCALE, -15, 15, -19.6, 5.6)
DETAIL: Final = Frame(MARGIN + 3, 196.0, LARGER, -12.3, -6.6, -13.9, -9.5)


def across(frame: Frame) -> float:
    """Return how wide a person is drawn, in millimetres."""
    return 2 * RADIUS * min(frame.scale, 1.5 * SCALE)
