"""The signs of the notation: the twelve lü, the gongche signs beside them, and the upper octave.

The lülü tells the tone, the gongche its octave. 凡 is two tones, and 工 and 一 and 四 too, so gongche
alone tells nothing; and 大 is two lü, of which only the mode or another print can tell which.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from typing import Final, NamedTuple


class Lu(NamedTuple):
    """One of the twelve lü: its sign, its name, semitones above 黃鐘, and its gongche in two octaves."""

    sign: str
    name: str
    semitones: int
    low: str
    high: str | None


LULU: Final = {
    lu.sign: lu
    for lu in (
        Lu("黃", "黃鐘", 0, "合", "六"),
        Lu("大", "大呂", 1, "四", "五"),
        Lu("太", "太簇", 2, "四", "五"),
        Lu("夾", "夾鐘", 3, "一", "五"),
        Lu("姑", "姑洗", 4, "一", None),
        Lu("仲", "仲呂", 5, "上", None),
        Lu("蕤", "蕤賓", 6, "勾", None),
        Lu("林", "林鐘", 7, "尺", None),
        Lu("夷", "夷則", 8, "工", None),
        Lu("南", "南呂", 9, "工", None),
        Lu("無", "無射", 10, "凡", None),
        Lu("應", "應鐘", 11, "凡", None),
    )
}
"""The twelve lü by sign. Source: 熊朋來 瑟譜 and 倪復 鐘律通考, whose two notations agree in this."""

OCTAVE: Final = 12
GONGCHE: Final = tuple(
    dict.fromkeys([lu.low for lu in LULU.values()] + [lu.high for lu in LULU.values() if lu.high])
)
"""The gongche signs, from below."""

UPPER: Final = "清"
"""Printed after a lülü sign: the tone an octave above."""

UPPERS: Final = f"{UPPER}淸"
"""The forms of that sign."""

LOST: Final = "闕缺阙"
"""Printed where a tone is lost."""

FORMS: Final = {
    **{"黄": "黃", "⻩": "黃", "泰": "太", "夹": "夾", "中": "仲", "㽔": "蕤", "甤": "蕤", "无": "無"},
    **{"应": "應", "応": "應", "句": "勾", "凣": "凡", "凢": "凡", "乙": "一"},
}
CODES: Final = {
    chr(code): FORMS.get(sign, sign)
    for code in (*range(0x2F00, 0x2FE0), *range(0xF900, 0xFB00))
    if (sign := unicodedata.normalize("NFKC", chr(code))) in {*LULU, *GONGCHE, *FORMS}
}
"""Signs under codes of another kind, as Korean texts and those taken out of PDF have them."""

VARIANTS: Final = FORMS | CODES
"""Other forms of signs, each with that of the tables."""


class Da(StrEnum):
    """What 大 stands for."""

    DALU = "dalu"  # 大呂
    TAICU = "taicu"  # 太簇, also written 大簇


class Decision(NamedTuple):
    """What 大 stands for in a song, and why."""

    da: Da
    reason: str

    @property
    def sign(self) -> str:
        """The sign of that lü."""
        return "大" if self.da is Da.DALU else "太"


class Tone(NamedTuple):
    """The tone of a word: the lülü sign and the gongche sign, and semitones above 黃鐘.

    None where nothing is known. `doubts` are what is odd, each a code, a colon and a sentence.
    """

    lulu: str | None
    gongche: str | None
    semitones: int | None
    doubts: tuple[str, ...] = ()


NO_TONE: Final = Tone(None, None, None)


def plain(sign: str) -> str:
    """Return a sign in the form of the tables."""
    return VARIANTS.get(sign, sign)


def tone(lulu: str, gongche: str, da: Decision | None = None) -> Tone:
    """Read the two signs of a word, the lülü perhaps with 清; `da` is what 大 is, where that is known.

    Where the two disagree the lülü is taken and that is told. A sign that is lost has no tone.
    """
    lost = next((each for each in (lulu[:1], gongche) if each in LOST and each), None)
    beside = plain(gongche) if gongche and gongche not in LOST else None
    if lulu[0] in LOST:
        return Tone(None, beside, None, (f"tone-lost: {lost} is printed",))
    upper, lu = lulu[-1] in UPPERS, LULU[plain(lulu[0])]
    doubts: tuple[str, ...] = ()
    if lu.sign == "大" and da is None:
        said = "大 is 大呂 or 太簇, and nothing here tells which; 大呂 is read, as the sign says"
        doubts += (f"da-undecided: {said}",)
    elif lu.sign == "大" and da is not None and da.sign != "大":
        lu = LULU[da.sign]
        doubts += (f"da-read-as-taicu: 大 is printed, 太簇 is read: {da.reason}",)
    if beside is None:
        known = upper or lu.high is None
        missing = f"tone-lost: {lost} is printed" if lost else "gongche-missing: only the lülü is printed"
        octave = "" if known else ", which leaves the octave open; no tone is given"
        semitones = lu.semitones + OCTAVE * upper if known else None
        return Tone(lu.sign, None, semitones, (*doubts, missing + octave))
    high = upper or beside == lu.high
    if beside != (lu.high if high else lu.low):
        wanted = lu.high if upper else " or ".join(filter(None, (lu.low, lu.high)))
        said = f"{lu.name}{UPPER * upper} has {wanted}, and {beside} stands beside it; the lülü is taken"
        doubts += (f"signs-disagree: {said}",)
    return Tone(lu.sign, beside, lu.semitones + OCTAVE * high, doubts)


def agree(lulu: str, gongche: str) -> bool:
    """Tell whether two signs can stand beside each other; one that is lost agrees with any."""
    return not any(doubt.startswith("signs-disagree") for doubt in tone(lulu, gongche).doubts)


# --- modes ------------------------------------------------------------------------------------

NAMED: Final = {"黃鐘": "黃", "大呂": "大", "太簇": "太", "夾鐘": "夾", "姑洗": "姑", "仲呂": "仲"} | {
    "蕤賓": "蕤", "林鐘": "林", "夷則": "夷", "南呂": "南", "無射": "無", "應鐘": "應"
}  # fmt: skip
SPELLINGS: Final = str.maketrans(
    "黄鍾钟吕賔宾㽔甤无应夹则宫徴征蔟族爲为调国风颂卫郑齐陈桧",
    "黃鐘鐘呂賓賓蕤蕤無應夾則宮徵徵簇簇為為調國風頌衛鄭齊陳檜",
)
"""Other forms of the characters of modes, and of the parts of the 詩 beside them."""

LU_NAMES: Final = "|".join(f"{name[0]}清?{name[1]}" for name in NAMED)
DEGREE: Final = "清?[之為]?[宮商角徵羽]"
MODE: Final = re.compile(f"({LU_NAMES}){DEGREE}")
"""Finds a mode in a text as `spelled`; 清 may stand after the lü or within its name."""

SCALE: Final = tuple(7 * step % OCTAVE for step in range(7))
"""The seven tones of a mode above its lü: seven fifths."""


def spelled(text: str) -> str:
    """Return a text, as long as it is, with modes in their usual form: 太簇 for 大蔟, 仲呂 for 中吕."""
    plain = text.translate(SPELLINGS)
    return re.sub("中(?=清?呂)", "仲", re.sub("[大泰](?=清?簇)", "太", plain))


def mode(found: re.Match[str]) -> str:
    """Return the usual form of a mode that was found: 黃鐘清宮."""
    return f"{found[1].replace(UPPER, '')}{UPPER if UPPER in found[0] else ''}{found[0][-1]}"


def root(mode: str) -> int | None:
    """Return the lü on which a mode such as 無射商 is built, semitones above 黃鐘; None for what is no mode.

    A mode is named here by the lü on which its scale is built, whatever degree the song ends on.
    Source: so the songs in 瑟譜: 騶虞 in 黃鐘羽 ends on 南, in 夾鐘角 on 林.
    """
    found = MODE.fullmatch(spelled(mode))
    if found is None:
        return None
    return LULU[NAMED[found[1].replace(UPPER, "")]].semitones


def scale(mode: str) -> frozenset[int] | None:
    """Return the tones of a mode, semitones above 黃鐘; None for what is no mode."""
    first = root(mode)
    return None if first is None else frozenset((first + step) % OCTAVE for step in SCALE)


def decide(mode: str) -> Decision | None:
    """Tell what 大 is in a mode: 大呂 where it has that lü, else 太簇; None where no mode is known."""
    tones = scale(mode)
    if tones is None:
        return None
    if LULU["大"].semitones in tones:
        return Decision(Da.DALU, f"{mode} has 大呂")
    return Decision(Da.TAICU, f"{mode} has no 大呂")
