"""Scores under three sets of rules: every line of the tables, and a reference written from the prose."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rite.test_throws import pots

from touhu_music.errors import RiteError
from touhu_music.language import Language, word
from touhu_music.rite.counting.counting import Side, of_a_set
from touhu_music.rite.scoring import scoresheet
from touhu_music.rite.scoring.scores import (
    ARROWS,
    OPTIONS,
    By,
    Choices,
    Outright,
    Rule,
    Rules,
    Score,
    Verdict,
    chosen,
    compare,
    options_of,
    reached,
    score,
)
from touhu_music.rite.scoring.throws import Pot, parse
from touhu_music.words.rite import WORDS

HALF: Final = Fraction(1, 2)


def scored(text: str, rules: Rules, **choices: str) -> Score:
    return score(parse(text), rules, Choices(**choices))  # type: ignore[arg-type]


def counters(text: str, rules: Rules, **choices: str) -> list[Fraction]:
    return [arrow.counters for arrow in scored(text, rules, **choices).arrows]


# --- the tables of the specification -----------------------------------------------------------

WIN, LOSS = Outright.WIN, Outright.LOSS
SIMA: Final = {
    "MMMMMMMMMMMM": ([10, *[5] * 10, 20], 80, WIN),
    "EEEEEEEEEEEE": ([20, *[20] * 10, 40], 260, WIN),
    "EMMMMMMMMMMM": ([20, *[5] * 10, 20], 90, WIN),
    "MMMMMMMMMMME": ([10, *[5] * 10, 40], 100, WIN),
    "MMMMMEMMMMMM": ([10, *[5] * 4, 20, *[5] * 5, 20], 95, WIN),
    "MMMXMMMMMMMM": ([10, 5, 5, 0, *[1] * 7, 20], 47, None),
    "XMMMMMMMMMMM": ([0, *[1] * 10, 20], 30, None),
    "XXXXXXXXXXXM": ([*[0] * 11, 20], 20, None),
    "MMMMMMMMMMMX": ([10, *[5] * 10, 0], 60, None),
    "MXMXMXMXMXMX": ([10, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0], 15, None),
    "XMXMXMXMXMXM": ([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 20], 25, None),
    "MMXEMMMMMMMM": ([10, 5, 0, 10, *[1] * 7, 20], 52, None),
    "MLMMMMMMMMMM": ([10, 0, *[5] * 9, 20], 75, WIN),
    "MLMMMMMMM+2outMMM": ([10, 0, *[1] * 9, 20], 39, None),
    "MLMMMMMMM+2inMMM": ([10, *[5] * 10, 20], 80, WIN),
    "MSMMMMMMMMMM": ([10, 0, *[5] * 9, 20], 75, WIN),
    "MMMMMMMMMMML": ([10, *[5] * 10, 0], 60, WIN),
    "MMVMMMMMMMMM": ([10, *[5] * 10, 20], 80, WIN),
    "MMVMMMMMMMMM+3out": ([10, 5, 0, *[1] * 8, 20], 43, None),
    "XRMMMMMMMMMM": ([0, 10, *[1] * 9, 20], 39, None),
    "MMMMRMMMMMMM": ([10, 5, 5, 5, 10, *[5] * 6, 20], 85, WIN),
    "MMMMMMMMMMMD": ([0] * 12, 0, None),
    "XXXXXXXXXXXX": ([0] * 12, 0, LOSS),
}


@pytest.mark.parametrize("text, expected", SIMA.items(), ids=SIMA)
def test_sima_scores_as_the_table_says(text: str, expected: tuple[list[int], int, Outright | None]) -> None:
    by_throw, total, outright = expected
    found = scored(text, Rules.SIMA)
    assert [arrow.counters for arrow in found.arrows] == by_throw
    assert found.total == total
    assert found.outright == outright


DINGZHAI: Final = {
    "MMMM": 8,
    "MMEL": 6,
    "ElSV": 5 * HALF,
    "MXEl": 7 * HALF,
    "MMMD": 0,
    "EEEE": 4,
    "RMMM": 6,
}


@pytest.mark.parametrize("text, total", DINGZHAI.items(), ids=DINGZHAI)
def test_dingzhai_scores_as_the_table_says(text: str, total: Fraction) -> None:
    assert scored(text, Rules.DINGZHAI).total == total


@pytest.mark.parametrize("letter, worth", {"M": 1, "P": 0, "T": 0, "X": 0}.items())
def test_liji_counts_what_is_in_with_the_right_end_and_in_turn(letter: str, worth: int) -> None:
    assert scored(letter, Rules.LIJI).total == worth


@pytest.mark.parametrize("pairs, plain, doubled", [(3, 24, 48), (4, 32, 64), (10, 80, 160)])
def test_the_counters_that_pairs_need(pairs: int, plain: int, doubled: int) -> None:
    assert of_a_set(pairs) == plain
    assert of_a_set(pairs, doubled=True) == doubled
    best = scored("MMMM", Rules.DINGZHAI).total
    assert doubled == 2 * pairs * best


def test_what_is_knocked_down_breaks_the_run_at_its_own_place() -> None:
    found = scored("MLMMMMMMM+2outMMM", Rules.SIMA)
    assert found.total == 39
    assert [arrow.rules for arrow in found.arrows] == [
        (Rule.FIRST,),
        (Rule.FALLEN,),
        *[(Rule.BROKEN,)] * 9,
        (Rule.LAST,),
    ]


# --- what is left open -------------------------------------------------------------------------

FULL: Final = "M" * 12
OPEN: Final = [
    ("MLMMMMMMM+2outMMM", {"knocked": "fall"}, [10, 0, *[5] * 6, 1, 1, 1, 20]),
    ("EMMMMMMMMMMM", {"first_ear": "30"}, [30, *[5] * 10, 20]),
    ("MrMMMMMMMMMM", {}, [10, 20, *[5] * 9, 20]),
    ("MrMMMMMMMMMM", {"rebound_ear": "place"}, [10, 20, *[5] * 9, 20]),
    ("XrMMMMMMMMMM", {}, [0, 20, *[1] * 9, 20]),
    ("XrMMMMMMMMMM", {"rebound_ear": "place"}, [0, 10, *[1] * 9, 20]),
    ("MMMMMMMMMMMr", {"rebound_ear": "place"}, [10, *[5] * 10, 40]),
    ("MRMMMMMMMMMM", {"rebound_run": "breaks"}, [10, 10, *[1] * 9, 20]),
    ("RMMMMMMMMMMR", {}, [10, *[5] * 10, 10]),
    ("RMMMMMMMMMMR", {"rebound_ends": "added"}, [20, *[5] * 10, 30]),
    ("rMMMMMMMMMMr", {}, [20, *[5] * 10, 20]),
    ("rMMMMMMMMMMr", {"rebound_ends": "added"}, [30, *[5] * 10, 50]),
    ("rMMMMMMMMMMr", {"rebound_ends": "added", "rebound_ear": "place"}, [30, *[5] * 10, 50]),
    ("XMMMMMMMMMMR", {"rebound_ends": "added", "last_broken": "1"}, [0, *[1] * 10, 10]),
    ("VMMMMMMMMMMV", {}, [10, *[5] * 10, 20]),
    ("VMMMMMMMMMMv", {"crossing": "5"}, [5, *[5] * 10, 5]),
    ("MMvMMMMMMMMM", {}, [10, 5, 20, *[5] * 8, 20]),
    ("XMMMMMMMMMMM", {"last_broken": "1"}, [0, *[1] * 11]),
    ("XMMMMMMMMMME", {"last_broken": "1"}, [0, *[1] * 10, 10]),
    ("MMMMMDMMMMMM", {}, [0] * 12),
    ("MMMMMDMMMMMM", {"upside_down": "before"}, [*[0] * 6, *[1] * 5, 20]),
    ("MMTMMMMMMMMM", {}, [10, 5, 0, *[1] * 8, 20]),
    ("MMTMMMMMMMMM", {"turns": "free"}, [10, *[5] * 10, 20]),
    ("MMPMMMMMMMMM", {}, [0] * 12),
]


@pytest.mark.parametrize("text, choices, expected", OPEN)
def test_each_open_point_has_its_option(text: str, choices: dict[str, str], expected: list[int]) -> None:
    assert counters(text, Rules.SIMA, **choices) == expected


@pytest.mark.parametrize(
    "text, choices, outright",
    [
        ("MRMMMMMMMMMM", {}, WIN),
        ("MRMMMMMMMMMM", {"rebound_run": "breaks"}, None),
        ("MTMMMMMMMMMM", {}, None),
        ("MTMMMMMMMMMM", {"turns": "free"}, WIN),
        ("XXXXXXXXXXXL", {}, None),
        ("XXXXXXXXXXXD", {}, LOSS),
        ("LMMMMMMMMMMM+1out", {}, None),
        ("MMMMMMMMMMM", {}, None),
        ("XXXXXXXXXXX", {}, None),
    ],
)
def test_a_pot_is_full_or_empty(text: str, choices: dict[str, str], outright: Outright | None) -> None:
    assert scored(text, Rules.SIMA, **choices).outright is outright


def test_an_upside_down_arrow_that_is_knocked_down_voids_nothing_more() -> None:
    assert counters("MDMMMMMMMMMM+2out", Rules.SIMA) == [10, 0, *[1] * 9, 20]


def test_dingzhai_judges_where_the_arrow_landed() -> None:
    assert scored("LMM+1outM", Rules.DINGZHAI).total == scored("LMMM", Rules.DINGZHAI).total == 7
    assert scored("LMM+1inM", Rules.DINGZHAI).total == 7


def test_liji_judges_where_the_arrow_lies() -> None:
    assert scored("MV", Rules.LIJI).total == 1
    assert scored("VM+1in", Rules.LIJI).total == 2
    assert scored("MM+1out", Rules.LIJI).total == 1
    assert scored("ELlS", Rules.LIJI).total == 4
    assert scored("ELlS", Rules.LIJI, ear="0").total == 1
    assert scored("ELlS", Rules.LIJI, leaning="0").total == 2
    assert scored("RrDV", Rules.LIJI).total == 0


def test_choices_are_read_from_words() -> None:
    assert chosen(["knocked=fall", "crossing=5"], Rules.SIMA) == Choices(knocked="fall", crossing="5")
    assert chosen([], Rules.DINGZHAI) == Choices()
    assert chosen(["knocked=fall"], Rules.SIMA).changed == {"knocked": "fall"}


SIMAS = "knocked first-ear rebound-ear rebound-run rebound-ends crossing last-broken upside-down turns"


@pytest.mark.parametrize(
    "rules, text, message",
    [
        (Rules.SIMA, "wind=1", f"sima: 'wind' is no option; expected {SIMAS}"),
        (Rules.SIMA, "ear=0", f"sima: 'ear' is no option; expected {SIMAS}"),
        (Rules.LIJI, "crossing=5", "liji: 'crossing' is no option; expected ear leaning"),
        (Rules.DINGZHAI, "ear=0", "dingzhai: 'ear' is no option; there is none"),
        (Rules.SIMA, "crossing=6", "sima: 'crossing=6'; expected crossing=place or crossing=5"),
        (Rules.SIMA, "crossing", "sima: 'crossing'; expected crossing=place or crossing=5"),
    ],
)
def test_a_choice_that_there_is_not_is_refused(rules: Rules, text: str, message: str) -> None:
    with pytest.raises(RiteError) as caught:
        chosen([text], rules)
    assert str(caught.value) == message


@pytest.mark.parametrize("rules", Rules)
def test_more_arrows_than_the_rules_give_are_refused(rules: Rules) -> None:
    most = ARROWS[rules]
    assert scored("M" * most, rules).complete
    assert not scored("M" * (most - 1), rules).complete
    with pytest.raises(RiteError) as caught:
        score(parse("M" * (most + 1)), rules, name="host pot 2")
    assert str(caught.value) == f"host pot 2, arrow {most + 1}: expected at most {most} under {rules}"


# --- a reference from the prose ----------------------------------------------------------------


def finished(text: str) -> list[tuple[str, str, int]]:
    """Return letter, letter in the end (x where it fell), and the throw at which it fell, of each arrow."""
    found: list[tuple[str, str, int]] = []
    for number, (letter, events) in enumerate(re.findall(r"([A-Za-z])((?:\+\d+(?:in|out))*)", text), 1):
        found.append((letter, letter, 0))
        for target, fate in re.findall(r"\+(\d+)(in|out)", events):
            was, now, _ = found[int(target) - 1]
            falls = {"L": "M", "V": "M", "l": "E", "S": "E", "v": "E"}
            found[int(target) - 1] = (was, "x", number) if fate == "out" else (was, falls[now], 0)
    return found


def reference_liji(text: str, choices: Choices) -> tuple[list[Fraction], str | None]:
    good = "M"
    if choices.ear == "1":
        good += "ES"
    if choices.leaning == "1":
        good += "L"
    if choices.ear == "1" and choices.leaning == "1":
        good += "l"
    return [Fraction(now in good) for _, now, _ in finished(text)], None


def reference_dingzhai(text: str, _: Choices) -> tuple[list[Fraction], str | None]:
    letters = re.sub(r"\+\d+(in|out)", "", text)
    void = "D" in letters or "P" in letters
    halves = {"M": 4, "L": 2, "E": 2, "S": 2, "l": 1}
    return [Fraction(0 if void else halves.get(letter, 0), 2) for letter in letters], None


def reference_sima(text: str, choices: Choices) -> tuple[list[Fraction], str | None]:
    arrows = finished(text)
    worth = []
    for k, (_, now, _) in enumerate(arrows, 1):
        missed_before = False
        for i, (_, other, fell) in enumerate(arrows, 1):
            if other == "x" and choices.knocked == "fall":
                missed_before |= k >= fell
            elif i < k:
                missed_before |= other in "XxDP"
                missed_before |= other == "T" and choices.turns == "kept"
                missed_before |= other in "Rr" and choices.rebound_run == "breaks"
        in_mouth, in_ear = (5, 20) if not missed_before else (1, 10)
        special = False
        if k == 12 and not (missed_before and choices.last_broken == "1"):
            in_mouth, in_ear, special = 20, 40, True
        if k == 1:
            in_mouth, in_ear, special = 10, 30 if choices.first_ear == "30" else 20, True
        extra = special and choices.rebound_ends == "added"
        match now:
            case "M":
                worth.append(in_mouth)
            case "T":
                worth.append(in_mouth if choices.turns == "free" else 0)
            case "E":
                worth.append(in_ear)
            case "V":
                worth.append(5 if choices.crossing == "5" else in_mouth)
            case "v":
                worth.append(5 if choices.crossing == "5" else in_ear)
            case "R":
                worth.append(10 + (in_mouth if extra else 0))
            case "r" if choices.rebound_ear == "place":
                worth.append(in_ear + (10 if extra else 0))
            case "r":
                worth.append(10 + in_ear if extra else 20)
            case _:
                worth.append(0)
    ends = [now for _, now, _ in arrows]
    for k, now in enumerate(ends):
        if now in "DP":
            worth = [0] * (k + 1) + worth[k + 1 :] if choices.upside_down == "before" else [0] * len(worth)
    outright = None
    if len(ends) == 12:
        inside = "MELlSVvRr" + ("T" if choices.turns == "free" else "")
        if all(now not in inside for now in ends):
            outright = "loss"
        if choices.rebound_run == "breaks":
            inside = inside.replace("R", "").replace("r", "")
        if all(now in inside for now in ends):
            outright = "win"
    return [Fraction(each) for each in worth], outright


REFERENCES: Final = {
    Rules.LIJI: reference_liji,
    Rules.SIMA: reference_sima,
    Rules.DINGZHAI: reference_dingzhai,
}


@st.composite
def records(draw: st.DrawFn) -> tuple[Pot, Rules, Choices]:
    """Draw rules, a pot that they allow, and choices."""
    rules = draw(st.sampled_from(Rules))
    most = ARROWS[rules]
    # most drawn pots are spoilt early: good ones show the runs
    pot = draw(pots(longest=most) | pots(shortest=most, longest=most, letters="MMMMMMEELlRrVvST"))
    choices = {name.replace("-", "_"): draw(st.sampled_from(values)) for name, values in OPTIONS.items()}
    return pot, rules, Choices(**choices)


@given(records())
def test_every_score_is_that_of_the_reference(record: tuple[Pot, Rules, Choices]) -> None:
    pot, rules, choices = record
    found = score(pot, rules, choices)
    expected, outright = REFERENCES[rules](str(pot), choices)
    assert [arrow.counters for arrow in found.arrows] == expected
    assert found.outright == outright
    assert found.total == sum(expected)


@given(records())
def test_options_of_other_rules_change_nothing(record: tuple[Pot, Rules, Choices]) -> None:
    pot, rules, choices = record
    own = {name.replace("-", "_"): choices.value(name) for name in options_of(rules)}
    assert score(pot, rules, choices) == score(pot, rules, Choices(**own))  # type: ignore[arg-type]


@given(pots(longest=4))
def test_no_score_of_four_arrows_is_more_than_eight(pot: Pot) -> None:
    assert 0 <= score(pot, Rules.DINGZHAI).total <= 8
    assert 0 <= score(pot, Rules.LIJI).total <= len(pot.throws)


# --- several pots, two sides -------------------------------------------------------------------


def several(*texts: str, rules: Rules = Rules.SIMA) -> list[Score]:
    return [score(parse(text), rules) for text in texts]


FAIR, LATE = "MMMXMMMMMMMM", "MMMMMMMMMMMX"  # 47 and 60
NOTHING: Final = "X" * 12


@pytest.mark.parametrize(
    "texts, number", [([LATE, FAIR], None), ([LATE, LATE], 2), ([LATE, FAIR, FAIR], 3), (["E" * 12], 1)]
)
def test_the_race_is_run_by_whole_pots(texts: list[str], number: int | None) -> None:
    assert reached(several(*texts), Rules.SIMA) == number


def test_only_sima_has_a_race() -> None:
    assert reached(several(*["MMMM"] * 40, rules=Rules.LIJI), Rules.LIJI) is None


@pytest.mark.parametrize(
    "guest, host, expected",
    [
        ([FULL], [LATE], (Side.GUEST, By.FULL, 1)),
        ([LATE], [FULL], (Side.HOST, By.FULL, 1)),
        ([FULL], ["XEEEEEEEEEEE"], (Side.GUEST, By.FULL, 1)),  # whatever the counters
        ([FULL], ["EMMMMMMMMMMM"], (Side.HOST, By.BOTH_FULL, 1)),
        ([FULL], [FULL], (None, None, None)),
        ([FULL, FAIR], [FULL, LATE], (Side.HOST, By.SURPLUS, 2)),
        ([NOTHING], [FAIR], (Side.HOST, By.EMPTY, 1)),
        ([LATE, FAIR], [FAIR, NOTHING], (Side.GUEST, By.EMPTY, 2)),
        ([LATE, NOTHING], [FAIR, NOTHING], (Side.GUEST, By.BOTH_EMPTY, 2)),
        ([NOTHING], [NOTHING], (None, None, None)),
        ([FULL], [NOTHING], (Side.GUEST, By.FULL, 1)),
        ([LATE, LATE], [LATE, FAIR], (Side.GUEST, By.GOAL, 2)),
        ([LATE, LATE, LATE], [LATE, FAIR, FULL], (Side.GUEST, By.GOAL, 2)),  # decided before the third
        ([LATE, LATE], [LATE, "XEEEEEEEEEEE"], (Side.HOST, By.SURPLUS, 2)),
        ([LATE, LATE], [LATE, LATE], (None, By.NOT_STATED, 2)),
        ([LATE], [FAIR], (None, None, None)),
        ([FULL, "M"], [FAIR, "M"], (Side.GUEST, By.FULL, 1)),  # decided before the unfinished pot
    ],
)
def test_two_sides_of_sima(
    guest: list[str], host: list[str], expected: tuple[Side | None, By | None, int | None]
) -> None:
    assert compare(several(*guest), several(*host), Rules.SIMA) == Verdict(*expected)


def test_by_others_each_pot_is_a_round() -> None:
    guest, host = several("MMMM", "MXXX", rules=Rules.LIJI), several("MMMX", "XXXM", rules=Rules.LIJI)
    assert compare(guest, host, Rules.LIJI) == Verdict(None, By.ROUNDS, None, (Side.GUEST, None))
    assert compare(guest[:1], host[:1], Rules.LIJI) == Verdict(Side.GUEST, By.COUNTERS, 1, (Side.GUEST,))


@pytest.mark.parametrize("rules", [Rules.LIJI, Rules.DINGZHAI])
def test_nothing_is_decided_before_all_arrows_are_thrown(rules: Rules) -> None:
    guest, host = several("MMM", rules=rules), several("MXXX", rules=rules)
    assert compare(guest, host, rules) == Verdict(None, None, None, (None,), (1,))
    guest, host = several("MMMM", "M", rules=rules), several("MMMX", "XXXX", rules=rules)
    assert compare(guest, host, rules) == Verdict(None, By.ROUNDS, None, (Side.GUEST, None), (2,))


def test_no_race_is_won_with_an_unfinished_pot() -> None:
    many = [LATE, "EEEE"]
    assert compare(several(*many), several(LATE, FAIR), Rules.SIMA) == Verdict(
        None, None, None, unfinished=(2,)
    )
    assert reached(several(*many), Rules.SIMA) is None


def test_both_sides_must_have_thrown_as_many_pots() -> None:
    with pytest.raises(RiteError) as caught:
        compare(several(FULL, FULL), several(FULL), Rules.SIMA)
    assert str(caught.value) == "2 pots of the guest against 1 of the host; expected as many of both"


@given(st.lists(st.tuples(pots(), pots()), min_size=1, max_size=4))
def test_sides_that_are_exchanged_exchange_the_winner(both: list[tuple[Pot, Pot]]) -> None:
    guest, host = ([score(pot, Rules.SIMA) for pot in side] for side in zip(*both, strict=True))
    one, other = compare(guest, host, Rules.SIMA), compare(host, guest, Rules.SIMA)
    exchanged = {Side.GUEST: Side.HOST, Side.HOST: Side.GUEST, None: None}
    assert (one.winner, one.by, one.pot) == (exchanged[other.winner], other.by, other.pot)


# --- what is printed ---------------------------------------------------------------------------

SHOWN: Final = {
    Rules.SIMA: {
        "有初": ("M", 0),
        "有初貫耳": ("E", 0),
        "連中": ("MM", 1),
        "連中貫耳": ("ME", 1),
        "有終": (FULL, 11),
        "有終貫耳": ("M" * 11 + "E", 11),
        "敗箭": ("XM", 1),
        "貫耳": ("XE", 1),
        "驍箭": ("MR", 1),
        "驍箭·貫耳": ("Mr", 1),
        "墜地": ("LM+1out", 0),
        "不中": ("X", 0),
    },
    Rules.LIJI: {
        "順投": ("M", 0),
        "末入": ("P", 0),
        "比投": ("T", 0),
        "頻投": ("R", 0),
        "不中": ("X", 0),
        "墜地": ("MX+1out", 0),
        "貫耳": ("E", 0),
        "帶劍": ("S", 0),
        "倚竿": ("L", 0),
        "耳倚竿": ("l", 0),
        "橫壺": ("V", 0),
        "橫耳": ("v", 0),
    },
    Rules.DINGZHAI: {
        "壺": ("M", 0),
        "倚竿": ("L", 0),
        "耳": ("E", 0),
        "耳倚竿": ("l", 0),
        "帶劍": ("S", 0),
        "橫壺": ("V", 0),
        "橫耳": ("v", 0),
        "驍箭": ("R", 0),
        "比投": ("T", 0),
        "不中": ("X", 0),
    },
}


@pytest.mark.parametrize("rules", Rules)
def test_the_printed_rules_say_what_is_counted(rules: Rules) -> None:
    lines = {
        "·".join(entry.rules): entry.worth for entry in scoresheet.RULES[rules] if entry.worth[0].isdigit()
    }
    assert set(lines) == set(SHOWN[rules])
    for name, (text, place) in SHOWN[rules].items():
        arrow = scored(text, rules).arrows[place]
        assert (arrow.rule, arrow.counters) == (name, Fraction(lines[name]))


def test_words_that_are_mended_are_printed_with_what_the_text_has() -> None:
    said = [text for _, _, text in scoresheet.entries(Rules.SIMA, Language.ENGLISH)]
    assert "「倚竿耳同」 (the e-text prints 「耳。倚竿同」)" in said


@pytest.mark.parametrize("language", Language)
def test_every_rule_option_and_verdict_has_its_words(language: Language) -> None:
    for key in (
        *(rule.key for rule in Rule),
        *(f"score-option-{name}" for name in OPTIONS),
        *(f"score-by-{by}" for by in By if by not in (By.COUNTERS, By.ROUNDS)),
        *(f"score-rules-{rules}" for rules in Rules),
    ):
        assert word(key, language)
    assert len(Rule) == len(Rule.__members__)
    assert {key for key in WORDS if key.startswith("score-option-")} == {
        f"score-option-{each}" for each in OPTIONS
    }


@given(pots(longest=4), st.sampled_from(Rules))
def test_the_json_of_a_pot_adds_up(pot: Pot, rules: Rules) -> None:
    shape = scoresheet.shape([(None, [score(pot, rules)])], rules, Choices())
    assert sum(arrow["counters"] for arrow in shape["arrows"]) == shape["total"]
    assert "".join(arrow["throw"] + "".join(arrow["events"]) for arrow in shape["arrows"]) == str(pot)
