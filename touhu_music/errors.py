"""What can go wrong, by cause.

TouhuError
├── NotationError   a row that is no row: a strange mark, no 半, two 半
├── PassageError    a text in which no row, or no certain row, can be read
├── LibraryError    a witness, plan or sound file that is missing or wrong
├── PlanError       a choice out of its range
├── CompareError    rows that cannot be compared as was asked
├── RiteError       a record of throws, counters or horses that cannot be, or an unknown choice of the rite
├── SongError       a song, print or notation of one that there is not, or that cannot be read
├── RenderError     a performance that a format cannot hold, or that it did not keep
└── OutputError     a file that cannot be written
"""

from __future__ import annotations


class TouhuError(Exception):
    """A mistake in what was given to touhu_music; its text is one line for a person to read."""


class NotationError(TouhuError):
    """A row that cannot be read, with the place and the code point of what is wrong."""


class PassageError(TouhuError):
    """A text from which no reading can be taken; `code` names the cause."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class LibraryError(TouhuError):
    """A data file that is missing, unreadable or against its rules."""


class PlanError(TouhuError):
    """A choice of a plan that is unknown or out of its range."""


class CompareError(TouhuError):
    """Rows, costs or samples with which no comparison is made."""


class RiteError(TouhuError):
    """Throws, counters or horses that cannot be, or a choice of the rite that there is not."""


class SongError(TouhuError):
    """A song, a print or a tune that there is not, or notation that cannot be read."""


class RenderError(TouhuError):
    """A format that cannot hold this performance, or that lost something of it."""


class OutputError(TouhuError):
    """A file that cannot be written."""


class GlyphVariant(UserWarning):
    """A look-alike was read as the mark that it stands for."""
