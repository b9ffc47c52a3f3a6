"""What several tests need: the outside texts and programs, the command line, the performances."""

from __future__ import annotations

import os
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import mido
import pytest
from hypothesis import settings

from touhu_music import Performance, Use, perform, plan, witness
from touhu_music.cli import main
from touhu_music.performance import Accent, Timing

settings.register_profile("untimed", deadline=None)  # a busy machine is no fault
settings.load_profile("untimed")

NAMES = ("lu-1", "xue-1", "lu-2", "xue-2")
ALL_CHOICES: dict[str, Any] = {
    "timing": Timing.ON_GU,
    "cycles": 2,
    "gap": Fraction(3, 2),
    "count_in": 3,
    "accent": Accent.GU,
}
"""Every choice that changes what is written down."""


@pytest.fixture
def texts() -> Path:
    """Return the folder of outside texts, named by TOUHU_TEXTS."""
    folder = os.environ.get("TOUHU_TEXTS")
    if not folder:
        pytest.skip("TOUHU_TEXTS names no folder of texts")
    path = Path(folder)
    assert (path / "seeds").is_dir(), f"TOUHU_TEXTS={folder} has no folder seeds"
    return path


def need(program: str) -> str:
    """Return an outside program, or skip the test."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def run(captured: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command line and return its exit code, stdout and stderr."""
    code = main(arguments)
    out, err = captured.readouterr()
    return code, out, err


def performance(
    name: str = "lu-1", use: Use = Use.ARCHERY, siglum: str = "A", **choices: object
) -> Performance:
    """Return a packaged cadence under the default plan with some choices changed."""
    return perform(witness(siglum).reading(name), use, plan().but("test", **choices))


def heard(file: mido.MidiFile) -> list[tuple[Fraction, int, int]]:
    """Return onset in quarters, channel from 0 and key of each note."""
    found = []
    for track in file.tracks:
        now = 0
        for message in track:
            now += message.time
            if message.type == "note_on" and message.velocity:
                found.append((Fraction(now, file.ticks_per_beat), message.channel, message.note))
    return sorted(found)
