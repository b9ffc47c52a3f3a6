"""One row of strokes against another: the fewest edits, told by the runs in which they stand.

In ○○○ against ○○ nobody can know which ○ is missing. So a stroke that is missing or added is told
of its whole run, and only a stroke that is another one has a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple


class Kind(StrEnum):
    """What was done to the first row to get the second."""

    OMISSION = "omission"
    ADDITION = "addition"
    SUBSTITUTION = "substitution"


class Edit(NamedTuple):
    """One difference: what stands in the first row at a place, from 1, and what in the second.

    Of an omission or an addition within a run, both are the whole run and the place is its first;
    of an addition between runs, `first` is empty and the place is that of the stroke after it.
    """

    kind: Kind
    place: int
    first: str
    second: str


class Alignment(NamedTuple):
    """The least number of edits, in how many ways they can be made, and one of these ways."""

    distance: int
    ways: int
    edits: tuple[Edit, ...]


@lru_cache(maxsize=256)
def align(first: str, second: str) -> Alignment:
    """Align two rows of ○ and □ at equal costs of 1.

    Of the equally good ways that one is told in which equal strokes meet as early as they can, so
    that a run loses or gains its last ones, and a stroke becomes another one only where it must.
    """
    costs, ways = tables(first, second)
    return Alignment(costs[0][0], ways[0][0], tuple(told(first, second, path(first, second, costs))))


Table = list[list[int]]


def tables(first: str, second: str) -> tuple[Table, Table]:
    """Return, for what is left of both rows from each place on, the least cost and in how many ways."""
    high, wide = len(first), len(second)
    costs = [[high - i + wide - j for j in range(wide + 1)] for i in range(high + 1)]
    ways = [[1] * (wide + 1) for _ in range(high + 1)]
    for i in reversed(range(high)):
        for j in reversed(range(wide)):
            steps = (
                (costs[i + 1][j + 1] + (first[i] != second[j]), ways[i + 1][j + 1]),
                (costs[i + 1][j] + 1, ways[i + 1][j]),
                (costs[i][j + 1] + 1, ways[i][j + 1]),
            )
            costs[i][j] = min(cost for cost, _ in steps)
            ways[i][j] = sum(count for cost, count in steps if cost == costs[i][j])
    return costs, ways


def path(first: str, second: str, costs: Table) -> list[tuple[int, int]]:
    """Return the places that meet, one after the other; a stroke that meets none is left out of its side."""
    meeting, i, j = [], 0, 0
    while i < len(first) and j < len(second):
        if first[i] == second[j] and costs[i][j] == costs[i + 1][j + 1]:
            meeting.append((i, j))
            i, j = i + 1, j + 1
        elif costs[i][j] == costs[i + 1][j] + 1:
            i += 1
        elif costs[i][j] == costs[i][j + 1] + 1:
            j += 1
        else:
            meeting.append((i, j))
            i, j = i + 1, j + 1
    return meeting


def told(first: str, second: str, meeting: list[tuple[int, int]]) -> Iterator[Edit]:
    """Tell a way as edits, from left to right."""
    last_i, last_j = -1, -1
    for i, j in [*meeting, (len(first), len(second))]:
        yield from gap(first, second, (last_i + 1, i), (last_j + 1, j))
        if i < len(first) and first[i] != second[j]:
            yield Edit(Kind.SUBSTITUTION, i + 1, first[i], second[j])
        last_i, last_j = i, j


def gap(first: str, second: str, missing: tuple[int, int], added: tuple[int, int]) -> Iterator[Edit]:
    """Tell what stands between two places that meet: strokes of one side or of the other."""
    here = missing[0]
    for mark, strokes in groupby(first[slice(*missing)]):
        start, end = run(first, here)
        here += (count := len(list(strokes)))
        yield Edit(Kind.OMISSION, start + 1, mark * (end - start), mark * (end - start - count))
    new = second[slice(*added)]
    if not new:
        return
    if len(set(new)) == 1 and here and first[here - 1] == new[0]:
        start, end = run(first, here - 1)
        yield Edit(Kind.ADDITION, start + 1, first[start:end], first[start:end] + new)
    elif len(set(new)) == 1 and here < len(first) and first[here] == new[0]:
        start, end = run(first, here)
        yield Edit(Kind.ADDITION, start + 1, first[start:end], first[start:end] + new)
    else:
        yield Edit(Kind.ADDITION, here + 1, "", new)


def run(row: str, place: int) -> tuple[int, int]:
    """Return where the run of equal strokes around a place, from 0, begins and ends."""
    start = end = place
    while start and row[start - 1] == row[place]:
        start -= 1
    while end < len(row) and row[end] == row[place]:
        end += 1
    return start, end
