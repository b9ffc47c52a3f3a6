"""Counters: what earns one, how they lie, how they are counted, what is announced."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.errors import RiteError
from touhu_music.language import Language
from touhu_music.rite.counting import counting
from touhu_music.rite.counting.counting import (
    IN_USE,
    MOST,
    READINGS,
    Act,
    Announcement,
    Archer,
    Form,
    Held,
    Layout,
    Odd,
    Side,
    Wording,
    announce,
    archers,
    counted,
    earned,
    held_up,
    layout,
    movements,
    notes,
    numeral,
    of_a_set,
    parse,
    spoken,
)

HEAPS = st.integers(0, MOST)
HALVES = st.integers(0, 2 * MOST).map(lambda number: Fraction(number, 2))


def said(right: float, left: float, wording: str = "zhu", form: str = "who") -> str:
    """Announce two heaps in the words of the text."""
    counters = Fraction(right), Fraction(left)
    return announce(*counters, Wording(wording), Form(form)).said(Language.TRADITIONAL)


# --- what earns a counter, and how many there are ----------------------------------------------


@pytest.mark.parametrize(
    "inside, base_first, in_turn, expected",
    [
        (True, True, True, 1),
        (True, False, True, 0),  # example 14
        (True, True, False, 0),  # example 15
        (False, True, True, 0),
        (False, True, False, 0),
        (False, False, True, 0),
        (False, False, False, 0),
        (True, False, False, 0),
    ],
)
def test_only_an_arrow_inside_the_right_end_first_and_in_turn_earns_a_counter(
    inside: bool, base_first: bool, in_turn: bool, expected: int
) -> None:
    assert earned(inside=inside, base_first=base_first, in_turn=in_turn) == expected


@pytest.mark.parametrize(
    "pairs, plain, doubled", [(3, 24, 48), (4, 32, 64), (10, 80, 160), (1, 16, 32), (2, 16, 32)]
)
def test_a_set_has_four_counters_a_person_and_no_fewer_than_are_in_use(
    pairs: int, plain: int, doubled: int
) -> None:
    assert (of_a_set(pairs), of_a_set(pairs, doubled=True)) == (plain, doubled)


def test_more_than_ten_pairs_begin_again_with_the_same_counters() -> None:
    assert of_a_set(11) == of_a_set(100) == 80


@pytest.mark.parametrize("pairs", [0, -1, 101])
def test_there_are_pairs_but_not_endlessly_many(pairs: int) -> None:
    with pytest.raises(RiteError, match=rf"^pairs must be in range 1..100, not {pairs}$"):
        of_a_set(pairs)


def test_eight_counters_are_in_the_hand_and_eight_in_the_box() -> None:
    assert IN_USE == (8, 8)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("0", 0),
        ("10", 10),
        ("2.5", Fraction(5, 2)),
        ("2½", Fraction(5, 2)),
        ("½", Fraction(1, 2)),
        ("5/2", Fraction(5, 2)),
        ("3.0", 3),
        ("007", 7),
        ("800", 800),
    ],
)
def test_counters_are_whole_or_have_a_half(text: str, expected: Fraction) -> None:
    assert parse(text, Side.GUEST) == expected


@pytest.mark.parametrize(
    "text, message",
    [
        ("-1", "-1 counters; counters cannot be fewer than none"),
        ("-0.5", "-0.5 counters; counters cannot be fewer than none"),
        ("801", "801 counters; expected 0 to 800, or halves"),
        ("1000000000", "1000000000 counters; expected 0 to 800, or halves"),
        ("9" * 5000, f"'{'9' * 20}…' is no number of counters"),
        ("", "'' is no number of counters"),
        ("x", "'x' is no number of counters"),
        ("1e3", "'1e3' is no number of counters"),
        ("nan", "'nan' is no number of counters"),
        ("2.25", "'2.25' is no number of counters"),
        ("٣", "'٣' is no number of counters"),
        ("1/0", "'1/0' is no number of counters"),
        ("3\n", r"'3\n' is no number of counters"),
    ],
)
@pytest.mark.parametrize("side, place", [(Side.GUEST, "right heap (guest)"), (Side.HOST, "left heap (host)")])
def test_what_is_no_heap_is_told_with_its_place(side: Side, place: str, text: str, message: str) -> None:
    with pytest.raises(RiteError) as caught:
        parse(text, side)
    assert str(caught.value) == f"{place}: {message}"


@pytest.mark.parametrize("counters", [-1, MOST + 1, Fraction(1, 3)])
def test_a_heap_that_cannot_be_is_neither_laid_nor_announced(counters: int | Fraction) -> None:
    with pytest.raises(RiteError, match=r"^right heap"):
        layout(counters)
    with pytest.raises(RiteError, match=r"^left heap"):
        announce(1, counters)


# --- how they lie ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "counters, expected",
    [
        (0, (0, 0, 0)),
        (1, (0, 0, 1)),
        (2, (0, 1, 0)),
        (7, (0, 3, 1)),
        (9, (0, 4, 1)),
        (10, (0, 5, 0)),
        (19, (0, 9, 1)),
        (20, (1, 0, 0)),
        (21, (1, 0, 1)),
        (27, (1, 3, 1)),  # example 1
        (39, (1, 9, 1)),
        (40, (2, 0, 0)),
    ],
)
def test_counters_lie_in_heaps_of_ten_pairs_pairs_and_an_odd_one(
    counters: int, expected: tuple[int, int, int]
) -> None:
    assert layout(counters) == (*expected, 0)


@given(HALVES)
def test_a_layout_adds_up_and_leaves_nothing_that_would_make_a_heap(counters: Fraction) -> None:
    laid = layout(counters)
    assert laid.counters == counters
    assert laid.pairs < 10
    assert laid.single in (0, 1)
    assert laid.half in (0, 1)


@given(HEAPS, st.sampled_from(Side))
def test_the_movements_bring_every_counter_from_the_ground_to_its_place(counters: int, side: Side) -> None:
    ground, hand, found = Fraction(counters), Fraction(0), [Fraction(0)] * 3
    for act, number in movements(layout(counters), side):
        match act:
            case Act.TAKE:
                ground, hand = ground - 2 * number, hand + 2 * number
                assert hand <= 20
            case Act.GATHER:
                ground, hand = ground - number, hand + number
                assert ground == 0
            case Act.BUNDLE | Act.LAY:
                assert number == 10
                hand, found[0] = hand - 20, found[0] + 1
            case Act.CROSS:
                hand, found[1] = hand - 2 * number, found[1] + number
            case Act.ODD:  # at the right it is taken from the ground, at the left from the hand
                ground, hand = (ground - 1, hand) if side is Side.GUEST else (ground, hand - 1)
                found[2] += number
        assert ground >= 0
        assert hand >= 0
    assert ground == hand == 0
    assert tuple(map(int, found)) == layout(counters)[:3]


@given(HALVES, st.sampled_from(Side))
def test_the_movements_lay_a_half_too(counters: Fraction, side: Side) -> None:
    moved = movements(layout(counters), side)
    assert [move.act for move in moved].count(Act.HALF) == layout(counters).half
    gathered = [move.number for move in moved if move.act is Act.GATHER]
    assert gathered == ([counters] if side is Side.HOST and counters else [])


@given(HEAPS)
def test_the_hands_work_the_other_way_round_at_the_left_heap(counters: int) -> None:
    right = [move.act for move in movements(layout(counters), Side.GUEST)]
    left = [move.act for move in movements(layout(counters), Side.HOST)]
    assert (right[0], left[0]) == (Act.SIT, Act.WALK)
    assert not {Act.GATHER, Act.LAY, Act.WALK} & set(right)
    assert not {Act.TAKE, Act.BUNDLE, Act.SIT} & set(left)


def test_a_heap_of_27_is_counted_ten_pairs_first() -> None:
    laid = layout(27)
    assert movements(laid, Side.GUEST) == (
        (Act.SIT, 0),
        (Act.TAKE, 10),
        (Act.BUNDLE, 10),
        (Act.TAKE, 3),
        (Act.CROSS, 3),
        (Act.ODD, 1),
    )
    assert movements(laid, Side.HOST) == (
        (Act.WALK, 0),
        (Act.GATHER, 27),
        (Act.LAY, 10),
        (Act.CROSS, 3),
        (Act.ODD, 1),
    )


@pytest.mark.parametrize("language", Language)
def test_what_is_done_twice_is_told_once(language: Language) -> None:
    lines = list(counted(layout(45), Side.GUEST, Odd.WEST, language))
    assert len(lines) == len(set(lines)) == 6
    assert sum(line.endswith(" (×2)") for line in lines) == 2


# --- what is said ------------------------------------------------------------------------------

DIFFERENCES = [
    (0, "左右鈞", "左右鈞", "左右鈞"),
    (1, "一奇", "一奇", "一算"),
    (2, "一純", "一純", "一純"),
    (3, "一純一奇", "三奇", "三算"),
    (5, "二純一奇", "五奇", "五算"),
    (9, "四純一奇", "九奇", "九算"),
    (10, "五純", "五純", "五純"),
    (11, "五純一奇", "十一奇", "十一算"),
    (20, "十純", "十純", "十純"),
    (21, "十純一奇", "二十一奇", "二十一算"),
]


@pytest.mark.parametrize("difference, zhu, kong, suan", DIFFERENCES)
@pytest.mark.parametrize("lower", [0, 1, 6])
def test_the_difference_is_told_in_each_wording(
    difference: int, zhu: str, kong: str, suan: str, lower: int
) -> None:
    for wording, expected in (("zhu", zhu), ("kong", kong), ("suan", suan)):
        phrase = f"某賢於某{expected}" if difference else expected
        assert said(lower + difference, lower, wording) == phrase
        assert said(lower, lower + difference, wording) == phrase


@pytest.mark.parametrize(
    "right, left, winner, amounts",
    [
        (10, 1, "guest", ("四純一奇", "九奇", "九算")),  # example 2
        (12, 2, "guest", ("五純", "五純", "五純")),  # example 3
        (1, 10, "host", ("四純一奇", "九奇", "九算")),  # example 4
        (8, 8, None, ("", "", "")),  # example 5
        (21, 1, "guest", ("十純", "十純", "十純")),  # example 6
        (1, 0, "guest", ("一奇", "一奇", "一算")),  # example 7
    ],
)
def test_the_side_with_more_is_ahead_by_the_difference(
    right: int, left: int, winner: str | None, amounts: tuple[str, ...]
) -> None:
    for wording, amount in zip(Wording, amounts, strict=True):
        found = announce(right, left, wording)
        assert (found.winner, found.amount(Language.TRADITIONAL)) == (winner, amount)


@pytest.mark.parametrize(
    "right, left, form, expected",
    [
        (10, 1, "who", "某賢於某四純一奇"),
        (10, 1, "parties", "賓黨賢於主黨四純一奇"),
        (1, 10, "parties", "主黨賢於賓黨四純一奇"),
        (12, 9, "archery", "右賢於左一純一奇"),  # archery, example 3
        (9, 12, "archery", "左賢於右一純一奇"),
        (9, 9, "archery", "左右鈞"),  # archery, example 4
        (9, 9, "parties", "左右鈞"),
        (0, 0, "who", "左右鈞"),
    ],
)
def test_who_is_named_is_a_form_of_its_own(right: int, left: int, form: str, expected: str) -> None:
    assert said(right, left, form=form) == expected


@pytest.mark.parametrize(
    "right, left, expected",
    [
        (2.5, 1, "某賢於某三半算"),
        (0, 0.5, "某賢於某一半算"),
        (3.5, 2.5, "某賢於某一奇"),
        (2.5, 2.5, "左右鈞"),
        (8, 2.5, "某賢於某十一半算"),
    ],
)
@pytest.mark.parametrize("wording", ["zhu", "kong"])
def test_a_half_is_told_in_half_counters(right: float, left: float, expected: str, wording: str) -> None:
    assert said(right, left, wording) == expected


@given(HALVES, HALVES, st.sampled_from(Wording), st.sampled_from(Form))
def test_the_announcement_is_antisymmetric(
    right: Fraction, left: Fraction, wording: Wording, form: Form
) -> None:
    one, other = announce(right, left, wording, form), announce(left, right, wording, form)
    assert one.difference == other.difference == abs(right - left)
    assert (one.winner is None) == (other.winner is None) == (right == left)
    if one.winner:
        assert {one.winner, other.winner} == set(Side)
        assert one.amount(Language.TRADITIONAL) == other.amount(Language.TRADITIONAL)
    mirrored = str.maketrans("左右賓主", "右左主賓")
    phrase = one.said(Language.TRADITIONAL)
    assert other.said(Language.TRADITIONAL) == (phrase.translate(mirrored) if one.winner else phrase)


@given(HALVES, HALVES, st.sampled_from(Wording), st.sampled_from(Form))
def test_every_sign_has_a_syllable_in_both_readings(
    right: Fraction, left: Fraction, wording: Wording, form: Form
) -> None:
    found = announce(right, left, wording, form)
    hanzi = found.said(Language.TRADITIONAL)
    assert len(found.pinyin.split()) == len(found.hangul) == len(hanzi)
    assert len(found.said(Language.SIMPLIFIED)) == len(hanzi)


def test_the_signs_of_the_text_are_read_as_the_glosses_say() -> None:
    assert READINGS["純"] == ("quán", "전")
    assert READINGS["奇"] == ("jī", "기")
    assert announce(10, 1).pinyin == "mǒu xián yú mǒu sì quán yī jī"
    assert announce(10, 1).hangul == "모현어모사전일기"


@pytest.mark.parametrize(
    "language, expected",
    [
        (Language.TRADITIONAL, ["某賢於某四純一奇"]),
        (Language.SIMPLIFIED, ["某贤于某四纯一奇"]),
        (
            Language.KOREAN,
            ["某賢於某四純一奇", "모현어모사전일기", "아무개가 아무개보다 4전 1기 앞섭니다"],
        ),
        (
            Language.ENGLISH,
            [
                "某賢於某四純一奇",
                "mǒu xián yú mǒu sì quán yī jī",
                "So-and-so is ahead of so-and-so by 4 pairs and an odd 1",
            ],
        ),
    ],
)
def test_the_announcement_is_read_and_translated(language: Language, expected: list[str]) -> None:
    assert list(spoken(announce(10, 1), language)) == expected


def test_one_is_told_in_the_singular() -> None:
    english = [
        announce(each, 0, wording).amount(Language.ENGLISH)
        for each, wording in (
            (2, Wording.ZHU),
            (4, Wording.ZHU),
            (1, Wording.SUAN),
            (3, Wording.SUAN),
            (Fraction(1, 2), Wording.ZHU),
        )
    ]
    assert english == ["1 pair", "2 pairs", "1 counter", "3 counters", "1 half counter"]


@pytest.mark.parametrize(
    "value, expected",
    [
        (0, "零"),
        (1, "一"),
        (10, "十"),
        (11, "十一"),
        (20, "二十"),
        (99, "九十九"),
        (100, "一百"),
        (101, "一百零一"),
        (110, "一百一十"),
        (111, "一百一十一"),
        (400, "四百"),
        (1001, "一千零一"),
        (1010, "一千零一十"),
        (1599, "一千五百九十九"),
    ],
)
def test_numbers_are_written_in_hanzi(value: int, expected: str) -> None:
    assert numeral(value) == expected


def test_no_two_numbers_are_written_alike() -> None:
    assert len({numeral(value) for value in range(2000)}) == 2000


@pytest.mark.parametrize(
    "right, left, held, expected",
    [
        (10, 1, Held.ALL, (9, 0)),
        (10, 1, Held.ONE, (1, 0)),
        (1, 10, Held.ALL, (0, 9)),
        (1, 10, Held.ONE, (0, 1)),
        (8, 8, Held.ALL, (1, 1)),
        (8, 8, Held.ONE, (1, 1)),
        (1, Fraction(1, 2), Held.ONE, (Fraction(1, 2), 0)),
    ],
)
def test_the_surplus_is_held_up_or_one_counter(
    right: int, left: int | Fraction, held: Held, expected: tuple[int, int]
) -> None:
    assert held_up(announce(right, left), held) == expected


def told(right: float, left: float, odd: Odd = Odd.WEST, held: Held = Held.ALL, **options: int) -> str:
    """Return the notes in English."""
    counters = Fraction(right), Fraction(left)
    return "\n".join(notes(*counters, announce(*counters), odd, held, Language.ENGLISH, **options))


def test_a_dispute_is_noted_where_an_option_decides_and_nowhere_else() -> None:
    assert "九奇 孔穎達 (kong), 九算 others" in told(10, 1)
    assert "賈公彥: 若干" in told(10, 1)
    assert "kong" not in told(12, 2)
    assert "Held up: the surplus, 9 counters" in told(10, 1)
    assert "Held up: one counter only" in told(10, 1, held=Held.ONE)
    assert "Held up" not in told(1, 0)  # the surplus is one counter
    assert "west of the pairs (孔穎達)" in told(10, 1)
    assert "lies south of the pairs (盛世佐)" in told(10, 1, odd=Odd.SOUTH)
    assert "of the pairs" not in told(10, 2)
    assert "敖繼公 supposes it" not in told(39, 1)
    assert "敖繼公 supposes it" in told(40, 2)


def test_a_tie_has_no_horse_and_no_cup() -> None:
    assert told(8, 8) == "One counter is held up in each hand; no horse, no cup."


def test_halves_are_noted_as_our_choice() -> None:
    assert "Our choice" in told(2.5, 1)
    assert "Our choice" not in told(3.5, 2.5)


def test_more_than_a_round_can_give_is_told_but_counted() -> None:
    assert "The right heap has more than 40" in told(41, 2)
    assert "more than" not in told(40, 40)
    assert "The left heap has more than 12" in told(12, 13, pairs=3)
    assert "A set has 24 counters" in told(12, 13, pairs=3)


@given(HALVES, HALVES, st.sampled_from(Language), st.sampled_from(Odd), st.sampled_from(Held))
def test_no_blank_stays_open_in_any_language(
    right: Fraction, left: Fraction, language: Language, odd: Odd, held: Held
) -> None:
    found = announce(right, left)
    lines = [
        *notes(right, left, found, odd, held, language, 3),
        *spoken(found, language),
        *counted(layout(right), Side.GUEST, odd, language),
        *counted(layout(left), Side.HOST, odd, language),
    ]
    assert all(lines)
    assert not any("{" in line for line in lines)


def test_values_are_frozen() -> None:
    found: Announcement = announce(3, 1)
    with pytest.raises(AttributeError):
        found.winner = None  # type: ignore[misc]
    assert isinstance(layout(3), Layout)


# --- the archers of a pair ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "pair, upper, lower",
    [
        (("賓", "主人"), "賓", "主人"),  # archery, example 8
        (("主人", "賓"), "賓", "主人"),
        (("大夫", "士"), "士", "大夫"),  # archery, example 9
        (("士", "大夫"), "士", "大夫"),
        (("士", "士"), "士", "士"),
    ],
)
def test_the_guest_is_the_upper_archer_and_a_dafu_the_lower(
    pair: tuple[str, str], upper: str, lower: str
) -> None:
    assert archers(*pair) == (upper, lower)


@pytest.mark.parametrize("pair", [("大夫", "大夫"), ("賓", "大夫"), ("主人", "主人"), ("x", "士")])
def test_who_makes_no_pair_is_told(pair: tuple[str, str]) -> None:
    with pytest.raises(RiteError, match="are no pair; expected 賓 and 主人"):
        archers(*pair)


def test_the_upper_archer_is_counted_right_and_takes_arrows_palm_up() -> None:
    assert (Archer.UPPER.side.heap, Archer.UPPER.palm) == ("right", "up, from under the bow")  # example 10
    assert (Archer.LOWER.side.heap, Archer.LOWER.palm) == ("left", "down, from above the bow")


def test_right_is_the_guests() -> None:
    assert [(side, side.heap) for side in Side] == [("guest", "right"), ("host", "left")]
    assert counting.place(Side.GUEST) == "right heap (guest)"
