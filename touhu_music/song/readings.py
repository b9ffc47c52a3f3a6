"""How the words of the songs are read, for who does not read hanzi: spellings, which are our choice.

The data are `scores/readings/*.toml`, a spelling a file.
"""

from __future__ import annotations

from functools import cache

from touhu_music import library
from touhu_music.reading import Texts
from touhu_music.song.songs import NOTHING, Data, Name, checked


class ReadingFile(Data, frozen=True):
    """A file of `scores/readings`: a character is read as under `words`, or as its line is under `lines`."""

    reason: dict[str, Name]
    words: dict[str, Name]
    lines: dict[str, Name]


def spellings() -> tuple[str, ...]:
    """Return the names of the spellings."""
    return tuple(library.files(library.folder("scores", "readings")))


@cache
def load(spelling: str) -> ReadingFile:
    """Load a spelling by name; raises LibraryError for a file that is wrong."""
    path = library.files(library.folder("scores", "readings"))[spelling]
    file: ReadingFile = checked(path, ReadingFile)
    return file


def of_line(line: str, spelling: str) -> tuple[str, ...]:
    """Spell a line of a verse, one reading a word; · where none is known."""
    file = load(spelling)
    if line in file.lines:
        return tuple(file.lines[line].split())
    return tuple(file.words.get(word, NOTHING) for word in line)


def reason(spelling: str) -> Texts:
    """Say whence the readings of a spelling are, by language."""
    return tuple(load(spelling).reason.items())
