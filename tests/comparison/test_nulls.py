"""The rows of a null: all that it allows, each once; drawn ones are of it, evenly."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise, product

import numpy
import pytest
from comparison.rows import part, rows
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.comparison.nulls import CODES, Null, arrangements, drawn, enumerated, orders, shuffle

MARKS = {code: mark for mark, code in CODES.items()}
small = st.text(st.sampled_from("○□"), max_size=9)
nulls = st.sampled_from(tuple(Null))


def spelled(array: numpy.typing.NDArray[numpy.uint8]) -> list[str]:
    return ["".join(MARKS[code] for code in row) for row in array.tolist()]


def runs(row: str, drum: str) -> list[int]:
    return sorted(len(list(strokes)) for mark, strokes in groupby(row) if mark == drum)


def kept(null: Null, row: str) -> object:
    """Return what a null keeps, written out from its definition: the slow reference."""
    counts = Counter(row)
    if null is Null.COUNTS:
        return counts
    if null is Null.RUNS:
        return row[:1], runs(row, "○"), runs(row, "□")
    return row[:1], counts, Counter(pairwise(row))


@given(nulls, small)
def test_a_null_has_all_rows_that_keep_what_it_keeps_and_no_others(null: Null, row: str) -> None:
    found = shuffle(null, row)
    every = [each for block in enumerated(found) for each in spelled(block)]
    lawful = {
        each for each in map("".join, product("○□", repeat=len(row))) if kept(null, each) == kept(null, row)
    }
    assert set(every) == lawful
    assert len(every) == found.support == len(lawful)


@given(nulls, rows, st.integers(0, 2**32 - 1))
def test_drawn_rows_keep_what_the_null_keeps(null: Null, row: str, seed: int) -> None:
    blocks = list(drawn(shuffle(null, row), 20, seed))
    every = [each for block in blocks for each in spelled(block)]
    assert len(every) == 20
    assert all(kept(null, each) == kept(null, row) for each in every)


@pytest.mark.parametrize("null", tuple(Null))
def test_each_row_of_a_null_is_drawn_equally_often(null: Null) -> None:
    found = shuffle(null, "○□○○□○○○□□○")
    drawing = Counter(each for block in drawn(found, 60_000, 7) for each in spelled(block))
    expected = 60_000 / found.support
    chi_square = sum((count - expected) ** 2 / expected for count in drawing.values())
    assert len(drawing) == found.support
    assert chi_square < found.support + 4 * (2 * found.support) ** 0.5


def test_a_draw_is_the_same_on_every_machine() -> None:
    first = next(iter(drawn(shuffle(Null.COUNTS, "○○○□□"), 4, 1)))
    assert spelled(first) == ["□□○○○", "□□○○○", "□○○□○", "○□○○□"]


@pytest.mark.parametrize("name, support", [("lu-1", 20), ("xue-1", 6), ("lu-2", 20), ("xue-2", 4)])
def test_the_runs_of_a_touhu_half_can_be_put_in_few_orders(name: str, support: int) -> None:
    assert shuffle(Null.RUNS, part(name, 1)).support == support


@pytest.mark.parametrize(
    "name, whole", [("lu-1", 1_144_066), ("xue-1", 30_421_755), ("lu-2", 116_280), ("xue-2", 44_352_165)]
)
def test_the_strokes_of_a_whole_row_can_be_put_in_many(name: str, whole: int) -> None:
    assert shuffle(Null.COUNTS, part(name)).support == whole


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_blocks_of_any_size_hold_the_same(most: int) -> None:
    things = (1, 1, 2, 2, 3, 1)
    blocks = list(arrangements(things, most))
    every = [tuple(row) for block in blocks for row in block.tolist()]
    assert len(set(every)) == len(every) == orders(things)
    assert all(Counter(row) == Counter(things) for row in every)
