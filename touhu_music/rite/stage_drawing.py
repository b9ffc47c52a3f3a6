"""The stage from above, a page a section: hall and court to scale, the ground around the box larger.

North is up. Black is what a book tells of how a place lies to others, grey and dashed is our layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.etree.ElementTree import fromstring

from touhu_music.errors import RenderError
from touhu_music.language import Language, both, chinese, number, word, words
from touhu_music.notation import Drum
from touhu_music.rite import measures, stage
from touhu_music.rite.cue_lines import called, hanzi, label
from touhu_music.rite.measures import CUN_OF_CHI
from touhu_music.rite.rites import Facing
from touhu_music.rite.stage import FREE, Figure, Place, Scene
from touhu_music.rite.stage_ways import Way, ways

if TYPE_CHECKING:
    from touhu_music.canvas import Canvas

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 12.0  # millimetres, A4
TITLE, HEAD, LABEL, SMALL = 5.0, 4.0, 3.0, 2.5
SCALE, LARGER = 6.0, 13.5  # millimetres a 尺, on the plan and around the box
LEADING: Final = 1.5
BLACK, GREY, PALE, HALL, COURT, WHITE = "#111111", "#8a8a8a", "#555555", "#f6f2e9", "#ffffff", "#ffffff"
DASHED: Final = {"stroke-dasharray": "1.1 0.8"}
RADIUS: Final = 0.4  # of a person, in 尺: so large is our drawing
MAT: Final = (2.0, 1.7)  # of a mat, in 尺: ours


class Frame(NamedTuple):
    """A piece of the ground on the page: millimetres of its north-west corner, 尺 of its edges."""

    left: float
    top: float
    scale: float
    west: float
    east: float
    south: float
    north: float

    def at(self, x: float | Fraction, y: float | Fraction) -> tuple[float, float]:
        """Return where a point of the ground is on the page."""
        return self.left + (float(x) - self.west) * self.scale, self.top + (
            self.north - float(y)
        ) * self.scale

    @property
    def size(self) -> tuple[float, float]:
        """How large it is on the page."""
        return (self.east - self.west) * self.scale, (self.north - self.south) * self.scale

    def holds(self, x: float | Fraction, y: float | Fraction, room: float = 0.6) -> bool:
        """Tell whether a point is inside with some room around it."""
        return self.west + room <= x <= self.east - room and self.south + room <= y <= self.north - room


POINTER: Final = 0.9  # how far the point of a person reaches beyond the circle, in millimetres
EDGE: Final = -13  # of the hall in the south, in 尺: ours

PLAN: Final = Frame(MARGIN + 3, 30.0, SCALE, -15, 15, -19.6, 5.6)
DETAIL: Final = Frame(MARGIN + 3, 196.0, LARGER, -12.3, -6.6, -13.9, -9.5)


def to_svg(scene: Scene, language: Language) -> bytes:
    """Draw a section as an SVG with its letters inside, read back; raises RenderError where one is lost."""
    from touhu_music import vector

    canvas = drawn(scene, language)
    data = vector.with_letters(canvas.svg(), canvas.font, canvas.letters).encode()
    check(data, scene)
    return data


def to_png(scene: Scene, language: Language) -> bytes:
    """Draw a section in pixels, after its shapes were read back."""
    from touhu_music import vector

    canvas = drawn(scene, language)
    check(canvas.svg().encode(), scene)
    return vector.to_png(canvas.svg(), canvas.font, pixels_per_inch=200)


def to_pdf(scenes: Sequence[Scene], language: Language) -> bytes:
    """Draw a page for each section, opened again; raises RenderError as `to_svg` does."""
    from touhu_music import vector

    pages = [drawn(scene, language) for scene in scenes]
    for scene, page in zip(scenes, pages, strict=True):
        check(page.svg().encode(), scene)
    first = pages[0]
    data = vector.to_pdf([page.svg() for page in pages], first.font, title=first.title)
    vector.check_pdf(data, [(WIDTH, HEIGHT)] * len(pages), "".join(page.letters for page in pages))
    return data


def check(data: bytes, scene: Scene) -> None:
    """Measure the plan; raises RenderError unless persons and pot are where the scene has them."""
    shapes = {each.get("id", ""): each for each in fromstring(data).iter()}
    places = stage.places(scene.venue)
    wanted = {figure_id(place): (each.x, each.y) for place, each in enumerate(scene.figures)}
    wanted["pot"] = places[scene.pot].x, places[scene.pot].y
    for name, (x, y) in wanted.items():
        if name not in shapes:
            raise RenderError(f"the plan has lost {name}")
        found = tuple(float(shapes[name].attrib[key]) for key in ("cx", "cy"))
        meant = shifted(name, *PLAN.at(x, y), scene)
        if max(abs(a - b) for a, b in zip(found, meant, strict=True)) > 0.002:
            raise RenderError(f"{name} is drawn at {found}, not {meant}")


def shifted(name: str, x: float, y: float, scene: Scene, frame: Frame = PLAN) -> tuple[float, float]:
    """Move the pot beside the man who carries it."""
    return (x - across(frame) / 2 - 1.8, y) if name == "pot" and scene.pot == "pot-bearer" else (x, y)


def across(frame: Frame) -> float:
    """Return how wide a person is drawn, in millimetres."""
    return 2 * RADIUS * min(frame.scale, 1.5 * SCALE)


def figure_id(place: int) -> str:
    """Name the shape of a person by his place in the scene."""
    return f"figure-{place + 1}"


def drawn(scene: Scene, language: Language) -> Canvas:
    """Draw the plan of a section, below it the ground around the box and who is where."""
    from touhu_music import font
    from touhu_music.canvas import Canvas

    rite = stage.the_rite()
    number_of = list(rite.sections).index(scene.section) + 1
    besides = called(rite.sections[scene.section], language)
    head = f"{number_of} {hanzi(scene.section, language)} {besides}".strip()
    title = words("stage-title", language)
    canvas = Canvas(WIDTH, HEIGHT, font.of(language), title=title)
    canvas.write(MARGIN, MARGIN + TITLE, head, TITLE)
    venue = " ".join(word(f"stage-{scene.venue}", each) for each in both(language))
    canvas.write(WIDTH - MARGIN, MARGIN + TITLE, f"{title} · {venue}", LABEL, align="end", color=PALE)
    ground(canvas, PLAN, scene, language)
    people(canvas, PLAN, scene, language, names=True)
    compass(canvas, *PLAN.at(13.2, 3.6), word("stage-north", chinese(language)))
    around(canvas, scene, language)
    legend(canvas, scene, language)
    return canvas


def ground(canvas: Canvas, frame: Frame, scene: Scene, language: Language) -> None:
    """Draw what is built and laid: hall, stairs, pillars, mats, pot, basin, drums and seats."""
    here = chinese(language)
    left, top = frame.at(frame.west, frame.north)
    wide, high = frame.size
    canvas.box(left, top, wide, high, fill=COURT, stroke=GREY, **{"stroke-width": "0.2"})
    x, y = frame.at(-14, 5)
    canvas.box(
        x, y, 28 * SCALE, (5 - EDGE) * SCALE, fill=HALL, stroke=GREY, **{"stroke-width": "0.3"} | DASHED
    )
    at = stage.places(scene.venue)
    for side, outward in (("W", 1), ("E", -1)):
        stairs(canvas, frame, at[f"stairs-{side}"], 1.5)
        name, beside = word(f"stage-map-stairs-{side}", here), float(at[f"stairs-{side}"].x) + outward * 1.7
        tag(canvas, frame, beside, EDGE - 0.45, name, "start" if outward > 0 else "end")
    tag(canvas, frame, -13.6, 4.3, word("stage-map-hall", here), "start")
    tag(canvas, frame, -14.6, -19.2, word("stage-map-court", here), "start")
    for side in ("W", "E"):
        x, y = frame.at(at[f"pillar-{side}"].x, at[f"pillar-{side}"].y)
        canvas.mark(Drum.PI, x, y, 5.0, line=0.3, fill=WHITE, color=GREY, doubtful=True, id=f"pillar-{side}")
        canvas.write(x, y + 0.9, word("stage-map-pillar", here), SMALL, align="middle", color=PALE)
    laid = scene.section != "請賓"
    for who in ("guest", "host"):
        mat(canvas, frame, at[f"mat-{who}"], word(f"stage-map-{who}", here), who, laid=laid)
        seat = at[f"seat-{who}"]
        wide, high = (1.6, 1.3) if seat.facing == "S" else (1.3, 1.6)
        x, y = frame.at(seat.x - Fraction(wide) / 2, seat.y + Fraction(high) / 2)
        canvas.box(
            x,
            y,
            wide * SCALE,
            high * SCALE,
            fill="none",
            stroke=BLACK,
            id=f"seat-{who}",
            **{"stroke-width": "0.15"},
        )
        outward = -1 if who == "guest" else 1
        edge = float(seat.x) + outward * (wide / 2 + 0.2)
        tag(
            canvas,
            frame,
            edge,
            seat.y,
            word(f"stage-map-seat-{who}", here),
            "end" if outward < 0 else "start",
        )
    distances(canvas, frame, scene, laid=laid)
    pot(canvas, frame, scene, word("stage-map-pot", here))
    basin = frame.at(at["wash"].x, at["wash"].y)
    canvas.mark(Drum.PI, *basin, 5.0, line=0.3, fill=WHITE, color=BLACK, id="wash")
    canvas.write(basin[0] + 3.6, basin[1] + 1, word("stage-map-wash", here), SMALL)
    if scene.stand:
        x, y = frame.at(at["stand"].x, at["stand"].y)
        canvas.mark(Drum.GU, x, y, 4.0, line=0.35, fill=WHITE, color=BLACK, id="stand")
        canvas.write(x, y + 5.2, word("stage-map-stand", here), SMALL, align="middle")
    drums(canvas, frame, at[FREE], language)
    counters(canvas, frame, scene, language, names=False)


def stairs(canvas: Canvas, frame: Frame, place: Place, long: float) -> None:
    """Draw stairs that go down from the edge of the hall."""
    x, y = frame.at(place.x - Fraction(3, 2), EDGE)
    for tread in range(3):
        high = long / 3 * frame.scale
        look = {"fill": WHITE, "stroke": GREY, "stroke-width": "0.2"} | DASHED
        canvas.box(x, y + tread * high, 3 * frame.scale, high, **look)


def tag(
    canvas: Canvas, frame: Frame, x: float | Fraction, y: float | Fraction, text: str, align: str
) -> None:
    """Write the name of a place."""
    to_x, to_y = frame.at(x, y)
    canvas.write(to_x, to_y + 0.36 * SMALL, text, SMALL, align=align, color=PALE)


def mat(canvas: Canvas, frame: Frame, place: Place, name: str, who: str, *, laid: bool) -> None:
    """Draw a mat, dashed before it is laid, with its name at its outer side."""
    wide, high = MAT
    x, y = frame.at(float(place.x) - wide / 2, float(place.y) + high / 2)
    look = {"stroke-width": "0.35", "stroke": BLACK if laid else GREY, "fill": "#ffffff" if laid else "none"}
    canvas.box(x, y, wide * SCALE, high * SCALE, id=f"mat-{who}", **look, **({} if laid else DASHED))
    outward = -1 if place.x < 0 else 1
    tag(
        canvas,
        frame,
        float(place.x) + outward * (wide / 2 + 0.2),
        place.y,
        name,
        "end" if outward < 0 else "start",
    )


def distances(canvas: Canvas, frame: Frame, scene: Scene, *, laid: bool) -> None:
    """Draw how far the pot is from the seats, and the seats from each other."""
    if not laid:
        return
    at = stage.places(scene.venue)
    away = measures.distance(scene.venue) / CUN_OF_CHI
    for who in ("guest", "host"):
        start, end = frame.at(at[f"mat-{who}"].x, at[f"mat-{who}"].y), frame.at(at["pot"].x, at["pot"].y)
        canvas.line(
            start[0],
            start[1],
            end[0],
            end[1],
            0.2,
            stroke=BLACK,
            id=f"distance-{who}",
            **{"stroke-dasharray": "0.5 1.1"},
        )
        middle = start[0] * 0.4 + end[0] * 0.6, start[1] * 0.4 + end[1] * 0.6
        side = -1 if at[f"mat-{who}"].x < 0 else 1
        text = f"{number(away)} 尺"
        canvas.write(middle[0] - side * 2, middle[1] + 1.8, text, SMALL, align="start" if side < 0 else "end")
    left, right = (frame.at(at[f"mat-{who}"].x, 0) for who in ("guest", "host"))
    canvas.line(
        left[0], left[1], right[0], right[1], 0.2, stroke=BLACK, id="apart", **{"stroke-dasharray": "0.5 1.1"}
    )
    canvas.write((left[0] + right[0]) / 2, left[1] + 3.4, "6 尺", SMALL, align="middle")


def pot(canvas: Canvas, frame: Frame, scene: Scene, name: str, prefix: str = "") -> None:
    """Draw the pot from above: its belly, and its mouth in it."""
    place = stage.places(scene.venue)[scene.pot]
    x, y = shifted("pot", *frame.at(place.x, place.y), scene, frame)
    carried = scene.pot == "pot-bearer"
    size = 3.0 if carried else 5.0
    canvas.mark(Drum.PI, x, y, size, line=0.4, fill="#d9d9d9", color=BLACK, id=f"{prefix}pot")
    canvas.mark(Drum.PI, x, y, size * 0.35, line=0.3, fill=BLACK, color=BLACK)
    if prefix or not carried:
        canvas.write(x, y + size / 2 + 3.7, name, LABEL, align="middle")


def drums(canvas: Canvas, frame: Frame, place: Place, language: Language) -> None:
    """Draw the musicians' ground, dashed, with its two drums: no source says where it is."""
    x, y = frame.at(float(place.x) - 0.7, float(place.y) + 0.9)
    look = {"fill": "none", "stroke": GREY, "stroke-width": "0.3"} | DASHED
    canvas.box(x, y, 4.2 * SCALE, 1.8 * SCALE, id="free", **look)
    for drum, off in ((Drum.PI, 1.5), (Drum.GU, 2.8)):
        to_x, to_y = frame.at(float(place.x) + off, place.y)
        dashed = {"line": 0.4, "fill": WHITE, "color": GREY, "doubtful": True}
        canvas.mark(drum, to_x, to_y, 5.0, id=f"drum-{drum.word}", **dashed)  # type: ignore[arg-type]
    canvas.write(x + 0.5, y - 1.2, word("stage-map-drums", chinese(language)), SMALL, color=PALE)


def counters(canvas: Canvas, frame: Frame, scene: Scene, language: Language, *, names: bool) -> None:
    """Draw box, spare counters, heaps and horses, as far as they are there."""
    at, here, scale = stage.places(scene.venue), chinese(language), frame.scale
    ink = {"stroke": BLACK, "stroke-width": "0.3"}
    prefix = "detail-" if names else ""

    def title(place: Place, key: str, up: float) -> None:
        if names:
            x, y = frame.at(place.x, place.y)
            canvas.write(x, y - up, word(f"stage-map-{key}", here), SMALL, align="middle")

    box = at["box"]
    if scene.box != "box":  # the 司射 still holds it
        place = at[scene.box]
        box = box._replace(x=place.x + Fraction(17, 20), y=place.y)
    x, y = frame.at(float(box.x) - 0.3, float(box.y) + 0.22)
    canvas.box(
        x, y, 0.6 * scale, 0.44 * scale, fill="#d9d9d9", rx=f"{0.1 * scale:.2f}", id=f"{prefix}box", **ink
    )
    east, middle = frame.at(float(box.x) + 0.3, box.y)
    canvas.polygon(
        [(east, middle - 0.13 * scale), (east + 0.2 * scale, middle), (east, middle + 0.13 * scale)], BLACK
    )
    title(box, "box", 0.22 * scale + 1.2)
    if scene.box != "box":
        return
    rods(canvas, frame, at["spare"], 4, lengthwise=False, name=f"{prefix}spare")
    title(at["spare"], "spare", 0.3 * scale + 1.2)
    for side, horses in zip(("guest", "host"), scene.horses, strict=True):
        if scene.heaps:
            rods(canvas, frame, at[f"heap-{side}"], 3, lengthwise=True, name=f"{prefix}heap-{side}")
            title(at[f"heap-{side}"], "heap", 0.2 * scale + 1.2)
        for nth in range(horses):
            horse = at[f"horse-{side}"]
            x, y = frame.at(float(horse.x) + 0.22 * nth, horse.y)
            size = 0.2 * scale
            canvas.polygon(
                [(x - size / 2, y + size / 2), (x, y - size / 2), (x + size / 2, y + size / 2)], BLACK
            )
            if names and not nth:
                middle = x + 0.22 * scale * (horses - 1) / 2
                name = word("stage-map-horse", here)
                canvas.write(middle, y - 0.2 * scale - 1.2, name, SMALL, align="middle")


def rods(canvas: Canvas, frame: Frame, place: Place, many: int, *, lengthwise: bool, name: str) -> None:
    """Draw a few counters for many."""
    long, step = 0.42 * frame.scale, 0.11 * frame.scale
    x, y = frame.at(place.x, place.y)
    for one in range(many):
        off = (one - (many - 1) / 2) * step
        over, down = (long / 2, 0.0) if lengthwise else (0.0, long / 2)
        at_x, at_y = (x, y + off) if lengthwise else (x + off, y)
        look = {"stroke": BLACK, "id": f"{name}-{one + 1}"}
        canvas.line(at_x - over, at_y - down, at_x + over, at_y + down, 0.05 * frame.scale, **look)


# --- persons ---------------------------------------------------------------------------------------

TURNS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def sign(who: str, language: Language) -> str:
    """Return the one character that a person is drawn with."""
    if who == "不勝者":
        return word("stage-mark-loser", chinese(language))
    return hanzi({"司射": "射", "大師": "師"}.get(who, who[0]), language)


def people(canvas: Canvas, frame: Frame, scene: Scene, language: Language, *, names: bool) -> None:
    """Draw the ways, then the persons: filled where they are mainly seen, else empty."""
    if names:
        for place, each in enumerate(ways(scene), 1):
            way(canvas, frame, each, f"way-{place}")
    for place, figure in enumerate(scene.figures):
        if frame.holds(figure.x, figure.y):
            name = figure_id(place) if names else f"detail-{figure_id(place)}"
            person(canvas, frame, figure, language, name)


def person(canvas: Canvas, frame: Frame, figure: Figure, language: Language, name: str) -> None:
    """Draw a person from above: a circle with his character, and a point toward which he looks."""
    x, y = frame.at(figure.x, figure.y)
    size = across(frame)
    free = figure.basis == "layout"
    ink = GREY if free else BLACK
    if figure.facing:
        canvas.polygon(pointer(x, y, size, figure.facing), GREY if figure.looks == "layout" else ink)
    fill = (GREY if free else "#333333") if figure.main else WHITE
    canvas.mark(
        Drum.PI, x, y, size, line=0.3, fill=fill, color=ink, doubtful=free and not figure.main, id=name
    )
    letter = size * 0.58
    canvas.write(
        x,
        y + 0.37 * letter,
        sign(figure.who, language),
        letter,
        align="middle",
        color=WHITE if figure.main else BLACK,
    )


def pointer(x: float, y: float, size: float, facing: Facing) -> list[tuple[float, float]]:
    """Return the corners of the point at a circle, toward where he looks."""
    over, down = TURNS[facing]
    near, far, half = size / 2 + 0.1, size / 2 + POINTER, 0.75
    return [
        (x + over * near - down * half, y + down * near - over * half),
        (x + over * near + down * half, y + down * near + over * half),
        (x + over * far, y + down * far),
    ]


def way(canvas: Canvas, frame: Frame, gone: Way, name: str) -> None:
    """Draw a way with a head at its end, and at its beginning too where he goes back."""
    points = [frame.at(*each) for each in gone.points]
    gap = across(frame) / 2 + 1.8
    if len(points) == 2 and dist(*points) < 2 * gap + 2:
        return
    points[0] = toward(*points[0], *points[1], gap)
    points[-1] = toward(*points[-1], *points[-2], gap)
    heads = [(points[-2], points[-1])] + [(points[1], points[0])] * gone.back
    for piece, ((x, y), (to_x, to_y)) in enumerate(pairwise(points), 1):
        canvas.line(x, y, to_x, to_y, 0.25, stroke=PALE, id=f"{name}-{piece}")
    for (x, y), tip in heads:
        base = toward(*tip, x, y, 2)
        over, down = toward(0, 0, tip[0] - base[0], tip[1] - base[1], 0.8)
        canvas.polygon([(base[0] - down, base[1] + over), (base[0] + down, base[1] - over), tip], PALE)


def toward(x: float, y: float, to_x: float, to_y: float, far: float) -> tuple[float, float]:
    """Go so far from one point to another."""
    whole = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    return x + (to_x - x) / whole * far, y + (to_y - y) / whole * far


def compass(canvas: Canvas, x: float, y: float, north: str) -> None:
    """Draw an arrow to the north."""
    canvas.line(x, y + 5, x, y - 3, 0.3, stroke=PALE)
    canvas.polygon([(x - 1.3, y - 2), (x + 1.3, y - 2), (x, y - 5.5)], PALE)
    canvas.write(x - 2.2, y + 3, north, LABEL, align="end", color=PALE)


# --- below the plan --------------------------------------------------------------------------------


def around(canvas: Canvas, scene: Scene, language: Language) -> None:
    """Draw the ground around the counter-box larger."""
    left, top = DETAIL.at(DETAIL.west, DETAIL.north)
    x, y = PLAN.at(DETAIL.west, DETAIL.north)
    wide, high = ((DETAIL.east - DETAIL.west) * SCALE, (DETAIL.north - DETAIL.south) * SCALE)
    canvas.box(x, y, wide, high, stroke=GREY, **{"stroke-width": "0.15", "stroke-dasharray": "0.4 0.8"})
    wide, high = DETAIL.size
    edge = (DETAIL.north - EDGE) * DETAIL.scale
    canvas.box(left, top, wide, edge, fill=HALL, stroke="none")
    stairs(canvas, DETAIL, stage.places(scene.venue)["stairs-W"], EDGE - DETAIL.south)
    canvas.line(left, top + edge, left + wide, top + edge, 0.3, stroke=GREY, **DASHED)
    canvas.box(left, top, wide, high, stroke=GREY, **{"stroke-width": "0.2"})
    if scene.pot == "pot-bearer":
        pot(canvas, DETAIL, scene, word("stage-map-pot", chinese(language)), "detail-")
    counters(canvas, DETAIL, scene, language, names=True)
    people(canvas, DETAIL, scene, language, names=False)
    canvas.write(left, top - 1.5, words("stage-detail", language), LABEL * 0.9, color=PALE)


def legend(canvas: Canvas, scene: Scene, language: Language) -> None:
    """Tell what the marks mean, and below it who is where in which step."""
    left, top = DETAIL.left + DETAIL.size[0] + 6, DETAIL.top
    room = WIDTH - MARGIN - left
    y = top
    for main in (True, False):
        canvas.mark(
            Drum.PI, left + 1.4, y - 0.8, 2.8, line=0.3, fill="#333333" if main else WHITE, color=BLACK
        )
        canvas.write(left + 4.5, y, word(f"stage-{'main' if main else 'passed'}", language), SMALL)
        y += SMALL * LEADING
    for key, look in (("black", {"stroke": BLACK}), ("grey", {"stroke": GREY} | DASHED)):
        canvas.line(left, y - 0.8, left + 3, y - 0.8, 0.5, **look)
        canvas.write(left + 4.5, y, word(f"stage-{key}", language), SMALL)
        y += SMALL * LEADING
    canvas.line(left, y - 0.8, left + 2, y - 0.8, 0.25, stroke=PALE)
    canvas.polygon([(left + 1.6, y - 1.5), (left + 1.6, y - 0.1), (left + 3.4, y - 0.8)], PALE)
    canvas.write(left + 4.5, y, word("stage-way", language), SMALL)
    y += SMALL * LEADING + 1.5
    for line in told(scene, language):
        for part in canvas.font.lines(line, SMALL, room):
            canvas.write(left, y, part.rstrip(), SMALL)
            y += SMALL * LEADING
    x, y = left, y + 1.5
    for gloss in glossed(scene, language):
        wide = canvas.font.width(gloss, SMALL)
        if x + wide > left + room:
            x, y = left, y + SMALL * LEADING
        canvas.write(x, y, gloss, SMALL, color=PALE)
        x += wide + 3
    scale = word("stage-scale", language).format(*(number(Fraction(each)) for each in (SCALE, LARGER)))
    notes = [f"{word('stage-unit', language)} · {scale}"]
    notes += [word(f"stage-{each}", language) for each in ("free", "venue-note")]
    if scene.horses != (0, 0) or scene.stand:
        notes.append(word("stage-example", language))
    y = max(y + 2, DETAIL.top + DETAIL.size[1] + 2)
    for note in notes:
        for part in canvas.font.lines(note, SMALL, WIDTH - 2 * MARGIN - 3):
            y += SMALL * LEADING
            canvas.write(MARGIN + 3, y, part.rstrip(), SMALL, color=PALE)


def place_name(id: str, language: Language) -> str:
    """Name a place in the language."""
    found = stage.the_rite().places.get(id)
    return label(found, language) if found else word(f"stage-place-{id}", language)


def person_name(who: str, language: Language) -> str:
    """Name a person, with what he is called in the language beside it."""
    return f"{hanzi(who, language)} {called(stage.the_rite().people[who], language)}".strip()


def told(scene: Scene, language: Language) -> Iterator[str]:
    """Tell each person of the section and his places one after the other, with their steps."""
    ways: dict[str, list[Figure]] = {}
    for each in scene.figures:
        if each.steps or each.main:
            ways.setdefault(each.who, []).append(each)
    for who, figures in ways.items():
        stops = [
            place_name(each.place, language)
            + (f" ({'; '.join([steps(each), *turned(each, language)])})" if each.steps else "")
            for each in sorted(figures, key=lambda each: each.steps[:1])
        ]
        yield f"{sign(who, language)}  {person_name(who, language)}: {', '.join(stops)}"


def glossed(scene: Scene, language: Language) -> Iterator[str]:
    """Tell what the hanzi of the plan are called in another language."""
    here = chinese(language)
    if language is here:
        return
    keys = ["guest", "host", "seat-guest", "seat-host", "hall", "court", "stairs-W", "stairs-E", "pillar"]
    keys += ["pot", "box", "wash", "drums"]
    keys += ["spare"] * (scene.box == "box") + ["heap"] * scene.heaps + ["stand"] * scene.stand
    keys += ["horse"] * any(scene.horses)
    for key in keys:
        yield f"{word(f'stage-map-{key}', here)} {word(f'stage-map-{key}', language)}"


def steps(figure: Figure) -> str:
    """Name the steps in which somebody is at a place: `R02`, `R02-R04`, `R01 R03`."""
    numbers = [int(step[1:]) for step in figure.steps]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{figure.steps[0]}-{figure.steps[-1]}"
    return " ".join(figure.steps)


def turned(figure: Figure, language: Language) -> Iterator[str]:
    """Tell in which steps somebody faces otherwise at his place: `R11 facing north`."""
    for step, facing in figure.turns:
        yield f"{step} {word(f'stage-faces-{facing}', language)}"
