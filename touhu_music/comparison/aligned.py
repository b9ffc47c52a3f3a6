"""Rows in columns: on each side of 半 the strokes that meet under each other, and how the rows are called."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import prod
from typing import NamedTuple

from touhu_music.comparison.alignment import EQUAL, Costs, align
from touhu_music.comparison.lanes import lanes
from touhu_music.comparison.pairs import LONGEST_ALIGNED, Row
from touhu_music.errors import RenderError
from touhu_music.language import Language, chinese, doubts, word, words
from touhu_music.notation import Section, Use


class Side(NamedTuple):
    """One side of 半 in columns; a column has a cell a row, which is a mark or empty.

    `centre` is the place, from 0, of the row to which the others were aligned, and `ways` in how many
    equally good ways that can be done at these costs.
    """

    section: Section
    columns: tuple[tuple[str, ...], ...]
    centre: int
    ways: int
    costs: Costs = EQUAL

    @property
    def differing(self) -> tuple[bool, ...]:
        """Tell of each column whether the rows differ in it."""
        return tuple(len(set(column)) > 1 for column in self.columns)


def sides(rows: Sequence[Row], use: Use, costs: Costs) -> tuple[Side, ...]:
    """Set what rows have for a use under each other, each side of 半 by itself.

    Raises RenderError for rows that are too long to be aligned.
    """
    return tuple(
        side(section, [str(getattr(row, section)) for row in rows], costs)
        for section in (Section if use is Use.ARCHERY else (Section.AFTER_HALF,))
    )


def side(section: Section, rows: Sequence[str], costs: Costs) -> Side:
    """Set stretches of rows under each other."""
    if max(map(len, rows)) > LONGEST_ALIGNED:
        raise RenderError(f"rows of more than {LONGEST_ALIGNED} strokes are not aligned")
    found = lanes(rows, costs)
    others = [row for place, row in enumerate(rows) if place != found.centre]
    ways = prod(align(rows[found.centre], row, costs).ways for row in others)
    return Side(section, tuple(zip(*found.rows, strict=True)), found.centre, ways, costs)


def label(row: Row, language: Language) -> str:
    """Say in one language whose row it is and in which chart; where that is not known, its name."""
    reading = row.reading
    if reading is None or reading.school is None or reading.record is None:
        return row.name
    keys = (str(reading.school), f"chart-{reading.record}")
    said = ("" if language is chinese(language) else ", ").join(word(key, language) for key in keys)
    _, _, siglum = row.name.partition("@")
    return f"{said} {siglum}".rstrip()


def sources(rows: Sequence[Row], language: Language) -> list[str]:
    """Name the sources of rows, each once, with the rows that stand there."""
    found: dict[str, list[str]] = {}
    for row in rows:
        siglum = f"{row.reading.witness} " if row.reading and row.reading.witness else ""
        said = f"{siglum}{row.source}" if row.source else words("no-witness", language)
        found.setdefault(said, []).append(row.name)
    listed = word("listed", language)
    return [f"{words('witness', language)}: {listed.join(names)}: {said}" for said, names in found.items()]


def struck_doubts(rows: Sequence[Row], use: Use, language: Language) -> list[str]:
    """Say why marks of the use are doubtful, each once."""
    readings = [row.reading for row in rows if row.reading and doubtful(row, use)]
    return list(dict.fromkeys(chain.from_iterable(doubts(reading, language) for reading in readings)))


def doubtful(row: Row, use: Use) -> set[tuple[Section, int]]:
    """Return where a row has marks that are doubtful: their sections, and their places from 1."""
    marks = row.reading.marks if row.reading else ()
    wanted = set(Section) if use is Use.ARCHERY else {Section.AFTER_HALF}
    return {(mark.section, mark.place) for mark in marks if mark.doubtful and mark.section in wanted}


def said_ways(ways: int, language: Language) -> str:
    """Say that an alignment is a choice, or that no other is as good."""
    return word("aligned-one" if ways > 1 else "aligned-only", language).format(ways)


def said_costs(costs: Costs, language: Language) -> list[str]:
    """Tell what edits cost; nothing where all cost the same 1."""
    return [word("cmp-costs", language).format(*costs)] if costs != EQUAL else []
