"""Judgements of throws as they are told: lines, JSON, a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from touhu_music.language import Language, choices, number, title, word
from touhu_music.notation import Use
from touhu_music.performance import Performance
from touhu_music.rite.counting.counting import Side
from touhu_music.rite.scoring.judging import Judged, Mode, Terms
from touhu_music.rite.scoring.throws import to_csv

Shape = dict[str, Any]
COLUMNS: Final = (
    *("number", "pair", "party", "arrow", "throw", "seconds"),
    *("due", "cycle", "stroke_cycle", "stroke", "offset"),
    *("on_drum", "in_turn", "order", "counters", "flags"),
)


def counters(throws: Sequence[Judged], side: Side) -> int | None:
    """Return the counters of a side; None where it was not noted how its arrows landed."""
    own = [each.counters for each in throws if each.timed.side is side]
    return None if None in own else sum(filter(None, own))


def lines(
    performance: Performance, terms: Terms, throws: Sequence[Judged], language: Language
) -> Iterator[str]:
    """Tell by what is judged, then each throw with what is wrong with it, then the counters."""

    def say(key: str, *values: object) -> str:
        return word(f"judge-{key}", language).format(*values)

    yield title(performance, language)
    yield choices(performance.plan, language)
    mode, off_beat = (say(of_use(each, performance.use)) for each in (terms.mode, terms.off_beat))
    yield "; ".join([mode, say("tolerance", number(terms.tolerance)), off_beat])
    yield ""
    for place, each in enumerate(throws, 1):
        cycle = say("outside") if each.cycle is None else say("cycle", each.cycle)
        found = [
            f"{place:>3}",
            *([say("pair", each.pair)] if terms.pairs > 1 else []),
            f"{word(f'score-{each.timed.side}', language)} {each.arrow}",
            str(each.timed.throw or "-"),
            say("seconds", decimal(each.timed.seconds)),
            f"{cycle} ({say('due', each.due)})" if each.due not in (None, each.cycle) else cycle,
            *([] if terms.mode is Mode.EXCHANGE else [say("stroke", *each.stroke)]),
            say("seconds", f"{'+' if each.offset >= 0 else '-'}{decimal(abs(each.offset))}"),
            say("worth", "?" if each.counters is None else each.counters),
        ]
        yield "  ".join([*found, *([", ".join(map(say, each.flags))] if each.flags else [])])
    yield ""
    amounts = (counters(throws, side) for side in Side)
    yield say("counters", *("?" if amount is None else amount for amount in amounts))


def of_use(name: str, use: Use) -> str:
    """Return the key of what something is: in archery the text says of some what touhu takes from it."""
    return f"{name}-archery" if use is Use.ARCHERY and name in ("exchange", "flag", "void") else name


def decimal(seconds: Fraction) -> str:
    """Write seconds to the millisecond."""
    return f"{float(seconds):.3f}"


def shape(performance: Performance, terms: Terms, throws: Sequence[Judged]) -> Shape:
    """Give a judgement as JSON: keys are added, never renamed."""
    return {
        "cadence": performance.cadence.name,
        "use": performance.use,
        "mode": terms.mode,
        "basis": terms.mode.basis,
        "pairs": terms.pairs,
        "listen": terms.listen if terms.mode is Mode.EXCHANGE else 0,
        "cycles": performance.plan.cycles,
        "tolerance": float(terms.tolerance),
        "off_beat": terms.off_beat,
        "counters": {side: counters(throws, side) for side in Side},
        "throws": [of_throw(place, each) for place, each in enumerate(throws, 1)],
    }


def of_throw(place: int, judged: Judged) -> Shape:
    """Give one throw; seconds and offsets are in seconds, strokes count from 1."""
    return {
        "number": place,
        "pair": judged.pair,
        "party": judged.timed.side,
        "arrow": judged.arrow,
        "throw": str(judged.timed.throw) if judged.timed.throw else None,
        "seconds": float(judged.timed.seconds),
        "due": judged.due,
        "cycle": judged.cycle,
        "stroke": {"cycle": judged.stroke[0], "number": judged.stroke[1]},
        "offset": float(judged.offset),
        "from_stroke": float(judged.from_stroke),
        "on_drum": judged.on_drum,
        "in_turn": judged.in_turn,
        "order": judged.order,
        "stays_in": judged.inside,
        "base_first": judged.base_first,
        "void": judged.void,
        "counters": judged.counters,
        "flags": list(judged.flags),
    }


def to_json(told: Shape) -> bytes:
    """Write a judgement as a file of JSON."""
    import json

    return json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n"


def judged_csv(throws: Sequence[Judged]) -> bytes:
    """Write a line a throw, which can be read again as a record."""

    def line(place: int, judged: Judged) -> list[object]:
        plain = {
            "seconds": number(judged.timed.seconds),
            "stroke_cycle": judged.stroke[0],
            "stroke": judged.stroke[1],
            "flags": " ".join(judged.flags),
        }
        told = of_throw(place, judged) | plain
        return [told[name] for name in COLUMNS]

    return to_csv(COLUMNS, (line(place, each) for place, each in enumerate(throws, 1)))
