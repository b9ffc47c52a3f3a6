"""Distances and the least that is possible, held against definitions written out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from Bio.Align import PairwiseAligner
from comparison.rows import part, rows
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.comparison.alignment import EQUAL, Costs, align, columns, every
from touhu_music.comparison.measures import (
    common,
    distance,
    least_possible,
    least_possible_counts,
    run_distance,
    similarity,
)
from touhu_music.comparison.structure import within

costs = st.builds(Costs, *[st.integers(1, 5)] * 3)


@pytest.mark.parametrize(
    "first, second, side, expected",
    [
        ("lu-1", "xue-1", 1, (4, 4, 4, 24)),
        ("lu-2", "xue-2", 1, (3, 3, 3, 14)),
        ("lu-1", "lu-2", 1, (2, 1, 2, 2)),
        ("xue-1", "xue-2", 1, (3, 2, 2, 7)),
        ("lu-1", "xue-1", 0, (9, 9, 9, 523)),
        ("lu-2", "xue-2", 0, (13, 13, 13, 1257)),
        ("lu-1", "lu-2", 0, (3, 3, 3, 5)),
        ("xue-1", "xue-2", 0, (4, 1, 3, 8)),
        ("lu-1", "xue-1", None, (7, 5, 5, 72)),
        ("lu-2", "xue-2", None, (11, 10, 10, 2684)),
        ("lu-1", "lu-2", None, (3, 2, 3, 1)),
        ("xue-1", "xue-2", None, (6, 3, 5, 4)),
    ],
)
def test_rows_of_a_are_so_far_apart_at_least_so_far_and_alignable_in_so_many_ways(
    first: str, second: str, side: int | None, expected: tuple[int, ...]
) -> None:
    one, other = part(first, side), part(second, side)
    found = (distance(one, other), least_possible(one, other), least_possible_counts(one, other))
    assert (*found, align(one, other).ways) == expected


def test_every_section_distance_between_lu_and_xue_is_the_difference_in_length() -> None:
    for side in (0, 1):
        for lu in ("lu-1", "lu-2"):
            for xue in ("xue-1", "xue-2"):
                one, other = part(lu, side), part(xue, side)
                assert distance(one, other) == abs(len(one) - len(other)) == least_possible(one, other)


@given(rows, rows, costs)
def test_the_distance_is_what_the_alignment_costs(first: str, second: str, chosen: Costs) -> None:
    assert distance(first, second, chosen) == align(first, second, chosen).distance


@given(rows, rows)
def test_alignments_are_as_many_as_another_program_counts(first: str, second: str) -> None:
    if not first or not second:
        return
    aligner: Any = PairwiseAligner(  # type: ignore[no-untyped-call]
        mode="global", match_score=0, mismatch_score=-1, gap_score=-1
    )
    found = aligner.align(
        first.replace("○", "A").replace("□", "C"), second.replace("○", "A").replace("□", "C")
    )
    assert (-found.score, len(found)) == align(first, second)[:2]


@given(st.text("○□", max_size=7), st.text("○□", max_size=7), costs)
def test_all_alignments_are_listed_once_and_cost_the_distance(first: str, second: str, chosen: Costs) -> None:
    ways = list(every(first, second, chosen))
    found = align(first, second, chosen)
    assert len(set(ways)) == len(ways) == found.ways
    for way in ways:
        assert [i for i, _ in way if i is not None] == list(range(len(first)))
        assert [j for _, j in way if j is not None] == list(range(len(second)))
        paid = (
            chosen.missing
            if j is None
            else chosen.added
            if i is None
            else chosen.other * (first[i] != second[j])
            for i, j in way
        )
        assert sum(paid) == found.distance


@given(rows, rows, costs)
def test_the_alignment_that_is_shown_is_one_of_the_cheapest(first: str, second: str, chosen: Costs) -> None:
    found = align(first, second, chosen)
    way = list(columns(found, first, second))
    paid = sum(
        chosen.missing if j is None else chosen.added if i is None else chosen.other * (first[i] != second[j])
        for i, j in way
    )
    assert paid == found.distance
    assert [i for i, _ in way if i is not None] == list(range(len(first)))
    assert [j for _, j in way if j is not None] == list(range(len(second)))


@given(rows, rows, rows)
def test_the_distance_is_a_metric(first: str, second: str, third: str) -> None:
    assert (distance(first, second) == 0) == (first == second)
    assert distance(first, second) == distance(second, first)
    assert distance(first, third) <= distance(first, second) + distance(second, third)


@given(rows, rows)
def test_rows_read_backward_are_as_far_apart_in_as_many_ways(first: str, second: str) -> None:
    assert align(first[::-1], second[::-1])[:2] == align(first, second)[:2]


@given(rows, rows, costs)
def test_no_pair_is_nearer_than_the_least_that_is_possible(first: str, second: str, chosen: Costs) -> None:
    found = distance(first, second, chosen)
    assert least_possible(first, second, chosen) <= least_possible_counts(first, second, chosen) <= found


@given(rows)
def test_rows_of_the_same_strokes_are_least_apart_where_one_is_sorted_into_the_other(row: str) -> None:
    assert least_possible_counts(row, "".join(sorted(row))) == 0
    assert least_possible_counts("○○", "□□□") == 3
    assert least_possible_counts("○○", "□□□", Costs(1, 1, 3)) == 5


@given(rows, rows)
def test_the_shorter_is_contained_just_where_the_distance_is_the_difference_in_length(
    first: str, second: str
) -> None:
    shorter, longer = sorted((first, second), key=len)
    assert within(shorter, longer) == (common(first, second) == len(shorter))
    assert within(shorter, longer) == (distance(first, second) == least_possible(first, second))


@given(rows, rows)
def test_a_common_subsequence_is_what_is_left_where_no_stroke_may_become_another(
    first: str, second: str
) -> None:
    assert distance(first, second, Costs(1, 1, 2)) == len(first) + len(second) - 2 * common(first, second)


def test_likeness_is_not_defined_where_there_is_no_stroke() -> None:
    assert similarity("", "") is None
    assert similarity("", "○") == 0
    assert similarity("○□", "○□") == 1
    assert similarity(part("lu-1", 1), part("xue-1", 1)) == Fraction(2, 3)


def test_a_run_counts_as_one_however_long() -> None:
    assert run_distance("○○○□○", "○□○") == 1
    assert run_distance("○□", "○□○□") == 2
    assert run_distance("", "") == 0


def test_rows_of_ten_thousand_strokes_are_measured() -> None:
    assert distance("○" * 10_000, "□" * 10_000, EQUAL) == 10_000
    assert distance("○□" * 5_000, "□○" * 5_000) == 2
