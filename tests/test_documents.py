from __future__ import annotations

import gzip
import os
import struct
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import documents
from touhu_music.documents import Document, members, text, within

ROW = "鼓○□○○半○□○魯鼓".encode()


def found(argument: str) -> list[tuple[str, bytes | str]]:
    """Return each text with its bytes, or what is wrong with it."""
    return [
        (each.name, str(each.fault) if each.fault else each.data) for each in documents.documents(argument)
    ]


def archive(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    memory = BytesIO()
    with zipfile.ZipFile(memory, "w", method) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return memory.getvalue()


@pytest.fixture(autouse=True)
def _texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "t/b.txt": b"b",
        "t/a/c.txt": b"c",
        "t/a/d.html": b"d",
        "t/.hidden/e.txt": b"e",
        "t/.f.txt": b"f",
        "t/g.txt.gz": gzip.compress(b"g"),
        "t/z.zip": archive({"y/2.txt": b"2", "1.txt": b"1", ".3": b"3", "__MACOSX/._1.txt": b"4", "5/": b""}),
        "x!y[1].txt": b"x",
    }
    for name, data in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)


A: list[tuple[str, bytes | str]] = [("t/a/c.txt", b"c"), ("t/a/d.html", b"d")]
Z: list[tuple[str, bytes | str]] = [("t/z.zip!1.txt", b"1"), ("t/z.zip!y/2.txt", b"2")]


@pytest.mark.parametrize(
    "argument, expected",
    [
        ("t/b.txt", [("t/b.txt", b"b")]),
        ("x!y[1].txt", [("x!y[1].txt", b"x")]),
        ("t/g.txt.gz", [("t/g.txt.gz", b"g")]),
        ("t/.f.txt", [("t/.f.txt", b"f")]),
        ("t/z.zip", Z),
        ("t/z.zip!y/2.txt", [("t/z.zip!y/2.txt", b"2")]),
        ("t/z.zip!.3", [("t/z.zip!.3", b"3")]),
        ("t/z.zip!none", [("t/z.zip", "t/z.zip: no file none in the archive")]),
        ("t/b.txt!none", [("t/b.txt", "t/b.txt: no zip archive")]),
        ("t/a", A),
        ("t/*.txt", [("t/b.txt", b"b")]),
        ("t/.*.txt", [("t/.f.txt", b"f")]),
        ("t/**/*.txt", [A[0], ("t/b.txt", b"b")]),
        ("t/[ab]", A),
        ("t/**", [A[0], A[1], ("t/b.txt", b"b")]),
        ("*.none", [("*.none", "*.none: no such file, and none that matches")]),
        ("none", [("none", "none: No such file or directory")]),
        ("", [("", "'' names nothing")]),
    ],
)
def test_what_an_argument_means(argument: str, expected: list[tuple[str, bytes | str]]) -> None:
    assert found(argument)[: len(expected)] == expected


def test_a_folder_is_walked_in_order_without_hidden_files() -> None:
    assert [name for name, _ in found("t")] == [
        *("t/b.txt", "t/g.txt.gz", "t/z.zip!1.txt", "t/z.zip!y/2.txt", "t/a/c.txt", "t/a/d.html")
    ]


def test_only_what_the_user_names_is_named() -> None:
    arguments = ("t/b.txt", "t/z.zip!1.txt", "none", "t/a", "t/*.txt", "t/z.zip")
    assert [next(documents.documents(each)).named for each in arguments] == [True] * 3 + [False] * 3


def test_links_and_what_is_no_file_are_told_in_a_line() -> None:
    Path("links/inner").mkdir(parents=True)
    Path("links/inner/up").symlink_to("..")
    Path("links/loop").symlink_to("loop")
    Path("links/to").symlink_to("../t/b.txt")
    os.mkfifo("links/pipe")
    assert found("links") == [
        ("links/loop", "links/loop: Too many levels of symbolic links"),
        ("links/pipe", "links/pipe: Not a regular file"),
        ("links/to", b"b"),
        ("links/inner/up", "links/inner/up: a link to a folder, not followed"),
    ]


def test_an_empty_folder_and_an_empty_archive_are_told() -> None:
    Path("empty").mkdir()
    Path("empty.zip").write_bytes(archive({}))
    assert found("empty") == [("empty", "empty: no file in the folder")]
    assert found("empty.zip") == [("empty.zip", "empty.zip: no file in the archive")]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all files")
def test_an_unreadable_folder_or_file_is_a_line() -> None:
    Path("t/a").chmod(0)
    Path("t/b.txt").chmod(0)
    faults = [str(each.fault) for each in documents.documents("t") if each.fault]
    Path("t/a").chmod(0o755)
    assert faults == ["t/b.txt: Permission denied", "t/a: Permission denied"]


def test_folders_too_deep_are_told() -> None:
    Path("d/" * 200).mkdir(parents=True)
    ((name, said),) = found("d")
    assert said == f"{name}: too deep in folders"


# --- what is packed ----------------------------------------------------------------------------


def fault(found: Document) -> str:
    return str(found.fault)


def test_a_bomb_is_stopped_by_counting_what_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    zeros = bytes(documents.LARGEST_TEXT + 1)
    assert fault(text("x", gzip.compress(zeros))) == "x: larger than 12000000 bytes"
    assert fault(text("x", zeros)) == "x: larger than 12000000 bytes"
    assert text("x", gzip.compress(zeros[1:])).data == zeros[1:]
    packed = archive({"0": zeros, "1": b"1"})
    assert [fault(each) for each in members("x", packed)] == ["x!0: larger than 12000000 bytes", "None"]
    monkeypatch.setattr(documents, "LARGEST_TOTAL", 25_000_000)
    many = archive({str(number): zeros[1:] for number in range(5)})
    *_, last = all_of = list(members("x", many))
    assert (len(all_of), fault(last)) == (3, "x: unpacks to more than 25000000 bytes; the rest is not read")


def test_an_archive_of_many_files_is_refused() -> None:
    many = archive({str(number): b"" for number in range(documents.MOST_MEMBERS + 1)}, zipfile.ZIP_STORED)
    assert [fault(each) for each in members("x", many)] == ["x: an archive of more than 10000 files"]


@pytest.mark.parametrize(
    "method, message",
    [
        (zipfile.ZIP_BZIP2, "x!a: cannot be unpacked: it is packed by method 12; only deflate is read"),
        (zipfile.ZIP_LZMA, "x!a: cannot be unpacked: it is packed by method 14; only deflate is read"),
    ],
)
def test_a_packing_that_nobody_counts_is_refused(method: int, message: str) -> None:
    assert [fault(each) for each in members("x", archive({"a": ROW}, method))] == [message]


def test_an_encrypted_member_is_told() -> None:
    data = bytearray(archive({"a": ROW}))
    for sign, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        struct.pack_into("<H", data, data.index(sign) + at, 1)
    assert [fault(each) for each in members("x", bytes(data))] == ["x!a: cannot be unpacked: it is encrypted"]


def test_no_name_of_a_member_leads_to_a_file() -> None:
    packed = archive({"../../up.txt": b"up", "/etc/root.txt": b"root"})
    before = sorted(Path().rglob("*"))
    names = [(each.name, each.data) for each in members("x", packed)]
    assert names == [("x!../../up.txt", b"up"), ("x!/etc/root.txt", b"root")]
    assert sorted(Path().rglob("*")) == before


def test_what_is_cut_off_is_told() -> None:
    assert fault(text("x", gzip.compress(ROW)[:-9])).startswith("x: no whole gzip file: ")
    assert [fault(each) for each in members("x", archive({"a": ROW})[:-9])] == [
        "x: no whole zip archive: File is not a zip file"
    ]


PACKED = (archive({"a.txt": ROW, "b/c.html": b"<p>" * 9}), gzip.compress(ROW * 9))


@given(
    st.sampled_from(PACKED),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 4), st.binary(max_size=4)), max_size=5),
)
def test_any_damage_is_bytes_or_one_fault(data: bytes, edits: list[tuple[int, int, bytes]]) -> None:
    for at, length, new in edits:
        data = data[:at] + new + data[at + length :]
    for each in [*members("x", data), text("x", data)]:
        assert (each.fault is None) or not each.data
        assert "\n" not in fault(each)


@given(st.text("!t/z.ip", max_size=12))
def test_a_member_is_parted_from_a_file_that_is_there(argument: str) -> None:
    archive_name, member = within(argument)
    assert argument == f"{archive_name}!{member}" or (archive_name, member) == ("", "")
