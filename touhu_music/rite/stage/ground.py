"""What is built, laid and set on the stage, from above: hall, stairs, mats, pot, counters, drums."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from touhu_music.language import Language, chinese, number, word
from touhu_music.notation import Drum
from touhu_music.rite.measures import measures
from touhu_music.rite.measures.measures import CUN_OF_CHI
from touhu_music.rite.stage import stage
from touhu_music.rite.stage.page import (
    BLACK,
    COURT,
    DASHED,
    EDGE,
    GREY,
    HALL,
    LABEL,
    MAT,
    PALE,
    PLAN,
    SCALE,
    SMALL,
    WHITE,
    Frame,
    across,
)  # fmt: skip
from touhu_music.rite.stage.stage import FREE, Place, Scene

if TYPE_CHECKING:
    from touhu_music.canvas import Canvas


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


def shifted(name: str, x: float, y: float, scene: Scene, frame: Frame = PLAN) -> tuple[float, float]:
    """Move the pot beside the man who carries it."""
    return (x - across(frame) / 2 - 1.8, y) if name == "pot" and scene.pot == "pot-bearer" else (x, y)


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


def compass(canvas: Canvas, x: float, y: float, north: str) -> None:
    """Draw an arrow to the north."""
    canvas.line(x, y + 5, x, y - 3, 0.3, stroke=PALE)
    canvas.polygon([(x - 1.3, y - 2), (x + 1.3, y - 2), (x, y - 5.5)], PALE)
    canvas.write(x - 2.2, y + 3, north, LABEL, align="end", color=PALE)
