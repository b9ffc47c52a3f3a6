"""The rites as data: what they hold, what they refuse, and that they say what the books say."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

from touhu_music import library
from touhu_music.errors import LibraryError, RiteError
from touhu_music.rite import rites
from touhu_music.rite.rites import Act, Formula, Rite

NAMES: Final = ("touhu", "archery")
TOUHU: Final = rites.load("touhu")
ARCHERY: Final = rites.load("archery")
HANZI: Final = "[\u3400-\u9fff\uf900-\ufaff]"
HANGUL: Final = "[가-힣]"
FOLDED: Final = str.maketrans({"賔": "宾", "眀": "明", "竒": "奇", "吿": "告", "於": "于"})
"""Variant characters of the seeds, where they stand for what is printed."""

FORMULAS: Final = [(rite, name) for rite in (TOUHU, ARCHERY) for name in rite.formulas]


def text(rite: Rite, name: str) -> Rite:
    return rite.switched(rite.switch("text", name))


def said(rite: Rite, step: str) -> list[str]:
    """Return the words of a step, without stops."""
    return [bare(rite.formulas[act.say].hant) for act in rite.step(step).acts if act.say]


def bare(words: str) -> str:
    return "".join(re.findall(HANZI, words))


# --- the steps of touhu -------------------------------------------------------------------------


def test_the_steps_stand_in_order_and_each_act_has_a_basis_and_a_source() -> None:
    assert [id for id, _ in groupby(step.id for step in TOUHU.steps)] == [f"R{n:02}" for n in range(1, 33)]
    for step in TOUHU.steps:
        for act in step.acts:
            assert act.sources or act.basis == "reconstruction", (step.id, act.zh)


def test_the_host_asks_three_times_and_the_guest_declines_twice() -> None:
    by_formula = Counter(act.say for step in TOUHU.steps for act in step.acts)
    assert by_formula["ask"] + by_formula["ask-again"] == 3
    assert by_formula["refuse"] + by_formula["refuse-again"] == 2
    assert by_formula["consent"] == 1


def test_the_second_and_third_request_are_the_same_words() -> None:
    assert said(TOUHU, "R04") == said(TOUHU, "R06") == ["枉矢哨壺不足辭也敢固以請"]


@pytest.mark.parametrize("school, end", [("lu", "有常爵"), ("xue", "若是者浮")])
def test_each_school_warns_the_juniors_in_its_own_words(school: str, end: str) -> None:
    (words,) = said(TOUHU.switched(TOUHU.switch("school", school)), "R20")
    assert words.endswith(end)


def test_the_order_for_music_has_two_speakers() -> None:
    assert [(act.who, bare(TOUHU.formulas[act.say].hant)) for act in TOUHU.step("R21").acts] == [
        ("司射", "請奏貍首間若一"),
        ("大師", "諾"),
    ]


def test_the_steps_of_a_round_are_done_in_each_of_three_and_the_ends_once() -> None:
    assert {step.id for step in TOUHU.steps if step.rounds == (1, 2, 3)} == {f"R{n}" for n in range(22, 30)}
    assert {step.id for step in TOUHU.steps if step.kind == "closing"} == {"R31", "R32"}
    assert [(step.section, step.rounds) for step in TOUHU.steps if step.id == "R30"] == [
        ("再投", (2,)),
        ("三投", (3,)),
    ]


def test_the_sections_are_the_ten_heads_of_the_programme() -> None:
    heads = ["請賓", "就位", "告法", "作樂", "請投", "視算", "行觴", "再投", "三投", "慶禮"]
    assert list(dict.fromkeys(step.section for step in TOUHU.steps)) == heads


def test_the_parties_are_those_of_the_text() -> None:
    assert TOUHU.parties is not None
    assert "司射" in TOUHU.parties.guest
    assert "樂人" in TOUHU.parties.host


# --- other books --------------------------------------------------------------------------------


def test_the_programme_has_nobody_say_that_he_steps_aside_and_leaves_the_music_empty() -> None:
    rite = text(TOUHU, "dingzhai")
    assert said(rite, "R09") == said(rite, "R12") == said(rite, "R21") == []
    (act,) = rite.step("R21").acts
    assert "闕" in act.zh
    assert act.basis == "reconstruction"
    assert rite.step("R21").section == "作樂"


def test_the_other_liji_has_its_own_words() -> None:
    rite = text(TOUHU, "dadai")
    assert said(rite, "R02") == ["某有枉矢峭壺請樂賓"]
    assert said(rite, "R03") == ["子有旨酒嘉殽又重以樂敢辭"]
    assert said(rite, "R04")[0].endswith("敢以請")
    assert said(rite, "R05") == ["某賜旨酒嘉殽又重以樂敢固辭"]
    assert said(rite, "R06")[0].endswith("敢固以請")
    assert "再拜送" in rite.step("R11").acts[0].zh
    assert "二矢半" not in rite.step("R16").acts[0].zh
    assert rite.step("R17").acts[0].zh == "司射設中"
    assert said(rite, "R18")[0].startswith("奏投壺之令曰")
    assert said(rite, "R18")[0].endswith("三馬既立慶多馬")
    assert said(rite, "R20") == ["無荒無慠無倨立無踰言若是者有常爵"]
    assert "執餘算" in rite.step("R25").acts[0].zh
    assert said(rite, "R26")[0] == "某黨賢于某黨賢若干純"
    assert (rite.step("R27").acts[0].zh, said(rite, "R27")[0]) == ("司射舉手", "請勝者之弟子為不勝者酌")
    assert [act.zh for act in rite.step("R28").acts[:2]] == ["已酌皆請舉酒", "當飲者皆跪奉觚"]
    assert (rite.step("R29").acts[0].who, said(rite, "R29")[0]) == ("司正", "正爵既行請為勝者立馬")
    assert said(rite, "R31")[0].startswith("三馬既立")
    assert rite.step("R32").acts[-1].zh == "降揖其阼階及樂事皆與射同節"


def test_what_another_book_says_is_never_said_to_be_of_this_one() -> None:
    usual = {(step.id, act.zh, act.say) for step in TOUHU.steps for act in step.acts}
    for name in ("dadai", "dingzhai"):
        changed = [
            act
            for step in text(TOUHU, name).steps
            for act in step.acts
            if (step.id, act.zh, act.say) not in usual
        ]
        assert changed
        assert {act.basis for act in changed} <= {name, "reconstruction"}


@pytest.mark.parametrize("book, kept", [("liji", True), ("dingben", False), ("dingzhai", False)])
def test_one_horse_follows_two_in_the_law_but_for_two_books(book: str, kept: bool) -> None:
    assert ("一馬從二馬" in said(text(TOUHU, book), "R18")[0]) is kept
    assert said(text(TOUHU, book), "R18")[0] == said(text(TOUHU, book), "R19")[0]


def test_the_cup_stands_on_a_stand_and_on_no_rite() -> None:
    for book in ("liji", "dingzhai"):
        for step in (text(TOUHU, book).step("R27"), text(TOUHU, book).step("R28")):
            assert all("禮" not in act.zh + act.object for act in step.acts)
        assert any(act.object == "豐" for act in text(TOUHU, book).step("R27").acts)


@pytest.mark.parametrize("book, said_by", [("liji", []), ("dingzhai", ["弟子"])])
def test_the_juniors_answer_in_the_programme_alone(book: str, said_by: list[str]) -> None:
    assert [act.who for act in text(TOUHU, book).step("R20").acts if act.say == "yes"] == said_by


def test_a_rite_says_what_switches_there_are() -> None:
    with pytest.raises(RiteError, match="no text 'zhouli'; there are liji dingben dadai dingzhai"):
        TOUHU.switch("text", "zhouli")
    with pytest.raises(RiteError, match="no rank 'emperor'; there are tianzi 天子"):
        TOUHU.rank("emperor")
    with pytest.raises(RiteError, match="no rite 'polo'; there are archery touhu"):
        rites.load("polo")


# --- archery ------------------------------------------------------------------------------------


def test_the_second_round_has_the_steps_of_the_book_and_a_frame_around_it() -> None:
    second = [step.id for step in ARCHERY.steps if step.rounds == (2,)]
    assert second == [f"A{n:02}" for n in range(1, 16)]
    assert {step.rounds for step in ARCHERY.steps} == {(1,), (2,), (3,)}


def test_three_pairs_and_the_master_of_shooting_have_28_arrows() -> None:
    assert ARCHERY.numbers is not None
    assert ARCHERY.numbers.arrows_of(ARCHERY.numbers.pairs, own=False) == 24
    assert ARCHERY.numbers.arrows_of(ARCHERY.numbers.pairs, own=True) == 28


def test_eight_counters_are_in_hand_and_eight_in_the_box() -> None:
    assert ARCHERY.numbers is not None
    assert (ARCHERY.numbers.counters_in_hand, ARCHERY.numbers.counters_in_box) == (8, 8)
    assert (ARCHERY.numbers.counters_in_set, ARCHERY.numbers.counter_cun) == (80, 14)


def test_the_guest_is_the_upper_archer_and_a_dignitary_the_lower() -> None:
    assert [(couple.upper, couple.lower) for couple in ARCHERY.couples] == [("賓", "主人"), ("士", "大夫")]
    assert (ARCHERY.hands["upper"].counted, ARCHERY.hands["lower"].counted) == ("right", "left")


def test_the_upper_archer_takes_an_arrow_palm_up_from_under_the_bow() -> None:
    upper, lower = ARCHERY.hands["upper"], ARCHERY.hands["lower"]
    assert (upper.palm, upper.bow, upper.facing) == ("up", "under", "E")
    assert (lower.palm, lower.bow, lower.facing) == ("down", "above", "W")
    (act,) = (act for act in ARCHERY.step("A05").acts if "自弓下" in act.zh)
    assert (act.who, act.facing, act.start) == ("上射", "E", "rack-W")


def test_archery_announces_right_and_left_and_touhu_does_not() -> None:
    assert said(ARCHERY, "A14") == ["右賢於左", "左賢於右", "左右鈞"]
    assert said(TOUHU, "R26") == ["某賢於某若干純", "奇", "左右鈞"]


# --- what is said -------------------------------------------------------------------------------


@pytest.mark.parametrize("rite, name", FORMULAS, ids=[f"{rite.name}-{name}" for rite, name in FORMULAS])
def test_each_syllable_of_a_reading_is_a_character(rite: Rite, name: str) -> None:
    formula = rite.formulas[name]
    count = len(re.findall(HANZI, formula.hant))
    assert len(re.findall(HANZI, formula.hans)) == count
    assert len(re.findall(HANGUL, formula.korean)) == count
    assert len(formula.pinyin.split()) == count
    assert re.fullmatch(r"[a-zàáèéìíòóùúāēěīōūǎǐǒǔǘǚ, ]+", formula.pinyin)


@pytest.mark.parametrize("rite", [TOUHU, ARCHERY], ids=NAMES)
def test_each_act_can_be_read_aloud_in_korean(rite: Rite) -> None:
    for key, act in rites.acts(rite):
        assert len(re.findall(HANZI, act.zh)) == len(re.findall(HANGUL, act.dok)), key
        assert re.fullmatch(rf"(?:{HANZI}|\{{0\}})+", act.zh), key
    for switch in rite.switches:
        for change in switch.changes:
            assert len(re.findall(HANZI, change.zh or "")) == len(re.findall(HANGUL, change.dok or ""))


@pytest.mark.parametrize("rite", [TOUHU, ARCHERY], ids=NAMES)
def test_no_formula_and_no_place_is_there_for_nothing(rite: Rite) -> None:
    used: set[str] = {act.say for _, act in rites.acts(rite)}
    used |= {change.say or "" for switch in rite.switches for change in switch.changes}
    assert set(rite.formulas) <= used


def test_the_verses_of_the_song_are_eight_lines_of_four() -> None:
    song = TOUHU.songs["lishou"]
    assert len(song.lines) == 8
    assert [len(line) for line in song.lines] == [4] * 8
    assert song.lines[-1] == "則燕則譽"


@pytest.mark.parametrize("rite, name", FORMULAS, ids=[f"{rite.name}-{name}" for rite, name in FORMULAS])
def test_what_is_said_stands_in_the_book_that_is_named(rite: Rite, name: str, texts: Path) -> None:
    formula = rite.formulas[name]
    assert spoken(formula) in seed(texts, rite, formula.source)


def test_the_verses_and_the_songs_stand_in_the_book_that_is_named(texts: Path) -> None:
    for song in TOUHU.songs.values():
        assert bare("".join((song.hans, *song.lines_hans))[len(song.hans) :]) in seed(
            texts, TOUHU, song.source
        )
        assert song.hans in seed(texts, TOUHU, song.source)


def spoken(formula: Formula) -> str:
    """Return what is looked for: the words without stops, variants folded."""
    return bare(formula.hans).translate(FOLDED)


def seed(texts: Path, rite: Rite, source: str) -> str:
    """Return a text without stops, variants folded; skips what is no seed."""
    path = texts / "seeds" / f"{rite.sources[source].id}.txt"
    if not path.exists():
        pytest.skip(f"{rite.sources[source].title} is no text of the folder")
    return bare(path.read_text(encoding="utf-8")).translate(FOLDED)


# --- files --------------------------------------------------------------------------------------

SMALL: Final = Path(library.folder("scores", "rites"), "archery.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('name = "archery"', 'name = "archery"\nsurplus = 1', "unknown field `surplus`"),
        ('basis = "text"', 'basis = "legend"', "Invalid enum value 'legend'"),
        ('say = "fetch"', 'say = "fetched"', "steps.A02.acts[1].say: there is no 'fetched'"),
        ('to = "rack"', 'to = "moon"', "there is no 'moon'"),
        ('sources = ["002"]', "sources = []", "needs a source"),
        ("arrows = 4 ", 'arrows = "4" ', "Expected `int`, got `str` - at `$.numbers.arrows`"),
        ('song = "zouyu-yu"', 'song = "yesterday"', "ranks.tianzi.song: there is no 'yesterday'"),
        ('en = "bows"', 'en = "bows\\u0007"', "$.props.弓.en has characters that cannot be printed"),
        ("[drum]", "[drum", "at line"),
        ('zh = "鄉射"\n', 'zh = "鄉射"\nja = "きょうしゃ"\n', "unknown field `ja`"),
        ('who = "弟子"', 'whom = "弟子"', "unknown field `whom`"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_and_the_key(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LibraryError, match=re.escape(message)) as caught:
        rites.read(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_values_are_frozen() -> None:
    with pytest.raises(AttributeError):
        TOUHU.steps[0].acts[0].who = "賓"  # type: ignore[misc]
    assert isinstance(TOUHU.steps[0].acts[0], Act)


OTHER: Final = """
[[switches]]
name = "junior"
value = "guest"
zh = "賓幼"
ko = "손님이 어린 쪽"
en = "the guest is the junior"
basis = "commentary"
sources = ["002"]
"""


@pytest.mark.parametrize(
    "added, message",
    [
        (
            '[[switches.changes]]\nstep = "A01"\nact = 1\nwhen = "guest-won"\n',
            "switches.guest.changes.when: act 1 of A01 is not done only where one has won",
        ),
        (
            '[[switches.changes]]\nstep = "A15"\nact = 1\nfrom = "moon"\n',
            "switches.guest.changes.from: there is no 'moon'",
        ),
        (
            '[switches.props."琴"]\nko = "금"\nen = "zither"\ncount = 1\nnote = "none"\n'
            'basis = "text"\nsource = "002"\n',
            "switches.guest.props: there is no '琴'",
        ),
    ],
)
def test_a_switch_changes_only_what_is_there(added: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(SMALL + OTHER + added, encoding="utf-8")
    with pytest.raises(LibraryError, match=re.escape(message)):
        rites.read(str(path))


def test_the_acts_of_a_change_are_counted_as_in_the_file_under_any_switches() -> None:
    both = TOUHU.switched(TOUHU.switch("text", "dadai"), TOUHU.switch("junior", "guest"))
    assert [(act.zh, act.only) for act in both.step("R28").acts] == [
        ("已酌皆請舉酒", "won"),
        ("當飲者跪奉爵", "guest-won"),
        ("當飲者皆跪奉觚", "host-won"),
        ("勝者跪", "won"),
        ("不勝者卒爵", "guest-won"),
        ("不勝者飲", "host-won"),
    ]
