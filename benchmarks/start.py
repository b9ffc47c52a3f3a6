"""How long commands take to start and end, as a ratio to the import of the libraries they need.

Peer and command alternate in one run. Exits with 1 where a ratio is above its limit.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ROUNDS = 15
TOUHU = str(Path(sysconfig.get_path("scripts"), "touhu"))


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


EIGHT = """
import sys
from touhu_music import Use, perform, plan, witness
from touhu_music.render import render
for name in ("lu-1", "xue-1", "lu-2", "xue-2"):
    for use in Use:
        for format in "mid musicxml timeline.svg timeline.pdf timeline.png txt json csv".split():
            render(format, perform(witness("A").reading(name), use, plan()))
"""


def main() -> int:
    world = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        render = [TOUHU, "render", "lu-1", "--format", "mid", "--into", folder, "--force", "--quiet"]
        pairs = [
            ("touhu show lu-1", [TOUHU, "show", "lu-1"], "import click", 1.5, ROUNDS),
            ("touhu render lu-1 --format mid", render, "import click, mido", 1.5, ROUNDS),
            ("touhu rite cues", [TOUHU, "rite", "cues"], "import click, msgspec", 2.0, ROUNDS),
            (
                "four rows, two uses, in eight formats",
                python(EIGHT),
                "import music21, matplotlib.pyplot",
                5.0,
                5,
            ),
        ]
        print(f"load {os.getloadavg()[0]:.2f}; seconds, min (median)" if hasattr(os, "getloadavg") else "")
        failed = False
        for name, command, peer, limit, rounds in pairs:
            taken: dict[str, list[float]] = {name: [], peer: []}
            for round_ in range(rounds + 1):
                for label, arguments in ((peer, python(peer)), (name, command)):
                    start = time.perf_counter()
                    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, env=world)
                    if round_:  # the first fills caches
                        taken[label].append(time.perf_counter() - start)
            ratio = min(taken[name]) / min(taken[peer])
            failed = failed or ratio > limit
            for label, times in taken.items():
                print(f"  {label:36} {min(times):.3f} ({statistics.median(times):.3f}) n={rounds}")
            print(f"{name}: {ratio:.2f} x {peer!r}, at most {limit}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
