"""`touhu show`: rows on the terminal, with their counts, syllables, seconds and sources."""

from __future__ import annotations

from typing import Any

import click

from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import (
    CADENCES,
    LANGUAGE,
    PLAN,
    USE,
    WITNESSES,
    chosen_plan,
    options,
    spelled,
)
from touhu_music.language import SYLLABLES as SPELLINGS
from touhu_music.language import Language, Syllables, choices, remarks, source, title, word
from touhu_music.notation import Drum, Use
from touhu_music.performance import Performance, perform


@click.command()
@options(CADENCES, USE, *PLAN, LANGUAGE, spelled(Syllables.PINYIN), WITNESSES)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object, or a list of several.")
@click.pass_context
def show(ctx: click.Context, /, cadences: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Show the strokes, syllables, counts, seconds and source of rows."""
    plan, language, spelling = chosen_plan(given), Language(given["language"]), Syllables(given["syllables"])
    found: list[Performance] = []

    def perform_all(argument: str) -> None:
        readings = inputs.readings(argument, given["witnesses"])
        found.extend(perform(reading, Use(given["use"]), plan) for reading in readings)

    code = terminal.each(cadences, perform_all)
    if as_json:
        from touhu_music import shapes

        terminal.print_json([shapes.of_performance(performance, spelling) for performance in found])
    elif found:
        for place, performance in enumerate(found):
            terminal.say([*([""] if place else []), *described(performance, language, spelling)])
    ctx.exit(code)


def described(performance: Performance, language: Language, spelling: Syllables) -> list[str]:
    """Describe a performance in a few lines, what is text before what is choice."""
    counts = [performance.count(drum) for drum in Drum]
    seconds = f"{float(performance.seconds(performance.cycle_beats)):.2f}".removesuffix(".00")
    spellings = dict.fromkeys((Syllables.HANZI, spelling))
    return [
        f"{performance.cadence.name or 'row'}: {title(performance, language)}",
        performance.row,
        *(" ".join(SPELLINGS[each][stroke.drum] for stroke in performance.pattern) for each in spellings),
        word("strokes", language).format(len(performance.pattern), *counts, seconds),
        source(performance, language),
        choices(performance.plan, language),
        *remarks(performance, language),
    ]
