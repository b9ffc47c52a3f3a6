from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from conftest import NAMES, performance
from hypothesis import given
from strategies import cadences, plans
from strategies import plans as any_plan
from tables import ROWS

from touhu_music import Performance, Use, library, parse, perform, plan
from touhu_music.errors import PlanError
from touhu_music.notation import Cadence, Drum, Section
from touhu_music.performance import Accent, Plan, Stroke, Timing, exact
from touhu_music.render import render


def onsets(performance: Performance) -> list[str]:
    return [str(stroke.onset) for stroke in performance.pattern]


def test_even_timing_gives_each_mark_one_beat() -> None:
    found = performance("lu-1", Use.TOUHU)
    of = {drum: [int(s.onset) for s in found.strokes if s.drum is drum] for drum in Drum}
    assert of == {Drum.PI: [0, 2, 4, 5, 6, 9, 11], Drum.GU: [1, 3, 7, 8, 10]}
    assert found.cycle_beats == 12


@pytest.mark.parametrize(
    "name, expected, beats",
    [
        ("lu-1", "0 1/3 5/6 4/3 19/12 11/6 25/12 7/3 10/3 23/6 13/3 14/3", 5),
        ("xue-1", "0 1/3 7/12 5/6 13/12 4/3 7/3 8/3", 3),
    ],
)
def test_on_gu_timing_lets_each_square_open_a_beat(name: str, expected: str, beats: int) -> None:
    found = performance(name, Use.TOUHU, timing=Timing.ON_GU)
    assert onsets(found) == expected.split()
    assert found.cycle_beats == beats


@pytest.mark.parametrize(
    "row, expected", [("○半□", "0"), ("○半□○", "0 1/2"), ("○半□□", "0 1"), ("○半○○□", "0 1/3 2/3")]
)
def test_on_gu_timing_of_the_edges(row: str, expected: str) -> None:
    found = perform(parse(row), Use.TOUHU, plan().but("test", timing=Timing.ON_GU))
    assert onsets(found) == expected.split()


def test_on_gu_timing_needs_a_square() -> None:
    with pytest.raises(PlanError, match="timing on-gu needs a □"):
        perform(parse("○□○半○○"), Use.TOUHU, plan().but("test", timing=Timing.ON_GU))


@given(cadences, plans())
def test_there_are_as_many_onsets_as_strokes_and_they_rise(cadence: Cadence, chosen: Plan) -> None:
    for use in Use:
        found = perform(cadence, use, chosen)
        drums = cadence.strokes(use)
        assert tuple(stroke.drum for stroke in found.strokes) == drums * chosen.cycles
        moments = [stroke.onset for stroke in found.strokes]
        assert moments == sorted(set(moments))
        assert moments[0] == 0
        assert moments[-1] < found.length


@given(cadences, any_plan())
def test_cycles_are_equally_spaced_whatever_the_gap(cadence: Cadence, chosen: Plan) -> None:
    """Source: 禮記·投壺, 間若一."""
    found = perform(cadence, Use.ARCHERY, chosen)
    starts = [stroke.onset for stroke in found.strokes if stroke.number == 1]
    assert starts == [cycle * found.period for cycle in range(chosen.cycles)]
    assert found.period == found.cycle_beats + chosen.gap
    assert found.length == chosen.cycles * found.period


@given(cadences)
def test_on_gu_gives_each_square_a_whole_beat(cadence: Cadence) -> None:
    found = perform(cadence, Use.ARCHERY, plan().but("test", timing=Timing.ON_GU))
    squares = [stroke.onset for stroke in found.pattern if stroke.drum is Drum.GU]
    assert [onset - squares[0] for onset in squares] == list(range(len(squares)))
    assert found.cycle_beats == len(squares)


@pytest.mark.parametrize("name", NAMES)
def test_half_takes_no_time(name: str) -> None:
    found = performance(name, Use.ARCHERY)
    before, _, after = ROWS[f"{name}@A"].partition("半")
    assert found.half == len(before)
    assert len(found.pattern) == len(before) + len(after)
    assert performance(name, Use.TOUHU).half is None


def test_a_stroke_knows_its_place_in_its_section() -> None:
    strokes = performance("lu-1", Use.ARCHERY, cycles=2).strokes
    assert strokes[10][3:6] == (11, Section.BEFORE_HALF, 11)
    assert strokes[11][3:6] == (12, Section.AFTER_HALF, 1)
    assert [stroke.cycle for stroke in strokes] == [1] * 23 + [2] * 23


def test_seconds_follow_from_the_tempo() -> None:
    found = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(72))
    assert found.seconds(found.cycle_beats) == 10


@pytest.mark.parametrize(
    "accent, expected", [("none", []), ("first", [1]), ("gu", [2, 4, 8, 9, 11])], ids=str
)
def test_accents_fall_where_they_are_chosen(accent: str, expected: list[int]) -> None:
    found = performance("lu-1", Use.TOUHU, accent=Accent(accent))
    assert [stroke.number for stroke in found.pattern if stroke.accent] == expected


def test_the_small_drum_sounds_low_unless_organology_is_chosen() -> None:
    """Source: 經典釋文, 鼙 其聲下, 鼓 其聲高."""
    assert library.sounds("shiwen").key(Drum.PI) < library.sounds("shiwen").key(Drum.GU)
    assert library.sounds("organology").key(Drum.PI) > library.sounds("organology").key(Drum.GU)


@pytest.mark.parametrize(
    "choices, message",
    [
        ({"beats_per_minute": Fraction(0)}, "tempo must be in range 1..1000, not 0"),
        ({"beats_per_minute": Fraction(1001)}, "tempo must be in range 1..1000, not 1001"),
        ({"cycles": 0}, "cycles must be in range 1..100000, not 0"),
        ({"cycles": 10**9}, "cycles must be in range 1..100000, not 1000000000"),
        ({"gap": Fraction(-1)}, "gap must be in range 0..1000, not -1"),
        ({"count_in": 65}, "count_in must be in range 0..64, not 65"),
    ],
)
def test_a_choice_out_of_range_is_refused(choices: dict[str, object], message: str) -> None:
    with pytest.raises(PlanError) as caught:
        plan().but("test", **choices)
    assert str(caught.value) == message


def test_a_performance_without_end_is_refused() -> None:
    with pytest.raises(PlanError, match="100000 cycles of 12 strokes are more than 100000 strokes"):
        performance("lu-1", Use.TOUHU, cycles=100_000)


@pytest.mark.parametrize("text, value", [("72", "72"), ("72.5", "145/2"), ("1/3", "1/3"), (" 60 ", "60")])
def test_numbers_are_exact(text: str, value: str) -> None:
    assert exact("tempo", text) == Fraction(value)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e9", "", "0x10", "1/0", "\u0661", "9" * 50, "1_0"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(PlanError, match="must be a number such as"):
        exact("tempo", text)


@pytest.mark.parametrize("pi, gu", [(128, 1), (1, -1), (40, 40)])
def test_keys_that_are_none_or_the_same_are_refused(pi: int, gu: int) -> None:
    with pytest.raises(PlanError, match="key"):
        library.sounds("shiwen").with_keys(pi, gu)


def test_every_choice_has_its_reason() -> None:
    changed = plan().but("because", cycles=3)
    assert dict(changed.reasons)["cycles"] == "because"
    assert dict(changed.reasons)["timing"] == dict(plan().reasons)["timing"]


@given(cadences)
def test_half_is_the_first_stroke_after_it(cadence: Cadence) -> None:
    found = perform(cadence, Use.ARCHERY, plan())
    assert found.half == next(s.onset for s in found.pattern if s.section is Section.AFTER_HALF)


class Counted(tuple[Stroke, ...]):
    """A pattern that counts how many of its strokes are looked at one after the other."""

    looks = 0

    def __iter__(self) -> Iterator[Stroke]:
        for stroke in super().__iter__():
            Counted.looks += 1
            yield stroke


@pytest.mark.parametrize("name", ["ly", "abc", "musicxml"])
def test_a_row_of_twice_the_strokes_takes_twice_the_looks(name: str) -> None:
    def looks(strokes: int) -> int:
        drawn = perform(parse("○" * strokes + "半" + "□" * strokes), Use.ARCHERY, plan())
        Counted.looks = 0
        render(name, drawn._replace(pattern=Counted(drawn.pattern)))
        return Counted.looks

    assert 0 < looks(200) < 2.5 * looks(100)
