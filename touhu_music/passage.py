"""The rows that a running text prints, each mark with its place.

A text is cut into tokens; layout, punctuation and glosses may stand inside a row, anything else
ends it. A row is a run of marks on both sides of 半. Its name comes from its order among the rows
of a set and from the school's name that touches it, never from punctuation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from touhu_music.errors import PassageError
from touhu_music.notation import LONGEST_ROW, MARKS, Drum, School, Section, describe
from touhu_music.reading import Note, Place, PlacedMark, Reading, glyph_variants
from touhu_music.tokens import (
    CIRCLES,
    COLONS,
    COMMENT_WORDS,
    GLYPHS,
    LAYOUT,
    PAGE,
    PLAIN_NAMES,
    PUNCTUATION,
    SCHOOLS,
    SPLIT_PHRASE,
    SQUARES,
    STOPS,
    WORDS_TOO,
    Row,
    Script,
)


class Passage(NamedTuple):
    """All readings of a text in text order, and the warnings that belong to no single one.

    `spans` gives (start, end) of each stretch of text that prints rows with their names and
    glosses, as character offsets from 0.
    """

    readings: tuple[Reading, ...]
    warnings: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


class Excerpt(NamedTuple):
    """A stretch of a text, verbatim, and where it begins in the whole."""

    text: str
    start: Place = Place(1, 1, 0)


# --- rows -------------------------------------------------------------------------------------


def stretches(script: Script) -> Iterator[Row]:
    """Find each run of marks and 半, joined over what may stand inside a row.

    Its `half` is its first 半, or -1.
    """
    by_line = "N" not in script.kinds and "K" not in script.kinds
    by_line = by_line and "¶" not in script.text and "<pb:" not in script.text
    gap = "PG" if by_line else "PGL"
    for match in re.finditer(f"[MH](?:[{gap}U]*[MH])*", script.kinds):
        whole = Row(match.start(), script.kinds.find("H", *match.span()), match.end() - 1)
        if "U" not in match[0] or (whole.half >= 0 and would_be_row(script, whole)):
            yield whole
        else:
            for part in re.finditer(f"[MH](?:[{gap}]*[MH])*", match[0]):
                first, last = whole.first + part.start(), whole.first + part.end()
                yield Row(first, script.kinds.find("H", first, last), last - 1)


def sides(script: Script, run: Row) -> tuple[str, str]:
    """Return the marks on either side of the first 半, as printed."""
    return script.marks(run.first, run.half), script.marks(run.half, run.last + 1)


def would_be_row(script: Script, run: Row) -> bool:
    """Tell whether a run would be a row if its unreadable signs were marks."""
    before, after = sides(script, run)
    lost_before = script.kinds.count("U", run.first, run.half)
    lost_after = script.kinds.count("U", run.half, run.last)
    both = any(c in CIRCLES for c in before + after) and any(s in SQUARES for s in before + after)
    return both and len(before) + lost_before >= 3 and len(after) + lost_after >= 3


def rows(script: Script) -> tuple[list[Row], list[str]]:
    """Find the rows of a text and say what is nearly one.

    Raises PassageError for a mark that cannot be read, and for a text without any row.
    """
    found: list[Row] = []
    faults: list[str] = []
    for run in stretches(script):
        where = script.place(script.tokens[run.first].start)
        if run.half < 0:
            count = len(script.marks(run.first, run.last + 1))
            if count >= 6 and script.named(run):
                faults.append(f"half-missing: {where}: {count} marks and no 半")
            continue
        before, after = sides(script, run)
        count = len(before) + len(after)
        if count > LONGEST_ROW:
            raise PassageError("row-too-long", f"{where}: {count} marks; at most {LONGEST_ROW}")
        if script.kinds.count("H", run.first, run.last + 1) > 1:
            if count >= 3:
                faults.append(f"half-repeated: {where}: more than one 半 in a row")
        elif would_be_row(script, run):
            lost = script.kinds.find("U", run.first, run.last)
            if lost >= 0:
                sign = script.printed(lost)
                what = describe(sign) if len(sign) == 1 else f"'{sign}'"
                where = script.place(script.tokens[lost].start)
                raise PassageError(
                    "unreadable-mark", f"{where}: {what} stands between two marks; expected ○ □ or 半"
                )
            found.append(run)
        elif script.named(run) and before and after:
            faults.append(
                f"broken-row: {where}: {len(before)} marks before 半 and {len(after)} after it;"
                " expected three or more of both kinds"
            )
    unclosed = script.kinds.find("X")
    if unclosed >= 0:
        where = script.place(script.tokens[unclosed].start)
        faults.append(f"unclosed-gloss: {where}: the bracket never closes")
    if found:
        return found, faults
    for code in ("half-repeated", "broken-row", "half-missing", "unclosed-gloss"):
        for fault in faults:
            if fault.startswith(code):
                raise PassageError(code, fault.removeprefix(f"{code}: "))
    for index, kind in enumerate(script.kinds):
        if kind == "H":
            nearest = [script.neighbour(index, step) for step in (-1, 1)]
            if any(near is not None and script.kinds[near] == "N" for near in nearest):
                place = script.place(script.tokens[index].start)
                raise PassageError("marks-lost", f"{place}: 半 beside a school's name, and no marks")
    raise PassageError("no-notation", "no row of ○ and □ on both sides of 半")


# --- readings ---------------------------------------------------------------------------------

ORDER: Final = ((School.LU, 1), (School.XUE, 1), (School.LU, 2), (School.XUE, 2))


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
    script = Script.of("\n".join(excerpt.text for excerpt in excerpts))
    found, faults = rows(script)
    sets = list(copies(script, found))
    where = places(excerpts, marks_of(script, found), encoding)
    named = [
        label for number, members in enumerate(sets, 1) for label in labels(script, members, found, number)
    ]
    readings = tuple(reading(script, label, where, known or {}, found) for label in named)
    if len(sets) > 1:
        faults.append(f"multiple-sets: {len(found)} rows in {len(sets)} copies, kept apart")
    for number, members in enumerate(sets, 1):
        if len(members) < 4:
            copy = f"copy {number} has " if len(sets) > 1 else ""
            faults.append(f"incomplete-set: {copy}{len(members)} of 4 rows")
    return Passage(readings, tuple(faults), tuple(spans(script, named)))


def copies(script: Script, found: Sequence[Row]) -> Iterator[list[Row]]:
    """Split the rows into sets: at a heading 鼓, else after every fourth row."""
    members: list[Row] = []
    for row in found:
        if members and (len(members) == 4 or script.touching(row, -1, "K") is not None):
            yield members
            members = []
        members.append(row)
    yield members


class Label(NamedTuple):
    """How a row of a set is named, and what is odd about its name."""

    row: Row
    school: School | None
    record: int | None
    set: int
    warnings: tuple[str, ...]


def labels(script: Script, members: Sequence[Row], found: Sequence[Row], number: int) -> Iterator[Label]:
    """Name the rows of one set, in text order."""
    taken: set[tuple[School, int]] = set()
    for place, row in enumerate(members):
        warnings: list[str] = []
        school: School | None = None
        record: int | None
        if len(members) == 4:
            school, record = ORDER[place]
        else:
            record = chart(script, row, members, found)
        name = None if record is None else script.touching(row, 1 if record == 1 else -1, "N")
        if name is None:
            side = {1: "after", 2: "before"}.get(record or 0, "beside")
            warnings.append(f"label-missing: no school's name {side} the row")
        else:
            printed = re.sub(f"{LAYOUT}|[{re.escape(PUNCTUATION)}]", "", script.printed(name))
            said = SCHOOLS[printed[0]]
            if school is None and record is not None:
                school = said
                if (school, record) in taken:
                    warnings.append(f"label-order: a second row is named {printed}")
                taken.add((school, record))
            elif said is not school:
                warnings.append(f"label-order: {printed} stands where {school}-{record} is expected")
            if printed not in PLAIN_NAMES:
                warnings.append(f"label-variant: the name is written {printed}")
            if record == 1 and flipped(script, row, name, found):
                warnings.append(f"label-flipped: the punctuation ties {printed} to the next row")
        yield Label(row, school, record, number, tuple(warnings))


def chart(script: Script, row: Row, members: Sequence[Row], found: Sequence[Row]) -> int | None:
    """Tell which chart a row of an incomplete set belongs to, if the text says.

    Source: 禮記·投壺: 取半以下為投壺禮 stands between the charts; the name stands after a row of
    the first chart and before a row of the second.
    """
    earlier = [other for other in found if other.last < members[0].first]
    later = [other for other in found if other.first > members[-1].last]
    low = script.tokens[earlier[-1].last].end if earlier else 0
    high = script.tokens[later[0].first].start if later else len(script.text)
    if phrase := SPLIT_PHRASE.search(script.text, low, high):
        return 1 if script.tokens[row.last].end <= phrase.start() else 2
    before = script.touching(members[0], -1, "N") is not None
    after = script.touching(members[-1], 1, "N") is not None
    if before is after:
        return None
    return 2 if before else 1


def flipped(script: Script, row: Row, label: int, found: Iterable[Row]) -> bool:
    """Tell whether punctuation ties a name of the first chart to the row that follows it."""
    following = [other for other in found if script.neighbour(other.first, -1) == label]
    if not following:
        return False
    between = [script.printed(i) for i in range(row.last + 1, label) if script.kinds[i] == "P"]
    broken = "L" in script.kinds[row.last + 1 : label]
    behind = [script.printed(i) for i in range(label + 1, following[0].first) if script.kinds[i] == "P"]
    parted = any(sign in STOPS + "；;" for sign in between)
    parted = parted or (broken and bool(behind) and behind[0] in COLONS)
    return parted and not any(sign in STOPS for sign in behind)


def reading(
    script: Script,
    label: Label,
    where: Mapping[int, Place],
    known: Mapping[str, frozenset[str]],
    found: Sequence[Row],
) -> Reading:
    """Put together what a text has for one row."""
    row = label.row
    doubt = opens_comment(script, row, found)
    final = max(marks_of(script, [row]))
    placed: list[PlacedMark] = []
    for section, stretch in zip(
        Section, (range(row.first, row.half), range(row.half, row.last + 1)), strict=True
    ):
        offsets = [
            offset
            for index in stretch
            if script.kinds[index] == "M"
            for offset in range(script.tokens[index].start, script.tokens[index].end)
        ]
        placed += (
            PlacedMark(
                MARKS[script.text[offset]],
                script.text[offset],
                section,
                place,
                where[offset],
                doubt is not None and offset == final,
            )
            for place, offset in enumerate(offsets, 1)
        )
    notes, note_warnings = glosses(script, row)
    all_warnings = [*label.warnings, *glyph_variants(placed), *note_warnings]
    if doubt is not None:
        all_warnings.append(
            f"doubtful-final: the last ○ stands before {doubt}, as a dividing ○ does elsewhere in this text"
        )
    made = Reading(label.school, label.record, label.set, tuple(placed), notes, tuple(all_warnings))
    if made.name and stop_follows(script, row):
        forms, printed = known.get(made.name, frozenset()), str(made.cadence)
        if printed not in forms and f"{printed}{Drum.PI}" in forms:
            short = "final-mark-check: one ○ shorter than a known reading, and a full stop follows"
            made = replace(made, warnings=(*made.warnings, short))
    return made


def glosses(script: Script, row: Row) -> tuple[tuple[Note, ...], list[str]]:
    """Gather the glosses in and directly after a row; like brackets with only layout between are one."""
    notes: list[Note] = []
    inside = collation = False
    section, after, previous = Section.BEFORE_HALF, 0, ""
    for index in range(row.first, gloss_end(script, row) + 1):
        kind, printed = script.kinds[index], script.printed(index)
        if kind == "G":
            inside = inside or index < row.last
            collation = collation or any(c in GLYPHS and c not in WORDS_TOO for c in printed)
            text = re.sub(rf"^[^‘「(（〈【〔\[]*.|{LAYOUT}|/|.$", "", printed, flags=re.DOTALL)
            if previous == printed[0]:
                text = notes.pop().text + text
            notes.append(Note(section, after, text))
        elif kind == "H":
            section, after = Section.AFTER_HALF, 0
        elif kind == "M":
            after += len(printed)
        if kind != "L":
            previous = printed[0] if kind == "G" else ""
    warnings = []
    if inside:
        warnings.append("gloss-inside: a gloss stands between the marks of the row")
    if collation:
        warnings.append("collation-note: a gloss at the row quotes marks")
    return tuple(notes), warnings


def gloss_end(script: Script, row: Row) -> int:
    """Return the last token of a row with the gloss directly after it, which may be several brackets."""
    last, bracket = row.last, ""
    for index in range(row.last + 1, len(script.kinds)):
        kind, opener = script.kinds[index], script.printed(index)[0]
        if kind not in "PGL" or (bracket and (kind == "P" or (kind == "G" and opener != bracket))):
            break
        if kind == "G":
            last, bracket = index, opener
    return last


def stop_follows(script: Script, row: Row) -> bool:
    """Tell whether a full stop stands right after a row."""
    following = row.last + 1
    return following < len(script.kinds) and script.printed(following) in STOPS


def opens_comment(script: Script, row: Row, found: Iterable[Row]) -> str | None:
    """Return the word after a row that a dividing ○ introduces elsewhere, if the row ends so.

    Source: 定齋集, where notes open with ○按 and the last row ends ○。按.
    """
    following = row.last + 1 + stop_follows(script, row)
    while following < len(script.kinds) and script.kinds[following] == "L":
        following += 1
    if script.printed(row.last)[-1] not in CIRCLES or following >= len(script.kinds):
        return None
    word = script.printed(following)[0]
    if word not in COMMENT_WORDS:
        return None
    strokes = set(marks_of(script, found))
    dividers = re.finditer(f"[{CIRCLES}]{LAYOUT}*{word}", script.text)
    return word if any(divider.start() not in strokes for divider in dividers) else None


def marks_of(script: Script, found: Iterable[Row]) -> list[int]:
    """Return the offset of each mark of the rows."""
    return [
        offset
        for row in found
        for index in range(row.first, row.last + 1)
        if script.kinds[index] == "M"
        for offset in range(script.tokens[index].start, script.tokens[index].end)
    ]


def places(excerpts: Sequence[Excerpt], offsets: Sequence[int], encoding: str) -> dict[int, Place]:
    """Find the places of characters of the excerpts, which are joined by line feeds.

    `offsets` count from 0 and rise.
    """
    found: dict[int, Place] = {}
    begins = 0
    for excerpt in excerpts:
        text, (line, column, byte, page) = excerpt
        pages = [(match.end(), match[1]) for match in PAGE.finditer(text)]
        at = 0
        for offset in offsets:
            here = offset - begins
            if not at <= here < len(text):
                continue
            passed = text[at:here]
            byte += len(passed.encode(encoding, "surrogatepass" if "utf" in encoding else "strict"))
            line += passed.count("\n")
            tail = len(passed) - passed.rfind("\n")
            column = tail if "\n" in passed else column + len(passed)
            turned = bisect_right(pages, (here, "\U0010ffff"))
            found[offset] = Place(line, column, byte, pages[turned - 1][1] if turned else page)
            at = here
        begins += len(text) + 1
    return found


def spans(script: Script, named: Sequence[Label]) -> Iterator[tuple[int, int]]:
    """Return each stretch that holds rows with the names and headings that belong to them."""
    start: int | None = None
    for label, following in pairwise([*named, None]):
        assert label is not None
        first, last = label.row.first, gloss_end(script, label.row)
        before, after = (script.neighbour(end, step) for end, step in ((first, -1), (label.row.last, 1)))
        if before is not None and script.kinds[before] == ("N" if label.record == 2 else "K"):
            first = before
        if after is not None and script.kinds[after] == "N" and label.record != 2:
            last = after
        if start is None:
            start = script.tokens[first].start
        if following is None or script.neighbour(following.row.first, -1) not in (
            last,
            label.row.last,
            after,
        ):
            yield start, script.tokens[last].end
            start = None
