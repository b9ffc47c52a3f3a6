"""What throws are worth: the counters of each arrow under three sets of rules, and who wins by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from typing import Final, Literal, NamedTuple, get_args, get_type_hints

from touhu_music.errors import RiteError
from touhu_music.rite.counting.counting import Side, earned
from touhu_music.rite.scoring.throws import Landing, Lying, Pot


class Rules(StrEnum):
    """By whose rules throws are counted."""

    LIJI = "liji"  # 禮記: a counter for each valid throw
    SIMA = "sima"  # 司馬溫公投壺格, as quoted by 朴泰輔
    DINGZHAI = "dingzhai"  # 朴泰輔, 定齋集: the mouth is worth double


ARROWS: Final = {Rules.LIJI: 4, Rules.SIMA: 12, Rules.DINGZHAI: 4}
"""Arrows in a pot. Source: 禮記·投壺 with 鄭玄 for four, 司馬溫公投壺格 for twelve, 定齋集 for four again."""

GOAL: Final = 120
"""Counters that win over several pots. Source: 司馬溫公投壺格, 積算先滿百二十者勝."""


class Rule(StrEnum):
    """What made an arrow worth its counters, by the name that it has in the text."""

    FIRST = "有初"
    FIRST_EAR = "有初貫耳"
    RUN = "連中"
    RUN_EAR = "連中貫耳"
    LAST = "有終"
    LAST_EAR = "有終貫耳"
    BROKEN = "敗箭"
    EAR = "貫耳"
    REBOUND = "驍箭"
    ACROSS = "橫壺"
    ACROSS_EAR = "橫耳"
    LEANING = "倚竿"
    LEANING_EAR = "耳倚竿"
    SWORD = "帶劍"
    UPSIDE_DOWN = "倒中"
    MISS = "不中"
    FALLEN = "墜地"
    VOID = "盡廢"
    VALID = "順投"
    WRONG_END = "末入"
    OUT_OF_TURN = "比投"
    AGAIN = "頻投"
    MOUTH = "壺"
    ONE_EAR = "耳"

    @property
    def key(self) -> str:
        """The key of what it means in the table of words."""
        return f"score-{self.name.lower().replace('_', '-')}"


class Outright(StrEnum):
    """A pot that decides by itself, whatever the counters."""

    WIN = "win"  # 全壺
    LOSS = "loss"  # 敗壺


# --- what the text leaves open -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choices:
    """What the texts leave open, the first value of each being ours.

    Source: C20 and C22 of the specification, on 司馬溫公投壺格; `ear` and `leaning` are of 禮記, whose
    pot has no ears.
    """

    knocked: Literal["place", "fall"] = "place"
    first_ear: Literal["20", "30"] = "20"
    rebound_ear: Literal["20", "place"] = "20"
    rebound_run: Literal["keeps", "breaks"] = "keeps"
    rebound_ends: Literal["10", "added"] = "10"
    crossing: Literal["place", "5"] = "place"
    last_broken: Literal["20", "1"] = "20"
    upside_down: Literal["pot", "before"] = "pot"
    turns: Literal["kept", "free"] = "kept"
    ear: Literal["1", "0"] = "1"
    leaning: Literal["1", "0"] = "1"

    @property
    def changed(self) -> dict[str, str]:
        """The choices that are not ours, by the name that they have on the command line."""
        return {name: self.value(name) for name in OPTIONS if self.value(name) != OPTIONS[name][0]}

    def value(self, name: str) -> str:
        """Return a choice by the name that it has on the command line."""
        return str(getattr(self, name.replace("-", "_")))


OURS: Final = Choices()
"""The choices where nobody makes others."""

OPTIONS: Final = {
    each.name.replace("_", "-"): get_args(get_type_hints(Choices)[each.name]) for each in fields(Choices)
}
"""The values of each choice, the default first."""

OF_LIJI: Final = ("ear", "leaning")


def options_of(rules: Rules) -> tuple[str, ...]:
    """Return the choices that change something under these rules."""
    if rules is Rules.DINGZHAI:
        return ()
    return OF_LIJI if rules is Rules.LIJI else tuple(name for name in OPTIONS if name not in OF_LIJI)


def chosen(texts: Iterable[str], rules: Rules) -> Choices:
    """Read choices written `NAME=VALUE`; raises RiteError for what is none under these rules."""
    choices, known = OURS, options_of(rules)
    for text in texts:
        name, _, value = text.partition("=")
        if name not in known:
            expected = f"expected {' '.join(known)}" if known else "there is none"
            raise RiteError(f"{rules}: {name[:40]!r} is no option; {expected}")
        if value not in OPTIONS[name]:
            expected = " or ".join(f"{name}={each}" for each in OPTIONS[name])
            raise RiteError(f"{rules}: {text[:80]!r}; expected {expected}")
        choices = replace(choices, **{name.replace("-", "_"): value})  # type: ignore[arg-type]
    return choices


# --- one pot -----------------------------------------------------------------------------------


class Scored(NamedTuple):
    """An arrow with its counters and the rules that gave them, what is most particular first."""

    landing: Landing
    counters: Fraction
    rules: tuple[Rule, ...]

    @property
    def rule(self) -> str:
        """The rules in one text."""
        return "·".join(self.rules)


class Score(NamedTuple):
    """A pot under its rules."""

    pot: Pot
    arrows: tuple[Scored, ...]
    outright: Outright | None = None
    complete: bool = True

    @property
    def total(self) -> Fraction:
        """The counters of all arrows."""
        return sum((arrow.counters for arrow in self.arrows), Fraction(0))


def score(pot: Pot, rules: Rules, choices: Choices = OURS, name: str = "pot 1") -> Score:
    """Count a pot when it is finished: what fell later is judged as it lies, except by 定齋.

    Raises RiteError, `name` in its text, for more arrows than the rules give.
    """
    if len(pot.throws) > ARROWS[rules]:
        raise RiteError(f"{name}, arrow {ARROWS[rules] + 1}: expected at most {ARROWS[rules]} under {rules}")
    arrows = ENGINES[rules](pot, choices)
    complete = len(pot.throws) == ARROWS[rules]
    outright = settled(pot, choices) if rules is Rules.SIMA and complete else None
    return Score(pot, arrows, outright, complete)


def liji(pot: Pot, choices: Choices) -> tuple[Scored, ...]:
    """Count one for each throw that is in at the end, went in with the 本 end, and was in turn.

    An arrow across the pot is not in, and one thrown again after its rebound is out of turn; that a
    hit in an ear counts, and one that leans, is our choice.

    Source: 禮記·投壺, 順投為入，比投不釋; 孔穎達, 頻投，雖入亦不為之釋筭也; 定齋集, 每一介釋一算.
    """
    return tuple(
        Scored(arrow.thrown, Fraction(0 if falls else counters), falls or rules)
        for arrow in pot.arrows
        for counters, rules in [of_liji(arrow.now, choices)]
        for falls in [(Rule.FALLEN,) if arrow.fallen else ()]
    )


def of_liji(landing: Landing, choices: Choices) -> tuple[int, tuple[Rule, ...]]:
    """Return the counter of an arrow that lies so, and why."""
    ear, leaning = int(choices.ear), int(choices.leaning)
    inside = {
        Landing.MOUTH: (1, Rule.VALID),
        Landing.EAR: (ear, Rule.EAR),
        Landing.LEANING: (leaning, Rule.LEANING),
        Landing.LEANING_EAR: (ear * leaning, Rule.LEANING_EAR),
        Landing.SWORD: (ear, Rule.SWORD),
        Landing.ACROSS: (0, Rule.ACROSS),
        Landing.ACROSS_EAR: (0, Rule.ACROSS_EAR),
        Landing.MISS: (0, Rule.MISS),
        Landing.UPSIDE_DOWN: (1, Rule.WRONG_END),
        Landing.WRONG_END: (1, Rule.WRONG_END),
        Landing.OUT_OF_TURN: (1, Rule.OUT_OF_TURN),
        Landing.REBOUND: (1, Rule.AGAIN),
        Landing.REBOUND_EAR: (1, Rule.AGAIN),
    }
    counted, rule = inside[landing]
    base_first, in_turn = rule is not Rule.WRONG_END, rule not in (Rule.OUT_OF_TURN, Rule.AGAIN)
    return earned(inside=bool(counted), base_first=base_first, in_turn=in_turn), (rule,)


BY_DINGZHAI: Final = {
    Landing.MOUTH: (Fraction(2), Rule.MOUTH),
    Landing.LEANING: (Fraction(1), Rule.LEANING),
    Landing.EAR: (Fraction(1), Rule.ONE_EAR),
    Landing.LEANING_EAR: (Fraction(1, 2), Rule.LEANING_EAR),
    Landing.SWORD: (Fraction(1), Rule.SWORD),
    Landing.ACROSS: (Fraction(0), Rule.ACROSS),
    Landing.ACROSS_EAR: (Fraction(0), Rule.ACROSS_EAR),  # by the same reasoning, ours
    Landing.REBOUND: (Fraction(0), Rule.REBOUND),
    Landing.REBOUND_EAR: (Fraction(0), Rule.REBOUND),
    Landing.UPSIDE_DOWN: (Fraction(0), Rule.UPSIDE_DOWN),
    Landing.WRONG_END: (Fraction(0), Rule.UPSIDE_DOWN),
    Landing.OUT_OF_TURN: (Fraction(0), Rule.OUT_OF_TURN),
    Landing.MISS: (Fraction(0), Rule.MISS),
}


def dingzhai(pot: Pot, _: Choices) -> tuple[Scored, ...]:
    """Count two for the mouth and one for an ear, half of it for leaning; no bonus for any place.

    Each arrow is judged where it landed: whether it falls later is not the thrower's doing.

    Source: 定齋集, 耳一算，倚竿半之，壺二算，倚竿半之 … 倒中盡廢壺中之數; 墜不墜，本不係於投者.
    """
    arrows = [
        Scored(arrow.thrown, counters, (rule,))
        for arrow in pot.arrows
        for counters, rule in [BY_DINGZHAI[arrow.thrown]]
    ]
    upside_down = any(Rule.UPSIDE_DOWN in arrow.rules for arrow in arrows)
    return tuple(map(voided, arrows)) if upside_down else tuple(arrows)


def voided(arrow: Scored) -> Scored:
    """Return an arrow whose counters an upside-down one took away."""
    if not arrow.counters:
        return arrow
    return arrow._replace(counters=Fraction(0), rules=(*arrow.rules, Rule.VOID))


# --- 司馬溫公投壺格 ---------------------------------------------------------------------------------

OVERTURNED: Final = (Landing.UPSIDE_DOWN, Landing.WRONG_END)
EARS: Final = (Landing.EAR, Landing.REBOUND_EAR, Landing.LEANING_EAR, Landing.SWORD, Landing.ACROSS_EAR)
REBOUNDS: Final = (Landing.REBOUND, Landing.REBOUND_EAR)
CROSSING: Final = {Landing.ACROSS: Rule.ACROSS, Landing.ACROSS_EAR: Rule.ACROSS_EAR}
WITHOUT_COUNTERS: Final = {
    Landing.LEANING: Rule.LEANING,
    Landing.LEANING_EAR: Rule.LEANING_EAR,
    Landing.SWORD: Rule.SWORD,
    Landing.MISS: Rule.MISS,
    Landing.UPSIDE_DOWN: Rule.UPSIDE_DOWN,
    Landing.WRONG_END: Rule.UPSIDE_DOWN,
    Landing.OUT_OF_TURN: Rule.OUT_OF_TURN,
}


def hits(arrow: Lying, choices: Choices) -> bool:
    """Tell whether an arrow counts for a full pot, and against an empty one.

    Source: 司馬溫公投壺格, 倚竿 … 異於不中者，故於連中全壺皆得通數.
    """
    if arrow.now is Landing.OUT_OF_TURN:
        return choices.turns == "free"
    return arrow.now not in (Landing.MISS, *OVERTURNED)


def keeps(arrow: Lying, choices: Choices) -> bool:
    """Tell whether the run goes on after an arrow."""
    return hits(arrow, choices) and not (arrow.now in REBOUNDS and choices.rebound_run == "breaks")


def run_ends(pot: Pot, choices: Choices) -> int:
    """Return the first arrow, from 1, that comes after a miss: all from there on are 敗箭.

    An arrow that falls is a miss at its own place, or when it is knocked down: then the throw that
    does it is the first one after the miss.

    Source: 司馬溫公投壺格, 若一箭不中，其次皆為敗箭; 墜地者與不中同.
    """
    ends = [
        arrow.fallen if arrow.fallen and choices.knocked == "fall" else number + 1
        for number, arrow in enumerate(pot.arrows, 1)
        if not keeps(arrow, choices)
    ]
    return min(ends, default=ARROWS[Rules.SIMA] + 1)


def by_place(number: int, ear: bool, running: bool, choices: Choices) -> tuple[int, tuple[Rule, ...]]:
    """Return the counters of a hit at its place in the pot."""
    if number == 1:
        return (int(choices.first_ear), (Rule.FIRST_EAR,)) if ear else (10, (Rule.FIRST,))
    if number == ARROWS[Rules.SIMA] and (running or choices.last_broken == "20"):
        return (40, (Rule.LAST_EAR,)) if ear else (20, (Rule.LAST,))
    if running:
        return (20, (Rule.RUN_EAR,)) if ear else (5, (Rule.RUN,))
    return (10, (Rule.EAR,)) if ear else (1, (Rule.BROKEN,))


AT_ENDS: Final = {Rule.FIRST, Rule.FIRST_EAR, Rule.LAST, Rule.LAST_EAR}


def of_sima(arrow: Lying, number: int, running: bool, choices: Choices) -> tuple[int, tuple[Rule, ...]]:
    """Return the counters of an arrow at its place, and why."""
    now = arrow.now
    if arrow.fallen:
        return 0, (Rule.FALLEN,)
    if now in WITHOUT_COUNTERS and not (now is Landing.OUT_OF_TURN and choices.turns == "free"):
        return 0, (WITHOUT_COUNTERS[now],)
    counters, rules = by_place(number, now in EARS, running, choices)
    if now in CROSSING:
        return (5, (CROSSING[now],)) if choices.crossing == "5" else (counters, (CROSSING[now], *rules))
    if now in REBOUNDS:
        added = choices.rebound_ends == "added" and not AT_ENDS.isdisjoint(rules)
        if now is Landing.REBOUND_EAR and choices.rebound_ear == "place":
            return counters + 10 * added, (Rule.REBOUND, *rules)
        if added:
            return 10 + counters, (Rule.REBOUND, *rules)
        return (20, (Rule.REBOUND, Rule.EAR)) if now is Landing.REBOUND_EAR else (10, (Rule.REBOUND,))
    fell = {Landing.LEANING: Rule.LEANING, Landing.LEANING_EAR: Rule.LEANING_EAR, Landing.SWORD: Rule.SWORD}
    was = fell | CROSSING
    return counters, (*([was[arrow.thrown]] if arrow.thrown in was else []), *rules)


def sima(pot: Pot, choices: Choices) -> tuple[Scored, ...]:
    """Count each arrow by its place and by the run before it; an upside-down one voids the pot.

    Only the twelfth arrow is the last. That an upside-down arrow which is knocked down voids nothing
    any more is our choice.

    Source: 司馬溫公投壺格 as 朴泰輔 quotes it in 定齋集.
    """
    ends = run_ends(pot, choices)
    arrows = []
    for number, arrow in enumerate(pot.arrows, 1):
        counters, rules = of_sima(arrow, number, number < ends, choices)
        arrows.append(Scored(arrow.thrown, Fraction(counters), rules))
    overturned = [place for place, arrow in enumerate(pot.arrows) if arrow.now in OVERTURNED]
    until = 0 if not overturned else overturned[-1] if choices.upside_down == "before" else len(arrows)
    return (*map(voided, arrows[:until]), *arrows[until:])


def settled(pot: Pot, choices: Choices) -> Outright | None:
    """Tell whether a whole pot wins or loses by itself.

    Source: 司馬溫公投壺格, 全壺無算, which is whatever the counters; 敗壺不問已有之算，皆負.
    """
    if not any(hits(arrow, choices) for arrow in pot.arrows):
        return Outright.LOSS
    return Outright.WIN if all(keeps(arrow, choices) for arrow in pot.arrows) else None


ENGINES: Final[dict[Rules, Callable[[Pot, Choices], tuple[Scored, ...]]]] = {
    Rules.LIJI: liji,
    Rules.SIMA: sima,
    Rules.DINGZHAI: dingzhai,
}


# --- several pots, two sides -------------------------------------------------------------------


def totals(scores: Sequence[Score]) -> tuple[Fraction, ...]:
    """Return the counters after each pot."""
    return tuple(accumulate(each.total for each in scores))


def reached(scores: Sequence[Score], rules: Rules) -> int | None:
    """Return the pot, from 1, with whose end the counters reached 120; only Sima's race has that goal.

    What a pot is worth is known when all its arrows are thrown.
    """
    if rules is not Rules.SIMA:
        return None
    for number, (score, total) in enumerate(zip(scores, totals(scores), strict=True), 1):
        if not score.complete:
            return None
        if total >= GOAL:
            return number
    return None


class By(StrEnum):
    """What decides between two sides."""

    FULL = "full-pot"
    BOTH_FULL = "both-full"  # then the counters of all pots so far
    EMPTY = "empty-pot"
    BOTH_EMPTY = "both-empty"  # the same
    GOAL = "120"
    SURPLUS = "surplus"
    NOT_STATED = "not-stated"  # both reached 120 with the same surplus
    COUNTERS = "counters"
    ROUNDS = "rounds"  # several rounds: each gives a horse


class Verdict(NamedTuple):
    """Who wins, by what, and with which pot; neither where it is even, not stated, or still open.

    `unfinished` are the rounds, or the pot of a race, from 1, in which arrows are still to be thrown.
    """

    winner: Side | None
    by: By | None
    pot: int | None
    rounds: tuple[Side | None, ...] = ()
    unfinished: tuple[int, ...] = ()


def more(guest: Fraction, host: Fraction) -> Side | None:
    """Return the side that has more."""
    return None if guest == host else Side.GUEST if guest > host else Side.HOST


def compare(guest: Sequence[Score], host: Sequence[Score], rules: Rules) -> Verdict:
    """Hold two sides against each other; raises RiteError unless both threw as many pots.

    By Sima a full pot wins and an empty one loses at once, else who first reaches 120 counters with
    the end of a pot; if both do, the larger surplus. Two full pots, or two empty ones, are decided by
    the counters so far, and not at all where these are even. By the others each pot is a round.
    Nothing is decided before both have thrown all arrows.

    Source: 司馬溫公投壺格, 苟不能全，則積算先滿百二十者勝，後者負，俱滿則餘算多者勝.
    """
    if len(guest) != len(host):
        counts = f"{len(guest)} pots of the guest against {len(host)} of the host"
        raise RiteError(f"{counts}; expected as many of both")
    if rules is Rules.SIMA:
        return race(guest, host)
    both = list(zip(guest, host, strict=True))
    unfinished = tuple(place for place, pots in enumerate(both, 1) if not all(pot.complete for pot in pots))
    rounds = tuple(
        None if place in unfinished else more(one.total, other.total)
        for place, (one, other) in enumerate(both, 1)
    )
    if len(rounds) > 1:
        return Verdict(None, By.ROUNDS, None, rounds, unfinished)
    if unfinished:
        return Verdict(None, None, None, rounds, unfinished)
    return Verdict(rounds[0], By.COUNTERS, 1, rounds)


def race(guest: Sequence[Score], host: Sequence[Score]) -> Verdict:
    """Follow two sides pot by pot until one has won by Sima's rules."""
    sides = zip(guest, host, totals(guest), totals(host), strict=True)
    for number, (one, other, *sums) in enumerate(sides, 1):
        if not (one.complete and other.complete):
            return Verdict(None, None, None, unfinished=(number,))
        ahead = more(*sums)
        for outright, alone, both in (
            (Outright.WIN, By.FULL, By.BOTH_FULL),
            (Outright.LOSS, By.EMPTY, By.BOTH_EMPTY),
        ):
            has = [each.outright is outright for each in (one, other)]
            if all(has) and ahead:
                return Verdict(ahead, both, number)
            if sum(has) == 1:
                wins = has[0] is (outright is Outright.WIN)
                return Verdict(Side.GUEST if wins else Side.HOST, alone, number)
        if max(sums) >= GOAL:
            if min(sums) < GOAL:
                return Verdict(ahead, By.GOAL, number)
            return Verdict(ahead, By.SURPLUS if ahead else By.NOT_STATED, number)
    return Verdict(None, None, None)
