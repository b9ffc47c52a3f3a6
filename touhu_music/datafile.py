"""TOML data files, read with every key and character checked.

Paths are plain strings here and in the library: the start of a command would wait for pathlib.
"""

from __future__ import annotations

import math
import os
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

import tomli

from touhu_music.errors import LibraryError

LONGEST_LINE, LONGEST_TEXT = 1_000, 100_000
"""A text of more characters is refused: one of a line, and one of several."""

LARGEST_FILE: Final = 1_000_000
"""A data file of more bytes than this is refused."""


def load(path: str) -> dict[str, Any]:
    """Read a TOML file; raises LibraryError that names the file and what is wrong."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise LibraryError(f"{path}: larger than {LARGEST_FILE} bytes")
        return bounded(tomli.loads(data.decode("utf-8-sig")))
    except OSError as error:
        raise LibraryError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LibraryError(f"{path}: byte {error.start} is not UTF-8") from error
    except (ValueError, RecursionError) as error:  # not TOML, or a number of thousands of digits
        raise LibraryError(f"{path}: {error}") from error


def bounded(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data; raises ValueError for a number of more than the 64 bits that TOML has."""
    waiting: list[Any] = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and value.bit_length() > 63:
            raise ValueError("a number of more than 64 bits")
    return data


def only(table: Mapping[str, Any], allowed: set[str], path: str) -> None:
    """Raise LibraryError for a key that means nothing here."""
    for key in table:
        if key not in allowed:
            raise LibraryError(f"{path}: unknown key {key!r}; expected {' '.join(sorted(allowed))}")


def tables(data: Mapping[str, Any], key: str, path: str, *, needed: bool = True) -> list[dict[str, Any]]:
    """Return the tables of an array of tables."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise LibraryError(f"{path}: {key} must be written [[{key}]]")
    if needed and not value:
        raise LibraryError(f"{path}: no [[{key}]]")
    return value


def whole(table: Mapping[str, Any], key: str, path: str) -> int:
    """Return a whole number that is not negative."""
    value = table.get(key)
    if type(value) is not int or value < 0:
        raise LibraryError(f"{path}: {key} must be a whole number, not {value!r}")
    return value


def number(table: Mapping[str, Any], key: str, path: str) -> float:
    """Return a number, whole or not; `nan` and `inf` are none."""
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise LibraryError(f"{path}: {key} must be a number, not {value!r}")
    return float(value)


def text(table: Mapping[str, Any], key: str, path: str, *, lines: bool = False) -> str:
    """Return a string; raises LibraryError if it is missing, empty, or holds what cannot be printed."""
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LibraryError(f"{path}: {key} must be a text that is not empty")
    if len(value) > (LONGEST_TEXT if lines else LONGEST_LINE):
        raise LibraryError(f"{path}: {key} is longer than any book prints")
    if character := unprintables(value, lines=lines):
        raise LibraryError(f"{path}: U+{ord(character):04X} in {key} cannot be printed")
    return value


def unprintables(value: str, *, lines: bool) -> str:
    """Return the first character of a text that cannot be printed, or nothing; lines may be broken."""
    if value.isprintable():
        return ""
    return next((c for c in value if unprintable(c) and not (lines and c in "\n\r\t")), "")


def unprintable(character: str) -> bool:
    """Tell whether a character is a control, a surrogate, a noncharacter or turns the direction of text."""
    return (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        or ord(character) & 0xFFFE == 0xFFFE
        or 0xFDD0 <= ord(character) <= 0xFDEF
        or character in "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )


def base_name(path: str) -> str:
    """Return the name of a file without its folders, in characters that can be printed."""
    return "".join("\ufffd" if unprintable(character) else character for character in os.path.basename(path))
