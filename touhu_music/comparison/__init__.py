"""Rows side by side: how one is got from the other, what they share, and how much that means.

>>> from touhu_music import witness
>>> found = compare(witness("A").reading("lu-1"), witness("A").reading("xue-1"))
>>> found.part.distance, found.part.least_possible, found.part.alignment.ways
(4, 4, 24)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from touhu_music.comparison.pairs import Comparison, Part, compare

__all__ = ["Comparison", "Part", "compare"]


def __getattr__(name: str) -> Any:
    """Import what is asked for: who only aligns rows, as `touhu scan` does, starts without the rest."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.pairs"), name)
