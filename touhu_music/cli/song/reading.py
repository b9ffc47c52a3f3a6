"""`touhu song read`: every song that a text prints in the old notation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import click

from touhu_music import documents
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import LANGUAGE, options
from touhu_music.documents import Document
from touhu_music.errors import PassageError, SongError
from touhu_music.language import Language
from touhu_music.song import telling
from touhu_music.song.reader import printing, texts
from touhu_music.song.reader.texts import Text
from touhu_music.song.signs import Da


class Found(NamedTuple):
    """A text in which there are songs."""

    name: str
    text: Text


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--da",
    type=click.Choice([str(each) for each in Da]),
    help="What 大 stands for, 大呂 or 太簇, where no mode tells.",
)
@options(LANGUAGE)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: an object for one file, else a list of them."
)
@click.option("--text", "as_text", is_flag=True, help="Print the songs as notation again.")
@click.option("--encoding", metavar="NAME", help="The encoding of the texts, where you know it.")
@click.pass_context
def read(
    ctx: click.Context,
    /,
    paths: tuple[str, ...],
    da: str | None,
    language: str,
    as_json: bool,
    as_text: bool,
    encoding: str | None,
) -> None:
    """Find every song in texts that print lülü and gongche, below the verse or after each word.

    PATH is what touhu read takes: a file, a folder, a pattern in quotes, a .gz or .zip file, or - for
    standard input. The two signs of a word are held against each other, and what is doubtful is told
    with its place. A text without songs is told if you name it, and passed over in a folder.
    """
    if as_json and as_text:
        raise click.UsageError("--json and --text exclude each other")
    found: list[Found] = []
    named: list[bool] = []
    without: list[PassageError] = []
    broken = False
    spoken = Language(language)

    def read_one(document: Document) -> None:
        nonlocal broken
        named.append(document.named)
        if document.fault is not None:
            raise document.fault
        try:
            one = Found(document.name, texts.read(document.data, encoding, Da(da) if da else None))
        except PassageError as error:
            if document.named or not (error.code == "no-song" or undecoded(error, document)):
                raise inputs.named(error, document.name) from error
            without.append(inputs.named(error, document.name))
            return
        for fault in one.text.found.faults:
            broken = True
            terminal.complain(SongError(f"{inputs.label(one.name)}: {fault}"))
        if as_json:
            found.append(one)
        elif one.text.found.songs:
            found.append(one)
            terminal.say(printed(one) if as_text else told(one, spoken))

    code = terminal.each(chain.from_iterable(map(documents.documents, paths)), read_one)
    if len(without) == 1 and len(named) == 1:
        terminal.complain(without[0])
        code = 1
    elif without and not found:
        terminal.talk(f"touhu: no songs in {len(without)} texts")
    if as_json:
        listed = [shape(one) for one in found]
        terminal.print_json(listed if all(named) else [listed])
    ctx.exit(1 if broken else code)


def undecoded(error: PassageError, document: Document) -> bool:
    """Tell whether a file holds a picture or the like: bytes of no encoding, among them zeros."""
    return error.code == "undecodable" and b"\0" in document.data


def told(one: Found, language: Language) -> Iterator[str]:
    """Tell all songs of a text."""
    count = len(one.text.found.songs)
    yield f"{inputs.label(one.name)} ({one.text.encoding}): {count} song{'s' if count > 1 else ''}"
    for song in one.text.found.songs:
        yield ""
        yield from telling.notated(song, language)
    yield from (f"  {warning}" for warning in one.text.warnings)


def printed(one: Found) -> Iterator[str]:
    """Print the songs of a text as it has them."""
    for place, song in enumerate(one.text.found.songs):
        yield from [*([""] if place else []), *printing.text(song).splitlines()]


def shape(one: Found) -> dict[str, Any]:
    """Give all songs of a text."""
    return {
        "file": one.name,
        "encoding": one.text.encoding,
        "songs": [telling.of_notated(song) for song in one.text.found.songs],
        "warnings": [*one.text.warnings],
        "faults": [*one.text.found.faults],
    }
