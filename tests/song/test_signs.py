from __future__ import annotations

import pytest

from touhu_music.song import signs
from touhu_music.song.signs import LULU, Da, Decision, decide, scale, tone

TABLE = [
    ("黃", 0, "合", "六"),
    ("大", 1, "四", "五"),
    ("太", 2, "四", "五"),
    ("夾", 3, "一", "五"),
    ("姑", 4, "一", None),
    ("仲", 5, "上", None),
    ("蕤", 6, "勾", None),
    ("林", 7, "尺", None),
    ("夷", 8, "工", None),
    ("南", 9, "工", None),
    ("無", 10, "凡", None),
    ("應", 11, "凡", None),
]


def test_the_twelve_lu_stand_a_semitone_apart_with_their_gongche() -> None:
    assert [(lu.sign, lu.semitones, lu.low, lu.high) for lu in LULU.values()] == TABLE


def test_there_are_ten_gongche_signs() -> None:
    used = [low for _, _, low, _ in TABLE] + [high for _, _, _, high in TABLE if high]
    assert [*signs.GONGCHE] == [*dict.fromkeys(used)]


@pytest.mark.parametrize("sign, semitones, low, high", TABLE, ids=[row[0] for row in TABLE])
def test_the_octave_is_told_by_the_gongche_or_by_qing(
    sign: str, semitones: int, low: str, high: str | None
) -> None:
    dalu = Decision(Da.DALU, "")
    assert tone(sign, low, dalu) == (sign, low, semitones, ())
    if high:
        assert tone(sign, high, dalu) == (sign, high, semitones + 12, ())
        assert tone(f"{sign}清", high, dalu) == (sign, high, semitones + 12, ())


@pytest.mark.parametrize("printed, sign", signs.VARIANTS.items())
def test_another_form_of_a_sign_is_the_same_sign(printed: str, sign: str) -> None:
    if sign in LULU:
        assert tone(printed, LULU[sign].low) == tone(sign, LULU[sign].low)
    else:
        assert tone("蕤", printed) == tone("蕤", sign)


@pytest.mark.parametrize(
    "lulu, gongche, semitones, said",
    [
        ("林", "工", 7, "signs-disagree: 林鐘 has 尺, and 工 stands beside it; the lülü is taken"),
        ("黃", "一", 0, "signs-disagree: 黃鐘 has 合 or 六, and 一 stands beside it; the lülü is taken"),
        ("黃清", "合", 12, "signs-disagree: 黃鐘清 has 六, and 合 stands beside it; the lülü is taken"),
        ("姑", "五", 4, "signs-disagree: 姑洗 has 一, and 五 stands beside it; the lülü is taken"),
    ],
)
def test_signs_that_disagree_are_told_and_the_lulu_is_taken(
    lulu: str, gongche: str, semitones: int, said: str
) -> None:
    found = tone(lulu, gongche)
    assert (found.gongche, found.semitones, found.doubts) == (gongche, semitones, (said,))


@pytest.mark.parametrize(
    "lulu, gongche, expected",
    [
        ("闕", "闕", (None, None, None, ("tone-lost: 闕 is printed",))),
        ("缺", "缺", (None, None, None, ("tone-lost: 缺 is printed",))),
        ("闕", "工", (None, "工", None, ("tone-lost: 闕 is printed",))),
        ("南", "闕", ("南", None, 9, ("tone-lost: 闕 is printed",))),
        ("黃清", "闕", ("黃", None, 12, ("tone-lost: 闕 is printed",))),
        ("姑", "", ("姑", None, 4, ("gongche-missing: only the lülü is printed",))),
    ],
)
def test_what_is_lost_stays_lost(lulu: str, gongche: str, expected: tuple[object, ...]) -> None:
    assert tone(lulu, gongche) == expected


def test_half_a_tone_that_leaves_the_octave_open_is_none() -> None:
    (said,) = tone("黃", "闕").doubts
    assert tone("黃", "闕").semitones is None
    assert said == "tone-lost: 闕 is printed, which leaves the octave open; no tone is given"


MODES = {
    "黃鐘": {0, 2, 4, 6, 7, 9, 11},
    "無射": {10, 0, 2, 4, 5, 7, 9},
    "夾鐘": {3, 5, 7, 9, 10, 0, 2},
    "蕤賓": {6, 8, 10, 0, 1, 3, 5},
}


@pytest.mark.parametrize("name, tones", MODES.items())
@pytest.mark.parametrize("degree", "宮商角徵羽")
def test_a_mode_has_seven_tones_by_fifths_from_its_lu(name: str, tones: set[int], degree: str) -> None:
    assert scale(name + degree) == scale(f"{name}清{degree}") == frozenset(tones)


def test_what_is_no_mode_has_no_tones() -> None:
    assert [scale(text) for text in ("", "越調", "黃鐘", "商")] == [None] * 4


@pytest.mark.parametrize(
    "mode, da",
    [
        ("無射商", Da.TAICU),
        ("無射清商", Da.TAICU),
        ("黃鐘宮", Da.TAICU),
        ("黃鍾宫", Da.TAICU),
        ("夾鐘角", Da.TAICU),
        ("蕤賓角", Da.DALU),
        ("南呂商", Da.DALU),
        ("大呂角", Da.DALU),
        ("太簇羽", Da.DALU),
    ],
)
def test_da_is_dalu_where_the_mode_has_that_lu(mode: str, da: Da) -> None:
    found = decide(mode)
    assert found is not None
    assert found.da is da


def test_da_that_is_taicu_is_told() -> None:
    found = tone("大", "四", decide("無射商"))
    assert found == ("太", "四", 2, ("da-read-as-taicu: 大 is printed, 太簇 is read: 無射商 has no 大呂",))
    assert tone("大", "五", decide("無射商")).semitones == 14


def test_da_without_a_mode_is_read_as_its_sign_says_and_told() -> None:
    found = tone("大", "五")
    assert (found.lulu, found.semitones) == ("大", 13)
    assert found.doubts == (
        "da-undecided: 大 is 大呂 or 太簇, and nothing here tells which; 大呂 is read, as the sign says",
    )
