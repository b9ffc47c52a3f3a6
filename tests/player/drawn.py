"""Performances and practices drawn from a seed, in Python and as the scripts of the player take them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from touhu_music import Use, library, perform, plan
from touhu_music.notation import Cadence, Drum, Section
from touhu_music.performance import Accent, Performance, Plan, Timing
from touhu_music.practice import Practice, Ramp

TEMPI = (*map(Fraction, (20, 60, 133, 400)), Fraction("72.5"), Fraction(400, 3))


def drawn_plan(random: Random) -> Plan:
    return plan().but(
        "drawn",
        timing=random.choice(tuple(Timing)),
        beats_per_minute=random.choice((*TEMPI, Fraction(random.randint(20, 400)))),
        cycles=random.randint(1, 4),
        gap=Fraction(random.randint(0, 12), random.choice((1, 1, 2, 3, 4))),
        count_in=random.choice((0, 0, 1, 4)),
        sounds=library.sounds(random.choice(("shiwen", "organology"))),
        accent=random.choice(tuple(Accent)),
    )


def drawn_cadence(random: Random) -> Cadence:
    """Draw a row, the runs in it not too long, and a □ after 半, without which there is no on-gu."""
    sides = [[random.choice(tuple(Drum)) for _ in range(random.randint(1, 24))] for _ in Section]
    return Cadence(tuple(sides[0]), (*sides[1], Drum.GU))


def drawn_performance(random: Random) -> Performance:
    return perform(drawn_cadence(random), random.choice(tuple(Use)), drawn_plan(random))


def drawn_practice(random: Random) -> Practice:
    shares = (Fraction(0), Fraction(0), Fraction(1, 4), Fraction(2, 3), Fraction(1))
    ramp = Ramp(random.choice(TEMPI), random.choice(TEMPI), Fraction(random.randint(4, 400), 4))
    return Practice(
        ramp=random.choice((None, None, ramp)),
        muted=random.choice((None, None, *Drum)),
        leave_strokes=random.choice(shares),
        leave_cycles=random.choice(shares),
        seed=random.randint(0, 2**32),
        respond=random.random() < 0.3,
        click=random.random() < 0.3,
    )


def written(number: Fraction) -> str:
    """Write a number as Fraction.of of the scripts reads it."""
    return str(number)


def row(it: Performance) -> dict[str, str]:
    return {"before": "".join(it.cadence.before_half), "after": "".join(it.cadence.after_half)}


def choices(it: Plan) -> dict[str, Any]:
    """Return a plan in the shape of the choices in the data of the page."""
    return {
        "timing": str(it.timing),
        "beats_per_minute": written(it.beats_per_minute),
        "cycles": it.cycles,
        "gap": written(it.gap),
        "count_in": it.count_in,
        "sounds": it.sounds.name,
        "accent": str(it.accent),
    }


def arguments(it: Performance) -> list[Any]:
    """Return what `perform` of the scripts takes."""
    return [row(it), str(it.use), choices(it.plan)]


def practised(it: Practice) -> dict[str, Any]:
    """Return what `practiceOf` of the scripts takes."""
    return {
        "ramp": "-".join(map(written, it.ramp)) if it.ramp else None,
        "muted": it.muted and it.muted.word,
        "leaveStrokes": written(it.leave_strokes),
        "leaveCycles": written(it.leave_cycles),
        "seed": it.seed,
        "respond": it.respond,
        "click": it.click,
    }
