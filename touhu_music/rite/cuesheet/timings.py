"""How long each step took when it was rehearsed, from the log of a run: seconds by a clock, never beats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from touhu_music.language import Language, word
from touhu_music.rite.cues import Cue, Sheet
from touhu_music.rite.run import log as run_log
from touhu_music.rite.run import state as run_state
from touhu_music.rite.run.log import Recorded
from touhu_music.rite.run.running import Run

Row = tuple[object, ...]
"""What makes a row of a sheet known in another with other results."""


class Timings(NamedTuple):
    """Seconds of the rows of a sheet, in its order; None for one that was not come to.

    The throws of a pair have theirs together, in the first of their rows. Those `elsewhere` are of
    steps that the sheet does not have, since its results are others.
    """

    seconds: tuple[float | None, ...]
    elsewhere: float
    sessions: int
    begun: str  # by the clock on the wall

    @property
    def total(self) -> float:
        """Seconds of all rows together."""
        return sum(each or 0.0 for each in self.seconds)

    def columns(self) -> list[dict[str, float | None]]:
        """Return what is added to each row as data: its minutes, and all minutes up to its end."""
        so_far = accumulate(each or 0.0 for each in self.seconds)
        return [
            {"minutes": None if each is None else minutes(each), "minutes_so_far": minutes(sum_)}
            for each, sum_ in zip(self.seconds, so_far, strict=True)
        ]

    def texts(self) -> list[str]:
        """Return minutes and seconds of each row, nothing for one that was not come to.

        What is rounded off one is given to the next, so that they add up to what `said` tells.
        """
        ends = [round(end) for end in accumulate(each or 0.0 for each in self.seconds)]
        parts = [end - begin for begin, end in pairwise([0, *ends])]
        return ["" if each is None else clock(part) for each, part in zip(self.seconds, parts, strict=True)]

    def said(self, language: Language) -> str:
        """Say the total, and what was measured; also how long steps took that are not in the sheet."""
        total = word("run-rehearsed", language).format(clock(self.total), self.sessions, self.begun)
        if round(self.elsewhere) == 0:
            return total
        return total + word("run-elsewhere", language).format(clock(self.elsewhere))


def minutes(seconds: float) -> float:
    """Return minutes to a thousandth."""
    return round(seconds / 60, 3)


def clock(seconds: float) -> str:
    """Write a time as minutes and whole seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def row(cue: Cue) -> Row:
    """Return what makes a row known."""
    return cue.round, cue.pair, cue.step, cue.act, cue.throw


def measured(
    recorded: Sequence[Recorded], begun: Run, chosen: run_state.Chosen, name: str
) -> tuple[Mapping[Row, float], Run]:
    """Return the seconds of each stop in all sessions, and the run as the log leaves it.

    Raises RiteError, `name` in its text, for a log of other choices, or one that does not follow.
    """
    seconds: dict[Row, float] = defaultdict(float)
    run = begun
    for session in recorded:
        cure = "expected the log of a rite with these choices"
        run_state.check(session.begin.state.choices, chosen, name, cure)
        end = session.events[-1].at if session.events else 0.0
        since = 0.0
        for at, after in run_log.replayed(begun, session, name):
            if not run.over:
                seconds[row(run.stop.cue)] += at - since
            run, since = after, at
        if not run.over:
            seconds[row(run.stop.cue)] += end - since
    return seconds, run


def timings(sheet: Sheet, seconds: Mapping[Row, float], recorded: Sequence[Recorded]) -> Timings:
    """Return the timings of the rows of a sheet."""
    known = {row(cue) for cue in sheet.cues}
    found = tuple(seconds.get(row(cue)) for cue in sheet.cues)
    elsewhere = sum(each for key, each in seconds.items() if key not in known)
    wall = recorded[0].begin.wall
    return Timings(found, elsewhere, len(recorded), f"{wall[:10]} {wall[11:16]} UTC")
