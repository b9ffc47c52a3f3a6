"""What stands where in the picture of a cycle."""

from __future__ import annotations

from itertools import pairwise

import pytest
from conftest import performance
from hypothesis import given, settings
from render.pictures import centres, named, svg
from strategies import cadences, plans

from touhu_music import Cadence, Plan, Use, perform, plan
from touhu_music.errors import RenderError
from touhu_music.language import Syllables
from touhu_music.performance import Timing
from touhu_music.reading import literal
from touhu_music.render import Options, render
from touhu_music.render.timeline.layout import NARROWEST, WIDTH, arrange

drawable = cadences.filter(lambda cadence: str(cadence).count("○") <= 30)
"""More ○ in one beat of on-gu beside a beat without any are refused."""


def test_a_long_row_is_broken_at_half_first_and_then_evenly() -> None:
    drawn = perform(literal("○□" * 30 + "半" + "○□" * 20), Use.ARCHERY, plan())
    systems = arrange(drawn, Options()).systems
    assert [len(system.strokes) for system in systems] == [30, 30, 20, 20]


def test_all_systems_have_one_scale() -> None:
    drawn = perform(literal("□" * 60 + "半" + "□" * 40), Use.ARCHERY, plan())
    places = [centre for name, centre in centres(svg(drawn)).items() if name != "half"]
    steps = [after[0] - before[0] for before, after in pairwise(places)]
    assert {round(step, 4) for step in steps if step > 0} == {round(steps[0], 4)}


def test_the_picture_grows_with_its_systems() -> None:
    few, many = (perform(literal("○半" + "○□" * half), Use.TOUHU, plan()) for half in (4, 50))
    assert arrange(many, Options()).height > 2 * arrange(few, Options()).height


def test_wide_syllables_take_more_room() -> None:
    drawn, pinyin = performance("xue-1"), Options(syllables=Syllables.PINYIN)
    assert len(arrange(drawn, Options()).systems) == 1
    assert len(arrange(drawn, pinyin).systems) == 3


def test_a_system_may_hold_no_beat() -> None:
    drawn = perform(literal("○半○○○○○○○□□□□"), Use.ARCHERY, plan().but("test", timing=Timing.ON_GU))
    assert len(named(svg(drawn))) == 13


def test_too_many_strokes_are_refused() -> None:
    with pytest.raises(RenderError, match="at most 400 strokes, not 401"):
        render("timeline.svg", perform(literal("○半" + "○" * 401), Use.TOUHU, plan()))


def test_strokes_too_close_beside_an_empty_beat_are_refused() -> None:
    crowded = perform(
        literal("○半" + "□" * 9 + "○" * 99 + "□"), Use.TOUHU, plan().but("test", timing=Timing.ON_GU)
    )
    with pytest.raises(RenderError, match="too unevenly"):
        render("timeline.svg", crowded)


@given(drawable, plans())
def test_the_systems_hold_all_strokes_in_order(cadence: Cadence, chosen: Plan) -> None:
    drawn = perform(cadence, Use.ARCHERY, chosen)
    systems = arrange(drawn, Options()).systems
    assert sum((system.strokes for system in systems), ()) == drawn.pattern


@given(drawable, plans())
def test_strokes_stand_apart_and_inside_the_picture(cadence: Cadence, chosen: Plan) -> None:
    layout = arrange(perform(cadence, Use.TOUHU, chosen), Options())
    assert layout.closest >= NARROWEST - 1e-6
    assert all(layout.across(system, system.end) < WIDTH for system in layout.systems)


@settings(max_examples=10, deadline=None)
@given(drawable, plans())
def test_any_performance_keeps_its_strokes(cadence: Cadence, chosen: Plan) -> None:
    render("timeline.svg", perform(cadence, Use.ARCHERY, chosen))
