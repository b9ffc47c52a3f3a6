"""A song as it is told: the lines of a terminal, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from touhu_music.columns import columns, left, right
from touhu_music.language import Language, chinese, word
from touhu_music.reading import in_language
from touhu_music.song import songs
from touhu_music.song.reader.reading import Notated
from touhu_music.song.songs import NOTHING, Book, Song, Stanza, Sung

Shape = dict[str, Any]
WIDEST: Final = 16
"""Words in a row of a table."""


# --- JSON -------------------------------------------------------------------------------------


def shape(song: Song, language: Language = Language.ENGLISH) -> Shape:
    """Give a song as JSON: keys are added, never renamed."""
    return {
        "song": song.name,
        "witness": song.witness,
        "title": song.title._asdict(),
        "mode": song.mode,
        "heading": song.heading,
        "sung_for": in_language(song.sung_for, language),
        "stanzas": [*map(of_stanza, song.stanzas)],
        "warnings": [*song.warnings],
        "sources": [*song.sources],
        "remarks": caveats(song, language),
    }


def of_stanza(stanza: Stanza) -> Shape:
    """Give a stanza: strings of a character a word, 闕 or 缺 where the tone is lost, as it is printed.

    `semitones` are null where a tone is lost, `lines` where the verse is not parted into lines. `printed`
    are the signs as the book has them.
    """
    toned = stanza.has_tones
    return {
        "words": stanza.words,
        "lulu": stanza.lulu if toned else "",
        "gongche": stanza.gongche if toned else "",
        "semitones": [*stanza.semitones],
        "lines": [*stanza.lines] if len(stanza.lines) > 1 else None,
        "printed": ["".join(each.printed[of] for each in stanza.sung) for of in (0, 1)],
    }


def of_notated(song: Notated) -> Shape:
    """Give a song that was read in a text."""
    return {
        "title": song.title,
        "mode": song.mode,
        "layout": str(song.layout),
        "heading": song.heading,
        "stanzas": [*map(of_stanza, song.stanzas)],
        "warnings": [*song.warnings],
    }


# --- lines ------------------------------------------------------------------------------------


def lines(song: Song, language: Language) -> Iterator[str]:
    """Tell a song: what it is, its stanzas as tables, and what is to be known of it."""
    yield f"{song.name}: {name(song, language)}"
    yield word("song-print", language).format(song.witness, "; ".join(song.sources))
    if song.mode:
        yield word("song-mode", language).format(song.mode)
    yield word("song-for", language).format(in_language(song.sung_for, language))
    for number, stanza in enumerate(song.stanzas, 1):
        yield ""
        if len(song.stanzas) > 1:
            yield word("song-stanza", language).format(number)
        yield from table(stanza, language)
    yield ""
    yield from remarks(song, language)


def notated(song: Notated, language: Language) -> Iterator[str]:
    """Tell a song that was read in a text."""
    yield ", ".join(filter(None, (song.heading, word(f"song-{song.layout}", language))))
    if song.mode:
        yield word("song-mode", language).format(song.mode)
    for number, stanza in enumerate(song.stanzas, 1):
        if len(song.stanzas) > 1:
            yield word("song-stanza", language).format(number)
        yield from table(stanza, language)
    yield from (word("song-warning", language).format(warning) for warning in song.warnings)


def name(song: Song, language: Language) -> str:
    """Name a song in Chinese and one other language."""
    title = song.title
    if language is Language.ENGLISH:
        return f"{title.hant} · {title.pinyin}, {title.en}"
    if language is Language.KOREAN:
        return f"{title.hant} · {title.korean}"
    return title.hans if chinese(language) is Language.SIMPLIFIED else title.hant


def caveats(song: Song, language: Language) -> list[str]:
    """Say what every output that uses a song must say: that its notation is late, and what was doubted."""
    if not song.has_tune:
        return [word("song-no-tune", language)]
    doubts = {"twelve": ["song-doubt"], "own": ["song-own"]}.get(song.setting, [])
    return [word(key, language) for key in ("song-late", *doubts)]


def note(song: Song, language: Language) -> str:
    """Say what is known of a print of a song besides."""
    return word("song-remark", language).format(in_language(song.notes, language))


def remarks(song: Song, language: Language) -> Iterator[str]:
    """Say how tones are counted, what is doubtful, which prints there are, and what must be said."""
    if song.has_tune:
        yield word("song-counted", language)
    yield from (word("song-warning", language).format(warning) for warning in song.warnings)
    if song.notes:
        yield note(song, language)
    yield from caveats(song, language)
    others = [siglum for siglum in song.known if siglum != song.witness]
    if others:
        yield word("song-others", language).format(" ".join(others))
    if song.setting == "twelve":
        yield from (not_read(book, language) for book in songs.unread())


def table(stanza: Stanza, language: Language) -> Iterator[str]:
    """Tell a stanza as a table, its lines of verse apart; nothing but the words where it has no tones."""
    rows = {"song-word": [*map(shown, stanza.sung)]}
    if stanza.has_tones:
        rows["song-lulu"] = [*stanza.lulu]
        rows["song-gongche"] = [*stanza.gongche]
        rows["song-semitones"] = [NOTHING if each is None else str(each) for each in stanza.semitones]
    labels = {key: word(key, language) for key in rows}
    room = max(map(columns, labels.values())) + 2
    for place, chosen in enumerate(blocks(stanza.lines)):
        if place and stanza.has_tones:
            yield ""
        for key, row in rows.items():
            cells = (" ".join(right(row[at], 2) for at in line) for line in chosen)
            yield f"  {left(labels[key], room)}{'   '.join(cells)}".rstrip()


def shown(sung: Sung) -> str:
    """Return a word as one character."""
    return Stanza((sung,), (1,)).words


def blocks(lengths: Sequence[int]) -> Iterator[list[range]]:
    """Put lines of verse into rows of no more than so many words; a longer line is cut."""
    row: list[range] = []
    start = 0
    for length in cut(lengths):
        if row and sum(map(len, row)) + length > WIDEST:
            yield row
            row = []
        row.append(range(start, start + length))
        start += length
    yield row


def cut(lengths: Iterable[int]) -> Iterator[int]:
    """Cut lines that are too long for a row."""
    for length in lengths:
        for start in range(0, length, WIDEST):
            yield min(WIDEST, length - start)


# --- what there is ------------------------------------------------------------------------------


def listed(found: Sequence[Song], language: Language) -> Shape:
    """Give all songs and books as JSON."""
    return {
        "songs": [
            {
                "song": song.name,
                "title": song.title._asdict(),
                "sung_for": in_language(song.sung_for, language),
                "has_tune": song.has_tune,
                "prints": [
                    {"witness": each.witness, "mode": each.mode, "source": each.sources[0]}
                    for each in songs.prints(song.name)
                ],
            }
            for song in found
        ],
        "unread": [
            {
                "witness": book.siglum,
                "title": book.title,
                "author": book.author,
                "why": in_language(book.why, language),
            }
            for book in songs.unread()
        ],
    }


def listing(found: Sequence[Song], language: Language) -> Iterator[str]:
    """List songs with their prints, then the books that were not read."""
    for song in found:
        sung_for = word("song-for", language).format(in_language(song.sung_for, language))
        yield f"{song.name:10} {name(song, language)}; {sung_for}"
        for each in songs.prints(song.name):
            mode = f"{each.mode}; " if each.mode else ""
            yield f"  {each.witness:8} {mode}{each.sources[0]}"
    yield from (not_read(book, language) for book in songs.unread())


def not_read(book: Book, language: Language) -> str:
    """Say which book was not read, and why."""
    title = f"{book.siglum} {book.title}, {book.author}"
    return word("song-unread", language).format(title, in_language(book.why, language))
