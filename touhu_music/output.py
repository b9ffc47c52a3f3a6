"""Files that are written whole or not at all, and never over another without leave."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from touhu_music.errors import OutputError

EXISTS = "exists; --force replaces it"


def write(path: Path, data: bytes | memoryview, *, force: bool = False) -> None:
    """Write a file; after a failure, an interrupt or a kill the path is what it was before.

    With `force` an old file is replaced: links are followed, its permission bits are kept. A
    device or a pipe (`/dev/stdout`) is written to as it is. Raises OutputError for everything that
    the file system refuses.
    """
    refuse_existing([path], force=force)
    if not path.parent.is_dir():
        raise OutputError(f"{shown(path)}: no such folder")
    write_all([(path, lambda: data)], force=force)


def write_all(files: Iterable[tuple[Path, Callable[[], bytes | memoryview]]], *, force: bool = False) -> None:
    """Make and write files one after the other; none appears under its name before all are made.

    Otherwise as `write`, but their folders are made where they are missing, and taken away again
    after a failure. Only one file is held in memory. Also raises whatever the making raises.
    """
    staged: list[tuple[Path, Path, Path]] = []  # as it was named, what that means, the one to move there
    made: list[Path] = []
    whole = False
    try:
        for path, make in files:
            refuse_existing([path], force=force)
            data = make()
            made += missing(path.parent)
            folder(path.parent)
            with named(path):
                mode = mode_of(path)
                if mode is not None and is_stream(mode):
                    path.write_bytes(data)
                    continue
                target = Path(os.path.realpath(path))
                temporary = target.with_name(f".touhu-{os.getpid()}-{secrets.token_hex(8)}.tmp")
                staged.append((path, target, temporary))
                fill(temporary, data, mode)
        for path, target, temporary in staged:
            with named(path):
                (os.replace if force else move)(temporary, target)
        whole = True
    finally:
        for path, _, temporary in staged:
            with named(path):
                temporary.unlink(missing_ok=True)
        for parent in () if whole else reversed(made):
            with suppress(OSError):  # somebody else has put something into it
                parent.rmdir()
    for parent in dict.fromkeys(target.parent for _, target, _ in staged):
        settle(parent)


def missing(path: Path) -> list[Path]:
    """Return the folders that a path needs and that are not there, the outermost first."""
    return [each for each in (*reversed(path.parents), path) if not os.path.lexists(each)]


def folder(path: Path) -> None:
    """Make a folder and those above it, where they are missing; raises OutputError if it cannot."""
    with named(path):
        try:
            path.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise OutputError(f"{shown(path)}: a file is in the way") from error


def refuse_existing(paths: Iterable[Path], *, force: bool) -> None:
    """Raise OutputError for the first path that cannot become a new file.

    That is one that exists (unless `force`), a folder, or a name that stands twice among the
    paths; names that differ in upper and lower case are one file on many systems.
    """
    seen = set()
    for path in paths:
        name = os.path.abspath(path).casefold()
        if name in seen:
            raise OutputError(f"{shown(path)}: two files would have this name")
        seen.add(name)
        with named(path):
            mode = mode_of(path)
        if mode is None or is_stream(mode):
            continue
        if stat.S_ISDIR(mode):
            raise OutputError(f"{shown(path)}: is a folder")
        if not stat.S_ISREG(mode):
            raise OutputError(f"{shown(path)}: is no file")
        if not force:
            raise OutputError(f"{shown(path)}: {EXISTS}")


def mode_of(path: Path) -> int | None:
    """Return the type and permission bits of what a path leads to, None if there is nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def is_stream(mode: int) -> bool:
    """Tell whether bytes flow through it, so that it cannot be replaced: a character device, a pipe."""
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def fill(temporary: Path, data: bytes | memoryview, mode: int | None) -> None:
    """Write a file that is not there yet, down to the disk, with the permission bits of the old one."""
    bits = 0o666 if mode is None else stat.S_IMODE(mode)
    with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, bits)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:  # the umask took its part
        temporary.chmod(bits)


def move(temporary: Path, target: Path) -> None:
    """Give a file its name; raises FileExistsError if the name is taken, also in this moment."""
    try:
        os.link(temporary, target)
    except OSError:  # taken, or a file system without hard links
        if os.path.lexists(target):
            raise FileExistsError from None
        os.rename(temporary, target)


def settle(parent: Path) -> None:
    """Bring the names in a folder down to the disk, where the system can; the file stands already."""
    with suppress(OSError):
        descriptor = os.open(parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Turn what the file system refuses into an OutputError of one line that names the path."""
    try:
        yield
    except FileExistsError as error:
        raise OutputError(f"{shown(path)}: {EXISTS}") from error
    except (FileNotFoundError, NotADirectoryError) as error:
        raise OutputError(f"{shown(path)}: no such folder") from error
    except OSError as error:
        raise OutputError(f"{shown(path)}: {error.strerror or error}") from error


def shown(path: Path) -> str:
    """Return a path in one line that any terminal can print."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in str(path)
    )
