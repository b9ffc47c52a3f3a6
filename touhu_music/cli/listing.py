"""`touhu list`: what there is."""

from __future__ import annotations

import click

from touhu_music import library, shapes
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import WITNESSES, options
from touhu_music.render import formats
from touhu_music.witnessfile import load


@click.command("list")
@options(WITNESSES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_all(witnesses: str | None, as_json: bool) -> None:
    """List cadences, witnesses, books not read, plans, sounds, rites, songs and formats."""
    from msgspec import structs

    from touhu_music.rite import rites
    from touhu_music.song import songs

    books = [load(path) for path in library.witnesses(witnesses).values()]
    titles = {name: rites.load(name).title for name in rites.names()}
    tunes = {name: songs.load(name) for name in songs.songs()}
    found = {
        "cadences": list(inputs.NAMES),
        "witnesses": [shapes.of_witness(book) for book in books],
        "unread": [book._asdict() for book in library.unread()],
        "plans": list(library.plans()),
        "sounds": list(library.sound_names()),
        "rites": {name: structs.asdict(title) for name, title in titles.items()},
        "songs": {name: song.title._asdict() for name, song in tunes.items()},
        "formats": {name: it.summary for name, it in formats().items()},
    }
    if as_json:
        terminal.print_json([found])
        return
    lines = [("cadences", " ".join(inputs.NAMES), "")]
    lines += [("witnesses", book.siglum, f"{book.title}, {book.author}; {book.work_date}") for book in books]
    lines += [("unread", book.siglum or "-", f"{book.title}: {book.why}") for book in library.unread()]
    lines += [("plans", name, "") for name in library.plans()]
    lines += [("sounds", name, "") for name in library.sound_names()]
    lines += [("rites", name, f"{title.zh} {title.en}") for name, title in titles.items()]
    lines += [
        ("songs", name, f"{it.title.hant} {it.title.en}; {' '.join(it.known)}") for name, it in tunes.items()
    ]
    lines += [("formats", name, it.summary) for name, it in formats().items()]
    heading = ""
    for group, name, summary in lines:
        terminal.say([f"{group if group != heading else '':10} {name:14} {summary}".rstrip()])
        heading = group
