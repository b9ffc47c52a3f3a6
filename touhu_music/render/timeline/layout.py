"""What stands where in the picture: the cycle in systems, the texts in lines.

Lengths are in points; places are counted from the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil
from typing import Final

from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import SYLLABLES, choices, source, struck_doubts, title, words
from touhu_music.notation import Section
from touhu_music.performance import Performance, Stroke
from touhu_music.render import Options

MOST_STROKES: Final = 400
MOST_SYSTEMS: Final = 30
LONGEST_TEXT: Final = 1000
"""More strokes, systems on a side of 半, or characters of a text are refused: they fit no page."""

POINTS_PER_INCH: Final = 72
PIXELS_PER_INCH: Final = 200
WHOLE: Final = 9  # points that are whole pixels at that resolution

WIDTH: Final = 504
MARGIN: Final = 18
FIRST: Final = 100  # from the left edge to the first stroke of a system
ROOM: Final = WIDTH - MARGIN - FIRST  # for the beats of a system
NARROWEST, WIDEST = 12, 50  # between the two closest strokes
SYSTEM: Final = 108  # the height of a system

TITLE, TEXT = 13, 8  # sizes of letters
LEADING: Final = 1.4  # from line to line, in sizes
KEY: Final = 30  # from the left margin to the texts of the legend; their keys stand before them


@dataclass(frozen=True, slots=True)
class System:
    """The strokes of one line of the picture, with the beats where it begins and ends."""

    strokes: tuple[Stroke, ...]
    start: Fraction
    end: Fraction

    @property
    def length(self) -> Fraction:
        """The length in beats."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Block:
    """A text as the lines that it takes."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """The height of the lines with some space below."""
        return len(self.lines) * self.size * LEADING + 3


@dataclass(frozen=True, slots=True)
class Layout:
    """The texts and systems of a picture; `scale` is points a beat, `closest` between two strokes."""

    font: Font
    title: Block
    source: Block
    legend: dict[str, Block]
    systems: tuple[System, ...]
    scale: float
    closest: float

    @property
    def top(self) -> float:
        """The top of the first system."""
        return MARGIN + self.title.height + self.source.height + 9

    @property
    def bottom(self) -> float:
        """The top of the legend."""
        return self.top + len(self.systems) * SYSTEM + 9

    @property
    def height(self) -> int:
        """The height of the picture."""
        end = self.bottom + sum(block.height for block in self.legend.values()) + MARGIN - 6
        return ceil(end / WHOLE) * WHOLE

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return WIDTH * PIXELS_PER_INCH // POINTS_PER_INCH, self.height * PIXELS_PER_INCH // POINTS_PER_INCH

    def across(self, system: System, beat: Fraction) -> float:
        """Tell where a beat of a system is."""
        return FIRST + float(beat - system.start) * self.scale


def arrange(performance: Performance, options: Options) -> Layout:
    """Find what stands where.

    Raises RenderError for what no picture can hold, and for what the font cannot draw.
    """
    pattern, language = performance.pattern, options.language
    if len(pattern) > MOST_STROKES:
        raise RenderError(f"a picture holds at most {MOST_STROKES} strokes, not {len(pattern)}")
    intervals = [after.onset - before.onset for before, after in pairwise(pattern)]
    shortest = min(intervals, default=performance.cycle_beats)
    face = options.font
    systems = tuple(systems_of(performance, ROOM * shortest / narrowest(options, face)))
    scale = min(ROOM / max(system.length for system in systems), WIDEST / shortest)
    legend = {"text": words("text", language), "choices": choices(performance.plan, language)}
    if doubts := struck_doubts(performance, language):
        legend["doubtful"] = "; ".join(doubts)
    return Layout(
        face,
        block(title(performance, language), TITLE, face),
        block(source(performance, language), TEXT, face),
        {key: block(text, TEXT, face, indent=KEY) for key, text in legend.items()},
        systems,
        float(scale),
        float(scale * shortest),
    )


def narrowest(options: Options, face: Font) -> int:
    """Return how close two strokes may be for their syllables to stay apart."""
    syllables = tuple(SYLLABLES[options.syllables].values())
    face.check("".join(syllables))
    return max(NARROWEST, *(ceil(face.width(syllable, TEXT)) + 3 for syllable in syllables))


def systems_of(performance: Performance, capacity: Fraction) -> Iterator[System]:
    """Break a cycle into systems of at most so many beats, and first of all at 半."""
    pattern, half, end = performance.pattern, performance.half, performance.cycle_beats
    if half is None or end <= capacity:
        yield from broken(System(pattern, Fraction(0), end), capacity)
        return
    before, after = (tuple(stroke for stroke in pattern if stroke.section is side) for side in Section)
    yield from broken(System(before, Fraction(0), half), capacity)
    yield from broken(System(after, half, end), capacity)


def broken(system: System, capacity: Fraction) -> tuple[System, ...]:
    """Break a system into the fewest that are about equal and hold at most so many beats.

    Raises RenderError where that would be too many.
    """
    for parts in range(1, MOST_SYSTEMS + 1):
        pieces = equal_parts(system, parts)
        if all(piece.length <= capacity for piece in pieces):
            return pieces
    raise RenderError("the strokes lie too unevenly for a picture")


def equal_parts(system: System, parts: int) -> tuple[System, ...]:
    """Break a system into at most so many parts, each begun by the first stroke in its share of time."""

    def share(stroke: Stroke) -> int:
        return (stroke.onset - system.start) * parts // system.length

    groups = [tuple(strokes) for _, strokes in groupby(system.strokes, share)]
    bounds = [*(strokes[0].onset for strokes in groups), system.end]
    return tuple(map(System, groups, bounds, bounds[1:]))


def block(text: str, size: float, face: Font, indent: float = 0) -> Block:
    """Break a text into lines; raises RenderError if it is too long or the font cannot draw it."""
    if len(text) > LONGEST_TEXT:
        raise RenderError(f"a picture holds texts of at most {LONGEST_TEXT} characters, not {len(text)}")
    return Block(tuple(face.lines(text, size, WIDTH - 2 * MARGIN - indent)), size)


def follows_half(stroke: Stroke) -> bool:
    """Tell whether 半 stands before a stroke."""
    return stroke.section is Section.AFTER_HALF and stroke.place == 1
