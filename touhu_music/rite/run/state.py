"""What is kept of a rite while it is done, so that it goes on where it was left: JSON, checked."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, Literal

import msgspec

from touhu_music.errors import RiteError
from touhu_music.language import number
from touhu_music.rite.cues import Choices
from touhu_music.rite.rites import Data
from touhu_music.rite.run import running
from touhu_music.rite.run.running import Run

KIND: Final = "rite run"
VERSION: Final = 1
LARGEST: Final = 1_000_000
"""Bytes of what is kept; it has a letter for each throw."""

ANEW: Final = "--restart begins anew, --state names another file"

Chosen = dict[str, str | int | bool | None]
"""What decides what the steps are, by the names of the options."""


class State(Data, frozen=True):
    """Where a rite was left: the stop, counted from 0, with its names for people, and all throws.

    `throws` has a text for each round, M for a hit and X for a miss in the order of the plan.
    """

    touhu: Literal["rite run"]
    version: Literal[1]
    choices: Chosen
    place: int
    step: str
    round: int | None
    pair: int | None
    throws: tuple[str, ...]
    results: tuple[str, ...]
    over: bool


def chosen(run: Run, witness: str) -> Chosen:
    """Return what was chosen of a rite, without the results, which come of themselves."""
    found: Chosen = {"rite": run.rite.name, "witness": witness}
    for each in fields(Choices):
        if each.name not in ("results", "gap"):
            found[each.name.replace("_", "-")] = getattr(run.choices, each.name)
    return found | {"pairs": run.sheet.pairs, "gap": number(run.choices.gap)}


def state(run: Run, chosen: Chosen) -> State:
    """Return what is kept of a run."""
    cue = run.stop.cue
    throws = tuple("".join(each) for each in run.throws)
    return State(
        "rite run",
        1,
        chosen,
        run.place,
        cue.step,
        cue.round,
        cue.pair,
        throws,
        run.choices.results,
        run.over,
    )


def to_bytes(state: State) -> bytes:
    """Write a state as JSON, and read it back; raises RiteError if that is another."""
    data = msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n"
    if msgspec.json.decode(data, type=State) != state:
        raise RiteError("the state of the run does not give itself back")
    return data


def from_bytes(data: bytes, name: str) -> State:
    """Read a state; raises RiteError, `name` in its text, for what is none, or is of another version."""
    if len(data) > LARGEST:
        raise RiteError(f"{name}: no state of a run: larger than {LARGEST:,} bytes; {ANEW}")
    try:
        head = msgspec.json.decode(data)
        kind, version = (head.get("touhu"), head.get("version")) if isinstance(head, dict) else (None, None)
        if kind != KIND:
            raise RiteError(f"{name}: no state of a run, but another file; --state names another")
        if version != VERSION:
            raise RiteError(f"{name}: a state of version {str(version)[:20]}, not {VERSION}; {ANEW}")
        return msgspec.convert(head, State, strict=True)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RiteError(f"{name}: a damaged state: {error}; {ANEW}") from error


def ours(data: bytes) -> bool:
    """Tell whether a file is a state, damaged or not, or empty, so that another may replace it."""
    return not data.strip() or b'"touhu": "rite run"' in data[:100]


def resumed(run: Run, state: State, chosen: Chosen, name: str, cure: str = ANEW) -> Run:
    """Return a run as its state has it; raises RiteError, `name` and what to do in its text, where not."""
    check(state.choices, chosen, name, cure)
    try:
        found = running.at(run, state.place, state.throws, state.results, over=state.over)
    except (RiteError, ValueError) as error:
        raise RiteError(f"{name}: a damaged state: {error}; {cure}") from error
    cue = found.stop.cue
    if (cue.step, cue.round, cue.pair) != (state.step, state.round, state.pair):
        there, kept = named(cue.step, cue.round), named(state.step, state.round)
        raise RiteError(f"{name}: kept at {kept}, where {there} is now; {cure}")
    return found


def check(kept: Chosen, chosen: Chosen, name: str, cure: str) -> None:
    """Raise RiteError, `name` and what to do in its text, for the first choice that is another."""
    for key in {**chosen, **kept}:
        had, has = kept.get(key), chosen.get(key)
        if had != has:
            raise RiteError(f"{name}: of {key} {shown(had)}, not {shown(has)}; {cure}")


def named(step: str, round: int | None) -> str:
    """Name a stop in a message."""
    return step[:20] + (f" of round {round}" if round else "")


def shown(value: Any) -> str:
    """Show a choice in a message."""
    return "none" if value is None else str(value)[:40]
