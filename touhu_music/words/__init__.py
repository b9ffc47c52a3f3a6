"""Every word that outputs print, in four languages, parted by what prints it.

A part is loaded when a word is not in those before it, so that a row is shown without the rest.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

Spellings = tuple[str, str, str, str]
"""A word in traditional and simplified Chinese, Korean and English."""

PARTS: Final = (
    "performing",
    "edition",
    "comparison",
    "player",
    "rite",
    "casting",
    "running",
    "songs",
    "songs_score",
    "songs_sound",
)


@cache
def part(name: str) -> dict[str, Spellings]:
    """Return the words of a part."""
    words: dict[str, Spellings] = import_module(f"{__name__}.{name}").WORDS
    return words


def spellings(key: str) -> Spellings:
    """Return a word in all languages; raises KeyError for a key that is none."""
    for name in PARTS:
        if found := part(name).get(key):
            return found
    raise KeyError(key)


def every() -> dict[str, Spellings]:
    """Return all words."""
    return {key: found for name in PARTS for key, found in part(name).items()}
