"""The screen of a rite that is done: what is to be seen, in lines that fit a terminal.

What is needed least is left out first where there is little room.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from touhu_music.font import PIECE, is_hangul
from touhu_music.live.screen import folded, folded_row
from touhu_music.live.view import View
from touhu_music.rite.running_view import Act, Seen

if TYPE_CHECKING:
    from rich.text import Text


class Part(NamedTuple):
    """Lines that are shown together or not at all; of the highest rank those are left out first."""

    rank: int
    lines: list[Text]


LAST: Final = 9
"""The rank of lines that are empty."""


def picture(line: bytes, stream: TextIO, width: int, height: int) -> Text:
    """Draw what came through the pipe, spelled as the stream will print it."""
    seen = Seen(*(spelled(value, stream) for value in json.loads(line)))
    return frame(seen._replace(acts=[Act(*each) for each in seen.acts]), width, height)


def spelled(value: Any, stream: TextIO) -> Any:
    """Spell all texts as a stream prints them, so that their width is known."""
    if isinstance(value, str):
        return value.encode(stream.encoding, stream.errors or "replace").decode(stream.encoding)
    return [spelled(each, stream) for each in value] if isinstance(value, list) else value


def frame(seen: Seen, width: int, height: int) -> Text:
    """Draw what there is to see as lines that fit a terminal."""
    from rich.text import Text

    found = list(parts(seen, width))
    while sum(len(part.lines) for part in found) > height and any(part.rank for part in found):
        worst = max(part.rank for part in found)
        place = max(place for place, part in enumerate(found) if part.rank == worst)
        del found[place]
    lines = [line for part in found for line in part.lines]
    return Text("\n", no_wrap=True, overflow="crop").join(lines[:height])


def parts(seen: Seen, width: int) -> Iterator[Part]:
    """Yield what is shown, from above to below."""
    from rich.text import Text

    gap = Part(LAST, [Text()])
    yield Part(0, folded([seen.step, *seen.head], width, "bold reverse"))
    yield gap
    for act in seen.acts:
        yield Part(0, wrapped(" ".join(filter(None, [act.who, act.called])), width, "bold"))
        yield Part(1, wrapped(act.what, width, ""))
    if seen.words:
        yield gap
        yield Part(0, wrapped(seen.words, width, "bold"))
        yield Part(3, wrapped(seen.aloud, width, ""))
        yield Part(4, wrapped(seen.meaning, width, "italic"))
        yield Part(6, wrapped(seen.note, width, ""))
    yield Part(5, wrapped(seen.where, width, "dim"))
    yield gap
    yield Part(1, [line for text in seen.said for line in wrapped(text, width, "bold")])
    yield Part(0, wrapped(seen.drum, width, "bold reverse" if seen.alarm else "bold"))
    if seen.row:
        yield Part(2, folded_row(marks(seen), width))
    yield Part(4, marked(seen.cycles, width))
    yield Part(1, [Text(line[:width]) for line in seen.throws])
    yield Part(0, wrapped(seen.turn, width, "bold"))
    yield gap
    yield Part(0, [line for text in seen.notices for line in wrapped(text, width, "italic")])
    yield Part(2, wrapped(seen.following, width, "dim"))
    yield Part(7, folded(seen.keys, width, "dim"))


def marks(seen: Seen) -> View:
    """Return the strokes as `touhu play` shows them."""
    return View([], seen.row, seen.at, seen.fresh, seen.coming, 0, seen.syllables, [], [], "", [])


def marked(cycles: Sequence[tuple[str, bool]], width: int) -> list[Text]:
    """Set what each cycle is for one after the other, the one that sounds in brackets."""
    from rich.cells import cell_len
    from rich.text import Text

    lines: list[Text] = []
    for label, now in cycles:
        if not lines or lines[-1].cell_len + cell_len(label) + 2 > width:
            lines.append(Text())
        lines[-1].append(f"[{label}]" if now else f" {label} ", "bold reverse" if now else "")
    return lines


def wrapped(text: str, width: int, style: str) -> list[Text]:
    """Break a text into lines at spaces and beside hanzi; nothing of nothing."""
    from rich.cells import cell_len, chop_cells
    from rich.text import Text

    pieces = re.findall(r"\S+ *", text) if any(map(is_hangul, text)) else PIECE.findall(text)
    lines: list[str] = []
    for piece in pieces:
        if not lines or cell_len(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    fitting = [part for line in lines for part in chop_cells(line.rstrip(), width)]
    return [Text(line, style) for line in fitting]
