"""What the marks of a stage plan mean, and below it who is where in which step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from touhu_music.language import Language, chinese, number, word
from touhu_music.notation import Drum
from touhu_music.rite.cuesheet.lines import called, hanzi, label
from touhu_music.rite.measures import measures
from touhu_music.rite.measures.measures import Venue
from touhu_music.rite.stage import stage
from touhu_music.rite.stage.page import (
    BLACK,
    DASHED,
    DETAIL,
    GREY,
    LARGER,
    LEADING,
    MARGIN,
    PALE,
    SCALE,
    SMALL,
    WHITE,
    WIDTH,
)  # fmt: skip
from touhu_music.rite.stage.persons import sign
from touhu_music.rite.stage.stage import Figure, Scene

if TYPE_CHECKING:
    from touhu_music.canvas import Canvas


def legend(canvas: Canvas, scene: Scene, language: Language, foot: Fraction | None) -> None:
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
    if foot is not None:
        notes.append(laid_out(scene.venue, foot, language))
    if scene.horses != (0, 0) or scene.stand:
        notes.append(word("stage-example", language))
    y = max(y + 2, DETAIL.top + DETAIL.size[1] + 2)
    for note in notes:
        for part in canvas.font.lines(note, SMALL, WIDTH - 2 * MARGIN - 3):
            y += SMALL * LEADING
            canvas.write(MARGIN + 3, y, part.rstrip(), SMALL, color=PALE)


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


def laid_out(venue: Venue, foot: Fraction, language: Language) -> str:
    """Tell how far apart seats and pot are in centimetres, for who lays the mats."""
    cun = (Fraction(measures.SEATS_APART), measures.distance(venue), measures.depth(venue))
    told = [number(measures.centimetres(each, foot)) for each in cun]
    return word("stage-laid-out", language).format(number(foot), *told)


def place_name(id: str, language: Language) -> str:
    """Name a place in the language."""
    found = stage.the_rite().places.get(id)
    return label(found, language) if found else word(f"stage-place-{id}", language)


def person_name(who: str, language: Language) -> str:
    """Name a person, with what he is called in the language beside it."""
    return f"{hanzi(who, language)} {called(stage.the_rite().people[who], language)}".strip()


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
