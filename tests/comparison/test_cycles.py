"""Rows as rhythms that go round, against values worked out by hand and from the literature."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from conftest import performance
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import Drum, Use
from touhu_music.comparison.cycles import (
    Cycle,
    chronotonic,
    cycle,
    evenness,
    interval_vector,
    intervals,
)
from touhu_music.performance import Timing


def on(places: tuple[int, ...], beats: int) -> Cycle:
    return Cycle(tuple(map(Fraction, places)), Fraction(beats))


SON = on((0, 3, 6, 10, 12), 16)
"""The clave son, on which Toussaint shows these measures; onsets in pulses of sixteen."""

RUMBA = on((0, 3, 7, 10, 12), 16)
cycles_16 = st.sets(st.integers(0, 15), min_size=1).map(lambda found: on(tuple(sorted(found)), 16))


def test_the_clave_son_has_its_known_intervals() -> None:
    assert list(intervals(SON)) == [3, 3, 4, 2, 4]
    assert interval_vector(SON) == {2: 1, 3: 2, 4: 2, 6: 3, 7: 2}


def test_son_and_rumba_are_as_far_apart_as_their_curves_enclose() -> None:
    # the intervals are 3 3 4 2 4 and 3 4 3 2 4
    assert chronotonic(SON, RUMBA) == sum(
        abs(a - b)
        for a, b in zip(
            [3] * 3 + [3] * 3 + [4] * 4 + [2] * 2 + [4] * 4,
            [3] * 3 + [4] * 4 + [3] * 3 + [2] * 2 + [4] * 4,
            strict=True,
        )
    )


def test_onsets_spread_evenly_are_as_even_as_can_be() -> None:
    for number in range(2, 9):
        even = Cycle(tuple(Fraction(place, number) for place in range(number)), Fraction(1))
        assert evenness(even) == pytest.approx(1)
    assert evenness(on((0, 1), 16)) == pytest.approx(0.195, abs=1e-3)
    assert evenness(on((0,), 16)) is None


@given(cycles_16, cycles_16, cycles_16)
def test_the_chronotonic_distance_is_a_metric_of_intervals(a: Cycle, b: Cycle, c: Cycle) -> None:
    there, back, on_, direct = chronotonic(a, b), chronotonic(b, a), chronotonic(b, c), chronotonic(a, c)
    assert there is not None
    assert on_ is not None
    assert direct is not None
    assert there == back
    assert chronotonic(a, a) == 0
    assert direct <= there + on_


def test_cycles_of_other_lengths_have_no_chronotonic_distance() -> None:
    assert chronotonic(on((0,), 4), on((0,), 5)) is None
    assert chronotonic(on((), 4), on((0,), 4)) is None


@given(cycles_16)
def test_intervals_go_once_round_and_pairs_are_all_counted(each: Cycle) -> None:
    assert sum(intervals(each)) == 16
    number = len(each.onsets)
    assert sum(interval_vector(each).values()) == number * (number - 1) // 2
    found = evenness(each)
    assert found is None or 0 < found <= 1 + 1e-12
    assert all(before < after for before, after in pairwise(each.onsets))


def test_a_row_goes_round_in_as_many_beats_as_its_timing_says() -> None:
    even = performance("lu-1", Use.TOUHU)
    by_gu = performance("lu-1", Use.TOUHU, timing=Timing.ON_GU, gap=Fraction(3))
    assert cycle(even).beats == 12
    assert cycle(by_gu) == Cycle(tuple(stroke.onset for stroke in by_gu.pattern), Fraction(5))
    assert list(cycle(even, Drum.GU).onsets) == [1, 3, 7, 8, 10]
    assert list(intervals(cycle(even, Drum.GU))) == [2, 4, 1, 2, 3]
