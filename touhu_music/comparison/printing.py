"""Comparisons as JSON and CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import islice
from typing import Any, Final

from touhu_music.comparison.alignment import Alignment, every
from touhu_music.comparison.cycles import chronotonic, evenness, interval_vector, intervals, of_rows
from touhu_music.comparison.nulls import Null
from touhu_music.comparison.pairs import LONGEST_ALIGNED, Comparison, Part, Row
from touhu_music.comparison.significance import Test
from touhu_music.comparison.structure import cells, grams, palindrome, repeats, runs, shared

Shape = dict[str, Any]
GRAMS: Final = (2, 3, 4)
OF_TEST: Final = ("support", "method", "p", "p_min", "error", "holm")


def shape(comparison: Comparison, *, ways: int = 0, timing: str | None = None) -> Shape:
    """Give a comparison as JSON, the part of its use at the top: keys are added, never renamed.

    `ways` is how many alignments of each part are listed; under a `timing` there are cyclic measures.
    """
    return {
        "a": comparison.a.name,
        "b": comparison.b.name,
        "use": comparison.use,
        **of_part(comparison.part),
        "costs": comparison.costs._asdict(),
        "samples": comparison.samples,
        "seed": comparison.seed,
        "tests_made": comparison.tests,
        "rows": [of_row(row) for row in (comparison.a, comparison.b)],
        **{name: of_part(part) for name, part in comparison.parts.items()},
        **({"ways": ways_of(comparison, ways)} if ways else {}),
        **({"cyclic": {"timing": timing, **of_cycles(comparison, timing)}} if timing else {}),
    }


def ways_of(comparison: Comparison, most: int) -> Shape:
    """List alignments of each part: pairs of places, from 1, or null where a row has no stroke."""
    return {
        name: [
            [[None if place is None else place + 1 for place in column] for column in way]
            for way in islice(every(part.first, part.second, comparison.costs), most)
        ]
        for name, part in comparison.parts.items()
        if part.alignment
    }


def of_cycles(comparison: Comparison, timing: str) -> Shape:
    """Give the cyclic measures of both rows, of each drum and of both; beats are written as fractions."""
    found: Shape = {}
    for drum, pair in of_rows((comparison.a, comparison.b), comparison.use, timing).items():
        area = chronotonic(*pair)
        found[drum] = {
            "beats": [str(each.beats) for each in pair],
            "intervals": [[str(beats) for beats in intervals(each)] for each in pair],
            "interval_vector": [
                {str(beats): count for beats, count in interval_vector(each).items()} for each in pair
            ],
            "evenness": [evenness(each) for each in pair],
            "chronotonic": None if area is None else str(area),
        }
    return found


def to_json(shapes: Sequence[Shape]) -> bytes:
    """Write an object for one comparison, a list for several."""
    shown = shapes[0] if len(shapes) == 1 else list(shapes)
    return json.dumps(shown, ensure_ascii=False, indent=1).encode() + b"\n"


def of_row(row: Row) -> Shape:
    """Give a row: its strokes, its source, how it is built."""
    sides = {"before_half": row.before_half, "after_half": row.after_half}
    return {
        "name": row.name,
        **sides,
        "source": row.source or None,
        "doubtful": [
            {"section": mark.section, "place": mark.place}
            for mark in (row.reading.marks if row.reading else ())
            if mark.doubtful
        ],
        "structure": None
        if max(map(len, sides.values())) > LONGEST_ALIGNED
        else {
            name: {
                "runs": [len(each) for each in runs(side)],
                "cells": list(cells(side)),
                "palindrome": palindrome(side),
                "repeats": [{"strokes": each, "places": list(places)} for each, places in repeats(side)],
                "grams": {str(size): grams(side, size) for size in GRAMS},
            }
            for name, side in sides.items()
        },
    }


def of_part(part: Part) -> Shape:
    """Give what is known of one part; what is not defined or too long is null."""
    counts = part.test(Null.COUNTS)
    return {
        "first": part.first,
        "second": part.second,
        "distance": part.distance,
        "least_possible": part.least_possible,
        "least_possible_counts": part.least_possible_counts,
        "contained": part.contained,
        "alignments": part.alignment.ways if part.alignment else None,
        "p_value": float(counts.p) if counts else None,
        "tests": [of_test(test) for test in part.tests],
        "edits": [edit._asdict() for edit in part.alignment.edits] if part.alignment else None,
        "alignment": meeting(part.alignment),
        "common": part.common,
        "similarity": None if part.similarity is None else float(part.similarity),
        "run_distance": part.run_distance,
        "shared": [each._asdict() for each in shared(part.first, part.second)] if part.alignment else None,
        "best_shift": part.shift._asdict() if part.shift else None,
        "best_shift_test": of_test(part.shift_test) if part.shift_test else None,
    }


def meeting(alignment: Alignment | None) -> list[list[int]] | None:
    """Give the places, from 1, that meet in the alignment that is shown."""
    return [[first + 1, second + 1] for first, second in alignment.meeting] if alignment else None


def of_test(test: Test) -> Shape:
    """Give a test; `spread` has how many rows have which statistic."""
    return {
        "null": test.null,
        "method": test.method,
        "support": test.support,
        "rows": test.rows,
        "observed": test.observed,
        "p": float(test.p),
        "p_exact": str(test.p),
        "p_min": float(test.p_min),
        "error": test.error,
        "holm": None if test.holm is None else float(test.holm),
        "decides": test.decides,
        "spread": [list(each) for each in test.spread],
    }


# --- a line a part ------------------------------------------------------------------------------


def to_csv(comparisons: Iterable[Comparison]) -> bytes:
    """Write a line a part of each comparison."""
    table = [line for each in comparisons for line in parts_of(each)]
    data = StringIO()
    columns = dict.fromkeys(key for line in table for key in line)
    writer = csv.DictWriter(data, [*columns], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return data.getvalue().encode()


def parts_of(comparison: Comparison) -> list[Shape]:
    """Return a line a part: the rows, the numbers, what each null says."""
    keys = (
        *("first", "second", "distance", "least_possible", "least_possible_counts", "contained"),
        *("alignments", "common", "similarity", "run_distance"),
    )
    table = []
    for name, part in comparison.parts.items():
        told = of_part(part)
        line: Shape = {"a": comparison.a.name, "b": comparison.b.name, "use": comparison.use, "part": name}
        line |= {"meant": part is comparison.part, **{key: told[key] for key in keys}}
        for test in part.tests:
            said = of_test(test)
            line |= {f"{key}_{test.null}": said[key] for key in OF_TEST}
        if part.shift_test:
            said = of_test(part.shift_test)
            line |= {f"{key}_shift": said[key] for key in OF_TEST}
        line |= {f"cost_{edit}": cost for edit, cost in comparison.costs._asdict().items()}
        line |= {"samples": comparison.samples, "seed": comparison.seed, "tests_made": comparison.tests}
        table.append(line)
    return table
