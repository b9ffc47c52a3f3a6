"""`touhu rite stage`: the plan of hall and court, a page for each section of the rite."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import click

from touhu_music import output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, options
from touhu_music.cli.rite import measures as rite_measures
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import RiteError
from touhu_music.language import Language
from touhu_music.rite.measures.measures import Venue
from touhu_music.rite.stage.stage import scenes, the_rite
from touhu_music.rite.stage.stage import section as found

SUFFIXES: Final = (".svg", ".pdf", ".png")


@click.command()
@click.option(
    "--venue",
    type=click.Choice([str(each) for each in Venue]),
    default=str(Venue.HALL),
    show_default=True,
    help="Where it is played: how far the pot is.",
)
@click.option("--section", metavar="請賓|…|1..10", help="One section of the rite, by its name or number.")
@click.option("--foot", metavar="CM", help="The length of the 尺 that you choose: adds centimetres.")
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "-o",
    "target",
    metavar="FILE",
    help=f"The file to write: {' '.join(SUFFIXES)}; .svg and .png have one section.",
)
@options(FORCE, QUIET)
def stage(target: str | None, as_json: bool, **given: Any) -> None:
    """Tell where everybody and everything stands, and draw it from above.

    What a book says of how places lie to each other is told with the book; most numbers are our
    layout, and so marked.
    """
    language, venue = Language(given["language"]), Venue(given["venue"])
    if target is not None and as_json:
        raise click.UsageError("-o and --json exclude each other")
    foot = rite_measures.foot(given["foot"], metric=False)
    section = None if given["section"] is None else found(given["section"], the_rite())
    if target is not None:
        kind = suffix(target, SUFFIXES)
        if section is None and kind != ".pdf":
            raise RiteError(f"{kind} has one section: name it with --section, or write .pdf with all")
        output.refuse_existing([Path(target)], force=given["force"])
        write(target, made(kind, venue, section, language, foot), force=given["force"], quiet=given["quiet"])
        return
    from touhu_music.rite.stage import lines as stage_lines

    if as_json:
        terminal.print_json([stage_lines.shape(venue, section, foot)])
    else:
        terminal.say(stage_lines.lines(venue, section, language, foot))


def made(kind: str, venue: Venue, section: str | None, language: Language, foot: Fraction | None) -> bytes:
    """Make a file of that kind."""
    from touhu_music.rite.stage.drawing import to_pdf, to_png, to_svg

    chosen = [scene for scene in scenes(venue) if section in (None, scene.section)]
    if kind == ".pdf":
        return to_pdf(chosen, language, foot)
    return (to_svg if kind == ".svg" else to_png)(chosen[0], language, foot)
