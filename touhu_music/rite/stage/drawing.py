"""The stage from above, a page a section: hall and court to scale, the ground around the box larger.

North is up. Black is what a book tells of how a place lies to others, grey and dashed is our layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

from touhu_music.errors import RenderError
from touhu_music.language import Language, both, chinese, word, words
from touhu_music.rite.cuesheet.lines import called, hanzi
from touhu_music.rite.stage import ground as stage_ground
from touhu_music.rite.stage import legend as stage_legend
from touhu_music.rite.stage import persons as stage_persons
from touhu_music.rite.stage import stage
from touhu_music.rite.stage.page import (
    DASHED,
    DETAIL,
    EDGE,
    GREY,
    HALL,
    HEIGHT,
    LABEL,
    MARGIN,
    PALE,
    PLAN,
    SCALE,
    TITLE,
    WIDTH,
)  # fmt: skip
from touhu_music.rite.stage.stage import Scene

if TYPE_CHECKING:
    from touhu_music.canvas import Canvas


def to_svg(scene: Scene, language: Language, foot: Fraction | None = None) -> bytes:
    """Draw a section as an SVG with its letters inside, read back; raises RenderError where one is lost."""
    from touhu_music import vector

    canvas = drawn(scene, language, foot)
    data = vector.with_letters(canvas.svg(), canvas.font, canvas.letters).encode()
    check(data, scene)
    return data


def to_png(scene: Scene, language: Language, foot: Fraction | None = None) -> bytes:
    """Draw a section in pixels, after its shapes were read back."""
    from touhu_music import vector

    canvas = drawn(scene, language, foot)
    check(canvas.svg().encode(), scene)
    return vector.to_png(canvas.svg(), canvas.font, pixels_per_inch=200)


def to_pdf(scenes: Sequence[Scene], language: Language, foot: Fraction | None = None) -> bytes:
    """Draw a page for each section, opened again; raises RenderError as `to_svg` does."""
    from touhu_music import vector

    pages = [drawn(scene, language, foot) for scene in scenes]
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
    wanted = {stage_persons.figure_id(place): (each.x, each.y) for place, each in enumerate(scene.figures)}
    wanted["pot"] = places[scene.pot].x, places[scene.pot].y
    for name, (x, y) in wanted.items():
        if name not in shapes:
            raise RenderError(f"the plan has lost {name}")
        found = tuple(float(shapes[name].attrib[key]) for key in ("cx", "cy"))
        meant = stage_ground.shifted(name, *PLAN.at(x, y), scene)
        if max(abs(a - b) for a, b in zip(found, meant, strict=True)) > 0.002:
            raise RenderError(f"{name} is drawn at {found}, not {meant}")


def drawn(scene: Scene, language: Language, foot: Fraction | None = None) -> Canvas:
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
    stage_ground.ground(canvas, PLAN, scene, language)
    stage_persons.people(canvas, PLAN, scene, language, names=True)
    stage_ground.compass(canvas, *PLAN.at(13.2, 3.6), word("stage-north", chinese(language)))
    around(canvas, scene, language)
    stage_legend.legend(canvas, scene, language, foot)
    return canvas


def around(canvas: Canvas, scene: Scene, language: Language) -> None:
    """Draw the ground around the counter-box larger."""
    left, top = DETAIL.at(DETAIL.west, DETAIL.north)
    x, y = PLAN.at(DETAIL.west, DETAIL.north)
    wide, high = ((DETAIL.east - DETAIL.west) * SCALE, (DETAIL.north - DETAIL.south) * SCALE)
    canvas.box(x, y, wide, high, stroke=GREY, **{"stroke-width": "0.15", "stroke-dasharray": "0.4 0.8"})
    wide, high = DETAIL.size
    edge = (DETAIL.north - EDGE) * DETAIL.scale
    canvas.box(left, top, wide, edge, fill=HALL, stroke="none")
    stage_ground.stairs(canvas, DETAIL, stage.places(scene.venue)["stairs-W"], EDGE - DETAIL.south)
    canvas.line(left, top + edge, left + wide, top + edge, 0.3, stroke=GREY, **DASHED)
    canvas.box(left, top, wide, high, stroke=GREY, **{"stroke-width": "0.2"})
    if scene.pot == "pot-bearer":
        stage_ground.pot(canvas, DETAIL, scene, word("stage-map-pot", chinese(language)), "detail-")
    stage_ground.counters(canvas, DETAIL, scene, language, names=True)
    stage_persons.people(canvas, DETAIL, scene, language, names=False)
    canvas.write(left, top - 1.5, words("stage-detail", language), LABEL * 0.9, color=PALE)
