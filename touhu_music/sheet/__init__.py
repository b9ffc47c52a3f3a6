"""Printed pages: one registry of kinds, each drawn on paper of a size and joined to a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Final, NamedTuple, Protocol, cast

from touhu_music import vector
from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.performance import Performance
from touhu_music.reading import Reading
from touhu_music.render import Options
from touhu_music.sheet.paper import Paper


class Order(NamedTuple):
    """What is to be printed, and how; `large` asks for marks that can be read from three metres."""

    performances: tuple[Performance, ...]
    paper: Paper
    options: Options
    title: str = ""
    large: bool = False

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings that are performed, each once; raises RenderError for a row of no text."""
        found = [each.reading for each in self.performances]
        if None in found:
            raise RenderError("a row that was read in no text has no traditional page")
        return tuple(dict.fromkeys(each for each in found if each is not None))


class Kind(NamedTuple):
    """A kind of page: its summary, and what draws it (`module:function`).

    Some can be large; some have a place of their own for the title that is ordered.
    """

    summary: str
    home: str
    can_be_large: bool = False
    sets_title: bool = False


class Draw(Protocol):
    """What draws a kind of page."""

    def __call__(self, order: Order) -> list[Canvas]:
        """Return the pages."""


KINDS: Final = {
    "score": Kind("engraved scores, one below the other", f"{__name__}.kinds:scores"),
    "parts": Kind("a part for each drum, with the other as cues", f"{__name__}.kinds:both_parts", True),
    "traditional": Kind("columns as the old books print them", f"{__name__}.kinds:old_page", sets_title=True),
    "grid": Kind("boxes for those who read no notes", f"{__name__}.kinds:grids", True),
    "card": Kind("a card for the pocket", f"{__name__}.kinds:cards", sets_title=True),
    "booklet": Kind(
        "all of it, with contents, sources and choices", f"{__name__}.booklet:booklet", sets_title=True
    ),
    "class": Kind("sheets for a class", f"{__name__}.kinds:lessons"),
}
"""The kinds of pages by the name that `touhu sheet --pages` takes."""

LONGEST_TITLE: Final = 100
HEAD, RUNNING = 9.5, 4.0  # where a title stands in the head of a page, and its size; on A4


def pages(names: Sequence[str], order: Order) -> list[Canvas]:
    """Draw pages of several kinds, in their order.

    Raises RenderError for an unknown kind, for one that has no large form where that is asked for,
    for a title that no page can print, and for whatever else a page cannot hold.
    """
    if len(order.title) > LONGEST_TITLE:
        raise RenderError(f"a title has at most {LONGEST_TITLE} characters, not {len(order.title)}")
    order.options.font.check(order.title)
    for name in names:
        if name not in KINDS:
            raise RenderError(f"no page {name!r}; there are {' '.join(KINDS)}")
        if order.large and not KINDS[name].can_be_large:
            large = " ".join(each for each, kind in KINDS.items() if kind.can_be_large)
            raise RenderError(f"the page {name} has no large form; these have one: {large}")
    return [canvas for name in names for canvas in drawn(KINDS[name], order)]


def drawn(kind: Kind, order: Order) -> list[Canvas]:
    """Draw pages of one kind, with the title that is ordered in their head."""
    found = cast(Draw, resolve_name(kind.home))(order)
    if order.title and not kind.sets_title:
        for canvas in found:
            scale = order.paper.scale
            size = min(RUNNING * scale, 0.85 * canvas.width / canvas.font.width(order.title, 1))
            canvas.write(canvas.width / 2, HEAD * scale, order.title, size, align="middle")
    return found


def to_pdf(names: Sequence[str], order: Order) -> bytes:
    """Print pages of several kinds to one PDF, and open it again.

    Raises RenderError as `pages` and `vector.to_pdf` do, and if the PDF has other pages or letters.
    """
    drawn = pages(names, order)
    data = vector.to_pdf([each.svg() for each in drawn], drawn[0].font, title=order.title or drawn[0].title)
    sizes = [(each.width, each.height) for each in drawn]
    vector.check_pdf(data, sizes, "".join(each.letters for each in drawn))
    return data
