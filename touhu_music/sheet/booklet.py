"""The booklet: contents, then every kind of page of every row, then sources and choices."""

from __future__ import annotations

from touhu_music.canvas import Canvas
from touhu_music.language import choices, reasons, title, words
from touhu_music.sheet import Order, kinds, prose
from touhu_music.sheet.classroom import known_and_guessed, sources

SMALL = 3.2  # numbers of pages, on A4


def booklet(order: Order) -> list[Canvas]:
    """Draw all pages, numbered, with the contents before them."""
    language, face = order.options.language, order.options.font
    chapters = [
        (words("traditional", language), kinds.traditional(order)),
        (words("score", language), kinds.score(order)),
        (words("grid", language), kinds.grid(order)),
        (words("parts", language), kinds.parts(order)),
        (words("guess-title", language), known_and_guessed(order.performances, order.paper, order.options)),
        (words("sources", language), last(order)),
    ]
    contents, number = [], 2
    for name, drawn in chapters:
        contents.append(f"{number}　{name}")
        number += len(drawn)
    rows = dict.fromkeys(title(each, language) for each in order.performances)
    heading = order.title or words("kit", language)
    front = prose.pages(heading, [words("contents", language), *contents, "", *rows], order.paper, face)
    pages = front[:1] + [canvas for _, drawn in chapters for canvas in drawn]
    for place, canvas in enumerate(pages[1:], 2):
        size = SMALL * order.paper.scale
        canvas.write(canvas.width / 2, canvas.height - 1.2 * size, str(place), size, align="middle")
    return pages


def last(order: Order) -> list[Canvas]:
    """Set the page on sources and choices."""
    language, plan = order.options.language, order.performances[0].plan
    said = [*sources(order.performances, language), "", words("text", language), choices(plan, language)]
    said += ["", *reasons(plan, language)]
    return prose.pages(words("sources", language), said, order.paper, order.options.font)
