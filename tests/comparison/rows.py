"""The parts of the rows of A, and rows to draw."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st
from tables import ROWS

from touhu_music.notation import HALF

rows = st.text(st.sampled_from("○□"), max_size=24)
SHORT = ["".join(marks) for length in range(5) for marks in product("○□", repeat=length)]


def part(name: str, side: int | None = None, siglum: str = "A") -> str:
    """Return what stands before 半 (0) or after it (1), or the whole row without 半."""
    sides = ROWS[f"{name}@{siglum}"].split(HALF)
    return "".join(sides) if side is None else sides[side]
