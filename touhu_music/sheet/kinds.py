"""How each kind of page is made of an order."""

from __future__ import annotations

from touhu_music.canvas import Canvas
from touhu_music.language import title
from touhu_music.notation import Drum
from touhu_music.sheet import Order, card, classroom, grid, parts, traditional

MARGIN, SPACE = 5.0, 4.0  # around and between scores, which have margins of their own; on A4


def scores(order: Order) -> list[Canvas]:
    """Set engraved scores below each other, all at one scale, as many on a page as it holds."""
    from touhu_music.render.score.page import draw

    paper, language, found = order.paper, order.options.language, list[Canvas]()
    margin = MARGIN * paper.scale
    room, depth = paper.width - 2 * margin, paper.height - 2 * margin
    drawn = [draw(performance, order.options) for performance in order.performances]
    scale = min(*(room / each.width for each in drawn), *(depth / each.height for each in drawn))
    y = paper.height
    for performance, each in zip(order.performances, drawn, strict=True):
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
    return card.pages(order.performances, order.options)


def lessons(order: Order) -> list[Canvas]:
    """Draw the sheets for a class."""
    return classroom.pages(order.performances, order.paper, order.options)
