"""The texts that an argument means: a file, a folder, a pattern, an archive, standard input.

A text is bytes with a name. Folders are walked in the order of names, without hidden files; `.gz`
and `.zip` are known by their first bytes and unpacked in memory, where what comes out is counted.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from touhu_music.errors import LibraryError

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

LARGEST_TEXT: Final = 12_000_000
"""A text of more bytes than this is refused."""

LARGEST_ARCHIVE: Final = 120_000_000
LARGEST_TOTAL: Final = 600_000_000
MOST_MEMBERS: Final = 10_000
"""An archive that is larger, unpacks to more bytes or holds more files is refused."""

DEEPEST: Final = 100  # folders within folders
GZIP, ZIP, EMPTY_ZIP, ZIP_ENTRY = b"\x1f\x8b", b"PK\x03\x04", b"PK\x05\x06", b"PK\x01\x02"


class Document(NamedTuple):
    """One text by the name that messages give it: its bytes, or the fault that hides them.

    `named` tells that the user named this very text, and not what holds it.
    """

    name: str
    data: bytes = b""
    fault: LibraryError | None = None
    named: bool = False


class Source(NamedTuple):
    """A file that an argument means, `-` for standard input, or a member of an archive; not read yet."""

    path: str
    named: bool = False
    member: str = ""


def failed(name: str, why: str, named: bool = False) -> Document:
    """Return a text that cannot be read."""
    return Document(name, fault=LibraryError(f"{name}: {why}"), named=named)


def documents(argument: str) -> Iterator[Document]:
    """Find the texts that an argument means, each read when it is asked for.

    A member of an archive is named `file.zip!member`.
    """
    for source in sources(argument):
        if isinstance(source, Document):
            yield source
        else:
            yield from file(source.path, named=source.named, member=source.member)


def sources(argument: str) -> Iterator[Source | Document]:
    """Find the files that an argument means; what cannot be looked at is a document with its fault."""
    archive, member = within(argument)
    if not argument:
        yield Document("", fault=LibraryError("'' names nothing"), named=True)
    elif os.path.isdir(argument):
        yield from folder(argument)
    elif member:
        yield Source(archive, True, member)
    elif argument != "-" and any(sign in argument for sign in "*?[") and not os.path.lexists(argument):
        yield from matching(argument)
    else:
        yield Source(argument, True)


def within(argument: str) -> tuple[str, str]:
    """Part the name of a member from that of its archive; both are empty if there is no such file."""
    at = argument.find("!")
    while at > 0:
        if not os.path.lexists(argument) and os.path.isfile(argument[:at]):
            return argument[:at], argument[at + 1 :]
        at = argument.find("!", at + 1)
    return "", ""


def folder(top: str) -> Iterator[Source | Document]:
    """Find all files of a folder and of the folders in it; links to folders are told and not followed."""
    faults: list[OSError] = []
    empty = True
    for path, folders, files in os.walk(top, onerror=faults.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in [*folders]:
            inner = os.path.join(path, name)
            linked = os.path.islink(inner)
            if linked or inner.count(os.sep) - top.count(os.sep) > DEEPEST:
                folders.remove(name)
                empty = False
                yield failed(inner, "a link to a folder, not followed" if linked else "too deep in folders")
        for name in sorted(files):
            if not name.startswith("."):
                empty = False
                yield Source(os.path.join(path, name))
        while faults:
            fault = faults.pop()
            empty = False
            yield failed(str(fault.filename), fault.strerror or str(fault))
    for fault in faults:
        yield failed(str(fault.filename), fault.strerror or str(fault))
    if empty and not faults:
        yield failed(top, "no file in the folder", named=True)


def matching(pattern: str) -> Iterator[Source | Document]:
    """Find all files that a pattern names, `**` for any folders; hidden ones only if it says so."""
    from pathlib import Path

    whole = Path(pattern, "*") if pattern.endswith("**") else Path(pattern)
    try:
        found = sorted(map(str, Path(whole.anchor).glob(str(whole.relative_to(whole.anchor)))))
    except (OSError, ValueError, RecursionError) as error:  # too long, no pattern, too deep: it is told
        yield failed(pattern, f"no pattern: {error}", named=True)
        return
    shown = [path for path in found if hidden(pattern) or not hidden(path)]
    if not shown:
        yield failed(pattern, "no such file, and none that matches", named=True)
    for path in shown:
        if not os.path.isdir(path):
            yield Source(path)
        elif "**" not in whole.parts:
            yield from folder(path)


def hidden(path: str) -> bool:
    """Tell whether a file, or a folder on the way to it, is hidden."""
    return any(part.startswith(".") and part.strip(".") for part in path.replace("\\", "/").split("/"))


def file(path: str, *, named: bool = False, member: str = "") -> Iterator[Document]:
    """Read a file or standard input: one text, or those of an archive."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError(0, "closed")
            data = content(sys.stdin.buffer)
        else:
            if not named and not stat.S_ISREG(os.stat(path).st_mode):
                raise OSError(0, "Not a regular file")
            with open(path, "rb") as stream:
                data = content(stream)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        yield failed(label(path), why or str(error), named)
        return
    if data.startswith((ZIP, EMPTY_ZIP)):
        yield from members(path, data, member)
    elif member:
        yield failed(path, "no zip archive", named)
    else:
        yield text(path, data, named)


def label(path: str) -> str:
    """Name a file in messages."""
    return "standard input" if path == "-" else path


def content(stream: IO[bytes]) -> bytes:
    """Read as much of a file as may be: one byte more than is allowed shows that there is more."""
    data = stream.read(LARGEST_TEXT + 1)
    return data + stream.read(LARGEST_ARCHIVE + 1 - len(data)) if data.startswith(ZIP) else data


def text(name: str, data: bytes, named: bool = False) -> Document:
    """Return a text, unpacked if it is packed with gzip."""
    if data.startswith(GZIP) and len(data) <= LARGEST_TEXT:
        import gzip
        import zlib
        from io import BytesIO

        try:
            with gzip.GzipFile(fileobj=BytesIO(data)) as packed:
                data = packed.read(LARGEST_TEXT + 1)
        except (OSError, EOFError, zlib.error) as error:
            return failed(label(name), f"no whole gzip file: {error}", named)
    if len(data) > LARGEST_TEXT:
        return failed(label(name), f"larger than {LARGEST_TEXT} bytes", named)
    return Document(name, data, named=named)


def members(path: str, data: bytes, member: str = "") -> Iterator[Document]:
    """Read all texts of an archive, or those of one name; nothing is written anywhere."""
    import struct
    import zipfile
    import zlib
    from io import BytesIO

    broken = (
        *(OSError, ValueError, EOFError, RuntimeError, OverflowError, struct.error),
        *(zlib.error, zipfile.BadZipFile),
    )
    if len(data) > LARGEST_ARCHIVE:
        yield failed(label(path), f"an archive larger than {LARGEST_ARCHIVE} bytes", named=True)
        return
    if data.count(ZIP_ENTRY) > MOST_MEMBERS:
        yield failed(label(path), f"an archive of more than {MOST_MEMBERS} files", named=True)
        return
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except broken as error:
        yield failed(label(path), f"no whole zip archive: {error}", named=True)
        return
    inside = [info for info in archive.infolist() if not info.filename.endswith("/")]
    wanted = [info for info in inside if info.filename == member or not (member or hidden(info.filename))]
    if not wanted:
        yield failed(label(path), f"no file {member} in the archive" if member else "no file in the archive")
    left = LARGEST_TOTAL
    for info in sorted(wanted, key=lambda info: info.filename):
        name = f"{path}!{info.filename}"
        try:
            found = text(name, unpacked(archive, info), named=bool(member))
        except broken as error:
            found = failed(name, f"cannot be unpacked: {error}")
        left -= len(found.data)
        if left < 0:
            yield failed(label(path), f"unpacks to more than {LARGEST_TOTAL} bytes; the rest is not read")
            return
        yield found


def unpacked(archive: ZipFile, info: ZipInfo) -> bytes:
    """Unpack a member as far as it may be; raises RuntimeError if no one counts what comes out."""
    import zipfile

    if info.flag_bits & 1:
        raise RuntimeError("it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise RuntimeError(f"it is packed by method {info.compress_type}; only deflate is read")
    with archive.open(info) as packed:
        return packed.read(LARGEST_TEXT + 1)
