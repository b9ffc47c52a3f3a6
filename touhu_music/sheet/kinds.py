"""How each kind of page is made of an order."""

from __future__ import annotations

from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.language import title
from touhu_music.notation import Drum
from touhu_music.sheet import Order, card, classroom, grid, parts, traditional

MARGIN, SPACE = 5.0, 4.0  # around and between scores, which have margins of their own; on A4
SMALLEST_SCALE = 0.5  # of a score; its numbers are 1.35 mm high then, its heads 2.1


def scores(order: Order) -> list[Canvas]:
    """Set engraved scores below each other, each at most in its own size, as many on a page as it holds.

    Raises RenderError for a score that would be too small to read.
    """
    from touhu_music.render.score.page import draw

    paper, language, found = order.paper, order.options.language, list[Canvas]()
    margin = MARGIN * paper.scale
    room, depth = paper.width - 2 * margin, paper.height - 2 * margin
    y = paper.height
    for performance in order.performances:
        each = draw(performance, order.options)
        scale = min(1.0, room / each.width, depth / each.height)
        if scale < SMALLEST_SCALE:
            strokes = len(performance.pattern)
            raise RenderError(f"a score of {strokes} strokes is too small to read on {paper.name} paper")
        width, height = scale * each.width, scale * each.height
        if y + height > paper.height - margin:
            name = order.title or title(performance, language)
            found.append(Canvas(paper.width, paper.height, each.font, title=name))
            y = margin
        found[-1].place(each.svg, each.letters, margin, y, width, height)
        y += height + SPACE * paper.scale
    return found


def both_parts(order: Order) -> list[Canvas]:
    """Draw both drums' parts of every performance."""
    return [
        canvas
        for drum in (Drum.GU, Drum.PI)
        for performance in order.performances
        for canvas in parts.page(performance, drum, order.paper, order.options, large=order.large)
    ]


def old_page(order: Order) -> list[Canvas]:
    """Set the rows as the old books do; the same rows need it once."""
    return [traditional.page(order.readings, order.paper, order.options, title=order.title, glosses=True)]


def grids(order: Order) -> list[Canvas]:
    """Draw a page of boxes across, and one of boxes down, of every performance."""
    return [
        canvas
        for performance in order.performances
        for vertical in (False, True)
        for canvas in grid.page(performance, order.paper, order.options, vertical=vertical, large=order.large)
    ]


def cards(order: Order) -> list[Canvas]:
    """Draw cards of two rows a side."""
    return card.pages(order.performances, order.options, title=order.title)


def lessons(order: Order) -> list[Canvas]:
    """Draw the sheets for a class."""
    return classroom.pages(order.performances, order.paper, order.options)
