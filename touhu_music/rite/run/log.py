"""The log of a rite that is done: a line of JSON for each thing that happened, in the order of time.

Each session begins with the clock on the wall and with where the rite was; from there on seconds
are counted on a clock that nobody can set. The keys of a log lead through the rite once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from touhu_music.errors import RiteError
from touhu_music.rite.rites import Data
from touhu_music.rite.run import running
from touhu_music.rite.run import state as run_state
from touhu_music.rite.run.running import Key, Run, Turn
from touhu_music.rite.run.state import Chosen, State
from touhu_music.rite.scoring.throws import Landing

LARGEST: Final = 50_000_000
"""A log of more bytes is refused."""


Wall = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00\Z")]
"""A time by the clock on the wall, in UTC."""

Seconds = Annotated[float, msgspec.Meta(ge=0, le=100_000_000)]
"""Seconds since the begin of a session, which is no longer than three years."""


class Session(Data, frozen=True, omit_defaults=True):
    """The begin of a session: when by the clock on the wall, and where the rite was."""

    touhu: Literal["rite run log"]
    version: Literal[1]
    wall: Wall
    state: State


class Event(Data, frozen=True, omit_defaults=True):
    """What happened so many seconds after the begin of its session.

    A key with the stop that it led to, or with the throw that it told; the drum that begins with a
    cycle, or ends; a cycle that begins, perhaps beyond the plan; the end of the session.
    """

    at: Seconds
    key: Key | None = None
    step: str | None = None
    round: int | None = None
    pair: int | None = None
    place: int | None = None
    side: str | None = None
    throw: int | None = None
    landing: Landing | None = None
    drum: Literal["on", "off"] | None = None
    cycle: int | None = None
    beyond: bool = False
    end: bool = False


def session(run: Run, chosen: Chosen, wall: str) -> Session:
    """Return the begin of a session."""
    return Session("rite run log", 1, wall, run_state.state(run, chosen))


def pressed(before: Run, key: Key, after: Run, at: float) -> Event:
    """Return what a key did."""
    if key in (Key.NEXT, Key.BACK):
        cue = after.stop.cue
        return Event(at, key, cue.step, cue.round, cue.pair, after.place)
    turn = told(before, key)
    landing = running.thrown(after, after.round)[-1] if key is not Key.UNDO else None
    return Event(
        at, key, round=after.round, pair=turn.pair, side=str(turn.side), throw=turn.throw, landing=landing
    )


def told(run: Run, key: Key) -> Turn:
    """Return the throw that a key tells, or takes back."""
    place = len(running.thrown(run, run.round)) - (key is Key.UNDO)
    return running.turns(run, run.round)[place]


def line(entry: Session | Event) -> bytes:
    """Write a line of a log."""
    return msgspec.json.encode(entry) + b"\n"


# --- reading ----------------------------------------------------------------------------------------


class Recorded(NamedTuple):
    """A session with what happened in it."""

    begin: Session
    events: tuple[Event, ...]


def whole(data: bytes) -> bytes:
    """Return the lines that were written to their end: the last may have been cut off with the power."""
    return data[: data.rfind(b"\n") + 1]


def read(data: bytes, name: str) -> tuple[Recorded, ...]:
    """Read a log; raises RiteError that names it and the line of what is no part of one.

    A last line without an end is left out.
    """
    if len(data) > LARGEST:
        raise RiteError(f"{name}: larger than {LARGEST:,} bytes, no log of a run")
    sessions: list[tuple[Session, list[Event]]] = []
    last = 0.0
    for number, text in enumerate(whole(data).splitlines(), 1):
        place = f"{name}, line {number}"
        entry = parse(text, place)
        if isinstance(entry, Session):
            sessions.append((entry, []))
            last = 0.0
        elif not sessions:
            raise RiteError(f"{place}: expected the begin of a session first")
        elif entry.at < last:
            raise RiteError(f"{place}: {entry.at} s after {last} s; expected no earlier time")
        else:
            sessions[-1][1].append(entry)
            last = entry.at
    if not sessions:
        raise RiteError(f"{name}: no line of a log; expected one that touhu rite run --log has written")
    return tuple(Recorded(begin, tuple(events)) for begin, events in sessions)


def parse(text: bytes, place: str) -> Session | Event:
    """Read a line; raises RiteError with its place."""
    try:
        head = msgspec.json.decode(text)
        if isinstance(head, dict) and "touhu" in head:
            return msgspec.convert(head, Session, strict=True)
        return msgspec.convert(head, Event, strict=True)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RiteError(f"{place}: no line of a log of touhu rite run: {error}") from error


def replayed(begun: Run, recorded: Recorded, name: str) -> Iterator[tuple[float, Run]]:
    """Yield the run at the begin of a session and after each key of it, with the seconds of each.

    Raises RiteError, `name` in its text, where a key does not lead to the stop that is told.
    """
    state = recorded.begin.state
    run = run_state.resumed(begun, state, state.choices, name, "the rite is another now")
    yield 0.0, run
    for event in recorded.events:
        if event.key is None:
            continue
        run = running.press(run, event.key)
        if event.place is not None and event.place != run.place:
            where = run_state.named(event.step or "", event.round)
            raise RiteError(f"{name}: at {event.at} s {where} does not follow; the rite is another now")
        yield event.at, run
