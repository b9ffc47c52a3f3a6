"""What there is beside the code: witnesses in `drums/`, plans and sounds in `scores/`, a user's own."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any, Final

from touhu_music import datafile
from touhu_music.errors import LibraryError, PlanError
from touhu_music.performance import Accent, Plan, Timing, exact
from touhu_music.sounds import RANGES, Sounds, Tone
from touhu_music.witnessfile import Unread, Witness, load, load_unread

PathName = str | os.PathLike[str]

BASE: Final = "A"
"""The witness of a cadence that is named without one."""


def folder(*names: str) -> str:
    """Return a data folder, such as `drums` or `scores`, `plans`: the packaged one, else the checkout's."""
    here = os.path.dirname(os.path.abspath(__file__))
    packaged = os.path.join(here, "data", *names)
    return packaged if os.path.isdir(packaged) else os.path.join(os.path.dirname(here), *names)


def files(directory: str) -> dict[str, str]:
    """Return the TOML files of a folder by name without suffix, in alphabetical order."""
    names = sorted(name for name in os.listdir(directory) if name.endswith(".toml"))
    return {name.removesuffix(".toml"): os.path.join(directory, name) for name in names}


# --- witnesses --------------------------------------------------------------------------------


def witnesses(own: PathName | None = None) -> dict[str, str]:
    """Return the file of each witness by siglum, the packaged ones first, then those of a user's folder.

    Raises LibraryError if that folder cannot be read, holds none, or has a siglum that is taken, or
    something that is no file, and would perhaps be waited for without end.
    """
    found = files(folder("drums"))
    if own is None:
        return found
    try:
        added = files(os.fspath(own))
    except OSError as error:
        raise LibraryError(f"{own}: {error.strerror}") from error
    if not added:
        raise LibraryError(f"{own}: no .toml file in the folder")
    for siglum, path in added.items():
        if siglum in found:
            raise LibraryError(f"{path}: siglum {siglum} is taken by a packaged witness")
        if os.path.exists(path) and not os.path.isfile(path):
            raise LibraryError(f"{path}: not a regular file")
    return found | added


def witness(siglum: str, own: PathName | None = None) -> Witness:
    """Load one witness; raises LibraryError if there is none, or if its file is wrong."""
    found = witnesses(own)
    if siglum not in found:
        raise LibraryError(f"no witness {siglum!r}; there are {' '.join(found)}")
    return load(found[siglum])


def unread() -> tuple[Unread, ...]:
    """Return the books that print the rows, or should, and could not be read."""
    return tuple(book for path in files(folder("drums", "unread")).values() for book in load_unread(path))


def known_rows() -> dict[str, frozenset[str]]:
    """Return the printed forms of each cadence in the packaged witnesses, doubtful ones left out."""
    found: dict[str, set[str]] = {}
    for path in witnesses().values():
        for reading in load(path).readings:
            if reading.name and not any(mark.doubtful for mark in reading.marks):
                found.setdefault(reading.name, set()).add(str(reading.cadence))
    return {name: frozenset(rows) for name, rows in found.items()}


# --- plans ------------------------------------------------------------------------------------

DEFAULT: Final = "default"
CHOICES: Final = ("timing", "beats_per_minute", "cycles", "gap", "count_in", "sounds", "accent")


def plans() -> dict[str, str]:
    """Return the file of each packaged plan by name."""
    return files(folder("scores", "plans"))


def plan(name: PathName = DEFAULT) -> Plan:
    """Load a plan by name or from a file; what a file leaves out is as in the default plan.

    Raises LibraryError for a file that is missing or wrong, PlanError for a choice out of range.
    """
    packaged, given = plans(), os.fspath(name)
    if given not in packaged and not given.endswith(".toml"):
        raise LibraryError(f"no plan {given!r}; there are {' '.join(packaged)}, or give a .toml file")
    path = packaged.get(given, given)
    data = datafile.load(path)
    datafile.only(data, {"name", *CHOICES}, path)
    chosen: dict[str, object] = {}
    reasons: dict[str, str] = {}
    for field in CHOICES:
        if field in data:
            chosen[field], reasons[field] = reasoned_choice(data[field], field, path)
    label = datafile.text(data, "name", path)
    try:
        if given == DEFAULT:
            return Plan(label, **chosen, reasons=tuple(reasons.items()))  # type: ignore[arg-type]
        base = plan()
        merged = tuple((dict(base.reasons) | reasons).items())
        return replace(base, name=label, **chosen, reasons=merged)  # type: ignore[arg-type]
    except PlanError as error:
        raise PlanError(f"{path}: {error}") from error


def reasoned_choice(table: object, field: str, path: str) -> tuple[object, str]:
    """Return a choice of a plan file and its reason; a choice without one is refused."""
    if not isinstance(table, dict) or "value" not in table:
        raise LibraryError(f"{path}: {field} must be a table with value and reason")
    datafile.only(table, {"value", "reason"}, path)
    try:
        return choice(field, table["value"]), datafile.text(table, "reason", path)
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


def sound_names() -> dict[str, str]:
    """Return the file of each packaged pair of sounds by name."""
    return files(folder("scores", "sounds"))


def sounds(name: str) -> Sounds:
    """Load the sounds of the two drums by name; raises PlanError with the names that there are."""
    found = sound_names()
    if name not in found:
        raise PlanError(f"unknown sounds {name!r}; expected one of {' '.join(found)}")
    path = found[name]
    data = datafile.load(path)
    datafile.only(data, {"name", "reason", "pi", "gu"}, path)
    label, reason = (datafile.text(data, key, path) for key in ("name", "reason"))
    (pi, pi_tone), (gu, gu_tone) = (drum_sound(data, drum, path) for drum in ("pi", "gu"))
    return Sounds(label, label, pi, gu, pi_tone, gu_tone, reason)


def drum_sound(data: dict[str, Any], drum: str, path: str) -> tuple[int, Tone]:
    """Return the MIDI key and the tone of a drum."""
    table = data.get(drum)
    if not isinstance(table, dict):
        raise LibraryError(f"{path}: {drum} must be written [{drum}]")
    datafile.only(table, {"key", *RANGES}, path)
    tone = Tone(*(datafile.number(table, field, path) for field in RANGES))
    return datafile.whole(table, "key", path), tone
