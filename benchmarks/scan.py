"""How long a scan of a corpus takes, as a ratio to ripgrep, and whether it finds what ripgrep finds.

`scan.py [MEGABYTES]`: makes texts of random hanzi with decoys and hidden rows, most in UTF-8 and some in
other encodings, and scans them in turn with `rg -o`. ripgrep is asked twice: for marks around 半 in
UTF-8 alone, and for the same in the bytes of every encoding that is scanned, which is the like
question; the limit is for that. Exits with 1 where the ratio or the memory is above its limit, where
a place of ripgrep's is missed, or a row that was hidden.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Final

import numpy

from touhu_music.decoding import CODECS
from touhu_music.edition.scanning import sift
from touhu_music.notation import HALF, MARKS

ROUNDS: Final = 5
LIMIT: Final = 3.0
MEMORY: Final = 300.0
FILES: Final = ("utf-8",) * 6 + ("gb18030", "utf-16-le")
EVERY: Final = 400_000  # characters from one hidden row to the next
ROW: Final = "○□○○□□○□○○□半○□○□○○○□□○□○"
HIDDEN: Final = (
    f"投壺之禮鼓{ROW}魯鼓",
    f"鼓{ROW.translate(str.maketrans('○□', '〇口'))}魯鼓",
    f"鼓{ROW.translate(str.maketrans('○□', '◯囗'))}魯鼓",
    f"鼓{ROW[:8]}\n{ROW[8:]}魯鼓",
    f"鼓{ROW.replace('半', '。半，')}魯鼓",
    f"鼓{ROW.replace('半', '(音判)半')}魯鼓",
)
DECOYS: Final = ("口徑二寸半，", "一口半口，", "○正義曰半口", "二矢半。", "□□□□", "○半○", "〇〇半")
NEAR: Final = "口口口半口口口也。\n"  # is no row: it has no circle
TOUHU: Final = str(Path(sysconfig.get_path("scripts"), "touhu"))


def corpus(folder: Path, megabytes: int) -> int:
    """Write the texts; return how many rows are hidden in them."""
    draw = numpy.random.default_rng(1046)
    weights = 1 / (numpy.arange(5000) + 20.0)
    hanzi = draw.permutation(numpy.arange(0x4E00, 0x9FA5, dtype=numpy.uint32))[:5000]
    hanzi = numpy.concatenate([hanzi, numpy.array([*map(ord, "半口〇○□，。、")], numpy.uint32)])
    weights = numpy.concatenate([weights, weights[[400, 300, 600, 500, 900, 3, 5, 10]]])
    chances = weights / weights.sum()
    hidden = 0
    for number, encoding in enumerate(FILES):
        left = megabytes * 1_000_000 // len(FILES) // (3 if encoding == "utf-8" else 2)
        with open(folder / f"{number}.txt", "wb") as stream:
            while left > 0:
                codes = hanzi[draw.choice(len(hanzi), min(EVERY, left), p=chances)]
                codes[40::41] = ord("\n")
                text = codes.tobytes().decode("utf-32-le")
                for place, decoy in zip(draw.integers(0, len(text), 40), DECOYS * 6, strict=False):
                    text = text[:place] + decoy + text[place:]
                stream.write(f"{text}\n{HIDDEN[hidden % len(HIDDEN)]}\n{NEAR}".encode(CODECS[encoding]))
                hidden += 1
                left -= EVERY
    return hidden


def pattern(encodings: list[str]) -> str:
    """Return marks around 半, as ripgrep takes them in bytes."""
    found = []
    for encoding in encodings:
        glyphs = [glyph.encode(CODECS[encoding], "ignore") for glyph in (*MARKS, HALF)]
        *marks, half = ["".join(f"\\x{byte:02x}" for byte in glyph) for glyph in glyphs]
        one = f"(?:{'|'.join(filter(None, marks))}){{3,}}"
        found.append(f"{one}{half}{one}")
    return f"(?-u){'|'.join(found)}"


def taken(command: list[str]) -> tuple[float, bytes]:
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    return time.perf_counter() - start, done.stdout


def main() -> int:
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    if shutil.which("rg") is None:
        print("scan: skipped, rg is not installed")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hidden = corpus(folder, megabytes)
        size = sum(path.stat().st_size for path in folder.iterdir())
        ours = [TOUHU, "scan", "--json", name]
        marks = "".join(MARKS)
        peer = [
            "rg",
            "-o",
            "-b",
            "--no-heading",
            "--no-encoding",
            "-a",
            f"[{marks}]{{3,}}{HALF}[{marks}]{{3,}}",
            name,
        ]
        wide = [*peer[:-2], pattern([*CODECS]), name]
        commands = {"touhu scan": ours, "rg, UTF-8 alone": peer, "rg, every encoding": wide}
        print(
            f"{size / 1e6:.0f} MB in {len(FILES)} files, {hidden} rows hidden, load {os.getloadavg()[0]:.2f}"
        )
        times: dict[str, list[float]] = {label: [] for label in commands}
        printed: dict[str, bytes] = {}
        for _ in range(ROUNDS):
            for label, command in commands.items():
                seconds, printed[label] = taken(command)
                times[label].append(seconds)
        for label, each in times.items():
            print(f"  {label:20} {min(each):.3f} s, {size / min(each) / 1e9:.2f} GB/s, n={ROUNDS}")
        texts = [json.loads(line) for line in printed["touhu scan"].splitlines()]
        struck = {
            (text["file"], mark["byte"])
            for text in texts
            for row in text["readings"]
            for mark in row["marks"]
        }
        lost = hidden - sum(
            row["name"] == "lu-1" and row["strokes"] == 23 for t in texts for row in t["readings"]
        )
        missed, counted = missing(printed["rg, every encoding"], struck)
        # the kernel tells the largest of all children; ripgrep maps files and is larger, so ask alone
        memory = peak(ours)
    ratio = min(times["touhu scan"]) / min(times["rg, every encoding"])
    alone = min(times["touhu scan"]) / min(times["rg, UTF-8 alone"])
    print(f"  {ratio:.2f} x rg for every encoding, at most {LIMIT}; {alone:.2f} x rg for UTF-8 alone")
    print(f"  {counted} places of rg: {missed} missed; {hidden} rows hidden: {lost} lost")
    print(f"  largest process {memory:.0f} MB, at most {MEMORY:.0f}")
    return int(ratio > LIMIT or bool(missed) or bool(lost) or memory > MEMORY)


def missing(printed: bytes, struck: set[tuple[str, int]]) -> tuple[int, int]:
    """Return how many places of ripgrep are missed, of how many.

    The filter has to keep each, and the command to print each with both marks.
    """
    places: dict[str, list[tuple[int, bytes]]] = {}
    for path, byte, match in re.findall(rb"(?s)([^\n]*?\.txt):(\d+):(.*?)\n(?=/|\Z)", printed):
        places.setdefault(path.decode(), []).append((int(byte), match))
    missed = 0
    for path, found in places.items():
        encoding = FILES[int(Path(path).stem)]
        half = HALF.encode(CODECS[encoding])
        with open(path, "rb", buffering=0) as stream:
            kept = {hit.byte for hit in sift(stream) if hit.encoding == encoding}
        for byte, match in found:
            text = match.decode(CODECS[encoding], "replace")
            sides = [{MARKS.get(glyph) for glyph in side} - {None} for side in text.split(HALF)]
            row = len(sides) == 2 and min(map(len, text.split(HALF))) >= 3 and len(set().union(*sides)) == 2
            missed += byte + match.find(half) not in kept or (row and (path, byte) not in struck)
    return missed, sum(map(len, places.values()))


def peak(command: list[str]) -> float:
    """Return the megabytes of the largest process of a command."""
    script = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", script, *command], stdout=subprocess.PIPE, check=True)
    return int(done.stdout) * (1 if sys.platform == "darwin" else 1024) / 1e6


if __name__ == "__main__":
    raise SystemExit(main())
