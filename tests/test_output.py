"""Files whole or not at all: on full disks, after kills, through links, beside other writers."""

from __future__ import annotations

import errno
import os
import random
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NoReturn

import pytest

from touhu_music.errors import OutputError
from touhu_music.output import folder, refuse_existing, write

posix = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and permission bits are of POSIX")


def fails(error: BaseException) -> Callable[..., NoReturn]:
    def call(*_: object, **__: object) -> NoReturn:
        raise error

    return call


def refused(path: Path, *, force: bool = False) -> str:
    """Return the message of a write that must fail, without the path."""
    with pytest.raises(OutputError) as caught:
        write(path, b"new", force=force)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def python(script: str, *arguments: object) -> list[str]:
    return [sys.executable, "-c", script, *map(str, arguments)]


# --- what is written ---------------------------------------------------------------------------


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("name", ["lu-1_touhu.mid", "two words & more.svg", "魯鼓 ○□半.json", "n" * 255])
@pytest.mark.parametrize("data", [b"", b"\r\n\x00\xff\n", bytes(3_000_000)], ids=["empty", "binary", "large"])
def test_a_new_file_has_the_bytes_and_stands_alone(
    tmp_path: Path, name: str, data: bytes, force: bool
) -> None:
    write(tmp_path / name, data, force=force)
    assert (tmp_path / name).read_bytes() == data
    assert os.listdir(tmp_path) == [name]


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    path = tmp_path / "a.mid"
    path.write_bytes(b"old")
    assert refused(path) == "exists; --force replaces it"
    assert path.read_bytes() == b"old"
    write(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.mid"]


@posix
@pytest.mark.parametrize("old", [False, True])
def test_a_link_stays_and_its_target_is_written(tmp_path: Path, old: bool) -> None:
    target, link = tmp_path / "target", tmp_path / "links" / "link"
    link.parent.mkdir()
    link.symlink_to("../target")
    if old:
        target.write_bytes(b"old")
        assert refused(link) == "exists; --force replaces it"
    write(link, b"new", force=old)
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert os.listdir(link.parent) == ["link"]


@posix
@pytest.mark.parametrize("bits", [0o600, 0o644, 0o666, 0o755, 0o444])
def test_the_permission_bits_of_the_old_file_are_kept(tmp_path: Path, bits: int) -> None:
    path = tmp_path / "a.mid"
    path.write_bytes(b"old")
    path.chmod(bits)
    write(path, b"new", force=True)
    assert stat.S_IMODE(path.stat().st_mode) == bits


@posix
@pytest.mark.parametrize("umask, bits", [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600), (0, 0o666)])
def test_a_new_file_follows_the_umask(tmp_path: Path, umask: int, bits: int) -> None:
    before = os.umask(umask)
    try:
        write(tmp_path / "a.mid", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.mid").stat().st_mode) == bits


# --- devices and pipes -------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("force", [False, True])
def test_a_device_stays_a_device(tmp_path: Path, force: bool) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    for path in (Path("/dev/null"), link):
        write(path, b"new", force=force)
        assert path.is_char_device()
    assert link.is_symlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("force", [False, True])
def test_a_full_device_is_an_error(force: bool) -> None:
    assert refused(Path("/dev/full"), force=force) == "No space left on device"


@posix
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe, b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


@posix
def test_standard_output_can_be_named() -> None:
    script = "from touhu_music.output import *; write(Path('/dev/stdout'), b'new')"
    assert subprocess.run(python(script), stdout=subprocess.PIPE, check=True).stdout == b"new"


# --- what cannot be written --------------------------------------------------------------------


@pytest.mark.parametrize("force", [False, True])
def test_a_path_that_leads_nowhere_is_an_error(tmp_path: Path, force: bool) -> None:
    (tmp_path / "file").write_bytes(b"old")
    assert refused(tmp_path, force=force) == "is a folder"
    assert refused(tmp_path / "missing" / "a.mid", force=force) == "no such folder"
    assert refused(tmp_path / "file" / "a.mid", force=force) == "no such folder"
    assert os.listdir(tmp_path) == ["file"]


@posix
@pytest.mark.parametrize("force", [False, True])
def test_a_path_that_is_too_long_or_turns_in_a_circle_is_an_error(tmp_path: Path, force: bool) -> None:
    assert refused(tmp_path / ("鼓" * 86), force=force) == os.strerror(errno.ENAMETOOLONG)
    assert refused(Path(tmp_path, *["x" * 99] * 50), force=force) == os.strerror(errno.ENAMETOOLONG)
    (tmp_path / "circle").symlink_to("circle")
    assert refused(tmp_path / "circle", force=force) == os.strerror(errno.ELOOP)
    assert os.listdir(tmp_path) == ["circle"]


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_leave_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    tmp_path.chmod(0o500)
    try:
        assert refused(tmp_path / "old", force=True) == "Permission denied"
        assert refused(tmp_path / "new") == "Permission denied"
        with pytest.raises(OutputError, match=r": Permission denied$"):
            folder(tmp_path / "sub")
        assert (tmp_path / "old").read_bytes() == b"old"
        assert os.listdir(tmp_path) == ["old"]
    finally:
        tmp_path.chmod(0o700)


def test_an_error_is_one_line_whatever_the_name() -> None:
    with pytest.raises(OutputError) as caught:
        write(Path("no\n\x1b\udcff 鼓/a.mid"), b"")
    assert str(caught.value).endswith(r"no\n\x1b\udcff 鼓/a.mid: no such folder".replace("/", os.sep))


# --- what goes wrong midway --------------------------------------------------------------------

FULL: Final = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "interrupted"])
def test_the_old_file_is_whole_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    path = tmp_path / "a.mid"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, step, fails(error))
    with pytest.raises((OutputError, KeyboardInterrupt)) as caught:
        write(path, b"new", force=True)
    if error is FULL:
        assert str(caught.value) == f"{path}: {FULL.strerror}"
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.mid"]


@pytest.mark.parametrize("step", ["fsync", "link"])
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "interrupted"])
def test_there_is_no_new_file_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    monkeypatch.setattr(os, step, fails(error))
    monkeypatch.setattr(os, "rename", fails(error))
    with pytest.raises((OutputError, KeyboardInterrupt)):
        write(tmp_path / "a.mid", b"new")
    assert os.listdir(tmp_path) == []


@posix
@pytest.mark.parametrize("force", [False, True])
def test_a_disk_that_fills_up_midway_leaves_everything_as_it_was(tmp_path: Path, force: bool) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"old")
    script = """if True:
        import resource, sys
        from touhu_music.output import OutputError, Path, write
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            write(Path(sys.argv[1]), bytes(3_000_000), force=True)
        except OutputError as error:
            sys.exit(str(error))
    """
    path = old if force else tmp_path / "new"
    done = subprocess.run(python(script, path), stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == f"{path}: {os.strerror(errno.EFBIG)}\n"
    assert old.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["old"]


def test_a_killed_writer_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path, size, chance = tmp_path / "a.wav", 2_000_000, random.Random(311)
    path.write_bytes(b"a" * size)
    script = """if True:
        import sys
        from touhu_music.output import Path, write
        path, size = Path(sys.argv[1]), int(sys.argv[2])
        print("ready", flush=True)
        while True:
            for letter in (b"b", b"a"):
                write(path, letter * size, force=True)
    """
    for _ in range(30):
        with subprocess.Popen(python(script, path, size), stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline().strip() == b"ready"
            time.sleep(chance.uniform(0, 0.03))
            writer.kill()
        data = path.read_bytes()
        assert data in (b"a" * size, b"b" * size)


# --- several writers, several files ------------------------------------------------------------


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_while_writing_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    path = tmp_path / "a.mid"
    if not links:
        monkeypatch.setattr(os, "link", fails(PermissionError(errno.EPERM, "no links here")))
    monkeypatch.setattr(os, "fsync", lambda _: path.write_bytes(b"rival"))
    assert refused(path) == "exists; --force replaces it"
    assert path.read_bytes() == b"rival"
    assert os.listdir(tmp_path) == ["a.mid"]


def test_a_file_system_without_hard_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", fails(PermissionError(errno.EPERM, "no links here")))
    write(tmp_path / "a.mid", b"new")
    assert (tmp_path / "a.mid").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.mid"]


def test_of_many_writers_one_wins(tmp_path: Path) -> None:
    start = threading.Barrier(8)

    def attempt(path: Path, letter: bytes) -> bytes | None:
        start.wait()
        try:
            write(path, letter * 100_000)
        except OutputError:
            return None
        return letter * 100_000

    with ThreadPoolExecutor(8) as pool:
        for turn in range(10):
            path = tmp_path / str(turn)
            won = [data for data in pool.map(attempt, [path] * 8, map(bytes, zip(b"abcdefgh"))) if data]
            assert won == [path.read_bytes()]
    assert len(os.listdir(tmp_path)) == 10


def test_one_file_in_the_way_is_found_before_any_is_written(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.mid", "b.mid", "c.mid")]
    refuse_existing(paths, force=False)
    paths[1].write_bytes(b"old")
    with pytest.raises(OutputError) as caught:
        refuse_existing(paths, force=False)
    assert str(caught.value) == f"{paths[1]}: exists; --force replaces it"
    refuse_existing(paths, force=True)


@pytest.mark.parametrize("other", ["a.mid", "A.MID", "./a.mid", "sub/../a.mid"])
def test_two_files_of_one_name_are_refused(tmp_path: Path, other: str) -> None:
    with pytest.raises(OutputError) as caught:
        refuse_existing([tmp_path / "a.mid", tmp_path / "b.mid", tmp_path / other], force=True)
    assert str(caught.value) == f"{tmp_path / other}: two files would have this name"


# --- folders -----------------------------------------------------------------------------------


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    for _ in range(2):
        folder(tmp_path / "한국 鼓" / "sound")
        assert (tmp_path / "한국 鼓" / "sound").is_dir()


def test_a_file_where_a_folder_should_be_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    for path in (tmp_path / "file", tmp_path / "file" / "sound"):
        with pytest.raises(OutputError) as caught:
            folder(path)
        assert str(caught.value) == f"{path}: a file is in the way"
