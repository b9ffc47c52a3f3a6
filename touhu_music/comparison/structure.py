"""How a row is built, and what two rows have in common: runs, repeats, cells, shared stretches, shifts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music.comparison.nulls import CODES
from touhu_music.notation import Drum

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from touhu_music.comparison.nulls import Rows

CELL: Final = re.compile(f"{Drum.PI}*{Drum.GU}|{Drum.PI}+")


def runs(row: str) -> tuple[str, ...]:
    """Return the runs of equal strokes."""
    return tuple("".join(strokes) for _, strokes in groupby(row))


def cells(row: str) -> tuple[str, ...]:
    """Return the cells that end in □; what is left at the end may be ○ alone."""
    return tuple(CELL.findall(row))


def grams(row: str, size: int) -> dict[str, int]:
    """Count the stretches of so many strokes, the most frequent first."""
    counted = Counter(row[at : at + size] for at in range(len(row) - size + 1))
    return dict(sorted(counted.items(), key=lambda each: (-each[1], each[0])))


def palindrome(row: str) -> bool:
    """Tell whether a row reads the same from its end."""
    return row == row[::-1]


def places(stretch: str, row: str) -> tuple[int, ...]:
    """Return where a stretch begins in a row, from 1; places may overlap."""
    return tuple(at + 1 for at in range(len(row) - len(stretch) + 1) if row.startswith(stretch, at))


class Shared(NamedTuple):
    """A stretch and where it begins in both rows, from 1."""

    strokes: str
    first: tuple[int, ...]
    second: tuple[int, ...]


def shared(first: str, second: str) -> tuple[Shared, ...]:
    """Return the longest stretches that both rows have, in the order of the first; none of no stroke."""
    longest: list[str] = []
    lengths = [0] * (len(second) + 1)
    for i, mark in enumerate(first):
        above = 0
        for j, other in enumerate(second, 1):
            above, lengths[j] = lengths[j], above + 1 if mark == other else 0
            if lengths[j] > (len(longest[0]) if longest else 0):
                longest = []
            if lengths[j] and (not longest or lengths[j] == len(longest[0])):
                longest.append(first[i + 1 - lengths[j] : i + 1])
    return tuple(Shared(each, places(each, first), places(each, second)) for each in dict.fromkeys(longest))


def repeats(row: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the longest stretches that come more than once, with the places where they begin, from 1."""
    longest = bisect_left(range(1, len(row)), True, key=lambda size: not again(row, size))
    return tuple((each, places(each, row)) for each in again(row, longest)) if longest else ()


def again(row: str, size: int) -> dict[str, None]:
    """Return the stretches of so many strokes that come more than once; parts of these do so as well."""
    counted = Counter(row[at : at + size] for at in range(len(row) - size + 1))
    return {stretch: None for stretch, count in counted.items() if count > 1}


def within(part: str, row: str) -> bool:
    """Tell whether a row has all strokes of another in their order, with others between."""
    left = iter(row)
    return all(mark in left for mark in part)


# --- shifts -------------------------------------------------------------------------------------


class Shift(NamedTuple):
    """The second row moved so many strokes to the left, which may be negative: how much of it agrees."""

    by: int
    agree: int
    overlap: int


def shifts(first: str, second: str) -> tuple[Shift, ...]:
    """Return every shift under which at least one stroke meets another."""
    found = []
    for by in range(1 - len(first), len(second)) if first and second else ():
        pairs = list(zip(first[max(0, -by) :], second[max(0, by) :], strict=False))
        found.append(Shift(by, sum(one == other for one, other in pairs), len(pairs)))
    return tuple(found)


def best_shift(first: str, second: str) -> Shift | None:
    """Return the shift with most strokes that agree; of several that with the least overlap."""
    return min(shifts(first, second), key=lambda it: (-it.agree, it.overlap, abs(it.by), it.by), default=None)


def disagreement(first: str, rows: Rows) -> NDArray[numpy.integer]:
    """Return for each of many rows how many strokes agree under its best shift, as a negative number.

    As ±1 the strokes of a shift have a sum of products: those that agree less those that do not.
    """
    import numpy

    length = rows.shape[1]
    if not first or not length:
        return numpy.zeros(len(rows), numpy.int64)
    own = numpy.array([3 - 2 * CODES[mark] for mark in first], numpy.float32)
    strokes = 3 - 2 * rows.T.astype(numpy.float32)
    moved = numpy.arange(length) - numpy.arange(1 - len(first), length)[:, None]  # place in the first row
    meets = (moved >= 0) & (moved < len(first))
    sums = numpy.where(meets, own[moved.clip(0, len(first) - 1)], 0) @ strokes
    sums += meets.sum(axis=1, dtype=numpy.float32)[:, None]
    least: NDArray[numpy.int64] = -numpy.rint(sums.max(axis=0) / 2).astype(numpy.int64)
    return least
