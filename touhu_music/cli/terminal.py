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
from touhu_music.notation import visible

T = TypeVar("T")
LONGEST_LINE: Final = 2_000  # of what is wrong
ASCII_FORMS: Final = {"○": "o", "□": "#", "半": "|", "·": ".", "─": "-", "▲": "^"}


def prepare() -> None:
    """Let neither closed streams nor characters that a terminal lacks stop a command."""
    codecs.register_error("touhu", spell_out)
    os.environ.pop("MPLBACKEND", None)  # pictures go into files; a notebook's setting would not load here
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # it was closed
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
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


def print_bytes(data: bytes | memoryview) -> None:
    """Write a file to stdout as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def complain(error: TouhuError) -> None:
    """Say in one line what is wrong."""
    talk(f"touhu: {error}")


def talk(line: str) -> None:
    """Print a line on stderr; control characters are spelled out, what is endless is cut."""
    click.echo(visible(line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"), err=True)


def say(lines: Iterable[str]) -> None:
    """Print lines on stdout; control characters are spelled out, so that no text commands the terminal."""
    for line in lines:
        click.echo(visible(line))


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
    """Write no more to a stdout that takes nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
