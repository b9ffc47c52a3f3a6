"""MIDI messages at their moments: for an hour, late, suspended, interrupted, and for a while in real time."""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from statistics import median
from typing import Any

import pytest
from live.instruments import Listening, RecordingPort, SimulatedClock, settings

from touhu_music import Use
from touhu_music.errors import TouhuError
from touhu_music.live.clock import SteadyClock, urgent
from touhu_music.live.control import Control, Player
from touhu_music.live.scheduler import LEAD, LENGTH, MidiPlayer
from touhu_music.live.soundcard import open_device
from touhu_music.live.transport import Settings
from touhu_music.notation import Drum
from touhu_music.performance import Accent
from touhu_music.render.midi import VELOCITY
from touhu_music.sounds import CLICK_KEY


def played(
    chosen: Settings, clock: SimulatedClock, *, pulses: bool = False, **port: Any
) -> tuple[Control, RecordingPort]:
    """Play from the start until all is over, or somebody leaves."""
    control, recording = Control(chosen, playing=True), RecordingPort(clock.now, **port)
    MidiPlayer(recording, pulses=pulses, clock=clock).play(control)
    return control, recording


# --- the time ----------------------------------------------------------------------------------


@pytest.mark.parametrize("tempo", [60, 133, 240])
def test_in_an_hour_of_late_awakenings_no_stroke_is_lost_or_doubled_and_nothing_drifts(tempo: int) -> None:
    drawn = random.Random(tempo)
    clock, chosen = SimulatedClock(), settings("lu-1", tempo=tempo, use=Use.ARCHERY)
    first = clock.now() + LEAD
    clock.late = lambda: drawn.uniform(0, 0.03) if clock.now() < first + 3590 else 0.0
    control = Control(chosen, playing=True)
    clock.after(LEAD + 3600.001, control.leave)
    port = RecordingPort(clock.now)
    MidiPlayer(port, clock=clock).play(control)
    pattern, sounds = chosen.performance.pattern, chosen.performance.plan.sounds
    count = 60 * tempo + 1
    assert port.keys == [sounds.key(pattern[stroke % len(pattern)].drum) for stroke in range(count)]
    late = [at - first - stroke * 60 / tempo for stroke, at in enumerate(port.times("note_on"))]
    assert min(late) > -1e-6
    assert max(late) < 0.031
    assert max(late[-9:]) < 0.001  # they were awake in time again
    assert len(port.times("note_off")) == count
    assert control.notices == []
    assert control.failure is None


def test_the_time_comes_from_a_clock_that_nobody_can_set() -> None:
    about = time.get_clock_info("perf_counter")
    assert about.monotonic
    assert not about.adjustable
    assert abs(SteadyClock().now() - time.perf_counter()) < 1


def test_the_clock_waits_until_a_moment_or_a_change() -> None:
    clock, changed = SteadyClock(), threading.Event()
    before = time.perf_counter()
    assert not clock.wait(changed, before + 0.05)
    assert time.perf_counter() >= before + 0.05
    assert not clock.wait(changed, before)
    threading.Timer(0.05, changed.set).start()
    assert clock.wait(changed, before + 60)
    assert clock.wait(changed, before)


@pytest.mark.skipif(sys.platform != "linux", reason="others know no such order")
@pytest.mark.parametrize("allowed", [True, False])
def test_who_goes_before_others_goes_back_in_line(monkeypatch: pytest.MonkeyPatch, allowed: bool) -> None:
    asked, before = [], os.sched_getscheduler(0)

    def order(process: int, policy: int, _: os.sched_param) -> None:
        asked.append((process, policy))
        if policy == os.SCHED_FIFO and not allowed:
            raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", order)
    with urgent():
        pass
    assert asked == [(0, os.SCHED_FIFO), (0, before)]


@pytest.mark.parametrize("pulses", [False, True])
def test_after_a_suspension_it_goes_on_where_it_would_be_and_says_so(pulses: bool) -> None:
    chosen, clock = settings("lu-1", tempo=60), SimulatedClock()
    first = clock.now() + LEAD
    clock.suspend(LEAD + 4.01, 10)
    control, port = Control(chosen, playing=True), RecordingPort(clock.now)
    clock.after(LEAD + 20.5, control.leave)
    MidiPlayer(port, pulses=pulses, clock=clock).play(control)
    times = [round(at - first, 6) for at in port.times("note_on")]
    assert times == [*range(5), *range(15, 21)]
    pattern, sounds = chosen.performance.pattern, chosen.performance.plan.sounds
    assert port.keys == [sounds.key(pattern[int(at) % 12].drum) for at in times]
    assert control.notices == ["10.0 s were lost; 10 strokes passed in silence"]
    if pulses:
        beats = [(at - first) * 24 for at in port.times("clock")]
        assert all(abs(beat - round(beat)) < 1e-3 for beat in beats)
        assert len(set(map(round, beats))) == len(beats)


def test_a_suspension_beyond_the_end_ends_it() -> None:
    clock = SimulatedClock()
    clock.suspend(LEAD + 3.01, 60)
    control, port = played(settings("lu-1", tempo=60, loop=False), clock)
    assert len(port.keys) == 4
    assert control.notices == ["60.0 s were lost; 8 strokes passed in silence"]
    assert control.leaving
    assert_silent(port)


def test_who_is_a_little_late_sends_at_once_and_in_order() -> None:
    clock = SimulatedClock()
    first = clock.now() + LEAD
    clock.suspend(LEAD + 0.94, 0.4)
    control, port = played(settings("lu-1", tempo=600, loop=False), clock)
    ideal = [stroke / 10 for stroke in range(12)]
    found = [at - first for at in port.times("note_on")]
    assert found == pytest.approx([max(at, 1.4) if at >= 1 else at for at in ideal])
    assert control.notices == []


# --- what is sent ------------------------------------------------------------------------------


def test_strokes_clicks_and_accents_are_those_of_the_files() -> None:
    chosen = settings("lu-1", tempo=60, loop=False, count_in=2, accent=Accent.GU)
    _, port = played(chosen, SimulatedClock())
    ons = [message for _, message in port.sent if message.type == "note_on"]
    sounds = chosen.performance.plan.sounds
    expected = [(CLICK_KEY, VELOCITY[False])] * 2
    expected += [(sounds.key(it.drum), VELOCITY[it.accent]) for it in chosen.performance.pattern]
    assert [(message.note, message.velocity) for message in ons] == expected
    assert {message.channel for _, message in port.sent} == {9}


@pytest.mark.parametrize("tempo", [60, 600])
def test_every_note_ends_and_none_while_its_key_is_struck_again(tempo: int) -> None:
    chosen = settings("lu-1", tempo=tempo, loop=False, use=Use.ARCHERY)
    _, port = played(chosen, SimulatedClock())
    on: dict[int, float] = {}
    lengths = []
    for at, message in port.sent:
        if message.type == "note_on":
            assert message.note not in on
            on[message.note] = at
        elif message.type == "note_off":
            lengths.append(at - on.pop(message.note))
    assert not on
    assert len(lengths) == len(chosen.performance.pattern)
    assert max(lengths) <= float(LENGTH) + 1e-9


def test_in_the_end_it_is_silent_and_closed_and_others_know() -> None:
    control, port = played(settings("lu-1", loop=False), SimulatedClock())
    assert port.now() == pytest.approx(1000 + LEAD + 12)
    assert [str(message) for _, message in port.sent[-2:]] == [
        "control_change channel=9 control=123 value=0 time=0",
        "control_change channel=9 control=120 value=0 time=0",
    ]
    assert port.closed
    assert (control.playing, control.leaving, control.report, control.failure) == (False, True, None, None)


def test_each_stroke_is_reported_with_the_place_that_was_reached() -> None:
    chosen = settings("lu-1", loop=False, count_in=1)
    control = Listening(chosen, playing=True)
    clock = SimulatedClock()
    MidiPlayer(RecordingPort(clock.now), clock=clock).play(control)
    found = [(report.position.cycle, report.moment) for _, report in control.reports]
    assert [cycle for cycle, _ in found] == [0] + [1] * 12
    assert [it and it.stroke for _, it in found] == [None, *chosen.performance.pattern]


# --- the hands of the drummer ------------------------------------------------------------------


def test_a_change_between_two_strokes_is_heard_from_the_second_on() -> None:
    clock, chosen = SimulatedClock(), settings("lu-1", tempo=60, loop=False)
    control, port = Control(chosen, playing=True), RecordingPort(clock.now)
    clock.after(LEAD + 3.5, lambda: control.change(replace(chosen, beats_per_minute=Fraction(120))))
    clock.after(LEAD + 4.7, lambda: control.change(replace(control.settings, muted=Drum.PI)))
    MidiPlayer(port, clock=clock).play(control)
    times = [round(at - 1000 - LEAD, 6) for at in port.times("note_on")]
    pattern = chosen.performance.pattern
    ideal = [0, 1, 2, 3, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5]
    assert times == [at for at, it in zip(ideal, pattern, strict=True) if at < 4.7 or it.drum is Drum.GU]


def test_stopping_is_silent_at_once_and_starting_counts_in_again() -> None:
    clock, chosen = SimulatedClock(), settings("lu-1", tempo=60, count_in=2)
    control, port = Control(chosen), RecordingPort(clock.now)
    clock.after(1, lambda: control.play(True))
    clock.after(5, lambda: control.play(False))
    clock.after(8, lambda: control.play(True))
    clock.after(11.5, lambda: control.play(True))  # from the first stroke, though it plays
    clock.after(13.3, control.leave)
    MidiPlayer(port, clock=clock).play(control)
    times = [round(at - 1000 - LEAD, 6) for at in port.times("note_on")]
    assert times == [1, 2, 3, 4, 8, 9, 10, 11, 11.5, 12.5]
    click, pi, gu = CLICK_KEY, *map(chosen.performance.plan.sounds.key, (Drum.PI, Drum.GU))
    assert port.keys == [click, click, pi, gu, click, click, pi, gu, click, click]
    silenced = [at for at, message in port.sent if message.is_cc(120)]
    assert silenced == pytest.approx([1005, 1011.5, 1013.3])
    assert_silent(port)


def test_a_stop_and_a_start_in_one_moment_are_a_new_start() -> None:
    clock, chosen = SimulatedClock(), settings("lu-1", tempo=60)
    control, port = Control(chosen, playing=True), RecordingPort(clock.now)

    def again() -> None:
        control.play(False)
        control.play(True)

    clock.after(3.5, again)
    clock.after(5.7, control.leave)
    MidiPlayer(port, clock=clock).play(control)
    times = [round(at - 1000 - LEAD, 6) for at in port.times("note_on")]
    assert times == [0, 1, 2, 3, 3.5, 4.5, 5.5]


# --- the clock for others ----------------------------------------------------------------------


def test_the_clock_for_others_has_24_pulses_a_beat_and_starts_them_with_the_first_stroke() -> None:
    chosen = settings("lu-1", tempo=60, count_in=2)
    clock = SimulatedClock()
    control, port = Control(chosen, playing=True), RecordingPort(clock.now)
    clock.after(LEAD + 4.5, lambda: control.change(replace(chosen, beats_per_minute=Fraction(120))))
    clock.after(LEAD + 20.01, control.leave)
    MidiPlayer(port, pulses=True, clock=clock).play(control)
    first = 1000 + LEAD
    ideal = [pulse / 24 for pulse in range(5 * 24)] + [5 + pulse / 48 for pulse in range(15 * 48 + 1)]
    assert [at - first for at in port.times("clock")] == pytest.approx(ideal)
    kinds = [message.type for at, message in port.sent if abs(at - first - 2) < 1e-6]
    assert kinds == ["start", "clock", "note_on"]
    assert port.times("start") == pytest.approx([first + 2])
    assert [message.type for _, message in port.sent[-3:]] == ["control_change", "control_change", "stop"]


def test_a_gap_of_part_of_a_pulse_does_not_disturb_the_clock_for_others() -> None:
    clock = SimulatedClock()
    control = Control(settings("lu-1", tempo=60, gap=Fraction(1, 7)), playing=True)
    port = RecordingPort(clock.now)
    clock.after(60, control.leave)
    MidiPlayer(port, pulses=True, clock=clock).play(control)
    gaps = [
        later - sooner for sooner, later in zip(port.times("clock"), port.times("clock")[1:], strict=False)
    ]
    assert gaps == pytest.approx([1 / 24] * len(gaps))


# --- interrupted -------------------------------------------------------------------------------


def assert_silent(port: RecordingPort) -> None:
    assert port.on == set()
    assert port.closed
    started = [message.type for _, message in port.sent if message.type in ("start", "stop")]
    assert not started or started[-1] == "stop"


def interrupt() -> None:
    raise KeyboardInterrupt


def raising(failure: BaseException, call: int) -> Callable[[int], None]:
    def fails(calls: int) -> None:
        if calls == call:
            raise failure

    return fails


@pytest.mark.parametrize("pulses", [False, True])
def test_an_interrupt_while_something_is_sent_leaves_no_note_on(pulses: bool) -> None:
    chosen = settings("lu-1", tempo=600, loop=False)
    _, whole = played(chosen, SimulatedClock(), pulses=pulses)
    for call in range(1, whole.calls + 1):
        clock = SimulatedClock()
        control, port = Control(chosen, playing=True), RecordingPort(clock.now)
        port.fails = raising(KeyboardInterrupt(), call)
        with pytest.raises(KeyboardInterrupt):
            MidiPlayer(port, pulses=pulses, clock=clock).play(control)
        assert port.on == set()
        assert port.closed
        assert control.leaving


def test_an_interrupt_while_it_waits_leaves_no_note_on() -> None:
    chosen = settings("lu-1", tempo=600, loop=False)
    for moment in range(12):
        for seconds in (0.01, 0.06):  # while a note is on, and while none is
            clock = SimulatedClock()
            clock.after(LEAD + moment / 10 + seconds, interrupt)
            control, port = Control(chosen, playing=True), RecordingPort(clock.now)
            with pytest.raises(KeyboardInterrupt):
                MidiPlayer(port, clock=clock).play(control)
            assert len(port.keys) == moment + 1
            assert_silent(port)


def test_leaving_at_any_moment_leaves_no_note_on() -> None:
    drawn = random.Random(5)
    for _ in range(100):
        clock = SimulatedClock()
        control, port = Control(settings("lu-1", tempo=600), playing=True), RecordingPort(clock.now)
        clock.after(drawn.uniform(0, 2), control.leave)
        MidiPlayer(port, pulses=drawn.random() < 0.5, clock=clock).play(control)
        assert control.failure is None
        assert_silent(port)


@pytest.mark.parametrize("failure", [OSError("the cable\nis out"), RuntimeError("the cable is out")])
def test_a_port_that_fails_once_is_one_line_and_leaves_no_note_on(failure: Exception) -> None:
    chosen = settings("lu-1", tempo=600, loop=False)
    for call in range(1, 25):
        control, port = played(chosen, SimulatedClock(), fails=raising(failure, call))
        assert isinstance(control.failure, TouhuError)
        assert str(control.failure) == "the MIDI port failed: the cable is out"
        assert control.leaving
        assert_silent(port)


def test_a_port_that_fails_for_good_is_closed_all_the_same() -> None:
    def gone(call: int) -> None:
        if call > 7:
            raise OSError

    control, port = played(settings("lu-1", tempo=600), SimulatedClock(), fails=gone)
    assert str(control.failure) == "the MIDI port failed: OSError"
    assert port.closed
    assert port.calls > 9  # it was tried


def test_a_port_that_does_not_close_is_one_line() -> None:
    class Stuck(RecordingPort):
        def close(self) -> None:
            raise OSError("it does not close")

    clock = SimulatedClock()
    control = Control(settings("lu-1", loop=False), playing=True)
    MidiPlayer(Stuck(clock.now), clock=clock).play(control)
    assert str(control.failure) == "the MIDI port failed: it does not close"


# --- in real time ------------------------------------------------------------------------------


def test_fifteen_seconds_on_a_port_and_on_a_device_that_plays_to_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While the clock on the wall is set by a second and by an hour, forth and back."""
    chosen = settings("lu-1", "xue-1", tempo=240, use=Use.ARCHERY, count_in=4)
    there, heard = Listening(chosen), Listening(chosen)
    port = RecordingPort()
    players: list[tuple[Player, Control]] = [(MidiPlayer(port), there), (open_device("null"), heard)]
    threads = [threading.Thread(target=player.play, args=(control,)) for player, control in players]
    for thread in threads:
        thread.start()
    for control in (there, heard):
        control.play(True)
    true_time = time.time
    for step in (1, -1, 3600, -3600, 0) * 3:
        monkeypatch.setattr(time, "time", lambda step=step: true_time() + step)
        time.sleep(1)
    for control in (there, heard):
        control.leave()
    for thread in threads:
        thread.join(5)
        assert not thread.is_alive()
    assert (there.failure, heard.failure) == (None, None)
    onsets = port.times("note_on")
    late = [at - onsets[0] - stroke / 4 for stroke, at in enumerate(onsets)]
    pattern, sounds = chosen.performance.pattern, chosen.performance.plan.sounds
    expected = [CLICK_KEY] * 4 + [sounds.key(it.drum) for it in pattern * 3]
    assert abs(len(onsets) - 60) <= 2
    assert port.keys == expected[: len(onsets)]
    assert median(map(abs, late)) < 0.005
    assert len(port.times("note_off")) == len(onsets)
    assert_silent(port)
    times = [at for at, _ in heard.reports]
    assert abs(len(times) - 60) <= 2
    assert [it.moment and it.moment.seconds for _, it in heard.reports] == [
        Fraction(stroke, 4) for stroke in range(len(times))
    ]
    assert median(abs(at - times[0] - stroke / 4) for stroke, at in enumerate(times)) < 0.05
