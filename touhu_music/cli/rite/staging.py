"""What the commands that stage the rite are told alike: how many people there are, what pages are called."""

from __future__ import annotations

from typing import Final

from touhu_music import datafile
from touhu_music.cli.options import whole
from touhu_music.errors import RiteError

MOST_PEOPLE: Final = 1_000  # ours: what is more is a slip of the keys
LONGEST_TITLE: Final = 80
EXCLUDED: Final = "--cast and --people exclude each other: the file says who there is"


def people(text: str) -> int:
    """Return how many people there are; raises PlanError or RiteError."""
    number = whole("people", text)
    if not 1 <= number <= MOST_PEOPLE:
        raise RiteError(f"people must be in range 1..{MOST_PEOPLE}, not {number}")
    return number


def title(text: str | None) -> str:
    """Return the title of pages; raises RiteError for one that is empty, long or not to be printed."""
    if text is None:
        return ""
    if not text.strip() or len(text) > LONGEST_TITLE or datafile.unprintables(text, lines=False):
        raise RiteError(f"title must be a text of at most {LONGEST_TITLE} characters, not {text[:40]!r}")
    return text.strip()
