"""Throws against the drum: where they belong, how far off they are, whether they are valid."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from conftest import performance
from hypothesis import given
from hypothesis import strategies as st
from rite.test_throws import pots
from strategies import cadences, plans

from touhu_music import Cadence, Performance, Plan, Use, perform
from touhu_music.errors import RiteError
from touhu_music.language import Language, word
from touhu_music.practice import Rehearsal
from touhu_music.rite.counting.counting import Side
from touhu_music.rite.scoring import judgesheet
from touhu_music.rite.scoring.judging import (
    Desk,
    Drumming,
    Judged,
    Mode,
    OffBeat,
    Terms,
    Timed,
    judge,
    press,
    read,
    sounded,
    written,
)
from touhu_music.rite.scoring.scores import Rules, score
from touhu_music.rite.scoring.throws import Landing, Pot, Throw

GUEST, HOST = Side


def judged(
    text: str, name: str = "lu-1", siglum: str = "A", choices: dict[str, Any] | None = None, **terms: Any
) -> tuple[Judged, ...]:
    by, record = Terms(**terms), read(text)
    found = sounded(performance(name, Use.TOUHU, siglum, **choices or {}), by, record)
    return judge(found, by, record)


def alternating(*seconds: float) -> str:
    return "".join(f"{second} {side}\n" for second, side in zip(seconds, ["guest", "host"] * 8, strict=False))


# --- where a throw belongs ---------------------------------------------------------------------


def test_in_mode_throw_each_has_the_last_stroke_of_a_cycle() -> None:
    found = judged(alternating(11, 23, 35, 47, 59, 71, 83, 95), mode=Mode.THROW)
    assert [each.due for each in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [each.timed.side for each in found] == [GUEST, HOST] * 4
    assert [each.arrow for each in found] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert all(each.offset == 0 and each.stroke[1] == 12 and not each.flags for each in found)


def test_in_mode_exchange_both_throw_in_each_cycle_after_the_first() -> None:
    found = judged(alternating(8, 15, 16, 20, 24, 31, 32, 39.9), name="xue-1")
    assert [each.due for each in found] == [2, 2, 3, 3, 4, 4, 5, 5]
    assert [each.cycle for each in found] == [2, 2, 3, 3, 4, 4, 5, 5]
    assert all(each.offset == 0 and each.order and not each.flags for each in found)


@pytest.mark.parametrize(
    "name, siglum, mode, pairs, listen, cycles, beats",
    [
        ("lu-1", "A", Mode.EXCHANGE, 1, 1, 5, 60),
        ("xue-1", "A", Mode.EXCHANGE, 1, 1, 5, 40),
        ("lu-2", "B", Mode.EXCHANGE, 1, 1, 5, 60),
        ("lu-2", "A", Mode.EXCHANGE, 1, 1, 5, 65),
        ("lu-2", "C", Mode.EXCHANGE, 1, 1, 5, 65),
        ("xue-2", "A", Mode.EXCHANGE, 1, 1, 5, 50),
        ("xue-2", "C", Mode.EXCHANGE, 1, 1, 5, 55),
        ("lu-1", "A", Mode.EXCHANGE, 1, 3, 7, 84),
        ("lu-1", "A", Mode.EXCHANGE, 2, 1, 10, 120),
        ("lu-1", "A", Mode.THROW, 1, 1, 8, 96),
        ("xue-1", "A", Mode.THROW, 3, 1, 24, 192),
        ("xue-2", "C", Mode.THROW, 1, 1, 8, 88),
    ],
)
def test_as_many_cycles_sound_as_the_throws_need(
    name: str, siglum: str, mode: Mode, pairs: int, listen: int, cycles: int, beats: int
) -> None:
    found = sounded(performance(name, Use.TOUHU, siglum), Terms(mode, pairs, listen), ())
    assert found.plan.cycles == cycles
    assert found.length == beats


@pytest.mark.parametrize(
    "mode, cycles", [(Mode.EXCHANGE, range(2, 6)), (Mode.THROW, range(1, 9)), (Mode.FREE, range(0))]
)
def test_a_pair_has_its_cycles(mode: Mode, cycles: range) -> None:
    assert Terms(mode).cycles(1) == cycles


def test_a_second_pair_begins_after_the_first() -> None:
    assert Terms(Mode.EXCHANGE, 2).cycles(2) == range(7, 11)
    assert Terms(Mode.THROW, 2).cycles(2) == range(9, 17)
    found = judged(alternating(*[12, 13, 24, 25, 36, 37, 48, 49, 72, 73, 84, 85, 96, 97, 108, 109]), pairs=2)
    assert [each.pair for each in found] == [1] * 8 + [2] * 8
    assert all(each.in_turn and not each.flags for each in found)


def test_four_arrows_of_a_side_are_of_one_pair() -> None:
    found = judged("".join(f"{second} {side}\n" for second in range(8) for side in ("g", "h")), pairs=2)
    assert [each.pair for each in found] == [1] * 8 + [2] * 8


@pytest.mark.parametrize(
    "mode, first, late, second",
    [
        (Mode.EXCHANGE, "12 g\n13 h\n24 g\n25 h\n36 g\n37 h\n", "60.5 h\n", "72 g\n73 h\n"),
        (Mode.THROW, "11 g\n23 h\n35 g\n47 h\n59 g\n71 h\n", "102 h\n", "107 g\n119 h\n"),
    ],
)
def test_a_pair_that_does_not_throw_all_shifts_no_other(
    mode: Mode, first: str, late: str, second: str
) -> None:
    found = judged(first + second, mode=mode, pairs=2)
    assert [each.pair for each in found] == [1] * 6 + [2] * 2
    assert not any(each.flags for each in found)
    found = judged(first + late + second, mode=mode, pairs=2)
    assert [each.pair for each in found] == [1] * 7 + [2] * 2
    assert [each.flags for each in found if each.pair == 2] == [(), ()]


# --- how far off it is -------------------------------------------------------------------------


def test_the_offset_is_early_or_late_by_the_exact_second() -> None:
    found = judged("10.9 guest\n23.25 host\n35.251 guest\n", mode=Mode.THROW)
    assert [each.offset for each in found] == [Fraction("-0.1"), Fraction("0.25"), Fraction("0.251")]
    assert [each.flags for each in found] == [(), (), ("off-drum",)]


def test_in_exchange_only_the_cycle_is_fixed() -> None:
    early, late, _, _, wrong = judged("11.8 guest\n24.5 host\n25 guest\n26 host\n61 guest\n")
    assert (early.cycle, early.due, early.offset, early.on_drum) == (1, 2, Fraction("-0.2"), True)
    assert (late.cycle, late.due, late.offset, late.on_drum) == (3, 2, Fraction("0.5"), False)
    assert (wrong.cycle, wrong.due, wrong.offset, wrong.on_drum) == (None, 5, Fraction(1), False)
    assert early.stroke == (2, 1)
    assert early.from_stroke == Fraction("-0.2")


def test_free_throws_are_held_against_the_nearest_stroke() -> None:
    found = judged("-1 guest\n0.4 host\n2.5 guest\n11.9 host\n40 guest\n", mode=Mode.FREE)
    assert [each.stroke for each in found] == [(1, 1), (1, 1), (1, 3), (2, 1), (4, 5)]
    offsets = ["-1", "0.4", "0.5", "-0.1", "0"]
    assert [each.offset for each in found] == [Fraction(offset) for offset in offsets]
    assert [each.due for each in found] == [None] * 5
    assert [each.order for each in found] == [None] * 5
    assert found[0].cycle is None


def test_gap_count_in_and_tempo_are_those_that_sounded() -> None:
    choices = {"gap": Fraction(2), "count_in": 4, "beats_per_minute": Fraction(120)}
    (found,) = judged("7.5 guest\n", choices=choices, mode=Mode.THROW)
    assert found.offset == 0
    (found,) = judged("9 guest\n", choices=choices)
    assert found.cycle == 2
    assert found.offset == 0


def test_off_the_drum_is_noted_and_void_only_where_that_is_chosen() -> None:
    text = "11 guest M\n30 host M\n"
    noted = judged(text, mode=Mode.THROW)
    assert [each.counters for each in noted] == [1, 1]
    assert noted[1].flags == ("off-drum",)
    void = judged(text, mode=Mode.THROW, off_beat=OffBeat.VOID)
    assert [each.counters for each in void] == [1, 0]
    assert void[1].flags == ("off-drum", "voided")
    wide = judged(text, mode=Mode.THROW, off_beat=OffBeat.VOID, tolerance=Fraction(7))
    assert [each.counters for each in wide] == [1, 1]


@st.composite
def drummed(draw: st.DrawFn) -> tuple[Performance, Fraction]:
    """Draw a performance, and a second in or near it."""
    cadence: Cadence = draw(cadences)
    plan: Plan = draw(plans())
    found = perform(cadence, draw(st.sampled_from(Use)), plan)
    end = float(found.seconds(found.length))
    second = draw(st.fractions(-5, int(end) + 10, max_denominator=16))
    return found, second


@given(drummed())
def test_the_nearest_stroke_is_the_nearest_of_all_that_sound(drawn: tuple[Performance, Fraction]) -> None:
    found, second = drawn
    moments = [moment for moment in Rehearsal(found).moments() if moment.stroke]
    least = min(abs(second - moment.seconds) for moment in moments)
    (cycle, number), offset = Drumming(found).nearest(second)
    assert abs(offset) == least
    (struck,) = [
        moment.seconds
        for moment in moments
        if moment.stroke and (moment.cycle, moment.stroke.number) == (cycle, number)
    ]
    assert offset == second - struck


@given(drummed())
def test_a_second_is_in_a_cycle_or_outside_of_all(drawn: tuple[Performance, Fraction]) -> None:
    found, second = drawn
    starts = Rehearsal(found).starts()
    cycle = Drumming(found).cycle(second)
    assert (cycle is None) == (not starts[0] <= second < starts[-1])
    if cycle is not None:
        assert starts[cycle - 1] <= second < starts[cycle]
        assert Drumming(found).beyond(second, cycle) == 0


# --- whether it is valid -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "letter, counters, flags",
    [
        ("M", 1, ()),
        ("E", 1, ()),
        ("L", 1, ()),
        ("X", 0, ("not-in",)),
        ("P", 0, ("wrong-end",)),
        ("D", 0, ("wrong-end",)),
        ("T", 0, ("out-of-turn",)),
        ("R", 0, ("out-of-turn",)),
        ("V", 0, ("not-in",)),
        ("", None, ()),
    ],
)
def test_a_throw_counts_if_it_stays_in_the_right_end_first_and_in_turn(
    letter: str, counters: int | None, flags: tuple[str, ...]
) -> None:
    (found,) = judged(f"11 guest {letter}\n", mode=Mode.THROW)
    assert (found.counters, found.flags) == (counters, flags)


def test_in_exchange_the_guest_throws_before_the_host() -> None:
    found = judged("13 host\n14 guest\n25 guest\n26 host\n40 guest\n")
    assert [each.order for each in found] == [False, False, True, True, None]
    assert [each.flags for each in found] == [("order",), (), (), (), ()]


SLIPS: dict[str, tuple[Mode, str, list[tuple[str, ...]]]] = {
    "the guest throws twice running": (
        Mode.EXCHANGE,
        "12 g\n13 g\n14 h\n24 g\n25 h\n36 g\n37 h\n48 h\n",
        [(), ("out-of-turn",), (), (), (), (), (), ()],
    ),
    "the same with a cycle each": (
        Mode.THROW,
        "11 g\n11.2 g\n23 h\n35 g\n47 h\n59 g\n71 h\n95 h\n",
        [(), ("out-of-turn",), (), (), (), (), (), ()],
    ),
    "the guest throws in the cycle of the host": (
        Mode.THROW,
        "11 g\n23 g\n23.5 h\n35 g\n47 h\n",
        [(), ("out-of-turn",), ("off-drum", "voided"), (), ()],
    ),
    "the host opens": (
        Mode.THROW,
        "11 h\n23 h\n35 g\n47 h\n59 g\n71 h\n83 g\n",
        [("out-of-turn",), (), (), (), (), (), ()],
    ),
    "the host opens and all go on by turns": (
        Mode.THROW,
        "11 h\n23 g\n35 h\n47 g\n59 h\n71 g\n83 h\n95 g\n",
        [("out-of-turn",), (), (), (), (), (), (), ()],
    ),
    "the host opens an exchange": (
        Mode.EXCHANGE,
        "12 h\n13 g\n24 g\n25 h\n36 g\n37 h\n48 g\n49 h\n",
        [("order",), (), (), (), (), (), (), ()],
    ),
    "a host who is late": (
        Mode.EXCHANGE,
        "12 g\n24.5 h\n26 g\n27 h\n36 g\n37 h\n48 g\n49 h\n",
        [(), ("off-drum", "voided"), (), (), (), (), (), ()],
    ),
    "a guest who misses a cycle": (
        Mode.EXCHANGE,
        "12 g\n13 h\n25 h\n36 g\n37 h\n48 g\n49 h\n",
        [()] * 7,
    ),
    "two exchanges in one cycle": (
        Mode.EXCHANGE,
        "12 g\n13 h\n14 g\n15 h\n26 g\n27 h\n38 g\n39 h\n",
        [(), (), ("off-drum", "voided"), ("off-drum", "voided"), (), (), (), ()],
    ),
    "a throw far off": (
        Mode.THROW,
        "11 g\n29.5 h\n35 g\n47 h\n",
        [(), ("off-drum", "voided"), (), ()],
    ),
    "one that the record calls out of turn": (
        Mode.THROW,
        "11 g M\n23 h T\n23 h M\n35 g M\n",
        [(), ("out-of-turn",), (), ()],
    ),
    "free throws by turns but for one": (
        Mode.FREE,
        "11 g\n12 g\n13 h\n14 g\n15 h\n",
        [(), ("out-of-turn",), (), (), ()],
    ),
}


@pytest.mark.parametrize("mode, text, flags", SLIPS.values(), ids=list(SLIPS))
def test_a_slip_condemns_no_other_throw(mode: Mode, text: str, flags: list[tuple[str, ...]]) -> None:
    found = judged(text, mode=mode, off_beat=OffBeat.VOID)
    assert [each.flags for each in found] == flags
    lawful = [each for each in found if not each.flags]
    assert all(each.counters in (None, 1) and not each.void for each in lawful)


@given(st.integers(0, 7), st.sampled_from([Mode.EXCHANGE, Mode.THROW]))
def test_whatever_throw_is_missing_the_others_are_lawful(missing: int, mode: Mode) -> None:
    exact = [12, 13, 24, 25, 36, 37, 48, 49] if mode is Mode.EXCHANGE else [11, 23, 35, 47, 59, 71, 83, 95]
    kept = [line for place, line in enumerate(alternating(*exact).splitlines()) if place != missing]
    found = judged("\n".join(kept), mode=mode, off_beat=OffBeat.VOID)
    expected: list[tuple[str, ...]] = [()] * 7
    if mode is Mode.THROW and missing == 0:
        expected = [("out-of-turn",), *expected[1:]]  # the host opens
    assert [each.flags for each in found] == expected


def test_an_arrow_that_is_knocked_down_does_not_stay_in() -> None:
    found = judged("12 g M\n13 h M\n24 g M+1out\n", mode=Mode.EXCHANGE)
    assert [each.counters for each in found] == [0, 1, 1]
    assert found[0].flags == ("not-in",)


def test_an_arrow_that_was_not_noted_may_be_knocked_down() -> None:
    found = judged("12 g\n13 h\n24 g X+1out\n")
    assert [each.counters for each in found] == [0, None, 0]


@given(pots(shortest=4, longest=4), pots(shortest=4, longest=4))
def test_what_is_in_turn_and_on_the_drum_counts_as_by_liji(guest: Pot, host: Pot) -> None:
    record = [
        Timed(Fraction(12 * (place + 1) + later), side, throw)
        for place in range(4)
        for later, (side, throw) in enumerate([(GUEST, guest.throws[place]), (HOST, host.throws[place])])
    ]
    by = Terms()
    found = judge(sounded(performance("lu-1", Use.TOUHU), by, record), by, record)
    for side, pot in ((GUEST, guest), (HOST, host)):
        assert judgesheet.counters(found, side) == score(pot, Rules.LIJI).total


# --- the record --------------------------------------------------------------------------------


def test_a_record_is_lines_or_a_table() -> None:
    expected = (
        Timed(Fraction("12.5"), GUEST, Throw(Landing.MOUTH)),
        Timed(Fraction(14), HOST),
    )
    assert read("# round 1\n\n12.5 guest M\n14 host\n") == expected
    assert read("12.5,g,M\r\n14,H,\r\n") == expected
    assert read("party,throw,seconds\nguest,M,12.5\nhost,,14\n") == expected
    assert read(written(expected).decode()) == expected


times = st.lists(st.integers(0, 10**6), min_size=1, max_size=20).map(sorted)


@given(times, st.data())
def test_what_is_written_is_read_again(milliseconds: list[int], data: st.DataObject) -> None:
    throws = st.none() | st.sampled_from(Landing).map(Throw)
    record = tuple(
        Timed(Fraction(each, 1000), data.draw(st.sampled_from(Side)), data.draw(throws))
        for each in milliseconds
    )
    assert read(written(record).decode()) == record


NO_RECORD = {
    "": "no throw; expected lines such as 12.5 guest M",
    "# nothing\n": "no throw; expected lines such as 12.5 guest M",
    "12.5\n": "line 1: 1 words; expected seconds, guest or host, and a letter",
    "1 guest M M\n": "line 1: 4 words; expected seconds, guest or host, and a letter",
    "one guest\n": "line 1: seconds must be a number such as 72, 72.5 or 1/2, not 'one'",
    "nan guest\n": "line 1: seconds must be a number such as 72, 72.5 or 1/2, not 'nan'",
    "1000000 guest\n": "line 1: seconds must be in range -86400..86400",
    "1 umpire\n": "line 1: 'umpire' is no party; expected guest or host",
    "1 guest Q\n": "line 1: 'Q' U+0051 is no throw; expected one of M E X R r L l S V v D P T",
    "1 guest MM\n": "line 1: 'MM'; expected a letter, and +Nin or +Nout after it",
    "1 guest M+out\n": "line 1: 'M+out'; expected a letter, and +Nin or +Nout after it",
    "2 guest\n\n1 host\n": "line 3: 1 s after a later throw; expected the order of time",
    "seconds,party,wind\n": "line 1: column 'wind'; expected each of seconds party throw once",
    "seconds,throw\n": "line 1: no column party; expected seconds party throw",
    '1,"guest\n': "line 1: unexpected end of data",
}


@pytest.mark.parametrize("text, message", NO_RECORD.items(), ids=lambda text: text[:16])
def test_what_is_no_record_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(RiteError) as caught:
        read(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text, terms, message",
    [
        ("1 g\n2 g\n3 g\n4 g\n5 g\n", {}, "throw 5: guest throws arrow 5; expected 4 of 1 pair"),
        ("1 h\n" * 9, {"pairs": 2}, "throw 9: host throws arrow 9; expected 8 of 2 pairs"),
        (
            "1 h M\n2 h X+2out\n",
            {},
            "host of pair 1, arrow 2: '+2out' is this arrow itself; "
            "expected an earlier one, else another letter",
        ),
    ],
)
def test_throws_that_cannot_be_are_refused(text: str, terms: dict[str, Any], message: str) -> None:
    with pytest.raises(RiteError) as caught:
        judged(text, **terms)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "terms, message",
    [
        ({"pairs": 0}, "pairs must be in range 1..100, not 0"),
        ({"listen": 101}, "listen must be in range 0..100, not 101"),
        ({"tolerance": Fraction(-1, 2)}, "tolerance must be in range 0..60 seconds, not -0.5"),
    ],
)
def test_terms_have_their_range(terms: dict[str, Any], message: str) -> None:
    with pytest.raises(RiteError) as caught:
        Terms(**terms)
    assert str(caught.value) == message


def test_only_free_throws_have_cycles_of_their_own() -> None:
    found = performance("lu-1", Use.TOUHU)
    assert sounded(found, Terms(Mode.FREE), (), 3).plan.cycles == 3
    with pytest.raises(RiteError) as caught:
        sounded(found, Terms(), (), 3)
    assert str(caught.value) == "cycles are 5 in mode exchange; leave them"


# --- typed and told ----------------------------------------------------------------------------


def typed(keys: str, lead: Fraction = Fraction(0)) -> Desk:
    """Type a key each half second, from second 100 on."""
    desk = Desk()
    for place, key in enumerate(keys):
        desk = press(desk, key, 100 + place / 2, lead)
    return desk


@pytest.mark.parametrize(
    "keys, lines",
    [
        (" gh", "0.5 guest\n1 host\n"),
        ("gh g", "0.5 guest\n"),
        (" gM+hx", "0.5 guest M\n2 host\n"),
        (" gMX", "0.5 guest X\n"),
        (" ghu", "0.5 guest\n"),
        (" gr", "0.5 guest r\n"),
        (" g h", "0.5 host\n"),
        ("M u", ""),
    ],
)
def test_keys_are_throws(keys: str, lines: str) -> None:
    assert written(typed(keys).throws).decode() == lines


def test_seconds_count_from_the_first_sound() -> None:
    assert typed(" g", Fraction(4)).throws[0].seconds == Fraction("4.5")


@pytest.mark.parametrize("key", ["q", "\x04"])
def test_a_key_ends_it(key: str) -> None:
    assert typed(" g" + key).over


@pytest.mark.parametrize("language", Language)
def test_every_flag_and_mode_has_its_words(language: Language) -> None:
    found = judged("13 host P\n14 guest X\n15 guest T\n61 guest M\n", off_beat=OffBeat.VOID)
    flags = {flag for each in found for flag in each.flags}
    assert flags == {"off-drum", "order", "out-of-turn", "not-in", "wrong-end", "voided"}
    for name in (*flags, *Mode, *OffBeat):
        assert word(f"judge-{name}", language)


@pytest.mark.parametrize("mode", Mode)
def test_a_table_of_judgements_is_read_as_its_record(mode: Mode) -> None:
    text = "12.5 guest M\n13 host X+1out\n25 guest\n".replace("X+1out", "X")
    found = judged(text, mode=mode)
    assert read(judgesheet.judged_csv(found).decode()) == read(text)
