"""`touhu player`: the page that plays offline, as one file or as a small site."""

from __future__ import annotations

from pathlib import Path

import click

from touhu_music import library, output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, QUIET, WITNESSES, options
from touhu_music.cli.writing import write
from touhu_music.language import Language
from touhu_music.witnessfile import load


@click.command()
@click.option("-o", "target", metavar="FILE.html", help="One file that opens from a disk; - is stdout.")
@click.option("--site", "folder", metavar="DIR", help="A folder to serve, that a phone keeps.")
@click.option(
    "--lang",
    "language",
    type=click.Choice([str(language) for language in Language]),
    default=str(Language.ENGLISH),
    show_default=True,
    help="The language it opens in; the page has all four.",
)
@options(WITNESSES, FORCE, QUIET)
def player(
    target: str | None,
    folder: str | None,
    language: str,
    witnesses: str | None,
    force: bool,
    quiet: bool,
) -> None:
    """Write the player: a page for the phone that plays the rows without a network.

    It also leads through the rite, with the drum where that belongs. One file opens from a disk.
    Served once from a site, it stays on the phone's home screen.
    """
    if (target is None) == (folder is None):
        raise click.UsageError("name a file with -o, or a folder with --site")
    from touhu_music.player import building

    if target is not None and target != "-":
        output.refuse_existing([Path(target)], force=force)
    books = tuple(load(path) for path in library.witnesses(witnesses).values())
    spoken = Language(language)
    if folder is not None:
        found = building.to_site(books, spoken)
        files = [(Path(folder, name), lambda data=data: data) for name, data in found.items()]
        output.write_all(files, force=force)
        if not quiet:
            terminal.say(str(path) for path, _ in files)
        return
    data = building.to_html(books, spoken)
    if target == "-":
        terminal.print_bytes(data)
        return
    write(str(target), data, force=force, quiet=quiet)
