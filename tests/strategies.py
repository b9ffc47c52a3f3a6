"""What the property tests draw from: rows, cadences, plans."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from touhu_music import library, plan
from touhu_music.notation import Cadence, Drum, School
from touhu_music.performance import Accent, Plan, Timing
from touhu_music.practice import Practice, Ramp

drums = st.sampled_from(tuple(Drum))
sides = st.lists(drums, min_size=1, max_size=24).map(tuple)
cadences = st.builds(
    Cadence,
    before_half=sides,
    after_half=sides.filter(lambda side: Drum.GU in side),  # on-gu needs a □
    school=st.none() | st.sampled_from(tuple(School)),
    record=st.none() | st.sampled_from((1, 2)),
)
beats = st.fractions(min_value=0, max_value=8, max_denominator=4)
tempi = st.integers(20, 400).map(Fraction) | st.sampled_from((Fraction("72.5"), Fraction("133.3")))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    return plan().but(
        "drawn",
        timing=draw(st.sampled_from(tuple(Timing))),
        beats_per_minute=draw(tempi),
        cycles=draw(st.integers(1, 4)),
        gap=draw(beats),
        count_in=draw(st.integers(0, 4)),
        sounds=library.sounds(draw(st.sampled_from(("shiwen", "organology")))),
        accent=draw(st.sampled_from(tuple(Accent))),
    )


shares = st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1)])


def practices() -> st.SearchStrategy[Practice]:
    """Draw how a performance is practised."""
    ramps = st.builds(Ramp, tempi, tempi, st.fractions(min_value=1, max_value=100, max_denominator=4))
    return st.builds(
        Practice,
        ramp=st.none() | ramps,
        muted=st.none() | st.sampled_from(Drum),
        leave_strokes=shares,
        leave_cycles=shares,
        seed=st.integers(0, 3),
        respond=st.booleans(),
        click=st.booleans(),
    )
