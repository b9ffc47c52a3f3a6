"""How long printing takes, as a ratio to the engravers that print the same: MuseScore and LilyPond.

Peer and command alternate in one run; each makes a whole file from a cold start. Exits with 1 where
a ratio is above its limit, and skips what is not installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tempfile
import time
from pathlib import Path

ROUNDS = 5
TOUHU = str(Path(sysconfig.get_path("scripts"), "touhu"))


def taken(commands: list[list[str]], world: dict[str, str]) -> float:
    start = time.perf_counter()
    for command in commands:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=world)
    return time.perf_counter() - start


def main() -> int:
    world = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    world["QT_QPA_PLATFORM"] = "offscreen"
    failed = False
    with tempfile.TemporaryDirectory() as folder:

        def at(name: str) -> str:
            return str(Path(folder, name))

        render = [TOUHU, "render", "lu-1", "--for", "archery", "--quiet", "--force", "-o"]
        for name in ("peer.musicxml", "peer.ly", "other.ly"):
            subprocess.run([*render, at(name)], check=True)
        lilypond = ["lilypond", "--silent", "-o"]
        booklet = [
            TOUHU,
            "sheet",
            "lu-1",
            "xue-1",
            "lu-2",
            "xue-2",
            "--pages",
            "booklet",
            "--force",
            "--quiet",
        ]
        pairs = [
            ("pdf", [[*render, at("a.pdf")]], [["musescore3", "-o", at("m.pdf"), at("peer.musicxml")]], 1.5),
            (
                "pdf and png",
                [[*render[:-1], "--format", "pdf,png", "--into", folder]],
                [[*lilypond, at("l"), at("peer.ly")]],
                1 / 8,
            ),
            (
                "booklet",
                [[*booklet, "-o", at("b.pdf")]],
                [[*lilypond, at("l"), at("peer.ly")], [*lilypond, at("k"), at("other.ly")]],
                1.0,
            ),
        ]
        for name, ours, peer, limit in pairs:
            program = peer[0][0]
            if shutil.which(program) is None:
                print(f"{name}: skipped, {program} is not installed")
                continue
            taken(ours, world), taken(peer, world)  # fill caches
            times = [(taken(peer, world), taken(ours, world)) for _ in range(ROUNDS)]
            theirs, best = (min(each) for each in zip(*times, strict=True))
            failed = failed or best / theirs > limit
            print(
                f"{name}: {best / theirs:.3f} x {program}, at most {limit:.3f} ({best:.2f} s, {theirs:.2f} s)"
            )
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
