"""A running text cut into tokens: marks, 半, names, glosses, punctuation, and everything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from touhu_music.notation import HALF, MARKS, Drum, School

CIRCLES: Final = "".join(glyph for glyph, drum in MARKS.items() if drum is Drum.PI)
SQUARES: Final = "".join(glyph for glyph, drum in MARKS.items() if drum is Drum.GU)
GLYPHS: Final = CIRCLES + SQUARES
WORDS_TOO: Final = "〇口"  # glyphs that are a digit and a word outside a row
NEVER: Final = "●■◎?？\ufffd〓ㅇㅁロOo0"  # drawn like a mark, or put for a lost one
BRACKETS: Final = dict(zip("(（〈【〔[‘「", ")）〉】〕]’」", strict=True))
STOPS: Final = "。．."
COLONS: Final = "：:"
PUNCTUATION: Final = STOPS + COLONS + "，、；,;！!·「」『』“”‘’\"'《》〈〉"
SCHOOLS: Final = dict.fromkeys("魯鲁", School.LU) | dict.fromkeys("薛薜辥", School.XUE)
PLAIN_NAMES: Final = frozenset({"魯鼓", "鲁鼓", "薛鼓"})
COMMENT_WORDS: Final = "按案記记注註疏鄭郑孔又"

LAYOUT: Final = r"(?:<(?:pb|md):[^<>\n]*>|[¶\s\u200b\ufeff])"
NAME: Final = rf"[{''.join(SCHOOLS)}]{LAYOUT}*[》〉」』”’]?{LAYOUT}*[鼓鼔皷]"
SPLIT_PHRASE: Final = re.compile(f"{LAYOUT}*".join("取半以下"))  # it stands between the charts
PAGE: Final = re.compile(r"<pb:([^<>\n]*)>")

PLAIN: Final = (  # what a stretch of plain text stops at, as the inside of a character class
    rf"\s\u200b\ufeff\#¶<&鼓鼔皷半注疏釋释正音{''.join(SCHOOLS)}"
    rf"{GLYPHS}{re.escape(NEVER + PUNCTUATION)}{re.escape(''.join(BRACKETS) + ')）】〕]')}"
)

TOKEN: Final = re.compile(
    rf"""
    ^\#(?![^\n]*(?:[○□半]|{NAME}))[^\n]*    # a comment line; like layout it has no name
  | (?P<L>{LAYOUT}*\n{LAYOUT}*)             # layout with a line break
  | {LAYOUT}+
  | (?P<N>{NAME})                           # a school's name
  | (?P<K>[鼓鼔皷])                          # the heading 鼓, or the word
  | (?P<M>[{GLYPHS}]+)                      # marks, if they are in a row
  | (?P<H>半)
  | (?P<G>(?:(?:注|疏|釋文|释文|正義|正义|音義|音义){LAYOUT}*[：:]{LAYOUT}*[‘「]|[(（〈【〔\[]))
  | (?P<U>&KR\d+;|[{re.escape(NEVER)})）】〕\]])  # unreadable between two marks
  | (?P<P>[{re.escape(PUNCTUATION)}])
  | (?P<T>[^{PLAIN}]+|.)
    """,
    re.VERBOSE | re.MULTILINE,
)


class Token(NamedTuple):
    """A stretch of text; `kind` is the letter of its group in TOKEN, or X: a gloss without end."""

    kind: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """Cut a text into tokens, without the layout inside lines; a gloss is one token."""
    position = 0
    while match := TOKEN.match(text, position):
        kind, start, position = match.lastgroup, position, match.end()
        if kind == "G":
            end = closing(text, position - 1)
            inner = text[position : (end or len(text)) - 1]
            if end is None:
                kind, position = "X", len(text)
            else:
                position = end
                if re.sub(LAYOUT, "", inner) == HALF:
                    kind = "H"
        if kind is not None:
            yield Token(kind, start, position)


def closing(text: str, opening: int) -> int | None:
    """Return the end of the bracket that opens there, its own kind nested; None if it never closes."""
    opener, closer = text[opening], BRACKETS[text[opening]]
    depth = 0
    for match in re.finditer(f"[{re.escape(opener + closer)}]", text[opening:]):
        depth += 1 if match[0] == opener else -1
        if depth == 0:
            return opening + match.end()
    return None


class Row(NamedTuple):
    """A row among the tokens: the indices of its first and last token and of its 半."""

    first: int
    half: int
    last: int


class Script(NamedTuple):
    """A text and its tokens; `kinds` has one letter a token."""

    text: str
    tokens: tuple[Token, ...]
    kinds: str

    @classmethod
    def of(cls, text: str) -> Script:
        """Cut a text into tokens."""
        found = tuple(tokens(text))
        return cls(text, found, "".join(token.kind for token in found))

    def printed(self, index: int) -> str:
        """Return the text of a token."""
        return self.text[self.tokens[index].start : self.tokens[index].end]

    def marks(self, first: int, last: int) -> str:
        """Return the marks of a stretch of tokens, as printed."""
        return "".join(self.printed(i) for i in range(first, last) if self.kinds[i] == "M")

    def neighbour(self, index: int, step: int) -> int | None:
        """Return the nearest token that is neither punctuation, gloss nor line break."""
        index += step
        while 0 <= index < len(self.kinds):
            if self.kinds[index] not in "PGL":
                return index
            index += step
        return None

    def touching(self, row: Row, step: int, kind: str) -> int | None:
        """Return the token of a kind that touches a row before (-1) or after (+1) it."""
        index = self.neighbour(row.first if step < 0 else row.last, step)
        return index if index is not None and self.kinds[index] == kind else None

    def named(self, row: Row) -> bool:
        """Tell whether a school's name or the heading 鼓 touches a row."""
        return any(self.touching(row, step, kind) is not None for step in (-1, 1) for kind in "NK")

    def place(self, offset: int) -> str:
        """Say where a character stands."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return f"line {self.text.count(chr(10), 0, offset) + 1}, column {offset - line_start + 1}"
