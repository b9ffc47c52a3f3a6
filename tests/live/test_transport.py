"""What is due next: the same as in files, whatever the player changes meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from conftest import performance
from hypothesis import given
from hypothesis import strategies as st
from live.instruments import settings
from strategies import cadences, drums, plans, practices, tempi

from touhu_music import Use, perform
from touhu_music.live.transport import Due, Position, Settings, due, start
from touhu_music.notation import Cadence, Drum
from touhu_music.performance import Plan
from touhu_music.practice import Moment, Practice, Ramp, Rehearsal, Voice

HALF_A_SECOND = Fraction(1, 2)


def unrolled(chosen: Settings, position: Position | None = None) -> Iterator[Due]:
    """Give what is due one after the other, until all ends."""
    there: Position | None = position or start(chosen)
    while there is not None:
        coming = due(there, chosen)
        yield coming
        there = coming.then


def moments(chosen: Settings, position: Position | None = None) -> list[Moment]:
    return [coming.moment for coming in unrolled(chosen, position) if coming.moment]


def after(strokes: int, chosen: Settings) -> Position:
    """Return where we are after so many strokes."""
    sounding = (coming.then for coming in unrolled(chosen) if coming.moment)
    position = next(islice(sounding, strokes - 1, None))
    assert position is not None
    return position


# --- nothing is changed ------------------------------------------------------------------------


@given(cadences, plans(), practices(), st.sampled_from(Use))
def test_what_is_due_one_after_the_other_is_what_a_file_holds(
    cadence: Cadence, plan: Plan, practice: Practice, use: Use
) -> None:
    played = perform(cadence, use, plan)
    rehearsal = Rehearsal(played, practice)
    chosen = Settings(({use: played},), use=use, loop=False, count_in=plan.count_in, practice=practice)
    found = list(unrolled(chosen))
    assert [coming.moment for coming in found if coming.moment] == list(rehearsal.moments())
    assert found[-1] == Due(rehearsal.starts()[-1], None, None)


def test_a_loop_goes_on_without_a_seam_and_counts_its_cycles() -> None:
    chosen = settings("lu-1", tempo=120)
    found = [coming.moment for coming in islice(unrolled(chosen), 500) if coming.moment]
    assert [it.seconds for it in found] == [place * HALF_A_SECOND for place in range(len(found))]
    assert [it.cycle for it in found] == [1 + place // 12 for place in range(len(found))]
    assert [it.stroke and it.stroke.number for it in found] == [1 + place % 12 for place in range(len(found))]


def test_the_count_in_comes_once() -> None:
    found = moments(settings("lu-1", count_in=3, loop=False))
    assert [it.voice for it in found[:4]] == [Voice.CLICK, Voice.CLICK, Voice.CLICK, Voice.PI]
    assert [it.seconds for it in found[:4]] == [0, 1, 2, 3]
    assert [it.cycle for it in found] == [0] * 3 + [1] * 12


# --- something is changed ----------------------------------------------------------------------


@given(cadences, plans(), tempi, st.data())
def test_a_change_of_tempo_keeps_what_is_due_and_the_place(
    cadence: Cadence, plan: Plan, tempo: Fraction, data: st.DataObject
) -> None:
    """The next stroke comes when it was to come; from there on the beats are of the new length."""
    before = Settings(({Use.ARCHERY: perform(cadence, Use.ARCHERY, plan)},), use=Use.ARCHERY, loop=False)
    as_it_was = moments(before)
    strokes = data.draw(st.integers(1, len(as_it_was) - 1))
    found = moments(replace(before, beats_per_minute=tempo), after(strokes, before))
    assert [(it.cycle, it.stroke) for it in found] == [(it.cycle, it.stroke) for it in as_it_was[strokes:]]
    first = as_it_was[strokes]
    for changed, unchanged in zip(found, as_it_was[strokes:], strict=True):
        beats = (unchanged.seconds - first.seconds) * plan.beats_per_minute / 60
        assert changed.seconds == first.seconds + beats * 60 / tempo


def test_a_change_of_tempo_in_numbers() -> None:
    chosen = settings("lu-1", tempo=60, loop=False)
    found = moments(replace(chosen, beats_per_minute=Fraction(120)), after(3, chosen))
    assert [it.seconds for it in found[:3]] == [3, 3 + HALF_A_SECOND, 4]


def test_another_row_and_another_use_wait_for_the_next_cycle() -> None:
    chosen = settings("lu-1", "xue-1", tempo=60)
    changed = replace(chosen, row=1, use=Use.ARCHERY)
    found = list(islice(unrolled(changed, after(5, chosen)), 12))
    rest, turn, first = found[:7], found[7], found[8]
    played = chosen.rows[0][Use.TOUHU].pattern
    assert [it.moment and it.moment.stroke for it in rest] == list(played[5:])
    assert turn.moment is None
    assert turn.then
    assert turn.then.performance is chosen.rows[1][Use.ARCHERY]
    assert first.seconds == turn.seconds == 12
    assert first.moment
    assert first.moment.stroke
    assert (first.moment.cycle, first.moment.stroke.number) == (2, 1)


def test_another_row_does_not_bring_its_tempo_before_its_cycle() -> None:
    slow, fast = (performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(it)) for it in (60, 240))
    chosen = Settings(({Use.TOUHU: slow}, {Use.TOUHU: fast}))
    found = [coming.seconds for coming in islice(unrolled(replace(chosen, row=1), after(5, chosen)), 10)]
    assert found == [5, 6, 7, 8, 9, 10, 11, 12, 12, 12 + Fraction(1, 4)]


def test_another_practice_waits_for_the_next_cycle_and_loses_no_stroke() -> None:
    chosen = settings("lu-1", tempo=60)
    changed = replace(chosen, practice=Practice(click=True))
    found = [coming.moment for coming in islice(unrolled(changed, after(5, chosen)), 12)]
    assert [it.voice for it in found[:7] if it] == [
        Voice(it.drum.word) for it in chosen.performance.pattern[5:]
    ]
    assert [it and it.voice for it in found[7:10]] == [None, Voice.CLICK, Voice.PI]


@pytest.mark.parametrize("drum", Drum)
def test_a_muted_drum_is_silent_from_the_next_stroke_on_and_its_time_passes(drum: Drum) -> None:
    chosen = settings("lu-1", tempo=60, loop=False)
    pattern = chosen.performance.pattern
    found = moments(replace(chosen, muted=drum), after(4, chosen))
    assert [it.stroke for it in found] == [it for it in pattern[4:] if it.drum is not drum]
    assert [it.seconds for it in found] == [it.onset for it in pattern[4:] if it.drum is not drum]


@given(st.lists(st.none() | drums, min_size=25, max_size=25))
def test_muting_and_unmuting_at_any_stroke_never_goes_back(muted: list[Drum | None]) -> None:
    chosen = settings("lu-1", tempo=60)
    position, seconds = start(chosen), []
    for drum in muted:
        coming = due(position, replace(chosen, muted=drum))
        assert coming.then
        position = coming.then
        seconds.append(coming.seconds)
    assert seconds == sorted(seconds)
    assert seconds == [*range(12), 12, *range(12, 24)]


def test_without_loop_the_cycle_that_sounds_is_the_last() -> None:
    chosen = settings("lu-1", tempo=60)
    position = after(30, chosen)
    assert position.cycle == 3
    assert [it.cycle for it in moments(replace(chosen, loop=False), position)] == [3] * 6


def test_a_row_whose_strokes_are_all_muted_takes_its_time_and_does_not_hang() -> None:
    played = perform(Cadence((Drum.PI,), (Drum.PI, Drum.PI)), Use.ARCHERY, settings().performance.plan)
    chosen = Settings(({Use.ARCHERY: played},), use=Use.ARCHERY, muted=Drum.PI)
    found = list(islice(unrolled(chosen), 400))
    assert not any(coming.moment for coming in found)
    assert found[-1].seconds == 300 * played.plan.seconds_per_beat


def test_a_ramp_goes_on_where_a_tempo_of_ones_own_ends() -> None:
    chosen = settings("lu-1", practice=Practice(ramp=Ramp(Fraction(60), Fraction(120), Fraction(30))))
    assert [chosen.tempo(cycle) for cycle in (1, 2, 3, 4)] == [60, 90, 120, 120]
    assert replace(chosen, beats_per_minute=Fraction(72)).tempo(3) == 72
