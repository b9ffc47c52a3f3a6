"""`touhu rite cast`: who plays what, for as many people as there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from touhu_music import output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, WITNESSES, options, whole
from touhu_music.cli.rite import cues as rite_cues
from touhu_music.cli.rite import staging
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import RiteError
from touhu_music.language import Language

if TYPE_CHECKING:
    from touhu_music.performance import Performance
    from touhu_music.rite.cast.casting import Casting, Player

SUFFIXES: Final = (".toml", ".csv", ".json")
CHOICES: Final = (
    *rite_cues.CHOICES,
    click.option("--results", metavar="G,T,H", default="", help="Who won each round, if that is known."),
)
"""The choices of the cue sheet, which are those of its cast."""

COMPANY: Final = (
    click.option("--cast", "cast", metavar="FILE", help="Who plays what: a file that `rite cast` wrote."),
    click.option("--people", metavar="N", help="As many people; else one for each role."),
    click.option(
        "--drummers",
        metavar="1|2",
        default="1",
        show_default=True,
        help="People at the drums: one for both, or one each.",
    ),
    click.option(
        "--strings/--no-strings",
        default=True,
        help="With a player of the strings, or without.",
        show_default=True,
    ),
    click.option("--herald", is_flag=True, help="With a herald who calls the steps."),
)


@click.command()
@options(*CHOICES, *COMPANY, LANGUAGE, WITNESSES)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "-o", "target", metavar="FILE", help=f"The file to write, to be filled with names: {' '.join(SUFFIXES)}."
)
@options(FORCE, QUIET)
def cast(target: str | None, as_json: bool, **given: Any) -> None:
    """Propose who plays what, so that nobody is needed in two places in one step.

    Where there are fewer people than roles, some have several, of one party as far as that can be. How
    few would do is told with the reason. With --cast a file is checked.
    """
    language = Language(given["language"])
    if target is not None and as_json:
        raise click.UsageError("-o and --json exclude each other")
    if target is not None:
        kind = suffix(target, SUFFIXES)
        output.refuse_existing([Path(target)], force=given["force"])
    casting, players, _ = made(given, language)
    if target is not None:
        data = made_file(kind, players, casting, language)
        write(target, data, force=given["force"], quiet=given["quiet"])
        return
    from touhu_music.rite.cast import lines as cast_lines

    if as_json:
        terminal.print_json([cast_lines.shape(players, casting)])
    else:
        terminal.say(cast_lines.lines(players, casting, language, given=given["cast"] is not None))


def made(
    given: dict[str, Any], language: Language
) -> tuple[Casting, tuple[Player, ...], dict[str, Performance]]:
    """Return what can be cast, the cast that was given or is proposed, and a cycle of each cadence."""
    from touhu_music.rite.cast import files as cast_files
    from touhu_music.rite.cast import lines as cast_lines
    from touhu_music.rite.cast.casting import Casting
    from touhu_music.rite.cast.roles import Company

    sheet, performances = rite_cues.made(given)
    company = Company(whole("drummers", given["drummers"]), given["strings"], given["herald"])
    casting = Casting(sheet, company)
    if given["cast"] is not None:
        if given["people"] is not None:
            raise RiteError(staging.EXCLUDED)
        return *cast_files.load(given["cast"], casting), performances
    people = len(casting.roles) if given["people"] is None else staging.people(given["people"])
    return casting, casting.propose(cast_lines.unnamed(people, language)), performances


def made_file(kind: str, players: Sequence[Player], casting: Casting, language: Language) -> bytes:
    """Make a file of that kind."""
    from touhu_music.rite.cast import files as cast_files

    if kind == ".toml":
        return cast_files.to_toml(players, casting, language)
    if kind == ".csv":
        return cast_files.to_csv(players)
    return cast_files.to_json(players, casting)
