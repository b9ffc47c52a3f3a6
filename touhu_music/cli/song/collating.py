"""`touhu song collate` and `compare`: the prints of a song side by side, and one song against another."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from touhu_music import output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, options
from touhu_music.cli.song.showing import named
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import SongError
from touhu_music.language import Language
from touhu_music.song import songs
from touhu_music.song.comparison import apparatus, contour_lines, contours
from touhu_music.song.comparison.collation import Collation
from touhu_music.song.comparison.collation import collate as hold_together

SUFFIXES: Final = (".json", ".csv", ".html")
COMPARED: Final = (".json", ".csv")


@click.command()
@click.argument("name", metavar="[SONG]", required=False)
@click.option("--base", metavar="SIGLUM", help="The print that others differ from; else the first.")
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object, or without SONG a list.")
@click.option("-o", "target", metavar="FILE", help=f"The file to write: {' '.join(SUFFIXES)}.")
@options(FORCE, QUIET)
@click.pass_context
def collate(
    ctx: click.Context,
    /,
    name: str | None,
    base: str | None,
    language: str,
    as_json: bool,
    target: str | None,
    force: bool,
    quiet: bool,
) -> None:
    """Show how the prints of a song differ from one of them, word by word; without SONG of all."""
    prepare(target, SUFFIXES, as_json=as_json, force=force)
    found: list[Collation] = []

    code = terminal.each(
        [name] if name is not None else having(base), lambda one: found.append(hold_together(one, base))
    )
    spoken = Language(language)
    shapes = [apparatus.shape(each, spoken) for each in found]
    if found and target is not None:
        make = {
            ".json": lambda: apparatus.to_json(shapes[0] if name else shapes),
            ".csv": lambda: apparatus.to_csv(found),
            ".html": lambda: apparatus.to_html(found, spoken),
        }
        write(target, make[suffix(target, SUFFIXES)](), force=force, quiet=quiet)
    elif found and as_json:
        terminal.print_json(shapes if name else [shapes])
    elif found:
        terminal.say(apparatus.lines(found, spoken))
    ctx.exit(code)


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-o", "target", metavar="FILE", help=f"The file to write: {' '.join(COMPARED)}.")
@options(FORCE, QUIET)
def compare(
    first: str, second: str, language: str, as_json: bool, target: str | None, force: bool, quiet: bool
) -> None:
    """Compare two songs, caifan or caipin@N: contours, intervals, tones, what is alike, and chance."""
    prepare(target, COMPARED, as_json=as_json, force=force)
    found = contours.compare(named(first), named(second))
    spoken = Language(language)
    if target is not None:
        make = {
            ".json": lambda: apparatus.to_json(contour_lines.shape(found, spoken)),
            ".csv": lambda: contour_lines.to_csv(found),
        }
        write(target, make[suffix(target, COMPARED)](), force=force, quiet=quiet)
    elif as_json:
        terminal.print_json([contour_lines.shape(found, spoken)])
    else:
        terminal.say(contour_lines.lines(found, spoken))


def having(base: str | None) -> list[str]:
    """Return the songs with a tune in a print, or in any; raises SongError if there are none."""
    tunes = [song for song in map(songs.load, songs.songs()) if song.has_tune]
    found = [song.name for song in tunes if base is None or base in song.known]
    if not found:
        known = dict.fromkeys(siglum for song in tunes for siglum in song.known)
        raise SongError(f"no print {base!r}; there are {' '.join(known)}")
    return found


def prepare(target: str | None, suffixes: tuple[str, ...], *, as_json: bool, force: bool) -> None:
    """Refuse a file that cannot be written before anything is made."""
    if target is None:
        return
    if as_json:
        raise click.UsageError("-o and --json exclude each other")
    suffix(target, suffixes)
    output.refuse_existing([Path(target)], force=force)
