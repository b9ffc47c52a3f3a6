"""Rows under each other as an engraved score: a line a row, strokes that meet in one column, 半 between.

Black is what the texts have. Lines, spacing, empty places and the marking of what differs are ours,
and no bar or metre is drawn, since no text has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import ceil
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from touhu_music import font, vector
from touhu_music.canvas import BLACK, Canvas
from touhu_music.comparison.aligned import (
    Side,
    doubtful,
    label,
    said_costs,
    said_ways,
    sides,
    sources,
    struck_doubts,
)
from touhu_music.comparison.pairs import Comparison, Row
from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import Language, both, chinese, word, words
from touhu_music.notation import HALF, Drum, Section, Use
from touhu_music.render import comparing
from touhu_music.render.comparing import same
from touhu_music.render.mei import NAMESPACE
from touhu_music.render.mei.engraver import load
from touhu_music.render.mei.music import HEADS, LINES
from touhu_music.render.score import engraving
from touhu_music.render.score.engraving import OPTIONS, Engraving, Place, dash
from touhu_music.render.score.page import (
    GREY,
    LEADING,
    MARGIN,
    TEXT,
    TITLE,
    draw_music,
    paragraphs,
    whole,
    wrap,
)
from touhu_music.render.score.shapes import (
    HEAD_MIDDLE,
    SVG,
    classed,
    needed,
    numbers,
    shapes,
    symbols,
)
from touhu_music.render.score.systems import MILLIMETRES, MOST_STROKES, ROOM, WHOLE_NOTE

MOST_ROWS: Final = 24
"""More rows are refused: nobody could follow a column through them."""

NARROWEST, READABLE, WIDEST = 6.5, 8.0, 11.0  # millimetres from column to column
NAME, PLAIN, SMALL, NUMBER, HALF_SIZE = 4.4, 3.4, 2.5, 2.3, 4.6  # sizes of letters
NAMES: Final = 34.0  # the most room for the names of rows
SUBTITLE: Final = 3.2
HEAD: Final = 4.2  # millimetres
ABOVE, BELOW = 4.2, 5.6  # how far a box reaches above the first line, and below the last
BRACKET: Final = 1.2
DIFFERING: Final = {"fill": "#fff3bf", "stroke": "#b08900", "stroke-width": "0.25"}
HIGHEST: Final = 5000.0  # millimetres; a PDF has no higher page
NARROWEST_PAGE: Final = 124.0  # for the texts where the music is short


class Column(NamedTuple):
    """What stands under each other: a mark or nothing of each row, or 半 of all."""

    cells: tuple[str, ...]
    section: Section

    @property
    def half(self) -> bool:
        """Whether this is 半."""
        return HALF in self.cells

    @property
    def differs(self) -> bool:
        """Whether the rows differ here."""
        return len(set(self.cells)) > 1


class Stroke(NamedTuple):
    """A stroke of a row: its id, its column within its system, the row, and its place after or before 半."""

    id: str
    column: int
    row: int
    drum: Drum
    place: int
    doubtful: bool


class System(NamedTuple):
    """Columns that stand side by side, with the strokes in them."""

    columns: tuple[Column, ...]
    strokes: tuple[Stroke, ...]


class Drawn(NamedTuple):
    """A system as verovio drew it: its shapes, where each line is, the first column, and the next one."""

    row: engraving.Row
    lines: tuple[float, ...]
    first: float
    step: float


class Page(NamedTuple):
    """A finished page, with the systems that are on it."""

    canvas: Canvas
    systems: tuple[System, ...]
    rows: tuple[str, ...]


# --- files -------------------------------------------------------------------------------------


def to_svg(comparisons: Sequence[Comparison], language: Language, command: str) -> bytes:
    """Engrave the rows of comparisons as SVG with its letters inside, and read it back.

    Raises RenderError for rows that no page can hold, and for letters that no font has.
    """
    page = drawn(comparisons, language, command)
    canvas = page.canvas
    data = vector.with_letters(canvas.svg(), canvas.font, canvas.letters).encode()
    check(data, page)
    return data


def to_pdf(comparisons: Sequence[Comparison], language: Language, command: str) -> bytes:
    """Engrave the rows of comparisons as a PDF of one page, and open it again; raises as `to_svg` does."""
    page = drawn(comparisons, language, command)
    canvas = page.canvas
    check(canvas.svg().encode(), page)
    data = vector.to_pdf([canvas.svg()], canvas.font, title=canvas.title)
    vector.check_pdf(data, [(canvas.width, canvas.height)], canvas.letters)
    return data


def check(data: bytes, page: Page) -> None:
    """Read the rows back from the heads of an SVG; raises RenderError where they are others.

    Each row must have its strokes in their order, each drawn as its own drum, under each other where
    they meet, and 半 between them.
    """
    root = comparing.svg(data)
    wanted = [stroke for system in page.systems for stroke in system.strokes]
    halves = [
        f"half-row-{row}"
        for system in page.systems
        for column in system.columns
        if column.half
        for row in range(1, len(page.rows) + 1)
    ]
    names = (element.get("id", "") for element in root.iter())
    found = Counter(name for name in names if name.startswith(("stroke-", "half-")))
    same("SVG", "strokes", found, Counter([*(stroke.id for stroke in wanted), *halves]))
    heads = {name: head for name, head in heads_of(root) if name in found}
    same("SVG", "heads", set(heads), {stroke.id for stroke in wanted})
    for place, row in enumerate(page.rows):
        strokes = [stroke.id for stroke in wanted if stroke.row == place]
        inked = sorted(strokes, key=lambda name: (heads[name].y, heads[name].x))
        same("SVG", f"order in row {place + 1}", inked, strokes)
        same("SVG", f"marks in row {place + 1}", "".join(str(heads[name].drum) for name in inked), row)
    for system in page.systems:
        for at in range(len(system.columns)):
            across = [heads[stroke.id].x for stroke in system.strokes if stroke.column == at]
            if across and (max(across) - min(across)) * MILLIMETRES > HEAD / 20:
                raise RenderError("the strokes of a column are not under each other")


class Head(NamedTuple):
    """A head that is drawn: where, and of which drum, None if it is of none."""

    x: float
    y: float
    drum: Drum | None


def heads_of(root: Element) -> Iterator[tuple[str, Head]]:
    """Give the heads of a picture by the ids of their groups."""
    drums = {head.removeprefix("U+"): drum for drum, head in HEADS.items()}
    for group in root.iter(f"{SVG}g"):
        for used in group.findall(f"{SVG}use"):
            x, y, *_ = numbers(used.get("transform", ""))
            yield group.get("id", ""), Head(x, y, drums.get(used.get("href", "").removeprefix("#")))


# --- what is drawn -----------------------------------------------------------------------------


def drawn(comparisons: Sequence[Comparison], language: Language, command: str) -> Page:
    """Draw the rows of comparisons, each once, in the order in which they come."""
    rows, use = rows_of(comparisons)
    found = sides(rows, use, comparisons[0].costs)
    columns = sum(len(side.columns) for side in found)
    if not columns:
        raise RenderError("there is no stroke to draw")
    if columns > MOST_STROKES:
        raise RenderError(f"a score holds at most {MOST_STROKES} columns, not {columns}")
    broken = systems(found, rows, use)
    step = min(WIDEST, *(ROOM / len(system.columns) for system in broken))
    engraved = engrave(broken, len(rows), step)
    canvas = page(engraved, broken, found, rows, use, language, command)
    return Page(canvas, broken, tuple(row.strokes(use) for row in rows))


def rows_of(comparisons: Sequence[Comparison]) -> tuple[list[Row], Use]:
    """Return the rows of comparisons, each once, and their use."""
    found: list[Row] = []
    for row in (row for each in comparisons for row in (each.a, each.b)):
        if row not in found or len(comparisons) == 1:
            found.append(row)
    if len({(each.use, each.costs) for each in comparisons}) != 1:
        raise RenderError("a score needs comparisons of one use, with the same costs")
    if len(found) > MOST_ROWS:
        raise RenderError(f"a score holds at most {MOST_ROWS} rows, not {len(found)}")
    return found, comparisons[0].use


def systems(found: Sequence[Side], rows: Sequence[Row], use: Use) -> tuple[System, ...]:
    """Break the columns into systems: one if that can be read, else each side of 半 by itself."""
    parts = [[Column(cells, side.section) for cells in side.columns] for side in found]
    if use is Use.ARCHERY:
        parts[1].insert(0, Column((HALF,) * len(rows), Section.AFTER_HALF))
    if sum(map(len, parts)) * READABLE <= ROOM:
        parts = [[column for part in parts for column in part]]
    counts = [Counter[Section | None]() for _ in rows]
    doubts = [doubtful(row, use) for row in rows]
    return tuple(
        System(tuple(columns), tuple(strokes(columns, counts, doubts)))
        for part in parts
        for columns in equal_parts(part)
    )


def equal_parts(columns: Sequence[Column]) -> Iterator[Sequence[Column]]:
    """Break columns into the fewest stretches that can be read; all in one if they only just fit."""
    if len(columns) * NARROWEST <= ROOM:
        yield columns
        return
    number = ceil(len(columns) * READABLE / ROOM)
    for start, end in pairwise(len(columns) * part // number for part in range(number + 1)):
        yield columns[start:end]


def strokes(
    columns: Sequence[Column],
    counts: Sequence[Counter[Section | None]],
    doubts: Sequence[set[tuple[Section, int]]],
) -> Iterator[Stroke]:
    """Give the strokes of a system; what was counted of each row, by section and in all, goes on."""
    for at, column in enumerate(columns):
        for row, (cell, count) in enumerate(zip(column.cells, counts, strict=True)):
            if cell and not column.half:
                count.update((column.section, None))
                drum, place = Drum(cell), count[column.section]
                name = f"stroke-{count[None]}-{drum.word}-row-{row + 1}"
                yield Stroke(name, at, row, drum, place, (column.section, place) in doubts[row])


# --- engraving ---------------------------------------------------------------------------------


def engrave(broken: Sequence[System], rows: int, step: float) -> tuple[Element, tuple[Drawn, ...]]:
    """Let verovio place all strokes; raises RenderError where it has lost some."""
    toolkit = load(
        tostring(encode(broken, rows), encoding="unicode"),
        **OPTIONS | {"spacingStaff": 7, "spacingSystem": 7},
        breaks="encoded" if len(broken) > 1 else "none",
        spacingLinear=step / (WHOLE_NOTE / 4 * MILLIMETRES),
    )
    picture = fromstring(toolkit.renderToSVG(1))
    found = list(classed(picture, "system"))
    if len(found) != len(broken):
        raise RenderError(f"verovio drew {len(found)} systems, not {len(broken)}")
    drawings = tuple(read(*each) for each in zip(found, broken, strict=True))
    dash(
        [each.row for each in drawings], {it.id for system in broken for it in system.strokes if it.doubtful}
    )
    return symbols(picture), drawings


def encode(broken: Sequence[System], rows: int) -> Element:
    """Write MEI of as many lines as there are rows, a measure a system; a column lasts a quarter."""
    root = Element("mei", {"xmlns": NAMESPACE, "meiversion": "5.0"})
    statement = SubElement(SubElement(root, "meiHead"), "fileDesc")
    SubElement(SubElement(statement, "titleStmt"), "title")
    SubElement(statement, "pubStmt")
    score = root
    for tag in ("music", "body", "mdiv", "score"):
        score = SubElement(score, tag)
    group = SubElement(
        SubElement(score, "scoreDef", {"mnum.visible": "false", "system.leftline": "false"}), "staffGrp"
    )
    for row in range(1, rows + 1):
        SubElement(
            group, "staffDef", {"n": str(row), "lines": "1", "clef.shape": "perc", "clef.visible": "false"}
        )
    section = SubElement(score, "section")
    for number, system in enumerate(broken):
        if number:
            SubElement(section, "sb")
        look = {"metcon": "false", "right": LINES["invisible"]}
        measure = SubElement(section, "measure", look)
        for row in range(rows):
            layer = SubElement(SubElement(measure, "staff", {"n": str(row + 1)}), "layer", {"n": "1"})
            struck = {stroke.column: stroke for stroke in system.strokes if stroke.row == row}
            layer.extend(event(struck.get(place)) for place in range(len(system.columns)))
    return root


def event(stroke: Stroke | None) -> Element:
    """Return the note of a stroke, or a space."""
    if stroke is None:
        return Element("space", {"dur": "4"})
    head = {"head.shape": HEADS[stroke.drum], "stem.visible": "false"}
    return Element("note", {"xml:id": stroke.id, "dur": "4", "loc": "0", **head})


def read(drawing: Element, system: System) -> Drawn:
    """Find in a system of verovio's picture where its lines and its columns are."""
    lines = [
        numbers(needed(staff, f"{SVG}path").get("d", "")) for staff in classed(drawing, "staff")
    ]  # from x, y to x, y
    places = [place(note) for note in classed(drawing, "note")]
    at = {it.id: it.x for it in places}
    if set(at) != {stroke.id for stroke in system.strokes}:
        raise RenderError("verovio has lost strokes")
    known = {stroke.column: at[stroke.id] for stroke in system.strokes}
    low, high = min(known), max(known)
    step = (known[high] - known[low]) / (high - low) if high > low else READABLE / MILLIMETRES
    first = known[low] - low * step
    heights = [line[1] for line in lines]
    row = engraving.Row(
        tuple(shapes(drawing)),
        min(heights),
        max(heights),
        {},
        lines[0][0],
        lines[0][2],
        (),
        tuple(places),
    )
    return Drawn(row, tuple(heights), first, step)


def place(note: Element) -> Place:
    """Find where a stroke is."""
    head = next(classed(note, "notehead"))
    x, y = numbers(needed(head, f"{SVG}use").get("transform", ""))[:2]
    return Place(note.get("id", ""), x + HEAD_MIDDLE, y, y)


# --- the page ----------------------------------------------------------------------------------


def page(
    engraved: tuple[Element, tuple[Drawn, ...]],
    broken: Sequence[System],
    found: Sequence[Side],
    rows: Sequence[Row],
    use: Use,
    language: Language,
    command: str,
) -> Canvas:
    """Set the music among its texts, on a page that is as large as they need."""
    face = font.of(language)
    used, drawings = engraved
    name = titled(rows, use, chinese(language))
    left = names_width(face, rows, language) - min(each.row.start for each in drawings) * MILLIMETRES
    room = max(left + max(each.row.end for each in drawings) * MILLIMETRES, NARROWEST_PAGE)
    above = [wrap(name, TITLE, face, room, BLACK)]
    if language is not chinese(language):
        above.append(wrap(titled(rows, use, language), SUBTITLE, face, room, BLACK))
    above += [wrap(line, TEXT, face, room, BLACK) for line in sources(rows, language)]
    below = [wrap(text, TEXT, face, room, color) for text, color in legend(found, rows, use, language)]
    foot = [wrap(word("aligned-made", language).format(command), SMALL, face, room, GREY)] if command else []
    top = MARGIN + sum(block.height for block in above) + ABOVE + 2 * BRACKET + 3
    first, last = drawings[0].row.top * MILLIMETRES, drawings[-1].row.bottom * MILLIMETRES
    bottom = top + last - first + BELOW + 4.5
    key = any(column.differs for system in broken for column in system.columns)
    after = bottom + (LEADING * TEXT + 2 if key else 0)
    height = after + sum(block.height for block in (*below, *foot)) + MARGIN - 2
    if height > HIGHEST:
        raise RenderError(f"so many columns of {len(rows)} rows are higher than any page")
    canvas = Canvas(whole(room + 2 * MARGIN), whole(height), face, title=name)
    paragraphs(canvas, MARGIN, above)
    x, y = MARGIN + left, top - first
    for each, system in zip(drawings, broken, strict=True):
        mark_differing(canvas, x, y, each, system)
    draw_music(canvas, x, y, Engraving(used, tuple(each.row for each in drawings)))
    for each, system in zip(drawings, broken, strict=True):
        draw_names(canvas, y, each, rows, language)
        draw_texts(canvas, x, y, each, system)
    if key:
        draw_key(canvas, bottom, language)
    paragraphs(canvas, after, [*below, *foot])
    return canvas


def titled(rows: Sequence[Row], use: Use, language: Language) -> str:
    """Name the rows, what they are for, and that they are aligned."""
    separator = word("listed" if language is chinese(language) else "joined", language)
    names = separator.join(label(row, language) for row in rows)
    return f"{names} · {word(str(use), language)} · {word('aligned-rows', language)}"


def legend(
    found: Sequence[Side], rows: Sequence[Row], use: Use, language: Language
) -> Iterator[tuple[str, str]]:
    """Yield what stands below the music, with its colour: what is text, doubtful, and our choice."""
    yield words("text", language), BLACK
    if doubts := struck_doubts(rows, use, language):
        yield "; ".join(doubts), BLACK
    joined = word("joined", language)
    said = []
    for side in found:
        ways = [said_ways(side.ways, language)]
        if len(rows) > 2:
            ways.insert(0, word("aligned-centre", language).format(rows[side.centre].name))
        line = joined.join(ways)
        said.append(f"{word(str(side.section), language)} {line}" if len(found) > 1 else line)
    said += said_costs(found[0].costs, language)
    said += [word(key, language) for key in ("aligned-layout", "aligned-number")]
    yield f"{words('choices', language)}: {joined.join(said)}", GREY


def names_width(face: Font, rows: Sequence[Row], language: Language) -> float:
    """Return the room that the names of the rows need before the lines."""
    return 2.5 + max(
        width
        for row in rows
        for _, size, text in name_lines(face, row, language)
        for width in [face.width(text, size)]
    )


def name_lines(face: Font, row: Row, language: Language) -> Iterator[tuple[float, float, str]]:
    """Yield the lines of a row's name, with how far below its line each stands, and with its size."""
    first, *others = dict.fromkeys(label(row, each) for each in both(language))
    if first == row.name:
        size = min(PLAIN, NAMES / face.width(first, 1))
        yield 0.36 * size, size, first
        return
    small = " · ".join([row.name, *others])
    yield 0.1, NAME, first
    yield 0.1 + 1.35 * SMALL, min(SMALL, NAMES / face.width(small, 1)), small


def draw_names(canvas: Canvas, y: float, each: Drawn, rows: Sequence[Row], language: Language) -> None:
    """Name the lines of a system."""
    for line, row in zip(each.lines, rows, strict=True):
        for lower, size, text in name_lines(canvas.font, row, language):
            canvas.write(MARGIN, y + line * MILLIMETRES + lower, text, size)


def mark_differing(canvas: Canvas, x: float, y: float, each: Drawn, system: System) -> None:
    """Lay a tinted box behind columns in which the rows differ, and a bracket above it."""
    top, bottom = y + each.row.top * MILLIMETRES - ABOVE, y + each.row.bottom * MILLIMETRES + BELOW
    step = each.step * MILLIMETRES
    for differs, group in groupby(range(len(system.columns)), lambda at: system.columns[at].differs):
        if differs:
            places = list(group)
            left = x + each.first * MILLIMETRES + (places[0] - 0.5) * step + 0.4
            width = len(places) * step - 0.8
            canvas.box(left, top, width, bottom - top, **DIFFERING)
            draw_bracket(canvas, left, top - 0.7, width)


def draw_bracket(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw a bracket that opens downward."""
    canvas.line(x, y - BRACKET, x + width, y - BRACKET, 0.4)
    for end in (x + 0.2, x + width - 0.2):
        canvas.line(end, y - BRACKET, end, y, 0.4)


def draw_texts(canvas: Canvas, x: float, y: float, each: Drawn, system: System) -> None:
    """Write what belongs to the strokes: numbers, doubts, and 半 in each row."""
    lines = [y + line * MILLIMETRES for line in each.lines]
    across = [x + (each.first + place * each.step) * MILLIMETRES for place in range(len(system.columns))]
    for stroke in system.strokes:
        middle, line = across[stroke.column], lines[stroke.row]
        if stroke.place == 1 or stroke.place % 5 == 0:
            canvas.write(
                middle, line + HEAD / 2 + NUMBER, str(stroke.place), NUMBER, align="middle", color=GREY
            )
        if stroke.doubtful:
            canvas.write(middle, line + 1.15, "?", 3.4, align="middle")
    for place in (place for place, column in enumerate(system.columns) if column.half):
        for row, line in enumerate(lines, 1):
            right = across[place] + HALF_SIZE / 2 + 0.4
            left = across[place] - HALF_SIZE / 2 - 0.4 if place else x + each.row.start * MILLIMETRES - 0.5
            canvas.box(left, line - 1, right - left, 2, fill="#ffffff", stroke="none")
            canvas.write(across[place], line + 0.36 * HALF_SIZE, HALF, HALF_SIZE, align="middle")
            canvas.root[-1].set("id", f"half-row-{row}")


def draw_key(canvas: Canvas, top: float, language: Language) -> None:
    """Say what the box and the bracket mean."""
    width, height = 5.0, TEXT
    canvas.box(MARGIN, top + BRACKET + 0.7, width, height, **DIFFERING)
    draw_bracket(canvas, MARGIN, top + BRACKET, width)
    canvas.write(MARGIN + width + 1.5, top + BRACKET + 0.4 + height, words("aligned-differ", language), TEXT)
