"""`touhu rite measures`: how long, how wide and how far, for who builds the props."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import click

from touhu_music import output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, options
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import PlanError, RiteError
from touhu_music.language import Language
from touhu_music.performance import exact
from touhu_music.rite.measures import lines as measure_lines
from touhu_music.rite.measures.lines import Asked
from touhu_music.rite.measures.measures import Belly, Pot, Venue, centimetres, check_foot

SUFFIXES: Final = (".csv", ".json", ".html", ".svg", ".pdf")
DRAWN: Final = (".svg", ".pdf")


@click.command()
@click.option("--venue", type=click.Choice([str(each) for each in Venue]), help="One venue, not all.")
@click.option("--pot", type=click.Choice([str(each) for each in Pot]), help="One pot, not all.")
@click.option(
    "--belly",
    type=click.Choice([str(each) for each in Belly]),
    default=str(Belly.ZHU),
    show_default=True,
    help="The belly of the 禮記 pot after 朱熹 or 鄭玄.",
)
@click.option("--foot", metavar="CM", help="The length of the 尺 that you choose: adds centimetres.")
@click.option("--cm", "metric", is_flag=True, help="Centimetres; refused without --foot.")
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "-o",
    "target",
    metavar="FILE",
    help=f"The file to write: {' '.join(SUFFIXES)}; .svg and .pdf are a drawing to scale of all props.",
)
@options(FORCE, QUIET)
def measures(target: str | None, as_json: bool, **given: Any) -> None:
    """Tell the measures of arrows, distances, counters and pots in 寸 and 尺, each with its source.

    No source gives the modern length of the 尺: centimetres need one that you name with --foot.
    """
    language = Language(given["language"])
    if target is not None and as_json:
        raise click.UsageError("-o and --json exclude each other")
    asked = Asked(
        Venue(given["venue"]) if given["venue"] else None,
        Pot(given["pot"]) if given["pot"] else None,
        Belly(given["belly"]),
        foot(given["foot"], metric=given["metric"]),
    )
    if target is not None:
        kind = suffix(target, SUFFIXES)
        if kind in DRAWN and not asked.whole:
            raise RiteError(f"{kind} draws all props: leave out --venue and --pot")
        output.refuse_existing([Path(target)], force=given["force"])
        write(target, made(kind, asked, language), force=given["force"], quiet=given["quiet"])
    elif as_json:
        terminal.print_json([measure_lines.shape(asked)])
    else:
        terminal.say(measure_lines.lines(asked, language))


def foot(text: str | None, *, metric: bool) -> Fraction | None:
    """Return the length of a foot in centimetres; raises RiteError for none that can be one."""
    if text is None:
        if metric:
            centimetres(Fraction(1), None)
        return None
    try:
        found = exact("foot", text)
    except PlanError as error:
        raise RiteError(str(error)) from error
    check_foot(found)
    return found


def made(kind: str, asked: Asked, language: Language) -> bytes:
    """Make a file of that kind."""
    if kind == ".json":
        return measure_lines.to_json(asked)
    if kind == ".csv":
        return measure_lines.to_csv(asked)
    if kind == ".html":
        return measure_lines.to_html(asked, language)
    from touhu_music.rite.measures.props import to_pdf, to_svg

    return (to_pdf if kind == ".pdf" else to_svg)(asked.belly, asked.foot, language)
