"""One row against another: what they share, how far they are apart, how much that means."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from touhu_music import library
from touhu_music.comparison import measures
from touhu_music.comparison.alignment import EQUAL, Alignment, Costs, align
from touhu_music.comparison.nulls import Null
from touhu_music.comparison.significance import LONGEST, SAMPLES, Test, distance, held, holm
from touhu_music.comparison.structure import Shift, best_shift, disagreement
from touhu_music.errors import CompareError
from touhu_music.notation import Cadence, Section, Use, parse
from touhu_music.reading import Reading

if TYPE_CHECKING:
    from fractions import Fraction

    import pandas

LONGEST_ALIGNED: Final = 1_000
"""Rows of more strokes are measured but not aligned."""

MOST_SAMPLES: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """A row under the name that is shown: the strokes on both sides of 半, and where they come from."""

    name: str
    before_half: str
    after_half: str
    source: str = ""
    reading: Reading | None = None

    def strokes(self, use: Use) -> str:
        """Return the strokes of a use; 半 is none of them."""
        return self.after_half if use is Use.TOUHU else self.before_half + self.after_half


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of one row against a stretch of another; both may be empty.

    `alignment` is None where a row is too long to be aligned; then, and for rows over LONGEST, there
    are no tests. `similarity` is None where neither has a stroke. `shift_test` holds the best shift
    against the best shift of each row with as many ○ and □ as the second; its statistic is negative.
    """

    first: str
    second: str
    distance: int
    least_possible: int
    least_possible_counts: int
    common: int
    similarity: Fraction | None
    run_distance: int
    alignment: Alignment | None
    tests: tuple[Test, ...]
    shift: Shift | None
    shift_test: Test | None

    def test(self, null: Null) -> Test | None:
        """Return the test against a null, if it was made."""
        return next((test for test in self.tests if test.null is null), None)

    @property
    def contained(self) -> bool:
        """Whether the one has all strokes of the other in their order."""
        return self.common == min(len(self.first), len(self.second))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rows compared: each side of 半 by itself, and whole without 半.

    `use` says which part is meant; the others are there as well. `tests` is how many tests were made
    together, to which their p are adjusted.
    """

    a: Row
    b: Row
    use: Use
    costs: Costs
    samples: int
    seed: int
    before_half: Part
    after_half: Part
    whole: Part
    tests: int = 0

    @property
    def part(self) -> Part:
        """The part of the use: what stands after 半 for touhu, the whole for archery."""
        return self.after_half if self.use is Use.TOUHU else self.whole

    @property
    def parts(self) -> dict[str, Part]:
        """The parts by name."""
        return {**{str(section): getattr(self, section) for section in Section}, "whole": self.whole}

    def to_frame(self) -> pandas.DataFrame:
        """Return a line a part as a table of pandas; raises TouhuError where that is not installed."""
        table: pandas.DataFrame = resolve_name("touhu_music.notebook:parts_of_comparison")(self)
        return table

    def _repr_html_(self) -> str:
        """Show the comparison in a notebook: figure, numbers, sound."""
        return str(resolve_name("touhu_music.notebook:comparison")(self))


def compare(
    a: Reading | Cadence | str | Row,
    b: Reading | Cadence | str | Row,
    *,
    use: Use | str = Use.TOUHU,
    costs: Costs = EQUAL,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Comparison:
    """Compare two rows, each side of 半 by itself and both as a whole.

    The second row is the one that chance varies. Nulls of more than a million rows are drawn from,
    `samples` times. Raises CompareError for costs or samples out of range, NotationError for a row
    that is none.
    """
    if use not in tuple(Use):
        raise CompareError(f"use must be {' or '.join(Use)}, not {str(use)[:40]!r}")
    return together([compared(named(a), named(b), Use(use), Costs(*costs), samples, seed)])[0]


def named(row: Reading | Cadence | str | Row) -> Row:
    """Give a row the name that it has in tables: `lu-1`, `lu-2@B`, or `row-…` where it has none."""
    if isinstance(row, Row):
        return row
    reading = row if isinstance(row, Reading) else None
    cadence = row.cadence if isinstance(row, Reading) else parse(row) if isinstance(row, str) else row
    name = cadence.name or f"row-{hashlib.sha256(str(cadence).encode()).hexdigest()[:8]}"
    where = (reading.witness or reading.file) if reading else ""
    if cadence.name and where not in ("", library.BASE):
        name = f"{name}@{where}"
    before, after = ("".join(side) for side in (cadence.before_half, cadence.after_half))
    return Row(name, before, after, reading.source if reading else "", reading)


def compared(a: Row, b: Row, use: Use, costs: Costs, samples: int, seed: int) -> Comparison:
    """Compare two rows; the p of the tests are not adjusted yet."""
    if not all(isinstance(cost, int) and 1 <= cost <= 1000 for cost in costs):
        raise CompareError(f"costs must be whole numbers from 1 to 1000, not {', '.join(map(str, costs))}")
    if not 1 <= samples <= MOST_SAMPLES:
        raise CompareError(f"samples must be from 1 to {MOST_SAMPLES}, not {samples}")
    if not 0 <= seed < 2**32:
        raise CompareError(f"seed must be from 0 to {2**32 - 1}, not {seed}")
    sides = (
        (a.before_half, b.before_half),
        (a.after_half, b.after_half),
        (a.strokes(Use.ARCHERY), b.strokes(Use.ARCHERY)),
    )
    before, after, whole = (part(first, second, costs, samples=samples, seed=seed) for first, second in sides)
    return Comparison(a, b, use, costs, samples, seed, before, after, whole)


def part(
    first: str,
    second: str,
    costs: Costs = EQUAL,
    *,
    nulls: Iterable[Null] = tuple(Null),
    samples: int = SAMPLES,
    seed: int = 0,
) -> Part:
    """Compare two stretches of ○ and □, which may have no stroke or ten thousand."""
    longer = max(len(first), len(second))
    tests: list[Test] = []
    shift_test = None
    if longer <= LONGEST:
        near = distance(first, costs)
        for null in nulls:
            statistics = [near]
            if null is Null.COUNTS:
                statistics.append(lambda rows: disagreement(first, rows))
            found, *others = held(second, null, statistics, samples=samples, seed=seed)
            tests.append(found)
            shift_test = next(iter(others), shift_test)
    return Part(
        first,
        second,
        measures.distance(first, second, costs),
        measures.least_possible(first, second, costs),
        measures.least_possible_counts(first, second, costs),
        measures.common(first, second),
        measures.similarity(first, second),
        measures.run_distance(first, second),
        align(first, second, costs) if longer <= LONGEST_ALIGNED else None,
        tuple(tests),
        best_shift(first, second) if longer <= LONGEST_ALIGNED else None,
        shift_test,
    )


def together(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """Adjust the p of all tests of several comparisons to each other, after Holm."""
    families = [list(all_tests(each)) for comparison in comparisons for each in comparison.parts.values()]
    adjusted = iter(holm(families))
    made = []
    for comparison in comparisons:
        before, after, whole = (with_tests(each, next(adjusted)) for each in comparison.parts.values())
        made.append(replace(comparison, before_half=before, after_half=after, whole=whole))
    number = sum(map(len, families))
    return tuple(replace(comparison, tests=number) for comparison in made)


def all_tests(part: Part) -> Iterator[Test]:
    """Return all tests of a part, that of its shift last."""
    yield from part.tests
    if part.shift_test:
        yield part.shift_test


def with_tests(part: Part, tests: Sequence[Test]) -> Part:
    """Put tests back where `all_tests` took them."""
    number = len(part.tests)
    return replace(part, tests=tuple(tests[:number]), shift_test=next(iter(tests[number:]), None))
