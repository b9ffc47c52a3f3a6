"""CSV: one line a stroke, with its onset and its place in the source."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any, Final

from touhu_music import shapes
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES
from touhu_music.performance import Performance
from touhu_music.render import Options

COLUMNS: Final = (
    *("cadence", "witness", "use", "cycle", "number", "section", "place", "mark", "drum", "syllable"),
    *("onset_beats", "onset_seconds", "accent", "doubtful", "printed"),
    *("file", "line", "column", "byte", "page"),
)


def lines(performance: Performance, options: Options) -> list[dict[str, Any]]:
    """Return a table of texts, one line a stroke; the place is empty where no text was read."""
    reading = performance.reading
    table = []
    for stroke, shape in zip(performance.strokes, shapes.of_strokes(performance), strict=True):
        line: dict[str, Any] = {
            "cadence": performance.cadence.name,
            "witness": reading.witness if reading else None,
            "use": performance.use,
            "syllable": SYLLABLES[options.syllables][stroke.drum],
            **shape,
        }
        if mark := performance.mark(stroke):
            line |= {"printed": mark.printed, "file": reading and reading.file, **mark.where._asdict()}
        table.append({column: text(line.get(column)) for column in COLUMNS})
    return table


def text(value: object) -> str:
    """Write a value of the table: nothing for None, `yes` and `no` for a truth."""
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def render(performance: Performance, options: Options) -> bytes:
    """Write the table with a line of column names."""
    data = StringIO()
    writer = csv.DictWriter(data, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines(performance, options))
    return data.getvalue().encode()


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read the table back; raises RenderError unless every line is as it was."""
    if list(csv.DictReader(StringIO(data.decode()))) != lines(performance, options):
        raise RenderError("the CSV does not give back the strokes")
