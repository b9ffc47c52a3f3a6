"""Throws as they are written down, in letters and in tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.errors import RiteError
from touhu_music.rite.counting.counting import Side
from touhu_music.rite.scoring.throws import (
    COLUMNS,
    FALLS_INTO,
    Event,
    Fate,
    Landing,
    Lying,
    Pot,
    Throw,
    check_turns,
    from_csv,
    parse,
    table,
    to_csv,
)


@st.composite
def pots(draw: st.DrawFn, shortest: int = 1, longest: int = 12, letters: str = "".join(Landing)) -> Pot:
    """Draw throws, and what they may do to those before."""
    drawn = st.lists(st.sampled_from(letters), min_size=shortest, max_size=longest)
    landings = list(map(Landing, draw(drawn)))
    on_pot = dict(enumerate(landings, 1))
    throws = []
    for number, landing in enumerate(landings, 1):
        events = []
        for earlier in range(1, number):
            fate = draw(st.sampled_from([None, None, None, *Fate]))
            if fate is Fate.OUT and on_pot[earlier] is not Landing.MISS:
                on_pot[earlier] = Landing.MISS
                events.append(Event(earlier, fate))
            if fate is Fate.IN and on_pot[earlier] in FALLS_INTO:
                on_pot[earlier] = FALLS_INTO[on_pot[earlier]]
                events.append(Event(earlier, fate))
        throws.append(Throw(landing, tuple(events)))
    return Pot(tuple(throws))


# --- letters -----------------------------------------------------------------------------------


@given(pots())
def test_print_after_parse_is_the_text(pot: Pot) -> None:
    assert parse(str(pot)) == pot
    assert str(parse(str(pot))) == str(pot)


@pytest.mark.parametrize("landing", Landing)
def test_every_letter_is_read(landing: Landing) -> None:
    assert parse(landing).throws == (Throw(landing),)


def test_what_a_later_arrow_does_is_told_of_the_earlier_one() -> None:
    pot = parse("MLlSX+2in+3out+4in")
    assert pot.throws[4].events == (Event(2, Fate.IN), Event(3, Fate.OUT), Event(4, Fate.IN))
    assert pot.arrows == (
        Lying(Landing.MOUTH, Landing.MOUTH),
        Lying(Landing.LEANING, Landing.MOUTH),
        Lying(Landing.LEANING_EAR, Landing.MISS, 5),
        Lying(Landing.SWORD, Landing.EAR),
        Lying(Landing.MISS, Landing.MISS),
    )


@pytest.mark.parametrize("landing, now", FALLS_INTO.items())
def test_what_leans_hangs_or_lies_across_falls_in_and_out_again(landing: Landing, now: Landing) -> None:
    assert parse(f"{landing}M+1in").arrows[0] == Lying(landing, now)
    assert parse(f"{landing}M+1inM+1out").arrows[0] == Lying(landing, Landing.MISS, 3)


LETTERS = "M E X R r L l S V v D P T"
MALFORMED = {
    "": f"pot 1: no throw; expected letters of {LETTERS}",
    "MMQ": f"pot 1, arrow 3, character 3: 'Q' U+0051 is no throw; expected one of {LETTERS}, in MM[Q]",
    "MM+1outm": "pot 1, arrow 3, character 8: 'm' U+006D is no throw; "
    f"expected one of {LETTERS}, in MM+1out[m]",
    "M M": f"pot 1, arrow 2, character 2: ' ' U+0020 is no throw; expected one of {LETTERS}, in M[ ]M",
    "+1in": f"pot 1, arrow 1, character 1: '+' U+002B is no throw; expected one of {LETTERS}, in [+]1in",
    "M壺": f"pot 1, arrow 2, character 2: '壺' U+58FA is no throw; expected one of {LETTERS}, in M[壺]",
    "ML+": "pot 1, arrow 2, character 3: no event; expected +Nin or +Nout, in ML[+]",
    "ML+1": "pot 1, arrow 2, character 3: no event; expected +Nin or +Nout, in ML[+]1",
    "ML+1on": "pot 1, arrow 2, character 3: no event; expected +Nin or +Nout, in ML[+]1on",
    "ML+99999in": "pot 1, arrow 2, character 3: no event; expected +Nin or +Nout, in ML[+]99999in",
    "LM+01in": "pot 1, arrow 2, character 3: '+01in' must be written '+1in'",
    "LM+3in": "pot 1, arrow 2, character 3: '+3in' names a later arrow; expected one of 1..1",
    "LM+2in": "pot 1, arrow 2, character 3: '+2in' is this arrow itself; "
    "expected an earlier one, else another letter",
    "LM+0out": "pot 1, arrow 2, character 3: '+0out' names no arrow; expected one of 1..1",
    "M+2out": "pot 1, arrow 1, character 2: '+2out' names a later arrow; "
    "expected no event on the first arrow",
    "XM+1out": "pot 1, arrow 2, character 3: '+1out': arrow 1 lies on the ground; expected one on the pot",
    "LM+1out+1in": "pot 1, arrow 2, character 8: '+1in': arrow 1 lies on the ground; expected one on the pot",
    "EM+1in": "pot 1, arrow 2, character 3: '+1in': arrow 1 is in already; expected one of L l S V v",
    "LM+1inX+1in": "pot 1, arrow 3, character 8: '+1in': arrow 1 is in already; expected one of L l S V v",
    "M" * 101: "pot 1, arrow 101: too many; expected at most 100",
}


@pytest.mark.parametrize("text, message", MALFORMED.items(), ids=lambda text: text[:20])
def test_what_is_no_record_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(RiteError) as caught:
        parse(text)
    assert str(caught.value) == message


def test_a_pot_of_throws_that_cannot_be_is_none() -> None:
    with pytest.raises(RiteError, match=r"^arrow 1: '\+2in' names a later arrow"):
        Pot((Throw(Landing.MOUTH, (Event(2, Fate.IN),)),))
    with pytest.raises(RiteError, match=r"^no throw$"):
        Pot(())


@given(st.text(alphabet="MEXRrLlSVvDPT+0123inout壺 \x00", max_size=30))
def test_any_text_is_read_whole_or_refused_in_one_line(text: str) -> None:
    told = text
    try:
        told = str(parse(text))
    except RiteError as error:
        told = f"refused: {error}"
    assert told == text or (told.isprintable() and told.startswith("refused: pot 1"))


# --- tables ------------------------------------------------------------------------------------


@given(st.lists(pots(), min_size=1, max_size=3), st.lists(pots(), max_size=3))
def test_a_table_is_read_as_it_was_written(guest: list[Pot], host: list[Pot]) -> None:
    sides = [(Side.GUEST, guest), (Side.HOST, host)] if host else [(None, guest)]
    record = from_csv(to_csv(COLUMNS, table(sides)).decode())
    assert (record.guest, record.host) == (tuple(guest), tuple(host))


def test_only_the_throws_must_be_there() -> None:
    record = from_csv("\ufeffthrow\r\nM\r\n\r\nL\r\nX+2in\r\n")
    assert [str(pot) for pot in record.guest] == ["MLX+2in"]
    assert record.host == ()


def test_events_may_stand_apart() -> None:
    assert str(from_csv("throw,events\nL,\nS,\nX,+1in +2out\n").guest[0]) == "LSX+1in+2out"


def test_sides_may_be_told_in_the_order_of_time() -> None:
    record = from_csv("party,throw\nguest,M\nhost,X\nguest,E\nhost,T\n")
    assert (str(record.guest[0]), str(record.host[0])) == ("ME", "XT")


NO_TABLE = {
    "": "line 1: no column throw; expected party pot arrow throw events",
    "pot,arrow\n1,1\n": "line 1: no column throw; expected party pot arrow throw events",
    "throw,wind\nM,S\n": "line 1: column 'wind'; expected each of party pot arrow throw events once",
    "throw,throw\nM,M\n": "line 1: column 'throw'; expected each of party pot arrow throw events once",
    "throw\n": "no throw in the table",
    "throw\nQ\n": f"line 2: 'Q' is no throw; expected one of {LETTERS}",
    "throw,pot\nM,1\n,1\n": f"line 3: '' is no throw; expected one of {LETTERS}",
    "throw\nMM\n": "pot 1: 2 throws in 1 lines; expected one a line",
    "throw,pot\nM\n": "line 2: 1 cells; expected 2",
    "throw,pot\nM,2\n": "line 2: pot 2; expected 1",
    "throw,pot\nM,1\nM,3\n": "line 3: pot 3; expected 1 or 2",
    "throw,pot\nM,one\n": "line 2: pot 'one'; expected a whole number",
    "throw,pot\nM,-1\n": "line 2: pot '-1'; expected a whole number",
    "throw,arrow\nM,1\nM,3\n": "line 3: arrow 3; expected 2",
    "throw,party\nM,judge\n": "line 2: party 'judge'; expected guest or host",
    "throw,party\nM,guest\nM,\n": "some throws have a party and some have none",
    "throw,party\nM,host\nX+2out,host\n": "host pot 1, arrow 2, character 3: '+2out' is this arrow itself; "
    "expected an earlier one, else another letter",
    'throw\n"M\n': "no CSV: unexpected end of data",
    "throw\n" + "M\n" * 2001: "more than 2000 throws",
}


@pytest.mark.parametrize("text, message", NO_TABLE.items(), ids=lambda text: text[:20])
def test_what_is_no_table_of_throws_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(RiteError) as caught:
        from_csv(text)
    assert str(caught.value) == message


def test_a_throw_out_of_turn_must_be_marked() -> None:
    for letters, line in (("gM hX gE gM", 5), ("gM hX hM gX hM", 4)):
        said = "".join(f"{dict(g='guest', h='host')[word[0]]},{word[1]}\n" for word in letters.split())
        with pytest.raises(RiteError) as caught:
            check_turns(from_csv("party,throw\n" + said).rows)
        side = said.splitlines()[line - 2].partition(",")[0]
        message = f"line {line}: {side} throws out of turn; expected the other side, or T or X"
        assert str(caught.value) == message


@pytest.mark.parametrize(
    "sides", ["gM hX gM hM", "gM hX gE gT hM", "gM hX gE gX hM", "gM gM gM gM hM hM hM hM", "hM gM"]
)
def test_turns_that_are_kept_marked_or_not_told_pass(sides: str) -> None:
    said = "".join(f"{dict(g='guest', h='host')[word[0]]},{word[1]}\n" for word in sides.split())
    check_turns(from_csv("party,throw\n" + said).rows)
