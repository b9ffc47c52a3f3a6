"""Whose the stanzas of a text are: the headings, which stand before their stanzas or after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from touhu_music.song.reader.headings import Heading
from touhu_music.song.reader.stanzas import Layout, Raw

Found = Heading | Raw
"""What stands in a text."""


class Group(NamedTuple):
    """The stanzas of a song, its heading, and whether that stands before them."""

    heading: Heading | None
    raws: list[Raw]
    heading_first: bool


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


def assigned(found: Sequence[Found]) -> list[Group]:
    """Give the stanzas to headings: so that most have as many as they count.

    Headings stand all before their stanzas or all after them; where the layout changes, so may that, as
    in a text that joins two books.
    """
    parts = [group for part in parted(found) for group in one_way(part)]
    return max(one_way(found), parts, key=merit)


def one_way(found: Sequence[Found]) -> list[Group]:
    """Give the stanzas to headings, all before them or all after."""
    first, after = grouped(found, first=True), grouped(found[::-1], first=False)
    after = [group._replace(raws=group.raws[::-1]) for group in after[::-1]]
    inline = any(isinstance(each, Raw) and each.layout is Layout.INLINE for each in found)
    return max([first, after] if inline else [after, first], key=merit)


def grouped(found: Iterable[Found], *, first: bool) -> list[Group]:
    """Give each stanza to the heading that came before it."""
    groups = [Group(None, [], first)]
    for each in found:
        if isinstance(each, Raw):
            groups[-1].raws.append(each)
        else:
            groups.append(Group(each, [], first))
    return groups


def parted(found: Sequence[Found]) -> Iterator[list[Found]]:
    """Part a text where the layout changes, sharing out the headings there so that most can be read."""
    runs, between = layouts(found)
    before = between[0]
    for at, (run, after) in enumerate(zip(runs, between[1:], strict=True), 1):
        following = runs[at] if at < len(runs) else []
        ways = {0, min(1, len(after)), len(after)} if following else {len(after)}
        shares = [([*before, *run, *after[:share]], after[share:]) for share in sorted(ways)]
        part, before = max(shares, key=partial(worth, following))
        yield part


def worth(following: Sequence[Found], shared: tuple[Sequence[Found], Sequence[Found]]) -> Merit:
    """Tell how well headings go with what stands before them and with what follows."""
    part, rest = shared
    return merit(one_way(part) + one_way([*rest, *following]))


def layouts(found: Sequence[Found]) -> tuple[list[list[Found]], list[list[Found]]]:
    """Return what stands in each layout, first stanza to last, and the headings before, between and after.

    A stanza that cannot be read goes with what stands before it.
    """
    runs: list[list[Found]] = []
    between: list[list[Found]] = [[]]
    layout: Layout | None = None
    for each in found:
        if isinstance(each, Heading):
            between[-1].append(each)
            continue
        if not runs or (layout and not each.fault and each.layout is not layout):
            runs.append([each])
        else:
            runs[-1] += [*between.pop(), each]
        between.append([])
        layout = layout if each.fault else each.layout
    return runs, between


def joined(found: Iterable[Found]) -> Iterator[Found]:
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
    stanzas = [raw for group in groups for raw in group.raws]
    good = [group for group in groups if not any(raw.fault for raw in group.raws)]
    return Merit(
        bool(stanzas),
        sum(map(fits, good)),
        sum(len(raw.words) for group in good for raw in group.raws),
        sum(map(fits, groups)),
        sum(len(group.raws) for group in groups if group.heading),
        -sum(bool(raw.fault) for raw in stanzas),
    )


def fits(group: Group) -> bool:
    """Tell whether a heading has as many stanzas as it counts."""
    return bool(group.raws and group.heading and group.heading.stanzas == len(group.raws))
