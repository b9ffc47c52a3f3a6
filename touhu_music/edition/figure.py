"""An apparatus as a figure for print: the forms of each section under each other, what differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from typing import Final, NamedTuple

from touhu_music import font, vector
from touhu_music.canvas import Canvas
from touhu_music.edition.apparatus import NOTHING, Piece, columns, facts, flags, heading, row_lines, sigla
from touhu_music.edition.collation import Apparatus, Form
from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import Language, Syllables, word
from touhu_music.notation import Drum, Section
from touhu_music.sheet.paper import LEADING, paragraph

WIDTH: Final = 180.0  # millimetres, the text of a page
MARGIN: Final = 4.0
STEP, MARK = 4.4, 3.2  # from mark to mark, and the size of one
ROW: Final = 5.6  # from form to form
HEAD, LABEL, TEXT, FOOT = 5.0, 3.2, 3.0, 2.5  # sizes of letters, none smaller
COLUMNS: Final = 27  # marks in a line; further ones stand below, so that sigla have room beside them
HIGHEST: Final = 5000.0  # a page of PDF is no higher
DIFFERING: Final = {"fill": "#fff3bf", "stroke": "#b08900", "stroke-width": "0.25"}
PIXELS_PER_INCH: Final = 300


def to_svg(apparatuses: Sequence[Apparatus], language: Language) -> bytes:
    """Draw rows as an SVG that has its letters inside; raises RenderError for letters that no font has."""
    canvas = drawn(apparatuses, language)
    return vector.with_letters(canvas.svg(), canvas.font, canvas.letters).encode()


def to_pdf(apparatuses: Sequence[Apparatus], language: Language) -> bytes:
    """Draw rows as a PDF of one page, opened again; raises RenderError as `to_svg` does."""
    canvas = drawn(apparatuses, language)
    data = vector.to_pdf([canvas.svg()], canvas.font, title=canvas.title)
    vector.check_pdf(data, [(canvas.width, canvas.height)], canvas.letters)
    return data


def to_png(apparatuses: Sequence[Apparatus], language: Language) -> bytes:
    """Draw rows as pixels, 300 to an inch; raises RenderError as `to_svg` does."""
    canvas = drawn(apparatuses, language)
    return vector.to_png(canvas.svg(), canvas.font, pixels_per_inch=PIXELS_PER_INCH)


class Cell(NamedTuple):
    """A column of a form: a stroke or none, whether forms differ in it, and whether it is doubtful."""

    sign: str
    differs: bool
    doubtful: bool


class Row(NamedTuple):
    """A line of a figure: some columns of a form, what is said beside them in letters of a size."""

    cells: tuple[Cell, ...]
    said: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """How high it is."""
        return max(ROW, LEADING * self.size * len(self.said) + 0.6)


class Part(NamedTuple):
    """One row of the books: what is to be known of them, the lines of each section, what is told below."""

    apparatus: Apparatus
    above: list[str]
    sections: dict[Section, list[list[Row]]]
    below: list[str]

    @property
    def height(self) -> float:
        """How high it is."""
        forms = sum(
            LABEL * 2 + sum(row.height for row in block) for part in self.sections.values() for block in part
        )
        return 1.6 * HEAD + len(self.above) * LEADING * FOOT + forms + (len(self.below) + 2) * LEADING * TEXT


def drawn(apparatuses: Sequence[Apparatus], language: Language) -> Canvas:
    """Draw rows below each other, on a page that is as high as they need."""
    face = font.of(language, Syllables.HANZI)
    room = WIDTH - 2 * MARGIN
    parts = [
        Part(
            each,
            [line for said in facts(each, language) for line in face.lines(said, FOOT, room)],
            {section: list(blocks(each, section, face, language)) for section in Section},
            [line for said in sentences(each, language) for line in face.lines(said, TEXT, room)],
        )
        for each in apparatuses
    ]
    signs = face.lines(word("signs", language).format("   ").strip(), FOOT, room - STEP)
    dashed = [word("dashed", language)] if any(each.doubts for each in apparatuses) else []
    height = 2 * MARGIN + sum(part.height for part in parts) + len([*signs, *dashed]) * LEADING * FOOT
    if height > HIGHEST:
        raise RenderError(
            f"the figure would be {height:.0f} mm high, and a page at most {HIGHEST:.0f};"
            " name one row, or fewer books"
        )
    name = " · ".join(heading(each, language) for each in apparatuses)
    canvas = Canvas(WIDTH, height, face, title=name)
    top = MARGIN
    for part in parts:
        draw(canvas, part, top, language)
        top += part.height
    canvas.box(MARGIN, top, STEP - 1, LEADING * FOOT, **DIFFERING)
    paragraph(canvas, MARGIN + STEP, top, signs, FOOT)
    top += len(signs) * LEADING * FOOT
    for _ in dashed:
        middle = top + LEADING * FOOT / 2
        canvas.mark(Drum.PI, MARGIN + (STEP - 1) / 2, middle, FOOT, doubtful=True)
    paragraph(canvas, MARGIN + STEP, top, dashed, FOOT)
    return canvas


def sentences(apparatus: Apparatus, language: Language) -> list[str]:
    """Return the entries with their judgements, as the terminal prints them."""
    lines = list(row_lines(apparatus, language))
    first = lines.index("") + 1
    last = lines.index("", first)
    return lines[first:last]


def blocks(apparatus: Apparatus, section: Section, face: Font, language: Language) -> Iterator[list[Row]]:
    """Set the forms of a section under each other, as many columns at a time as a line has."""
    forms = apparatus.of(section)
    whole = [tuple(cells(form, pieces)) for form, pieces in zip(forms, columns(forms), strict=True)]
    for start in range(0, len(whole[0]), COLUMNS):
        shown = [row[start : start + COLUMNS] for row in whole]
        room = WIDTH - 2 * MARGIN - (len(shown[0]) + 1.5) * STEP
        yield [
            Row(row, *beside(f"{len(form.witnesses)}   {named(apparatus, form, language)}", face, room))
            for form, row in zip(forms, shown, strict=True)
        ]


def named(apparatus: Apparatus, form: Form, language: Language) -> str:
    """Name the books of a form, with what is doubtful or known at second hand."""
    return sigla(apparatus, form, language) + flags(form, apparatus, language)


def beside(said: str, face: Font, room: float) -> tuple[tuple[str, ...], float]:
    """Set what is said beside a line: in one line of large letters, else in several of small ones."""
    if face.width(said, LABEL) <= room:
        return (said,), LABEL
    return tuple(face.lines(said, FOOT, room)), FOOT


def cells(form: Form, pieces: Sequence[Piece]) -> Iterator[Cell]:
    """Yield the columns of a form."""
    places, written = {doubt.place for doubt in form.doubts}, count(1)
    for differs, text in pieces:
        for sign in text:
            yield Cell(sign, differs, sign != NOTHING and next(written) in places)


def draw(canvas: Canvas, part: Part, top: float, language: Language) -> None:
    """Draw one row: its name, what is to be known of the books, its forms, its entries."""
    canvas.write(MARGIN, top + HEAD, heading(part.apparatus, language), HEAD)
    top += 1.6 * HEAD
    paragraph(canvas, MARGIN, top, part.above, FOOT)
    top += len(part.above) * LEADING * FOOT
    for section, found in part.sections.items():
        for place, block in enumerate(found):
            if place == 0:
                canvas.write(MARGIN, top + LABEL * 1.4, word(section, language), LABEL)
            top += LABEL * 2
            for row in block:
                draw_row(canvas, row, top)
                top += row.height
    paragraph(canvas, MARGIN, top + LEADING * TEXT / 2, part.below, TEXT)


def draw_row(canvas: Canvas, row: Row, top: float) -> None:
    """Draw what some books have for columns of a section, and who they are; doubtful marks are dashed."""
    middle, x = top + row.height / 2, MARGIN + STEP
    for differs, group in groupby(row.cells, lambda cell: cell.differs):
        run = list(group)
        if differs:
            canvas.box(x - STEP / 2, middle - ROW / 2 + 0.3, len(run) * STEP, ROW - 0.6, **DIFFERING)
        for cell in run:
            if cell.sign == NOTHING:
                canvas.box(x - 0.25, middle - 0.25, 0.5, 0.5, fill="#000000", stroke="none")
            else:
                canvas.mark(Drum(cell.sign), x, middle, MARK, doubtful=cell.doubtful)
            x += STEP
    first = middle + 0.36 * row.size - LEADING * row.size * (len(row.said) - 1) / 2
    for place, line in enumerate(row.said):
        canvas.write(x + STEP / 2, first + LEADING * row.size * place, line.rstrip(), row.size)
