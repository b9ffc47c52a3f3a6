"""`touhu rite cues`: the cue sheet of the rite, for the eye, for other programs and for the stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from touhu_music import library
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, WITNESSES, options, whole
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import RiteError
from touhu_music.language import Language
from touhu_music.performance import exact, perform
from touhu_music.rite import rites
from touhu_music.rite.cues import MODES, RECORDS, Choices, Sheet, cadences, cue_sheet

if TYPE_CHECKING:
    from touhu_music.performance import Performance
    from touhu_music.rite.cuesheet.timings import Timings

SUFFIXES: Final = (".csv", ".json", ".html", ".pdf", ".mid", ".wav")


CHOICES: Final = (
    click.option(
        "--rite",
        "name",
        metavar="|".join(("touhu", "archery")),
        default="touhu",
        help="The rite.",
        show_default=True,
    ),
    click.option(
        "--school",
        type=click.Choice(["lu", "xue"]),
        default="lu",
        show_default=True,
        help="Whose drum, and whose warning to juniors.",
    ),
    click.option("--pairs", metavar="N", help="Pairs that throw; one in touhu, four in archery."),
    click.option("--round", "round_", metavar="1|2|3", help="One round, not all three."),
    click.option(
        "--mode",
        type=click.Choice(MODES),
        default="exchange",
        show_default=True,
        help="Both sides throw in a cycle, after one to listen to; a cycle for each throw; or neither.",
    ),
    click.option(
        "--record",
        type=click.Choice(RECORDS),
        default="1",
        show_default=True,
        help="Which chart of the text is drummed.",
    ),
    click.option(
        "--rank", metavar="tianzi|zhuhou|daifu|shi", help="The song of a rank; else that of the rite."
    ),
    click.option(
        "--song",
        metavar="lishou|lu-couplet|caipin|caifan|zouyu-yu|zouyu-jue",
        help="This song, whoever plays; its lines go with the cycles.",
    ),
    click.option("--by-song", is_flag=True, help="As many cycles to listen to as the song of the rank has."),
    click.option(
        "--off-beat",
        type=click.Choice(["flag", "void"]),
        help="What a throw off the drum is; flag in touhu, void in archery unless said otherwise.",
    ),
    click.option(
        "--gap", metavar="BEATS", default="0", show_default=True, help="Beats of silence after each cycle."
    ),
    click.option(
        "--text", metavar="liji|dadai|dingzhai|dingben", default="liji", show_default=True, help="The book."
    ),
    click.option("--junior", metavar="guest|host", help="One side is much the younger (少儀)."),
    click.option(
        "--witness",
        "siglum",
        metavar="SIGLUM",
        default=library.BASE,
        show_default=True,
        help="The book of the drum.",
    ),
    click.option(
        "--bpm", metavar="N", help="Beats a minute; those of the default plan unless said otherwise."
    ),
)
"""What is chosen of a rite, and of the drum with it."""


@click.command()
@options(*CHOICES)
@click.option(
    "--results",
    metavar="G,T,H",
    default="",
    help="Who won each round that is counted: the guest's side, a tie, the host's side.",
)
@click.option("--props", "as_props", is_flag=True, help="List what is needed.")
@click.option(
    "--layout",
    type=click.Choice(["sheet", "hongi"]),
    default="sheet",
    show_default=True,
    help="hongi: a Korean 笏記.",
)
@click.option("--timings", "log", metavar="LOG", help="Add the minutes of a rehearsal: the log of rite run.")
@click.option("--cast", metavar="FILE", help="Name who plays each row: a file of rite cast.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of rows.")
@click.option("-o", "target", metavar="FILE", help=f"The file to write: {' '.join(SUFFIXES)}.")
@options(LANGUAGE, WITNESSES, FORCE, QUIET)
def cues(
    target: str | None, as_json: bool, as_props: bool, log: str | None, cast: str | None, **given: Any
) -> None:
    """Say who does and says what after what, and when the drum is armed, on and off.

    Each row says whether the text has it, a commentator fills it in, it is argued from archery, or
    it is our choice.
    """
    if target is not None and as_json:
        raise click.UsageError("-o and --json exclude each other")
    if given["layout"] == "hongi" and (as_json or as_props):
        other = "--json" if as_json else "--props"
        raise RiteError(f"the layout hongi is for the terminal and .html, not {other}")
    for name, value in (("--timings", log), ("--cast", cast)):
        if value is not None and (as_props or given["layout"] == "hongi"):
            raise RiteError(f"{name} is for the sheet, not {'--props' if as_props else 'the layout hongi'}")
    language = Language(given["language"])
    if target is not None:
        from pathlib import Path

        from touhu_music import output

        kind = suffix(target, SUFFIXES)
        output.refuse_existing([Path(target)], force=given["force"])
    sheet, performances = made(given)
    timings = None
    if log is not None:
        sheet, timings = timed(log, sheet, performances, given)
    if cast is not None:
        if target is not None and kind in (".mid", ".wav"):
            raise RiteError(f"--cast is for the sheet, not {kind}, in which nobody is named")
        sheet = named(cast, sheet)
    if target is not None:
        hongi = given["layout"] == "hongi"
        make = writer(kind, sheet, performances, language, hongi=hongi, props=as_props, timings=timings)
        write(target, make(), force=given["force"], quiet=given["quiet"])
    elif as_json:
        from touhu_music.rite.cuesheet import files as cue_files

        terminal.print_json([cue_files.rows(sheet, language, props=as_props, timings=timings)])
    else:
        from touhu_music.rite.cuesheet import lines as cue_lines

        if as_props:
            terminal.say(cue_lines.props(sheet, language))
        elif given["layout"] == "hongi":
            terminal.say(cue_lines.hongi(sheet, performances))
        else:
            terminal.say(cue_lines.lines(sheet, performances, language, timings))


def made(given: dict[str, Any]) -> tuple[Sheet, dict[str, Performance]]:
    """Return the sheet of the options, and one cycle of each cadence that it names."""
    rite, choices = rites.load(given["name"]), chosen(given)
    plan = library.plan()
    changes: dict[str, Any] = {"gap": choices.gap} if choices.gap else {}
    if given["bpm"] is not None:
        changes["beats_per_minute"] = exact("bpm", given["bpm"])
    if given.get("sounds") is not None:
        changes["sounds"] = library.choice("sounds", given["sounds"])
    if changes:
        plan = plan.but("chosen on the command line", **changes)
    witness = library.witness(given["siglum"], given["witnesses"])
    performances = {
        name: perform(witness.reading(name), rite.drum.use, plan) for name in cadences(rite, choices)
    }
    lengths = {name: performance.cycle_beats for name, performance in performances.items()}
    return cue_sheet(rite, choices, lengths), performances


def timed(
    log: str, sheet: Sheet, performances: dict[str, Performance], given: dict[str, Any]
) -> tuple[Sheet, Timings]:
    """Return the sheet with the times of a rehearsal, and with its results unless others are given.

    Raises RiteError for what is no log of a rite with these choices.
    """
    from pathlib import Path

    from touhu_music import output
    from touhu_music.cli.rite import keeping as rite_keeping
    from touhu_music.rite.cuesheet import timings
    from touhu_music.rite.run import log as run_log
    from touhu_music.rite.run import running
    from touhu_music.rite.run import state as run_state

    name, data = output.shown(Path(log)), rite_keeping.content(Path(log))
    if data is None:
        raise RiteError(f"{name}: no such file")
    recorded = run_log.read(data, name)
    lengths = {each: performance.cycle_beats for each, performance in performances.items()}
    begun = running.begin(rites.load(given["name"]), replace(sheet.choices, results=()), lengths)
    chosen = run_state.chosen(begun, given["siglum"])
    seconds, run = timings.measured(recorded, begun, chosen, name)
    sheet = sheet if given["results"] else run.sheet
    return sheet, timings.timings(sheet, seconds, recorded)


def chosen(given: dict[str, Any]) -> Choices:
    """Return what the options choose of a rite; raises RiteError or PlanError."""
    results = [part.strip().upper() for part in given["results"].split(",")] if given.get("results") else []
    return Choices(
        school=given["school"],
        text=given["text"],
        junior=given["junior"],
        pairs=None if given["pairs"] is None else whole("pairs", given["pairs"]),
        round=None if given["round_"] is None else whole("round", given["round_"]),
        mode=given["mode"],
        record=given["record"],
        rank=given["rank"],
        song=given["song"],
        by_song=given["by_song"],
        off_beat=given["off_beat"],
        gap=exact("gap", given["gap"]),
        results=tuple(results),
    )


def named(path: str, sheet: Sheet) -> Sheet:
    """Return the sheet with the people of a cast file; raises LibraryError or RiteError."""
    from touhu_music.rite.cast import files as cast_files
    from touhu_music.rite.cast import lines as cast_lines
    from touhu_music.rite.cast.casting import Casting
    from touhu_music.rite.cast.roles import Company

    casting, players = cast_files.load(path, Casting(sheet, Company()))
    return cast_lines.with_people(players, casting)


def writer(
    kind: str,
    sheet: Sheet,
    performances: dict[str, Performance],
    language: Language,
    *,
    hongi: bool,
    props: bool,
    timings: Timings | None = None,
) -> Callable[[], bytes | memoryview]:
    """Return what makes a file of that kind; raises RiteError for a layout that it does not have."""
    from touhu_music.rite.cuesheet import files as cue_files

    if hongi and kind != ".html":
        raise RiteError(f"the layout hongi is for the terminal and .html, not {kind}")
    if props and kind not in (".json", ".csv", ".html"):
        raise RiteError(f"the list of what is needed is for the terminal, .json, .csv and .html, not {kind}")
    if timings and kind in (".mid", ".wav"):
        raise RiteError(f"--timings is for the sheet, not {kind}: a rehearsal has minutes and no beats")
    if kind == ".pdf":
        from touhu_music.rite.cuesheet import printing as cue_print

        return lambda: cue_print.to_pdf(sheet, performances, language, timings)
    if kind in (".mid", ".wav"):
        from touhu_music.rite.cuesheet import sound as cue_sound

        make = cue_sound.to_midi if kind == ".mid" else cue_sound.to_wav
        return lambda: make(sheet, performances, language)
    if kind == ".json":
        return lambda: cue_files.to_json(sheet, language, props=props, timings=timings)
    if kind == ".csv":
        return lambda: cue_files.to_csv(sheet, language, props=props, timings=timings)
    from touhu_music.rite.cuesheet import page as cue_page

    if props:
        return lambda: cue_page.props(sheet, language)
    if hongi:
        return lambda: cue_page.hongi(sheet, performances)
    return lambda: cue_page.to_html(sheet, performances, language, timings)
