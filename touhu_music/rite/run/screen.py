"""The screen of a rite that is done: what is to be seen, in lines that fit a terminal.

What is needed least is left out first where there is little room.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from touhu_music.font import PIECE, is_hangul
from touhu_music.live.screen import folded, folded_row, large
from touhu_music.live.view import View
from touhu_music.rite.run import large as running_large
from touhu_music.rite.run.view import Act, Seen

if TYPE_CHECKING:
    from rich.text import Text


class Part(NamedTuple):
    """Lines that are shown together or not at all; of the highest rank those are left out first."""

    rank: int
    lines: list[Text]
    name: str = ""


LAST: Final = 9
"""The rank of lines that are empty."""

SPARED: Final = (5, 6, 7)
"""The ranks of what a second screen does without: where, notes, keys."""

SMALLEST, LARGEST = 3, 6
"""Lines of a large stroke, unless all is to be large."""


def picture(line: bytes, stream: TextIO, width: int, height: int) -> Text:
    """Draw what came through the pipe, spelled as the stream will print it."""
    seen = Seen(*(spelled(value, stream) for value in json.loads(line)))
    acts = [Act(*each) for each in seen.acts]
    blocks = spelled(running_large.HALVES, stream) == running_large.HALVES
    return frame(seen._replace(acts=acts), width, height, blocks=blocks)


def spelled(value: Any, stream: TextIO) -> Any:
    """Spell all texts as a stream prints them, so that their width is known."""
    if isinstance(value, str):
        return value.encode(stream.encoding, stream.errors or "replace").decode(stream.encoding)
    return [spelled(each, stream) for each in value] if isinstance(value, list) else value


def frame(seen: Seen, width: int, height: int, *, blocks: bool = True) -> Text:
    """Draw what there is to see as lines that fit a terminal; `blocks` can be printed on it."""
    from rich.text import Text

    found = [part for part in parts(seen, width) if not (seen.big and part.rank in SPARED)]
    while needed(found) > height and any(part.rank for part in found):
        worst = max(part.rank for part in found)
        del found[max(place for place, part in enumerate(found) if part.rank == worst)]
    if seen.big and blocks:
        found = enlarged(found, seen, width, height)
    found = with_marks(found, seen, width, height - needed(found))
    lines = [line for part in found for line in part.lines]
    return Text("\n", no_wrap=True, overflow="crop").join(lines[:height])


def needed(found: Iterable[Part]) -> int:
    """Return how many lines parts take."""
    return sum(len(part.lines) for part in found)


def enlarged(found: list[Part], seen: Seen, width: int, height: int) -> list[Part]:
    """Draw in large hanzi what is spoken, and who speaks, as far as there is room."""
    from rich.text import Text

    for name, text in (("words", seen.words.strip("「」")), ("who", " ".join(act.who for act in seen.acts))):
        place = next((place for place, part in enumerate(found) if part.name == name), None)
        if place is None or seen.row or not all(map(is_wide, text)):
            continue
        spare = height - needed(found) + (len(found[place].lines) if name == "words" else 0)
        drawn = running_large.fitted(text, width, spare, parted=name == "words")
        lines = [Text(line, "bold") for line in drawn]
        if lines:
            found = [*found[:place], Part(0, lines), *found[place + (name == "words") :]]
    return found


def is_wide(letter: str) -> bool:
    """Tell whether a letter takes two places, as hanzi do."""
    return unicodedata.east_asian_width(letter) in "WF"


def with_marks(found: list[Part], seen: Seen, width: int, spare: int) -> list[Part]:
    """Draw the strokes large where there is room left, and push what is below to the bottom."""
    from rich.text import Text

    place = next(place for place, part in enumerate(found) if part.name == "drum")
    if seen.coming and spare > SMALLEST + 1:
        drawn = large(marks(seen), width, min(spare - 2, LARGEST if not seen.big else spare))
        found = [*found[:place], Part(0, [*drawn, Text()]), *found[place:]]
        spare -= len(drawn) + 1
    below = next((place for place, part in enumerate(found) if part.name == "below"), len(found))
    return [*found[:below], Part(0, [Text()] * max(spare, 0)), *found[below:]]


def parts(seen: Seen, width: int) -> Iterator[Part]:
    """Yield what is shown, from above to below."""
    from rich.text import Text

    gap = Part(LAST, [Text()])
    yield Part(0, folded([seen.step, *seen.head], width, "bold reverse"))
    yield gap
    for act in seen.acts:
        who = " ".join(filter(None, [act.who, act.called]))
        yield Part(0, wrapped(who, width, "bold"), "who")
        yield Part(1, wrapped(act.what, width, ""))
    if seen.words:
        yield gap
        yield Part(0, wrapped(seen.words, width, "bold"), "words")
        yield Part(3, wrapped(seen.aloud, width, ""))
        yield Part(4, wrapped(seen.meaning, width, "italic"))
    yield Part(6, wrapped(seen.note, width, ""))
    if len(seen.acts) == 1:
        yield Part(5, wrapped(seen.where, width, "dim"))
    yield gap
    yield Part(1, [line for text in seen.said for line in wrapped(text, width, "bold")])
    yield Part(0, wrapped(seen.drum, width, "bold reverse" if seen.alarm else "bold"), "drum")
    if seen.row:
        yield Part(2, folded_row(marks(seen), width))
    yield Part(4, marked(seen.cycles, width))
    yield Part(1, [Text(line, no_wrap=True) for line in seen.throws])
    yield Part(0, wrapped(seen.turn, width, "bold"))
    yield gap
    notices = [text for text in seen.notices if text != seen.following]
    yield Part(0, [line for text in notices for line in wrapped(text, width, "italic")], "below")
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
