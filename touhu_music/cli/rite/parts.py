"""`touhu rite parts`: each person's own sheet, in one file or a file each."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from touhu_music import output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, WITNESSES, options
from touhu_music.cli.rite import cast as rite_cast
from touhu_music.cli.rite import staging
from touhu_music.cli.writing import suffix, write
from touhu_music.language import Language

SUFFIXES: Final = (".pdf", ".html", ".txt")


@click.command()
@options(*rite_cast.CHOICES, *rite_cast.COMPANY, LANGUAGE, WITNESSES)
@click.option("--title", metavar="TEXT", help="What the sheets are called, instead of the name of the rite.")
@click.option("-o", "target", metavar="FILE", help=f"One file for all: {' '.join(SUFFIXES)}.")
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="DIR", help="A folder to fill with a file a person."
)
@click.option(
    "--format",
    "kind",
    type=click.Choice([each[1:] for each in SUFFIXES]),
    default="pdf",
    show_default=True,
    help="Of the files in the folder.",
)
@options(FORCE, QUIET)
def parts(target: str | None, into: Path | None, kind: str, **given: Any) -> None:
    """Print each person's own sheet: what he waits for, what he says and does, where and with what.

    A round that is like the one before stands there once. The sheet of the drummer has the row, and says
    in which cycle nobody throws and who throws in the others; that of the 司射 has the words of the count.
    """
    from touhu_music.rite.parts import files as parts_files
    from touhu_music.rite.parts import lines as parts_lines
    from touhu_music.rite.parts import parts as made_of

    language = Language(given["language"])
    if target is not None and into is not None:
        raise click.UsageError("-o and --into exclude each other")
    if target is not None:
        suffix(target, SUFFIXES)
        output.refuse_existing([Path(target)], force=given["force"])
    casting, players, performances = rite_cast.made(given, language)
    book = parts_lines.Book(casting, performances, language, staging.title(given["title"]))
    found = made_of.parts(players, casting)
    if target is not None:
        data = parts_files.together(suffix(target, SUFFIXES)[1:], found, book)
        write(target, data, force=given["force"], quiet=given["quiet"])
    elif into is not None:
        files = {into / name: make for name, make in parts_files.singles(kind, found, book).items()}
        output.refuse_existing(files, force=given["force"])
        output.write_all(files.items(), force=given["force"])
        if not given["quiet"]:
            terminal.say(str(path) for path in files)
    else:
        for number, part in enumerate(found):
            terminal.say([""] if number else [])
            terminal.say(parts_lines.lines(part, book))
