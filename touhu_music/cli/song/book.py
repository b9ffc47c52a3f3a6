"""`touhu song book`: all songs in one PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from touhu_music import output
from touhu_music.cli.options import FONT, FORCE, LANGUAGE, QUIET, USE, WITNESSES, options
from touhu_music.cli.song.rendering import SUNG, chosen_singing
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import PlanError, SongError
from touhu_music.language import Language
from touhu_music.notation import Use
from touhu_music.song import fitting


@click.command()
@click.option("-o", "target", metavar="FILE.pdf", required=True, help="The file to write.")
@click.option("--with", "drum", metavar="CADENCE", help="Add each song with the drum: lu-1, xue-2@B.")
@options(USE)
@click.option("--fit", metavar="|".join(fitting.UNITS), help="How song and drum go together: line.")
@options(*SUNG, LANGUAGE, FONT, WITNESSES, FORCE, QUIET)
def book(target: str, force: bool, quiet: bool, **given: Any) -> None:
    """Print all songs: staff with signs, page of the old books, sources and choices."""
    suffix(target, (".pdf",))
    output.refuse_existing([Path(target)], force=force)
    singing = chosen_singing(given | {"beats_per_minute": None})
    way = fitting.way(given["fit"] or fitting.USUAL)
    if given["fit"] and not given["drum"]:
        raise PlanError("--fit says how the drum goes with the song; name its row: --with lu-1")
    from touhu_music.font import own
    from touhu_music.song.formats import Options
    from touhu_music.song.score.book import to_pdf

    style = Options(Language(given["language"]), own_font=own(given["font"]) if given["font"] else None)
    write(target, to_pdf(singing, style, performance(given), way), force=force, quiet=quiet)


def performance(given: dict[str, Any]) -> Any:
    """Return what the drum plays with the songs, if it does; raises SongError for several rows."""
    if not given["drum"]:
        return None
    from touhu_music import library
    from touhu_music.cli import inputs
    from touhu_music.performance import perform

    first, *others = inputs.readings(given["drum"], given["witnesses"])
    if others:
        raise SongError(f"{given['drum']} has several rows; name one, such as lu-1")
    return perform(first, Use(given["use"]), library.plan())
