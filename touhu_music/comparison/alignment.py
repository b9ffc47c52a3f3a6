"""One row of strokes against another: the fewest edits, told by the runs in which they stand.

In ○○○ against ○○ nobody can know which ○ is missing. So a stroke that is missing or added is told
of its whole run, and only a stroke that is another one has a place of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
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


def told(first: str, second: str, meeting: Iterable[tuple[int, int]]) -> Iterator[Edit]:
    """Tell a way as edits, from left to right, each of other strokes than the rest.

    What a run loses or gains is told of the whole run. If others stand between its strokes in the
    second row, or for one of them, it is told of the part that is still one.
    """
    met = dict(meeting)
    others = {place for place, there in met.items() if first[place] != second[there]}
    grown, between = gaps(first, second, met, others)
    start = 0
    while start < len(first):
        if start in between:
            yield Edit(Kind.ADDITION, start + 1, "", between[start])
        end = start + 1
        if start in others:
            yield Edit(Kind.SUBSTITUTION, end, first[start], second[met[start]])
        else:
            while end < len(first) and first[end] == first[start] and end not in {*others, *between}:
                end += 1
            places = range(start, end)
            more = sum(grown.get(place, 0) for place in places) - sum(place not in met for place in places)
            if more:
                kind = Kind.ADDITION if more > 0 else Kind.OMISSION
                yield Edit(kind, start + 1, first[start:end], first[start] * (len(places) + more))
        start = end
    if start in between:
        yield Edit(Kind.ADDITION, start + 1, "", between[start])


def gaps(
    first: str, second: str, met: Mapping[int, int], others: Collection[int]
) -> tuple[dict[int, int], dict[int, str]]:
    """Return how many strokes are added to the run of a place, from 0, and which are added before a place.

    They are added to a run if they are like the stroke before them or after them, unless that becomes
    another one.
    """
    grown: dict[int, int] = {}
    between: dict[int, str] = {}
    last = -1
    for place, there in (*met.items(), (len(first), len(second))):
        new = second[last + 1 : there]
        beside = (each for each in (place - 1, place) if 0 <= each < len(first) and each not in others)
        at = next((each for each in beside if new == first[each] * len(new)), None)
        if new and at is not None:
            grown[at] = grown.get(at, 0) + len(new)
        elif new:
            between[place] = new
        last = there
    return grown, between
