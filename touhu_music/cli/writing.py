"""The file that `-o` names: its suffix says what is written, and its name is told when it is there."""

from __future__ import annotations

import os
from collections.abc import Sequence

from touhu_music.cli import terminal
from touhu_music.errors import RenderError


def suffix(target: str, known: Sequence[str]) -> str:
    """Return the suffix of a file that can be written; raises RenderError for any other."""
    name = os.path.basename(target)
    for each in known:
        if name.endswith(each) and name != each:
            return each
    raise RenderError(f"{target!r} must end in one of {' '.join(known)}")


def write(target: str, data: bytes | memoryview, *, force: bool, quiet: bool) -> None:
    """Write a file and say its name; raises OutputError as `output.write` does."""
    from pathlib import Path

    from touhu_music import output  # commands that print only start sooner without it

    output.write(Path(target), data, force=force)
    if not quiet:
        terminal.say([target])
