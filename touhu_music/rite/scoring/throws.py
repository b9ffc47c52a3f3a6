"""Throws as they are written down: one letter a throw, and what it did to an earlier arrow."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from io import StringIO
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.notation import bracket, describe
from touhu_music.rite.counting.counting import Side


class Landing(StrEnum):
    """How an arrow landed, written as the letter for it.

    Source: 司馬溫公投壺格 in 定齋集 for the names; 孔穎達 on 禮記·投壺 for `P` and `T`.
    """

    MOUTH = "M"  # 壺
    EAR = "E"  # 貫耳
    MISS = "X"  # 不中
    REBOUND = "R"  # 驍箭, into the mouth
    REBOUND_EAR = "r"  # 驍箭, into an ear
    LEANING = "L"  # 倚竿, in the mouth
    LEANING_EAR = "l"  # 倚竿, in an ear
    SWORD = "S"  # 帶劍, through an ear and not down to the ground
    ACROSS = "V"  # 橫壺
    ACROSS_EAR = "v"  # 橫耳
    UPSIDE_DOWN = "D"  # 倒中, in Sima's words
    WRONG_END = "P"  # the 末 end first: the same, in 孔's words
    OUT_OF_TURN = "T"  # 比投: in, and not alternating


LETTERS: Final = " ".join(Landing)


class Fate(StrEnum):
    """What a later arrow does to an earlier one, or what it does of itself meanwhile."""

    IN = "in"  # it falls into the pot, or through the ear
    OUT = "out"  # it falls to the ground


class Event(NamedTuple):
    """What became of an earlier arrow, counted from 1, when another was thrown."""

    arrow: int
    fate: Fate

    def __str__(self) -> str:
        return f"+{self.arrow}{self.fate}"


class Throw(NamedTuple):
    """One throw: how it landed, and what it did to arrows before it."""

    landing: Landing
    events: tuple[Event, ...] = ()

    def __str__(self) -> str:
        return self.landing + "".join(map(str, self.events))


class Lying(NamedTuple):
    """An arrow when the pot is finished.

    `thrown` is how it landed, `now` how it lies; `fallen` is the throw, from 1, at which it fell
    to the ground.
    """

    thrown: Landing
    now: Landing
    fallen: int | None = None


FALLS_INTO: Final = {
    Landing.LEANING: Landing.MOUTH,
    Landing.LEANING_EAR: Landing.EAR,
    Landing.SWORD: Landing.EAR,
    Landing.ACROSS: Landing.MOUTH,
    Landing.ACROSS_EAR: Landing.EAR,
}
"""Where an arrow is that neither is in nor has missed, once it falls in."""


@dataclass(frozen=True, slots=True)
class Pot:
    """The throws of one side into one pot, in their order.

    Printed it is the text that it was read from. Raises RiteError for none, and for an event that
    cannot be.
    """

    throws: tuple[Throw, ...]
    arrows: tuple[Lying, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.throws:
            raise RiteError("no throw")
        arrows: list[Lying] = []
        for number, throw in enumerate(self.throws, 1):
            arrows.append(Lying(throw.landing, throw.landing))
            for event in throw.events:
                try:
                    arrows[event.arrow - 1] = after(event, arrows)
                except RiteError as error:
                    raise RiteError(f"arrow {number}: {error}") from error
        object.__setattr__(self, "arrows", tuple(arrows))

    def __str__(self) -> str:
        return "".join(map(str, self.throws))


def after(event: Event, arrows: Sequence[Lying]) -> Lying:
    """Return what an event makes of its arrow, the last of the arrows being the one just thrown."""
    number = len(arrows)
    if event.arrow == number:
        raise RiteError(f"'{event}' is this arrow itself; expected an earlier one, else another letter")
    if not 1 <= event.arrow < number:
        there = "a later arrow" if event.arrow > number else "no arrow"
        earlier = f"one of 1..{number - 1}" if number > 1 else "no event on the first arrow"
        raise RiteError(f"'{event}' names {there}; expected {earlier}")
    arrow = arrows[event.arrow - 1]
    if arrow.now is Landing.MISS:
        raise RiteError(f"'{event}': arrow {event.arrow} lies on the ground; expected one on the pot")
    if event.fate is Fate.OUT:
        return arrow._replace(now=Landing.MISS, fallen=number)
    if arrow.now not in FALLS_INTO:
        expected = " ".join(FALLS_INTO)
        raise RiteError(f"'{event}': arrow {event.arrow} is in already; expected one of {expected}")
    return arrow._replace(now=FALLS_INTO[arrow.now])


# --- as text -----------------------------------------------------------------------------------

LONGEST_POT: Final = 100
"""More throws into a pot are refused; no rules have more than twelve."""

EVENT: Final = re.compile(r"\+([0-9]{1,4})(in|out)")


def parse(text: str, name: str = "pot 1") -> Pot:
    """Read the throws into a pot, such as `MLX+2out`: here the third knocks the second down.

    Raises RiteError that names the pot, the arrow, the character and what was expected.

    >>> str(parse("MLX+2out"))
    'MLX+2out'
    """
    throws: list[Throw] = []
    at = 0
    while at < len(text):
        place = f"{name}, arrow {len(throws) + 1}"
        if text[at] not in tuple(Landing):
            raise RiteError(f"{place}, {no_throw(text, at)}")
        if len(throws) == LONGEST_POT:
            raise RiteError(f"{place}: too many; expected at most {LONGEST_POT}")
        throw = Throw(Landing(text[at]))
        at += 1
        while text.startswith("+", at):
            character = f"{place}, character {at + 1}"
            match = EVENT.match(text, at)
            if match is None:
                raise RiteError(f"{character}: no event; expected +Nin or +Nout, in {bracket(text, at)}")
            event = Event(int(match[1]), Fate(match[2]))
            if str(event) != match[0]:  # a nought in front would not be printed again
                raise RiteError(f"{character}: {match[0]!r} must be written '{event}'")
            throw = throw._replace(events=(*throw.events, event))
            try:
                Pot((*throws, throw))
            except RiteError as error:
                raise RiteError(f"{character}: {str(error).partition(': ')[2]}") from error
            at = match.end()
        throws.append(throw)
    if not throws:
        raise RiteError(f"{name}: no throw; expected letters of {LETTERS}")
    return Pot(tuple(throws))


def no_throw(text: str, at: int) -> str:
    """Say that a character is none of the letters."""
    return (
        f"character {at + 1}: {describe(text[at])} is no throw; "
        f"expected one of {LETTERS}, in {bracket(text, at)}"
    )


# --- as a table --------------------------------------------------------------------------------

COLUMNS: Final = ("party", "pot", "arrow", "throw", "events")
SCORED: Final = ("counters", "rule")
"""Columns that a table of scores has beside those of throws; they are not read."""

MOST_LINES: Final = 2_000
"""A table of more throws is refused."""


class Row(NamedTuple):
    """One throw of a table, in the line where it stands; no party where one side throws alone."""

    line: int
    party: Side | None
    pot: int
    throw: str


class Record(NamedTuple):
    """The pots of a table: those of the guest, or of the only side, and those of the host."""

    guest: tuple[Pot, ...]
    host: tuple[Pot, ...]
    rows: tuple[Row, ...]


def from_csv(text: str) -> Record:
    """Read throws, a line each under a line of names; of the columns only `throw` must be there.

    The pots of each side count from 1, its arrows in each pot too. Raises RiteError that names
    the line, or the pot and the arrow.
    """
    try:
        lines = list(csv.reader(StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))
    except csv.Error as error:
        raise RiteError(f"no CSV: {error}") from error
    names = [name.strip() for name in lines[0]] if lines else []
    for name in names:
        if name not in COLUMNS + SCORED or names.count(name) > 1:
            raise RiteError(f"line 1: column {name[:40]!r}; expected each of {' '.join(COLUMNS)} once")
    if "throw" not in names:
        raise RiteError(f"line 1: no column throw; expected {' '.join(COLUMNS)}")
    if len(lines) > MOST_LINES:
        raise RiteError(f"more than {MOST_LINES} throws")
    rows: list[Row] = []
    for line, cells in enumerate(lines[1:], 2):
        if any(cell.strip() for cell in cells):
            if len(cells) != len(names):
                raise RiteError(f"line {line}: {len(cells)} cells; expected {len(names)}")
            said = dict(zip(names, (cell.strip() for cell in cells), strict=True))
            rows.append(row(line, said, rows))
    if not rows:
        raise RiteError("no throw in the table")
    if len({each.party is None for each in rows}) > 1:
        raise RiteError("some throws have a party and some have none")
    guest, host = (pots([each for each in rows if each.party is party]) for party in sides(rows))
    return Record(guest, host, tuple(rows))


def sides(rows: Iterable[Row]) -> tuple[Side | None, Side]:
    """Return the sides of a table; where one side throws alone it has no name."""
    return (Side.GUEST if any(each.party for each in rows) else None), Side.HOST


def row(line: int, said: dict[str, str], before: Sequence[Row]) -> Row:
    """Read a line of a table; raises RiteError if it does not follow those before."""
    party = None
    if said.get("party"):
        if said["party"] not in tuple(Side):
            raise RiteError(f"line {line}: party {said['party'][:40]!r}; expected guest or host")
        party = Side(said["party"])
    own = [each for each in before if each.party is party]
    last = own[-1].pot if own else 0
    number = whole(line, "pot", said.get("pot") or "1")
    if number not in (last, last + 1) or number == 0:
        raise RiteError(f"line {line}: pot {number}; expected {f'{last} or ' if last else ''}{last + 1}")
    arrow = 1 + sum(each.pot == number for each in own)
    if said.get("arrow") and whole(line, "arrow", said["arrow"]) != arrow:
        raise RiteError(f"line {line}: arrow {said['arrow']}; expected {arrow}")
    if said["throw"][:1] not in tuple(Landing):
        raise RiteError(f"line {line}: {said['throw'][:40]!r} is no throw; expected one of {LETTERS}")
    return Row(line, party, number, said["throw"] + said.get("events", "").replace(" ", ""))


def whole(line: int, name: str, text: str) -> int:
    """Return a small whole number of a table."""
    if not re.fullmatch("[0-9]{1,6}", text):
        raise RiteError(f"line {line}: {name} {text[:40]!r}; expected a whole number")
    return int(text)


def pots(rows: Sequence[Row]) -> tuple[Pot, ...]:
    """Put the throws of one side together, pot by pot."""
    found = []
    for number, group in groupby(rows, lambda each: each.pot):
        throws = list(group)
        name = f"{throws[0].party} pot {number}" if throws[0].party else f"pot {number}"
        pot = parse("".join(each.throw for each in throws), name)
        if len(pot.throws) != len(throws):
            raise RiteError(f"{name}: {len(pot.throws)} throws in {len(throws)} lines; expected one a line")
        found.append(pot)
    return tuple(found)


def check_turns(rows: Sequence[Row]) -> None:
    """Raise RiteError for a throw out of turn that is not marked as one.

    Only a table that tells the throws of both sides in the order of time tells the turns; one that
    tells first those of one side says nothing of them.

    Source: 禮記·投壺, 比投不釋; 鄭玄, 比投不拾也.
    """
    for _, group in groupby(rows, lambda each: each.pot):
        following = list(pairwise(group))
        if sum(before.party is not each.party for before, each in following) < 2:
            continue
        for before, each in following:
            if each.party is before.party and each.throw[0] not in (Landing.OUT_OF_TURN, Landing.MISS):
                raise RiteError(
                    f"line {each.line}: {each.party} throws out of turn; expected the other side, or T or X"
                )


def to_csv(columns: Sequence[str], lines: Iterable[Sequence[object]]) -> bytes:
    """Write a table with a line of names."""
    data = StringIO()
    writer = csv.writer(data, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(lines)
    return data.getvalue().encode()


def table(record: Sequence[tuple[Side | None, Sequence[Pot]]]) -> list[tuple[str, int, int, str, str]]:
    """Return the throws of each side as lines of a table, without the names of the columns."""
    return [
        (party or "", number, arrow, str(throw.landing), "".join(map(str, throw.events)))
        for party, several in record
        for number, pot in enumerate(several, 1)
        for arrow, throw in enumerate(pot.throws, 1)
    ]
