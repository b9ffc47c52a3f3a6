"""`touhu song list` and `show`: the songs that there are, and one as a print has it."""

from __future__ import annotations

import click

from touhu_music.cli import terminal
from touhu_music.cli.options import LANGUAGE, options
from touhu_music.errors import SongError
from touhu_music.language import Language
from touhu_music.song import songs, telling
from touhu_music.song.songs import Song


def named(argument: str, witness: str | None = None) -> Song:
    """Load the song that an argument names, `caipin` or `caipin@N`; raises SongError."""
    name, at, siglum = argument.partition("@")
    if at and witness not in (None, siglum):
        raise SongError(f"{argument!r} and --witness {witness} name two prints")
    return songs.load(name, siglum if at else witness)


@click.command("list")
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_songs(language: str, as_json: bool) -> None:
    """List the songs, their prints, and the books not read."""
    spoken = Language(language)
    found = [songs.load(name) for name in songs.songs()]
    if as_json:
        terminal.print_json([telling.listed(found, spoken)])
    else:
        terminal.say(telling.listing(found, spoken))


@click.command()
@click.argument("names", metavar="SONG...", nargs=-1, required=True)
@click.option("--witness", metavar="SIGLUM", help="The print; else the first that touhu song list names.")
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object, or a list of several.")
@click.pass_context
def show(
    ctx: click.Context, /, names: tuple[str, ...], witness: str | None, language: str, as_json: bool
) -> None:
    """Show songs word by word: lülü, gongche, and semitones above 黃鐘."""
    found: list[Song] = []
    code = terminal.each(names, lambda name: found.append(named(name, witness)))
    spoken = Language(language)
    if as_json:
        terminal.print_json([telling.shape(song, spoken) for song in found])
    for place, song in enumerate([] if as_json else found):
        terminal.say([*([""] if place else []), *telling.lines(song, spoken)])
    ctx.exit(code)
