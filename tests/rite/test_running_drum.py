"""The drum of a rite that is done: even whatever is pressed, to the message and to the sample."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import pytest
from live.instruments import RecordingPort, SimulatedClock
from rite.runs import at_step, begun, performances, threw, throwing

from touhu_music.cli.rite.drum import Drum
from touhu_music.errors import TouhuError
from touhu_music.live.control import Control
from touhu_music.live.scheduler import MidiPlayer
from touhu_music.live.soundcard import Mixer
from touhu_music.practice import Moment
from touhu_music.rite.run import running
from touhu_music.rite.run.drum import Drummed
from touhu_music.rite.run.running import Key, Run
from touhu_music.sound import Audio

STROKES: Final = 12  # of lu-1 after 半, one a second at 60 beats a minute


class Idle:
    """A player that plays nothing: what it would play is asked of its control."""

    def play(self, control: Control) -> None:
        while not control.leaving:
            control.changed.wait(1)
            control.changed.clear()


class Stage:
    """A run with its drum, pressed at moments of a clock that only passes while it is waited for."""

    def __init__(self, run: Run, **given: Any) -> None:
        self.run = run
        self.told: list[str | int] = []
        self.drum = Drum(performances(**given), Idle(), self.told.append)
        self.clock = SimulatedClock()
        self.port = RecordingPort(self.clock.now)

    def press(self, *keys: Key) -> None:
        for key in keys:
            self.run = running.press(self.run, key)
            self.drum.follow(self.run)

    def at(self, seconds: float, *keys: Key) -> None:
        self.clock.after(seconds, lambda: self.press(*keys))

    def play(self, seconds: float) -> None:
        """Let the drum play so long by the clock."""
        self.clock.after(seconds, self.drum.control.leave)
        MidiPlayer(self.port, clock=self.clock).play(self.drum.control)
        assert self.drum.control.failure is None

    @property
    def onsets(self) -> list[float]:
        return [round(seconds - 1000, 9) for seconds in self.port.times("note_on")]


@pytest.fixture
def stage() -> Iterator[Callable[..., Stage]]:
    """Return what makes stages, whose drums are silent in the end."""
    made: list[Stage] = []

    def make(run: Run, **given: Any) -> Stage:
        made.append(Stage(run, **given))
        return made[-1]

    yield make
    for each in made:
        each.drum.close()


HITS: Final = (Key.GUEST, Key.HOST) * 4


def test_the_drum_begins_with_the_order_to_throw_and_ends_with_the_counting(
    stage: Callable[..., Stage],
) -> None:
    there = stage(at_step(begun(), "R21"))
    there.at(10.0, Key.NEXT)
    there.at(12.0, Key.NEXT)  # R22
    there.at(30.5, *[Key.NEXT] * 5)  # to R24
    there.at(40.5, *[Key.NEXT] * 3)
    there.play(60.0)
    assert there.run.stop.cue.step == "R25"
    assert there.onsets[0] == pytest.approx(12.02)
    assert there.onsets[-1] == pytest.approx(40.02)
    assert len(there.onsets) == 29


@pytest.mark.parametrize("gap", [0, Fraction(5, 2)])
@pytest.mark.parametrize("pairs", [1, 2])
def test_cycles_are_equally_spaced_whatever_is_pressed_and_however_long_they_are_held(
    stage: Callable[..., Stage], pairs: int, gap: Fraction
) -> None:
    there = stage(at_step(begun(pairs=pairs, gap=Fraction(gap)), "R22", 1), gap=Fraction(gap))
    there.drum.follow(there.run)
    for second in range(1, 200, 3):
        there.at(second + 0.25, *(Key.NEXT, Key.GUEST, Key.BACK, Key.MISS, Key.UNDO, Key.UNDO, Key.NEXT))
        there.at(second + 1.1, Key.BACK)
    there.play(300.0)
    assert there.run.drummed
    assert running.planned(there.run) * (12 + gap) < 300 - 12  # so it was held
    starts = there.onsets[::STROKES]
    assert [round(later - sooner, 6) for sooner, later in pairwise(starts)] == [
        float(12 + gap) for _ in starts[1:]
    ]
    steps = [round(later - sooner, 6) for sooner, later in pairwise(there.onsets)]
    assert set(steps) == ({1.0, float(1 + gap)} if gap else {1.0})


@pytest.mark.parametrize("hold, last", [(True, 5 * STROKES), (False, 5 * STROKES)])
def test_where_all_have_thrown_the_drum_ends_with_the_plan(
    stage: Callable[..., Stage], hold: bool, last: int
) -> None:
    there = stage(throwing(begun(hold=hold)))
    there.drum.follow(there.run)
    there.at(20.0, *HITS)
    there.play(100.0)
    assert len(there.onsets) == last


def test_without_hold_the_drum_stops_at_the_plan_though_some_have_not_thrown(
    stage: Callable[..., Stage],
) -> None:
    there = stage(throwing(begun(hold=False)))
    there.drum.follow(there.run)
    there.play(100.0)
    assert len(there.onsets) == 5 * STROKES


def test_beyond_the_plan_the_drum_ends_with_the_cycle_of_the_last_throw(stage: Callable[..., Stage]) -> None:
    there = stage(throwing(begun()))
    there.drum.follow(there.run)
    there.at(75.0, *HITS)  # in the seventh cycle
    there.play(150.0)
    assert len(there.onsets) == 7 * STROKES


def test_a_throw_that_is_taken_back_after_the_drum_has_ended_does_not_sound(
    stage: Callable[..., Stage],
) -> None:
    there = stage(throwing(begun()))
    there.drum.follow(there.run)
    there.at(30.0, *HITS)
    there.at(90.0, Key.UNDO)
    there.at(100.0, Key.MISS)
    there.play(150.0)
    assert len(there.onsets) == 5 * STROKES


def test_back_out_of_the_throws_stops_the_drum_and_on_again_begins_anew(stage: Callable[..., Stage]) -> None:
    there = stage(at_step(begun(), "R22", 1))
    there.drum.follow(there.run)
    there.at(3.5, Key.BACK)
    there.at(8.0, Key.NEXT)
    there.play(10.5)
    assert there.onsets == pytest.approx([0.02, 1.02, 2.02, 3.02, 8.02, 9.02, 10.02])
    assert there.port.on == set()


def test_every_round_has_a_drum_of_its_own(stage: Callable[..., Stage]) -> None:
    there = stage(throwing(begun(record="by-round")), record="by-round")
    there.drum.follow(there.run)
    there.at(70.0, *HITS)

    def on_to_the_second() -> None:
        while not (there.run.round == 2 and there.run.drummed):
            there.press(Key.NEXT)

    there.clock.after(110.0, on_to_the_second)
    there.play(150.0)
    second = [each for each in there.onsets if each > 100]
    assert second[0] == pytest.approx(110.02)
    assert len(second) == 40
    keys = there.port.keys[-40:]
    assert keys[:13] == keys[13:26]  # lu-2 has thirteen strokes
    assert keys[:12] != keys[12:24]


def test_no_note_is_left_on(stage: Callable[..., Stage]) -> None:
    for after in (0.021, 0.04, 3.03, 11.99):
        there = stage(throwing(begun()))
        there.drum.follow(there.run)
        there.play(after)
        assert there.port.keys
        assert there.port.on == set()
        assert there.port.closed


def test_on_the_sound_card_each_stroke_is_at_its_sample_while_keys_are_pressed(
    stage: Callable[..., Stage],
) -> None:
    there = stage(at_step(begun(), "R22", 1))
    there.drum.follow(there.run)
    rate = 22_050
    struck: list[int] = []
    mixer = Mixer(there.drum.control, Audio(rate=rate))
    add = mixer.wave

    def wave(moment: Moment, performance: Any) -> Any:
        struck.append(mixer.origin + round(moment.seconds * rate))
        return add(moment, performance)

    mixer.wave = wave  # type: ignore[method-assign]
    for block in range(1000):
        mixer.block(rate // 10)
        if block % 3 == 0:
            there.press(Key.NEXT, Key.GUEST, Key.UNDO, Key.BACK)
    assert len(struck) == 100  # of 100 seconds, where the plan has 60
    assert {later - sooner for sooner, later in pairwise(struck)} == {rate}


def test_the_sound_card_waits_for_the_drum_of_the_next_round(stage: Callable[..., Stage]) -> None:
    there = stage(throwing(begun()))
    there.drum.follow(there.run)
    mixer = Mixer(there.drum.control, Audio(rate=22_050))
    there.press(*HITS)
    for _ in range(700):
        mixer.block(2205)
    assert mixer.position is None  # the plan is over, and so is all that rang
    assert not mixer.over(mixer.frame)
    while not (there.run.round == 2 and there.run.drummed):
        there.press(Key.NEXT)
    assert mixer.block(2205).any()
    assert mixer.position is not None


# --- where the player fails ---------------------------------------------------------------------


class Broken:
    """A player whose device goes away as soon as it is to play."""

    def play(self, control: Control) -> None:
        while not control.playing:
            control.changed.wait(1)
            control.changed.clear()
        control.failure = TouhuError("the sound device failed: it is gone")
        control.leave()


def test_a_player_that_fails_is_told_and_the_time_goes_on_in_silence() -> None:
    run, told = throwing(begun()), list[str | int]()
    drum = Drum(performances(tempo=1000), Broken(), told.append)
    drum.follow(run)
    end = time.monotonic() + 30
    while not (drum.look(run) and drum.silent) and time.monotonic() < end:
        time.sleep(0.005)
    assert drum.notices == ["the sound device failed: it is gone"]
    assert drum.silent
    while 2 not in told and time.monotonic() < end:
        drum.look(run)
        time.sleep(0.005)
    drum.close()
    assert told[:2] == ["on", "on"]
    assert told[-1] == "off"
    assert 2 in told


def test_a_drum_that_is_about_to_begin_is_on(stage: Callable[..., Stage]) -> None:
    there = stage(at_step(begun(), "R21"))
    assert there.drum.look(there.run) is None
    there.press(Key.NEXT, Key.NEXT)
    assert there.drum.look(there.run) == Drummed(1, 0.0)
    there.press(Key.BACK)
    assert there.drum.look(there.run) is None
    assert there.told == ["on", "off"]


def test_what_the_drum_does_is_told_in_its_order() -> None:
    run, told = threw(throwing(begun(hold=False)), "+-", "-+"), list[str | int]()
    drum = Drum(performances(tempo=1000), None, told.append)
    drum.follow(run)
    end = time.monotonic() + 30
    while "off" not in told and time.monotonic() < end:
        drum.look(run)
        time.sleep(0.002)
    drum.close()
    assert told == ["on", 4, 5, "off"]
