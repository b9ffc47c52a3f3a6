"""`touhu rite judge`: the times of throws against the drum that sounded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import click

from touhu_music import documents, output
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import (
    FORCE,
    LANGUAGE,
    PLAN,
    QUIET,
    USE,
    WITNESSES,
    chosen_plan,
    options,
    whole,
)
from touhu_music.cli.rite.scoring import text
from touhu_music.cli.writing import suffix, write
from touhu_music.errors import LibraryError, RiteError
from touhu_music.language import Language, word
from touhu_music.notation import Use
from touhu_music.performance import Performance, exact, perform
from touhu_music.practice import Rehearsal
from touhu_music.rite import rites
from touhu_music.rite.scoring import judgesheet, judging
from touhu_music.rite.scoring.judging import Desk, Mode, OffBeat, Terms, Timed
from touhu_music.rite.scoring.throws import LETTERS

SUFFIXES: Final = (".json", ".csv")


@click.command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--cadence", metavar="CADENCE", default="lu-1", show_default=True, help="The row that sounded.")
@options(USE)
@click.option(
    "--mode",
    type=click.Choice([str(mode) for mode in Mode]),
    default=str(Mode.EXCHANGE),
    show_default=True,
    help="Both throw in a cycle, or each in one of his own, or as they like.",
)
@click.option(
    "--pairs", metavar="N", default="1", show_default=True, help="How many pairs throw, one after the other."
)
@click.option(
    "--listen",
    metavar="N",
    help="Cycles before the throws of a pair, in exchange; 1 unless said otherwise.",
)
@click.option(
    "--tolerance",
    metavar="SECONDS",
    default="1/4",
    show_default=True,
    help="What is farther off is off the drum: our choice.",
)
@click.option(
    "--off-beat",
    type=click.Choice([str(each) for each in OffBeat]),
    help="Note a throw off the drum, or void it; unless said otherwise flag in touhu and void in archery, "
    "but where it is free of the drum flag.",
)
@click.option(
    "--start",
    metavar="SECONDS",
    help="When the first sound was, in the times of FILE; 0 unless said otherwise.",
)
@click.option(
    "--live", is_flag=True, help="Type the throws while the drum sounds; FILE is where to keep them."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-o", "target", metavar="FILE", help=f"The file to write: {' '.join(SUFFIXES)}.")
@options(*PLAN, LANGUAGE, WITNESSES, FORCE, QUIET)
def judge(file: str | None, **given: Any) -> None:
    """Hold the times of throws against the strokes that sounded.

    FILE, or - for standard input, has a line a throw: the seconds since the first sound, guest or
    host, and if it is known how it landed, in the letters of touhu rite score: 12.5 guest M.
    """
    language, target, live = Language(given["language"]), given["target"], given["live"]
    if target is not None:
        if given["as_json"]:
            raise click.UsageError("-o and --json exclude each other")
        kind = suffix(target, SUFFIXES)
    if file is None and not live:
        raise RiteError("no throws to judge; name a file of them, or --live")
    if live and given["start"] is not None:
        raise RiteError("start: keys are counted from the first stroke that was told; leave it")
    mode = Mode(given["mode"])
    if mode is not Mode.EXCHANGE and given["listen"] is not None:
        raise RiteError(f"listen: the mode {mode} has no cycles to listen to; leave it")
    kept = [Path(file)] if live and file is not None else []
    output.refuse_existing([*kept, *([Path(target)] if target else [])], force=given["force"])
    terms = Terms(
        mode,
        whole("pairs", given["pairs"]),
        whole("listen", given["listen"] or "1"),
        exact("tolerance", given["tolerance"]),
        off_beat(given["off_beat"], mode, Use(given["use"])),
    )
    cycles = None if given["cycles"] is None else whole("cycles", given["cycles"])
    played = performed(given)
    if live:
        record = typed(Rehearsal(played).lead, language, given["quiet"])
        for path in kept:
            output.write(path, judging.written(record), force=given["force"])
    else:
        record = recorded(str(file), exact("start", given["start"] or "0"))
    try:
        performance = judging.sounded(played, terms, record, cycles)
        throws = judging.judge(performance, terms, record)
    except RiteError as error:
        raise RiteError(f"{documents.label(file)}: {error}" if file and not live else str(error)) from error
    if target is not None:
        shape = judgesheet.shape(performance, terms, throws)
        data = judgesheet.judged_csv(throws) if kind == ".csv" else judgesheet.to_json(shape)
        write(target, data, force=given["force"], quiet=given["quiet"])
    elif given["as_json"]:
        terminal.print_json([judgesheet.shape(performance, terms, throws)])
    else:
        terminal.say(judgesheet.lines(performance, terms, throws, language))


def off_beat(asked: str | None, mode: Mode, use: Use) -> OffBeat:
    """Return what becomes of a throw off the drum: what is asked, or what the rite has.

    Where throws are not tied to the drum none is void unless that is asked.
    """
    if asked is not None:
        return OffBeat(asked)
    return OffBeat.FLAG if mode is Mode.FREE else OffBeat(rites.load(use).drum.off_beat)


def performed(given: dict[str, Any]) -> Performance:
    """Return one cycle of what sounded; raises LibraryError where several rows are named."""
    found = inputs.readings(given["cadence"], given["witnesses"])
    if len(found) != 1:
        raise LibraryError(f"{inputs.label(given['cadence'])}: {len(found)} rows; name the one that sounded")
    return perform(found[0], Use(given["use"]), chosen_plan(given))


def recorded(file: str, start: Fraction) -> tuple[Timed, ...]:
    """Read the throws of a file, their seconds counted from the first sound."""
    try:
        record = judging.read(text(file))
    except RiteError as error:
        raise RiteError(f"{documents.label(file)}: {error}") from error
    return tuple(each._replace(seconds=each.seconds - start) for each in record)


# --- typed in a terminal ------------------------------------------------------------------------


def typed(lead: Fraction, language: Language, quiet: bool) -> tuple[Timed, ...]:
    """Take the throws from the keyboard; raises RiteError where there is none, or no throw was typed."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise RiteError("--live reads keys, and standard input is no terminal")
    if not quiet:
        terminal.talk(word("judge-live", language).format(LETTERS))
    desk = Desk()
    for key, seconds in keys():
        before, desk = desk, judging.press(desk, key, seconds, lead)
        if desk.over:
            break
        if not quiet and desk != before:
            terminal.talk(str(desk.throws[-1]) if desk.throws else "0")
    if not desk.throws:
        raise RiteError("no throw was typed")
    return desk.throws


def keys() -> Iterator[tuple[str, float]]:
    """Yield each key with the second at which it came, until the keyboard is gone."""
    from touhu_music.live.clock import SteadyClock

    clock = SteadyClock()
    if sys.platform == "win32":
        with suppress(EOFError):
            while True:
                yield click.getchar(), clock.now()
    from touhu_music.live.keys import read, split, waiting

    keyboard = sys.stdin.fileno()
    with at_once(keyboard):
        while True:
            if waiting(keyboard, 1.0):
                seconds = clock.now()
                come = read(keyboard)
                if not come:
                    return
                for key in split(come):
                    yield key, seconds


@contextmanager
def at_once(keyboard: int) -> Iterator[None]:
    """Let the terminal send each key as it is typed, and leave it as it was."""
    import termios

    from touhu_music.live.keys import keys_at_once

    before = termios.tcgetattr(keyboard)
    try:
        keys_at_once(keyboard)
        yield
    finally:
        with suppress(termios.error):  # of a terminal that is gone
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
