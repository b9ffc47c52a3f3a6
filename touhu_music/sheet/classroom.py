"""Sheets for a class: rows to copy, to complete, to compare, to cut out and to clap."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Final

from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, Language, both, choices, grounds, title, word, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance, Stroke
from touhu_music.render import Options
from touhu_music.sheet import prose
from touhu_music.sheet.paper import LEADING, Paper, paragraph

MARGIN, HEADING, TEXT, SMALL = 16.0, 9.0, 5.0, 3.0  # a margin and sizes of letters, on A4
BOX, SMALLEST = 22, 14  # millimetres across at least, and where a page has no room for that; on A4
HALF_ROOM, SPACE = 0.36, 0.35  # above a line with 半 and below a row, in sizes of a box
SHORT: Final = 16  # strokes of a row that shares a sheet
MOST_STROKES: Final = 32  # of a row; more would not fit a sheet twice
CARDS: Final = (4, 6)  # across and down, on a page to cut
EDGE: Final = "#777777"


class Page:
    """A sheet that is filled from its heading to its foot; `y` is where the next thing stands."""

    def __init__(self, key: str, foot: Sequence[str], paper: Paper, options: Options) -> None:
        self.scale, self.options = paper.scale, options
        self.margin: Final = MARGIN * self.scale
        heading = words(key, options.language)
        face = options.font
        self.canvas: Final = Canvas(paper.width, paper.height, face, title=heading)
        self.y = self.margin
        self.write(heading, HEADING)
        self.y += 0.4 * HEADING * self.scale
        self.bottom: Final = self.foot(foot)

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.canvas.width - 2 * self.margin

    def write(self, text: str, size: float) -> None:
        """Set a paragraph."""
        size *= self.scale
        for line in self.canvas.font.lines(text, size, self.room):
            self.canvas.write(self.margin, self.y + size, line.rstrip(), size)
            self.y += LEADING * size

    def name(self, performance: Performance) -> None:
        """Name a row."""
        self.write(title(performance, self.options.language), TEXT)
        self.y += 0.4 * TEXT * self.scale

    def name_height(self, performance: Performance) -> float:
        """Return the room that the name of a row takes."""
        size = TEXT * self.scale
        lines = self.canvas.font.lines(title(performance, self.options.language), size, self.room)
        return (LEADING * len(lines) + 0.4) * size

    def across(self, performances: Sequence[Performance], *, times: int = 1) -> int:
        """Return how many boxes stand in a line, so that so many of each row fit the rest of the page.

        Raises RenderError where the boxes would be too small.
        """
        rest = self.bottom - self.y - sum(map(self.name_height, performances))
        for across in range(
            int(self.room / (BOX * self.scale)), int(self.room / (SMALLEST * self.scale)) + 1
        ):
            sizes = (height(performance, across) for performance in performances)
            if times * sum(sizes) * self.room / across <= rest:
                return across
        raise RenderError("a class sheet has no room for these rows and what is to be said of them")

    def cells(
        self,
        performance: Performance,
        across: int,
        *,
        shown: Callable[[Stroke], bool],
        said: bool = False,
    ) -> None:
        """Draw a row of boxes, with the marks and perhaps the syllables of the strokes that are shown."""
        syllables, step = SYLLABLES[self.options.syllables], self.room / across
        for number, stroke in enumerate(performance.pattern):
            if number % across == 0:
                self.y += step * (number > 0)
                line = performance.pattern[number : number + across]
                self.y += HALF_ROOM * step * any(each.onset == performance.half for each in line)
            x, y = self.margin + number % across * step, self.y
            self.canvas.box(x, y, step, step, stroke=EDGE)
            if stroke.onset == performance.half:
                self.canvas.line(x, y - 0.05 * step, x, y + step, 0.06 * step)
                self.canvas.write(x, y - 0.1 * step, HALF, 0.26 * step, align="middle")
            if shown(stroke):
                middle = (x + step / 2, y + (0.42 if said else 0.5) * step)
                self.canvas.mark(stroke.drum, *middle, 0.6 * step, doubtful=performance.doubtful(stroke))
            if said:
                self.canvas.write(
                    x + step / 2, y + 0.94 * step, syllables[stroke.drum], 0.2 * step, align="middle"
                )
        self.y += (1 + SPACE) * step

    def foot(self, lines: Sequence[str]) -> float:
        """Set small lines at the foot, and return their top."""
        size = SMALL * self.scale
        broken = [part for line in lines for part in self.canvas.font.lines(line, size, self.room)]
        top = self.canvas.height - self.margin - len(broken) * LEADING * size
        paragraph(self.canvas, self.margin, top, broken, size)
        return top


def height(performance: Performance, across: int) -> float:
    """Return the room that a row takes, in sizes of a box."""
    return ceil(len(performance.pattern) / across) + HALF_ROOM * (performance.half is not None) + SPACE


def pages(performances: Sequence[Performance], paper: Paper, options: Options) -> list[Canvas]:
    """Draw all sheets: to copy, to complete, to compare, to clap, to cut out, and what is known.

    Each two rows are compared, the first with the second and so on; a row without a second, such as
    a single one, has no sheet to compare. Raises RenderError for rows that are too long, and for
    letters that the font lacks.
    """
    for performance in performances:
        if len(performance.pattern) > MOST_STROKES:
            raise RenderError(f"a class sheet holds rows of at most {MOST_STROKES} strokes")
    pairs = list(zip(performances[::2], performances[1::2], strict=False))
    return [
        *(to_copy(performance, paper, options) for performance in performances),
        *(to_complete(several, paper, options) for several in by_two(performances)),
        *(to_compare(one, other, paper, options) for one, other in pairs),
        *(to_clap(several, paper, options) for several in by_two(performances)),
        *to_cut_out(paper, options),
        *known_and_guessed(performances, paper, options),
    ]


def by_two(performances: Sequence[Performance]) -> Iterator[Sequence[Performance]]:
    """Return the rows that share a sheet: two where they are short, else one."""
    waiting = list(performances)
    while waiting:
        short = all(len(each.pattern) <= SHORT for each in waiting[:2])
        yield waiting[: 2 if short else 1]
        del waiting[: 2 if short else 1]


def to_copy(performance: Performance, paper: Paper, options: Options) -> Canvas:
    """Draw a row, and empty boxes to draw it again."""
    page = Page("copy", grounds([performance], options.language), paper, options)
    across = page.across([performance], times=2)
    page.name(performance)
    page.cells(performance, across, shown=lambda _: True)
    page.cells(performance, across, shown=lambda _: False)
    return page.canvas


def to_complete(performances: Sequence[Performance], paper: Paper, options: Options) -> Canvas:
    """Draw rows in which every third mark is missing, with the key at the foot."""
    key = " / ".join(
        "　".join(f"{each.number} {each.drum}" for each in performance.pattern if each.number % 3 == 0)
        for performance in performances
    )
    foot = [f"{words('key', options.language)}: {key}", *grounds(performances, options.language)]
    page = Page("blanks", foot, paper, options)
    across = page.across(performances)
    for performance in performances:
        page.name(performance)
        page.cells(performance, across, shown=lambda stroke: stroke.number % 3 != 0)
    return page.canvas


def to_compare(one: Performance, other: Performance, paper: Paper, options: Options) -> Canvas:
    """Draw two rows above each other, begun together, with the places that differ at the foot."""
    longest = max(len(one.pattern), len(other.pattern))
    places = (place for place in range(1, longest + 1) if drum_at(one, place) is not drum_at(other, place))
    key = f"{words('key', options.language)}: {', '.join(map(str, places)) or '—'}"
    page = Page("differ", [key, *grounds((one, other), options.language)], paper, options)
    asked(page, "differ-ask")
    across = page.across((one, other))
    for performance in (one, other):
        page.name(performance)
        page.cells(performance, across, shown=lambda _: True)
    return page.canvas


def asked(page: Page, key: str) -> None:
    """Say what is to be done."""
    page.write(words(key, page.options.language), TEXT)
    page.y += 0.8 * TEXT * page.scale


def drum_at(performance: Performance, place: int) -> Drum | None:
    """Return the drum of a stroke; None after the end."""
    return performance.pattern[place - 1].drum if place <= len(performance.pattern) else None


def to_clap(performances: Sequence[Performance], paper: Paper, options: Options) -> Canvas:
    """Draw rows to pat and clap."""
    foot = [*grounds(performances, options.language), choices(performances[0].plan, options.language)]
    page = Page("clap", foot, paper, options)
    asked(page, "clap-ask")
    across = page.across(performances)
    for performance in performances:
        page.name(performance)
        page.cells(performance, across, shown=lambda _: True, said=True)
    return page.canvas


def to_cut_out(paper: Paper, options: Options) -> Iterator[Canvas]:
    """Draw a page of ○ and a page of □ with lines to cut along."""
    for drum in (Drum.PI, Drum.GU):
        page = Page("cut", (), paper, options)
        across, down = CARDS
        width = page.room / across
        height = (page.canvas.height - page.margin - page.y) / down
        for number in range(across * down):
            x, y = page.margin + number % across * width, page.y + number // across * height
            page.canvas.box(x, y, width, height, stroke=EDGE, **{"stroke-dasharray": "2 1.5"})
            page.canvas.mark(drum, x + width / 2, y + height / 2, 0.6 * min(width, height))
        yield page.canvas


def known_and_guessed(performances: Sequence[Performance], paper: Paper, options: Options) -> list[Canvas]:
    """Set a page of what the old text says and what is guessed."""
    language, face = options.language, options.font
    said = [*said_lines(language, "says", ("says-marks", "says-half", "says-sound")), ""]
    said += said_lines(language, "guess", ("guess-time",))
    said += [choices(performances[0].plan, language), "", *grounds(performances, language)]
    return prose.pages(words("guess-title", language), said, paper, face)


def said_lines(language: Language, heading: str, keys: Sequence[str]) -> list[str]:
    """Return a heading and sentences, each in Chinese and in the other language."""
    return [words(heading, language), *(f"· {word(key, each)}" for key in keys for each in both(language))]
