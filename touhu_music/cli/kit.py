"""`touhu kit`: the folder for a troupe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from touhu_music import kit as folder
from touhu_music import output
from touhu_music.cli import inputs
from touhu_music.cli.options import (
    FONT,
    FORCE,
    LANGUAGE,
    PLAN,
    QUIET,
    SYLLABLES,
    WITNESSES,
    WRITTEN,
    chosen_options,
    chosen_plan,
    options,
)
from touhu_music.notation import Use
from touhu_music.performance import perform

Makers = dict[Path, Callable[[], bytes]]


@click.command()
@click.argument("cadences", metavar="[CADENCE...]", nargs=-1)
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="DIR", required=True, help="The folder to fill."
)
@options(*PLAN, *WRITTEN, LANGUAGE, SYLLABLES, FONT, WITNESSES, FORCE, QUIET)
def kit(cadences: tuple[str, ...], into: Path, force: bool, quiet: bool, **given: Any) -> None:
    """Write everything that a troupe needs, for both uses: by default of all four rows of witness A."""
    plan, style = chosen_plan(given), chosen_options(given)
    performances = [
        perform(reading, use, plan)
        for argument in cadences or inputs.NAMES
        for reading in inputs.readings(argument, given["witnesses"])
        for use in Use
    ]
    makers = {into / path: make for path, make in folder.contents(performances, style).items()}
    output.refuse_existing(makers, force=force)
    files = {target: make() for target, make in progress(makers, quiet)}  # all of them, or none
    for parent in dict.fromkeys(target.parent for target in files):
        output.folder(parent)
    for target, data in files.items():
        output.write(target, data, force=force)
    if not quiet:
        click.echo(into / "index.html")


def progress(makers: Makers, quiet: bool) -> Iterable[tuple[Path, Callable[[], bytes]]]:
    """Go through what makes the files, with a bar if there is a terminal to show it on."""
    if quiet or not sys.stderr.isatty():
        return makers.items()
    from rich.console import Console
    from rich.progress import track

    return track(makers.items(), "kit", console=Console(stderr=True), transient=True)
