"""The readings of the witnesses, and what follows from them."""

from __future__ import annotations

ROWS = {
    "lu-1@A": "○□○○□□○□○○□半○□○□○○○□□○□○",
    "lu-1@B": "○□○○□□○□○○□半○□○□○○○□□○□○",
    "lu-1@C": "○□○○□□○□○○□半○□○□○○○□□○□○",
    "xue-1@A": "○□○○○□□○□○○□□○□○○□□○半○□○○○□□○",
    "xue-1@B": "○□○○○□□○□○○□□○□○○□□○半○□○○○□□○",
    "xue-1@C": "○□○○○□□○□○○□□○□○○□□○半○□○○○□□○",
    "lu-2@A": "○□○○□□○○半○□○○□○○○○□○□○",
    "lu-2@B": "○□○○□□○○半○□○□○○○○□○□○",
    "lu-2@C": "○□○○□□○○半○□○○□○○○○□○□○",
    "xue-2@A": "○□○○○○□○□○□○○○□○□○○□○半○□○□○○○○□○",
    "xue-2@B": "○□○○○○□○□○□○○○□○□○○□○半○□○□○○○○□○",
    "xue-2@C": "○□○○○○□○□○□○○○□○□○○□○半○□○□○○○○□○○",
}

LU_1, XUE_1, LU_2, XUE_2 = (ROWS[f"{name}@A"] for name in ("lu-1", "xue-1", "lu-2", "xue-2"))


def page(lu_1: str = LU_1, xue_1: str = XUE_1, lu_2: str = LU_2, xue_2: str = XUE_2) -> str:
    """Print four rows among their words, those of A where no others are given."""
    return f"鼓{lu_1}魯鼓{xue_1}薛鼓取半以下為投壺禮盡用之為射禮魯鼓{lu_2}薛鼓{xue_2}"


DIFFERING = {
    "lu-1@K02": "○□○○○□□○□○○□半○□○□○○○□□○□○",
    "lu-1@K11": "○□○□□□○□○○□半○□○□○○○□□○□○",
    "lu-2@K02": "○□○○□□○○半○□○□○○○○□○□○",
    "lu-2@K03": "○□○○□□○○半○□○□○○○○□○□○",
    "lu-2@K09": "○○○□□○○半○□○□○○○○□○□○□○",
    "lu-2@K13": "○□○○□□○○半○□○□○○○○□○□○",
}
"""The rows of the other witnesses that are not as A has them."""

OTHERS = ("K01", "K02", "K03", "K07", "K08", "K09", "K11", "K13", "N01")
EDITION = ROWS | {
    f"{name}@{siglum}": DIFFERING.get(f"{name}@{siglum}", ROWS[f"{name}@A"])
    for siglum in OTHERS
    for name in ("lu-1", "xue-1", "lu-2", "xue-2")
}

# before half, touhu, archery: strokes, of these ○ and □
COUNTS = {
    "lu-1@A": ((11, 6, 5), (12, 7, 5), (23, 13, 10)),
    "xue-1@A": ((20, 11, 9), (8, 5, 3), (28, 16, 12)),
    "lu-2@A": ((8, 5, 3), (13, 9, 4), (21, 14, 7)),
    "lu-2@B": ((8, 5, 3), (12, 8, 4), (20, 13, 7)),
    "xue-2@A": ((21, 14, 7), (10, 7, 3), (31, 21, 10)),
    "xue-2@C": ((21, 14, 7), (11, 8, 3), (32, 22, 10)),
}

RUNS = {
    "lu-1@A": ("11221121", "111132111"),
    "xue-1@A": ("1132112211221", "11321"),
    "lu-2@A": ("11222", "112141111"),
    "lu-2@B": ("11222", "111141111"),
    "xue-2@A": ("114111113111211", "1111411"),
    "xue-2@C": ("114111113111211", "1111412"),
}

SEEDS = {
    "A": "001_2364a3ecf29526b5.txt",
    "B": "003_1c4aa93e5bb2a11e.txt",
    "C": "004_1a986ce09b1966c3.txt",
}
NO_NOTATION = ("000_711e426618046b2d.txt", "002_7b9ba48af2dc8b30.txt")

# circles and squares in the whole file, and those of them that are strokes
GLYPHS_IN_FILE = {"A": (118, 40, 64, 39), "B": (73, 40, 63, 39), "C": (97, 39, 65, 39)}
