"""Stretches of a text, and the places of their characters in the whole."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from touhu_music.reading import Place
from touhu_music.signs import PAGE


class Excerpt(NamedTuple):
    """A stretch of a text, verbatim, and where it begins in the whole."""

    text: str
    start: Place = Place(1, 1, 0)


def places(excerpts: Sequence[Excerpt], offsets: Sequence[int], encoding: str) -> dict[int, Place]:
    """Find the places of characters of the excerpts, which are joined by line feeds.

    `offsets` count from 0 and rise.
    """
    found: dict[int, Place] = {}
    begins, waiting = 0, iter(offsets)
    offset = next(waiting, None)
    for text, (line, column, byte, page) in excerpts:
        pages = [(match.end(), match[1]) for match in re.finditer(PAGE, text)] if "<pb:" in text else []
        at = 0
        while offset is not None and offset - begins < len(text):
            here = offset - begins
            passed = text[at:here]
            byte += len(passed.encode(encoding, "surrogatepass" if "utf" in encoding else "strict"))
            line += passed.count("\n")
            column = len(passed) - passed.rfind("\n") if "\n" in passed else column + len(passed)
            turned = bisect_right(pages, (here, "\U0010ffff"))
            found[offset] = Place(line, column, byte, pages[turned - 1][1] if turned else page)
            at, offset = here, next(waiting, None)
        begins += len(text) + 1
    return found
