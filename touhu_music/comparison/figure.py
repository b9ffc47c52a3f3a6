"""A comparison as a figure for print: rows aligned, their runs, where they meet, what chance does.

Black is what the texts have, and what was counted in it. Which alignment is shown is a choice, and
the figure says so.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import ceil, isqrt
from typing import Any, Final, NamedTuple

import matplotlib
from matplotlib.figure import Figure
from PIL import Image
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from touhu_music import font
from touhu_music.comparison.aligned import struck_doubts
from touhu_music.comparison.alignment import EQUAL
from touhu_music.comparison.nulls import Null
from touhu_music.comparison.pairs import Comparison, Row
from touhu_music.comparison.panels import (
    FAINT,
    GREY,
    HEADING,
    SMALL,
    TEXT,
    Panel,
    Subject,
    paragraph,
    texts,
)
from touhu_music.comparison.plots import chance, dots_panel, matrix_panel, nulls_panel, verdict
from touhu_music.comparison.significance import Method, Test
from touhu_music.comparison.strips import lanes_panel, runs_panel
from touhu_music.errors import RenderError
from touhu_music.language import Language, both, chinese, word
from touhu_music.notation import Drum, Section, Use, visible
from touhu_music.render import comparing
from touhu_music.render.timeline import SETTINGS
from touhu_music.render.timeline.drawing import Sheet
from touhu_music.render.timeline.layout import MARGIN, POINTS_PER_INCH, TITLE, WIDTH, Block

MOST_ROWS: Final = 12
MOST_STROKES: Final = 60
"""More rows, or strokes on a side of 半, are refused: they fit no page."""

UNHINTED: Final = SETTINGS | {"text.hinting": "none"}
"""Settings under which letters of pixels are as wide as they are measured."""

PIXELS_PER_INCH: Final = 300
WHOLE: Final = 6  # points that are whole pixels at that resolution
BETWEEN: Final = 10.0  # panels


class Page(NamedTuple):
    """The page: what it says, what it shows, how high it is. Panels in one tuple stand beside each other."""

    subject: Subject
    title: tuple[Block, ...]
    panels: tuple[tuple[Panel, ...], ...]
    caption: tuple[Block, ...]
    command: Block
    height: int


def to_svg(comparisons: Sequence[Comparison], language: Language, command: str) -> bytes:
    """Draw one pair, or all pairs of several rows in the order of `combinations`, letters as outlines.

    Raises RenderError for more than a page holds, and for letters that no font has.
    """
    page = arranged(comparisons, language, command)
    metadata = {"Title": titled(page), "Description": described(page), "Creator": "touhu_music", "Date": None}
    data = written(page, format="svg", metadata=metadata)
    check_svg(data, page)
    return data


def to_pdf(comparisons: Sequence[Comparison], language: Language, command: str) -> bytes:
    """Draw as one page of PDF, on which letters stay letters; raises RenderError as `to_svg` does."""
    page = arranged(comparisons, language, command)
    metadata = {
        "Title": titled(page),
        "Subject": described(page),
        "Creator": "touhu_music",
        "CreationDate": None,
    }
    data = written(page, format="pdf", metadata=metadata)
    check_pdf(data, page)
    return data


def to_png(comparisons: Sequence[Comparison], language: Language, command: str) -> bytes:
    """Draw as pixels, 300 to an inch; raises RenderError as `to_svg` does."""
    page = arranged(comparisons, language, command)
    size = (WIDTH * PIXELS_PER_INCH // POINTS_PER_INCH, page.height * PIXELS_PER_INCH // POINTS_PER_INCH)
    pixels, buffer = written(page, format="rgba", dpi=PIXELS_PER_INCH), io.BytesIO()
    image = Image.frombytes("RGBA", size, pixels).convert("RGB")
    image.save(buffer, "png", dpi=(PIXELS_PER_INCH, PIXELS_PER_INCH))
    comparing.png(buffer.getvalue(), size)
    return buffer.getvalue()


def written(page: Page, **how: Any) -> bytes:
    """Draw a page under our settings alone; a letter that no font has is an error."""
    buffer = io.BytesIO()
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(UNHINTED)
        warnings.filterwarnings("error", "Glyph")
        drawn(page).savefig(buffer, **how)
    return buffer.getvalue()


# --- what stands on the page --------------------------------------------------------------------


def rows_of(comparisons: Sequence[Comparison]) -> tuple[Row, ...]:
    """Return the rows of all pairs; raises RenderError for pairs that are not all, or too many."""
    number = (1 + isqrt(1 + 8 * len(comparisons))) // 2
    if not comparisons:
        raise RenderError("no pair of rows to draw")
    if number > MOST_ROWS:
        raise RenderError(f"a figure holds at most {MOST_ROWS} rows, not {number}")
    rows = (comparisons[0].a, *(each.b for each in comparisons[: number - 1]))
    if [(each.a, each.b) for each in comparisons] != list(combinations(rows, 2)):
        raise RenderError("a figure shows one pair, or all pairs of several rows, each once and in order")
    if len({(each.use, each.costs) for each in comparisons}) > 1:
        raise RenderError("a figure shows comparisons of one use, at the same costs")
    for row in rows:
        for section in Section:
            strokes = len(getattr(row, section))
            if strokes > MOST_STROKES:
                raise RenderError(
                    f"a figure holds rows of at most {MOST_STROKES} strokes on a side of 半,"
                    f" not {strokes}: {visible(row.name)[:40]}"
                )
    return rows


def arranged(comparisons: Sequence[Comparison], language: Language, command: str) -> Page:
    """Find what stands where."""
    subject = Subject(rows_of(comparisons), tuple(comparisons), language, font.of(language))
    panels: list[tuple[Panel, ...]] = [(lanes_panel(subject, "a"),), (runs_panel(subject, "b"),)]
    if subject.pair:
        panels.append((dots_panel(subject, subject.pair, "c"), nulls_panel(subject, subject.pair, "d")))
    else:
        panels.append((matrix_panel(subject, "c"),))
    title = tuple(
        texts(subject, [line], size)[0] for line, size in zip(titles(subject), (TITLE, HEADING), strict=False)
    )
    said = tuple(texts(subject, list(caption(subject)), TEXT))
    (made,) = texts(subject, [subject.say("made", visible(command))], SMALL)
    height = 2 * MARGIN + sum(line.height for line in title) + 4
    height += sum(max(panel.height for panel in beside) + BETWEEN for beside in panels)
    height += sum(each.height for each in said) + made.height + 6
    return Page(subject, title, tuple(panels), said, made, ceil(height / WHOLE) * WHOLE)


def drawn(page: Page) -> Figure:
    """Draw a page."""
    sheet = Sheet(page.height, page.subject.font)
    top: float = MARGIN
    for line in page.title:
        paragraph(sheet, MARGIN, top, line)
        top += line.height
    top += 4
    for beside in page.panels:
        sheet.rule([(MARGIN, top, WIDTH - MARGIN, top)], lw=0.4, ec=FAINT)
        for panel in beside:
            panel.draw(sheet, top + 4)
        top += max(panel.height for panel in beside) + BETWEEN
    sheet.rule([(MARGIN, top, WIDTH - MARGIN, top)], lw=0.4, ec=FAINT)
    top += 4
    for text in page.caption:
        paragraph(sheet, MARGIN, top, text)
        top += text.height
    paragraph(sheet, MARGIN, top, page.command, GREY)
    return sheet.figure


def titles(subject: Subject) -> Iterator[str]:
    """Name the rows and the use in Chinese, and in the language beside it."""
    for language in both(subject.language):
        alone = language is chinese(language)
        if subject.pair:
            names = [subject.label(place, language) or subject.name(place, 150, TITLE) for place in range(2)]
            what = " · ".join(names)
        else:
            what = word("figure-rows", language).format(len(subject.rows))
        yield f"{what}{'：' if alone else ': '}{word(subject.use, language)}"


def titled(page: Page) -> str:
    """Return the title as one line."""
    return " · ".join("".join(line.lines) for line in page.title)


def described(page: Page) -> str:
    """Return the caption and the command as one text."""
    return "\n".join("".join(text.lines) for text in (*page.caption, page.command))


def caption(subject: Subject) -> Iterator[str]:
    """Say what the figure shows, what was chosen, how often was tested, and where the rows stand."""
    pair, say = subject.pair, subject.say
    pale = subject.use is Use.TOUHU and any(row.before_half for row in subject.rows)
    anchored = ""
    if pair and pair.use is Use.ARCHERY:
        sides = (pair.before_half.distance, pair.after_half.distance)
        anchored = say("anchored", *sides, pair.whole.distance)
    heavy = "" if pair else say("heavy")
    costs = subject.comparisons[0].costs
    priced = "" if costs == EQUAL else say("costs", *costs)
    yield joined(subject, (say("lanes-say", "a"), heavy, priced, anchored))
    yield joined(subject, (say("runs-say", "b"), say("pale") if pale else ""))
    tests: list[Test]
    if pair:
        names = [subject.name(place, 200) for place in range(2)]
        yield joined(
            subject,
            (
                say("dots-say", "c", *names),
                say("frame") if pair.use is Use.TOUHU else "",
                shift_said(subject, pair, names[1]),
            ),
        )
        yield say("nulls-say", "d", *names)
        tests = [*pair.part.tests, *filter(None, [pair.whole.shift_test])]
        yield from contained(subject, pair)
    else:
        tests = [test for each in subject.comparisons if (test := each.part.test(Null.COUNTS))]
        starred = any(test.rejects for test in tests)
        yield joined(subject, (say("matrix-say", "c"), say("starred") if starred else ""))
    yield joined(subject, tested(subject, tests))
    yield from sources(subject)


def joined(subject: Subject, sentences: Iterable[str]) -> str:
    """Set sentences after each other; Chinese ones need no space."""
    alone = subject.language is chinese(subject.language)
    return ("" if alone else " ").join(filter(None, sentences))


def shift_said(subject: Subject, pair: Comparison, second: str) -> str:
    """Tell the best shift of the whole rows and what chance makes of it; nothing where there is none."""
    whole = pair.whole
    if whole.shift is None:
        return ""
    p = "p -"
    if whole.shift_test:
        p = "; ".join(filter(None, (chance(whole.shift_test), verdict(subject, whole.shift_test))))
    shifts = len(whole.first) + len(whole.second) - 1
    return subject.say("shift", shifts, whole.shift.agree, whole.shift.overlap, p, second)


def contained(subject: Subject, pair: Comparison) -> Iterator[str]:
    """Say that the shorter is contained in the longer, or that both are the same, where it is so."""
    part = pair.part
    if part.first and part.second and part.contained:
        yield subject.say("same" if len(part.first) == len(part.second) else "contained")


def tested(subject: Subject, tests: Sequence[Test]) -> Iterator[str]:
    """Say how many tests were made, and what was drawn."""
    first = subject.comparisons[0]
    key = "tests" if len(subject.comparisons) == 1 else "tests-many"
    yield subject.say(key, max(each.tests for each in subject.comparisons))
    if not all(test.decides for test in tests):
        yield subject.say("level")
    if any(test.method is Method.SAMPLED for test in tests):
        yield subject.say("drawn", f"{first.samples:,}".replace(",", "\u00a0"), first.seed)


def sources(subject: Subject) -> Iterator[str]:
    """Name the books of the rows, each once, and say why strokes are doubtful."""
    rows: dict[str, list[str]] = {}
    for place, row in enumerate(subject.rows):
        named = visible(row.name)
        number = "" if subject.name(place) == named else f"({place + 1}) "
        siglum = f"{row.reading.witness} " if row.reading and row.reading.witness else ""
        source = f"{siglum}{visible(row.source)}" if row.source else word("no-witness", subject.language)
        rows.setdefault(source, []).append(number + named)
    yield from (subject.say("from", ", ".join(names), source) for source, names in rows.items())
    for reason in struck_doubts(subject.rows, subject.use, subject.language):
        yield subject.say("doubtful", reason)


# --- read back ----------------------------------------------------------------------------------


def check_svg(data: bytes, page: Page) -> None:
    """Open an SVG again; raises RenderError where its size or the strokes in its lanes are others."""
    root = comparing.svg(data)
    same("SVG", "size", (root.get("width"), root.get("height")), (f"{WIDTH}pt", f"{page.height}pt"))
    found: list[tuple[str, str]] = []
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        name = group.get("id", "")
        if name.startswith("lane-"):
            path = next(group.iter("{http://www.w3.org/2000/svg}path"), None)
            curved = "C" in (path.get("d", "") if path is not None else "")
            found.append((name, Drum.PI if curved else Drum.GU))
    same("SVG", "strokes", sorted(found), sorted(strokes(page.subject)))


def strokes(subject: Subject) -> Iterator[tuple[str, str]]:
    """Name the strokes of the rows as they are named in the lanes, each with its drum."""
    for place, row in enumerate(subject.rows, 1):
        for section in subject.sections:
            for number, mark in enumerate(getattr(row, section), 1):
                yield f"lane-{place}-{section}-{number}-{Drum(mark).word}", Drum(mark)


def check_pdf(data: bytes, page: Page) -> None:
    """Open a PDF again; raises RenderError where it is not one page of that size."""
    try:
        pages = PdfReader(io.BytesIO(data)).pages
        same("PDF", "pages", len(pages), 1)
        box = pages[0].mediabox
        same("PDF", "size", (float(box.width), float(box.height)), (WIDTH, page.height))
    except PyPdfError as error:
        raise RenderError(f"the PDF cannot be read: {error}") from error


def same(kind: str, what: str, found: object, wanted: object) -> None:
    """Raise RenderError unless two things are equal."""
    if found != wanted:
        raise RenderError(f"the {kind} has other {what} than the rows: {found}, not {wanted}")
