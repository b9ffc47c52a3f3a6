"""Horses of three rounds, against a reference that is written out for all records and options."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.errors import RiteError
from touhu_music.language import Language
from touhu_music.rite.counting.counting import Side
from touhu_music.rite.counting.horses import Horses, Outcome, Round, lines, parse, settle, standing

RECORDS = ["".join(letters) for letters in product("GHT", repeat=3)]
OPTIONS = list(product((False, True), (False, True), (None, Side.GUEST, Side.HOST)))


def settled(record: str, **options: Any) -> Outcome:
    """Settle three letters."""
    return settle(parse(record), **options)


TABLE = [
    ((3, 0, 0), (3, 0), (3, 0), "guest"),
    ((0, 3, 0), (0, 3), (0, 3), "host"),
    ((2, 1, 0), (2, 1), (3, 0), "guest"),
    ((1, 2, 0), (1, 2), (0, 3), "host"),
    ((2, 0, 1), (2, 0), (2, 0), "guest"),
    ((0, 2, 1), (0, 2), (0, 2), "host"),
    ((1, 1, 1), (1, 1), (1, 1), None),
    ((1, 0, 2), (1, 0), (1, 0), None),
    ((0, 1, 2), (0, 1), (0, 1), None),
    ((0, 0, 3), (0, 0), (0, 0), None),
]


@pytest.mark.parametrize("record", RECORDS)
def test_each_record_comes_to_what_the_table_says(record: str) -> None:
    key = (record.count("G"), record.count("H"), record.count("T"))
    ((_, before, after, celebrate),) = [row for row in TABLE if row[0] == key]
    found = settled(record)
    assert (found.before, found.horses, found.celebrate) == (before, after, celebrate)
    assert found.merged == (before != after)
    assert found.flags == (("no-third-horse",) if sorted(before) == [0, 2] else ())


@pytest.mark.parametrize(
    "record, options, before, horses, celebrate, flags",
    [
        ("GHG", {}, (2, 1), (3, 0), "guest", 0),  # example 8
        ("GTG", {}, (2, 0), (2, 0), "guest", 1),  # example 9
        ("GTG", {"strict": True}, (2, 0), (2, 0), None, 1),
        ("GHT", {}, (1, 1), (1, 1), None, 0),  # example 10
        ("TTT", {}, (0, 0), (0, 0), None, 0),  # example 11
        ("TTT", {"mutual": True}, (0, 0), (0, 0), "both", 0),
        ("GGH", {"junior": Side.GUEST}, (2, 1), (2, 1), None, 0),  # example 12
        ("GGH", {"junior": Side.HOST}, (2, 1), (3, 0), "guest", 0),  # example 13
        ("HHG", {"junior": Side.HOST}, (1, 2), (1, 2), None, 0),
        ("HHG", {"junior": Side.GUEST}, (1, 2), (0, 3), "host", 0),
        ("GGG", {"junior": Side.GUEST}, (3, 0), (3, 0), "guest", 0),
        ("HTH", {"strict": True}, (0, 2), (0, 2), None, 1),
        ("GHG", {"strict": True}, (2, 1), (3, 0), "guest", 0),
        ("GHT", {"mutual": True}, (1, 1), (1, 1), None, 0),
    ],
)
def test_the_disputed_ones_are_settled_by_option(
    record: str,
    options: dict[str, Any],
    before: tuple[int, int],
    horses: tuple[int, int],
    celebrate: str | None,
    flags: int,
) -> None:
    found = settled(record, **options)
    assert (found.before, found.horses, found.celebrate) == (before, horses, celebrate)
    assert len(found.flags) == flags


def reference(
    record: str, strict: bool, mutual: bool, junior: str | None
) -> tuple[int, int, str | None, bool]:
    """Move horses about one by one, as the text tells it."""
    stable = {"guest": 0, "host": 0}
    for letter in record:
        if letter == "G":
            stable["guest"] += 1
        if letter == "H":
            stable["host"] += 1
    flagged, cup = False, None
    for winner, loser in (("guest", "host"), ("host", "guest")):
        if stable[winner] == 2 and stable[loser] == 1 and junior != winner:
            stable[loser] -= 1
            stable[winner] += 1
        if stable[winner] == 3:
            cup = winner
        if stable[winner] == 2 and stable[loser] == 0:
            flagged = True
            if not strict:
                cup = winner
    if record == "TTT" and mutual:
        cup = "both"
    return stable["guest"], stable["host"], cup, flagged


@pytest.mark.parametrize("strict, mutual, junior", OPTIONS)
@pytest.mark.parametrize("record", RECORDS)
def test_all_records_agree_with_the_reference(
    record: str, strict: bool, mutual: bool, junior: Side | None
) -> None:
    found = settled(record, strict=strict, mutual=mutual, junior=junior)
    expected = reference(record, strict, mutual, junior)
    assert (*found.horses, found.celebrate, bool(found.flags)) == expected


EVERY = st.tuples(st.sampled_from(RECORDS), st.sampled_from(OPTIONS))


@given(EVERY)
def test_no_horse_comes_from_nowhere_or_gets_lost(drawn: tuple[str, tuple[bool, bool, Side | None]]) -> None:
    record, (strict, mutual, junior) = drawn
    found = settled(record, strict=strict, mutual=mutual, junior=junior)
    assert sum(found.horses) == sum(found.before) == 3 - record.count("T")


@given(EVERY)
def test_the_sides_are_treated_alike(drawn: tuple[str, tuple[bool, bool, Side | None]]) -> None:
    record, (strict, mutual, junior) = drawn
    other = {None: None, Side.GUEST: Side.HOST, Side.HOST: Side.GUEST, "both": "both"}
    one = settled(record, strict=strict, mutual=mutual, junior=junior)
    mirrored = record.translate(str.maketrans("GH", "HG"))
    two = settled(mirrored, strict=strict, mutual=mutual, junior=other[junior])
    assert (two.horses, two.celebrate) == (one.horses[::-1], other[one.celebrate])


@given(EVERY, st.permutations(range(3)))
def test_the_order_of_the_rounds_does_not_matter(
    drawn: tuple[str, tuple[bool, bool, Side | None]], order: list[int]
) -> None:
    record, (strict, mutual, junior) = drawn
    shuffled = "".join(record[place] for place in order)
    one, two = (settled(each, strict=strict, mutual=mutual, junior=junior) for each in (record, shuffled))
    assert (one.horses, one.celebrate, one.flags) == (two.horses, two.celebrate, two.flags)


@pytest.mark.parametrize("record", RECORDS)
def test_a_round_sets_at_most_one_horse_and_none_goes_over_before_the_third(record: str) -> None:
    stood = [Horses(0, 0), *settled(record).standing]
    for letter, before, after in zip(record, stood, stood[1:], strict=False):
        gained = (after.guest - before.guest, after.host - before.host)
        assert gained == {"G": (1, 0), "H": (0, 1), "T": (0, 0)}[letter]
    assert standing(parse(record)[:2]) == tuple(stood[1:3])


@pytest.mark.parametrize(
    "letters, message",
    [
        ("GXG", "round 2: 'X' is none of G (guest), H (host), T (tie)"),
        ("gHG", "round 1: 'g' is none of G (guest), H (host), T (tie)"),
        ("GH", "2 rounds, not 3; expected G, H or T for each"),
        ("G", "1 round, not 3; expected G, H or T for each"),
        ("", "0 rounds, not 3; expected G, H or T for each"),
        ("GHGH", "4 rounds, not 3; expected G, H or T for each"),
    ],
)
def test_a_malformed_record_is_told_with_its_place(letters: str, message: str) -> None:
    with pytest.raises(RiteError) as caught:
        parse(letters)
    assert str(caught.value) == message


def test_what_is_too_long_is_cut_in_the_message() -> None:
    with pytest.raises(RiteError) as caught:
        parse(["G", "H" * 5000, "T"])
    assert str(caught.value).startswith(f"round 2: '{'H' * 20}…' is none")


def test_the_pair_is_named_where_there_are_several() -> None:
    with pytest.raises(RiteError, match=r"^pair 2, round 3: 'X' is none"):
        parse("GHX", "pair 2")
    with pytest.raises(RiteError, match=r"^pair 2: 2 rounds, not 3"):
        parse("GH", "pair 2")


def test_settling_reads_again_what_it_is_given() -> None:
    with pytest.raises(RiteError, match="2 rounds, not 3"):
        settle([Round.GUEST, Round.TIE])


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("record", RECORDS)
def test_every_outcome_is_told_without_an_open_blank(record: str, language: Language) -> None:
    for strict, mutual, junior in OPTIONS:
        found = list(
            lines(settled(record, strict=strict, mutual=mutual, junior=junior), language, junior=junior)
        )
        assert len(found) >= 4
        assert not any("{" in line or not line for line in found)


def test_what_is_disputed_is_told_with_the_other_choice() -> None:
    told = "\n".join(lines(settled("GTG"), Language.ENGLISH))
    assert "Congratulated (請慶多馬): the guest." in told
    assert "Disputed: two wins and a tie" in told
    strict = "\n".join(lines(settled("GTG", strict=True), Language.ENGLISH))
    assert "Nobody is congratulated." in strict
    assert "Disputed: two wins and a tie, three horses never stand" in strict
    junior = "\n".join(lines(settled("GGH", junior=Side.GUEST), Language.ENGLISH, junior=Side.GUEST))
    assert "少儀 「不擢馬」" in junior
    assert "guest 馬馬, host 馬" in junior
