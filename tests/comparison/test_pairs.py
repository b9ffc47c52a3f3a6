"""A comparison as a value: what it holds, and how its tests are adjusted together."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from comparison.rows import rows
from hypothesis import given

from touhu_music import Use, parse, witness
from touhu_music.comparison import Comparison, compare
from touhu_music.comparison.alignment import Costs
from touhu_music.comparison.lanes import lanes
from touhu_music.comparison.nulls import Null
from touhu_music.comparison.pairs import LONGEST_ALIGNED, all_tests, compared, named, part, together
from touhu_music.errors import CompareError, NotationError


def pair(first: str, second: str, **choices: object) -> Comparison:
    return compare(witness("A").reading(first), witness("A").reading(second), **choices)  # type: ignore[arg-type]


def test_the_use_says_which_part_is_meant() -> None:
    touhu, archery = pair("lu-1", "xue-1"), pair("lu-1", "xue-1", use="archery")
    assert touhu.part is touhu.after_half
    assert archery.part is archery.whole
    assert list(touhu.parts) == ["before_half", "after_half", "whole"]
    assert (touhu.before_half.distance, touhu.after_half.distance, touhu.whole.distance) == (9, 4, 7)
    assert (touhu.whole, touhu.part.contained, touhu.whole.contained) == (archery.whole, True, False)


def test_all_all_tests_a_comparison_are_adjusted_together() -> None:
    found = pair("lu-1", "lu-2")
    tests = [test for each in found.parts.values() for test in all_tests(each)]
    assert len(tests) == found.tests == 12
    least = min(tests, key=lambda test: test.p)
    assert least.holm == 12 * least.p
    assert least is found.whole.test(Null.COUNTS)
    assert found.whole.tests[0].rejects
    assert not found.after_half.tests[0].rejects  # its p of 24/715 is one of twelve


def test_more_comparisons_made_together_adjust_more() -> None:
    named_rows = [named(witness("A").reading(name)) for name in ("lu-1", "xue-1", "lu-2", "xue-2")]
    found = together([compared(a, b, Use.TOUHU, Costs(), 99, 0) for a, b in combinations(named_rows, 2)])
    assert {each.tests for each in found} == {72}
    alone = pair("lu-1", "lu-2", samples=99)
    of_many = next(each for each in found if (each.a.name, each.b.name) == ("lu-1", "lu-2"))
    assert [test.p for test in of_many.part.tests] == [test.p for test in alone.part.tests]
    assert all(
        (one.holm or 0) <= (many.holm or 0)
        for one, many in zip(alone.part.tests, of_many.part.tests, strict=True)
    )


def test_rows_may_be_readings_cadences_or_marks() -> None:
    found = compare("○□○○半○□○", parse("○□○○半○□○"))
    assert found.a == found.b
    assert found.a.name == "row-" + found.a.name[4:]
    assert found.part.distance == 0
    assert found.part.alignment is not None
    assert found.part.alignment.edits == ()
    assert compare(witness("B").reading("lu-2"), witness("A").reading("lu-2")).a.name == "lu-2@B"


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(NotationError, match="half-missing"):
        compare("○□○", "○□○半○")
    with pytest.raises(CompareError, match=r"^costs must be whole numbers from 1 to 1000, not 0, 1, 1$"):
        pair("lu-1", "xue-1", costs=Costs(0, 1, 1))
    with pytest.raises(CompareError, match=r"^samples must be from 1 to 10000000, not 0$"):
        pair("lu-1", "xue-1", samples=0)
    with pytest.raises(CompareError, match=r"^seed must be from 0 to 4294967295, not -1$"):
        pair("lu-1", "xue-1", seed=-1)


@pytest.mark.parametrize("first, second", [("", ""), ("", "○□"), ("○", ""), ("○", "□"), ("○□○", "○□○")])
def test_rows_of_no_stroke_one_stroke_or_the_same_strokes_have_defined_answers(
    first: str, second: str
) -> None:
    found = part(first, second)
    assert found.distance == max(len(first), len(second)) - (len(first) if first == second else 0)
    assert len(found.tests) == 3
    assert all(0 < test.p <= 1 for test in found.tests)
    assert (found.similarity is None) == (first == second == "")
    assert (found.shift is None) == (not first or not second)


def test_rows_of_ten_thousand_strokes_are_measured_and_neither_aligned_nor_tested() -> None:
    found = part("○□" * 5_000, "□○" * 4_999)
    assert (found.distance, found.least_possible, found.common) == (2, 2, 9_998)
    assert (found.alignment, found.tests, found.shift, found.shift_test) == (None, (), None, None)
    assert part("○" * LONGEST_ALIGNED, "○").alignment is not None


def test_the_same_seed_gives_the_same_comparison() -> None:
    assert pair("lu-1", "xue-1", seed=3) == pair("lu-1", "xue-1", seed=3)
    assert pair("lu-1", "xue-1", seed=3) != pair("lu-1", "xue-1", seed=4)


def test_no_p_is_a_float_before_it_is_printed() -> None:
    assert all(isinstance(test.p, Fraction) for test in pair("lu-1", "xue-1").part.tests)


@given(rows, rows, rows)
def test_rows_under_each_other_are_still_the_rows_and_their_order_does_not_matter(
    first: str, second: str, third: str
) -> None:
    several = [first, second, third]
    laid = lanes(several)
    assert ["".join(row) for row in laid.rows] == several
    assert len({len(row) for row in laid.rows}) == 1
    turned = lanes(several[::-1])
    assert turned.rows == laid.rows[::-1]
    assert several[laid.centre] == several[::-1][turned.centre]
    assert all(any(column) for column in zip(*laid.rows, strict=True))
