"""How a song is broken into systems: a stanza begins one, and lines are kept whole where they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil
from typing import Final

from touhu_music.errors import RenderError
from touhu_music.song.fitting import Rendition
from touhu_music.song.score import grid
from touhu_music.song.score.grid import Cell, Measure
from touhu_music.song.score.lines import WIDTHS

MOST_SYSTEMS: Final = 120
"""A score of more systems is refused: it is a book."""

ROOM: Final = 170.0  # millimetres for the notes of a system
CLEF: Final = 9.0  # what stands before them
STROKE: Final = 5.6  # millimetres from one stroke to the next
BARLINE: Final = 4.0
NONLINEAR: Final = 0.8  # room goes with this power of time

System = tuple[Measure, ...]


def arrange(rendition: Rendition, lines: Sequence[str]) -> tuple[System, ...]:
    """Break a song into systems, silences left out; raises RenderError where there would be too many."""
    measures = [piece for each in grid.measures(rendition) for piece in drawn(each, lines)]
    found = [system for stanza in stanzas(measures) for system in filled(stanza, lines)]
    if len(found) > MOST_SYSTEMS:
        raise RenderError(
            f"a score holds at most {MOST_SYSTEMS} systems, not {len(found)}; let it be sung fewer times"
        )
    return tuple(found)


def drawn(each: Measure, lines: Sequence[str]) -> Iterator[Measure]:
    """Yield a measure as it is seen, cut where it is too long for a system; the count-in is not drawn."""
    cells = [cell if cell.begins else cell._replace(word=None) for cell in each.cells]
    kept = tuple(cell for cell, whole in zip(cells, each.cells, strict=True) if whole.word or whole.stroke)
    if each.count_in or not kept:
        return
    parts = cut(kept, ceil(width(each._replace(cells=kept), lines) / (ROOM - CLEF)))
    for part in parts[:-1]:
        yield Measure(part, "invisible")
    yield Measure(parts[-1], each.line)


def cut(cells: tuple[Cell, ...], parts: int) -> list[tuple[Cell, ...]]:
    """Cut cells into about equal parts, each beginning with a word where one is near."""
    found, rest = list[tuple[Cell, ...]](), cells
    for left in range(min(parts, len(cells)), 1, -1):
        middle = len(rest) / left
        places = range(1, len(rest) - left + 2)
        near = [place for place in places if rest[place].begins and abs(place - middle) <= middle / 2]
        place = min(near or places, key=lambda place: abs(place - middle))
        found.append(rest[:place])
        rest = rest[place:]
    return [*found, rest]


def stanzas(measures: list[Measure]) -> Iterator[list[Measure]]:
    """Part measures where a stanza begins."""
    stanza = list[Measure]()
    for each in measures:
        stanza.append(each)
        if each.line in ("double", "final"):
            yield stanza
            stanza = []


def filled(stanza: list[Measure], lines: Sequence[str]) -> Iterator[System]:
    """Put the measures of a stanza into the fewest systems, each about as full as the others."""
    widths = [width(each, lines) for each in stanza]
    rows = ceil(sum(widths) / (ROOM - CLEF))
    while True:
        found = shared(widths, rows)
        if rows >= len(stanza) or all(sum(widths[at] for at in row) <= ROOM - CLEF for row in found):
            break
        rows += 1
    yield from (tuple(stanza[at] for at in row) for row in found)


def shared(widths: list[float], rows: int) -> list[list[int]]:
    """Share out measures to rows by where the middle of each lies in the whole."""
    middles = [sum(widths[:at]) + width / 2 for at, width in enumerate(widths)]
    row_of = [min(rows - 1, int(middle * rows / sum(widths))) for middle in middles]
    return [[at for at, _ in group] for _, group in groupby(enumerate(row_of), lambda pair: pair[1])]


def width(each: Measure, lines: Sequence[str]) -> float:
    """Return the room that a measure needs for its words and its strokes to stay apart."""
    word = max(WIDTHS[line] for line in lines)
    shares = [share(cell.length) for cell in each.cells]
    starts = [at for at, cell in enumerate(each.cells) if cell.begins]
    spans = [sum(shares[start:end]) for start, end in pairwise([*starts, len(shares)])]
    needed = [*(STROKE / part for part in shares), *(word / part for part in spans)]
    return sum(shares) * max(needed) + BARLINE


def share(length: Fraction) -> float:
    """Return how much room a length of time takes beside others."""
    return float(float(length) ** NONLINEAR)
