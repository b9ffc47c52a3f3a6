"""`touhu render`: rows as files, one a format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from touhu_music import output
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import (
    AUDIO,
    CADENCES,
    FONT,
    FORCE,
    LANGUAGE,
    PLAN,
    PRACTICE,
    QUIET,
    SYLLABLES,
    USE,
    WITNESSES,
    WRITTEN,
    chosen_options,
    chosen_performance,
    chosen_plan,
    options,
)
from touhu_music.errors import OutputError, PlanError, RenderError
from touhu_music.filenames import stem
from touhu_music.notation import Use
from touhu_music.performance import Performance, perform
from touhu_music.practice import Rehearsal, Voice
from touhu_music.render import FORMATS, Options, file_of, find, formats
from touhu_music.sound import USUAL


@click.command()
@options(CADENCES, USE)
@click.option("--format", "names", metavar="F", multiple=True, help="A format, or several: mid,musicxml.")
@click.option(
    "-o", "target", metavar="FILE", help="The file to write; its suffix is the format; - is stdout."
)
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help="The folder to write into.")
@click.option("--stems", is_flag=True, help="Sound as one file a drum, of the same length.")
@options(*PLAN, *PRACTICE, *AUDIO, *WRITTEN, LANGUAGE, SYLLABLES, FONT, WITNESSES, FORCE, QUIET)
@click.pass_context
def render(
    ctx: click.Context,
    /,
    cadences: tuple[str, ...],
    names: tuple[str, ...],
    target: str | None,
    into: Path | None,
    stems: bool,
    force: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Write rows as MIDI, sound, scores, pictures and tables."""
    if target and into:
        raise click.UsageError("-o and --into exclude each other")
    if target is not None and (not target or target.endswith("/")):
        raise OutputError(f"{target!r} names no file")
    plan = chosen_plan(given)
    style = chosen_options(given, plan)
    wanted = chosen_formats(names, target)
    if stems and not any(find(name).sounds for name in wanted):
        raise RenderError(
            f"--stems is for sound: {' '.join(name for name, it in FORMATS.items() if it.sounds)}"
        )
    if style.audio != USUAL and not any(find(name).sounds for name in wanted):
        raise RenderError(
            "rate, bits, loop, level and recordings are for sound; there is none among the formats"
        )
    if style.practice.respond and given["minutes"] is None and plan.cycles < 2:
        raise PlanError("--respond leaves out every second cycle: give --cycles 2 or more")
    found: list[Performance] = []

    def perform_all(argument: str) -> None:
        readings = inputs.readings(argument, given["witnesses"])
        for warning in () if quiet else inputs.warnings(readings):
            terminal.talk(f"touhu: warning: {warning}")
        performances = (perform(reading, Use(given["use"]), plan) for reading in readings)
        found.extend(chosen_performance(each, given, style.practice) for each in performances)

    code = terminal.each(cadences, perform_all)
    folder = into or Path()
    jobs = [
        (performance, name, each, Path(target or folder / f"{stem(performance, each)}.{name}"))
        for performance in found
        for name in wanted
        for each in (voices(performance, style) if stems and find(name).sounds else [style])
    ]
    if target is not None and len(jobs) > 1:
        raise RenderError("-o takes one cadence and one format, no stems; --into DIR takes several")
    if target != "-":
        if into is not None and jobs:
            output.folder(into)
        output.refuse_existing([path for *_, path in jobs], force=force)

    def write(job: tuple[Performance, str, Options, Path]) -> None:
        performance, name, each, path = job
        data = file_of(name, performance, each)
        if target == "-":
            terminal.print_bytes(data)
            return
        output.write(path, data, force=force)
        if not quiet:
            click.echo(path)

    ctx.exit(max(code, terminal.each(jobs, write)))


def voices(performance: Performance, style: Options) -> list[Options]:
    """Return how to write each voice by itself: both drums, and the click where it sounds."""
    heard = {moment.voice for moment in Rehearsal(performance, style.practice).moments()}
    wanted = [voice for voice in Voice if voice.drum or voice in heard]
    return [replace(style, audio=replace(style.audio, stem=voice)) for voice in wanted]


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
