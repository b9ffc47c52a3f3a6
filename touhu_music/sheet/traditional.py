"""The page of the old books: ruled columns from right to left, each mark as large as a character."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.language import Language, both, chinese, doubts, word, words
from touhu_music.notation import Drum
from touhu_music.reading import Reading
from touhu_music.render import Options
from touhu_music.sheet.columns import Chart, Gloss, Placed, Siglum, Sign, charts, flow, supplied
from touhu_music.sheet.paper import LEADING, Paper, paragraph

LIJI: Final = {Language.TRADITIONAL: "禮記　投壺　", Language.SIMPLIFIED: "礼记　投壶　"}
SETTING: Final = {
    Language.TRADITIONAL: "依古籍行款新排，非影印",
    Language.SIMPLIFIED: "依古籍行款新排，非影印",
    Language.KOREAN: "옛 책의 짜임을 따라 새로 짠 면, 영인 아님",
    Language.ENGLISH: "newly set in the manner of the old books, no facsimile",
}
SUPPLIED: Final = {
    Language.TRADITIONAL: "今補，非取自所據之文",
    Language.SIMPLIFIED: "今补，非取自所据之文",
    Language.KOREAN: "보충한 말, 출전에서 옮긴 것 아님",
    Language.ENGLISH: "supplied, not taken from the source",
}

FEWEST, MOST = 10, 60  # rows of a column
SMALLEST: Final = 3.0  # from row to row
SLENDER: Final = 1.35  # the least width of a column, in heights of a row
HANZI, MARK = 0.84, 0.70  # sizes, in heights of a row
LEADING_DOWN: Final = 1 / HANZI  # from a hanzi to the one below it, in sizes

SIDE, HEAD, FOOT = 19.0, 28.0, 12.0  # margins; these lengths are those of A4
FRAME: Final = 1.8  # from the heavy line of the frame to the thin one
PADDING: Final = 1.6  # from the thin line to the first and the last row
SPINE: Final = 13.0  # the width of the 版心
TEXT: Final = 3.0  # the size of the letters at the foot
HEAVY, THIN, RULE = 1.1, 0.25, 0.2  # widths of lines


class Leaf(NamedTuple):
    """The ruled field of a page: its edges, its columns, and how many rows these have.

    `spine` is the width of the 版心 between both halves, 0 where there is none.
    """

    left: float
    top: float
    right: float
    bottom: float
    spine: float
    padding: float
    columns: int
    rows: int

    @property
    def pitch(self) -> float:
        """The height of a row."""
        return (self.bottom - self.top - 2 * self.padding) / self.rows

    @property
    def width(self) -> float:
        """The width of a column."""
        return (self.right - self.left - self.spine) / self.columns

    def edge(self, column: int) -> float:
        """Return the right edge of a column, counted from the right."""
        passed = self.spine if column >= self.columns / 2 else 0
        return self.right - passed - column * self.width

    def head(self, row: int) -> float:
        """Return the upper edge of a row."""
        return self.top + self.padding + row * self.pitch


def page(
    readings: Sequence[Reading],
    paper: Paper,
    options: Options,
    *,
    title: str = "",
    glosses: bool = False,
    ruled: bool = True,
) -> Canvas:
    """Print rows as an old book does, as large as the paper allows; an open leaf where it lies across.

    Both rows of the first chart stand under the heading 鼓 and before 取半以下為投壺禮盡用之為射禮; rows
    that are not a whole chart have only their names. The foot says which words are ours. Raises
    RenderError for what the font cannot draw, and where there is no row or too many.
    """
    if not readings:
        raise RenderError("a page needs a row")
    script, scale = chinese(options.language), paper.scale
    title = title or title_of(readings, script)
    canvas = Canvas(paper.width, paper.height, options.font, title=title)
    side, size = SIDE * scale, TEXT * scale
    lines = [
        line
        for text in foot(readings, options)
        for line in canvas.font.lines(text, size, paper.width - 2 * side)
    ]
    bottom = paper.height - FOOT * scale - (len(lines) * LEADING + 1) * size
    leaf, text = fitted(
        charts(readings, options, glosses=glosses),
        Leaf(
            left=side + FRAME * scale,
            top=(HEAD + FRAME) * scale,
            right=paper.width - side - FRAME * scale,
            bottom=bottom - FRAME * scale,
            spine=SPINE * scale if paper.width > paper.height else 0,
            padding=PADDING * scale,
            columns=0,
            rows=0,
        ),
    )
    draw_frame(canvas, leaf, scale, ruled=ruled)
    if leaf.spine:
        draw_spine(canvas, leaf, word("kit", script))
    draw_title(canvas, leaf, title)
    for placed in text:
        draw(canvas, leaf, placed, scale)
    paragraph(canvas, side, bottom + size, lines, size)
    return canvas


def title_of(readings: Sequence[Reading], script: Language) -> str:
    """Name the page: 禮記 投壺 鼓節, without the book where rows of no school stand alone."""
    book = LIJI[script] if any(reading.school for reading in readings) else ""
    return book + word("row", script)


def foot(readings: Sequence[Reading], options: Options) -> list[str]:
    """Say what the rows were read in, what the page is, what is supplied and doubtful, a line each."""
    language = options.language
    sources = dict.fromkeys(
        f"{reading.witness or ''} {reading.source}".strip() for reading in readings if reading.source
    )
    witness = (
        f"{words('witness', language)}: {'; '.join(sources)}" if sources else words("no-witness", language)
    )
    setting, ours = (" ".join(said[each] for each in both(language)) for said in (SETTING, SUPPLIED))
    words_of_ours = " ".join(supplied(readings, options))
    return [
        witness,
        setting,
        *([f"{ours}: {words_of_ours}"] if words_of_ours else []),
        *dict.fromkeys(line for reading in readings for line in doubts(reading, language)),
    ]


def fitted(texts: Sequence[Chart], field: Leaf) -> tuple[Leaf, list[Placed]]:
    """Rule a field with the fewest rows, and so the largest, that leave room for a title and all texts.

    Raises RenderError if they would be too small to read.
    """
    for rows in range(FEWEST, MOST + 1):
        leaf = field._replace(rows=rows)
        halves = 2 if leaf.spine else 1
        room = (leaf.right - leaf.left - leaf.spine) / halves
        leaf = leaf._replace(columns=halves * int(room / (SLENDER * leaf.pitch)))
        if leaf.pitch < SMALLEST:
            break
        if sum(map(len, texts)) > leaf.columns * rows:
            continue
        placed = [each._replace(column=each.column + 1) for each in flow(texts, rows)]
        if placed[-1].column < leaf.columns:
            return leaf, placed
    raise RenderError("the rows do not fit a page")


def draw_frame(canvas: Canvas, leaf: Leaf, scale: float, *, ruled: bool) -> None:
    """Draw a heavy line around a thin one (文武邊), and thin lines between the columns (行格)."""
    for gap, width in ((FRAME * scale, HEAVY * scale), (0, THIN * scale)):
        wide, high = leaf.right - leaf.left + 2 * gap, leaf.bottom - leaf.top + 2 * gap
        canvas.box(leaf.left - gap, leaf.top - gap, wide, high, **{"stroke-width": f"{width:.3f}"})
    edges = {leaf.edge(column) for column in range(1, leaf.columns)} if ruled else set()
    if leaf.spine:
        middle = leaf.edge(leaf.columns // 2)
        edges |= {middle, middle + leaf.spine}
    for x in sorted(edges, reverse=True):
        canvas.line(x, leaf.top, x, leaf.bottom, RULE * scale)


def draw_spine(canvas: Canvas, leaf: Leaf, name: str) -> None:
    """Draw the 版心 of an open leaf: a fishtail (魚尾) and the name of the book below it."""
    left = leaf.edge(leaf.columns // 2)
    width = leaf.spine
    top = leaf.top + 0.2 * (leaf.bottom - leaf.top)
    tail = ((0, 0), (1, 0), (1, 1), (0.5, 0.55), (0, 1))
    canvas.polygon([(left + x * width, top + y * width) for x, y in tail])
    canvas.write_down(left + width / 2, top + 1.5 * width, name, 0.45 * width, leading=1.2)


def draw_title(canvas: Canvas, leaf: Leaf, title: str) -> None:
    """Write a title down the first column, words of Latin letters turned."""
    x, room = leaf.edge(0) - leaf.width / 2, leaf.rows * leaf.pitch
    canvas.font.check(title)
    runs = re.findall(r"[!-\u02ff][ -\u02ff]*|.", title)
    lengths = [canvas.font.width(run, 1) for run in runs]
    size = min(HANZI * leaf.pitch, room / (LEADING_DOWN * max(1, sum(lengths))))
    y = leaf.head(0) + (leaf.pitch - HANZI * leaf.pitch) / 2
    for run, length in zip(runs, lengths, strict=True):
        if len(run) > 1:
            canvas.write_turned(x, y, run, size)
        else:
            canvas.write_down(x, y, run, size)
        y += length * LEADING_DOWN * size


def draw(canvas: Canvas, leaf: Leaf, placed: Placed, scale: float) -> None:
    """Draw a sign or a gloss at its place, a siglum outside the frame."""
    match placed.item:
        case Sign(text=text, id=id, doubtful=doubtful):
            x = leaf.edge(placed.column) - leaf.width / 2
            top = leaf.head(placed.row)
            if text in tuple(Drum):
                middle = (x, top + leaf.pitch / 2)
                canvas.mark(Drum(text), *middle, MARK * leaf.pitch, id=id, doubtful=doubtful)
            else:
                size = HANZI * leaf.pitch
                canvas.write_down(x, top + (leaf.pitch - size) / 2, text, size)
        case Gloss(text=text):
            draw_gloss(canvas, leaf, placed, text)
        case Siglum(text=text):
            x = leaf.edge(placed.column) - leaf.width / 2
            canvas.write(x, leaf.top - 2 * FRAME * scale, text, TEXT * scale, align="middle")


def draw_gloss(canvas: Canvas, leaf: Leaf, placed: Placed, text: str) -> None:
    """Draw small characters in two half columns, the right one first, both of one length."""
    middle, top, step = leaf.edge(placed.column) - leaf.width / 2, leaf.head(placed.row), leaf.pitch / 2
    length = ceil(len(text) / 2)
    size = 0.86 * step
    for side, part in ((1, text[:length]), (-1, text[length:])):
        canvas.write_down(
            middle + 0.54 * side * step, top + (step - size) / 2, part, size, leading=step / size
        )
