"""Throws judged against the drum that sounded: how far each is from its place, and whether it is valid.

Each throw is judged by itself. Which cycle a throw was for is not told by its number, or one slip would
shift all that follow: of all ways to give cycles to the throws of a pair, the one that finds fault with
the fewest is taken.
"""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections import Counter
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
from touhu_music.rite.counting.counting import ARROWS, MOST_PAIRS, Side, earned
from touhu_music.rite.scoring.throws import EVENT, LETTERS, Event, Fate, Landing, Lying, Pot, Throw


class Mode(StrEnum):
    """How throws and cycles belong together; the text of 投壺 alone ties none to the other."""

    EXCHANGE = "exchange"  # 鄭玄 on 鄉射: one cycle to listen, then four in each of which both throw
    THROW = "throw"  # a cycle for each throw, which falls on its last stroke; ours
    FREE = "free"  # throws are not tied to cycles

    @property
    def basis(self) -> str:
        """What the mode rests on."""
        return "analogy" if self is Mode.EXCHANGE else "reconstruction"


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

    def cycles(self, pair: int) -> range:
        """Return the cycles, from 1, in which a pair throws; none where throws are not tied to them."""
        each = self.cycles_a_pair
        if each is None:
            return range(0)
        heard = self.listen if self.mode is Mode.EXCHANGE else 0
        return range((pair - 1) * each + heard + 1, pair * each + 1)


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

    `due` is the cycle in which it belongs, for one out of turn the nearest in which its pair throws;
    `cycle` is the one in which it fell, None outside of all. `stroke` is the one from which the offset
    is taken, in `exchange` the nearest, where the offset is from the ends of the cycle that is due and 0
    within. `order` tells whether the guest threw before the host in this exchange; None where no order
    is asked, or one of them did not throw. What an arrow that was not noted did is None.
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
            "order": self.order is False and self.timed.side is Side.HOST,
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

    Raises RiteError for more throws than the pairs have.
    """
    drum = Drumming(performance)
    placed = in_pairs(record, terms, drum)
    lying, turns = at_the_end(placed), turns_of(placed, terms, drum)
    found = []
    for place, (each, pair, arrow) in enumerate(placed):
        inside, base_first, in_turn = validity(lying[place])
        turn = turns[place]
        stroke, from_stroke = drum.nearest(each.seconds)
        offset = from_stroke
        if terms.mode is Mode.THROW and turn.due is not None:
            stroke, offset = (turn.due, len(performance.pattern)), drum.early(each.seconds, turn.due)
            from_stroke = offset
        elif turn.due is not None:
            offset = drum.beyond(each.seconds, turn.due)
        on_drum = abs(offset) <= terms.tolerance and not turn.hurried
        found.append(
            Judged(
                *(
                    each,
                    pair,
                    arrow,
                    turn.due,
                    drum.cycle(each.seconds),
                    stroke,
                    offset,
                    from_stroke,
                    on_drum,
                ),
                *(turn.in_turn and in_turn, turn.order, inside, base_first),
                not on_drum and terms.off_beat is OffBeat.VOID,
            )
        )
    return tuple(found)


Placed = tuple[Timed, int, int]
"""A throw, its pair, and its number among the arrows of its side in that pair."""


def in_pairs(record: Sequence[Timed], terms: Terms, drum: Drumming) -> list[Placed]:
    """Say of each throw of which pair it is, by the cycle in which it fell, four of a side to a pair.

    What comes before a pair may throw is still of the pair before it, if that has arrows left. Where
    nothing is tied to cycles, the number alone tells the pair. Raises RiteError for too many throws.
    """
    thrown: dict[Side, Counter[int]] = {side: Counter() for side in Side}
    found: list[Placed] = []
    for each in record:
        own = thrown[each.side]
        if own.total() == terms.pairs * ARROWS:
            pairs = "1 pair" if terms.pairs == 1 else f"{terms.pairs} pairs"
            raise RiteError(
                f"throw {len(found) + 1}: {each.side} throws arrow {own.total() + 1}; "
                f"expected {own.total()} of {pairs}"
            )
        last = max(own, default=1)
        pair = last
        if terms.cycles_a_pair is not None:
            pair = max((drum.at(each.seconds) - 1) // terms.cycles_a_pair + 1, last)
            first = terms.cycles(pair)[0]
            begins = drum.last_stroke(first) if terms.mode is Mode.THROW else drum.start(first)
            if pair > last and each.seconds < begins - terms.tolerance:
                pair -= 1
        room = [number for number in range(1, terms.pairs + 1) if own[number] < ARROWS]
        pair = next((number for number in room if number >= pair), room[-1])
        own[pair] += 1
        found.append((each, pair, own[pair]))
    return found


class Turn(NamedTuple):
    """The cycle of a throw, and whether it was his turn; `hurried` is one for whom no cycle was left.

    A throw that is `loose` takes no cycle: it is out of turn, or hurried.
    """

    due: int | None
    in_turn: bool = True
    hurried: bool = False
    order: bool | None = None

    @property
    def loose(self) -> bool:
        """Tell whether the throw takes no cycle."""
        return self.hurried or not self.in_turn


def turns_of(placed: Sequence[Placed], terms: Terms, drum: Drumming) -> dict[int, Turn]:
    """Say of each throw for which cycle it was, and whether it was in turn there.

    Source: 禮記·投壺, 拾投; 鄭玄, 比投不拾也.
    """
    found: dict[int, Turn] = {}
    for pair in dict.fromkeys(pair for _, pair, _ in placed):
        own = [place for place, (_, where, _) in enumerate(placed) if where == pair]
        thrown = Thrown.of([placed[place][0] for place in own], terms, terms.cycles(pair), drum)
        if terms.mode is Mode.FREE:
            turns = [Turn(None, not thrown.again(place)) for place in range(len(own))]
        else:
            turns = fewest_faults(thrown)
        found |= zip(own, turns, strict=True)
    return found


class Thrown(NamedTuple):
    """The throws of a pair, and how far each is from each cycle in which the pair may throw."""

    throws: tuple[Timed, ...]
    mode: Mode
    tolerance: Fraction
    cycles: range
    far: tuple[dict[int, Fraction], ...]  # of each throw, by the cycle
    fell: tuple[int | None, ...]  # the cycle in which each fell

    @classmethod
    def of(cls, throws: Sequence[Timed], terms: Terms, cycles: range, drum: Drumming) -> Thrown:
        """Measure throws by the drum: from the cycle, or from its last stroke in the mode `throw`."""
        away = drum.early if terms.mode is Mode.THROW else drum.beyond
        far = tuple({cycle: abs(away(each.seconds, cycle)) for cycle in cycles} for each in throws)
        fell = tuple(drum.cycle(each.seconds) for each in throws)
        return cls(tuple(throws), terms.mode, terms.tolerance, cycles, far, fell)

    def side(self, place: int) -> Side:
        """Return who throws."""
        return self.throws[place].side

    def again(self, place: int) -> bool:
        """Tell whether a side throws twice running."""
        return place > 0 and self.side(place - 1) is self.side(place)

    def noted(self, place: int) -> bool:
        """Tell whether the record itself says that a throw was out of turn."""
        throw = self.throws[place].throw
        return throw is not None and throw.landing is Landing.OUT_OF_TURN

    def opens(self, place: int) -> bool:
        """Tell whether a host throws first of the pair, which only the mode `throw` minds."""
        return place == 0 and self.side(0) is Side.HOST and self.mode is Mode.THROW

    def off(self, place: int, cycle: int) -> bool:
        """Tell whether a throw is off the drum if it is for a cycle."""
        return self.far[place][cycle] > self.tolerance


class Fault(NamedTuple):
    """How much a way to give cycles is to be avoided, the worst first."""

    throws: int = 0  # at fault
    unfit: int = 0  # off the drum and not out of turn where a side throws twice running, or the reverse
    other: int = 0  # in a cycle of the other side
    far: Fraction = Fraction(0)  # off the drum, all together
    elsewhere: int = 0  # fallen in another cycle
    first: int = 0  # the earlier of two throws is out of turn, not the later

    def plus(self, more: Fault) -> Fault:
        """Return both together."""
        return Fault(
            *(self.throws + more.throws, self.unfit + more.unfit, self.other + more.other),
            *(self.far + more.far, self.elsewhere + more.elsewhere, self.first + more.first),
        )


Taken = tuple[int, frozenset[Side]]
"""The cycle that was taken last, and who has thrown in it."""
Option = tuple[Taken, Fault, Turn]


def fewest_faults(thrown: Thrown) -> list[Turn]:
    """Give cycles to the throws of a pair, in their order, so that the fewest are at fault."""
    ways: dict[Taken, tuple[Fault, tuple[Turn, ...]]] = {(thrown.cycles[0], frozenset()): (Fault(), ())}
    step = exchanged if thrown.mode is Mode.EXCHANGE else alone
    for place in range(len(thrown.throws)):
        following: dict[Taken, tuple[Fault, tuple[Turn, ...]]] = {}
        for taken, (fault, turns) in ways.items():
            for now, more, turn in (*step(thrown, place, taken), loose(thrown, place, taken)):
                whole = fault.plus(more)
                if now not in following or whole < following[now][0]:
                    following[now] = whole, (*turns, turn)
        ways = following
    _, turns = min(ways.values(), key=lambda way: way[0])
    return in_order(thrown.throws, turns) if thrown.mode is Mode.EXCHANGE else list(turns)


def exchanged(thrown: Thrown, place: int, taken: Taken) -> Iterator[Option]:
    """Yield the cycles that a throw may take where both sides throw in each, once, the guest first."""
    side = thrown.side(place)
    if thrown.noted(place):
        return
    for cycle in range(taken[0], thrown.cycles.stop):
        there: frozenset[Side] = taken[1] if cycle == taken[0] else frozenset()
        if side in there:
            continue
        off = thrown.off(place, cycle)
        late = side is Side.GUEST and Side.HOST in there  # then the host was too early
        fault = Fault(
            off + late,
            off and thrown.again(place),
            far=thrown.far[place][cycle],
            elsewhere=thrown.fell[place] != cycle,
        )
        yield (cycle, there | {side}), fault, Turn(cycle)


def alone(thrown: Thrown, place: int, taken: Taken) -> Iterator[Option]:
    """Yield the cycles that a throw may take where each has one, the odd ones the guest's.

    One of the other side will do for a throw that alternates, for after a slip the sides may go on so.
    A host who opens has none.
    """
    side = thrown.side(place)
    if thrown.noted(place) or thrown.opens(place):
        return
    for cycle in range(taken[0] + bool(taken[1]), thrown.cycles.stop):
        other = (cycle - thrown.cycles[0]) % 2 != (side is Side.HOST)
        if other and (place == 0 or thrown.again(place)):
            continue
        off = thrown.off(place, cycle)
        fault = Fault(off, off and thrown.again(place), other, thrown.far[place][cycle])
        yield (cycle, frozenset({side})), fault, Turn(cycle)


def loose(thrown: Thrown, place: int, taken: Taken) -> Option:
    """Return a throw as one that takes no cycle: out of turn, or hurried where it alternates."""
    noted = thrown.noted(place)
    wrong = noted or thrown.again(place) or thrown.opens(place)
    later = range(taken[0] + 1, thrown.cycles.stop)
    far = thrown.far[place]
    near = min(thrown.cycles if wrong or not later else later, key=far.__getitem__)
    fault = Fault(not noted, not wrong, far=far[near], first=-place)
    return taken, fault, Turn(near, in_turn=not wrong, hurried=not wrong)


def in_order(throws: Sequence[Timed], turns: Sequence[Turn]) -> list[Turn]:
    """Say of each throw whether the guest came before the host in its cycle, if both threw in it."""
    places: dict[tuple[int | None, Side], int] = {
        (turn.due, each.side): place
        for place, (each, turn) in enumerate(zip(throws, turns, strict=True))
        if not turn.loose
    }

    def order(turn: Turn) -> bool | None:
        guest, host = (places.get((turn.due, side)) for side in Side)
        return None if turn.loose or guest is None or host is None else guest < host

    return [turn._replace(order=order(turn)) for turn in turns]


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

    def at(self, seconds: Fraction) -> int:
        """Return the cycle that a second lies in, or the nearest to it."""
        return min(max(floor((seconds - self.lead) / self.period) + 1, 1), self.performance.plan.cycles)

    def early(self, seconds: Fraction, cycle: int) -> Fraction:
        """Return how far a second is from the last stroke of a cycle, less than nothing before it."""
        return seconds - self.last_stroke(cycle)

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
        cycles, at = self.performance.plan.cycles, self.at(seconds)
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
