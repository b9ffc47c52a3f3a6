"""`touhu verify`: what somebody copied, row by row against the witnesses."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from touhu_music import library
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import LANGUAGE, WITNESSES, options
from touhu_music.edition.copying import Copied, copied, of_reading
from touhu_music.edition.verification import Verdict, forms, said, verify
from touhu_music.errors import PassageError
from touhu_music.language import Language, word
from touhu_music.notation import HALF, MARKS, SPACES, Drum
from touhu_music.reading import Place
from touhu_music.witnessfile import load


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
    """Return the rows of a row in quotes, of a witness file, or of a text."""
    if any(glyph in argument for glyph in (*Drum, HALF)):
        return Source(argument, f"'{inputs.unquoted(argument)}'", (literal(argument),))
    if argument.endswith(".toml"):
        return Source(argument, argument, tuple(map(of_reading, load(argument).readings)))
    decoded = inputs.text(argument, encoding)
    try:
        return Source(argument, f"{inputs.label(argument)} ({decoded.encoding})", *copied(decoded.text))
    except PassageError as error:
        raise inputs.named(error, argument) from error


def literal(argument: str) -> Copied:
    """Read a row that stands by itself, with 半 or without; raises NotationError."""
    printed = inputs.unquoted(argument)
    marks = "".join(MARKS.get(glyph, "") for glyph in printed)
    if HALF in printed or not all(glyph in MARKS or glyph in SPACES for glyph in printed):
        return of_reading(inputs.row(printed, f"'{argument}'"))
    return Copied(None, (marks,), Place(1, 1, 0))


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
