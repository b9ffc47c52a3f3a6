"""Songs out of a running text, in either of the two layouts that the books have.

Under: below a verse a bracket with the lülü of all its words and then the gongche of all. Inline:
after each word a bracket with its own two signs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import accumulate, chain, pairwise, takewhile
from typing import Final, NamedTuple

from touhu_music.errors import SongError
from touhu_music.song import headings, signs
from touhu_music.song.brackets import Pair, Signs, Token, bracketed, check, rowed, tokens
from touhu_music.song.cells import BETWEEN, CLOSING, INDENTED, LINE, OPENING, PARAGRAPH, Cells, cells
from touhu_music.song.headings import Heading
from touhu_music.song.signs import Da, Decision
from touhu_music.song.songs import Stanza, of_word, warnings

Where = Callable[[int], str]
"""Says where in a file a character of a text stands."""


class Layout(StrEnum):
    """Where a print has the signs."""

    UNDER = "under"
    INLINE = "inline"


class Notated(NamedTuple):
    """A song as a text has it.

    `heading_first` tells whether the heading is printed before the stanzas or after them. `apart` are the
    stanzas, from 0, whose lülü and gongche stand in a bracket each.
    """

    title: str
    mode: str
    heading: str
    heading_first: bool
    layout: Layout
    stanzas: tuple[Stanza, ...]
    warnings: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()


class Found(NamedTuple):
    """The songs of a text, and what is wrong with those that cannot be read, a sentence each."""

    songs: tuple[Notated, ...]
    faults: tuple[str, ...]


class Raw(NamedTuple):
    """A stanza before its mode is known: the places of its words, their signs, and what is wrong."""

    layout: Layout
    words: tuple[int, ...]
    pairs: tuple[Pair, ...] = ()
    apart: bool = False
    fault: str = ""


Group = tuple[Heading | None, list[Raw]]
"""The stanzas of a song, and its heading."""


def read(text: str, where: Where | None = None, da: Da | None = None) -> Found:
    """Read every song of a text; `da` is what 大 stands for where the mode does not tell.

    `where` says where a character stands, else its line and column are told.
    """
    parted = cells(text)
    rows = tuple(bracketed(parted))
    if not any(row.is_pair or row.is_row for row in rows):
        return Found((), ())
    place = Places(parted, where or line_and_column(text))
    ways = [(way, Assigned.of([*joined(events(parted, rows, way, place))])) for way in levels(parted)]
    _, best = max(ways, key=lambda way: way[1].merit)  # the first of those that are alike
    songs: list[Notated] = []
    faults: list[str] = []
    for number, (heading, raws) in enumerate((group for group in best.groups if group[1]), 1):
        name = heading.title if heading and heading.title else f"song {number}"
        wrong = [f"{name}: {raw.fault}" for raw in raws if raw.fault]
        faults += wrong
        if not wrong:
            songs.append(notated(parted, heading, raws, name, place, da, first=best.heading_first))
    return Found(tuple(songs), tuple(faults))


def line_and_column(text: str) -> Where:
    """Return what tells the line and column of a character."""
    begins = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def where(offset: int) -> str:
        line = bisect_right(begins, offset)
        return f"line {line}, column {offset - begins[line - 1] + 1}"

    return where


class Places(NamedTuple):
    """Names the places of words and signs in messages."""

    text: Cells
    where: Where

    def word(self, words: Sequence[int], number: int, sign: int | None = None) -> str:
        """Name a word, `number` from 0, by the place of its sign or its own."""
        at = words[number]
        there = self.where(self.text.offsets[at if sign is None else sign])
        return f"{there}, word {number + 1} {self.text.signs[at]}"


# --- stanzas and headings in the order of the text --------------------------------------------


def levels(text: Cells) -> list[int]:
    """Return what may part paragraphs, first what is likeliest."""
    usual = [PARAGRAPH, INDENTED, LINE]
    return usual if PARAGRAPH in text.begins[1:] else usual[1:] + usual[:1]


def events(text: Cells, rows: Sequence[Signs], level: int, place: Places) -> Iterator[Heading | Raw]:
    """Yield headings and stanzas as they follow each other."""
    waiting = iter(rows)
    row = next(waiting, None)
    verse: list[tuple[int, ...]] = []
    for part in text.paragraphs(level, (row.note for row in rows)):
        within: list[Signs] = []
        while row is not None and row.note.start < part.stop:
            within.append(row)
            row = next(waiting, None)
        if is_inline(text, part, within):
            verse = []
            yield inline(text, part, within, place)
            continue
        if not any(each.is_row for each in within):
            heading = headings.find(text.signs[part.start : part.stop])
            if heading is not None:
                verse = []
                yield heading
                continue
        at = part.start
        alone = len(within) == 1 and within[0].note.end - within[0].note.start + 1 == len(part)
        for each in within:
            verse = [*verse, *text.lines(range(at, each.note.start))][-LONGEST_VERSE:]
            at = each.note.end + 1
            if each.is_row or (each.is_pair and alone):
                yield under(text, verse, each, place)
            verse = []
        verse = [*verse, *text.lines(range(at, part.stop))][-LONGEST_VERSE:]


LONGEST_VERSE: Final = 100
"""Lines; no verse has more."""


def is_inline(text: Cells, part: range, within: Sequence[Signs]) -> bool:
    """Tell whether the words of a paragraph have their signs after each of them."""
    pairs = sum(each.is_pair for each in within)
    taken = sum(each.note.end - each.note.start + 1 for each in within)
    return (
        len(part) - taken > 0
        and pairs > 0
        and 3 * pairs >= len(within)
        and 2 * len(within) >= len(part) - taken
    )


def inline(text: Cells, part: range, within: Sequence[Signs], place: Places) -> Raw:
    """Read a stanza with the signs after each word."""
    words: list[int] = []
    pairs: list[Pair] = []
    at = part.start
    try:
        for each in within:
            before = tuple(chain.from_iterable(text.lines(range(at, each.note.start))))
            at = each.note.end + 1
            words += before
            if len(before) != 1:
                raise SongError(unmatched(words, len(before), each, place))
            pairs.append(pair(text, each, words, place))
        left = tuple(chain.from_iterable(text.lines(range(at, part.stop))))
        words += left
        if left:
            raise SongError(f"wrong-number: {place.word(words, len(words) - len(left))}: no signs follow it")
        all_words(words, place)
    except SongError as error:
        return Raw(Layout.INLINE, tuple(words), fault=str(error))
    return Raw(Layout.INLINE, tuple(words), tuple(pairs))


def all_words(words: Sequence[int], place: Places) -> None:
    """Raise SongError for a bracket among the words: its other half is missing."""
    for number, at in enumerate(words):
        if place.text.signs[at] in OPENING + CLOSING:
            raise SongError(f"half-bracket: {place.word(words, number)}: its other half is missing")


def unmatched(words: Sequence[int], before: int, row: Signs, place: Places) -> str:
    """Say that a bracket has no word, or more than one."""
    if before:
        return f"wrong-number: {place.word(words, len(words) - before)}: no signs follow it"
    where = place.where(place.text.offsets[row.note.start])
    return f"wrong-number: {where}: a bracket after no word"


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


def under(text: Cells, verse: Sequence[tuple[int, ...]], row: Signs, place: Places) -> Raw:
    """Read a stanza whose signs stand below the verse."""
    lulu, gongche = rowed(text, row)
    words = last_lines(verse, len(lulu)) or last_paragraph(text, verse)
    try:
        if not words:
            where = place.where(text.offsets[row.note.start])
            raise SongError(f"wrong-number: {where}: a bracket of signs after no verse")
        all_words(words, place)
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
    return Raw(Layout.UNDER, words, pairs, bool(row.half))


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


# --- whose the stanzas are ----------------------------------------------------------------------


class Assigned(NamedTuple):
    """The stanzas under their headings, which stand before them or after."""

    heading_first: bool
    groups: list[Group]
    merit: tuple[int, int, int]

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


def merit(groups: Sequence[Group]) -> tuple[int, int, int]:
    """Count the headings with as many stanzas as they count, less what is wrong, and what has a heading."""
    fitting = sum(bool(raws and heading and heading.stanzas == len(raws)) for heading, raws in groups)
    wrong = sum(bool(raw.fault) for _, raws in groups for raw in raws)
    named = sum(len(raws) for heading, raws in groups if heading)
    return fitting, -wrong, named


# --- songs --------------------------------------------------------------------------------------


def notated(
    text: Cells,
    heading: Heading | None,
    raws: Sequence[Raw],
    name: str,
    place: Places,
    da: Da | None,
    *,
    first: bool,
) -> Notated:
    """Make a song of its stanzas and its heading."""
    stanzas = tuple(
        stanza(text, raw, decided(heading.of(number) if heading else "", da))
        for number, raw in enumerate(raws, 1)
    )
    where = [[place.where(text.offsets[at]) for at in raw.words] for raw in raws]
    told = [*warnings(stanzas, name, where)]
    if heading is None:
        told.append(f"no-heading: {name}: no line names song and mode")
    elif heading.stanzas not in (0, len(stanzas)):
        told.append(f"stanza-count: {name}: its heading counts {heading.stanzas}, {len(stanzas)} were read")
    return Notated(
        heading.title if heading else "",
        heading.mode if heading else "",
        heading.printed if heading else "",
        first,
        raws[0].layout,
        stanzas,
        tuple(told),
        tuple(number for number, raw in enumerate(raws) if raw.apart),
    )


def decided(mode: str, da: Da | None) -> Decision | None:
    """Tell what 大 is by the mode, else as the reader was told."""
    return signs.decide(mode) or (Decision(da, "as was asked") if da else None)


def stanza(text: Cells, raw: Raw, da: Decision | None) -> Stanza:
    """Make a stanza of what was read; where no punctuation parts the lines they are not known."""
    sung = []
    for at, (lulu, gongche) in zip(raw.words, raw.pairs, strict=True):
        sung.append(of_word(text.entities.get(at, text.signs[at]), lulu, gongche, da))
    ends = [
        number
        for number, at in enumerate(raw.words, 1)
        if number == len(raw.words) or text.signs[after(text, at)] in BETWEEN
    ]
    return Stanza(tuple(sung), tuple(b - a for a, b in pairwise([0, *ends])))


def after(text: Cells, word: int) -> int:
    """Return the place after a word and its bracket."""
    at = word + 1
    first = bisect_left(text.notes, (at, 0))
    if first < len(text.notes) and text.notes[first].start == at:
        return text.notes[first].end + 1
    return at
