"""Bytes to text: the encoding is the one under which the notation appears.

Chinese encodings take one another's bytes without complaint, so letters decide nothing. A wrong
decoding never shows ○, □ or 半 where the right one does. What a page declares is tried before the
other encodings and decides only where the same rows appear under several.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import Final, NamedTuple

from touhu_music import markup
from touhu_music.errors import PassageError
from touhu_music.notation import HALF, MARKS
from touhu_music.passage import Passage

CODECS: Final = {
    "utf-8": "utf-8",
    "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be",
    "gb18030": "gb18030",
    "big5": "cp950",
    "shift-jis": "cp932",
    "euc-kr": "cp949",
    "euc-jp": "euc_jp",
}
"""The encodings that are tried, by the name that is shown, and Python's name of each."""

BYTE_ORDER_MARKS: Final = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}

ANY_UTF_16: Final = "utf-16"
SMALLER: Final = {
    "utf-16": ANY_UTF_16,
    "utf-8-sig": "utf-8",
    "gbk": "gb18030",
    "gb2312": "gb18030",
    "big5": "big5",
    "shift_jis": "shift-jis",
    "euc_kr": "euc-kr",
}
"""Names that a user may give for an encoding that contains theirs."""


Known = Mapping[str, frozenset[str]]
"""The printed forms of each name, as `passage.read` takes them."""


class Decoded(NamedTuple):
    """A text, the name and codec of its encoding, and how many bytes stand before it.

    `known` is what its rows are held against; `passage` are these rows, where the encoding was found
    by reading them.
    """

    text: str
    encoding: str
    codec: str
    offset: int = 0
    known: Known | None = None
    passage: Passage | None = None


def decode(data: bytes, encoding: str | None = None, known: Known | None = None) -> Decoded:
    """Decode a file whole, without replacing or dropping a byte.

    A given encoding is used as it is; else a byte order mark decides, else the notation. Raises
    PassageError with the code `undecodable` or `ambiguous-encoding`.
    """
    wanted = None if encoding is None else named(encoding)
    for mark, name in BYTE_ORDER_MARKS.items():
        if data.startswith(mark) and wanted in (None, name, ANY_UTF_16 if "16" in name else name):
            return strictly(data[len(mark) :], name, len(mark), known)
    if wanted == ANY_UTF_16:
        raise PassageError("undecodable", "no byte order mark; name utf-16-le or utf-16-be")
    if wanted is not None:
        return strictly(data, wanted, 0, known)
    fitting: dict[Evidence, Decoded] = {}
    plain: Decoded | None = None
    said = declared(data)
    for name in dict.fromkeys(("utf-8", *said, *CODECS)):
        try:
            decoded = strictly(data, name, 0, known)
        except PassageError:
            continue
        plain = plain or (decoded if name == "utf-8" else None)
        found, rows = evidence(decoded)
        if found is not None:
            fitting.setdefault(found, decoded._replace(passage=rows))
            if name == "utf-8":
                break
    if fitting:
        return best(fitting, said)
    if plain is None:
        raise PassageError("undecodable", f"not UTF-8, and no row appears under {' '.join(CODECS)}")
    return plain


def strictly(data: bytes, name: str, offset: int, known: Known | None) -> Decoded:
    """Decode with one encoding; raises PassageError with the byte that does not fit."""
    codec = CODECS[name]
    try:
        return Decoded(data.decode(codec), name, codec, offset, known)
    except UnicodeDecodeError as error:
        raise PassageError("undecodable", f"byte {offset + error.start} is not {name}") from error


def named(encoding: str) -> str:
    """Return the encoding of that name, or the one that contains it; raises PassageError if there is none."""
    try:
        codec = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        codec = ""
    known = {codecs.lookup(codec).name: name for name, codec in CODECS.items()} | SMALLER
    if codec not in known:
        raise PassageError("undecodable", f"no encoding {encoding!r}; there are {' '.join(CODECS)}")
    return known[codec]


def best(fitting: Mapping[Evidence, Decoded], said: tuple[str, ...]) -> Decoded:
    """Return the decoding that shows most of the notation.

    Raises PassageError if another shows as much, or rows that this one lacks and no page declares it.
    """
    most = max(fitting, key=lambda found: found.weight)
    sure = fitting[most].encoding in said
    rivals = [
        found
        for found in fitting
        if found is not most and (found.weight == most.weight or not (sure or {*found.rows} <= {*most.rows}))
    ]
    if rivals:
        names = " ".join(fitting[found].encoding for found in (most, *rivals))
        raise PassageError("ambiguous-encoding", f"rows appear under {names}; name the encoding")
    return fitting[most]


class Evidence(NamedTuple):
    """What of the notation appears in a text: the rows and their names as printed, or the kind of damage.

    A page may write marks as entities, which are the same in every encoding; then a wrong decoding
    shows some of the rows, without their names.
    """

    rows: tuple[str, ...]
    names: tuple[str, ...] = ()
    damage: str = ""

    @property
    def weight(self) -> tuple[int, int]:
        """How much appears."""
        return len(self.rows), len("".join(self.names))


NO_EVIDENCE: Final = frozenset(("no-notation", "unclosed-gloss", "broken-markup"))


def evidence(decoded: Decoded) -> tuple[Evidence | None, Passage | None]:
    """Return what of the notation appears in a text, and its rows."""
    text = decoded.text
    if HALF not in text and not any(glyph in text for glyph in MARKS) and markup.language(text) is None:
        return None, None
    try:
        passage = read(decoded)
    except PassageError as error:
        return None if error.code in NO_EVIDENCE else Evidence((), damage=error.code), None
    rows = tuple(str(each.cadence) for each in passage.readings)
    return Evidence(rows, tuple(each.heading + each.label for each in passage.readings)), passage


def declared(data: bytes) -> tuple[str, ...]:
    """Return the encoding that a page says it has, if it is one of those that are tried."""
    said = markup.declared(data)
    try:
        return (named(said),) if said else ()
    except PassageError:
        return ()


def read(decoded: Decoded) -> Passage:
    """Return the rows of a decoded text, with their places in its bytes; raises PassageError."""
    if decoded.passage is not None:
        return decoded.passage
    return markup.read(decoded.text, offset=decoded.offset, encoding=decoded.codec, known=decoded.known)
