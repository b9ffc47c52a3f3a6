"""`touhu sheet`: pages to print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from touhu_music import output
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import (
    CADENCES,
    FONT,
    FORCE,
    LANGUAGE,
    PLAN,
    QUIET,
    SYLLABLES,
    USE,
    WITNESSES,
    chosen_options,
    chosen_plan,
    options,
)
from touhu_music.notation import Use
from touhu_music.performance import perform
from touhu_music.sheet import KINDS, Order, to_pdf
from touhu_music.sheet.paper import A4, A5, LETTER

PAPERS = {paper.name: paper for paper in (A4, A5, LETTER)}


@click.command()
@options(CADENCES, USE)
@click.option("-o", "target", metavar="FILE.pdf", required=True, help="The PDF to write; - is stdout.")
@click.option(
    "--pages", "names", metavar="KIND,...", default="score", show_default=True, help=" ".join(KINDS)
)
@click.option("--paper", type=click.Choice(list(PAPERS)), default=A4.name, show_default=True)
@click.option("--landscape", is_flag=True, help="The long side of the paper across.")
@click.option("--large", is_flag=True, help="Marks to read from three metres (grid, parts).")
@click.option("--title", default="", help="A title of your own.")
@options(*PLAN, LANGUAGE, SYLLABLES, FONT, WITNESSES, FORCE, QUIET)
def sheet(
    cadences: tuple[str, ...],
    target: str,
    names: str,
    paper: str,
    landscape: bool,
    large: bool,
    title: str,
    force: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Print rows: scores, parts, the traditional page, grids, a card, a booklet, class sheets."""
    plan = chosen_plan(given)
    style = chosen_options(given, plan)
    readings = [each for argument in cadences for each in inputs.readings(argument, given["witnesses"])]
    size = PAPERS[paper].landscape if landscape else PAPERS[paper]
    order = Order(
        tuple(perform(reading, Use(given["use"]), plan) for reading in readings), size, style, title, large
    )
    if target != "-":
        output.refuse_existing([Path(target)], force=force)
    data = to_pdf([name.strip() for name in names.split(",")], order)
    if target == "-":
        terminal.print_bytes(data)
        return
    output.write(Path(target), data, force=force)
    if not quiet:
        terminal.say([target])
