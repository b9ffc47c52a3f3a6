"""`touhu rite run`: the rite step by step in a terminal, with the drum that starts and stops by itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any, Final

import click

from touhu_music import font, output
from touhu_music.cli import playing, terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, SOUND_SOURCES, WITNESSES, options
from touhu_music.cli.rite import keeping as rite_keeping
from touhu_music.cli.rite import keys as rite_keys
from touhu_music.cli.rite.cues import CHOICES, made
from touhu_music.cli.rite.drum import Drum
from touhu_music.cli.rite.keeping import Keeping
from touhu_music.cli.rite.keys import Hand
from touhu_music.errors import TouhuError
from touhu_music.language import Language, word
from touhu_music.live.screen import Screen
from touhu_music.rite import rites
from touhu_music.rite.run import drum as running_drum
from touhu_music.rite.run import running
from touhu_music.rite.run import state as run_state
from touhu_music.rite.run.running import Key, Run
from touhu_music.rite.run.view import Seen, plain, seen

if TYPE_CHECKING:
    from touhu_music.live.control import Player
    from touhu_music.performance import Performance

DRAW: Final = (sys.executable, "-P", "-c", "from touhu_music.cli.rite.run import draw; draw()")
"""What draws the screen, in a process of its own."""

TICK: Final = 0.04
"""Seconds from one picture to the next."""

HELP: Final = """\b
Keys:
  space, Enter, right, down, PageDown  next step; a foot pedal sends these
  b, left, up, PageUp                  back
  g, h, m                              guest hits, host hits, who throws misses
  u                                    take back the last throw
  q, Ctrl-C                            leave; the next run goes on from here
"""


@click.command(epilog=HELP)
@options(*CHOICES)
@click.option(
    "--hold",
    type=click.Choice(["on", "off"]),
    default="on",
    show_default=True,
    help="Drum on beyond the planned cycles until all have thrown, or stop there.",
)
@click.option("--big", is_flag=True, help="Large letters, for a second screen.")
@click.option("--state", metavar="FILE", help="Where the run is kept; else in this folder, by its choices.")
@click.option("--restart", is_flag=True, help="Begin anew, whatever is kept.")
@click.option("--log", metavar="FILE", help="Write down the time of each step, cycle and throw.")
@click.option("--silent", is_flag=True, help="Show the strokes, and sound none.")
@click.option("--device", metavar="NAME|null", help="The sound device; null plays to nobody.")
@click.option("--port", metavar="NAME", help="Drum on this MIDI port, with no sound of our own.")
@click.option("--sounds", metavar="shiwen|organology", help="鼙 low and 鼓 high, or the reverse.")
@options(*SOUND_SOURCES, LANGUAGE, WITNESSES, FORCE, QUIET)
@click.pass_context
def run(ctx: click.Context, /, **given: Any) -> None:
    """Go through the rite step by step: who says and does what, and the drum by itself.

    The drum is on from R22 to the last throw, evenly whatever the keys do. What is thrown tells who
    wins, and so which steps follow. Without a terminal the keys are read from standard input.
    """
    check_options(given)
    language = Language(given["language"])
    sheet, performances = made(given)
    lengths = {name: each.cycle_beats for name, each in performances.items()}
    begun = running.begin(rites.load(given["name"]), sheet.choices, lengths, hold=given["hold"] == "on")
    chosen = run_state.chosen(begun, given["siglum"])
    path = Path(given["state"]) if given["state"] is not None else rite_keeping.usual(begun)
    kept = rite_keeping.left(path, begun, chosen, restart=given["restart"])
    resumed = kept if kept and not kept.over else None
    found = resumed or begun
    player, silence = chosen_player(performances, given)
    keeping = Keeping(path, found, chosen, given["log"], resumed=bool(resumed), force=given["force"])
    with playing.interrupts() as stopped:
        doing = Doing(found, keeping, performances, player, language, big=given["big"])
        doing.notices = [*([silence] if silence else []), *greeting(kept, resumed, path, language)]
        try:
            go(doing, stopped, quiet=given["quiet"])
        finally:
            doing.close()
    if failure := keeping.failed or doing.drum.failure:
        raise failure
    ctx.exit(130 if stopped else 0)


def check_options(given: dict[str, Any]) -> None:
    """Refuse options that exclude each other; raises an error of one line where large letters are missing."""
    if given["big"]:
        if find_spec("PIL") is None:  # the process that draws could not say so
            raise ModuleNotFoundError(name="PIL")
        _ = font.CHINESE.path
    playing.check_outlet(given | {"midi_clock": False})
    for name in ("device", "port"):
        if given["silent"] and given[name] is not None:
            raise click.UsageError(f"--silent and --{name} exclude each other")


def chosen_player(performances: dict[str, Performance], given: dict[str, Any]) -> tuple[Player | None, str]:
    """Open what plays; nothing where silence is chosen, or is all there is, which is then told.

    Raises TouhuError where what was asked for by name is not there.
    """
    if given["silent"] or not performances:
        return None, ""
    try:
        return playing.chosen_player(running_drum.waiting(performances), given), ""
    except TouhuError as error:
        if given["port"] is not None or given["device"] is not None:
            raise
        return None, str(error)


def greeting(kept: Run | None, resumed: Run | None, path: Path, language: Language) -> Iterator[str]:
    """Yield where the run goes on, or that it begins anew, and where it is kept."""
    name = output.shown(path)
    if resumed:
        yield word("run-resumed", language).format(where(resumed, language))
    elif kept and kept.over:
        yield word("run-anew", language).format(name)
    yield word("run-kept", language).format(name)


def where(run: Run, language: Language) -> str:
    """Name the stop of a run, and how many throws of its round are known."""
    cue = run.stop.cue
    parts = [cue.step]
    parts += [word("cue-round", language).format(cue.round)] if cue.round else []
    parts += [word("cue-pair", language).format(cue.pair)] if cue.pair and run.sheet.pairs > 1 else []
    landed = len(running.thrown(run, run.round))
    parts += [word("run-told", language).format(landed)] if landed else []
    return ", ".join(parts)


# --- while it is done ---------------------------------------------------------------------------


class Doing:
    """A run with all that goes along: the drum, what is kept, what is noticed."""

    def __init__(
        self,
        run: Run,
        keeping: Keeping,
        performances: dict[str, Performance],
        player: Player | None,
        language: Language,
        *,
        big: bool,
    ) -> None:
        self.run, self.keeping, self.performances = run, keeping, performances
        self.language, self.big = language, big
        self.notices: list[str] = []
        self.drum = Drum(performances, player, self.tell)
        self.drum.follow(run)

    def tell(self, what: str | int) -> None:
        """Write down what the drum does."""
        self.keeping.drummed(what, self.drum.first, running.planned(self.run))

    def press(self, key: Key) -> None:
        """Do what a key asks for: keep it, and let the drum follow."""
        self.notices = []
        before, self.run = self.run, running.press(self.run, key)
        if self.run != before:
            self.keeping.pressed(before, key, self.run)
        self.drum.follow(self.run)

    def seen(self) -> Seen:
        """Return what there is to see."""
        drummed = self.drum.look(self.run)
        self.notices += self.drum.notices
        self.drum.notices.clear()
        failed = [str(self.keeping.failed)] if self.keeping.failed else []
        return seen(
            self.run,
            drummed,
            self.performances,
            self.language,
            [*self.notices, *failed],
            silent=self.drum.silent,
            big=self.big,
        )

    def close(self) -> None:
        """Let the drum be silent, and end the log."""
        self.drum.close()
        self.keeping.close()


def go(doing: Doing, stopped: list[int], *, quiet: bool) -> None:
    """Obey keys and show what is done, until the person leaves, or a signal stops it."""
    from touhu_music.live.control import Control

    keyboard, typed = Control(doing.drum.control.settings), Queue[str](rite_keys.AHEAD)
    with ExitStack() as stack:
        screen = stack.enter_context(Screen(DRAW)) if has_screen(quiet) else None
        stack.enter_context(rite_keys.listening(keyboard, typed))
        show = screen.show if screen else printing(quiet)
        show(doing.seen())
        hand = Hand(typed=sys.stdin is not None and sys.stdin.isatty())
        while not stopped and not keyboard.leaving:
            try:
                keys = hand.keys(typed.get(timeout=TICK))
            except Empty:
                keys = []
            if screen and screen.gone and not stopped:  # the rite goes on, in lines
                screen, show = None, printing(quiet)
            for key in keys:
                if key is None or stopped:
                    return
                doing.press(key)
                if not screen:
                    show(doing.seen())
            show(doing.seen())


def has_screen(quiet: bool) -> bool:
    """Tell whether there is a terminal that can be drawn on; raises ModuleNotFoundError without rich."""
    if quiet or not playing.at_hand(sys.stdout) or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    if find_spec("rich") is None:  # the process that draws could not say so
        raise ModuleNotFoundError(name="rich")
    return True


def printing(quiet: bool) -> Callable[[Seen], None]:
    """Return what prints what there is to see wherever a key has changed it; nothing under `quiet`."""
    before: list[str] = []

    def show(seen: Seen) -> None:
        still = seen._replace(drum="", row="", at=-1, fresh=False, coming="", cycles=[])
        lines = list(plain(seen))
        if not quiet and list(plain(still)) != before:
            before[:] = plain(still)
            terminal.say(lines)
            sys.stdout.flush()

    return show


def draw() -> None:
    """Draw what comes through standard input: all that the other process does."""
    from touhu_music.live import screen
    from touhu_music.rite.run import screen as running_screen

    terminal.prepare()
    with suppress(OSError):  # of a terminal that is gone
        try:
            screen.draw(sys.stdin.fileno(), sys.stdout, running_screen.picture)
        except (ImportError, SyntaxError) as error:  # of a library that is there and broken
            terminal.talk(f"touhu: no screen: {error}")
