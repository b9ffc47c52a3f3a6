"""How the books reckon what the belly of the pot holds: 孔穎達 and 朱熹 step by step, the slips, and today.

Both take 3 for π.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from touhu_music.rite.measures import measures
from touhu_music.rite.measures.measures import Exact, Root


class Step(NamedTuple):
    """A step of the reckoning; what a book prints stands only where it is not the figure itself."""

    key: str
    rule: str
    value: Exact
    unit: str
    seed: str = ""  # as the e-text of 禮記正義 prints
    zhushu: str = ""
    slip: bool = False  # of the e-text


def steps() -> tuple[Step, ...]:
    """Reckon the belly as 孔穎達 does, with π = 3. Source: 禮記正義 卷五十九, 禮記注疏."""
    two, flat = measures.volume(20), measures.layer(measures.volume(20))
    square = measures.by_zheng()
    nine, off = measures.check(9)
    eight, _ = measures.check(8)
    small = measures.layer(measures.volume(15)) * Fraction(4, 3)
    return (
        Step(
            "sheng", "1 × 1 × 16.2", measures.SHENG, "寸³", "高中六尺二分", "方一寸高十六寸二分為一升", True
        ),
        Step("dou", "× 10", measures.volume(10), "寸³"),
        Step("dou-five", "× 15", measures.volume(15), "寸³"),
        Step("two-dou", "243 + 81", two, "寸³", "三分益一则为二斗"),
        Step("layer", "÷ 5", flat, "寸²", "六十四寸八分"),
        Step("third", "÷ 3", flat / 3, "寸²", "二十一寸六分"),
        Step(
            "square",
            "64.8 + 21.6",
            square,
            "寸²",
            "并前六十六寸八分，得八十六寸八分也",
            "并前六十四寸八分得八十六寸四分也",
            True,
        ),
        Step("side", "√", Root(square), "寸", "九寸强"),
        Step("perimeter", "× 4", Root(16 * square), "寸", "三十六寸强"),
        Step("girth", "× ¾", Root(9 * square), "寸", "二尺七寸有强"),
        Step("diameter", "", Root(square), "寸", "九寸有馀"),
        Step("nine-square", "9 × 9 × 5", Fraction(405), "寸³"),
        Step("nine-off", "÷ 4", off, "寸³"),
        Step(
            "nine", "405 - 101¼", nine, "寸³", "三百三寸四分寸之三；但容三百二寸四分寸之三", "三百三寸", True
        ),
        Step("nine-left", "324 - 303¾", two - nine, "寸³"),
        Step("true-layer", "243 ÷ 5", measures.layer(measures.volume(15)), "寸²"),
        Step("true-square", "× 4/3", small, "寸²"),
        Step("true-side", "√", Root(small), "寸", "八寸馀"),
        Step("true-girth", "× 3", Root(9 * small), "寸"),
        Step("eight", "8 × 8 × 5 - 80", eight, "寸³"),
        Step("eight-left", "243 - 240", measures.volume(15) - eight, "寸³", "馀有三寸不尽"),
    )


def zhu_steps() -> tuple[Step, ...]:
    """Reckon the belly as 朱熹 does: the two 斗 are the square vessel, 1 斗 5 升 the round one in it.

    Source: 禮記義疏 卷七十二, 辨正.
    """
    width, quarters = measures.ZHU_WIDTH, Fraction(3, 4)
    square = width * width
    return (
        Step("zhu-side", "", width, "寸"),
        Step("zhu-perimeter", "× 4", 4 * width, "寸"),
        Step("zhu-area", "8.05 × 8.05", square, "寸²"),
        Step("zhu-square", "× 5", square * measures.BELLY, "寸³"),
        Step("zhu-layer", "64.8025 × ¾", square * quarters, "寸²"),
        Step("zhu-round", "× 5", by_zhu(), "寸³"),
        Step("zhu-girth", "32.2 × ¾", 4 * width * quarters, "寸"),
    )


def by_zhu() -> Fraction:
    """Return what a belly of 朱熹's width holds with π = 3: a little over 243."""
    return Fraction(3, 4) * measures.ZHU_WIDTH**2 * measures.BELLY


class Slip(NamedTuple):
    """What a book prints wrong, and what it should be."""

    book: str
    printed: str
    right: str
    why: str


SLIPS: Final = (
    Slip("001", "高中六尺二分", "高十六寸二分", ""),
    Slip("001", "六十六寸八分", "六十四寸八分", "66.8 + 21.6 = 88.4 ≠ 86.8"),
    Slip("001", "八十六寸八分", "八十六寸四分", "64.8 + 21.6 = 86.4"),
    Slip("001", "三百二寸四分寸之三", "三百三寸四分寸之三", "405 - 101¼ = 303¾"),
    Slip("zhushu", "據一斗之數", "據二斗之數", "324 = 20 × 16.2"),
)

PI: Final = Fraction("3.14159265358979323846")


def modern(cubic: Fraction) -> tuple[Root, Root]:
    """Return width and girth of a round belly of that volume with the true π: a note of today."""
    square = 4 * cubic / (PI * measures.BELLY)
    return Root(square), Root(square * PI**2)
