"""`touhu rite score`: throws counted by the rules of 禮記, of 司馬溫公 or of 定齋."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from touhu_music import documents, output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, options
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import LibraryError, RiteError
from touhu_music.language import Language
from touhu_music.rite.counting.counting import Side
from touhu_music.rite.scoring import scores, scoresheet, throws
from touhu_music.rite.scoring.scores import Rules, chosen

AGAINST: Final = "--against"
SUFFIXES: Final = (".json", ".csv")
OF_TABLE: Final = (".csv", ".html")


class Counting(click.Command):
    """A command whose `--against` takes all words up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `--against` before each of its words, as click wants it."""
        spread: list[str] = []
        several = False
        for word in args:
            if several and not word.startswith("-") and spread[-1] != AGAINST:
                spread.append(AGAINST)
            several = word == AGAINST or (several and not word.startswith("-"))
            spread.append(word)
        return super().parse_args(ctx, spread)


@click.command(cls=Counting)
@click.argument("pots", metavar="POT...", nargs=-1)
@click.option(
    "--rules",
    type=click.Choice([str(rules) for rules in Rules]),
    help="By whose rules: 禮記, 司馬溫公 or 定齋; liji unless said otherwise.",
)
@click.option(
    "--option",
    "choices",
    metavar="NAME=VALUE",
    multiple=True,
    help="A point that the text leaves open; --table lists them, the default first.",
)
@click.option(AGAINST, metavar="POT...", multiple=True, help="The pots of the host, against the guest's.")
@click.option(
    "--csv",
    "file",
    metavar="FILE",
    help="Read the throws from a table, a line each: party, pot, arrow, throw, events; throw alone will do.",
)
@click.option("--table", is_flag=True, help="Print the rules, of all three unless --rules names one.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-o", "target", metavar="FILE", help="The file to write: .json .csv, of --table .csv .html.")
@options(LANGUAGE, FORCE, QUIET)
def score(pots: tuple[str, ...], rules: str | None, **given: Any) -> None:
    """Count the counters of each throw into each POT, and say which rule gave them.

    A POT is a letter a throw: M mouth, E ear, X miss, R r caught on the rebound and thrown into mouth
    or ear, L l leaning in mouth or ear, S hanging through an ear, V v lying across mouth or ear, D or P
    upside down, T in out of turn. What a later arrow does to an earlier one stands after it: MLX+2out.
    """
    language, target = Language(given["language"]), given["target"]
    if target is not None:
        if given["as_json"]:
            raise click.UsageError("-o and --json exclude each other")
        kind = suffix(target, OF_TABLE if given["table"] else SUFFIXES)
        output.refuse_existing([Path(target)], force=given["force"])
    if given["table"]:
        if pots or given["against"] or given["file"] or given["choices"] or given["as_json"]:
            raise click.UsageError("--table stands alone, with --rules, --lang and -o")
        several = tuple(Rules) if rules is None else (Rules(rules),)
        if target is None:
            terminal.say(scoresheet.table_lines(several, language))
        else:
            of_table = scoresheet.table_csv if kind == ".csv" else scoresheet.table_html
            write(target, of_table(several, language), force=given["force"], quiet=given["quiet"])
        return
    by = Rules(rules or Rules.LIJI)
    choices = chosen(given["choices"], by)
    sides = [
        (side, [scores.score(pot, by, choices, place(side, number)) for number, pot in enumerate(several, 1)])
        for side, several in thrown(pots, given["against"], given["file"], by)
    ]
    if target is not None:
        made = scoresheet.scores_csv(sides) if kind == ".csv" else scoresheet.to_json(sides, by, choices)
        write(target, made, force=given["force"], quiet=given["quiet"])
    elif given["as_json"]:
        terminal.print_json([scoresheet.shape(sides, by, choices)])
    else:
        terminal.say(list(scoresheet.lines(sides, by, choices, language)))  # all of it, or what is wrong


def thrown(
    pots: tuple[str, ...], against: tuple[str, ...], file: str | None, rules: Rules
) -> list[tuple[Side | None, list[throws.Pot]]]:
    """Return the pots of the one side, or of both, from the command line or a file."""
    if file is not None:
        if pots or against:
            raise click.UsageError("--csv and POT exclude each other")
        record = table(file, rules)
        if not record.host:
            return [(None, list(record.guest))]
        if not record.guest:
            return [(None, list(record.host))]
        return [(Side.GUEST, list(record.guest)), (Side.HOST, list(record.host))]
    if not pots:
        raise RiteError("no pot to count; give one such as MMXE, or --csv FILE")
    sides = [(Side.GUEST if against else None, pots), *([(Side.HOST, against)] if against else [])]
    return [
        (side, [throws.parse(text, place(side, number)) for number, text in enumerate(texts, 1)])
        for side, texts in sides
    ]


def place(side: Side | None, number: int) -> str:
    """Name a pot in messages."""
    return f"{side} pot {number}" if side else f"pot {number}"


def table(file: str, rules: Rules) -> throws.Record:
    """Read a table of throws; raises RiteError with the name of the file, LibraryError if it is none."""
    try:
        record = throws.from_csv(text(file))
        if rules is not Rules.SIMA:  # of turns his text says nothing
            throws.check_turns(record.rows)
        return record
    except RiteError as error:
        raise RiteError(f"{documents.label(file)}: {error}") from error


def text(file: str) -> str:
    """Return the text of one file, `-` for standard input; raises LibraryError with its name."""
    found = list(documents.documents(file))
    if len(found) != 1:
        raise LibraryError(f"{documents.label(file)}: {len(found)} files; name one")
    if found[0].fault is not None:
        raise found[0].fault
    try:
        return found[0].data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LibraryError(f"{found[0].name}: byte {error.start} is not UTF-8") from error
