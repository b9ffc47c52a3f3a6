"""What is heard of a performance, and when."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from conftest import performance
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import plans, practices

from touhu_music import Drum, Use, parse, perform
from touhu_music.errors import PlanError
from touhu_music.performance import Plan, Timing
from touhu_music.practice import PLAIN, Practice, Ramp, Rehearsal, Voice, filling, sounding

LU_1 = "○□○□○○○□□○□○"


def marks(practice: Practice, cycles: int, **choices: Any) -> list[str]:
    """Return what is heard of each cycle of lu-1: a stroke as its mark, a click as a point."""
    it = performance("lu-1", Use.TOUHU, cycles=cycles, **choices)
    return [
        "".join(each.stroke.drum if each.stroke else "." for each in sounding(it, practice, cycle))
        for cycle in range(1, cycles + 1)
    ]


# --- the strokes -------------------------------------------------------------------------------


def test_without_a_practice_every_stroke_sounds() -> None:
    assert marks(PLAIN, 2) == [LU_1, LU_1]


@given(plans())
def test_without_a_practice_the_seconds_are_those_of_the_plan(plan: Plan) -> None:
    it = perform(parse("○□○○半○□○"), Use.ARCHERY, plan)
    lead = it.seconds(Fraction(plan.count_in))
    heard = [moment for moment in Rehearsal(it).moments() if moment.stroke]
    assert [moment.stroke for moment in heard] == [*it.pattern * plan.cycles]
    assert [moment.cycle for moment in heard] == [stroke.cycle for stroke in it.strokes]
    assert [moment.seconds - lead for moment in heard] == [it.seconds(stroke.onset) for stroke in it.strokes]
    assert Rehearsal(it).starts()[-1] == lead + it.seconds(it.length)


@given(plans(), practices())
def test_a_practice_leaves_out_and_clicks_but_never_changes_a_stroke(plan: Plan, practice: Practice) -> None:
    it = perform(parse("○□○○半○□○"), Use.ARCHERY, plan)
    moments = list(Rehearsal(it, practice).moments())
    strokes = [(moment.cycle, moment.stroke.number) for moment in moments if moment.stroke]
    assert strokes == sorted(set(strokes))
    assert all(moment.stroke is None or moment.stroke in it.pattern for moment in moments)
    assert [moment.seconds for moment in moments] == sorted(moment.seconds for moment in moments)
    assert all((moment.voice is Voice.CLICK) is (moment.stroke is None) for moment in moments)


@pytest.mark.parametrize("drum, left", [(Drum.PI, "□□□□□"), (Drum.GU, "○○○○○○○")])
def test_a_muted_drum_leaves_the_other_in_its_places(drum: Drum, left: str) -> None:
    assert marks(Practice(muted=drum), 2) == [left, left]
    it = performance("lu-1", Use.TOUHU)
    heard = [each.beats for each in sounding(it, Practice(muted=drum), 1)]
    assert heard == [stroke.onset for stroke in it.pattern if stroke.drum is not drum]


# --- drawn at random ---------------------------------------------------------------------------


def test_a_share_of_the_strokes_is_left_out_and_the_seed_says_which() -> None:
    quarter = Practice(leave_strokes=Fraction(1, 4))
    heard = "".join(marks(quarter, 500))
    assert len(heard) / (500 * 12) == pytest.approx(0.75, abs=0.02)
    assert marks(quarter, 9) == marks(quarter, 9) != marks(Practice(leave_strokes=Fraction(1, 4), seed=1), 9)


def test_a_draw_is_the_same_on_every_machine() -> None:
    drawn = marks(Practice(leave_strokes=Fraction(1, 2), seed=7), 3)
    assert drawn == ["○□○□○□", "○□○○□", "○○○□□○○"]


def test_cycles_left_out_are_left_out_whole() -> None:
    heard = marks(Practice(leave_cycles=Fraction(1, 3)), 600)
    assert set(heard) == {"", LU_1}
    assert heard.count("") / 600 == pytest.approx(1 / 3, abs=0.05)


def test_all_of_the_strokes_may_be_left_out() -> None:
    assert (
        marks(Practice(leave_strokes=Fraction(1)), 2)
        == marks(Practice(leave_cycles=Fraction(1)), 2)
        == ["", ""]
    )


# --- clicks ------------------------------------------------------------------------------------


def test_the_count_in_is_exact_and_comes_once() -> None:
    it = performance("lu-1", Use.TOUHU, cycles=3, count_in=4, beats_per_minute=Fraction(90))
    clicks = [moment.seconds for moment in Rehearsal(it).moments() if moment.voice is Voice.CLICK]
    assert clicks == [Fraction(2, 3) * beat for beat in range(4)]
    assert (
        Rehearsal(it).lead == next(m.seconds for m in Rehearsal(it).moments() if m.stroke) == Fraction(8, 3)
    )


def test_every_second_cycle_is_an_answer_over_a_soft_click() -> None:
    assert marks(Practice(respond=True), 4) == [LU_1, "." * 12, LU_1, "." * 12]


def test_the_click_stands_on_each_beat_of_the_gap_as_well() -> None:
    (cycle,) = marks(Practice(click=True), 1, gap=Fraction(2))
    assert cycle == "".join(f".{mark}" for mark in LU_1) + ".."


def test_under_on_gu_the_click_stands_where_a_gu_opens_the_beat() -> None:
    it = performance("lu-1", Use.TOUHU, timing=Timing.ON_GU)
    heard = sounding(it, Practice(click=True), 1)
    clicks = [each.beats for each in heard if each.stroke is None]
    assert clicks == [each.beats for each in heard if each.stroke and each.stroke.drum is Drum.GU]


# --- the ramp ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, tempi",
    [
        ("60-120-20", [60, 80, 100, 120, 120]),
        ("60-70-20", [60, 70, 70, 70, 70]),
        ("100-60-15", [100, 85, 70, 60, 60]),
        ("72.5-73.5-1/2", [72.5, 73, 73.5, 73.5, 73.5]),
        ("60-60-0", [60, 60, 60, 60, 60]),
    ],
)
def test_a_ramp_changes_the_tempo_by_cycles_up_to_its_end(text: str, tempi: list[float]) -> None:
    ramp = Ramp.parse(text)
    assert [float(ramp.tempo(cycle)) for cycle in range(1, 6)] == tempi


def test_a_ramp_gives_each_cycle_its_length() -> None:
    it = performance("xue-1", Use.TOUHU, cycles=3, count_in=2)
    starts = Rehearsal(it, Practice(ramp=Ramp.parse("60-120-60"))).starts()
    assert list(map(int, starts)) == [2, 2 + 8, 2 + 8 + 4, 2 + 8 + 4 + 4]


@pytest.mark.parametrize(
    "text, message",
    [
        ("60", "ramp must be written FROM-TO-STEP, such as 60-120-5, not '60'"),
        ("60-120", "ramp must be written FROM-TO-STEP, such as 60-120-5, not '60-120'"),
        ("60-120--5", "ramp must be written FROM-TO-STEP, such as 60-120-5, not '60-120--5'"),
        ("60-x-5", "ramp must be a number such as 72, 72.5 or 1/2, not 'x'"),
        ("60-nan-5", "ramp must be a number such as 72, 72.5 or 1/2, not 'nan'"),
        ("0-120-5", "tempo must be in range 1..1000, not 0"),
        ("60-1001-5", "tempo must be in range 1..1000, not 1001"),
        ("60-120-1001", "step of the ramp must be in range 0..1000, not 1001"),
        ("60-120-0", "step of the ramp must not be 0"),
        ("60-1000-1", "a ramp has at most 500 steps"),
    ],
)
def test_a_ramp_that_is_none_says_why(text: str, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        Practice(ramp=Ramp.parse(text))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "choices, message",
    [
        ({"leave_strokes": Fraction(11, 10)}, "share of strokes left out must be in range 0..1, not 11/10"),
        ({"leave_cycles": Fraction(-1, 10)}, "share of cycles left out must be in range 0..1, not -1/10"),
        ({"seed": -1}, "seed must be in range 0..4294967296, not -1"),
    ],
)
def test_a_practice_out_of_its_range_says_why(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanError) as caught:
        Practice(**choices)
    assert str(caught.value) == message


# --- minutes -----------------------------------------------------------------------------------


@settings(deadline=None)
@given(plans(), practices(), st.fractions(min_value=Fraction(1, 50), max_value=3, max_denominator=60))
def test_minutes_are_filled_by_the_fewest_whole_cycles(
    plan: Plan, practice: Practice, minutes: Fraction
) -> None:
    it = filling(perform(parse("○□○○半○□○"), Use.ARCHERY, plan), practice, minutes)
    starts = Rehearsal(it, practice).starts()
    assert starts[-2] - starts[0] < minutes * 60 <= starts[-1] - starts[0]


@pytest.mark.parametrize("minutes", [0, -1, 601])
def test_minutes_that_are_none_are_refused(minutes: int) -> None:
    with pytest.raises(PlanError, match=rf"^minutes must be in range 1/1000\.\.600, not {minutes}$"):
        filling(performance(), PLAIN, Fraction(minutes))
