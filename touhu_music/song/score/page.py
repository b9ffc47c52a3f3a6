"""The page around the staves: title and print above, words and signs below notes, remarks at the foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement

from touhu_music.canvas import BLACK, Canvas, short
from touhu_music.font import Font
from touhu_music.language import chinese, word, words
from touhu_music.notation import HALF
from touhu_music.performance import Performance, Stroke, Timing
from touhu_music.render.measures import PARTS
from touhu_music.render.score.page import GREY, Block, whole, wrap
from touhu_music.sheet.paper import A4, LEADING, Paper
from touhu_music.song.fitting import Rendition, TimedWord
from touhu_music.song.formats import Options
from touhu_music.song.score import mei, pitches, telling
from touhu_music.song.score.engraving import MILLIMETRES, Place, Row, engrave
from touhu_music.song.score.lines import SIZES, below, offsets
from touhu_music.song.score.pitches import Number
from touhu_music.song.score.systems import ROOM, arrange
from touhu_music.song.telling import name

MARGIN: Final = 12.0
NAME, TITLE, TEXT, LABEL = 5.0, 6.0, 2.9, 2.6  # sizes of letters
LEFT: Final = A4.width - MARGIN - ROOM
"""Where the staves begin; the names stand before them."""

LARGER: Final = (1.0, 1.07, 1.14, 1.2)
"""Sheets larger than A4, one of which may hold a song that A4 cannot: it is made smaller then."""

MOST_SLACK: Final = 9.0
BETWEEN = 2.4  # from system to system
FEET: Final = 4.2  # from the lowest staff to the baseline of what stands below it
ABOVE, UNLABELLED, BELOW, GAP = 6.6, 3.2, 3.4, 1.0  # for what stands above and below one


class Page(NamedTuple):
    """A finished page: its SVG without letters, and the letters."""

    svg: str
    letters: str
    width: float
    height: float


class Pages(NamedTuple):
    """All pages of a score."""

    pages: tuple[Page, ...]
    font: Font
    title: str


@lru_cache(maxsize=4)
def draw(rendition: Rendition, options: Options, *, paged: bool) -> Pages:
    """Draw a song on sheets of A4, or on one page that is as long as it needs.

    Raises RenderError for what no page can hold, and for what the font cannot draw.
    """
    title = name(rendition.song, options.language)
    canvases = canvases_of(rendition, options, paged=paged)
    pages = (Page(each.svg(), each.letters, each.width, each.height) for each in canvases)
    return Pages(tuple(pages), options.font, title)


class Item(NamedTuple):
    """What takes a height of the page: a text or a system, and whether a stanza begins with it."""

    height: float
    what: Block | Row
    begins: bool = False


class Layout(NamedTuple):
    """What is to be drawn, from the top, the symbols of the music, and the sheet for it."""

    items: tuple[Item, ...]
    symbols: Element
    sheet: Paper

    @property
    def height(self) -> float:
        """The height of everything."""
        return sum(item.height for item in self.items)


def canvases_of(rendition: Rendition, options: Options, *, paged: bool = True) -> list[Canvas]:
    """Draw a song as canvases."""
    sung = {mei.id_of_word(each): each for each in rendition.words}
    title = name(rendition.song, options.language)
    layout = fitted(rendition, options) if paged else laid_out(rendition, options, A4)
    sheet = layout.sheet
    found = list[Canvas]()
    parted = list(sheets(layout.items, sheet.height - 2 * MARGIN if paged else None))
    for items in parted:
        size = (
            (sheet.width, sheet.height) if paged else (whole(sheet.width), whole(layout.height + 2 * MARGIN))
        )
        canvas = Canvas(*size, options.font, title=title)
        canvas.root.append(layout.symbols)
        y = MARGIN
        more = slack(items) if paged and items is not parted[-1] else 0.0
        for item in items:
            if isinstance(item.what, Block):
                write_block(canvas, y, item.what)
            else:
                draw_row(canvas, y + above_of(item.what, sung), item.what, rendition, options)
            y += item.height + (more if isinstance(item.what, Row) else 0.0)
        found.append(canvas if sheet.width == A4.width else smaller(canvas))
    return found


def fitted(rendition: Rendition, options: Options) -> Layout:
    """Lay a song out on sheets of A4; what is little too much for one is laid out on a larger one."""
    usual = laid_out(rendition, options, A4)
    for larger in LARGER if usual.height < LARGER[-1] * A4.height else ():
        sheet = Paper("larger", larger * A4.width, larger * A4.height)
        found = laid_out(rendition, options, sheet) if larger > 1 else usual
        if found.height <= sheet.height - 2 * MARGIN:
            return found
    return usual


def laid_out(rendition: Rendition, options: Options, sheet: Paper) -> Layout:
    """Break texts and music for a sheet."""
    room, face = sheet.width - 2 * MARGIN, options.font
    systems = arrange(rendition, options.lines)
    engraved = engrave(rendition, options, systems, sheet.width - MARGIN - LEFT)
    above = [wrap(text, size, face, room, color) for text, size, color in heading(rendition, options)]
    below = [
        wrap(text, TEXT, face, room, GREY if ours else BLACK)
        for text, ours in telling.on_page(rendition, options.language, options.lines)
    ]
    sung = {mei.id_of_word(each): each for each in rendition.words}
    items = [Item(block.height, block) for block in above]
    for row in engraved.rows:
        tall = above_of(row, sung) + height(row, options.lines) + BETWEEN
        items.append(Item(tall, row, any(each.begins_stanza for each in words_of(row, sung))))
    items += [Item(block.height + 0.8, block) for block in below]
    return Layout(tuple(items), engraved.symbols, sheet)


def smaller(canvas: Canvas) -> Canvas:
    """Set a larger sheet on A4."""
    page = Canvas(A4.width, A4.height, canvas.font, title=canvas.title)
    page.place(canvas.svg(), canvas.letters, 0, 0, A4.width, A4.height)
    return page


def sheets(items: Sequence[Item], room: float | None) -> Iterator[list[Item]]:
    """Part what is drawn into sheets of so much room; without it all is one sheet.

    A stanza that would be parted begins the next sheet, if another is on this one.
    """
    sheet = list[Item]()
    for item in items:
        if room is not None and sheet and sum(it.height for it in sheet) + item.height > room:
            stay = staying(sheet, item, room)
            yield sheet[:stay]
            sheet = sheet[stay:]
        sheet.append(item)
    yield sheet


def staying(sheet: list[Item], item: Item, room: float) -> int:
    """Return how many items stay on a sheet that has no room for one more."""
    starts = [place for place, it in enumerate(sheet) if it.begins]
    if not starts or item.begins or not isinstance(item.what, Row):
        return len(sheet)
    other = any(isinstance(it.what, Row) for it in sheet[: starts[-1]])
    carried = sum(it.height for it in [*sheet[starts[-1] :], item])
    return starts[-1] if other and carried <= room else len(sheet)


def slack(sheet: list[Item]) -> float:
    """Return by how much systems can stand further apart on a sheet that they do not fill."""
    systems = sum(isinstance(item.what, Row) for item in sheet)
    left = A4.height - 2 * MARGIN - sum(item.height for item in sheet)
    return min(MOST_SLACK, left / max(1, systems - 1))


def height(row: Row, lines: Sequence[str]) -> float:
    """Return the height of a system with what stands below it."""
    shapes = (row.bottom - row.top) * MILLIMETRES + (BELOW if len(row.staves) > 1 else 0.0)
    if row.baseline is None:
        return shapes
    return max(shapes, (row.baseline - row.top) * MILLIMETRES + offsets(lines)[-1] + below(lines) + GAP)


def above_of(row: Row, sung: dict[str, TimedWord]) -> float:
    """Return the room above a system: more where a stanza begins in it, or a tone is lost."""
    labelled = any(each.begins_stanza or telling.mark(each.sung) for each in words_of(row, sung))
    return ABOVE if labelled else UNLABELLED


def words_of(row: Row, sung: dict[str, TimedWord]) -> list[TimedWord]:
    """Return the words of a system."""
    return [sung[note.id] for note in row.notes if note.id in sung]


def heading(rendition: Rendition, options: Options) -> Iterator[tuple[str, float, str]]:
    """Yield what stands above the staves, with size and colour."""
    song, language = rendition.song, options.language
    yield name(song, language), TITLE, BLACK
    yield telling.subtitle(song, language), TEXT, BLACK
    yield telling.print_of(song, language), TEXT, BLACK
    yield telling.brief(rendition, language), TEXT, GREY


def write_block(canvas: Canvas, top: float, block: Block) -> None:
    """Set a text."""
    for place, line in enumerate(block.lines):
        canvas.write(MARGIN, top + (1 + LEADING * place) * block.size, line, block.size, color=block.color)


def draw_row(canvas: Canvas, top: float, row: Row, rendition: Rendition, options: Options) -> None:
    """Put a system on a page, with what belongs to its staves, words and strokes."""
    y = top - row.top * MILLIMETRES
    x = LEFT - row.start * MILLIMETRES
    group = SubElement(
        canvas.root, "g", {"transform": f"translate({short(x)} {short(y)}) scale({MILLIMETRES})"}
    )
    group.extend(row.shapes)
    draw_names(canvas, y, row, rendition, options)
    sung = {mei.id_of_word(each): each for each in rendition.words}
    strokes = {mei.id_of(each): each for each in rendition.strokes}
    for place in row.notes:
        at = place._replace(x=x + place.x * MILLIMETRES, y=y + place.y * MILLIMETRES)
        if place.id in sung and row.baseline is not None:
            draw_word(canvas, (top, y + row.baseline * MILLIMETRES), at, sung[place.id], rendition, options)
        elif place.id in strokes and rendition.drum:
            upper, lower = (y + staff * MILLIMETRES for staff in row.staves[1:])
            draw_stroke(canvas, (upper, lower), at, strokes[place.id], rendition.drum, options)


def draw_names(canvas: Canvas, y: float, row: Row, rendition: Rendition, options: Options) -> None:
    """Name the staves, in Chinese and small in the other language, and the lines of text."""
    keys = ["sung-speaker" if rendition.recited else "sung-voice", *(drum.word for drum in PARTS)]
    first = chinese(options.language)
    for key, staff in zip(keys, row.staves, strict=False):
        middle = y + staff * MILLIMETRES
        canvas.write(MARGIN, middle + 0.36 * NAME, word(key, first), NAME)
        if options.language is not first:
            other = word(key, options.language).partition(",")[0]
            canvas.write(MARGIN + NAME + 0.8, middle + 0.36 * LABEL, other, LABEL, color=GREY)
    if len(options.lines) > 1 and row.baseline is not None:
        baseline = y + row.baseline * MILLIMETRES
        for line, offset in zip(options.lines, offsets(options.lines), strict=True):
            canvas.write(MARGIN, baseline + offset, word(f"sung-{line}", first), LABEL, color=GREY)


def draw_word(
    canvas: Canvas,
    edges: tuple[float, float],
    at: Place,
    each: TimedWord,
    rendition: Rendition,
    options: Options,
) -> None:
    """Write a word and its signs under its note; its stanza above, and that its tone is lost or doubtful.

    `edges` are the top of the system and the baseline of the first line of text.
    """
    top, first = edges
    for line, offset in zip(options.lines, offsets(options.lines), strict=True):
        baseline = first + offset
        tone = each.sung.semitones
        if line == "jianpu" and tone is not None:
            draw_number(canvas, at.x, baseline, pitches.number(tone, pitches.first(rendition.song)))
        else:
            text = telling.text_of(each, line, rendition.song)
            canvas.write(at.x, baseline, text, SIZES[line], align="middle")
    if each.begins_stanza and (len(rendition.song.stanzas) > 1 or rendition.times > 1):
        label = telling.stanza(each, rendition, options.language)
        canvas.write(LEFT, top - 3.4, label, LABEL)
    if mark := telling.mark(each.sung):
        canvas.write(at.x, top - 0.8, mark, SIZES["lulu"], align="middle")


def draw_number(canvas: Canvas, x: float, baseline: float, number: Number) -> None:
    """Write a number, its dots above it or below it."""
    size = SIZES["jianpu"]
    canvas.write(x, baseline, number.digit, size, align="middle")
    across = x + (canvas.font.width(number.digit, size) - canvas.font.width(number.digit[-1], size)) / 2
    for dot in range(abs(number.octave)):
        away = 0.95 + 0.3 * dot if number.octave > 0 else -0.25 - 0.3 * dot
        canvas.dot(across, baseline - away * size, 0.09 * size)


def draw_stroke(
    canvas: Canvas,
    staves: tuple[float, float],
    at: Place,
    stroke: Stroke,
    drum: Performance,
    options: Options,
) -> None:
    """Write what belongs to a stroke: its cycle where one begins, 半, and a doubt."""
    upper, lower = staves
    if stroke.number == 1 and drum.plan.cycles > 1:
        label = words("cycle", options.language).format(stroke.cycle)
        canvas.write(at.x - 1.3, lower + FEET, label, 2.3, color=GREY)
    if drum.pattern[stroke.number - 1].onset == drum.half:
        stems = drum.plan.timing is Timing.ON_GU  # and beams, which leave no room between the drums
        baseline = lower + FEET + 0.6 if stems else (upper + lower) / 2 + 1.2
        canvas.write(at.x, baseline, HALF, SIZES["lulu"], align="middle")
    if drum.doubtful(stroke):
        canvas.write(at.x, at.y + 0.9, "?", 2.4, align="middle")
