"""The panels of a figure that show numbers: what meets what, distance and chance, distances of many."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, gcd
from typing import Any, Final

from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from touhu_music.comparison.nulls import Null
from touhu_music.comparison.pairs import Comparison, Part
from touhu_music.comparison.panels import (
    ACCENT,
    DARK,
    END,
    FIRST,
    GREY,
    HEADING,
    LABEL,
    SMALL,
    TEXT,
    TINT,
    TINY,
    Panel,
    Subject,
    box,
    counted,
    head,
    headed,
    paragraph,
    texts,
    wedge,
)
from touhu_music.comparison.report import decimals
from touhu_music.comparison.significance import Method, Test
from touhu_music.notation import HALF, Drum, Use
from touhu_music.render.timeline.drawing import BLACK, DASHED, Sheet
from touhu_music.render.timeline.layout import MARGIN, Block

LEFT, COLUMN = 244.0, 208.0  # the widths of two panels beside each other
BESIDE: Final = END - COLUMN
BARS: Final = 40.0  # the height of the bars of one null
LIGHT: Final = "#b7c6d6"
SHADES: Final = ("#ffffff", "#dbe6f0", "#bcd2e4", "#9cbdd7", "#7ba7c9")
"""Of a distance that is so much above the least possible, the last for more; black letters on each."""


# --- dots ---------------------------------------------------------------------------------------


def dots_panel(subject: Subject, pair: Comparison, letter: str) -> Panel:
    """Show where the whole first row, downward, has the stroke of the second, to the right."""
    high, wide = len(pair.whole.first), len(pair.whole.second)
    side = 24.0  # for the strokes and 半 beside the field, on the right for what the band says
    step = min(10.0, (LEFT - 2 * side - 6) / max(1, high, wide))
    left, above = MARGIN + side, 16 + 12 + 20.0

    def draw(sheet: Sheet, top: float) -> None:
        headed(sheet, MARGIN, top, letter, subject.say("dots"), ())
        names = [subject.name(place, 90, TEXT) for place in (0, 1)]
        sheet.write(MARGIN, top + 24, f"↓ {names[0]}　 → {names[1]}", TEXT, color=GREY)
        top += above
        draw_band(sheet, subject, pair.whole, left, top, step)
        box(sheet, left, top, wide * step, high * step, fc="none", ec=BLACK, lw=0.6)
        if pair.use is Use.TOUHU:
            x, y = left + len(pair.b.before_half) * step, top + len(pair.a.before_half) * step
            size = (len(pair.b.after_half) * step, len(pair.a.after_half) * step)
            box(sheet, x, y, *size, fc="none", ec=BLACK, lw=1.6)
        draw_halves(sheet, pair, left, top, step)
        for drum in Drum:
            meets = [
                (left + (j + 0.5) * step, top + (i + 0.5) * step)
                for i, one in enumerate(pair.whole.first)
                for j, other in enumerate(pair.whole.second)
                if one == other == drum
            ]
            down = [
                (left - 7, top + (i + 0.5) * step) for i, one in enumerate(pair.whole.first) if one == drum
            ]
            over = [
                (left + (j + 0.5) * step, top - 7) for j, one in enumerate(pair.whole.second) if one == drum
            ]
            dotted(sheet, drum, meets, 0.6 * step)
            dotted(sheet, drum, [*down, *over], min(5.5, 0.7 * step), margin=True)

    return Panel(above + high * step + 14, draw)


def dotted(
    sheet: Sheet, drum: Drum, places: Sequence[tuple[float, float]], size: float, *, margin: bool = False
) -> None:
    """Draw many ○ or □; in the field □ is filled."""
    filled = drum is Drum.GU and not margin
    look: dict[str, Any] = {
        "marker": "o" if drum is Drum.PI else "s",
        "ms": size * (1 if drum is Drum.PI else 0.88),
        "mew": min(0.8, size / 7),
        "mec": DARK if filled else BLACK,
        "mfc": DARK if filled else "white" if margin else "none",
    }
    xs, ys = [x for x, _ in places], [y for _, y in places]
    sheet.figure.add_artist(Line2D(xs, ys, ls="", transform=sheet.points, **look))


def draw_halves(sheet: Sheet, pair: Comparison, left: float, top: float, step: float) -> None:
    """Draw 半 as a line at the place where each row has it."""
    right, bottom = left + len(pair.whole.second) * step, top + len(pair.whole.first) * step
    if pair.a.before_half:
        y = top + len(pair.a.before_half) * step
        sheet.rule([(left - 12, y, right, y)], lw=0.8, ec=BLACK, ls=DASHED)
        sheet.write(left - 12.5, y + 2.5, HALF, LABEL, "right")
    if pair.b.before_half:
        x = left + len(pair.b.before_half) * step
        sheet.rule([(x, top - 12, x, bottom)], lw=0.8, ec=BLACK, ls=DASHED)
        sheet.write(x, top - 13.5, HALF, LABEL, "center")


def draw_band(sheet: Sheet, subject: Subject, whole: Part, left: float, top: float, step: float) -> None:
    """Mark lightly the diagonal of the best shift, with how many strokes agree along it."""
    if whole.shift is None:
        return
    by, agree, overlap = whole.shift
    i, j = max(0, -by), max(0, by)
    ends = ((j, i), (j + overlap, i + overlap))
    near = 0.9
    (a, b), (c, d) = ends
    corners = [(a, b), (a + near, b), (c, d - near), (c, d), (c - near, d), (a, b + near)]
    places = [(left + x * step, top + y * step) for x, y in corners]
    sheet.figure.add_artist(Polygon(places, fc=TINT, ec="none", transform=sheet.points))
    text = subject.say("agree", agree, overlap)
    x, y = left + c * step, top + d * step
    if d == len(whole.first):
        sheet.write(x, y + 9, text, SMALL, "right" if c == len(whole.second) else "center", ACCENT)
    else:
        sheet.write(x + 3, y + 1, text, SMALL, color=ACCENT)


# --- chance -------------------------------------------------------------------------------------


def nulls_panel(subject: Subject, pair: Comparison, letter: str) -> Panel:
    """Show of each null which distances its rows have, and what was found."""
    part = pair.part
    said = subject.say("numbers", part.distance, part.least_possible, part.least_possible_counts)
    noted = texts(subject, [said], TEXT, COLUMN)
    told = [texts(subject, said_of(subject, test), SMALL + 0.3, COLUMN) for test in part.tests]
    heights = [sum(each.height for each in lines) - 3 * len(lines) + BARS + 23 for lines in told]

    def draw(sheet: Sheet, top: float) -> None:
        headed(sheet, BESIDE, top, letter, subject.say("nulls"), noted)
        top += head(noted)
        for test, lines, high in zip(part.tests, told, heights, strict=True):
            draw_test(sheet, test, lines, part.least_possible_counts, top)
            top += high

    return Panel(head(noted) + sum(heights), draw)


def said_of(subject: Subject, test: Test) -> list[str]:
    """Say what a null is and how many rows it has, and what it says of the pair."""
    rows = counted(test.support)
    sampled = test.method is Method.SAMPLED
    many = subject.say("sampled", rows, counted(test.rows)) if sampled else subject.say("exact", rows)
    said = [chance(test), subject.say("least-p", decimals(test.p_min)), verdict(subject, test)]
    return [f"{subject.say(f'null-{test.null}')} · {many}", "; ".join(filter(None, said))]


def verdict(subject: Subject, test: Test) -> str:
    """Print p adjusted to all tests, or that the test allows no verdict."""
    if not test.decides:
        return subject.say("no-verdict")
    return subject.say("holm", decimals(test.holm)) if test.holm is not None else ""


def chance(test: Test) -> str:
    """Print p, with its error where the rows were drawn."""
    error = f"\u00a0±\u00a0{test.error:.2g}" if test.error else ""
    return f"p\u00a0{decimals(test.p)}{error}"


def draw_test(sheet: Sheet, test: Test, lines: Sequence[Block], least: int, top: float) -> None:
    """Draw the share of rows at each distance as bars, those that p adds up dark."""
    for text in lines:
        paragraph(sheet, BESIDE, top, text)
        top += text.height - 3
    base, left = top + 4 + BARS, BESIDE + 8
    counts = dict(test.spread)
    first, *others = sorted({least, test.observed, *counts})
    unit = gcd(*(each - first for each in others)) or 1
    last = max(test.observed, *counts)
    step = min(26.0, (COLUMN - 14) / ((last - first) / unit + 2))

    def at(distance: int) -> float:
        return left + ((distance - first) / unit + 0.5) * step

    def high(distance: int) -> float:
        return (BARS - 15) * counts.get(distance, 0) / max(counts.values())

    sheet.rule([(left - 4, base, at(last) + step / 2 + 4, base)], lw=0.6, ec=BLACK)
    for distance, count in test.spread:
        wide, dark = max(0.8, 0.72 * step), distance <= test.observed
        up = max(0.4, high(distance))
        box(sheet, at(distance) - wide / 2, base - up, wide, up, fc=DARK if dark else LIGHT)
        if step >= 15:
            sheet.write(at(distance), base - up - 2, rounded(count / test.rows), TINY, "center", GREY)
    room = sheet.font.width(str(last), SMALL) + 3
    for distance in range(first, last + 1, unit * ceil(room / step)):
        if abs(at(distance) - at(test.observed)) >= room:
            sheet.write(at(distance), base + 7.5, str(distance), SMALL, "center")
    found = at(test.observed)
    sheet.write(found, base + 7.5, str(test.observed), SMALL, "center", ACCENT)
    end = base - high(test.observed) - (7.5 if step >= 15 and test.observed in counts else 1)
    sheet.rule([(found, base - BARS, found, end)], lw=1.2, ec=ACCENT)
    wedge(sheet, found, base - BARS + 2, 5)
    bound = at(least) - step / 2
    sheet.rule([(bound, base - BARS, bound, base + 3)], lw=0.9, ec=GREY, ls=DASHED)


def rounded(share: float) -> str:
    """Print a share above a bar."""
    return f"{share:.2f}" if share >= 0.005 else "<.01"


# --- many rows ----------------------------------------------------------------------------------


def matrix_panel(subject: Subject, letter: str) -> Panel:
    """Show the distances of all pairs, each with the least that is possible and with chance."""
    number = len(subject.rows)
    wide, high = min(78.0, (END - FIRST) / number), 33.0
    found = iter(subject.comparisons)
    cells = {(i, j): next(found) for i in range(number) for j in range(i + 1, number)}
    names = [subject.name(place) for place in range(number)]
    numbered = any(subject.font.width(name, LABEL) > wide - 4 for name in names)
    if numbered:
        names = [subject.name(place, FIRST - MARGIN - 20) for place in range(number)]
    height = head(()) + 10 + number * high + 16

    def draw(sheet: Sheet, top: float) -> None:
        headed(sheet, MARGIN, top, letter, subject.say("matrix"), ())
        top += head(()) + 10
        for place in range(number):
            x, y = FIRST + place * wide, top + place * high
            over = str(place + 1) if numbered else names[place]
            before = f"{place + 1}　" if numbered else ""
            sheet.write(x + wide / 2, top - 3.5, over, LABEL, "center")
            sheet.write(MARGIN, y + high / 2 + 2.5, f"{before}{names[place]}", LABEL)
            strokes = len(subject.rows[place].strokes(subject.use))
            box(sheet, x, y, wide, high, fc="none", ec=GREY, lw=0.4)
            sheet.write(x + wide / 2, y + high / 2 + 2.5, str(strokes), LABEL, "center", GREY)
        for (i, j), each in cells.items():
            draw_cell(sheet, each, FIRST + j * wide, top + i * high, wide, high)
        draw_shades(sheet, subject, top + number * high + 6)

    return Panel(height, draw)


def beyond(part: Part) -> int:
    """Return how much of a distance is above the least that the counts of ○ and □ allow."""
    return part.distance - part.least_possible_counts


def draw_cell(sheet: Sheet, pair: Comparison, x: float, y: float, wide: float, high: float) -> None:
    """Draw one pair; numbers that are too long for their field are set smaller."""
    part, test, middle, room = pair.part, pair.part.test(Null.COUNTS), x + wide / 2, wide - 3

    def write(down: float, text: str, size: float, color: str = BLACK) -> None:
        fitting = min(size, room / sheet.font.width(text, 1))
        sheet.write(middle, y + down, text, fitting, "center", color)

    shade = SHADES[min(beyond(part), len(SHADES) - 1)]
    box(sheet, x, y, wide, high, fc=shade, ec=GREY, lw=0.4)
    found, more = str(part.distance), f"+{beyond(part)}"
    sizes = (HEADING + 1.5, SMALL)
    breadth = sheet.font.width(found, sizes[0]) + 3 + sheet.font.width(more, sizes[1])
    scale = min(1.0, room / breadth)
    left = middle - scale * breadth / 2
    sheet.write(left, y + 12, found, scale * sizes[0])
    sheet.write(middle + scale * breadth / 2, y + 11, more, scale * sizes[1], "right")
    write(20, f"≥ {part.least_possible} · {part.least_possible_counts}", TINY + 0.5, GREY)
    if test:
        p = f"p {decimals(test.p)}"
        write(28.5, f"{p}{'*' if test.rejects else ''}" if test.decides else f"({p})", TINY + 0.8)


def draw_shades(sheet: Sheet, subject: Subject, top: float) -> None:
    """Say which tint is how much above the least possible."""
    text = subject.say("beyond")
    sheet.write(FIRST, top + 7, text, SMALL, color=GREY)
    x = FIRST + sheet.font.width(text, SMALL) + 5
    for more, shade in enumerate(SHADES):
        last = more == len(SHADES) - 1
        box(sheet, x, top, 9, 9, fc=shade, ec=GREY, lw=0.4)
        said = f"+{more}{' …' if last else ''}"
        sheet.write(x + 11.5, top + 7, said, SMALL, color=GREY)
        x += 28
