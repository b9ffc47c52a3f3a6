"""Many rows: every distance, and what is nearest."""

from __future__ import annotations

import csv
import io

import pytest
from comparison.rows import rows
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import Use
from touhu_music.comparison import many
from touhu_music.comparison.alignment import Costs
from touhu_music.comparison.measures import distance
from touhu_music.comparison.pairs import Row
from touhu_music.errors import NotationError


def named(strokes: list[str]) -> list[Row]:
    return [Row(str(number), "○", each) for number, each in enumerate(strokes)]


@given(
    st.lists(rows, min_size=2, max_size=8),
    st.sampled_from((Costs(), Costs(1, 2, 3))),
    st.sampled_from((1, 3, 64)),
)
def test_blocks_hold_every_distance_whatever_their_size(
    strokes: list[str], costs: Costs, at_once: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many, "AT_ONCE", at_once)
        blocks = list(many.blocks(strokes, costs))
    found = [row for block in blocks for row in block.distances.tolist()]
    assert found == [[distance(one, other, costs) for other in strokes] for one in strokes]
    assert [block.start for block in blocks] == sorted({block.start for block in blocks})


@given(st.lists(rows, min_size=2, max_size=12))
def test_the_nearest_rows_are_those_of_least_distance_but_the_row_itself(strokes: list[str]) -> None:
    all_rows = named(strokes)
    found = [each for block in many.blocks(strokes) for each in many.neighbours(block, all_rows, Use.TOUHU)]
    for at, each in enumerate(found):
        others = {
            other: distance(strokes[at], strokes[other]) for other in range(len(strokes)) if other != at
        }
        least = min(others.values())
        nearest = [all_rows[other] for other, there in others.items() if there == least]
        assert (each.row, each.distance, each.number) == (all_rows[at], least, len(nearest))
        assert list(each.nearest) == nearest[: many.LISTED]
        bounds = [abs(len(strokes[at]) - len(row.after_half)) for row in each.nearest]
        assert list(each.least_possible) == bounds
        assert all(bound <= least for bound in bounds)


def test_asking_for_the_nearest_leaves_the_matrix_as_it_was() -> None:
    all_rows = named(["○□", "○□", "□□□"])
    (block,) = many.blocks([row.after_half for row in all_rows])
    before = block.distances.tolist()
    list(many.neighbours(block, all_rows, Use.TOUHU))
    assert block.distances.tolist() == before


def test_the_matrix_is_written_with_names_at_two_sides() -> None:
    all_rows = named(["○□", "○", "□□□"])
    data = many.to_csv(all_rows, many.blocks([row.after_half for row in all_rows]))
    table = list(csv.reader(io.StringIO(data.decode())))
    assert table == [["", "0", "1", "2"], ["0", "0", "1", "2"], ["1", "1", "0", "3"], ["2", "2", "3", "0"]]


def test_a_list_of_rows_has_a_line_for_each_with_a_name_or_without() -> None:
    found = many.rows_of("# mine\n\none ○□半○\n〇□半□ # and why\n", "mine.txt")
    assert [(row.name, row.before_half, row.after_half, row.source) for row in found] == [
        ("one", "○□", "○", "mine.txt, line 3"),
        ("line-4", "○□", "□", "mine.txt, line 4"),
    ]


@pytest.mark.parametrize(
    "text, message",
    [
        ("○□", "f: line 1: half-missing: no 半 in the row; expected ○ and □ on both sides of one 半"),
        ("\na ○x半○", "f: line 2: character 2: 'x' U+0078 is no stroke; expected ○ □ or 半, in ○[x]半○"),
        ("a b ○半○", "f: line 1: more than a name and a row: 'a b ○半○'"),
        ("a ○半○\na □半○", "f: line 2: a second row is named 'a'"),
        ("=1+1 ○半○", "f: line 1: no name '=1+1'; letters and digits make one"),
        ("a\x1b ○半○", "f: line 1: no name 'a\\u001b'; letters and digits make one"),
    ],
)
def test_a_line_that_is_no_row_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        many.rows_of(text, "f")
    assert str(caught.value) == message
