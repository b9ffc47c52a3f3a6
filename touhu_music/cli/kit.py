"""`touhu kit`: the folder for a troupe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from touhu_music import kit as folder
from touhu_music import output
from touhu_music.cli import inputs
from touhu_music.cli.options import (
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


@click.command()
@click.argument("cadences", metavar="[CADENCE...]", nargs=-1)
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="DIR", required=True, help="The folder to fill."
)
@options(*PLAN, *WRITTEN, LANGUAGE, SYLLABLES, WITNESSES, FORCE, QUIET)
def kit(cadences: tuple[str, ...], into: Path, force: bool, quiet: bool, **given: Any) -> None:
    """Write everything that a troupe needs, for both uses: by default of all four rows of witness A."""
    plan, style = chosen_plan(given), chosen_options(given)
    performances = [
        perform(reading, use, plan)
        for argument in cadences or inputs.NAMES
        for reading in inputs.readings(argument, given["witnesses"])
        for use in Use
    ]
    names = [path for path, _, _ in folder.paths(performances, style)]
    targets = [into / path for path in (*names, "README.txt", "index.html")]
    output.refuse_existing(targets, force=force)
    for parent in dict.fromkeys(target.parent for target in targets):
        output.folder(parent)
    for path, data in progress(folder.files(performances, style), len(targets), quiet):
        output.write(into / path, data, force=force)
    if not quiet:
        click.echo(into / "index.html")


def progress(items: Any, total: int, quiet: bool) -> Any:
    """Show a bar on a terminal while the items are made."""
    if quiet or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, "kit", total, console=Console(stderr=True), transient=True)
