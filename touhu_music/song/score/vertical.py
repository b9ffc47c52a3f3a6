"""The page of the old books: words as large characters, their signs small, columns from right to left.

瑟譜 sets the signs below each verse, all lülü and then all gongche; 鐘律通考 sets both after each word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from touhu_music import vector
from touhu_music.canvas import Canvas
from touhu_music.language import chinese, source, word
from touhu_music.reading import in_language
from touhu_music.render import comparing
from touhu_music.render.score.checking import PIXELS_PER_INCH
from touhu_music.render.score.page import whole
from touhu_music.sheet import columns, traditional
from touhu_music.sheet.columns import Chart, Gloss, Sign
from touhu_music.sheet.paper import A4, LEADING, Paper, paragraph
from touhu_music.sheet.traditional import FOOT, FRAME, HEAD, PADDING, SIDE, TEXT, Leaf
from touhu_music.song import signs
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.reader.reading import Layout
from touhu_music.song.score import telling
from touhu_music.song.songs import Song, Stanza, Sung
from touhu_music.song.telling import caveats

WHOLE: Final = Paper("whole", whole(A4.width), whole(A4.height))
"""A sheet of A4, a little larger, so that it is whole pixels."""

INLINE: Final = ("N",)
"""The prints that set the signs after each word; the others set them below the verse."""


def layout_of(song: Song, options: Options) -> Layout:
    """Return the layout that is asked for, else that of the print."""
    if options.layout:
        return Layout(options.layout)
    return Layout.INLINE if song.witness in INLINE else Layout.UNDER


def page(song: Song, options: Options, rendition: Rendition | None = None, paper: Paper = A4) -> Canvas:
    """Print a song as an old book does, as large as the paper allows; the row of the drum stands last.

    Raises RenderError for what the font cannot draw, and where there is too much for a page.
    """
    script = chinese(options.language)
    title = song.title.hans if script.endswith("Hans") else song.title.hant
    canvas = Canvas(paper.width, paper.height, options.font, title=title)
    texts = [*charts(song, options), *drum_charts(rendition, options)]
    lines = [
        line
        for text in foot(song, options, rendition)
        for line in canvas.font.lines(text, TEXT, paper.width - 2 * SIDE)
    ]
    bottom = paper.height - FOOT - (len(lines) * LEADING + 1) * TEXT
    field = Leaf(
        left=SIDE + FRAME,
        top=HEAD + FRAME,
        right=paper.width - SIDE - FRAME,
        bottom=bottom - FRAME,
        spine=0,
        padding=PADDING,
        columns=0,
        rows=0,
    )
    leaf, placed = traditional.fitted(texts, field)
    traditional.draw_frame(canvas, leaf, 1, ruled=True)
    traditional.draw_title(canvas, leaf, re.sub("[（(].*", "", title))
    for each in placed:
        traditional.draw(canvas, leaf, each, 1)
    paragraph(canvas, SIDE, bottom + TEXT, lines, TEXT)
    return canvas


def charts(song: Song, options: Options) -> list[Chart]:
    """Return what fills columns, each from the head of one: stanzas with their signs, and the heading."""
    inline = layout_of(song, options) is Layout.INLINE
    set_stanza = after_each if inline else below
    stanzas = [part for stanza in song.stanzas for part in set_stanza(stanza, options)]
    head = [heading(song, options)] if song.heading else []
    return [*head, *stanzas] if inline else [*stanzas, *head]


def below(stanza: Stanza, options: Options) -> Iterator[Chart]:
    """Give the words, and in columns of their own all lülü and all gongche."""
    yield tuple(Sign(known(each.word, options)) for each in stanza.sung)
    if stanza.has_tones:
        rows = ("".join(known(each.printed[of], options) for each in stanza.sung) for of in (0, 1))
        yield (Gloss("".join(rows)),)


def after_each(stanza: Stanza, options: Options) -> Iterator[Chart]:
    """Give each word with its two signs after it."""
    yield tuple(chain.from_iterable(with_signs(each, options) for each in stanza.sung))


def with_signs(each: Sung, options: Options) -> Iterator[Sign | Gloss]:
    """Give a word and its signs; a tone that is lost has one."""
    yield Sign(known(each.word, options))
    lulu, gongche = each.printed
    if lulu:
        yield Gloss(known(lulu if lulu == gongche else lulu + gongche, options))


def heading(song: Song, options: Options) -> Chart:
    """Give the line that names song and mode, what is in brackets small."""
    parts = re.split(r"[(（](.*?)[)）]", song.heading)
    return tuple(
        item
        for place, part in enumerate(parts)
        for item in ((Gloss(known(part, options)),) if place % 2 else columns.signs(known(part, options)))
    )


def known(text: str, options: Options) -> str:
    """Give a text in which a sign that the font lacks has its usual form."""
    return "".join(signs.plain(sign) if options.font.missing(sign) else sign for sign in text)


def drum_charts(rendition: Rendition | None, options: Options) -> list[Chart]:
    """Give the row of the drum, as its text prints it."""
    if rendition is None or rendition.drum is None:
        return []
    if rendition.drum.reading is None:
        return [tuple(Sign(mark) for mark in rendition.drum.row)]
    return columns.charts([rendition.drum.reading], options.drums, glosses=False)


def foot(song: Song, options: Options, rendition: Rendition | None) -> list[str]:
    """Say in which print the song stands, what the page is, and what must be said of the tunes."""
    language = options.language
    said = [telling.print_of(song, language), word("sung-old-page", language)]
    given = layout_of(song, options) is not layout_of(song, Options())
    said += [word("sung-other-layout", language)] if given else []
    said += caveats(song, language)
    if rendition and rendition.drum:
        said += [source(rendition.drum, language), word("sung-row-beside", language)]
    if song.notes:
        said.append(in_language(song.notes, language))
    return said


@lru_cache(maxsize=4)
def drawn(rendition: Rendition, options: Options, paper: Paper) -> Canvas:
    """Draw the page of a song that is sung."""
    return page(rendition.song, options, rendition, paper)


@dataclass(frozen=True, slots=True)
class OldPage:
    """The page as one kind of file, by its suffix."""

    kind: str
    paper: Paper = WHOLE

    def render(self, rendition: Rendition, options: Options) -> bytes:
        """Print a song as an old book does; raises RenderError for what no page can hold."""
        canvas = drawn(rendition, options, self.paper)
        if self.kind == "pdf":
            return vector.to_pdf([canvas.svg()], canvas.font, title=canvas.title)
        if self.kind == "png":
            return vector.to_png(canvas.svg(), canvas.font, pixels_per_inch=PIXELS_PER_INCH)
        return vector.with_letters(canvas.svg(), canvas.font, canvas.letters).encode()

    def check(self, data: bytes, rendition: Rendition, options: Options) -> None:
        """Open it again; raises RenderError where its size, words or strokes are others."""
        canvas = drawn(rendition, options, self.paper)
        size = (canvas.width, canvas.height)
        if self.kind == "pdf":
            vector.check_pdf(data, [size], canvas.letters)
        elif self.kind == "png":
            width, height = (round(length / 25.4 * PIXELS_PER_INCH) for length in size)
            comparing.png(data, (width, height))
        else:
            root = comparing.svg(data)
            found = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
            wanted = [each.word for each in rendition.song.sung]
            lost = [text for text in set(wanted) if found.count(known(text, options)) < wanted.count(text)]
            comparing.same("SVG", "lost words", "".join(lost), "")


SVG = OldPage("svg")
PDF = OldPage("pdf", A4)
PNG = OldPage("png")
