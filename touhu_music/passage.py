"""The rows that a running text prints, each mark with its place.

The name of a row comes from its order among the rows of a set and from the school's name that
touches it, never from punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from touhu_music.excerpts import Excerpt, places
from touhu_music.notation import MARKS, Drum, School, Section
from touhu_music.reading import Note, Place, PlacedMark, Reading, glyph_variants
from touhu_music.rows import COMMENT_WORDS, Row, comment_follows, offsets, rows, skip
from touhu_music.signs import BARE, BRACKETS, LAYOUT, SCHOOLS, Signs


class Passage(NamedTuple):
    """All readings of a text in text order, and the warnings that belong to no single one.

    `spans` gives (start, end) of each stretch that prints rows with their names and glosses, as
    character offsets from 0.
    """

    readings: tuple[Reading, ...]
    warnings: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


def read(
    source: str | Sequence[Excerpt],
    *,
    encoding: str = "utf-8",
    known: Mapping[str, frozenset[str]] | None = None,
) -> Passage:
    """Read every row of a running text, or of excerpts of one text.

    Places count bytes in `encoding`. `known` has the printed forms of each name; a row that is one
    ○ short of such a form is told. Raises PassageError if there is no row, or a mark that cannot
    be read.
    """
    excerpts = (Excerpt(source),) if isinstance(source, str) else source
    signs = Signs.of("\n".join(excerpt.text for excerpt in excerpts))
    found, faults = rows(signs)
    sets = list(copies(signs, found))
    named = list(labels(signs, sets))
    where = places(excerpts, [offset for row in found for offset in offsets(signs, row)], encoding)
    dividers = divided_words(signs, found)
    readings = tuple(reading(signs, label, where, known or {}, dividers) for label in named)
    if len(sets) > 1:
        faults.append(f"multiple-sets: {len(found)} rows in {len(sets)} copies, kept apart")
    for number, members in enumerate(sets, 1):
        if len(members) < 4:
            copy = f"copy {number} has " if len(sets) > 1 else ""
            faults.append(f"incomplete-set: {copy}{len(members)} of 4 rows")
    return Passage(readings, tuple(faults), tuple(spans(signs, named)))


# --- names ------------------------------------------------------------------------------------

ORDER: Final = ((School.LU, 1), (School.XUE, 1), (School.LU, 2), (School.XUE, 2))
PLAIN_NAMES: Final = frozenset({"魯鼓", "鲁鼓", "薛鼓"})
SPLIT_PHRASE: Final = LAYOUT.join("取半以下")  # it stands between the charts


class Label(NamedTuple):
    """How a row of a set is named, and what is odd about its name."""

    row: Row
    school: School | None
    record: int | None
    set: int
    warnings: tuple[str, ...]
    printed: str = ""


def copies(signs: Signs, found: Sequence[Row]) -> Iterator[list[Row]]:
    """Split the rows into sets: at a heading 鼓, else after every fourth row."""
    members: list[Row] = []
    for row in found:
        if members and (len(members) == 4 or signs.kind(signs.before(row.start)) == "k"):
            yield members
            members = []
        members.append(row)
    yield members


def labels(signs: Signs, sets: Sequence[Sequence[Row]]) -> Iterator[Label]:
    """Name all rows, in text order."""
    starts = {row.start for members in sets for row in members}
    ends = [0, *(members[-1].end for members in sets)]
    begins = [*(members[0].start for members in sets[1:]), len(signs.text)]
    for number, (members, low, high) in enumerate(zip(sets, ends, begins, strict=False), 1):
        taken: set[tuple[School, int]] = set()
        for row, (school, record) in zip(members, order(signs, members, low, high), strict=True):
            yield named_row(signs, Label(row, school, record, number, ()), starts, taken)


def order(
    signs: Signs, members: Sequence[Row], low: int, high: int
) -> list[tuple[School | None, int | None]]:
    """Return the school and chart of each row of a set, as far as its order tells.

    `low` and `high` are the end of the set before and the start of the set after.
    """
    if len(members) == len(ORDER):
        return list(ORDER)
    phrase = re.compile(SPLIT_PHRASE).search(signs.text, low, high)
    if phrase:
        return [(None, 1 if row.end <= phrase.start() else 2) for row in members]
    before = signs.kind(signs.before(members[0].start)) == "N"
    after = signs.kind(signs.after(members[-1].end)) == "N"
    record = None if before is after else 2 if before else 1
    return [(None, record)] * len(members)


def named_row(signs: Signs, label: Label, starts: set[int], taken: set[tuple[School, int]]) -> Label:
    """Add to a label what the name that touches the row says, and what is odd about it.

    `starts` has the start of every row of the text, `taken` the names that the set has had.
    """
    row, school, record = label.row, label.school, label.record
    name = name_of(signs, row, record)
    if name is None:
        side = {1: "after", 2: "before"}.get(record or 0, "beside")
        return label._replace(warnings=(f"label-missing: no school's name {side} the row",))
    printed = "".join(c for c in signs.text[slice(*name)] if c in SCHOOLS or c in "鼓鼔皷")
    said = SCHOOLS[printed[0]]
    warnings: list[str] = []
    if school is None and record is not None:
        school = said
        if (school, record) in taken:
            warnings.append(f"label-order: a second row is named {printed}")
        taken.add((school, record))
    elif said is not school:
        warnings.append(f"label-order: {printed} stands where {school}-{record} is expected")
    if printed not in PLAIN_NAMES:
        warnings.append(f"label-variant: the name is written {printed}")
    if record == 1 and flipped(signs, row, name, starts):
        warnings.append(f"label-flipped: the punctuation ties {printed} to the next row")
    return label._replace(school=school, warnings=tuple(warnings), printed=printed)


def name_of(signs: Signs, row: Row, record: int | None) -> tuple[int, int] | None:
    """Return the start and end of the name that belongs to a row of a chart, if it touches the row.

    Source: 禮記·投壺: a name stands after its row in the first chart, before it in the second.
    """
    if record is None:
        return None
    offset = signs.after(row.end) if record == 1 else signs.before(row.start)
    return signs.whole(offset) if signs.kind(offset) == "N" else None


def flipped(signs: Signs, row: Row, name: tuple[int, int], starts: set[int]) -> bool:
    """Tell whether punctuation ties a name of the first chart to the row that follows it."""
    start, end = name
    following = signs.after(end)
    if following not in starts:
        return False
    between, behind = signs.text[row.end : start], signs.kinds[end:following].strip(" \n")
    parted = any(sign in between for sign in "。．.；;") or ("\n" in between and behind.startswith(":"))
    return parted and "f" not in behind


# --- readings ---------------------------------------------------------------------------------


def reading(
    signs: Signs,
    label: Label,
    where: Mapping[int, Place],
    known: Mapping[str, frozenset[str]],
    dividers: frozenset[str],
) -> Reading:
    """Put together what a text has for one row."""
    row, doubt = label.row, opens_comment(signs, label.row, dividers)
    placed: list[PlacedMark] = []
    for section in Section:
        side = [at for at in offsets(signs, row) if (at > row.half) is (section is Section.AFTER_HALF)]
        for place, at in enumerate(side, 1):
            glyph, doubtful = signs.text[at], doubt is not None and at == row.end - 1
            placed.append(PlacedMark(MARKS[glyph], glyph, section, place, where[at], doubtful))
    notes, warnings = glosses(signs, row, lead(signs, label))
    warnings = [*label.warnings, *glyph_variants(placed), *warnings]
    if doubt is not None:
        warnings.append(
            f"doubtful-final: the last ○ stands before {doubt}, as a dividing ○ does elsewhere in this text"
        )
    before = signs.before(row.start)
    foreword = tuple(note for note in notes if note[:2] == (Section.BEFORE_HALF, 0))
    made = Reading(
        label.school,
        label.record,
        label.set,
        tuple(placed),
        tuple(note for note in notes if note not in foreword),
        tuple(warnings),
        label=label.printed,
        heading=signs.text[before] if signs.kind(before) == "k" else "",
        foreword=foreword,
    )
    if made.name and signs.kind(row.end) == "f":
        forms, printed = known.get(made.name, frozenset()), str(made.cadence)
        if printed not in forms and f"{printed}{Drum.PI}" in forms:
            short = "final-mark-check: one ○ shorter than a known reading, and a full stop follows"
            made = made._replace(warnings=(*made.warnings, short))
    return made


def lead(signs: Signs, label: Label) -> int:
    """Return the end of the heading 鼓 or of the own name before a row, else the start of the row."""
    before = signs.before(label.row.start)
    return before + 1 if signs.kind(before) == ("N" if label.record == 2 else "k") else label.row.start


def glosses(signs: Signs, row: Row, begin: int) -> tuple[tuple[Note, ...], list[str]]:
    """Gather the glosses from an offset before a row to directly after it.

    Like brackets with only layout between are one.
    """
    notes: list[tuple[Section, int, list[str]]] = []
    inside = collation = False
    end, bracket, after, last = begin, "", 0, gloss_end(signs, row)
    section = Section.BEFORE_HALF
    while (start := signs.kinds.find("G", end, last)) >= 0:
        if section is Section.BEFORE_HALF and start > row.half:
            section, after, end = Section.AFTER_HALF, 0, max(end, row.half)
        after += signs.marks(end, start)
        gap = signs.text[end:start].translate(BARE)
        _, end = signs.whole(start)
        opening = next(at for at in range(start, end) if signs.text[at] in BRACKETS)
        opener, printed = signs.text[opening], signs.text[opening + 1 : end - 1]
        text = printed.translate(BARE).replace("/", "")  # a/b is set in two columns
        if notes and not gap and opener == bracket:
            notes[-1][2].append(text)
        else:
            notes.append((section, after, [text]))
        inside = inside or row.start < start < row.end
        collation = collation or any(glyph in printed for glyph in MARKS if glyph not in "〇口")
        bracket = opener
    warnings = []
    if inside:
        warnings.append("gloss-inside: a gloss stands between the marks of the row")
    if collation:
        warnings.append("collation-note: a gloss at the row quotes marks")
    return tuple(Note(section, after, "".join(texts)) for section, after, texts in notes), warnings


def gloss_end(signs: Signs, row: Row) -> int:
    """Return the end of a row with the gloss directly after it, which may be several like brackets."""
    end, start = row.end, skip(signs, row.end, " \npqf:")
    opener = signs.text[start : start + 1]
    while signs.kinds.startswith("G", start) and signs.text[start] == opener:
        _, end = signs.whole(start)
        start = skip(signs, end, " \n")
    return end


def opens_comment(signs: Signs, row: Row, dividers: frozenset[str]) -> str | None:
    """Return the word after a row that ends in ○, if a dividing ○ introduces that word elsewhere.

    Source: 定齋集, where notes open with ○按 and the last row ends ○。按.
    """
    word = comment_follows(signs, row)
    return word if signs.kinds[row.end - 1] == "c" and word in dividers else None


def divided_words(signs: Signs, found: Sequence[Row]) -> frozenset[str]:
    """Return the words that open a comment after a ○ which ends no row."""
    ends = {row.end - 1 for row in found}
    circles = "".join(glyph for glyph, drum in MARKS.items() if drum is Drum.PI)
    words = re.finditer(f"[{circles}]{LAYOUT}([{COMMENT_WORDS}])", signs.text)
    return frozenset(match[1] for match in words if match.start() not in ends)


def spans(signs: Signs, named: Sequence[Label]) -> Iterator[tuple[int, int]]:
    """Return each stretch that holds rows with the names, headings and glosses that belong to them."""
    start: int | None = None
    for label, following in pairwise([*named, None]):
        if label is None:
            return
        first, end = label.row.start, gloss_end(signs, label.row)
        before, after = signs.before(first), signs.after(label.row.end)
        if signs.kind(before) == ("N" if label.record == 2 else "k"):
            first, _ = signs.whole(before)
        if signs.kind(after) == "N" and label.record != 2:
            _, end = signs.whole(after)
        start = first if start is None else start
        if following is None or signs.before(following.row.start) not in (end - 1, label.row.end - 1):
            yield start, end
            start = None
