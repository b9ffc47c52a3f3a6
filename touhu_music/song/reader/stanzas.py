"""One stanza of a text: its words and their signs, below the verse or after each word."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, pairwise, takewhile
from typing import NamedTuple

from touhu_music.errors import SongError
from touhu_music.song import signs
from touhu_music.song.reader.brackets import ALL_KINDS, Pair, Signs, Token, check, rowed, tokens
from touhu_music.song.reader.cells import INDENTED, Cells, Note

Where = Callable[[int], str]
"""Says where in a file a character of a text stands."""


class Layout(StrEnum):
    """Where a print has the signs."""

    UNDER = "under"
    INLINE = "inline"


class Raw(NamedTuple):
    """A stanza before its mode is known: the places of its words, their signs, and what is wrong.

    `remarks` are the brackets among them that are no notation.
    """

    layout: Layout
    words: tuple[int, ...]
    pairs: tuple[Pair, ...] = ()
    apart: bool = False
    remarks: tuple[Note, ...] = ()
    fault: str = ""


class Places(NamedTuple):
    """Names the places of words and signs in messages."""

    text: Cells
    where: Where

    def word(self, words: Sequence[int], number: int, sign: int | None = None) -> str:
        """Name a word, `number` from 0, by the place of its sign or its own."""
        at = words[number]
        there = self.where(self.text.offsets[at if sign is None else sign])
        return f"{there}, word {number + 1} {self.text.signs[at]}"


# --- after each word ---------------------------------------------------------------------------


def is_inline(text: Cells, part: range, within: Sequence[Signs]) -> bool:
    """Tell whether the words of a paragraph have their signs after each of them.

    Signs with signs after them are no words: 黃(合)大(四) is a table of the notation.
    """
    pairs = sum(each.is_pair for each in within)
    lost = sum(each.is_lost for each in within)
    if pairs == 0:
        if len(within) < 2 or not all(each.is_notation for each in within):
            return False
        parted = [*followed(text, part, within)]
        each_word = all(len(before) == len(found) == 1 for before, found in parted)
        return each_word and any(text.signs[before[0]] not in ALL_KINDS for before, _ in parted)
    words = len(part) - sum(each.note.end - each.note.start + 1 for each in within)
    known = pairs + lost
    most = 4 * known if known > 1 else 2 * len(within)  # where half a bracket is missing its signs seem words
    return (0 < words <= most and 3 * known >= len(within)) or in_prose(within)


def in_prose(within: Sequence[Signs]) -> bool:
    """Tell whether several words in a row have their signs, whatever stands around them."""
    runs = [a.is_pair and b.is_pair and b.note.start - a.note.end == 2 for a, b in pairwise(within)]
    return any(one and other for one, other in pairwise(runs))


def inline(text: Cells, part: range, within: Sequence[Signs], place: Places) -> Raw:
    """Read a stanza with the signs after each word."""
    words: list[int] = []
    pairs: list[Pair] = []
    remarks: list[Note] = []
    try:
        whole_brackets(text, part, place)
        for before, found in followed(text, part, within):
            words += before
            notation = [each for each in found if not each.is_remark] or (found if before else [])
            remarks += [each.note for each in found if each not in notation]
            if len(before) > 1 or (before and not found):
                number = len(words) - len(before)
                raise SongError(f"wrong-number: {place.word(words, number)}: no signs follow it")
            if len(notation) > len(before):
                where = place.where(text.offsets[notation[len(before)].note.start])
                raise SongError(f"wrong-number: {where}: a bracket after no word")
            pairs += [pair(text, each, words, place) for each in notation]
    except SongError as error:
        return Raw(Layout.INLINE, tuple(words), fault=str(error))
    return Raw(Layout.INLINE, tuple(words), tuple(pairs), remarks=tuple(remarks))


def followed(text: Cells, part: range, within: Sequence[Signs]) -> Iterator[tuple[list[int], list[Signs]]]:
    """Yield the words of a paragraph that no bracket parts, each time with the brackets that follow."""
    words: list[int] = []
    found: list[Signs] = []
    at = part.start
    for each in within:
        between = [*chain.from_iterable(text.lines(range(at, each.note.start)))]
        if between:
            if words or found:
                yield words, found
            words, found = between, []
        found.append(each)
        at = each.note.end + 1
    yield words, found
    if left := [*chain.from_iterable(text.lines(range(at, part.stop)))]:
        yield left, []


def whole_brackets(text: Cells, part: range, place: Places) -> None:
    """Raise SongError for a bracket of which one half is missing."""
    at = bisect_left(text.lone, part.start)
    if at < len(text.lone) and text.lone[at] in part:
        where = place.where(text.offsets[text.lone[at]])
        raise SongError(f"half-bracket: {where}: the other half of {text.signs[text.lone[at]]} is missing")


def pair(text: Cells, row: Signs, words: Sequence[int], place: Places) -> Pair:
    """Read the two signs of the last word; raises SongError."""
    found = tokens(text, row)
    there = place.word(words, len(words) - 1, row.places[0] if row.places else None)
    if len(found) not in (1, 2):
        signs_found = "".join(token.sign for token in found)
        raise SongError(
            f"wrong-number: {there}: {signs_found or 'nothing'}; expected one lülü and one gongche"
        )
    for token, wanted in zip(found, "LG", strict=False):
        check([token], wanted, place.word(words, len(words) - 1, token.place))
    return found[0].sign, found[1].sign if len(found) > 1 else found[0].sign * (found[0].kind == "X")


# --- below the verse ---------------------------------------------------------------------------


def under(text: Cells, verse: Sequence[tuple[int, ...]], row: Signs, place: Places) -> Raw:
    """Read a stanza whose signs stand below the verse."""
    lulu, gongche = rowed(text, row)
    words = last_lines(verse, len(lulu)) or last_paragraph(text, verse)
    try:
        if row.broken:
            where = place.where(text.offsets[row.note.start])
            raise SongError(f"half-bracket: {where}: signs of a verse beside half a bracket")
        if not words:
            where = place.where(text.offsets[row.note.start])
            raise SongError(f"wrong-number: {where}: a bracket of signs after no verse")
        whole_brackets(text, range(words[0], row.note.start), place)
        for several, wanted in ((lulu, "L"), (gongche, "G")):
            for number, token in enumerate(several):
                known = min(max(number - (token.kind == "U"), 0), len(words) - 1)
                check([token], wanted, place.word(words, known, token.place))
        if not len(words) == len(lulu) == len(gongche):
            raise SongError(
                f"wrong-number: {place.word(words, parting(words, lulu, gongche))}:"
                f" {len(words)} words, {len(lulu)} lülü and {len(gongche)} gongche"
            )
    except SongError as error:
        return Raw(Layout.UNDER, words, fault=str(error))
    pairs = tuple((one.sign, other.sign) for one, other in zip(lulu, gongche, strict=True))
    return Raw(Layout.UNDER, words, pairs, bool(row.half), text.within(words[0], row.note.start))


def parting(words: Sequence[int], lulu: Sequence[Token], gongche: Sequence[Token]) -> int:
    """Return the first word, from 0, whose signs do not agree, else the first without them, or the last."""
    pairs = zip(lulu, gongche, strict=False)
    agreeing = sum(1 for _ in takewhile(lambda pair: signs.agree(pair[0].sign, pair[1].sign), pairs))
    return min(agreeing, len(words) - 1)


def last_lines(verse: Sequence[tuple[int, ...]], count: int) -> tuple[int, ...]:
    """Return the last lines that have so many words together; nothing where none have."""
    found: tuple[int, ...] = ()
    for line in reversed(verse):
        found = line + found
        if len(found) >= count:
            break
    return found if len(found) == count else ()


def last_paragraph(text: Cells, verse: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the words from the last line that begins a paragraph."""
    found: tuple[int, ...] = ()
    for line in reversed(verse):
        found = line + found
        if text.begins[line[0]] >= INDENTED:
            break
    return found
