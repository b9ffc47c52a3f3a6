"""CADENCE arguments and files: from what is typed to readings."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from touhu_music import library
from touhu_music.datafile import unprintable
from touhu_music.errors import LibraryError, NotationError, PassageError
from touhu_music.excerpts import Excerpt
from touhu_music.notation import HALF, MARKS, SPACES, Drum
from touhu_music.passage import Passage, read
from touhu_music.reading import Place, Reading, literal
from touhu_music.witnessfile import load

if TYPE_CHECKING:
    from touhu_music.decoding import Decoded

LARGEST_TEXT: Final = 12_000_000
"""A text of more bytes than this is refused."""

NAMES: Final = ("lu-1", "xue-1", "lu-2", "xue-2")


def readings(argument: str, own: str | None) -> tuple[Reading, ...]:
    """Return the readings that a CADENCE argument names; own is a user's folder of witnesses.

    Raises TouhuError, the argument named in its text.
    """
    if any(glyph in argument for glyph in (*Drum, HALF)):
        return (row(unquoted(argument), f"'{argument}'"),)
    cadence, at, siglum = argument.partition("@")
    if cadence in NAMES and (siglum or not at):
        return (library.witness(siglum or library.BASE, own).reading(cadence),)
    if argument != "-" and not os.path.exists(argument):
        raise LibraryError(
            f"{argument!r} is no name ({' '.join(NAMES)}), no row of ○ and □ around 半, and no file"
        )
    if argument.endswith(".toml"):
        return load(argument).readings
    decoded = text(argument)
    if all(character in SPACES or character in MARKS or character == HALF for character in decoded.text):
        return (row(decoded.text, label(argument)),)
    file = name(argument)
    return tuple(each._replace(source=file, file=file) for each in passage(argument, decoded).readings)


def unquoted(argument: str) -> str:
    """Return a row without the quotation marks that some shells hand on."""
    quoted = len(argument) > 1 and argument[0] == argument[-1] and argument[0] in "'\""
    return argument[1:-1] if quoted else argument


def row(printed: str, shown: str) -> Reading:
    """Read a row that stands by itself; raises NotationError, the row named in its text."""
    try:
        return literal(printed)
    except NotationError as error:
        raise NotationError(f"{shown if len(shown) < 80 else 'row'}: {error}") from error


def name(argument: str) -> str:
    """Return the name of a file without its folders, in characters that can be printed."""
    base = "text" if argument == "-" else os.path.basename(argument)
    return "".join("\ufffd" if unprintable(character) else character for character in base)


def label(argument: str) -> str:
    """Name an input in messages."""
    return "standard input" if argument == "-" else argument


def text(argument: str, encoding: str | None = None) -> Decoded:
    """Read a file or standard input as text; raises LibraryError or PassageError with its name."""
    if argument == "-" and sys.stdin is None:
        raise LibraryError("standard input is closed")
    try:
        with sys.stdin.buffer if argument == "-" else open(argument, "rb") as file:
            data = file.read(LARGEST_TEXT + 1)
    except OSError as error:
        raise LibraryError(f"{label(argument)}: {error.strerror}") from error
    if len(data) > LARGEST_TEXT:
        raise LibraryError(f"{label(argument)}: larger than {LARGEST_TEXT} bytes")
    from touhu_music.decoding import decode

    try:
        return decode(data, encoding)
    except PassageError as error:
        raise named(error, argument) from error


def passage(argument: str, decoded: Decoded) -> Passage:
    """Read the rows of a text; raises PassageError with the name of the input."""
    excerpt = Excerpt(decoded.text, Place(1, 1, decoded.offset))
    try:
        return read([excerpt], encoding=decoded.codec, known=library.known_rows())
    except PassageError as error:
        raise named(error, argument) from error


def named(error: PassageError, argument: str) -> PassageError:
    """Return the same error with the name of the input in front."""
    found = PassageError(error.code, "")
    found.args = (f"{label(argument)}: {error}",)
    return found


def warnings(found: tuple[Reading, ...]) -> Iterator[str]:
    """Return what is doubtful in readings that are not of a known witness."""
    for reading in found:
        if reading.witness is None:
            for warning in reading.warnings:
                yield f"{reading.name or 'row'}: {warning}"
