"""What chance does: p of every null, exact or drawn, and what Holm makes of several."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy
import pytest
from comparison.rows import part, rows
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.comparison.measures import distance as distance_of
from touhu_music.comparison.nulls import Null, enumerated, shuffle
from touhu_music.comparison.significance import Method, Test, coded, distance, held, holm
from touhu_music.comparison.structure import best_shift, disagreement

PAIRS = [("lu-1", "xue-1"), ("lu-2", "xue-2"), ("lu-1", "lu-2"), ("xue-1", "xue-2")]


def one(first: str, second: str, null: Null, **choices: int) -> Test:
    return held(second, null, [distance(first)], **choices)[0]


SHARES = [Fraction(29, 56), Fraction(27, 120), Fraction(24, 715), Fraction(50, 120)]


@pytest.mark.parametrize("pair, p", list(zip(PAIRS, SHARES, strict=True)))
def test_touhu_rows_of_a_are_so_near_by_chance(pair: tuple[str, str], p: Fraction) -> None:
    test = one(part(pair[0], 1), part(pair[1], 1), Null.COUNTS)
    assert (test.method, test.p, test.error) == (Method.EXACT, p, 0.0)


@given(rows, st.text(st.sampled_from("○□"), max_size=9), st.sampled_from(tuple(Null)))
def test_p_is_the_share_of_all_rows_that_are_as_near(first: str, second: str, null: Null) -> None:
    test = one(first, second, null)
    spelled = [
        "".join("○□"[code - 1] for code in row)
        for block in enumerated(shuffle(null, second))
        for row in block
    ]
    every = [distance_of(first, row) for row in spelled]
    near = [each for each in every if each <= distance_of(first, second)]
    assert test.p == Fraction(len(near), len(every))
    assert test.p_min == Fraction(every.count(min(every)), len(every))
    assert dict(test.spread) == Counter(every)


def test_an_exact_p_is_never_below_its_level() -> None:
    """Each row of a null as the second one: at most a share of alpha has a p of at most alpha."""
    first, null = part("lu-1", 1), Null.COUNTS
    every = [row for block in enumerated(shuffle(null, part("xue-1", 1))) for row in block]
    statistic = distance(first)
    tests = [one(first, "".join("○□"[code - 1] for code in row), null) for row in every]
    assert len(tests) == 56
    assert len({test.spread for test in tests}) == 1
    for level in {test.p for test in tests}:
        assert Fraction(sum(test.p <= level for test in tests), 56) <= level
    assert statistic(numpy.array(every)).tolist() == [test.observed for test in tests]


def test_a_drawn_p_is_never_far_below_its_level() -> None:
    first, null = part("lu-1"), Null.COUNTS
    whole = shuffle(null, part("lu-2"))
    rows_ = numpy.concatenate([*enumerated(whole)])[:: 116_280 // 400]
    ps = []
    for seed, row in enumerate(rows_):
        test = held(
            "".join("○□"[code - 1] for code in row),
            null,
            [distance(first)],
            samples=99,
            seed=seed,
            enumerate_to=0,
        )[0]
        assert test.method is Method.SAMPLED
        ps.append(test.p)
    for level in (Fraction(1, 20), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)):
        share = sum(p <= level for p in ps) / len(ps)
        assert share <= level + 3 * float(level * (1 - level) / len(ps)) ** 0.5


def test_a_draw_comes_near_to_what_is_exact() -> None:
    for pair in PAIRS:
        first, second = part(pair[0], 0), part(pair[1], 0)
        for null in Null:
            exact = one(first, second, null)
            sampled = one(first, second, null, enumerate_to=0, samples=20_000)
            assert abs(sampled.p - exact.p) < 4 * max(sampled.error, 1e-4)


def test_the_same_seed_gives_the_same_figure_and_another_another() -> None:
    tests = [one(part("lu-1"), part("xue-1"), Null.COUNTS, samples=500, seed=seed) for seed in (1, 1, 2)]
    assert tests[0] == tests[1] != tests[2]


def test_what_is_drawn_counts_the_row_itself_so_that_no_p_is_nothing() -> None:
    test = Test(Null.COUNTS, Method.SAMPLED, 10**9, 0, ((3, 99),))
    assert (test.p, test.p_min) == (Fraction(1, 100), Fraction(1, 100))


def test_the_least_that_a_draw_can_give_does_not_depend_on_what_was_drawn() -> None:
    for samples in (19, 18):
        test = one(part("lu-1"), part("xue-1"), Null.COUNTS, samples=samples)
        assert test.p_min == Fraction(1, samples + 1)
        assert test.decides == (samples == 19)


@pytest.mark.parametrize("first, second", [("", ""), ("", "○"), ("○", ""), ("○", "○"), ("○○", "□□")])
def test_a_row_that_chance_cannot_vary_gives_no_verdict(first: str, second: str) -> None:
    for null in Null:
        test = one(first, second, null)
        assert [test.support, test.p, test.p_min, test.decides] == [1, 1, 1, False]


def test_where_no_row_could_come_below_a_twentieth_there_is_no_verdict() -> None:
    test = one(part("lu-1", 1), part("xue-1", 1), Null.RUNS)
    assert (test.support, test.p_min, test.decides, test.rejects) == (6, Fraction(1, 2), False, False)


@given(st.lists(st.lists(st.integers(1, 40), max_size=4), max_size=4))
def test_holm_is_what_holm_wrote(families: list[list[int]]) -> None:
    tests = [
        [Test(Null.COUNTS, Method.EXACT, 40, 0, ((0, share), (1, 40 - share))) for share in family]
        for family in families
    ]
    adjusted = [test for family in holm(tests) for test in family]
    raw = sorted(test.p for test in adjusted)
    for test in adjusted:
        steps = [min(Fraction(1), (len(raw) - before) * p) for before, p in enumerate(raw) if p <= test.p]
        assert test.holm == max(steps)
        assert test.holm >= test.p


def test_one_test_is_not_adjusted() -> None:
    (only,) = holm([[one(part("lu-1", 1), part("lu-2", 1), Null.COUNTS)]])
    assert only[0].holm == only[0].p
    assert only[0].rejects


@given(rows, rows)
def test_the_best_shift_of_many_rows_is_that_of_each(first: str, second: str) -> None:
    best = best_shift(first, second)
    assert disagreement(first, coded(second)).tolist() == [-(best.agree if best else 0)]
