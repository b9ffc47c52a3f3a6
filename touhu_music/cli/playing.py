"""`touhu play`: a row live, as sound or MIDI, with keys to change it and a screen to read it from."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from touhu_music import library
from touhu_music.cli import inputs, terminal
from touhu_music.cli.options import (
    LANGUAGE,
    PLAN,
    PRACTICE,
    QUIET,
    SOUND_SOURCES,
    USE,
    WITNESSES,
    chosen_audio,
    chosen_performance,
    chosen_plan,
    chosen_practice,
    options,
)
from touhu_music.errors import LibraryError, PlanError, SongError
from touhu_music.language import Language, choices, practised, source, title, word
from touhu_music.notation import Use
from touhu_music.performance import Performance, perform
from touhu_music.reading import Reading

if TYPE_CHECKING:
    from touhu_music.live.control import Control, Player
    from touhu_music.live.screen import Screen
    from touhu_music.live.singing import Tune
    from touhu_music.live.transport import Row, Settings

DRAW: Final = (sys.executable, "-P", "-c", "from touhu_music.cli.playing import draw; draw()")
"""What draws the screen, in a process of its own."""

TICK: Final = 0.05
"""Seconds from one picture to the next."""

PATIENCE: Final = 3.0
"""Seconds in which what sounds must have come to its end."""


SONG: Final = (
    click.option("--song", metavar="SONG", help="A song to go with it: caifan, caipin@N; lishou is recited."),
    click.option("--fit", metavar="line|stanza|word", help="What of the song goes with a cycle: line."),
    click.option("--huangzhong", metavar="C4|D4|256", help="The pitch of 黃鐘, a note or hertz."),
    click.option("--temperament", metavar="equal|sanfen", help="Equal, or the twelve lü by fifths."),
)


@click.command()
@click.argument("cadence", metavar="CADENCE")
@options(USE)
@click.option("--device", metavar="NAME|null", help="The sound device; null plays to nobody.")
@click.option("--port", metavar="NAME", help="Play on this MIDI port, with no sound of our own.")
@click.option("--midi-clock", is_flag=True, help="Be the MIDI clock of what listens to the port.")
@click.option(
    "--loop/--no-loop", default=None, help="Go on until stopped; usual without --cycles, --minutes."
)
@options(*SONG, *PLAN, *PRACTICE, *SOUND_SOURCES, LANGUAGE, WITNESSES, QUIET)
@click.pass_context
def play(
    ctx: click.Context,
    /,
    cadence: str,
    use: str,
    loop: bool | None,
    language: str,
    witnesses: str | None,
    quiet: bool,
    **given: Any,
) -> None:
    """Play a row live; keys change tempo, row, use and muted drum while it sounds.

    With --song a song of the rite goes with it, on a string: a line to a cycle, which is a reconstruction.
    """
    from touhu_music.live.control import Control

    check_outlet(given)
    reading = only_reading(cadence, witnesses, quiet)
    control = Control(chosen_settings(reading, Use(use), loop, witnesses, given))
    player = chosen_player(control.settings, given)  # reading files and opening devices may take for ever
    with interrupts() as stopped, ExitStack() as stack:
        screen = None
        if not quiet and at_hand(sys.stdout) and os.environ.get("TERM") not in ("dumb", "unknown"):
            from touhu_music.live.screen import Screen

            if find_spec("rich") is None:  # the process that draws could not say so
                raise ModuleNotFoundError(name="rich")
            screen = stack.enter_context(Screen(DRAW))
        control.play(True)
        if cadence != "-" and at_hand(sys.stdin):
            from touhu_music.live.keys import hands, listening

            stack.enter_context(listening(control, hands(control)))
        if not quiet and not screen:
            terminal.say([announcement(control.settings, Language(language))])
        thread = stack.enter_context(played(player, control))
        watch(thread, control, stopped, screen, Language(language))
    tell(control)
    if control.failure:
        raise control.failure
    ctx.exit(130 if stopped else 0)


# --- what is played ----------------------------------------------------------------------------


def check_outlet(given: dict[str, Any]) -> None:
    """Refuse options that are lost on a MIDI port, or without one."""
    if given["port"] is None:
        if given["midi_clock"]:
            raise click.UsageError("--midi-clock needs --port")
        return
    for name in ("device", "sample_pi", "sample_gu", "soundfont"):
        if given[name] is not None:
            raise click.UsageError(f"--port and --{name.replace('_', '-')} exclude each other")


def only_reading(argument: str, own: str | None, quiet: bool) -> Reading:
    """Return the one reading that a CADENCE argument names; raises LibraryError if there are several."""
    found = inputs.readings(argument, own)
    for warning in () if quiet else inputs.warnings(found):
        terminal.talk(f"touhu: warning: {warning}")
    if len(found) != 1:
        raise LibraryError(f"{inputs.label(argument)}: {len(found)} rows, and one can be played at a time")
    return found[0]


def chosen_settings(
    reading: Reading, use: Use, loop: bool | None, own: str | None, given: dict[str, Any]
) -> Settings:
    """Return what is played first: row 0 is the reading, rows 1 to 4 are those of its book, or of A.

    A row or use that the plan does not suit is left out; raises PlanError for the one asked for.
    """
    from touhu_music.live.transport import Settings

    plan, practice, tune = chosen_plan(given), chosen_practice(given), chosen_tune(given)

    def performed(reading: Reading, use: Use) -> Performance:
        once = chosen_performance(perform(reading, use, plan), given, practice)
        if tune is None or given["cycles"] is not None or given["minutes"] is not None:
            return once
        whole = plan.but("as many cycles as the song has", cycles=tune.cycles(once))
        return perform(reading, use, whole)

    @cache  # so that the same row in two places is known as the same
    def row(reading: Reading) -> Row:
        found = {}
        for use in Use:
            with suppress(PlanError):
                found[use] = performed(reading, use)
        return found

    performed(reading, use)
    siglum = reading.witness if reading.witness in library.witnesses(own) else library.BASE
    book = {each.name: each for each in library.witness(siglum or library.BASE, own).readings}
    others = (row(book[name]) if name in book else {} for name in inputs.NAMES)
    if loop is None:
        loop = given["cycles"] is None and given["minutes"] is None
    return Settings(
        (row(reading), *others),
        use=use,
        muted=practice.muted,
        loop=loop,
        count_in=plan.count_in,
        practice=replace(practice, muted=None),  # a key mutes and unmutes
        tune=tune,
    )


def chosen_tune(given: dict[str, Any]) -> Tune | None:
    """Return the song that goes with the row, if one is named; raises SongError."""
    if given["song"] is None:
        for name in ("fit", "huangzhong", "temperament"):
            if given[name] is not None:
                raise SongError(f"--{name} is of a song; name it: --song caifan")
        return None
    from touhu_music.cli.song.showing import named
    from touhu_music.live.singing import Tune
    from touhu_music.song import fitting, songs
    from touhu_music.song.sound import tuning

    singing = songs.singing()
    for field in ("huangzhong", "temperament"):
        if given[field] is not None:
            singing = singing._replace(**{field: given[field]})
    tuning.of(singing)
    return Tune(named(given["song"], None), fitting.way(given["fit"] or fitting.USUAL), singing)


def chosen_player(settings: Settings, given: dict[str, Any]) -> Player:
    """Open what plays; raises TouhuError where it is not there."""
    if given["port"] is not None:
        from touhu_music.live.midiport import open_port
        from touhu_music.live.scheduler import MidiPlayer

        return MidiPlayer(open_port(given["port"]), pulses=given["midi_clock"])
    from touhu_music.live.soundcard import open_device

    return open_device(given["device"], chosen_audio(given, settings.performance.plan))


def announcement(settings: Settings, language: Language) -> str:
    """Say in one line what is played."""
    from touhu_music.live.singing import told

    performance, practice = settings.performance, replace(settings.practice, muted=settings.muted)
    said = [title(performance, language), source(performance, language)]
    said += [choices(performance.plan, language, practice)]
    said += [*practised(practice, language), *([word("loop", language)] if settings.loop else [])]
    said += told(settings.tune, language)
    return "; ".join(said)


# --- while it sounds ---------------------------------------------------------------------------


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Note the signals that stop a command, a closed terminal among them, for whoever looks.

    None of them breaks in while a note is ended or the terminal put in order. What is ignored
    stays ignored.
    """
    noted: list[int] = []
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: noted.append(number))
    try:
        yield noted
    finally:
        for number in numbers:
            signal.signal(number, before[number])


def at_hand(stream: TextIO | None) -> bool:
    """Tell whether a stream is a terminal that is ours: not one from which we were sent to the background."""
    if stream is None or not stream.isatty():
        return False
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(stream.fileno()) == os.getpgrp()
    except OSError:  # a terminal without job control
        return True


@contextmanager
def played(player: Player, control: Control) -> Iterator[Thread]:
    """Play in a thread while the body runs, and be silent after it."""
    thread = Thread(target=player.play, args=(control,), daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        control.leave()
        thread.join(PATIENCE)


def watch(
    thread: Thread, control: Control, stopped: list[int], screen: Screen | None, language: Language
) -> None:
    """Show what is played until it has ended, or until a signal stops it."""
    from touhu_music.live.view import view

    report, seen = control.report, time.monotonic()
    while thread.is_alive() and not control.leaving and not stopped:
        if control.report is not report:
            report, seen = control.report, time.monotonic()
        if screen:
            since = time.monotonic() - seen
            screen.show(view(control.settings, report, since, control.notices, language))
        else:
            tell(control)
        thread.join(TICK)


def tell(control: Control) -> None:
    """Say what was noticed, on stderr."""
    while control.notices:
        terminal.talk(f"touhu: {control.notices.pop(0)}")


def draw() -> None:
    """Draw what comes through standard input: all that the other process does."""
    from touhu_music.live import screen

    terminal.prepare()
    with suppress(OSError):  # of a terminal that is gone
        try:
            screen.draw(sys.stdin.fileno(), sys.stdout)
        except (ImportError, SyntaxError) as error:  # of a library that is there and broken
            terminal.talk(f"touhu: no screen: {error}")
