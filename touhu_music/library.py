"""The data beside the code: witnesses in `drums/`, plans and sounds in `scores/`, a user's own."""

from __future__ import annotations

import json
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from touhu_music.errors import LibraryError, PassageError, PlanError
from touhu_music.passage import Excerpt, Passage, places, read
from touhu_music.performance import Accent, Plan, Sounds, Timing, exact
from touhu_music.reading import Place, PlacedMark, Reading

LARGEST_FILE: Final = 1_000_000
"""A data file of more bytes than this is refused."""


def folder(name: str) -> Path:
    """Return a data folder, `drums` or `scores`: the packaged one, else the checkout's."""
    packaged = Path(__file__).parent / "data" / name
    return packaged if packaged.is_dir() else Path(__file__).parents[1] / name


# --- witnesses --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Witness:
    """A book that prints the rows, and what it prints.

    `work_date` is the date of the work, `copy_date` that of the copy which was read; `evidence`
    says what was seen of it (`etext`: an electronic text, no page).
    """

    siglum: str
    title: str
    author: str
    work_date: str
    copy_date: str
    edition: str
    place: str
    evidence: str
    file: str
    readings: tuple[Reading, ...]
    warnings: tuple[str, ...]

    def reading(self, name: str) -> Reading:
        """Return the reading of a cadence; raises LibraryError with the names that it has."""
        for reading in self.readings:
            if reading.name == name:
                return reading
        names = " ".join(str(reading.name) for reading in self.readings)
        raise LibraryError(f"witness {self.siglum} has no {name}; it has {names}")


WITNESS_WORDS: Final = ("title", "author", "work_date", "copy_date", "edition", "place", "evidence", "file")
EVIDENCE: Final = {"etext": "e-text", "image": "page image"}
BASE: Final = "A"  # the witness of a name that names none


def sigla(own: Path | None = None) -> dict[str, Path]:
    """Return the file of each witness by siglum, the packaged ones first.

    Raises LibraryError if a user's own folder is missing, or has a siglum that is taken.
    """
    found = {path.stem: path for path in sorted(folder("drums").glob("*.toml"))}
    if own is not None:
        if not own.is_dir():
            raise LibraryError(f"{own}: no such folder of witnesses")
        for path in sorted(own.glob("*.toml")):
            if path.stem in found:
                raise LibraryError(f"{path}: siglum {path.stem} is taken by {found[path.stem].name}")
            found[path.stem] = path
    return found


def witness(siglum: str, own: Path | None = None) -> Witness:
    """Load one witness; raises LibraryError if there is none, or if its file is wrong."""
    files = sigla(own)
    if siglum not in files:
        raise LibraryError(f"no witness {siglum!r}; there are {' '.join(files)}")
    return load_witness(files[siglum])


def load_witness(path: Path) -> Witness:
    """Read a witness file; raises LibraryError that names the file and what is wrong."""
    data = load(path)
    allowed = {"siglum", *WITNESS_WORDS, "printed", "doubtful"}
    only(data, allowed, path)
    fields = {name: text(data, name, path) for name in ("siglum", *WITNESS_WORDS)}
    siglum = fields["siglum"]
    if not (siglum.isascii() and siglum.isalnum() and siglum[0].isalpha() and len(siglum) <= 16):
        raise LibraryError(f"{path}: siglum {siglum!r} must be a letter, then letters and digits, at most 16")
    if siglum != path.stem:
        raise LibraryError(f"{path}: siglum {siglum} must be the name of the file")
    try:
        passage = read([excerpt(table, path) for table in tables(data, "printed", path)])
    except PassageError as error:
        raise LibraryError(f"{path}: {error}") from error
    if fields["evidence"] not in EVIDENCE:
        raise LibraryError(f"{path}: unknown evidence {fields['evidence']!r}; expected {' '.join(EVIDENCE)}")
    if passage.readings[-1].set > 1:
        raise LibraryError(f"{path}: more than one copy of the rows; give each its own siglum")
    shown = f"{fields['title']} {fields['place']} ({EVIDENCE[fields['evidence']]})"
    readings = tuple(replace(reading, witness=siglum, source=shown) for reading in passage.readings)
    for table in tables(data, "doubtful", path, needed=False):
        readings = doubt(readings, table, path)
    return Witness(**fields, readings=readings, warnings=passage.warnings)


def excerpt(table: Mapping[str, Any], path: Path) -> Excerpt:
    """Return a stretch of printed text with the place where it begins in the source."""
    only(table, {"line", "column", "byte", "page", "text"}, path)
    page = text(table, "page", path) if "page" in table else None
    line, column, byte = (whole(table, key, path) for key in ("line", "column", "byte"))
    return Excerpt(text(table, "text", path, lines=True), Place(line, column, byte, page))


def doubt(readings: tuple[Reading, ...], table: Mapping[str, Any], path: Path) -> tuple[Reading, ...]:
    """Mark one stroke as doubtful, with the reason as a warning."""
    only(table, {"cadence", "section", "place", "code", "reason"}, path)
    name, section, reason, code = (text(table, key, path) for key in ("cadence", "section", "reason", "code"))

    def doubted(mark: PlacedMark) -> PlacedMark:
        here = mark.section == section and mark.place == table.get("place")
        return mark._replace(doubtful=True) if here else mark

    changed = []
    for reading in readings:
        if reading.name == name:
            marks = tuple(doubted(mark) for mark in reading.marks)
            if marks == reading.marks and not any(mark.doubtful for mark in marks):
                break
            warnings = tuple(w for w in reading.warnings if not w.startswith(f"{code}:"))
            reading = replace(reading, marks=marks, warnings=(*warnings, f"{code}: {reason}"))
        changed.append(reading)
    if len(changed) < len(readings) or all(reading.name != name for reading in readings):
        raise LibraryError(f"{path}: doubtful: no stroke {table.get('place')} in {section} of {name}")
    return tuple(changed)


def draft(siglum: str, file: str, source: str, passage: Passage, *, encoding: str = "utf-8") -> str:
    """Write the witness file of a text, with what only a person can know left as `unknown`.

    It holds the stretches that print the rows, verbatim, with their places in the text; `passage`
    is what `read` found there, places in bytes of `encoding`.
    """
    lines = [
        "# A book that prints the rows. Say of it what you know; the printed text stays as it is.",
        f"siglum = {quoted(siglum)}",
        f"title = {quoted(Path(file).stem)}",
        *(f'{name} = "unknown"' for name in ("author", "work_date", "copy_date", "edition", "place")),
        'evidence = "etext"  # an electronic text was read, no page was seen',
        f"file = {quoted(file)}",
    ]
    where = places([Excerpt(source)], [start for start, _ in passage.spans], encoding)
    for start, end in passage.spans:
        line, column, byte, page = where[start]
        lines += ["", "[[printed]]", f"line = {line}", f"column = {column}", f"byte = {byte}"]
        lines += [f"page = {quoted(page)}"] if page else []
        lines += [f"text = {quoted(source[start:end])}"]
    for reading in passage.readings:
        reasons = [w.partition(": ") for w in reading.warnings if w.startswith("doubtful")]
        for mark in reading.marks:
            if mark.doubtful and reading.name:
                lines += ["", "[[doubtful]]", f"cadence = {quoted(reading.name)}"]
                lines += [f"section = {quoted(mark.section)}", f"place = {mark.place}"]
                lines += [f"code = {quoted(reasons[0][0])}", f"reason = {quoted(reasons[0][2])}"]
    return "\n".join(lines) + "\n"


def quoted(value: str) -> str:
    """Write a text as a TOML string."""
    return json.dumps(value, ensure_ascii=False)


def known_rows() -> dict[str, frozenset[str]]:
    """Return the printed forms of each cadence in the packaged witnesses, doubtful ones left out."""
    found: dict[str, set[str]] = {}
    for path in sigla().values():
        for reading in load_witness(path).readings:
            if reading.name and not any(mark.doubtful for mark in reading.marks):
                found.setdefault(reading.name, set()).add(str(reading.cadence))
    return {name: frozenset(rows) for name, rows in found.items()}


# --- plans ------------------------------------------------------------------------------------

CHOICES: Final = ("timing", "beats_per_minute", "cycles", "gap", "count_in", "sounds", "accent")


def plans() -> dict[str, Path]:
    """Return the file of each packaged plan by name."""
    return {path.stem: path for path in sorted((folder("scores") / "plans").glob("*.toml"))}


def plan(name: str | Path = "default") -> Plan:
    """Load a plan by name or from a file; what a file leaves out is as in the default plan.

    Raises LibraryError for a file that is missing or wrong, PlanError for a choice out of range.
    """
    packaged = plans()
    path = packaged.get(str(name), Path(name))
    if str(name) not in packaged and path.suffix != ".toml":
        raise LibraryError(f"no plan {str(name)!r}; there are {' '.join(packaged)}, or give a .toml file")
    data = load(path)
    only(data, {"name", *CHOICES}, path)
    chosen: dict[str, object] = {}
    reasons: dict[str, str] = {}
    for key in CHOICES:
        if key not in data:
            continue
        table = data[key]
        if not isinstance(table, dict) or "value" not in table:
            raise LibraryError(f"{path}: {key} must be a table with value and reason")
        only(table, {"value", "reason"}, path)
        reasons[key] = text(table, "reason", path)
        try:
            chosen[key] = choice(key, table["value"])
        except (PlanError, LibraryError) as error:
            raise type(error)(f"{path}: {error}") from error
    label = text(data, "name", path)
    if path == packaged["default"]:
        return Plan(label, **chosen, reasons=tuple(reasons.items()))  # type: ignore[arg-type]
    base = plan()
    merged = dict(base.reasons) | reasons
    try:
        return replace(base, name=label, **chosen, reasons=tuple(merged.items()))  # type: ignore[arg-type]
    except PlanError as error:
        raise PlanError(f"{path}: {error}") from error


def choice(field: str, value: object) -> object:
    """Turn a written choice into the value of a field of a Plan; raises PlanError if it is none."""
    if field in ("beats_per_minute", "gap"):
        return exact("tempo" if field == "beats_per_minute" else field, value)
    if field in ("cycles", "count_in"):
        number = exact(field, value)
        if number.denominator != 1:
            raise PlanError(f"{field} must be a whole number, not {value}")
        return int(number)
    if field == "sounds":
        return sounds(str(value))
    kind: type[Timing] | type[Accent] = Timing if field == "timing" else Accent
    if value not in tuple(kind):
        raise PlanError(f"unknown {field} {value!r}; expected one of {' '.join(kind)}")
    return kind(str(value))


def sound_names() -> dict[str, Path]:
    """Return the file of each packaged pair of sounds by name."""
    return {path.stem: path for path in sorted((folder("scores") / "sounds").glob("*.toml"))}


def sounds(name: str) -> Sounds:
    """Load the sounds of the two drums by name; raises PlanError with the names that there are."""
    files = sound_names()
    if name not in files:
        raise PlanError(f"unknown sounds {name!r}; expected one of {' '.join(files)}")
    data = load(files[name])
    only(data, {"name", "reason", "pi", "gu"}, files[name])
    label, reason = (text(data, key, files[name]) for key in ("name", "reason"))
    return Sounds(label, whole(data, "pi", files[name]), whole(data, "gu", files[name]), reason)


# --- files ------------------------------------------------------------------------------------


def load(path: Path) -> dict[str, Any]:
    """Read a TOML file; raises LibraryError that names the file and what is wrong."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise LibraryError(f"{path}: larger than {LARGEST_FILE} bytes")
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise LibraryError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LibraryError(f"{path}: byte {error.start} is not UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise LibraryError(f"{path}: {error}") from error


def only(table: Mapping[str, Any], allowed: set[str], path: Path) -> None:
    """Raise LibraryError for a key that means nothing here."""
    for key in table:
        if key not in allowed:
            raise LibraryError(f"{path}: unknown key {key!r}; expected {' '.join(sorted(allowed))}")


def tables(data: Mapping[str, Any], key: str, path: Path, *, needed: bool = True) -> list[dict[str, Any]]:
    """Return the tables of an array of tables."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise LibraryError(f"{path}: {key} must be written [[{key}]]")
    if needed and not value:
        raise LibraryError(f"{path}: no [[{key}]]")
    return value


def whole(table: Mapping[str, Any], key: str, path: Path) -> int:
    """Return a whole number that is not negative."""
    value = table.get(key)
    if type(value) is not int or value < 0:
        raise LibraryError(f"{path}: {key} must be a whole number, not {value!r}")
    return value


def text(table: Mapping[str, Any], key: str, path: Path, *, lines: bool = False) -> str:
    """Return a string; raises LibraryError if it is missing, empty, or holds what cannot be printed."""
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LibraryError(f"{path}: {key} must be a text that is not empty")
    for character in value:
        if unprintable(character) and not (lines and character in "\n\r\t"):
            raise LibraryError(f"{path}: U+{ord(character):04X} in {key} cannot be printed")
    return value


def unprintable(character: str) -> bool:
    """Tell whether a character is a control, a surrogate, a noncharacter or turns the direction of text."""
    return (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        or ord(character) & 0xFFFE == 0xFFFE
        or 0xFDD0 <= ord(character) <= 0xFDEF
        or character in "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
