"""Throws judged against the drum that sounded: how far each is from its place, and whether it is valid."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from io import StringIO
from math import floor
from typing import Final, NamedTuple

from touhu_music.errors import PlanError, RiteError
from touhu_music.language import number
from touhu_music.notation import describe
from touhu_music.performance import Performance, exact, perform
from touhu_music.practice import Rehearsal
from touhu_music.rite.counting import ARROWS, MOST_PAIRS, Side, earned
from touhu_music.rite.throws import EVENT, LETTERS, Event, Fate, Landing, Lying, Pot, Throw


class Mode(StrEnum):
    """How throws and cycles belong together; the text of 投壺 alone ties none to the other."""

    EXCHANGE = "exchange"  # 鄭玄 on 鄉射: one cycle to listen, then four in each of which both throw
    THROW = "throw"  # a cycle for each throw, which falls on its last stroke; ours
    FREE = "free"  # throws are not tied to cycles

    @property
    def basis(self) -> str:
        """What the mode rests on."""
        return {Mode.EXCHANGE: "analogy", Mode.THROW: "reconstruction", Mode.FREE: "text"}[self]


class OffBeat(StrEnum):
    """What becomes of a throw off the drum: no source voids one in 投壺.

    Source: 儀禮·鄉射禮, 不鼓不釋, for archery; by analogy here.
    """

    FLAG = "flag"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Terms:
    """By what throws are judged; `listen` is the cycles before the first throw of a pair in `exchange`.

    The tolerance is in seconds, and ours. Raises RiteError for a value out of its range.
    """

    mode: Mode = Mode.EXCHANGE
    pairs: int = 1
    listen: int = 1
    tolerance: Fraction = Fraction(1, 4)
    off_beat: OffBeat = OffBeat.FLAG

    def __post_init__(self) -> None:
        if not 1 <= self.pairs <= MOST_PAIRS:
            raise RiteError(f"pairs must be in range 1..{MOST_PAIRS}, not {self.pairs}")
        if not 0 <= self.listen <= MOST_PAIRS:
            raise RiteError(f"listen must be in range 0..{MOST_PAIRS}, not {self.listen}")
        if not 0 <= self.tolerance <= 60:
            raise RiteError(f"tolerance must be in range 0..60 seconds, not {number(self.tolerance)}")

    @property
    def cycles_a_pair(self) -> int | None:
        """How many cycles sound for a pair; None where they run on.

        Source: 鄭玄 on 鄉射禮, 一節之間當拾發，四節四拾，其一節先以聽也.
        """
        return {Mode.EXCHANGE: self.listen + ARROWS, Mode.THROW: 2 * ARROWS, Mode.FREE: None}[self.mode]

    def cycle(self, pair: int, side: Side, arrow: int) -> int | None:
        """Return the cycle, from 1, in which a throw belongs; None where there is no such."""
        before = (pair - 1) * (self.cycles_a_pair or 0)
        if self.mode is Mode.THROW:
            return before + 2 * arrow - (side is Side.GUEST)
        return before + self.listen + arrow if self.mode is Mode.EXCHANGE else None


# --- the record --------------------------------------------------------------------------------


class Timed(NamedTuple):
    """A throw at its second, and how it landed if that was noted."""

    seconds: Fraction
    side: Side
    throw: Throw | None = None

    def __str__(self) -> str:
        return " ".join([number(self.seconds), self.side, *([str(self.throw)] if self.throw else [])])


LAST_SECOND: Final = 86_400
"""A throw more than a day away from the first sound is a slip of the keys."""

COLUMNS: Final = ("seconds", "party", "throw")
TOLD: Final = (
    *("number", "pair", "arrow", "due", "cycle", "stroke_cycle", "stroke", "offset"),
    *("on_drum", "in_turn", "order", "counters", "flags"),
)
"""Columns that a table of judgements has beside those of a record; they are not read."""

SIDES: Final = {"guest": Side.GUEST, "g": Side.GUEST, "host": Side.HOST, "h": Side.HOST}


def read(text: str) -> tuple[Timed, ...]:
    """Read throws, a line each: `seconds guest|host [letter]`, apart by spaces or commas.

    Lines may be empty or begin with #. A first line of names says in which order the columns are.
    Raises RiteError that names the line, and what was expected.
    """
    columns: Sequence[str] = COLUMNS
    found: list[Timed] = []
    for line, cells in rows(text):
        if not found and columns is COLUMNS and "seconds" in cells:
            columns = names(line, cells)
            continue
        if len(cells) > len(columns) or len(cells) < min(2, len(columns)):
            raise RiteError(f"line {line}: {len(cells)} words; expected seconds, guest or host, and a letter")
        said = dict(zip(columns, cells, strict=False))
        found.append(timed(line, said))
        if len(found) > 1 and found[-1].seconds < found[-2].seconds:
            raise RiteError(
                f"line {line}: {said['seconds']} s after a later throw; expected the order of time"
            )
    if not found:
        raise RiteError("no throw; expected lines such as 12.5 guest M")
    return tuple(found)


def rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line that says something, with its number."""
    for line, said in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        bare = said.strip()
        if not bare or bare.startswith("#"):
            continue
        try:
            cells = next(csv.reader(StringIO(bare), strict=True)) if "," in bare else bare.split()
        except csv.Error as error:
            raise RiteError(f"line {line}: {error}") from error
        yield line, [cell.strip() for cell in cells]


def names(line: int, cells: Sequence[str]) -> Sequence[str]:
    """Return the columns that a line names."""
    for cell in cells:
        if cell not in COLUMNS + TOLD or cells.count(cell) > 1:
            raise RiteError(f"line {line}: column {cell[:40]!r}; expected each of {' '.join(COLUMNS)} once")
    if "party" not in cells:
        raise RiteError(f"line {line}: no column party; expected {' '.join(COLUMNS)}")
    return cells


def timed(line: int, said: dict[str, str]) -> Timed:
    """Read one throw; raises RiteError that names the line."""
    try:
        seconds = exact("seconds", said.get("seconds", ""))
    except PlanError as error:
        raise RiteError(f"line {line}: {error}") from error
    if abs(seconds) > LAST_SECOND:
        raise RiteError(f"line {line}: seconds must be in range {-LAST_SECOND}..{LAST_SECOND}")
    side = SIDES.get(said.get("party", "").lower())
    if side is None:
        raise RiteError(f"line {line}: {said.get('party', '')[:40]!r} is no party; expected guest or host")
    return Timed(seconds, side, landed(line, said["throw"]) if said.get("throw") else None)


def landed(line: int, text: str) -> Throw:
    """Read how an arrow landed, and what it did; which arrows there are is not known here."""
    if text[0] not in tuple(Landing):
        raise RiteError(f"line {line}: {describe(text[0])} is no throw; expected one of {LETTERS}")
    if not re.fullmatch(rf"(?:{EVENT.pattern})*", text[1:]):
        raise RiteError(f"line {line}: {text[:40]!r}; expected a letter, and +Nin or +Nout after it")
    events = (Event(int(match[1]), Fate(match[2])) for match in EVENT.finditer(text))
    return Throw(Landing(text[0]), tuple(events))


# --- judging -----------------------------------------------------------------------------------


class Judged(NamedTuple):
    """A throw against the drum.

    `due` is the cycle in which it belongs, `cycle` the one in which it fell, None outside of all.
    `stroke` is the one from which the offset is taken, in `exchange` the nearest, where the offset is
    from the ends of the cycle that is due and 0 within. `order` tells whether the guest threw before
    the host in this exchange; None where no order is asked, or one of them did not throw. What an
    arrow that was not noted did is None.
    """

    timed: Timed
    pair: int
    arrow: int
    due: int | None
    cycle: int | None
    stroke: tuple[int, int]  # cycle and number, both from 1
    offset: Fraction
    from_stroke: Fraction
    on_drum: bool
    in_turn: bool
    order: bool | None
    inside: bool | None
    base_first: bool | None
    void: bool

    @property
    def counters(self) -> int | None:
        """The counter that it earns; None where it was not noted how it landed."""
        if self.void or not self.in_turn or self.inside is False or self.base_first is False:
            return 0
        if self.inside is None or self.base_first is None:
            return None
        return earned(inside=self.inside, base_first=self.base_first, in_turn=self.in_turn)

    @property
    def flags(self) -> tuple[str, ...]:
        """What is wrong with it, by the name that words and JSON have for it."""
        wrong = {
            "off-drum": not self.on_drum,
            "order": self.order is False,
            "out-of-turn": not self.in_turn,
            "not-in": self.inside is False,
            "wrong-end": self.base_first is False,
            "voided": self.void,
        }
        return tuple(name for name, holds in wrong.items() if holds)


def sounded(
    performance: Performance, terms: Terms, record: Sequence[Timed], cycles: int | None = None
) -> Performance:
    """Return the performance with as many cycles as the pairs need, or as free throws last.

    Raises RiteError for a number of cycles where the pairs say it, PlanError for too many.
    """
    if terms.cycles_a_pair is not None:
        if cycles is not None:
            raise RiteError(
                f"cycles are {terms.pairs * terms.cycles_a_pair} in mode {terms.mode}; leave them"
            )
        cycles = terms.pairs * terms.cycles_a_pair
    if cycles is None:
        rehearsal = Rehearsal(performance)
        last = max((each.seconds for each in record), default=Fraction(0)) - rehearsal.lead
        cycles = max(floor(last / performance.seconds(performance.period)) + 2, 1)
    plan = performance.plan.but("as the throws need", cycles=cycles)
    return perform(performance.reading or performance.cadence, performance.use, plan)


def judge(performance: Performance, terms: Terms, record: Sequence[Timed]) -> tuple[Judged, ...]:
    """Judge throws, whose seconds count from the first sound, against a performance of enough cycles.

    A throw belongs to the cycle of its number among those of its side, so that one out of turn does
    not shift the others. Raises RiteError for more throws than the pairs have.
    """
    numbers: dict[Side, int] = dict.fromkeys(Side, 0)
    placed: list[tuple[Timed, int, int]] = []
    for each in record:
        pair, arrow = divmod(numbers[each.side], ARROWS)
        numbers[each.side] += 1
        if pair >= terms.pairs:
            most = terms.pairs * ARROWS
            pairs = "1 pair" if terms.pairs == 1 else f"{terms.pairs} pairs"
            raise RiteError(
                f"throw {len(placed) + 1}: {each.side} throws arrow {most + 1}; expected {most} of {pairs}"
            )
        placed.append((each, pair + 1, arrow + 1))
    lying = at_the_end(placed)
    drum = Drumming(performance)
    places = {(each.side, pair, arrow): place for place, (each, pair, arrow) in enumerate(placed)}
    found = []
    for place, (each, pair, arrow) in enumerate(placed):
        before = placed[place - 1] if place else None
        alternates = before is None or (before[0].side, before[1]) != (each.side, pair)
        inside, base_first, in_turn = validity(lying[place])
        due = terms.cycle(pair, each.side, arrow)
        stroke, from_stroke = drum.nearest(each.seconds)
        offset = from_stroke
        if terms.mode is Mode.THROW and due is not None:
            stroke, offset = (due, len(performance.pattern)), each.seconds - drum.last_stroke(due)
            from_stroke = offset
        elif due is not None:
            offset = drum.beyond(each.seconds, due)
        guest, host = (places.get((side, pair, arrow)) for side in Side)
        order = None if terms.mode is Mode.FREE or guest is None or host is None else guest < host
        on_drum = abs(offset) <= terms.tolerance
        found.append(
            Judged(
                *(each, pair, arrow, due, drum.cycle(each.seconds), stroke, offset, from_stroke, on_drum),
                *(alternates and in_turn, order, inside, base_first),
                not on_drum and terms.off_beat is OffBeat.VOID,
            )
        )
    return tuple(found)


def validity(arrow: Lying | None) -> tuple[bool | None, bool | None, bool]:
    """Tell of an arrow whether it stays in, went in with its 本 end, and was not noted as out of turn.

    One that lies across is not in, and one that was caught and thrown again is out of turn.

    Source: 禮記·投壺, 順投為入，比投不釋; 孔穎達, 頻投，雖入亦不為之釋筭也.
    """
    if arrow is None:
        return None, None, True
    if arrow.now is Landing.MISS:
        return False, None, True
    inside = arrow.now not in (Landing.ACROSS, Landing.ACROSS_EAR)
    base_first = arrow.now not in (Landing.UPSIDE_DOWN, Landing.WRONG_END)
    again = (Landing.OUT_OF_TURN, Landing.REBOUND, Landing.REBOUND_EAR)
    return inside, base_first, arrow.now not in again


def at_the_end(placed: Sequence[tuple[Timed, int, int]]) -> dict[int, Lying | None]:
    """Return how each arrow lies when its pair has thrown; None where it was not noted.

    Raises RiteError for an event that cannot be, with the side and the pair.
    """
    found: dict[int, Lying | None] = {}
    for side, pair in dict.fromkeys((each.side, pair) for each, pair, _ in placed):
        own = [place for place, (each, where, _) in enumerate(placed) if (each.side, where) == (side, pair)]
        throws = [placed[place][0].throw for place in own]
        try:
            pot = Pot(tuple(throw or Throw(Landing.MOUTH) for throw in throws))  # what is not noted may fall
        except RiteError as error:
            raise RiteError(f"{side} of pair {pair}, {error}") from error
        for place, throw, arrow in zip(own, throws, pot.arrows, strict=True):
            found[place] = arrow if throw or arrow.fallen else None
    return found


class Drumming:
    """The seconds of a performance, from the first sound, its count-in included."""

    def __init__(self, performance: Performance) -> None:
        self.performance = performance
        self.lead = Rehearsal(performance).lead
        self.period = performance.seconds(performance.period)
        self.onsets = [performance.seconds(stroke.onset) for stroke in performance.pattern]

    def cycle(self, seconds: Fraction) -> int | None:
        """Return the cycle, from 1, that a second lies in, its gap included."""
        cycle = floor((seconds - self.lead) / self.period) + 1
        return cycle if 1 <= cycle <= self.performance.plan.cycles else None

    def last_stroke(self, cycle: int) -> Fraction:
        """Return the second of the last stroke of a cycle."""
        return self.start(cycle) + self.onsets[-1]

    def start(self, cycle: int) -> Fraction:
        """Return the second at which a cycle begins."""
        return self.lead + (cycle - 1) * self.period

    def beyond(self, seconds: Fraction, cycle: int) -> Fraction:
        """Return how far a second lies before a cycle, as less than nothing, or after its end."""
        start = self.start(cycle)
        if seconds < start:
            return seconds - start
        return max(seconds - start - self.period, Fraction(0))

    def nearest(self, seconds: Fraction) -> tuple[tuple[int, int], Fraction]:
        """Return the nearest stroke of all, as cycle and number, and how far a second is from it."""
        cycles = self.performance.plan.cycles
        at = min(max(floor((seconds - self.lead) / self.period) + 1, 1), cycles)
        place = max(bisect_right(self.onsets, seconds - self.start(at)), 1)
        following = (at, place + 1) if place < len(self.onsets) else (at + 1, 1)
        near = [(at, place), *([following] if following[0] <= cycles else [])]
        offsets = [(each, seconds - self.start(each[0]) - self.onsets[each[1] - 1]) for each in near]
        return min(offsets, key=lambda it: abs(it[1]))  # of two as near the earlier


# --- typed ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Desk:
    """What was typed so far: when the first stroke was, the throws, whether it is over."""

    first: float | None = None
    throws: tuple[Timed, ...] = ()
    over: bool = False


KEYS: Final = {"g": Side.GUEST, "h": Side.HOST}


def press(desk: Desk, key: str, seconds: float, lead: Fraction = Fraction(0)) -> Desk:
    """Return the desk after a key: space at the first stroke, g and h at a throw, a letter for the last.

    `lead` is the seconds from the first sound to the first stroke. A key that means nothing changes
    nothing, nor does a throw before the first stroke was told.
    """
    if key in ("q", "\x04"):
        return replace(desk, over=True)
    if key == " ":
        return Desk(seconds)
    if key == "u":
        return replace(desk, throws=desk.throws[:-1])
    if key in KEYS and desk.first is not None:
        now = lead + Fraction(round((seconds - desk.first) * 1000), 1000)
        return replace(desk, throws=(*desk.throws, Timed(now, KEYS[key])))
    if key in tuple(Landing) and desk.throws:
        last = desk.throws[-1]._replace(throw=Throw(Landing(key)))
        return replace(desk, throws=(*desk.throws[:-1], last))
    return desk


def written(record: Iterable[Timed]) -> bytes:
    """Write throws so that they can be read again."""
    return "".join(f"{each}\n" for each in record).encode()
