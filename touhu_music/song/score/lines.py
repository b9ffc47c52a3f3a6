"""The lines of text under the notes of a song: how large they are, and how far below each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

SIZES: Final = {"words": 5.0, "lulu": 3.3, "gongche": 3.3, "jianpu": 3.5, "pinyin": 2.9, "hangul": 4.0}
"""The sizes of letters, in millimetres."""

WIDTHS: Final = {"words": 8.4, "lulu": 8.9, "gongche": 8.4, "jianpu": 8.4, "pinyin": 10.6, "hangul": 8.4}
"""How far apart words must be for each line, in millimetres."""

GAP: Final = 0.6
DOTS: Final = 0.9  # what the dots of numbers need above and below them
HIGH: Final = 0.9  # of a size, from the baseline up


def offsets(lines: Sequence[str]) -> tuple[float, ...]:
    """Return how far below the first line each stands, in millimetres."""
    steps = (
        SIZES[line] * HIGH + GAP + DOTS * sum(each == "jianpu" for each in (before, line))
        for before, line in pairwise(lines)
    )
    return tuple(accumulate(steps, initial=0.0))


def below(lines: Sequence[str]) -> float:
    """Return what the last line needs below its baseline."""
    return GAP + (DOTS if lines[-1] == "jianpu" else 0.0)
