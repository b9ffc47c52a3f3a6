"""Songs out of the bytes of a file: plain text, HTML or XML, in the encoding under which they appear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from touhu_music import decoding, markup
from touhu_music.decoding import Decoded
from touhu_music.errors import PassageError
from touhu_music.song import signs
from touhu_music.song.reader import reading
from touhu_music.song.reader.reading import Found
from touhu_music.song.signs import LOST, LULU, UPPERS, VARIANTS, Da

GONGCHE: Final = "".join(signs.GONGCHE) + "".join(VARIANTS)
BETWEEN: Final = rf"(?:[^\u3400-\u9fff]|[{LOST}]){{0,200}}?"
"""Brackets, spaces, punctuation, page marks, tones that are lost: anything but words and signs."""

SIGNS: Final = re.compile(rf"[{''.join(LULU)}{''.join(VARIANTS)}][{UPPERS}]?{BETWEEN}[{GONGCHE}]|&#")
"""What any text with songs has somewhere: a lülü with a gongche after it, or characters as numbers."""


class Text(NamedTuple):
    """The songs of a file, the name of its encoding, and what is odd in the file itself."""

    found: Found
    encoding: str
    warnings: tuple[str, ...] = ()

    @property
    def merit(self) -> tuple[int, int]:
        """How much was read: words, and if there are none, stanzas that cannot be read."""
        words = sum(len(stanza.sung) for song in self.found.songs for stanza in song.stanzas)
        return words, len(self.found.faults)


NOTHING: Final = (0, 0)


def read(data: bytes, encoding: str | None = None, da: Da | None = None) -> Text:
    """Read the songs of a file.

    Raises PassageError: `no-song`, and as `decoding.decode` and `markup.extract` do.
    """
    sure = encoding is not None or data.startswith(tuple(decoding.BYTE_ORDER_MARKS))
    best: Text | None = None
    plain = False
    for decoded in [decoding.decode(data, encoding)] if sure else decodings(data):
        plain = plain or sure or decoded.encoding == "utf-8"
        if SIGNS.search(decoded.text):
            text = shown(decoded, da)
            best = max(filter(None, (best, text)), key=lambda each: each.merit)
            if best.merit > NOTHING and decoded.encoding == "utf-8":
                break  # what is UTF-8 is hardly anything else
    if best and best.merit > NOTHING:
        return best
    if plain:
        raise PassageError("no-song", "no words with their lülü and gongche in brackets")
    names = " ".join(decoding.CODECS)
    raise PassageError("undecodable", f"not UTF-8, and no song appears under {names}")


def decodings(data: bytes) -> Iterator[Decoded]:
    """Yield what the bytes may say, first what is declared or likeliest."""
    for name in dict.fromkeys(("utf-8", *decoding.declared(data), *decoding.CODECS)):
        try:
            yield decoding.strictly(data, name, 0, None)
        except PassageError:
            continue


def shown(decoded: Decoded, da: Da | None) -> Text:
    """Read what a text shows, with places in its source."""
    source = decoded.text
    kind = markup.language(source)
    where = reading.line_and_column(source)
    if kind is None:
        return Text(reading.read(source, where, da), decoded.encoding)
    page = markup.extract(source, kind)
    found = reading.read(page.text, lambda offset: where(page.origin(offset)), da)
    other = page.alternatives
    warnings = () if other is None else (f"alternatives: {where(other)}: only the first of several is read",)
    return Text(found, decoded.encoding, warnings)
