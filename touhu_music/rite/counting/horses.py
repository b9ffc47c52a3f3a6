"""Horses: what three rounds give to each side, what goes over to the other, who is congratulated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.language import Language, word
from touhu_music.rite.counting.counting import Side

ROUNDS: Final = 3  # 鄭玄 「投壺如射，亦三而止也」
NO_THIRD: Final = "no-third-horse"


class Round(StrEnum):
    """Who had more counters in a round."""

    GUEST = "G"
    HOST = "H"
    TIE = "T"


class Level(StrEnum):
    """Whose horses: those of the parties, or of each pair by itself (孔穎達 speaks of 勝偶 and 劣偶)."""

    PARTY = "party"
    PAIR = "pair"


class Horses(NamedTuple):
    """Horses that stand before the counters of each side."""

    guest: int
    host: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What three rounds come to."""

    rounds: tuple[Round, ...]
    horses: Horses  # after 一馬從二馬
    celebrate: Side | str | None  # a side, `both`, or nobody
    flags: tuple[str, ...]

    @property
    def standing(self) -> tuple[Horses, ...]:
        """The horses after each round, before any goes over."""
        return standing(self.rounds)

    @property
    def before(self) -> Horses:
        """The horses that the rounds gave."""
        return self.standing[-1]

    @property
    def merged(self) -> bool:
        """Tell whether the one went to the two."""
        return self.horses != self.before


def parse(letters: Sequence[str], where: str = "") -> tuple[Round, ...]:
    """Read three rounds, G, H or T each; raises RiteError that names the round, `where` before it."""
    for number, letter in enumerate(letters, 1):
        if letter not in tuple(Round):
            shown = letter if len(letter) <= 20 else f"{letter[:20]}…"
            before = f"{where}, " if where else ""
            raise RiteError(f"{before}round {number}: {shown!r} is none of G (guest), H (host), T (tie)")
    if len(letters) != ROUNDS:
        rounds = f"{len(letters)} round{'s' * (len(letters) != 1)}"
        before = f"{where}: " if where else ""
        raise RiteError(f"{before}{rounds}, not {ROUNDS}; expected G, H or T for each")
    return tuple(map(Round, letters))


def standing(rounds: Sequence[Round]) -> tuple[Horses, ...]:
    """Return the horses after each round: one for the side that won it, none for a tie.

    Source: 禮記·投壺 「馬各直其筭」; 義疏 「三番左右鈞則皆無立馬行爵者」.
    """
    won = (Horses(each is Round.GUEST, each is Round.HOST) for each in rounds)
    return tuple(accumulate(won, lambda one, other: Horses(one.guest + other.guest, one.host + other.host)))


def settle(
    rounds: Sequence[Round], *, strict: bool = False, mutual: bool = False, junior: Side | None = None
) -> Outcome:
    """Settle three rounds: one horse goes to two, and who has the more is congratulated.

    Two wins and a tie are congratulated and flagged, as 鄭玄 asks only for 再勝; `strict` leaves it,
    since three horses never stand. Three ties congratulate nobody; `mutual` both. A junior with two
    does not take the one of a senior, and nobody is congratulated then.

    Source: 禮記·投壺 「一馬從二馬，以慶」; 鄭玄 「明一勝不得慶也」;
    禮記·少儀 「不擢馬」; 義疏 「或即行相慶禮也」.
    """
    record = parse(rounds)
    before = standing(record)[-1]
    most = max(Side, key=lambda side: getattr(before, side))
    many, few = max(before), min(before)
    if (many, few) == (2, 1) and junior is not most:
        three = Horses(ROUNDS, 0) if most is Side.GUEST else Horses(0, ROUNDS)
        return Outcome(record, three, most, ())
    if (many, few) == (2, 0):
        return Outcome(record, before, None if strict else most, (NO_THIRD,))
    if many == ROUNDS:
        return Outcome(record, before, most, ())
    return Outcome(record, before, "both" if mutual and many == 0 else None, ())


def lines(outcome: Outcome, language: Language, *, junior: Side | None = None) -> Iterator[str]:
    """Tell the rounds with the horses that stand, what goes over, who is congratulated, and why."""

    def say(name: str, *values: object) -> str:
        return word(f"horse-{name}", language).format(*values)

    for number, (each, horses) in enumerate(zip(outcome.rounds, outcome.standing, strict=True), 1):
        yield say("round", number, say(f"round-{each.name.lower()}"), stood(horses, language))
    before = outcome.before
    if outcome.merged:
        yield say(f"merged-{outcome.celebrate}", stood(outcome.horses, language))
    elif sorted(before) == [1, 2]:
        yield say(f"junior-{junior}")
    elif sorted(before) == [1, 1]:
        yield say("one-each")
    elif sorted(before) == [0, 1]:
        yield say("one-win")
    yield say(f"celebrate-{outcome.celebrate or 'nobody'}")
    if NO_THIRD in outcome.flags:
        yield say("flag-strict" if outcome.celebrate is None else "flag")
    if not any(before):
        yield say("ties-mutual" if outcome.celebrate else "ties")
    if any(before):
        yield say("away")


def stood(horses: Horses, language: Language) -> str:
    """Show horses, a 馬 each."""
    sign = word("horse-sign", language)
    return word("horse-stand", language).format(*(sign * count or "-" for count in horses))
