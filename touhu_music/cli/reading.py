"""`touhu read`: every row that a text prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from touhu_music import library, output, shapes
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import FORCE
from touhu_music.decoding import Decoded
from touhu_music.errors import LibraryError
from touhu_music.passage import Passage
from touhu_music.reading import Reading
from touhu_music.witnessfile import draft


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: an object for one file, a list for several."
)
@click.option("--toml", is_flag=True, help="Print a witness file to fill in; needs --siglum and one FILE.")
@click.option("--siglum", metavar="X1", help="The siglum of the new witness.")
@click.option("-o", "target", metavar="FILE", help="Where to write the witness file; else on stdout.")
@FORCE
@click.option("--encoding", metavar="NAME", help="The encoding of the files, where you know it.")
@click.pass_context
def read(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    as_json: bool,
    toml: bool,
    siglum: str | None,
    target: str | None,
    force: bool,
    encoding: str | None,
) -> None:
    """Find every row in texts, each with its place, notes and warnings."""
    if toml and (siglum is None or len(files) > 1 or as_json):
        raise click.UsageError("--toml needs --siglum and one FILE, and goes without --json")
    if not toml and (siglum is not None or target is not None):
        raise click.UsageError("--siglum and -o go with --toml")
    found: list[tuple[str, Decoded, Passage]] = []

    def read_one(file: str) -> None:
        decoded = inputs.text(file, encoding)
        found.append((file, decoded, inputs.passage(file, decoded)))

    code = terminal.each(files, read_one)
    if siglum is not None and toml:
        for file, decoded, passage in found:
            data = witness_file(siglum, file, decoded, passage).encode()
            if target is None:
                terminal.print_bytes(data)
            else:
                output.write(Path(target), data, force=force)
    elif as_json:
        terminal.print_json([shape(*one) for one in found])
    else:
        for file, decoded, passage in found:
            terminal.say([f"{inputs.label(file)} ({decoded.encoding}): {counted(passage)}"])
            for reading in passage.readings:
                terminal.say(described(reading))
            terminal.say(f"  {warning}" for warning in passage.warnings)
    ctx.exit(code)


def counted(passage: Passage) -> str:
    """Say how many rows there are."""
    return f"{len(passage.readings)} row{'s' if len(passage.readings) > 1 else ''}"


def witness_file(siglum: str, file: str, decoded: Decoded, passage: Passage) -> str:
    """Write a witness file; raises LibraryError for a siglum that is none, or taken."""
    if siglum in library.witnesses():
        raise LibraryError(f"siglum {siglum} is taken by a packaged witness")
    return draft(siglum, inputs.name(file), decoded.text, passage, encoding=decoded.codec)


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


def shape(file: str, decoded: Decoded, passage: Passage) -> dict[str, Any]:
    """Give all readings of a file."""
    return {
        "file": file,
        "encoding": decoded.encoding,
        "readings": [shapes.of_reading(reading) for reading in passage.readings],
        "warnings": list(passage.warnings),
    }
