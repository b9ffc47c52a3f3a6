"""A song back into running text, in the layout and the order that its print has."""

from __future__ import annotations

from collections.abc import Iterator

from touhu_music.song.reader.reading import Notated
from touhu_music.song.reader.stanzas import Layout
from touhu_music.song.songs import Stanza


def text(song: Notated) -> str:
    """Print a song as plain text, every sign as its print has it; what parted lines is not kept."""
    stanzas = [
        paragraph
        for number, stanza in enumerate(song.stanzas)
        for paragraph in PRINTERS[song.layout](stanza, apart=number in song.apart)
    ]
    heading = [song.heading] if song.heading else []
    return "\n\n".join([*heading, *stanzas] if song.heading_first else [*stanzas, *heading]) + "\n"


def under(stanza: Stanza, *, apart: bool = False) -> Iterator[str]:
    """Print the words, and below them all lülü and all gongche."""
    lulu, gongche = ("".join(each.printed[of] for each in stanza.sung) for of in (0, 1))
    yield "".join(each.word for each in stanza.sung)
    yield from (f"({lulu})", f"({gongche})") if apart else (f"({lulu}{gongche})",)


def inline(stanza: Stanza, *, apart: bool = False) -> Iterator[str]:
    """Print the two signs after each word; a tone that is lost has one."""
    yield "".join(
        f"{each.word}({lulu if lulu == gongche else lulu + gongche})"
        for each in stanza.sung
        for lulu, gongche in [each.printed]
    )


PRINTERS = {Layout.UNDER: under, Layout.INLINE: inline}
