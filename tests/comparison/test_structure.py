"""How rows are built: the facts that the notation's tables state, and the laws behind them."""

from __future__ import annotations

import pytest
from comparison.rows import part, rows
from hypothesis import given
from tables import RUNS

from touhu_music.comparison.structure import (
    Shared,
    Shift,
    best_shift,
    cells,
    grams,
    palindrome,
    places,
    repeats,
    runs,
    shared,
    shifts,
)

SIDES = [
    (name, side, siglum) for siglum in "ABC" for name in ("lu-1", "xue-1", "lu-2", "xue-2") for side in (0, 1)
]


@pytest.mark.parametrize("name", RUNS)
def test_runs_are_those_of_the_table(name: str) -> None:
    row, _, siglum = name.partition("@")
    for side, lengths in enumerate(RUNS[name]):
        assert "".join(str(len(run)) for run in runs(part(row, side, siglum))) == lengths


def test_lu_1_is_xue_1_with_two_strokes_before_and_two_after_it() -> None:
    assert part("lu-1", 1) == "○□" + part("xue-1", 1) + "□○"
    assert shared(part("lu-1", 1), part("xue-1", 1)) == (Shared(part("xue-1", 1), (3,), (1,)),)


def test_what_xue_1_has_after_half_is_its_opening() -> None:
    assert part("xue-1", 0).startswith(part("xue-1", 1))


def test_only_the_half_of_b_reads_the_same_backward() -> None:
    assert [(name, siglum) for name, side, siglum in SIDES if palindrome(part(name, side, siglum))] == [
        ("lu-2", "B")
    ]


def test_the_half_of_b_is_that_of_xue_2_and_two_strokes_and_one_stroke_from_that_of_lu_1() -> None:
    half, lu_1 = part("lu-2", 1, "B"), part("lu-1", 1)
    assert half == part("xue-2", 1) + "□○"
    assert [place for place, (one, other) in enumerate(zip(half, lu_1, strict=True), 1) if one != other] == [
        8
    ]
    assert (half[7], lu_1[7]) == ("○", "□")


def test_every_section_begins_alike_and_all_but_one_end_in_the_small_drum() -> None:
    assert all(part(*each).startswith("○□○") for each in SIDES)
    assert {each[:2] for each in SIDES if part(*each).endswith("□")} == {("lu-1", 0)}


def test_no_drum_is_struck_more_often_in_a_row_than_four_and_two_times() -> None:
    every = [run for each in SIDES for run in runs(part(*each))]
    assert max(len(run) for run in every if run[0] == "○") == 4
    assert max(len(run) for run in every if run[0] == "□") == 2


def test_xue_1_moved_by_seven_strokes_meets_lu_1_in_nineteen_of_twenty_one() -> None:
    first, second = part("lu-1"), part("xue-1")
    assert best_shift(first, second) == Shift(7, 19, 21)
    assert max(it.agree for it in shifts(first, second) if 0 <= it.by <= 11 and it.by != 7) == 15


@given(rows)
def test_cells_and_runs_make_the_row_again(row: str) -> None:
    assert "".join(cells(row)) == "".join(runs(row)) == row
    assert all(cell.endswith("□") for cell in cells(row)[:-1])
    assert all("□" not in cell[:-1] for cell in cells(row))


@given(rows)
def test_stretches_are_as_many_as_there_are_places_for_them(row: str) -> None:
    for size in (1, 2, 3):
        counted = grams(row, size)
        assert sum(counted.values()) == max(0, len(row) - size + 1)
        assert all(len(places(stretch, row)) == count for stretch, count in counted.items())


@given(rows, rows)
def test_no_longer_stretch_is_shared(first: str, second: str) -> None:
    found = shared(first, second)
    longest = len(found[0].strokes) if found else 0
    assert all(len(each.strokes) == longest for each in found)
    longer = {first[at : at + longest + 1] for at in range(len(first) - longest)}
    assert not any(stretch in second for stretch in longer)
    every = {first[at : at + longest] for at in range(len(first) - longest + 1)} if longest else set()
    assert {each.strokes for each in found} == {stretch for stretch in every if stretch in second}
    for each in found:
        assert all(first.startswith(each.strokes, place - 1) for place in each.first)
        assert all(second.startswith(each.strokes, place - 1) for place in each.second)


@given(rows)
def test_the_longest_repeats_come_again_and_no_longer_one_does(row: str) -> None:
    found = repeats(row)
    for stretch, where in found:
        assert len(where) > 1
        assert all(row.startswith(stretch, place - 1) for place in where)
    size = len(found[0][0]) + 1 if found else 1
    assert all(count == 1 for count in grams(row, size).values())


@given(rows, rows)
def test_a_shift_counts_what_meets(first: str, second: str) -> None:
    for by, agree, overlap in shifts(first, second):
        pairs = [(i, i + by) for i in range(len(first)) if 0 <= i + by < len(second)]
        assert (agree, overlap) == (sum(first[i] == second[j] for i, j in pairs), len(pairs))
    assert len(shifts(first, second)) == max(0, len(first) + len(second) - 1) * bool(first and second)
