"""`touhu collate`: the books that print a row, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from touhu_music import library, output
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, WITNESSES, options
from touhu_music.cli.writing import suffix, write
from touhu_music.edition import apparatus as told
from touhu_music.edition import printing
from touhu_music.edition.collation import Apparatus, named
from touhu_music.edition.collation import collate as hold_together
from touhu_music.errors import LibraryError, RenderError
from touhu_music.language import Language
from touhu_music.render import Options
from touhu_music.witnessfile import load

SUFFIXES: Final = (".json", ".csv", ".html", ".svg", ".pdf", ".png", ".mei", ".tei.xml")


@click.command()
@click.argument("cadence", metavar="[CADENCE]", required=False)
@click.option(
    "--base",
    metavar="SIGLUM",
    default=library.BASE,
    show_default=True,
    help="The book that others differ from.",
)
@click.option("--only", metavar="SIGLA", default="", help="The base and these books: B,K02.")
@click.option("--with-doubtful", is_flag=True, help="Count what is doubtful among what books share.")
@click.option("--second-hand", is_flag=True, help="Show also what books report of others.")
@options(WITNESSES, LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object, or without CADENCE a list.")
@click.option("-o", "target", metavar="FILE", help=f"The file to write: {' '.join(SUFFIXES)}.")
@options(FORCE, QUIET)
@click.pass_context
def collate(
    ctx: click.Context,
    /,
    cadence: str | None,
    base: str,
    only: str,
    with_doubtful: bool,
    second_hand: bool,
    witnesses: str | None,
    language: str,
    as_json: bool,
    target: str | None,
    force: bool,
    quiet: bool,
) -> None:
    """Show how the books differ from one of them, in one row or in all four.

    What is missing or added is told of its run: of ○○○ against ○○ nobody can know which ○ it is.
    """
    if cadence is not None and cadence not in inputs.NAMES:
        raise LibraryError(f"no row {cadence!r}; there are {' '.join(inputs.NAMES)}")
    if target is not None:
        if as_json:
            raise click.UsageError("-o and --json exclude each other")
        if suffix(target, SUFFIXES) == ".mei" and cadence is None:
            raise RenderError(f"{target!r} would hold one row; name it: {' '.join(inputs.NAMES)}")
        output.refuse_existing([Path(target)], force=force)
    books = [load(path) for path in library.witnesses(witnesses).values()]
    sigla, spoken = only.replace(",", " ").split(), Language(language)
    if only and not sigla:
        raise LibraryError(f"--only {only!r} names no book")
    named(books, [base, *sigla])
    found: list[Apparatus] = []

    def hold(name: str) -> None:
        found.append(hold_together(books, name, base, only=sigla, second_hand=second_hand))

    code = terminal.each([cadence] if cadence else inputs.NAMES, hold)
    shapes = [printing.shape(each, spoken, with_doubtful=with_doubtful) for each in found]
    if found and target is not None:
        from touhu_music.edition import figure

        make = {
            ".json": lambda: printing.to_json(shapes[0] if cadence else shapes),
            ".csv": lambda: printing.to_csv(found, spoken),
            ".html": lambda: printing.to_html(found, spoken, with_doubtful=with_doubtful),
            ".svg": lambda: figure.to_svg(found, spoken),
            ".pdf": lambda: figure.to_pdf(found, spoken),
            ".png": lambda: figure.to_png(found, spoken),
            ".mei": lambda: encoded_mei(found[0], spoken),
            ".tei.xml": lambda: encoded_tei(found, spoken),
        }
        write(target, make[suffix(target, SUFFIXES)](), force=force, quiet=quiet)
    elif found and as_json:
        terminal.print_json(shapes if cadence else [shapes])
    elif found:
        terminal.say(told.lines(found, spoken, with_doubtful=with_doubtful))
    ctx.exit(code)


def encoded_mei(apparatus: Apparatus, language: Language) -> bytes:
    """Write a row as MEI under the default plan, and read it back."""
    from touhu_music.edition import mei

    plan, choices = library.plan(), Options(language)
    data = mei.render(apparatus, plan, choices)
    mei.check(data, apparatus, plan, choices)
    return data


def encoded_tei(apparatuses: Sequence[Apparatus], language: Language) -> bytes:
    """Write rows as TEI, and read them back."""
    from touhu_music.edition import tei

    data = tei.render(apparatuses, language)
    tei.check(data, apparatuses)
    return data
