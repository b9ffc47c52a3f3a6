"""Cast files: who has which roles, as TOML or as a table, written to be filled in and read again."""

from __future__ import annotations

import csv
import io
import json
import os
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, NoReturn

from touhu_music import datafile
from touhu_music.errors import LibraryError, RenderError, RiteError
from touhu_music.language import Language, word
from touhu_music.rite.cast import lines as cast_lines
from touhu_music.rite.cast.casting import Casting, Player
from touhu_music.rite.cast.roles import Company

COLUMNS: Final = ("role", "name")
DELIMITERS: Final = (";", "\t", ",")  # spreadsheets of some countries write the first two
LONGEST_NAME: Final = 60


def load(path: str, casting: Casting) -> tuple[Casting, tuple[Player, ...]]:
    """Read a cast file, a table if `.csv` or `.tsv`, else TOML; with it what is cast by its company.

    The file says whether each drum has a person, and whether there are strings and a herald, but for
    what the company of `casting` asks for beyond the usual.
    Raises LibraryError with the place for a file that cannot be read, and RiteError for a cast that
    cannot be: a role that there is not, has nobody or two people, or a person who is needed twice at once.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        raise LibraryError(f"{path}: not a regular file")
    players = from_csv(path) if path.lower().endswith((".csv", ".tsv")) else from_toml(path)
    named = {name for player in players for name in player.roles}
    asked = casting.company
    company = Company(
        asked.drummers if named.isdisjoint(("pi", "gu")) else 2,
        strings=asked.strings and "strings" in named,
        herald=asked.herald or "herald" in named,
    )
    found = replace(casting, company=company)
    known = replace(casting, company=replace(company, strings=asked.strings)).by_name
    check(players, found, known, path)
    return found, players


def from_toml(path: str) -> tuple[Player, ...]:
    """Read people with their roles from TOML."""
    data = datafile.load(path)
    datafile.only(data, {"people"}, path)
    found = []
    for number, table in enumerate(datafile.tables(data, "people", path), 1):
        place = f"{path}: people {number}"
        datafile.only(table, {"name", "roles"}, place)
        names = table.get("roles", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise LibraryError(f'{place}: roles must be a list of texts, such as ["guest"]')
        found.append(Player(name_of(datafile.text(table, "name", place), place), tuple(names)))
    return tuple(found)


def from_csv(path: str) -> tuple[Player, ...]:
    """Read a table of role and name; a line for each role, without a role for who has none."""
    given: dict[str, list[str]] = {}
    for line, (role, name) in table(path):
        place = f"{path}: line {line}"
        name = name_of(datafile.text({"name": name}, "name", place), place)
        given.setdefault(name, []).extend([role] if role else [])
    return tuple(Player(name, tuple(names)) for name, names in given.items())


def table(path: str) -> Iterable[tuple[int, tuple[str, str]]]:
    """Yield the lines of a table of roles, each with its number."""
    try:
        with open(path, "rb") as file:
            data = file.read(datafile.LARGEST_FILE + 1)
        if len(data) > datafile.LARGEST_FILE:
            raise LibraryError(f"{path}: larger than {datafile.LARGEST_FILE} bytes")
        text = data.decode("utf-8-sig")
        head = text.lstrip().partition("\n")[0]
        delimiter = next((each for each in DELIMITERS if each in head), ",")
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        rows = [(reader.line_num, cells(row)) for row in reader if any(cell.strip() for cell in row)]
    except OSError as error:
        raise LibraryError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LibraryError(f"{path}: byte {error.start} is not UTF-8") from error
    except csv.Error as error:
        raise LibraryError(f"{path}: line {reader.line_num}: {error}") from error
    header = [cell.lower() for cell in rows[0][1]] if rows else []
    if header != list(COLUMNS):
        raise LibraryError(f"{path}: the first line must be {','.join(COLUMNS)}")
    if len(rows) == 1:
        raise LibraryError(f"{path}: no line after the first; expected a role and a name in each")
    for line, row in rows[1:]:
        if len(row) != len(COLUMNS):
            raise LibraryError(f"{path}: line {line}: {len(row)} cells; expected a role and a name")
        yield line, (row[0], row[1])


def cells(row: Sequence[str]) -> list[str]:
    """Return the cells of a line of a table, without empty ones that follow the columns."""
    found = [cell.strip() for cell in row]
    while len(found) > len(COLUMNS) and not found[-1]:
        found.pop()
    return found


def name_of(text: str, place: str) -> str:
    """Return a name; raises LibraryError for one that is too long for a page."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if len(name) > LONGEST_NAME:
        raise LibraryError(f"{place}: the name has {len(name)} characters; expected at most {LONGEST_NAME}")
    return name


def check(players: Sequence[Player], casting: Casting, known: Collection[str], path: str) -> None:
    """Raise RiteError, with the person, for a cast that cannot be; `known` are the roles to choose from."""

    def wrong(fault: str) -> NoReturn:
        raise RiteError(f"{path}: {fault}")

    owner: dict[str, str] = {}
    names: set[str] = set()
    for player in players:
        if player.name in names:
            wrong(f"{player.name!r} stands there twice; give each person one [[people]] with all roles")
        names.add(player.name)
        for role in player.roles:
            if role not in casting.by_name:
                wrong(f"{player.name}: no role {role[:40]!r} here; there are {' '.join(known)}")
            if owner.get(role) == player.name:
                wrong(f"{player.name}: {role} stands there twice")
            if role in owner:
                wrong(f"{role} has two people, {owner[role]} and {player.name}")
            owner[role] = player.name
        if clash := casting.clash(player):
            wrong(f"{player.name} cannot have {clash}")
    if missing := [name for name in casting.by_name if name not in owner]:
        wrong(f"nobody is {', '.join(missing)}")


# --- writing ----------------------------------------------------------------------------------------


def to_toml(players: Sequence[Player], casting: Casting, language: Language) -> bytes:
    """Write a cast as TOML with what each role is beside it, and read it again."""
    example = word("cast-person", language).format(1)
    lines = [
        f"# {cast_lines.heading(casting, language)}",
        f"# {word('cast-file-head', language).format(example)}",
        f"# {word('cast-file-use', language)}",
    ]
    for player in players:
        lines += ["", "[[people]]", f"name = {quoted(player.name)}", "roles = ["]
        for name in player.roles:
            role = casting.by_name[name]
            told = f"{cast_lines.named(role, language)}, {cast_lines.steps(name, casting)}"
            lines.append(f"  {quoted(name)},  # {told}")
        lines.append("]")
    data = ("\n".join(lines) + "\n").encode()
    import tomli

    found = tomli.loads(data.decode())["people"]
    if [Player(each["name"], tuple(each["roles"])) for each in found] != list(players):
        raise RenderError("the TOML does not give back the cast")
    return data


def quoted(text: str) -> str:
    """Write a text as TOML does."""
    return json.dumps(text, ensure_ascii=False)


def to_csv(players: Sequence[Player]) -> bytes:
    """Write a cast as a table, and read it again."""
    rows = [(role, player.name) for player in players for role in player.roles or ("",)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([COLUMNS, *rows])
    if [tuple(row) for row in csv.reader(io.StringIO(text.getvalue()))][1:] != rows:
        raise RenderError("the CSV does not give back the cast")
    return text.getvalue().encode()


def to_json(players: Sequence[Player], casting: Casting) -> bytes:
    """Write a cast and what is known of the roles as an object, and read it again."""
    shape = cast_lines.shape(players, casting)
    data = (json.dumps(shape, ensure_ascii=False, indent=1) + "\n").encode()
    if json.loads(data) != shape:
        raise RenderError("the JSON does not give back the cast")
    return data
