"""The rows among the signs of a text, and what is nearly one.

Layout, punctuation and glosses may stand inside a row, anything else ends it. A row is a run of
marks on both sides of 半.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from touhu_music.errors import PassageError
from touhu_music.excerpts import Excerpt, places
from touhu_music.notation import LONGEST_ROW, MARKS, describe
from touhu_music.signs import GAP, Signs

COMMENT_WORDS: Final = "按案記记注註疏鄭郑孔又"
RUN: Final = f"[csh](?:[{GAP}u]*[csh])*"  # marks and 半, with what may stand between
RUN_IN_LINE: Final = RUN.replace("\n", "")
READABLE_RUN: Final = RUN.replace("u", "")


MOST_MARKS: Final = 200_000
"""A text whose rows have more marks is refused; a book that prints them prints about a hundred."""

FEWEST_MARKS: Final = 6  # of a row without 半
NEAR: Final = 20  # signs between marks that may be of one row; of these at most so many hanzi:
FEW_HANZI: Final = 4


class Row(NamedTuple):
    """A row among the signs of a text: the offsets of its first mark, of its 半, and behind its last mark."""

    start: int
    half: int
    end: int


def runs(signs: Signs, *, halved: bool = False) -> Iterator[Row]:
    """Find each run of marks and 半, or only those that are `halved`; its `half` is its first 半, or -1.

    Where nothing is named and no page is marked, each line stands for itself.
    """
    by_line = not signs.named and "¶" not in signs.text and "<pb:" not in signs.text
    for match in re.finditer(RUN_IN_LINE if by_line else RUN, signs.kinds):
        if halved and "h" not in match[0]:
            continue
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
    every, unnamed = list(runs(signs)), not signs.named
    for run, before, after in zip(every, [None, *every], [*every[1:], None], strict=False):
        if run.half < 0 and run.end - run.start < FEWEST_MARKS:
            continue  # most runs are a ○ or 口 among words
        fault = fault_of(signs, run) or cut_off(signs, run, before, after, unnamed)
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
    if count < (FEWEST_MARKS if run.half < 0 else 2):
        return None
    named = {"N", "k"} & {
        signs.kind(signs.before(run.start)),
        signs.kind(signs.after(run.end)),
    }
    if run.half < 0:
        return ("half-missing", f"{count} marks and no 半") if named else None
    if signs.kinds.count("h", run.start, run.end) > 1:
        return ("half-repeated", "more than one 半 in a row") if count >= 3 else None
    before = signs.marks(run.start, run.half)
    if named and 0 < before < count and not would_be_row(signs, run):
        text = f"{before} marks before 半 and {count - before} after it"
        return "broken-row", f"{text}; expected three or more, and both ○ and □"
    return None


def cut_off(
    signs: Signs, run: Row, before: Row | None, after: Row | None, by_line: bool
) -> tuple[str, str] | None:
    """Return code and text of a sign that parts a row from marks beside it which are of no other row.

    Where nothing in the text is named, marks of another line are never of the row.
    """
    if run.half < 0 or not would_be_row(signs, run):
        return None
    gaps = []
    if before is not None and before.half < 0 and not a_word(signs, before, run):
        gaps.append((before.end, run.start))
    if (
        after is not None
        and after.half < 0
        and not a_word(signs, after, run)
        and not comment_follows(signs, run)
    ):
        gaps.append((run.end, after.start))
    for start, end in gaps:
        kinds = signs.kinds[start:end]
        strange = [sign for sign, kind in zip(signs.text[start:end], kinds, strict=True) if kind not in GAP]
        hanzi = sum(unicodedata.category(sign) == "Lo" for sign in strange)
        lines_apart = by_line and "\n" in kinds
        if (
            strange
            and len(strange) <= NEAR
            and hanzi <= FEW_HANZI
            and not {"N", "k"} & set(kinds)
            and not lines_apart
        ):
            return "broken-row", f"{describe(strange[0])} parts it from other marks; expected ○ □ or 半"
    return None


def a_word(signs: Signs, run: Row, row: Row) -> bool:
    """Tell whether a run is of 口 or 〇, mouth and digit, and the row beside it is written without them."""
    glyphs = set(signs.text[run.start : run.end]) & MARKS.keys()
    return glyphs <= set("口〇") and glyphs.isdisjoint(signs.text[row.start : row.end])


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


def skip(signs: Signs, offset: int, kinds: str) -> int:
    """Return the first offset from there on whose kind is none of these."""
    while offset < len(signs.kinds) and signs.kinds[offset] in kinds:
        offset += 1
    return offset


def comment_follows(signs: Signs, row: Row) -> str:
    """Return the word that opens a comment after a row, at most a full stop between; or nothing."""
    following = skip(signs, row.end + (signs.kind(row.end) == "f"), " \n")
    word = signs.text[following : following + 1]
    return word if word and word in COMMENT_WORDS else ""
