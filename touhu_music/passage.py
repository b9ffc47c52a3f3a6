"""The rows that a running text prints, each mark with its place.

Layout, punctuation and glosses may stand inside a row, anything else ends it. A row is a run of
marks on both sides of 半. Its name comes from its order among the rows of a set and from the
school's name that touches it, never from punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from touhu_music.errors import PassageError
from touhu_music.notation import LONGEST_ROW, MARKS, Drum, School, Section, describe
from touhu_music.reading import Note, Place, PlacedMark, Reading, glyph_variants
from touhu_music.signs import BARE, BRACKETS, GAP, LAYOUT, PAGE, SCHOOLS, Signs


class Excerpt(NamedTuple):
    """A stretch of a text, verbatim, and where it begins in the whole."""

    text: str
    start: Place = Place(1, 1, 0)


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


# --- rows -------------------------------------------------------------------------------------

RUN: Final = f"[csh](?:[{GAP}u]*[csh])*"  # marks and 半, with what may stand between
RUN_IN_LINE: Final = RUN.replace("\n", "")
READABLE_RUN: Final = RUN.replace("u", "")


MOST_MARKS: Final = 200_000
"""A text whose rows have more marks is refused; a book that prints them prints about a hundred."""

NEAR: Final = 20  # signs between marks that may be of one row; of these at most so many hanzi:
FEW_HANZI: Final = 4


class Row(NamedTuple):
    """A row among the signs of a text: the offsets of its first mark, of its 半, and behind its last mark."""

    start: int
    half: int
    end: int


def runs(signs: Signs) -> Iterator[Row]:
    """Find each run of marks and 半; its `half` is its first 半, or -1.

    Where nothing is named and no page is marked, each line stands for itself.
    """
    by_line = not {"N", "k"} & set(signs.kinds) and "¶" not in signs.text and "<pb:" not in signs.text
    for match in re.finditer(RUN_IN_LINE if by_line else RUN, signs.kinds):
        whole = Row(match.start(), signs.kinds.find("h", *match.span()), match.end())
        if "u" not in match[0] or (whole.half >= 0 and would_be_row(signs, whole)):
            yield whole
        else:  # a strange sign that does not stand in a row ends the run
            for part in re.compile(READABLE_RUN).finditer(signs.kinds, *match.span()):
                yield Row(part.start(), signs.kinds.find("h", *part.span()), part.end())


def would_be_row(signs: Signs, run: Row) -> bool:
    """Tell whether a run is a row, if its unreadable signs are taken for marks."""
    kinds = signs.kinds
    sides = ((run.start, run.half), (run.half, run.end))
    both = all(kinds.count(kind, run.start, run.end) for kind in "cs")
    return both and all(signs.marks(*side) + kinds.count("u", *side) >= 3 for side in sides)


def rows(signs: Signs) -> tuple[list[Row], list[str]]:
    """Find the rows of a text and say what is nearly one.

    Raises PassageError for a mark that cannot be read, for too many marks, and for a text without any row.
    """
    found: list[Row] = []
    faults: list[tuple[int, str, str]] = []  # offset, code, text
    every = list(runs(signs))
    for run, before, after in zip(every, [None, *every], [*every[1:], None], strict=False):
        fault = fault_of(signs, run) or cut_off(signs, run, before, after)
        if fault:
            faults.append((run.start, *fault))
        elif run.half >= 0 and would_be_row(signs, run):
            refuse_unreadable(signs, run)
            found.append(run)
    if sum(signs.marks(row.start, row.end) for row in found) > MOST_MARKS:
        raise PassageError("too-many-marks", f"more than {MOST_MARKS} marks in the rows of one text")
    unclosed = signs.kinds.find("X")
    if unclosed >= 0:
        faults.append((unclosed, "unclosed-gloss", "the bracket never closes"))
    if not found:
        raise why_none(signs, faults)
    lines = places([Excerpt(signs.text)], [offset for offset, _, _ in faults], "utf-8")
    return found, [
        f"{code}: line {lines[offset].line}, column {lines[offset].column}: {text}"
        for offset, code, text in faults
    ]


def fault_of(signs: Signs, run: Row) -> tuple[str, str] | None:
    """Return code and text of what keeps a run from being a row, if it nearly is one.

    Raises PassageError if it is too long.
    """
    count = signs.marks(run.start, run.end)
    if count > LONGEST_ROW and run.half >= 0:
        raise PassageError("row-too-long", f"{signs.place(run.start)}: {count} marks; at most {LONGEST_ROW}")
    named = {"N", "k"} & {
        signs.kind(signs.before(run.start)),
        signs.kind(signs.after(run.end)),
    }
    if run.half < 0:
        return ("half-missing", f"{count} marks and no 半") if named and count >= 6 else None
    if signs.kinds.count("h", run.start, run.end) > 1:
        return ("half-repeated", "more than one 半 in a row") if count >= 3 else None
    before = signs.marks(run.start, run.half)
    if named and 0 < before < count and not would_be_row(signs, run):
        text = f"{before} marks before 半 and {count - before} after it"
        return "broken-row", f"{text}; expected three or more, and both ○ and □"
    return None


def cut_off(signs: Signs, run: Row, before: Row | None, after: Row | None) -> tuple[str, str] | None:
    """Return code and text of a sign that parts a row from marks beside it which are of no other row."""
    if run.half < 0 or not would_be_row(signs, run):
        return None
    gaps = []
    if before is not None and before.half < 0:
        gaps.append((before.end, run.start))
    if after is not None and after.half < 0 and not comment_follows(signs, run):
        gaps.append((run.end, after.start))
    for start, end in gaps:
        kinds = signs.kinds[start:end]
        strange = [sign for sign, kind in zip(signs.text[start:end], kinds, strict=True) if kind not in GAP]
        hanzi = sum(unicodedata.category(sign) == "Lo" for sign in strange)
        lines_apart = "\n" in kinds and not {"N", "k"} & set(signs.kinds)
        if (
            strange
            and len(strange) <= NEAR
            and hanzi <= FEW_HANZI
            and not {"N", "k"} & set(kinds)
            and not lines_apart
        ):
            return "broken-row", f"{describe(strange[0])} parts it from other marks; expected ○ □ or 半"
    return None


def refuse_unreadable(signs: Signs, run: Row) -> None:
    """Raise PassageError if a sign between two marks of a row cannot be read."""
    lost = signs.kinds.find("u", run.start, run.end)
    if lost >= 0:
        entity = signs.text.startswith("&KR", lost)
        sign = signs.text[lost : signs.text.index(";", lost) + 1] if entity else signs.text[lost]
        what = f"'{sign}'" if entity else describe(sign)
        raise PassageError(
            "unreadable-mark",
            f"{signs.place(lost)}: {what} stands between two marks; expected ○ □ or 半",
        )


def why_none(signs: Signs, faults: Iterable[tuple[int, str, str]]) -> PassageError:
    """Return the error that says why a text has no row: what comes nearest to one."""
    first = {code: (offset, text) for offset, code, text in reversed(list(faults))}
    for code in ("half-repeated", "broken-row", "half-missing", "unclosed-gloss"):
        if code in first:
            offset, text = first[code]
            return PassageError(code, f"{signs.place(offset)}: {text}")
    for match in re.finditer("h", signs.kinds):
        half = match.start()
        if "N" in (signs.kind(signs.before(half)), signs.kind(signs.after(half + 1))):
            return PassageError("marks-lost", f"{signs.place(half)}: 半 beside a school's name, and no marks")
    return PassageError("no-notation", "no row of ○ and □ on both sides of 半")


def offsets(signs: Signs, row: Row) -> list[int]:
    """Return the offset of each mark of a row."""
    return [offset for offset in range(row.start, row.end) if signs.kinds[offset] in "cs"]


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
    return label._replace(school=school, warnings=tuple(warnings))


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

COMMENT_WORDS: Final = "按案記记注註疏鄭郑孔又"


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
    notes, warnings = glosses(signs, row)
    warnings = [*label.warnings, *glyph_variants(placed), *warnings]
    if doubt is not None:
        warnings.append(
            f"doubtful-final: the last ○ stands before {doubt}, as a dividing ○ does elsewhere in this text"
        )
    made = Reading(label.school, label.record, label.set, tuple(placed), notes, tuple(warnings))
    if made.name and signs.kind(row.end) == "f":
        forms, printed = known.get(made.name, frozenset()), str(made.cadence)
        if printed not in forms and f"{printed}{Drum.PI}" in forms:
            short = "final-mark-check: one ○ shorter than a known reading, and a full stop follows"
            made = made._replace(warnings=(*made.warnings, short))
    return made


def glosses(signs: Signs, row: Row) -> tuple[tuple[Note, ...], list[str]]:
    """Gather the glosses in and directly after a row; like brackets with only layout between are one."""
    notes: list[tuple[Section, int, list[str]]] = []
    inside = collation = False
    end, bracket, after, last = row.start, "", 0, gloss_end(signs, row)
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
        inside = inside or start < row.end
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


def skip(signs: Signs, offset: int, kinds: str) -> int:
    """Return the first offset from there on whose kind is none of these."""
    while offset < len(signs.kinds) and signs.kinds[offset] in kinds:
        offset += 1
    return offset


def opens_comment(signs: Signs, row: Row, dividers: frozenset[str]) -> str | None:
    """Return the word after a row that ends in ○, if a dividing ○ introduces that word elsewhere.

    Source: 定齋集, where notes open with ○按 and the last row ends ○。按.
    """
    word = comment_follows(signs, row)
    return word if signs.kinds[row.end - 1] == "c" and word in dividers else None


def comment_follows(signs: Signs, row: Row) -> str:
    """Return the word that opens a comment after a row, at most a full stop between; or nothing."""
    following = skip(signs, row.end + (signs.kind(row.end) == "f"), " \n")
    word = signs.text[following : following + 1]
    return word if word and word in COMMENT_WORDS else ""


def divided_words(signs: Signs, found: Sequence[Row]) -> frozenset[str]:
    """Return the words that open a comment after a ○ which ends no row."""
    ends = {row.end - 1 for row in found}
    circles = "".join(glyph for glyph, drum in MARKS.items() if drum is Drum.PI)
    words = re.finditer(f"[{circles}]{LAYOUT}([{COMMENT_WORDS}])", signs.text)
    return frozenset(match[1] for match in words if match.start() not in ends)


# --- places -----------------------------------------------------------------------------------


def places(excerpts: Sequence[Excerpt], offsets: Sequence[int], encoding: str) -> dict[int, Place]:
    """Find the places of characters of the excerpts, which are joined by line feeds.

    `offsets` count from 0 and rise.
    """
    found: dict[int, Place] = {}
    begins, waiting = 0, iter(offsets)
    offset = next(waiting, None)
    for text, (line, column, byte, page) in excerpts:
        pages = [(match.end(), match[1]) for match in re.finditer(PAGE, text)] if "<pb:" in text else []
        at = 0
        while offset is not None and offset - begins < len(text):
            here = offset - begins
            passed = text[at:here]
            byte += len(passed.encode(encoding, "surrogatepass" if "utf" in encoding else "strict"))
            line += passed.count("\n")
            column = len(passed) - passed.rfind("\n") if "\n" in passed else column + len(passed)
            turned = bisect_right(pages, (here, "\U0010ffff"))
            found[offset] = Place(line, column, byte, pages[turned - 1][1] if turned else page)
            at, offset = here, next(waiting, None)
        begins += len(text) + 1
    return found


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
