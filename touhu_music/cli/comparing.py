"""`touhu compare`: rows against each other, in lines, files, figures and sound."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from click.core import ParameterSource

from touhu_music import output
from touhu_music.cli import inputs, nearest, terminal
from touhu_music.cli.options import (
    AUDIO,
    FORCE,
    LANGUAGE,
    PLAN,
    QUIET,
    USE,
    WITNESSES,
    chosen_audio,
    chosen_plan,
    options,
    whole,
)
from touhu_music.cli.writing import suffix, write
from touhu_music.comparison import report
from touhu_music.comparison.alignment import Costs
from touhu_music.comparison.pairs import Comparison, Row, compared, named, together
from touhu_music.comparison.significance import SAMPLES
from touhu_music.errors import CompareError, RenderError
from touhu_music.language import Language
from touhu_music.notation import Use

SOUNDS: Final = (".wav", ".flac", ".ogg", ".mp3")
SUFFIXES: Final = (
    *(".json", ".csv", ".html", ".score.svg", ".score.pdf", ".svg", ".pdf", ".png"),
    *SOUNDS,
)
OF_SOUND: Final = frozenset(
    str(param.name)
    for param in getattr(options(*PLAN, *AUDIO)(lambda: None), "__click_params__")  # noqa: B009
) | {"alternate"}
OF_TEXT: Final = ("alignments", "grams", "cyclic")
OF_PAIRS: Final = (*OF_TEXT, "samples", "seed")
MOST_ROWS: Final = 12
"""Of more rows not every pair is told in full; what is nearest to each can still be asked."""


@click.command()
@click.argument("cadences", metavar="CADENCE...", nargs=-1)
@options(USE)
@click.option("--all", "every", is_flag=True, help="What is nearest to each row of each witness.")
@click.option(
    "--rows", "file", metavar="FILE", help="What is nearest to each row of a file, a line each: NAME ROW."
)
@click.option(
    "--costs",
    metavar="M,A,O",
    default="1,1,1",
    show_default=True,
    help="Costs of a stroke missing, added, or another one.",
)
@click.option(
    "--alignments",
    metavar="N",
    default="0",
    show_default=True,
    help="List so many alignments that cost least.",
)
@click.option("--grams", metavar="N,N", default="", help="Count stretches of so many strokes.")
@click.option(
    "--cyclic", type=click.Choice(["even", "on-gu"]), help="Measure rows as rhythms that go round, so timed."
)
@click.option(
    "--samples",
    metavar="N",
    default=str(SAMPLES),
    show_default=True,
    help="Rows drawn of a null of more than a million.",
)
@click.option("--seed", metavar="N", default="0", show_default=True, help="Another draw.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object for a pair, else a list.")
@click.option("-o", "target", metavar="FILE", help=f"The file to write: {' '.join(SUFFIXES)}.")
@click.option("--alternate", is_flag=True, help="Sound by phrases in turn, else one row in each ear.")
@options(*PLAN, *AUDIO, LANGUAGE, WITNESSES, FORCE, QUIET)
@click.pass_context
def compare(ctx: click.Context, /, cadences: tuple[str, ...], **given: Any) -> None:
    """Show how rows differ, each side of 半 by itself, and how much of it chance would do as well.

    Of a pair the second row is the one that chance varies. Several rows are compared each with each.
    With -o the suffix says what is written: numbers, a page, a figure, a score, or sound.
    """
    use, language, costs = Use(given["use"]), Language(given["language"]), chosen_costs(given["costs"])
    target = given["target"]
    kind = None if target is None else suffix(target, SUFFIXES)
    if target is not None and given["as_json"]:
        raise click.UsageError("-o and --json exclude each other")
    many = given["every"] or given["file"] is not None
    refuse_lost(ctx, kind, many=many)
    asked = chosen_extras(given)
    if target is not None:
        output.refuse_existing([Path(target)], force=given["force"])
    if many:
        if cadences or (given["every"] and given["file"] is not None):
            raise click.UsageError("--all, --rows and CADENCE exclude each other")
        nearest.tell(use, costs, language, given)
        return
    rows: list[Row] = []

    def read(argument: str) -> None:
        rows.extend(map(named, inputs.readings(argument, given["witnesses"])))

    code = terminal.each(cadences, read)
    if code == 0 and len(rows) < 2:
        raise CompareError(f"{len(rows) or 'no'} row to compare; name two, such as lu-1 xue-1")
    if len(rows) < 2:
        ctx.exit(code)
    if len(rows) > MOST_ROWS:
        raise CompareError(f"{len(rows)} rows; at most {MOST_ROWS}, or --rows FILE for what is nearest")
    samples, seed = whole("samples", given["samples"]), whole("seed", given["seed"])
    rows = apart(rows)
    found = together([compared(a, b, use, costs, samples, seed) for a, b in combinations(rows, 2)])
    if target is not None:
        make = writer(found, kind or "", language, command_line(ctx), given, asked)
        write(target, make(), force=given["force"], quiet=given["quiet"])
    elif given["as_json"]:
        shapes = shaped(found, asked, given["cyclic"])
        terminal.print_json(shapes if len(shapes) == 1 else [shapes])
    else:
        terminal.say(told(found, rows, language, asked, given["cyclic"]))
    ctx.exit(code)


def told(
    found: Sequence[Comparison],
    rows: Sequence[Row],
    language: Language,
    asked: Asked,
    timing: str | None,
) -> Iterator[str]:
    """Tell all pairs, and before them how more than two rows lie under each other."""
    if len(rows) > 2:
        yield from report.rows_lines(rows, found[0].use, found[0].costs, language)
        yield ""
    for place, comparison in enumerate(found):
        yield from [""] * bool(place)
        yield from report.lines(comparison, language, ways=asked.ways, sizes=asked.sizes)
        if timing:
            yield from report.cyclic_lines(comparison, timing, language)


def apart(rows: Iterable[Row]) -> list[Row]:
    """Return each row once, those that have one name and are not the same with a number each."""
    found: dict[Row, str] = {}
    for row in rows:
        if row not in found:
            same = sum(other.name == row.name for other in found)
            found[row] = f"{row.name}#{same + 1}" if same else row.name
    several = [replace(row, name=name) for row, name in found.items()]
    return several if len(several) > 1 else several * 2


def chosen_costs(text: str) -> Costs:
    """Read three costs; raises CompareError for anything else."""
    parts = text.split(",")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise CompareError(f"costs must be written M,A,O, such as 1,1,2, not {text[:40]!r}")
    return Costs(*map(int, parts))


class Asked(NamedTuple):
    """What is to be told beyond the usual: how many alignments, and stretches of which lengths."""

    ways: int
    sizes: tuple[int, ...]


def chosen_extras(given: dict[str, Any]) -> Asked:
    """Read how much is to be told; raises CompareError for what cannot be."""
    ways = whole("alignments", given["alignments"])
    sizes = tuple(whole("grams", size) for size in given["grams"].replace(",", " ").split())
    if ways < 0 or any(size < 1 for size in sizes):
        raise CompareError("alignments must be 0 or more, and stretches have a stroke or more")
    return Asked(ways, sizes)


def shaped(found: Iterable[Comparison], asked: Asked, timing: str | None) -> list[dict[str, Any]]:
    """Give comparisons as JSON."""
    from touhu_music.comparison import printing

    return [printing.shape(each, ways=asked.ways, timing=timing) for each in found]


def refuse_lost(ctx: click.Context, kind: str | None, *, many: bool) -> None:
    """Raise RenderError or CompareError for an option that what is written would not hold."""
    given = [
        param
        for param in ctx.command.params
        if ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
    ]
    for param in given:
        if many and param.name in OF_PAIRS:
            raise CompareError(f"{param.opts[0]} is of pairs, not of many rows")
        if kind not in (None, ".json") and param.name in OF_TEXT:
            raise RenderError(f"{param.opts[0]} is told in the terminal and in JSON, not in {kind}")
    for param in given if kind not in SOUNDS else ():
        if param.name in OF_SOUND:
            raise RenderError(f"{param.opts[0]} is of sound; -o must end in one of {' '.join(SOUNDS)}")


def command_line(ctx: click.Context) -> str:
    """Return the command that was given, as it can be given again."""
    words = ["touhu", "compare", *ctx.params["cadences"]]
    for param in ctx.command.params:
        value = ctx.params.get(str(param.name))
        chosen = ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
        if chosen and isinstance(param, click.Option) and param.name not in ("force", "quiet"):
            words += [param.opts[0]] if param.is_flag else [param.opts[0], str(value)]
    return shlex.join(words)


def writer(
    found: tuple[Comparison, ...],
    kind: str,
    language: Language,
    command: str,
    given: dict[str, Any],
    asked: Asked,
) -> Callable[[], bytes | memoryview]:
    """Return what makes a file of that kind."""
    if kind in SOUNDS:
        if len(found) != 1:
            raise RenderError(f"sound is of two rows, not {len(found)} pairs")
        return lambda: heard(found[0], kind[1:], language, given)
    if kind in (".json", ".csv"):
        from touhu_music.comparison import printing

        if kind == ".csv":
            return lambda: printing.to_csv(found)
        return lambda: printing.to_json(shaped(found, asked, given["cyclic"]))
    if kind.startswith(".score"):
        from touhu_music.comparison import score

        return lambda: (score.to_svg if kind == ".score.svg" else score.to_pdf)(found, language, command)
    if kind == ".html":
        from touhu_music.comparison import page

        return lambda: page.to_html(found, language, command)
    from touhu_music.comparison import figure

    make = {".svg": figure.to_svg, ".pdf": figure.to_pdf, ".png": figure.to_png}[kind]
    return lambda: make(found, language, command)


def heard(comparison: Comparison, kind: str, language: Language, given: dict[str, Any]) -> bytes | memoryview:
    """Make a file of sound, and open it again."""
    from touhu_music.comparison import hearing

    plan = chosen_plan(given)
    audio, alternate = chosen_audio(given, plan), given["alternate"]
    data = hearing.render(comparison, kind, plan, audio, alternate=alternate, language=language)
    hearing.check(data, comparison, kind, plan, audio, alternate=alternate, language=language)
    return data
