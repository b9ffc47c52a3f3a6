"""Numbers for a pair of rows, each with the least that is possible for rows so long, with so many ○ and □."""

from __future__ import annotations

from fractions import Fraction

from touhu_music.comparison.alignment import EQUAL, Costs
from touhu_music.comparison.structure import runs
from touhu_music.notation import Drum


def distance(first: str, second: str, costs: Costs = EQUAL) -> int:
    """Return the least cost of edits that make the second row of the first."""
    from rapidfuzz.distance import Levenshtein

    weights = (costs.added, costs.missing, costs.other)
    return Levenshtein.distance(first, second, weights=weights)


def least_possible(first: str, second: str, costs: Costs = EQUAL) -> int:
    """Return the distance that the difference in length alone makes."""
    more = len(second) - len(first)
    return more * costs.added if more > 0 else -more * costs.missing


def least_possible_counts(first: str, second: str, costs: Costs = EQUAL) -> int:
    """Return the distance that the differences in the numbers of ○ and of □ make.

    Where the one has more and the other fewer, a ○ may become a □.
    """
    more = [second.count(drum) - first.count(drum) for drum in Drum]
    added, missing = sum(max(each, 0) for each in more), sum(max(-each, 0) for each in more)
    exchanged = min(added, missing)
    exchange = min(costs.other, costs.added + costs.missing)
    return exchanged * exchange + (added - exchanged) * costs.added + (missing - exchanged) * costs.missing


def common(first: str, second: str) -> int:
    """Return the length of the longest common subsequence: strokes that both have in this order."""
    from rapidfuzz.distance import LCSseq

    return LCSseq.similarity(first, second)


def similarity(first: str, second: str) -> Fraction | None:
    """Return 1 less the distance, at equal costs, by the longer length; None where both have no stroke."""
    longer = max(len(first), len(second))
    return 1 - Fraction(distance(first, second), longer) if longer else None


def run_distance(first: str, second: str) -> int:
    """Return how many runs are missing, added or others; a run counts as one, however long."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(runs(first), runs(second))
