"""Whose the stanzas of a text are: the headings, which stand before their stanzas or after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from touhu_music.song.headings import Heading
from touhu_music.song.stanzas import Layout, Raw

Group = tuple[Heading | None, list[Raw]]
"""The stanzas of a song, and its heading."""


class Merit(NamedTuple):
    """What tells for a way to part a text: the greater, the better, what stands first before the rest.

    Whether there are stanzas, how many songs can be read and have as many stanzas as their headings count,
    how many words were read of songs that can be, how many headings have as many stanzas as they count, how
    many stanzas have a heading, and, below zero, how many cannot be read.
    """

    found: bool
    whole: int
    words: int
    fitting: int
    named: int
    wrong: int


class Assigned(NamedTuple):
    """The stanzas under their headings, which stand before them or after."""

    heading_first: bool
    groups: list[Group]
    merit: Merit

    @classmethod
    def of(cls, found: Sequence[Heading | Raw]) -> Assigned:
        """Give the stanzas to headings: so that most have as many as they count."""
        first, after = grouped(found), grouped(found[::-1])
        after = [(heading, raws[::-1]) for heading, raws in after[::-1]]
        inline = any(isinstance(each, Raw) and each.layout is Layout.INLINE for each in found)
        both = [cls(True, first, merit(first)), cls(False, after, merit(after))]
        return max(both if inline else both[::-1], key=lambda way: way.merit)


def grouped(found: Iterable[Heading | Raw]) -> list[Group]:
    """Give each stanza to the heading that came before it."""
    groups: list[Group] = [(None, [])]
    for each in found:
        if isinstance(each, Raw):
            groups[-1][1].append(each)
        else:
            groups.append((each, []))
    return groups


def joined(found: Iterable[Heading | Raw]) -> Iterator[Heading | Raw]:
    """Join a line that names a song with the one after it that names the mode."""
    last: Heading | None = None
    for each in found:
        if last and isinstance(each, Heading) and not (last.modes or each.title):
            each = last._replace(printed=last.printed + each.printed, modes=each.modes)
        elif last:
            yield last
        last = each if isinstance(each, Heading) else None
        if last is None:
            yield each
    if last:
        yield last


def merit(groups: Sequence[Group]) -> Merit:
    """Tell how well headings and stanzas go together."""
    stanzas = [raw for _, raws in groups for raw in raws]
    fitting = [raws for heading, raws in groups if raws and heading and heading.stanzas == len(raws)]
    return Merit(
        bool(stanzas),
        sum(not any(raw.fault for raw in raws) for raws in fitting),
        sum(len(raw.words) for _, raws in groups for raw in raws if not any(each.fault for each in raws)),
        len(fitting),
        sum(len(raws) for heading, raws in groups if heading),
        -sum(bool(raw.fault) for raw in stanzas),
    )
