"""One row of strokes against another: the fewest edits, told by the runs in which they stand.

In ○○○ against ○○ nobody can know which ○ is missing. So a stroke that is missing or added is told
of its whole run, and only a stroke that is another one has a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple


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


class Costs(NamedTuple):
    """What an edit costs: a stroke that is missing in the second row, one added, one that is another."""

    missing: int = 1
    added: int = 1
    other: int = 1


EQUAL: Final = Costs()


class Alignment(NamedTuple):
    """The least cost of edits, in how many ways they can be made, and one of these ways.

    `meeting` are the places, from 0, that meet in it.
    """

    distance: int
    ways: int
    edits: tuple[Edit, ...]
    meeting: tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def align(first: str, second: str, costs: Costs = EQUAL) -> Alignment:
    """Align two rows of ○ and □.

    Of the equally good ways that one is told in which equal strokes meet as early as they can, so
    that a run loses or gains its last ones, and a stroke becomes another one only where it must.
    """
    least, ways = tables(first, second, costs)
    meeting = tuple(path(first, second, least, costs))
    return Alignment(least[0][0], ways[0][0], tuple(told(first, second, meeting)), meeting)


Table = list[list[int]]


def tables(first: str, second: str, costs: Costs = EQUAL) -> tuple[Table, Table]:
    """Return, for what is left of both rows from each place on, the least cost and in how many ways."""
    missing, added, other = costs
    high, wide = len(first), len(second)
    least = [[(high - i) * missing + (wide - j) * added for j in range(wide + 1)] for i in range(high + 1)]
    ways = [[1] * (wide + 1) for _ in range(high + 1)]
    for i in reversed(range(high)):
        for j in reversed(range(wide)):
            steps = (
                (least[i + 1][j + 1] + (other if first[i] != second[j] else 0), ways[i + 1][j + 1]),
                (least[i + 1][j] + missing, ways[i + 1][j]),
                (least[i][j + 1] + added, ways[i][j + 1]),
            )
            least[i][j] = min(cost for cost, _ in steps)
            ways[i][j] = sum(count for cost, count in steps if cost == least[i][j])
    return least, ways


def path(first: str, second: str, least: Table, costs: Costs = EQUAL) -> list[tuple[int, int]]:
    """Return the places that meet, one after the other; a stroke that meets none is left out of its side."""
    meeting, i, j = [], 0, 0
    while i < len(first) and j < len(second):
        if first[i] == second[j] and least[i][j] == least[i + 1][j + 1]:
            meeting.append((i, j))
            i, j = i + 1, j + 1
        elif least[i][j] == least[i + 1][j] + costs.missing:
            i += 1
        elif least[i][j] == least[i][j + 1] + costs.added:
            j += 1
        else:
            meeting.append((i, j))
            i, j = i + 1, j + 1
    return meeting


Column = tuple[int | None, int | None]
"""The places, from 0, of strokes under each other; None where a row has none."""


def columns(alignment: Alignment, first: str, second: str) -> Iterator[Column]:
    """Give an alignment column by column; between two that meet, those of the first row alone come first."""
    here = there = 0
    for i, j in (*alignment.meeting, (len(first), len(second))):
        yield from ((place, None) for place in range(here, i))
        yield from ((None, place) for place in range(there, j))
        if i < len(first):
            yield i, j
        here, there = i + 1, j + 1


def every(first: str, second: str, costs: Costs = EQUAL) -> Iterator[tuple[Column, ...]]:
    """Give all alignments that cost least, one after the other."""
    least, _ = tables(first, second, costs)
    waiting: list[tuple[int, int, tuple[Column, ...]]] = [(0, 0, ())]
    while waiting:
        i, j, made = waiting.pop()
        if i == len(first) and j == len(second):
            yield made
            continue
        left = least[i][j]
        if j < len(second) and left == least[i][j + 1] + costs.added:
            waiting.append((i, j + 1, (*made, (None, j))))
        if i < len(first) and left == least[i + 1][j] + costs.missing:
            waiting.append((i + 1, j, (*made, (i, None))))
        if i < len(first) and j < len(second):
            other = costs.other if first[i] != second[j] else 0
            if left == least[i + 1][j + 1] + other:
                waiting.append((i + 1, j + 1, (*made, (i, j))))


def told(first: str, second: str, meeting: Sequence[tuple[int, int]]) -> Iterator[Edit]:
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
