"""The minutes of a rehearsal: each in its row, together all that was measured, whatever was pressed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rite.runs import at_step, begun, threw, throwing

from touhu_music.language import Language
from touhu_music.rite.cuesheet import timings
from touhu_music.rite.cuesheet.timings import Timings
from touhu_music.rite.run import log as run_log
from touhu_music.rite.run import running
from touhu_music.rite.run import state as run_state
from touhu_music.rite.run.log import Event, Recorded
from touhu_music.rite.run.running import Key, Run

BEGIN = "2026-01-01T12:00:00+00:00"


def recorded(run: Run, keys: Sequence[tuple[float, Key]]) -> tuple[Recorded, Run]:
    """Return a session with keys, each so many seconds after the one before, and where they led."""
    begin = run_log.session(run, run_state.chosen(run, "A"), BEGIN)
    events, at = [], 0.0
    for pause, key in keys:
        before, run, at = run, running.press(run, key), at + pause
        if run != before and not run.over and not before.over:
            events.append(run_log.pressed(before, key, run, at))
        elif run.over != before.over:
            events.append(Event(at, key))
    return Recorded(begin, (*events, Event(at, end=True))), run


def measured(sessions: Sequence[Recorded]) -> Timings:
    """Return the timings of the sheet that a log leads to."""
    start = begun()
    seconds, run = timings.measured(sessions, start, run_state.chosen(start, "A"), "log")
    return timings.timings(run.sheet, seconds, sessions)


def seconds(text: str) -> int:
    """Read minutes and seconds."""
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


STARTS = (
    begun(),
    threw(throwing(begun()), "++--", "++--"),
    at_step(threw(throwing(begun()), "+", "-"), "R27", 1),
)


@given(
    some.sampled_from(STARTS),
    some.lists(some.tuples(some.floats(0, 400), some.sampled_from([*Key, Key.NEXT, Key.BACK])), max_size=50),
)
def test_all_that_was_measured_is_in_a_row_or_told_as_elsewhere(
    start: Run, keys: list[tuple[float, Key]]
) -> None:
    session, _ = recorded(start, keys)
    found = measured([session])
    assert found.total + found.elsewhere == pytest.approx(sum(pause for pause, _ in keys))
    shown = [seconds(text) for text in found.texts() if text]
    assert sum(shown) == round(found.total)
    exact = [each for each in found.seconds if each is not None]
    assert all(abs(one - other) <= 1 for one, other in zip(shown, exact, strict=True))
    ends = [float(row["minutes_so_far"] or 0) for row in found.columns()]
    assert all(one <= other for one, other in pairwise(ends))
    assert ends[-1] == pytest.approx(found.total / 60, abs=0.001)


def test_steps_that_were_taken_back_are_told_besides() -> None:
    run = at_step(threw(throwing(begun()), "++--", "++--"), "R25", 1)
    back = [(0.0, Key.NEXT)] * 2 + [(30.0, Key.BACK)] + [(0.0, Key.BACK)]
    session, after = recorded(
        run, [*back, (0.0, Key.UNDO), (0.0, Key.HOST), (0.0, Key.NEXT), (0.0, Key.NEXT)]
    )
    assert run.stop.cue.step == "R25"
    assert after.choices.results == ("H",)
    found = measured([session])
    assert found.elsewhere == 30
    assert found.said(Language.ENGLISH).endswith("; besides, 0:30 in steps that this sheet does not have")
    assert all("0:30" in found.said(language) for language in Language)


def test_sessions_are_added_up() -> None:
    first, run = recorded(begun(), [(3.0, Key.NEXT), (4.0, Key.NEXT)])
    second, _ = recorded(run, [(5.0, Key.BACK), (6.0, Key.NEXT)])
    found = measured([first, second])
    assert found.seconds[:3] == (3.0, 10.0, 5.0)
    assert (found.sessions, found.total) == (2, 18.0)
