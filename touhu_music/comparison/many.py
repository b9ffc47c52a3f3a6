"""Many rows at once: all distances block by block, and of each row what is nearest to it."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from touhu_music.comparison.alignment import EQUAL, Costs
from touhu_music.comparison.measures import least_possible
from touhu_music.comparison.pairs import Row, named
from touhu_music.errors import NotationError
from touhu_music.notation import Use, visible
from touhu_music.reading import literal

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

AT_ONCE: Final = 1 << 22  # distances of a block
MOST_ROWS: Final = 50_000
MOST_OF_MATRIX: Final = 4_000
"""Of more rows no matrix is written, only what is nearest to each."""

NAME: Final = re.compile(r"\w[\w.@:#-]*")
"""What a name may be; a spreadsheet would take some signs at its front for a formula."""

LISTED: Final = 5  # names of rows that are equally near


class Block(NamedTuple):
    """The distances from some rows, the first of which is the `start`-th, from 0, to all rows."""

    start: int
    distances: NDArray[numpy.int32]


class Neighbour(NamedTuple):
    """What is nearest to a row: the first few such rows, and how many there are.

    `least_possible` is for each of these the distance that the lengths alone make.
    """

    row: Row
    nearest: tuple[Row, ...]
    number: int
    distance: int
    least_possible: tuple[int, ...]


def blocks(rows: Sequence[str], costs: Costs = EQUAL) -> Iterator[Block]:
    """Measure all rows against all, some at once."""
    import numpy
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    weights = {"weights": (costs.added, costs.missing, costs.other)}
    step = max(1, AT_ONCE // max(1, len(rows)))
    for start in range(0, len(rows), step):
        some = rows[start : start + step]
        yield Block(
            start,
            cdist(
                some,
                rows,
                scorer=Levenshtein.distance,
                scorer_kwargs=weights,
                dtype=numpy.int32,
                workers=-1,
            ),
        )


def neighbours(block: Block, rows: Sequence[Row], use: Use, costs: Costs = EQUAL) -> Iterator[Neighbour]:
    """Return for each row of a block what is nearest to it, itself left out."""
    import numpy

    for at, distances in enumerate(block.distances, block.start):
        distances[at] = numpy.iinfo(numpy.int32).max
        least = int(distances.min())
        equal = numpy.flatnonzero(distances == least)
        distances[at] = 0
        first = rows[at].strokes(use)
        nearest = tuple(rows[other] for other in equal[:LISTED].tolist())
        bounds = tuple(least_possible(first, other.strokes(use), costs) for other in nearest)
        yield Neighbour(rows[at], nearest, len(equal), least, bounds)


def rows_of(text: str, file: str) -> list[Row]:
    """Read a list of rows: a line each, perhaps with a name before it; what stands behind # is passed over.

    Raises NotationError with the line, for a row that is none and for a name that comes twice.
    """
    found: dict[str, Row] = {}
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            row = named(literal(words[-1]))
        except NotationError as error:
            raise NotationError(f"{file}: line {number}: {error}") from error
        if len(words) > 2:
            raise NotationError(f"{file}: line {number}: more than a name and a row: '{visible(line[:60])}'")
        name = words[0] if len(words) == 2 else f"line-{number}"
        if not NAME.fullmatch(name):
            raise NotationError(
                f"{file}: line {number}: no name '{visible(name[:40])}'; letters and digits make one"
            )
        if name in found:
            raise NotationError(f"{file}: line {number}: a second row is named '{visible(name[:40])}'")
        if len(found) >= MOST_ROWS:
            raise NotationError(f"{file}: line {number}: more than {MOST_ROWS} rows")
        found[name] = replace(row, name=name, source=f"{file}, line {number}")
    return list(found.values())


# --- files --------------------------------------------------------------------------------------


def shape(neighbour: Neighbour) -> dict[str, Any]:
    """Give what is nearest to a row as JSON."""
    return {
        "name": neighbour.row.name,
        "nearest": [row.name for row in neighbour.nearest],
        "number": neighbour.number,
        "distance": neighbour.distance,
        "least_possible": list(neighbour.least_possible),
    }


def to_json(shapes: Sequence[dict[str, Any]]) -> bytes:
    """Write what is nearest to each row."""
    return json.dumps(shapes, ensure_ascii=False, indent=1).encode() + b"\n"


def to_csv(rows: Sequence[Row], measured: Iterator[Block]) -> bytes:
    """Write the matrix of distances, names above and at the left."""
    data = StringIO()
    writer = csv.writer(data, lineterminator="\n")
    writer.writerow(["", *(row.name for row in rows)])
    for block in measured:
        for at, distances in enumerate(block.distances.tolist(), block.start):
            writer.writerow([rows[at].name, *distances])
    return data.getvalue().encode()
