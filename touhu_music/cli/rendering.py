"""`touhu render`: rows as files, one a format."""

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
    WRITTEN,
    chosen_options,
    chosen_plan,
    options,
)
from touhu_music.errors import OutputError, RenderError
from touhu_music.filenames import stem
from touhu_music.notation import Use
from touhu_music.performance import Performance, perform
from touhu_music.render import FORMATS, find, formats
from touhu_music.render import render as rendered


@click.command()
@options(CADENCES, USE)
@click.option("--format", "names", metavar="F", multiple=True, help="A format, or several: mid,musicxml.")
@click.option(
    "-o", "target", metavar="FILE", help="The file to write; its suffix is the format; - is stdout."
)
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help="The folder to write into.")
@options(*PLAN, *WRITTEN, LANGUAGE, SYLLABLES, FONT, WITNESSES, FORCE, QUIET)
@click.pass_context
def render(
    ctx: click.Context,
    /,
    cadences: tuple[str, ...],
    names: tuple[str, ...],
    target: str | None,
    into: Path | None,
    force: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Write rows as MIDI, scores, pictures and tables."""
    if target and into:
        raise click.UsageError("-o and --into exclude each other")
    if target is not None and (not target or target.endswith("/")):
        raise OutputError(f"{target!r} names no file")
    plan, style = chosen_plan(given), chosen_options(given)
    wanted = chosen_formats(names, target)
    found: list[Performance] = []

    def perform_all(argument: str) -> None:
        readings = inputs.readings(argument, given["witnesses"])
        for warning in () if quiet else inputs.warnings(readings):
            terminal.talk(f"touhu: warning: {warning}")
        found.extend(perform(reading, Use(given["use"]), plan) for reading in readings)

    code = terminal.each(cadences, perform_all)
    if target is not None and len(found) * len(wanted) > 1:
        raise RenderError("-o takes one cadence and one format; --into DIR takes several")
    folder = into or Path()
    jobs = [
        (performance, name, Path(target or folder / f"{stem(performance, style)}.{name}"))
        for performance in found
        for name in wanted
    ]
    if target != "-":
        if into is not None and jobs:
            output.folder(into)
        output.refuse_existing([path for _, _, path in jobs], force=force)

    def write(job: tuple[Performance, str, Path]) -> None:
        performance, name, path = job
        data = rendered(name, performance, style)
        if target == "-":
            terminal.print_bytes(data)
            return
        output.write(path, data, force=force)
        if not quiet:
            click.echo(path)

    ctx.exit(max(code, terminal.each(jobs, write)))


def chosen_formats(names: tuple[str, ...], target: str | None) -> list[str]:
    """Return the names of the formats to write: those asked for, else the one that the suffix says.

    Raises RenderError for a name or suffix that is no format.
    """
    wanted = list(dict.fromkeys(name.strip() for several in names for name in several.split(",")))
    if not wanted:
        fitting = [name for name in FORMATS if target and target.endswith(f".{name}")]
        fitting = fitting or [name for name in formats() if target and target.endswith(f".{name}")]
        if not fitting:
            raise RenderError(f"say --format, or -o with one of these suffixes: {' '.join(formats())}")
        wanted = [max(fitting, key=len)]
    for name in wanted:
        find(name)
    return wanted
