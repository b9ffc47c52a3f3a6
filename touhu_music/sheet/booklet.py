"""The booklet: contents, then every kind of page of every row, then sources and choices."""

from __future__ import annotations

from itertools import accumulate

from touhu_music.canvas import Canvas
from touhu_music.language import choices, reasons, sources, title, words
from touhu_music.sheet import Order, kinds, prose
from touhu_music.sheet.classroom import known_and_guessed

SMALL = 3.2  # numbers of pages, on A4


def booklet(order: Order) -> list[Canvas]:
    """Draw all pages, numbered, with the contents before them."""
    language = order.options.language
    chapters = [
        (words("traditional", language), kinds.old_page(order)),
        (words("score", language), kinds.scores(order)),
        (words("grid", language), kinds.grids(order)),
        (words("parts", language), kinds.both_parts(order)),
        (words("guess-title", language), known_and_guessed(order.performances, order.paper, order.options)),
        (words("sources", language), last(order)),
    ]
    front = contents(order, [(name, 0) for name, _ in chapters])  # to know how many pages it takes
    numbers = accumulate((len(drawn) for _, drawn in chapters), initial=len(front) + 1)
    front = contents(order, [(name, number) for (name, _), number in zip(chapters, numbers, strict=False)])
    pages = front + [canvas for _, drawn in chapters for canvas in drawn]
    for number, canvas in enumerate(pages[1:], 2):
        size = SMALL * order.paper.scale
        canvas.write(canvas.width / 2, canvas.height - 1.2 * size, str(number), size, align="middle")
    return pages


def contents(order: Order, chapters: list[tuple[str, int]]) -> list[Canvas]:
    """Set the first page: a title, the chapters with the number of their first page, and the rows."""
    language = order.options.language
    rows = dict.fromkeys(title(each, language) for each in order.performances)
    lines = [words("contents", language), *(f"{number}　{name}" for name, number in chapters), "", *rows]
    heading = order.title or words("kit", language)
    return prose.pages(heading, lines, order.paper, order.options.font)


def last(order: Order) -> list[Canvas]:
    """Set the page on sources and choices."""
    language, plan = order.options.language, order.performances[0].plan
    said = [*sources(order.performances, language), "", words("text", language), choices(plan, language)]
    said += ["", *reasons(plan, language)]
    return prose.pages(words("sources", language), said, order.paper, order.options.font)
