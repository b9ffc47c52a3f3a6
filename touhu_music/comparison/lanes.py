"""Rows under each other: the strokes that meet stand in one column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from touhu_music.comparison.alignment import EQUAL, Costs, align
from touhu_music.comparison.measures import distance


class Lanes(NamedTuple):
    """Rows of cells, in the order in which the rows were given; a cell is a stroke, or empty.

    `centre` is the place, from 0, of the row to which all others were aligned, one by one.
    """

    centre: int
    rows: tuple[tuple[str, ...], ...]

    @property
    def differing(self) -> tuple[bool, ...]:
        """Tell of each column whether the rows differ in it."""
        return tuple(len(set(column)) > 1 for column in zip(*self.rows, strict=True))


def lanes(rows: Sequence[str], costs: Costs = EQUAL) -> Lanes:
    """Set rows of ○ and □ under each other.

    All are aligned to the one that is nearest to the others together, of two rows to the first. So
    their order does not matter, but which strokes of two others meet is a choice.
    """
    away = [sum(distance(one, other, costs) for other in rows) for one in rows]
    centre = 0 if len(rows) < 3 else min(range(len(rows)), key=lambda at: (away[at], rows[at]))
    cells = [split(rows[centre], row, costs) for row in rows]
    widths = [max(map(len, slot)) for slot in zip(*cells, strict=True)]
    return Lanes(
        centre,
        tuple(
            tuple(sign.strip() for cell, width in zip(row, widths, strict=True) for sign in cell.ljust(width))
            for row in cells
        ),
    )


def split(centre: str, row: str, costs: Costs) -> list[str]:
    """Return what a row has before each stroke of the centre, for it, and by turns so on to the end.

    A stroke of the centre that is missing is a blank.
    """
    meeting, after, found = dict(align(centre, row, costs).meeting), 0, []
    for place in range(len(centre)):
        there = meeting.get(place)
        found += ["" if there is None else row[after:there], " " if there is None else row[there]]
        after = after if there is None else there + 1
    return [*found, row[after:]]
