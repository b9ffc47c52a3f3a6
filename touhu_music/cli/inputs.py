"""CADENCE arguments and files: from what is typed to readings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from touhu_music import documents, library
from touhu_music.datafile import base_name
from touhu_music.errors import LibraryError, NotationError, PassageError
from touhu_music.notation import HALF, MARKS, SPACES, Drum
from touhu_music.reading import Reading, literal
from touhu_music.witnessfile import load

if TYPE_CHECKING:
    from touhu_music.decoding import Decoded
    from touhu_music.documents import Document
    from touhu_music.passage import Passage

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
    if argument != "-" and not os.path.exists(argument) and not documents.within(argument)[0]:
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
    """Return the name of a text without its folders, in characters that can be printed."""
    return "text" if argument == "-" else base_name(argument)


def label(argument: str) -> str:
    """Name an input in messages."""
    return documents.label(argument)


def text(argument: str, encoding: str | None = None) -> Decoded:
    """Read the one text that an argument means; raises LibraryError or PassageError with its name."""
    if os.path.isdir(argument):
        raise LibraryError(f"{argument}: Is a directory")
    first, *others = islice(documents.documents(argument), 2)
    if others:
        raise LibraryError(f"{label(argument)}: several files; name one of them, such as {first.name}")
    return decoded(first, encoding)


def decoded(document: Document, encoding: str | None = None) -> Decoded:
    """Decode a text; raises LibraryError if it could not be read, PassageError, both with its name."""
    from touhu_music.decoding import decode

    if document.fault is not None:
        raise document.fault
    try:
        return decode(document.data, encoding, library.known_rows())
    except PassageError as error:
        raise named(error, document.name) from error


def passage(argument: str, decoded: Decoded) -> Passage:
    """Read the rows of a text; raises PassageError with the name of the input."""
    from touhu_music.decoding import read

    try:
        return read(decoded)
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
