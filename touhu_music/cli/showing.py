"""`touhu show`: rows on the terminal, with their counts, syllables, seconds and sources."""

from __future__ import annotations

from typing import Any

import click

from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import (
    CADENCES,
    LANGUAGE,
    PLAN,
    QUIET,
    SYLLABLES,
    USE,
    WITNESSES,
    chosen_plan,
    options,
)
from touhu_music.language import SYLLABLES as SPELLINGS
from touhu_music.language import Language, Syllables, choices, number, source, title, words
from touhu_music.notation import Drum, Use
from touhu_music.performance import Performance, perform


@click.command()
@options(CADENCES, USE, *PLAN, LANGUAGE, SYLLABLES, WITNESSES, QUIET)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: an object for one row, a list for several."
)
@click.pass_context
def show(ctx: click.Context, /, cadences: tuple[str, ...], as_json: bool, quiet: bool, **given: Any) -> None:
    """Show the strokes, syllables, counts, seconds and source of rows."""
    plan, language = chosen_plan(given), Language(given["language"])
    found: list[Performance] = []

    def perform_all(argument: str) -> None:
        readings = inputs.readings(argument, given["witnesses"])
        found.extend(perform(reading, Use(given["use"]), plan) for reading in readings)

    code = terminal.each(cadences, perform_all)
    if as_json:
        from touhu_music import shapes

        spelling = Syllables(given["syllables"])
        terminal.print_json([shapes.of_performance(performance, spelling) for performance in found])
    elif found:
        click.echo("\n\n".join(described(performance, language) for performance in found))
    ctx.exit(code)


def described(performance: Performance, language: Language) -> str:
    """Describe a performance in a few lines, what is text before what is choice."""
    drums = [stroke.drum for stroke in performance.pattern]
    pi, gu = performance.count(Drum.PI), performance.count(Drum.GU)
    seconds = number(performance.seconds(performance.cycle_beats))
    reading = performance.reading
    lines = [
        f"{performance.cadence.name or 'row'}: {title(performance, language)}",
        performance.row,
        " ".join(SPELLINGS[Syllables.HANZI][drum] for drum in drums),
        " ".join(SPELLINGS[Syllables.PINYIN][drum] for drum in drums),
        f"{len(drums)} strokes: 鼙 {pi}, 鼓 {gu}; {seconds} s a cycle",
        source(performance, language),
        choices(performance.plan, language),
    ]
    if reading is not None:
        lines += [
            f"{words('note', language)} {note.section} {note.after}: {note.text}" for note in reading.notes
        ]
        lines += reading.remarks
    return "\n".join(lines)
