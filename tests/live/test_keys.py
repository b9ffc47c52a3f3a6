"""Each key and what it does, however it is typed."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from live.instruments import settings

from touhu_music import Use
from touhu_music.live import keys
from touhu_music.live.control import Control, Report
from touhu_music.live.keys import ACTIONS, KEYS, Desk, obey, press, split
from touhu_music.live.transport import Settings, start
from touhu_music.notation import Drum
from touhu_music.words.performing import WORDS

ROWS = ("lu-2", "lu-1", "xue-1", "lu-2", "xue-2")
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


@cache
def desk(tempo: int = 60) -> Desk:
    return Desk(settings(*ROWS), playing=True, tempo=Fraction(tempo))


def after(typed: str, before: Desk, *seconds: float) -> Desk:
    """Return the desk after some keys, each at its second."""
    for place, key in enumerate(split(typed)):
        before = press(key, before, seconds[place] if seconds else 0.0)
    return before


def changed(before: Desk, now: Desk) -> dict[str, Any]:
    """Return what is different, of the desk and of its settings."""
    fields = [name for name in Settings.__slots__ if name != "rows"]
    found = {name: getattr(now.settings, name) for name in fields}
    found |= {"playing": now.playing, "leaving": now.leaving}
    was = {name: getattr(before.settings, name) for name in fields}
    was |= {"playing": before.playing, "leaving": before.leaving}
    return {name: value for name, value in found.items() if value != was[name]}


@pytest.mark.parametrize(
    "typed, expected",
    [
        (" ", {"playing": False}),
        ("  ", {}),
        (UP, {"beats_per_minute": 65}),
        (DOWN, {"beats_per_minute": 55}),
        (RIGHT, {"beats_per_minute": 61}),
        (LEFT, {"beats_per_minute": 59}),
        (UP + UP + LEFT, {"beats_per_minute": 69}),
        ("0", {}),
        ("1", {"row": 1}),
        ("2", {"row": 2}),
        ("3", {"row": 3}),
        ("4", {"row": 4}),
        ("40", {}),
        ("u", {"use": Use.ARCHERY}),
        ("uu", {}),
        ("m", {"muted": Drum.PI}),
        ("mm", {"muted": Drum.GU}),
        ("mmm", {}),
        ("l", {"loop": False}),
        ("ll", {}),
        ("c", {"count_in": 4}),
        ("cc", {}),
        ("q", {"leaving": True}),
        ("\x1b", {"leaving": True}),
        ("Q", {"leaving": True}),
        ("UM", {"use": Use.ARCHERY, "muted": Drum.PI}),
        ("t", {}),
    ],
)
def test_each_key_does_its_one_thing(typed: str, expected: dict[str, Any]) -> None:
    assert changed(desk(), after(typed, desk())) == expected


@pytest.mark.parametrize(
    "typed",
    [
        *("x", "9", "\r", "\n", "\t", "\x04", "\x1a", "é", "鼓", "", "\x7f"),
        *("\x1b[1;5A", "\x1b[5~", "\x1bOP", "\x1b[[C", "\x1b[I", "\x1b[200~", "\x1b["),
        *("\x00;", "\xe0G", "\xe0t"),
    ],
)
def test_a_key_that_means_nothing_does_nothing(typed: str) -> None:
    assert after(typed, desk()) == desk()


@pytest.mark.parametrize(
    "typed, expected",
    [
        ("tm", ["t", "m"]),
        ("\x1b[A\x1b[Bq", [UP, DOWN, "q"]),
        ("\x1bOA\x1bOB", ["\x1bOA", "\x1bOB"]),
        ("\xe0H\x00Pt", ["\xe0H", "\x00P", "t"]),
        (" \x1b[C ", [" ", RIGHT, " "]),
        ("\x1b\x1b[A", ["\x1b", UP]),
        ("", []),
    ],
)
def test_several_keys_of_one_reading_are_told_apart(typed: str, expected: list[str]) -> None:
    assert split(typed) == expected


@pytest.mark.parametrize(
    "arrow, ansi, windows", [(5, "A", "H"), (-5, "B", "P"), (1, "C", "M"), (-1, "D", "K")]
)
def test_an_arrow_is_known_in_every_spelling(arrow: int, ansi: str, windows: str) -> None:
    for typed in (f"\x1b[{ansi}", f"\x1bO{ansi}", f"\x00{windows}", f"\xe0{windows}"):
        assert after(typed, desk()).settings.beats_per_minute == 60 + arrow


def test_no_key_is_given_twice_and_each_has_its_words() -> None:
    assert len(ACTIONS) == sum(len(key.actions) for key in KEYS)
    assert all(key.word in WORDS for key in KEYS)
    assert all(key.cap in WORDS or len(key.cap) <= len("1-4") for key in KEYS)


# --- tempo -------------------------------------------------------------------------------------


def test_tempo_stays_in_its_range() -> None:
    assert after(DOWN, desk(tempo=3)).settings.beats_per_minute == 1
    assert after(UP, desk(tempo=998)).settings.beats_per_minute == 1000


def test_an_arrow_goes_from_the_tempo_that_sounds_unless_one_was_set() -> None:
    ramped = desk(tempo=85)
    assert after(RIGHT, ramped).settings.beats_per_minute == 86
    assert after(RIGHT, ramped.at(Fraction(100))).settings.beats_per_minute == 101
    assert after(RIGHT, ramped.at(Fraction("72.5"))).settings.beats_per_minute == Fraction("73.5")


@pytest.mark.parametrize(
    "seconds, expected",
    [
        ([0.0], None),
        ([0.0, 0.5], 120),
        ([0.0, 0.5, 1.0, 1.5], 120),
        ([0.0, 0.5, 1.0, 1.9, 2.4], 120),  # one tap late: the median does not mind
        ([0.0, 0.7], 86),
        ([0.0, 3.0], 20),
        ([0.0, 3.1], None),
        ([0.0, 1.0, 5.0], 60),  # the last tap began anew, and is alone
        ([0.0, 1.0, 5.0, 5.5], 120),
        ([1.0, 1.0], 1000),
        ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, *(5.0 + 0.25 * tap for tap in range(1, 9))], 240),
    ],
)
def test_taps_set_the_tempo_to_whole_beats_a_minute(seconds: list[float], expected: int | None) -> None:
    assert after("t" * len(seconds), desk(), *seconds).settings.beats_per_minute == expected


def test_other_keys_do_not_disturb_tapping() -> None:
    assert after("tmt", desk(), 0.0, 0.2, 0.5).settings.beats_per_minute == 120


# --- what is not there -------------------------------------------------------------------------


def test_a_row_that_is_missing_or_does_not_suit_the_use_is_not_chosen() -> None:
    full = desk()
    rows = full.settings.rows
    some = full.but(rows=(rows[0], {}, {Use.ARCHERY: rows[2][Use.ARCHERY]}, rows[3]))
    for key in "124":
        assert press(key, some, 0.0) == some
    assert press("3", some, 0.0).settings.row == 3
    assert press("2", some.but(use=Use.ARCHERY), 0.0).settings.row == 2


def test_a_use_that_is_missing_is_not_chosen() -> None:
    full = desk()
    only = full.but(rows=({Use.TOUHU: full.settings.rows[0][Use.TOUHU]},))
    assert press("u", only, 0.0) == only


def test_the_count_in_is_that_of_the_plan_where_it_has_one() -> None:
    full = desk()
    touhu = full.settings.performance
    planned = full.but(rows=({Use.TOUHU: touhu._replace(plan=touhu.plan.but("test", count_in=3))},))
    assert press("c", planned, 0.0).settings.count_in == 3


# --- what is playing ---------------------------------------------------------------------------


def test_keys_are_obeyed_by_what_is_playing() -> None:
    control = Control(settings(*ROWS))
    obey(control, " u" + UP, (), 0.0)
    assert control.playing
    assert control.changed.is_set()
    assert control.settings.use is Use.ARCHERY
    assert control.settings.beats_per_minute == 65
    obey(control, " ", (), 0.0)
    assert not control.playing
    obey(control, "q", (), 0.0)
    assert control.leaving


def test_stop_and_start_in_one_reading_begin_anew() -> None:
    control = Control(settings())
    control.play(True)
    obey(control, "  ", (), 0.0)
    assert control.playing
    assert control.beginnings == 2


def test_an_unknown_key_wakes_nobody() -> None:
    control = Control(settings())
    obey(control, "x\x1b[5~", (), 0.0)
    assert not control.changed.is_set()


def test_taps_are_kept_from_reading_to_reading() -> None:
    control = Control(settings())
    taps = obey(control, "t", (), 10.0)
    assert obey(control, "t", taps, 10.25) == (10.0, 10.25)
    assert control.settings.beats_per_minute == 240


def test_an_arrow_starts_from_the_tempo_that_sounds() -> None:
    control = Control(settings())
    control.report = Report(replace(start(control.settings), beats_per_minute=Fraction(90)), None)
    obey(control, UP, (), 0.0)
    assert control.settings.beats_per_minute == 95


# --- the keyboard ------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="there is no termios")
def test_the_terminal_is_as_it_was_after_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    import termios

    keyboard, terminal = os.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        before = termios.tcgetattr(terminal)
        control = Control(settings(*ROWS))

        def fail() -> None:
            with keys.listening(control, keys.hands(control)):
                assert termios.tcgetattr(terminal) != before
                raise ValueError("in the middle")

        with pytest.raises(ValueError, match="in the middle"):
            fail()
        assert termios.tcgetattr(terminal) == before
        assert control.leaving
    os.close(keyboard)


@pytest.mark.skipif(os.name != "posix", reason="there is no termios")
def test_an_arrow_that_comes_in_pieces_is_no_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, terminal = os.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        control = Control(settings(*ROWS))
        with keys.listening(control, keys.hands(control)):
            os.write(keyboard, b"\x1b")
            os.write(keyboard, b"[A")
            control.changed.wait(5)
            assert control.settings.beats_per_minute == 65
            assert not control.leaving
    os.close(keyboard)


@pytest.mark.skipif(os.name != "posix", reason="there is no termios")
def test_a_keyboard_that_is_gone_ends_the_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, terminal = os.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        control = Control(settings())
        with keys.listening(control, keys.hands(control)):
            os.close(keyboard)
            control.changed.wait(5)
            assert control.leaving
    assert not [thread for thread in threading.enumerate() if thread.name.endswith("(listen)")]
