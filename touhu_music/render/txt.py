"""Plain text: the row, its syllables, and a grid of two lanes that lines up in any terminal.

The grid is of ASCII signs: ○ and □ are one column wide on some terminals and two on others.
"""

from __future__ import annotations

from typing import Final

from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, choices, remarks, source, title, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance, Stroke
from touhu_music.render import Options

SIGNS: Final = {Drum.GU: "#", Drum.PI: "o"}
LABELS: Final = {Drum.GU: "gu 鼓", Drum.PI: "pi 鼙"}  # of one width
MARGIN: Final = "       "  # as wide as a label and two spaces, 鼓 being two columns wide


def render(performance: Performance, options: Options) -> bytes:
    """Write one cycle, what is text, what is choice, and the glosses and doubts of the source."""
    language = options.language
    syllables = " ".join(SYLLABLES[options.syllables][stroke.drum] for stroke in performance.pattern)
    lines = [
        title(performance, language),
        source(performance, language),
        "",
        performance.row,
        syllables,
        "",
        *(f"{LABELS[drum]}  {lane(performance, drum)}" for drum in (Drum.GU, Drum.PI)),
        ruler(performance),
        "",
        words("text", language),
        choices(performance.plan, language),
        *remarks(performance, language),
    ]
    return ("\n".join(line.rstrip() for line in lines) + "\n").encode()


def cells(performance: Performance) -> list[Stroke | None]:
    """Return the strokes of a cycle, with None where 半 stands between them."""
    found: list[Stroke | None] = list(performance.pattern)
    if performance.half is not None:
        found.insert(len(performance.cadence.before_half), None)
    return found


def lane(performance: Performance, drum: Drum) -> str:
    """Return the lane of one drum: its sign at its strokes, a point at the other's, `|` at 半."""
    signs = {None: "|", drum: SIGNS[drum]}
    return " ".join(signs.get(stroke and stroke.drum, ".") for stroke in cells(performance))


def ruler(performance: Performance) -> str:
    """Return the line below the lanes, with the number of the first stroke and of every fifth."""
    line = ""
    for column, stroke in enumerate(cells(performance)):
        if stroke and (stroke.number == 1 or stroke.number % 5 == 0):
            line = f"{line:{len(MARGIN) + 2 * column}}{stroke.number}"
    return line


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read the two lanes back; raises RenderError unless they give the row."""
    lines = data.decode().splitlines()
    lanes = {
        drum: line.removeprefix(label).split()
        for drum, label in LABELS.items()
        for line in lines
        if line.startswith(label)
    }
    read_back = "".join(
        HALF if gu == "|" else Drum.GU if gu == SIGNS[Drum.GU] else Drum.PI if pi == SIGNS[Drum.PI] else "?"
        for gu, pi in zip(lanes[Drum.GU], lanes[Drum.PI], strict=True)
    )
    if read_back != performance.row or lines[3] != read_back:
        raise RenderError("the text does not give back the strokes")
