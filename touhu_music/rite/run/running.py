"""The rite while it is done: where it is, what was thrown, and what each key makes of that.

A run is a value, and a key gives another: nothing here knows of a clock, a terminal or a drum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.rite.counting import counting
from touhu_music.rite.counting.counting import Announcement, Form, Side
from touhu_music.rite.cues import ROUNDS, UNKNOWN, Choices, Cue, Sheet, cue_sheet, cycles, slots
from touhu_music.rite.rites import Rite
from touhu_music.rite.scoring.throws import Landing

OF_ROUND: Final = ("won", "guest-won", "host-won", "tied")
"""What is done as a round came out: with the first such act the round has been counted."""


class Key(StrEnum):
    """What a key asks for."""

    NEXT = "next"
    BACK = "back"
    GUEST = "guest"  # a hit
    HOST = "host"
    MISS = "miss"  # of whoever throws
    UNDO = "undo"


class Stop(NamedTuple):
    """What is shown at once: a row of the cue sheet, or all throws of a pair."""

    cues: tuple[Cue, ...]

    @property
    def cue(self) -> Cue:
        """The row, or the first one."""
        return self.cues[0]

    @property
    def throws(self) -> bool:
        """Tell whether it is the throws of a pair."""
        return throwing(self.cue)


class Turn(NamedTuple):
    """A throw as the plan has it: of which pair and side, and in which cycle of the round, if in any."""

    pair: int
    side: Side
    throw: int
    cycle: int | None


@dataclass(frozen=True, slots=True)
class Run:
    """A rite that is being done: at which stop it is, and how each throw of each round landed.

    The sheet has the results of the rounds that were counted. `plan` is who throws after whom in a
    round. `throws` are by round, in the order of the plan, in or not. Under `hold` the drum goes on
    beyond the plan until all have thrown. `told` is the word for what the last key did not do, or
    did besides.
    """

    rite: Rite
    lengths: Mapping[str, Fraction]
    sheet: Sheet
    stops: tuple[Stop, ...]
    plan: tuple[Turn, ...]
    place: int = 0
    throws: tuple[tuple[Landing, ...], ...] = ((),) * len(ROUNDS)
    hold: bool = True
    over: bool = False
    told: str = field(default="", compare=False)

    @property
    def stop(self) -> Stop:
        """Where it is."""
        return self.stops[self.place]

    @property
    def choices(self) -> Choices:
        """What is chosen, with the results so far."""
        return self.sheet.choices

    @property
    def round(self) -> int | None:
        """The round in which it is."""
        return self.stop.cue.round

    @property
    def drummed(self) -> bool:
        """Tell whether the drum is on here, as the cue sheet says."""
        return not self.over and self.stop.cue.music == "on"


def begin(rite: Rite, choices: Choices, lengths: Mapping[str, Fraction], *, hold: bool = True) -> Run:
    """Return a rite before its first step; raises RiteError as `cue_sheet` does."""
    sheet = cue_sheet(rite, choices, lengths)
    return Run(rite, lengths, sheet, stops(sheet), planned_turns(sheet), hold=hold)


def stops(sheet: Sheet) -> tuple[Stop, ...]:
    """Part a sheet into what is shown at once."""
    found: list[Stop] = []
    for (*_, together), group in groupby(sheet.cues, lambda cue: (cue.round, cue.pair, throwing(cue))):
        rows = tuple(group)
        found += [Stop(rows)] if together else [Stop((row,)) for row in rows]
    return tuple(found)


def throwing(cue: Cue) -> bool:
    """Tell whether a row is a cycle of the drum or a throw."""
    return cue.beat is not None or cue.throw is not None


# --- what is thrown and counted ---------------------------------------------------------------------


def planned_turns(sheet: Sheet) -> tuple[Turn, ...]:
    """Return the throws of a round in the order of the plan; all rounds with throws have the same."""
    rite, choices = sheet.rite, sheet.choices
    of_pair = cycles(rite, choices)
    return tuple(
        Turn(pair, Side(slot.only), slot.throw, slot.cycle and of_pair * (pair - 1) + slot.cycle)
        for pair in range(1, sheet.pairs + 1)
        for slot in slots(rite, choices)
        if slot.throw
    )


def turns(run: Run, round: int | None) -> tuple[Turn, ...]:
    """Return the throws of a round in the order of the plan; none where the sheet has none."""
    return run.plan if any(stop.throws for stop in run.stops if stop.cue.round == round) else ()


def planned(run: Run) -> int:
    """Return how many cycles a round has by the plan; under `free` as many as for an exchange, our choice."""
    return cycles(run.rite, run.choices) * run.sheet.pairs


def thrown(run: Run, round: int | None) -> tuple[Landing, ...]:
    """Return the throws of a round so far."""
    return run.throws[round - 1] if round else ()


def awaited(run: Run) -> Turn | None:
    """Return who throws next in this round; nobody where all have, or none throws here."""
    return next(iter(turns(run, run.round)[len(thrown(run, run.round)) :]), None)


def heaps(run: Run, round: int) -> tuple[int, int]:
    """Return the counters of guest and host for the throws of a round so far."""
    hits = [
        turn.side
        for turn, landing in zip(turns(run, round), thrown(run, round), strict=False)
        if landing is Landing.MOUTH
    ]
    return hits.count(Side.GUEST), hits.count(Side.HOST)


def announced(run: Run, round: int) -> Announcement | None:
    """Return what is announced of a round; nothing where no throw was told, so that nobody knows."""
    if not thrown(run, round):
        return None
    return counting.announce(*heaps(run, round), form=form(run))


def form(run: Run) -> Form:
    """Return who is named in the announcement: in archery the heaps, by some books the parties.

    Source: 儀禮·鄉射禮 「右賢於左」; 大戴禮記 and 定齋集 「某黨賢於某黨」.
    """
    if run.rite.name == "archery":
        return Form.ARCHERY
    return Form.PARTIES if run.choices.text in ("dadai", "dingzhai") else Form.WHO


def result(run: Run, round: int) -> str:
    """Return the result of a round for the cue sheet."""
    found = announced(run, round)
    if found is None:
        return UNKNOWN
    return {Side.GUEST: "G", Side.HOST: "H", None: "T"}[found.winner]


def counted(run: Run, round: int | None) -> bool:
    """Tell whether the place is beyond the counting of a round."""
    passed = (stop.cue for stop in run.stops[: run.place + 1])
    return any(cue.round == round and cue.act.only in OF_ROUND for cue in passed)


def results_of(run: Run) -> tuple[str, ...]:
    """Return the results of all rounds up to the last that has been counted."""
    numbers = run.rite.counted_rounds
    last = max((round for round in numbers if counted(run, round)), default=0)
    return tuple(result(run, round) for round in numbers if round <= last)


def enters(run: Run) -> bool:
    """Tell whether throws can be told here: once the drum is on, until the round is counted."""
    if not turns(run, run.round) or counted(run, run.round):
        return False
    here = (stop.cue.music for stop in run.stops[: run.place + 1] if stop.cue.round == run.round)
    return "on" in here


# --- the keys ---------------------------------------------------------------------------------------


def press(run: Run, key: Key) -> Run:
    """Return the run after a key; one that means nothing here changes nothing but what is told."""
    run = replace(run, told="")
    match key:
        case Key.NEXT:
            return following(run)
        case Key.BACK:
            return earlier(run)
        case Key.UNDO:
            return undone(run)
        case Key.MISS:
            return entered(run, None)
        case _:
            return entered(run, Side(key))


def following(run: Run) -> Run:
    """Go to the next stop; with the first that hangs on the round, the round has been counted."""
    if run.place + 1 == len(run.stops):
        return replace(run, over=True, told="run-over" if run.over else "")
    then = replace(run, place=run.place + 1)
    if results_of(then) == run.choices.results:
        return then
    told = "" if awaited(run) is None else "run-missing" if thrown(run, run.round) else "run-unknown"
    return with_results(replace(then, told=told), results_of(then))


def earlier(run: Run) -> Run:
    """Go to the stop before; before the first that hangs on the round, the round is open again."""
    if run.over:
        return replace(run, over=False)
    if run.place == 0:
        return replace(run, told="run-first")
    then = replace(run, place=run.place - 1)
    return then if results_of(then) == run.choices.results else with_results(then, results_of(then))


def with_results(run: Run, results: tuple[str, ...]) -> Run:
    """Return the run with a sheet for other results; nothing before the place is otherwise by them."""
    sheet = cue_sheet(run.rite, replace(run.choices, results=results), run.lengths)
    return replace(run, sheet=sheet, stops=stops(sheet))


def entered(run: Run, hit: Side | None) -> Run:
    """Take down the hit of a side, or a miss, of whoever throws next: they throw by turns."""
    turn = awaited(run)
    if not enters(run):
        return replace(run, told="run-counted" if counted(run, run.round) else "run-no-throws")
    if turn is None:
        return replace(run, told="run-all-thrown")
    if hit not in (None, turn.side):
        return replace(run, told=f"run-turn-{turn.side}")
    return with_throws(run, (*thrown(run, run.round), Landing.MOUTH if hit else Landing.MISS))


def undone(run: Run) -> Run:
    """Take back the last throw that was told in this round."""
    if not enters(run):
        return replace(run, told="run-counted" if counted(run, run.round) else "run-no-throws")
    if not thrown(run, run.round):
        return replace(run, told="run-no-undo")
    return with_throws(run, thrown(run, run.round)[:-1])


def with_throws(run: Run, landings: tuple[Landing, ...]) -> Run:
    """Return the run with other throws in its round."""
    rounds = enumerate(run.throws, 1)
    return replace(run, throws=tuple(landings if round == run.round else each for round, each in rounds))


# --- where it was -----------------------------------------------------------------------------------


def at(run: Run, place: int, throws: Iterable[str], results: tuple[str, ...], *, over: bool) -> Run:
    """Return a run as it was left; raises RiteError for one that its keys could not have led to."""
    given = tuple(tuple(map(Landing, each)) for each in throws)
    if len(given) != len(ROUNDS):
        raise RiteError(f"{len(given)} rounds of throws; expected {len(ROUNDS)}")
    found = with_results(replace(run, throws=given), results)
    for round, each in enumerate(given, 1):
        most = len(turns(found, round))
        if len(each) > most or not set(each) <= {Landing.MOUTH, Landing.MISS}:
            raise RiteError(f"round {round}: {len(each)} throws; expected at most {most} of M and X")
    if not 0 <= place < len(found.stops):
        raise RiteError(f"stop {place}; expected 0 to {len(found.stops) - 1}")
    found = replace(found, place=place, over=over)
    if results != (expected := results_of(found)):
        raise RiteError(f"results {','.join(results) or 'none'}; expected {','.join(expected) or 'none'}")
    if over and place != len(found.stops) - 1:
        raise RiteError("it is over before its last stop")
    return found
