"""The sheets as files: all of them in one, or one for each person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from touhu_music.rite.parts import lines as parts_lines
from touhu_music.rite.parts.lines import Book
from touhu_music.rite.parts.parts import Part

NAMED: Final = 3  # roles in the name of a file


def together(kind: str, found: Sequence[Part], book: Book) -> bytes:
    """Make one file of all sheets: `pdf`, `html` or `txt`; raises RenderError as its kind does."""
    if kind == "pdf":
        from touhu_music.rite.parts import printing as parts_print

        return parts_print.to_pdf(found, book)
    if kind == "html":
        from touhu_music.rite.parts import page as parts_page

        return parts_page.to_html(found, book)
    return text(found, book)


def single(kind: str, part: Part, book: Book) -> bytes:
    """Make the file of one person."""
    if kind == "pdf":
        from touhu_music.rite.parts import printing as parts_print

        return parts_print.to_pdf([part], book, overview=False)
    if kind == "html":
        from touhu_music.rite.parts import page as parts_page

        return parts_page.alone(part, book)
    return text([part], book)


def text(found: Sequence[Part], book: Book) -> bytes:
    """Make a plain text, an empty line between two people."""
    return "\n".join("\n".join([*parts_lines.lines(part, book), ""]) for part in found).encode()


def singles(kind: str, found: Sequence[Part], book: Book) -> dict[str, Callable[[], bytes]]:
    """Return what makes the file of each person, by its name: his number and his first roles."""
    width = max(len(str(len(found))), 2)
    return {
        f"{number:0{width}}_{'_'.join(part.player.roles[:NAMED]) or 'idle'}.{kind}": partial(
            single, kind, part, book
        )
        for number, part in enumerate(found, 1)
    }
