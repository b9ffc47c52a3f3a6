"""A picture of one cycle: 鼓 above 鼙, each stroke a drawn □ or ○ at its onset.

Black is what the text has: the strokes in their order, and 半. Grey is what the plan chose: beats
and accents. Lengths are in points; places are counted from the top left corner.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, groupby, pairwise, takewhile
from math import ceil
from typing import Any, Final
from xml.etree import ElementTree

import matplotlib
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from touhu_music import font
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, Language, choices, number, source, title, word, words
from touhu_music.notation import HALF, Drum, Section
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
LEAD: Final = 13  # from the start of the lanes to the first stroke
ROOM: Final = WIDTH - MARGIN - FIRST  # for the beats of a system
NARROWEST, WIDEST = 12, 50  # between the two closest strokes

SYSTEM: Final = 108  # the height of a system, and what is where below its top
HALF_AT, NUMBERS_AT, GU_AT, PI_AT, RULER_AT = 9, 20, 44, 67, 92
LANES: Final = {Drum.GU: GU_AT, Drum.PI: PI_AT}

TITLE, TEXT, LABEL, SMALL = 13, 8, 6.5, 6  # sizes of letters
LEADING: Final = 1.4  # from line to line, in sizes
KEY: Final = 30  # from the left margin to the texts of the legend; their keys stand before them

BLACK, GREY = "black", "0.4"
THIN, PLAIN, HEAVY = 0.5, 1.0, 4.0  # widths of lines
DOTTED: Final = (0, (0.6, 1.8))
DASHED: Final = (0, (1.8, 1.2))

SETTINGS: Final[dict[Any, Any]] = {
    "svg.hashsalt": "touhu_music",
    "svg.fonttype": "path",
    "pdf.fonttype": 3,
    "text.parse_math": False,
}


# --- what stands where ------------------------------------------------------------------------


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

    title: Block
    source: Block
    legend: dict[str, Block]
    systems: tuple[System, ...]
    scale: float
    closest: float
    doubtful: frozenset[tuple[Section, int]]

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
    systems = tuple(systems_of(performance, ROOM * shortest / narrowest(options)))
    scale = min(ROOM / max(system.length for system in systems), WIDEST / shortest)
    doubtful = doubts(performance)
    legend = {"text": words("text", language), "choices": choices(performance.plan, language)}
    if doubtful:
        legend["doubtful"] = reasons(performance)
    return Layout(
        block(title(performance, language), TITLE),
        block(source(performance, language), TEXT),
        {key: block(text, TEXT, indent=KEY) for key, text in legend.items()},
        systems,
        float(scale),
        float(scale * shortest),
        doubtful,
    )


def narrowest(options: Options) -> int:
    """Return how close two strokes may be for their syllables to stay apart."""
    syllables = tuple(SYLLABLES[options.syllables].values())
    font.check("".join(syllables))
    return max(NARROWEST, *(ceil(font.width(syllable, TEXT)) + 3 for syllable in syllables))


def doubts(performance: Performance) -> frozenset[tuple[Section, int]]:
    """Return section and place of each stroke that the reading doubts."""
    marks = performance.reading.marks if performance.reading else ()
    sounding = {(stroke.section, stroke.place) for stroke in performance.pattern}
    return frozenset((mark.section, mark.place) for mark in marks if mark.doubtful) & sounding


def reasons(performance: Performance) -> str:
    """Return why the reading doubts a stroke."""
    said = performance.reading.warnings if performance.reading else ()
    return "; ".join(warning for warning in said if warning.startswith("doubtful"))


def follows_half(stroke: Stroke) -> bool:
    """Tell whether 半 stands before a stroke."""
    return stroke.section is Section.AFTER_HALF and stroke.place == 1


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


def block(text: str, size: float, indent: float = 0) -> Block:
    """Break a text into lines; raises RenderError if it is too long or the font cannot draw it."""
    if len(text) > LONGEST_TEXT:
        raise RenderError(f"a picture holds texts of at most {LONGEST_TEXT} characters, not {len(text)}")
    font.check(text)
    return Block(tuple(wrapped(text, size, WIDTH - 2 * MARGIN - indent)), size)


PIECE: Final = re.compile(
    r"[!-\u2bff]{1,30} *"  # a word, or as much of it as surely fits a line
    r"|[（「『《〈〔【]{0,3}.[，。、；：！？）」』》〉〕】]{0,3} *"  # a hanzi and its punctuation
)


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines at spaces and beside hanzi."""
    lines = [""]
    for piece in PIECE.findall(text):
        if font.width(lines[-1] + piece.rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece
    return lines


# --- drawing ----------------------------------------------------------------------------------


class Sheet:
    """A figure on which things are drawn at points from its top left corner, the later above."""

    def __init__(self, height: float) -> None:
        self.figure: Final = Figure((WIDTH / POINTS_PER_INCH, height / POINTS_PER_INCH))
        inches = Affine2D().translate(0, -height).scale(1 / POINTS_PER_INCH, -1 / POINTS_PER_INCH)
        self.points: Final = inches + self.figure.dpi_scale_trans
        self.typeface: Final = FontProperties(fname=str(font.path()))

    def write(
        self, x: float, y: float, text: str, size: float, align: str = "left", color: str = BLACK
    ) -> None:
        """Set a text on the baseline `y`."""
        look: dict[str, Any] = {"font": self.typeface, "size": size, "ha": align, "color": color}
        self.figure.text(x, y, text, transform=self.points, **look)

    def stack(self, x: float, middle: float, lines: Iterable[str], size: float, color: str = BLACK) -> None:
        """Set lines above each other around the height `middle`, so small that they end before the lanes."""
        lines = tuple(lines)
        size = min(size, *((FIRST - LEAD - 3 - x) / font.width(line, 1) for line in lines))
        for place, line in enumerate(lines):
            lower = place - (len(lines) - 1) / 2
            self.write(x, middle + (0.36 + 1.15 * lower) * size, line, size, color=color)

    def paragraph(self, x: float, top: float, block: Block, color: str = BLACK) -> None:
        """Set the lines of a text below `top`."""
        for place, line in enumerate(block.lines):
            self.write(x, top + (1 + LEADING * place) * block.size, line.rstrip(), block.size, color=color)

    def rule(self, lines: Iterable[tuple[float, float, float, float]], **look: Any) -> None:
        """Draw lines, each from (x, y) to (x, y), as one path."""
        corners = [corner for x, y, to_x, to_y in lines for corner in ((x, y), (to_x, to_y))]
        path = Path(corners, [Path.MOVETO, Path.LINETO] * (len(corners) // 2))
        self.figure.add_artist(PathPatch(path, fill=False, transform=self.points, **look))

    def shape(self, drum: Drum, x: float, y: float, size: float, **look: Any) -> None:
        """Draw a ○, or a □ that looks as large."""
        plain: dict[str, Any] = {"fc": "white", "ec": BLACK, "lw": PLAIN, "transform": self.points}
        if drum is Drum.PI:
            self.figure.add_artist(Circle((x, y), size / 2, **plain | look))
        else:
            side = 0.9 * size
            corner = (x - side / 2, y - side / 2)
            self.figure.add_artist(Rectangle(corner, side, side, **plain | look))

    def ruler(self, left: float, right: float, y: float, ticks: Iterable[float]) -> None:
        """Draw a line with ticks."""
        self.rule([(left, y, right, y), *((x, y - 3, x, y + 3) for x in ticks)], lw=THIN, ec=GREY)


def draw(performance: Performance, options: Options, layout: Layout) -> Figure:
    """Draw the picture."""
    sheet = Sheet(layout.height)
    sheet.paragraph(MARGIN, MARGIN, layout.title)
    sheet.paragraph(MARGIN, MARGIN + layout.title.height, layout.source)
    for place, system in enumerate(layout.systems):
        top = layout.top + place * SYSTEM
        draw_names(sheet, top, options.language)
        if place == 0:
            draw_labels(sheet, top, performance, options.language)
        draw_lanes(sheet, top, system, performance, layout)
        draw_strokes(sheet, top, system, performance, options, layout)
    draw_legend(sheet, layout)
    return sheet.figure


def chinese(language: Language) -> Language:
    """Return the kind of Chinese that stands beside a language, or is it."""
    return language if language is Language.SIMPLIFIED else Language.TRADITIONAL


def draw_names(sheet: Sheet, top: float, language: Language) -> None:
    """Name the two lanes in Chinese."""
    for drum, lane in LANES.items():
        sheet.stack(MARGIN, top + lane, [word(drum.word, chinese(language))], TITLE)


def draw_labels(sheet: Sheet, top: float, performance: Performance, language: Language) -> None:
    """Name the two lanes in the reader's language, and say how long a beat is."""
    languages = dict.fromkeys((chinese(language), language))
    if len(languages) > 1:
        for drum, lane in LANES.items():
            sheet.stack(MARGIN + 16, top + lane, word(drum.word, language).split(", "), LABEL)
    tempo = number(performance.plan.beats_per_minute)
    sheet.stack(
        MARGIN, top + RULER_AT, (word("tempo", each).format(tempo) for each in languages), LABEL, GREY
    )


def draw_lanes(sheet: Sheet, top: float, system: System, performance: Performance, layout: Layout) -> None:
    """Draw the two lanes, and in grey the beats between them and on a ruler below."""
    start, end = FIRST - LEAD, layout.across(system, system.end)
    ticks = [layout.across(system, beat) for beat in beats(system, performance)]
    if ticks:  # a few strokes before 半 can lie within one beat
        sheet.rule(((x, top + GU_AT, x, top + PI_AT) for x in ticks), lw=THIN, ec=GREY, ls=DOTTED)
    sheet.ruler(start, end, top + RULER_AT, ticks)
    sheet.rule(((start, top + lane, end, top + lane) for lane in LANES.values()), lw=THIN, ec=BLACK)


def beats(system: System, performance: Performance) -> Iterator[Fraction]:
    """Return the beats of a system; a □ is on a beat whatever the timing."""
    on_beat = (stroke.onset for stroke in performance.pattern if stroke.drum is Drum.GU)
    phase = next(on_beat, Fraction(0)) % 1
    first = ceil(system.start - phase)
    return takewhile(lambda beat: beat <= system.end, (beat + phase for beat in count(first)))


def draw_strokes(
    sheet: Sheet,
    top: float,
    system: System,
    performance: Performance,
    options: Options,
    layout: Layout,
) -> None:
    """Draw the strokes of a system with their numbers and syllables, and 半 where it stands."""
    size = min(13, 0.76 * layout.closest)
    before = FIRST - 2.0 * LEAD
    for stroke in system.strokes:
        x, y = layout.across(system, stroke.onset), top + LANES[stroke.drum]
        if follows_half(stroke):
            draw_half(sheet, (before + x) / 2, top)
        if stroke.accent:
            sheet.shape(stroke.drum, x, y, size, ec=GREY, lw=HEAVY)
        doubtful = (stroke.section, stroke.place) in layout.doubtful
        draw_stroke(sheet, stroke.drum, x, y, size, doubtful=doubtful, gid=identifier(stroke))
        syllable = y - size / 2 - 4.5 if stroke.drum is Drum.GU else y + size / 2 + 10
        sheet.write(x, syllable, SYLLABLES[options.syllables][stroke.drum], TEXT, "center")
        if is_numbered(stroke, len(performance.pattern)):
            sheet.write(x, top + NUMBERS_AT, str(stroke.number), SMALL, "center")
        before = x


def draw_half(sheet: Sheet, x: float, top: float) -> None:
    """Draw 半 with a line down through the lanes."""
    sheet.write(x, top + HALF_AT, HALF, 10, "center")
    sheet.rule([(x, top + HALF_AT + 3, x, top + RULER_AT - 6)], lw=PLAIN, ec=BLACK, gid="half")


def draw_stroke(
    sheet: Sheet,
    drum: Drum,
    x: float,
    y: float,
    size: float,
    *,
    doubtful: bool = False,
    gid: str | None = None,
) -> None:
    """Draw a stroke; a doubtful one is dashed, with a question mark."""
    sheet.shape(drum, x, y, size, ls=DASHED if doubtful else "solid", gid=gid)
    if doubtful:
        sheet.write(x, y + 2.6, "?", 7, "center")


def is_numbered(stroke: Stroke, strokes: int) -> bool:
    """Tell whether a stroke shows its number: all where they are few, else every fifth."""
    return strokes <= 16 or stroke.number % 5 == 0 or stroke.place == 1


def draw_legend(sheet: Sheet, layout: Layout) -> None:
    """Write what is text, what is choice and what is doubtful, each with its sign before it."""
    top = layout.bottom
    for key, block in layout.legend.items():
        middle = top + 0.64 * TEXT
        if key == "choices":
            sheet.ruler(MARGIN, MARGIN + 22, middle, (MARGIN + 1, MARGIN + 11, MARGIN + 21))
        else:
            draw_stroke(sheet, Drum.PI, MARGIN + 5, middle, 8.5, doubtful=key == "doubtful")
        if key == "text":
            draw_stroke(sheet, Drum.GU, MARGIN + 17, middle, 8.5)
        sheet.paragraph(MARGIN + KEY, top, block, GREY if key == "choices" else BLACK)
        top += block.height


def identifier(stroke: Stroke) -> str:
    """Name the element of a stroke, such as `stroke-3-gu`."""
    return f"stroke-{stroke.number}-{stroke.drum.word}"


# --- the three kinds --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture as `svg`, `pdf` or `png`."""

    kind: str

    def render(self, performance: Performance, options: Options) -> bytes:
        """Draw one cycle of a performance.

        Raises RenderError for what no picture can hold, and for what the font cannot draw.
        """
        layout = arrange(performance, options)
        with matplotlib.rc_context(), warnings.catch_warnings():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            warnings.filterwarnings("error", "Glyph")
            return WRITERS[self.kind](draw(performance, options, layout), layout)

    def check(self, data: bytes, performance: Performance, options: Options) -> None:
        """Open the picture again; raises RenderError where its strokes, pages or size are others."""
        CHECKS[self.kind](data, performance, arrange(performance, options))


SVG, PDF, PNG = Picture("svg"), Picture("pdf"), Picture("png")


def described(layout: Layout) -> dict[str, str]:
    """Return the texts of a picture under the names that SVG and PNG have for them."""
    return {
        "Title": "".join(layout.title.lines),
        "Description": "\n".join("".join(block.lines) for block in layout.legend.values()),
        "Source": "".join(layout.source.lines),
    }


def write_svg(figure: Figure, layout: Layout) -> bytes:
    """Write a figure as SVG; letters become outlines."""
    buffer = io.BytesIO()
    metadata = described(layout) | {"Creator": "touhu_music", "Date": None}
    figure.savefig(buffer, format="svg", metadata=metadata)
    return buffer.getvalue()


def write_pdf(figure: Figure, layout: Layout) -> bytes:
    """Write a figure as one page of PDF; letters stay letters."""
    buffer = io.BytesIO()
    texts = described(layout)
    metadata = {"Title": texts["Title"], "Subject": texts["Source"], "Keywords": texts["Description"]}
    figure.savefig(buffer, format="pdf", metadata=metadata | {"Creator": "touhu_music", "CreationDate": None})
    return buffer.getvalue()


def write_png(figure: Figure, layout: Layout) -> bytes:
    """Write a figure as pixels in shades of grey."""
    pixels, buffer = io.BytesIO(), io.BytesIO()
    figure.savefig(pixels, format="rgba", dpi=PIXELS_PER_INCH)
    texts = PngInfo()
    for key, text in described(layout).items():
        texts.add_itxt(key, text)
    image = Image.frombytes("RGBA", size_in_pixels(layout), pixels.getvalue()).convert("L")
    image.save(buffer, "png", dpi=(PIXELS_PER_INCH, PIXELS_PER_INCH), pnginfo=texts)
    return buffer.getvalue()


def size_in_pixels(layout: Layout) -> tuple[int, int]:
    """Return width and height of the PNG."""
    return WIDTH * PIXELS_PER_INCH // POINTS_PER_INCH, layout.height * PIXELS_PER_INCH // POINTS_PER_INCH


WRITERS: Final = {"svg": write_svg, "pdf": write_pdf, "png": write_png}


def check_svg(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the size, and the strokes and 半 in their order."""
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise RenderError(f"the SVG is not well-formed: {error}") from error
    compare("SVG", "size", (root.get("width"), root.get("height")), (f"{WIDTH}pt", f"{layout.height}pt"))
    found = [name for name in (element.get("id", "") for element in root.iter()) if is_ours(name)]
    compare("SVG", "strokes", found, list(identifiers(performance)))


def is_ours(name: str) -> bool:
    """Tell whether an element is a stroke or 半."""
    return name == "half" or name.startswith("stroke-")


def identifiers(performance: Performance) -> Iterator[str]:
    """Name the elements of the strokes and of 半, in the order of the text."""
    for stroke in performance.pattern:
        if follows_half(stroke):
            yield "half"
        yield identifier(stroke)


def check_pdf(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the number of pages and the size."""
    try:
        pages = PdfReader(io.BytesIO(data)).pages
        compare("PDF", "pages", len(pages), 1)
        box = pages[0].mediabox
        compare("PDF", "size", (float(box.width), float(box.height)), (WIDTH, layout.height))
    except PyPdfError as error:
        raise RenderError(f"the PDF cannot be read: {error}") from error


def check_png(data: bytes, performance: Performance, layout: Layout) -> None:
    """Compare the size of a whole file."""
    try:
        with Image.open(io.BytesIO(data), formats=["png"]) as image:
            size = image.size
            image.verify()
    except (OSError, SyntaxError) as error:
        raise RenderError("the PNG cannot be read") from error
    compare("PNG", "size", size, size_in_pixels(layout))


def compare(kind: str, what: str, found: object, expected: object) -> None:
    """Raise RenderError unless two things are equal."""
    if found != expected:
        raise RenderError(f"the {kind} has other {what} than the performance: {found}, not {expected}")


CHECKS: Final = {"svg": check_svg, "pdf": check_pdf, "png": check_png}
