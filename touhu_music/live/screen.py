"""The screen of a drummer: a view drawn in large marks, by a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, groupby
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from touhu_music.live.view import View

if TYPE_CHECKING:
    from rich.text import Text

INK: Final = {"○": "o", "□": "#"}
"""What a large mark is made of, and how a terminal prints it that has no more than ASCII.

Letters show where there is no colour; with colour they are of the colour that is behind them.
"""

COLOR: Final = {"o": "dark_orange", "#": "dodger_blue1"}
"""The orange and blue of the printed pages, on dark screens and light ones."""

LATER: Final = "grey50"
"""What is not yet there."""

DIGITS: Final = (
    "### ..# ### ### #.# ### ### ### ### ###",
    "#.# ..# ..# ..# #.# #.. #.. ..# #.# #.#",
    "#.# ..# ### ### ### ### ### ..# ### ###",
    "#.# ..# #.. ..# ..# ..# #.# ..# #.# ..#",
    "### ..# ### ### ..# ### ### ..# ### ###",
)


class Column(NamedTuple):
    """A part of the large row: what is drawn, line by line, what stands below it, and how both look."""

    lines: tuple[str, ...]
    caption: str
    style: str
    caption_style: str = ""


def frame(view: View, width: int, height: int) -> Text:
    """Draw a view as lines that fit a terminal; where it is small, what stands last is left out."""
    from rich.text import Text

    above = [*folded(view.titles, width, "bold"), Text()]
    below = [Text(), *folded_row(view, width)]
    below += folded([view.song], width, "bold") if view.song else []
    below += [Text(), *folded(view.state, width, "bold")]
    for notice in view.notices:
        below += folded(notice.split("; "), width, "italic")
    below += [Text(), *folded([view.source], width, "dim"), *folded(view.keys, width, "dim")]
    lines = [*above, *large(view, width, height - len(above) - len(below) - 1), *below]
    return Text("\n", no_wrap=True, overflow="crop").join(lines[:height])


def folded(parts: Sequence[str], width: int, style: str) -> list[Text]:
    """Set short texts one after the other, in as few lines as they need; one that is too long is cut."""
    from rich.cells import cell_len, set_cell_size
    from rich.text import Text

    lines: list[str] = []
    for part in parts:
        if lines and cell_len(lines[-1]) + 3 + cell_len(part) <= width:
            lines[-1] += f"   {part}"
        else:
            lines.append(part if cell_len(part) <= width else set_cell_size(part, width))
    return [Text(line, style) for line in lines]


def folded_row(view: View, width: int) -> list[Text]:
    """Set the whole row, each mark in a place that has room for the brackets of the current one."""
    from rich.text import Text

    held = max((width - 1) // 3, 1)  # 半 is as wide as two marks
    lines = []
    for start in range(0, len(view.row), held):
        line = Text()
        for place, mark in enumerate(view.row[start : start + held], start):
            now = place == view.at
            line.append(f"[{mark}]" if now else f" {mark} ", "bold reverse" if now else "")
        lines.append(line)
    first = max(view.at // held - 1, 0)
    return lines[first : first + 4]


def large(view: View, width: int, room: int) -> list[Text]:
    """Draw what sounds now, or the beat that counts, and what comes, in so many lines and one below."""
    from rich.cells import cell_len
    from rich.text import Text

    several = 4 if width >= 60 else 3
    size = max(min(room, width // several // 2 - 1), 3)
    lines = [Text() for _ in range(size + 1)]
    for column in columns(view, size):
        wide = cell_len(column.lines[0])
        if cell_len(lines[-1].plain) + wide > width:
            break
        for line, drawn in zip(lines, column.lines, strict=False):
            for inked, run in groupby(drawn, str.isspace):
                line.append("".join(run), "" if inked else column.style)
            line.append("  ")
        spare = wide - cell_len(column.caption)
        lines[-1].append(" " * (spare // 2)).append(column.caption, column.caption_style)
        lines[-1].append(" " * (spare - spare // 2 + 2))
    return lines


def columns(view: View, size: int) -> Iterator[Column]:
    """Return the parts of the large row from left to right."""
    from rich.cells import cell_len

    if view.beat:
        yield Column(digits(view.beat, size), "", "bold reverse")
    for place, mark in enumerate(view.coming):
        ink, now = INK.get(mark, mark), place == 0 and view.at >= 0
        if ink not in COLOR:
            blank = " " * cell_len(mark)
            yield Column(tuple(mark if line == size // 2 else blank for line in range(size)), "", "bold")
            continue
        said = view.syllables[list(COLOR).index(ink)]
        if now:
            color = COLOR[ink]
            style = f"bold reverse {color} on {color}"  # without colour it is reverse that shows
            yield Column(shape(ink, size, solid=view.fresh), f"[{said}]", style, "bold reverse")
        else:
            yield Column(shape(ink, size, solid=False), said, f"{LATER} on {LATER}")


@cache
def shape(ink: str, size: int, *, solid: bool) -> tuple[str, ...]:
    """Draw a mark so many lines high, and twice as many letters wide."""
    inner = 0 if solid else 1 - 2 * max(size // 6, 1) / size

    def inked(line: int, letter: int) -> bool:
        x, y = (letter + 0.5) / size - 1, (2 * line + 1) / size - 1
        distance = hypot(x, y) if ink == "o" else max(abs(x), abs(y))
        return inner <= distance <= 1

    return tuple(
        "".join(ink if inked(line, letter) else " " for letter in range(2 * size)) for line in range(size)
    )


@cache
def digits(count: int, size: int) -> tuple[str, ...]:
    """Draw a number so many lines high."""
    wide = size * 6 // 5

    def drawn(digit: str, dots: str) -> str:
        return "".join(dots[4 * int(digit) + place * 3 // wide] for place in range(wide)).replace(".", " ")

    return tuple(" ".join(drawn(it, DIGITS[line * 5 // size]) for it in str(count)) for line in range(size))


# --- the process that draws --------------------------------------------------------------------


class Screen:
    """A process that draws views, told of them through a pipe that is never waited for."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the command, which must call `draw`."""
        reading, self.pipe = os.pipe()
        try:
            self.process = subprocess.Popen(
                command,
                stdin=reading,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},  # where this process looks
                start_new_session=True,  # Ctrl-C is not for it: it ends when the pipe does
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same on Windows
            )
        finally:
            os.close(reading)
        self.left = b""
        if hasattr(os, "set_blocking"):  # on Windows from Python 3.12 on; a pipe holds many views
            os.set_blocking(self.pipe, False)

    def __enter__(self) -> Screen:
        return self

    def show(self, view: NamedTuple) -> None:
        """Show a view of plain values; it is dropped where the one before is still on its way."""
        self.left = self.left or json.dumps(view).encode() + b"\n"
        with suppress(BlockingIOError, BrokenPipeError):
            self.left = self.left[os.write(self.pipe, self.left) :]

    @property
    def gone(self) -> bool:
        """Tell whether the process has ended by itself, so that nothing is drawn any more."""
        return self.process.poll() is not None

    def __exit__(self, *_: object) -> None:
        """Let the process leave the terminal in order; end it where the terminal takes nothing more."""
        os.close(self.pipe)
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


Picture = Callable[[bytes, TextIO, int, int], "Text"]
"""What makes of a line that came through the pipe what is to be seen: for a stream, so wide and high."""


def picture(line: bytes, stream: TextIO, width: int, height: int) -> Text:
    """Draw a view that came through the pipe."""
    return frame(printed(View(*json.loads(line)), stream), width, height)


def draw(pipe: int, stream: TextIO, picture: Picture = picture) -> None:
    """Draw what comes through a pipe until it ends; the terminal is left alone as long as nothing comes."""
    from rich.console import Console
    from rich.live import Live

    lines = latest(pipe)
    for first in lines:
        shown, console = None, Console(file=stream, highlight=False)
        with Live(console=console, screen=True, auto_refresh=False) as live:
            for line in chain([first], lines):
                if (line, console.size) != shown:
                    shown = line, console.size
                    live.update(picture(line, stream, *console.size), refresh=True)


def latest(pipe: int) -> Iterator[bytes]:
    """Read lines and give, of those that have come meanwhile, only the last."""
    rest = b""
    while data := os.read(pipe, 2**16):
        *lines, rest = (rest + data).split(b"\n")
        yield from lines[-1:]


def printed(view: View, stream: TextIO) -> View:
    """Spell a view as a stream will, so that its width is known; titles that it cannot print are left out."""

    def spelled(text: str) -> str:
        return text.encode(stream.encoding, stream.errors or "replace").decode(stream.encoding)

    def each(value: object) -> object:
        if isinstance(value, list):
            return [spelled(text) for text in value]
        return spelled(value) if isinstance(value, str) else value

    titles = [text for text in view.titles if spelled(text) == text]
    return View._make(each(value) for value in view._replace(titles=titles))
