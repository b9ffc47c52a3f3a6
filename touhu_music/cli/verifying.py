"""`touhu verify`: what somebody copied, row by row against the witnesses."""

from __future__ import annotations

import os
from typing import Any, Final, NamedTuple

import click

from touhu_music import library
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import LANGUAGE, WITNESSES, options
from touhu_music.edition.copying import Copied, copied, of_reading
from touhu_music.edition.verification import Verdict, forms, said, verify
from touhu_music.errors import PassageError
from touhu_music.language import Language, word
from touhu_music.notation import HALF, MARKS, SPACES, Drum, Section
from touhu_music.reading import Place, PlacedMark, glyph_variants
from touhu_music.rows import FEWEST_MARKS
from touhu_music.signs import TABLE
from touhu_music.witnessfile import load

LONGEST: Final = 80
"""An argument of more characters is not named in messages."""

EXPECTED: Final = (
    "no row; expected three or more ○ and □ on either side of 半, or six or more without 半 and without words"
)


class Source(NamedTuple):
    """What one argument holds: its rows, and what could not be read as a row."""

    argument: str
    label: str
    rows: tuple[Copied, ...]
    errors: tuple[str, ...] = ()


@click.command("verify")
@click.argument("files", metavar="FILE|ROW...", nargs=-1, required=True)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: an object for one file, a list for several."
)
@options(LANGUAGE, WITNESSES)
@click.option("--encoding", metavar="NAME", help="The encoding of the files, where you know it.")
@click.pass_context
def verify_all(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    as_json: bool,
    language: str,
    witnesses: str | None,
    encoding: str | None,
) -> None:
    """Say of every row that was copied which it is, who prints it so, and what is wrong with it.

    The exit code is 0 only if every row agrees with a witness.
    """
    known = forms(load(path) for path in library.witnesses(witnesses).values())
    tongue, found = Language(language), list[tuple[Source, list[Verdict]]]()

    def verify_one(argument: str) -> None:
        try:
            source = read(argument, encoding)
        except PassageError as error:
            said_alone = str(error).removeprefix(f"{inputs.label(argument)}: ")
            said_alone = said_alone.removeprefix(f"{shown(inputs.unquoted(argument))}: ")
            found.append((Source(argument, "", (), (said_alone,)), []))
            raise
        found.append((source, [verify(row, known) for row in source.rows]))

    code = terminal.each(files, verify_one)
    if as_json:
        terminal.print_json([shape(source, verdicts, tongue) for source, verdicts in found])
    else:
        for source, verdicts in found:
            terminal.say(described(source, verdicts, tongue))
    whole = all(verdict.agrees for _, verdicts in found for verdict in verdicts)
    ctx.exit(code or int(not whole or any(source.errors for source, _ in found)))


def read(argument: str, encoding: str | None) -> Source:
    """Return the rows of a row in quotes, of a text in quotes, of a witness file, or of a text."""
    if marked(argument):
        return quoted(argument)
    if argument.endswith(".toml"):
        return Source(argument, argument, tuple(map(of_reading, load(argument).readings)))
    decoded = inputs.text(argument, encoding)
    try:
        return Source(argument, f"{inputs.label(argument)} ({decoded.encoding})", *copied(decoded.text))
    except PassageError as error:
        raise inputs.named(error, argument) from error


def marked(argument: str) -> bool:
    """Tell whether an argument holds marks itself, and is no file."""
    if any(glyph in argument for glyph in (*Drum, HALF)):
        return clean(inputs.unquoted(argument)) or not os.path.lexists(argument)
    alike = sum(argument.count(glyph) for glyph in MARKS)
    row = alike > 0 and clean(inputs.unquoted(argument))
    return (row or alike >= FEWEST_MARKS) and not os.path.lexists(argument)


def clean(printed: str) -> bool:
    """Tell whether a text has nothing but marks, 半, layout, and signs that are never marks."""
    return all(glyph in (*MARKS, *SPACES, HALF) or TABLE.get(glyph) == "u" for glyph in printed)


def alone(printed: str) -> bool:
    """Tell whether a text can only be one row: on several lines may stand several, as in a file."""
    return clean(printed) and sum(bool(set(line) - SPACES) for line in printed.split("\n")) == 1


def quoted(argument: str) -> Source:
    """Read an argument: as a row, else as a text.

    Raises NotationError for what can only be meant as a row, PassageError for a text without rows.
    """
    printed = inputs.unquoted(argument)
    if alone(printed):
        return Source(argument, shown(printed), (literal(printed),))
    try:
        return Source(argument, shown(printed), *copied(printed))
    except PassageError as error:
        if error.code != "no-notation":
            raise inputs.named(error, shown(printed)) from error
        if {printed[0], printed[-1]} <= {*MARKS}:
            literal(printed)  # which says where it is no row
        raise inputs.named(PassageError("no-notation", EXPECTED), shown(printed)) from error


def shown(printed: str) -> str:
    """Name a text in quotes in messages."""
    return f"'{printed}'" if len(printed) < LONGEST and printed.isprintable() else "text"


def literal(printed: str) -> Copied:
    """Read a row that stands by itself, with 半 or without; raises NotationError."""
    marks = "".join(MARKS.get(glyph, "") for glyph in printed)
    if HALF in printed or not all(glyph in MARKS or glyph in SPACES for glyph in printed):
        return of_reading(inputs.row(printed, f"'{printed}'"))
    placed = [
        PlacedMark(MARKS[glyph], glyph, Section.AFTER_HALF, 0, Place(1, column, 0))
        for column, glyph in enumerate(printed, 1)
        if glyph in MARKS
    ]
    return Copied(None, (marks,), placed[0].where, remarks=tuple(glyph_variants(placed)))


def described(source: Source, verdicts: list[Verdict], language: Language) -> list[str]:
    """Tell what was found in a text, a line a row; nothing of one that could not be read."""
    if not verdicts:
        return []
    agreeing = sum(bool(verdict.agrees) for verdict in verdicts)
    lines = [f"{source.label}: {word('rows-agree', language).format(agreeing, len(verdicts))}"]
    for verdict in verdicts:
        row = verdict.row
        copy = f" ({word('copy-number', language).format(row.set)})" if row.set > 1 else ""
        place = word("line-column", language).format(row.where.line, row.where.column)
        lines.append(f"{place}{copy}: {said(verdict, language)}")
        lines += [f"  {remark}" for remark in row.remarks]
    return [*lines, *(f"  {error}" for error in source.errors)]


def shape(source: Source, verdicts: list[Verdict], language: Language) -> dict[str, Any]:
    """Give what was found in a text."""
    return {
        "file": source.argument,
        "rows": [of_verdict(verdict, language) for verdict in verdicts],
        "errors": list(source.errors),
    }


def of_verdict(verdict: Verdict, language: Language) -> dict[str, Any]:
    """Give a row with what it is; a form that several witnesses print stands once for each."""
    row, cadences = verdict.row, {form.cadence for form in verdict.found}
    return {
        "name": row.name,
        "is": row.name if row.name in cadences else cadences.pop() if len(cadences) == 1 else None,
        "line": row.where.line,
        "column": row.where.column,
        "set": row.set,
        "half": len(row.sides) > 1,
        "use": verdict.found[0].use if verdict.found else None,
        "agrees": [siglum for form in verdict.agrees if not form.doubtful for siglum in form.witnesses],
        "doubtful": [siglum for form in verdict.agrees if form.doubtful for siglum in form.witnesses],
        "nearest": [
            {
                "witness": siglum,
                "cadence": each.form.cadence,
                "use": each.form.use,
                "distance": each.distance,
                "edits": [{"section": section, **edit._asdict()} for section, edit in each.edits],
            }
            for each in verdict.nearest
            for siglum in each.form.witnesses
        ],
        "said": said(verdict, language),
        "remarks": list(row.remarks),
    }
