"""The stage as it is told: places with their numbers and books, relations, who is where; lines and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from touhu_music.language import Language, number, word, words
from touhu_music.rite.cuesheet.lines import called, hanzi
from touhu_music.rite.measures import measures
from touhu_music.rite.measures.measures import BOOKS, CUN_OF_CHI, Root, Venue, squared
from touhu_music.rite.stage import stage
from touhu_music.rite.stage.legend import laid_out, person_name, place_name, steps, turned
from touhu_music.rite.stage.stage import FREE, Place, Scene


def lines(
    venue: Venue, section: str | None, language: Language, foot: Fraction | None = None
) -> Iterator[str]:
    """Tell the places and how they lie to each other, then who is where in each section, or in one."""
    yield f"{words('stage-title', language)} · {words(f'stage-{venue}', language)}"
    yield word("stage-unit", language)
    yield word("stage-venue-note", language)
    if foot is not None:
        yield laid_out(venue, foot, language)
    yield ""
    at = stage.places(venue)
    yield words("stage-places", language)
    for place in at.values():
        named = place_name(place.id, language)
        metric = f"{in_cm(place, foot):<22} " if foot is not None else ""
        yield f"  {place.id:<13} {spot(place):<16} {metric}{named}  [{whence(place, language)}]"
    yield ""
    yield words("stage-relations", language)
    for relation in stage.relations(at, venue):
        basis = word(f"cue-basis-{relation.basis}", language)
        books = ", ".join(BOOKS[book] for book in relation.books)
        yield f"  {word(f'stage-relation-{relation.key}', language)}  [{basis}, {books}]"
    heads = stage.the_rite().sections
    for place_of, scene in enumerate(stage.scenes(venue), 1):
        if section in (None, scene.section):
            besides = called(heads[scene.section], language)
            yield ""
            yield f"{place_of} {hanzi(scene.section, language)} {besides}".strip()
            yield from figures(scene, language)
    yield ""
    yield word("stage-example", language)


def spot(place: Place) -> str:
    """Tell where a place is and whither one looks there: `(-3, 0) S`."""
    if place.id == FREE:
        return "?"
    return f"({number(place.x)}, {number(place.y)}) {place.facing or ''}".strip()


def in_cm(place: Place, foot: Fraction) -> str:
    """Tell where a place is in centimetres: `(-69.3, 0) cm`; nothing of the free one."""
    there = centimetres(place, foot)
    return "" if there is None else f"({number(there[0])}, {number(there[1])}) cm"


def centimetres(place: Place, foot: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return where a place is in centimetres, to a hundredth."""
    if place.id == FREE:
        return None
    across, up = (measures.centimetres(each * CUN_OF_CHI, foot) for each in (place.x, place.y))
    if place.depth is not None:  # exact
        deep = squared(place.depth) * CUN_OF_CHI**2
        up = -measures.centimetres(Root(deep), foot)
    return across, up


def whence(place: Place, language: Language) -> str:
    """Tell what a book says of a place, and that its numbers are layout where they are."""
    basis = word(f"cue-basis-{place.basis}", language)
    if place.id == FREE:
        return word("stage-free", language)
    books = [BOOKS[book] for book in place.books]
    quote = f"「{place.quote}」" if place.quote else ""
    ours = "" if place.basis == "layout" or measured(place) else word("stage-number", language)
    return ", ".join(filter(None, (basis, *books, quote, ours)))


def measured(place: Place) -> bool:
    """Tell whether the numbers of a place follow from a book: the mats, and the pot."""
    return place.id in ("mat-guest", "mat-host", "pot")


def figures(scene: Scene, language: Language) -> Iterator[str]:
    """Tell each person with where he is, in which steps, and on what basis."""
    for each in scene.figures:
        there = f"({number(each.x)}, {number(each.y)}) {each.facing or ''}".strip()
        if each.place == FREE:
            there = "?"
        when = steps(each) or word("stage-stays", language)
        basis = [word(f"cue-basis-{each.basis}", language)]
        if each.facing and each.looks == "layout" != each.basis:
            basis.append(word("stage-facing", language))
        yield (
            f"  {person_name(each.who, language)}: {place_name(each.place, language)} {there}"
            f"  {'; '.join([when, *turned(each, language)])}  [{', '.join(basis)}]"
        )


def plain(value: Fraction) -> int | float:
    """Return a number that JSON has."""
    return int(value) if value.denominator == 1 else float(value)


def shape(venue: Venue, section: str | None, foot: Fraction | None = None) -> dict[str, Any]:
    """Give the stage as JSON: keys are added, never renamed."""
    at = stage.places(venue)
    deep = at["pot"].depth
    return {
        "venue": str(venue),
        "unit": "尺",
        "foot_cm": None if foot is None else plain(foot),
        "distance": plain(measures.distance(venue) / CUN_OF_CHI),
        "depth": "" if deep is None else measures.symbol(deep),
        "places": [
            {
                "id": place.id,
                "x": None if place.id == FREE else plain(place.x),
                "y": None if place.id == FREE else plain(place.y),
                "cm": of_centimetres(place, foot),
                "facing": place.facing,
                "basis": place.basis,
                "numbers": "free" if place.id == FREE else "measured" if measured(place) else "layout",
                "sources": list(place.books),
                "quote": place.quote,
            }
            for place in at.values()
        ],
        "relations": [
            {"relation": each.key, "holds": each.holds, "basis": each.basis, "sources": list(each.books)}
            for each in stage.relations(at, venue)
        ],
        "sections": [of_scene(scene) for scene in stage.scenes(venue) if section in (None, scene.section)],
    }


def of_centimetres(place: Place, foot: Fraction | None) -> list[int | float] | None:
    """Give x and y in centimetres, where there is a foot and the place is not free."""
    there = None if foot is None else centimetres(place, foot)
    return None if there is None else [plain(each) for each in there]


def of_scene(scene: Scene) -> dict[str, Any]:
    """Give a section: who is where, who goes whither, what is laid."""
    return {
        "section": scene.section,
        "figures": [
            {
                "who": each.who,
                "place": each.place,
                "x": plain(each.x),
                "y": plain(each.y),
                "facing": each.facing,
                "basis": each.basis,
                "facing_basis": each.looks if each.facing else None,
                "turns": dict(each.turns),
                "steps": list(each.steps),
                "main": each.main,
            }
            for each in scene.figures
        ],
        "moves": [
            {
                "step": move.step,
                "who": move.who,
                "from": scene.figures[move.start].place,
                "to": scene.figures[move.to].place,
            }
            for move in scene.moves
        ],
        "pot": scene.pot,
        "box": scene.box,
        "heaps": scene.heaps,
        "horses": dict(zip(("guest", "host"), scene.horses, strict=True)),
        "stand": scene.stand,
    }
