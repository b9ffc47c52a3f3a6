"""Whether a part of a text cuts a row, or a gloss at one, where it begins or ends."""

from __future__ import annotations

from typing import NamedTuple

from touhu_music import markup
from touhu_music.errors import PassageError
from touhu_music.markup import Page
from touhu_music.notation import LONGEST_ROW
from touhu_music.rows import Row, runs
from touhu_music.signs import BRACKETS, PAIRS, Signs


class Edges(NamedTuple):
    """Whether what stands `before` a part or `after` it may be of its rows.

    `row` is where a row begins that surely goes on there, `end` where what is left can be cut off, to be
    read as the beginning of another part.
    """

    before: bool
    after: bool
    row: int | None
    end: int


def edges(text: str, last: int, *, begins: bool, ends: bool) -> Edges:
    """Look at both edges of a part of a text, of which every 半 up to the offset `last` is wanted.

    It may be one in which the whole text `begins` or `ends`.
    """
    kind = markup.language(text)
    whole = Edges(False, False, None, len(text))
    try:
        page = markup.extract(text, kind) if kind else Page(text, (0,), (0,))
    except PassageError:
        return whole  # the reader will say so
    signs = Signs.of(page.text)
    found = [run for run in runs(signs, halved=True) if run.half >= 0]
    if any(signs.marks(run.start, run.end) > LONGEST_ROW for run in found):
        return whole  # and this too
    first = [run for run in found if signs.before(run.start) < 0 and not begins]
    final = [run for run in found if signs.after(run.end) >= len(signs.text) and not ends]
    closed = max(unopened(signs), hidden(text, page) if kind else -1)
    before = not begins and any(signs.before(run.start) <= closed for run in found)
    open_gloss = -1 if ends else signs.kinds.find("X")
    begun = [run.start for run in final] + [open_gloss] * (open_gloss >= 0)
    if not begun:
        return Edges(before, False, page.origin(first[0].start) if first else None, len(text))
    cut = page.origin(min(begun))
    if cut > last and not belongs(signs, open_gloss, found):
        line = text.rfind("\n", last, cut) + 1
        return Edges(before, False, page.origin(first[0].start) if first else None, line or cut)
    going_on = [*first, *final]
    return Edges(before, True, page.origin(going_on[0].start) if going_on else None, len(text))


def belongs(signs: Signs, gloss: int, found: list[Row]) -> bool:
    """Tell whether a gloss stands directly after a row."""
    return gloss >= 0 and any(signs.before(gloss) == run.end - 1 for run in found)


def unopened(signs: Signs) -> int:
    """Return the offset of the last bracket that closes and was not opened, or -1."""
    last = -1
    for opener, pair in PAIRS.items():
        if BRACKETS[opener] not in signs.text:
            continue
        depth = 0
        for match in pair.finditer(signs.text):
            if signs.kinds[match.start()] not in "Gg":
                depth += 1 if match[0] == opener else -1
                if depth < 0:
                    last, depth = max(last, match.start()), 0
    return last


def hidden(text: str, page: Page) -> int:
    """Return the offset in a page of what stands before the end of a comment that did not begin, or -1."""
    end = text.find("-->")
    if end < 0 or 0 <= text.find("<!--") < end:
        return -1
    return sum(page.origin(at) < end for at in range(len(page.text))) - 1
