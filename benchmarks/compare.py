"""How fast rows are compared, each time in one run with its peer. Exits with 1 where a ratio is not met.

One null of 100,000 shuffles of whole rows, against the same in plain Python; the report of a pair on
the terminal, against the import of numpy and rapidfuzz; a figure, against the import of matplotlib.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Final

from touhu_music import Use, witness
from touhu_music.comparison.nulls import Null
from touhu_music.comparison.significance import distance, held

SHUFFLES: Final = 100_000
PLAIN: Final = 2_000  # shuffles of the plain loop, which is scaled: all would take a quarter of an hour
ROUNDS: Final = 11
TOUHU: Final = str(Path(sysconfig.get_path("scripts"), "touhu"))


def plain(first: str, second: str, shuffles: int) -> float:
    """Return the share of shuffles at least as near, as one writes it without a library."""

    def levenshtein(one: str, other: list[str]) -> int:
        above = list(range(len(other) + 1))
        for i, mark in enumerate(one, 1):
            row = [i]
            for j, stroke in enumerate(other, 1):
                row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (mark != stroke)))
            above = row
        return above[-1]

    strokes, draw, near = list(second), random.Random(0), 0
    observed = levenshtein(first, strokes)
    for _ in range(shuffles):
        draw.shuffle(strokes)
        near += levenshtein(first, strokes) <= observed
    return near / shuffles


def null() -> bool:
    """Measure one sampled null; tell whether it is a hundred times as fast as plain loops."""
    first, second = (
        "".join(witness("A").reading(name).cadence.strokes(Use.ARCHERY)) for name in ("lu-1", "xue-1")
    )
    ours, peer = [], []
    for _ in range(5):
        start = time.perf_counter()
        (test,) = held(second, Null.COUNTS, [distance(first)], samples=SHUFFLES)
        ours.append(time.perf_counter() - start)
        start = time.perf_counter()
        share = plain(first, second, PLAIN)
        peer.append((time.perf_counter() - start) * SHUFFLES / PLAIN)
    ratio = min(peer) / min(ours)
    print(f"  {SHUFFLES} shuffles {min(ours):.3f} s ({statistics.median(ours):.3f}), p {float(test.p):.4f}")
    print(f"  plain loops {min(peer):.1f} s, scaled from {PLAIN}, p {share:.4f}")
    print(f"one null: {ratio:.0f} x as fast as plain loops, at least 100")
    return ratio >= 100


def command(name: str, arguments: list[str], peer: str, limit: float) -> bool:
    """Run a command and a peer by turns; tell whether it takes at most so many times as long."""
    world = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    taken: dict[str, list[float]] = {name: [], peer: []}
    for round_ in range(ROUNDS + 1):
        for label, words in ((peer, [sys.executable, "-c", peer]), (name, [TOUHU, *arguments])):
            start = time.perf_counter()
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=world)
            if round_:  # the first fills caches
                taken[label].append(time.perf_counter() - start)
    for label, times in taken.items():
        print(f"  {label:40} {min(times):.3f} ({statistics.median(times):.3f}) n={ROUNDS}")
    ratio = min(taken[name]) / min(taken[peer])
    print(f"{name}: {ratio:.2f} x {peer!r}, at most {limit}")
    return ratio <= limit


def main() -> int:
    """Do it all; return 1 where something does not hold."""
    print(f"load {os.getloadavg()[0]:.2f}; seconds, min (median)" if hasattr(os, "getloadavg") else "")
    with tempfile.TemporaryDirectory() as folder:
        figure = ["compare", "lu-1", "xue-1", "-o", str(Path(folder, "pair.svg")), "--force", "--quiet"]
        held_all = [
            null(),
            command("touhu compare lu-1 xue-1", ["compare", "lu-1", "xue-1"], "import numpy, rapidfuzz", 3.0),
            command("touhu compare -o pair.svg", figure, "import matplotlib.pyplot", 3.0),
        ]
    return int(not all(held_all))


if __name__ == "__main__":
    raise SystemExit(main())
