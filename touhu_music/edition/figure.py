"""An apparatus as a figure for print: the forms of each section under each other, what differs marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from touhu_music import font, vector
from touhu_music.canvas import Canvas
from touhu_music.edition.apparatus import NOTHING, columns, facts, flags, heading, row_lines
from touhu_music.edition.collation import Apparatus, Form
from touhu_music.language import Language, Syllables, word
from touhu_music.notation import Drum, Section
from touhu_music.sheet.paper import LEADING, paragraph

WIDTH: Final = 180.0  # millimetres, the text of a page
MARGIN: Final = 4.0
STEP, MARK = 4.4, 3.2  # from mark to mark, and the size of one
ROW: Final = 5.6  # from form to form
HEAD, LABEL, TEXT, FOOT = 5.0, 3.2, 3.0, 2.5  # sizes of letters
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


def drawn(apparatuses: Sequence[Apparatus], language: Language) -> Canvas:
    """Draw rows below each other, on a page that is as high as they need."""
    face = font.of(language, Syllables.HANZI)
    room = WIDTH - 2 * MARGIN
    texts = [
        [line for said in sentences(each, language) for line in face.lines(said, TEXT, room)]
        for each in apparatuses
    ]
    above = [
        [line for said in facts(each, language) for line in face.lines(said, FOOT, room)]
        for each in apparatuses
    ]
    parts = [part(each, upper, lower) for each, upper, lower in zip(apparatuses, above, texts, strict=True)]
    foot = face.lines(word("signs", language).format("   ").strip(), FOOT, room - STEP)
    height = 2 * MARGIN + sum(parts) + len(foot) * LEADING * FOOT
    name = " · ".join(heading(each, language) for each in apparatuses)
    canvas = Canvas(WIDTH, height, face, title=name)
    top = MARGIN
    for each, upper, lower, high in zip(apparatuses, above, texts, parts, strict=True):
        draw(canvas, each, upper, lower, top, language)
        top += high
    canvas.box(MARGIN, top, STEP - 1, LEADING * FOOT, **DIFFERING)
    paragraph(canvas, MARGIN + STEP, top, foot, FOOT)
    return canvas


def sentences(apparatus: Apparatus, language: Language) -> list[str]:
    """Return the entries with their judgements, as the terminal prints them."""
    lines = list(row_lines(apparatus, language))
    first = lines.index("") + 1
    last = lines.index("", first)
    return lines[first:last]


def part(apparatus: Apparatus, above: Sequence[str], below: Sequence[str]) -> float:
    """Return how high one row is with its forms and sentences."""
    forms = sum(len(apparatus.of(section)) * ROW + LABEL * 2 for section in Section)
    return 1.6 * HEAD + len(above) * LEADING * FOOT + forms + (len(below) + 2) * LEADING * TEXT


def draw(
    canvas: Canvas,
    apparatus: Apparatus,
    above: Sequence[str],
    below: Sequence[str],
    top: float,
    language: Language,
) -> None:
    """Draw one row: its name, what is to be known of the books, its forms, its entries."""
    canvas.write(MARGIN, top + HEAD, heading(apparatus, language), HEAD)
    top += 1.6 * HEAD
    paragraph(canvas, MARGIN, top, above, FOOT)
    top += len(above) * LEADING * FOOT
    for section in Section:
        canvas.write(MARGIN, top + LABEL * 1.4, word(section, language), LABEL)
        top += LABEL * 2
        forms = apparatus.of(section)
        for form, pieces in zip(forms, columns(forms), strict=True):
            draw_form(canvas, form, pieces, flags(form, apparatus, language), top)
            top += ROW
    paragraph(canvas, MARGIN, top + LEADING * TEXT / 2, below, TEXT)


def draw_form(canvas: Canvas, form: Form, pieces: Sequence[tuple[bool, str]], said: str, top: float) -> None:
    """Draw what some books have for a section, and who they are; doubtful marks are dashed."""
    middle, x = top + ROW / 2, MARGIN + STEP
    for differs, text in pieces:
        if differs:
            canvas.box(x - STEP / 2, top + 0.3, len(text) * STEP, ROW - 0.6, **DIFFERING)
        for sign in text:
            if sign == NOTHING:
                canvas.box(x - 0.25, middle - 0.25, 0.5, 0.5, fill="#000000", stroke="none")
            else:
                canvas.mark(Drum(sign), x, middle, MARK, doubtful=differs and form.doubtful)
            x += STEP
    sigla = f"{len(form.witnesses)}   {' '.join(form.witnesses)}{said}"
    size = min(LABEL, (WIDTH - MARGIN - x - STEP) / canvas.font.width(sigla, 1))
    canvas.write(x + STEP / 2, middle + 0.36 * size, sigla, size)
