"""Who stands on the stage, from above, whither he looks, and the ways from place to place."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Final

from touhu_music.language import Language, chinese, word
from touhu_music.notation import Drum
from touhu_music.rite.cuesheet.lines import hanzi
from touhu_music.rite.rites import Facing
from touhu_music.rite.stage.page import BLACK, GREY, PALE, POINTER, WHITE, Frame, across
from touhu_music.rite.stage.stage import Figure, Scene
from touhu_music.rite.stage.ways import Way, ways

if TYPE_CHECKING:
    from touhu_music.canvas import Canvas


TURNS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def people(canvas: Canvas, frame: Frame, scene: Scene, language: Language, *, names: bool) -> None:
    """Draw the ways, then the persons: filled where they are mainly seen, else empty."""
    if names:
        for place, each in enumerate(ways(scene), 1):
            way(canvas, frame, each, f"way-{place}")
    for place, figure in enumerate(scene.figures):
        if frame.holds(figure.x, figure.y):
            name = figure_id(place) if names else f"detail-{figure_id(place)}"
            person(canvas, frame, figure, language, name)


def figure_id(place: int) -> str:
    """Name the shape of a person by his place in the scene."""
    return f"figure-{place + 1}"


def sign(who: str, language: Language) -> str:
    """Return the one character that a person is drawn with."""
    if who == "不勝者":
        return word("stage-mark-loser", chinese(language))
    return hanzi({"司射": "射", "大師": "師"}.get(who, who[0]), language)


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
