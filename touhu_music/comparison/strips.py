"""The panels of a figure that show strokes: rows aligned, and their runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from matplotlib.patches import FancyBboxPatch, Rectangle

from touhu_music.comparison.aligned import doubtful
from touhu_music.comparison.lanes import lanes
from touhu_music.comparison.panels import (
    ACCENT,
    DARK,
    END,
    FAINT,
    FIRST,
    GREY,
    LABEL,
    PALE,
    SMALL,
    SMALLEST,
    TEXT,
    TINY,
    Panel,
    Subject,
    box,
    counted,
    head,
    headed,
    texts,
    wedge,
)
from touhu_music.comparison.structure import runs
from touhu_music.language import chinese, word
from touhu_music.notation import HALF, Drum, Section, Use
from touhu_music.render.timeline.drawing import BLACK, DASHED, Sheet
from touhu_music.render.timeline.layout import MARGIN

NARROWEST, WIDEST = 8.0, 19.0  # from stroke to stroke
HALF_GAP: Final = 18.0  # what 半 takes
LANE, RUN = 22.0, 17.0  # from row to row
ABOVE: Final = 13.0  # the first lane, for numbers and wedges


# --- lanes --------------------------------------------------------------------------------------


class Column(NamedTuple):
    """What stands under each other: of each row a stroke with its place in its section, or nothing.

    `differs` tells of each row whether it has something else than the row to which all were aligned;
    of a pair both do.
    """

    section: Section
    cells: tuple[tuple[str, int], ...]
    differs: tuple[bool, ...]


Line = list[Column | None]
"""Columns beside each other; None is 半."""


def columns(subject: Subject, section: Section) -> tuple[int, list[Column]]:
    """Align one side of 半; return as well the row, from 0, to which all were aligned."""
    strokes = [str(getattr(row, section)) for row in subject.rows]
    found = lanes(strokes, subject.comparisons[0].costs)
    counted = [0] * len(strokes)
    made = []
    for cells, differs in zip(zip(*found.rows, strict=True), found.differing, strict=True):
        counted = [count + bool(cell) for count, cell in zip(counted, cells, strict=True)]
        other = [differs and (bool(subject.pair) or cell != cells[found.centre]) for cell in cells]
        made.append(Column(section, tuple(zip(cells, counted, strict=True)), tuple(other)))
    return found.centre, made


def lines_of(subject: Subject, sides: Sequence[list[Column]]) -> list[Line]:
    """Set the columns of both sides of 半 on one line, or each on as many as it needs."""
    halved = any(row.before_half for row in subject.rows)
    half: Line = [None] if halved else []
    joined = [*(sides[0] if len(sides) > 1 else []), *half, *sides[-1]]
    if breadth(joined) <= END - FIRST:
        return [joined]
    most = int((END - FIRST - HALF_GAP) // NARROWEST)
    made: list[Line] = []
    for number, side in enumerate(sides):
        parts = max(1, ceil(len(side) / most))
        size = ceil(len(side) / parts) if side else 1
        pieces: list[Line] = [list(side[at : at + size]) for at in range(0, len(side), size)] or [[]]
        if number == len(sides) - 1:
            pieces[0] = half + pieces[0]
        made += pieces
    return made


def breadth(line: Line, step: float = NARROWEST) -> float:
    """Return how wide a line is."""
    return sum(HALF_GAP if column is None else step for column in line)


def lanes_panel(subject: Subject, letter: str) -> Panel:
    """Show the part that the use takes as strokes under each other, each side of 半 aligned by itself."""
    sides, notes = [], []
    for section in subject.sections:
        centre, side = columns(subject, section)
        sides.append(side)
        notes.append(chosen(subject, section, centre))
    lines = lines_of(subject, sides)
    noted = texts(subject, ["　 ".join(notes)], TEXT)
    widest = max(sum(column is not None for column in line) for line in lines)
    gaps = max(line.count(None) for line in lines) * HALF_GAP
    step = min(WIDEST, (END - FIRST - gaps) / max(1, widest))
    below = 9.0 if subject.pair else 3.0
    below += 5.0 if len(lines) > 1 else 0
    high = ABOVE + LANE * len(subject.rows) + below

    def draw(sheet: Sheet, top: float) -> None:
        headed(sheet, MARGIN, top, letter, subject.say("lanes"), noted)
        for number, line in enumerate(lines):
            draw_line(sheet, subject, line, top + head(noted) + number * high, step)

    return Panel(head(noted) + high * len(lines), draw)


def chosen(subject: Subject, section: Section, centre: int) -> str:
    """Say of how many equally good alignments the one that is shown is one."""
    side = word(section, subject.language)
    if subject.pair is None:
        return subject.say("centre", side, subject.name(centre))
    alignment = subject.pair.parts[section].alignment
    ways = alignment.ways if alignment else 0
    return subject.say("ways", side, counted(ways)) if ways > 1 else subject.say("only-way", side)


def draw_line(sheet: Sheet, subject: Subject, line: Line, top: float, step: float) -> None:
    """Draw the rows of one line, what differs marked, and the names of the rows before them."""
    first, bottom = top + ABOVE, top + ABOVE + LANE * len(subject.rows)
    strokes: list[tuple[float, Column]] = []
    tints: list[tuple[float, float]] = []  # where they begin and end; one for columns beside each other
    x: float = FIRST
    for column in line:
        if column is None:
            half = x + HALF_GAP / 2 - 2
            sheet.write(half, first - 3, HALF, LABEL, "center")
            sheet.rule([(half, first, half, bottom)], lw=0.8, ec=BLACK)
            x += HALF_GAP
            continue
        if any(column.differs):
            beside = bool(tints) and tints[-1][1] == x
            tints.append((tints.pop()[0] if beside else x, x + step))
            wedge(sheet, x + step / 2, first - 1)
        strokes.append((x + step / 2, column))
        x += step
    for start, end in tints:
        box(sheet, start, first, end - start, bottom - first)
    for place in range(len(subject.rows)):
        middle = first + LANE * (place + 0.5)
        named(sheet, subject, place, middle)
        draw_lane(sheet, subject, place, strokes, middle, min(10.5, 0.68 * step))
    if subject.pair:
        number_strokes(sheet, strokes, first - 7, bottom + 6.5)


def draw_lane(
    sheet: Sheet,
    subject: Subject,
    place: int,
    strokes: Sequence[tuple[float, Column]],
    y: float,
    size: float,
) -> None:
    """Draw the strokes of one row, each named by row, section and place, and points where it has none."""
    doubts = doubtful(subject.rows[place], subject.use)
    for x, column in strokes:
        mark, number = column.cells[place]
        width, colour = (1.5, ACCENT) if column.differs[place] else (0.9, BLACK)
        if not mark:
            sheet.shape(Drum.PI, x, y, 1.8, fc=colour, ec="none")
            continue
        doubted = (column.section, number) in doubts
        gid = f"lane-{place + 1}-{column.section}-{number}-{Drum(mark).word}"
        sheet.shape(Drum(mark), x, y, size, gid=gid, lw=width, ec=colour, ls=DASHED if doubted else "solid")
        if doubted:
            sheet.write(x, y + 0.27 * size, "?", 0.75 * size, "center")


def named(sheet: Sheet, subject: Subject, place: int, middle: float) -> None:
    """Write the name of a row before its lane: also in Chinese, and how many strokes it has."""
    row, name, room = subject.rows[place], subject.name(place), FIRST - MARGIN - 6
    other = subject.label(place, chinese(subject.language))
    strokes = row.strokes(subject.use)
    after = sheet.font.width(name, LABEL) + 5
    sheet.write(MARGIN, middle - 1.2, name, LABEL)
    if after + sheet.font.width(other, LABEL) <= room:
        sheet.write(MARGIN + after, middle - 1.2, other, LABEL)
        other = ""
    halves = f"{len(row.before_half)} {HALF} {len(row.after_half)}"
    number = halves if subject.use is Use.ARCHERY else str(len(strokes))
    counts = f"{number}:  {'  '.join(f'{drum}{strokes.count(drum)}' for drum in Drum)}"
    below = " ".join(filter(None, (other, counts)))
    size = min(SMALL, room / sheet.font.width(below, 1))
    sheet.write(MARGIN, middle + 6.8, below, size, color=GREY)


def number_strokes(sheet: Sheet, strokes: Sequence[tuple[float, Column]], above: float, below: float) -> None:
    """Write the number of every fifth stroke of two rows, above the first and below the second."""
    for place, y in ((0, above), (1, below)):
        for x, column in strokes:
            mark, number = column.cells[place]
            if mark and (number == 1 or number % 5 == 0):
                sheet.write(x, y, str(number), TINY, "center", GREY)


# --- runs ---------------------------------------------------------------------------------------


def runs_panel(subject: Subject, letter: str) -> Panel:
    """Show each whole row as its runs, long as they have strokes; 半 stands at one place for all."""
    before, after = (max(len(getattr(row, section)) for row in subject.rows) for section in Section)
    gap = HALF_GAP if before else 0
    step = min(WIDEST, (END - FIRST - gap) / max(1, before + after))
    half = FIRST + before * step + gap / 2

    def draw(sheet: Sheet, top: float) -> None:
        headed(sheet, MARGIN, top, letter, subject.say("runs"), ())
        top += head(()) + (8 if gap else 0)
        bottom = top + RUN * len(subject.rows)
        if gap:
            sheet.write(half, top - 2, HALF, LABEL, "center")
            sheet.rule([(half, top + 1, half, bottom)], lw=0.8, ec=BLACK)
        for place, row in enumerate(subject.rows):
            middle = top + RUN * (place + 0.5)
            sheet.write(MARGIN, middle + 2.5, subject.name(place), LABEL)
            for start, run in placed_runs(
                row.before_half, half - gap / 2 - len(row.before_half) * step, step
            ):
                draw_run(sheet, run, start, middle, step, pale=subject.use is Use.TOUHU)
            for start, run in placed_runs(row.after_half, half + gap / 2, step):
                draw_run(sheet, run, start, middle, step)

    return Panel(head(()) + (8 if gap else 0) + RUN * len(subject.rows) + 3, draw)


def placed_runs(strokes: str, start: float, step: float) -> Iterator[tuple[float, str]]:
    """Give each run with the place where it begins."""
    for run in runs(strokes):
        yield start, run
        start += len(run) * step


def draw_run(sheet: Sheet, run: str, x: float, y: float, step: float, *, pale: bool = False) -> None:
    """Draw a run with its number of strokes; one of ○ is round, one of □ is square and dark."""
    drum, between, high = Drum(run[0]), min(1.0, step / 8), 10.0
    width = len(run) * step - 2 * between
    look: dict[str, Any] = {"lw": min(0.8, step / 6), "transform": sheet.points}
    if drum is Drum.PI:
        radius = min(width, high) / 2 - 0.01
        look |= {"fc": "white", "ec": FAINT if pale else BLACK}
        style = f"round,pad=0,rounding_size={radius}"
        sheet.figure.add_artist(FancyBboxPatch((x + between, y - high / 2), width, high, style, **look))
    else:
        colour = PALE if pale else DARK
        sheet.figure.add_artist(
            Rectangle((x + between, y - high / 2), width, high, fc=colour, ec=colour, **look)
        )
    dark = "white" if drum is Drum.GU else BLACK
    size = min(SMALL, width / sheet.font.width(str(len(run)), 1.1))
    if size < SMALLEST:
        return
    sheet.write(
        x + between + width / 2, y + 0.37 * size, str(len(run)), size, "center", GREY if pale else dark
    )
