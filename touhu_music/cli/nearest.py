"""`touhu compare --all` and `--rows`: what is nearest to each of many rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

from touhu_music import library
from touhu_music.cli import inputs, terminal
from touhu_music.cli.writing import write
from touhu_music.comparison import many
from touhu_music.comparison.alignment import Costs
from touhu_music.comparison.many import MOST_OF_MATRIX, Block, Neighbour
from touhu_music.comparison.pairs import Row, named
from touhu_music.errors import CompareError, RenderError
from touhu_music.language import Language, word
from touhu_music.notation import Use
from touhu_music.witnessfile import load

SHOWN: Final = 16
"""The matrix of so many rows is printed."""


def tell(use: Use, costs: Costs, language: Language, given: dict[str, Any]) -> None:
    """Print what is nearest to each row, or write it or the matrix of all distances as a file."""
    target = given["target"]
    if target is not None and not target.endswith((".json", ".csv")):
        raise RenderError(f"{target!r} must end in one of .json .csv: distances of many rows are numbers")
    rows = list(chosen(given["file"], given["witnesses"]))
    if not 2 <= len(rows) <= many.MOST_ROWS:
        raise CompareError(f"{len(rows)} rows; what is nearest is sought among 2 to {many.MOST_ROWS}")
    strokes = [row.strokes(use) for row in rows]
    measured = advancing(many.blocks(strokes, costs), len(rows), given["quiet"])
    if target is not None and target.endswith(".csv"):
        if len(rows) > MOST_OF_MATRIX:
            raise CompareError(
                f"{len(rows)} rows; a matrix is of at most {MOST_OF_MATRIX}, .json of what is nearest"
            )
        data = many.to_csv(rows, measured)
    else:
        small = len(rows) <= SHOWN
        kept: list[Block] = []
        found: list[Neighbour] = []
        for block in measured:
            found += many.neighbours(block, rows, use, costs)
            kept += [block] if small else []
        if target is None and not given["as_json"]:
            terminal.say(lines(found, kept, rows, language))
            return
        shapes = [many.shape(each) for each in found]
        if target is None:
            terminal.print_json([shapes])
            return
        data = many.to_json(shapes)
    write(target, data, force=given["force"], quiet=given["quiet"])


def chosen(file: str | None, own: str | None) -> Iterator[Row]:
    """Return the rows of a file, or every reading of every witness."""
    if file is not None:
        yield from many.rows_of(inputs.text(file).text, inputs.label(file))
        return
    for path in library.witnesses(own).values():
        for reading in load(path).readings:
            yield named(reading)


def lines(found: list[Neighbour], kept: list[Block], rows: list[Row], language: Language) -> Iterator[str]:
    """Tell what is nearest to each row, and of a few rows all distances."""
    if kept:
        width = max(len(row.name) for row in rows) + 1
        yield word("cmp-matrix", language)
        yield " " * width + "".join(row.name.rjust(width) for row in rows)
        for block in kept:
            for at, distances in enumerate(block.distances.tolist(), block.start):
                yield rows[at].name.ljust(width) + "".join(str(each).rjust(width) for each in distances)
        yield ""
    for each in found:
        more = f" +{each.number - len(each.nearest)}" if each.number > len(each.nearest) else ""
        pairs = zip(each.nearest, each.least_possible, strict=True)
        names = ", ".join(f"{row.name} ({least})" for row, least in pairs) + more
        yield word("cmp-nearest", language).format(each.row.name, names, each.distance)


def advancing(measured: Iterator[Block], rows: int, quiet: bool) -> Iterator[Block]:
    """Show on a terminal how far the measuring has come."""
    if quiet or not sys.stderr.isatty():
        yield from measured
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("compare", total=rows)
        for block in measured:
            yield block
            bar.update(task, completed=block.start + len(block.distances))
