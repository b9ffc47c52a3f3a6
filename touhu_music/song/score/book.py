"""A book of all songs: each as a staff with its signs and as a page of the old books, then the sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from touhu_music import vector
from touhu_music.canvas import Canvas
from touhu_music.language import Language, both, word, words
from touhu_music.performance import Performance
from touhu_music.reading import in_language
from touhu_music.sheet import prose
from touhu_music.sheet.paper import A4
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Fitting
from touhu_music.song.formats import SIGNS, Options
from touhu_music.song.score import vertical
from touhu_music.song.score.page import canvases_of
from touhu_music.song.songs import Singing, Song
from touhu_music.song.telling import caveats, name, not_read

READ_AS: Final = {Language.KOREAN: ("hangul",), Language.ENGLISH: ("pinyin",)}
NUMBER: Final = 3.2  # the size of the numbers of pages


def to_pdf(
    singing: Singing, options: Options, drum: Performance | None = None, way: Fitting | None = None
) -> bytes:
    """Print all songs to one PDF of A4, with the drum too where there is one, and open it again.

    Raises RenderError as pages do, and if the PDF has other pages or letters.
    """
    drawn = numbered(pages(singing, options, drum, way))
    title = word("sung-book", options.language)
    data = vector.to_pdf([each.svg() for each in drawn], options.font, title=title)
    sizes = [(each.width, each.height) for each in drawn]
    vector.check_pdf(data, sizes, "".join(each.letters for each in drawn))
    return data


def pages(
    singing: Singing, options: Options, drum: Performance | None = None, way: Fitting | None = None
) -> list[Canvas]:
    """Draw the contents, every song in every print, and what must be known of them."""
    parts = [(song, of_song(song, singing, options, drum, way)) for song in every_print()]
    notes = list(remarks(singing, options))
    front = contents(parts, notes_after(parts), options)
    found = [each for _, sheets in parts for each in sheets]
    heading = " ".join(word("sung-book-notes", each) for each in both(options.language))
    return [*front, *found, *prose.pages(heading, notes, A4, options.font)]


def every_print() -> list[Song]:
    """Return all songs, each as every book prints it."""
    return [each for song in songs.songs() for each in songs.prints(song)]


def notes_after(parts: list[tuple[Song, list[Canvas]]]) -> int:
    """Return the number of the page on which the notes begin."""
    return 2 + sum(len(sheets) for _, sheets in parts)


def of_song(
    song: Song, singing: Singing, options: Options, drum: Performance | None, way: Fitting | None
) -> list[Canvas]:
    """Draw a song: as a staff where it has a tune, with the drum where there is one, and as in old books."""
    found = list[Canvas]()
    if song.has_tune:
        with_signs = replace(options, lines=SIGNS)
        found += canvases_of(fitting.alone(song, singing), with_signs)
    if drum and song.witness == song.known[0]:
        together = fitting.fit(song, way or fitting.load(), singing, drum)
        found += canvases_of(together, replace(options, lines=to_sing(options.language)))
    return [*found, vertical.page(song, options)]


def to_sing(language: Language) -> tuple[str, ...]:
    """Return the lines for those who sing: the words, and how they are read where that is asked for."""
    return ("words", *READ_AS[language]) if language in READ_AS else ("words",)


def contents(parts: list[tuple[Song, list[Canvas]]], notes: int, options: Options) -> list[Canvas]:
    """Draw the first page: what the book holds, on which page, and what must be said of all of it."""
    language = options.language
    lines, at = list[str](), 2
    for song, sheets in parts:
        lines.append(f"{name(song, language)} ({song.witness}): {at}")
        at += len(sheets)
    lines.append(f"{words('sung-book-notes', language)}: {notes}")
    lines += ["", *dict.fromkeys(text for song, _ in parts for text in caveats(song, language))]
    title = " ".join(word("sung-book", each) for each in both(language))
    return prose.pages(title, lines, A4, options.font)


def remarks(singing: Singing, options: Options) -> Iterator[str]:
    """Yield the sources, the books that were not read, what is doubtful, and every choice with its reason."""
    language = options.language
    for song in every_print():
        yield f"{name(song, language)} ({song.witness}): {'; '.join(song.sources)}"
        yield from (word("song-warning", language).format(warning) for warning in song.warnings)
    yield from (not_read(book, language) for book in songs.unread())
    yield ""
    for field, reason in singing.reasons:
        value = getattr(singing, field)
        yield f"{word(f'sung-{field}', language)}: {value}. {in_language(reason, language)}"
    yield ""
    for each in map(fitting.load, fitting.fittings()):
        label = in_language(each.label, language)
        basis = "" if each.basis == "text" else f" ({word('sung-reconstruction', language)})"
        yield f"{label}{basis}{word('sung-stop', language)}{in_language(each.reason, language)}"


def numbered(drawn: list[Canvas]) -> list[Canvas]:
    """Write the number of each page at its foot."""
    for number, canvas in enumerate(drawn, 1):
        canvas.write(canvas.width / 2, canvas.height - 6, str(number), NUMBER, align="middle")
    return drawn
