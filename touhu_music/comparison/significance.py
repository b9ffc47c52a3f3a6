"""How often chance does as well: the second row against all rows of a null, or against a draw of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final

from touhu_music.comparison.alignment import EQUAL, Costs
from touhu_music.comparison.nulls import CODES, Null, drawn, enumerated, shuffle

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from touhu_music.comparison.nulls import Rows

    Statistic = Callable[[Rows], NDArray[numpy.integer]]
    """A number for each row, small where a row is like the first one."""

ENUMERATED: Final = 1_000_000
"""A null of at most so many rows is gone through whole."""

SAMPLES: Final = 9_999
LONGEST: Final = 200
"""A row of more strokes is held against no null; the longest that any book prints has 32."""

LEVEL: Final = Fraction(1, 20)


class Method(StrEnum):
    """How a null was gone through."""

    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class Test:
    """What one null says of a pair.

    `support` is how many rows the null has, `spread` which statistic how many of them have, or of
    those drawn, in rising order. `p` is the share of rows that are at least as like the first row
    as the second is; of a draw the second row counts as one drawn. `holm` is `p` adjusted, after
    Holm, to all tests that were made together; None while it is not known.

    Source: Holm, A simple sequentially rejective multiple test procedure, 1979; Phipson and Smyth,
    Permutation p-values should never be zero, 2010.
    """

    __test__ = False  # so that pytest does not take it for one

    null: Null
    method: Method
    support: int
    observed: int
    spread: tuple[tuple[int, int], ...]
    holm: Fraction | None = None

    @property
    def rows(self) -> int:
        """How many rows were gone through."""
        return sum(count for _, count in self.spread)

    @property
    def p(self) -> Fraction:
        """The share of rows at least as like the first as the second is."""
        return self.share(self.observed)

    @property
    def p_min(self) -> Fraction:
        """The least share that could have come out; of a draw the least that any draw can give."""
        if self.method is Method.SAMPLED:
            return Fraction(1, self.rows + 1)
        return self.share(self.spread[0][0])

    @property
    def error(self) -> float:
        """The standard error of `p`, which the draw makes; 0 where nothing was drawn."""
        return 0.0 if self.method is Method.EXACT else sqrt(self.p * (1 - self.p) / self.rows)

    @property
    def decides(self) -> bool:
        """Whether any row could have come out below LEVEL; else there is no verdict."""
        return self.p_min <= LEVEL

    @property
    def rejects(self) -> bool:
        """Whether the pair is more alike than chance makes it, among all tests made together."""
        return self.decides and self.holm is not None and self.holm <= LEVEL

    def share(self, statistic: int) -> Fraction:
        """Return the share of rows with this statistic or less."""
        own = self.method is Method.SAMPLED
        below = sum(count for each, count in self.spread if each <= statistic)
        return Fraction(below + own, self.rows + own)


def held(
    row: str,
    null: Null,
    statistics: Sequence[Statistic],
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    enumerate_to: int = ENUMERATED,
) -> list[Test]:
    """Hold a row against a null, a test for each statistic: against all its rows, or a draw of many."""
    found = shuffle(null, row)
    method = Method.EXACT if found.support <= enumerate_to else Method.SAMPLED
    spreads: list[Counter[int]] = [Counter() for _ in statistics]
    for block in enumerated(found) if method is Method.EXACT else drawn(found, samples, seed):
        for spread, statistic in zip(spreads, statistics, strict=True):
            spread.update(counted(statistic(block)))
    own = [int(statistic(coded(row))[0]) for statistic in statistics]
    return [
        Test(null, method, found.support, observed, tuple(sorted(spread.items())))
        for observed, spread in zip(own, spreads, strict=True)
    ]


def counted(numbers: NDArray[numpy.integer]) -> dict[int, int]:
    """Count how often each number comes."""
    import numpy

    least = int(numbers.min())
    counts = numpy.bincount(numbers - least).tolist()
    return {least + more: count for more, count in enumerate(counts) if count}


def coded(row: str) -> Rows:
    """Return a row of ○ and □ as an array of one row."""
    import numpy

    return numpy.array([[CODES[mark] for mark in row]], numpy.uint8)


def distance(first: str, costs: Costs = EQUAL) -> Statistic:
    """Return the edit distance from a row as a statistic."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    own = bytes(CODES[mark] for mark in first)
    weights = {"weights": (costs.added, costs.missing, costs.other)}

    def distances(rows: Rows) -> NDArray[numpy.integer]:
        import numpy

        width = rows.shape[1]
        others = rows.view(f"S{width}").ravel().tolist() if width else [b""] * len(rows)
        found = cdist([own], others, scorer=Levenshtein.distance, scorer_kwargs=weights, dtype=numpy.int32)
        return numpy.asarray(found[0])

    return distances


def holm(families: Iterable[Sequence[Test]]) -> list[tuple[Test, ...]]:
    """Adjust the p of all tests to each other, and return them as they came."""
    groups = [tuple(tests) for tests in families]
    every = sorted((test.p, place, at) for place, tests in enumerate(groups) for at, test in enumerate(tests))
    adjusted: dict[tuple[int, int], Fraction] = {}
    least = Fraction(0)
    for before, (p, place, at) in enumerate(every):
        least = max(least, min(Fraction(1), (len(every) - before) * p))
        adjusted[place, at] = least
    return [
        tuple(replace(test, holm=adjusted[place, at]) for at, test in enumerate(tests))
        for place, tests in enumerate(groups)
    ]
