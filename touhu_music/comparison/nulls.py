"""The rows that a comparison is held against: all that share something with a row, or a draw of them.

Strokes are bytes here, 1 for ○ and 2 for □, a row of the array for each row of strokes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from math import factorial, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music.notation import Drum

if TYPE_CHECKING:
    import numpy
    from numpy.random import BitGenerator
    from numpy.typing import NDArray

    Rows = NDArray[numpy.uint8]

CODES: Final = {str(Drum.PI): 1, str(Drum.GU): 2}
AT_ONCE: Final = 1 << 21  # strokes of a block


class Null(StrEnum):
    """What the rows of a null share with the row."""

    COUNTS = "counts"
    """As many ○ and as many □."""

    RUNS = "runs"
    """The same runs of ○ among those of ○, the same of □ among those of □, each in any order."""

    TRANSITIONS = "transitions"
    """The same first stroke, and as often ○ after ○, □ after ○, ○ after □, □ after □."""


class Shuffle(NamedTuple):
    """A null of one row: things that are put in any order, each by itself, and the rows that they spell."""

    things: tuple[tuple[int, ...], ...]
    spell: Callable[[Sequence[Rows]], Rows]

    @property
    def support(self) -> int:
        """How many rows there are."""
        return prod(map(orders, self.things))


def orders(things: Sequence[int]) -> int:
    """Return in how many different orders things can be put."""
    return factorial(len(things)) // prod(factorial(things.count(kind)) for kind in set(things))


def shuffle(null: Null, row: str) -> Shuffle:
    """Return what a null puts in any order, of a row of ○ and □."""
    if null is Null.COUNTS or not row:
        return Shuffle((tuple(CODES[mark] for mark in row),), lambda ordered: ordered[0])
    runs = [(mark, len(list(strokes))) for mark, strokes in groupby(row)]
    drums = list(dict.fromkeys(mark for mark, _ in runs))  # that of the first run first
    lengths = [tuple(length for mark, length in runs if mark == drum) for drum in drums]

    def spelled(ordered: Sequence[Rows]) -> Rows:
        return spell_runs([CODES[drum] for drum in drums], ordered, len(row))

    if null is Null.RUNS:
        return Shuffle(tuple(lengths), spelled)
    cuts = tuple((1,) * (len(each) - 1) + (0,) * (sum(each) - len(each)) for each in lengths)
    return Shuffle(cuts, lambda ordered: spelled([cut(each) for each in ordered]))


def spell_runs(codes: Sequence[int], lengths: Sequence[Rows], strokes: int) -> Rows:
    """Write rows whose runs are of two drums by turns; of each drum the lengths of its runs are given."""
    import numpy

    rows, runs = len(lengths[0]), sum(each.shape[1] for each in lengths)
    turns = numpy.empty((rows, runs), numpy.intp)
    drums = numpy.empty(runs, numpy.uint8)
    for place, (code, each) in enumerate(zip(codes, lengths, strict=True)):
        turns[:, place::2], drums[place::2] = each, code
    return numpy.repeat(numpy.tile(drums, rows), turns.ravel()).reshape(rows, strokes)


def cut(marks: Rows) -> Rows:
    """Return the lengths into which rows are cut, where a 1 is a cut between two strokes."""
    import numpy

    rows = len(marks)
    bounds = numpy.pad(marks, ((0, 0), (1, 1)), constant_values=1)
    ends = numpy.nonzero(bounds)[1].reshape(rows, -1)
    return numpy.diff(ends, axis=1).astype(numpy.uint8)


# --- all of them --------------------------------------------------------------------------------


def enumerated(found: Shuffle) -> Iterator[Rows]:
    """Give all rows of a null, each once, in blocks."""
    import numpy

    most = max(1, AT_ONCE // (sum(map(len, found.things)) + 1))
    if len(found.things) < 2:
        for block in arrangements(found.things[0], most):
            yield found.spell([block])
        return
    first, second = found.things
    for ones in arrangements(first, int(most**0.5) + 1):
        for others in arrangements(second, int(most**0.5) + 1):
            yield found.spell([numpy.repeat(ones, len(others), axis=0), numpy.tile(others, (len(ones), 1))])


def arrangements(things: Sequence[int], most: int) -> Iterator[Rows]:
    """Give all different orders of things, not many more than `most` at once.

    The rarest kind takes every choice of places among each order of the rest.
    """
    import numpy

    rarest = min(things, key=lambda thing: (things.count(thing), thing), default=0)
    rest = [thing for thing in things if thing != rarest]
    if not rest:
        yield numpy.full((1, len(things)), rarest, numpy.uint8)
        return
    taken = subsets(len(things), len(things) - len(rest))
    for orders_of_rest in arrangements(rest, most):
        step = max(1, most // len(orders_of_rest))
        for start in range(0, len(taken), step):
            places = taken[start : start + step]
            free = numpy.ones((len(places), len(things)), bool)
            numpy.put_along_axis(free, places, False, 1)
            made = numpy.full((len(orders_of_rest), *free.shape), rarest, numpy.uint8)
            made[:, free] = numpy.tile(orders_of_rest, (1, len(places)))
            yield made.reshape(-1, len(things))


def subsets(places: int, size: int) -> NDArray[numpy.intp]:
    """Return all choices of so many of the places, which count from 0; one a row, rising."""
    import numpy

    chosen = numpy.empty((1, 0), numpy.intp)
    last = numpy.array([-1])
    for missing in range(size, 0, -1):
        room = places - missing - last  # how many places each choice can go on with
        row = numpy.repeat(numpy.arange(len(room)), room)
        last = last[row] + 1 + numpy.arange(len(row)) - (numpy.cumsum(room) - room)[row]
        chosen = numpy.column_stack((chosen[row], last))
    return chosen


# --- a draw of them -----------------------------------------------------------------------------


def drawn(found: Shuffle, number: int, seed: int) -> Iterator[Rows]:
    """Draw so many rows of a null, each as likely as any other, in blocks; the same on every machine."""
    from numpy.random import PCG64

    bits = PCG64(seed)
    step = max(1, AT_ONCE // (sum(map(len, found.things)) + 1))
    for start in range(0, number, step):
        size = min(step, number - start)
        yield found.spell([shuffled(things, size, bits) for things in found.things])


def shuffled(things: Sequence[int], number: int, bits: BitGenerator) -> Rows:
    """Put things in so many random orders, after Fisher and Yates.

    The numbers come from the bits themselves: what numpy makes of them differs between its versions.
    """
    import numpy

    made = numpy.tile(numpy.array(things, numpy.uint8)[:, None], (1, number))
    each = numpy.arange(number)
    for last in range(len(things) - 1, 0, -1):
        place = (bits.random_raw(number) % numpy.uint64(last + 1)).astype(numpy.intp)
        swapped = made[place, each]
        made[place, each] = made[last]
        made[last] = swapped
    return numpy.ascontiguousarray(made.T)
