"""The cue sheet: every example of the specification, and the laws that hold under all choices."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import Use, perform, plan, witness
from touhu_music.errors import PassageError, RiteError
from touhu_music.passage import read as read_passage
from touhu_music.rite import rites
from touhu_music.rite.counting.counting import of_a_set
from touhu_music.rite.cues import COLUMNS, Choices, Cue, Sheet, cadences, cue_sheet, cycles, shape, verses
from touhu_music.rite.simplified import TO_SIMPLIFIED

TOUHU: Final = rites.load("touhu")
ARCHERY: Final = rites.load("archery")
NAMES: Final[tuple[str, ...]] = ("lu-1", "xue-1", "lu-2", "xue-2")
LENGTHS: Final = {
    (use, siglum, name): perform(witness(siglum).reading(name), use, plan()).cycle_beats
    for use in Use
    for siglum in ("A", "B", "C")
    for name in NAMES
    if name in {reading.name for reading in witness(siglum).readings}
}


def sheet(rite: rites.Rite = TOUHU, siglum: str = "A", **given: Any) -> Sheet:
    """Return a sheet with the lengths of the cadences in a witness."""
    choices = Choices(**given)
    lengths = {name: LENGTHS[rite.drum.use, siglum, name] for name in cadences(rite, choices)}
    return cue_sheet(rite, choices, lengths)


def rows(found: Sheet, language: str = "en") -> list[dict[str, Any]]:
    return [shape(cue, found, language) for cue in found.cues]


def of_round(found: Sheet, round: int) -> list[Cue]:
    return [cue for cue in found.drums if cue.round == round]


def end(found: Sheet, round: int) -> Fraction:
    """Return where the drum of a round ends, the last gap included."""
    beat = of_round(found, round)[-1].beat
    assert beat is not None
    return beat.start + beat.length + found.choices.gap


def place(found: Sheet, step: str) -> int:
    return next(n for n, cue in enumerate(found.cues) if cue.step == step)


# --- examples: music and cues -------------------------------------------------------------------


def test_a_row_has_the_columns_of_the_sheet() -> None:
    told = "step section round who words action from to facing object music"
    drummed = "cadence use cycle throw party start_beats basis source"
    expected = [*told.split(), *drummed.split()]
    assert [*COLUMNS[: len(expected)]] == expected
    assert all(tuple(row) == COLUMNS for row in rows(sheet()))


def test_the_music_is_armed_after_the_law_and_on_for_the_throws() -> None:
    found = sheet()
    first_throw = next(n for n, cue in enumerate(found.cues) if cue.throw)
    places = [place(found, step) for step in ("R18", "R20", "R21", "R22")]
    assert [*places, first_throw] == sorted([*places, first_throw])
    for cue in found.cues:
        expected = {"R21": "arm", "R22": "on", "R23": "on", "R24": "on"}.get(cue.step, "off")
        assert cue.music == expected, cue.step


@pytest.mark.parametrize("round", [1, 2])
def test_archery_has_no_drum_before_its_third_round(round: int) -> None:
    found = sheet(ARCHERY, round=round)
    assert found.cues
    assert found.drums == ()
    assert {cue.music for cue in found.cues} == {"off"}


def test_the_first_round_of_archery_is_not_counted() -> None:
    found = sheet(ARCHERY, round=1)
    assert not [cue for cue in found.cues if cue.section == "視算" or cue.formula]


def test_the_third_round_of_archery_has_the_whole_row() -> None:
    found = sheet(ARCHERY, round=3)
    assert {cue.beat.use for cue in found.drums if cue.beat} == {"archery"}
    assert {cue.beat.length for cue in found.drums if cue.beat} == {Fraction(23)}
    assert {cue.beat.use for cue in sheet().drums if cue.beat} == {"touhu"}


@pytest.mark.parametrize("gap", [0, 1, Fraction(1, 2)])
@pytest.mark.parametrize("mode", ["exchange", "throw"])
def test_cycles_are_equally_spaced(gap: Fraction, mode: str) -> None:
    found = sheet(mode=mode, gap=Fraction(gap), pairs=3)
    starts = sorted({cue.beat.start for cue in of_round(found, 1) if cue.beat})
    assert {later - one for one, later in pairwise(starts)} == {12 + Fraction(gap)}


def test_a_pair_has_eight_cycles_a_round_where_each_throw_has_one() -> None:
    found = sheet(mode="throw")
    assert [len(of_round(found, round)) for round in (1, 2, 3)] == [8, 8, 8]
    assert [end(found, round) for round in (1, 2, 3)] == [96, 96, 96]


def test_three_pairs_take_three_times_as_long() -> None:
    found = sheet(mode="throw", school="xue", pairs=3)
    assert [end(found, round) for round in (1, 2, 3)] == [192, 192, 192]


def test_one_cycle_is_listened_to_and_four_serve_the_throws() -> None:
    found = sheet(siglum="B", record="2")
    beats = [cue.beat for cue in of_round(found, 1) if cue.beat]
    assert len({beat.cycle for beat in beats}) == 5
    assert end(found, 1) == 60
    first = next(cue for cue in found.cues if cue.throw)
    assert first.beat is not None
    assert first.beat.cycle == 2


def test_by_the_song_of_a_lord_three_cycles_are_listened_to() -> None:
    found = sheet(by_song=True, rank="諸侯")
    assert cycles(found.rite, found.choices) == 7
    listening = [cue for cue in of_round(found, 1) if cue.throw is None]
    assert len(listening) == 3


@pytest.mark.parametrize("rank, number", [("tianzi", 9), ("zhuhou", 7), ("daifu", 5), ("shi", 5)])
def test_each_rank_has_its_number_of_cycles(rank: str, number: int) -> None:
    assert cycles(TOUHU, Choices(by_song=True, rank=rank)) == number
    assert cycles(TOUHU, Choices(rank=rank)) == 5


def test_the_verses_go_line_by_line_with_the_cycles_of_a_pair() -> None:
    found = sheet(mode="throw", pairs=2)
    drummed = of_round(found, 1)
    assert [cue.song_line and cue.song_line[0] for cue in drummed[:8]] == list(TOUHU.songs["lishou"].lines)
    assert [cue.song_line for cue in drummed[8:]] == [cue.song_line for cue in drummed[:8]]
    assert {cue.basis for cue in drummed} == {"reconstruction"}
    last = rows(sheet(mode="throw", round=1))
    told = [(row["cycle"], row["song_line"], row["song_line_basis"]) for row in last if row["cycle"]]
    assert told[7] == (8, "則燕則譽", "reconstruction")


SUNG = {
    "lishou": "曾孫侯氏 四正具舉 大夫君子 凡以庶士 小大莫處",
    "lu-couplet": "貍首之斑然兮 執女手之卷然 貍首之斑然兮 執女手之卷然 貍首之斑然兮",
    "caipin": "于以采蘋 南澗之濱 于以采藻 于彼行潦 于以盛之",
    "caifan": "于以采蘩 于沼于沚 于以用之 公侯之事 于以采蘩",
    "zouyu-yu": "彼茁者葭 一發五豝 于嗟乎騶虞 彼茁者蓬 一發五豵",
    "zouyu-jue": "彼茁者葭 一發五豝 于嗟乎騶虞 彼茁者蓬 一發五豵",
}
"""The lines of the five cycles of an exchange, by the song that is named."""


@pytest.mark.parametrize("name", SUNG)
def test_the_song_that_is_named_goes_line_by_line_with_the_cycles(name: str) -> None:
    found = of_round(sheet(song=name), 1)
    by_cycle = {cue.beat.cycle: cue.song_line and cue.song_line[0] for cue in found if cue.beat}
    assert by_cycle == dict(enumerate(SUNG[name].split(), 1))
    both = [cue.song_line for cue in found if cue.beat and cue.beat.cycle == 2]
    assert len(both) == 2
    assert len(set(both)) == 1


def test_the_song_begins_again_where_there_are_more_cycles_than_lines() -> None:
    found = of_round(sheet(song="zouyu-jue", mode="throw"), 1)
    lines = [cue.song_line and cue.song_line[0] for cue in found]
    assert lines[6:] == lines[:2]


def test_no_line_goes_with_throws_that_are_not_tied_to_the_drum() -> None:
    assert not [cue for cue in sheet(mode="free", song="caifan").cues if cue.song_line]


@pytest.mark.parametrize("rite", [TOUHU, ARCHERY], ids=["touhu", "archery"])
def test_every_song_of_a_rite_has_lines_in_short_characters_too(rite: rites.Rite) -> None:
    for name, song in rite.songs.items():
        found = verses(song)
        assert found
        assert not {*"".join(hans for _, hans in found)} & {*map(chr, TO_SIMPLIFIED)}, name
        assert song.rank in rite.ranks
    lishou = rite.songs["lishou"]
    assert not lishou.lines or verses(lishou) == tuple(zip(lishou.lines, lishou.lines_hans, strict=True))


@pytest.mark.parametrize(
    "chosen, sung, basis, listened",
    [
        ({}, "貍首", "text", 1),
        ({"song": "lishou"}, "貍首", "text", 1),
        ({"song": "caifan"}, "采蘩", "reconstruction", 1),
        ({"song": "caifan", "rank": "shi"}, "采蘩", "analogy", 1),
        ({"song": "lu-couplet"}, "貍首", "dingzhai", 1),
        ({"song": "zouyu-jue", "by_song": True}, "騶虞", "reconstruction", 5),
        ({"song": "caipin", "rank": "zhuhou", "by_song": True}, "采蘋", "reconstruction", 3),
        ({"by_song": True}, "貍首", "text", 3),
    ],
)
def test_a_song_that_is_named_is_our_choice_unless_it_is_of_the_rank(
    chosen: dict[str, Any], sung: str, basis: str, listened: int
) -> None:
    found = sheet(round=1, **chosen)
    told = [(row["song"], row["song_basis"]) for row in rows(found) if row["song"]]
    assert told == [(sung, basis)]
    assert cycles(found.rite, found.choices) == listened + 4


@pytest.mark.parametrize("mode", ["exchange", "throw", "free"])
def test_a_row_of_the_drum_is_never_said_to_be_text(mode: str) -> None:
    for rite in (TOUHU, ARCHERY):
        assert {cue.basis for cue in sheet(rite, mode=mode).drums} <= {"reconstruction", "analogy"}


def test_by_round_the_second_record_takes_over_after_the_first_round() -> None:
    found = sheet(record="by-round")
    names = [{cue.beat.cadence for cue in of_round(found, round) if cue.beat} for round in (1, 2, 3)]
    assert names == [{"lu-1"}, {"lu-2"}, {"lu-2"}]


def test_the_programme_keeps_its_empty_head_and_says_so() -> None:
    (row,) = (row for row in rows(sheet(text="dingzhai")) if row["section"] == "作樂")
    assert (row["words"], row["music"], row["basis"]) == (None, "arm", "reconstruction")
    assert "闕" in row["action"]


def test_the_worked_example_of_a_cycle_a_throw() -> None:
    found = sheet(mode="throw", round=1)
    told = [
        (row["cycle"], row["party"], row["throw"], row["start_beats"])
        for row in rows(found)
        if row["cadence"]
    ]
    assert told == [
        (1, "guest", 1, "0"),
        (2, "host", 1, "12"),
        (3, "guest", 2, "24"),
        (4, "host", 2, "36"),
        (5, "guest", 3, "48"),
        (6, "host", 3, "60"),
        (7, "guest", 4, "72"),
        (8, "host", 4, "84"),
    ]


def test_the_worked_example_of_an_exchange() -> None:
    found = sheet(school="xue", round=1)
    told = [(row["cycle"], row["party"], row["start_beats"]) for row in rows(found) if row["cadence"]]
    assert told[0] == (1, None, "0")
    assert told[1:5] == [(2, "guest", "8"), (2, "host", "8"), (3, "guest", "16"), (3, "host", "16")]
    assert end(found, 1) == 40


@pytest.mark.parametrize(
    "name, siglum, of_throws, three, of_exchange",
    [
        ("lu-1", "A", 96, 288, 60),
        ("xue-1", "A", 64, 192, 40),
        ("lu-2", "A", 104, 312, 65),
        ("lu-2", "C", 104, 312, 65),
        ("lu-2", "B", 96, 288, 60),
        ("xue-2", "A", 80, 240, 50),
        ("xue-2", "B", 80, 240, 50),
        ("xue-2", "C", 88, 264, 55),
    ],
)
def test_the_table_of_lengths(name: str, siglum: str, of_throws: int, three: int, of_exchange: int) -> None:
    school, record = name.split("-")
    found = sheet(siglum=siglum, school=school, record=record, mode="throw")
    assert end(found, 1) == of_throws
    assert sum(end(found, round) for round in (1, 2, 3)) == three
    assert end(sheet(siglum=siglum, school=school, record=record), 1) == of_exchange


# --- examples: the rite -------------------------------------------------------------------------


def test_without_a_tie_the_round_is_done_three_times_and_the_end_once() -> None:
    found = sheet(results=("G", "H", "G"))
    for step in (f"R{n}" for n in range(22, 30)):
        assert [round for round in (1, 2, 3) if (step, round) in {(c.step, c.round) for c in found.cues}] == [
            1,
            2,
            3,
        ]
    assert [cue.step for cue in found.cues if cue.round is None][-2:] == ["R32", "R32"]
    assert any(cue.step == "R31" for cue in found.cues)
    assert [cue.round for cue in found.cues if cue.step == "R30"] == [2, 3]


def test_a_tied_round_has_no_cup_and_no_horse() -> None:
    found = sheet(results=("G", "T", "H"))
    steps = {(cue.step, cue.round) for cue in found.cues}
    assert not steps & {("R27", 2), ("R28", 2), ("R29", 2)}
    assert {("R27", 1), ("R29", 3), ("R26", 2)} <= steps
    assert [
        cue.formula.hant for cue in found.cues if (cue.step, cue.round) == ("R26", 2) and cue.formula
    ] == ["左右鈞。"]


@pytest.mark.parametrize(
    "results, junior, merged, celebrated, cleared",
    [
        ("GGG", None, False, True, True),
        ("HHH", None, False, True, True),
        ("GHG", None, True, True, True),
        ("HGH", None, True, True, True),
        ("GTG", None, False, True, True),
        ("GHT", None, False, False, True),
        ("GTT", None, False, False, True),
        ("TTT", None, False, False, False),
        ("GHG", "guest", False, False, True),
        ("GHG", "host", True, True, True),
        ("HGH", "host", False, False, True),
        ("GGG", "guest", False, True, True),
    ],
)
def test_the_end_follows_the_horses(
    results: str, junior: str | None, merged: bool, celebrated: bool, cleared: bool
) -> None:
    found = sheet(results=tuple(results), junior=junior)
    acts = {cue.act.zh for cue in found.cues}
    assert ("一馬從二馬" in acts, "司射請慶多馬" in acts, "司射請徹馬" in acts) == (
        merged,
        celebrated,
        cleared,
    )


def test_the_one_horse_goes_to_the_side_that_has_two() -> None:
    found = sheet(results=("H", "G", "H"))
    (merging,) = (cue for cue in found.cues if cue.act.only == "merged")
    assert merging.to == "horse-host"
    horses = [cue.to for cue in found.cues if cue.step == "R29" and cue.to]
    assert horses == ["horse-host", "horse-guest", "horse-host"]


def test_what_is_not_known_yet_stays_open() -> None:
    found = sheet(results=("G",))
    said = [cue.formula.hant for cue in found.cues if (cue.step, cue.round) == ("R26", 2) and cue.formula]
    assert said == ["某賢於某若干純。", "奇。", "左右鈞。"]
    assert {cue.to for cue in found.cues if (cue.step, cue.round) == ("R29", 2) and cue.to} == {
        "horse-guest/horse-host"
    }


@pytest.mark.parametrize(
    "results, only",
    [
        ("", ["won", "won", "tied"] + ["won"] * 10 + ["merged"] + ["celebrated"] * 4 + ["horses"]),
        ("GHT", []),
        ("GTG", []),
    ],
)
def test_a_row_that_hangs_on_a_result_says_on_which_until_it_is_known(results: str, only: list[str]) -> None:
    found = sheet(results=tuple(results), round=3)
    assert [row["only"] for row in rows(found) if row["only"]] == only


def test_only_what_is_known_loses_its_condition() -> None:
    found = sheet(results=("G", "T"))
    of = {round: {cue.only for cue in found.cues if cue.round == round} - {None} for round in (1, 2, 3)}
    assert of == {1: set(), 2: set(), 3: {"won", "tied"}}
    assert {cue.only for cue in found.cues if cue.step == "R31"} == {"merged", "celebrated"}
    archery = sheet(ARCHERY, results=("G",))
    of = {round: {cue.only for cue in archery.cues if cue.round == round} - {None} for round in (1, 2, 3)}
    assert of == {1: set(), 2: set(), 3: {"won"}}


@pytest.mark.parametrize("junior, who, won, lost", [("guest", "賓", "G", "H"), ("host", "主人", "H", "G")])
@pytest.mark.parametrize("text, cup", [("liji", "觶"), ("dadai", "觚"), ("dingzhai", "觶")])
def test_a_junior_who_has_won_washes_and_pours_himself(
    junior: str, who: str, won: str, lost: str, text: str, cup: str
) -> None:
    def of(result: str) -> list[Cue]:
        found = sheet(junior=junior, text=text, results=(result,), round=1)
        return [cue for cue in found.cues if cue.step in ("R27", "R28")]

    poured = [cue for cue in of(won) if cue.step == "R27"]
    assert [cue.who for cue in poured] == ["司射", who, "弟子", who, who]
    assert poured[0].formula
    assert "爵" in poured[3].act.zh
    assert {cue.act.object for cue in of(won)} - {"豐", ""} == {"爵"}
    assert [cue.who for cue in of(lost) if cue.step == "R27"] == ["司射", "酌者", "弟子", "酌者", "酌者"]
    assert {cue.act.object for cue in of(lost)} - {"豐", ""} == {cup}


def test_while_it_is_open_who_wins_both_ways_to_pour_stand_with_their_condition() -> None:
    found = sheet(junior="guest", round=1)
    told = [(cue.who, cue.act.object, cue.only) for cue in found.cues if cue.step == "R27"]
    assert told[4:] == [
        ("賓", "爵", "guest-won"),
        ("酌者", "觶", "host-won"),
        ("賓", "爵", "guest-won"),
        ("酌者", "觶", "host-won"),
    ]


def test_the_pourer_answers_the_order_to_pour() -> None:
    found = sheet(results=("G",), round=1)
    (answer,) = (cue for cue in found.cues if cue.step == "R27" and cue.act.say == "yes")
    assert answer.who == "酌者"


def test_the_other_liji_has_another_cup_in_hand_and_among_the_things() -> None:
    found = sheet(text="dadai", results=("G",), round=1)
    assert {cue.act.object for cue in found.cues if cue.step in ("R27", "R28")} == {"", "豐", "觚"}
    assert "觚" in found.rite.props
    assert "觶" not in found.rite.props
    assert "觚" not in sheet().rite.props


@pytest.mark.parametrize(
    "text, pairs, number",
    [
        *(("liji", 1, 16), ("liji", 2, 16), ("liji", 3, 24), ("liji", 4, 32), ("liji", 10, 80)),
        *(("liji", 11, 80), ("dadai", 40, 80), ("dingzhai", 1, 32), ("dingzhai", 3, 48)),
        *(("dingzhai", 4, 64), ("dingzhai", 10, 160), ("dingzhai", 11, 160)),
    ],
)
def test_counters_are_needed_for_pairs_up_to_a_full_set(text: str, pairs: int, number: int) -> None:
    prop = sheet(text=text, pairs=pairs).rite.props["算"]
    assert prop.number(pairs) == number == of_a_set(pairs, doubled=text == "dingzhai")
    assert prop.again(pairs) == ("既算周則復始" if pairs > 10 else "")


@pytest.mark.parametrize(
    "rite, rank, sung, basis",
    [
        (TOUHU, None, "貍首", "text"),
        (TOUHU, "zhuhou", "貍首", "text"),
        (TOUHU, "daifu", "采蘋", "analogy"),
        (ARCHERY, None, "騶虞", "text"),
        (ARCHERY, "shi", "采蘩", "commentary"),
    ],
)
def test_the_order_to_play_says_which_song_is_sung_and_whence(
    rite: rites.Rite, rank: str | None, sung: str, basis: str
) -> None:
    told = [row for row in rows(sheet(rite, rank=rank, round=3)) if row["song"]]
    assert [(row["song"], row["song_basis"]) for row in told] == [(sung, basis)]
    own = next(iter(rite.songs.values())).hant
    assert own in told[0]["words"]


def test_a_free_throw_is_off_the_drum_only_where_that_is_asked() -> None:
    for rite in (TOUHU, ARCHERY):
        assert not {cue.act.only for cue in sheet(rite, mode="free").cues} & {"flag", "void"}
        assert "void" in {cue.act.only for cue in sheet(rite, mode="free", off_beat="void").cues}


def test_a_row_names_its_books() -> None:
    (row, *_) = (row for row in rows(sheet()) if row["step"] == "R02")
    assert (row["source"], row["book"]) == ("003_1c4aa93e5bb2a11e", "禮記訓纂 (e-text)")


@pytest.mark.parametrize("school, end_", [("lu", "有常爵。"), ("xue", "若是者浮。")])
def test_the_school_of_the_drum_is_that_of_the_warning(school: str, end_: str) -> None:
    found = sheet(school=school)
    (row,) = (row for row in rows(found) if row["step"] == "R20")
    assert row["words"].endswith(end_)
    assert {cue.beat.cadence for cue in found.drums if cue.beat} == {f"{school}-1"}


def test_more_pairs_follow_each_other_and_their_throwers_are_of_the_parties() -> None:
    found = sheet(pairs=2, round=1)
    second = [cue.who for cue in found.cues if cue.pair == 2 and cue.throw == 1]
    assert second == ["賓黨", "主黨"]
    assert [cue.pair for cue in found.cues if cue.act.only == "next"] == [1, 1]
    assert any(cue.act.only == "pairs" for cue in sheet(text="dingzhai", pairs=2).cues)


@pytest.mark.parametrize("choice, basis", [("flag", "reconstruction"), ("void", "analogy")])
def test_a_throw_off_the_drum_is_noted_or_void(choice: str, basis: str) -> None:
    (row, *_) = (cue for cue in sheet(off_beat=choice).cues if cue.act.only == choice)
    assert row.basis == basis
    other = {"flag": "void", "void": "flag"}[choice]
    assert not [cue for cue in sheet(off_beat=choice).cues if cue.act.only == other]


def test_in_archery_what_is_off_the_drum_is_void_unless_told_otherwise() -> None:
    assert [cue.basis for cue in sheet(ARCHERY, round=3).cues if cue.act.only == "void"] == ["commentary"]
    assert [cue.basis for cue in sheet(ARCHERY, round=3, off_beat="flag").cues if cue.act.only == "flag"] == [
        "reconstruction"
    ]


def test_the_seed_on_archery_holds_no_notation(texts: Path) -> None:
    (path,) = (texts / "seeds").glob("002_*.txt")
    with pytest.raises(PassageError) as caught:
        read_passage(path.read_text(encoding="utf-8"))
    assert caught.value.code == "no-notation"


# --- laws ---------------------------------------------------------------------------------------

CHOICES: Final = st.builds(
    lambda by_song, mode, **given: Choices(by_song=by_song and mode == "exchange", mode=mode, **given),
    school=st.sampled_from(["lu", "xue"]),
    text=st.sampled_from(["liji", "dingben", "dadai", "dingzhai"]),
    junior=st.sampled_from([None, "guest", "host"]),
    pairs=st.sampled_from([None, 1, 2, 5]),
    round=st.sampled_from([None, 1, 2, 3]),
    mode=st.sampled_from(["exchange", "throw", "free"]),
    record=st.sampled_from(["1", "2", "by-round"]),
    rank=st.sampled_from([None, "tianzi", "諸侯", "daifu", "士"]),
    by_song=st.booleans(),
    song=st.sampled_from([None, *TOUHU.songs]),
    off_beat=st.sampled_from([None, "flag", "void"]),
    gap=st.fractions(0, 4, max_denominator=4),
    results=st.lists(st.sampled_from("GTH"), max_size=3).map(tuple),
)


@given(CHOICES, st.fractions(1, 30, max_denominator=3))
def test_under_all_choices_the_drum_sounds_between_the_order_and_the_counting(
    choices: Choices, beats: Fraction
) -> None:
    found = cue_sheet(TOUHU, choices, dict.fromkeys(NAMES, beats))
    steps = [(cue.step, cue.round) for cue in found.cues]
    asked = (1, 2, 3) if choices.round is None else (choices.round,)
    assert {cue.round for cue in found.drums} == set(asked)
    assert steps.index(("R18", None)) < steps.index(("R20", None)) < steps.index(("R21", None))
    for round in asked:
        drummed = [n for n, cue in enumerate(found.cues) if cue.beat and cue.round == round]
        assert steps.index(("R21", None)) < steps.index(("R22", round)) < drummed[0]
        assert drummed[-1] < steps.index(("R25", round))
    for cue in found.cues:
        assert cue.music == {"R21": "arm", "R22": "on", "R23": "on", "R24": "on"}.get(cue.step, "off")
        assert cue.beat is None or cue.music == "on"


@given(CHOICES, st.fractions(1, 30, max_denominator=3))
def test_under_all_choices_cycles_are_equally_spaced_and_rows_have_a_source(
    choices: Choices, beats: Fraction
) -> None:
    found = cue_sheet(TOUHU, choices, dict.fromkeys(NAMES, beats))
    for round in (1, 2, 3):
        starts = [cue.beat.start for cue in of_round(found, round) if cue.beat]
        assert starts == sorted(starts)
        distinct = list(dict.fromkeys(starts))
        assert all(later - one == beats + choices.gap for one, later in pairwise(distinct))
        assert not distinct or distinct[0] == 0
    for row in rows(found):
        assert row["basis"]
        assert row["source"] or row["basis"] in ("reconstruction", "layout")
        assert (row["cadence"] is None) == (row["start_beats"] is None) == (row["cycle"] is None)
        assert row["cadence"] is None or row["basis"] in ("reconstruction", "analogy")


@given(CHOICES, st.sampled_from(["zh", "dok", "ko", "en"]))
def test_under_all_choices_archery_has_the_drum_in_its_third_round_alone(
    choices: Choices, language: str
) -> None:
    given_ = {name: getattr(choices, name) for name in Choices.__slots__}
    song = choices.song if choices.song in ARCHERY.songs else None
    plain = Choices(**given_ | {"text": "liji", "junior": None, "results": choices.results[:2], "song": song})
    found = cue_sheet(ARCHERY, plain, dict.fromkeys(NAMES, Fraction(20)))
    assert {cue.round for cue in found.drums} <= {3}
    assert all(cue.music == "off" for cue in found.cues if cue.round != 3)
    assert all("{" not in str(row["action"]) for row in rows(found, language))


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given_, message",
    [
        ({"mode": "song"}, "no mode 'song'; there are exchange throw free"),
        ({"record": "3"}, "no record '3'; there are 1 2 by-round"),
        ({"school": "qi"}, "no school 'qi'; there are lu xue"),
        ({"off_beat": "fine"}, "no off-beat 'fine'; there are flag void"),
        ({"pairs": 0}, "pairs must be in range 1..100, not 0"),
        ({"pairs": 10**9}, "pairs must be in range 1..100, not 1000000000"),
        ({"round": 4}, "round must be in range 1..3, not 4"),
        ({"gap": Fraction(-1)}, "gap must be in range 0..1000, not -1"),
        ({"results": ("G", "X")}, "no result 2: 'X'; there are G T H ?"),
        ({"results": ("G",) * 4}, "4 results; touhu counts 3 rounds"),
        (
            {"song": "kumbaya"},
            "no song 'kumbaya' of touhu; there are lishou lu-couplet zouyu-yu zouyu-jue caipin caifan",
        ),
        ({"by_song": True, "mode": "throw"}, "by-song: the mode throw has no cycles to listen to; leave it"),
        ({"by_song": True, "mode": "free"}, "by-song: the mode free has no cycles to listen to; leave it"),
        ({"junior": "both"}, "no junior 'both'; there are guest host"),
        ({"text": "zhouli"}, "no text 'zhouli'; there are liji dingben dadai dingzhai"),
        ({"rank": "emperor"}, "no rank 'emperor'; there are"),
    ],
)
def test_a_choice_that_there_is_not_is_refused(given_: dict[str, Any], message: str) -> None:
    with pytest.raises(RiteError) as caught:
        sheet(**given_)
    assert str(caught.value).startswith(message)


def test_archery_has_no_other_book_and_no_junior() -> None:
    with pytest.raises(RiteError, match="the rite archery has none"):
        sheet(ARCHERY, text="dadai")
    with pytest.raises(RiteError, match="the rite archery has none"):
        sheet(ARCHERY, junior="guest")
    with pytest.raises(RiteError, match="3 results; archery counts 2 rounds"):
        sheet(ARCHERY, results=("G", "G", "G"))
