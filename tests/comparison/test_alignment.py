"""The least edits between two rows, in how many ways, and that what is told of them is true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ROWS

from touhu_music.comparison.alignment import Costs, Edit, Kind, align
from touhu_music.notation import HALF

rows = st.text(st.sampled_from("○□"), max_size=24)
SHORT = ["".join(marks) for length in range(5) for marks in product("○□", repeat=length)]


def every(first: str, second: str) -> Iterator[int]:
    """Walk every alignment of two rows and give its cost: the slow reference."""
    if not first or not second:
        yield len(first) + len(second)
        return
    yield from (cost + (first[0] != second[0]) for cost in every(first[1:], second[1:]))
    yield from (cost + 1 for cost in every(first[1:], second))
    yield from (cost + 1 for cost in every(first, second[1:]))


def applied(first: str, edits: Sequence[Edit]) -> str:
    """Do the edits, each where it says and on what it says, none on what another was done to."""
    made, done = "", 0
    for _, place, before, after in edits:
        assert place - 1 >= done
        assert first.startswith(before, place - 1)
        made, done = made + first[done : place - 1] + after, place - 1 + len(before)
    return made + first[done:]


def part(name: str, side: int) -> str:
    return ROWS[f"{name}@A"].split(HALF)[side]


@pytest.mark.parametrize(
    "first, second, before, after",
    [
        ("lu-1", "xue-1", (9, 523), (4, 24)),
        ("lu-2", "xue-2", (13, 1257), (3, 14)),
        ("lu-1", "lu-2", (3, 5), (2, 2)),
        ("xue-1", "xue-2", (4, 8), (3, 7)),
    ],
)
def test_rows_of_a_are_so_far_apart_in_so_many_ways(
    first: str, second: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    found = [align(part(first, side), part(second, side)) for side in (0, 1)]
    assert [(each.distance, each.ways) for each in found] == [before, after]


def test_distance_and_ways_are_those_of_trying_every_alignment() -> None:
    for first, second in product(SHORT, SHORT):
        costs = list(every(first, second))
        found = align(first, second)
        assert (found.distance, found.ways) == (min(costs), costs.count(min(costs)))


def test_edits_make_the_first_row_the_second_in_every_short_case() -> None:
    for first, second in product(SHORT, SHORT):
        assert applied(first, align(first, second).edits) == second


@given(rows, rows)
def test_edits_make_the_first_row_the_second(first: str, second: str) -> None:
    assert applied(first, align(first, second).edits) == second


@given(rows, rows, st.tuples(*[st.integers(1, 3)] * 3))
def test_edits_make_the_first_row_the_second_whatever_they_cost(
    first: str, second: str, costs: tuple[int, int, int]
) -> None:
    assert applied(first, align(first, second, Costs(*costs)).edits) == second


@given(rows, rows)
def test_edits_cost_the_distance(first: str, second: str) -> None:
    found = align(first, second)
    costs = [
        1 if kind is Kind.SUBSTITUTION else abs(len(after) - len(before))
        for kind, _, before, after in found.edits
    ]
    assert sum(costs) == found.distance


@given(rows, rows)
def test_there_and_back_are_equally_far_in_equally_many_ways(first: str, second: str) -> None:
    assert align(first, second)[:2] == align(second, first)[:2]


@given(rows)
def test_only_a_row_itself_is_no_edit_away(row: str) -> None:
    assert align(row, row) == (0, 1, (), tuple((place, place) for place in range(len(row))))
    assert align(row, row + "○").distance == 1


@given(rows, rows, rows)
def test_a_way_round_is_never_shorter(first: str, second: str, third: str) -> None:
    direct = align(first, third).distance
    assert direct <= align(first, second).distance + align(second, third).distance


@given(rows, rows)
def test_a_row_is_as_far_as_it_is_longer_at_least_and_as_the_longer_one_at_most(
    first: str, second: str
) -> None:
    distance = align(first, second).distance
    assert abs(len(first) - len(second)) <= distance <= max(len(first), len(second))


@pytest.mark.parametrize(
    "first, second, edits",
    [
        ("○○○", "○○", [Edit(Kind.OMISSION, 1, "○○○", "○○")]),
        ("□○○□", "□○○○○□", [Edit(Kind.ADDITION, 2, "○○", "○○○○")]),
        ("○□○", "○○", [Edit(Kind.OMISSION, 2, "□", "")]),
        ("○○", "○□○", [Edit(Kind.ADDITION, 2, "", "□")]),
        ("○○□", "○□□", [Edit(Kind.SUBSTITUTION, 2, "○", "□")]),
        ("○", "○□○", [Edit(Kind.ADDITION, 2, "", "□○")]),
        ("○○○", "○□", [Edit(Kind.OMISSION, 1, "○○", "○"), Edit(Kind.SUBSTITUTION, 3, "○", "□")]),
        ("○□", "○○○", [Edit(Kind.ADDITION, 1, "○", "○○"), Edit(Kind.SUBSTITUTION, 2, "□", "○")]),
        ("○", "□□", [Edit(Kind.ADDITION, 1, "", "□"), Edit(Kind.SUBSTITUTION, 1, "○", "□")]),
    ],
)
def test_what_is_missing_or_added_is_told_of_its_run(first: str, second: str, edits: list[Edit]) -> None:
    assert list(align(first, second).edits) == edits
