"""What the drum does while a rite is done: how many cycles, from which on, and where it is in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from touhu_music.live.control import Report
from touhu_music.live.transport import Settings
from touhu_music.performance import Performance
from touhu_music.rite.cues import cadence
from touhu_music.rite.run.running import Run, awaited, planned, thrown


class Drummed(NamedTuple):
    """Where the drum is: in which cycle of the round, from 1, and at which beat of it."""

    cycle: int
    beats: float


def first(run: Run) -> int:
    """Return the cycle with which the drum begins: the first, or after a break that of the next throw."""
    turn = awaited(run)
    if not thrown(run, run.round) or turn is None or turn.cycle is None:
        return 1
    return turn.cycle


def starts(run: Run) -> bool:
    """Tell whether the drum has something to begin for: nothing more where all have thrown."""
    return run.drummed and awaited(run) is not None


def drum(run: Run, performances: Mapping[str, Performance]) -> Performance:
    """Return one cycle of what is drummed in this round."""
    return performances[cadence(run.choices, run.round or 1)]


def settings(run: Run, performances: Mapping[str, Performance], first: int) -> Settings:
    """Return what the drum plays, begun with a cycle: on beyond the plan as long as some have not thrown."""
    one = drum(run, performances)
    left = max(planned(run) - first + 1, 1)
    plan = replace(one.plan, cycles=left)
    return Settings(
        ({one.use: one._replace(plan=plan)},),
        use=one.use,
        loop=run.hold and awaited(run) is not None,
    )


def waiting(performances: Mapping[str, Performance]) -> Settings:
    """Return what a player is opened with, before it is known which drum comes first, if any comes."""
    rows = tuple({one.use: one} for one in performances.values())
    return Settings(rows, use=next(iter(rows[0]))) if rows else Settings(())


def drummed(report: Report | None, since: float, first: int) -> Drummed | None:
    """Return where the drum is, so many seconds after a report, begun with a cycle."""
    if report is None:
        return None
    position = report.position
    beats = float(position.beats) + since * float(position.beats_per_minute) / 60
    return Drummed(first + max(position.cycle, 1) - 1, beats)
