"""How long a WAV of ten minutes takes, as a ratio to FluidSynth at equal channels and rate.

Peer and ours alternate in one run: in memory (the peer gives its samples to nothing, ours is a
whole file, opened again), and as a file in the same folder. The peer is tried in several settings
with both of its effects off; its fastest one counts, its start included. The whole command, which
starts Python, is printed as well. Exits with 1 below the limit.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Final

from touhu_music import Use, perform, plan, witness
from touhu_music.practice import PLAIN, Rehearsal, filling
from touhu_music.render import file_of, render
from touhu_music.sound import Audio
from touhu_music.sound.mixing import gain, mix

ROUNDS: Final = 5
TEMPI: Final = {"120": 10.0, "133": 5.0}  # beats a minute: at least so many times as fast
FOLDERS: Final = ("/usr/share/sounds/sf2", "/usr/share/soundfonts")
SOUNDFONTS: Final = sorted({path.resolve() for folder in FOLDERS for path in Path(folder).glob("*.sf2")})


def taken(action: Callable[[], object]) -> float:
    """Return the seconds that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def actions(fluidsynth: str, tempo: str, folder: Path) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name."""
    chosen = plan().but("measured", beats_per_minute=Fraction(tempo))
    it = filling(perform(witness("A").reading("lu-1"), Use.TOUHU, chosen), PLAIN, Fraction(10))
    score = folder / "a.mid"
    score.write_bytes(render("mid", it))
    command = [sys.executable, "-m", "touhu_music", "render", "lu-1", "--bpm", tempo, "--minutes", "10"]
    command += ["--quiet", "--force", "-o", str(folder / "command.wav")]

    def mixed() -> None:
        mix.cache_clear()
        sum(1 for _ in mix(Rehearsal(it), Audio()).parts())
        gain(Rehearsal(it), Audio())

    def made() -> None:
        mix.cache_clear()
        file_of("wav", it)

    def written() -> None:
        mix.cache_clear()
        (folder / "ours.wav").write_bytes(file_of("wav", it))

    def run(arguments: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(
            arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    found: dict[str, Callable[[], object]] = {
        "ours, mixed": mixed,
        "ours, in memory": made,
        "ours, in a file": written,
        "ours, the whole command": run(command),
    }
    for font in SOUNDFONTS:
        for size in ("1024", "8192"):
            common = [fluidsynth, "-niq", "-r", "48000", "-R", "0", "-C", "0", "-z", size, "-O", "s16"]
            kinds = {
                "in memory": ["-T", "raw", "-F", os.devnull],
                "in a file": ["-F", str(folder / "peer.wav")],
            }
            for kind, target in kinds.items():
                found[f"peer, {kind}: {font.stem}, -z {size}"] = run(
                    [*common, *target, str(font), str(score)]
                )
    return found


def main() -> int:
    """Measure and print; return 1 below a limit."""
    fluidsynth = shutil.which("fluidsynth")
    if fluidsynth is None or not SOUNDFONTS:
        print("fluidsynth or a SoundFont is not installed", file=sys.stderr)
        return 1
    failed = False
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        for tempo, limit in TEMPI.items():
            measured = actions(fluidsynth, tempo, Path(folder))
            times: dict[str, list[float]] = {name: [] for name in measured}
            for round_ in range(ROUNDS + 1):
                for name, action in measured.items():
                    each = taken(action)
                    if round_:  # the first fills caches
                        times[name].append(each)
            print(f"ten minutes of lu-1 at {tempo} beats a minute, stereo, 48 kHz, 16 bits")
            print(f"load {os.getloadavg()[0]:.2f}; seconds, min (median) of {ROUNDS}")
            for name, each_time in times.items():
                print(f"  {name:44} {min(each_time):.3f} ({statistics.median(each_time):.3f})")
            for kind in ("in memory", "in a file"):
                peer = min(min(times[name]) for name in times if name.startswith(f"peer, {kind}"))
                ratio = peer / min(times[f"ours, {kind}"])
                print(
                    f"{kind}: {ratio:.1f} times as fast"
                    + (f", at least {limit}" if kind == "in memory" else "")
                )
                failed = failed or (kind == "in memory" and ratio < limit)
            print()
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
