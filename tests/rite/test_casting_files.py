"""Cast files: what is written is read again, and what cannot be is told in a line with its place."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.errors import LibraryError, RiteError
from touhu_music.language import Language
from touhu_music.rite import rites
from touhu_music.rite.cast import files as cast_files
from touhu_music.rite.cast.casting import Casting, Player
from touhu_music.rite.cast.roles import Company
from touhu_music.rite.cues import Choices, cadences, cue_sheet


@cache
def casting(pairs: int = 1) -> Casting:
    """Return what is cast for some pairs."""
    rite, choices = rites.load("touhu"), Choices(pairs=pairs)
    found = cue_sheet(rite, choices, dict.fromkeys(cadences(rite, choices), Fraction(12)))
    return Casting(found, Company())


def people(number: int) -> list[str]:
    return [f"person {each}" for each in range(1, number + 1)]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("number", [5, 8, 12, 14])
def test_a_file_gives_back_the_cast(tmp_path: Path, language: Language, number: int) -> None:
    found = casting()
    players = found.propose(people(number))
    for name, data in (
        ("cast.toml", cast_files.to_toml(players, found, language)),
        ("cast.csv", cast_files.to_csv(players)),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        _, read = cast_files.load(str(path), found)
        assert {player.name: set(player.roles) for player in read} == {
            player.name: set(player.roles) for player in players
        }


NAMES: Final = st.lists(
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20), min_size=8, unique=True
)


@given(NAMES)
def test_any_names_that_can_be_printed_are_kept(names: list[str]) -> None:
    import tempfile
    import unicodedata

    names = list(dict.fromkeys(unicodedata.normalize("NFC", name) for name in names))
    if len(names) < 8:
        return
    found = casting()
    players = found.propose(names)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cast.toml")
        path.write_bytes(cast_files.to_toml(players, found, Language.ENGLISH))
        assert cast_files.load(str(path), found) == (found, players)
        table = Path(folder, "cast.csv")
        table.write_bytes(b"\xef\xbb\xbf" + cast_files.to_csv(players).replace(b"\n", b"\r\n"))
        assert set(cast_files.load(str(table), found)[1]) == set(players)


# --- what is wrong ------------------------------------------------------------------------------

WHOLE: Final = """
[[people]]
name = "Ann"
roles = ["guest"]
[[people]]
name = "Ben"
roles = ["host"]
[[people]]
name = "Cho"
roles = ["director"]
[[people]]
name = "Dan"
roles = ["pot-bearer", "junior-host", "pourer-guest", "drummer"]
[[people]]
name = "Eve"
roles = ["assistant", "junior-guest", "pourer-host", "master", "strings"]
"""
HERE: Final = (
    "guest host director pot-bearer assistant junior-guest junior-host pourer-guest pourer-host "
    "master strings drummer"
)
WRONG: Final = {
    "unknown role": (
        WHOLE.replace('"guest"', '"king"'),
        f"Ann: no role 'king' here; there are {HERE}",
    ),
    "role of a pair that there is not": (
        WHOLE.replace('["guest"]', '["guest", "guest-2"]'),
        f"Ann: no role 'guest-2' here; there are {HERE}",
    ),
    "role of two": (
        WHOLE.replace('["host"]', '["guest"]'),
        "guest has two people, Ann and Ben",
    ),
    "role twice of one": (
        WHOLE.replace('["guest"]', '["guest", "guest"]'),
        "Ann: guest stands there twice",
    ),
    "guest with another": (
        WHOLE.replace('["guest"]', '["guest", "drummer"]').replace(
            ', "drummer"]\n[[people]]\nname = "Eve', ']\n[[people]]\nname = "Eve'
        ),
        "Ann cannot have guest and drummer: R23 of round 1 needs both at once",
    ),
    "alone": (
        WHOLE.replace('["guest"]', '["guest", "assistant"]').replace('["assistant", ', "["),
        "Ann cannot have guest and assistant: guest plays nothing else",
    ),
    "two at once": (
        WHOLE.replace('["director"]', '["director", "junior-guest"]').replace(
            '"junior-guest", "pourer-host"', '"pourer-host"'
        ),
        "Cho cannot have director and junior-guest: R20 needs both at once",
    ),
    "nobody": (WHOLE.replace('["host"]', "[]"), "nobody is host"),
    "nobody of several": (
        WHOLE.replace('"assistant", "junior-guest", ', ""),
        "nobody is assistant, junior-guest",
    ),
    "name twice": (
        WHOLE.replace('"Ben"', '"Ann"'),
        "'Ann' stands there twice; give each person one [[people]] with all roles",
    ),
    "empty name": (WHOLE.replace('"Ben"', '""'), "people 2: name must be a text that is not empty"),
    "blank name": (WHOLE.replace('"Ben"', '"  "'), "people 2: name must be a text that is not empty"),
    "no name": (WHOLE.replace('name = "Ben"', ""), "people 2: name must be a text that is not empty"),
    "name a number": (WHOLE.replace('"Ben"', "7"), "people 2: name must be a text that is not empty"),
    "name with a control": (
        WHOLE.replace('"Ben"', '"B\\u001b"'),
        "people 2: U+001B in name cannot be printed",
    ),
    "long name": (
        WHOLE.replace('"Ben"', f'"{"x" * 61}"'),
        "people 2: the name has 61 characters; expected at most 60",
    ),
    "roles a text": (
        WHOLE.replace('["host"]', '"host"'),
        'people 2: roles must be a list of texts, such as ["guest"]',
    ),
    "roles of numbers": (
        WHOLE.replace('["host"]', "[1]"),
        'people 2: roles must be a list of texts, such as ["guest"]',
    ),
    "unknown key": (
        WHOLE.replace('name = "Ben"', 'name = "Ben"\nage = 3'),
        "people 2: unknown key 'age'; expected name roles",
    ),
    "unknown table": ("[cast]\n", "unknown key 'cast'; expected people"),
    "people a table": ("[people]\n", "people must be written [[people]]"),
    "empty file": ("", "no [[people]]"),
    "only a remark": ("# nobody\n", "no [[people]]"),
}


@pytest.mark.parametrize("text, fault", WRONG.values(), ids=WRONG)
def test_what_is_wrong_in_a_file_is_one_line_with_its_place(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "cast.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((LibraryError, RiteError)) as failure:
        cast_files.load(str(path), casting())
    assert str(failure.value) == f"{path}: {fault}"


@pytest.mark.parametrize("end", ["", ",", ", ,"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["role,name", "Role, Name"])
def test_tables_of_any_spreadsheet_are_read(tmp_path: Path, delimiter: str, end: str, head: str) -> None:
    found = casting()
    players = found.propose(["Ann", "Ben", "김철수", "王小明", "Zoë", "Fay"])
    first, *rest = cast_files.to_csv(players).decode().splitlines()
    lines = [line + end for line in (head, *rest)]
    assert first == "role,name"
    path = tmp_path / ("cast.tsv" if delimiter == "\t" else "cast.csv")
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).replace(",", delimiter).encode())
    assert cast_files.load(str(path), found)[1] == players


def test_a_file_of_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cast.toml"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode())
    assert cast_files.load(str(path), casting())[1][0] == Player("Ann", ("guest",))


def test_a_whole_file_is_right(tmp_path: Path) -> None:
    path = tmp_path / "cast.toml"
    path.write_text(WHOLE, encoding="utf-8")
    assert cast_files.load(str(path), casting())[1][0] == Player("Ann", ("guest",))


def test_the_file_says_what_company_there_is(tmp_path: Path) -> None:
    path = tmp_path / "cast.toml"
    more = WHOLE.replace('"drummer"', '"pi"') + '[[people]]\nname = "Fay"\nroles = ["gu"]\n'
    path.write_text(more + '[[people]]\nname = "Gil"\nroles = ["herald"]\n', encoding="utf-8")
    found, _ = cast_files.load(str(path), casting())
    assert found.company == Company(drummers=2, herald=True)
    path.write_text(WHOLE.replace(', "strings"', ""), encoding="utf-8")
    assert not cast_files.load(str(path), casting())[0].company.strings
    path.write_text(WHOLE.replace('"drummer"', '"pi"'), encoding="utf-8")
    with pytest.raises(RiteError, match="nobody is gu"):
        cast_files.load(str(path), casting())


@pytest.mark.parametrize(
    "company, fault",
    [
        (Company(herald=True), "nobody is herald"),
        (Company(drummers=2), f"Dan: no role 'drummer' here; there are {HERE.removesuffix('drummer')}pi gu"),
        (Company(strings=False), f"Eve: no role 'strings' here; there are {HERE.replace('strings ', '')}"),
    ],
)
def test_what_is_asked_for_and_not_in_the_file_is_told(tmp_path: Path, company: Company, fault: str) -> None:
    path = tmp_path / "cast.toml"
    path.write_text(WHOLE, encoding="utf-8")
    with pytest.raises(RiteError) as failure:
        cast_files.load(str(path), replace(casting(), company=company))
    assert str(failure.value) == f"{path}: {fault}"


TABLES: Final = {
    "empty": (b"", "the first line must be role,name"),
    "other head": (b"name,role\nAnn,guest\n", "the first line must be role,name"),
    "head alone": (b"role,name\n", "no line after the first; expected a role and a name in each"),
    "one cell": (b"role,name\nguest\n", "line 2: 1 cells; expected a role and a name"),
    "no name": (b"role,name\nguest,\n", "line 2: name must be a text that is not empty"),
    "unknown role": (b"role,name\nking,Ann\n", f"Ann: no role 'king' here; there are {HERE}"),
    "role twice": (b"role,name\nguest,Ann\nguest,Ben\n", "guest has two people, Ann and Ben"),
    "not UTF-8": (b"role,name\nguest,\xff\n", "byte 16 is not UTF-8"),
    "open quotes": (b'role,name\nguest,"Ann\n', "line 2: unexpected end of data"),
}


@pytest.mark.parametrize("data, fault", TABLES.values(), ids=TABLES)
def test_what_is_wrong_in_a_table_is_one_line_with_its_place(tmp_path: Path, data: bytes, fault: str) -> None:
    path = tmp_path / "cast.csv"
    path.write_bytes(data)
    with pytest.raises((LibraryError, RiteError)) as failure:
        cast_files.load(str(path), casting())
    assert str(failure.value) == f"{path}: {fault}"


@pytest.mark.parametrize("name", ["cast.toml", "cast.csv"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(LibraryError, match="No such file"):
        cast_files.load(str(path), casting())
    path.mkdir()
    with pytest.raises(LibraryError, match="not a regular file"):
        cast_files.load(str(path), casting())


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "cast.toml")
    with pytest.raises(LibraryError, match="not a regular file"):
        cast_files.load(str(tmp_path / "cast.toml"), casting())


@pytest.mark.parametrize("name", ["cast.toml", "cast.csv"])
def test_a_file_that_is_not_text_is_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LibraryError, match="byte 0 is not UTF-8"):
        cast_files.load(str(path), casting())
    path.write_bytes(b" " * 1_000_001)
    with pytest.raises(LibraryError, match="larger than 1000000 bytes"):
        cast_files.load(str(path), casting())


@given(st.binary(max_size=200), st.sampled_from(["cast.toml", "cast.csv"]))
def test_no_bytes_break_the_reader(data: bytes, name: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        with pytest.raises((LibraryError, RiteError)):
            cast_files.load(str(path), casting())
