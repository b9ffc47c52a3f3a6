"""What the command line says: results on stdout, talk on stderr, in any encoding of the terminal."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from typing import Any, Final, TypeVar

import click

from touhu_music.errors import TouhuError

T = TypeVar("T")
ASCII_FORMS: Final = {"○": "o", "□": "#", "半": "|"}


def prepare() -> None:
    """Let no character that a terminal lacks stop a command: it is written in an ASCII form."""
    codecs.register_error("touhu", spell_out)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="touhu")


def spell_out(error: UnicodeError) -> tuple[str, int]:
    """Write o for ○, # for □, | for 半, plain letters for accented ones, escapes for the rest."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    forms = []
    for character in error.object[error.start : error.end]:
        letter = unicodedata.normalize("NFD", character)[0]
        plain = ASCII_FORMS.get(character, letter if letter.isascii() else "")
        forms.append(plain or character.encode("ascii", "backslashreplace").decode())
    return "".join(forms), error.end


def print_json(values: list[Any]) -> None:
    """Print an object for one result, a list for several; nothing for none."""
    if not values:
        return
    import json

    shape = values[0] if len(values) == 1 else values
    text = json.dumps(shape, ensure_ascii=False, indent=1)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # an escape is still JSON, an ASCII form would be another text
        text = json.dumps(shape, indent=1)
    click.echo(text)


def print_bytes(data: bytes) -> None:
    """Write a file to stdout as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def complain(error: TouhuError) -> None:
    """Say in one line what is wrong."""
    talk(f"touhu: {error}")


def talk(line: str) -> None:
    """Print a line on stderr; control characters in it are spelled out."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)
    click.echo(shown, err=True)


def each(items: Iterable[T], action: Callable[[T], None]) -> int:
    """Do an action for every item and complain of each failure; return the exit code."""
    code = 0
    for item in items:
        try:
            action(item)
        except TouhuError as error:
            complain(error)
            code = 1
    return code


def hang_up() -> None:
    """Write no more to a pipe that nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
