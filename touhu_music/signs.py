"""A running text and the kind of each of its signs, as a second string of the same length.

What a mark is depends on what stands around it, so the reader asks patterns of the kinds and takes
the characters from the text at the same offsets.
"""

from __future__ import annotations

import codecs
import re
from typing import Final, NamedTuple

from touhu_music.notation import HALF, MARKS, Drum, School

SCHOOLS: Final = dict.fromkeys("魯鲁", School.LU) | dict.fromkeys("薛薜辥", School.XUE)
BRACKETS: Final = dict(zip("(（〈【〔[‘「", ")）〉】〕]’」", strict=True))
PAIRS: Final = {opener: re.compile(f"[{re.escape(opener + closer)}]") for opener, closer in BRACKETS.items()}

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
GLOSS: Final = re.compile(
    rf"""
    [(（〈【〔\[注疏釋释正音]  # one class of signs at the front is what a search is fast with
    (?: (?<=[(（〈【〔\[])
      | (?: (?<=[注疏]) | (?<=[釋释])文 | (?<=[正音])[義义] ) {LAYOUT}[：:]{LAYOUT}[‘「]
    )
    """,
    re.VERBOSE,
)
NAME: Final = re.compile(rb"o[ \n]*+(?:q[ \n]*+)?k")  # possessive: a name is tried once at each place


def between(ranges: str) -> str:
    """Return all characters of ranges, each written as its first and last one."""
    return "".join(chr(code) for pair in ranges.split(" ") for code in range(ord(pair[0]), ord(pair[1]) + 1))


UNSEEN: Final = between(
    "\x1c\x1f \u1680\u1680 \u2000\u200a \u202f\u202f \u205f\u205f"  # spaces
    " \xad\xad \u0600\u0605 \u061c\u061c \u06dd\u06dd \u070f\u070f \u0890\u0891 \u08e2\u08e2"  # formats
    " \u180e\u180e \u200c\u200f \u202a\u202e \u2060\u2064 \u2066\u206f \ufff9\ufffb"
    " \ufe00\ufe0f"  # these choose a form of the sign before
)
"""The characters that nobody sees and the table lacks, of the first plane; below, those of the others."""

UNSEEN_ABOVE: Final = between(
    "\U000110bd\U000110bd \U000110cd\U000110cd \U00013430\U0001343f \U0001bca0\U0001bca3"
    " \U0001d173\U0001d17a \U000e0001\U000e0001 \U000e0020\U000e007f"
)
ANY_UNSEEN_ABOVE: Final = re.compile(f"[{UNSEEN_ABOVE}]")
CODED: Final = {"\0": "t"} | dict.fromkeys(UNSEEN, " ") | TABLE | {"?": "t"}
CODES: Final = codecs.charmap_build("".join(CODED).ljust(256, "\ufffe"))
KINDS: Final = "".join(CODED.values()).ljust(256, "t").encode()
GAP: Final = " \npqf:Gg"  # what may stand inside a row and between a row and its name


def kinds_of(text: str) -> bytearray:
    """Return the kind of each character by itself; others than those of the table are layout or text.

    An encoding of a byte for each sign that is not text is several times as fast as `str.translate`.
    """
    codes, _ = codecs.charmap_encode(text.replace("?", "？"), "replace", CODES)  # ? stands for text
    kinds = bytearray(codes.translate(KINDS))
    if len(text.encode("utf-16-le", "surrogatepass")) > 2 * len(text):
        for unseen in ANY_UNSEEN_ABOVE.finditer(text):
            fill(kinds, *unseen.span(), b" ")
    return kinds


class Signs(NamedTuple):
    """A text with the kinds of its characters; rows, names and glosses are offsets into both."""

    text: str
    kinds: str

    @classmethod
    def of(cls, text: str) -> Signs:
        """Find the kind of each character; page marks, comments and lost characters are seen first."""
        kinds = kinds_of(text)
        if "<" in text:
            for tag in re.finditer(TAG, text):
                fill(kinds, *tag.span(), b" ")
        if "&KR" in text:
            for lost in re.finditer(LOST_CHARACTER, text):
                fill(kinds, *lost.span(), b" ", first=b"u")
        if "#" in text:
            for comment in re.finditer(COMMENT, text):
                named = NAME.search(kinds, *comment.span())
                if not named and not any(glyph in comment[0] for glyph in (*Drum, HALF)):
                    fill(kinds, *comment.span(), b" ")
        position = 0
        while match := GLOSS.search(text, position):
            opening, position = match.end() - 1, closing(text, match.end() - 1)
            if position < 0:
                fill(kinds, match.start(), len(text), b"g", first=b"X")
                break
            half = text.find(HALF, opening, position)
            if half >= 0 and not text[opening + 1 : position - 1].translate(BARE).strip(HALF):
                fill(kinds, match.start(), position, b" ")
                kinds[half] = ord("h")
            else:
                fill(kinds, match.start(), position, b"g", first=b"G")
        for name in NAME.finditer(bytes(kinds)):
            fill(kinds, *name.span(), b"n", first=b"N")
        return cls(text, kinds.decode("ascii"))

    @property
    def named(self) -> bool:
        """Whether a school's name or a 鼓 stands in the text."""
        return "N" in self.kinds or "k" in self.kinds

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


def fill(kinds: bytearray, start: int, end: int, kind: bytes, first: bytes = b"") -> None:
    """Overwrite a stretch with one kind, its first character perhaps with another."""
    kinds[start:end] = first + kind * (end - start - len(first))


def closing(text: str, opening: int) -> int:
    """Return the end of the bracket that opens there, its own kind nested; -1 if it never closes."""
    opener, depth = text[opening], 0
    end = text.find(BRACKETS[opener], opening + 1)
    if end < 0 or text.find(opener, opening + 1, end) < 0:  # nearly always nothing is nested
        return end + 1 or -1
    for match in PAIRS[opener].finditer(text, opening):
        depth += 1 if match[0] == opener else -1
        if depth == 0:
            return match.end()
    return -1
