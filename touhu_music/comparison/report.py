"""A comparison in words and lines: rows under each other, edits, numbers with what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Final

from touhu_music.comparison.aligned import label
from touhu_music.comparison.alignment import EQUAL, Column, Costs, every
from touhu_music.comparison.cycles import chronotonic, evenness, interval_vector, intervals, of_rows
from touhu_music.comparison.lanes import lanes
from touhu_music.comparison.nulls import Null
from touhu_music.comparison.pairs import LONGEST_ALIGNED, Comparison, Part, Row
from touhu_music.comparison.significance import LONGEST, Method, Test
from touhu_music.comparison.structure import cells, grams, palindrome, repeats, runs, shared, shifts
from touhu_music.comparison.telling import edit_said
from touhu_music.language import Language, doubts, word
from touhu_music.notation import HALF, Drum, Section, Use

NOTHING: Final = "·"
LISTED: Final = 3
"""Stretches that are told; of others only how many."""

SAME: Final = "─"  # as wide as ○ and □, however wide a terminal makes these
DIFFERS: Final = "▲"
WHOLE: Final = "cmp-whole"


def lines(
    comparison: Comparison, language: Language, *, ways: int = 0, sizes: Sequence[int] = ()
) -> Iterator[str]:
    """Tell a comparison in full: the rows, the parts of the use, the others in short, what is chance.

    `ways` is how many alignments are listed, `sizes` of which stretches are counted.
    """
    a, b = comparison.a, comparison.b
    yield f"{word('cmp-against', language).format(a.name, b.name)}: {word(comparison.use, language)}"
    yield from indented(described(row, language) for row in (a, b))
    meant = ["after_half"] if comparison.use is Use.TOUHU else list(comparison.parts)
    for name in meant:
        yield ""
        yield title(name, language)
        yield from indented(part_lines(comparison, name, language, ways=ways))
    yield ""
    for name, part in comparison.parts.items():
        yield summary(name, part, language)
    yield ""
    yield from structure_lines(comparison, language, sizes)
    if comparison.tests:
        yield ""
        yield word("cmp-exploratory", language).format(a.name, b.name, comparison.tests)


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Set lines in."""
    return (f"  {line}" for line in lines)


def title(part: str, language: Language) -> str:
    """Name a part."""
    return word(WHOLE if part == "whole" else part, language)


def described(row: Row, language: Language) -> str:
    """Say what a row is and where it comes from, and what of it is doubtful."""
    named = label(row, language)
    said = [*([named] if named != row.name else []), row.source or word("no-witness", language)]
    if row.reading:
        said += doubts(row.reading, language)
    return f"{row.name}: {'; '.join(said)}"


# --- one part -----------------------------------------------------------------------------------


def part_lines(comparison: Comparison, name: str, language: Language, *, ways: int = 0) -> Iterator[str]:
    """Tell one part: how the rows lie under each other, and what there is to say of them."""
    part, names = comparison.parts[name], (comparison.a.name, comparison.b.name)
    yield from under_each_other(names, [part.first, part.second], language, comparison.costs)
    yield from facts(comparison, name, language, ways=ways)


def facts(comparison: Comparison, name: str, language: Language, *, ways: int = 0) -> Iterator[str]:
    """Tell how far apart the rows of a part are, by which edits, what they share, what chance does."""
    part, names = comparison.parts[name], (comparison.a.name, comparison.b.name)
    yield from distance_lines(comparison, part, language)
    section = None if name == "whole" else Section(name)
    if part.alignment:
        for edit in part.alignment.edits:
            yield f"- {edit_said(section, edit, len(part.first), language)}"
        found = every(part.first, part.second, comparison.costs) if ways else ()
        for number, way in enumerate(islice(found, ways), 1):
            yield from (f"{number}. {line}" for line in way_lines(way, part))
    yield word("cmp-common", language).format(part.common)
    nearness = word("cmp-similarity", language).format(shown(part.similarity, language))
    yield from [nearness, word("cmp-runs", language).format(part.run_distance)]
    stretches = shared(part.first, part.second) if part.alignment else ()
    for stretch in stretches[:LISTED]:
        places = (numbers(stretch.first), numbers(stretch.second))
        yield word("cmp-shared", language).format(stretch.strokes, names[0], places[0], names[1], places[1])
    yield from more(stretches, language)
    if part.shift:
        by, agree, overlap = part.shift
        laid = (names[1], max(by, 0) + 1, names[0], max(-by, 0) + 1, agree, overlap)
        equal = sum(it.agree == agree for it in shifts(part.first, part.second))
        yield word("cmp-shift" if equal == 1 else "cmp-shifts", language).format(*laid, equal)
    yield from test_lines(comparison, part, language)


def under_each_other(
    names: Sequence[str], rows: Sequence[str], language: Language, costs: Costs
) -> Iterator[str]:
    """Set rows under each other, and below what differs."""
    if max(map(len, rows)) > LONGEST_ALIGNED:
        yield word("cmp-long", language).format(LONGEST_ALIGNED)
        return
    laid, width = lanes(rows, costs), max(map(len, names))
    for name, cells_, row in zip(names, laid.rows, rows, strict=True):
        counts = word("cmp-counts", language).format(len(row), *(row.count(drum) for drum in Drum))
        yield f"{name:{width}}  {''.join(cell or NOTHING for cell in cells_)}  {counts}"
    if any(laid.differing):
        yield " " * (width + 2) + "".join(DIFFERS if differs else SAME for differs in laid.differing)
    if len(rows) > 2:
        yield word("cmp-centre", language).format(names[laid.centre])


def distance_lines(comparison: Comparison, part: Part, language: Language) -> Iterator[str]:
    """Tell the distance beside the least that is possible, and in how many ways the rows can be aligned."""
    least = (part.least_possible, part.least_possible_counts)
    yield word("cmp-distance", language).format(part.distance, *least)
    if comparison.costs != EQUAL:
        yield word("cmp-costs", language).format(*comparison.costs)
    if part.first == part.second:
        yield word("cmp-equal", language)
    elif part.contained:
        yield word("cmp-contained", language)
    if part.alignment and part.alignment.ways > 1:
        yield word("cmp-ways", language).format(part.alignment.ways)


def way_lines(way: Sequence[Column], part: Part) -> tuple[str, str]:
    """Print one alignment as two rows."""
    return (
        "".join(NOTHING if place is None else part.first[place] for place, _ in way),
        "".join(NOTHING if place is None else part.second[place] for _, place in way),
    )


def test_lines(comparison: Comparison, part: Part, language: Language) -> Iterator[str]:
    """Tell what each null says."""
    if not part.tests:
        yield word("cmp-untested", language).format(LONGEST)
    for test in part.tests:
        yield word(f"cmp-null-{test.null}", language).format(told(test, comparison, language))
    if part.shift_test and part.shift:
        yield word("cmp-test-shift", language).format(told(part.shift_test, comparison, language))


def told(test: Test, comparison: Comparison, language: Language) -> str:
    """Tell p with all that it needs to be understood, and the verdict, if there can be one."""
    holm = decimals(test.holm) if test.holm is not None else "-"
    if test.method is Method.EXACT:
        p = word("cmp-exact", language).format(decimals(test.p), test.support, decimals(test.p_min), holm)
    else:
        drawn = (f"{test.error:.2g}", test.rows, comparison.seed)
        p = word("cmp-sampled", language).format(
            decimals(test.p), test.support, decimals(test.p_min), holm, *drawn
        )
    verdict = "cmp-beyond" if test.rejects else "cmp-chance" if test.decides else "cmp-no-verdict"
    return f"{p}; {word(verdict, language)}"


def summary(name: str, part: Part, language: Language) -> str:
    """Tell a part in one line."""
    test = part.test(Null.COUNTS)
    return word("cmp-summary", language).format(
        title(name, language),
        part.distance,
        part.least_possible,
        part.least_possible_counts,
        part.alignment.ways if part.alignment else "-",
        decimals(test.p) if test else "-",
    )


# --- how rows are built -------------------------------------------------------------------------


def structure_lines(comparison: Comparison, language: Language, sizes: Sequence[int]) -> Iterator[str]:
    """Tell how the rows are built, each side of 半, and what they are made of."""
    part, a, b = comparison.part, comparison.a, comparison.b
    yield from composed(a.name, part.first, b.name, part.second, language)
    yield from composed(b.name, part.second, a.name, part.first, language)
    for row in dict.fromkeys((a, b)):
        if len(row.before_half) + len(row.after_half) > LONGEST:
            continue
        yield from row_lines(row, comparison.use, language, sizes)


def composed(name: str, row: str, inner_name: str, inner: str, language: Language) -> Iterator[str]:
    """Tell that a row is another with something before and after it, where it is."""
    at = row.find(inner) if inner and inner != row else -1
    if at >= 0:
        pieces = filter(None, (row[:at], inner_name, row[at + len(inner) :]))
        yield word("cmp-composed", language).format(name, " + ".join(pieces))


def row_lines(row: Row, use: Use, language: Language, sizes: Sequence[int]) -> Iterator[str]:
    """Tell how one row is built."""
    sections = (Section.AFTER_HALF,) if use is Use.TOUHU else tuple(Section)
    sides = {section: str(getattr(row, section)) for section in sections}
    lengths = ("-".join(str(len(each)) for each in runs(side)) for side in sides.values())
    parted = (" ".join(cells(side)) for side in sides.values())
    between = f" {HALF} "
    yield word("cmp-built", language).format(row.name, between.join(lengths), between.join(parted))
    if row.before_half.startswith(row.after_half):
        yield word("cmp-opening", language).format(row.name, len(row.after_half))
    for section, side in zip(Section, (row.before_half, row.after_half), strict=True):
        if palindrome(side) and len(side) > 1:
            yield word("cmp-palindrome", language).format(f"{row.name} {word(section, language)}")
    for section, side in sides.items():
        where = f"{row.name} {word(section, language)}" if len(sides) > 1 else row.name
        found = repeats(side)
        for stretch, places in found[:LISTED]:
            yield word("cmp-repeats", language).format(where, stretch, numbers(places))
        yield from more(found, language)
        for size in sizes:
            counted = ", ".join(f"{stretch} {count}" for stretch, count in grams(side, size).items())
            if counted:
                yield word("cmp-grams", language).format(where, size, counted)


def more(found: Sequence[object], language: Language) -> Iterator[str]:
    """Say how many are not told."""
    if len(found) > LISTED:
        yield word("cmp-more", language).format(len(found) - LISTED)


# --- going round --------------------------------------------------------------------------------


def cyclic_lines(comparison: Comparison, timing: str, language: Language) -> Iterator[str]:
    """Measure both rows as rhythms that go round under a timing; raises PlanError where it knows none."""
    rows = (comparison.a, comparison.b)
    yield word("cmp-cyclic", language).format(word(timing, language))
    for drums, cycles in of_rows(rows, comparison.use, timing).items():
        for row, each in zip(rows, cycles, strict=True):
            vector = ", ".join(f"{beats}: {count}" for beats, count in interval_vector(each).items())
            even = evenness(each)
            told = ("-".join(map(str, intervals(each))), vector, "-" if even is None else f"{even:.3f}")
            yield "  " + word("cmp-cycle", language).format(row.name, drums, *told)
        area = chronotonic(*cycles)
        undefined = word("cmp-chronotonic-none", language).format(*(each.beats for each in cycles))
        yield "  " + word("cmp-chronotonic", language).format(drums, undefined if area is None else area)


# --- several rows -------------------------------------------------------------------------------


def rows_lines(rows: Sequence[Row], use: Use, costs: Costs, language: Language) -> Iterator[str]:
    """Set several rows under each other, each side of 半 by itself."""
    sections = (Section.AFTER_HALF,) if use is Use.TOUHU else tuple(Section)
    for section in sections:
        yield word(section, language)
        sides = [row.after_half if section is Section.AFTER_HALF else row.before_half for row in rows]
        names = [row.name for row in rows]
        yield from indented(under_each_other(names, sides, language, costs))


# --- numbers ------------------------------------------------------------------------------------


def decimals(value: Fraction) -> str:
    """Print a share with three places, or as many as its first figure needs."""
    return f"{float(value):.3f}" if value >= Fraction(1, 1000) or not value else f"{float(value):.1g}"


def shown(value: Fraction | None, language: Language) -> str:
    """Print a number that may not be defined."""
    return word("cmp-undefined", language) if value is None else decimals(value)


def numbers(places: Sequence[int]) -> str:
    """Print places."""
    return ", ".join(map(str, places))
