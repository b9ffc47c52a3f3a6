"""The notation in a corpus of any size: a filter of bytes, then the reader where something is left.

The filter knows 半 by its bytes in every encoding that the reader tries. It keeps those that have
three marks on both sides, and those beside something behind which marks may stand. So it may keep
too many and loses none. What is left of a small file is read whole, of a large one around them.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from touhu_music import decoding, library, markup
from touhu_music.decoding import BYTE_ORDER_MARKS, CODECS, Decoded
from touhu_music.documents import GZIP, LARGEST_TEXT, ZIP, Document, documents, failed, sources
from touhu_music.edition.edges import edges
from touhu_music.errors import PassageError
from touhu_music.reading import Place, Reading, glyph_variants
from touhu_music.signs import BRACKETS, TABLE, UNSEEN, UNSEEN_ABOVE

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

# --- the filter -------------------------------------------------------------------------------

BLOCK: Final = 1 << 18  # bytes that are looked through at a time; they stay in the cache of a core
EDGE: Final = 80  # bytes of a block that are seen again with the next; more than 半 and its neighbours:
REACH: Final = 64
FEWEST: Final = 3  # marks on either side of 半
ENTITY: Final = re.compile(r"&#(?:0*21322|[xX]0*534[aA])(?![0-9a-fA-F])")  # 半
LONGEST_ENTITY: Final = markup.LONGEST_ENTITY
TAGS: Final = "<>&;#0123456789abcdefABCDEF"  # what tags and entities begin and end with


class Needle(NamedTuple):
    """How the filter finds 半 in an encoding.

    Two bytes are searched, which stand `back` bytes behind its first one; a block without the byte
    `rare` has none. `step` is 2 where a character begins at an even byte. Signs have so many bytes
    as `sizes` say, the most usual first.
    """

    encoding: str
    half: bytes
    back: int = 0
    rare: bytes = b""
    step: int = 1
    sizes: tuple[int, ...] = (2, 1, 4, 3)


NEEDLES: Final = (
    Needle("utf-8", b"\xe5\x8d\x8a", back=1, sizes=(3, 1, 2, 4)),
    Needle("utf-16-le", b"\x4a\x53", rare=b"\x4a", step=2, sizes=(2, 4)),
    Needle("utf-16-be", b"\x53\x4a", rare=b"\x4a", step=2, sizes=(2, 4)),
    Needle("gb18030", b"\xb0\xeb", rare=b"\xeb"),
    Needle("big5", b"\xa5\x62", rare=b"\x62"),
    Needle("shift-jis", b"\x94\xbc"),
    Needle("euc-kr", b"\xda\xe2", rare=b"\xda"),
    Needle("euc-jp", b"\xc8\xbe", rare=b"\xc8"),
)
NUMBERED: Final = (
    Needle("utf-8", b"&#", rare=b"&", sizes=(1,)),
    Needle("utf-16-le", b"&\0", rare=b"&", step=2, sizes=(2,)),
    Needle("utf-16-be", b"\0&", rare=b"&", step=2, sizes=(2,)),
)
"""Where 半 may be written by its number; a large page that does so in bytes is read as UTF-8."""


class Hit(NamedTuple):
    """A 半 that may be of a row: the encoding in which it is one, and its first byte."""

    encoding: str
    byte: int


@cache
def beside(encoding: str) -> dict[bytes, str]:
    """Return for the bytes of each sign what it tells of a row: it is a mark, a gap, or open.

    Behind what is open anything may follow that the reader passes over, such as a gloss, a tag or a
    comment. Other signs end a row.
    """
    signs = dict.fromkeys(UNSEEN + UNSEEN_ABOVE, "gap") | {
        sign: "mark" if kind in "cs" else "gap" if kind in " pqf:" else "open" for sign, kind in TABLE.items()
    }
    signs |= dict.fromkeys([*BRACKETS, *BRACKETS.values(), *"\r\n", *TAGS, *"注疏釋释正音"], "open")
    coded = {sign.encode(CODECS[encoding], "ignore"): told for sign, told in signs.items()}
    return {code: told for code, told in coded.items() if code}  # an encoding lacks some


def sift(stream: BinaryIO, start: int = 0, stop: int | None = None) -> list[Hit]:
    """Find each 半 that may be of a row and begins at a byte from `start` to before `stop`."""
    return list(sifted(stream, start, stop))


def sifted(stream: BinaryIO, start: int = 0, stop: int | None = None) -> Iterator[Hit]:
    """Find them one after the other."""
    import numpy

    buffer = bytearray(BLOCK)
    view, array = memoryview(buffer), numpy.frombuffer(buffer, numpy.uint8)
    at = max(0, start - EDGE)
    first, filled = start - at, 0
    stream.seek(at)
    while stop is None or at + first < stop:
        wanted = BLOCK if stop is None else min(BLOCK, stop + EDGE - at)
        while filled < wanted and (taken := read_into(stream, view[filled:wanted])):
            filled += taken
        last = filled < wanted
        end = filled if last else filled - EDGE
        found = (
            Hit(encoding, at + byte)
            for encoding, byte in halves(buffer, array[:filled])
            if first <= byte < end and (stop is None or at + byte < stop)
        )
        yield from sorted(found, key=lambda hit: hit.byte)
        if last:
            break
        buffer[: 2 * EDGE] = buffer[end - EDGE : filled]
        at, first, filled = at + end - EDGE, EDGE, 2 * EDGE


def read_into(stream: BinaryIO, view: memoryview) -> int:
    """Fill as much of a buffer as a file gives at once."""
    return getattr(stream, "readinto")(view) or 0  # noqa: B009  # BinaryIO does not know it


def halves(buffer: bytearray, array: NDArray[numpy.uint8]) -> Iterator[Hit]:
    """Find each 半 in a block whose neighbours do not keep it from being of a row."""
    for needle in (*NEEDLES, *NUMBERED):
        if needle.rare and buffer.find(needle.rare, 0, len(array)) < 0:
            continue
        for byte in pairs(array, needle):
            if needle in NUMBERED:
                written = buffer[byte : byte + LONGEST_ENTITY * min(needle.sizes)]
                fits = ENTITY.match(written.decode(CODECS[needle.encoding], "replace")) is not None
            else:
                fits = buffer.startswith(needle.half, byte) and stands(buffer, needle, byte)
            if fits:
                yield Hit(needle.encoding, byte)


def pairs(array: NDArray[numpy.uint8], needle: Needle) -> Iterator[int]:
    """Find where the bytes of a needle may begin in a block, between bytes that may be of a row."""
    import numpy

    wanted = numpy.frombuffer(needle.half, numpy.uint16, 1, needle.back)[0]
    for shift in range(0, 2, needle.step):
        words = array[shift : shift + (len(array) - shift) // 2 * 2].view(numpy.uint16)
        equal = words == wanted
        if numpy.count_nonzero(equal):
            begins = numpy.flatnonzero(equal) * 2 + (shift - needle.back)
            ends = begins + len(needle.half)
            inside = (begins > 1) & (ends < len(array) - 1)
            begins, ends = begins[inside], ends[inside]
            if needle not in NUMBERED:
                last, first = outermost(needle.encoding)
                before, after = (
                    last[array[begins - 2], array[begins - 1]],
                    first[array[ends], array[ends + 1]],
                )
                begins = begins[before & after]
            yield from begins.tolist()


@cache
def outermost(encoding: str) -> tuple[NDArray[numpy.bool_], NDArray[numpy.bool_]]:
    """Return which two bytes may stand before 半 in a row, and which after it."""
    import numpy

    last, first = numpy.zeros((256, 256), bool), numpy.zeros((256, 256), bool)
    for sign in beside(encoding):
        if len(sign) == 1:
            last[:, sign[0]] = first[sign[0], :] = True
        else:
            last[sign[-2], sign[-1]] = first[sign[0], sign[1]] = True
    return last, first


def stands(buffer: bytearray, needle: Needle, byte: int) -> bool:
    """Tell whether what stands on both sides of a 半 may be of a row."""
    return side(buffer, needle, byte, back=True) and side(buffer, needle, byte + len(needle.half))


def side(buffer: bytearray, needle: Needle, byte: int, back: bool = False) -> bool:
    """Tell whether as many marks as a row has may stand on one side of a byte, only gaps between them."""
    signs, at, count = beside(needle.encoding), byte, 0
    while count < FEWEST and abs(at - byte) < REACH:
        for size in needle.sizes:
            piece = buffer[max(0, at - size) : at] if back else buffer[at : at + size]
            if kind := signs.get(bytes(piece)):
                break
        else:
            return False
        if kind == "open":
            return True
        count += kind == "mark"
        at += -size if back else size
    return True


# --- files ------------------------------------------------------------------------------------

SEGMENT: Final = 1 << 26  # bytes of a large file that one process looks through


class File(NamedTuple):
    """A file of a corpus. One that is not `plain` is an archive, a part of one, or standard input."""

    path: str
    size: int
    plain: bool = True
    named: bool = False

    @property
    def large(self) -> bool:
        """Whether it is read in parts."""
        return self.plain and self.size > LARGEST_TEXT

    @property
    def segments(self) -> Iterator[tuple[int, int]]:
        """The parts of a large file, as bytes from and to; each begins at an even byte."""
        return ((start, start + SEGMENT) for start in range(0, self.size, SEGMENT))


def files(argument: str) -> Iterator[File | Document]:
    """Find the files that an argument means, as `documents` does, without reading them.

    What cannot be read is a document with a fault.
    """
    for source in sources(argument):
        if isinstance(source, Document):
            yield source
        elif source.path == "-" or source.member:
            yield File(argument, 0, plain=False, named=True)
        else:
            yield file(source.path, source.named)


def file(path: str, named: bool = False) -> File | Document:
    """Look at a file: its size, and whether it is packed."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            return File(path, 0, plain=False, named=True) if named else failed(path, "Not a regular file")
        plain = True
        if status.st_size > LARGEST_TEXT:
            with open(path, "rb") as stream:
                plain = not packed(stream)
    except (OSError, ValueError) as error:
        return failed(path, getattr(error, "strerror", None) or str(error), named)
    return File(path, status.st_size, plain, named)


def packed(stream: BinaryIO) -> bool:
    """Tell by its first bytes whether a file is packed."""
    beginning = stream.read(4)
    return beginning.startswith((GZIP, ZIP))


# --- reading ----------------------------------------------------------------------------------


class Found(NamedTuple):
    """A text in which there are rows: its name, its encoding, its rows, and what belongs to no single one."""

    name: str
    encoding: str
    readings: tuple[Reading, ...]
    warnings: tuple[str, ...]


class Fault(NamedTuple):
    """What is wrong with a text, in a line that names it."""

    line: str


def scan(one: File) -> list[Found | Fault]:
    """Return what there is in the texts of a file that is not large, just as the reader reads them."""
    try:
        if one.plain:
            with open(one.path, "rb", buffering=0) as stream:
                if not packed(stream) and not any(sifted(stream)):
                    return []
    except OSError as error:
        return [Fault(f"{one.path}: {error.strerror or error}")]
    return read_all(documents(one.path))


def read_all(texts: Iterable[Document]) -> list[Found | Fault]:
    """Read each text in which the filter leaves something."""
    found: list[Found | Fault] = []
    for document in texts:
        if document.fault is not None:
            found.append(Fault(str(document.fault)))
        elif any(sifted(BytesIO(document.data))):
            try:
                decoded = decoding.decode(document.data, known=known())
                passage = decoding.read(decoded)
            except PassageError as error:
                if told(error, document.data, (hit.encoding for hit in sifted(BytesIO(document.data)))):
                    found.append(Fault(f"{document.name}: {error}"))
            else:
                found.append(Found(document.name, decoded.encoding, passage.readings, passage.warnings))
    return found


def told(error: PassageError, data: bytes, encodings: Iterable[str]) -> bool:
    """Tell whether an error is worth a line: that there are no rows is not.

    Nor is that bytes are of no encoding, unless rows appear in spite of it.
    """
    if error.code == "undecodable":
        texts = (data.decode(CODECS[name], "replace") for name in dict.fromkeys(encodings))
        return any(decoding.evidence(Decoded(text, "utf-8", CODECS["utf-8"]))[0] for text in texts)
    return error.code != "no-notation"


@cache
def known() -> dict[str, frozenset[str]]:
    """Return the printed forms that the reader holds rows against."""
    return library.known_rows()


# --- large files ------------------------------------------------------------------------------

TOGETHER: Final = 1 << 16  # bytes between what is read at once of a large file
MARGIN: Final = 3 << 12  # bytes that are read before and after it, at least 3,072 characters;
WIDER: Final = 4  # times as many where a row or a gloss goes on, and at most:
WIDEST: Final = 1 << 20
LARGEST_WINDOW: Final = 1 << 22


def sift_segment(path: str, start: int, stop: int) -> list[Hit] | Fault:
    """Return what the filter leaves of a part of a file."""
    try:
        with open(path, "rb", buffering=0) as stream:
            return sift(stream, start, stop)
    except OSError as error:
        return Fault(f"{path}: {error.strerror or error}")


def read_large(path: str, hits: Sequence[Hit]) -> list[Found | Fault]:
    """Read a large file around what the filter left of it.

    Each encoding is tried for itself, unless the file begins with a byte order mark; that which
    gives most rows is right.
    """
    try:
        with open(path, "rb", buffering=0) as stream:
            beginning = stream.read(4)
            mark = next((mark for mark in BYTE_ORDER_MARKS if beginning.startswith(mark)), b"")
            names = [BYTE_ORDER_MARKS[mark]] if mark else dict.fromkeys(hit.encoding for hit in hits)
            tried = [
                read_windows(
                    stream, path, name, [hit.byte for hit in hits if hit.encoding == name], len(mark)
                )
                for name in names
            ]
    except OSError as error:
        return [Fault(f"{path}: {error.strerror or error}")]
    found, faults = max(tried, key=lambda each: (len(each[0].readings), len(each[1])))
    return [*([found] if found.readings else []), *faults]


def read_windows(
    stream: BinaryIO, path: str, encoding: str, halves: Sequence[int], begin: int
) -> tuple[Found, list[Fault]]:
    """Read what stands around bytes of a file in one encoding, with all places those of the whole file."""
    place, clean, codec = Place(1, 1, begin), begin, CODECS[encoding]
    found, faults = Found(path, encoding, (), ()), list[Fault]()
    for start, stop in windows(halves):
        inside = halves[bisect_left(halves, max(start, clean)) : bisect_left(halves, stop)]
        if not inside:
            continue  # it was read with what stands before
        place = advanced(stream, place, max(clean, inside[0] - WIDEST), codec)
        try:
            here, text = part(stream, place, (max(start, clean), stop), clean, inside, encoding)
            place = here  # ahead of all that follows, so that nothing between is counted again
        except PassageError as error:
            if error.code != "no-notation":
                faults.append(Fault(f"{path}: {error}"))
            continue
        clean = here.byte + len(text.encode(codec))
        try:
            passage = markup.read(text, offset=here.byte, encoding=codec, known=known())
        except PassageError as error:
            if error.code != "no-notation":
                faults.append(Fault(f"{path}: {relocated(str(error), here)}"))
            continue
        before = found.readings[-1].set if found.readings else 0
        readings = [moved(each, here) for each in passage.readings]
        readings = [each._replace(set=each.set + before) for each in readings]
        warnings = (relocated(warning, here) for warning in passage.warnings)
        found = found._replace(readings=(*found.readings, *readings), warnings=(*found.warnings, *warnings))
    return found, faults


def part(
    stream: BinaryIO,
    place: Place,
    span: tuple[int, int],
    clean: int,
    halves: Sequence[int],
    encoding: str,
) -> tuple[Place, str]:
    """Return what stands around some 半, as much as the rows in it need, and where it begins.

    A `place` ahead of all of it is known; what stands before the byte `clean` is of other rows. Raises
    PassageError for what is of another encoding, and for a row without end.
    """
    (start, stop), codec = span, CODECS[encoding]
    while True:
        here = advanced(stream, place, start, codec)
        stream.seek(here.byte)
        data = read_exactly(stream, stop - here.byte)
        ends = len(data) < stop - here.byte
        text = decoded(data, encoding, here, ends)
        last = len(data[: halves[-1] - here.byte].decode(codec))
        found = edges(text, last, begins=start <= clean, ends=ends)
        before, after = halves[0] - start, stop - halves[-1]
        wider_before, wider_after = found.before and before < WIDEST, found.after and after < WIDEST
        if not (wider_before or wider_after):
            break
        if wider_before:
            start = max(clean, halves[0] - min(WIDEST, WIDER * max(before, MARGIN)))
        if wider_after:
            stop = halves[-1] + min(WIDEST, WIDER * max(after, MARGIN))
    if found.row is not None:
        line, column = text.count("\n", 0, found.row) + 1, found.row - text.rfind("\n", 0, found.row)
        where = relocated(f"line {line}, column {column}", here)
        raise PassageError("row-too-long", f"{where}: it goes on for more than {WIDEST} bytes")
    return here, text[: found.end]


def windows(halves: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return the stretches of bytes around those given, which rise; none meets another's."""
    begin = 0
    first: int | None = None
    for here, following in zip(halves, [*halves[1:], None], strict=True):
        first = here if first is None else first
        if following is None or following - here > TOGETHER or following - first > LARGEST_WINDOW:
            stop = here + (MARGIN if following is None else min(MARGIN, (following - here) // 2))
            yield max(begin, first - MARGIN), stop
            begin, first = stop, None


def advanced(stream: BinaryIO, place: Place, byte: int, codec: str) -> Place:
    """Return the place of the last character that begins at a byte or before, from a place ahead of it.

    Lines are counted as bytes, and only what stands on the last one is decoded.
    """
    import numpy

    wide = "16" in codec
    feed = "\n".encode(codec)
    word = numpy.frombuffer(feed, numpy.uint16 if wide else numpy.uint8)
    at, line, column, begin = place.byte, place.line, place.column, place.byte
    last, last_at = numpy.empty(0, bool), at  # the last block with a line feed
    stream.seek(at)
    while at < byte and (data := read_exactly(stream, min(BLOCK, byte - at))):
        here = numpy.frombuffer(data, word.dtype, len(data) // len(feed)) == word[0]
        if count := numpy.count_nonzero(here):
            line, column = line + int(count), 1
            last, last_at = here, at
        at += len(data)
    if len(last):
        begin = last_at + (int(numpy.flatnonzero(last)[-1]) + 1) * len(feed)
    decoder = codecs.getincrementaldecoder(codec)("replace")
    stream.seek(begin)
    at = begin
    while at < byte and (data := read_exactly(stream, min(BLOCK, byte - at))):
        column += len(decoder.decode(data))
        at += len(data)
    return Place(line, column, at - len(decoder.getstate()[0]))


def read_exactly(stream: BinaryIO, size: int) -> bytes:
    """Read so many bytes, less only at the end of the file."""
    parts = []
    while size > 0 and (data := stream.read(size)):
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def decoded(data: bytes, encoding: str, place: Place, ends: bool) -> str:
    """Decode a part of a text that begins at a place.

    A character that is cut off by its end is left away, unless the text `ends` there. Raises
    PassageError, which is worth no line where no rows appear.
    """
    try:
        return codecs.getincrementaldecoder(CODECS[encoding])().decode(data, ends)
    except UnicodeDecodeError as error:
        why = PassageError("undecodable", f"byte {place.byte + error.start} is not {encoding}")
        if told(why, data, [encoding]):
            raise why from error
        raise PassageError("no-notation", str(why)) from error


def moved(reading: Reading, start: Place) -> Reading:
    """Return a reading of a part of a text with its places in the whole."""
    marks = tuple(mark._replace(where=placed(mark.where, start)) for mark in reading.marks)
    variants = glyph_variants(marks)
    warnings = tuple(next(variants) if w.startswith("glyph-variant:") else w for w in reading.warnings)
    return reading._replace(marks=marks, warnings=warnings)


def placed(where: Place, start: Place) -> Place:
    """Return a place in a part of a text as a place in the whole; its byte is that already."""
    column = where.column + (start.column - 1 if where.line == 1 else 0)
    return where._replace(line=where.line + start.line - 1, column=column)


def relocated(message: str, start: Place) -> str:
    """Return a message with its places in the whole text."""

    def there(found: re.Match[str]) -> str:
        return "line {0.line}, column {0.column}".format(
            placed(Place(int(found[1]), int(found[2]), 0), start)
        )

    return markup.PLACE.sub(there, message)
