"""The two heaps as they lie on the ground: marks for the terminal, and a map to scale as SVG or PDF.

North is up. 司射 sits in the west and faces east, so the guest's heap at his right is the south one;
the box stands east of the heaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.etree.ElementTree import fromstring

from touhu_music.columns import columns
from touhu_music.errors import RenderError
from touhu_music.language import Language, both, chinese, number, word, words
from touhu_music.notation import Drum
from touhu_music.rite.counting.counting import Announcement, Form, Layout, Odd, Side, Wording, doubts

if TYPE_CHECKING:
    from touhu_music.canvas import Canvas

# 寸
LENGTH: Final = 12.0  # of a counter. Source: 禮記·投壺 「筭長尺二寸」
ARCHERY_LENGTH: Final = 14.0  # Source: 儀禮·鄉射禮 「長尺有握」, with 盛世佐: 握 is four 寸
THICK: Final = 0.5  # what follows is our choice: no source tells it
IN_PAIR, IN_HEAP, IN_ROW = 0.64, 1.6, 2.1  # from counter to counter, from pair to pair
APART: Final = 3.0  # between the heaps and what is left over


class Rod(NamedTuple):
    """A counter on the ground: its middle in 寸, x to the east and y to the north, and how it lies.

    The origin is the middle of the eastern edge of a heap. A half counter of 定齋 is half as long.
    """

    x: float
    y: float
    lengthwise: bool  # east to west, 縮; else 橫
    length: float = LENGTH

    @property
    def west(self) -> float:
        """Its western end."""
        return self.x - (self.length if self.lengthwise else THICK) / 2

    @property
    def east(self) -> float:
        """Its eastern end."""
        return 2 * self.x - self.west

    @property
    def south(self) -> float:
        """Its southern end."""
        return self.y - (THICK if self.lengthwise else self.length) / 2

    @property
    def north(self) -> float:
        """Its northern end."""
        return 2 * self.y - self.south


class Heap(NamedTuple):
    """The counters of a side by how they lie; each bundle has ten pairs, a pair two counters."""

    bundles: tuple[tuple[Rod, ...], ...]
    pairs: tuple[Rod, ...]
    odd: tuple[Rod, ...]  # the odd one, and west of it a half

    @property
    def rods(self) -> tuple[Rod, ...]:
        """All counters, in the order in which they are laid."""
        return (*(rod for bundle in self.bundles for rod in bundle), *self.pairs, *self.odd)


def length_of(form: Form) -> float:
    """Return how long a counter is: longer in archery."""
    return ARCHERY_LENGTH if form is Form.ARCHERY else LENGTH


def heap(laid: Layout, side: Side, odd: Odd = Odd.WEST, length: float = LENGTH) -> Heap:
    """Lay counters on the ground: tens lengthwise, west of them pairs crosswise, then the odd one.

    Further tens lie outward of the first: 敖繼公 supposes it of the left, the right is by analogy.
    A half counter lies beside the odd one, which is our choice.

    Source: 孔穎達 「橫在十純之西…在零純之西，東西置之」; 盛世佐 「純下謂餘純之南也」;
    敖繼公 「異之則次而北與」.
    """
    outward = -1 if side is Side.GUEST else 1
    high = 9 * IN_HEAP + IN_PAIR + THICK
    bundles = tuple(
        tuple(
            Rod(-length / 2, outward * tens * (high + APART) + (place - 4.5) * IN_HEAP + half, True, length)
            for place in reversed(range(10))
            for half in (IN_PAIR / 2, -IN_PAIR / 2)
        )
        for tens in range(laid.bundles)
    )
    edge = -length - APART if bundles else 0.0  # the eastern edge of what is laid next
    pairs = tuple(
        Rod(edge - THICK / 2 - place * IN_ROW - second * IN_PAIR, 0, False, length)
        for place in range(laid.pairs)
        for second in (0, 1)
    )
    level = 0.0
    if odd is Odd.SOUTH:
        level = -length / 2 - APART
    elif pairs:
        edge = pairs[-1].west - APART
    alone = [Rod(edge - length / 2, level, True, length)] * laid.single
    start = alone[0].west - APART / 2 if alone else edge
    halves = [Rod(start - length / 4, level, True, length / 2)] * laid.half
    return Heap(bundles, pairs, (*alone, *halves))


def names(form: Form, side: Side) -> str:
    """Return the key of whose heap it is: the guest's and the host's, or the archers'."""
    if form is not Form.ARCHERY:
        return f"count-rite-{side}"
    return "count-rite-upper" if side is Side.GUEST else "count-rite-lower"


def counter(form: Form) -> str:
    """Return the key of who counts: 司射, in archery 釋獲者."""
    return "count-rite-releaser" if form is Form.ARCHERY else "count-rite-shooter"


def summary(laid: Layout, language: Language) -> str:
    """Tell what a heap is: how many counters, in pairs and an odd one."""
    if not laid.counters:
        return word("count-rite-none", language)
    whole = laid._replace(half=0).counters
    told = Announcement(Side.GUEST, whole, Wording.ZHU, Form.WHO).amount(language)
    half = word("count-rite-half", language) if laid.half else ""
    between = "" if language is chinese(language) else " "
    return f"{number(laid.counters)} = {between.join(filter(None, (told, half)))}"


# --- marks -------------------------------------------------------------------------------------

ROD: Final = 7  # columns of a counter that lies lengthwise
GAP: Final = "   "
MOST_DRAWN: Final = 2  # heaps of ten; more are told by a number


def marks(right: Layout, left: Layout, form: Form, language: Language, odd: Odd = Odd.WEST) -> Iterator[str]:
    """Draw both heaps in marks: `=` and `||` are pairs, lengthwise and crosswise, `-` is the odd one."""
    north, south = (list(block(laid, odd)) for laid in (left, right))
    wide = max(map(len, (*north, *south)), default=0)
    sitter = f"{word(counter(form), chinese(language))} >"
    indent = " " * (columns(sitter) + 2)
    for side, laid, rows in ((Side.HOST, left, north), (Side.GUEST, right, south)):
        title = f"{words(names(form, side), language)}: {summary(laid, language)}"
        drawn = [f"{indent}{row.rjust(wide)}".rstrip() for row in rows]
        if side is Side.HOST:
            yield from (title, *drawn, "")
            yield f"{sitter}  {' ' * max(wide, ROD)}    [{word('count-rite-box', chinese(language))}>"
            yield ""
        else:
            yield from (*drawn, title)


def block(laid: Layout, odd: Odd) -> Iterator[str]:
    """Yield the rows of a heap, the tens in the east."""
    tens: list[str] = []
    for place in range(laid.bundles if laid.bundles <= MOST_DRAWN else 1):
        tens += [""] * bool(place) + ["=" * ROD] * 10
    if laid.bundles > MOST_DRAWN:
        tens.append(f"x {laid.bundles}".center(ROD))
    pairs = [" ".join(["||"] * laid.pairs)] * 3 if laid.pairs else []
    single = ("-" * (ROD // 2) + " ") * laid.half + "-" * ROD * laid.single
    alone = [single.rstrip()] if single else []
    if odd is Odd.SOUTH:
        parts = [[*pairs, *([""] if pairs and alone else []), *alone], tens]
    else:
        parts = [["", *alone] if pairs else alone, pairs, tens]
    shown = [part for part in parts if any(part)]
    widths = [max(map(len, part)) for part in shown]
    for cells in zip_longest(*shown, fillvalue=""):
        yield GAP.join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


# --- the map -----------------------------------------------------------------------------------

WIDTH, HIGHEST = 180.0, 262.0  # millimetres; what is higher would not fit a sheet
MARGIN, INSIDE = 5.0, 6.0  # around the page, and within the ground
TITLE, SAID, LABEL, SMALL = 4.0, 7.5, 3.4, 2.7  # sizes of letters
LEADING: Final = 1.45
LARGEST: Final = 2.0  # millimetres a 寸
STRIP: Final = 17.0  # from the midline, on which 司射 and the box are, to each heap
SITTER, STAND = 24.0, 36.0  # of the ground west and east of the heaps
LEAST: Final = 52.0  # between them
BOX: Final = (22.0, 11.0)
GROUND, WOOD, EDGE, INK, PALE = "#f8f4ea", "#dba866", "#6b4416", "#1a1a1a", "#666666"


def to_svg(right: Layout, left: Layout, said: Announcement, language: Language, odd: Odd = Odd.WEST) -> bytes:
    """Draw the map as an SVG with its letters inside, read back; raises RenderError where one is lost."""
    from touhu_music import vector

    canvas = drawn(right, left, said, language, odd)
    data = vector.with_letters(canvas.svg(), canvas.font, canvas.letters).encode()
    check(data, right, left)
    return data


def to_pdf(right: Layout, left: Layout, said: Announcement, language: Language, odd: Odd = Odd.WEST) -> bytes:
    """Draw the map as a PDF of one page, opened again; raises RenderError as `to_svg` does."""
    from touhu_music import vector

    canvas = drawn(right, left, said, language, odd)
    data = vector.to_pdf([canvas.svg()], canvas.font, title=canvas.title)
    vector.check_pdf(data, [(canvas.width, canvas.height)], canvas.letters)
    return data


def check(data: bytes, right: Layout, left: Layout) -> None:
    """Count the counters of an SVG; raises RenderError unless each heap has its own."""
    shapes = [each.get("id", "") for each in fromstring(data).iter()]
    for side, laid in zip(Side, (right, left), strict=True):
        found = sum(name.startswith(f"{side.heap}-") for name in shapes)
        wanted = len(heap(laid, side).rods)
        if found != wanted:
            raise RenderError(f"the SVG has {found} counters in the {side.heap} heap, not {wanted}")


class Extent(NamedTuple):
    """How far counters reach, in 寸 from the middle of the eastern edge."""

    west: float
    south: float
    north: float

    @property
    def high(self) -> float:
        """From south to north."""
        return self.north - self.south


def extent(rods: Sequence[Rod], length: float = LENGTH) -> Extent:
    """Return how far counters reach; where none lie there is still the place of one."""
    return Extent(
        min((rod.west for rod in rods), default=-length),
        min((rod.south for rod in rods), default=-THICK),
        max((rod.north for rod in rods), default=THICK),
    )


class Frame(NamedTuple):
    """Where what is drawn stands on the page, in millimetres."""

    scale: float  # of a 寸
    top: float  # of the ground
    ground: float  # its height
    west: float  # where the heaps may begin
    east: float  # where they end
    middle: float  # the line on which 司射 and the box are
    rows: dict[Side, float]  # the middle of the first row of each heap

    @property
    def bottom(self) -> float:
        """Where the ground ends."""
        return self.top + self.ground


def framed(north: Extent, south: Extent, above: float, below: float) -> Frame:
    """Make the counters as large as a page holds with so much above and below the ground."""
    titles = INSIDE + LABEL * 1.8
    free = HIGHEST - 2 * (MARGIN + titles + STRIP) - above - below
    room, high, widest = WIDTH - 2 * MARGIN, north.high + south.high, max(-north.west, -south.west)
    scale = min(LARGEST, (room - SITTER - STAND) / widest, free / high)
    between, top = max(LEAST, scale * widest), MARGIN + above
    west = MARGIN + (room - SITTER - between - STAND) / 2 + SITTER
    middle = top + titles + scale * north.high + STRIP
    rows = {
        Side.HOST: middle - STRIP + scale * north.south,
        Side.GUEST: middle + STRIP + scale * south.north,
    }
    return Frame(scale, top, 2 * (titles + STRIP) + scale * high, west, west + between, middle, rows)


def drawn(right: Layout, left: Layout, said: Announcement, language: Language, odd: Odd) -> Canvas:
    """Draw the announcement and below it the ground, its counters as large as the page holds."""
    from touhu_music import font
    from touhu_music.canvas import Canvas
    from touhu_music.sheet.paper import paragraph

    face, here, room = font.of(language), chinese(language), WIDTH - 2 * MARGIN
    laid = {Side.HOST: left, Side.GUEST: right}
    length = length_of(said.form)
    heaps = {side: heap(each, side, odd, length).rods for side, each in laid.items()}
    meaning = [said.said(each) for each in both(language)[1:]]
    scale = "count-rite-scale-archery" if said.form is Form.ARCHERY else "count-rite-scale"
    told = [" ".join(word(scale, each) for each in both(language))]
    told += [word(key, language) for key in doubts((left, right), odd)]
    notes = [line for each in told for line in face.lines(each, SMALL, room)]
    line = MARGIN + TITLE * 1.5  # the top of the announcement
    above = TITLE * 1.5 + SAID * 1.4 + len(meaning) * LABEL * LEADING + 2
    below = 3 + LABEL * 2 + LEADING * SMALL * len(notes)
    frame = framed(extent(heaps[Side.HOST], length), extent(heaps[Side.GUEST], length), above, below)
    title = f"{words('count-rite-title', language)}: {said.said(here)}"
    canvas = Canvas(WIDTH, 2 * MARGIN + above + frame.ground + below, face, title=title)

    canvas.write(MARGIN, MARGIN + TITLE, words("count-rite-title", language), TITLE, color=PALE)
    canvas.write(MARGIN, line + SAID, said.said(here), SAID)
    paragraph(canvas, MARGIN, line + SAID * 1.4, meaning, LABEL)
    canvas.box(MARGIN, frame.top, room, frame.ground, fill=GROUND, stroke="none", rx="2")
    captions = {Side.HOST: frame.top + INSIDE + LABEL, Side.GUEST: frame.bottom - INSIDE}
    for side, rods in heaps.items():
        for place, rod in enumerate(rods, 1):
            lay(canvas, rod, frame.east, frame.rows[side], frame.scale, f"{side.heap}-{place}")
        caption = f"{words(names(said.form, side), language)} · {summary(laid[side], language)}"
        start = max(
            frame.east - face.width(caption, LABEL), MARGIN + INSIDE
        )  # flush with the heap, if it can
        canvas.write(start, captions[side], caption, LABEL, color=INK)
    sitter(canvas, frame.west - SITTER + 8, frame.middle, both(language), said.form)
    box(canvas, frame.east + STAND - BOX[0] - 8, frame.middle, both(language))
    east = MARGIN + room - INSIDE
    compass(canvas, east - 2, frame.top + 16, word("count-rite-north", here))
    measure(canvas, east, frame.bottom - INSIDE, 10 * frame.scale, word("count-rite-foot", here))
    legend(canvas, frame.bottom + 3, language)
    paragraph(canvas, MARGIN, frame.bottom + 3 + LABEL * 2, notes, SMALL)
    return canvas


def lay(canvas: Canvas, rod: Rod, x: float, y: float, scale: float, name: str = "") -> None:
    """Draw a counter whose heap has its origin at a point of the page."""
    wide, high = rod.east - rod.west, rod.north - rod.south
    look = {"fill": WOOD, "stroke": EDGE, "stroke-width": f"{0.09 * scale:.3f}", "rx": f"{0.2 * scale:.3f}"}
    if name:
        look["id"] = name
    canvas.box(x + scale * rod.west, y - scale * rod.north, scale * wide, scale * high, **look)


def sitter(canvas: Canvas, x: float, y: float, languages: Sequence[Language], form: Form) -> None:
    """Draw who counts around a point, looking to the east."""
    canvas.mark(Drum.PI, x, y, 8.0, line=0.35, fill="#ffffff", color=INK)
    canvas.polygon([(x + 4.9, y - 2.2), (x + 4.9, y + 2.2), (x + 8.6, y)], INK)
    for place, each in enumerate(languages):
        canvas.write(x - 4, y + 8 + place * LEADING * SMALL, word(counter(form), each), SMALL)


def box(canvas: Canvas, x: float, y: float, languages: Sequence[Language]) -> None:
    """Draw the box, a lying beast with its head in the east, from a point eastward.

    Source: 禮記·投壺 「設中東面」; 盛世佐 「其首在東」.
    """
    wide, high = BOX
    head = [(x + wide, y - 2.6), (x + wide + 3, y - 3.4), (x + wide + 6.5, y), (x + wide + 3, y + 3.4)]
    canvas.polygon([*head, (x + wide, y + 2.6)], EDGE)
    look = {"stroke": EDGE, "stroke-width": "0.5"}
    canvas.box(x, y - high / 2, wide, high, fill="#ffffff", rx="3", **look)
    canvas.box(x + 3, y - high / 2 + 3, wide - 6, high - 6, fill=GROUND, rx="1", **look)
    for place, each in enumerate(languages):
        line = y + high / 2 + 4 + place * LEADING * SMALL
        canvas.write(x + wide + 6.5, line, word("count-rite-box", each), SMALL, align="end")


def compass(canvas: Canvas, x: float, y: float, north: str) -> None:
    """Draw an arrow to the north that ends above a point."""
    canvas.line(x, y, x, y - 7, 0.3, stroke=PALE)
    canvas.polygon([(x - 1.3, y - 6), (x + 1.3, y - 6), (x, y - 9.5)], PALE)
    canvas.write(x, y + LABEL * 1.1, north, LABEL, align="middle", color=PALE)


def measure(canvas: Canvas, x: float, y: float, length: float, name: str) -> None:
    """Draw a length on the ground that ends at a point."""
    canvas.line(x - length, y, x, y, 0.3, stroke=PALE)
    for end in (x - length, x):
        canvas.line(end, y - 1, end, y + 1, 0.3, stroke=PALE)
    canvas.write(x - length / 2, y - 1.4, name, SMALL, align="middle", color=PALE)


def legend(canvas: Canvas, top: float, language: Language) -> None:
    """Show in a line how counters lie, and what that means."""
    scale, short, x = 0.6, 8.0, MARGIN
    near = (IN_PAIR, -IN_PAIR)
    across = [Rod(-short / 2 + offset, 0, False, short * 0.7) for offset in near]
    along = [Rod(-short / 2, offset, True, short) for offset in near]
    samples = (("tens", along), ("across", across), ("alone", [Rod(-short / 2, 0, True, short)]))
    for name, rods in samples:
        for rod in rods:
            lay(canvas, rod, x + short * scale, top + LABEL * 0.68, scale)
        x += short * scale + 1.6
        text = word(f"count-rite-{name}", language)
        canvas.write(x, top + LABEL, text, SMALL, color=PALE)
        x += canvas.font.width(text, SMALL) + 6
