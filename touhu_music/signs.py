"""A running text and the kind of each of its signs, as a second string of the same length.

What a mark is depends on what stands around it, so the reader asks patterns of the kinds and takes
the characters from the text at the same offsets.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from touhu_music.notation import HALF, MARKS, Drum, School

SCHOOLS: Final = dict.fromkeys("魯鲁", School.LU) | dict.fromkeys("薛薜辥", School.XUE)
BRACKETS: Final = dict(zip("(（〈【〔[‘「", ")）〉】〕]’」", strict=True))

TABLE: Final = {
    **{glyph: "c" if drum is Drum.PI else "s" for glyph, drum in MARKS.items()},  # a circle, a square
    HALF: "h",
    **dict.fromkeys(SCHOOLS, "o"),  # the first sign of a school's name
    **dict.fromkeys("鼓鼔皷", "k"),  # the heading, the word, or the second sign of a name
    **dict.fromkeys("。．.", "f"),  # a full stop
    **dict.fromkeys("：:", ":"),
    **dict.fromkeys("》〉」』”’", "q"),  # a closing quotation or title mark
    **dict.fromkeys("，、；,;！!·「『“‘\"'《", "p"),  # other punctuation
    **dict.fromkeys(" \t\r\v\f\x85\u00a0\u3000\u2028\u2029\u200b\ufeff¶", " "),  # layout
    "\n": "\n",
    **dict.fromkeys("●■◎?？\ufffd〓ㅇㅁロOo0)）】〕]", "u"),  # unreadable between marks
}
"""The kind of a character by itself. Others: t text, G and g a gloss, N and n a school's name."""

LAYOUT: Final = r"[\s¶\u200b\ufeff]*"
TAG: Final = r"<(?:pb|md):[^<>\s]{0,200}>"
PAGE: Final = r"<pb:([^<>\s]{0,200})>"
LOST_CHARACTER: Final = r"&KR\d+;"
COMMENT: Final = r"(?m)^#.*"
GLOSS: Final = re.compile(rf"(?:(?:注|疏|[釋释]文|[正音][義义]){LAYOUT}[：:]{LAYOUT}[‘「]|[(（〈【〔\[])")
NAME: Final = re.compile(rb"o[ \n]*+(?:q[ \n]*+)?k")  # possessive: a name is tried once at each place
VARIATIONS: Final = "".join(map(chr, range(0xFE00, 0xFE10)))  # they choose a form of the sign before
GAP: Final = " \npqf:Gg"  # what may stand inside a row and between a row and its name


class Kinds(dict[int, str]):
    """The table as `str.translate` asks for it; other characters are layout if unseen, else text."""

    def __missing__(self, key: int) -> str:
        """Remember a character that was asked for."""
        unseen = chr(key).isspace() or unicodedata.category(chr(key)) == "Cf" or chr(key) in VARIATIONS
        self[key] = " " if unseen else "t"
        return self[key]


class Signs(NamedTuple):
    """A text with the kinds of its characters; rows, names and glosses are offsets into both."""

    text: str
    kinds: str

    @classmethod
    def of(cls, text: str) -> Signs:
        """Find the kind of each character; page marks, comments and lost characters are seen first."""
        kinds = bytearray(text.translate(Kinds(str.maketrans(TABLE))), "ascii")
        if "<" in text:
            for tag in re.finditer(TAG, text):
                fill(kinds, *tag.span(), " ")
        if "&KR" in text:
            for lost in re.finditer(LOST_CHARACTER, text):
                fill(kinds, *lost.span(), " ", first="u")
        if "#" in text:
            for comment in re.finditer(COMMENT, text):
                named = NAME.search(kinds, *comment.span())
                if not named and not any(glyph in comment[0] for glyph in (*Drum, HALF)):
                    fill(kinds, *comment.span(), " ")
        position = 0
        while match := GLOSS.search(text, position):
            opening, position = match.end() - 1, closing(text, match.end() - 1)
            if position < 0:
                fill(kinds, match.start(), len(text), "g", first="X")
                break
            half = text.find(HALF, opening, position)
            if half >= 0 and not text[opening + 1 : position - 1].translate(BARE).strip(HALF):
                fill(kinds, match.start(), position, " ")
                kinds[half] = ord("h")
            else:
                fill(kinds, match.start(), position, "g", first="G")
        for name in NAME.finditer(bytes(kinds)):
            fill(kinds, *name.span(), "n", first="N")
        return cls(text, kinds.decode("ascii"))

    def marks(self, start: int, end: int) -> int:
        """Count the marks of a stretch."""
        return self.kinds.count("c", start, end) + self.kinds.count("s", start, end)

    def before(self, offset: int) -> int:
        """Return the nearest offset before that is not gap, or -1."""
        offset -= 1
        while offset >= 0 and self.kinds[offset] in GAP:
            offset -= 1
        return offset

    def after(self, offset: int) -> int:
        """Return the nearest offset from there on that is not gap, or the length of the text."""
        while offset < len(self.kinds) and self.kinds[offset] in GAP:
            offset += 1
        return offset

    def kind(self, offset: int) -> str:
        """Return the kind of a character, capital for any part of a name; a blank outside the text."""
        return self.kinds[offset].replace("n", "N") if 0 <= offset < len(self.kinds) else " "

    def whole(self, offset: int) -> tuple[int, int]:
        """Return the start and end of the name or gloss that a character belongs to."""
        start, end = offset, offset + 1
        while self.kinds[start] in "ng":
            start -= 1
        while end < len(self.kinds) and self.kinds[end] in "ng":
            end += 1
        return start, end

    def place(self, offset: int) -> str:
        """Say where a character stands."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return f"line {self.text.count(chr(10), 0, offset) + 1}, column {offset - line_start + 1}"


BARE: Final = {ord(character): None for character, kind in TABLE.items() if kind in " \n"}
"""For `str.translate`: a text without layout."""


def fill(kinds: bytearray, start: int, end: int, kind: str, first: str | None = None) -> None:
    """Overwrite a stretch with one kind, its first character perhaps with another."""
    kinds[start:end] = (kind * (end - start)).encode()
    if first:
        kinds[start] = ord(first)


def closing(text: str, opening: int) -> int:
    """Return the end of the bracket that opens there, its own kind nested; -1 if it never closes."""
    opener, closer = text[opening], BRACKETS[text[opening]]
    depth = 0
    for match in re.compile(f"[{re.escape(opener + closer)}]").finditer(text, opening):
        depth += 1 if match[0] == opener else -1
        if depth == 0:
            return match.end()
    return -1
