"""What the reader makes of texts that nobody made by hand, and how long one juan takes.

    python benchmarks/reading.py [INPUTS] [VARIANTS]

The four rows of every witness are set in texts and laid out anew in VARIANTS ways: always the same
rows, or a doubt that is told. INPUTS that make no sense are read in every way there is: a result or
one typed error, each within a second. One juan of 100 kB is read in process, and `python -c pass`
runs, by turns. Exits with 1 where any of this does not hold, or the ratio is above its limit.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from strategies import full_set, laid_out_anew, prose
from tables import SEEDS
from test_passage_wild import SIGLA, anything, outcome, rows_of, tried

from touhu_music import decoding, markup, passage

ROUNDS: Final = 30
LIMIT: Final = 1 / 5
JUAN: Final = 100_000  # bytes
SLOWEST: Final = 1.0  # seconds


def variants(number: int) -> bool:
    """Lay texts out anew, every fifth a whole book if there is one; tell whether none is wrong in silence."""
    folder = os.environ.get("TOUHU_TEXTS")
    whole = Path(folder, "seeds", SEEDS["A"]).read_bytes().decode() if folder else None
    found: Counter[str] = Counter()
    for seed in range(number):
        random, siglum = Random(seed), SIGLA[seed % len(SIGLA)]
        if whole and seed % 5 == 0:
            siglum, text = "A", whole
        else:
            text = full_set(rows_of(siglum), random)
        result = outcome(laid_out_anew(text, random), rows_of(siglum))
        found[result] += 1
        if result == "wrong":
            print(f"wrong in silence: variant {seed} of {siglum}")
    kinds = ", ".join(f"{kind} {count}" for kind, count in found.most_common())
    print(f"{number} variants{'' if whole else ', without the whole text (TOUHU_TEXTS)'}: {kinds}")
    return not found["wrong"]


def inputs(number: int) -> bool:
    """Read what makes no sense; tell whether each was a result or one typed error, soon enough."""
    slowest, failed = (0.0, 0), 0
    for seed in range(number):
        try:
            slowest = max(slowest, (tried(anything(Random(seed))), seed))
        except Exception as error:
            failed += 1
            print(f"input {seed}: {type(error).__name__}: {error}")
    print(f"{number} inputs: {failed} failed, the slowest, {slowest[1]}, took {slowest[0]:.3f} s")
    return not failed and slowest[0] < SLOWEST


def juan() -> bytes:
    """Return a juan of 100 kB with one passage in its midst; 口 and 半 are rare, as in books."""
    random, rare = Random("juan"), str.maketrans("口半", "日伴")
    sides = [prose(random, JUAN // 5).translate(rare).encode() for _ in range(2)]
    middle = full_set(rows_of("A"), random).encode()
    text = sides[0].decode()[: JUAN // 6].encode() + b"\n" + middle + b"\n" + sides[1]
    return text[:JUAN].decode("utf-8", "ignore").encode()


def speed() -> bool:
    """Measure one juan against the start of Python, by turns; tell whether it is within the limit."""
    data = juan()
    text = data.decode()
    actions: dict[str, Callable[[], object]] = {
        "python -c pass": lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
        "a text": lambda: passage.read(text),
        "a text that may be a page": lambda: markup.read(text),
        "bytes of an unknown encoding": lambda: decoding.read(decoding.decode(data)),
    }
    taken: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(ROUNDS):
        for name, action in actions.items():
            start = time.perf_counter()
            action()
            taken[name].append(time.perf_counter() - start)
    peer, *ours = (min(times) for times in taken.values())
    print(f"load {os.getloadavg()[0]:.2f}; " if hasattr(os, "getloadavg") else "", end="")
    print(f"python -c pass: {peer * 1000:.2f} ms; one juan of {len(data)} bytes, best of {ROUNDS}:")
    for name, seconds in zip([*taken][1:], ours, strict=True):
        limit = f", at most {LIMIT}" if seconds is ours[0] else ""
        print(f"  {name:30} {seconds * 1000:6.2f} ms, {seconds / peer:.3f} of it{limit}")
    return ours[0] / peer <= LIMIT


def main() -> int:
    """Do it all; return 1 where something does not hold."""
    number, ways = [*map(int, sys.argv[1:]), *(20_000, 10_000)[len(sys.argv) - 1 :]][:2]
    held = [speed(), inputs(number), variants(ways)]
    return int(not all(held))


if __name__ == "__main__":
    raise SystemExit(main())
