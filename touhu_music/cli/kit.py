"""`touhu kit`: the folder for a troupe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import click

from touhu_music import kit as folder
from touhu_music import library, output
from touhu_music.cli import inputs
from touhu_music.cli.options import (
    FONT,
    FORCE,
    LANGUAGE,
    PLAN,
    QUIET,
    SOUND_SOURCES,
    SYLLABLES,
    WITNESSES,
    WRITTEN,
    chosen_options,
    chosen_plan,
    options,
    whole,
)
from touhu_music.cli.rite import staging
from touhu_music.errors import RiteError
from touhu_music.kit_rite import Staging
from touhu_music.notation import Use
from touhu_music.performance import exact, perform
from touhu_music.render import Data
from touhu_music.witnessfile import load

Makers = dict[Path, Callable[[], Data]]


@click.command()
@click.argument("cadences", metavar="[CADENCE...]", nargs=-1)
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="DIR", required=True, help="The folder to fill."
)
@click.option(
    "--minutes", metavar="N", default="10", show_default=True, help="Length of the long sound files."
)
@click.option(
    "--school",
    type=click.Choice(["lu", "xue"]),
    default="lu",
    show_default=True,
    help="Whose drum and warning the rite has.",
)
@click.option("--pairs", metavar="N", help="Pairs that throw in the rite; one unless said otherwise.")
@click.option("--people", metavar="N", help="People in the rite; one for each role unless said otherwise.")
@click.option("--cast", "cast_file", metavar="FILE", help="Who plays what: a file of rite cast.")
@click.option("--title", metavar="TEXT", help="What the kit is called, on its pages too.")
@options(*PLAN, *SOUND_SOURCES, *WRITTEN, LANGUAGE, SYLLABLES, FONT, WITNESSES, FORCE, QUIET)
def kit(cadences: tuple[str, ...], into: Path, force: bool, quiet: bool, **given: Any) -> None:
    """Write everything that a troupe needs, for both uses: by default of all four rows of witness A.

    With the rite for as many people as there are: cue sheet, parts, stage plans, props.
    """
    plan = chosen_plan(given)
    style = chosen_options(given, plan)
    performances = [
        perform(reading, use, plan)
        for argument in cadences or inputs.NAMES
        for reading in inputs.readings(argument, given["witnesses"])
        for use in Use
    ]
    minutes = exact("minutes", given["minutes"])
    books = [load(path) for path in library.witnesses(given["witnesses"]).values()]
    files = folder.contents(performances, style, minutes, books, chosen_staging(given))
    makers = {into / path: make for path, make in files.items()}
    output.refuse_existing(makers, force=force)
    output.write_all(progress(ahead(makers), quiet), force=force)
    if not quiet:
        click.echo(into / "index.html")


def chosen_staging(given: dict[str, Any]) -> Staging:
    """Return what the options choose of the rite; raises PlanError or RiteError."""
    if given["cast_file"] is not None and given["people"] is not None:
        raise RiteError(staging.EXCLUDED)
    return Staging(
        given["school"],
        None if given["pairs"] is None else whole("pairs", given["pairs"]),
        None if given["people"] is None else staging.people(given["people"]),
        staging.title(given["title"]),
        given["cast_file"],
    )


def ahead(makers: Makers) -> Makers:
    """Let threads of their own compress sound while other files are made and written."""
    waiting: SimpleQueue[tuple[Future[Data], Callable[[], Data]]] = SimpleQueue()
    made = dict(makers)
    for path, make in makers.items():
        if path.suffix == ".mp3":
            future: Future[Data] = Future()
            made[path] = future.result
            waiting.put((future, make))

    def work() -> None:
        while True:
            try:
                future, make = waiting.get_nowait()
            except Empty:
                return
            try:
                future.set_result(make())
            except BaseException as error:
                future.set_exception(error)

    for _ in range(os.cpu_count() or 1):
        Thread(target=work, daemon=True).start()  # who interrupts does not wait for them
    return made


def progress(makers: Makers, quiet: bool) -> Iterable[tuple[Path, Callable[[], Data]]]:
    """Go through what makes the files, with a bar if there is a terminal to show it on."""
    if quiet or not sys.stderr.isatty():
        return makers.items()
    from rich.console import Console
    from rich.progress import track

    return track(makers.items(), "kit", console=Console(stderr=True), transient=True)
