"""Runs of the rite for tests: begun, and pressed to where they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from touhu_music import perform, plan, witness
from touhu_music.performance import Performance
from touhu_music.rite import rites
from touhu_music.rite.cues import Choices, cadences
from touhu_music.rite.run import running
from touhu_music.rite.run.running import Key, Run

TOUHU: Final = rites.load("touhu")
ARCHERY: Final = rites.load("archery")


def performances(rite: rites.Rite = TOUHU, tempo: int = 60, **given: Any) -> dict[str, Performance]:
    """Return one cycle of each cadence of a rite."""
    choices = Choices(**given)
    chosen = plan().but("test", gap=choices.gap, beats_per_minute=tempo)
    return {
        name: perform(witness("A").reading(name), rite.drum.use, chosen) for name in cadences(rite, choices)
    }


def begun(rite: rites.Rite = TOUHU, *, hold: bool = True, **given: Any) -> Run:
    """Return a rite before its first step."""
    lengths = {name: each.cycle_beats for name, each in performances(rite, **given).items()}
    return running.begin(rite, Choices(**given), lengths, hold=hold)


def pressed(run: Run, keys: Iterable[Key]) -> Run:
    """Return the run after some keys."""
    for key in keys:
        run = running.press(run, key)
    return run


def until(run: Run, there: Callable[[Run], bool]) -> Run:
    """Go on until something is so; fails where it never is."""
    while not there(run):
        assert not run.over
        run = running.press(run, Key.NEXT)
    return run


def throwing(run: Run, round: int = 1, pair: int = 1) -> Run:
    """Go on to the throws of a pair."""
    return until(run, lambda run: run.stop.throws and (run.round, run.stop.cue.pair or 1) == (round, pair))


def threw(run: Run, guest: str, host: str) -> Run:
    """Tell the throws of a pair, `+` in and `-` out."""
    for one, other in zip(guest, host, strict=True):
        run = running.press(run, Key.GUEST if one == "+" else Key.MISS)
        run = running.press(run, Key.HOST if other == "+" else Key.MISS)
    return run


def at_step(run: Run, step: str, round: int | None = None) -> Run:
    """Go on to a step."""
    return until(run, lambda run: (run.stop.cue.step, run.round) == (step, round))
