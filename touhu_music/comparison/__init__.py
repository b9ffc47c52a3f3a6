"""Rows side by side: how one is got from the other, what they share, and how much that means.

>>> from touhu_music import witness
>>> found = compare(witness("A").reading("lu-1"), witness("A").reading("xue-1"))
>>> found.part.distance, found.part.least_possible, found.part.alignment.ways
(4, 4, 24)
"""

from touhu_music.comparison.pairs import Comparison, Part, compare

__all__ = ["Comparison", "Part", "compare"]
