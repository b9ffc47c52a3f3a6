"""The cue sheet on paper for the stage manager, in letters that can be read at arm's length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music import font, vector
from touhu_music.canvas import BLACK, Canvas
from touhu_music.font import Font
from touhu_music.language import Language, Syllables, word
from touhu_music.performance import Performance
from touhu_music.rite.cues import Cue, Sheet
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.sheet.paper import A4, LEADING, Paper

if TYPE_CHECKING:
    from touhu_music.rite.cuesheet.timings import Timings

MARGIN: Final = 14.0
TITLE, HEAD, LARGE, TEXT, SMALL = 7.0, 6.0, 6.0, 4.9, 3.6  # sizes of letters: 20, 17, 17, 14, 10 points
WHO, WHAT = 15.0, 42.0  # where columns begin, from the margin; the first is the step
WHITE: Final = "#ffffff"
OURS: Final = ("analogy", "reconstruction", "layout")


class Written(NamedTuple):
    """A line at a place from the left margin, in a size."""

    x: float
    size: float
    text: str
    color: str = BLACK


class Block(NamedTuple):
    """Lines that stay on one page, each below the other unless it is `beside` the one before it.

    A `banner` is white on black; `ours` has a bar at its left; `opens` stays with what follows.
    """

    lines: tuple[tuple[Written, ...], ...]
    banner: bool = False
    ours: bool = False
    opens: bool = False

    @property
    def height(self) -> float:
        """How far it reaches down, the space below it included."""
        return sum(max(each.size for each in line) * LEADING for line in self.lines) + (
            3.0 if self.banner else 2.0
        )


def to_pdf(
    sheet: Sheet,
    performances: Mapping[str, Performance],
    language: Language,
    timings: Timings | None = None,
) -> bytes:
    """Print the sheet, perhaps with the times of a rehearsal, as a PDF and open it again.

    Raises RenderError where the font of the language or the converter is not installed.
    """
    drawn = pages(sheet, performances, language, A4, timings)
    title = cue_lines.heading(sheet, language)
    data = vector.to_pdf([page.svg() for page in drawn], drawn[0].font, title=title)
    sizes = [(page.width, page.height) for page in drawn]
    vector.check_pdf(data, sizes, "".join(page.letters for page in drawn))
    return data


def pages(
    sheet: Sheet,
    performances: Mapping[str, Performance],
    language: Language,
    paper: Paper,
    timings: Timings | None = None,
) -> list[Canvas]:
    """Draw the sheet; a heading stays on the page of the row that it is for."""
    hangul = any(map(font.is_hangul, "".join(cue.people for cue in sheet.cues)))  # in names
    face = font.of(language, Syllables.HANGUL if hangul else Syllables.HANZI)
    room = paper.width - 2 * MARGIN
    title, bottom = cue_lines.heading(sheet, language), paper.height - MARGIN
    found: list[Canvas] = []
    y = bottom
    waiting: list[Block] = []
    for block in [
        *front(sheet, performances, language, face, room, timings),
        *body(sheet, performances, language, face, room, timings),
    ]:
        waiting.append(block)
        if block.opens:
            continue
        if y + sum(each.height for each in waiting) > bottom:
            found.append(Canvas(paper.width, paper.height, face, title=title))
            number = word("cue-page", language).format(len(found))
            found[-1].write(paper.width - MARGIN, MARGIN - 3, number, SMALL, align="end")
            found[-1].write(MARGIN, MARGIN - 3, title if len(found) > 1 else "", SMALL)
            y = MARGIN
        for each in waiting:
            y = draw(found[-1], each, y, room)
        waiting = []
    return found


def draw(canvas: Canvas, block: Block, y: float, room: float) -> float:
    """Draw a block with its top at `y`, and return where the next one begins."""
    if block.banner:
        canvas.box(MARGIN, y, room, block.height - 1.5, fill=BLACK, stroke="none")
    if block.ours:
        canvas.box(MARGIN - 3, y + 0.5, 1.2, block.height - 2, fill=BLACK, stroke="none")
    top = y + (0.8 if block.banner else 0.0)
    for line in block.lines:
        size = max(each.size for each in line)
        for each in line:
            canvas.write(MARGIN + each.x, top + size, each.text.rstrip(), each.size, color=each.color)
        top += size * LEADING
    return y + block.height


def front(
    sheet: Sheet,
    performances: Mapping[str, Performance],
    language: Language,
    face: Font,
    room: float,
    timings: Timings | None = None,
) -> Iterator[Block]:
    """Yield the title, the choices, and what the marks mean."""
    title = wrapped(face, cue_lines.heading(sheet, language), TITLE, room)
    yield Block(tuple((Written(0, TITLE, line),) for line in title), opens=True)
    said = cue_lines.settings(sheet, performances, language) + ([timings.said(language)] if timings else [])
    said.append("; ".join([*cue_lines.legend(sheet, language), word("cue-bar", language)]))
    lines = [line for each in said for line in wrapped(face, each, SMALL, room)]
    yield Block(tuple((Written(0, SMALL, line),) for line in lines))


def body(
    sheet: Sheet,
    performances: Mapping[str, Performance],
    language: Language,
    face: Font,
    room: float,
    timings: Timings | None = None,
) -> Iterator[Block]:
    """Yield the rows under their headings, and a banner where the music turns."""
    before: Cue | None = None
    for cue, time in zip(sheet.cues, cue_lines.timed(sheet, timings), strict=True):
        if head := cue_lines.chapter(cue, before, sheet, language):
            yield Block(((Written(0, HEAD, head),),), opens=True)
        if turned := cue_lines.turn(cue, before, sheet, language):
            name = turned.partition("]")[0] + "]"
            yield Block(((Written(3, HEAD, name, WHITE),),), banner=True, opens=True)
        told = cue_lines.line(cue, sheet, performances, language)
        yield row(told, language, face, room, word("run-took", language).format(time) if time else "")
        before = cue


def wrapped(face: Font, text: str, size: float, room: float) -> list[str]:
    """Break a text into lines; Korean is broken at spaces alone, where they come often enough."""
    if not any(map(font.is_hangul, text)):
        return face.lines(text, size, room)
    found = [""]
    for piece in re.findall(r"\S+ *", text):
        if found[-1] and face.width(found[-1] + piece.rstrip(), size) > room:
            found.append("")
        found[-1] += piece
    return [line for each in found for line in face.lines(each, size, room)]


def row(told: cue_lines.Line, language: Language, face: Font, room: float, time: str = "") -> Block:
    """Set one row: step and actor large, what is done and said, whence it is, and how long it took."""
    wide = room - WHAT
    drum = wrapped(face, told.drum, LARGE, wide) if told.drum else []
    lines = [Written(WHAT, LARGE, line) for line in drum]
    lines += [Written(WHAT, TEXT, line) for line in wrapped(face, told.what, TEXT, wide)]
    printed, _, aloud = told.words.partition("」")
    if told.words:
        lines += [Written(WHAT, LARGE, line) for line in wrapped(face, f"{printed}」", LARGE, wide)]
        lines += [Written(WHAT, SMALL, line) for line in wrapped(face, aloud.strip(), SMALL, wide)]
    if told.meaning:
        lines += [Written(WHAT, SMALL, line) for line in wrapped(face, told.meaning, SMALL, wide)]
    if told.note:
        lines += [Written(WHAT, SMALL, line) for line in wrapped(face, told.note, SMALL, wide)]
    where = " · ".join(filter(None, [f"[{cue_lines.basis(told.basis, language)}]", told.where, time]))
    lines += [Written(WHAT, SMALL, line) for line in wrapped(face, where, SMALL, wide)]
    first = (Written(0, TEXT, told.step), Written(WHO, LARGE, told.who), lines[0])
    second = (Written(WHO, SMALL, told.called), lines[1]) if told.called else (lines[1],)
    return Block((first, second, *((line,) for line in lines[2:])), ours=told.basis in OURS)
