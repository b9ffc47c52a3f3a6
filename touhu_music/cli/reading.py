"""`touhu read`: every row that a text prints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import click

from touhu_music import library, output, shapes
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import FORCE
from touhu_music.decoding import Decoded
from touhu_music.documents import Document, documents
from touhu_music.errors import LibraryError, PassageError
from touhu_music.markup import language
from touhu_music.passage import Passage
from touhu_music.reading import Reading
from touhu_music.witnessfile import draft


class Found(NamedTuple):
    """A text in which there are rows."""

    name: str
    decoded: Decoded
    passage: Passage


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: an object for one file, else a list of them."
)
@click.option("--toml", is_flag=True, help="Print a witness file to fill in; needs --siglum and one PATH.")
@click.option("--siglum", metavar="X1", help="The siglum of the new witness.")
@click.option("-o", "target", metavar="FILE", help="Where to write the witness file; else on stdout.")
@FORCE
@click.option("--encoding", metavar="NAME", help="The encoding of the texts, where you know it.")
@click.pass_context
def read(
    ctx: click.Context,
    /,
    paths: tuple[str, ...],
    as_json: bool,
    toml: bool,
    siglum: str | None,
    target: str | None,
    force: bool,
    encoding: str | None,
) -> None:
    """Find every row in texts, each with its place, notes and warnings.

    PATH is a file, a folder with all that is in it, a pattern in quotes ('texts/**/*.txt'), a .gz or
    .zip file, one member of it (books.zip!vol/1.txt), or - for standard input. A text is plain, HTML
    or XML. One without rows is told if you name it, and passed over in a folder.
    """
    if toml and (siglum is None or len(paths) > 1 or as_json):
        raise click.UsageError("--toml needs --siglum and one PATH, and goes without --json")
    if not toml and (siglum is not None or target is not None):
        raise click.UsageError("--siglum and -o go with --toml")
    found: list[Found] = []
    named: list[bool] = []
    without: list[PassageError] = []

    def read_one(document: Document) -> None:
        named.append(document.named)
        try:
            decoded = inputs.decoded(document, encoding)
            one = Found(document.name, decoded, inputs.passage(document.name, decoded))
        except PassageError as error:
            if document.named or not (error.code == "no-notation" or no_text(error, document)):
                raise
            without.append(error)
            return
        if as_json or toml:
            found.append(one)
        else:
            found.append(one._replace(decoded=one.decoded._replace(text="")))  # it may be one of thousands
            terminal.say(described_all(one))

    code = terminal.each(chain.from_iterable(map(documents, paths)), read_one)
    if len(without) == 1 and len(named) == 1:
        terminal.complain(without[0])
        code = 1
    elif without and not found:
        terminal.talk(f"touhu: no rows in {len(without)} texts")
    if siglum is not None and toml:
        if len(found) > 1:
            raise LibraryError(f"{paths[0]}: {len(found)} texts have rows; a witness file is of one")
        for one in found:
            data = witness_file(siglum, one).encode()
            if target is None:
                terminal.print_bytes(data)
            else:
                output.write(Path(target), data, force=force)
    elif as_json:
        listed = [shape(one) for one in found]
        terminal.print_json(listed if all(named) else [listed])
    ctx.exit(code)


def no_text(error: PassageError, document: Document) -> bool:
    """Tell whether a file holds a picture or the like: bytes of no encoding, among them zeros."""
    return error.code == "undecodable" and b"\0" in document.data


def counted(passage: Passage) -> str:
    """Say how many rows there are."""
    return f"{len(passage.readings)} row{'s' if len(passage.readings) > 1 else ''}"


def witness_file(siglum: str, one: Found) -> str:
    """Write a witness file; raises LibraryError for a siglum that is none or taken, and for tags in rows."""
    if siglum in library.witnesses():
        raise LibraryError(f"siglum {siglum} is taken by a packaged witness")
    name, source = inputs.name(one.name), one.decoded.text
    stretches = [source[start:end] for start, end in one.passage.spans]
    if language(source) and any(sign in stretch for stretch in stretches for sign in "<&"):
        raise LibraryError(f"{name}: tags or entities stand in the rows; save the page as plain text first")
    return draft(siglum, name, source, one.passage, encoding=one.decoded.codec)


def described_all(one: Found) -> Iterator[str]:
    """Describe all readings of a text."""
    yield f"{inputs.label(one.name)} ({one.decoded.encoding}): {counted(one.passage)}"
    for reading in one.passage.readings:
        yield from described(reading)
    yield from (f"  {warning}" for warning in one.passage.warnings)


def described(reading: Reading) -> list[str]:
    """Describe a reading in a few lines."""
    where, sides = reading.start, str(reading.cadence).split("半")
    page = f", page {where.page}" if where.page else ""
    copy = f" (set {reading.set})" if reading.set > 1 else ""
    return [
        f"{reading.name or 'no name'}{copy}  {reading.cadence}  {len(sides[0])}+{len(sides[1])} strokes,"
        f" line {where.line}, column {where.column}{page}",
        *(f"  note {note.section} {note.after}: {note.text}" for note in reading.glosses),
        *(f"  {warning}" for warning in reading.warnings),
    ]


def shape(one: Found) -> dict[str, Any]:
    """Give all readings of a text."""
    return {
        "file": one.name,
        "encoding": one.decoded.encoding,
        "readings": [shapes.of_reading(reading) for reading in one.passage.readings],
        "warnings": list(one.passage.warnings),
    }
