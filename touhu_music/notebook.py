"""What a notebook shows of rows and performances, and their strokes as tables and arrays.

The classes name these functions and find them when they are asked; nothing is loaded before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from touhu_music.errors import NotationError, TouhuError
from touhu_music.notation import HALF, Cadence, Drum, Section

if TYPE_CHECKING:
    import numpy
    import pandas

    from touhu_music.comparison.pairs import Comparison
    from touhu_music.performance import Performance

SIZE = 7.0  # millimetres from mark to mark


def row(cadence: Cadence) -> str:
    """Draw a row as SVG that brings its letters, ○ and □ as shapes and 半 where it stands."""
    from touhu_music.canvas import Canvas
    from touhu_music.font import CHINESE
    from touhu_music.vector import with_letters

    signs = [*cadence.before_half, None, *cadence.after_half]
    canvas = Canvas(len(signs) * SIZE, 1.4 * SIZE, CHINESE, title=str(cadence.name or "row"))
    for place, drum in enumerate(signs):
        x = (place + 0.5) * SIZE
        if drum is None:
            canvas.write(x, 0.97 * SIZE, HALF, 0.8 * SIZE, align="middle")
        else:
            canvas.mark(drum, x, 0.7 * SIZE, 0.72 * SIZE)
    return with_letters(canvas.svg(), CHINESE, canvas.letters)


def score(performance: Performance) -> str:
    """Engrave a performance as SVG; raises RenderError as the format `svg` does."""
    from touhu_music.render import render

    return render("svg", performance).decode()


def onsets(performance: Performance, drum: Drum | str | None) -> numpy.typing.NDArray[numpy.float64]:
    """Return the onsets of a drum, or of both, in all cycles; in beats from the first stroke.

    Raises NotationError for a drum that is neither ○ nor □.
    """
    import numpy

    if drum is not None and drum not in tuple(Drum):
        raise NotationError(f"unknown drum {str(drum)[:40]!r}; expected {' or '.join(Drum)}")
    return numpy.array(
        [float(stroke.onset) for stroke in performance.strokes if drum is None or stroke.drum == drum],
        dtype=numpy.float64,
    )


def strokes_of_row(cadence: Cadence) -> pandas.DataFrame:
    """Return a line a stroke of a row: its number, section, place, mark and drum."""
    sides = zip(Section, (cadence.before_half, cadence.after_half), strict=True)
    table = [
        {"section": str(section), "place": place, "mark": str(drum), "drum": drum.word}
        for section, side in sides
        for place, drum in enumerate(side, 1)
    ]
    return frame([{"number": number, **line} for number, line in enumerate(table, 1)])


def strokes_of_performance(performance: Performance) -> pandas.DataFrame:
    """Return a line a stroke of a performance: onset, drum, accent, and its place in the source."""
    from touhu_music import shapes

    table = shapes.of_strokes(performance)
    for line, stroke in zip(table, performance.strokes, strict=True):
        if mark := performance.mark(stroke):
            line |= {"printed": mark.printed, **mark.where._asdict()}
    return frame(table)


def frame(table: list[dict[str, Any]]) -> pandas.DataFrame:
    """Return a table of pandas; raises TouhuError where pandas is not installed."""
    try:
        import pandas
    except ImportError as error:
        raise TouhuError("tables of strokes need the package pandas") from error
    return pandas.DataFrame(table)


def parts_of_comparison(comparison: Comparison) -> pandas.DataFrame:
    """Return a line a part of a comparison: the rows, the numbers, what each null says."""
    from touhu_music.comparison.printing import parts_of

    return frame(parts_of(comparison))


def comparison(comparison: Comparison) -> str:
    """Show a comparison as HTML: the figure, the numbers in words, and both rows in sound.

    Of rows that are too long for a figure, or have nothing to be heard, the page says so.
    """
    import base64
    from html import escape

    from touhu_music import library
    from touhu_music.comparison import hearing, page, report
    from touhu_music.language import Language
    from touhu_music.sound import USUAL

    told = escape("\n".join(report.lines(comparison, Language.ENGLISH)))
    drawn = page.pictured([comparison], Language.ENGLISH, command_of(comparison))
    try:
        sound = hearing.render(comparison, "ogg", library.plan(), USUAL, language=Language.ENGLISH)
    except TouhuError as error:
        heard = f"<p>{escape(str(error))}</p>"
    else:
        data = base64.b64encode(sound).decode()
        heard = f'<audio controls src="data:audio/ogg;base64,{data}"></audio>'
    return f"{drawn}{heard}<pre>{told}</pre>"


def command_of(comparison: Comparison) -> str:
    """Return the command line that makes the same comparison."""
    import shlex

    rows = (
        row.name if row.reading and row.reading.witness else f"{row.before_half}{HALF}{row.after_half}"
        for row in (comparison.a, comparison.b)
    )
    costs = ",".join(map(str, comparison.costs))
    options = ["--for", str(comparison.use), "--costs", costs]
    options += ["--samples", str(comparison.samples), "--seed", str(comparison.seed)]
    return shlex.join(["touhu", "compare", *rows, *options])
