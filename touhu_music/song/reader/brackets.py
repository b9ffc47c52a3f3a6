"""The brackets of a text and the signs in them: the two of a word, or those of a whole verse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from touhu_music.errors import SongError
from touhu_music.notation import describe
from touhu_music.song import signs
from touhu_music.song.reader.cells import BETWEEN, OPENING, Cells, Note
from touhu_music.song.signs import LOST, LULU, UPPER, UPPERS

Pair = tuple[str, str]
"""The lülü of a word, perhaps with 清, and its gongche, as printed."""

KINDS: Final = (
    dict.fromkeys(LULU, "L")
    | dict.fromkeys(signs.GONGCHE, "G")
    | dict.fromkeys(LOST, "X")
    | dict.fromkeys(UPPERS, "U")
)
ALL_KINDS: Final = KINDS | {other: KINDS[sign] for other, sign in signs.VARIANTS.items()}
PAIR: Final = re.compile(r"LU?[GX]|XG")
SHORT: Final = re.compile(r"(?:LU?){2,}G+")
TOKENS: Final = re.compile(r"LU?|.")


class Signs(NamedTuple):
    """What stands in a bracket: the places of its signs, and the kind of each as a letter.

    L is a lülü, U 清, G a gongche, X a tone that is lost. `half` is where the gongche have a bracket of
    their own, 0 where they have none. `broken` tells that one half of the bracket is missing.
    """

    note: Note
    places: tuple[int, ...]
    kinds: str
    half: int = 0
    broken: bool = False

    @property
    def is_row(self) -> bool:
        """Whether these are the signs of several words: nearly all are signs, lülü among them."""
        if SHORT.fullmatch(self.kinds):
            return True
        return len(self.kinds) > 3 and "L" in self.kinds and 3 * self.kinds.count("?") <= len(self.kinds)

    @property
    def is_pair(self) -> bool:
        """Whether these are the two signs of a word."""
        return PAIR.fullmatch(self.kinds) is not None

    @property
    def is_lost(self) -> bool:
        """Whether only signs of lost tones stand here."""
        return {*self.kinds} == {"X"}

    @property
    def is_notation(self) -> bool:
        """Whether nothing but signs stands here, in an order that may be wrong."""
        return bool(self.kinds) and "?" not in self.kinds

    @property
    def is_remark(self) -> bool:
        """Whether these are words, not signs: most are none."""
        return 2 * self.kinds.count("?") > len(self.kinds)


def bracketed(text: Cells) -> Iterator[Signs]:
    """Yield the brackets of a text; gongche in a bracket directly after that of the lülü join it."""
    last: Signs | None = None
    for here in sorted([*(inside(text, note) for note in text.notes), *broken(text)]):
        note = here.note
        if last and last.is_row and "G" not in last.kinds and last.note.end + 1 == note.start:
            gongche = here.kinds.count("G") + here.kinds.count("X")
            if gongche > 1 and 3 * gongche >= 2 * len(here.kinds):
                note = Note(last.note.start, note.end)
                yield Signs(note, last.places + here.places, last.kinds + here.kinds, len(last.kinds))
                last = None
                continue
        if last:
            yield last
        last = here
    if last:
        yield last


def broken(text: Cells) -> Iterator[Signs]:
    """Yield the signs of verses that stand beside half a bracket."""
    end = 0
    for lone in text.lone:
        step = 1 if text.signs[lone] in OPENING else -1
        last = lone
        while end <= last + step < len(text.signs) and text.signs[last + step] in ALL_KINDS:
            last += step
        start, stop = sorted((lone, last))
        found = inside(text, Note(start - (step < 0), stop + (step > 0)))
        if len(found.kinds) > 3 and {*"LG"} <= {*found.kinds}:
            yield found._replace(note=Note(start, stop), broken=True)
            end = stop + 1


def inside(text: Cells, note: Note) -> Signs:
    """Tell the kind of each sign in a bracket."""
    places = tuple(at for at in range(note.start + 1, note.end) if text.signs[at] not in BETWEEN)
    return Signs(note, places, "".join(ALL_KINDS.get(text.signs[at], "?") for at in places))


class Token(NamedTuple):
    """A sign, with 清 where it has it, its kind, and its place in the text."""

    sign: str
    kind: str
    place: int


def tokens(text: Cells, row: Signs) -> list[Token]:
    """Part the signs of a bracket, 清 going with the lülü before it."""
    found = []
    for each in TOKENS.finditer(row.kinds):
        places = row.places[each.start() : each.end()]
        found.append(Token("".join(text.signs[at] for at in places), each[0][0], places[0]))
    return found


def rowed(text: Cells, row: Signs) -> tuple[list[Token], list[Token]]:
    """Part the signs of a verse into its lülü and its gongche, as many or not."""
    found = tokens(text, row)
    if row.half:
        half = sum(token.place < row.places[row.half] for token in found)
    elif len(found) % 2 == 0 and {*kinds(found[: len(found) // 2])} <= {*"LX?"}:
        half = len(found) // 2
    else:
        half = next((at for at, token in enumerate(found) if token.kind == "G"), len(found))
    return found[:half], found[half:]


def kinds(found: list[Token]) -> str:
    """Return the kinds of signs in a row."""
    return "".join(token.kind for token in found)


def check(found: list[Token], wanted: str, place: str) -> None:
    """Raise SongError for the first sign that is not of a wanted kind, and for 清 where it cannot stand."""
    named = {"L": "lülü", "G": "gongche"}[wanted]
    known = "".join(LULU if wanted == "L" else signs.GONGCHE)
    for token in found:
        if token.kind == "U":
            raise SongError(f"octave-mark: {place}: {UPPER} stands after no lülü")
        if token.kind not in (wanted, "X"):
            raise SongError(
                f"unknown-sign: {place}: {describe(token.sign[0])} is no {named};"
                f" expected one of {known}, or {' '.join(LOST)}"
            )
        lu = LULU.get(signs.plain(token.sign[0]))
        if token.sign[-1] in UPPERS and lu is not None and lu.high is None:
            raise SongError(f"octave-mark: {place}: {UPPER} stands on {lu.name}, which has no upper octave")
